"""The rules, in the order of the rulebook."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from ..core.rewards import rank_by
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
from .state import FREE, MARKED, NO_SLOT, NOBODY, SECOND
from .words import COLOURS, LARGEST, MARKERS, OWNERS, PHASES, SEATS, SIDES, SLOTS, STONES

SETUP, SECOND_CHOICE, SECOND_MARK, TRAVELLING, MARKING, CHANGE, COMET, PARTNER, SPLITTING, OVER = range(len(PHASES))

_COLOURS = len(COLOURS)
_OWNERS = len(OWNERS)

OPPOSITE_FACES = SIDES + 1
"""Opposite faces of a die add up to this."""
MOST_SEPARATED = 2
"""A number above this never separates."""
HOLE_COLOUR = 2
"""A black hole has so many elements of each colour."""
FEW_MARKERS = 1
"""With at most so many markers on a new black hole, two or four players give back a second one."""

MARKER_ORDER = np.array(
    [
        [[0, 0, 0, 0]] * SEATS,
        [[0, 0, 0, 0]] * SEATS,
        [[0, 1, 2, 3], [1, 0, 3, 2], [0, 0, 0, 0], [0, 0, 0, 0]],
        [[0, 1, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3], [0, 0, 0, 0]],
        [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]],
    ]
)
"""[players, seat] are the marker colours as the seat counts them: own, next, third, fourth."""

# What is due after a decision: another one at once; the next change of the turn; the next turn.
NOTHING, NEXT_CHANGE, NEXT_TURN = range(3)


# ---- Setup


@compiled
def reset(state, rules):
    """The Big Bang: lay out the bodies by chance (R4), hand out markers and comets."""
    for seat in range(SEATS):
        state.at[seat] = NO_SLOT
    state.turn = NOBODY
    state.picked = NO_SLOT
    for seat in range(rules.num_players):
        state.comet[seat] = 1
    for marker in range(MARKERS):
        state.supply[marker] = rules.first_supply[marker]
    _deal(state, rules)
    state.phase = SETUP
    state.to_move = 0


@compiled
def _deal(state, rules):
    """Shuffle the stones until no triple has a single colour, then lay them out."""
    bag = np.empty(STONES, np.int64)
    count = 0
    for colour in range(_COLOURS):
        for _ in range(rules.elements[colour]):
            bag[count] = colour
            count += 1
    shuffle(state.rng, bag, STONES)
    while _has_plain_triple(rules, bag):
        shuffle(state.rng, bag, STONES)
    count = 0
    for slot in range(SLOTS):
        for _ in range(rules.first_sizes[slot]):
            state.stones[slot, bag[count], FREE] += 1
            count += 1
        if rules.first_sizes[slot] > 0:
            put_down(state, slot)


@compiled
def _has_plain_triple(rules, bag):
    """Whether a body of three would have a single colour."""
    first = 0
    for slot in range(SLOTS):
        if rules.first_sizes[slot] == 3 and bag[first] == bag[first + 1] and bag[first] == bag[first + 2]:
            return True
        first += int(rules.first_sizes[slot])
    return False


# ---- The decisions


@compiled
def step(state, rules, action):
    """One decision of the seat to move."""
    due = NOTHING
    if state.phase == SETUP:
        due = play_setup(state, rules, action)
    elif state.phase == SECOND_CHOICE:
        play_second(state, action)
    elif state.phase == SECOND_MARK:
        play_second_mark(state, action)
    elif state.phase == TRAVELLING:
        due = play_travel(state, action)
    elif state.phase == MARKING:
        due = play_mark(state, action)
    elif state.phase == CHANGE:
        due = play_change(state, action)
    elif state.phase == COMET:
        play_comet(state, action)
    elif state.phase == PARTNER:
        due = play_partner(state, rules, action)
    else:
        due = play_split(state, rules, action)
    if due == NEXT_CHANGE:
        due = open_change(state)
    if due == NEXT_TURN:
        open_turn(state, rules)


@compiled
def legal(state, rules, mask):
    """What the seat to move may do."""
    if state.phase == SETUP:
        legal_setup(state, mask)
    elif state.phase == SECOND_CHOICE:
        legal_second(state, mask)
    elif state.phase == SECOND_MARK:
        legal_second_mark(state, mask)
    elif state.phase == TRAVELLING:
        legal_travel(state, mask)
    elif state.phase == MARKING:
        legal_mark(state, mask)
    elif state.phase == CHANGE:
        legal_change(state, mask)
    elif state.phase == COMET:
        legal_comet(state, mask)
    elif state.phase == PARTNER:
        legal_partner(state, mask)
    else:
        legal_split(state, rules, mask)


@compiled
def pick(state, slot, following):
    """The first half of a choice: a body, for the phase that asks for the second half."""
    state.picked = slot
    state.phase = following


@compiled
def legal_setup(state, mask):
    """A body of one element on which nobody stands: its element is free."""
    for slot in range(SLOTS):
        if state.measure[slot] == 1 and state.free[slot] > 0:
            mask[PLACE + slot] = 1


@compiled
def play_setup(state, rules, action):
    """Astronaut and marker onto the body; R7: only here different bodies are demanded."""
    seat = int(state.to_move)
    slot = action - PLACE
    enter(state, seat, slot)
    for colour in range(_COLOURS):
        if state.stones[slot, colour, FREE] > 0:
            mark(state, slot, colour, seat)
            break
    if seat + 1 == rules.num_players:
        return NEXT_TURN
    state.to_move = seat + 1
    return NOTHING


# ---- Action i: rolling, and the second colour of the opponent


@compiled
def open_turn(state, rules):
    """The next seat's turn begins with the roll, unless all own-colour markers are placed (R29)."""
    if supplies_empty(state, rules):
        end_game(state)
        return
    state.turn = (int(state.turn) + 1) % rules.num_players
    state.die = 1 + below(state.rng, SIDES)
    state.change = 0
    state.doubled = 0
    state.phase = TRAVELLING
    state.to_move = state.turn
    if rules.num_players == 2:
        opponent = 1 - int(state.turn)
        if state.supply[SECOND + opponent] > 0 and _second_fits(state):
            state.phase = SECOND_CHOICE
            state.to_move = opponent


