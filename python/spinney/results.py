"""What the laboratory finds: results of matches, comparisons, tournaments and tunings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._documents import pick
from ._frames import frame

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a puzzle, with the 95 % interval of the mean."""

    mean: float | None
    low: float | None
    high: float | None
    best: float | None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match; ``rate`` is its share of the decided games, with its 95 % interval."""

    spec: str
    wins: int
    rate: float | None
    low: float | None
    high: float | None
    millis_per_move: float
    longest_millis: float
    playouts_per_second: float
    faults: Mapping[str, int]
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in Elo with its 95 % interval; none where it has no end."""

    difference: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test: ``accepted`` is ``"high"``, ``"low"`` or ``"undecided"``."""

    low: float
    high: float
    unit: str
    alpha: float
    beta: float
    ratio: float
    bounds: tuple[float, float]
    outcomes: tuple[int, ...]
    accepted: str

    @classmethod
    def _of(cls, document: dict[str, Any] | None) -> Sprt | None:
        if document is None:
            return None
        tuples = {key: tuple(document[key]) for key in ("bounds", "outcomes")}
        return pick(cls, document, **tuples)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match; ``pairing`` tells the two settings of a comparison apart."""

    number: int
    pairing: int
    rewards: tuple[float, ...]
    length: int
    fault: str | None
    record: str

    @classmethod
    def _of(cls, document: dict[str, Any]) -> PlayedGame:
        fault = document["fault"]
        return cls(
            document["number"],
            document["pairing"],
            tuple(document["rewards"]),
            document["length"],
            None if fault is None else f"{fault[0]}: {fault[1]}",
            document["record"],
        )


def _games_frame(games: Sequence[PlayedGame], sides: Sequence[str]) -> pd.DataFrame:
    return frame(
        {
            "number": game.number,
            "pairing": game.pairing,
            **dict(zip(sides, game.rewards, strict=True)),
            "length": game.length,
            "fault": game.fault,
            "record": game.record,
        }
        for game in games
    )


@dataclass(frozen=True, slots=True)
class Match:
    """How a match went."""

    game: str
    seed: int
    games: int
    distinct: int
    draws: int
    mean_length: float
    sides: Mapping[str, Side]
    interrupted: bool
    seconds: float
    elo: Elo | None
    sprt: Sprt | None
    records: tuple[PlayedGame, ...]
    """The games, if they were asked for with ``records=True``."""

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Match:
        def side(of: dict[str, Any]) -> Side:
            score = of.get("score")
            return pick(Side, of, score=None if score is None else pick(Score, score))

        elo = document.get("elo")
        return pick(
            cls,
            document,
            sides={name: side(of) for name, of in document["sides"].items()},
            elo=None if elo is None else pick(Elo, elo),
            sprt=Sprt._of(document.get("sprt")),
            records=tuple(map(PlayedGame._of, document["records"])),
        )

    def to_frame(self) -> pd.DataFrame:
        """A row per side."""
        rows = []
        for name, side in self.sides.items():
            row = {
                "side": name,
                "agent": side.spec,
                "wins": side.wins,
                "rate": side.rate,
                "low": side.low,
                "high": side.high,
                "millis_per_move": side.millis_per_move,
                "playouts_per_second": side.playouts_per_second,
            }
            if side.score is not None:
                row |= {"mean": side.score.mean, "best": side.score.best}
                row |= {"low": side.score.low, "high": side.score.high}
            rows.append(row)
        return frame(rows, "side")

    def games_frame(self) -> pd.DataFrame:
        """A row per game, if they were asked for with ``records=True``."""
        return _games_frame(self.records, list(self.sides))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which of two settings is better: ``sentence`` is the answer."""

    game: str
    seed: int
    games: int
    played: int
    first: str
    second: str
    against: str | None
    difference: float
    low: float | None
    high: float | None
    starts: int
    distinct: int
    unit: str
    better: str | None
    """``"first"``, ``"second"``, or none if it can't be told."""
    games_needed: int | None
    sentence: str
    interrupted: bool
    seconds: float
    sprt: Sprt | None
    records: tuple[PlayedGame, ...]

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Comparison:
        sprt = Sprt._of(document.get("sprt"))
        records = tuple(map(PlayedGame._of, document["records"]))
        return pick(cls, document, sprt=sprt, records=records)

    def to_frame(self) -> pd.DataFrame:
        """One row."""
        keys = ("game", "first", "second", "against", "games", "difference", "low", "high")
        return frame([{**{key: getattr(self, key) for key in keys}, "better": self.better}])

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class PairTest:
    """The test of two agents of a tournament, ``first`` against ``second``."""

    first: str
    second: str
    ratio: float
    accepted: str
    """``"high"``, ``"low"`` or ``"undecided"``."""


