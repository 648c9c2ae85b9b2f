"""What lies in front of a seat, by type: side by side, in groups, as stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, INK
from .cards import HEIGHT, PART_STRIP, SMALL, STRIP, WIDTH, Face, table_card, toys, toys_width
from .view import Box, View
from .words import ARTIFACTS, CARDS, PARTS, ROBOTS, SHIFTERS, SHIPS, TOYS

SCALES = (1.5, 1.35, 1.2, 1.1, 1.0)
"""How large cards are drawn, if they have the room."""
SPREAD, GROUPS_STACKED, TYPES_STACKED = range(3)
"""How crowded it is in front of a seat: shapeshifters alone are a stack, groups are too, all but unique cards are."""
GAP = 4
GROUP_EDGE, GROUP_NUMBER = 2, 13
"""Room around the cards of a group, and for its number at the left."""


class Cluster(NamedTuple):
    """Cards that lie together; paint(x, y) draws them from their upper left corner."""

    width: float
    height: float
    paint: Callable[[float, float], None]


def draw_tableau(view: View, s: int, box: Box) -> None:
    """The cards in front of seat s, as large as the box allows."""
    clusters, scale = _fitting(view, s, box)
    with view.drawing.group(box.x, box.y, scale=scale):
        for cluster, x, y in _rows(clusters, box.width / scale)[0]:
            cluster.paint(x, y)


def _fitting(view: View, s: int, box: Box) -> tuple[Sequence[Cluster], float]:
    """Clusters and a scale with which they fit; where there are too many, cards cover each other."""
    for crowding, scales in ((SPREAD, SCALES), (GROUPS_STACKED, SCALES[-1:]), (TYPES_STACKED, SCALES[-1:])):
        clusters = tuple(_clusters(view, s, crowding))
        for scale in scales:
            widest = max((cluster.width for cluster in clusters), default=0)
            if widest <= box.width / scale and _rows(clusters, box.width / scale)[1] <= box.height / scale:
                return clusters, scale
    return clusters, box.height / _rows(clusters, box.width)[1]


def _rows(clusters: Sequence[Cluster], width: float) -> tuple[list[tuple[Cluster, float, float]], float]:
    """The clusters with their places, row after row, and the height of all."""
    placed = []
    x, y, row = 0.0, 0.0, 0.0
    for cluster in clusters:
        if x > 0 and x + cluster.width > width:
            x, y, row = 0, y + row + GAP, 0
        placed.append((cluster, x, y))
        x += cluster.width + GAP
        row = max(row, cluster.height)
    return placed, y + row


def _clusters(view: View, s: int, crowding: int) -> Iterable[Cluster]:
    """Spaceships, robots, groups, shapeshifters, toys, artifacts and relics."""
    laid = view.laid_faces(s)
    hidden = [] if view.sees(s) else view.position["hidden"][s]
    shown = [face for name, face in laid.items() if name not in hidden]
    grouped = [name for group in view.position["groups"][s] for name in group]

    def of_type(first: int, end: int) -> list[Face]:
        return [face for face in shown if first <= face.card < end]

    yield from _same(view, s, of_type(SHIPS, TOYS), stacked=crowding == TYPES_STACKED)
    yield from _same(view, s, of_type(ROBOTS, ARTIFACTS), stacked=crowding == TYPES_STACKED)
    for number, group in enumerate(view.position["groups"][s], start=1):
        yield _group(view, s, number, [laid[name] for name in group], stacked=crowding >= GROUPS_STACKED)
    yield from (_loose_part(view, s, face) for face in of_type(PARTS, SHIFTERS) if face.name not in grouped)
    yield from _same(view, s, of_type(SHIFTERS, ROBOTS), stacked=True)
    yield from _same(view, s, of_type(TOYS, PARTS), stacked=crowding == TYPES_STACKED)
    if hidden:
        yield _face_down(view, len(hidden))
    yield from _same(view, s, of_type(ARTIFACTS, CARDS), stacked=False)


def _same(view: View, s: int, cards: Sequence[Face], *, stacked: bool) -> Iterable[Cluster]:
    """Cards of a type."""
    if stacked and cards:
        yield _stack(view, s, cards)
    else:
        yield from (_single(view, s, face) for face in cards)


def _single(view: View, s: int, face: Face) -> Cluster:
    def paint(x: float, y: float) -> None:
        labels = [f"discard {face.name}", f"keep {face.name}"]
        if face.name == view.position["laid"][s][-1]:
            labels += ["robot upright", "robot turned"]
        with view.drawing.place(*labels if view.decides(s) else ()) as can:
            _card(view, s, face, x, y, can=can)

    return Cluster(face.width, face.height, paint)


def _card(view: View, s: int, face: Face, x: float, y: float, *, covered: bool = False, can: bool = False) -> None:
    """A card; one that was shown in this turn is marked."""
    fresh = view.position["chosen"][s] == face.name and view.position["phase"] != "choose"
    ring = CHOICE if can else BRIGHT if fresh else None
    table_card(view.drawing, x, y, face, view.table, covered=covered, ring=ring)


def _stack(view: View, s: int, cards: Sequence[Face]) -> Cluster:
    """The last card on top; of the others value and weight are seen."""
    *below, last = cards
    top = _single(view, s, last)

    def paint(x: float, y: float) -> None:
        for number, face in enumerate(below):
            _card(view, s, face, x + STRIP * number, y, covered=True)
        top.paint(x + STRIP * len(below), y)

    return Cluster(STRIP * len(below) + top.width, max(face.height for face in cards), paint)


def _group(view: View, s: int, number: int, parts: Sequence[Face], *, stacked: bool) -> Cluster:
    """Parts of a time machine, with the number that the group has in `join group 1`."""
    step = PART_STRIP if stacked else parts[-1].width + 1
    width = step * (len(parts) - 1) + parts[-1].width + GROUP_NUMBER + GROUP_EDGE
    height = parts[-1].height + 2 * GROUP_EDGE

    def paint(x: float, y: float) -> None:
        with view.drawing.place(*(f"join group {number}",) if view.decides(s) else ()) as can:
            look = {"fill": EDGE, "stroke": CHOICE if can else DIM, "stroke_width": 3 if can else 1}
            view.drawing.rect(x, y, width, height, radius=8, **look)
            view.drawing.text(x + GROUP_NUMBER / 2, y + height / 2, number, SMALL, fill=INK, bold=True)
            for nth, part in enumerate(parts):
                covered = stacked and nth < len(parts) - 1
                _card(view, s, part, x + GROUP_NUMBER + step * nth, y + GROUP_EDGE, covered=covered)

    return Cluster(width, height, paint)


def _loose_part(view: View, s: int, part: Face) -> Cluster:
    """A part that has to be placed; at the bottom also a place for the group that it may start."""
    asked = view.decides(s) and s == view.bottom and "new group" in view.drawing.legal

    def paint(x: float, y: float) -> None:
        _card(view, s, part, x, y)
        if asked:
            _draw_new_group(view, x + WIDTH + GAP, y)

    return Cluster(WIDTH + asked * (WIDTH + GAP), HEIGHT, paint)


def _draw_new_group(view: View, x: float, y: float) -> None:
    with view.drawing.place("new group"):
        view.drawing.rect(x, y, WIDTH, HEIGHT, radius=7, fill=EDGE, stroke=CHOICE, stroke_width=3, dash="6 4")
        for line, words in enumerate(("new", "group")):
            view.drawing.text(x + WIDTH / 2, y + HEIGHT / 2 + 16 * (line - 0.5), words, 14, bold=True)


def _face_down(view: View, count: int) -> Cluster:
    return Cluster(toys_width(count), HEIGHT, lambda x, y: toys(view.drawing, x, y, count))
