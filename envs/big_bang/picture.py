"""The table as a picture: the board, above it on the right the opponent, below it on the left the observing seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.drawing import BRIGHT, CARD_INK, DIM, EDGE, PANEL, SEAT_COLOURS, Drawing
from ..core.game import Table
from .draw import PASS_ENDS, flags, pass_ends
from .hexagon import View, draw_board
from .pieces import (
    FUSION,
    STAR_COLOURS,
    draw_helium_sign,
    draw_light_sign,
    draw_particle,
    draw_pile,
    draw_star_sign,
    draw_token_space,
)
from .state import FIRST, HE3, HE4, LAST, MATTER, MEETING, OTHER_KIND, PARTICLES_IN
from .words import CODES, EACH, KINDS, PARTICLES

WIDTH = 1200
_MARGIN, _GAP = 16, 10
_STRIP = 146
"""Height of the strips above and below the board."""
_BOARD = 656
HEIGHT = 2 * (_MARGIN + _STRIP + _GAP) + _BOARD
_TOP, _BOTTOM = _MARGIN, HEIGHT - _MARGIN - _STRIP
_RIGHT = WIDTH - _MARGIN
_SIDE = 400
"""Breadth of what shares a strip with a seat: the headline above, choices and chart below."""
_SEAT = WIDTH - 2 * _MARGIN - _SIDE - _GAP
_PLATE, _TOKEN, _SCORE = 190, 92, 190
"""Breadth of a seat's plate, of the space for a token, and of the score of a puzzle."""
_RADIUS, _PAD = 14, 16
"""Corners of panels, and room within."""
_NAME_LINE, _KIND_LINE, _STANDING_LINE = 42, 90, 122
_TOKEN_LINE, _TOKEN_NAME_LINE, _FIGURE_LINE, _UNIT_LINE = 40, 84, 107, 131
"""Heights in a seat's panel."""
_BUTTON = 46
_LEGEND_COLUMN, _LEGEND_ROW, _SAMPLE = 170, 28, 40
_ROW, _ROW_LEFT, _ROW_DISC = 26, 112, 9
"""Rows of a reserve: height, where their particles begin, and the radius of these."""
_PILE = 0.8
"""Scale of the piles in the chart."""

_BUTTONS = ("pass", *(f"take {kind}" for kind in KINDS))
"""Actions without a place on the board."""
_PARTICLES_OF = {kind: PARTICLES[2 * place : 2 * place + 2] for place, kind in enumerate(KINDS)}
_AIMS = {
    "light": ("Universe of Light", "Annihilate all the particles."),
    "parallel": (
        "Parallel Universes",
        "Part matter from antimatter with as little annihilation as can be.",
    ),
    "life": ("Universe of Life", "Make groups of three linked He4: Carbon and anti-Carbon."),
}


