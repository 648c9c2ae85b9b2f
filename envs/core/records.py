"""Structured records: the state of a game and the rules it is played by, declared field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import random


class Field(NamedTuple):
    """One field of a record: name, dtype, shape, what it means, and the range of its values."""

    name: str
    dtype: Any
    shape: tuple[int, ...]
    meaning: str
    high: int
    low: int = 0


COMMON_STATE = (
    Field("to_move", np.int8, (), "seat that decides, -1 when the game is over", 127, -1),
    Field("phase", np.int8, (), "index of the phase in Game.phases; the last one is 'over'", 127),
    Field("truncated", np.int8, (), "1 when the game was cut off at max_cycles decisions", 1),
    Field("cycles", np.int32, (), "decisions made so far", 2**31 - 1),
    Field("rng", np.int64, (random.WORDS,), "generator of this game's chance", 2**32 - 1),
    Field("stream", np.int64, (random.WORDS,), "generator that seeds the games to come", 2**32 - 1),
)
"""Fields that every state has in front of its own; the drivers keep `truncated`, `cycles`, `rng` and `stream`."""

COMMON_RULES = (
    Field("num_players", np.int8, (), "seats at the table", 127),
    Field("max_cycles", np.int32, (), "decisions after which a game is truncated", 2**31 - 1),
    Field("reward", np.int8, (), "index of the reward scheme in rewards.SCHEMES", 127),
    Field("ranked", np.int8, (), "1 when seats compete; 0 in a puzzle, which pays every seat its value", 1),
    Field("score_scale", np.float32, (), "divisor of the reward scheme 'score'", 2**31 - 1),
)
"""Fields that every rules record has in front of its own; `Game.table` fills them."""

NOT_GAME_STATE = frozenset({"truncated", "cycles", "rng", "stream"})
"""Fields that do not follow from the position: the engine's bookkeeping and the generators."""


class Record:
    """A declared structured dtype. `record.zeros(n)` gives an array of n records."""

    def __init__(self, common: Sequence[Field], fields: Sequence[Field]) -> None:
        self.fields = (*common, *fields)
        names = [field.name for field in self.fields]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"field {name!r} is declared twice")
            if name in dir(np.record):
                raise ValueError(f"field {name!r} is shadowed by numpy.record.{name} in plain Python: rename it")
        self.dtype = np.dtype((np.record, [(f.name, f.dtype, f.shape) for f in self.fields]))

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields)

    def zeros(self, count: int = 1) -> np.ndarray:
        """An array of `count` records with every value 0."""
        return np.zeros(count, dtype=self.dtype)

    def check_bounds(self, record: np.ndarray) -> None:
        """Raise AssertionError, naming the field, if a value lies outside its declared range."""
        for field in self.fields:
            values = record[field.name]
            if np.any(values < field.low) or np.any(values > field.high):
                raise AssertionError(f"{field.name} leaves [{field.low}, {field.high}]: {values.tolist()}")

    @property
    def vector_size(self) -> int:
        """Length of `vector`."""
        return sum(int(np.prod(f.shape, dtype=int)) for f in self.fields if f.name not in NOT_GAME_STATE)

    def vector(self, record: np.ndarray) -> np.ndarray:
        """All fields of a game's state as float32 values in [-1, 1], each divided by its largest absolute value."""
        parts = [
            np.asarray(record[f.name], dtype=np.float32).reshape(-1) / np.float32(max(f.high, -f.low, 1))
            for f in self.fields
            if f.name not in NOT_GAME_STATE
        ]
        return np.clip(np.concatenate(parts), -1, 1)


def state_record(*fields: Field) -> Record:
    """The record of a game's state: the fields that all games share, then the given ones."""
    return Record(COMMON_STATE, fields)


def rules_record(*fields: Field) -> Record:
    """The read-only record of variant and component tables, in front of it what all games share."""
    return Record(COMMON_RULES, fields)
