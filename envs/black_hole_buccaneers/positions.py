"""Positions (section 11): the whole state as JSON, and the checks of one that is loaded."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from ..core.checking import Reader
from ..core.compiling import plain
from ..core.game import Positions, Table
from ..core.texts import listed
from . import rules
from .state import HAND, NO_CARD, NO_GROUP, NOBODY, PAD_LIMIT, SCORE_LIMIT, agreed_holes
from .words import (
    ARTIFACTS,
    CARDS,
    GPS_TRACKER,
    KINDS,
    LASER,
    LASER_CARDS,
    OFFER,
    ONE_RING,
    PARTS,
    QUARTERS,
    RELICS,
    ROBOTS,
    ROTORS,
    ROUNDS,
    SEATS,
    SHIFTERS,
    STEPS,
    SURPRISE_EGG,
    TENTACLE,
    THRESHOLD_CARDS,
    TIIT,
    TOYS,
    WADING_POOL,
)

KEYS = (
    *("step", "round", "turn", "direction", "holes", "scores", "pad", "thresholds", "draw", "hole_pile", "discards"),
    *("hands", "chosen", "forced", "laid", "rot", "groups", "hidden", "awake", "offer", "queue", "placed", "minus6"),
    *("memory", "missing"),
)
PAD_KEYS = (
    *("card", "threshold", "weight", "final_weight", "points", "pulled", "value"),
    *("minus6", "plus10", "minus10"),
)

LAID_AT_MOST = 10
PARTS_AT_MOST = 9

STEPS_OF = {
    "choose": ("select",),
    "group": ("select", "A", "B"),
    "laser": ("select",),
    "pick": ("select",),
    "egg": ("A",),
    "robot": ("A", "B"),
    "pool": ("B",),
    "ring": ("D",),
    "over": ("over",),
}
CARD_OF = {"laser": LASER, "pick": TENTACLE, "egg": SURPRISE_EGG, "pool": WADING_POOL, "ring": ONE_RING}
"""The card that lies in front of the seat which such a decision is asked of."""


# ---- Writing


def write(state: Any, table: Table) -> dict[str, Any]:
    """The game's own keys of a position."""
    seats, names = range(table.num_players), table.components.names
    laid = [_cards(state.laid[seat]) for seat in seats]
    return {
        "step": STEPS[state.step],
        "round": int(state.round_number),
        "turn": int(state.turn),
        "direction": int(state.direction),
        "holes": [table.components.hole_names[hole] for hole in state.holes],
        "scores": [int(state.score[seat]) for seat in seats],
        "pad": [_pad_row(state, row, table) for row in range(_finished_rounds(state))],
        "thresholds": [card for i, card in enumerate(THRESHOLD_CARDS) if state.threshold[i]],
        "draw": _names(state.draw[::-1], names),
        "hole_pile": _names(state.hole_pile[::-1], names),
        "discards": _names(state.discards, names),
        "hands": [_names(state.hand[seat], names) for seat in seats],
        "chosen": [_name(state.chosen[seat], names) for seat in seats],
        "forced": [_name(state.forced[seat], names) for seat in seats],
        "laid": [_names(state.laid[seat], names) for seat in seats],
        "rot": {names[card]: _rotation(state, card) for card in _turning(state)},
        "groups": [_groups(state, seat, laid[seat], names) for seat in seats],
        "hidden": [[names[c] for c in laid[seat] if TOYS <= c < PARTS and state.hidden[c - TOYS]] for seat in seats],
        "awake": [
            [names[c] for c in sorted(laid[seat]) if ROTORS <= c < RELICS and state.awake[c - ROTORS]] for seat in seats
        ],
        "offer": _names(state.offer, names),
        "queue": [[phase, seat] for phase, seat in _queue(state)],
        "placed": [_name(state.placed[seat], names) for seat in seats],
        "minus6": _seat(state.minus6),
        "memory": [[_memory(state, seat, holder, names) for holder in seats] for seat in seats],
        "missing": [[names[TOYS + toy] for toy in np.flatnonzero(state.missing >> seat & 1)] for seat in seats],
    }


