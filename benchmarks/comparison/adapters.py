"""How a step of each library is played: one function a library, in the fastest way its documentation shows in Python.

Every step is a decision of a player: the observation of the seat to move is written, its legal actions are asked for
as a mask, one of them is drawn with equal chances and played. Chance (dice, deals) and the start of the next game are
played too, in the time that is measured, and counted as nothing.

These functions run in the environment of what they measure, and import it themselves.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import psutil

IN_PLAY = 20
"""Decisions after which a game is weighed."""
VECTOR_STEPS = 300
"""Steps after which a batch of ours is weighed: games have ended by then, and the arrays for ended games are in use."""
WEIGHED_BYTES = 8 * 2**20
"""Games are added until they take so much memory, that pages and caches do not blur the weight of one."""
MOST_WEIGHED = 20_000
"""More games than so many are not added."""
DEVICE_STEPS = 32
"""Steps of a batch that JAX plays in one call."""


@dataclass(frozen=True)
class Play:
    """Something that plays.

    burst: plays on for a moment, and gives the number of decisions that were made.
    bytes_per_game: weighs a game in play; None where that is not asked.
    """

    burst: Callable[[], int]
    bytes_per_game: Callable[[], float] | None = None


def drawn(mask: np.ndarray, random: Random) -> int:
    """A legal action, every one equally likely."""
    legal = np.flatnonzero(mask)
    return int(legal[int(random.random() * legal.size)])


def mask_of(legal: list[int], actions: int) -> np.ndarray:
    """(A,) int8: 1 for the legal actions, where a library only lists them."""
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask


def weighed(make: Callable[[], object], games_each: int = 1) -> float:
    """Bytes by which the process grows for each game, when `make` makes `games_each` games again and again."""
    process = psutil.Process()
    gc.collect()
    before = process.memory_info().rss
    held: list[object] = []
    while len(held) < MOST_WEIGHED and process.memory_info().rss - before < WEIGHED_BYTES:
        held.append(make())
    return (process.memory_info().rss - before) / (len(held) * games_each)


# ---- PettingZoo's AEC, ours and theirs


def aec(make: Callable[[], Any], seed: int) -> Play:
    """PettingZoo's loop over `agent_iter`."""
    random = Random(seed)
    env = make()
    env.reset(seed=seed)

    def burst() -> int:
        env.reset()
        return _aec_decisions(env, random)

    def in_play() -> object:
        another = make()
        another.reset(seed=random.getrandbits(32))
        _aec_decisions(another, random, IN_PLAY)
        return another

    return Play(burst, lambda: weighed(in_play))


def _aec_decisions(env: Any, random: Random, most: int | None = None) -> int:
    """Play a game to its end, or so many decisions of it; gives how many were made."""
    decisions = 0
    for _agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        env.step(drawn(observation["action_mask"], random))
        decisions += 1
        if decisions == most:
            break
    return decisions


def cosmozoo_aec(game: str, seed: int) -> Play:
    """PettingZoo's loop: `last()` for observation, mask and reward, a draw, `step`."""
    from cosmozoo.envs import GameEnv, get_game

    return aec(lambda: GameEnv(get_game(game)), seed)


def pettingzoo(game: str, seed: int) -> Play:
    """The same loop over a classic game, with the wrappers of its `env()`."""
    module = import_module(f"pettingzoo.classic.{game}")
    return aec(module.env, seed)


# ---- Ours in batches