def draw_picture(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    """The position as a drawing; everything is open, so that views differ only in which seat is below."""
    view = View(position, table, table.load(position))
    drawing = Drawing(WIDTH, HEIGHT, f"{table.game.title}: {_status(view)}", legal)
    draw_board(drawing, view, _MARGIN, _TOP + _STRIP + _GAP, WIDTH - 2 * _MARGIN, _BOARD)
    _draw_headline(drawing, view)
    _draw_seats(drawing, view, seat)
    if table.rules[0].common:
        _draw_common_reserve(drawing, view)
    if position["variants"]["puzzle"] is not None:
        _draw_aim(drawing, view)
    with drawing.group(_MARGIN + _SEAT + _GAP, _BOTTOM):
        _draw_choices(drawing)
        _draw_chart(drawing, view)
    return drawing


# ---- The headline


def _draw_headline(drawing: Drawing, view: View) -> None:
    """Game, variants and what is going on."""
    x = _MARGIN + 4
    drawing.text(x, _TOP + 22, view.table.game.title, 34, fill=BRIGHT, anchor="start", bold=True)
    below = drawing.paragraph(x, _TOP + 62, _status(view), _SIDE - 8, 23, most=2)
    if pass_ends(view.position):
        drawing.text(x, below, PASS_ENDS, 15, anchor="start", fit=_SIDE)
    if flags(view.position):
        drawing.text(x, _TOP + 126, ", ".join(flags(view.position)), 15, fill=DIM, anchor="start")


def _status(view: View) -> str:
    """Who does what, or how it ended."""
    position = view.position
    if position["phase"] == "over":
        return _outcome(view)
    who = f"seat {position['to_move']}"
    if position["phase"] == "side":
        return f"{who} chooses its kind"
    if position["phase"] == "turn":
        return f"{who} to move"
    source = view.state.board[view.state.source]
    if position["phase"] == "direction":
        return f"{who} moves {CODES[source]} from {position['source']}: which way?"
    target = view.state.board[view.state.target]
    return f"{who} fuses {CODES[source]} and {CODES[target]} to {CODES[MEETING[source, target]]}: on which circle?"


def _outcome(view: View) -> str:
    scores, ranks = view.table.standings(view.states)
    if view.position["variants"]["puzzle"] is not None:
        return f"the game is over, score {_signed(scores[0])}"
    high, low = max(scores), min(scores)
    if ranks[0] == ranks[1]:
        return f"the game is over: a draw, {high} to {low}"
    how = "with Carbon " if view.position["carbon"] is not None else ""
    return f"the game is over: seat {ranks.index(0)} wins {how}{high} to {low}"


def _signed(score: int) -> str:
    return f"−{-score}" if score < 0 else str(score)


# ---- The seats


def _draw_seats(drawing: Drawing, view: View, viewer: int | None) -> None:
    """The observing seat below on the left, the opponent above on the right."""
    spaces = _token_spaces(view)
    width = _seat_width(view)
    for seat in range(view.table.num_players):
        x, y = (_MARGIN, _BOTTOM) if seat == (viewer or 0) else (_RIGHT - width, _TOP)
        with drawing.group(x, y):
            _draw_panel(drawing, width, SEAT_COLOURS[seat] if _is_lit(view, seat) else None)
            _draw_plate(drawing, view, seat, viewer)
            for place, space in enumerate(spaces):
                with drawing.group(_PLATE + (place + 0.5) * _TOKEN):
                    _draw_token_space(drawing, space, seat)
            if not view.table.rules[0].common:
                spaces_end = _PLATE + len(spaces) * _TOKEN
                with drawing.group(spaces_end):
                    _draw_reserve(drawing, view.position["reserves"][seat], "reserve", width - spaces_end)


def _is_lit(view: View, seat: int) -> bool:
    """Whether a seat is to move or has won."""
    if view.position["phase"] == "over":
        return view.table.standings(view.states)[1][seat] == 0
    return bool(seat == view.position["to_move"])


def _seat_width(view: View) -> int:
    """With a common reserve a seat has no place for its own; a puzzle has no tokens."""
    if not view.table.rules[0].common:
        return _SEAT
    return _PLATE if view.position["variants"]["puzzle"] is not None else _PLATE + 2 * _TOKEN


def _draw_panel(drawing: Drawing, width: float, lit: str | None = None) -> None:
    """The ground of an area, with a strong edge in the colour of the seat to move."""
    stroke, stroke_width = (EDGE, 1.5) if lit is None else (lit, 5)
    drawing.rect(0, 0, width, _STRIP, _RADIUS, fill=PANEL, stroke=stroke, stroke_width=stroke_width)


def _draw_plate(drawing: Drawing, view: View, seat: int, viewer: int | None) -> None:
    """Who sits here, the kind played, and how the seat stands in the turn or at the end."""
    drawing.seat_badge(42, _NAME_LINE, 26, seat)
    drawing.text(80, _NAME_LINE - 6, f"seat {seat}", 25, fill=BRIGHT, anchor="start", bold=True)
    if seat == viewer:
        drawing.text(80, _NAME_LINE + 18, "you", 15, fill=DIM, anchor="start")
    kind = _kind(view, seat)
    particles = _PARTICLES_OF.get(kind, ())
    for place, particle in enumerate(particles):
        draw_particle(drawing, 26 + 16 * place, _KIND_LINE, 9, particle)
    drawing.text(58 if particles else _PAD, _KIND_LINE, kind, 18, anchor="start")
    standing = _standing(view, seat)
    if standing:
        drawing.rect(_PAD, _STANDING_LINE - 14, _PLATE - 2 * _PAD, 28, 14, fill=SEAT_COLOURS[seat])
        drawing.text(_PLATE / 2, _STANDING_LINE, standing, 16, fill=CARD_INK, bold=True, fit=_PLATE - 3 * _PAD)


def _kind(view: View, seat: int) -> str:
    if view.position["phase"] == "side":
        return "kind not chosen"
    if view.table.num_players == 1:
        return "both kinds"
    return str(view.position["kinds"][seat])


def _standing(view: View, seat: int) -> str:
    """To move, passed, or what the seat has won."""
    position = view.position
    if position["phase"] == "over":
        scores, ranks = view.table.standings(view.states)
        place = f"rank {ranks[seat] + 1}, " if view.table.rules[0].ranked else ""
        return f"{place}score {_signed(scores[seat])}"
    if seat == position["to_move"]:
        return "to move"
    return "passed" if pass_ends(position) else ""


# ---- Victory tokens


class TokenSpace(NamedTuple):
    """One of the three races: who leads, and for each seat a figure and the words below."""

    name: str
    sign: Callable[[Drawing, str], None]
    leader: int | None
    figures: list[tuple[int | str, str]]


def _token_spaces(view: View) -> list[TokenSpace]:
    """Light, Helium and star as they stand; no light with MASS, none of them in a puzzle."""
    if view.position["variants"]["puzzle"] is not None:
        return []
    seats = range(view.table.num_players)
    light, helium, star = _leaders(view)
    spaces = [
        TokenSpace("Helium", draw_helium_sign, helium, [_helium(view, seat) for seat in seats]),
        TokenSpace("star", draw_star_sign, star, [_star(view, seat) for seat in seats]),
    ]
    if not view.table.rules[0].common:
        reserves = view.position["reserves"]
        figures = [(sum(reserves[seat].values()), "particles") for seat in seats]
        spaces.insert(0, TokenSpace("light", draw_light_sign, light, figures))
    return spaces


def _leaders(view: View) -> list[int | None]:
    """Who leads in light, Helium and star, as the rules tell every seat; nobody after Carbon (R17)."""
    if view.position["phase"] == "side" or view.position["carbon"] is not None:
        return [None, None, None]
    layout = view.table.game.layout
    seen = np.zeros((1, layout.size), np.float32)
    view.table.game.drivers.look(view.states, view.table.rules, np.array([0]), seen)
    return [{1: 0, -1: 1}.get(int(token)) for token in layout.split(seen[0])["tokens"]]


def _helium(view: View, seat: int) -> tuple[int | str, str]:
    """R12: as many He4, then the He3."""
    standing, shift = view.state.standing, OTHER_KIND * int(view.state.kinds[seat])
    return int(standing[HE4 + shift]), f"He4, {standing[HE3 + shift]} He3"


def _star(view: View, seat: int) -> tuple[int | str, str]:
    """Particles of the largest star, once the kinds are chosen."""
    if view.position["phase"] == "side":
        return "–", "particles"
    return int(view.state.star[view.state.kinds[seat]]), "particles"


def _draw_token_space(drawing: Drawing, space: TokenSpace, seat: int) -> None:
    """The space with a token for the seat that leads."""
    figure, words = space.figures[seat]
    with drawing.group(0, _TOKEN_LINE):
        draw_token_space(drawing, 29, space.sign, taken=space.leader == seat)
    drawing.text(0, _TOKEN_NAME_LINE, space.name, 15, fill=DIM)
    drawing.text(0, _FIGURE_LINE, figure, 25, fill=BRIGHT, bold=True)
    drawing.text(0, _UNIT_LINE, words, 12, fill=DIM)


# ---- Reserves


def _draw_reserve(drawing: Drawing, reserve: dict[str, int], name: str, width: float) -> None:
    """Particles out of the game, a row for each sort."""
    drawing.text(_PAD, 20, f"{name}: {sum(reserve.values())}", 16, fill=BRIGHT, anchor="start", bold=True)
    step = min(2 * _ROW_DISC + 2, (width - _ROW_LEFT - _PAD - 40) / (EACH - 1))
    for place, particle in enumerate(PARTICLES):
        y, count = 47 + _ROW * place, reserve[particle]
        drawing.text(_PAD, y, particle, 14, anchor="start")
        for number in range(count):
            draw_particle(drawing, _ROW_LEFT + number * step, y, _ROW_DISC, particle)
        drawing.text(width - _PAD, y, count, 18, anchor="end", bold=True)


def _draw_common_reserve(drawing: Drawing, view: View) -> None:
    """R19: the one heap, in the middle of the lower strip."""
    seat_width = _seat_width(view)
    with drawing.group(_MARGIN + seat_width + _GAP, _BOTTOM):
        width = _SEAT - seat_width - _GAP
        _draw_panel(drawing, width)
        _draw_reserve(drawing, view.position["reserves"][0], "common reserve", width)


# ---- Puzzles


def _draw_aim(drawing: Drawing, view: View) -> None:
    """What the puzzle asks for, and its score as it stands."""
    name, aim = _AIMS[view.position["variants"]["puzzle"]]
    width = _SEAT - (_seat_width(view) + _GAP if view.table.num_players > 1 else 0)
    with drawing.group(_MARGIN + _SIDE + _GAP, _TOP):
        _draw_panel(drawing, width)
        drawing.text(_PAD, 28, name, 22, fill=BRIGHT, anchor="start", bold=True)
        drawing.paragraph(_PAD, 62, aim, width - _SCORE - 2 * _PAD, 18)
        drawing.text(_PAD, _STRIP - 24, _progress(view), 15, fill=DIM, anchor="start", fit=width - _SCORE)
        drawing.text(width - _SCORE / 2, 34, "score", 17, fill=DIM)
        scores, _ = view.table.standings(view.states)
        drawing.text(width - _SCORE / 2, 86, _signed(scores[0]), 54, fill=BRIGHT, bold=True)


def _progress(view: View) -> str:
    """What is left on the board: particles, contacts of matter and antimatter, He4."""
    state = view.state
    helium = int(state.standing[HE4]), int(state.standing[HE4 + OTHER_KIND])
    left = int((PARTICLES_IN * state.standing).sum())
    return f"particles: {left}, contacts: {state.contacts}, He4: {helium[0]}, ~He4: {helium[1]}"


# ---- Choices and chart


def _draw_choices(drawing: Drawing) -> None:
    """Buttons for what has no place on the board, or else what the marks on it mean."""
    buttons = [label for label in _BUTTONS if label in drawing.legal]
    width = (_SIDE - _GAP * (len(buttons) - 1)) / max(len(buttons), 1)
    for place, label in enumerate(buttons):
        drawing.button(place * (width + _GAP), 0, width, _BUTTON, label, size=20)
    if not buttons:
        _draw_legend(drawing)


def _draw_legend(drawing: Drawing) -> None:
    """What arrows and outlines mean."""
    arrows = (("fusion", FUSION, None), ("annihilation", BRIGHT, "5 5"))
    for column, (name, colour, dash) in enumerate(arrows):
        with drawing.group(column * _LEGEND_COLUMN, 10):
            drawing.arrow(0, 0, _SAMPLE, 0, 16, stroke=colour, dash=dash)
            drawing.text(_SAMPLE + 10, 0, name, 14, fill=DIM, anchor="start")
    for column, kind in enumerate(KINDS):
        with drawing.group(column * _LEGEND_COLUMN, 10 + _LEGEND_ROW):
            drawing.rect(0, -9, _SAMPLE, 18, 9, stroke=STAR_COLOURS[column], stroke_width=3.5)
            drawing.text(_SAMPLE + 10, 0, f"star of {kind}", 14, fill=DIM, anchor="start")


def _draw_chart(drawing: Drawing, view: View) -> None:
    """The only stacks that exist."""
    drawing.text(0, _BUTTON + 18, "all nuclei there are; ~ before the name is antimatter", 13, fill=DIM, anchor="start")
    codes = range(FIRST[MATTER], LAST[MATTER] + 1)
    for place, code in enumerate(codes):
        with drawing.group((place + 0.5) * _SIDE / len(codes), _STRIP - 21 * _PILE, scale=_PILE):
            draw_pile(drawing, CODES[code], unstable=view.may_decay(code))
