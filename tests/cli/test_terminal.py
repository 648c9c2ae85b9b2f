"""Playing in the terminal, driven by piped labels."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from cosmozoo.envs import GameEnv, big_bang_theory_v0, games
from cosmozoo.envs.core.raster import png
from cosmozoo.play.terminal import TerminalTable
from cosmozoo.wrappers.policies import FunctionPolicy, Policy

from .command_line import GAME, cosmozoo, refusal

FIRST_ALWAYS = "1\n" * 600


class _Labelled(Policy):
    """Takes the first of the wanted labels that is legal."""

    def __init__(self, env: GameEnv, *wanted: str) -> None:
        super().__init__("labelled")
        self.wanted = [env.action_from_label(label) for label in wanted]

    def act(self, observations: np.ndarray, masks: np.ndarray, *, table: Any = None, states: Any = None) -> np.ndarray:
        return np.array([next(a for a in [*self.wanted, *np.flatnonzero(mask)] if mask[a]) for mask in masks])


def at_table(
    env: GameEnv, seats: list[Policy | None], typed: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[TerminalTable, str]:
    """Play with these lines on standard input; the table and what was printed."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    printed = io.StringIO()
    monkeypatch.setattr("sys.stdout", printed)
    table = TerminalTable(env, seats, Console(file=printed, width=200))
    table.play()
    monkeypatch.undo()
    return table, printed.getvalue()


# ---- Whole games


@pytest.mark.parametrize("game", list(games))
def test_every_game_can_be_played(game: str) -> None:
    shown = cosmozoo("play", game, "--against", "random", "--seed", 1, typed="1\nhint\n" * 10).output
    assert "would choose" in shown
    assert "the end" in shown or "Goodbye" in shown


def test_a_game_is_played_to_its_end_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    shown = cosmozoo("play", GAME, "--against", "random", "--seed", 1, "--record", file, typed=FIRST_ALWAYS).output
    assert "the end" in shown
    assert "place" in shown
    assert "1 game" in cosmozoo("replay", file).output


def test_several_persons_and_policies_share_a_table(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    options = ("--players", 3, "--seat", 0, "--seat", 2, "--seed", 1, "--record", file)
    shown = cosmozoo("play", GAME, *options, typed=FIRST_ALWAYS).output
    assert "seat 0> " in shown
    assert "seat 2> " in shown
    assert "seat 1 (greedy) has decided" in shown
    assert "1 game" in cosmozoo("replay", file).output


def test_open_games_name_what_the_others_do(tmp_path: Path) -> None:
    opened = [g for g in games.values() if not g.facts.hidden_information and not g.facts.simultaneous]
    for game in opened:
        file = tmp_path / "game.jsonl"
        options = ("--against", "greedy", "--seed", 1, "--record", file)
        shown = cosmozoo("play", game.id, *options, typed="1\n" * 40).output
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        others = [line["action"] for line in lines if line.get("player", 0) != 0]
        assert all(f"(greedy): {label}" in shown for label in others)


# ---- Answers


def test_labels_numbers_and_beginnings_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    first, third = env.legal_labels()[0], env.legal_labels()[2]
    seats = [None, _Labelled(env, "drop out")]
    for answer, meant in ((first, first), ("3", third), (third, third)):
        table, _ = at_table(env.clone(), seats, f"{answer}\nquit\n", monkeypatch)
        assert table.lines[0]["action"] == meant
    table, _ = at_table(env.clone(), seats, f"{first}\ndrop\nquit\n", monkeypatch)
    assert [line["action"] for line in table.lines[:3]] == [first, "drop out", "drop out"]


def test_what_is_not_understood_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    before = env.position()
    typed = "play\n0\n99\nabc\ndrop out\n\nhint nobody\nsave\nsave none/such.json\npicture film.gif\nundo\nhelp\nshow\n"
    table, shown = at_table(env, [None, _Labelled(env)], typed, monkeypatch)
    assert "'play' may be: play card" in shown
    assert "99 is not in 1 …" in shown
    assert "0 is not in 1 …" in shown
    assert "'abc' is not legal" in shown
    assert "'drop out' is not legal now" in shown
    assert "no hint: no policy 'nobody'" in shown
    assert "save FILE: which file?" in shown
    assert "not saved: none/such.json: No such file or directory" in shown
    assert "not saved: film.gif: the name must end in .svg or .png" in shown
    assert "nothing to take back" in shown
    assert "what a policy would do here" in shown
    assert "Goodbye" in shown  # the end of the input
    assert env.position() == before
    assert table.lines == []


def test_hints_are_the_policys(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    _, shown = at_table(env, [None, _Labelled(env)], "hint\nhint random\nquit\n", monkeypatch)
    assert f"greedy would choose: {env.action_labels[env.greedy_action()]}" in shown
    assert f"{1 / len(env.legal_labels()):6.1%}  {env.legal_labels()[0]}" in shown


def test_a_picture_shows_what_the_person_sees(tmp_path: Path) -> None:
    drawn, painted = tmp_path / "table.svg", tmp_path / "table.png"
    typed = f"picture {drawn}\npicture {painted}\nquit\n"
    cosmozoo("play", GAME, "--players", 2, "--variants", "paradox=open", "--seed", 3, typed=typed)
    env = big_bang_theory_v0.env(num_players=2, paradox="open")
    env.reset(seed=3)
    expected = env.game.picture(env.position(), 0, env.table, env.legal_labels())
    assert drawn.read_text(encoding="utf-8") == expected.svg()
    assert painted.read_bytes() == png(expected.svg())


def test_a_saved_position_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    options = ("--players", 2, "--variants", "paradox=open")
    typed = f"1\n1\n1\nsave {file}\nquit\n"
    assert f"saved to {file}" in cosmozoo("play", GAME, *options, "--seed", 3, typed=typed).output
    env = big_bang_theory_v0.env(num_players=2, paradox="open")
    env.reset(seed=0, options={"position": json.loads(file.read_text())})
    drawn = env.game.draw_text(env.position(), 0, env.table)
    assert drawn in cosmozoo("play", GAME, "--position", file, typed="quit\n").output
    assert "variants" in refusal("play", GAME, "--position", file, "--variants", "paradox=none")
    assert "players" in refusal("play", GAME, "--position", file, "--players", 3)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("[", "not JSON"), ("[]", "must hold a position"), ("{}", "lacks the key"), ('{"players": "two"}', "num_players")],
)
def test_a_bad_position_file_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(text)
    assert sentence in refusal("play", GAME, "--position", file)