def cosmozoo_batch(game: str, seed: int, *, batch: int, threads: int) -> Play:
    """`VectorGame`: `sample_actions`, `step`, which writes observations and masks and starts ended games anew."""
    from cosmozoo.envs import VectorGame

    calls = max(1, 256 // batch)  # looking at the clock should not be what is measured

    def make(threads: int, seed: int) -> VectorGame:
        return VectorGame(game, batch, seed=seed, num_threads=threads)

    games = make(threads, seed)

    def burst() -> int:
        for _ in range(calls):
            games.step(games.sample_actions())
        return calls * batch

    def in_play() -> object:
        more = make(1, 0)
        for _ in range(VECTOR_STEPS):
            more.step(more.sample_actions())
        return more

    return Play(burst, lambda: weighed(in_play, batch))


# ---- OpenSpiel, RLCard


def openspiel(game: str, seed: int, *, own_mask: bool = False) -> Play:
    """A state in C++: `Observation.set_from`, `legal_actions`, `legal_actions_mask`, a draw, `apply_action`.

    For backgammon we write the mask from the legal actions, which is faster there than finding them a second time.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    random = Random(seed)
    rules = pyspiel.load_game(game)
    observation = make_observation(rules)

    def play(state: Any, most: int | None = None) -> int:
        decisions = 0
        while not state.is_terminal() and decisions != most:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            if own_mask:
                mask_of(legal, rules.num_distinct_actions())
            else:
                state.legal_actions_mask()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    def in_play() -> object:
        state = rules.new_initial_state()
        play(state, IN_PLAY)
        return state

    return Play(lambda: play(rules.new_initial_state()), lambda: weighed(in_play))


def rlcard(game: str, seed: int) -> Play:
    """`env.step`, whose state has the observation and a list of legal actions, from which we write the mask."""
    import rlcard as library

    random = Random(seed)

    def make(seed: int) -> Any:
        return library.make(game, config={"seed": seed})

    def play(env: Any, most: int | None = None) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over() and decisions != most:
            legal = list(state["legal_actions"])
            mask_of(legal, env.num_actions)
            state, _ = env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    def in_play() -> object:
        another = make(random.getrandbits(31))
        play(another, IN_PLAY)
        return another

    env = make(seed)
    return Play(lambda: play(env), lambda: weighed(in_play))


# ---- JAX


def pgx(game: str, seed: int, *, batch: int) -> Play:
    """A draw and a step for the batch, compiled by XLA: observations and masks are parts of its state.

    Ended games start anew (`auto_reset`).
    """
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def decide(_: Any, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carried
        key, drawing, chance = jax.random.split(key, 3)
        action = _drawn_on_device(state.legal_action_mask, drawing)
        return step(state, action, jax.random.split(chance, batch)), key

    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(seed), batch))
    return _on_device(decide, start, seed, batch)


def jumanji(game: str, seed: int, *, batch: int) -> Play:
    """The same for a game of one player, whose mask is in its observation (`VmapAutoResetWrapper`)."""
    import jax
    import jumanji as library
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(library.make(game))

    def decide(_: Any, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        (state, timestep), key = carried
        key, drawing = jax.random.split(key)
        return env.step(state, _drawn_on_device(timestep.observation.action_mask, drawing)), key

    start = jax.jit(env.reset)(jax.random.split(jax.random.key(seed), batch))
    return _on_device(decide, start, seed, batch)


def _on_device(decide: Callable[..., Any], start: Any, seed: int, batch: int) -> Play:
    """Play a batch so many steps a call, observations and masks being part of what goes from step to step."""
    import jax

    steps = jax.jit(lambda carried: jax.lax.fori_loop(0, DEVICE_STEPS, decide, carried))
    carried = [(start, jax.random.key(seed + 1))]

    def burst() -> int:
        carried[0] = jax.block_until_ready(steps(carried[0]))
        return DEVICE_STEPS * batch

    return Play(burst, lambda: sum(leaf.nbytes for leaf in jax.tree.leaves(carried[0][0])) / batch)


def _drawn_on_device(masks: Any, key: Any) -> Any:
    """(N,) a legal action for each row of (N, A), every one equally likely."""
    import jax
    import jax.numpy as jnp

    counts = jnp.cumsum(masks, axis=-1, dtype=jnp.int32)
    wanted = jax.random.uniform(key, (masks.shape[0], 1)) * counts[:, -1:]
    return jnp.argmax(counts > wanted, axis=-1)


# ---- Training: one update of MaskablePPO a burst


ROLLOUT = 16_384
"""Decisions between two updates, whatever the number of environments."""


def training_self_play(game: str, seed: int, *, envs: int) -> Play:
    """MaskablePPO on `SelfPlayVecEnv`, against greedy."""
    from cosmozoo.wrappers import SelfPlayVecEnv

    return _training(SelfPlayVecEnv(game, envs, "greedy", num_players=2, seed=seed))


def training_usual(game: str, seed: int, *, envs: int, processes: bool) -> Play:
    """MaskablePPO on the usual wrapping: `make_vec_env` of `SingleSeatEnv` with `ActionMasker`, against greedy."""
    from sb3_contrib.common.wrappers import ActionMasker
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

    def make() -> Any:
        from cosmozoo.wrappers import SingleSeatEnv

        return ActionMasker(SingleSeatEnv(game, "greedy", num_players=2), SingleSeatEnv.action_masks)

    return _training(make_vec_env(make, envs, seed, vec_env_cls=SubprocVecEnv if processes else DummyVecEnv))


def _training(env: Any) -> Play:
    import torch

    from benchmarks.training import model_on

    torch.set_num_threads(1)
    model = model_on(env, ROLLOUT // env.num_envs)

    def burst() -> int:
        model.learn(ROLLOUT, log_interval=None, reset_num_timesteps=False)
        return ROLLOUT

    return Play(burst)


ADAPTERS: dict[str, Callable[..., Play]] = {
    adapter.__name__: adapter
    for adapter in (
        cosmozoo_aec,
        cosmozoo_batch,
        pettingzoo,
        openspiel,
        rlcard,
        pgx,
        jumanji,
        training_self_play,
        training_usual,
    )
}
"""By their names; all take a game and a seed."""
