"""Tables at which people play in a browser: new games, whose turn it is, taking back, records, old tables."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from cosmozoo.envs import games, get_game
from cosmozoo.play.asking import BadRequest, NoSuchTable, NotNow
from cosmozoo.play.house import House
from cosmozoo.play.match import PERSON, Match
from cosmozoo.play.tables import LONGEST_IDLE, Room
from cosmozoo.train.records import as_text, checked_lines

from .serving import GAME, first_action, play_on, start

OPEN_HANDS = {"paradox": "none"}
"""The Big Bang Theory without tiles: the first decision is to play a card."""


# ---- What there is


def test_all_games_are_offered_with_their_declared_tables_and_variants() -> None:
    offers = Room().house.offers()["games"]
    assert [offer["id"] for offer in offers] == list(games)
    for offer in offers:
        game = get_game(offer["id"])
        assert offer["players"] == list(game.players)
        assert [variant["name"] for variant in offer["variants"]] == [variant.name for variant in game.variants]
        assert {"random", "greedy", "search:400"} <= set(offer["policies"])
        assert ("lookahead" in offer["policies"]) == (game.id == "big_bang_v0")


def test_every_offered_choice_can_be_played() -> None:
    room = Room()
    for offer in room.house.offers()["games"]:
        for variant in offer["variants"]:
            assert variant["choices"] is None or variant["choices"][0] == variant["default"]
    table = start(room, variants={"paradox": "chaos", "second_tile": "never"})
    assert table.about()["variants"] == {"paradox": "chaos", "second_tile": "never"}


def test_a_free_variant_is_read_as_on_the_command_line() -> None:
    holes = get_game("black_hole_buccaneers_v0").components(None).hole_names[:3]
    table = start(
        Room(), "black_hole_buccaneers_v0", [PERSON, "random", "random"], variants={"holes": f"[{', '.join(holes)}]"}
    )
    assert table.about()["variants"]["holes"] == list(holes)


# ---- What is refused


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ([], "must be a JSON object"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": GAME, "players": 9}, "takes 2, 3, 4 players"),
        ({"game": GAME, "players": True}, "takes 2, 3, 4 players"),
        ({"game": GAME, "colour": 1}, "unknown key 'colour'"),
        ({"game": GAME, "variants": {"paradx": "open"}}, "did you mean 'paradox'"),
        ({"game": GAME, "variants": {"paradox": "opn"}}, "did you mean 'open'"),
        ({"game": GAME, "variants": []}, "variants: must be a JSON object"),
        ({"game": GAME, "seats": ["person"]}, "must be a list of 4 names"),
        ({"game": GAME, "players": 2, "seats": ["person", "gredy"]}, "did you mean 'greedy'"),
        ({"game": GAME, "players": 2, "seats": ["person", "search:0"]}, "no policy 'search:0'"),
        ({"game": GAME, "players": 2, "seats": ["person", "search:10001"]}, "up to 10000"),
        ({"game": GAME, "players": 2, "seats": ["person", "search:" + "9" * 5000]}, "up to 10000"),
        ({"game": GAME, "players": 2, "seats": ["person", 7]}, "no policy 7"),
        ({"game": GAME, "seed": -1}, "seed: must be null or a whole number"),
        ({"game": GAME, "seed": 1.5}, "seed: must be null or a whole number"),
        ({"game": "black_hole_buccaneers_v0", "variants": {"holes": "[a"}}, "is not a YAML value"),
    ],
)
def test_a_bad_order_is_refused_with_a_sentence(order: Any, sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Room().start(order)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("game", list(games))
def test_a_browser_names_no_file(game: str, tmp_path: Path) -> None:
    file = tmp_path / "tables.toml"
    file.write_text("")
    with pytest.raises(BadRequest, match=r"chosen on the command line, with --variants components=FILE"):
        Room().start({"game": game, "variants": {"components": str(file)}})
    checkpoint = Path(__file__).parents[2] / "configs" / "checkpoints" / f"{GAME}.zip"
    seats = [PERSON, *[str(checkpoint)] * (get_game(game).default_players - 1)]
    with pytest.raises(BadRequest, match="no policy"):
        Room().start({"game": game, "seats": seats})


def test_a_record_names_no_file(tmp_path: Path) -> None:
    room = Room()
    table = start(room, "space_mission_v0", ["random", "random"])
    line = table.record()[0] if table.history.decisions else {"position": table.history.env.position()}
    line["position"]["variants"]["components"] = str(tmp_path / "mine.toml")
    with pytest.raises(BadRequest, match=r"line 1: components=.*on the command line"):
        room.open_record([json.dumps(line)])


def test_the_command_lines_own_files_are_allowed() -> None:
    checkpoint = str(Path(__file__).parents[2] / "configs" / "checkpoints" / f"{GAME}.zip")
    house = House(policies=(checkpoint,), game=GAME, variants={"components": "my.toml"})
    offer = next(offer for offer in house.offers()["games"] if offer["id"] == GAME)
    assert checkpoint in offer["policies"]
    assert offer["variants"][-1]["choices"] == ["standard", "my.toml"]
    house.refuse_files(get_game(GAME), {"components": "my.toml"})
    with pytest.raises(BadRequest, match="components"):
        house.refuse_files(get_game("urknall_v0"), {"components": "my.toml"})
    assert house.unrecorded_variants == {"components": "my.toml"}


# ---- Turns


def test_a_person_decides_and_policies_play_until_a_person_has_to_decide() -> None:
    table = start(Room(), seats=[PERSON, "random", "random"], variants=OPEN_HANDS)
    view = table.decide(first_action(table, 0))
    while view["waiting"]:
        view |= table.advance({})
    assert view["to_move"] == 0
    assert view["moments"] >= 3
    assert {entry["seat"] for entry in table.view(0)["log"]} == {0, 1, 2}


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"action": "drop in"}, BadRequest, "'drop in' is not legal"),
        ({"action": None}, BadRequest, "None is not legal"),
        ({"moment": 1}, NotNow, "has gone on since"),
        ({"moment": None}, NotNow, "has gone on since"),
        ({"seat": 1}, NotNow, "it is the turn of seat 0, not of seat 1"),
        ({"seat": 2}, BadRequest, "persons sit at 0, 1"),
        ({"seat": False}, BadRequest, "persons sit at 0, 1"),
        ({"since": -1}, BadRequest, "since: must be a whole number"),
    ],
)
def test_a_bad_decision_changes_nothing(change: dict[str, Any], error: type[Exception], sentence: str) -> None:
    table = start(Room(), seats=[PERSON, PERSON, "random"])
    before = table.history.env.position()
    with pytest.raises(error) as refused:
        table.decide({**first_action(table, 0), **change})
    assert sentence in str(refused.value)
    assert table.history.env.position() == before
    assert table.history.decisions == []


def test_requests_to_one_game_wait_for_each_other() -> None:
    """Of many that decide at the same moment exactly one does."""
    table = start(Room(), seats=[PERSON, PERSON], variants=OPEN_HANDS)
    wanted = first_action(table, 0)
    outcomes: list[str] = []

    def decide() -> None:
        try:
            table.decide(wanted)
            outcomes.append("decided")
        except NotNow:
            outcomes.append("too late")

    threads = [threading.Thread(target=decide) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["decided"] + ["too late"] * 7
    assert table.about()["moments"] == 1


def test_two_games_do_not_disturb_each_other() -> None:
    room = Room()
    alone = play_on(start(room))
    one, other = start(room), start(room)
    for _ in range(200):
        play_on(one, 1)
        play_on(other, 1)
    assert one.about()["result"] == other.about()["result"] == alone["result"]
    assert alone["result"] is not None


def test_policies_alone_may_be_watched() -> None:
    table = start(Room(), seats=["random", "random"])
    assert table.about()["viewers"] == [0, 1, "all"]
    about = play_on(table)
    assert about["over"]
    assert table.view("all", 1)["moment"] == 1


# ---- Taking back and hints


def test_undo_takes_back_what_showed_nothing_new() -> None:
    """Seat 1 drops out, so seat 0 lays its further cards alone and may take each of them back."""
    table = start(Room(), seats=[PERSON, PERSON], variants=OPEN_HANDS)
    table.decide(first_action(table, 0))
    table.decide({"seat": 1, "moment": 1, "action": "drop out"})
    with pytest.raises(NotNow, match="nothing to take back: others have decided since"):
        table.undo({"seat": 0, "moment": 2})
    before = table.history.env.position()
    assert table.decide(first_action(table, 0))["can_undo"]
    view = table.undo({"seat": 0, "moment": 3, "since": 3})
    assert table.history.env.position() == before
    assert (view["moments"], view["since"], view["can_undo"]) == (2, 2, False)
    assert len(table.view(0)["log"]) == 2


def test_a_hint_is_the_policys() -> None:
    table = start(Room())
    greedy = table.history.env.action_labels[table.history.env.greedy_action()]
    hint = table.hint({"seat": 0, "moment": 0, "policy": "greedy"})
    assert hint == {"policy": "greedy", "actions": [{"label": greedy, "chance": 1.0}]}
    with pytest.raises(BadRequest, match="no policy"):
        table.hint({"seat": 0, "moment": 0, "policy": "configs/checkpoints/urknall_v0.zip"})


# ---- Records


def test_a_record_comes_when_nothing_is_hidden_any_more_and_is_right() -> None:
    table = start(Room())
    with pytest.raises(NotNow, match="when the game is over"):
        table.record()
    about = play_on(table)
    lines = table.record()
    assert len(list(checked_lines(map(as_text, lines)))) == about["moments"] + 1
    assert (lines[-1]["scores"], lines[-1]["ranks"]) == (about["result"]["scores"], about["result"]["ranks"])


def test_an_open_games_record_may_be_had_at_any_time() -> None:
    table = start(Room(), "urknall_v0", [PERSON, "random"])
    assert table.record() == []


def test_a_record_is_opened_to_step_through() -> None:
    room = Room()
    played = start(room)
    about = play_on(played)
    text = [as_text(line) for line in played.record()]
    first, second = room.open_record(text * 2)
    assert first.id != second.id
    assert first.about()["result"] == second.about()["result"] == about["result"]
    for viewer in (0, 1, "all"):
        for moment in (0, 5, about["moments"]):
            assert first.view(viewer, moment)["svg"] == played.view(viewer, moment)["svg"]
    assert first.view("all")["log"] == played.view("all")["log"]
    with pytest.raises(NotNow, match="nothing can be decided"):
        first.decide({"seat": 0, "moment": 0, "action": "drop out"})
    assert list(map(as_text, first.record())) == text


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "line 1: the record is empty"),
        (["{"], "line 1: not JSON"),
        (["[]"], "line 1: must be a JSON object"),
        (['{"position": 1}'], "line 1"),
    ],
)
def test_a_bad_record_is_refused_with_its_line(lines: list[str], sentence: str) -> None:
    with pytest.raises(BadRequest) as refused:
        Room().open_record(lines)
    assert f"the record, {sentence}" in str(refused.value)


# ---- The room


def test_the_table_not_used_for_longest_makes_room() -> None:
    room = Room(most=2)
    first, second = start(room), start(room)
    room.find(first.id)
    third = start(room)
    assert room.find(first.id) is first
    assert room.find(third.id) is third
    with pytest.raises(NoSuchTable, match="cleared"):
        room.find(second.id)


def test_old_tables_are_cleared() -> None:
    now = [0.0]
    room = Room(clock=lambda: now[0])
    old, used = start(room), start(room)
    now[0] = LONGEST_IDLE
    room.find(used.id)
    now[0] += 1
    assert room.find(used.id) is used
    with pytest.raises(NoSuchTable, match="cleared"):
        room.find(old.id)


def test_ids_cannot_be_guessed() -> None:
    room = Room()
    ids = {start(room).id for _ in range(20)}
    assert len(ids) == 20
    assert all(len(one) >= 20 for one in ids)  # 16 bytes in 6 bits a character


def test_a_match_knows_its_persons() -> None:
    history = start(Room(), seats=[PERSON, "random", PERSON]).history
    assert isinstance(history, Match)
    assert history.persons == (0, 2)
