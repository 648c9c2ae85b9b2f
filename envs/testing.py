"""The conformance suite: what every game here has to fulfil, written once. Run it on a game of your own, too.

    from cosmozoo.envs import testing
    for table in testing.tables("my_game_v0"):
        testing.check_table(table, seed=1)
        testing.check_many_games(table, games=1000, seed=1)
    testing.check_rendering(testing.tables("my_game_v0")[0], seed=1)
    testing.check_processes("my_game_v0")
    testing.check_pettingzoo("my_game_v0")

Every check raises AssertionError with a sentence that says what is wrong. The numbers in the comments are
those of the rules of conduct for environments.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import itertools
import json
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock
from xml.etree import ElementTree

import numpy as np

from .core.aec import ActionError, GameEnv
from .core.game import get_game
from .core.records import NOT_GAME_STATE
from .core.vector import VectorGame

UPSTREAM_WARNINGS = (
    ("The old environment creation API", "pettingzoo.test itself imports connect_four_v3 in the old way"),
    ("Observation is not a NumPy array", "api_test knows dict observations with a mask by a list of its own games"),
    ("Observation space for each agent probably should be", "the same list again, for the space"),
    ("Action mask numpy array is all zeros", "after the end nobody may act, and the mask says so"),
    ("agent_selector is deprecated", "SuperSuit's vector of AEC environments uses PettingZoo's old name"),
    ("PettingZoo in TorchRL is tested", "TorchRL names the one version of PettingZoo that it tests"),
    (r"`(use|target)_\w+` is deprecated", "Ray Data, which RLlib starts for learners apart, warns of its own defaults"),
    ("MakeEvolvable will be deprecated", "AgileRL warns of itself while it is imported"),
)
"""Warnings of PettingZoo's tests and of other libraries that no environment can avoid: start of the text, and why."""


class TableChoice(NamedTuple):
    """A game with a table size and variants."""

    game_id: str
    num_players: int
    variants: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.variants)
        return f"{self.game_id}[{self.num_players}{',' if chosen else ''}{chosen}]"

    def env(self, **arguments: Any) -> GameEnv:
        """An environment of this table."""
        return GameEnv(get_game(self.game_id), self.num_players, **dict(self.variants), **arguments)

    def vector(self, num_games: int, **arguments: Any) -> VectorGame:
        """A batch of this table."""
        return VectorGame(self.game_id, num_games, self.num_players, **dict(self.variants), **arguments)


def tables(game_id: str) -> list[TableChoice]:
    """Every table size with every combination of variants that the game does not refuse.

    Variants without a list of allowed values (files, lists) keep their default.
    """
    game = get_game(game_id)
    listed = [variant for variant in game.variants if variant.values is not None]
    found = []
    for players in game.players:
        for values in itertools.product(*(variant.values or () for variant in listed)):
            chosen = tuple((variant.name, value) for variant, value in zip(listed, values, strict=True))
            with contextlib.suppress(ValueError):
                game.table(players, **dict(chosen))
                found.append(TableChoice(game_id, players, chosen))
    return found


# ---- One table, looked at closely


def check_table(choice: TableChoice, seed: int, plies: int = 400, first: int = 0) -> None:
    """Play one random game through AEC and hold every rule of conduct at `plies` decisions from number `first` on."""
    env = choice.env()
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for _ in range(first):
        if _over(env):
            break
        _step_at_random(env, rng)
    other = choice.env()
    other.reset(seed=0)
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    hidden_seen = False
    for ply in range(plies):
        _check_observations(env)
        _check_position(env, other)
        for array in env.observe(env.agent_selection).values():
            kept.append((array, array.copy()))
        if _over(env):
            break
        if ply % 4 == 0:
            _check_mask(env)
            _check_drawing(env)
        if ply % 2 == 0:
            hidden_seen |= _check_hidden(env, seed=int(rng.integers(2**31)))
        if ply % 8 == 0:
            _check_copies(env, rng)
        if ply % 16 == 0:
            _check_pictures(env, seed=int(rng.integers(2**31)))
        _step_at_random(env, rng)
    for array, before in kept:  # 5
        assert np.array_equal(array, before), f"{choice}: an array handed out was overwritten later"
    if _over(env):
        _check_end(env)
        if not get_game(choice.game_id).facts.hidden_information:
            assert not hidden_seen, f"{choice}: declared without hidden information, but resample changes the position"


def _over(env: GameEnv) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


def _legal_actions(env: GameEnv) -> np.ndarray:
    return np.flatnonzero(env.observe(env.agent_selection)["action_mask"])


