"""What the laboratory does, with its games played by a cluster.

The games of a match or a tournament are known before the first one is played. The cluster plays them
into a store, and the laboratory's own function makes the result of it: it finds all games there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from os import fspath
from pathlib import Path
from typing import Any, TypeVar

from .. import _spinney, lab
from ..experiments import SEED, Experiment, experiments, how
from ..lab import AgentLike, GameLike, PathLikeStr, SprtLike
from ..results import Comparison, Match, Tournament, Tuning
from ._fill import Cell, Filled, fill

Result = TypeVar("Result", Match, Comparison, Tournament)

_FIRST_WAVE = 64
"""Games before a sequential test is looked at first; then twice as many each time."""


@contextmanager
def _kept(store: PathLikeStr | None) -> Iterator[str]:
    """The store that was named, or one that is gone afterwards."""
    if store is not None:
        yield fspath(store)
        return
    with tempfile.TemporaryDirectory(prefix="spinney-") as folder:
        yield str(Path(folder) / "games.sqlite")


def _cells(documents: list[dict[str, Any]]) -> list[Cell]:
    return [Cell.of(document) for document in documents]


def _played(
    kind: dict[str, Any],
    games: int,
    seed: int,
    path: str,
    result: Callable[[int], Result],
    ended: Callable[[Result], set[int | None]] | None,
    options: dict[str, Any],
) -> Result:
    """Plays all games, or with a test in waves until it knows.

    ``ended`` says which pairs of a tournament have a verdict, and ``{None}`` of a match that has one:
    they play no more.
    """
    wave = games if ended is None else min(games, _FIRST_WAVE)
    over: set[int | None] = set()
    while True:
        asked = _spinney.cells({**kind, "games": wave}, seed)
        fill(_cells([cell for cell in asked if cell.get("pair") not in over]), path, **options)
        answer = result(wave)
        if ended is not None:
            over = ended(answer)
        if wave >= games or all(cell.get("pair") in over for cell in asked):
            return answer
        wave = min(games, 2 * wave)


def _options(address: str, progress: bool | None, clock: float | None, command: str) -> dict[str, Any]:
    return {"address": address, "progress": progress, "clock": clock, "command": command}


def _one_ended(result: Match | Comparison) -> set[int | None]:
    known = result.sprt is not None and result.sprt.accepted != "undecided"
    return {None} if known else set()


def _pairs_ended(result: Tournament) -> set[int | None]:
    pairs = () if result.sprt is None else result.sprt.pairs
    return {number for number, pair in enumerate(pairs) if pair.accepted != "undecided"}


def match(
    game: GameLike,
    /,
    agents: Mapping[str, AgentLike] | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    records: bool = False,
    address: str = "local",
    progress: bool | None = None,
    **sides: AgentLike,
) -> Match:
    """:func:`spinney.match` with its games on a cluster: the same games, the same result."""
    given = {**(agents or {}), **sides}
    kind = {"game": lab._name(game), "agents": lab._pairs(given)}
    with _kept(store) as path:

        def result(wave: int) -> Match:
            return lab.match(
                game,
                given,
                games=wave,
                seed=seed,
                clock=clock,
                sprt=sprt,
                alpha=alpha,
                beta=beta,
                store=path,
                records=records,
                progress=False,
            )

        options = _options(address, progress, clock, "cluster match")
        ended = None if sprt is None else _one_ended
        return _played(kind, games, seed, path, result, ended, options)


def compare(
    game: GameLike,
    first: AgentLike,
    second: AgentLike,
    /,
    *,
    side: str | None = None,
    against: AgentLike | None = None,
    games: int = 200,
    seed: int = 1,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    records: bool = False,
    address: str = "local",
    progress: bool | None = None,
) -> Comparison:
    """:func:`spinney.compare` with its games on a cluster."""
    kind = {"who": lab._who(game, first, second, side, against)}
    with _kept(store) as path:

        def result(wave: int) -> Comparison:
            return lab.compare(
                game,
                first,
                second,
                side=side,
                against=against,
                games=wave,
                seed=seed,
                clock=clock,
                sprt=sprt,
                alpha=alpha,
                beta=beta,
                store=path,
                records=records,
                progress=False,
            )

        options = _options(address, progress, clock, "cluster compare")
        ended = None if sprt is None else _one_ended
        return _played(kind, games, seed, path, result, ended, options)


def tournament(
    game: GameLike,
    /,
    *agents: AgentLike,
    games: int = 100,
    gauntlet: bool = False,
    seed: int = 1,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    address: str = "local",
    progress: bool | None = None,
) -> Tournament:
    """:func:`spinney.tournament` with its games on a cluster."""
    contenders = [str(agent) for agent in agents]
    kind = {"game": lab._name(game), "contenders": contenders, "gauntlet": gauntlet}
    with _kept(store) as path:

        def result(wave: int) -> Tournament:
            return lab.tournament(
                game,
                *agents,
                games=wave,
                gauntlet=gauntlet,
                seed=seed,
                clock=clock,
                sprt=sprt,
                alpha=alpha,
                beta=beta,
                store=path,
                progress=False,
            )

        options = _options(address, progress, clock, "cluster tournament")
        ended = None if sprt is None else _pairs_ended
        return _played(kind, games, seed, path, result, ended, options)


def tune(
    game: GameLike | Path,
    /,
    agent: AgentLike | None = None,
    *,
    against: AgentLike | None = None,
    parameters: Mapping[str, tuple[float, float]] | None = None,
    closing: int = 100,
    seed: int | None = None,
    store: PathLikeStr | None = None,
    address: str = "local",
    progress: bool | None = None,
    **settings: int | float | str,
) -> Tuning:
    """:func:`spinney.tune` with its games on a cluster, generation by generation."""
    asked = lab._tuning(lab.tuning_text(game, agent, against, parameters, settings), seed, closing)
    with _kept(store) as path:
        while cells := _cells(_spinney.tuning_cells(asked, path)):
            fill(cells, path, **_options(address, progress, None, "cluster tune"))
        return Tuning._of(_spinney.tune(asked, lab._running(store=path), None))


def run(
    *names: str,
    store: PathLikeStr | None = None,
    address: str = "local",
    scale: float = 1.0,
    games: int | None = None,
    cells: str | None = None,
    by_clock: bool = False,
    seed: int = SEED,
    budget: float | None = None,
    shard_seconds: float = 10.0,
    progress: bool | None = None,
    on_fill: Callable[[Filled], object] | None = None,
) -> list[Experiment]:
    """:func:`spinney.run_experiments` with its games on a cluster.

    The games are those of ``spinney experiment run``, and so is the store. Says how the experiments
    stand then, by the games of the store alone.
    """
    if not names:
        raise ValueError("name an experiment, a paper, or `all`")
    asked = how(names, scale=scale, games=games, seed=seed, by_clock=by_clock, cells=cells)
    path = fspath(_spinney.default_store() if store is None else store)
    filled = fill(
        _cells(_spinney.experiment_cells(asked)),
        path,
        address=address,
        shard_seconds=shard_seconds,
        budget=budget,
        progress=progress,
        command=f"experiment run {' '.join(names)}",
    )
    if on_fill is not None:
        on_fill(filled)
    return experiments(*names, store=path, local=True, seed=seed)
