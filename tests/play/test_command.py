"""`cosmozoo play --web`: what the command line sets up, allows and refuses."""

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from cosmozoo.play.match import Match
from cosmozoo.play.tables import Room

from ..cli.command_line import GAME, cosmozoo, refusal

CHECKPOINT = Path(__file__).parents[2] / "configs" / "checkpoints" / f"{GAME}.zip"


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> list[Room]:
    """The rooms that are served: none is, they are kept here."""
    found: list[Room] = []
    monkeypatch.setattr("cosmozoo.play.server.serve", lambda room, listening: (found.append(room), listening.close()))
    return found


def test_a_named_game_is_set_up_at_the_printed_address(rooms: list[Room]) -> None:
    options = ("--players", 3, "--seat", 1, "--against", "random", "--variants", "paradox=open", "--seed", 7)
    shown = cosmozoo("play", GAME, "--web", "--port", 0, *options).output
    address = shown.splitlines()[0]
    assert address.startswith("http://127.0.0.1:")
    history = rooms[0].find(address.partition("#")[2]).history
    assert isinstance(history, Match)
    assert [history.name(seat) for seat in range(3)] == ["random", "person", "random"]
    assert rooms[0].house.offers()["proposed"] == {
        "game": GAME,
        "players": 3,
        "variants": {"paradox": "open"},
        "seats": ["random", "person", "random"],
        "seed": 7,
    }


def test_without_a_game_the_page_asks(rooms: list[Room]) -> None:
    shown = cosmozoo("play", "--web", "--port", 0).output
    assert shown.splitlines()[0].endswith("/")
    assert rooms[0].house.offers()["proposed"] == {}


def test_a_checkpoint_of_the_command_line_may_be_seated_again(rooms: list[Room]) -> None:
    cosmozoo("play", GAME, "--web", "--port", 0, "--players", 2, "--against", CHECKPOINT)
    assert rooms[0].house.policies == (str(CHECKPOINT),)
    table = rooms[0].start({"game": GAME, "players": 2, "seats": ["person", str(CHECKPOINT)]})
    assert table.about()["seats"] == ["person", str(CHECKPOINT)]


def test_a_saved_position_goes_on(rooms: list[Room], tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    cosmozoo("play", GAME, "--players", 2, "--seed", 3, typed=f"1\nsave {file}\nquit\n")
    shown = cosmozoo("play", GAME, "--web", "--port", 0, "--position", file).output
    table = rooms[0].find(shown.splitlines()[0].partition("#")[2])
    assert table.history.env.position() == json.loads(file.read_text())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "which game? Name one (see: cosmozoo games)"),
        (("--web", "--players", 3), "which game? Name the one that these options are for"),
        ((GAME, "--port", 8000), "--port 8000: is for --web"),
        ((GAME, "--web", "--record", "game.jsonl"), "has a button that downloads the record"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[object, ...], sentence: str) -> None:
    assert sentence in refusal("play", *arguments)


def test_a_port_in_use_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"--port {port}: " in refusal("play", "--web", "--port", port)


def test_the_server_serves_until_it_is_interrupted() -> None:
    command = [sys.executable, "-m", "cosmozoo", "play", "--web", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(address) as answer:
            assert b"<title>CosmoZoo</title>" in answer.read()
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=60)
    assert "Traceback" not in complaints
