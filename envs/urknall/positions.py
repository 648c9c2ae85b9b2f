"""Positions (section 11): the whole state as JSON, and the checks of one that is loaded."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.checking import Reader
from ..core.game import Positions, Table
from . import rules
from .labels import COMBINE, SECOND_BODY, SEPARATE
from .state import MARKED, NO_SLOT, NOBODY, SECOND
from .words import COLOURS, LARGEST, MARKERS, OWNERS, SIDES, SLOTS

KEYS = (
    *("turn", "die", "change", "doubled", "bodies", "holes", "astronauts"),
    *("comets", "supply", "removed", "picked", "part", "comet_now"),
)

_BEFORE_MARK = (rules.SECOND_CHOICE, rules.SECOND_MARK, rules.TRAVELLING, rules.MARKING)
_CHANGES = (rules.CHANGE, rules.COMET, rules.PARTNER, rules.SPLITTING)
_PICKED = (rules.SECOND_MARK, rules.PARTNER, rules.SPLITTING)


# ---- Writing


def write(state: Any, table: Table) -> dict[str, Any]:
    """The game's own keys of a position."""
    seats = range(table.num_players)
    return {
        "turn": int(state.turn) if state.turn != NOBODY else None,
        "die": int(state.die),
        "change": int(state.change),
        "doubled": bool(state.doubled),
        "bodies": [_body(state.stones[slot]) if state.measure[slot] else None for slot in range(SLOTS)],
        "holes": np.flatnonzero(state.hole).tolist(),
        "astronauts": [int(state.at[seat]) if state.at[seat] != NO_SLOT else None for seat in seats],
        "comets": [bool(state.comet[seat]) for seat in seats],
        "supply": state.supply.tolist(),
        "removed": state.removed.tolist(),
        "picked": int(state.picked) if state.picked != NO_SLOT else None,
        "part": _body(state.part) if state.phase == rules.SPLITTING else None,
        "comet_now": bool(state.comet_now),
    }


def _body(stones: Any) -> dict[str, list[int]]:
    return {colour: stones[i].tolist() for i, colour in enumerate(COLOURS)}


# ---- Reading (the numbers are those of section 11's list of checks)


def read(position: Reader, table: Table, state: Any) -> None:
    """Check the game's own keys and fill the state."""
    _read_turn(position, table, state)
    _read_bodies(position, table, state)
    _read_seats(position, table, state)
    _read_choice(position, state)
    _check_markers(position, table, state)
    if state.phase == rules.SETUP:
        _check_setup(position, table, state)
    else:
        _check_supplies(position, table, state)
        _check_doubled(position, table, state)
        _check_mover(position, state)


def check(position: Reader, table: Table, state: Any) -> None:
    """Checks 9 and 11, which need the derived fields: the last choice was allowed, and the next one exists."""
    if state.picked != NO_SLOT:
        _check_picked(position, table, state)
    if state.phase != rules.OVER and not _mask(table, state).any():
        position["phase"].fail(f"there is no legal action in {position['phase'].value!r}: this phase is skipped")


def _mask(table: Table, state: Any, **changes: int) -> np.ndarray:
    """Legal actions of a state, with some fields changed."""
    trial = table.game.state.zeros()
    trial[0] = state
    for name, value in changes.items():
        trial[name] = value
    masks = np.zeros((1, table.labels.size), np.int8)
    table.game.drivers.write_masks(trial, table.rules, masks, False)
    return masks[0]


def _read_turn(position: Reader, table: Table, state: Any) -> None:
    """Check 1: whose turn it is, the die, the change."""
    phase, turn = state.phase, position["turn"]
    if phase == rules.SETUP:
        if not turn.is_none:
            turn.fail("must be null in phase 'setup'")
        state.turn = NOBODY
        state.die = position["die"].integer(0, 0)
    else:
        state.turn = turn.integer(0, table.num_players - 1)
        state.die = position["die"].integer(1, SIDES)
    state.change = position["change"].integer(1, 2) if phase in _CHANGES else position["change"].integer(0, 0)
    state.doubled = position["doubled"].boolean()


