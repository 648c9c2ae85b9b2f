"""The greedy bot: how it fares against random play, and single choices that anybody would make."""

import numpy as np
import pytest

from cosmozoo.envs import VectorGame
from tests.playing import load, play, position

from .table import lay


def against_random(players, games, seed=1):
    """Mean rank reward and share of wins (shared ones too) of one greedy seat, which rotates from game to game."""
    vector = VectorGame("space_mission_v0", games, players, seed=seed)
    seats = np.arange(games) % players
    rewards, wins = np.full(games, np.nan), np.zeros(games)
    while np.isnan(rewards).any():
        actions, greedy = vector.sample_actions().copy(), vector.greedy_actions()
        own = vector.to_move == seats
        actions[own] = greedy[own]
        vector.step(actions)
        for i in np.flatnonzero(vector.dones & np.isnan(rewards)):
            rewards[i] = vector.rewards[i, seats[i]]
            wins[i] = vector.ranks[i, seats[i]] == 0
    return rewards.mean(), wins.mean()


def test_it_wins_95_of_100_games_of_two_players_against_random():
    _, wins = against_random(2, 400)
    assert wins >= 0.95


@pytest.mark.parametrize("players", [3, 4, 5])
def test_its_mean_reward_at_tables_of_random_players(players):
    reward, _ = against_random(players, 200)
    assert reward >= 0.8


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_its_games_against_itself_end(players):
    vector = VectorGame("space_mission_v0", 100, players, seed=3)
    running = np.ones(100, bool)
    for _ in range(1000):
        vector.step(vector.greedy_actions())
        assert not vector.truncations.any()
        running &= ~vector.dones
        if not running.any():
            return
    raise AssertionError(f"{running.sum()} games still go on")


def choice(table):
    env = load(table).unwrapped
    return env.action_labels[env.greedy_action()]


def test_it_discovers_a_good_tile():
    table = lay(piles={0: "3 water, space"}, taken={0: "0 water, 3x1 medal"}, stations={0: 1}, ships={0: 0},
                hands={0: "B1O1 B2O2 B3G4"})  # fmt: skip
    assert choice(table) == "discover"


def test_it_takes_the_fourth_water_before_a_medal():
    table = lay(phase="discover_take", piles={0: "water, medal, space"}, taken={0: "2x0 alien blue, 3x0 water"},
                stations={0: 0})  # fmt: skip
    assert choice(table) == "take water"


def test_it_takes_the_leading_mineral():
    table = lay(phase="discover_take", piles={0: "mineral red, mineral blue, medal"},
                taken={0: "3x0 mineral red, 2x0 mineral blue"}, stations={0: 0})  # fmt: skip
    assert choice(table) == "take mineral red"


def test_it_fills_an_empty_hand():
    assert choice(lay(ships={0: 0})) == "top up"


def test_it_develops_when_it_can():
    table = lay(names={0: "Hazard"}, taken={0: "0 water"}, piles={0: "3 water, 4 space"}, hands={0: "B1O2 B2O4"})
    env = load(table)
    for _ in range(4):
        env.step(env.unwrapped.greedy_action())
    assert position(env)["planets"][0]["station"] == 0


def test_it_pays_with_the_card_of_less_use():
    table = lay(phase="jump_card", target=1, names={0: "Saltpan", 1: "Hazard", 2: "Ruby Red", 3: "Old Anchor"},
                taken={0: "0 water"}, hands={0: "B1O1 B1G3"})  # fmt: skip
    assert choice(table) == "card B1G3"  # orange 1 lands on Saltpan, which it has scanned
    env = load(table)
    play(env, "card B1G3")
    assert position(env)["hands"][0] == ["B1O1"]
