"""The rules, in the order of the rulebook.

Numbers read from a record are widened by `np.int64(...)`: compiled, `int(...)` of an int8 stays one, and every helper
would be compiled anew for each type that it is called with.
"""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from ..core.rewards import rank_by
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
    ROBOT_TURNED,
    ROBOT_UPRIGHT,
    THRESHOLD,
)
from .state import (
    HAND,
    LAID,
    NO_CARD,
    NO_GROUP,
    NO_SHIP,
    NOBODY,
    PART_COUNT,
    ROBOT_COUNT,
    TOY_COUNT,
)
from .words import (
    ARTIFACTS,
    BLANKET,
    CARDS,
    CARPET,
    CUBUS_LIBRAE,
    EXOSKELETON,
    GPS_TRACKER,
    GYRO,
    HOLES,
    JOINABLE,
    KINDS,
    LASER,
    LASER_CARDS,
    LOOTBOX,
    MORPHOSUCKER,
    OFFER,
    ONE_RING,
    PAPERWEIGHT,
    PARTS,
    PARTS_OF_A_KIND,
    QUARTERS,
    RELICS,
    ROBOTS,
    ROTOR_COUNT,
    ROTORS,
    ROUNDS,
    SEATS,
    SHIFTERS,
    SURPRISE_EGG,
    TENTACLE,
    THRESHOLD_CARDS,
    TIIT,
    TOYS,
    WADING_POOL,
)

CHOOSE, GROUP, LASER_CARD, PICK, EGG, ROBOT, POOL, RING, OVER = map(np.int64, range(9))
SELECT, STEP_A, STEP_B, STEP_D, ENDED = range(5)

MINUS6 = 6
PLUS10 = MINUS10 = 10
BLANKET_POINTS = 5
HEAVY_FOR_CUBUS = 7
HEAVY_FOR_LOOTBOX = 6
PLUS3 = THRESHOLD_CARDS.index(3)
SHIP_SCALE = 1 + 2 * -NO_SHIP
"""A point outweighs every difference between spaceships."""


# ---- Setup


@compiled
def reset(state, rules):
    """Choose the holes and the direction, deal the first round (section 2)."""
    for i in range(ROUNDS):
        if rules.agreed:
            state.holes[i] = rules.agreed_holes[i]  # R36
        else:
            draw_hole(state, i)
        state.pad_minus6[i] = NOBODY
        state.pad_plus10[i] = NOBODY
        state.pad_minus10[i] = NOBODY
    state.direction = 1 - 2 * below(state.rng, 2)
    state.round_number = 1
    for seat in range(SEATS):
        state.chosen[seat] = NO_CARD
        state.forced[seat] = NO_CARD
    state.waiting_laser = NOBODY
    state.waiting_pick = NOBODY
    deal(state, rules)


@compiled
def draw_hole(state, i):
    """The hole of round i + 1: a random one that no earlier round has."""
    nth = below(state.rng, HOLES - i)
    for hole in range(HOLES):
        used = False
        for earlier in range(i):
            if state.holes[earlier] == hole:
                used = True
        if not used:
            if nth == 0:
                state.holes[i] = hole
                return
            nth -= 1


@compiled
def deal(state, rules):
    """Shuffle all cards and deal everybody the hole's hand size; the rest is the pile (R40)."""
    clear_table(state)
    players = np.int64(rules.num_players)
    for card in range(CARDS):
        state.draw[card] = card
    shuffle(state.rng, state.draw, CARDS)
    state.draw_count = CARDS
    hand = np.int64(rules.hole_hand[current_hole(state)])
    for seat in range(players):
        for _ in range(hand):
            take_into_hand(state, seat, draw_card(state))
    for seat in range(SEATS):
        count_seat(state, rules, seat)
    state.turn = 1
    state.step = SELECT
    state.phase = CHOOSE
    state.to_move = 0  # R39


