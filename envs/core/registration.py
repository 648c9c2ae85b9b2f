"""Registration with PettingZoo, where the installed version has a registry (1.27 and later)."""

from __future__ import annotations

from collections.abc import Iterable


def register_with_pettingzoo(game_ids: Iterable[str]) -> None:
    """Make `pettingzoo.make("aec", "cosmozoo/<id>")` work for these games."""
    try:
        from pettingzoo import aec_registry, register
    except ImportError:
        return
    for game_id in game_ids:
        name = f"cosmozoo/{game_id}"
        if name not in aec_registry:
            register("aec", name, f"cosmozoo.envs.{game_id}:env")