@compiled
def supplies_empty(state, rules):
    """Whether no seat has an own-colour marker left; second markers do not count (R29, R41)."""
    for seat in range(rules.num_players):
        if state.supply[seat] > 0:
            return False
    return True


@compiled
def end_game(state):
    state.change = 0
    state.doubled = 0
    state.phase = OVER
    state.to_move = NOBODY


@compiled
def takes_second(state, slot):
    """Whether a second marker may go there; R30: astronauts do not matter; R42: not on a black hole."""
    return state.free[slot] > 0 and state.measure[slot] <= state.die


@compiled
def _second_fits(state):
    for slot in range(SLOTS):
        if takes_second(state, slot):
            return True
    return False


@compiled
def legal_second(state, mask):
    for slot in range(SLOTS):
        if takes_second(state, slot):
            mask[SECOND_BODY + slot] = 1


@compiled
def play_second(state, action):
    pick(state, action - SECOND_BODY, SECOND_MARK)


@compiled
def legal_second_mark(state, mask):
    legal_colours(state, mask, state.picked)


@compiled
def play_second_mark(state, action):
    """The second marker is placed, so the active seat will change the bodies twice."""
    mark(state, int(state.picked), action - MARK, SECOND + int(state.to_move))
    state.picked = NO_SLOT
    state.doubled = 1
    state.phase = TRAVELLING
    state.to_move = state.turn


# ---- Action ii: travelling


@compiled
def legal_travel(state, mask):
    """Travel where a colour matches (R8: marked or not), stay if that is impossible (R9, R10), or use the comet."""
    seat = int(state.turn)
    here = int(state.at[seat])
    if here == NO_SLOT:
        _legal_return(state, mask)
        return
    comet = int(state.comet[seat])
    colours = int(state.colours[here])
    can_travel = False
    for slot in range(SLOTS):
        if state.free[slot] > 0 and slot != here:
            if int(state.colours[slot]) & colours:  # R13: no comet where it is not needed
                mask[TRAVEL + slot] = 1
                can_travel = True
            elif comet:
                mask[COMET_TRAVEL + slot] = 1
    if can_travel:
        if comet and state.free[here] > 0:  # R14
            mask[COMET_STAY] = 1
    elif state.free[here] > 0:
        mask[STAY] = 1
    else:
        mask[DISCARD] = 1  # R11, R12: even with a comet


