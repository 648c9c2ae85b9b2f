"""The greedy baseline (section 14)."""

from __future__ import annotations

from ..core.compiling import compiled
from .labels import TOP_UP


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    return TOP_UP
