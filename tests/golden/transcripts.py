"""How a golden transcript is made."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cosmozoo.envs import GameEnv, games, get_game

FOLDER = Path(__file__).parent
SEED = 2024


def names() -> list[tuple[str, int]]:
    """Each shipped game with each table size at which it can be played without naming a variant."""
    found = []
    for game in games.values():
        if game.functions.reset.__module__.startswith("cosmozoo."):
            for players in game.players:
                try:
                    game.table(players)
                except ValueError:
                    continue
                found.append((game.id, players))
    return sorted(found)


def path(game_id: str, players: int) -> Path:
    """The file of one transcript."""
    return FOLDER / f"{game_id}-{players}.txt"


def transcript(game_id: str, players: int) -> str:
    """A whole game of random legal decisions as text: first position, decisions with what was legal, last position."""
    env = GameEnv(get_game(game_id), players)
    env.reset(seed=SEED)
    rng = np.random.default_rng(SEED)
    lines = [json.dumps(env.position())]
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        legal = env.legal_labels()
        label = legal[int(rng.integers(len(legal)))]
        lines.append(f"{env.agent_selection}: {label}   ({len(legal)} legal)")
        env.step(env.action_from_label(label))
    lines.append(json.dumps(env.position()))
    lines += [f"{agent}: reward {env.rewards[agent]:.6g} {env.infos[agent]}" for agent in env.agents]
    return "\n".join(lines) + "\n"
