"""The greedy baseline (section 14): it looks at its whole compound move and takes what is best at once.

Worth is counted in points. Everything is open, so the baseline may look at all of the state.
"""

from __future__ import annotations

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
    MARKING,
    PARTNER,
    SECOND_CHOICE,
    SECOND_MARK,
    SETUP,
    TRAVELLING,
    comet_fits,
    comet_pair,
    deserted,
    in_part,
    may_separate,
    must_combine,
    number,
    ordinary_pair,
    owner_column,
    score,
    separable,
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


@compiled
def greedy(state, rules):
    """The baseline's action for the seat to move."""
    seat = int(state.to_move)
    trial = np.zeros((_COLOURS, _OWNERS), np.int8)
    gained = np.zeros(MARKERS, np.int8)
    if state.phase == SETUP:
        return _choose_setup(state, rules, seat, trial, gained)
    if state.phase == SECOND_CHOICE:
        return _choose_second(state, rules, seat, trial, gained)
    if state.phase == SECOND_MARK:
        return MARK + _best_mark(state, rules, seat, int(state.picked), SECOND + seat, trial, gained)[1]
    if state.phase == TRAVELLING:
        return _choose_travel(state, rules, seat, trial, gained)
    if state.phase == MARKING:
        return MARK + _best_mark(state, rules, seat, int(state.at[seat]), seat, trial, gained)[1]
    if state.phase == CHANGE:
        return _choose_change(state, rules, seat, trial, gained)
    if state.phase == COMET:
        return COMBINE + _best_pair(state, rules, seat, NO_SLOT, True, trial, gained)[1]
    if state.phase == PARTNER:
        return WITH + _best_pair(state, rules, seat, int(state.picked), state.comet_now == 1, trial, gained)[2]
    return SPLIT + _best_split(state, rules, seat, int(state.picked), trial, gained)[1]


# ---- What a table is worth


@compiled
def _standing(state, rules, seat, gained):
    """Own points less the mean of the others', after these gains; two players also mind the second colours."""
    players = int(rules.num_players)
    own = 0.0
    others = 0.0
    best = 0.0
    for other in range(players):
        points = float(state.points[other]) + gained[other] + state.comet[other]
        best = max(best, points)
        if other == seat:
            own = points
        else:
            others += points
    worth = own - others / (players - 1)
    if players == 2:
        mine = float(state.points[SECOND + seat]) + gained[SECOND + seat]
        theirs = float(state.points[SECOND + 1 - seat]) + gained[SECOND + 1 - seat]
        worth += _SECOND_COLOUR * (mine - theirs) - max(0.0, max(mine, theirs) - best)
    return worth


@compiled
def _promise(stones, size, is_deserted, marker):
    """What the markers of a colour on a body may still bring."""
    promise = 0.0
    for colour in range(_COLOURS):
        mine = int(stones[colour, MARKED + marker])
        if mine == 0:
            continue
        count = 0
        rival = 0
        for owner in range(_OWNERS):
            count += int(stones[colour, owner])
            if owner != FREE and owner != MARKED + marker:
                rival = max(rival, int(stones[colour, owner]))
        free = int(stones[colour, FREE])
        if count == 1 and size <= _SMALL and is_deserted:
            promise += _SOLE
        elif count == 2 and free == 0:
            promise += _CLOSED_PAIR
        elif count > 2 and mine > rival + free:
            promise += _SAFE_LEAD * count
    return promise


@compiled
def _outlook(rules, seat, stones, size, is_deserted):
    """Own promise of a body less the mean of the others'."""
    players = int(rules.num_players)
    outlook = 0.0
    for other in range(players):
        promise = _promise(stones, size, is_deserted, other)
        outlook += promise if other == seat else -promise / (players - 1)
    return outlook


@compiled
def _lift(state, rules, seat, slot, gained):
    """Take a body as it is out of the gains; gives the outlook that is lost."""
    size = int(state.measure[slot])
    score(state.stones[slot], size, gained, -1)
    return _outlook(rules, seat, state.stones[slot], size, deserted(state, slot))


@compiled
def _lay(rules, seat, stones, size, is_deserted, gained):
    """Put a body into the gains; gives the outlook that is won."""
    score(stones, size, gained, 1)
    return _outlook(rules, seat, stones, size, is_deserted)


