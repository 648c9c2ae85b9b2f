"""The drawing: what stands on it, where actions can be chosen, and that its words are legible."""

import numpy as np
import pytest

from tests.pictures import assert_legible, choosable, places, shown, texts
from tests.playing import legal, load, play, position

from .table import A, C, E, each, lay, new_game, scoring, stones

TABLES = [(players, black_holes) for players in (2, 3, 4) for black_holes in (False, True)]
SPLIT = lay("0 g0 | 1 g1 | 2 g2 | 3 3b. g. g1 g2", phase="split", die=2, picked=3, part=stones("b."), fill=3)


def picture(env, seat=None, labels=()):
    """The drawing of the position in which an environment stands."""
    return env.unwrapped.game.picture(position(env), seat, env.unwrapped.table, labels)


def own_picture(env):
    """What the seat to move is shown when it decides."""
    return picture(env, position(env)["to_move"], sorted(legal(env)))


def walk(players, black_holes, greedy, seed=3):
    """The environment before each decision of a game and at its end."""
    env, generator = new_game(players, seed, black_holes=black_holes), np.random.default_rng(seed)
    while not any(env.terminations.values()):
        yield env
        if greedy:
            env.step(env.unwrapped.greedy_action())
        else:
            play(env, str(generator.choice(sorted(legal(env)))))
    yield env


def some(states, every=20):
    """Each so-many-th state, and the last one."""
    for number, env in enumerate(states):
        if number % every == 0 or any(env.terminations.values()):
            yield env


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize(("players", "black_holes"), TABLES)
def test_pictures_of_whole_games_are_legible(players, black_holes, greedy):
    for env in some(walk(players, black_holes, greedy)):
        for seat in (None, *range(players)):
            assert_legible(picture(env, seat))
        if not any(env.terminations.values()):
            assert_legible(own_picture(env))


@pytest.mark.parametrize(("players", "black_holes"), TABLES)
def test_every_legal_action_has_a_place_and_no_other(players, black_holes):
    for env in some(walk(players, black_holes, greedy=False), every=3):
        if any(env.terminations.values()):
            assert places(picture(env)) == []
        else:
            drawing = own_picture(env)
            assert choosable(drawing) == legal(env)


def test_who_may_not_decide_has_no_places():
    env = load(lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4)))
    assert all(places(picture(env, seat)) == [] for seat in (None, 0, 1, 2))


@pytest.mark.parametrize(("players", "black_holes"), TABLES)
def test_a_picture_shows_nothing_of_the_rolls_to_come(players, black_holes):
    for env in some(walk(players, black_holes, greedy=False)):
        if not any(env.terminations.values()):
            for seat in range(players):
                other = env.unwrapped.resample(f"player_{seat}", seed=11)
                assert picture(other, seat).svg() == picture(env, seat).svg()


# Where actions are chosen


def test_bodies_are_places_of_travelling_and_staying():
    env = load(lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4), unused=[0]))
    found = places(own_picture(env))
    goals = [*each("travel body", [2, 9]), *each("comet travel body", [1, 5, 6, 7, 8])]
    for label in (*goals, "comet stay"):
        assert [label] in found


def test_each_free_element_under_the_astronaut_is_a_place_to_mark():
    env = load(lay(C, phase="mark", astronauts=(4, 1, 2)))  # on body 4: r. r. g.
    assert sorted(places(own_picture(env))) == [["mark green"], ["mark red"], ["mark red"]]


def test_each_element_left_on_the_body_is_a_place_to_split():
    found = sorted(places(own_picture(load(SPLIT))))
    # one of the three blue ones is lifted; seat 0 calls the marker colours 1 and 2 next and third
    greens = [["split green free"], ["split green next"], ["split green third"]]
    assert found == [["split blue free"], ["split blue free"], *greens]


def test_the_choice_about_the_comet_has_buttons():
    env = load(lay(C, phase="change", die=3, unused=[0], supply=[5, 6, 6]))
    assert sorted(places(own_picture(env))) == [["comet combine"], ["pass"]]


# What is shown


def test_the_observer_is_at_the_bottom_and_the_others_follow_clockwise_above():
    env = new_game(4)
    for seat, order in ((0, "1230"), (2, "3012"), (None, "1230")):
        names = [text for text in texts(picture(env, seat)) if text.words in {f"seat {s}" for s in range(4)}]
        assert "".join(text.words[-1] for text in sorted(names, key=lambda text: text.top)) == order
    assert "(you)" in shown(picture(env, 0))
    assert "(you)" not in shown(picture(env))


def test_points_count_the_unused_comet():
    # colour 0: four of a kind with a clear majority, 4; colour 1 in a pair, 2; colour 2 alone among two others, 2
    env = load(scoring("r0 r0 r. r1", "b1 b.", "g2 2r.", players=3, unused=[1]))
    words = shown(picture(env))
    assert [words[i - 1] for i, word in enumerate(words) if word == "points"] == ["3", "2", "4"]  # seats 1, 2, 0
    assert words.count("comet unused: 1 point") == 1
    assert words.count("comet used") == 2