@dataclass(frozen=True, slots=True)
class TournamentSprt:
    """The sequential tests of a tournament, one per pair of agents."""

    low: float
    high: float
    unit: str
    alpha: float
    beta: float
    bounds: tuple[float, float]
    pairs: tuple[PairTest, ...]

    @classmethod
    def _of(cls, document: dict[str, Any] | None) -> TournamentSprt | None:
        if document is None:
            return None
        pairs = tuple(pick(PairTest, pair) for pair in document["pairs"])
        return pick(cls, document, bounds=tuple(document["bounds"]), pairs=pairs)


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent in a tournament; ``against`` maps an opponent to (points, games)."""

    spec: str
    elo: float
    error: float | None
    wins: int
    draws: int
    losses: int
    faults: int
    against: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament went, the strongest agent first."""

    game: str
    seed: int
    games: int
    distinct: int
    agents: tuple[Standing, ...]
    draw_added: bool
    """Whether each pair was given a drawn game, because somebody won everything."""
    interrupted: bool
    sprt: TournamentSprt | None

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Tournament:
        def standing(of: dict[str, Any]) -> Standing:
            met = {o["spec"]: (o["points"], o["games"]) for o in of["against"]}
            return pick(Standing, of, against=met)

        sprt = TournamentSprt._of(document.get("sprt"))
        return pick(cls, document, agents=tuple(map(standing, document["agents"])), sprt=sprt)

    def to_frame(self) -> pd.DataFrame:
        """A row per agent, with its score against each other one."""
        rows = []
        for of in self.agents:
            row: dict[str, Any] = {
                "agent": of.spec,
                "elo": of.elo,
                "error": of.error,
                "wins": of.wins,
                "draws": of.draws,
                "losses": of.losses,
            }
            for other in self.agents:
                points, games = of.against.get(other.spec, (0.0, 0.0))
                row[other.spec] = points / games if games else None
            rows.append(row)
        return frame(rows, "agent")


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation of a tuning: means and deviations of the parameters after it."""

    generation: int
    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    score: float
    best: float


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a tuning went: ``spec`` is the agent at the means."""

    game: str
    seed: int
    parameters: tuple[str, ...]
    generations: tuple[Generation, ...]
    spec: str
    edges: tuple[Mapping[str, Any], ...]
    """Parameters at the edge of their range: what is best may lie beyond."""
    closing: Mapping[str, Any] | None
    """The tuned agent against the one that it was."""
    interrupted: bool
    svg: str = field(repr=False)
    """Mean and deviation of the parameters by generation, as a picture."""

    @classmethod
    def _of(cls, document: dict[str, Any]) -> Tuning:
        def generation(of: dict[str, Any]) -> Generation:
            return pick(Generation, of, mean=tuple(of["mean"]), deviation=tuple(of["deviation"]))

        tuples = {key: tuple(document[key]) for key in ("parameters", "edges")}
        generations = tuple(map(generation, document["generations"]))
        return pick(cls, document, **tuples, generations=generations)

    def to_frame(self) -> pd.DataFrame:
        """A row per generation."""
        rows = []
        for of in self.generations:
            row: dict[str, Any] = {"generation": of.generation, "score": of.score, "best": of.best}
            for name, mean, deviation in zip(self.parameters, of.mean, of.deviation, strict=True):
                row |= {name: mean, f"{name} deviation": deviation}
            rows.append(row)
        return frame(rows, "generation")

    def _repr_svg_(self) -> str:
        return self.svg
