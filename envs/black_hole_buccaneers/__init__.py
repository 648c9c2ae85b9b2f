"""Black Hole Buccaneers. Three rounds of drafting space junk, as valuable as it can be without being too heavy."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..core.functions import Functions
from ..core.game import Facts, Game
from ..core.texts import near
from ..core.variants import Variant, flag
from . import greedy, knowledge, observe, rules
from .components import component_tables, load
from .draw import draw_text
from .labels import labels
from .observe import LAYOUT
from .picture import draw_picture
from .positions import POSITIONS
from .state import RULES, STATE, fill_rules
from .words import PHASES, ROUNDS


def check_holes(value: Any) -> None:
    """Refuse anything but None or a list (or tuple) of three different strings."""
    if value is None:
        return
    named = isinstance(value, list | tuple) and all(type(name) is str for name in value)
    if not named or len(value) != ROUNDS or len(set(value)) != ROUNDS:
        raise ValueError(f"holes={value!r}: must be None or a list of {ROUNDS} different hole names")


def kept_holes(value: Any) -> list[str] | None:
    """The names as a list of its own."""
    return None if value is None else list(value)


def check_components(value: Any) -> None:
    """Refuse anything but None or a path."""
    if value is not None and not isinstance(value, str) and not hasattr(value, "__fspath__"):
        raise ValueError(f"components={value!r}: must be None or the path of a TOML file")


def kept_path(value: Any) -> str | None:
    """The path as text."""
    return None if value is None else os.fspath(value)


def check_variants(variants: Mapping[str, Any], num_players: int) -> None:
    """Refuse unknown holes, and agreed holes in a first game."""
    holes = variants["holes"]
    if holes is None:
        return
    if variants["first_game"]:
        raise ValueError(f"holes={holes!r}: first_game=True has its own holes; give one of the two")
    names = load(variants["components"]).hole_names
    for name in holes:
        if name not in names:
            raise ValueError(f"holes: there is no hole {name!r}{near(name, names)} (holes: {', '.join(names)})")


GAME = Game(
    id="black_hole_buccaneers_v0",
    title="Black Hole Buccaneers",
    players=(3, 4, 5, 6),
    default_players=4,
    phases=PHASES,
    variants=(
        flag("first_game", "the three holes of the first game, in printed order, known to all"),
        Variant(
            "holes",
            None,
            None,
            "list of three hole names: these holes in this order, known to all",
            check_holes,
            kept=kept_holes,
        ),
        Variant(
            "components",
            None,
            None,
            "path of a TOML file that replaces component tables; None for the shipped ones",
            check_components,
            in_position=False,
            kept=kept_path,
            shipped=(None,),
        ),
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
        chance="each round",
        simultaneous=True,
        longest_game=213,
        score_range=(0, 45),
        score_scale=45.0,
        zero_sum=True,
    ),
    check_variants=check_variants,
    component_tables=component_tables(),
    simultaneous_phases=("choose",),
)
