"""The middle of the picture: the jump gate, the card piles beside it, and the ring of planets with their piles."""

from __future__ import annotations

from typing import Any

from ..core.drawing import (
    BRIGHT,
    CARD,
    CARD_INK,
    CHOICE,
    DIM,
    EDGE,
    GROUND,
    INK,
    PANEL,
    SEAT_COLOURS,
    spread,
    text_width,
)
from .draw import is_open, is_shown, last_seen
from .pieces import card_back, chip, coordinate, seat_row, ship, station, tile, tile_back
from .view import View
from .words import CARDS, COLOURS, FACES

HALF_HEIGHT = 280
"""From the middle of the gate to the upper and lower edge of the ring."""

_PLANETS = ((-76, -206), (290, -154), (368, 0), (290, 154), (76, 206), (-290, 154), (-368, 0), (-290, -154))
"""Where the planets lie, slot by slot, from the middle of the gate."""
_RIGHT = range(4)
"""Slots whose piles lie to the right of their planets."""
_RADIUS = 62
_GROUNDS = ("#37507a", "#6a3f52", "#3f6158", "#6b5836", "#4b4478", "#2f6270")
"""Colours of the planets' grounds, which mean nothing: names tell the planets apart."""

_STARS = (
    (-560, -250, 1.6), (-430, -262, 1.1), (-330, -250, 2), (-545, -160, 1.1), (-215, -225, 1.3), (-200, -120, 1.8),
    (245, -262, 1.2), (360, -250, 1.8), (470, -262, 1.1), (570, -235, 2), (548, -150, 1.2), (195, -150, 1.2),
    (-570, 150, 1.3), (-548, 240, 2), (-400, 262, 1.2), (-300, 250, 1.7), (-205, 140, 1.2), (-190, 240, 1.1),
    (210, 250, 1.9), (330, 262, 1.2), (420, 255, 1.6), (555, 170, 1.8), (540, 262, 1.1), (200, 130, 1.7),
)  # fmt: skip
"""The sky where nothing lies: place from the middle of the gate, radius."""

_PLATE, _PLATE_HEIGHT, _GAP = 146, 148, 8
"""The plate beside a planet with its name and its pile."""
_TILE, _TILE_STEP, _ACROSS = 24, 26, 4
"""Tiles of a pile that are face up: size, distance, how many in a row."""
_RESERVED, _RESERVED_STEP = 22, 25
_PILE = (36, 52)
_NAME_ROW, _PILE_TOP, _NOTE_ROW, _RESERVED_ROW = 15, 28, 93, 131
"""From the upper edge of a plate to what lies on it."""

_GATE_ACROSS, _GATE_DOWN = 162, 120
_GATE_GROUND, _GATE_GLOW = "#131c38", "#6f86d6"
_STACK_STEP, _CHIP_HEIGHT = 56, 3
_CARD_PILE = 242
"""From the middle of the gate to the middle of the draw pile, and to that of the discard pile."""
_DISCARD_STEP, _DISCARD_ROW = 18, 25


def draw_board(view: View, x: float, y: float) -> None:
    """Gate, card piles and planets around the middle (x, y)."""
    drawing = view.drawing
    with drawing.group(x, y):
        for star_x, star_y, radius in _STARS:
            drawing.circle(star_x, star_y, radius, fill=DIM, opacity=0.5)
        drawing.polygon(_PLANETS, stroke=EDGE, stroke_width=3, dash="2 9", stroke_linecap="round")
        _gate(view)
        _draw_pile(view)
        _discard_pile(view)
        for slot, place in enumerate(_PLANETS):
            with drawing.group(*place):
                _plate(view, slot)
                _planet(view, slot)


# ---- The gate and the card piles


def _gate(view: View) -> None:
    drawing = view.drawing
    for more, colour, width in ((12, PANEL, 10), (4, EDGE, 4)):
        drawing.ellipse(0, 0, _GATE_ACROSS + more, _GATE_DOWN + more, stroke=colour, stroke_width=width)
    drawing.ellipse(0, 0, _GATE_ACROSS, _GATE_DOWN, fill=_GATE_GROUND, stroke=_GATE_GLOW, stroke_width=2)
    for share in (0.35, 0.6, 0.82):
        drawing.ellipse(0, 0, share * _GATE_ACROSS, share * _GATE_DOWN, stroke=_GATE_GLOW, stroke_width=2, opacity=0.16)
    drawing.text(0, -100, "JUMP GATE", 14, fill=DIM, bold=True)
    waiting = [seat for seat, slot in enumerate(view.position["ships"]) if slot is None]
    for offset, seat in zip(spread(len(waiting), 200, 40), waiting, strict=True):
        ship(drawing, offset, -70, seat)
    seats = (view.bottom, *view.others)
    for offset, seat in zip(spread(len(seats), 4 * _STACK_STEP, _STACK_STEP), seats, strict=True):
        _probes(view, seat, offset)


