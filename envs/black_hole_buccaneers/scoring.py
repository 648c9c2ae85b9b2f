"""The scoring pad, and the steps of the scoring phase with what happened in each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.drawing import BRIGHT, CHOICE, DIM, EDGE, GROUND, INK
from .view import Box, View
from .words import ROUNDS

TOKENS = (("minus6", "-6"), ("plus10", "+10"), ("minus10", "-10"))
"""Keys of a row of the pad, and the card that its seat holds."""
_ROW, _FIRST_ROW, _ROUND_WIDTH, _SEAT_WIDTH = 18, 46, 101, 36
_BUTTON, _NUMBER = 120, 50
"""Widths of a button, and of a seat with a number."""
_STEPS = "ABCDEFGH"
_ASKED = {"A": "Surprise Egg", "B": "Alien Wading Pool", "D": "One Ring"}
"""Steps in which the owner of a relic decides."""
_NUMBERS = {"E": "weight", "F": "threshold", "H": "points"}
"""Steps that give each seat a number, and its key in a row of the pad."""


# ---- The pad


def draw_pad(view: View, box: Box) -> None:
    """Per round weight, value and points of each seat; the running sums."""
    view.panel(box)
    drawing, position = view.drawing, view.position
    drawing.text(box.x + 8, box.y + 14, "pad", 14, fill=DIM, anchor="start", bold=True)
    drawing.text(box.x + box.width - 8, box.y + 14, "sum", 14, anchor="end", bold=True)
    for number in range(ROUNDS):
        row = position["pad"][number] if number < len(position["pad"]) else None
        _draw_round(
            view, number, row, Box(box.x + _SEAT_WIDTH + number * _ROUND_WIDTH, box.y, _ROUND_WIDTH, box.height)
        )
    for seat in range(view.table.num_players):
        y = box.y + _FIRST_ROW + _ROW * seat
        drawing.seat_badge(box.x + 18, y, 8.5, seat)
        drawing.text(box.x + box.width - 10, y, position["scores"][seat], 15, fill=BRIGHT, anchor="end", bold=True)


def _draw_round(view: View, number: int, row: dict[str, Any] | None, box: Box) -> None:
    """A round's column: weight of limit, value, points; then who took what, or what there is to be had."""
    drawing = view.drawing
    drawing.rect(box.x + 2, box.y + 4, box.width - 4, box.height - 8, radius=8, fill=GROUND, opacity=0.55)
    drawing.text(box.x + box.width / 2, box.y + 14, f"round {number + 1}", 13, bold=True)
    foot = box.y + _FIRST_ROW - 3 + _ROW * view.table.num_players
    if row is None:
        if number == view.position["round"] - 1:
            points = view.table.components.scoring[view.table.num_players]
            _draw_foot(view, box, foot, ["points by place", " ".join(map(str, points))])
        return
    for words, part, anchor in (("w / limit", 0.05, "start"), ("val", 0.71, "end"), ("pts", 0.95, "end")):
        drawing.text(box.x + part * box.width, box.y + 30, words, 11, fill=DIM, anchor=anchor)
    for seat, weight in enumerate(row["final_weight"]):
        y = box.y + _FIRST_ROW + _ROW * seat
        value = "hole" if row["pulled"][seat] else row["value"][seat]
        ink = DIM if row["pulled"][seat] else INK
        weighed = f"{weight}/{row['threshold'][seat]}"
        drawing.text(box.x + 0.05 * box.width, y, weighed, 12, fill=ink, anchor="start", fit=0.46 * box.width)
        drawing.text(box.x + 0.71 * box.width, y, value, 12, fill=ink, anchor="end")
        drawing.text(box.x + 0.95 * box.width, y, row["points"][seat], 13, fill=BRIGHT, anchor="end", bold=True)
    taken = [f"{words} seat {row[key]}" for key, words in TOKENS if row[key] is not None]
    _draw_foot(view, box, foot, taken)


def _draw_foot(view: View, box: Box, y: float, lines: Sequence[str]) -> None:
    """Small words below the rows of a round."""
    for number, line in enumerate(lines):
        view.drawing.text(box.x + box.width / 2, y + 13 * number, line, 11, fill=DIM)


# ---- The steps of scoring


class _Step(NamedTuple):
    """A step: what has happened in it, or what is going to; done, asked now, or neither; a number for each seat."""

    letter: str
    words: str
    done: bool
    asked: bool
    by_seat: Sequence[int] = ()


