"""The crew of threads: everybody works, faults arrive, sleepers wake, and nobody stays behind."""

from __future__ import annotations

import gc
import threading
import time

import numpy as np
import pytest

from cosmozoo.envs.core import crew as crews
from cosmozoo.envs.core.crew import Crew
from cosmozoo.envs.core.orders import STEP, STEP_AND_SAMPLE, next_order, show_done

pytestmark = pytest.mark.plain


class Stepper:
    """Notes the orders it carries out, and in which thread; a fault in its place where one is set."""

    def __init__(self) -> None:
        self.done: list[tuple[int, str]] = []
        self.fault: Exception | None = None

    def __call__(self, post: np.ndarray, looks: int) -> int:
        while True:
            order = int(next_order(post, looks))
            if order < STEP:
                return order
            if self.fault is not None:
                raise self.fault
            self.done.append((order, threading.current_thread().name))
            if show_done(post):
                return order


def crew_of(size: int) -> Crew:
    return Crew([Stepper() for _ in range(size)])


@pytest.fixture(params=[0, 1000])
def looks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often everybody looks; with 0 all sleep at once."""
    monkeypatch.setattr(crews, "LOOKS", request.param)
    return int(request.param)


@pytest.mark.parametrize("size", [1, 4])
def test_every_stepper_carries_out_each_order_once_in_a_thread_of_its_own(size: int, looks: int) -> None:
    steppers = [Stepper() for _ in range(size)]
    crew = Crew(steppers)
    wanted = []
    for turn in range(200):
        wanted.append(STEP_AND_SAMPLE if turn % 3 else STEP)
        crew.step(wanted[-1])
        assert all([order for order, _ in stepper.done] == wanted for stepper in steppers)
    names = [{name for _, name in stepper.done} for stepper in steppers]
    assert all(len(found) == 1 for found in names)
    assert names[0] == {threading.current_thread().name}
    assert len(set.union(*names)) == size
    crew.close()


def test_steps_and_other_work_in_turn(looks: int) -> None:
    steppers = [Stepper(), Stepper(), Stepper()]
    crew = Crew(steppers)
    for turn in range(100):
        done: list[int] = []
        crew.run(done.append, [turn, turn + 1, turn + 2])
        crew.step(STEP)
        assert sorted(done) == [turn, turn + 1, turn + 2]
        assert [len(stepper.done) for stepper in steppers] == [turn + 1] * 3
    crew.close()


def test_each_part_is_done_once_by_a_thread_of_its_own(looks: int) -> None:
    crew = crew_of(4)
    for turn in range(200):
        done: list[tuple[int, str]] = []
        crew.run(lambda part, done=done: done.append((part, threading.current_thread().name)), range(turn, turn + 4))
        assert sorted(part for part, _ in done) == list(range(turn, turn + 4))
        assert len({name for _, name in done}) == 4
    crew.close()


def test_who_waits_for_a_slow_thread_sleeps_and_is_woken(looks: int) -> None:
    class Slow(Stepper):
        def __call__(self, post: np.ndarray, looks: int) -> int:
            if next_order(post, 0) >= STEP:
                time.sleep(0.2)  # longer than anybody looks
            return super().__call__(post, looks)

    for steppers in ([Stepper(), Slow()], [Slow(), Stepper()]):
        crew = Crew(steppers)
        for turn in range(3):
            crew.step(STEP)
            assert [len(stepper.done) for stepper in steppers] == [turn + 1] * 2
        crew.close()


def test_threads_that_sleep_are_woken() -> None:
    steppers = [Stepper(), Stepper()]
    crew = Crew(steppers)
    for turn in range(3):
        time.sleep(0.2)  # longer than anybody looks
        done: list[int] = []
        crew.run(done.append, [1, 2])
        assert sorted(done) == [1, 2]
        time.sleep(0.2)
        crew.step(STEP)
        assert len(steppers[1].done) == turn + 1
    crew.close()


@pytest.mark.parametrize("faulty", [0, 1])
def test_a_steppers_fault_is_raised_and_the_crew_goes_on(faulty: int, looks: int) -> None:
    steppers = [Stepper(), Stepper()]
    crew = Crew(steppers)
    for _ in range(2):
        steppers[faulty].fault = ValueError(f"part {faulty}")
        with pytest.raises(ValueError, match=f"part {faulty}"):
            crew.step(STEP)
        steppers[faulty].fault = None
        crew.step(STEP)
    assert [len(steppers[faulty].done), len(steppers[1 - faulty].done)] == [2, 4]
    crew.close()


@pytest.mark.parametrize("faulty", [0, 1])
def test_a_fault_is_raised_and_the_crew_goes_on(faulty: int) -> None:
    crew = crew_of(2)

    def work(part: int) -> None:
        if part == faulty:
            raise ValueError(f"part {part}")

    for _ in range(2):
        with pytest.raises(ValueError, match=f"part {faulty}"):
            crew.run(work, [0, 1])
    done: list[int] = []
    crew.run(done.append, [0, 1])
    assert sorted(done) == [0, 1]
    crew.close()


def test_threads_end_when_the_crew_is_closed_or_forgotten() -> None:
    before = set(threading.enumerate())
    crew, other = crew_of(3), crew_of(2)
    crew.run(lambda part: None, range(3))
    threads = set(threading.enumerate()) - before
    assert len(threads) == 3
    crew.close()
    del other
    gc.collect()
    for thread in threads:
        thread.join(timeout=10)
        assert not thread.is_alive()
