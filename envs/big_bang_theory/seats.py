"""What lies in front of the seats, for the picture: points, pile and tiles, hand, played cards in three rows."""

from __future__ import annotations

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, PANEL, SEAT_COLOURS, Drawing, spread
from .draw import known_hand, played_for, points
from .pieces import (
    HUES,
    SMALL,
    Area,
    back,
    card_chips,
    chip,
    faces,
    hand_card,
    short_face,
    small_card,
    small_want,
    tag,
    tile_back,
    tile_face,
)
from .view import View, in_points
from .words import COLOURS

SEAT_HEIGHT = 274
"""Of the area of another seat in which all that belongs to it beside its played cards has room."""

_PAD, _GAP = 10, 12
_MOST_INFO = 400
_HEAD, _WON, _STOCK = 40, 40, 50
_WON_CARD = (24, 34)
_STOCK_CARD = (34, 44)
_MOST_STOCK_TILE = 110
_SMALL_HAND_WIDTHS, _SMALL_HAND_HEIGHT, _CLOSE = (64, 48, 38, 30), 56, 2
"""The widest with which a hand lies in two rows."""
_BACK_WIDTH = 30
_ROW, _ROW_CARD, _ROW_HEAD, _ROW_LETTER = 64, (66, 57), 22, 20
_ROWS = _ROW * len(COLOURS)
_SUM = 64
_CHIPS, _CHIPS_LABEL = (30, 29), 26
_LABEL = 16
_OWN_INFO, _OWN_TILES = 292, 280
_TILE_HEIGHT = 54
_HAND_CARD, _HAND_LABEL = (106, 148), 20
_BUTTON = 40


