"""The cluster: the same games, nothing lost and nothing twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

import spinney
from spinney import _spinney, cluster

NAME = "varkevisser/figure-5-10"
CELLS = "random/*"


def rows(path: Path) -> dict[str, Any]:
    """The rows of a store by cell."""
    return {repr(key): games for key, games in _spinney.Store(path, "look", True).rows() if games}


@pytest.fixture(scope="module")
def two_nodes() -> Iterator[Cluster]:
    """A cluster of two nodes on this machine."""
    nodes = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 << 20},
    )
    ray.init(address=nodes.address, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()  # type: ignore[no-untyped-call]


def test_a_worker_and_a_node_die_and_nothing_is_lost_or_played_twice(
    two_nodes: Cluster, tmp_path: Path
) -> None:
    second = two_nodes.add_node(num_cpus=2, object_store_memory=80 << 20)
    two_nodes.wait_for_nodes()
    cells = [
        cluster.Cell("connect-four(opening=4)", (f"uct(playouts={playouts})", "uct(playouts=150)"), 7, 400)
        for playouts in (400, 800)
    ]
    killed: list[str] = []
    stored = 0
    head = ray.get_runtime_context().get_node_id()

    def kill(shard: cluster.Shard) -> None:
        nonlocal stored
        stored += shard.added
        if not killed and shard.node != head:
            killed.append("worker")
            os.kill(shard.process, signal.SIGKILL)
        elif killed == ["worker"]:
            killed.append("node")
            two_nodes.remove_node(second, allow_graceful=False)
            assert stored < 700, "the node died too late to be missed"

    filled = cluster.fill(
        cells, tmp_path / "cluster", shard_seconds=0.05, on_shard=kill, progress=False
    )
    assert killed == ["worker", "node"]
    assert filled.complete and filled.added == filled.wanted == 800
    # The same games by the laboratory alone.
    for cell in cells:
        spinney.match(
            cell.game,
            dict(zip("ab", cell.agents, strict=True)),
            games=cell.games,
            seed=cell.seed,
            store=tmp_path / "alone",
        )
    assert rows(tmp_path / "cluster") == rows(tmp_path / "alone")
    again = cluster.fill(cells, tmp_path / "cluster", progress=False)
    assert again.added == 0 and again.found == 800


def test_experiments_have_the_store_of_the_command_line(two_nodes: Cluster, tmp_path: Path) -> None:
    options: dict[str, Any] = {"scale": 0.005, "cells": CELLS}
    alone = spinney.run_experiments(NAME, store=tmp_path / "alone", **options)
    together = cluster.run(NAME, store=tmp_path / "cluster", progress=False, **options)
    assert rows(tmp_path / "cluster") == rows(tmp_path / "alone")
    assert together == alone and together[0].games > 0


def test_matches_and_the_rest_have_the_same_results(two_nodes: Cluster, tmp_path: Path) -> None:
    sides = {"a": "uct(playouts=40)", "b": "uct(playouts=20)"}
    alone = spinney.match("connect-four", sides, games=20, records=True)
    assert cluster.match("connect-four", sides, games=20, progress=False).sides["a"].wins == (
        alone.sides["a"].wins
    )
    agents = ("random", "uct(playouts=20)", "uct(playouts=60)")
    here = spinney.tournament("tic-tac-toe", *agents, games=10)
    there = cluster.tournament("tic-tac-toe", *agents, games=10, progress=False)
    assert there == here
    compared = cluster.compare("connect-four", *sides.values(), games=20, progress=False)
    assert compared.sentence == spinney.compare("connect-four", *sides.values(), games=20).sentence


def test_a_sequential_test_ends_after_the_same_game(two_nodes: Cluster) -> None:
    sides = {"a": "uct(playouts=60)", "b": "random"}
    options: dict[str, Any] = {"games": 500, "sprt": (0, 60)}
    here = spinney.match("connect-four", sides, **options)
    there = cluster.match("connect-four", sides, progress=False, **options)
    assert there.sprt == here.sprt and there.games == here.games < 500


def test_tests_of_pairs_end_after_the_same_games(two_nodes: Cluster, tmp_path: Path) -> None:
    """Pairs that have a verdict play no more, and the others go on."""
    agents = ("uct(playouts=40)", "uct(playouts=30)", "random")
    options: dict[str, Any] = {"games": 300, "sprt": (0, 50)}
    here = spinney.tournament("connect-four", *agents, **options)
    there = cluster.tournament(
        "connect-four", *agents, store=tmp_path / "s", progress=False, **options
    )
    assert there == here and here.sprt is not None
    assert [pair.accepted for pair in here.sprt.pairs][1:] == ["high", "high"]
    played = sorted(len(games) for games in rows(tmp_path / "s").values())
    assert played[:2] == [64, 64] and played[2] > 64, "a pair that had a verdict went on"


def test_tuning_goes_the_same_way(two_nodes: Cluster) -> None:
    options: dict[str, Any] = {
        "against": "uct(playouts=20)",
        "parameters": {"c": (0, 2)},
        "population": 5,
        "elite": 2,
        "games": 2,
        "generations": 2,
        "closing": 4,
    }
    here = spinney.tune("connect-four", "uct(playouts=20)", **options)
    there = cluster.tune("connect-four", "uct(playouts=20)", progress=False, **options)
    assert there == here


def test_a_wrong_game_is_an_error_and_no_retry(two_nodes: Cluster, tmp_path: Path) -> None:
    wrong = cluster.Cell("connect-four", ("uct", "nonsense"), 1, 4)
    with pytest.raises(ValueError, match="unknown agent `nonsense`"):
        cluster.fill([wrong], tmp_path / "store", progress=False)


def test_a_budget_ends_a_run_that_goes_on_later(two_nodes: Cluster, tmp_path: Path) -> None:
    cell = cluster.Cell("connect-four(opening=4)", ("uct(playouts=2000)",) * 2, 7, 60)
    some = cluster.fill([cell], tmp_path / "s", budget=0.5, shard_seconds=0.2, progress=False)
    assert not some.complete and 0 < some.added < 60
    rest = cluster.fill([cell], tmp_path / "s", shard_seconds=0.2, progress=False)
    assert rest.complete and rest.found == some.added and rest.added == 60 - some.added


def test_another_behaviour_is_refused(tmp_path: Path) -> None:
    key = {"game": "tic-tac-toe", "agents": ["random", "random"], "seed": 1}
    store = _spinney.Store(tmp_path / "store", "test")
    behaviour, games = _spinney.play_games(key, [0, 1])
    with pytest.raises(spinney.SpinneyError, match="same version of spinney"):
        store.add(key, "0123", [text for _, text in games])
    assert store.add(key, behaviour, [text for _, text in games]) == 2
    assert store.add(key, behaviour, [text for _, text in games]) == 0


def test_the_command_is_interrupted_and_goes_on(two_nodes: Cluster, tmp_path: Path) -> None:
    """Begun on a machine alone, and ended on a cluster."""
    store = tmp_path / "games.sqlite"
    command = [sys.executable, "-m", "spinney.cluster", "run", NAME, "--store", str(store)]
    command += ["--scale", "0.3", "--cells", CELLS, "--shard", "0.2s"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    begin = time.monotonic()
    played = 0
    while time.monotonic() - begin < 60 and played < 5:
        time.sleep(0.2)
        if store.exists():
            try:
                played = sum(map(len, rows(store).values()))
            except spinney.SpinneyError:
                continue
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and "goes on where this one ended" in said, said
    kept = sum(map(len, rows(store).values()))
    assert kept >= played > 0
    command += ["--address", two_nodes.address]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert f"{kept} were there" in done.stderr
    spinney.run_experiments(NAME, store=tmp_path / "alone", scale=0.3, cells=CELLS)
    assert rows(store) == rows(tmp_path / "alone")
    wrong = subprocess.run([*command[:4], "nothing"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "no such experiment" in wrong.stderr
