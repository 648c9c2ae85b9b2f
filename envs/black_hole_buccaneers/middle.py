"""The middle of the table: the black hole, the threshold cards beside it, and the piles."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..core.drawing import BACK, BRIGHT, CARD, CARD_INK, CHOICE, DIM, EDGE, INK, Drawing
from .cards import HEIGHT, HOLE_BACK, PILE_BACK, WIDTH, card_back, table_card
from .view import Box, View
from .words import HOLE_KINDS, LASER_CARDS, THRESHOLD_CARDS

HOLE_COLOURS = ("#35c77f", "#f2cf2f", "#f0524f")
"""Menacing, risky, dangerous; the words stand beside them, and the signs differ."""
_CORNERS = (0, 3, 4)
"""Of the sign of a kind; 0 is a disc."""
_VOID, _GLOW = "#04060c", "#5a3f8f"
_GLOW_WIDTH = (1.44, 1.28, 1.14)
"""Radii of the glow around a hole, as parts of its own."""
TALL = 300
"""From this height on, the words stand below the hole instead of beside it."""
_WORDS_WIDTH, _PILES_HEIGHT = 232, HEIGHT + 6
_SLOT_WIDTH, _SLOT_HEIGHT, _SLOT_STEP = 42, 30, 46
_ARROW = 1.0
"""Half the angle of an arc that shows in which direction hands pass, in radians."""


class _Plan(NamedTuple):
    """Where things are: the hole's middle and radius, the corner of the words, the top of the piles."""

    hole: tuple[float, float, float]
    words: tuple[float, float]
    piles: float


def kind_sign(drawing: Drawing, x: float, y: float, size: float, kind: int) -> None:
    """The sign of a kind of holes: a green disc, a yellow triangle, a red diamond."""
    if not _CORNERS[kind]:
        drawing.circle(x, y, size, fill=HOLE_COLOURS[kind])
        return
    angles = [2 * math.pi * corner / _CORNERS[kind] for corner in range(_CORNERS[kind])]
    points = [(x + 1.25 * size * math.sin(angle), y - 1.25 * size * math.cos(angle)) for angle in angles]
    drawing.polygon(points, fill=HOLE_COLOURS[kind])


def draw_middle(view: View, box: Box) -> None:
    """All that lies between the seats."""
    plan = _plan(box)
    _draw_hole(view, *plan.hole)
    _draw_words(view, *plan.words)
    _draw_piles(view, Box(box.x, plan.piles, box.width, _PILES_HEIGHT))


def _plan(box: Box) -> _Plan:
    piles = box.y + box.height - _PILES_HEIGHT
    if box.height < TALL:
        return _Plan((box.x + 74, box.y + 66, 45), (box.x + box.width - _WORDS_WIDTH, box.y + 4), piles)
    words = piles - 140
    radius = min(96, (words - box.y) / 2 / _GLOW_WIDTH[0])
    middle = box.x + box.width / 2
    return _Plan((middle, (box.y + words) / 2, radius), (middle - _WORDS_WIDTH / 2, words), piles)


def _draw_hole(view: View, x: float, y: float, radius: float) -> None:
    """The hole with its threshold, in a ring of its kind, and arrows that say where hands go."""
    drawing, hole = view.drawing, view.hole
    for ring, opacity in zip(_GLOW_WIDTH, (0.15, 0.25, 0.45), strict=True):
        drawing.circle(x, y, radius * ring, fill=_GLOW, opacity=opacity)
    drawing.circle(x, y, radius, fill=_VOID, stroke=HOLE_COLOURS[hole.kind], stroke_width=6)
    drawing.text(x, y - radius * 0.08, hole.threshold, radius * 0.85, fill=BRIGHT, bold=True)
    drawing.text(x, y + radius * 0.55, "threshold", max(11, radius * 0.22), fill=DIM)
    for start in (0, math.pi):
        _draw_arc(drawing, x, y, radius * 1.28, start, view.position["direction"])


