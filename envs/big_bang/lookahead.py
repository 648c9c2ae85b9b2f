"""A stronger baseline: it plays each of its best moves, the opponent's answer and its own reply, and then compares.

Answer and reply are those of greedy, and the boards are worth what they are worth to greedy.
"""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from .greedy import CARBON_WORTH, best_landing, greedy, worth_in_duel
from .labels import DECAY, GO, MOVE, PASS
from .rules import (
    DIRECTION,
    OVER,
    TURN,
    annihilate,
    end_turn,
    fuse,
    own_stacks,
    step,
    tokens_of,
)
from .state import ANNIHILATION, MEETING, NO_PUZZLE, NOBODY, STATE
from .words import CELLS, DIRECTIONS

LOOKED_AT = 8
"""How many moves are played on: those that leave the boards of most worth."""
TURNS_AHEAD = 2
"""Turns that follow a move: answer and reply."""
NO_MOVE = -1e9

_DTYPE = STATE.dtype
_DIRECTIONS = len(DIRECTIONS)
_WON = 10.0
"""Worth of a game that ends well without Carbon; no board in play is worth as much."""


@compiled
def lookahead(state, rules):
    """The action for the seat to move. Sides, landings and puzzles are left to greedy, and which stack may decay."""
    if rules.puzzle != NO_PUZZLE or (state.phase != TURN and state.phase != DIRECTION):
        return greedy(state, rules)
    me = np.int64(state.to_move)
    scratch = np.empty(1, _DTYPE)
    prospects = np.zeros(TURNS_AHEAD)
    best = PASS
    most = NO_MOVE
    if state.phase == TURN:
        scratch[0] = state
        step(scratch[0], rules, PASS)
        most = play_on(scratch[0], rules, me, prospects)
        first = np.int64(greedy(state, rules))
        if first >= DECAY:
            scratch[0] = state
            step(scratch[0], rules, first)
            prospect = play_on(scratch[0], rules, me, prospects)
            if prospect > most:
                most = prospect
                best = first
    worth = np.full(CELLS * _DIRECTIONS, NO_MOVE)
    for cell in range(CELLS):
        for direction in range(_DIRECTIONS):
            if is_move(state, rules, cell, direction):
                scratch[0] = state
                make_move(scratch[0], rules, cell, direction)
                worth[cell * _DIRECTIONS + direction] = worth_in_duel(scratch[0], rules)
    for _ in range(LOOKED_AT):
        move = take_best(worth)
        if move < 0:
            break
        cell, direction = move // _DIRECTIONS, move % _DIRECTIONS
        scratch[0] = state
        make_move(scratch[0], rules, cell, direction)
        end_turn(scratch[0], rules)
        prospect = play_on(scratch[0], rules, me, prospects)
        if prospect > most:
            most = prospect
            best = MOVE + cell if state.phase == TURN else GO + direction
    return best


@compiled
def is_move(state, rules, cell, direction):
    """Whether the seat to move may move this stack so, in phase `turn` or `direction`."""
    if state.phase == DIRECTION and cell != state.source:
        return False
    first, last = own_stacks(state, rules)
    return first <= state.board[cell] and state.board[cell] <= last and state.ways[cell] >> direction & 1 == 1


@compiled
def make_move(state, rules, source, direction):
    """Fuse, with GRAVITY where greedy would land, or annihilate; gives whether it was the latter. The turn goes on."""
    target = np.int64(state.reach[source, direction])
    state.passes = 0
    if MEETING[state.board[source], state.board[target]] == ANNIHILATION:
        annihilate(state, rules, source, target)
        return True
    landing = target
    if rules.gravity:
        landing = best_landing(state, rules, np.empty(1, _DTYPE), source, direction)[0]
    fuse(state, rules, source, target, landing)
    return False


@compiled
def take_best(worth):
    """The place of the largest number, which becomes NO_MOVE; -1 if there is none left."""
    best = np.argmax(worth)
    if worth[best] == NO_MOVE:
        return -1
    worth[best] = NO_MOVE
    return best


@compiled
def play_on(state, rules, me, prospects):
    """Play the next turns as greedy does; write what the board is worth to `me` after each, and give the last."""
    for turn in range(TURNS_AHEAD):
        seat = np.int64(state.to_move)
        while state.phase != OVER and state.to_move == seat:
            step(state, rules, np.int64(greedy(state, rules)))
        prospects[turn] = worth_to(state, rules, me)
    return prospects[TURNS_AHEAD - 1]


@compiled
def worth_to(state, rules, me):
    """What the board is worth to a seat, whoever is to move."""
    if state.phase == OVER:
        if state.carbon != NOBODY:
            return CARBON_WORTH if state.carbon == me else -CARBON_WORTH
        lead = tokens_of(state, rules, me) - tokens_of(state, rules, 1 - me)
        return _WON * np.sign(lead)
    to_move = np.int64(state.to_move)
    state.to_move = me
    worth = worth_in_duel(state, rules)
    state.to_move = to_move
    return worth
