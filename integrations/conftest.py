"""What the tests of all libraries share: how many episodes to play, one thread for torch, warnings."""

import sys

import pytest

from cosmozoo.envs.testing import UPSTREAM_WARNINGS


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--episodes", type=int, default=100, help="games of each kind that each library plays")


def pytest_configure(config: pytest.Config) -> None:
    for message, _ in UPSTREAM_WARNINGS:
        config.addinivalue_line("filterwarnings", f"ignore:{message}")


@pytest.fixture(scope="session")
def episodes(request: pytest.FixtureRequest) -> int:
    """Games of each kind."""
    number: int = request.config.getoption("--episodes")
    return number


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
