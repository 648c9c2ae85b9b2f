"""Positions (section 11): the whole state as JSON, and the checks of one that is loaded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.checking import Reader
from ..core.game import Positions, Table
from . import rules
from .state import (
    ANNIHILATION,
    CHOOSE,
    DARK,
    FIRST,
    FIXED,
    LAST,
    MATTER,
    MEETING,
    NEUTRONS_IN,
    NO_CELL,
    NO_MEETING,
    NO_PUZZLE,
    NOBODY,
    OTHER_KIND,
    PARTICLES_IN,
    PROTONS_IN,
)
from .words import CARBON_GROUP, CELLS, CODES, DIRECTIONS, KINDS, PARTICLES

KEYS = ("board", "kinds", "reserves", "passes", "source", "target", "carbon")

_BOTH = "both"


# ---- Writing


def write(state: Any, table: Table) -> dict[str, Any]:
    """The game's own keys of a position."""
    names = table.components.names
    seats = range(table.num_players)
    return {
        "board": [CODES[code] for code in state.board],
        "kinds": [KINDS[state.kinds[seat]] for seat in seats] if table.num_players > 1 else [_BOTH],
        "reserves": [
            dict(zip(PARTICLES, state.reserve[owner].tolist(), strict=True)) for owner in range(_reserves(table))
        ],
        "passes": int(state.passes),
        "source": names[state.source] if state.source != NO_CELL else None,
        "target": names[state.target] if state.target != NO_CELL else None,
        "carbon": int(state.carbon) if state.carbon != NOBODY else None,
    }


def _reserves(table: Table) -> int:
    """Number of reserves: one a seat, or a common one."""
    return 1 if table.rules[0].common else table.num_players


# ---- Reading what the derived fields follow from


def read(position: Reader, table: Table, state: Any) -> None:
    """Check the game's own keys, as far as they do not need the derived fields, and fill the state."""
    _check_phase(position["phase"], table, state)
    _read_board(position, table, state)
    _read_kinds(position["kinds"], table, state)
    _read_reserves(position, table, state)
    _check_particles(position, table, state)
    _read_carbon(position["carbon"], table, state)
    _read_passes(position["passes"], table, state)
    moving = state.phase in (rules.DIRECTION, rules.LANDING)
    state.source = _read_cell(position["source"], table, moving, "'direction' and 'landing'")
    state.target = _read_cell(position["target"], table, state.phase == rules.LANDING, "'landing'")
    if state.phase == rules.SIDE:
        _check_side(position, state)


def _check_phase(phase: Reader, table: Table, state: Any) -> None:
    """Two phases exist with some variants only."""
    if state.phase == rules.LANDING and not table.rules[0].gravity:
        phase.fail("'landing' exists only with gravity=True")
    if state.phase == rules.SIDE and (table.num_players == 1 or table.rules[0].sides != CHOOSE):
        phase.fail("'side' exists only with two players and sides='choose'")


def _read_board(position: Reader, table: Table, state: Any) -> None:
    cells = position["board"].items(length=CELLS)
    state.board[:] = [CODES.index(cell.choice(CODES)) for cell in cells]
    found, wanted = int(np.sum(state.board == DARK)), int(table.rules[0].dark_tokens)
    if found != wanted:
        position["board"].fail(f"must have {wanted} dark tokens, not {found}")


def _read_kinds(kinds: Reader, table: Table, state: Any) -> None:
    if table.num_players == 1:
        if kinds.value != [_BOTH]:
            kinds.fail(f"must be {[_BOTH]!r} with one player, not {kinds.value!r}")
        return
    given = [kind.choice(KINDS) for kind in kinds.items(length=table.num_players)]
    kinds.different(given)
    state.kinds[:] = [KINDS.index(kind) for kind in given]
    if state.kinds[0] != MATTER and (table.rules[0].sides == FIXED or state.phase == rules.SIDE):
        kinds.fail(f"must be {list(KINDS)!r} with sides='fixed' and in phase 'side', not {given!r}")


def _read_reserves(position: Reader, table: Table, state: Any) -> None:
    each = int(table.rules[0].each)
    for owner, reserve in enumerate(position["reserves"].items(length=_reserves(table))):
        reserve.table(PARTICLES)
        counts = [reserve[particle].integer(0, each) for particle in PARTICLES]
        state.reserve[owner] = counts
        proton, neutron, antiproton, antineutron = counts
        if proton + neutron != antiproton + antineutron:
            reserve.fail("must hold as many particles of matter as of antimatter")
        if proton != antiproton and not table.rules[0].time:
            reserve.fail("must hold as many protons as antiprotons without time=True")


