"""Positions: the printed example, both directions, and every check of a loader."""

import copy
import json

import pytest

from cosmozoo.envs import urknall_v0
from tests.playing import assert_given_back, assert_refused, changed, legal, load, play, position

from .table import A, B, C, D, E, lay, new_game, scoring, stones

# the example of the specification's section on positions
PRINTED = json.loads("""
{"game": "urknall_v0", "variants": {"black_holes": false}, "players": 2, "to_move": 1,
 "phase": "second_mark", "turn": 0, "die": 2, "change": 0, "doubled": false,
 "bodies": [
  {"blue":[1,0,0,0,0],"green":[1,0,0,0,0],"red":[1,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[1,0,0,0,0],"red":[2,0,0,0,0]},
  {"blue":[2,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[2,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[2,0,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[1,0,0,0,0],"green":[1,0,0,0,0],"red":[0,0,0,0,0]},
  {"blue":[1,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[1,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[0,0,0,0,0],"green":[2,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[1,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[1,0,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[1,0,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]},
  {"blue":[0,1,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[0,0,0,0,0],"green":[1,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[1,0,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]},
  {"blue":[0,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[1,0,0,0,0],"green":[0,0,0,0,0],"red":[0,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[0,0,0,0,0],"red":[1,0,0,0,0]},
  {"blue":[0,0,0,0,0],"green":[0,0,1,0,0],"red":[0,0,0,0,0]}, {"blue":[0,0,0,0,0],"green":[1,0,0,0,0],"red":[0,0,0,0,0]},
  null, null, null, null, null, null, null, null, null, null, null, null, null, null],
 "holes": [], "astronauts": [12, 20], "comets": [true, true], "supply": [9, 9, 8, 8],
 "removed": [0, 0, 0, 0], "picked": 10, "part": null, "comet_now": false}
""")  # noqa: E501

HOLES = "0 2b. 2g. 2r. | 1 b1 b. | 2 5b. | 3 3b. | 4 5g. | 5 5g. | 6 5r. | 7 4r. | 8 r."
TRAVEL = lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4))
MARK = lay(A, supply=[5, 5, 5], astronauts=(0, 2, 4), phase="mark")
CHANGE = lay(C, phase="change", die=4, supply=[5, 6, 6])
COMET = lay(C, phase="comet", die=4, comet_now=True)
PARTNER = lay(C, phase="partner", die=4, picked=3)
COMET_PARTNER = lay(C, phase="partner", die=4, picked=0, comet_now=True)
SPLIT = lay(D, phase="split", die=2, picked=5, part=stones("g."))
SECOND = lay(E, 2, phase="second", die=2, supply=[7, 7, 7, 7], astronauts=(0, 1))
DOUBLED = lay(E, 2, phase="change", die=5, doubled=True, supply=[6, 7, 7, 7], astronauts=(0, 1))
TWICE = lay(D, 2, phase="change", die=1, change=2, doubled=True, supply=[6, 7, 8, 7], astronauts=(0, 1))
TWICE["bodies"][2] = stones("g3")
TWICE["removed"] = [2, 1, 0, 0]
AT_HOLE = lay(HOLES, phase="travel", black_holes=True, astronauts=(None, 3, 4))
OVER = scoring("b0 3r.", "b1 3r.", players=3, phase="over", turn=2, die=4, supply=[0, 0, 0])
SETUP = position(play(new_game(3), "place body 12"))
GOOD = {
    "printed": PRINTED, "travel": TRAVEL, "mark": MARK, "change": CHANGE, "comet": COMET, "partner": PARTNER,
    "comet partner": COMET_PARTNER, "split": SPLIT, "second": SECOND, "doubled": DOUBLED, "twice": TWICE,
    "hole": AT_HOLE, "over": OVER, "setup": SETUP,
}  # fmt: skip


def refuse(good, key, **changes):
    """After these changes the position is refused by a sentence that begins with this key path."""
    assert_refused(changed(good, **changes), f"({key}): ", good)


# Good positions


def test_printed_position_has_the_printed_legal_action():
    assert legal(load(PRINTED)) == {"mark blue"}


@pytest.mark.parametrize("name", GOOD)
def test_a_loaded_position_is_given_back(name):
    assert_given_back(GOOD[name])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("black_holes", [False, True])
def test_a_first_position_can_be_loaded(players, black_holes):
    first = position(new_game(players, black_holes=black_holes))
    assert position(load(first)) == first


