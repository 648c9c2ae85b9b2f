"""Results as tables, as a plot, and as the ratios that the README quotes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from inspect import getdoc
from pathlib import Path

from cosmozoo.train.files import replacing

from .adapters import ADAPTERS
from .contestants import DUMMY_FORM, LARGE, OURS, SELF_PLAY_FORM, batch_form, contestants
from .results import Results, Row

BEGIN, END = "<!-- peers -->", "<!-- end peers -->"
"""Between these lines of a page stands what is generated here."""
AEC = "AEC"
BATCH = batch_form(LARGE)
QUOTED = (
    (AEC, "PettingZoo connect_four_v3, AEC", "PettingZoo's own `connect_four_v3`"),
    (AEC, "PettingZoo texas_holdem_v4, AEC", "PettingZoo's own `texas_holdem_v4`"),
    (AEC, "OpenSpiel gin_rummy, one game", "OpenSpiel's `gin_rummy` from Python"),
    (BATCH, "OpenSpiel gin_rummy, one game", "OpenSpiel's `gin_rummy` from Python"),
    (BATCH, "OpenSpiel backgammon, one game", "OpenSpiel's `backgammon` from Python"),
    (BATCH, "RLCard gin-rummy, one game", "RLCard's `gin-rummy`"),
    (BATCH, f"Pgx backgammon, {BATCH}", "such a batch of Pgx's `backgammon` on the CPU"),
    (BATCH, f"Pgx connect_four, {BATCH}", "such a batch of Pgx's `connect_four` on the CPU"),
)
"""What the README compares: the form of our games, the peer's row, how it calls the peer."""


# ---- Ratios


def our_speeds(results: Results, form: str) -> list[float]:
    """The speeds of our games in this form, lowest first."""
    return sorted(row.speed for row in _measured(results, "play") if row.library == OURS and row.form == form)


def ratio(results: Results, form: str, peer: Row) -> str:
    """How many times as fast our games are as the peer: of the slowest and of the fastest game, or "–"."""
    ours = our_speeds(results, form)
    if not (peer.measured and ours):
        return "–"
    low, high = (_times(speed / peer.speed) for speed in (ours[0], ours[-1]))
    return low if low == high else f"{low}–{high}"


def training_ratios(results: Results) -> Iterator[tuple[str, str]]:
    """What else MaskablePPO was trained on, and how many times as fast it was on ours."""
    rows = _measured(results, "training")
    ours = next((row for row in rows if row.form == SELF_PLAY_FORM), None)
    for row in rows:
        if ours is not None and row is not ours:
            yield row.form, _times(ours.speed / row.speed)


def quoted(results: Results) -> str:
    """The README's ratios, as a list in Markdown; what was not measured is not quoted."""
    lines = []
    for form, name, peer in QUOTED:
        row = results.row(name)
        if row is not None and row.measured and our_speeds(results, form):
            lines.append(f"- {form}: {ratio(results, form, row)} times {peer};")
    for form, times in training_ratios(results):
        if form == DUMMY_FORM:  # on one thread as well
            lines.append(f"- MaskablePPO on `SelfPlayVecEnv`: {times} times the usual `DummyVecEnv`;")
    return "\n".join(lines).removesuffix(";") + "."


def _times(value: float) -> str:
    """A ratio in two digits."""
    return f"{float(f'{value:.2g}'):,g}"


# ---- Tables


def page_part(results: Results, plot: str) -> str:
    """What docs/benchmarks.md holds of the results; `plot` is the picture's place relative to it."""
    parts = [
        _where(results),
        f"![Decisions a second of every library, on a logarithmic scale]({plot})",
        "Ours, one column a game, in thousands of decisions a second: the median, and the lowest and highest run.",
        _our_table(results),
        "The others, and how many times as fast our games are, from the slowest of the five to the fastest:",
        _peer_table(results),
        "What a step does:",
        _step_table(),
        "MaskablePPO with the same network, updates of the same size and the same opponents, decisions a second "
        "of playing and learning together:",
        _training_table(results),
        "Starting, in seconds, and the memory of a game in play. The first decisions include making the games, and "
        "compiling where a library compiles.",
        _start_table(results),
    ]
    return "\n\n".join(parts)


def _where(results: Results) -> str:
    machine = results.machine
    rows = [row for row in results.rows if row.runs]
    days = sorted({row.day for row in rows})
    clocks = sorted({row.clock for row in rows})
    counts = sorted({len(row.runs) for row in rows if row.speeds})
    seconds = sorted({row.seconds for row in rows if row.speeds})
    versions = sorted({f"{row.library} {row.version}" for row in rows if row.section == "play"})
    return (
        f"Measured on {' and '.join(days)} on {machine.processor}, {machine.processors} processors, "
        f"{machine.memory_gib} GiB, {machine.system}, Python {machine.python}, NumPy {machine.numpy}, in "
        f"{' and '.join(clocks)} time: medians of {_span(counts)} runs of {_span(seconds)} s, each in a process of its "
        f"own, all contestants in turn in each round. {', '.join(versions)}."
    )


