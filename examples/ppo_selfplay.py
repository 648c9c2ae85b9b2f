"""PPO by self-play in one file: every seat is played by the same network and learns, masks and all.

The games are a `VectorGame`; nothing but torch and NumPy stands between it and the update. The result is a checkpoint
that `cosmozoo evaluate` and `cosmozoo play` take. Needs cosmozoo[train]. The file reads from top to bottom.

    python examples/ppo_selfplay.py --total-steps 2000000 --output runs/ppo_selfplay.zip
    cosmozoo evaluate big_bang_theory_v0 runs/ppo_selfplay.zip greedy --games 1000
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cosmozoo.envs import VectorGame
from cosmozoo.train.evaluation import evaluate
from cosmozoo.wrappers.checkpoints import Manifest, save_network
from cosmozoo.wrappers.networks import ActorCritic, NetworkPolicy, NetworkShape, build_network

GAMMA = 1.0  # the only reward is the result at the end
GAE_LAMBDA = 0.95
CLIP_RANGE = 0.2
VALUE_WEIGHT = 0.5
ENTROPY_WEIGHT = 0.005
LARGEST_GRADIENT = 0.5
ILLEGAL = -1e8  # logit of an action that the mask forbids


@dataclass
class Settings:
    """How to learn. The defaults are those of the shipped training configs."""

    games: int = 256
    steps_per_update: int = 64
    batch_size: int = 4096
    epochs: int = 4
    learning_rate: float = 5e-4
    width: int = 256
    seed: int = 1


# ---- the rollout: T decisions in each of N games, whoever makes them


class Rollout:
    """What happened. (T, N) unless another shape is given; O values an observation, A actions, P seats."""

    def __init__(self, steps: int, games: VectorGame) -> None:
        shape = (steps, games.num_games)
        self.observations = torch.zeros((*shape, games.game.layout.size))  # (T, N, O)
        self.masks = torch.zeros((*shape, games.game.num_actions), dtype=torch.bool)  # (T, N, A)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probs = torch.zeros(shape)
        self.values = np.zeros(shape, np.float32)
        self.seats = np.zeros(shape, np.int64)  # who decided
        self.dones = np.zeros(shape, bool)  # the decision ended the game
        self.rewards = np.zeros((*shape, games.num_players), np.float32)  # (T, N, P)


def masked_log_probs(network: ActorCritic, observations: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """(n, A): log-probabilities of the actions; those of illegal ones are so low that they never happen."""
    return torch.log_softmax(network(observations).masked_fill(~masks, ILLEGAL), dim=1)


@torch.no_grad()
def play(games: VectorGame, network: ActorCritic, rollout: Rollout, generator: torch.Generator) -> None:
    """Fill the rollout. Finished games begin anew by themselves."""
    noise = torch.empty(rollout.masks.shape[1:])
    for t in range(len(rollout.seats)):
        observations, masks = rollout.observations[t], rollout.masks[t]
        observations.numpy()[:] = games.observations
        masks.numpy()[:] = games.action_masks
        rollout.seats[t] = games.to_move
        log_probs = masked_log_probs(network, observations, masks)
        # The greatest log-probability plus Gumbel noise is a draw by the probabilities.
        actions = (log_probs - noise.exponential_(generator=generator).clamp_(min=1e-30).log()).argmax(dim=1)
        rollout.actions[t] = actions
        rollout.log_probs[t] = log_probs.gather(1, actions[:, None])[:, 0]
        rollout.values[t] = network.value(observations).numpy()
        games.step(actions.numpy())
        rollout.dones[t] = games.dones
        rollout.rewards[t] = games.rewards


@torch.no_grad()
def seat_values(games: VectorGame, network: ActorCritic) -> np.ndarray:
    """(N, P): what each seat, to move or not, expects where the games stand now."""
    everywhere = np.arange(games.num_games)
    seen = [games.observe(everywhere, np.full(games.num_games, seat)) for seat in range(games.num_players)]
    return np.stack([network.value(torch.from_numpy(observations)).numpy() for observations in seen], axis=1)


# ---- what each decision was worth


def estimate_advantages(rollout: Rollout, at_the_end: np.ndarray) -> np.ndarray:
    """(T, N): generalised advantages, each along the decisions of its own seat.

    The next state of a seat is its next decision, whatever the others do in between. A game's result is paid to the
    last decision of every seat: the losers' too, though another seat made the last decision of all.

    Args:
        at_the_end: (N, P), the values of the seats after the last step.
    """
    next_values = at_the_end.copy()
    next_advantages, pay = np.zeros_like(next_values), np.zeros_like(next_values)
    advantages = np.zeros_like(rollout.values)
    everywhere = np.arange(len(next_values))
    for t in reversed(range(len(advantages))):
        ended = rollout.dones[t]
        next_values[ended] = next_advantages[ended] = 0
        pay[ended] = rollout.rewards[t, ended]
        own = everywhere, rollout.seats[t]
        surprise = pay[own] + GAMMA * next_values[own] - rollout.values[t]
        advantages[t] = surprise + GAMMA * GAE_LAMBDA * next_advantages[own]
        next_values[own], next_advantages[own], pay[own] = rollout.values[t], advantages[t], 0
    return advantages


# ---- the update


def learn(
    network: ActorCritic,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    advantages: np.ndarray,
    settings: Settings,
    generator: torch.Generator,
) -> tuple[float, float]:
    """Some epochs of PPO's clipped loss on the rollout. Gives the last policy loss and value loss."""
    observations, masks = rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, old_log_probs = rollout.actions.flatten(), rollout.log_probs.flatten()
    gains = torch.from_numpy(advantages).flatten()
    returns = gains + torch.from_numpy(rollout.values).flatten()
    for _ in range(settings.epochs):
        for batch in torch.randperm(len(actions), generator=generator).split(settings.batch_size):
            log_probs = masked_log_probs(network, observations[batch], masks[batch])
            chosen = log_probs.gather(1, actions[batch, None])[:, 0]
            ratio = torch.exp(chosen - old_log_probs[batch])
            gain = (gains[batch] - gains[batch].mean()) / (gains[batch].std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP_RANGE, 1 + CLIP_RANGE)
            policy_loss = -torch.min(ratio * gain, clipped * gain).mean()
            value_loss = (network.value(observations[batch]) - returns[batch]).square().mean()
            entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
            loss = policy_loss + VALUE_WEIGHT * value_loss - ENTROPY_WEIGHT * entropy
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), LARGEST_GRADIENT)
            optimizer.step()
    return policy_loss.item(), value_loss.item()


