"""Results, observations and refusals of positions are those of the oracle; so are the rules from crowded positions."""

import random
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import urknall_v0
from tests.oracles import (
    assert_loaded_as_the_oracle_says,
    assert_results,
    assert_seen,
    change_any_value,
    corrupted,
    decide,
)
from tests.playing import legal, load, play, position, view

from . import oracle
from .table import COLOURS, FIRST, OWNERS, PHASES, new_game, stones

tables = st.tuples(st.integers(2, 4), st.booleans(), st.integers(0, 2**32 - 1))
few = settings(max_examples=15, deadline=None)


def chosen(table, labels, dice):
    """A legal label, one that makes a black hole if there is any."""
    return dice.choice(sorted(filter(_makes_a_hole(table), labels)) or sorted(labels))


def _makes_a_hole(table):
    """Whether an action chooses a body that could become a black hole in the next steps."""
    bodies = table["bodies"]
    first = [bodies[table["picked"]]] if table["phase"] == "partner" else [body for body in bodies if body]

    def makes(label):
        words = label.split()
        if words[0] not in ("combine", "with") or not table["variants"]["black_holes"]:
            return False
        second = bodies[int(words[-1])]
        return any(all(sum(a[c]) + sum(second[c]) == 2 for c in COLOURS) for a in first if a is not second)

    return makes


# Crowded positions: few bodies, many markers, black holes, the last markers; random games seldom come there


def crowded(players, black_holes, dice):
    """A random position with few bodies, which may break a rule or two."""
    bag = [colour[0] for colour in COLOURS for _ in range(12)]
    bodies = [["b.", "b.", "g.", "g.", "r.", "r."] for _ in range(dice.choice([0, 0, 1, 2, 4]) if black_holes else 0)]
    for _ in bodies:
        for colour in "bbggrr":
            bag.remove(colour)
    open_bodies = []
    halves = black_holes and not bodies and dice.random() < 0.7
    if halves:  # two bodies that make a black hole together
        hole = dice.sample("bbggrr", 6)
        for colour in hole:
            bag.remove(colour)
        part = dice.randint(1, 5)
        open_bodies = [[colour + "." for colour in half] for half in (hole[:part], hole[part:])]
    dice.shuffle(bag)
    bag = sorted(bag) if dice.random() < 0.2 else bag
    while bag:
        count = dice.randint(*dice.choice([(1, 3), (1, 6), (4, 6)]))
        open_bodies.append([colour + "." for colour in bag[:count]])
        bag = bag[count:]
    supply = _mark(open_bodies, FIRST[players], dice.choice([0.2, 0.2, 0.6, 0.9]), dice)
    bodies += open_bodies
    slots = [stones(" ".join(body)) for body in bodies] + [None] * (36 - len(bodies))
    dice.shuffle(slots)
    holes = [s for s, body in enumerate(slots) if black_holes and body and all(sum(body[c]) == 2 for c in COLOURS)]
    places = [s for s, body in enumerate(slots) if body and s not in holes] or [0]
    places = dice.choice([places, places[:2]])
    table = {
        "game": "urknall_v0", "variants": {"black_holes": black_holes}, "players": players, "to_move": 0,
        "phase": "travel", "turn": dice.randrange(players), "die": 6 if halves else dice.randint(1, 6), "change": 0,
        "doubled": False,
        "bodies": slots, "holes": holes,
        "astronauts": [None if holes and dice.random() < 0.3 else dice.choice(places) for _ in range(players)],
        "comets": [dice.random() < 0.6 for _ in range(players)], "supply": supply, "removed": [0] * 4,
        "picked": None, "part": None, "comet_now": False,
    }  # fmt: skip
    phases = ["change", "comet"] if halves else PHASES[1:] if players == 2 else PHASES[3:]
    return dressed(table, dice.choice(phases), dice.randint(1, 3), dice)


def _mark(bodies, first, density, dice):
    """Lay markers on elements; gives what is left of each colour."""
    left = list(first)
    for body in bodies:
        for i, element in enumerate(body):
            colours = [marker for marker in range(4) if left[marker] > 3]
            if colours and dice.random() < density:
                marker = dice.choice(colours)
                left[marker] -= 1
                body[i] = element[0] + OWNERS[1 + marker]
    return left


def dressed(table, phase, own, dice):
    """The position in another phase, with the other keys changed so that they mostly fit."""
    players, turn = table["players"], table["turn"]
    changing, second = phase in oracle.CHANGE, phase in ("second", "second_mark")
    alive = [slot for slot, body in enumerate(table["bodies"]) if body and slot not in table["holes"]] or [0]
    table.update(
        phase=phase,
        to_move=None if phase == "over" else (1 - turn) % players if second else turn,
        change=int(changing),
        doubled=players == 2 and not second and phase != "over" and table["supply"][3 - turn] < 8,
        comet_now=phase == "comet" or (phase == "partner" and dice.random() < 0.5),
        picked=dice.choice(alive) if phase in ("second_mark", "partner", "split") else None,
        part=stones("") if phase == "split" else None,
    )
    if changing and table["doubled"]:
        table["change"] = dice.randint(1, 2)
    if table["comet_now"]:
        table["comets"][turn] = False
    for seat in range(players):
        wanted = 0 if phase == "over" else own - 1 + (seat > turn) if changing else own - (seat < turn)
        table["removed"][seat] += table["supply"][seat] - wanted
        table["supply"][seat] = wanted
    return table


