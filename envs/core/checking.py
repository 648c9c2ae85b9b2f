"""Strict reading of JSON-like data from outside, with errors that name the path of the key at fault."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

from .texts import listed, near

INTEGER_LIMIT = 2**31


class PositionError(ValueError):
    """A position that is malformed, impossible, or not of this environment."""


class ComponentError(ValueError):
    """A component file that breaks the format or a printed count."""


def whole_number(value: Any) -> int | None:
    """The integer that an argument is, NumPy's kinds among them; None if it is none. `True` is none."""
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def count_above_0(name: str, value: Any) -> int:
    """The argument `name` as an integer. Raises ValueError, naming it, if it is none above 0."""
    count = whole_number(value)
    if count is None or count < 1:
        raise ValueError(f"{name}={value!r}: must be an integer above 0")
    return count


class Reader:
    """A value with the path that led to it. Each method checks the type strictly and gives the value.

    `true` is no integer, nor is `1.0`; integers lie between -2**31 and 2**31 - 1.
    """

    def __init__(
        self, value: Any, path: str = "", error: type[ValueError] = PositionError, root: str = "position"
    ) -> None:
        self.value = value
        self.path = path
        self.error = error
        self.root = root

    def fail(self, message: str) -> NoReturn:
        """Raise the error, with the path in front."""
        raise self.error(f"{self.path or self.root}: {message}")

    def _wrong(self, wanted: str) -> NoReturn:
        self.fail(f"must be {wanted}, not {self.value!r}")

    def child(self, key: str | int) -> Reader:
        """The reader of one entry, without a check that it is there."""
        step = f"[{key}]" if isinstance(key, int) else f".{key}" if self.path else key
        return Reader(self.value[key], self.path + step, self.error, self.root)

    def __getitem__(self, key: str | int) -> Reader:
        return self.child(key)

    def table(self, keys: Collection[str], optional: Collection[str] = ()) -> Reader:
        """Check a dict with exactly these keys (and none, some or all of the optional ones)."""
        if type(self.value) is not dict:
            self._wrong(f"a dict with the keys {listed(keys, 30)}")
        for key in self.value:
            if key not in keys and key not in optional:
                self.fail(f"has an unknown key {key!r}{near(key, [*keys, *optional])}")
        for key in keys:
            if key not in self.value:
                self.fail(f"lacks the key {key!r}")
        return self

    def items(self, length: int | None = None, at_most: int | None = None) -> list[Reader]:
        """Check a list (of a given length, or of at most so many items) and give a reader for each item."""
        if type(self.value) is not list:
            self._wrong("a list")
        if length is not None and len(self.value) != length:
            self.fail(f"must have {length} items, not {len(self.value)}")
        if at_most is not None and len(self.value) > at_most:
            self.fail(f"must have at most {at_most} items, not {len(self.value)}")
        return [self.child(i) for i in range(len(self.value))]

    def __iter__(self) -> Iterator[Reader]:
        return iter(self.items())

    def integer(self, low: int = -INTEGER_LIMIT, high: int = INTEGER_LIMIT - 1) -> int:
        """Check an integer in [low, high]."""
        if type(self.value) is not int or not low <= self.value <= high:
            self._wrong(f"the integer {low}" if low == high else f"an integer from {low} to {high}")
        return self.value

    def integers(self, length: int, low: int, high: int) -> list[int]:
        """Check a list of `length` integers in [low, high]."""
        return [item.integer(low, high) for item in self.items(length)]

    def boolean(self) -> bool:
        """Check true or false."""
        if type(self.value) is not bool:
            self._wrong("true or false")
        return self.value

    def text(self) -> str:
        """Check a string."""
        if type(self.value) is not str:
            self._wrong("a string")
        return self.value

    def choice(self, allowed: Collection[Any]) -> Any:
        """Check a value out of a few, equal in type too."""
        if not any(type(self.value) is type(a) and self.value == a for a in allowed):
            hint = near(self.value, [a for a in allowed if isinstance(a, str)])
            self.fail(f"must be one of {listed([repr(a) for a in allowed], 20)}, not {self.value!r}{hint}")
        return self.value

    def different(self, values: Collection[Any]) -> None:
        """Check that no value stands twice."""
        seen: list[Any] = []
        for value in values:
            if value in seen:
                self.fail(f"has {value!r} twice")
            seen.append(value)

    @property
    def is_none(self) -> bool:
        """Whether the value is null."""
        return self.value is None
