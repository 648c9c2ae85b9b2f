"""The examples that the rulebook prints, seats 0 Arnd, 1 Bärbel, 2 Caro, 3 Dirk."""

import numpy as np
import pytest

from tests.playing import legal, load, observe, play, position, to_move

from .table import COLOURS, deal, new_game

TILE = "raj-no-women"
EXAMPLE_3A = (
    "play card 1 red", "play card 3 blue", "drop out", "play card 3 blue",
    "play card 14 blue", "play card 7 blue", "play card 12 red",
    "play card 9 red", "play card 8 green", "play card 6 green",
    "play card 11 red", "drop out", "drop out", "drop out",
)  # fmt: skip


@pytest.fixture
def bärbel_has_laid_her_tile():
    """Example 2: only Bärbel activates a tile."""
    env = load(
        deal(
            players=4,
            phase="paradox",
            hands={0: [1, 14, 9, 11], 1: [3, 7, 8], 3: [3, 12, 6]},
            piles={0: [2, 4], 1: [1, 15], 2: [13, 12], 3: [8, 7]},
            tiles={1: [TILE]},
            want_now=(2, 4, 3),
        )
    )
    play(env, "activate none", f"activate {TILE}", "activate none", "activate none")
    return env


def test_example_1_one_want_card_of_each_colour_is_turned_up():
    now = position(new_game(seed=3))
    assert all(now["want_now"][colour] in (2, 3, 4) for colour in COLOURS)
    assert [len(now["want_stacks"][colour]) for colour in COLOURS] == [5, 5, 5]


def test_example_2_only_bärbel_knows_her_tile(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    assert (position(env)["phase"], to_move(env)) == ("play", 0)
    assert position(env)["activated"] == [[1, TILE]]
    assert TILE not in position(env)["tiles"][1]
    for seat in (0, 2, 3):
        seen = observe(env, seat)
        assert seen["active_unknown"] == 0.25
        assert not seen["active_known"].any()
    hers = observe(env, 1)
    assert hers["active_unknown"] == 0
    assert hers["active_known"].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


def test_example_3a_the_starting_player_must_play_at_least_one_card(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    assert "drop out" not in legal(env)
    play(env, "play card 1 red")
    assert "drop out" in legal(env)


def test_example_3a_turns_go_on_until_all_have_dropped_out(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    turns = []
    for label in EXAMPLE_3A[:-1]:
        turns.append(to_move(env))
        play(env, label)
    assert turns == [0, 1, 2, 3, 0, 1, 3, 0, 1, 3, 0, 1, 3]
    table = position(env)
    assert table["played"] == [
        [[1, "red"], [14, "blue"], [9, "red"], [11, "red"]],
        [[3, "blue"], [7, "blue"], [8, "green"]],
        [],
        [[3, "blue"], [12, "red"], [6, "green"]],
    ]
    assert table["out"] == [False, True, True, True]
    assert to_move(env) == 0


def test_example_3b_totals_before_the_evaluation(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    play(env, *EXAMPLE_3A[:-1])
    for_bärbel = [[5, 8, 0], [0, 0, 0], [4, 3, 5], [0, 7, 10]]
    np.testing.assert_allclose(observe(env, 1)["totals_known"] * 50, for_bärbel, atol=1e-5)
    for_arnd_without_the_bonus = [[0, 7, 10], [5, 5, 0], [0, 0, 0], [4, 3, 5]]
    np.testing.assert_allclose(observe(env, 0)["totals_known"] * 50, for_arnd_without_the_bonus, atol=1e-5)


def test_example_3b_evaluation(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    play(env, *EXAMPLE_3A)
    table = position(env)
    nothing = {"green": [], "blue": [], "red": []}
    assert table["won"] == [
        {"green": [], "blue": [], "red": [3]},
        {"green": [2], "blue": [4], "red": []},
        nothing,
        nothing,
    ]
    assert table["want_box"] == nothing
    assert table["boxed"] == [[1, 9, 11], [3, 7, 8], [], []]
    assert table["known"] == [[14], [], [], [3, 6, 12]]
    assert table["tiles_used"] == [TILE]


def test_example_3b_then_all_draw_two_and_bärbel_starts(bärbel_has_laid_her_tile):
    env = bärbel_has_laid_her_tile
    before = position(env)
    play(env, *EXAMPLE_3A)
    table = position(env)
    assert (table["round"], table["start"], table["phase"], to_move(env)) == (2, 1, "paradox", 1)
    assert [len(hand) for hand in table["hands"]] == [4, 4, 7, 7]
    for seat, drawn in enumerate(([2, 4], [1, 15], [13, 12], [8, 7])):
        assert set(drawn) <= set(table["hands"][seat])
        assert table["piles"][seat] == before["piles"][seat][2:]
    assert table["played"] == [[], [], [], []]
    assert table["out"] == [False] * 4
    assert table["want_now"] == {colour: before["want_stacks"][colour][0] for colour in COLOURS}
