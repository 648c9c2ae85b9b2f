"""What the tests of every game do at a table: start or load a game, make decisions by label, look at things."""

import copy
import json
import re

import pettingzoo
import pytest

from cosmozoo.envs import ComponentError, GameEnv, PositionError, games, get_game

OWN_GAMES = sorted(name for name, game in games.items() if game.functions.reset.__module__.startswith("cosmozoo."))
"""Ids of the suite's games, without those that tests register."""

needs_make = pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="pettingzoo.make exists from 1.27 on")


def start(game_id, players, seed=1, **arguments):
    """An environment at the start of a game."""
    env = GameEnv(get_game(game_id), players, **arguments)
    env.reset(seed=seed)
    return env


def load(position, **arguments):
    """An environment of the position's own players and variants, standing in the position."""
    env = GameEnv(get_game(position["game"]), position["players"], **position["variants"], **arguments)
    env.reset(seed=0, options={"position": json.loads(json.dumps(position))})
    return env


def changed(table, **changes):
    """A copy of a position with other values at some paths: `changed(p, hands__0=[...])`."""
    copied = copy.deepcopy(table)
    for path, value in changes.items():
        *parents, last = (int(step) if step.isdigit() else step for step in path.split("__"))
        part = copied
        for step in parents:
            part = part[step]
        part[last] = value
    return copied


def assert_given_back(table):
    """A position is what it was when it has been loaded, and as JSON."""
    again = position(load(table))
    assert again == table
    assert json.loads(json.dumps(again)) == table


def assert_refused(table, message, like):
    """An environment with the players and variants of the position `like` refuses the table, and stands as it did.

    The error's message, which is given back, begins as the regular expression says.
    """
    env = GameEnv(get_game(like["game"]), like["players"], **like["variants"])
    env.reset(seed=4)
    before = position(env)
    with pytest.raises(PositionError, match=f"^({message})") as refusal:
        env.reset(seed=0, options={"position": table})
    assert position(env) == before
    return str(refusal.value)


def assert_components_refused(game_id, path, *named):
    """The game refuses the component file by a sentence with all these (regular expressions)."""
    with pytest.raises(ComponentError) as refusal:
        GameEnv(get_game(game_id), components=path)
    for part in named:
        assert re.search(part, str(refusal.value)), f"{part!r} is not in: {refusal.value}"


def position(env):
    """The position the environment stands in."""
    return env.unwrapped.position()


def play(env, *labels):
    """The seats to move take these actions one after another; gives the environment."""
    for label in labels:
        env.step(env.unwrapped.action_from_label(label))
    return env


def random_label(labels, generator):
    """One of these labels, all equally likely."""
    return str(generator.choice(sorted(labels)))


def walk(env, generator, choose=random_label):
    """The environment before each decision of a game, and at its end."""
    while not any(env.terminations.values()):
        yield env
        play(env, choose(legal(env), generator))
    yield env


def legal(env):
    """Labels of what the seat to move may do."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return {label for label, allowed in zip(env.unwrapped.action_labels, mask, strict=True) if allowed}


def to_move(env):
    """The seat to move, None when the game is over."""
    return position(env)["to_move"]


def observe(env, seat):
    """What a seat sees: segment name to array of the segment's shape."""
    return env.unwrapped.layout.split(env.observe(f"player_{seat}")["observation"])


def view(env, seat):
    """All that a seat is told, as bytes: observation and mask."""
    seen = env.observe(f"player_{seat}")
    return seen["observation"].tobytes() + seen["action_mask"].tobytes()