def test_the_environment_does_not_share_the_position_it_was_given():
    given = copy.deepcopy(CHANGE)
    env = load(given)
    play(env, "combine body 3", "with body 4")
    assert given == CHANGE
    given["bodies"][5]["red"][3] = 0
    assert position(env)["bodies"][5]["red"][3] == 1


def test_a_refused_position_leaves_the_game_as_it_was():
    env = load(CHANGE)
    with pytest.raises(ValueError, match=r"^die: "):
        env.reset(options={"position": changed(CHANGE, die=0)})
    assert position(env) == CHANGE


def test_a_finished_position_is_over_with_its_results():
    env = load(OVER)
    assert all(env.terminations.values())
    assert [env.infos[agent] for agent in env.possible_agents] == [
        {"score": 3, "rank": 0}, {"score": 3, "rank": 0}, {"score": 0, "rank": 2},
    ]  # fmt: skip


def test_later_rolls_come_from_the_seed():
    def rolls(seed):
        found = []
        for _ in range(8):
            env = load(lay(B, die=3))
            env.reset(seed=seed, options={"position": lay(B, die=3)})
            play(env, "stay", "mark red")
            found.append(position(env)["die"])
        return found

    assert len(set(rolls(5))) == 1
    assert len({rolls(seed)[0] for seed in range(12)}) > 1


# Keys, types and ranges: check 1


@pytest.mark.parametrize("key", PRINTED)
def test_check_1_no_key_may_lack(key):
    table = copy.deepcopy(PRINTED)
    del table[key]
    with pytest.raises(ValueError, match=f"{key!r}"):
        urknall_v0.env(num_players=2).reset(seed=0, options={"position": table})


