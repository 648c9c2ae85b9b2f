"""Component files: TOML beside a game's code, or a replacement of an owner of the physical game."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from typing import Any, Literal, NamedTuple

from .checking import ComponentError, Reader


class ComponentTable(NamedTuple):
    """A component table of a game, for the docs: `printed` in the rulebook, or `reconstructed` from its numbers."""

    name: str
    status: Literal["printed", "reconstructed"]
    constraint: str
    """What the rulebook prints about it."""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[object, ...], ...] = ()
    """The table itself, where a reader wants to see it."""


def shipped_file(package: str | None, name: str = "components.toml") -> Path:
    """The path of a data file beside a game's code."""
    module = importlib.import_module(str(package))
    assert module.__file__ is not None
    return Path(module.__file__).with_name(name)


def read_toml(path: Any) -> Reader:
    """A reader of the file's tables. Raises ComponentError if it cannot be read or is not TOML."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ComponentError(f"components={str(path)!r}: cannot read the file ({error})") from None
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"components={str(path)!r}: not TOML ({error})") from None
    return Reader(tables, error=ComponentError, root=f"components={str(path)!r}")
