"""The greedy baseline (section 14): it minds its weight."""

from __future__ import annotations

from ..core.compiling import compiled
from .labels import CARD, KEEP_EGG, KEEP_POOL, KEEP_RING, NEW_GROUP, ROBOT_UPRIGHT, THRESHOLD
from .rules import CHOOSE, EGG, GROUP, LASER_CARD, PICK, POOL, ROBOT


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    if state.phase == CHOOSE:
        return CARD + int(state.hand[state.to_move, 0])
    if state.phase == GROUP:
        return NEW_GROUP
    if state.phase == LASER_CARD:
        return THRESHOLD
    if state.phase == PICK:
        return CARD + int(state.offer[0])
    if state.phase == EGG:
        return KEEP_EGG
    if state.phase == ROBOT:
        return ROBOT_UPRIGHT
    if state.phase == POOL:
        return KEEP_POOL
    return KEEP_RING
