"""The comparison with peers: how it takes turns, what it keeps and what it quotes; no speeds are tested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks import peers
from benchmarks.comparison import report, worker
from benchmarks.comparison.adapters import ADAPTERS
from benchmarks.comparison.contestants import Contestant, contestants
from benchmarks.comparison.harness import in_a_process, measure, number_of_runs
from benchmarks.comparison.results import Machine, Results, Row
from benchmarks.comparison.worker import Order, Run, Seconds

from .pages import ROOT

HERE = Machine("A processor", 2, 24, "Linux x86_64", "3.11.7", "2.4.6")


def contestant(
    game: str, library: str = "Peer", *, form: str = "AEC", section: str = "play", by_the_clock: bool = False
) -> Contestant:
    own = library == "CosmoZoo"
    return Contestant(
        section, library, game, form, "adapter", "peer", (), by_the_clock=by_the_clock, own=own, cold=section == "start"
    )


def run_of(decisions: int, elapsed: float = 1.0, processor: float = 1.0, weight: float | None = None) -> Run:
    return Run("1.0", decisions, Seconds(elapsed, processor), bytes_per_game=weight)


def row(of: Contestant, *speeds: int, missing: str | None = None, day: str = "2026-11-30") -> Row:
    """A row with a run of one second for each speed."""
    made = Row.of(of, day, "elapsed", 1.0)
    made.runs = [run_of(speed) for speed in speeds]
    made.missing = missing
    return made


class Recorder:
    """Runs nothing: keeps the orders, and answers with what is given for a game, or with ten decisions."""

    def __init__(self, answers: dict[str, Run | str] | None = None) -> None:
        self.answers = answers or {}
        self.orders: list[tuple[str, Order]] = []

    def __call__(self, contestant: Contestant, order: Order) -> Run | str:
        self.orders.append((contestant.game, order))
        return self.answers.get(contestant.game) or run_of(10)


# ---- Rounds


def test_contestants_take_turns_after_a_round_that_does_not_count() -> None:
    run_one = Recorder()
    found = measure([contestant("a"), contestant("b")], 2, 3.0, "elapsed", run_one)
    assert [game for game, _ in run_one.orders] == ["a", "b"] * 3
    assert [order.seconds for _, order in run_one.orders] == [0, 0, 3, 3, 3, 3]
    assert [order.weigh for _, order in run_one.orders] == [True, True, False, False, False, False]
    assert [order.seed for _, order in run_one.orders] == [0, 0, 1, 1, 2, 2]
    assert [len(row.runs) for row in found.rows] == [2, 2]


def test_the_weight_of_the_first_use_is_kept() -> None:
    found = measure([contestant("a")], 2, 1.0, "elapsed", Recorder({"a": run_of(10, weight=512.0)}))
    assert found.rows[0].bytes_per_game == 512


def test_a_missing_peer_is_listed_and_asked_once() -> None:
    run_one = Recorder({"a": "not installed: No module named 'a'"})
    found = measure([contestant("a"), contestant("b")], 3, 1.0, "elapsed", run_one)
    assert [(row.game, row.missing) for row in found.rows] == [("a", "not installed: No module named 'a'"), ("b", None)]
    assert [game for game, _ in run_one.orders].count("a") == 1


def test_something_of_ours_that_cannot_run_is_an_error() -> None:
    with pytest.raises(RuntimeError, match="CosmoZoo a, AEC: failed: ZeroDivisionError"):
        measure([contestant("a", "CosmoZoo")], 1, 1.0, "elapsed", Recorder({"a": "failed: ZeroDivisionError"}))


def test_processor_time_leaves_threads_out_and_says_so() -> None:
    run_one = Recorder()
    both = [contestant("a"), contestant("b", by_the_clock=True)]
    found = measure(both, 1, 1.0, "processor", run_one)
    assert [game for game, _ in run_one.orders] == ["a", "a"]
    assert found.rows[1].missing == "not in processor time"
    assert len(measure(both, 1, 1.0, "elapsed", Recorder()).rows[1].runs) == 1


def test_compiling_anew_runs_in_three_rounds_and_plays_for_a_moment_only() -> None:
    run_one = Recorder()
    measure([contestant("a", "CosmoZoo", section="start")], 5, 1.0, "elapsed", run_one)
    assert [(order.seed, order.seconds) for _, order in run_one.orders] == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("clock", ["elapsed", "processor"])
def test_progress_knows_how_many_runs_there_are(clock: str) -> None:
    some = [contestant("a"), contestant("b", by_the_clock=True), contestant("c", "CosmoZoo", section="start")]
    told: list[str] = []
    measure(some, 4, 1.0, clock, Recorder(), told.append)
    assert number_of_runs(some, 4, clock) == len(told)


# ---- Rows


def test_speed_is_the_median_in_the_seconds_that_count() -> None:
    found = Row.of(contestant("a"), "2026-11-30", "processor", 1.0)
    found.runs = [run_of(100, 10.0, 1.0), run_of(600, 10.0, 2.0), run_of(200, 10.0, 1.0)]
    assert found.speeds == [100, 300, 200]
    assert found.speed == 200
    found.clock = "elapsed"
    assert found.speed == 20


def test_results_come_back_from_their_file(tmp_path: Path) -> None:
    kept = Results(HERE, [row(contestant("a"), 1, 2, 3), row(contestant("b"), missing="not installed: no b")])
    kept.rows[0].runs[0].bytes_per_game = 7.5
    kept.write(tmp_path / "kept.json")
    assert Results.read(tmp_path / "kept.json") == kept


@pytest.mark.parametrize("text", ["", "[]", '{"machine": {}, "rows": []}'])
def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "other.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"other\.json does not hold results"):
        Results.read(tmp_path / "other.json")


def test_refreshing_replaces_what_was_measured_and_keeps_the_rest() -> None:
    a, b, c, gone = (contestant(game) for game in ("a", "b", "c", "gone"))
    older = Results(HERE, [row(a, 1), row(b, 2), row(c, 3), row(gone, 4)])
    newer = Results(HERE, [row(c, 30, day="2026-12-01"), row(b, missing="not installed: no b")])
    found = older.refreshed(newer, [c.name, a.name, b.name])
    assert [(row.game, row.speed, row.day) for row in found.rows] == [
        ("c", 30, "2026-12-01"),
        ("a", 1, "2026-11-30"),
        ("b", 2, "2026-11-30"),
    ]


def test_results_of_two_machines_are_not_mixed() -> None:
    other = Machine("Another processor", 2, 24, "Linux x86_64", "3.11.7", "2.4.6")
    with pytest.raises(ValueError, match="another machine"):
        Results(HERE, []).refreshed(Results(other, []), [])


# ---- The report


@pytest.fixture
def results() -> Results:
    """Our two games at 100,000 and 300,000 in the AEC loop, and ten times as fast in batches; peers beside them."""
    ours = [
        row(contestant(game, "CosmoZoo", form=form), speed - 10, speed, speed + 10)
        for game, factor in (("slow_v0", 1), ("fast_v0", 3))
        for form, speed in (("AEC", 100_000 * factor), ("batch of 1,024", 1_000_000 * factor))
    ]
    theirs = [
        row(contestant("connect_four_v3", "PettingZoo"), 20_000),
        row(contestant("gin_rummy", "OpenSpiel", form="one game"), 40_000),
        row(contestant("backgammon", "OpenSpiel", form="one game"), missing="not installed: no module"),
        row(contestant("connect_four", "Pgx", form="batch of 1,024"), 2_000_000),
    ]
    training = [
        row(contestant("t", "MaskablePPO", form="SelfPlayVecEnv, 256 games", section="training"), 9_000),
        row(contestant("t", "MaskablePPO", form="DummyVecEnv, 256 games", section="training"), 6_000),
    ]
    return Results(HERE, [*ours, *theirs, *training])


def test_ratios_are_those_of_the_slowest_and_the_fastest_game(results: Results) -> None:
    assert report.quoted(results).splitlines() == [
        "- AEC: 5–15 times PettingZoo's own `connect_four_v3`;",
        "- AEC: 2.5–7.5 times OpenSpiel's `gin_rummy` from Python;",
        "- batch of 1,024: 25–75 times OpenSpiel's `gin_rummy` from Python;",
        "- batch of 1,024: 0.5–1.5 times such a batch of Pgx's `connect_four` on the CPU;",
        "- MaskablePPO on `SelfPlayVecEnv`: 1.5 times the usual `DummyVecEnv`.",
    ]


def test_tables_have_every_row_missing_ones_too(results: Results) -> None:
    lines = report.page_part(results, "peers.svg").splitlines()
    assert "| AEC | 100 (100–100) | 300 (300–300) |" in lines
    assert "| batch of 1,024 | 1,000 (1,000–1,000) | 3,000 (3,000–3,000) |" in lines
    assert "| OpenSpiel `gin_rummy`, one game | 40 (40–40) | 2.5–7.5 | 25–75 |" in lines
    assert "| OpenSpiel `backgammon`, one game | not installed: no module | – | – |" in lines
    assert "| DummyVecEnv, 256 games | 6 (6–6) | 1.5 |" in lines
    assert any("A processor, 2 processors, 24 GiB" in line and "2026-11-30" in line for line in lines)


def test_the_plot_is_the_same_each_time(results: Results, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        report.plot(results, tmp_path / name)
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn.startswith(b"<?xml")
    assert drawn == (tmp_path / "two.svg").read_bytes()


def test_a_page_keeps_what_stands_around_the_marks() -> None:
    page = f"before\n{report.BEGIN}\nold\n{report.END}\nafter\n"
    assert report.with_part(page, "new") == f"before\n{report.BEGIN}\n\nnew\n\n{report.END}\nafter\n"
    with pytest.raises(ValueError, match="lacks the lines"):
        report.with_part("no marks", "new")


def test_pages_say_what_the_kept_results_say() -> None:
    kept = Results.read(peers.RESULTS)
    for page, part in ((peers.README, report.quoted(kept)), (peers.PAGE, report.page_part(kept, "peers.svg"))):
        text = page.read_text(encoding="utf-8")
        assert text == report.with_part(text, part), "run: python benchmarks/peers.py --report-only"


# ---- Contestants and the command


def test_names_are_unique_and_adapters_known() -> None:
    everyone = contestants()
    assert len({c.name for c in everyone}) == len(everyone)
    assert {c.adapter for c in everyone} == set(ADAPTERS)


def test_only_chooses_by_words_and_ours() -> None:
    everyone = contestants()
    assert {c.library for c in peers.chosen_by(["pgx", "RLCard"], everyone)} == {"Pgx", "RLCard"}
    assert {c.library for c in peers.chosen_by(["ours"], everyone)} == {"CosmoZoo", "MaskablePPO"}
    assert peers.chosen_by(None, everyone) == everyone
    with pytest.raises(ValueError, match="'chess_v99': nothing that is measured"):
        peers.chosen_by(["chess_v99"], everyone)


def test_the_command_measures_keeps_and_reports(tmp_path: Path) -> None:
    """A game of ours for real; the peers' environment is missing."""
    arguments = ["--seconds", "0.01", "--rounds", "1", "--only", "urknall_v0, AEC", "--only", "rlcard uno"]
    places = ["--peers", str(tmp_path / "none"), "--json", str(tmp_path / "kept.json")]
    done = CliRunner().invoke(peers.app, [*arguments, *places])
    assert done.exit_code == 0, done.output
    ours, missing = Results.read(tmp_path / "kept.json").rows
    assert ours.speed > 0
    assert ours.bytes_per_game is not None
    assert ours.bytes_per_game > 0
    assert missing.missing == f"not installed: there is no {tmp_path / 'none' / 'bin' / 'python'}"
    assert "| RLCard `uno`, one game | not installed" in done.stdout
    assert (tmp_path / "kept.svg").is_file()


