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

# Columns of the table of slots: where the slot is, what others know of it, its card, what the seat knows of that.
KIND, OWNER, PLACE, TRAIL, REMEMBERED, MISSED, CARD, KNOWN = map(np.int64, range(8))
COLUMNS = 8

IN_DRAW, IN_OFFER, IN_HAND, IN_HAND_FORCED, IN_CHOICE, PLACED, FACE_DOWN, FACE_DOWN_NOW = map(np.int64, range(8))
"""Values of KIND."""

ANYWHERE, IS_MISSING, WAS_PLACED = map(np.int64, (-1, -2, -3))
"""Values of KNOWN, beside the seat in whose hand the card is remembered."""

_NO_SEAT = np.int64(NOBODY)
_SWEEPS = 12
"""Exchanges tried for each slot."""


@compiled
def resample(state, rules, seat):
    """Redraw the pile, other seats' hands, choices, toys and placed cards, orders and holes to come."""
    players = np.int64(rules.num_players)
    if not rules.agreed:
        for i in range(np.int64(state.round_number), ROUNDS):
            draw_hole(state, i)
    taken = _card_of_the_pool(state, players)
    revealed = _card_of_the_hole(state)
    slots = np.empty((CARDS, COLUMNS), np.int64)
    count = _fill_slots(state, players, seat, slots)
    for slot in range(count):
        _note_knowledge(state, seat, slots[slot], taken, revealed)
    for _ in range(_SWEEPS * count):
        one = slots[below(state.rng, count)]
        other = slots[below(state.rng, count)]
        if _fits(one, other) and _fits(other, one):
            one[CARD], other[CARD] = other[CARD], one[CARD]
            one[KNOWN], other[KNOWN] = other[KNOWN], one[KNOWN]
    for slot in range(count):
        _forget(state, slots[slot, CARD])
    for slot in range(count):
        _write_back(state, slots[slot])
        _write_memories(state, seat, slots[slot])
    _sort_hands(state, players)
    _rebuild_hole_pile(state, players, taken, revealed)


@compiled
def _card_of_the_hole(state):
    """The card of step F, which everybody has seen, or none yet."""
    if state.phase == OVER and state.hole_count > 0:
        return np.int64(state.hole_pile[state.hole_count - 1])
    return np.int64(NO_CARD)


@compiled
def _card_of_the_pool(state, players):
    """The placed card that the Wading Pool has taken out of the hole pile, or none."""
    for seat in range(players):
        card = np.int64(state.placed[seat])
        found = False
        for i in range(np.int64(state.hole_count)):
            if state.hole_pile[i] == card:
                found = True
        if not found:
            return card
    return np.int64(NO_CARD)


# ---- The slots and what is known of them


@compiled
def _fill_slots(state, players, seat, slots):
    """All slots whose cards the seat does not see; gives their number."""
    count = np.int64(0)
    for i in range(np.int64(state.draw_count)):
        count = _add(slots, count, IN_DRAW, _NO_SEAT, i, np.int64(state.draw[i]))
    if state.phase == PICK and state.to_move != seat:
        for i in range(OFFER):
            count = _add(slots, count, IN_OFFER, _NO_SEAT, i, np.int64(state.offer[i]))
    for other in range(players):
        if other == seat:
            continue
        for i in range(np.int64(state.hand_count[other])):
            card = np.int64(state.hand[other, i])
            kind = IN_HAND_FORCED if state.forced[other] == card else IN_HAND
            count = _add(slots, count, kind, other, i, card)
        if state.phase == CHOOSE and state.chosen[other] != NO_CARD:
            count = _add(slots, count, IN_CHOICE, other, other, np.int64(state.chosen[other]))
        for i in range(np.int64(state.laid_count[other])):
            card = np.int64(state.laid[other, i])
            if is_toy(card) and state.hidden[card - TOYS]:
                kind = FACE_DOWN_NOW if state.chosen[other] == card else FACE_DOWN
                count = _add(slots, count, kind, other, i, card)
        if state.placed[other] != NO_CARD:
            count = _add(slots, count, PLACED, other, other, np.int64(state.placed[other]))
    return count


@compiled
def _add(slots, count, kind, owner, place, card):
    slots[count, KIND] = kind
    slots[count, OWNER] = owner
    slots[count, PLACE] = place
    slots[count, CARD] = card
    return count + 1


