"""The rulings R1–R41, where the rulebook leaves a question to the referee."""

from collections import Counter

import numpy as np
import pytest

from tests.playing import legal, load, observe, play, position, view

from .table import HOLES, ROBOTS, VALUE, WEIGHT, deal, new_game, pad_row, phase, scored, scoring, shown, totals, turn

pytestmark = pytest.mark.plain

PLAIN = ("Comet Skiff", "Ion Sloop")
TRIO = ["Galactic Ark", "Yo-Yo", "Rubber Duck"]


def picked(card, *others, offer=("Yo-Yo", "Rubber Duck"), **more):
    """The table after seat 0 has shown the Tentacle and taken the card, the others having shown theirs."""
    env = shown("Titan Tentacle", *(others or PLAIN), draw=[card, *offer], **more)
    play(env, f"card {card}")
    return env


def from_egg(card, laid=(), **more):
    """The table after seat 0 has discarded the Egg and got the card."""
    env = load(scoring(laid, [], [], phase="egg", draw=[card], **more))
    play(env, "discard Surprise Egg")
    return env


def from_pool(card, laid=(), rest=("Comet Skiff", "Ion Sloop"), **more):
    """The table after seat 0 has discarded the Pool and got the card."""
    env = load(scoring(laid, [], [], phase="pool", hole_pile=[card, *rest], **more))
    play(env, "discard Alien Wading Pool")
    return env


def row(env):
    """The last row of the pad."""
    return position(env)["pad"][-1]


def test_r1_robots():
    faces = Counter((VALUE[name], WEIGHT[name]) for name in ROBOTS)
    assert faces == {(4, 2): 3, (6, 3): 3, (5, 2): 2, (7, 3): 2}
    for name in ROBOTS:
        assert totals(load(deal(laid=[[name]], cards=4)), 0) == (VALUE[name], WEIGHT[name])


def test_r2_three_robots_of_a_turn_are_turned_once():
    env = shown("Vacuum Bot", "Chef Bot", "Medic Bot")
    assert position(env)["rot"] == {"Vacuum Bot": 1, "Medic Bot": 1, "Chef Bot": 1}


def test_r2_a_turned_robot_is_not_turned_again_by_a_picked_one():
    env = picked("Tailor Bot", "Vacuum Bot", "Chef Bot")
    assert position(env)["rot"] == {"Vacuum Bot": 1, "Tailor Bot": 1, "Chef Bot": 1}


def test_r3_a_robot_by_the_tentacle_alone_stays_upright():
    env = picked("Tailor Bot", laid={1: ["Chef Bot"]})
    assert position(env)["rot"] == {"Tailor Bot": 0, "Chef Bot": 0}


@pytest.mark.parametrize(("way", "face"), [("upright", (6, 3)), ("turned", (3, 6))])
@pytest.mark.parametrize("got", [from_egg, from_pool])
def test_r4_a_robot_by_egg_or_pool_may_lie_either_way(got, way, face):
    env = got("Butler Bot", ["Chef Bot"])
    assert phase(env) == ("robot", 0)
    assert position(env)["step"] == ("A" if got is from_egg else "B")
    assert legal(env) == {"robot upright", "robot turned"}
    play(env, f"robot {way}")
    assert (row(env)["value"][0], row(env)["weight"][0]) == (7 + face[0], 3 + face[1])


def test_r5_free_choice_between_groups():
    laid = ["Warp Engine 1", "Command Chair 1", "Quantum Control 1"]
    groups = [[["Warp Engine 1"], ["Command Chair 1"], ["Quantum Control 1"]]]
    env = shown("Command Chair 2", *PLAIN, laid=[laid], groups=groups)
    assert legal(env) == {"join group 1", "join group 3", "new group"}
    play(env, "join group 3")
    assert position(env)["groups"][0] == [
        ["Warp Engine 1"],
        ["Command Chair 1"],
        ["Quantum Control 1", "Command Chair 2"],
    ]


def test_r5_another_group_may_be_started_any_time():
    env = shown("Command Chair 2", *PLAIN, laid=[["Warp Engine 1"]])
    play(env, "new group")
    assert position(env)["groups"][0] == [["Warp Engine 1"], ["Command Chair 2"]]


