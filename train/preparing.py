"""Compiling a game's drivers ahead, by using each of them once the way the library does."""

from __future__ import annotations

import io
import multiprocessing
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from typing import Any

import numpy as np

from cosmozoo.envs import GameEnv, VectorGame, games
from cosmozoo.envs.core.game import Game
from cosmozoo.wrappers.policies import GreedyPolicy, LookaheadPolicy, SearchPolicy
from cosmozoo.wrappers.self_play import SelfPlayGames

Step = tuple[str, Callable[[], object]]
"""A name, and what to call so that a driver of a game or some are compiled and kept on disk."""


def steps(game: Game) -> list[Step]:
    """What to call, one after the other, so that every driver of the game is compiled."""
    return [step for share in _SHARES for step in share(game)]


def _playing(game: Game) -> Iterator[Step]:
    env = GameEnv(game)
    yield "reset", lambda: env.reset(seed=0)
    yield "step", lambda: env.step(_any_action(env))
    yield "observe", lambda: env.observe(env.possible_agents[0])
    yield "positions", lambda: env.reset(seed=0, options={"position": env.position()})
    yield "standings", lambda: env.table.standings(env.states)
    yield "batches", lambda: _step_batch(game)
    yield "training", lambda: _step_learners(game)


def _planning(game: Game) -> Iterator[Step]:
    """For no games at all: dealing one would need drivers of the other share."""
    table, states = game.table(), game.state.zeros(0)
    seats, seeds = np.zeros(0, np.int64), np.zeros((0, 3), np.int64)
    seen = np.zeros((0, game.layout.size), np.float32), np.zeros((0, game.num_actions), np.int8)
    yield "resample", lambda: game.drivers.resample_hidden(states, table.rules, seats, seeds)
    yield "greedy", lambda: GreedyPolicy().act(*seen, table=table, states=states)
    yield "search", lambda: SearchPolicy(1, seed=0).act(*seen, table=table, states=states)
    if game.functions.lookahead is not None:
        yield "lookahead", lambda: LookaheadPolicy().act(*seen, table=table, states=states)
    if game.foreseen:
        yield "foresight", lambda: _foresee(game)


_SHARES: tuple[Callable[[Game], Iterator[Step]], ...] = _playing, _planning
"""Steps that compile different drivers. What these have in common is compiled in each process that has a share."""


def compile_games(chosen: Sequence[Game], jobs: int, tell: Callable[[str, str], object]) -> None:
    """Compile the drivers of games in up to `jobs` processes. `tell` hears of each step that begins: game and step."""
    if jobs < 2:
        for game in chosen:
            for name, compile_next in steps(game):
                tell(game.id, name)
                compile_next()
        return
    shares = [range(len(_SHARES))] if len(chosen) >= jobs else [[share] for share in range(len(_SHARES))]
    tasks = [(game.id, share) for game in chosen for share in shares]
    context = multiprocessing.get_context("spawn")
    told = context.SimpleQueue()
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, _begin_process, (told,)) as pool:
        running = {pool.submit(_compile_there, *task) for task in tasks}
        try:
            while running:
                done, running = wait(running, timeout=0.1)
                while not told.empty():
                    tell(*told.get())
                for future in done:
                    for warning in future.result():
                        warnings.warn(warning, stacklevel=2)
        except BaseException:  # Ctrl-C, say, which the processes would take for the end of one task
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


_told: Any = None
"""In a process of `compile_games`: where to tell what begins."""


def _begin_process(told: Any) -> None:
    global _told
    _told = told
    sys.stderr = io.StringIO()  # what a game says when it compiles would run into the progress bar


def _compile_there(game_id: str, shares: Sequence[int]) -> list[Warning]:
    """Gives the warnings, each once."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for share in shares:
            for name, compile_next in _SHARES[share](games[game_id]):
                _told.put((game_id, name))
                try:
                    compile_next()
                except Exception as error:
                    error.add_note(f"while compiling {game_id}: {name}")
                    raise
    told = {str(warning.message): warning.message for warning in caught}
    return [warning for warning in told.values() if isinstance(warning, Warning)]


def _any_action(env: GameEnv) -> int:
    return int(np.flatnonzero(_seen(env)[1][0])[0])


def _seen(env: GameEnv) -> tuple[np.ndarray, np.ndarray]:
    seen = env.observe(env.agent_selection)
    return seen["observation"][None], seen["action_mask"][None]


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
