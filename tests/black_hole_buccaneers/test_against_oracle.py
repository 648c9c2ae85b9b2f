"""Legality, positions, results, observations, refusals and secrets are those of the oracle."""

import copy
import random
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import black_hole_buccaneers_v0
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
from .table import (
    ARTIFACTS,
    HOLES,
    NAMES,
    PARTS,
    RELICS,
    ROBOTS,
    SHIFTERS,
    SHIPS,
    TOYS,
    by_index,
    deal,
    new_game,
    pad_row,
)

VARIANTS = (
    {"first_game": False, "holes": None},
    {"first_game": True, "holes": None},
    {"first_game": False, "holes": ["Endless Abyss", "Crimson Chasm", "Sleepy Siphon"]},
)
tables = st.tuples(st.integers(3, 6), st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1))
few = settings(max_examples=5, deadline=None)


def favourites(dice):
    """Cards that all seats like to show in this game, so that rare things meet."""
    liked = dice.sample([SHIPS, TOYS, PARTS, SHIFTERS, ROBOTS, ARTIFACTS, RELICS], 3)
    return {card for cards in liked for card in cards}


def chosen(labels, liked, dice):
    """A legal label, mostly one with a favourite card or that discards a relic."""
    labels = sorted(labels)
    rare = [label for label in labels if label.removeprefix("card ") in liked or label.startswith("discard")]
    return dice.choice(rare if rare and dice.random() < 0.7 else labels)


def rich(table, liked, dice):
    """The first turn of a round in which the favourites are dealt or lie on top of the pile."""
    table = copy.deepcopy(table)
    if table["variants"] == VARIANTS[0] and dice.random() < 0.7:
        table["holes"] = dice.sample([hole for hole, (size, _) in HOLES.items() if size >= 7], 3)
    size, _ = HOLES[table["holes"][table["round"] - 1]]
    cards = sorted(NAMES, key=lambda card: dice.random() + (card not in liked))
    top = table["players"] * size + 8
    cards = dice.sample(cards[:top], top) + cards[top:]
    for seat in range(table["players"]):
        table["hands"][seat], cards = by_index(cards[:size]), cards[size:]
    table["draw"] = cards
    return table


def crowded(players, dice):
    """A random position in the middle of a round, full of favourites, which may break a check or two."""
    liked = favourites(dice)
    cards = sorted(NAMES, key=lambda card: dice.random() + (card not in liked))

    def take(count):
        return [cards.pop(dice.randrange(min(len(cards), 30))) for _ in range(count)]

    phase = dice.choice(["choose", "choose", "egg", "pool", "ring"])
    hole = dice.choice(list(HOLES))
    size, _ = HOLES[hole]
    left = dice.choice([2, 2, 3, size])
    relic = oracle.RELICS.get(phase)
    if relic:
        cards.remove(relic)
    laid = [take(dice.randint(0, size - left if phase == "choose" else 5)) for _ in range(players)]
    owner = dice.randrange(players)
    if relic:
        laid[owner].append(relic)
    hands = [take(left) for _ in range(players)] if phase == "choose" else []
    thresholds = [-4] if oracle.LASER in oracle.flat(laid) else []
    thresholds += [3] if relic and oracle.TIIT in oracle.flat(laid) else []
    pad = [pad_row(dice.choice([[10] * players, [*range(players)]])) for _ in range(dice.choice([0, 1, 2, 2, 2]))]
    table = deal(
        players, hole, phase=phase, step=oracle.STEPS_OF[phase][0], hands=hands, laid=laid, draw=take(4), pad=pad,
        cards=left, round=len(pad) + 1, to_move=owner if relic else 0, direction=dice.choice([-1, 1]),
        hole_pile=take(players) if relic else (), thresholds=thresholds,
        groups=[_grouped([card for card in row if card in PARTS], dice) for row in laid],
        rot={card: dice.randrange(2 if card in ROBOTS else 4) for card in oracle.flat(laid)
             if card in ROBOTS or card in oracle.ROTORS},
        awake=[by_index([card for card in row if card in oracle.ROTORS and dice.random() < 0.8]) for row in laid],
        hidden=[[card for card in row if card in TOYS] for row in laid] if phase in ("egg", "pool") else None,
    )  # fmt: skip
    for seat in range(players):
        toys = [card for other in range(players) if other != seat for card in table["hidden"][other]]
        for other in range(players):
            there = [*table["hands"][other], *(table["placed"][other:][:1] if relic else ())]
            if other != seat:
                table["memory"][seat][other] = by_index([card for card in there if dice.random() < 0.5])
        table["missing"][seat] = by_index([card for card in toys if dice.random() < 0.5])
    return table


def _grouped(parts, dice):
    groups = []
    for part in parts:
        free = [group for group in groups if part[:-2] not in [other[:-2] for other in group]]
        if free and dice.random() < 0.5:
            dice.choice(free).append(part)
        else:
            groups.append([part])
    return groups


# Small corruptions


def any_value(table, dice):
    change_any_value(table, dice, [3, *dice.sample(NAMES, 5)])


def any_short_value(table, dice):
    key = dice.choice(sorted(set(table) - {"draw", "hands", "variants", "game", "players"}))
    part = {key: table[key]}
    any_value(part, dice)
    table[key] = part[key]


def moment(table, dice):
    key = dice.choice(["phase", "to_move", "turn", "round", "step", "minus6", "queue", "thresholds"])
    seats = range(table["players"])
    table[key] = {
        "phase": dice.choice(oracle.PHASES), "step": dice.choice([*oracle.STEPS, "over"]),
        "queue": [*table["queue"], [dice.choice(["group", "laser", "pick"]), dice.choice(seats)]],
        "thresholds": sorted(dice.sample(oracle.CUPS, dice.randint(0, 2))),
    }.get(key, dice.choice([None, *range(9)]))  # fmt: skip


