"""The rulings R1–R28, where the rulebook leaves a question to the referee."""

import numpy as np
import pytest

from cosmozoo.envs import big_bang_theory_v0
from tests.playing import legal, load, observe, play, position, to_move

from .table import TILES, deal, evaluate, last_turns, new_game

ALL_USED = TILES[:8]


def totals(*rows, tiles):
    """Green, blue and red of each seat, all tiles in the middle being known."""
    env = load(last_turns(*rows, tiles=tiles))
    return (observe(env, 0)["totals_known"][: len(rows)] * 50).round(4).tolist()


def result(*rows, tiles=(), **more):
    """The table after the evaluation of what the seats played."""
    env = load(last_turns(*rows, tiles=tiles, **more))
    evaluate(env)
    return position(env)


def winner(table, colour):
    """The seat that has won a want card of the colour, None if it went to the box."""
    return next((seat for seat, won in enumerate(table["won"]) if won[colour]), None)


# Paradox tiles


def test_r1_each_seat_decides_once_and_in_seat_order():
    env = load(deal(players=3, phase="paradox", start=1))
    seats = []
    while position(env)["phase"] == "paradox":
        seats.append(to_move(env))
        play(env, "activate none")
    assert seats == [1, 2, 0]


def test_r1_a_seat_may_lay_any_one_of_its_own_tiles():
    env = load(deal(players=4, phase="paradox", tiles={0: ["howard-raj", "seven-half"]}))
    assert legal(env) == {"activate howard-raj", "activate seven-half", "activate none"}


def test_r1_a_laid_tile_cannot_be_taken_back():
    env = load(deal(phase="paradox", tiles={0: ["howard-raj", "seven-half"]}))
    play(env, "activate seven-half", "activate none")
    table = position(env)
    assert table["activated"] == [[0, "seven-half"]]
    assert "seven-half" not in table["tiles"][0]
    assert (table["phase"], to_move(env)) == ("play", 0)


@pytest.mark.parametrize(("paradox", "sees_which"), [("hidden", False), ("open", True)])
def test_r1_later_seats_see_that_and_in_open_which_tile_was_laid(paradox, sees_which):
    env = load(deal(players=3, paradox=paradox, phase="paradox", tiles={0: ["seven-half"]}))
    play(env, "activate seven-half")
    seen = observe(env, 1)
    assert seen["placed"].tolist() == [0, 0, 1, 0]
    assert seen["active_known"][TILES.index("seven-half")] == sees_which
    assert seen["active_unknown"] == (0 if sees_which else 0.25)


def test_r2_a_seat_without_tiles_is_still_asked():
    env = load(deal(players=4, round=3, phase="paradox", tiles_used=ALL_USED))
    for seat in range(4):
        assert (to_move(env), legal(env)) == (seat, {"activate none"})
        play(env, "activate none")
    assert position(env)["phase"] == "play"


# Playing cards


def test_r3_a_seat_with_an_empty_hand_is_out_only_after_its_turn():
    env = load(deal(paradox="none", played={0: "1r 2r 3r 4r 5b", 1: "1r 2r 3r 4r"}))
    play(env, "play card 5 blue")
    assert position(env)["out"] == [False, False]
    assert (to_move(env), legal(env)) == (0, {"drop out"})
    play(env, "drop out")
    assert (to_move(env), legal(env)) == (1, {"drop out"})


def test_r4_the_starting_player_holds_two_new_cards_even_with_all_others_boxed():
    env = load(deal(paradox="none", round=2, start=1, boxed={1: [1, 2, 3, 4, 5]}, won={1: {"red": [4]}}))
    assert len(position(env)["hands"][1]) == 2
    assert legal(env)
    assert "drop out" not in legal(env)


def test_r4_a_position_without_the_two_new_cards_is_refused():
    with pytest.raises(ValueError, match=r"known|hands"):
        load(deal(paradox="none", round=2, known={0: [1, 2, 3, 4, 5, 6]}))


