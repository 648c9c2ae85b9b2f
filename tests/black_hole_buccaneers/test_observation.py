"""The observation: its layout, values derived by hand, what is remembered, and what it must never tell."""

import copy
from itertools import chain

import numpy as np
import pytest

from tests.playing import legal, load, observe, play, position, view

from .table import FIRST_GAME, NAMES, PRINTED, deal, new_game, pad_row, scoring, shown, turn

LAYOUT = (
    (0, "places", (6, 67)),
    (402, "elsewhere", (67,)),
    (469, "robot_turned", (10,)),
    (479, "rotor", (3, 4)),
    (491, "rotor_awake", (3,)),
    (494, "own_groups", (8, 4)),
    (526, "placing", (4,)),
    (530, "seats", (6, 16)),
    (626, "phase", (9,)),
    (635, "step", (4,)),
    (639, "round", (3,)),
    (642, "players", (4,)),
    (646, "holes", (3, 6)),
    (664, "thresholds", (5,)),
    (669, "table", (5,)),
    (674, "scoring", (6,)),
    (680, "minus6", (6,)),
    (686, "slack", (1,)),
)
TRIO = ["Tailor Bot", "Yo-Yo", "Lootbox"]


def cards(row, mark=None):
    """Names of the cards with a mark (any mark), and the marks."""
    found = {NAMES[index]: float(row[index]) for index in np.flatnonzero(row)}
    return found if mark is None else {name for name, value in found.items() if value == mark}


def test_segments_lie_as_in_the_specification():
    layout = new_game().unwrapped.layout
    assert tuple((segment.offset, segment.name, tuple(segment.shape)) for segment in layout) == LAYOUT
    assert layout.size == 687


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_sizes_are_the_same_for_all_tables(players):
    env = new_game(players)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert (seen["observation"].shape, seen["observation"].dtype) == ((687,), np.float32)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((88,), np.int8)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (seat == 0)
        parts = observe(env, seat)
        assert not parts["seats"][players:].any()
        assert not parts["places"][players:].any()


# The printed position


def test_the_printed_position_as_seat_0_sees_it():
    seen = observe(load(PRINTED), 0)
    places = seen["places"]
    assert cards(places[0]) == {
        "Rescue Pod": 0.5, "Tailor Bot": 1, "Reflector Shield 3": -1, "Warp Engine 1": -1, "Morpho Pianino": -1,
        "Morphosucker": -1,
    }  # fmt: skip
    assert cards(places[1], -1) == {
        "Booster Drone",
        "Building Bricks",
        "Reflector Shield 2",
        "Butler Bot",
        "Gardener Bot",
    }
    assert cards(places[2]) == {"Warp Engine 3": 1}
    assert not places[3:].any()
    assert not seen["elsewhere"].any()
    assert not seen["robot_turned"].any()
    assert not seen["own_groups"].any()
    assert seen["seats"][0].tolist() == pytest.approx([1, 0, 5 / 80, 2 / 80, *[0] * 10, 1, 0])
    assert seen["seats"][1].tolist() == pytest.approx([1, 0, 0, 0, 0.1, *[0] * 11])
    assert seen["seats"][2].tolist() == pytest.approx([1, 0, 2 / 80, 5 / 80, 0, 0, 0, 0, 0.25, *[0] * 7])
    assert seen["phase"].tolist() == [1, *[0] * 8]
    assert seen["step"].tolist() == [1, 0, 0, 0]
    assert seen["round"].tolist() == [1, 0, 0]
    assert seen["players"].tolist() == [1, 0, 0, 0]
    assert seen["holes"].tolist() == [
        pytest.approx([1, 1, 0, 0, 18 / 40, 6 / 9]), pytest.approx([1, 0, 1, 0, 20 / 40, 7 / 9]),
        pytest.approx([1, 0, 0, 1, 21 / 40, 8 / 9]),
    ]  # fmt: skip
    assert not seen["thresholds"].any()
    assert seen["table"].tolist() == pytest.approx([1, 49 / 67, 4 / 10, 0, 0])
    assert (seen["scoring"] * 15).round().tolist() == [15, 10, 5, 0, 0, 0]
    assert not seen["minus6"].any()
    assert seen["slack"].tolist() == pytest.approx([(18 - 2) / 40])


