"""The rules, in the order of the rulebook.

Numbers read from a record are widened by `np.int64(...)`: compiled, `int(...)` of an int8 stays one, and every helper
would be compiled again for it.
"""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from ..core.rewards import rank_by
from .labels import DECAY, GO, LAND, MOVE, PASS, TAKE
from .state import (
    ANNIHILATION,
    ANTIMATTER,
    CHOOSE,
    DARK,
    DECAYED,
    EMPTY,
    FIRST,
    H1,
    HE3,
    HE4,
    LAST,
    LIFE,
    LIGHT,
    MATTER,
    MEETING,
    NEUTRON,
    NEUTRONS_IN,
    NO_CELL,
    NO_MEETING,
    NO_PUZZLE,
    NOBODY,
    OTHER_KIND,
    PARTICLES_IN,
    PROTONS_IN,
    RANDOM,
)
from .words import AXES, CARBON_GROUP, CELLS, DIRECTIONS, KINDS, PARTICLES

SIDE, TURN, DIRECTION, LANDING, OVER = range(5)

_KINDS = len(KINDS)
_DIRECTIONS = len(DIRECTIONS)
_TYPES = len(PARTICLES)


# ---- Set-up


@compiled
def reset(state, rules):
    """Fill the board at random and give the kinds (section 2)."""
    cell = 0
    for _ in range(rules.each):
        for kind in range(_KINDS):
            state.board[cell] = NEUTRON + OTHER_KIND * kind
            state.board[cell + 1] = H1 + OTHER_KIND * kind
            cell += 2
    for _ in range(rules.dark_tokens):
        state.board[cell] = DARK
        cell += 1
    shuffle(state.rng, state.board, CELLS)  # R2: every arrangement is equally likely
    state.source = NO_CELL
    state.target = NO_CELL
    state.carbon = NOBODY
    state.phase = TURN
    if rules.num_players > 1:
        seat_0 = MATTER
        if rules.sides == RANDOM:
            seat_0 = below(state.rng, _KINDS)
        give_kinds(state, seat_0)
        if rules.sides == CHOOSE:  # R3: the younger one chooses once the board is full
            state.phase = SIDE
            state.to_move = 1
    derive(state, rules)


@compiled
def give_kinds(state, seat_0):
    state.kinds[0] = seat_0
    state.kinds[1] = 1 - seat_0


# ---- The decisions


@compiled
def step(state, rules, action):
    """One decision of the seat to move."""
    if state.phase == SIDE:
        play_side(state, action)
    elif state.phase == TURN:
        play_turn(state, rules, action)
    elif state.phase == DIRECTION:
        play_direction(state, rules, action)
    else:
        play_landing(state, rules, action)


@compiled
def legal(state, rules, mask):
    """What the seat to move may do."""
    if state.phase == SIDE:
        legal_side(mask)
    elif state.phase == TURN:
        legal_turn(state, rules, mask)
    elif state.phase == DIRECTION:
        legal_direction(state, mask)
    else:
        legal_landing(state, rules, mask)


# ---- The younger seat chooses its kind


@compiled
def legal_side(mask):
    mask[TAKE + MATTER] = 1
    mask[TAKE + ANTIMATTER] = 1


@compiled
def play_side(state, action):
    give_kinds(state, 1 - (action - TAKE))
    state.phase = TURN
    state.to_move = 0


# ---- A turn: fusion, annihilation, decay or pass


@compiled
def legal_turn(state, rules, mask):
    mask[PASS] = 1  # R9: also while able to move
    first, last = own_stacks(state, rules)
    for cell in range(CELLS):
        code = state.board[cell]
        mask[MOVE + cell] = 1 if first <= code and code <= last and state.ways[cell] > 0 else 0  # R11
    if rules.time:
        legal_decay(state, rules, mask)


@compiled
def own_stacks(state, rules):
    """The lowest and the highest code of the stacks that the seat to move may move."""
    if rules.num_players == 1:  # R30: of either kind
        return FIRST[MATTER], LAST[ANTIMATTER]
    kind = np.int64(state.kinds[state.to_move])
    return FIRST[MATTER] + OTHER_KIND * kind, LAST[MATTER] + OTHER_KIND * kind


