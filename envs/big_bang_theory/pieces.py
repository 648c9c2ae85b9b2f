"""The pieces of the table: two-way cards, want cards, Paradox tiles and backs, each drawn into an area."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..core.drawing import BACK, BRIGHT, CARD, CARD_INK, CHOICE, DIM, EDGE, Drawing, spread, text_width, wrapped
from .components import Card
from .rules import BONUS, BONUS_TILES, SEVEN_HALF, SWAPS, UNSWAPPED
from .words import COLOURS, TILES

HUES = {"green": "#1d8a4c", "blue": "#2f6fd6", "red": "#c93a2e"}
"""A letter or the word of the colour always stands beside it."""
_TILE, _TILE_INK, _TILE_BACK = "#dcd3f7", "#2a1b52", "#4b3a8c"
_CARD_EDGE, _BACK_EDGE = "#8d8772", "#b9737f"

SMALL = 11
"""Size of the smallest words."""
_CHIP = 14
"""Height of a coloured field with the smallest words."""
_BAND = 42
"""Height of the band with number and persons on a card of the own hand."""
_LINE = 1.3
"""Height of a line of words, in sizes."""
_RADIUS = 4
_RING = 3

_TILE_SIZES = ((14, 160), (12, 130), (SMALL, 0))
"""Sizes of words on tiles, with the width that a tile must have."""

TILE_TITLES = {
    "swap-blue-red": "Blue = Red",
    "swap-blue-green": "Blue = Green",
    "swap-red-green": "Red = Green",
    "sheldon-amy": "Sheldon + Amy",
    "leonard-penny": "Leonard + Penny",
    "howard-bernadette": "Howard + Bernadette",
    "howard-raj": "Howard + Raj",
    "sheldon-alone": "Sheldon alone",
    "raj-no-women": "Raj, no women",
    "seven-half": "7 = 3.5",
}


class Area(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inside(self, margin: float) -> Area:
        """The area without a margin on all sides."""
        return Area(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)


# ---- Colours


def short_face(colour: str, value: object = "") -> str:
    """A colour by its letter and a value: G5."""
    return f"{colour[0].upper()}{value}"


def chip(drawing: Drawing, area: Area, colour: str, words: str, size: float = SMALL, *, bold: bool = False) -> None:
    """A field in a colour with its letter or value."""
    drawing.rect(*area, min(_RADIUS, area.width / 4), fill=HUES[colour])
    drawing.text(*area.middle, words, size, fill=BRIGHT, bold=bold, fit=area.width)


def faces(card: Card, top: str | None = None) -> list[tuple[str, int]]:
    """Colours and values of a card, the colour `top` first."""
    both = [(c, value) for c, value in zip(COLOURS, card.values, strict=True) if value]
    return sorted(both, key=lambda face: face[0] != top)


# ---- Playing cards


def persons(card: Card, width: float) -> str:
    """Whom a card shows, or what is on it where there is nobody, cut to what small words have room for."""
    words = " + ".join(card.persons) or card.name
    while text_width(words, SMALL) > width:
        words = words[:-1]
    return words


def small_card(
    drawing: Drawing,
    area: Area,
    number: int,
    card: Card,
    top: str | None = None,
    *,
    head: float = _CHIP,
    seen: bool = False,
    ring: bool = False,
) -> None:
    """A card seen from afar: a face, number and persons, the other face; the chosen one on top, `head` high."""
    first, *other = faces(card, top)
    drawing.rect(*area, _RADIUS, fill=CARD, stroke=_CARD_EDGE)
    chip(drawing, Area(*area[:3], head), first[0], short_face(*first), max(SMALL, 0.72 * head), bold=head > _CHIP)
    for colour, value in other:
        chip(drawing, Area(area.x, area.bottom - _CHIP, area.width, _CHIP), colour, short_face(colour, value))
    x = area.middle[0]
    line = (area.height - head - _CHIP) / 2
    y = area.y + head + line / 2
    if seen:
        eye(drawing, area.right - 8, y, 5)
        x -= 6
    drawing.text(x, y, number, SMALL, fill=CARD_INK, bold=True)
    drawing.text(area.middle[0], y + line, persons(card, area.width - 2), SMALL, fill=CARD_INK)
    if ring:
        drawing.rect(*area, _RADIUS, stroke=CHOICE, stroke_width=_RING)


def hand_card(drawing: Drawing, area: Area, number: int, card: Card, *, seen: bool = False) -> None:
    """A card of the own hand, large; each face can be chosen by itself. A lone face has the room of two."""
    both = faces(card)
    face = (area.height - _BAND) / len(both)
    drawing.rect(*area, 2 * _RADIUS, fill=CARD, stroke=_CARD_EDGE)
    for (colour, value), y in zip(both, (area.y, area.bottom - face), strict=False):
        with drawing.place(f"play card {number} {colour}") as can:
            _large_face(drawing, Area(area.x, y, area.width, face), colour, value, ring=can)
    y = area.y + face + _BAND / 4
    drawing.text(area.x + 6, y, number, 14, fill=CARD_INK, bold=True, anchor="start")
    if seen:
        eye(drawing, area.right - 13, y, 8)
    drawing.text(area.middle[0], y + _BAND / 2, persons(card, area.width - 4), 13, fill=CARD_INK, fit=area.width - 4)


def _large_face(drawing: Drawing, area: Area, colour: str, value: int, *, ring: bool) -> None:
    drawing.rect(*area, 2 * _RADIUS, fill=HUES[colour])
    if ring:
        drawing.rect(*area.inside(_RING / 2), 2 * _RADIUS, stroke=CHOICE, stroke_width=_RING)
    x, y = area.middle
    drawing.text(x, y - 7, value, 32, fill=BRIGHT, bold=True)
    drawing.text(x, area.bottom - 12, colour, 13, fill=BRIGHT)


def card_chips(drawing: Drawing, area: Area, card: Card, *, gone: bool = False) -> None:
    """Just the faces of a card, one above the other; crossed out where it is gone."""
    for row, (colour, value) in enumerate(faces(card)):
        field = Area(area.x, area.y + row * (_CHIP + 1), area.width, _CHIP)
        chip(drawing, field, colour, short_face(colour, value))
    if gone:
        drawing.line(area.x, area.bottom, area.right, area.y, stroke=CARD, stroke_width=1.5, opacity=0.75)


def back(drawing: Drawing, area: Area, words: object = "", *, fill: str = BACK) -> None:
    """What lies face down, with an atom on it or words."""
    drawing.rect(*area, _RADIUS, fill=fill, stroke=_BACK_EDGE)
    x, y = area.middle
    atom(drawing, x, y, 0.4 * min(area.width, area.height), opacity=0.25 if words else 0.6)
    if words:
        drawing.text(x, y, words, 18, fill=BRIGHT, bold=True, fit=area.width - 4)


def atom(drawing: Drawing, x: float, y: float, radius: float, opacity: float = 1) -> None:
    """Three orbits around a nucleus, the game's sign."""
    orbits = ""
    for turn in (0, 60, 120):
        across, down = radius * math.cos(math.radians(turn)), radius * math.sin(math.radians(turn))
        half = f"A{radius:.1f} {radius / 2.6:.1f} {turn} 1 0"
        orbits += f"M{x + across:.1f} {y + down:.1f}{half} {x - across:.1f} {y - down:.1f}{half} "
        orbits += f"{x + across:.1f} {y + down:.1f}"
    drawing.path(orbits, stroke=CARD, stroke_width=radius / 12, opacity=opacity)
    drawing.circle(x, y, radius / 7, fill=CARD, opacity=opacity)


