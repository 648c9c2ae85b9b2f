"""Each card's effect, by its name."""

import pytest

from tests.playing import legal, load, observe, play, position

from .table import NAMES, ROBOTS, SHIPS, TOYS, VALUE, WEIGHT, deal, phase, scored, scoring, shown, totals, turn

pytestmark = pytest.mark.plain

PLAIN = ("Comet Skiff", "Ion Sloop")


def with_others(card, **more):
    """The table after seat 0 has shown the card, the others spaceships of weight 5 and 6."""
    return shown(card, *PLAIN, **more)


@pytest.mark.parametrize("card", [*SHIPS[:3], *SHIPS[5:], *ROBOTS, "Morpho Valigio", "Warp Engine 2"])
def test_a_card_shown_alone_has_its_printed_face(card):
    assert totals(with_others(card), 0) == (VALUE[card], WEIGHT[card])


@pytest.mark.parametrize("toy", TOYS)
def test_toys_lie_face_down(toy):
    env = with_others(toy)
    assert position(env)["hidden"][0] == [toy]
    assert observe(env, 1)["seats"][2][[2, 3, 4]] == pytest.approx([0, 0, 0.1])
    assert totals(env, 0) == (VALUE[toy], WEIGHT[toy])


def test_heaviest_toys_take_minus_6():
    env = load(
        scoring(["Toy Car"], ["Card Reader"], ["Yo-Yo", "Teddy Bear"], phase="pool", owner=2,
                hidden=[["Toy Car"], ["Card Reader"], ["Yo-Yo", "Teddy Bear"]])
    )  # fmt: skip
    play(env, "keep Alien Wading Pool")
    row = position(env)["pad"][0]
    assert row["minus6"] == 1
    assert row["weight"] == [3, 0, 2 + 3 + 2]


def test_robots_shown_together_are_turned():
    env = shown("Vacuum Bot", "Chef Bot", "Comet Skiff")
    assert (totals(env, 0), totals(env, 1)) == ((2, 4), (3, 7))


def test_a_robot_alone_stays_upright():
    assert position(with_others("Chef Bot"))["rot"] == {"Chef Bot": 0}


@pytest.mark.parametrize(("parts", "face"), [(1, (2, 5)), (2, (8, 8)), (3, (15, 9)), (4, (20, 8))])
def test_time_machine_groups(parts, face):
    group = ["Command Chair 2", "Reflector Shield 1", "Quantum Control 3", "Warp Engine 2"][:parts]
    env = load(deal(laid=[group], groups=[[group]], cards=4))
    assert totals(env, 0) == face


def test_shapeshifters_take_the_weight_of_the_last_one():
    env = with_others("Morpho Lampo", laid=[["Morpho Cubo", "Morpho Pianino"]])
    assert totals(env, 0) == (8 + 8 + 3, 3 * 3)


def test_spaceships_have_no_effect():
    before = position(load(deal(hands=[["Galactic Ark"]], cards=4)))
    after = position(shown("Galactic Ark", *PLAIN))
    for key in ("direction", "thresholds", "discards", "draw", "forced"):
        assert after[key] == before[key] or key == "draw"


# Artifacts


def test_analog_gps_tracker():
    env = with_others("Analog GPS Tracker")
    table = position(env)
    assert table["forced"][0] in table["hands"][0]
    assert table["forced"][1:] == [None, None]
    assert legal(env) == {f"card {table['forced'][0]}"}
    play(env, *legal(env))
    assert len(legal(env)) == 3
    turn(env, table["hands"][1][0], table["hands"][2][0])
    assert position(env)["forced"] == [None] * 3


def test_tiit_clo_uhl():
    env = with_others("TIIT CLO UHL")
    table = position(env)
    assert [len(hand) for hand in table["hands"]] == [4, 4, 4]
    assert table["thresholds"] == [3]


@pytest.mark.parametrize("card", [-4, -2])
def test_swiss_pocket_laser_stays_with_a_negative_card(card):
    env = with_others("Swiss Pocket Laser")
    assert phase(env) == ("laser", 0)
    assert legal(env) == {"threshold -4", "threshold -2", "threshold +2", "threshold +4"}
    play(env, f"threshold {card}")
    assert position(env)["thresholds"] == [card]
    assert position(env)["laid"][0] == ["Swiss Pocket Laser"]


@pytest.mark.parametrize("card", [2, 4])
def test_swiss_pocket_laser_is_discarded_with_a_positive_card(card):
    env = with_others("Swiss Pocket Laser")
    play(env, f"threshold +{card}")
    table = position(env)
    assert table["thresholds"] == [card]
    assert table["laid"][0] == []
    assert table["discards"][-1] == "Swiss Pocket Laser"


def test_titan_tentacle():
    env = with_others("Titan Tentacle", draw=["Space Blanket", "Galactic Ark", "Warp Engine 1"])
    assert phase(env) == ("pick", 0)
    assert legal(env) == {"card Galactic Ark", "card Warp Engine 1", "card Space Blanket"}
    play(env, "card Galactic Ark")
    table = position(env)
    assert table["laid"][0] == ["Titan Tentacle", "Galactic Ark"]
    assert table["discards"][-2:] == ["Warp Engine 1", "Space Blanket"]


@pytest.mark.parametrize("direction", [1, -1])
def test_reality_gyro(direction):
    hands = [["Reality Gyro", "Vacuum Bot"], ["Comet Skiff"], ["Ion Sloop"]]
    env = load(deal(hands=hands, cards=4, direction=direction))
    turn(env, "Reality Gyro", "Comet Skiff", "Ion Sloop")
    assert position(env)["direction"] == -direction
    assert "Vacuum Bot" in position(env)["hands"][-direction % 3]


