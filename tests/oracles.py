"""What the tests against an oracle share: an environment is held to what the oracle says of its position.

An oracle is a module that knows a game from its specification alone, on positions as JSON:

    legal(table)                            labels of what the seat to move may do
    after(table, label, now)                the position after a decision; dice and shuffles are those of `now`
    scores(table), ranks(table)             as the game stands
    SCORE_SCALE                             divisor of the reward scheme "score"
    seen(table, seat)                       what a seat sees: segment name to its values
    disguised(table, seat, dice)            another position that the seat cannot tell from this one
    refused_by(table, players, variants)    the check that refuses the position, else something false

`dice` are a `random.Random`.
"""

import copy
import json

import numpy as np
import pytest

from .playing import legal, load, observe, play, position, view

ALLOWED_ERROR = 1e-6
"""Observations and rewards are float32."""


def told(table):
    """A position for the message of a failed test, to copy and load."""
    return json.dumps(table)


def assert_seen(env, seen):
    """Every seat sees what `seen(table, seat)` says."""
    table = position(env)
    for seat in range(table["players"]):
        expected, found = seen(table, seat), observe(env, seat)
        assert set(found) == set(expected)
        for name, values in found.items():
            assert values.size == len(expected[name]), name
            assert np.abs(values.ravel() - expected[name]).max() < ALLOWED_ERROR, (name, seat, told(table))


def assert_nobody_notices(env, oracle, dice):
    """For one seat: what is hidden from it changes neither what it is told nor what the greedy bot does for it."""
    table = position(env)
    moving = table["to_move"] is not None and dice.random() < 0.4
    seat = table["to_move"] if moving else dice.randrange(table["players"])
    one, other = load(table), load(oracle.disguised(table, seat, dice))
    assert view(one, seat) == view(other, seat), (seat, told(table), told(position(other)))
    game = one.unwrapped.game
    drawings = [game.draw_text(position(e), seat, e.unwrapped.table) for e in (one, other)]
    assert drawings[0] == drawings[1], (seat, told(table), told(position(other)))
    if seat == table["to_move"]:
        assert one.unwrapped.greedy_action() == other.unwrapped.greedy_action(), (seat, told(table))


def decide(env, oracle, label):
    """The seat to move makes this decision."""
    before = position(env)
    assert legal(env) == oracle.legal(before), told(before)
    play(env, label)
    assert position(env) == oracle.after(before, label, position(env)), (label, told(before))


def rewards(scores, ranks, scheme, scale):
    """The rewards of the seats, as the specifications of all games have them."""
    n, winners = len(ranks), ranks.count(0)
    if scheme == "score":
        means = [(sum(scores) - own) / (n - 1) for own in scores]
        return [max(-1, min(1, (own - mean) / scale)) for own, mean in zip(scores, means, strict=True)]
    if winners == 0:  # all have lost
        return [-1] * n
    if scheme == "win":
        return [0 if winners == n else 1 / winners if own == 0 else -1 / (n - winners) for own in ranks]
    return [(sum(rank > own for rank in ranks) - sum(rank < own for rank in ranks)) / (n - 1) for own in ranks]


def assert_results(env, oracle, scheme):
    """Scores, ranks and rewards at the end."""
    table = position(env)
    scores, ranks = oracle.scores(table), oracle.ranks(table)
    infos = [env.infos[agent] for agent in env.possible_agents]
    assert [info["score"] for info in infos] == scores, told(table)
    assert [info["rank"] for info in infos] == ranks, told(table)
    paid = [env.rewards[agent] for agent in env.possible_agents]
    assert paid == pytest.approx(rewards(scores, ranks, scheme, oracle.SCORE_SCALE), abs=ALLOWED_ERROR)


def assert_loaded_as_the_oracle_says(env, table, refused_by):
    """The environment refuses the position just where `refused_by(table)` names a check."""
    check = refused_by(table)
    if check:
        try:
            env.reset(seed=0, options={"position": table})
        except ValueError:
            return
        pytest.fail(f"taken against check {check}: {told(table)}")
    env.reset(seed=0, options={"position": table})
    assert position(env) == table


# Small corruptions: functions corruption(table, dice) that change a position in place


def corrupted(table, corruptions, dice):
    """A copy with one thing wrong, or perhaps only different."""
    table = copy.deepcopy(table)
    dice.choice(corruptions)(table, dice)
    return table


def change_any_value(table, dice, others):
    """Something somewhere in the position becomes another value, one of the game's `others` perhaps."""
    *parents, last = dice.choice(list(_paths(table)))
    for key in parents:
        table = table[key]
    old = table[last]
    near = [old + 1, old - 1] if type(old) is int else [None]
    table[last] = dice.choice([*near, None, True, False, 0, 1, 2, 1.0, "", [], {}, *others])


def _paths(value, path=()):
    """The path of everything in a value, as the keys that lead there."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from _paths(value[key], (*path, key))
    if path:
        yield path
