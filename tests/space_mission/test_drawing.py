"""The table as text: what a seat is shown, and what not."""

import pytest

from tests.playing import load

from .table import lay, over

TABLE = lay(
    2, names={0: "Hazard", 1: "Freezer", 2: "Saltpan"}, piles={0: "2 water, 3 space", 1: "4 space"},
    taken={0: "0 alien blue, 1 medal, 1 water", 1: "4x1 mineral red", 2: "1 matter green"},
    stations={1: 1}, ships={0: 0, 1: 2}, hands={0: "B1G2 G3O4", 1: "B4O1"}, discard="B1G1 B1G1 B2O2",
)  # fmt: skip


def drawn(table, seat):
    env = load(table).unwrapped
    return env.game.draw_text(table, seat, env.table)


def lines_of(text, start):
    """The line that begins with this and the indented ones below it."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(start))
    found = [lines[first]]
    for line in lines[first + 1 :]:
        if not line.startswith("    "):
            break
        found.append(line.strip())
    return found


def test_the_headline():
    text = drawn(TABLE, 0)
    assert "seat 0 to move (action), 2 actions left" in text
    assert "space tiles revealed: 4 of 6" in text
    assert "2 B1G1, B2O2" in text


def test_a_planet_as_a_seat_remembers_it():
    assert lines_of(drawn(TABLE, 0), "0 Hazard") == [
        "0 Hazard (jump 1, scan 3, land 2 4), ships: 0",
        "pile: 5 tiles",
        "last seen: 3 water, medal, 3 space; taken since: 2 by seat 1",
        "reserved: seat 0 alien blue, seat 1 (face down), seat 1 (face down)",
    ]
    assert lines_of(drawn(TABLE, 1), "0 Hazard")[1:] == [
        "pile: 5 tiles",
        "last seen: 2 water, 3 space",
        "reserved: seat 0 (face down), seat 1 medal, seat 1 water",
    ]


def test_an_open_pile_and_a_station():
    assert lines_of(drawn(TABLE, 0), "1 Freezer") == [
        "1 Freezer (jump 1, scan 2, land 3 4), station of seat 1",
        "pile: 4 space tiles face up",
    ]


def test_seats():
    text = drawn(TABLE, 0)
    assert lines_of(text, "seat 0 (you) [starter]") == [
        "seat 0 (you) [starter]: ship in slot 0, 1 probes on the gate, 18 chips, 0 stations, 0 tiles, 2 cards",
        "hand: B1G2 G3O4",
    ]
    assert lines_of(text, "seat 1") == [
        "seat 1: ship in slot 2, 1 probes on the gate, 15 chips, 1 stations, 4 tiles, 1 cards"
    ]
    assert lines_of(drawn(TABLE, 1), "seat 1 (you)")[1:] == ["hand: B4O1", "tiles: 4 mineral red"]


def test_nobody_in_particular_sees_everything():
    text = drawn(TABLE, None)
    assert "pile: 5 tiles (2 water, 3 space)" in text
    assert "reserved: seat 0 alien blue, seat 1 medal, seat 1 water" in text
    assert "hand: B1G2 G3O4" in text
    assert "hand: B4O1" in text


def test_a_pile_that_is_being_looked_at():
    table = lay(2, phase="scan_take", piles={0: "2 water, 6 space"}, ships={0: 0})
    assert "pile: 8 tiles (2 water, 6 space)" in drawn(table, 0)
    assert "2 water" not in drawn(table, 1)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_end(seat):
    text = drawn(over(lay(2, piles={0: "6 space"}, taken={0: "0 water, 1 water"})), seat)
    assert "the game is over" in text
    assert "last round" not in text
