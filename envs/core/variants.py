"""Variants: the keyword arguments of a game, declared with their allowed values."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .texts import listed, near


def _unchecked(value: Any) -> None:
    return None


class Variant(NamedTuple):
    """One keyword argument. `values` are the allowed ones; None where `check` decides (it raises ValueError)."""

    name: str
    default: Any
    values: tuple[Any, ...] | None
    meaning: str
    check: Callable[[Any], None] = _unchecked
    in_position: bool = True
    kept: Callable[[Any], Any] = copy.deepcopy
    """What the table keeps of a given value: a copy, so that a list stays as it was given."""
    shipped: tuple[Any, ...] | None = None
    """Where any other value is the path of a file: the values that name none. The page to play on takes these alone."""

    @property
    def choices(self) -> tuple[Any, ...] | None:
        """Values to choose from without thinking of files, the default first; None where they cannot be listed."""
        known = self.values if self.shipped is None else self.shipped
        return None if known is None else (self.default, *(value for value in known if value != self.default))


def flag(name: str, meaning: str) -> Variant:
    """A variant that is on or off, off by default."""
    return Variant(name, False, (False, True), meaning)


def components_variant(names: Sequence[str], in_position: bool = False) -> Variant:
    """The argument `components`: a shipped table by name, or the path of a TOML file."""

    def check(value: Any) -> None:
        if value is not None and not isinstance(value, str) and not hasattr(value, "__fspath__"):
            raise ValueError(f"components must be one of {listed(map(repr, names))} or a path, not {value!r}")

    def kept(value: Any) -> str:
        return names[0] if value is None else os.fspath(value)

    shipped = " or ".join(repr(name) for name in names)
    meaning = f"component tables: {shipped}, or the path of a TOML file that replaces tables"
    return Variant("components", names[0], None, meaning, check, in_position, kept, tuple(names))


def chosen_variants(game_id: str, declared: Sequence[Variant], given: Mapping[str, Any]) -> dict[str, Any]:
    """All variants with (copies of) the given values or the defaults.

    Raises TypeError for an unknown argument and ValueError for a value that is not allowed.
    """
    known = [variant.name for variant in declared]
    for name in given:
        if name not in known:
            arguments = ["num_players", "render_mode", "reward", "max_cycles", *known]
            raise TypeError(
                f"{game_id} has no argument {name!r}{near(name, arguments)} (arguments: {listed(arguments, 30)})"
            )
    chosen = {}
    for variant in declared:
        value = given.get(variant.name, variant.default)
        if variant.values is not None and not any(type(value) is type(v) and value == v for v in variant.values):
            allowed = listed(map(repr, variant.values))
            raise ValueError(f"{variant.name}={value!r}: allowed are {allowed}{near(value, map(str, variant.values))}")
        variant.check(value)
        chosen[variant.name] = variant.kept(value)
    return chosen
