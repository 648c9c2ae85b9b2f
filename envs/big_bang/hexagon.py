"""The board of the picture: circles with their piles, stars and Carbon, and where a chosen stack may go."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..core.drawing import BRIGHT, CARD_INK, CHOICE, DIM, EDGE, INK, Drawing
from ..core.game import Table
from .components import Board
from .pieces import CELL_RADIUS, FLASH, FUSION, STAR_COLOURS, draw_dark_token, draw_pile, pointed, top_of
from .state import (
    ANNIHILATION,
    ANTIMATTER,
    DARK,
    DECAYED,
    EMPTY,
    FIRST,
    HE4,
    LAST,
    MATTER,
    MEETING,
    NO_CELL,
    OTHER_KIND,
    PARTICLES_IN,
)
from .words import CARBON_GROUP, CODES, DIRECTIONS

SPACING = 84
"""From one circle to the next in the lengths of the pieces; the board is then scaled into its area."""
_ROW_HEIGHT = math.sqrt(3) / 2
_BESIDE, _ABOVE = 0.85, 0.68
"""Room beside and above the outermost circles, in spacings."""

_RIM, _SEA = 54, 51
"""Radii around each circle: together they make the outline of the board."""
_BLOTCHES_INSIDE, _BLOTCHES_AT_EDGE, _WARMTH = (60, 96), (32, _SEA), 0.13
"""Radii of the blotches, which stay within the outline, and how strong they are."""
_SEA_COLOUR, _CIRCLE, _HOT, _COLD = "#13204d", "#0a1030", "#f08a35", "#3f7df0"
_TINT = 0.12
"""How strongly a circle that may be chosen is coloured."""
_LINK = 0.68
"""Breadth of the bridge between neighbours in a star, in spacings."""
_STAR_WIDTH = 3.5
_FLASH_POINTS, _FLASH_RADIUS = 12, 66
_ARROW, _FLAG = 20, (46, 22)
_FLAG_ABOVE = 50
_NAME_SIZE, _NAME_BELOW = 11, 30
_CHOSEN = "#ff8fe0"
"""Rings around source and target."""


class Way(NamedTuple):
    """A direction in which the chosen stack may go: what it becomes with the stack there, None for light."""

    direction: str
    fused: str | None

    @property
    def look(self) -> tuple[str, str | None]:
        """Colour and dash."""
        return (BRIGHT, "5 5") if self.fused is None else (FUSION, None)


@dataclass(frozen=True)
class View:
    """A position and what follows from it: the state record of the rules has the derived facts."""

    position: dict[str, Any]
    table: Table
    states: np.ndarray

    @cached_property
    def state(self) -> Any:
        """The record."""
        return self.states[0]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the cells."""
        return self.table.components.names

    @cached_property
    def ways(self) -> dict[int, Way]:
        """Where the chosen stack may go, by the cell that it reaches."""
        ways: dict[int, Way] = {}
        if self.position["phase"] == "direction":
            source = self.state.source
            for number, direction in enumerate(DIRECTIONS):
                if self.state.ways[source] >> number & 1:
                    target = int(self.state.reach[source, number])
                    after = MEETING[self.state.board[source], self.state.board[target]]
                    ways[target] = Way(direction, None if after == ANNIHILATION else CODES[after])
        return ways

    @cached_property
    def landings(self) -> list[int]:
        """R21: the cells from source to target, both included."""
        if self.position["phase"] != "landing":
            return []
        source, target = int(self.state.source), int(self.state.target)
        direction = self.state.reach[source].tolist().index(target)
        cells = [source]
        while cells[-1] != target:
            cells.append(int(self.table.rules[0].neighbour[cells[-1], direction]))
        return cells

    def may_decay(self, code: int) -> bool:
        """Whether such a stack can decay in this game."""
        return bool(self.table.rules[0].time) and DECAYED[code] != EMPTY

    def near(self, cell: int) -> Iterator[int]:
        """The cells next to a cell."""
        return (int(near) for near in self.table.rules[0].neighbour[cell] if near != NO_CELL)


