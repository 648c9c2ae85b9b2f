"""Policies against each other: rotated seats, the same deals for every seating, and how sure the figures are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from cosmozoo.envs import VectorGame, get_game
from cosmozoo.envs.core.checking import count_above_0
from cosmozoo.wrappers.policies import Policy, make_policy

from .files import replacing

Z_95 = 1.959963984540054
"""The normal distribution's 97.5% point: 95% lie within ± this many standard errors."""
INTERVALS = "95%; win rate: Wilson, its games divided by the design effect of equal deals; mean reward: normal, by deal"

_SLOTS = 1024
"""Games that are played at once."""
_MOST_RATED = 20_000
"""Ratings are settled long before; more games than this only cost time."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Agent:
    """What one policy reached over all games. Ties share a win: with w winners each has 1/w of it."""

    name: str
    win_rate: float
    win_rate_ci: Interval
    mean_reward: float
    mean_reward_ci: Interval
    rating: float | None
    """openskill's mu (Plackett-Luce, everybody starts at 25); None where seats do not compete."""
    rating_sigma: float | None
    mean_score: float
    mean_rank: float

    def as_json(self) -> dict[str, Any]:
        """The entry of this agent in a JSON file."""
        values = dict(vars(self))
        for key in ("win_rate_ci", "mean_reward_ci"):
            values[key] = list(values[key])
        return values


@dataclass(frozen=True)
class Evaluation:
    """The result of `evaluate`; `agents` are in the order in which the policies were given."""

    game: str
    players: int
    games: int
    agents: tuple[Agent, ...]
    variants: dict[str, Any]
    seed: int
    truncated: int
    """Games that were cut off at max_cycles."""

    def as_json(self) -> dict[str, Any]:
        """A JSON-able dict."""
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "agents": [agent.as_json() for agent in self.agents],
            "variants": self.variants,
            "seed": self.seed,
            "truncated": self.truncated,
            "intervals": INTERVALS,
        }


@dataclass(frozen=True)
class Results:
    """Every game played, one row a game, one column a policy."""

    deals: np.ndarray
    """(games,) int64: the deal; games with the same number began alike, with other seats."""
    rewards: np.ndarray
    """(games, policies) float64"""
    ranks: np.ndarray
    """(games, policies) int64, 0 is best"""
    scores: np.ndarray
    """(games, policies) int64"""
    truncated: np.ndarray
    """(games,) bool: cut off at max_cycles"""

    @property
    def wins(self) -> np.ndarray:
        """(games, policies) float64: the share of the win."""
        first = self.ranks == 0
        return first / np.maximum(1, first.sum(axis=1, keepdims=True))


def seatings(players: int) -> np.ndarray:
    """(orders, players, players) int64: entry [o, r, s] is the policy in seat s in rotation r of order o.

    Within an order every policy sits once in every seat; all the orders together are all the seatings there are.
    """
    orders = [(0, *others) for others in permutations(range(1, players))]
    return np.array([[order[r:] + order[:r] for r in range(players)] for order in orders], np.int64)


