"""Black Hole Buccaneers, version 0: `env()` is the PettingZoo AEC environment.

It carries PettingZoo's usual checks itself, so `raw_env` is the same.
"""

from .black_hole_buccaneers import GAME
from .core.aec import constructor

env = constructor(GAME)
raw_env = env
