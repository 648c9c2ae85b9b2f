"""Actions and their labels (section 4 of the specification). Cells are named as on the board in use."""

from __future__ import annotations

from functools import cache

from ..core.labels import Labels, block
from .components import Board, load
from .words import DIRECTIONS, KINDS


@cache
def labels(board: Board) -> Labels:
    """The labels for a board."""
    return Labels(
        block("pass", "pass", "do nothing; two passes in a row end the game"),
        block("take", [f"take {kind}" for kind in KINDS], "seat 1 chooses its kind"),
        block("move", [f"move {cell}" for cell in board.names], "choose the stack on this cell to fuse or annihilate"),
        block("go", [f"go {direction}" for direction in DIRECTIONS], "send the chosen stack this way"),
        block("land", [f"land {cell}" for cell in board.names], "gravity: the fused stack stands on this cell"),
        block("decay", [f"decay {cell}" for cell in board.names], "time: a neutron of the stack here becomes a proton"),
    )


_LABELS = labels(load())

PASS = _LABELS.start("pass")
TAKE = _LABELS.start("take")
MOVE = _LABELS.start("move")
GO = _LABELS.start("go")
LAND = _LABELS.start("land")
DECAY = _LABELS.start("decay")
