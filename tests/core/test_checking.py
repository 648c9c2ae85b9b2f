"""Reading data from outside: strict types, and the path of the key at fault in every message."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from cosmozoo.envs.core.checking import ComponentError, PositionError, Reader
from cosmozoo.envs.core.components import read_toml, shipped_file

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

NOT_INTEGERS = [True, False, 1.0, "1", None, [1], math.nan, math.inf, 2**31, -(2**31) - 1]


def at(value: Any) -> Reader:
    """A reader whose path is piles[2]."""
    return Reader({"piles": [None, None, value]})["piles"][2]


def test_the_path_leads_to_the_value() -> None:
    reader = Reader({"seats": [{"hand": [[4, "red"]]}]})
    inner = reader["seats"][0]["hand"][0][1]
    assert (inner.path, inner.value) == ("seats[0].hand[0][1]", "red")
    assert [item.path for item in reader["seats"][0]["hand"]] == ["seats[0].hand[0]"]


def test_at_the_top_the_message_names_the_whole() -> None:
    with pytest.raises(PositionError, match=r"^position: must be a dict"):
        Reader(None).table(("a",))
    with pytest.raises(ComponentError, match=r"^my\.toml: lacks the key 'a'"):
        Reader({}, error=ComponentError, root="my.toml").table(("a",))
    with pytest.raises(ComponentError, match=r"^a: must be a string"):
        Reader({"a": 1}, error=ComponentError, root="my.toml")["a"].text()


@pytest.mark.parametrize("value", NOT_INTEGERS)
def test_integer_is_strict(value: Any) -> None:
    with pytest.raises(PositionError, match=r"^piles\[2\]: must be an integer from -2147483648 to 2147483647, not "):
        at(value).integer()


def test_integer_has_bounds() -> None:
    assert at(-(2**31)).integer() == -(2**31)
    assert at(2**31 - 1).integer() == 2**31 - 1
    assert at(3).integer(3, 3) == 3
    for value in (2, 4):
        with pytest.raises(PositionError, match=rf"^piles\[2\]: must be the integer 3, not {value}$"):
            at(value).integer(3, 3)


@pytest.mark.parametrize("value", [0, 1, None, "true", 1.0])
def test_boolean_is_strict(value: Any) -> None:
    assert at(True).boolean() is True
    assert at(False).boolean() is False
    with pytest.raises(PositionError, match=r"^piles\[2\]: must be true or false, not "):
        at(value).boolean()


@pytest.mark.parametrize("value", [1, None, ["a"], True])
def test_text_is_strict(value: Any) -> None:
    assert at("").text() == ""
    with pytest.raises(PositionError, match=r"^piles\[2\]: must be a string, not "):
        at(value).text()


def test_table_names_the_wrong_key() -> None:
    assert at({"hand": 1}).table(("hand",), optional=("out",))["hand"].value == 1
    assert at({"hand": 1, "out": 2}).table(("hand",), optional=("out",)).value["out"] == 2
    with pytest.raises(PositionError, match=r"^piles\[2\]: has an unknown key 'hnad'; did you mean 'hand'"):
        at({"hnad": 1}).table(("hand", "out"))
    with pytest.raises(PositionError, match=r"^piles\[2\]: has an unknown key 'oot'; did you mean 'out'"):
        at({"hand": 1, "oot": 1}).table(("hand",), optional=("out",))
    with pytest.raises(PositionError, match=r"^piles\[2\]: lacks the key 'out'"):
        at({"hand": 1}).table(("hand", "out"))
    with pytest.raises(PositionError, match=r"^piles\[2\]: has an unknown key 1"):
        at({1: 1}).table(("hand",))
    for wrong in (None, [], "hand", 1):
        with pytest.raises(PositionError, match=r"^piles\[2\]: must be a dict with the keys hand, out, not "):
            at(wrong).table(("hand", "out"))


def test_items_check_the_length() -> None:
    assert [item.value for item in at([1, 2]).items(length=2, at_most=2)] == [1, 2]
    with pytest.raises(PositionError, match=r"^piles\[2\]: must have 3 items, not 2"):
        at([1, 2]).items(length=3)
    with pytest.raises(PositionError, match=r"^piles\[2\]: must have at most 1 items, not 2"):
        at([1, 2]).items(at_most=1)
    for wrong in (None, (1, 2), "ab", {"a": 1}):
        with pytest.raises(PositionError, match=r"^piles\[2\]: must be a list, not "):
            at(wrong).items()


def test_integers_name_the_item_at_fault() -> None:
    assert at([1, 2, 3]).integers(3, 1, 3) == [1, 2, 3]
    with pytest.raises(PositionError, match=r"^piles\[2\]\[1\]: must be an integer from 1 to 3, not 4"):
        at([1, 4, True]).integers(3, 1, 3)
    with pytest.raises(PositionError, match=r"^piles\[2\]\[2\]: must be an integer from 1 to 3, not True"):
        at([1, 2, True]).integers(3, 1, 3)
    with pytest.raises(PositionError, match=r"^piles\[2\]: must have 2 items, not 3"):
        at([1, 2, 3]).integers(2, 1, 3)


def test_choice_is_equal_in_type_too() -> None:
    assert at("red").choice(("red", "blue")) == "red"
    assert at(None).choice(("red", None)) is None
    with pytest.raises(
        PositionError, match=r"^piles\[2\]: must be one of 'red', 'blue', not 'bleu'; did you mean 'blu"
    ):
        at("bleu").choice(("red", "blue"))
    for wrong in (True, 1.0, "1", [1]):
        with pytest.raises(PositionError, match=r"^piles\[2\]: must be one of 1, 2, not "):
            at(wrong).choice((1, 2))


def test_different_names_the_double() -> None:
    at([1, 2]).different([1, 2])
    with pytest.raises(PositionError, match=r"^piles\[2\]: has \[2, 'red'\] twice"):
        at([]).different([[2, "red"], [2, "blue"], [2, "red"]])


def test_null_is_told_apart_from_false_and_nothing() -> None:
    assert at(None).is_none
    assert not any(at(value).is_none for value in (False, 0, "", []))


# ---- Component files


def test_a_shipped_file_lies_beside_the_code() -> None:
    path = shipped_file("cosmozoo.envs.big_bang_theory")
    assert path.name == "components.toml"
    assert set(read_toml(path).value) == {"card", "want"}


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot read the file"), (b"\xff\xfe", "cannot read the file"), (b"card = [", "not TOML")],
    ids=["missing", "no text", "no TOML"],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "mine.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ComponentError, match=rf"^components='.*mine\.toml': {message} \("):
        read_toml(path)
    with pytest.raises(ComponentError, match=r"cannot read the file"):
        read_toml(tmp_path)
