"""Compiling a game's drivers ahead, by using each of them once the way the library does."""

from __future__ import annotations

import io
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from typing import Any

import numpy as np

from cosmozoo.envs import GameEnv, VectorGame, games
from cosmozoo.envs.core.game import Game
from cosmozoo.wrappers.policies import LookaheadPolicy, SearchPolicy
from cosmozoo.wrappers.self_play import SelfPlayGames


def steps(game: Game) -> Iterator[tuple[str, Callable[[], object]]]:
    """What to call, one after the other, so that every driver of the game is compiled and kept on disk."""
    env = GameEnv(game)
    yield "reset", lambda: env.reset(seed=0)
    yield "step", lambda: env.step(_any_action(env))
    yield "observe", lambda: env.observe(env.possible_agents[0])
    yield "positions", lambda: env.reset(seed=0, options={"position": env.position()})
    yield "standings", lambda: env.table.standings(env.states)
    yield "resample", lambda: env.resample(env.possible_agents[0], seed=0)
    yield "greedy", env.greedy_action
    yield "batches", lambda: _step_batch(game)
    yield "search", lambda: SearchPolicy(1, seed=0).act(*_seen(env), table=env.table, states=env.states)
    yield "training", lambda: _step_learners(game)
    if game.functions.lookahead is not None:
        yield "lookahead", lambda: _look_ahead(env)
    if game.foreseen:
        yield "foresight", lambda: _foresee(game)


def compile_games(chosen: Sequence[Game], jobs: int, tell: Callable[[str, str], object]) -> None:
    """Compile the drivers of games in up to `jobs` processes. `tell` hears of each step that begins: game and step."""
    if min(jobs, len(chosen)) < 2:
        for game in chosen:
            _compile(game, tell)
        return
    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    with ProcessPoolExecutor(min(jobs, len(chosen)), context, _begin_process, (told,)) as pool:
        running = {pool.submit(_compile_there, game.id) for game in chosen}
        while running:
            done, running = wait(running, timeout=0.1)
            while not told.empty():
                tell(*told.get())
            for future in done:
                future.result()


def _compile(game: Game, tell: Callable[[str, str], object]) -> None:
    for name, compile_next in steps(game):
        tell(game.id, name)
        compile_next()


_told: Any = None
"""In a process of `compile_games`: where to tell what begins."""


def _begin_process(told: Any) -> None:
    global _told
    _told = told
    sys.stderr = io.StringIO()  # what a game says when it compiles would run into the progress bar


def _compile_there(game_id: str) -> None:
    _compile(games[game_id], lambda *what: _told.put(what))


def number_of_steps(game: Game) -> int:
    """How many `steps` there are."""
    return sum(1 for _ in steps(game))


def _any_action(env: GameEnv) -> int:
    return int(np.flatnonzero(_seen(env)[1][0])[0])


def _seen(env: GameEnv) -> tuple[np.ndarray, np.ndarray]:
    seen = env.observe(env.agent_selection)
    return seen["observation"][None], seen["action_mask"][None]


def _look_ahead(env: GameEnv) -> None:
    LookaheadPolicy().act(*_seen(env), table=env.table, states=env.states)


def _step_batch(game: Game) -> None:
    vector = VectorGame(game.id, 2, seed=0)
    vector.step(vector.sample_actions())


def _step_learners(game: Game) -> None:
    games = SelfPlayGames(game.id, 2, seed=0)
    games.reset()
    games.step(games.action_masks.argmax(axis=1))


def _foresee(game: Game) -> None:
    assert game.places is not None
    told = np.zeros((1, game.places, 1, len(game.foreseen)), np.float32)
    nothing = np.zeros((1, game.layout.size), np.float32)
    game.drivers.foresee_moves(nothing, game.table().rules, game.state.zeros(), told)
