"""A game written in Python: four methods, and the Rust core searches it.

    python nim.py
"""

from __future__ import annotations

from dataclasses import dataclass

import spinney


@dataclass(frozen=True)
class Nim(spinney.PythonGame):
    """Heaps of matches: take any number from one heap; who takes the last match wins."""

    heaps: tuple[int, ...]
    player: int = 0

    def turn(self) -> int | None:
        return self.player if any(self.heaps) else None

    def moves(self) -> list[tuple[int, int]]:
        return [(heap, n) for heap, size in enumerate(self.heaps) for n in range(1, size + 1)]

    def play(self, move: tuple[int, int]) -> Nim:
        heap, taken = move
        left = tuple(size - taken * (i == heap) for i, size in enumerate(self.heaps))
        return Nim(left, 1 - self.player)

    def rewards(self) -> list[float]:
        return [0.0, 1.0] if self.player == 0 else [1.0, 0.0]


def main() -> Nim:
    """Two searches play each other; gives the end."""
    state, agent = Nim((1, 3, 4)), spinney.agent("uct(playouts=3000, solver=true)")
    while state.turn() is not None:
        analysis = agent.analyse(state)
        heap, taken = analysis.best
        print(f"{state.heaps}: player {state.player + 1} takes {taken} of heap {heap + 1}")
        state = state.play(analysis.best)
    print(f"player {2 - state.player} took the last match")
    return state


if __name__ == "__main__":
    main()
