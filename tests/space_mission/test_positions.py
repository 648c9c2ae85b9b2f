"""Positions: the printed example, both directions, and every check of a loader."""

import copy
import math

import pytest

from cosmozoo.envs import space_mission_v0
from tests.playing import assert_given_back, assert_refused, changed, legal, load, play, position

from .table import CARDS, PRINTED, idle, lay, new_game, over

VAIN = lay(3, names={0: "Hazard"}, piles={0: "8 space"}, blind={0: 1}, to_move=1, rounds=0, ships={1: 0})
JUMPING = lay(3, phase="jump_card", target=1, ships={0: 4}, hands={0: "B1G1 G1O1"}, actions_left=1)
ON_HAZARD = {"names": {0: "Hazard"}, "hands": {0: "B2G3 B1O2 B2O4"}}
SCANNING = lay(2, phase="scan_card", ships={0: 0}, **ON_HAZARD)
SCAN_TAKE = lay(2, phase="scan_take", ships={0: 0}, **ON_HAZARD)
LAND_1 = lay(2, phase="land_card_1", taken={0: "0 water, 1 medal"}, **ON_HAZARD)
LAND_2 = lay(2, phase="land_card_2", taken={0: "0 water"}, **ON_HAZARD)
DEVELOP_TAKE = lay(2, phase="develop_take", taken={0: "0 water, 1 water"}, stations={0: 0}, **ON_HAZARD)
DISCOVER_TAKE = lay(2, phase="discover_take", taken={0: "1 water"}, stations={0: 1}, ships={0: 0}, **ON_HAZARD)
TOP_UP = lay(5, phase="top_up", starter=3, to_move=1, hands={0: "B1G1 G1O1", 4: "B3G3"}, discard="B2G2")
OVER = over(lay(2, piles={0: "6 space"}, taken={0: "0 water, 1 water"}))
GOOD = {
    "printed": PRINTED, "vain": VAIN, "jump_card": JUMPING, "scan_card": SCANNING, "scan_take": SCAN_TAKE,
    "land_card_1": LAND_1, "land_card_2": LAND_2, "develop_take": DEVELOP_TAKE, "discover_take": DISCOVER_TAKE,
    "top_up": TOP_UP, "over": OVER, "wild": lay(components="wild", random_start=True, hands={1: "B?G1"}),
}  # fmt: skip


def refuse(good, key, *, contains="", **changes):
    """A good position is refused after some changes by a sentence that begins with this key path."""
    refuse_whole(good, changed(good, **changes), key, contains)


def refuse_whole(good, table, key, contains=""):
    assert_refused(table, f"({key}): .*{contains}", good)


# Good positions


def test_printed_position_has_the_printed_legal_actions():
    assert legal(load(PRINTED)) == {"fly clockwise", "fly counterclockwise", "jump 4", "jump 6", "top up"}


@pytest.mark.plain
@pytest.mark.parametrize("name", GOOD)
def test_a_loaded_position_is_given_back(name):
    assert_given_back(GOOD[name])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("components", ["plain", "wild"])
@pytest.mark.parametrize("random_start", [False, True])
def test_a_first_position_can_be_loaded(players, components, random_start):
    first = position(new_game(players, components=components, random_start=random_start))
    assert position(load(first)) == first


def test_the_draw_pile_keeps_its_order_and_the_first_card_is_drawn_next():
    table = lay(draw="G4O4 B1G1 B1G1 G1O1 B4G4 B3O3")
    env = load(table)
    idle(env)
    after = position(env)
    assert after["hands"][0] == ["B1G1", "B1G1", "B4G4", "G1O1", "G4O4"]
    assert after["draw"] == table["draw"][5:]
    assert after["draw"][0] == "B3O3"


def test_the_environment_does_not_share_the_position_it_was_given():
    given = copy.deepcopy(PRINTED)
    env = load(given)
    play(env, "fly clockwise")
    assert given == PRINTED
    given["planets"][0]["takes"].clear()
    assert position(env)["planets"][0]["takes"] == [[0, "mineral green"]]


