"""Positions: the printed example, both directions, and every check of a loader."""

import copy
import math
import re

import pytest

from cosmozoo.envs import big_bang_theory_v0
from tests.playing import assert_given_back, assert_refused, changed, legal, load, play, position, to_move

from .table import PRINTED, TILES, VARIANTS, deal, evaluate, last_turns, new_game

IN_ROUND_3 = deal(
    3, round=3, start=1, want_now=(2, 3, 4), won={1: {"red": [3]}}, boxed={1: [14]}, known={0: [2], 2: [1]},
    played={1: "1r 9g", 2: "5b"}, out=[0], activated=[(2, "seven-half")], tiles_used=["howard-raj"],
)  # fmt: skip
PARADOX = deal(3, phase="paradox", round=2, start=1, to_move=0, activated=[(1, "seven-half")])
CHAOS = deal(2, "chaos", round=4)
SECOND = deal(2, "chaos", phase="second", round=4)
NONE = deal(2, "none", played={0: "1r"})
OVER = deal(
    3,
    phase="over",
    start=2,
    won={0: {"green": [4]}},
    boxed={0: [1, 2]},
    tiles_used=["howard-raj", "seven-half"],
)
GOOD = {
    "printed": PRINTED, "in round 3": IN_ROUND_3, "paradox": PARADOX, "chaos": CHAOS, "second": SECOND,
    "none": NONE, "over": OVER,
}  # fmt: skip


def refuse(table, key, players=None, variants=None):
    """The position is refused by a sentence that begins with this key path (a regular expression)."""
    assert_refused(table, key, PRINTED | {"players": players or 2, "variants": variants or {}})


def refuse_like(good, key, **changes):
    """A good position is refused after some changes, by an environment of its own players and variants."""
    refuse(changed(good, **changes), key, good["players"], good["variants"])


# Good positions


def test_printed_position_has_the_printed_legal_actions():
    assert legal(load(PRINTED)) == {
        "drop out",
        "play card 3 blue", "play card 3 red", "play card 6 blue", "play card 6 green",
        "play card 8 blue", "play card 8 green", "play card 11 green", "play card 11 red",
    }  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_loaded_position_is_given_back(name):
    assert_given_back(GOOD[name])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("paradox", "second_tile"), VARIANTS)
def test_a_first_position_can_be_loaded(players, paradox, second_tile):
    first = position(new_game(players, paradox=paradox, second_tile=second_tile))
    assert position(load(first)) == first


def test_sets_may_come_in_any_order_and_are_written_sorted():
    mixed = changed(
        IN_ROUND_3,
        hands=[hand[::-1] for hand in IN_ROUND_3["hands"]],
        tiles=[tiles[::-1] for tiles in IN_ROUND_3["tiles"]],
        tile_box=IN_ROUND_3["tile_box"][::-1],
        want_box={colour: values[::-1] for colour, values in IN_ROUND_3["want_box"].items()},
    )
    assert mixed != IN_ROUND_3
    assert position(load(mixed)) == IN_ROUND_3


def test_piles_stacks_and_played_cards_keep_their_order():
    mixed = changed(
        IN_ROUND_3,
        piles__0=IN_ROUND_3["piles"][0][::-1],
        want_stacks__green=IN_ROUND_3["want_stacks"]["green"][::-1],
        played__1=IN_ROUND_3["played"][1][::-1],
    )
    assert position(load(mixed)) == mixed


def test_the_next_card_of_a_pile_and_a_stack_is_the_first():
    table = last_turns("1r", "1r", paradox="none", piles={0: [7, 3]}, want_stacks={"blue": [4]})
    env = load(table)
    evaluate(env)
    assert {7, 3} <= set(position(env)["hands"][0])
    assert position(env)["piles"][0] == table["piles"][0][2:]
    assert position(env)["want_now"]["blue"] == 4


def test_the_environment_does_not_share_the_position_it_was_given():
    given = copy.deepcopy(PRINTED)
    env = load(given)
    play(env, "play card 3 red")
    assert given == PRINTED
    given["hands"][0].clear()
    assert position(env)["hands"][0] == [4, 13, 15]


