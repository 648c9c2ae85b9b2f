"""Action labels: blocks of indices with one unique English label each, both ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .texts import near


class Block(NamedTuple):
    """Consecutive actions of one kind: its name, the label of each action, what they do."""

    name: str
    labels: tuple[str, ...]
    meaning: str
    start: int = 0


def block(name: str, labels: str | Sequence[str], meaning: str) -> Block:
    """A block of one label or of several."""
    return Block(name, (labels,) if isinstance(labels, str) else tuple(labels), meaning)


class Labels:
    """All actions of a game. `labels.start("play card")` is the first index of a block."""

    def __init__(self, *blocks: Block) -> None:
        self.blocks: tuple[Block, ...] = ()
        texts: list[str] = []
        for entry in blocks:
            self.blocks += (entry._replace(start=len(texts)),)
            texts += entry.labels
        self.texts = tuple(texts)
        """A labels; the place in the tuple is the action."""
        self._index = {text: index for index, text in enumerate(texts)}
        if len(self._index) != len(texts):
            twice = sorted({text for text in texts if texts.count(text) > 1})
            raise ValueError(f"labels must be unique; twice: {twice}")

    @property
    def size(self) -> int:
        """A, the number of actions."""
        return len(self.texts)

    def start(self, name: str) -> int:
        """First action of the named block."""
        for entry in self.blocks:
            if entry.name == name:
                return entry.start
        raise KeyError(f"no block {name!r}{near(name, [b.name for b in self.blocks])}")

    def index(self, label: str) -> int:
        """The action with this label.

        Raises ValueError with near matches for a label that does not exist.
        """
        try:
            return self._index[label]
        except (KeyError, TypeError):
            raise ValueError(f"no action is called {label!r}{near(label, self.texts)}") from None