def _step_at_random(env: GameEnv, rng: np.random.Generator) -> None:
    env.step(int(rng.choice(_legal_actions(env))))


def _check_observations(env: GameEnv) -> None:
    """1: observing is pure and right for every seat, and only the seat to move has a mask."""
    before = env.states.tobytes()
    env.game.state.check_bounds(env.states[0])
    for agent in env.possible_agents:
        seen = env.observe(agent)
        again = env.observe(agent)
        assert all(np.array_equal(seen[key], again[key]) for key in seen), (
            f"{env}: observe({agent}) differs when asked twice"
        )
        assert env.observation_space(agent).contains(seen), f"{env}: observation of {agent} is outside its space"
        assert np.isfinite(seen["observation"]).all(), f"{env}: observation of {agent} is not finite"
        may_act = seen["action_mask"].any()
        moves = not _over(env) and agent == env.agent_selection
        assert may_act == moves, f"{env}: mask of {agent} {'has' if may_act else 'lacks'} legal actions"
    assert env.state_space.contains(env.state()), f"{env}: state() is outside its space"
    assert env.states.tobytes() == before, f"{env}: observing changed the state"


def _check_position(env: GameEnv, other: GameEnv) -> None:
    """A position goes through JSON and back, and the loaded state is the same to the byte."""
    position = env.position()
    through_json = json.loads(json.dumps(position, allow_nan=False))
    assert through_json == position, f"{env}: the position is not plain JSON"
    if any(env.truncations.values()):
        return  # a position does not tell that the game was cut off
    other.reset(seed=1, options={"position": through_json})
    assert other.position() == position, f"{env}: loading a position gives another one"
    for field in env.game.state:
        if field.name not in NOT_GAME_STATE:
            here, there = env.states[field.name], other.states[field.name]
            assert np.array_equal(here, there), (
                f"{env}: {field.name} is {there.tolist()} after loading, not {here.tolist()}"
            )
    for agent in env.possible_agents:
        one, two = env.observe(agent), other.observe(agent)
        same = all(np.array_equal(one[key], two[key]) for key in one)
        assert same, f"{env}: {agent} observes something else after loading"


def _check_mask(env: GameEnv) -> None:
    """4: every legal action can be stepped; every other one raises, names label and legal ones, changes nothing."""
    legal = set(_legal_actions(env).tolist())
    before = env.states.tobytes()
    for action, label in enumerate(env.action_labels):
        if action in legal:
            env.clone().step(action)
            continue
        try:
            env.step(action)
        except ActionError as error:
            text = str(error)
            assert repr(label) in text, f"{env}: the error for {label!r} does not name it: {text}"
            assert repr(env.action_labels[min(legal)]) in text, f"{env}: the error does not say what is legal: {text}"
        else:
            raise AssertionError(f"{env}: {label!r} is masked out but can be stepped")
        assert env.states.tobytes() == before, f"{env}: the refused action {label!r} changed the state"
    for wrong in (-1, len(env.action_labels), None, 0.5, "pass"):
        try:
            env.step(wrong)  # type: ignore[arg-type]
        except ActionError:
            continue
        raise AssertionError(f"{env}: the action {wrong!r} was taken")
    assert env.states.tobytes() == before, f"{env}: a refused action changed the state"


def _check_hidden(env: GameEnv, seed: int) -> bool:
    """2, 10: nothing that a seat cannot know moves its observation, its mask, its drawing or the greedy bot.

    Gives whether redrawing the hidden parts changed the position.
    """
    changed = False
    position = env.position()
    for seat, agent in enumerate(env.possible_agents):
        redrawn = env.resample(agent, seed=seed + seat)
        one, two = env.observe(agent), redrawn.observe(agent)
        for key in one:
            if not np.array_equal(one[key], two[key]):
                places = np.flatnonzero(one[key] != two[key]).tolist()
                names = [s.name for s in env.layout for p in places if s.offset <= p < s.offset + s.width]
                raise AssertionError(f"{env}: {agent} sees hidden things in {key}: {sorted(set(names)) or places}")
        env.game.state.check_bounds(redrawn.states[0])
        other = redrawn.position()
        changed |= other != position
        loaded = env.clone()
        loaded.reset(seed=1, options={"position": other})  # a redrawn state is a possible one
        for text_seat in (seat,):
            drawn = [env.game.draw_text(p, text_seat, env.table) for p in (position, other)]
            assert drawn[0] == drawn[1], f"{env}: the drawing shows hidden things to {agent}"
        if agent == env.agent_selection:
            assert env.greedy_action() == redrawn.greedy_action(), f"{env}: the greedy bot looks at hidden things"
            assert env.greedy_action() in _legal_actions(env), f"{env}: the greedy bot's choice is illegal"
    return changed


