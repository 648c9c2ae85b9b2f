"""Positions: the printed one, the way there and back, and everything that a loader refuses."""

import copy
import re

import pytest

from cosmozoo.envs import PositionError
from tests.playing import assert_given_back, assert_refused, changed, legal, load, observe, play, position

from .table import CELLS, PASS, PRINTED, TYPES, all_with, alone, lay, new_game, reserve

BASE = lay("D2 H1, D6 n, H2 ~H1, H4 ~n, A1 He4, C9 ~He4", seat_0=(5, 5, 5, 5))
TIMED = lay("D2 H3, D6 n, H2 ~H1, H4 ~H3, A1 He4, A9 ~He4", seat_0=(5, 5, 5, 5), time=True)
CARBON = "F5 He4, F6 He4, G5 He4, A1 ~He4, A3 ~He4, A5 ~He4"


def refused(table, path, *words):
    """The position is refused, with an error that starts with the path; the environment is left as it was."""
    text = assert_refused(table, re.escape(f"{path}:"), BASE | table)
    assert all(word in text for word in words), text


def with_cell(table, cell, stack):
    """The position with another stack on a cell, whatever that does to the counts."""
    board = list(table["board"])
    board[CELLS.index(cell)] = stack
    return changed(table, board=board)


# There and back


@pytest.mark.plain
@pytest.mark.parametrize("table", [PRINTED, BASE, TIMED, alone("D4 H2, D7 ~H2", "life", gravity=True)])
def test_a_loaded_position_is_given_back(table):
    assert_given_back(table)


def test_the_printed_position():
    """Seat 1 to move; seat 0 has annihilated A5 and B5. TIME: H1 and n came as lone protons, so p may decay."""
    env = load(PRINTED)
    assert {"move A1", "decay A2", PASS} & legal(env) == {"move A1", PASS}  # its own reserve is empty
    assert observe(env, 1)["light"].tolist() == pytest.approx([0, 2 / 84])


def test_half_made_moves_come_back():
    env = play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), "move D4")
    for _ in range(2):
        table = position(env)
        assert position(load(table)) == table
        assert legal(load(table)) == legal(env)
        play(env, "go E" if table["phase"] == "direction" else "land D5")
    assert position(load(position(env))) == position(env)


def test_a_finished_game_comes_back_with_its_scores():
    env = play(load(lay("F5 He4, F6 He4, G5 H2, G9 H2, A1 ~He4, A3 ~He4, A5 ~He4")), "move G9", "go W")
    again = load(position(env))
    assert position(again) == position(env)
    assert again.infos == env.infos
    assert again.rewards == env.rewards


# Keys and types


@pytest.mark.parametrize("key", PRINTED)
def test_a_missing_key_is_refused(key):
    table = copy.deepcopy(BASE)
    del table[key]
    refused(table, "position", repr(key))


def test_an_unknown_key_is_refused():
    refused(changed(BASE, round=1), "position", "'round'")
    refused(
        changed(BASE, reserves=[{**BASE["reserves"][0], "light": 1}, BASE["reserves"][1]]), "reserves[0]", "'light'"
    )


WRONG_TYPES = {
    "board": ["A1", None, {}, dict.fromkeys(CELLS, ".")],
    "kinds": ["matter", None, ["matter"], ["matter", "antimatter", "matter"], ["both"], ["Matter", "antimatter"]],
    "reserves": [{}, None, [], [BASE["reserves"][0]], [*BASE["reserves"], BASE["reserves"][0]]],
    "passes": [True, 0.0, "0", None, -1, 2, 2**31],
    "source": ["D2", 3, ""],
    "target": ["D6", 3],
    "carbon": [0, 1, True, "0"],
    "to_move": [None, 2, -1, True, 0.0, "0"],
    "phase": ["move", None, 1, "landing", "Turn"],
    "players": [1, 3, True, 2.0],
    "game": ["big_bang_theory_v0", None],
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WRONG_TYPES.items() for value in values])
def test_a_wrong_value_is_refused(key, value):
    assert_refused(changed(BASE, **{key: value}), key, BASE)


@pytest.mark.parametrize("value", [None, [], "x", 3])
def test_what_is_no_position_is_refused(value):
    with pytest.raises(PositionError, match=r"^position"):
        new_game().reset(options={"position": value})


def test_other_variants_are_refused():
    env = load(BASE)
    with pytest.raises(PositionError, match=r"^variants\.gravity"):
        env.reset(options={"position": lay("D2 H1, D6 n, H2 ~H2", gravity=True)})
    with pytest.raises(PositionError, match=r"^variants\.small"):
        env.reset(options={"position": changed(BASE, variants={**BASE["variants"], "small": 0})})
    with pytest.raises(PositionError, match=r"^variants"):
        env.reset(options={"position": changed(BASE, variants={"small": False})})


# Board and particles


