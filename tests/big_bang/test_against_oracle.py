"""Every decision of random games against the oracle, which reads the specification once more."""

import copy
import tempfile
from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playing import legal, load, observe, play, position

from .corruption import damaged
from .oracle import KEYS, SIGN, TYPES, Oracle, RefusedError, content_of, is_stack, kind_of
from .table import FLAGS, new_game, ranks, rewards, scores

ORACLE = Oracle()
SPREAD = np.float32(1e-6)

flags = st.fixed_dictionaries({name: st.booleans() for name in FLAGS})
seatings = st.just((2, None)) | st.tuples(st.integers(1, 2), st.sampled_from(["light", "parallel", "life"]))
sides = st.sampled_from(["choose", "fixed", "random"])
schemes = st.sampled_from(["rank", "win", "score"])
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=10, deadline=None)


def table(chosen, seating, sides):
    """Arguments of an environment."""
    players, puzzle = seating
    return {**chosen, "players": players, "puzzle": puzzle, "sides": sides, "mass": chosen["mass"] and not puzzle}


tables = st.builds(table, flags, seatings, sides)


def choose(labels, generator, passing=0.03):
    """A random action that passes seldom, so that games are long."""
    moves = sorted(labels - {"pass"})
    return "pass" if not moves or ("pass" in labels and generator.random() < passing) else str(generator.choice(moves))


def ended(env):
    """Whether the game is over or cut off."""
    return any(env.terminations.values()) or any(env.truncations.values())


def agree(env, oracle=ORACLE):
    """Legal labels, and the observations of all seats, segment by segment."""
    now = position(env)
    if not any(env.truncations.values()):
        assert legal(env) == oracle.legal(now)
    for seat in range(now["players"]):
        expected, seen = oracle.observation(now, seat), observe(env, seat)
        assert list(expected) == list(seen)
        for name, values in expected.items():
            assert np.abs(seen[name].ravel() - np.array(values, np.float32)).max() <= SPREAD, (name, seat, now)


def agree_on_the_next(env, label, oracle=ORACLE):
    """Play the label: the oracle foresees the position."""
    expected = oracle.after(position(env), label)
    play(env, label)
    assert position(env) == expected


def agree_at_the_end(env, scheme, oracle=ORACLE):
    """Scores, ranks and rewards."""
    now = position(env)
    assert scores(env) == oracle.scores(now)
    assert ranks(env) == oracle.ranks(now)
    assert np.allclose(rewards(env), oracle.rewards(now, scheme), atol=SPREAD)


def agree_on_loading(env, given_position, oracle=ORACLE):
    """The environment refuses the position exactly when the oracle does; returns why, or None where it is loaded."""
    before, why, error = position(env), None, None
    try:
        oracle.check(given_position, before["players"], before["variants"])
    except RefusedError as refused:
        why = str(refused)
    try:
        env.reset(seed=0, options={"position": given_position})
    except ValueError as refused:
        error = str(refused)
    assert (error is None) == (why is None), f"{error=}, {why=}: {given_position}"
    if error:
        assert error.startswith((*KEYS, "position"))
        assert position(env) == before
        return why
    assert position(env) == given_position
    agree(env, oracle)
    if given_position["phase"] == "over":
        agree_at_the_end(env, env.unwrapped.table.reward, oracle)
    return None


@few
@given(tables, schemes, seeds)
def test_every_decision_of_a_game(arguments, scheme, seed):
    env, generator = new_game(seed=seed, reward=scheme, **arguments), np.random.default_rng(seed)
    while not ended(env):
        agree(env)
        assert rewards(env) == [0] * arguments["players"]
        agree_on_the_next(env, choose(legal(env), generator))
    agree(env)
    agree_at_the_end(env, scheme)


@few
@given(tables, schemes, st.integers(1, 90), seeds)
def test_a_game_that_is_cut_off(arguments, scheme, decisions, seed):
    """The standings of the board count, in whatever phase it stopped."""
    env, generator = new_game(seed=seed, reward=scheme, max_cycles=decisions, **arguments), np.random.default_rng(seed)
    while not ended(env):
        agree_on_the_next(env, choose(legal(env), generator, passing=0))
    agree(env)
    agree_at_the_end(env, scheme)