# ---- the whole


def train(games: VectorGame, total_steps: int, settings: Settings, console: Console) -> tuple[ActorCritic, int]:
    """A network that has learned from about so many decisions, and their exact number."""
    generator = torch.Generator().manual_seed(settings.seed)
    shape = network_shape(settings)
    with torch.random.fork_rng():
        torch.manual_seed(settings.seed)
        network = build_network(games.game, shape)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    rollout = Rollout(settings.steps_per_update, games)
    steps_per_update = settings.games * settings.steps_per_update
    updates = max(1, total_steps // steps_per_update)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    started = time.process_time()
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("training", total=updates * steps_per_update)
        for update in range(updates):
            optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - update / updates)
            play(games, network, rollout, generator)
            advantages = estimate_advantages(rollout, seat_values(games, network))
            policy_loss, value_loss = learn(network, optimizer, rollout, advantages, settings, generator)
            speed = (update + 1) * steps_per_update / (time.process_time() - started)
            text = f"{speed:,.0f} steps a processor second, policy loss {policy_loss:+.3f}, value loss {value_loss:.3f}"
            progress.update(task, advance=steps_per_update, description=text)
    return network, updates * steps_per_update


def network_shape(settings: Settings) -> NetworkShape:
    """Two stacks of two layers."""
    widths = (settings.width, settings.width)
    return NetworkShape(policy=widths, value=widths, activation="relu")


def strength(games: VectorGame, network: ActorCritic, number: int) -> dict[str, float]:
    """Win rate and mean reward in one seat, rotated, against the greedy bot in the others."""
    seats = [NetworkPolicy(network, "ppo_selfplay"), *["greedy"] * (games.num_players - 1)]
    learner = evaluate(games.game.id, seats, number).agents[0]
    return {"games": number, "win_rate": learner.win_rate, "mean_reward": learner.mean_reward}


def main(
    game: Annotated[str, typer.Option(help="Id of the game.")] = "big_bang_theory_v0",
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 2,
    total_steps: Annotated[int, typer.Option(help="Decisions to learn from, of all seats together.")] = 2_000_000,
    games: Annotated[int, typer.Option(help="Games at once.")] = Settings.games,
    steps_per_update: Annotated[
        int, typer.Option(help="Decisions a game between updates.")
    ] = Settings.steps_per_update,
    batch_size: Annotated[int, typer.Option(help="Decisions of one gradient step.")] = Settings.batch_size,
    evaluation_games: Annotated[int, typer.Option(help="Games against the greedy bot at the end.")] = 1000,
    output: Annotated[Path, typer.Option(help="Where the checkpoint goes.")] = Path("runs/ppo_selfplay.zip"),
    seed: Annotated[int, typer.Option(help="Of everything that is drawn.")] = Settings.seed,
) -> None:
    """PPO by self-play: python examples/ppo_selfplay.py --game urknall_v0 --players 3 --total-steps 1000000"""
    torch.set_num_threads(1)
    console = Console(stderr=True)
    settings = Settings(games=games, steps_per_update=steps_per_update, batch_size=batch_size, seed=seed)
    tables = VectorGame(game, games, players, seed=seed, skip_forced=True)
    network, steps = train(tables, total_steps, settings, console)
    results = strength(tables, network, evaluation_games)
    manifest = Manifest.of(
        tables.game, network_shape(settings), variants={}, players=[players], steps=steps, results=results
    )
    save_network(output, network, manifest)
    console.print(f"{output}: win rate {results['win_rate']:.1%} against greedy, {evaluation_games} games")


if __name__ == "__main__":
    typer.run(main)
