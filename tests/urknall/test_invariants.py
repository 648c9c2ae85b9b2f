"""Random games hold the invariants of the specification, recomputed from the position at each decision."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playing import legal, load, observe, play, position, view, walk

from .reference import ALLOWED, after, points, size
from .table import COLOURS, FIRST, new_game

games = st.tuples(st.integers(2, 4), st.booleans(), st.integers(0, 2**32 - 1))
some_games = settings(max_examples=20, deadline=None)


def start(game):
    """A new game of these players, variant and seed, and the random numbers to play it with."""
    players, black_holes, seed = game
    return new_game(players, seed, black_holes=black_holes), np.random.default_rng(seed)


def steps(game):
    """The position before and after each decision."""
    before = None
    for env in walk(*start(game)):
        now = position(env)
        if before:
            yield before, now
        before = now


def lying(table, marker):
    return sum(row[1 + marker] for body in table["bodies"] if body for row in body.values())


# Against the reference


@some_games
@given(games)
def test_legal_actions_are_those_that_the_position_allows(game):
    for env in walk(*start(game)):
        table = position(env)
        assert legal(env) == ALLOWED[table["phase"]](table), table


@some_games
@given(games)
def test_each_decision_does_what_the_rules_say(game):
    env, generator = start(game)
    while not any(env.terminations.values()):
        before = position(env)
        label = str(generator.choice(sorted(legal(env))))
        play(env, label)
        assert position(env) == after(before, label, position(env)["die"]), (before, label)


@some_games
@given(games)
def test_points_are_those_of_the_position(game):
    for env in walk(*start(game)):
        table = position(env)
        expected = points(table)
        for seat in range(game[0]):
            expected[seat] += table["comets"][seat]
        assert np.allclose(observe(env, 0)["points"] * 40, np.minimum(expected, 40), atol=1e-4)
    assert [env.infos[agent]["score"] for agent in env.possible_agents] == expected[: game[0]]


# Invariants


@some_games
@given(games)
def test_36_elements_in_bodies_of_at_most_6(game):
    for env in walk(*start(game)):
        table = position(env)
        bodies = [body for body in table["bodies"] if body]
        assert all(1 <= size(body) <= 6 for body in bodies)
        assert [sum(sum(body[colour]) for body in bodies) for colour in COLOURS] == [12, 12, 12]


@some_games
@given(games)
def test_markers_are_constant_and_go_one_way(game):
    for before, now in steps(game):
        for marker in range(4):
            total = now["supply"][marker] + now["removed"][marker] + lying(now, marker)
            assert total == FIRST[game[0]][marker]
            assert now["supply"][marker] <= before["supply"][marker]
            assert now["removed"][marker] >= before["removed"][marker]


@some_games
@given(games)
def test_markers_keep_their_colour_and_leave_only_by_black_holes(game):
    for before, now in steps(game):
        if before["holes"] != now["holes"]:
            continue
        for colour in COLOURS:
            for marker in range(4):
                counts = [sum(body[colour][1 + marker] for body in t["bodies"] if body) for t in (before, now)]
                assert counts == sorted(counts)


@some_games
@given(games)
def test_a_comet_never_comes_back(game):
    for before, now in steps(game):
        assert all(was >= still for was, still in zip(before["comets"], now["comets"], strict=True))
        assert sum(before["comets"]) - sum(now["comets"]) <= 1


@some_games
@given(st.tuples(st.integers(2, 4), st.just(False), st.integers(0, 2**32 - 1)))
def test_each_turn_takes_one_own_marker(game):
    at_start = 0
    for before, now in steps(game):
        if now["phase"] == "setup":
            continue
        if now["turn"] != before["turn"]:
            if before["turn"] is not None:
                assert now["supply"][before["turn"]] == at_start - 1
            at_start = now["supply"][now["turn"]]
        own = now["supply"][: game[0]]
        assert max(own) - min(own) <= 1
    assert now["turn"] == game[0] - 1


@some_games
@given(games)
def test_a_change_moves_the_number_of_bodies_by_one(game):
    for before, now in steps(game):
        difference = len([b for b in now["bodies"] if b]) - len([b for b in before["bodies"] if b])
        if before["phase"] == "partner":
            assert difference == -1
        elif before["phase"] == "split":
            assert difference in (0, 1)
        else:
            assert difference == 0


@some_games
@given(st.tuples(st.integers(2, 4), st.just(True), st.integers(0, 2**32 - 1)))
def test_elements_of_a_black_hole_never_change(game):
    for before, now in steps(game):
        assert set(before["holes"]) <= set(now["holes"])
        for slot in before["holes"]:
            assert now["bodies"][slot] == before["bodies"][slot]
            assert slot not in now["astronauts"]


@some_games
@given(games)
def test_the_seat_to_move_alone_has_a_mask(game):
    for env in walk(*start(game)):
        mover = position(env)["to_move"]
        masks = [env.observe(agent)["action_mask"].any() for agent in env.possible_agents]
        assert masks == [seat == mover for seat in range(game[0])]


@some_games
@given(games)
def test_observed_values_stay_within_0_and_1(game):
    for env in walk(*start(game)):
        for agent in env.possible_agents:
            values = env.observe(agent)["observation"]
            assert 0 <= values.min() <= values.max() <= 1


@some_games
@given(games, st.integers(0, 160))
def test_a_position_of_mid_game_goes_on_like_the_game(game, stop):
    """Up to the next roll, which a loaded position draws from its own seed."""
    env, generator = start(game)
    other = None
    for ply in range(400):
        if any(env.terminations.values()):
            break
        if ply == stop:
            other = load(position(env))
        label = str(generator.choice(sorted(legal(env))))
        play(env, label)
        if other:
            play(other, label)
            for key, value in position(env).items():
                rolled = key in ("die", "phase", "to_move") and env.unwrapped.position()["change"] == 0
                assert rolled or position(other)[key] == value
            if position(env)["change"] == 0:
                break


@some_games
@given(games, st.integers(0, 2**31 - 1))
def test_a_clone_goes_on_identically(game, seed):
    env, generator = start(game)
    for _ in range(int(np.random.default_rng(seed).integers(1, 90))):
        play(env, str(generator.choice(sorted(legal(env)))))
    copy = env.unwrapped.clone()
    while not any(env.terminations.values()):
        label = str(generator.choice(sorted(legal(env))))
        play(env, label)
        play(copy, label)
        assert position(copy) == position(env)
        assert [view(copy, seat) for seat in range(game[0])] == [view(env, seat) for seat in range(game[0])]
