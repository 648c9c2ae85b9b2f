"""A head start: what a teacher does in games among its like, learned before the network plays itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn.functional import mse_loss

from cosmozoo.envs import VectorGame
from cosmozoo.wrappers.policies import Policy, make_policy

from .config import Config
from .places import PlacesPolicy


class Lesson(NamedTuple):
    """Decisions of the teacher: what it knew, what it could do, what it did and how the game ended for its seat."""

    observations: np.ndarray
    """(n, O) float32"""
    masks: np.ndarray
    """(n, A) int8"""
    actions: np.ndarray
    """(n,) int64"""
    results: np.ndarray
    """(n,) float32"""


def watch(config: Config, number: int) -> Lesson:
    """Lesson `number` of a run: decisions of games that have come to their end, at all table sizes."""
    parts = []
    sizes = config.table_sizes
    for players, share in sizes.items():
        games = max(1, round(config.imitation.games * share / sum(sizes.values())))
        words = np.random.SeedSequence((config.seed, number, players)).generate_state(2)
        teacher = make_policy(config.imitation.teacher, config.game, seed=int(words[0]))
        vector = VectorGame(
            config.game,
            games,
            players,
            seed=int(words[1]),
            skip_forced=config.skip_forced,
            reward=config.reward,
            **config.variants,
        )
        parts.append(_watched(vector, teacher))
    return Lesson(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _watched(vector: VectorGame, teacher: Policy) -> Lesson:
    """Every game is watched from its start to its end; what its table plays next is left out."""
    rows = np.arange(vector.num_games)
    seen: list[Lesson] = []
    games: list[np.ndarray] = []
    seats: list[np.ndarray] = []
    results = np.zeros((vector.num_games, vector.num_players), np.float32)
    while len(rows):
        states = vector.states if teacher.needs_states else None
        actions = teacher.act(vector.observations, vector.action_masks, table=vector.table, states=states)
        games.append(rows)
        seats.append(vector.to_move[rows].astype(int))
        seen.append(Lesson(vector.observations[rows], vector.action_masks[rows], actions[rows], _UNKNOWN))
        vector.step(actions)
        ended = rows[vector.dones[rows]]
        results[ended] = vector.rewards[ended]
        rows = rows[~vector.dones[rows]]
    observations, masks, chosen, _ = (np.concatenate(columns) for columns in zip(*seen, strict=True))
    return Lesson(observations, masks, chosen, results[np.concatenate(games), np.concatenate(seats)])


_UNKNOWN = np.zeros(0, np.float32)
"""Results, while a game is watched."""


def learn(model: MaskablePPO, lesson: Lesson, config: Config, number: int) -> tuple[float, float]:
    """Fit the network to a lesson; gives the mean losses of policy and value."""
    settings, policy = config.imitation, model.policy
    for group in policy.optimizer.param_groups:
        group["lr"] = settings.learning_rate
    policy.set_training_mode(True)
    generator = np.random.default_rng((config.seed, number))
    losses = []
    for _ in range(settings.epochs):
        order = generator.permutation(len(lesson.actions))
        for rows in np.array_split(order, max(1, len(order) // settings.batch_size)):
            values, log_probabilities, _ = policy.evaluate_actions(
                torch.from_numpy(lesson.observations[rows]),
                torch.from_numpy(lesson.actions[rows]),
                action_masks=torch.from_numpy(lesson.masks[rows]),
            )
            policy_loss = -log_probabilities.mean()
            value_loss = mse_loss(values.flatten(), torch.from_numpy(lesson.results[rows]))
            policy.optimizer.zero_grad()
            (policy_loss + config.ppo.vf_coef * value_loss).backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), config.ppo.max_grad_norm)
            policy.optimizer.step()
            losses.append((float(policy_loss.detach()), float(value_loss.detach())))
    first, second = np.mean(losses, axis=0)
    return float(first), float(second)


def sharpen(policy: MaskableActorCriticPolicy, factor: float) -> None:
    """Multiply a network's logits."""
    layers = policy.answering if isinstance(policy, PlacesPolicy) else [policy.action_net]
    with torch.no_grad():
        for layer in layers:
            for parameter in layer.parameters():
                parameter.mul_(factor)
