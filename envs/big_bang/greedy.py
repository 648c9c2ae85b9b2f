"""The greedy baseline (section 14): looks one whole turn ahead and takes what leaves the best board."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from .labels import DECAY, GO, LAND, MOVE, PASS, TAKE
from .rules import (
    DIRECTION,
    SIDE,
    TURN,
    annihilate,
    decay,
    fuse,
    legal_decay,
    own_stacks,
    reserve_size,
    tokens_of,
    universe_of_life,
)
from .state import (
    ANNIHILATION,
    ANTIMATTER,
    FIRST,
    H2,
    HE3,
    HE4,
    LAST,
    LIFE,
    LIGHT,
    MATTER,
    MEETING,
    NO_CELL,
    NO_PUZZLE,
    NOBODY,
    OTHER_KIND,
    PARTICLES_IN,
    STATE,
)
from .words import AXES, CELLS, DIRECTIONS

_DTYPE = STATE.dtype
_DIRECTIONS = len(DIRECTIONS)
_ACTIONS = DECAY + CELLS

_NOTHING = -1e9

# Worth of a board in a duel, about 1 for a race that is as good as won.
CARBON_WORTH = 100.0
_CARBON_NEXT = (0.3, -4.0)
"""A Carbon that is possible in the next turn: mine is not the next turn, the opponent's is."""
_LIGHT_LEAD, _HELIUM_LEAD, _STAR_LEAD = 1 / 10, 1 / 2, 1 / 8
_HE3_SHARE, _H2_SHARE = 0.3, 0.1
_TOKEN = 0.15
_PAIR = 0.3
_MOVABLE = 0.02

# Worth of a board in the puzzles, in particles or in Carbons.
_MIRRORED = 0.5
_IN_SIGHT = 0.1
_CONTACT = 3.0
_LIFE_COST = 0.5
"""No turn that keeps the Carbons costs so much."""
_LIFE_HE4, _LIFE_LINK, _LIFE_HE3, _LIFE_H2 = 0.3, 0.2, 0.1, 0.05


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    if state.phase == SIDE:
        return _choose_side(state)
    scratch = np.empty(1, _DTYPE)
    if state.phase == TURN:
        return _choose_turn(state, rules, scratch)
    if state.phase == DIRECTION:
        return GO + _best_direction(state, rules, scratch, np.int64(state.source))[0]
    for direction in range(_DIRECTIONS):
        if state.reach[state.source, direction] == state.target:
            return LAND + best_landing(state, rules, scratch, np.int64(state.source), direction)[0]
    return LAND + np.int64(state.target)


@compiled
def _choose_side(state):
    star = np.int64(state.star[MATTER]) - np.int64(state.star[ANTIMATTER])
    movable = np.int64(state.movable[MATTER]) - np.int64(state.movable[ANTIMATTER])
    return TAKE + (MATTER if star * _STAR_LEAD + movable * _MOVABLE >= 0 else ANTIMATTER)


# ---- Candidates


@compiled
def _choose_turn(state, rules, scratch):
    """The best stack to move or to decay, or to pass."""
    best = PASS
    most = _NOTHING
    first, last = own_stacks(state, rules)
    for cell in range(CELLS):
        if first <= state.board[cell] and state.board[cell] <= last and state.ways[cell] > 0:
            worth = _best_direction(state, rules, scratch, cell)[1]
            if worth > most:
                most = worth
                best = MOVE + cell
    if rules.time:
        mask = np.zeros(_ACTIONS, np.int8)
        legal_decay(state, rules, mask)
        for cell in range(CELLS):
            if mask[DECAY + cell]:
                scratch[0] = state
                decay(scratch[0], rules, cell)
                worth = _worth(scratch[0], rules)
                if worth > most:
                    most = worth
                    best = DECAY + cell
    return PASS if best != PASS and _should_pass(state, rules, most) else best


@compiled
def _best_direction(state, rules, scratch, source):
    """The best direction for the stack on `source`, and its worth."""
    best = 0
    most = _NOTHING
    for direction in range(_DIRECTIONS):
        if state.ways[source] >> direction & 1:
            worth = best_landing(state, rules, scratch, source, direction)[1]
            if worth > most:
                most = worth
                best = direction
    return best, most


@compiled
def best_landing(state, rules, scratch, source, direction):
    """Where the stack on `source` and the one in this direction meet best, and the worth of it."""
    target = np.int64(state.reach[source, direction])
    best = target
    if MEETING[state.board[source], state.board[target]] == ANNIHILATION:
        scratch[0] = state
        annihilate(scratch[0], rules, source, target)
        return best, _worth(scratch[0], rules)
    most = _NOTHING
    landing = source if rules.gravity else target
    while True:
        scratch[0] = state
        fuse(scratch[0], rules, source, target, landing)
        worth = _worth(scratch[0], rules)
        if worth > most:
            most = worth
            best = landing
        if landing == target:
            return best, most
        landing = np.int64(rules.neighbour[landing, direction])


@compiled
def _should_pass(state, rules, most):
    """Whether to pass though the best turn leads to a board worth `most`."""
    if rules.puzzle != NO_PUZZLE:
        return _should_stop(state, rules, most)
    seat = np.int64(state.to_move)
    lead = tokens_of(state, rules, seat) - tokens_of(state, rules, 1 - seat)
    if state.passes > 0:
        return lead > 0 and most < CARBON_WORTH
    return lead > 0 and most < _worth(state, rules)


