"""From SVG to pixels, with the fonts that are shipped here: no display and no library of the system is needed."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path

import numpy as np

from .drawing import FONT, GROUND
from .extras import extra_library

_FONTS = Path(str(files("cosmozoo.envs.core"))) / "fonts"


def png(svg: str, width: int | None = None) -> bytes:
    """A picture as a PNG file, `width` pixels wide (as wide as the SVG says, if None).

    Raises ModuleNotFoundError without resvg-py, which the extra `play` installs.
    """
    resvg = extra_library("resvg_py", "play", "turning drawings into pixels")
    family = FONT.partition(",")[0]
    return bytes(
        resvg.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=GROUND,
            skip_system_fonts=True,
            font_files=[str(file) for file in sorted(_FONTS.glob("*.ttf"))],
            font_family=family,
            sans_serif_family=family,
        )
    )


def pixels(svg: str, width: int | None = None) -> np.ndarray:
    """A picture as an array (height, width, 3) of uint8, red, green and blue; `width` as in `png`.

    Raises ModuleNotFoundError without resvg-py and Pillow, which the extra `play` installs.
    """
    image = extra_library("PIL.Image", "play", "turning drawings into pixels")
    with image.open(BytesIO(png(svg, width))) as decoded:
        return np.array(decoded.convert("RGB"))
