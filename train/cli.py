"""The command line: `cosmozoo games | compile | train | evaluate | play | record | replay | bench`.

Each command reads its arguments, refuses bad ones with a sentence, and hands over. Heavy libraries are imported
when a command needs them, so that `cosmozoo --help` starts at once and with the `cli` extra alone.
"""

from __future__ import annotations

import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table as Grid
from rich.text import Text
from typer.core import TyperGroup

from .arguments import (
    FILE_ERRORS,
    Refused,
    find_game,
    find_games,
    read_variants,
    refusing,
    set_table,
    spread,
    usable_file,
)

if TYPE_CHECKING:
    from cosmozoo.envs import GameEnv
    from cosmozoo.envs.core.game import Game
    from cosmozoo.play.match import Match
    from cosmozoo.wrappers.policies import Policy

    from .evaluation import Evaluation
    from .records import Checked


class _Commands(TyperGroup):
    """The commands, with one way to refuse: a sentence on stderr and exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as refused:
            _errors().print(f"cosmozoo: {refused}", markup=False, highlight=False, soft_wrap=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            _errors().print("\ncosmozoo: stopped", markup=False)
            ctx.exit(130)


app = typer.Typer(
    name="cosmozoo",
    cls=_Commands,
    help="Five board games about the cosmos as reinforcement-learning environments.",
    epilog="Example: cosmozoo evaluate big_bang_theory_v0 greedy random --games 1000",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

POLICIES = (
    "random, greedy, lookahead (big_bang_v0), search:N (N simulations a decision), shipped (the game's checkpoint) or "
    "a checkpoint's path"
)

PORT = 8000
"""Where the page to play on is served."""

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game (see: cosmozoo games).")]
GamesArgument = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Ids of games; all by default.")]
VariantsOption = Annotated[
    list[str] | None,
    typer.Option("--variants", metavar="KEY=VALUE", help="A variant, its value read as YAML; may be repeated."),
]
PlayersOption = Annotated[int | None, typer.Option("--players", help="Seats; the game's default if not given.")]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def main() -> None:
    """Run the command line."""
    app()


def _print_version(wanted: bool) -> None:
    if wanted:
        from cosmozoo import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _suite(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass  # the options of the whole command line; typer takes the help text from `app`


# ---- The games


@app.command(epilog="Example: cosmozoo games --json")
def games(as_json: JsonFlag = False) -> None:
    """List the games: players, tensors, variants and what is true of each."""
    found = [_facts(game) for game in find_games(None)]
    if as_json:
        _print_json(found)
        return
    grid = Grid(show_lines=True)
    grid.add_column("game", min_width=max(len(facts["id"]) for facts in found))
    for title in ("players", "O", "A", "variants (the default first)", "facts"):
        grid.add_column(title, justify="right" if title in "OA" else "left", overflow="fold")
    for facts in found:
        variants = [
            f"{v['name']}: {' | '.join(_value_text(value) for value in v['values'])}"
            if v["values"]
            else f"{v['name']}: {_value_text(v['default'])}, or another value"
            for v in facts["variants"]
        ]
        grid.add_row(
            Text(f"{facts['id']}\n{facts['title']}"),
            ", ".join(map(str, facts["players"])),
            str(facts["observation_size"]),
            str(facts["num_actions"]),
            Text("\n".join(variants)),
            Text("\n".join(_fact_lines(facts))),
        )
    _output().print(grid)


def _facts(game: Game) -> dict[str, Any]:
    facts = game.facts
    return {
        "id": game.id,
        "title": game.title,
        "players": list(game.players),
        "default_players": game.default_players,
        "observation_size": game.layout.size,
        "num_actions": game.num_actions,
        "variants": [
            {
                "name": variant.name,
                "default": variant.default,
                "values": None
                if variant.values is None
                else [variant.default, *(v for v in variant.values if v != variant.default)],
                "meaning": variant.meaning,
            }
            for variant in game.variants
        ],
        "hidden_information": facts.hidden_information,
        "chance": facts.chance,
        "simultaneous": facts.simultaneous,
        "longest_game": facts.longest_game,
        "score_range": list(facts.score_range),
        "zero_sum": facts.zero_sum,
    }


def _fact_lines(facts: dict[str, Any]) -> list[str]:
    longest = facts["longest_game"]
    low, high = facts["score_range"]
    return [
        "hidden information" if facts["hidden_information"] else "everything is open",
        f"chance: {facts['chance']}",
        "simultaneous choices" if facts["simultaneous"] else "one seat after another",
        f"at most {longest} decisions" if longest else "no longest game",
        f"scores {low} to {high}",
        "zero-sum" if facts["zero_sum"] else "not zero-sum",
    ]


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@app.command(epilog="Example: cosmozoo compile big_bang_theory_v0")
def compile(
    game: GamesArgument = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, help="In how many processes at the same time; in as many as processors by default."
        ),
    ] = None,
) -> None:
    """Compile games ahead, so that nothing has to be compiled later (for images and clusters)."""
    from cosmozoo.envs.core.compiling import PLAIN, cache_root

    from .preparing import compile_games, steps

    chosen = find_games(game)
    if PLAIN:
        _errors().print("The compiler is off (NUMBA_DISABLE_JIT): there is nothing to compile.")
        return
    started = time.perf_counter()
    with _progress() as progress:
        total = sum(len(steps(one)) for one in chosen)
        task = progress.add_task("compiling", total=total)
        begun = itertools.count()
        compile_games(
            chosen,
            jobs or os.cpu_count() or 1,
            lambda game_id, step: progress.update(task, description=f"{game_id}: {step}", completed=next(begun)),
        )
        progress.update(task, completed=total)
    took = time.perf_counter() - started
    kept = f"kept in {cache_root()}" if all(one.drivers.are_kept() for one in chosen) else "but not kept"
    _note(f"{len(chosen)} game{'s' if len(chosen) != 1 else ''} ready after {took:.1f} s, {kept}")


# ---- Training and evaluation


@app.command(epilog="Example: cosmozoo train big_bang_theory --set total_steps=1e6 --set output=runs/short")
def train(
    config: Annotated[str, typer.Argument(metavar="CONFIG", help="A YAML file, or the name of a shipped one.")],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Replace a setting of the config; may be repeated."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run where it was interrupted.")] = False,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="sb3|rllib",
            help="Stable-Baselines3 in one process, or RLlib on many; short for --set engine=…",
        ),
    ] = None,
) -> None:
    """Train an agent with PPO as a config says."""
    from cosmozoo.wrappers.checkpoints import CheckpointError

    from .config import ConfigError
    from .training import TrainingDivergedError, run

    try:
        overrides = [*(settings or []), *([f"engine={engine}"] if engine else [])]
        checkpoint = run(config, overrides, resume=resume)
    except (ConfigError, CheckpointError, TrainingDivergedError, OSError) as error:
        raise Refused(str(error)) from error
    _note(f"checkpoint: {checkpoint}")


@app.command(epilog="Example: cosmozoo evaluate big_bang_theory_v0 greedy random random --games 1000 --json out.json")
def evaluate(
    game: GameArgument,
    policies: Annotated[
        list[str], typer.Argument(metavar="A B [B]...", help=f"As many policies as seats: {POLICIES}.")
    ],
    count: Annotated[int, typer.Option("--games", min=1, help="Games in all, in rotated seats.")] = 1000,
    variants: VariantsOption = None,
    players: Annotated[int | None, typer.Option("--players", help="Seats; must be the number of policies.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same result.")] = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of the batch engine.")] = 1,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the result as JSON.")] = None,
    plot_file: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE.png|FILE.svg", help="Draw the result with its intervals.")
    ] = None,
) -> None:
    """Let policies play each other, in rotated seats and on equal deals.

    Prints win rates (ties share a win) and mean rewards with 95% intervals, and openskill ratings.
    """
    chosen = find_game(game)
    if players is not None and players != len(policies):
        raise Refused(f"--players {players}: as many policies as seats are needed, and {len(policies)} are given")
    arguments = read_variants(variants or [])
    if len(policies) not in chosen.players:
        raise Refused(
            f"{len(policies)} polic{'y' if len(policies) == 1 else 'ies'} for {game}, which takes "
            f"{', '.join(map(str, chosen.players))} players: name one policy for each seat"
        )
    set_table(chosen, len(policies), arguments)
    if json_file is not None:
        usable_file(json_file)
    if plot_file is not None:
        usable_file(plot_file, (".png", ".svg"))
        import matplotlib  # noqa: F401  (where it is not installed this is said before the games, not after)
    sitting = _policies(policies, game, seed)
    from .evaluation import evaluate as evaluated
    from .evaluation import plot
    from .files import write_json

    with _progress() as progress:
        task = progress.add_task(f"{game}: {' – '.join(policies)}", total=count)
        result = evaluated(
            game,
            sitting,
            count,
            seed=seed,
            num_threads=threads,
            progress=lambda ended: progress.advance(task, ended),
            **arguments,
        )
    _output().print(_evaluation_grid(result))
    if count % result.players:
        _note(f"{count} games are no multiple of {result.players}: the last deal was not played in every seating.")
    if result.truncated:
        _note(f"{result.truncated} games were cut off at max_cycles and counted as they stood.")
    with refusing(errors=FILE_ERRORS):
        if json_file is not None:
            write_json(json_file, result.as_json())
        if plot_file is not None:
            plot(result, plot_file)


def _evaluation_grid(result: Evaluation) -> Grid:
    competing = result.agents[0].rating is not None
    grid = Grid(title=f"{result.game}, {result.games:,} games of {result.players}, every seating, equal deals")
    grid.add_column("policy", overflow="fold")
    for title in ("win rate\n95% interval", "mean reward\n95% interval", "mean\nscore", "rating"):
        grid.add_column(title, justify="right", no_wrap=True)
    for agent in result.agents:
        low, high = agent.win_rate_ci
        least, most = agent.mean_reward_ci
        grid.add_row(
            Text(agent.name),
            f"{agent.win_rate:.1%}\n{low:.1%} – {high:.1%}" if competing else "–",
            f"{agent.mean_reward:+.3f}\n{least:+.3f} – {most:+.3f}",
            f"{agent.mean_score:.1f}",
            f"{agent.rating:.1f}\n± {agent.rating_sigma:.1f}" if competing else "–",
        )
    return grid


# ---- Records


@app.command(
    epilog="Example: cosmozoo record big_bang_theory_v0 --players 3 --games 10 --policy random --out out.jsonl"
)
def record(
    game: GameArgument,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.jsonl", help="The file to write.")],
    players: PlayersOption = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same games.")] = 0,
    count: Annotated[int, typer.Option("--games", min=1, help="Games to play.")] = 1,
    policy: Annotated[
        list[str] | None,
        typer.Option("--policy", help=f"One for all seats, or repeated, one for each: {POLICIES}. Default: random."),
    ] = None,
    variants: VariantsOption = None,
) -> None:
    """Write games played by policies, one JSON object a line: each decision, then the end."""
    chosen = find_game(game)
    arguments = read_variants(variants or [])
    table = set_table(chosen, players, arguments)
    names = spread(policy or ["random"], table.num_players, "--policy")
    usable_file(out)
    sitting = _policies(names, game, seed)
    env = _environment(chosen, table.num_players, arguments)
    from .records import played_game, write_lines

    def lines() -> Iterator[dict[str, Any]]:
        for number in range(count):
            env.reset(seed=seed if number == 0 else None)
            yield from played_game(env, sitting)
            progress.advance(task)

    with _progress() as progress, refusing(errors=FILE_ERRORS):
        task = progress.add_task(f"{game}: {' – '.join(names)}", total=count)
        written = write_lines(lines(), out)
    _output().print(
        f"{count} game{'s' if count != 1 else ''}, {written} lines: {out}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


@app.command(
    epilog="Examples: cosmozoo replay out.jsonl --delay 0.5; cosmozoo replay out.jsonl --to film.html --game 2"
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record that `cosmozoo record` or `play` wrote.")],
    step: Annotated[bool, typer.Option("--step", help="Show each decision and wait for Enter.")] = False,
    delay: Annotated[
        float | None, typer.Option("--delay", min=0, metavar="SECONDS", help="Show each decision for so long.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Show what this seat may see; everything if not given.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            metavar="FILE.gif|FILE.mp4|FILE.html",
            help="Make a film of one game, or a page that steps through it (with a choice of all views, or --seat's).",
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--game", min=1, help="With --to: which game of the record. Default: 1.")
    ] = None,
    width: Annotated[
        int | None, typer.Option("--width", min=200, max=3840, help="With --to, of a film, in pixels. Default: 960.")
    ] = None,
    fps: Annotated[
        float | None, typer.Option("--fps", min=0.1, max=30, help="With --to: decisions a second. Default: 2.")
    ] = None,
    variants: VariantsOption = None,
) -> None:
    """Check a record decision by decision, and show it with --step or --delay, or make a film of it with --to.

    A mistake in the record is named with its line. --variants gives what positions do not hold, as components=FILE.
    """
    arguments = read_variants(variants or [])
    if to is not None:
        if step or delay is not None:
            raise Refused("--to writes a file, --step and --delay show the record here: choose one of them")
        _film(file, arguments, seat, to, number or 1, width, fps)
        return
    for option, value in (("--game", number), ("--width", width), ("--fps", fps)):
        if value is not None:
            raise Refused(f"{option} {value}: is for a film, which --to FILE makes")
    decisions = ends = 0
    with _checked(file, arguments) as lines:
        for checked in lines:
            ends += checked.action is None
            decisions += checked.action is not None
            if step or delay is not None:
                _show_line(checked, seat)
                _wait(step, delay)
    _note(f"{file}: {ends} game{'s' if ends != 1 else ''}, {decisions} decisions, all as they must be")


@contextmanager
def _checked(file: Path, variants: dict[str, Any]) -> Iterator[Iterator[Checked]]:
    """The lines of a record, each checked when it is asked for."""
    from .records import RecordError, checked_lines

    with refusing(f"{file}: ", FILE_ERRORS), file.open(encoding="utf-8") as lines:
        try:
            yield checked_lines(lines, variants)
        except RecordError as error:
            raise Refused(f"{file}, {error}") from error


def _film(
    file: Path,
    variants: dict[str, Any],
    seat: int | None,
    to: Path,
    number: int,
    width: int | None,
    fps: float | None,
) -> None:
    """Make a film or a page of game `number`."""
    usable_file(to, (".gif", ".mp4", ".html"))
    page = to.suffix.lower() == ".html"
    if page and width is not None:
        raise Refused(f"--width {width}: is for films; a page is as wide as its window")
    from cosmozoo.play.film_page import write_page
    from cosmozoo.play.films import FPS, WIDTH, FilmError, recorded_game, write_film

    with _progress() as progress, refusing(f"{file}: ", (*FILE_ERRORS, FilmError)):
        task = progress.add_task(f"checking {file.name}", total=None)
        with _checked(file, variants) as lines:
            game = recorded_game(_counted(lines, lambda: progress.advance(task)), number)
        _check_seat(seat, game.env)
        views = [None, *range(game.env.num_players)] if page and seat is None else [seat]
        moments = len(views) * (game.last_moment + 1)
        progress.reset(task, description=f"drawing {to.name}", total=moments)
        if page:
            write_page(game, to, viewers=views, fps=fps or FPS, progress=lambda: progress.advance(task))
        else:
            write_film(
                game, to, viewer=seat, width=width or WIDTH, fps=fps or FPS, progress=lambda: progress.advance(task)
            )
    _note(f"game {number} of {file}, {game.last_moment} decisions: {to} ({to.stat().st_size / 1e6:.1f} MB)")


def _counted(lines: Iterator[Checked], count: Callable[[], None]) -> Iterator[Checked]:
    for line in lines:
        count()
        yield line


def _check_seat(seat: int | None, env: GameEnv) -> None:
    if seat is not None and seat >= env.num_players:
        raise Refused(f"--seat {seat}: the record has the seats 0 to {env.num_players - 1}")


def _show_line(checked: Checked, seat: int | None) -> None:
    env = checked.env
    _check_seat(seat, env)
    output = _output()
    output.rule(f"line {checked.number}", style="dim")
    drawn = env.game.draw_text(checked.position, seat, env.table)
    if checked.action is not None:
        # What a seat decides may be hidden from the one that looks: its label would tell.
        shown = seat is None or seat == checked.player or not env.game.facts.hidden_information
        said = f"seat {checked.player}: {checked.action}" if shown else f"seat {checked.player} decides"
    else:
        said = f"the end: scores {checked.scores}, ranks {checked.ranks}"
    output.print(f"{drawn}\n\n{said}", markup=False, highlight=False, soft_wrap=True)


def _wait(step: bool, delay: float | None) -> None:
    if step:
        try:
            _output().input("Enter: next")
        except EOFError:
            raise typer.Exit from None
    elif delay:
        time.sleep(delay)


# ---- Playing


@app.command(epilog="Examples: cosmozoo play big_bang_theory_v0 --against greedy --players 3; cosmozoo play --web")
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Id of a game (see: cosmozoo games); not needed with --web.")
    ] = None,
    web: Annotated[bool, typer.Option("--web", help="Play in a browser on this machine; prints the address.")] = False,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=f"With --web. Default: {PORT}; 0 takes a free one.")
    ] = None,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", help=f"One for all other seats, or repeated: {POLICIES}. Default: greedy."),
    ] = None,
    players: PlayersOption = None,
    seats: Annotated[
        list[int] | None, typer.Option("--seat", min=0, help="A person's seat; may be repeated. Default: 0.")
    ] = None,
    variants: VariantsOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same deal.")] = None,
    position_file: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Go on from a saved position.")
    ] = None,
    record_file: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write a record of the game at the end.")
    ] = None,
) -> None:
    """Play, alone or with others, against policies: in the terminal, or in a browser with --web.

    In the terminal type labels or their numbers; `help` explains.
    """
    if not web and port is not None:
        raise Refused(f"--port {port}: is for --web")
    if web and record_file is not None:
        raise Refused(f"--record {record_file}: the page has a button that downloads the record")
    if game is None:
        _check_no_game(web, against, players, seats, variants, seed, position_file)
        _serve(None, PORT if port is None else port)
        return
    chosen = find_game(game)
    arguments = read_variants(variants or [])
    position = None if position_file is None else _read_position(position_file)
    if position is not None:
        players = position.get("players") if players is None else players
        kept = position.get("variants")
        arguments = {**(kept if isinstance(kept, dict) else {}), **arguments}
    table = set_table(chosen, players, arguments)
    persons = sorted(set(seats or [0]))
    if persons[-1] >= table.num_players:
        raise Refused(f"--seat {persons[-1]}: the seats here are 0 to {table.num_players - 1}")
    others = table.num_players - len(persons)
    if not others and against:
        raise Refused(f"--against {against[0]}: persons hold all {table.num_players} seats")
    names = spread(against or ["greedy"], others, "--against") if others else []
    if record_file is not None:
        usable_file(record_file)
    policies = iter(_policies(names, game, seed))
    sitting = [None if seat in persons else next(policies) for seat in range(table.num_players)]
    env = _environment(chosen, table.num_players, arguments)
    with refusing(f"{position_file}: " if position_file else ""):
        env.reset(seed=seed, options={} if position is None else {"position": position})
    if web:
        from cosmozoo.play.match import Match

        _serve(Match(env, sitting), PORT if port is None else port, arguments, seed)
        return
    from cosmozoo.play.terminal import TerminalTable

    from .records import write_lines

    at_table = TerminalTable(env, sitting, _output())
    finished = at_table.play()
    if record_file is not None:
        with refusing(errors=FILE_ERRORS):
            write_lines(at_table.lines, record_file)
        _note(f"record{'' if finished else ' of an unfinished game'}: {record_file}")


def _check_no_game(web: bool, *settings: object) -> None:
    """Without a game there has to be a page on which to choose one, and nothing else to choose here."""
    if not web:
        raise Refused("which game? Name one (see: cosmozoo games), or choose it on the page: cosmozoo play --web")
    if any(setting is not None for setting in settings):
        raise Refused("which game? Name the one that these options are for, or choose all of it on the page")


def _serve(match: Match | None, port: int, variants: dict[str, Any] | None = None, seed: int | None = None) -> None:
    """Serve the page to play on, with a game on its first table if there is one."""
    from cosmozoo.play.house import proposing
    from cosmozoo.play.server import LOOPBACK, listen, serve
    from cosmozoo.play.tables import Room

    room = Room(None if match is None else proposing(match, variants or {}, seed))
    try:
        listening = listen(port)
    except OSError as error:
        raise Refused(f"--port {port}: {error.strerror or error}; --port 0 takes a free one") from error
    table = "" if match is None else f"#{room.seat(match).id}"
    _note(f"http://{LOOPBACK}:{listening.getsockname()[1]}/{table}")
    _note("Open this in a browser on this machine. Ctrl+C ends the server and all games in it.")
    serve(room, listening)


def _read_position(path: Path) -> dict[str, Any]:
    with refusing(f"{path}: ", FILE_ERRORS):
        text = path.read_text(encoding="utf-8")
    try:
        position = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(f"{path}: not JSON ({error})") from None
    if type(position) is not dict:
        raise Refused(f"{path}: must hold a position, which is a JSON object")
    return position


# ---- Speed


@app.command(epilog="Example: cosmozoo bench big_bang_theory_v0")
def bench(
    game: GamesArgument = None,
    as_json: JsonFlag = False,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="Length of each run.")] = 0.5,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="Runs of each kind; the median counts.")] = 5,
    processor_time: Annotated[
        bool, typer.Option("--processor-time", help="Count processor time, for a busy machine; one thread only.")
    ] = False,
) -> None:
    """Measure the speed of games: batch engine, AEC loop, compiling, starting."""
    from .bench import PEER, measure, rows

    chosen = find_games(game)
    with _progress() as progress:
        task = progress.add_task("", total=None)
        report = measure(
            chosen,
            seconds,
            repeats,
            processor_time=processor_time,
            tell=lambda what: progress.update(task, description=what),
        )
    if as_json:
        _print_json(report.as_json())
        return
    grid = Grid("", *(found.game for found in report.games), title=f"{report.machine}, {report.clock} time")
    for column in grid.columns[1:]:
        column.justify = "right"
    for title, values in rows(report):
        grid.add_row(title, *values)
    _output().print(grid)
    _note(f"import cosmozoo.envs: {report.import_seconds:.2f} s (Python alone {report.python_seconds:.2f} s)")
    if report.peer is None:
        _note(f"pygame is not installed, so PettingZoo's {PEER} was not measured beside the games.")


# ---- Shared by the commands


def _policies(names: list[str], game_id: str, seed: int | None) -> list[Policy]:
    """A policy for each name, each with random numbers of its own that follow from the seed."""
    from cosmozoo.wrappers.policies import make_policies

    with refusing():
        return make_policies(names, game_id, seed=seed)


def _environment(game: Game, players: int, arguments: dict[str, Any]) -> GameEnv:
    from cosmozoo.envs import GameEnv

    with refusing():
        return GameEnv(game, players, **arguments)


def _output() -> Console:
    return Console()


def _errors() -> Console:
    return Console(stderr=True)


def _note(text: str) -> None:
    _output().print(text, markup=False, highlight=False, soft_wrap=True)


def _print_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def _progress() -> Iterator[Progress]:
    """A progress bar on stderr, gone when the work is done; none where stderr is no terminal."""
    console = _errors()
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress
