"""The measurements: everything is measured and printed. How fast the games are is no matter of these tests."""

import json
import time

import pytest

from cosmozoo.train import bench

from .command_line import GAME, cosmozoo


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what starts new processes and compiles for long."""
    monkeypatch.setattr(bench, "cold_compile_seconds", lambda game, clock: 12.5)
    monkeypatch.setattr(bench, "_process_seconds", lambda code, clock: 0.5)


def test_bench_prints_every_figure(no_processes: None) -> None:
    shown = cosmozoo("bench", GAME, "--seconds", 0.02, "--repeats", 2).output
    for figure in ("batch of 1024, 2 threads", "2 threads over 1", "AEC loop", "compile everything", "state: bytes"):
        assert figure in shown
    assert "import cosmozoo.envs: 0.50 s" in shown


def test_bench_gives_its_figures_as_json(no_processes: None) -> None:
    report = json.loads(cosmozoo("bench", GAME, "--seconds", 0.02, "--repeats", 1, "--json").output)
    (found,) = report["games"]
    assert found["game"] == GAME
    assert set(found["decisions"]) == {"1 x 1", "64 x 1", "1024 x 1", "64 x 2", "1024 x 2"}
    assert all(speed > 0 for speed in [*found["decisions"].values(), found["aec"]])
    assert (found["cold_compile"], found["first_step"]) == (12.5, 0.5)


def test_bench_without_pygame_says_what_is_missing(no_processes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_connect_four", lambda: None)
    shown = cosmozoo("bench", GAME, "--seconds", 0.02, "--repeats", 1).output
    assert "pygame is not installed, so PettingZoo's connect_four_v3 was not measured" in shown


def test_processor_time_leaves_two_threads_out(no_processes: None) -> None:
    shown = cosmozoo("bench", GAME, "--seconds", 0.02, "--repeats", 1, "--processor-time").output
    assert "processor time" in shown
    assert "2 threads" not in shown


@pytest.mark.parametrize("clock", [time.perf_counter, time.process_time])
def test_a_process_of_its_own_is_timed(clock: bench.Clock) -> None:
    assert 0 < bench._process_seconds("pass", clock) < 60
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        bench._process_seconds("1 / 0", clock)