def draw_board(drawing: Drawing, view: View, x: float, y: float, width: float, height: float) -> None:
    """The board as large as the area allows, in its middle."""
    places, across, down = _places(view.table.components)
    scale = min(width / across, height / down)
    with drawing.group(x + (width - scale * across) / 2, y + (height - scale * down) / 2, scale=scale):
        _draw_sky(drawing, view, places)
        _draw_stars(drawing, view, places)
        for cell_x, cell_y in places:
            drawing.circle(cell_x, cell_y, CELL_RADIUS, fill=_CIRCLE, opacity=0.6)
        _draw_carbon(drawing, view, places)
        _draw_row_names(drawing, view.table.components, places)
        for cell, (cell_x, cell_y) in enumerate(places):
            with drawing.group(cell_x, cell_y):
                _draw_cell(drawing, view, cell)
        for name, (cell_x, cell_y) in zip(view.names, places, strict=True):
            drawing.text(cell_x, cell_y + _NAME_BELOW, name, _NAME_SIZE, fill=INK)
        for target, way in view.ways.items():
            _draw_arrow(drawing, places[view.state.source], places[target], way)
            _draw_flag(drawing, *places[target], CODES[view.state.board[target]], way)


def _places(board: Board) -> tuple[list[tuple[float, float]], float, float]:
    """The middle of each cell, and the size of the whole."""
    plain = [(q + r / 2, r * _ROW_HEIGHT) for q, r in board.places]
    left = min(x for x, _ in plain) - _BESIDE
    right = max(x for x, _ in plain) + _BESIDE
    bottom = max(y for _, y in plain) + 2 * _ABOVE
    places = [((x - left) * SPACING, (y + _ABOVE) * SPACING) for x, y in plain]
    return places, (right - left) * SPACING, bottom * SPACING


# ---- Behind the piles


def _draw_sky(drawing: Drawing, view: View, places: list[tuple[float, float]]) -> None:
    """The map of the first light: warm and cold blotches, fixed by where a cell lies."""
    for radius, colour in ((_RIM, EDGE), (_SEA, _SEA_COLOUR)):
        for x, y in places:
            drawing.circle(x, y, radius, fill=colour)
    for cell, ((q, r), (x, y)) in enumerate(zip(view.table.components.places, places, strict=True)):
        warmth = math.sin(1.1 * q + 0.4 * r) + math.sin(0.8 * r - 0.7 * q + 1)
        inside = len(list(view.near(cell))) == len(DIRECTIONS)
        for radius in _BLOTCHES_INSIDE if inside else _BLOTCHES_AT_EDGE:
            drawing.circle(x, y, radius, fill=_HOT if warmth > 0 else _COLD, opacity=_WARMTH * abs(warmth))


def _draw_stars(drawing: Drawing, view: View, places: list[tuple[float, float]]) -> None:
    """An outline around the largest star of each kind, around all that are as large."""
    for kind in (MATTER, ANTIMATTER):
        first, last = FIRST[kind], LAST[kind]
        for group in _groups(view, (cell for cell, code in enumerate(view.state.board) if first <= code <= last)):
            if PARTICLES_IN[view.state.board[group]].sum() == view.state.star[kind]:
                _draw_outline(drawing, view, group, places, STAR_COLOURS[kind])


def _draw_outline(
    drawing: Drawing, view: View, group: list[int], places: list[tuple[float, float]], colour: str
) -> None:
    """Circles and bridges between them, and the same again a little smaller."""
    links = [(cell, near) for cell in group for near in view.near(cell) if near in group and near > cell]
    for inset, fill in ((0, colour), (_STAR_WIDTH, _SEA_COLOUR)):
        for one, other in links:
            drawing.line(*places[one], *places[other], stroke=fill, stroke_width=SPACING * _LINK - 2 * inset)
        for cell in group:
            drawing.circle(*places[cell], SPACING / 2 - inset, fill=fill)


def _draw_carbon(drawing: Drawing, view: View, places: list[tuple[float, float]]) -> None:
    """A flash behind linked He4 that are Carbon, or count as such in a puzzle."""
    for kind in (MATTER, ANTIMATTER):
        helium = HE4 + OTHER_KIND * kind
        for group in _groups(view, (cell for cell, code in enumerate(view.state.board) if code == helium)):
            if len(group) >= CARBON_GROUP:
                for cell in group:
                    with drawing.group(*places[cell]):
                        drawing.polygon(pointed(_FLASH_POINTS, _FLASH_RADIUS, CELL_RADIUS + 3), fill=FLASH)
                        drawing.circle(0, 0, CELL_RADIUS, fill=_CIRCLE)


