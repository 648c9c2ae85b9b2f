"""Checkpoints: opened by us without unpickling, by Stable-Baselines3 as any zip of its own."""

import json
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from cosmozoo.envs import VectorGame, get_game
from cosmozoo.wrappers import CheckpointError, NetworkPolicy, load_policy, make_policy, read_manifest
from cosmozoo.wrappers.checkpoints import MANIFEST, WEIGHTS, Manifest, write_checkpoint
from cosmozoo.wrappers.networks import NetworkShape

GAME = "big_bang_theory_v0"
SHAPE = NetworkShape((16,), (8, 8), "tanh")


@pytest.fixture(scope="module")
def model() -> Any:
    from sb3_contrib import MaskablePPO

    from cosmozoo.wrappers import SelfPlayVecEnv
    from cosmozoo.wrappers.networks import ACTIVATIONS

    kwargs = {"net_arch": {"pi": [16], "vf": [8, 8]}, "activation_fn": ACTIVATIONS["tanh"]}
    env = SelfPlayVecEnv(GAME, 2, "random", seed=1)
    return MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, policy_kwargs=kwargs, seed=1, device="cpu")


@pytest.fixture
def checkpoint(model: Any, tmp_path: Path) -> Path:
    path = tmp_path / "agent.zip"
    model.save(tmp_path / "sb3.zip")
    write_checkpoint(path, (tmp_path / "sb3.zip").read_bytes(), manifest())
    return path


def manifest() -> Manifest:
    return Manifest.of(get_game(GAME), SHAPE, variants={}, players=[2, 4], steps=8, results={"note": 1})


def rewrite(path: Path, name: str, change: Callable[[bytes], bytes | None]) -> None:
    """Change one member of a zip; None removes it."""
    with zipfile.ZipFile(path) as archive:
        members = {entry: archive.read(entry) for entry in archive.namelist()}
    changed = change(members.pop(name))
    if changed is not None:
        members[name] = changed
    with zipfile.ZipFile(path, "w") as archive:
        for entry, content in members.items():
            archive.writestr(entry, content)


def with_manifest(path: Path, **changes: Any) -> None:
    rewrite(path, MANIFEST, lambda content: json.dumps({**json.loads(content), **changes}).encode())


def test_it_plays_as_stable_baselines_does(model: Any, checkpoint: Path) -> None:
    from sb3_contrib import MaskablePPO

    vector = VectorGame(GAME, 64, 4, seed=3)
    for _ in range(9):
        vector.step(vector.sample_actions())
    policy = make_policy(str(checkpoint), GAME)
    assert isinstance(policy, NetworkPolicy)
    assert not policy.needs_states
    actions = policy.act(vector.observations, vector.action_masks)
    loaded = MaskablePPO.load(checkpoint, device="cpu")
    theirs, _ = loaded.predict(vector.observations.copy(), deterministic=True, action_masks=vector.action_masks.copy())
    assert (actions == theirs).all()
    assert vector.action_masks[np.arange(64), actions].all()
    with torch.no_grad():
        values = loaded.policy.predict_values(torch.from_numpy(vector.observations.copy()))
    assert np.allclose(policy.values(vector.observations), values.numpy()[:, 0], atol=1e-6)


def test_probabilities_are_those_that_drawing_follows(checkpoint: Path) -> None:
    vector = VectorGame(GAME, 1, 2, seed=3)
    policy = load_policy(checkpoint, GAME, seed=1, deterministic=False)
    shares = policy.probabilities(vector.observations, vector.action_masks)[0]
    many = 20_000
    drawn = policy.act(np.repeat(vector.observations, many, axis=0), np.repeat(vector.action_masks, many, axis=0))
    assert np.allclose(np.bincount(drawn, minlength=len(shares)) / many, shares, atol=0.02)
    assert shares[vector.action_masks[0] == 0].sum() == 0


def test_the_manifest_says_what_it_is(checkpoint: Path) -> None:
    found = read_manifest(checkpoint)
    assert (found.game, found.players, found.steps, found.results) == (GAME, [2, 4], 8, {"note": 1})
    assert (found.observation_size, found.num_actions) == (484, 59)
    assert NetworkShape.from_dict(found.network) == SHAPE


