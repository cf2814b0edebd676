"""Games written in Python."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import spinney


@dataclass(frozen=True)
class Nim(spinney.PythonGame):
    """Take one to three matches; who takes the last one wins."""

    matches: int
    player: int = 0

    def turn(self) -> int | None:
        return self.player if self.matches else None

    def moves(self) -> range:
        return range(1, min(3, self.matches) + 1)

    def play(self, move: int) -> Nim:
        return Nim(self.matches - move, 1 - self.player)

    def rewards(self) -> list[float]:
        return [0, 1] if self.player == 0 else [1, 0]


AGENTS = ["uct(playouts=3000)", "uct(playouts=500, solver=true)", "ucb1-tuned(playouts=3000)", "alpha-beta"]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("matches", [5, 6, 7, 9, 10])
def test_it_finds_the_winning_move(agent: str, matches: int) -> None:
    assert spinney.agent(agent).choose(Nim(matches)) == matches % 4


def test_the_analysis_has_the_moves_of_the_game() -> None:
    seen: list[spinney.Analysis[int]] = []
    agent = spinney.agent("uct(millis=100)")
    analysis = agent.analyse(Nim(7), on_progress=seen.append, every=0.02)
    assert {candidate.move for candidate in analysis.candidates} == {1, 2, 3}
    assert analysis.best == 3 and seen and seen[0].playouts < analysis.playouts
    same = [spinney.agent("uct(playouts=500)").analyse(Nim(9), seed=5) for _ in range(2)]
    assert same[0].candidates == same[1].candidates


def test_three_players_and_one() -> None:
    class Steps(spinney.PythonGame):
        """Players take turns; who makes the step from 5 to 6 wins."""

        players = 3

        def __init__(self, at: int, player: int) -> None:
            self.at, self.player = at, player

        def turn(self) -> int | None:
            return None if self.at >= 6 else self.player

        def moves(self) -> list[str]:
            return ["stay", "step"]

        def play(self, move: str) -> Steps:
            at = self.at + 1 if move == "step" or self.at < 5 else self.at
            return Steps(at, (self.player + 1) % self.players)

        def rewards(self) -> list[float]:
            return [float(p == (self.player - 1) % self.players) for p in range(self.players)]

    assert spinney.agent("uct(playouts=500)").choose(Steps(5, 0)) == "step"
    with pytest.raises(ValueError, match="two players"):
        spinney.agent("uct(solver=true)").choose(Steps(5, 0))

    class Digits(spinney.PythonGame):
        """Write three digits; the number is the reward."""

        players = 1
        reward_range = (0.0, 999.0)

        def __init__(self, digits: tuple[int, ...] = ()) -> None:
            self.digits = digits

        def turn(self) -> int | None:
            return 0 if len(self.digits) < 3 else None

        def moves(self) -> range:
            return range(10)

        def play(self, move: int) -> Digits:
            return Digits((*self.digits, move))

        def rewards(self) -> list[float]:
            return [float("".join(map(str, self.digits)))]

    assert spinney.agent("uct(playouts=2000)").choose(Digits()) == 9


def test_exceptions_come_out() -> None:
    class Broken(Nim):
        def play(self, move: int) -> Nim:
            raise ZeroDivisionError("here")

    with pytest.raises(ZeroDivisionError, match="here"):
        spinney.agent("uct(playouts=1000)").choose(Broken(9))

    class NoMoves(Nim):
        def moves(self) -> range:
            return range(0)

    with pytest.raises(ValueError, match=r"moves\(\) gave no move"):
        spinney.agent("uct").choose(NoMoves(3))

    class Nothing(Nim):
        def play(self, move: int) -> Nim:
            return None  # type: ignore[return-value]

    with pytest.raises(ValueError, match="must return the state"):
        spinney.agent("uct").choose(Nothing(9))

    class Seat(Nim):
        def turn(self) -> int | None:
            return 9

    with pytest.raises(ValueError, match="player 9"):
        spinney.agent("uct").choose(Seat(9))
    with pytest.raises(ValueError, match="the game is over"):
        spinney.agent("uct").choose(Nim(0))
    with pytest.raises(ValueError, match="unknown agent"):
        spinney.agent("nijssen").choose(Nim(3))
    with pytest.raises(TypeError):
        spinney.PythonGame()  # type: ignore[abstract]


def test_a_long_search_can_be_interrupted() -> None:
    import subprocess
    import sys
    import time

    code = f"""
import os, signal, sys, threading, time
sys.path.insert(0, {__file__.rpartition("/")[0]!r})
from test_python_game import Nim
import spinney
times = []
def interrupt():
    time.sleep(0.3)
    times.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    spinney.agent("uct(millis=60000)").choose(Nim(40))
except KeyboardInterrupt:
    print(time.monotonic() - times[0])
"""
    begin = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert float(done.stdout) < 0.2, done.stderr
    assert time.monotonic() - begin < 30
