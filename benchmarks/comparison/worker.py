"""One run of one contestant, in a process of its own and in the environment of what it measures.

    python -m benchmarks.comparison.worker '{"adapter": "openspiel", "game": "connect_four", …}'

Prints one line of JSON, a `Run`; with `{"missing": …}` instead where the library is not installed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

CLOCKS = ("elapsed", "processor")


@dataclass
class Seconds:
    """How long something took, by the clock and in processor time, ours and that of the processes we started."""

    elapsed: float = 0.0
    processor: float = 0.0


@dataclass
class Run:
    """What one run gave."""

    version: str
    decisions: int = 0
    playing: Seconds = field(default_factory=Seconds)
    importing: Seconds = field(default_factory=Seconds)
    first: Seconds = field(default_factory=Seconds)
    """From the imported library to the first decisions played: making, and compiling if that is needed."""
    bytes_per_game: float | None = None


@dataclass(frozen=True)
class Order:
    """What to run.

    adapter, game, arguments: a function of `adapters` and what it is given.
    distribution, imports: whose version is asked for, and the modules whose import is timed.
    seconds, clock: how long to play, and by which clock; 0 seconds: the first decisions alone.
    weigh: ask for the bytes a game, too.
    """

    adapter: str
    game: str
    distribution: str
    imports: list[str]
    arguments: dict[str, Any]
    threads: int
    seed: int
    seconds: float
    clock: str
    weigh: bool


def run(order: Order) -> Run:
    """Import, play the first decisions, play on for so long. Raises ImportError if the library is not installed."""
    _keep_to_processors(order.threads)
    found = Run(_version(order.distribution))
    with timed(found.importing):
        for module in order.imports:
            import_module(module)
    from benchmarks.comparison.adapters import ADAPTERS

    with timed(found.first):
        play = ADAPTERS[order.adapter](order.game, order.seed, **order.arguments)
        play.burst()
    if order.seconds > 0:
        with timed(found.playing):
            found.decisions = played(play.burst, order.seconds, order.clock)
    if order.weigh and play.bytes_per_game is not None:
        found.bytes_per_game = play.bytes_per_game()
    return found


def played(burst: Callable[[], int], seconds: float, clock: str) -> int:
    """Play until the time is over, once at least; gives the decisions made."""
    now = {"elapsed": time.perf_counter, "processor": time.process_time}[clock]
    end = now() + seconds
    decisions = burst()
    while now() < end:
        decisions += burst()
    return decisions


@contextmanager
def timed(into: Seconds) -> Iterator[None]:
    """Fill in how long the block takes."""
    processor, elapsed = _processor_seconds(), time.perf_counter()
    yield
    into.elapsed = time.perf_counter() - elapsed
    into.processor = _processor_seconds() - processor


def _processor_seconds() -> float:
    """Of this process and of all that it started."""
    ended = os.times()
    total = time.process_time() + ended.children_user + ended.children_system
    for child in _running_children():
        times = child.cpu_times()
        total += times.user + times.system
    return total


def _running_children() -> list[Any]:
    import psutil

    return psutil.Process().children(recursive=True)


def _keep_to_processors(count: int) -> None:
    """Run on the last `count` processors alone, where the system has a way to say so: XLA takes all that it sees."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-count:])


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError as error:
        raise ImportError(f"{distribution} is not installed") from error


def main(order: str) -> None:
    """Carry out an order given as JSON."""
    import_module("psutil")  # before anything is timed
    try:
        found: dict[str, Any] = asdict(run(Order(**json.loads(order))))
    except ImportError as error:
        found = {"missing": str(error)}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
