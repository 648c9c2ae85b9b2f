"""Fixtures for the tests of every game."""

import pytest


@pytest.fixture
def component_file(tmp_path):
    """Write a component file of these tables, or of this text; its path."""
    import tomli_w  # here, since most tests need no more than pytest

    def write(text=None, **tables):
        path = tmp_path / "mine.toml"
        path.write_text(tomli_w.dumps(tables) if text is None else text, encoding="utf-8")
        return str(path)

    return write
