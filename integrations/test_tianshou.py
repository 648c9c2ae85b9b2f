"""Tianshou's PettingZooEnv takes the AEC environments as they are."""

from __future__ import annotations

import numpy as np
import pytest
from tianshou.env import DummyVectorEnv, PettingZooEnv

from cosmozoo.envs import GameEnv, games

from .reference import check_games


class Table:
    """A vector of one PettingZooEnv as `reference` drives it."""

    def __init__(self, env: GameEnv) -> None:
        self.agents = env.possible_agents
        self.envs = DummyVectorEnv([lambda: PettingZooEnv(env)])

    def reset(self, seed: int) -> int:
        observations, _ = self.envs.reset(seed=seed)
        self.now, self.ended = observations[0], False
        self.totals = np.zeros(len(self.agents))
        return seed

    def to_move(self) -> str:
        return self.now["agent_id"]

    def mask(self) -> np.ndarray:
        return np.array(self.now["mask"])

    def shown(self) -> dict[str, np.ndarray]:
        return {self.now["agent_id"]: self.now["obs"]}

    def step(self, action: int) -> None:
        observations, rewards, terminated, truncated, _ = self.envs.step([action])
        self.now, self.ended = observations[0], bool(terminated[0] or truncated[0])
        self.totals += rewards[0]

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[float]:
        return self.totals.tolist()


@pytest.mark.parametrize("game_id", games)
def test_every_return_is_that_of_the_aec_environment(game_id: str, episodes: int) -> None:
    check_games(Table, game_id, episodes)
