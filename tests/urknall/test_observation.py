"""The observation: its layout, values derived by hand, and what it must never tell."""

import numpy as np
import pytest

from tests.playing import load, observe, play, position, view

from .table import PHASES, A, C, D, E, after_setup, lay, new_game, stones

LAYOUT = (
    (0, "bodies", (36, 15)), (540, "astronauts", (36, 4)), (684, "holes", (36,)), (720, "picked", (36,)),
    (756, "part", (15,)), (771, "off_board", (4,)), (775, "comets", (4,)), (779, "supply", (4,)),
    (783, "removed", (4,)), (787, "points", (4,)), (791, "die", (6,)), (797, "number", (6,)),
    (803, "doubled", (2,)), (805, "phase", (10,)), (815, "to_move", (4,)), (819, "turn", (4,)),
    (823, "comet_now", (1,)), (824, "players", (3,)), (827, "black_holes", (1,)), (828, "smallest", (2,)),
)  # fmt: skip
FOUR = "0 b0 b1 g2 | 1 r3 r. | 2 3b. | 3 3b. | 4 4b. | 5 5g. | 6 6g. | 7 5r. | 8 5r."
HOLES = "0 2b. 2g. 2r. | 1 b1 b. | 2 5b. | 3 3b. | 4 5g. | 5 5g. | 6 5r. | 7 4r. | 8 r."


def ones(segment):
    """The places of the ones in a segment of zeros and ones."""
    assert set(np.unique(segment)) <= {0, 1}
    places = np.argwhere(segment).tolist()
    return [place[0] if len(place) == 1 else tuple(place) for place in places]


def times(segment, scale):
    """A scaled segment in its own unit."""
    return np.round(np.asarray(segment, float) * scale, 4).tolist()


def rows(env, seat, slot):
    """A body as a seat sees it: blue, green and red, each free, own, next, third, fourth."""
    return np.reshape(times(observe(env, seat)["bodies"][slot], 6), (3, 5)).tolist()


# Layout


def test_segments_lie_as_in_the_specification():
    layout = new_game().unwrapped.layout
    assert tuple((segment.offset, segment.name, tuple(segment.shape)) for segment in layout) == LAYOUT
    assert sum(int(np.prod(shape)) for _, _, shape in LAYOUT) == 830
    assert all(segment.meaning for segment in layout)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("black_holes", [False, True])
def test_sizes_are_the_same_for_all_tables(players, black_holes):
    env = new_game(players, black_holes=black_holes)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert (seen["observation"].shape, seen["observation"].dtype) == ((830,), np.float32)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((275,), np.int8)
        assert seen["action_mask"].any() == (seat == 0)
        assert observe(env, seat)["black_holes"] == black_holes
        assert ones(observe(env, seat)["players"]) == [players - 2]


# Bodies and their owners


def test_bodies_by_colour_and_owner_with_four_players():
    env = load(lay(FOUR, 4, astronauts=(0, 1, 2, 3)))
    nothing = [0, 0, 0, 0, 0]
    # seat 0 counts the marker colours 0, 1, 2, 3; seat 1 counts 1, 2, 3, 0; seat 3 counts 3, 0, 1, 2
    assert rows(env, 0, 0) == [[0, 1, 1, 0, 0], [0, 0, 0, 1, 0], nothing]
    assert rows(env, 1, 0) == [[0, 1, 0, 0, 1], [0, 0, 1, 0, 0], nothing]
    assert rows(env, 3, 0) == [[0, 0, 1, 1, 0], [0, 0, 0, 0, 1], nothing]
    assert rows(env, 3, 1) == [nothing, nothing, [1, 1, 0, 0, 0]]
    assert rows(env, 2, 6) == [nothing, [6, 0, 0, 0, 0], nothing]
    assert not observe(env, 0)["bodies"][9:].any()


def test_owners_with_three_players():
    env = load(lay(C, phase="change", die=4))
    assert rows(env, 0, 5) == [[1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 1, 0]]  # r2 is the third of seat 0
    assert rows(env, 1, 5)[2] == [0, 0, 1, 0, 0]
    assert rows(env, 2, 5)[2] == [0, 1, 0, 0, 0]
    assert rows(env, 1, 0)[1] == [0, 0, 0, 1, 0]  # g0 is the third of seat 1


def test_owners_with_two_players():
    env = load(lay(E, 2, phase="second", die=2, astronauts=(0, 1)))
    assert rows(env, 0, 3) == [[0, 0, 0, 1, 0], [0] * 5, [1, 0, 0, 0, 0]]  # b2: own second colour of seat 0
    assert rows(env, 1, 3)[0] == [0, 0, 0, 0, 1]
    assert rows(env, 0, 4)[1] == [1, 0, 0, 0, 1]  # g3: second colour of seat 1
    assert rows(env, 1, 4)[1] == [1, 0, 0, 1, 0]
    assert rows(env, 1, 1)[2] == [1, 1, 0, 0, 0]  # r1


