"""What a seat cannot know (section 6), redrawn among what fits its knowledge.

Every card that the seat does not see lies in a slot: a place in the pile, in another hand, in the hole pile …
The slots stay, the cards change places, many times over, as long as what the seat remembers stays true.
What the other seats remember goes with the slots.
"""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from .rules import CHOOSE, OVER, PICK, draw_hole, is_toy, take_into_hand
from .state import NO_CARD, NOBODY
from .words import CARDS, OFFER, ROUNDS, TOYS

# Kinds of slots.
IN_DRAW, IN_OFFER, IN_HAND, IN_HAND_FORCED, IN_CHOICE, PLACED, FACE_DOWN, FACE_DOWN_NOW = range(8)

# What the seat knows of a card that it does not see, beside the seat whose hand it remembers it in.
ANYWHERE, IS_MISSING, WAS_PLACED = -1, -2, -3

_SWEEPS = 12
"""Exchanges tried for each slot."""


@compiled
def resample(state, rules, seat):
    """Redraw the pile, other seats' hands, choices, toys and placed cards, orders and holes to come."""
    players = int(rules.num_players)
    if not rules.agreed:
        for i in range(int(state.round_number), ROUNDS):
            draw_hole(state, i)
    kinds = np.empty(CARDS, np.int64)
    owners = np.empty(CARDS, np.int64)
    places = np.empty(CARDS, np.int64)
    cards = np.empty(CARDS, np.int64)
    known = np.empty(CARDS, np.int64)
    taken = _card_of_the_pool(state, players)
    revealed = _card_of_the_hole(state)
    count = _slots(state, players, seat, kinds, owners, places, cards)
    for j in range(count):
        known[j] = _what_is_known(state, seat, int(cards[j]), int(kinds[j]), int(owners[j]), taken, revealed)
    trails, remembered, missed = _memories_of_slots(state, seat, cards, count)
    for _ in range(_SWEEPS):
        for i in range(count):
            j = below(state.rng, count)
            if _fits(cards[i], known[i], kinds[j], owners[j], trails[j], remembered[j]) and _fits(
                cards[j], known[j], kinds[i], owners[i], trails[i], remembered[i]
            ):
                cards[i], cards[j] = cards[j], cards[i]
                known[i], known[j] = known[j], known[i]
    _forget(state, cards, count)
    _write_back(state, kinds, owners, places, cards, count)
    _write_memories(state, seat, cards, known, trails, remembered, missed, count)
    _sort_hands(state, players, seat)
    _rebuild_hole_pile(state, players, taken, revealed)


@compiled
def _card_of_the_hole(state):
    """The card of step F, which everybody has seen, or none yet."""
    if state.phase == OVER and state.hole_count > 0:
        return int(state.hole_pile[state.hole_count - 1])
    return NO_CARD


@compiled
def _card_of_the_pool(state, players):
    """The placed card that the Wading Pool has taken out of the hole pile, or none."""
    for seat in range(players):
        card = int(state.placed[seat])
        found = False
        for i in range(state.hole_count):
            if state.hole_pile[i] == card:
                found = True
        if not found:
            return card
    return NO_CARD


@compiled
def _slots(state, players, seat, kinds, owners, places, cards):
    """All slots whose cards the seat does not see; gives their number."""
    count = 0
    for i in range(state.draw_count):
        count = _slot(IN_DRAW, NOBODY, i, int(state.draw[i]), kinds, owners, places, cards, count)
    if state.phase == PICK and state.to_move != seat:
        for i in range(OFFER):
            count = _slot(IN_OFFER, NOBODY, i, int(state.offer[i]), kinds, owners, places, cards, count)
    for other in range(players):
        if other == seat:
            continue
        for i in range(state.hand_count[other]):
            card = int(state.hand[other, i])
            kind = IN_HAND_FORCED if state.forced[other] == card else IN_HAND
            count = _slot(kind, other, i, card, kinds, owners, places, cards, count)
        if state.phase == CHOOSE and state.chosen[other] != NO_CARD:
            count = _slot(IN_CHOICE, other, 0, int(state.chosen[other]), kinds, owners, places, cards, count)
        for i in range(state.laid_count[other]):
            card = int(state.laid[other, i])
            if is_toy(card) and state.hidden[card - TOYS]:
                kind = FACE_DOWN_NOW if state.chosen[other] == card else FACE_DOWN
                count = _slot(kind, other, i, card, kinds, owners, places, cards, count)
        if state.placed[other] != NO_CARD:
            count = _slot(PLACED, other, 0, int(state.placed[other]), kinds, owners, places, cards, count)
    return count


@compiled
def _slot(kind, owner, place, card, kinds, owners, places, cards, count):
    kinds[count], owners[count], places[count], cards[count] = kind, owner, place, card
    return count + 1


