"""The observation: its layout, and values derived by hand."""

import numpy as np
import pytest

from tests.playing import load, observe, play, position

from .table import CELLS, DIRECTIONS, FLAGS, PASS, all_with, alone, lay, new_game

LAYOUT = (
    (0, "mine_protons", (84,)), (84, "mine_neutrons", (84,)), (168, "other_protons", (84,)),
    (252, "other_neutrons", (84,)), (336, "dark", (84,)), (420, "selection", (84,)), (504, "ways", (6, 4)),
    (528, "phase", (5,)), (533, "my_decision", (1,)), (534, "variants", (5,)), (539, "puzzle", (3,)),
    (542, "solitaire", (1,)), (543, "kind", (1,)), (544, "passed", (1,)), (545, "reserve_usable", (4,)),
    (549, "reserve_opponent", (4,)), (553, "light", (2,)), (555, "helium", (4,)), (559, "star", (2,)),
    (561, "he4_group", (2,)), (563, "tokens", (3,)), (566, "stacks", (2,)), (568, "movable", (2,)),
    (570, "puzzle_value", (1,)), (571, "contacts", (1,)), (572, "carbons", (2,)),
)  # fmt: skip
SIDE, TURN, DIRECTION, LANDING, OVER = np.eye(5).tolist()

# Matter: D4 H2, D7 H2 and the lone n on A9. Antimatter: He3 on D5 next to D4, a lone ~H1 and two ~n.
BOARD = "D4 H2, D7 H2, A9 n, D5 ~He3, H1 ~n, H9 ~n"


def by_cell(segment):
    """The values of a segment that are not zero, by cell."""
    return {CELLS[cell]: float(segment[cell]) for cell in np.flatnonzero(segment)}


def values(segment, scale=1):
    """A segment in its own unit."""
    return np.round(np.asarray(segment, float) * scale, 4).tolist()


# Layout


def test_segments_lie_as_in_the_specification():
    layout = new_game().unwrapped.layout
    assert tuple((segment.offset, segment.name, tuple(segment.shape)) for segment in layout) == LAYOUT
    assert layout.size == 574
    assert all(segment.meaning for segment in layout)


@pytest.mark.parametrize(("players", "puzzle"), [(2, None), (2, "life"), (1, "light")])
def test_sizes_are_the_same_for_all_tables(players, puzzle):
    env = new_game(players, puzzle=puzzle, small=True, time=True)
    for agent in env.agents:
        seen = env.observe(agent)
        assert (seen["observation"].shape, seen["observation"].dtype) == ((574,), np.float32)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((261,), np.int8)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)


# The board


def test_planes_of_the_board():
    env = load(lay(BOARD, time=True))
    mine, other = observe(env, 0), observe(env, 1)
    assert by_cell(mine["mine_protons"]) == {"D4": 0.5, "D7": 0.5}
    assert by_cell(mine["mine_neutrons"]) == {"D4": 0.5, "D7": 0.5, "A9": 0.5}
    assert by_cell(mine["other_protons"]) == {"D5": 1}
    assert by_cell(mine["other_neutrons"]) == {"D5": 0.5, "H1": 0.5, "H9": 0.5}
    for name in ("protons", "neutrons"):
        assert (mine[f"mine_{name}"] == other[f"other_{name}"]).all()
        assert (mine[f"other_{name}"] == other[f"mine_{name}"]).all()


@pytest.mark.parametrize(
    ("nucleus", "protons", "neutrons"),
    [("n", 0, 0.5), ("H1", 0.5, 0), ("H2", 0.5, 0.5), ("H3", 0.5, 1), ("He3", 1, 0.5), ("He4", 1, 1)],
)
def test_what_each_nucleus_shows(nucleus, protons, neutrons):
    seen = observe(load(lay(f"B5 {nucleus}, G5 ~{nucleus}")), 0)
    cell, far = CELLS.index("B5"), CELLS.index("G5")
    assert [float(seen[f"mine_{name}"][cell]) for name in ("protons", "neutrons")] == [protons, neutrons]
    assert [float(seen[f"other_{name}"][far]) for name in ("protons", "neutrons")] == [protons, neutrons]


def test_dark_tokens():
    env = load(lay("D2 H1, D6 n, H2 ~H2, A1 #, A9 #, E5 #, H9 #", darkness=True))
    for seat in range(2):
        seen = observe(env, seat)
        assert by_cell(seen["dark"]) == {"A1": 1, "A9": 1, "E5": 1, "H9": 1}
        assert set(by_cell(seen["mine_neutrons"])) | set(by_cell(seen["other_neutrons"])) == {"D6", "H2"}


# The half-made move


