"""The shipped component tables, and replacement files: what they change and why they are refused."""

import re
from collections import Counter
from functools import partial

import pytest

from cosmozoo.envs.space_mission import components
from tests.playing import assert_components_refused, legal, load, position

from .table import CARDS, DECKS, PLANETS, TILE_COUNTS, TILES, lay, may, new_game

refuse = partial(assert_components_refused, "space_mission_v0")


def rows(**changes):
    """The shipped planets; `rows(Hazard={"scan": 2})` changes one."""
    return [
        {"name": name, "jump": jump, "scan": scan, "land": list(land)} | changes.get(name.replace(" ", "_"), {})
        for name, (jump, scan, land) in PLANETS.items()
    ]


def deck(name="plain", **changes):
    """A shipped deck with other numbers of some codes (Q stands for ?)."""
    table = dict(DECKS[name]) | {code.replace("Q", "?"): count for code, count in changes.items()}
    return {code: count for code, count in table.items() if count is not None}


# The shipped tables


@pytest.mark.parametrize("name", ["plain", "wild"])
def test_shipped_tables(name):
    tables = components.load(name)
    assert {p.name: (p.jump, p.scan, list(p.land)) for p in tables.planets} == PLANETS
    assert dict(zip(TILES, tables.tiles, strict=True)) == TILE_COUNTS
    assert {code: count for code, count in zip(CARDS, tables.cards, strict=True) if count} == DECKS[name]
    assert sum(tables.cards) == 60
    assert sum(tables.tiles) == 64


def test_plain_is_the_default():
    assert components.load() == components.load("plain")
    assert position(new_game(2))["variants"]["components"] == "plain"


@pytest.mark.parametrize("colour", "BGO")
def test_numbers_and_question_marks_of_the_decks(colour):
    for name, each, question_marks in (("plain", 10, 0), ("wild", 9, 4)):
        shown = Counter()
        for code, count in DECKS[name].items():
            shown.update({code[1]: count} if code[0] == colour else {})
            shown.update({code[3]: count} if code[2] == colour else {})
        assert [shown[value] for value in "1234?"] == [each] * 4 + [question_marks]


def test_values_are_spread_over_the_planets():
    for at in (0, 1):
        assert Counter(planet[at] for planet in PLANETS.values()) == {1: 3, 2: 3, 3: 3, 4: 3}
    assert set(Counter(tuple(land) for _, _, land in PLANETS.values()).values()) == {2}
    assert all({jump, scan, *land} == {1, 2, 3, 4} for jump, scan, land in PLANETS.values())


# Good files


@pytest.mark.parametrize("name", ["plain", "wild"])
def test_a_file_like_a_shipped_table_plays_like_it(component_file, name):
    path = component_file(planets=rows(), tiles=TILE_COUNTS, cards=deck(name))
    one, other = position(new_game(3, 5, components=path)), position(new_game(3, 5, components=name))
    assert one["variants"]["components"] == path
    assert one | {"variants": None} == other | {"variants": None}


def test_a_table_left_out_is_that_of_plain(component_file):
    only_tiles = components.load(component_file(tiles=TILE_COUNTS | {"mineral red": 7, "mineral blue": 1}))
    assert only_tiles.planets == components.load().planets
    assert only_tiles.cards == components.load().cards
    assert only_tiles.tiles[:4] == (7, 4, 4, 1)
    assert components.load(component_file()) == components.load()


def test_new_coordinates_are_used(component_file):
    path = component_file(planets=rows(Longshadow={"name": "Nowhere", "jump": 4, "scan": 4, "land": [2, 2]}))
    table = lay(hands={0: "B4G1 B1G1"})
    table["planets"][2] |= {"name": "Nowhere", "jump": 4, "scan": 4, "land": [2, 2]}
    table["variants"]["components"] = path
    assert {label for label in legal(load(table)) if label.startswith("jump")} == {"jump 0", "jump 1", "jump 2"}


def test_the_extreme_colours_of_a_kind(component_file):
    tiles = TILE_COUNTS | {"mineral red": 16, "mineral purple": 0, "mineral green": 0, "mineral blue": 0}
    first = position(new_game(2, components=component_file(tiles=tiles)))
    found = Counter(tile for planet in first["planets"] for tile in planet["pile"])
    assert found["mineral red"] == 16
    assert found["mineral blue"] == 0


def test_a_deck_of_other_codes(component_file):
    same = {"B?G?": 30, "G?O?": 30}
    env = new_game(4, components=component_file(cards=same))
    assert set(position(env)["hands"][0]) <= set(same)
    assert len(legal(env)) == 9  # top up and a jump to every planet


def test_files_are_given_as_a_path_too(component_file, tmp_path):
    path = component_file(cards=deck("wild"))
    env = new_game(2, components=tmp_path / "mine.toml")
    assert position(env)["variants"]["components"] == path
    assert position(new_game(2, components=None))["variants"]["components"] == "plain"


