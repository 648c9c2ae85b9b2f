"""The table as a picture: what is shown to whom, what can be chosen where."""

from collections import Counter

import numpy as np
import pytest

from tests.playing import load

from ..pictures import assert_legible, choosable, places, shown
from .table import lay, new_game, over

TABLE = lay(
    3, names={0: "Hazard", 1: "Freezer", 2: "Saltpan"}, piles={0: "2 water, 3 space", 1: "4 space"},
    taken={0: "0 alien brown, 1 medal, 1 water", 1: "4x1 mineral red", 2: "2 alien brown"},
    stations={1: 1}, ships={0: 0, 1: 2}, hands={0: "B1G2 G3O4", 1: "B4O1", 2: "B2O2"}, discard="B1G1 B1G1 B2O2",
)  # fmt: skip


def drawn(env, seat):
    """The picture for a seat, with places if it is to move."""
    env = env.unwrapped
    table = env.position()
    legal = env.legal_labels() if seat is not None and table["to_move"] == seat else ()
    return env.game.picture(table, seat, env.table, legal)


def picture(table, seat):
    """The picture of a laid-out table."""
    return drawn(load(table), seat)


def moments(players, policy, every, seed=1, **variants):
    """The environment at every so-manieth decision of a game, and at its end."""
    env = new_game(players, seed, **variants)
    generator, decisions = np.random.default_rng(seed), 0
    while not any(env.terminations.values()):
        if decisions % every == 0:
            yield env
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(env.unwrapped.greedy_action() if policy == "greedy" else int(generator.choice(np.flatnonzero(mask))))
        decisions += 1
    yield env


# Every state


@pytest.mark.parametrize(
    ("players", "policy", "variants"),
    [
        (2, "greedy", {}),
        (3, "greedy", {"components": "wild", "random_start": True}),
        (4, "random", {}),
        (5, "greedy", {}),
        (5, "random", {"components": "wild"}),
    ],
)
def test_words_are_legible(players, policy, variants):
    for env in moments(players, policy, every=101, **variants):
        for seat in (None, 0, players - 1):
            picture = drawn(env, seat)
            assert picture.width == 1200
            assert picture.height <= 1050
            assert_legible(picture)


@pytest.mark.parametrize(("players", "policy", "every"), [(2, "random", 97), (3, "greedy", 29), (5, "greedy", 41)])
def test_a_picture_shows_nothing_that_its_seat_cannot_know(players, policy, every):
    # At the end the tiles are counted before all; until then, whatever is redrawn, the picture stays.
    for number, env in enumerate(moments(players, policy, every)):
        if any(env.terminations.values()):
            continue
        for seat in range(players):
            redrawn = env.unwrapped.resample(f"player_{seat}", seed=number)
            assert redrawn.position() != env.unwrapped.position()
            assert drawn(redrawn, seat).svg() == drawn(env, seat).svg()


@pytest.mark.parametrize(("players", "policy", "every"), [(2, "greedy", 7), (4, "random", 43)])
def test_every_legal_action_can_be_chosen_by_the_seat_to_move_alone(players, policy, every):
    for env in moments(players, policy, every):
        mover = env.unwrapped.position()["to_move"]
        for seat in (*range(players), None):
            expected = set(env.unwrapped.legal_labels()) if seat is not None and seat == mover else set()
            assert choosable(drawn(env, seat)) == expected


# What is hidden


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_hand_is_shown_to_its_owner_alone(seat):
    hands = {0: ["B1G2", "G3O4"], 1: ["B4O1"], 2: ["B2O2"]}
    words = shown(picture(TABLE, seat))
    for other, codes in hands.items():
        assert all((code in words) == (other == seat) for code in codes)


def count(drawing, letters):
    """How many tiles show these letters; own tiles show each type once, too."""
    return Counter(shown(drawing))[letters]


