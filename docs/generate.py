"""Write the generated parts of the documentation: tables on the games' pages, and pictures (`make docs`).

Between the lines `<!-- generated -->` and `<!-- end generated -->` of docs/games/<id>.md stand the tables of
facts, variants, components, actions and observation segments, from the game's declarations, and the results of its
shipped agent, from the checkpoint's manifest.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from pictures import pictures

from cosmozoo.envs import games
from cosmozoo.envs.core.game import Game
from cosmozoo.train.shipping import about_foresight
from cosmozoo.wrappers.checkpoints import read_manifest, shipped_checkpoint

DOCS = Path(__file__).parent
FOLDER = DOCS / "games"
BEGIN, END = "<!-- generated -->", "<!-- end generated -->"


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """A Markdown table."""
    columns = list(head)
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    return lines + ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]


def generated(game: Game) -> str:
    """The generated part of a game's page."""
    facts, labels = game.facts, game.labels(game.components(None))
    parts = [
        "## Facts",
        "",
        *table(
            ("", ""),
            [
                ("players", f"{', '.join(map(str, game.players))} (default {game.default_players})"),
                ("actions A", labels.size),
                ("observation values O", game.layout.size),
                ("hidden information", "yes" if facts.hidden_information else "no"),
                ("chance", facts.chance),
                ("simultaneous choices", "yes" if facts.simultaneous else "no"),
                ("longest game", "no bound" if facts.longest_game is None else f"{facts.longest_game} decisions"),
                ("max_cycles", "none" if game.default_max_cycles is None else game.default_max_cycles),
                ("scores", f"{facts.score_range[0]} to {facts.score_range[1]}"),
                ("score scale of reward='score'", f"{facts.score_scale:g}"),
                ("rewards add up to 0 (reward='rank')", "yes" if facts.zero_sum else "not always"),
                ("size of a state", f"{game.state.dtype.itemsize} bytes"),
            ],
        ),
        "",
        "## Variants",
        "",
        *table(
            ("argument", "values", "default", "meaning"),
            [
                (
                    f"`{v.name}`",
                    "any" if v.values is None else ", ".join(f"`{x!r}`" for x in v.values),
                    f"`{v.default!r}`",
                    v.meaning,
                )
                for v in game.variants
            ],
        ),
        "",
        "## Components",
        "",
        *table(("table", "status", "what the rulebook prints"), [t[:3] for t in game.component_tables]),
        "",
        *(line for t in game.component_tables if t.rows for line in (f"### {t.name}", "", *table(t.head, t.rows), "")),
        "## Actions",
        "",
        *table(
            ("index", "count", "label", "meaning"),
            [(_span(b.start, len(b.labels)), len(b.labels), _labels(b.labels), b.meaning) for b in labels.blocks],
        ),
        "",
        "## Observation",
        "",
        "Seats are relative: the observing seat first, then clockwise. Segments have these places in the tensor:",
        "",
        *table(
            ("offset", "name", "shape", "meaning", "scale"),
            [(s.offset, f"`{s.name}`", "×".join(map(str, s.shape)), s.meaning, s.scale) for s in game.layout],
        ),
        "",
        "## The shipped agent",
        "",
        *shipped_agent(game),
    ]
    return "\n".join(parts)


def shipped_agent(game: Game) -> list[str]:
    """How strong the agent is that comes with the game, as its manifest says."""
    try:
        path = shipped_checkpoint(game.id)
    except FileNotFoundError:
        return ["None is shipped for this game yet."]
    manifest = read_manifest(path)
    card = f"../../configs/checkpoints/{game.id}.md"
    return [
        f"`make_policy('shipped', '{game.id}')`, or `--against shipped`. It learned from {manifest.steps:,} decisions "
        "of its own. The opponent has all other seats; seats rotate, and every deal is played in each of them. Ties "
        f"share a win, brackets hold 95% intervals. Its [card]({card}) has the curve and the settings.",
        *about_foresight(manifest.network),
        "",
        *table(
            ("table", "games", "win rate", "mean reward"),
            [
                (
                    name,
                    f"{result['games']:,}",
                    f"{result['win_rate']:.1%} ({' to '.join(f'{x:.1%}' for x in result['win_rate_ci'])})",
                    f"{result['mean_reward']:+.2f} ({' to '.join(f'{x:+.2f}' for x in result['mean_reward_ci'])})",
                )
                for name, result in manifest.results.items()
            ],
        ),
    ]


def _span(start: int, count: int) -> str:
    return str(start) if count == 1 else f"{start}–{start + count - 1}"


def _labels(labels: tuple[str, ...]) -> str:
    if len(labels) <= 4:
        return ", ".join(f"`{label}`" for label in labels)
    return f"`{labels[0]}`, `{labels[1]}`, … `{labels[-1]}`"


def page(game: Game) -> str:
    """A game's page with its generated part as it has to be."""
    text = (FOLDER / f"{game.id}.md").read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise SystemExit(f"docs/games/{game.id}.md lacks the lines {BEGIN} and {END}")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    return f"{before}{BEGIN}\n\n{generated(game)}\n\n{END}{after}"


def generated_files() -> dict[Path, str]:
    """Every file that is generated, wholly or in part, as it has to be."""
    return {**{FOLDER / f"{game.id}.md": page(game) for game in games.values()}, **pictures()}


def main(check: bool) -> int:
    """Write what is out of date, or with `check` only say what is; gives the exit status."""
    stale = 0
    for path, text in generated_files().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(f"{'out of date' if check else 'written'}: docs/{path.relative_to(DOCS)}")
            if not check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
