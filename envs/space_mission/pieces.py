"""What lies on the table, piece by piece: coordinates, cards, tiles, ships, stations, probes."""

from __future__ import annotations

from collections.abc import Iterable

from ..core.drawing import BACK, CARD, CARD_INK, DIM, EDGE, GROUND, SEAT_COLOURS, Drawing, around, spread, text_width

SMALLEST_WORDS = 11
_WHITE = "#ffffff"
_RED, _PURPLE, _GREEN, _BLUE, _BROWN = "#c8352b", "#8a3fb0", "#237a48", "#2459c4", "#85552a"
_WATER, _GOLD, _SPACE, _STAR = "#1f86b8", "#e9b92e", "#252c48", "#cdd6f5"

_COORDINATES = {"B": ("#2f6fde", _WHITE), "G": ("#1f8a54", _WHITE), "O": ("#f08a24", CARD_INK)}
"""Colours of the circle that jumps, the shield that scans and the triangle that lands, and of the number on it."""

_TILE_LOOKS = {
    "mineral red": ("gem", _RED, "R"),
    "mineral purple": ("gem", _PURPLE, "P"),
    "mineral green": ("gem", _GREEN, "G"),
    "mineral blue": ("gem", _BLUE, "B"),
    "alien brown": ("head", _BROWN, "Br"),
    "alien blue": ("head", _BLUE, "Bl"),
    "matter green": ("atom", _GREEN, "G"),
    "matter blue": ("atom", _BLUE, "B"),
    "water": ("drop", _WATER, ""),
    "medal": ("medal", _GOLD, ""),
    "space": ("void", _SPACE, ""),
}
"""Shape, colour and letters of each tile."""
_UNIT = 24
"""Size of a tile in whose measure its shapes are given."""
_BACK_LINE = "#c77f8a"

_GEM = ((-5, -10), (5, -10), (10.5, -3), (0, 11), (-10.5, -3))
_RIBBON = ((-6, -11), (6, -11), (3, -2), (-3, -2))
_DROP = "M0 -11 C4 -5 8 -1 8 4 A8 7.5 0 0 1 -8 4 C-8 -1 -4 -5 0 -11 Z"
_SHIELD = "M-1 -0.85 Q-0.4 -0.85 0 -1.05 Q0.4 -0.85 1 -0.85 V0.1 Q0.95 0.8 0 1.1 Q-0.95 0.8 -1 0.1 Z"
_SHIP = "M0 -17 C6 -11 8 -4 8 4 L13 13 H-13 L-8 4 C-8 -4 -6 -11 0 -17 Z"
_STARS = ((-6, -6), (5, -3), (-2, 4), (7, 7), (-8, 8), (1, -9))


def coordinate(drawing: Drawing, x: float, y: float, radius: float, colour: str, value: object = None) -> None:
    """A coordinate by its middle: blue circle B (jump), green shield G (scan), orange triangle O (landing).

    Without a value it stands for the colour alone.
    """
    fill, ink = _COORDINATES[colour]
    down = 0.0
    if colour == "B":
        drawing.circle(x, y, radius, fill=fill, stroke=_WHITE, stroke_width=1.5)
    elif colour == "G":
        with drawing.group(x, y, scale=radius):
            drawing.path(_SHIELD, fill=fill, stroke=_WHITE, stroke_width=1.5 / radius)
    else:
        corners = ((x, y - 1.15 * radius), (x + 1.2 * radius, y + 0.95 * radius), (x - 1.2 * radius, y + 0.95 * radius))
        drawing.polygon(corners, fill=fill, stroke=_WHITE, stroke_width=1.5)
        down = 0.25 * radius
    if value is not None:
        drawing.text(x, y + down, value, max(1.2 * radius, SMALLEST_WORDS), fill=ink, bold=True)


# ---- Cards


def card(drawing: Drawing, x: float, y: float, width: float, height: float, code: str) -> None:
    """A card's face by its upper left corner: two symbols, side by side on a card that is wider than high."""
    drawing.rect(x, y, width, height, min(width, height) / 9, fill=CARD, stroke=CARD_INK)
    flat = width > height
    radius = 0.28 * height if flat else 0.2 * height
    for number in (0, 1):
        share = (2 * number + 1) / 4
        middle = (x + width * share, y + height / 2) if flat else (x + width / 2, y + height * (0.06 + 0.88 * share))
        coordinate(drawing, *middle, radius, *code[2 * number : 2 * number + 2])


def card_back(drawing: Drawing, x: float, y: float, width: float, height: float) -> None:
    """A card that lies face down, by its upper left corner."""
    drawing.rect(x, y, width, height, width / 9, fill=BACK, stroke=CARD)
    inset = width / 8
    drawing.rect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, width / 12, stroke=_BACK_LINE)


# ---- Tiles


