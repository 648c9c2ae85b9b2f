"""The drivers: written once, compiled for each game, used by the single environment, batches and search alike.

They work on arrays of n games; the single environment is a batch of one, and only its step has a driver of its own,
`play_one`. `rules` is an array of one record, since a scalar record is costly to hand from Python to compiled code.
"""

from __future__ import annotations

import numpy as np

from . import random
from .compiling import compiled
from .functions import derive, foresee, greedy, legal, lookahead, observe, resample, reset, standings, step, value
from .orders import SAMPLE, STEP, STEP_AND_SAMPLE, block_of, games_of, order_of, show_done, take
from .rewards import pay

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
"""Values of `dones`."""
MOST_CYCLES = 2**31 - 1
"""The largest value of `cycles`."""


@compiled
def _finished(state):
    return state.to_move < 0 or state.truncated != 0


@compiled
def _decide(state, table, action):
    step(state, table, action)
    if state.cycles < MOST_CYCLES:  # where a loaded position may stand already
        state.cycles += 1
    if state.to_move >= 0 and state.cycles >= table.max_cycles:
        state.truncated = 1


@compiled
def _begin(states, i, table, blank):
    """Begin the next game of states[i]'s stream. `blank` (1,) is a state of zeros."""
    state = states[i]
    a, b, c, d = state.stream[0], state.stream[1], state.stream[2], state.stream[3]
    states[i] = blank[0]
    state.stream[0], state.stream[1], state.stream[2], state.stream[3] = a, b, c, d
    first = random.next_bits(state.stream)
    second = random.next_bits(state.stream)
    third = random.next_bits(state.stream)
    random.seed_words(state.rng, first, second, third)
    reset(state, table)


@compiled
def _write_mask(state, table, mask):
    mask[:] = 0
    if not _finished(state):
        legal(state, table, mask)


@compiled
def _only_action(mask):
    """The one legal action, or -1 if there are several or none."""
    only = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            if only >= 0:
                return -1
            only = action
    return only


@compiled
def _any_action(mask, words):
    """A legal action of the mask, every one equally likely, or -1 if there is none."""
    count = 0
    for action in range(mask.shape[0]):
        count += int(mask[action])
    if count > 0:
        nth = random.below(words, count)
        for action in range(mask.shape[0]):
            if mask[action]:
                if nth == 0:
                    return action
                nth -= 1
    return -1


@compiled
def _play_up_to_choice(state, table, mask, skip_forced):
    """Write the mask; with `skip_forced` also make decisions while there is exactly one legal action."""
    _write_mask(state, table, mask)
    action = _only_action(mask) if skip_forced else -1
    while action >= 0:
        _decide(state, table, action)
        _write_mask(state, table, mask)
        action = _only_action(mask)


@compiled
def _settle(state, table, scores, ranks, rewards):
    """Scores, ranks and rewards as the game stands."""
    standings(state, table, scores, ranks)
    if table.ranked:
        pay(int(table.reward), table.score_scale, scores, ranks, rewards)
    else:
        rewards[:] = value(state, table)


def reset_games(states, seeds, rules, blank):
    """Begin the next game of each state's stream, which seeds (n, 3) int64 start anew; (0, 3): the streams go on.

    `blank` (1,) is a state of zeros.
    """
    for i in range(states.shape[0]):
        if seeds.shape[0] > 0:
            random.seed_words(states[i].stream, seeds[i, 0], seeds[i, 1], seeds[i, 2])
        _begin(states, i, rules[0], blank)


def derive_fields(states, rules):
    """Fill the derived fields of states whose other fields were read from positions."""
    for i in range(states.shape[0]):
        derive(states[i], rules[0])


def write_masks(states, rules, masks, skip_forced):
    """masks (n, A) int8: the legal actions of each game's seat to move."""
    for i in range(states.shape[0]):
        _play_up_to_choice(states[i], rules[0], masks[i], skip_forced)


