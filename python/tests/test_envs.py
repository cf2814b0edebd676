"""Environments pass the checks of their own libraries."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from spinney.envs import CopsAndRobbersEnv, SameGameEnv, ScotlandYardEnv, TronEnv


@pytest.mark.parametrize("options", [{}, {"rows": 5, "columns": 7, "colours": 3}, {"position": 2}])
def test_samegame_passes_check_env(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SameGameEnv(**options), skip_render_check=True)


def test_the_rewards_of_samegame_add_up_to_its_score() -> None:
    env = SameGameEnv(rows=8, columns=8, colours=3)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        total, over, rng = 0.0, False, np.random.default_rng(seed)
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            blocks = env.game.observe()["blocks"]
            _, reward, over, truncated, info = env.step(int(rng.choice(legal)))
            assert not truncated and env.game.observe()["blocks"] < blocks
            total += reward
        assert env.game.result == {"player": total} and not info["action_mask"].any()


def test_a_block_alone_changes_nothing() -> None:
    env = SameGameEnv(rows=6, columns=6, colours=5)
    before, info = env.reset(seed=3)
    alone = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, _ = env.step(alone)
    assert (before == after).all() and reward == 0 and not over


def test_scotland_yard_passes_the_api_test() -> None:
    api_test(ScotlandYardEnv(), num_cycles=300)
    seed_test(lambda: ScotlandYardEnv(detectives=2), num_cycles=60)


def test_cops_and_robbers_passes_the_api_test() -> None:
    api_test(CopsAndRobbersEnv(graph="petersen", cops=2), num_cycles=300)
    api_test(CopsAndRobbersEnv(), num_cycles=100)
    seed_test(lambda: CopsAndRobbersEnv(graph="petersen"), num_cycles=60)


def test_tron_passes_the_parallel_api_test() -> None:
    parallel_api_test(TronEnv(board="9x9"), num_cycles=300)
    parallel_seed_test(lambda: TronEnv(board="9x9"), num_cycles=60)


def play(env: Any, seed: int) -> dict[str, float]:
    """A random game; the rewards at its end."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    final: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            final[agent] = reward
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return final


def test_the_detectives_win_together_or_mr_x_does() -> None:
    seen = set()
    env = ScotlandYardEnv(detectives=3)
    for seed in range(12):
        rewards = play(env, seed)
        mr_x = rewards.pop("mr_x")
        assert set(rewards.values()) == {1 - mr_x} and len(rewards) == 3
        seen.add(mr_x)
    assert seen == {0.0, 1.0}


def test_an_illegal_action_is_refused() -> None:
    env = ScotlandYardEnv()
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.observe("mr_x")["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not legal for mr_x"):
        env.step(illegal)
    assert not env.observe("detective_1")["action_mask"].any()