def test_r5_all_but_the_starting_player_may_drop_out_at_once():
    env = load(deal(players=4, paradox="none", start=2, hands={2: [1]}))
    assert "drop out" not in legal(env)
    play(env, "play card 1 red")
    for seat in (3, 0, 1):
        assert to_move(env) == seat
        play(env, "drop out")
    assert "drop out" in legal(env)
    play(env, "drop out")
    assert winner(position(env), "red") == 2


def test_r6_dropping_out_is_final_for_the_round():
    env = load(deal(players=3, paradox="none", hands={0: [1, 2], 2: [3]}))
    play(env, "play card 1 red", "drop out", "play card 3 red", "play card 2 red")
    assert to_move(env) == 2


def test_r6_the_last_seat_in_may_go_on_turn_after_turn():
    env = load(deal(paradox="none", hands={0: [1, 2, 3, 4, 5]}))
    play(env, "play card 1 red", "drop out", "play card 2 red", "play card 3 red", "play card 4 red")
    assert (to_move(env), legal(env)) == (0, {"play card 5 blue", "play card 5 green", "drop out"})


def test_r6_everybody_is_in_again_in_the_next_round():
    assert result("1r", "2r")["out"] == [False, False]


def test_r7_a_played_card_is_neither_played_again_nor_turned():
    env = load(deal(paradox="none", hands={0: [1, 2, 3, 4, 5]}))
    assert {"play card 1 red", "play card 1 blue"} <= legal(env)
    play(env, "play card 1 red", "drop out")
    assert not {"play card 1 red", "play card 1 blue"} & legal(env)
    assert position(env)["played"][0] == [[1, "red"]]


def test_r7_a_card_taken_back_may_be_played_for_the_other_colour_next_round():
    env = load(last_turns("1r", "1r", paradox="none", start=0))
    evaluate(env)
    assert to_move(env) == 1
    assert {"play card 1 red", "play card 1 blue"} <= legal(env)


# Totals


def test_r8_a_swap_moves_the_chosen_value_not_the_card():
    assert totals("1b", "1r", tiles=["swap-blue-red"]) == [[0, 0, 2], [0, 5, 0]]


def test_r9_one_swap_is_in_force():
    assert totals("12g", "14b", tiles=["swap-red-green"]) == [[0, 0, 1], [0, 7, 0]]


def test_r9_two_swaps_cancel():
    assert totals("12g", "14b", tiles=["swap-red-green", "swap-blue-green"]) == [[1, 0, 0], [0, 7, 0]]


def test_r9_three_swaps_cancel_too():
    swaps = ["swap-blue-red", "swap-blue-green", "swap-red-green"]
    assert totals("12g", "14b", "1r", tiles=swaps) == [[1, 0, 0], [0, 7, 0], [0, 0, 5]]


def test_r9_other_tiles_stay_in_force_when_swaps_cancel():
    tiles = ["swap-blue-red", "seven-half", "swap-red-green"]
    assert totals("13g", "14b", "15r", tiles=tiles) == [[3.5, 0, 0], [0, 3.5, 0], [0, 0, 3.5]]


def test_r9_cancelled_swaps_are_used_up():
    table = result("12g", "14b", tiles=["swap-red-green", "swap-blue-green"])
    assert table["tiles_used"] == ["swap-blue-green", "swap-red-green"]


@pytest.mark.parametrize(
    ("swap", "expected"),
    [
        ("swap-blue-red", [[0, 0, 5 + 3], [0, 0, 7]]),
        ("swap-blue-green", [[5, 0, 3], [7, 0, 0]]),
        ("swap-red-green", [[0, 5, 3], [0, 7, 0]]),
    ],
)
def test_r10_a_bonus_keeps_its_colour_under_a_swap(swap, expected):
    howard_and_raj = "3b 7b"
    assert totals(howard_and_raj, "14b", tiles=["howard-raj", swap]) == expected


