"""The edge of the picture: what lies before each seat, and the count at the end."""

from __future__ import annotations

from ..core.drawing import BRIGHT, CARD, CHOICE, DIM, EDGE, GROUND, INK, PANEL, SEAT_COLOURS, spread, text_width
from .pieces import card, card_back, chip, counted_tiles, starter_mark, station, tile, tile_back
from .view import KINDS, View
from .words import HAND, POINT_TILES

COVERED_HEIGHT, OPEN_HEIGHT, OWN_HEIGHT = 88, 152, 182

_WIDEST, _GAP = 380, 10
"""The most a panel of another seat takes, and the space between two of them."""
_SMALL_CARD = (46, 30)
_CARD, _CARD_STEP = (78, 116), 85
_OWN_HAND, _OWN_TILES = 262, 698
"""From the left edge of the own area to the hand, and to the tiles."""
_OWN_TILE, _TYPE_STEP = 32, 36
_TOP_ROW, _ROW, _COUNT_TILE = 40, 40, 24
_COLUMNS = {"gate": 196, "station": 284, "mineral": 368, "alien": 640, "matter": 786, "water": 918, "medal": 1008}
"""From the left edge of the count at the end to its columns."""
_RANKS = ("1st", "2nd", "3rd", "4th", "5th")


# ---- The other seats


def draw_others(view: View, x: float, y: float, width: float) -> None:
    """The other seats side by side, clockwise, from the upper left corner of the area."""
    count = len(view.others)
    each = min(_WIDEST, (width - _GAP * (count - 1)) / count)
    for offset, seat in zip(spread(count, width, each + _GAP), view.others, strict=True):
        with view.drawing.group(x + width / 2 + offset - each / 2, y):
            _other(view, seat, each)


def _other(view: View, seat: int, width: float) -> None:
    drawing, height = view.drawing, OPEN_HEIGHT if view.is_face_up(seat) else COVERED_HEIGHT
    _frame(view, seat, width, height)
    _heading(view, seat, width)
    _stock(view, seat, 12, 51, (width - 24) / 4)
    if not view.is_face_up(seat):
        return
    for number, code in enumerate(view.position["hands"][seat]):
        card(drawing, 12 + number * (_SMALL_CARD[0] + 6), 81, *_SMALL_CARD, code)
    held = [(name, count) for name, count in view.tiles(seat, "") if count]
    for offset, (name, count) in zip(spread(len(held), width - 48, 36), held, strict=True):
        tile(drawing, width / 2 + offset, 125, 22, name)
        drawing.text(width / 2 + offset, 143, f"×{count}", 11)


def _frame(view: View, seat: int, width: float, height: float) -> None:
    """The ground on which a seat's things lie, with a bright border when it is to move."""
    moves = seat == view.position["to_move"]
    edge, thickness = (SEAT_COLOURS[seat], 4) if moves else (EDGE, 1)
    view.drawing.rect(0, 0, width, height, 12, fill=PANEL, stroke=edge, stroke_width=thickness)


def _heading(view: View, seat: int, width: float) -> None:
    """Number, name and marks of a seat."""
    drawing, y = view.drawing, 22
    drawing.seat_badge(24, y, 13, seat)
    name = f"seat {seat} (you)" if seat == view.seat else f"seat {seat}"
    drawing.text(44, y, name, 16, anchor="start", bold=True)
    if seat == view.position["to_move"]:
        drawing.rect(width - 78, y - 11, 66, 22, 11, fill=SEAT_COLOURS[seat])
        drawing.text(width - 45, y, "to move", 13, fill=GROUND, bold=True)
    if seat == view.position["starter"]:
        starter_mark(drawing, 57 + text_width(name, 16, bold=True), y)


def _stock(view: View, seat: int, x: float, y: float, step: float) -> None:
    """How many cards, chips, tiles and stations a seat has."""
    drawing, state = view.drawing, view.state
    numbers = {
        "cards": len(view.position["hands"][seat]),
        "chips": int(state.stock[seat]),
        "tiles": int(state.held[seat].sum()),
        "stations": int(state.stations[seat]),
    }
    for column, (word, number) in enumerate(numbers.items()):
        with drawing.group(x + column * step, y):
            _icon(view, word, seat)
            drawing.text(28, 0, number, 18, fill=BRIGHT, anchor="start", bold=True)
            drawing.text(0, 22, word, 12, fill=DIM, anchor="start")


def _icon(view: View, word: str, seat: int) -> None:
    drawing = view.drawing
    if word == "cards":
        card_back(drawing, 4, -12, 17, 24)
    elif word == "chips":
        for lift in (4, 0, -4):
            chip(drawing, 12, lift, SEAT_COLOURS[seat], 12)
    elif word == "tiles":
        tile_back(drawing, 12, 0, 21)
    else:
        station(drawing, 12, 0, 13, None)


# ---- The seat at the bottom


def draw_own(view: View, x: float, y: float, width: float) -> None:
    """Hand and tiles of the seat at the bottom."""
    drawing, seat = view.drawing, view.bottom
    with drawing.group(x, y):
        _frame(view, seat, width, OWN_HEIGHT)
        _heading(view, seat, _OWN_HAND)
        _stock(view, seat, 14, 58, 61)
        _own_points(view, seat)
        with drawing.group(_OWN_HAND, 0):
            _hand(view, seat)
        with drawing.group(_OWN_TILES, 0):
            _own_tiles(view, seat, width - _OWN_TILES - 12)


