"""The table of a running game and the rules it is played by, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Table
from ..core.records import Field, rules_record, state_record
from .components import pays
from .words import (
    ACTIONS,
    CARDS,
    CHIPS,
    COLOURS,
    DECK,
    HAND,
    LIMITS,
    PILE,
    PLANETS,
    POINT_TILES,
    SEATS,
    SLOTS,
    TILES,
    VALUES,
)

_CARDS, _POINT_TILES, _TILES, _VALUES = len(CARDS), len(POINT_TILES), len(TILES), len(VALUES)
SPACE = TILES.index("space")

GATE = NOBODY = NO_SLOT = NO_TILE = NO_CARD = -1
"""Nothing there: a ship that is on the gate, a planet without a station, an empty place."""

STATE = state_record(
    # the turn
    Field("starter", np.int8, (), "seat that plays first in each round", SEATS - 1),
    Field("turns", np.int32, (), "completed turns", 2**31 - 1),
    Field("actions_left", np.int8, (), "actions not yet ended in this turn, 0 when over", ACTIONS),
    Field("target", np.int8, (), "slot jumped to in jump_card, else -1", SLOTS - 1, NO_SLOT),
    # the ring of planets, slot by slot
    Field("planet", np.int8, (SLOTS,), "row of the planet in the components", PLANETS - 1),
    Field("pile", np.int8, (SLOTS, _TILES), "tiles in the pile by type", PILE),
    Field("taker", np.int8, (SLOTS, PILE), "seats that took a tile, in order, -1 beyond", SEATS - 1, NOBODY),
    Field("taken", np.int8, (SLOTS, PILE), "the tiles they took, -1 beyond", _POINT_TILES - 1, NO_TILE),
    Field("takes", np.int8, (SLOTS,), "number of tiles taken", PILE),
    Field("station", np.int8, (SLOTS,), "seat that built a station, -1 where undeveloped", SEATS - 1, NOBODY),
    Field("blind", np.int8, (SLOTS,), "seat that scanned in vain, else -1", SEATS - 1, NOBODY),
    # the cards
    Field("draw", np.int8, (DECK,), "draw pile from the bottom up, -1 above its top", _CARDS - 1, NO_CARD),
    Field("draw_count", np.int8, (), "cards in the draw pile", DECK),
    Field("discard", np.int8, (_CARDS,), "discard pile, copies of each card", DECK),
    Field("shuffled", np.int8, (_CARDS,), "draw pile when last shuffled, copies of each card", DECK),
    # each seat
    Field("ship", np.int8, (SEATS,), "slot of the ship, -1 on the gate", SLOTS - 1, GATE),
    Field("gate", np.int8, (SEATS,), "probes on the jump gate", CHIPS),
    Field("hand", np.int8, (SEATS, HAND), "cards in hand, ascending, -1 beyond", _CARDS - 1, NO_CARD),
    Field("hand_count", np.int8, (SEATS,), "number of cards in hand", HAND),
    # derived: from piles, takes, stations, blind scans and the gate
    Field("points_left", np.int8, (SLOTS,), "point tiles in the pile", PILE),
    Field("open_pile", np.int8, (SLOTS,), "everybody can see that no point tile is left", 1),
    Field("revealed", np.int8, (), "space tiles in open piles", 16),
    Field("stock", np.int8, (SEATS,), "chips in front of the seat", CHIPS),
    Field("stations", np.int8, (SEATS,), "stations built", SLOTS),
    Field("reserved", np.int8, (SLOTS, SEATS), "reserved tiles of each seat", PILE),
    Field("held", np.int8, (SEATS, _POINT_TILES), "tiles held, by type", 16),
    Field("claimed", np.int8, (SEATS, _POINT_TILES), "tiles held or reserved, by type", 16),
)

RULES = rules_record(
    Field("random_start", np.int8, (), "1: the starter is drawn", 1),
    Field("limit", np.int8, (), "revealed space tiles that end the game", max(LIMITS.values())),
    Field("jump", np.int8, (PLANETS,), "jump coordinate", _VALUES),
    Field("scan", np.int8, (PLANETS,), "scan coordinate", _VALUES),
    Field("low", np.int8, (PLANETS,), "lower landing coordinate", _VALUES),
    Field("high", np.int8, (PLANETS,), "higher landing coordinate", _VALUES),
    Field("coordinates", np.float32, (PLANETS, 3 * _VALUES), "a planet's coordinates as they are observed", 1),
    Field("tiles", np.int8, (_TILES,), "tiles of each type", 16),
    Field("deck", np.int8, (_CARDS,), "copies of each card", DECK),
    Field("pays", np.int8, (_CARDS, len(COLOURS)), "values that a card pays in a colour, value v as bit v", 30),
)


def fill_rules(rules: Any, table: Table) -> None:
    """Write the variants and the component tables of a table into its rules record."""
    components = table.components
    rules.random_start = table.variants["random_start"]
    rules.limit = LIMITS[table.num_players]
    for row, planet in enumerate(components.planets):
        rules.jump[row], rules.scan[row] = planet.jump, planet.scan
        rules.low[row], rules.high[row] = planet.land
        for v, value in enumerate(VALUES):
            seen = (planet.jump == value, planet.scan == value, planet.land.count(value) / 2)
            rules.coordinates[row, v::_VALUES] = seen
    rules.tiles[:] = components.tiles
    rules.deck[:] = components.cards
    for card, code in enumerate(CARDS):
        for colour in range(len(COLOURS)):
            rules.pays[card, colour] = sum(1 << value for value in VALUES if pays(code, colour, value))
