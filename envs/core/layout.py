"""The observation as a table of named segments. Offsets follow from the declaration; nobody writes one down."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .texts import near


class Segment(NamedTuple):
    """A named piece of the observation. In a shape with several factors the last one changes fastest."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    scale: str = "0/1"
    offset: int = 0

    @property
    def width(self) -> int:
        """Number of values."""
        return int(np.prod(self.shape, dtype=int))


class Layout:
    """Segments in order. Iterate over it, look one up by name, or read an observation with `split`."""

    def __init__(self, *segments: Segment) -> None:
        placed: dict[str, Segment] = {}
        offset = 0
        for segment in segments:
            if segment.name in placed:
                raise ValueError(f"segment {segment.name!r} is declared twice")
            placed[segment.name] = segment._replace(offset=offset)
            offset += segment.width
        self._segments = placed
        self.size = offset
        """O, the length of an observation."""

    def offsets(self) -> Any:
        """The offsets as a named tuple of integers, for compiled code: `AT.hand`."""
        kind = namedtuple("Offsets", list(self._segments))  # type: ignore[misc]
        return kind(*(segment.offset for segment in self))

    def __iter__(self) -> Iterator[Segment]:
        return iter(self._segments.values())

    def __len__(self) -> int:
        return len(self._segments)

    def __getitem__(self, name: str) -> Segment:
        try:
            return self._segments[name]
        except KeyError:
            raise KeyError(f"no segment {name!r}{near(name, self._segments)}") from None

    def split(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The segments of one observation (O,) or of several (…, O), by name, each in its shape (a view)."""
        if observation.shape[-1] != self.size:
            raise ValueError(f"an observation here has {self.size} values, not {observation.shape[-1]}")
        lead = observation.shape[:-1]
        return {s.name: observation[..., s.offset : s.offset + s.width].reshape(lead + s.shape) for s in self}
