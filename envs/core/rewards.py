"""Reward schemes and ranks, for compiled code."""

from __future__ import annotations

from .compiling import compiled

SCHEMES = ("rank", "win", "score")
"""The values of the argument `reward`; `rules.reward` holds the index."""
RANK, WIN, SCORE = range(3)


@compiled
def rank_by(keys, ranks):
    """ranks[s] = number of seats whose key is greater: 0 is best, tied seats share the better number."""
    for seat in range(keys.shape[0]):
        above = 0
        for other in range(keys.shape[0]):
            if keys[other] > keys[seat]:
                above += 1
        ranks[seat] = above


@compiled
def pay(scheme, score_scale, scores, ranks, rewards):
    """Write each seat's reward (float32) for final scores and ranks.

    rank: (seats ranked above - seats ranked below) / (n - 1). win: +1/w for each of w winners, -1/(n - w) for
    the others, 0 if all win. score: own score minus the mean of the others', over the scale, clipped to [-1, 1].
    Where no seat has rank 0 all have lost: -1 for everyone under rank and win.
    """
    n = ranks.shape[0]
    winners = 0
    total = 0.0
    for seat in range(n):
        winners += 1 if ranks[seat] == 0 else 0
        total += scores[seat]
    for seat in range(n):
        if scheme == SCORE:
            others = (total - scores[seat]) / max(1, n - 1)
            rewards[seat] = min(1.0, max(-1.0, (scores[seat] - others) / score_scale))
        elif winners == 0:
            rewards[seat] = -1.0
        elif scheme == WIN:
            if winners == n:
                rewards[seat] = 0.0
            else:
                rewards[seat] = 1.0 / winners if ranks[seat] == 0 else -1.0 / (n - winners)
        else:
            balance = 0
            for other in range(n):
                balance += 1 if ranks[other] > ranks[seat] else 0
                balance -= 1 if ranks[other] < ranks[seat] else 0
            rewards[seat] = balance / max(1, n - 1)
