"""Train a small agent on SameGame: linear TD(0) on afterstates, with NumPy alone.

    python learn_samegame.py [EPISODES]

A position is described by a few numbers: blocks left, blocks without a neighbour of their colour,
colours with a single block, the most frequent colour, columns left. The value of a position is a
weighted sum of them; a move is chosen by its points and the value of what it leaves.
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from spinney.envs import SameGameEnv

Vector = NDArray[np.float64]

POINTS = 100.0
"""Rewards are learnt in hundreds of points."""


def features(planes: NDArray[np.float32], mask: NDArray[np.int8]) -> Vector:
    """What the value of a position depends on."""
    per_colour = planes.sum(axis=(1, 2))
    blocks = float(per_colour.sum())
    alone = blocks - float(mask.sum())
    singles = float((per_colour == 1).sum())
    largest = float(per_colour.max(initial=0))
    columns = float(planes.any(axis=(0, 1)).sum())
    size = planes[0].size
    return np.array([1, blocks / size, alone / size, singles, (largest / size) ** 2, columns / 15])


def after(env: SameGameEnv, action: int) -> tuple[float, bool, Vector]:
    """Reward, end and features after a move, which is taken back."""
    observation, reward, over, _, info = env.step(action)
    described = features(observation, info["action_mask"])
    env.game.undo()
    return reward, over, described


def representatives(env: SameGameEnv) -> list[int]:
    """One action per group."""
    moves = env.game.moves()
    return [move.data["row"] * env.columns + move.data["column"] for move in moves]


def choose(env: SameGameEnv, weights: Vector) -> int:
    """The move with the highest points and value after it."""

    def value(action: int) -> float:
        reward, over, described = after(env, action)
        return reward / POINTS + (0.0 if over else float(weights @ described))

    return max(representatives(env), key=value)


def episode(
    env: SameGameEnv, weights: Vector, seed: int, rng: np.random.Generator, epsilon: float, rate: float
) -> float:
    """Plays a board and learns from it, in place; gives the score."""
    observation, info = env.reset(seed=seed)
    before = features(observation, info["action_mask"])
    score, over = 0.0, False
    while not over:
        explore = rng.random() < epsilon
        action = int(rng.choice(representatives(env))) if explore else choose(env, weights)
        observation, reward, over, _, info = env.step(action)
        described = features(observation, info["action_mask"])
        target = reward / POINTS + (0.0 if over else float(weights @ described))
        weights += rate * (target - float(weights @ before)) * before
        before, score = described, score + reward
    return score


def main(episodes: int = 300, boards: int = 20, size: int = 8) -> tuple[float, float]:
    """Trains; gives the mean score on fresh boards before and after."""
    env = SameGameEnv(rows=size, columns=size, colours=3)
    rng = np.random.default_rng(1)
    weights = np.zeros(6)

    def test() -> float:
        fresh = range(10_000, 10_000 + boards)
        return float(np.mean([episode(env, weights.copy(), s, rng, 0.0, 0.0) for s in fresh]))

    untrained = test()
    print(f"greedy: {untrained:.0f} points per board")
    for number in range(episodes):
        episode(env, weights, number, rng, epsilon=0.1, rate=0.02)
        if (number + 1) % max(1, episodes // 5) == 0:
            print(f"after {number + 1} boards: {test():.0f} points, weights {weights.round(2)}")
    return untrained, test()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
