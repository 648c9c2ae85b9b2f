"""Evaluation: the statistics by hand, the seats, the deals, and the command."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cosmozoo.envs import VectorGame, big_bang_theory_v0
from cosmozoo.train.evaluation import evaluate, mean_by_deal, play, ratings, seatings, wilson, win_share
from cosmozoo.wrappers.policies import Policy

from .command_line import GAME, cosmozoo

# ---- By hand


def test_wilsons_interval_of_50_in_100() -> None:
    # middle 0.5; half 1.96 * sqrt(0.25 / 100 + 3.8415 / 40000) / 1.038415 = 0.09617
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)


def test_wilsons_interval_of_none_in_10() -> None:
    # the upper end is z² / (n + z²) = 3.8415 / 13.8415
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(1.0, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)


def test_independent_games_count_in_full() -> None:
    rate, interval = win_share(np.array([1.0, 0.0] * 50), np.arange(100) // 2)
    assert rate == 0.5
    assert interval == wilson(0.5, 100)


def test_games_that_repeat_their_deal_count_less() -> None:
    # Deviations of ±1 a deal: variance 2/1 * (1 + 1) / 4² = 1/4, that of 4 independent games 1/16: 4 times as much.
    rate, interval = win_share(np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1]))
    assert rate == 0.5
    assert interval == wilson(0.5, 1)


def test_mean_reward_is_judged_by_the_spread_between_deals() -> None:
    # Deals with the means 1/2, 0, -1/2, 0: variance of the mean (1/4 + 1/4) / (3 * 4), whatever happens within.
    rewards = np.array([1.0, 0.0, 1.0, -1.0, 0.0, -1.0, -1.0, 1.0])
    mean, (low, high) = mean_by_deal(rewards, np.arange(8) // 2)
    assert mean == 0
    assert (low, high) == pytest.approx((-1.95996 * (1 / 24) ** 0.5, 1.95996 * (1 / 24) ** 0.5), abs=1e-5)


def test_one_deal_says_nothing_about_the_spread() -> None:
    assert mean_by_deal(np.array([1.0, 0.5]), np.array([0, 0])) == (0.75, (-1.0, 1.0))


def test_ratings_follow_the_ranks() -> None:
    ranks = np.array([[0, 1, 2], [0, 2, 1], [0, 1, 1]] * 5)
    first, second, third = (mu for mu, _ in ratings(ranks))
    assert first > 25 > max(second, third)
    assert ratings(np.zeros((1, 2), np.int64))[0][0] == ratings(np.zeros((1, 2), np.int64))[1][0]


# ---- Seats and deals


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_seatings_are_all_there_are_and_rotate(players: int) -> None:
    orders = seatings(players)
    assert sorted(map(tuple, orders.reshape(-1, players))) == sorted(permutations(range(players)))
    for order in orders:
        for seat in range(players):
            assert sorted(order[:, seat]) == list(range(players))


class _Watcher(Policy):
    """Plays the first legal action and remembers its seats and the deals that it opened."""

    needs_states = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.seats: set[int] = set()
        self.openings: list[bytes] = []

    def act(self, observations: np.ndarray, masks: np.ndarray, *, table: Any = None, states: Any = None) -> np.ndarray:
        self.seats |= set(states["to_move"].tolist())
        self.openings += [s["want_order"].tobytes() + s["place"].tobytes() for s in states if s["cycles"] == 0]
        return masks.argmax(axis=1)


def test_every_policy_plays_every_deal_from_every_seat() -> None:
    watchers = [_Watcher(name) for name in "abc"]
    play(GAME, watchers, 12)
    for watcher in watchers:
        assert watcher.seats == {0, 1, 2}
        assert len(set(watcher.openings)) == len(watcher.openings) == 4
    assert len({frozenset(watcher.openings) for watcher in watchers}) == 1


def test_results_are_those_of_the_single_environment() -> None:
    """Greedy in all seats: each deal is one game, whose rewards go to whoever sat there."""
    results = play(GAME, ["greedy"] * 3, 9, seed=5)
    word = int(np.random.SeedSequence(5).generate_state(4, np.uint32)[0])
    env = big_bang_theory_v0.env(num_players=3)
    for deal, seed in enumerate(VectorGame(GAME, 3, 3, seed=word).seeds):
        env.reset(seed=int(seed))
        while not env.terminations["player_0"]:
            env.step(env.greedy_action())
        by_seat = np.array([env.rewards[agent] for agent in env.possible_agents], np.float32)
        for rotation in range(3):
            order = seatings(3)[deal % 2, rotation]
            assert results.rewards[3 * deal + rotation, order] == pytest.approx(by_seat)


def test_the_last_deal_may_be_incomplete() -> None:
    results = play(GAME, ["greedy", "random"], 5)
    assert results.deals.tolist() == [0, 0, 1, 1, 2]
    assert (results.rewards.sum(axis=1) == 0).all()
    assert (results.scores > 0).any(axis=1).all()


def test_ties_share_a_win() -> None:
    results = play(GAME, ["greedy", "random"], 2)
    results.ranks[:] = [[0, 0], [0, 1]]
    assert results.wins.tolist() == [[0.5, 0.5], [1, 0]]


def test_a_seed_fixes_the_result() -> None:
    first, again, other = (evaluate(GAME, ["random", "random"], 60, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.agents != other.agents


def test_threads_do_not_change_the_result() -> None:
    assert evaluate(GAME, ["greedy", "random"], 40) == evaluate(GAME, ["greedy", "random"], 40, num_threads=2)


def test_many_games_are_played_one_after_the_other_in_each_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cosmozoo.train.evaluation._SLOTS", 4)
    ended: list[int] = []
    results = play(GAME, ["greedy", "random"], 50, progress=ended.append)
    assert sum(ended) == 50
    assert (np.abs(results.rewards).sum(axis=1) > 0).mean() > 0.9
    assert results.rewards[:, 0].mean() > 0.5


@pytest.mark.parametrize("games", [0, -1, True, 1.5])
def test_a_bad_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(ValueError, match="must be an integer above 0"):
        evaluate(GAME, ["greedy", "random"], games)


# ---- The command


def test_evaluate_writes_json_and_a_picture(tmp_path: Path) -> None:
    json_file, picture = tmp_path / "out.json", tmp_path / "out.svg"
    command = ("evaluate", GAME, "greedy", "random", "random", "--games", 30, "--seed", 3, "--variants", "paradox=open")
    shown = cosmozoo(*command, "--json", json_file, "--plot", picture).output
    assert "greedy" in shown
    result = json.loads(json_file.read_text())
    assert (result["game"], result["players"], result["games"]) == (GAME, 3, 30)
    assert [agent["name"] for agent in result["agents"]] == ["greedy", "random", "random"]
    for agent in result["agents"]:
        for value, interval in (("win_rate", "win_rate_ci"), ("mean_reward", "mean_reward_ci")):
            low, high = agent[interval]
            assert low <= agent[value] <= high
        assert isinstance(agent["rating"], float)
    assert sum(agent["win_rate"] for agent in result["agents"]) == pytest.approx(1)
    assert sum(agent["mean_reward"] for agent in result["agents"]) == pytest.approx(0)
    assert result["agents"][0]["rating"] > result["agents"][1]["rating"]
    assert "<svg" in picture.read_text()
    assert {file.name for file in tmp_path.iterdir()} == {"out.json", "out.svg"}
    cosmozoo(*command, "--json", tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text()) == result


def test_evaluate_says_when_seatings_are_uneven() -> None:
    assert "5 games are no multiple of 2" in cosmozoo("evaluate", GAME, "greedy", "random", "--games", 5).output


def test_evaluate_says_when_games_were_cut_off() -> None:
    shown = cosmozoo("evaluate", GAME, "greedy", "random", "--games", 4, "--variants", "max_cycles=12").output
    assert "4 games were cut off at max_cycles" in shown


def test_puzzles_have_a_reward_but_no_winner(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    cosmozoo("evaluate", "big_bang_v0", "greedy", "--games", 2, "--variants", "puzzle=light", "--json", file)
    (agent,) = json.loads(file.read_text())["agents"]
    assert agent["rating"] is None
    assert -1 <= agent["mean_reward"] <= 1
