"""The pages of the games are generated from the declarations; the README's code runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cosmozoo.envs import games

ROOT = Path(__file__).parents[1]


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `make docs`: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("game", [g for g in games.values() if g.functions.reset.__module__.startswith("cosmozoo.")])
def test_every_component_table_says_where_it_comes_from(game) -> None:  # type: ignore[no-untyped-def]
    assert game.component_tables, f"{game.id} declares no component tables"


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda p: p.name)
def test_code_on_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for block in python_blocks(page):
        exec(compile(block, str(page), "exec"), scope)
