"""Orders to threads, as numbers in memory that compiled code reads and writes without any lock.

A post is the row of numbers through which one thread gets its orders and shows that they are done. Who waits looks at
it again and again: a step of a thousand games takes less time than waking a thread that sleeps.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .compiling import PLAIN, compiled

GIVEN, ORDER, DONE, AWAITED = 0, 1, 8, 16
"""Places in a post: the number of the last order given, the order itself, the number of the last one done, whether
somebody sleeps until it is. What different threads write lies in cache lines of its own."""
_WIDTH = 24

NOTHING, LEAVE, WORK, STEP, STEP_AND_SAMPLE = 0, 1, 2, 3, 4
"""Orders. From STEP on compiled code carries them out by itself; the others go to Python."""


def make_posts(count: int) -> np.ndarray:
    """(count, …) int64: posts to which nothing has been ordered yet."""
    return np.zeros((count, _WIDTH), np.int64)


if PLAIN:

    def _load(numbers, index):
        return int(numbers[index])

    def _store(numbers, index, value):
        numbers[index] = value

else:

    @intrinsic
    def _load(typing_context: Any, numbers: Any, index: Any) -> Any:
        """numbers[index], as another thread last stored it."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.load_atomic(_pointer(context, builder, signature, arguments), "seq_cst", 8)

        return types.int64(numbers, index), generate

    @intrinsic
    def _store(typing_context: Any, numbers: Any, index: Any, value: Any) -> Any:
        """numbers[index] = value, shown to other threads after all that this one has written before."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            builder.store_atomic(arguments[2], _pointer(context, builder, signature, arguments), "seq_cst", 8)
            return context.get_dummy_value()

        return types.void(numbers, index, types.int64), generate


def _pointer(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]], wraparound=False)


def give(posts, order):
    """Order the same of every thread."""
    for place in range(posts.shape[0]):
        post = posts[place]
        post[ORDER] = order
        _store(post, AWAITED, 0)
        _store(post, GIVEN, int(post[GIVEN]) + 1)


@compiled
def next_order(post, looks):
    """The order that is given and not done yet, looked for `looks` times after the first; NOTHING if there is none."""
    for _ in range(looks + 1):
        if _load(post, GIVEN) != int(post[DONE]):
            return int(post[ORDER])
    return NOTHING


@compiled
def show_done(post):
    """Show that the order is carried out. Gives whether somebody sleeps until then, whom only Python can wake."""
    _store(post, DONE, int(post[GIVEN]))
    return _load(post, AWAITED) != 0


def all_done(posts, looks):
    """Whether all orders are carried out, looked for `looks` times after the first.

    After False every thread that shows its order done hears that somebody sleeps until then.
    """
    for _ in range(looks + 1):
        if _are_done(posts):
            return True
    for place in range(posts.shape[0]):
        _store(posts[place], AWAITED, 1)
    return _are_done(posts)  # one that was done just before has not heard it


@compiled
def _are_done(posts):
    for place in range(posts.shape[0]):
        if _load(posts[place], DONE) != int(posts[place, GIVEN]):
            return False
    return True
