"""The table as a drawing: the bodies by slot on the left; the turn and the seats on the right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..core.drawing import BRIGHT, CARD_INK, CHOICE, DIM, EDGE, INK, PANEL, Drawing, around, spread, text_width
from ..core.game import Table
from .draw import headline
from .pieces import (
    FIGURE,
    RING,
    SPENT,
    STONE,
    draw_astronaut,
    draw_comet,
    draw_die,
    draw_hole,
    draw_pips,
    draw_star,
    draw_stone,
)
from .rules import MARKER_ORDER, OPPOSITE_FACES
from .state import FREE, MARKED, SECOND
from .words import COLOURS, LARGEST, MARKERS, OWNERS, SLOTS

# The regions: the board, below it the strip; to the right a column with the turn and the seats.
_WIDTH, _HEIGHT, _MARGIN, _GAP = 1200, 904, 14, 10
_BOARD = 818
_STRIP_Y = _MARGIN + _BOARD + _GAP
_STRIP = _HEIGHT - _MARGIN - _STRIP_Y
_COLUMN_X = _MARGIN + _BOARD + 2 * _GAP
_COLUMN = _WIDTH - _MARGIN - _COLUMN_X
_ROUND = 16
_INSET = 18
"""From the edge of a panel to what stands in it."""
_FINE, _PLAIN, _STRONG = 13, 15, 20
"""Sizes of words."""

# A tile, as large as it is where 36 of them share the board
_TILE = 128
_ACROSS = (4, 5, 6)
"""Tiles in a row: as few, and so as large, as give room for every body."""
_ROWS = {1: (1,), 2: (2,), 3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (3, 3)}
"""Stones in each row of a body, by its size."""
_PITCH, _STONES_Y = 40, 79
_HOLE_Y, _HOLE, _HOLE_RING = 68, 58, 37
_NUMBER_X, _NUMBER_Y, _NUMBER_SIZE, _COMET_GOAL_X = 12, 18, 17, 50
_FEET, _LIFT = 37, 8
_TAB, _TAB_HEIGHT = 60, 18
_SMALLEST_DASH, _COMET_DASH = "4 5", "12 6"

# The strip
_LEGEND = ((16, "blue"), (94, "green"), (182, "red"))
_LEGEND_SMALLEST, _LEGEND_SIZE, _BUTTON = 256, 30, 150

# The turn
_TURN, _TITLE_Y, _DIE_Y, _DIE = 240, 30, 52, 88
_CHANGE_X, _CHANGE, _MOVER_Y, _TASK_Y = 122, 92, 170, 199

# A seat
_SEAT, _SEAT_OF_TWO, _SECOND_Y = 149, 252, 150
_BADGE_X, _BADGE, _NAME_X, _OFF_X, _PIPS = 36, 20, 66, 216, 16
_NAME_Y, _ABOVE, _COMET_Y, _MARKERS_Y = 36, 9, 88, 124

_STARS, _STAR_TURN = 160, math.pi * (3 - math.sqrt(5))
"""How many stars the sky has, and the angle from one to the next, at which they never line up."""

_TASKS = {
    "setup": "places its astronaut and a marker on a body of one element",
    "second": "chooses a body of at most {die} elements for a second-colour marker",
    "second_mark": "marks a free element of body {picked} in its second colour",
    "travel": "travels to a body with a colour in common and a free element",
    "mark": "marks a free element of the body it stands on",
    "change": "changes the bodies: the number is {number}",
    "comet": "uses the comet: any two bodies of at most {number} elements together",
    "partner": "combines body {picked} with another: at most {number} elements together",
    "split": "separates body {picked}: {lifted} of {number} elements lifted out",
}
"""What the seat to move does in each phase."""
_STILL = {"setup": "Setup", "over": "The end"}
"""Phases in which it is nobody's turn."""
_RETURN = "comes back from a black hole to any body with a free element"
_PLACES = ("winner", "2nd", "3rd", "4th")
_NOTICED = ("to move", "winner")
"""Standings that are bright."""
_ON_BODIES = (
    *("place body", "travel body", "comet travel body", "second body"),
    *("combine body", "with body", "separate body"),
)
"""Actions that are chosen on a body."""
_BUTTONS = ("stay", "comet stay", "discard marker", "comet combine", "pass")
"""Actions that have no body or element of their own."""


