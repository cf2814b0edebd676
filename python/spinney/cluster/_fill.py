"""Plays the games that a store lacks, as Ray tasks."""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from .. import _spinney
from .._progress import Hear, bar

if TYPE_CHECKING:
    import ray

Job = tuple[int, int]
"""The place of a cell, and the number of a game in it."""

_RATE_MEMORY = 0.3
"""The weight of the latest shard in the estimate of how long a game takes."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Games by the same agents: numbers 0 to ``games``."""

    game: str
    agents: tuple[str, ...]
    seed: int
    games: int

    @classmethod
    def of(cls, document: dict[str, Any]) -> Cell:
        return cls(document["game"], tuple(document["agents"]), document["seed"], document["games"])

    def key(self) -> dict[str, Any]:
        """What decides its games."""
        return {"game": self.game, "agents": list(self.agents), "seed": self.seed}


@dataclass(frozen=True, slots=True)
class Shard:
    """A shard that has been stored: where it was played, how long it took, what was new."""

    games: int
    added: int
    seconds: float
    process: int
    node: str


@dataclass(frozen=True, slots=True)
class Filled:
    """What a run did: games found in the store, games added, shards, shards played again."""

    found: int
    added: int
    wanted: int
    shards: int
    retried: int
    seconds: float
    complete: bool