def _check_copies(env: GameEnv, rng: np.random.Generator) -> None:
    """6: clone, deepcopy and pickle in mid-game continue identically, and leave the original alone."""
    before = env.states.tobytes()
    copies = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(12):
        if _over(copies[0]):
            break
        action = int(rng.choice(_legal_actions(copies[0])))
        for each in copies:
            each.step(action)
        states = {each.states.tobytes() for each in copies}
        assert len(states) == 1, f"{env}: copies of an environment part ways"
        assert len({each.agent_selection for each in copies}) == 1, f"{env}: copies differ in who is to move"
    assert env.states.tobytes() == before, f"{env}: stepping a copy changed the original"


def _check_drawing(env: GameEnv) -> None:
    """9: the text drawing works for every seat and for nobody in particular."""
    for seat in (None, *range(env.num_players)):
        text = env.game.draw_text(env.position(), seat, env.table)
        assert isinstance(text, str), f"{env}: drawing for seat {seat} is no text"
        assert text.strip(), f"{env}: drawing for seat {seat} is empty"


def _check_pictures(env: GameEnv, seed: int) -> None:
    """2, 9: every seat has a picture: well-formed, without hidden things, places for legal actions only, and pure."""
    before, position = env.states.tobytes(), env.position()
    for seat in (None, *range(env.num_players)):
        legal = env.legal_labels() if seat == position["to_move"] else ()
        svg = env.game.picture(position, seat, env.table, legal).svg()
        places = _places(_parsed(svg, env))
        assert places <= set(legal), f"{env}: seat {seat} has places for {sorted(places - set(legal))}, not legal now"
        if seat is not None:
            other = env.resample(env.possible_agents[seat], seed=seed + seat).position()
            assert env.game.picture(other, seat, env.table, legal).svg() == svg, (
                f"{env}: the picture shows hidden things to seat {seat}"
            )
    assert env.position() == position, f"{env}: making a picture changed the position"
    assert env.states.tobytes() == before, f"{env}: making a picture changed the state"


def _parsed(svg: str, env: GameEnv) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise AssertionError(f"{env}: the picture is no SVG: {error}") from error


def _places(picture: ElementTree.Element) -> set[str]:
    """Labels of the actions that can be chosen in a picture."""
    actions = (part.get("data-actions") for part in picture.iter())
    return {label for group in actions if group is not None for label in json.loads(group)}


def _check_end(env: GameEnv) -> None:
    """3: rewards, infos and the way out of a finished game."""
    scores = [env.infos[agent]["score"] for agent in env.agents]
    ranks = [env.infos[agent]["rank"] for agent in env.agents]
    facts = env.game.facts
    assert all(facts.score_range[0] <= s <= facts.score_range[1] for s in scores), (
        f"{env}: scores {scores} out of range"
    )
    if env.table.rules[0].ranked:
        expected = expected_rewards(env.table.reward, scores, ranks, facts.score_scale)
        found = [env.rewards[agent] for agent in env.agents]
        assert np.allclose(found, expected, atol=1e-6), f"{env}: rewards {found}, by hand {expected}"
    position = env.position()
    while env.agents:
        agent = env.agent_selection
        *_, reward, terminated, truncated, info = env.last()
        assert terminated or truncated, f"{env}: {agent} is not told that the game is over"
        assert reward == env.rewards[agent] or not any(env.rewards.values()), f"{env}: {agent} does not get its reward"
        assert set(info) == {"score", "rank"}, f"{env}: info at the end is {info}"
        try:
            env.step(0)
        except ValueError:
            env.step(None)
        else:
            raise AssertionError(f"{env}: an action was taken after the end")
    assert env.position() == position, f"{env}: the position changed after the end"
    try:
        env.step(None)
    except ValueError:
        return
    raise AssertionError(f"{env}: a step after all agents have left was taken")


def expected_rewards(scheme: str, scores: list[int], ranks: list[int], scale: float) -> list[float]:
    """The reward schemes as the documentation words them, computed apart from the compiled ones."""
    n = len(ranks)
    if scheme == "score":
        if n == 1:
            return [float(np.clip(scores[0] / scale, -1, 1))]
        means = [(sum(scores) - own) / (n - 1) for own in scores]
        return [float(np.clip((own - mean) / scale, -1, 1)) for own, mean in zip(scores, means, strict=True)]
    if 0 not in ranks:
        return [-1.0] * n
    if scheme == "win":
        winners = ranks.count(0)
        return [0.0 if winners == n else 1 / winners if rank == 0 else -1 / (n - winners) for rank in ranks]
    return [(sum(r > own for r in ranks) - sum(r < own for r in ranks)) / max(1, n - 1) for own in ranks]