def _read_bodies(position: Reader, table: Table, state: Any) -> None:
    """Checks 2 and 4: the elements of each body, and which of them are black holes."""
    for slot, body in enumerate(position["bodies"].items(length=SLOTS)):
        if not body.is_none:
            state.stones[slot] = _read_stones(body)
            if not 1 <= state.stones[slot].sum() <= LARGEST:
                body.fail(f"must have 1 to {LARGEST} elements, not {state.stones[slot].sum()}")
    for colour, wanted, found in zip(COLOURS, table.components.stones, state.stones.sum(axis=(0, 2)), strict=True):
        if wanted != found:
            position["bodies"].fail(f"must have {wanted} {colour} elements in all, not {found}")
    given = [item.integer(0, SLOTS - 1) for item in position["holes"].items(at_most=SLOTS)]
    by_colour = state.stones.sum(axis=2)
    holes = np.flatnonzero((by_colour == rules.HOLE_COLOUR).all(axis=1)).tolist() if table.rules[0].black_holes else []
    if given != holes:
        position["holes"].fail(f"must be {holes}, the bodies of two elements of each colour, not {given}")
    for slot in holes:
        if state.stones[slot, :, MARKED:].any():
            position["bodies"][slot].fail("a black hole carries no markers")
    state.hole[holes] = 1


def _read_stones(reader: Reader) -> list[list[int]]:
    reader.table(COLOURS)
    return [reader[colour].integers(len(OWNERS), 0, LARGEST) for colour in COLOURS]


def _read_seats(position: Reader, table: Table, state: Any) -> None:
    """Checks 1 and 5: astronauts and comets of each seat, supplies of each marker colour."""
    players = table.num_players
    state.at[:] = NO_SLOT
    for seat, item in enumerate(position["astronauts"].items(length=players)):
        if item.is_none:
            if state.phase != rules.SETUP and not state.hole.any():
                item.fail("an astronaut is off the board only in phase 'setup' or after a black hole")
            continue
        slot = item.integer(0, SLOTS - 1)
        if state.hole[slot] or not state.stones[slot].any():
            item.fail(f"there is {'a black hole' if state.hole[slot] else 'no body'} in slot {slot}")
        state.at[seat] = slot
    state.comet[:players] = [item.boolean() for item in position["comets"].items(length=players)]
    most = int(table.rules[0].first_supply.max())
    state.supply[:] = position["supply"].integers(MARKERS, 0, most)
    state.removed[:] = position["removed"].integers(MARKERS, 0, most)


def _read_choice(position: Reader, state: Any) -> None:
    """Check 9: what was chosen so far stands in the phases named and nowhere else."""
    phase, name = state.phase, position["phase"].value
    picked, part, comet_now = (position[key] for key in ("picked", "part", "comet_now"))
    state.picked = NO_SLOT
    if phase in _PICKED:
        state.picked = picked.integer(0, SLOTS - 1)
    elif not picked.is_none:
        picked.fail(f"must be null in phase {name!r}")
    if phase == rules.SPLITTING:
        state.part[:] = _read_part(part, state)
    elif not part.is_none:
        part.fail(f"must be null in phase {name!r}")
    state.comet_now = comet_now.boolean()
    if phase == rules.COMET and not state.comet_now:
        comet_now.fail("must be true in phase 'comet'")
    if state.comet_now and phase not in (rules.COMET, rules.PARTNER):
        comet_now.fail(f"must be false in phase {name!r}")
    if state.comet_now and state.comet[state.turn]:
        position["comets"][int(state.turn)].fail("must be false: this comet is in use (comet_now)")


def _read_part(reader: Reader, state: Any) -> list[list[int]]:
    """A part of the picked body that is still too small to be separated."""
    part = _read_stones(reader)
    size, wanted = int(np.sum(part)), _number(state)
    for colour, row, there in zip(COLOURS, part, state.stones[state.picked], strict=True):
        if any(a > b for a, b in zip(row, there, strict=True)):
            reader[colour].fail(f"must be within the picked body's {there.tolist()}, not {row}")
    if size >= wanted:
        reader.fail(f"must have fewer than {wanted} elements, not {size}")
    return part


def _number(state: Any) -> int:
    return int(state.die) if state.change == 1 else rules.OPPOSITE_FACES - int(state.die)


def _check_markers(position: Reader, table: Table, state: Any) -> None:
    """Check 3: supply, removed and lying markers of a colour are as many as at the start."""
    for marker, first in enumerate(table.rules[0].first_supply.tolist()):
        lying = int(state.stones[:, :, MARKED + marker].sum())
        found = int(state.supply[marker]) + int(state.removed[marker]) + lying
        if found != first:
            position["supply"][marker].fail(
                f"with {state.removed[marker]} removed and {lying} lying the markers of this colour must be "
                f"{first}, not {found}"
            )
        if marker >= table.num_players and state.removed[marker] and not state.hole.any():
            position["removed"][marker].fail("must be 0 for a second colour while there is no black hole")


