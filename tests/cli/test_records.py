"""Records: written as documented, checked line by line, wrong ones named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cosmozoo.envs import big_bang_theory_v0, games
from cosmozoo.train.records import checked_lines, write_lines

from .command_line import GAME, cosmozoo, refusal

Lines = list[dict[str, Any]]


def recorded(folder: Path, *options: object, game: str = GAME) -> Path:
    """A record of random play in a file."""
    file = folder / "record.jsonl"
    cosmozoo("record", game, "--out", file, *options)
    return file


def read(file: Path) -> Lines:
    """The lines of a record."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_record_holds_each_decision_and_each_end(tmp_path: Path) -> None:
    file = recorded(tmp_path, "--players", 3, "--seed", 1, "--games", 2, "--variants", "paradox=open")
    env = big_bang_theory_v0.env(num_players=3, paradox="open")
    ends = 0
    env.reset(seed=1)
    for line in read(file):
        assert line["position"] == env.position()
        if "action" in line:
            assert set(line) == {"position", "player", "legal", "action"}
            assert env.possible_agents[line["player"]] == env.agent_selection
            assert line["legal"] == list(env.legal_labels())
            env.step(env.action_from_label(line["action"]))
        else:
            assert set(line) == {"position", "scores", "ranks"}
            assert line["scores"] == [env.infos[agent]["score"] for agent in env.possible_agents]
            assert line["ranks"] == [env.infos[agent]["rank"] for agent in env.possible_agents]
            ends += 1
            env.reset()
    assert ends == 2


@pytest.mark.parametrize("game", list(games))
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_replay_finds_a_record_right(game: str, policy: str, tmp_path: Path) -> None:
    file = recorded(tmp_path, "--seed", 2, "--policy", policy, game=game)
    assert "1 game, " in cosmozoo("replay", file).output


def test_a_seed_fixes_the_record(tmp_path: Path) -> None:
    first = recorded(tmp_path, "--seed", 4).read_text()
    assert recorded(tmp_path, "--seed", 4).read_text() == first
    assert recorded(tmp_path, "--seed", 5).read_text() != first


def test_each_seat_may_have_its_own_policy(tmp_path: Path) -> None:
    file = recorded(tmp_path, "--players", 2, "--policy", "greedy", "--policy", "random", "--games", 3)
    env = big_bang_theory_v0.env(num_players=2)
    own = [line for line in read(file) if line.get("player") == 0]
    for line in own[::7]:
        env.reset(seed=0, options={"position": line["position"]})
        assert line["action"] == env.action_labels[env.greedy_action()]


def _swap_out(lines: Lines) -> None:
    lines[7]["position"]["out"][lines[7]["player"]] = True


def _swap_lines(lines: Lines) -> None:
    lines[3], lines[4] = lines[4], lines[3]


def _leave_one_out(lines: Lines) -> None:
    del lines[3]


def _set(number: int, key: str, value: Any) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        lines[number][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_swap_out, "line 8: position: out["),
        (_swap_lines, "line 4: position.to_move: after 'activate"),
        (_leave_one_out, "line 4: position.to_move: after 'activate"),
        (_set(3, "action", "play card 99 blue"), 'line 4: action: "play card 99 blue" is not legal'),
        (_set(3, "player", 1), "line 4: player: must be 0"),
        (_set(3, "player", False), "line 4: player: must be 0"),
        (_set(3, "legal", ["drop out"]), "line 4: legal: "),
        (_set(3, "legal", "drop out"), "line 4: legal: must be a list of labels"),
        (_set(3, "comment", "!"), "line 4: has an unknown key 'comment'"),
        (_set(3, "position", None), "line 4: position: must be an object"),
        (_set(-1, "ranks", [0, 0, 0]), "ranks: must be"),
        (_set(-1, "scores", [0, 0, 0]), "scores: must be"),
        (lambda lines: lines[3].pop("legal"), "line 4: lacks the key 'legal'"),
        (lambda lines: lines.pop(), "the record stops here, in the middle of a game"),
        (lambda lines: lines.clear(), "line 1: the record is empty"),
    ],
)
def test_a_wrong_record_is_refused_with_its_line(
    change: Callable[[Lines], None], sentence: str, tmp_path: Path
) -> None:
    file = recorded(tmp_path, "--players", 3)
    lines = read(file)
    change(lines)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert sentence in refusal("replay", file)


def test_a_record_of_two_tables_in_one_game_is_refused(tmp_path: Path) -> None:
    three = read(recorded(tmp_path, "--players", 3))
    two = read(recorded(tmp_path, "--players", 2))
    file = tmp_path / "both.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in three[:3] + two))
    assert "line 4: position: game, players and variants must be" in refusal("replay", file)
    file.write_text("".join(json.dumps(line) + "\n" for line in three + two))
    assert "2 games" in cosmozoo("replay", file).output


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    file = recorded(tmp_path)
    lines = file.read_text().splitlines()
    lines[1] = lines[1][:50]
    file.write_text("\n".join(lines))
    assert "line 2: not JSON" in refusal("replay", file)


def test_replay_shows_each_decision(tmp_path: Path) -> None:
    file = recorded(tmp_path, "--players", 2, "--variants", "paradox=none")
    first = read(file)[0]
    shown = cosmozoo("replay", file, "--delay", 0).output
    assert f"seat 0: {first['action']}" in shown
    assert "the end: scores" in shown
    stepped = cosmozoo("replay", file, "--step", typed="\n\n").output
    assert stepped.count("Enter: next") == 3


def test_replay_from_a_seat_hides_the_others_hands_and_choices(tmp_path: Path) -> None:
    file = recorded(tmp_path, "--players", 2)
    shown = cosmozoo("replay", file, "--delay", 0, "--seat", 0).output
    before_the_end = shown.rpartition("the end")[0]
    assert "seat 1 decides" in before_the_end
    assert "seat 1: activate" not in before_the_end
    assert "--seat 2: the record has the seats 0 to 1" in refusal("replay", file, "--delay", 0, "--seat", 2)


def test_an_interrupted_record_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_text("old")

    def lines() -> Any:
        yield {"position": {}}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_lines(lines(), file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_lines_are_checked_one_by_one(tmp_path: Path) -> None:
    lines = recorded(tmp_path, "--players", 2).read_text().splitlines()
    seen = [checked for checked, _ in zip(checked_lines(lines), range(3), strict=False)]
    assert [checked.number for checked in seen] == [1, 2, 3]
    assert all(checked.action for checked in seen)


def test_a_game_that_was_cut_off_is_recorded_and_found_right(tmp_path: Path) -> None:
    file = recorded(tmp_path, "--players", 2, "--games", 2, "--variants", "max_cycles=12")
    assert len(read(file)) == 2 * 13
    assert read(file)[12]["position"]["phase"] != "over"
    assert "2 games, 24 decisions" in cosmozoo("replay", file).output
