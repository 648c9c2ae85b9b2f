"""The rulings R1–R46, where the rulebook leaves a question to the referee."""

import pytest

from cosmozoo.envs import urknall_v0
from tests.playing import legal, load, play, position

from .table import A, B, C, D, E, after_setup, body, each, lay, new_game, points, scoring, slot, state_of, stones

HOLE = "0 2b. g. | 1 g. 2r. | 2 5b. | 3 5b. | 4 5g. | 5 5g. | 6 5r. | 7 5r."
"""With a 6 bodies 0 and 1 make a black hole; with astronauts on 2 to 5 they are the smallest deserted ones."""
DONE = "0 2b. 2g. 2r. | 1 b1 b. | 2 5b. | 3 3b. | 4 5g. | 5 5g. | 6 5r. | 7 4r. | 8 r."
"""Body 0 is a black hole."""

ALL_RED = "0 r0 | 1 r1 | 2 g2 | 3 r. | 4 2r. g. | 5 r2 g. b. | 6 4r. | 7 5b. | 8 5b. g. | 9 5g. b. | 10 2r. 3g."
"""Layout C with red singles in slots 0 and 3."""


def change(layout, die, players=3, **more):
    """A table in the first change."""
    return load(lay(layout, players, phase="change", die=die, **more))


def sizes(table):
    """Sizes of the bodies by slot, 0 for empty slots."""
    return [sum(sum(row) for row in body.values()) if body else 0 for body in table["bodies"]]


def scored(*bodies):
    """Points of the marker colours."""
    return points(load(scoring(*bodies)))


# Setup


def test_r1_36_stones():
    assert sum(sizes(position(new_game()))) == 36


def test_r2_one_marker_less_with_four_players():
    assert position(new_game(2))["supply"] == [10, 10, 8, 8]
    assert position(new_game(3))["supply"] == [10, 10, 10, 0]
    assert position(new_game(4))["supply"] == [9, 9, 9, 9]
    assert position(new_game(4))["removed"] == [0, 0, 0, 0]


def test_r3_12_stones_of_each_colour():
    table = position(new_game())
    assert [sum(sum(b[c]) for b in table["bodies"] if b) for c in ("blue", "green", "red")] == [12, 12, 12]


def test_r4_chance_arranges_the_bodies():
    tables = [position(new_game(seed=seed))["bodies"] for seed in range(5)]
    assert all(one != other for i, one in enumerate(tables) for other in tables[:i])


def test_r5_seat_0_starts():
    env = new_game(3)
    assert position(env)["to_move"] == 0
    play(env, "place body 10", "place body 11", "place body 12")
    assert position(env)["turn"] == 0