def test_r11_seven_half_and_a_swap_act_independently():
    for tiles in (["seven-half", "swap-blue-red"], ["swap-blue-red", "seven-half"]):
        assert totals("14b", "15r", tiles=tiles) == [[0, 0, 3.5], [0, 3.5, 0]]


def test_r11_seven_half_looks_at_cards_not_at_totals():
    assert totals("1r 9r", "15r", tiles=["seven-half"]) == [[0, 0, 7], [0, 0, 3.5]]


def test_r12_several_cards_of_a_person_give_one_bonus():
    assert totals("4b 7b", "3r", tiles=["raj-no-women"]) == [[0, 5 + 2 + 3, 0], [0, 0, 2]]


def test_r12_persons_count_whatever_colour_their_cards_were_played_for():
    assert totals("3r 7g", "14b", tiles=["howard-raj"]) == [[3, 0, 2 + 3], [0, 7, 0]]


def test_r12_different_bonus_tiles_add_up():
    assert totals("3b 7b", "14b", tiles=["howard-raj", "raj-no-women"]) == [[0, 5 + 3, 3], [0, 7, 0]]


@pytest.mark.parametrize(
    ("tile", "row", "with_bonus"),
    [
        ("sheldon-amy", "1r 10r", [2, 0, 9 + 2]),
        ("leonard-penny", "9g 11g", [7, 2, 2]),
        ("howard-bernadette", "12g 6g", [5, 2, 2]),
        ("howard-raj", "12g 7g", [4, 0, 3]),
        ("sheldon-alone", "1r 8b", [3, 1, 5]),
        ("raj-no-women", "7g 4r", [3, 3, 1]),
    ],
)
def test_r12_each_bonus_tile(tile, row, with_bonus):
    assert totals(row, "14b", tiles=[tile]) == [with_bonus, [0, 7, 0]]


@pytest.mark.parametrize(
    ("tile", "row"),
    [
        ("sheldon-amy", "1r"), ("sheldon-amy", "10r"), ("leonard-penny", "5b"), ("leonard-penny", "2b"),
        ("howard-bernadette", "3b"), ("howard-bernadette", "6b"), ("howard-raj", "3b"), ("howard-raj", "4b"),
    ],
)  # fmt: skip
def test_r12_one_person_of_a_pair_is_not_enough(tile, row):
    assert totals(row, "13g", tiles=[tile]) == totals(row, "13g", tiles=[])


def test_r12_persons_are_looked_at_before_anything_is_boxed():
    table = result("7g 3r", "10r", tiles=["howard-raj"])
    assert (winner(table, "green"), winner(table, "red")) == (0, 0)


def test_r13_kittens_and_bazinga_are_no_people():
    assert totals("1r 14b", "13g", tiles=["sheldon-alone"]) == [[3, 7, 5], [7, 0, 0]]
    assert totals("4r 15r", "14b", tiles=["raj-no-women"]) == [[0, 3, 8], [0, 7, 0]]


@pytest.mark.parametrize("other", ["2r", "3r", "4r", "9r", "10r", "6b"])
def test_r13_any_other_person_breaks_sheldon_alone(other):
    assert totals(f"1r {other}", "13g", tiles=["sheldon-alone"])[0][0] == 0


@pytest.mark.parametrize("man", ["1r", "3r", "9r"])
def test_r13_other_men_do_not_break_raj_no_women(man):
    assert totals(f"4r {man}", "13g", tiles=["raj-no-women"])[0][1] == 3


@pytest.mark.parametrize("woman", ["2r", "10r", "6g"])
def test_r13_any_woman_breaks_raj_no_women(woman):
    assert totals(f"4r {woman}", "13g", tiles=["raj-no-women"])[0][1] == 0


def test_r14_a_bonus_is_for_every_seat_that_meets_the_condition():
    assert totals("3r 4r", "3b 7b", tiles=["howard-raj"]) == [[0, 0, 3 + 3], [0, 5, 3]]


def test_r14_not_for_the_owner_of_the_tile_as_such():
    assert totals("14b", "3b 7b", tiles=["howard-raj"]) == [[0, 7, 0], [0, 5, 3]]