@compiled
def clear_table(state):
    """Cleanup phase: nothing lies anywhere. The draw pile, choices and queues are empty already."""
    for i in range(len(THRESHOLD_CARDS)):
        state.threshold[i] = 0
    for card in range(CARDS):
        state.discards[card] = NO_CARD
        state.seen[card] = 0
        state.laid_by[card] = NOBODY
    for i in range(OFFER):
        state.offer[i] = NO_CARD
    for toy in range(TOY_COUNT):
        state.hidden[toy] = 0
        state.missing[toy] = 0
        state.trail[toy] = NOBODY
    for robot in range(ROBOT_COUNT):
        state.turned[robot] = 0
    for rotor in range(ROTOR_COUNT):
        state.rotation[rotor] = 0
        state.awake[rotor] = 0
    for part in range(PART_COUNT):
        state.group[part] = NO_GROUP
        state.group_place[part] = 0
    for seat in range(SEATS):
        clear_seat(state, seat)
    state.discard_count = 0
    state.hole_count = 0
    state.minus6 = NOBODY


@compiled
def clear_seat(state, seat):
    """Nothing in hand, nothing in front of the seat."""
    for i in range(HAND):
        state.hand[seat, i] = NO_CARD
    for i in range(LAID):
        state.laid[seat, i] = NO_CARD
    for k in range(PART_COUNT):
        state.group_kinds[seat, k] = 0
    for k in range(KINDS):
        state.groups_of[seat, k] = 0
    state.hand_count[seat] = 0
    state.laid_count[seat] = 0
    state.group_count[seat] = 0
    state.placed[seat] = NO_CARD
    state.hole_pile[seat] = NO_CARD


@compiled
def current_hole(state):
    """The hole of the present round."""
    return np.int64(state.holes[state.round_number - 1])


# ---- Cards on the move


@compiled
def draw_card(state):
    """The first card of the pile."""
    top = np.int64(state.draw_count) - 1
    card = np.int64(state.draw[top])
    state.draw[top] = NO_CARD
    state.draw_count = top
    return card


@compiled
def take_into_hand(state, seat, card):
    """A card into a hand, which stays in order of the index."""
    hand = state.hand[seat]
    i = np.int64(state.hand_count[seat])
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card
    state.hand_count[seat] += 1


@compiled
def take_out(row, count, card):
    """A card out of the first `count` places of a row; those behind it move up."""
    last = np.int64(count) - 1
    i = 0
    while row[i] != card:
        i += 1
    while i < last:
        row[i] = row[i + 1]
        i += 1
    row[last] = NO_CARD


@compiled
def remove_from_hand(state, seat, card):
    """A card out of a hand."""
    take_out(state.hand[seat], state.hand_count[seat], card)
    state.hand_count[seat] -= 1


@compiled
def lay(state, seat, card):
    """A card in front of a seat."""
    count = np.int64(state.laid_count[seat])
    state.laid[seat, count] = card
    state.laid_count[seat] = count + 1
    state.laid_by[card] = seat


@compiled
def discard(state, card):
    """A card to the discards, face up, from nowhere in particular."""
    count = np.int64(state.discard_count)
    state.discards[count] = card
    state.discard_count = count + 1


@compiled
def discard_laid(state, seat, card):
    """A card that lies in front of a seat to the discards."""
    take_out(state.laid[seat], state.laid_count[seat], card)
    state.laid_count[seat] -= 1
    state.laid_by[card] = NOBODY
    discard(state, card)


# ---- The decisions


@compiled
def step(state, rules, action):
    """One decision of the seat to move."""
    if state.phase == CHOOSE:
        goes_on = play_choose(state, rules, action)
    elif state.phase == GROUP:
        goes_on = play_group(state, action)
    elif state.phase == LASER_CARD:
        goes_on = play_laser(state, action)
    elif state.phase == PICK:
        goes_on = play_pick(state, rules, action)
    elif state.phase == EGG:
        goes_on = play_egg(state, rules, action)
    elif state.phase == ROBOT:
        goes_on = play_robot(state, action)
    elif state.phase == POOL:
        goes_on = play_pool(state, rules, action)
    else:
        goes_on = play_ring(state, action)
    if state.phase != CHOOSE or goes_on:
        count_up(state, rules)
    if goes_on:
        go_on(state, rules)