def test_r6_second_colours_of_the_seats():
    env = load(lay(E, 2, phase="second", die=2, turn=0, supply=[7, 7, 7, 7], astronauts=(0, 1)))
    play(env, "second body 2", "mark blue")
    assert slot(env, 2) == "b3"  # seat 1
    env = load(lay(E, 2, phase="second", die=2, turn=1, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    play(env, "second body 2", "mark blue")
    assert slot(env, 2) == "b2"  # seat 0


# Travelling


def test_r7_astronauts_may_share_a_body_after_the_setup():
    env = new_game(3)
    play(env, "place body 10")
    assert "place body 10" not in legal(env)
    env = load(lay(A, astronauts=(0, 2, 2)))
    play(env, "travel body 2")
    assert position(env)["astronauts"] == [2, 2, 2]


def test_r8_marked_elements_count_for_travelling():
    # body 0 has red only as a marked element, the goal 1 too
    layout = "0 r1 | 1 r2 g. | 2 5g. | 3 6b. | 4 6b. | 5 5r. | 6 5r. | 7 6g."
    env = load(lay(layout, astronauts=(0, 2, 3)))
    assert legal(env) == each("travel body", [1, 5, 6])
    play(env, "travel body 1")
    assert legal(env) == {"mark green"}  # not only of the shared colour


def test_r8_own_markers_on_the_goal_are_no_obstacle():
    layout = A.replace("2 r. g. b1", "2 r. g0 b1")
    env = load(lay(layout, astronauts=(0, 2, 4)))
    assert legal(env) == each("travel body", [2, 9])


def test_r9_travelling_may_not_be_declined():
    env = load(lay(A, astronauts=(0, 2, 4)))
    assert not legal(env) & {"stay", "comet stay", "discard marker", "pass"}


def test_r10_no_matching_goal():
    # red lies elsewhere only marked, and the free bodies have other colours
    assert legal(load(lay(B))) == {"stay"}


def test_r11_the_change_follows_a_discarded_marker():
    layout = B.replace("0 r0 r. |", "0 r0 r1 |")
    env = load(lay(layout, die=6, astronauts=(0, 4, 5)))
    assert legal(env) == {"discard marker"}
    play(env, "discard marker")
    # deserted: 1 and 2 of three (sum 6), 3, 6, 7
    assert state_of(env) == ("change", 0, 1)
    assert legal(env) == {"combine body 1", "combine body 2"}
    assert position(env)["removed"][0] > 0


def test_r12_no_comet_is_forced():
    env = load(lay(B.replace("0 r0 r. |", "0 r0 r1 |"), unused=[0]))
    assert legal(env) == {"discard marker", *each("comet travel body", [4, 5, 6, 7])}
    play(env, "discard marker")
    assert position(env)["comets"][0]


def test_r12_the_comet_may_be_used_instead_of_a_forced_stay():
    env = load(lay(B, unused=[0]))
    assert {"stay", "comet travel body 4"} <= legal(env)
    play(env, "comet travel body 4")
    assert position(env)["comets"] == [False, False, False]
    assert position(env)["astronauts"][0] == 4
    assert legal(env) == {"mark blue"}


def test_r13_no_needless_comet():
    env = load(lay(A, astronauts=(0, 2, 4), unused=[0]))
    assert not legal(env) & {"comet travel body 2", "comet travel body 9"}
    assert "comet stay" not in legal(load(lay(B, unused=[0])))
    env = play(change(C, 4, unused=[0]), "comet combine", "combine body 3")
    assert not legal(env) & {"with body 4", "with body 5"}
    play(env, "with body 0")
    assert not position(env)["comets"][0]


def test_r13_what_is_allowed_without_the_comet_leaves_it_unused():
    env = load(lay(A, astronauts=(0, 2, 4), unused=[0]))
    play(env, "travel body 2")
    assert position(env)["comets"][0]
    env = play(change(C, 4, unused=[0]), "combine body 3", "with body 4")
    assert position(env)["comets"][0]


def test_r14_comet_stay_needs_a_free_element():
    env = load(lay(A, astronauts=(0, 2, 4), unused=[0]))
    assert "comet stay" in legal(env)
    play(env, "comet stay")
    assert not position(env)["comets"][0]
    assert position(env)["astronauts"][0] == 0
    assert legal(env) == {"mark red"}
    assert "comet stay" not in legal(load(lay(A.replace("0 r0 r.", "0 r0 r1"), astronauts=(0, 2, 4), unused=[0])))


# The comet in the change


def test_r15_comet_instead_of_combining_separating_or_nothing():
    assert "comet combine" in legal(change(C, 4, unused=[0]))  # combining is due
    assert {"comet combine", "separate body 4"} <= legal(change(D, 2, unused=[0]))  # separating is due
    assert legal(change(C, 3, unused=[0])) == {"comet combine", "pass"}  # nothing is due


def test_r15_the_comet_combination_replaces_the_change():
    env = play(change(D, 2, unused=[0]), "comet combine")
    assert legal(env) == each("combine body", [0, 1, 2])
    play(env, "combine body 0", "with body 2")
    assert slot(env, 0) == body("g0 g2")
    assert state_of(env) == ("travel", 1, 0)


def test_r15_only_sizes_bound_it():
    env = play(change(C, 4, unused=[0]), "comet combine", "combine body 4")
    assert legal(env) == each("with body", [0, 1, 2])  # 3 + 1 with astronauts, and no deserted body but 3


def test_r15_only_the_active_seats_comet():
    assert legal(change(C, 4, unused=[1, 2])) == {"combine body 3"}


def test_r16_no_comet_for_separating():
    # the smallest deserted body has one element, so nothing is separated with a 2
    env = change(C, 2, unused=[0])
    assert legal(env) == {"comet combine", "pass"}


def test_r17_comet_for_either_change():
    env = change(E, 5, 2, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1), unused=[0])
    assert "comet combine" in legal(env)
    play(env, "comet combine", "combine body 0", "with body 2")
    assert state_of(env) == ("change", 0, 2)  # the second one is still made, with 7 - 5 = 2
    assert legal(env) == each("separate body", range(4, 10))


def test_r17_comet_in_the_second_change_is_bound_by_its_number():
    layout = "0 g0 g. | 1 r1 | 2 b. | 3 b2 r. | 4 g3 g. b. | 5 6g. | 6 2g. 4r. | 7 5r. r. | 8 4b. | 9 5b."
    env = change(layout, 5, 2, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1), unused=[0])
    play(env, "combine body 2", "with body 8")
    assert state_of(env) == ("change", 0, 2)
    assert legal(env) >= each("separate body", [2, 4, 5, 6, 7, 9])
    assert "comet combine" not in legal(env)  # 2 + 1 > 2, and there is but one body of one element


