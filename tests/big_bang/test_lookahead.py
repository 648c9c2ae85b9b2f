"""The stronger baseline: what it must see, and how strong it is."""

import numpy as np
import pytest

from cosmozoo.train.evaluation import play as play_games
from cosmozoo.wrappers.policies import LookaheadPolicy
from tests.playing import legal, load, play, position

from .table import PASS, alone, lay, new_game


def choice(env):
    """What it decides."""
    unwrapped = env.unwrapped
    seen = env.observe(env.agent_selection)
    rows = seen["observation"][None], seen["action_mask"][None]
    action = LookaheadPolicy().act(*rows, table=unwrapped.table, states=unwrapped.states)[0]
    return unwrapped.table.labels.texts[action]


@pytest.mark.plain
def test_it_makes_carbon():
    env = load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4"))
    assert choice(env) == "move G9"
    assert choice(play(env, "move G9")) == "go W"


def test_it_breaks_up_the_others_carbon():
    """Two linked ~He4 wait for a third one; A1 sees F5 along its line and annihilates it, all else lets Carbon come."""
    env = load(lay("F5 ~He4, F6 ~He4, G5 ~H2, G9 ~H2, A1 He4, A3 He4, B1 n, B4 H1, D1 n, D3 H1"))
    assert choice(env) == "move A1"
    assert choice(play(env, "move A1")) == "go SE"


def test_it_passes_where_a_pass_wins():
    """The other has passed and I lead in light and Helium. I could move, but need not."""
    env = load(lay("D4 He4, F2 He4, D6 ~He4, H1 ~H2, H5 ~H2", passes=1, seat_0=(14, 14, 14, 14)))
    assert "move D4" in legal(env)
    assert choice(env) == PASS


def test_with_gravity_it_sees_a_carbon_that_lands_elsewhere_than_on_the_target():
    """G1 and G9 become He4, which links with F5 and F6 where it lands between them, on neither of their cells."""
    env = load(lay("F5 He4, F6 He4, G1 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4", gravity=True))
    assert choice(env) in ("move G1", "move G9")
    play(env, choice(env))
    play(env, choice(env))
    play(env, choice(env))
    assert position(env)["carbon"] == 0


def test_with_time_it_decays_where_a_pass_would_lose():
    """The other has passed and leads in light and Helium; no stack of mine can move, so there is a decay or defeat."""
    env = load(lay("D4 H3, F3 n, A1 ~He3, B8 ~n", passes=1, time=True, seat_0=(1, 1, 1, 1)))
    assert legal(env) == {PASS, "decay D4", "decay F3", "decay B8"}
    assert choice(env) == env.unwrapped.table.labels.texts[env.unwrapped.greedy_action()] != PASS


def test_sides_landings_and_puzzles_are_greedys():
    side = new_game(seed=2)
    landing = play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), "move D4", "go E")
    puzzle = load(alone("D4 H2, D7 H2, F2 ~H2, F6 ~H2", "life"))
    for env in (side, landing, puzzle):
        assert env.unwrapped.table.labels.texts[env.unwrapped.greedy_action()] == choice(env)


@pytest.mark.boundscheck
def test_it_is_legal_with_every_variant():
    for variants in ({"gravity": True}, {"time": True, "mass": True}, {"small": True, "darkness": True}):
        env = new_game(seed=4, **variants)
        for _ in range(60):
            if position(env)["phase"] == "over":
                break
            decided = choice(env)
            assert decided in legal(env)
            play(env, decided)


def test_it_beats_greedy():
    rewards = play_games("big_bang_v0", ["lookahead", "greedy"], 150, seed=1).rewards[:, 0]
    assert np.mean(rewards) > 0.25  # +0.57 over 600 games; the standard error of 150 is 0.06