def _draw_arc(drawing: Drawing, x: float, y: float, radius: float, start: float, direction: int) -> None:
    """A curved arrow around a point; direction 1 is clockwise."""
    ends = [start - direction * _ARROW, start + direction * _ARROW]
    (from_x, from_y), (to_x, to_y) = [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in ends]
    sweep = int(direction > 0)
    drawing.path(
        f"M{from_x:.1f} {from_y:.1f}A{radius:.1f} {radius:.1f} 0 0 {sweep} {to_x:.1f} {to_y:.1f}",
        stroke=BRIGHT,
        stroke_width=3,
    )
    along_x, along_y = direction * math.cos(ends[1]), direction * math.sin(ends[1])
    tip = (to_x + 12 * along_x, to_y + 12 * along_y)
    drawing.polygon(
        (tip, (to_x + 7 * along_y, to_y - 7 * along_x), (to_x - 7 * along_y, to_y + 7 * along_x)), fill=BRIGHT
    )


def _draw_words(view: View, x: float, y: float) -> None:
    """Name and kind of the hole, the threshold cards, the running limit, the direction."""
    drawing, hole, added = view.drawing, view.hole, view.position["thresholds"]
    drawing.text(x, y + 8, hole.name, 20, fill=BRIGHT, bold=True, anchor="start", fit=_WORDS_WIDTH)
    kind_sign(drawing, x + 8, y + 32, 7, hole.kind)
    kind = f"{HOLE_KINDS[hole.kind]}, hands of {hole.hand}"
    drawing.text(x + 22, y + 32, kind, 14, fill=HOLE_COLOURS[hole.kind], anchor="start", bold=True)
    for number, card in enumerate(THRESHOLD_CARDS):
        _draw_threshold(view, x + number * _SLOT_STEP, y + 46, card)
    sums = f"{hole.threshold}{''.join(f' {card:+d}' for card in added)}{f' = {view.limit}' if added else ''}"
    drawing.text(x, y + 91, f"limit {sums}, then the last card", 13, anchor="start", fit=_WORDS_WIDTH)
    way = "clockwise" if view.position["direction"] > 0 else "counter-clockwise"
    drawing.text(x, y + 111, f"hands pass {way}", 13, fill=DIM, anchor="start")


def _draw_threshold(view: View, x: float, y: float, card: int) -> None:
    """A threshold card at the hole, or the place where it might come to lie."""
    drawing, lies = view.drawing, card in view.position["thresholds"]
    labels = (f"threshold {card:+d}",) if card in LASER_CARDS else ()
    with drawing.place(*labels) as can:
        fill, ink = (CARD, CARD_INK) if lies else (EDGE, BRIGHT) if can else ("none", EDGE)
        stroke = CHOICE if can else BRIGHT if lies else EDGE
        drawing.rect(
            x, y, _SLOT_WIDTH, _SLOT_HEIGHT, radius=6, fill=fill, stroke=stroke, stroke_width=3 if can else 1.5
        )
        drawing.text(x + _SLOT_WIDTH / 2, y + _SLOT_HEIGHT / 2, f"{card:+d}", 17, fill=ink, bold=True)


def _draw_piles(view: View, box: Box) -> None:
    """Draw pile, hole pile and discards, each with its number."""
    position, step = view.position, box.width / 3
    x = box.x + 8
    card_back(view.drawing, x, box.y, PILE_BACK, len(position["draw"]))
    _draw_caption(view, x, box.y, "draw", "pile")
    x += step
    if view.result:
        table_card(view.drawing, x, box.y, view.face(view.result["card"]), view.table, ring=BRIGHT)
        _draw_caption(view, x, box.y, "last", "card")
    else:
        _draw_pile(view, x, box.y, HOLE_BACK, len(position["hole_pile"]))
        _draw_caption(view, x, box.y, "hole", "pile")
    x += step
    if position["discards"]:
        table_card(view.drawing, x, box.y, view.face(position["discards"][-1]), view.table)
    else:
        _draw_pile(view, x, box.y, BACK, 0)
    _draw_caption(view, x, box.y, "discards", f"({len(position['discards'])})")


def _draw_pile(view: View, x: float, y: float, colour: str, count: int) -> None:
    """Cards face down, or the empty place for them."""
    if count:
        card_back(view.drawing, x, y, colour, count)
    else:
        view.drawing.rect(x, y, WIDTH, HEIGHT, radius=7, stroke=EDGE, dash="5 4", stroke_width=1.5)


def _draw_caption(view: View, x: float, y: float, *lines: str) -> None:
    """Words at the right of a pile."""
    for number, words in enumerate(lines):
        middle = y + HEIGHT / 2 + 16 * (number - (len(lines) - 1) / 2)
        view.drawing.text(x + WIDTH + 6, middle, words, 12, fill=INK, anchor="start")
