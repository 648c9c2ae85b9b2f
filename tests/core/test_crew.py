"""The crew of threads: every block is done once, faults arrive, sleepers wake, and nobody stays behind."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable

import numpy as np
import pytest

from cosmozoo.envs.core import crew as crews
from cosmozoo.envs.core.crew import Crew
from cosmozoo.envs.core.orders import STEP, STEP_AND_SAMPLE, block_of, order_of, show_done, something_left, take

pytestmark = pytest.mark.plain


class Stepper:
    """Notes each block it is given, with the order and the thread; does `before` it first."""

    def __init__(self) -> None:
        self.done: list[tuple[int, int, str]] = []
        self.before: Callable[[int], object] = lambda block: None

    def __call__(self, board: np.ndarray, thread: int, looks: int) -> int:
        while True:
            ticket = take(board, thread, looks, STEP, STEP_AND_SAMPLE)
            if order_of(ticket) < STEP:
                return int(order_of(ticket))
            self.before(block_of(ticket))
            self.done.append((order_of(ticket), block_of(ticket), threading.current_thread().name))
            if show_done(board, thread):
                return int(order_of(ticket))

    def take_notes(self) -> list[tuple[int, int]]:
        """Orders and blocks since the last time, sorted."""
        noted, self.done = self.done, []
        return sorted((order, block) for order, block, _ in noted)


@pytest.fixture(params=[0, 1000])
def looks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often everybody looks; with 0 all sleep at once."""
    monkeypatch.setattr(crews, "LOOKS_FOR_ORDERS", request.param)
    monkeypatch.setattr(crews, "LOOKS_FOR_THE_END", request.param)
    return int(request.param)


@pytest.mark.parametrize(("blocks", "threads"), [(1, 1), (5, 1), (4, 4), (16, 2), (13, 3)])
def test_every_block_is_stepped_once(blocks: int, threads: int, looks: int) -> None:
    stepper = Stepper()
    crew = Crew(stepper, 1000, blocks, threads)
    for turn in range(200):
        order = STEP_AND_SAMPLE if turn % 3 else STEP
        crew.step(order)
        assert stepper.take_notes() == [(order, block) for block in range(blocks)]
    crew.close()


@pytest.mark.parametrize(("games", "blocks", "threads"), [(1, 1, 1), (7, 7, 3), (100, 16, 2)])
def test_every_game_is_worked_on_once(games: int, blocks: int, threads: int, looks: int) -> None:
    crew = Crew(Stepper(), games, blocks, threads)
    for _ in range(200):
        done: list[slice] = []
        crew.run(done.append)
        assert len(done) == blocks
        assert sorted(game for part in done for game in range(part.start, part.stop)) == list(range(games))
    crew.close()


def test_steps_and_other_work_in_turn(looks: int) -> None:
    stepper = Stepper()
    crew = Crew(stepper, 9, 9, 3)
    for _ in range(100):
        done: list[int] = []
        crew.run(lambda part, done=done: done.append(part.start))
        crew.step(STEP)
        assert sorted(done) == list(range(9))
        assert stepper.take_notes() == [(STEP, block) for block in range(9)]
    crew.close()


def test_threads_work_at_the_same_time(looks: int) -> None:
    together = threading.Barrier(3, timeout=20)
    stepper = Stepper()
    stepper.before = lambda block: together.wait()
    crew = Crew(stepper, 3, 3, 3)
    for _ in range(5):
        crew.step(STEP)  # would end with a BrokenBarrierError if one thread did two blocks
        assert len({name for _, _, name in stepper.done}) == 3
        crew.run(lambda part: together.wait())
        stepper.done.clear()
    crew.close()


def test_who_is_done_takes_over_from_the_slow(looks: int) -> None:
    stepper = Stepper()
    caller = threading.current_thread().name
    others = threading.Event()

    def dawdle(block: int) -> None:
        if threading.current_thread().name == caller:
            others.wait(timeout=20)
        elif len(stepper.done) == 6:  # all that is not in the caller's hands
            others.set()

    stepper.before = dawdle
    crew = Crew(stepper, 8, 8, 2)
    crew.step(STEP)
    by_caller = [block for _, block, name in stepper.done if name == caller]
    assert len(by_caller) == 1
    assert stepper.take_notes() == [(STEP, block) for block in range(8)]
    crew.close()