def test_r5_no_choice_is_asked_without_one():
    env = shown("Warp Engine 2", *PLAIN, laid=[["Warp Engine 1"]])
    assert phase(env) == ("choose", 0)
    assert position(env)["groups"][0] == [["Warp Engine 1"], ["Warp Engine 2"]]


def test_r6_groups_by_seat_then_laser_then_tentacle():
    env = shown(
        "Swiss Pocket Laser", "Command Chair 1", "Titan Tentacle", "Command Chair 2", laid={1: ["Warp Engine 1"],
        3: ["Warp Engine 2"]}, draw=TRIO,
    )  # fmt: skip
    assert phase(env) == ("group", 1)
    assert position(env)["queue"] == [["group", 3], ["laser", 0], ["pick", 2]]
    assert position(env)["offer"] == []
    play(env, "join group 1")
    assert (phase(env), position(env)["queue"]) == (("group", 3), [["laser", 0], ["pick", 2]])
    play(env, "new group")
    assert (phase(env), position(env)["queue"]) == (("laser", 0), [["pick", 2]])
    play(env, "threshold -2")
    assert (phase(env), position(env)["queue"]) == (("pick", 2), [])
    assert position(env)["offer"] == TRIO


def test_r6_later_deciders_see_earlier_decisions():
    env = shown("Swiss Pocket Laser", "Comet Skiff", "Titan Tentacle", draw=TRIO)
    play(env, "threshold -4")
    assert observe(env, 2)["thresholds"].tolist() == [1, 0, 0, 0, 0]


def test_r6_tiit_draws_before_the_tentacle():
    drawn = ["Morpho Lampo", "Morpho Cactino", "Morpho Broccolo"]
    env = shown("Titan Tentacle", "TIIT CLO UHL", "Comet Skiff", draw=[*drawn, *TRIO])
    assert [card for hand in position(env)["hands"] for card in hand if card in drawn] == [
        "Morpho Broccolo", "Morpho Lampo", "Morpho Cactino",
    ]  # fmt: skip
    assert position(env)["offer"] == TRIO


def test_r7_tiit_serves_its_owner_first():
    drawn = ["Morpho Lampo", "Morpho Cactino", "Morpho Broccolo"]
    env = load(deal(hands=[["Comet Skiff"], ["TIIT CLO UHL"], ["Ion Sloop"]], cards=4, draw=drawn))
    turn(env, "Comet Skiff", "TIIT CLO UHL", "Ion Sloop")
    hands = position(env)["hands"]  # passed on by one seat since
    assert "Morpho Lampo" in hands[2]
    assert "Morpho Cactino" in hands[0]
    assert "Morpho Broccolo" in hands[1]


def test_r8_tiit_on_the_last_turn_gives_another_turn():
    env = shown("TIIT CLO UHL", *PLAIN, cards=2)
    assert phase(env) == ("choose", 0)
    assert [len(hand) for hand in position(env)["hands"]] == [2, 2, 2]
    turn(env, *[hand[0] for hand in position(env)["hands"]])
    assert position(env)["round"] == 2


def test_r9_the_laser_may_take_any_card_beside_plus_3():
    env = shown("TIIT CLO UHL", "Swiss Pocket Laser", "Comet Skiff")
    assert legal(env) == {"threshold -4", "threshold -2", "threshold +2", "threshold +4"}
    play(env, "threshold +4")
    assert position(env)["thresholds"] == [3, 4]


def test_r10_a_laser_that_is_discarded_is_not_scored():
    env = shown("Swiss Pocket Laser", *PLAIN)
    play(env, "threshold +2")
    assert totals(env, 0) == (0, 0)
    assert observe(env, 1)["elsewhere"][54] == 1


def test_r10_a_laser_that_stays_is_scored():
    env = shown("Swiss Pocket Laser", *PLAIN)
    play(env, "threshold -2")
    assert totals(env, 0) == (6, 4)


