"""What the tests of every game do at a table: start or load a game, make decisions by label, look at things."""

import json

from cosmozoo.envs import GameEnv, get_game


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


def position(env):
    """The position the environment stands in."""
    return env.unwrapped.position()


def play(env, *labels):
    """The seats to move take these actions one after another; gives the environment."""
    for label in labels:
        env.step(env.unwrapped.action_from_label(label))
    return env


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
