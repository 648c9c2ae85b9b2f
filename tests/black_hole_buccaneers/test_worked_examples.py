"""The worked examples of the specification and the rulebook, the printed ones first."""

import pytest

from tests.playing import legal, load, observe, play, position

from .table import PRINTED, deal, pad_row, phase, scored, scoring, shown, totals, turn

pytestmark = pytest.mark.plain


# Printed


def test_printed_position_loads():
    env = load(PRINTED)
    assert position(env) == PRINTED
    assert legal(env) == {
        "card Booster Drone", "card Building Bricks", "card Reflector Shield 2", "card Butler Bot", "card Gardener Bot",
    }  # fmt: skip


def test_printed_scoring_example():
    lisa = ["Anti-Grav Carpet", "Rocking Horse", "Solar Schooner", "Chef Bot", "Morpho Lampo"]
    jens = ["Yo-Yo", "Galactic Ark", "Plasma Frigate", "Morpho Sedio", "Medic Bot"]
    andrea = ["Toy Car", "Quasar Galleon", "Butler Bot", "Vacuum Bot"]
    hidden = [["Rocking Horse"], ["Yo-Yo"], ["Toy Car"]]
    env = load(
        scoring(
            lisa, jens, andrea, phase="egg", owner=2, revealed="Card Reader", draw=["XXL Paperweight"], hidden=hidden
        )
    )
    play(env, "discard Surprise Egg")
    row = position(env)["pad"][0]
    assert row == {
        "card": "Card Reader", "minus6": 0, "plus10": 0, "minus10": None, "weight": [14, 28, 20],
        "final_weight": [14, 28, 20], "threshold": [24, 24, 30], "pulled": [False, True, False],
        "value": [35, None, 26], "points": [15, 0, 10],
    }  # fmt: skip
    assert position(env)["scores"] == [15, 0, 10]
    assert (phase(env), position(env)["round"]) == (("choose", 0), 2)


def test_printed_tie_of_three_for_second_place():
    twenty = ["Chef Bot", "Pilot Bot", "Butler Bot"]
    others = (["Medic Bot", "Morpho Servientes"], ["Gardener Bot", "Morpho Teapotto"])
    last = ["Vacuum Bot", "Waiter Bot", "Juggler Bot"]
    row = scored(twenty, *others, last, revealed="Galactic Ark", owner=0)
    assert row["value"] == [20, 13, 13, 13]
    assert row["points"] == [15, 3, 3, 3]


def test_printed_time_machine():
    pair = ["Quantum Control 1", "Warp Engine 1"]
    env = load(
        deal(laid=[pair], groups=[[pair]], hands=[["Command Chair 1"], ["Vacuum Bot"], ["Comet Skiff"]], cards=4)
    )
    assert totals(env, 0) == (8, 8)
    turn(env, "Command Chair 1", "Vacuum Bot", "Comet Skiff")
    assert phase(env) == ("group", 0)
    assert legal(env) == {"join group 1", "new group"}
    play(env, "join group 1")
    assert totals(env, 0) == (15, 9)
    assert position(env)["groups"][0] == [["Quantum Control 1", "Warp Engine 1", "Command Chair 1"]]


def test_printed_time_machine_starts_a_second_group():
    trio = ["Quantum Control 1", "Warp Engine 1", "Command Chair 1"]
    env = shown("Quantum Control 2", "Vacuum Bot", "Comet Skiff", laid=[trio], groups=[[trio]])
    assert phase(env) == ("choose", 0)
    assert position(env)["groups"][0] == [trio, ["Quantum Control 2"]]
    assert totals(env, 0) == (17, 14)


def test_printed_shapeshifters():
    env = load(deal(hands=[["Morpho Cubo", "Yo-Yo"], [], []], cards=5))
    found = []
    for card in ("Morpho Cubo", "Morpho Broccolo", "Morpho Servientes"):
        laid = position(env)["laid"][0]
        env = shown(card, "Vacuum Bot", "Comet Skiff", laid=[laid])
        found.append(totals(env, 0))
    assert found == [(8, 8), (12, 8), (19, 21)]


def test_printed_tentacle_and_robot():
    env = shown("Titan Tentacle", "Comet Skiff", "Chef Bot", draw=["Tailor Bot", "Yo-Yo", "Rubber Duck"])
    assert phase(env) == ("pick", 0)
    play(env, "card Tailor Bot")
    assert position(env)["rot"] == {"Tailor Bot": 1, "Chef Bot": 1}
    assert totals(env, 0) == (2 + 2, 1 + 5)
    assert totals(env, 2) == (3, 7)


def test_printed_egg_from_the_pool_comes_too_late():
    env = load(scoring([], ["Vacuum Bot"], [], phase="pool", revealed="Surprise Egg"))
    play(env, "discard Alien Wading Pool")
    row = position(env)["pad"][0]
    assert row["weight"] == [2, 2, 0]
    assert row["value"][0] == 1


def test_printed_robots_of_earlier_turns_are_not_turned():
    env = shown("Vacuum Bot", "Waiter Bot", "Comet Skiff", laid={2: ["Chef Bot"]})
    assert position(env)["rot"] == {"Vacuum Bot": 1, "Waiter Bot": 1, "Chef Bot": 0}


# Own


