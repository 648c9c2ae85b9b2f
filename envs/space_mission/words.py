"""The words of the game, in the order in which everything is counted."""

PHASES = (
    "action",
    "top_up",
    "jump_card",
    "scan_card",
    "land_card_1",
    "land_card_2",
    "scan_take",
    "develop_take",
    "discover_take",
    "over",
)
POINT_TILES = (
    "mineral red",
    "mineral purple",
    "mineral green",
    "mineral blue",
    "alien brown",
    "alien blue",
    "matter green",
    "matter blue",
    "water",
    "medal",
)
TILES = (*POINT_TILES, "space")
KINDS = {"mineral": 16, "alien": 10, "matter": 8, "water": 8, "medal": 6, "space": 16}
"""Tiles of each kind, as printed; the kind is the first word of a tile's name."""

COLOURS = ("B", "G", "O")
"""Blue jumps, green scans, orange lands."""
PAIRS = ((0, 1), (0, 2), (1, 2))
"""The two colours on a card."""
VALUES = (1, 2, 3, 4)
FACES = ("1", "2", "3", "4", "?")
CARDS = tuple(COLOURS[first] + a + COLOURS[second] + b for first, second in PAIRS for a in FACES for b in FACES)
"""All codes in card order: `B1G1` first, `G?O?` last."""

SEATS = 5
SLOTS = 8
PLANETS = 12
PILE = 8
"""Tiles on a planet at the start."""
DECK = 60
HAND = 5
CHIPS = 20
ACTIONS = 2
"""Actions of a turn."""
LIMITS = {2: 6, 3: 8, 4: 10, 5: 12}
"""Revealed space tiles that end the game, by players."""
