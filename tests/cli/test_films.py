"""`cosmozoo replay --to`: films and pages of recorded games, and what is refused."""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from moviepy import VideoFileClip
from PIL import Image

from cosmozoo.play import film_page
from cosmozoo.play.films import caption, drawn, recorded_game
from cosmozoo.play.history import History
from cosmozoo.train.records import checked_lines

from .command_line import GAME, cosmozoo, refusal

DECISIONS = 5
"""Of each of the two games of the record, which are cut off there."""
FRAMES = DECISIONS + 1


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of two short games at a table for 2."""
    file = tmp_path_factory.mktemp("record") / "record.jsonl"
    cosmozoo("record", GAME, "--players", 2, "--games", 2, "--variants", f"max_cycles={DECISIONS}", "--out", file)
    return file


def lines_of(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def game_of(record: Path, number: int = 1) -> History:
    with record.open(encoding="utf-8") as lines:
        return recorded_game(checked_lines(lines), number)


# ---- What is shown


def test_the_second_game_of_a_record_begins_after_the_end_of_the_first(record: Path) -> None:
    lines = lines_of(record)
    assert [("action" in line) for line in lines] == ([True] * DECISIONS + [False]) * 2
    game = game_of(record, 2)
    assert game.last_moment == DECISIONS
    for moment, line in enumerate(lines[FRAMES:]):
        assert game.at(moment).position() == line["position"]


def test_words_tell_what_is_decided_only_to_those_who_may_know(record: Path) -> None:
    game, lines = game_of(record), lines_of(record)[:DECISIONS]
    for moment, line in enumerate(lines):
        player, label = line["player"], line["action"]
        assert caption(game, moment, None) == caption(game, moment, player) == f"seat {player}: {label}"
        assert caption(game, moment, 1 - player) == f"seat {player} decides"
    assert re.fullmatch(r"The end: scores -?\d+, -?\d+, seat \d( and seat \d)? first", caption(game, DECISIONS, None))


def test_the_place_of_what_is_chosen_is_marked_only_for_those_who_may_know(record: Path) -> None:
    game = game_of(record)
    for moment, line in enumerate(lines_of(record)[:DECISIONS]):
        own = drawn(game, moment, line["player"]).svg()
        assert [json.loads(text) for text in places(own)] in ([], [[line["action"]]])
        assert places(drawn(game, moment, 1 - line["player"]).svg()) == []
    assert any(places(drawn(game, moment, None).svg()) for moment in range(DECISIONS))


def places(svg: str) -> list[str]:
    """The labels of the places of a drawing, each place's as JSON."""
    return [part.attrib["data-actions"] for part in ElementTree.fromstring(svg).iter() if "data-actions" in part.attrib]


# ---- Films


