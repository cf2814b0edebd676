"""The laboratory: matches, comparisons, tournaments, tuning.

Everything is played by the same functions as on the command line, on all cores, with the GIL
released. The same seed gives the same games. With ``store=``, games are kept in a file, and a call
that was interrupted goes on where it was. The names of the arguments are those of the command line:

- ``games``: how many, with ``sprt`` at most; ``seed``; ``threads``, 0 for one per core;
- ``clock``: a side that takes longer than so many seconds over a move loses the game;
- ``sprt=(low, high)``: end as soon as a sequential test knows whether the first is ``high`` rather
  than ``low`` better than the second, in Elo where they play each other, else in percentage points;
  ``alpha`` is the chance of finding ``high`` where ``low`` is true, ``beta`` of the opposite;
- ``store``: keep the games in this file; ``old_games="refuse"`` is an error if it has games of the same
  agents that another version of the program played, which otherwise stay apart;
- ``save``: write every game to this new file, which ``spinney replay`` reads;
- ``progress``: whether to show a bar, in terminals and notebooks unless said.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal

from . import _spinney
from ._progress import bar
from ._spec import natural, seconds
from .agents import Agent
from .games import Game
from .results import Comparison, Match, Tournament, Tuning

AgentLike = Agent | str
GameLike = Game | str
PathLikeStr = str | PathLike[str]
SprtLike = tuple[float, float]
OldGames = Literal["apart", "refuse"]


def _running(
    *,
    seed: int = 1,
    threads: int = 0,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    save: PathLikeStr | None = None,
    old_games: OldGames = "apart",
    records: bool = False,
) -> dict[str, Any]:
    """How to run, as the compiled part takes it."""
    if old_games not in ("apart", "refuse"):
        raise ValueError(f"old_games={old_games!r}: 'apart' or 'refuse' was expected")
    test = None
    if sprt is not None:
        low, high = _two("sprt", sprt)
        test = (low, high, float(alpha), float(beta))
    return {
        "seed": natural("seed", seed),
        "threads": natural("threads", threads),
        "clock": seconds("clock", clock),
        "sprt": test,
        "store": None if store is None else fspath(store),
        "save": None if save is None else fspath(save),
        "old_games": old_games,
        "records": records,
    }


def _two(name: str, numbers: tuple[float, float]) -> tuple[float, float]:
    try:
        first, second = numbers
        return float(first), float(second)
    except (TypeError, ValueError):
        raise ValueError(f"{name}={numbers!r}: two numbers such as (0, 20) were expected") from None


def _warned(document: dict[str, Any]) -> dict[str, Any]:
    """Says what the laboratory warns of, to who called its function."""
    for text in document["warnings"]:
        warnings.warn(text, stacklevel=3)
    return document


def _name(game: GameLike) -> str:
    return game.spec if isinstance(game, Game) else game


def _pairs(agents: Mapping[str, AgentLike]) -> list[tuple[str, str]]:
    return [(side, str(agent)) for side, agent in agents.items()]


def match(
    game: GameLike,
    /,
    agents: Mapping[str, AgentLike] | None = None,
    *,
    games: int = 100,
    seed: int = 1,
    threads: int = 0,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    save: PathLikeStr | None = None,
    old_games: OldGames = "apart",
    records: bool = False,
    progress: bool | None = None,
    **sides: AgentLike,
) -> Match:
    """Games between agents: who wins how often, and how sure that is.

    The agent of each side is a keyword, or stands in ``agents``. Games without chance open with
    random moves, another in each pair of games, as in ``spinney match``. ``records=True`` gives the
    games, too. :mod:`spinney.lab` says what the other arguments are.

    >>> import spinney
    >>> result = spinney.match("tron(board=9x9)", a="ucb1(playouts=50)", b="random", games=10)
    >>> result.games, result.sides["a"].spec
    (10, 'ucb1(playouts=50)')
    >>> spinney.match("tron", a="random")
    Traceback (most recent call last):
    ...
    ValueError: no agent for the side `b`; the sides are a, b
    """
    running = _running(
        seed=seed,
        threads=threads,
        clock=clock,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        store=store,
        save=save,
        old_games=old_games,
        records=records,
    )
    pairs = _pairs({**(agents or {}), **sides})
    with bar(progress) as hear:
        document = _spinney.matches(_name(game), pairs, natural("games", games), running, hear)
    return Match._of(_warned(document))


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
    threads: int = 0,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    save: PathLikeStr | None = None,
    old_games: OldGames = "apart",
    records: bool = False,
    progress: bool | None = None,
) -> Comparison:
    """Is one setting of an agent better than another? Both play the same games.

    ``side`` is the one that both take; in a game with equal sides it may be left out. ``against`` is the
    opponent of both; in a game with equal sides they play each other without it.

    >>> import spinney
    >>> answer = spinney.compare("connect-four", "uct(playouts=200)", "random", games=20)
    >>> answer.better
    'first'
    >>> print(answer)
    uct(playouts=200) is better than random by ...
    """
    running = _running(
        seed=seed,
        threads=threads,
        clock=clock,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        store=store,
        save=save,
        old_games=old_games,
        records=records,
    )
    who = _who(game, first, second, side, against)
    with bar(progress) as hear:
        document = _spinney.compare(who, natural("games", games), running, hear)
    return Comparison._of(_warned(document))


def _who(
    game: GameLike,
    first: AgentLike,
    second: AgentLike,
    side: str | None,
    against: AgentLike | None,
) -> dict[str, Any]:
    opponent = None if against is None else str(against)
    settled = {"first": str(first), "second": str(second), "side": side, "against": opponent}
    return {"game": _name(game), **settled}


def tournament(
    game: GameLike,
    /,
    *agents: AgentLike,
    games: int = 100,
    gauntlet: bool = False,
    seed: int = 1,
    threads: int = 0,
    clock: float | None = None,
    sprt: SprtLike | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    store: PathLikeStr | None = None,
    save: PathLikeStr | None = None,
    old_games: OldGames = "apart",
    progress: bool | None = None,
) -> Tournament:
    """Everybody against everybody: a cross table and Elo ratings.

    ``games`` are those of each pair. In a gauntlet the first agent meets all others. With ``sprt`` each
    pair has a test of its own, which ends its games.

    >>> import spinney
    >>> table = spinney.tournament("connect-four", "random", "uct(playouts=100)", games=20)
    >>> [standing.spec for standing in table.agents]
    ['uct(playouts=100)', 'random']
    """
    running = _running(
        seed=seed,
        threads=threads,
        clock=clock,
        sprt=sprt,
        alpha=alpha,
        beta=beta,
        store=store,
        save=save,
        old_games=old_games,
    )
    names = [str(agent) for agent in agents]
    wanted = natural("games", games)
    with bar(progress) as hear:
        document = _spinney.tournament(_name(game), names, wanted, gauntlet, running, hear)
    return Tournament._of(_warned(document))


def tune(
    game: GameLike | Path,
    /,
    agent: AgentLike | None = None,
    *,
    against: AgentLike | None = None,
    parameters: Mapping[str, tuple[float, float]] | None = None,
    closing: int = 100,
    seed: int | None = None,
    threads: int = 0,
    store: PathLikeStr | None = None,
    progress: bool | None = None,
    **settings: int | float | str,
) -> Tuning:
    """Good parameters for an agent, by the cross-entropy method.

    The first argument is a game, or the path of a tuning file as ``spinney tune`` reads it.
    ``parameters`` are the ranges to search, all that are declared tunable unless given. Further
    keywords are those of the file: population, elite, games, generations, smoothing, side.
    ``closing`` games compare the tuned agent with the one that it was, 0 for none. ``seed`` takes the
    place of the file's. Without a store, games are kept in memory.

    >>> import spinney
    >>> tuned = spinney.tune("connect-four", "uct(playouts=20)", against="uct(playouts=20)",
    ...     parameters={"c": (0, 2)}, population=6, elite=2, games=2, generations=2)
    >>> len(tuned.generations), tuned.parameters
    (2, ('c',))
    """
    text = tuning_text(game, agent, against, parameters, settings)
    running = _running(threads=threads, store=store)
    with bar(progress) as hear:
        return Tuning._of(_spinney.tune(_tuning(text, seed, closing), running, hear))


def _tuning(text: str, seed: int | None, closing: int) -> dict[str, Any]:
    other = None if seed is None else natural("seed", seed)
    return {"text": text, "seed": other, "closing": natural("closing", closing)}


def tuning_text(
    game: GameLike | Path,
    agent: AgentLike | None,
    against: AgentLike | None,
    parameters: Mapping[str, tuple[float, float]] | None,
    settings: Mapping[str, int | float | str],
) -> str:
    """The text of a tuning file."""
    if isinstance(game, Path):
        if agent is not None or against is not None or parameters is not None or settings:
            raise TypeError("tune() takes a file or an agent and settings, not both")
        return game.read_text(encoding="utf-8")
    if agent is None:
        raise TypeError("tune() needs an agent, or the path of a tuning file")
    # A string in JSON is a string in TOML.
    lines = [f"game = {json.dumps(_name(game))}", f"agent = {json.dumps(str(agent))}"]
    if against is not None:
        lines.append(f"against = {json.dumps(str(against))}")
    lines += [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    if parameters is not None:
        lines.append("[parameters]")
        lines += [
            f"{json.dumps(key)} = {list(_two(key, ends))}" for key, ends in parameters.items()
        ]
    return "\n".join(lines)