def test_the_same_position_goes_on_in_the_same_way_whatever_the_seed():
    ends = []
    for seed in (1, 2):
        env = big_bang_theory_v0.env(num_players=2)
        env.reset(seed=seed, options={"position": PRINTED})
        play(env, "play card 3 red", "drop out", "drop out", "activate none", "activate none")
        ends.append(position(env))
    assert ends[0] == ends[1]


def test_a_refused_position_leaves_the_running_game_untouched():
    env = new_game(2)
    play(env, "activate none")
    before = position(env)
    with pytest.raises(ValueError, match="round"):
        env.reset(seed=5, options={"position": changed(PRINTED, round=7)})
    assert position(env) == before
    assert to_move(env) == 1
    play(env, "activate none")
    assert position(env)["phase"] == "play"


@pytest.mark.parametrize("given", [None, [], [PRINTED], "position", 0])
def test_anything_but_a_dict_is_refused(given):
    refuse(given, "position")


def test_other_players_than_the_environments_own_are_refused():
    refuse(PRINTED, "players", players=3)


@pytest.mark.parametrize("own", [{"paradox": "open"}, {"paradox": "chaos"}, {"paradox": "none"}])
def test_other_variants_than_the_environments_own_are_refused(own):
    refuse(PRINTED, "variants.paradox", variants=own)


def test_another_second_tile_than_the_environments_own_is_refused():
    refuse(CHAOS, "variants.second_tile", variants={"paradox": "chaos", "second_tile": "never"})


# Check 1: keys, types, ranges


@pytest.mark.parametrize("key", PRINTED)
def test_check_1_a_missing_key(key):
    refuse({name: value for name, value in PRINTED.items() if name != key}, f"position.*{key}")


def test_check_1_an_unknown_key():
    refuse_like(PRINTED, "position.*weather", weather="fine")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, math.nan, math.inf, 2**31, 10**30, [1], 0, 7, -1])
def test_check_1_round_is_an_integer_from_1_to_6(value):
    refuse_like(PRINTED, "round", round=value)


@pytest.mark.parametrize("value", [True, 1.0, "1", None, math.nan, 2, -1, 2**40])
def test_check_1_to_move_and_start_are_seats(value):
    refuse_like(PRINTED, "to_move", to_move=value)
    refuse_like(PRINTED, "start", start=value)


@pytest.mark.parametrize("value", [True, 13.0, "13", None, math.nan, 0, 16, -1, [13]])
@pytest.mark.parametrize("key", ["hands", "piles"])
def test_check_1_cards_are_integers_from_1_to_15(key, value):
    refuse_like(PRINTED, re.escape(f"{key}[0]"), **{f"{key}__0__1": value})


@pytest.mark.parametrize("value", [True, 2.0, "2", math.nan, 1, 5, None])
def test_check_1_want_values_are_integers(value):
    refuse_like(PRINTED, r"want_now.*green", want_now__green=value)
    refuse_like(PRINTED, r"want_stacks.*blue", want_stacks__blue__0=value)


