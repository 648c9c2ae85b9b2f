"""The words of the game, in the order in which everything is counted."""

COLOURS = ("green", "blue", "red")
PERSONS = ("Sheldon", "Leonard", "Howard", "Raj", "Penny", "Bernadette", "Amy")
WOMEN = ("Penny", "Bernadette", "Amy")
TILES = (
    "swap-blue-red",
    "swap-blue-green",
    "swap-red-green",
    "sheldon-amy",
    "leonard-penny",
    "howard-bernadette",
    "howard-raj",
    "sheldon-alone",
    "raj-no-women",
    "seven-half",
)
PHASES = ("paradox", "second", "play", "over")
PARADOX = ("hidden", "open", "none", "chaos")
SECOND_TILE = ("choose", "always", "never")

SEATS = 4
CARDS = 15
HAND = 5
"""Cards of the opening hand."""
PILE = CARDS - HAND
DRAW = 2
ROUNDS = 6
WANTS = 6
"""Want cards of a colour, one for each round."""
WANT_VALUES = (2, 3, 4)