def test_r11_the_owner_sees_the_random_card_the_others_that_there_is_one():
    env = shown("Analog GPS Tracker", *PLAIN)
    card = position(env)["forced"][0]
    own = observe(env, 0)
    assert own["places"][0].tolist().count(-0.5) == 1
    assert own["seats"][:, 15].tolist() == [1, 0, 0, 0, 0, 0]
    other = observe(env, 2)
    assert other["seats"][:, 15].tolist() == [0, 1, 0, 0, 0, 0]
    assert -0.5 not in other["places"]
    assert card in position(env)["hands"][0]


def test_r11_no_next_turn_no_effect():
    env = shown("Analog GPS Tracker", *PLAIN, cards=2)
    assert position(env)["round"] == 2
    assert position(env)["forced"] == [None] * 3


@pytest.mark.parametrize("card", ["Analog GPS Tracker", "TIIT CLO UHL", "Swiss Pocket Laser", "Reality Gyro"])
def test_r12_on_reveal_artifacts_by_the_tentacle_do_nothing(card):
    env = picked(card)
    table = position(env)
    assert phase(env) == ("choose", 0)
    assert table["forced"] == [None] * 3
    assert table["thresholds"] == []
    assert table["direction"] == 1
    assert [len(hand) for hand in table["hands"]] == [3, 3, 3]
    assert table["laid"][0] == ["Titan Tentacle", card]


def test_r12_picking_is_mandatory_and_a_rotor_works_from_the_next_turn():
    env = shown("Titan Tentacle", *PLAIN, draw=["Lootbox", "Yo-Yo", "Rubber Duck"])
    assert legal(env) == {"card Lootbox", "card Yo-Yo", "card Rubber Duck"}
    play(env, "card Lootbox")
    assert position(env)["awake"][0] == ["Lootbox"]


def test_r13_a_toy_by_the_tentacle_lies_face_down():
    env = picked("Card Reader")
    assert position(env)["hidden"][0] == ["Card Reader"]
    seen = observe(env, 1)
    assert seen["places"][2][17] == 0
    assert seen["elsewhere"][[10, 11]].tolist() == [1, 1]
    assert seen["seats"][2][4] == pytest.approx(0.1)


@pytest.mark.parametrize("got", [from_egg, from_pool])
def test_r14_a_toy_by_egg_or_pool_is_shown_and_counts_in_step_c(got):
    env = got("Card Reader")
    assert row(env)["minus6"] == 0
    assert row(env)["weight"][0] == 6 - 6


def test_r15_the_pile_never_runs_short():
    env = shown(
        *("TIIT CLO UHL", "Titan Tentacle", "Yo-Yo", "Rubber Duck", "Teddy Bear", "Toy Car"),
        hole="Endless Abyss",
        cards=9,
    )
    assert phase(env) == ("pick", 1)
    assert len(position(env)["draw"]) == 67 - 6 * 9 - 6 - 3


def test_r16_a_rotor_sleeps_in_its_first_turn():
    env = shown("Lootbox", "Morpho Lampo", "Comet Skiff")
    assert position(env)["rot"] == {"Lootbox": 0}
    assert position(env)["awake"] == [["Lootbox"], [], []]


def test_r16_a_rotor_of_the_last_turn_is_awake_in_scoring():
    hands = [["Lootbox"], ["Comet Skiff"], ["Ion Sloop"]]
    laid = [["Card Reader", "Surprise Egg"]]
    env = load(deal(hands=hands, laid=laid, cards=2))
    turn(env, "Lootbox", "Comet Skiff", "Ion Sloop")
    assert (phase(env), position(env)["awake"][0]) == (("egg", 0), ["Lootbox"])
    play(env, "keep Surprise Egg")
    assert row(env)["value"][0] == 4 + 1 + 5  # the Card Reader of step C has turned it


def test_r17_cards_shown_in_scoring_move_rotors():
    env = from_egg("Galactic Ark", ["Lootbox"], awake=[["Lootbox"]])
    assert row(env)["value"][0] == 14 + 5


def test_r17_even_if_their_own_effect_is_ignored():
    env = load(
        scoring([], ["Morphosucker"], [], phase="egg", draw=["Morpho Lampo"], awake={1: ["Morphosucker"]},
                hole="Sleepy Siphon")
    )  # fmt: skip
    play(env, "discard Surprise Egg")
    assert row(env)["value"] == [3, 5, 0]


