"""What a seat cannot know (section 6), redrawn among what fits its knowledge."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from .state import CHAOS, HELD, HIDDEN, IN_HAND, IN_PILE, OPEN, TILE_ACTIVE, TILE_BOXED, TILE_STACKED
from .words import CARDS, COLOURS, DRAW, PILE, TILES


@compiled
def resample(state, rules, seat):
    """Redraw other seats' unseen cards, all face-down orders, and the tiles that the seat has not seen."""
    drawn = min(PILE, DRAW * (int(state.turn) - 1))
    for other in range(rules.num_players):
        if other == seat:
            _shuffle_from(state.rng, state.pile[other], drawn)
        else:
            _redraw_cards(state, other, drawn)
    for colour in range(len(COLOURS)):
        _shuffle_from(state.rng, state.want_order[colour], int(state.turn))
    _redraw_tiles(state, rules, seat)


@compiled
def _shuffle_from(words, items, first):
    """Shuffle the items from place `first` on."""
    for i in range(items.shape[0] - 1, first, -1):
        j = first + below(words, i + 1 - first)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@compiled
def _redraw_cards(state, seat, drawn):
    """The cards that nobody has seen, dealt again to hand and pile."""
    unseen = np.empty(CARDS, np.int64)
    count = 0
    in_hand = 0
    for card in range(CARDS):
        held = state.place[seat, card] == IN_HAND and not state.known[seat, card]
        if held or state.place[seat, card] == IN_PILE:
            unseen[count] = card
            count += 1
            in_hand += 1 if held else 0
    shuffle(state.rng, unseen, count)
    for i in range(count):
        card = int(unseen[i])
        if i < in_hand:
            state.place[seat, card] = IN_HAND
        else:
            state.place[seat, card] = IN_PILE
            state.pile[seat, drawn + i - in_hand] = card


@compiled
def knows_tile(state, rules, seat, tile):
    """Whether the seat knows where this tile is."""
    place = int(state.tile_place[tile])
    if place == TILE_ACTIVE:
        if rules.paradox == HIDDEN:
            for i in range(state.active_count):
                if state.active[i] == tile:
                    return state.active_seat[i] == seat
        return rules.paradox == OPEN
    if rules.paradox == CHAOS:
        return place != TILE_STACKED
    return place == HELD + seat or not (place >= HELD or place == TILE_BOXED)


@compiled
def _redraw_tiles(state, rules, seat):
    """Tiles that the seat does not know change places with each other."""
    unknown = np.empty(len(TILES), np.int64)
    count = 0
    for tile in range(len(TILES)):
        if not knows_tile(state, rules, seat, tile):
            unknown[count] = tile
            count += 1
    for i in range(count - 1, 0, -1):
        _exchange(state, int(unknown[i]), int(unknown[below(state.rng, i + 1)]))


@compiled
def _exchange(state, one, other):
    """Two tiles change places, in the middle and in the stack too."""
    kept = state.tile_place[one]
    state.tile_place[one] = state.tile_place[other]
    state.tile_place[other] = kept
    _rename(state.active, one, other)
    _rename(state.tile_stack, one, other)


@compiled
def _rename(tiles, one, other):
    for i in range(tiles.shape[0]):
        if tiles[i] == one:
            tiles[i] = other
        elif tiles[i] == other:
            tiles[i] = one
