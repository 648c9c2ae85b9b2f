"""The picture of the table: what stands where, what can be chosen, and that all of it can be read."""

import numpy as np
import pytest

from cosmozoo.envs.big_bang.pieces import PILES
from tests.pictures import assert_legible, choosable, parsed, places, shown
from tests.playing import legal, load, play, position

from .table import CELLS, NUCLEI, all_with, alone, lay, new_game, over

TABLES = [
    (2, {}),
    (2, {"sides": "fixed", "small": True, "gravity": True, "darkness": True, "time": True}),
    (2, {"mass": True, "time": True, "gravity": True}),
    (2, {"puzzle": "parallel", "gravity": True}),
    (1, {"puzzle": "light", "small": True}),
    (1, {"puzzle": "life", "time": True, "darkness": True}),
]
WINDOW, SEEN = 50, 3
"""Of so many decisions the pictures before the first few are looked at, so that all phases are seen."""
SEAT_0, SEAT_1 = "#e69f00", "#56b4e9"
"""Their colours."""


def picture(env, seat=None):
    """The drawing that this seat sees, with its legal actions if it is to move; None sees with those of any seat."""
    game = env.unwrapped
    may = position(env)["to_move"] is not None and seat in (None, position(env)["to_move"])
    return game.game.picture(position(env), seat, game.table, sorted(legal(env)) if may else ())


@pytest.fixture(scope="module", params=TABLES, ids=str)
def seen(request):
    """A game, half of the decisions by chance and half greedy: clones in several states, with the view of each seat
    and the one of all."""
    players, variants = request.param
    env = new_game(players, 4, **variants)
    generator = np.random.default_rng(4)
    states = []
    while not over(env):
        if env.states[0]["cycles"] % WINDOW < SEEN:
            states.append(env.clone())
        labels = sorted(legal(env) - {"pass"})
        chance = labels and generator.random() < 0.5
        env.step(env.action_from_label(str(generator.choice(labels))) if chance else env.greedy_action())
    states.append(env)
    return [(state, {seat: picture(state, seat) for seat in (*range(players), None)}) for state in states]


def test_every_word_can_be_read(seen):
    for number, (_, views) in enumerate(seen):
        assert_legible(list(views.values())[number % len(views)])


def test_every_legal_action_has_a_place_and_nothing_else(seen):
    phases = {position(env)["phase"] for env, _ in seen}
    assert {"turn", "direction", "over"} <= phases
    for env, views in seen:
        for seat in set(views) - {None}:
            assert choosable(views[seat]) == (legal(env) if seat == position(env)["to_move"] else set())


def test_resampling_changes_nothing_for_any_seat(seen):
    for env, views in seen[::4]:
        for seat in set(views) - {None}:
            other = env.resample(f"player_{seat}", seed=9)
            assert picture(other, seat).svg() == views[seat].svg()


def test_the_picture_follows_from_the_position_alone(seen):
    for env, views in seen[1::4]:
        if not over(env):
            assert picture(load(position(env))).svg() == views[None].svg()


# ---- Piles


@pytest.mark.parametrize("nucleus", NUCLEI)
def test_a_pile_holds_the_particles_of_its_nucleus(nucleus):
    protons, neutrons = NUCLEI[nucleus]
    assert sorted(PILES[nucleus]) == ["neutron"] * neutrons + ["proton"] * protons


def test_a_proton_is_on_top_but_on_h3_a_neutron():
    tops = {nucleus: pile[-1] for nucleus, pile in PILES.items()}
    assert {nucleus for nucleus, top in tops.items() if top == "neutron"} == {"n", "H3"}


def test_stacks_stand_with_their_names():
    words = shown(picture(load(lay("D4 H3, D7 ~H3, F2 He4, F9 ~He4")), 0))
    chart, cells, stacks = [*NUCLEI], ["H1", "H2", "H3"], ["H3", "~H3", "He4", "~He4"]  # cells of row H, too
    names = [word for word in words if word.removeprefix("~") in NUCLEI]
    assert sorted(names) == sorted(chart + cells + stacks)
    assert set(CELLS) <= set(words)
    assert {"A", "H", "9", "10", "11", "12"} <= set(words)


# ---- Seats


def seat_panels(drawing):
    """Colour of the edges of the panels that are marked as those of seats to move or that have won."""
    return [rect.get("stroke") for rect in parsed(drawing).iter("{http://www.w3.org/2000/svg}rect")
            if rect.get("stroke") in (SEAT_0, SEAT_1)]  # fmt: skip


def test_the_seat_to_move_is_marked():
    env = load(lay("D4 H2, D7 H2, A1 ~He4", to_move=0))
    assert seat_panels(picture(env, 1)) == [SEAT_0]
    assert "to move" in shown(picture(env, 1))


def test_kinds_are_open_until_they_are_chosen():
    env = new_game(2)
    assert shown(picture(env, 0)).count("kind not chosen") == 2
    play(env, "take antimatter")
    words = shown(picture(env, 0))
    assert "kind not chosen" not in words
    assert {"matter", "antimatter"} <= set(words)


