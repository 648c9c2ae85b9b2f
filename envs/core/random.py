"""Random numbers that live in a game's state, so that a clone continues identically on every platform.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): four 32-bit words, additions, shifts and
exclusive-ors only. The words are kept in int64 cells, so that compiled code and plain Python compute
the same without overflow.
"""

from __future__ import annotations

import operator

import numpy as np

from .compiling import compiled

WORDS = 4
_MASK = 0xFFFFFFFF
_WARM_UP_ROUNDS = 12


@compiled
def next_bits(words):
    """The next 32 random bits of a generator `words` (int64, shape (4,)), as an integer below 2**32."""
    a, b, c, counter = int(words[0]), int(words[1]), int(words[2]), int(words[3])
    result = (a + b + counter) & _MASK
    words[0] = b ^ (b >> 9)
    words[1] = (c + (c << 3)) & _MASK
    words[2] = (((c << 21) & _MASK | (c >> 11)) + result) & _MASK
    words[3] = (counter + 1) & _MASK
    return result


@compiled
def seed_words(words, first, second, third):
    """Start a generator from three 32-bit integers (any values, zeros too)."""
    words[0], words[1], words[2], words[3] = first, second, third, 1
    for _ in range(_WARM_UP_ROUNDS):
        next_bits(words)


@compiled
def below(words, n):
    """A random integer 0 <= x < n, every one equally likely (Lemire's multiplication with rejection)."""
    bound = int(n)
    product = next_bits(words) * bound
    low = product & _MASK
    if low < bound:
        threshold = (_MASK + 1 - bound) % bound
        while low < threshold:
            product = next_bits(words) * bound
            low = product & _MASK
    return product >> 32


@compiled
def shuffle(words, items, count):
    """Shuffle the first `count` entries of a one-dimensional array in place (Fisher-Yates)."""
    for i in range(count - 1, 0, -1):
        j = below(words, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


def seed_sequence(seed: int | None, *spawn_key: int) -> np.random.SeedSequence:
    """NumPy's sequence of a seed (None: fresh entropy). Raises ValueError for what is no integer from 0 up."""
    try:
        entropy = None if seed is None else operator.index(seed)
    except TypeError:
        entropy = -1
    if entropy is not None and (entropy < 0 or isinstance(seed, bool)):
        raise ValueError(f"seed={seed!r}: must be None or an integer from 0 up")
    return np.random.SeedSequence(entropy, spawn_key=spawn_key)


NO_SEEDS = np.zeros((0, 3), np.int64)
"""For drivers that take seeds (n, 3): none."""


def entropy_words(seed: int | None) -> np.ndarray:
    """Three 32-bit words (int64) from a seed, through `seed_sequence`."""
    return seed_sequence(seed).generate_state(3, np.uint32).astype(np.int64)