def draw_picture(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str] = ()) -> Drawing:
    """The table, which every seat sees alike, with `seat` (0 if None) at the bottom of the column."""
    states = table.load(position)
    scores, ranks = table.standings(states)
    drawing = Drawing(_WIDTH, _HEIGHT, headline(position, table), legal)
    _draw_board(drawing, position, _smallest(states[0]))
    _draw_strip(drawing)
    with drawing.group(_COLUMN_X, _MARGIN):
        _draw_turn(drawing, position, ranks)
    players = position["players"]
    height = (_HEIGHT - 2 * _MARGIN - _TURN) / players - _GAP
    for line in range(players):
        s = ((seat or 0) + 1 + line) % players
        with drawing.group(_COLUMN_X, _MARGIN + _TURN + _GAP + line * (height + _GAP)):
            _draw_panel(drawing, _COLUMN, height, noticed=s == position["to_move"])
            with drawing.group(0, (height - (_SEAT_OF_TWO if players == 2 else _SEAT)) / 2):
                _draw_seat(drawing, position, s, scores[s], _standing(position, s, ranks), you=s == seat)
                if players == 2:
                    _draw_second_colour(drawing, position, SECOND + s, int(states[0]["points"][SECOND + s]))
    return drawing


def _draw_panel(drawing: Drawing, width: float, height: float, *, noticed: bool = False) -> None:
    edge = {"stroke": BRIGHT, "stroke_width": 3} if noticed else {"stroke": EDGE}
    drawing.rect(0, 0, width, height, _ROUND, fill=PANEL, **edge)


def _draw_pill(drawing: Drawing, x: float, y: float, words: str, *, bright: bool) -> None:
    """A short word in a capsule that begins at x."""
    width, height = text_width(words, _FINE, bold=True) + 18, 22
    drawing.rect(x, y - height / 2, width, height, height / 2, fill=BRIGHT if bright else EDGE)
    drawing.text(x + width / 2, y, words, _FINE, fill=CARD_INK if bright else INK, bold=True)


# ---- The board


def _draw_board(drawing: Drawing, position: dict[str, Any], smallest: frozenset[int]) -> None:
    """All bodies under the stars."""
    _draw_sky(drawing)
    slots = [slot for slot, body in enumerate(position["bodies"]) if body is not None]
    across = next(number for number in _ACROSS if number**2 > slots[-1])
    step = (_BOARD + _GAP) / across
    for slot in sorted(slots, key=lambda slot: slot == position["picked"]):  # its tab hangs over the next tile
        x, y = _MARGIN + slot % across * step, _MARGIN + slot // across * step
        with drawing.group(x, y, scale=(step - _GAP) / _TILE):
            if slot in position["holes"]:
                _draw_black_hole(drawing, slot, position["bodies"][slot])
            else:
                _draw_body(drawing, position, slot, marked=slot in smallest and position["phase"] not in _STILL)


def _draw_sky(drawing: Drawing) -> None:
    """Faint stars in a spiral, the same in every picture."""
    middle = _MARGIN + _BOARD / 2
    for number in range(_STARS):
        reach, angle = math.sqrt(number / _STARS) * _BOARD * 0.7, number * _STAR_TURN
        x, y = reach * math.cos(angle), reach * math.sin(angle)
        if max(abs(x), abs(y)) < _BOARD / 2:
            drawing.circle(middle + x, middle + y, 0.8 + number % 3 * 0.5, fill=DIM, opacity=0.3 + number % 4 * 0.15)


def _smallest(state: Any) -> frozenset[int]:
    """Slots of the smallest bodies without astronauts."""
    deserted = (state["measure"] > 0) & (state["standing"] == 0) & (state["hole"] == 0)
    sizes = {slot: int(state["measure"][slot]) for slot in range(SLOTS) if deserted[slot]}
    return frozenset(slot for slot, size in sizes.items() if size == min(sizes.values()))


