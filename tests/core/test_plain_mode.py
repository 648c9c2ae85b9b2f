"""With the compiler off the games are the same, to the byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cosmozoo.envs.core.compiling import PLAIN
from tests.playing import OWN_GAMES

from .transcript import transcripts


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="compares compiled code with plain Python")
@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_compiled_and_plain_python_play_the_same_games(game_id: str) -> None:
    script = Path(__file__).with_name("transcript.py")
    command = [sys.executable, "-W", "error::RuntimeWarning", script, game_id]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    uncompiled = json.loads(done.stdout)
    for name, compiled in transcripts(game_id).items():
        plain = uncompiled[name]
        same = [one == two for one, two in zip(compiled, plain, strict=False)]
        assert all(same), f"{name}: different from decision {same.index(False)} on"
        assert len(compiled) == len(plain), name
