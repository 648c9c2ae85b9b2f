"""The observation (section 7): what a seat may know, segment by segment."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.layout import Layout, Segment
from .rules import CHOOSE, GROUP, MINUS6, OVER, PICK, ROBOT, SELECT, current_hole, part_to_place, threshold_cards
from .rules import kind_of as kind_of_part
from .state import NO_CARD, NO_SHIP, NOBODY, ROBOT_COUNT, TOY_COUNT
from .words import (
    CARDS,
    HOLE_KINDS,
    JOINABLE,
    KINDS,
    OFFER,
    PART_KINDS,
    PARTS,
    PHASES,
    QUARTERS,
    ROTOR_COUNT,
    ROTOR_NAMES,
    ROTORS,
    ROUNDS,
    SEATS,
    STEPS,
    THRESHOLD_CARDS,
    TOYS,
)

_STEPS = STEPS[:-1]
_PER_HOLE = 3 + len(HOLE_KINDS)

LAYOUT = Layout(
    Segment(
        "places",
        (SEATS, CARDS),
        "+1 laid by that seat and seen; +0.75 if shown this turn or to be placed now; -1 in that hand as far as "
        "known; own: +0.5 the choice, -0.5 the forced card",
        "-1 to 1",
    ),
    Segment("elsewhere", (CARDS,), "+1 discarded; +0.5 on offer to the observer; -1 missing from a hand", "-1 to 1"),
    Segment("robot_turned", (ROBOT_COUNT,), "that robot is laid and turned"),
    Segment("rotor", (ROTOR_COUNT, QUARTERS), "one-hot quarter turns of " + ", ".join(ROTOR_NAMES) + " if laid"),
    Segment("rotor_awake", (ROTOR_COUNT,), "that rotor moves"),
    Segment("own_groups", (JOINABLE, KINDS), "own group holds that kind: " + ", ".join(PART_KINDS)),
    Segment("placing", (KINDS,), "one-hot kind of the part that the observer must place now"),
    Segment(
        "seats",
        (SEATS, 16),
        "in play; score; value and weight of laid cards that the observer sees; face-down cards; toy weight seen; "
        "shapeshifters; weight of the top one; groups of 1, 2, 3, 4; best spaceship seen; has one; has committed; "
        "its choice is random",
        "1, /60, /80, /80, /10, /40, /10, /8, /4, /4, /4, /4, /14, 1, 1, 1",
    ),
    Segment("phase", (len(PHASES),), "one-hot " + ", ".join(PHASES)),
    Segment("step", (len(_STEPS),), "one-hot " + ", ".join(_STEPS) + "; zeros at the end"),
    Segment("round", (ROUNDS,), "one-hot, round 1-3"),
    Segment("players", (4,), "one-hot 3, 4, 5, 6"),
    Segment(
        "holes",
        (ROUNDS, _PER_HOLE),
        "of each round: known, " + ", ".join(HOLE_KINDS) + ", threshold, hand size; zeros if not known",
        "1, 1, 1, 1, /40, /9",
    ),
    Segment("thresholds", (len(THRESHOLD_CARDS),), "threshold card -4, -2, +2, +3, +4 is at the hole"),
    Segment("table", (5,), "direction; draw pile; own hand size; discards; hole pile", "1, /67, /10, /67, /6"),
    Segment("scoring", (SEATS,), "points for each place at this table", "/15"),
    Segment("minus6", (SEATS,), "holds the -6 weight card"),
    Segment("slack", (1,), "threshold with threshold cards, less own weight", "/40"),
)
AT = LAYOUT.offsets()

_PER_SEAT = LAYOUT["seats"].shape[1]
# Places within a row of `seats`; from _GROUPS on one value for each size of group.
_IN_PLAY, _SCORE, _VALUE, _WEIGHT, _FACE_DOWN, _TOY_WEIGHT, _SHIFTERS, _TOP_WEIGHT, _GROUPS = range(9)
_BEST_SHIP, _HAS_SHIP, _COMMITTED, _RANDOM = range(_GROUPS + KINDS, _PER_SEAT)

_SHOWN_NOW = 0.75
_HALF = 0.5


@compiled
def observe(state, rules, seat, out):
    """Write what `seat` may know; other seats follow it clockwise."""
    players = np.int64(rules.num_players)
    for r in range(players):
        other = seat + r
        if other >= players:
            other -= players
        _observe_cards(state, seat, other, AT.places + CARDS * r, out)
        _observe_seat(state, seat, other, r, out)
    _observe_decision(state, seat, players, out)
    _observe_elsewhere(state, seat, players, out)
    _observe_cards_that_turn(state, out)
    _observe_own_groups(state, seat, out)
    _observe_table(state, rules, seat, players, out)


@compiled
def _clipped(number):
    return min(1.0, max(-1.0, number))


@compiled
def _observe_cards(state, seat, other, places, out):
    """The cards of one seat, `places` being where its row begins."""
    own = other == seat
    for i in range(np.int64(state.laid_count[other])):
        card = np.int64(state.laid[other, i])
        if own or not (TOYS <= card < PARTS and state.hidden[card - TOYS]):
            out[places + card] = 1
    if own:
        for i in range(np.int64(state.hand_count[other])):
            out[places + np.int64(state.hand[other, i])] = -1
    else:
        for i in range(np.int64(state.hand_count[other])):
            card = np.int64(state.hand[other, i])
            if state.seen[card] >> seat & 1:
                out[places + card] = -1
    chosen = np.int64(state.chosen[other])
    if chosen != NO_CARD:
        if state.phase != CHOOSE:
            if state.laid_by[chosen] == other and (own or not (TOYS <= chosen < PARTS and state.hidden[chosen - TOYS])):
                out[places + chosen] = _SHOWN_NOW
        elif own:
            out[places + chosen] = _HALF
        elif state.seen[chosen] >> seat & 1:
            out[places + chosen] = -1  # a commitment changes nothing
    elif own and state.forced[other] != NO_CARD:
        out[places + np.int64(state.forced[other])] = -_HALF
    if state.step != SELECT:
        _observe_placed(state, seat, other, places, out)


@compiled
def _observe_placed(state, seat, other, places, out):
    """The last hand card: the own one while it lies in the hole pile, another one as far as remembered."""
    placed = np.int64(state.placed[other])
    if placed == NO_CARD:
        return
    if other != seat:
        if state.seen[placed] >> seat & 1:
            out[places + placed] = -1
        return
    for i in range(np.int64(state.hole_count)):
        if state.hole_pile[i] == placed:
            out[places + placed] = -1


@compiled
def _observe_seat(state, seat, other, r, out):
    at = AT.seats + _PER_SEAT * r
    value = np.int64(state.value[other])
    weight = np.int64(state.weight[other])
    toy_weight = np.int64(state.toy_weight[other])
    if other == seat:
        value += np.int64(state.hidden_value[other])
        weight += np.int64(state.hidden_weight[other])
        toy_weight += np.int64(state.hidden_weight[other])
    if state.minus6 == other:
        weight -= MINUS6
        out[AT.minus6 + r] = 1
    out[at + _IN_PLAY] = 1
    out[at + _SCORE] = _clipped(np.int64(state.score[other]) * (1 / 60))
    out[at + _VALUE] = _clipped(value * (1 / 80))
    out[at + _WEIGHT] = _clipped(weight * (1 / 80))
    out[at + _FACE_DOWN] = np.int64(state.hidden_count[other]) * (1 / 10)
    out[at + _TOY_WEIGHT] = _clipped(toy_weight * (1 / 40))
    out[at + _SHIFTERS] = np.int64(state.shifters[other]) * (1 / 10)
    out[at + _TOP_WEIGHT] = np.int64(state.top_weight[other]) * (1 / 8)
    for k in range(KINDS):
        out[at + _GROUPS + k] = _clipped(np.int64(state.groups_of[other, k]) * (1 / 4))
    if state.best_ship[other] != NO_SHIP:
        out[at + _BEST_SHIP] = np.int64(state.best_ship[other]) * (1 / 14)
        out[at + _HAS_SHIP] = 1
    if state.phase == CHOOSE:
        out[at + _COMMITTED] = 1 if state.chosen[other] != NO_CARD else 0
        out[at + _RANDOM] = 1 if state.forced[other] != NO_CARD else 0


@compiled
def _observe_decision(state, seat, players, out):
    """The card that a group or robot decision is about stands out."""
    if state.phase != GROUP and state.phase != ROBOT:
        return
    mover = np.int64(state.to_move)
    r = mover - seat
    if r < 0:
        r += players
    if state.phase == GROUP:
        card = part_to_place(state, mover)
        if r == 0:
            out[AT.placing + kind_of_part(card)] = 1
    else:
        card = np.int64(state.laid[mover, state.laid_count[mover] - 1])
    out[AT.places + CARDS * r + card] = _SHOWN_NOW


@compiled
def _observe_elsewhere(state, seat, players, out):
    for i in range(np.int64(state.discard_count)):
        out[AT.elsewhere + np.int64(state.discards[i])] = 1
    if state.phase == PICK and state.to_move == seat:
        for i in range(OFFER):
            out[AT.elsewhere + np.int64(state.offer[i])] = _HALF
    for toy in range(TOY_COUNT):
        if state.missing[toy] >> seat & 1:
            out[AT.elsewhere + TOYS + toy] = -1
        if state.trail[toy] != NOBODY and state.seen[TOYS + toy] >> seat & 1:
            r = np.int64(state.trail[toy]) - seat
            if r < 0:
                r += players
            out[AT.places + CARDS * r + TOYS + toy] = -1


@compiled
def _observe_cards_that_turn(state, out):
    for robot in range(ROBOT_COUNT):
        out[AT.robot_turned + robot] = np.int64(state.turned[robot])
    for rotor in range(ROTOR_COUNT):
        if state.laid_by[ROTORS + rotor] != NOBODY:
            out[AT.rotor + QUARTERS * rotor + np.int64(state.rotation[rotor])] = 1
            out[AT.rotor_awake + rotor] = np.int64(state.awake[rotor])


@compiled
def _observe_own_groups(state, seat, out):
    for k in range(min(np.int64(state.group_count[seat]), JOINABLE)):
        kinds = np.int64(state.group_kinds[seat, k])
        for kind in range(KINDS):
            out[AT.own_groups + KINDS * k + kind] = kinds >> kind & 1


@compiled
def _observe_table(state, rules, seat, players, out):
    current = np.int64(state.round_number) - 1
    out[AT.phase + np.int64(state.phase)] = 1
    if state.phase != OVER:
        out[AT.step + np.int64(state.step)] = 1
    out[AT.round + current] = 1
    out[AT.players + players - 3] = 1
    for i in range(ROUNDS):
        if i <= current or rules.agreed:
            hole = np.int64(state.holes[i])
            at = AT.holes + _PER_HOLE * i
            out[at] = 1
            out[at + 1 + np.int64(rules.hole_kind[hole])] = 1
            out[at + 4] = _clipped(np.int64(rules.hole_threshold[hole]) * (1 / 40))
            out[at + 5] = np.int64(rules.hole_hand[hole]) * (1 / 9)
    for i in range(len(THRESHOLD_CARDS)):
        out[AT.thresholds + i] = np.int64(state.threshold[i])
    out[AT.table] = np.int64(state.direction)
    out[AT.table + 1] = np.int64(state.draw_count) * (1 / CARDS)
    out[AT.table + 2] = np.int64(state.hand_count[seat]) * (1 / 10)
    out[AT.table + 3] = np.int64(state.discard_count) * (1 / CARDS)
    out[AT.table + 4] = np.int64(state.hole_count) * (1 / SEATS)
    for place in range(players):
        out[AT.scoring + place] = np.int64(rules.points[place]) * (1 / 15)
    slack = np.int64(rules.hole_threshold[current_hole(state)]) + threshold_cards(state)
    slack -= np.int64(state.weight[seat]) + np.int64(state.hidden_weight[seat])
    if state.minus6 == seat:
        slack += MINUS6
    out[AT.slack] = _clipped(slack * (1 / 40))
