"""The table as text; everything is open, so every seat sees the same."""

from __future__ import annotations

from typing import Any

from ..core.game import Table
from .words import COLOURS

_WIDTH = 30
_COLUMNS = 3


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """Bodies by slot (`r.` a free red element, `b0` a blue one with marker colour 0, `@1` astronaut of seat 1)."""
    lines = [headline(position, table), _turn(position), ""]
    bodies = [_body(slot, position) for slot, body in enumerate(position["bodies"]) if body is not None]
    for i in range(0, len(bodies), _COLUMNS):
        lines.append("".join(text.ljust(_WIDTH) for text in bodies[i : i + _COLUMNS]).rstrip())
    lines.append("")
    points = table.load(position)["points"][0].tolist()
    first = seat if seat is not None else 0
    for distance in range(table.num_players):
        lines.append(_seat(position, (first + distance) % table.num_players, seat, points))
    return "\n".join(lines)


def headline(position: dict[str, Any], table: Table) -> str:
    """The game, and who decides what."""
    to_move = position["to_move"]
    doing = "the game is over" if to_move is None else f"seat {to_move} to move ({position['phase']})"
    return f"{table.game.title} | {doing}"


def _turn(position: dict[str, Any]) -> str:
    if position["turn"] is None:
        return "setup"
    die, change = position["die"], position["change"]
    numbers = [die, 7 - die] if position["doubled"] else [die]
    shown = " ".join(f"[{n}]" if i == change else str(n) for i, n in enumerate(numbers, start=1))
    text = f"turn of seat {position['turn']} | die {die} | changes with {shown}"
    if position["picked"] is not None:
        text += f" | picked: body {position['picked']}"
    if position["part"] is not None:
        text += f" | split off: {_stones(position['part']) or 'nothing yet'}"
    return text + (" | comet in use" if position["comet_now"] else "")


def _body(slot: int, position: dict[str, Any]) -> str:
    stones = _stones(position["bodies"][slot])
    if slot in position["holes"]:
        return f"{slot:2}: ({stones}) hole"
    astronauts = "".join(f" @{s}" for s, place in enumerate(position["astronauts"]) if place == slot)
    picked = "*" if slot == position["picked"] else ""
    return f"{slot:2}{picked}: {stones}{astronauts}"


def _stones(body: dict[str, list[int]]) -> str:
    owners = (".", "0", "1", "2", "3")
    elements = [
        colour[0] + owner for colour in COLOURS for owner, n in zip(owners, body[colour], strict=True) for _ in range(n)
    ]
    return " ".join(elements)


def _seat(position: dict[str, Any], s: int, seat: int | None, points: list[int]) -> str:
    comet = "comet unused" if position["comets"][s] else "comet gone"
    text = f"seat {s}{' (you)' if s == seat else ''}: {_markers(position, s, points)}, {comet}"
    if position["astronauts"][s] is None:
        text += ", off the board"
    if position["players"] == 2:
        text += f" | second colour {2 + s}: {_markers(position, 2 + s, points)}"
    return text


def _markers(position: dict[str, Any], marker: int, points: list[int]) -> str:
    supply, removed = position["supply"][marker], position["removed"][marker]
    return f"{points[marker]} points, {supply} markers left, {removed} removed"