def play(
    board,
    thread,
    looks,
    states,
    rules,
    blank,
    actions,
    masks,
    observations,
    words,
    sampled,
    rewards,
    dones,
    scores,
    ranks,
    finals,
    skip_forced,
):
    """One legal decision in each game of the blocks that this thread takes (see `crew.Stepper`), where STEP is ordered.

    actions (n,) int64. Written: masks (n, A) int8; observations (n, O) float32, of the seat to move; rewards (n, P)
    float32; dones (n,) int8; for games that end also scores and ranks (n, P) int64 and finals (n,), the last state.
    A finished game's stream begins the next one at once; with `skip_forced` decisions with one legal action are made
    here. SAMPLE writes sampled (n,) int64: a legal action, every one equally likely, from generators words (n, 4).
    """
    table = rules[0]
    while True:
        ticket = take(board, thread, looks, SAMPLE, STEP_AND_SAMPLE)
        order = order_of(ticket)
        if order < SAMPLE:
            return order
        first, end = games_of(board, block_of(ticket))
        for i in range(first, end):
            if order != SAMPLE:
                state = states[i]
                rewards[i, :] = 0
                dones[i] = RUNNING
                _decide(state, table, actions[i])
                _play_up_to_choice(state, table, masks[i], skip_forced)
                if _finished(state):
                    dones[i] = TRUNCATED if state.to_move >= 0 else TERMINATED
                    _settle(state, table, scores[i], ranks[i], rewards[i])
                    finals[i] = states[i]
                    _begin(states, i, table, blank)
                    _play_up_to_choice(state, table, masks[i], skip_forced)
                observations[i, :] = 0
                if state.to_move >= 0:
                    observe(state, table, int(state.to_move), observations[i])
            if order != STEP:
                sampled[i] = _any_action(masks[i], words[i])
        if show_done(board, thread):
            return order


NOT_LEGAL = -3
"""What `play_one` gives for an action that may not be taken."""


def play_one(states, rules, action, masks, seen):
    """One decision in the game states[0], for the single environment, where every argument counts.

    Gives the seat that has to move next; -TERMINATED or -TRUNCATED at the end; NOT_LEGAL, with nothing changed, for an
    action from 0 to A - 1 that masks (1, A) int8 does not allow. While the game goes on, masks are written anew, and
    seen (1, O) float32: what the next seat may know.
    """
    state, table, mask = states[0], rules[0], masks[0]
    if not mask[action]:
        return NOT_LEGAL
    _decide(state, table, action)
    if _finished(state):
        return -TRUNCATED if state.to_move >= 0 else -TERMINATED
    _write_mask(state, table, mask)
    seen[0, :] = 0
    seat = int(state.to_move)
    observe(state, table, seat, seen[0])
    return seat


def look(states, rules, seats, out):
    """out (n, O) float32: what seats[i] may know of game i; zeros for a seat below 0."""
    for i in range(states.shape[0]):
        out[i, :] = 0
        if seats[i] >= 0:
            observe(states[i], rules[0], int(seats[i]), out[i])


def settle(states, rules, scores, ranks, rewards):
    """Scores and ranks (n, P) int64, rewards (n, P) float32 as the games stand."""
    for i in range(states.shape[0]):
        _settle(states[i], rules[0], scores[i], ranks[i], rewards[i])


def greedy_actions(states, rules, actions):
    """actions (n,) int64: the greedy baseline's choice for each seat to move."""
    for i in range(states.shape[0]):
        actions[i] = greedy(states[i], rules[0])


def lookahead_actions(states, rules, actions):
    """actions (n,) int64: the stronger baseline's choice for each seat to move, greedy's where a game has none."""
    for i in range(states.shape[0]):
        actions[i] = lookahead(states[i], rules[0])


def foresee_moves(observations, rules, scratch, out):
    """out (n, places, directions, features) float32: what every move would change, from observations (n, O) alone.
    scratch (1,): room to work in."""
    for i in range(observations.shape[0]):
        out[i] = 0
        foresee(scratch[0], rules[0], observations[i], out[i])


def resample_hidden(states, rules, seats, seeds):
    """Redraw what seats[i] cannot know of game i, and all later chance, from seeds (n, 3) int64."""
    for i in range(states.shape[0]):
        state = states[i]
        random.seed_words(state.rng, seeds[i, 0], seeds[i, 1], seeds[i, 2])
        resample(state, rules[0], int(seats[i]))


def first_illegal(masks, actions):
    """The first row whose action, of actions (n,) int64, is not in its mask, or -1 if there is none."""
    for i in range(masks.shape[0]):
        if not 0 <= actions[i] < masks.shape[1] or not masks[i, actions[i]]:
            return i
    return -1


OUTSIDE, RANDOM, GREEDY = 0, 1, 2
"""Who sits in a seat, for `advance`: somebody outside compiled code, or one of the policies inside."""


