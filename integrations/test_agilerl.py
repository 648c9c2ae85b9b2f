"""AgileRL takes the Gymnasium vector form with masks, and the parallel form of simultaneous games."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from agilerl.algorithms import DQN
from agilerl.vector.pz_async_vec_env import AsyncPettingZooVecEnv

from cosmozoo.envs import black_hole_buccaneers_v0, games
from cosmozoo.wrappers.registration import gymnasium_id

NETWORK = {"encoder_config": {"hidden_size": [16]}, "head_config": {"hidden_size": [16]}}


@pytest.mark.parametrize("game_id", games)
def test_its_dqn_keeps_to_the_masks(game_id: str) -> None:
    """An illegal action would raise. The returns of this form are tested in tests/wrappers/test_vector_env.py."""
    tables = gymnasium.make_vec(gymnasium_id(game_id), num_envs=8, opponents="random")
    agent = DQN(tables.single_observation_space, tables.single_action_space, net_config=NETWORK)
    observations, infos = tables.reset(seed=1)
    results: list[float] = []
    while len(results) < 8:
        actions = agent.get_action(observations, epsilon=0.5, action_mask=infos["action_mask"])
        observations, rewards, terminated, truncated, infos = tables.step(actions)
        results += rewards[terminated | truncated].tolist()
    assert min(results) < 0


def test_its_parallel_vector_pays_every_seat(episodes: int) -> None:
    """Each step of a game in another process is that of the same game here."""
    here = black_hole_buccaneers_v0.parallel_env(num_players=3)
    there = AsyncPettingZooVecEnv([lambda: black_hole_buccaneers_v0.parallel_env(num_players=3)])
    generator = np.random.default_rng(1)
    lowest = 0.0
    try:
        for number in range(episodes):
            seen, _ = here.reset(seed=number)
            their_seen, _ = there.reset(seed=number)
            while here.agents:
                for agent in here.possible_agents:
                    for part, value in seen[agent].items():
                        np.testing.assert_array_equal(their_seen[agent][part][0], value)
                legal = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in here.agents}
                actions = {agent: int(generator.choice(choices)) for agent, choices in legal.items()}
                seen, rewards, ended, _, _ = here.step(actions)
                theirs = there.step({agent: np.array([action]) for agent, action in actions.items()})
                their_seen = theirs[0]
                for agent in here.possible_agents:
                    assert theirs[1][agent][0] == pytest.approx(rewards[agent])
                    assert theirs[2][agent][0] == ended[agent]
            expected = [here.sequential.rewards[agent] for agent in here.possible_agents]
            assert list(rewards.values()) == expected
            lowest = min(lowest, *expected)
    finally:
        there.close()
    assert lowest == -1
