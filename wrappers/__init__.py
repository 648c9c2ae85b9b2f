"""Policies that sit in a seat, and adapters to other libraries' APIs.

Importing this registers every game with Gymnasium: `gymnasium.make("cosmozoo/BigBangTheory-v0")`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .policies import (
    FunctionPolicy,
    GreedyPolicy,
    Policy,
    PolicyPool,
    RandomPolicy,
    SearchPolicy,
    make_policy,
)

if TYPE_CHECKING:
    from .checkpoints import CheckpointError, load_policy

_NEED_TORCH = {
    "CheckpointError": "checkpoints",
    "load_policy": "checkpoints",
}
"""Names that are imported when they are first used, and their modules."""

__all__ = [
    "CheckpointError",
    "FunctionPolicy",
    "GreedyPolicy",
    "Policy",
    "PolicyPool",
    "RandomPolicy",
    "SearchPolicy",
    "load_policy",
    "make_policy",
]


def __getattr__(name: str) -> Any:
    if name in _NEED_TORCH:
        return getattr(import_module(f"{__name__}.{_NEED_TORCH[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
