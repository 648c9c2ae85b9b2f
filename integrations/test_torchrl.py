"""TorchRL's PettingZooWrapper takes the AEC environments as they are."""

from __future__ import annotations

import numpy as np
import pytest
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType, check_env_specs

from cosmozoo.envs import GameEnv, games

from .reference import check_games


class Table:
    """A PettingZooWrapper as `reference` drives it."""

    def __init__(self, env: GameEnv) -> None:
        self.agents = env.possible_agents
        self.env = PettingZooWrapper(env, use_mask=True)

    def reset(self, seed: int) -> int:
        self.now = self.env.reset(seed=seed)
        self.totals = [0.0] * len(self.agents)
        return seed

    def to_move(self) -> str:
        (acting,) = [agent for agent in self.agents if self.now[agent, "mask"].item()]
        return acting

    def mask(self) -> np.ndarray:
        return self.now[self.to_move(), "action_mask"][0].numpy()

    def shown(self) -> dict[str, np.ndarray]:
        return {agent: self.now[agent, "observation", "observation"][0].numpy() for agent in self.agents}

    def step(self, action: int) -> None:
        for agent in self.agents:  # TorchRL wants an action of everybody and takes that of the acting one
            self.now[agent, "action"] = self.env.full_action_spec[agent, "action"].zero()
        self.now[self.to_move(), "action"][0] = action
        self.now = self.env.step(self.now)["next"]
        for seat, agent in enumerate(self.agents):
            self.totals[seat] += self.now[agent, "reward"].item()

    def over(self) -> bool:
        return bool(self.now["done"].item())

    def returns(self) -> list[float]:
        return self.totals


@pytest.mark.parametrize("game_id", games)
def test_every_return_is_that_of_the_aec_environment(game_id: str, episodes: int) -> None:
    check_games(Table, game_id, episodes)


@pytest.mark.parametrize("game_id", games)
def test_specs_agree_with_what_comes(game_id: str) -> None:
    check_env_specs(PettingZooWrapper(GameEnv(games[game_id]), use_mask=True))


def test_a_rollout_of_one_group_pays_the_losers() -> None:
    env = GameEnv(games["big_bang_theory_v0"], 3)
    wrapped = PettingZooWrapper(env, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, seed=1)
    rollout = wrapped.rollout(1000)
    rewards = rollout["next", "agents", "reward"][..., 0]
    assert not rewards[:-1].any()
    assert sorted(rewards[-1].tolist()) == [-1, 0, 1]
    assert (rollout["agents", "mask"].sum(-1) == 1).all()  # one acts at a time