def test_check_1_no_key_may_be_unknown():
    refuse(TRAVEL, "position", dice=3)
    refuse(TRAVEL, "variants", variants__holes=True)
    refuse(TRAVEL, r"bodies\[1\]", bodies__1__yellow=[0, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("key", "path", "value"),
    [
        ("game", "game", "urknall"),
        ("players", "players", 4),
        ("variants.black_holes", "variants__black_holes", True),
        ("phase", "phase", "travelling"),
        ("to_move", "to_move", 3),
        ("to_move", "to_move", None),
        ("turn", "turn", None),
        ("turn", "turn", 3),
        ("turn", "turn", True),
        ("turn", "turn", 0.0),
        ("die", "die", 0),
        ("die", "die", 7),
        ("die", "die", True),
        ("die", "die", 1.0),
        ("change", "change", 1),
        ("doubled", "doubled", 0),
        ("doubled", "doubled", None),
        ("bodies", "bodies", [None] * 35),
        (r"bodies\[0\]", "bodies__0", {}),
        (r"bodies\[0\].blue", "bodies__0__blue", [0, 0, 0, 0]),
        (r"bodies\[0\].blue\[0\]", "bodies__0__blue", [-1, 0, 0, 0, 0]),
        (r"bodies\[0\].blue\[1\]", "bodies__0__blue", [0, 7, 0, 0, 0]),
        (r"bodies\[0\].blue\[2\]", "bodies__0__blue", [0, 0, 1.0, 0, 0]),
        ("holes", "holes", None),
        (r"holes\[0\]", "holes", [36]),
        ("astronauts", "astronauts", [0, 2]),
        (r"astronauts\[1\]", "astronauts__1", 36),
        (r"astronauts\[1\]", "astronauts__1", "2"),
        ("comets", "comets", [False] * 4),
        (r"comets\[2\]", "comets__2", 0),
        ("supply", "supply", [5, 5, 5]),
        (r"supply\[0\]", "supply__0", -1),
        (r"supply\[0\]", "supply__0", 2**31),
        (r"removed\[3\]", "removed__3", False),
        ("picked", "picked", 2),
        ("part", "part", stones("")),
        ("comet_now", "comet_now", None),
    ],
)
def test_check_1_types_and_ranges(key, path, value):
    refuse(TRAVEL, key, **{path: value})


def test_check_1_change_in_the_phases_of_a_change():
    refuse(CHANGE, "change", change=0)
    refuse(CHANGE, "change", change=3)


def test_check_1_over():
    refuse(OVER, "change", change=1)
    refuse(OVER, "doubled", doubled=True)
    refuse(OVER, "comet_now", comet_now=True)
    refuse(OVER, "to_move", to_move=0)
    refuse(OVER, "turn", turn=None)
    refuse(OVER, "die", die=0)


# Elements, markers, holes, astronauts: checks 2 to 5


def test_check_2_sizes():
    refuse(TRAVEL, r"bodies\[10\]", bodies__10=stones(""))
    refuse(TRAVEL, r"bodies\[9\]", bodies__9=stones("6r. b."))


def test_check_2_colours():
    refuse(TRAVEL, "bodies", bodies__6=stones("3b. r."))
    refuse(TRAVEL, "bodies", bodies__6=None)


def test_check_3_markers_of_a_colour():
    refuse(TRAVEL, r"supply\[0\]", removed__0=3)
    refuse(TRAVEL, r"supply\[1\]", bodies__3=stones("r. b2"))
    refuse(SECOND, r"supply\[2\]", supply__2=8)
    refuse(TRAVEL, r"supply\[3\]", supply__3=1)


def test_check_3_unused_colours():
    refuse(TRAVEL, r"supply\[3\]", bodies__0=stones("r0 r3"))


def test_check_3_second_markers_are_removed_only_by_black_holes():
    refuse(SECOND, r"removed\[2\]", supply__2=6, removed__2=1)
    table = lay(HOLES, 2, phase="travel", black_holes=True, astronauts=(None, 3), supply=[5, 5, 6, 8])
    assert position(load(table))["removed"][2] == 2


def test_check_4_holes():
    refuse(AT_HOLE, "holes", holes=[])
    refuse(AT_HOLE, "holes", holes=[0, 1])
    refuse(TRAVEL, "holes", holes=[9])
    refuse(lay(HOLES, black_holes=False, astronauts=(2, 3, 4)), "holes", holes=[0])
    refuse(AT_HOLE, r"bodies\[0\]", bodies__0=stones("2b. 2g. r. r2"), removed__2=6)
    two = lay("0 2b. 2g. 2r. | 1 2b. 2g. 2r. | 2 4b. | 3 4b. | 4 4g. | 5 4g. | 6 4r. | 7 4r.", black_holes=True)
    refuse(changed(two, astronauts=[2, 3, 4]), "holes", holes=[1, 0])


def test_check_5_astronauts():
    refuse(TRAVEL, r"astronauts\[1\]", astronauts__1=10)
    refuse(TRAVEL, r"astronauts\[1\]", astronauts__1=None)
    refuse(AT_HOLE, r"astronauts\[0\]", astronauts__0=0)


# Setup: check 6


def test_check_6_layout():
    last = SETUP["bodies"][21]
    refuse(SETUP, r"bodies\[21\]", bodies__22=last, bodies__21=None)
    three = {c: [n + m for n, m in zip(SETUP["bodies"][4][c], last[c], strict=True)] for c in last}
    refuse(SETUP, r"bodies\[4\]", bodies__4=three, bodies__21=None)


def test_check_6_triples_of_two_colours():
    first = position(new_game(3))
    every = [colour for b in first["bodies"] if b for colour in b for _ in range(sum(b[colour]))]
    assert len(every) == 36
    sizes = [3] * 4 + [2] * 6 + [1] * 12
    bag = sorted(every)  # twelve blue, twelve green, twelve red: body 0 is all blue
    slots = [None] * 36
    for slot, size in enumerate(sizes):
        slots[slot] = stones(" ".join(colour[0] + "." for colour in (bag.pop(0) for _ in range(size))))
    refuse(first, r"bodies\[0\]", bodies=slots)


def test_check_6_seats_before_to_move():
    refuse(SETUP, r"astronauts\[0\]", astronauts__0=None)
    refuse(SETUP, r"astronauts\[0\]", astronauts__0=13)  # no marker there
    refuse(SETUP, r"astronauts\[0\]", astronauts__0=5)  # two elements
    refuse(SETUP, r"astronauts\[1\]", astronauts__1=13)
    refuse(SETUP, r"astronauts\[0\]", to_move=0)


def test_check_6_no_other_marker():
    colour = next(c for c in ("blue", "green", "red") if SETUP["bodies"][13][c][0])
    refuse(SETUP, r"bodies\[13\]", **{f"bodies__13__{colour}": [0, 1, 0, 0, 0]}, supply__0=8)


def test_check_6_comets_removed_turn_die():
    refuse(SETUP, r"comets\[2\]", comets__2=False)
    refuse(SETUP, r"removed\[1\]", removed__1=1, supply__1=9)
    refuse(SETUP, "turn", turn=0)
    refuse(SETUP, "die", die=1)
    refuse(SETUP, "change", change=1)
    refuse(SETUP, "doubled", doubled=True)
    refuse(SETUP, "comet_now", comet_now=True)


# Supplies: check 7


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_check_7_before_the_own_marker(turn):
    supply = [4 if seat < turn else 5 for seat in range(3)]
    good = lay(A, turn=turn, supply=supply, astronauts=(0, 2, 4))
    assert position(load(good)) == good
    for seat in range(3):
        if seat != turn:
            wrong = good["supply"][seat] + 1
            key = rf"supply\[{seat}\]"
            refuse(good, key, **{f"supply__{seat}": wrong, f"removed__{seat}": good["removed"][seat] - 1})
    refuse(lay(A, supply=[0, 0, 0], astronauts=(0, 2, 4)), r"supply\[0\]")


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_check_7_after_the_own_marker(turn):
    supply = [5 if seat <= turn else 6 for seat in range(3)]
    good = lay(D, phase="change", die=6, turn=turn, supply=supply)
    assert position(load(good)) == good
    other = (turn + 1) % 3
    refuse(
        good, rf"supply\[{other}\]",
        **{f"supply__{other}": supply[other] - 1, f"removed__{other}": good["removed"][other] + 1},
    )  # fmt: skip


def test_check_7_over():
    refuse(OVER, r"supply\[1\]", supply__1=1, removed__1=OVER["removed"][1] - 1)


# Two players: check 8


def test_check_8_change_2_only_if_doubled():
    refuse(CHANGE, "change", change=2)
    refuse(TWICE, "change", doubled=False)


def test_check_8_doubled():
    refuse(TRAVEL, "doubled", doubled=True)  # three players
    refuse(SECOND, "doubled", doubled=True)
    refuse(DOUBLED, "doubled", bodies__4=stones("2g. b."), supply__3=8)  # no second marker was placed


def test_check_8_second_phases():
    refuse(TRAVEL, "phase", phase="second")
    full = E.replace("5 6g.", "5 6g3").replace("7 5r.", "7 r3 4r.")
    refuse(lay(full, 2, phase="second", die=2, supply=[7, 7, 7, 0], astronauts=(0, 1)), r"supply\[3\]")


# The choice so far: check 9


def test_check_9_picked():
    for table in (TRAVEL, MARK, CHANGE, COMET, SECOND, OVER, SETUP):
        refuse(table, "picked", picked=3)
    for table in (PARTNER, COMET_PARTNER, SPLIT, PRINTED):
        refuse(table, "picked", picked=None)


def test_check_9_picked_was_allowed():
    refuse(PRINTED, "picked", picked=0)  # three elements, and the die is 2
    refuse(PRINTED, "picked", picked=12)  # nothing free
    refuse(PRINTED, "picked", picked=30)
    refuse(PARTNER, "picked", picked=4)  # not the smallest
    refuse(PARTNER, "picked", picked=0)  # not deserted
    refuse(COMET_PARTNER, "picked", picked=6)  # 4 + 1 > 4
    refuse(SPLIT, "picked", picked=3, part=stones(""))  # two elements cannot give two
    refuse(SPLIT, "picked", picked=2, part=stones(""))  # not deserted


def test_check_9_part():
    for table in (TRAVEL, PARTNER, OVER):
        refuse(table, "part", part=stones(""))
    refuse(SPLIT, "part", part=None)
    refuse(SPLIT, "part.blue", part=stones("b."))
    refuse(SPLIT, "part.green", part=stones("g0"))
    refuse(SPLIT, "part", part=stones("r. g."))
    assert legal(load(changed(SPLIT, part=stones("")))) == {"split green free", "split red free"}


def test_check_9_comet_now():
    refuse(COMET, "comet_now", comet_now=False)
    for table in (TRAVEL, CHANGE, SPLIT, SECOND):
        refuse(table, "comet_now", comet_now=True)
    refuse(COMET, r"comets\[0\]", comets__0=True)
    refuse(COMET_PARTNER, r"comets\[0\]", comets__0=True)


# Who decides, and that there is something to decide: checks 10 and 11


def test_check_10_to_move():
    refuse(SECOND, "to_move", to_move=0)
    refuse(PRINTED, "to_move", to_move=0)
    refuse(TRAVEL, "to_move", to_move=1)
    refuse(CHANGE, "to_move", to_move=2)


def test_check_10_astronaut_in_mark():
    refuse(AT_HOLE, r"astronauts\[0\]", phase="mark")


def test_check_11_skipped_phases():
    refuse(CHANGE, "phase", die=3)
    refuse(changed(MARK, astronauts=[4, 2, 4]), "phase")  # nothing free to mark
    refuse(SECOND, "phase", die=1, bodies__2=stones("b3"), supply__3=6)
    refuse(lay(D, phase="comet", die=1, comet_now=True), "phase")  # no two bodies fit
