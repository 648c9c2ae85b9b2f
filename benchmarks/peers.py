"""Measure the suite beside its peers, and write docs/peers.json, docs/peers.svg, docs/benchmarks.md and the README.

Peers live in an environment of their own, made by benchmarks/peers_environment.sh; what is not installed there is
listed as such.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

ROOT = Path(__file__).parents[1]
if __name__ == "__main__":  # Python puts the script's folder on its path; the modules below are found from the root
    sys.path[0] = str(ROOT)

from benchmarks.comparison.contestants import Contestant, contestants  # noqa: E402 (the path comes first)
from benchmarks.comparison.harness import in_a_process, measure, number_of_runs  # noqa: E402
from benchmarks.comparison.report import page_part, plot, quoted, with_part  # noqa: E402
from benchmarks.comparison.results import Results  # noqa: E402
from cosmozoo.train.files import replacing  # noqa: E402

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

PEERS = ROOT / "build" / "peers"
RESULTS = ROOT / "docs" / "peers.json"
PAGE = ROOT / "docs" / "benchmarks.md"
README = ROOT / "README.md"


@app.command(epilog="Example: python benchmarks/peers.py --seconds 3 --rounds 5 --only ours --only pgx", help=__doc__)
def main(
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="Length of each run.")] = 2.0,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Rounds in which each runs once.")] = 5,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="WORDS",
            help="Refresh those alone whose name has these words, or `ours`; may be repeated. See --names.",
        ),
    ] = None,
    processor_time: Annotated[
        bool, typer.Option("--processor-time", help="Count processor time, for a busy machine; one thread only.")
    ] = False,
    peers: Annotated[Path, typer.Option("--peers", metavar="FOLDER", help="The peers' environment.")] = PEERS,
    json_file: Annotated[Path, typer.Option("--json", metavar="FILE", help="Where results are kept.")] = RESULTS,
    names: Annotated[bool, typer.Option("--names", help="Print the names of all that is measured, and leave.")] = False,
    report_only: Annotated[
        bool, typer.Option("--report-only", help="Measure nothing: write tables and plot from the kept results.")
    ] = False,
) -> None:
    """Read the arguments, measure, keep the results, report them."""
    everyone = contestants()
    if names:
        typer.echo("\n".join(c.name for c in everyone))
        return
    try:
        if not report_only:
            clock = "processor" if processor_time else "elapsed"
            chosen = chosen_by(only, everyone)
            older = Results.read(json_file) if only and json_file.exists() else None
            newer = measured(chosen, rounds, seconds, clock, peers)
            order = [c.name for c in everyone]
            (older.refreshed(newer, order) if older else newer).write(json_file)
        write_report(Results.read(json_file), json_file)
    except (ValueError, OSError, RuntimeError) as error:
        typer.echo(f"peers: {error}", err=True)
        raise typer.Exit(2) from error


def chosen_by(only: Sequence[str] | None, everyone: Sequence[Contestant]) -> list[Contestant]:
    """Those whose names have some of these words. Raises ValueError for words that no name has."""
    if not only:
        return list(everyone)
    for words in only:
        if not any(_meant(words, contestant) for contestant in everyone):
            raise ValueError(f"--only {words!r}: nothing that is measured has this in its name (see --names)")
    return [c for c in everyone if any(_meant(words, c) for words in only)]


def _meant(words: str, contestant: Contestant) -> bool:
    return (words == "ours" and contestant.own) or words.lower() in contestant.name.lower()


def measured(chosen: Sequence[Contestant], rounds: int, seconds: float, clock: str, peers: Path) -> Results:
    """Measure, showing how far it is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=number_of_runs(chosen, rounds, clock), completed=-1)
        results = measure(
            chosen,
            rounds,
            seconds,
            clock,
            in_a_process(peers / "bin" / "python"),
            lambda what: progress.update(task, description=what, advance=1),
        )
        progress.advance(task)
        return results


def write_report(results: Results, json_file: Path) -> None:
    """The plot beside the results; the tables and the ratios on their pages, if these are the results of the docs."""
    picture = json_file.with_suffix(".svg")
    plot(results, picture)
    part = page_part(results, picture.name)
    if json_file.resolve() != RESULTS:
        typer.echo(part)
        return
    for page, text in ((PAGE, part), (README, quoted(results))):
        changed = with_part(page.read_text(encoding="utf-8"), text)
        with replacing(page) as temporary:
            temporary.write_text(changed, encoding="utf-8")


if __name__ == "__main__":
    app()
