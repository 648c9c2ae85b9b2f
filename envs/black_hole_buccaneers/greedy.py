"""The greedy baseline (section 14): it gathers value and minds its weight, from what its seat may know alone."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from .labels import (
    CARD,
    DISCARD_EGG,
    DISCARD_POOL,
    DISCARD_RING,
    JOIN_GROUP,
    KEEP_EGG,
    KEEP_POOL,
    KEEP_RING,
    NEW_GROUP,
    ROBOT_UPRIGHT,
    THRESHOLD,
)
from .rules import (
    CHOOSE,
    EGG,
    GROUP,
    LASER_CARD,
    MINUS6,
    PICK,
    POOL,
    ROBOT,
    current_hole,
    is_part,
    is_robot,
    is_shifter,
    is_toy,
    kind_of,
    part_to_place,
    parts_in,
    threshold_cards,
)
from .state import NO_CARD
from .words import (
    BLANKET,
    CARPET,
    EXOSKELETON,
    JOINABLE,
    LASER_CARDS,
    LOOTBOX,
    MORPHOSUCKER,
    OFFER,
    ONE_RING,
    PAPERWEIGHT,
    SURPRISE_EGG,
    TENTACLE,
    WADING_POOL,
)

_WEIGHT_TO_COME = 2.8
"""Weight of a card that is still to be chosen."""
_WEIGHT_OF_A_CARD = 4.25
"""Mean printed weight: what Egg, Pool and step F bring."""
_MARGIN = 4.25
"""As much is kept free below the threshold that step F is expected to give."""
_SOFT = 3.0
"""So far around the budget the penalty bends."""
_SLOPE = 2.0
"""Value that a unit of weight costs beyond it."""
_RISK_OF_TURNING = 1.0
_CHANCE_OF_MINUS6 = 1.0
"""Units of weight that a toy is lighter for it."""
_PART_TO_COME = 1.5
"""Worth of a part that further ones may join."""
_WORTH_OF_A_DRAW = 5.0
_WORTH_OF_PAPERWEIGHT = 2.0
_WORTH_OF_CARPET = 2.5
_WORTH_OF_EXOSKELETON = 3.0
_WORTH_OF_BLANKET = 1.0
_WORTH_OF_A_ROTOR = 3.0
_DENIAL = 0.15
"""Share of what a card is worth to the next seat that counts for oneself."""
_RING_LIMIT = 4


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    seat = np.int64(state.to_move)
    if state.phase == CHOOSE:
        return CARD + _best_of_hand(state, rules, seat)
    if state.phase == GROUP:
        return _best_group(state, seat)
    if state.phase == LASER_CARD:
        return THRESHOLD + _best_threshold(state, rules, seat)
    if state.phase == PICK:
        return CARD + _best_of_offer(state, rules, seat)
    if state.phase == EGG:
        return DISCARD_EGG if _has_room(state, rules, seat, SURPRISE_EGG) else KEEP_EGG
    if state.phase == ROBOT:
        return ROBOT_UPRIGHT
    if state.phase == POOL:
        return DISCARD_POOL if _has_room(state, rules, seat, WADING_POOL) else KEEP_POOL
    minus6 = MINUS6 if state.minus6 == seat else 0
    too_heavy = own_weight(state, seat) - minus6 > _limit(state, rules) + _RING_LIMIT
    return DISCARD_RING if too_heavy else KEEP_RING


# ---- Choosing a card


@compiled
def _best_of_hand(state, rules, seat):
    """The forced card, or the one that is worth most."""
    if state.forced[seat] != NO_CARD:
        return np.int64(state.forced[seat])
    players = np.int64(rules.num_players)
    following = (seat + np.int64(state.direction) + players) % players
    turns_left = np.int64(state.hand_count[seat]) - 2
    best = NO_CARD
    best_worth = -1e9
    for i in range(np.int64(state.hand_count[seat])):
        card = np.int64(state.hand[seat, i])
        worth = card_worth(state, rules, seat, card, turns_left)
        if turns_left > 0:
            worth += _DENIAL * max(0.0, card_worth(state, rules, following, card, turns_left))
        if worth > best_worth:
            best_worth = worth
            best = card
    return best


@compiled
def _best_of_offer(state, rules, seat):
    best = NO_CARD
    best_worth = -1e9
    for i in range(OFFER):
        card = np.int64(state.offer[i])
        worth = card_worth(state, rules, seat, card, np.int64(state.hand_count[seat]) - 1)
        if worth > best_worth:
            best_worth = worth
            best = card
    return best


@compiled
def card_worth(state, rules, seat, card, turns_left):
    """Value gained less the penalty for the weight, for a seat whose face-down toys count only for itself."""
    value = float(rules.card_value[card])
    weight = float(rules.card_weight[card])
    mean_weight = _mean_weight(state, rules)
    if is_toy(card):
        weight -= _CHANCE_OF_MINUS6
    elif is_part(card):
        value, weight = _part_gain(state, rules, seat, card, turns_left)
    elif is_shifter(card):
        count = np.int64(state.shifters[seat])
        weight = (count + 1) * weight - count * np.int64(state.top_weight[seat])
    elif is_robot(card):
        value -= _RISK_OF_TURNING
    elif card in (TENTACLE, SURPRISE_EGG, WADING_POOL):
        value += _WORTH_OF_A_DRAW
    elif card in (MORPHOSUCKER, LOOTBOX):
        value += _WORTH_OF_A_ROTOR if turns_left > 1 else 0.0
    elif card == CARPET:
        value += _WORTH_OF_CARPET if _open_weight(state, seat) <= mean_weight else 0.5
    elif card == EXOSKELETON:
        value += _WORTH_OF_EXOSKELETON if _open_weight(state, seat) >= mean_weight else 0.0
    elif card == PAPERWEIGHT:
        value += _WORTH_OF_PAPERWEIGHT
    elif card == BLANKET:
        value += _WORTH_OF_BLANKET
    before = _expected_weight(state, seat, turns_left) - _budget(state, rules)
    worth = value - _penalty(before + weight) + _penalty(before + _WEIGHT_TO_COME)
    if card == ONE_RING:
        worth = max(worth, _penalty(before + _WEIGHT_TO_COME) - _penalty(before))  # it may be discarded
    return worth


@compiled
def _part_gain(state, rules, seat, part, turns_left):
    """Value and weight that the part adds at its best place."""
    k = _best_place(state, seat, part)
    joined = 0 if k < 0 else parts_in(np.int64(state.group_kinds[seat, k]))
    value = (joined + 1) * float(rules.group_value[joined])
    weight = (joined + 1) * float(rules.group_weight[joined])
    if joined > 0:
        value -= joined * float(rules.group_value[joined - 1])
        weight -= joined * float(rules.group_weight[joined - 1])
    if turns_left > 1 and joined < 2:
        value += _PART_TO_COME
    return value, weight


@compiled
def _best_place(state, seat, part):
    """The largest group that lacks the part, -1 for a new one."""
    best = -1
    most = 0
    for k in range(min(np.int64(state.group_count[seat]), JOINABLE)):
        kinds = np.int64(state.group_kinds[seat, k])
        if not kinds >> kind_of(part) & 1 and parts_in(kinds) > most:
            most = parts_in(kinds)
            best = k
    return best


@compiled
def _best_group(state, seat):
    k = _best_place(state, seat, part_to_place(state, seat))
    return NEW_GROUP if k < 0 else JOIN_GROUP + k


# ---- Weight


@compiled
def own_weight(state, seat):
    """Weight in front of the seat as it knows it."""
    return np.int64(state.weight[seat]) + np.int64(state.hidden_weight[seat])


@compiled
def _open_weight(state, seat):
    """Weight in front of the seat as everybody knows it, and something for each face-down toy."""
    return np.int64(state.weight[seat]) + _WEIGHT_TO_COME * np.int64(state.hidden_count[seat])


@compiled
def _mean_weight(state, rules):
    total = 0.0
    for seat in range(np.int64(rules.num_players)):
        total += _open_weight(state, seat)
    return total / np.int64(rules.num_players)


@compiled
def _expected_weight(state, seat, turns_left):
    """Weight at the end without the card of this turn; the seat to move alone knows its toys."""
    laid = own_weight(state, seat) if state.to_move == seat else _open_weight(state, seat)
    return laid + _WEIGHT_TO_COME * turns_left


@compiled
def _limit(state, rules):
    """The hole's threshold with the threshold cards."""
    return np.int64(rules.hole_threshold[current_hole(state)]) + threshold_cards(state)


@compiled
def _budget(state, rules):
    return _limit(state, rules) + _WEIGHT_OF_A_CARD - _MARGIN


@compiled
def _penalty(excess):
    """Value that so much weight beyond the budget costs: nothing far below, a slope of 2 far above."""
    if excess <= -_SOFT:
        return 0.0
    if excess >= _SOFT:
        return _SLOPE * excess
    return _SLOPE * (excess + _SOFT) ** 2 / (4 * _SOFT)


@compiled
def _has_room(state, rules, seat, relic):
    """Whether a card of mean weight in place of the relic stays within the budget."""
    weight = own_weight(state, seat) - np.int64(rules.card_weight[relic]) + _WEIGHT_OF_A_CARD
    return weight <= _budget(state, rules) + _WEIGHT_OF_A_CARD / 2


@compiled
def _best_threshold(state, rules, seat):
    """+4 for a seat that is near its limit, -4 for one that is lighter than the others."""
    turns_left = np.int64(state.hand_count[seat]) - 1
    lighter = _mean_weight(state, rules) - _open_weight(state, seat) > 0
    room = _budget(state, rules) - _expected_weight(state, seat, turns_left)
    return 0 if lighter and room > -LASER_CARDS[0] else len(LASER_CARDS) - 1
