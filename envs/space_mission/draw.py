"""The table as text, as one seat sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..core.game import Table
from .words import CHIPS, LIMITS, POINT_TILES, SLOTS, TILES


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """The position as `seat` sees it; None shows everything."""
    seats = range(table.num_players)
    clockwise = [(s + (seat or 0)) % table.num_players for s in seats]
    return "\n".join(
        [
            *_headline(position, table),
            "",
            *(line for slot in range(SLOTS) for line in _planet(position, slot, seat)),
            "",
            *(line for s in clockwise for line in _seat(position, s, seat)),
        ]
    )


def is_open(planet: dict[str, Any]) -> bool:
    """Whether everybody can see that no point tile is left in the pile."""
    return set(planet["pile"]) <= {"space"} and bool(planet["takes"] or planet["blind"] is not None)


def is_shown(position: dict[str, Any], slot: int, seat: int | None) -> bool:
    """Whether the seat sees what is in the pile now: it is open, or the seat is looking at it; None sees everything."""
    looking = position["phase"].endswith("_take") and position["to_move"] == seat and position["ships"][seat] == slot
    return seat is None or looking or is_open(position["planets"][slot])


def last_seen(planet: dict[str, Any], seat: int) -> tuple[list[str], list[int]]:
    """What the seat left when it last took a tile here, in tile order, and who has taken since, by seat.

    A seat that never took one has seen no tiles, and all have taken since.
    """
    takers = [taker for taker, _ in planet["takes"]]
    if seat not in takers:
        return [], sorted(takers)
    last = len(takers) - takers[::-1].index(seat)
    seen = sorted([*planet["pile"], *(tile for _, tile in planet["takes"][last:])], key=TILES.index)
    return seen, sorted(takers[last:])


def _headline(position: dict[str, Any], table: Table) -> list[str]:
    to_move, phase = position["to_move"], position["phase"]
    if to_move is None:
        turn = "the game is over"
    else:
        target = f" to slot {position['target']}" if position["target"] is not None else ""
        turn = f"seat {to_move} to move ({phase}{target}), {position['actions_left']} actions left"
    revealed = sum(len(planet["pile"]) for planet in position["planets"] if is_open(planet))
    limit = LIMITS[table.num_players]
    last = ", last round" if revealed >= limit and to_move is not None else ""
    discard = _counted(position["discard"]) or "empty"
    return [
        f"{table.game.title} | {turn}",
        f"space tiles revealed: {revealed} of {limit}{last} | turns completed: {position['turns']}",
        f"draw pile: {len(position['draw'])} | discard pile: {discard}",
    ]


def _counted(things: Iterable[str]) -> str:
    return ", ".join(f"{count} {thing}" if count > 1 else thing for thing, count in Counter(things).items())


def _planet(position: dict[str, Any], slot: int, seat: int | None) -> list[str]:
    planet = position["planets"][slot]
    low, high = planet["land"]
    lines = [f"{slot} {planet['name']} (jump {planet['jump']}, scan {planet['scan']}, land {low} {high})"]
    if planet["station"] is not None:
        lines[0] += f", station of seat {planet['station']}"
    ships = [str(s) for s, ship in enumerate(position["ships"]) if ship == slot]
    if ships:
        lines[0] += ", ships: " + " ".join(ships)
    pile = f"{len(planet['pile'])} tiles"
    if is_open(planet):
        pile = f"{len(planet['pile'])} space tiles face up"
    elif is_shown(position, slot, seat):
        pile += f" ({_counted(planet['pile'])})"
    lines.append(f"    pile: {pile}")
    if seat is not None and not is_shown(position, slot, seat):
        lines += _remembered(planet, seat)
    if planet["blind"] is not None:
        lines.append(f"    scanned in vain by seat {planet['blind']}")
    if planet["station"] is None and planet["takes"]:
        lines.append("    reserved: " + ", ".join(_reserved(planet, seat)))
    return lines


def _remembered(planet: dict[str, Any], seat: int) -> list[str]:
    tiles, takers = last_seen(planet, seat)
    if not tiles:
        return []
    since = _counted(f"by seat {taker}" for taker in takers)
    return [f"    last seen: {_counted(tiles)}" + (f"; taken since: {since}" if since else "")]


def _reserved(planet: dict[str, Any], seat: int | None) -> list[str]:
    return [f"seat {taker} {tile if seat in (None, taker) else '(face down)'}" for taker, tile in planet["takes"]]


def _seat(position: dict[str, Any], s: int, seat: int | None) -> list[str]:
    planets = position["planets"]
    stations = sum(planet["station"] == s for planet in planets)
    own = [(planet, tile) for planet in planets for taker, tile in planet["takes"] if taker == s]
    held = sorted((tile for planet, tile in own if planet["station"] is not None), key=POINT_TILES.index)
    stock = CHIPS - position["gate"][s] - stations - (len(own) - len(held))
    marks = [mark for mark, there in ((" (you)", s == seat), (" [starter]", position["starter"] == s)) if there]
    where = "on the gate" if position["ships"][s] is None else f"in slot {position['ships'][s]}"
    lines = [
        f"seat {s}{''.join(marks)}: ship {where}, {position['gate'][s]} probes on the gate, {stock} chips, "
        f"{stations} stations, {len(held)} tiles, {len(position['hands'][s])} cards"
    ]
    if seat in (None, s):
        lines.append("    hand: " + (" ".join(position["hands"][s]) or "empty"))
        if held:
            lines.append("    tiles: " + _counted(held))
    return lines
