"""Legality, positions, results, observations, refusals and secrets are those of the oracle."""

import copy
import random
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import space_mission_v0
from tests.oracles import (
    assert_loaded_as_the_oracle_says,
    assert_nobody_notices,
    assert_results,
    assert_seen,
    change_any_value,
    corrupted,
    decide,
)
from tests.playing import legal, load, play, position

from . import oracle
from .table import CARDS, DECKS, PLANETS, TILE_COUNTS, TILES, new_game

tables = st.tuples(st.integers(2, 5), st.sampled_from(["plain", "wild"]), st.booleans(), st.integers(0, 2**32 - 1))
few = settings(max_examples=8, deadline=None)


def chosen(labels, dice):
    """A legal label; those that come round seldom are favoured."""
    labels = sorted(labels)
    busy = [label for label in labels if label in ("scan", "develop", "discover")]
    return dice.choice(busy if busy and dice.random() < 0.6 else labels)


# Crowded positions: few tiles, chips and cards left, piles opened, piles of space tiles


def crowded(players, variants, dice):
    """A random position in the middle of a game, which may break a check or two."""
    tiles = [tile for tile, count in TILE_COUNTS.items() for _ in range(count)]
    if dice.random() < 0.5:  # sorted: piles of space tiles, piles of point tiles
        cut = dice.randrange(65)
        tiles = tiles[cut:] + tiles[:cut]
    else:
        dice.shuffle(tiles)
    away = [seat for seat in range(players) if dice.random() < 0.85] or [0]
    planets = []
    for name in dice.sample(sorted(PLANETS), 8):
        jump, scan, land = PLANETS[name]
        pile, tiles = tiles[:8], tiles[8:]
        points = [tile for tile in pile if tile != "space"]
        dice.shuffle(points)
        count = min(len(points), dice.choice([0, 0, 1, 2, 3, 4, len(points) - 1, len(points)]))
        takes = [[dice.choice(away), tile] for tile in points[: max(0, count)]]
        for _, tile in takes:
            pile.remove(tile)
        blind = dice.choice(away) if not points and dice.random() < 0.7 else None
        scanners = [seat for seat, _ in takes] + ([] if blind is None else [blind])
        planets.append({
            "name": name, "jump": jump, "scan": scan, "land": list(land), "pile": sorted(pile, key=TILES.index),
            "takes": takes, "station": dice.choice(scanners) if scanners and dice.random() < 0.5 else None,
            "blind": blind,
        })  # fmt: skip
    dice.shuffle(planets)
    deck = list(DECKS[variants["components"]].elements())
    dice.shuffle(deck)
    hands = []
    for _ in range(players):
        size = dice.choice([0, 2, 4, 5, 5])
        hands.append(sorted(deck[:size], key=CARDS.index))
        deck = deck[size:]
    drawn = dice.choice([1, 1, 2, 3, 5, len(deck)])
    known = deck + oracle.flat(hands)[: dice.randrange(26)]
    starter = dice.randrange(players)
    table = {
        "game": "space_mission_v0", "variants": variants, "players": players, "to_move": 0, "phase": "action",
        "step": 0, "starter": starter, "turns": players * dice.randint(0, 3) + dice.randrange(players),
        "actions_left": dice.choice([1, 2]), "target": None, "planets": planets,
        "ships": [_place(planets, seat, dice) if seat in away else None for seat in range(players)],
        "gate": [0] * players, "hands": hands, "draw": deck[:drawn],
        "discard": sorted(deck[drawn:], key=CARDS.index), "shuffled": sorted(known, key=CARDS.index),
    }  # fmt: skip
    poor = dice.random() < 0.5
    for seat in away:
        chips = oracle.stock(table, seat)
        left = dice.choice([0, 0, 1, 2] if poor else [1, 5, 10, 15])
        table["gate"][seat] = max(1, chips - left)
    return dressed(table, dice)


def _place(planets, seat, dice):
    """A slot, often one that the seat has scanned."""
    scanned = [slot for slot, planet in enumerate(planets) if oracle.scanned(planet, seat)]
    return dice.choice(scanned if scanned and dice.random() < 0.5 else range(8))


def dressed(table, dice):
    """The position in another phase, with the keys of the moment changed so that they mostly fit."""
    table = copy.deepcopy(table)
    table["phase"] = dice.choice([*oracle.PHASES, "over"])
    over = table["phase"] == "over"
    if over:
        table["turns"] = table["players"] * dice.randint(0, 3)
    elif table["actions_left"] == 0:
        table["actions_left"] = dice.choice([1, 2])
    table["step"] = 2 * table["turns"] + dice.randint(0, 30)
    table["to_move"] = None if over else (table["starter"] + table["turns"]) % table["players"]
    table["actions_left"] = 0 if over else table["actions_left"]
    table["target"] = dice.randrange(8) if table["phase"] == "jump_card" else None
    return table


