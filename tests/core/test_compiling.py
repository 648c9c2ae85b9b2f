"""Compiled code is kept between processes and is never stale."""

from __future__ import annotations

import importlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import cosmozoo
from cosmozoo import envs
from cosmozoo.envs.core import compiling
from cosmozoo.envs.core.compiling import (
    CACHE_VARIABLE,
    PLAIN,
    cache_root,
    compiled,
    entry_point,
    note_sources,
    plain,
    source_key,
)
from cosmozoo.envs.core.random import next_bits

PLAY = """
import json, sys
from cosmozoo import envs
env = envs.big_bang_theory_v0.env(num_players=2, paradox="none")
env.reset(seed=1)
for label in sys.argv[1:]:
    env.step(env.action_from_label(label) if label != "any" else env.action_from_label(env.legal_labels()[0]))
print(json.dumps([envs.__file__, env.position()]))
"""


class Played(NamedTuple):
    """What a process that played in a copy of the package left behind."""

    position: dict[str, Any]
    stderr: str
    cache: dict[str, int]
    """Each file of the cache with the time of its last change."""

    @property
    def folders(self) -> set[str]:
        return {name.partition("/")[0] for name in self.cache}


class Copy:
    """A copy of the package that a test may edit, with a cache of its own."""

    def __init__(self, place: Path) -> None:
        self.site = place / "site"
        self.cache = place / "cache"
        self.temp = place / "temp"
        self.temp.mkdir()
        ignore = shutil.ignore_patterns("__pycache__")
        for package in (cosmozoo, envs):
            folder = Path(str(package.__file__)).parent
            shutil.copytree(folder, self.site.joinpath(*package.__name__.split(".")), ignore=ignore, dirs_exist_ok=True)

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.site / "cosmozoo" / "envs" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def play(self, *labels: str, cache: Path | None = None) -> Played:
        """Play in a new process that imports the copy."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment |= {
            "PYTHONPATH": str(self.site),
            CACHE_VARIABLE: str(cache or self.cache),
            "TMPDIR": str(self.temp),
        }
        command = [sys.executable, "-c", PLAY, *labels]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=self.site, check=False)
        assert done.returncode == 0, done.stderr
        imported, position = json.loads(done.stdout)
        assert Path(imported) == self.site / "cosmozoo" / "envs" / "__init__.py"
        files = {
            file.relative_to(self.cache).as_posix(): file.stat().st_mtime_ns
            for file in self.cache.rglob("*")
            if file.is_file()
        }
        return Played(position, done.stderr, files)


@pytest.mark.slow
def test_an_edit_is_never_served_stale_and_nothing_else_compiles_again(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    first = copy.play("any")
    assert first.position["round"] == 1
    assert first.stderr.count("cosmozoo: compiling big_bang_theory_v0") == 1
    assert first.stderr.count("\n") == 1
    assert len(first.folders) == 1

    again = copy.play("any")
    assert again == first._replace(stderr="")

    copy.edit("big_bang_theory/rules.py", '"""Shuffle, deal and open round 1 (section 2)."""', '"""Set up."""  # so')
    copy.edit("big_bang_theory/words.py", '"""Cards of the opening hand."""', "# how many cards a hand has")
    assert copy.play("any") == again

    copy.edit("big_bang_theory/rules.py", "    state.turn = 1\n", "    state.turn = 3\n")
    edited = copy.play("any")
    assert edited.position["round"] == 3
    assert edited.stderr.count("compiling") == 1
    assert len(edited.folders - first.folders) == 1
    assert {name: changed for name, changed in edited.cache.items() if name in first.cache} == first.cache


@pytest.mark.slow
def test_a_cache_that_cannot_be_written_is_named_once_and_the_game_works(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    (tmp_path / "file").write_text("no folder")
    played = copy.play(cache=tmp_path / "file" / "below")
    assert played.position["round"] == 1
    assert played.stderr.count("RuntimeWarning") == 1
    assert f"set {CACHE_VARIABLE} to a folder that can be written" in played.stderr
    assert str(tmp_path / "file" / "below") in played.stderr
    assert played.cache == {}
    assert not list(copy.site.rglob("*.nbi"))
    assert not list(copy.temp.iterdir())  # nothing is left lying about either


# ---- The key


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of an importable package `small_game`: rules that use words, and a drawing."""
    folder = tmp_path / "small_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "words.py").write_text('SEVEN = 7\n"""A number."""\n')
    (folder / "rules.py").write_text(
        'from .words import SEVEN\n\ndef step(x):\n    """Step."""\n    return x + SEVEN\n'
    )
    (folder / "draw.py").write_text("from .rules import step\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("rules", "draw"):
        importlib.import_module(f"small_game.{name}")
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "small_game"]:
        del sys.modules[name]


def key() -> str:
    return source_key(["small_game.rules"])


def edited(path: Path, old: str, new: str) -> str:
    path.write_text(path.read_text().replace(old, new))
    return key()


@pytest.mark.plain
def test_the_key_follows_rules_and_the_tables_that_they_freeze(small: Path) -> None:
    keys = [
        key(),
        edited(small / "rules.py", "x + SEVEN", "x - SEVEN"),
        edited(small / "words.py", "SEVEN = 7", "SEVEN = 8"),
    ]
    assert len(set(keys)) == 3
    assert edited(small / "words.py", "SEVEN = 8", "SEVEN = 7") == keys[1]


@pytest.mark.plain
def test_the_key_does_not_follow_comments_docstrings_or_other_rooms(small: Path) -> None:
    before = key()
    assert edited(small / "rules.py", '"""Step."""', '"""One step."""\n\n    # a comment') == before
    assert edited(small / "words.py", '"""A number."""', '"""A number, and more."""') == before
    assert edited(small / "draw.py", "import step", "import step as other") == before


@pytest.mark.plain
def test_a_file_edited_since_its_import_is_not_taken_for_what_runs(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "_imported", {})
    before = key()
    note_sources(["small_game.rules"])
    assert key() == before
    in_this_process = edited(small / "words.py", "SEVEN = 7", "SEVEN = 8888")
    monkeypatch.setattr(compiling, "_imported", {})
    in_the_next_process = key()
    assert len({before, in_this_process, in_the_next_process}) == 3


@pytest.mark.plain
def test_the_sources_of_a_game_are_noted_when_it_is_declared() -> None:
    assert {"cosmozoo.envs.core.drivers", "cosmozoo.envs.big_bang_theory.rules"} <= set(compiling._imported)


@pytest.mark.plain
@pytest.mark.parametrize(("flag", "value"), [("BOUNDSCHECK", 1), ("OPT", 0), ("DEBUGINFO_DEFAULT", 1)])
def test_numbas_flags_change_the_key(small: Path, monkeypatch: pytest.MonkeyPatch, flag: str, value: int) -> None:
    before = key()
    monkeypatch.setattr(numba.config, flag, value)
    assert key() != before


@pytest.mark.plain
def test_a_games_key_covers_its_rooms_with_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    source: Callable[..., str] = compiling._source
    monkeypatch.setattr(compiling, "_source", lambda module: read.append(module.__name__) or source(module))
    source_key(envs.get_game("big_bang_theory_v0").functions.modules() | {"cosmozoo.envs.core.drivers"})
    rooms = {name.removeprefix("cosmozoo.envs.") for name in read}
    own = {"rules", "observe", "greedy", "knowledge", "words", "state", "labels"}
    shared = {"drivers", "functions", "random", "rewards"}
    assert {f"big_bang_theory.{room}" for room in own} | {f"core.{room}" for room in shared} <= rooms
    assert not {"big_bang_theory.draw", "big_bang_theory.positions", "core.aec", "core.vector"} & rooms


# ---- The folder


@pytest.mark.plain
def test_the_cache_folder_is_chosen_by_variable_then_by_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "mine"))
    assert cache_root() == tmp_path / "mine"
    monkeypatch.delenv(CACHE_VARIABLE)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_root() == tmp_path / "xdg" / "cosmozoo"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_root() == tmp_path / ".cache" / "cosmozoo"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_root() == tmp_path / "Library" / "Caches" / "cosmozoo"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache_root() == tmp_path / "local" / "cosmozoo"


@pytest.mark.plain
def test_a_folder_that_cannot_be_written_is_replaced_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.warns(RuntimeWarning, match=f"cannot be kept in .*set {CACHE_VARIABLE} to a folder"):
        folder = compiling._writable_folder("a-key-of-this-test")
    assert folder.is_dir()
    assert folder.parent == tmp_path
    assert compiling._writable_folder("a-key-of-this-test") == folder  # and no second warning


@compiled
def doubled(x):  # type: ignore[no-untyped-def]
    return 2 * x


@pytest.mark.skipif(PLAIN, reason="with the compiler off nothing is kept")
def test_entry_points_are_kept_under_their_key_and_numbas_setting_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    before = numba.config.CACHE_DIR
    function = entry_point(plain(doubled), "the-key")
    assert function(4) == 8
    assert before == numba.config.CACHE_DIR
    assert list((tmp_path / "the-key").rglob("*.nbi"))
    assert [path.name for path in tmp_path.iterdir()] == ["the-key"]


@pytest.mark.plain
def test_compiled_functions_can_be_called_from_python_too() -> None:
    assert [doubled(21), doubled(-2), doubled(1.5)] == [42, -4, 3.0]
    words = np.array([1, 2, 3, 4], np.int64)
    assert doubled(x=4) == 8
    assert int(next_bits(words)) == 1 + 2 + 4  # of sfc32: a + b + counter
    assert words.tolist() == [2 ^ 0, 3 + (3 << 3), (3 << 21) + 7, 5]


@pytest.mark.plain
def test_compiled_functions_can_be_pickled_for_another_process() -> None:
    code = "import pickle, sys, numpy; print(pickle.load(sys.stdin.buffer)(numpy.array([1, 2, 3, 4])))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=pickle.dumps(next_bits), capture_output=True, check=True)
    assert int(done.stdout) == 1 + 2 + 4


@pytest.mark.plain
def test_plain_gives_the_python_function() -> None:
    assert plain(doubled)(3) == doubled(3) == 6
    assert plain(plain(doubled)) is plain(doubled)