def test_astronauts_are_counted_from_the_observer():
    env = load(lay(FOUR, 4, astronauts=(0, 1, 2, 2)))
    assert ones(observe(env, 0)["astronauts"]) == [(0, 0), (1, 1), (2, 2), (2, 3)]
    assert ones(observe(env, 3)["astronauts"]) == [(0, 1), (1, 2), (2, 0), (2, 3)]
    assert ones(observe(env, 0)["off_board"]) == []


def test_holes_and_astronauts_off_the_board():
    env = load(lay(HOLES, black_holes=True, astronauts=(None, 3, None)))
    assert ones(observe(env, 0)["holes"]) == [0]
    assert ones(observe(env, 0)["off_board"]) == [0, 2]
    assert ones(observe(env, 1)["off_board"]) == [1, 2]
    assert ones(observe(env, 1)["astronauts"]) == [(3, 0)]
    assert rows(env, 0, 0) == [[2, 0, 0, 0, 0]] * 3
    assert observe(env, 0)["black_holes"] == [1]


def test_setup_astronauts_are_off_the_board():
    env = play(new_game(3), "place body 15")
    assert ones(observe(env, 1)["off_board"]) == [0, 1]
    assert ones(observe(env, 0)["astronauts"]) == [(15, 0)]


# The choice so far


def test_picked_and_part():
    env = load(lay(D, phase="split", die=2, picked=5, part=stones("g.")))
    seen = observe(env, 0)
    assert ones(seen["picked"]) == [5]
    assert times(seen["part"], 2) == [0] * 5 + [1, 0, 0, 0, 0] + [0] * 5
    assert ones(observe(load(lay(C, phase="change", die=4)), 0)["picked"]) == []


def test_part_by_owner():
    layout = D.replace("5 2r. 3g.", "5 2r1 g. g. g.")
    env = load(lay(layout, phase="split", die=2, picked=5, part=stones("r1")))
    assert times(observe(env, 0)["part"], 2) == [0] * 10 + [0, 0, 1, 0, 0]
    assert times(observe(env, 1)["part"], 2) == [0] * 10 + [0, 1, 0, 0, 0]


def test_comet_now():
    env = load(lay(C, phase="comet", die=4, comet_now=True))
    assert observe(env, 1)["comet_now"] == [1]
    assert observe(load(lay(C, phase="change", die=4)), 1)["comet_now"] == [0]


# Seats and marker colours


def test_comets_supply_and_removed():
    env = load(lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4), unused=[1]))
    # layout A: one marker of colour 0 lies, two of 1, three of 2; each began with 10
    assert ones(observe(env, 0)["comets"]) == [1]
    assert ones(observe(env, 2)["comets"]) == [2]
    assert times(observe(env, 0)["supply"], 10) == [5, 5, 5, 0]
    assert times(observe(env, 0)["removed"], 10) == [4, 3, 2, 0]
    assert times(observe(env, 1)["removed"], 10) == [3, 2, 4, 0]


def test_supply_of_second_colours():
    layout = E.replace("9 5b.", "9 3b. 2b2")  # three markers of colour 2 lie there
    env = load(lay(layout, 2, turn=1, supply=[6, 7, 5, 7], astronauts=(0, 1)))
    assert times(observe(env, 0)["supply"], 10) == [6, 7, 5, 7]
    assert times(observe(env, 1)["supply"], 10) == [7, 6, 7, 5]


def test_points_if_scored_now():
    # body 0: b0 and b1 are a pair (2 each), g2 is sole on three (2); body 1: r3 and a free one are a pair (2)
    env = load(lay(FOUR, 4, astronauts=(0, 1, 2, 3), unused=[1]))
    assert times(observe(env, 0)["points"], 40) == [2, 3, 2, 2]  # the comet of seat 1 adds a point
    assert times(observe(env, 2)["points"], 40) == [2, 2, 2, 3]


def test_points_of_second_colours_have_no_comet():
    env = load(lay(E, 2, phase="second", die=2, astronauts=(0, 1), unused=[0, 1]))
    # g0 in a pair 2, r1 in a pair 2, b2 sole on two 1, g3 in a pair of a body of three 2
    assert times(observe(env, 0)["points"], 40) == [3, 3, 1, 2]
    assert times(observe(env, 1)["points"], 40) == [3, 3, 2, 1]


def test_points_are_clipped_at_40():
    sole = "4r. b0 g0"  # two sole elements at 5 points each
    nine = f"0 {sole} | 1 {sole} | 2 4b. g0 r0 | 3 4b. g0 r0 | 4 4g. b0 r. | 5 4g. b. r."
    env = load(lay(nine, 4, phase="over", turn=3, astronauts=(0, 1, 2, 3), unused=[0]))
    assert env.infos["player_0"]["score"] == 46  # 9 × 5 + 1
    assert times(observe(env, 0)["points"], 40)[0] == 40


