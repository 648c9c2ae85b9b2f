"""Legality, positions, results, observations, refusals and secrets are those of the oracle."""

import copy
import json
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import black_hole_buccaneers_v0
from tests.playing import legal, load, observe, play, position, view

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


def told(table):
    return json.dumps(table)


def assert_seen(env):
    table = position(env)
    for seat in range(table["players"]):
        expected, found = oracle.seen(table, seat), observe(env, seat)
        assert set(found) == set(expected)
        for name, values in found.items():
            assert values.size == len(expected[name]), name
            assert np.abs(values.ravel() - expected[name]).max() < 1e-6, (name, seat, told(table))


def assert_nobody_notices(env, dice):
    """For one seat: what is hidden from it changes neither what it is told nor what the greedy bot does for it."""
    table = position(env)
    seat = (
        table["to_move"] if table["to_move"] is not None and dice.random() < 0.4 else dice.randrange(table["players"])
    )
    one, other = load(table), load(oracle.disguised(table, seat, dice))
    assert view(one, seat) == view(other, seat), (seat, told(table), told(position(other)))
    game = one.unwrapped.game
    drawings = [game.draw_text(position(e), seat, e.unwrapped.table) for e in (one, other)]
    assert drawings[0] == drawings[1], (seat, told(table), told(position(other)))
    if seat == table["to_move"]:
        assert one.unwrapped.greedy_action() == other.unwrapped.greedy_action(), (seat, told(table))


def favourites(dice):
    """Cards that all seats like to show in this game, so that rare things meet."""
    liked = dice.sample([SHIPS, TOYS, PARTS, SHIFTERS, ROBOTS, ARTIFACTS, RELICS], 3)
    return {card for cards in liked for card in cards}


def chosen(labels, liked, dice):
    """A legal label, mostly one with a favourite card or that discards a relic."""
    labels = sorted(labels)
    rare = [label for label in labels if label.removeprefix("card ") in liked or label.startswith("discard")]
    return dice.choice(rare if rare and dice.random() < 0.7 else labels)


def decide(env, liked, dice):
    """One decision, held against the oracle."""
    before = position(env)
    assert legal(env) == oracle.legal(before), told(before)
    label = chosen(legal(env), liked, dice)
    play(env, label)
    assert position(env) == oracle.after(before, label, position(env)), (label, told(before))


def assert_results(env, scheme):
    table = position(env)
    infos = [env.infos[agent] for agent in env.possible_agents]
    assert [info["score"] for info in infos] == table["scores"]
    assert [info["rank"] for info in infos] == oracle.ranks(table), told(table)
    paid = [env.rewards[agent] for agent in env.possible_agents]
    assert paid == pytest.approx(oracle.rewards(table, scheme), abs=1e-6)


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


def _leaves(value, path=()):
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from _leaves(value[key], (*path, key))
    if path:
        yield path


def any_value(table, dice):
    *parents, last = dice.choice(list(_leaves(table)))
    for key in parents:
        table = table[key]
    old = table[last]
    near = [old + 1, old - 1] if type(old) is int else [None]
    table[last] = dice.choice([*near, None, True, False, 0, 1, 2, 3, 1.0, "", *dice.sample(NAMES, 5), [], {}])


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


def corrupted(table, dice):
    """A copy with one thing wrong, or perhaps only different."""
    table = copy.deepcopy(table)
    dice.choice(CORRUPTIONS)(table, dice)
    return table


def assert_loaded_as_the_oracle_says(env, table, players, variants):
    check = oracle.refused_by(table, players, variants)
    if check:
        try:
            env.reset(seed=0, options={"position": table})
        except ValueError:
            return False
        pytest.fail(f"taken against check {check}: {told(table)}")
    env.reset(seed=0, options={"position": table})
    assert position(env) == table
    return True


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
            assert_seen(env)
            assert_nobody_notices(env, dice)
        decide(env, liked, dice)
    assert_seen(env)
    assert_nobody_notices(env, dice)
    assert_results(env, scheme)


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
                assert_seen(env)
                assert_nobody_notices(env, dice)
            decide(env, liked, dice)


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
                assert_seen(env)
                assert_nobody_notices(env, dice)
            decide(env, liked, dice)
        assert_seen(env)
        if any(env.terminations.values()):
            assert_results(env, "rank")


@few
@given(tables)
def test_a_position_is_refused_just_where_a_check_says_so(game):
    players, variants, seed = game
    dice = random.Random(seed)
    liked = favourites(dice)
    env = load(rich(position(new_game(players, seed, **variants)), liked, dice))
    loading = black_hole_buccaneers_v0.env(num_players=players, **variants)
    phases = dict.fromkeys(oracle.PHASES, 0)
    while not any(env.terminations.values()):
        table = position(env)
        phases[table["phase"]] += 1
        if phases[table["phase"]] < 4 or dice.random() < 0.05:
            assert_loaded_as_the_oracle_says(loading, table, players, variants)
            for _ in range(4):
                assert_loaded_as_the_oracle_says(loading, corrupted(table, dice), players, variants)
        play(env, chosen(legal(env), liked, dice))