def test_threads_that_sleep_are_woken() -> None:
    together = threading.Barrier(2, timeout=20)
    stepper = Stepper()
    stepper.before = lambda block: together.wait()
    crew = Crew(stepper, 2, 2, 2)
    for _ in range(3):
        time.sleep(0.2)  # longer than anybody looks
        crew.step(STEP)
        time.sleep(0.2)
        crew.run(lambda part: together.wait())
    crew.close()


def test_the_caller_sleeps_until_a_slow_thread_is_done_and_is_woken(looks: int) -> None:
    caller = threading.current_thread().name

    def dawdle() -> None:
        if threading.current_thread().name != caller:
            time.sleep(0.1)  # longer than anybody looks

    together = threading.Barrier(2, timeout=20)
    stepper = Stepper()
    stepper.before = lambda block: (together.wait(), dawdle())
    crew = Crew(stepper, 2, 2, 2)
    for _ in range(3):
        crew.step(STEP)
        assert stepper.take_notes() == [(STEP, 0), (STEP, 1)]
        done: list[int] = []
        crew.run(lambda part, done=done: (together.wait(), dawdle(), done.append(part.start)))
        assert sorted(done) == [0, 1]
    crew.close()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("faulty", [0, 5, 9])
def test_a_fault_is_raised_and_the_crew_goes_on(faulty: int, threads: int, looks: int) -> None:
    def fail(block: int) -> None:
        if block == faulty:
            raise ValueError(f"block {block}")

    stepper = Stepper()
    crew = Crew(stepper, 10, 10, threads)
    for _ in range(20):
        stepper.before = fail
        with pytest.raises(ValueError, match=f"block {faulty}"):
            crew.step(STEP)
        with pytest.raises(ValueError, match=f"block {faulty}"):
            crew.run(lambda part: fail(part.start))
        stepper.before = lambda block: None
        stepper.take_notes()
        crew.step(STEP)
        assert stepper.take_notes() == [(STEP, block) for block in range(10)]
    crew.close()


def test_ctrl_c_comes_before_the_fault_of_a_thread() -> None:
    caller = threading.current_thread().name
    together = threading.Barrier(2, timeout=20)

    def fail(block: int) -> None:
        together.wait()
        if threading.current_thread().name != caller:
            raise ValueError(f"block {block}")
        time.sleep(0.2)  # until that fault has been noted
        raise KeyboardInterrupt

    stepper = Stepper()
    stepper.before = fail
    crew = Crew(stepper, 2, 2, 2)
    with pytest.raises(KeyboardInterrupt):
        crew.step(STEP)
    crew.close()


def test_a_crew_that_is_dismissed_on_the_way_to_sleep_lets_its_thread_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "LONGEST_SLEEP", 0.05)
    shared = crews._Shared(Stepper(), 2, 2, 2)
    looked: list[bool] = []

    def ready() -> bool:
        looked.append(something_left(shared.board))
        if len(looked) == 1:  # nothing is left yet, and the bell will be rung before anybody sleeps
            shared.dismiss()
        return looked[-1]

    thread = threading.Thread(target=shared.sleep_until, args=(ready,), daemon=True)
    thread.start()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert looked == [False, True]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_stepper_that_cannot_even_begin_is_no_endless_loop(threads: int, looks: int) -> None:
    def stepper(board: np.ndarray, thread: int, looks: int) -> int:
        raise TypeError("does not compile")

    before = set(threading.enumerate())
    crew = Crew(stepper, 10, 10, threads)
    started = set(threading.enumerate()) - before
    for _ in range(5):
        with pytest.raises(TypeError, match="does not compile"):
            crew.step(STEP)
    crew.close()
    for thread in started:
        thread.join(timeout=10)
        assert not thread.is_alive()


def test_threads_end_when_the_crew_is_closed_or_forgotten() -> None:
    before = set(threading.enumerate())
    crew, other = Crew(Stepper(), 3, 3, 3), Crew(Stepper(), 2, 2, 2)
    crew.run(lambda part: None)
    threads = set(threading.enumerate()) - before
    assert len(threads) == 3
    crew.close()
    del other
    gc.collect()
    for thread in threads:
        thread.join(timeout=10)
        assert not thread.is_alive()


def test_work_that_is_done_is_forgotten(looks: int) -> None:
    class Work:
        def __call__(self, part: slice) -> None:
            pass

    work = Work()
    crew = Crew(Stepper(), 4, 4, 2)
    crew.run(work)
    forgotten = weakref.ref(work)
    del work
    gc.collect()
    assert forgotten() is None
    crew.close()
