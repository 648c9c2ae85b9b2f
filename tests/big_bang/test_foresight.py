"""What a network is told of every move: derived by hand, and held against what the moves bring when they are made."""

import numpy as np
import pytest

from cosmozoo.envs import get_game
from cosmozoo.envs.big_bang.foresight import FORESEEN, PROSPECTS
from cosmozoo.envs.big_bang.lookahead import LOOKED_AT
from tests.playing import legal, load, play, position

from .table import CELLS, DIRECTIONS, lay, light, new_game

WAYS = list(DIRECTIONS)


def foreseen(env):
    """What the seat to move is told of its moves, by source and direction: name and value of what is not zero."""
    game = get_game("big_bang_v0")
    seen = env.observe(env.agent_selection)["observation"][None]
    told = np.ones((1, 84, 6, len(FORESEEN)), np.float32)
    game.drivers.foresee_moves(seen, game.table().rules, game.state.zeros(), told)
    assert not told[0][told[0, :, :, 0] == 0].any()
    return {
        (CELLS[cell], WAYS[way]): {
            name: round(float(value), 3) for name, value in zip(FORESEEN, told[0, cell, way], strict=True) if value
        }
        for cell, way in np.argwhere(told[0, :, :, 0])
    }


def of_the_move(told):
    """What a move itself brings, without greedy's worth, which has tests of its own."""
    return {name: value for name, value in told.items() if name not in PROSPECTS and "worth" not in name}


@pytest.mark.plain
def test_two_h2_that_become_he4():
    told = foreseen(load(lay("D4 H2, D7 H2, A1 ~He4")))
    assert set(told) == {("D4", "E"), ("D7", "W")}
    assert of_the_move(told["D4", "E"]) == {
        "legal": 1,
        "my H2": -1,  # two of them, half a unit each
        "my He4": 0.5,
        "particles in my largest star": 0.25,  # from 2 to 4, an eighth each
        "my stacks that can move": -0.25,  # both could, He4 cannot
        "ways open to fuse mine": -0.25,
        "light token, +1 mine": -1,  # all other particles lie in the other's reserve
        "my largest group of He4": pytest.approx(0.333),
        "other largest group of He4": pytest.approx(0.333),
    }


def test_an_annihilation():
    told = foreseen(load(lay("D4 H2, D6 ~H2, A9 n, H4 ~n", seat_0=(19, 19, 19, 19))))
    assert set(told) == {("D4", "E")}
    assert of_the_move(told["D4", "E"]) == {
        "legal": 1,
        "annihilation": 1,
        "my light less the other's": 0.5,  # 4 particles
        "my H2": -0.5,
        "other H2": -0.5,
        "particles in my largest star": -0.125,  # the lone neutron is left
        "particles in other largest star": -0.125,
        "my stacks that can move": -0.125,
        "other stacks that can move": -0.125,
        "ways open to annihilate": -0.25,  # from either side
        "light token, +1 mine": 1,
    }


