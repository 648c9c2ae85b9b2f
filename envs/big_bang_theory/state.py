"""The table of a running game and the rules it is played by, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Table
from ..core.records import Field, rules_record, state_record
from .words import (
    CARDS,
    COLOURS,
    PARADOX,
    PERSONS,
    PILE,
    ROUNDS,
    SEATS,
    SECOND_TILE,
    TILES,
    WANT_VALUES,
    WANTS,
    WOMEN,
)

_COLOURS, _TILES, _VALUES, _PERSONS = len(COLOURS), len(TILES), len(WANT_VALUES), len(PERSONS)

# Where a playing card of a seat is.
IN_PILE, IN_HAND, PLAYED, BOXED = range(4)

# Where a Paradox tile is; held by seat s: HELD + s.
TILE_BOXED, TILE_STACKED, TILE_ACTIVE, TILE_USED, HELD = range(5)

NOBODY = NO_CARD = NO_TILE = -1

STATE = state_record(
    # the middle of the table
    Field("turn", np.int8, (), "round in progress, 1 to 6", ROUNDS),
    Field("start", np.int8, (), "seat with the starting player tile", SEATS - 1),
    Field(
        "want_order",
        np.int8,
        (_COLOURS, WANTS),
        "want cards by the round that turns them up, 0 once evaluated",
        4,
    ),
    Field("want_box", np.int8, (_COLOURS, _VALUES), "want cards won by nobody, by value", WANTS),
    Field("won", np.int8, (SEATS, _COLOURS, _VALUES), "want cards won, by value", WANTS),
    # the Paradox tiles
    Field(
        "tile_place",
        np.int8,
        (_TILES,),
        "where each tile is: box, stack, middle, used, or held by a seat",
        HELD + SEATS,
    ),
    Field(
        "tile_stack",
        np.int8,
        (_TILES,),
        "chaos: the tiles in the order of the stack, -1 where taken",
        _TILES - 1,
        NO_TILE,
    ),
    Field("stack_next", np.int8, (), "chaos: place of the stack's top tile in tile_stack", _TILES),
    Field("active", np.int8, (SEATS,), "tiles in the middle, in laying order, -1 beyond", _TILES - 1, NO_TILE),
    Field("active_seat", np.int8, (SEATS,), "who laid them, -1 in chaos", SEATS - 1, NOBODY),
    Field("active_count", np.int8, (), "number of tiles in the middle", SEATS),
    # each seat
    Field("place", np.int8, (SEATS, CARDS), "where each card is: pile, hand, played, boxed", BOXED),
    Field("known", np.int8, (SEATS, CARDS), "card is in hand and was seen by all", 1),
    Field("pile", np.int8, (SEATS, PILE), "the face-down pile as shuffled, -1 where drawn", CARDS - 1, NO_CARD),
    Field("played", np.int8, (SEATS, CARDS), "cards played this round, in order, -1 beyond", CARDS - 1, NO_CARD),
    Field("played_colour", np.int8, (SEATS, CARDS), "the colours they were played for", _COLOURS - 1),
    Field("played_count", np.int8, (SEATS,), "number of cards played this round", CARDS),
    Field("out", np.int8, (SEATS,), "has dropped out of this round", 1),
    # derived: from place, won, want_order, played
    Field("hand_count", np.int8, (SEATS,), "cards in hand", CARDS),
    Field("points", np.int16, (SEATS,), "points on the want cards won", 4 * _COLOURS * WANTS),
    Field("want_left", np.int8, (_COLOURS, _VALUES), "face-down want cards by value", WANTS),
    Field("sums", np.int16, (SEATS, _COLOURS), "printed values played for each colour", 9 * CARDS),
    Field("sevens", np.int8, (SEATS, _COLOURS), "cards of value 7 played for each colour", CARDS),
    Field("cards_for", np.int8, (SEATS, _COLOURS), "cards played for each colour", CARDS),
    Field("persons", np.int16, (SEATS,), "bits of the persons on the played cards", 2**_PERSONS - 1),
)

RULES = rules_record(
    Field("paradox", np.int8, (), "index in words.PARADOX", len(PARADOX) - 1),
    Field("second_tile", np.int8, (), "index in words.SECOND_TILE", len(SECOND_TILE) - 1),
    Field("face", np.int8, (CARDS, _COLOURS), "value of a card in a colour, 0 where it has none", 9),
    Field("card_persons", np.int16, (CARDS,), "bits of the persons on a card", 2**_PERSONS - 1),
    Field("wants", np.int8, (_COLOURS, WANTS), "the want cards", 4),
)

HIDDEN, OPEN, NONE, CHAOS = range(len(PARADOX))
CHOOSE, ALWAYS, NEVER = range(len(SECOND_TILE))


def bits(*persons: str) -> int:
    """The persons as bits."""
    return sum(1 << PERSONS.index(person) for person in persons)


WOMEN_BITS = bits(*WOMEN)


def fill_rules(rules: Any, table: Table) -> None:
    """Write the variants and the component tables of a table into its rules record."""
    rules.paradox = PARADOX.index(table.variants["paradox"])
    rules.second_tile = SECOND_TILE.index(table.variants["second_tile"])
    for number, card in enumerate(table.components.cards):
        rules.face[number] = card.values
        rules.card_persons[number] = bits(*card.persons)
    rules.wants[:] = table.components.wants
