"""What a seat cannot know (section 6): nothing that lies on the table, only the rolls to come."""

from __future__ import annotations

from ..core.compiling import compiled


@compiled
def resample(state, rules, seat):
    """Nothing is hidden, so nothing is redrawn; the rolls to come follow the new generator in `state.rng`."""
