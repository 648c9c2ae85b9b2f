"""The words of the game, in the order in which everything is counted."""

import numpy as np

# Cards have an index, 0 to 66: ships, toys, parts, shapeshifters, robots, artifacts, relics.
SHIPS, TOYS, PARTS, SHIFTERS, ROBOTS, ARTIFACTS, RELICS, CARDS = 0, 10, 20, 32, 42, 52, 60, 67
"""Index of the first card of each type, and the number of cards."""

PART_KINDS = ("Command Chair", "Reflector Shield", "Quantum Control", "Warp Engine")
PARTS_OF_A_KIND = 3
ARTIFACT_NAMES = (
    *("Analog GPS Tracker", "TIIT CLO UHL", "Swiss Pocket Laser", "Titan Tentacle", "Reality Gyro"),
    *("Morphosucker", "Cubus Librae", "Lootbox"),
)
RELIC_NAMES = (
    *("Surprise Egg", "Alien Wading Pool", "One Ring", "Anti-Grav Carpet"),
    *("Exoskeleton", "XXL Paperweight", "Space Blanket"),
)
# np.int64, since Numba compiles a function anew for every literal integer that it is called with.
GPS_TRACKER, TIIT, LASER, TENTACLE, GYRO, MORPHOSUCKER, CUBUS_LIBRAE, LOOTBOX = map(np.int64, range(ARTIFACTS, RELICS))
SURPRISE_EGG, WADING_POOL, ONE_RING, CARPET, EXOSKELETON, PAPERWEIGHT, BLANKET = map(np.int64, range(RELICS, CARDS))
ROTORS = MORPHOSUCKER
"""Index of the first of the three rotors."""
ROTOR_NAMES = ARTIFACT_NAMES[ROTORS - ARTIFACTS :]
ROTOR_COUNT = len(ROTOR_NAMES)
QUARTERS = 4

PHASES = ("choose", "group", "laser", "pick", "egg", "robot", "pool", "ring", "over")
STEPS = ("select", "A", "B", "D", "over")
HOLE_KINDS = ("menacing", "risky", "dangerous")
THRESHOLD_CARDS = (-4, -2, 2, 3, 4)
LASER_CARDS = (-4, -2, 2, 4)

SEATS = 6
ROUNDS = 3
HOLES = 13
KINDS = len(PART_KINDS)
OFFER = 3
"""Cards that the Titan Tentacle draws."""
JOINABLE = 8
"""Groups that have a label `join group k`."""
