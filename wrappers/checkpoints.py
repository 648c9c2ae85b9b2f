"""Checkpoints: Stable-Baselines3 zips with a manifest, opened without unpickling anything.

`MaskablePPO.load` opens them too, but it unpickles, as it does with any zip: use it for your own files only.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
import zlib
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch

import cosmozoo
from cosmozoo.envs.core.game import Game, get_game
from cosmozoo.envs.core.texts import listed

from .networks import ActorCritic, NetworkPolicy, Shape, build_network, shape_from_dict

FORMAT = 1
MANIFEST = "cosmozoo.json"
WEIGHTS = "policy.pth"
_LARGEST_MANIFEST = 2**20
_LARGEST_WEIGHTS = 2**30


class CheckpointError(ValueError):
    """A checkpoint that cannot be used; the message says what is wrong with it."""


@dataclass(frozen=True)
class Manifest:
    """What a checkpoint says about itself.

    Attributes:
        suite: version of cosmozoo that wrote it.
        game: id of the game; variants and players (table sizes) are those it was trained for.
        observation_size, num_actions: O and A; layout names the segments of the observation with their shapes and
            scales, and `labels` is a hash of the action labels.
        network: its shape, as `shape_from_dict` reads it.
        steps: decisions that it learned from.
        results: how strong it was when it was written, as the trainer measured it.
    """

    suite: str
    game: str
    variants: dict[str, Any]
    players: list[int]
    observation_size: int
    num_actions: int
    layout: list[list[Any]]
    labels: str
    network: dict[str, Any]
    steps: int
    results: dict[str, Any]
    format: int = FORMAT

    @classmethod
    def of(
        cls,
        game: Game,
        network: Shape,
        *,
        variants: dict[str, Any],
        players: list[int],
        steps: int,
        results: dict[str, Any],
    ) -> Manifest:
        """The manifest of a network for a game as it is now."""
        return cls(
            suite=cosmozoo.__version__,
            game=game.id,
            variants=variants,
            players=players,
            observation_size=game.layout.size,
            num_actions=game.num_actions,
            layout=_layout(game),
            labels=_labels_hash(game),
            network=network.as_dict(),
            steps=steps,
            results=results,
        )

    def as_json(self) -> str:
        """The manifest as the checkpoint holds it."""
        return json.dumps(self.__dict__, indent=1)

    def check_fits(self, game: Game, where: str) -> None:
        """Raise CheckpointError, saying what differs, unless the network can play this game."""
        if self.game != game.id:
            raise CheckpointError(f"{where} plays {self.game}, not {game.id}")
        if self.layout != _layout(game) or self.observation_size != game.layout.size:
            raise CheckpointError(
                f"{where} was trained with cosmozoo {self.suite} on another observation of {game.id}: "
                f"{_difference(self.layout, _layout(game))} (here, cosmozoo {cosmozoo.__version__}): train it again"
            )
        if self.num_actions != game.num_actions:
            raise CheckpointError(f"{where} has {self.num_actions} actions, {game.id} has {game.num_actions}")
        if self.labels != _labels_hash(game):
            raise CheckpointError(
                f"{where} was trained with cosmozoo {self.suite}, where the {self.num_actions} actions of {game.id} "
                f"had other labels than in cosmozoo {cosmozoo.__version__}: train it again"
            )


def _layout(game: Game) -> list[list[Any]]:
    return [[segment.name, list(segment.shape), segment.scale] for segment in game.layout]


def _labels_hash(game: Game) -> str:
    texts = game.labels(game.components(None)).texts
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _difference(theirs: list[list[Any]], ours: list[list[Any]]) -> str:
    """Where two layouts part."""
    for their, our in zip(theirs, ours, strict=False):
        if their != our:
            return f"its segment {_described(their)} is {_described(our)}"
    longer, whose = (theirs, "only it has") if len(theirs) > len(ours) else (ours, "it lacks")
    return f"{whose} {listed(_described(segment) for segment in longer[min(len(theirs), len(ours)) :])}"


def _described(segment: list[Any]) -> str:
    name, shape, scale = segment
    return f"{name!r} of shape {tuple(shape)} ({scale})"


# ---- reading


def read_manifest(path: str | os.PathLike[str]) -> Manifest:
    """The manifest of a checkpoint.

    Raises:
        FileNotFoundError: if there is no such file.
        CheckpointError: if it is no checkpoint of cosmozoo, or a damaged one.
    """
    where = os.fspath(path)
    try:
        with zipfile.ZipFile(where) as archive:
            return _manifest(archive, where)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _damaged(where, error) from None


def load_network(path: str | os.PathLike[str], game_id: str | None = None) -> tuple[ActorCritic, Manifest]:
    """The network of a checkpoint and its manifest. Nothing is unpickled, so a stranger's file may be opened.

    Raises: as `load_policy`.
    """
    where = os.fspath(path)
    try:
        with zipfile.ZipFile(where) as archive:
            manifest = _manifest(archive, where)
            game = _game(manifest, where) if game_id is None else get_game(game_id)
            manifest.check_fits(game, where)
            weights = _weights(archive, where)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise _damaged(where, error) from None
    try:
        network = build_network(game, shape_from_dict(manifest.network))
        network.load_state_dict(weights)
    except (TypeError, ValueError, KeyError, AttributeError, RuntimeError) as error:
        raise CheckpointError(f"{where}: its weights do not fit the network of its manifest ({error})") from None
    if not all(torch.isfinite(value).all() for value in network.state_dict().values()):
        raise CheckpointError(f"{where}: some of its weights are not numbers")
    return network, manifest


def load_policy(
    path: str | os.PathLike[str],
    game_id: str | None = None,
    *,
    name: str | None = None,
    seed: int | None = None,
    deterministic: bool = True,
) -> NetworkPolicy:
    """The policy of a checkpoint.

    Args:
        game_id: the game that it has to play; None takes the manifest's word.
        name: of the policy; the path if it is not given.

    Raises:
        FileNotFoundError: if there is no such file.
        CheckpointError: if it is damaged, or of another game, layout or set of labels; the error says what differs.
    """
    network, _ = load_network(path, game_id)
    return NetworkPolicy(network, name or os.fspath(path), seed, deterministic=deterministic)


def shipped_checkpoint(game_id: str) -> Path:
    """Where the game's shipped checkpoint lies. Raises FileNotFoundError if none is shipped."""
    game = get_game(game_id)
    with as_file(files("cosmozoo.configs") / "checkpoints" / f"{game.id}.zip") as path:
        if not path.exists():
            raise FileNotFoundError(f"no checkpoint of {game.id} is shipped: train one, `cosmozoo train {game.id}`")
        return path