@compiled
def legal(state, rules, mask):
    """What the seat to move may do."""
    if state.phase == CHOOSE:
        legal_choose(state, mask)
    elif state.phase == GROUP:
        legal_group(state, mask)
    elif state.phase == LASER_CARD:
        legal_laser(mask)
    elif state.phase == PICK:
        legal_pick(state, mask)
    elif state.phase == EGG:
        mask[DISCARD_EGG] = 1
        mask[KEEP_EGG] = 1
    elif state.phase == ROBOT:
        mask[ROBOT_UPRIGHT] = 1
        mask[ROBOT_TURNED] = 1
    elif state.phase == POOL:
        mask[DISCARD_POOL] = 1
        mask[KEEP_POOL] = 1
    else:
        mask[DISCARD_RING] = 1
        mask[KEEP_RING] = 1


@compiled
def go_on(state, rules):
    """The present decision is done with: on to the next one, through all that needs none."""
    if state.step == SELECT:
        if ask_waiting(state):
            return
        end_turn(state, rules)
        if state.hand_count[0] > 1:
            pass_cards(state, rules)
            return
        place_last_cards(state, rules)
        state.step = STEP_A
        if ask_owner(state, SURPRISE_EGG, EGG):
            return
    if state.step == STEP_A:
        state.step = STEP_B
        if ask_owner(state, WADING_POOL, POOL):
            return
    if state.step == STEP_B:
        reveal_toys(state, rules)
        state.step = STEP_D
        if ask_owner(state, ONE_RING, RING):
            return
    score_round(state, rules)
    if state.round_number < ROUNDS:
        state.round_number += 1
        deal(state, rules)
    else:
        state.step = ENDED
        state.phase = OVER
        state.to_move = NOBODY


# ---- Selection phase, step 1: choose space junk


@compiled
def legal_choose(state, mask):
    seat = np.int64(state.to_move)
    if state.forced[seat] != NO_CARD:  # R11
        mask[CARD + np.int64(state.forced[seat])] = 1
        return
    for i in range(np.int64(state.hand_count[seat])):
        mask[CARD + np.int64(state.hand[seat, i])] = 1


@compiled
def play_choose(state, rules, action):
    seat = np.int64(state.to_move)
    card = action - CARD
    remove_from_hand(state, seat, card)
    state.chosen[seat] = card
    if seat + 1 < rules.num_players:
        state.to_move = seat + 1
        return False
    reveal(state, rules)
    return True


# ---- Selection phase, step 2: reveal cards


@compiled
def reveal(state, rules):
    """All that happens at once (R6); the decisions that follow are then waiting."""
    players = np.int64(rules.num_players)
    for seat in range(players):
        card = np.int64(state.chosen[seat])
        state.forced[seat] = NO_CARD
        lay(state, seat, card)
        if is_toy(card):
            lay_face_down(state, seat, card)
        elif is_part(card):
            if may_join(state, seat, card):
                state.waiting_groups |= 1 << seat
            else:
                start_group(state, seat, card)
    turn_robots(state, rules)
    for seat in range(players):
        if not is_toy(np.int64(state.chosen[seat])):
            show(state, rules, seat, np.int64(state.chosen[seat]))
    for seat in range(players):
        if state.chosen[seat] == TIIT:
            hand_out(state, players, seat)
        elif state.chosen[seat] == GYRO:
            state.direction = -state.direction
        elif state.chosen[seat] == LASER:
            state.waiting_laser = seat
        elif state.chosen[seat] == TENTACLE:
            state.waiting_pick = seat


@compiled
def is_toy(card):
    return TOYS <= card < PARTS


@compiled
def is_part(card):
    return PARTS <= card < SHIFTERS


@compiled
def is_shifter(card):
    return SHIFTERS <= card < ROBOTS


@compiled
def is_robot(card):
    return ROBOTS <= card < ARTIFACTS


@compiled
def lay_face_down(state, seat, card):
    """Toys are not revealed before step C. Who remembers this one takes it to be in the hand it has left."""
    state.hidden[card - TOYS] = 1
    if state.seen[card]:
        state.trail[card - TOYS] = seat


