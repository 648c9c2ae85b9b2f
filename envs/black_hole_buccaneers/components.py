"""Component tables: the shipped ones, or a replacement file checked against every printed number."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from ..core.checking import Reader
from ..core.components import ComponentTable, read_toml, shipped_file
from .words import (
    ARTIFACT_NAMES,
    ARTIFACTS,
    CARDS,
    HOLE_KINDS,
    HOLES,
    KINDS,
    PART_KINDS,
    PARTS,
    PARTS_OF_A_KIND,
    QUARTERS,
    RELIC_NAMES,
    RELICS,
    ROBOTS,
    ROTOR_NAMES,
    SEATS,
    SHIFTERS,
    SHIPS,
    TOYS,
)

TABLES = (
    *("ships", "toys", "part_kinds", "groups", "shifters", "robots", "artifacts", "relics"),
    *("first_game", "rotors", "scoring", "holes"),
)

# The printed pairs of value and weight.
SHIP_FACES = ((-5, -4), (-4, -3), (-3, -2), (7, 5), (8, 6), (9, 7), (10, 7), (11, 8), (12, 9), (14, 10))
TOY_FACES = ((1, 2), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (4, 6), (5, 5), (5, 6))
SHIFTER_FACES = ((3, 3), (3, 3), (4, 4), (4, 4), (5, 5), (6, 6), (7, 7), (7, 7), (8, 8), (8, 8))
GROUP_FACES = ((2, 5), (4, 4), (5, 3), (5, 2))
ROBOT_COUNTS = {(4, 2): (3, 3), (6, 3): (3, 3), (5, 2): (1, 3), (7, 3): (1, 3)}
"""Least and most robots with a face; all together they are 10 (R1)."""
NAMED_SHIFTERS = {"Morpho Cubo": (8, 8), "Morpho Broccolo": (4, 4), "Morpho Servientes": (7, 7)}
CARD_READER_WEIGHT = 6
HOLES_OF_A_KIND = {"menacing": 4, "risky": 4, "dangerous": 5}
HAND_SIZES = (5, 9)
FIRST_HAND = 6
PRINTED_THRESHOLD = 18
FIRST_PLACES = [15, 10]
LIMIT = 99
"""No number on a card has more than two digits."""


class Hole(NamedTuple):
    """A black hole card: its kind as an index of HOLE_KINDS, the hand that it deals, its threshold."""

    name: str
    kind: int
    hand: int
    threshold: int


class Components(NamedTuple):
    """names, values, weights by the index of the card; rotors[k][q], groups[size - 1] are (value, weight)."""

    names: tuple[str, ...]
    values: tuple[int, ...]
    weights: tuple[int, ...]
    rotors: tuple[tuple[tuple[int, int], ...], ...]
    groups: tuple[tuple[int, int], ...]
    scoring: dict[int, tuple[int, ...]]
    """Points for each place, by the number of players."""
    holes: tuple[Hole, ...]
    first_game: tuple[int, ...]
    """Places in `holes` of the first game's three."""

    @property
    def hole_names(self) -> tuple[str, ...]:
        """Names of the 13 holes."""
        return tuple(hole.name for hole in self.holes)


class Card(NamedTuple):
    """A row of a card table."""

    name: str
    value: int
    weight: int

    @property
    def face(self) -> tuple[int, int]:
        """Value and weight."""
        return self.value, self.weight


def load(source: Any = None) -> Components:
    """The tables of a source: None for the shipped ones, else the path of a TOML file.

    Artifacts, relics and parts stand in the order of the rulebook, whatever the order in the file.

    Raises ComponentError, naming table and row, for a file that breaks the format or a printed number.
    """
    if source is None:
        return _shipped()
    given = read_toml(source).table((), optional=TABLES)
    tables = read_toml(shipped_file(__package__)).value | given.value
    return _checked(Reader(tables, error=given.error, root=given.root))


@cache
def _shipped() -> Components:
    return _checked(read_toml(shipped_file(__package__)))


def _checked(tables: Reader) -> Components:
    ships = _read_faces(tables["ships"], SHIP_FACES)
    toys = _read_faces(tables["toys"], TOY_FACES)
    shifters = _read_faces(tables["shifters"], SHIFTER_FACES)
    robots = _read_cards(tables["robots"], ARTIFACTS - ROBOTS)
    artifacts = _read_named(tables["artifacts"], ARTIFACT_NAMES)
    relics = _read_named(tables["relics"], RELIC_NAMES)
    groups = tuple(_read_face(row) for row in tables["groups"].items(length=KINDS))
    if groups != GROUP_FACES:
        tables["groups"].fail(f"must be the printed {[list(face) for face in GROUP_FACES]}")
    parts = [Card(name, *groups[0]) for name in _read_part_names(tables["part_kinds"])]
    _check_robots(tables["robots"], robots)
    _check_printed_names(tables, toys, shifters)
    cards = [*ships, *toys, *parts, *shifters, *robots, *artifacts, *relics]
    _check_unique(tables, cards)
    holes = _read_holes(tables["holes"])
    return Components(
        names=tuple(card.name for card in cards),
        values=tuple(card.value for card in cards),
        weights=tuple(card.weight for card in cards),
        rotors=_read_rotors(tables["rotors"], artifacts),
        groups=groups,
        scoring=_read_scoring(tables["scoring"]),
        holes=holes,
        first_game=_read_first_game(tables["first_game"], holes),
    )


