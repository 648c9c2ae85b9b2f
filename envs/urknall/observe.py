"""The observation (section 7): the whole table, seats and marker colours counted from the observer."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.layout import Layout, Segment
from .rules import MARKER_ORDER, number, two_smallest
from .state import FREE, MARKED, NO_SLOT, NOBODY
from .words import COLOURS, LARGEST, MARKERS, OWNERS, PHASES, SEATS, SIDES, SLOTS

_COLOURS, _OWNERS = len(COLOURS), len(OWNERS)
_BODY = _COLOURS * _OWNERS

LAYOUT = Layout(
    Segment("bodies", (SLOTS, _BODY), "per slot: blue, green, red × (" + ", ".join(OWNERS) + ") counts", "/6"),
    Segment("astronauts", (SLOTS, SEATS), "seat stands on the body of this slot"),
    Segment("holes", (SLOTS,), "body is a black hole"),
    Segment("picked", (SLOTS,), "the slot chosen so far"),
    Segment("part", (_BODY,), "elements chosen for the new body, same order as a body", "/2"),
    Segment("off_board", (SEATS,), "seat's astronaut is not on the board (also before its setup)"),
    Segment("comets", (SEATS,), "seat's comet is unused"),
    Segment("supply", (MARKERS,), "markers in supply, per marker colour", "/10"),
    Segment("removed", (MARKERS,), "markers out of the game, per marker colour", "/10"),
    Segment("points", (MARKERS,), "points if scored now; own colours include the comet point", "/40, at most 1"),
    Segment("die", (SIDES,), "one-hot of the roll (zeros in setup)"),
    Segment("number", (SIDES,), "one-hot of the number of the change in progress"),
    Segment("doubled", (2,), "two changes in this turn; the second is in progress"),
    Segment("phase", (len(PHASES),), "one-hot " + ", ".join(PHASES)),
    Segment("to_move", (SEATS,), "one-hot; zeros when over"),
    Segment("turn", (SEATS,), "one-hot, active seat; zeros in setup"),
    Segment("comet_now", (1,), "the combination in progress uses the comet"),
    Segment("players", (3,), "one-hot 2, 3, 4"),
    Segment("black_holes", (1,), "variant in use"),
    Segment("smallest", (2,), "sizes of the two smallest deserted bodies, ascending (0 where missing)", "/6"),
)
AT = LAYOUT.offsets()

_SIXTHS = (np.arange(LARGEST + 1) / LARGEST).astype(np.float32)
_PER_MARKERS = np.float32(1 / 10)
_PER_POINTS = np.float32(1 / 40)
_ONE = np.float32(1)


@compiled
def observe(state, rules, seat, out):
    """Write what `seat` may know; other seats follow it clockwise."""
    players = int(rules.num_players)
    order = MARKER_ORDER[players, seat]
    _observe_bodies(state, order, out)
    for r in range(MARKERS):
        _observe_marker(state, order[r], r, players, out)
    for r in range(players):
        _observe_seat(state, (seat + r) % players, r, out)
    if state.picked != NO_SLOT:
        out[AT.picked + int(state.picked)] = 1
    if state.to_move != NOBODY:
        out[AT.to_move + (int(state.to_move) - seat + players) % players] = 1
    if state.turn != NOBODY:
        out[AT.turn + (int(state.turn) - seat + players) % players] = 1
        out[AT.die + int(state.die) - 1] = 1
    if state.change > 0:
        out[AT.number + number(state) - 1] = 1
    out[AT.doubled] = int(state.doubled)
    out[AT.doubled + 1] = 1 if state.change == 2 else 0
    out[AT.phase + int(state.phase)] = 1
    out[AT.comet_now] = int(state.comet_now)
    out[AT.players + players - 2] = 1
    out[AT.black_holes] = int(rules.black_holes)
    first, second = two_smallest(state)
    out[AT.smallest] = _SIXTHS[first]
    out[AT.smallest + 1] = _SIXTHS[second]


@compiled
def _observe_bodies(state, order, out):
    """Every body, and the part that is being split off."""
    for slot in range(SLOTS):
        if state.measure[slot] > 0:
            start = AT.bodies + _BODY * slot
            for colour in range(_COLOURS):
                at = start + _OWNERS * colour
                out[at] = _SIXTHS[state.stones[slot, colour, FREE]]
                for r in range(MARKERS):
                    out[at + MARKED + r] = _SIXTHS[state.stones[slot, colour, MARKED + order[r]]]
            out[AT.holes + slot] = int(state.hole[slot])
    for colour in range(_COLOURS):
        at = AT.part + _OWNERS * colour
        out[at] = int(state.part[colour, FREE]) * 0.5
        for r in range(MARKERS):
            out[at + MARKED + r] = int(state.part[colour, MARKED + order[r]]) * 0.5


@compiled
def _observe_marker(state, marker, r, players, out):
    """A marker colour, r places on in the observer's order."""
    out[AT.supply + r] = int(state.supply[marker]) * _PER_MARKERS
    out[AT.removed + r] = int(state.removed[marker]) * _PER_MARKERS
    points = int(state.points[marker])
    if marker < players:
        points += int(state.comet[marker])
    out[AT.points + r] = min(_ONE, points * _PER_POINTS)


@compiled
def _observe_seat(state, other, r, out):
    """Seat `other`, r places clockwise from the observer."""
    slot = int(state.at[other])
    if slot == NO_SLOT:
        out[AT.off_board + r] = 1
    else:
        out[AT.astronauts + SEATS * slot + r] = 1
    out[AT.comets + r] = int(state.comet[other])