@dataclass(slots=True)
class _Task:
    jobs: list[Job]
    attempts: int = 0


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a task gives: per cell its behaviour, its games as text and the time that they took."""

    cells: list[tuple[int, str, list[tuple[int, str]], float]]
    seconds: float
    process: int
    node: str


def _play(work: list[tuple[int, dict[str, Any], list[int]]], clock: float | None) -> _Answer:
    """The task: plays games of some cells."""
    import ray

    began = time.perf_counter()
    cells = []
    for place, key, numbers in work:
        start = time.perf_counter()
        behaviour, games = _spinney.play_games(key, numbers, 1, clock)
        cells.append((place, behaviour, games, time.perf_counter() - start))
    node = ray.get_runtime_context().get_node_id()
    return _Answer(cells, time.perf_counter() - began, os.getpid(), node)


@dataclass(slots=True)
class _Estimates:
    """How long a game of each cell takes."""

    seconds: dict[int, float] = field(default_factory=dict)

    def learn(self, cell: int, games: int, seconds: float) -> None:
        latest = seconds / max(1, games)
        before = self.seconds.get(cell, latest)
        self.seconds[cell] = before + _RATE_MEMORY * (latest - before)

    def of(self, cell: int) -> float | None:
        return self.seconds.get(cell)


def _next_shard(todo: deque[Job], estimates: _Estimates, target: float, slots: int) -> list[Job]:
    """The next games, about ``target`` seconds of them; less when few are left, so that all workers
    have something to do until the end. A cell that nobody knows yet comes alone, with one game."""
    fair = max(1, len(todo) // (2 * slots))
    shard: list[Job] = []
    seconds = 0.0
    while todo and len(shard) < fair and seconds < target:
        cell = todo[0][0]
        expected = estimates.of(cell)
        if expected is None:
            if not shard:
                shard.append(todo.popleft())
            break
        shard.append(todo.popleft())
        seconds += expected
    return shard


def _grouped(jobs: Iterable[Job], cells: Sequence[Cell]) -> list[tuple[int, dict[str, Any], list[int]]]:
    numbers: dict[int, list[int]] = {}
    for cell, number in jobs:
        numbers.setdefault(cell, []).append(number)
    return [(place, cells[place].key(), of) for place, of in numbers.items()]


def _check_ray() -> None:
    try:
        import ray  # noqa: F401
    except ImportError as error:
        raise ImportError("a cluster needs Ray: pip install 'spinney[cluster]'") from error


def _connect(address: str) -> bool:
    """Connects to a cluster; whether it was begun here. One that is connected to already is used."""
    import ray

    if ray.is_initialized():
        return False
    local = address == "local"
    options: dict[str, Any] = {"include_dashboard": False} if local else {}
    ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
    return True


def fill(
    cells: Iterable[Cell],
    store: str | PathLike[str],
    *,
    address: str = "local",
    shard_seconds: float = 10.0,
    retries: int = 20,
    clock: float | None = None,
    budget: float | None = None,
    progress: bool | None = None,
    command: str = "cluster",
    on_shard: Callable[[Shard], object] | None = None,
) -> Filled:
    """Plays the games of these cells that a store lacks.

    ``address`` is Ray's: ``"local"`` for this machine, ``"auto"`` for the cluster that this machine
    belongs to. A shard whose worker or node died is played again, ``retries`` times at most. An error
    in a game ends the run. After ``budget`` seconds no shard begins. Ctrl-C ends the run cleanly:
    games that are finished are stored, and the same call goes on from there.
    """
    _check_ray()
    # A cell that stands in several tables is played once, to the larger number.
    different: dict[tuple[str, tuple[str, ...], int], Cell] = {}
    for cell in cells:
        identity = (cell.game, cell.agents, cell.seed)
        known = different.get(identity)
        if known is None or known.games < cell.games:
            different[identity] = cell
    wanted = list(different.values())
    opened = _spinney.Store(fspath(store), command)
    jobs = [
        (place, number)
        for place, cell in enumerate(wanted)
        for number in opened.missing(cell.key(), cell.games)
    ]
    # Number by number over all cells: a run that ends early leaves an even picture.
    jobs.sort(key=lambda job: (job[1], job[0]))
    total = sum(cell.games for cell in wanted)
    if not jobs:
        return Filled(total, 0, total, 0, 0, 0.0, True)
    begun = _connect(address)
    try:
        with bar(progress) as hear:
            run = _Run(wanted, opened, deque(jobs), total, shard_seconds, retries, clock, not begun)
            return run.play(budget, hear, on_shard)
    finally:
        if begun:
            import ray

            ray.shutdown()


class _Run:
    """A run: what is to do, what is under way."""

    def __init__(
        self,
        cells: Sequence[Cell],
        store: _spinney.Store,
        todo: deque[Job],
        total: int,
        shard_seconds: float,
        retries: int,
        clock: float | None,
        stays: bool,
    ) -> None:
        """``stays``: whether the connection outlives the run."""
        import ray

        self.cells = cells
        self.store = store
        self.todo = todo
        self.found = total - len(todo)
        self.total = total
        self.shard_seconds = shard_seconds
        self.retries = retries
        self.clock = clock
        self.stays = stays
        self.estimates = _Estimates()
        self.running: dict[ray.ObjectRef[_Answer], _Task] = {}
        self.again: deque[_Task] = deque()
        # Ray retries a task whose worker died; what it gives up, the driver submits again.
        self.task = ray.remote(num_cpus=1, max_retries=3)(_play)
        self.added = self.shards = self.retried = 0

    def play(
        self, budget: float | None, hear: Hear | None, on_shard: Callable[[Shard], object] | None
    ) -> Filled:
        import ray

        began = time.monotonic()
        try:
            while self.todo or self.again or self.running:
                late = budget is not None and time.monotonic() - began > budget
                if late:
                    if not self.running:
                        break
                else:
                    self.submit()
                done, _ = ray.wait(list(self.running), num_returns=1, timeout=0.2)
                for ref in done:
                    shard = self.take(ref)
                    if shard is not None and on_shard is not None:
                        on_shard(shard)
                if hear is not None:
                    hear(self.found + self.added, self.total, "")
        except BaseException:
            self.stop()
            raise
        complete = self.found + self.added == self.total
        seconds = time.monotonic() - began
        return Filled(
            self.found, self.added, self.total, self.shards, self.retried, seconds, complete
        )

    def submit(self) -> None:
        """Keeps every processor busy, and one shard per processor waiting."""
        import ray

        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        slots = max(1, int(resources.get("CPU", 1)))
        while (self.todo or self.again) and len(self.running) < 2 * slots:
            if self.again:
                task = self.again.popleft()
            else:
                task = _Task(_next_shard(self.todo, self.estimates, self.shard_seconds, slots))
            ref = self.task.remote(_grouped(task.jobs, self.cells), self.clock)
            self.running[ref] = task

    def take(self, ref: ray.ObjectRef[_Answer]) -> Shard | None:
        """Stores the games of a shard; one that was lost is played again."""
        import ray

        task = self.running.pop(ref)
        try:
            answer: _Answer = ray.get(ref)
        except ray.exceptions.RayTaskError as error:
            # The game itself failed: it would again.
            cause = error.cause
            raise (cause if isinstance(cause, Exception) else error) from None
        except ray.exceptions.RayError as error:
            task.attempts += 1
            if task.attempts > self.retries:
                raise _spinney.SpinneyError(f"a shard was lost {task.attempts} times: {error}") from error
            self.retried += 1
            self.again.append(task)
            return None
        added = games = 0
        for place, behaviour, played, seconds in answer.cells:
            texts = [text for _, text in played]
            added += self.store.add(self.cells[place].key(), behaviour, texts)
            games += len(texts)
            self.estimates.learn(place, len(texts), seconds)
        self.added += added
        self.shards += 1
        return Shard(games, added, answer.seconds, answer.process, answer.node)

    def stop(self) -> None:
        """Stores what has finished, and ends what runs."""
        import ray

        # Where the connection ends with the run, so do its tasks. Ray 2.60 can crash when a task is
        # cancelled in the moment in which it finishes, so this is done only where it must be.
        if self.stays:
            for ref in list(self.running):
                ray.cancel(ref)
        if not self.running:
            return
        done, _ = ray.wait(list(self.running), num_returns=len(self.running), timeout=0)
        for ref in done:
            try:
                self.take(ref)
            except (Exception, KeyboardInterrupt):
                # It was cancelled: its games are played when the run goes on.
                continue