@compiled
def legal_decay(state, rules, mask):
    """Unstable stacks of either kind (R26), where the reserve holds a proton of that kind (R25)."""
    used = reserve_of(rules, np.int64(state.to_move))
    for cell in range(CELLS):
        code = np.int64(state.board[cell])
        if DECAYED[code] != EMPTY and state.reserve[used, proton_of(kind_of(code))] > 0:
            mask[DECAY + cell] = 1


@compiled
def play_turn(state, rules, action):
    if action == PASS:
        play_pass(state, rules)
        return
    state.passes = 0  # R10
    if action < DECAY:
        state.source = action - MOVE
        state.phase = DIRECTION
    else:
        decay(state, rules, action - DECAY)
        end_turn(state, rules)


@compiled
def play_pass(state, rules):
    state.passes += 1
    if state.passes == rules.num_players:
        state.phase = OVER
        state.to_move = NOBODY
    else:
        state.to_move = (state.to_move + 1) % rules.num_players


@compiled
def end_turn(state, rules):
    """The next seat's turn, or the end with Carbon."""
    state.source = NO_CELL
    state.target = NO_CELL
    if state.carbon != NOBODY:
        state.phase = OVER
        state.to_move = NOBODY
    else:
        state.phase = TURN
        state.to_move = (state.to_move + 1) % rules.num_players


@compiled
def decay(state, rules, cell):
    """A neutron of the stack becomes a proton; the reserve gives the one and takes the other (R27)."""
    code = np.int64(state.board[cell])
    kind = kind_of(code)
    used = reserve_of(rules, np.int64(state.to_move))
    state.reserve[used, proton_of(kind)] -= 1
    state.reserve[used, neutron_of(kind)] += 1
    lift(state, rules, cell)
    lay(state, rules, cell, np.int64(DECAYED[code]))


# ---- Where a stack may go


@compiled
def legal_direction(state, mask):
    for direction in range(_DIRECTIONS):
        if state.ways[state.source] >> direction & 1:
            mask[GO + direction] = 1


@compiled
def play_direction(state, rules, action):
    source = np.int64(state.source)
    target = np.int64(state.reach[source, action - GO])  # R5: the first cell that is not empty
    if MEETING[state.board[source], state.board[target]] == ANNIHILATION:  # R22: also with GRAVITY at once
        annihilate(state, rules, source, target)
    elif rules.gravity:
        state.target = target
        state.phase = LANDING
        return
    else:
        fuse(state, rules, source, target, target)  # R6: on the target's cell
    end_turn(state, rules)


@compiled
def legal_landing(state, rules, mask):
    """R21: every cell of the line, both ends included."""
    source = np.int64(state.source)
    target = np.int64(state.target)
    for direction in range(_DIRECTIONS):
        if state.reach[source, direction] == target:
            cell = source
            mask[LAND + cell] = 1
            while cell != target:
                cell = np.int64(rules.neighbour[cell, direction])
                mask[LAND + cell] = 1


@compiled
def play_landing(state, rules, action):
    fuse(state, rules, np.int64(state.source), np.int64(state.target), action - LAND)
    end_turn(state, rules)


@compiled
def fuse(state, rules, source, target, landing):
    """The two stacks become one on the cell `landing`; in a duel three linked He4 are Carbon."""
    code = np.int64(MEETING[state.board[source], state.board[target]])
    kind = kind_of(code)
    lift(state, rules, source)
    lift(state, rules, target)
    lay(state, rules, landing, code)
    count_star(state, rules, kind)
    if nucleus_of(code) == HE4:
        count_he4(state, rules, kind)
        if rules.puzzle == NO_PUZZLE and state.he4_group[kind] >= CARBON_GROUP:  # R15, R16; R32: not in a puzzle
            state.carbon = state.to_move