def test_the_printed_position_as_seat_1_sees_it():
    seen = observe(load(PRINTED), 1)
    assert cards(seen["places"][0], 1) == {"Puzzle Cube"}
    assert len(cards(seen["places"][0], -1)) == 5
    assert cards(seen["places"][1]) == {"Warp Engine 3": 1, **dict.fromkeys(PRINTED["hands"][2], -1)}
    assert cards(seen["places"][2]) == {"Tailor Bot": 1}
    # its own toy counts for itself: value 4, weight 4, toy weight 4
    assert seen["seats"][0].tolist() == pytest.approx([1, 0, 4 / 80, 4 / 80, 0.1, 4 / 40, *[0] * 10])
    assert seen["seats"][2][14] == 1  # seat 0 has committed
    assert seen["slack"] == pytest.approx(14 / 40)


def test_the_printed_position_as_seat_2_sees_it():
    seen = observe(load(PRINTED), 2)
    hand = ["Rescue Pod", "Reflector Shield 3", "Warp Engine 1", "Morpho Pianino", "Morphosucker"]
    assert cards(seen["places"][1]) == {"Tailor Bot": 1, **dict.fromkeys(hand, -1)}  # the choice changes nothing
    assert seen["own_groups"][0].tolist() == [0, 0, 0, 1]
    assert not seen["own_groups"][1:].any()


# Other values


def test_all_kinds_of_cards_in_front_of_a_seat():
    group = ["Command Chair 1", "Quantum Control 2", "Warp Engine 3"]
    laid = ["Towing Tug", *group, "Morpho Cubo", "Morpho Broccolo", "Chef Bot", "Lootbox"]
    env = load(
        deal(laid=[laid], groups=[[group]], rot={"Chef Bot": 1, "Lootbox": 2}, awake=[["Lootbox"]], cards=2, round=2,
             pad=[pad_row([15, 10, 5])])
    )  # fmt: skip
    for observer, r in ((0, 0), (1, 2), (2, 1)):
        seen = observe(env, observer)
        value = -5 + 15 + 12 + 3 + 9
        weight = -4 + 9 + 8 + 7 + 4
        assert seen["seats"][r].tolist() == pytest.approx(
            [1, 15 / 60, value / 80, weight / 80, 0, 0, 2 / 10, 4 / 8, 0, 0, 1 / 4, 0, -5 / 14, 1, 0, 0]
        )
        assert seen["robot_turned"].tolist() == [0] * 9 + [1]
        assert seen["rotor"].tolist() == [[0] * 4, [0] * 4, [0, 0, 1, 0]]
        assert seen["rotor_awake"].tolist() == [0, 0, 1]
        assert seen["round"].tolist() == [0, 1, 0]
    assert observe(env, 0)["own_groups"][0].tolist() == [1, 0, 1, 1]
    assert observe(env, 0)["slack"] == pytest.approx((18 - 24) / 40)