# Evaluation


def test_r15_a_bonus_alone_can_win():
    table = result("12g 7g", "3r", tiles=["howard-raj"])
    assert winner(table, "red") == 0
    assert table["boxed"] == [[7, 12], []]
    assert table["known"] == [[], [3]]


def test_r15_a_bonus_alone_can_tie():
    table = result("12g 7g", "2r", tiles=["howard-raj"])
    assert winner(table, "red") is None
    assert len(table["want_box"]["red"]) == 1


def test_r15_without_a_card_that_counts_bonuses_win_nothing():
    table = result("12g 7g", "3b", tiles=["howard-raj"])
    assert winner(table, "red") is None
    assert len(table["want_box"]["red"]) == 1


def test_r16_cards_count_and_are_paid_for_their_swapped_colour():
    table = result("14b 3b", "1r", tiles=["swap-blue-red"])
    assert (winner(table, "red"), winner(table, "blue")) == (0, 1)
    assert table["boxed"] == [[3, 14], [1]]


def test_r16_a_colour_whose_cards_are_all_swapped_away_has_no_card():
    table = result("12r 4r", "14b", tiles=["howard-raj", "swap-red-green"])
    assert winner(table, "green") == 0
    assert winner(table, "red") is None


def test_r17_a_tie_for_the_highest_total_gives_no_second_prize():
    table = result("1r", "12r", "2r")
    assert winner(table, "red") is None
    assert len(table["want_box"]["red"]) == 1
    assert table["boxed"] == [[], [], []]


def test_r17_a_tie_below_the_highest_total_does_not_matter():
    assert winner(result("2r", "1r", "11r"), "red") == 1


@pytest.mark.parametrize(("rival", "blue_goes_to"), [("3b", 0), ("14b", None), ("2b", 1)])
def test_r17_half_points_are_exact(rival, blue_goes_to):
    assert winner(result("14b", rival, tiles=["seven-half"]), "blue") == blue_goes_to


def test_r18_losers_and_ties_take_their_cards_back():
    table = result("1r 8g 14b", "2r 13g 14b")
    assert table["boxed"] == [[1], [13]]
    assert table["known"] == [[8, 14], [2, 14]]
    assert {8, 14} <= set(table["hands"][0])


# The end of the game


def finish(boxed, row="14b 1r 2r"):
    """A game that has ended with both seats tied in all colours, each having won a 4 before."""
    won = {0: {"green": [4]}, 1: {"green": [4]}}
    env = load(last_turns(row, row, round=6, paradox="none", won=won, boxed=boxed))
    evaluate(env)
    return env


def test_r19_ranks_are_shared_after_the_hand_count():
    env = finish(boxed={0: [12], 1: [13]})
    assert [env.infos[agent]["rank"] for agent in env.agents] == [0, 0]
    assert set(env.rewards.values()) == {0}


def test_r19_cards_are_counted_after_taking_back():
    env = finish(boxed={0: [13], 1: [12, 13]})
    assert [len(hand) for hand in position(env)["hands"]] == [14, 13]
    assert [env.infos[agent]["rank"] for agent in env.agents] == [0, 1]


def test_r20_all_fifteen_cards_are_drawn_when_round_6_opens():
    table = result("1r", "1r", round=5, paradox="none")
    assert (table["round"], table["piles"]) == (6, [[], []])
    assert [len(hand) for hand in table["hands"]] == [15, 15]


def test_r20_after_round_6_nothing_is_drawn():
    table = result("1r", "2r", round=6, paradox="none")
    assert table["phase"] == "over"
    assert [len(hand) for hand in table["hands"]] == [14, 15]


# Chaos


