"""Positions (section 11): the whole state as JSON, and the checks of one that is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.checking import Reader
from ..core.compiling import plain
from ..core.game import Positions, Table
from . import rules
from .state import GATE, NO_CARD, NOBODY, SPACE
from .words import ACTIONS, CARDS, CHIPS, DECK, HAND, PILE, POINT_TILES, SLOTS, TILES

KEYS = (
    *("step", "starter", "turns", "actions_left", "target"),
    *("planets", "ships", "gate", "hands", "draw", "discard", "shuffled"),
)
_PLANET_KEYS = ("name", "jump", "scan", "land", "pile", "takes", "station", "blind")


# ---- Writing


def write(state: Any, table: Table) -> dict[str, Any]:
    """The game's own keys of a position."""
    players = table.num_players
    fields = ("planet", "pile", "taker", "taken", "station", "blind")
    slots = zip(*(getattr(state, field).tolist() for field in fields), strict=True)
    return {
        "step": int(state.cycles),
        "starter": int(state.starter),
        "turns": int(state.turns),
        "actions_left": int(state.actions_left),
        "target": _or_null(state.target),
        "planets": [_planet(table, *slot) for slot in slots],
        "ships": [_or_null(ship) for ship in state.ship[:players]],
        "gate": state.gate[:players].tolist(),
        "hands": [[CARDS[card] for card in hand if card != NO_CARD] for hand in state.hand[:players].tolist()],
        "draw": [CARDS[card] for card in state.draw[: state.draw_count][::-1]],
        "discard": _listed(state.discard.tolist(), CARDS),
        "shuffled": _listed(state.shuffled.tolist(), CARDS),
    }


def _planet(
    table: Table, row: int, pile: list[int], takers: list[int], taken: list[int], station: int, blind: int
) -> dict[str, Any]:
    planet = table.components.planets[row]
    takes = zip(takers, taken, strict=True)
    return {
        "name": planet.name,
        "jump": planet.jump,
        "scan": planet.scan,
        "land": list(planet.land),
        "pile": _listed(pile, TILES),
        "takes": [[seat, POINT_TILES[tile]] for seat, tile in takes if seat != NOBODY],
        "station": _or_null(station),
        "blind": _or_null(blind),
    }


def _or_null(value: Any) -> int | None:
    return int(value) if value >= 0 else None


def _listed(counts: Any, names: Sequence[str]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) for _ in range(count)]


# ---- Reading


def read(position: Reader, table: Table, state: Any) -> None:
    """Check the game's own keys and fill the state."""
    plain(rules.clear)(state)
    _read_turn(position, table, state)
    for slot, reader in enumerate(position["planets"].items(length=SLOTS)):
        _read_planet(reader, table, state, slot)
    _check_planets(position["planets"], table, state)
    _read_ships(position, table, state)
    _read_cards(position, table, state)


def check(position: Reader, table: Table, state: Any) -> None:
    """The checks that need the derived fields: nobody lacks chips, and phase and end are right."""
    _check_stock(position, table, state)
    _check_phase(position, table, state)
    _check_end(position, table, state)


def _seat_or_null(reader: Reader, table: Table) -> int:
    return NOBODY if reader.is_none else reader.integer(0, table.num_players - 1)


def _read_turn(position: Reader, table: Table, state: Any) -> None:
    players = table.num_players
    state.cycles = position["step"].integer(0)
    state.starter = position["starter"].integer(0, players - 1)
    state.turns = position["turns"].integer(0)
    if state.cycles < 2 * int(state.turns):
        position["step"].fail(f"must be at least 2 x turns = {2 * int(state.turns)}, not {state.cycles}")
    if state.phase == rules.OVER:
        state.actions_left = position["actions_left"].integer(0, 0)
    else:
        state.actions_left = position["actions_left"].integer(1, ACTIONS)
        turn = (int(state.starter) + int(state.turns)) % players
        if state.to_move != turn:
            position["to_move"].fail(f"must be (starter + turns) mod players = {turn}, not {state.to_move}")
    target = position["target"]
    if state.phase == rules.JUMP_CARD:
        state.target = target.integer(0, SLOTS - 1)
    elif not target.is_none:
        target.fail("must be null outside the phase 'jump_card'")


# ---- Planets