def _cards(indices: Any) -> list[int]:
    return [int(card) for card in indices if card != NO_CARD]


def _names(indices: Any, names: tuple[str, ...]) -> list[str]:
    return [names[card] for card in _cards(indices)]


def _name(index: Any, names: tuple[str, ...]) -> str | None:
    return None if index == NO_CARD else names[index]


def _seat(index: Any) -> int | None:
    return None if index == NOBODY else int(index)


def _turning(state: Any) -> list[int]:
    """The laid robots and rotors."""
    return [card for card in (*range(ROBOTS, ARTIFACTS), *range(ROTORS, RELICS)) if state.laid_by[card] != NOBODY]


def _rotation(state: Any, card: int) -> int:
    return int(state.turned[card - ROBOTS] if card < ARTIFACTS else state.rotation[card - ROTORS])


def _groups(state: Any, seat: int, laid: list[int], names: tuple[str, ...]) -> list[list[str]]:
    groups: list[list[str]] = [[] for _ in range(state.group_count[seat])]
    parts = [card for card in laid if PARTS <= card < SHIFTERS and state.group[card - PARTS] != NO_GROUP]
    for card in sorted(parts, key=lambda card: state.group_place[card - PARTS]):
        groups[state.group[card - PARTS]].append(names[card])
    return groups


def _queue(state: Any) -> list[tuple[str, int]]:
    waiting = [("group", seat) for seat in range(HAND) if state.waiting_groups >> seat & 1]
    for phase, seat in (("laser", state.waiting_laser), ("pick", state.waiting_pick)):
        if seat != NOBODY:
            waiting.append((phase, int(seat)))
    return waiting


def _memory(state: Any, seat: int, holder: int, names: tuple[str, ...]) -> list[str]:
    """What the seat remembers of the hand that the holder has now."""
    there = {*_cards(state.hand[holder]), *_cards([state.chosen[holder], state.placed[holder]])}
    there -= set(np.flatnonzero(state.laid_by != NOBODY))
    there |= {TOYS + int(toy) for toy in np.flatnonzero(state.trail == holder)}
    return [names[card] for card in sorted(there) if state.seen[card] >> seat & 1]


def _pad_row(state: Any, row: int, table: Table) -> dict[str, Any]:
    seats = range(table.num_players)

    def numbers(field: str) -> list[int]:
        return [int(state[field][row, seat]) for seat in seats]

    pulled = [bool(state.pad_pulled[row, seat]) for seat in seats]
    return {
        "card": table.components.names[state.pad_card[row]],
        "threshold": numbers("pad_threshold"),
        "weight": numbers("pad_weight"),
        "final_weight": numbers("pad_final_weight"),
        "points": numbers("pad_points"),
        "pulled": pulled,
        "value": [None if out else value for out, value in zip(pulled, numbers("pad_value"), strict=True)],
        "minus6": _seat(state.pad_minus6[row]),
        "plus10": _seat(state.pad_plus10[row]),
        "minus10": _seat(state.pad_minus10[row]),
    }


def _finished_rounds(state: Any) -> int:
    return ROUNDS if state.phase == rules.OVER else int(state.round_number) - 1


# ---- Reading


def read(position: Reader, table: Table, state: Any) -> None:
    """Check the game's own keys and fill the state."""
    _clear(state)
    _read_progress(position, table, state)
    _read_pad(position, table, state)
    _read_cards(position, table, state)
    _read_choices(position, table, state)
    _read_laid(position, table, state)
    _read_groups(position, table, state)
    _read_queue(position, table, state)
    _check_decision(position, table, state)
    _read_thresholds(position, state)
    _check_sizes(position, table, state)
    _read_hole_pile(position, table, state)
    _read_memories(position, table, state)
    for seat in range(SEATS):
        plain(rules.count_seat)(state, table.rules[0], seat)


