"""What a seat cannot know (section 6): nothing."""

from __future__ import annotations

from ..core.compiling import compiled


@compiled
def resample(state, rules, seat):
    """Everything is open to every seat, and chance acts only in the set-up."""
