"""The board as a hexagon of text."""

from __future__ import annotations

from typing import Any

from ..core.game import Table
from .words import ANTI, EMPTY_CODE, FLAGS, PARTICLES

_CELL = 6
"""Characters of a cell; a row is half a cell aside from the next."""
_MARKS = {"source": ("[", "]"), "target": ("<", ">")}
_NO_MARK = (" ", " ")
PASS_ENDS = "the other seat has passed: a pass now ends the game"


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """The position as text; everything is open to every seat."""
    lines = [_headline(position, table), *_board(position, table), ""]
    for owner, reserve in enumerate(position["reserves"]):
        common = bool(table.rules[0].common)
        whose = "common reserve" if common else f"reserve of seat {owner}{' (you)' if owner == seat else ''}"
        lines.append(f"{whose}: {_reserve(reserve)}")
    if pass_ends(position):
        lines.append(PASS_ENDS)
    if position["carbon"] is not None:
        lines.append(f"seat {position['carbon']} has made Carbon")
    return "\n".join(lines)


def pass_ends(position: dict[str, Any]) -> bool:
    """Whether the seat to move answers a pass of the other one."""
    return position["passes"] == 1 and position["players"] == 2 and position["to_move"] is not None


def flags(position: dict[str, Any]) -> list[str]:
    """Names of the variants in use that are switched on or off."""
    return [name for name in FLAGS if position["variants"][name]]


def _headline(position: dict[str, Any], table: Table) -> str:
    to_move = position["to_move"]
    turn = "the game is over" if to_move is None else f"seat {to_move} to move ({position['phase']})"
    variants = flags(position)
    if position["variants"]["puzzle"] is not None:
        variants.insert(0, f"puzzle {position['variants']['puzzle']}")
    kinds = ", ".join(f"seat {seat} {kind}" for seat, kind in enumerate(position["kinds"]))
    return " | ".join([table.game.title, *([", ".join(variants)] if variants else []), kinds, turn])


def _board(position: dict[str, Any], table: Table) -> list[str]:
    """Rows of cells, each row with its letter in front and the number of its last cell behind."""
    rows = table.components.rows
    columns = [2 * row.first_q + r for r, row in enumerate(rows)]
    marks = {position[key]: mark for key, mark in _MARKS.items() if position[key] is not None}
    lines = []
    cell = 0
    for row, column in zip(rows, columns, strict=True):
        texts = []
        for place in range(1, row.cells + 1):
            left, right = marks.get(f"{row.letter}{place}", _NO_MARK)
            texts.append(f"{left}{_stack(position['board'][cell])}{right}")
            cell += 1
        indent = " " * ((column - min(columns)) * _CELL // 2)
        lines.append(f"{row.letter} {indent}{''.join(texts)} {row.cells}")
    return lines


def _stack(code: str) -> str:
    """A stack in four characters, antimatter with its sign in front."""
    if code == EMPTY_CODE:
        return " .  "
    return f"{code:<4}" if code.startswith(ANTI) else f" {code:<3}"


def _reserve(reserve: dict[str, int]) -> str:
    particles = ", ".join(f"{reserve[particle]} {particle}s" for particle in PARTICLES)
    return f"{sum(reserve.values())} particles ({particles})"