def _clear(state: Any) -> None:
    """A table on which nothing lies."""
    plain(rules.clear_table)(state)
    state.draw[:] = NO_CARD
    state.chosen[:] = NO_CARD
    state.forced[:] = NO_CARD
    state.waiting_laser = NOBODY
    state.waiting_pick = NOBODY
    for field in ("pad_minus6", "pad_plus10", "pad_minus10"):
        state[field][:] = NOBODY


def _read_progress(position: Reader, table: Table, state: Any) -> None:
    """Step, round, turn, direction, holes."""
    phase = position["phase"].value
    step = position["step"].choice(STEPS)
    if step not in STEPS_OF[phase]:
        position["step"].fail(f"must be {' or '.join(map(repr, STEPS_OF[phase]))} in phase {phase!r}, not {step!r}")
    state.step = STEPS.index(step)
    state.round_number = position["round"].integer(1, ROUNDS)
    if phase == "over" and state.round_number != ROUNDS:
        position["round"].fail(f"must be {ROUNDS} when the phase is 'over', not {state.round_number}")
    state.turn = position["turn"].integer(1, HAND)
    state.direction = position["direction"].choice((1, -1))
    names = table.components.hole_names
    holes = [names.index(hole.choice(names)) for hole in position["holes"].items(length=ROUNDS)]
    position["holes"].different(position["holes"].value)
    agreed = agreed_holes(table)
    if agreed is not None and tuple(holes) != agreed:
        position["holes"].fail(f"must be {[names[hole] for hole in agreed]}, as the variants say")
    state.holes[:] = holes


def _read_pad(position: Reader, table: Table, state: Any) -> None:
    """The finished rounds, and the scores as their sums."""
    players = table.num_players
    for row, reader in enumerate(position["pad"].items(length=_finished_rounds(state))):
        _read_pad_row(reader.table(PAD_KEYS), table, state, row)
    for seat, score in enumerate(position["scores"].items(length=players)):
        total = int(state.pad_points[:, seat].sum())
        if score.integer() != total:
            score.fail(f"must be {total}, the sum of the pad's points, not {score.value}")
        state.score[seat] = total


def _read_pad_row(reader: Reader, table: Table, state: Any, row: int) -> None:
    players = table.num_players
    state.pad_card[row] = _card(reader["card"], table)
    for key in ("threshold", "weight", "final_weight"):
        state[f"pad_{key}"][row, :players] = reader[key].integers(players, -PAD_LIMIT, PAD_LIMIT)
    state.pad_points[row, :players] = reader["points"].integers(players, 0, SCORE_LIMIT)
    pulled = [item.boolean() for item in reader["pulled"].items(length=players)]
    state.pad_pulled[row, :players] = pulled
    for seat, value in enumerate(reader["value"].items(length=players)):
        if pulled[seat]:
            if not value.is_none:
                value.fail(f"must be null for a seat that was pulled in, not {value.value!r}")
        else:
            state.pad_value[row, seat] = value.integer(-PAD_LIMIT, PAD_LIMIT)
    for key in ("minus6", "plus10", "minus10"):
        state[f"pad_{key}"][row] = _read_seat(reader[key], players)


def _read_seat(reader: Reader, players: int) -> int:
    return NOBODY if reader.is_none else reader.integer(0, players - 1)


def _card(reader: Reader, table: Table) -> int:
    names = table.components.names
    return names.index(reader.choice(names))


def _card_or_none(reader: Reader, table: Table) -> int:
    return NO_CARD if reader.is_none else _card(reader, table)


def _card_list(reader: Reader, table: Table, *, by_index: bool = False, at_most: int = CARDS) -> list[int]:
    """A list of different cards."""
    cards = [_card(item, table) for item in reader.items(at_most=at_most)]
    reader.different(reader.value)
    if by_index and any(a > b for a, b in pairwise(cards)):
        reader.fail("cards must stand in the order of their index")
    return cards


