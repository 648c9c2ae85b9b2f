"""The words of the game, in the order in which everything is counted."""

COLOURS = ("blue", "green", "red")
OWNERS = ("free", "own", "next", "third", "fourth")
"""Owners of an element as the mover names them: nobody, then the marker colours in its own order."""
PHASES = ("setup", "second", "second_mark", "travel", "mark", "change", "comet", "partner", "split", "over")

SEATS = 4
MARKERS = 4
"""Marker colours: those of the seats; with two players 2 and 3 are the second colours of seats 0 and 1."""
STONES = 36
SLOTS = 36
"""Places for bodies: singles can be split off until every element is a body of its own."""
LARGEST = 6
"""Elements of the largest body."""
SIDES = 6
