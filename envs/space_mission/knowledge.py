"""What a seat cannot know (section 6), redrawn among what fits its knowledge."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import shuffle
from .rules import (
    DISCOVER_TAKE,
    JUMP_CARD,
    LAND_CARD_1,
    LAND_CARD_2,
    SCAN_TAKE,
    derive,
    hand_pays,
    landing_cards,
    payment_due,
)
from .state import SPACE
from .words import CARDS, DECK, PILE, POINT_TILES, SLOTS, TILES

_CARDS, _POINT_TILES, _TILES = len(CARDS), len(POINT_TILES), len(TILES)

NEVER = -1
"""In place of a known point: the seat never saw this pile."""

_TRIES = 1000
"""Draws that break what everybody can tell are made again; the last of so many tries puts the truth back."""


@compiled
def is_looking(state, seat, slot):
    """Whether the seat is looking at this pile now."""
    taking = state.phase >= SCAN_TAKE and state.phase <= DISCOVER_TAKE
    return taking and state.to_move == seat and state.ship[seat] == slot


@compiled
def last_look(state, seat, slot):
    """The last known point: number of takes before the seat last saw this pile, or NEVER."""
    takes = int(state.takes[slot])
    if state.open_pile[slot] or is_looking(state, seat, slot):
        return takes
    for i in range(takes - 1, -1, -1):
        if state.taker[slot, i] == seat:
            return i + 1  # it knows the pile as it left it
    return NEVER


@compiled
def resample(state, rules, seat):
    """Redraw other hands, the order of the draw pile, unseen tiles and the choices that others hid."""
    _redraw_cards(state, rules, seat)
    _redraw_unseen_tiles(state, seat)
    for slot in range(SLOTS):
        _redraw_seen_pile(state, seat, slot)
    derive(state, rules)


# ---- Cards


@compiled
def _redraw_cards(state, rules, seat):
    """Deal the cards of other hands and the draw pile anew; the seat to move can pay what it is about to pay."""
    truth = np.empty(DECK, np.int64)
    in_hands = 0
    for other in range(rules.num_players):
        if other != seat:
            for i in range(state.hand_count[other]):
                truth[in_hands] = state.hand[other, i]
                in_hands += 1
    count = in_hands
    for i in range(state.draw_count):
        truth[count] = state.draw[i]
        count += 1
    cards = np.empty(DECK, np.int64)
    for left in range(_TRIES, 0, -1):
        for i in range(count):
            cards[i] = truth[i]
        if left > 1:
            shuffle(state.rng, cards, count)
            _impossible_to_draw_first(state, cards, count)
            shuffle(state.rng, cards, in_hands)
        _deal_cards(state, rules, seat, cards)
        if _can_pay(state, rules):
            return


@compiled
def _can_pay(state, rules):
    """Whether the seat to move has a legal card in the phases that ask for one; true in all others."""
    if state.phase < JUMP_CARD or state.phase > LAND_CARD_2:
        return True
    seat = int(state.to_move)
    if state.phase == LAND_CARD_1:
        return landing_cards(state, rules, seat, int(state.planet[state.ship[seat]])) > 0
    colour, value = payment_due(state, rules)
    return hand_pays(state, rules, seat, colour) >> value & 1 == 1


@compiled
def _impossible_to_draw_first(state, cards, count):
    """To the front, and so into a hand, go the copies that the draw pile cannot hold: it held fewer when shuffled."""
    ordered = np.empty(DECK, np.int64)
    possible = np.empty(_CARDS, np.int64)
    for card in range(_CARDS):
        possible[card] = state.shuffled[card]
    front = 0
    back = count
    for i in range(count):
        card = int(cards[i])
        if possible[card] > 0:
            possible[card] -= 1
            back -= 1
            ordered[back] = card
        else:
            ordered[front] = card
            front += 1
    for i in range(count):
        cards[i] = ordered[i]


@compiled
def _deal_cards(state, rules, seat, cards):
    """To the other seats, ascending in each hand, then to the draw pile."""
    dealt = 0
    for other in range(rules.num_players):
        if other == seat:
            continue
        for i in range(state.hand_count[other]):
            card = int(cards[dealt])
            dealt += 1
            place = i
            while place > 0 and state.hand[other, place - 1] > card:
                state.hand[other, place] = state.hand[other, place - 1]
                place -= 1
            state.hand[other, place] = card
    for i in range(state.draw_count):
        state.draw[i] = cards[dealt + i]


# ---- Tiles


@compiled
def first_look(state, seat, slot):
    """The first known point: number of takes before the seat first saw this pile, or NEVER."""
    for i in range(state.takes[slot]):
        if state.taker[slot, i] == seat:
            return i
    if state.open_pile[slot] or is_looking(state, seat, slot):
        return int(state.takes[slot])
    return NEVER


@compiled
def _redraw_unseen_tiles(state, seat):
    """Deal anew what was taken from piles before the seat first saw them, and the piles that it never saw."""
    first = np.empty(SLOTS, np.int64)
    truth = np.empty(SLOTS * PILE, np.int64)
    taken = 0
    for slot in range(SLOTS):
        first[slot] = first_look(state, seat, slot)
        for i in range(state.takes[slot] if first[slot] == NEVER else first[slot]):
            truth[taken] = state.taken[slot, i]
            taken += 1
    count = taken
    for slot in range(SLOTS):
        if first[slot] == NEVER:
            for tile in range(_TILES):
                for _ in range(state.pile[slot, tile]):
                    truth[count] = tile
                    count += 1
    tiles = np.empty(SLOTS * PILE, np.int64)
    for left in range(_TRIES, 0, -1):
        for i in range(count):
            tiles[i] = truth[i]
        if left > 1:
            points = _points_to_front(tiles, count)
            shuffle(state.rng, tiles, points)  # what was taken is a point tile
            shuffle(state.rng, tiles[taken:], count - taken)
        if _deal_unseen(state, first, tiles):
            return


@compiled
def _points_to_front(tiles, count):
    """Put the point tiles in front of the space tiles; gives their number."""
    points = 0
    for i in range(count):
        tile = int(tiles[i])
        if tile != SPACE:
            tiles[i] = tiles[points]
            tiles[points] = tile
            points += 1
    return points


@compiled
def _deal_unseen(state, first, tiles):
    """The tiles to the unseen takes, then to the unseen piles; true if they fit what everybody can tell of these.

    first (slots,) is the seat's first look at each pile.
    """
    dealt = 0
    for slot in range(SLOTS):
        for i in range(state.takes[slot] if first[slot] == NEVER else first[slot]):
            state.taken[slot, i] = tiles[dealt]
            dealt += 1
    fits = True
    for slot in range(SLOTS):
        if first[slot] != NEVER:
            continue
        for tile in range(_TILES):
            state.pile[slot, tile] = 0
        left = PILE - int(state.takes[slot])
        for i in range(dealt, dealt + left):
            state.pile[slot, int(tiles[i])] += 1
        dealt += left
        # A pile from which a tile was taken and that is not open holds a point tile; so does one being looked at.
        if state.takes[slot] > 0 or is_looking(state, int(state.to_move), slot):
            fits = fits and state.pile[slot, SPACE] < left
    return fits


@compiled
def _redraw_seen_pile(state, seat, slot):
    """Deal anew what others took between two looks of the seat, and what they took since its last one."""
    takes = int(state.takes[slot])
    seen_now = state.open_pile[slot] or is_looking(state, seat, slot)
    last = NEVER
    for i in range(takes + 1):
        if (i < takes and state.taker[slot, i] == seat) or (i == takes and seen_now):
            if last != NEVER:
                shuffle(state.rng, state.taken[slot, last:], i - last)
            last = i + 1
    if last != NEVER and last < takes:
        _redraw_since(state, slot, last)


@compiled
def _redraw_since(state, slot, last):
    """Any point tiles of the pile may have gone since the seat last saw it; at least one is left, as it is not open."""
    points = np.empty(PILE, np.int64)
    count = 0
    takes = int(state.takes[slot])
    for i in range(last, takes):
        points[count] = state.taken[slot, i]
        count += 1
    for tile in range(_POINT_TILES):
        for _ in range(state.pile[slot, tile]):
            points[count] = tile
            count += 1
        state.pile[slot, tile] = 0
    shuffle(state.rng, points, count)
    for i in range(last, takes):
        state.taken[slot, i] = points[i - last]
    for i in range(takes - last, count):
        state.pile[slot, int(points[i])] += 1
