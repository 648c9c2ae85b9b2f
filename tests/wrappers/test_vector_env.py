"""Gymnasium's vector form: a hundred games of every kind, each decision and return as in the AEC environment."""

from __future__ import annotations

from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cosmozoo.envs import GameEnv, get_game
from cosmozoo.wrappers.registration import gymnasium_id

from ..playing import OWN_GAMES

EPISODES = 100
NUM_ENVS = 10


class Twin:
    """The AEC environment that one game of the vector plays, standing at a decision of the learner."""

    def __init__(self, game_id: str, players: int, seed: int, seat: int) -> None:
        self.env = GameEnv(get_game(game_id), players)
        self.env.reset(seed=seed)
        self.seat = seat
        self._find_decision()

    @property
    def agent(self) -> str:
        return f"player_{self.seat}"

    @property
    def over(self) -> bool:
        return self.env.terminations[self.agent] or self.env.truncations[self.agent]

    def _find_decision(self) -> None:
        """The others are greedy; a game that never asks the learner is not counted."""
        self._play_on()
        while self.over:
            self._next_game()
            self._play_on()

    def _play_on(self) -> None:
        while not self.over and self.env.agent_selection != self.agent:
            self.env.step(self.env.greedy_action())

    def _next_game(self) -> None:
        self.env.reset()
        self.seat = (self.seat + 1) % self.env.num_players

    def step(self, action: int) -> None:
        """The learner's decision and what follows, up to its next one or the end."""
        self.env.step(action)
        self._play_on()

    def go_on(self) -> None:
        """To the first decision in the next game."""
        self._next_game()
        self._find_decision()


def mostly_first(masks: np.ndarray) -> np.ndarray:
    """The learner's decisions: something legal, now this and now that."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([actions[len(actions) // 3] for actions in legal])


def episodes(game_id: str, players: int, number: int) -> Iterator[tuple[float, int]]:
    """Return and seat of games played in the vector and beside it."""
    envs = gymnasium.make_vec(gymnasium_id(game_id), num_envs=NUM_ENVS, opponents="greedy", num_players=players)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=7)
    seeds = envs.unwrapped.games.seeds  # type: ignore[attr-defined]
    twins = [Twin(game_id, players, int(seed), i % players) for i, seed in enumerate(seeds)]
    totals, ended = np.zeros(NUM_ENVS), 0
    while ended < number:
        for i, twin in enumerate(twins):
            seen = twin.env.observe(twin.agent)
            np.testing.assert_array_equal(observations[i], seen["observation"])
            np.testing.assert_array_equal(infos["action_mask"][i], seen["action_mask"])
        actions = mostly_first(infos["action_mask"])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        totals += rewards
        for i, twin in enumerate(twins):
            twin.step(int(actions[i]))
            assert (terminations[i], truncations[i]) == (
                twin.env.terminations[twin.agent],
                twin.env.truncations[twin.agent],
            )
            if not twin.over:
                continue
            assert totals[i] == pytest.approx(twin.env.rewards[twin.agent], abs=1e-6)
            assert infos["_final_obs"][i]
            np.testing.assert_array_equal(infos["final_obs"][i], twin.env.observe(twin.agent)["observation"])
            final = {name: infos["final_info"][name][i] for name in ("score", "rank", "seat")}
            assert final == {**twin.env.infos[twin.agent], "seat": twin.seat}
            yield totals[i], twin.seat
            totals[i] = 0
            ended += 1
            twin.go_on()


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_every_seat_is_paid_as_in_the_aec_environment(game_id: str) -> None:
    sizes = [players for players in get_game(game_id).players if players > 1]
    lowest = 0.0
    for players in sizes:
        played = list(episodes(game_id, players, -(-EPISODES // len(sizes))))
        assert {seat for _, seat in played} == set(range(players))
        lowest = min(lowest, *(total for total, _ in played))
    assert lowest == -1


def test_gymnasium_counts_the_same_returns() -> None:
    envs = RecordEpisodeStatistics(gymnasium.make_vec("cosmozoo/BigBangTheory-v0", 4, opponents="greedy"))
    _, infos = envs.reset(seed=1)
    while "episode" not in infos:
        _, rewards, terminations, _, infos = envs.step(mostly_first(infos["action_mask"]))
    assert (infos["_episode"] == terminations).all()
    assert (infos["episode"]["r"][terminations] == rewards[terminations]).all()
