"""The observation: its layout, values derived by hand, and what it must never tell."""

import copy

import numpy as np
import pytest

from tests.playing import load, observe, play, position, view

from .table import COLOURS, PRINTED, TILES, VARIANTS, deal, evaluate, last_turns, new_game

LAYOUT = (
    (0, "round", (6,)),
    (6, "phase", (4,)),
    (10, "paradox", (4,)),
    (14, "second_tile", (3,)),
    (17, "players", (3,)),
    (20, "in_play", (4,)),
    (24, "start", (4,)),
    (28, "to_move", (4,)),
    (32, "out", (4,)),
    (36, "want_now", (3, 3)),
    (45, "want_left", (3, 3)),
    (54, "score", (4,)),
    (58, "hand_count", (4,)),
    (62, "own_hand", (15,)),
    (77, "own_pile", (15,)),
    (92, "played", (4, 15, 3)),
    (272, "known", (4, 15)),
    (332, "boxed", (4, 15)),
    (392, "persons", (4, 7)),
    (420, "sums", (4, 3)),
    (432, "totals_known", (4, 3)),
    (444, "own_tiles", (10,)),
    (454, "active_known", (10,)),
    (464, "active_unknown", (1,)),
    (465, "placed", (4,)),
    (469, "tiles_left", (4,)),
    (473, "tiles_used", (10,)),
    (483, "tile_stack", (1,)),
)


def ones(segment, *indices):
    """The segment is 1 at these indices and 0 elsewhere."""
    return sorted(tuple(index) for index in np.argwhere(segment).tolist()) == sorted(
        index if isinstance(index, tuple) else (index,) for index in indices
    ) and set(np.unique(segment)) <= {0, 1}


def cards_of(segment):
    """Numbers of the cards marked in a segment of 15."""
    return (np.flatnonzero(segment) + 1).tolist()


def tiles_of(segment):
    """Tiles marked in a segment of 10."""
    return [TILES[index] for index in np.flatnonzero(segment)]


def hundredths(segment, scale):
    """A scaled segment in its own unit."""
    return np.round(np.asarray(segment, float) * scale, 4).tolist()


# Layout


def test_segments_lie_as_in_the_specification():
    layout = new_game().unwrapped.layout
    assert tuple((segment.offset, segment.name, tuple(segment.shape)) for segment in layout) == LAYOUT
    assert sum(int(np.prod(shape)) for _, _, shape in LAYOUT) == 484
    assert all(segment.meaning for segment in layout)
    assert layout["own_hand"].offset == 62


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("paradox", "second_tile"), VARIANTS)
def test_sizes_are_the_same_for_all_tables(players, paradox, second_tile):
    env = new_game(players, paradox=paradox, second_tile=second_tile)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert (seen["observation"].shape, seen["observation"].dtype) == ((484,), np.float32)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((59,), np.int8)
        assert env.observation_space(agent).contains(seen)
        assert 0 <= seen["observation"].min() <= seen["observation"].max() <= 1
        assert seen["action_mask"].any() == (seat == 0)


# Values


