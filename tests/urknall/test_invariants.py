"""Random games hold the invariants of the specification, recomputed from the position at each decision."""

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from .table import COLOURS, FIRST, each, legal, load, new_game, observe, play, position, view

games = st.tuples(st.integers(2, 4), st.booleans(), st.integers(0, 2**32 - 1))
some_games = settings(max_examples=20, deadline=None)


def start(game):
    """A new game of these players, variant and seed, and the random numbers to play it with."""
    players, black_holes, seed = game
    return new_game(players, seed, black_holes=black_holes), np.random.default_rng(seed)


def walk(game):
    """The environment before each decision of a random game, and at its end."""
    env, generator = start(game)
    while not any(env.terminations.values()):
        yield env
        play(env, str(generator.choice(sorted(legal(env)))))
    yield env


def steps(game):
    """The position before and after each decision."""
    before = None
    for env in walk(game):
        after = position(env)
        if before:
            yield before, after
        before = after


def size(body):
    return sum(map(sum, body.values())) if body else 0


def lying(table, marker):
    return sum(row[1 + marker] for body in table["bodies"] if body for row in body.values())


# What the rules allow, worked out from a position alone


def number(table):
    return table["die"] if table["change"] == 1 else 7 - table["die"]


def living(table):
    return {b: body for b, body in enumerate(table["bodies"]) if body and b not in table["holes"]}


def goals(table):
    """Bodies on which something can still be marked."""
    return {b: body for b, body in living(table).items() if any(row[0] for row in body.values())}


def colours(body):
    return {colour for colour in COLOURS if sum(body[colour])}


def deserted(table):
    return {b: size(body) for b, body in living(table).items() if b not in table["astronauts"]}


def must_combine(table):
    sizes = sorted(deserted(table).values())
    return len(sizes) >= 2 and number(table) >= sum(sizes[:2])


def ordinary_pairs(table):
    found = deserted(table)
    if not must_combine(table):
        return set()
    return {
        (a, b)
        for a, b in permutations(found, 2)
        if min(found[a], found[b]) == min(found.values()) and found[a] + found[b] <= number(table)
    }


def comet_pairs(table):
    bodies = living(table)
    pairs = {(a, b) for a, b in permutations(bodies, 2) if size(bodies[a]) + size(bodies[b]) <= number(table)}
    return pairs - ordinary_pairs(table)


def separable(table):
    found, n = deserted(table), number(table)
    if must_combine(table) or not found or n > 2 or n > min(found.values()):
        return set()
    return {b for b, count in found.items() if count >= n + 1}


def markable(body):
    return {f"mark {colour}" for colour in COLOURS if body[colour][0]}


def setup(table):
    return each("place body", [b for b in goals(table) if size(table["bodies"][b]) == 1])


def second(table):
    return each("second body", [b for b, body in goals(table).items() if size(body) <= table["die"]])


def travel(table):
    seat, possible = table["turn"], goals(table)
    here = table["astronauts"][seat]
    if here is None:
        return each("place body", possible) or {"discard marker"}
    matching = {b for b, body in possible.items() if b != here and colours(body) & colours(table["bodies"][here])}
    labels = each("travel body", matching)
    if not matching:
        labels = {"stay"} if here in possible else {"discard marker"}
    if table["comets"][seat]:
        labels |= each("comet travel body", set(possible) - matching - {here})
        if here in possible and matching:
            labels |= {"comet stay"}
    return labels


def change(table):
    found = deserted(table)
    small = [a for a, _ in ordinary_pairs(table) if found[a] == min(found.values())]
    labels = each("combine body", small) | each("separate body", separable(table))
    if table["comets"][table["turn"]] and comet_pairs(table):
        labels |= {"comet combine"} | (set() if labels else {"pass"})
    return labels


def partner(table):
    pairs = comet_pairs(table) if table["comet_now"] else ordinary_pairs(table)
    return each("with body", [b for a, b in pairs if a == table["picked"]])


def split(table):
    s, n = table["turn"], table["players"]
    order = [s, 1 - s, 2 + s, 3 - s] if n == 2 else [(s + r) % n for r in range(n)] + [3] * (n == 3)
    words = ("free", "own", "next", "third", "fourth")
    body, part = table["bodies"][table["picked"]], table["part"]
    return {
        f"split {colour} {word}"
        for colour in COLOURS
        for word, column in zip(words, [0, *(1 + m for m in order)], strict=True)
        if body[colour][column] > part[colour][column]
    }


