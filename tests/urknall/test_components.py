"""Replacement files for the component tables."""

from functools import partial

import pytest

from cosmozoo.envs import urknall_v0
from tests.playing import assert_components_refused, load, position

from .table import lay, new_game

refuse = partial(assert_components_refused, "urknall_v0")
PRINTED = """
[elements]
blue = 12
green = 12
red = 12

[layout]
size3 = 4
size2 = 6
size1 = 12

[markers]
players2 = 10
players3 = 10
players4 = 9
second = 8
"""


def elements(blue, green, red):
    return f"[elements]\nblue = {blue}\ngreen = {green}\nred = {red}\n"


def stones_by_colour(table):
    return [sum(sum(b[c]) for b in table["bodies"] if b) for c in ("blue", "green", "red")]


# Good files


@pytest.mark.parametrize("source", [None, "standard"])
def test_shipped_tables(source):
    assert stones_by_colour(position(new_game(components=source))) == [12, 12, 12]


def test_a_file_may_repeat_the_shipped_tables(component_file):
    assert position(new_game(components=component_file(PRINTED))) == position(new_game())


@pytest.mark.parametrize("text", ["", "[layout]\nsize3 = 4\nsize2 = 6\nsize1 = 12\n"])
def test_a_table_left_out_keeps_the_shipped_values(component_file, text):
    assert position(new_game(components=component_file(text))) == position(new_game())


def test_other_elements(component_file):
    table = position(new_game(3, components=component_file(elements(10, 20, 6))))
    assert stones_by_colour(table) == [10, 20, 6]
    assert table["supply"] == [10, 10, 10, 0]


def test_32_stones_of_a_colour_can_still_be_dealt(component_file):
    path = component_file(elements(2, 32, 2))
    for seed in range(3):
        table = position(new_game(4, seed=seed, components=path))
        for body in table["bodies"][:4]:
            assert sum(map(any, body.values())) >= 2


def test_positions_are_checked_against_the_file(component_file):
    env = urknall_v0.env(components=component_file(elements(10, 20, 6)), num_players=3)
    env.reset(seed=1)
    table = position(env)
    env.reset(seed=2, options={"position": table})
    assert position(env) == table
    with pytest.raises(ValueError, match=r"^bodies: .*12 blue"):
        load(table)
    with pytest.raises(ValueError, match=r"^bodies: .*10 blue"):
        env.reset(options={"position": lay("0 b. | 1 g. | 2 r.", fill=4)})


# Refused files


def test_unknown_tables_and_rows(component_file):
    refuse(component_file("[dice]\nsides = 8\n"), "unknown key 'dice'")
    refuse(component_file(elements(12, 12, 12) + "yellow = 0\n"), "^elements: ", "yellow")
    refuse(component_file(PRINTED + "third = 8\n"), "^markers: ", "third")
    refuse(component_file("[layout]\nsize4 = 1\n"), "^layout: ", "size4")


def test_rows_that_lack(component_file):
    refuse(component_file("[elements]\nblue = 12\ngreen = 24\n"), "^elements: ", "red")
    refuse(component_file("[layout]\nsize3 = 4\nsize2 = 6\n"), "^layout: ", "size1")
    refuse(component_file("[markers]\nsecond = 8\n"), "^markers: ", "players2")


@pytest.mark.parametrize(("blue", "green", "red"), [(12, 12, 11), (12, 12, 13), (1, 1, 1)])
def test_elements_are_36_in_all(component_file, blue, green, red):
    refuse(component_file(elements(blue, green, red)), "^elements: ", "36")


@pytest.mark.parametrize("value", ["0", "33", "-1", "true", "12.0", '"12"', "[12]"])
def test_elements_are_1_to_32(component_file, value):
    refuse(component_file(elements(value, 12, 12)), "^elements.blue: ", "1 to 32")


@pytest.mark.parametrize(
    ("row", "table"),
    [
        ("size3 = 4", "layout"), ("size2 = 6", "layout"), ("size1 = 12", "layout"), ("players2 = 10", "markers"),
        ("players3 = 10", "markers"), ("players4 = 9", "markers"), ("second = 8", "markers"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", ["7", "true", "4.0"])
def test_printed_tables_cannot_be_changed(component_file, row, table, value):
    name = row.split(" = ")[0]
    refuse(component_file(PRINTED.replace(row, f"{name} = {value}")), rf"^{table}\.{name}: ")


def test_a_table_must_be_a_table(component_file):
    refuse(component_file("elements = 36\n"), "^elements: ")
    refuse(component_file("[[layout]]\nsize3 = 4\n"), "^layout: ")
