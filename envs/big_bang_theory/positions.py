"""Positions (section 11): the whole state as JSON, and the checks of one that is loaded."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..core.checking import Reader
from ..core.compiling import plain
from ..core.game import Positions, Table
from ..core.texts import span
from . import rules
from .state import (
    BOXED,
    CHAOS,
    HELD,
    IN_HAND,
    IN_PILE,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NONE,
    TILE_ACTIVE,
    TILE_BOXED,
    TILE_STACKED,
    TILE_USED,
)
from .words import CARDS, COLOURS, DRAW, HAND, PILE, ROUNDS, TILES, WANT_VALUES, WANTS

KEYS = (
    *("round", "start", "want_stacks", "want_now", "want_box", "won"),
    *("hands", "boxed", "known", "piles", "played", "out"),
    *("tiles", "activated", "tile_stack", "tiles_used", "tile_box"),
)


# ---- Writing


def write(state: Any, table: Table) -> dict[str, Any]:
    """The game's own keys of a position."""
    seats = range(table.num_players)
    turn = int(state.turn)
    over = state.phase == rules.OVER
    now = {c: int(state.want_order[i, turn - 1]) for i, c in enumerate(COLOURS)}
    return {
        "round": turn,
        "start": int(state.start),
        "want_stacks": {c: state.want_order[i, turn:].tolist() for i, c in enumerate(COLOURS)},
        "want_now": dict.fromkeys(COLOURS) if over else now,
        "want_box": _values(state.want_box),
        "won": [_values(state.won[seat]) for seat in seats],
        "hands": [_cards(state.place[seat] == IN_HAND) for seat in seats],
        "boxed": [_cards(state.place[seat] == BOXED) for seat in seats],
        "known": [_cards(state.known[seat] == 1) for seat in seats],
        "piles": [[int(c) + 1 for c in state.pile[seat] if c != NO_CARD] for seat in seats],
        "played": [
            [
                [int(state.played[seat, i]) + 1, COLOURS[state.played_colour[seat, i]]]
                for i in range(state.played_count[seat])
            ]
            for seat in seats
        ],
        "out": [bool(state.out[seat]) for seat in seats],
        "tiles": [_tiles(state.tile_place == HELD + seat) for seat in seats],
        "activated": [
            [int(state.active_seat[i]) if state.active_seat[i] != NOBODY else None, TILES[state.active[i]]]
            for i in range(state.active_count)
        ],
        "tile_stack": [TILES[t] for t in state.tile_stack if t != NO_TILE],
        "tiles_used": _tiles(state.tile_place == TILE_USED),
        "tile_box": _tiles(state.tile_place == TILE_BOXED),
    }


def _values(counts: Any) -> dict[str, list[int]]:
    return {
        c: [value for k, value in enumerate(WANT_VALUES) for _ in range(counts[i, k])] for i, c in enumerate(COLOURS)
    }


def _cards(places: Any) -> list[int]:
    return [number for number, there in enumerate(places, start=1) if there]


def _tiles(places: Any) -> list[str]:
    return [tile for tile, there in zip(TILES, places, strict=True) if there]


# ---- Reading


def read(position: Reader, table: Table, state: Any) -> None:
    """Check the game's own keys (the numbers are those of section 11's list) and fill the state."""
    players = table.num_players
    over = state.phase == rules.OVER
    state.turn = position["round"].integer(1, ROUNDS)
    state.start = position["start"].integer(0, players - 1)
    if over and state.turn != ROUNDS:
        position["round"].fail(f"must be {ROUNDS} when the phase is 'over', not {state.turn}")
    _read_wants(position, table, state, over)
    _read_cards(position, table, state, over)
    _read_tiles(position, table, state)
    _check_phase(position, table, state)
    if state.phase == rules.PLAY:
        _check_turn_order(position, players, state)


def _finished_rounds(state: Any) -> int:
    return ROUNDS if state.phase == rules.OVER else int(state.turn) - 1


def _read_wants(position: Reader, table: Table, state: Any, over: bool) -> None:
    """Check 2: each colour's want cards are the six of the components."""
    turn = int(state.turn)
    per_seat = position["won"].items(length=table.num_players)
    for key in ("want_stacks", "want_now", "want_box"):
        position[key].table(COLOURS)
    for reader in per_seat:
        reader.table(COLOURS)
    for i, colour in enumerate(COLOURS):
        stack = position["want_stacks"][colour].integers(ROUNDS - turn, WANT_VALUES[0], WANT_VALUES[-1])
        found = list(stack)
        now = position["want_now"][colour]
        if over:
            if not now.is_none:
                now.fail("must be null when the phase is 'over'")
        else:
            state.want_order[i, turn - 1] = now.integer(WANT_VALUES[0], WANT_VALUES[-1])
            found.append(now.value)
        state.want_order[i, turn:] = stack
        for value in stack:
            state.want_left[i, value - WANT_VALUES[0]] += 1
        for value in _read_values(position["want_box"][colour]):
            state.want_box[i, value - WANT_VALUES[0]] += 1
            found.append(value)
        for seat, reader in enumerate(per_seat):
            for value in _read_values(reader[colour]):
                state.won[seat, i, value - WANT_VALUES[0]] += 1
                state.points[seat] += value
                found.append(value)
        if sorted(found) != list(table.components.wants[i]):
            position["want_stacks"][colour].fail(
                f"stack, want_now, want_box and won together must be {list(table.components.wants[i])}, "
                f"not {sorted(found)}"
            )