def test_a_finished_position_has_its_results_at_once():
    env = load(OVER)
    assert all(env.terminations.values())
    assert position(env) == OVER
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_a_position_that_play_cannot_reach_is_accepted():
    table = lay(2, taken={0: "0 water"}, gate={0: 1, 1: 20}, ships={1: 3}, rounds=0)  # no time for 20 jumps
    assert position(load(table)) == table


@pytest.mark.parametrize("step", [2, 2999, 3000, 2**31 - 1])
def test_a_loaded_step_at_the_limit_allows_one_decision(step):
    env = load(lay(step=step, rounds=0, hands={0: "B1G1"}))
    assert legal(env)
    play(env, "top up")
    assert all(env.truncations.values()) == (step >= 2999)
    if step >= 2999:
        assert position(env)["phase"] == "top_up"
        assert position(env)["to_move"] == 0


# What every position has


@pytest.mark.parametrize("key", PRINTED)
def test_a_missing_key(key):
    table = copy.deepcopy(PRINTED)
    del table[key]
    refuse_whole(PRINTED, table, "position", f"lacks the key '{key}'")


def test_an_unknown_key():
    refuse_whole(PRINTED, PRINTED | {"colour": 1}, "position", "colour")


@pytest.mark.parametrize("table", [None, 3, [], "position"])
def test_a_position_is_a_dict(table):
    env = space_mission_v0.env(num_players=2)
    with pytest.raises(ValueError, match="position"):
        env.reset(seed=1, options={"position": table})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "urknall_v0"),
        ("game", 3),
        ("players", 3),
        ("players", 2.0),
        ("players", True),
        ("variants", {}),
        ("variants", {"components": "plain"}),
        ("variants", {"components": "plain", "random_start": 0}),
        ("variants", {"components": "plain", "random_start": False, "reward": "rank"}),
        ("variants", {"components": "wild", "random_start": False}),
        ("phase", "draw"),
        ("phase", 0),
        ("phase", None),
        ("to_move", 2),
        ("to_move", -1),
        ("to_move", 0.0),
        ("to_move", None),
        ("to_move", False),
        ("to_move", 1),
        ("step", 3),
        ("step", -1),
        ("step", 10.0),
        ("step", 2**31),
        ("step", math.nan),
        ("starter", 2),
        ("starter", None),
        ("starter", True),
        ("turns", -2),
        ("turns", 6),
        ("turns", "2"),
        ("actions_left", 0),
        ("actions_left", 3),
        ("actions_left", True),
        ("target", 3),
        ("target", "3"),
        ("ships", [0]),
        ("ships", [0, 1, 2]),
        ("ships", [0, 8]),
        ("ships", [0, -1]),
        ("ships", {"0": 0}),
        ("gate", [1]),
        ("gate", [1, 21]),
        ("gate", [1, -1]),
        ("gate", [1, 1.0]),
        ("hands", [[]]),
        ("hands", "B1G1"),
        ("hands", [[], {}]),
        ("draw", []),
        ("draw", None),
        ("discard", None),
        ("shuffled", []),
        ("planets", PRINTED["planets"][:7]),
        ("planets", [*PRINTED["planets"], PRINTED["planets"][0]]),
        ("planets", {}),
    ],
)
def test_a_wrong_value_is_refused_by_its_key(key, value):
    wrong_step = key == "turns" and value == 6
    refuse(PRINTED, "step" if wrong_step else rf"{key}[^:]*", **{key: value})


# The turn


def test_to_move_follows_from_starter_and_turns():
    refuse(PRINTED, "to_move", contains=r"\(starter \+ turns\) mod players = 1", turns=3)
    refuse(PRINTED, "to_move", starter=1)


def test_step_is_at_least_twice_the_turns():
    refuse(PRINTED, "step", contains="2 x turns = 4", step=3)
    assert load(changed(PRINTED, step=4))


def test_to_move_and_actions_left_when_over():
    refuse(OVER, "to_move", to_move=0)
    refuse(OVER, "actions_left", actions_left=1)