def test_r18_toys_of_step_c_move_the_lootbox_once_each():
    toys = ["Card Reader", "Rocking Horse", "Tin Soldier"]
    env = load(
        scoring(["Lootbox", *toys], [], [], phase="pool", awake=[["Lootbox"]], hidden=[toys], hole="Endless Abyss")
    )
    play(env, "keep Alien Wading Pool")
    assert row(env)["value"][0] == 9 + 4 + 5 + 5 + 1


@pytest.mark.parametrize(("card", "turns"), [("Quantum Control 1", 0), ("Morpho Cubo", 1), ("Cubus Librae", 1)])
def test_r19_the_printed_plain_weight_triggers(card, turns):
    env = shown(card, *PLAIN, laid=[["Lootbox", "Morpho Pianino"]], awake=[["Lootbox"]])
    assert position(env)["rot"]["Lootbox"] == turns


@pytest.mark.parametrize("card", ["Analog GPS Tracker", "TIIT CLO UHL", "Swiss Pocket Laser", "Titan Tentacle"])
def test_r20_an_artifact_by_the_egg_is_a_plain_card(card):
    env = from_egg(card, hole="Endless Abyss")
    assert position(env)["round"] == 2
    assert (row(env)["value"][0], row(env)["weight"][0]) == (VALUE[card], WEIGHT[card])
    assert row(env)["threshold"][0] == 25 - 4


def test_r20_a_gyro_by_the_egg_does_not_turn_the_direction():
    assert position(from_egg("Reality Gyro"))["direction"] == 1


def test_r21_a_shapeshifter_by_the_pool_goes_on_top():
    env = from_pool("Morpho Lampo", ["Morpho Cubo", "Morpho Pianino"])
    assert (row(env)["value"][0], row(env)["weight"][0]) == (19, 9)


def test_r22_relics_got_in_time_work():
    env = from_egg("Alien Wading Pool")
    assert phase(env) == ("pool", 0)
    env = from_pool("One Ring")
    assert phase(env) == ("ring", 0)
    assert row(from_pool("XXL Paperweight"))["threshold"] == [18 + 5 + 5, 23, 23]
    assert row(from_egg("Anti-Grav Carpet", laid=["Towing Tug"], revealed="Yo-Yo"))["plus10"] == 0


def test_r22_the_egg_got_from_the_pool_is_too_late():
    env = from_pool("Surprise Egg")
    assert position(env)["round"] == 2


def test_r23_pool_and_step_f_take_one_card_after_the_other():
    env = from_pool("Comet Skiff", rest=["Card Reader", "Ion Sloop"])
    assert row(env)["card"] == "Card Reader"
    assert row(env)["threshold"] == [24, 24, 24]


@pytest.mark.parametrize(
    ("card", "weight"), [("Chef Bot", 3), ("Warp Engine 1", 5), ("Morpho Cubo", 8), ("Cubus Librae", 6)]
)
def test_r24_the_card_of_step_f_has_its_printed_weight(card, weight):
    assert scored([], [], [], revealed=card)["threshold"] == [18 + weight] * 3


def test_r25_without_toys_nobody_takes_minus_6():
    env = load(scoring([], [], [], phase="pool"))
    play(env, "keep Alien Wading Pool")
    assert row(env)["minus6"] is None


def test_r25_nor_on_a_tie():
    hidden = [["Yo-Yo"], ["Rubber Duck"], []]
    env = load(scoring(*hidden, phase="pool", owner=2, hidden=hidden))
    play(env, "keep Alien Wading Pool")
    assert row(env)["minus6"] is None


def test_r26_minus_6_counts_in_steps_e_and_g():
    got = scored(["Galactic Ark", "Plasma Frigate", "Yo-Yo"], ["Galactic Ark"][:0], [], revealed="Towing Tug", minus6=0)
    assert (got["weight"][0], got["final_weight"][0], got["threshold"][0]) == (14, 14, 14)
    assert got["pulled"][0] is False


def test_r26_a_total_may_be_negative():
    assert scored(["Yo-Yo"], [], [], revealed="Toy Car", minus6=0)["weight"][0] == -4


