"""The rulings R1–R38, where the rulebook leaves a question to the referee."""

import numpy as np
import pytest

from cosmozoo.envs import VectorGame, big_bang_v0
from cosmozoo.envs.big_bang.components import load as load_board
from tests.playing import legal, load, observe, play, position, to_move

from .table import (
    CELLS,
    DIRECTIONS,
    OPPOSITE,
    PASS,
    all_with,
    alone,
    counts,
    lay,
    light,
    neighbours,
    new_game,
    on_board,
    over,
    ranks,
    rewards,
    scores,
)

# Board and set-up


def test_r1_the_outline_is_the_hexagon_4_5_9():
    board = load_board()
    assert [row.cells for row in board.rows] == [9, 10, 11, 12, 12, 11, 10, 9]
    assert list(board.names) == CELLS
    assert (CELLS.index("A9"), CELLS.index("B1"), CELLS.index("D12"), CELLS.index("H1")) == (8, 9, 41, 75)
    degrees = [sum(near >= 0 for near in around) for around in board.neighbours]
    assert sum(degrees) == 2 * 219
    assert [degrees.count(n) for n in (3, 4, 5, 6)] == [6, 24, 0, 54]


def test_r1_neighbours_by_name():
    found = {name: board_neighbours(name) for name in ("D6", "A1", "D12", "E1", "H9")}
    assert found["D6"] == {"E": "D7", "NE": "C6", "NW": "C5", "W": "D5", "SW": "E6", "SE": "E7"}
    assert found["A1"] == {"E": "A2", "SW": "B1", "SE": "B2"}
    assert found["D12"] == {"W": "D11", "NW": "C11", "SW": "E12"}
    assert found["E1"] == {"E": "E2", "NE": "D1", "SE": "F1"}
    assert found["H9"] == {"W": "H8", "NW": "G9", "NE": "G10"}


def board_neighbours(name):
    """What the game takes for the neighbours of a cell."""
    board = load_board()
    around = board.neighbours[board.names.index(name)]
    return {d: board.names[near] for d, near in zip(DIRECTIONS, around, strict=True) if near >= 0}


def test_r1_a_half_turn_is_a_symmetry():
    for cell, name in enumerate(CELLS):
        turned = {OPPOSITE[d]: CELLS[83 - CELLS.index(near)] for d, near in board_neighbours(name).items()}
        assert board_neighbours(CELLS[83 - cell]) == turned


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_r1_a_stack_goes_in_each_direction_to_that_neighbour(direction):
    near = neighbours("D6")[direction]
    env = play(load(lay(f"D6 H1, {near} n, A1 ~H2")), "move D6", f"go {direction}")
    assert on_board(env) == {near: "H2", "A1": "~H2"}


@pytest.mark.parametrize("variants", [{}, {"small": True, "darkness": True}])
def test_r2_every_arrangement_is_equally_likely(variants):
    games = 4000
    boards = VectorGame("big_bang_v0", games, seed=3, **variants).states["board"]
    for code in np.unique(boards):
        share = np.mean(boards == code, axis=0)
        expected = np.mean(boards[0] == code)  # as often on every cell as on the board
        assert np.abs(share - expected).max() < 6 * np.sqrt(expected * (1 - expected) / games)
    assert len({board.tobytes() for board in boards}) == games


def test_r3_the_younger_chooses_the_elder_starts():
    env = new_game()
    assert (position(env)["phase"], to_move(env)) == ("side", 1)
    assert legal(env) == {"take matter", "take antimatter"}
    play(env, "take matter")
    assert position(env)["kinds"] == ["antimatter", "matter"]
    assert (position(env)["phase"], to_move(env)) == ("turn", 0)
    assert position(play(new_game(), "take antimatter"))["kinds"] == ["matter", "antimatter"]