def test_labels_do_not_depend_on_the_file(component_file):
    assert (
        new_game(components=component_file(cards=deck("wild"))).unwrapped.action_labels
        == new_game().unwrapped.action_labels
    )


def test_a_position_of_another_table_is_refused(component_file):
    table = lay(components="wild")
    with pytest.raises(ValueError, match=r"variants\.components"):
        new_game(2).reset(options={"position": table})


# Refused files


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"jump": 0}, "jump"),
        ({"jump": 5}, "jump"),
        ({"jump": 1.0}, "jump"),
        ({"jump": True}, "jump"),
        ({"jump": "1"}, "jump"),
        ({"scan": 5}, "scan"),
        ({"scan": 0}, "scan"),
        ({"land": [3, 1]}, "ascending"),
        ({"land": [1]}, "land"),
        ({"land": [1, 2, 3]}, "land"),
        ({"land": [0, 1]}, "land"),
        ({"land": [4, 5]}, "land"),
        ({"land": 3}, "land"),
        ({"name": 7}, "name"),
        ({"name": "Hazard", "jump": 1}, "Hazard"),
        ({"name": "Freezer"}, "Freezer"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_planet_is_refused_by_table_and_row(component_file, change, named):
    refuse(component_file(planets=rows(Ruby_Red=change)), r"planets\[6\]", named)


@pytest.mark.parametrize("name", ["Freezer", "Hazard"])
def test_freezer_and_hazard_have_jump_1(component_file, name):
    refuse(component_file(planets=rows(**{name: {"jump": 2}})), r"planets\[[01]\]\.jump", name)


@pytest.mark.parametrize("missing", ["name", "jump", "scan", "land"])
def test_a_planet_with_something_missing(component_file, missing):
    planets = rows()
    del planets[3][missing]
    refuse(component_file(planets=planets), r"planets\[3\]", missing)


@pytest.mark.parametrize("count", [0, 11, 13])
def test_there_are_12_planets(component_file, count):
    planets = [row | {"name": f"{row['name']} {i}"} for i, row in enumerate(rows() * 2)]
    refuse(component_file(planets=planets[:count]), "planets", "12")


@pytest.mark.parametrize("tile", ["mineral red", "alien blue", "matter green", "water", "medal", "space"])
def test_printed_tile_counts(component_file, tile):
    refuse(component_file(tiles=TILE_COUNTS | {tile: TILE_COUNTS[tile] + 1}), "tiles", tile.split()[0])
    refuse(component_file(tiles=TILE_COUNTS | {tile: -1}), "tiles", tile)


def test_the_tile_types_are_fixed(component_file):
    refuse(component_file(tiles=TILE_COUNTS | {"mineral pink": 0}), "tiles", "mineral pink")
    fewer = {tile: count for tile, count in TILE_COUNTS.items() if tile != "water"}
    refuse(component_file(tiles=fewer), "tiles", "water")


@pytest.mark.parametrize("code", ["B5G1", "G1B1", "O1G1", "B1B2", "B1G", "b1g1", "B0O1"])
def test_unknown_codes(component_file, code):
    refuse(component_file(cards=deck() | {code: 0}), "cards", re.escape(code))


@pytest.mark.parametrize("count", [-1, 61, 1.0, True, "1"])
def test_copies_are_numbers(component_file, count):
    refuse(component_file(cards=deck(B1G2=count)), "cards", "B1G2")


def test_there_are_60_cards(component_file):
    refuse(component_file(cards=deck(B1G2=2)), "cards", "60", "61")
    refuse(component_file(cards=deck(B1G2=None)), "cards", "60", "59")


def test_every_coordinate_can_be_paid(component_file):
    refuse(component_file(cards={"G?O?": 60}), r"planets\[0\] \(Freezer\)", "jump")
    refuse(component_file(cards={"B?O?": 60}), r"planets\[0\] \(Freezer\)", "scan")
    refuse(component_file(cards={"B?G?": 60}), r"planets\[0\] \(Freezer\)", "land")
    refuse(component_file(cards={"B?G?": 59, "B?O?": 1}), r"planets\[0\] \(Freezer\)", "land")  # two cards are needed
    assert may(lay(), "top up")
    components.load(component_file(cards={"B?G?": 58, "B?O?": 2}))


def test_cards_for_one_landing_value_alone_do_not_do(component_file):
    only_3 = {"B?G?": 40, "G?O3": 20}
    planets = [row | {"land": [3, 3]} for row in rows()]
    components.load(component_file(cards=only_3, planets=planets))
    planets[4]["land"] = [3, 4]
    refuse(component_file(cards=only_3, planets=planets), r"planets\[4\] \(Mirrormere\)", "land")


@pytest.mark.parametrize("value", [3, "three", [1, 2]])
def test_a_table_of_another_form(component_file, value):
    refuse(component_file(planets=value), "planets")
    refuse(component_file(tiles=value), "tiles")
    refuse(component_file(cards=value), "cards")
