"""Ranks and the reward schemes, against cases worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from cosmozoo.envs.core.compiling import plain
from cosmozoo.envs.core.rewards import RANK, SCHEMES, SCORE, WIN, pay, rank_by

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

THIRD = 1 / 3


def ranked(*keys: int) -> list[int]:
    ranks = np.full(len(keys), -9, np.int64)
    rank_by(np.array(keys, np.int64), ranks)
    return ranks.tolist()


def paid(scheme: int, ranks: list[int], scores: list[int] | None = None, scale: float = 10.0) -> list[float]:
    """Rewards, the same compiled and plain; scores by default go with the ranks."""
    held = np.array(scores if scores is not None else [-rank for rank in ranks], np.int64)
    results = []
    for function in (pay, plain(pay)):
        rewards = np.full(len(ranks), 9, np.float32)
        function(scheme, np.float32(scale), held, np.array(ranks, np.int64), rewards)
        results.append(rewards.tolist())
    assert results[0] == results[1]
    return results[0]


@pytest.mark.parametrize(
    ("keys", "ranks"),
    [
        ((5,), [0]),
        ((3, 7), [1, 0]),
        ((4, 4), [0, 0]),
        ((1, 9, 5), [2, 0, 1]),
        ((9, 9, 5), [0, 0, 2]),
        ((9, 5, 5), [0, 1, 1]),
        ((-3, 0, -3, 7), [2, 1, 2, 0]),
        ((1, 1, 1, 1, 1), [0] * 5),
        ((6, 5, 4, 3, 2, 1), [0, 1, 2, 3, 4, 5]),
        ((2**40, 2**40 + 1), [1, 0]),
    ],
)
def test_tied_seats_share_the_better_rank(keys: tuple[int, ...], ranks: list[int]) -> None:
    assert ranked(*keys) == ranks


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ([0], [0]),
        ([0, 1], [1, -1]),
        ([0, 0], [0, 0]),
        ([2, 0, 1], [-1, 1, 0]),
        ([0, 0, 2], [0.5, 0.5, -1]),
        ([0, 1, 1], [1, -0.5, -0.5]),
        ([0, 1, 2, 3], [1, THIRD, -THIRD, -1]),
        ([1, 0, 1, 3], [0, 1, 0, -1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([0, 1, 2, 3, 4], [1, 0.5, 0, -0.5, -1]),
        ([5, 4, 3, 2, 1, 0], [-1, -0.6, -0.2, 0.2, 0.6, 1]),
        ([0, 0, 0, 3, 3, 5], [0.6, 0.6, 0.6, -0.4, -0.4, -1]),
    ],
)
def test_rank_counts_seats_above_and_below(ranks: list[int], rewards: list[float]) -> None:
    assert paid(RANK, ranks) == pytest.approx(rewards)


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ([0], [0]),
        ([1, 0], [-1, 1]),
        ([0, 0], [0, 0]),
        ([0, 1, 2], [1, -0.5, -0.5]),
        ([0, 2, 0], [0.5, -1, 0.5]),
        ([0, 1, 2, 3], [1, -THIRD, -THIRD, -THIRD]),
        ([0, 0, 0, 3], [THIRD, THIRD, THIRD, -1]),
        ([0, 0, 0, 0, 0], [0] * 5),
        ([0, 0, 2, 3, 4, 4], [0.5, 0.5, -0.25, -0.25, -0.25, -0.25]),
    ],
)
def test_win_is_shared_by_the_winners(ranks: list[int], rewards: list[float]) -> None:
    assert paid(WIN, ranks) == pytest.approx(rewards)


@pytest.mark.parametrize("players", range(1, 7))
def test_where_all_lose_everyone_gets_minus_one(players: int) -> None:
    assert paid(RANK, [1] * players) == paid(WIN, [1] * players) == [-1] * players


@pytest.mark.parametrize(
    ("scores", "rewards"),
    [
        ([7], [0.7]),
        ([-70], [-1]),
        ([5, 2], [0.3, -0.3]),
        ([4, 4, 4], [0, 0, 0]),
        ([9, 3, 3], [0.6, -0.3, -0.3]),
        ([100, 0, 0, 0], [1, -1, -1, -1]),  # clipped: 10 and -3.33
        ([-6, 0, 0, 0], [-0.6, 0.2, 0.2, 0.2]),
        ([1, 2, 3, 4, 5, 9], [-0.36, -0.24, -0.12, 0, 0.12, 0.6]),
    ],
)
def test_score_is_the_distance_to_the_mean_of_the_others(scores: list[int], rewards: list[float]) -> None:
    assert paid(SCORE, [0] * len(scores), scores) == pytest.approx(rewards)


def test_score_pays_its_distance_also_where_all_lose() -> None:
    assert paid(SCORE, [1, 1], [5, 2]) == pytest.approx([0.3, -0.3])


@pytest.mark.parametrize("players", range(2, 6))
def test_rank_and_win_add_up_to_zero(players: int) -> None:
    for keys in product(range(3), repeat=players):
        ranks = ranked(*keys)
        for scheme in (RANK, WIN):
            assert sum(paid(scheme, ranks)) == pytest.approx(0, abs=1e-6)
        by_hand = [Fraction(sum(o < k for o in keys) - sum(o > k for o in keys), players - 1) for k in keys]
        assert paid(RANK, ranks) == pytest.approx([float(reward) for reward in by_hand])


def test_schemes_are_named_in_the_order_of_their_numbers() -> None:
    assert [SCHEMES[number] for number in (RANK, WIN, SCORE)] == ["rank", "win", "score"]
