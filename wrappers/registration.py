"""Registration with Gymnasium, for `gymnasium.make` and `gymnasium.make_vec`."""

from __future__ import annotations

from collections.abc import Iterable

import gymnasium

from cosmozoo.envs.core.game import Game


def gymnasium_id(game_id: str, part: str = "") -> str:
    """`big_bang_theory_v0` -> `cosmozoo/BigBangTheory-v0`; a part of a game stands behind its name."""
    name, _, version = game_id.rpartition("_v")
    words = [word.capitalize() for word in f"{name}_{part}".split("_") if word]
    return f"cosmozoo/{''.join(words)}-v{version}"


def register_with_gymnasium(games: Iterable[Game]) -> None:
    """Register the single-seat form and the vector form of each game, and of each of its puzzles for one."""
    for game in games:
        _register(gymnasium_id(game.id), game_id=game.id)
        if 1 not in game.players:
            continue
        for variant in game.variants:
            if variant.name != "puzzle" or variant.values is None:
                continue
            for value in variant.values:
                if isinstance(value, str):
                    part = _PUZZLE_NAMES.get(value, value)
                    _register(gymnasium_id(game.id, part), game_id=game.id, num_players=1, puzzle=value)


_PUZZLE_NAMES = {"light": "universe_of_light", "parallel": "parallel_universes", "life": "universe_of_life"}
"""Values of the variant `puzzle` and what these puzzles are called."""


def _register(name: str, **arguments: object) -> None:
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point="cosmozoo.wrappers.single_seat:SingleSeatEnv",
            vector_entry_point="cosmozoo.wrappers.vector_env:SelfPlayVectorEnv",
            kwargs=arguments,
        )
