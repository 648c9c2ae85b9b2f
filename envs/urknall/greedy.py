"""The greedy baseline (section 14): it looks at its whole compound move and takes what is best at once.

Worth is counted in points. Everything is open, so the baseline may look at all of the state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..core.compiling import compiled
from .labels import (
    COMBINE,
    COMET_COMBINE,
    COMET_STAY,
    COMET_TRAVEL,
    DISCARD,
    MARK,
    PASS,
    PLACE,
    SECOND_BODY,
    SEPARATE,
    SPLIT,
    STAY,
    TRAVEL,
    WITH,
)
from .rules import (
    CHANGE,
    COMET,
    HOLE_COLOUR,
    MARKER_ORDER,
    MARKING,
    PARTNER,
    SECOND_CHOICE,
    SECOND_MARK,
    SETUP,
    TRAVELLING,
    comet_fits,
    comet_pair,
    count_of,
    deserted,
    may_separate,
    must_combine,
    number,
    ordinary_pair,
    owner_column,
    score,
    separable,
    size_of,
    takes_second,
)
from .state import FREE, MARKED, NO_SLOT, SECOND
from .words import COLOURS, MARKERS, OWNERS, SLOTS

_COLOURS, _OWNERS = len(COLOURS), len(OWNERS)
_KINDS = _COLOURS * _OWNERS

_NOTHING_FOUND = -1e9
_SECOND_COLOUR = 0.1
"""Worth of a point of the second colours, which break ties."""
_SOLE = 0.3
"""A sole element on a small deserted body grows by combining."""
_SMALL = 3
_CLOSED_PAIR = 0.2
"""A pair that is marked altogether, so that nobody can join it."""
_SAFE_LEAD = 0.2
"""Share of a majority's points for a lead that the free elements cannot overturn."""
_WAY_ON = 0.1
"""A colour of the goal that leads on to free elements elsewhere."""
_STRANDED = -2.0
"""A goal from which nothing matches."""
_COMET = 2.5
_LAST_COMET = 1.0
"""Cost of the comet: in the last turn only the point that it is worth."""


class Desk(NamedTuple):
    """Paper to reckon on: two tables of stones, the points of a body, points gained by marker colour."""

    trial: Any
    part: Any
    worth: Any
    gained: Any


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    stones = (_COLOURS, _OWNERS)
    desk = Desk(
        np.zeros(stones, np.int8), np.zeros(stones, np.int8), np.zeros(MARKERS, np.int8), np.zeros(MARKERS, np.int64)
    )
    seat = MARKER_ORDER[rules.num_players, state.to_move, 0]
    if state.phase == SETUP:
        return _choose_setup(state, rules, seat, desk)
    if state.phase == SECOND_CHOICE:
        return _choose_second(state, rules, seat, desk)
    if state.phase == SECOND_MARK:
        return MARK + _best_mark(state, rules, seat, state.picked, SECOND + seat, desk)[1]
    if state.phase == TRAVELLING:
        return _choose_travel(state, rules, seat, desk)
    if state.phase == MARKING:
        return MARK + _best_mark(state, rules, seat, state.at[seat], seat, desk)[1]
    if state.phase == CHANGE:
        return _choose_change(state, rules, seat, desk)
    if state.phase == COMET:
        return COMBINE + _best_pair(state, rules, seat, state.comet_now == 1, desk)[1]
    if state.phase == PARTNER:
        return WITH + _best_pair(state, rules, seat, state.comet_now == 1, desk)[2]
    return SPLIT + _best_split(state, rules, seat, state.picked, desk)[1]


# ---- What a table is worth


@compiled
def _standing(state, rules, seat, desk):
    """Own points less the mean of the others', after the gains; two players also mind the second colours."""
    players = int(rules.num_players)
    own = 0.0
    others = 0.0
    best = 0.0
    for other in range(players):
        points = float(state.points[other]) + desk.gained[other] + state.comet[other]
        best = max(best, points)
        if other == seat:
            own = points
        else:
            others += points
    worth = own - others / (players - 1)
    if players == 2:
        mine = float(state.points[SECOND + seat]) + desk.gained[SECOND + seat]
        theirs = float(state.points[SECOND + 1 - seat]) + desk.gained[SECOND + 1 - seat]
        worth += _SECOND_COLOUR * (mine - theirs) - max(0.0, max(mine, theirs) - best)
    return worth


@compiled
def _outlook(rules, seat, stones, is_deserted):
    """Own promise of a body less the mean of the others'."""
    outlook = 0.0
    for other in range(rules.num_players):
        promise = _promise(stones, is_deserted, other)
        outlook += promise if other == seat else -promise / (rules.num_players - 1)
    return outlook