def rotor(name, *cards, seat=0, **more):
    """Quarter turns of the awake rotor, which lies in front of seat 0, after the seats have shown these cards."""
    env = shown(*cards, **({"laid": {seat: [name]}, "awake": {seat: [name]}} | more))
    return position(env)["rot"][name]


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        (("Comet Skiff", "Morpho Cubo", "Ion Sloop"), 1),
        (("Comet Skiff", "Morpho Cubo", "Morpho Lampo"), 2),
        (("Morpho Cubo", "Comet Skiff", "Ion Sloop"), 0),
    ],
)
def test_morphosucker(cards, turns):
    assert rotor("Morphosucker", *cards) == turns


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        (("Comet Skiff", "Solar Schooner", "Ion Sloop"), 1),
        (("Comet Skiff", "One Ring", "Morpho Servientes"), 2),
        (("Galactic Ark", "Comet Skiff", "Ion Sloop"), 0),
    ],
)
def test_cubus_librae(cards, turns):
    assert rotor("Cubus Librae", *cards) == turns


@pytest.mark.parametrize(
    ("cards", "turns"),
    [
        (("Ion Sloop", "Comet Skiff", "Vacuum Bot"), 1),
        (("Comet Skiff", "Galactic Ark", "Ion Sloop"), 0),
        (("Cubus Librae", "Comet Skiff", "Ion Sloop"), 1),
        (("Card Reader", "Comet Skiff", "Ion Sloop"), 0),
    ],
)
def test_lootbox(cards, turns):
    assert rotor("Lootbox", *cards) == turns


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("Morphosucker", [(2, 5), (5, 4), (8, 3), (11, 2)]),
        ("Cubus Librae", [(4, 6), (6, 4), (8, 2), (3, 7)]),
        ("Lootbox", [(1, 4), (5, 4), (9, 4), (13, 4)]),
    ],
)
def test_faces_of_rotors(name, faces):
    for turns, face in enumerate(faces):
        assert totals(load(deal(laid=[[name]], awake=[[name]], rot={name: turns}, cards=4)), 0) == face


# Relics


def test_surprise_egg():
    env = load(scoring([], [], [], phase="egg", owner=1, draw=["Galactic Ark"]))
    assert legal(env) == {"discard Surprise Egg", "keep Surprise Egg"}
    play(env, "discard Surprise Egg")
    row = position(env)["pad"][0]
    assert row["weight"] == [0, 10, 0]


def test_surprise_egg_kept():
    env = load(scoring([], [], [], phase="egg", owner=1, draw=["Galactic Ark"]))
    play(env, "keep Surprise Egg")
    assert position(env)["pad"][0]["weight"] == [0, 2, 0]


def test_alien_wading_pool():
    env = load(scoring([], [], [], phase="pool", owner=1, hole_pile=["Galactic Ark", "Chef Bot", "Yo-Yo"]))
    assert legal(env) == {"discard Alien Wading Pool", "keep Alien Wading Pool"}
    play(env, "discard Alien Wading Pool")
    row = position(env)["pad"][0]
    assert row["weight"] == [0, 10, 0]
    assert row["card"] == "Chef Bot"


def test_alien_wading_pool_kept():
    env = load(scoring([], [], [], phase="pool", owner=1, hole_pile=["Galactic Ark", "Chef Bot", "Yo-Yo"]))
    play(env, "keep Alien Wading Pool")
    row = position(env)["pad"][0]
    assert row["weight"] == [0, 2, 0]
    assert row["card"] == "Galactic Ark"


@pytest.mark.parametrize(("choice", "weight"), [("discard", 0), ("keep", 11)])
def test_one_ring(choice, weight):
    env = load(scoring([], [], [], phase="ring", owner=2))
    assert legal(env) == {"discard One Ring", "keep One Ring"}
    play(env, f"{choice} One Ring")
    assert position(env)["pad"][0]["weight"] == [0, 0, weight]


def test_anti_grav_carpet_for_the_lightest():
    row = scored(["Anti-Grav Carpet"], ["Vacuum Bot"], ["Chef Bot"], revealed="Yo-Yo")
    assert row["plus10"] == 0
    assert row["value"] == [11, 4, 7]


def test_anti_grav_carpet_not_for_a_tie():
    row = scored(["Anti-Grav Carpet", "Titan Tentacle"], ["Vacuum Bot"], ["Chef Bot"], revealed="Yo-Yo")
    assert row["plus10"] is None


def test_exoskeleton_for_the_heaviest():
    row = scored(["Exoskeleton"], ["Vacuum Bot"], ["Chef Bot"], revealed="Yo-Yo")
    assert row["minus10"] == 0
    assert (row["weight"][0], row["final_weight"][0]) == (7, -3)


def test_exoskeleton_not_for_a_tie():
    assert scored(["Exoskeleton"], ["Solar Schooner"], [], revealed="Yo-Yo")["minus10"] is None


def test_xxl_paperweight():
    row = scored(["XXL Paperweight"], [], [], revealed="Rocking Horse")
    assert row["threshold"] == [18 + 12, 18 + 6, 18 + 6]


def test_space_blanket():
    row = scored(["Space Blanket", "Galactic Ark"], ["Galactic Ark" for _ in ()], ["Plasma Frigate", "Quasar Galleon"],
                 revealed="Towing Tug")  # fmt: skip
    assert row["threshold"] == [14, 14, 14]
    assert row["pulled"] == [True, False, True]
    assert row["points"] == [5, 15, 0]


def test_every_card_is_dealt_and_known_by_its_name():
    labels = load(deal(cards=4)).unwrapped.action_labels
    assert [label.removeprefix("card ") for label in labels[:67]] == NAMES
