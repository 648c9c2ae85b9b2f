"""Replacement files for the board."""

import numpy as np
import pytest

from cosmozoo.envs import ComponentError, VectorGame, big_bang_v0
from tests.playing import legal, load, play, position

from .table import CELLS, ROWS, lay, on_board

SHIPPED = [{"letter": letter, "first_q": first, "cells": cells} for letter, (first, cells) in ROWS.items()]
STRIP = [{"letter": letter, "first_q": 0, "cells": 28} for letter in "XYZ"]
"""Another board of 84 cells: three rows of 28, a parallelogram."""


def toml(rows):
    """A file with a board of these rows."""
    lines = [", ".join(f"{key} = {toml_value(value)}" for key, value in row.items()) for row in rows]
    return "[board]\nrow = [\n" + "".join(f"  {{ {line} }},\n" for line in lines) + "]\n"


def toml_value(value):
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@pytest.fixture
def make(tmp_path):
    """Make an environment with a component file of this text."""

    def make(text, **arguments):
        path = tmp_path / "board.toml"
        path.write_text(text, encoding="utf-8")
        return big_bang_v0.env(components=str(path), **arguments)

    return make


@pytest.fixture
def refused(make):
    """The file is refused with an error that starts with the path of table and key."""

    def refused(text, path, *words):
        with pytest.raises(ComponentError) as caught:
            make(text)
        message = str(caught.value)
        assert message.startswith(f"{path}:"), message
        assert all(word in message for word in words), message

    return refused


# Files that are taken


def test_the_shipped_rows_make_the_shipped_board(make):
    assert make(toml(SHIPPED)).action_labels == big_bang_v0.env().action_labels


def test_a_file_may_repeat_the_printed_numbers(make):
    printed = '[particles]\nstatus = "printed"\neach = 21\nsmall_each = 15\ndark_tokens = 4\n'
    for text in ("", printed, printed + toml(SHIPPED), toml(SHIPPED).replace("row", 'status = "printed"\nrow')):
        assert make(text).action_labels == big_bang_v0.env().action_labels


def test_another_board_has_its_own_cells_and_lines(make):
    env = make(toml(STRIP))
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


def test_another_board_plays_whole_games(tmp_path):
    path = tmp_path / "strip.toml"
    path.write_text(toml(STRIP), encoding="utf-8")
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
    env = make(toml(rows))
    table = lay("A1 H2, A3 ~H2")
    table["board"] = ["H1", *["."] * 10, "n", *["."] * 71, "~H2"]  # A1 and C1, which B does not join
    env.reset(seed=0, options={"position": table})
    assert legal(env) == {"pass"}


def test_the_position_has_no_components(make):
    env = make(toml(STRIP))
    env.reset(seed=1)
    assert set(position(env)["variants"]) == {"small", "mass", "gravity", "darkness", "time", "puzzle", "sides"}


# Files that are refused


def test_what_cannot_be_read_is_refused(tmp_path, make):
    with pytest.raises(ComponentError, match="cannot read"):
        big_bang_v0.env(components=str(tmp_path / "nothing.toml"))
    with pytest.raises(ComponentError, match="not TOML"):
        make("[board\n")
    with pytest.raises(ValueError, match="components"):
        big_bang_v0.env(components=3)


def test_unknown_tables_and_keys_are_refused(refused, make):
    with pytest.raises(ComponentError, match="'nuclei'"):
        make("[nuclei]\nHe5 = 1\n")
    refused("[board]\n", "board", "'row'")
    refused(toml(SHIPPED) + "cells = 84\n", "board", "'cells'")
    refused(toml([*SHIPPED[:-1], {**SHIPPED[-1], "colour": 1}]), "board.row[7]", "'colour'")
    refused(toml([{"letter": "A", "cells": 84}]), "board.row[0]", "'first_q'")


@pytest.mark.parametrize(("key", "value"), [("each", 22), ("small_each", 14), ("dark_tokens", 0), ("each", 21.0)])
def test_printed_numbers_cannot_be_changed(refused, key, value):
    refused(f"[particles]\n{key} = {value}\n", f"particles.{key}")


def test_a_status_is_checked(refused):
    refused('[particles]\nstatus = "reconstructed"\n', "particles.status")
    refused(toml(SHIPPED).replace("row", 'status = "guessed"\nrow'), "board.status", "guessed")
    refused("[particles]\nlight = 1\n", "particles", "'light'")


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
    refused(toml(rows), path)


def test_84_cells_and_connected(refused):
    refused("[board]\nrow = []\n", "board.row", "84")
    refused(toml([{"letter": "A", "first_q": 0, "cells": 83}]), "board.row", "84", "83")
    apart = [{"letter": "A", "first_q": 0, "cells": 42}, {"letter": "B", "first_q": 42, "cells": 42}]
    refused(toml(apart), "board.row", "connected")


def test_rows_that_touch_in_one_pair_are_connected(make):
    touching = [{"letter": "A", "first_q": 0, "cells": 42}, {"letter": "B", "first_q": 41, "cells": 42}]
    env = make(toml(touching))
    env.reset(seed=1)
    assert len(position(env)["board"]) == 84


def test_the_table_of_the_tests_is_the_shipped_one():
    assert [name[5:] for name in big_bang_v0.env().action_labels[3:87]] == CELLS
    assert on_board(load(lay("H9 n, A1 ~n"))) == {"A1": "~n", "H9": "n"}