ALLOWED = {
    "setup": setup,
    "second": second,
    "second_mark": lambda table: markable(table["bodies"][table["picked"]]),
    "travel": travel,
    "mark": lambda table: markable(table["bodies"][table["astronauts"][table["turn"]]]),
    "change": change,
    "comet": lambda table: each("combine body", [a for a, _ in comet_pairs(table)]),
    "partner": partner,
    "split": split,
    "over": lambda table: set(),
}


def points(table):
    """Points of the marker colours, straight from the rulebook."""
    total = [0] * 4
    for body in table["bodies"]:
        if size(body) < 2:
            continue
        for row in body.values():
            markers, count = row[1:], sum(row)
            most = max(markers)
            for m, own in enumerate(markers):
                if count == 1:
                    total[m] += own * (size(body) - 1)
                elif count == 2:
                    total[m] += 2 * own
                elif own == most and markers.count(most) == 1:
                    total[m] += count
                elif markers.count(most) > 1:
                    total[m] += own
    return total


@some_games
@given(games)
def test_legal_actions_are_those_that_the_position_allows(game):
    for env in walk(game):
        table = position(env)
        assert legal(env) == ALLOWED[table["phase"]](table), table


@some_games
@given(games)
def test_points_are_those_of_the_position(game):
    for env in walk(game):
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
    for env in walk(game):
        table = position(env)
        bodies = [body for body in table["bodies"] if body]
        assert all(1 <= size(body) <= 6 for body in bodies)
        assert [sum(sum(body[colour]) for body in bodies) for colour in COLOURS] == [12, 12, 12]


@some_games
@given(games)
def test_markers_are_constant_and_go_one_way(game):
    for before, after in steps(game):
        for marker in range(4):
            total = after["supply"][marker] + after["removed"][marker] + lying(after, marker)
            assert total == FIRST[game[0]][marker]
            assert after["supply"][marker] <= before["supply"][marker]
            assert after["removed"][marker] >= before["removed"][marker]


@some_games
@given(games)
def test_markers_keep_their_colour_and_leave_only_by_black_holes(game):
    for before, after in steps(game):
        if before["holes"] != after["holes"]:
            continue
        for colour in COLOURS:
            for marker in range(4):
                was, now = (
                    sum(body[colour][1 + marker] for body in t["bodies"] if body) for t in (before, after)
                )  # fmt: skip
                assert now >= was


@some_games
@given(games)
def test_a_comet_never_comes_back(game):
    for before, after in steps(game):
        assert all(was or not now for was, now in zip(before["comets"], after["comets"], strict=True))
        assert sum(before["comets"]) - sum(after["comets"]) <= 1


@some_games
@given(st.tuples(st.integers(2, 4), st.just(False), st.integers(0, 2**32 - 1)))
def test_each_turn_takes_one_own_marker(game):
    at_start = 0
    for before, after in steps(game):
        if after["phase"] == "setup":
            continue
        if after["turn"] != before["turn"]:
            if before["turn"] is not None:
                assert after["supply"][before["turn"]] == at_start - 1
            at_start = after["supply"][after["turn"]]
        own = after["supply"][: game[0]]
        assert max(own) - min(own) <= 1
    assert after["turn"] == game[0] - 1


@some_games
@given(games)
def test_a_change_moves_the_number_of_bodies_by_one(game):
    for before, after in steps(game):
        difference = len([b for b in after["bodies"] if b]) - len([b for b in before["bodies"] if b])
        if before["phase"] == "partner":
            assert difference == -1
        elif before["phase"] == "split":
            assert difference in (0, 1)
        else:
            assert difference == 0


@some_games
@given(st.tuples(st.integers(2, 4), st.just(True), st.integers(0, 2**32 - 1)))
def test_elements_of_a_black_hole_never_change(game):
    for before, after in steps(game):
        assert set(before["holes"]) <= set(after["holes"])
        for slot in before["holes"]:
            assert after["bodies"][slot] == before["bodies"][slot]
            assert slot not in after["astronauts"]


@some_games
@given(games)
def test_the_seat_to_move_alone_has_a_mask(game):
    for env in walk(game):
        mover = position(env)["to_move"]
        masks = [env.observe(agent)["action_mask"].any() for agent in env.possible_agents]
        assert masks == [seat == mover for seat in range(game[0])]


@some_games
@given(games)
def test_observed_values_stay_within_0_and_1(game):
    for env in walk(game):
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