@pytest.mark.parametrize("round_", [2, 3, 4, 5, 6])
@pytest.mark.parametrize(("second_tile", "in_the_middle"), [("choose", 1), ("always", 2), ("never", 1)])
def test_r21_a_second_tile_in_even_rounds(second_tile, in_the_middle, round_):
    more = {"round": round_ - 1, "paradox": "chaos", "second_tile": second_tile}
    env = load(deal(played={0: "1r", 1: "1r"}, **more))
    evaluate(env)
    table = position(env)
    even = round_ % 2 == 0
    assert table["round"] == round_
    assert len(table["activated"]) == (in_the_middle if even else 1)
    assert table["phase"] == ("second" if even and second_tile == "choose" else "play")
    assert to_move(env) == table["start"]


def test_r21_the_starting_player_may_leave_the_second_tile():
    env = load(deal(paradox="chaos", phase="second", round=4, start=1))
    before = position(env)
    play(env, "no second tile")
    assert position(env) == before | {"phase": "play"}


def test_r22_chaos_tiles_take_effect_and_are_used_up():
    middle = ("howard-raj", "swap-red-green")
    row = deal(paradox="chaos", round=2, played={0: "12r 4r", 1: "11g"}, out=[1], activated=middle)
    env = load(row)
    evaluate(env)
    table = position(env)
    assert (winner(table, "green"), winner(table, "red")) == (0, 0)
    assert set(table["tiles_used"]) == {*row["tiles_used"], *middle}
    assert [tile for _, tile in table["activated"]] == row["tile_stack"][:1]


@pytest.mark.parametrize(("second_tile", "used"), [("always", 9), ("never", 6)])
def test_r22_the_stack_is_never_used_up(second_tile, used):
    env = new_game(2, paradox="chaos", second_tile=second_tile)
    first = position(env)
    in_order = [tile for _, tile in first["activated"]] + first["tile_stack"]
    while position(env)["phase"] != "over":
        play(env, min(legal(env)))
    assert set(position(env)["tiles_used"]) == set(in_order[:used])
    assert position(env)["tile_stack"] == in_order[used:]


def test_r23_unactivated_tiles_count_nothing_and_stay_hidden_at_the_end():
    env = load(last_turns("1r", "2r", round=6, tiles=["seven-half"], want_now=(2, 2, 4)))
    held = position(env)["tiles"]
    evaluate(env)
    assert position(env)["tiles"] == held
    seen = observe(env, 1)
    assert seen["own_tiles"].sum() == len(held[1])
    assert seen["tiles_used"].sum() == 1
    assert [env.infos[agent]["score"] for agent in env.agents] == [4, 0]


# What everybody knows


@pytest.mark.parametrize("seat", [0, 1])
def test_r24_scores_boxed_and_taken_back_cards_are_public_memory(seat):
    env = load(last_turns("1r 3b", "2r", want_now=(2, 3, 4)))
    evaluate(env)
    seen = observe(env, seat)
    first = seat  # where seat 0 is seen from here: observer first
    np.testing.assert_allclose(seen["score"][first] * 54, 3 + 4, atol=1e-5)
    assert np.flatnonzero(seen["boxed"][first]).tolist() == [1 - 1, 3 - 1]
    assert np.flatnonzero(seen["known"][1 - first]).tolist() == [2 - 1]


def test_r25_a_card_is_paid_only_for_the_colour_it_counts_for():
    table = result("1r 8g", "13g")
    assert (winner(table, "green"), winner(table, "red")) == (1, 0)
    assert table["boxed"] == [[1], [13]]
    assert table["known"] == [[8], []]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r26_seat_0_starts_whatever_the_seed(players):
    for seed in range(10):
        env = new_game(players, seed)
        assert (position(env)["start"], to_move(env)) == (0, 0)


@pytest.mark.parametrize("both", ["open+chaos", ["open", "chaos"], ("open", "chaos")])
def test_r27_openly_and_chaos_exclude_each_other(both):
    with pytest.raises((ValueError, TypeError), match="paradox"):
        big_bang_theory_v0.env(paradox=both)


def test_r28_equal_cards_of_two_seats_are_separate():
    table = result("1r", "2r")
    assert table["boxed"] == [[1], []]
    assert 1 in table["hands"][1] + table["piles"][1]
