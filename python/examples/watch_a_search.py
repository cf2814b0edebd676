"""Watch a search think: the visits of the moves while they grow.

    python watch_a_search.py [GAME] [AGENT]
"""

from __future__ import annotations

import sys

import spinney


def main(game: str = "scotland-yard", agent: str = "nijssen(millis=2000)") -> spinney.Move:
    """Shows the best candidates four times per second; gives the move."""
    table = spinney.game(game, seed=3)
    print(table)
    for analysis in spinney.agent(agent).watch(table, every=0.25):
        best = "  ".join(
            f"{c.move.text} {c.visits} ({'-' if c.value is None else format(c.value, '.2f')})"
            for c in analysis.candidates[:5]
        )
        print(f"{analysis.playouts:>9} playouts, depth {analysis.depth:>3}: {best}")
    line = " ".join(move.text for move in analysis.line)
    print(f"plays {analysis.best.label}; expects {line}")
    return analysis.best


if __name__ == "__main__":
    main(*sys.argv[1:])