@pytest.mark.parametrize("target", [None, -1, 8, True, 4])
def test_the_target_of_a_jump(target):
    refuse(JUMPING, "target", target=target)  # 4 is the own slot


def test_a_target_stands_in_jump_card_alone():
    for name in ("printed", "scan_card", "top_up", "over"):
        refuse(GOOD[name], "target", target=2)


# Planets


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("name", "Pluto"),
        ("name", 3),
        ("name", "Saltpan"),
        ("name", "Windless"),
        ("jump", 3),
        ("jump", 4.0),
        ("scan", 4),
        ("land", [1]),
        ("land", [1, 3]),
        ("land", [2, 1]),
        ("land", [1, True]),
        ("pile", None),
        ("pile", ["water"]),
        ("takes", None),
        ("takes", []),
        ("takes", [[0]]),
        ("takes", [[0, "space"]]),
        ("takes", [[2, "mineral green"]]),
        ("takes", [[None, "mineral green"]]),
        ("takes", [[0, "mineral green", 1]]),
        ("takes", [["mineral green", 0]]),
        ("station", 2),
        ("station", 1),
        ("station", False),
        ("blind", 0),
        ("blind", 2),
        ("blind", 0.0),
    ],
)
def test_a_wrong_planet_is_refused_by_its_path(key, value):
    path = rf"planets\[[01]\]\.({key}|pile)[^:]*"
    if value in ("Saltpan", "Windless"):  # other planets, so the coordinates are wrong
        path = r"planets\[0\]\.(jump|scan)"
    refuse(PRINTED, path, **{f"planets__0__{key}": value})


def test_two_slots_with_one_planet():
    table = copy.deepcopy(PRINTED)
    for key in ("name", "jump", "scan", "land"):
        table["planets"][5][key] = table["planets"][2][key]
    refuse_whole(PRINTED, table, r"planets\[5\]\.name", "Ruby Red")


@pytest.mark.parametrize("key", PRINTED["planets"][0])
def test_a_planet_without_a_key(key):
    table = copy.deepcopy(PRINTED)
    del table["planets"][3][key]
    refuse_whole(PRINTED, table, r"planets\[3\]", key)
    refuse(PRINTED, r"planets\[3\]", planets__3=PRINTED["planets"][3] | {"ring": 1})


def test_a_pile_is_sorted():
    pile = PRINTED["planets"][4]["pile"]
    refuse(PRINTED, r"planets\[4\]\.pile", contains="sorted", planets__4__pile=pile[::-1])
    refuse(PRINTED, r"planets\[4\]\.pile\[0\]", planets__4__pile=["gold", *pile[1:]])


def test_pile_and_takes_are_eight_tiles():
    refuse(PRINTED, r"planets\[0\]\.pile", contains="7", planets__0__pile=[*PRINTED["planets"][0]["pile"], "space"])
    refuse(PRINTED, r"planets\[1\]\.pile", contains="8", planets__1__pile=PRINTED["planets"][1]["pile"][1:])
    refuse(PRINTED, r"planets\[0\]\.takes", planets__0__takes=[[0, "water"]] * 9)


def test_all_tiles_together_are_the_64():
    refuse(PRINTED, "planets", contains="mineral green", planets__0__takes=[[0, "mineral blue"]])


def test_blind_needs_eight_space_tiles():
    refuse(VAIN, r"planets\[1\]\.blind", planets__1__blind=1)
    table = lay(2, piles={0: "7 space"}, taken={0: "0 water"}, rounds=0, actions_left=1)
    refuse(table, r"planets\[0\]\.blind", planets__0__blind=0)


def test_a_station_needs_a_scan_of_its_builder():
    refuse(PRINTED, r"planets\[0\]\.station", contains="seat 1", planets__0__station=1)
    refuse(PRINTED, r"planets\[1\]\.station", contains="seat 0", planets__1__station=0)
    refuse(VAIN, r"planets\[0\]\.station", planets__0__station=2)
    assert load(changed(PRINTED, planets__0__station=0))
    assert load(changed(VAIN, planets__0__station=1))


# Seats