def _read_planet(reader: Reader, table: Table, state: Any, slot: int) -> None:
    reader.table(_PLANET_KEYS)
    planets = table.components.planets
    row = [planet.name for planet in planets].index(reader["name"].choice([planet.name for planet in planets]))
    for key in ("jump", "scan"):
        printed = getattr(planets[row], key)
        reader[key].integer(printed, printed)
    for value, printed in zip(reader["land"].items(length=2), planets[row].land, strict=True):
        value.integer(printed, printed)
    state.planet[slot] = row
    takes = reader["takes"].items(at_most=PILE)
    for i, take in enumerate(takes):
        taker, taken = take.items(length=2)
        state.taker[slot, i] = taker.integer(0, table.num_players - 1)
        state.taken[slot, i] = POINT_TILES.index(taken.choice(POINT_TILES))
    state.takes[slot] = len(takes)
    reader["pile"].items(length=PILE - len(takes))
    for tile in _read_sorted(reader["pile"], TILES):
        state.pile[slot, tile] += 1
    state.station[slot] = _seat_or_null(reader["station"], table)
    state.blind[slot] = _seat_or_null(reader["blind"], table)
    if state.blind[slot] != NOBODY and state.pile[slot, SPACE] != PILE:
        reader["blind"].fail("must be null unless the pile is eight space tiles")
    builder = state.station[slot]
    if builder not in (NOBODY, state.blind[slot]) and builder not in state.taker[slot]:
        reader["station"].fail(f"seat {builder} has not scanned this planet (no take of it, not blind)")


def _read_sorted(reader: Reader, names: Sequence[str]) -> list[int]:
    """A list of names that has to be in their order, as indices."""
    found = [names.index(item.choice(names)) for item in reader]
    if found != sorted(found):
        reader.fail("must be sorted, in the order " + ", ".join(names[i] for i in sorted(set(found))))
    return found


def _check_planets(reader: Reader, table: Table, state: Any) -> None:
    """Eight different planets; all tiles together are the 64."""
    for slot, planet in enumerate(reader):
        if state.planet[slot] in state.planet[:slot]:
            planet["name"].fail(f"{planet.value['name']!r} lies in an earlier slot, too")
    for tile, name in enumerate(TILES):
        count = int(state.pile[:, tile].sum()) + int((state.taken == tile).sum())
        if count != table.components.tiles[tile]:
            reader.fail(f"piles and takes together must have {table.components.tiles[tile]} x {name!r}, not {count}")


# ---- Seats and cards


def _read_ships(position: Reader, table: Table, state: Any) -> None:
    """Ships and probes: a seat is on the gate exactly if it never jumped."""
    ships, gate = (position[key].items(length=table.num_players) for key in ("ships", "gate"))
    for seat in range(table.num_players):
        state.ship[seat] = GATE if ships[seat].is_none else ships[seat].integer(0, SLOTS - 1)
        state.gate[seat] = gate[seat].integer(0, CHIPS)
        if (state.ship[seat] == GATE) != (state.gate[seat] == 0):
            ships[seat].fail(f"must be null exactly if the seat has no probe on the gate (it has {state.gate[seat]})")
        if state.ship[seat] == GATE and seat in (*state.station, *state.blind, *state.taker.flat):
            ships[seat].fail("is null, but the seat has been on a planet: it has a take, a station or is blind there")
    if state.phase == rules.JUMP_CARD and state.target == state.ship[state.to_move]:
        position["target"].fail(f"must be another slot than that of the own ship, {state.target}")


