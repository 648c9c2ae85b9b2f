"""Films of recorded games as GIF and MP4 files, and single pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy as np

from cosmozoo.envs.core.drawing import INK, Drawing
from cosmozoo.envs.core.extras import extra_library
from cosmozoo.envs.core.raster import pixels, png
from cosmozoo.envs.core.rendering import frame
from cosmozoo.train.files import replacing
from cosmozoo.train.records import Checked

from .history import History, recorded_games

WIDTH, FPS = 960, 2.0
"""Of a film where nothing else is asked for: pixels, and decisions a second."""
_WORDS, _STRIP = 0.022, 0.045
"""Size of the words under the picture and height of the strip they stand in, as parts of the film's width."""
_HOLD_SECONDS = 3
"""How long the end stands."""
_GIF_COLOURS = 128


class FilmError(ValueError):
    """A film or a picture cannot be made; the message says why."""


# ---- What is shown


def recorded_game(lines: Iterable[Checked], number: int) -> History:
    """Game `number` of a record, counted from 1. Nothing after it is read. Raises FilmError if there are fewer."""
    games = 0
    for games, game in enumerate(recorded_games(lines), start=1):
        if games == number:
            return game
    raise FilmError(f"there is no game {number}: the record holds {games} game{'s' if games != 1 else ''}")


def drawn(game: History, moment: int, viewer: int | None) -> Drawing:
    """The table at a moment as a frame, with the place of what is chosen there marked for whoever may see it."""
    env = game.at(moment)
    chosen = []
    if moment < game.last_moment and viewer in (None, game.decisions[moment].seat):
        chosen.append(game.decisions[moment].label)
    return frame(env.table, env.position(), viewer, chosen)


def caption(game: History, moment: int, viewer: int | None) -> str:
    """What is decided at a moment, as far as the viewer may know it; at the end the scores."""
    if moment == game.last_moment:
        scores, ranks = game.standing(moment)
        best = [f"seat {seat}" for seat, rank in enumerate(ranks) if rank == 0]
        won = f", {' and '.join(best)} first" if best and len(ranks) > 1 else ""
        return f"The end: scores {', '.join(map(str, scores))}{won}"
    told = game.told(viewer)[moment]
    return f"seat {told.seat} decides" if told.label is None else f"seat {told.seat}: {told.label}"


# ---- Files


def write_picture(picture: Drawing, path: Path) -> None:
    """Write a drawing as a .svg or .png file.

    Raises FilmError for another suffix, ModuleNotFoundError where a .png needs a library of the extra `play`, OSError
    if the file cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise FilmError(f"{path}: the name must end in .svg or .png")
    content = png(picture.svg()) if kind == ".png" else picture.svg().encode("utf-8")
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def write_film(
    game: History,
    path: Path,
    *,
    viewer: int | None = None,
    width: int = WIDTH,
    fps: float = FPS,
    progress: Callable[[], Any] = lambda: None,
) -> None:
    """Write a game as a .gif or .mp4 file, a frame for each decision and one for the end.

    Args:
        viewer: the seat whose view it is; None shows everything.
        width: of the film in pixels, an even number.
        fps: decisions a second.
        progress: called after each frame.

    Raises ModuleNotFoundError without the libraries of the extra `play`, OSError if the file cannot be written.
    """
    pictures = _pictures(game, viewer, width, progress)
    with replacing(path) as temporary:
        if path.suffix.lower() == ".gif":
            _write_gif(pictures, temporary, fps)
        else:
            _write_mp4(pictures, temporary, fps)


def _pictures(game: History, viewer: int | None, width: int, progress: Callable[[], Any]) -> Iterator[np.ndarray]:
    """The frames as arrays (height, width, 3) of uint8."""
    for moment in range(game.last_moment + 1):
        yield pixels(_with_words(drawn(game, moment, viewer), caption(game, moment, viewer), width).svg())
        progress()


def _with_words(picture: Drawing, words: str, width: int) -> Drawing:
    """A picture so wide, with words in a strip below it. The height is even, as encoders want it."""
    inner, strip = picture.height * width / picture.width, _STRIP * width
    whole = Drawing(width, 2 * round((inner + strip) / 2), picture.title, background=picture.background)
    whole.inlay(picture, 0, 0, width, inner)
    whole.text(width / 2, (inner + whole.height) / 2, words, _WORDS * width, fill=INK, fit=0.96 * width)
    return whole


def _write_gif(pictures: Iterator[np.ndarray], path: Path, fps: float) -> None:
    image = extra_library("PIL.Image", "play", "a film")
    frames = (
        image.fromarray(picture).quantize(_GIF_COLOURS, dither=image.Dither.NONE) for picture in _held(pictures, fps)
    )
    first = next(frames)
    first.save(path, save_all=True, append_images=frames, duration=round(1000 / fps), loop=0)


def _write_mp4(pictures: Iterator[np.ndarray], path: Path, fps: float) -> None:
    ffmpeg = extra_library("imageio_ffmpeg", "play", "a film")
    first = next(pictures)
    height, width = first.shape[:2]
    playable_while_loading = ["-movflags", "+faststart"]
    writer = ffmpeg.write_frames(
        path, (width, height), fps=fps, macro_block_size=2, output_params=playable_while_loading
    )
    try:
        writer.send(None)
        for picture in _held(chain([first], pictures), fps):
            writer.send(np.ascontiguousarray(picture))
    finally:
        writer.close()


def _held(pictures: Iterator[np.ndarray], fps: float) -> Iterator[np.ndarray]:
    """The frames, and the last one for some seconds."""
    for picture in pictures:
        yield picture
    yield from repeat(picture, round(_HOLD_SECONDS * fps))