def test_the_command_refuses_with_a_sentence() -> None:
    done = CliRunner().invoke(peers.app, ["--only", "chess_v99"])
    assert done.exit_code == 2
    assert done.stderr.startswith("peers: --only 'chess_v99'")


def test_help_has_an_example() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "peers.py", "--help"], capture_output=True, text=True, check=True
    )
    assert "Example: python benchmarks/peers.py" in done.stdout


# ---- A run in a process of its own


def test_play_goes_on_until_the_time_is_over_once_at_least() -> None:
    assert worker.played(lambda: 3, 0.0, "elapsed") == 3
    assert worker.played(lambda: 3, 0.01, "processor") > 3


def test_a_library_that_is_not_there_is_said_to_be_missing() -> None:
    absent = Contestant("play", "Absent", "x", "AEC", "aec", "no-such-distribution", (), own=True)
    order = Order("aec", "x", "no-such-distribution", [], {}, 1, 0, 0.0, "elapsed", False)
    assert in_a_process(Path("none"))(absent, order) == "not installed: no-such-distribution is not installed"


def test_a_run_that_breaks_says_its_last_line() -> None:
    broken = Contestant("play", "Broken", "x", "AEC", "nothing", "numpy", (), own=True)
    order = Order("nothing", "x", "numpy", [], {}, 1, 0, 0.0, "elapsed", False)
    assert in_a_process(Path("none"))(broken, order) == "failed: KeyError: 'nothing'"