def evaluate(
    game_id: str,
    policies: Sequence[Policy | str],
    games: int,
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Callable[[int], object] | None = None,
    **arguments: Any,
) -> Evaluation:
    """Let as many policies as there are seats play each other.

    Every deal is played once in each rotation of the seats (so games should be a multiple of the seats; the last
    deal is otherwise not played in all), and the neighbours change from deal to deal through all orders.

    Args:
        policies: one for each seat, in any order.
        games: games in all.
        seed: fixes the result, policies' own random numbers included.
        progress: called with the number of games that have ended since the last call.
        arguments: the game's variants, `reward` and `max_cycles`.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow, and policies that do not exist.
    """
    import openskill.models  # noqa: F401  (where it is not installed this is said before the games, not after)

    table = get_game(game_id).table(len(policies), **arguments)
    made = [make_policy(policy, game_id) for policy in policies]
    results = play(game_id, made, games, seed=seed, num_threads=num_threads, progress=progress, **arguments)
    rated = ratings(results.ranks) if table.rules["ranked"][0] and len(made) > 1 else [(None, None)] * len(made)
    agents = []
    for i, policy in enumerate(made):
        win_rate, win_rate_ci = win_share(results.wins[:, i], results.deals)
        mean_reward, mean_reward_ci = mean_by_deal(results.rewards[:, i], results.deals)
        agents.append(
            Agent(
                name=policy.name,
                win_rate=win_rate,
                win_rate_ci=win_rate_ci,
                mean_reward=mean_reward,
                mean_reward_ci=mean_reward_ci,
                rating=rated[i][0],
                rating_sigma=rated[i][1],
                mean_score=float(results.scores[:, i].mean()),
                mean_rank=float(results.ranks[:, i].mean()),
            )
        )
    variants = {name: value for name, value in table.variants.items() if _is_json(value)}
    return Evaluation(game_id, len(made), games, tuple(agents), variants, seed, int(results.truncated.sum()))


def play(
    game_id: str,
    policies: Sequence[Policy | str],
    games: int,
    *,
    seed: int = 0,
    num_threads: int = 1,
    progress: Callable[[int], object] | None = None,
    **arguments: Any,
) -> Results:
    """The games that `evaluate` counts, game by game. Arguments and errors are its own."""
    games = count_above_0("games", games)
    players = len(policies)
    words = np.random.SeedSequence(seed).generate_state(players + 1, np.uint32)
    sitting = [make_policy(policy, game_id) for policy in policies]
    for policy, word in zip(sitting, words[1:], strict=True):
        policy.seed(int(word))
    results = Results(
        deals=np.arange(games) // players,
        rewards=np.zeros((games, players)),
        ranks=np.zeros((games, players), np.int64),
        scores=np.zeros((games, players), np.int64),
        truncated=np.zeros(games, bool),
    )
    slots = min(_SLOTS, math.ceil(games / players))
    vector = VectorGame(game_id, slots, players, seed=0, num_threads=num_threads, **arguments)
    orders = seatings(players)
    for rotation in range(min(players, games)):
        vector.reset(int(words[0]))  # the same deals again, for the next seating
        _play_rotation(vector, sitting, orders[:, rotation], rotation, results, progress or (lambda count: None))
    vector.close()
    return results


def _play_rotation(
    vector: VectorGame,
    policies: Sequence[Policy],
    orders: np.ndarray,
    rotation: int,
    results: Results,
    progress: Callable[[int], object],
) -> None:
    """Play every deal in one rotation: slot i plays the deals i, i + slots, i + 2 slots, … one after the other."""
    slots, players = vector.num_games, vector.num_players
    deal = np.arange(slots)
    game = deal * players + rotation
    open_slots = game < len(results.deals)
    while open_slots.any():
        sitting = orders[deal % len(orders)]  # (slots, players)
        mover = sitting[np.arange(slots), vector.to_move]
        actions = vector.sample_actions().copy()  # for slots with nothing left to play
        for number, policy in enumerate(policies):
            rows = np.flatnonzero(open_slots & (mover == number))
            if len(rows):
                actions[rows] = policy.act(
                    vector.observations[rows],
                    vector.action_masks[rows],
                    table=vector.table if policy.needs_states else None,
                    states=vector.states[rows] if policy.needs_states else None,
                )
        vector.step(actions)
        ended = np.flatnonzero(vector.dones & open_slots)
        if len(ended):
            rows, seats = game[ended, None], sitting[ended]
            results.rewards[rows, seats] = vector.rewards[ended]
            results.ranks[rows, seats] = vector.ranks[ended]
            results.scores[rows, seats] = vector.scores[ended]
            results.truncated[game[ended]] = vector.truncations[ended]
            deal[ended] += slots
            game[ended] += slots * players
            open_slots = game < len(results.deals)
            progress(len(ended))


# ---- How sure the figures are


