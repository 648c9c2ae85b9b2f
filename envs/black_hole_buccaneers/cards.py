"""The cards as they are drawn: faces, backs, and the small signs that stand for value, weight and type."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from ..core.drawing import BACK, BRIGHT, CARD, CARD_INK, INK, Drawing, text_width, wrapped
from ..core.game import Table
from .words import ARTIFACTS, PARTS, RELICS, ROBOTS, ROTORS, SHIFTERS, SHIPS, TOYS

WIDTH, HEIGHT = 64, 72
"""A card on the table; turned by a quarter, it lies on its side."""
HAND_WIDTH, HAND_HEIGHT = 112, 154
"""A card in the hand."""
BACK_STEP = 9
"""How far cards face down lie from each other."""
STRIP, PART_STRIP = 28, 38
"""What remains visible of a covered card; a part may have its band there."""
CHIP_HEIGHT = 22
"""A card as a line of words."""
SMALL = 11
"""The smallest size of words."""
PILE_BACK, HOLE_BACK = "#2c4488", "#4b2a6b"
"""Backs of the draw pile and the hole pile; toys that lie face down are red."""

_EDGE, _BAND = 2, 9
"""The coloured frame of a card, and its upper edge as printed, which shows how the card is turned."""
_VALUE, _WEIGHT = "#ffc83d", "#39435c"
_BADGE = 10.5
_QUARTER = 90
_BOLD = 1.12
"""How much wider bold words are."""

_FIRST_OF_TYPE = (SHIPS, TOYS, PARTS, SHIFTERS, ROBOTS, ARTIFACTS, RELICS)
TYPE_WORDS = ("spaceship", "toy", "time machine", "shapeshifter", "robot", "artifact", "relic")
_COLOURS = ("#1f6fb5", "#c0323e", "#c26a00", "#0b8a5e", "#5d6678", "#7a46b0", "#8a6a00")

_BROKEN = {"Morphosucker": "Morpho- sucker", "Exoskeleton": "Exo- skeleton", "XXL Paperweight": "XXL Paper- weight"}
"""Names with words that are wider than a card."""
_TYPE_EFFECTS = {
    SHIPS: "Decides ties: the best spaceship ranks ahead.",
    TOYS: "Lies face down until step C. Heaviest toys: weight -6.",
    SHIFTERS: "All your shapeshifters weigh what your last one weighs.",
    ROBOTS: "Turned if others show a robot too: value and weight swap.",
}
_OWN_EFFECTS = {
    "Analog GPS Tracker": "Next turn, chance chooses your card.",
    "TIIT CLO UHL": "Everybody draws a card; +3 at the hole.",
    "Swiss Pocket Laser": "Put -4, -2, +2 or +4 at the hole; with a + it is discarded.",
    "Titan Tentacle": "Draw three cards, lay out one of them.",
    "Reality Gyro": "Hands pass the other way.",
    "Morphosucker": "Turns when another shows a shapeshifter",
    "Cubus Librae": "Turns when another shows weight 7 or more",
    "Lootbox": "Turns when you show weight 6 or more",
    "Surprise Egg": "A: may be discarded for the top card of the pile.",
    "Alien Wading Pool": "B: may be discarded for a card of the hole pile.",
    "One Ring": "D: may be discarded.",
    "Anti-Grav Carpet": "E: value +10 if you alone are the lightest.",
    "Exoskeleton": "E: weight -10 if you alone are the heaviest.",
    "XXL Paperweight": "F: the last card counts twice for you.",
    "Space Blanket": "G: 5 points if you are pulled in.",
}


class Face(NamedTuple):
    """A card that can be seen: value and weight as they count now, quarter turns, a word about its state."""

    card: int
    name: str
    value: int
    weight: int
    turns: int = 0
    note: str = ""

    @property
    def kind(self) -> int:
        """Index of the type in TYPE_WORDS."""
        return bisect_right(_FIRST_OF_TYPE, self.card) - 1

    @property
    def colour(self) -> str:
        """The colour of the type; the type's sign stands beside it."""
        return _COLOURS[self.kind]

    @property
    def width(self) -> int:
        """How wide it lies on the table."""
        return HEIGHT if self.turns % 2 else WIDTH

    @property
    def height(self) -> int:
        """How high it lies on the table."""
        return WIDTH if self.turns % 2 else HEIGHT


def effect(face: Face, table: Table) -> str:
    """What the card does, in short."""
    if PARTS <= face.card < SHIFTERS:
        alone, *grown = (f"{value}/{weight}" for value, weight in table.components.groups)
        return f"Each {alone} alone, {', '.join(grown)} in groups of 2, 3, 4."
    if ROTORS <= face.card < RELICS:
        _, *turned = (f"{value}/{weight}" for value, weight in table.components.rotors[face.card - ROTORS])
        return f"{_OWN_EFFECTS[face.name]}: {', '.join(turned)}."
    return _OWN_EFFECTS.get(face.name) or _TYPE_EFFECTS[_FIRST_OF_TYPE[face.kind]]


