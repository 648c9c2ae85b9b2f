"""The drawing of the table (section 15 of the specification): what it shows, to whom, and where one can choose."""

import numpy as np
import pytest

from tests.pictures import assert_legible, choosable, parsed, places, shown, texts
from tests.playing import legal, load, play, position, to_move

from .table import DEALT, PRINTED, TILES, VARIANTS, deal, last_turns, new_game

GAMES = [(players, *variant) for players, variant in zip((4, 2, 3, 4, 2, 3), VARIANTS, strict=True)]
"""Every table size and every variant."""
SUM_SIZE, POINTS_SIZE = 28, 26


def picture(env, seat, *, may_choose=True):
    """What a seat sees, with places if it is to decide; seat None has the places of whoever is to decide."""
    mover = to_move(env)
    labels = env.unwrapped.legal_labels() if may_choose and mover is not None and seat in (None, mover) else ()
    return env.unwrapped.game.picture(position(env), seat, env.unwrapped.table, labels)


def some_steps(env, policy, rng, count):
    """A few decisions; "eager" plays cards and lays tiles as long as it can."""
    for _ in range(count):
        if to_move(env) is None:
            return
        labels = sorted(legal(env))
        if policy == "greedy":
            env.step(env.unwrapped.greedy_action())
            continue
        busy = [label for label in labels if label not in ("drop out", "activate none", "no second tile")]
        play(env, str(rng.choice(busy if policy == "eager" and busy else labels)))


def games(every=25):
    """States along games of every table size and variant, by all kinds of players, the end included."""
    for number, (players, paradox, second_tile) in enumerate(GAMES):
        env = new_game(players, seed=number, paradox=paradox, second_tile=second_tile)
        rng = np.random.default_rng(number)
        policy = ("random", "greedy", "eager")[number % 3]
        yield env
        while to_move(env) is not None:
            some_steps(env, policy, rng, every)
            yield env


def crowded():
    """Late positions with as much on the table as there can be."""
    everything = {seat: list(range(1, 16)) for seat in range(4)}
    greens = " ".join(f"{n}g" for n in (5, 6, 7, 8, 9, 10, 11, 12, 13))
    won = {"green": [2, 2, 3, 3, 4], "blue": [2, 2, 3, 3, 4], "red": [2, 2, 3, 3, 4]}
    for players in (2, 3, 4):
        yield load(deal(players, round=6, hands=everything, known={s: list(range(3, 16)) for s in range(players)}))
        yield load(deal(players, paradox="open", round=6, played=dict.fromkeys(range(players), greens)))
        yield load(deal(players, round=6, won={1: won}, boxed={1: list(range(1, 13))}, phase="paradox"))
    yield load(deal(4, round=5, boxed={1: list(range(1, 10))}, won={1: {"red": [4]}}, tiles_used=TILES[:6]))


def sums(drawing):
    """The sums of rows for which no known tile matters, sorted as words."""
    return sorted(text.words for text in texts(drawing) if text.size == SUM_SIZE)


# ---- Form


def test_words_are_legible_in_every_game():
    for number, env in enumerate(games()):
        for seat in (None, number % position(env)["players"]):
            drawing = picture(env, seat)
            parsed(drawing)
            assert (drawing.width, drawing.height) == (1200, 990)
            assert_legible(drawing)


def test_words_are_legible_on_a_crowded_table():
    for env in crowded():
        for seat in (None, 0, 1):
            assert_legible(picture(env, seat))


def test_the_observer_sits_at_the_bottom_and_the_others_follow_clockwise():
    env = new_game(4)
    names = {text.words: text for text in texts(picture(env, 2)) if text.words.startswith("seat ")}
    assert max(names, key=lambda name: names[name].top if len(name) == 6 else 0) == "seat 2"
    assert names["seat 3"].left < names["seat 0"].left < names["seat 1"].left
    everything = {text.words: text for text in texts(picture(env, None))}
    assert everything["seat 0"].top > everything["seat 2"].bottom


# ---- Who sees what


def test_a_seats_picture_depends_on_nothing_that_it_cannot_know():
    for env in games():
        for seat, agent in enumerate(env.possible_agents):
            seen = picture(env, seat).svg()
            assert picture(env.unwrapped.resample(agent, seed=1), seat).svg() == seen
            assert picture(env.unwrapped.resample(agent, seed=2), seat).svg() == seen


def test_the_omniscient_picture_shows_what_is_hidden():
    env = new_game(3)
    assert picture(env, None).svg() != picture(env.unwrapped.resample("player_0", seed=1), None).svg()


def test_another_seats_hand_is_face_down():
    env = load(deal(2, hands={0: [1, 2, 3, 4, 5], 1: [6, 7, 8, 9, 10]}))  # card 10 is the only Amy of a set
    assert "Amy" not in shown(picture(env, 0))
    assert "Amy" in shown(picture(env, 1))
    assert "Amy" in shown(picture(env, None))
    assert "hand: 5" in shown(picture(env, 0))


def test_r24_cards_taken_back_are_face_up_for_all():
    env = load(deal(2, round=2, known={1: [10]}, hands={0: [1, 2, 3, 4, 5, 6, 7]}))
    assert "Amy" in shown(picture(env, 0))


def test_another_seats_tiles_are_face_down():
    env = load(PRINTED)
    assert "7 = 3.5" not in shown(picture(env, 0))
    assert "7 = 3.5" in shown(picture(env, 1))
    assert "7 = 3.5" in shown(picture(env, None))
    assert "tiles left: 3" in shown(picture(env, 0))