def _read_cards(position: Reader, table: Table, state: Any) -> None:
    """Every card lies in exactly one place."""
    players = table.num_players
    found: dict[int, Reader] = {}

    def add(reader: Reader, cards: list[int]) -> list[int]:
        for card in cards:
            if card in found:
                reader.fail(f"{table.components.names[card]!r} lies in {found[card].path} too")
            found[card] = reader
        return cards

    draw = add(position["draw"], _card_list(position["draw"], table))
    state.draw[: len(draw)] = draw[::-1]
    state.draw_count = len(draw)
    discards = add(position["discards"], _card_list(position["discards"], table))
    state.discards[: len(discards)] = discards
    state.discard_count = len(discards)
    for seat, reader in enumerate(position["hands"].items(length=players)):
        hand = add(reader, _card_list(reader, table, by_index=True, at_most=HAND))
        state.hand[seat, : len(hand)] = hand
        state.hand_count[seat] = len(hand)
    for seat, reader in enumerate(position["laid"].items(length=players)):
        laid = add(reader, _card_list(reader, table, at_most=LAID_AT_MOST))
        if sum(PARTS <= card < SHIFTERS for card in laid) > PARTS_AT_MOST:
            reader.fail(f"must have at most {PARTS_AT_MOST} time machine parts")
        state.laid[seat, : len(laid)] = laid
        state.laid_count[seat] = len(laid)
        state.laid_by[laid] = seat
    offer = add(position["offer"], _card_list(position["offer"], table, by_index=True))
    position["offer"].items(length=OFFER if position["phase"].value == "pick" else 0)
    state.offer[: len(offer)] = offer
    hole_pile = add(position["hole_pile"], _card_list(position["hole_pile"], table, at_most=players))
    state.hole_pile[: len(hole_pile)] = hole_pile[::-1]
    state.hole_count = len(hole_pile)
    for seat, reader in enumerate(position["chosen"].items(length=players)):
        state.chosen[seat] = _card_or_none(reader, table)
        if state.phase == rules.CHOOSE and state.chosen[seat] != NO_CARD:
            add(reader, [int(state.chosen[seat])])
    lost = [name for card, name in enumerate(table.components.names) if card not in found]
    if lost:
        position["draw"].fail(f"neither here nor anywhere else lies {listed(map(repr, lost))}")


def _read_choices(position: Reader, table: Table, state: Any) -> None:
    """`chosen` and `forced`."""
    selecting, choosing = state.step == rules.SELECT, state.phase == rules.CHOOSE
    for seat, reader in enumerate(position["chosen"]):
        wanted = seat < state.to_move if choosing else selecting
        card = int(state.chosen[seat])
        if wanted and card == NO_CARD:
            reader.fail("must be set: this seat has chosen already")
        if not wanted and card != NO_CARD:
            reader.fail("must be null: this seat has not chosen")
        if card != NO_CARD and not choosing and state.laid_by[card] != seat:
            if card != LASER or card not in state.discards:
                reader.fail(f"{reader.value!r} does not lie in front of seat {seat}")
    for seat, reader in enumerate(position["forced"].items(length=table.num_players)):
        card = _card_or_none(reader, table)
        state.forced[seat] = card
        if card == NO_CARD:
            continue
        if not choosing:
            reader.fail("must be null outside the phase 'choose'")
        if state.laid_by[GPS_TRACKER] != seat:
            reader.fail(f"{table.components.names[GPS_TRACKER]!r} does not lie in front of seat {seat}")
        if card not in ([state.chosen[seat]] if state.chosen[seat] != NO_CARD else state.hand[seat]):
            reader.fail(f"{reader.value!r} is not what seat {seat} has in hand, or has chosen")