@few
@given(tables, seeds)
def test_damaged_positions_are_refused_exactly_when_they_are_impossible(arguments, seed):
    env, other = (new_game(seed=seed, **arguments) for _ in range(2))
    generator = np.random.default_rng(seed)
    while not ended(env):
        for _ in range(2):
            victim = copy.deepcopy(position(env))
            damaged(victim, generator, ORACLE.names)
            agree_on_loading(other, victim)
        play(env, choose(legal(env), generator, passing=0.2))
    assert agree_on_loading(other, position(env)) is None


def he4_in_sight(generator, chosen, kinds):
    """Two stacks that can fuse to He4, with He4 of their kind around them and the mirror of it all elsewhere."""
    board, sign = ["."] * 84, SIGN[kinds[0]]
    centre = int(generator.integers(84))
    near = ORACLE.neighbours(centre)
    around = sorted({c for cell in near for c in [cell, *ORACLE.neighbours(cell)]} - {centre})
    lines = [line[:4] for (cell, _), line in ORACLE.lines.items() if cell == centre and line]
    one, other = (("H2", "H2"), ("H1", "H3"), ("n", "He3"))[generator.integers(3)]
    board[centre] = sign + one
    line = lines[generator.integers(len(lines))]
    board[line[generator.integers(len(line))]] = sign + other
    for cell in generator.permutation(around)[: generator.integers(2, len(around) + 1)]:
        if board[cell] == "." and board.count(sign + "He4") < 6:
            board[cell] = sign + "He4"
            if ORACLE.largest_he4_group(board, kinds[0]) == 3:
                board[cell] = "."
    stacks = [code for code in board if is_stack(code)]
    free = [int(cell) for cell in generator.permutation(84) if board[cell] == "."]
    for code in stacks:
        board[free.pop()] = code[1:] if sign else f"~{code}"
    for _ in range(4 if chosen["darkness"] else 0):
        board[free.pop()] = "#"
    return board


def with_the_rest_in_reserves(arguments, board, kinds, start):
    """A position where seat 0 plays the first of the kinds, seat 1 has all that is not on the board."""
    counts = dict.fromkeys(TYPES, start["board"].count("n"))
    for code in filter(is_stack, board):
        prefix = {"matter": "", "antimatter": "anti"}[kind_of(code)]
        for name, number in zip(("proton", "neutron"), content_of(code), strict=True):
            counts[prefix + name] -= number
    reserves = [counts] if len(start["reserves"]) == 1 else [dict.fromkeys(TYPES, 0), counts]
    own = {"kinds": list(kinds)} if arguments["players"] == 2 else {}
    return {**start, "phase": "turn", "to_move": 0, "board": board, "reserves": reserves, **own}


def explore(env):
    """Each way in which the turn can go on."""
    agree(env)
    for label in sorted(legal(env)):
        other = env.unwrapped.clone()
        agree_on_the_next(other, label)
        if position(other)["phase"] in ("direction", "landing"):
            explore(other)
        else:
            agree(other)
        if ended(other):
            agree_at_the_end(other, "rank")


@few
@given(flags, st.just((2, None)) | seatings, st.permutations(["matter", "antimatter"]), seeds)
def test_each_turn_that_can_link_he4(chosen, seating, kinds, seed):
    """Carbon on the source, on the target and between, joining groups or not; He4 that stays alone; puzzles."""
    arguments = table(chosen, seating, "choose")
    board = he4_in_sight(np.random.default_rng(seed), chosen, kinds)
    if seating[1] is None and max(ORACLE.largest_he4_group(board, kind) for kind in kinds) >= 3:
        return  # the mirrors have met elsewhere
    start = position(new_game(seed=seed, **arguments))
    explore(load(with_the_rest_in_reserves(arguments, board, kinds, start)))


STRIP = [("X", 0, 30), ("Y", 1, 30), ("Z", -3, 24)]


@settings(max_examples=3, deadline=None)
@given(tables, seeds)
def test_a_replacement_board(arguments, seed):
    """Rows three times as long: other cells, other neighbours, and distances that are clipped."""
    rows = ", ".join(f'{{ letter = "{letter}", first_q = {q}, cells = {cells} }}' for letter, q, cells in STRIP)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "strip.toml"
        file.write_text(f"[board]\nrow = [{rows}]\n")
        env = new_game(seed=seed, components=str(file), **arguments)
    generator, oracle = np.random.default_rng(seed), Oracle(STRIP)
    while not ended(env):
        agree(env, oracle)
        agree_on_the_next(env, choose(legal(env), generator), oracle)
    agree(env, oracle)
    agree_at_the_end(env, "rank", oracle)
