"""RLlib's interface, for Ray's current API stack. Needs the extra `rllib`.

`MultiAgentGame` shows a game to any algorithm of RLlib, every seat an agent, and `MaskedModule` is a network for it.
`SelfPlayRunner` plays many games at once in the batch engine, one seat the learner's, the others policies'; it is what
`cosmozoo train --engine rllib` uses. RLlib's own runners handle each decision in Python, which takes many times longer
than to play it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.algorithm_config import AlgorithmConfig
from ray.rllib.core import COMPONENT_RL_MODULE, DEFAULT_MODULE_ID
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env import INPUT_ENV_SINGLE_SPACES, INPUT_ENV_SPACES
from ray.rllib.env.env_runner import EnvRunner
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.rllib.utils.checkpoints import Checkpointable
from ray.rllib.utils.metrics import (
    EPISODE_LEN_MEAN,
    EPISODE_RETURN_MEAN,
    NUM_ENV_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    WEIGHTS_SEQ_NO,
)

from cosmozoo.envs import ActionError, GameEnv, get_game
from cosmozoo.envs.core.texts import listed

from .networks import build_network, shape_from_dict
from .policies import Policy
from .self_play import SelfPlayGames
from .single_seat import LegalActions

NEVER = -1e8
"""In place of the logit of an action that is not legal, as in sb3-contrib: finite, so that entropies are numbers."""


class MultiAgentGame(MultiAgentEnv):
    """A game with every seat an agent; exactly one of them acts in each step.

    Observations come for the agent that has to act, a dict of `observation` (O,) float32 and `action_mask` (A,) int8,
    and at the end for all agents. Rewards are those of the AEC environment: at the end, for every seat, whoever made
    the last decision; infos then have `score` and `rank`.

    Args:
        config: RLlib's `env_config`: `game_id`; `num_players`, a table size or a mapping of sizes to weights, from
            which each reset draws; `reward`, `max_cycles` and the variants as in `cosmozoo.envs.GameEnv`.

    Raises:
        KeyError: without `game_id`.
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        arguments = dict(config)
        game = get_game(arguments.pop("game_id"))
        sizes = arguments.pop("num_players", game.default_players)
        weights = dict(sizes) if isinstance(sizes, Mapping) else {sizes: 1.0}
        self._tables = [GameEnv(game, size, **arguments) for size in weights]
        self._weights = np.array(list(weights.values())) / sum(weights.values())
        self._generator = np.random.default_rng()
        self.game = self._tables[0]
        largest = max(self._tables, key=lambda table: table.num_players)
        self.possible_agents = list(largest.possible_agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = largest.observation_spaces
        self.action_spaces = {agent: LegalActions(game.num_actions) for agent in self.agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Start a game: observations and infos of the agent that has to act.

        Args:
            seed: starts the sequences of games and table sizes anew; with one table size the game is the one that
                `GameEnv.reset(seed)` starts.
            options: as in `GameEnv.reset`.
        """
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.game = self._tables[self._generator.choice(len(self._tables), p=self._weights)]
        for table in self._tables:
            if table is not self.game and seed is not None:
                table.reset(seed)
        self.game.reset(seed, options)
        self.agents = list(self.game.agents)
        return self._shown()

    def step(self, action_dict: Mapping[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Observations, rewards, terminations, truncations and infos, by agent.

        Raises:
            ActionError: unless it is one legal action of the agent that has to act; nothing has then changed.
        """
        agent = self.game.agent_selection
        if set(action_dict) != {agent}:
            raise ActionError(f"{agent} has to act, alone; actions came from {listed(action_dict) or 'nobody'}")
        self.game.step(action_dict[agent])
        observations, infos = self._shown()
        terminations, truncations = dict(self.game.terminations), dict(self.game.truncations)
        terminations["__all__"], truncations["__all__"] = all(terminations.values()), all(truncations.values())
        over = terminations["__all__"] or truncations["__all__"]
        rewards = dict(self.game.rewards) if over else {agent: 0.0}
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _shown(self) -> tuple[dict[str, dict[str, np.ndarray]], dict[str, dict[str, Any]]]:
        game = self.game
        over = game.terminations[game.agent_selection] or game.truncations[game.agent_selection]
        observations = {agent: game.observe(agent) for agent in (game.agents if over else [game.agent_selection])}
        for agent, seen in observations.items():
            self.action_spaces[agent].legal = seen["action_mask"]
        return observations, {agent: dict(game.infos[agent]) for agent in observations}


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """A network of ours (`cosmozoo.wrappers.networks`) that gives illegal actions no chance.

    `model_config` has `game_id` and `network`, a shape as `NetworkShape.as_dict()` writes it. The observations are
    those of `MultiAgentGame` and `SelfPlayRunner`. `network.state_dict()` has the names of a checkpoint's weights.
    """

    def setup(self) -> None:
        """Build the network; RLlib calls this."""
        self.network = build_network(
            get_game(self.model_config["game_id"]), shape_from_dict(self.model_config["network"])
        )

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        scores = self.network(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: torch.where(seen["action_mask"] != 0, scores, NEVER)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """(n,): the results that the seats expect."""
        return self.network.value(batch[Columns.OBS]["observation"])


def masked_spaces(game_id: str) -> tuple[gymnasium.spaces.Dict, gymnasium.spaces.Discrete]:
    """The spaces of observations and actions of `MultiAgentGame` and `SelfPlayRunner`, for `config.environment`."""
    game = get_game(game_id)
    observation, mask = game.layout.size, game.num_actions
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(-1, 1, (observation,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (mask,), np.int8),
        }
    ), gymnasium.spaces.Discrete(mask)


class SelfPlayRunner(EnvRunner, Checkpointable):
    """An env runner of RLlib over `SelfPlayGames`, for `config.env_runners(env_runner_cls=SelfPlayRunner)`.

    It plays `num_envs_per_env_runner` games at once and gives `rollout_fragment_length` decisions of each. The result
    of a game reaches the learner whoever made the last decision; games cut off at max_cycles count as ended, since
    their reward is that of the standings. `env_config` has the arguments of `SelfPlayGames`, but for `num_games`;
    each runner plays other games of the seed.
    """

    num_env_steps_sampled_lifetime: int
    """RLlib's count of the decisions that all runners have played."""

    def __init__(self, *, config: AlgorithmConfig, **kwargs: Any) -> None:
        super().__init__(config=config, **kwargs)
        self.module: Any = None
        self.games: SelfPlayGames | None = None
        self._weights_number = 0
        self.make_module()
        if self.worker_index or not self.config.num_env_runners:  # the one beside the learner plays only if alone
            self.make_env()

    def make_env(self) -> None:
        """Begin the games."""
        arguments = dict(self.config.env_config)
        entropy = np.random.SeedSequence(arguments.pop("seed", None), spawn_key=(self.worker_index or 0,))
        games, actions, opponents = entropy.generate_state(3)
        self._actions = torch.Generator().manual_seed(int(actions))
        self._seeds = np.random.default_rng(int(opponents))
        self.games = SelfPlayGames(num_games=self.config.num_envs_per_env_runner, seed=int(games), **arguments)

    def make_module(self) -> None:
        """Build the network, with weights at random."""
        self.module = self.config.get_rl_module_spec(spaces=self.get_spaces(), inference_only=True).build()

    def get_spaces(self) -> dict[str, tuple[gymnasium.Space, gymnasium.Space]]:
        """The spaces of the one network."""
        spaces = (self.config.observation_space, self.config.action_space)
        return {INPUT_ENV_SPACES: spaces, INPUT_ENV_SINGLE_SPACES: spaces, DEFAULT_MODULE_ID: spaces}

    def set_opponents(self, opponents: Policy) -> None:
        """Who sits in the other seats of all games that begin from now on."""
        if self.games is None:
            return
        opponents.seed(int(self._seeds.integers(2**32)))
        self.games.set_opponents(opponents)

    # ---- playing

    def sample(self, **kwargs: Any) -> list[SingleAgentEpisode]:
        """`rollout_fragment_length` decisions of each game, as episodes: one a game that ended, one of what goes on."""
        if self.games is None:
            raise RuntimeError("this runner only holds the network: it has no games")
        rollout = _Rollout(self.games, self.config.get_rollout_fragment_length(self.worker_index or 0))
        for now in range(rollout.rounds):
            rollout.look(now)
            chosen, scores, likelihoods = self._decide(rollout.observations[now], rollout.masks[now])
            self.games.step(chosen)
            rollout.keep(now, chosen, scores, likelihoods)
        rollout.look(rollout.rounds)
        self._count(rollout)
        return rollout.episodes()

    def _decide(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Actions (N,), logits (N, A) and the actions' log-probabilities (N,)."""
        seen = {"observation": torch.from_numpy(observations), "action_mask": torch.from_numpy(masks)}
        with torch.inference_mode():
            scores = self.module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
            likelihoods = scores.log_softmax(1)
            chosen = torch.multinomial(likelihoods.exp(), 1, generator=self._actions)
            return chosen[:, 0].numpy(), scores.numpy(), likelihoods.gather(1, chosen)[:, 0].numpy()

    def _count(self, rollout: _Rollout) -> None:
        """Tell RLlib how much was played and how it went."""
        played = rollout.actions.size
        self.num_env_steps_sampled_lifetime += played
        self.metrics.log_value(NUM_ENV_STEPS_SAMPLED, played, reduce="sum")
        self.metrics.log_value(NUM_ENV_STEPS_SAMPLED_LIFETIME, played, reduce="lifetime_sum", with_throughput=True)
        self.metrics.log_value(NUM_EPISODES, len(rollout.lengths), reduce="sum")
        window = max(1, self.config.metrics_num_episodes_for_smoothing // (self.config.num_env_runners or 1))
        for length, result in zip(rollout.lengths, rollout.rewards[rollout.dones], strict=True):
            self.metrics.log_value(EPISODE_LEN_MEAN, length, window=window)
            self.metrics.log_value(EPISODE_RETURN_MEAN, float(result), window=window)

    def get_metrics(self) -> Any:
        """What was counted since the last call."""
        return self.metrics.reduce()

    # ---- what RLlib keeps, sends and looks after

    def get_state(
        self,
        components: str | Collection[str] | None = None,
        *,
        not_components: str | Collection[str] | None = None,
        **kwargs: Any,
    ) -> dict[str, Any]:
        """The network's weights and how much was played; games are not kept."""
        state: dict[str, Any] = {NUM_ENV_STEPS_SAMPLED_LIFETIME: self.num_env_steps_sampled_lifetime}
        if self._check_component(COMPONENT_RL_MODULE, components, not_components):
            state |= {COMPONENT_RL_MODULE: self.module.get_state(), WEIGHTS_SEQ_NO: self._weights_number}
        return state

    def set_state(self, state: dict[str, Any]) -> None:
        """Take over the newest weights, and counts."""
        self.num_env_steps_sampled_lifetime = state.get(
            NUM_ENV_STEPS_SAMPLED_LIFETIME, self.num_env_steps_sampled_lifetime
        )
        number = state.get(WEIGHTS_SEQ_NO, 0)  # 0: whatever they are
        if COMPONENT_RL_MODULE not in state or 0 < number <= self._weights_number:
            return
        weights = state[COMPONENT_RL_MODULE]
        weights = ray.get(weights) if isinstance(weights, ray.ObjectRef) else weights
        self.module.set_state(weights.get(DEFAULT_MODULE_ID, weights))
        self._weights_number = number or self._weights_number

    def get_ctor_args_and_kwargs(self) -> tuple[tuple[()], dict[str, Any]]:
        """How RLlib makes such a runner anew."""
        return (), {"config": self.config}

    def get_checkpointable_components(self) -> list[tuple[str, Any]]:
        """What RLlib keeps in files of its own."""
        return [(COMPONENT_RL_MODULE, self.module)]

    def assert_healthy(self) -> None:
        """Raises AssertionError unless the runner can play."""
        assert self.module is not None
        assert self.games is not None

    def stop(self) -> None:
        """Nothing is held open."""


class _Rollout:
    """What the learner saw, did and got in some rounds of all games.

    observations (rounds + 1, N, O), masks (rounds + 1, N, A); actions, likelihoods, rewards, dones (rounds, N); scores
    (rounds, N, A); last: the last observation of each game that ended; lengths: the decisions of these games.
    """

    def __init__(self, games: SelfPlayGames, rounds: int) -> None:
        self.games = games
        self.rounds = rounds
        n, width, size = games.num_games, games.game.layout.size, games.game.num_actions
        self.observations = np.zeros((rounds + 1, n, width), np.float32)
        self.masks = np.zeros((rounds + 1, n, size), np.int8)
        self.actions = np.zeros((rounds, n), np.int64)
        self.scores = np.zeros((rounds, n, size), np.float32)
        self.likelihoods = np.zeros((rounds, n), np.float32)
        self.rewards = np.zeros((rounds, n), np.float32)
        self.dones = np.zeros((rounds, n), bool)
        self.last: dict[tuple[int, int], np.ndarray] = {}
        self.lengths: list[int] = []

    def look(self, now: int) -> None:
        """Keep what the learners see now."""
        self.observations[now], self.masks[now] = self.games.observations, self.games.action_masks

    def keep(self, now: int, actions: np.ndarray, scores: np.ndarray, likelihoods: np.ndarray) -> None:
        """Keep what they did, and what came of it."""
        games = self.games
        self.actions[now], self.scores[now], self.likelihoods[now] = actions, scores, likelihoods
        self.rewards[now], self.dones[now] = games.rewards, games.dones
        for game in np.flatnonzero(games.dones):
            self.last[now, int(game)] = games.final_observations[game].copy()
            self.lengths.append(int(games.final_lengths[game]))

    def episodes(self) -> list[SingleAgentEpisode]:
        """One for each game that ended, or goes on."""
        found = []
        for game in range(self.games.num_games):
            begin = 0
            for end in np.flatnonzero(self.dones[:, game]).tolist():
                found.append(self._episode(game, begin, end + 1, self.last[end, game]))
                begin = end + 1
            if begin < self.rounds:
                found.append(self._episode(game, begin, self.rounds, None))
        return found

    def _episode(self, game: int, begin: int, end: int, last: np.ndarray | None) -> SingleAgentEpisode:
        """Rounds `begin` to `end` of a game; `last` is the observation after them, if the game has ended there."""
        observations = self.observations[begin : end + 1, game].copy()
        masks = self.masks[begin : end + 1, game].copy()
        if last is not None:
            observations[-1], masks[-1] = last, 0
        rounds = slice(begin, end)
        return SingleAgentEpisode(
            observations=InfiniteLookbackBuffer({"observation": observations, "action_mask": masks}),
            infos=[{} for _ in observations],
            actions=InfiniteLookbackBuffer(self.actions[rounds, game]),
            rewards=InfiniteLookbackBuffer(self.rewards[rounds, game]),
            extra_model_outputs={
                Columns.ACTION_DIST_INPUTS: InfiniteLookbackBuffer(self.scores[rounds, game]),
                Columns.ACTION_LOGP: InfiniteLookbackBuffer(self.likelihoods[rounds, game]),
            },
            terminated=last is not None,
            len_lookback_buffer=0,
        )
