"""What all commands share: help with an example, refusals in one sentence; and the small ones, games and compile."""

import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from cosmozoo.envs import GameEnv, VectorGame, games, get_game
from cosmozoo.envs.core.compiling import PLAIN
from cosmozoo.envs.core.drivers import GAME_DRIVERS
from cosmozoo.envs.core.game import Drivers, Game
from cosmozoo.train import preparing
from cosmozoo.train.evaluation import play
from cosmozoo.train.preparing import compile_games, steps
from cosmozoo.wrappers import self_play
from tests.playing import OWN_GAMES

from .command_line import GAME, attempt, cosmozoo, refusal

COMMANDS = ("games", "compile", "train", "evaluate", "play", "record", "replay", "bench")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    shown = " ".join(cosmozoo(command, "--help").output.split())
    assert re.search(f"Examples?: cosmozoo {command} ", f"{shown} ")


def test_help_names_all_commands_and_version_is_the_packages() -> None:
    from cosmozoo import __version__

    shown = cosmozoo("--help").output
    assert all(command in shown for command in COMMANDS)
    assert cosmozoo("--version").output.strip() == __version__


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("compile", "big_bang"), "no game 'big_bang'; did you mean"),
        (("bench", "chess"), "no game 'chess'"),
        (("evaluate", "chess", "greedy", "greedy"), "no game 'chess'"),
        (("evaluate", GAME, "greedy", "gredy"), "no policy 'gredy'; did you mean 'greedy'?"),
        (("evaluate", GAME, "greedy", "search:0"), "search needs a whole number"),
        (("evaluate", GAME, "greedy", "none/such.zip"), "no checkpoint 'none/such.zip'"),
        (("evaluate", GAME, "greedy"), "1 policy for big_bang_theory_v0, which takes 2, 3, 4 players"),
        (("evaluate", GAME, "greedy", "random", "--players", "3"), "--players 3: as many policies as seats"),
        (("evaluate", GAME, "greedy", "random", "--variants", "paradox=opn"), "did you mean 'open'?"),
        (("evaluate", GAME, "greedy", "random", "--variants", "paradx=open"), "did you mean 'paradox'"),
        (("evaluate", GAME, "greedy", "random", "--variants", "paradox"), "must be key=value"),
        (("evaluate", GAME, "greedy", "random", "--variants", "paradox=[open"), "is not a YAML value"),
        (("evaluate", GAME, "greedy", "random", "--variants", "num_players=3"), "is no variant"),
        (("evaluate", GAME, "greedy", "random", "--json", "none/such.json"), "there is no folder none"),
        (("evaluate", GAME, "greedy", "random", "--plot", "picture.bmp"), "must end in .png or .svg"),
        (("record", GAME, "--players", "9", "--out", "r.jsonl"), "takes 2, 3, 4 players"),
        (("record", GAME, "--out", "."), "is a folder"),
        (("record", GAME, "--out", "r", "--players", "3", "--policy", "greedy", "--policy", "random"), "3 policies"),
        (("replay", "none.jsonl"), "none.jsonl: No such file or directory"),
        (("play", GAME, "--seat", "4"), "--seat 4: the seats here are 0 to 3"),
        (("play", GAME, "--against", "nobody"), "no policy 'nobody'"),
        (("play", GAME, "--players", "2", "--seat", "0", "--seat", "1", "--against", "greedy"), "hold all 2 seats"),
        (("play", GAME, "--position", "none.json"), "none.json: No such file or directory"),
    ],
)
def test_bad_arguments_are_refused_with_a_sentence(
    arguments: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(*arguments)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_option_is_refused() -> None:
    assert attempt("games", "--jsn").exit_code == 2


def test_variants_are_read_as_yaml(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    cosmozoo("record", GAME, "--out", file, "--variants", "paradox=chaos", "--variants", "second_tile='never'")
    variants = json.loads(file.read_text().splitlines()[0])["position"]["variants"]
    assert variants == {"paradox": "chaos", "second_tile": "never"}


# ---- games


def test_games_lists_the_declared_facts() -> None:
    listed = json.loads(cosmozoo("games", "--json").output)
    assert [entry["id"] for entry in listed] == list(games)
    for entry in listed:
        game = get_game(entry["id"])
        assert entry["players"] == list(game.players)
        assert (entry["observation_size"], entry["num_actions"]) == (game.layout.size, game.num_actions)
        assert entry["longest_game"] == game.facts.longest_game
        assert [v["name"] for v in entry["variants"]] == [v.name for v in game.variants]
        assert all(v["values"] is None or v["values"][0] == v["default"] for v in entry["variants"])


def test_games_as_a_table_names_every_game() -> None:
    shown = cosmozoo("games").output
    assert all(game_id in shown for game_id in games)


# ---- compile


def test_compile_says_where_the_code_is_kept() -> None:
    from cosmozoo.envs.core.compiling import cache_root

    assert f"kept in {cache_root()}" in cosmozoo("compile", GAME).output


@pytest.mark.skipif(PLAIN, reason="the compiler is off")
@pytest.mark.parametrize("jobs", [1, 2, 3])  # games one by one, a process a game, and two processes a game
def test_several_games_are_compiled_whole_in_any_number_of_processes(jobs: int) -> None:
    chosen = [get_game(game_id) for game_id in (GAME, "urknall_v0")]
    told: list[tuple[str, str]] = []
    compile_games(chosen, jobs, lambda *what: told.append(what))
    for game in chosen:
        names = [step for game_id, step in told if game_id == game.id]
        assert sorted(names) == sorted(name for name, _ in steps(game))
    assert "2 games ready" in cosmozoo("compile", GAME, "urknall_v0", "--jobs", str(jobs)).output


@pytest.mark.skipif(PLAIN, reason="the compiler is off")
def test_compile_tells_when_nothing_could_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drivers, "are_kept", lambda drivers: False)
    assert ", but not kept" in cosmozoo("compile", GAME).output


def test_what_goes_wrong_in_a_process_of_compile_is_told_with_game_and_step(monkeypatch: pytest.MonkeyPatch) -> None:
    told: SimpleQueue[tuple[str, str]] = SimpleQueue()
    monkeypatch.setattr(preparing, "_told", told)

    def share(game: Game) -> Iterator[preparing.Step]:
        for _ in range(2):
            yield "warn", lambda: warnings.warn("cannot be kept", RuntimeWarning, stacklevel=1)

    def faulty_share(game: Game) -> Iterator[preparing.Step]:
        yield "divide", lambda: 1 / 0

    monkeypatch.setattr(preparing, "_SHARES", (share, faulty_share))
    (warning,) = preparing._compile_there(GAME, [0])
    assert (type(warning), str(warning)) == (RuntimeWarning, "cannot be kept")
    with pytest.raises(ZeroDivisionError) as caught:
        preparing._compile_there(GAME, [0, 1])
    assert caught.value.__notes__ == [f"while compiling {GAME}: divide"]
    assert [told.get()[1] for _ in range(5)] == ["warn"] * 4 + ["divide"]


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_two_processes_on_one_game_never_compile_the_same_driver(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game(game_id)
    used = []
    for share in preparing._SHARES:
        monkeypatch.setitem(vars(game), "drivers", Drivers(game.id, game.functions))
        for _name, use in share(game):
            use()
        used.append({driver.__name__ for driver in GAME_DRIVERS} & set(vars(game.drivers)))
    assert all(used)
    assert not set.intersection(*used)


@pytest.mark.skipif(PLAIN, reason="the compiler is off")
@pytest.mark.parametrize("game_id", [GAME, "big_bang_v0"])
def test_after_compile_nothing_is_compiled_again(game_id: str) -> None:
    game = get_game(game_id)
    for _name, use in steps(game):
        use()
    kept = {driver.__name__: len(getattr(game.drivers, driver.__name__).signatures) for driver in GAME_DRIVERS}
    unused = {name for name, count in kept.items() if count == 0}
    assert unused <= {"derive_fields", "lookahead_actions", "foresee_moves"}  # not every game has these functions
    env = GameEnv(game)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(env.greedy_action())
    vector = VectorGame(game_id, 3, seed=1, num_threads=2, skip_forced=True)
    vector.step(vector.greedy_actions())
    vector.close()
    learning = self_play.SelfPlayGames(game_id, 2, seed=1)
    learning.reset()
    learning.step(learning.action_masks.argmax(axis=1))
    if game.functions.lookahead is not None:
        play(game_id, ["lookahead", "shipped"], 2)
    now = {driver.__name__: len(getattr(game.drivers, driver.__name__).signatures) for driver in GAME_DRIVERS}
    assert now == kept


# ---- train


def test_train_hands_config_and_settings_over(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def run(config: str, overrides: list[str], *, resume: bool) -> Path:
        given.extend([config, overrides, resume])
        return Path("runs/x/final.zip")

    monkeypatch.setattr("cosmozoo.train.training.run", run)
    shown = cosmozoo("train", "x.yaml", "--set", "games=8", "--set", "ppo.gamma=1", "--resume").output
    assert given == ["x.yaml", ["games=8", "ppo.gamma=1"], True]
    assert "checkpoint: runs/x/final.zip" in shown


def test_rllib_that_is_not_installed_is_answered_with_its_extra(tmp_path: Path) -> None:
    code = "import sys; sys.modules['ray'] = None; from cosmozoo.__main__ import main; main()"
    output = tmp_path / "run"
    arguments = ("train", "big_bang_theory", "--engine", "rllib", "--set", f"output={output}")
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "cosmozoo: this needs ray, which comes with: pip install 'cosmozoo[rllib]'\n"
    assert not output.exists()


def test_train_refuses_a_bad_config_with_a_sentence(tmp_path: Path) -> None:
    assert "no config 'big_bang_theorie'; did you mean 'big_bang_theory'" in refusal("train", "big_bang_theorie")
    assert "total_step" in refusal("train", "big_bang_theory", "--set", f"output={tmp_path}", "--set", "total_step=1")
