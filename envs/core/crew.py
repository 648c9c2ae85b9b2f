"""Threads that share the work on a batch.

What they do most, a step, they are ordered to do in compiled code (see `orders`), which holds no lock and hands it over
in less than a microsecond. Only who has looked for something in vain for a while sleeps, and is woken by a bell.
"""

from __future__ import annotations

import functools
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from . import orders
from .compiling import PLAIN, entry_point, plain, source_key
from .orders import DONE, GIVEN, LEAVE, NOTHING, ORDER, WORK

LOOKS = 0 if PLAIN else 50_000
"""How often to look before sleeping: some twenty microseconds. Where other work takes a processor, who looks longer may
keep the very thread from running that is waited for."""

Stepper = Callable[[Any, int], int]
"""stepper(post, looks) carries out all orders from STEP on that come to the post, and gives the first other one; or the
order carried out, if somebody sleeps until it was; or NOTHING, if none comes for `looks` looks."""


@functools.cache
def _entry_points() -> tuple[Callable, ...]:
    """`give`, `show_done` and `all_done` for Python to call, compiled at first use."""
    functions = (orders.give, plain(orders.show_done), orders.all_done)
    if PLAIN:
        return functions
    key = f"crew-{source_key([orders.__name__])}"
    return tuple(entry_point(function, key) for function in functions)


class _Shared:
    """What a crew and its threads share."""

    def __init__(self, parts: int) -> None:
        self._give, self.show_done, self._all_done = _entry_points()
        self.posts = orders.make_posts(parts)
        """A row for each part of the batch, the caller's first."""
        self.others = self.posts[1:]
        self.work: Callable[[Any], None] | None = None
        self.parts: Sequence[Any] = ()
        self.faults: list[BaseException] = []
        self._bell = threading.Condition()
        self._sleepers = 0
        """Who has stopped looking: the bell has to wake them. Changed with the bell's lock, read without."""

    def give(self, order: int) -> None:
        """Give an order to all threads but the caller's."""
        if len(self.others):
            self._give(self.others, order)
            self.wake()

    def wait(self) -> None:
        """Until all threads have done what was ordered."""
        if len(self.others) and not self._all_done(self.others, LOOKS):
            self.sleep_until(lambda: bool(self._all_done(self.others, 0)))

    def wake(self) -> None:
        if self._sleepers:
            with self._bell:
                self._bell.notify_all()

    def sleep_until(self, ready: Callable[[], bool]) -> None:
        with self._bell:
            self._sleepers += 1
            self._bell.wait_for(ready)
            self._sleepers -= 1


def _serve(shared: _Shared, place: int, stepper: Stepper) -> None:
    """The life of one thread."""
    post = shared.posts[place]
    while True:
        try:
            order = stepper(post, LOOKS)
            if order == LEAVE:
                return
            if order == WORK:
                assert shared.work is not None
                shared.work(shared.parts[place])
        except BaseException as fault:
            shared.faults.append(fault)
            order = WORK
        if order == WORK:
            shared.show_done(post)
        shared.wake()
        if order == NOTHING:
            shared.sleep_until(lambda: bool(post[GIVEN] != post[DONE]))


class Crew:
    """The caller and threads beside it, one for each further stepper.

    Args:
        steppers: what carries out steps in compiled code, one a part of the batch, the caller's first. The threads end
            with `close`, or when the crew is not used any more.
    """

    def __init__(self, steppers: Sequence[Stepper]) -> None:
        self._shared = _Shared(len(steppers))
        self._post, self._stepper = self._shared.posts[0], steppers[0]
        for place, stepper in enumerate(steppers[1:], 1):
            threading.Thread(
                target=_serve, args=(self._shared, place, stepper), name=f"cosmozoo-{place}", daemon=True
            ).start()
        self.close = weakref.finalize(self, self._shared.give, LEAVE)
        """Send the threads away."""

    def step(self, order: int) -> None:
        """Have every stepper carry out this order, from STEP on; comes back when all have. Raises as `run` does."""
        self._shared.give(order)
        self._post[ORDER] = order
        self._post[GIVEN] += 1
        self._together(lambda: self._stepper(self._post, 0))

    def run(self, work: Callable[[Any], None], parts: Sequence[Any]) -> None:
        """work(part) for the first part here and for each other one in a thread; comes back when all are done.

        Raises what the work raised, the caller's own before that of a thread.
        """
        shared = self._shared
        shared.work, shared.parts = work, parts
        shared.give(WORK)
        try:
            self._together(lambda: work(parts[0]))
        finally:
            shared.work, shared.parts = None, ()  # or the threads would keep alive what the work belongs to

    def _together(self, own: Callable[[], object]) -> None:
        shared = self._shared
        try:
            own()
        finally:
            shared.wait()
            faults, shared.faults = shared.faults, []
        if faults:
            raise faults[0]