@compiled
def _forget(gained):
    for marker in range(MARKERS):
        gained[marker] = 0


# ---- Marking


@compiled
def _best_mark(state, rules, seat, slot, marker, trial, gained):
    """Worth and colour of the best marker of this marker colour on a body."""
    best = _NOTHING_FOUND
    best_colour = 0
    size = int(state.measure[slot])
    for marked in range(_COLOURS):
        if state.stones[slot, marked, FREE] == 0:
            continue
        _forget(gained)
        outlook = -_lift(state, rules, seat, slot, gained)
        for colour in range(_COLOURS):
            for owner in range(_OWNERS):
                trial[colour, owner] = state.stones[slot, colour, owner]
        trial[marked, FREE] -= 1
        trial[marked, MARKED + marker] += 1
        outlook += _lay(rules, seat, trial, size, deserted(state, slot), gained)
        worth = _standing(state, rules, seat, gained) + outlook
        if worth > best:
            best = worth
            best_colour = marked
    return best, best_colour


@compiled
def _choose_setup(state, rules, seat, trial, gained):
    best = _NOTHING_FOUND
    best_slot = 0
    for slot in range(SLOTS):
        if state.measure[slot] == 1 and state.free[slot] > 0:
            worth = _best_mark(state, rules, seat, slot, seat, trial, gained)[0] + _ways_on(state, seat, slot)
            if worth > best:
                best = worth
                best_slot = slot
    return PLACE + best_slot


@compiled
def _choose_second(state, rules, seat, trial, gained):
    best = _NOTHING_FOUND
    best_slot = 0
    for slot in range(SLOTS):
        if takes_second(state, slot):
            worth = _best_mark(state, rules, seat, slot, SECOND + seat, trial, gained)[0]
            if worth > best:
                best = worth
                best_slot = slot
    return SECOND_BODY + best_slot


# ---- Travelling


@compiled
def _ways_on(state, seat, slot):
    """Mobility: how well one may travel on from a body in the next turn."""
    if state.supply[seat] <= 1:
        return 0.0
    reached = 0
    for other in range(SLOTS):
        if other != slot and state.free[other] > 0:
            reached |= int(state.colours[other]) & int(state.colours[slot])
    if reached == 0:
        return _STRANDED
    ways = 0.0
    for colour in range(_COLOURS):
        if reached >> colour & 1:
            ways += _WAY_ON
    return ways


@compiled
def _comet_cost(state, seat):
    """The comet's point is counted by `_standing` as long as it is unused."""
    return _LAST_COMET if state.supply[seat] <= 1 else _COMET


@compiled
def _choose_travel(state, rules, seat, trial, gained):
    here = int(state.at[seat])
    comet = int(state.comet[seat])
    best = _NOTHING_FOUND
    best_action = DISCARD
    can_travel = False
    for slot in range(SLOTS):
        if state.free[slot] == 0 or slot == here:
            continue
        action = PLACE + slot
        cost = 0.0
        if here != NO_SLOT:
            matches = int(state.colours[slot]) & int(state.colours[here]) != 0
            if not matches and not comet:
                continue
            can_travel = can_travel or matches
            action = TRAVEL + slot if matches else COMET_TRAVEL + slot
            cost = 0.0 if matches else _comet_cost(state, seat)
        worth = _best_mark(state, rules, seat, slot, seat, trial, gained)[0] + _ways_on(state, seat, slot) - cost
        if worth > best:
            best = worth
            best_action = action
    if here != NO_SLOT:
        worth, action = _worth_of_staying(state, rules, seat, can_travel, trial, gained)
        if worth >= best:
            best_action = action
    return best_action


@compiled
def _worth_of_staying(state, rules, seat, can_travel, trial, gained):
    """Worth and action of not travelling: forced, or by comet."""
    here = int(state.at[seat])
    if can_travel and (state.comet[seat] == 0 or state.free[here] == 0):
        return _NOTHING_FOUND, COMET_STAY
    if state.free[here] == 0:
        _forget(gained)
        return _standing(state, rules, seat, gained) + _ways_on(state, seat, here), DISCARD
    worth = _best_mark(state, rules, seat, here, seat, trial, gained)[0] + _ways_on(state, seat, here)
    return (worth - _comet_cost(state, seat), COMET_STAY) if can_travel else (worth, STAY)


# ---- Changing the bodies