def test_r3_no_choice_with_fixed_and_random_sides():
    for sides in ("fixed", "random"):
        env = new_game(sides=sides)
        assert (position(env)["phase"], to_move(env)) == ("turn", 0)
    assert all(position(new_game(seed=s, sides="fixed"))["kinds"][0] == "matter" for s in range(8))
    drawn = VectorGame("big_bang_v0", 2000, seed=1, sides="random").states["kinds"]
    assert (drawn.sum(axis=1) == 1).all()
    assert 850 < drawn[:, 0].sum() < 1150


# Fusion and annihilation


def test_r4_lone_particles_are_stacks():
    env = play(load(lay("D2 n, D5 ~n, H2 H1, H5 ~H1")), "move D2", "go E")
    assert on_board(env) == {"H2": "H1", "H5": "~H1"}
    assert counts(env) == (0, 1, 0, 1)
    env = play(load(lay("D2 n, D3 H1, D4 n, H2 ~H3", passes=1)), PASS)
    assert observe(env, 0)["star"].tolist() == pytest.approx([3 / 42, 3 / 42])


def test_r5_the_first_occupied_cell_stops_a_stack():
    between = "D2 H1, {} ~n, D8 n, H2 ~H1"
    assert "move D2" not in legal(load(lay(between.format("D5"))))  # never jumps
    env = load(lay(between.format("E5")))
    assert "move D2" in legal(env)
    play(env, "move D2", "go E")
    assert on_board(env)["D8"] == "H2"


def test_r5_nothing_moves_to_an_empty_cell_or_over_the_edge():
    assert legal(load(lay("D6 H1, H1 ~H1"))) == {PASS}


def test_r6_the_fused_stack_stands_on_the_target():
    table = lay("D4 H1, D7 H2, A1 ~He3")
    assert on_board(play(load(table), "move D4", "go E")) == {"D7": "He3", "A1": "~He3"}
    assert on_board(play(load(table), "move D7", "go W")) == {"D4": "He3", "A1": "~He3"}


FUSIONS = {"n H1": "H2", "n H2": "H3", "H1 H2": "He3", "n He3": "He4", "H1 H3": "He4", "H2 H2": "He4"}
NUCLEI = ("n", "H1", "H2", "H3", "He3", "He4")


@pytest.mark.parametrize("sign", ["", "~"])
@pytest.mark.parametrize("one", NUCLEI)
@pytest.mark.parametrize("other", NUCLEI)
def test_r7_six_pairs_fuse_and_nothing_else(one, other, sign):
    fused = FUSIONS.get(f"{one} {other}") or FUSIONS.get(f"{other} {one}")
    env = load(two_on_a_line(sign + one, sign + other))
    assert legal(env) == ({"move D4", "move D7", PASS} if fused else {PASS}) | decays(env)
    if fused:
        assert on_board(play(env, "move D4", "go E"))["D7"] == sign + fused


@pytest.mark.parametrize("one", NUCLEI)
@pytest.mark.parametrize("other", NUCLEI)
def test_r7_only_the_exact_mirror_annihilates(one, other):
    env = load(two_on_a_line(one, "~" + other))
    assert legal(env) == ({"move D4", "move D7", PASS} if one == other else {PASS}) | decays(env)


def two_on_a_line(one, other):
    """The stacks on D4 and D7, and lone ~n or n out of their sight, so that the reserve is balanced."""
    text = f"D4 {one}, D7 {other}"
    kept = alone(text, "light")["reserves"][0]
    surplus = kept["proton"] + kept["neutron"] - kept["antiproton"] - kept["antineutron"]
    fillers = ["A2", "A3", "A5", "A6", "A8", "A9", "H2", "H3"][: abs(surplus)]
    text += "".join(f", {cell} {'n' if surplus > 0 else '~n'}" for cell in fillers)
    return alone(text, "light", time=True)


def decays(env):
    """The legal decays, which are not the matter here."""
    return {label for label in legal(env) if label.startswith("decay")}