@compiled
def _legal_return(state, mask):
    """R43: back from a black hole to any body with a free element; if there is none, a marker is lost."""
    found = False
    for slot in range(SLOTS):
        if state.free[slot] > 0:
            mask[PLACE + slot] = 1
            found = True
    if not found:
        mask[DISCARD] = 1


@compiled
def play_travel(state, action):
    seat = int(state.turn)
    if action == DISCARD:
        state.supply[seat] -= 1
        state.removed[seat] += 1
        return NEXT_CHANGE
    if action == COMET_STAY:
        state.comet[seat] = 0
    elif action != STAY:
        slot = action - PLACE
        if action >= COMET_TRAVEL:
            slot = action - COMET_TRAVEL
            state.comet[seat] = 0
        elif action >= TRAVEL:
            slot = action - TRAVEL
        leave(state, seat)
        enter(state, seat, slot)
    state.phase = MARKING
    return NOTHING


@compiled
def legal_mark(state, mask):
    legal_colours(state, mask, state.at[state.turn])


@compiled
def legal_colours(state, mask, slot):
    """R8: any free element of the body may be marked, not only one of the shared colour."""
    for colour in range(_COLOURS):
        if state.stones[slot, colour, FREE] > 0:
            mask[MARK + colour] = 1


@compiled
def play_mark(state, action):
    seat = int(state.turn)
    mark(state, int(state.at[seat]), action - MARK, seat)
    return NEXT_CHANGE


# ---- Action iii: changing the celestial bodies


@compiled
def open_change(state):
    """The next change of this turn that can be made (R19: measured now); what is due if there is none."""
    changes = 2 if state.doubled else 1
    while state.change < changes:  # R31: the second one is due even if the first was skipped
        state.change += 1
        if _change_possible(state):
            state.phase = CHANGE
            return NOTHING
    return NEXT_TURN


@compiled
def number(state):
    """The number of the change in progress: the roll, then the opposite face."""
    return int(state.die) if state.change == 1 else OPPOSITE_FACES - int(state.die)


@compiled
def two_smallest(state):
    """Sizes of the two smallest deserted bodies, ascending, 0 where missing."""
    first = 0
    for size in range(1, LARGEST + 1):
        count = int(state.deserted_of[size])
        if first > 0 and count > 0:
            return first, size
        if count > 0:
            first = size
            if count > 1:
                return size, size
    return first, 0


@compiled
def deserted(state, slot):
    """Whether there is a body without astronauts; R39: a black hole is none."""
    return state.measure[slot] > 0 and state.standing[slot] == 0 and not state.hole[slot]


@compiled
def must_combine(state, n):
    """R20, R21: with two deserted bodies that fit together, combining is a duty and possible."""
    first, second = two_smallest(state)
    return second > 0 and n >= first + second


@compiled
def may_separate(state, n):
    """R25: the number is below three and at most the smallest deserted size."""
    first, _ = two_smallest(state)
    return n <= MOST_SEPARATED and n <= first


@compiled
def separable(state, n, slot):
    """R26: both parts have an element."""
    return state.measure[slot] > n and deserted(state, slot)


@compiled
def ordinary_pair(state, n, a, b):
    """Two deserted bodies, one of the smallest, that may be combined without the comet (R22)."""
    first, _ = two_smallest(state)
    return (
        must_combine(state, n)
        and a != b
        and deserted(state, a)
        and deserted(state, b)
        and (state.measure[a] == first or state.measure[b] == first)
        and int(state.measure[a]) + int(state.measure[b]) <= n
    )


@compiled
def comet_pair(state, n, a, b):
    """R15, R18: any two bodies that fit, astronauts or not; R13: no ordinary pair."""
    return (
        a != b
        and state.measure[a] > 0
        and state.measure[b] > 0
        and not state.hole[a]
        and not state.hole[b]
        and int(state.measure[a]) + int(state.measure[b]) <= n
        and not ordinary_pair(state, n, a, b)
    )


@compiled
def _up_to(counts, size):
    """Number of bodies of at most this size."""
    total = 0
    for i in range(1, size + 1):
        total += int(counts[i])
    return total


