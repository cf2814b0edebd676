"""Games in progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from . import _spinney
from ._spec import Option, natural, spec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Move:
    """A move: ``text`` is how it is typed, ``label`` is for people, ``data`` for programs.

    Moves are equal if their texts are.

    >>> game("connect-four").moves()[0]
    Move(text='1', label='column 1', data={'column': 0})
    """

    text: str
    label: str = field(compare=False)
    data: Any = field(compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Decider:
    """Who decides: a seat, the player's number (a seat may have several) and its name."""

    seat: str
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """An option of a game or a parameter of an agent."""

    name: str
    default: str
    kind: str
    range: str
    tunable: bool
    help: str


@dataclass(frozen=True, slots=True)
class Schema:
    """A name that a specification can have, with its parameters."""

    name: str
    help: str
    source: str
    parameters: tuple[Parameter, ...]

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Schema:
        parameters = tuple(Parameter(**parameter) for parameter in document["parameters"])
        return cls(document["name"], document["help"], document["source"], parameters)


@dataclass(frozen=True, slots=True)
class StepMove:
    """A move of a recorded game: the side, who decided, and the move in words."""

    side: str
    by: str
    said: str


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a recorded game: the moves that led to it, and the state as a drawing."""

    moves: tuple[StepMove, ...]
    drawing: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game: every moment, the start first, and the rewards at the end."""

    steps: tuple[Step, ...]
    rewards: tuple[float, ...]


class Game:
    """A game in progress. :func:`game` makes one.

    Seats go by their names (``"hider"``) or their numbers. Where one seat decides, it need not be
    named.
    """

    __slots__ = ("_seats", "_table")

    def __init__(self, table: _spinney.Table) -> None:
        self._table = table
        self._seats = tuple(table.seats())

    @property
    def spec(self) -> str:
        """The game with its options: ``"scotland-yard(detectives=4)"``."""
        return self._table.spec()

    @property
    def seed(self) -> int:
        """The seed that decides the start and what chance brings."""
        return self._table.seed()

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._seats

    @property
    def deciding(self) -> list[Decider]:
        """Who decides now: nobody at the end, several where players move together."""
        return [Decider(self._seats[s], p, name) for s, p, name in self._table.deciding()]

    @property
    def turn(self) -> str | None:
        """The seat that decides now, the first where there are several; none at the end."""
        deciding = self._table.deciding()
        return self._seats[deciding[0][0]] if deciding else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._table.result() is not None

    @property
    def turns(self) -> int:
        """The turns played."""
        return self._table.turns()

    @property
    def result(self) -> dict[str, float] | None:
        """The reward of each seat at the end; none before."""
        rewards = self._table.result()
        return None if rewards is None else dict(zip(self._seats, rewards, strict=True))

    @property
    def board(self) -> Any:
        """What never changes and everybody knows: a map, a graph. None in some games."""
        return self._table.board()

    @property
    def help(self) -> str:
        """How to play."""
        return self._table.help()

    @property
    def history(self) -> list[tuple[str, str]]:
        """The seats and the texts of all moves so far."""
        return [(self._seats[seat], text) for seat, text in self._table.log()]

    def _seat(self, seat: str | int | None) -> int:
        if seat is None:
            deciding = self._table.deciding()
            if not deciding:
                raise ValueError("the game is over")
            return deciding[0][0]
        if isinstance(seat, str):
            if seat in self._seats:
                return self._seats.index(seat)
            raise ValueError(f"there is no seat `{seat}`; the seats are {', '.join(self._seats)}")
        if not isinstance(seat, int):
            raise TypeError(f"a seat is a name or a number, not {type(seat).__name__}")
        if not 0 <= seat < len(self._seats):
            raise ValueError(f"there is no seat {seat}; there are {len(self._seats)}")
        return seat

    def _view(self, seat: str | int | None) -> int | None:
        return None if seat is None else self._seat(seat)

    def moves(self, seat: str | int | None = None) -> list[Move]:
        """The legal moves of a seat; none if it does not decide now."""
        if seat is None and not self._table.deciding():
            return []
        return [Move(*parts) for parts in self._table.moves(self._seat(seat))]

    def play(self, move: Move | str, seat: str | int | None = None) -> None:
        """Plays a move. Where players move together, it waits for the others.

        >>> g = game("connect-four")
        >>> g.play("4")
        >>> g.play("9")
        Traceback (most recent call last):
        ...
        ValueError: `9` is not a legal move...; legal moves: 1 2 3 4 5 6 7
        """
        text = move.text if isinstance(move, Move) else move
        if not isinstance(text, str):
            raise TypeError(f"a move is a Move or its text, not {type(text).__name__}")
        self._table.play(self._seat(seat), text)

    def undo(self) -> None:
        """Takes the last turn back."""
        self._table.undo()

    def observe(self, seat: str | int | None = None) -> dict[str, Any]:
        """What a seat may know, as a document; without a seat, what everybody may know.

        >>> g = game("scotland-yard", seed=1)
        >>> g.observe("seekers")["mr_x"]["station"] is None
        True
        """
        return self._table.observe(self._view(seat))

    def array(self, seat: str | int | None = None) -> NDArray[np.float32]:
        """The same as an array; ``spinney.arrays`` says what its numbers mean.

        >>> game("samegame", position=1).array().shape
        (5, 15, 15)
        """
        from . import arrays

        return arrays.encode(self, seat)

    def draw(self, seat: str | int | None = None) -> str:
        """What a seat may know, drawn in text."""
        return self._table.draw(self._view(seat))

    def svg(self, seat: str | int | None = None) -> str:
        """What a seat may know, as a picture."""
        from . import pictures

        return pictures.svg(self, seat)

    def reveal(self) -> str:
        """The whole state, drawn in text: for after the game."""
        return self._table.reveal()

    def record(self) -> str:
        """The game as text, from its start. :func:`replay` reads it."""
        return self._table.record()

    def copy(self) -> Game:
        """Another game that goes on from here. Agents begin anew in it."""
        return Game(self._table.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[str, int, list[tuple[int, str]]]]:
        return _restore, (self.spec, self.seed, self._table.log())

    def __repr__(self) -> str:
        return f"<spinney.Game {self.spec}, seed {self.seed}, turn {self.turns}>"

    def __str__(self) -> str:
        return self.draw()

    def _repr_svg_(self) -> str:
        return self.svg()


