"""Replacement files for the playing cards and the want cards."""

import copy
from functools import partial

import numpy as np
import pytest

from tests.playing import assert_components_refused, legal, load, observe, play, position

from .table import PERSONS, by_colour, deal, last_turns, new_game, printed_rows

refuse = partial(assert_components_refused, "big_bang_theory_v0")
WANT = {"green": [2, 2, 3, 3, 4, 4], "blue": [2, 2, 3, 3, 4, 4], "red": [2, 2, 3, 3, 4, 4]}


# Good files


def test_the_shipped_table_is_the_printed_one(component_file):
    same = component_file(card=printed_rows(), want=WANT)
    for seed in range(3):
        env, standard = new_game(4, seed, components=same), new_game(4, seed)
        assert position(env) == position(standard)


def test_new_values_and_colours_are_used(component_file):
    rows = printed_rows()
    rows[12] = {"number": 13, "name": "Kittens", "persons": [], "red": 9}
    env = load(last_turns("1r", "1r", paradox="open", hands={0: [13]}), components=component_file(card=rows))
    assert "play card 13 red" in legal(env)
    assert "play card 13 green" not in legal(env)
    play(env, "play card 13 red")
    assert observe(env, 0)["sums"][0] * 50 == pytest.approx([0, 0, 14])


def test_new_persons_are_used(component_file):
    rows = printed_rows()
    rows[12]["persons"] = ["Howard", "Raj"]
    env = load(last_turns("13g", "14b", tiles=["howard-raj"]), components=component_file(card=rows))
    seen = observe(env, 0)
    assert [PERSONS[i] for i in np.flatnonzero(seen["persons"][0])] == ["Howard", "Raj"]
    assert seen["totals_known"][0] * 50 == pytest.approx([7, 0, 3])


def test_r12_a_card_with_several_persons_shows_each_of_them(component_file):
    rows = printed_rows()
    rows[12]["persons"] = ["Sheldon", "Raj"]
    env = load(last_turns("13g", "8g", tiles=["sheldon-alone"]), components=component_file(card=rows))
    assert observe(env, 0)["totals_known"][:2] * 50 == pytest.approx(np.array([[7, 0, 0], [8, 0, 0]]))


def test_r11_sevens_of_the_file_count_half(component_file):
    rows = printed_rows()
    rows[9]["red"], rows[12]["green"] = 7, 8
    env = load(last_turns("10r", "13g", tiles=["seven-half"]), components=component_file(card=rows))
    assert observe(env, 0)["totals_known"][:2] * 50 == pytest.approx(np.array([[0, 0, 3.5], [8, 0, 0]]))


def test_new_want_cards_are_used_and_the_observed_score_stays_within_1(component_file):
    fours = {colour: [4] * 6 for colour in WANT}
    path = component_file(want=fours)
    assert position(new_game(2, components=path))["want_stacks"]["blue"] == [4] * 5
    table = deal(phase="over")
    table["won"][0], table["want_box"] = fours, by_colour()
    assert observe(load(table, components=path), 0)["score"][0] == 1


def test_a_table_left_out_keeps_the_shipped_values(component_file):
    only_want = new_game(2, components=component_file(want={colour: [2] * 6 for colour in WANT}))
    assert position(only_want)["want_stacks"]["red"] == [2] * 5
    rows = printed_rows()
    rows[0]["red"] = 6
    only_cards = position(new_game(2, components=component_file(card=rows)))
    assert sorted([*only_cards["want_stacks"]["red"], only_cards["want_now"]["red"]]) == WANT["red"]


def test_an_empty_file_changes_nothing(component_file):
    assert position(new_game(3, 5, components=component_file())) == position(new_game(3, 5))


def test_labels_do_not_depend_on_the_file(component_file):
    rows = printed_rows()
    rows[12] = {"number": 13, "name": "Kittens", "persons": [], "red": 9}
    replaced = new_game(components=component_file(card=rows)).unwrapped
    assert replaced.action_labels == new_game().unwrapped.action_labels


def test_components_are_no_part_of_a_position(component_file):
    table = position(new_game(2, components=component_file(card=printed_rows())))
    assert set(table["variants"]) == {"paradox", "second_tile"}


# Refused files


