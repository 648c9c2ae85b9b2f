"""Positions: the printed example, both directions, and every check of a loader."""

import copy

import pytest

from cosmozoo.envs import PositionError, black_hole_buccaneers_v0
from tests.playing import assert_given_back, assert_refused, changed, load, play, position

from .table import FIRST_GAME, PRINTED, deal, pad_row, scoring, shown, turn

PAD = [pad_row([15, 10, 5]), pad_row([5, 10, 15], pulled=[True, False, False], value=[None, 8, 9], plus10=2)]
TENTACLE = {"draw": ["Tailor Bot", "Yo-Yo", "Rubber Duck"]}


def group_position():
    """Seat 1 is asked for its group; a Laser of seat 0 and a Tentacle of seat 2 wait."""
    return position(
        shown("Swiss Pocket Laser", "Command Chair 1", "Titan Tentacle", laid={1: ["Warp Engine 1"]}, **TENTACLE)
    )


def laser_position():
    return position(shown("Swiss Pocket Laser", "Comet Skiff", "Ion Sloop"))


def pick_position():
    return position(shown("Titan Tentacle", "Comet Skiff", "Ion Sloop", **TENTACLE))


def forced_position():
    return position(shown("Analog GPS Tracker", "Comet Skiff", "Ion Sloop"))


def rotor_position():
    """Laid: a rotor that is awake and one that is not, a robot, hidden toys; cards that some seats remember."""
    env = load(deal(hands=[["Lootbox", "Yo-Yo"], ["Chef Bot", "Rubber Duck"], ["Teddy Bear"]], cards=5))
    turn(env, "Lootbox", "Chef Bot", "Teddy Bear")
    turn(env, position(env)["hands"][0][-1], "Yo-Yo", "Rubber Duck")
    return position(env)


def robot_position():
    env = load(scoring([], [], [], phase="egg", draw=["Chef Bot"]))
    play(env, "discard Surprise Egg")
    return position(env)


def second_round():
    return deal(round=2, cards=4, pad=PAD[:1])


CHOOSE = deal(hands=[["Chef Bot"], ["Comet Skiff"], ["Ion Sloop"]], cards=4)
EGG = scoring(["Yo-Yo"], [], ["Lootbox"], phase="egg", hidden=[["Yo-Yo"]])
POOL = scoring(["Yo-Yo"], [], [], phase="pool", hidden=[["Yo-Yo"]])
RING = scoring(["Yo-Yo"], [], [], phase="ring", minus6=0, round=3, pad=PAD)
OVER = deal(phase="over", step="over", round=3, laid=[["Yo-Yo"]], minus6=0, pad=[*PAD, pad_row([10, 5, 15])])
GOOD = {
    "printed": PRINTED, "choose": CHOOSE, "group": group_position(), "laser": laser_position(), "pick": pick_position(),
    "forced": forced_position(), "rotor": rotor_position(), "egg": EGG, "pool": POOL, "robot": robot_position(),
    "ring": RING, "over": OVER, "second": second_round(),
}  # fmt: skip


def refuse(table, key):
    """Loading is refused by an error that begins with the path of a key."""
    first_game = table.get("variants") == PRINTED["variants"]
    assert_refused(table, rf"({key})(\W|$)", PRINTED if first_game else CHOOSE)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_position_is_what_it_gives(name):
    assert_given_back(GOOD[name])


@pytest.mark.parametrize("name", GOOD)
def test_every_key_is_needed_and_no_other_allowed(name):
    for key in GOOD[name]:
        table = copy.deepcopy(GOOD[name])
        del table[key]
        if key != "variants":
            refuse(table, "position")
    refuse(GOOD[name] | {"colour": 1}, "position")


@pytest.mark.parametrize("wrong", [None, True, 1.0, "1", [], {}, -1])
@pytest.mark.parametrize("key", ["round", "turn", "direction", "step", "holes", "scores", "pad", "thresholds", "draw"])
def test_types_are_strict(key, wrong):
    if GOOD["choose"][key] != wrong and not (key == "direction" and wrong == -1):
        if key in ("pad", "thresholds") and wrong == []:
            return
        refuse(changed(GOOD["choose"], **{key: wrong}), key)


@pytest.mark.parametrize("wrong", [None, True, "x", {}, [[]], ["Yo-Yo"]])
@pytest.mark.parametrize(
    "key", ["hands", "chosen", "forced", "laid", "groups", "hidden", "awake", "placed", "memory", "missing"]
)
def test_lists_by_seat_have_an_entry_a_seat(key, wrong):
    refuse(changed(GOOD["choose"], **{key: wrong}), key)


