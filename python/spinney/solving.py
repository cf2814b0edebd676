"""Positions solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _spinney
from ._progress import bar
from ._spec import natural
from ._spec import seconds as time
from .agents import Agent


@dataclass(frozen=True, slots=True)
class CopsSolution:
    """Who wins Cops & Robbers with the robber in sight; from which placement, and how fast."""

    graph: str
    vertices: int
    edges: int
    cops: int
    may_stay: bool
    winner: str
    capture_time: int | None
    placement: tuple[int, ...] | None
    seconds: float


@dataclass(frozen=True, slots=True)
class SameGameSolution:
    """A line of SameGame; ``moves`` are (row, column) of a block of each group."""

    position: str
    agent: str
    seed: int
    score: int
    cleared: bool
    proven: bool
    """Whether no line scores more."""
    moves: tuple[tuple[int, int], ...]
    seconds: float
    playouts: int


def solve_cops_and_robbers(
    graph: str, *, cops: int | None = None, may_stay: bool = False
) -> CopsSolution:
    """Solves the game with full information; without ``cops``, finds how many it takes.

    >>> solve_cops_and_robbers("petersen", may_stay=True).cops
    3
    """
    wanted = None if cops is None else natural("cops", cops)
    document = _spinney.solve_cops_and_robbers(graph, wanted, may_stay)
    placement = document["placement"]
    at = None if placement is None else tuple(placement)
    return CopsSolution(**{**document, "placement": at})


def solve_samegame(
    position: str | int,
    *,
    agent: Agent | str = "best",
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 0,
    progress: bool | None = None,
) -> SameGameSolution:
    """A good line for a position: one of the 20 standard ones by number, or rows of text.

    >>> solve_samegame("ab\\nab", agent="ida-star").score
    1000
    """
    with bar(progress, "playouts") as hear:
        numbers = natural("seed", seed), natural("threads", threads)
        document = _spinney.solve_samegame(
            str(position), str(agent), time("seconds", seconds), *numbers, hear
        )
    moves = tuple((row, column) for row, column in document["moves"])
    return SameGameSolution(**{**document, "moves": moves})


def solve(game: str, /, *arguments: Any, **options: Any) -> CopsSolution | SameGameSolution:
    """Solves a position, by the name of its game.

    >>> solve("cops-and-robbers", "cycle(10)", cops=2, may_stay=True).winner
    'cops'
    """
    if game == "cops-and-robbers":
        return solve_cops_and_robbers(*arguments, **options)
    if game == "samegame":
        return solve_samegame(*arguments, **options)
    raise ValueError(f"`{game}` has no solver; there is: cops-and-robbers, samegame")
