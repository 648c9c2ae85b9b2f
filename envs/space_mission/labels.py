"""Actions and their labels (section 4 of the specification)."""

from __future__ import annotations

from typing import Any

from ..core.labels import Labels, block
from .words import CARDS, POINT_TILES, SLOTS

LABELS = Labels(
    block("top up", "top up", "action: discard any number of cards, then draw up to five"),
    block("draw", "draw", "end the discarding: fill the hand up to five cards"),
    block("jump", [f"jump {slot}" for slot in range(SLOTS)], "action: jump through the gate to the planet in slot k"),
    block("fly", ["fly clockwise", "fly counterclockwise"], "action: fly to the neighbouring planet"),
    block("scan", "scan", "action: reserve a tile of the planet under the ship"),
    block("develop", "develop", "action: build a station on the planet under the ship"),
    block("discover", "discover", "action: take a tile of the developed planet under the ship"),
    block("card", [f"card {code}" for code in CARDS], "pay with this card, or discard it while topping up"),
    block("take", [f"take {tile}" for tile in POINT_TILES], "take this tile from the pile that is being looked at"),
)

TOP_UP = LABELS.start("top up")
DRAW = LABELS.start("draw")
JUMP = LABELS.start("jump")
FLY_CLOCKWISE, FLY_COUNTERCLOCKWISE = LABELS.start("fly"), LABELS.start("fly") + 1
SCAN = LABELS.start("scan")
DEVELOP = LABELS.start("develop")
DISCOVER = LABELS.start("discover")
CARD = LABELS.start("card")
TAKE = LABELS.start("take")


def labels(components: Any) -> Labels:
    """The labels, which no component file changes."""
    return LABELS