def _read_values(reader: Reader) -> list[int]:
    return [item.integer(WANT_VALUES[0], WANT_VALUES[-1]) for item in reader.items(at_most=WANTS)]


def _read_cards(position: Reader, table: Table, state: Any, over: bool) -> None:
    """Checks 3 and 4: each seat's cards."""
    players = table.num_players
    lists = {key: position[key].items(length=players) for key in ("hands", "piles", "played", "boxed", "known", "out")}
    drawn = min(PILE, DRAW * _finished_rounds(state))
    state.pile[:players] = NO_CARD
    state.played[:players] = NO_CARD
    for seat in range(players):
        hand, pile, boxed, known = (_read_numbers(lists[key][seat]) for key in ("hands", "piles", "boxed", "known"))
        lists["piles"][seat].items(length=PILE - drawn)
        played = _read_played(lists["played"][seat], table)
        everything = [*hand, *pile, *boxed, *(card for card, _ in played)]
        if sorted(everything) != list(range(CARDS)):
            lists["hands"][seat].fail(f"hand, pile, played and boxed together must be the cards 1 to {CARDS} once each")
        for card in known:
            if card not in hand:
                lists["known"][seat].fail(f"card {card + 1} is known but not in hand")
        if not over:
            new = HAND if state.turn == 1 else DRAW
            if len(hand) - len(known) + len(played) < new:
                lists["known"][seat].fail(f"at least {new} cards in hand or played were never shown before this round")
        if boxed and not state.won[seat].any():
            lists["boxed"][seat].fail("must be empty for a seat that has won no want card")
        state.place[seat, hand] = IN_HAND
        state.place[seat, pile] = IN_PILE
        state.place[seat, boxed] = BOXED
        state.known[seat, known] = 1
        state.pile[seat, drawn:] = pile
        state.out[seat] = lists["out"][seat].boolean()
        state.hand_count[seat] = len(hand) + len(played)
        for card, colour in played:
            plain(rules.play_card)(state, table.rules[0], seat, card, colour)


def _read_numbers(reader: Reader) -> list[int]:
    numbers = [item.integer(1, CARDS) - 1 for item in reader.items(at_most=CARDS)]
    reader.different([number + 1 for number in numbers])
    return numbers


def _read_played(reader: Reader, table: Table) -> list[tuple[int, int]]:
    """Check 4: cards and the colours that they were played for."""
    played = []
    for item in reader.items(at_most=CARDS):
        number, colour = item.items(length=2)
        card, c = number.integer(1, CARDS) - 1, COLOURS.index(colour.choice(COLOURS))
        if not table.components.cards[card].values[c]:
            item.fail(f"card {card + 1} cannot be played for {COLOURS[c]}")
        played.append((card, c))
    return played


def _read_tiles(position: Reader, table: Table, state: Any) -> None:
    """Check 7: the ten tiles."""
    players, paradox = table.num_players, table.rules[0].paradox
    held = [_read_names(item) for item in position["tiles"].items(length=players)]
    activated = [_read_activated(item, table) for item in position["activated"].items(at_most=players)]
    stack, used, boxed = (_read_names(position[key]) for key in ("tile_stack", "tiles_used", "tile_box"))
    everything = [t for tiles in held for t in tiles] + [t for _, t in activated] + stack + used + boxed
    if sorted(everything) != list(range(len(TILES))):
        position["tiles"].fail(
            "tiles, activated, tile_stack, tiles_used and tile_box together must be the ten tiles once each"
        )
    if paradox == CHAOS:
        _check_chaos(position, table, state, len(used), len(activated))
    elif paradox == NONE:
        if len(boxed) != len(TILES):
            position["tile_box"].fail("must hold all ten tiles with paradox='none'")
    else:
        _check_dealt(position, table, state, held, [seat for seat, _ in activated])
    state.tile_stack[:] = NO_TILE
    state.stack_next = len(TILES) - len(stack) if paradox == CHAOS else 0
    state.tile_stack[len(TILES) - len(stack) :] = stack
    state.active[:] = NO_TILE
    state.active_seat[:] = NOBODY
    state.active_count = len(activated)
    for i, (seat, tile) in enumerate(activated):
        state.active_seat[i], state.active[i] = seat, tile
        state.tile_place[tile] = TILE_ACTIVE
    for seat, tiles in enumerate(held):
        state.tile_place[tiles] = HELD + seat
    state.tile_place[stack] = TILE_STACKED
    state.tile_place[used] = TILE_USED
    state.tile_place[boxed] = TILE_BOXED


