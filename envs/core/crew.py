"""Threads that share the work on a batch.

What they do most, a step, they do in compiled code, which holds no lock: there they take their orders, block by block
(see `orders`). Only who has looked for something in vain for a while sleeps, and is woken by a bell.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable

import numpy as np

from . import orders
from .compiling import PLAIN, entry_point, plain, source_key
from .orders import LEAVE, NOTHING, WORK

LOOKS_FOR_ORDERS = 0 if PLAIN else 10_000
LOOKS_FOR_THE_END = 0 if PLAIN else 150_000
"""At how many rows, and how often at the end, to look before sleeping: for some fifty microseconds. Where other work
takes a processor, who looks longer may keep the very thread from running that is waited for."""
LONGEST_SLEEP = 5.0
"""Seconds after which a sleeper looks once more: the crew may be collected, and its bell rung, in the very thread that
is about to sleep."""

CALLER = 0
"""Among the threads."""

Stepper = Callable[[np.ndarray, int, int], int]
"""stepper(board, thread, looks) carries out what orders from SAMPLE on the board shows, taking blocks as that thread.
Gives another order that is left; NOTHING, if none is left nor comes in `looks` looks; or the order carried out, if it
did the last block and somebody sleeps until then."""


@functools.cache
def _entry_points() -> tuple[Callable, ...]:
    """`give`, `take`, `show_done`, `drop` and `all_done` for Python to call, compiled at first use."""
    functions = (orders.give, plain(orders.take), plain(orders.show_done), orders.drop, orders.all_done)
    if PLAIN:
        return functions
    key = f"crew-{source_key([orders.__name__])}"
    return tuple(entry_point(function, key) for function in functions)


class _Shared:
    """What a crew and its threads share."""

    def __init__(self, stepper: Stepper, games: int, blocks: int, threads: int) -> None:
        self._give, self._take, self._show_done, self._drop, self._all_done = _entry_points()
        self.stepper = stepper
        self.board = orders.make_board(games, blocks, threads)
        self.work: Callable[[slice], object] | None = None
        self.faults: list[BaseException] = []
        self._bell = threading.Condition()
        self._sleepers = 0
        """Who has stopped looking: the bell has to wake them. Changed with the bell's lock, read without."""

    def dismiss(self) -> None:
        """Send the threads away."""
        if len(self.board) > 2:
            self.give(LEAVE)

    def give(self, order: int) -> None:
        self._give(self.board, order)
        self.wake()

    def carry_out(self, thread: int, looks: int) -> int:
        """Do what the board shows; gives LEAVE, or NOTHING when no more is left. Faults are noted: the rest of such an
        order is dropped."""
        order = WORK
        try:
            while order > LEAVE:
                order = self.stepper(self.board, thread, looks)
                if order == WORK:
                    self._work(thread)
                self.wake()
        except BaseException as fault:
            self.faults.append(fault)
            self.drop(thread)
            any_left = self._take(self.board, thread, 0, 1, 0)  # orders from 1 to 0: looks and takes none
            order = LEAVE if plain(orders.order_of)(any_left) == LEAVE else NOTHING
        return order

    def _work(self, thread: int) -> None:
        ticket = self._take(self.board, thread, 0, WORK, WORK)
        if plain(orders.order_of)(ticket) == WORK:
            assert self.work is not None
            self.work(slice(*plain(orders.games_of)(self.board, plain(orders.block_of)(ticket))))
            self._show_done(self.board, thread)

    def drop(self, thread: int) -> None:
        """Leave undone what is left of the order."""
        self._drop(self.board, thread)
        self.wake()

    def wait(self) -> None:
        """Until all blocks are done."""
        if not self._all_done(self.board, LOOKS_FOR_THE_END):
            self.sleep_until(lambda: bool(self._all_done(self.board, 0)))

    def wake(self) -> None:
        if self._sleepers:
            with self._bell:
                self._bell.notify_all()

    def sleep_until(self, ready: Callable[[], bool]) -> None:
        with self._bell:
            self._sleepers += 1
            try:
                while not self._bell.wait_for(ready, LONGEST_SLEEP):
                    pass
            finally:
                self._sleepers -= 1


def _serve(shared: _Shared, thread: int) -> None:
    """The life of one thread."""
    rows = len(shared.board) - 1
    while shared.carry_out(thread, LOOKS_FOR_ORDERS // rows) != LEAVE:
        shared.sleep_until(lambda: orders.something_left(shared.board))


class Crew:
    """The caller and threads beside it.

    Args:
        stepper: what carries out orders in compiled code.
        games: of a batch.
        blocks: into how many blocks an order is cut.
        threads: how many work on it, the caller's among them. The others end with `close`, or when the crew is not
            used any more.
    """

    def __init__(self, stepper: Stepper, games: int, blocks: int, threads: int) -> None:
        self._shared = _Shared(stepper, games, blocks, threads)
        self.close = weakref.finalize(self, self._shared.dismiss)
        """Send the threads away."""
        for thread in range(1, threads):
            threading.Thread(target=_serve, args=(self._shared, thread), name=f"cosmozoo-{thread}", daemon=True).start()

    def step(self, order: int) -> None:
        """Have the stepper carry out an order from SAMPLE on. Raises as `run` does."""
        self._together(order)

    def run(self, work: Callable[[slice], object]) -> None:
        """work(games) for the games of each block, in any order and any thread; comes back when all are done.

        Raises what the work raised first. Blocks that nobody has begun by then are left out.
        """
        self._shared.work = work
        try:
            self._together(WORK)
        finally:
            self._shared.work = None  # or the threads would keep alive what the work belongs to

    def _together(self, order: int) -> None:
        shared = self._shared
        shared.faults = []
        try:
            shared.give(order)
            shared.carry_out(CALLER, looks=0)
            shared.wait()
        except BaseException:  # Ctrl-C, say: the next order may not come before this one has ended
            while True:
                try:
                    shared.drop(CALLER)
                    shared.wait()
                    break
                except KeyboardInterrupt:
                    if PLAIN:  # where the first one may have lost a block, which would be awaited for ever
                        raise
            shared.faults = []
            raise
        faults, shared.faults = shared.faults, []
        try:
            if faults:
                raise min(faults, key=lambda fault: isinstance(fault, Exception))  # Ctrl-C before all others
        finally:
            del faults  # or the fault would refer to itself, by way of this frame