@pytest.mark.parametrize("seat", [0, 1])
def test_r8_annihilation_gives_all_to_the_mover(seat):
    sign = "~" if seat else ""
    far = "" if seat else "~"
    env = play(load(lay(f"D4 {sign}He3, D8 {far}He3", to_move=seat, seat_0=(3, 2, 3, 2))), "move D4", "go E")
    assert on_board(env) == {}
    assert light(env) == ([16, 68] if seat == 0 else [10, 74])
    assert counts(env, seat) == ((5, 3, 5, 3) if seat == 0 else (18, 19, 18, 19))
    assert not over(env)


def test_r8_annihilating_he4_never_makes_carbon():
    env = play(load(lay("D4 He4, D5 He4, E5 ~He4, H1 ~He4")), "move D5", "go SW")
    assert on_board(env) == {"D4": "He4", "H1": "~He4"}
    assert not over(env)


# Passing


def test_r9_one_may_pass_though_able_to_move():
    env = load(lay("D2 H1, D6 n, H2 ~H1, H4 ~n"))
    assert {PASS, "move D2"} <= legal(env)
    play(env, PASS)
    assert (position(env)["phase"], to_move(env), position(env)["passes"]) == ("turn", 1, 1)
    assert PASS in legal(new_game(sides="fixed"))


def test_r10_two_passes_in_a_row_end_whoever_began():
    table = lay("D2 H1, D6 n, H2 ~H1, H4 ~n")
    assert over(play(load(table), PASS, PASS))
    env = play(load(table), "move D2", "go E", PASS, PASS)
    assert over(env)
    assert position(env)["passes"] == 2


@pytest.mark.parametrize("turn", [["move D2", "go E"], ["move A1", "go E"], ["decay D6"]])
def test_r10_every_action_resets_the_count(turn):
    env = load(lay("D2 H1, D6 n, H2 ~H1, H4 ~n, A1 H2, A3 ~H2", seat_0=(5, 5, 5, 5), time=True, to_move=1))
    play(env, PASS)
    assert position(env)["passes"] == 1
    play(env, *turn)
    assert position(env)["passes"] == 0
    assert not over(play(env, PASS))


def test_r11_a_chosen_source_cannot_be_taken_back():
    env = play(load(lay("D2 H1, D6 n, H2 ~H1, H4 ~n", passes=1)), "move D2")
    table = position(env)
    assert (table["phase"], table["source"], table["passes"], table["to_move"]) == ("direction", "D2", 0, 0)
    assert legal(env) == {"go E"}


# The end of a duel


@pytest.mark.parametrize(
    ("board", "tokens"),
    [
        ("C3 He4, A1 ~He3, A9 ~n", [1, 0]),  # one He4 beats any He3
        ("C3 He4, C9 He3, A1 ~He4, H9 ~H3", [1, 0]),  # He4 equal: He3 decides
        ("C3 He4, C9 He3, A1 ~He4, H9 ~He3", [0, 0]),
        ("C3 He3, C9 He3, A1 ~He3, H9 ~H3", [1, 0]),
        ("C3 H3, C9 He3, A1 ~He3, H9 ~He3", [0, 1]),
    ],
)
def test_r12_helium(board, tokens):
    env = play(load(evened(board, passes=1, time=True, mass=True)), PASS)
    helium = observe(env, 0)["tokens"][1]
    assert helium == tokens[0] - tokens[1]


def evened(board, **more):
    """The position with lone ~n or n so that the reserve is balanced, each by itself on the edge."""
    table = lay(board, **more)
    kept = table["reserves"][0]
    surplus = kept["proton"] + kept["neutron"] - kept["antiproton"] - kept["antineutron"]
    places = ["E1", "E3", "E12", "G1", "G10", "H5"][: abs(surplus)]
    return lay(board + "".join(f", {place} {'n' if surplus > 0 else '~n'}" for place in places), **more)