def told(face: Face, table: Table) -> str:
    """All about a card in a sentence or two."""
    note = f", {face.note}" if face.note else ""
    kind = TYPE_WORDS[face.kind]
    return f"{face.name} ({kind}{note}): value {face.value}, weight {face.weight}. {effect(face, table)}"


# ---- Signs


def value_badge(drawing: Drawing, x: float, y: float, value: object, radius: float = _BADGE) -> None:
    """A coin with the value, by its centre."""
    drawing.circle(x, y, radius, fill=_VALUE, stroke=CARD_INK)
    drawing.text(x, y, value, 1.2 * radius, fill=CARD_INK, bold=True)


def weight_badge(drawing: Drawing, x: float, y: float, weight: object, radius: float = _BADGE) -> None:
    """A weight with a number, by its centre."""
    with drawing.group(x, y, scale=radius / _BADGE):
        drawing.circle(0, -7, 4, stroke=_WEIGHT, stroke_width=2)
        drawing.polygon(((-8, -6), (8, -6), (11.5, 10), (-11.5, 10)), fill=_WEIGHT, stroke=INK)
        drawing.text(0, 2.5, weight, 1.2 * _BADGE, fill=BRIGHT, bold=True)


def sign(drawing: Drawing, x: float, y: float, size: float, kind: int) -> None:
    """The sign of a type around (x, y), `size` from its middle to its edge."""
    with drawing.group(x, y, scale=size):
        _SIGNS[kind](drawing, _COLOURS[kind])


def _ship(drawing: Drawing, colour: str) -> None:
    drawing.polygon(((0, -1), (0.5, -0.2), (0.5, 0.4), (1, 1), (-1, 1), (-0.5, 0.4), (-0.5, -0.2)), fill=colour)


def _toy(drawing: Drawing, colour: str) -> None:
    for side in (-0.65, 0.65):
        drawing.circle(side, -0.6, 0.38, fill=colour)
    drawing.circle(0, 0.15, 0.82, fill=colour)
    drawing.ellipse(0, 0.4, 0.35, 0.25, fill=CARD)


def _part(drawing: Drawing, colour: str) -> None:
    for turn in (0, 45):
        with drawing.group(turn=turn):
            drawing.rect(-0.75, -0.75, 1.5, 1.5, fill=colour)
    drawing.circle(0, 0, 0.4, fill=CARD)


def _shifter(drawing: Drawing, colour: str) -> None:
    drawing.path("M-.9 1Q-1-1 0-1Q1-1 .9 1L.45.6L0 1L-.45.6Z", fill=colour)
    for side in (-0.35, 0.35):
        drawing.circle(side, -0.2, 0.18, fill=CARD)


def _robot(drawing: Drawing, colour: str) -> None:
    drawing.line(0, -1, 0, -0.4, stroke=colour, stroke_width=0.25)
    drawing.rect(-0.9, -0.5, 1.8, 1.4, radius=0.2, fill=colour)
    for side in (-0.4, 0.4):
        drawing.rect(side - 0.2, -0.15, 0.4, 0.4, fill=CARD)


def _artifact(drawing: Drawing, colour: str) -> None:
    drawing.path("M0-1L.28-.28L1 0L.28.28L0 1L-.28.28L-1 0L-.28-.28Z", fill=colour)


def _relic(drawing: Drawing, colour: str) -> None:
    drawing.polygon(((-0.55, -0.8), (0.55, -0.8), (1, -0.2), (0, 1), (-1, -0.2)), fill=colour)
    drawing.line(-1, -0.2, 1, -0.2, stroke=CARD, stroke_width=0.15)


_SIGNS: tuple[Callable[[Drawing, str], None], ...] = (_ship, _toy, _part, _shifter, _robot, _artifact, _relic)


# ---- Faces


def table_card(
    drawing: Drawing, x: float, y: float, face: Face, table: Table, *, covered: bool = False, ring: str | None = None
) -> None:
    """A card in front of a seat by its upper left corner; of a covered one only the left strip has to be seen."""
    with drawing.hint(told(face, table)), drawing.group(x, y):
        _frame(drawing, face, ring)
        left, top = _EDGE + _BAND * (face.turns == 3), _EDGE + _BAND * (face.turns == 0)
        right = face.width - _EDGE - _BAND * (face.turns == 1)
        first_line = top + 2 * _BADGE + 8
        value_badge(drawing, left + _BADGE + 1, top + _BADGE + 1, face.value)
        if covered:
            _draw_covered(drawing, left + _BADGE + 1, first_line + _BADGE, face)
            return
        weight_badge(drawing, right - _BADGE - 2, top + _BADGE + 1, face.weight)
        sign(drawing, (left + right) / 2, top + _BADGE + 1, 6, face.kind)
        words = wrapped(_BROKEN.get(face.name, face.name), SMALL, right - left)
        for number, line in enumerate(words):
            drawing.text((left + right) / 2, first_line + 12 * number, line, SMALL, fill=CARD_INK, fit=right - left)
        if face.note:
            below = first_line + 12 * len(words)
            drawing.text((left + right) / 2, below, face.note, SMALL, fill=face.colour, bold=True, fit=right - left)