@pytest.mark.parametrize(("paradox", "who_knows"), [("hidden", [0, None]), ("open", [0, 1, 2, None])])
def test_a_tile_in_the_middle_is_shown_to_those_who_know_it(paradox, who_knows):
    env = load(deal(3, paradox=paradox, activated=[(0, "seven-half")]))
    assert [seat for seat in (0, 1, 2, None) if "7 = 3.5" in shown(picture(env, seat))] == who_knows


def test_chaos_shows_the_number_of_tiles_alone():
    env = load(deal(2, paradox="chaos", activated=["sheldon-alone"]))
    for seat in (0, 1):
        assert "stack 9" in shown(picture(env, seat))
        assert not any("alone" in words for words in shown(picture(env, seat)))
    assert "Sheldon alone" in shown(picture(env, None))


def test_the_order_of_want_cards_is_shown_to_nobody_at_the_table():
    env = load(PRINTED)  # green: 3, 2, 3, 4, 4
    assert "2 3 3 4 4" in shown(picture(env, 0))
    assert "3 2 3 4 4" not in shown(picture(env, 0))
    assert "3 2 3 4 4" in shown(picture(env, None))


# ---- What it shows


def test_example_3b_rows_have_their_sums_and_bonuses():
    env = load(last_turns("1r 14b 9r 11r", "3b 7b 8g", "", "3b 12r 6g", tiles=["raj-no-women"]))
    drawing = picture(env, 0)
    # blue: 7, 3 + 2 + 3 (bonus) = 8, 3; red: 5 + 2 + 3 = 10, 5; green: 5, 4
    assert sums(drawing) == ["10", "3", "4", "5", "5", "7"]
    assert [words for words in shown(drawing) if words.startswith("→")] == ["→ 8"]
    assert {"leads: 8", "leads: 10", "leads: 5"} <= set(shown(drawing))


def test_only_who_knows_a_swap_sees_its_effect():
    env = load(PRINTED)  # seat 0 laid swap-red-green and has green 1, which counts for red
    assert {"→ 0", "→ 1"} <= set(shown(picture(env, 0)))
    assert not any(words.startswith("→") for words in shown(picture(env, 1)))


def test_half_points_and_ties():
    env = load(last_turns("14b", "14b", tiles=["seven-half"]))  # W8
    assert "tie at 3.5" in shown(picture(env, 0))
    assert shown(picture(env, 0)).count("no card yet") == 2


def test_a_colour_without_cards_is_nobodys_even_with_a_bonus():
    env = load(last_turns("12g 7g", "3b", tiles=["howard-raj"]))  # W5
    assert shown(picture(env, 0)).count("no card yet") == 1


def test_want_cards_turn_and_marks_of_seats():
    env = load(deal(3, want_now=(2, 3, 4), start=1, played={1: "1r", 2: "1r"}, out=[0], to_move=1))
    words = shown(picture(env, 1))
    assert {"green", "blue", "red", "start", "out", "to move", "you", "round 1 of 6"} <= set(words)
    assert "seat 1 plays a card or drops out" in words
    assert words.count("out") == words.count("start") == words.count("to move") == words.count("you") == 1


def test_points_are_the_values_of_the_want_cards_won():
    env = load(deal(2, round=4, won={0: {"green": [2, 4], "blue": [3]}}))
    assert [text.words for text in texts(picture(env, 1)) if text.size == POINTS_SIZE] == ["9", "0"]


def test_the_end_has_ranks_points_and_cards_left():
    # W12: 12 points each, hands of 4, 6 and 6 cards: the last two share the win
    won = {seat: {"green": [4], "blue": [4], "red": [4]} for seat in range(2)} | {2: {"green": [3, 3], "blue": [3, 3]}}
    env = load(deal(3, phase="over", won=won, boxed={0: range(1, 12), 1: range(1, 10), 2: range(1, 10)}))
    words = shown(picture(env, 0))
    assert "game over, seat 1 and seat 2 share the win" in words
    assert words.count("12 points") == 3
    assert (words.count("1."), words.count("3."), words.count("wins")) == (2, 1, 2)
    assert (words.count("cards left: 6"), words.count("cards left: 4")) == (2, 1)


# ---- Where one can choose


def test_every_action_has_a_place_and_no_place_is_illegal():
    for env in games():
        mover = to_move(env)
        if mover is not None:
            for seat in (None, mover):
                assert choosable(picture(env, seat)) == legal(env)


def test_who_is_not_to_move_has_no_places():
    env = new_game(3)
    assert not places(picture(env, 1))
    assert not places(picture(env, 0, may_choose=False))


def test_both_faces_of_a_card_can_be_chosen_by_themselves():
    env = load(deal(2, hands={0: [1, 2, 3, 4, 14]}))
    assert ["play card 1 red"] in places(picture(env, 0))
    assert ["play card 1 blue"] in places(picture(env, 0))
    assert ["play card 14 blue"] in places(picture(env, 0))


def test_everything_face_up_lets_the_seat_to_move_choose_where_its_cards_lie():
    env = load(deal(2, start=1, to_move=1, hands={0: [1, 2, 3, 4, 5], 1: [1, 6, 7, 8, 9]}))
    assert ["play card 1 blue", "play card 1 red"] in places(picture(env, None))
    assert ["play card 2 blue"] not in places(picture(env, None))


def test_the_second_tile_is_taken_from_the_stack():
    env = load(deal(2, paradox="chaos", phase="second", round=2))
    assert places(picture(env, 0)) == [["second tile"], ["second tile"], ["no second tile"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_own_tile_can_be_laid(players):
    drawing = picture(new_game(players), 0)
    assert len([label for label in choosable(drawing) if label.startswith("activate")]) == DEALT[players] + 1