@compiled
def _promise(stones, is_deserted, marker):
    """What the markers of a colour on a body may still bring."""
    promise = 0.0
    for colour in range(_COLOURS):
        mine = int(stones[colour, MARKED + marker])
        if mine == 0:
            continue
        rival = 0
        for other in range(MARKERS):
            if other != marker:
                rival = max(rival, int(stones[colour, MARKED + other]))
        count = count_of(stones, colour)
        free = int(stones[colour, FREE])
        if count == 1 and is_deserted and size_of(stones) <= _SMALL:
            promise += _SOLE
        elif count == 2 and free == 0:
            promise += _CLOSED_PAIR
        elif count > 2 and mine > rival + free:
            promise += _SAFE_LEAD * count
    return promise


@compiled
def _start(desk):
    """Nothing is gained yet."""
    for marker in range(MARKERS):
        desk.gained[marker] = 0


@compiled
def _lift(state, rules, seat, slot, desk):
    """Take a body as it is out of the gains; gives the change of the outlook."""
    for marker in range(MARKERS):
        desk.gained[marker] -= state.worth[slot, marker]
    return -_outlook(rules, seat, state.stones[slot], deserted(state, slot))


@compiled
def _lay(rules, seat, stones, is_deserted, desk):
    """Put a body with these stones into the gains; gives the change of the outlook."""
    score(stones, desk.worth)
    for marker in range(MARKERS):
        desk.gained[marker] += desk.worth[marker]
    return _outlook(rules, seat, stones, is_deserted)


# ---- Marking


@compiled
def _best_mark(state, rules, seat, slot, marker, desk):
    """Worth and colour of the best marker of this marker colour on a body."""
    best = _NOTHING_FOUND
    best_colour = 0
    for marked in range(_COLOURS):
        if state.stones[slot, marked, FREE] == 0:
            continue
        _start(desk)
        outlook = _lift(state, rules, seat, slot, desk)
        for colour in range(_COLOURS):
            for owner in range(_OWNERS):
                desk.trial[colour, owner] = state.stones[slot, colour, owner]
        desk.trial[marked, FREE] -= 1
        desk.trial[marked, MARKED + marker] += 1
        outlook += _lay(rules, seat, desk.trial, deserted(state, slot), desk)
        worth = _standing(state, rules, seat, desk) + outlook
        if worth > best:
            best = worth
            best_colour = marked
    return best, best_colour


@compiled
def _choose_setup(state, rules, seat, desk):
    best = _NOTHING_FOUND
    best_slot = 0
    for slot in range(SLOTS):
        if state.measure[slot] == 1 and state.free[slot] > 0:
            worth = _best_mark(state, rules, seat, slot, seat, desk)[0] + _ways_on(state, seat, slot)
            if worth > best:
                best = worth
                best_slot = slot
    return PLACE + best_slot


@compiled
def _choose_second(state, rules, seat, desk):
    best = _NOTHING_FOUND
    best_slot = 0
    for slot in range(SLOTS):
        if takes_second(state, slot):
            worth = _best_mark(state, rules, seat, slot, SECOND + seat, desk)[0]
            if worth > best:
                best = worth
                best_slot = slot
    return SECOND_BODY + best_slot


# ---- Travelling


@compiled
def _colours_reached(state, slot):
    """Bits of the colours of a body by which one can travel on from it."""
    reached = 0
    for other in range(SLOTS):
        if other != slot and state.free[other] > 0:
            reached |= int(state.colours[other]) & int(state.colours[slot])
    return reached


@compiled
def _ways_on(state, seat, slot):
    """Mobility: how well one may travel on from a body in the next turn, if there is one."""
    if state.supply[seat] <= 1:
        return 0.0
    reached = _colours_reached(state, slot)
    if reached == 0:
        return _STRANDED
    ways = 0.0
    for colour in range(_COLOURS):
        if reached >> colour & 1:
            ways += _WAY_ON
    return ways


@compiled
def _comet_cost(state, seat):
    return _LAST_COMET if state.supply[seat] <= 1 else _COMET


@compiled
def _choose_travel(state, rules, seat, desk):
    """Travel to the best body, or stay."""
    here = state.at[seat]
    best = _NOTHING_FOUND
    best_action = DISCARD
    for slot in range(SLOTS):
        if state.free[slot] == 0 or slot == here:
            continue
        worth = _best_mark(state, rules, seat, slot, seat, desk)[0] + _ways_on(state, seat, slot)
        action = PLACE + slot
        if here != NO_SLOT:
            action = TRAVEL + slot
            if int(state.colours[slot]) & int(state.colours[here]) == 0:
                if state.comet[seat] == 0:
                    continue
                action = COMET_TRAVEL + slot
                worth -= _comet_cost(state, seat)
        if worth > best:
            best = worth
            best_action = action
    if here != NO_SLOT:
        worth, action = _worth_of_staying(state, rules, seat, here, desk)
        if worth >= best:
            best_action = action
    return best_action