def _game(manifest: Manifest, where: str) -> Game:
    try:
        return get_game(manifest.game)
    except ValueError as error:
        raise CheckpointError(f"{where}: {error}") from None


def _manifest(archive: zipfile.ZipFile, where: str) -> Manifest:
    try:
        found = json.loads(_member(archive, MANIFEST, _LARGEST_MANIFEST, where))
    except ValueError as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{where}: its manifest is not JSON ({error})") from None
    if not isinstance(found, dict) or type(found.get("format")) is not int:
        raise CheckpointError(f"{where}: its manifest has no format number")
    if found["format"] != FORMAT:
        raise CheckpointError(f"{where} has format {found['format']}; this version of cosmozoo reads format {FORMAT}")
    for name, kind in _KINDS.items():
        if type(found.get(name)) is not kind:
            raise CheckpointError(f"{where}: {name!r} in its manifest must be of type {kind.__name__}")
    for segment in found["layout"]:
        if not (isinstance(segment, list) and len(segment) == 3 and isinstance(segment[1], list)):
            raise CheckpointError(f"{where}: 'layout' in its manifest must list [name, shape, scale]")
    return Manifest(**{name: found[name] for name in _KINDS})


_KINDS: dict[str, type] = {
    "suite": str,
    "game": str,
    "variants": dict,
    "players": list,
    "observation_size": int,
    "num_actions": int,
    "layout": list,
    "labels": str,
    "network": dict,
    "steps": int,
    "results": dict,
    "format": int,
}


def _member(archive: zipfile.ZipFile, name: str, most: int, where: str) -> bytes:
    try:
        size = archive.getinfo(name).file_size
    except KeyError:
        raise CheckpointError(f"{where} is no checkpoint of cosmozoo: it has no {name}") from None
    if size > most:
        raise CheckpointError(f"{where}: {name} has {size} bytes, more than the {most} that are read")
    with archive.open(name) as member:
        content = member.read(most + 1)
    if len(content) > most:
        raise CheckpointError(f"{where}: {name} is longer than the {most} bytes that are read")
    return content


def _weights(archive: zipfile.ZipFile, where: str) -> dict[str, torch.Tensor]:
    """The weights; torch's restricted reader makes tensors and plain containers, and nothing else."""
    content = _member(archive, WEIGHTS, _LARGEST_WEIGHTS, where)
    if not zipfile.is_zipfile(io.BytesIO(content)):  # torch would take it for a bare pickle
        raise CheckpointError(f"{where}: {WEIGHTS} is not a set of weights (torch writes them as a zip)")
    try:
        loaded = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    except (UnpicklingError, RuntimeError, ValueError, EOFError, KeyError, OSError) as error:
        first = str(error).strip().partition("\n")[0]
        raise CheckpointError(f"{where}: {WEIGHTS} is not a set of weights ({first})") from None
    if not isinstance(loaded, dict) or not all(isinstance(value, torch.Tensor) for value in loaded.values()):
        raise CheckpointError(f"{where}: {WEIGHTS} is not a set of weights")
    return loaded


def _damaged(where: str, error: Exception) -> CheckpointError:
    return CheckpointError(f"{where} is no checkpoint, or a damaged one ({error})")


# ---- writing


def write_checkpoint(path: str | os.PathLike[str], zipped_model: bytes, manifest: Manifest) -> None:
    """Write a zip of Stable-Baselines3 and a manifest as one checkpoint, whole or not at all."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(zipped_model)) as model,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr(MANIFEST, manifest.as_json())
        for name in model.namelist():
            archive.writestr(name, model.read(name))
    write_atomically(path, packed.getvalue())


def save_network(path: str | os.PathLike[str], network: ActorCritic, manifest: Manifest) -> None:
    """Write a network that was trained without Stable-Baselines3 as a checkpoint, whole or not at all.

    `load_policy` opens it, and so does the command line; `MaskablePPO.load` wants its own settings and does not.
    """
    weights, zipped = io.BytesIO(), io.BytesIO()
    torch.save(network.state_dict(), weights)
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr(WEIGHTS, weights.getvalue())
    write_checkpoint(path, zipped.getvalue(), manifest)


def write_atomically(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that a crash leaves either the old one or the new one."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