def _read_laid(position: Reader, table: Table, state: Any) -> None:
    """`rot`, `hidden` and `awake` of the laid cards."""
    names = table.components.names
    laid = [_cards(state.laid[seat]) for seat in range(table.num_players)]
    turning = _turning(state)
    position["rot"].table([names[card] for card in turning])
    for card in turning:
        reader = position["rot"][names[card]]
        if card < ARTIFACTS:
            state.turned[card - ROBOTS] = reader.integer(0, 1)
        else:
            state.rotation[card - ROTORS] = reader.integer(0, QUARTERS - 1)
    for seat, reader in enumerate(position["hidden"].items(length=table.num_players)):
        hidden = _card_list(reader, table)
        toys = [card for card in laid[seat] if TOYS <= card < PARTS]
        if hidden != [card for card in toys if card in hidden]:
            reader.fail(f"must be toys laid by seat {seat}, in order of laying")
        if state.step == rules.SELECT and hidden != toys:
            reader.fail(f"must be all toys laid by seat {seat} in step 'select'")
        if hidden and state.step in (rules.STEP_D, rules.ENDED):
            reader.fail("must be empty from phase 'ring' on")
        state.hidden[[card - TOYS for card in hidden]] = 1
    for seat, reader in enumerate(position["awake"].items(length=table.num_players)):
        awake = _card_list(reader, table, by_index=True)
        for card in awake:
            if card not in laid[seat] or not ROTORS <= card < RELICS:
                reader.fail(f"{names[card]!r} is no rotor in front of seat {seat}")
        state.awake[[card - ROTORS for card in awake]] = 1


def _read_groups(position: Reader, table: Table, state: Any) -> None:
    """Parts of one seat, of different kinds; one part may wait for its group decision."""
    for seat, reader in enumerate(position["groups"].items(length=table.num_players)):
        for group in reader.items(at_most=PARTS_AT_MOST):
            parts = _card_list(group, table, at_most=KINDS)
            if not parts:
                group.fail("must not be empty")
            for card in parts:
                if not PARTS <= card < SHIFTERS or state.laid_by[card] != seat:
                    group.fail(f"{table.components.names[card]!r} is no time machine part in front of seat {seat}")
                if state.group[card - PARTS] != NO_GROUP:
                    group.fail(f"{table.components.names[card]!r} is in two groups")
            if len({plain(rules.kind_of)(card) for card in parts}) < len(parts):
                group.fail("has two parts of one kind")
            plain(rules.start_group)(state, seat, parts[0])
            for card in parts[1:]:
                plain(rules.join_group)(state, seat, card, int(state.group_count[seat]) - 1)


def _read_queue(position: Reader, table: Table, state: Any) -> None:
    """The waiting decisions: groups by seat, laser, pick, all after the present one."""
    order = ("choose", "group", "laser", "pick")
    phase, seat = position["phase"].value, int(state.to_move)
    if phase not in ("group", "laser") or state.step != rules.SELECT:
        position["queue"].items(length=0)
        return
    last = (order.index(phase), seat if phase == "group" else NOBODY)
    for item in position["queue"]:
        kind, owner = item.items(length=2)
        entry = (order.index(kind.choice(order[1:])), owner.integer(0, table.num_players - 1))
        if entry[0] < last[0] or (entry[0] == last[0] and (kind.value != "group" or entry[1] <= last[1])):
            item.fail("decisions wait in the order group (by seat), laser, pick, after the present one")
        last = entry
        if kind.value == "group":
            state.waiting_groups |= 1 << owner.value
        elif kind.value == "laser":
            state.waiting_laser = owner.value
        else:
            state.waiting_pick = owner.value