@pytest.mark.parametrize(
    ("name", "changes", "key"),
    [
        # game, players, variants, holes
        ("choose", {"game": "chess"}, "game"),
        ("choose", {"players": 4}, "players"),
        ("choose", {"to_move": 3}, "to_move"),
        ("choose", {"phase": "dance"}, "phase"),
        ("choose", {"holes__0": "Black Eye"}, r"holes\[0\]"),
        ("choose", {"holes__1": "Gentle Gulp"}, "holes"),
        ("printed", {"holes": FIRST_GAME[::-1]}, "holes"),
        ("printed", {"variants": {"first_game": False, "holes": None}, "players": 4}, "players"),
        # phase and step
        ("choose", {"step": "A"}, "step"),
        ("egg", {"step": "B"}, "step"),
        ("pool", {"step": "select"}, "step"),
        ("ring", {"step": "over"}, "step"),
        ("over", {"round": 2}, "round"),
        ("over", {"to_move": 1}, "to_move"),
        # every card exactly once
        ("choose", {"discards": ["Yo-Yo"]}, "discards|hands|laid|draw"),
        ("choose", {"hands__0": ["Ion Sloop", "Chef Bot"]}, "hands"),
        ("pick", {"offer": []}, "offer|draw"),
        ("choose", {"offer": ["Yo-Yo", "Rubber Duck", "Teddy Bear"]}, "offer"),
        ("choose", {"draw": []}, "draw"),
        ("choose", {"laid__0": ["No Such Card"]}, r"laid\[0\]\[0\]"),
        ("egg", {"laid__0": ["Yo-Yo"]}, "draw"),
        # chosen
        ("printed", {"chosen": [None, None, None]}, r"chosen\[0\]|draw"),
        ("choose", {"chosen__2": "Ion Sloop"}, r"chosen\[2\]"),
        ("laser", {"chosen__1": None}, r"chosen\[1\]"),
        ("laser", {"chosen__1": "Ion Sloop"}, r"chosen\[1\]"),
        ("egg", {"chosen__0": "Yo-Yo"}, r"chosen\[0\]"),
        # sizes of hands and pile
        ("choose", {"turn": 2}, "hands"),
        ("choose", {"turn": 0}, "turn"),
        ("choose", {"thresholds": [3]}, "thresholds"),
        ("egg", {"hole_pile__2": "Chef Bot"}, "hole_pile|draw"),
        # placed and the hole pile
        ("choose", {"placed__0": "Yo-Yo"}, r"placed\[0\]"),
        ("choose", {"hole_pile": ["Yo-Yo"]}, "hole_pile"),
        ("egg", {"placed__0": None}, r"placed\[0\]"),
        ("egg", {"placed__0": "Chef Bot"}, r"hole_pile\[\d\]"),
        # groups
        ("printed", {"groups__2": []}, r"groups\[2\]"),
        ("printed", {"groups__2": [["Warp Engine 3"], []]}, r"groups\[2\]"),
        ("printed", {"groups__1": [["Warp Engine 3"]]}, r"groups\[1\]"),
        ("printed", {"groups__2": [["Warp Engine 3"], ["Warp Engine 3"]]}, r"groups\[2\]"),
        ("group", {"groups__1": [["Warp Engine 1"], ["Command Chair 1"]]}, "phase|groups"),
        # hidden, awake, rot
        ("printed", {"hidden__1": []}, r"hidden\[1\]"),
        ("printed", {"hidden__0": ["Tailor Bot"]}, r"hidden\[0\]"),
        ("ring", {"hidden__0": ["Yo-Yo"]}, r"hidden\[0\]"),
        ("printed", {"awake__0": ["Tailor Bot"]}, r"awake\[0\]"),
        ("rotor", {"awake__0": []}, "nothing"),
        ("rotor", {"awake__1": ["Lootbox"]}, r"awake\[1\]"),
        ("printed", {"rot": {}}, "rot"),
        ("printed", {"rot": {"Tailor Bot": 2}}, "rot"),
        ("printed", {"rot": {"Tailor Bot": 0, "Chef Bot": 0}}, "rot"),
        ("rotor", {"rot__Lootbox": 4}, "rot"),
        # forced
        ("choose", {"forced__0": "Chef Bot"}, r"forced\[0\]"),
        ("forced", {"forced__1": "Comet Skiff"}, r"forced\[1\]"),
        ("forced", {"forced__0": "Galactic Ark"}, r"forced\[0\]"),
        ("egg", {"forced__0": "Yo-Yo"}, r"forced\[0\]"),
        # thresholds
        ("choose", {"thresholds": [-4]}, "thresholds"),
        ("choose", {"thresholds": [4]}, "thresholds"),
        ("choose", {"thresholds": [5]}, r"thresholds\[0\]"),
        ("choose", {"thresholds": [3, 3]}, "thresholds"),
        ("laser", {"thresholds": [-4, -2]}, "thresholds"),
        ("laser", {"thresholds": [-4]}, "thresholds"),
        ("over", {"thresholds": [4, -4]}, "thresholds"),
        # memory and missing
        ("printed", {"memory__0__0": ["Morphosucker"]}, r"memory\[0\]\[0\]"),
        ("printed", {"memory__0__1": ["Chef Bot"]}, r"memory\[0\]\[1\]"),
        ("printed", {"memory__0__1": ["Butler Bot", "Booster Drone"]}, r"memory\[0\]\[1\]"),
        ("printed", {"memory__1__1": ["Butler Bot"]}, r"memory\[1\]\[1\]"),
        ("printed", {"memory__0__2": ["Tailor Bot"]}, r"memory\[0\]\[2\]"),
        ("printed", {"missing__0": ["Toy Car"]}, r"missing\[0\]"),
        ("printed", {"missing__1": ["Puzzle Cube"]}, r"missing\[1\]"),
        # the pad
        ("second", {"pad": []}, "pad"),
        ("over", {"pad__0__points": [15, 10, 6]}, r"scores\[2\]"),
        ("over", {"scores": [30, 25, 30]}, r"scores\[2\]"),
        ("over", {"pad__1__value": [7, 8, 9]}, r"pad\[1\]\.value"),
        ("over", {"pad__0__plus10": 3}, r"pad\[0\]\.plus10"),
        ("over", {"pad__0__card": "Yo Yo"}, r"pad\[0\]\.card"),
        ("over", {"pad__0__weight": [1, 2]}, r"pad\[0\]\.weight"),
        ("over", {"pad__0": {}}, r"pad\[0\]"),
        # the decision asked, and those that wait
        ("group", {"queue": [["pick", 2], ["laser", 0]]}, r"queue\[1\]"),
        ("group", {"queue": [["group", 1]]}, r"queue\[0\]"),
        ("group", {"queue": [["group", 2]]}, r"queue\[0\]"),
        ("group", {"queue": [["laser", 1]]}, r"queue\[0\]"),
        ("group", {"queue": [["egg", 0]]}, r"queue\[0\]"),
        ("group", {"to_move": 0}, "phase|groups"),
        ("choose", {"queue": [["laser", 0]]}, "queue"),
        ("laser", {"to_move": 1}, "phase"),
        ("pick", {"to_move": 1}, "phase"),
        ("egg", {"to_move": 1}, "phase"),
        ("ring", {"to_move": 1}, "phase"),
        ("robot", {"rot__Chef Bot": 1}, "phase"),
        ("robot", {"to_move": 1}, "phase"),
        ("egg", {"minus6": 0}, "minus6"),
        ("ring", {"minus6": 3}, "minus6"),
    ],
)
def test_what_a_loader_refuses(name, changes, key):
    table = changed(GOOD[name], **changes)
    if key == "nothing":
        assert position(load(table)) == table
    else:
        refuse(table, key)


