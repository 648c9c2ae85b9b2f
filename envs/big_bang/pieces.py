"""The pieces as shapes, each drawn around the origin: particles, piles of them, dark matter, victory tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..core.drawing import BRIGHT, CARD_INK, DIM, EDGE, Drawing, around
from .words import ANTI, NUCLEI, PARTICLES

FUSION, FLASH = "#2fd6a0", "#ffe34d"
"""What fuses is green, what annihilates white; Carbon and what may decay are yellow."""
STAR_COLOURS = ("#ff9a76", "#d5dcf0")
"""The outlines of stars of matter and of antimatter."""

CELL_RADIUS = 39
"""Of a circle of the board; a pile stands on it, with room for the circle's name at its foot."""


class Look(NamedTuple):
    """Colours of a particle: its face, its side, its rim and words on it."""

    face: str
    side: str
    rim: str
    ink: str


LOOKS = dict(
    zip(
        PARTICLES,
        (
            Look("#d6332c", "#8d1914", "#ffb3ab", BRIGHT),
            Look("#2467d4", "#123c86", "#a9c8ff", BRIGHT),
            Look("#14161c", "#000000", "#b6bdcb", BRIGHT),
            Look("#a7adb8", "#6a707c", "#e9ecf2", CARD_INK),
        ),
        strict=True,
    )
)

PILES = {
    "n": ("neutron",),
    "H1": ("proton",),
    "H2": ("neutron", "proton"),
    "H3": ("neutron", "proton", "neutron"),
    "He3": ("proton", "neutron", "proton"),
    "He4": ("neutron", "proton", "neutron", "proton"),
}
"""Particles of each nucleus from the foot up. The one on top tells the stable nuclei from the unstable ones."""

_DISC_ACROSS, _DISC_DOWN, _DISC_HEIGHT = 31, 17, 9
_FOOT = 21
"""The lowest point of a pile."""
_HE4_SCALE = 1.1
_NAME_SIZE = 19
_RIM, _UNSTABLE_RIM = 1.3, 4

_CUBE = 23
_RAYS = 12


def particles_of(stack: str) -> tuple[str, ...]:
    """The particles of a stack by its name, from the foot up."""
    if stack.startswith(ANTI):
        return tuple(f"anti{particle}" for particle in PILES[stack.removeprefix(ANTI)])
    return PILES[stack]


def draw_pile(drawing: Drawing, stack: str, *, unstable: bool) -> None:
    """A stack with its name on top, He4 larger; `unstable` gives it a yellow rim."""
    with drawing.group(0, _FOOT, scale=_scale(stack)):
        particles = particles_of(stack)
        y: float = -_DISC_DOWN
        for particle in particles:
            y -= _DISC_HEIGHT
            _draw_disc(drawing, y, LOOKS[particle])
        if unstable:
            drawing.ellipse(0, y, _DISC_ACROSS, _DISC_DOWN, stroke=FLASH, stroke_width=_UNSTABLE_RIM)
        ink = LOOKS[particles[-1]].ink
        drawing.text(0, y, stack, _NAME_SIZE, fill=ink, bold=True, fit=1.75 * _DISC_ACROSS)


def top_of(stack: str) -> float:
    """The highest point of a pile that is drawn at the origin."""
    return _FOOT - _scale(stack) * (2 * _DISC_DOWN + _DISC_HEIGHT * len(particles_of(stack)))


def _scale(stack: str) -> float:
    return _HE4_SCALE if stack.endswith(NUCLEI[-1]) else 1


def _draw_disc(drawing: Drawing, y: float, look: Look) -> None:
    """A round particle lying on its back, the middle of its face at height y."""
    across, down, height = _DISC_ACROSS, _DISC_DOWN, _DISC_HEIGHT
    side = f"M {-across} {y} v {height} a {across} {down} 0 0 0 {2 * across} 0 v {-height} z"
    drawing.path(side, fill=look.side, stroke=look.rim, stroke_width=_RIM)
    drawing.ellipse(0, y, across, down, fill=look.face, stroke=look.rim, stroke_width=_RIM)


def draw_particle(drawing: Drawing, x: float, y: float, radius: float, particle: str) -> None:
    """A lone particle seen from above."""
    look = LOOKS[particle]
    drawing.circle(x, y, radius, fill=look.face, stroke=look.rim, stroke_width=_RIM)


def draw_dark_token(drawing: Drawing) -> None:
    """A black cube."""
    top, high_right, low_right, foot, low_left, high_left = (around(corner, 6, 0, 0, _CUBE) for corner in range(6))
    edge = {"stroke": DIM, "stroke_width": 2}
    drawing.polygon((top, high_right, (0, 0), high_left), fill="#2b2f3a", **edge)
    drawing.polygon(((0, 0), high_right, low_right, foot), fill="#0a0b0e", **edge)
    drawing.polygon((high_left, (0, 0), foot, low_left), fill="#000000", **edge)


def draw_token_space(drawing: Drawing, radius: float, sign: Callable[[Drawing, str], None], *, taken: bool) -> None:
    """The space for a white victory token: full for the seat that leads, else an empty ring; its sign within."""
    if taken:
        drawing.circle(0, 0, radius, fill=BRIGHT, stroke=DIM, stroke_width=3)
    else:
        drawing.circle(0, 0, radius, stroke=EDGE, stroke_width=2, dash="5 4")
    sign(drawing, CARD_INK if taken else DIM)


def draw_light_sign(drawing: Drawing, colour: str) -> None:
    """A small sun."""
    drawing.circle(0, 0, 8, fill=colour)
    for ray in range(_RAYS):
        drawing.line(*around(ray, _RAYS, 0, 0, 11), *around(ray, _RAYS, 0, 0, 17), stroke=colour, stroke_width=2.5)


def draw_helium_sign(drawing: Drawing, colour: str) -> None:
    """Its name."""
    drawing.text(0, 0, "He", 22, fill=colour, bold=True)


def draw_star_sign(drawing: Drawing, colour: str) -> None:
    """A star of five points."""
    drawing.polygon(pointed(5, 18, 8), fill=colour)


def pointed(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    """The corners of a star around the origin, one point upwards."""
    return [around(corner, 2 * points, 0, 0, inner if corner % 2 else outer) for corner in range(2 * points)]
