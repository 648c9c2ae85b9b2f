"""The conformance suite passes a sound drawing, and catches each fault of a broken one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cosmozoo.envs import testing
from cosmozoo.envs.core.drawing import Drawing, text_picture
from cosmozoo.envs.core.game import Table

from .high_card import GAME, draw_text

pytestmark = pytest.mark.plain

Picture = Callable[[dict[str, Any], int | None, Table, Sequence[str]], Drawing]


def sound(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    drawing = Drawing(600, 100, "High Card", legal)
    drawing.text(10, 20, draw_text(position, seat, table), anchor="start")
    drawing.button(10, 50, 100, 40, "choose", *legal)
    return drawing


def shows_another_hand(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    return sound(position, None, table, legal)


def offers_what_is_not_legal(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    return sound(position, seat, table, table.labels.texts)


def writes_into_the_position(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    drawing = sound(position, seat, table, legal)
    position["choices"] = []
    return drawing


def never_changes(position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]) -> Drawing:
    return text_picture("High Card", "High Card")


def has_a_sign_that_svg_lacks(
    position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str]
) -> Drawing:
    drawing = sound(position, seat, table, legal)
    drawing.text(10, 20, "\x0b")
    return drawing


FAULTS: dict[str, tuple[Picture, str]] = {
    "peek": (shows_another_hand, "the picture shows hidden things to seat"),
    "place": (offers_what_is_not_legal, "not legal now"),
    "impure": (writes_into_the_position, "making a picture changed the position"),
    "still": (never_changes, "the picture stayed as it was"),
    "malformed": (has_a_sign_that_svg_lacks, "the picture is no SVG"),
}


def check(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with this drawing through the checks that look at drawings."""
    monkeypatch.setitem(GAME.__dict__, "draw_picture", picture)
    for table in testing.tables(GAME.id):
        testing.check_table(table, seed=1)
        testing.check_rendering(table, seed=1)


def test_a_sound_drawing_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    check(sound, monkeypatch)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture, message = FAULTS[fault]
    with pytest.raises(AssertionError, match=message):
        check(picture, monkeypatch)
