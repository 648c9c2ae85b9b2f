"""The PettingZoo ParallelEnv of a game in which seats decide at once."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
from pettingzoo.utils.env import ParallelEnv

from .aec import ActionError, GameEnv
from .game import Game
from .layout import Layout
from .texts import listed, near

WAIT = "wait"
"""Label of the action after the game's own A: of a seat that has no decision."""


class LegalDiscrete(gymnasium.spaces.Discrete):
    """Discrete(n) whose `sample()` without a mask draws among the actions that are legal at the moment."""

    def __init__(self, legal: np.ndarray) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action: by the mask or the probabilities, if one is given."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class ParallelGameEnv(ParallelEnv[str, dict[str, np.ndarray], int]):
    """A game as a PettingZoo ParallelEnv: one step is a decision of every seat that has one.

    In a simultaneous phase these are all seats (of a position loaded in its midst, those that have not decided
    yet), in any other phase the one seat to move. The other seats have one legal action, the last one, `wait`; so
    there are A + 1 actions. Observations are the dicts of the AEC environment, with a mask (A + 1,) for each seat;
    after the end it is all zeros. Rewards, infos and `max_cycles` (which counts decisions, not steps) are those of
    the AEC environment; the same seed and decisions give the same game.

    Attributes:
        sequential: the AEC environment that this one plays, to look at; step it only through this one.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        self.sequential = GameEnv(game, *args, **kwargs)
        self.metadata = {**self.sequential.metadata, "is_parallelizable": True}
        self.render_mode = self.sequential.render_mode
        self.possible_agents = list(self.sequential.possible_agents)
        self.agents: list[str] = []
        self.action_labels = (*self.sequential.action_labels, WAIT)
        """The label of each of the A + 1 actions."""
        size = len(self.action_labels)
        self._masks = {agent: np.zeros(size, np.int8) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space(size) for agent in self.possible_agents}
        self.action_spaces = {agent: LegalDiscrete(self._masks[agent]) for agent in self.possible_agents}
        self.state_space = self.sequential.state_space
        self._deciding: list[str] = []

    def _observation_space(self, size: int) -> gymnasium.spaces.Dict:
        observation = gymnasium.spaces.Box(-1, 1, (self.layout.size,), np.float32)
        return gymnasium.spaces.Dict(
            {"observation": observation, "action_mask": gymnasium.spaces.Box(0, 1, (size,), np.int8)}
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The Dict space of `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Discrete(A + 1). Without a mask its `sample()` draws among what the agent may do at the moment."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start a game; the arguments are those of the AEC environment. Gives observations and infos by agent."""
        self.sequential.reset(seed, options)
        self.agents = [] if self._over else list(self.possible_agents)
        self._find_decisions()
        return self._observations(), {agent: dict(info) for agent, info in self.sequential.infos.items()}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Make the decisions of all seats that have one; the others may give `wait` or nothing.

        Gives observations, rewards, terminations, truncations and infos by agent.

        Raises:
            ActionError: for an action that is missing or illegal; the game stands as it did.
            ValueError: when the game is over.
        """
        if not self.agents:
            raise ValueError("step() without a game: reset() starts one")
        decisions = [(agent, self._checked(agent, actions)) for agent in self._deciding]
        for agent in actions:
            if agent not in self._masks:
                raise ActionError(f"there is no agent {agent!r}{near(agent, self._masks)}")
            if agent not in self._deciding:
                self._checked(agent, actions)
        for agent, action in decisions:
            if self._over:
                break  # cut off at max_cycles
            assert self.sequential.agent_selection == agent
            self.sequential.step(action)
        if self._over:
            self.agents = []
        self._find_decisions()
        env = self.sequential
        return (
            self._observations(),
            dict(env.rewards),
            dict(env.terminations),
            dict(env.truncations),
            {agent: dict(info) for agent, info in env.infos.items()},
        )

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent may know now: `observation` (O,) float32 and `action_mask` (A + 1,) int8, new arrays."""
        seen = self.sequential.observe(agent)
        return {"observation": seen["observation"], "action_mask": self._masks[agent].copy()}

    def state(self) -> np.ndarray:
        """The full state, hidden things included, as float32 values in [-1, 1]."""
        return self.sequential.state()

    def position(self) -> dict[str, Any]:
        """The whole state as a JSON-able dict, hidden things included."""
        return self.sequential.position()

    def render(self) -> Any:
        """As the AEC environment."""
        return self.sequential.render()

    def close(self) -> None:
        """As the AEC environment."""
        self.sequential.close()

    def clone(self) -> ParallelGameEnv:
        """An independent environment in the same state, which continues identically."""
        return copy.deepcopy(self)

    @property
    def layout(self) -> Layout:
        """The named segments of the observation."""
        return self.sequential.layout

    @property
    def _over(self) -> bool:
        env = self.sequential
        return any(env.terminations.values()) or any(env.truncations.values())

    def _observations(self) -> dict[str, dict[str, np.ndarray]]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def _find_decisions(self) -> None:
        """Which seats have a decision, and everybody's mask."""
        env = self.sequential
        self._deciding = []
        if not self._over:
            first = self.possible_agents.index(env.agent_selection)
            at_once = env.table.phase(env.states) in env.game.simultaneous_phases
            self._deciding = self.possible_agents[first:] if at_once else [env.agent_selection]
        for agent, mask in self._masks.items():
            mask[:] = 0
            if agent in self._deciding:
                mask[:-1] = self._legal(agent)
            else:
                mask[-1] = bool(self._deciding)

    def _legal(self, agent: str) -> np.ndarray:
        """The game's own mask of a seat, (A,), as if it was its turn: no earlier choice of this phase changes it."""
        env = self.sequential
        states = env.states.copy()
        states["to_move"] = self.possible_agents.index(agent)
        masks = np.zeros((1, len(self.action_labels) - 1), np.int8)
        env.game.drivers.write_masks(states, env.table.rules, masks, False)
        return masks[0]

    def _checked(self, agent: str, actions: dict[str, int]) -> int:
        """The agent's action, if it is legal now."""
        mask = self._masks[agent]
        legal = listed(repr(self.action_labels[action]) for action in np.flatnonzero(mask))
        if agent not in actions:
            raise ActionError(f"{agent} has to decide: there is no action for it; legal are: {legal}")
        action = actions[agent]
        if not self.action_spaces[agent].contains(action):
            raise ActionError(f"action of {agent} is not in action space: {action!r} is not in 0 … {len(mask) - 1}")
        if not mask[action]:
            raise ActionError(f"{self.action_labels[action]!r} is not legal for {agent}; legal are: {legal}")
        return int(action)
