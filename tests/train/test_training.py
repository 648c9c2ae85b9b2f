"""Runs of the trainer: to the end, interrupted, resumed, gone astray."""

import io
import json
import os
import signal
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

from cosmozoo.train import training
from cosmozoo.train.config import ConfigError, load_config
from cosmozoo.train.imitation import watch
from cosmozoo.train.shipping import ship
from cosmozoo.train.training import CURVE, FINAL, LATEST, Trainer, TrainingDivergedError, run
from cosmozoo.wrappers import load_policy, read_manifest

SMALL = """
game: big_bang_theory_v0
players: {2: 1, 3: 1}
total_steps: 1200
games: 12
steps_per_update: 20
opponents: {greedy: 1, random: 1, past_selves: 2}
network: {policy: [16], value: [16]}
ppo: {batch_size: 60, n_epochs: 2, final_learning_rate: 0, final_ent_coef: 0}
imitation: {lessons: 2, games: 6, batch_size: 64}
pool: {every: 240, size: 2, games: 8, promote_above: -1}
evaluation: {every: 480, games: 8, final_games: 8}
checkpoints: {every: 480}
"""
QUIET = Console(quiet=True)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def weights(checkpoint: Path) -> dict[str, torch.Tensor]:
    with zipfile.ZipFile(checkpoint) as archive:
        return torch.load(io.BytesIO(archive.read("policy.pth")), weights_only=True)


def train(config: Path, folder: Path, *overrides: str, **arguments: Any) -> Path:
    return run(config, [f"output={folder}", *overrides], console=QUIET, **arguments)


