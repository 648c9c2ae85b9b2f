"""Actions and their labels (section 4 of the specification). Cards are called as in the component file."""

from __future__ import annotations

from ..core.labels import Labels, block
from .components import Components, load
from .words import JOINABLE, LASER_CARDS


def labels(components: Components) -> Labels:
    """The labels for these components; the blocks are the same for all."""
    return Labels(
        block("card", [f"card {name}" for name in components.names], "choose this hand card, or pick it"),
        block("threshold", [f"threshold {t:+d}" for t in LASER_CARDS], "Swiss Pocket Laser: put this at the hole"),
        block("join group", [f"join group {k}" for k in range(1, JOINABLE + 1)], "add the part to this own group"),
        block("new group", "new group", "start a new group with the part"),
        block("robot", ["robot upright", "robot turned"], "lay the robot got from Egg or Pool this way"),
        block("egg", ["discard Surprise Egg", "keep Surprise Egg"], "step A: take the top card of the pile for it?"),
        block("pool", ["discard Alien Wading Pool", "keep Alien Wading Pool"], "step B: take a card of the hole pile?"),
        block("ring", ["discard One Ring", "keep One Ring"], "step D: get rid of it?"),
    )


_SHIPPED = labels(load())

CARD = _SHIPPED.start("card")
THRESHOLD = _SHIPPED.start("threshold")
JOIN_GROUP = _SHIPPED.start("join group")
NEW_GROUP = _SHIPPED.start("new group")
ROBOT_UPRIGHT = _SHIPPED.start("robot")
ROBOT_TURNED = ROBOT_UPRIGHT + 1
DISCARD_EGG = _SHIPPED.start("egg")
KEEP_EGG = DISCARD_EGG + 1
DISCARD_POOL = _SHIPPED.start("pool")
KEEP_POOL = DISCARD_POOL + 1
DISCARD_RING = _SHIPPED.start("ring")
KEEP_RING = DISCARD_RING + 1