# Small corruptions


def any_value(table, dice):
    change_any_value(table, dice, [3, 8, "space", "water", "B1G1"])


def moment(table, dice):
    key = dice.choice(["phase", "to_move", "turns", "step", "actions_left", "target", "starter"])
    table[key] = dice.choice([*oracle.PHASES, "over"]) if key == "phase" else dice.choice([None, *range(9)])


def other_phase(table, dice):
    table.update(dressed(table, dice))


def one_seat(table, dice):
    seat = dice.randrange(table["players"])
    if dice.random() < 0.5:
        table["gate"][seat] = max(0, table["gate"][seat] + dice.choice([-1, 1, oracle.stock(table, seat)]))
    else:
        table["ships"][seat] = dice.choice([None, *range(8)])


def one_planet(table, dice):
    planet, key = dice.choice(table["planets"]), dice.choice(["station", "blind", "takes"])
    if key != "takes":
        planet[key] = dice.choice([None, *range(table["players"])])
    elif planet["pile"]:
        planet["takes"].append([dice.randrange(table["players"]), planet["pile"].pop(0)])


def two_tiles(table, dice):
    one, other = (dice.choice(table["planets"])["pile"] for _ in range(2))
    if one and other:
        i, j = dice.randrange(len(one)), dice.randrange(len(other))
        one[i], other[j] = other[j], one[i]
    for planet in table["planets"]:
        planet["pile"].sort(key=TILES.index)


def one_card(table, dice):
    """A card goes elsewhere, perhaps also out of the draw pile as it was shuffled."""
    heaps = [*table["hands"], table["draw"], table["discard"]]
    one, other = dice.choice(heaps), dice.choice(heaps)
    if one:
        other.append(one.pop(dice.randrange(len(one))))
    if dice.random() < 0.5:
        table["shuffled"].pop(dice.randrange(len(table["shuffled"])))
    for cards in (*table["hands"], table["discard"]):
        cards.sort(key=CARDS.index)


CORRUPTIONS = (any_value, moment, other_phase, one_seat, one_planet, two_tiles, one_card)


# The tests


@few
@given(tables, st.sampled_from(["rank", "win", "score"]), st.one_of(st.just(3000), st.integers(1, 300)))
def test_random_games(game, scheme, max_cycles):
    players, components, random_start, seed = game
    env = new_game(
        players, seed, components=components, random_start=random_start, reward=scheme, max_cycles=max_cycles
    )
    dice = random.Random(seed)
    seen = partial(oracle.seen, max_cycles=max_cycles)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        assert position(env)["step"] < max_cycles
        if dice.random() < 0.1:
            assert_seen(env, seen)
            assert_nobody_notices(env, oracle, dice)
        decide(env, oracle, chosen(legal(env), dice))
    assert any(env.terminations.values()) == (position(env)["phase"] == "over")
    assert_seen(env, seen)
    assert_results(env, oracle, scheme)


@few
@given(tables)
def test_games_from_crowded_positions(game):
    players, components, random_start, seed = game
    variants = {"components": components, "random_start": random_start}
    dice = random.Random(seed)
    for _ in range(12):
        table = crowded(players, variants, dice)
        if oracle.refused_by(table, players, variants):
            continue
        table["step"] += 1  # an action done has taken a decision; the check of `step` does not ask for it
        env = load(table)
        for _ in range(30):
            if any(env.terminations.values()):
                assert_results(env, oracle, "rank")
                break
            if dice.random() < 0.2:
                assert_seen(env, oracle.seen)
                assert_nobody_notices(env, oracle, dice)
            decide(env, oracle, chosen(legal(env), dice))


@few
@given(tables)
def test_a_position_is_refused_just_where_a_check_says_so(game):
    players, components, random_start, seed = game
    variants = {"components": components, "random_start": random_start}
    dice = random.Random(seed)
    env = new_game(players, seed, **variants)
    refused_by = partial(oracle.refused_by, players=players, variants=variants)
    loading = space_mission_v0.env(num_players=players, **variants)
    for _ in range(dice.randint(0, 60)):
        play(env, chosen(legal(env), dice))
    for table in (position(env), *(crowded(players, variants, dice) for _ in range(6))):
        assert_loaded_as_the_oracle_says(loading, table, refused_by)
        for _ in range(12):
            assert_loaded_as_the_oracle_says(loading, corrupted(table, CORRUPTIONS, dice), refused_by)
