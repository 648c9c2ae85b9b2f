"""Policies that sit in a seat, and adapters to other libraries' APIs.

Importing this registers every game with Gymnasium: `gymnasium.make("cosmozoo/BigBangTheory-v0")`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cosmozoo.envs import games

from .policies import (
    FunctionPolicy,
    GreedyPolicy,
    Policy,
    PolicyPool,
    RandomPolicy,
    SearchPolicy,
    make_policy,
)
from .registration import register_with_gymnasium
from .self_play import SelfPlayGames
from .single_seat import SingleSeatEnv
from .vector_env import SelfPlayVectorEnv

if TYPE_CHECKING:
    from .checkpoints import CheckpointError, load_policy, read_manifest
    from .networks import NetworkPolicy
    from .vec_env import SelfPlayVecEnv

_AT_FIRST_USE = {
    "CheckpointError": "checkpoints",
    "load_policy": "checkpoints",
    "read_manifest": "checkpoints",
    "NetworkPolicy": "networks",
    "SelfPlayVecEnv": "vec_env",
}
"""Names that need torch or Stable-Baselines3, and their modules."""

__all__ = [
    "CheckpointError",
    "FunctionPolicy",
    "GreedyPolicy",
    "NetworkPolicy",
    "Policy",
    "PolicyPool",
    "RandomPolicy",
    "SearchPolicy",
    "SelfPlayGames",
    "SelfPlayVecEnv",
    "SelfPlayVectorEnv",
    "SingleSeatEnv",
    "load_policy",
    "make_policy",
    "read_manifest",
]

register_with_gymnasium(games.values())


def __getattr__(name: str) -> Any:
    if name in _AT_FIRST_USE:
        return getattr(import_module(f"{__name__}.{_AT_FIRST_USE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