# ---- Rendering


def check_rendering(choice: TableChoice, seed: int, steps: int = 60, pixels_of: int = 3) -> None:
    """9: frames of one size that change from step to step, as SVG, and for the first few steps as pixels."""
    env, painted = choice.env(render_mode="svg"), choice.env(render_mode="rgb_array")
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    last_svg, last_pixels = "", np.empty(0)
    for step in range(steps):
        before = env.states.tobytes()
        svg = env.render()
        assert isinstance(svg, str), f"{choice}: render_mode='svg' gives {type(svg)}"
        root = _parsed(svg, env)
        assert (root.get("width"), root.get("height")) == tuple(map(str, env.table.frame_size)), (
            f"{choice}: a frame is {root.get('width')} × {root.get('height')}, not {env.table.frame_size}"
        )
        assert svg != last_svg, f"{choice}: the picture stayed as it was at step {step}"
        if step < pixels_of:
            painted.reset(seed=seed, options={"position": env.position()})
            frame = _pixels(painted)
            assert not np.array_equal(frame, last_pixels), f"{choice}: the pixels stayed as they were at step {step}"
            last_pixels = frame
        assert env.states.tobytes() == before, f"{choice}: rendering changed the state"
        if _over(env):
            break
        last_svg = svg
        _step_at_random(env, rng)


def _pixels(env: GameEnv) -> np.ndarray:
    """What `rgb_array` gives, looked at."""
    frame = env.render()
    width, height = env.table.frame_size
    assert isinstance(frame, np.ndarray), f"{env}: render_mode='rgb_array' gives {type(frame)}"
    assert frame.dtype == np.uint8, f"{env}: pixels are {frame.dtype}, not uint8"
    assert frame.shape == (height, width, 3), f"{env}: pixels have the shape {frame.shape}, not {(height, width, 3)}"
    assert frame.std() > 1, f"{env}: the pixels are all alike"
    return frame


# ---- Many games, through the batch engine


def check_batch(choice: TableChoice, seed: int, games: int = 6, steps: int = 500) -> None:
    """7, 8: the batch engine and as many AEC environments, stepped in turn, agree at every decision."""
    vector = choice.vector(games, seed=seed)
    envs = [choice.env() for _ in range(games)]
    for env, own in zip(envs, vector.seeds, strict=True):
        env.reset(seed=int(own))
    rng = np.random.default_rng(seed)
    endings = np.zeros(games, int)
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in vector.action_masks])
        for i, env in enumerate(envs):
            seen = env.observe(env.agent_selection)
            assert env.possible_agents[vector.to_move[i]] == env.agent_selection, f"{choice}: different seats to move"
            assert np.array_equal(seen["observation"], vector.observations[i]), f"{choice}: different observations"
            assert np.array_equal(seen["action_mask"], vector.action_masks[i]), f"{choice}: different masks"
            env.step(int(actions[i]))
        vector.step(actions)
        for i, env in enumerate(envs):
            rewards = [env.rewards[agent] for agent in env.possible_agents]
            assert rewards == vector.rewards[i].tolist(), f"{choice}: different rewards"
            assert _over(env) == vector.dones[i], f"{choice}: the game is over in one and not in the other"
            if _over(env):
                endings[i] += 1
                infos = [env.infos[agent] for agent in env.possible_agents]
                assert [info["score"] for info in infos] == vector.scores[i].tolist(), f"{choice}: different scores"
                assert [info["rank"] for info in infos] == vector.ranks[i].tolist(), f"{choice}: different ranks"
                assert env.position() == vector.final_position(i), f"{choice}: different last positions"
                env.reset()
        if (endings >= 2).all():
            break


