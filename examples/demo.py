"""The suite at work, in about two minutes: a game, a small agent trained, measured, kept, loaded and played against.

Run it with `make demo`, or `python examples/demo.py` where cosmozoo[train] is installed.
"""

import shutil
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress, track
from rich.table import Table

from cosmozoo.envs import big_bang_theory_v0, get_game
from cosmozoo.train.evaluation import Evaluation, evaluate
from cosmozoo.train.preparing import steps
from cosmozoo.train.records import choose
from cosmozoo.train.training import run
from cosmozoo.wrappers import make_policy, read_manifest

GAME = "big_bang_theory_v0"
HERE = Path(__file__).parent
RUN = HERE.parent / "runs" / "demo"
GAMES = 1000

console = Console()


def say(text: str) -> None:
    """Print a text as it is."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def compile_the_game() -> None:
    """The rules are plain Python functions; Numba compiles them once and keeps them for later."""
    game = get_game(GAME)
    for _name, use in track(steps(game), "compiling (once)", console=console):
        use()


def show_some_decisions() -> None:
    """A PettingZoo AEC environment, stepped with random legal actions."""
    env = big_bang_theory_v0.env(num_players=2, render_mode="ansi")
    env.reset(seed=1)
    generator = np.random.default_rng(1)
    for agent in env.agent_iter(4):
        observation, *_ = env.last()
        action = int(generator.choice(np.flatnonzero(observation["action_mask"])))
        say(f"{agent}: {env.action_labels[action]}")
        env.step(action)
    say(f"\n{env.render()}")


def train_an_agent() -> Path:
    """MaskablePPO as examples/demo.yaml says."""
    shutil.rmtree(RUN, ignore_errors=True)  # that of an earlier demo
    checkpoint = run(HERE / "demo.yaml", [f"output={RUN}"], console=console)
    manifest = read_manifest(checkpoint)
    say(f"checkpoint: {checkpoint} ({checkpoint.stat().st_size / 1e6:.1f} MB, {manifest.steps:,} steps)")
    return checkpoint


def measure_it(checkpoint: Path) -> None:
    """Rotated seats, equal deals, 95% intervals."""
    grid = Table("policy", "games", "win rate", "95% interval", "mean reward")
    for rival in ("random", "greedy"):
        result = evaluate_with_bar(checkpoint, rival)
        low, high = result.agents[0].win_rate_ci
        grid.add_row(
            f"the agent against {rival}",
            f"{result.games:,}",
            f"{result.agents[0].win_rate:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{result.agents[0].mean_reward:+.2f}",
        )
    console.print(grid)


def evaluate_with_bar(checkpoint: Path, rival: str) -> Evaluation:
    """The agent against a rival; the games go by in a progress bar."""
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(f"against {rival}", total=GAMES)
        return evaluate(
            GAME, [make_policy(checkpoint, GAME), rival], GAMES, progress=lambda ended: progress.advance(task, ended)
        )


def show_a_game(checkpoint: Path) -> None:
    """The loaded agent in seat 0, greedy in seat 1: the last round, as seat 0 sees it, and the end."""
    seats = [make_policy(checkpoint, GAME), make_policy("greedy")]
    env = big_bang_theory_v0.env(num_players=2, render_mode="ansi")
    env.reset(seed=7)
    last_round = False
    while not env.terminations["player_0"]:
        seat = env.possible_agents.index(env.agent_selection)
        if env.position()["round"] == 6 and not last_round:
            say(env.game.draw_text(env.position(), 0, env.table) + "\n")
            last_round = True
        action = choose(env, seats[seat])
        if last_round:
            say(f"{seats[seat].name if seat else 'the agent'}: {env.action_labels[action]}")
        env.step(action)
    scores = [env.infos[agent]["score"] for agent in env.possible_agents]
    say(f"\nthe agent {scores[0]} points, greedy {scores[1]} points")


def main() -> None:
    """Everything in turn."""
    started = time.perf_counter()
    console.rule("The Big Bang Theory: compiled once")
    compile_the_game()
    console.rule("Random decisions")
    show_some_decisions()
    console.rule("Training a small agent (a minute)")
    checkpoint = train_an_agent()
    console.rule("How strong it is")
    measure_it(checkpoint)
    console.rule("The last round of a game, the agent against greedy")
    show_a_game(checkpoint)
    console.rule(f"{time.perf_counter() - started:.0f} s in all")
    say(f"Play against it yourself: cosmozoo play {GAME} --players 2 --against {checkpoint}")


if __name__ == "__main__":
    main()