def _check_decision(position: Reader, table: Table, state: Any) -> None:
    """The card that the phase, or a waiting decision, is about lies in front of its seat."""
    phase, names = position["phase"].value, table.components.names
    asked = [(position["phase"], phase, int(state.to_move))]
    asked += [(reader, kind, seat) for reader, (kind, seat) in zip(position["queue"], _queue(state), strict=True)]
    for reader, kind, seat in asked:
        if kind in CARD_OF and state.laid_by[CARD_OF[kind]] != seat:
            reader.fail(f"{names[CARD_OF[kind]]!r} does not lie in front of seat {seat}")
        if kind in ("laser", "pick") and state.chosen[seat] != CARD_OF[kind]:
            reader.fail(f"{names[CARD_OF[kind]]!r} is not what seat {seat} has chosen")
    grouping = {seat: reader for reader, kind, seat in asked if kind == "group"}
    for seat in range(table.num_players):
        _check_loose_parts(position, table, state, seat, grouping.get(seat))
    if phase == "robot":
        last = int(state.laid[state.to_move, state.laid_count[state.to_move] - 1])
        if not ROBOTS <= last < ARTIFACTS or state.turned[last - ROBOTS]:
            position["phase"].fail(f"the last card of seat {state.to_move} must be a robot, upright")
    if phase == "egg" and state.draw_count == 0:
        position["draw"].fail("must not be empty in phase 'egg'")
    state.minus6 = _read_seat(position["minus6"], table.num_players)
    if state.minus6 != NOBODY and phase not in ("ring", "over"):
        position["minus6"].fail("must be null before phase 'ring'")


def _check_loose_parts(position: Reader, table: Table, state: Any, seat: int, grouping: Reader | None) -> None:
    """All parts are in a group, except the one that a group decision is about, which one of the groups lacks."""
    loose = [c for c in _cards(state.laid[seat]) if PARTS <= c < SHIFTERS and state.group[c - PARTS] == NO_GROUP]
    if len(loose) > (grouping is not None):
        position["groups"][seat].fail(f"{table.components.names[loose[-1]]!r} is in no group")
    if grouping is None:
        return
    if not loose:
        grouping.fail(f"all parts of seat {seat} are in a group")
    if not plain(rules.may_join)(state, seat, loose[0]):
        grouping.fail(f"no group of seat {seat} lacks {table.components.names[loose[0]]!r}")


def _read_thresholds(position: Reader, state: Any) -> None:
    """+3 comes from TIIT, at most one other from the Laser."""
    cards = [item.choice(THRESHOLD_CARDS) for item in position["thresholds"]]
    if any(a >= b for a, b in pairwise(cards)):
        position["thresholds"].fail("must stand in ascending order, each once")
    for card in cards:
        state.threshold[THRESHOLD_CARDS.index(card)] = 1
    lasers = [card for card in cards if card in LASER_CARDS]
    if len(lasers) > 1:
        position["thresholds"].fail(f"at most one of {list(LASER_CARDS)}")
    if lasers and (state.phase == rules.LASER_CARD or state.waiting_laser != NOBODY):
        position["thresholds"].fail("the Laser's card must not be there while the Laser is to be decided")
    if state.phase == rules.OVER:
        return
    if state.threshold[rules.PLUS3] and state.laid_by[TIIT] == NOBODY:
        position["thresholds"].fail("+3 is there only with TIIT CLO UHL laid")
    if lasers and lasers[0] > 0 and LASER not in state.discards:
        position["thresholds"].fail(f"{lasers[0]:+d} is there only with the Laser among the discards")
    if lasers and lasers[0] < 0 and state.laid_by[LASER] == NOBODY:
        position["thresholds"].fail(f"{lasers[0]:+d} is there only with the Laser laid")