def test_r17_one_comet_a_game():
    env = change(E, 5, 2, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1), unused=[0])
    play(env, "comet combine", "combine body 2", "with body 0")
    assert position(env)["comets"] == [False, False]
    assert "comet combine" not in legal(env)


def test_r18_all_astronauts_stand_on_the_united_body():
    env = change(C, 2, unused=[0], astronauts=(0, 1, 1))
    play(env, "comet combine", "combine body 1", "with body 0")
    assert slot(env, 0) == body("g0 r1")
    assert position(env)["astronauts"] == [0, 0, 0]
    assert slot(env, 1) is None


def test_r19_measured_after_travelling():
    # seat 0 leaves the single 0 and travels to the single 3: now 0 is deserted and 3 is not
    env = load(lay(ALL_RED, die=4))
    play(env, "travel body 3", "mark red")
    assert legal(env) == {"combine body 0"}


def test_r19_a_body_just_left_counts_only_if_nobody_else_is_there():
    env = load(lay(ALL_RED, die=4, astronauts=(0, 0, 2)))
    play(env, "travel body 3", "mark red")
    assert legal(env) == {"combine body 1"}


# Fewer deserted bodies: only with black holes, R20

FEW = "0 2b. 2g. 2r. | 1 2b. 2g. 2r. | 2 2b. 2g. 2r. | 3 2b. 2g. 2r. | 4 3b. | 5 b. 2g. | 6 2g. 2r. | 7 r. | 8 r."


def few(die, astronauts, layout=FEW):
    """A four-player table with four black holes in the change of seat 0."""
    return lay(layout, 4, phase="change", die=die, astronauts=astronauts, black_holes=True, supply=[0, 1, 1, 1])


def test_r20_one_deserted_body_is_separated_by_its_own_size():
    env = load(few(2, (4, 5, 7, 8)))
    assert legal(env) == {"separate body 6"}


def test_r20_one_deserted_body_is_not_combined():
    with pytest.raises(ValueError, match=r"^phase: "):
        load(few(6, (4, 5, 7, 8)))


def test_r20_no_deserted_body():
    layout = FEW.replace("7 r. | 8 r.", "7 2r.")
    for die in (1, 6):
        with pytest.raises(ValueError, match=r"^phase: "):
            load(few(die, (4, 5, 6, 7), layout))


def test_r21_the_two_smallest_fit_each_other():
    env = play(change(C, 4), "combine body 3")  # 1 + 3 = 4
    assert {"with body 4", "with body 5"} == legal(env)


def test_r22_the_mover_chooses_among_the_smallest():
    layout = "0 g0 | 1 r1 | 2 g2 | 3 b. | 4 2r. g. b. | 5 r. | 6 4r. | 7 5b. | 8 4b. g. | 9 4g. | 10 2g. 4r. "
    layout += "| 11 g. | 12 b. g."
    env = change(layout, 2)
    assert legal(env) == each("combine body", [3, 5, 11])
    play(env, "combine body 5")
    assert legal(env) == each("with body", [3, 11])
    env = play(change(layout, 3), "combine body 5")
    assert legal(env) == each("with body", [3, 11, 12])


@pytest.mark.parametrize("die", range(1, 7))
def test_r23_never_both(die):
    for layout in (C, D):
        try:
            env = change(layout, die)
        except ValueError:
            continue  # nothing is due
        kinds = {label.split()[0] for label in legal(env)}
        assert kinds in ({"combine"}, {"separate"})


