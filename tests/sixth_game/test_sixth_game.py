"""The conformance suite passes a sound game from outside the suite, and catches each fault of a broken one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from cosmozoo.envs import testing
from cosmozoo.envs.core.functions import Functions
from cosmozoo.envs.core.game import Facts, games
from cosmozoo.envs.core.records import COMMON_STATE, Field, Record, state_record

from . import high_card
from .high_card import GAME

pytestmark = pytest.mark.plain

OBSERVE, STEP = high_card.observe, high_card.step


@pytest.mark.parametrize("table", testing.tables(GAME.id), ids=str)
def test_a_sound_game_passes(table: testing.TableChoice) -> None:
    for seed in range(3):
        testing.check_table(table, seed)
        testing.check_batch(table, seed)
    testing.check_many_games(table, 500, seed=1)


def test_a_sound_game_passes_pettingzoo() -> None:
    testing.check_pettingzoo(GAME.id)


def leaks_another_hand(state, rules, seat, out):  # type: ignore[no-untyped-def]
    OBSERVE(state, rules, seat, out)
    out[0] = int(state.high_card[1]) / 9


def shows_an_earlier_choice(state, rules, seat, out):  # type: ignore[no-untyped-def]
    OBSERVE(state, rules, seat, out)
    out[0] = 1 if state.choice[0] == 1 else 0


def observes_beyond_one(state, rules, seat, out):  # type: ignore[no-untyped-def]
    OBSERVE(state, rules, seat, out)
    out[0] = 2


def writes_while_observing(state, rules, seat, out):  # type: ignore[no-untyped-def]
    OBSERVE(state, rules, seat, out)
    state.choice[2] = 1


def forgets_a_legal_action(state, rules, mask):  # type: ignore[no-untyped-def]
    return None


def greedy_peeks(state, rules):  # type: ignore[no-untyped-def]
    return 0 if state.high_card[(state.to_move + 1) % rules.num_players] > 4 else 1


def keeps_a_trace(state, rules, action):  # type: ignore[no-untyped-def]
    STEP(state, rules, action)
    state.last_act = action + 1


FAULTS: dict[str, tuple[dict[str, Callable[..., Any]], str]] = {
    "leak": ({"observe": leaks_another_hand}, "sees hidden things"),
    "simultaneous": ({"observe": shows_an_earlier_choice}, "sees hidden things"),
    "range": ({"observe": observes_beyond_one}, "outside its space"),
    "impure": ({"observe": writes_while_observing}, "differs|changed the state"),
    "mask": ({"legal": forgets_a_legal_action}, "lacks legal actions"),
    "peek": ({"greedy": greedy_peeks}, "greedy bot looks at hidden things"),
    "trace": ({"step": keeps_a_trace}, "after loading"),
}


def distinct_state(name: str) -> Record:
    """A field that makes the record distinct, the game's own ones, and one in which a broken rule leaves a trace."""
    own = high_card.STATE.fields[len(COMMON_STATE) :]
    return state_record(Field(f"of_{name}", np.int8, (), "a name", 1), *own, Field("last_act", np.int8, (), "trace", 9))


@pytest.fixture
def broken(request: pytest.FixtureRequest) -> Iterator[str]:
    """A game with one fault, with a record of its own so that Numba can tell it apart."""
    functions, _ = FAULTS[request.param]
    game = high_card.make(f"broken_{request.param}_v0", state=distinct_state(request.param), functions=functions)
    yield game.id
    del games[game.id]


def check_all_tables(game_id: str) -> None:
    for seed in range(5):
        for table in testing.tables(game_id):
            testing.check_table(table, seed)


@pytest.mark.parametrize("broken", FAULTS, indirect=True)
def test_a_fault_is_caught(broken: str) -> None:
    message = FAULTS[broken.removeprefix("broken_").removesuffix("_v0")][1]
    with pytest.raises(AssertionError, match=message):
        check_all_tables(broken)


def test_a_wrong_declaration_is_caught() -> None:
    facts = Facts(True, "setup", True, 1, (0, 9), 9.0, True)
    game = high_card.make("short_v0", state=distinct_state("short"), facts=facts)
    with pytest.raises(AssertionError, match="a game of"):
        testing.check_many_games(testing.tables(game.id)[0], 100, seed=1)
    del games[game.id]


def test_every_hook_is_named_in_functions() -> None:
    assert set(Functions.__dataclass_fields__) >= {
        "reset",
        "step",
        "legal",
        "observe",
        "standings",
        "resample",
        "greedy",
    }