@compiled
def _what_is_known(state, seat, card, kind, owner, taken, revealed):
    """ANYWHERE, IS_MISSING, WAS_PLACED, or the seat in whose hand it is remembered."""
    if card in (taken, revealed):
        return WAS_PLACED
    if is_toy(card) and state.missing[card - TOYS] >> seat & 1:
        return IS_MISSING
    if not state.seen[card] >> seat & 1:
        return ANYWHERE
    if kind >= FACE_DOWN:
        return int(state.trail[card - TOYS])
    return owner


@compiled
def _memories_of_slots(state, seat, cards, count):
    """What other seats know of each slot: the hand that its toy has left, who remembers it, who misses it."""
    trails = np.empty(CARDS, np.int64)
    remembered = np.empty(CARDS, np.int64)
    missed = np.empty(CARDS, np.int64)
    others = ~(1 << seat)
    for j in range(count):
        card = int(cards[j])
        remembered[j] = int(state.seen[card]) & others
        trails[j] = NOBODY
        missed[j] = 0
        if is_toy(card):
            missed[j] = int(state.missing[card - TOYS]) & others
            if remembered[j]:
                trails[j] = int(state.trail[card - TOYS])
    return trails, remembered, missed


@compiled
def _fits(card, known, kind, owner, trail, remembered):
    """Whether the card, of which this is known, may lie in the slot."""
    if kind >= FACE_DOWN:
        if not is_toy(card) or known == WAS_PLACED:
            return False
        return known < 0 or remembered == 0 or trail == known
    if known == ANYWHERE:
        return True
    if known == WAS_PLACED:
        return kind == PLACED
    return known == owner  # the pile and the offer have none


@compiled
def _forget(state, cards, count):
    """Take all memories of these cards away."""
    for j in range(count):
        card = int(cards[j])
        state.seen[card] = 0
        if is_toy(card):
            state.missing[card - TOYS] = 0
            state.trail[card - TOYS] = NOBODY
            state.hidden[card - TOYS] = 0


@compiled
def _write_back(state, kinds, owners, places, cards, count):
    """The cards into their slots."""
    for j in range(count):
        if kinds[j] >= FACE_DOWN:
            state.laid_by[state.laid[owners[j], places[j]]] = NOBODY
    for j in range(count):
        kind = int(kinds[j])
        owner = int(owners[j])
        place = int(places[j])
        card = int(cards[j])
        if kind == IN_DRAW:
            state.draw[place] = card
        elif kind == IN_OFFER:
            state.offer[place] = card
        elif kind == IN_CHOICE:
            if state.forced[owner] != NO_CARD:
                state.forced[owner] = card
            state.chosen[owner] = card
        elif kind == IN_HAND:
            state.hand[owner, place] = card
        elif kind == IN_HAND_FORCED:
            state.hand[owner, place] = card
            state.forced[owner] = card
        elif kind == PLACED:
            state.placed[owner] = card
        else:
            if kind == FACE_DOWN_NOW:
                state.chosen[owner] = card
            state.laid[owner, place] = card
            state.laid_by[card] = owner
            state.hidden[card - TOYS] = 1


@compiled
def _write_memories(state, seat, cards, known, trails, remembered, missed, count):
    """What others know goes with the slots, what the seat knows with the cards."""
    for j in range(count):
        if known[j] == WAS_PLACED:
            continue  # all have seen it since: nobody has to remember it
        card = int(cards[j])
        state.seen[card] = remembered[j] | (1 << seat if known[j] >= 0 else 0)
        if is_toy(card):
            state.missing[card - TOYS] = missed[j] | (1 << seat if known[j] == IS_MISSING else 0)
            if state.laid_by[card] != NOBODY:
                state.trail[card - TOYS] = known[j] if known[j] >= 0 else trails[j]


@compiled
def _sort_hands(state, players, seat):
    """Redrawn hands and the offer back into the order of the index; forced cards stay marked by name."""
    for other in range(players):
        if other != seat:
            held = int(state.hand_count[other])
            state.hand_count[other] = 0
            for i in range(held):
                take_into_hand(state, other, int(state.hand[other, i]))
    for i in range(1, OFFER):
        for j in range(i, 0, -1):
            if state.offer[j - 1] > state.offer[j]:
                state.offer[j - 1], state.offer[j] = state.offer[j], state.offer[j - 1]


@compiled
def _rebuild_hole_pile(state, players, taken, revealed):
    """The placed cards in a new order, without the one of the Pool; one revealed at the end stays on top."""
    if state.hole_count == 0:
        return
    count = 0
    for seat in range(players):
        if state.placed[seat] != taken and state.placed[seat] != revealed:
            state.hole_pile[count] = state.placed[seat]
            count += 1
    shuffle(state.rng, state.hole_pile, count)
    if revealed != NO_CARD:
        state.hole_pile[count] = revealed