@pytest.mark.parametrize("key", ["hands", "piles", "played", "boxed", "known", "out", "tiles", "won"])
def test_check_1_lists_have_a_part_for_each_seat(key):
    refuse_like(PRINTED, key, **{key: PRINTED[key][:1]})
    refuse_like(PRINTED, key, **{key: [*PRINTED[key], PRINTED[key][0]]})
    refuse_like(PRINTED, key, **{key: dict(enumerate(PRINTED[key]))})


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("game", "urknall_v0", "game"),
        ("game", None, "game"),
        ("players", True, "players"),
        ("players", 2.0, "players"),
        ("players", 5, "players"),
        ("phase", "singing", "phase"),
        ("phase", 2, "phase"),
        ("phase", None, "phase"),
        ("variants", ["hidden"], "variants"),
        ("variants", {"paradox": "hidden"}, "variants.*second_tile"),
        ("variants", PRINTED["variants"] | {"components": "standard"}, "variants.*components"),
        ("variants__paradox", "secret", "variants.paradox"),
        ("variants__paradox", None, "variants.paradox"),
        ("variants__second_tile", "always", "variants.second_tile"),
        ("out__0", 0, r"out\[0\]"),
        ("out__1", "no", r"out\[1\]"),
        ("hands__0", None, r"hands\[0\]"),
        ("hands__0", {"4": 1}, r"hands\[0\]"),
        ("want_now", [2, 4, 3], "want_now"),
        ("want_now", {"green": 2, "blue": 4}, r"want_now.*red"),
        ("want_now", {"green": 2, "blue": 4, "red": 3, "pink": 2}, r"want_now.*pink"),
        ("want_box__green", None, r"want_box.*green"),
        ("won__0", {"green": [], "blue": []}, r"won\[0\].*red"),
        ("won__1__blue", 4, r"won\[1\].*blue"),
        ("played__0__0", [8, "yellow"], r"played\[0\]\[0\]"),
        ("played__0__0", [8], r"played\[0\]\[0\]"),
        ("played__0__0", [8, "blue", "green"], r"played\[0\]\[0\]"),
        ("played__0__0", "8b", r"played\[0\]\[0\]"),
        ("played__0__0", [True, "blue"], r"played\[0\]\[0\]"),
        ("played__1__0", [16, "green"], r"played\[1\]\[0\]"),
        ("tiles__0__0", "swap-green-blue", r"tiles\[0\]"),
        ("tiles__0__0", 2, r"tiles\[0\]"),
        ("activated__0", ["0", "swap-red-green"], r"activated\[0\]"),
        ("activated__0", [True, "swap-red-green"], r"activated\[0\]"),
        ("activated__0", [2, "swap-red-green"], r"activated\[0\]"),
        ("activated__0", [0], r"activated\[0\]"),
        ("activated__0", [0, "swap"], r"activated\[0\]"),
        ("activated__0", [None, "swap-red-green"], r"activated\[0\]"),
        ("tile_box", "sheldon-amy", "tile_box"),
        ("tile_box__0", ["sheldon-amy"], "tile_box"),
        ("tile_stack", None, "tile_stack"),
        ("tiles_used", {}, "tiles_used"),
    ],
)  # fmt: skip
def test_check_1_types_and_values(path, value, key):
    refuse_like(PRINTED, key, **{path: value})


# Checks 2 to 5: cards


@pytest.mark.parametrize(
    ("good", "changes", "key"),
    [
        (PRINTED, {"want_now__green": 3}, r"want_\w+.*green"),
        (PRINTED, {"want_stacks__red__0": 2}, r"want_\w+.*red"),
        (PRINTED, {"want_stacks__blue": [3, 3, 2, 4]}, r"want_\w+.*blue"),
        (PRINTED, {"want_stacks__blue": [3, 3, 2, 4], "want_box__blue": [2]}, r"want_stacks.*blue"),
        (PRINTED, {"want_stacks__blue": [3, 3, 2, 4], "won__0__blue": [2]}, r"want_stacks.*blue"),
        (IN_ROUND_3, {"won__1__red": [4]}, r"(want_\w+|won).*red"),
        (IN_ROUND_3, {"won__0__red": [3]}, r"(want_\w+|won).*red"),
        (OVER, {"won__0__green": [], "boxed__0": [], "hands__0": [*range(1, 16)]}, r"(want_\w+|won).*green"),
        (OVER, {"want_now__green": 2, "want_box__green": [2, 3, 3, 4]}, r"want_now.*green"),
        (PRINTED, {"want_now__green": None}, r"want_now.*green"),
    ],
)
def test_check_2_want_cards_of_each_colour(good, changes, key):
    refuse_like(good, key, **changes)


