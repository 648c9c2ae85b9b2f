"""Rounds: every contestant runs once in each, one after another, so that what disturbs the machine disturbs all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from datetime import date
from pathlib import Path

from cosmozoo.envs.core.compiling import CACHE_VARIABLE

from .contestants import Contestant
from .results import Machine, Results, Row, run_from_json
from .worker import Order, Run

ROOT = Path(__file__).parents[2]
TIMEOUT = 1800
"""Seconds after which a run is given up."""
COLD_ROUNDS = 3
"""Rounds in which everything is compiled anew."""

Told = Callable[[str], object]
RunOne = Callable[[Contestant, Order], "Run | str"]
"""Carries out an order; a text says why it could not be."""


def measure(
    contestants: Sequence[Contestant],
    rounds: int,
    seconds: float,
    clock: str,
    run_one: RunOne,
    tell: Told = lambda what: None,
) -> Results:
    """Measure contestants, `seconds` in each of so many rounds.

    A round before the first does not count: what is kept compiled is compiled then, games are weighed, and what cannot
    run is found out. It gets a row that says why, and is left out of the rounds. So, in processor time, do those of
    which only elapsed time tells how fast they are.

    Args:
        clock: "elapsed", or "processor" for a busy machine.
        tell: hears what runs next, once before each run.

    Raises:
        RuntimeError: when something of ours cannot run, or a peer not any more.
    """
    today = date.today().isoformat()
    rows = {c.name: Row.of(c, today, clock, seconds) for c in contestants}
    weights: dict[str, float | None] = {}
    for number in range(rounds + 1):
        for contestant in contestants:
            row = rows[contestant.name]
            if not _takes_part(contestant, number, clock) or row.missing:
                continue
            tell(f"round {number} of {rounds}: {contestant.name}" if number else f"first use: {contestant.name}")
            found = run_one(contestant, _order(contestant, number, seconds, clock))
            if isinstance(found, Run) and number:
                row.runs.append(found)
            elif isinstance(found, Run):
                weights[row.name] = found.bytes_per_game
            elif contestant.own or number:
                raise RuntimeError(f"{contestant.name}: {found}")
            else:
                row.missing = found
    for row in rows.values():
        if row.runs:
            row.runs[0].bytes_per_game = weights.get(row.name)
        elif not row.missing:
            row.missing = "not in processor time"
    return Results(Machine.here(), list(rows.values()))


def number_of_runs(contestants: Sequence[Contestant], rounds: int, clock: str) -> int:
    """How often `measure` runs something if nothing is missing."""
    return sum(_takes_part(c, number, clock) for c in contestants for number in range(rounds + 1))


def _takes_part(contestant: Contestant, number: int, clock: str) -> bool:
    """Whether it runs in this round. Compiling all anew takes long and varies little: a few rounds have to do."""
    if contestant.cold:
        return 1 <= number <= COLD_ROUNDS
    return not (contestant.by_the_clock and clock == "processor")


def _order(contestant: Contestant, number: int, seconds: float, clock: str) -> Order:
    """What a contestant does in a round; in round 0 it is weighed and plays for a moment only."""
    return Order(
        contestant.adapter,
        contestant.game,
        contestant.distribution,
        list(contestant.imports),
        contestant.arguments,
        contestant.threads,
        seed=number,
        seconds=0.0 if contestant.cold or number == 0 else seconds,
        clock=clock,
        weigh=number == 0,
    )


def in_a_process(peers_python: Path) -> RunOne:
    """A way to run contestants: ours with this Python, peers with that of their environment."""

    def run_one(contestant: Contestant, order: Order) -> Run | str:
        if not contestant.own and not peers_python.is_file():
            return f"not installed: there is no {peers_python}"
        python = sys.executable if contestant.own else str(peers_python)
        with ExitStack() as stack:
            variables = {"OMP_NUM_THREADS": "1", "PYGAME_HIDE_SUPPORT_PROMPT": "1", "JAX_PLATFORMS": "cpu"}
            if contestant.cold:
                variables[CACHE_VARIABLE] = stack.enter_context(tempfile.TemporaryDirectory(prefix="cosmozoo-bench-"))
            return _ran([python, "-m", "benchmarks.comparison.worker", json.dumps(asdict(order))], variables)

    return run_one


def _ran(command: list[str], variables: dict[str, str]) -> Run | str:
    """What the process found, or why it found nothing."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, env={**os.environ, **variables}, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return f"failed: no end after {TIMEOUT} s"
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return f"failed: {said[-1] if said else f'exit status {done.returncode}'}"
    found = json.loads(done.stdout.splitlines()[-1])
    return f"not installed: {found['missing']}" if "missing" in found else run_from_json(found)
