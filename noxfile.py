"""Tests in environments of their own: inside other libraries, and with the oldest and newest Gymnasium and PettingZoo.

    nox                                             everything (about ten minutes, and the installing)
    nox -s "core(lowest)"                           the core tests with the oldest versions; `make test` runs it too
    nox -s cluster                                  RLlib on a cluster of two workers; `make test` runs it too
    nox -s "library(openspiel)"                     the tests inside one library, and its example
    nox -s "library(torchrl)" -- --episodes 5       with fewer games

Compiled games are kept in the user's cache folder, or in COSMOZOO_CACHE_DIR; environments with the same NumPy and Numba
share them. A library that wants torch gets the version of constraints.txt.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nox

nox.options.reuse_existing_virtualenvs = True
nox.options.envdir = "build/nox"

VERSIONS = {
    "lowest": ("gymnasium==1.2.0", "pettingzoo==1.26.0"),
    "newest": ("gymnasium", "pettingzoo"),
}
CORE_TESTS = (
    "tests/core/test_aec.py",
    "tests/core/test_parallel.py",
    "tests/core/test_vector.py",
    "tests/core/test_declarations.py",
    "tests/wrappers/test_vector_env.py",
    "tests/test_conformance.py",
)
"""What touches Gymnasium or PettingZoo; compiling, positions and random numbers do not."""
ONE_GAME = "big_bang_theory_v0 or not test_conformance"
"""Of the conformance suite the tests of one game: it is about the libraries' versions here, not about the games."""

VECTOR_FORM = "tests/wrappers/test_vector_env.py"
TESTS = {
    "rllib": ("integrations/test_rllib.py",),
    "openspiel": ("integrations/test_openspiel.py",),
    "torchrl": ("integrations/test_torchrl.py",),
    "tianshou": ("integrations/test_tianshou.py",),
    "supersuit": ("integrations/test_supersuit.py",),
    "agilerl": ("integrations/test_agilerl.py", VECTOR_FORM),
}
EXAMPLES = {
    "rllib": ("rllib_selfplay.py", "--updates", "2", "--steps", "200"),
    "openspiel": ("openspiel_search.py", "--games", "1", "--simulations", "2"),
    "torchrl": ("torchrl_ppo.py", "--updates", "2", "--steps", "200"),
    "tianshou": ("tianshou_dqn.py", "--epochs", "1", "--steps", "200", "--games", "8"),
    "supersuit": ("supersuit_vector.py", "--games", "20"),
    "agilerl": ("agilerl_dqn.py", "--steps", "640", "--games", "8"),
}
TEST_NEEDS = ("-c", "constraints.txt", "pytest", "hypothesis", "tomli-w")
ONE_THREAD = {"OMP_NUM_THREADS": "1"}


@nox.session
@nox.parametrize("versions", [nox.param(pins, id=name) for name, pins in VERSIONS.items()])
def core(session: nox.Session, versions: tuple[str, ...]) -> None:
    """The core tests, and the conformance of one game, with these versions of Gymnasium and PettingZoo."""
    session.install(*TEST_NEEDS, "-e", ".[play]", *versions)
    session.run("pytest", *CORE_TESTS, "-k", ONE_GAME, *session.posargs, env=ONE_THREAD)


@nox.session
def cluster(session: nox.Session) -> None:
    """Runs of `cosmozoo train --engine rllib` with two workers. What .venv has is borrowed, which spares most of the
    time; RLlib's own needs are installed beside it."""
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = session.run("python", "-c", purelib, silent=True)
    lent = session.run(".venv/bin/python", "-c", purelib, silent=True, external=True)
    Path(own.strip(), "borrowed.pth").write_text(f"import site; site.addsitedir({lent.strip()!r})\n", encoding="utf-8")
    extras = nox.project.load_toml("pyproject.toml")["project"]["optional-dependencies"]
    session.install("-c", "constraints.txt", *extras["rllib"])
    session.run("python", "-m", "pytest", *TESTS["rllib"], "-k", "stopped or killed", env=ONE_THREAD)


@nox.session(python=False, default=False)
def apart(session: nox.Session) -> None:
    """core(lowest) and cluster at the same time: each keeps one processor busy for most of its time."""
    runs = [subprocess.Popen([sys.executable, "-m", "nox", "-s", name]) for name in ("core(lowest)", "cluster")]
    if any(code != 0 for code in [run.wait() for run in runs]):
        session.error("tests failed, see above")


@nox.session
@nox.parametrize("name", [nox.param(name, id=name) for name in TESTS])
def library(session: nox.Session, name: str) -> None:
    """The suite inside another library: its tests, its how-to page, then its example for a moment."""
    session.install(*TEST_NEEDS, "-e", f".[{name}]")
    session.run("pytest", *TESTS[name], *session.posargs, env=ONE_THREAD)
    session.run("pytest", "tests/test_docs.py", "-k", f"code_on and howto/{name}", env=ONE_THREAD)
    example, *arguments = EXAMPLES[name]
    session.run("python", f"examples/{example}", *arguments, env=ONE_THREAD)
