"""Five board games about the cosmos as reinforcement-learning environments.

from cosmozoo.envs import big_bang_theory_v0
env = big_bang_theory_v0.env(num_players=4)
"""

from . import big_bang_theory_v0, big_bang_v0, black_hole_buccaneers_v0, space_mission_v0, urknall_v0
from .core.aec import ActionError, GameEnv
from .core.checking import ComponentError, PositionError
from .core.game import games, get_game
from .core.registration import register_with_pettingzoo
from .core.vector import VectorGame

register_with_pettingzoo(games)
register_with_pettingzoo((game.id for game in games.values() if game.simultaneous_phases), "parallel")

__all__ = [
    "ActionError",
    "ComponentError",
    "GameEnv",
    "PositionError",
    "VectorGame",
    "big_bang_theory_v0",
    "big_bang_v0",
    "black_hole_buccaneers_v0",
    "games",
    "get_game",
    "space_mission_v0",
    "urknall_v0",
]