@compiled
def comet_partners(state, n, size, is_deserted):
    """How many bodies form a comet pair with a body of this size, from the counts alone."""
    fitting = _up_to(state.bodies_of, n - size)
    if 2 * size <= n:
        fitting -= 1  # itself
    if is_deserted and must_combine(state, n):
        first, _ = two_smallest(state)
        if size == first:
            fitting -= _up_to(state.deserted_of, n - size) - 1
        elif first + size <= n:
            fitting -= int(state.deserted_of[first])
    return fitting


@compiled
def comet_fits(state, n):
    """Whether there is a comet pair."""
    for size in range(1, n):
        for is_deserted in (False, True):
            bodies = int(state.deserted_of[size])
            if not is_deserted:
                bodies = int(state.bodies_of[size]) - bodies
            if bodies > 0 and comet_partners(state, n, size, is_deserted) > 0:
                return True
    return False


@compiled
def _any_separable(state, n):
    """Whether some deserted body has more elements than the number."""
    for size in range(n + 1, LARGEST + 1):
        if state.deserted_of[size] > 0:
            return True
    return False


@compiled
def _change_possible(state):
    """R24: whether anything can be combined or separated, by duty or by comet."""
    n = number(state)
    if must_combine(state, n) or (may_separate(state, n) and _any_separable(state, n)):
        return True
    return state.comet[state.turn] == 1 and comet_fits(state, n)


@compiled
def legal_change(state, mask):
    """Combine or separate, never both (R23); or the comet instead (R15, R17)."""
    n = number(state)
    first, second = two_smallest(state)
    duty = False
    if second > 0 and n >= first + second:
        duty = True
        for slot in range(SLOTS):
            if state.measure[slot] == first and deserted(state, slot):
                mask[COMBINE + slot] = 1
    elif may_separate(state, n):
        for slot in range(SLOTS):
            if separable(state, n, slot):
                mask[SEPARATE + slot] = 1
                duty = True
    if state.comet[state.turn] and comet_fits(state, n):
        mask[COMET_COMBINE] = 1
        if not duty:
            mask[PASS] = 1


@compiled
def play_change(state, action):
    if action == PASS:
        return NEXT_CHANGE
    if action == COMET_COMBINE:
        state.comet[state.turn] = 0
        state.comet_now = 1
        state.phase = COMET
    elif action >= SEPARATE:
        pick(state, action - SEPARATE, SPLITTING)
    else:
        pick(state, action - COMBINE, PARTNER)
    return NOTHING


@compiled
def legal_comet(state, mask):
    n = number(state)
    for slot in range(SLOTS):
        size = int(state.measure[slot])
        if 0 < size < n and comet_partners(state, n, size, deserted(state, slot)) > 0:
            mask[COMBINE + slot] = 1


@compiled
def play_comet(state, action):
    pick(state, action - COMBINE, PARTNER)


@compiled
def legal_partner(state, mask):
    n = number(state)
    a = int(state.picked)
    for b in range(SLOTS):
        if 0 < state.measure[b] < n:
            if comet_pair(state, n, a, b) if state.comet_now else ordinary_pair(state, n, a, b):
                mask[WITH + b] = 1


@compiled
def play_partner(state, rules, action):
    """Combine; R45: a second change still due is made if a black hole does not end the game."""
    slot = unite(state, int(state.picked), action - WITH)
    state.picked = NO_SLOT
    state.comet_now = 0
    if rules.black_holes and _is_black_hole(state, slot):
        open_black_hole(state, rules, slot)
        if supplies_empty(state, rules):
            return NEXT_TURN
    return NEXT_CHANGE


@compiled
def unite(state, a, b):
    """All elements and astronauts into the lower slot, which is given back."""
    low = min(a, b)
    high = max(a, b)
    take_up(state, low)
    take_up(state, high)
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            state.stones[low, colour, owner] += state.stones[high, colour, owner]
            state.stones[high, colour, owner] = 0
    for seat in range(SEATS):
        if state.at[seat] == high:
            state.at[seat] = low
    state.standing[low] += state.standing[high]
    state.standing[high] = 0
    state.measure[high] = 0
    state.free[high] = 0
    state.colours[high] = 0
    put_down(state, low)
    return low