def _check_particles(position: Reader, table: Table, state: Any) -> None:
    """Of each type there are P particles, on the board and in the reserves."""
    each = int(table.rules[0].each)
    for kind in range(len(KINDS)):
        own = (state.board >= FIRST[kind]) & (state.board <= LAST[kind])
        for place, contents in ((2 * kind, PROTONS_IN), (2 * kind + 1, NEUTRONS_IN)):
            on_board = int(contents[state.board[own]].sum())
            beside = int(state.reserve[:, place].sum())
            if on_board + beside != each:
                position["board"].fail(
                    f"there must be {each} {PARTICLES[place]}s, not {on_board} on the board and {beside} in reserve"
                )


def _read_carbon(carbon: Reader, table: Table, state: Any) -> None:
    state.carbon = NOBODY
    if carbon.is_none:
        return
    if table.rules[0].puzzle != NO_PUZZLE:
        carbon.fail("must be null in a puzzle")
    if state.phase != rules.OVER:
        carbon.fail("must be null before the end")
    state.carbon = carbon.integer(0, table.num_players - 1)


def _read_passes(passes: Reader, table: Table, state: Any) -> None:
    low = high = 0
    if state.phase == rules.TURN:
        high = table.num_players - 1
    elif state.phase == rules.OVER and state.carbon == NOBODY:
        low = high = table.num_players
    state.passes = passes.integer(low, high)


def _read_cell(cell: Reader, table: Table, expected: bool, phases: str) -> int:
    """The number of a cell that is given by its name, in some phases."""
    if not expected:
        if not cell.is_none:
            cell.fail(f"must be null but in the phases {phases}")
        return NO_CELL
    names = table.components.names
    return names.index(cell.choice(names))


def _check_side(position: Reader, state: Any) -> None:
    """The choice of the kinds comes first of all."""
    if state.to_move != 1:
        position["to_move"].fail("must be 1 in phase 'side'")
    for cell in np.flatnonzero(PARTICLES_IN[state.board] > 1):
        position["board"][int(cell)].fail("must be a lone particle in phase 'side'")
    if state.reserve.any():
        position["reserves"].fail("must be empty in phase 'side'")


# ---- Checking what needs the derived fields


def check(position: Reader, table: Table, state: Any) -> None:
    """Carbon and the half-made move fit the board."""
    if table.rules[0].puzzle == NO_PUZZLE:
        _check_carbon(position, state)
    if state.phase in (rules.DIRECTION, rules.LANDING):
        _check_source(position["source"], table, state)
    if state.phase == rules.LANDING:
        _check_target(position["target"], state)


def _check_carbon(position: Reader, state: Any) -> None:
    """Three linked He4 stand on the board if and only if a seat has won by them."""
    groups = state.he4_group[state.kinds]
    if state.carbon != NOBODY and groups[state.carbon] < CARBON_GROUP:
        position["carbon"].fail(f"seat {state.carbon} has no {CARBON_GROUP} linked He4 on the board")
    for seat, group in enumerate(groups):
        if seat != state.carbon and group >= CARBON_GROUP:
            position["board"].fail(f"{CARBON_GROUP} linked He4 are Carbon: seat {seat} would have won with them")


def _check_source(source: Reader, table: Table, state: Any) -> None:
    code = int(state.board[state.source])
    first, last = FIRST[MATTER], LAST[MATTER] + OTHER_KIND
    if table.num_players > 1:
        kind = int(state.kinds[state.to_move])
        first, last = FIRST[kind], LAST[kind]
    if not first <= code <= last:
        source.fail(f"must hold a stack of the seat to move, not {CODES[code]!r}")
    if state.ways[state.source] == 0:
        source.fail("must hold a stack that can go somewhere")


def _check_target(target: Reader, state: Any) -> None:
    seen = [int(state.reach[state.source, direction]) for direction in range(len(DIRECTIONS))]
    if int(state.target) not in seen:
        target.fail("must be the first cell that is not empty in some direction from the source")
    source, other = int(state.board[state.source]), int(state.board[state.target])
    if MEETING[source, other] in (NO_MEETING, ANNIHILATION):
        target.fail(f"must hold a stack that {CODES[source]!r} can fuse with, not {CODES[other]!r}")


POSITIONS = Positions(KEYS, write, read, check)
