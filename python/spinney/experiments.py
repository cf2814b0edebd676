"""The papers' tables and figures: what they print, what was measured, what they claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from os import fspath
from typing import TYPE_CHECKING, Any

from . import _spinney
from ._documents import pick
from ._frames import frame
from ._progress import bar
from ._spec import natural, seconds
from .lab import PathLikeStr

if TYPE_CHECKING:
    import pandas as pd

SEED = 2012
"""The seed of all experiments."""


class Verdict(str, Enum):
    """What the data say of a cell or a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    NOT_PLAYED = "not played"


@dataclass(frozen=True, slots=True)
class Counts:
    """Verdicts counted."""

    holds: int
    fails: int
    open: int
    not_played: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the paper's number, the measured one with its 95 % interval, the verdict."""

    key: str
    game: str
    agents: Mapping[str, str]
    published: str | None
    games: int
    distinct: int
    """Games that differ from each other: only those count for the interval."""
    draws: int
    value: float | None
    low: float | None
    high: float | None
    verdict: Verdict | None
    recorded: bool
    """Whether the games were played elsewhere and only their results are here."""
    commit: str | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper's text concludes, and whether the measurements agree."""

    says: str
    place: str | None
    note: str | None
    verdict: Verdict
    detail: str


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or a figure. ``cells`` and ``claims`` are there if it was asked for by name."""

    id: str
    title: str
    place: str
    drawn_from: str | None
    games: int
    asked: int
    cells_count: int
    played: int
    recorded: int
    agreement: Counts
    summary: Counts
    cells: tuple[Cell, ...] = ()
    claims: tuple[Claim, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """A row per cell."""
        keys = ("key", "published", "games", "draws", "value", "low", "high")
        rows = (
            {
                **{key: getattr(cell, key) for key in keys},
                "verdict": None if cell.verdict is None else cell.verdict.value,
            }
            for cell in self.cells
        )
        return frame(rows, "key")

    def claims_frame(self) -> pd.DataFrame:
        """A row per claim."""
        return frame(
            {"says": claim.says, "verdict": claim.verdict.value, "detail": claim.detail}
            for claim in self.claims
        )


def _verdict(name: str | None) -> Verdict | None:
    return None if name is None else Verdict(name)


def _of(document: dict[str, Any]) -> Experiment:
    in_full = "summary" in document
    cells = document["cells"] if in_full else []
    claims = document["claims"] if in_full else []
    return pick(
        Experiment,
        document,
        cells_count=len(cells) if in_full else document["cells"],
        agreement=pick(Counts, document["agreement"]),
        summary=pick(Counts, document["summary" if in_full else "claims"]),
        cells=tuple(pick(Cell, cell, verdict=_verdict(cell["verdict"])) for cell in cells),
        claims=tuple(pick(Claim, claim, verdict=Verdict(claim["verdict"])) for claim in claims),
    )


def experiments(
    *names: str, store: PathLikeStr | None = None, local: bool = False, seed: int = SEED
) -> list[Experiment]:
    """How experiments stand: all of them, or those that these names mean.

    With ``local=True`` only games of the store count, without the recorded results.

    >>> "perick-2012/table-2" in [e.id for e in experiments("perick")]
    True
    """
    ids = list(names) or ["all"]
    path = None if store is None else fspath(store)
    return [_of(document) for document in _spinney.experiments(ids, path, local, natural("seed", seed))]


def experiment(
    name: str, *, store: PathLikeStr | None = None, local: bool = False, seed: int = SEED
) -> Experiment:
    """One experiment with its cells and claims.

    >>> table = experiment("nijssen/table-9")
    >>> table.id
    'nijssen-winands-2012/table-9'
    """
    path = None if store is None else fspath(store)
    found = _spinney.show_experiment(name, path, local, natural("seed", seed))
    if len(found) != 1:
        ids = ", ".join(document["id"] for document in found)
        raise ValueError(f"`{name}` means several experiments: {ids}")
    return _of(found[0])


def how(
    names: tuple[str, ...],
    *,
    scale: float = 1.0,
    games: int | None = None,
    seed: int = SEED,
    by_clock: bool = False,
    cells: str | None = None,
    shard: str | None = None,
    budget: float | None = None,
    threads: int = 0,
    store: PathLikeStr | None = None,
) -> dict[str, Any]:
    """What the compiled part is told."""
    return {
        "ids": list(names),
        "scale": scale,
        "games": None if games is None else natural("games", games),
        "seed": natural("seed", seed),
        "by_clock": by_clock,
        "cells": cells,
        "shard": shard,
        "budget": seconds("budget", budget),
        "threads": natural("threads", threads),
        "store": None if store is None else fspath(store),
    }


def run_experiments(
    *names: str,
    store: PathLikeStr | None = None,
    scale: float = 1.0,
    games: int | None = None,
    budget: float | None = None,
    cells: str | None = None,
    by_clock: bool = False,
    shard: str | None = None,
    threads: int = 0,
    seed: int = SEED,
    progress: bool | None = None,
) -> list[Experiment]:
    """Plays what the store lacks of experiments, as ``spinney experiment run`` does.

    Without ``store`` that is the one in the user's data directory. ``scale`` is the share of the
    paper's games, ``games`` the most per cell, ``budget`` the time in seconds, ``shard`` a part such as ``"1/8"``. Says how the
    experiments stand then, by the games of the store alone.
    """
    if not names:
        raise ValueError("name an experiment, a paper, or `all`")
    asked = how(
        names,
        scale=scale,
        games=games,
        seed=seed,
        by_clock=by_clock,
        cells=cells,
        shard=shard,
        budget=budget,
        threads=threads,
        store=store,
    )
    with bar(progress) as hear:
        _spinney.run_experiments(asked, hear)
    return experiments(*names, store=store, local=True, seed=seed)


def merge(store: PathLikeStr, *others: PathLikeStr) -> tuple[int, int]:
    """Adds the games of other stores to one: how many were added, and how many it had already.

    A game that differs from the same game there is an error, and nothing is added.
    """
    opened = _spinney.Store(fspath(store), "merge")
    counts = [opened.merge(fspath(other)) for other in others]
    return sum(added for added, _ in counts), sum(known for _, known in counts)
