"""Lay out a board of Big*Bang for a test: name the stacks that matter, `lay` fills in the rest.

lay("D4 H2, D7 H2, A1 ~He4")     the worked example 1: every particle not named is in seat 1's reserve
"""

import json
from collections import Counter

from tests.playing import position, start

ROWS = {
    "A": (0, 9), "B": (-1, 10), "C": (-2, 11), "D": (-3, 12),
    "E": (-4, 12), "F": (-4, 11), "G": (-4, 10), "H": (-4, 9),
}  # fmt: skip
"""Letter: first q, number of cells."""
CELLS = [f"{letter}{place}" for letter, (_, cells) in ROWS.items() for place in range(1, cells + 1)]
DIRECTIONS = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
OPPOSITE = {"E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}
PLACES = {
    f"{letter}{place}": (first + place - 1, r)
    for r, (letter, (first, cells)) in enumerate(ROWS.items())
    for place in range(1, cells + 1)
}
AT = {place: cell for cell, place in PLACES.items()}
NUCLEI = {"n": (0, 1), "H1": (1, 0), "H2": (1, 1), "H3": (1, 2), "He3": (2, 1), "He4": (2, 2)}
STACKS = [*NUCLEI, *("~" + name for name in NUCLEI)]
TYPES = ("proton", "neutron", "antiproton", "antineutron")
FLAGS = ("small", "mass", "gravity", "darkness", "time")
PASS = "pass"

# the example of the specification's section on positions
PRINTED = json.loads("""
{"game": "big_bang_v0",
 "variants": {"small": false, "mass": false, "gravity": true, "darkness": false, "time": true,
              "puzzle": null, "sides": "choose"},
 "players": 2, "to_move": 1, "phase": "turn",
 "board": [
    "~H1", "~n", "~n", "~n", ".", "n", "~n", "n", "n",
    "~H1", "~n", "~H1", "~H1", ".", "H1", "H1", "~n", "n", "H1",
    "n", "n", "~n", "~H1", "~H1", "H1", "~H1", "~H1", "H1", "~n", "~n",
    "n", "~H1", "H1", "~n", "~H1", "~H1", "~n", "n", "~n", "H1", "n", "n",
    "~H1", "n", "~n", "H1", "n", "~n", "n", "H1", "~n", "H1", "H1", "H1",
    "~H1", "H1", "~n", "n", "~H1", "H1", "~H1", "~H1", "~n", "n", "~n",
    "n", "n", "~H1", "~n", "~n", "n", "H1", "n", "~n", "~H1",
    "H1", "H1", "H1", "H1", "~H1", "~H1", "H1", "n", "n"],
 "kinds": ["matter", "antimatter"],
 "reserves": [{"proton": 1, "neutron": 0, "antiproton": 1, "antineutron": 0},
              {"proton": 0, "neutron": 0, "antiproton": 0, "antineutron": 0}],
 "passes": 0, "source": null, "target": null, "carbon": null}
""")


def neighbours(cell):
    """The cells next to a cell, by direction."""
    q, r = PLACES[cell]
    found = {d: AT.get((q + dq, r + dr)) for d, (dq, dr) in DIRECTIONS.items()}
    return {d: near for d, near in found.items() if near}


def kind_of(stack):
    """matter, antimatter, or None for an empty cell and a dark token."""
    return None if stack in ".#" else "antimatter" if stack.startswith("~") else "matter"


def mirror(stack):
    """The stack of the other kind."""
    return stack if stack in ".#" else stack[1:] if stack.startswith("~") else "~" + stack


def particles(stack):
    """Protons, neutrons, antiprotons, antineutrons of a stack."""
    if stack in ".#":
        return (0, 0, 0, 0)
    protons, neutrons = NUCLEI[stack.removeprefix("~")]
    return (protons, neutrons, 0, 0) if stack in NUCLEI else (0, 0, protons, neutrons)


def each(variants):
    """P, the particles of each type."""
    return (15 if variants.get("small") else 21) - (1 if variants.get("darkness") else 0)


def stacks(text):
    """The stacks of "D4 H2, D7 ~n" by cell."""
    return dict(pair.split() for pair in text.split(",")) if text else {}


def reserve(*counts):
    """A reserve of so many protons, neutrons, antiprotons, antineutrons."""
    return dict(zip(TYPES, counts, strict=True))


def all_with(stack, cells):
    """Text for the same stack on each of the cells "C5 C6 D7"."""
    return ", ".join(f"{cell} {stack}" for cell in cells.split())


def lay(
    text, players=2, *, to_move=0, phase="turn", kinds=("matter", "antimatter"), passes=0, source=None, target=None,
    carbon=None, seat_0=(0, 0, 0, 0), **variants,
):  # fmt: skip
    """A consistent position with these stacks; particles not named are in the common reserve, or but for those of
    `seat_0` in the reserve of seat 1."""
    chosen = {**dict.fromkeys(FLAGS, False), "puzzle": None, "sides": "choose", **variants}
    board = [stacks(text).get(cell, ".") for cell in CELLS]
    assert set(stacks(text)) <= set(CELLS)
    left = [each(variants) - sum(counts) for counts in zip(*map(particles, board), strict=True)]
    if chosen["mass"] or chosen["puzzle"]:
        reserves = [reserve(*left)]
    else:
        reserves = [reserve(*seat_0), reserve(*(a - b for a, b in zip(left, seat_0, strict=True)))]
    return {
        "game": "big_bang_v0", "variants": chosen, "players": players,
        "to_move": None if phase == "over" else to_move, "phase": phase, "board": board,
        "kinds": list(kinds) if players == 2 else ["both"], "reserves": reserves, "passes": passes,
        "source": source, "target": target, "carbon": carbon,
    }  # fmt: skip


def alone(text, puzzle, **more):
    """A puzzle for one player."""
    return lay(text, players=1, puzzle=puzzle, **more)


def new_game(players=2, seed=1, **arguments):
    """An environment at the start of a game."""
    return start("big_bang_v0", players, seed, **arguments)


def on_board(env):
    """What stands on the board, by cell."""
    return {cell: stack for cell, stack in zip(CELLS, position(env)["board"], strict=True) if stack != "."}


def light(env):
    """Sizes of the reserves."""
    return [sum(counts.values()) for counts in position(env)["reserves"]]


def counts(env, seat=0):
    """A reserve as a tuple: protons, neutrons, antiprotons, antineutrons."""
    return tuple(position(env)["reserves"][seat][name] for name in TYPES)


def scores(env):
    """Final scores of the seats."""
    return [env.infos[agent]["score"] for agent in env.possible_agents]


def ranks(env):
    """Final ranks of the seats."""
    return [env.infos[agent]["rank"] for agent in env.possible_agents]


def rewards(env):
    """Rewards of the seats in the last step."""
    return [env.rewards[agent] for agent in env.possible_agents]


def over(env):
    """Whether the game is over."""
    return position(env)["phase"] == "over"


def tally(board):
    """How often each stack stands on a board."""
    return Counter(stack for stack in board if stack != ".")