@pytest.mark.parametrize(
    ("good", "changes", "key"),
    [
        (PRINTED, {"hands__0": [4, 13, 5]}, r"(hands|piles)\[0\]"),
        (PRINTED, {"hands__0": [4, 13]}, r"(hands|piles)\[0\]"),
        (PRINTED, {"hands__0": [4, 13, 13]}, r"hands\[0\]"),
        (PRINTED, {"hands__0": [4, 13, 15, 8]}, r"(hands|played)\[0\]"),
        (PRINTED, {"piles__1__9": 5}, r"piles\[1\]"),
        (PRINTED, {"hands__0": [4, 5, 13, 15], "piles__0": PRINTED["piles"][0][1:]}, r"piles\[0\]"),
        (PRINTED, {"hands__0": [4, 13], "piles__0": [*PRINTED["piles"][0], 15]}, r"piles\[0\]"),
        (PRINTED, {"played__0__1": [8, "green"]}, r"(played|hands)\[0\]"),
        (IN_ROUND_3, {"boxed__1": [1, 14]}, r"(hands|boxed|played)\[1\]"),
        (IN_ROUND_3, {"boxed__1": []}, r"(boxed|hands)\[1\]"),
        (IN_ROUND_3, {"known__0": [15]}, r"known\[0\].*\b15\b"),
        (IN_ROUND_3, {"known__0": [2, 2]}, r"known\[0\]"),
        (IN_ROUND_3, {"known__1": [1]}, r"known\[1\]"),
        (OVER, {"hands__1": OVER["hands"][1][1:], "piles__1": OVER["hands"][1][:1]}, r"piles\[1\]"),
    ],
)
def test_check_3_the_fifteen_cards_of_each_seat(good, changes, key):
    refuse_like(good, key, **changes)


def test_check_4_played_colours_are_printed_on_the_card():
    refuse_like(PRINTED, r"played\[0\]\[0\]", played__0__0=[8, "red"])
    refuse_like(PRINTED, r"played\[0\]\[1\]", played__0__1=[12, "blue"])


def test_check_4_the_cards_drawn_last_were_never_shown():
    refuse_like(PRINTED, r"(known|hands)\[1\]", known__1=[3])
    hand = IN_ROUND_3["hands"][0]
    assert position(load(changed(IN_ROUND_3, known__0=hand[:-2])))
    refuse_like(IN_ROUND_3, r"(known|hands)\[0\]", known__0=hand[:-1])


def test_check_4_who_has_won_nothing_has_boxed_nothing():
    boxed = {"hands__0": IN_ROUND_3["hands"][0][:-1], "boxed__0": IN_ROUND_3["hands"][0][-1:]}
    refuse_like(IN_ROUND_3, r"boxed\[0\]", **boxed)


def test_check_4_a_winner_may_have_boxed_nothing():
    assert position(load(changed(OVER, hands__0=list(range(1, 16)), boxed__0=[])))


@pytest.mark.parametrize(
    ("good", "changes", "key"),
    [
        (PARADOX, {"hands__1": PARADOX["hands"][1][1:], "played__1": [[1, "red"]]}, "played"),
        (SECOND, {"hands__0": SECOND["hands"][0][1:], "played__0": [[1, "red"]]}, "played"),
        (OVER, {"hands__1": OVER["hands"][1][1:], "played__1": [[1, "red"]]}, "played"),
        (PARADOX, {"out__2": True}, "out"),
        (SECOND, {"out__1": True}, "out"),
        (OVER, {"out__1": True}, "out"),
        (OVER, {"to_move": 0}, "to_move"),
        (OVER, {"round": 5}, "round"),
        (OVER, {"activated": [[0, OVER["tiles"][0][0]]], "tiles__0": OVER["tiles"][0][1:]}, "activated"),
        (PRINTED, {"to_move": None}, "to_move"),
        (PRINTED, {"phase": "paradox"}, "played"),
    ],
)
def test_check_5_nothing_is_played_outside_play(good, changes, key):
    refuse_like(good, key, **changes)


# Check 6: turn order


def three(*rows, **more):
    """Three seats without tiles that have played these rows."""
    return deal(3, "none", played=dict(enumerate(rows)), **more)


@pytest.mark.parametrize(
    "good",
    [
        three("", "", ""),
        three("1r", "", "", to_move=1),
        three("1r", "1r", "", to_move=2),
        three("1r", "", "", out=[1], to_move=2),
        three("1r", "", "", out=[1, 2], to_move=0),
        three("1r 2r 3r", "", "1r", out=[1, 2], to_move=0),
        three("1r 2r 3r", "1r", "1r 2r 3r", out=[1], to_move=0),
        three("1r", "1r", "1r", out=[0], to_move=1),
        three("1r 2r", "1r", "", start=0, out=[2], to_move=1),
        three("", "", "1r", start=2, to_move=0),
    ],
)
def test_check_6_turn_orders_that_can_come_about(good):
    assert position(load(good)) == good


