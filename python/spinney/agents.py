"""Agents: who decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, overload

from . import _spinney
from ._spec import Option, natural, spec
from .analysis import Analysis, of_search, of_table
from .games import Game, Move, Schema
from .python_game import PythonGame


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent by its specification. :func:`agent` makes one.

    An agent is data: it has no state of its own. What a search remembers from move to move belongs
    to the game that it thinks about, so that the same game with the same agents goes the same way.
    """

    spec: str

    @overload
    def choose(self, game: Game, seat: str | int | None = None) -> Move: ...
    @overload
    def choose(self, game: PythonGame, *, seed: int = 1) -> Any: ...
    def choose(
        self, game: Game | PythonGame, seat: str | int | None = None, *, seed: int = 1
    ) -> Any:
        """The move that the agent chooses for a seat, of the one who decides now unless named.

        >>> import spinney
        >>> game = spinney.game("tic-tac-toe")
        >>> spinney.agent("uct(playouts=2000)").choose(game).text
        '5'
        """
        if isinstance(game, Game):
            return Move(*game._table.choose(game._seat(seat), self.spec))
        return self.analyse(_python_game(game), seed=seed).best

    @overload
    def analyse(
        self,
        game: Game,
        seat: str | int | None = None,
        *,
        on_progress: Callable[[Analysis[Move]], object] | None = None,
        every: float = 0.1,
    ) -> Analysis[Move]: ...
    @overload
    def analyse(
        self,
        game: PythonGame,
        *,
        on_progress: Callable[[Analysis[Any]], object] | None = None,
        every: float = 0.1,
        seed: int = 1,
    ) -> Analysis[Any]: ...
    def analyse(
        self,
        game: Game | PythonGame,
        seat: str | int | None = None,
        *,
        on_progress: Callable[[Analysis[Any]], object] | None = None,
        every: float = 0.1,
        seed: int = 1,
    ) -> Analysis[Any]:
        """What the agent thinks: visits and values of the moves, the line that it expects.

        ``on_progress`` is called with what was found so far, every so many seconds. An exception in
        it, or Ctrl-C, ends the search.

        >>> import spinney
        >>> game = spinney.game("connect-four")
        >>> analysis = spinney.agent("uct(playouts=1000)").analyse(game)
        >>> analysis.best.text, analysis.playouts, len(analysis.candidates)
        ('4', 1000, 7)
        """
        if not isinstance(game, Game):
            game, hear = _python_game(game), None
            if on_progress is not None:

                def hear(document: dict[str, Any], moves: list[Any]) -> object:
                    return on_progress(of_search(document, moves))

            shape = (game.players, game.reward_range)
            number = natural("seed", seed)
            return of_search(*_spinney.search(game, self.spec, number, shape, every, hear))
        said = None
        if on_progress is not None:

            def said(document: dict[str, Any]) -> object:
                return on_progress(of_table(document))

        return of_table(game._table.analyse(game._seat(seat), self.spec, every, said))

    def watch(
        self, game: Game, seat: str | int | None = None, *, every: float = 0.1
    ) -> Iterator[Analysis[Move]]:
        """The same, one after the other while it thinks; the last one is the answer.

        The search stops when the iterator is closed or forgotten.

        >>> import spinney
        >>> game = spinney.game("connect-four")
        >>> for analysis in spinney.agent("uct(millis=100)").watch(game, every=0.02):
        ...     visits = [candidate.visits for candidate in analysis.candidates]
        >>> sum(visits) > 0
        True
        """
        if not isinstance(game, Game):
            raise TypeError(f"watch() needs a spinney.Game, not {type(game).__name__}")
        search = game._table.watch(game._seat(seat), self.spec, every)
        try:
            for document in search:
                yield of_table(document)
        finally:
            search.close()

    def __str__(self) -> str:
        return self.spec


def _python_game(game: object) -> PythonGame:
    if isinstance(game, PythonGame):
        return game
    raise TypeError(f"a spinney.Game or a PythonGame was expected, not {type(game).__name__}")


def agent(name: str, /, **parameters: Option) -> Agent:
    """An agent. Parameters may stand in the specification or as keywords.

    Which agents there are depends on the game (:func:`agents`), so that a name is looked up when the
    agent is asked.

    >>> agent("nijssen", playouts=2000)
    Agent(spec='nijssen(playouts=2000)')
    >>> agent("uct(")
    Traceback (most recent call last):
    ...
    ValueError: `uct(`: ...
    """
    return Agent(spec(name, parameters))


def agents(game: Game | str) -> dict[str, list[Schema]]:
    """The agents that can take each side of a game, with their parameters.

    >>> [schema.name for schema in agents("samegame")["player"]][:2]
    ['best', 'sp-mcts']
    """
    name = game.spec if isinstance(game, Game) else game
    return {
        of["side"]: [Schema._of(document) for document in of["agents"]]
        for of in _spinney.agents(name)
    }
