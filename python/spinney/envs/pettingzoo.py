"""Games of several players for PettingZoo."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ..games import Game, Move, game

Observation = dict[str, NDArray[Any]]


def _player(name: str) -> str:
    """``Mr X`` as ``mr_x``, ``detective 1`` as ``detective_1``."""
    return name.lower().replace(" ", "_")


class _TableEnv(AECEnv[str, Observation, int]):
    """A game whose players decide one after the other."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, spec: str, seats: dict[str, str], actions: int, render_mode: str | None) -> None:
        super().__init__()
        self._spec = spec
        self._seats = seats
        self.render_mode = render_mode
        self.possible_agents = list(seats)
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self.game = game(spec)
        shape = self.game.array(next(iter(seats.values()))).shape
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in seats}

    @abstractmethod
    def _action(self, move: Move) -> int:
        """The number of a move."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees: an array and which actions are legal."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = game(self._spec, seed=int(self._random.integers(2**32)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._deciding()

    def _deciding(self) -> str:
        return _player(self.game.deciding[0].name)

    def _moves(self, agent: str) -> dict[int, Move]:
        if self.game.over or self._deciding() != agent:
            return {}
        return {self._action(move): move for move in self.game.moves(self._seats[agent])}

    def observe(self, agent: str) -> Observation:
        """What an agent may know; the mask is empty where it does not decide."""
        mask = np.zeros(int(self._action_spaces[agent].n), np.int8)
        mask[list(self._moves(agent))] = 1
        return {"observation": self.game.array(self._seats[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self._moves(agent).get(int(action))
        if move is None:
            raise ValueError(f"action {action} is not legal for {agent}: see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self.game.play(move, self._seats[agent])
        result = self.game.result
        if result is not None:
            self.rewards = {of: result[self._seats[of]] for of in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self._deciding()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as everybody may see it."""
        return self.game.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be closed."""


class ScotlandYardEnv(_TableEnv):
    """Mr X and the detectives. All detectives win, or Mr X does.

    An action is ``(4 * double + ticket) * 199 + station - 1`` with the tickets taxi, bus, underground,
    black; the last action is to pass, for a detective who can't move.

    >>> from spinney.envs import ScotlandYardEnv
    >>> env = ScotlandYardEnv(detectives=3)
    >>> env.reset(seed=1)
    >>> env.agents
    ['mr_x', 'detective_1', 'detective_2', 'detective_3']
    """

    metadata: ClassVar[dict[str, Any]] = {**_TableEnv.metadata, "name": "scotland_yard_v0"}
    _TICKETS = ("taxi", "bus", "underground", "black")
    _STATIONS = 199

    def __init__(self, detectives: int = 5, render_mode: str | None = None) -> None:
        seats = {"mr_x": "hider"}
        seats |= {f"detective_{number}": "seekers" for number in range(1, detectives + 1)}
        actions = 2 * len(self._TICKETS) * self._STATIONS + 1
        super().__init__(f"scotland-yard(detectives={detectives})", seats, actions, render_mode)

    def _action(self, move: Move) -> int:
        if move.data["to"] is None:
            return 2 * len(self._TICKETS) * self._STATIONS
        ticket = self._TICKETS.index(move.data["ticket"])
        kind = len(self._TICKETS) * move.data["double"] + ticket
        return int(kind * self._STATIONS + move.data["to"] - 1)


class CopsAndRobbersEnv(_TableEnv):
    """Cops and a robber on a graph. An action is the number of a vertex.

    >>> from spinney.envs import CopsAndRobbersEnv
    >>> env = CopsAndRobbersEnv(graph="petersen", cops=2)
    >>> env.reset(seed=1)
    >>> env.agents
    ['cop_1', 'cop_2', 'robber']
    """

    metadata: ClassVar[dict[str, Any]] = {**_TableEnv.metadata, "name": "cops_and_robbers_v0"}

    def __init__(
        self,
        graph: str = "scotland-yard",
        cops: int = 3,
        rounds: int = 24,
        seen_every: int = 4,
        render_mode: str | None = None,
    ) -> None:
        seats = {f"cop_{number}": "cops" for number in range(1, cops + 1)} | {"robber": "robber"}
        spec = f"cops-and-robbers(graph={graph}, cops={cops}, rounds={rounds}, seen-every={seen_every})"
        actions = len(game(spec).board["names"])
        super().__init__(spec, seats, actions, render_mode)

    def _action(self, move: Move) -> int:
        return int(move.data["vertex"])


class TronEnv(ParallelEnv[str, Observation, int]):
    """Two light cycles that move at once. Actions are north, east, south and west.

    >>> from spinney.envs import TronEnv
    >>> env = TronEnv(board="9x9")
    >>> observations, infos = env.reset(seed=1)
    >>> observations["a"]["observation"].shape
    (3, 11, 11)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "tron_v0"}
    _DIRECTIONS = "NESW"

    def __init__(self, board: str = "20x20", render_mode: str | None = None) -> None:
        self._spec = f"tron(board={board})"
        self.render_mode = render_mode
        self.possible_agents = ["a", "b"]
        self.agents: list[str] = []
        self._random = np.random.default_rng()
        self.game: Game = game(self._spec)
        shape = self.game.array("a").shape
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (4,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(4) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Walls and heads, and which directions are free."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The four directions."""
        return self._action_spaces[agent]

    def _observe(self, agent: str) -> Observation:
        mask = np.zeros(4, np.int8)
        for move in self.game.moves(agent):
            mask[self._DIRECTIONS.index(move.text)] = 1
        return {"observation": self.game.array(agent), "action_mask": mask}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = game(self._spec, seed=int(self._random.integers(2**32)))
        self.agents = list(self.possible_agents)
        return {agent: self._observe(agent) for agent in self.agents}, {
            agent: {} for agent in self.agents
        }

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Both cycles move."""
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        for agent in agents:
            legal = self._observe(agent)["action_mask"]
            if not legal[int(actions[agent])]:
                raise ValueError(f"action {actions[agent]} is not legal for {agent}: see the mask")
        for agent in agents:
            self.game.play(self._DIRECTIONS[int(actions[agent])], agent)
        result = self.game.result
        observations = {agent: self._observe(agent) for agent in agents}
        rewards = {agent: 0.0 if result is None else result[agent] for agent in agents}
        over = dict.fromkeys(agents, result is not None)
        if result is not None:
            self.agents = []
        return observations, rewards, over, dict.fromkeys(agents, False), {a: {} for a in agents}

    def render(self) -> str | None:
        """The board in text."""
        return self.game.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be closed."""
