"""The demo, with a training run of a few steps."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from cosmozoo.train.training import run

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = [
    *("total_steps=512", "games=16", "steps_per_update=16", "ppo.batch_size=128"),
    *("imitation.lessons=1", "imitation.games=16", "evaluation.final_games=4"),
]


@pytest.fixture
def demo() -> ModuleType:
    """examples/demo.py as a module."""
    spec = importlib.util.spec_from_file_location("demo", EXAMPLES / "demo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_demo_runs_from_top_to_bottom(
    demo: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(demo, "RUN", tmp_path / "demo")
    monkeypatch.setattr(demo, "GAMES", 20)
    monkeypatch.setattr(
        demo, "run", lambda config, settings, console: run(config, [*settings, *SHORT], console=console)
    )
    monkeypatch.setattr(demo, "console", type(demo.console)(width=200))
    demo.main()
    shown = capsys.readouterr().out
    assert "the agent against greedy" in shown
    assert "points, greedy" in shown
    assert (tmp_path / "demo" / "final.zip").is_file()
    demo.train_an_agent()  # a second demo takes the place of the first
