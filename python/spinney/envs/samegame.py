"""SameGame for Gymnasium."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..games import Game, game

Observation = NDArray[np.float32]


class SameGameEnv(gymnasium.Env[Observation, np.int64]):
    """Remove groups of blocks; the reward is the points that a move gives.

    An action is a block, ``row * columns + column``, which stands for its group. The observation has a
    plane per colour. ``info["action_mask"]`` says which blocks belong to a group of two or more. A
    block that does not changes nothing and gives no reward; after as many actions as there are blocks
    an episode is truncated.

    >>> from spinney.envs import SameGameEnv
    >>> env = SameGameEnv(rows=6, columns=6, colours=3)
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, int(info["action_mask"].sum()) > 0
    ((3, 6, 6), True)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        rows: int = 15,
        columns: int = 15,
        colours: int = 5,
        position: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self._options = {"rows": rows, "columns": columns, "colours": colours}
        if position:
            self._options = {"position": position}
            rows = columns = 15
            colours = 5
        self.rows, self.columns, self.colours = rows, columns, colours
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, (colours, rows, columns), np.float32)
        self.action_space = spaces.Discrete(rows * columns)
        self._game: Game | None = None
        self._steps = 0

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self._game is None:
            raise ValueError("reset() begins an episode")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode on another board."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**32))
        self._game = game("samegame", seed=drawn, **self._options)
        self._steps = 0
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Removes a group."""
        before = self._score()
        row, column = divmod(int(action), self.columns)
        legal = self._mask()[int(action)] == 1
        if legal:
            self.game.play(f"{row},{column}")
        self._steps += 1
        over = self.game.over
        truncated = not over and self._steps >= self.rows * self.columns
        return self._observation(), self._score() - before, over, truncated, self._info()

    def render(self) -> str:
        """The board in text."""
        return self.game.draw()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions remove a group, as libraries with masked actions ask for it."""
        return self._mask().astype(np.bool_)

    def _score(self) -> float:
        result = self.game.result
        return float(self.game.observe()["points"] if result is None else result["player"])

    def _cells(self) -> NDArray[np.int64]:
        return np.asarray(self.game.observe()["rows"], dtype=np.int64)

    def _observation(self) -> Observation:
        cells = self._cells()
        planes: Observation = np.zeros((self.colours, *cells.shape), np.float32)
        for colour in range(self.colours):
            planes[colour] = cells == colour + 1
        return planes

    def _mask(self) -> NDArray[np.int8]:
        # A block has a neighbour of its colour exactly if its group has two blocks or more.
        cells = self._cells()
        mask = np.zeros(cells.shape, np.int8)
        for axis in (0, 1):
            same = (np.diff(cells, axis=axis) == 0) & (np.delete(cells, -1, axis) > 0)
            first, second = np.zeros(cells.shape, bool), np.zeros(cells.shape, bool)
            if axis == 0:
                first[:-1], second[1:] = same, same
            else:
                first[:, :-1], second[:, 1:] = same, same
            mask[first | second] = 1
        return mask.ravel()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "score": self._score()}
