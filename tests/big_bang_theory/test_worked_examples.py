"""The evaluation vectors W1–W9 and the decisions W10–W13 of the specification."""

from dataclasses import dataclass

import numpy as np
import pytest

from tests.playing import legal, load, observe, play, position, to_move

from .table import COLOURS, deal, evaluate, last_turns


@dataclass(frozen=True)
class Vector:
    """Tiles in the middle; for both seats what they played, their totals, colours won and cards boxed."""

    tiles: str
    rows: tuple[str, str]
    totals: tuple[tuple[float, ...], tuple[float, ...]]
    wins: tuple[str, str]
    boxes: tuple[list[int], list[int]]


VECTORS = {
    "W1": Vector("swap-blue-red", ("14b", "1r"), ((0, 0, 7), (0, 5, 0)), ("red", "blue"), ([14], [1])),
    "W2": Vector(
        "swap-blue-red swap-red-green",
        ("14b", "1r"),
        ((0, 7, 0), (0, 0, 5)),
        ("blue", "red"),
        ([14], [1]),
    ),
    "W3": Vector(
        "seven-half swap-blue-green",
        ("14b", "6b 13g"),
        ((3.5, 0, 0), (3, 3.5, 0)),
        ("green", "blue"),
        ([14], [13]),
    ),
    "W4": Vector("howard-raj", ("12g 7g", "3r"), ((4, 0, 3), (0, 0, 2)), ("green red", ""), ([7, 12], [])),
    "W5": Vector("howard-raj", ("12g 7g", "3b"), ((4, 0, 3), (0, 3, 0)), ("green", "blue"), ([7, 12], [3])),
    "W6": Vector(
        "howard-raj swap-red-green",
        ("12r 4r", "11g"),
        ((6, 0, 3), (0, 0, 2)),
        ("green red", ""),
        ([4, 12], []),
    ),
    "W7": Vector(
        "sheldon-alone",
        ("1b 13g", "8g 5g"),
        ((10, 2, 0), (7, 0, 0)),
        ("green blue", ""),
        ([1, 13], []),
    ),
    "W8": Vector("seven-half", ("14b", "14b"), ((0, 3.5, 0), (0, 3.5, 0)), ("", ""), ([], [])),
    "W9": Vector(
        "leonard-penny howard-bernadette",
        ("5g 2b 3b 6g", "13g"),
        ((6, 11, 4), (7, 0, 0)),
        ("blue", "green"),
        ([2, 3], [13]),
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_totals_of(name):
    vector = VECTORS[name]
    env = load(last_turns(*vector.rows, tiles=vector.tiles.split()))
    np.testing.assert_allclose(observe(env, 0)["totals_known"][:2] * 50, vector.totals, atol=1e-5)
    np.testing.assert_allclose(observe(env, 1)["totals_known"][:2] * 50, vector.totals[::-1], atol=1e-5)


@pytest.mark.parametrize("paradox", ["hidden", "open"])
@pytest.mark.parametrize("name", VECTORS)
def test_evaluation_of(name, paradox):
    vector = VECTORS[name]
    env = load(last_turns(*vector.rows, tiles=vector.tiles.split(), paradox=paradox, want_now=(3, 4, 2)))
    evaluate(env)
    table = position(env)
    wants = {"green": [3], "blue": [4], "red": [2]}
    for won, wins in zip(table["won"], vector.wins, strict=True):
        assert won == {colour: wants[colour] if colour in wins.split() else [] for colour in COLOURS}
    taken = " ".join(vector.wins).split()
    assert table["want_box"] == {colour: [] if colour in taken else wants[colour] for colour in COLOURS}
    assert table["boxed"] == list(vector.boxes)
    for seat, row in enumerate(vector.rows):
        played = {int(card[:-1]) for card in row.split()}
        assert table["known"][seat] == sorted(played - set(vector.boxes[seat]))
    assert set(table["tiles_used"]) == set(vector.tiles.split())
    assert table["activated"] == []


def test_w10_the_last_seat_in_moves_until_it_drops_out():
    env = load(deal(players=4, paradox="none", hands={0: [1, 2, 3]}))
    play(env, "play card 1 red", "drop out", "drop out", "drop out")
    for label in ("play card 2 red", "play card 3 blue", "drop out"):
        assert to_move(env) == 0
        play(env, label)
    assert (position(env)["round"], to_move(env)) == (2, 1)


def test_w11_an_empty_hand_must_drop_out():
    env = load(deal(played={0: "1r 2r 3r 4r 5b", 1: "1r 2r 3r 4r 5b"}, paradox="none"))
    assert position(env)["hands"][0] == []
    assert legal(env) == {"drop out"}


def w12(**arguments):
    """Scores 12, 12, 12 before a last evaluation that nobody wins; the hands will then be 4, 6 and 6."""
    return load(
        deal(
            players=3,
            paradox="none",
            round=6,
            won={
                0: {"green": [4, 4], "blue": [4]},
                1: {"red": [4, 4], "blue": [4]},
                2: {"green": [3, 3], "blue": [3, 3]},
            },
            boxed={0: range(1, 12), 1: range(1, 10), 2: range(1, 10)},
            played={0: "14b", 1: "14b"},
            out=[2],
        ),
        **arguments,
    )


def test_w12_more_cards_in_hand_break_a_tie_and_the_rest_is_shared():
    env = w12()
    evaluate(env)
    assert position(env)["phase"] == "over"
    assert [len(hand) for hand in position(env)["hands"]] == [4, 6, 6]
    assert [env.infos[agent]["score"] for agent in env.agents] == [12, 12, 12]
    assert [env.infos[agent]["rank"] for agent in env.agents] == [2, 0, 0]


@pytest.mark.parametrize(
    ("reward", "expected"), [("rank", [-1, 0.5, 0.5]), ("win", [-1, 0.5, 0.5]), ("score", [0, 0, 0])]
)
def test_w12_rewards(reward, expected):
    env = w12(reward=reward)
    play(env, "drop out")
    assert set(env.rewards.values()) == {0}
    play(env, "drop out")
    assert [env.rewards[f"player_{seat}"] for seat in range(3)] == pytest.approx(expected)


def test_w13_the_starting_player_may_lay_a_second_tile_that_nobody_sees():
    env = load(deal(players=3, paradox="chaos", phase="second", round=2, start=1))
    before = position(env)
    assert to_move(env) == 1
    assert legal(env) == {"second tile", "no second tile"}
    play(env, "second tile")
    table = position(env)
    assert table["tile_stack"] == before["tile_stack"][1:]
    assert table["activated"] == [*before["activated"], [None, before["tile_stack"][0]]]
    assert (table["phase"], to_move(env)) == ("play", 1)
    for seat in range(3):
        seen = observe(env, seat)
        assert not seen["active_known"].any()
        assert seen["active_unknown"] == 0.5
        assert seen["tile_stack"] == pytest.approx(0.7)
