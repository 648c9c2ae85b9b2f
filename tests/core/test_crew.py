"""The crew of threads: everybody works, faults arrive, sleepers wake, and nobody stays behind."""

from __future__ import annotations

import gc
import threading
import time

import pytest

from cosmozoo.envs.core import crew as crews
from cosmozoo.envs.core.crew import Crew

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("looks", [0, 1000])
def test_each_part_is_done_once_by_a_thread_of_its_own(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "LOOKS", looks)  # with 0 everybody sleeps at once
    crew = Crew(3)
    for turn in range(200):
        done: list[tuple[int, str]] = []
        crew.run(lambda part, done=done: done.append((part, threading.current_thread().name)), range(turn, turn + 4))
        assert sorted(part for part, _ in done) == list(range(turn, turn + 4))
        assert len({name for _, name in done}) == 4
    crew.close()


def test_threads_that_sleep_are_woken() -> None:
    crew = Crew(1)
    for _ in range(3):
        time.sleep(0.2)  # longer than anybody looks
        done: list[int] = []
        crew.run(done.append, [1, 2])
        assert sorted(done) == [1, 2]
    crew.close()


@pytest.mark.parametrize("faulty", [0, 1])
def test_a_fault_is_raised_and_the_crew_goes_on(faulty: int) -> None:
    crew = Crew(1)

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
    crew, other = Crew(2), Crew(1)
    crew.run(lambda part: None, range(3))
    threads = set(threading.enumerate()) - before
    assert len(threads) == 3
    crew.close()
    del other
    gc.collect()
    for thread in threads:
        thread.join(timeout=10)
        assert not thread.is_alive()
