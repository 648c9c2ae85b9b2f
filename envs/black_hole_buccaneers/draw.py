"""The table as text, as one seat sees it."""

from __future__ import annotations

from typing import Any

from ..core.game import Table


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """The position as `seat` sees it; None shows everything."""
    return f"{table.game.title}: {position['phase']}"
