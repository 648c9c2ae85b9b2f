"""Random games hold the invariants of the specification, recomputed from the position at each decision."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playing import legal, load, observe, play, position, to_move, view, walk

from .table import COLOURS, DEALT, TILES, VARIANTS, WANTS, new_game

games = st.tuples(st.integers(2, 4), st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1))
some_games = settings(max_examples=25, deadline=None)


def start(game):
    """A new game of these players, variant and seed, and the random numbers to play it with."""
    players, (paradox, second_tile), seed = game
    env = new_game(players, seed, paradox=paradox, second_tile=second_tile)
    return env, np.random.default_rng(seed)


def seats(table):
    """For each seat: hand, pile, played cards without their colours, boxed cards, known cards."""
    played = [[card for card, _ in row] for row in table["played"]]
    return list(zip(table["hands"], table["piles"], played, table["boxed"], table["known"], strict=True))


def all_tiles(table):
    """The ten tiles wherever they lie."""
    held = [tile for tiles in table["tiles"] for tile in tiles] + [tile for _, tile in table["activated"]]
    return held + table["tile_stack"] + table["tiles_used"] + table["tile_box"]


def gone(table):
    """All that never comes back: boxed cards, want cards won or boxed, used tiles."""
    pairs = [(seat, card) for seat, box in enumerate(table["boxed"]) for card in box]
    for place, row in enumerate([*table["won"], table["want_box"]]):
        pairs += [(place, colour, value) for colour, values in row.items() for value in values]
    return Counter([*pairs, *table["tiles_used"]])


@some_games
@given(games)
def test_nothing_is_lost_and_nothing_appears(game):
    for env in walk(*start(game)):
        table = position(env)
        for hand, pile, played, boxed, known in seats(table):
            assert sorted(hand + pile + played + boxed) == list(range(1, 16))
            assert set(known) <= set(hand)
        for colour in COLOURS:
            now = [table["want_now"][colour]] if table["phase"] != "over" else []
            won = [value for row in table["won"] for value in row[colour]]
            everywhere = table["want_stacks"][colour] + now + table["want_box"][colour] + won
            assert sorted(everywhere) == list(WANTS)
        assert sorted(all_tiles(table)) == sorted(TILES)
    assert sum(sum(values) for row in [*table["won"], table["want_box"]] for values in row.values()) == 54


@some_games
@given(games)
def test_each_seat_has_2r_plus_3_cards_outside_its_pile(game):
    for env in walk(*start(game)):
        table = position(env)
        for hand, _, played, boxed, _ in seats(table):
            assert len(hand) + len(played) + len(boxed) == 2 * table["round"] + 3


@some_games
@given(games)
def test_what_is_gone_stays_gone(game):
    before, last_round = Counter(), 1
    for env in walk(*start(game)):
        table = position(env)
        assert before <= gone(table)
        assert last_round <= table["round"]
        before, last_round = gone(table), table["round"]


@some_games
@given(games)
def test_tiles_are_laid_as_the_variant_says(game):
    players, (paradox, second_tile), _ = game
    for env in walk(*start(game)):
        table = position(env)
        finished = table["round"] - (table["phase"] != "over")
        if paradox == "none":
            assert table["tile_box"] == list(TILES)
        elif paradox == "chaos":
            most = {"choose": finished // 2, "always": finished // 2, "never": 0}[second_tile]
            least = most if second_tile == "always" else 0
            assert least <= len(table["tiles_used"]) - finished <= most
            assert table["tile_stack"]
        else:
            assert len(table["tile_box"]) == 10 - players * DEALT[players]
            owners = [owner for owner, _ in table["activated"]]
            assert owners == sorted(set(owners), key=lambda seat: (seat - table["start"]) % players)


@some_games
@given(games)
def test_the_seat_to_move_alone_has_a_mask(game):
    players = game[0]
    for env in walk(*start(game)):
        masks = [env.observe(f"player_{seat}")["action_mask"] for seat in range(players)]
        over = position(env)["phase"] == "over"
        assert [bool(mask.any()) for mask in masks] == [
            not over and seat == position(env)["to_move"] for seat in range(players)
        ]
        assert over or to_move(env) == position(env)["to_move"]


@some_games
@given(games)
def test_legal_labels_are_those_of_the_position(game):
    for env in walk(*start(game)):
        table = position(env)
        if table["phase"] == "over":
            break
        seat = table["to_move"]
        if table["phase"] == "paradox":
            assert legal(env) == {f"activate {tile}" for tile in [*table["tiles"][seat], "none"]}
        elif table["phase"] == "second":
            assert legal(env) == {"second tile", "no second tile"}
        else:
            cards = {int(label.split()[2]) for label in legal(env) - {"drop out"}}
            assert cards == set(table["hands"][seat])
            assert ("drop out" in legal(env)) == (seat != table["start"] or table["played"][seat] != [])


@some_games
@given(games)
def test_observed_values_stay_within_0_and_1(game):
    for env in walk(*start(game)):
        for seat in range(game[0]):
            values = env.observe(f"player_{seat}")["observation"]
            assert 0 <= values.min() <= values.max() <= 1


@some_games
@given(games)
def test_sums_are_totals_where_no_tile_is_known(game):
    for env in walk(*start(game)):
        for seat in range(game[0]):
            seen = observe(env, seat)
            if not seen["active_known"].any():
                assert (seen["sums"] == seen["totals_known"]).all()


@some_games
@given(games)
def test_known_and_boxed_grow_by_the_new_cards_played(game):
    seen_before, new_cards, current = [0] * game[0], [0] * game[0], 1
    last = None
    for env in walk(*start(game)):
        table = position(env)
        if last and len(table["played"][last["to_move"]]) > len(last["played"][last["to_move"]]):
            card, _ = table["played"][last["to_move"]][-1]
            new_cards[last["to_move"]] += card not in last["known"][last["to_move"]]
        if table["round"] > current or table["phase"] == "over":
            seen_now = [len(boxed) + len(known) for *_, boxed, known in seats(table)]
            assert [now - before for now, before in zip(seen_now, seen_before, strict=True)] == new_cards
            seen_before, new_cards, current = seen_now, [0] * game[0], table["round"]
        last = table


@some_games
@given(games, st.integers(0, 150))
def test_a_position_of_mid_game_goes_on_like_the_game(game, stop):
    env, generator = start(game)
    copies = []
    for number in range(500):
        if any(env.terminations.values()):
            break
        if number == stop:
            copies = [load(position(env)), env.unwrapped.clone()]
            assert position(copies[0]) == position(env)
        label = str(generator.choice(sorted(legal(env))))
        play(env, label)
        for other in copies:
            play(other, label)
    for other in copies:
        assert position(other) == position(env)
        assert [view(other, seat) for seat in range(game[0])] == [view(env, seat) for seat in range(game[0])]


@some_games
@given(games)
def test_every_position_can_be_loaded(game):
    for number, env in enumerate(walk(*start(game))):
        if number % 5 == 0:
            assert position(load(position(env))) == position(env)


@some_games
@given(games, st.integers(0, 2**31 - 1))
def test_an_observation_tells_nothing_hidden(game, seed):
    for number, env in enumerate(walk(*start(game))):
        if number % 10 == 0:
            for seat in range(game[0]):
                other = env.unwrapped.resample(f"player_{seat}", seed=seed)
                assert view(other, seat) == view(env, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_game_is_longer_than_the_longest(players, variant):
    longest = players * (66 if variant[0] in ("none", "chaos") else 72) + 3 * (variant == ("chaos", "choose"))
    for seed in range(3):
        assert sum(1 for _ in walk(*start((players, variant, seed)))) - 1 <= longest