def test_reserved_tiles_are_face_up_for_who_took_them():
    # seats 0 and 2 have reserved a brown alien each; the others are in piles that no seat has seen but slot 0, 1, 2
    table = TABLE | {"planets": [dict(planet) for planet in TABLE["planets"]]}
    assert count(picture(table, 0), "Br") == 1 + 1
    assert count(picture(table, 1), "Br") == 1
    assert count(picture(table, 2), "Br") == 1 + 1 + table["planets"][2]["pile"].count("alien brown")
    assert count(picture(table, None), "Br") == 1 + 5  # all there are


def test_a_remembered_pile_tells_who_has_taken_since():
    table = lay(2, piles={0: "alien brown, 2 water, 2 space"}, taken={0: "0 medal, 1 alien brown, 1 alien blue"})
    # seat 0 left 2 brown aliens, a blue one, water and space behind; seat 1 sees the one brown alien that is left
    first, second = picture(table, 0), picture(table, 1)
    assert (count(first, "Br"), count(first, "Bl")) == (1 + 2, 1 + 1)
    assert (count(second, "Br"), count(second, "Bl")) == (1 + 1 + 1, 1 + 1)  # the pile, and what it reserved
    assert "since" in shown(first)
    assert "since" not in shown(second)
    assert "as last seen" in shown(second)


# What is shown


def test_the_headline():
    words = shown(picture(TABLE, 0))
    assert "seat 0 to move, 2 actions left" in words
    assert "round 2" in words
    assert "4 / 8 space tiles" in words
    assert "discarded: 3" in words


def test_the_last_round_is_announced():
    table = lay(2, to_move=1, piles={0: "6 space"}, taken={0: "0 water, 1 water"})
    assert {"6 / 6 space tiles", "last round"} <= set(shown(picture(table, 1)))
    assert "last round" not in shown(picture(over(table), 1))
    assert "last round" not in shown(picture(TABLE, 1))


def test_probes_and_points_of_the_gate():
    # 5, 3 and 2 probes: 9, 6 and 3 points
    words = shown(picture(lay(3, ships={0: 0, 1: 1, 2: 2}, gate={0: 5, 1: 3, 2: 2}), 0))
    assert [words.count(points) for points in ("9 pts", "6 pts", "3 pts")] == [1, 1, 1]


def test_the_printed_count_of_minerals():
    taken = {0: "3x0 mineral red, 2x0 mineral blue, 2x0 mineral green"}
    words = shown(picture(lay(2, taken=taken, stations={0: 0}, piles={0: "water"}), 0))
    assert "21 pts" in words
    # 21 for minerals, 3 for the station, 9 for the only probe on the gate
    assert "33 points now" in words


def test_reserved_tiles_count_when_delivered():
    words = shown(picture(lay(2, taken={0: "4x0 water"}), 0))
    assert "9 points now" in words  # the gate
    assert "23 with all reserved tiles" in words  # 14 for water


def test_what_is_to_be_paid():
    table = lay(2, phase="jump_card", target=2, names={2: "Green Heggar"}, hands={0: "B2G4 G1O1"})
    own = picture(table, 0)
    assert "pay jump 2 to Green Heggar" in shown(own)
    assert places(own) == [["card B2G4"]]
    assert "seat 0: pay jump 2 to Green Heggar" in shown(picture(table, 1))


def test_planets_are_places_to_fly_and_jump_to():
    table = lay(2, names={4: "Hazard", 1: "Mirrormere"}, ships={0: 0}, hands={0: "B2G4"})
    own = places(picture(table, 0))
    assert ["fly counterclockwise"] in own  # slot 7
    assert any("jump 1" in labels and "fly clockwise" in labels for labels in own)
    assert not any("jump 4" in labels for labels in own)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_count_at_the_end(seat):
    # seat 0: gate 9, medal not delivered; seat 1: gate 9, station 3, water 2
    table = over(lay(2, piles={0: "6 space"}, taken={0: "1 water, 1 water", 1: "0 medal"}, stations={0: 1}))
    words = shown(picture(table, seat))
    assert "The game is over: seat 1 wins" in words
    assert words.index("1st") < words.index("2nd")
    assert "17" in words  # 9 + 3 + 5 for two water
    assert choosable(picture(table, seat)) == set()