def test_a_group_decision_is_seen_by_all():
    env = shown("Swiss Pocket Laser", "Command Chair 1", "Ion Sloop", laid={1: ["Warp Engine 1"]})
    own, other = observe(env, 1), observe(env, 0)
    assert own["phase"].tolist() == [0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert own["placing"].tolist() == [1, 0, 0, 0]
    assert not other["placing"].any()
    assert cards(own["places"][0], 0.75) == cards(other["places"][1], 0.75) == {"Command Chair 1"}
    assert own["seats"][0][[2, 3, 8]] == pytest.approx([4 / 80, 10 / 80, 0.25])  # not yet grouped: alone, no group


def test_cards_of_this_turn_stand_out_after_the_reveal():
    env = shown("Swiss Pocket Laser", "Chef Bot", "Yo-Yo", laid={1: ["Medic Bot"]})
    seen = observe(env, 0)
    assert cards(seen["places"][0], 0.75) == {"Swiss Pocket Laser"}
    assert cards(seen["places"][1]) == {"Chef Bot": 0.75, "Medic Bot": 1}
    assert cards(seen["places"][2]) == {}
    assert cards(observe(env, 2)["places"][0], 0.75) == {"Yo-Yo"}
    play(env, "threshold +4")
    assert cards(observe(env, 0)["elsewhere"]) == {"Swiss Pocket Laser": 1, **_discarded(env)}
    assert not cards(observe(env, 0)["places"][1], 0.75)


def _discarded(env):
    return dict.fromkeys(position(env)["discards"], 1)


def test_the_offer_is_seen_by_the_picker_alone():
    env = shown("Titan Tentacle", "Comet Skiff", "Ion Sloop", draw=TRIO)
    assert cards(observe(env, 0)["elsewhere"], 0.5) == set(TRIO)
    for other in (1, 2):
        assert not cards(observe(env, other)["elsewhere"], 0.5)
    assert observe(env, 1)["phase"].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("way", ["upright", "turned"])
def test_a_robot_decision_stands_out(way):
    env = load(scoring(["Chef Bot"], [], [], phase="egg", draw=["Medic Bot"]))
    play(env, "discard Surprise Egg")
    seen = observe(env, 2)
    assert cards(seen["places"][1]) == {"Chef Bot": 1, "Medic Bot": 0.75}
    assert (seen["phase"].tolist().index(1), seen["step"].tolist()) == (5, [0, 1, 0, 0])


def test_scoring_is_seen():
    env = load(scoring(["Yo-Yo"], ["Teddy Bear"], [], phase="ring", minus6=1, thresholds=[], revealed="Chef Bot"))
    seen = observe(env, 0)
    assert seen["minus6"].tolist() == [0, 1, 0, 0, 0, 0]
    assert seen["step"].tolist() == [0, 0, 0, 1]
    assert seen["seats"][1][3] == pytest.approx((3 - 6) / 80)
    assert seen["seats"][1][5] == pytest.approx(3 / 40)
    assert cards(seen["places"][0]) == {"Yo-Yo": 1, "One Ring": 1, "Chef Bot": -1}
    assert cards(seen["places"][1]) == {"Teddy Bear": 1}
    assert seen["table"][[2, 4]] == pytest.approx([0, 3 / 6])
    assert observe(env, 1)["slack"] == pytest.approx((18 - 3 + 6) / 40)


def test_an_own_placed_card_that_the_pool_took_is_in_the_pile_no_more():
    env = load(scoring([], [], [], phase="pool", owner=1, hole_pile=["Chef Bot", "Yo-Yo", "Lootbox"]))
    assert cards(observe(env, 0)["places"][0]) == {"Chef Bot": -1}
    play(env, "discard Alien Wading Pool")
    seen = observe(env, 0)
    assert cards(seen["places"][0]) == {}
    assert cards(seen["places"][1]) == {"Chef Bot": 0.75}


def test_holes_to_come_are_not_seen():
    seen = observe(new_game(4), 0)["holes"]
    assert seen[0].any()
    assert not seen[1:].any()
    assert observe(new_game(4, first_game=True), 0)["holes"].all(axis=1).tolist() == [False] * 3
    assert observe(new_game(4, holes=FIRST_GAME), 2)["holes"][:, 0].tolist() == [1, 1, 1]


def test_the_end():
    env = load(deal(phase="over", step="over", round=3, laid=[["Chef Bot"]], pad=[pad_row([15, 10, 5])] * 3))
    seen = observe(env, 1)
    assert seen["phase"].tolist() == [0] * 8 + [1]
    assert not seen["step"].any()
    assert seen["round"].tolist() == [0, 0, 1]
    assert (seen["seats"][:3, 1] * 60).round().tolist() == [30, 15, 45]
    assert seen["holes"][:, 0].tolist() == [1, 1, 1]


def test_far_values_are_clipped():
    row = pad_row([999, 0, 0])
    env = load(deal(round=2, cards=2, pad=[row]))
    assert observe(env, 0)["seats"][0][1] == 1


# Memory (section 6)


def pass_on(*first, direction=1, **more):
    """A turn in which the seats choose the first card of these hands and pass the others on."""
    env = load(deal(len(first), hands=[list(hand) for hand in first], direction=direction, cards=len(first[0]), **more))
    turn(env, *[hand[0] for hand in first])
    return env


HANDS = (
    ["Comet Skiff", "Chef Bot", "Yo-Yo", "Lootbox"],
    ["Ion Sloop", "Medic Bot", "Toy Car", "Morpho Cubo"],
    ["Vacuum Bot", "One Ring", "Rubber Duck", "Warp Engine 1"],
)


@pytest.mark.parametrize("direction", [1, -1])
def test_a_seat_remembers_the_hand_it_has_passed_on(direction):
    env = pass_on(*HANDS, direction=direction)
    for seat in range(3):
        given = set(HANDS[seat][1:])
        r = direction % 3
        assert cards(observe(env, seat)["places"][r], -1) == given
        assert not cards(observe(env, seat)["places"][-direction % 3], -1)
        assert set(position(env)["memory"][seat][(seat + direction) % 3]) == given


def test_lists_travel_with_the_hands():
    env = pass_on(*HANDS)
    turn(env, "One Ring", "Chef Bot", "Medic Bot")
    assert position(env)["memory"][0] == [[], ["Rubber Duck", "Warp Engine 1"], ["Yo-Yo", "Lootbox"]]
    assert cards(observe(env, 0)["places"][2], -1) == {"Yo-Yo", "Lootbox"}


def test_a_toy_laid_face_down_stays_listed():
    env = pass_on(*HANDS)
    turn(env, "One Ring", "Yo-Yo", "Medic Bot")
    assert position(env)["memory"][0][2] == ["Yo-Yo", "Chef Bot", "Lootbox"]
    assert cards(observe(env, 0)["places"][2], -1) == {"Yo-Yo", "Chef Bot", "Lootbox"}


def test_toys_that_are_gone_when_the_hand_comes_back_are_missing():
    hands = [[*hand, card] for hand, card in zip(HANDS, ["Galactic Ark", "Exoskeleton", "Space Blanket"], strict=True)]
    env = pass_on(*hands)
    turn(env, "One Ring", "Yo-Yo", "Medic Bot")
    turn(env, "Toy Car", "Warp Engine 1", "Chef Bot")
    table = position(env)
    assert table["hands"][0] == ["Galactic Ark", "Lootbox"]
    assert table["missing"] == [["Yo-Yo"], ["Toy Car"], []]
    assert cards(observe(env, 0)["elsewhere"], -1) == {"Yo-Yo"}
    assert table["memory"][2][0] == ["Galactic Ark", "Lootbox"]


def test_shown_cards_leave_the_memories():
    env = pass_on(*HANDS)
    turn(env, "One Ring", "Chef Bot", "Medic Bot")
    assert not any("Chef Bot" in row for rows in position(env)["memory"] for row in rows)


def test_a_card_drawn_by_tiit_is_in_the_hand_that_is_remembered():
    hands = [["TIIT CLO UHL", "Chef Bot"], ["Comet Skiff", "Medic Bot"], ["Ion Sloop", "Lootbox"]]
    env = load(deal(hands=hands, cards=2, draw=["Galactic Ark", "Exoskeleton", "One Ring"]))
    turn(env, "TIIT CLO UHL", "Comet Skiff", "Ion Sloop")
    assert position(env)["memory"][0][1] == ["Galactic Ark", "Chef Bot"]
    assert position(env)["memory"][2][0] == ["Lootbox", "One Ring"]


def test_memories_of_placed_cards_stay_during_scoring():
    hands = [[hand[0], hand[1], hand[3]] for hand in HANDS]
    env = load(deal(hands=hands, cards=3, laid=[["Surprise Egg"]]))
    turn(env, "Comet Skiff", "Ion Sloop", "Vacuum Bot")
    turn(env, "Warp Engine 1", "Chef Bot", "Medic Bot")
    table = position(env)
    assert table["placed"] == ["One Ring", "Lootbox", "Morpho Cubo"]
    assert table["memory"] == [[[], ["Lootbox"], []], [[], [], ["Morpho Cubo"]], [["One Ring"], [], []]]
    assert cards(observe(env, 2)["places"][1], -1) == {"One Ring"}


def test_memories_are_cleared_at_the_end_of_a_round():
    env = pass_on(*[hand[:2] for hand in HANDS])
    assert position(env)["round"] == 2
    assert position(env)["memory"] == [[[]] * 3] * 3


# What is never told


def swapped(table, one, other):
    """The position with two cards in each other's place."""
    names = {one: other, other: one}

    def exchanged(part):
        if isinstance(part, dict):
            return {key: exchanged(value) for key, value in part.items()}
        if isinstance(part, list):
            return [exchanged(value) for value in part]
        return names.get(part, part) if isinstance(part, str) else part

    changed = exchanged(copy.deepcopy(table))
    for hand in chain(changed["hands"], *changed["memory"]):
        hand.sort(key=NAMES.index)
    return changed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Solar Schooner", "Anti-Grav Carpet"),  # another hand and the pile
        ("Quasar Galleon", "Pilot Bot"),
        ("Pilot Bot", "Warp Engine 2"),  # within the pile
        ("Puzzle Cube", "Yo-Yo"),  # a toy face down
    ],
)
def test_a_card_that_seat_0_may_not_know_changes_nothing_it_sees(one, other):
    env = load(PRINTED)
    changed = swapped(PRINTED, one, other)
    changed["memory"][0], changed["rot"] = PRINTED["memory"][0], PRINTED["rot"]
    assert view(load(changed), 0) == view(env, 0)


