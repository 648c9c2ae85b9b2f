"""The pages of the games are generated from the declarations; the README's code runs."""

from __future__ import annotations

import importlib.util
import logging
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from cosmozoo.envs import games
from cosmozoo.envs.testing import upstream_warnings_ignored

from .pages import ROOT, blocks, pages


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"run `make docs`: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("game", [g for g in games.values() if g.functions.reset.__module__.startswith("cosmozoo.")])
def test_every_component_table_says_where_it_comes_from(game) -> None:  # type: ignore[no-untyped-def]
    assert game.component_tables, f"{game.id} declares no component tables"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_code_on_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": page.stem}
    missing: set[str] = set()
    for block in blocks(page):
        if block.language != "python":
            continue
        if block.file is None and not block.missing:
            with upstream_warnings_ignored():
                exec(compile("\n" * block.line + block.code, str(page), "exec"), scope)
        missing |= set(block.missing)
    if missing:
        pytest.skip(f"some blocks need {', '.join(sorted(missing))}")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_block_is_overlooked(page: Path) -> None:
    written = re.findall(r"^\s*```python", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    read = [block for block in blocks(page) if block.language == "python"]
    assert len(read) == len(written), f"{page.name}: write blocks as CONTRIBUTING.md says"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_of_the_repository(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [t for t in targets if "://" not in t and not (page.parent / t).exists()]
    assert missing == [], f"{page.name} links to files that do not exist"


@pytest.fixture
def hooks() -> ModuleType:
    """What MkDocs does for the site beside its usual work."""
    pytest.importorskip("mkdocs")
    spec = importlib.util.spec_from_file_location("mkdocs_hooks", ROOT / "docs" / "mkdocs_hooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("page", "link", "turned"),
    [
        ("games/urknall_v0.md", "../training.md#policies", "../training.md#policies"),
        ("games/urknall_v0.md", "../../CONTRIBUTING.md", "../contributing.md"),
        ("faq.md", "../examples/demo.py", "repository/examples/demo.py.md"),
        ("faq.md", "https://example.org/README.md", "https://example.org/README.md"),
        ("faq.md", "no-such-page.md", "no-such-page.md"),
    ],
)
def test_links_are_turned_to_where_pages_stand_on_the_site(
    hooks: ModuleType, page: str, link: str, turned: str
) -> None:
    on_site = SimpleNamespace(file=SimpleNamespace(src_uri=page))
    assert hooks.on_page_markdown(f"see [it]({link})", page=on_site) == f"see [it]({turned})"


@pytest.mark.parametrize(
    ("html", "warnings"),
    [
        ('<script async src="https://example.org/a.js">', 1),
        ('<link rel="stylesheet" href="//example.org/a.css">', 1),
        ('<script src="assets/a.js"><a href="https://example.org">', 0),
    ],
)
def test_what_a_page_would_fetch_from_elsewhere_is_a_warning(
    hooks: ModuleType, html: str, warnings: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="mkdocs"):
        hooks.on_post_page(html, page=SimpleNamespace(file=SimpleNamespace(src_uri="faq.md")))
    assert len(caplog.records) == warnings