def _draw_body(drawing: Drawing, position: dict[str, Any], slot: int, *, marked: bool) -> None:
    """A body with its slot number, its elements and the astronauts on it; `marked` has a faint dashed outline."""
    with drawing.place(*_body_labels(position, slot)) as can:
        drawing.rect(0, 0, _TILE, _TILE, _ROUND, fill=PANEL, **_outline(drawing, position, slot, can, marked))
        drawing.text(_NUMBER_X, _NUMBER_Y, slot, _NUMBER_SIZE, fill=DIM, anchor="start", bold=True)
        if f"comet travel body {slot}" in drawing.legal:
            draw_comet(drawing, _COMET_GOAL_X, _NUMBER_Y, 22)
        here = [s for s, place in enumerate(position["astronauts"]) if place == slot]
        for number, s in enumerate(here):
            draw_astronaut(drawing, _TILE - (len(here) - number - 0.3) * FIGURE, _FEET, s)
        _draw_elements(drawing, position, slot)
        if slot == position["picked"]:
            y = _TILE - _TAB_HEIGHT / 3
            drawing.rect((_TILE - _TAB) / 2, y, _TAB, _TAB_HEIGHT, _TAB_HEIGHT / 2, fill=BRIGHT)
            drawing.text(_TILE / 2, y + _TAB_HEIGHT / 2, "picked", _FINE, fill=CARD_INK, bold=True)


def _outline(drawing: Drawing, position: dict[str, Any], slot: int, can: bool, marked: bool) -> dict[str, object]:
    if slot == position["picked"]:
        return {"stroke": BRIGHT, "stroke_width": 5}
    if can:
        dash = _COMET_DASH if f"comet travel body {slot}" in drawing.legal else None
        return {"stroke": CHOICE, "stroke_width": 4, "dash": dash}
    return {"stroke": DIM, "stroke_width": 2, "dash": _SMALLEST_DASH} if marked else {"stroke": EDGE}


def _body_labels(position: dict[str, Any], slot: int) -> list[str]:
    """All actions that could be chosen on a body."""
    labels = [f"{action} {slot}" for action in _ON_BODIES]
    if position["turn"] is not None and position["astronauts"][position["turn"]] == slot:
        labels += ["stay", "comet stay"]
    return labels


def _draw_elements(drawing: Drawing, position: dict[str, Any], slot: int) -> None:
    """The elements of a body, sorted by colour, those that are being split off lifted."""
    lifted = _elements(position["part"]) if slot == position["picked"] and position["part"] else []
    elements = _elements(position["bodies"][slot])
    for (x, y), (colour, marker) in zip(_cluster(len(elements)), elements, strict=True):
        if (colour, marker) in lifted:
            lifted.remove((colour, marker))
            drawing.circle(x, y, RING, fill=CARD_INK)
            drawing.circle(x, y - _LIFT, RING + 2, fill=BRIGHT)
            draw_stone(drawing, x, y - _LIFT, colour, marker)
            continue
        with drawing.place(*_element_labels(position, slot, colour, marker)) as can:
            if can:  # a square, since a ring is a marker
                corner, side = RING + 1, 2 * (RING + 1)
                drawing.rect(x - corner, y - corner, side, side, RING / 2, fill=PANEL, stroke=CHOICE, stroke_width=3)
            draw_stone(drawing, x, y, colour, marker)


def _elements(body: dict[str, list[int]]) -> list[tuple[str, int | None]]:
    """Colour and marker colour (None if free) of each element of a body, sorted."""
    markers = (None, *range(MARKERS))
    return [
        (colour, marker)
        for colour in COLOURS
        for marker, n in zip(markers, body[colour], strict=True)
        for _ in range(n)
    ]


def _cluster(size: int) -> list[tuple[float, float]]:
    """Where the elements of a body lie on its tile."""
    rows = _ROWS[size]
    return [
        (_TILE / 2 + x, _STONES_Y + y)
        for count, y in zip(rows, spread(len(rows), _TILE, _PITCH), strict=True)
        for x in spread(count, _TILE, _PITCH)
    ]


def _element_labels(position: dict[str, Any], slot: int, colour: str, marker: int | None) -> list[str]:
    """The action that could be chosen on an element, if any."""
    turn, phase = position["turn"], position["phase"]
    if phase == "split" and slot == position["picked"]:
        order = MARKER_ORDER[position["players"], turn].tolist()
        owner = OWNERS[FREE if marker is None else MARKED + order.index(marker)]
        return [f"split {colour} {owner}"]
    marked = {"mark": turn is not None and position["astronauts"][turn], "second_mark": position["picked"]}
    return [f"mark {colour}"] if marker is None and phase in marked and slot == marked[phase] else []


