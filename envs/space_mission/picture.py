"""The table as a picture, as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, GROUND, INK, PANEL, Drawing, spread, text_width
from ..core.game import Table
from .board import HALF_HEIGHT, draw_board
from .pieces import coordinate, tile
from .seats import (
    COVERED_HEIGHT,
    OPEN_HEIGHT,
    OWN_HEIGHT,
    draw_others,
    draw_own,
    draw_results,
    results_height,
)
from .view import View
from .words import LIMITS, POINT_TILES, SLOTS

_WIDTH, _MARGIN, _GAP = 1200, 14, 8
_HEADER, _STRIP = 50, 48
_PIP = 22
_PROMPT, _BUTTON = 380, 91
"""Widths of the words in the strip, and of each button after them."""

_PROMPTS = {
    "action": "choose an action",
    "top_up": "discard any cards, then draw",
    "jump_card": "pay jump {jump} to {name}",
    "scan_card": "pay scan {scan} of {name}",
    "land_card_1": "pay landing {land[0]} of {name}",
    "land_card_2": "pay landing {land[1]} of {name}",
    "scan_take": "reserve a tile of {name}",
    "develop_take": "take a tile of {name}",
    "discover_take": "take a tile of {name}",
}


def draw_picture(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    """The position as `seat` sees it, its hand at the bottom; None shows everything face up, seat 0 at the bottom.

    When the game is over, all tiles that seats hold lie open for the count, whoever looks.
    """
    others = OPEN_HEIGHT if seat is None else COVERED_HEIGHT
    lower = results_height(table.num_players) if position["to_move"] is None else _STRIP + _GAP + OWN_HEIGHT
    height = _HEADER + others + _GAP + 2 * HALF_HEIGHT + _GAP + lower + _MARGIN
    drawing = Drawing(_WIDTH, height, table.game.title, legal)
    view = View(drawing, position, seat, table, table.load(position)[0])
    inner = _WIDTH - 2 * _MARGIN

    _header(view)
    draw_others(view, _MARGIN, _HEADER, inner)
    y = _HEADER + others + _GAP
    draw_board(view, _WIDTH / 2, y + HALF_HEIGHT)
    y += 2 * HALF_HEIGHT + _GAP
    if view.is_over:
        draw_results(view, _MARGIN, y, inner)
    else:
        _strip(view, _MARGIN, y, inner)
        draw_own(view, _MARGIN, y + _STRIP + _GAP, inner)
    return drawing


# ---- Above all: the turn, and the meter of revealed space tiles


def _header(view: View) -> None:
    drawing, position, y = view.drawing, view.position, _HEADER / 2
    drawing.text(_MARGIN + 4, y, view.table.game.title, 24, fill=BRIGHT, anchor="start", bold=True)
    x = 240
    if view.is_over:
        drawing.text(x, y, _winners(view), 19, fill=CHOICE, anchor="start", bold=True, fit=460)
    else:
        if _limit_reached(view):
            drawing.text(x, y, "last round", 17, fill=CHOICE, anchor="start", bold=True)
        else:
            round_number = position["turns"] // view.table.num_players + 1
            drawing.text(x, y, f"round {round_number}", 17, fill=DIM, anchor="start")
        drawing.seat_badge(x + 124, y, 13, position["to_move"])
        left = position["actions_left"]
        words = f"seat {position['to_move']} to move, {left} action{'s' if left > 1 else ''} left"
        drawing.text(x + 144, y, words, 18, anchor="start", bold=True)
    _meter(view, y)


def _winners(view: View) -> str:
    winners = [f"seat {seat}" for seat, rank in enumerate(view.standings()[1]) if rank == 0]
    return f"The game is over: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}"


def _limit_reached(view: View) -> bool:
    return int(view.state.revealed) >= LIMITS[view.table.num_players]


def _meter(view: View, y: float) -> None:
    """Revealed space tiles against the number that ends the game."""
    drawing, revealed, limit = view.drawing, int(view.state.revealed), LIMITS[view.table.num_players]
    words = f"{revealed} / {limit} space tiles"
    reached = _limit_reached(view)
    x = _WIDTH - _MARGIN - text_width(words, 15, bold=reached) - 4
    drawing.text(x, y, words, 15, fill=CHOICE if reached else INK, anchor="start", bold=reached)
    x -= limit * (_PIP + 2)
    for number in range(limit):
        middle = x + number * (_PIP + 2)
        if number < revealed:
            tile(drawing, middle, y, _PIP, "space")
        else:
            drawing.rect(middle - _PIP / 2, y - _PIP / 2, _PIP, _PIP, 4, stroke=EDGE, dash="3 3")


# ---- The strip: what is to be decided, and buttons for it


def _strip(view: View, x: float, y: float, width: float) -> None:
    drawing = view.drawing
    with drawing.group(x, y):
        drawing.rect(0, 0, width, _STRIP, 12, fill=PANEL, stroke=EDGE)
        _prompt(view)
        with drawing.group(_PROMPT, 6):
            _buttons(view, _STRIP - 12)
            _tile_buttons(view, _STRIP - 12)


def _prompt(view: View) -> None:
    """What the seat to move has to do, after the coordinate that it has to pay."""
    drawing, position, x = view.drawing, view.position, 16.0
    planet = _planet_at_stake(view)
    words = _PROMPTS[position["phase"]].format_map(planet)
    due = {
        "jump_card": ("B", planet["jump"]),
        "scan_card": ("G", planet["scan"]),
        "land_card_1": ("O", planet["land"][0]),
        "land_card_2": ("O", planet["land"][1]),
    }.get(position["phase"])
    if due is not None:
        coordinate(drawing, x + 16, _STRIP / 2, 16, *due)
        x += 44
    if position["to_move"] != view.seat:
        words = f"seat {position['to_move']}: {words}"
    drawing.text(x, _STRIP / 2, words, 17, fill=BRIGHT, anchor="start", bold=True, fit=_PROMPT - x - 10)


def _planet_at_stake(view: View) -> dict[str, Any]:
    """The planet jumped to, else the one under the ship; the first one where there is none."""
    target = view.position["target"]
    return view.position["planets"][target if target is not None else view.here or 0]


def _buttons(view: View, height: float) -> None:
    """A button for each action that is legal now, apart from paying and taking."""
    actions = {
        "Top up": ["top up"],
        "Jump": [f"jump {slot}" for slot in range(SLOTS)],
        **{f"Fly to {slot}": [flight] for slot, flight in view.flights.items()},
        "Scan": ["scan"],
        "Develop": ["develop"],
        "Discover": ["discover"],
        "Draw": ["draw"],
    }
    legal = {words: labels for words, labels in actions.items() if not view.drawing.legal.isdisjoint(labels)}
    for number, (words, labels) in enumerate(legal.items()):
        view.drawing.button(number * (_BUTTON + _GAP), 0, _BUTTON, height, words, *labels, size=15)


def _tile_buttons(view: View, height: float) -> None:
    """A button for each tile that may be taken, larger than it is in its pile."""
    drawing = view.drawing
    takes = [name for name in POINT_TILES if f"take {name}" in drawing.legal]
    for number, name in enumerate(takes):
        with drawing.group(number * (_BUTTON + _GAP)), drawing.place(f"take {name}"):
            drawing.rect(0, 0, _BUTTON, height, height / 4, fill=GROUND, stroke=CHOICE, stroke_width=2.5)
            tile(drawing, 20, height / 2, 28, name)
            kind, _, colour = name.partition(" ")
            lines = (kind, colour) if colour else (kind,)
            for word, y in zip(lines, spread(len(lines), height / 2, 15), strict=True):
                drawing.text(40, height / 2 + y, word, 12, fill=BRIGHT, anchor="start", fit=_BUTTON - 44)