def tile(drawing: Drawing, x: float, y: float, size: float, name: str) -> None:
    """A tile that lies face up, by its middle; its shape tells the kind, letters the colour."""
    shape, colour, letters = _TILE_LOOKS[name]
    with drawing.group(x, y, scale=size / _UNIT):
        half = _UNIT / 2
        ground = _SPACE if shape == "void" else CARD
        drawing.rect(-half, -half, _UNIT, _UNIT, 4, fill=ground, stroke=DIM if shape == "void" else CARD_INK)
        _SHAPES[shape](drawing, colour)
    if letters:
        down = -0.08 * size if shape == "gem" else 0.02 * size
        drawing.text(x, y + down, letters, max(0.48 * size, SMALLEST_WORDS), fill=_WHITE, bold=True)


def _gem(drawing: Drawing, colour: str) -> None:
    drawing.polygon(_GEM, fill=colour)


def _head(drawing: Drawing, colour: str) -> None:
    for side in (-1, 1):
        drawing.line(3 * side, -5, 7 * side, -9.5, stroke=colour, stroke_width=1.5)
        drawing.circle(7 * side, -9.5, 1.6, fill=colour)
    drawing.ellipse(0, 1, 10.5, 8.5, fill=colour)


def _atom(drawing: Drawing, colour: str) -> None:
    for turn in (-35, 35):
        with drawing.group(turn=turn):
            drawing.ellipse(0, 0, 11, 4.5, stroke=colour, stroke_width=1.4)
    drawing.circle(0, 0, 7, fill=colour)


def _drop(drawing: Drawing, colour: str) -> None:
    drawing.path(_DROP, fill=colour)
    drawing.path("M-4 4 A4.5 4 0 0 0 0 8", stroke=_WHITE, stroke_width=1.5)


def _medal(drawing: Drawing, colour: str) -> None:
    drawing.polygon(_RIBBON, fill=_RED)
    drawing.circle(0, 3.5, 7.5, fill=colour, stroke=CARD_INK, stroke_width=0.8)
    drawing.polygon(star(0, 3.5, 5), fill=CARD)


def _void(drawing: Drawing, colour: str) -> None:
    for x, y in _STARS:
        drawing.circle(x, y, 1.1, fill=_STAR)


_SHAPES = {"gem": _gem, "head": _head, "atom": _atom, "drop": _drop, "medal": _medal, "void": _void}


def tile_back(drawing: Drawing, x: float, y: float, size: float) -> None:
    """A tile that lies face down, by its middle."""
    drawing.rect(x - size / 2, y - size / 2, size, size, size / 6, fill=BACK, stroke=CARD)
    drawing.circle(x, y, size / 5, stroke=_BACK_LINE)


def counted_tiles(drawing: Drawing, x: float, y: float, size: float, counts: Iterable[tuple[str, int]]) -> float:
    """Tiles in a row, each with its number beside it, from x on; gives the x after them."""
    words = 0.55 * size
    for name, count in counts:
        tile(drawing, x + size / 2, y, size, name)
        number = f"×{count}"
        drawing.text(x + 1.1 * size, y, number, words, anchor="start")
        x += 1.25 * size + text_width(number, words)
    return x


# ---- Chips and ships


def ship(drawing: Drawing, x: float, y: float, seat: int) -> None:
    """A seat's spaceship by its middle."""
    with drawing.group(x, y):
        drawing.path("M-4 13 L0 19 L4 13 Z", fill=_GOLD)
        drawing.path(_SHIP, fill=SEAT_COLOURS[seat], stroke=GROUND, stroke_width=1.5)
        drawing.text(0, 3, seat, 13, fill=CARD_INK, bold=True)


def station(drawing: Drawing, x: float, y: float, radius: float, seat: int | None) -> None:
    """A seat's station by its middle: a wheel with four arms; in plain metal for no seat in particular."""
    colour = DIM if seat is None else SEAT_COLOURS[seat]
    for turn in (45, 135):
        with drawing.group(x, y, turn=turn):
            drawing.rect(-radius, -radius / 5, 2 * radius, 2 * radius / 5, 2, fill=colour)
    drawing.circle(x, y, 0.72 * radius, fill=colour, stroke=GROUND, stroke_width=1.5)
    if seat is not None:
        drawing.text(x, y, seat, max(0.85 * radius, SMALLEST_WORDS), fill=CARD_INK, bold=True)


def chip(drawing: Drawing, x: float, y: float, colour: str, across: float = 17) -> None:
    """A chip that lies flat, by its middle."""
    drawing.ellipse(x, y, across, 0.38 * across, fill=colour, stroke=GROUND, stroke_width=1.2)


def seat_row(drawing: Drawing, x: float, y: float, width: float, seats: Iterable[int]) -> None:
    """Probes of these seats side by side, from x on."""
    seats = list(seats)
    radius, step = 9, 20
    offsets = spread(len(seats), width - 2 * radius, step)
    for offset, seat in zip(offsets, seats, strict=True):
        drawing.seat_badge(x + radius + offset - offsets[0], y, radius, seat)


def star(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """The corners of a five-pointed star around a middle."""
    return tuple(around(corner, 10, x, y, (0.45 if corner % 2 else 1) * radius) for corner in range(10))


def starter_mark(drawing: Drawing, x: float, y: float) -> None:
    """The star of who plays first in each round."""
    drawing.polygon(star(x, y, 9), fill=_GOLD, stroke=EDGE)
