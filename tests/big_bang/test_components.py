"""Replacement files for the board."""

import re

import numpy as np
import pytest

from cosmozoo.envs import VectorGame, big_bang_v0
from tests.playing import assert_components_refused, legal, load, play, position

from .table import CELLS, ROWS, lay, on_board

SHIPPED = [{"letter": letter, "first_q": first, "cells": cells} for letter, (first, cells) in ROWS.items()]
STRIP = [{"letter": letter, "first_q": 0, "cells": 28} for letter in "XYZ"]
"""Another board of 84 cells: three rows of 28, a parallelogram."""


def board(rows, **more):
    """The table `board` with these rows and other keys."""
    return {"row": rows, **more}


@pytest.fixture
def make(component_file):
    """Make an environment with a component file of these tables."""
    return lambda **tables: big_bang_v0.env(components=component_file(**tables))


@pytest.fixture
def refused(component_file):
    """A file of these tables is refused with an error that starts with the path of table and key."""

    def refused(path, *words, **tables):
        named = (f"^{re.escape(path)}:", *map(re.escape, words))
        assert_components_refused("big_bang_v0", component_file(**tables), *named)

    return refused


# Files that are taken


def test_the_shipped_rows_make_the_shipped_board(make):
    assert make(board=board(SHIPPED)).action_labels == big_bang_v0.env().action_labels


def test_a_file_may_repeat_the_printed_numbers(make):
    particles = {"status": "printed", "each": 21, "small_each": 15, "dark_tokens": 4}
    same = big_bang_v0.env().action_labels
    assert make().action_labels == same
    assert make(particles=particles).action_labels == same
    assert make(particles=particles, board=board(SHIPPED)).action_labels == same
    assert make(board=board(SHIPPED, status="printed")).action_labels == same


def test_another_board_has_its_own_cells_and_lines(make):
    env = make(board=board(STRIP))
    assert env.action_labels[3:6] == ("move X1", "move X2", "move X3")
    assert len(env.action_labels) == 261
    table = lay("A1 H2, A3 ~H2")  # for its reserves
    table["board"] = ["H1", *["."] * 26, "n", "~H1", *["."] * 54, "~n"]  # X1, X28, Y1, Z28
    env.reset(seed=0, options={"position": table})
    assert legal(env) == {"move X1", "move X28", "pass"}
    play(env, "move X1")
    assert legal(env) == {"go E", "go SE"}
    ways = env.layout.split(env.observe("player_0")["observation"])["ways"]
    assert ways[0].tolist() == [0, 0.5, 0.5, 1]  # 27 steps: clipped
    assert ways[5].tolist() == pytest.approx([1, 0, 0, 1 / 11])


def test_another_board_plays_whole_games(component_file):
    path = component_file(board=board(STRIP))
    games = VectorGame("big_bang_v0", 64, seed=1, components=path, gravity=True, time=True)
    ended = 0
    while ended < 100:
        games.step(games.sample_actions())
        assert np.abs(games.observations).max() <= 1
        ended += games.dones.sum()


def test_a_board_with_a_gap_between_rows_of_cells_stops_a_line(make):
    """On two arms, a line does not run on where cells are missing."""
    rows = [
        {"letter": "A", "first_q": 0, "cells": 10},
        {"letter": "B", "first_q": 9, "cells": 1},
        {"letter": "C", "first_q": 0, "cells": 73},
    ]
    env = make(board=board(rows))
    table = lay("A1 H2, A3 ~H2")
    table["board"] = ["H1", *["."] * 10, "n", *["."] * 71, "~H2"]  # A1 and C1, which B does not join
    env.reset(seed=0, options={"position": table})
    assert legal(env) == {"pass"}


def test_the_position_has_no_components(make):
    env = make(board=board(STRIP))
    env.reset(seed=1)
    assert set(position(env)["variants"]) == {"small", "mass", "gravity", "darkness", "time", "puzzle", "sides"}


# Files that are refused


def test_unknown_keys_are_refused(refused):
    refused("board", "'row'", board={})
    refused("board", "'cells'", board=board(SHIPPED, cells=84))
    refused("board.row[7]", "'colour'", board=board([*SHIPPED[:-1], {**SHIPPED[-1], "colour": 1}]))
    refused("board.row[0]", "'first_q'", board=board([{"letter": "A", "cells": 84}]))


@pytest.mark.parametrize(("key", "value"), [("each", 22), ("small_each", 14), ("dark_tokens", 0), ("each", 21.0)])
def test_printed_numbers_cannot_be_changed(refused, key, value):
    refused(f"particles.{key}", particles={key: value})


def test_a_status_is_checked(refused):
    refused("particles.status", particles={"status": "reconstructed"})
    refused("board.status", "guessed", board=board(SHIPPED, status="guessed"))
    refused("particles", "'light'", particles={"light": 1})


@pytest.mark.parametrize(
    ("row", "change", "path"),
    [
        (2, {"letter": "c"}, "board.row[2].letter"),
        (2, {"letter": "CC"}, "board.row[2].letter"),
        (2, {"letter": ""}, "board.row[2].letter"),
        (2, {"letter": 3}, "board.row[2].letter"),
        (2, {"letter": "Ä"}, "board.row[2].letter"),
        (2, {"letter": "B"}, "board.row"),
        (3, {"cells": 0}, "board.row[3].cells"),
        (3, {"cells": -1}, "board.row[3].cells"),
        (3, {"cells": True}, "board.row[3].cells"),
        (3, {"cells": 11}, "board.row"),
        (3, {"cells": 13}, "board.row"),
        (4, {"first_q": 0.5}, "board.row[4].first_q"),
        (4, {"first_q": 2**31}, "board.row[4].first_q"),
        (4, {"first_q": "0"}, "board.row[4].first_q"),
        (0, {"first_q": 100}, "board.row"),
    ],
)
def test_rows_are_checked(refused, row, change, path):
    rows = [{**entry, **change} if i == row else entry for i, entry in enumerate(SHIPPED)]
    refused(path, board=board(rows))


def test_84_cells_and_connected(refused):
    refused("board.row", "84", board=board([]))
    refused("board.row", "84", "83", board=board([{"letter": "A", "first_q": 0, "cells": 83}]))
    apart = [{"letter": "A", "first_q": 0, "cells": 42}, {"letter": "B", "first_q": 42, "cells": 42}]
    refused("board.row", "connected", board=board(apart))


def test_rows_that_touch_in_one_pair_are_connected(make):
    touching = [{"letter": "A", "first_q": 0, "cells": 42}, {"letter": "B", "first_q": 41, "cells": 42}]
    env = make(board=board(touching))
    env.reset(seed=1)
    assert len(position(env)["board"]) == 84


def test_the_table_of_the_tests_is_the_shipped_one():
    assert [name[5:] for name in big_bang_v0.env().action_labels[3:87]] == CELLS
    assert on_board(load(lay("H9 n, A1 ~n"))) == {"A1": "~n", "H9": "n"}