def test_selection_and_ways():
    """H2 on D4 fuses with n (E, 2 steps), H1 (SE, 1 step) and annihilates with ~H2 (NE, 3 steps); W is H3."""
    env = play(load(lay("D4 H2, D6 n, E5 H1, A4 ~H2, D1 H3, A9 ~H3, H9 ~H1, H7 ~n")), "move D4")
    for seat in range(2):
        seen = observe(env, seat)
        assert by_cell(seen["selection"]) == {"D4": 1}
        assert dict(zip(DIRECTIONS, values(seen["ways"]), strict=True)) == {
            "E": [0, 0.5, 1, pytest.approx(2 / 11, abs=1e-4)],
            "NE": [1, 0, 0, pytest.approx(3 / 11, abs=1e-4)],
            "NW": [0, 0, 0, 0],
            "W": [0, 0, 0, 0],
            "SW": [0, 0, 0, 0],
            "SE": [0, 1, 0.5, pytest.approx(1 / 11, abs=1e-4)],
        }
        assert seen["phase"].tolist() == DIRECTION
        assert seen["my_decision"] == (seat == 0)


def test_selection_while_landing():
    env = play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), "move D4", "go E")
    for seat in range(2):
        seen = observe(env, seat)
        assert by_cell(seen["selection"]) == {"D4": 1, "D7": -1}
        assert not seen["ways"].any()
        assert seen["phase"].tolist() == LANDING
    seen = observe(play(env, "land D5"), 0)
    assert not seen["selection"].any()


# The turn


def test_phase_and_kind_while_choosing():
    env = new_game()
    for seat, kind in ((0, 1), (1, -1)):  # provisional
        seen = observe(env, seat)
        assert seen["phase"].tolist() == SIDE
        assert seen["kind"] == kind
        assert seen["my_decision"] == seat
    play(env, "take matter")
    assert [float(observe(env, seat)["kind"][0]) for seat in range(2)] == [-1, 1]
    assert observe(env, 0)["phase"].tolist() == TURN


def test_kinds_turn_the_planes_round():
    env = load(lay(BOARD, time=True, kinds=("antimatter", "matter"), to_move=1))
    assert by_cell(observe(env, 0)["mine_protons"]) == {"D5": 1}
    assert by_cell(observe(env, 1)["mine_protons"]) == {"D4": 0.5, "D7": 0.5}


def test_passed():
    env = load(lay(BOARD, time=True))
    assert [float(observe(env, seat)["passed"][0]) for seat in range(2)] == [0, 0]
    play(env, PASS)
    assert [float(observe(env, seat)["passed"][0]) for seat in range(2)] == [1, 1]
    play(env, PASS)
    for seat in range(2):
        seen = observe(env, seat)
        assert (seen["passed"], seen["my_decision"]) == (0, 0)
        assert seen["phase"].tolist() == OVER


def test_passed_means_nothing_with_one_player():
    env = play(load(alone("D4 n, H2 ~n", "light")), PASS)
    assert observe(env, 0)["passed"] == 0


# Variants and puzzles


@pytest.mark.parametrize("name", FLAGS)
def test_variants(name):
    seen = observe(new_game(**{name: True}), 0)
    assert seen["variants"].tolist() == [flag == name for flag in FLAGS]
    assert not seen["puzzle"].any()
    assert seen["solitaire"] == 0


@pytest.mark.parametrize(("place", "puzzle"), [(0, "light"), (1, "parallel"), (2, "life")])
def test_puzzles(place, puzzle):
    for players in (1, 2):
        env = new_game(players, puzzle=puzzle)
        for seat in range(players):
            seen = observe(env, seat)
            assert seen["puzzle"].tolist() == [i == place for i in range(3)]
            assert seen["solitaire"] == (players == 1)
            assert not seen["tokens"].any()
    assert observe(new_game(1, puzzle=puzzle), 0)["kind"] == 1  # mine is matter


@pytest.mark.parametrize(
    ("puzzle", "board", "value"),
    [
        ("light", "D4 H2, D6 ~H2", 1 - 2 * 4 / 84),
        ("light", "", 1),
        ("parallel", "D4 He4, D6 ~He4", 1 - 2 * 76 / 84),
        ("parallel", "D4 He4, D5 ~He4", -1),
        ("life", "D4 He4, H1 ~He4", -1),
        ("life", "D4 He4, D5 He4, D6 He4, H1 ~He4, H3 ~He4, H5 ~He4", 2 / 6 - 1),
    ],
)
def test_puzzle_value(puzzle, board, value):
    assert observe(load(alone(board, puzzle)), 0)["puzzle_value"] == pytest.approx(value)
    for seat in range(2):
        assert observe(load(lay(board, puzzle=puzzle)), seat)["puzzle_value"] == pytest.approx(value)


def test_a_duel_has_no_puzzle_value():
    assert observe(load(lay(BOARD, time=True)), 0)["puzzle_value"] == 0


# Reserves