@compiled
def annihilate(state, rules, source, target):
    """R8: all particles of both stacks go to the reserve of the mover."""
    code = np.int64(state.board[source])
    filled = reserve_of(rules, np.int64(state.to_move))
    for kind in range(_KINDS):
        state.reserve[filled, proton_of(kind)] += PROTONS_IN[code]
        state.reserve[filled, neutron_of(kind)] += NEUTRONS_IN[code]
    lift(state, rules, source)
    lift(state, rules, target)
    for kind in range(_KINDS):
        count_star(state, rules, kind)
        if nucleus_of(code) == HE4:
            count_he4(state, rules, kind)


@compiled
def reserve_of(rules, seat):
    """The reserve that a seat fills and uses: its own, or the common one (R19, R20)."""
    return 0 if rules.common else seat


@compiled
def proton_of(kind):
    """Place of a kind's protons in a reserve."""
    return 2 * kind


@compiled
def neutron_of(kind):
    """Place of a kind's neutrons in a reserve."""
    return 2 * kind + 1


@compiled
def kind_of(code):
    """Kind of a stack."""
    return 1 if code >= FIRST[ANTIMATTER] else 0


@compiled
def nucleus_of(code):
    """The code of a stack were it matter."""
    return code - OTHER_KIND if code >= FIRST[ANTIMATTER] else code


# ---- Lines of sight, kept whenever a cell changes


@compiled
def lift(state, rules, cell):
    """Empty a cell: its neighbours in sight now see each other."""
    code = np.int64(state.board[cell])
    state.standing[code] -= 1
    state.standing[EMPTY] += 1
    if state.ways[cell] > 0:
        state.movable[kind_of(code)] -= 1
        state.ways[cell] = 0
    count_contacts(state, rules, cell, code, -1)
    state.board[cell] = EMPTY
    for direction in range(AXES):
        one = np.int64(state.reach[cell, direction])
        other = np.int64(state.reach[cell, direction + AXES])
        state.reach[cell, direction] = NO_CELL
        state.reach[cell, direction + AXES] = NO_CELL
        meet(state, other, one, direction)


@compiled
def lay(state, rules, cell, code):
    """Put a stack on an empty cell, between its neighbours in sight."""
    state.standing[EMPTY] -= 1
    state.standing[code] += 1
    state.board[cell] = code
    count_contacts(state, rules, cell, code, 1)
    for direction in range(AXES):
        meet(state, cell, look(state, rules, cell, direction), direction)
        meet(state, look(state, rules, cell, direction + AXES), cell, direction)


@compiled
def look(state, rules, cell, direction):
    """The first cell from here that is not empty, NO_CELL if there is none."""
    near = np.int64(rules.neighbour[cell, direction])
    while near != NO_CELL and state.board[near] == EMPTY:
        near = np.int64(rules.neighbour[near, direction])
    return near


@compiled
def meet(state, one, other, direction):
    """`one` sees `other` in this direction, and is seen by it; either may be NO_CELL."""
    way = 0
    if one != NO_CELL and other != NO_CELL and MEETING[state.board[one], state.board[other]] != NO_MEETING:
        way = 1
    if one != NO_CELL:
        state.reach[one, direction] = other
        set_way(state, one, direction, way)
    if other != NO_CELL:
        state.reach[other, direction + AXES] = one
        set_way(state, other, direction + AXES, way)


@compiled
def set_way(state, cell, direction, way):
    before = np.int64(state.ways[cell])
    after = before & ~(1 << direction) | way << direction
    if before != after:
        state.ways[cell] = after
        if before == 0:
            state.movable[kind_of(state.board[cell])] += 1
        elif after == 0:
            state.movable[kind_of(state.board[cell])] -= 1


@compiled
def count_contacts(state, rules, cell, code, change):
    """The stack on this cell comes (1) or goes (-1): its neighbours of the other kind are contacts."""
    if code == DARK:  # R34: a dark token separates
        return
    other = 1 - kind_of(code)
    for direction in range(_DIRECTIONS):
        near = np.int64(rules.neighbour[cell, direction])
        if near != NO_CELL and is_of(other, np.int64(state.board[near])):
            state.contacts += change


@compiled
def is_of(kind, code):
    """Whether a code is a stack of this kind."""
    return FIRST[MATTER] + OTHER_KIND * kind <= code and code <= LAST[MATTER] + OTHER_KIND * kind


