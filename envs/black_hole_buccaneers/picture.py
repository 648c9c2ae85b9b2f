"""The table as a drawing, as one seat sees it: the hole in the middle, the seats around it, the own hand below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, GROUND, INK, SEAT_COLOURS, Drawing, text_width
from ..core.game import Table
from .cards import (
    CHIP_HEIGHT,
    HAND_WIDTH,
    WIDTH,
    Face,
    chip,
    chip_width,
    hand_card,
    table_card,
    value_badge,
    weight_badge,
)
from .middle import draw_middle, kind_sign
from .scoring import TOKENS, draw_pad, draw_steps
from .tableau import draw_tableau
from .view import Box, View
from .words import ROUNDS

WIDE = 1200
MARGIN, GAP = 10, 8
HEADER = 48
COLUMN = (WIDE - 2 * MARGIN - 2 * GAP) / 3
ROOMS = {3: 372, 4: 440, 5: 440, 6: 440}
"""Height of the hole with the other seats around it, by the number of players."""
OWN_HEIGHT, HAND_ROOM = 184, 184
CARD_GAP = 6
KNOWN_ROW, KNOWN_ROOM = 26, 76
"""From one line of cards in words to the next, and what is kept for them: most pictures have the same height."""
SEAT_HEAD = 52
"""Height of a seat's lines of words."""
BAR_WIDTH, BAR_HEIGHT, BAR_SPAN = 130, 12, 1.5
"""The bar of a weight ends at this many times the limit."""
LIGHT, HEAVY = "#56b4e9", "#f0524f"
"""Within the limit and above it; words say it too."""

NOTHING_KNOWN = "no discards, and no cards that you remember in other hands"
DECISIONS = {
    "choose": "chooses a card",
    "group": "puts a part into a group",
    "laser": "lays a threshold card",
    "pick": "picks one of three cards",
    "egg": "decides on Surprise Egg",
    "robot": "lays out a robot",
    "pool": "decides on Alien Wading Pool",
    "ring": "decides on One Ring",
}
"""What a seat does in a phase."""