@pytest.mark.parametrize(
    "bad",
    [
        three("", "", "", to_move=1),  # the starting player comes first
        three("1r", "", "", to_move=0),  # seat 1 and 2 have not had their turn
        three("1r 2r", "", "", to_move=1),  # seat 0 has had two turns more
        three("1r", "", "1r", to_move=1),  # seat 2 comes after seat 1
        three("1r", "1r", "", out=[1], to_move=0),  # seat 2 comes before seat 0
        three("1r", "1r", "", out=[1], to_move=1),  # is out
        three("1r 2r", "1r 2r", "1r", out=[1], to_move=2),  # seat 1 cannot have played twice and dropped out
        three("1r", "", "1r", out=[2], to_move=1),  # seat 2 has played before its turn
        three("", "", "", out=[0], to_move=1),  # the starting player must play a card
        three("", "", "", out=[1], to_move=0),  # seat 1 is out before its turn
        three("1r", "1r", "", start=1, to_move=0),
    ],
)
def test_check_6_turn_orders_that_cannot(bad):
    refuse(bad, r"played\[|out\[|to_move", players=3, variants={"paradox": "none"})


# Checks 7 and 8: tiles and phases


def moved(table, source, target, count=1):
    """A copy of a position in which the first tiles of one place lie at the end of another."""
    copied = copy.deepcopy(table)
    places = {"tiles[0]": copied["tiles"][0], "tiles[1]": copied["tiles"][1], **copied}
    for _ in range(count):
        tile = places[source].pop(0)
        tile = tile[1] if source == "activated" else tile
        owner = None if table["variants"]["paradox"] == "chaos" else 0
        places[target].append([owner, tile] if target == "activated" else tile)
    return copied


@pytest.mark.parametrize(
    ("good", "source", "target", "count", "key"),
    [
        (PRINTED, "tile_box", "tile_stack", 1, "tile_stack"),
        (PRINTED, "tile_box", "tiles_used", 1, "tiles_used|tile_box"),
        (PRINTED, "tile_box", "tiles[0]", 1, r"tiles\[0\]|tile_box"),
        (PRINTED, "tiles[0]", "tile_box", 1, r"tiles\[0\]|tile_box"),
        (PRINTED, "tiles[0]", "tiles_used", 1, r"tiles\[0\]|tiles_used"),
        (PRINTED, "tiles[0]", "tiles[1]", 1, r"tiles\[[01]\]"),
        (PRINTED, "tiles[0]", "activated", 1, "activated"),
        (NONE, "tile_box", "tiles[0]", 1, r"tiles\[0\]|tile_box"),
        (NONE, "tile_box", "activated", 1, "activated|tile_box"),
        (NONE, "tile_box", "tiles_used", 1, "tiles_used|tile_box"),
        (NONE, "tile_box", "tile_stack", 1, "tile_stack|tile_box"),
        (CHAOS, "tile_stack", "tile_box", 1, "tile_box"),
        (CHAOS, "tile_stack", "tiles[0]", 1, r"tiles\[0\]"),
        (CHAOS, "tile_stack", "activated", 2, "activated"),
        (CHAOS, "activated", "tile_stack", 1, "activated"),
        (CHAOS, "tiles_used", "tile_stack", 1, "tiles_used"),
        (CHAOS, "tile_stack", "tiles_used", 2, "tiles_used"),
        (SECOND, "tile_stack", "activated", 1, "activated"),
    ],
)
def test_check_7_a_tile_in_a_place_it_cannot_have(good, source, target, count, key):
    refuse(moved(good, source, target, count), key, good["players"], good["variants"])


