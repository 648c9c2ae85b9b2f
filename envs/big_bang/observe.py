"""The observation (section 7), segment by segment. Everything is open; own kind of the observing seat first."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.layout import Layout, Segment
from .rules import (
    DIRECTION,
    OVER,
    helium_winner,
    light_winner,
    neutron_of,
    proton_of,
    reserve_of,
    reserve_size,
    star_winner,
    value,
)
from .state import (
    ANNIHILATION,
    ANTIMATTER,
    DARK,
    FIRST,
    HE3,
    HE4,
    LAST,
    MATTER,
    MEETING,
    NEUTRONS_IN,
    NO_CELL,
    NO_PUZZLE,
    NOBODY,
    OTHER_KIND,
    PROTONS_IN,
)
from .words import CARBON_GROUP, CELLS, CODES, DIRECTIONS, FLAGS, KINDS, PARTICLES, PHASES, PUZZLES

_KINDS, _TYPES, _DIRECTIONS, _WAY = len(KINDS), len(PARTICLES), len(DIRECTIONS), 4

LAYOUT = Layout(
    Segment("mine_protons", (CELLS,), "protons of my stack on the cell", "/2"),
    Segment("mine_neutrons", (CELLS,), "its neutrons", "/2"),
    Segment("other_protons", (CELLS,), "protons of a stack of the other kind", "/2"),
    Segment("other_neutrons", (CELLS,), "its neutrons", "/2"),
    Segment("dark", (CELLS,), "a dark token"),
    Segment("selection", (CELLS,), "+1 the stack that is to move, -1 the one it fuses with", "-1 to 1"),
    Segment(
        "ways",
        (_DIRECTIONS, _WAY),
        "per legal direction of the stack that is to move: 1 annihilation, 0 fusion; protons and neutrons of the "
        "fused stack / 2; steps to the target / 11",
        "at most 1",
    ),
    Segment("phase", (len(PHASES),), "one-hot " + ", ".join(PHASES)),
    Segment("my_decision", (1,), "I am to move"),
    Segment("variants", (len(FLAGS),), ", ".join(FLAGS)),
    Segment("puzzle", (len(PUZZLES),), "one-hot " + ", ".join(PUZZLES) + "; zeros in the duel"),
    Segment("solitaire", (1,), "one player"),
    Segment("kind", (1,), "+1 mine is matter, -1 mine is antimatter", "-1 or 1"),
    Segment("passed", (1,), "two players: the last turn was a pass, another one ends the game"),
    Segment("reserve_usable", (_TYPES,), "the reserve I use: my protons, neutrons, other protons, neutrons", "/21"),
    Segment("reserve_opponent", (_TYPES,), "the opponent's reserve; zeros when it is common", "/21"),
    Segment("light", (2,), "sizes of these two reserves", "/84"),
    Segment("helium", (4,), "my He4, other He4, my He3, other He3", "/10, at most 1"),
    Segment("star", (_KINDS,), "particles of the largest star, mine, other", "/42"),
    Segment("he4_group", (_KINDS,), "largest linked group of He4, mine, other", "/3, at most 1"),
    Segment("tokens", (3,), "duel: light, Helium, star as they stand: +1 mine, -1 other, 0 tied", "-1, 0, 1"),
    Segment("stacks", (_KINDS,), "number of stacks, mine, other", "/42"),
    Segment("movable", (_KINDS,), "number of stacks with a legal direction, mine, other", "/42"),
    Segment("puzzle_value", (1,), "the value of a puzzle, were the game to stop now", "-1 to 1"),
    Segment("contacts", (1,), "adjacent pairs of matter and antimatter", "/219, at most 1"),
    Segment("carbons", (_KINDS,), "disjoint triples of linked He4, mine, other", "/3"),
)
AT = LAYOUT.offsets()

_PER_STEP = 1 / 11
_PER_TYPE = 1 / 21
_PER_SIZE = 1 / 84
_PER_HELIUM = 1 / 10
_PER_STAR = 1 / 42
_PER_STACK = 1 / 42
_PER_GROUP = 1 / CARBON_GROUP
_PER_CONTACT = 1 / 219
_PER_CARBON = 1 / 3


def _planes() -> np.ndarray:
    """[mine, code]: offsets of the two planes of the board in which a code is written."""
    planes = np.full((_KINDS, len(CODES), 2), (AT.mine_protons, AT.mine_neutrons), np.int64)
    for mine in (MATTER, ANTIMATTER):
        planes[mine, FIRST[1 - mine] : LAST[1 - mine] + 1] = AT.other_protons, AT.other_neutrons
        planes[mine, DARK] = AT.dark
    return planes


_PLANES = _planes()
_HALVES = np.stack([PROTONS_IN, NEUTRONS_IN], axis=1).astype(np.float32) / 2
_HALVES[DARK] = 1
"""[code]: what is written there."""


@compiled
def observe(state, rules, seat, out):
    """Write what `seat` sees."""
    mine = int(state.kinds[seat])
    _observe_board(state, mine, out)
    _observe_turn(state, rules, seat, out)
    _observe_reserves(state, rules, seat, mine, out)
    _observe_races(state, mine, out)
    if rules.puzzle == NO_PUZZLE:
        out[AT.tokens] = as_mine(light_winner(state, rules), seat)
        out[AT.tokens + 1] = as_mine(helium_winner(state), seat)
        out[AT.tokens + 2] = as_mine(star_winner(state), seat)
    else:
        out[AT.puzzle + int(rules.puzzle) - 1] = 1
        out[AT.puzzle_value] = value(state, rules)


@compiled
def _observe_board(state, mine, out):
    for cell in range(CELLS):
        code = int(state.board[cell])
        out[_PLANES[mine, code, 0] + cell] = _HALVES[code, 0]
        out[_PLANES[mine, code, 1] + cell] = _HALVES[code, 1]


@compiled
def _observe_turn(state, rules, seat, out):
    if state.source != NO_CELL:
        out[AT.selection + int(state.source)] = 1
    if state.target != NO_CELL:
        out[AT.selection + int(state.target)] = -1
    if state.phase == DIRECTION:
        _observe_ways(state, rules, out)
    out[AT.phase + int(state.phase)] = 1
    out[AT.my_decision] = 1 if state.to_move == seat else 0
    out[AT.variants] = rules.small
    out[AT.variants + 1] = rules.mass
    out[AT.variants + 2] = rules.gravity
    out[AT.variants + 3] = rules.darkness
    out[AT.variants + 4] = rules.time
    out[AT.solitaire] = 1 if rules.num_players == 1 else 0
    out[AT.kind] = 1 if state.kinds[seat] == MATTER else -1
    out[AT.passed] = 1 if state.passes == 1 and rules.num_players == 2 and state.phase != OVER else 0


@compiled
def _observe_ways(state, rules, out):
    source = int(state.source)
    for direction in range(_DIRECTIONS):
        if state.ways[source] >> direction & 1 == 0:
            continue
        target = int(state.reach[source, direction])
        at = AT.ways + _WAY * direction
        after = int(MEETING[state.board[source], state.board[target]])
        if after == ANNIHILATION:
            out[at] = 1
        else:
            out[at + 1] = _HALVES[after, 0]
            out[at + 2] = _HALVES[after, 1]
        out[at + 3] = min(1.0, _steps(rules, source, target, direction) * _PER_STEP)


@compiled
def _steps(rules, source, target, direction):
    steps = 0
    cell = source
    while cell != target:
        cell = int(rules.neighbour[cell, direction])
        steps += 1
    return steps


@compiled
def _observe_reserves(state, rules, seat, mine, out):
    usable = reserve_of(rules, seat)
    _observe_reserve(state, usable, mine, out, AT.reserve_usable)
    out[AT.light] = reserve_size(state, usable) * _PER_SIZE
    if not rules.common:
        _observe_reserve(state, 1 - usable, mine, out, AT.reserve_opponent)
        out[AT.light + 1] = reserve_size(state, 1 - usable) * _PER_SIZE


@compiled
def _observe_reserve(state, owner, mine, out, at):
    out[at] = int(state.reserve[owner, proton_of(mine)]) * _PER_TYPE
    out[at + 1] = int(state.reserve[owner, neutron_of(mine)]) * _PER_TYPE
    out[at + 2] = int(state.reserve[owner, proton_of(1 - mine)]) * _PER_TYPE
    out[at + 3] = int(state.reserve[owner, neutron_of(1 - mine)]) * _PER_TYPE


@compiled
def _observe_races(state, mine, out):
    for place in range(_KINDS):
        kind = mine if place == 0 else 1 - mine
        shift = OTHER_KIND * kind
        out[AT.helium + place] = min(1.0, int(state.standing[HE4 + shift]) * _PER_HELIUM)
        out[AT.helium + 2 + place] = min(1.0, int(state.standing[HE3 + shift]) * _PER_HELIUM)
        out[AT.star + place] = int(state.star[kind]) * _PER_STAR
        out[AT.he4_group + place] = min(1.0, int(state.he4_group[kind]) * _PER_GROUP)
        stacks = 0
        for code in range(FIRST[MATTER] + shift, LAST[MATTER] + shift + 1):
            stacks += int(state.standing[code])
        out[AT.stacks + place] = stacks * _PER_STACK
        out[AT.movable + place] = int(state.movable[kind]) * _PER_STACK
        out[AT.carbons + place] = int(state.carbons[kind]) * _PER_CARBON
    out[AT.contacts] = min(1.0, int(state.contacts) * _PER_CONTACT)


@compiled
def as_mine(winner, seat):
    """+1 for the observer, -1 for the other seat, 0 for nobody."""
    return 0 if winner == NOBODY else 1 if winner == seat else -1
