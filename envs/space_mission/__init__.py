"""Space Mission. Two actions a turn among eight planets: jump, scan, develop, discover, and remember the piles."""

from __future__ import annotations

from ..core.components import ComponentTable
from ..core.functions import Functions
from ..core.game import Facts, Game
from ..core.variants import components_variant, flag
from . import greedy, knowledge, observe, rules
from .components import SHIPPED, load
from .draw import draw_text
from .labels import labels
from .observe import LAYOUT
from .picture import draw_picture
from .positions import POSITIONS
from .state import RULES, STATE, fill_rules
from .words import PHASES, SLOTS

GAME = Game(
    id="space_mission_v0",
    title="Space Mission",
    players=(2, 3, 4, 5),
    default_players=4,
    phases=PHASES,
    variants=(
        components_variant(SHIPPED, in_position=True),
        flag("random_start", "the starter is drawn, not seat 0"),
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
        chance="setup, and when the discard pile is shuffled",
        simultaneous=False,
        longest_game=None,
        score_range=(0, 463),
        score_scale=50.0,
        zero_sum=True,
    ),
    places=SLOTS,
    default_max_cycles=3000,
    component_tables=(
        ComponentTable(
            "planets: number; Freezer, Hazard, Green Heggar, Ruby Red", "printed", "12; jump 1 for Freezer and Hazard"
        ),
        ComponentTable(
            "planets: other names, all other coordinates",
            "reconstructed",
            "a jump, a scan and two landing coordinates each",
        ),
        ComponentTable("cards", "reconstructed", "60; blue is jump"),
        ComponentTable(
            "tiles of each kind", "printed", "minerals 16, aliens 10, matter 8, water 8, medals 6, space 16"
        ),
        ComponentTable("tiles of each colour", "reconstructed", "four mineral, two alien, two matter colours"),
        ComponentTable("chips", "printed", "20 a seat, a probe on one side, a station on the other"),
        ComponentTable("end, scoring", "printed", "6, 8, 10, 12 revealed space tiles for 2, 3, 4, 5 players"),
    ),
)
