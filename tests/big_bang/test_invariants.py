"""Random games hold the invariants of the specification, recomputed from the position at each decision."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import big_bang_v0, testing
from tests.playing import legal, load, observe, play, position, walk

from . import reference
from .table import (
    CELLS,
    DIRECTIONS,
    FLAGS,
    NUCLEI,
    OPPOSITE,
    TYPES,
    all_with,
    alone,
    counts,
    each,
    kind_of,
    mirror,
    new_game,
    particles,
    ranks,
    rewards,
    scores,
    tally,
)

flags = st.fixed_dictionaries({name: st.booleans() for name in FLAGS})
duels = st.just((2, None))
puzzles = st.tuples(st.integers(1, 2), st.sampled_from(["light", "parallel", "life"]))
tables = st.tuples(flags, duels | puzzles, st.sampled_from(["choose", "fixed", "random"]), st.integers(0, 2**32 - 1))
some_games = settings(max_examples=15, deadline=None)


def start(game):
    """A new game of this table and seed, and the random numbers to play it with."""
    chosen, (players, puzzle), sides, seed = game
    if puzzle:
        chosen = {**chosen, "mass": False}
    return new_game(players, seed, puzzle=puzzle, sides=sides, **chosen), np.random.default_rng(seed)


def choose(labels, generator):
    """A random action that passes seldom, so that games are long."""
    labels = sorted(labels)
    if labels == ["pass"] or generator.random() < 0.02:
        return "pass" if "pass" in labels else labels[0]
    return str(generator.choice([label for label in labels if label != "pass"]))


def stack_counts(table):
    """Number of stacks, of neutrons and of protons of each kind on the board."""
    on_board = np.sum([particles(stack) for stack in table["board"]], axis=0)
    return sum(kind_of(stack) is not None for stack in table["board"]), on_board


@some_games
@given(tables)
def test_particles_are_neither_lost_nor_made(game):
    dark = None
    for env in walk(*start(game), choose):
        table = position(env)
        on_board = stack_counts(table)[1]
        beside = np.sum([[reserve[name] for name in TYPES] for reserve in table["reserves"]], axis=0)
        assert (on_board + beside == each(table["variants"])).all()
        tokens = [cell for cell, stack in zip(CELLS, table["board"], strict=True) if stack == "#"]
        assert dark in (None, tokens)
        dark = tokens
        assert {stack.removeprefix("~") for stack in table["board"]} <= {*NUCLEI, ".", "#"}


@some_games
@given(tables)
def test_what_only_falls_and_what_only_grows(game):
    before = None
    for env in walk(*start(game), choose):
        table = position(env)
        stacks, on_board = stack_counts(table)
        reserves = [[reserve[name] for name in TYPES] for reserve in table["reserves"]]
        for protons, neutrons, antiprotons, antineutrons in reserves:
            assert protons + neutrons == antiprotons + antineutrons
        if before:
            assert stacks <= before[0]
            assert (on_board[[1, 3]] <= before[1][[1, 3]]).all()
            sizes, earlier = np.sum(reserves, axis=1), np.sum(before[2], axis=1)
            assert (sizes >= earlier).all()
            if not table["variants"]["time"]:
                assert (on_board <= before[1]).all()
                assert (np.array(reserves) >= before[2]).all()
        before = (stacks, on_board, reserves)


@some_games
@given(tables)
def test_a_turn_takes_one_stack_or_two_or_none(game):
    """Fusion, annihilation of mirror images, decay; He4 arises by fusion and goes by annihilation only."""
    turn = None
    for env in walk(*start(game), choose):
        table = position(env)
        if table["phase"] not in ("turn", "over"):
            continue
        now = tally(stack for stack in table["board"] if stack != "#")
        if turn is not None:
            gone, come = turn - now, now - turn
            kinds_of_turn = (sum(gone.values()), sum(come.values()))
            assert kinds_of_turn in ((0, 0), (1, 1), (2, 1), (2, 0))
            if kinds_of_turn == (2, 0):
                one, other = gone.elements()
                assert other == mirror(one)
            if kinds_of_turn == (1, 1):
                assert table["variants"]["time"]
            if kinds_of_turn != (2, 0):
                assert not {"He4", "~He4"} & set(gone)
            if kinds_of_turn != (2, 1):
                assert not {"He4", "~He4"} & set(come)
        turn = now


@some_games
@given(tables)
def test_legal_actions_are_those_of_the_reference(game):
    for env in walk(*start(game), choose):
        table = position(env)
        assert legal(env) == reference.legal_labels(table)
        assert ("pass" in legal(env)) == (table["phase"] == "turn")


@some_games
@given(tables)
def test_what_is_kept_is_what_the_board_says(game):
    for env in walk(*start(game), choose):
        table = position(env)
        board = reference.board_of(table)
        seen = observe(env, 0)
        kinds = ["matter", "antimatter"] if table["kinds"][0] in ("matter", "both") else ["antimatter", "matter"]
        assert np.allclose(seen["star"] * 42, [reference.star(board, kind) for kind in kinds])
        assert np.allclose(seen["he4_group"], [min(3, reference.he4_group(board, kind)) / 3 for kind in kinds])
        assert np.allclose(seen["carbons"] * 3, [reference.carbons(board, kind) for kind in kinds])
        assert np.isclose(seen["contacts"][0] * 219, reference.contacts(board))
        stacks = [[cell for cell, stack in board.items() if kind_of(stack) == kind] for kind in kinds]
        assert np.allclose(seen["stacks"] * 42, list(map(len, stacks)))
        movable = [sum(bool(reference.ways(board, cell)) for cell in cells) for cells in stacks]
        assert np.allclose(seen["movable"] * 42, movable)


@settings(max_examples=60, deadline=None)
@given(tables)
def test_the_end_is_scored_as_by_hand(game):
    *_, env = walk(*start(game), choose)
    table = position(env)
    assert scores(env) == reference.expected_scores(table)
    assert len(set(rewards(env))) == 1 if table["variants"]["puzzle"] else sum(rewards(env)) == 0
    if not table["variants"]["puzzle"]:
        most = 3 if table["carbon"] is not None or not table["variants"]["mass"] else 2
        assert sum(scores(env)) <= most
    else:
        assert ranks(env) == [0] * table["players"]


@some_games
@given(tables)
def test_length(game):
    """Decisions as the specification bounds them; in the base duel a turn is two decisions, or a pass."""
    passes = decisions = 0
    env, generator = start(game)
    while not any(env.terminations.values()):
        label = choose(legal(env), generator)
        passes += label == "pass"
        decisions += 1
        play(env, label)
    chosen = position(env)["variants"]
    assert decisions <= (368 if chosen["time"] else 284 if chosen["gravity"] else 222)
    if not chosen["time"] and not chosen["gravity"]:
        first = chosen["sides"] == "choose" and position(env)["players"] == 2
        assert (decisions - passes - first) % 2 == 0


@some_games
@given(tables)
def test_a_half_turn_keeps_legality_and_scores(game):
    """Cell i and 83 − i change places, and so do opposite directions."""
    for number, env in enumerate(walk(*start(game), choose)):
        if number % 6 and not any(env.terminations.values()):
            continue
        table = position(env)
        turned = {
            **table,
            "board": table["board"][::-1],
            "source": turned_cell(table["source"]),
            "target": turned_cell(table["target"]),
        }
        other = load(turned)
        assert legal(other) == {turned_label(label) for label in legal(env)}
        if table["phase"] == "over":
            assert scores(other) == scores(env)


def turned_cell(cell):
    """The opposite cell."""
    return cell and CELLS[83 - CELLS.index(cell)]


def turned_label(label):
    """The action after a half turn of the board."""
    word, _, what = label.partition(" ")
    if what in DIRECTIONS:
        return f"{word} {OPPOSITE[what]}"
    return f"{word} {turned_cell(what)}" if what in CELLS else label


@some_games
@given(tables)
def test_an_exchange_of_the_kinds_keeps_legality_and_scores(game):
    for number, env in enumerate(walk(*start(game), choose)):
        table = position(env)
        if table["variants"]["sides"] == "fixed" or table["phase"] == "side":
            continue
        if number % 6 and table["phase"] != "over":
            continue
        exchanged = {
            **table,
            "board": list(map(mirror, table["board"])),
            "kinds": table["kinds"][::-1],
            "reserves": [
                dict(zip(TYPES, (r["antiproton"], r["antineutron"], r["proton"], r["neutron"]), strict=True))
                for r in table["reserves"]
            ],
        }
        other = load(exchanged)
        assert legal(other) == legal(env)
        if table["phase"] == "over":
            assert scores(other) == scores(env)


WHOLE_GAMES = (
    {},
    {"gravity": True, "time": True},
    {"small": True, "darkness": True, "mass": True},
    {"puzzle": "life", "time": True},
)


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variants", WHOLE_GAMES)
def test_whole_games(variants, seed):
    """The reference agrees at every decision of a whole game, and a loaded position goes on alike."""
    env, generator = new_game(seed=seed, **variants), np.random.default_rng(seed)
    while not any(env.terminations.values()):
        assert legal(env) == reference.legal_labels(position(env))
        assert legal(load(position(env))) == legal(env)
        play(env, choose(legal(env), generator))
    assert scores(env) == reference.expected_scores(position(env))


def test_a_thousand_games_of_the_base_game():
    testing.check_many_games(testing.TableChoice("big_bang_v0", 2, ()), 1000, seed=5)


@pytest.mark.plain
def test_a_game_alone():
    env, generator = new_game(1, 5, puzzle="parallel", gravity=True), np.random.default_rng(5)
    while not any(env.terminations.values()):
        play(env, choose(legal(env), generator))
    assert scores(env) == reference.expected_scores(position(env))
    assert counts(env)[0] <= 21


def test_next_position_follows_from_position_and_label():
    """Nothing is random after the set-up."""
    env = new_game(seed=3, sides="random")
    again = big_bang_v0.env(sides="random")
    again.reset(seed=77, options={"position": position(env)})
    generator = np.random.default_rng(0)
    while not any(env.terminations.values()):
        label = choose(legal(env), generator)
        play(env, label)
        play(again, label)
        assert position(env) == position(again)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CELLS[9:42]), min_size=3, max_size=20, unique=True))
def test_groups_of_he4_wherever_they_stand(cells):
    """Up to ten He4 of each kind crowd the rows B to D: linked groups and disjoint triples."""
    half = len(cells) // 2
    matter, antimatter = " ".join(cells[:half]), " ".join(cells[half : 2 * half])
    table = alone(f"{all_with('He4', matter)}, {all_with('~He4', antimatter)}", "life")
    board = reference.board_of(table)
    seen = observe(load(table), 0)
    for place, kind in enumerate(("matter", "antimatter")):
        assert np.isclose(seen["carbons"][place] * 3, reference.carbons(board, kind))
        assert np.isclose(seen["he4_group"][place], min(3, reference.he4_group(board, kind)) / 3)
        assert np.isclose(seen["star"][place] * 42, reference.star(board, kind))