@pytest.mark.parametrize("count", [0, 1, 14, 16, 30])
def test_there_are_15_rows(component_file, count):
    rows = [row | {"number": number} for number, row in enumerate(printed_rows() * 2, start=1)]
    refuse(component_file(card=rows[:count]), "card", "15")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"number": 4}, "number"),
        ({"number": 16}, "number"),
        ({"number": True}, "number"),
        ({"number": "3"}, "number"),
        ({"red": 0}, "red"),
        ({"red": 10}, "red"),
        ({"red": -2}, "red"),
        ({"red": 2.0}, "red"),
        ({"red": 2.5}, "red"),
        ({"red": float("nan")}, "red"),
        ({"red": float("inf")}, "red"),
        ({"red": True}, "red"),
        ({"red": "2"}, "red"),
        ({"green": 4}, "colour"),
        ({"persons": ["Stuart"]}, "Stuart"),
        ({"persons": ["Howard", "Howard"]}, "Howard"),
        ({"persons": "Howard"}, "persons"),
        ({"persons": [3]}, "persons"),
        ({"yellow": 3}, "yellow"),
        ({"value": 3}, "value"),
    ],
)
def test_a_row_is_refused_by_table_and_row(component_file, change, named):
    rows = printed_rows()
    rows[2] |= change
    refuse(component_file(card=rows), "card", r"\b[23]\b", named)


@pytest.mark.parametrize("missing", [("red", "blue"), ("persons",), ("number",)])
def test_a_row_with_something_missing(component_file, missing):
    rows = printed_rows()
    for key in missing:
        del rows[2][key]
    refuse(component_file(card=rows), "card", r"\b[23]\b")


def test_at_least_8_rows_have_two_colours_with_different_values(component_file):
    rows = printed_rows()
    for number in (2, 4, 5, 10):  # Example 3b needs none of them
        rows[number - 1] |= {colour: 5 for colour in ("green", "blue", "red") if colour in rows[number - 1]}
    assert legal(new_game(components=component_file(card=rows)))  # 8 rows are left
    rows[10] |= {"green": 3, "red": 3}
    refuse(component_file(card=rows), "card", "8")


@pytest.mark.parametrize("person", PERSONS)
def test_each_person_is_on_some_row(component_file, person):
    rows = printed_rows()
    for row in rows:
        row["persons"] = [name for name in row["persons"] if name != person]
    refuse(component_file(card=rows), "card", person)


def test_some_value_is_7(component_file):
    rows = printed_rows()
    for row, colour in zip(rows[12:], ("green", "blue", "red"), strict=True):
        row[colour] = 6
    refuse(component_file(card=rows), "card")


def edit(rows, **changes):
    """Rows with changes: `edit(rows, r7={"persons": ["Amy"]})`."""
    rows = copy.deepcopy(rows)
    for row, change in changes.items():
        rows[int(row[1:]) - 1] |= change
    return rows


@pytest.mark.parametrize(
    "changes",
    [
        {"r14": {"blue": 6}},  # Arnd's blue 7
        {"r6": {"green": 3}},  # Dirk's green 4
        {"r7": {"persons": ["Amy"]}},  # Bärbel's Raj: no other is on a blue 2, a blue 3 or a green 5
        # Arnd shows a Raj (on the only blue 7) and no woman (on any red 3)
        {
            "r14": {"persons": ["Raj"]},
            "r2": {"persons": ["Howard"]},
            "r11": {"persons": ["Howard"]},
            "r13": {"persons": ["Penny"]},
        },
        # Dirk shows a Raj (on the only green 4) and no woman
        {"r6": {"persons": ["Raj"]}, "r13": {"persons": ["Bernadette"]}},
        # the only blue 2 and the only green 5 are on one card
        {"r1": {"blue": 4}, "r7": {"green": 5}, "r8": {"green": 4}, "r9": {"green": 4}},
    ],
)
def test_example_3b_must_be_possible(component_file, changes):
    refuse(component_file(card=edit(printed_rows(), **changes)), "card", "3b")


def test_example_3b_is_possible_where_arnd_shows_a_raj_and_a_woman(component_file):
    rows = edit(printed_rows(), r14={"persons": ["Raj"]})
    assert legal(new_game(components=component_file(card=rows)))


@pytest.mark.parametrize(
    "values", [[2, 2, 3, 3, 4], [2, 2, 3, 3, 4, 4, 4], [], [1, 2, 3, 3, 4, 4], [2, 2, 3, 3, 4, 5],
               [2, 2, 3, 3, 4, 4.0], [True, 2, 3, 3, 4, 4], ["2", 2, 3, 3, 4, 4]]
)  # fmt: skip
def test_each_want_colour_has_six_values_from_2_to_4(component_file, values):
    refuse(component_file(want=WANT | {"blue": values}), "want", "blue")


def test_a_want_colour_left_out_or_unknown(component_file):
    refuse(component_file(want={"green": WANT["green"], "red": WANT["red"]}), "want", "blue")
    refuse(component_file(want=WANT | {"pink": [2] * 6}), "want", "pink")


@pytest.mark.parametrize("value", [3, "three", [1, 2], {"number": 1}])
def test_a_table_of_another_form(component_file, value):
    refuse(component_file(card=value), "card")
    refuse(component_file(want=value), "want")