def test_r13_a_tie_gives_nobody_the_token():
    env = play(load(lay("C3 He4, H9 ~He4, A1 H1, A9 ~H1", seat_0=(9, 10, 9, 10), passes=1)), PASS)
    assert light(env) == [38, 36]
    assert scores(env) == [1, 0]
    env = play(load(lay("C3 He4, H9 ~He4", seat_0=(10, 9, 10, 9), passes=1)), PASS)
    assert light(env) == [38, 38]
    assert scores(env) == [0, 0]
    assert ranks(env) == [0, 0]


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
def test_r13_a_draw_pays_nothing(reward):
    env = play(load(lay("C3 He4, H9 ~He4", seat_0=(10, 9, 10, 9), passes=1), reward=reward), PASS)
    assert rewards(env) == [0, 0]


def test_r14_without_nuclei_light_decides():
    assert scores(play(load(lay("", seat_0=(11, 10, 11, 10), passes=1)), PASS)) == [0, 0]
    assert scores(play(load(lay("", seat_0=(11, 11, 11, 11), passes=1)), PASS)) == [1, 0]
    assert scores(play(load(lay("", seat_0=(10, 10, 10, 10), passes=1)), PASS)) == [0, 1]


# Carbon


def test_r15_carbon_when_the_new_he4_joins_separate_ones():
    env = play(load(lay("D5 He4, D7 He4, D6 H2, B6 H2, A1 ~He4, H1 ~He4, H9 ~He4")), "move B6", "go SW")
    assert on_board(env)["D6"] == "He4"
    assert scores(env) == [3, 0]


def test_r15_carbon_of_seven():
    """Three pairs that the new He4 on D6 joins: C5 and B4, D7 and D8, E6 and F5."""
    pairs = all_with("He4", "C5 B4 D7 D8 E6 F5")
    others = all_with("~He4", "A1 A3 H1 H3 H5 H7 H9")
    env = play(load(lay(f"{pairs}, D6 H2, B6 H2, {others}")), "move B6", "go SW")
    assert position(env)["carbon"] == 0
    assert observe(env, 0)["carbons"].tolist() == pytest.approx([1 / 3, 0])  # every triple needs D6


def test_r15_other_nuclei_do_not_link():
    env = play(
        load(lay("D4 He4, D5 He3, D6 H2, D9 H2, C6 He4, A1 ~He4, A5 ~He4, A9 ~He3, H9 ~H2, H1 ~H2")), "move D9", "go W"
    )
    assert on_board(env)["D6"] == "He4"  # linked with C6 alone: D4 stands behind He3
    assert not over(env)