def _draw_black_hole(drawing: Drawing, slot: int, body: dict[str, list[int]]) -> None:
    """Six elements in a ring on a dark disc."""
    draw_hole(drawing, _TILE / 2, _HOLE_Y, _HOLE)
    drawing.text(_NUMBER_X / 2, _NUMBER_X, slot, _NUMBER_SIZE, fill=DIM, anchor="start", bold=True)
    for number, (colour, marker) in enumerate(_elements(body)):
        draw_stone(drawing, *around(number, LARGEST, _TILE / 2, _HOLE_Y, _HOLE_RING), colour, marker)


# ---- The strip


def _draw_strip(drawing: Drawing) -> None:
    """What the signs mean, and buttons for what has no place on the board."""
    with drawing.group(_MARGIN, _STRIP_Y):
        for x, colour in _LEGEND:
            draw_stone(drawing, x, _STRIP / 2, colour)
            drawing.text(x + STONE + _GAP / 2, _STRIP / 2, colour, _FINE, fill=DIM, anchor="start")
        x, y, size = _LEGEND_SMALLEST, (_STRIP - _LEGEND_SIZE) / 2, _LEGEND_SIZE
        drawing.rect(x, y, size, size, size / 4, stroke=DIM, stroke_width=2, dash=_SMALLEST_DASH)
        drawing.text(x + size + _GAP, _STRIP / 2, "smallest without astronaut", _FINE, fill=DIM, anchor="start")
        right = _BOARD
        for label in _BUTTONS:
            if label in drawing.legal:
                drawing.button(right - _BUTTON, 0, _BUTTON, _STRIP, label)
                right -= _BUTTON + _GAP


# ---- The column: the turn


def _draw_turn(drawing: Drawing, position: dict[str, Any], ranks: list[int]) -> None:
    """The die, the numbers of the changes, the phase, and who does what."""
    _draw_panel(drawing, _COLUMN, _TURN)
    drawing.text(_INSET, _TITLE_Y, "Urknall", 24, fill=BRIGHT, anchor="start", bold=True)
    if position["variants"]["black_holes"]:
        drawing.text(_COLUMN - _INSET, _TITLE_Y, "with black holes", _PLAIN, fill=DIM, anchor="end")
    draw_die(drawing, _INSET, _DIE_Y, _DIE, position["die"])
    if position["phase"] in _STILL:
        x, y, words = _CHANGE_X + _INSET, _DIE_Y + _DIE / 2, _STILL[position["phase"]]
        drawing.text(x, y, words, 30, fill=BRIGHT, anchor="start", bold=True)
    else:
        _draw_changes(drawing, position)
    if position["to_move"] is None:
        draw_star(drawing, _INSET + 16, _MOVER_Y, 17)
        drawing.text(
            _NAME_X,
            _MOVER_Y,
            _outcome(ranks),
            _STRONG,
            fill=BRIGHT,
            anchor="start",
            bold=True,
            fit=_COLUMN - _NAME_X - _INSET,
        )
        return
    drawing.seat_badge(_INSET + 16, _MOVER_Y, 16, position["to_move"])
    words = f"seat {position['to_move']}: {position['phase'].replace('_', ' ')}"
    drawing.text(_NAME_X, _MOVER_Y, words, _STRONG, fill=BRIGHT, anchor="start", bold=True)
    drawing.paragraph(_INSET, _TASK_Y, _task(position), _COLUMN - 2 * _INSET, _PLAIN)


def _draw_changes(drawing: Drawing, position: dict[str, Any]) -> None:
    """The number of each change that this turn may have; that of the change in progress is bright."""
    second_due = position["doubled"] or position["phase"] in ("second", "second_mark")
    for change, due in ((1, True), (2, second_due))[: 2 if position["players"] == 2 else 1]:
        now = change == position["change"]
        word = "now" if now else "done" if change < position["change"] else "next" if due else "not due"
        with drawing.group(_CHANGE_X + (change - 1) * (_CHANGE + _GAP), _DIE_Y, opacity=None if now or due else 0.5):
            drawing.rect(0, 0, _CHANGE, _DIE, _ROUND, fill=BRIGHT if now else PANEL, stroke=EDGE, stroke_width=2)
            ink, dim = (CARD_INK, CARD_INK) if now else (INK, DIM)
            drawing.text(_CHANGE / 2, 16, f"change {change}" if position["players"] == 2 else "change", _FINE, fill=dim)
            drawing.text(_CHANGE / 2, 45, _number(position, change), 34, fill=ink, bold=True)
            drawing.text(_CHANGE / 2, 73, word, _FINE, fill=dim, bold=now)


