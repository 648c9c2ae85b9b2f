"""How fast the games are, measured on this machine. Figures are medians of several short runs.

They are taken in elapsed seconds, or in seconds of processor time, which a busy machine does not spoil. Two threads
can only be compared with one in elapsed time.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from types import MappingProxyType
from typing import Any

import numpy as np

from cosmozoo.envs import GameEnv, VectorGame
from cosmozoo.envs.core.compiling import CACHE_VARIABLE
from cosmozoo.envs.core.game import Game

BATCHES = ((1, 1), (64, 1), (1024, 1), (64, 2), (1024, 2))
"""Games and threads."""
PEER = "connect_four_v3"
"""PettingZoo's own game that the AEC loop is measured beside."""

Told = Callable[[str], object]
Clock = Callable[[], float]


@dataclass
class Speeds:
    """What was measured of one game."""

    game: str
    players: int
    observation: int
    actions: int
    state_bytes: int
    decisions: dict[str, float] = field(default_factory=dict)
    """Decisions a second by `games x threads`."""
    aec: float = 0.0
    """Steps a second of the loop over `agent_iter`."""
    cold_compile: float = 0.0
    """Seconds of `cosmozoo compile` with nothing kept, in as many processes as there are processors."""
    first_step: float = 0.0
    """Seconds from the start of a process to its first step, when everything is kept."""

    def as_json(self) -> dict[str, Any]:
        """A JSON-able dict."""
        return dict(vars(self))


@dataclass
class Report:
    """What was measured of all games, and of what stands beside them."""

    games: list[Speeds]
    peer: float | None
    """AEC steps a second of PettingZoo's connect four, in the same rounds; None if it cannot be played here."""
    import_seconds: float
    python_seconds: float
    """Seconds of a process that imports nothing."""
    machine: str
    clock: str
    """'elapsed' or 'processor' seconds."""

    def as_json(self) -> dict[str, Any]:
        """A JSON-able dict."""
        return {**vars(self), "peer_game": f"pettingzoo.classic.{PEER}", "games": [g.as_json() for g in self.games]}


def measure(
    games: Sequence[Game],
    seconds: float = 0.5,
    repeats: int = 5,
    *,
    processor_time: bool = False,
    tell: Told = lambda what: None,
) -> Report:
    """Measure games, each run for `seconds`, `repeats` times in turn. `tell` hears what is measured next."""
    clock = time.process_time if processor_time else time.perf_counter
    speeds = [Speeds(g.id, g.default_players, g.layout.size, g.num_actions, g.state.dtype.itemsize) for g in games]
    for game, found in zip(games, speeds, strict=True):
        tell(f"{game.id}: batch engine")
        found.decisions = batch_speeds(game, seconds, repeats, clock)
    peer = _aec_speeds(games, speeds, seconds, repeats, clock, tell)
    for game, found in zip(games, speeds, strict=True):
        tell(f"{game.id}: compiling with nothing kept")
        found.cold_compile = cold_compile_seconds(game, clock)
        tell(f"{game.id}: first step of a new process")
        found.first_step = median(_process_seconds(_FIRST_STEP.format(game=game.id), clock) for _ in range(3))
    tell("import cosmozoo.envs")
    return Report(
        speeds,
        peer,
        median(_process_seconds("import cosmozoo.envs", clock) for _ in range(3)),
        median(_process_seconds("pass", clock) for _ in range(3)),
        f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}",
        "processor" if processor_time else "elapsed",
    )


# ---- The batch engine


def batch_speeds(game: Game, seconds: float, repeats: int, clock: Clock) -> dict[str, float]:
    """Decisions a second, random legal play, observation and mask written each time, by `games x threads`."""
    vectors = {
        f"{count} x {threads}": VectorGame(game.id, count, game.default_players, seed=0, num_threads=threads)
        for count, threads in BATCHES
        if threads == 1 or clock is time.perf_counter
    }
    runs: dict[str, list[float]] = {name: [] for name in vectors}
    for vector in vectors.values():
        vector.step(vector.sample_actions())
    for _ in range(repeats):
        for name, vector in vectors.items():
            runs[name].append(_batch_run(vector, seconds, clock))
    for vector in vectors.values():
        vector.close()
    return {name: median(found) for name, found in runs.items()}


