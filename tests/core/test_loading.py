"""Positions that somebody has changed: refused with the path at fault, or loaded as they are; never anything else."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cosmozoo.envs import GameEnv, PositionError, get_game
from tests.playing import OWN_GAMES

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

VALUES = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    3,
    4,
    7,
    12,
    99,
    2**31,
    10**30,
    1.0,
    math.nan,
    "x",
    "red",
    [],
    [0],
    {},
    {"a": 1},
)


def played(game_id: str, decisions: int, seed: int = 1) -> GameEnv:
    """A game after so many random decisions, or at its end."""
    env = GameEnv(get_game(game_id))
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        if not legal.size:
            break
        env.step(int(rng.choice(legal)))
    return env


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every dict or list within a value, with each of its keys or indices."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def changed(position: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The position with one change somewhere: another value, or something left out, doubled or exchanged."""
    position = copy.deepcopy(position)
    everywhere = list(places(position))
    holder, key = everywhere[rng.integers(len(everywhere))]
    kind = rng.integers(6)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif kind == 2:
        other, place = everywhere[rng.integers(len(everywhere))]
        holder[key] = copy.deepcopy(other[place])
    elif kind == 3 and type(holder[key]) is int:
        holder[key] += int(rng.choice([-1, 1]))
    else:
        holder[key] = copy.deepcopy(VALUES[rng.integers(len(VALUES))])
    return position


def in_order(value: Any) -> Any:
    """The value with its lists sorted, since what is a set, a hand say, may be written in any order."""
    if isinstance(value, dict):
        return {key: in_order(item) for key, item in value.items()}
    return sorted(map(in_order, value), key=as_text) if isinstance(value, list) else value


def as_text(value: Any) -> str:
    """JSON, in which true is not 1."""
    return json.dumps(value, sort_keys=True)


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_a_changed_position_is_refused_or_loaded_as_it_is(game_id: str) -> None:
    rng = np.random.default_rng(7)
    other = GameEnv(get_game(game_id))
    refused = 0
    for decisions in (0, 3, 11, 25, 60, 10**6):
        position = played(game_id, decisions).position()
        for _ in range(60):
            wrong = changed(position, rng)
            try:
                other.reset(seed=1, options={"position": wrong})
            except PositionError:
                refused += 1
                continue
            assert as_text(in_order(other.position())) == as_text(in_order(wrong))
            get_game(game_id).state.check_bounds(other.states[0])
            for agent in other.possible_agents:
                assert other.observation_space(agent).contains(other.observe(agent))
    assert refused > 200


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_the_keys_of_every_position_are_checked(game_id: str) -> None:
    env = played(game_id, 3)
    position, players = env.position(), env.num_players
    wrong = {
        "game": [("x_v0", f"^game: must be '{game_id}', not 'x_v0'"), (3, "^game: must be a string, not 3")],
        "players": [
            (value, f"^players: must be {players}, as this environment has, not ")
            for value in (99, True, float(players))
        ],
        "phase": [("nope", "^phase: must be one of "), (None, "^phase: must be one of ")],
        "to_move": [(value, "^to_move: must be an integer from 0 to ") for value in (players, -1, True, "0", None)],
        "variants": [(None, "^variants: must be a dict"), ({"x": 1}, "^variants: has an unknown key 'x'")],
        "unheard_of": [(1, "^position: has an unknown key 'unheard_of'")],
    }
    for key, cases in wrong.items():
        for value, message in cases:
            with pytest.raises(PositionError, match=message):
                env.reset(options={"position": {**position, key: value}})
    for key in position:
        with pytest.raises(PositionError, match=f"^position: lacks the key '{key}'"):
            env.reset(options={"position": {name: value for name, value in position.items() if name != key}})
    for name in position["variants"]:
        with pytest.raises(PositionError, match=rf"^variants\.{name}: must be .*, as in this environment, not 'x'"):
            env.reset(options={"position": {**position, "variants": {**position["variants"], name: "x"}}})
    assert env.position() == position


@pytest.mark.parametrize("game_id", OWN_GAMES)
def test_a_finished_position_has_nobody_to_move(game_id: str) -> None:
    env = played(game_id, 10**6)
    if env.position()["phase"] != "over":
        pytest.skip("cut off before the end")
    with pytest.raises(PositionError, match=r"^to_move: must be null when the phase is 'over'"):
        env.reset(options={"position": {**env.position(), "to_move": 0}})
