"""What a network may be told of every move: how the board would change, and what greedy's answer and reply would leave.

All of it is worked out from an observation alone. A move changes lines of sight, stars and chances all over the board:
a network that reads cells one by one cannot follow that, the rules can.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..core.compiling import compiled
from .greedy import carbon_in_reach, worth_in_duel
from .lookahead import LOOKED_AT, NO_MOVE, TURNS_AHEAD, is_move, make_move, play_on, take_best
from .observe import AT, as_mine
from .rules import (
    DIRECTION,
    OVER,
    TURN,
    derive,
    end_turn,
    give_kinds,
    helium_winner,
    light_winner,
    reserve_size,
    star_winner,
)
from .state import (
    ANNIHILATION,
    ANTIMATTER,
    DARK,
    EMPTY,
    FIRST,
    H2,
    HE3,
    HE4,
    LAST,
    MATTER,
    MEETING,
    NEUTRONS_IN,
    NO_CELL,
    NOBODY,
    OTHER_KIND,
    PROTONS_IN,
    RULES,
    STATE,
)
from .words import CELLS, DIRECTIONS, EACH, FLAGS, PARTICLES, PHASES, PUZZLES


class _Told(NamedTuple):
    """A property of a board, and what one unit of it counts."""

    name: str
    unit: float


CHANGES = (
    _Told("my light less the other's", 1 / 8),
    *(_Told(f"{whose} {nucleus}", 1 / 2) for whose in ("my", "other") for nucleus in ("H2", "He3", "He4")),
    *(_Told(f"particles in {whose} largest star", 1 / 8) for whose in ("my", "other")),
    *(_Told(f"{whose} stacks that can move", 1 / 8) for whose in ("my", "other")),
    *(_Told(f"ways open to {what}", 1 / 8) for what in ("annihilate", "fuse mine", "fuse the other's")),
    _Told("greedy's worth of the board", 1.0),
)
"""Told as the change that a move brings."""
OUTCOMES = (
    *(_Told(f"{token} token, +1 mine", 1.0) for token in ("light", "Helium", "star")),
    *(_Told(f"{whose} largest group of He4", 1 / 3) for whose in ("my", "other")),
    *(_Told(f"{whose} Carbon within reach", 1.0) for whose in ("my", "other")),
    _Told("Carbon", 1.0),
)
"""Told as it is after the move."""
PROSPECTS = (
    "played on",
    "greedy's worth of the board after the answer, change",
    "greedy's worth of the board after the reply, change",
    *(f"{token} token after the reply, +1 mine" for token in ("light", "Helium", "star")),
    "the end by then, +1 won",
)
"""Told of the moves that `lookahead` plays on."""
FORESEEN = ("legal", "annihilation", *(told.name for told in (*CHANGES, *OUTCOMES)), *PROSPECTS)

_DTYPE, _RULES = STATE.dtype, RULES.dtype
_MASS, _GRAVITY, _TIME = FLAGS.index("mass"), FLAGS.index("gravity"), FLAGS.index("time")
_DIRECTIONS = len(DIRECTIONS)
_CHANGE, _PROSPECT = 2, 2 + len(CHANGES) + len(OUTCOMES)
"""Where in FORESEEN the changes and the prospects begin."""
_WORTH = len(CHANGES) - 1
"""Where among the changes greedy's worth stands."""
_ME = 0
_UNITS = np.array([told.unit for told in (*CHANGES, *OUTCOMES)])
_CHANGED = len(CHANGES)
_MOST = 2.0
"""What is told lies between minus and plus so much."""
_COUNTED = (H2, HE3, HE4)
_FIRST_OF_THE_OTHER = FIRST[ANTIMATTER]


def _codes() -> np.ndarray:
    """[protons, neutrons]: the stack of matter, EMPTY for none."""
    codes = np.full((3, 3), EMPTY, np.int64)
    for code in range(FIRST[MATTER], LAST[MATTER] + 1):
        codes[PROTONS_IN[code], NEUTRONS_IN[code]] = code
    return codes


_CODES = _codes()


@compiled
def foresee(state, rules, observation, out):
    """Set the observed board up in `state`, and write what every move of the observing seat would change.

    out (cells, directions, len(FORESEEN)) float32, zeros to begin with; they stay so in puzzles. `rules` is a table's
    without variants; the variants in play are those of the observation. With GRAVITY a fused stack lands as greedy's.
    """
    for puzzle in range(len(PUZZLES)):
        if observation[AT.puzzle + puzzle] > 0:
            return
    varied = np.empty(1, _RULES)
    varied[0] = rules
    _foresee(state, _with_variants(varied[0], observation), observation, out)


@compiled
def _with_variants(rules, observation):
    """Write the variants that change moves and worth into these rules."""
    rules.mass = np.int64(observation[AT.variants + _MASS])
    rules.common = rules.mass
    rules.gravity = np.int64(observation[AT.variants + _GRAVITY])
    rules.time = np.int64(observation[AT.variants + _TIME])
    return rules