def draw_other_seat(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """What lies in front of another seat: beside each other in a wide area, else one below the other."""
    _draw_panel(drawing, view, s, area)
    inner = area.inside(_PAD)
    if area.width > area.height:
        info = inner._replace(width=min(_MOST_INFO, inner.width / 2))
        play = inner._replace(x=info.right + _GAP, width=inner.width - info.width - _GAP)
    else:
        info = inner
        play = inner._replace(y=inner.y + SEAT_HEIGHT)
    stock_y = _draw_head(drawing, view, s, info)
    stock = Area(info.x, stock_y, info.width, _STOCK)
    _draw_pile(drawing, view, s, stock)
    _draw_tiles(drawing, view, s, stock)
    _draw_small_hand(drawing, view, s, info._replace(y=stock.bottom))
    _draw_played(drawing, view, s, play)
    _draw_chips(drawing, view, s, play._replace(y=play.y + _ROWS))


def draw_own_seat(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """The seat at the bottom: as the others, with hand and tiles large."""
    _draw_panel(drawing, view, s, area)
    inner = area.inside(_PAD)
    left = inner._replace(width=_OWN_INFO)
    right = inner._replace(x=inner.right - _OWN_TILES, width=_OWN_TILES)
    between = inner._replace(x=left.right + _GAP, width=right.x - left.right - 2 * _GAP)
    stock_y = _draw_head(drawing, view, s, left)
    _draw_pile(drawing, view, s, left._replace(y=stock_y))
    _draw_chips(drawing, view, s, left._replace(y=stock_y + _STOCK + 4))
    _draw_played(drawing, view, s, between)
    _draw_own_tiles(drawing, view, s, right)
    _draw_buttons(drawing, right._replace(y=right.y + _ROWS - _BUTTON - 4, height=_BUTTON))
    _draw_hand(drawing, view, s, inner._replace(y=inner.y + _ROWS))


def _draw_panel(drawing: Drawing, view: View, s: int, area: Area) -> None:
    turn = view["to_move"] == s
    drawing.rect(*area, 14, fill=PANEL, stroke=SEAT_COLOURS[s] if turn else EDGE, stroke_width=4 if turn else 1.5)


def _draw_head(drawing: Drawing, view: View, s: int, area: Area) -> float:
    """Who sits here, its points and the want cards that it has won; gives the height below."""
    y = area.y + 16
    drawing.seat_badge(area.x + 15, y, 15, s)
    drawing.text(area.x + 36, y, f"seat {s}", 18, fill=BRIGHT, bold=True, anchor="start")
    x = area.x + 104
    for words, fill, there in (
        ("you", DIM, view.seat == s),
        ("start", BRIGHT, view["start"] == s and not view.over),
        ("to move", SEAT_COLOURS[s], view["to_move"] == s),
        ("out", HUES["red"], view["out"][s]),
        ("wins", CHOICE, view.over and view.ranks[s] == 0),
    ):
        if there:
            x = tag(drawing, x, y, words, fill)
    drawing.text(area.right, y - 3, points(view.position, s), 26, fill=BRIGHT, bold=True, anchor="end")
    drawing.text(area.right, y + 16, "points", SMALL, fill=DIM, anchor="end")
    _draw_won(drawing, view, s, Area(area.x, area.y + _HEAD, area.width, _WON))
    return area.y + _HEAD + _WON


def _draw_won(drawing: Drawing, view: View, s: int, area: Area) -> None:
    won = [(colour, value) for colour in COLOURS for value in view["won"][s][colour]]
    if not won:
        drawing.text(area.x, area.y + 17, "no want card won yet", 12, fill=DIM, anchor="start")
    width, height = _WON_CARD
    step = min(width + 4, area.width / max(len(won), 1))
    for place, (colour, value) in enumerate(won):
        small_want(drawing, Area(area.x + place * step, area.y, min(width, step - 1), height), colour, value)


# ---- Pile and tiles


def _draw_pile(drawing: Drawing, view: View, s: int, area: Area) -> None:
    width, height = _STOCK_CARD
    count = len(view["piles"][s])
    if count:
        back(drawing, Area(area.x, area.y, width, height), count)
        drawing.text(area.x + width + 4, area.y + height / 2, "pile", SMALL, fill=DIM, anchor="start")


def _draw_tiles(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """Tiles not yet laid, beside the pile."""
    tiles = view["tiles"][s]
    width, height = _STOCK_CARD
    left = area.x + width + 32
    step = min(_MOST_STOCK_TILE, (area.right - left) / max(len(tiles), 1))
    for place, tile in enumerate(tiles):
        cell = Area(left + place * step, area.y, step - 4, height)
        if view.sees(s):
            _draw_known_tile(drawing, view, s, cell, tile)
        else:
            tile_back(drawing, cell)


def _draw_known_tile(drawing: Drawing, view: View, s: int, cell: Area, tile: str) -> None:
    with drawing.place(*([f"activate {tile}"] if view["to_move"] == s else [])) as can:
        tile_face(drawing, cell, tile, ring=can)


def tile_cells(area: Area, most_height: float) -> list[Area]:
    """Places for four tiles, two in a row."""
    gap = 8
    width, height = (area.width - gap) / 2, min(most_height, (area.height - gap) / 2)
    corners = [(area.x + column * (width + gap), area.y + row * (height + gap)) for row in (0, 1) for column in (0, 1)]
    return [Area(x, y, width, height) for x, y in corners]


def _draw_own_tiles(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """The tiles of the seat at the bottom, if the game deals any."""
    if view["variants"]["paradox"] in ("none", "chaos"):
        return
    tiles = view["tiles"][s]
    drawing.text(area.x, area.y + 8, f"tiles left: {len(tiles)}", 13, fill=DIM, anchor="start")
    for cell, tile in zip(tile_cells(area._replace(y=area.y + 20), _TILE_HEIGHT), tiles, strict=False):
        _draw_known_tile(drawing, view, s, cell, tile)


def _draw_buttons(drawing: Drawing, area: Area) -> None:
    """Actions that are no card or tile."""
    buttons = [b for b in ("drop out", "activate none", "second tile", "no second tile") if b in drawing.legal]
    width = area.width / max(len(buttons), 1)
    for place, label in enumerate(buttons):
        drawing.button(area.x + place * width + 3, area.y, width - 6, area.height, label, size=17)


# ---- Cards


def _draw_played(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """Three rows of played cards with their sums."""
    for row, colour in enumerate(COLOURS):
        played = played_for(view.position, s, colour, view.table)
        line = Area(area.x, area.y + row * _ROW, area.width, _ROW - 3)
        drawing.rect(*line, 6, stroke=HUES[colour], stroke_width=1.5)
        chip(drawing, line._replace(width=_ROW_LETTER), colour, short_face(colour), 15, bold=True)
        left = line.x + _ROW_LETTER + 4
        width, height = _ROW_CARD
        step = min(width + 4, (line.right - _SUM - left) / max(len(played), 1))
        for place, (number, _) in enumerate(played):
            card = Area(left + place * step, line.y + 2, min(width, step - 1), height)
            small_card(drawing, card, number, view.card(number), colour, head=_ROW_HEAD)
        _draw_sum(drawing, view, s, line, colour, sum(value for _, value in played))


def _draw_sum(drawing: Drawing, view: View, s: int, line: Area, colour: str, total: int) -> None:
    """A row's sum as printed, bright where it leads, and what it counts with the tiles known if that differs."""
    x, y = line.right - _SUM / 2, line.middle[1]
    fill = BRIGHT if view.leaders(colour) == [s] else DIM
    counts = view.totals[colour][s] if view.totals[colour] else 0
    if counts != 2 * total:
        drawing.text(x, y - 12, total, 20, fill=fill, bold=True)
        drawing.text(x, y + 13, f"→ {in_points(counts)}", 19, fill=CHOICE, bold=True, fit=_SUM - 4)
    elif total:
        drawing.text(x, y, total, 28, fill=fill, bold=True)


def _draw_chips(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """Faces of the cards in the pile, if known (in order where everything is shown), and of those out of the game."""
    pile = view["piles"][s] if view.sees(s) else []
    groups = {"pile": pile if view.seat is None else sorted(pile), "boxed": view["boxed"][s]}
    count = sum(map(len, groups.values()))
    width, height = _CHIPS
    step = min(width, (area.width - _GAP / 2) / max(count, 1))
    x = area.x
    for name, numbers in groups.items():
        if not numbers:
            continue
        drawing.text(x, area.y + 6, name, SMALL, fill=DIM, anchor="start")
        for place, number in enumerate(numbers):
            field = Area(x + place * step, area.y + _LABEL - 1, step - 1, height)
            card_chips(drawing, field, view.card(number), gone=name == "boxed")
        x += max(step * len(numbers), _CHIPS_LABEL) + _GAP / 2


def _draw_small_hand(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """Another seat's hand: face up what the observer knows, the others as backs."""
    shown, count = known_hand(view.position, s, view.seat), len(view["hands"][s])
    drawing.text(area.x, area.y + 6, f"hand: {count}", 13, anchor="start")
    cells = _small_hand_cells(area._replace(y=area.y + _LABEL), len(shown), count - len(shown))
    for number, cell in zip(shown, cells, strict=False):
        with drawing.place(*(_card_labels(view, number) if view["to_move"] == s else [])) as can:
            small_card(drawing, cell, number, view.card(number), seen=number in view["known"][s], ring=can)
    for cell in cells[len(shown) :]:
        back(drawing, cell)


def _small_hand_cells(area: Area, shown: int, hidden: int) -> list[Area]:
    """Places in at most two rows, those of the cards face up as wide as can be."""
    cells: list[Area] = []
    for width in _SMALL_HAND_WIDTHS:
        cells = _flow(area, [width] * shown + [_BACK_WIDTH] * hidden)
        if not cells or cells[-1].y <= area.y + _SMALL_HAND_HEIGHT + _CLOSE:
            break
    return cells


def _flow(area: Area, widths: list[int]) -> list[Area]:
    """One place after the other, in a new row where the area's width ends."""
    x, y = area.x, area.y
    cells = []
    for width in widths:
        if x + width > area.right:
            x, y = area.x, y + _SMALL_HAND_HEIGHT + _CLOSE
        cells.append(Area(x, y, width, _SMALL_HAND_HEIGHT))
        x += width + _CLOSE
    return cells


def _card_labels(view: View, number: int) -> list[str]:
    return [f"play card {number} {colour}" for colour, _ in faces(view.card(number))]


def _draw_hand(drawing: Drawing, view: View, s: int, area: Area) -> None:
    """The hand of the seat at the bottom, large."""
    hand, known = view["hands"][s], view["known"][s]
    words = f"hand: {len(hand)}" + (" (an eye marks what all have seen)" if known else "")
    drawing.text(area.x, area.y + 8, words, 13, anchor="start")
    most_width, height = _HAND_CARD
    width = min(most_width, area.width / max(len(hand), 1) - 6)
    for offset, number in zip(spread(len(hand), area.width - width, width + 8), hand, strict=True):
        card = Area(area.middle[0] + offset - width / 2, area.y + _HAND_LABEL, width, height)
        hand_card(drawing, card, number, view.card(number), seen=number in known)