def test_a_gif_has_a_frame_for_each_decision_and_holds_the_end(record: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.gif"
    said = cosmozoo("replay", record, "--to", film, "--width", 300, "--fps", 4).output
    assert said.startswith(f"game 1 of {record}, {DECISIONS} decisions: {film} (")
    frames, durations = [], []
    with Image.open(film) as gif:
        assert gif.width == 300
        assert gif.info["loop"] == 0
        for number in range(gif.n_frames):
            gif.seek(number)
            frames.append(np.array(gif.convert("RGB")))
            durations.append(gif.info["duration"])
    assert durations == [250] * DECISIONS + [250 + 3000]
    assert all(frame.std() > 1 for frame in frames)
    assert all(not np.array_equal(one, other) for one, other in pairwise(frames))
    assert list(tmp_path.iterdir()) == [film]


def test_an_mp4_runs_at_the_pace_asked_for(record: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.MP4"
    cosmozoo("replay", record, "--to", film, "--width", 300, "--fps", 4, "--game", 2, "--seat", 1)
    with VideoFileClip(str(film)) as clip:
        assert clip.size[0] == 300
        assert clip.fps == 4
        assert clip.duration == FRAMES / 4 + 3  # the end stands for 3 seconds more
    assert list(tmp_path.iterdir()) == [film]


# ---- Pages


def page_data(page: str) -> dict[str, Any]:
    """What a page holds, unpacked."""
    (packed,) = re.findall(r'<script id="film" type="text/plain">([^<]*)</script>', page)
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return data


def pictures(data: dict[str, Any], view: dict[str, Any]) -> list[str]:
    """The drawings of a view, put together again as the page's script does."""
    last: list[int] = []
    drawings = []
    for begin, pieces, end in view["pictures"]:
        last = last[:begin] + pieces + last[len(last) - end :]
        drawings.append("".join(data["pieces"][piece] for piece in last))
    return drawings


def test_a_page_holds_every_moment_of_every_view(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "film.html"
    cosmozoo("replay", record, "--to", page, "--fps", 1)
    data, game = page_data(page.read_text(encoding="utf-8")), game_of(record)
    assert data["fps"] == 1
    assert [view["name"] for view in data["views"]] == ["everything", "seat 0", "seat 1"]
    for viewer, view in zip((None, 0, 1), data["views"], strict=True):
        assert pictures(data, view) == [drawn(game, moment, viewer).svg() for moment in range(FRAMES)]
        assert view["captions"] == [caption(game, moment, viewer) for moment in range(FRAMES)]
        assert len(view["log"]) == DECISIONS


def test_a_page_for_one_seat_holds_nothing_that_it_may_not_know(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "film.html"
    cosmozoo("replay", record, "--to", page, "--seat", 0)
    data, game = page_data(page.read_text(encoding="utf-8")), game_of(record)
    assert [view["name"] for view in data["views"]] == ["seat 0"]
    own = {piece for moment in range(FRAMES) for piece in re.findall("<[^<]*", drawn(game, moment, 0).svg())}
    assert set(data["pieces"]) == own
    for line, (seat, label, *_) in zip(lines_of(record), data["views"][0]["log"], strict=False):
        assert seat == line["player"]
        assert label == (line["action"] if seat == 0 else None)


def test_a_page_needs_no_other_file(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "film.html"
    cosmozoo("replay", record, "--to", page)
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"\b(?:src|href)\s*=|@import|^(?:import|export)\b|\{\{", text, re.MULTILINE) == []


def test_a_page_that_is_too_large_is_refused(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film_page, "LARGEST_PAGE", 1000)
    assert "choose one view with --seat" in refusal("replay", record, "--to", tmp_path / "film.html")
    assert list(tmp_path.iterdir()) == []


# ---- What is refused


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("film.avi", [], "the name must end in .gif or .mp4 or .html"),
        ("nowhere/film.gif", [], "there is no folder"),
        ("film.gif", ["--game", 3], "there is no game 3: the record holds 2 games"),
        ("film.gif", ["--seat", 2], "--seat 2: the record has the seats 0 to 1"),
        ("film.html", ["--width", 800], "--width 800: is for films; a page is as wide as its window"),
        ("film.gif", ["--step"], "--to writes a file, --step and --delay show the record here"),
    ],
)
def test_what_cannot_be_done_is_refused(
    name: str, options: list[object], sentence: str, record: Path, tmp_path: Path
) -> None:
    assert sentence in refusal("replay", record, "--to", tmp_path / name, *options)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", [("--game", 2), ("--width", 800), ("--fps", 3.0)], ids=str)
def test_options_of_films_need_a_film(option: tuple[str, object], record: Path) -> None:
    assert refusal("replay", record, *option) == f"{option[0]} {option[1]}: is for a film, which --to FILE makes"


def test_a_wrong_record_makes_no_film(record: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    lines = record.read_text(encoding="utf-8").splitlines()
    wrong.write_text("\n".join([lines[0], lines[2]]), encoding="utf-8")
    assert "line 2: " in refusal("replay", wrong, "--to", tmp_path / "film.gif")
    assert list(tmp_path.iterdir()) == [wrong]
