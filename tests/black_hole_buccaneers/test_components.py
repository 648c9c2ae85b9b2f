"""The component file: what is shipped, what may replace it, and what is refused with an error that names the place."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from cosmozoo.envs import ComponentError, VectorGame, black_hole_buccaneers_v0
from cosmozoo.envs.black_hole_buccaneers.components import load, shipped_file

from .table import FIRST_GAME, HOLES, KINDS, NAMES, SCORING, VALUE, WEIGHT

SHIPPED = tomllib.loads(shipped_file("cosmozoo.envs.black_hole_buccaneers").read_text(encoding="utf-8"))
RENAMED = [["Rowing Boat", -5, -4], *SHIPPED["ships"][1:]]


def rows(table, **changes):
    """The shipped rows of a table with some others: `rows("ships", _3=["X", 7, 5])`."""
    copied = [list(row) if isinstance(row, list) else row for row in SHIPPED[table]]
    for place, row in changes.items():
        copied[int(place.removeprefix("_"))] = row
    return copied


# ---- Shipped


def test_the_shipped_cards_are_those_of_the_specification():
    cards = load()
    assert list(cards.names) == NAMES
    assert dict(zip(cards.names, cards.values, strict=True)) == VALUE
    assert dict(zip(cards.names, cards.weights, strict=True)) == WEIGHT
    assert cards.groups == ((2, 5), (4, 4), (5, 3), (5, 2))


def test_the_shipped_holes_and_points_are_those_of_the_specification():
    cards = load()
    assert {hole.name: (hole.hand, hole.threshold) for hole in cards.holes} == HOLES
    assert Counter(hole.kind for hole in cards.holes) == {0: 4, 1: 4, 2: 5}
    assert [cards.hole_names[place] for place in cards.first_game] == FIRST_GAME
    assert {players: list(points) for players, points in cards.scoring.items()} == SCORING


def test_none_stands_for_the_shipped_file():
    assert load(None) is load()


# ---- Replaced


def test_labels_follow_the_names(component_file):
    env = black_hole_buccaneers_v0.env(components=Path(component_file(ships=RENAMED)))
    assert env.unwrapped.action_labels[0] == "card Rowing Boat"
    assert env.unwrapped.action_labels[1] == "card Rescue Pod"
    env.reset(seed=1)
    assert "Rowing Boat" in str(env.unwrapped.position())


def test_a_replaced_game_can_be_played_and_loaded(component_file):
    path = component_file(
        robots=rows("robots", _3=["Ace Bot", 7, 3]),
        holes={**SHIPPED["holes"], "Drowsy Drain": ["menacing", 9, 40]},
        rotors={**SHIPPED["rotors"], "Lootbox": [[1, 4], [9, 9], [0, 0], [-3, 5]]},
    )
    vector = VectorGame("black_hole_buccaneers_v0", 16, components=path, seed=1)
    for _ in range(300):
        vector.step(vector.sample_actions())
    env = black_hole_buccaneers_v0.env(components=path)
    env.reset(seed=1, options={"position": vector.position(0)})
    assert env.unwrapped.position() == vector.position(0)


def test_artifacts_relics_and_parts_stand_in_the_order_of_the_rulebook(component_file):
    path = component_file(
        artifacts=SHIPPED["artifacts"][::-1], relics=SHIPPED["relics"][::-1], part_kinds=SHIPPED["part_kinds"][::-1]
    )
    assert load(path) == load()


def test_a_table_left_out_keeps_the_shipped_values(component_file):
    cards = load(component_file(scoring={"3": [15, 10, 1], "4": [9, 9, 9, 9], "5": [9] * 5, "6": [9] * 6}))
    assert cards.scoring[3] == (15, 10, 1)
    assert cards.names == load().names


# ---- Refused


@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ({"ships": SHIPPED["ships"][:9]}, "ships"),
        ({"ships": rows("ships", _0=["Towing Tug", -5, -5])}, r"ships\[0\]"),
        ({"ships": rows("ships", _3=["Comet Skiff", 8, 6])}, r"ships\[4\]"),
        ({"ships": rows("ships", _3=["Ion Sloop", 7, 5])}, r"ships\[4\]"),
        ({"ships": rows("ships", _3=["Lootbox", 7, 5])}, r"ships\[3\]"),
        ({"ships": rows("ships", _3=["Warp Engine 1", 7, 5])}, r"ships\[3\]"),
        ({"ships": rows("ships", _3=["", 7, 5])}, r"ships\[3\]\[0\]"),
        ({"ships": rows("ships", _3=["Comet Skiff", 7])}, r"ships\[3\]"),
        ({"ships": rows("ships", _3=["Comet Skiff", 7.0, 5])}, r"ships\[3\]\[1\]"),
        ({"ships": rows("ships", _3=["Comet Skiff", True, 5])}, r"ships\[3\]\[1\]"),
        ({"toys": rows("toys", _0=["Yo-Yo", 2, 1])}, r"toys\[0\]"),
        ({"toys": rows("toys", _7=["Book", 4, 6])}, "toys"),
        ({"toys": rows("toys", _7=["Puzzle Cube", 4, 6], _5=["Card Reader", 4, 4])}, "toys"),
        ({"shifters": rows("shifters", _0=["Morpho Lampo", 4, 4])}, r"shifters\[\d\]"),
        ({"shifters": rows("shifters", _8=["Morpho Cubus", 8, 8])}, "shifters"),
        ({"robots": rows("robots", _0=["Vacuum Bot", 5, 2])}, "robots"),
        ({"robots": rows("robots", _0=["Vacuum Bot", 9, 9])}, r"robots\[0\]"),
        ({"robots": rows("robots", _3=["A", 7, 3], _4=["B", 7, 3])}, "robots"),
        ({"robots": rows("robots", _8=["Galactic Ark", 7, 3])}, r"robots\[8\]"),
        ({"groups": [[2, 5], [4, 4], [5, 3], [5, 1]]}, "groups"),
        ({"part_kinds": ["Command Chair", "Reflector Shield", "Quantum Control", "Warp Drive"]}, r"part_kinds\[3\]"),
        ({"part_kinds": ["Command Chair", "Command Chair", "Quantum Control", "Warp Engine"]}, "part_kinds"),
        ({"artifacts": rows("artifacts", _0=["GPS", 8, 3])}, r"artifacts\[0\]\[0\]"),
        ({"artifacts": rows("artifacts", _0=["Lootbox", 1, 4])}, r"artifacts\[7\]"),
        ({"artifacts": rows("artifacts", _7=["Lootbox", 2, 4])}, r"rotors\.Lootbox\[0\]"),
        ({"relics": rows("relics", _2=["Two Rings", 12, 11])}, r"relics\[2\]\[0\]"),
        ({"rotors": {"Lootbox": [[1, 4]] * 4}}, "rotors"),
        ({"rotors": {**SHIPPED["rotors"], "Lootbox": [[1, 4]] * 3}}, r"rotors\.Lootbox"),
        ({"rotors": {**SHIPPED["rotors"], "Lootbox": [[2, 4]] * 4}}, r"rotors\.Lootbox\[0\]"),
        ({"first_game": ["Drowsy Drain", "Tumbling Throat", "Devouring Deep"]}, r"first_game\[0\]"),
        ({"first_game": ["Gentle Gulp", "Gentle Gulp", "Devouring Deep"]}, r"first_game\[1\]"),
        ({"first_game": ["Gentle Gulp", "Tumbling Throat"]}, "first_game"),
        ({"first_game": ["Gentle Gulp", "Tumbling Throat", "Deep Sea"]}, r"first_game\[2\]"),
        ({"scoring": {"3": [15, 10, 5]}}, "scoring"),
        ({"scoring": {**SHIPPED["scoring"], "3": [15, 9, 5]}}, r"scoring\.3"),
        ({"scoring": {**SHIPPED["scoring"], "4": [15, 10, 6]}}, r"scoring\.4"),
        ({"scoring": {**SHIPPED["scoring"], "5": [15, 10, 6, 7, 1]}}, r"scoring\.5"),
        ({"scoring": {**SHIPPED["scoring"], "6": [15, 10, 6, 3, 1, -1]}}, r"scoring\.6\[5\]"),
        ({"holes": {"Gentle Gulp": ["menacing", 6, 18]}}, "holes"),
        ({"holes": {**SHIPPED["holes"], "Gentle Gulp": ["risky", 6, 18]}}, "holes"),
        ({"holes": {**SHIPPED["holes"], "Gentle Gulp": ["mild", 6, 18]}}, r"holes\.Gentle Gulp\[0\]"),
        ({"holes": {**SHIPPED["holes"], "Drowsy Drain": ["menacing", 4, 18]}}, r"holes\.Drowsy Drain\[1\]"),
        ({"holes": {**SHIPPED["holes"], "Drowsy Drain": ["menacing", 10, 18]}}, r"holes\.Drowsy Drain\[1\]"),
        ({"holes": {**SHIPPED["holes"], "Drowsy Drain": ["menacing", 5, 0]}}, r"holes\.Drowsy Drain\[2\]"),
        ({"holes": {**SHIPPED["holes"], "Gentle Gulp": ["menacing", 5, 18]}}, r"first_game\[0\]"),
        ({"planets": []}, "planets"),
    ],
)
def test_what_is_refused(component_file, tables, key):
    with pytest.raises(ComponentError, match=key):
        load(component_file(**tables))


def test_the_printed_threshold_18_must_exist(component_file):
    holes = {name: [kind, hand, 17 if limit == 18 else limit] for name, (kind, hand, limit) in SHIPPED["holes"].items()}
    with pytest.raises(ComponentError, match=r"holes: .*18"):
        load(component_file(holes=holes))


def test_kinds_of_parts_are_in_the_names():
    assert [name[:-2] for name in load().names[20:32:3]] == list(KINDS)