@compiled
def owner_column(players, seat, owner):
    """Column of a table of stones for an owner as the seat names it."""
    if owner == FREE:
        return FREE
    return MARKED + MARKER_ORDER[players, seat, owner - MARKED]


@compiled
def legal_split(state, rules, mask):
    slot = int(state.picked)
    for owner in range(_OWNERS):
        column = owner_column(int(rules.num_players), int(state.turn), owner)
        for colour in range(_COLOURS):
            if state.stones[slot, colour, column] > state.part[colour, column]:
                mask[SPLIT + _OWNERS * colour + owner] = 1


@compiled
def play_split(state, rules, action):
    """One more element for the new body; with the whole number together the body is separated."""
    colour = (action - SPLIT) // _OWNERS
    column = owner_column(int(rules.num_players), int(state.turn), (action - SPLIT) % _OWNERS)
    state.part[colour, column] += 1
    if size_of(state.part) < number(state):
        return NOTHING
    separate(state)
    state.picked = NO_SLOT
    return NEXT_CHANGE


@compiled
def separate(state):
    """R46: the chosen elements become a body in the lowest empty slot, the rest stays."""
    old = int(state.picked)
    new = 0
    while state.measure[new] > 0:
        new += 1
    take_up(state, old)
    for colour in range(_COLOURS):
        for owner in range(_OWNERS):
            state.stones[old, colour, owner] -= state.part[colour, owner]
            state.stones[new, colour, owner] = state.part[colour, owner]
            state.part[colour, owner] = 0
    put_down(state, old)
    put_down(state, new)


# ---- Variant: black holes


@compiled
def _is_black_hole(state, slot):
    for colour in range(_COLOURS):
        if count_of(state.stones[slot], colour) != HOLE_COLOUR:
            return False
    return True


@compiled
def open_black_hole(state, rules, slot):
    """Markers and astronauts leave the body, and every seat gives markers back."""
    take_up(state, slot)
    state.hole[slot] = 1
    lying = _clear_markers(state, slot)
    for seat in range(SEATS):
        if state.at[seat] == slot:  # R44: the mover's own too
            state.at[seat] = NO_SLOT
    state.standing[slot] = 0
    put_down(state, slot)
    given = 2 if lying <= FEW_MARKERS and rules.num_players != 3 else 1
    for seat in range(rules.num_players):  # R41: own colours only
        back = min(given, int(state.supply[seat]))
        state.supply[seat] -= back
        state.removed[seat] += back


@compiled
def _clear_markers(state, slot):
    """R40: all markers on the body, second colours too, leave the game; gives how many."""
    lying = 0
    for colour in range(_COLOURS):
        for marker in range(MARKERS):
            count = int(state.stones[slot, colour, MARKED + marker])
            lying += count
            state.removed[marker] += count
            state.stones[slot, colour, MARKED + marker] = 0
            state.stones[slot, colour, FREE] += count
    return lying


# ---- Moving astronauts, markers and bodies, with all that is counted of them


@compiled
def enter(state, seat, slot):
    """The astronaut arrives on a body."""
    if state.standing[slot] == 0:
        state.deserted_of[state.measure[slot]] -= 1
    state.standing[slot] += 1
    state.at[seat] = slot


@compiled
def leave(state, seat):
    """The astronaut leaves its body, if it stands on one."""
    slot = int(state.at[seat])
    if slot == NO_SLOT:
        return
    state.at[seat] = NO_SLOT
    state.standing[slot] -= 1
    if state.standing[slot] == 0:
        state.deserted_of[state.measure[slot]] += 1


@compiled
def mark(state, slot, colour, marker):
    """A marker from the supply onto a free element."""
    state.stones[slot, colour, FREE] -= 1
    state.stones[slot, colour, MARKED + marker] += 1
    state.free[slot] -= 1
    state.supply[marker] -= 1
    rescore(state, slot)


@compiled
def take_up(state, slot):
    """Take a body out of the counts and points, before its elements change."""
    size = int(state.measure[slot])
    state.bodies_of[size] -= 1
    if state.standing[slot] == 0:
        state.deserted_of[size] -= 1
    for marker in range(MARKERS):
        state.points[marker] -= state.worth[slot, marker]
        state.worth[slot, marker] = 0


