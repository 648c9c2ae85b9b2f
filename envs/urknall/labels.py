"""Actions and their labels (section 4 of the specification)."""

from __future__ import annotations

from typing import Any

from ..core.labels import Block, Labels, block
from .words import COLOURS, OWNERS, SLOTS


def _slots(name: str, meaning: str) -> Block:
    """One action for each slot."""
    return block(name, [f"{name} {slot}" for slot in range(SLOTS)], meaning)


LABELS = Labels(
    _slots("place body", "put the astronaut on this body: in the setup, and on the return after a black hole"),
    _slots("travel body", "travel to this body, which shares a colour with the body left"),
    _slots("comet travel body", "use the comet to travel to this body, which shares no colour"),
    block("stay", "stay", "stay where no travel is possible, and mark a free element there"),
    block("comet stay", "comet stay", "use the comet to stay and mark a free element there"),
    block("discard marker", "discard marker", "no travel and no free element: a marker leaves the game"),
    block("mark", [f"mark {colour}" for colour in COLOURS], "mark a free element of this colour"),
    _slots("second body", "two players: choose this body for a marker of the second colour"),
    _slots("combine body", "choose this body as the first of a combination"),
    _slots("with body", "combine the first body with this one"),
    _slots("separate body", "choose this body to be separated"),
    block(
        "split",
        [f"split {colour} {owner}" for colour in COLOURS for owner in OWNERS],
        "add one such element to the new body",
    ),
    block("comet combine", "comet combine", "use the comet to combine any two bodies"),
    block("pass", "pass", "leave the comet for later where nothing else can be changed"),
)

PLACE = LABELS.start("place body")
TRAVEL = LABELS.start("travel body")
COMET_TRAVEL = LABELS.start("comet travel body")
STAY = LABELS.start("stay")
COMET_STAY = LABELS.start("comet stay")
DISCARD = LABELS.start("discard marker")
MARK = LABELS.start("mark")
SECOND_BODY = LABELS.start("second body")
COMBINE = LABELS.start("combine body")
WITH = LABELS.start("with body")
SEPARATE = LABELS.start("separate body")
SPLIT = LABELS.start("split")
COMET_COMBINE = LABELS.start("comet combine")
PASS = LABELS.start("pass")


def labels(components: Any) -> Labels:
    """The labels, which no component file changes."""
    return LABELS
