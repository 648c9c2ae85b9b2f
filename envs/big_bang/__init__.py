"""Big*Bang. Fuse and annihilate on a hexagonal board: light, Helium and stars, or Carbon at once; and three puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.components import ComponentTable
from ..core.functions import Functions
from ..core.game import Facts, Game
from ..core.variants import Variant, components_variant, flag
from . import foresight, greedy, knowledge, lookahead, observe, rules
from .components import load
from .draw import draw_text
from .foresight import FORESEEN
from .labels import labels
from .observe import LAYOUT
from .picture import draw_picture
from .positions import POSITIONS
from .state import RULES, STATE, fill_rules
from .words import CELLS, PHASES, PUZZLES, SIDES


def check_variants(variants: Mapping[str, Any], num_players: int) -> None:
    """Refuse a duel of one, and the variant that changes a victory condition where there are none."""
    if num_players == 1 and variants["puzzle"] is None:
        raise ValueError("num_players=1 is for puzzles: give puzzle='light', 'parallel' or 'life'")
    if variants["mass"] and variants["puzzle"] is not None:
        raise ValueError(f"mass=True is for the duel, not for puzzle={variants['puzzle']!r}")  # R29


GAME = Game(
    id="big_bang_v0",
    title="Big*Bang",
    players=(1, 2),
    default_players=2,
    phases=PHASES,
    variants=(
        flag("small", "15 particles of each type; 24 cells start empty"),
        flag("mass", "no light token; one common reserve"),
        flag("gravity", "both stacks of a fusion move, and meet anywhere on their line"),
        flag("darkness", "four dark tokens block the lines, in place of a particle of each type"),
        flag("time", "unstable stacks, n and H3, may decay"),
        Variant("puzzle", None, (None, *PUZZLES), "a puzzle in place of the duel, for one player or for two together"),
        Variant("sides", "choose", SIDES, "seat 1 chooses its kind; seat 0 is matter; by chance"),
        components_variant(["standard"]),
    ),
    state=STATE,
    rules=RULES,
    layout=LAYOUT,
    labels=labels,
    functions=Functions.of(rules, observe, knowledge, greedy, lookahead, foresight),
    positions=POSITIONS,
    components=load,
    fill_rules=fill_rules,
    draw_text=draw_text,
    draw_picture=draw_picture,
    facts=Facts(
        hidden_information=False,
        chance="setup",
        simultaneous=False,
        longest_game=368,
        score_range=(-CELLS, 6),
        score_scale=3.0,
        zero_sum=True,  # puzzles aside, which are not ranked
    ),
    places=CELLS,
    lines=lambda board: board.lines,
    foreseen=FORESEEN,
    check_variants=check_variants,
    default_max_cycles=400,
    component_tables=(
        ComponentTable("board outline", "reconstructed", "84 circles; an elongated hexagonal grid that the game fills"),
        ComponentTable("particles, dark tokens", "printed", "21 of each of 4 types, SMALL 15; 4 tokens"),
        ComponentTable("nuclei", "printed", "n, H1, H2, H3, He3, He4, the same six of either kind"),
    ),
)
