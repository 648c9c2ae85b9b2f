"""The greedy baseline (section 14): what a careful beginner does, from what its seat may know alone."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from .knowledge import NEVER, last_look
from .labels import CARD, DEVELOP, DISCOVER, DRAW, FLY_CLOCKWISE, FLY_COUNTERCLOCKWISE, JUMP, LABELS, SCAN, TAKE, TOP_UP
from .rules import (
    ACTION,
    BLUE,
    GREEN,
    MATTER_BLUE,
    MATTER_GREEN,
    ORANGE,
    SCAN_TAKE,
    STATION_POINTS,
    TOP_UP_CARDS,
    gate_points,
    hand_pays,
    has_scanned,
    landing_cards,
    legal,
    tile_points,
)
from .state import GATE, NOBODY, SPACE
from .words import ACTIONS, CARDS, COLOURS, HAND, PAIRS, PILE, POINT_TILES, SLOTS, VALUES

_ACTIONS, _CARDS, _POINT_TILES = LABELS.size, len(CARDS), len(POINT_TILES)
_COLOURS, _VALUES, _SYMBOLS = len(COLOURS), 1 + max(VALUES), len(PAIRS[0])

# Worth of things in points of victory.
_NEXT_TILE = 0.4
"""Weight, in the worth of a tile, of what the next tile of its kind will bring."""
_CARD = 0.5
"""A card spent."""
_MISSING_CARD = 0.8
"""A card drawn."""
_ON_LAST_TURN = 0.3
"""Part of that when the game is about to end."""
_IDLE = -2.0
"""An action without effect."""
_POOR = 0.5
"""A card of less than this part of the average use is discarded."""
_BLUE_ON_GATE, _OTHERS_ON_GATE = 2.0, 0.3
"""Before the first jump other cards than blue ones do not help."""
_TO_BE_NEAR = 0.1
"""Part of a pile's worth for standing where nothing can be done yet."""
_SECOND_DISCOVERY = 0.8
"""Part of a pile's worth that is left after the best tile has gone."""
_SAME_TURN = 0.9
_NEXT_TURN = 0.6
"""How much of what an action prepares will come true."""
_DEVELOPED_BY_ME = 0.85
_DEVELOPED_BY_SOMEBODY = 0.4
"""How likely a reserved tile is to be delivered, with and without the landing cards in hand."""
_DELIVERED_TO_RIVAL = 0.7
"""Harm done by delivering a rival's reserved tile."""
_NEARER_ON_GATE = 0.4
"""One probe more where it does not change the places."""


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    mask = np.zeros(_ACTIONS, np.int8)
    legal(state, rules, mask)
    phase = int(state.phase)
    if phase == ACTION:
        return _choose_action(state, rules, mask)
    if phase == TOP_UP_CARDS:
        return _choose_discard(state, rules)
    if phase >= SCAN_TAKE:
        return _choose_tile(state, mask)
    return _choose_payment(state, rules, mask)


# ---- Tiles


@compiled
def _tile_worths(state, seat, worths):
    """What each tile would bring the seat, with a view to the next one of its kind."""
    counts = np.empty(_POINT_TILES, np.int64)
    for tile in range(_POINT_TILES):
        counts[tile] = state.claimed[seat, tile]
    points = tile_points(counts)
    for tile in range(_POINT_TILES):
        following = tile
        if tile in (MATTER_GREEN, MATTER_BLUE):
            following = MATTER_GREEN + MATTER_BLUE - tile
        worths[tile] = 0.0
        before = points
        for added, weight in ((tile, 1 - _NEXT_TILE), (following, _NEXT_TILE)):
            counts[added] += 1
            after = tile_points(counts)
            worths[tile] += weight * (after - before)
            before = after
        counts[tile] -= 1
        counts[following] -= 1


@compiled
def _choose_tile(state, mask):
    worths = np.empty(_POINT_TILES, np.float64)
    _tile_worths(state, int(state.to_move), worths)
    best = -1
    for tile in range(_POINT_TILES):
        if mask[TAKE + tile] and (best < 0 or worths[tile] > worths[best]):
            best = tile
    return TAKE + best