def advance(
    states,
    rules,
    rows,
    actions,
    sitting,
    learners,
    words,
    skip_forced,
    masks,
    observations,
    dones,
    scores,
    ranks,
    rewards,
):
    """Play each game states[i], i in rows (k,), on until a seat from outside has to decide, or to its end.

    actions (n,) int64: the decision of the seat to move to begin with, -1 for none. sitting (n, P) int8: who sits
    in each seat. learners (n,) int64: the seat that looks at the end. words (n, 4): generators of the random
    seats. With `skip_forced` outside seats are not asked where they have one legal action.

    Written in the rows: masks (n, A) int8 (zeros at the end), observations (n, O) float32 of the seat to move (of
    `learners` at the end), dones (n,) int8; at the end also scores, ranks (n, P) int64 and rewards (n, P) float32.
    """
    table = rules[0]
    for j in range(rows.shape[0]):
        i = rows[j]
        state = states[i]
        mask = masks[i]
        action = actions[i]
        while True:
            if action >= 0:
                _decide(state, table, action)
            if _finished(state):
                break
            who = sitting[i, int(state.to_move)]
            if who == GREEDY:
                action = greedy(state, table)
                continue
            _write_mask(state, table, mask)
            if who == RANDOM:
                action = _any_action(mask, words[i])
                continue
            action = _only_action(mask) if skip_forced else -1
            if action < 0:
                break
        observations[i, :] = 0
        if _finished(state):
            mask[:] = 0
            dones[i] = TRUNCATED if state.to_move >= 0 else TERMINATED
            _settle(state, table, scores[i], ranks[i], rewards[i])
            observe(state, table, int(learners[i]), observations[i])
        else:
            dones[i] = RUNNING
            observe(state, table, int(state.to_move), observations[i])


EXPLORATION = 1.0
"""Weight of the upper confidence bound at the root of a search, for rewards in [-1, 1]."""
LONGEST_ROLLOUT = 20_000
"""Decisions after which a game played out in a search counts as it then stands."""


@compiled
def _roll_out(state, table):
    """Play on, every seat greedy."""
    for _ in range(LONGEST_ROLLOUT):
        if _finished(state):
            break
        _decide(state, table, greedy(state, table))


@compiled
def _most_promising(mask, totals, visits, done, words):
    """The legal action with the highest upper confidence bound; one not tried yet first, at random among these."""
    untried = 0
    best = -1
    best_bound = 0.0
    for action in range(mask.shape[0]):
        if not mask[action]:
            continue
        if visits[action] == 0:
            untried += 1
            if random.below(words, untried) == 0:
                best = action
        elif untried == 0:
            bound = totals[action] / visits[action] + EXPLORATION * np.sqrt(np.log(done) / visits[action])
            if best < 0 or bound > best_bound:
                best = action
                best_bound = bound
    return best


def search_actions(states, rules, simulations, words, scratch, totals, scores, ranks, rewards, masks, visits, actions):
    """Monte-Carlo search from what the seat to move may know: what it cannot know is redrawn for each simulation.

    Each simulation makes the root decision with the highest upper confidence bound and plays on, every seat
    greedy; it counts the root seat's reward at the end.

    simulations: of each game. words (n, 4): a generator a game. scratch (1,), totals (A,) float64, scores and
    ranks (1, P) int64, rewards (1, P) float32: room to work in. Written: masks (n, A) int8, visits (n, A) int64,
    actions (n,) int64, the action tried most.
    """
    table = rules[0]
    state = scratch[0]
    for i in range(states.shape[0]):
        seat = int(states[i].to_move)
        mask = masks[i]
        _write_mask(states[i], table, mask)
        visits[i, :] = 0
        totals[:] = 0
        for done in range(simulations):
            scratch[0] = states[i]
            first = random.next_bits(words[i])
            second = random.next_bits(words[i])
            third = random.next_bits(words[i])
            random.seed_words(state.rng, first, second, third)
            resample(state, table, seat)
            action = _most_promising(mask, totals, visits[i], done, words[i])
            _decide(state, table, action)
            _roll_out(state, table)
            _settle(state, table, scores[0], ranks[0], rewards[0])
            visits[i, action] += 1
            totals[action] += rewards[0, seat]
        best = -1
        for action in range(mask.shape[0]):
            if mask[action] and (
                best < 0
                or visits[i, action] > visits[i, best]
                or (visits[i, action] == visits[i, best] and totals[action] > totals[best])
            ):
                best = action
        actions[i] = best


SHARED_DRIVERS = (first_illegal,)
"""Drivers that work on arrays alone: the same compiled code serves every game."""

GAME_DRIVERS = (
    reset_games,
    derive_fields,
    write_masks,
    play,
    play_one,
    look,
    settle,
    greedy_actions,
    lookahead_actions,
    foresee_moves,
    resample_hidden,
    advance,
    search_actions,
)
