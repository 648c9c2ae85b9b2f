"""RLlib: returns through its interface and in its runners, and runs of `cosmozoo train --engine rllib`."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from rich.console import Console
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

from cosmozoo.envs import ActionError, GameEnv, games, get_game
from cosmozoo.train.cli import app
from cosmozoo.train.config import ConfigError, load_config
from cosmozoo.train.rllib import RllibTrainer
from cosmozoo.train.training import FINAL, LATEST, Bar, run
from cosmozoo.wrappers import read_manifest
from cosmozoo.wrappers.networks import NetworkShape
from cosmozoo.wrappers.rllib import MaskedModule, MultiAgentGame, SelfPlayRunner, masked_spaces

from .reference import check_games

SMALL = """
game: big_bang_theory_v0
engine: rllib
players: {2: 1, 3: 1}
total_steps: 640
games: 8
steps_per_update: 20
opponents: {greedy: 1, random: 1, past_selves: 2}
network: {policy: [16], value: [16]}
ppo: {batch_size: 40, n_epochs: 2, final_learning_rate: 0, final_ent_coef: 0}
imitation: {lessons: 1, games: 6, batch_size: 64}
pool: {every: 160, size: 2, games: 8, promote_above: -1}
evaluation: {every: 320, games: 4, final_games: 4}
checkpoints: {every: 320}
"""
QUIET = Console(quiet=True)
ROUNDS = 400
"""Long enough for games of every kind to end."""
TINY = NetworkShape((8,), (8,)).as_dict()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


# ---- every seat an agent


class Table:
    """A MultiAgentGame as `reference` drives it."""

    def __init__(self, env: GameEnv) -> None:
        self.env = MultiAgentGame({"game_id": env.game.id, "num_players": env.num_players})

    def reset(self, seed: int) -> int:
        self.seen, _ = self.env.reset(seed=seed)
        self.totals = dict.fromkeys(self.env.possible_agents, 0.0)
        self.ended = False
        return seed

    def to_move(self) -> str:
        (agent,) = self.seen
        return agent

    def mask(self) -> np.ndarray:
        return self.seen[self.to_move()]["action_mask"]

    def shown(self) -> dict[str, np.ndarray]:
        return {agent: seen["observation"] for agent, seen in self.seen.items()}

    def step(self, action: int) -> None:
        self.seen, rewards, terminated, truncated, _ = self.env.step({self.to_move(): action})
        self.ended = terminated["__all__"] or truncated["__all__"]
        for agent, reward in rewards.items():
            self.totals[agent] += reward

    def over(self) -> bool:
        return self.ended

    def returns(self) -> list[float]:
        return list(self.totals.values())


@pytest.mark.parametrize("game_id", games)
def test_every_return_is_that_of_the_aec_environment(game_id: str, episodes: int) -> None:
    check_games(Table, game_id, episodes)


def test_only_the_agent_to_move_acts_and_only_legally() -> None:
    env = MultiAgentGame({"game_id": "big_bang_theory_v0", "num_players": 3, "paradox": "open"})
    seen, _ = env.reset(seed=1)
    before = env.game.position()
    assert before["variants"]["paradox"] == "open"
    with pytest.raises(ActionError, match="player_0 has to act, alone; actions came from player_1"):
        env.step({"player_1": 0})
    with pytest.raises(ActionError, match="legal are: "):
        env.step({"player_0": int(np.argmin(seen["player_0"]["action_mask"]))})
    assert env.game.position() == before


def test_table_sizes_are_drawn_by_weight() -> None:
    env = MultiAgentGame({"game_id": "big_bang_theory_v0", "num_players": {2: 1, 4: 3}})
    assert env.possible_agents == [f"player_{seat}" for seat in range(4)]
    env.reset(seed=1)
    drawn = []
    for _ in range(400):
        env.reset()
        drawn.append(len(env.agents))
    assert set(drawn) == {2, 4}
    assert 240 < drawn.count(4) < 360  # 300 expected, with a standard deviation of 9
    env.reset(seed=1)
    again = []
    for _ in range(400):
        env.reset()
        again.append(len(env.agents))
    assert again == drawn


def test_rllibs_own_runner_pays_the_losers() -> None:
    settings = (
        PPOConfig()
        .environment(MultiAgentGame, env_config={"game_id": "big_bang_theory_v0", "num_players": 2})
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode: "all")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=MaskedModule, model_config={"game_id": "big_bang_theory_v0", "network": TINY}
            )
        )
        .env_runners(num_env_runners=0)
    )
    runner = MultiAgentEnvRunner(config=settings, worker_index=0)
    played = runner.sample(num_episodes=6)
    returns = [sorted(part.get_return() for part in episode.agent_episodes.values()) for episode in played]
    assert [-1, 1] in returns
    assert all(pair in ([-1, 1], [0, 0]) for pair in returns)


# ---- many games at once


@pytest.mark.parametrize("game_id", games)
def test_the_batch_runner_sees_and_pays_what_the_aec_environment_does(game_id: str) -> None:
    """The learner's decisions are made again in AEC environments with the same seeds, the greedy bot in other seats."""
    game = get_game(game_id)
    sizes = [players for players in game.players if players > 1]
    observation_space, action_space = masked_spaces(game_id)
    arguments = {"game_id": game_id, "opponents": "greedy", "num_players": sizes, "seed": 4}
    settings = (
        PPOConfig()
        .environment(observation_space=observation_space, action_space=action_space, env_config=arguments)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config={"game_id": game_id, "network": TINY})
        )
        .env_runners(num_env_runners=1, num_envs_per_env_runner=4 * len(sizes), rollout_fragment_length=ROUNDS)
    )
    runner = SelfPlayRunner(config=settings, worker_index=1)
    assert runner.games is not None
    tables = list(zip(runner.games.seeds.tolist(), runner.games.num_players, runner.games.seats.tolist(), strict=True))
    by_game = _first_episodes(runner)
    results = []
    for (seed, players, seat), episode in zip(tables, by_game, strict=True):
        env = GameEnv(game, int(players))
        env.reset(seed=seed)
        returns = _decided_again(env, f"player_{seat}", episode)
        if returns is not None:
            assert episode.get_return() == pytest.approx(returns, abs=1e-6)
            results.append(returns)
    assert min(results) < 0, "no loser among these games: nothing was tested"


