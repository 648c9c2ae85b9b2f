"""The worked examples 1 to 20 of the specification; printed ones stand in the rulebook."""

import pytest

from tests.playing import legal, load, play, position

from .table import A, B, C, D, E, body, each, lay, points, scoring, slot, state_of, stones

LAYOUT_A = lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4))
LAYOUT_B = lay(B, supply=[5, 5, 5], die=3)


def layout_c(die, **more):
    return load(lay(C, phase="change", die=die, supply=[5, 6, 6], **more))


def layout_d(die, **more):
    return load(lay(D, phase="change", die=die, supply=[5, 6, 6], **more))


# Travelling


def test_printed_example_1_travel_to_a_shared_colour():
    env = load(LAYOUT_A)
    assert legal(env) == {"travel body 2", "travel body 9"}
    play(env, "travel body 2")
    assert legal(env) == {"mark green", "mark red"}


def test_example_2_comet_travel_and_comet_stay():
    env = load(lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4), unused=[0]))
    others = each("comet travel body", [1, 5, 6, 7, 8])
    assert legal(env) == {"travel body 2", "travel body 9", "comet stay", *others}


def test_example_3_forced_stay():
    env = load(LAYOUT_B)
    assert legal(env) == {"stay"}
    play(env, "stay")
    assert legal(env) == {"mark red"}
    play(env, "mark red")
    assert position(env)["supply"] == [4, 5, 5, 0]
    assert state_of(env) == ("travel", 1, 0)
    assert slot(env, 0) == body("r0 r0")


def test_example_3_with_comet():
    env = load(lay(B, supply=[5, 5, 5], die=3, unused=[0]))
    assert legal(env) == {"stay", *each("comet travel body", [4, 5, 6, 7])}


def test_example_4_nothing_free():
    before = lay(B.replace("r0 r. |", "r0 r1 |"), supply=[5, 5, 5], die=3)
    env = load(before)
    assert legal(env) == {"discard marker"}
    play(env, "discard marker")
    after = position(env)
    assert after["supply"] == [4, 5, 5, 0]
    assert after["removed"][0] == before["removed"][0] + 1
    assert state_of(env) == ("travel", 1, 0)


# Changing


def test_printed_example_5_sum_of_1_and_3():
    env = layout_c(4)
    assert legal(env) == {"combine body 3"}
    play(env, "combine body 3")
    assert legal(env) == each("with body", [4, 5])
    play(env, "with body 5")
    assert slot(env, 3) == body("2b. r2 g.")
    assert slot(env, 5) is None


def test_example_5_die_3_skips_the_change():
    env = load(lay(C, phase="mark", die=3, supply=[5, 5, 5], astronauts=(3, 1, 2)))
    play(env, "mark blue")
    assert state_of(env) == ("travel", 1, 0)


@pytest.mark.parametrize(("die", "partners"), [(5, [4, 5, 6]), (6, [4, 5, 6, 7, 10])])
def test_example_5_partners(die, partners):
    env = play(layout_c(die), "combine body 3")
    assert legal(env) == each("with body", partners)


def test_example_6_separate():
    assert legal(layout_c(1)) == each("separate body", range(4, 11))
    env = play(layout_c(1), "separate body 5")
    assert legal(env) == {"split blue free", "split green free", "split red third"}
    play(env, "split red third")
    assert slot(env, 5) == body("g. b.")
    assert slot(env, 11) == body("r2")


def test_example_6_die_2_skips_the_change():
    with pytest.raises(ValueError, match=r"^phase: "):
        layout_c(2)


def test_example_7_comet_combination():
    env = layout_c(4, unused=[0])
    assert legal(env) == {"combine body 3", "comet combine"}
    play(env, "comet combine")
    assert legal(env) == each("combine body", range(6))
    play(env, "combine body 3")
    assert legal(env) == each("with body", [0, 1, 2])


def test_example_7_pass():
    assert legal(layout_c(3, unused=[0])) == {"comet combine", "pass"}