def _read_names(reader: Reader) -> list[int]:
    names = [item.choice(TILES) for item in reader.items(at_most=len(TILES))]
    reader.different(names)
    return [TILES.index(name) for name in names]


def _read_activated(item: Reader, table: Table) -> tuple[int, int]:
    """A tile in the middle and who laid it; in chaos nobody."""
    seat, tile = item.items(length=2)
    if table.rules[0].paradox == CHAOS:
        if not seat.is_none:
            seat.fail("must be null with paradox='chaos'")
        return NOBODY, TILES.index(tile.choice(TILES))
    return seat.integer(0, table.num_players - 1), TILES.index(tile.choice(TILES))


def _check_dealt(position: Reader, table: Table, state: Any, held: list[list[int]], laid: list[int]) -> None:
    """Hidden and open: every seat had so many tiles at the start, and laid at most one a round, in order."""
    players, finished = table.num_players, _finished_rounds(state)
    dealt = plain(rules.tiles_dealt)(players)
    position["tile_stack"].items(length=0)
    position["tile_box"].items(length=len(TILES) - dealt * players)
    places = [(seat - int(state.start)) % players for seat in laid]
    if any(a >= b for a, b in pairwise(places)):
        position["activated"].fail("seats must stand in order from the starting player, each once")
    if state.phase == rules.PARADOX and any(p >= (state.to_move - state.start) % players for p in places):
        position["activated"].fail("in phase 'paradox' only seats before to_move have laid a tile")
    for seat, tiles in enumerate(held):
        count = len(tiles) + laid.count(seat)
        if not dealt - finished <= count <= dealt:
            position["tiles"][seat].fail(
                f"with its activated one the seat must have {span(max(0, dealt - finished), dealt)} tiles, not {count}"
            )
    position["tiles_used"].items(at_most=players * finished)


def _check_chaos(position: Reader, table: Table, state: Any, used: int, active: int) -> None:
    """Chaos: one tile a round, perhaps a second one in every other round."""
    finished, second = _finished_rounds(state), table.variants["second_tile"]
    for seat in position["tiles"].items():
        seat.items(length=0)
    position["tile_box"].items(length=0)
    extra = finished // 2
    low, high = (extra if second == "always" else 0), (0 if second == "never" else extra)
    if not low <= used - finished <= high:
        position["tiles_used"].fail(f"must have {span(finished + low, finished + high)} items after {finished} rounds")
    if state.phase == rules.OVER:
        return
    counts: tuple[int, ...] = (1,)
    if state.phase == rules.PLAY and state.turn % 2 == 0:
        counts = {"always": (2,), "never": (1,), "choose": (1, 2)}[second]
    if active not in counts:
        position["activated"].fail(f"must have {' or '.join(map(str, counts))} items here, not {active}")


def _check_phase(position: Reader, table: Table, state: Any) -> None:
    """Checks 5 and 8: what goes with which phase."""
    phase = state.phase
    if phase != rules.PLAY:
        for seat in range(table.num_players):
            if state.played_count[seat]:
                position["played"][seat].fail("must be empty outside the phase 'play'")
            if state.out[seat]:
                position["out"][seat].fail("must be false outside the phase 'play'")
    if phase == rules.OVER and state.active_count:
        position["activated"].fail("must be empty when the phase is 'over'")
    if phase == rules.PARADOX and table.variants["paradox"] not in ("hidden", "open"):
        position["phase"].fail("'paradox' exists only with paradox='hidden' or 'open'")
    if phase == rules.SECOND:
        if table.variants["paradox"] != "chaos" or table.variants["second_tile"] != "choose" or state.turn % 2:
            position["phase"].fail("'second' exists only with paradox='chaos', second_tile='choose', in rounds 2, 4, 6")
        if state.to_move != state.start:
            position["to_move"].fail("must be the starting player in phase 'second'")


def _check_turn_order(position: Reader, players: int, state: Any) -> None:
    """Check 6: seats before the one to move have played one card more than it, later ones as many, if still in."""
    mover, start = int(state.to_move), int(state.start)
    if state.out[mover]:
        position["out"][mover].fail("is true for the seat to move")
    if state.out[start] and state.played_count[start] == 0:
        position["out"][start].fail("the starting player cannot drop out before it has played a card")
    base = int(state.played_count[mover])
    for distance in range(players):
        seat = (start + distance) % players
        if seat == mover:
            base -= 1  # the seats after the mover have not had this turn yet
            continue
        count, most = int(state.played_count[seat]), base + 1
        if state.out[seat] and count > most - 1:
            position["played"][seat].fail(
                f"a seat that is out has played at most {max(0, most - 1)} cards here, not {count}"
            )
        if not state.out[seat] and count != most:
            position["played"][seat].fail(f"a seat still in has played {most} cards here, not {count}")


POSITIONS = Positions(KEYS, write, read)