def _batch_run(vector: VectorGame, seconds: float, clock: Clock) -> float:
    rounds = max(1, 256 // vector.num_games)  # looking at the clock should not be what is measured
    done = 0
    start = now = clock()
    while now - start < seconds:
        for _ in range(rounds):
            vector.step(vector.sample_actions())
        done += rounds * vector.num_games
        now = clock()
    return done / (now - start)


# ---- The AEC loop


def _aec_speeds(
    games: Sequence[Game], speeds: Sequence[Speeds], seconds: float, repeats: int, clock: Clock, tell: Told
) -> float | None:
    """Fill in the speeds of the games, and give that of connect four, measured in turn in the same rounds."""
    loops: list[Any] = [GameEnv(game) for game in games]
    beside = _connect_four()
    if beside is not None:
        loops.append(beside)
    runs: list[list[float]] = [[] for _ in loops]
    for number in range(repeats):
        tell(f"AEC loops, round {number + 1} of {repeats}")
        for loop, found in zip(loops, runs, strict=True):
            found.append(aec_speed(loop, seconds, clock))
    for speed, found in zip(speeds, runs, strict=False):
        speed.aec = median(found)
    return median(runs[-1]) if beside is not None else None


def aec_speed(env: Any, seconds: float, clock: Clock = time.perf_counter) -> float:
    """Steps a second of PettingZoo's loop: `agent_iter`, `last`, a random legal action, `step`; resets included."""
    generator = np.random.default_rng(0)
    steps = 0
    start = clock()
    seed: int | None = 0
    while clock() - start < seconds:
        env.reset(seed=seed)
        seed = None
        for _agent in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
            else:
                env.step(int(generator.choice(np.flatnonzero(observation["action_mask"]))))
                steps += 1
    return steps / (clock() - start)


def _connect_four() -> Any:
    """PettingZoo's connect four; None where pygame, which it needs, is not installed."""
    if importlib.util.find_spec("pygame") is None:
        return None
    from pettingzoo.classic.connect_four.connect_four import env

    return env()


# ---- New processes

_FIRST_STEP = """
from cosmozoo.envs import games, GameEnv
env = GameEnv(games["{game}"])
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
"""

_COMPILE = """
import sys
from cosmozoo.__main__ import main
sys.argv[1:] = ["compile", "{game}"]
main()
"""


def cold_compile_seconds(game: Game, clock: Clock) -> float:
    """Seconds of `cosmozoo compile` for every driver of the game, with a new cache folder."""
    with tempfile.TemporaryDirectory(prefix="cosmozoo-bench-") as folder:
        return _process_seconds(_COMPILE.format(game=game.id), clock, {CACHE_VARIABLE: folder})


def _process_seconds(code: str, clock: Clock, variables: Mapping[str, str] = MappingProxyType({})) -> float:
    """Seconds of a new process that runs the code, and of those it starts."""
    before = _children_time() if clock is time.process_time else clock()
    _run(code, variables)
    return (_children_time() if clock is time.process_time else clock()) - before


def _children_time() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _run(code: str, variables: Mapping[str, str]) -> str:
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **variables}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"a process of the measurement failed:\n{done.stderr}")
    return done.stdout


def rows(report: Report) -> Iterator[tuple[str, list[str]]]:
    """The report as a table: the name of each figure and its value for each game."""
    for name in report.games[0].decisions:
        games, _, threads = name.partition(" x ")
        title = f"batch of {games}, {threads} thread{'s' if threads != '1' else ''}: decisions/s"
        yield title, [f"{game.decisions[name]:,.0f}" for game in report.games]
    if "1024 x 2" in report.games[0].decisions:
        ratios = [game.decisions["1024 x 2"] / game.decisions["1024 x 1"] for game in report.games]
        yield "batch of 1024: 2 threads over 1", [f"{ratio:.2f}" for ratio in ratios]
    yield "AEC loop: steps/s", [f"{game.aec:,.0f}" for game in report.games]
    if report.peer is not None:
        yield f"AEC loop over {PEER}'s {report.peer:,.0f}", [f"{game.aec / report.peer:.1f}" for game in report.games]
    yield "compile everything, nothing kept: s", [f"{game.cold_compile:.1f}" for game in report.games]
    yield "process to first step, all kept: s", [f"{game.first_step:.2f}" for game in report.games]
    yield "state: bytes", [f"{game.state_bytes:,}" for game in report.games]
    yield "observation, actions", [f"{game.observation}, {game.actions}" for game in report.games]