def _draw_covered(drawing: Drawing, x: float, y: float, face: Face) -> None:
    """Below the value of a covered card: its weight, or the initial of a part, which weighs what the others do."""
    if PARTS <= face.card < SHIFTERS:
        drawing.text(x, y, face.name[0], 20, fill=CARD_INK, bold=True)
    else:
        weight_badge(drawing, x + 1, y, face.weight)


def _frame(drawing: Drawing, face: Face, ring: str | None) -> None:
    """The empty card, turned about its middle; a ring marks it."""
    with drawing.group(face.width / 2, face.height / 2, turn=_QUARTER * face.turns):
        left, top = -WIDTH / 2, -HEIGHT / 2
        drawing.rect(left, top, WIDTH, HEIGHT, radius=7, fill=face.colour)
        inside = (left + _EDGE, top + _EDGE + _BAND, WIDTH - 2 * _EDGE, HEIGHT - 2 * _EDGE - _BAND)
        drawing.rect(*inside, radius=5, fill=CARD)
        if ring:
            drawing.rect(left, top, WIDTH, HEIGHT, radius=7, stroke=ring, stroke_width=3)


def hand_card(drawing: Drawing, x: float, y: float, face: Face, table: Table, *, ring: str | None = None) -> None:
    """A card in the hand by its upper left corner, with what it does."""
    middle, words_width = HAND_WIDTH / 2, HAND_WIDTH - 8
    with drawing.hint(told(face, table)), drawing.group(x, y):
        drawing.rect(0, 0, HAND_WIDTH, HAND_HEIGHT, radius=10, fill=face.colour)
        drawing.rect(3, 20, HAND_WIDTH - 6, HAND_HEIGHT - 23, radius=8, fill=CARD)
        drawing.text(middle, 10.5, TYPE_WORDS[face.kind], 12, fill=BRIGHT, bold=True)
        value_badge(drawing, 21, 38, face.value, 15)
        weight_badge(drawing, HAND_WIDTH - 21, 38, face.weight, 15)
        sign(drawing, middle, 38, 11, face.kind)
        height = 65
        for line in wrapped(face.name, 13, words_width / _BOLD):
            drawing.text(middle, height, line, 13, fill=CARD_INK, bold=True, fit=words_width)
            height += 15
        drawing.paragraph(middle, height + 3, effect(face, table), words_width, SMALL, fill=CARD_INK, anchor="middle")
        if ring:
            drawing.rect(0, 0, HAND_WIDTH, HAND_HEIGHT, radius=10, stroke=ring, stroke_width=4)


def card_back(drawing: Drawing, x: float, y: float, colour: str, number: object, *, count: int = 1) -> None:
    """Cards face down by the upper left corner of the lowest, the others a little to the right, with a number."""
    for nth in range(count):
        drawing.rect(x + nth * BACK_STEP, y, WIDTH, HEIGHT, radius=7, fill=colour, stroke=INK, stroke_width=1.5)
    left = x + (count - 1) * BACK_STEP
    drawing.rect(left + 6, y + 6, WIDTH - 12, HEIGHT - 12, radius=4, stroke=INK, opacity=0.5)
    drawing.text(left + WIDTH / 2, y + HEIGHT / 2, number, 26, fill=BRIGHT, bold=True)


def toys_width(count: int) -> float:
    """Width of a stack of toys that lie face down."""
    return WIDTH + BACK_STEP * (count - 1)


def toys(drawing: Drawing, x: float, y: float, count: int) -> None:
    """A stack of toys that lie face down, with their number."""
    card_back(drawing, x, y, BACK, count, count=count)
    words = "toy" if count == 1 else "toys"
    drawing.text(x + toys_width(count) - WIDTH / 2, y + HEIGHT - 16, words, SMALL, fill=BRIGHT)


# ---- Cards as words


def chip_width(face: Face) -> float:
    """Width of a chip."""
    return text_width(_chip_words(face), SMALL) + 32


def chip(drawing: Drawing, x: float, y: float, face: Face, table: Table) -> None:
    """A card in a line of words, by its upper left corner."""
    with drawing.hint(told(face, table)):
        drawing.rect(x, y, chip_width(face), CHIP_HEIGHT, radius=6, fill=CARD)
        sign(drawing, x + 13, y + CHIP_HEIGHT / 2, 7, face.kind)
        drawing.text(x + 24, y + CHIP_HEIGHT / 2, _chip_words(face), SMALL, fill=CARD_INK, anchor="start")


def _chip_words(face: Face) -> str:
    return f"{face.name} {face.value}/{face.weight}"