def _groups(view: View, cells: Iterable[int]) -> Iterator[list[int]]:
    """These cells in groups of linked ones."""
    left = set(cells)
    while left:
        group = [left.pop()]
        for cell in group:
            linked = left.intersection(view.near(cell))
            left -= linked
            group += sorted(linked)
        yield group


def _draw_row_names(drawing: Drawing, board: Board, places: list[tuple[float, float]]) -> None:
    """The letter of each row in front of it, the number of its last circle behind."""
    first = 0
    for row in board.rows:
        last = first + row.cells - 1
        beside = 0.82 * SPACING
        drawing.text(places[first][0] - beside, places[first][1], row.letter, 24, fill=DIM, bold=True)
        drawing.text(places[last][0] + beside, places[last][1], row.cells, 20, fill=DIM)
        first = last + 1


# ---- Circles and piles


def _draw_cell(drawing: Drawing, view: View, cell: int) -> None:
    """A circle with what stands on it: here a stack is chosen to move or to decay, and then where it goes."""
    name, code, way = view.names[cell], view.state.board[cell], view.ways.get(cell)
    labels = [f"move {name}", f"decay {name}", f"land {name}", *([f"go {way.direction}"] if way else ())]
    with drawing.place(*labels) as can:
        drawing.circle(0, 0, CELL_RADIUS, stroke=EDGE, stroke_width=1.5)
        _draw_rings(drawing, view, cell)
        if can:
            drawing.circle(0, 0, CELL_RADIUS, fill=CHOICE, opacity=_TINT)
            drawing.circle(0, 0, CELL_RADIUS + (5 if way else 0), stroke=CHOICE, stroke_width=3.5)
        if code == DARK:
            draw_dark_token(drawing)
        elif code != EMPTY:
            draw_pile(drawing, CODES[code], unstable=view.may_decay(code))
        if cell in view.landings:
            above = 0 if code == EMPTY else 1.05 * CELL_RADIUS
            drawing.circle(0, -above, 11, fill=FUSION, stroke=BRIGHT, stroke_width=3)


def _draw_rings(drawing: Drawing, view: View, cell: int) -> None:
    """Rings around source and target, and around what the source may go to: green to fuse, white to annihilate."""
    if cell == view.state.source:
        drawing.circle(0, 0, CELL_RADIUS + 3, stroke=_CHOSEN, stroke_width=6)
    if cell == view.state.target:
        drawing.circle(0, 0, CELL_RADIUS + 3, stroke=_CHOSEN, stroke_width=6, dash="9 6")
    if cell in view.ways:
        colour, dash = view.ways[cell].look
        drawing.circle(0, 0, CELL_RADIUS + 1, stroke=colour, stroke_width=5, dash=dash)


# ---- Where a chosen stack may go


def _draw_arrow(drawing: Drawing, source: tuple[float, float], target: tuple[float, float], way: Way) -> None:
    """From a stack to the one it reaches."""
    (x, y), (to_x, to_y) = source, target
    far = math.dist(source, target)
    share_x, share_y = (to_x - x) / far, (to_y - y) / far
    start, end = CELL_RADIUS + 2, far - CELL_RADIUS + 12
    colour, dash = way.look
    begin, tip = (x + start * share_x, y + start * share_y), (x + end * share_x, y + end * share_y)
    drawing.arrow(*begin, *tip, min(_ARROW, end - start), stroke=colour, dash=dash)


def _draw_flag(drawing: Drawing, x: float, y: float, target: str, way: Way) -> None:
    """What becomes of two stacks, above the pile that is reached and between the names of the circles there."""
    width, height = _FLAG
    y += min(-_FLAG_ABOVE, top_of(target))
    colour, _ = way.look
    left, top = x - width / 2, y - height / 2
    drawing.rect(left, top, width, height, height / 2, fill=colour, stroke=CARD_INK, stroke_width=1.5)
    drawing.text(x, y, way.fused or "light", 15, fill=CARD_INK, bold=True, fit=width - 8)