@compiled
def _note_knowledge(state, seat, slot, taken, revealed):
    """What the seat knows of the card, what others know of the slot."""
    card = slot[CARD]
    seen = np.int64(state.seen[card])
    slot[KNOWN] = ANYWHERE
    slot[REMEMBERED] = seen & ~(1 << seat)
    slot[MISSED] = 0
    slot[TRAIL] = NOBODY
    home = slot[OWNER]
    if is_toy(card):
        missing = np.int64(state.missing[card - TOYS])
        slot[MISSED] = missing & ~(1 << seat)
        if missing >> seat & 1:
            slot[KNOWN] = IS_MISSING
        if slot[KIND] >= FACE_DOWN:
            home = np.int64(state.trail[card - TOYS])
            if slot[REMEMBERED]:
                slot[TRAIL] = home
    if seen >> seat & 1:
        slot[KNOWN] = home
    elif card in (taken, revealed):
        slot[KNOWN] = WAS_PLACED


@compiled
def _fits(one, other):
    """Whether the card of one slot, by what the seat knows of it, may lie in the other slot."""
    known = one[KNOWN]
    kind = other[KIND]
    if kind >= FACE_DOWN:
        if not is_toy(one[CARD]) or known == WAS_PLACED:
            return False
        return known < 0 or other[REMEMBERED] == 0 or known == other[TRAIL]
    if known == ANYWHERE:
        return True
    if known == WAS_PLACED:
        return kind == PLACED
    return known == other[OWNER]  # the pile and the offer have none, and nobody is missing there


# ---- Back to the table


@compiled
def _forget(state, card):
    """The card lies nowhere, and nobody remembers it."""
    state.seen[card] = 0
    if is_toy(card):
        state.missing[card - TOYS] = 0
        state.trail[card - TOYS] = NOBODY
        if state.hidden[card - TOYS]:
            state.hidden[card - TOYS] = 0
            state.laid_by[card] = NOBODY


@compiled
def _write_back(state, slot):
    """The card into its slot."""
    kind = slot[KIND]
    owner = slot[OWNER]
    card = slot[CARD]
    if kind == IN_DRAW:
        state.draw[slot[PLACE]] = card
    elif kind == IN_OFFER:
        state.offer[slot[PLACE]] = card
    elif kind == PLACED:
        state.placed[owner] = card
    elif kind == IN_CHOICE:
        state.chosen[owner] = card
        if state.forced[owner] != NO_CARD:
            state.forced[owner] = card
    elif kind < FACE_DOWN:
        state.hand[owner, slot[PLACE]] = card
        if kind == IN_HAND_FORCED:
            state.forced[owner] = card
    else:
        state.laid[owner, slot[PLACE]] = card
        state.laid_by[card] = owner
        state.hidden[card - TOYS] = 1
        if kind == FACE_DOWN_NOW:
            state.chosen[owner] = card


@compiled
def _write_memories(state, seat, slot):
    """What others know goes with the slot, what the seat knows with the card."""
    card = slot[CARD]
    known = slot[KNOWN]
    if known == WAS_PLACED:
        return  # all have seen it since: nobody has to remember it
    own = 1 << seat
    state.seen[card] = slot[REMEMBERED] | (own if known >= 0 else 0)
    if slot[KIND] >= FACE_DOWN:
        state.missing[card - TOYS] = slot[MISSED] | (own if known == IS_MISSING else 0)
        state.trail[card - TOYS] = known if known >= 0 else slot[TRAIL]


@compiled
def _sort_hands(state, players):
    """Hands and the offer back into the order of the index."""
    for seat in range(players):
        held = np.int64(state.hand_count[seat])
        state.hand_count[seat] = 0
        for i in range(held):
            take_into_hand(state, seat, np.int64(state.hand[seat, i]))
    for i in range(1, OFFER):
        for j in range(i, 0, -1):
            if state.offer[j - 1] > state.offer[j]:
                state.offer[j - 1], state.offer[j] = state.offer[j], state.offer[j - 1]


@compiled
def _rebuild_hole_pile(state, players, taken, revealed):
    """The placed cards in a new order, without the one of the Pool; one revealed at the end stays on top."""
    if state.hole_count == 0:
        return
    count = np.int64(0)
    for seat in range(players):
        if state.placed[seat] != taken and state.placed[seat] != revealed:
            state.hole_pile[count] = state.placed[seat]
            count += 1
    shuffle(state.rng, state.hole_pile, count)
    if revealed != NO_CARD:
        state.hole_pile[count] = revealed