def test_example_8_comet_with_astronauts():
    env = play(layout_c(2, unused=[0]), "comet combine", "combine body 2", "with body 1")
    after = position(env)
    assert slot(env, 1) == body("r1 g2")
    assert after["astronauts"] == [0, 1, 1]
    assert after["comets"] == [False] * 3
    assert state_of(env) == ("travel", 1, 0)


def test_printed_example_9_two_and_three_make_five():
    env = layout_d(6)
    assert legal(env) == {"combine body 3"}
    play(env, "combine body 3")
    assert legal(env) == {"with body 4"}
    play(env, "with body 4")
    assert slot(env, 3) == body("b1 2b. r. g0")
    with pytest.raises(ValueError, match=r"^phase: "):
        layout_d(4)


def test_printed_example_10_two_from_five():
    env = layout_d(2)
    assert legal(env) == each("separate body", range(4, 10))
    play(env, "separate body 5", "split green free", "split red free")
    assert slot(env, 5) == body("r. 2g.")
    assert slot(env, 10) == body("r. g.")
    assert legal(layout_d(2, unused=[0])) == {*each("separate body", range(4, 10)), "comet combine"}


def test_printed_example_11_one_from_six():
    env = play(layout_d(1), "separate body 6", "split blue free")
    assert slot(env, 6) == body("5b.")
    assert slot(env, 10) == body("b.")


# Two players


def test_example_12_second_marker():
    env = load(lay(E, 2, phase="second", die=2, supply=[7, 7, 7, 7], astronauts=(0, 1)))
    assert position(env)["to_move"] == 1
    assert legal(env) == each("second body", range(4))
    play(env, "second body 3")
    assert legal(env) == {"mark red"}
    play(env, "mark red")
    after = position(env)
    assert (after["phase"], after["to_move"], after["doubled"]) == ("travel", 0, True)
    assert after["supply"] == [7, 7, 7, 6]
    assert slot(env, 3) == body("b2 r3")