def test_carbon_and_its_threat():
    told = foreseen(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4")))
    carbon, none = told["G9", "W"], told["G5", "E"]
    assert (carbon["Carbon"], carbon["my largest group of He4"]) == (1, 1)
    assert "Carbon" not in none
    before = foreseen(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, D1 n, D3 H1, A1 ~He4, A3 ~He4, A5 ~He4, H1 ~n, H9 ~H1")))
    assert before["D1", "E"]["my Carbon within reach"] == 1


def test_carbon_as_the_answer():
    """The stacks of the worked example 9 are the other's: whatever I do, it makes Carbon."""
    told = foreseen(load(lay("F5 ~He4, F6 ~He4, G5 ~H2, G9 ~H2, A4 He4, A8 He4, A9 He4, D1 n, D3 H1, H1 ~n, H9 ~H1")))
    assert set(told) == {("D1", "E"), ("D3", "W")}
    for move in told.values():
        assert move["the end by then, +1 won"] == -1
        assert move["greedy's worth of the board after the answer, change"] == -2
        assert move["greedy's worth of the board after the reply, change"] == -2


def test_nothing_follows_my_carbon():
    told = foreseen(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4")))["G9", "W"]
    assert (told["played on"], told["the end by then, +1 won"]) == (1, 1)
    assert told["greedy's worth of the board after the reply, change"] == 2


def test_the_best_moves_alone_are_played_on():
    told = foreseen(new_game(seed=3, sides="fixed"))
    worth = {move: values.get("greedy's worth of the board", 0) for move, values in told.items()}
    known = {move for move, values in told.items() if "played on" in values}
    assert len(told) > len(known) == LOOKED_AT
    assert min(worth[move] for move in known) >= max(worth[move] for move in set(told) - known)


def test_answer_and_reply_are_those_of_greedy():
    env = new_game(seed=5, sides="fixed")
    compared = 0
    while position(env)["phase"] == "turn":
        told = {move: values for move, values in foreseen(env).items() if "played on" in values}
        if not told:
            break
        mine = position(env)["to_move"]
        cell, way = list(told)[compared % len(told)]
        play(env, f"move {cell}", f"go {way}")
        while position(env)["to_move"] == 1 - mine:
            env.step(env.unwrapped.greedy_action())
        while position(env)["to_move"] == mine:
            env.step(env.unwrapped.greedy_action())
        seen = env.unwrapped.layout.split(env.observe(env.possible_agents[mine])["observation"])
        after = [told[cell, way].get(name, 0) for name in PROSPECTS if "token" in name]
        assert after == seen["tokens"].tolist()
        compared += 1
    assert compared > 5


def test_only_the_chosen_stack_is_told_of_in_a_direction():
    env = play(load(lay("D2 H1, D6 n, H2 ~H1, H4 ~n")), "move D2")
    assert set(foreseen(env)) == {("D2", "E")}


def test_with_mass_there_is_no_light_to_win():
    told = foreseen(load(lay("D4 H2, D6 ~H2, A9 n, H4 ~n", mass=True)))["D4", "E"]
    assert told["annihilation"] == 1
    assert not {name for name in told if "light" in name}


def test_with_gravity_a_fused_stack_lands_where_greedy_would_let_it():
    told = foreseen(load(lay("F5 He4, F6 He4, G1 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4", gravity=True)))
    assert told["G1", "E"]["Carbon"] == told["G9", "W"]["Carbon"] == 1


@pytest.mark.parametrize("players", [1, 2])
def test_nothing_is_told_in_puzzles(players):
    assert foreseen(load(lay("D4 H2, D7 H2, F2 ~H2, F6 ~H2", players, puzzle="life"))) == {}


def test_nothing_is_told_where_a_side_is_chosen_or_a_fused_stack_lands():
    assert foreseen(new_game()) == {}
    assert foreseen(play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), "move D4", "go E")) == {}


@pytest.mark.boundscheck
@pytest.mark.parametrize("variants", [{}, {"small": True, "darkness": True}])
def test_legal_moves_and_their_outcome_as_when_they_are_made(variants):
    env = new_game(seed=3, sides="fixed", **variants)
    chance = np.random.default_rng(4)
    compared = 0
    for _ in range(20):
        told = foreseen(env)
        before = position(env)
        assert {f"move {cell}" for cell, _ in told} == legal(env) - {"pass"}
        if not told:
            break
        cell, way = list(told)[chance.integers(len(told))]
        mine = before["to_move"]
        standing, shone = properties(env, mine), light(env)[mine]
        play(env, f"move {cell}")
        assert {f"go {way}" for _, way in foreseen(env)} == legal(env)
        assert of_the_move(foreseen(env)[cell, way]) == of_the_move(told[cell, way])
        play(env, f"go {way}")
        if position(env)["phase"] == "over":
            break
        for name, now in properties(env, mine).items():
            unit = 1 / 2 if name.startswith(("my H", "other H")) else 1 / 8
            assert told[cell, way].get(name, 0) == pytest.approx((now - standing[name]) * unit, abs=1e-4), name
        assert told[cell, way].get("my light less the other's", 0) == (light(env)[mine] - shone) / 8
        compared += 1
    assert compared > 10


def properties(env, seat):
    """What can be read of a board in `seat`'s observation."""
    seen = env.unwrapped.layout.split(env.observe(env.possible_agents[seat])["observation"])
    movable, star, helium = seen["movable"] * 42, seen["star"] * 42, seen["helium"] * 10
    return {
        "my stacks that can move": movable[0],
        "other stacks that can move": movable[1],
        "particles in my largest star": star[0],
        "particles in other largest star": star[1],
        "my He4": helium[0],
        "other He4": helium[1],
        "my He3": helium[2],
        "other He3": helium[3],
    }
