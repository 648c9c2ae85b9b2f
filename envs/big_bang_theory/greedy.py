"""The greedy baseline (section 14): what a careful beginner does, from what its seat may know alone."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from .knowledge import knows_tile
from .labels import ACTIVATE, ACTIVATE_NONE, DROP_OUT, NO_SECOND_TILE, PLAY_CARD
from .rules import (
    BONUS,
    BONUS_TILES,
    NEEDED,
    PARADOX,
    SECOND,
    SEVEN,
    SEVEN_HALF,
    SWAPS,
    UNSWAPPED,
    source_colour,
    swap_in_force,
    total,
)
from .state import HELD, IN_HAND, TILE_ACTIVE
from .words import CARDS, COLOURS, ROUNDS, TILES

_COLOURS = len(COLOURS)

# Worth of things in points of victory.
_COST_OF_A_POINT = 0.12
"""A boxed card costs this much for each point of its best face, for later rounds."""
_THREAT = 0.5
"""Share of the lead that one rival without a deficit takes away."""
_SAFE_MARGIN = 10
"""A lead of so many half points (5 points) leaves a rival little hope."""
_SPOILING = 0.35
"""Taking the want from a leader by a tie is worth this share of it."""
_WORTH_ACTING = 0.0
_WORTH_A_TILE = 2.0


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    if state.phase == PARADOX:
        return _choose_tile(state, rules)
    if state.phase == SECOND:
        return NO_SECOND_TILE
    return _choose_card(state, rules)


# ---- Cards


@compiled
def _choose_card(state, rules):
    """Play the card that gains most after its cost, or drop out."""
    seat = int(state.to_move)
    tiles = _known_tiles(state, rules, seat)
    swap = swap_in_force(tiles)
    best_action = DROP_OUT
    best_worth = _WORTH_ACTING
    if seat == state.start and state.played_count[seat] == 0:
        best_worth = -1e9  # R5: it has to play
    own = np.empty(_COLOURS, np.int64)
    rival = np.empty(_COLOURS, np.int64)
    for colour in range(_COLOURS):
        source = source_colour(colour, swap)
        own[colour] = total(state, seat, tiles, colour, source)
        rival[colour] = -1
        for other in range(rules.num_players):
            if other != seat:
                rival[colour] = max(rival[colour], total(state, other, tiles, colour, source))
    for card in range(CARDS):
        if state.place[seat, card] != IN_HAND:
            continue
        for face in range(_COLOURS):
            value = int(rules.face[card, face])
            if value == 0:
                continue
            colour = source_colour(face, swap)  # a swap is its own inverse
            gained = 2 * value
            if value == SEVEN and tiles >> SEVEN_HALF & 1:
                gained = SEVEN
            worth = _worth(state, rules, seat, colour, int(own[colour]), int(own[colour]) + gained, int(rival[colour]))
            worth -= _cost(state, rules, card)
            if worth > best_worth:
                best_worth = worth
                best_action = PLAY_CARD + _COLOURS * card + face
    return best_action


@compiled
def _worth(state, rules, seat, colour, before, after, rival):
    """Points gained by raising the own total in a colour."""
    want = float(state.want_order[colour, state.turn - 1])
    return want * (_hope(state, rules, seat, after, rival) - _hope(state, rules, seat, before, rival))


@compiled
def _hope(state, rules, seat, own, rival):
    """Chance of winning a colour with this total, roughly; a little for denying it to a leader."""
    if own <= 0 or own < rival:
        return 0.0
    if own == rival:
        return _SPOILING
    threats = 0
    for other in range(rules.num_players):
        if other != seat and not state.out[other] and state.hand_count[other] > 0:
            threats += 1
    margin = min(_SAFE_MARGIN, own - max(0, rival))
    return 1.0 / (1.0 + _THREAT * threats * (1.5 - margin / _SAFE_MARGIN))


@compiled
def _cost(state, rules, card):
    """What it costs to lose a card, less and less towards the end (only ties count cards after round 6)."""
    best = 0
    for face in range(_COLOURS):
        best = max(best, int(rules.face[card, face]))
    return _COST_OF_A_POINT * best * (ROUNDS - int(state.turn)) / (ROUNDS - 1) + 0.01 * best


@compiled
def _known_tiles(state, rules, seat):
    """Tiles in the middle that the seat knows, as bits."""
    tiles = 0
    for tile in range(len(TILES)):
        if state.tile_place[tile] == TILE_ACTIVE and knows_tile(state, rules, seat, tile):
            tiles |= 1 << tile
    return tiles


# ---- Tiles


@compiled
def _choose_tile(state, rules):
    """Lay the own tile that helps the hand most, if it helps enough."""
    seat = int(state.to_move)
    best_action = ACTIVATE_NONE
    best_worth = _WORTH_A_TILE
    for tile in range(len(TILES)):
        if state.tile_place[tile] == HELD + seat:
            worth = _tile_worth(state, rules, seat, tile)
            if worth > best_worth:
                best_worth = worth
                best_action = ACTIVATE + tile
    return best_action


@compiled
def _tile_worth(state, rules, seat, tile):
    turn = int(state.turn) - 1
    if tile < SWAPS:
        one = (UNSWAPPED[tile] + 1) % _COLOURS
        other = (UNSWAPPED[tile] + 2) % _COLOURS
        strength = _strength(state, rules, seat, one) - _strength(state, rules, seat, other)
        wanted = int(state.want_order[other, turn]) - int(state.want_order[one, turn])
        return 0.5 * strength * wanted
    if tile == SEVEN_HALF:
        for card in range(CARDS):
            if state.place[seat, card] == IN_HAND:
                for face in range(_COLOURS):
                    if rules.face[card, face] == SEVEN:
                        return 0.0
        return 2.5
    bonus = tile - BONUS_TILES[0]
    held = 0
    for card in range(CARDS):
        if state.place[seat, card] == IN_HAND:
            held |= int(rules.card_persons[card])
    if held & NEEDED[bonus] != NEEDED[bonus]:
        return 0.0
    worth = 0.0
    for colour in range(_COLOURS):
        worth += 0.25 * BONUS[bonus][colour] * float(state.want_order[colour, turn])
    return worth


@compiled
def _strength(state, rules, seat, colour):
    """Best two faces of the hand in a colour."""
    first = 0
    second = 0
    for card in range(CARDS):
        if state.place[seat, card] == IN_HAND:
            value = int(rules.face[card, colour])
            if value > first:
                second = first
                first = value
            elif value > second:
                second = value
    return first + second