def test_a_ship_is_on_the_gate_exactly_without_probes():
    refuse(PRINTED, r"ships\[1\]", gate=[1, 0])
    refuse(PRINTED, r"ships\[1\]", ships=[0, None])
    assert load(changed(PRINTED, ships=[0, None], gate=[1, 0]))


def test_a_seat_on_the_gate_has_been_nowhere():
    refuse(PRINTED, r"ships\[0\]", contains="take", ships=[None, 1], gate=[0, 1])
    refuse(VAIN, r"ships\[1\]", ships=[None, None, None], gate=[0, 0, 0])


def test_a_stock_is_not_negative():
    full = lay(2, taken={0: "3x0 water", 1: "0 medal"}, stations={1: 0}, gate={0: 16})
    assert load(full)
    refuse(full, r"gate\[0\]", contains="21 chips", gate=[17, 0])


# Cards


def test_a_hand_has_at_most_five_cards():
    table = lay(hands={0: "B1G1 B1G2 B1G3 B1G4 B2G1"})
    refuse(table, r"hands\[0\]", hands__0=[*table["hands"][0], "B2G2"], draw=table["draw"])


def test_hands_discard_and_shuffled_are_sorted():
    refuse(PRINTED, r"hands\[1\]", contains="sorted", hands__1=PRINTED["hands"][1][::-1])
    refuse(PRINTED, "discard", contains="sorted", discard=PRINTED["discard"][::-1])
    refuse(PRINTED, "shuffled", contains="sorted", shuffled=PRINTED["shuffled"][::-1])


@pytest.mark.parametrize("code", ["B5G1", "G1B1", 7, None, "b1g1"])
def test_unknown_cards(code):
    refuse(PRINTED, r"hands\[0\]\[0\]", hands__0=[code])
    refuse(PRINTED, r"draw\[1\]", draw__1=code)
    refuse(PRINTED, r"discard\[0\]", discard__0=code)
    refuse(PRINTED, r"shuffled\[59\]", shuffled__59=code)


def test_all_cards_together_are_the_60():
    refuse(PRINTED, "draw", contains="B1O3", draw__0="B2O2")
    refuse(PRINTED, "draw", draw=PRINTED["draw"][1:])
    refuse(PRINTED, "draw", draw=[*PRINTED["draw"], "B1G1"])


def test_the_draw_pile_is_part_of_what_was_shuffled():
    shuffled = [card for card in PRINTED["shuffled"] if card != "B1O3"]
    refuse(PRINTED, "shuffled", contains="B1O3", shuffled=shuffled)


def test_what_was_shuffled_is_part_of_the_deck():
    shuffled = list(PRINTED["shuffled"])
    shuffled[shuffled.index("B1G1")] = "B1G2"  # the deck has one
    refuse(PRINTED, "shuffled", contains="B1G2", shuffled=sorted(shuffled, key=CARDS.index))


def test_no_fewer_cards_were_shuffled_than_are_not_in_full_hands():
    table = lay(2, draw="B4O4", draw_only=True)

    def some(count):
        others = [card for card in table["shuffled"] if card != "B4O4"]
        return sorted([*others[: count - 1], "B4O4"], key=CARDS.index)

    assert load(changed(table, shuffled=some(50)))
    refuse(table, "shuffled", contains="at least 50", shuffled=some(49))


# The phases


@pytest.mark.parametrize("name", ["jump_card", "scan_card", "scan_take", "land_card_1", "land_card_2"])
def test_phases_that_need_a_chip(name):
    good = GOOD[name]
    used = sum(taker == 0 for planet in good["planets"] for taker, _ in planet["takes"])
    refuse(good, "phase", contains="chip", gate__0=20 - used)


@pytest.mark.parametrize("name", ["scan_card", "scan_take"])
def test_phases_that_need_a_ship_on_a_planet(name):
    refuse(GOOD[name], "phase", contains="on a planet", ships__0=None, gate__0=0)


@pytest.mark.parametrize("name", ["develop_take", "discover_take"])
def test_takes_need_a_station(name):
    refuse(GOOD[name], "phase", contains="station", planets__0__station=None)


