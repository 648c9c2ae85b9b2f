"""The tutorial does what it says: its files are written, its code and commands run, the agent learns the game."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import ROOT, Block, blocks

PAGE = ROOT / "docs" / "tutorial" / "sixth-game.md"


def write_file(block: Block, folder: Path) -> None:
    assert block.file is not None
    (folder / block.file).parent.mkdir(exist_ok=True)
    (folder / block.file).write_text(block.code, encoding="utf-8")


def commands(block: Block) -> list[list[str]]:
    """What the block runs: code that stands on the page, or the lines of a shell, each `python …`."""
    if block.language == "python":
        return [[sys.executable, "-c", block.code]]
    lines = [shlex.split(line) for line in block.code.splitlines()]
    assert {line[0] for line in lines} == {"python"}
    return [[sys.executable, *line[1:]] for line in lines]


@pytest.mark.slow
def test_from_record_to_trained_agent(tmp_path: Path) -> None:
    for module in ("sb3_contrib", "openskill"):
        pytest.importorskip(module)
    steps = list(blocks(PAGE))
    for block in steps:
        if block.file is not None:
            write_file(block, tmp_path)
    for block in steps:
        if block.file is None and block.language in ("python", "bash"):
            for command in commands(block):
                done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
                assert done.returncode == 0, f"{shlex.join(command[1:])}\n{done.stdout}\n{done.stderr}"
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert result["agents"][0]["win_rate"] > 0.9  # to aim one more than the star wins every game
