"""Set-up, arguments and their combinations."""

import itertools

import pytest

from cosmozoo.envs import big_bang_v0
from tests.playing import legal, load, play, position, to_move

from .table import FLAGS, PASS, each, new_game, rewards, tally


@pytest.mark.parametrize("flags", list(itertools.product([False, True], repeat=5)))
def test_the_board_is_filled(flags):
    variants = dict(zip(FLAGS, flags, strict=True))
    table = position(new_game(**variants))
    found = tally(table["board"])
    assert {found[stack] for stack in ("n", "H1", "~n", "~H1")} == {each(variants)}
    assert found["#"] == (4 if variants["darkness"] else 0)
    assert table["board"].count(".") == (24 if variants["small"] else 0)
    assert sum(found.values()) + table["board"].count(".") == 84
    assert len(table["reserves"]) == (1 if variants["mass"] else 2)
    assert all(count == 0 for reserve in table["reserves"] for count in reserve.values())
    assert (table["passes"], table["source"], table["target"], table["carbon"]) == (0, None, None, None)
    assert table["variants"] == {**variants, "puzzle": None, "sides": "choose"}


@pytest.mark.parametrize(("flags", "particles"), [((), 84), (("small",), 60), (("darkness",), 80), (FLAGS, 56)])
def test_numbers_of_particles(flags, particles):
    board = position(new_game(**dict.fromkeys(flags, True)))["board"]
    assert sum(stack not in ".#" for stack in board) == particles


def test_defaults():
    env = new_game()
    assert env.num_players == 2
    assert position(env)["variants"]["puzzle"] is None
    assert (len(env.action_labels), env.layout.size) == (261, 574)


def test_labels_in_their_blocks():
    labels = new_game().action_labels
    assert labels[:5] == ("pass", "take matter", "take antimatter", "move A1", "move A2")
    assert labels[86:94] == ("move H9", "go E", "go NE", "go NW", "go W", "go SW", "go SE", "land A1")
    assert labels[176:178] == ("land H9", "decay A1")
    assert labels[260] == "decay H9"
    assert labels[3 + 41] == "move D12"
    with pytest.raises(ValueError, match="move A1"):
        new_game().action_from_label("move A10")


def test_one_player_needs_a_puzzle():
    with pytest.raises(ValueError, match="puzzle"):
        big_bang_v0.env(num_players=1)
    for puzzle in ("light", "parallel", "life"):
        env = new_game(1, puzzle=puzzle)
        table = position(env)
        assert (table["kinds"], table["phase"], table["to_move"]) == (["both"], "turn", 0)


@pytest.mark.parametrize("sides", ["choose", "fixed", "random"])
def test_sides_have_no_effect_alone_but_are_kept(sides):
    env = new_game(1, puzzle="light", sides=sides)
    table = position(env)
    assert table["variants"]["sides"] == sides
    assert (table["kinds"], table["phase"]) == (["both"], "turn")
    assert position(load(table)) == table


@pytest.mark.parametrize("players", [1, 2])
def test_mass_with_a_puzzle_is_refused(players):
    with pytest.raises(ValueError, match="mass=True"):
        big_bang_v0.env(num_players=players, puzzle="life", mass=True)


def test_all_other_combinations_are_allowed():
    for flags in itertools.product([False, True], repeat=5):
        variants = dict(zip(FLAGS, flags, strict=True))
        for sides in ("choose", "fixed", "random"):
            big_bang_v0.env(sides=sides, **variants)
            if not variants["mass"]:
                for players, puzzle in itertools.product((1, 2), ("light", "parallel", "life")):
                    big_bang_v0.env(num_players=players, puzzle=puzzle, sides=sides, **variants)


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_players": 3},
        {"num_players": 0},
        {"num_players": True, "puzzle": "light"},
        {"puzzle": "lights"},
        {"puzzle": False},
        {"puzzle": ""},
        {"sides": "black"},
        {"sides": None},
        {"small": 1},
        {"gravity": "yes"},
        {"time": None},
        {"max_cycles": 0},
        {"reward": "money"},
    ],
)
def test_wrong_values_are_refused(arguments):
    with pytest.raises(ValueError, match=next(key for key in arguments if key != "puzzle" or len(arguments) == 1)):
        big_bang_v0.env(**arguments)


def test_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="did you mean 'puzzle'"):
        big_bang_v0.env(puzle="light")
    with pytest.raises(TypeError, match="gravitation"):
        big_bang_v0.env(gravitation=True)


def test_the_longest_game_is_not_cut_off():
    env = new_game()
    assert env.table.max_cycles == 400


@pytest.mark.parametrize("puzzle", ["light", "parallel", "life"])
def test_two_player_puzzles_choose_sides_too(puzzle):
    env = new_game(puzzle=puzzle)
    assert (position(env)["phase"], to_move(env)) == ("side", 1)
    play(env, "take matter", PASS, PASS)
    assert rewards(env)[0] == rewards(env)[1] == -1


def test_drawing_names_everything():
    env = new_game(render_mode="ansi", darkness=True, time=True)
    text = env.render()
    assert "Big*Bang" in text
    assert "darkness, time" in text
    rows = [line for line in text.splitlines() if line[:2] in {f"{letter} " for letter in "ABCDEFGH"}]
    board = position(env)["board"]
    assert [stack for row in rows for stack in row.split()[1:-1]] == board
    indents = [len(row) - len(row[2:].lstrip()) for row in rows]
    assert len(set(indents)) > 1


def test_drawing_marks_the_half_made_move():
    table = position(play(new_game(seed=2, gravity=True, sides="fixed"), "pass", "pass"))
    assert table["phase"] == "over"
    env = new_game(seed=2, gravity=True, sides="fixed", render_mode="ansi")
    play(env, sorted(label for label in legal(env) if label.startswith("move"))[0])
    assert env.render().count("[") == 1