@compiled
def _should_stop(state, rules, most):
    """Whether a puzzle had better end now."""
    if rules.puzzle == LIGHT:
        return False  # a turn never costs anything
    if rules.puzzle == LIFE:
        return most < _worth(state, rules) - _LIFE_COST
    return state.contacts == 0 and most < _worth(state, rules)


# ---- Worth of a board for the seat to move


@compiled
def _worth(state, rules):
    if rules.puzzle == NO_PUZZLE:
        return worth_in_duel(state, rules)
    if rules.puzzle == LIGHT:
        return _worth_of_light(state)
    if rules.puzzle == LIFE:
        return _worth_of_life(state, rules)
    return -_CONTACT * state.contacts - reserve_size(state, 0)


@compiled
def worth_in_duel(state, rules):
    """The three races, Carbons within reach, mobility."""
    seat = np.int64(state.to_move)
    if state.carbon != NOBODY:
        return CARBON_WORTH
    mine = np.int64(state.kinds[seat])
    other = 1 - mine
    worth = np.tanh((_helium(state, mine) - _helium(state, other)) * _HELIUM_LEAD)
    worth += np.tanh((np.int64(state.star[mine]) - np.int64(state.star[other])) * _STAR_LEAD)
    if not rules.common:
        worth += np.tanh((reserve_size(state, seat) - reserve_size(state, 1 - seat)) * _LIGHT_LEAD)
    worth += _TOKEN * (tokens_of(state, rules, seat) - tokens_of(state, rules, 1 - seat))
    worth += _MOVABLE * (np.int64(state.movable[mine]) - np.int64(state.movable[other]))
    for place in range(2):
        kind = mine if place == 0 else other
        if state.he4_group[kind] > 1:
            worth += _PAIR if place == 0 else -_PAIR
        if state.standing[HE4 + OTHER_KIND * kind] > 1 and carbon_in_reach(state, rules, kind):
            worth += _CARBON_NEXT[place]
    return worth


@compiled
def _helium(state, kind):
    shift = OTHER_KIND * kind
    he4, he3, h2 = state.standing[HE4 + shift], state.standing[HE3 + shift], state.standing[H2 + shift]
    return he4 + _HE3_SHARE * he3 + _H2_SHARE * h2


@compiled
def carbon_in_reach(state, rules, kind):
    """Whether a fusion to He4 could land next to two He4 that would then be linked."""
    helium = HE4 + OTHER_KIND * kind
    for cell in range(CELLS):
        if state.ways[cell] == 0:
            continue
        for direction in range(_DIRECTIONS):
            if state.ways[cell] >> direction & 1 == 0:
                continue
            target = np.int64(state.reach[cell, direction])
            if MEETING[state.board[cell], state.board[target]] != helium:
                continue
            landing = np.int64(cell) if rules.gravity else target
            while not _links_two(state, rules, landing, helium):
                if landing == target:
                    break
                landing = np.int64(rules.neighbour[landing, direction])
            else:
                return True
    return False


@compiled
def _links_two(state, rules, cell, helium):
    """Whether a He4 on this cell would be linked with two or more."""
    found = 0
    for direction in range(_DIRECTIONS):
        near = np.int64(rules.neighbour[cell, direction])
        if near != NO_CELL and state.board[near] == helium:
            found += 1
            for onward in range(_DIRECTIONS):
                far = np.int64(rules.neighbour[near, onward])
                if far != NO_CELL and state.board[far] == helium:
                    return True
    return found > 1


@compiled
def _worth_of_light(state):
    """Light made, particles whose mirror is on the board, and stacks that can go somewhere."""
    mirrored = 0
    for code in range(FIRST[MATTER], LAST[MATTER] + 1):
        pairs = min(np.int64(state.standing[code]), np.int64(state.standing[code + OTHER_KIND]))
        mirrored += 2 * pairs * PARTICLES_IN[code]
    movable = np.int64(state.movable[MATTER]) + np.int64(state.movable[ANTIMATTER])
    return reserve_size(state, 0) + _MIRRORED * mirrored + _IN_SIGHT * movable


@compiled
def _worth_of_life(state, rules):
    """Carbons, Helium that is linked, Hydrogen for more Helium, and stacks that can go somewhere."""
    worth = 1.0 * universe_of_life(state)
    for kind in range(2):
        shift = OTHER_KIND * kind
        worth += _LIFE_HE4 * state.standing[HE4 + shift] + _LIFE_LINK * _links(state, rules, HE4 + shift)
        worth += _LIFE_HE3 * state.standing[HE3 + shift] + _LIFE_H2 * state.standing[H2 + shift]
        worth += _MOVABLE * state.movable[kind]
    return worth


@compiled
def _links(state, rules, helium):
    """Adjacent pairs of this Helium."""
    found = 0
    if state.standing[helium] > 1:
        for cell in range(CELLS):
            if state.board[cell] == helium:
                for direction in range(AXES):
                    near = np.int64(rules.neighbour[cell, direction])
                    if near != NO_CELL and state.board[near] == helium:
                        found += 1
    return found