class Hostile:
    """An object that creates a file when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.target,)


@pytest.mark.parametrize("raw", [True, False])
def test_a_hostile_pickle_does_not_run(checkpoint: Path, tmp_path: Path, raw: bool) -> None:
    target = tmp_path / "ran"

    def hostile(content: bytes) -> bytes:
        if raw:
            return pickle.dumps(Hostile(target))
        part = tmp_path / "weights.pth"
        torch.save({"action_net.weight": Hostile(target)}, part)
        return part.read_bytes()

    rewrite(checkpoint, WEIGHTS, hostile)
    with pytest.raises(CheckpointError, match=r"policy\.pth is not a set of weights"):
        load_policy(checkpoint, GAME)
    rewrite(checkpoint, "data", lambda content: pickle.dumps(Hostile(target)))
    with pytest.raises(CheckpointError):
        load_policy(checkpoint, GAME)
    assert not target.exists()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_file_is_refused(checkpoint: Path, share: float) -> None:
    content = checkpoint.read_bytes()
    checkpoint.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(CheckpointError, match="is no checkpoint, or a damaged one"):
        load_policy(checkpoint, GAME)


def test_a_damaged_member_is_refused(checkpoint: Path) -> None:
    with zipfile.ZipFile(checkpoint) as archive:
        start = archive.getinfo(WEIGHTS).header_offset + 200
    content = bytearray(checkpoint.read_bytes())
    content[start : start + 64] = bytes(64)
    checkpoint.write_bytes(bytes(content))
    with pytest.raises(CheckpointError, match="is no checkpoint, or a damaged one"):
        load_policy(checkpoint, GAME)


def test_another_games_checkpoint_is_refused(checkpoint: Path) -> None:
    with_manifest(checkpoint, game="urknall_v0")
    with pytest.raises(CheckpointError, match=f"plays urknall_v0, not {GAME}"):
        make_policy(checkpoint, GAME)
    with_manifest(checkpoint, game="chess_v0")
    with pytest.raises(CheckpointError, match="no game 'chess_v0'"):
        make_policy(checkpoint)


def test_an_older_layout_is_refused_with_what_differs(checkpoint: Path) -> None:
    layout = manifest().layout
    with_manifest(checkpoint, layout=layout[:-1], observation_size=483, suite="0.0.1")
    with pytest.raises(
        CheckpointError,
        match=r"trained with cosmozoo 0\.0\.1 on another observation of .*: it lacks 'tile_stack' of shape \(1,\)",
    ):
        load_policy(checkpoint, GAME)
    with_manifest(checkpoint, layout=[["round", [5], "0/1"], *layout[1:]])
    with pytest.raises(CheckpointError, match=r"its segment 'round' of shape \(5,\) .* is 'round' of shape \(6,\)"):
        load_policy(checkpoint, GAME)


def test_other_labels_are_refused(checkpoint: Path) -> None:
    with_manifest(checkpoint, labels="0" * 64)
    with pytest.raises(CheckpointError, match="had other labels than"):
        load_policy(checkpoint, GAME)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "has format 2; this version of cosmozoo reads format 1"),
        ({"format": "1"}, "no format number"),
        ({"players": "2"}, "'players' in its manifest must be of type list"),
        ({"network": {}}, "weights do not fit the network"),
        ({"network": {"policy": [32], "value": [8, 8], "activation": "tanh"}}, "weights do not fit the network"),
        ({"network": {"policy": [10**9], "value": [8], "activation": "tanh"}}, "weights do not fit the network"),
        ({"network": {"policy": [16], "value": [8, 8], "activation": "step"}}, "activation must be one of"),
    ],
)
def test_a_wrong_manifest_is_refused(checkpoint: Path, changes: dict[str, Any], message: str) -> None:
    with_manifest(checkpoint, **changes)
    with pytest.raises(CheckpointError, match=message):
        load_policy(checkpoint, GAME)


def test_a_zip_without_manifest_is_no_checkpoint(model: Any, checkpoint: Path, tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"it has no cosmozoo\.json"):
        load_policy(tmp_path / "sb3.zip")
    rewrite(checkpoint, WEIGHTS, lambda content: None)
    with pytest.raises(CheckpointError, match=r"it has no policy\.pth"):
        load_policy(checkpoint)


def test_weights_that_are_not_numbers_are_refused(checkpoint: Path, tmp_path: Path) -> None:
    def spoil(content: bytes) -> bytes:
        part = tmp_path / "weights.pth"
        part.write_bytes(content)
        weights = torch.load(part, weights_only=True)
        weights["action_net.bias"][0] = float("nan")
        torch.save(weights, part)
        return part.read_bytes()

    rewrite(checkpoint, WEIGHTS, spoil)
    with pytest.raises(CheckpointError, match="some of its weights are not numbers"):
        load_policy(checkpoint, GAME)


def test_writing_leaves_the_old_file_if_it_fails(checkpoint: Path) -> None:
    before = checkpoint.read_bytes()
    with pytest.raises(zipfile.BadZipFile):
        write_checkpoint(checkpoint, b"no zip", replace(manifest(), steps=9))
    assert checkpoint.read_bytes() == before
    assert [path.name for path in checkpoint.parent.iterdir() if path.suffix == ".part"] == []
