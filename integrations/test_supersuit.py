"""SuperSuit: its vectors of AEC and parallel environments, and the wrappers that take observations that are dicts."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import supersuit

from cosmozoo.envs import GameEnv, big_bang_theory_v0, black_hole_buccaneers_v0, games

from .reference import check_games


class Table:
    """A vector of one AEC environment as `reference` drives it."""

    def __init__(self, env: GameEnv) -> None:
        self.agents = env.possible_agents
        self.envs = supersuit.vectorize_aec_env_v0(env, 1)

    def reset(self, seed: int) -> int:
        self.envs.reset(seed=seed)
        self.totals = np.zeros(len(self.agents))
        return seed

    def to_move(self) -> str:
        return self.envs.agent_selection

    def mask(self) -> np.ndarray:
        return self.envs.last()[0][0]["action_mask"]

    def shown(self) -> dict[str, np.ndarray]:
        return {agent: self.envs.observe(agent)[0]["observation"] for agent in self.agents}

    def step(self, action: int) -> None:
        self.envs.step([action])
        self.totals += [self.envs.rewards[agent][0] for agent in self.agents]

    def over(self) -> bool:
        return all(self.envs.terminations[agent][0] or self.envs.truncations[agent][0] for agent in self.agents)

    def returns(self) -> list[float]:
        return self.totals.tolist()


@pytest.mark.parametrize("game_id", games)
def test_every_return_is_that_of_the_aec_environment(game_id: str, episodes: int) -> None:
    check_games(Table, game_id, episodes)


def test_a_vector_of_simultaneous_games_pays_every_seat(episodes: int) -> None:
    env = supersuit.pettingzoo_env_to_vec_env_v1(black_hole_buccaneers_v0.parallel_env(num_players=3))
    envs = supersuit.concat_vec_envs_v1(env, 2, base_class="gymnasium")
    seen, _ = envs.reset(seed=1)
    generator = np.random.default_rng(1)
    ended: list[list[float]] = []
    while len(ended) < episodes:
        actions = [generator.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, rewards, terminated, _, _ = envs.step(np.array(actions))
        for table in (slice(0, 3), slice(3, 6)):
            assert terminated[table].all() == terminated[table].any()
            if terminated[table].all():
                ended.append(rewards[table].tolist())
            else:
                assert not rewards[table].any()
    assert np.allclose(np.sum(ended, axis=1), 0)
    assert np.min(ended) == -1


def test_observations_and_rewards_can_be_changed() -> None:
    env: Any = supersuit.reward_lambda_v0(big_bang_theory_v0.env(num_players=2), lambda reward: 10 * reward)
    env = supersuit.observation_lambda_v0(env, _flat, _flat_space)
    env = supersuit.frame_stack_v1(env, 2)
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    size, actions = env.unwrapped.layout.size, len(env.unwrapped.action_labels)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        assert seen.shape == (2 * (size + actions),)  # two frames, the newest last
        mask = seen[-actions:]
        env.step(None if terminated or truncated else int(generator.choice(np.flatnonzero(mask))))
    assert sorted(returns.values()) == [-10, 10]


def _flat(seen: dict[str, np.ndarray], space: gymnasium.spaces.Dict) -> np.ndarray:
    """Observation and mask in a row, for wrappers that want a Box."""
    return np.concatenate([seen["observation"], seen["action_mask"].astype(np.float32)])


def _flat_space(space: gymnasium.spaces.Dict) -> gymnasium.spaces.Box:
    size = space["observation"].shape[0] + space["action_mask"].shape[0]
    return gymnasium.spaces.Box(-1, 1, (size,), np.float32)
