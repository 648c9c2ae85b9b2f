"""The table of a running game and the rules it is played by, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Table
from ..core.records import Field, rules_record, state_record
from .words import COLOURS, LARGEST, MARKERS, OWNERS, SEATS, SIDES, SLOTS, STONES

_COLOURS, _OWNERS = len(COLOURS), len(OWNERS)

FREE = 0
"""Column of the free elements in a table of stones."""
MARKED = 1
"""Column of the elements with marker colour 0; colour m stands in MARKED + m."""
NOBODY = NO_SLOT = -1
SECOND = 2
"""Second colour of seat 0 in the two-player game; that of seat s is SECOND + s."""

_MOST_MARKERS = 10
_MOST_POINTS = 52
"""Ten markers on six bodies: two alone on six stones of a colour (6 each), eight on sole elements (5 each)."""
_MOST_ON_A_BODY = 14
"""Six elements 4 + 1 + 1: the majority of the four, and two sole elements at 5 points each."""

STATE = state_record(
    # the celestial bodies; a table of stones counts elements by colour and owner (free, marker colours 0-3)
    Field("stones", np.int8, (SLOTS, _COLOURS, _OWNERS), "elements of each body by colour and owner", LARGEST),
    Field("hole", np.int8, (SLOTS,), "body is a black hole", 1),
    # each seat, each marker colour
    Field("at", np.int64, (SEATS,), "slot of the body on which the astronaut stands, -1 off the board", SLOTS - 1, -1),
    Field("comet", np.int8, (SEATS,), "comet is unused", 1),
    Field("supply", np.int8, (MARKERS,), "markers still to be placed", _MOST_MARKERS),
    Field("removed", np.int8, (MARKERS,), "markers out of the game", _MOST_MARKERS),
    # the turn
    Field("turn", np.int64, (), "active seat, -1 in setup", SEATS - 1, NOBODY),
    Field("die", np.int8, (), "number rolled, 0 in setup", SIDES),
    Field("change", np.int8, (), "change in progress: 1, 2, or 0", 2),
    Field("doubled", np.int8, (), "two players: a second marker was placed, so two changes are due", 1),
    Field("picked", np.int64, (), "slot chosen so far in this decision, -1 for none", SLOTS - 1, NO_SLOT),
    Field("part", np.int8, (_COLOURS, _OWNERS), "elements chosen so far for the new body", 2),
    Field("comet_now", np.int8, (), "the combination in progress uses the comet", 1),
    # derived: from stones, hole and at
    Field("measure", np.int8, (SLOTS,), "elements of each body", LARGEST),
    Field("free", np.int8, (SLOTS,), "elements that can be marked: the free ones, none in a black hole", LARGEST),
    Field("colours", np.int8, (SLOTS,), "bits of the colours on each body", 2**_COLOURS - 1),
    Field("standing", np.int8, (SLOTS,), "astronauts on each body", SEATS),
    Field("bodies_of", np.int8, (LARGEST + 1,), "number of bodies, black holes aside, by size", STONES),
    Field("deserted_of", np.int8, (LARGEST + 1,), "number of deserted bodies by size", STONES),
    Field("worth", np.int8, (SLOTS, MARKERS), "points of each marker colour on each body", _MOST_ON_A_BODY),
    Field("points", np.int8, (MARKERS,), "points of each marker colour if scored now", _MOST_POINTS),
)

RULES = rules_record(
    Field("black_holes", np.int8, (), "variant: black holes arise", 1),
    Field("elements", np.int8, (_COLOURS,), "stones of each colour", STONES),
    Field("first_sizes", np.int8, (SLOTS,), "sizes of the bodies at the start", 3),
    Field("first_supply", np.int8, (MARKERS,), "markers at the start", _MOST_MARKERS),
)


def fill_rules(rules: Any, table: Table) -> None:
    """Write the variants and the component tables of a table into its rules record."""
    components, players = table.components, table.num_players
    rules.black_holes = table.variants["black_holes"]
    rules.elements[:] = components.stones
    rules.first_sizes[:] = components.sizes
    rules.first_supply[:players] = components.own_markers[players]
    if players == 2:
        rules.first_supply[SECOND:] = components.second_markers