def _number(position: dict[str, Any], change: int) -> int:
    """The number of a change: the roll, then the opposite face."""
    return position["die"] if change == 1 else OPPOSITE_FACES - position["die"]


def _task(position: dict[str, Any]) -> str:
    """What the seat to move does."""
    phase, turn = position["phase"], position["turn"]
    if phase == "travel" and position["astronauts"][turn] is None:
        return _RETURN
    lifted = len(_elements(position["part"])) if position["part"] else 0
    number = _number(position, position["change"])
    return _TASKS[phase].format(die=position["die"], picked=position["picked"], number=number, lifted=lifted)


def _outcome(ranks: list[int]) -> str:
    """Who has won."""
    *others, last = [str(s) for s, rank in enumerate(ranks) if rank == 0] or ["none"]
    if last == "none":
        return "a second colour wins"  # R32
    return f"seats {', '.join(others)} and {last} win" if others else f"seat {last} wins"


# ---- The column: the seats


def _draw_seat(drawing: Drawing, position: dict[str, Any], s: int, score: int, standing: str, *, you: bool) -> None:
    """Colour, name, standing, points, comet and markers of a seat."""
    drawing.seat_badge(_BADGE_X, _NAME_Y, _BADGE, s)
    name, y = f"seat {s}", _NAME_Y - (_ABOVE if standing else 0)
    drawing.text(_NAME_X, y, name, _STRONG, fill=BRIGHT, anchor="start", bold=True)
    if you:
        drawing.text(
            _NAME_X + text_width(name, _STRONG, bold=True) + _GAP, y, "(you)", _PLAIN, fill=DIM, anchor="start"
        )
    if standing:
        _draw_pill(drawing, _NAME_X, _NAME_Y + 2 * _ABOVE, standing, bright=standing in _NOTICED)
    if position["astronauts"][s] is None:
        draw_astronaut(drawing, _OFF_X, _NAME_Y + 30, s)
    unused = position["comets"][s]
    draw_comet(drawing, _BADGE_X, _COMET_Y, 34, CHOICE if unused else SPENT)
    words = "comet unused: 1 point" if unused else "comet used"
    drawing.text(_NAME_X, _COMET_Y + 2, words, _PLAIN, fill=INK if unused else DIM, anchor="start")
    _draw_points(drawing, _NAME_Y, 44, score)
    _draw_markers(drawing, _MARKERS_Y, position, s)


def _standing(position: dict[str, Any], s: int, ranks: list[int]) -> str:
    """Whose turn it is; at the end, who came where."""
    if position["phase"] == "over":
        return "lost" if 0 not in ranks else _PLACES[ranks[s]]  # R32: both lose to a second colour
    return "to move" if s == position["to_move"] else "in turn" if s == position["turn"] else ""


def _draw_second_colour(drawing: Drawing, position: dict[str, Any], marker: int, points: int) -> None:
    """Two players: the second colour of a seat."""
    with drawing.group(0, _SECOND_Y):
        drawing.line(_INSET, 0, _COLUMN - _INSET, 0)
        drawing.seat_badge(_BADGE_X, _NAME_Y, 16, marker)
        drawing.text(_NAME_X, _NAME_Y, "second colour", 17, anchor="start")
        _draw_points(drawing, _NAME_Y - 4, 30, points)
        _draw_markers(drawing, _COMET_Y, position, marker)


def _draw_points(drawing: Drawing, y: float, size: float, points: int) -> None:
    drawing.text(_COLUMN - _INSET, y, points, size, fill=BRIGHT, anchor="end", bold=True)
    drawing.text(_COLUMN - _INSET, y + size / 2 + 8, "points", _FINE, fill=DIM, anchor="end")


def _draw_markers(drawing: Drawing, y: float, position: dict[str, Any], marker: int) -> None:
    """The markers of a colour that do not lie on bodies."""
    supply, removed = position["supply"][marker], position["removed"][marker]
    draw_pips(drawing, _INSET + 6, y, _PIPS, marker, supply, removed)
    words = f"{supply} left" + (f", {removed} removed" if removed else "")
    drawing.text(_COLUMN - _INSET, y, words, _FINE, fill=DIM, anchor="end")
