"""What MkDocs does for this site beside its usual work, so that the same Markdown serves GitHub and the site.

Pages link to each other, and to files of the repository outside docs/, by relative paths that GitHub understands. Here
README, CONTRIBUTING and CHANGELOG become pages of the site, every other file outside docs/ that a page links to becomes
a page below `repository/`, and the links are turned to where the pages stand.

The reference is read from the sources without importing them. They lie in folders that are no package as they stand
(see pyproject.toml), so the package is laid out for the reader in build/sources.
"""

from __future__ import annotations

import logging
import posixpath
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
HOME = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
SOURCES = ROOT / "build" / "sources"
LANGUAGES = {".py": "python", ".yaml": "yaml", ".toml": "toml", ".sh": "bash"}

_LINK = re.compile(r"(?<=\]\()([^)#\s]+)")
_FROM_ELSEWHERE = re.compile(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')
_log = logging.getLogger("mkdocs.hooks")
_origins: dict[str, str] = {}
"""Of each page that does not stand below docs/: its place on the site, and its place in the repository."""


def on_startup(**_: Any) -> None:
    """Lay out the package, before MkDocs looks for it."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name, folder in sorted(project["tool"]["setuptools"]["package-dir"].items()):
        shutil.copytree(ROOT / folder, SOURCES / name.replace(".", "/"), ignore=_no_code)


def on_config(config: MkDocsConfig) -> None:
    """`*.md` in the navigation stands for all pages of a folder."""
    assert config.nav is not None
    config.nav = [_expanded(entry, Path(config.docs_dir)) for entry in config.nav]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that come from outside docs/."""
    _origins.clear()
    for path in _outside({*HOME, *(f"docs/{file.src_uri}" for file in files.documentation_pages())}):
        _origins[_place(path)] = path
        files.append(File.generated(config, _place(path), content=_content(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn links to where the pages stand on the site."""
    here = page.file.src_uri
    origin = _origins.get(here, f"docs/{here}")

    def turned(found: re.Match[str]) -> str:
        target = _target(origin, found[0])
        return found[0] if target is None else posixpath.relpath(_place(target), posixpath.dirname(here))

    return _LINK.sub(turned, markdown)


def on_post_page(output: str, page: Page, **_: Any) -> None:
    """Warn, which ends a strict build, where a page would fetch something from elsewhere."""
    for found in _FROM_ELSEWHERE.findall(output):
        _log.warning("%s fetches something from elsewhere: %s", page.file.src_uri, found)


def _no_code(folder: str, names: list[str]) -> set[str]:
    """What the reader does not need."""
    return {name for name in names if not name.endswith(".py") and not Path(folder, name).is_dir()}


def _expanded(entry: Any, docs: Path) -> Any:
    if isinstance(entry, dict):
        return {title: _expanded(below, docs) for title, below in entry.items()}
    if isinstance(entry, list):
        return [_expanded(below, docs) for below in entry]
    return sorted(path.relative_to(docs).as_posix() for path in docs.glob(entry)) if "*" in entry else entry


def _outside(pages: set[str]) -> Iterator[str]:
    """Files outside docs/, by their paths in the repository, that are pages or are linked to from one."""
    waiting, seen = sorted(pages), set(pages)
    while waiting:
        path = waiting.pop()
        if not path.startswith("docs/"):
            yield path
        if path.endswith(".md"):
            links = _LINK.findall((ROOT / path).read_text(encoding="utf-8"))
            found = {target for link in links if (target := _target(path, link)) is not None}
            new = {target for target in found - seen if not target.startswith("docs/")}
            seen |= new
            waiting += sorted(new)


def _target(origin: str, link: str) -> str | None:
    """The file of the repository that a link in the file `origin` leads to, if it leads to one."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))
    return path if not path.startswith("..") and (ROOT / path).is_file() else None


def _place(path: str) -> str:
    """Where a file of the repository stands on the site."""
    if path in HOME:
        return HOME[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"repository/{path}" if path.endswith(".md") else f"repository/{path}.md"


def _content(path: str) -> str:
    """A Markdown file as it is, any other as a block of code."""
    text = (ROOT / path).read_text(encoding="utf-8")
    language = LANGUAGES.get(Path(path).suffix, "text")
    return text if path.endswith(".md") else f"# {path}\n\n````{language}\n{text}\n````\n"