@compiled
def _pile_worth(state, rules, seat, slot, worths):
    """What the best tile of a pile will bring the seat, as far as it remembers the pile."""
    if state.open_pile[slot]:
        return 0.0
    last = last_look(state, seat, slot)
    takes = int(state.takes[slot])
    since = takes - max(0, last)
    points = 0
    if last != NEVER:
        points = PILE - last - int(state.pile[slot, SPACE])
    expected = 0.0
    missing = 1.0  # chance that no better tile is there
    done = 0
    for _ in range(_POINT_TILES):
        best = -1
        for tile in range(_POINT_TILES):
            if not done >> tile & 1 and (best < 0 or worths[tile] > worths[best]):
                best = tile
        done |= 1 << best
        if last != NEVER:
            count = int(state.pile[slot, best])
            for i in range(last, takes):
                count += 1 if state.taken[slot, i] == best else 0
            absent = 1.0 if count == 0 else 0.0 if count > since else (since / points) ** count
        else:
            absent = (1 - int(rules.tiles[best]) / (SLOTS * PILE)) ** (PILE - takes)
        expected += missing * (1 - absent) * worths[best]
        missing *= absent
        if missing == 0:
            break
    return expected


# ---- Cards


@compiled
def _symbol_uses(state, rules, seat, uses):
    """uses[colour, value]: how much a symbol can do on this table; gives that of an average card."""
    for colour in range(_COLOURS):
        for value in range(_VALUES):
            uses[colour, value] = 0.0
    here = int(state.ship[seat])
    for slot in range(SLOTS):
        planet = int(state.planet[slot])
        closed = not state.open_pile[slot]
        scanned = has_scanned(state, seat, slot)
        if slot != here:
            uses[BLUE, int(rules.jump[planet])] += 0.7 if closed else 0.1
        if state.station[slot] != NOBODY or not (closed or scanned):
            continue
        if closed:
            uses[GREEN, int(rules.scan[planet])] += 1.5 if slot == here else 0.6
        uses[ORANGE, int(rules.low[planet])] += 2.0 if scanned else 0.5
        uses[ORANGE, int(rules.high[planet])] += 2.0 if scanned else 0.5
    total = 0.0
    for colour in range(_COLOURS):
        for value in range(_VALUES):
            if here == GATE:
                uses[colour, value] *= _BLUE_ON_GATE if colour == BLUE else _OTHERS_ON_GATE
            total += uses[colour, value]
    return _SYMBOLS * total / (_COLOURS * len(VALUES))


@compiled
def _card_use(rules, card, uses):
    use = 0.0
    for colour in range(_COLOURS):
        values = int(rules.pays[card, colour])
        for value in range(_VALUES):
            if values >> value & 1:
                use += uses[colour, value]
    return use


@compiled
def _choose_payment(state, rules, mask):
    """Pay with the card of least use."""
    uses = np.empty((_COLOURS, _VALUES), np.float64)
    _symbol_uses(state, rules, int(state.to_move), uses)
    best = -1
    least = 0.0
    for card in range(_CARDS):
        if mask[CARD + card]:
            use = _card_use(rules, card, uses)
            if best < 0 or use < least:
                best = card
                least = use
    return CARD + best


@compiled
def _choose_discard(state, rules):
    """Discard a card of little use, else draw."""
    seat = int(state.to_move)
    uses = np.empty((_COLOURS, _VALUES), np.float64)
    average = _symbol_uses(state, rules, seat, uses)
    for i in range(state.hand_count[seat]):
        card = int(state.hand[seat, i])
        if _card_use(rules, card, uses) < _POOR * average:
            return CARD + card
    return DRAW


# ---- Actions


