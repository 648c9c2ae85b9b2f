"""What the tests of every game's drawing do: read the SVG back, and look for clipped or overlapping words."""

import itertools
import json
import math
import re
from dataclasses import dataclass
from xml.etree import ElementTree

from cosmozoo.envs.core.drawing import text_width

SVG = "{http://www.w3.org/2000/svg}"
ASCENT, DESCENT = 0.72, 0.18
"""How far capitals stand above the base of a line, and tails below it, as parts of the size."""
SMALLEST = 11
"""No words are smaller than this."""
TOUCH = 1
"""Boxes that overlap by no more than this do not look as if they did; widths are estimates."""


@dataclass(frozen=True)
class Words:
    """A text of a picture: what it says, its size as it stands, its box."""

    words: str
    size: float
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other):
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCH and down > TOUCH


def parsed(drawing):
    """The root of a drawing's SVG, which must be well-formed XML."""
    return ElementTree.fromstring(drawing.svg())


def texts(drawing):
    """All words of a drawing, in the order in which they were drawn."""
    return list(_texts(parsed(drawing), (1, 0, 0, 1, 0, 0)))


def shown(drawing):
    """All texts of a drawing as strings."""
    return [text.words for text in texts(drawing)]


def places(drawing):
    """The labels of each place that can be chosen, as lists, in the order in which they were drawn."""
    return [json.loads(group.get("data-actions")) for group in parsed(drawing).iter(f"{SVG}g") if group.get("class")]


def choosable(drawing):
    """All labels that can be chosen somewhere in the drawing."""
    return set(itertools.chain.from_iterable(places(drawing)))


def assert_legible(drawing, *, apart=True):
    """All words stand inside the canvas and are large enough; no two of them overlap (unless apart=False, for
    drawings in which a card covers the words of another)."""
    found = texts(drawing)
    for text in found:
        assert text.size >= SMALLEST - 0.01, f"too small: {text}"
        inside = text.left >= 0 and text.top >= 0 and text.right <= drawing.width and text.bottom <= drawing.height
        assert inside, f"outside of {drawing.width} x {drawing.height}: {text}"
    if apart:
        clashes = list(_clashes(found))
        assert not clashes, f"overlapping words: {clashes[:5]}"


def _clashes(found):
    """Pairs of overlapping texts; from the top down, so that few pairs have to be compared."""
    found = sorted(found, key=lambda text: text.top)
    for number, text in enumerate(found):
        below = itertools.takewhile(lambda other, text=text: other.top < text.bottom, found[number + 1 :])
        yield from ((text, other) for other in below if text.overlaps(other))


def _texts(element, matrix):
    matrix = _times(matrix, _matrix(element.get("transform", "")))
    if element.tag == f"{SVG}text":
        yield _words(element, matrix)
    for child in element:
        yield from _texts(child, matrix)


def _words(element, matrix):
    words, size = element.text, float(element.get("font-size"))
    width = text_width(words, size, bold=element.get("font-weight") == "bold")
    x, y = float(element.get("x")), float(element.get("y"))
    x -= {None: 0, "middle": width / 2, "end": width}[element.get("text-anchor")]
    corners = [(x + dx, y + dy) for dx in (0, width) for dy in (-ASCENT * size, DESCENT * size)]
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return Words(words, size * math.hypot(a, b), min(xs), min(ys), max(xs), max(ys))


def _matrix(transform):
    """SVG's (a, b, c, d, e, f) of the transforms that a drawing writes."""
    matrix = (1, 0, 0, 1, 0, 0)
    for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(number) for number in numbers.split()]
        if kind == "translate":
            move = (1, 0, 0, 1, *values)
        elif kind == "scale":
            move = (values[0], 0, 0, values[0], 0, 0)
        else:
            angle = math.radians(values[0])
            move = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        matrix = _times(matrix, move)
    return matrix


def _times(m, n):
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f