@pytest.mark.parametrize(
    ("good", "changes", "key"),
    [
        (PRINTED, {"tiles__0__0": "swap-blue-red"}, "tiles"),
        (PRINTED, {"tiles__0__0": "leonard-penny"}, r"tiles\[0\]"),
        (PRINTED, {"tile_box__0": "seven-half"}, "tiles|tile_box"),
        (PRINTED, {"tile_box": ["sheldon-amy"]}, "tiles|tile_box"),
        (PRINTED, {"activated": [[1, "swap-red-green"]]}, "activated|tiles"),
        (PARADOX, {"to_move": 1}, "activated"),
        (PARADOX, {"activated": [[0, "seven-half"]]}, "activated|tiles"),
        (IN_ROUND_3, {"activated": [[None, "seven-half"]]}, "activated"),
        (CHAOS, {"activated": [[0, CHAOS["activated"][0][1]]]}, "activated"),
    ],
)
def test_check_7_a_tile_twice_missing_or_laid_by_the_wrong_seat(good, changes, key):
    refuse_like(good, key, **changes)


def test_check_7_tiles_are_laid_in_order_from_the_starting_player():
    laid = [(1, "seven-half"), (0, "howard-raj")]
    assert position(load(deal(start=1, activated=laid)))["activated"] == [list(pair) for pair in laid]
    refuse(deal(start=0, activated=laid), "activated")


def test_check_7_each_seat_has_laid_at_most_one_tile_a_round():
    assert position(load(deal(4, round=2, tiles_used=["swap-blue-red"])))
    assert position(load(deal(4, round=2, tiles_used=TILES[:4])))
    two_of_one_seat = deal(4, round=2, tiles_used=TILES[:2])
    first, second = two_of_one_seat["tiles"][:2]
    refuse_like(two_of_one_seat, r"tiles\[0\]", tiles__0=[], tiles__1=first + second)


@pytest.mark.parametrize("round_", [1, 3])
def test_check_7_chaos_has_one_tile_in_odd_rounds(round_):
    two = deal(2, "chaos", round=round_, activated=["howard-raj", "seven-half"])
    refuse(two, "activated", variants=two["variants"])


@pytest.mark.parametrize(
    ("second_tile", "activated", "tiles_used", "key"),
    [
        ("always", 1, 4, "activated"),
        ("always", 2, 3, "tiles_used"),
        ("always", 2, 5, "tiles_used"),
        ("never", 2, 3, "activated"),
        ("never", 1, 4, "tiles_used"),
        ("choose", 1, 5, "tiles_used"),
        ("choose", 2, 2, "tiles_used"),
    ],
)
def test_check_7_number_of_chaos_tiles_in_round_4(second_tile, activated, tiles_used, key):
    bad = deal(2, "chaos", second_tile, round=4)
    order = bad["tiles_used"] + [tile for _, tile in bad["activated"]] + bad["tile_stack"]
    middle = [[None, tile] for tile in order[tiles_used:][:activated]]
    stack = order[tiles_used + activated :]
    refuse_like(bad, key, tiles_used=order[:tiles_used], activated=middle, tile_stack=stack)


@pytest.mark.parametrize("number", [6, 7, 8, 9])
def test_check_7_chaos_may_have_used_six_to_nine_tiles(number):
    assert position(load(deal(2, "chaos", phase="over", tiles_used=TILES[:number])))


@pytest.mark.parametrize(
    ("good", "changes", "key"),
    [
        (deal(2, "none"), {"phase": "paradox"}, "phase"),
        (deal(2, "chaos"), {"phase": "paradox"}, "phase"),
        (deal(2, "hidden"), {"phase": "second"}, "phase"),
        (deal(2, "none", round=2), {"phase": "second"}, "phase"),
        (deal(2, "chaos", round=3), {"phase": "second"}, "phase|round"),
        (deal(2, "chaos", "always", round=2), {"phase": "second"}, "phase|activated"),
        (deal(2, "chaos", "never", round=2), {"phase": "second"}, "phase"),
        (SECOND, {"to_move": 1}, "to_move"),
        (PRINTED, {"phase": "over"}, "phase|to_move|round|played"),
    ],
)
def test_check_8_phases_fit_the_variant(good, changes, key):
    refuse_like(good, key, **changes)
