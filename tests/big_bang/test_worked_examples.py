"""The worked examples of the specification (section 12), and what the rulebook prints."""

import pytest

from tests.playing import legal, load, play, position, to_move

from .table import PASS, all_with, alone, counts, lay, light, new_game, on_board, over, ranks, rewards, scores, tally

# Printed in the rulebook


@pytest.mark.plain
def test_example_1_two_h2_fuse_into_he4():
    env = play(load(lay("D4 H2, D7 H2, A1 ~He4")), "move D4", "go E")
    assert on_board(env) == {"D7": "He4", "A1": "~He4"}
    assert to_move(env) == 1


def test_example_2_there_is_no_he2():
    env = load(lay("D2 H1, D4 H1, B8 n, B10 n, H2 ~H1, H4 ~H1, H6 ~n, H8 ~n"))
    assert legal(env) == {PASS}


@pytest.mark.plain
def test_example_3_h2_annihilation():
    env = play(load(lay("D4 H2, D6 ~H2, A9 n, H4 ~n")), "move D4", "go E")
    assert on_board(env) == {"A9": "n", "H4": "~n"}
    assert counts(env) == (1, 1, 1, 1)
    assert light(env) == [4, 78]


def test_example_4_he3_is_no_mirror_of_h3():
    env = load(lay("D2 He3, D6 ~H3, A9 n, H4 ~H1", time=True))  # a reserve of unlike protons needs TIME
    assert legal(env) & {"move D2", "go E"} == set()
    env = load(lay("D2 He3, D6 ~H3, A9 n, H4 ~H1"))
    assert legal(env) == {PASS}
    play(env, PASS)
    assert legal(env) == {PASS}


GRAVITY_LANDINGS = {"land D4": "D4", "land D5": "D5", "land D6": "D6", "land D7": "D7"}


@pytest.mark.parametrize(("move", "go"), [("move D4", "go E"), ("move D7", "go W")])
@pytest.mark.parametrize("landing", GRAVITY_LANDINGS)
def test_example_5_gravity_offers_four_places(move, go, landing):
    env = play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), move, go)
    assert legal(env) == set(GRAVITY_LANDINGS)
    assert (position(env)["phase"], to_move(env)) == ("landing", 0)
    play(env, landing)
    assert on_board(env) == {GRAVITY_LANDINGS[landing]: "He3", "H2": "~He3"}
    assert to_move(env) == 1


@pytest.mark.parametrize(("label", "cell", "after"), [("decay D4", "D4", "He3"), ("decay F3", "F3", "H1")])
def test_example_6_decay(label, cell, after):
    env = load(lay("D4 H3, F3 n, A1 ~He4", seat_0=(5, 5, 5, 5), time=True))
    assert legal(env) == {"decay D4", "decay F3", PASS}
    play(env, label)
    assert on_board(env)[cell] == after
    assert counts(env) == (4, 6, 5, 5)
    assert to_move(env) == 1


# two He4 that are linked, the cell where the third one appears, and the H2 that flies there
SHAPES = {"row": ("D5 D6", "D7", "D9"), "bend": ("D5 D6", "C6", "C8"), "triangle": ("D5 D6", "C5", "C3")}


@pytest.mark.parametrize(("sign", "seat"), [("", 0), ("~", 1)])
@pytest.mark.parametrize("shape", SHAPES)
def test_example_7_carbon_shapes(shape, sign, seat):
    pair, third, origin = SHAPES[shape]
    board = [all_with(sign + "He4", pair), all_with(sign + "H2", f"{third} {origin}")]
    board.append(all_with("He4" if sign else "~He4", "H1 H4 H7"))
    env = load(lay(", ".join(board), to_move=seat))
    play(env, f"move {origin}", "go E" if shape == "triangle" else "go W")
    assert on_board(env)[third] == sign + "He4"
    assert over(env)
    assert position(env)["carbon"] == seat
    assert scores(env) == [3 * (seat == 0), 3 * (seat == 1)]


@pytest.mark.parametrize(("sign", "seat"), [("", 0), ("~", 1)])
def test_example_7_a_gap_is_no_carbon(sign, seat):
    board = [all_with(sign + "He4", "D5 D6"), all_with(sign + "H2", "D8 D10")]
    board.append(all_with("He4" if sign else "~He4", "H1 H4 H7"))
    env = play(load(lay(", ".join(board), to_move=seat)), "move D10", "go W")
    assert on_board(env)["D8"] == sign + "He4"
    assert not over(env)


