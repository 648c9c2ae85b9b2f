"""Component tables: the shipped ones, or a replacement file checked against every printed number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from ..core.checking import Reader
from ..core.components import read_toml, shipped_file
from .words import CARDS, COLOURS, PERSONS, WANTS, WOMEN


class Card(NamedTuple):
    """One playing card: what is printed on it, and its value in each colour (0: not this colour)."""

    name: str
    persons: tuple[str, ...]
    values: tuple[int, int, int]


class Components(NamedTuple):
    """cards[n] is card number n + 1; wants[c] are the six want cards of colour c, sorted."""

    cards: tuple[Card, ...]
    wants: tuple[tuple[int, ...], ...]


def load(source: Any = None) -> Components:
    """The tables of a source: None or "standard" for the shipped ones, else the path of a TOML file.

    Raises ComponentError, naming table and row, for a file that breaks the format or a printed number.
    """
    if source is None or source == "standard":
        return _shipped()
    reader = read_toml(source).table((), optional=("card", "want"))
    shipped = _shipped()
    cards = _read_cards(reader["card"]) if "card" in reader.value else shipped.cards
    wants = _read_wants(reader["want"]) if "want" in reader.value else shipped.wants
    return Components(cards, wants)


@cache
def _shipped() -> Components:
    reader = read_toml(shipped_file(__package__))
    return Components(_read_cards(reader["card"]), _read_wants(reader["want"]))


def _read_cards(reader: Reader) -> tuple[Card, ...]:
    rows = reader.items(length=CARDS)
    cards = tuple(_read_card(row, number) for number, row in enumerate(rows, start=1))
    if sum(_two_values(card) for card in cards) < 8:
        reader.fail("at least 8 rows must have two colours with different values")
    for person in PERSONS:
        if not any(person in card.persons for card in cards):
            reader.fail(f"{person} is on no row")
    if not any(7 in card.values for card in cards):
        reader.fail("no row has a value 7")
    if not _example_3b_possible(cards):
        reader.fail("the rulebook's Example 3b cannot be played with these rows")
    return cards


def _read_card(row: Reader, number: int) -> Card:
    row.table(("number", "name", "persons"), optional=COLOURS)
    row["number"].integer(number, number)
    persons = tuple(person.choice(PERSONS) for person in row["persons"])
    row["persons"].different(persons)
    values = tuple(row[c].integer(1, 9) if c in row.value else 0 for c in COLOURS)
    if not 1 <= sum(v > 0 for v in values) <= 2:
        row.fail("a card has one or two colours")
    return Card(row["name"].text(), persons, (values[0], values[1], values[2]))


def _two_values(card: Card) -> bool:
    return len({v for v in card.values if v}) == 2


def _read_wants(reader: Reader) -> tuple[tuple[int, ...], ...]:
    reader.table(COLOURS)
    return tuple(tuple(sorted(reader[c].integers(WANTS, 2, 4))) for c in COLOURS)


def _example_3b_possible(cards: tuple[Card, ...]) -> bool:
    """Rows for Arnd, Baerbel and Dirk as the rulebook's table shows them, with and without the Raj bonus."""
    arnd = (("red", 5), ("red", 2), ("red", 3), ("blue", 7))
    baerbel = (("blue", 3), ("blue", 2), ("green", 5))
    dirk = (("blue", 3), ("red", 5), ("green", 4))
    return (
        any(not _raj_without_women(hand) for hand in _hands(cards, arnd))
        and any(_raj_without_women(hand) for hand in _hands(cards, baerbel))
        and any(not _raj_without_women(hand) for hand in _hands(cards, dirk))
    )


def _hands(cards: tuple[Card, ...], faces: tuple[tuple[str, int], ...]) -> Iterator[tuple[Card, ...]]:
    fitting = [[i for i, card in enumerate(cards) if card.values[COLOURS.index(c)] == v] for c, v in faces]
    candidates = sorted({i for numbers in fitting for i in numbers})
    for chosen in permutations(candidates, len(faces)):
        if all(i in numbers for i, numbers in zip(chosen, fitting, strict=True)):
            yield tuple(cards[i] for i in chosen)


def _raj_without_women(hand: tuple[Card, ...]) -> bool:
    persons = {person for card in hand for person in card.persons}
    return "Raj" in persons and persons.isdisjoint(WOMEN)