def _check_setup(position: Reader, table: Table, state: Any) -> None:
    """Check 6: bodies as laid out, and only the seats before `to_move` stand there with one marker."""
    for slot, wanted in enumerate(table.components.sizes):
        size = int(state.stones[slot].sum())
        if size != wanted:
            position["bodies"][slot].fail(f"must have {wanted} elements in phase 'setup', not {size}")
        if size == 3 and np.count_nonzero(state.stones[slot].any(axis=1)) < 2:
            position["bodies"][slot].fail("a body of three must have two colours or more in phase 'setup'")
    if state.doubled:
        position["doubled"].fail("must be false in phase 'setup'")
    marked = {}
    for seat in range(table.num_players):
        place, slot = position["astronauts"][seat], int(state.at[seat])
        if (slot != NO_SLOT) != (seat < state.to_move):
            place.fail("in phase 'setup' just the seats before to_move are on the board")
        if slot != NO_SLOT:
            if state.stones[slot].sum() != 1 or not state.stones[slot, :, MARKED + seat].any():
                place.fail(f"must stand on a body of one element with a marker of seat {seat}")
            marked[slot] = seat
        if not state.comet[seat]:
            position["comets"][seat].fail("must be true in phase 'setup'")
    for slot in range(SLOTS):
        if slot not in marked and state.stones[slot, :, MARKED:].any():
            position["bodies"][slot].fail("in phase 'setup' a marker lies only where its astronaut stands")
    for marker in range(MARKERS):
        if state.removed[marker]:
            position["removed"][marker].fail("must be 0 in phase 'setup'")


def _check_supplies(position: Reader, table: Table, state: Any) -> None:
    """Check 7: own supplies differ only by the turns of the present round."""
    turn = int(state.turn)
    own = int(state.supply[turn])
    if state.phase in _BEFORE_MARK and own == 0:
        position["supply"][turn].fail("must be 1 or more for the active seat before it marks")
    for seat in range(table.num_players):
        if state.phase == rules.OVER:
            wanted = 0
        elif state.phase in _BEFORE_MARK:
            wanted = own - (seat < turn)
        else:
            wanted = own + (seat > turn)
        if state.supply[seat] != wanted:
            position["supply"][seat].fail(f"must be {wanted} here, not {state.supply[seat]}")


def _check_doubled(position: Reader, table: Table, state: Any) -> None:
    """Check 8: second markers and second changes exist with two players."""
    phase, name = state.phase, position["phase"].value
    two = table.num_players == 2
    marker = SECOND + 1 - int(state.turn)
    if phase in (rules.SECOND_CHOICE, rules.SECOND_MARK):
        if not two:
            position["phase"].fail(f"{name!r} exists only with two players")
        if state.supply[marker] == 0:
            position["supply"][marker].fail(f"must be 1 or more in phase {name!r}")
    if state.doubled:
        if not two or phase not in (rules.TRAVELLING, rules.MARKING, *_CHANGES):
            position["doubled"].fail(f"must be false in phase {name!r} with {table.num_players} players")
        if state.supply[marker] == table.rules[0].first_supply[marker]:
            position["doubled"].fail("must be false as long as the opponent has placed no second marker")
    elif state.change == 2:
        position["change"].fail("must be 1 where doubled is false")


def _check_mover(position: Reader, state: Any) -> None:
    """Check 10: who decides in which phase."""
    if state.phase == rules.OVER:
        return
    turn = int(state.turn)
    mover = 1 - turn if state.phase in (rules.SECOND_CHOICE, rules.SECOND_MARK) else turn
    if state.to_move != mover:
        position["to_move"].fail(f"must be {mover} in phase {position['phase'].value!r} of seat {turn}'s turn")
    if state.phase == rules.MARKING and state.at[turn] == NO_SLOT:
        position["astronauts"][turn].fail("must be on the board in phase 'mark'")


def _check_picked(position: Reader, table: Table, state: Any) -> None:
    """Check 9: the decision before allowed this choice."""
    slot = int(state.picked)
    if state.phase == rules.SECOND_MARK:
        before, action = rules.SECOND_CHOICE, SECOND_BODY + slot
    elif state.phase == rules.SPLITTING:
        before, action = rules.CHANGE, SEPARATE + slot
    else:
        before, action = rules.COMET if state.comet_now else rules.CHANGE, COMBINE + slot
    if not _mask(table, state, phase=before, picked=NO_SLOT)[action]:
        position["picked"].fail(f"body {slot} could not be chosen for phase {position['phase'].value!r}")


POSITIONS = Positions(KEYS, write, read, check)
