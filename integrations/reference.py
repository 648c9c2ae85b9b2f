"""Games played through a library and through the AEC environment side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from cosmozoo.envs import GameEnv, get_game

GREEDY_SHARE = 0.7
"""So many decisions are the greedy bot's, the others random: games end sooner than in random play."""


class Library(Protocol):
    """A table of a game as a library shows it."""

    def reset(self, seed: int) -> int:
        """Start a game; gives the seed with which the AEC environment plays the same one."""

    def to_move(self) -> str:
        """The agent that has to decide."""

    def mask(self) -> np.ndarray:
        """(A,): what it may do."""

    def shown(self) -> dict[str, np.ndarray]:
        """The observations (O,) that the library shows at this moment, by agent."""

    def step(self, action: int) -> None:
        """Make the decision."""

    def over(self) -> bool:
        """Whether the library says that the game has ended."""

    def returns(self) -> list[float]:
        """For each seat the sum of all rewards that the library has given in this game."""


def check_games(library_of: Callable[[GameEnv], Library], game_id: str, episodes: int) -> None:
    """Every decision looks as in the AEC environment, and every seat has the same return, losers included.

    library_of(env): the library's table around an environment of its own. The games go round all table sizes.
    """
    game = get_game(game_id)
    sizes = [players for players in game.players if players > 1]
    libraries = {players: library_of(GameEnv(game, players)) for players in sizes}
    lowest = 0.0
    for number in range(episodes):
        players = sizes[number % len(sizes)]
        expected = play_side_by_side(libraries[players], GameEnv(game, players), seed=number)
        np.testing.assert_allclose(libraries[players].returns(), expected, atol=1e-6)
        lowest = min(lowest, *expected)
    assert lowest == -1, "no loser among these games: nothing was tested"


def play_side_by_side(library: Library, env: GameEnv, seed: int) -> list[float]:
    """Play a game in both and compare each decision; the returns are counted as PettingZoo's own loop counts them."""
    env.reset(seed=library.reset(seed))
    generator = np.random.default_rng(seed)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert not library.over()
        assert library.to_move() == agent
        np.testing.assert_array_equal(library.mask(), seen["action_mask"])
        for other, observation in library.shown().items():
            np.testing.assert_array_equal(observation, env.observe(other)["observation"], err_msg=other)
        action = choice(env, seen["action_mask"], generator)
        env.step(action)
        library.step(action)
    assert library.over()
    return list(returns.values())


def choice(env: GameEnv, mask: np.ndarray, generator: np.random.Generator) -> int:
    """A decision that is mostly the greedy bot's."""
    if generator.random() < GREEDY_SHARE:
        return env.greedy_action()
    return int(generator.choice(np.flatnonzero(mask)))