def test_r24_neither_condition_nothing_happens():
    env = load(lay(C, phase="mark", die=2, astronauts=(3, 1, 2)))
    play(env, "mark blue")
    assert state_of(env) == ("travel", 1, 0)


def test_r24_changes_are_not_optional():
    assert legal(change(C, 4)) == {"combine body 3"}
    assert legal(change(C, 1)) == each("separate body", range(4, 11))


def test_r25_the_number_is_at_most_the_smallest_size():
    assert legal(change(D, 2)) == each("separate body", range(4, 10))  # smallest 2
    with pytest.raises(ValueError, match=r"^phase: "):
        change(D, 3)  # not below three
    with pytest.raises(ValueError, match=r"^phase: "):
        change(C, 2)  # smallest 1


def test_r26_both_parts_have_an_element():
    assert "separate body 3" in legal(change(D, 1))  # two: one and one
    assert "separate body 3" not in legal(change(D, 2))
    env = play(change(D, 2), "separate body 4")  # three: two and one
    play(env, "split blue free", "split blue free")
    assert (slot(env, 4), slot(env, 10)) == ("g0", "b. b.")


def test_r26_nothing_is_large_enough():
    table = {"players": 4, "phase": "change", "astronauts": (0, 1, 2, 3)}
    with pytest.raises(ValueError, match=r"^phase: "):  # all deserted bodies have one element
        load(lay("0 6b. | 1 6g. | 2 6r. | 3 3b. 3g.", die=1, fill=1, **table))
    pairs = "0 6b. | 1 6g. | 2 6r. | 3 2b. 2g. 2r."
    with pytest.raises(ValueError, match=r"^phase: "):  # all have two
        load(lay(pairs, die=2, fill=2, **table))
    assert legal(load(lay(pairs, die=1, fill=2, **table))) == each("separate body", range(4, 10))


def test_r27_six_elements_at_most():
    env = play(change(C, 6), "combine body 3")
    assert legal(env) == each("with body", [4, 5, 6, 7, 10])  # not with six


# The end


def test_r28_the_last_turn_has_its_change():
    env = load(lay(C, phase="mark", turn=2, die=4, supply=[0, 0, 1], astronauts=(0, 1, 4)))
    play(env, "mark red")
    # deserted: 2 (one), 3 (one): sum 2
    assert state_of(env) == ("change", 2, 1)
    play(env, "combine body 2", "with body 3")
    assert state_of(env) == ("over", 2, 0)


def test_r29_own_markers_end_the_game_and_second_ones_are_ignored():
    env = load(lay(E, 2, phase="change", turn=1, die=5, supply=[0, 0, 7, 7], astronauts=(0, 1)))
    play(env, "combine body 2", "with body 3")
    assert state_of(env) == ("over", 1, 0)
    assert position(env)["supply"] == [0, 0, 7, 7]


def test_r29_no_seat_is_skipped():
    env = load(lay(C, phase="change", turn=1, die=4, supply=[0, 0, 1], astronauts=(0, 1, 2)))
    play(env, "combine body 3", "with body 4")
    assert state_of(env) == ("travel", 2, 0)


# Two players: the second colour


def test_r30_second_marker_is_a_duty_and_bodies_with_astronauts_count():
    env = load(lay(E, 2, phase="second", die=2, astronauts=(0, 1)))
    assert legal(env) == each("second body", [0, 1, 2, 3])


def test_r30_omitted_where_no_body_fits():
    # free elements lie only on bodies of five and six; the change with a 3 does nothing (3 + 5 > 3)
    layout = "0 5b. | 1 5b. | 2 2b. 3g. | 3 6g. | 4 3g. 3r. | 5 6r. | 6 r0 r2 r3"
    table = lay(layout, 2, phase="mark", turn=1, die=3, astronauts=(0, 1))
    rolled = set()
    env = load(table)
    for seed in range(40):
        env.reset(seed=seed, options={"position": table})
        play(env, "mark blue")
        p = position(env)
        assert (p["phase"], p["to_move"]) == (("second", 1) if p["die"] >= 5 else ("travel", 0))
        assert not p["doubled"]
        rolled.add(p["die"])
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_r30_without_a_second_marker_there_is_one_change():
    env = change(E, 5, 2, supply=[6, 7, 7, 7], astronauts=(0, 1))
    play(env, "combine body 2", "with body 3")
    assert position(env)["turn"] == 1