def test_the_printed_position_as_its_seat_0_sees_it():
    seen = observe(load(PRINTED), 0)
    assert ones(seen["round"], 0)
    assert ones(seen["phase"], 2)
    assert ones(seen["paradox"], 0)
    assert ones(seen["second_tile"])
    assert ones(seen["players"], 0)
    assert ones(seen["in_play"], 0, 1)
    assert ones(seen["start"], 0)
    assert ones(seen["to_move"], 1)
    assert ones(seen["out"])
    assert ones(seen["want_now"], (0, 0), (1, 2), (2, 1))
    assert hundredths(seen["want_left"], 6) == [[1, 2, 2], [2, 2, 1], [2, 1, 2]]
    assert hundredths(seen["score"], 54) == [0, 0, 0, 0]
    assert hundredths(seen["hand_count"], 15) == [3, 4, 0, 0]
    assert cards_of(seen["own_hand"]) == [4, 13, 15]
    assert cards_of(seen["own_pile"]) == [1, 2, 3, 5, 6, 7, 9, 10, 11, 14]
    assert ones(seen["played"], (0, 7, 1), (0, 11, 0), (1, 11, 0))
    assert ones(seen["known"])
    assert ones(seen["boxed"])
    assert ones(seen["persons"], (0, 0), (0, 2), (1, 2))
    assert hundredths(seen["sums"], 50) == [[1, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert hundredths(seen["totals_known"], 50) == [[0, 1, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]]
    assert tiles_of(seen["own_tiles"]) == ["swap-blue-green", "leonard-penny", "raj-no-women"]
    assert tiles_of(seen["active_known"]) == ["swap-red-green"]
    assert seen["active_unknown"] == 0
    assert ones(seen["placed"], 0)
    assert hundredths(seen["tiles_left"], 4) == [3, 4, 0, 0]
    assert ones(seen["tiles_used"])
    assert seen["tile_stack"] == 0


def test_the_printed_position_as_its_seat_1_sees_it():
    seen = observe(load(PRINTED), 1)
    assert ones(seen["start"], 1)
    assert ones(seen["to_move"], 0)
    assert hundredths(seen["hand_count"], 15) == [4, 3, 0, 0]
    assert cards_of(seen["own_hand"]) == [3, 6, 8, 11]
    assert cards_of(seen["own_pile"]) == [1, 2, 4, 5, 7, 9, 10, 13, 14, 15]
    assert ones(seen["played"], (0, 11, 0), (1, 7, 1), (1, 11, 0))
    assert ones(seen["persons"], (0, 2), (1, 0), (1, 2))
    assert hundredths(seen["sums"], 50) == [[1, 0, 0], [1, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert (seen["totals_known"] == seen["sums"]).all()
    assert tiles_of(seen["own_tiles"]) == ["swap-blue-red", "howard-raj", "sheldon-alone", "seven-half"]
    assert ones(seen["active_known"])
    assert seen["active_unknown"] == 0.25
    assert ones(seen["placed"], 1)
    assert hundredths(seen["tiles_left"], 4) == [4, 3, 0, 0]


LATE = deal(
    3,
    round=3,
    start=1,
    want_now=(2, 3, 4),
    won={1: {"red": [3]}, 2: {"blue": [4]}},
    boxed={1: [14]},
    known={0: [2, 5], 2: [1]},
    played={1: "1r 9g", 2: "5b"},
    out=[0],
    activated=[(2, "leonard-penny")],
    tiles_used=["howard-raj", "seven-half"],
)


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_three_seats_are_seen_clockwise_from_the_observer(observer):
    seen = observe(load(LATE), observer)

    def at(seat):
        return (seat - observer) % 3

    assert ones(seen["round"], 2)
    assert ones(seen["players"], 1)
    assert ones(seen["in_play"], 0, 1, 2)
    assert ones(seen["start"], at(1))
    assert ones(seen["to_move"], at(2))
    assert ones(seen["out"], at(0))
    assert ones(seen["placed"], at(2))
    assert ones(seen["boxed"], (at(1), 13))
    assert ones(seen["known"], (at(0), 1), (at(0), 4), (at(2), 0))
    assert ones(seen["played"], (at(1), 0, 2), (at(1), 8, 0), (at(2), 4, 1))
    assert ones(seen["persons"], (at(1), 0), (at(1), 1), (at(2), 1))
    for segment, scale, by_seat in (
        ("score", 54, (0, 3, 4)),
        ("hand_count", 15, (9, 6, 8)),
        ("tiles_left", 4, (2, 2, 2)),
    ):
        expected = [0.0] * 4
        for seat, value in enumerate(by_seat):
            expected[at(seat)] = value
        assert hundredths(seen[segment], scale) == expected
    sums = hundredths(seen["sums"], 50)
    assert [sums[at(seat)] for seat in range(3)] == [[0, 0, 0], [5, 0, 5], [0, 5, 0]]
    assert sums[3] == [0, 0, 0]
    assert tiles_of(seen["tiles_used"]) == ["howard-raj", "seven-half"]
    assert tiles_of(seen["active_known"]) == (["leonard-penny"] if observer == 2 else [])
    assert seen["active_unknown"] == (0 if observer == 2 else 0.25)


@pytest.mark.parametrize("observer", [0, 1, 2])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_seat_to_move_and_the_starting_player_are_seen(seat, observer):
    seen = observe(load(deal(3, "none", start=seat)), observer)
    assert ones(seen["to_move"], (seat - observer) % 3)
    assert ones(seen["start"], (seat - observer) % 3)


@pytest.mark.parametrize(
    ("paradox", "second_tile", "index", "second"),
    [
        ("hidden", "choose", 0, ()),
        ("open", "choose", 1, ()),
        ("none", "choose", 2, ()),
        ("chaos", "choose", 3, (0,)),
        ("chaos", "always", 3, (1,)),
        ("chaos", "never", 3, (2,)),
    ],
)
def test_variants_are_seen(paradox, second_tile, index, second):
    seen = observe(new_game(4, paradox=paradox, second_tile=second_tile), 2)
    assert ones(seen["paradox"], index)
    assert ones(seen["second_tile"], *second)
    assert ones(seen["players"], 2)
    assert ones(seen["in_play"], 0, 1, 2, 3)


@pytest.mark.parametrize(
    ("table", "index"),
    [
        (deal(phase="paradox"), 0),
        (deal(2, "chaos", phase="second", round=6), 1),
        (deal(2, "chaos", round=6), 2),
        (deal(phase="over"), 3),
    ],
)
def test_phases_are_seen(table, index):
    seen = observe(load(table), 0)
    assert ones(seen["phase"], index)
    assert ones(seen["round"], table["round"] - 1)


def test_when_the_game_is_over():
    seen = observe(load(deal(3, phase="over", start=2, won={0: {"green": [4, 2]}}, boxed={0: [1, 2]})), 2)
    assert ones(seen["to_move"])
    assert ones(seen["want_now"])
    assert ones(seen["want_left"])
    assert ones(seen["start"], 0)
    assert hundredths(seen["score"], 54) == [0, 6, 0, 0]
    assert hundredths(seen["hand_count"], 15) == [15, 13, 15, 0]


def test_the_end_of_a_played_game_is_seen_by_all():
    env = load(last_turns("1r", "2r", round=6, paradox="none", want_now=(2, 2, 4)))
    evaluate(env)
    for seat in (0, 1):
        seen = observe(env, seat)
        assert ones(seen["phase"], 3)
        assert ones(seen["to_move"])
        assert hundredths(seen["score"], 54)[seat] == 4
        assert not env.observe(f"player_{seat}")["action_mask"].any()


def test_a_tile_that_only_the_observer_knows_enters_its_totals_alone():
    rows, tiles = ("12r 4r", "11g"), ("howard-raj", "swap-red-green")
    env = load(last_turns(*rows, tiles=tiles, paradox="hidden"))
    knows_the_bonus, knows_the_swap = observe(env, 0), observe(env, 1)
    assert hundredths(knows_the_bonus["totals_known"], 50)[:2] == [[0, 0, 6 + 3], [2, 0, 0]]
    assert hundredths(knows_the_swap["totals_known"], 50)[:2] == [[0, 0, 2], [6, 0, 0]]
    assert (knows_the_bonus["active_unknown"], knows_the_swap["active_unknown"]) == (0.25, 0.25)


def test_a_known_swap_counts_as_long_as_a_second_one_is_unknown():
    env = load(last_turns("14b", "1r", tiles=("swap-blue-red", "swap-red-green"), paradox="hidden"))
    assert hundredths(observe(env, 0)["totals_known"], 50)[:2] == [[0, 0, 7], [0, 5, 0]]
    assert hundredths(observe(env, 1)["totals_known"], 50)[:2] == [[5, 0, 0], [0, 7, 0]]


def test_sums_are_of_printed_values_whatever_the_tiles():
    seen = observe(load(last_turns("14b 1r", "13g", tiles=("seven-half", "swap-blue-red"))), 0)
    assert hundredths(seen["sums"], 50)[:2] == [[0, 7, 5], [7, 0, 0]]


def test_chaos_tells_only_numbers():
    tiles, rows = ("howard-raj", "seven-half"), {0: "12r 4r", 1: "14b", 2: "7g"}
    env = load(deal(3, "chaos", round=4, activated=tiles, played=rows))
    for seat in range(3):
        seen = observe(env, seat)
        assert seen["active_unknown"] == 0.5
        assert hundredths(seen["tile_stack"], 10) == [10 - 3 - 2]
        assert seen["tiles_used"].sum() == 3
        for segment in ("active_known", "own_tiles", "placed", "tiles_left"):
            assert ones(seen[segment])
        assert (seen["totals_known"] == seen["sums"]).all()


def test_tiles_are_counted_for_each_table_size():
    for players, dealt in ((2, 4), (3, 3), (4, 2)):
        seen = observe(new_game(players, paradox="open"), 0)
        assert hundredths(seen["tiles_left"], 4) == [dealt] * players + [0] * (4 - players)
        assert seen["own_tiles"].sum() == dealt


def test_a_known_card_is_no_longer_known_when_it_lies_on_the_table():
    env = load(deal(3, "none", round=3, known={0: [2, 5]}))
    play(env, "play card 2 red")
    seen = observe(env, 1)
    assert cards_of(seen["known"][2]) == [5]
    assert ones(seen["played"], (2, 1, 2))


def test_arrays_handed_out_are_not_overwritten():
    env = load(PRINTED)
    handed = env.observe("player_0")
    before = {name: array.copy() for name, array in handed.items()}
    play(env, "play card 3 red", "play card 4 red")
    env.observe("player_0")
    assert all((handed[name] == before[name]).all() for name in before)


# What must never leak


def swap_cards(table, seat, first, second):
    """Two cards of a seat change places, wherever in its hand and its pile they lie."""
    other = copy.deepcopy(table)
    places = {first: second, second: first}
    other["hands"][seat] = sorted(places.get(card, card) for card in table["hands"][seat])
    other["piles"][seat] = [places.get(card, card) for card in table["piles"][seat]]
    assert other != table
    return other


def swap_tiles(table, first, second):
    """Two tiles change places, wherever they lie."""
    places = {first: second, second: first}

    def laid(tiles):
        return [places.get(tile, tile) for tile in tiles]

    def kept(tiles):
        return sorted(laid(tiles), key=TILES.index)

    other = table | {
        "tiles": [kept(tiles) for tiles in table["tiles"]],
        "activated": [[owner, *laid([tile])] for owner, tile in table["activated"]],
        "tile_stack": laid(table["tile_stack"]),
        "tiles_used": kept(table["tiles_used"]),
        "tile_box": kept(table["tile_box"]),
    }
    assert other != table
    return other


def who_notices(table, other):
    """The seats whose observation or mask differs between two positions."""
    first, second = load(table), load(other)
    return {seat for seat in range(table["players"]) if view(first, seat) != view(second, seat)}


def middle_of_a_game(paradox="hidden", **more):
    """Round 3 of three seats, seat 2 to move; each seat has a card in hand that others know."""
    return deal(
        3, paradox, round=3, start=1, known={0: [2], 1: [2], 2: [2]}, played={1: "1r", 0: ""}, **more
    )  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("paradox", ["hidden", "open", "none", "chaos"])
def test_a_hand_is_seen_by_its_owner_alone(paradox, seat):
    table = middle_of_a_game(paradox)
    secret = next(card for card in table["hands"][seat] if card not in table["known"][seat])
    for buried in (table["piles"][seat][0], table["piles"][seat][-1]):
        assert who_notices(table, swap_cards(table, seat, secret, buried)) == {seat}


def test_a_known_card_is_seen_by_all():
    table = middle_of_a_game()
    other = copy.deepcopy(table)
    other["known"][0] = [3]
    assert who_notices(table, other) == {0, 1, 2}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nobody_sees_the_order_of_a_pile_not_even_its_owner(seat):
    table = middle_of_a_game()
    other = copy.deepcopy(table)
    other["piles"][seat].reverse()
    assert who_notices(table, other) == set()


@pytest.mark.parametrize("colour", COLOURS)
def test_nobody_sees_the_order_of_a_want_stack(colour):
    table = middle_of_a_game()
    other = copy.deepcopy(table)
    other["want_stacks"][colour].reverse()
    assert other != table
    assert who_notices(table, other) == set()


def test_all_see_which_values_are_left_in_a_want_stack():
    table = middle_of_a_game(want_now=(2, 2, 2), want_box={"green": [2, 3]})
    other = middle_of_a_game(want_now=(2, 2, 2), want_box={"green": [3, 3]})
    assert who_notices(table, other) == {0, 1, 2}


@pytest.mark.parametrize("paradox", ["hidden", "open"])
def test_unactivated_tiles_are_seen_by_their_owners_alone(paradox):
    table = middle_of_a_game(paradox)
    (first, *_), (second, *_), (third, *_) = table["tiles"]
    assert who_notices(table, swap_tiles(table, first, second)) == {0, 1}
    assert who_notices(table, swap_tiles(table, second, third)) == {1, 2}
    assert who_notices(table, swap_tiles(table, first, table["tile_box"][0])) == {0}


@pytest.mark.parametrize("phase", ["paradox", "over"])
@pytest.mark.parametrize("paradox", ["hidden", "open"])
def test_unactivated_tiles_stay_secret_before_and_after_the_game(paradox, phase):
    table = deal(3, paradox, phase=phase)
    (first, *_), (second, *_), _ = table["tiles"]
    assert who_notices(table, swap_tiles(table, first, second)) == {0, 1}
    assert who_notices(table, swap_tiles(table, first, table["tile_box"][0])) == {0}


@pytest.mark.parametrize(("paradox", "noticed"), [("hidden", {1}), ("open", {0, 1, 2})])
def test_an_activated_tile_is_seen_by_its_owner_or_in_open_by_all(paradox, noticed):
    table = middle_of_a_game(paradox, activated=[(1, "swap-blue-red")])
    assert who_notices(table, swap_tiles(table, "swap-blue-red", table["tiles"][1][0])) == noticed
    assert who_notices(table, swap_tiles(table, "swap-blue-red", table["tile_box"][0])) == noticed
    assert who_notices(table, swap_tiles(table, "swap-blue-red", table["tiles"][2][0])) == noticed | {2}


def test_two_activated_tiles_exchanged_are_seen_by_their_owners():
    table = middle_of_a_game("hidden", activated=[(1, "swap-blue-red"), (2, "seven-half")])
    assert who_notices(table, swap_tiles(table, "swap-blue-red", "seven-half")) == {1, 2}


def test_used_tiles_are_seen_by_all():
    table = middle_of_a_game("hidden", tiles_used=["howard-raj"])
    assert who_notices(table, swap_tiles(table, "howard-raj", table["tile_box"][0])) == {0, 1, 2}


@pytest.mark.parametrize("phase", ["second", "play"])
def test_nobody_sees_a_chaos_tile(phase):
    table = deal(3, "chaos", phase=phase, round=4, activated=["swap-blue-red"])
    stack = table["tile_stack"]
    assert who_notices(table, swap_tiles(table, "swap-blue-red", stack[0])) == set()
    assert who_notices(table, swap_tiles(table, "swap-blue-red", stack[-1])) == set()
    assert who_notices(table, swap_tiles(table, stack[0], stack[1])) == set()


@pytest.mark.parametrize("second_tile", ["choose", "always"])
def test_nobody_sees_two_chaos_tiles(second_tile):
    middle = ["swap-blue-red", "howard-raj"]
    table = deal(3, "chaos", second_tile, round=4, activated=middle, played={0: "3r 7g", 1: "14b"}, out=[2])
    assert who_notices(table, swap_tiles(table, "howard-raj", table["tile_stack"][0])) == set()
    assert who_notices(table, swap_tiles(table, *middle)) == set()


PUBLIC = ("won", "boxed", "known", "played", "out", "want_now", "want_box", "tiles_used", "to_move")


@pytest.mark.parametrize("paradox", ["hidden", "open", "none", "chaos"])
@pytest.mark.parametrize("observer", [0, 1, 2])
def test_a_resampled_game_looks_the_same(paradox, observer):
    env = load(middle_of_a_game(paradox))
    first, tables = position(env), []
    for seed in range(8):
        other = env.unwrapped.resample(f"player_{observer}", seed=seed)
        assert view(other, observer) == view(env, observer)
        tables.append(position(other))
    for table in tables:
        assert position(load(table)) == table
        assert table["hands"][observer] == first["hands"][observer]
        assert set(table["piles"][observer]) == set(first["piles"][observer])
        assert all(table[public] == first[public] for public in PUBLIC)
    hidden = {
        "hands",
        "piles",
        "want_stacks",
        *{"none": (), "chaos": ("tile_stack",)}.get(paradox, ("tiles",)),
    }
    assert all(any(table[key] != first[key] for table in tables) for key in hidden)


def test_resampling_can_put_any_unknown_thing_anywhere():
    env = load(middle_of_a_game("hidden", activated=[(1, "swap-blue-red")]))
    first = position(env)
    tables = [position(env.unwrapped.resample("player_0", seed=seed)) for seed in range(300)]
    for place in range(len(first["piles"][0])):
        assert {table["piles"][0][place] for table in tables} == set(first["piles"][0])
    unseen = set(range(1, 16)) - {1, 2}  # seat 1 has played card 1, and card 2 is known
    for place in range(len(first["piles"][1])):
        assert {table["piles"][1][place] for table in tables} == unseen
    assert {card for table in tables for card in table["hands"][1]} == unseen | {2}
    others = set(TILES) - set(first["tiles"][0])
    assert {tile for table in tables for _, tile in table["activated"]} == others
    assert {tile for table in tables for tile in table["tile_box"]} == others
    stack = first["want_stacks"]["green"]
    for place in range(len(stack)):
        assert {table["want_stacks"]["green"][place] for table in tables} == set(stack)