def test_printed_example_13_five_then_two():
    env = load(lay(E, 2, phase="change", die=5, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    play(env, "combine body 2")
    assert legal(env) == each("with body", [3, 4, 8])
    play(env, "with body 3")
    assert state_of(env) == ("change", 0, 2)
    assert legal(env) == each("separate body", [2, 4, 5, 6, 7, 8, 9])
    play(env, "separate body 2", "split blue third", "split red free")
    assert slot(env, 2) == body("b.")
    assert slot(env, 3) == body("b2 r.")
    assert position(env)["turn"] == 1


def test_example_13_not_doubled():
    env = load(lay(E, 2, phase="change", die=5, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    play(env, "combine body 2", "with body 3")
    assert position(env)["turn"] == 1


# Scoring


def scores(*bodies, **more):
    return points(load(scoring(*bodies, **more)))


def test_printed_example_14_page_8():
    assert scores("b0 g1 g2 r3 r3 r1", "r2 r0 r.") == [6, 2, 3, 3]


def test_printed_example_15_split_off_a_partner():
    before = "0 g0 g1 3r. b. | 1 4b. | 2 4b. | 3 3b. | 4 4r. | 5 5r. | 6 5g. | 7 5g."
    env = load(lay(before, 4, phase="change", die=1, astronauts=(4, 5, 6, 7), turn=2))
    assert points(env)[:2] == [2, 2]
    play(env, "separate body 0", "split green fourth")  # marker colour 1 is the fourth of seat 2
    assert slot(env, 0) == body("g0 3r. b.")
    assert slot(env, 8) == body("g1")
    assert points(env)[:2] == [4, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r0 2b. 2g.", [4, 0, 0, 0]),
        ("r0 r1 b.", [2, 2, 0, 0]),
        ("r3 r3 r0 r.", [0, 0, 0, 4]),
        ("r3 r3 r0 r0", [2, 0, 0, 2]),
    ],
)
def test_printed_example_16_overview(text, expected):
    assert scores(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r0 r0 r1 r1 r2 b.", [2, 2, 1, 0]),
        ("g0 2g. b.", [3, 0, 0, 0]),
        ("b1 b1", [0, 4, 0, 0]),
        ("b2", [0, 0, 0, 0]),
    ],
)
def test_example_17_more_bodies(text, expected):
    assert scores(text) == expected


# Black holes

TO_BE_HOLE = {
    0: "0 2b. g. | 1 g. 2r.",
    1: "0 b0 b. g. | 1 g. 2r.",
    2: "0 b0 b. g. | 1 g. r1 r.",
}
REST = "| 2 5b. | 3 5b. | 4 5g. | 5 5g. | 6 5r. | 7 5r."


def hole(lying, players, turn, supply, astronauts=(2, 3, 4, 5), doubled=False, die=6, layout=None):
    """A table at which bodies 0 and 1 have just become a black hole on which so many markers lay."""
    layout = (layout or TO_BE_HOLE[lying]) + REST
    env = load(
        lay(layout, players, phase="change", die=die, turn=turn, supply=supply, astronauts=astronauts,
            black_holes=True, doubled=doubled)
    )  # fmt: skip
    return play(env, "combine body 0", "with body 1")


@pytest.mark.parametrize(
    ("players", "turn", "lying", "before", "after", "then"),
    [
        (4, 1, 1, [3, 3, 4, 4], [1, 1, 2, 2], ("travel", 2, 0)),
        (4, 1, 2, [3, 3, 4, 4], [2, 2, 3, 3], ("travel", 2, 0)),
        (4, 1, 0, [1, 1, 2, 2], [0, 0, 0, 0], ("over", 1, 0)),
        (4, 1, 2, [1, 1, 2, 2], [0, 0, 1, 1], ("travel", 2, 0)),
        (3, 0, 0, [2, 3, 3], [1, 2, 2, 0], ("travel", 1, 0)),
    ],
)
def test_example_18_markers_given_back(players, turn, lying, before, after, then):
    env = hole(lying, players, turn, before)
    p = position(env)
    assert p["supply"] == after
    assert state_of(env) == then
    assert p["holes"] == [0]
    assert p["bodies"][0] == stones("2b. 2g. 2r.")


@pytest.mark.parametrize("doubled", [False, True])
def test_example_19_two_players_over_at_once(doubled):
    layout = "0 b3 b. g. | 1 g. r1 r."
    env = hole(2, 2, 0, [0, 1, 8, 7], (2, 3), doubled=doubled, layout=layout)
    assert state_of(env) == ("over", 0, 0)
    p = position(env)
    assert (p["supply"], p["doubled"], p["to_move"]) == ([0, 0, 8, 7], False, None)
    assert p["removed"] == [10, 10, 0, 1]


@pytest.mark.parametrize(
    ("bodies", "scored", "ranks"),
    [
        # marker colours 0 to 3: 3, 5, 5, 2
        (("b0 3r.", "b1 5r.", "g2 5b.", "g3 2b."), [3, 5, 5, 2], [1, 0]),
        (("b0 3r.", "b1 5r.", "g2 g2 g2 g2 g2 g2", "g3 2b."), [3, 5, 6, 2], [1, 1]),
        (("b0 4r.", "b1 4r.", "g2 b.", "g3 2b."), [4, 4, 1, 2], [1, 0]),
    ],
)
def test_example_20_two_player_ranks(bodies, scored, ranks):
    left = [8 - sum(text.count(colour + str(m)) for text in bodies for colour in "bgr") for m in (2, 3)]
    env = load(scoring(*bodies, players=2, phase="over", turn=1, supply=[0, 0, *left]))
    assert points(env) == scored
    assert [env.infos[agent]["score"] for agent in env.possible_agents] == scored[:2]
    assert [env.infos[agent]["rank"] for agent in env.possible_agents] == ranks
