"""Gymnasium's vector environment over the batch engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .policies import PolicyLike
from .seats import SeatChoice
from .self_play import SelfPlayGames


class SelfPlayVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """A learner plays many games at once against opponents: `gymnasium.make_vec("cosmozoo/BigBangTheory-v0", 256)`.

    Observations (N, O) float32, actions (N,). Games that end begin anew in the same step (`AutoresetMode.SAME_STEP`).
    Infos have `action_mask` (N, A) int8; where games have ended also `final_obs` (an object array, None elsewhere)
    with its marker `_final_obs`, and `final_info` with `score`, `rank` and `seat` (N,) and their markers.

    Arguments as those of `SelfPlayGames`, whose `num_games` is called `num_envs` here.
    """

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1,
        opponents: PolicyLike = "greedy",
        *,
        num_players: int | Sequence[int] | Mapping[int, float] | None = None,
        seat: SeatChoice = "rotate",
        skip_forced: bool = False,
        reward: str = "rank",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **variants: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("many games at once are not drawn: leave render_mode out, or make a single environment")
        self.games = SelfPlayGames(
            game_id,
            num_envs,
            opponents,
            num_players=num_players,
            seat=seat,
            skip_forced=skip_forced,
            reward=reward,
            max_cycles=max_cycles,
            **variants,
        )
        game = self.games.game
        self.num_envs = self.games.num_games
        self.render_mode = None
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = gymnasium.spaces.Box(-1, 1, (game.layout.size,), np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def set_opponents(self, opponents: PolicyLike) -> None:
        """Who sits in the other seats of all games that begin from now on."""
        self.games.set_opponents(opponents)

    def action_masks(self) -> np.ndarray:
        """(N, A) int8: the legal actions."""
        return self.games.action_masks.copy()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start all games anew. `seed` is one integer for all of them; options are ignored."""
        if isinstance(seed, list):
            raise ValueError("give one seed for all games, an integer, not a list")
        super().reset(seed=seed)
        self.games.reset(seed)
        return self.games.observations.copy(), {"action_mask": self.action_masks()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Observations, rewards (N,) float64, terminations, truncations, infos."""
        games = self.games
        games.step(actions)
        infos: dict[str, Any] = {"action_mask": self.action_masks()}
        if games.dones.any():
            ended = games.dones.copy()
            last = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended):
                last[i] = games.final_observations[i].copy()
            results = {"score": games.final_scores, "rank": games.final_ranks, "seat": games.final_seats}
            final: dict[str, np.ndarray] = {}
            for name, values in results.items():
                final |= {name: np.where(ended, values, 0), f"_{name}": ended.copy()}
            infos |= {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}
        terminations = games.dones & ~games.truncations
        return (
            games.observations.copy(),
            games.rewards.astype(np.float64),
            terminations,
            games.truncations.copy(),
            infos,
        )
