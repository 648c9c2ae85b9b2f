"""The Big Bang Theory: Das geniale Spiel. Six rounds of open bidding with two-way cards, bent by Paradox tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.components import ComponentTable
from ..core.functions import Functions
from ..core.game import Facts, Game
from ..core.variants import Variant, components_variant
from . import greedy, knowledge, observe, rules
from .components import load
from .draw import draw_text
from .labels import labels
from .observe import LAYOUT
from .picture import draw_picture
from .positions import POSITIONS
from .state import RULES, STATE, fill_rules
from .words import PARADOX, PHASES, SECOND_TILE


def check_variants(variants: Mapping[str, Any], num_players: int) -> None:
    """Refuse a choice about second tiles where there are none."""
    if variants["second_tile"] != "choose" and variants["paradox"] != "chaos":
        raise ValueError(f"second_tile={variants['second_tile']!r} is for paradox='chaos', not {variants['paradox']!r}")


GAME = Game(
    id="big_bang_theory_v0",
    title="The Big Bang Theory: Das geniale Spiel",
    players=(2, 3, 4),
    default_players=4,
    phases=PHASES,
    variants=(
        Variant(
            "paradox",
            "hidden",
            PARADOX,
            "how Paradox tiles are laid: by the seats, face down or open; not; by chance",
        ),
        Variant(
            "second_tile",
            "choose",
            SECOND_TILE,
            "chaos, rounds 2, 4, 6: the starting player decides; always; never",
        ),
        components_variant(["standard"]),
    ),
    state=STATE,
    rules=RULES,
    layout=LAYOUT,
    labels=labels,
    functions=Functions.of(rules, observe, knowledge, greedy),
    positions=POSITIONS,
    components=load,
    fill_rules=fill_rules,
    draw_text=draw_text,
    draw_picture=draw_picture,
    facts=Facts(
        hidden_information=True,
        chance="setup",
        simultaneous=False,
        longest_game=288,
        score_range=(0, 72),
        score_scale=27.0,
        zero_sum=True,
    ),
    check_variants=check_variants,
    default_max_cycles=288,
    component_tables=(
        ComponentTable("playing cards", "reconstructed", "15 a set, one or two colours each; faces of Example 3b; a 7"),
        ComponentTable("want cards", "reconstructed", "18, six of a colour, values 2 to 4"),
        ComponentTable("Paradox tiles", "printed", "ten, one of each kind"),
        ComponentTable("rounds, hands, draws, tiles dealt", "printed", "6 rounds; 5 cards, then 2; 4, 3 or 2 tiles"),
    ),
)