def other_phase(table, dice):
    """A scoring phase or its end, moved to another one."""
    table["phase"] = dice.choice(["group", "egg", "pool", "robot", "ring", "over"])
    table["step"] = dice.choice(oracle.STEPS_OF[table["phase"]])
    table["to_move"] = None if table["phase"] == "over" else dice.randrange(table["players"])


def _heaps(table):
    return [table["draw"], table["discards"], table["hole_pile"], *table["hands"], *table["laid"]]


def _sorted(table):
    for cards in (*table["hands"], *oracle.flat(table["memory"]), *table["missing"]):
        cards.sort(key=NAMES.index)


def one_card(table, dice):
    """A card goes elsewhere, and its quarter turns and its place among hidden toys or groups with it."""
    one, other = dice.choice(_heaps(table)), dice.choice(_heaps(table))
    if one:
        card = one.pop(dice.randrange(len(one)))
        other.insert(dice.randint(0, len(other)), card)
        _redress(table)
    _sorted(table)


def two_cards(table, dice):
    one, other = dice.choice(_heaps(table)), dice.choice(_heaps(table))
    if one and other:
        i, j = dice.randrange(len(one)), dice.randrange(len(other))
        one[i], other[j] = other[j], one[i]
        _redress(table)
    _sorted(table)


def _redress(table):
    laid = oracle.flat(table["laid"])
    table["rot"] = {card: table["rot"].get(card, 0) for card in laid if card in ROBOTS or card in oracle.ROTORS}
    if table["step"] == "select":
        table["hidden"] = [[card for card in cards if card in TOYS] for cards in table["laid"]]


def what_is_known(table, dice):
    """A card more in a memory, or among the missing, the forced, the awake, the hidden."""
    seat = dice.randrange(table["players"])
    card = dice.choice(oracle.flat([*table["hands"], *table["laid"], *table["hidden"], table["hole_pile"]]))
    key = dice.choice(["memory", "missing", "forced", "awake", "hidden", "placed"])
    if key in ("forced", "placed"):
        table[key][seat] = dice.choice([card, None])
        return
    row = dice.choice(table["memory"][seat]) if key == "memory" else table[key][seat]
    if card not in row:
        row.append(card)
    if key != "hidden":
        row.sort(key=NAMES.index)


def groups(table, dice):
    """Groups joined, or a part out of its group."""
    rows = dice.choice(table["groups"])
    if len(rows) > 1 and dice.random() < 0.5:
        rows[0] += rows.pop()
    elif rows:
        part = rows[-1].pop()
        if not rows[-1] or dice.random() < 0.2:
            rows.pop()
        if dice.random() < 0.5:
            rows.append([part])


CORRUPTIONS = (
    any_value, any_short_value, moment, other_phase, one_card, two_cards, what_is_known, groups,
)  # fmt: skip


# The tests


@few
@given(tables, st.sampled_from(["rank", "win", "score"]))
def test_random_games(game, scheme):
    players, variants, seed = game
    env = new_game(players, seed, **variants, reward=scheme)
    dice = random.Random(seed)
    liked = favourites(dice)
    while not any(env.terminations.values()):
        if dice.random() < 0.1:
            assert_seen(env, oracle.seen)
            assert_nobody_notices(env, oracle, dice)
        decide(env, oracle, chosen(legal(env), liked, dice))
    assert_seen(env, oracle.seen)
    assert_nobody_notices(env, oracle, dice)
    assert_results(env, oracle, scheme)


@few
@given(tables)
def test_rounds_with_rich_deals(game):
    players, variants, seed = game
    dice = random.Random(seed)
    for _ in range(2):
        liked = favourites(dice)
        env = load(rich(position(new_game(players, seed, **variants)), liked, dice))
        while position(env)["round"] == 1:
            if dice.random() < 0.2 or position(env)["step"] != "select":
                assert_seen(env, oracle.seen)
                assert_nobody_notices(env, oracle, dice)
            decide(env, oracle, chosen(legal(env), liked, dice))


@few
@given(tables)
def test_rounds_from_crowded_positions(game):
    players, _, seed = game
    dice = random.Random(seed)
    for _ in range(5):
        table = crowded(players, dice)
        if oracle.refused_by(table, players, VARIANTS[0]):
            continue
        env, liked, played = load(table), favourites(dice), table["round"]
        while position(env)["round"] == played and not any(env.terminations.values()):
            if dice.random() < 0.3:
                assert_seen(env, oracle.seen)
                assert_nobody_notices(env, oracle, dice)
            decide(env, oracle, chosen(legal(env), liked, dice))
        assert_seen(env, oracle.seen)
        if any(env.terminations.values()):
            assert_results(env, oracle, "rank")


@few
@given(tables)
def test_a_position_is_refused_just_where_a_check_says_so(game):
    players, variants, seed = game
    dice = random.Random(seed)
    liked = favourites(dice)
    env = load(rich(position(new_game(players, seed, **variants)), liked, dice))
    refused_by = partial(oracle.refused_by, players=players, variants=variants)
    loading = black_hole_buccaneers_v0.env(num_players=players, **variants)
    phases = dict.fromkeys(oracle.PHASES, 0)
    while not any(env.terminations.values()):
        table = position(env)
        phases[table["phase"]] += 1
        if phases[table["phase"]] < 4 or dice.random() < 0.05:
            assert_loaded_as_the_oracle_says(loading, table, refused_by)
            for _ in range(4):
                assert_loaded_as_the_oracle_says(loading, corrupted(table, CORRUPTIONS, dice), refused_by)
        play(env, chosen(legal(env), liked, dice))
