"""The board: the shipped outline, or one from a replacement file, checked against the printed counts."""

from __future__ import annotations

from functools import cache
from string import ascii_uppercase
from typing import Any, NamedTuple

import numpy as np

from ..core.checking import Reader
from ..core.components import read_toml, shipped_file
from .words import CELLS, DARK_TOKENS, EACH, SMALL_EACH, STEPS

NO_CELL = -1

_PRINTED = {"each": EACH, "small_each": SMALL_EACH, "dark_tokens": DARK_TOKENS}


class Row(NamedTuple):
    """A row of the board: cells (first_q, r), (first_q + 1, r), … where r is the number of the row from 0."""

    letter: str
    first_q: int
    cells: int


class Board(NamedTuple):
    """The rows from top to bottom. Cells are numbered row by row, left to right."""

    rows: tuple[Row, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: row letter and place in the row from 1."""
        return tuple(f"{row.letter}{place}" for row in self.rows for place in range(1, row.cells + 1))

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Axial coordinates (q, r) of each cell."""
        return tuple((row.first_q + i, r) for r, row in enumerate(self.rows) for i in range(row.cells))

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the next cell in each of the six directions, NO_CELL beyond the edge."""
        number = {place: cell for cell, place in enumerate(self.places)}
        return tuple(tuple(number.get((q + dq, r + dr), NO_CELL) for dq, dr in STEPS) for q, r in self.places)

    @property
    def lines(self) -> np.ndarray:
        """(CELLS, 6, longest) the cells in line from each cell in each direction, nearest first, then CELLS."""
        neighbours = np.array(self.neighbours)
        longest = max(row.cells for row in self.rows) + len(self.rows)
        lines = np.full((CELLS, len(STEPS), longest), CELLS)
        for cell in range(CELLS):
            for direction in range(len(STEPS)):
                step, place = neighbours[cell, direction], 0
                while step != NO_CELL:
                    lines[cell, direction, place] = step
                    step, place = neighbours[step, direction], place + 1
        return lines[:, :, : int((lines < CELLS).sum(axis=2).max())]


def load(source: Any = None) -> Board:
    """The board of a source: None or "standard" for the shipped one, else the path of a TOML file.

    Raises ComponentError, naming table and row, for a file that breaks the format or a printed count.
    """
    if source is None or source == "standard":
        return _shipped()
    reader = read_toml(source).table((), optional=("particles", "board"))
    if "particles" in reader.value:
        _check_particles(reader["particles"])
    return _read_board(reader["board"]) if "board" in reader.value else _shipped()


@cache
def _shipped() -> Board:
    return _read_board(read_toml(shipped_file(__package__))["board"])


def _check_particles(reader: Reader) -> None:
    """The numbers of particles are printed, so a file can only repeat them."""
    reader.table((), optional=("status", *_PRINTED))
    if "status" in reader.value:
        reader["status"].choice(("printed",))
    for name, number in _PRINTED.items():
        if name in reader.value:
            reader[name].integer(number, number)


def _read_board(reader: Reader) -> Board:
    reader.table(("row",), optional=("status",))
    if "status" in reader.value:
        reader["status"].choice(("printed", "reconstructed"))
    rows = reader["row"]
    board = Board(tuple(_read_row(row) for row in rows.items(at_most=len(ascii_uppercase))))
    rows.different([row.letter for row in board.rows])
    cells = sum(row.cells for row in board.rows)
    if cells != CELLS:
        rows.fail(f"the rows must have {CELLS} cells together, not {cells}")
    if not _connected(board):
        rows.fail("the board must be connected: every cell must be reached from every other over adjacent cells")
    return board


def _read_row(row: Reader) -> Row:
    row.table(("letter", "first_q", "cells"))
    letter = row["letter"].text()
    if len(letter) != 1 or letter not in ascii_uppercase:
        row["letter"].fail(f"must be a single capital letter from A to Z, not {letter!r}")
    return Row(letter, row["first_q"].integer(), row["cells"].integer(1, CELLS))


def _connected(board: Board) -> bool:
    neighbours = board.neighbours
    reached = {0}
    waiting = [0]
    while waiting:
        for cell in neighbours[waiting.pop()]:
            if cell != NO_CELL and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return len(reached) == CELLS