@compiled
def turn_robots(state, rules):
    """Two or more persons have shown a robot this turn: each of these robots is turned, once (R2)."""
    shown = 0
    for seat in range(np.int64(rules.num_players)):
        shown += 1 if is_robot(np.int64(state.chosen[seat])) else 0
    if shown > 1:
        for seat in range(np.int64(rules.num_players)):
            card = np.int64(state.chosen[seat])
            if is_robot(card):
                state.turned[card - ROBOTS] = 1


@compiled
def show(state, rules, seat, card):
    """Everybody sees this card of the seat: it leaves the memories and moves the awake rotors."""
    state.seen[card] = 0
    if is_toy(card):
        state.missing[card - TOYS] = 0
        state.trail[card - TOYS] = NOBODY
    if is_robot(card):
        return  # robots never move a rotor
    weight = np.int64(rules.card_weight[card])  # R19: the printed plain weight
    if is_shifter(card) and state.laid_by[MORPHOSUCKER] != seat:
        quarter_turn(state, MORPHOSUCKER)
    if weight >= HEAVY_FOR_CUBUS and state.laid_by[CUBUS_LIBRAE] != seat:
        quarter_turn(state, CUBUS_LIBRAE)
    if weight >= HEAVY_FOR_LOOTBOX and state.laid_by[LOOTBOX] == seat:
        quarter_turn(state, LOOTBOX)


@compiled
def quarter_turn(state, rotor):
    """A rotor that is awake turns by 90 degrees (R16)."""
    i = rotor - ROTORS
    if state.awake[i]:
        state.rotation[i] = (np.int64(state.rotation[i]) + 1) % QUARTERS


@compiled
def hand_out(state, players, owner):
    """TIIT CLO UHL: +3 to the hole, a card for everybody, the owner first, then clockwise (R7)."""
    state.threshold[PLUS3] = 1
    for distance in range(players):
        take_into_hand(state, (owner + distance) % players, draw_card(state))


@compiled
def ask_waiting(state):
    """Ask the first decision that waits: groups by seat order, Laser, Tentacle (R6)."""
    if state.waiting_groups:
        seat = 0
        while not state.waiting_groups >> seat & 1:
            seat += 1
        state.waiting_groups &= ~(1 << seat)
        state.phase = GROUP
        state.to_move = seat
    elif state.waiting_laser != NOBODY:
        state.phase = LASER_CARD
        state.to_move = state.waiting_laser
        state.waiting_laser = NOBODY
    elif state.waiting_pick != NOBODY:
        state.phase = PICK
        state.to_move = state.waiting_pick
        state.waiting_pick = NOBODY
        draw_offer(state)
    else:
        return False
    return True


# Time machine parts


@compiled
def kind_of(part):
    """Index in words.PART_KINDS."""
    return (part - PARTS) // PARTS_OF_A_KIND


@compiled
def may_join(state, seat, part):
    """Whether a group of the seat lacks the kind of the part (R5)."""
    for k in range(min(np.int64(state.group_count[seat]), JOINABLE)):
        if not state.group_kinds[seat, k] >> kind_of(part) & 1:
            return True
    return False


@compiled
def join_group(state, seat, part, k):
    kinds = np.int64(state.group_kinds[seat, k])
    in_group = parts_in(kinds)
    state.group[part - PARTS] = k
    state.group_place[part - PARTS] = in_group
    state.group_kinds[seat, k] = kinds | 1 << kind_of(part)
    state.groups_of[seat, in_group] += 1
    if in_group > 0:
        state.groups_of[seat, in_group - 1] -= 1


@compiled
def start_group(state, seat, part):
    k = np.int64(state.group_count[seat])
    state.group_count[seat] = k + 1
    join_group(state, seat, part, k)


@compiled
def parts_in(kinds):
    """Number of parts in a group with these kinds (bits)."""
    return (kinds & 1) + (kinds >> 1 & 1) + (kinds >> 2 & 1) + (kinds >> 3 & 1)


@compiled
def part_to_place(state, seat):
    """The part of the seat that is in no group yet."""
    for i in range(np.int64(state.laid_count[seat])):
        card = np.int64(state.laid[seat, i])
        if is_part(card) and state.group[card - PARTS] == NO_GROUP:
            return card
    return NO_CARD