def stop_after(monkeypatch: pytest.MonkeyPatch, method: str, times: int, number: int) -> None:
    """Send a signal in the middle of the run."""
    original, calls = getattr(Trainer, method), []

    def called(self: Trainer, *arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == times:
            os.kill(os.getpid(), number)
        return original(self, *arguments)

    monkeypatch.setattr(Trainer, method, called)


@pytest.mark.parametrize(
    ("method", "times", "number"),
    [("learn", 3, signal.SIGTERM), ("learn", 2, signal.SIGINT), ("imitate", 1, signal.SIGINT)],
)
def test_a_resumed_run_ends_with_the_same_weights(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, times: int, number: int
) -> None:
    whole = train(config, tmp_path / "whole")
    assert whole.name == FINAL
    with monkeypatch.context() as patched:
        stop_after(patched, method, times, number)
        stopped = train(config, tmp_path / "parts")
    assert stopped.name == LATEST
    load_policy(stopped, "big_bang_theory_v0")
    resumed = train(config, tmp_path / "parts", resume=True)
    expected, found = weights(whole), weights(resumed)
    assert expected.keys() == found.keys()
    assert all(torch.equal(expected[name], found[name]) for name in expected)
    assert read_manifest(resumed) == read_manifest(whole)
    pools = [sorted(path.name for path in (tmp_path / name / "pool").iterdir()) for name in ("whole", "parts")]
    assert pools[0] == pools[1]
    assert len(pools[0]) > 2
    curves = [(tmp_path / name / CURVE).read_text(encoding="utf-8").splitlines() for name in ("whole", "parts")]
    assert [json.loads(a)["results"] for a in curves[0]] == [json.loads(b)["results"] for b in curves[1]]


def test_a_network_of_places_is_trained_and_resumed(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = ("game=urknall_v0", "network.places={width: 8, context: 8}", "imitation.lessons=1")
    whole = weights(train(config, tmp_path / "whole", *network))
    stop_after(monkeypatch, "learn", 2, signal.SIGINT)
    train(config, tmp_path / "halves", *network)
    halves = weights(train(config, tmp_path / "halves", *network, resume=True))
    assert all(torch.equal(whole[name], halves[name]) for name in whole)
    assert load_policy(tmp_path / "halves" / FINAL, "urknall_v0").network.value(torch.zeros(1, 830)).shape == (1,)


def test_the_callers_random_numbers_and_threads_are_left_alone(config: Path, tmp_path: Path) -> None:
    np.random.seed(1)
    torch.manual_seed(1)
    before = np.random.get_state()[1].copy(), torch.get_rng_state(), torch.get_num_threads()
    handlers = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    train(config, tmp_path / "run", "total_steps=240")
    assert (np.random.get_state()[1] == before[0]).all()
    assert torch.equal(torch.get_rng_state(), before[1])
    assert torch.get_num_threads() == before[2]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == handlers


def test_stable_baselines_opens_what_is_written(config: Path, tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    final = train(config, tmp_path / "run", "total_steps=240")
    model = MaskablePPO.load(final, device="cpu")
    assert torch.equal(model.policy.state_dict()["action_net.weight"], weights(final)["action_net.weight"])
    assert model.policy.optimizer.state_dict()["state"] == {}
    assert any((tmp_path / "run" / "tensorboard").glob("events.*"))


def test_a_run_is_not_overwritten_and_only_the_same_is_resumed(config: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no run that could be resumed: it has no resume\.zip"):
        train(config, tmp_path / "run", resume=True)
    train(config, tmp_path / "run", "total_steps=240")
    with pytest.raises(ConfigError, match="already holds a run: go on with it by --resume, or choose another output"):
        train(config, tmp_path / "run")
    with pytest.raises(ConfigError, match="cannot be resumed with other settings: seed was 1 and is 2"):
        train(config, tmp_path / "run", "seed=2", resume=True)
    longer = train(config, tmp_path / "run", "total_steps=480", resume=True)
    assert read_manifest(longer).steps == 480


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_numbers_that_are_none_stop_the_run_and_the_last_checkpoint_stays(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Trainer.learn

    def learn(self: Trainer, bar: Any) -> None:
        if self.progress.steps >= 480:
            with torch.no_grad():
                self.model.policy.action_net.bias[0] = float("nan")
        original(self, bar)

    monkeypatch.setattr(Trainer, "learn", learn)
    with pytest.raises(
        TrainingDivergedError,
        match=r"diverged after \d+ steps: .*; the last good checkpoint is .*latest\.zip\. Try a lower",
    ):
        train(config, tmp_path / "run")
    assert read_manifest(tmp_path / "run" / LATEST).steps == 480
    load_policy(tmp_path / "run" / LATEST)


def test_an_update_that_goes_astray_stops_the_run(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "HIGHEST_KL", -1.0)
    with pytest.raises(
        TrainingDivergedError, match=r"an update changed the policy by a KL of .*there is no checkpoint"
    ):
        train(config, tmp_path / "run")


def test_lessons_show_the_teachers_decisions_and_how_their_games_ended(config: Path) -> None:
    settings = training.load_config(config, ["imitation.games=40"])
    lesson = watch(settings, 0)
    assert lesson.observations.shape == (len(lesson.actions), 484)
    assert lesson.masks[np.arange(len(lesson.actions)), lesson.actions].all()
    assert set(np.unique(lesson.results)) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
    assert abs(lesson.results.mean()) < 0.2
    again = watch(settings, 0)
    assert (again.observations == lesson.observations).all()
    assert not np.array_equal(watch(settings, 1).actions, lesson.actions)


@pytest.mark.parametrize("network", [[], ["game=urknall_v0", "network.places={width: 8, context: 8}"]])
def test_sharpening_multiplies_the_logits_after_the_last_lesson(
    config: Path, tmp_path: Path, network: list[str]
) -> None:
    def logits(*overrides: str) -> np.ndarray:
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        trainer = Trainer(load_config(config, [*network, "imitation.lessons=1", *overrides]), folder)
        with trainer.progress_bar(QUIET) as bar:
            trainer.imitate(bar)
        policy = trainer.current_policy(deterministic=True)
        return policy.network(torch.from_numpy(trainer.env.games.observations)).detach().numpy()

    assert np.allclose(3 * logits(), logits("imitation.sharpen=3"), atol=1e-4)


def test_a_finished_run_is_shipped_with_a_card(config: Path, tmp_path: Path) -> None:
    final = train(config, tmp_path / "run", "total_steps=240")
    shipped = ship(final.parent, config, tmp_path / "checkpoints")
    assert shipped.read_bytes() == final.read_bytes()
    card = shipped.with_suffix(".md").read_text(encoding="utf-8")
    for part in ("## Strength", "2 players against greedy", "## Curve", "| 240 |", "total_steps: 1200", "torch 2."):
        assert part in card