@compiled
def _choose_change(state, rules, seat, trial, gained):
    """Combine or separate as is due, use the comet if it is worth its cost, or pass."""
    n = number(state)
    _forget(gained)
    best = _standing(state, rules, seat, gained)
    best_action = PASS
    if must_combine(state, n):
        best, slot, _ = _best_pair(state, rules, seat, NO_SLOT, False, trial, gained)
        best_action = COMBINE + slot
    elif may_separate(state, n):
        found = _NOTHING_FOUND
        for slot in range(SLOTS):
            if separable(state, n, slot):
                worth = _best_split(state, rules, seat, slot, trial, gained)[0]
                if worth > found:
                    found = worth
                    best = worth
                    best_action = SEPARATE + slot
    if state.comet[seat] and comet_fits(state, n):
        worth = _best_pair(state, rules, seat, NO_SLOT, True, trial, gained)[0]
        if worth - _comet_cost(state, seat) > best:
            best_action = COMET_COMBINE
    return best_action


@compiled
def _best_pair(state, rules, seat, picked, comet, trial, gained):
    """Worth and slots of the best combination, ordinary or by comet; with `picked` as the first body if given."""
    n = number(state)
    best = _NOTHING_FOUND
    best_a = 0
    best_b = 0
    for a in range(SLOTS):
        if (picked != NO_SLOT and a != picked) or not 0 < state.measure[a] < n:
            continue
        for b in range(SLOTS):
            if b == a or state.measure[b] == 0 or int(state.measure[a]) + int(state.measure[b]) > n:
                continue
            if not (comet_pair(state, n, a, b) if comet else ordinary_pair(state, n, a, b)):
                continue
            worth = _worth_of_pair(state, rules, seat, a, b, trial, gained)
            if worth > best and (comet or picked != NO_SLOT or state.measure[a] <= state.measure[b]):
                best = worth
                best_a = a
                best_b = b
    return best, best_a, best_b


@compiled
def _worth_of_pair(state, rules, seat, a, b, trial, gained):
    _forget(gained)
    outlook = -_lift(state, rules, seat, a, gained) - _lift(state, rules, seat, b, gained)
    is_hole = rules.black_holes == 1
    for colour in range(_COLOURS):
        count = 0
        for owner in range(_OWNERS):
            trial[colour, owner] = state.stones[a, colour, owner] + state.stones[b, colour, owner]
            count += int(trial[colour, owner])
        is_hole = is_hole and count == HOLE_COLOUR
    if not is_hole:
        size = int(state.measure[a]) + int(state.measure[b])
        outlook += _lay(rules, seat, trial, size, deserted(state, a) and deserted(state, b), gained)
    return _standing(state, rules, seat, gained) + outlook


@compiled
def _best_split(state, rules, seat, slot, trial, gained):
    """Worth of the best separation of a body with the part chosen so far, and its next element (as the mover
    names it)."""
    players = int(rules.num_players)
    missing = number(state) - in_part(state)
    best = _NOTHING_FOUND
    best_kind = 0
    part = np.zeros((_COLOURS, _OWNERS), np.int8)
    for kind in range(_KINDS):
        for other in range(kind, _KINDS):
            if missing == 1 and other > kind:
                break
            for colour in range(_COLOURS):
                for owner in range(_OWNERS):
                    part[colour, owner] = state.part[colour, owner]
            part[kind // _OWNERS, owner_column(players, seat, kind % _OWNERS)] += 1
            if missing > 1:
                part[other // _OWNERS, owner_column(players, seat, other % _OWNERS)] += 1
            if _fits(state, slot, part):
                worth = _worth_of_split(state, rules, seat, slot, part, trial, gained)
                if worth > best:
                    best = worth
                    best_kind = kind
    return best, best_kind


@compiled
def _fits(state, slot, part):
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            if part[colour, owner] > state.stones[slot, colour, owner]:
                return False
    return True


@compiled
def _worth_of_split(state, rules, seat, slot, part, trial, gained):
    n = number(state)
    _forget(gained)
    outlook = -_lift(state, rules, seat, slot, gained)
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            trial[colour, owner] = state.stones[slot, colour, owner] - part[colour, owner]
    outlook += _lay(rules, seat, trial, int(state.measure[slot]) - n, True, gained)
    outlook += _lay(rules, seat, part, n, True, gained)
    return _standing(state, rules, seat, gained) + outlook