def eye(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Everybody has seen this."""
    drawing.ellipse(x, y, radius, 0.62 * radius, fill=BRIGHT, stroke=CARD_INK, stroke_width=1.2)
    drawing.circle(x, y, 0.36 * radius, fill=CARD_INK)


# ---- Want cards


def want_card(drawing: Drawing, area: Area, colour: str, value: int) -> None:
    """The want card turned up, its value large."""
    drawing.rect(*area, 3 * _RADIUS, fill=CARD)
    field = area.inside(5)
    drawing.rect(*field, 2 * _RADIUS, fill=HUES[colour])
    x, y = field.middle
    drawing.text(x, y - 10, value, 0.52 * field.height, fill=BRIGHT, bold=True)
    drawing.text(x, field.bottom - 15, colour, 17, fill=BRIGHT, bold=True)


def small_want(drawing: Drawing, area: Area, colour: str, value: int) -> None:
    """A want card that somebody has won: letter above value."""
    drawing.rect(*area, _RADIUS, fill=HUES[colour], stroke=CARD, stroke_width=1.5)
    x, y = area.middle
    drawing.text(x, y - area.height / 4, short_face(colour), SMALL, fill=CARD)
    drawing.text(x, y + area.height / 5, value, 15, fill=BRIGHT, bold=True)


# ---- Paradox tiles


def tile_slot(drawing: Drawing, area: Area) -> None:
    """A place where a tile may be laid."""
    drawing.rect(*area, 2 * _RADIUS, stroke=EDGE, dash="6 5")


def tile_back(drawing: Drawing, area: Area, words: object = "", *, ring: bool = False) -> None:
    """A Paradox tile or a stack of them face down."""
    back(drawing, area, words, fill=_TILE_BACK)
    if ring:
        drawing.rect(*area, _RADIUS, stroke=CHOICE, stroke_width=_RING)


def tile_face(drawing: Drawing, area: Area, tile: str, *, ring: bool = False) -> None:
    """A Paradox tile with what it asks for and what it does."""
    size = next(size for size, width in _TILE_SIZES if area.width >= width)
    drawing.rect(*area, 2 * _RADIUS, fill=_TILE, stroke=_TILE_BACK, stroke_width=2)
    if ring:
        drawing.rect(*area, 2 * _RADIUS, stroke=CHOICE, stroke_width=_RING + 1)
    effect = Area(area.x, area.bottom - 1.45 * size, area.width, 1.25 * size)
    lines = wrapped(TILE_TITLES[tile], size, area.width - 4)
    y = (area.y + effect.y - (len(lines) - 1) * _LINE * size) / 2
    for line in lines:
        drawing.text(area.middle[0], y, line, size, fill=_TILE_INK)
        y += _LINE * size
    _draw_effect(drawing, effect, TILES.index(tile), size)


def _draw_effect(drawing: Drawing, area: Area, number: int, size: float) -> None:
    """What a tile (by its number) does to which colours."""
    x, y = area.middle
    chips, step = _effect(number), 2.8 * size
    if number == SEVEN_HALF:
        drawing.text(x, y, "all sevens", size, fill=_TILE_INK)
    if number < SWAPS:
        drawing.text(x, y, "↔", size, fill=_TILE_INK)
        step *= 1.2
    for offset, (colour, words) in zip(spread(len(chips), area.width, step), chips, strict=True):
        field = Area(x + offset - 1.3 * size, area.y, 2.6 * size, area.height)
        chip(drawing, field, colour, words, size, bold=True)


def _effect(number: int) -> list[tuple[str, str]]:
    """Colours that a tile changes: two that change places, or those of a bonus."""
    if number < SWAPS:
        return [(c, short_face(c)) for k, c in enumerate(COLOURS) if k != UNSWAPPED[number]]
    if number == SEVEN_HALF:
        return []
    bonus = BONUS[BONUS_TILES.index(number)]
    return [(c, short_face(c, f"+{half // 2}")) for c, half in zip(COLOURS, bonus, strict=True) if half]


# ---- Signs


def tag(drawing: Drawing, x: float, y: float, words: str, fill: str = DIM) -> float:
    """Words on a rounded ground whose left end is x; gives where the next one may begin."""
    width = text_width(words, SMALL, bold=True) + 12
    drawing.rect(x, y - 9, width, 18, 9, fill=fill)
    drawing.text(x + width / 2, y, words, SMALL, fill=CARD_INK, bold=True)
    return x + width + 4