def _our_table(results: Results) -> str:
    ours = [row for row in results.rows if row.section == "play" and row.library == OURS]
    games = list(dict.fromkeys(row.game for row in ours))
    forms = list(dict.fromkeys(row.form for row in ours))
    cells = {(row.form, row.game): _speed_cell(row) for row in ours}
    return _table(
        ("", *(f"`{game}`" for game in games)),
        ([form, *(cells.get((form, game), "–") for game in games)] for form in forms),
    )


def _peer_table(results: Results) -> str:
    peers = [row for row in results.rows if row.section == "play" and row.library != OURS]
    return _table(
        ("", "thousand decisions/s", "our AEC loop", f"our {BATCH}"),
        (
            [
                f"{row.library} `{row.game}`, {row.form}",
                _speed_cell(row),
                ratio(results, AEC, row),
                ratio(results, BATCH, row),
            ]
            for row in peers
        ),
    )


def _step_table() -> str:
    """The adapters' own descriptions."""
    played = {c.adapter: c for c in contestants() if c.section == "play"}
    names = {name: f"{OURS}, {c.form.split()[0]}" if c.own else c.library for name, c in played.items()}
    return _table(
        ("", "a step"),
        ([name, " ".join((getdoc(ADAPTERS[adapter]) or "").split())] for adapter, name in names.items()),
        numbers=False,
    )


def _training_table(results: Results) -> str:
    times = dict(training_ratios(results))
    return _table(
        ("", "thousand decisions/s", "times as fast on SelfPlayVecEnv"),
        ([row.form, _speed_cell(row), times.get(row.form, "–")] for row in results.rows if row.section == "training"),
    )


def _start_table(results: Results) -> str:
    cold = {row.game: row for row in results.rows if row.section == "start"}
    played = [row for row in results.rows if row.section == "play" and row.runs]
    rows = [row for row in played if not row.own or row.form in (AEC, BATCH)]
    return _table(
        ("", "import", "first decisions", "… with nothing compiled before", "bytes a game"),
        (
            [
                f"{row.library} `{row.game}`, {row.form}",
                _seconds(row.import_seconds),
                _seconds(row.first_seconds),
                _seconds(cold[row.game].first_seconds) if row.library == OURS and row.game in cold else "the same",
                "–" if row.bytes_per_game is None else f"{row.bytes_per_game:,.0f}",
            ]
            for row in rows
        ),
    )


def _measured(results: Results, section: str) -> list[Row]:
    return [row for row in results.rows if row.section == section and row.measured]


def _speed_cell(row: Row) -> str:
    if row.missing:
        return row.missing
    low, high = min(row.speeds), max(row.speeds)
    return f"{_thousands(row.speed)} ({_thousands(low)}–{_thousands(high)})"


def _thousands(speed: float) -> str:
    thousands = speed / 1000
    return f"{thousands:,.0f}" if thousands >= 100 else f"{thousands:.3g}"


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _span(values: Sequence[float]) -> str:
    return f"{values[0]:g}" if len(values) == 1 else f"{values[0]:g} to {values[-1]:g}"


def _table(head: Iterable[str], rows: Iterable[Sequence[str]], *, numbers: bool = True) -> str:
    """A Markdown table; numbers stand to the right."""
    columns = list(head)
    rule = " ---: |" if numbers else " --- |"
    lines = ["| " + " | ".join(columns) + " |", "| --- |" + rule * (len(columns) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def with_part(text: str, part: str) -> str:
    """A page with what stands between the marks replaced. Raises ValueError if it has no marks."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"the page lacks the lines {BEGIN} and {END}")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n\n{part}\n\n{END}{after}"


# ---- The plot


def plot(results: Results, path: Path) -> None:
    """Draw a line for every peer and every form of ours: a dot for each game, from its lowest run to its highest."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    lines: dict[str, list[Row]] = {}
    for row in _measured(results, "play"):
        name = f"{OURS}, {row.form}" if row.library == OURS else f"{row.library} {row.game}, {row.form}"
        lines.setdefault(name, []).append(row)
    with pyplot.rc_context({"svg.hashsalt": "peers", "font.size": 9}):
        figure, axes = pyplot.subplots(figsize=(8, 1 + 0.26 * len(lines)), layout="constrained")
        for height, rows in enumerate(reversed(lines.values())):
            for row in rows:
                colour = "tab:red" if row.library == OURS else "tab:blue"
                axes.plot([min(row.speeds), max(row.speeds)], [height] * 2, color=colour, alpha=0.5)
                axes.plot(row.speed, height, "o", color=colour, markersize=4)
        axes.set_yticks(range(len(lines)), list(reversed(lines)))
        axes.set_xscale("log")
        axes.set_xlabel("decisions a second, random legal play, observation and mask written")
        axes.grid(axis="x", alpha=0.3)
        with replacing(path) as temporary:
            figure.savefig(temporary, metadata={"Date": None})
        pyplot.close(figure)