def check_many_games(choice: TableChoice, games: int, seed: int, num_threads: int = 1) -> None:
    """Play `games` random games to the end and hold at every decision what is declared of the game."""
    vector = choice.vector(min(games, 1024), seed=seed, num_threads=num_threads)
    game, table = vector.game, vector.table
    ranked = bool(table.rules[0].ranked)
    length = np.zeros(vector.num_games, int)
    finished = 0
    while finished < games:
        assert vector.action_masks.any(axis=1).all(), f"{choice}: a seat to move has no legal action"
        assert np.isin(vector.action_masks, (0, 1)).all(), f"{choice}: a mask holds something else than 0 and 1"
        assert np.abs(vector.observations).max() <= 1, f"{choice}: an observation leaves [-1, 1]"
        assert (vector.to_move >= 0).all(), f"{choice}: nobody is to move"
        assert (vector.to_move < choice.num_players).all(), f"{choice}: a seat that is not at the table is to move"
        game.state.check_bounds(vector.states)
        vector.step(vector.sample_actions())
        length += 1
        running, ended = ~vector.dones, np.flatnonzero(vector.dones)
        assert not vector.rewards[running].any(), f"{choice}: a reward before the end"
        for i in ended:
            scores, ranks = vector.scores[i].tolist(), vector.ranks[i].tolist()
            assert min(ranks) >= 0, f"{choice}: ranks {ranks}"
            assert game.facts.score_range[0] <= min(scores) <= max(scores) <= game.facts.score_range[1], (
                f"{choice}: scores {scores} leave the declared {game.facts.score_range}"
            )
            if ranked:
                expected = expected_rewards(table.reward, scores, ranks, game.facts.score_scale)
                assert np.allclose(vector.rewards[i], expected, atol=1e-6), f"{choice}: rewards {vector.rewards[i]}"
                if game.facts.zero_sum:
                    assert abs(vector.rewards[i].sum()) < 1e-5, f"{choice}: rewards do not add up to 0"
        if game.facts.longest_game is not None and not vector.truncations.any():
            assert length.max() <= game.facts.longest_game, f"{choice}: a game of {length.max()} decisions"
        length[ended] = 0
        finished += len(ended)


# ---- The game in other processes and in PettingZoo


def transcript_hash(game_id: str, seed: int) -> str:
    """A hash of a whole random game at the default table: positions, observations, masks, rewards."""
    env = GameEnv(get_game(game_id))
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    digest = hashlib.sha256()
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        digest.update(json.dumps(env.position()).encode())
        digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        digest.update(f"{agent} {reward}".encode())
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    return digest.hexdigest()


def check_processes(game_id: str, module: str = "cosmozoo.envs", seed: int = 5) -> None:
    """8: the same seed and actions give the same game in another process. `module` registers the game."""
    code = f"import {module}; from cosmozoo.envs import testing; print(testing.transcript_hash({game_id!r}, {seed}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{game_id}: the other process failed: {done.stderr}"
    assert done.stdout.split()[-1] == transcript_hash(game_id, seed), f"{game_id}: another process plays another game"


@contextlib.contextmanager
def upstream_warnings_ignored() -> Iterator[None]:
    """Warnings are errors, but for those that cannot be avoided."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message, _ in UPSTREAM_WARNINGS:
            warnings.filterwarnings("ignore", message=message)
        yield


def check_pettingzoo(game_id: str) -> None:
    """PettingZoo's own tests, with warnings as errors: api, seed, state, render and performance."""
    with upstream_warnings_ignored():
        from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
        from pettingzoo.test.state_test import state_test
        from pettingzoo.utils.conversions import turn_based_aec_to_parallel
    from pettingzoo.utils.wrappers import TerminateIllegalWrapper

    game = get_game(game_id)
    for players in game.players:
        with contextlib.suppress(ValueError):
            game.table(players)
            with upstream_warnings_ignored(), contextlib.redirect_stdout(io.StringIO()):
                api_test(GameEnv(game, players), num_cycles=200)
    with upstream_warnings_ignored(), contextlib.redirect_stdout(io.StringIO()):
        seed_test(lambda: GameEnv(game), num_cycles=200)
        # state_test samples without a mask, so the wrapper that ends a game at an illegal action goes around
        lenient = TerminateIllegalWrapper(GameEnv(game), illegal_reward=-1)
        state_test(lenient, turn_based_aec_to_parallel(GameEnv(game)), num_cycles=20)
        with mock.patch.dict(os.environ, SDL_VIDEODRIVER="dummy"):
            render_test(lambda render_mode=None: _unhurried(GameEnv(game, render_mode=render_mode)))
        seconds = itertools.count()
        clock = SimpleNamespace(time=lambda: next(seconds))  # goes on by a second each time it is asked
        with mock.patch.dict(performance_benchmark.__globals__, time=clock):
            performance_benchmark(GameEnv(game))


def _unhurried(env: GameEnv) -> GameEnv:
    """The environment with a window that shows its frames for no time."""
    env.metadata["render_fps"] = 0
    return env
