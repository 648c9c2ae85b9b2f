"""Actions and their labels (section 4 of the specification)."""

from __future__ import annotations

from typing import Any

from ..core.labels import Labels, block
from .words import CARDS, COLOURS, TILES

LABELS = Labels(
    block(
        "play card",
        [f"play card {number} {colour}" for number in range(1, CARDS + 1) for colour in COLOURS],
        "play this card of the hand for this colour",
    ),
    block("drop out", "drop out", "play no further card in this round"),
    block("activate", [f"activate {tile}" for tile in TILES], "lay this Paradox tile for the round"),
    block("activate none", "activate none", "lay no tile in this round"),
    block("second tile", "second tile", "chaos: lay a second tile from the stack, unseen"),
    block("no second tile", "no second tile", "chaos: lay no second tile"),
)

PLAY_CARD = LABELS.start("play card")
DROP_OUT = LABELS.start("drop out")
ACTIVATE = LABELS.start("activate")
ACTIVATE_NONE = LABELS.start("activate none")
SECOND_TILE = LABELS.start("second tile")
NO_SECOND_TILE = LABELS.start("no second tile")


def labels(components: Any) -> Labels:
    """The labels, which no component file changes."""
    return LABELS
