"""The words of the game, in the order in which everything is counted."""

SEATS = 2
CELLS = 84

NUCLEI = ("n", "H1", "H2", "H3", "He3", "He4")
PROTONS = (0, 1, 1, 1, 2, 2)
NEUTRONS = (1, 0, 1, 2, 1, 2)
"""Particles of each nucleus: the only six combinations that exist."""
LONE = ("n", "H1")
UNSTABLE = ("n", "H3")

KINDS = ("matter", "antimatter")
EMPTY_CODE, DARK_CODE, ANTI = ".", "#", "~"
CODES = (EMPTY_CODE, *NUCLEI, *(ANTI + nucleus for nucleus in NUCLEI), DARK_CODE)
"""What may stand on a cell, by the number that the record holds."""

PARTICLES = ("proton", "neutron", "antiproton", "antineutron")
EACH = 21
"""Particles of each of the four types."""
SMALL_EACH = 15
DARK_TOKENS = 4

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""(q, r) of each direction; the opposite one stands three places on."""
AXES = len(DIRECTIONS) // 2

PHASES = ("side", "turn", "direction", "landing", "over")
PUZZLES = ("light", "parallel", "life")
SIDES = ("choose", "fixed", "random")
FLAGS = ("small", "mass", "gravity", "darkness", "time")

CARBON_GROUP = 3
"""He4 that fuse into Carbon."""
