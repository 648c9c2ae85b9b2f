"""The table of a running game and the rules it is played by, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.game import Table
from ..core.records import Field, rules_record, state_record
from .words import (
    CARBON_GROUP,
    CELLS,
    CODES,
    DARK_CODE,
    DARK_TOKENS,
    DIRECTIONS,
    EACH,
    EMPTY_CODE,
    FLAGS,
    KINDS,
    NEUTRONS,
    NUCLEI,
    PARTICLES,
    PROTONS,
    PUZZLES,
    SEATS,
    SIDES,
    SMALL_EACH,
    UNSTABLE,
)

MATTER, ANTIMATTER = range(len(KINDS))
NOBODY = NO_CELL = -1
NO_PUZZLE, LIGHT, PARALLEL, LIFE = range(1 + len(PUZZLES))
CHOOSE, FIXED, RANDOM = range(len(SIDES))

# What stands on a cell. Antimatter has the numbers of matter plus OTHER_KIND.
EMPTY, DARK = CODES.index(EMPTY_CODE), CODES.index(DARK_CODE)
NEUTRON, H1, H2, H3, HE3, HE4 = (CODES.index(nucleus) for nucleus in NUCLEI)
OTHER_KIND = len(NUCLEI)
FIRST = (NEUTRON, NEUTRON + OTHER_KIND)
LAST = (HE4, HE4 + OTHER_KIND)
"""The lowest and the highest number of each kind's stacks."""

_MOST_STACKS = 2 * EACH
_MOST_HE4 = EACH // 2

STATE = state_record(
    # the board and what lies beside it
    Field("board", np.int8, (CELLS,), "what stands on each cell, index in words.CODES", DARK),
    Field("kinds", np.int8, (SEATS,), "kind of each seat: 0 matter, 1 antimatter (provisional in phase side)", 1),
    Field(
        "reserve",
        np.int8,
        (SEATS, len(PARTICLES)),
        "protons, neutrons, antiprotons, antineutrons of each seat; a common reserve is that of seat 0",
        EACH,
    ),
    # the turn
    Field("passes", np.int8, (), "passes in a row", SEATS),
    Field("source", np.int8, (), "cell of the stack that is to move, -1 for none", CELLS - 1, NO_CELL),
    Field("target", np.int8, (), "gravity: cell of the stack it fuses with, -1 for none", CELLS - 1, NO_CELL),
    Field("carbon", np.int8, (), "seat that has made Carbon in a duel, -1 for none", SEATS - 1, NOBODY),
    # derived: from board
    Field("standing", np.int8, (len(CODES),), "number of cells that hold each code", CELLS),
    Field(
        "reach",
        np.int8,
        (CELLS, len(DIRECTIONS)),
        "from each cell that is not empty the first such cell in each direction, -1 if there is none",
        CELLS - 1,
        NO_CELL,
    ),
    Field("ways", np.int8, (CELLS,), "bits of the directions in which a stack can fuse or annihilate", 2**6 - 1),
    Field("movable", np.int8, (len(KINDS),), "number of stacks of each kind with such a direction", _MOST_STACKS),
    Field("contacts", np.int16, (), "adjacent pairs of matter and antimatter", 3 * CELLS),
    Field("star", np.int8, (len(KINDS),), "particles in the largest star of each kind", 2 * EACH),
    Field("he4_group", np.int8, (len(KINDS),), "He4 in the largest linked group of each kind", _MOST_HE4),
    Field("carbons", np.int8, (len(KINDS),), "disjoint linked triples of He4 of each kind, at most", _MOST_HE4 // 3),
)

RULES = rules_record(
    Field("small", np.int8, (), "24 cells start empty", 1),
    Field("mass", np.int8, (), "no light token", 1),
    Field("gravity", np.int8, (), "a fused stack lands anywhere on its line", 1),
    Field("darkness", np.int8, (), "four dark tokens", 1),
    Field("time", np.int8, (), "unstable stacks may decay", 1),
    Field("puzzle", np.int8, (), "0 none, then the place in words.PUZZLES from 1", len(PUZZLES)),
    Field("sides", np.int8, (), "index in words.SIDES", len(SIDES) - 1),
    Field("common", np.int8, (), "there is one reserve for all", 1),
    Field("dark_tokens", np.int8, (), "dark tokens on the board", DARK_TOKENS),
    Field("each", np.int8, (), "P, particles of each type", EACH),
    Field("most_carbons", np.int8, (), "M, the most Carbons that the particles allow", 2 * (_MOST_HE4 // CARBON_GROUP)),
    Field("neighbour", np.int8, (CELLS, len(DIRECTIONS)), "next cell in each direction, -1 at the edge", CELLS, -1),
)


def fill_rules(rules: Any, table: Table) -> None:
    """Write the variants and the board of a table into its rules record."""
    variants = table.variants
    for name in FLAGS:
        setattr(rules, name, variants[name])
    puzzle = variants["puzzle"]
    rules.puzzle = NO_PUZZLE if puzzle is None else 1 + PUZZLES.index(puzzle)
    rules.sides = SIDES.index(variants["sides"])
    rules.ranked = puzzle is None
    rules.common = variants["mass"] or puzzle is not None
    rules.dark_tokens = DARK_TOKENS if variants["darkness"] else 0
    rules.each = (SMALL_EACH if variants["small"] else EACH) - (1 if variants["darkness"] else 0)
    rules.most_carbons = 2 * (int(rules.each) // 2 // CARBON_GROUP)
    rules.neighbour[:] = table.components.neighbours


# ---- What follows from a code, by its number


def _per_code(of_nucleus: tuple[int, ...]) -> np.ndarray:
    return np.array([0, *of_nucleus, *of_nucleus, 0], np.int64)


PROTONS_IN = _per_code(PROTONS)
NEUTRONS_IN = _per_code(NEUTRONS)
PARTICLES_IN = PROTONS_IN + NEUTRONS_IN


def _decayed() -> np.ndarray:
    """The stack that an unstable one decays into, EMPTY for every other: a neutron becomes a proton."""
    after = np.zeros(len(CODES), np.int64)
    nuclei = list(zip(PROTONS, NEUTRONS, strict=True))
    for name in UNSTABLE:
        protons, neutrons = nuclei[NUCLEI.index(name)]
        stable = nuclei.index((protons + 1, neutrons - 1))
        for kind in (MATTER, ANTIMATTER):
            after[FIRST[kind] + NUCLEI.index(name)] = FIRST[kind] + stable
    return after


DECAYED = _decayed()

NO_MEETING, ANNIHILATION = 0, len(CODES)
"""Values of MEETING beside the fused stacks."""


def _meeting() -> np.ndarray:
    """[one, other]: the fused stack, ANNIHILATION, or NO_MEETING where the two cannot meet."""
    table = np.full((len(CODES), len(CODES)), NO_MEETING, np.int64)
    nuclei = list(zip(PROTONS, NEUTRONS, strict=True))
    for i, (protons, neutrons) in enumerate(nuclei):
        for kind in (MATTER, ANTIMATTER):
            # R7: only the exact mirror annihilates, He3 is none of H3
            table[FIRST[kind] + i, FIRST[1 - kind] + i] = ANNIHILATION
            for j, (more_protons, more_neutrons) in enumerate(nuclei):
                together = (protons + more_protons, neutrons + more_neutrons)
                if together in nuclei:
                    table[FIRST[kind] + i, FIRST[kind] + j] = FIRST[kind] + nuclei.index(together)
    return table


MEETING = _meeting()
