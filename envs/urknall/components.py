"""Component tables: the shipped ones, or a replacement file checked against every printed number."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from ..core.checking import Reader
from ..core.components import read_toml, shipped_file
from .words import COLOURS, SLOTS, STONES

MOST_OF_A_COLOUR = 32
"""With more stones of one colour there is no deal in which each of the four triples has two colours."""

_LAYOUT = ("size3", "size2", "size1")
_MARKERS = ("players2", "players3", "players4", "second")


class Components(NamedTuple):
    """stones by colour; sizes of the bodies at the start, by slot; own markers by players; second markers."""

    stones: tuple[int, ...]
    sizes: tuple[int, ...]
    own_markers: dict[int, int]
    second_markers: int


def load(source: Any = None) -> Components:
    """The tables of a source: None or "standard" for the shipped ones, else the path of a TOML file.

    Raises ComponentError, naming table and row, for a file that breaks the format or a printed number.
    """
    if source is None or source == "standard":
        return _shipped()
    reader = read_toml(source).table((), optional=("elements", "layout", "markers"))
    printed = read_toml(shipped_file(__package__))
    for name, rows in (("layout", _LAYOUT), ("markers", _MARKERS)):
        if name in reader.value:
            _check_printed(reader[name].table(rows), printed[name])
    if "elements" not in reader.value:
        return _shipped()
    return _shipped()._replace(stones=_read_elements(reader["elements"]))


@cache
def _shipped() -> Components:
    reader = read_toml(shipped_file(__package__))
    layout, markers = reader["layout"].value, reader["markers"].value
    sizes = [3] * layout["size3"] + [2] * layout["size2"] + [1] * layout["size1"]
    return Components(
        stones=_read_elements(reader["elements"]),
        sizes=tuple(sizes + [0] * (SLOTS - len(sizes))),
        own_markers={players: markers[f"players{players}"] for players in (2, 3, 4)},
        second_markers=markers["second"],
    )


def _check_printed(reader: Reader, printed: Reader) -> None:
    for row, number in printed.value.items():
        if reader[row].integer() != number:
            reader[row].fail(f"is printed as {number} and cannot be changed to {reader[row].value}")


def _read_elements(reader: Reader) -> tuple[int, ...]:
    reader.table(COLOURS)
    stones = tuple(reader[colour].integer(1, MOST_OF_A_COLOUR) for colour in COLOURS)
    if sum(stones) != STONES:
        reader.fail(f"must be {STONES} stones in all, not {sum(stones)}")
    return stones