# Small corruptions


def any_value(table, dice):
    change_any_value(table, dice, [9, 36])


def turn_key(table, dice):
    key = dice.choice(["phase", "to_move", "turn", "die", "change", "picked", "doubled", "comet_now", "holes"])
    table[key] = dice.choice(PHASES) if key == "phase" else dice.choice([None, True, False, [], *range(7)])


def one_element(table, dice):
    """An element goes from one body to another, or changes places with one there."""
    bodies = [body for body in table["bodies"] if body]
    rows = [dice.choice(bodies)[dice.choice(COLOURS)] for _ in range(2)]
    columns = [dice.randrange(5) for _ in rows]
    for row, column, other in zip(rows, columns, reversed(columns), strict=True):
        row[column] -= 1
        row[other] += dice.choice([1, 1, 1, 0])


def one_marker(table, dice):
    """A marker goes from one place to another: supply, removed, an element."""
    marker = dice.randrange(4)
    row = dice.choice([body for body in table["bodies"] if body])[dice.choice(COLOURS)]
    moves = {
        "supply": [(table["supply"], marker)],
        "removed": [(table["removed"], marker)],
        "lying": [(row, 1 + marker), (row, 0)],
    }
    for place, change in zip(dice.sample(sorted(moves), 2), (1, -1), strict=True):
        for (counts, index), sign in zip(moves[place], (1, -1), strict=False):
            counts[index] += sign * change


def all_supplies(table, dice):
    change = dice.choice([-1, 1])
    for seat in range(table["players"]):
        table["supply"][seat] += change
        table["removed"][seat] -= change


def one_astronaut(table, dice):
    places = [None, *(slot for slot, body in enumerate(table["bodies"]) if body), *table["astronauts"]]
    table["astronauts"][dice.randrange(table["players"])] = dice.choice(places)


def one_comet(table, dice):
    seat = dice.randrange(table["players"])
    table["comets"][seat] = not table["comets"][seat]


def other_slots(table, dice):
    a, b = dice.sample(range(36), 2)
    table["bodies"][a], table["bodies"][b] = table["bodies"][b], table["bodies"][a]


def other_phase(table, dice):
    if table["turn"] is not None:
        dressed(table, dice.choice(PHASES[1:]), dice.randint(1, 3), dice)


CORRUPTIONS = (
    any_value, turn_key, one_element, one_marker, all_supplies, one_astronaut, one_comet, other_slots, other_phase,
)  # fmt: skip


# The tests


@few
@given(tables, st.sampled_from(["rank", "win", "score"]), st.one_of(st.none(), st.integers(1, 120)))
def test_observations_and_results_of_random_games(game, scheme, max_cycles):
    players, black_holes, seed = game
    env = new_game(players, seed, black_holes=black_holes, reward=scheme, max_cycles=max_cycles)
    dice = random.Random(seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        if dice.random() < 0.2:
            assert_seen(env, oracle.seen)
        play(env, dice.choice(sorted(legal(env))))
    assert_seen(env, oracle.seen)
    assert_results(env, oracle, scheme)


@few
@given(tables)
def test_observations_rules_and_results_from_crowded_positions(game):
    players, black_holes, seed = game
    dice = random.Random(seed)
    for _ in range(8):
        table = crowded(players, black_holes, dice)
        if oracle.refused_by(table, players, black_holes):
            continue
        env = load(table)
        for _ in range(40):
            if any(env.terminations.values()):
                assert_results(env, oracle, "rank")
                break
            if dice.random() < 0.2:
                assert_seen(env, oracle.seen)
            decide(env, oracle, chosen(position(env), legal(env), dice))


@few
@given(tables)
def test_a_position_is_refused_just_where_a_check_says_so(game):
    players, black_holes, seed = game
    dice = random.Random(seed)
    env = new_game(players, seed, black_holes=black_holes)
    refused_by = partial(oracle.refused_by, players=players, black_holes=black_holes)
    loading = urknall_v0.env(num_players=players, black_holes=black_holes)
    for _ in range(dice.randint(0, 30)):
        play(env, dice.choice(sorted(legal(env))))
    for table in (position(env), *(crowded(players, black_holes, dice) for _ in range(3))):
        assert_loaded_as_the_oracle_says(loading, table, refused_by)
        for _ in range(12):
            assert_loaded_as_the_oracle_says(loading, corrupted(table, CORRUPTIONS, dice), refused_by)


@few
@given(tables)
def test_the_seed_of_later_rolls_shows_nowhere(game):
    players, black_holes, seed = game
    dice = random.Random(seed)
    table = crowded(players, black_holes, dice)
    if oracle.refused_by(table, players, black_holes) or table["phase"] == "over":
        return
    env = urknall_v0.env(num_players=players, black_holes=black_holes, render_mode="ansi")
    shown = set()
    for _ in range(3):
        env.reset(seed=dice.randrange(2**32), options={"position": table})
        views = tuple(view(env, seat) for seat in range(players))
        shown.add((views, env.render(), env.unwrapped.greedy_action(), str(env.infos)))
    assert len(shown) == 1