@compiled
def _worth_of_staying(state, rules, seat, here, desk):
    """Worth and action of not travelling: forced, or by comet."""
    forced = _colours_reached(state, here) == 0
    if not forced and (state.comet[seat] == 0 or state.free[here] == 0):
        return _NOTHING_FOUND, COMET_STAY
    if state.free[here] == 0:
        _start(desk)
        return _standing(state, rules, seat, desk) + _ways_on(state, seat, here), DISCARD
    worth = _best_mark(state, rules, seat, here, seat, desk)[0] + _ways_on(state, seat, here)
    return (worth, STAY) if forced else (worth - _comet_cost(state, seat), COMET_STAY)


# ---- Changing the bodies


@compiled
def _choose_change(state, rules, seat, desk):
    """Combine or separate as is due, use the comet if it is worth its cost, or pass."""
    n = number(state)
    _start(desk)
    best = _standing(state, rules, seat, desk)
    best_action = PASS
    if may_separate(state, n):
        most = _NOTHING_FOUND
        for slot in range(SLOTS):
            if separable(state, n, slot):
                worth = _best_split(state, rules, seat, slot, desk)[0]
                if worth > most:
                    most = worth
                    best = worth
                    best_action = SEPARATE + slot
    for comet in (False, True):
        if comet and state.comet[seat] and comet_fits(state, n):
            worth, _, _ = _best_pair(state, rules, seat, comet, desk)
            if worth - _comet_cost(state, seat) > best:
                best_action = COMET_COMBINE
        elif not comet and must_combine(state, n):
            best, slot, _ = _best_pair(state, rules, seat, comet, desk)
            best_action = COMBINE + slot
    return best_action


@compiled
def _best_pair(state, rules, seat, comet, desk):
    """Worth and slots of the best combination, ordinary or by comet, with the picked body if there is one."""
    n = number(state)
    best = _NOTHING_FOUND
    best_a = 0
    best_b = 0
    for a in range(SLOTS):
        if (state.picked != NO_SLOT and a != state.picked) or not 0 < state.measure[a] < n:
            continue
        for b in range(SLOTS):
            if b == a or state.measure[b] == 0 or int(state.measure[a]) + int(state.measure[b]) > n:
                continue
            if comet:
                if not comet_pair(state, n, a, b):
                    continue
            elif state.measure[a] > state.measure[b] or not ordinary_pair(state, n, a, b):
                continue  # the first body is one of the smallest
            worth = _worth_of_pair(state, rules, seat, a, b, desk)
            if worth > best:
                best = worth
                best_a = a
                best_b = b
    return best, best_a, best_b


@compiled
def _worth_of_pair(state, rules, seat, a, b, desk):
    _start(desk)
    outlook = _lift(state, rules, seat, a, desk) + _lift(state, rules, seat, b, desk)
    is_hole = rules.black_holes == 1
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            desk.trial[colour, owner] = state.stones[a, colour, owner] + state.stones[b, colour, owner]
        is_hole = is_hole and count_of(desk.trial, colour) == HOLE_COLOUR
    if not is_hole:
        outlook += _lay(rules, seat, desk.trial, deserted(state, a) and deserted(state, b), desk)
    return _standing(state, rules, seat, desk) + outlook


@compiled
def _best_split(state, rules, seat, slot, desk):
    """Worth of the best separation of a body with the part chosen so far, and the next element for it."""
    missing = number(state) - size_of(state.part)
    best = _NOTHING_FOUND
    best_kind = 0
    for kind in range(_KINDS):
        for other in range(kind, _KINDS):
            if missing == 1 and other > kind:
                break
            for colour in range(_COLOURS):
                for owner in range(_OWNERS):
                    desk.part[colour, owner] = state.part[colour, owner]
            _add(rules, seat, kind, desk)
            if missing > 1:
                _add(rules, seat, other, desk)
            if _part_fits(state, slot, desk):
                worth = _worth_of_split(state, rules, seat, slot, desk)
                if worth > best:
                    best = worth
                    best_kind = kind
    return best, best_kind


@compiled
def _add(rules, seat, kind, desk):
    """One element more for the part, by its place in the block of split actions."""
    desk.part[kind // _OWNERS, owner_column(rules.num_players, seat, kind % _OWNERS)] += 1


@compiled
def _part_fits(state, slot, desk):
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            if desk.part[colour, owner] > state.stones[slot, colour, owner]:
                return False
    return True


@compiled
def _worth_of_split(state, rules, seat, slot, desk):
    _start(desk)
    outlook = _lift(state, rules, seat, slot, desk)
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            desk.trial[colour, owner] = state.stones[slot, colour, owner] - desk.part[colour, owner]
    outlook += _lay(rules, seat, desk.trial, deserted(state, slot), desk)
    outlook += _lay(rules, seat, desk.part, deserted(state, slot), desk)
    return _standing(state, rules, seat, desk) + outlook
