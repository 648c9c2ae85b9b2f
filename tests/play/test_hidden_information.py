"""Nothing that a seat may not know is sent to its browser, whatever lies behind what it knows."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from cosmozoo.envs import GameEnv, games
from cosmozoo.play.history import Decision, History
from cosmozoo.play.match import Match
from cosmozoo.play.tables import Room, Table

from .serving import PERSON, client, first_action, start

HIDING = [game.id for game in games.values() if game.facts.hidden_information or game.facts.simultaneous]
WORLDS = 3
"""In which a seat could be as well, for each thing that is compared."""


def at_the_middle(game: str, decisions: int = 40) -> Table:
    """A running game with two persons who have decided at random."""
    players = games[game].players[0]
    table = start(Room(), game, [PERSON, PERSON, *["random"] * (players - 2)])
    rng = np.random.default_rng(2)
    while len(table.history.decisions) < decisions:
        to_move = table.about()["to_move"]
        view = table.view(to_move)
        table.decide({"seat": to_move, "moment": view["moments"], "action": str(rng.choice(view["legal"]))})
    assert not table.about()["over"]
    return table


def another_world(history: History, seat: int, seed: int) -> History:
    """The same game as far as the seat knows: at every moment other things are hidden from it."""
    agent = history.env.possible_agents[seat]
    decisions = [
        Decision(decision.before.resample(agent, seed=seed + number), decision.seat, decision.action)
        for number, decision in enumerate(history.decisions)
    ]
    assert isinstance(history, Match)
    world = Match(history.env.resample(agent, seed=seed), history.seats)
    world.decisions = decisions
    return world


def answers(table: Table, seat: int) -> list[dict[str, Any]]:
    """All that the server says to the person in a seat, without deciding anything."""
    room = Room()
    place = room.seat(table.history)
    browser = client(room)
    game = f"/api/games/{place.id}"
    last = table.history.last_moment
    moments = (*range(0, last, 4), last)
    paths = ["", *(f"/view?viewer={seat}&moment={moment}" for moment in moments), "/record"]
    found = [browser.get(game + path) for path in paths]
    asked = {"seat": seat, "moment": last}
    found.append(browser.post(f"{game}/hint", json={**asked, "policy": "greedy"}))
    found.append(browser.post(f"{game}/decide", json={**asked, "action": "no such action"}))
    assert {answer.status_code for answer in found} <= {200, 400, 409}
    return [{"status": answer.status_code, **answer.json(), "id": None} for answer in found]


@pytest.mark.parametrize("game", HIDING)
def test_answers_do_not_depend_on_what_a_seat_does_not_know(game: str) -> None:
    table = at_the_middle(game)
    positions = set()
    for seat in (0, 1):
        said = answers(table, seat)
        assert len({answer.get("svg") for answer in said}) > 5  # the game was drawn, and went on
        for seed in range(WORLDS):
            world = another_world(table.history, seat, 1000 * seed)
            positions.add(str(world.env.position()))
            other = answers(Room().seat(world), seat)
            for here, there in zip(said, other, strict=True):
                assert here == there
    assert len(positions) > WORLDS  # something was hidden


@pytest.mark.parametrize("game", HIDING)
def test_the_log_tells_of_others_no_more_than_a_seat_sees(game: str) -> None:
    """Whatever another seat decides in whatever world: where the viewer then knows the same, it is told the same."""
    table = at_the_middle(game, 25)
    told: dict[bytes, set[tuple[str, ...]]] = defaultdict(set)
    decided = 0
    for number, decision in enumerate(table.history.decisions):
        for viewer in {0, 1} - {decision.seat}:
            agent = decision.before.possible_agents[viewer]
            for seed in range(WORLDS):
                world = decision.before.resample(agent, seed=seed)
                for action in np.flatnonzero(world.observe(world.agent_selection)["action_mask"]):
                    after = world.clone()
                    after.step(int(action))
                    telling = History(after, [Decision(world, decision.seat, int(action))]).told(viewer)[0]
                    assert telling.label is None
                    told[seen(after, agent) + bytes([number, viewer])].add(telling.seen)
                    decided += 1
    assert decided > len(told)  # some decisions look alike
    assert all(len(tellings) == 1 for tellings in told.values())


def seen(env: GameEnv, agent: str) -> bytes:
    """All that an agent may know."""
    return env.observe(agent)["observation"].tobytes()


@pytest.mark.parametrize("game", HIDING)
def test_the_answer_to_a_decision_holds_the_deciding_seats_view_alone(game: str) -> None:
    table = at_the_middle(game)
    seat = table.about()["to_move"]
    view = table.decide(first_action(table, seat))
    assert view == table.view(seat)
    assert view["viewer"] == seat
    assert view["scores"] is None
    assert view["legal"] == [] or view["to_move"] == seat


@pytest.mark.parametrize("game", HIDING)
def test_when_the_game_is_over_everything_is_shown(game: str) -> None:
    players = games[game].players[0]
    table = start(Room(), game, ["random"] * players)
    while table.about()["waiting"]:
        table.advance({})
    everything = table.view("all", 0)
    assert everything["scores"] is not None
    assert everything["svg"] != table.view(0, 0)["svg"]
    assert all(entry["label"] is not None for entry in everything["log"])