def test_supply_and_removed_markers_are_counted():
    env = load(lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4)))
    # of ten markers each 5 are in supply; 1, 2 and 3 of the colours 0, 1 and 2 lie in layout A
    words = shown(picture(env))
    for line in ("5 left, 4 removed", "5 left, 3 removed", "5 left, 2 removed"):
        assert words.count(line) == 1


def test_a_marked_element_shows_its_marker_and_a_free_one_does_not():
    env = load(lay("0 b1 | 1 g. | 2 r2", 3, fill=1, astronauts=(0, 1, 2)))
    board = _board(env)
    assert board[:7] == ["0", "0", "B", "1", "1", "1", "G"]  # slot, astronaut, element, its marker; slot, …
    assert board[7:11] == ["2", "2", "R", "2"]


def test_all_36_elements_are_on_the_board():
    for env in some(walk(3, black_holes=True, greedy=True)):
        board = _board(env)
        assert [sum(w == letter for w in board) for letter in "BGR"] == [12, 12, 12]


def test_two_players_see_the_number_of_both_changes():
    second = load(lay(E, 2, phase="second", die=2, supply=[7, 7, 7, 7], astronauts=(0, 1)))
    assert _changes(second) == {"change 1": ("2", "next"), "change 2": ("5", "next")}  # opposite faces add up to 7
    doubled = load(lay(E, 2, phase="change", die=5, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    assert _changes(doubled) == {"change 1": ("5", "now"), "change 2": ("2", "next")}
    single = load(lay(E, 2, phase="change", die=5, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    assert _changes(single) == {"change 1": ("5", "now"), "change 2": ("2", "not due")}


def test_three_players_see_one_number():
    env = load(lay(C, phase="change", die=4, supply=[5, 6, 6]))
    assert _changes(env) == {"change": ("4", "now")}


def test_the_picked_body_and_the_lifted_elements_are_told():
    words = " ".join(shown(own_picture(load(lay(C, phase="partner", die=4, picked=3)))))
    assert "picked" in words
    assert "combines body 3 with another" in words
    assert "1 of 2 elements lifted out" in " ".join(shown(own_picture(load(SPLIT))))


def test_it_is_told_who_moves_in_whose_turn():
    words = shown(picture(load(lay(E, 2, phase="second", die=2, supply=[7, 7, 7, 7], astronauts=(0, 1)))))
    assert words[words.index("seat 1") + 1] == "to move"
    assert words[words.index("seat 0") + 1] == "in turn"


def test_tiles_are_as_large_as_the_last_slot_allows():
    sizes = []
    for highest in (15, 16, 25):
        layout = f"0 r0 | 1 g1 | 2 b2 | 3 6r. | 4 5r. | 5 6b. | 6 5b. | 7 6g. | {highest} 5g."
        drawing = picture(load(lay(layout)))
        sizes.append(next(text.size for text in texts(drawing) if text.words == str(highest)))
    assert sizes[0] > sizes[1] > sizes[2]


# The end


def test_the_winner_is_marked():
    over = scoring("b0 3r.", "b1 3r.", "b1 b.", players=3, phase="over", turn=2, die=4, supply=[0, 0, 0])
    words = shown(picture(load(over)))  # colour 0: a sole element beside three, 3; colour 1: 3 + 2; colour 2: none
    assert "seat 1 wins" in words
    assert words[words.index("seat 1") + 1] == "winner"
    assert words[words.index("seat 0") + 1] == "2nd"
    assert words[words.index("seat 2") + 1] == "3rd"


def test_a_shared_victory_names_all_winners():
    over = scoring("b0 3r.", "b1 3r.", players=3, phase="over", turn=2, die=4, supply=[0, 0, 0])
    words = shown(picture(load(over)))
    assert "seats 0 and 1 win" in words
    assert words.count("winner") == 2


def test_r32_both_lose_to_a_second_colour():
    over = scoring("b0 3r.", "b1 3r.", "g2 5r.", players=2, phase="over", turn=1, die=4, supply=[0, 0, 7, 8])
    words = shown(picture(load(over)))  # 3 and 3 points against 5
    assert "a second colour wins" in words
    assert words.count("lost") == 2


def _board(env):
    """The words on the board, before the first stone of the legend and its name."""
    words = shown(picture(env))
    return words[: words.index("blue") - 1]


def _changes(env):
    """Number and state by the caption of each change."""
    words = shown(picture(env))
    captions = [w for w in words if w in ("change", "change 1", "change 2")]
    return {caption: tuple(words[words.index(caption) + 1 :][:2]) for caption in captions}