def _probes(view: View, seat: int, x: float) -> None:
    """A seat's probes on the gate, with their number and the points they bring now."""
    drawing, count, foot = view.drawing, view.position["gate"][seat], 30
    for number in range(count):
        chip(drawing, x, foot - number * _CHIP_HEIGHT, SEAT_COLOURS[seat], 20)
    drawing.text(x, foot - count * _CHIP_HEIGHT - 16, count, 22, fill=BRIGHT, bold=True)
    drawing.seat_badge(x, foot + 22, 11, seat)
    drawing.text(x, foot + 44, f"{view.points(seat)['gate']} pts", 13, fill=INK)


def _draw_pile(view: View) -> None:
    drawing, width, height = view.drawing, 68, 94
    with drawing.group(-_CARD_PILE, 0), drawing.place("top up", "draw") as can:
        for lift in (6, 3, 0):
            card_back(drawing, -width / 2 - lift, -height / 2 - lift, width, height)
        if can:
            drawing.rect(-width / 2 - 10, -height / 2 - 10, width + 14, height + 14, 10, stroke=CHOICE, stroke_width=4)
        drawing.text(0, 0, len(view.position["draw"]), 26, fill=BRIGHT, bold=True)
        drawing.text(0, height / 2 + 16, "draw pile", 13, fill=DIM)


def _discard_pile(view: View) -> None:
    """The discarded cards, face up: how often each symbol lies there."""
    drawing, discard = view.drawing, view.position["discard"]
    deck = [code for code, copies in zip(CARDS, view.table.components.cards, strict=True) if copies]
    faces = [face for face in FACES if any(face in code for code in deck)]
    width, height = 116, 94
    with drawing.group(_CARD_PILE, 0):
        drawing.rect(-width / 2, -height / 2, width, height, 8, fill=CARD if discard else PANEL, stroke=EDGE)
        ink = CARD_INK if discard else DIM
        for column, face in enumerate(faces):
            drawing.text(-22 + column * _DISCARD_STEP, -36, face, 12, fill=ink, bold=True)
        for row, colour in enumerate(COLOURS):
            y = -14 + row * _DISCARD_ROW
            coordinate(drawing, -43, y, 8, colour)
            for column, face in enumerate(faces):
                count = sum(colour + face in (code[:2], code[2:]) for code in discard)
                drawing.text(-22 + column * _DISCARD_STEP, y, count or "·", 12, fill=ink)
        drawing.text(0, height / 2 + 16, f"discarded: {len(discard)}", 13, fill=DIM)


# ---- A planet


def _planet(view: View, slot: int) -> None:
    drawing, planet = view.drawing, view.position["planets"][slot]
    with drawing.place(*view.actions_on(slot)) as can:
        _globe(view, planet)
        coordinate(drawing, -27, -26, 18, "B", planet["jump"])
        coordinate(drawing, 27, -26, 18, "G", planet["scan"])
        for x, value in zip((-36, 36), planet["land"], strict=True):
            coordinate(drawing, x, 14, 15, "O", value)
        drawing.circle(0, 14, 19, fill=GROUND, stroke=BRIGHT, stroke_width=1.5, dash="3 3")
        if planet["station"] is not None:
            station(drawing, 0, 14, 18, planet["station"])
        if slot == view.position["target"]:
            drawing.circle(0, 0, _RADIUS + 5, stroke=BRIGHT, stroke_width=4, dash="10 6")
        if can:
            drawing.circle(0, 0, _RADIUS + 3, stroke=CHOICE, stroke_width=4)
        landed = [seat for seat, ship_slot in enumerate(view.position["ships"]) if ship_slot == slot]
        for offset, seat in zip(spread(len(landed), 112, 30), landed, strict=True):
            ship(drawing, offset, 50, seat)


def _globe(view: View, planet: dict[str, Any]) -> None:
    """The planet itself; the same one looks the same in every game."""
    drawing = view.drawing
    row = [known.name for known in view.table.components.planets].index(planet["name"])
    drawing.circle(0, 0, _RADIUS, fill=_GROUNDS[row % len(_GROUNDS)])
    if row < len(_GROUNDS):
        for y, reach in ((-44, 42), (36, 48)):
            drawing.line(-reach, y, reach, y, stroke=BRIGHT, stroke_width=5, opacity=0.12, stroke_linecap="round")
    else:
        for x, y, radius in ((-6, -50, 6), (44, -4, 8), (-46, -6, 5), (14, 46, 7), (-24, 42, 4)):
            drawing.circle(x, y, radius, fill=GROUND, opacity=0.25)
    with drawing.group(turn=35, scale=_RADIUS):
        drawing.path("M0 -1 A1 1 0 0 1 0 1 A1.3 1.3 0 0 0 0 -1 Z", fill=GROUND, opacity=0.35)
    drawing.circle(0, 0, _RADIUS, stroke=GROUND, stroke_width=3)


