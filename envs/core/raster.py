"""From SVG to pixels, with the fonts that are shipped here: no display and no library of the system is needed."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from .drawing import FONT

_FONTS = Path(str(files("cosmozoo.envs.core"))) / "fonts"


def png(svg: str, width: int | None = None) -> bytes:
    """A picture as a PNG file, `width` pixels wide (as wide as the SVG says, if None).

    Raises ImportError without resvg-py, which the extra `play` installs.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError(f"pictures need resvg-py: pip install 'cosmozoo[play]' ({error})") from error
    family = FONT.partition(",")[0]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=[str(file) for file in sorted(_FONTS.glob("*.ttf"))],
            font_family=family,
            sans_serif_family=family,
        )
    )
