"""The wooden pieces, the glass stones and the die, as a drawing shows them."""

from __future__ import annotations

from ..core.drawing import BRIGHT, CARD, CARD_INK, CHOICE, DIM, SEAT_COLOURS, Drawing, around

STONE, RING = 14, 17
"""Radius of a stone, and of the ring that a marker lays around it."""
FIGURE = 24
"""Width of an astronaut and a little air."""
SPENT = "#4d5884"
"""What remains of a comet that was used."""

_STONE_COLOURS = {"blue": "#2b6fe8", "green": "#58cf95", "red": "#c92a3a"}
_LETTER_COLOURS = {"blue": BRIGHT, "green": CARD_INK, "red": BRIGHT}
_RING_WIDTH, _BADGE, _BADGE_EDGE, _BADGE_AT = 4, 8.5, 1.5, (12, 13)
_DARK, _GLOW = "#020409", "#8f7ad6"
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face are, from the middle, in steps across and down."""
_PIP, _PIP_STEP = 0.095, 0.27
"""Radius of a pip and steps between them, as parts of the die's side."""
_POINTS_OF_STAR = 5


def draw_stone(drawing: Drawing, x: float, y: float, colour: str, marker: int | None = None) -> None:
    """A glass stone with its letter, bare or in the ring of a marker colour, whose number stands beside it."""
    drawing.circle(x, y, STONE, fill=_STONE_COLOURS[colour])
    drawing.ellipse(x, y - STONE / 2, STONE / 2, STONE / 4, fill=BRIGHT, opacity=0.3)
    drawing.text(x, y, colour[0].upper(), STONE, fill=_LETTER_COLOURS[colour], bold=True)
    if marker is not None:
        drawing.circle(x, y, RING, stroke=SEAT_COLOURS[marker], stroke_width=_RING_WIDTH)
        across, down = _BADGE_AT
        drawing.circle(x + across, y + down, _BADGE + _BADGE_EDGE, fill=CARD_INK)
        drawing.seat_badge(x + across, y + down, _BADGE, marker)


def draw_astronaut(drawing: Drawing, x: float, y: float, seat: int) -> None:
    """A figure whose feet stand at (x, y), 32 high and 22 wide, in the seat's colour and with its number."""
    colour = SEAT_COLOURS[seat]
    with drawing.group(x, y):
        drawing.rect(-11, -18, 22, 18, radius=6, fill=colour, stroke=CARD_INK)
        drawing.circle(0, -23, 9, fill=colour, stroke=CARD_INK)
        drawing.ellipse(0, -23, 6, 4.5, fill=CARD_INK)
        drawing.text(0, -8, seat, 14, fill=CARD_INK, bold=True)


def draw_comet(drawing: Drawing, x: float, y: float, size: float, fill: str = CHOICE) -> None:
    """A comet around (x, y), about `size` from head to tail."""
    with drawing.group(x, y, turn=-35, scale=size / 10):
        drawing.polygon(((-3, -2.4), (6, 0), (-3, 2.4)), fill=fill, opacity=0.4)
        drawing.polygon(((-3, -1.4), (4, 0), (-3, 1.4)), fill=fill, opacity=0.7)
        drawing.circle(-3, 0, 2.4, fill=fill)


def draw_die(drawing: Drawing, x: float, y: float, side: float, face: int) -> None:
    """A die by its upper left corner; a blank one (0) has not been rolled."""
    drawing.rect(x, y, side, side, radius=side / 6, fill=CARD if face else DIM)
    middle, step = side / 2, side * _PIP_STEP
    for across, down in _PIPS.get(face, ()):
        drawing.circle(x + middle + step * across, y + middle + step * down, side * _PIP, fill=CARD_INK)


def draw_pips(drawing: Drawing, x: float, y: float, step: float, marker: int, supply: int, removed: int) -> None:
    """Markers beside a seat from x on: those in supply full, those out of the game crossed out."""
    radius = step * 0.4
    for number in range(supply + removed):
        middle = x + step * number
        if number < supply:
            drawing.circle(middle, y, radius, fill=SEAT_COLOURS[marker])
        else:
            drawing.line(middle - radius, y - radius, middle + radius, y + radius, stroke=DIM, stroke_width=2)
            drawing.line(middle - radius, y + radius, middle + radius, y - radius, stroke=DIM, stroke_width=2)


def draw_hole(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """A dark disc in a glow."""
    for part, opacity in ((1, 0.25), (0.95, 0.45), (0.9, 0.9)):
        drawing.circle(x, y, radius * part, stroke=_GLOW, stroke_width=3, opacity=opacity)
    drawing.circle(x, y, radius * 0.9, fill=_DARK)


def draw_star(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """A star for who has won."""
    corners = 2 * _POINTS_OF_STAR
    reach = (radius, radius / 2)
    drawing.polygon([around(n, corners, x, y, reach[n % 2]) for n in range(corners)], fill=CHOICE)
