"""What Python costs: ``python -m spinney.bench``.

Measures, on this machine and with the package as it is installed:

- the time of ``agent.choose`` beyond the agent's own, in three games;
- a match from Python beside ``spinney match`` (``--cli`` names the program);
- a game written in Python beside the same game in Rust;
- what Ray adds to shards of ten seconds (``--ray``, about a minute).

The limits are those that the project promises; the exit code is 1 if one is missed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import spinney
from spinney import _spinney


@dataclass(frozen=True)
class Figure:
    """A measurement, and the limit that it must keep."""

    what: str
    value: float
    unit: str
    limit: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f" (limit {self.limit:g} {self.unit})"
        missed = "" if self.kept else "  MISSED"
        return f"{self.what}: {self.value:.3g} {self.unit}{limit}{missed}"


class TicTacToe(spinney.PythonGame):
    """Tic-tac-toe, written as one writes a game for a lesson."""

    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, cells: tuple[int, ...] = (-1,) * 9, player: int = 0) -> None:
        self.cells, self.player = cells, player

    def winner(self) -> int | None:
        """Who has three in a line."""
        cells = self.cells
        for a, b, c in self.LINES:
            if cells[a] >= 0 and cells[a] == cells[b] == cells[c]:
                return cells[a]
        return None

    def turn(self) -> int | None:
        """The player to move."""
        return None if -1 not in self.cells or self.winner() is not None else self.player

    def moves(self) -> list[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.cells) if mark < 0]

    def play(self, move: int) -> TicTacToe:
        """A mark more."""
        cells = (*self.cells[:move], self.player, *self.cells[move + 1 :])
        return TicTacToe(cells, 1 - self.player)

    def rewards(self) -> list[float]:
        """1 for a win, a half for a draw."""
        winner = self.winner()
        return [0.5, 0.5] if winner is None else [float(p == winner) for p in (0, 1)]


def _best(measure: Callable[[], float], times: int) -> float:
    return min(measure() for _ in range(times))


def choose() -> Figure:
    """The time of a decision that takes the agent no time."""
    game, agent = spinney.game("connect-four"), spinney.agent("random")

    def once() -> float:
        begin = time.perf_counter()
        for _ in range(2000):
            agent.choose(game)
        return (time.perf_counter() - begin) / 2000 * 1e6

    return Figure("a decision of `random`, all in all", _best(once, 5), "µs", 50)


GAME, AGENT = "connect-four(opening=0)", "uct(playouts=3000)"
GAMES = 60
PLAYED = 30

CASES = [
    (GAME, AGENT),
    ("tron(board=13x13)", "ucb1(playouts=500)"),
    ("scotland-yard", "nijssen(playouts=20)"),
]


def _by_python() -> float:
    return spinney.match(GAME, a=AGENT, b=AGENT, games=GAMES, threads=1, progress=False).seconds


def _by_command(cli: str) -> float:
    command = [cli, "match", GAME, "--a", AGENT, "--b", AGENT, "--threads", "1", "--json"]
    done = subprocess.run([*command, "--games", str(GAMES)], capture_output=True, check=True)
    seconds: float = json.loads(done.stdout)["seconds"]
    return seconds


def _move_by_move(spec: str, agent: str) -> tuple[float, float, str]:
    """A game that is driven from Python: its seconds per decision, those of them in which the agent
    thought, and its record."""
    decider, game, decisions = spinney.agent(agent), spinney.game(spec, seed=1), 0
    begin = time.perf_counter()
    while not game.over:
        game.play(decider.choose(game))
        decisions += 1
    whole = time.perf_counter() - begin
    return whole / decisions, game._table.thought() / decisions, game.record()


def _in_the_laboratory(spec: str, agent: str) -> str:
    """The record of the same game, played without Python."""
    _, games = _spinney.play_games({"game": spec, "agents": [agent, agent], "seed": 1}, [0])
    record: str = json.loads(games[0][1])["record"]
    return record


def decisions() -> list[Figure]:
    """What `choose` and `play` add to the time in which an agent thinks."""
    figures = []
    for spec, agent in CASES:
        expected = _in_the_laboratory(spec, agent)
        beyond, searches = [], []
        for _ in range(PLAYED):
            whole, thought, record = _move_by_move(spec, agent)
            if record != expected:
                raise AssertionError(f"{spec}: the games are not the same")
            beyond.append(whole - thought)
            searches.append(thought)
        search = 1e3 * statistics.median(searches)
        what = f"{spec.split('(')[0]}: `choose` and `play` beyond a search of {search:.2f} ms"
        figures.append(Figure(what, 1e6 * statistics.median(beyond), "µs", 50))
    return figures


def match(cli: str | None) -> list[Figure]:
    """A match from Python beside that of the command line."""
    if cli is None:
        print("no `spinney` on the path: --cli names it", file=sys.stderr)
        return []
    ratios = []
    # In turn one way first and then the other: both meet the same weather, and the median of the
    # ratios hears little of it.
    for turn in range(12):
        if turn % 2:
            python, command = _by_python(), _by_command(cli)
        else:
            command, python = _by_command(cli), _by_python()
        ratios.append(python / command)
    beyond = 100 * (statistics.median(ratios) - 1)
    return [Figure("`spinney.match` beyond `spinney match`", beyond, "%", 5)]


def python_game() -> list[Figure]:
    """A game in Python beside the same in Rust."""
    playouts = 20_000

    def speed(run: Callable[[spinney.Agent], object]) -> float:
        agent = spinney.agent("uct", playouts=playouts)

        def once() -> float:
            begin = time.perf_counter()
            run(agent)
            return time.perf_counter() - begin

        return playouts / _best(once, 3)

    rust = speed(lambda agent: agent.choose(spinney.game("tic-tac-toe")))
    python = speed(lambda agent: agent.choose(TicTacToe()))
    return [
        Figure("tic-tac-toe in Rust", rust, "playouts/s"),
        Figure("tic-tac-toe in Python, searched by Rust", python, "playouts/s"),
        Figure("a game in Python is slower", rust / python, "times"),
    ]


def ray_shards() -> Figure:
    """What Ray and the driver add to shards of ten seconds, on one processor."""
    import ray

    from spinney import cluster

    ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        with tempfile.TemporaryDirectory() as folder:
            per_game = _by_python() / GAMES
            games = int(90 / per_game)
            cell = cluster.Cell("connect-four(opening=4)", (AGENT, AGENT), 1, games)
            shards: list[tuple[float, cluster.Shard]] = []

            def note(shard: cluster.Shard) -> None:
                shards.append((time.perf_counter(), shard))

            cluster.fill([cell], Path(folder) / "s", on_shard=note, progress=False, budget=50)
        # From the end of one shard to the end of the next there is its work, and what is added.
        full = [i for i in range(1, len(shards)) if shards[i][1].seconds > 7]
        spans = sum(shards[i][0] - shards[i - 1][0] for i in full)
        work = sum(shards[i][1].seconds for i in full)
        longest = statistics.fmean(shards[i][1].seconds for i in full)
        return Figure(f"Ray beyond {len(full)} shards of {longest:.1f} s", 100 * (spans / work - 1), "%", 3)
    finally:
        ray.shutdown()


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m spinney.bench", description=__doc__)
    parser.add_argument("--cli", default=shutil.which("spinney"), help="the program `spinney`")
    parser.add_argument("--ray", action="store_true", help="measure Ray, too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args(arguments)
    figures = [choose(), *decisions(), *match(args.cli), *python_game()]
    if args.ray:
        figures.append(ray_shards())
    if args.json:
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        print("\n".join(map(str, figures)))
    return 0 if all(figure.kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
