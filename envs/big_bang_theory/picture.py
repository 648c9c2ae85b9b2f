"""The table as a picture, as one seat sees it (section 15): wants and tiles in the middle, the seats around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, INK, PANEL, Drawing, spread
from ..core.game import Table
from .draw import points
from .pieces import HUES, SMALL, TILE_TITLES, Area, atom, back, tile_back, tile_face, tile_slot, want_card
from .seats import SEAT_HEIGHT, draw_other_seat, draw_own_seat, tile_cells
from .view import View, in_points
from .words import COLOURS, ROUNDS

_WIDTH, _HEIGHT = 1200, 990
_MARGIN, _GAP = 20, 12
_FULL = _WIDTH - 2 * _MARGIN
_HEADER = Area(_MARGIN, 8, _FULL, 44)

# The upper part: other seats around the middle.
_TOP, _UPPER_HEIGHT = 60, 532
_SIDE = 280
_HALF = (_FULL - _GAP) / 2
_BETWEEN_X, _BETWEEN = _MARGIN + _SIDE + _GAP, _FULL - 2 * (_SIDE + _GAP)
_OTHERS = {
    2: (Area(_MARGIN, _TOP, _FULL, SEAT_HEIGHT),),
    3: (Area(_MARGIN, _TOP, _HALF, SEAT_HEIGHT), Area(_MARGIN + _HALF + _GAP, _TOP, _HALF, SEAT_HEIGHT)),
    4: (
        Area(_MARGIN, _TOP, _SIDE, _UPPER_HEIGHT),
        Area(_BETWEEN_X, _TOP, _BETWEEN, SEAT_HEIGHT),
        Area(_WIDTH - _MARGIN - _SIDE, _TOP, _SIDE, _UPPER_HEIGHT),
    ),
}
"""Areas of the other seats by the number of players, clockwise from the one on the left."""

# The middle, which is as wide as the table unless seats sit on its left and right.
_MIDDLE_Y = _TOP + SEAT_HEIGHT + _GAP
_MIDDLE_HEIGHT = _UPPER_HEIGHT - SEAT_HEIGHT - _GAP
_WANTS_WIDTH, _WIDE_WANTS_WIDTH = 354, 450
_USED_HEIGHT = 90
_BESIDE_X, _BESIDE = _BETWEEN_X + _WANTS_WIDTH + _GAP, _BETWEEN - _WANTS_WIDTH - _GAP
_WING = (_FULL - _WIDE_WANTS_WIDTH) / 2 - 2 * _GAP
_NARROW = (
    Area(_BETWEEN_X, _MIDDLE_Y, _WANTS_WIDTH, _MIDDLE_HEIGHT),
    Area(_BESIDE_X, _MIDDLE_Y, _BESIDE, _MIDDLE_HEIGHT - _USED_HEIGHT),
    Area(_BESIDE_X, _MIDDLE_Y + _MIDDLE_HEIGHT - _USED_HEIGHT, _BESIDE, _USED_HEIGHT),
)
_WIDE = (
    Area((_WIDTH - _WIDE_WANTS_WIDTH) / 2, _MIDDLE_Y, _WIDE_WANTS_WIDTH, _MIDDLE_HEIGHT),
    Area(_MARGIN, _MIDDLE_Y, _WING, _MIDDLE_HEIGHT),
    Area(_WIDTH - _MARGIN - _WING, _MIDDLE_Y, _WING, _MIDDLE_HEIGHT),
)
_MIDDLE = {2: _WIDE, 3: _WIDE, 4: _NARROW}
"""Areas of want cards, tiles and used tiles by the number of players."""

_OWN_Y = _TOP + _UPPER_HEIGHT + _GAP
_OWN = Area(_MARGIN, _OWN_Y, _FULL, _HEIGHT - _OWN_Y - _GAP)

# Inside the middle
_STACK_CARD, _STACK_LIFT = (30, 40), 2
_WANT_Y, _WANT_HEIGHT = 54, 134
_LEAD_Y = 206
_TILE_TITLE, _MOST_TILE_HEIGHT = 26, 96
_OWNER = 8.5
"""Radius of the badge of the seat that laid a tile."""
_RESULT_Y, _RESULT_ROW = 40, 50
_CHAOS_TILES = 2
"""Most tiles in the middle of a chaotic game."""


def draw_picture(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    """The position as `seat` sees it, with it at the bottom; None shows everything, seat 0 at the bottom."""
    view = View(position, seat, table)
    drawing = Drawing(_WIDTH, _HEIGHT, f"{table.game.title}: round {position['round']}, {view.turn()}", legal)
    _draw_header(drawing, view)
    _draw_middle(drawing, view)
    first = seat or 0
    for distance, area in enumerate(_OTHERS[table.num_players], start=1):
        draw_other_seat(drawing, view, (first + distance) % table.num_players, area)
    draw_own_seat(drawing, view, first, _OWN)
    return drawing


def _draw_header(drawing: Drawing, view: View) -> None:
    x, y = _HEADER.middle
    atom(drawing, _HEADER.x + 18, y, 18)
    drawing.text(_HEADER.x + 46, y, "The Big Bang Theory", 24, fill=BRIGHT, bold=True, anchor="start")
    drawing.text(x - 90, y, f"round {view['round']} of {ROUNDS}", 18, anchor="end")
    for number, offset in enumerate(spread(ROUNDS, 110, 22), start=1):
        drawing.circle(x - 20 + offset, y, 7, fill=CHOICE if number <= view["round"] else PANEL, stroke=EDGE)
    drawing.text(_HEADER.right, y, view.turn(), 18, fill=CHOICE, bold=True, anchor="end", fit=_FULL / 2 - 80)


def _draw_middle(drawing: Drawing, view: View) -> None:
    wants, tiles, used = _MIDDLE[view.table.num_players]
    if view.over:
        _draw_result(drawing, view, wants)
    else:
        _draw_wants(drawing, view, wants)
        _draw_tiles(drawing, view, tiles)
    _draw_used_tiles(drawing, view, used)


# ---- Want cards


def _draw_wants(drawing: Drawing, view: View, area: Area) -> None:
    width = area.width / len(COLOURS)
    for place, colour in enumerate(COLOURS):
        column = area._replace(x=area.x + place * width, width=width)
        _draw_want_stack(drawing, view, column, colour)
        card = Area(column.x + 6, column.y + _WANT_Y, width - 12, _WANT_HEIGHT)
        want_card(drawing, card, colour, view["want_now"][colour])
        _draw_lead(drawing, view, column, colour)
        boxed = " ".join(map(str, view["want_box"][colour]))
        if boxed:
            drawing.text(column.middle[0], column.bottom - 10, f"boxed {boxed}", SMALL, fill=DIM)


def _draw_want_stack(drawing: Drawing, view: View, column: Area, colour: str) -> None:
    """The cards face down: their number, and the values, whose order nobody knows."""
    stack = view["want_stacks"][colour]
    if not stack:
        drawing.text(column.middle[0], column.y + 22, "last one", 12, fill=DIM)
        return
    x, y = column.x + 8, column.y + 2
    for depth in range(min(3, len(stack)), 0, -1):
        lift = _STACK_LIFT * (depth - 1)
        back(drawing, Area(x - lift, y + lift, *_STACK_CARD), len(stack) if depth == 1 else "", fill=HUES[colour])
    order, word = (stack, "next") if view.seat is None else (sorted(stack), "left")
    drawing.text(x + 36, y + 12, word, SMALL, fill=DIM, anchor="start")
    drawing.text(x + 36, y + 29, " ".join(map(str, order)), 13, anchor="start")


def _draw_lead(drawing: Drawing, view: View, column: Area, colour: str) -> None:
    """Who is ahead in a colour, as far as the observer knows the tiles."""
    x, y = column.middle[0], column.y + _LEAD_Y
    best = view.leaders(colour)
    if not best:
        drawing.text(x, y, "no card yet", 13, fill=DIM)
        return
    total = in_points(view.totals[colour][best[0]])
    if len(best) == 1:
        drawing.seat_badge(x - 38, y, 12, best[0])
        drawing.text(x - 22, y, f"leads: {total}", 14, fill=BRIGHT, bold=True, anchor="start")
    else:
        drawing.text(x, y, f"tie at {total}", 14, fill=INK, bold=True)


def _draw_result(drawing: Drawing, view: View, area: Area) -> None:
    """The seats by rank."""
    drawing.text(area.middle[0], area.y + 16, "Final result", 22, fill=BRIGHT, bold=True)
    for line, s in enumerate(sorted(range(view.table.num_players), key=lambda s: (view.ranks[s], s))):
        row = Area(area.x, area.y + _RESULT_Y + _RESULT_ROW * line, area.width, _RESULT_ROW - 6)
        y = row.middle[1]
        drawing.rect(*row, 8, fill=PANEL, stroke=CHOICE if view.ranks[s] == 0 else EDGE, stroke_width=2)
        drawing.text(row.x + 24, y, f"{view.ranks[s] + 1}.", 20, fill=BRIGHT, bold=True)
        drawing.seat_badge(row.x + 62, y, 14, s)
        drawing.text(row.x + 84, y, f"{points(view.position, s)} points", 20, fill=BRIGHT, bold=True, anchor="start")
        drawing.text(row.right - 12, y, f"cards left: {len(view['hands'][s])}", 14, fill=DIM, anchor="end")


# ---- Paradox tiles


def _draw_tiles(drawing: Drawing, view: View, area: Area) -> None:
    """The tiles in the middle, and the stack of a chaotic game."""
    paradox = view["variants"]["paradox"]
    words = "no Paradox tiles" if paradox == "none" else "Paradox tiles in the middle"
    drawing.text(area.middle[0], area.y + 12, words, 13, fill=DIM if paradox == "none" else INK)
    if paradox == "none":
        return
    cells = tile_cells(area._replace(y=area.y + _TILE_TITLE, height=area.height - _TILE_TITLE), _MOST_TILE_HEIGHT)
    if paradox == "chaos":
        _draw_tile_stack(drawing, view, cells.pop(0))
    for cell in cells[: _CHAOS_TILES if paradox == "chaos" else view.table.num_players]:
        tile_slot(drawing, cell)
    for cell, (owner, tile) in zip(cells, view["activated"], strict=False):
        if view.sees_tile(owner):
            tile_face(drawing, cell, tile)
        else:
            tile_back(drawing, cell)
        if owner is not None:
            drawing.seat_badge(cell.x + _OWNER, cell.bottom - _OWNER, _OWNER, owner)


def _draw_tile_stack(drawing: Drawing, view: View, cell: Area) -> None:
    width, height, lift = cell.width - 6, cell.height - 6, 3
    with drawing.place("second tile") as can:
        for depth in (2, 1):
            tile_back(drawing, Area(cell.x + depth * lift, cell.y + (2 - depth) * lift, width, height))
        top = Area(cell.x, cell.y + 2 * lift, width, height)
        tile_back(drawing, top, f"stack {len(view['tile_stack'])}", ring=can)


def _draw_used_tiles(drawing: Drawing, view: View, area: Area) -> None:
    """What was revealed in earlier rounds; with everything face up also what lies in stack and box."""
    lists = {"tiles used": view["tiles_used"]}
    if view.seat is None:
        lists |= {"stack": view["tile_stack"], "in the box": view["tile_box"]}
    size = SMALL if area.width < _WING else 13
    y = area.y + 14
    for name, tiles in lists.items():
        if tiles:
            titles = ", ".join(TILE_TITLES[tile].replace(" + ", "+").replace(" = ", "=") for tile in tiles)
            y = drawing.paragraph(area.x, y, f"{name}: {titles}", area.width, size, fill=DIM)