def _own_points(view: View, seat: int) -> None:
    drawing, points = view.drawing, view.points(seat)
    drawing.text(18, 112, f"{sum(points.values())} points now", 18, fill=BRIGHT, anchor="start", bold=True)
    places = f"gate {points['gate']}, stations {points['station']}, tiles the rest"
    drawing.text(18, 137, places, 13, anchor="start")
    delivered = sum(view.points(seat, delivered=True).values())
    drawing.text(18, 160, f"{delivered} with all reserved tiles", 13, fill=DIM, anchor="start")


def _hand(view: View, seat: int) -> None:
    drawing, hand = view.drawing, view.position["hands"][seat]
    width, height = _CARD
    for number in range(HAND):
        x, y = number * _CARD_STEP, 20
        if number >= len(hand):
            drawing.rect(x, y, width, height, 9, stroke=EDGE, dash="6 5")
            continue
        code = hand[number]
        payable = (f"card {code}",) if seat == view.position["to_move"] else ()
        with drawing.place(*payable) as can:
            card(drawing, x, y, width, height, code)
            if can:
                drawing.rect(x - 2, y - 2, width + 4, height + 4, 11, stroke=CHOICE, stroke_width=4)
            drawing.text(x + width / 2, y + height + 16, code, 13, fill=DIM)


def _own_tiles(view: View, seat: int, width: float) -> None:
    """Tiles by kind, with what each kind is worth now."""
    drawing, points = view.drawing, view.points(seat)
    x = 0.0
    kinds = [kind for kind in KINDS if any(name.startswith(kind) for name in POINT_TILES)]
    gap = (width - len(POINT_TILES) * _TYPE_STEP) / len(kinds)
    for kind in kinds:
        tiles = view.tiles(seat, kind)
        across = len(tiles) * _TYPE_STEP + gap - 6
        drawing.rect(x, 20, across, 142, 9, fill=GROUND, stroke=EDGE)
        drawing.text(x + across / 2, 38, KINDS[kind], 13, fill=DIM, fit=across - 2)
        for offset, (name, count) in zip(spread(len(tiles), across, _TYPE_STEP), tiles, strict=True):
            with drawing.group(x + across / 2 + offset, 74, opacity=None if count else 0.3):
                tile(drawing, 0, 0, _OWN_TILE, name)
            drawing.text(x + across / 2 + offset, 108, f"×{count}", 16, bold=True, fill=BRIGHT if count else DIM)
        drawing.text(x + across / 2, 143, f"{points[kind]} pts", 16, fill=CARD, bold=True, fit=across - 8)
        x += across + 6


# ---- The end


def results_height(players: int) -> int:
    """Height of the count for so many seats."""
    return _TOP_ROW + players * _ROW + 6


def draw_results(view: View, x: float, y: float, width: float) -> None:
    """The count: every seat's tiles lie open, with the points of each kind, the best seat first."""
    drawing = view.drawing
    scores, ranks = view.standings()
    with drawing.group(x, y):
        drawing.rect(0, 0, width, results_height(len(ranks)), 12, fill=PANEL, stroke=EDGE)
        for kind, column in _COLUMNS.items():
            drawing.text(column, 22, KINDS[kind], 14, fill=DIM, anchor="start")
        drawing.text(width - 20, 22, "Points", 14, fill=DIM, anchor="end")
        for row, seat in enumerate(sorted(range(len(ranks)), key=ranks.__getitem__)):
            with drawing.group(0, _TOP_ROW + (row + 0.5) * _ROW):
                _result(view, seat, scores[seat], ranks[seat], width)


def _result(view: View, seat: int, score: int, rank: int, width: float) -> None:
    """One seat's row: rank, name, what brought points, the sum."""
    drawing, points = view.drawing, view.points(seat)
    if rank == 0:
        drawing.rect(6, -18, width - 12, 36, 8, fill=GROUND, stroke=CHOICE, stroke_width=2)
    drawing.text(22, 0, _RANKS[rank], 20, fill=CHOICE if rank == 0 else INK, anchor="start", bold=True)
    drawing.seat_badge(90, 0, 13, seat)
    drawing.text(112, 0, f"seat {seat}", 17, anchor="start", bold=True)
    chip(drawing, _COLUMNS["gate"] + 12, 0, SEAT_COLOURS[seat], 12)
    station(drawing, _COLUMNS["station"] + 12, 0, 12, None)
    counts = {"gate": view.position["gate"][seat], "station": int(view.state.stations[seat])}
    for kind, x in _COLUMNS.items():
        if kind in counts:
            number = f"×{counts[kind]}"
            drawing.text(x + 28, 0, number, 13, anchor="start")
            after = x + 28 + text_width(number, 13)
        else:
            tiles = [(name, count) for name, count in view.tiles(seat, kind) if count]
            after = counted_tiles(drawing, x, 0, _COUNT_TILE, tiles)
        drawing.text(after + 8, 0, points[kind], 18, fill=BRIGHT, anchor="start", bold=True)
    drawing.text(width - 20, 0, score, 22, fill=BRIGHT, anchor="end", bold=True)