def test_r30_omitted_without_a_marker_in_supply():
    layout = E.replace("5 6g.", "5 6g3").replace("7 5r.", "7 r3 4r.")  # eight markers of colour 3 lie there
    env = change(layout, 5, 2, turn=1, supply=[6, 6, 7, 0], astronauts=(0, 1))
    play(env, "combine body 2", "with body 3")
    assert state_of(env) == ("travel", 0, 0)
    assert not position(env)["doubled"]


def test_r31_the_roll_first_then_the_opposite_face():
    env = change(E, 5, 2, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1))
    play(env, "combine body 2", "with body 8")
    assert position(env)["change"] == 2
    assert "separate body 3" not in legal(env)  # N = 2
    assert "separate body 4" in legal(env)


def test_r31_the_second_change_is_due_though_the_first_is_skipped():
    # the smallest deserted bodies have 2 and 2 elements
    layout = E.replace("2 b. |", "2 b. r. |").replace("7 5r.", "7 4r.")
    env = load(lay(layout, 2, phase="mark", die=2, doubled=True, supply=[7, 7, 7, 7], astronauts=(0, 1)))
    play(env, "mark green")  # with a 2: separate; smallest are 2 and 2
    assert state_of(env) == ("change", 0, 1)
    env = load(lay(layout, 2, phase="mark", die=3, doubled=True, supply=[7, 7, 7, 7], astronauts=(0, 1)))
    play(env, "mark green")  # a 3 does nothing (3 < 2 + 2); then 7 - 3 = 4
    assert state_of(env) == ("change", 0, 2)
    assert legal(env) == each("combine body", [2, 3])


def ranks(*bodies, comets=()):
    """Ranks of a two-player game that is over with these bodies."""
    left = [8 - sum(text.count(f"{colour}{m}") for text in bodies for colour in "bgr") for m in (2, 3)]
    env = load(scoring(*bodies, players=2, phase="over", turn=1, supply=[0, 0, *left], unused=comets))
    return [env.infos[agent]["rank"] for agent in env.possible_agents]


def test_r32_a_second_colour_wins_only_if_strictly_ahead_of_both():
    assert ranks("b0 3r.", "b1 2r.", "g2 4b.") == [1, 1]  # 3, 2 against 4
    assert ranks("b0 3r.", "b1 2r.", "g2 3b.") == [0, 1]  # level with the better player
    assert ranks("b0 3r.", "b1 2r.", "g2 4b.", comets=[0]) == [0, 1]  # 3 + 1 for the comet
    assert ranks("b0 3r.", "b1 2r.", "g3 4b.", comets=[1]) == [1, 1]  # 3, 3 against 4


def test_r33_level_players_compare_second_colours():
    assert ranks("b0 3r.", "b1 3r.", "g2 2b.", "g3 b.") == [0, 1]
    assert ranks("b0 3r.", "b1 3r.", "g2 2b.", "g3 2b.") == [0, 0]


def test_r34_ties_are_shared_with_three_players():
    env = load(scoring("b0 3r.", "b1 3r.", "g2 2b.", players=3, phase="over", turn=2, supply=[0, 0, 0]))
    assert [env.infos[agent]["rank"] for agent in env.possible_agents] == [0, 0, 2]
    assert [env.rewards[agent] for agent in env.possible_agents] == [0.5, 0.5, -1]


# Scoring


def test_r35_majority_is_more_than_each_other():
    assert scored("g0 2g. b.") == [3, 0, 0, 0]  # one lone marker
    assert scored("r0 r0 r1 r2 r3 r.") == [6, 0, 0, 0]  # not more than half


def test_r36_without_majority_every_marker_scores():
    assert scored("r0 r0 r1 r1 r2 b.") == [2, 2, 1, 0]


def test_r37_a_sole_element_alone_scores_nothing():
    assert scored("b0", "g1", "r2 b.") == [0, 0, 1, 0]


# Black holes


def collapse(layout=HOLE, players=4, astronauts=(2, 3, 4, 5), **more):
    """Bodies 0 and 1 become a black hole."""
    env = change(layout, 6, players, astronauts=astronauts, black_holes=True, **more)
    return play(env, "combine body 0", "with body 1")


