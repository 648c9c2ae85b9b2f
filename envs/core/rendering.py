"""What an environment's render modes give: a window, pixels, SVG or text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from .drawing import Drawing
from .game import Table
from .raster import pixels
from .texts import listed, near
from .window import Window

RENDER_MODES = ("human", "rgb_array", "svg", "ansi")
RENDER_FPS = 2


def checked_mode(mode: str | None) -> str | None:
    """The render mode, if it is one; raises ValueError that names those there are."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode={mode!r}: allowed are None, {listed(map(repr, RENDER_MODES))}{near(mode, RENDER_MODES)}"
        )
    return mode


def frame(table: Table, position: dict[str, Any], seat: int | None, legal: Sequence[str] = ()) -> Drawing:
    """The picture of a position in the size that all frames of this table have, `table.frame_size`."""
    return table.game.picture(position, seat, table, legal).fitted(*table.frame_size)


class Renderer:
    """Renders one environment's game, keeping its window if it has one. A copy begins without a window."""

    def __init__(self) -> None:
        self._window = Window()

    def __reduce__(self) -> tuple[type[Renderer], tuple[()]]:
        return Renderer, ()

    def render(
        self,
        mode: str | None,
        table: Table,
        position: dict[str, Any],
        seat: int | None,
        legal: Sequence[str],
        fps: float,
    ) -> np.ndarray | str | None:
        """The position as `seat` sees it, None for everything face up.

        Args:
            legal: labels whose places are marked.
            fps: how many drawings a second the window shows at most.

        Gives for `rgb_array` an array (height, width, 3) of uint8, the same size for all positions of a table; for
        `svg` the same picture as a string; for `ansi` text; for `human` nothing, the picture is in a window.
        """
        if mode is None:
            gymnasium.logger.warn("render() without a render_mode does nothing; give render_mode='rgb_array', say")
            return None
        if mode == "ansi":
            return table.game.draw_text(position, seat, table)
        drawing = frame(table, position, seat, legal)
        if mode == "human":
            self._window.show(drawing, fps)
            return None
        return drawing.svg() if mode == "svg" else pixels(drawing.svg())

    def close(self) -> None:
        """Close the window, if there is one."""
        self._window.close()
