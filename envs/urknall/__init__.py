"""Urknall: The Big Bang. Astronauts mark elements on celestial bodies that the dice combine and separate."""

from __future__ import annotations

from ..core.components import ComponentTable
from ..core.functions import Functions
from ..core.game import Facts, Game
from ..core.variants import components_variant, flag
from . import greedy, knowledge, observe, rules
from .components import load
from .draw import draw_text
from .labels import labels
from .observe import LAYOUT
from .picture import draw_picture
from .positions import POSITIONS
from .state import RULES, STATE, fill_rules
from .words import PHASES, SLOTS

GAME = Game(
    id="urknall_v0",
    title="Urknall: The Big Bang",
    players=(2, 3, 4),
    default_players=4,
    phases=PHASES,
    variants=(
        flag("black_holes", "six elements, two of each colour, collapse: no travel, no points, fewer markers"),
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
        hidden_information=False,
        chance="every turn",
        simultaneous=False,
        longest_game=164,
        score_range=(0, 53),
        score_scale=20.0,
        zero_sum=False,
    ),
    places=SLOTS,
    default_max_cycles=200,
    component_tables=(
        ComponentTable("elements", "reconstructed", "36 stones in 3 colours"),
        ComponentTable("layout", "printed", "4 bodies of three elements, 6 of two, 12 of one"),
        ComponentTable("markers", "printed", "40 in 4 colours; one each fewer with 4 players; 8 of a second colour"),
        ComponentTable("die, astronauts, comets", "printed", "one die; 4 astronauts; 4 comets"),
    ),
)