@compiled
def _choose_action(state, rules, mask):
    """The action that brings most now and prepares most for the next one."""
    seat = int(state.to_move)
    here = int(state.ship[seat])
    worths = np.empty(_POINT_TILES, np.float64)
    piles = np.empty(SLOTS, np.float64)
    _tile_worths(state, seat, worths)
    for slot in range(SLOTS):
        piles[slot] = _pile_worth(state, rules, seat, slot, worths)
    later = _SAME_TURN if state.actions_left == ACTIONS else _NEXT_TURN
    if state.actions_left < ACTIONS and state.revealed >= rules.limit:
        later = 0.0  # the last action of the game
    best = TOP_UP
    highest = 0.0
    for action in range(DISCOVER + 1):
        if not mask[action]:
            continue
        if action >= SCAN:
            worth = _here_worth(state, rules, seat, here, action, worths, piles)
            if action != SCAN:
                worth += later * _SECOND_DISCOVERY * piles[here]
        else:
            there = _destination(here, action)
            worth = 0.0
            if action == TOP_UP:
                worth = _top_up_worth(state, rules, seat)
            elif action < FLY_CLOCKWISE:
                worth = _gate_worth(state, rules, seat) - _CARD
            if there != GATE:
                worth += later * _prospect(state, rules, seat, there, worths, piles)
        if action == TOP_UP or worth > highest:
            highest = worth
            best = action
    return best


@compiled
def _destination(here, action):
    """Where the ship is after topping up, a jump or a flight."""
    if action == TOP_UP:
        return here
    if action == FLY_CLOCKWISE:
        return (here + 1) % SLOTS
    if action == FLY_COUNTERCLOCKWISE:
        return (here + SLOTS - 1) % SLOTS
    return action - JUMP


@compiled
def _top_up_worth(state, rules, seat):
    """Cards missing and cards of little use; nothing once no action with a card is left to come."""
    last_turn = state.revealed >= rules.limit
    if state.stock[seat] == 0 or (last_turn and state.actions_left < ACTIONS):
        return _IDLE
    uses = np.empty((_COLOURS, _VALUES), np.float64)
    average = _symbol_uses(state, rules, seat, uses)
    missing = HAND - int(state.hand_count[seat])
    for i in range(state.hand_count[seat]):
        if _card_use(rules, int(state.hand[seat, i]), uses) < _POOR * average:
            missing += 1
    if missing == 0:
        return _IDLE
    return (_ON_LAST_TURN if last_turn else 1.0) * _MISSING_CARD * missing


@compiled
def _prospect(state, rules, seat, slot, worths, piles):
    """What one action on this planet will bring."""
    if state.station[slot] != NOBODY:
        return piles[slot]
    if state.stock[seat] == 0:
        return 0.0
    planet = int(state.planet[slot])
    can_scan = not state.open_pile[slot] and hand_pays(state, rules, seat, GREEN) >> int(rules.scan[planet]) & 1
    can_develop = has_scanned(state, seat, slot) and landing_cards(state, rules, seat, planet) > 0
    worth = 0.0
    for action in (SCAN, DEVELOP):
        if can_scan if action == SCAN else can_develop:
            worth = max(worth, _here_worth(state, rules, seat, slot, action, worths, piles))
    return worth if worth > 0 else _TO_BE_NEAR * piles[slot]


@compiled
def _here_worth(state, rules, seat, slot, action, worths, piles):
    """What scanning, developing or discovering brings on this planet."""
    worth = piles[slot]
    if action == SCAN:
        # a reserved tile, if it is delivered, and the way to develop the planet oneself
        lands = landing_cards(state, rules, seat, int(state.planet[slot])) > 0 and state.hand_count[seat] > ACTIONS
        if state.revealed >= rules.limit and not (lands and state.actions_left == ACTIONS):
            return 0.0  # nothing will be delivered any more
        if lands:
            return _DEVELOPED_BY_ME * (2 * worth + STATION_POINTS) - 3 * _CARD
        return _DEVELOPED_BY_SOMEBODY * worth - _CARD
    if action == DEVELOP:
        # the station, own reserved tiles made sure, a tile of the pile; less what rivals get
        worth += STATION_POINTS - ACTIONS * _CARD
        for i in range(state.takes[slot]):
            if state.taker[slot, i] == seat:
                worth += (1 - _DEVELOPED_BY_SOMEBODY) * worths[state.taken[slot, i]]
            else:
                worth -= _DELIVERED_TO_RIVAL
    return worth


@compiled
def _gate_worth(state, rules, seat):
    """Points on the gate gained by one probe more."""
    probes = int(state.gate[seat])
    return gate_points(state, rules, probes + 1) - gate_points(state, rules, probes) + _NEARER_ON_GATE