@compiled
def put_down(state, slot):
    """Measure a body and count it again, after its elements changed."""
    stones = state.stones[slot]
    size = 0
    colours = 0
    free = 0
    for colour in range(_COLOURS):
        count = count_of(stones, colour)
        if count > 0:
            colours |= 1 << colour
        size += count
        free += int(stones[colour, FREE])
    state.measure[slot] = size
    state.colours[slot] = colours
    state.free[slot] = 0
    if state.hole[slot]:  # out of play: not counted, nothing to mark, no points
        return
    state.free[slot] = free
    state.bodies_of[size] += 1
    if state.standing[slot] == 0:
        state.deserted_of[size] += 1
    rescore(state, slot)


@compiled
def rescore(state, slot):
    """Count the points on a body anew."""
    for marker in range(MARKERS):
        state.points[marker] -= state.worth[slot, marker]
    score(state.stones[slot], state.worth[slot])
    for marker in range(MARKERS):
        state.points[marker] += state.worth[slot, marker]


@compiled
def count_of(stones, colour):
    """Elements of a colour in a table of stones."""
    count = 0
    for owner in range(_OWNERS):
        count += int(stones[colour, owner])
    return count


@compiled
def size_of(stones):
    """Elements in a table of stones."""
    size = 0
    for colour in range(_COLOURS):
        size += count_of(stones, colour)
    return size


@compiled
def derive(state, rules):
    """All that is counted, from the elements and the astronauts."""
    for seat in range(SEATS):
        if state.at[seat] != NO_SLOT:
            state.standing[state.at[seat]] += 1
    for slot in range(SLOTS):
        if size_of(state.stones[slot]) > 0:
            put_down(state, slot)


# ---- Scoring


@compiled
def score(stones, worth):
    """worth (marker colours): what a body with these stones (colours, owners) gives each of them."""
    for marker in range(MARKERS):
        worth[marker] = 0
    size = size_of(stones)
    if size < 2:  # R37: a single element never counts
        return
    for colour in range(_COLOURS):
        count = count_of(stones, colour)
        if count == int(stones[colour, FREE]):
            continue  # nobody marked one
        if count == 1:
            score_sole(stones, colour, size, worth)
        elif count == 2:
            score_pair(stones, colour, worth)
        else:
            score_many(stones, colour, count, worth)


@compiled
def score_sole(stones, colour, size, worth):
    """Only one element of the colour: as many points as there are other elements."""
    for marker in range(MARKERS):
        worth[marker] += int(stones[colour, MARKED + marker]) * (size - 1)


@compiled
def score_pair(stones, colour, worth):
    """Exactly two elements: two points for each marker."""
    for marker in range(MARKERS):
        worth[marker] += int(stones[colour, MARKED + marker]) * 2


@compiled
def score_many(stones, colour, count, worth):
    """More than two: the majority scores their number once (R35); without one, each marker 1 point (R36)."""
    leader = NOBODY
    most = 0
    for marker in range(MARKERS):
        markers = int(stones[colour, MARKED + marker])
        if markers > most:
            most = markers
            leader = marker
        elif markers == most:
            leader = NOBODY
    if leader != NOBODY:
        worth[leader] += count
        return
    for marker in range(MARKERS):
        worth[marker] += int(stones[colour, MARKED + marker])


# ---- The end


@compiled
def standings(state, rules, scores, ranks):
    """Points of the own colour and one for an unused comet; two players also mind the second colours."""
    players = int(rules.num_players)
    for seat in range(players):
        scores[seat] = int(state.points[seat]) + int(state.comet[seat])
    if players == 2:
        _rank_two(state, scores, ranks)
    else:
        rank_by(scores, ranks)  # R34: ties are shared


@compiled
def _rank_two(state, scores, ranks):
    """R32: a second colour strictly ahead of both beats both; R33: level players compare second colours."""
    second = max(int(state.points[SECOND]), int(state.points[SECOND + 1]))
    for seat in range(2):
        other = 1 - seat
        behind = scores[seat] < scores[other] or (
            scores[seat] == scores[other] and state.points[SECOND + seat] < state.points[SECOND + other]
        )
        ranks[seat] = 1 if behind or second > max(scores[0], scores[1]) else 0
