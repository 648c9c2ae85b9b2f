"""The pages of the documentation as tests see them: their blocks of code."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(
    r"(?:^<!-- needs: (?P<needs>[\w., ]+) -->\n+)?"
    r"^```(?P<language>\w+)(?: title=\"(?P<file>[^\"]+)\")?\n(?P<code>.*?)^```$",
    flags=re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """A block of code.

    language: what stands after the three backticks.
    file: the file whose content it shows, from `title="…"` after the language; None for code that runs on the page.
    line: lines of the page above its first one.
    needs: modules without which it is left out, from the comment `<!-- needs: ray, tianshou -->` above it.
    """

    language: str
    code: str
    line: int
    file: str | None
    needs: tuple[str, ...]

    @property
    def missing(self) -> list[str]:
        """Those of the needed modules that cannot be imported."""
        return [name for name in self.needs if importlib.util.find_spec(name) is None]


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page, from top to bottom."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        needs = tuple(name.strip() for name in (found["needs"] or "").split(",") if name.strip())
        line = text.count("\n", 0, found.start("code"))
        yield Block(found["language"], found["code"], line, found["file"], needs)


def pages() -> list[Path]:
    """README, CONTRIBUTING, CHANGELOG and all pages below docs/."""
    return [
        *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
        *sorted(ROOT.glob("docs/**/*.md")),
    ]