def draw_steps(view: View, box: Box) -> None:
    """Steps A to H in two columns; the one in which a seat decides has buttons."""
    view.panel(box)
    height = (box.height - 16) / (len(_STEPS) / 2)
    for number, step in enumerate(_steps(view)):
        column, row = divmod(number, len(_STEPS) // 2)
        half = box.width / 2 - 12
        _draw_step(view, step, Box(box.x + 10 + column * (half + 4), box.y + 8 + row * height, half, height))


def _draw_step(view: View, step: _Step, box: Box) -> None:
    drawing, middle = view.drawing, box.y + box.height / 2
    if step.asked:
        drawing.rect(box.x - 2, box.y + 1, box.width, box.height - 2, radius=8, fill=EDGE)
    ground = CHOICE if step.asked else INK if step.done else EDGE
    drawing.circle(box.x + 14, middle, 11, fill=ground)
    drawing.text(box.x + 14, middle, step.letter, 14, fill=GROUND if step.done or step.asked else DIM, bold=True)
    buttons = _button_labels(view) if step.asked else ()
    width = box.width - 40 - (_BUTTON + 6) * len(buttons) - _NUMBER * len(step.by_seat)
    ink = INK if step.done or step.asked else DIM
    drawing.text(box.x + 34, middle, step.words, 14, fill=ink, anchor="start", fit=width)
    for seat, number in enumerate(step.by_seat):
        x = box.x + box.width - _NUMBER * (len(step.by_seat) - seat)
        drawing.seat_badge(x + 8, middle, 8.5, seat)
        drawing.text(x + 21, middle, number, 14, fill=BRIGHT, anchor="start", bold=True)
    for number, label in enumerate(buttons):
        x, words = box.x + box.width - (_BUTTON + 6) * (len(buttons) - number), label.removeprefix("robot ").split()[0]
        drawing.button(x, box.y + 4, _BUTTON, box.height - 8, words, label)


def _button_labels(view: View) -> tuple[str, ...]:
    """What the seat that decides may say in this step."""
    if view.position["phase"] == "robot":
        return "robot upright", "robot turned"
    relic = _ASKED[view.position["step"]]
    legal = (f"discard {relic}", f"keep {relic}")
    return legal if view.position["phase"] != "group" else ()


def _steps(view: View) -> list[_Step]:
    now = len(_STEPS) if view.over else _STEPS.index(view.position["step"])
    words = _words(view, now)
    numbers = {letter: view.result[key] for letter, key in _NUMBERS.items()} if view.result else {}
    return [_Step(letter, words[letter], n < now, n == now, numbers.get(letter, ())) for n, letter in enumerate(_STEPS)]


def _words(view: View, now: int) -> dict[str, str]:
    words = {letter: _relic_words(view, letter, relic, now) for letter, relic in _ASKED.items()}
    if view.result:
        return words | _result_words(view, view.result)
    minus6 = _holder("-6", view.position["minus6"], "a tie, or no toys")
    return words | {
        "C": f"Toys shown: {minus6}" if now > _STEPS.index("C") else "Toys are shown; the heaviest ones give -6",
        "E": "Weigh; lightest Anti-Grav Carpet +10, heaviest Exoskeleton -10",
        "F": f"One card of the hole pile changes the limit of {view.limit}",
        "G": "Who is heavier than the limit is pulled in",
        "H": "The most valuable cards get "
        + ", ".join(map(str, view.table.components.scoring[view.table.num_players])),
    }


def _relic_words(view: View, letter: str, relic: str, now: int) -> str:
    """What became of a relic whose owner may discard it."""
    owners = [seat for seat, laid in enumerate(view.position["laid"]) if relic in laid]
    if now == _STEPS.index(letter):
        return f"{relic}: seat {view.position['to_move']} decides"
    if owners:
        return f"{relic}: {'lies' if now > _STEPS.index(letter) else 'belongs'} with seat {owners[0]}"
    return f"{relic}: {'discarded' if relic in view.position['discards'] else 'not in play'}"


def _result_words(view: View, row: dict[str, Any]) -> dict[str, str]:
    """Steps C and E to H as the pad tells them."""
    pulled = [f"seat {seat}" for seat, gone in enumerate(row["pulled"]) if gone]
    card = view.face(row["card"])
    tens = [f"{words} seat {row[key]}" for key, words in TOKENS[1:] if row[key] is not None]
    return {
        "C": f"Toys shown: {_holder('-6', row['minus6'], 'a tie, or no toys')}",
        "E": "; ".join(["Weights", *tens]),
        "F": f"Limits with {card.name} ({card.weight:+d})",
        "G": f"Pulled in: {', '.join(pulled) or 'nobody'}",
        "H": "Points for the values",
    }


def _holder(token: str, seat: int | None, otherwise: str) -> str:
    return f"{token} for nobody ({otherwise})" if seat is None else f"{token} for seat {seat}"