@compiled
def legal_group(state, mask):
    seat = np.int64(state.to_move)
    kind = kind_of(part_to_place(state, seat))
    for k in range(min(np.int64(state.group_count[seat]), JOINABLE)):
        if not state.group_kinds[seat, k] >> kind & 1:
            mask[JOIN_GROUP + k] = 1
    mask[NEW_GROUP] = 1


@compiled
def play_group(state, action):
    seat = np.int64(state.to_move)
    part = part_to_place(state, seat)
    if action == NEW_GROUP:
        start_group(state, seat, part)
    else:
        join_group(state, seat, part, action - JOIN_GROUP)
    return True


# Swiss Pocket Laser


@compiled
def legal_laser(mask):
    for i in range(len(LASER_CARDS)):  # R9: all four are always free
        mask[THRESHOLD + i] = 1


@compiled
def play_laser(state, action):
    threshold = LASER_CARDS[action - THRESHOLD]
    for i in range(len(THRESHOLD_CARDS)):
        if THRESHOLD_CARDS[i] == threshold:
            state.threshold[i] = 1
    if threshold > 0:
        discard_laid(state, np.int64(state.to_move), LASER)  # R10
    return True


# Titan Tentacle


@compiled
def draw_offer(state):
    """Three cards of the pile, by index."""
    for count in range(OFFER):
        card = draw_card(state)
        i = count
        while i > 0 and state.offer[i - 1] > card:
            state.offer[i] = state.offer[i - 1]
            i -= 1
        state.offer[i] = card


@compiled
def legal_pick(state, mask):
    for i in range(OFFER):
        mask[CARD + np.int64(state.offer[i])] = 1


@compiled
def play_pick(state, rules, action):
    """The picked card is laid by the rules of its type; effects 'on reveal' are ignored (R12)."""
    seat = np.int64(state.to_move)
    picked = action - CARD
    for i in range(OFFER):
        card = np.int64(state.offer[i])
        state.offer[i] = NO_CARD
        if card != picked:
            discard(state, card)
    lay(state, seat, picked)
    if is_toy(picked):
        lay_face_down(state, seat, picked)  # R13
        return True
    show(state, rules, seat, picked)
    if is_robot(picked):
        turn_with_picked(state, rules, seat, picked)
    return not is_part(picked) or place_part(state, seat, picked)


@compiled
def turn_with_picked(state, rules, seat, picked):
    """A picked robot counts for the robots of this turn, though they were shown a moment before (R3)."""
    for other in range(np.int64(rules.num_players)):
        card = np.int64(state.chosen[other])
        if other != seat and is_robot(card):
            state.turned[card - ROBOTS] = 1
            state.turned[picked - ROBOTS] = 1


@compiled
def place_part(state, seat, part):
    """A part outside the reveal: a group decision, or a new group at once. Whether the game goes on."""
    if may_join(state, seat, part):
        state.phase = GROUP
        state.to_move = seat
        return False
    start_group(state, seat, part)
    return True


# ---- Selection phase, step 3: pass cards on


@compiled
def end_turn(state, rules):
    """Rotors laid in the selection phase are awake from now on (R16)."""
    for rotor in range(ROTOR_COUNT):
        if state.laid_by[ROTORS + rotor] != NOBODY:
            state.awake[rotor] = 1


@compiled
def pass_cards(state, rules):
    """All hands go to the next seat along the direction; the GPS Tracker takes effect."""
    players = np.int64(rules.num_players)
    tracker = NOBODY
    for seat in range(players):
        if state.chosen[seat] == GPS_TRACKER:
            tracker = seat
        state.chosen[seat] = NO_CARD
    move_hands(state, players)
    remember_hands(state, players)
    if tracker != NOBODY:  # R11: fixed now, from the hand just received
        state.forced[tracker] = state.hand[tracker, below(state.rng, np.int64(state.hand_count[tracker]))]
    state.turn += 1
    state.phase = CHOOSE
    state.to_move = 0