def test_a_face_down_toy_is_not_told_to_the_others():
    one = shown("Yo-Yo", "Swiss Pocket Laser", "Ion Sloop")
    other = shown("Rocking Horse", "Swiss Pocket Laser", "Ion Sloop", draw=["Yo-Yo"])
    third = swapped(position(one), "Yo-Yo", "Rocking Horse")
    assert position(other)["hidden"][0] == ["Rocking Horse"]
    for seat in (1, 2):
        assert view(load(third), seat) == view(one, seat)
    assert view(load(third), 0) != view(one, 0)


def test_resampling_keeps_what_a_seat_knows_and_changes_the_rest():
    env = pass_on(*HANDS)
    turn(env, "One Ring", "Yo-Yo", "Medic Bot")
    found = set()
    for seed in range(40):
        table = position(env.unwrapped.resample("player_0", seed=seed))
        assert table["memory"][0] == position(env)["memory"][0]
        assert table["hands"][0] == position(env)["hands"][0]
        assert {"Chef Bot", "Lootbox"} <= set(table["hands"][2])  # no toys: they must still be there
        found.add(table["hidden"][1][0])
        assert "Yo-Yo" in table["hands"][2] or table["hidden"][1] == ["Yo-Yo"]
    assert "Yo-Yo" in found


def test_the_greedy_bot_sees_no_more_than_its_seat():
    env = new_game(4, seed=2)
    for _ in range(60):
        seat = position(env)["to_move"]
        choices = {env.unwrapped.resample(f"player_{seat}", seed=seed).greedy_action() for seed in range(4)}
        assert choices == {env.unwrapped.greedy_action()}
        play(env, sorted(legal(env))[len(choices) % len(legal(env))])
