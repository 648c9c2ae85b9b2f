"""How a browser's requests are read and refused: with one sentence that says what would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cosmozoo.envs.core.texts import listed, near

LARGEST_SEED = 2**63 - 1


class BadRequest(ValueError):  # noqa: N818 (the three are told to a person, as a sentence)
    """What was asked for makes no sense; the message says what would."""


class NoSuchTable(LookupError):  # noqa: N818
    """There is no such table, or it was cleared."""


class NotNow(Exception):  # noqa: N818
    """What was asked for cannot be done as the game stands; the message says why."""


def read_object(value: Any, keys: Sequence[str], what: str = "the request") -> dict[str, Any]:
    """A JSON object with none but these keys."""
    if type(value) is not dict:
        raise BadRequest(f"{what}: must be a JSON object, not {value!r}")
    for key in value:
        if key not in keys:
            raise BadRequest(f"{what}: has an unknown key {key!r}{near(key, keys)} (keys: {listed(keys)})")
    return value


def read_count(request: Mapping[str, Any], key: str) -> int:
    """A whole number from 0, which is also the default."""
    value = request.get(key, 0)
    if type(value) is not int or value < 0:
        raise BadRequest(f"{key}: must be a whole number from 0, not {value!r}")
    return value


def read_seed(seed: Any) -> int | None:
    """A seed; None for a new one each time."""
    if seed is not None and (type(seed) is not int or not 0 <= seed <= LARGEST_SEED):
        raise BadRequest(f"seed: must be null or a whole number from 0 to {LARGEST_SEED}, not {seed!r}")
    return seed
