"""The page's server inside the test process, asked as the page asks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn
from starlette.testclient import TestClient

from cosmozoo.play.match import Match
from cosmozoo.play.server import LOOPBACK, application, listen
from cosmozoo.play.tables import Room, Table
from cosmozoo.train.records import choose, is_over
from cosmozoo.wrappers.policies import RandomPolicy

GAME = "big_bang_theory_v0"
PERSON = "person"


def client(room: Room) -> TestClient:
    """Asks a room's application without a network."""
    return TestClient(application(room), base_url=f"http://{LOOPBACK}:8000")


@contextmanager
def served(room: Room) -> Iterator[str]:
    """The room over HTTP, for a browser; gives its address."""
    listening = listen(0)
    server = uvicorn.Server(uvicorn.Config(application(room), log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://{LOOPBACK}:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


def start(room: Room, game: str = GAME, seats: list[str] | None = None, **order: Any) -> Table:
    """A table with these seats, a person and a random policy if none are given."""
    seats = seats or [PERSON, "random"]
    return room.start({"game": game, "players": len(seats), "seats": seats, "seed": 1, **order})


def first_action(table: Table, seat: int) -> dict[str, Any]:
    """The first legal action, as the page sends it."""
    view = table.view(seat)
    return {"seat": seat, "moment": view["moments"], "action": view["legal"][0]}


def skip_ahead(table: Table, left: int) -> None:
    """Make decisions at random, for persons too, until a game that went on like that would have so many left."""
    assert isinstance(table.history, Match)
    ahead, policy, decisions = table.history.env.clone(), RandomPolicy(seed=1), 0
    while not is_over(ahead):
        ahead.step(choose(ahead, policy))
        decisions += 1
    policy = RandomPolicy(seed=1)
    for _ in range(decisions - left):
        table.history.let_play(policy)


def play_on(table: Table, decisions: int = 10_000) -> dict[str, Any]:
    """Persons take the first legal action for so many decisions, or to the end; what everybody knows then."""
    for _ in range(decisions):
        about = table.about()
        if about["over"]:
            break
        if about["waiting"]:
            table.advance({})
        else:
            table.decide(first_action(table, about["to_move"]))
    return table.about()