@compiled
def _foresee(state, rules, observation, out):
    set_up(state, rules, observation)
    if state.phase != TURN and state.phase != DIRECTION:
        return
    before = np.zeros(_UNITS.shape[0])
    after = np.zeros(_UNITS.shape[0])
    _assess(state, rules, before)
    scratch = np.empty(1, _DTYPE)
    worth = np.full(CELLS * _DIRECTIONS, NO_MOVE)
    for cell in range(CELLS):
        for direction in range(_DIRECTIONS):
            if is_move(state, rules, cell, direction):
                scratch[0] = state
                told = out[cell, direction]
                told[0] = 1
                told[1] = make_move(scratch[0], rules, cell, direction)
                _assess(scratch[0], rules, after)
                _compare(before, after, told[_CHANGE:])
                worth[cell * _DIRECTIONS + direction] = after[_WORTH]
    for _ in range(LOOKED_AT):
        move = take_best(worth)
        if move < 0:
            return
        cell, direction = move // _DIRECTIONS, move % _DIRECTIONS
        scratch[0] = state
        make_move(scratch[0], rules, cell, direction)
        end_turn(scratch[0], rules)
        _tell_prospects(scratch[0], rules, before[_WORTH], out[cell, direction, _PROSPECT:])


@compiled
def _tell_prospects(state, rules, worth, told):
    """Play on as `lookahead` does; `worth` is that of the board before my move."""
    prospects = np.zeros(TURNS_AHEAD)
    play_on(state, rules, _ME, prospects)
    told[0] = 1
    for turn in range(TURNS_AHEAD):
        told[1 + turn] = _clipped(prospects[turn] - worth)
    told[3] = as_mine(light_winner(state, rules), _ME)
    told[4] = as_mine(helium_winner(state), _ME)
    told[5] = as_mine(star_winner(state), _ME)
    if state.phase == OVER:
        told[6] = np.sign(prospects[TURNS_AHEAD - 1])


@compiled
def _compare(before, after, told):
    for i in range(_UNITS.shape[0]):
        known = after[i] - before[i] if i < _CHANGED else after[i]
        told[i] = _clipped(known * _UNITS[i])


@compiled
def _clipped(value):
    return min(max(value, -_MOST), _MOST)


@compiled
def _assess(state, rules, found):
    """The properties of a board in the order of CHANGES and OUTCOMES, for matter in seat 0."""
    found[0] = 0 if rules.common else reserve_size(state, 0) - reserve_size(state, 1)
    i = 1
    for kind in (MATTER, ANTIMATTER):
        for code in _COUNTED:
            found[i] = state.standing[code + OTHER_KIND * kind]
            i += 1
    for kind in (MATTER, ANTIMATTER):
        found[i] = state.star[kind]
        found[i + 2] = state.movable[kind]
        i += 1
    i += 2
    _count_ways(state, found[i : i + 3])
    found[i + 3] = worth_in_duel(state, rules)
    i += 4
    found[i] = as_mine(light_winner(state, rules), _ME)
    found[i + 1] = as_mine(helium_winner(state), _ME)
    found[i + 2] = as_mine(star_winner(state), _ME)
    i += 3
    for kind in (MATTER, ANTIMATTER):
        found[i] = state.he4_group[kind]
        found[i + 2] = state.standing[HE4 + OTHER_KIND * kind] > 1 and carbon_in_reach(state, rules, kind)
        i += 1
    found[i + 2] = state.carbon != NOBODY


@compiled
def _count_ways(state, found):
    """Legal directions of all stacks: annihilations, my fusions, the other's."""
    found[:] = 0
    for cell in range(CELLS):
        if state.ways[cell] > 0:
            other = state.board[cell] >= _FIRST_OF_THE_OTHER
            for direction in range(_DIRECTIONS):
                if state.ways[cell] >> direction & 1:
                    target = np.int64(state.reach[cell, direction])
                    if MEETING[state.board[cell], state.board[target]] == ANNIHILATION:
                        found[0] += 1
                    elif other:
                        found[2] += 1
                    else:
                        found[1] += 1


# ---- The board behind an observation


@compiled
def set_up(state, rules, observation):
    """Fill a state with the board that an observation shows; the observing seat is seat 0, matter, and to move."""
    give_kinds(state, MATTER)
    state.carbon = NOBODY
    state.source = NO_CELL
    state.target = NO_CELL
    for cell in range(CELLS):
        state.board[cell] = _code_on(cell, observation)
        if observation[AT.selection + cell] > 0:
            state.source = cell
    for particle in range(len(PARTICLES)):
        state.reserve[0, particle] = np.int64(np.rint(observation[AT.reserve_usable + particle] * EACH))
        state.reserve[1, particle] = np.int64(np.rint(observation[AT.reserve_opponent + particle] * EACH))
    state.passes = np.int64(observation[AT.passed])
    for phase in range(len(PHASES)):
        if observation[AT.phase + phase] > 0:
            state.phase = phase
    derive(state, rules)


@compiled
def _code_on(cell, observation):
    mine = _stack(observation[AT.mine_protons + cell], observation[AT.mine_neutrons + cell])
    other = _stack(observation[AT.other_protons + cell], observation[AT.other_neutrons + cell])
    if observation[AT.dark + cell] > 0:
        return DARK
    return other + OTHER_KIND if other != EMPTY else mine


@compiled
def _stack(protons, neutrons):
    """The stack of matter with so many halves of two protons and neutrons."""
    return _CODES[np.int64(2 * protons), np.int64(2 * neutrons)]