def test_own_tiit():
    hands = [["Yo-Yo"], ["Rubber Duck"], ["TIIT CLO UHL"], ["Teddy Bear"]]
    drawn = ["Chef Bot", "Medic Bot", "Tailor Bot", "Juggler Bot"]
    env = load(deal(4, hands=hands, cards=2, draw=drawn))
    before = position(env)["hands"]
    turn(env, "Yo-Yo", "Rubber Duck", "TIIT CLO UHL", "Teddy Bear")
    table = position(env)
    assert table["thresholds"] == [3]
    got = {2: "Chef Bot", 3: "Medic Bot", 0: "Tailor Bot", 1: "Juggler Bot"}
    for seat, card in got.items():
        assert set(table["hands"][(seat + 1) % 4]) == {*before[seat], card} - {*hands[seat]}
    assert phase(env) == ("choose", 0)


def test_own_morphosucker_turns_twice():
    env = shown(
        "Comet Skiff", "Morpho Lampo", "Morpho Sedio", laid=[["Morphosucker"]], awake=[["Morphosucker"]],
        rot={"Morphosucker": 3},
    )  # fmt: skip
    assert position(env)["rot"] == {"Morphosucker": 1}
    assert totals(env, 0) == (5 + 7, 4 + 5)


def test_own_shared_first():
    twelve = (["Chef Bot", "Juggler Bot"], ["Pilot Bot", "Tailor Bot"])
    assert scored(*twelve, ["Vacuum Bot"], revealed="Yo-Yo")["points"] == [10, 10, 5]


def test_own_a_towing_tug_breaks_the_tie():
    ship = ["Pilot Bot", "Gardener Bot", "Vacuum Bot", "Towing Tug"]  # 7 + 6 + 4 - 5
    row = scored(["Chef Bot", "Juggler Bot"], ship, ["Waiter Bot"], revealed="Yo-Yo")
    assert row["value"] == [12, 12, 4]
    assert row["points"] == [10, 15, 5]


def test_own_blanket_and_negative_card_of_step_f():
    laser = {"thresholds": [-4], "hole": "Crimson Chasm", "revealed": "Towing Tug"}
    row = scored(["Space Blanket"], ["Swiss Pocket Laser"], ["XXL Paperweight"], **laser)
    assert row["threshold"] == [3, 3, -1]
    assert row["weight"] == [8, 4, 3]
    assert row["pulled"] == [True, True, True]
    assert row["points"] == [5, 0, 0]


def test_own_minus_10():
    heavy = ["Exoskeleton", "Morpho Cubo", "TIIT CLO UHL", "Titan Tentacle"]  # 7 + 8 + 2 + 1
    light = ["Anti-Grav Carpet", "Morpho Pianino"]
    row = scored(heavy, light, ["Quasar Galleon", "Vacuum Bot"], revealed="Yo-Yo")
    assert row["weight"] == [18, 9, 11]
    assert (row["plus10"], row["minus10"]) == (1, 0)
    assert row["final_weight"] == [8, 9, 11]


def test_own_nine_parts():
    eight = [f"{kind} {n}" for kind in ("Command Chair", "Reflector Shield", "Quantum Control") for n in (1, 2, 3)][:8]
    env = shown(
        "Warp Engine 1", "Vacuum Bot", "Comet Skiff", hole="Endless Abyss", laid=[eight], groups=[[[p] for p in eight]]
    )
    assert legal(env) == {*(f"join group {k}" for k in range(1, 9)), "new group"}
    play(env, "new group")
    assert position(env)["groups"][0][-1] == ["Warp Engine 1"]
    assert len(position(env)["groups"][0]) == 9


@pytest.mark.parametrize("fresh", [True, False])
def test_own_fresh_robot(fresh):
    third = "Chef Bot" if fresh else "Comet Skiff"
    laid = {} if fresh else {2: ["Chef Bot"]}
    env = shown(
        "Titan Tentacle", "Vacuum Bot" if not fresh else "Ion Sloop", third, laid=laid,
        draw=["Tailor Bot", "Yo-Yo", "Rubber Duck"],
    )  # fmt: skip
    assert phase(env) == ("pick", 0)
    chef = observe(env, 0)["places"][2][51]
    assert chef == (0.75 if fresh else 1)


def test_own_dead_rotor():
    env = load(
        scoring(["Card Reader"], ["Vacuum Bot"], [], phase="egg", draw=["Lootbox"], hidden=[["Card Reader"], [], []])
    )
    play(env, "discard Surprise Egg")
    assert position(env)["pad"][0]["weight"][0] == 6 + 4 - 6  # the −6 card; Lootbox still weighs 4, and is worth 1
    assert position(env)["pad"][0]["value"][0] == 4 + 1


def test_own_final_tie():
    pad = [pad_row([15, 15, 15, 6]), pad_row([15, 15, 15, 6])]
    third = pad_row([0, 0, 0, 0])
    laid = [[], ["Booster Drone"], [], ["Galactic Ark"]]
    env = load(deal(4, phase="over", step="over", round=3, laid=laid, pad=[*pad, third]))
    assert position(env)["scores"] == [30, 30, 30, 12]
    assert [env.infos[f"player_{seat}"]["rank"] for seat in range(4)] == [1, 0, 1, 3]