def test_reserves_from_both_seats():
    """Beside seat 0: 3 protons, 2 neutrons, 1 antiproton, 4 antineutrons. All else that is not on the board: seat 1."""
    env = load(lay("D4 He4, H1 ~He4", seat_0=(3, 2, 1, 4), time=True))
    mine, other = observe(env, 0), observe(env, 1)
    assert values(mine["reserve_usable"], 21) == [3, 2, 1, 4]
    assert values(mine["reserve_opponent"], 21) == [16, 17, 18, 15]
    assert values(other["reserve_usable"], 21) == [18, 15, 16, 17]
    assert values(other["reserve_opponent"], 21) == [1, 4, 3, 2]
    assert values(mine["light"], 84) == [10, 66]
    assert values(other["light"], 84) == [66, 10]


def test_a_common_reserve():
    for table in (lay("D4 He4, H1 ~He4", mass=True), lay("D4 He4, H1 ~He4", puzzle="light")):
        env = load(table)
        for seat in range(2):
            seen = observe(env, seat)
            assert values(seen["reserve_usable"], 21) == [19, 19, 19, 19]
            assert not seen["reserve_opponent"].any()
            assert values(seen["light"], 84) == [76, 0]


# The races


def test_helium_star_stacks():
    """Matter: He4 and H2 linked, He3 apart. Antimatter: He3 twice, linked with three lone particles."""
    board = "C3 He4, C4 H2, F8 He3, G2 ~He3, G3 ~He3, H2 ~H1, H3 ~n, H4 ~n"
    env = load(lay(board, seat_0=(1, 1, 1, 1)))
    mine, other = observe(env, 0), observe(env, 1)
    assert values(mine["helium"], 10) == [1, 0, 1, 2]
    assert values(other["helium"], 10) == [0, 1, 2, 1]
    assert values(mine["star"], 42) == [6, 9]
    assert values(other["star"], 42) == [9, 6]
    assert values(mine["stacks"], 42) == [3, 5]
    assert values(mine["tokens"]) == [-1, 1, -1]
    assert values(other["tokens"]) == [1, -1, 1]


def test_tokens_when_all_is_equal():
    env = load(lay("C3 He4, G3 ~He4", seat_0=(10, 9, 10, 9)))
    assert not observe(env, 0)["tokens"].any()


def test_light_is_no_token_with_mass():
    env = load(lay("C3 He4, G3 ~He4", mass=True))
    assert observe(env, 0)["tokens"].tolist() == [0, 0, 0]


def test_he4_groups_and_carbons():
    board = f"{all_with('He4', 'B2 B3')}, {all_with('~He4', 'G4 G6')}"
    seen = observe(load(lay(board)), 0)
    assert values(seen["he4_group"], 3) == [2, 1]
    assert not seen["carbons"].any()
    board = f"{all_with('He4', 'B2 B3 B4 B5 B6 B7')}, {all_with('~He4', 'G3 G4 G5 G6 H1 H9')}"
    seen = observe(load(alone(board, "life")), 0)
    assert values(seen["he4_group"]) == [1, 1]
    assert values(seen["carbons"], 3) == [2, 1]


def test_movable_counts_each_stack_once():
    """H2 on D4 sees n twice; the two n see H2 only; ~n on H1 and ~H1 on H5 see each other, ~He3 sees nothing."""
    env = load(lay("D4 H2, D2 n, D8 n, A9 H3, H1 ~n, H5 ~H1, B1 ~He4, E12 ~n", time=True))
    assert values(observe(env, 0)["movable"], 42) == [3, 2]
    assert values(observe(env, 1)["movable"], 42) == [2, 3]


def test_contacts():
    """D5 has the neighbours D4, C4 and E6 of the other kind, and D6 of its own."""
    seen = observe(load(lay("D5 H2, D6 H2, D4 ~n, C4 ~H1, E6 ~H2")), 0)
    # E6 also touches D6: SW of D6
    assert values(seen["contacts"], 219) == [4]


def test_observations_are_open_to_both():
    """What one seat sees of a kind, the other sees too."""
    env = new_game(seed=8, sides="random", time=True, gravity=True)
    rng = np.random.default_rng(8)
    while not any(env.terminations.values()):
        mine, other = observe(env, 0), observe(env, 1)
        for name in ("star", "he4_group", "stacks", "movable", "carbons"):
            assert mine[name].tolist() == other[name][::-1].tolist()
        assert mine["helium"].tolist() == other["helium"][[1, 0, 3, 2]].tolist()
        assert mine["tokens"].tolist() == (-other["tokens"]).tolist()
        assert mine["reserve_usable"].tolist() == other["reserve_opponent"][[2, 3, 0, 1]].tolist()
        for name in ("dark", "selection", "ways", "phase", "variants", "contacts", "passed"):
            assert mine[name].tolist() == other[name].tolist()
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))


def test_nothing_is_hidden():
    """Redrawing what a seat cannot know changes nothing."""
    env = play(new_game(seed=2), "take matter")
    for agent in env.agents:
        assert position(env.resample(agent, seed=9)) == position(env)