def _restore(spec: str, seed: int, moves: Sequence[tuple[int, str]]) -> Game:
    table = _spinney.Table(spec, seed)
    for seat, text in moves:
        table.play(seat, text)
    return Game(table)


def game(name: str, /, *, seed: int = 1, **options: Option) -> Game:
    """Begins a game. Options may stand in the specification or as keywords.

    The same specification and seed are the same start, and what chance brings is the same.

    >>> game("scotland-yard", detectives=4)
    <spinney.Game scotland-yard(detectives=4), seed 1, turn 0>
    >>> game("tron(board=9x9)").seats
    ('a', 'b')
    >>> game("conect-four")
    Traceback (most recent call last):
    ...
    ValueError: unknown game `conect-four` (did you mean `connect-four`?); known games: ...
    """
    return Game(_spinney.Table(spec(name, options), natural("seed", seed)))


def games() -> list[Schema]:
    """The games with their options.

    >>> [schema.name for schema in games()]  # doctest: +NORMALIZE_WHITESPACE
    ['connect-four', 'cops-and-robbers', 'samegame', 'scotland-yard', 'tic-tac-toe', 'tron']
    """
    return [Schema._of(document) for document in _spinney.games()]


def replay(game: Game | str, record: str) -> Replay:
    """Replays a record: every moment of it, and the rewards at its end.

    >>> import spinney
    >>> g = spinney.game("connect-four")
    >>> g.play("4")
    >>> len(replay(g, g.record()).steps)
    2
    """
    name = game.spec if isinstance(game, Game) else game
    document = _spinney.replay(name, record)
    steps = (
        Step(tuple(StepMove(**move) for move in step["moves"]), step["drawing"])
        for step in document["steps"]
    )
    return Replay(tuple(steps), tuple(document["rewards"]))