# ---- Taking back


def test_undo_takes_back_what_showed_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    seats = [None, _Labelled(env, "drop out")]
    table, shown = at_table(env, seats, "1\n1\nundo\nundo\nquit\n", monkeypatch)  # alone after the first card
    assert shown.count("nothing to take back") == 1
    assert [line["player"] for line in table.lines] == [0, 1]
    assert table.env.position()["played"][0] == [table.lines[1]["position"]["played"][0][0]]


def test_undo_is_refused_after_new_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    seats = [None, _Labelled(env, "drop out")]
    # Round 1 ends with seat 0; seat 1 opens round 2 and drops out; seat 0 ends that round, draws and opens round 3.
    table, shown = at_table(env, seats, "1\ndrop out\n1\ndrop out\nundo\nquit\n", monkeypatch)
    assert table.env.position()["round"] == 3
    assert "has shown you something new" in shown


# ---- Looking back


def test_earlier_moments_are_shown_as_the_seat_saw_them(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=0)
    at_first = env.game.draw_text(env.position(), 0, env.table)
    seats = [None, _Labelled(env, "drop out")]
    typed = "1\nback 2\nshow 1\nback\nback 3\nshow 0\nback x\nquit\n"
    table, shown = at_table(env, seats, typed, monkeypatch)
    played = table.lines[0]["action"]
    assert shown.count(at_first) == 3  # to decide, back 2, show 1
    assert shown.count("before decision 1 of 2") == 2
    assert shown.count(f"1 seat 0 (person): {played}") == 2
    assert shown.count("before decision 2 of 2") == 1
    assert shown.count("there is no such decision: 2 were made so far") == 3


def test_the_log_tells_what_the_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=2)  # tiles lie face down
    env.reset(seed=0)
    seats = [None, _Labelled(env, "activate none")]
    table, shown = at_table(env, seats, "activate none\n1\nlog\nlog 1\nlog x\nquit\n", monkeypatch)
    logged = shown.partition("seat 0> log\n")[2].partition("seat 0> log 1\n")
    assert logged[0].startswith("1 seat 0 (person): activate none\n2 seat 1 (labelled) has decided")
    last = len(table.lines)
    assert logged[2].startswith(f"{last} seat ")
    assert "'x' is no number of decisions" in shown


# ---- Nothing hidden is shown


def test_what_a_person_sees_does_not_depend_on_hidden_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another hand, other tiles, other piles behind the same knowledge: the same screen."""
    env = big_bang_theory_v0.env(num_players=3)
    env.reset(seed=1)
    screens = set()
    tiles = set()
    for seed in range(6):
        other = env.resample("player_0", seed=seed)
        lowest_tile = FunctionPolicy(lambda observations, masks: masks.argmax(axis=1))
        table, shown = at_table(other, [None, lowest_tile, lowest_tile], "activate none\nshow\nquit\n", monkeypatch)
        tiles.add(str(table.env.position()["activated"]))
        screens.add(shown)
    assert len(tiles) > 1
    assert len(screens) == 1
    assert "(face down) by 1" in screens.pop()


def test_each_person_is_shown_only_their_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    env = big_bang_theory_v0.env(num_players=3)
    env.reset(seed=1)
    drawn: list[tuple[int | None, int | None]] = []
    draw_text = env.game.draw_text

    def watched(position: dict[str, Any], seat: int | None, table: Any) -> str:
        drawn.append((position["to_move"], seat))
        return draw_text(position, seat, table)

    object.__setattr__(env.game, "draw_text", watched)
    try:
        at_table(env, [None, _Labelled(env), None], FIRST_ALWAYS, monkeypatch)
    finally:
        object.__setattr__(env.game, "draw_text", draw_text)
    assert {seat for to_move, seat in drawn if to_move is not None} == {0, 2}
    assert all(seat == to_move for to_move, seat in drawn)


# ---- Leaving


def test_ctrl_c_leaves_politely_and_keeps_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.jsonl"
    answers = iter(["1"])

    def answer(prompt: str = "") -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)
    shown = cosmozoo("play", GAME, "--players", 2, "--record", file).output
    assert "Goodbye" in shown
    assert f"record of an unfinished game: {file}" in shown
    assert len(file.read_text().splitlines()) >= 1
    assert "in the middle of a game" in refusal("replay", file)