# ---- Linked groups


@compiled
def count_star(state, rules, kind):
    """R4: lone particles count; R24: dark tokens link nothing."""
    first = FIRST[MATTER] + OTHER_KIND * kind
    state.star[kind] = largest_group(state, rules, first, LAST[MATTER] + OTHER_KIND * kind)


@compiled
def count_he4(state, rules, kind):
    helium = HE4 + OTHER_KIND * kind
    state.he4_group[kind] = largest_group(state, rules, helium, helium) // PARTICLES_IN[HE4]
    state.carbons[kind] = most_triples(state, rules, helium) if state.he4_group[kind] >= CARBON_GROUP else 0


@compiled
def largest_group(state, rules, first, last):
    """Most particles in a group of linked stacks, all with codes from first to last."""
    to_count = np.empty(CELLS, np.int8)
    left = 0
    for cell in range(CELLS):
        code = np.int64(state.board[cell])
        to_count[cell] = PARTICLES_IN[code] if first <= code and code <= last else 0
        left += np.int64(to_count[cell])
    waiting = np.empty(CELLS, np.int8)
    largest = 0
    cell = 0
    while left > largest:
        if to_count[cell] > 0:
            group = np.int64(to_count[cell])
            to_count[cell] = 0
            waiting[0] = cell
            count = 1
            while count > 0:
                count -= 1
                here = waiting[count]
                for direction in range(_DIRECTIONS):
                    near = np.int64(rules.neighbour[here, direction])
                    if near != NO_CELL and to_count[near] > 0:
                        group += np.int64(to_count[near])
                        to_count[near] = 0
                        waiting[count] = near
                        count += 1
            left -= group
            largest = max(largest, group)
        cell += 1
    return largest


@compiled
def most_triples(state, rules, helium):
    """R33: the largest number of linked triples of this stack that have no cell in common."""
    count = np.int64(state.standing[helium])
    cells = np.empty(count, np.int64)
    found = 0
    for cell in range(CELLS):
        if state.board[cell] == helium:
            cells[found] = cell
            found += 1
    linked = np.empty(count, np.int64)
    for i in range(count):
        linked[i] = 0
        for j in range(count):
            if are_adjacent(rules, cells[i], cells[j]):
                linked[i] |= 1 << j
    return pack_triples(linked, count)


@compiled
def are_adjacent(rules, one, other):
    for direction in range(_DIRECTIONS):
        if rules.neighbour[one, direction] == other:
            return True
    return False


