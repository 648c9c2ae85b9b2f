"""Small helpers for messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def near(word: object, known: Iterable[str]) -> str:
    """`; did you mean 'a' or 'b'?` for known words that resemble `word`, else the empty string."""
    found = difflib.get_close_matches(str(word), [str(k) for k in known], n=4, cutoff=0.5)
    return f"; did you mean {' or '.join(repr(f) for f in found)}?" if found else ""


def listed(items: Iterable[object], limit: int = 10) -> str:
    """Items with commas between, cut after `limit` of them with the number left out."""
    texts = [str(item) for item in items]
    rest = len(texts) - limit
    return ", ".join(texts[:limit]) + (f", … ({rest} more)" if rest > 0 else "")


def span(low: int, high: int) -> str:
    """`3`, or `3 to 5`."""
    return str(low) if low == high else f"{low} to {high}"
