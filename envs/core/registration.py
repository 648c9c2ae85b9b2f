"""Registration with PettingZoo, where the installed version has a registry (1.27 and later)."""

from __future__ import annotations

from collections.abc import Iterable


def register_with_pettingzoo(game_ids: Iterable[str], kind: str = "aec") -> None:
    """Make `pettingzoo.make("aec", "cosmozoo/<id>")`, or with the kind `parallel` that, work for these games."""
    try:
        from pettingzoo import EnvSpec, aec_registry, parallel_registry, register
    except ImportError:
        return
    registry, constructor = {"aec": (aec_registry, "env"), "parallel": (parallel_registry, "parallel_env")}[kind]
    for game_id in game_ids:
        name, entry_point = f"cosmozoo/{game_id}", f"cosmozoo.envs.{game_id}:{constructor}"
        if EnvSpec(id=name, entry_point=entry_point).id not in registry:  # it is kept as `…-v0`
            register(kind, name, entry_point)