@compiled
def pack_triples(linked, count):
    """Most disjoint triples among stacks 0 to count - 1; `linked` holds for each the bits of those it is linked to."""
    triples = np.empty(count * count * count // 6 + 1, np.int64)
    found = 0
    for i in range(count):
        for j in range(i + 1, count):
            for k in range(j + 1, count):
                links = (linked[i] >> j & 1) + (linked[j] >> k & 1) + (linked[i] >> k & 1)
                if links >= 2:
                    triples[found] = 1 << i | 1 << j | 1 << k
                    found += 1
    most = 0
    for one in range(found):
        most = max(most, 1)
        for two in range(one + 1, found):
            if triples[one] & triples[two]:
                continue
            most = max(most, 2)
            for three in range(two + 1, found):
                if (triples[one] | triples[two]) & triples[three] == 0:
                    return 3
    return most


@compiled
def derive(state, rules):
    """Fill all derived fields from the board."""
    for code in range(state.standing.shape[0]):
        state.standing[code] = 0
    for kind in range(_KINDS):
        state.movable[kind] = 0
    state.contacts = 0
    for cell in range(CELLS):
        code = np.int64(state.board[cell])
        state.standing[code] += 1
        ways = 0
        for direction in range(_DIRECTIONS):
            other = look(state, rules, cell, direction) if code != EMPTY else NO_CELL
            state.reach[cell, direction] = other
            if other != NO_CELL and MEETING[code, state.board[other]] != NO_MEETING:
                ways |= 1 << direction
        state.ways[cell] = ways
        if ways > 0:
            state.movable[kind_of(code)] += 1
        for direction in range(AXES):
            near = np.int64(rules.neighbour[cell, direction])
            if near != NO_CELL and are_opposite(code, np.int64(state.board[near])):
                state.contacts += 1
    for kind in range(_KINDS):
        count_star(state, rules, kind)
        count_he4(state, rules, kind)


@compiled
def are_opposite(one, other):
    """Whether these are stacks of different kinds."""
    return (is_of(MATTER, one) and is_of(ANTIMATTER, other)) or (is_of(ANTIMATTER, one) and is_of(MATTER, other))


# ---- The end of a duel


@compiled
def light_winner(state, rules):
    """The seat that holds more light, NOBODY with a common reserve."""
    if rules.common:  # R19
        return NOBODY
    return leader(reserve_size(state, 0), reserve_size(state, 1))


@compiled
def helium_winner(state):
    """The seat with more He4 on the board; with as many the one with more He3 (R12)."""
    winner = leader(stacks_of(state, 0, HE4), stacks_of(state, 1, HE4))
    if winner == NOBODY:
        winner = leader(stacks_of(state, 0, HE3), stacks_of(state, 1, HE3))
    return winner


@compiled
def star_winner(state):
    """The seat whose largest star has more particles."""
    return leader(np.int64(state.star[state.kinds[0]]), np.int64(state.star[state.kinds[1]]))


@compiled
def leader(of_0, of_1):
    """The seat with more; R13: nobody if they are equal."""
    return 0 if of_0 > of_1 else 1 if of_1 > of_0 else NOBODY


@compiled
def reserve_size(state, reserve):
    size = 0
    for particle in range(_TYPES):
        size += np.int64(state.reserve[reserve, particle])
    return size


@compiled
def stacks_of(state, seat, nucleus):
    """Number of stacks of this nucleus and of the seat's kind."""
    return np.int64(state.standing[nucleus + OTHER_KIND * np.int64(state.kinds[seat])])


@compiled
def tokens_of(state, rules, seat):
    """Victory tokens of a seat as the board stands."""
    tokens = 1 if light_winner(state, rules) == seat else 0
    tokens += 1 if helium_winner(state) == seat else 0
    tokens += 1 if star_winner(state) == seat else 0
    return tokens


@compiled
def standings(state, rules, scores, ranks):
    """Tokens, or 3 to 0 with Carbon (R17); in a puzzle its score for every seat (R36)."""
    for seat in range(rules.num_players):
        if rules.puzzle != NO_PUZZLE:
            scores[seat] = puzzle_score(state, rules)
            ranks[seat] = 0
        elif state.carbon != NOBODY:
            scores[seat] = 3 if seat == state.carbon else 0
        else:
            scores[seat] = tokens_of(state, rules, seat)
    if rules.puzzle == NO_PUZZLE:
        rank_by(scores, ranks)


# ---- Puzzles


@compiled
def puzzle_score(state, rules):
    if rules.puzzle == LIGHT:
        return universe_of_light(state, rules)
    if rules.puzzle == LIFE:
        return universe_of_life(state)
    return parallel_universes(state, rules)


@compiled
def universe_of_light(state, rules):
    """The particles left, negative."""
    return reserve_size(state, 0) - all_particles(rules)


@compiled
def parallel_universes(state, rules):
    """The annihilated particles, negative; R35: unsolved it counts as if all were."""
    light = reserve_size(state, 0)
    if state.contacts > 0 or light == all_particles(rules):  # R34
        return -all_particles(rules)
    return -light


@compiled
def universe_of_life(state):
    """Carbons of both kinds (R33)."""
    return np.int64(state.carbons[MATTER]) + np.int64(state.carbons[ANTIMATTER])


@compiled
def all_particles(rules):
    """N."""
    return _TYPES * np.int64(rules.each)


@compiled
def value(state, rules):
    """A puzzle's score in [-1, 1] (section 8)."""
    score = puzzle_score(state, rules)
    if rules.puzzle == LIFE:
        return 2.0 * score / np.int64(rules.most_carbons) - 1.0
    return 1.0 + 2.0 * score / all_particles(rules)