def test_a_pass_on_the_table_is_told():
    text = "C3 He4, F8 He3, D1 n, A1 ~He4, H9 ~H3, A9 ~H1"
    told = shown(picture(load(lay(text, passes=1)), 0))
    assert "passed" in told
    assert "the other seat has passed: a pass now ends the game" in told
    assert "passed" not in shown(picture(load(lay(text)), 0))


def tokens(drawing):
    """Number of victory tokens that lie on their spaces: white discs of their size."""
    circles = parsed(drawing).iter("{http://www.w3.org/2000/svg}circle")
    return sum(circle.get("fill") == "#ffffff" and circle.get("r") == "29" for circle in circles)


def test_example_11_light_and_helium_are_taken_and_the_star_is_tied():
    env = load(lay("C3 He4, F8 He3, D1 n, A1 ~He4, H9 ~H3, A9 ~H1", passes=1))
    assert tokens(picture(env, 0)) == 2
    play(env, "pass")
    words = shown(picture(env, 0))
    assert words.count("rank 1, score 1") == 2
    assert "the game is over: a draw, 1 to 1" in " ".join(words)
    assert {"He4, 1 He3", "He4, 0 He3"} <= set(words)
    # light of seat 1: 84 particles but for 8 of matter and 8 of antimatter on the board
    assert "reserve: 68" in words
    assert "reserve: 0" in words


def test_r17_no_token_lies_beside_carbon_which_flashes():
    text = all_with("He4", "D5 D6 D7") + ", A1 ~He4, A3 ~He4, A5 ~He4"
    drawing = picture(load(lay(text, phase="over", carbon=0)), 0)
    assert tokens(drawing) == 0
    assert "the game is over: seat 0 wins with Carbon 3 to 0" in " ".join(shown(drawing))
    assert flashes(drawing) == 3
    assert seat_panels(drawing) == [SEAT_0]


def flashes(drawing):
    """Number of yellow bursts."""
    return sum(shape.get("fill") == "#ffe34d" for shape in parsed(drawing).iter("{http://www.w3.org/2000/svg}polygon"))


def test_mass_has_one_reserve_in_the_middle_and_no_light():
    words = shown(picture(load(lay("D2 n, H2 ~n", to_move=1, time=True, mass=True)), 0))
    assert "common reserve: 82" in words
    assert "light" not in words
    assert words.count("Helium") == words.count("star") == 2


@pytest.mark.parametrize(
    ("puzzle", "text", "name", "score"),
    [
        ("light", "D4 H2, D5 ~H2", "Universe of Light", "−4"),
        ("parallel", "D4 H2, D5 ~H2", "Parallel Universes", "−84"),  # R35, example 14
        ("parallel", "D4 H2, D6 ~H2", "Parallel Universes", "−80"),
        ("life", all_with("He4", "C5 C6 D7 E7 E6 D5") + ", A1 ~He4, A2 ~He4, A3 ~He4, A4 ~He4, H1 ~He4, H9 ~He4",
         "Universe of Life", "3"),  # example 15
    ],
)  # fmt: skip
def test_puzzles_show_the_running_score(puzzle, text, name, score):
    words = shown(picture(load(alone(text, puzzle)), 0))
    assert name in words
    assert words[words.index("score") + 1] == score
    assert not {"Helium", "star"} & set(words)


# ---- The half-made move


def test_directions_show_what_becomes_of_the_stacks():
    # He3 and n fuse to He4; He3 and its mirror annihilate
    env = load(lay("D4 He3, D7 n, D1 ~He3, H4 ~n"))
    assert "move D4" in choosable(picture(env, 0))
    play(env, "move D4")
    drawing = picture(env, 0)
    assert sorted(places(drawing)) == [["go E"], ["go W"]]
    waiting = shown(picture(env, 1))
    assert "seat 0 moves He3 from D4: which way?" in " ".join(waiting)
    assert {"light", "He4"} <= set(waiting)


def crowded():
    """Six piles of four particles around the one that is to move, each with a flag."""
    around = all_with("~He4", "D7 C6 C5 D5 E6 E7")
    return play(load(alone(f"D6 He4, {around}, {all_with('He4', 'A1 A3 A5 A7 A9')}", "life")), "move D6")


def test_flags_leave_the_names_of_high_piles_and_of_circles_free():
    drawing = picture(crowded(), 0)
    assert shown(drawing).count("light") == 6
    assert_legible(drawing)


def test_example_5_four_landings():
    env = play(load(lay("D4 H2, D7 H1, H2 ~He3", gravity=True)), "move D4", "go E")
    assert sorted(places(picture(env, 0))) == [["land D4"], ["land D5"], ["land D6"], ["land D7"]]
    assert "seat 0 fuses H2 and H1 to He3" in " ".join(shown(picture(env, 1)))


def test_a_stack_that_may_move_or_decay_is_one_place():
    env = load(lay("D4 H3, D6 H1, F3 n, A1 ~He4, A3 ~n", time=True, seat_0=(5, 5, 5, 5)))
    assert {"move D4", "decay D4"} <= legal(env)
    assert ["move D4", "decay D4"] in places(picture(env, 0))
    assert ["pass"] in places(picture(env, 0))