def _first_episodes(runner: SelfPlayRunner) -> list[SingleAgentEpisode]:
    """The first episode of each game; all episodes of a game follow each other and are ROUNDS decisions long."""
    first, decisions = [], 0
    for episode in runner.sample():
        if decisions % ROUNDS == 0:
            first.append(episode)
        decisions += len(episode)
    return first


def _decided_again(env: GameEnv, learner: str, episode: SingleAgentEpisode) -> float | None:
    """The learner's return when it decides as in the episode; None if that ends before the game."""
    total, decision = 0.0, 0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if agent == learner:
            total += reward
        if terminated or truncated:
            env.step(None)
        elif agent != learner:
            env.step(env.greedy_action())
        elif decision == len(episode):
            assert not episode.is_done
            return None
        else:
            shown = episode.get_observations(decision)
            assert all(np.array_equal(shown[name], seen[name]) for name in seen)
            env.step(int(episode.get_actions(decision)))
            decision += 1
    assert episode.is_terminated
    assert decision == len(episode)
    return total


# ---- runs


@pytest.fixture
def cluster() -> Iterator[None]:
    """Ray with room for two workers."""
    ray.init(address="local", num_cpus=3, object_store_memory=2**27, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_run_is_stopped_resumed_and_its_checkpoint_plays(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    learn, updates = RllibTrainer.learn, []

    def learn_and_stop(self: RllibTrainer, bar: Bar) -> None:
        updates.append(self.progress.steps)
        if len(updates) == 2:
            os.kill(os.getpid(), signal.SIGTERM)
        learn(self, bar)

    with monkeypatch.context() as patched:
        patched.setattr(RllibTrainer, "learn", learn_and_stop)
        stopped = run(config, [f"output={folder}"], console=QUIET)
    assert stopped == folder / LATEST
    assert read_manifest(stopped).steps == 320  # two updates of 8 games and 20 decisions each
    assert not ray.is_initialized()
    with pytest.raises(ConfigError, match="cannot be resumed with other settings: engine was 'rllib' and is 'sb3'"):
        run(config, [f"output={folder}", "engine=sb3"], resume=True, console=QUIET)

    final = run(config, [f"output={folder}"], resume=True, console=QUIET)
    assert final == folder / FINAL
    manifest = read_manifest(final)
    assert (manifest.steps, manifest.players) == (640, [2, 3])
    assert set(manifest.results) == {f"{n} players against {o}" for n in (2, 3) for o in ("random", "greedy")}
    assert len(list((folder / "pool").glob("past-*.zip"))) == 4
    assert MaskablePPO.load(final, device="cpu").policy.action_net.out_features == get_game(manifest.game).num_actions
    played = CliRunner().invoke(app, ["evaluate", manifest.game, str(final), "random", "--games", "4"])
    assert played.exit_code == 0, played.output


def test_training_goes_on_when_a_worker_is_killed(config: Path, tmp_path: Path, cluster: None) -> None:
    settings = load_config(config)
    trainer = RllibTrainer(settings, tmp_path)
    try:
        with trainer.progress_bar(QUIET) as bar:
            trainer.learn(bar)
            trainer.promote(bar)
            assert _everywhere(trainer, _has_the_weights_of(trainer)) == [True, True]
            victim, other = _everywhere(trainer, lambda runner: os.getpid())
            os.kill(victim, signal.SIGKILL)
            steps = []
            while len(workers := _everywhere(trainer, lambda runner: os.getpid())) < 2 or victim in workers:
                assert len(steps) < 50, "the worker did not come back"
                trainer.learn(bar)
                steps.append(trainer.progress.steps)
        assert other in workers
        assert steps == sorted(set(steps))
        assert steps[0] > 160
        names = _everywhere(trainer, lambda runner: runner.games.policy_names)
        assert all("past-0000000160" in known for known in names)
        assert _everywhere(trainer, _has_the_weights_of(trainer)) == [True, True]
    finally:
        trainer.close()


def test_two_learners_keep_the_same_weights(config: Path, tmp_path: Path) -> None:
    settings = load_config(config, ["rllib.learners=2", "rllib.workers=1"])
    trainer = RllibTrainer(settings, tmp_path)
    try:
        before = trainer.current_policy(deterministic=True).network.state_dict()
        with trainer.progress_bar(QUIET) as bar:
            trainer.learn(bar)
            trainer.check()
        after = trainer.current_policy(deterministic=True).network.state_dict()
        assert trainer.progress.steps == 160
        assert not torch.equal(after["action_net.weight"], before["action_net.weight"])
        weights = [
            result.get()["default_policy"]["network.action_net.weight"]
            for result in trainer.algorithm.learner_group.foreach_learner(lambda learner: learner.module.get_state())
        ]
        assert len(weights) == 2
        assert all(np.array_equal(theirs, after["action_net.weight"].numpy()) for theirs in weights)
        assert _everywhere(trainer, _has_the_weights_of(trainer)) == [True]
    finally:
        trainer.close()


def _everywhere(trainer: RllibTrainer, function: Callable[[SelfPlayRunner], Any]) -> list[Any]:
    """What a function gives for each worker that answers."""
    return trainer.algorithm.env_runner_group.foreach_env_runner(function, local_env_runner=False)


def _has_the_weights_of(trainer: RllibTrainer) -> Callable[[SelfPlayRunner], bool]:
    weights = trainer.current_policy(deterministic=True).network.state_dict()

    def compare(runner: SelfPlayRunner) -> bool:
        theirs = runner.module.network.state_dict()
        return theirs.keys() == weights.keys() and all(torch.equal(theirs[name], weights[name]) for name in weights)

    return compare
