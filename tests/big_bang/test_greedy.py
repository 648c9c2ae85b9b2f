"""The greedy bot: stronger than chance, and wise in positions where the right choice is plain."""

import numpy as np
import pytest

from cosmozoo.envs import VectorGame
from tests.playing import legal, load, play

from .table import PASS, all_with, alone, lay, new_game, over


def choice(env):
    """The label of what the bot does."""
    return env.action_labels[env.greedy_action()]


def turn(env):
    """The bot plays a whole turn of the seat to move."""
    seat = env.agent_selection
    while env.agent_selection == seat and not any(env.terminations.values()):
        env.step(env.greedy_action())
    return env


def wins(games, **variants):
    """Rewards of a greedy seat against a random one, sides alternating."""
    table = VectorGame("big_bang_v0", 128, seed=11, **variants)
    greedy = np.arange(128) % 2
    found = []
    while len(found) < games:
        table.step(np.where(table.to_move == greedy, table.greedy_actions(), table.sample_actions()))
        for game in np.flatnonzero(table.dones):
            found.append(table.rewards[game, greedy[game]])
            greedy[game] ^= 1
    return np.array(found)


@pytest.mark.parametrize(
    "variants", [{}, {"small": True, "mass": True}, {"gravity": True, "time": True, "darkness": True}]
)
def test_it_beats_chance(variants):
    rewards = wins(200, **variants)
    assert np.mean(rewards > 0) + np.mean(rewards == 0) / 2 >= 0.95


@pytest.mark.parametrize("puzzle", ["light", "parallel", "life"])
def test_it_does_better_than_chance_in_puzzles(puzzle):
    def mean(greedy):
        table = VectorGame("big_bang_v0", 64, 1, seed=2, puzzle=puzzle)
        total, ended = 0.0, 0
        while ended < 100:
            table.step(table.greedy_actions() if greedy else table.sample_actions())
            total += table.rewards[table.dones].sum()
            ended += table.dones.sum()
        return total / ended

    assert mean(True) > mean(False) + (0.01 if puzzle == "life" else 0.3)


def test_it_takes_a_carbon():
    env = load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4"))
    turn(env)
    assert env.infos["player_0"]["score"] == 3


@pytest.mark.parametrize("landing", ["C5", "C7"])
def test_it_lands_on_a_carbon(landing):
    """GRAVITY: of the four landings between C4 and C7 one joins the pair."""
    pair = {"C5": "B4 B3", "C7": "B7 B8"}[landing]
    env = load(lay(f"{all_with('He4', pair)}, C4 H2, C7 H2, {all_with('~He4', 'H1 H4 H7')}", gravity=True))
    turn(env)
    assert env.infos["player_0"]["score"] == 3


def test_it_breaks_the_opponents_carbon():
    """Seat 1 threatens H2 onto H2 beside its pair, and D8 sees the one that would fly; A1 and A3 tempt to fuse."""
    env = load(lay("F5 ~He4, F6 ~He4, G5 ~H2, G9 ~H2, D8 H2, A1 H1, A3 n, B10 He4, H1 He4"))
    assert "wins" in outcomes(play(env.clone(), PASS))
    assert "wins" not in outcomes(turn(env))


def outcomes(env):
    """What the seat to move can do in one turn: whether some way wins at once."""
    found = set()
    for move in legal(env) - {PASS}:
        moved = play(env.clone(), move)
        for go in legal(moved):
            found.add("wins" if over(play(moved.clone(), go)) else "goes on")
    return found


LONE = "A1 ~H1, A9 ~n, H1 ~H1, H9 ~n, E1 ~H1, E12 ~n"


def test_it_passes_when_a_pass_wins():
    env = load(lay(f"C3 He4, D7 H1, D9 n, {LONE}", seat_0=(10, 10, 10, 10), passes=1))
    assert "move D7" in legal(env)
    assert choice(env) == PASS


def test_it_never_passes_behind_while_it_can_move():
    env = load(lay("D7 H1, D9 n, A1 ~H2", passes=1))
    assert choice(env) in {"move D7", "move D9"}


def test_a_puzzle_solved_is_left_alone():
    """Parallel Universes: nothing touches, so every annihilation would only cost."""
    env = load(alone("D4 H2, D8 ~H2", "parallel"))
    assert choice(env) == PASS
    env = load(alone("D4 H2, D8 ~H2", "light"))
    assert choice(env) in {"move D4", "move D8"}


def test_the_choice_does_not_change_the_game():
    env = play(new_game(seed=4, gravity=True, time=True), "take matter")
    for _ in range(30):
        before = env.states.tobytes()
        action = env.greedy_action()
        assert env.greedy_action() == action
        assert env.states.tobytes() == before
        env.step(action)
