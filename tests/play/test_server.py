"""The page's server: addresses, refusals, protection from other sites. Games themselves: test_tables.py."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from cosmozoo.play.server import LARGEST_REQUEST, STATIC, listen
from cosmozoo.play.tables import Room

from .serving import GAME, PERSON, client, first_action, play_on, start


@pytest.fixture
def room() -> Room:
    """A room without tables."""
    return Room()


@pytest.fixture
def browser(room: Room) -> TestClient:
    """Asks the room's application."""
    return client(room)


def test_the_page_and_all_that_it_loads_are_served(browser: TestClient) -> None:
    assert "<title>CosmoZoo</title>" in browser.get("/").text
    for file in STATIC.iterdir():
        assert browser.get(f"/static/{file.name}").content == file.read_bytes()


def test_a_game_is_played_over_http(browser: TestClient) -> None:
    order = {"game": GAME, "players": 2, "seats": [PERSON, "random"], "seed": 1}
    answer = browser.post("/api/games", json=order)
    assert answer.status_code == 201
    game = f"/api/games/{answer.json()['id']}"
    view = browser.get(f"{game}/view", params={"viewer": 0}).json()
    while not view["over"]:
        wanted = {"seat": 0, "moment": view["moments"], "action": view["legal"][0]}
        view = browser.post(f"{game}/decide", json=wanted).json()
        while view["waiting"]:
            browser.post(f"{game}/advance", json={})
            view = browser.get(f"{game}/view", params={"viewer": 0}).json()
    record = browser.get(f"{game}/record")
    assert record.headers["content-disposition"] == f'attachment; filename="{GAME}.jsonl"'
    last = json.loads(record.text.splitlines()[-1])
    assert view["result"] == {"scores": last["scores"], "ranks": last["ranks"]}
    (replay,) = browser.post("/api/records", content=record.content).json()["games"]
    middle = browser.get(f"/api/games/{replay['id']}/view", params={"viewer": "all", "moment": 3, "since": 2}).json()
    assert middle["moment"] == 3
    assert middle["log"][0]["number"] == 2
    assert middle["svg"].startswith("<svg")


def test_offers_say_what_the_command_line_proposes(browser: TestClient) -> None:
    assert browser.get("/api/games").json()["proposed"] == {}


@pytest.mark.parametrize(
    ("method", "path", "arguments", "status", "sentence"),
    [
        ("GET", "/api/games/none", {}, 404, "no such game here"),
        ("GET", "/nothing", {}, 404, "Not Found"),
        ("GET", "/static/../server.py", {}, 404, "Not Found"),
        ("DELETE", "/api/games", {}, 405, "Method Not Allowed"),
        ("POST", "/api/games", {"json": {"game": "chess"}}, 400, "no game 'chess'"),
        ("POST", "/api/games", {"content": "{}"}, 415, "application/json"),
        ("POST", "/api/games", {"content": "{", "headers": {"content-type": "application/json"}}, 400, "not JSON"),
        (
            *("POST", "/api/games"),
            {"content": "[" * 60_000, "headers": {"content-type": "application/json"}},
            *(400, "not JSON"),
        ),
        ("POST", "/api/records", {"content": b"\xff"}, 400, "no text"),
        ("POST", "/api/records", {"content": b""}, 400, "the record is empty"),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(
    browser: TestClient, method: str, path: str, arguments: dict[str, Any], status: int, sentence: str
) -> None:
    answer = browser.request(method, path, **arguments)
    assert answer.status_code == status
    assert sentence in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("view", 400, "viewer ''"),
        ("view?viewer=1", 400, "here may look: 0"),
        ("view?viewer=all", 400, "here may look: 0"),
        ("view?viewer=0&moment=1", 400, "moment 1: the game has the moments 0 to 0"),
        ("view?viewer=0&moment=-1", 400, "moment: must be a whole number"),
        ("view?viewer=0&since=x", 400, "since: must be a whole number"),
        ("record", 409, "when the game is over"),
    ],
)
def test_what_a_person_may_not_see_is_refused(
    room: Room, browser: TestClient, path: str, status: int, sentence: str
) -> None:
    table = start(room)
    answer = browser.get(f"/api/games/{table.id}/{path}")
    assert answer.status_code == status
    assert sentence in answer.json()["error"]
    assert table.about()["moments"] == 0


def test_a_second_decision_at_the_same_moment_is_a_conflict(room: Room, browser: TestClient) -> None:
    table = start(room, seats=[PERSON, PERSON])
    wanted = first_action(table, 0)
    assert browser.post(f"/api/games/{table.id}/decide", json=wanted).status_code == 200
    assert browser.post(f"/api/games/{table.id}/decide", json=wanted).status_code == 409


# ---- Other sites


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.0.7:8000", ""])
def test_a_name_that_leads_here_from_elsewhere_is_turned_away(browser: TestClient, host: str) -> None:
    assert browser.get("/api/games", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9000", "https://localhost:8000"])
def test_another_sites_page_may_not_play_here(room: Room, browser: TestClient, origin: str) -> None:
    table = start(room)
    answer = browser.post(f"/api/games/{table.id}/decide", json=first_action(table, 0), headers={"origin": origin})
    assert answer.status_code == 403
    assert "another site" in answer.json()["error"]
    assert table.about()["moments"] == 0


def test_our_own_page_may(room: Room, browser: TestClient) -> None:
    table = start(room)
    headers = {"origin": "http://127.0.0.1:8000"}
    assert browser.post(f"/api/games/{table.id}/decide", json=first_action(table, 0), headers=headers).is_success


def test_every_answer_forbids_foreign_scripts_and_frames(browser: TestClient) -> None:
    for path in ("/", "/static/page.js", "/api/games", "/nothing"):
        headers = browser.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        assert not [name for name in headers if name.startswith("access-control")]


def test_large_requests_are_refused_and_large_records_are_not(room: Room, browser: TestClient) -> None:
    large = {"game": "x" * LARGEST_REQUEST}
    assert browser.post("/api/games", json=large).status_code == 413
    played = start(room)
    play_on(played)
    record = browser.get(f"/api/games/{played.id}/record").content
    times = LARGEST_REQUEST // len(record) + 2
    assert len(record) * times > LARGEST_REQUEST
    assert browser.post("/api/records", content=record * times).status_code == 201


def test_the_server_listens_on_this_machine_alone() -> None:
    with listen(0) as listening:
        assert listening.getsockname()[0] == "127.0.0.1"
