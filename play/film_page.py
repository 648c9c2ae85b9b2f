"""A recorded game as one HTML file that steps through it and needs no server."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterable
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from cosmozoo.train.files import replacing

from .films import FPS, FilmError, caption, drawn
from .history import History

LARGEST_PAGE = 30_000_000
"""Bytes; above this browsers open a page too slowly."""

_STATIC = files("cosmozoo.play") / "static"
_PIECE = re.compile(r"<[^<]*")
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)


def write_page(
    game: History,
    path: Path,
    *,
    viewers: Iterable[int | None],
    fps: float = FPS,
    progress: Callable[[], Any] = lambda: None,
) -> None:
    """Write a game as an HTML page with slider, buttons, keys, a log and a choice of views.

    Args:
        viewers: the views that the page has: seats, and None for everything. It holds nothing else.
        fps: decisions a second when it plays by itself.
        progress: called after each picture.

    Raises FilmError for a page above `LARGEST_PAGE`, OSError if the file cannot be written.
    """
    packing = _Packing()
    views = [_view(game, viewer, packing, progress) for viewer in viewers]
    title = game.env.game.title
    data = {"title": title, "fps": fps, "pieces": packing.pieces, "views": views}
    page = _page(title, _compressed(data))
    if len(page) > LARGEST_PAGE:
        raise FilmError(
            f"the page would have {len(page) / 1e6:.0f} MB and may have {LARGEST_PAGE / 1e6:.0f}: choose one view "
            "with --seat, or make a film (.mp4)"
        )
    with replacing(path) as temporary:
        temporary.write_text(page, encoding="utf-8")


def _view(game: History, viewer: int | None, packing: _Packing, progress: Callable[[], Any]) -> dict[str, Any]:
    """All moments as the viewer sees them: pictures, words below, and the log, of which nothing hidden is told."""
    pictures: list[list[int]] = []
    for moment in range(game.last_moment + 1):
        pictures.append(packing.packed(drawn(game, moment, viewer).svg()))
        progress()
    log = [[telling.seat, telling.label, *telling.seen] for telling in game.told(viewer)]
    return {
        "name": "everything" if viewer is None else f"seat {viewer}",
        "pictures": _changes(pictures),
        "captions": [caption(game, moment, viewer) for moment in range(game.last_moment + 1)],
        "log": log,
    }


class _Packing:
    """Pieces of SVG, each kept once; a picture is a list of their numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def pieces(self) -> list[str]:
        """All pieces by number."""
        return list(self._numbers)

    def packed(self, svg: str) -> list[int]:
        """A picture as the numbers of its pieces; joined they are the SVG again."""
        return [self._numbers.setdefault(piece, len(self._numbers)) for piece in _PIECE.findall(svg)]


def _changes(pictures: list[list[int]]) -> list[list[Any]]:
    """For each picture `[begin, pieces, end]`: so many pieces of the one before, then these, then its last so many."""
    changes: list[list[Any]] = []
    last: list[int] = []
    for picture in pictures:
        begin = _alike(last, picture)
        end = _alike(last[begin:][::-1], picture[begin:][::-1])
        changes.append([begin, picture[begin : len(picture) - end], end])
        last = picture
    return changes


def _alike(one: list[int], other: list[int]) -> int:
    """How many pieces two lists have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _compressed(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8"), level=9)).decode("ascii")


def _page(title: str, data: str) -> str:
    parts = {
        "title": escape(title),
        "style": _static("board.css") + _static("film.css"),
        "script": _EXPORT.sub("", _static("board.js")) + _IMPORT.sub("", _static("film.js")),
        "data": data,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], _static("film.html"))


def _static(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
