"""What was measured, as it is kept in a file: every run of every contestant, so that tables can be made anew."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from cosmozoo.train.files import write_json

from .contestants import Contestant
from .worker import Run, Seconds


@dataclass
class Machine:
    """Where it was measured."""

    processor: str
    processors: int
    memory_gib: int
    system: str
    python: str
    numpy: str

    @classmethod
    def here(cls) -> Machine:
        """The machine that this runs on."""
        import psutil

        return cls(
            _processor_name(),
            os.cpu_count() or 1,
            round(psutil.virtual_memory().total / 2**30),
            f"{platform.system()} {platform.machine()}",
            platform.python_version(),
            np.__version__,
        )


def _processor_name() -> str:
    """The processor's name, which Python itself does not know on Linux."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@dataclass
class Row:
    """What is known of one contestant.

    day: of the measurement, as 2026-11-30.
    clock: "elapsed" or "processor": the seconds that count in its speed and times.
    seconds: of play in each run.
    missing: why there are no runs; None if there are.
    """

    name: str
    section: str
    library: str
    game: str
    form: str
    own: bool
    day: str
    clock: str
    seconds: float
    runs: list[Run] = field(default_factory=list)
    missing: str | None = None

    @classmethod
    def of(cls, contestant: Contestant, day: str, clock: str, seconds: float) -> Row:
        """The row of a contestant that has not run yet."""
        c = contestant
        return cls(c.name, c.section, c.library, c.game, c.form, c.own, day, clock, seconds)

    @property
    def version(self) -> str:
        """Of its library; empty if it is not installed."""
        return self.runs[0].version if self.runs else ""

    @property
    def speeds(self) -> list[float]:
        """Decisions a second of each run; none where only the first decisions were measured."""
        return [run.decisions / self._counted(run.playing) for run in self.runs if run.decisions]

    @property
    def measured(self) -> bool:
        """Whether it has a speed."""
        return bool(self.speeds)

    @property
    def speed(self) -> float:
        """The median of `speeds`, of which there has to be one."""
        return median(self.speeds)

    @property
    def import_seconds(self) -> float | None:
        """Median over the runs."""
        return self._median(lambda run: run.importing)

    @property
    def first_seconds(self) -> float | None:
        """From the imported library to the first decisions played: the median over the runs."""
        return self._median(lambda run: run.first)

    @property
    def bytes_per_game(self) -> float | None:
        """The median over the runs that asked for it."""
        known = [run.bytes_per_game for run in self.runs if run.bytes_per_game is not None]
        return median(known) if known else None

    def _median(self, part: Callable[[Run], Seconds]) -> float | None:
        return median(self._counted(part(run)) for run in self.runs) if self.runs else None

    def _counted(self, seconds: Seconds) -> float:
        return seconds.processor if self.clock == "processor" else seconds.elapsed


@dataclass
class Results:
    """Rows in the order in which they are reported."""

    machine: Machine
    rows: list[Row]

    def row(self, name: str) -> Row | None:
        """The row of this name, if it has been measured."""
        return next((row for row in self.rows if row.name == name), None)

    def refreshed(self, newer: Results, order: Iterable[str]) -> Results:
        """These results with the rows that `newer` measured in their place, in this order of names; others are dropped.

        What `newer` could not measure keeps its older runs, if there are any.

        Raises ValueError if the other machine is another one: its speeds could not be compared with ours.
        """
        if newer.machine != self.machine:
            raise ValueError(
                f"the kept results come from another machine or Python ({self.machine}) than this one "
                f"({newer.machine}): measure everything (without --only), or keep them in another file (--json)"
            )
        rows = {row.name: row for row in self.rows}
        rows.update({row.name: row for row in newer.rows if row.runs or row.name not in rows})
        return Results(self.machine, [rows[name] for name in order if name in rows])

    def write(self, path: Path) -> None:
        """Write as JSON, whole or not at all."""
        write_json(path, asdict(self))

    @classmethod
    def read(cls, path: Path) -> Results:
        """Read what `write` wrote. Raises ValueError naming the file if it is something else."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            return cls(Machine(**kept["machine"]), [_row(row) for row in kept["rows"]])
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path} does not hold results of benchmarks/peers.py: {error}") from error


def _row(kept: dict[str, Any]) -> Row:
    return Row(**{**kept, "runs": [run_from_json(run) for run in kept["runs"]]})


def run_from_json(kept: dict[str, Any]) -> Run:
    """A run as `worker` prints it."""
    times = {name: Seconds(**kept[name]) for name in ("playing", "importing", "first")}
    return Run(**{**kept, **times})
