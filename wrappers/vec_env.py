"""Stable-Baselines3's vector environment over the batch engine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from .policies import PolicyLike
from .seats import SeatChoice
from .self_play import SelfPlayGames


class SelfPlayVecEnv(VecEnv):
    """A learner plays many games at once against opponents, for Stable-Baselines3 and sb3-contrib's MaskablePPO.

    Observations (N, O) float32, actions (N,), rewards (N,) float32: the learner's result, zeros but where its game
    has ended; every seat's result arrives, whoever made the last decision. A finished game begins anew in the same
    step; `infos[i]` then has `terminal_observation`, `TimeLimit.truncated`, `episode` (`r` the return, `l` the
    learner's decisions, `t` seconds since the start), `score`, `rank`, `seat` and `num_players`.

    `action_masks` is there for MaskablePPO. `games` is the `SelfPlayGames` underneath.

    Args:
        bootstrap: report games cut off at max_cycles as `TimeLimit.truncated`, so that Stable-Baselines3 adds the
            value of their last observation to the reward. With False they are reported as ended, since the reward
            already is that of the final standings.

    The other arguments are those of `SelfPlayGames`.
    """

    def __init__(
        self,
        game_id: str,
        num_games: int,
        opponents: PolicyLike = "greedy",
        *,
        num_players: int | Sequence[int] | Mapping[int, float] | None = None,
        seat: SeatChoice = "rotate",
        seed: int | None = None,
        skip_forced: bool = False,
        reward: str = "rank",
        max_cycles: int | None = None,
        bootstrap: bool = True,
        **variants: Any,
    ) -> None:
        self.games = SelfPlayGames(
            game_id,
            num_games,
            opponents,
            num_players=num_players,
            seat=seat,
            seed=seed,
            skip_forced=skip_forced,
            reward=reward,
            max_cycles=max_cycles,
            **variants,
        )
        self.bootstrap = bootstrap
        game = self.games.game
        super().__init__(
            self.games.num_games,
            gymnasium.spaces.Box(-1, 1, (game.layout.size,), np.float32),
            gymnasium.spaces.Discrete(game.num_actions),
        )
        self._started = time.monotonic()
        self._fresh = seed is not None  # the games already stand at the start of this seed

    def set_opponents(self, opponents: PolicyLike) -> None:
        """Who sits in the other seats of all games that begin from now on."""
        self.games.set_opponents(opponents)

    def action_masks(self) -> np.ndarray:
        """(N, A) int8: the legal actions."""
        return self.games.action_masks.copy()

    def reset(self) -> np.ndarray:
        """Start all games anew, from the seed given to `seed()` or to the constructor, if any."""
        if self._seeds[0] is not None:
            self.games.reset(self._seeds[0])
        elif not self._fresh:
            self.games.reset()
        self._fresh = False
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.games.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions for `step_wait`."""
        self._taken = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Observations, rewards, dones, infos."""
        games = self.games
        games.step(self._taken)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        elapsed = round(time.monotonic() - self._started, 6)
        for i in np.flatnonzero(games.dones):
            infos[i] = {
                "terminal_observation": games.final_observations[i].copy(),
                "TimeLimit.truncated": bool(self.bootstrap and games.truncations[i]),
                "episode": {"r": float(games.rewards[i]), "l": int(games.final_lengths[i]), "t": elapsed},
                "score": int(games.final_scores[i]),
                "rank": int(games.final_ranks[i]),
                "seat": int(games.final_seats[i]),
                "num_players": int(games.num_players[i]),
            }
        return games.observations.copy(), games.rewards.copy(), games.dones.copy(), infos

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        """The attribute of this environment, once for each game asked for."""
        if attr_name == "render_mode":
            return [None for _ in self._get_indices(indices)]
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute."""
        return hasattr(self, attr_name)

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        """Refused: the games have no attributes of their own."""
        raise AttributeError(f"{attr_name} cannot be set: the games of {type(self).__name__} share everything")

    def env_method(
        self, method_name: str, *args: Any, indices: int | Iterable[int] | None = None, **kwargs: Any
    ) -> list[Any]:
        """`action_masks`, one array (A,) for each game asked for; other methods belong to single environments."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of {type(self).__name__} have no method {method_name!r}")
        return [self.games.action_masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(
        self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: int | Iterable[int] | None = None
    ) -> list[bool]:
        """Whether each game counts as wrapped: in a Monitor it does, since `infos` have `episode`."""
        from stable_baselines3.common.monitor import Monitor

        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]