def test_r27_carpet_and_exoskeleton_look_at_the_same_weight():
    got = scored(["Exoskeleton", "Titan Tentacle"], ["Anti-Grav Carpet"], ["Vacuum Bot"], revealed="Yo-Yo")
    assert (got["plus10"], got["minus10"]) == (1, 0)  # though the -10 makes seat 0 the lightest


def test_r27_both_of_one_seat():
    assert scored(["Exoskeleton", "Anti-Grav Carpet"], ["Vacuum Bot"], [], revealed="Yo-Yo")["plus10"] is None


def test_r28_weight_is_noted_before_and_value_after():
    got = scored(["Exoskeleton", "Chef Bot"], ["Anti-Grav Carpet"], ["Vacuum Bot"], revealed="Yo-Yo")
    assert (got["weight"][0], got["final_weight"][0]) == (10, 0)
    assert got["value"][1] == 1 + 10


def test_r29_the_paperweight_doubles_the_card_alone():
    laser = {"thresholds": [-4]}
    got = scored(["XXL Paperweight"], ["Swiss Pocket Laser"], [], revealed="Towing Tug", **laser)
    assert got["threshold"] == [18 - 4 - 8, 18 - 4 - 4, 10]


def test_r30_equal_to_the_threshold_is_safe():
    got = scored(["Galactic Ark", "Ion Sloop", "Rubber Duck"], ["Quasar Galleon", "Solar Schooner", "Toy Car"], [],
                 revealed="Vacuum Bot", hole="Rolling Rift")  # fmt: skip
    assert got["threshold"] == [18, 18, 18]
    assert got["pulled"] == [False, True, False]


def test_r31_the_blanket_is_discarded_and_pays():
    env = load(scoring(["Space Blanket", "Galactic Ark"], [], [], phase="ring", owner=1, revealed="Towing Tug", round=3,
                       pad=[pad_row([0, 0, 0])] * 2))  # fmt: skip
    play(env, "discard One Ring")
    table = position(env)
    assert table["phase"] == "over"
    assert table["laid"][0] == []
    assert table["discards"] == ["One Ring", "Space Blanket", "Galactic Ark"]
    assert table["scores"][0] == 5


def test_r31_never_if_not_pulled_in():
    assert scored(["Space Blanket"], ["Chef Bot"], ["Vacuum Bot"], revealed="Yo-Yo")["points"] == [5, 15, 10]
    assert scored(["Space Blanket"], [], [], revealed="Yo-Yo")["points"] == [5, 5, 5]  # three last of three


def test_r32_two_at_the_top_without_ships():
    got = scored(["Chef Bot"], ["Pilot Bot"], ["Vacuum Bot"], revealed="Yo-Yo")
    assert got["points"] == [10, 10, 5]


def test_r32_owners_of_ships_go_first_by_the_best_one():
    tied = (
        ["Comet Skiff", "Titan Tentacle", "Chef Bot"],  # 7 + 2 + 7
        ["Ion Sloop", "Reality Gyro", "TIIT CLO UHL"],  # 8 + 5 + 3
        ["Pilot Bot", "Butler Bot", "TIIT CLO UHL"],
        ["Medic Bot", "Gardener Bot", "Vacuum Bot"],  # 6 + 6 + 4
    )
    tied[2][2] = "Lootbox"
    tied[2].append("Exoskeleton")  # 7 + 6 + 1 + 2
    got = scored(*tied, revealed="Yo-Yo")
    assert got["value"] == [16, 16, 16, 16]
    assert got["points"] == [10, 15, 3, 3]


def test_r33_places_are_counted_among_survivors():
    heavy = ["Galactic Ark", "Quasar Galleon"]
    got = scored(
        heavy, ["Towing Tug"], ["Plasma Frigate", "Nebula Corvette"], revealed="Rescue Pod", hole="Drowsy Drain"
    )
    assert got["pulled"] == [True, False, True]
    assert got["value"][1] == -5
    assert got["points"] == [0, 15, 0]


def test_r34_ships_break_every_final_tie():
    laid = [["Comet Skiff"], [], ["Galactic Ark"], []]
    points = [[10, 10, 0, 0], [0, 0, 5, 5], [0, 0, 0, 0]]
    env = load(deal(4, phase="over", step="over", round=3, laid=laid, pad=[pad_row(row) for row in points]))
    assert [env.infos[f"player_{seat}"]["rank"] for seat in range(4)] == [0, 1, 2, 3]