# ---- The plate beside a planet


def _plate(view: View, slot: int) -> None:
    """Name, pile, what is known of it, and reserved tiles."""
    drawing, planet = view.drawing, view.position["planets"][slot]
    top = -_PLATE_HEIGHT / 2
    width = _RADIUS + _GAP + _PLATE + _GAP
    left = _RADIUS + _GAP if slot in _RIGHT else -_RADIUS - _GAP - _PLATE
    drawing.rect(0 if slot in _RIGHT else -width, top, width, _PLATE_HEIGHT, 14, fill=PANEL, stroke=EDGE)
    with drawing.group(left, top):
        drawing.text(_PLATE / 2, _NAME_ROW, f"{slot} · {planet['name']}", 14, fill=BRIGHT, bold=True, fit=_PLATE)
        _pile(view, slot)
        if is_shown(view.position, slot, view.seat):
            _contents(view, slot, planet["pile"], remembered=False)
        else:
            _contents(view, slot, last_seen(planet, view.bottom)[0], remembered=True)
        _note(view, slot)
        if planet["station"] is None:
            _reserved(view, planet["takes"])


def _pile(view: View, slot: int) -> None:
    """The pile with the number of its tiles."""
    drawing, planet = view.drawing, view.position["planets"][slot]
    count = len(planet["pile"])
    with drawing.place(*(("scan", "discover") if slot == view.here else ())) as can:
        drawing.rect(0, _PILE_TOP, *_PILE, 6, fill=GROUND, stroke=CHOICE if can else EDGE, stroke_width=4 if can else 1)
        for number in range(min(count, 3)):
            x, y = _PILE[0] / 2 - number, _PILE_TOP + 38 - 2 * number
            if is_open(planet):
                tile(drawing, x, y, 22, "space")
            else:
                tile_back(drawing, x, y, 22)
        drawing.text(_PILE[0] / 2, _PILE_TOP + 11, count, 17, fill=BRIGHT, bold=True)


def _contents(view: View, slot: int, tiles: list[str], *, remembered: bool) -> None:
    """Tiles of a pile side by side, as it is or as it is remembered."""
    drawing, left = view.drawing, _PILE[0] + 4
    width, height = _PLATE - left, _PILE[1]
    style = {"dash": "4 3"} if remembered else {"stroke_width": 1.5}
    drawing.rect(left, _PILE_TOP, width, height, 6, fill=GROUND, stroke=DIM if tiles else EDGE, **style)
    for number, name in enumerate(tiles):
        row, column = divmod(number, _ACROSS)
        x, y = left + 14 + column * _TILE_STEP, _PILE_TOP + 13.5 + row * (_TILE + 1)
        with drawing.place(*((f"take {name}",) if slot == view.here else ())) as can:
            tile(drawing, x, y, _TILE, name)
            if can:
                drawing.rect(x - _TILE / 2, y - _TILE / 2, _TILE, _TILE, 4, stroke=CHOICE, stroke_width=2)
    if not tiles:
        drawing.text(left + width / 2, _PILE_TOP + height / 2, "never seen" if remembered else "empty", 12, fill=DIM)


def _note(view: View, slot: int) -> None:
    """What the tiles beside the pile mean, and whose chips go with these words."""
    planet = view.position["planets"][slot]
    words, seats = "face up for you", []
    if planet["blind"] is not None:
        words, seats = "in vain by", [planet["blind"]]
    elif is_open(planet):
        words = "no points left"
    elif not is_shown(view.position, slot, view.seat):
        seen, seats = last_seen(planet, view.bottom)
        if seen:
            words = "since" if seats else "as last seen"
        elif planet["station"] is not None:
            words = "taken"
        else:
            words, seats = ("reserved" if seats else ""), []
    elif view.seat is None:
        words = "face down"
    if words:
        view.drawing.text(0, _NOTE_ROW, words, 12, fill=DIM, anchor="start")
    start = text_width(words, 12) + 6
    seat_row(view.drawing, start, _NOTE_ROW, _PLATE - start, seats)


def _reserved(view: View, takes: list[tuple[int, str]]) -> None:
    """Reserved tiles under the probes of who took them, own ones face up."""
    drawing = view.drawing
    offsets = spread(len(takes), _PLATE - _RESERVED, _RESERVED_STEP)
    for offset, (seat, name) in zip(offsets, takes, strict=True):
        x, y = offset - offsets[0] + _RESERVED / 2, _RESERVED_ROW
        if view.is_face_up(seat):
            tile(drawing, x, y, _RESERVED, name)
        else:
            tile_back(drawing, x, y, _RESERVED)
        drawing.seat_badge(x, y - 17, 9, seat)
