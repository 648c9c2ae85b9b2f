"""examples/ppo_selfplay.py: advantages counted by hand, and a short run whose checkpoint plays."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cosmozoo.envs import VectorGame
from cosmozoo.train.evaluation import evaluate
from cosmozoo.wrappers import make_policy, read_manifest

FILE = Path(__file__).parents[2] / "examples" / "ppo_selfplay.py"
GAME = "big_bang_theory_v0"


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """The file as a module."""
    spec = importlib.util.spec_from_file_location("ppo_selfplay", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo_selfplay"] = module  # dataclasses look there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["ppo_selfplay"]


def test_each_seat_is_paid_along_its_own_decisions(example: ModuleType) -> None:
    """Seats 0, 1, 0 decide; the third decision ends the game, which seat 1 loses; seat 0 begins the next game."""
    rollout = example.Rollout(4, VectorGame(GAME, 1, 2, seed=1))
    rollout.seats[:, 0] = [0, 1, 0, 0]
    rollout.values[:, 0] = [0.1, 0.2, 0.3, 0.4]
    rollout.dones[2, 0] = True
    rollout.rewards[2, 0] = [1, -1]
    advantages = example.estimate_advantages(rollout, at_the_end=np.array([[0.5, 0.6]]))
    expected = [
        (0.3 - 0.1) + 0.95 * 0.7,  # the next decision of seat 0 is the third
        -1 - 0.2,  # the loser's last decision, paid although seat 0 made the last one
        1 - 0.3,
        0.5 - 0.4,  # the game goes on after the rollout
    ]
    assert advantages[:, 0] == pytest.approx(expected)


def test_what_is_drawn_is_legal_and_all_that_is_legal_is_drawn(example: ModuleType) -> None:
    torch = pytest.importorskip("torch")
    games = VectorGame(GAME, 400, 2, seed=1)
    first = games.action_masks.copy()
    rollout = example.Rollout(1, games)
    network = example.build_network(games.game, example.network_shape(example.Settings(width=8)))
    example.play(games, network, rollout, torch.Generator().manual_seed(1))
    actions = rollout.actions[0].numpy()
    assert first[np.arange(400), actions].all()
    assert set(actions) == set(np.flatnonzero(first.any(axis=0)))


def test_a_short_run_makes_a_checkpoint_that_plays(example: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "ppo.zip"
    example.main(GAME, 3, 1024, 16, 16, 128, 6, path, 1)
    manifest = read_manifest(path)
    assert (manifest.game, manifest.players, manifest.steps) == (GAME, [3], 1024)
    assert manifest.results["games"] == 6
    result = evaluate(GAME, [make_policy(path, GAME), "random", "random"], 6)
    assert result.games == 6


def test_a_seed_repeats_a_run(example: ModuleType, tmp_path: Path) -> None:
    weights = []
    for name in ("one.zip", "two.zip"):
        example.main(GAME, 2, 512, 16, 16, 128, 2, tmp_path / name, 5)
        network = make_policy(tmp_path / name, GAME).network  # type: ignore[attr-defined]
        weights.append([value.numpy() for value in network.state_dict().values()])
    assert all((one == two).all() for one, two in zip(*weights, strict=True))