def test_the_egg_needs_a_pile():
    table = changed(EGG, draw=[], discards=EGG["draw"])
    refuse(table, "draw")


def test_a_part_that_no_group_lacks_asks_nothing():
    table = group_position()
    table["groups"][1] = [["Warp Engine 1"]]
    table["laid"][1] = ["Warp Engine 1", "Warp Engine 2"]
    hands = ["Warp Engine 2" if card == "Command Chair 1" else card for card in table["draw"]]
    table["draw"] = ["Command Chair 1" if card == "Warp Engine 2" else card for card in hands]
    table["chosen"][1] = "Warp Engine 2"
    refuse(table, "phase|draw|hands|discards")


def test_at_most_ten_laid_cards_of_which_nine_parts():
    eleven = ["Chef Bot", *[f"Morpho {name}" for name in ("Lampo", "Cactino", "Broccolo", "Globulo", "Sedio")]]
    eleven += ["Vacuum Bot", "Waiter Bot", "Barber Bot", "Tailor Bot", "Juggler Bot"]
    refuse(scoring([], eleven, [], phase="ring"), r"laid\[1\]")
    parts = [f"{kind} {n}" for kind in ("Command Chair", "Reflector Shield", "Quantum Control") for n in (1, 2, 3)]
    refuse(scoring([], [*parts, "Warp Engine 1"], [], phase="ring"), r"laid\[1\]")


def test_a_small_scoring_position_loads_whatever_turn_and_pile():
    table = scoring(["Yo-Yo"], [], [], phase="ring")
    table["discards"], table["draw"] = table["draw"], []
    table["turn"] = 1
    assert position(load(table)) == table


def test_a_toy_of_this_turn_that_is_remembered_elsewhere_was_given_in_two_memories():
    table = position(shown("Swiss Pocket Laser", "Yo-Yo", "Ion Sloop"))
    table["memory"][0][2] = ["Yo-Yo"]
    assert position(load(table)) == table


@pytest.mark.parametrize("wrong", [None, 3, "x", [], (), 1.5])
def test_a_position_is_a_dict(wrong):
    refuse_env = black_hole_buccaneers_v0.env(num_players=3)
    with pytest.raises(PositionError, match=r"^position:"):
        refuse_env.reset(seed=1, options={"position": wrong})


def test_a_position_of_other_variants_is_refused():
    env = black_hole_buccaneers_v0.env(num_players=3, first_game=True)
    with pytest.raises(PositionError, match="variants"):
        env.reset(seed=1, options={"position": CHOOSE})


def test_a_loaded_game_goes_on_like_the_one_it_was_taken_from():
    env, other = load(group_position()), load(group_position())
    for label in ("join group 1", "threshold -4", "card Yo-Yo"):
        play(env, label)
        play(other, label)
        assert position(env) == position(other)
