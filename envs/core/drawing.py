"""A picture of a table: shapes and words collected into one SVG, with places that stand for legal actions.

A game's `draw_picture` makes a `Drawing`; render modes, the page to play on, films and the documentation all show it.
Only words in the shipped font's range and plain shapes are used, so that every renderer shows the same.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape

FONT = "DejaVu Sans, Verdana, sans-serif"
"""Verdana has the widths of the shipped DejaVu Sans."""

SEAT_COLOURS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00")
"""One a seat, from the palette of Okabe and Ito, which colour-blind people tell apart; a number stands beside it."""
GROUND, PANEL, EDGE, INK, DIM, BRIGHT = "#0f1526", "#1b2440", "#3c4a73", "#eef2ff", "#a3aed0", "#ffffff"
"""The night sky behind a table, areas on it, their borders, words, less important words, and what is to be noticed."""
CARD, CARD_INK, BACK, CHOICE = "#f6f1e3", "#1c2130", "#7a2f3b", "#ffd447"
"""Face of a card and words on it, backs of what lies face down, and the ring around what may be chosen."""

_ADVANCES = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34,
    84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 57, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99,
    69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52,
    39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip
"""Widths of the characters from space to ~ in the shipped font, in hundredths of its size."""
_OTHER_ADVANCE, _BOLD = 70, 1.12
_MIDDLE = 0.36
"""From the middle of a line of words down to its base, as a part of the size."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text stands in the shipped font."""
    first, last = 32, 32 + len(_ADVANCES)
    hundredths = sum(_ADVANCES[ord(c) - first] if first <= ord(c) < last else _OTHER_ADVANCE for c in text)
    return hundredths * size / 100 * (_BOLD if bold else 1)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The words of a text in lines of at most this width, where no single word is wider."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