# The turn


def test_die_number_and_doubled():
    env = load(lay(E, 2, phase="change", die=5, doubled=True, astronauts=(0, 1)))
    seen = observe(env, 1)
    assert (ones(seen["die"]), ones(seen["number"]), ones(seen["doubled"])) == ([4], [4], [0])
    play(env, "combine body 2", "with body 3")
    seen = observe(env, 1)
    assert (ones(seen["die"]), ones(seen["number"]), ones(seen["doubled"])) == ([4], [1], [0, 1])


def test_no_number_outside_a_change():
    env = load(lay(A, die=6, astronauts=(0, 2, 4)))
    seen = observe(env, 0)
    assert (ones(seen["die"]), ones(seen["number"]), ones(seen["doubled"])) == ([5], [], [])


def test_setup_has_no_die_and_no_turn():
    seen = observe(new_game(3), 1)
    assert (ones(seen["die"]), ones(seen["turn"]), ones(seen["to_move"])) == ([], [], [2])
    assert ones(seen["phase"]) == [0]


def test_to_move_and_turn():
    env = load(lay(E, 2, phase="second", die=2, turn=1, supply=[6, 7, 7, 7], astronauts=(0, 1)))
    assert (ones(observe(env, 0)["to_move"]), ones(observe(env, 0)["turn"])) == ([0], [1])
    assert (ones(observe(env, 1)["to_move"]), ones(observe(env, 1)["turn"])) == ([1], [0])
    env = load(lay(FOUR, 4, turn=2, astronauts=(0, 1, 2, 3)))
    assert [ones(observe(env, seat)["turn"]) for seat in range(4)] == [[2], [1], [0], [3]]


@pytest.mark.parametrize(
    ("table", "phase"),
    [
        (lay(A, astronauts=(0, 2, 4)), "travel"),
        (lay(A, phase="mark", astronauts=(0, 2, 4)), "mark"),
        (lay(C, phase="change", die=4), "change"),
        (lay(C, phase="comet", die=4, comet_now=True), "comet"),
        (lay(C, phase="partner", die=4, picked=3), "partner"),
        (lay(D, phase="split", die=2, picked=5, part=stones("")), "split"),
        (lay(E, 2, phase="second", die=2, astronauts=(0, 1)), "second"),
        (lay(E, 2, phase="second_mark", die=2, picked=2, astronauts=(0, 1)), "second_mark"),
        (lay(FOUR, 4, phase="over", turn=3, astronauts=(0, 1, 2, 3)), "over"),
    ],
)
def test_phase(table, phase):
    seen = observe(load(table), 1)
    assert ones(seen["phase"]) == [PHASES.index(phase)]
    assert bool(ones(seen["to_move"])) == (phase != "over")
    assert ones(seen["turn"])


def test_smallest():
    assert times(observe(load(lay(C, phase="change", die=4)), 0)["smallest"], 6) == [1, 3]
    assert times(observe(load(lay(D, phase="change", die=6)), 0)["smallest"], 6) == [2, 3]
    assert times(observe(new_game(), 0)["smallest"], 6) == [1, 1]
    one = "0 2b. 2g. 2r. | 1 2b. 2g. 2r. | 2 2b. 2g. 2r. | 3 2b. 2g. 2r. | 4 4b. | 5 4g. | 6 4r."
    env = load(lay(one, black_holes=True, astronauts=(4, 5, 5)))
    assert times(observe(env, 0)["smallest"], 6) == [4, 0]
    env = load(lay(one, black_holes=True, astronauts=(4, 5, 6)))
    assert times(observe(env, 0)["smallest"], 6) == [0, 0]


# What must not be told


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hints_at_a_roll_to_come(players):
    env = after_setup(players)
    generator = np.random.default_rng(0)
    for seed in range(30):
        other = env.unwrapped.resample("player_0", seed=seed)
        assert position(other) == position(env)
        for seat in range(players):
            assert view(other, seat) == view(env, seat)
            assert observe(other, seat).keys() == observe(env, seat).keys()
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(generator.choice(np.flatnonzero(mask))))


def test_resampling_changes_the_rolls():
    env = load(lay(FOUR, 4, turn=3, phase="mark", die=3, astronauts=(0, 1, 2, 3)))
    found = set()
    for seed in range(40):
        other = play(env.unwrapped.resample("player_3", seed=seed), "mark blue")
        while position(other)["phase"] != "travel":
            mask = other.observe(other.agent_selection)["action_mask"]
            other.step(int(np.flatnonzero(mask)[0]))
        found.add(position(other)["die"])
    assert found == {1, 2, 3, 4, 5, 6}
