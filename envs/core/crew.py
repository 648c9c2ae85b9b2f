"""Threads that share the work on a batch, handed over in a few microseconds.

A step of a thousand games takes less time than waking a thread that sleeps. So whoever waits, a thread for work or
the caller for the threads, first looks again and again in compiled code, which holds no lock, and only then sleeps.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .compiling import PLAIN, entry_point, source_key

LOOKS = 50_000
"""How often to look before sleeping: some twenty microseconds. Where other work takes a processor, who looks longer may
keep the very thread from running that is waited for."""
_APART = 8
"""Numbers so far apart lie in cache lines of their own."""


@intrinsic
def _load(typing_context: Any, numbers: Any, index: Any) -> Any:
    """numbers[index], as another thread last stored it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "acquire", 8)

    return types.int64(numbers, index), generate


@intrinsic
def _store(typing_context: Any, numbers: Any, index: Any, value: Any) -> Any:
    """numbers[index] = value, after all that this thread has written before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _pointer(context, builder, signature, arguments), "release", 8)
        return context.get_dummy_value()

    return types.void(numbers, index, types.int64), generate


def _pointer(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> ir.Value:
    kind = signature.args[0]
    array = context.make_array(kind)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, kind, array, [arguments[1]], wraparound=False)


def store(numbers, index, value):  # type: ignore[no-untyped-def]
    """Show a number to the other threads."""
    _store(numbers, index, value)


def look_for_another(numbers, index, value, looks):  # type: ignore[no-untyped-def]
    """Look until numbers[index] is not `value` any more, `looks` times at most; gives whether it is not."""
    for _ in range(looks):
        if _load(numbers, index) != value:
            return True
    return False


def look_for(numbers, value, looks):  # type: ignore[no-untyped-def]
    """Look until all numbers in places 0, 8, 16, … are `value`, `looks` times at most; gives whether they are."""
    for _ in range(looks):
        alike = True
        for index in range(0, numbers.shape[0], _APART):
            if _load(numbers, index) != value:
                alike = False
                break
        if alike:
            return True
    return False


class _Compiled:
    """The functions above, compiled at first use."""

    def __init__(self) -> None:
        key = f"crew-{source_key([__name__])}"
        self.store = entry_point(store, key)
        self.look_for_another = entry_point(look_for_another, key)
        self.look_for = entry_point(look_for, key)


class _Plain:
    """In their place where the compiler is off: numbers are read at once, then the reader sleeps."""

    @staticmethod
    def store(numbers: np.ndarray, index: int, value: int) -> None:
        numbers[index] = value

    @staticmethod
    def look_for_another(numbers: np.ndarray, index: int, value: int, looks: int) -> bool:
        return bool(numbers[index] != value)

    @staticmethod
    def look_for(numbers: np.ndarray, value: int, looks: int) -> bool:
        return bool((numbers[::_APART] == value).all())


class _Orders:
    """What a crew and its threads share: the number of the last order given to each and finished by each."""

    def __init__(self, threads: int) -> None:
        self.looking = _Plain() if PLAIN else _Compiled()
        self.given = np.zeros(threads * _APART, np.int64)
        self.finished = np.zeros(threads * _APART, np.int64)
        self.number = 0
        self.work: Callable[[Any], None] | None = None
        self.parts: Sequence[Any] = ()
        self.faults: list[BaseException] = []
        self.bell = threading.Condition()
        self.sleepers = 0
        """Threads that have stopped looking: the bell has to wake them. Changed with the bell's lock, read without."""

    def give(self, work: Callable[[Any], None] | None, parts: Sequence[Any]) -> None:
        """Give each thread its part; None sends the threads away."""
        self.work, self.parts = work, parts
        self.number += 1
        for index in range(0, len(self.given), _APART):
            self.looking.store(self.given, index, self.number)
        self.wake()

    def wake(self) -> None:
        if self.sleepers:
            with self.bell:
                self.bell.notify_all()

    def sleep_until(self, ready: Callable[[], bool]) -> None:
        with self.bell:
            self.sleepers += 1
            self.bell.wait_for(ready)
            self.sleepers -= 1


def _serve(orders: _Orders, index: int) -> None:
    """The life of one thread."""
    looking, seen = orders.looking, 0
    while True:
        if not looking.look_for_another(orders.given, index, seen, LOOKS):
            orders.sleep_until(lambda last=seen: orders.given[index] != last)  # type: ignore[misc]
        seen = int(orders.given[index])
        work, parts = orders.work, orders.parts
        if work is None:
            return
        try:
            work(parts[index // _APART])
        except BaseException as fault:
            orders.faults.append(fault)
        del work, parts  # or this thread would keep alive what the work belongs to
        looking.store(orders.finished, index, seen)
        orders.wake()


class Crew:
    """Threads beside the caller's own.

    Args:
        threads: how many; they end with `close`, or when the crew is not used any more.
    """

    def __init__(self, threads: int) -> None:
        self._orders = _Orders(threads)
        for number in range(threads):
            threading.Thread(
                target=_serve, args=(self._orders, number * _APART), name=f"cosmozoo-{number}", daemon=True
            ).start()
        self.close = weakref.finalize(self, self._orders.give, None, ())
        """Send the threads away."""

    def run(self, work: Callable[[Any], None], parts: Sequence[Any]) -> None:
        """work(part) for the first part here and for each other one in a thread; comes back when all are done.

        Raises what the work raised, the caller's own before that of a thread.
        """
        orders = self._orders
        orders.give(work, parts[1:])
        try:
            work(parts[0])
        finally:
            if not orders.looking.look_for(orders.finished, orders.number, LOOKS):
                orders.sleep_until(lambda: bool((orders.finished[::_APART] == orders.number).all()))
            orders.work, orders.parts = None, ()
            faults, orders.faults = orders.faults, []
        if faults:
            raise faults[0]
