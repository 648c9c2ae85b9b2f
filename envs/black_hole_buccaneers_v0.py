"""Black Hole Buccaneers, version 0: `env()` is the PettingZoo AEC environment, `parallel_env()` the ParallelEnv.

They carry PettingZoo's usual checks themselves, so `raw_env` is the same as `env`.
"""

from .black_hole_buccaneers import GAME
from .core.aec import constructor
from .core.parallel import ParallelGameEnv

env = constructor(GAME)
raw_env = env
parallel_env = constructor(GAME, ParallelGameEnv, "parallel_env", "parallel")
