"""The greedy baseline: its choices in simple positions, and its strength against random play."""

import numpy as np
import pytest

from cosmozoo.envs import VectorGame
from tests.playing import load, play

from .table import A, D, E, lay, scoring, slot


def choice(table, *labels):
    """What the baseline does in a position, after these actions."""
    env = play(load(table), *labels)
    return env.unwrapped.action_labels[env.unwrapped.greedy_action()]


def follow(table, decisions):
    """The environment after so many decisions of the baseline."""
    env = load(table)
    for _ in range(decisions):
        env.step(env.unwrapped.greedy_action())
    return env


def test_it_marks_the_sole_element_of_a_large_body():
    # with red one may travel to 2 (a sole red on three: 2 points) and to 3 (a sole blue on five: 4 points)
    layout = "0 r0 r. | 1 r2 | 2 r. g. g. | 3 b. 4r. | 4 r1 | 5 6g. | 6 6b. | 7 4g. | 8 5b. | 9 3r."
    env = follow(lay(layout, astronauts=(0, 4, 1)), 2)
    assert slot(env, 3) == "b0 r. r. r. r."


def test_it_keeps_the_comet_for_a_small_gain():
    assert choice(lay(A, astronauts=(0, 2, 4), unused=[0])).startswith("travel")


def test_it_spends_the_comet_for_a_large_gain():
    # only by comet one reaches the sole blue among five greens: 5 points against 2 for the red of body 4
    layout = "0 r0 r. | 1 b. 5g. | 2 g1 | 3 g2 | 4 r. r3 | 5 2g3 3g. | 6 2b1 2b2 2b3 | 7 2b2 2b3 b. | 8 3r1 3r2 | 9 2r1"
    table = lay(layout, 4, astronauts=(0, 2, 3, 4), unused=[0], supply=[1, 1, 1, 1])
    assert choice(table) == "comet travel body 1"
    assert choice(table, "comet travel body 1") == "mark blue"


def test_it_splits_a_rival_off_a_pair():
    # printed tip: without g1 the sole g0 scores four instead of two
    layout = "0 g0 g1 3r. b. | 1 4b. | 2 4b. | 3 3b. | 4 4r. | 5 5r. | 6 5g. | 7 5g."
    env = follow(lay(layout, 4, phase="change", die=1, astronauts=(4, 5, 6, 7)), 2)
    assert slot(env, 0) == "b. g0 r. r. r."


def test_it_brings_foreign_colours_to_its_own_sole_marker():
    # body 3 (b0 r.) may be combined with 4 (three blue: majority 4) or 5 (three green: b0 stays sole, 4 points)
    layout = D.replace("3 b1 r.", "3 b0 r.").replace("4 2b. g0", "4 g. g. g.").replace("5 2r. 3g.", "5 2r. 2b. g.")
    env = follow(lay(layout, phase="change", die=5, astronauts=(0, 1, 2)), 2)
    assert slot(env, 3) == "b0 g. g. g. r."


def test_it_does_not_let_a_second_colour_get_ahead_of_both():
    # scores 2 and 2; marker colour 3 has 2, and would get 2 more on body 0 or 1, 1 more on body 3
    assert choice(lay(E, 2, phase="second", die=2, astronauts=(0, 1))) == "second body 2"


def test_it_steers_a_rival_into_a_black_hole():
    # with 0 body 1 becomes a black hole and seat 1 loses 6 points; the other partners give seat 0 nothing
    layout = "0 r. | 1 b1 b1 g. g1 r. | 2 5b. | 3 5b. | 4 5g. | 5 4g. r. | 6 5r. | 7 4r. g."
    env = follow(lay(layout, 4, phase="change", die=6, astronauts=(2, 3, 4, 6), black_holes=True), 2)
    assert slot(env, 0) == "b. b. g. g. r. r."


def test_its_choice_does_not_change_the_state():
    env = load(scoring("b0 3r.", "g1 2b.", players=4, unused=[0, 1, 2, 3]))
    before = env.unwrapped.states.tobytes()
    assert env.unwrapped.greedy_action() == env.unwrapped.greedy_action()
    assert env.unwrapped.states.tobytes() == before


@pytest.mark.parametrize(("players", "reward", "first"), [(2, 0.85, 0.9), (3, 0.6, 0.8), (4, 0.6, 0.7)])
@pytest.mark.parametrize("black_holes", [False, True])
def test_it_beats_random_play(players, black_holes, reward, first):
    vector = VectorGame("urknall_v0", 120, players, seed=3, black_holes=black_holes)
    seats = np.arange(120) % players
    rewards, ranks = np.zeros(120), np.full(120, -1)
    while (ranks < 0).any():
        greedy = vector.greedy_actions()
        assert vector.action_masks[np.arange(120), greedy].all()
        vector.step(np.where(vector.to_move == seats, greedy, vector.sample_actions()))
        for game in np.flatnonzero(vector.dones & (ranks < 0)):
            rewards[game], ranks[game] = vector.rewards[game, seats[game]], vector.ranks[game, seats[game]]
    assert rewards.mean() >= reward
    assert (ranks == 0).mean() >= first
