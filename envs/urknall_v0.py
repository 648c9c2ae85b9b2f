"""Urknall: The Big Bang, version 0: `env()` is the PettingZoo AEC environment.

It carries PettingZoo's usual checks itself, so `raw_env` is the same.
"""

from .core.aec import constructor
from .urknall import GAME

env = constructor(GAME)
raw_env = env