def _read_cards(position: Reader, table: Table, state: Any) -> None:
    """Hands, draw and discard pile are the 60 cards; the draw pile is part of what was shuffled."""
    players = table.num_players
    for seat, reader in enumerate(position["hands"].items(length=players)):
        reader.items(at_most=HAND)
        cards = _read_sorted(reader, CARDS)
        state.hand[seat, : len(cards)] = cards
        state.hand_count[seat] = len(cards)
    draw = [CARDS.index(item.choice(CARDS)) for item in position["draw"].items(at_most=DECK)]
    if not draw:
        position["draw"].fail("must not be empty: the discard pile is shuffled as soon as the draw pile is used up")
    state.draw[: len(draw)] = draw[::-1]
    state.draw_count = len(draw)
    for key, counts in (("discard", state.discard), ("shuffled", state.shuffled)):
        position[key].items(at_most=DECK)
        for card in _read_sorted(position[key], CARDS):
            counts[card] += 1
    hands = Counter(int(card) for seat in range(players) for card in state.hand[seat, : state.hand_count[seat]])
    drawn = Counter(draw)
    for card, code in enumerate(CARDS):
        copies = table.components.cards[card]
        count = hands[card] + drawn[card] + int(state.discard[card])
        if count != copies:
            position["draw"].fail(f"hands, draw and discard together must have {copies} x {code!r}, not {count}")
        if not drawn[card] <= state.shuffled[card] <= copies:
            position["shuffled"].fail(
                f"must have {drawn[card]} to {copies} x {code!r} (the draw pile is part of it, and it of the deck), "
                f"not {state.shuffled[card]}"
            )
    least = DECK - HAND * players
    if state.shuffled.sum() < least:
        position["shuffled"].fail(f"must have at least {least} cards, all that are not in hands")


# ---- Chips, the phase and the end


def _check_stock(position: Reader, table: Table, state: Any) -> None:
    for seat in range(table.num_players):
        if state.stock[seat] < 0:
            position["gate"][seat].fail(
                f"seat {seat} would need {CHIPS - int(state.stock[seat])} chips for the gate, stations and reserved "
                f"tiles, but has {CHIPS}"
            )


def _check_phase(position: Reader, table: Table, state: Any) -> None:
    """The condition of the phase holds for the seat to move."""
    phase = state.phase
    if phase in (rules.ACTION, rules.TOP_UP_CARDS, rules.OVER):
        return
    seat, fail = int(state.to_move), position["phase"].fail
    if phase not in (rules.DEVELOP_TAKE, rules.DISCOVER_TAKE) and state.stock[seat] < 1:
        fail(f"seat {seat} needs a chip in its stock")
    if phase != rules.JUMP_CARD:
        _check_phase_on_planet(position, state, seat)
    mask = np.zeros((1, table.labels.size), np.int8)
    table.game.drivers.write_masks(np.asarray(state).reshape(1), table.rules, mask, False)
    if not mask.any():
        fail(f"seat {seat} has no card that pays")


def _check_phase_on_planet(position: Reader, state: Any, seat: int) -> None:
    phase, here, fail = state.phase, int(state.ship[seat]), position["phase"].fail
    if here == GATE:
        fail(f"the ship of seat {seat} must be on a planet")
    builder = state.station[here]
    if phase == rules.DISCOVER_TAKE and builder == NOBODY:
        fail(f"the planet in slot {here} has no station")
    if phase == rules.DEVELOP_TAKE and builder != seat:
        fail(f"the station in slot {here} must be that of seat {seat}")
    if phase < rules.DEVELOP_TAKE and builder != NOBODY:
        fail(f"the planet in slot {here} is developed")
    if phase == rules.SCAN_CARD and state.open_pile[here]:
        fail(f"the pile in slot {here} is open")
    if phase in (rules.LAND_CARD_1, rules.LAND_CARD_2) and not plain(rules.has_scanned)(state, seat, here):
        fail(f"seat {seat} has not scanned the planet in slot {here}")
    if phase >= rules.SCAN_TAKE and state.points_left[here] == 0:
        fail(f"the pile in slot {here} has no point tile to take")


def _check_end(position: Reader, table: Table, state: Any) -> None:
    """The game is over at the end of a round if and only if the end condition is met."""
    round_ended = state.turns % table.num_players == 0
    table_rules = table.rules[0]
    met = state.revealed >= table_rules.limit or plain(rules.table_is_dead)(state, table_rules)
    if state.phase == rules.OVER:
        if not round_ended or state.turns == 0:
            position["turns"].fail(f"must be whole rounds of {table.num_players} turns when over, not {state.turns}")
        if not met:
            position["phase"].fail(
                f"cannot be 'over': {state.revealed} space tiles are revealed of {table_rules.limit}, "
                "and the table is not dead"
            )
    elif round_ended and state.actions_left == ACTIONS and met:
        position["phase"].fail("must be 'over': the end condition is met at the end of a round")


POSITIONS = Positions(KEYS, write, read, check)
