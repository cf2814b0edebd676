"""Games written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, ClassVar


class PythonGame(ABC):
    """A state of a game with perfect information, searched by the Rust core.

    A subclass says four things. States are values: ``play`` gives another one and leaves this as it
    is.

    >>> import spinney
    >>> class Nim(spinney.PythonGame):
    ...     '''Take one to three matches; who takes the last one wins.'''
    ...     def __init__(self, matches, player=0):
    ...         self.matches, self.player = matches, player
    ...     def turn(self):
    ...         return self.player if self.matches else None
    ...     def moves(self):
    ...         return range(1, min(3, self.matches) + 1)
    ...     def play(self, move):
    ...         return Nim(self.matches - move, 1 - self.player)
    ...     def rewards(self):
    ...         return [0, 1] if self.player == 0 else [1, 0]
    >>> spinney.agent("uct(playouts=2000)").choose(Nim(7))
    3

    It is slower than a game in Rust, because Python plays every move of every playout:
    ``python -m spinney.bench`` says by how much. For teaching and for prototypes that is enough.
    """

    players: ClassVar[int] = 2
    """How many players there are, from 1 to 4."""
    reward_range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The lowest and the highest reward."""

    @abstractmethod
    def turn(self) -> int | None:
        """The player who decides, from 0; none when the game is over."""

    @abstractmethod
    def moves(self) -> Iterable[Hashable]:
        """The legal moves of that player, at least one: numbers, strings, tuples."""

    @abstractmethod
    def play(self, move: Any) -> PythonGame:
        """The state after a move."""

    @abstractmethod
    def rewards(self) -> Sequence[float]:
        """What each player gets at the end."""