class Drawing:
    """Shapes in the order in which they were drawn, later ones on top.

    Args:
        width, height: the area in pixels; x goes to the right, y down.
        title: what the picture shows, for people who hear it.
        legal: labels that are legal for the seat whose view this is; the places of others cannot be chosen.
    """

    def __init__(
        self, width: float, height: float, title: str, legal: Collection[str] = (), background: str = GROUND
    ) -> None:
        self.width = width
        self.height = height
        self.title = title
        self.legal = frozenset(legal)
        self.background = background
        self._parts: list[str] = []

    # ---- Shapes. All take fill, stroke, stroke_width, opacity, dash as keywords.

    def rect(self, x: float, y: float, width: float, height: float, radius: float = 0, **style: object) -> None:
        """A rectangle by its upper left corner."""
        self._shape("rect", {"x": x, "y": y, "width": width, "height": height, "rx": radius or None}, style)

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        """A circle by its centre."""
        self._shape("circle", {"cx": x, "cy": y, "r": radius}, style)

    def ellipse(self, x: float, y: float, across: float, down: float, **style: object) -> None:
        """An ellipse by its centre and its two radii."""
        self._shape("ellipse", {"cx": x, "cy": y, "rx": across, "ry": down}, style)

    def line(self, x: float, y: float, to_x: float, to_y: float, **style: object) -> None:
        """A straight line."""
        self._shape("line", {"x1": x, "y1": y, "x2": to_x, "y2": to_y}, {"stroke": EDGE, **style})

    def polygon(self, points: Iterable[tuple[float, float]], **style: object) -> None:
        """A closed shape through these points."""
        self._shape("polygon", {"points": " ".join(f"{_short(x)},{_short(y)}" for x, y in points)}, style)

    def path(self, commands: str, **style: object) -> None:
        """A shape in SVG's path commands."""
        self._shape("path", {"d": commands}, style)

    def arrow(self, x: float, y: float, to_x: float, to_y: float, size: float = 10, **style: object) -> None:
        """A line with a head at its end; `stroke` is the colour of both."""
        colour = style.get("stroke", INK)
        angle = math.atan2(to_y - y, to_x - x)
        neck_x, neck_y = to_x - size * math.cos(angle), to_y - size * math.sin(angle)
        self.line(x, y, neck_x, neck_y, **{"stroke_width": size / 4, **style, "stroke": colour})
        across_x, across_y = size / 2 * math.sin(angle), -size / 2 * math.cos(angle)
        head = ((to_x, to_y), (neck_x + across_x, neck_y + across_y), (neck_x - across_x, neck_y - across_y))
        self.polygon(head, fill=colour, opacity=style.get("opacity"))

    def _shape(self, kind: str, place: dict[str, object], style: dict[str, object]) -> None:
        look = {"fill": "none", **style}
        if look.get("stroke") is not None:
            look.setdefault("stroke_width", 1)
        names = {"dash": "stroke-dasharray"}
        attributes = {**place, **{names.get(key, key.replace("_", "-")): value for key, value in look.items()}}
        self._parts.append(f"<{kind}{_attributes(attributes)}/>")

    # ---- Words

    def text(
        self,
        x: float,
        y: float,
        text: object,
        size: float = 16,
        *,
        fill: str = INK,
        anchor: str = "middle",
        bold: bool = False,
        fit: float | None = None,
        opacity: float | None = None,
    ) -> None:
        """One line of words, its middle at height y.

        Args:
            anchor: 'start', 'middle' or 'end': where x is.
            fit: the width to keep within; a longer text is set smaller.
        """
        words = str(text)
        if fit is not None:
            size = min(size, size * fit / max(text_width(words, size, bold=bold), 1))
        attributes = {
            "x": x,
            "y": y + _MIDDLE * size,
            "font-size": size,
            "fill": fill,
            "text-anchor": None if anchor == "start" else anchor,
            "font-weight": "bold" if bold else None,
            "opacity": opacity,
        }
        self._parts.append(f"<text{_attributes(attributes)}>{escape(words, quote=False)}</text>")

    def paragraph(
        self,
        x: float,
        y: float,
        text: str,
        width: float,
        size: float = 14,
        *,
        fill: str = INK,
        anchor: str = "start",
        most: int | None = None,
    ) -> float:
        """Words in lines of this width, the first one's middle at height y; gives the height of the line after.

        Args:
            most: lines that have room; the last one ends in … where words are left out.
        """
        lines = wrapped(text, size, width)
        if most is not None and len(lines) > most:
            lines = [*lines[: most - 1], lines[most - 1] + " …"]
        for line in lines:
            self.text(x, y, line, size, fill=fill, anchor=anchor, fit=width)
            y += size * 1.3
        return y

    # ---- What every table has

    def seat_badge(self, x: float, y: float, radius: float, seat: int) -> None:
        """A disc in the seat's colour with its number, by its centre."""
        self.circle(x, y, radius, fill=SEAT_COLOURS[seat])
        self.text(x, y, seat, 1.3 * radius, fill=CARD_INK, bold=True)

    def button(
        self, x: float, y: float, width: float, height: float, words: str, *labels: str, size: float = 16
    ) -> None:
        """Words in a frame for actions that have no place on the table, `words` itself if no labels are given;
        nothing is drawn where none of them is legal."""
        with self.place(*labels or (words,)) as can:
            if can:
                self.rect(x, y, width, height, height / 4, fill=PANEL, stroke=CHOICE, stroke_width=2.5)
                self.text(x + width / 2, y + height / 2, words, size, fill=BRIGHT, bold=True, fit=width - height / 2)

    # ---- Groups

    @contextmanager
    def group(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, opacity: float | None = None
    ) -> Iterator[None]:
        """What is drawn inside has its origin at (x, y), is turned by `turn` degrees clockwise, then scaled."""
        moves = [f"translate({_short(x)} {_short(y)})"] if x or y else []
        moves += [f"rotate({_short(turn)})"] if turn else []
        moves += [f"scale({_short(scale)})"] if scale != 1 else []
        with self._inside({"transform": " ".join(moves) or None, "opacity": opacity}):
            yield

    @contextmanager
    def place(self, *labels: str, hint: str | None = None) -> Iterator[bool]:
        """What is drawn inside stands for these actions and can be chosen where one of them is legal.

        Args:
            labels: one, or several from which a person then chooses.
            hint: words shown on pointing there, the labels by default.

        Gives whether one of the labels is legal, so that it can be marked.
        """
        legal = [label for label in labels if label in self.legal]
        if not legal:
            yield False
            return
        attributes: dict[str, object] = {"class": "place", "data-actions": json.dumps(legal, ensure_ascii=False)}
        with self._inside(attributes):
            self._parts.append(f"<title>{escape(hint or ', '.join(legal), quote=False)}</title>")
            yield True

    @contextmanager
    def hint(self, words: str) -> Iterator[None]:
        """What is drawn inside says these words when pointed at; inside a place they take the place's words over."""
        with self._inside({}):
            self._parts.append(f"<title>{escape(words, quote=False)}</title>")
            yield

    @contextmanager
    def _inside(self, attributes: dict[str, object]) -> Iterator[None]:
        self._parts.append(f"<g{_attributes(attributes)}>")
        yield
        self._parts.append("</g>")

    # ---- The whole

    def inlay(self, drawing: Drawing, x: float, y: float, width: float, height: float) -> None:
        """Another drawing inside this one: as large as the area allows, in its middle."""
        scale = min(width / drawing.width, height / drawing.height)
        left, top = x + (width - scale * drawing.width) / 2, y + (height - scale * drawing.height) / 2
        with self.group(left, top, scale=scale):
            self.rect(0, 0, drawing.width, drawing.height, fill=drawing.background)
            self._parts += drawing._parts

    def fitted(self, width: float, height: float) -> Drawing:
        """The same picture in a drawing of this size."""
        if (self.width, self.height) == (width, height):
            return self
        whole = Drawing(width, height, self.title, self.legal, self.background)
        whole.inlay(self, 0, 0, width, height)
        return whole

    def svg(self) -> str:
        """The picture as SVG text."""
        head = _attributes(
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {_short(self.width)} {_short(self.height)}",
                "width": self.width,
                "height": self.height,
                "font-family": FONT,
                "role": "img",
            }
        )
        ground = f'<rect width="100%" height="100%" fill="{self.background}"/>'
        return f"<svg{head}><title>{escape(self.title, quote=False)}</title>{ground}{''.join(self._parts)}</svg>"