def test_develop_take_is_at_the_own_station():
    refuse(DEVELOP_TAKE, "phase", contains="seat 0", planets__0__station=1)


@pytest.mark.parametrize("name", ["scan_card", "scan_take", "land_card_1", "land_card_2"])
def test_phases_on_undeveloped_planets(name):
    hands, more = {"hands": ON_HAZARD["hands"], "names": ON_HAZARD["names"]}, {"taken": {0: "0 water, 0 medal"}}
    good = lay(2, phase=name, **hands, **more)
    refuse(good, "phase", contains="developed", planets__0__station=0)


def test_an_open_pile_is_not_scanned():
    opened = lay(2, phase="scan_card", piles={0: "5 space"}, taken={0: "2x1 water, 1 medal"}, ships={0: 0}, **ON_HAZARD)
    refuse_whole(opened, opened, "phase", "open")


@pytest.mark.parametrize("name", ["land_card_1", "land_card_2"])
def test_landing_needs_a_scan(name):
    table = lay(2, phase=name, taken={0: "1 water"}, ships={0: 0}, **ON_HAZARD)
    refuse_whole(table, table, "phase", "scanned")
    vain = lay(2, phase=name, piles={0: "8 space"}, blind={0: 1}, ships={0: 0}, actions_left=1, rounds=0, **ON_HAZARD)
    refuse_whole(vain, vain, "phase", "scanned")
    assert load(changed(vain, planets__0__blind=0, ships=[0, None], gate=[1, 0]))


@pytest.mark.parametrize("name", ["scan_take", "develop_take", "discover_take"])
def test_takes_need_a_point_tile(name):
    station = {} if name == "scan_take" else {"stations": {0: 0}}
    table = lay(2, phase=name, piles={0: "5 space"}, taken={0: "3x0 water"}, **station, **ON_HAZARD)
    refuse_whole(table, table, "phase", "point tile")


def test_a_scan_take_of_a_pile_of_space_tiles():
    table = lay(2, phase="scan_take", piles={0: "8 space"}, ships={0: 0}, **ON_HAZARD)
    refuse_whole(table, table, "phase", "point tile")


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        ("jump_card", ["B2G1"]),
        ("jump_card", []),
        ("scan_card", ["B3G2", "G4O3"]),
        ("land_card_1", ["B1O2", "B2O2"]),
        ("land_card_1", ["B1O4", "B2O4"]),
        ("land_card_1", ["B1O2"]),
        ("land_card_2", ["B4G4", "B1O2"]),
        ("land_card_2", []),
    ],
)
def test_phases_that_need_a_card(name, hand):
    good = GOOD[name]
    table = copy.deepcopy(good)
    table["draw"] += table["hands"][0]
    for card in hand:
        table["draw"].remove(card)
    table["hands"][0] = hand
    refuse_whole(good, table, "phase", "card")


# The end


def test_over_only_after_whole_rounds():
    refuse(OVER, "turns", turns=0)
    refuse(OVER, "turns", turns=3)
    assert load(changed(OVER, turns=4, step=20))


def test_over_only_with_the_end_condition():
    table = over(lay(2, piles={0: "5 space"}, taken={0: "0 water, 1 water, 1 medal"}))
    refuse_whole(table, table, "phase", "5 space tiles")
    dead = over(lay(2, ships={0: 0, 1: 0}, gate={0: 20, 1: 20}))
    assert load(dead)
    refuse(dead, "phase", gate=[19, 20])


def test_a_round_does_not_begin_with_the_end_condition():
    table = lay(2, piles={0: "6 space"}, taken={0: "0 water, 1 water"})
    refuse_whole(table, table, "phase", "must be 'over'")
    assert load(changed(table, actions_left=1))
    assert load(lay(2, piles={0: "6 space"}, taken={0: "0 water, 1 water"}, to_move=1))
    dead = lay(2, ships={0: 0, 1: 0}, gate={0: 20, 1: 20})
    refuse_whole(dead, dead, "phase", "must be 'over'")