def test_r16_carbon_wins_before_the_opponents_turn():
    env = play(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4", to_move=0)), "move G9", "go W")
    assert to_move(env) is None
    assert all(env.terminations.values())
    assert rewards(env) == [1, -1]
    assert position(env)["passes"] == 0


def test_r16_a_decay_never_makes_he4():
    env = load(lay("D4 He4, D5 He4, E5 H3, A1 ~He4, A9 ~He4, H9 ~H3", seat_0=(3, 3, 3, 3), time=True))
    play(env, "decay E5")
    assert on_board(env)["E5"] == "He3"
    assert not over(env)


def test_r17_carbon_counts_three_to_nothing_with_mass_too():
    board = "F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4"
    env = play(load(lay(board, mass=True)), "move G9", "go W")
    assert scores(env) == [3, 0]
    assert rewards(play(load(lay(board), reward="score"), "move G9", "go W")) == [1, -1]


def test_r18_the_he4_stay_as_they_are():
    env = play(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4")), "move G9", "go W")
    assert [cell for cell, stack in on_board(env).items() if stack == "He4"] == ["F5", "F6", "G5"]


# MASS


def test_r19_mass_has_no_light_token():
    env = load(lay("D2 n, D5 ~n, H2 He4, A9 ~H1, A7 ~H1, A5 ~n, A3 ~n", mass=True))
    play(env, "move D2", "go E")
    assert len(position(env)["reserves"]) == 1
    assert observe(env, 0)["tokens"].tolist() == [0, 1, 1]
    play(env, PASS, PASS)
    assert scores(env) == [2, 0]


def test_r20_both_decay_from_the_common_reserve():
    table = lay("D2 n, H2 ~n", time=True, mass=True)
    env = play(load(table), "decay D2")
    assert counts(env) == (20, 21, 21, 20)
    play(env, "decay H2")
    assert counts(env) == (20, 21, 20, 21)
    assert on_board(env) == {"D2": "H1", "H2": "~H1"}


# GRAVITY


@pytest.mark.parametrize("empty", range(5))
def test_r21_two_landings_more_than_empty_cells(empty):
    target = f"D{5 + empty}"
    env = play(load(lay(f"D4 H1, {target} n, H1 ~H2", gravity=True)), "move D4", "go E")
    assert legal(env) == {f"land D{place}" for place in range(4, 6 + empty)}


def test_r21_landings_on_a_slanting_line():
    env = play(load(lay("B6 H1, E6 n, H1 ~H2", gravity=True)), "move B6", "go SW")
    assert position(env)["target"] == "E6"
    assert legal(env) == {"land B6", "land C6", "land D6", "land E6"}


def test_r22_annihilation_has_no_landing():
    env = play(load(lay("D4 H1, D7 ~H1", gravity=True)), "move D4", "go E")
    assert on_board(env) == {}
    assert (position(env)["phase"], to_move(env)) == ("turn", 1)


def test_r23_both_directions_have_the_same_results():
    table = lay("D4 H1, D7 H2, A1 ~He3", gravity=True)
    results = []
    for move, go in (("move D4", "go E"), ("move D7", "go W")):
        landings = sorted(legal(play(load(table), move, go)))
        results.append([position(play(load(table), move, go, landing)) for landing in landings])
    assert results[0] == results[1]
    assert len(results[0]) == 4


# DARKNESS

TOKENS = "{}, A1 #, A9 #, H9 #"


def test_r24_dark_tokens_block_lines_and_never_move():
    dark = TOKENS.format("D5 #")
    env = load(lay(f"D2 H1, D8 n, H1 ~H2, {dark}", darkness=True))
    assert legal(env) == {PASS}
    env = load(lay(f"D2 H1, D8 n, H1 ~H2, {TOKENS.format('E5 #')}", darkness=True))
    assert "move D2" in legal(env)


def test_r24_dark_tokens_link_nothing_and_count_for_nothing():
    dark = TOKENS.format("D5 #")
    env = load(lay(f"D4 H1, D6 n, H1 ~H2, {dark}", darkness=True))
    seen = observe(env, 0)
    assert seen["star"].tolist() == pytest.approx([1 / 42, 2 / 42])
    assert seen["stacks"].tolist() == pytest.approx([2 / 42, 1 / 42])
    assert seen["contacts"] == 0


# TIME


def test_r25_the_proton_must_be_of_the_stacks_kind():
    env = load(lay("D4 n, F3 ~n, A1 He4, H9 ~He4", seat_0=(2, 3, 0, 5), time=True))
    assert legal(env) - {PASS} >= {"decay D4"}
    assert "decay F3" not in legal(env)
    env = load(lay("D4 n, F3 ~n, A1 He4, H9 ~He4", seat_0=(0, 5, 3, 2), time=True))
    assert "decay D4" not in legal(env)
    assert "decay F3" in legal(env)


def test_r25_only_the_reserve_that_the_seat_uses_counts():
    env = load(lay("D4 n, A9 ~n", time=True))  # all is in the reserve of seat 1
    assert legal(env) == {PASS}
    assert {"decay D4", "decay A9"} <= legal(play(env, PASS))


def test_r26_the_opponents_stack_may_decay_and_stays_its_own():
    env = play(load(lay("D4 n, F3 ~H3, A1 H2", seat_0=(5, 5, 5, 5), time=True)), "decay F3")
    assert on_board(env) == {"D4": "n", "F3": "~He3", "A1": "H2"}
    assert counts(env) == (5, 5, 4, 6)


def test_r27_one_decay_a_turn_and_the_light_stays():
    env = load(lay("D4 n, F3 n, H9 ~H2", seat_0=(5, 5, 5, 5), time=True))
    before = light(env)
    play(env, "decay D4")
    assert to_move(env) == 1
    assert light(env) == before


def test_r28_nothing_has_to_decay():
    env = play(load(lay("D4 n, F3 H3, H9 ~He4", seat_0=(5, 5, 5, 5), time=True)), PASS, PASS)
    assert over(env)
    assert on_board(env) == {"D4": "n", "F3": "H3", "H9": "~He4"}


def test_r28_without_time_nothing_decays():
    assert legal(load(lay("D4 n, A9 ~n", seat_0=(5, 5, 5, 5)))) == {PASS}


# Puzzles


@pytest.mark.parametrize("puzzle", ["light", "parallel", "life"])
def test_r29_variants_in_puzzles(puzzle):
    env = new_game(1, puzzle=puzzle, small=True, darkness=True, gravity=True, time=True)
    board = position(env)["board"]
    assert (board.count("#"), board.count("."), board.count("~n")) == (4, 24, 14)
    assert len(position(env)["reserves"]) == 1
    with pytest.raises(ValueError, match="mass"):
        big_bang_v0.env(puzzle=puzzle, mass=True)


def test_r29_decay_in_a_puzzle_uses_the_common_reserve():
    env = play(load(alone("D4 n, F3 ~n", "light", time=True)), "decay F3")
    assert counts(env) == (21, 20, 20, 21)
    assert on_board(env)["F3"] == "~H1"


def test_r30_solitaire_moves_stacks_of_either_kind():
    table = alone("D4 n, D6 H1, D8 ~H1, D11 ~n", "light")
    env = load(table)
    assert legal(env) == {"move D4", "move D6", "move D8", "move D11", PASS}
    assert on_board(play(load(table), "move D11", "go W"))["D8"] == "~H2"
    for move, go in (("move D6", "go E"), ("move D8", "go W")):
        assert on_board(play(load(table), move, go)) == {"D4": "n", "D11": "~n"}
    assert to_move(play(env, "move D6", "go E")) == 0


def test_r30_with_no_move_left_pass_ends_it():
    env = load(alone("D4 n, H2 ~n", "light"))
    assert legal(env) == {PASS}
    play(env, PASS)
    assert over(env)
    assert (position(env)["passes"], scores(env)) == (1, [-2])


def test_r31_in_cooperation_each_seat_moves_its_own_kind():
    env = load(lay("D4 n, D6 H1, D8 ~H1, D11 ~n", puzzle="light"))
    assert legal(env) == {"move D4", "move D6", PASS}
    play(env, "move D6", "go E")
    assert to_move(env) == 1
    assert legal(env) == {"move D11", PASS}
    play(env, PASS)
    assert not over(env)
    play(env, PASS)
    assert over(env)
    assert scores(env) == [-2, -2]
    assert ranks(env) == [0, 0]


def test_r32_carbon_does_not_end_a_puzzle():
    for table in (
        alone("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4", "life"),
        lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4", puzzle="life"),
    ):
        env = play(load(table), "move G9", "go W")
        assert not over(env)
        assert position(env)["carbon"] is None
        assert observe(env, 0)["carbons"].tolist() == pytest.approx([1 / 3, 0])


@pytest.mark.parametrize(
    ("cells", "carbons"),
    [
        ("D1 D2 D3 D4 D5 D6", 2),
        ("D6 C5 B4 D7 D8 E6", 1),  # linked, but C5 and B4 need D6, and so do D7 and D8
        ("D1 D2 D3 D5 D6", 1),
        ("D1 D2 D4 D5", 0),
        ("D1 D2 D3 D4 D5 D6 D7 D8 D9", 3),
        ("D1 D2 D3 D5 D6 D7 G1 G2 G3", 3),
        ("D1 D2 D3 D4 D5 D7 D8 D9", 2),  # groups of five and three
    ],
)
def test_r33_disjoint_groups_are_counted_at_the_end(cells, carbons):
    single = "A1 A3 A5 A7 A9 H1 H3 H5 H7 H9"[: len(cells)]  # as many of the other kind, none of them linked
    table = alone(f"{all_with('He4', cells)}, {all_with('~He4', single)}", "life")
    assert scores(play(load(table), PASS)) == [carbons]


@pytest.mark.parametrize(
    ("board", "score"),
    [
        ("D4 H2, D6 ~H2", -80),
        ("D4 H2, D5 ~H2", -84),
        ("D4 H2, C4 ~H2", -84),  # NE
        ("D4 n, D5 ~n", -84),  # lone particles are nuclei
        ("D4 He4, D5 He4, F1 He4, H9 ~He4, H8 ~He4, A1 ~He4", -60),  # several stars of a kind
    ],
)
def test_r34_matter_and_antimatter_must_not_touch(board, score):
    assert scores(play(load(alone(board, "parallel")), PASS)) == [score]


def test_r34_a_dark_token_separates():
    env = play(load(alone(f"D4 H2, D6 ~H2, {TOKENS.format('D5 #')}", "parallel", darkness=True)), PASS)
    assert scores(env) == [-76]


def test_r35_unsolved_is_as_if_all_were_annihilated():
    env = play(load(alone("", "parallel")), PASS)  # no nucleus left
    assert scores(env) == [-84]
    assert rewards(env) == [-1]
    board = "D4 H2, D5 ~H2"
    assert scores(play(load(alone(board, "parallel", small=True)), PASS)) == [-60]


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(
    ("puzzle", "board", "value"),
    [
        ("light", "D4 H2, D6 ~H2, A1 n, A3 H1, H1 ~n, H9 ~H1", 1 - 2 * 8 / 84),
        ("parallel", "D4 He4, D6 ~He4", 1 - 2 * 76 / 84),
        ("life", "D4 He4, D5 He4, D6 He4, H1 ~He4, H3 ~He4, H5 ~He4", 2 * 1 / 6 - 1),
    ],
)
def test_r36_a_puzzle_pays_its_value_to_every_seat(puzzle, board, value, players, reward):
    env = load(lay(board, players=players, puzzle=puzzle), reward=reward)
    play(env, *[PASS] * players)
    assert rewards(env) == pytest.approx([value] * players)
    assert ranks(env) == [0] * players


def test_r36_the_values_of_the_small_game():
    env = play(load(alone("D4 He4, D5 He4, D6 He4, H1 ~He4, H3 ~He4, H5 ~He4", "life", small=True)), PASS)
    assert rewards(env) == pytest.approx([2 * 1 / 4 - 1])  # at most 4 Carbons of 15 particles of each type
    table = alone(f"D4 H2, D6 ~H2, {TOKENS.format('H1 #')}", "light", small=True, darkness=True)
    assert rewards(play(load(table), PASS)) == pytest.approx([1 - 2 * 4 / 56])


def test_r37_the_last_proton_can_be_used_and_then_no_more():
    env = load(lay("D4 n, A9 n, H7 ~n, H9 ~n", seat_0=(1, 4, 2, 3), time=True))
    play(env, "decay D4", PASS)
    assert counts(env) == (0, 5, 2, 3)
    assert legal(env) == {"decay H7", "decay H9", PASS}


# Truncation


def test_r38_a_truncated_game_is_scored_as_it_stands():
    env = load(lay("C3 He4, F8 He3, D1 n, A1 ~He4, H9 ~H3, A9 ~H1"), max_cycles=1)
    play(env, PASS)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert scores(env) == [1, 1]


def test_r38_a_stack_that_was_to_move_still_stands():
    env = load(lay("D4 H2, D7 H2, A1 ~He3, A9 ~n"), max_cycles=1)
    play(env, "move D4")
    assert all(env.truncations.values())
    assert on_board(env)["D4"] == "H2"
    assert scores(env) == [0, 3]  # light, an antihelium-3, a star of three against two
