"""Shipped checkpoints: train a config of configs/ and put the checkpoint and its card into configs/checkpoints/.

`python -m cosmozoo.train.shipping configs/big_bang_theory.yaml`, or `make checkpoints` for every config.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from cosmozoo.envs import get_game
from cosmozoo.envs.core.texts import listed
from cosmozoo.wrappers.checkpoints import read_manifest, write_atomically

LARGEST = 3_000_000
"""Bytes that a shipped checkpoint may have."""
_VERSIONS = ("cosmozoo", "torch", "stable-baselines3", "sb3-contrib", "numpy", "numba")


def ship(run_folder: str | os.PathLike[str], config: str | os.PathLike[str], target: str | os.PathLike[str]) -> Path:
    """Copy a finished run's checkpoint to `target`/<game>.zip and write its card, <game>.md, beside it.

    Raises:
        FileNotFoundError: if the run is not finished.
        ValueError: if the checkpoint is larger than LARGEST.
    """
    from .training import CURVE, FINAL

    folder, path = Path(run_folder), Path(run_folder) / FINAL
    manifest = read_manifest(path)
    content = path.read_bytes()
    if len(content) > LARGEST:
        raise ValueError(
            f"{path} has {len(content):,} bytes, a shipped checkpoint at most {LARGEST:,}: a smaller network"
        )
    curve = [json.loads(line) for line in (folder / CURVE).read_text(encoding="utf-8").splitlines()]
    shipped = Path(target) / f"{manifest.game}.zip"
    write_atomically(shipped, content)
    card = _card(get_game(manifest.game).title, vars(manifest), curve, Path(config), len(content))
    write_atomically(shipped.with_suffix(".md"), card.encode())
    return shipped


def about_foresight(network: Mapping[str, Any]) -> list[str]:
    """Lines that say that a network's answers rest on a search, if they do; `network` as in a manifest."""
    if not network.get("places", {}).get("foresight"):
        return []
    return [
        "",
        "For every decision the rules tell the network, from its observation, what each legal move would change, and "
        "for the eight moves that greedy likes best how the board would stand after greedy's answer and reply "
        "(`foresight`, docs/training.md). So part of its strength is that search of three turns, which foresees "
        "greedy exactly and other opponents less well.",
    ]


def _card(title: str, manifest: dict[str, Any], curve: list[dict[str, Any]], config: Path, size: int) -> str:
    """The card: what it is, how strong, how it learned, with what."""
    sizes = listed(manifest["players"])
    lines = [
        f"# {title}: the shipped agent",
        "",
        f"`cosmozoo play {manifest['game']} --against shipped`. Trained for {sizes} players with "
        f"variants {manifest['variants'] or 'as by default'}, {manifest['steps']:,} decisions of its own in "
        f"{curve[-1]['seconds'] / 60:.0f} minutes by the clock. {size / 1e6:.1f} MB, without the optimiser's state.",
        f"`cosmozoo train {config.name}` trains it again.",
        *about_foresight(manifest["network"]),
        "",
        "## Strength",
        "",
        "Deterministic play, seats rotated, every deal once in each seat; 95% intervals. Ties share a win.",
        "",
        "| table | games | win rate | mean rank reward |",
        "|---|---|---|---|",
    ]
    for name, result in manifest["results"].items():
        win, reward = result["win_rate_ci"], result["mean_reward_ci"]
        lines.append(
            f"| {name} | {result['games']:,} | {result['win_rate']:.1%} ({win[0]:.1%} – {win[1]:.1%}) "
            f"| {result['mean_reward']:+.3f} ({reward[0]:+.3f} – {reward[1]:+.3f}) |"
        )
    names = list(curve[-1]["results"])
    lines += ["", "## Curve", "", "Mean rewards on the way.", "", f"| steps | {' | '.join(names)} |"]
    lines.append("|---|" + "---|" * len(names))
    for point in curve:
        rewards = " | ".join(f"{point['results'][name]['mean_reward']:+.2f}" for name in names)
        lines.append(f"| {point['steps']:,} | {rewards} |")
    lines += ["", "## Config", "", "```yaml", config.read_text(encoding="utf-8").rstrip(), "```", "", "## Versions", ""]
    versions = [f"{name} {version(name)}" for name in _VERSIONS]
    lines.append(", ".join([f"Python {platform.python_version()}", *versions]) + ".")
    return "\n".join(lines) + "\n"


def main(
    configs: Annotated[list[Path], typer.Argument(help="YAML files, or names of shipped ones.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with runs that were interrupted.")] = False,
) -> None:
    """Train each config and ship its checkpoint."""
    from .config import config_file
    from .training import FINAL, run

    for name in configs:
        path = config_file(name)
        checkpoint = run(path, resume=resume)
        if checkpoint.name != FINAL:
            raise typer.Exit(1)  # interrupted; run has said so
        typer.echo(ship(checkpoint.parent, path, path.parent / "checkpoints"))


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command(epilog="Example: python -m cosmozoo.train.shipping configs/big_bang_theory.yaml")(main)
    app()
