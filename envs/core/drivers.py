"""The drivers: written once, compiled for each game, used by the single environment, batches and search alike.

All of them work on arrays of n games; the single environment is a batch of one. `rules` is an array of one
record, since a scalar record is costly to hand from Python to compiled code.
"""

from __future__ import annotations

from . import random
from .compiling import compiled
from .functions import greedy, legal, observe, resample, reset, standings, step, value
from .rewards import pay

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
"""Values of `dones`."""


@compiled
def _finished(state):
    return state.to_move < 0 or state.truncated != 0


@compiled
def _decide(state, table, action):
    step(state, table, action)
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
def _play_forced(state, table, mask):
    """Make decisions while there is exactly one legal action; the mask is that of the state before and after."""
    action = _only_action(mask)
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


def seed_streams(states, seeds):
    """Start the stream of each state from seeds (n, 3) int64; reset_games then begins its first game."""
    for i in range(states.shape[0]):
        random.seed_words(states[i].stream, seeds[i, 0], seeds[i, 1], seeds[i, 2])


def reset_games(states, rules, blank):
    """Begin the next game of each state's stream. `blank` (1,) is a state of zeros."""
    for i in range(states.shape[0]):
        _begin(states, i, rules[0], blank)


def write_masks(states, rules, masks, skip_forced):
    """masks (n, A) int8: the legal actions of each game's seat to move."""
    for i in range(states.shape[0]):
        _write_mask(states[i], rules[0], masks[i])
        if skip_forced:
            _play_forced(states[i], rules[0], masks[i])


def play(states, rules, blank, actions, masks, rewards, dones, scores, ranks, finals, restart, skip_forced):
    """One legal decision in each game.

    actions (n,) int64. Written: masks (n, A) int8, rewards (n, P) float32, dones (n,) int8; for games that end
    also scores and ranks (n, P) int64 and finals (n,), the last state. With `restart` a finished game's stream
    begins the next one at once; with `skip_forced` decisions with one legal action are made here.
    """
    table = rules[0]
    for i in range(states.shape[0]):
        state = states[i]
        rewards[i, :] = 0
        dones[i] = RUNNING
        _decide(state, table, actions[i])
        _write_mask(state, table, masks[i])
        if skip_forced:
            _play_forced(state, table, masks[i])
        if _finished(state):
            dones[i] = TRUNCATED if state.to_move >= 0 else TERMINATED
            _settle(state, table, scores[i], ranks[i], rewards[i])
            finals[i] = states[i]
            if restart:
                _begin(states, i, table, blank)
                _write_mask(state, table, masks[i])
                if skip_forced:
                    _play_forced(state, table, masks[i])


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


def resample_hidden(states, rules, seats, seeds):
    """Redraw what seats[i] cannot know of game i, and all later chance, from seeds (n, 3) int64."""
    for i in range(states.shape[0]):
        state = states[i]
        random.seed_words(state.rng, seeds[i, 0], seeds[i, 1], seeds[i, 2])
        resample(state, rules[0], int(seats[i]))


def sample_actions(masks, words, actions):
    """actions (n,) int64: a legal action of each mask, every one equally likely, from generators words (n, 4)."""
    for i in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[i, action]
        actions[i] = -1
        if count > 0:
            nth = random.below(words[i], count)
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    if nth == 0:
                        actions[i] = action
                        break
                    nth -= 1


SHARED_DRIVERS = (sample_actions,)
"""Drivers that work on arrays alone: the same compiled code serves every game."""

GAME_DRIVERS = (
    seed_streams,
    reset_games,
    write_masks,
    play,
    look,
    settle,
    greedy_actions,
    resample_hidden,
)