# ---- Cards


def _read_cards(reader: Reader, count: int) -> list[Card]:
    return [_read_card(row) for row in reader.items(length=count)]


def _read_card(row: Reader) -> Card:
    name, value, weight = row.items(length=3)
    if not name.text().strip():
        name.fail("must not be empty")
    return Card(name.value, value.integer(-LIMIT, LIMIT), weight.integer(-LIMIT, LIMIT))


def _read_face(row: Reader) -> tuple[int, int]:
    value, weight = row.integers(2, -LIMIT, LIMIT)
    return value, weight


def _read_faces(reader: Reader, faces: tuple[tuple[int, int], ...]) -> list[Card]:
    """Cards with the printed pairs of value and weight, in any order."""
    cards = _read_cards(reader, len(faces))
    left = list(faces)
    for row, card in zip(reader, cards, strict=True):
        if card.face not in left:
            row.fail(f"{card.value}/{card.weight} is not printed, or not so often; left are {left}")
        left.remove(card.face)
    return cards


def _read_named(reader: Reader, names: tuple[str, ...]) -> list[Card]:
    """Cards with the printed names, put into the order of the rulebook."""
    cards = {}
    for row in reader.items(length=len(names)):
        card = _read_card(row)
        row[0].choice(names)
        if card.name in cards:
            row.fail(f"{card.name!r} stands twice")
        cards[card.name] = card
    return [cards[name] for name in names]


def _read_part_names(reader: Reader) -> list[str]:
    kinds = [row.choice(PART_KINDS) for row in reader.items(length=KINDS)]
    reader.different(kinds)
    return [f"{kind} {number}" for kind in PART_KINDS for number in range(1, PARTS_OF_A_KIND + 1)]


def _check_robots(reader: Reader, robots: list[Card]) -> None:
    for row, card in zip(reader, robots, strict=True):
        if card.face not in ROBOT_COUNTS:
            row.fail(f"robots are 4/2, 5/2, 6/3 or 7/3, not {card.value}/{card.weight}")
    for face, (least, most) in ROBOT_COUNTS.items():
        count = sum(card.face == face for card in robots)
        if not least <= count <= most:
            reader.fail(f"{face[0]}/{face[1]} must stand {least} to {most} times, not {count}")


def _check_printed_names(tables: Reader, toys: list[Card], shifters: list[Card]) -> None:
    faces = {card.name: card.face for card in shifters}
    for name, face in NAMED_SHIFTERS.items():
        if faces.get(name) != face:
            tables["shifters"].fail(f"{name!r} must be there as {face[0]}/{face[1]}")
    if {card.name: card.weight for card in toys}.get("Card Reader") != CARD_READER_WEIGHT:
        tables["toys"].fail(f"'Card Reader' must be there with weight {CARD_READER_WEIGHT}")


def _check_unique(tables: Reader, cards: list[Card]) -> None:
    """No name of a free table stands elsewhere too."""
    taken = {card.name for card in (*cards[PARTS:SHIFTERS], *cards[ARTIFACTS:])}
    for table in ("ships", "toys", "shifters", "robots"):
        for row in tables[table]:
            if row.value[0] in taken:
                row.fail(f"another card is called {row.value[0]!r} too")
            taken.add(row.value[0])


def _read_rotors(reader: Reader, artifacts: list[Card]) -> tuple[tuple[tuple[int, int], ...], ...]:
    reader.table(ROTOR_NAMES)
    printed = {card.name: card.face for card in artifacts}
    rotors = []
    for name in ROTOR_NAMES:
        faces = tuple(_read_face(row) for row in reader[name].items(length=QUARTERS))
        if faces[0] != printed[name]:
            reader[name][0].fail(f"must be {list(printed[name])} as in artifacts, not {list(faces[0])}")
        rotors.append(faces)
    return tuple(rotors)


# ---- Holes and points