@compiled
def move_hands(state, players):
    """Hands are of one size here, so columns of cards move."""
    for i in range(np.int64(state.hand_count[0])):
        if state.direction > 0:
            kept = state.hand[players - 1, i]
            for seat in range(players - 1, 0, -1):
                state.hand[seat, i] = state.hand[seat - 1, i]
            state.hand[0, i] = kept
        else:
            kept = state.hand[0, i]
            for seat in range(players - 1):
                state.hand[seat, i] = state.hand[seat + 1, i]
            state.hand[players - 1, i] = kept


@compiled
def remember_hands(state, players):
    """Who has passed a hand on remembers it; who gets one has it before its eyes, and misses what has left it."""
    for seat in range(players):
        giver = (seat - np.int64(state.direction) + players) % players
        for i in range(np.int64(state.hand_count[seat])):
            card = np.int64(state.hand[seat, i])
            state.seen[card] = (np.int64(state.seen[card]) | 1 << giver) & ~(1 << seat)
    for toy in range(TOY_COUNT):
        if state.trail[toy] == NOBODY:
            continue
        seat = (np.int64(state.trail[toy]) + np.int64(state.direction) + players) % players
        state.trail[toy] = seat
        if state.seen[TOYS + toy] >> seat & 1:
            state.seen[TOYS + toy] &= ~(1 << seat)
            state.missing[toy] |= 1 << seat
            if not state.seen[TOYS + toy]:
                state.trail[toy] = NOBODY


@compiled
def place_last_cards(state, rules):
    """The last hand cards, shuffled, make the hole pile (R23, R38)."""
    players = np.int64(rules.num_players)
    for seat in range(players):
        card = np.int64(state.hand[seat, 0])
        state.chosen[seat] = NO_CARD
        state.hand[seat, 0] = NO_CARD
        state.hand_count[seat] = 0
        state.placed[seat] = card
        state.hole_pile[seat] = card
    state.hole_count = players
    shuffle(state.rng, state.hole_pile, players)


# ---- Scoring phase, steps A and B: Surprise Egg and Alien Wading Pool


@compiled
def ask_owner(state, card, phase):
    """Ask the seat in front of which the relic lies, if there is one."""
    if state.laid_by[card] == NOBODY:
        return False
    state.phase = phase
    state.to_move = state.laid_by[card]
    return True


@compiled
def play_egg(state, rules, action):
    if action == KEEP_EGG:
        return True
    seat = np.int64(state.to_move)
    discard_laid(state, seat, SURPRISE_EGG)
    return lay_in_scoring(state, rules, seat, draw_card(state))


@compiled
def play_pool(state, rules, action):
    if action == KEEP_POOL:
        return True
    seat = np.int64(state.to_move)
    discard_laid(state, seat, WADING_POOL)
    top = np.int64(state.hole_count) - 1
    card = np.int64(state.hole_pile[top])
    state.hole_pile[top] = NO_CARD
    state.hole_count = top
    return lay_in_scoring(state, rules, seat, card)


@compiled
def lay_in_scoring(state, rules, seat, card):
    """A card got from Egg or Pool: shown (R14, R17), and without an effect if an artifact (R20).

    Whether the game goes on: a part may ask for its group, a robot asks how to lie (R4).
    """
    lay(state, seat, card)
    show(state, rules, seat, card)
    if is_robot(card):
        state.phase = ROBOT
        return False
    return not is_part(card) or place_part(state, seat, card)


@compiled
def play_robot(state, action):
    seat = np.int64(state.to_move)
    if action == ROBOT_TURNED:
        state.turned[np.int64(state.laid[seat, state.laid_count[seat] - 1]) - ROBOTS] = 1
    return True


# ---- Step C: toys


@compiled
def reveal_toys(state, rules):
    """All toys are shown; the only seat with the heaviest ones takes the -6 card."""
    players = np.int64(rules.num_players)
    for seat in range(players):
        for i in range(np.int64(state.laid_count[seat])):
            card = np.int64(state.laid[seat, i])
            if is_toy(card) and state.hidden[card - TOYS]:
                state.hidden[card - TOYS] = 0
                show(state, rules, seat, card)  # R18: moves rotors
    count_up(state, rules)
    heaviest = 0  # R25: without toys, nobody
    for seat in range(players):
        if state.toy_weight[seat] > heaviest:
            heaviest = np.int64(state.toy_weight[seat])
            state.minus6 = seat
        elif state.toy_weight[seat] == heaviest:
            state.minus6 = NOBODY