def wilson(rate: float, count: float) -> Interval:
    """Wilson's 95% interval of a rate seen in `count` independent games (a number above 0, not always whole)."""
    square = Z_95 * Z_95
    middle = (rate + square / (2 * count)) / (1 + square / count)
    half = Z_95 * math.sqrt(rate * (1 - rate) / count + square / (4 * count * count)) / (1 + square / count)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def win_share(shares: np.ndarray, deals: np.ndarray) -> tuple[float, Interval]:
    """Mean of (games,) shares in [0, 1] and its 95% interval.

    Wilson's interval for independent games; where games on one deal resemble each other, the number of games is
    divided by the design effect: the variance seen between deals over that of independent games.
    """
    rate, count = float(shares.mean()), len(shares)
    independent = rate * (1 - rate) / count
    effect = max(1.0, _variance_of_mean(shares, deals) / independent) if independent > 0 else 1.0
    return rate, wilson(rate, count / effect)


def mean_by_deal(values: np.ndarray, deals: np.ndarray) -> tuple[float, Interval]:
    """Mean of (games,) values in [-1, 1] and its 95% interval, normal, from the spread between deals.

    One deal says nothing about the spread: the interval is then all of [-1, 1].
    """
    mean = float(values.mean())
    if deals[0] == deals[-1]:
        return mean, (-1.0, 1.0)
    half = Z_95 * math.sqrt(_variance_of_mean(values, deals))
    return mean, (max(-1.0, mean - half), min(1.0, mean + half))


def _variance_of_mean(values: np.ndarray, deals: np.ndarray) -> float:
    """Variance of the mean when games of one deal belong together; 0 for a single deal."""
    sums = np.bincount(deals, values - values.mean())
    return 0.0 if len(sums) < 2 else float(len(sums) / (len(sums) - 1) * (sums**2).sum() / len(values) ** 2)


def ratings(ranks: np.ndarray) -> list[tuple[float, float]]:
    """openskill's (mu, sigma) of each policy from (games, policies) ranks, game by game in order."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    agents = [model.rating() for _ in range(ranks.shape[1])]
    rows = np.linspace(0, len(ranks) - 1, min(len(ranks), _MOST_RATED)).astype(int)
    for row in ranks[rows].tolist():
        agents = [team[0] for team in model.rate([[agent] for agent in agents], ranks=row)]
    return [(float(agent.mu), float(agent.sigma)) for agent in agents]


# ---- The picture


def plot(result: Evaluation, path: str | Path) -> None:
    """Draw win rates and mean rewards with their intervals into a .png or .svg file, whole or not at all."""
    from matplotlib.figure import Figure

    names = [agent.name for agent in result.agents]
    figure = Figure(figsize=(9, 1.4 + 0.45 * len(names)), layout="constrained")
    figure.suptitle(f"{result.game}, {result.players} players, {result.games:,} games, 95% intervals")
    places = np.arange(len(names))
    panels = figure.subplots(1, 2, sharey=True)
    rows = (
        ("win rate", 1 / result.players, [(a.win_rate, a.win_rate_ci) for a in result.agents]),
        ("mean reward", 0.0, [(a.mean_reward, a.mean_reward_ci) for a in result.agents]),
    )
    for axes, (title, even, values) in zip(panels, rows, strict=True):
        means = np.array([mean for mean, _ in values])
        errors = np.array([[mean - low, high - mean] for mean, (low, high) in values]).T
        axes.axvline(even, color="0.7", linewidth=1)
        axes.errorbar(means, places, xerr=np.maximum(errors, 0), fmt="o", capsize=4)
        axes.set_xlabel(title)
        axes.set_ylim(len(names) - 0.5, -0.5)
    panels[0].set_yticks(places, names)
    panels[0].set_xlim(-0.02, 1.02)
    panels[1].set_xlim(-1.04, 1.04)
    with replacing(path) as temporary:
        figure.savefig(temporary, dpi=150)


def _is_json(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