def _check_sizes(position: Reader, table: Table, state: Any) -> None:
    """Sizes of hands and of the pile in the selection phase."""
    players, hands = table.num_players, position["hands"].items()
    if state.step != rules.SELECT:
        for reader in hands:
            reader.items(length=0)
        return
    dealt = int(table.rules[0].hole_hand[plain(rules.current_hole)(state)])
    drawn_by_tiit = int(state.threshold[rules.PLUS3])
    before = dealt - int(state.turn) + 1 + drawn_by_tiit
    if state.phase == rules.CHOOSE:
        sizes = [int(state.hand_count[seat]) + (state.chosen[seat] != NO_CARD) for seat in range(players)]
    else:
        sizes = [int(state.hand_count[seat]) + 1 for seat in range(players)]
    if before < 2:
        position["turn"].fail(f"{state.turn} is too late: hands would have {before} cards")
    for seat, count in enumerate(sizes):
        if count != before:
            hands[seat].fail(f"with the choice of this turn there must be {before} cards, not {count}")
    drawn_by_tentacle = state.laid_by[TENTACLE] != NOBODY and _tentacle_has_drawn(state)
    pile = CARDS - players * (dealt + drawn_by_tiit) - (OFFER if drawn_by_tentacle else 0)
    position["draw"].items(length=pile)


def _tentacle_has_drawn(state: Any) -> bool:
    return state.waiting_pick == NOBODY


def _read_hole_pile(position: Reader, table: Table, state: Any) -> None:
    """`placed` and `hole_pile`."""
    players, scoring = table.num_players, state.step != rules.SELECT
    placed = position["placed"].items(length=players)
    for seat, reader in enumerate(placed):
        state.placed[seat] = _card_or_none(reader, table)
        if (state.placed[seat] != NO_CARD) != scoring:
            reader.fail("must be set in scoring" if scoring else "must be null in the selection phase")
    if not scoring:
        position["hole_pile"].items(length=0)
        return
    position["placed"].different(position["placed"].value)
    if state.hole_count < players - 1:
        position["hole_pile"].fail(f"must have {players} or {players - 1} cards, not {state.hole_count}")
    for item in position["hole_pile"]:
        if item.value not in position["placed"].value:
            item.fail(f"{item.value!r} was not placed by anybody")


def _read_memories(position: Reader, table: Table, state: Any) -> None:
    """`memory` and `missing`."""
    players = table.num_players
    for seat, rows in enumerate(position["memory"].items(length=players)):
        for holder, reader in enumerate(rows.items(length=players)):
            _read_memory(reader, table, state, seat, holder)
    for seat, reader in enumerate(position["missing"].items(length=players)):
        for card, item in zip(_card_list(reader, table, by_index=True), reader, strict=True):
            if not _lies_hidden(state, card) or state.laid_by[card] == seat:
                item.fail(f"{item.value!r} is no face-down toy of another seat")
            if state.seen[card] >> seat & 1:
                item.fail(f"{item.value!r} is in the memory of seat {seat} too")
            state.missing[card - TOYS] |= 1 << seat


def _lies_hidden(state: Any, card: int) -> bool:
    return TOYS <= card < PARTS and bool(state.hidden[card - TOYS])


def _read_memory(reader: Reader, table: Table, state: Any, seat: int, holder: int) -> None:
    cards = _card_list(reader, table, by_index=True)
    if seat == holder:
        reader.items(length=0)
    there = {*_cards(state.hand[holder]), *_cards([state.chosen[holder], state.placed[holder]])}
    for card, item in zip(cards, reader, strict=True):
        if state.seen[card] >> seat & 1:
            item.fail(f"{item.value!r} is in another memory of seat {seat} too")
        if _lies_hidden(state, card) and state.laid_by[card] != seat:
            if state.trail[card - TOYS] not in (NOBODY, holder):
                item.fail(f"{item.value!r} has left the hand that seat {state.trail[card - TOYS]} holds now")
            state.trail[card - TOYS] = holder
        elif card not in there or state.laid_by[card] != NOBODY:
            item.fail(f"{item.value!r} is not in the hand of seat {holder}, nor chosen or placed by it")
        state.seen[card] |= 1 << seat


POSITIONS = Positions(KEYS, write, read)
