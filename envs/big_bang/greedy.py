"""The greedy baseline (section 14)."""

from __future__ import annotations

from ..core.compiling import compiled
from .labels import GO, LAND, MOVE, PASS, TAKE
from .rules import DIRECTION, SIDE, TURN, own_stacks
from .words import CELLS, DIRECTIONS


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    if state.phase == SIDE:
        return TAKE
    if state.phase == TURN:
        first, last = own_stacks(state, rules)
        for cell in range(CELLS):
            if first <= state.board[cell] and state.board[cell] <= last and state.ways[cell] > 0:
                return MOVE + cell
        return PASS
    if state.phase == DIRECTION:
        for direction in range(len(DIRECTIONS)):
            if state.ways[state.source] >> direction & 1:
                return GO + direction
    return LAND + int(state.target)