def test_r34_ships_of_a_seat_pulled_in_do_not_count():
    pad = [pad_row([15, 15, 10]), pad_row([0, 0, 0])]
    env = load(scoring(["Galactic Ark", "Quasar Galleon"], [], ["Vacuum Bot"], phase="ring", owner=2, round=3, pad=pad,
                       revealed="Rescue Pod", hole="Drowsy Drain"))  # fmt: skip
    play(env, "discard One Ring")
    assert position(env)["scores"] == [15, 25, 25]
    assert [env.infos[f"player_{seat}"]["rank"] for seat in range(3)] == [2, 0, 0]


def test_r35_direction_is_random_and_not_reset():
    directions = {position(new_game(3, seed))["direction"] for seed in range(20)}
    assert directions == {1, -1}
    env = load(scoring([], [], [], phase="ring", direction=-1))
    play(env, "keep One Ring")
    assert (position(env)["round"], position(env)["direction"]) == (2, -1)


def test_r36_agreed_holes_are_played_in_order_and_known():
    holes = ["Endless Abyss", "Drowsy Drain", "Merciless Maw"]
    env = new_game(3, holes=holes)
    assert position(env)["holes"] == holes
    assert observe(env, 1)["holes"][:, 0].tolist() == [1, 1, 1]
    assert [len(hand) for hand in position(env)["hands"]] == [9, 9, 9]


def test_r37_the_ring_may_be_kept():
    got = load(scoring([], [], [], phase="ring", hole="Sleepy Siphon"))
    play(got, "keep One Ring")
    assert row(got)["value"] == [12, 0, 0]


def test_r38_the_last_hand_card_is_placed_without_a_decision():
    hands = [["Chef Bot", "Lootbox"], ["Comet Skiff", "Exoskeleton"], ["Ion Sloop", "Space Blanket"]]
    env = load(deal(hands=hands, laid=[["Surprise Egg"]], cards=2))
    turn(env, "Chef Bot", "Comet Skiff", "Ion Sloop")
    assert phase(env) == ("egg", 0)
    assert position(env)["placed"] == ["Lootbox", "Exoskeleton", "Space Blanket"]
    assert sorted(position(env)["hole_pile"]) == ["Exoskeleton", "Lootbox", "Space Blanket"]
    assert observe(env, 1)["places"][0][64] == -1


def test_r39_seats_commit_in_order_and_unseen():
    env = new_game(4, seed=3)
    other = new_game(4, seed=3)
    for seat in range(3):
        assert phase(env) == ("choose", seat)
        hand = position(env)["hands"][seat]
        before = [view(env, s) for s in range(4)]
        play(env, f"card {hand[0]}")
        play(other, f"card {hand[-1]}")
        for watcher in range(seat + 1, 4):
            assert view(env, watcher) == view(other, watcher)
        assert before[seat] != view(env, seat)


def test_r40_all_cards_come_back_for_the_next_round():
    env = load(scoring(["Chef Bot"], ["Yo-Yo"], [], phase="ring", discards=["Lootbox", "Exoskeleton"], hidden=[[], []]))
    play(env, "discard One Ring")
    table = position(env)
    assert table["discards"] == []
    assert len(table["draw"]) + sum(map(len, table["hands"])) == 67
    assert table["turn"] == 1


def test_r41_toys_stay_hidden_in_steps_a_and_b():
    hidden = [["Yo-Yo"], ["Rubber Duck"], []]
    env = load(scoring(["Yo-Yo", "Alien Wading Pool"], ["Rubber Duck"], [], phase="egg", hidden=hidden))
    for _ in range(2):
        assert observe(env, 0)["places"][1][11] == 0
        assert observe(env, 0)["places"][0][10] == 1
        play(env, min(label for label in legal(env) if label.startswith("keep")))
    assert row(env)["minus6"] is None


def test_random_holes_come_without_replacement():
    found = Counter()
    for seed in range(60):
        holes = position(new_game(3, seed))["holes"]
        assert len(set(holes)) == 3
        found.update(holes)
    assert set(found) == set(HOLES)
    assert np.max(list(found.values())) < 40