def test_example_8_small():
    board = position(new_game(small=True))["board"]
    assert board.count(".") == 24
    assert tally(board) == {"n": 15, "H1": 15, "~n": 15, "~H1": 15}


def test_example_8_at_most_six_carbons():
    """10 He4 of each kind: three triples each, and one He4 left over."""
    matter = all_with("He4", "A1 A2 A3 A4 A5 A6 A7 A8 A9 B1")
    antimatter = all_with("~He4", "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10")
    env = play(load(alone(f"{matter}, {antimatter}, H1 n, H3 H1, H5 ~n, H7 ~H1", "life")), PASS)
    assert scores(env) == [6]
    assert rewards(env) == [1.0]


# Our own


FUSING_WAYS = "F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4"


@pytest.mark.plain
def test_example_9_which_way_to_fuse():
    env = play(load(lay(FUSING_WAYS)), "move G5", "go E")
    assert on_board(env)["G9"] == "He4"
    assert "G5" not in on_board(env)
    assert (over(env), to_move(env)) == (False, 1)
    env = play(load(lay(FUSING_WAYS)), "move G9", "go W")
    assert on_board(env)["G5"] == "He4"
    assert over(env)
    assert scores(env) == [3, 0]
    assert ranks(env) == [0, 1]
    assert rewards(env) == [1, -1]


def test_example_10_legal_moves():
    env = load(lay("D2 H1, D6 n, H2 ~H1, H4 ~n"))
    assert legal(env) == {"move D2", "move D6", PASS}
    play(env, "move D2")
    assert legal(env) == {"go E"}
    play(env, "go E")
    assert on_board(env) == {"D6": "H2", "H2": "~H1", "H4": "~n"}


@pytest.mark.plain
def test_example_11_tokens():
    env = play(load(lay("C3 He4, F8 He3, D1 n, A1 ~He4, H9 ~H3, A9 ~H1", passes=1)), PASS)
    assert over(env)
    assert scores(env) == [1, 1]
    assert ranks(env) == [0, 0]
    assert rewards(env) == [0, 0]


@pytest.mark.parametrize("seed", range(5))
def test_example_12_passing_at_once(seed):
    env = play(new_game(seed=seed, sides="fixed"), PASS, PASS)
    assert over(env)
    assert light(env) == [0, 0]
    assert sum(scores(env)) <= 1


def test_example_12_the_larger_group_of_lone_particles_wins():
    """Matter in the rows A to D, antimatter in the rows E to H: equal stars; then one stack changes sides."""
    half = ["n", "H1"] * 21
    board = [*half, *("~" + stack for stack in half)]
    table = lay("", sides="fixed")
    table["board"], table["reserves"][1] = board, dict.fromkeys(table["reserves"][1], 0)
    assert scores(play(load(table), PASS, PASS)) == [0, 0]
    board[0], board[82] = board[82], board[0]  # A1 and H8: both stars lose one
    assert scores(play(load(table), PASS, PASS)) == [0, 0]
    board[1], board[83] = board[83], board[1]  # now H8 and H9 are a star of matter of their own, A1 and A2 likewise
    board[2], board[52] = board[52], board[2]  # A3 leaves matter; E11 leaves antimatter and joins D10 and D11
    assert scores(play(load(table), PASS, PASS)) == [1, 0]


def test_example_13_gravity_adjacent():
    env = play(load(lay("D4 H1, D5 n, H2 ~H2", gravity=True)), "move D4", "go E")
    assert legal(env) == {"land D4", "land D5"}


def test_example_14_parallel_universes():
    assert scores(play(load(alone("D4 H2, D5 ~H2", "parallel")), PASS)) == [-84]
    assert scores(play(load(alone("D4 H2, D6 ~H2", "parallel")), PASS)) == [-80]


def test_example_15_universe_of_life():
    ring = all_with("He4", "C5 C6 D7 E7 E6 D5")
    others = all_with("~He4", "A1 A2 A3 A4 H1 H9")
    assert scores(play(load(alone(f"{ring}, {others}", "life")), PASS)) == [3]


def test_example_16_time_and_mass():
    env = load(lay("D2 n, H2 ~n", time=True, mass=True, to_move=1))
    assert counts(env) == (21, 20, 21, 20)
    assert legal(env) == {"decay D2", "decay H2", PASS}
