"""Registration with PettingZoo, where the installed version has a registry (1.27 and later)."""

from __future__ import annotations

from collections.abc import Iterable


def register_with_pettingzoo(game_ids: Iterable[str]) -> None:
    """Make `pettingzoo.make("aec", "cosmozoo/<id>")` work for these games."""
    try:
        from pettingzoo import EnvSpec, aec_registry, register
    except ImportError:
        return
    for game_id in game_ids:
        name, entry_point = f"cosmozoo/{game_id}", f"cosmozoo.envs.{game_id}:env"
        if EnvSpec(id=name, entry_point=entry_point).id not in aec_registry:  # it is kept as `…-v0`
            register("aec", name, entry_point)