@pytest.mark.parametrize("code", ["He2", "h1", "~.", "~#", "", None, 0, "H1 ", "~~n"])
def test_an_unknown_stack_is_refused(code):
    refused(with_cell(BASE, "C5", code), f"board[{CELLS.index('C5')}]")


@pytest.mark.parametrize("length", [0, 83, 85])
def test_the_board_has_84_cells(length):
    refused(changed(BASE, board=(BASE["board"] * 2)[:length]), "board", "84")


def test_dark_tokens_are_counted():
    refused(with_cell(BASE, "C5", "#"), "board", "0 dark tokens")
    dark = lay("D2 H1, D6 n, H2 ~H2, A1 #, A2 #, A3 #, A4 #", darkness=True)
    assert position(load(dark)) == dark
    refused(with_cell(dark, "A4", "."), "board", "4 dark tokens")
    refused(with_cell(dark, "A5", "#"), "board", "4 dark tokens")


@pytest.mark.parametrize("particle", range(4))
def test_each_type_has_p_particles(particle):
    lone = ("H1", "n", "~H1", "~n")[particle]
    refused(with_cell(BASE, "C5", lone), "board", TYPES[particle], "21")


def test_particles_are_counted_with_the_variants():
    for variants, each in (({"small": True}, 15), ({"darkness": True}, 20), ({"small": True, "darkness": True}, 14)):
        tokens = ", A1 #, A2 #, A3 #, A4 #" if variants.get("darkness") else ""
        table = lay(f"D2 H1, D6 n, H2 ~H2{tokens}", **variants)
        assert sum(table["reserves"][1].values()) == 4 * each - 4
        load(table)
        refused(with_cell(table, "C5", "n"), "board", f"{each} neutrons")


def test_a_reserve_is_balanced():
    uneven = [reserve(5, 5, 6, 5), reserve(13, 13, 12, 13)]  # the sums of each type fit, but not the halves
    refused(changed(BASE, reserves=uneven), "reserves[0]", "matter")
    unlike = [reserve(6, 4, 5, 5), reserve(12, 12, 13, 11)]
    refused(changed(BASE, reserves=unlike), "reserves[0]", "time")


def test_with_time_protons_and_antiprotons_may_differ():
    """One more proton beside seat 0, which let a neutron decay: H3 on D2 fits with 4 protons of 9 particles."""
    assert position(load(TIMED)) == TIMED
    own = [reserve(4, 6, 5, 5), {**TIMED["reserves"][1]}]
    own[1]["proton"] += 1
    own[1]["neutron"] -= 1
    load(changed(TIMED, reserves=own))
    own[1]["neutron"] += 1
    refused(changed(TIMED, reserves=own), "reserves[1]", "matter")


@pytest.mark.parametrize("count", [-1, 22, True, 1.0, "1", None])
def test_counts_are_integers_from_0_to_21(count):
    refused(
        changed(BASE, reserves=[{**BASE["reserves"][0], "proton": count}, BASE["reserves"][1]]), "reserves[0].proton"
    )


def test_a_common_reserve_is_a_single_one():
    table = lay("D2 H1, D6 n, H2 ~H2", mass=True)
    load(table)
    refused(changed(table, reserves=[*table["reserves"], reserve(0, 0, 0, 0)]), "reserves", "1 items")
    table = lay("D2 H1, D6 n, H2 ~H2", puzzle="light")
    load(table)
    refused(changed(table, reserves=[]), "reserves", "1 items")


# Turn and end


def test_to_move_is_null_exactly_in_over():
    refused(changed(BASE, to_move=None), "to_move")
    refused(changed(BASE, phase="over", passes=2), "to_move", "null")


def test_passes_in_each_phase():
    load(changed(BASE, passes=1))
    refused(changed(BASE, passes=2), "passes")
    refused(changed(BASE, phase="direction", source="D2", passes=1), "passes")
    refused(changed(BASE, phase="over", to_move=None, passes=1), "passes")
    refused(changed(BASE, phase="over", to_move=None, passes=0), "passes")
    load(changed(BASE, phase="over", to_move=None, passes=2))
    solitaire = alone("D4 H2, D7 ~H2", "light")
    refused(changed(solitaire, passes=1), "passes")
    load(changed(solitaire, phase="over", to_move=None, passes=1))
    refused(changed(solitaire, phase="over", to_move=None, passes=2), "passes")


def test_kinds_fit_sides_and_players():
    load(changed(BASE, kinds=["antimatter", "matter"]))
    refused(changed(BASE, kinds=["matter", "matter"]), "kinds", "twice")
    fixed = lay("D2 H1, D6 n, H2 ~H2", sides="fixed")
    load(fixed)
    refused(changed(fixed, kinds=["antimatter", "matter"]), "kinds", "fixed")
    load(lay("D2 H1, D6 n, H2 ~H2", sides="random", kinds=("antimatter", "matter")))
    refused(changed(alone("D4 H2, D7 ~H2", "light"), kinds=["matter"]), "kinds", "both")