def draw_picture(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    """The position as `seat` sees it (None: everything face up), 1200 wide, with places for the legal labels.

    Hand cards, the cards on offer, groups, the empty place for a new group and the threshold cards stand for their
    actions; relics and a robot that has to be laid out for both of theirs, with a button for each in the steps.
    """
    drawing = Drawing(WIDE, 0, f"{table.game.title}, round {position['round']}, turn {position['turn']}", legal)
    view = View(drawing, position, seat, table)
    _draw_header(view)
    middle, *others = _boxes(table.num_players)
    draw_middle(view, middle)
    for s, box in zip(view.clockwise[1:], others, strict=True):
        _draw_seat(view, s, box)
    y = HEADER + ROOMS[table.num_players] + GAP
    own_width = 2 * COLUMN + GAP
    _draw_seat(view, view.bottom, Box(MARGIN, y, own_width, OWN_HEIGHT))
    draw_pad(view, Box(MARGIN + own_width + GAP, y, COLUMN, OWN_HEIGHT))
    y += OWN_HEIGHT + GAP
    below = Box(MARGIN, y, WIDE - 2 * MARGIN, HAND_ROOM)
    if view.scoring:
        draw_steps(view, below)
    else:
        _draw_hand(view, below)
    y += HAND_ROOM + GAP
    drawing.height = max(_draw_known(view, y), y + KNOWN_ROOM) + MARGIN
    return drawing


def _boxes(players: int) -> tuple[Box, ...]:
    """Areas of the hole and of the other seats, clockwise from the left of the one at the bottom."""
    top, tall = HEADER, ROOMS[players]
    half = (tall - GAP) / 2
    left, centre, right = (MARGIN + column * (COLUMN + GAP) for column in range(3))
    upper, lower = (top, half), (top + half + GAP, half)
    whole = (top, tall)

    def box(x: float, rows: tuple[float, float]) -> Box:
        return Box(x, rows[0], COLUMN, rows[1])

    corners = (box(left, lower), box(left, upper), box(right, upper), box(right, lower))
    return {
        3: (box(centre, whole), box(left, whole), box(right, whole)),
        4: (box(centre, lower), box(left, whole), box(centre, upper), box(right, whole)),
        5: (box(centre, whole), *corners),
        6: (box(centre, lower), *corners[:2], box(centre, upper), *corners[2:]),
    }[players]


# ---- The line at the top


def _draw_header(view: View) -> None:
    """Round and turn, whose decision it is, and the three holes."""
    drawing, position = view.drawing, view.position
    drawing.text(MARGIN + 4, 15, view.table.game.title, 18, fill=BRIGHT, anchor="start", bold=True)
    when = f"round {position['round']} of {ROUNDS}" + ("" if view.scoring else f", turn {position['turn']}")
    drawing.text(MARGIN + 4, 36, when, 14, fill=DIM, anchor="start")
    to_move = position["to_move"]
    if to_move is None:
        drawing.text(262, 25, _winners(view), 19, fill=CHOICE, anchor="start", bold=True)
    else:
        drawing.seat_badge(276, 25, 14, to_move)
        now, then = f"seat {to_move} {DECISIONS[position['phase']]}", _waiting(position)
        drawing.text(298, 16 if then else 25, now, 17, fill=CHOICE, anchor="start", bold=True)
        if then:
            drawing.text(298, 36, then, 13, fill=DIM, anchor="start")
    for number in range(1, ROUNDS + 1):
        _draw_hole_card(view, number, WIDE - MARGIN - (ROUNDS + 1 - number) * 178)


def _winners(view: View) -> str:
    first = [str(s) for s, rank in enumerate(view.ranks) if rank == 0]
    return f"Seat {first[0]} wins" if len(first) == 1 else f"Seats {' and '.join(first)} share the victory"


def _waiting(position: dict[str, Any]) -> str:
    """The decisions after this one."""
    if position["queue"]:
        return "then " + ", ".join(f"seat {seat} ({phase})" for phase, seat in position["queue"])
    return "all choose unseen, then show" if position["phase"] == "choose" else ""


def _draw_hole_card(view: View, number: int, x: float) -> None:
    """A hole of the game, if it is known: past, present, or to come."""
    drawing, now = view.drawing, number == view.position["round"]
    drawing.rect(x, 6, 174, 36, radius=8, fill=GROUND, stroke=BRIGHT if now else EDGE, stroke_width=2 if now else 1)
    if not view.knows_hole(number):
        drawing.text(x + 87, 24, f"hole {number}: unknown", 13, fill=DIM)
        return
    hole = view.hole_of(number)
    kind_sign(drawing, x + 16, 24, 7, hole.kind)
    drawing.text(x + 30, 24, hole.name, 12, fill=INK if now else DIM, anchor="start", bold=now, fit=114)
    drawing.text(x + 166, 24, hole.threshold, 16, fill=INK if now else DIM, anchor="end", bold=True)


# ---- The seats


def _draw_seat(view: View, s: int, box: Box) -> None:
    """A seat with its sums and what lies in front of it: marked if it decides or has won, dimmed if pulled in."""
    pulled = bool(view.result and view.result["pulled"][s])
    marked = view.ranks[s] == 0 if view.over else view.decides(s)
    view.panel(box, stroke=CHOICE if marked else EDGE, stroke_width=3 if marked else 1)
    with view.drawing.group(opacity=0.5 if pulled else None):
        _draw_name(view, s, box)
        _draw_sums(view, s, box)
        inside = Box(box.x + 5, box.y + SEAT_HEAD, box.width - 10, box.height - SEAT_HEAD - 4)
        if pulled:
            view.drawing.text(
                box.x + box.width / 2, inside.y + inside.height / 2, "pulled into the hole", 22, bold=True
            )
        else:
            draw_tableau(view, s, inside)


def _draw_name(view: View, s: int, box: Box) -> None:
    """Who it is, what marks it, and its points."""
    drawing, y = view.drawing, box.y + 15
    drawing.seat_badge(box.x + 20, y, 12, s)
    name = f"seat {s}" + (" (you)" if s == view.seat else "")
    drawing.text(box.x + 40, y, name, 16, fill=SEAT_COLOURS[s], anchor="start", bold=True)
    drawing.text(box.x + box.width - 12, y, f"{view.position['scores'][s]} points", 16, anchor="end", bold=True)
    x = box.x + (160 if s == view.seat else 105)
    for words in _marks(view, s):
        width = 16 + 7 * len(words)
        drawing.rect(x, y - 10, width, 20, radius=10, fill=GROUND, stroke=DIM)
        drawing.text(x + width / 2, y, words, 12, fit=width - 8)
        x += width + 5


def _marks(view: View, s: int) -> Iterable[str]:
    """Short words about a seat."""
    position = view.position
    if view.has_chosen(s):
        yield "chosen"
    if position["forced"][s]:
        yield "by chance"
    row = view.result or position
    yield from (words for key, words in TOKENS if row.get(key) == s)
    if view.over:
        yield f"rank {view.ranks[s] + 1}"


def _draw_sums(view: View, s: int, box: Box) -> None:
    """Value and weight of what is seen, the weight also as a bar against the limit; the cards in hand."""
    drawing, y = view.drawing, box.y + 38
    value, weight = view.totals(s)
    value_badge(drawing, box.x + 20, y, "-" if value is None else value, 11.5)
    weight_badge(drawing, box.x + 49, y, weight, 11.5)
    _draw_bar(view, box.x + 68, y, weight, view.limit_of(s))
    hand = len(view.position["hands"][s])
    if hand:
        x = box.x + box.width - 12
        drawing.text(x, y, f"{hand} in hand", 13, fill=DIM, anchor="end")


def _draw_bar(view: View, x: float, y: float, weight: int, limit: int) -> None:
    """A weight against a limit, and how much is left."""
    drawing = view.drawing
    whole = max(limit, 1) * BAR_SPAN
    full = BAR_WIDTH * min(max(weight, 0) / whole, 1)
    mark = x + BAR_WIDTH / BAR_SPAN
    heavy = weight > limit
    drawing.rect(x, y - BAR_HEIGHT / 2, BAR_WIDTH, BAR_HEIGHT, radius=4, fill=GROUND, stroke=EDGE)
    if full:
        drawing.rect(x, y - BAR_HEIGHT / 2, full, BAR_HEIGHT, radius=4, fill=HEAVY if heavy else LIGHT)
    drawing.line(mark, y - BAR_HEIGHT * 0.8, mark, y + BAR_HEIGHT * 0.8, stroke=BRIGHT, stroke_width=2)
    words = f"{weight - limit} over {limit}" if heavy else f"{limit - weight} left of {limit}"
    drawing.text(x + BAR_WIDTH + 8, y, words, 13, fill=INK, anchor="start", bold=heavy)


# ---- The hand


def _draw_hand(view: View, box: Box) -> None:
    """The hand of the seat at the bottom, what it has chosen already, and the cards on offer to it."""
    view.panel(box)
    s, position = view.bottom, view.position
    x, y = box.x + 12, box.y + 24
    if view.has_chosen(s):
        _draw_caption(view, x, y, "chosen", CHOICE)
        hand_card(view.drawing, x, y, view.face(position["chosen"][s]), view.table, ring=BRIGHT)
        x += HAND_WIDTH + 2 * CARD_GAP
    whose = "your hand" if view.seat == s else f"hand of seat {s}"
    if view.offered(s):
        _draw_caption(view, x, y, "on offer: pick one", CHOICE)
        x += len(position["offer"]) * _draw_cards(view, position["offer"], x, y) + CARD_GAP
        for number, name in enumerate(position["hands"][s]):
            table_card(view.drawing, x + number * (WIDTH + CARD_GAP), y, view.face(name), view.table)
    else:
        _draw_cards(view, position["hands"][s], x, y)
        whose += ", in which chance has chosen" * (position["forced"][s] in position["hands"][s])
    _draw_caption(view, x, y, whose, DIM)


def _draw_caption(view: View, x: float, y: float, words: str, fill: str) -> None:
    view.drawing.text(x, y - 11, words, 13, fill=fill, anchor="start", bold=True)


def _draw_cards(view: View, names: Sequence[str], x: float, y: float) -> float:
    """Cards that may be chosen, side by side; one that chance has chosen is marked. Gives the step between them."""
    step = HAND_WIDTH + CARD_GAP
    for number, name in enumerate(names):
        with view.drawing.place(f"card {name}") as can:
            ring = CHOICE if can else BRIGHT if name in view.position["forced"] else None
            hand_card(view.drawing, x + number * step, y, view.face(name), view.table, ring=ring)
    return step


# ---- What is known of other cards


def _draw_known(view: View, y: float) -> float:
    """Discards, and what the seat remembers or, with everything face up, all the rest; gives the height below."""
    x = MARGIN + 4.0
    known = [line for line in _known(view) if line[2]]
    if not known:
        view.drawing.text(x, y + CHIP_HEIGHT / 2, NOTHING_KNOWN, 12, fill=DIM, anchor="start")
    for s, caption, names in known:
        faces = [view.face(name) for name in names]
        head = 24 * (s is not None) + text_width(caption, 12) + 8
        if x > MARGIN + 4 and x + head + sum(chip_width(face) + 4 for face in faces) > WIDE - MARGIN:
            x, y = MARGIN + 4, y + KNOWN_ROW
        if s is not None:
            view.drawing.seat_badge(x + 10, y + CHIP_HEIGHT / 2, 9, s)
        view.drawing.text(x + head - 8, y + CHIP_HEIGHT / 2, caption, 12, fill=DIM, anchor="end")
        x, y = _draw_chips(view, faces, x + head, y)
        x += 14
    return y + CHIP_HEIGHT


def _draw_chips(view: View, faces: Iterable[Face], x: float, y: float) -> tuple[float, float]:
    """Cards as words, in as many lines as they need; gives where the next thing may stand."""
    left = x
    with view.drawing.group(opacity=0.8):
        for face in faces:
            if x + chip_width(face) > WIDE - MARGIN:
                x, y = left, y + KNOWN_ROW
            chip(view.drawing, x, y, face, view.table)
            x += chip_width(face) + 4
    return x, y


def _known(view: View) -> Iterable[tuple[int | None, str, Sequence[str]]]:
    """Whose cards, what they are, which ones."""
    position = view.position
    yield None, "discards", position["discards"]
    if view.seat is None:
        yield from ((s, "holds", position["hands"][s]) for s in view.clockwise[1:])
        yield from ((s, "chose", [position["chosen"][s]]) for s in view.clockwise[1:] if view.has_chosen(s))
        yield None, "on offer", [] if view.offered(view.bottom) else position["offer"]
        yield None, "hole pile", position["hole_pile"]
        yield None, "draw pile, next first", position["draw"]
        return
    yield from ((s, "remembered", position["memory"][view.seat][s]) for s in view.clockwise[1:])
    yield None, "laid face down", position["missing"][view.seat]
    placed = position["placed"][view.seat]
    yield view.seat, "your last card", [placed] if placed in position["hole_pile"] else []