# ---- Step D: One Ring


@compiled
def play_ring(state, action):
    if action == DISCARD_RING:
        discard_laid(state, np.int64(state.to_move), ONE_RING)
    return True


# ---- Steps E to H


@compiled
def score_round(state, rules):
    """Weigh, reveal the hole's last card, pull in, award points; all of it is written on the pad."""
    row = np.int64(state.round_number) - 1
    players = np.int64(rules.num_players)
    weigh(state, row, players)
    final_threshold(state, rules, row, players)
    for seat in range(players):
        if state.pad_final_weight[row, seat] > state.pad_threshold[row, seat]:  # R30: equal is safe
            pull_in(state, rules, row, seat)
        else:
            state.pad_value[row, seat] = np.int64(state.value[seat]) + (PLUS10 if state.pad_plus10[row] == seat else 0)
    award_points(state, rules, row, players)
    for seat in range(players):
        state.score[seat] += state.pad_points[row, seat]
    for card in range(CARDS):
        state.seen[card] = 0


@compiled
def weigh(state, row, players):
    """Step E: weight, less 6 with the -6 card (R26); then Carpet and Exoskeleton at once (R27)."""
    state.pad_minus6[row] = state.minus6
    for seat in range(players):
        state.pad_weight[row, seat] = np.int64(state.weight[seat]) - (MINUS6 if state.minus6 == seat else 0)
    carpet = np.int64(state.laid_by[CARPET])
    exoskeleton = np.int64(state.laid_by[EXOSKELETON])
    if carpet != NOBODY and lighter_seats(state, row, players, carpet) == players - 1:
        state.pad_plus10[row] = carpet
    if exoskeleton != NOBODY and heavier_seats(state, row, players, exoskeleton) == players - 1:
        state.pad_minus10[row] = exoskeleton
    for seat in range(players):
        taken = MINUS10 if state.pad_minus10[row] == seat else 0
        state.pad_final_weight[row, seat] = np.int64(state.pad_weight[row, seat]) - taken  # R28


@compiled
def lighter_seats(state, row, players, seat):
    """Seats than which this one is lighter."""
    count = 0
    for other in range(players):
        count += 1 if state.pad_weight[row, other] > state.pad_weight[row, seat] else 0
    return count


@compiled
def heavier_seats(state, row, players, seat):
    """Seats than which this one is heavier."""
    count = 0
    for other in range(players):
        count += 1 if state.pad_weight[row, other] < state.pad_weight[row, seat] else 0
    return count


@compiled
def final_threshold(state, rules, row, players):
    """Step F: the first card of the hole pile is revealed and stays there (R24); Paperweight (R29)."""
    card = np.int64(state.hole_pile[state.hole_count - 1])
    weight = np.int64(rules.card_weight[card])
    common = np.int64(rules.hole_threshold[current_hole(state)]) + threshold_cards(state) + weight
    state.pad_card[row] = card
    for seat in range(players):
        state.pad_threshold[row, seat] = common + (weight if state.laid_by[PAPERWEIGHT] == seat else 0)


@compiled
def threshold_cards(state):
    """Sum of the threshold cards at the hole."""
    total = 0
    for i in range(len(THRESHOLD_CARDS)):
        total += THRESHOLD_CARDS[i] * np.int64(state.threshold[i])
    return total