def test_r38_black_holes_arise_by_combining():
    assert position(collapse())["holes"] == [0]
    # without the variant nothing happens
    env = play(change(HOLE, 6, 4, astronauts=(2, 3, 4, 5)), "combine body 0", "with body 1")
    assert position(env)["holes"] == []
    assert position(env)["supply"] == [3, 4, 4, 4]


def test_r39_black_holes_are_neither_combined_nor_separated():
    env = change(DONE, 1, black_holes=True, astronauts=(2, 3, 4), unused=[0])
    assert legal(env) == each("separate body", [1, 5, 6, 7])
    env = change(DONE, 6, black_holes=True, astronauts=(2, 3, 4), unused=[0])
    play(env, "comet combine")
    assert "combine body 0" not in legal(env)


def test_r40_second_colours_count_among_the_markers_on_it():
    layout = HOLE.replace("0 2b. g.", "0 b2 b3 g.")
    env = collapse(layout, 2, (2, 3), supply=[3, 4, 7, 7])
    assert position(env)["supply"] == [2, 3, 7, 7]  # two markers lay there, so one is given back
    assert position(env)["removed"][2:] == [1, 1]
    layout = HOLE.replace("0 2b. g.", "0 b2 b. g.")
    assert position(collapse(layout, 2, (2, 3), supply=[3, 4, 7, 8]))["supply"] == [1, 2, 7, 8]


def test_r41_second_markers_are_not_given_back():
    env = collapse(HOLE, 2, (2, 3), supply=[3, 4, 8, 8])
    assert position(env)["supply"] == [1, 2, 8, 8]


def test_r42_no_second_marker_on_a_black_hole():
    env = load(lay(DONE, 2, phase="second", die=6, black_holes=True, astronauts=(2, 3), supply=[4, 4, 8, 8]))
    assert legal(env) == each("second body", range(1, 9))


def test_r43_return_after_a_black_hole():
    env = load(lay(DONE, black_holes=True, astronauts=(None, 3, 4), unused=[0]))
    assert legal(env) == each("place body", range(1, 9))
    play(env, "place body 3")
    assert position(env)["astronauts"] == [3, 3, 4]
    assert legal(env) == {"mark blue"}
    assert position(env)["comets"] == [True, False, False]


def test_r43_nothing_is_free_anywhere():
    # three black holes of six; all other elements are marked
    layout = "0 2b. 2g. 2r. | 1 2b. 2g. 2r. | 2 2b. 2g. 2r. | 3 2b. 2g. 2r. | 4 4b0 | 5 4g1 | 6 4r2"
    env = load(lay(layout, black_holes=True, astronauts=(None, 5, 6), die=3))
    assert legal(env) == {"discard marker"}
    play(env, "discard marker")
    assert position(env)["astronauts"][0] is None
    assert state_of(env) == ("travel", 1, 0)


def test_r44_the_own_astronaut_is_swallowed_too():
    env = change(HOLE, 6, 3, astronauts=(0, 1, 4), black_holes=True, unused=[0])
    play(env, "comet combine", "combine body 0", "with body 1")
    assert position(env)["astronauts"] == [None, None, 4]
    assert state_of(env) == ("travel", 1, 0)
    assert legal(env) == each("place body", range(2, 8))


def test_r45_the_second_change_is_made_if_the_game_goes_on():
    layout = HOLE.replace("0 2b. g.", "0 2b. g3")
    env = change(layout, 6, 2, astronauts=(2, 3), black_holes=True, doubled=True, supply=[3, 4, 8, 7])
    play(env, "combine body 0", "with body 1")
    assert state_of(env) == ("change", 0, 2)  # with a 1: separate
    assert legal(env) == each("separate body", range(4, 8))


def test_r46_the_chosen_elements_are_the_new_body():
    env = play(change(D, 2), "separate body 7", "split red free", "split red free")
    assert (slot(env, 7), slot(env, 10)) == (body("3b. r."), body("2r."))
    assert position(env)["bodies"][10] == stones("2r.")


def test_everything_else_is_refused_by_name():
    env = urknall_v0.env(num_players=3)
    env.reset(seed=0)
    with pytest.raises(ValueError, match="'pass' is not legal"):
        play(env, "pass")


def test_a_turn_goes_on_after_the_setup():
    env = after_setup(2)
    assert position(env)["phase"] in ("second", "travel")
    assert position(env)["die"] in range(1, 7)
