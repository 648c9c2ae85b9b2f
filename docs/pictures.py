"""Pictures of the games for the documentation: a position in the middle of a game, as the seat to move sees it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cosmozoo.envs import GameEnv, get_game

FOLDER = Path(__file__).parent / "pictures"


class Scene(NamedTuple):
    """A position that greedy play leads to."""

    players: int
    seed: int
    decisions: int


SCENES = {
    "urknall_v0": Scene(players=4, seed=2, decisions=36),
    "big_bang_v0": Scene(players=2, seed=1, decisions=30),
    "space_mission_v0": Scene(players=4, seed=1, decisions=110),
    "black_hole_buccaneers_v0": Scene(players=4, seed=1, decisions=30),
    "big_bang_theory_v0": Scene(players=3, seed=3, decisions=46),
}


def pictures() -> dict[Path, str]:
    """The SVG files of docs/pictures, as they have to be."""
    return {FOLDER / f"{game_id}.svg": _picture(game_id, scene) + "\n" for game_id, scene in SCENES.items()}


def _picture(game_id: str, scene: Scene) -> str:
    env = GameEnv(get_game(game_id), scene.players, render_mode="svg")
    env.reset(seed=scene.seed)
    for _ in range(scene.decisions):
        env.step(env.greedy_action())
    return str(env.render())
