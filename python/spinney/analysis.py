"""What an agent thinks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .games import Move

if TYPE_CHECKING:
    import pandas as pd

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Candidate(Generic[M]):
    """A move that was considered. Values are rewards of the player who decides."""

    move: M
    visits: int
    value: float | None
    """The mean of its iterations, or the search's judgement."""
    exact: float | None
    """Its value under best play, where that is proven."""
    distance: int | None
    """The moves to the end under best play, where that is solved."""


@dataclass(frozen=True, slots=True)
class Branch(Generic[M]):
    """A move somewhere in the tree of a search, with the most visited moves after it.

    Where players move together, the other player's move comes next.
    """

    move: M
    visits: int
    value: float
    """The mean reward for the player who makes the move."""
    children: tuple[Branch[M], ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A station or a vertex, and how likely something hidden is there."""

    place: int
    probability: float


@dataclass(frozen=True, slots=True)
class Analysis(Generic[M]):
    """What an agent thinks of a decision."""

    best: M
    """The move to play."""
    candidates: tuple[Candidate[M], ...]
    """The moves that were considered, the most visited first."""
    line: tuple[M, ...]
    """The line that the agent expects."""
    tree: tuple[Branch[M], ...]
    """The most visited lines of the search, a few levels deep; empty if it has no tree."""
    depth: int
    playouts: int
    nodes: int
    millis: int
    belief: tuple[Place, ...]
    """Where something hidden may be, the likeliest first."""

    @property
    def value(self) -> float | None:
        """The value of the move to play, proven or not."""
        for candidate in self.candidates:
            if candidate.move == self.best:
                return candidate.value if candidate.exact is None else candidate.exact
        return None

    def to_frame(self) -> pd.DataFrame:
        """The candidates as a pandas frame, a row per move."""
        from ._frames import frame

        return frame(
            {
                "move": str(c.move),
                "visits": c.visits,
                "value": c.value,
                "exact": c.exact,
                "distance": c.distance,
            }
            for c in self.candidates
        )


def of_table(document: dict[str, Any]) -> Analysis[Move]:
    """An analysis at a table."""

    def move(info: dict[str, Any]) -> Move:
        return Move(info["text"], info["label"], info["data"])

    return _of(document, move)


def of_search(document: dict[str, Any], moves: list[Any]) -> Analysis[Any]:
    """An analysis of a game in Python, whose moves go by numbers."""
    return _of(document, moves.__getitem__)


def _branches(documents: list[dict[str, Any]], move: Any) -> tuple[Branch[Any], ...]:
    return tuple(
        Branch(move(b["mv"]), b["visits"], b["value"], _branches(b["children"], move))
        for b in documents
    )


def _of(document: dict[str, Any], move: Any) -> Analysis[Any]:
    candidates = tuple(
        Candidate(move(c["mv"]), c["visits"], c["value"], c["exact"], c["distance"])
        for c in document["candidates"]
    )
    return Analysis(
        best=move(document["best"]),
        candidates=candidates,
        line=tuple(move(mv) for mv in document["line"]),
        tree=_branches(document["tree"], move),
        depth=document["depth"],
        playouts=document["playouts"],
        nodes=document["nodes"],
        millis=document["millis"],
        belief=tuple(Place(**place) for place in document["belief"]),
    )