def text_picture(text: str, title: str) -> Drawing:
    """Lines of text as a picture, for a game that has no drawing of its own."""
    lines = text.splitlines()
    size, margin = 15, 20
    width = max([text_width(line, size) for line in lines], default=0)
    drawing = Drawing(width + 2 * margin, 1.4 * size * len(lines) + 2 * margin, title)
    for number, line in enumerate(lines):
        drawing.text(margin, margin + 1.4 * size * (number + 0.5), line, size, anchor="start")
    return drawing


def around(
    number: int, count: int, x: float, y: float, across: float, down: float | None = None
) -> tuple[float, float]:
    """The place of one of `count` things in a ring: number 0 on top, the others clockwise."""
    angle = 2 * math.pi * number / count
    return x + across * math.sin(angle), y - (across if down is None else down) * math.cos(angle)


def spread(count: int, width: float, step: float) -> tuple[float, ...]:
    """Offsets of `count` things in a row around 0, `step` apart, or closer to keep within `width`."""
    step = min(step, width / max(count - 1, 1))
    return tuple((number - (count - 1) / 2) * step for number in range(count))


def _attributes(values: dict[str, object]) -> str:
    return "".join(f' {name}="{_short(value)}"' for name, value in values.items() if value is not None)


def _short(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " ".join(map(_short, value))
    return escape(str(value))