@compiled
def pull_in(state, rules, row, seat):
    """Step G: too heavy, all cards to the discards; 5 points with the Space Blanket (R31)."""
    state.pad_pulled[row, seat] = 1
    if state.laid_by[BLANKET] == seat:
        state.pad_points[row, seat] = BLANKET_POINTS
    for i in range(np.int64(state.laid_count[seat])):
        card = np.int64(state.laid[seat, i])
        state.laid[seat, i] = NO_CARD
        state.laid_by[card] = NOBODY
        discard(state, card)
        if is_part(card):
            state.group[card - PARTS] = NO_GROUP
            state.group_place[card - PARTS] = 0
        elif is_robot(card):
            state.turned[card - ROBOTS] = 0
        elif ROTORS <= card < RELICS:
            state.rotation[card - ROTORS] = 0
            state.awake[card - ROTORS] = 0
    state.laid_count[seat] = 0
    state.group_count[seat] = 0
    for k in range(PART_COUNT):
        state.group_kinds[seat, k] = 0
    for k in range(KINDS):
        state.groups_of[seat, k] = 0
    count_seat(state, rules, seat)


@compiled
def award_points(state, rules, row, players):
    """Step H: places by value, then by the best spaceship; who ties shares the worse place (R32, R33)."""
    for seat in range(players):
        if state.pad_pulled[row, seat]:
            continue
        place = 0
        for other in range(players):
            if not state.pad_pulled[row, other] and not ranks_ahead(state, row, seat, other):
                place += 1
        state.pad_points[row, seat] = rules.points[place - 1]


@compiled
def ranks_ahead(state, row, seat, other):
    """Whether the seat has more value than the other, or as much and a better spaceship."""
    if state.pad_value[row, seat] != state.pad_value[row, other]:
        return state.pad_value[row, seat] > state.pad_value[row, other]
    return state.best_ship[seat] > state.best_ship[other]


# ---- Value and weight of what lies in front of the seats


@compiled
def count_up(state, rules):
    """Bring the derived sums of all seats up to date."""
    for seat in range(np.int64(rules.num_players)):
        count_seat(state, rules, seat)


@compiled
def count_seat(state, rules, seat):
    """Value and weight, face up and face down apart (end of section 3)."""
    value = 0
    weight = 0
    toy_weight = 0
    hidden_count = 0
    hidden_value = 0
    hidden_weight = 0
    shifters = 0
    top_weight = 0
    best_ship = NO_SHIP
    for i in range(np.int64(state.laid_count[seat])):
        card = np.int64(state.laid[seat, i])
        own_value = np.int64(rules.card_value[card])
        own_weight = np.int64(rules.card_weight[card])
        if card < TOYS:
            best_ship = max(best_ship, own_value)
        elif card < PARTS:
            if state.hidden[card - TOYS]:
                hidden_count += 1
                hidden_value += own_value
                hidden_weight += own_weight
                continue
            toy_weight += own_weight
        elif card < SHIFTERS:
            if state.group[card - PARTS] != NO_GROUP:
                continue  # counted with its group
        elif card < ROBOTS:
            shifters += 1
            top_weight = own_weight
            own_weight = 0  # counted by the one on top
        elif card < ARTIFACTS:
            if state.turned[card - ROBOTS]:
                own_value, own_weight = own_weight, own_value
        elif ROTORS <= card < RELICS:
            turns = np.int64(state.rotation[card - ROTORS])
            own_value = np.int64(rules.rotor_value[card - ROTORS, turns])
            own_weight = np.int64(rules.rotor_weight[card - ROTORS, turns])
        value += own_value
        weight += own_weight
    for k in range(KINDS):
        parts = (k + 1) * np.int64(state.groups_of[seat, k])
        value += parts * np.int64(rules.group_value[k])
        weight += parts * np.int64(rules.group_weight[k])
    state.value[seat] = value
    state.weight[seat] = weight + shifters * top_weight
    state.toy_weight[seat] = toy_weight
    state.hidden_count[seat] = hidden_count
    state.hidden_value[seat] = hidden_value
    state.hidden_weight[seat] = hidden_weight
    state.shifters[seat] = shifters
    state.top_weight[seat] = top_weight
    state.best_ship[seat] = best_ship


# ---- Final scoring


@compiled
def standings(state, rules, scores, ranks):
    """Points; ties go to the best spaceship in front (R34)."""
    for seat in range(np.int64(rules.num_players)):
        scores[seat] = np.int64(state.score[seat]) * SHIP_SCALE + np.int64(state.best_ship[seat])
    rank_by(scores, ranks)
    for seat in range(np.int64(rules.num_players)):
        scores[seat] = np.int64(state.score[seat])
