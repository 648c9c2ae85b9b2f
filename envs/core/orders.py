"""Orders that threads share, as numbers in memory that compiled code reads and writes without any lock.

An order is carried out block by block. A board shows what is left: for each thread a row with the next block of its own
part. Who has none left there takes from the others, so that nobody waits for a thread that another program keeps from
running, or that has not woken yet.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .compiling import PLAIN, compiled

NOTHING, LEAVE, WORK, SAMPLE, STEP, STEP_AND_SAMPLE = 0, 1, 2, 3, 4, 5
"""Orders. From SAMPLE on compiled code carries them out by itself; the others go to Python."""

DONE, AWAITED, BLOCKS, GAMES = 0, 1, 2, 3
"""Places in the first row of a board: how many blocks are done; whether somebody sleeps until all are; how many there
are, of how many games."""
TICKET, FIRST, END, HELD = 0, 1, 2, 3
"""Places in a thread's row: the next ticket; the first block of its part and the one after the last; whether the thread
has taken a block that is not done."""
_WIDTH = 16
"""Numbers in a row, which what other threads write then does not disturb in a processor's memory."""
_ORDER = 2**32
"""A ticket is an order times this, and a block: one number, so that both are taken at once."""


def make_board(games: int, blocks: int, threads: int) -> np.ndarray:
    """(1 + threads, …) int64: a board on which nothing is left to do, with parts of equal size."""
    board = np.zeros((1 + threads, _WIDTH), np.int64)
    ends = np.linspace(0, blocks, threads + 1).round().astype(np.int64)
    board[0, GAMES], board[0, BLOCKS], board[0, DONE] = games, blocks, blocks
    board[1:, FIRST], board[1:, END] = ends[:-1], ends[1:]
    board[1:, TICKET] = NOTHING * _ORDER + ends[1:]
    return board


def something_left(board: np.ndarray) -> bool:
    """Whether a block is left to take."""
    return bool((board[1:, TICKET] % _ORDER < board[1:, END]).any())


if PLAIN:
    _swapping = threading.Lock()

    def _load(numbers, index):
        return int(numbers[index])

    def _store(numbers, index, value):
        numbers[index] = value

    def _swap(numbers, index, old, new):
        with _swapping:
            if numbers[index] != old:
                return False
            numbers[index] = new
            return True

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

    @intrinsic
    def _swap(typing_context: Any, numbers: Any, index: Any, old: Any, new: Any) -> Any:
        """numbers[index] = new if it is `old`, in one go; gives whether it was."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _pointer(context, builder, signature, arguments)
            found = builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst", "seq_cst")
            return builder.extract_value(found, 1)

        return types.boolean(numbers, index, types.int64, types.int64), generate


def _pointer(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]], wraparound=False)


def give(board, order):
    """Order all blocks anew; nothing of the order before may be left."""
    _store(board[0], AWAITED, 0)
    _store(board[0], DONE, 0)
    for thread in range(1, board.shape[0]):
        row = board[thread]
        _store(row, TICKET, order * _ORDER + int(row[FIRST]))


@compiled
def order_of(ticket):
    return int(ticket) // _ORDER


@compiled
def block_of(ticket):
    return int(ticket) % _ORDER


@compiled
def games_of(board, block):
    """The first game of a block, and the one after its last."""
    games, blocks = int(board[0, GAMES]), int(board[0, BLOCKS])
    return block * games // blocks, (block + 1) * games // blocks


@compiled
def take(board, thread, looks, lowest, highest):
    """Take a block of an order from `lowest` to `highest`: its ticket. What is left of another order is not taken, but
    its ticket given. NOTHING if none is left, nor comes while looked for `looks` times more."""
    threads = board.shape[0] - 1
    for _ in range(looks + 1):
        for other in range(threads):
            row = board[1 + (thread + other) % threads]
            ticket = _load(row, TICKET)
            while block_of(ticket) < int(row[END]):
                if order_of(ticket) < lowest or order_of(ticket) > highest:
                    return ticket
                if _swap(row, TICKET, ticket, ticket + 1):
                    board[1 + thread, HELD] = 1
                    return ticket
                ticket = _load(row, TICKET)  # somebody else was faster
    return NOTHING * _ORDER


@compiled
def show_done(board, thread):
    """Show that the block taken is done. Gives whether it is the last one and somebody sleeps until then, whom only
    Python can wake."""
    board[1 + thread, HELD] = 0
    shared = board[0]
    while True:
        done = _load(shared, DONE)
        if _swap(shared, DONE, done, done + 1):
            return done + 1 >= int(shared[BLOCKS]) and _load(shared, AWAITED) != 0


def drop(board, thread):
    """Take what is left of an order without doing it, and then show the block done in which the thread failed. Until
    then no other order comes; a thread that holds no block leaves this to the caller, thread 0."""
    failed = board[1 + thread, HELD] != 0
    if failed or thread == 0:
        while order_of(take(board, thread, 0, WORK, STEP_AND_SAMPLE)) >= WORK:
            show_done(board, thread)
    if failed:
        show_done(board, thread)


def all_done(board, looks):
    """Whether all blocks are done, looked for `looks` times more. After False, who shows the last one done hears that
    somebody sleeps until then."""
    shared = board[0]
    for _ in range(looks + 1):
        if _load(shared, DONE) >= int(shared[BLOCKS]):
            return True
    _store(shared, AWAITED, 1)
    return _load(shared, DONE) >= int(shared[BLOCKS])  # who was done just before has not heard it
