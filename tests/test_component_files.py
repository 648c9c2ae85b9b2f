"""What every game refuses as a component file. The tests of a game's own tables stand in its folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cosmozoo.envs import GameEnv, get_game
from tests.playing import OWN_GAMES, assert_components_refused

pytestmark = pytest.mark.parametrize("game_id", OWN_GAMES)


def test_a_file_that_is_not_there(game_id: str, tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere.toml"
    for path in (nowhere, str(nowhere)):
        assert_components_refused(game_id, path, r"nowhere\.toml", "cannot read")


def test_a_file_that_is_not_toml(game_id: str, component_file: Callable[..., str]) -> None:
    assert_components_refused(game_id, component_file("card = ["), r"mine\.toml", "not TOML")


def test_a_file_that_is_not_text(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert_components_refused(game_id, path, r"mine\.toml", "cannot read")


def test_an_unknown_table(game_id: str, component_file: Callable[..., str]) -> None:
    assert_components_refused(game_id, component_file(weather={"wind": 3}), "unknown key 'weather'")


@pytest.mark.parametrize("value", [3, True, ["standard"]])
def test_what_is_no_file(game_id: str, value: Any) -> None:
    with pytest.raises(ValueError, match="components"):
        GameEnv(get_game(game_id), components=value)
