"""The table of a running game and the rules it is played by, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Table
from ..core.records import Field, rules_record, state_record
from .components import HAND_SIZES, LIMIT
from .words import (
    CARDS,
    HOLE_KINDS,
    HOLES,
    KINDS,
    OFFER,
    PARTS,
    PARTS_OF_A_KIND,
    QUARTERS,
    ROTOR_COUNT,
    ROUNDS,
    SEATS,
    STEPS,
    THRESHOLD_CARDS,
    TOYS,
)

TOY_COUNT = PARTS - TOYS
PART_COUNT = KINDS * PARTS_OF_A_KIND
ROBOT_COUNT = 10

NOBODY = NO_CARD = NO_HOLE = NO_GROUP = -1
NO_SHIP = -128
"""Best spaceship of a seat without one: below every value."""

HAND = HAND_SIZES[1] + 1
"""Room in a hand: a loaded position may have the card of TIIT CLO UHL in it from the first turn on."""
LAID = 20
"""Room in front of a seat: 10 cards of a loaded position, as many turns as there can be, one picked card."""
PAD_LIMIT = 9999
SCORE_LIMIT = 999
"""Limits of the numbers on a loaded pad."""
MOST_WEIGHT = LAID * LIMIT

_SEEN = 2**SEATS - 1

STATE = state_record(
    # the middle of the table
    Field("round_number", np.int8, (), "round in progress, 1 to 3", ROUNDS),
    Field("turn", np.int8, (), "turn of the selection phase, from 1; kept during scoring", HAND),
    Field("step", np.int8, (), "index in words.STEPS", len(STEPS) - 1),
    Field("direction", np.int8, (), "hands pass from seat s to s + direction", 1, -1),
    Field("holes", np.int8, (ROUNDS,), "black holes in order of play", HOLES - 1),
    Field("threshold", np.int8, (len(THRESHOLD_CARDS),), "that threshold card is at the hole", 1),
    Field("draw", np.int8, (CARDS,), "the draw pile, bottom first: the last one is drawn next", CARDS - 1, NO_CARD),
    Field("draw_count", np.int8, (), "cards in the draw pile", CARDS),
    Field("discards", np.int8, (CARDS,), "discarded cards in order", CARDS - 1, NO_CARD),
    Field("discard_count", np.int8, (), "number of discarded cards", CARDS),
    Field("hole_pile", np.int8, (SEATS,), "last hand cards beside the hole, bottom first", CARDS - 1, NO_CARD),
    Field("hole_count", np.int8, (), "cards in the hole pile", SEATS),
    Field("offer", np.int8, (OFFER,), "cards drawn by the Titan Tentacle, by index", CARDS - 1, NO_CARD),
    Field("minus6", np.int8, (), "seat with the -6 weight card", SEATS - 1, NOBODY),
    # decisions of this turn that wait for the present one
    Field("waiting_groups", np.int8, (), "bits of the seats that have to place a part", _SEEN),
    Field("waiting_laser", np.int8, (), "seat that has shown the Swiss Pocket Laser", SEATS - 1, NOBODY),
    Field("waiting_pick", np.int8, (), "seat that has shown the Titan Tentacle", SEATS - 1, NOBODY),
    # each seat
    Field("hand", np.int8, (SEATS, HAND), "cards in hand by index, -1 beyond", CARDS - 1, NO_CARD),
    Field("hand_count", np.int8, (SEATS,), "cards in hand", HAND),
    Field("chosen", np.int8, (SEATS,), "card chosen this turn, to the end of the turn", CARDS - 1, NO_CARD),
    Field("forced", np.int8, (SEATS,), "card that has to be chosen this turn", CARDS - 1, NO_CARD),
    Field("laid", np.int8, (SEATS, LAID), "cards in front, in order of laying, -1 beyond", CARDS - 1, NO_CARD),
    Field("laid_count", np.int8, (SEATS,), "cards in front", LAID),
    Field("placed", np.int8, (SEATS,), "last hand card, put beside the hole", CARDS - 1, NO_CARD),
    Field("score", np.int16, (SEATS,), "points of the finished rounds", ROUNDS * SCORE_LIMIT),
    # cards in front, by type
    Field("hidden", np.int8, (TOY_COUNT,), "that toy lies face down", 1),
    Field("turned", np.int8, (ROBOT_COUNT,), "that robot is turned", 1),
    Field("rotation", np.int8, (ROTOR_COUNT,), "quarter turns of that rotor", QUARTERS - 1),
    Field("awake", np.int8, (ROTOR_COUNT,), "that rotor moves", 1),
    Field("group", np.int8, (PART_COUNT,), "group of its seat that the part is in, from 0", PART_COUNT - 1, NO_GROUP),
    Field("group_place", np.int8, (PART_COUNT,), "place of the part in its group", KINDS - 1),
    # what seats remember
    Field("seen", np.int8, (CARDS,), "bits of the seats in whose memory the card is", _SEEN),
    Field("missing", np.int8, (TOY_COUNT,), "bits of the seats that miss that toy from a hand", _SEEN),
    Field("trail", np.int8, (TOY_COUNT,), "seat with the hand that a remembered toy left", SEATS - 1, NOBODY),
    # the scoring pad, a row a round
    Field("pad_card", np.int8, (ROUNDS,), "card revealed in step F", CARDS - 1),
    Field("pad_threshold", np.int16, (ROUNDS, SEATS), "final threshold", PAD_LIMIT, -PAD_LIMIT),
    Field("pad_weight", np.int16, (ROUNDS, SEATS), "weight of step E", PAD_LIMIT, -PAD_LIMIT),
    Field("pad_final_weight", np.int16, (ROUNDS, SEATS), "weight of step G", PAD_LIMIT, -PAD_LIMIT),
    Field("pad_pulled", np.int8, (ROUNDS, SEATS), "pulled into the hole", 1),
    Field("pad_value", np.int16, (ROUNDS, SEATS), "value of step H, 0 if pulled in", PAD_LIMIT, -PAD_LIMIT),
    Field("pad_points", np.int16, (ROUNDS, SEATS), "points of step H", SCORE_LIMIT),
    Field("pad_minus6", np.int8, (ROUNDS,), "seat with the -6 weight card", SEATS - 1, NOBODY),
    Field("pad_plus10", np.int8, (ROUNDS,), "seat with the +10 value card", SEATS - 1, NOBODY),
    Field("pad_minus10", np.int8, (ROUNDS,), "seat with the -10 weight card", SEATS - 1, NOBODY),
    # derived: from laid, hidden, turned, rotation, group
    Field("laid_by", np.int8, (CARDS,), "seat in front of which the card lies", SEATS - 1, NOBODY),
    Field("group_kinds", np.int8, (SEATS, PART_COUNT), "bits of the kinds in each group", 2**KINDS - 1),
    Field("group_count", np.int8, (SEATS,), "groups of the seat", PART_COUNT),
    Field("groups_of", np.int8, (SEATS, KINDS), "groups of 1, 2, 3, 4 parts", PART_COUNT),
    Field("value", np.int16, (SEATS,), "value of the cards face up", MOST_WEIGHT, -MOST_WEIGHT),
    Field("weight", np.int16, (SEATS,), "weight of the cards face up", MOST_WEIGHT, -MOST_WEIGHT),
    Field("toy_weight", np.int16, (SEATS,), "weight of the toys among them", MOST_WEIGHT),
    Field("hidden_count", np.int8, (SEATS,), "toys face down", TOY_COUNT),
    Field("hidden_value", np.int16, (SEATS,), "their value", MOST_WEIGHT),
    Field("hidden_weight", np.int16, (SEATS,), "their weight", MOST_WEIGHT),
    Field("shifters", np.int8, (SEATS,), "shapeshifters", LAID),
    Field("top_weight", np.int8, (SEATS,), "weight of the shapeshifter on top", LIMIT),
    Field("best_ship", np.int16, (SEATS,), "value of the best spaceship", LIMIT, NO_SHIP),
)

RULES = rules_record(
    Field("agreed", np.int8, (), "the holes are known from the start", 1),
    Field("agreed_holes", np.int8, (ROUNDS,), "the holes agreed upon, in order", HOLES - 1),
    Field("hole_kind", np.int8, (HOLES,), "index in words.HOLE_KINDS", len(HOLE_KINDS) - 1),
    Field("hole_hand", np.int8, (HOLES,), "hand size that the hole deals", HAND_SIZES[1]),
    Field("hole_threshold", np.int8, (HOLES,), "threshold", LIMIT),
    Field("card_value", np.int8, (CARDS,), "printed value; of a part alone, of a robot upright", LIMIT, -LIMIT),
    Field("card_weight", np.int8, (CARDS,), "printed weight", LIMIT, -LIMIT),
    Field("rotor_value", np.int8, (ROTOR_COUNT, QUARTERS), "value after so many quarter turns", LIMIT, -LIMIT),
    Field("rotor_weight", np.int8, (ROTOR_COUNT, QUARTERS), "weight after so many quarter turns", LIMIT, -LIMIT),
    Field("group_value", np.int8, (KINDS,), "value of each part in a group of 1, 2, 3, 4", LIMIT),
    Field("group_weight", np.int8, (KINDS,), "weight of each part in a group of 1, 2, 3, 4", LIMIT),
    Field("points", np.int8, (SEATS,), "points for 1st, 2nd, … place", LIMIT),
)


def fill_rules(rules: Any, table: Table) -> None:
    """Write the variants and the component tables of a table into its rules record."""
    cards = table.components
    holes = agreed_holes(table)
    rules.agreed = holes is not None
    rules.agreed_holes[:] = holes if holes is not None else 0
    rules.hole_kind[:] = [hole.kind for hole in cards.holes]
    rules.hole_hand[:] = [hole.hand for hole in cards.holes]
    rules.hole_threshold[:] = [hole.threshold for hole in cards.holes]
    rules.card_value[:] = cards.values
    rules.card_weight[:] = cards.weights
    rules.rotor_value[:] = [[value for value, _ in faces] for faces in cards.rotors]
    rules.rotor_weight[:] = [[weight for _, weight in faces] for faces in cards.rotors]
    rules.group_value[:] = [value for value, _ in cards.groups]
    rules.group_weight[:] = [weight for _, weight in cards.groups]
    rules.points[: table.num_players] = cards.scoring[table.num_players]


def agreed_holes(table: Table) -> tuple[int, ...] | None:
    """The three holes that the variants fix, None if they are drawn."""
    if table.variants["first_game"]:
        return table.components.first_game
    names = table.variants["holes"]
    return None if names is None else tuple(table.components.hole_names.index(name) for name in names)