def _read_holes(reader: Reader) -> tuple[Hole, ...]:
    if type(reader.value) is not dict or len(reader.value) != HOLES:
        reader.fail(f"must be a table of {HOLES} holes")
    holes = []
    for name in reader.value:
        kind, hand, threshold = reader[name].items(length=3)
        index = HOLE_KINDS.index(kind.choice(HOLE_KINDS))
        holes.append(Hole(name, index, hand.integer(*HAND_SIZES), threshold.integer(1, LIMIT)))
    for kind_name, wanted in HOLES_OF_A_KIND.items():
        count = sum(HOLE_KINDS[hole.kind] == kind_name for hole in holes)
        if count != wanted:
            reader.fail(f"{wanted} holes must be {kind_name}, not {count}")
    if all(hole.threshold != PRINTED_THRESHOLD for hole in holes):
        reader.fail(f"one hole must have the threshold {PRINTED_THRESHOLD}, which the rulebook's example shows")
    return tuple(holes)


def _read_first_game(reader: Reader, holes: tuple[Hole, ...]) -> tuple[int, ...]:
    names = [hole.name for hole in holes]
    places = []
    for row, kind in zip(reader.items(length=len(HOLE_KINDS)), HOLE_KINDS, strict=True):
        hole = holes[names.index(row.choice(names))]
        if HOLE_KINDS[hole.kind] != kind:
            row.fail(f"must be a {kind} hole; {hole.name!r} is {HOLE_KINDS[hole.kind]}")
        places.append(names.index(hole.name))
    if holes[places[0]].hand != FIRST_HAND:
        reader[0].fail(f"must deal hands of {FIRST_HAND}, not {holes[places[0]].hand}")
    return tuple(places)


def _read_scoring(reader: Reader) -> dict[int, tuple[int, ...]]:
    tables = range(3, SEATS + 1)
    reader.table([str(n) for n in tables])
    scoring = {}
    for n in tables:
        row = reader[str(n)]
        points = row.integers(n, 0, LIMIT)
        if points[:2] != FIRST_PLACES and n == tables[0]:
            row.fail(f"must start {FIRST_PLACES}, not {points[:2]}")
        if any(a < b for a, b in pairwise(points)):
            row.fail(f"points must not rise from place to place: {points}")
        scoring[n] = tuple(points)
    return scoring


# ---- For the game's page


def component_tables() -> tuple[ComponentTable, ...]:
    """The shipped tables with where they come from."""
    cards = load()
    holes = tuple((hole.name, HOLE_KINDS[hole.kind], hole.hand, hole.threshold) for hole in cards.holes)
    points = tuple((f"{players} players", ", ".join(map(str, cards.scoring[players]))) for players in cards.scoring)
    groups = tuple((size, value, weight) for size, (value, weight) in enumerate(cards.groups, start=1))
    return (
        _card_table("Spaceships", SHIPS, TOYS, "printed", "10 with these values and weights"),
        _card_table("Toys", TOYS, PARTS, "printed", "10 with these values and weights; the name Card Reader"),
        _card_table("Time machine parts", PARTS, SHIFTERS, "printed", "3 of each of 4 kinds"),
        ComponentTable(
            "Groups of parts", "printed", "groups of 1 to 4", ("parts", "value of each", "weight of each"), groups
        ),
        _card_table("Shapeshifters", SHIFTERS, ROBOTS, "printed", "10 with these values and weights; 3 of the names"),
        _card_table(
            "Robots", ROBOTS, ARTIFACTS, "reconstructed", "10; 4/2 and 6/3 three times each; 5/2 and 7/3 occur"
        ),
        _card_table("Artifacts", ARTIFACTS, RELICS, "reconstructed", "the names"),
        _card_table("Relics", RELICS, CARDS, "reconstructed", "the names; many are worth almost nothing"),
        ComponentTable(
            "Black holes",
            "reconstructed",
            "4 menacing, 4 risky, 5 dangerous; hands of 5 to 9; an 18",
            ("hole", "kind", "hand", "threshold"),
            holes,
        ),
        ComponentTable(
            "Scoring cards", "reconstructed", "3 players: 15 and 10 for the first two", ("card", "points"), points
        ),
        ComponentTable("Value, weight and threshold cards", "printed", "+10; -6, -10; -4, -2, +2, +3, +4"),
    )


def _card_table(
    name: str, first: int, end: int, status: Literal["printed", "reconstructed"], constraint: str
) -> ComponentTable:
    """The cards of a type, with all faces of rotors."""
    cards = load()
    turning = dict(zip(ROTOR_NAMES, cards.rotors, strict=True))
    rows = []
    for index in range(first, end):
        faces = turning.get(cards.names[index], ((cards.values[index], cards.weights[index]),))
        rows.append((index, cards.names[index], ", then ".join(f"{value}/{weight}" for value, weight in faces)))
    return ComponentTable(name, status, constraint, ("index", "card", "value/weight"), tuple(rows))
