"""Component tables: the shipped ones, or a replacement file checked against every printed number."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from ..core.checking import Reader
from ..core.components import read_toml, shipped_file
from .words import CARDS, COLOURS, DECK, KINDS, PLANETS, TILES, VALUES

SHIPPED = ("plain", "wild")
_BLUE, _GREEN, _ORANGE = range(len(COLOURS))
_PRINTED_JUMPS = {"Freezer": 1, "Hazard": 1}


class Planet(NamedTuple):
    """One planet: its name and its coordinates, those for landing ascending."""

    name: str
    jump: int
    scan: int
    land: tuple[int, int]


class Components(NamedTuple):
    """planets in the order of the table; tiles[t] of each type; cards[c] copies of each code."""

    planets: tuple[Planet, ...]
    tiles: tuple[int, ...]
    cards: tuple[int, ...]


def pays(code: str, colour: int, value: int) -> bool:
    """Whether a card pays a colour with this value: it shows the value or `?` there (R4)."""
    symbols = dict(zip(code[::2], code[1::2], strict=True))
    return symbols.get(COLOURS[colour]) in (str(value), "?")


def load(source: Any = None) -> Components:
    """The tables of a source: None or "plain", "wild", else the path of a TOML file.

    Raises ComponentError, naming table and row, for a file that breaks the format or a printed number.
    """
    if source is None or source in SHIPPED:
        return _shipped(source or SHIPPED[0])
    return _read(read_toml(source), _shipped(SHIPPED[0]))


@cache
def _shipped(name: str) -> Components:
    return _read(read_toml(shipped_file(__package__, f"{name}.toml")), None)


def _read(reader: Reader, missing: Components | None) -> Components:
    """The tables of a file; those it leaves out come from `missing`."""
    tables = ("planets", "tiles", "cards")
    reader.table(() if missing else tables, optional=tables)
    given = reader.value
    planets = missing.planets if missing and "planets" not in given else _read_planets(reader["planets"])
    tiles = missing.tiles if missing and "tiles" not in given else _read_tiles(reader["tiles"])
    cards = missing.cards if missing and "cards" not in given else _read_cards(reader["cards"])
    _check_payable(reader, planets, cards)
    return Components(planets, tiles, cards)


def _read_planets(reader: Reader) -> tuple[Planet, ...]:
    planets = tuple(_read_planet(row) for row in reader.items(length=PLANETS))
    names: set[str] = set()
    for row, planet in zip(reader, planets, strict=True):
        if planet.name in names:
            row["name"].fail(f"{planet.name!r} is the name of an earlier row, too")
        names.add(planet.name)
    return planets


def _read_planet(row: Reader) -> Planet:
    row.table(("name", "jump", "scan", "land"))
    name = row["name"].text()
    jump, scan = (row[key].integer(VALUES[0], VALUES[-1]) for key in ("jump", "scan"))
    low, high = row["land"].integers(2, VALUES[0], VALUES[-1])
    if low > high:
        row["land"].fail(f"must be ascending, not {[low, high]}")
    if jump != _PRINTED_JUMPS.get(name, jump):
        row["jump"].fail(f"the jump of {name} is {_PRINTED_JUMPS[name]}, as printed, not {jump}")
    return Planet(name, jump, scan, (low, high))


def _read_tiles(reader: Reader) -> tuple[int, ...]:
    reader.table(TILES)
    tiles = tuple(reader[tile].integer(0, KINDS[tile.split()[0]]) for tile in TILES)
    for kind, printed in KINDS.items():
        found = sum(count for tile, count in zip(TILES, tiles, strict=True) if tile.split()[0] == kind)
        if found != printed:
            reader.fail(f"{kind}: there are {printed} tiles of this kind, as printed, not {found}")
    return tiles


def _read_cards(reader: Reader) -> tuple[int, ...]:
    reader.table((), optional=CARDS)
    cards = tuple(reader[code].integer(0, DECK) if code in reader.value else 0 for code in CARDS)
    if sum(cards) != DECK:
        reader.fail(f"there are {DECK} cards, as printed, not {sum(cards)}")
    return cards


def _check_payable(reader: Reader, planets: tuple[Planet, ...], cards: tuple[int, ...]) -> None:
    """For every planet some card pays its jump, some card its scan, and some two cards its landing."""
    copies = Counter({code: count for code, count in zip(CARDS, cards, strict=True) if count})

    def payable(colour: int, value: int) -> bool:
        return any(pays(code, colour, value) for code in copies)

    for i, planet in enumerate(planets):
        where = f"planets[{i}] ({planet.name})"
        for key, colour, value in (("jump", _BLUE, planet.jump), ("scan", _GREEN, planet.scan)):
            if not payable(colour, value):
                reader.fail(f"{where}: no card in the table cards pays its {key} {value}")
        low, high = planet.land
        pairs = (*combinations(copies, 2), *((code, code) for code, count in copies.items() if count > 1))
        if not any(
            (pays(a, _ORANGE, low) and pays(b, _ORANGE, high)) or (pays(b, _ORANGE, low) and pays(a, _ORANGE, high))
            for a, b in pairs
        ):
            reader.fail(f"{where}: no two cards in the table cards pay its land {[low, high]}")
