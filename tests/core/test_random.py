"""Random numbers in the state: sfc32 as published, unbiased draws, nothing global."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from cosmozoo.envs import VectorGame, big_bang_theory_v0
from cosmozoo.envs.core.compiling import plain
from cosmozoo.envs.core.random import below, entropy_words, next_bits, seed_words, shuffle

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

SEEDS = [(0, 0, 0), (1, 2, 3), (0xFFFFFFFF, 0x80000000, 0xDEADBEEF)]


class Sfc32:
    """PractRand's sfc32 with unbounded integers: the reference that ours is compared with."""

    def __init__(self, *words: int) -> None:
        self.a, self.b, self.c, self.counter = words

    def next(self) -> int:
        word = 2**32
        result = (self.a + self.b + self.counter) % word
        self.counter = (self.counter + 1) % word
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) % word
        rotated = (self.c << 21) % word + (self.c >> (32 - 21))
        self.c = (rotated + result) % word
        return result


def seeded(*seed: int) -> np.ndarray:
    words = np.zeros(4, np.int64)
    seed_words(words, *seed)
    return words


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


@pytest.mark.parametrize("function", [next_bits, plain(next_bits)], ids=["compiled", "plain"])
@pytest.mark.parametrize("start", [(0, 0, 0, 0), (1, 2, 3, 4), (2**32 - 1, 2**32 - 1, 2**31, 2**32 - 1)])
def test_next_bits_is_sfc32(start: tuple[int, ...], function) -> None:  # type: ignore[no-untyped-def]
    words, reference = np.array(start, np.int64), Sfc32(*start)
    assert [int(function(words)) for _ in range(300)] == [reference.next() for _ in range(300)]
    assert words.tolist() == [reference.a, reference.b, reference.c, reference.counter]


@pytest.mark.parametrize("seed", SEEDS)
def test_seeding_is_that_of_practrand(seed: tuple[int, int, int]) -> None:
    reference = Sfc32(*seed, 1)
    for _ in range(12):
        reference.next()
    words = seeded(*seed)
    assert [int(next_bits(words)) for _ in range(20)] == [reference.next() for _ in range(20)]


def test_a_seed_of_zeros_gives_no_zeros_for_ever() -> None:
    words = seeded(0, 0, 0)
    assert len({int(next_bits(words)) for _ in range(1000)}) > 990


@pytest.mark.parametrize("n", [1, 2, 3, 2**31 - 1])
def test_below_stays_in_range(n: int) -> None:
    words = seeded(5, 6, 7)
    drawn = [int(below(words, n)) for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    if n <= 3:
        assert set(drawn) == set(range(n))
    else:
        assert max(drawn) > 0.99 * n
        assert min(drawn) < 0.01 * n


@pytest.mark.parametrize(("n", "limit"), [(2, 15.1), (3, 18.4), (7, 27.9), (16, 44.3)])  # p = 0.0001
def test_below_is_uniform(n: int, limit: float) -> None:
    words = seeded(11, 12, 13)
    counts = Counter(int(below(words, n)) for _ in range(6000))
    assert chi_square([counts[x] for x in range(n)]) < limit


def test_below_rejects_the_surplus_of_a_large_range() -> None:
    """Without rejection every third of these values would come a third less often than its neighbours."""
    n = 3 * 2**29
    words = seeded(3, 1, 4)
    counts = Counter(int(below(words, n)) % 3 for _ in range(6000))
    assert chi_square([counts[x] for x in range(3)]) < 18.4


def test_below_agrees_compiled_and_plain() -> None:
    one, two = seeded(8, 8, 8), seeded(8, 8, 8)
    for n in (1, 2, 3, 5, 100, 2**31 - 1, 3 * 2**29):
        assert [int(below(one, n)) for _ in range(50)] == [int(plain(below)(two, n)) for _ in range(50)]


def test_shuffle_reaches_every_order_equally() -> None:
    words = seeded(21, 22, 23)
    counts: Counter[tuple[int, ...]] = Counter()
    items = np.zeros(5, np.int8)
    for _ in range(4800):
        items[:] = range(5)
        shuffle(words, items, 4)
        assert items[4] == 4  # beyond `count` nothing moves
        counts[tuple(items[:4].tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(list(counts.values())) < 57.1  # 23 degrees of freedom, p = 0.0001


def test_shuffle_of_nothing_or_one_draws_nothing() -> None:
    words, items = seeded(1, 1, 1), np.arange(3, dtype=np.int8)
    before = words.tolist()
    shuffle(words, items, 0)
    shuffle(words, items, 1)
    assert (words.tolist(), items.tolist()) == (before, [0, 1, 2])


def test_entropy_words_follow_the_seed() -> None:
    assert entropy_words(4).tolist() == entropy_words(np.int64(4)).tolist()  # type: ignore[arg-type]
    assert entropy_words(0).tolist() == np.random.SeedSequence(0).generate_state(3).tolist()
    assert entropy_words(4).tolist() != entropy_words(5).tolist()
    assert entropy_words(None).tolist() != entropy_words(None).tolist()
    words = entropy_words(2**200)
    assert (words.dtype, words.shape) == (np.int64, (3,))
    assert ((words >= 0) & (words < 2**32)).all()


def test_global_random_state_is_neither_used_nor_changed() -> None:
    def play() -> tuple[list[str], list[list[int]]]:
        env = big_bang_theory_v0.env(num_players=2)
        env.reset(seed=1)
        played = []
        while env.agents and not env.terminations[env.agent_selection]:
            action = env.greedy_action()
            played.append(env.action_labels[action])
            env.step(action)
        vector = VectorGame("big_bang_theory_v0", 3, 2, seed=1)
        return played, [vector.sample_actions().tolist() for _ in range(3)]

    before = np.random.get_state()
    first = play()
    after = np.random.get_state()
    assert (before[0], before[1].tolist(), *before[2:]) == (after[0], after[1].tolist(), *after[2:])
    try:
        np.random.seed(99)
        assert play() == first
    finally:
        np.random.set_state(before)