# Phase side


def side(**more):
    """A position in phase `side`: a full board, every particle alone."""
    board = all_with("n", " ".join(CELLS[:21])) + ", " + all_with("H1", " ".join(CELLS[21:42]))
    board += ", " + all_with("~n", " ".join(CELLS[42:63])) + ", " + all_with("~H1", " ".join(CELLS[63:]))
    return lay(board, phase="side", **{"to_move": 1, **more})


def test_phase_side():
    assert position(load(side())) == side()
    refused(side(to_move=0), "to_move", "1")
    refused(side(sides="fixed"), "phase", "choose")
    refused(side(sides="random"), "phase", "choose")
    refused(side(kinds=("antimatter", "matter")), "kinds", "side")
    refused(changed(side(), passes=1), "passes")
    load(side(puzzle="life"))


def test_phase_side_comes_before_all_moves():
    """A fused stack, or a reserve that is not empty, shows that the game is under way."""
    table = side()
    fused = with_cell(with_cell(table, "A1", "."), CELLS[21], "H2")
    refused(fused, f"board[{21}]", "lone")
    annihilated = with_cell(with_cell(table, "A1", "."), CELLS[42], ".")
    refused(changed(annihilated, reserves=[reserve(0, 1, 0, 1), reserve(0, 0, 0, 0)]), "reserves", "empty")


def test_phase_side_needs_two_players():
    table = changed(side(puzzle="light"), players=1, kinds=["both"], to_move=0)
    refused(table, "phase", "two players")


# Half-made moves


def test_source_is_named_in_direction_and_landing_only():
    load(changed(BASE, phase="direction", source="D2"))
    refused(changed(BASE, phase="direction"), "source")
    refused(changed(BASE, phase="direction", source="Z9"), "source", "Z9")
    refused(changed(BASE, phase="direction", source=30), "source")
    refused(changed(BASE, source="D2"), "source", "null")


@pytest.mark.parametrize(
    ("cell", "word"),
    [("C5", "'.'"), ("H2", "'~H1'"), ("A1", "somewhere")],  # empty, the opponent's, and own but without a direction
)
def test_source_is_an_own_stack_that_can_go_somewhere(cell, word):
    refused(changed(BASE, phase="direction", source=cell), "source", word)


def test_source_may_be_of_either_kind_in_solitaire():
    table = alone("D2 H1, D6 n, H2 ~H1, H4 ~n", "light")
    for cell in ("D2", "H4"):
        load(changed(table, phase="direction", source=cell))


def test_target_is_that_of_a_legal_fusion():
    table = lay("D4 H1, D6 n, D9 H3, D2 ~H1, H1 ~n, H9 ~H3", gravity=True, phase="landing", source="D4", target="D6")
    assert position(load(table)) == table
    refused(changed(table, target=None), "target")
    refused(changed(table, target="D9"), "target", "first")  # behind D6
    refused(changed(table, target="D5"), "target", "first")  # empty
    refused(changed(table, target="D2"), "target", "fuse")  # an annihilation has no landing
    refused(changed(table, phase="direction"), "target", "null")
    blocked = lay("D4 H1, D6 n, D2 H1, H1 ~n, H3 ~H1, H9 ~H1", gravity=True, phase="landing", source="D4", target="D2")
    refused(blocked, "target", "fuse")


def test_landing_needs_gravity():
    refused(changed(BASE, phase="landing", source="D2", target="D6"), "phase", "gravity")


# Carbon


def test_carbon_belongs_to_a_finished_duel():
    won = lay(CARBON, phase="over", carbon=0)
    assert position(load(won)) == won
    refused(changed(won, phase="turn", to_move=1), "carbon", "null")
    refused(changed(won, passes=2), "passes")
    refused(changed(won, carbon=1), "carbon", "no 3 linked He4")
    refused(changed(won, carbon=None, passes=2), "board", "Carbon")
    refused(changed(alone(CARBON, "life", phase="over"), carbon=0), "carbon", "puzzle")


def test_three_linked_he4_would_have_ended_the_duel():
    refused(lay(CARBON), "board", "Carbon")
    both = "F5 He4, F6 He4, G5 He4, A1 ~He4, A2 ~He4, A3 ~He4"
    refused(lay(both, phase="over", carbon=0), "board", "seat 1")
    load(alone(both, "light"))
    load(lay(both, puzzle="life"))


def test_a_carbon_of_seat_1():
    won = lay(CARBON, kinds=("antimatter", "matter"), phase="over", carbon=1)
    env = load(won)
    assert [env.infos[agent]["score"] for agent in env.possible_agents] == [0, 3]


def test_one_error_message_word_for_word():
    with pytest.raises(PositionError) as caught:
        load(changed(BASE, passes=2))
    assert str(caught.value) == "passes: must be an integer from 0 to 1, not 2"
