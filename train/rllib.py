"""The engine `rllib`: a run of `training.py` whose games are played by Ray's workers and whose updates are RLlib's PPO.

Each worker plays its share of the games in the batch engine (`SelfPlayRunner`) and sends what it saw to the learner in
this process; after an update all get the new weights, and after a promotion the new pool of opponents. A worker that
dies is started again while the others go on. Lessons, evaluation, promotion and checkpoints are those of `Trainer`,
whose network is kept equal to RLlib's.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.env_runner_group import EnvRunnerGroup
from ray.rllib.utils.metrics import (
    ENV_RUNNER_RESULTS,
    EPISODE_RETURN_MEAN,
    LEARNER_RESULTS,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
)

from cosmozoo.wrappers.networks import Shape
from cosmozoo.wrappers.policies import Policy
from cosmozoo.wrappers.rllib import MaskedModule, SelfPlayRunner, masked_spaces

from .config import Config
from .training import Bar, Trainer

OBJECT_STORE = 512 * 2**20
"""Bytes of shared memory of a cluster that is started here; an update's decisions pass through it."""
_NETWORK = "network."
"""Names of the network's weights in the module begin with this."""


class RllibTrainer(Trainer):
    """A `Trainer` that leaves games and updates to RLlib."""

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        self.algorithm: Any = None
        self._own_cluster = not ray.is_initialized()
        try:
            if self._own_cluster:
                _start_ray(config)
            self.algorithm = algorithm_settings(config, self.shape, self._opponents()).build_algo()
            self._push()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Stop the workers; leave the cluster, which ends if it was started here."""
        if self.algorithm is not None:
            self.algorithm.stop()
            with suppress(OSError):
                os.rmdir(self.algorithm.logdir)  # RLlib makes one in ~/ray_results, and nothing is in it
        if self._own_cluster:
            ray.shutdown()

    # ---- the steps of a run

    def imitate(self, bar: Bar) -> None:
        """As `Trainer.imitate`; RLlib then has the same weights."""
        super().imitate(bar)
        self._push()

    def learn(self, bar: Bar) -> None:
        """Let the workers play `steps_per_update` decisions in each game, and update the network."""
        learned = None
        while not learned:  # nothing comes while all workers are being started again
            results = self.algorithm.train()
            learned = results.get(LEARNER_RESULTS, {}).get(DEFAULT_MODULE_ID)
        self._pull()
        played = results[ENV_RUNNER_RESULTS]
        before, self.progress.steps = self.progress.steps, int(played[NUM_ENV_STEPS_SAMPLED_LIFETIME])
        self.model.num_timesteps = self.progress.steps
        bar.advance(self.progress.steps - before)
        record = self.model.logger.record
        for name, theirs in _LOSSES.items():
            record(f"train/{name}", float(learned[theirs]))
        if EPISODE_RETURN_MEAN in played:
            record("rollout/mean_reward", float(played[EPISODE_RETURN_MEAN]))
        record("time/steps_a_second", self.progress.steps / self._seconds())

    def seat_opponents(self) -> None:
        """Send the present opponents to all workers."""
        self.algorithm.seat(self._opponents())

    # ---- weights and files

    def _push(self) -> None:
        """RLlib's network gets the weights of ours."""
        weights = {_NETWORK + name: value.numpy() for name, value in self.model.policy.state_dict().items()}
        self.algorithm.set_state({"learner_group": {"learner": {"rl_module": {DEFAULT_MODULE_ID: weights}}}})

    def _pull(self) -> None:
        """Our network gets the weights of RLlib's."""
        weights = self.algorithm.learner_group.get_weights()[DEFAULT_MODULE_ID]
        self.model.policy.load_state_dict(
            {name.removeprefix(_NETWORK): torch.as_tensor(value) for name, value in weights.items()}
        )

    def _pack(self, archive: zipfile.ZipFile) -> None:
        """Learner, counts and pool; the games that were running begin anew."""
        state = {"progress": vars(self.progress), "rllib": self.algorithm.get_state()}
        archive.writestr("state.pickle", pickle.dumps(state))

    def _unpack(self, archive: zipfile.ZipFile) -> None:
        state = pickle.loads(archive.read("state.pickle"))
        self.algorithm.set_state(state["rllib"])
        self._pull()
        self.take_up(state["progress"])
        self.model.num_timesteps = self.progress.steps


class SelfPlayPPO(PPO):
    """RLlib's PPO, with opponents that the workers are sent."""

    opponents: Any = None
    """A reference to the newest ones; None: those of the settings."""

    def seat(self, opponents: Policy) -> None:
        """Let these opponents sit in all games that begin from now on."""
        self.opponents = ray.put(opponents)
        self._send(None)

    def restore_env_runners(self, env_runner_group: EnvRunnerGroup) -> list[int]:
        """Bring back workers that died; they, too, get the newest opponents."""
        restored: list[int] = super().restore_env_runners(env_runner_group)
        if restored and self.opponents is not None:
            self._send(restored)
        return restored

    def _send(self, workers: list[int] | None) -> None:
        sent = self.opponents
        self.env_runner_group.foreach_env_runner(
            lambda runner: runner.set_opponents(ray.get(sent)), remote_worker_ids=workers, local_env_runner=False
        )


_LOSSES = {"loss": "total_loss", "value_loss": "vf_loss", "approx_kl": "mean_kl_loss", "entropy": "entropy"}
"""What is watched of an update: our names and RLlib's."""


def algorithm_settings(config: Config, shape: Shape, opponents: Policy) -> PPOConfig:
    """RLlib's PPO as a config describes it."""
    ppo, workers = config.ppo, config.rllib.workers
    games = config.games // workers
    learners = max(1, config.rllib.learners)
    update = workers * games * config.steps_per_update
    observations, actions = masked_spaces(config.game)
    return (
        PPOConfig(algo_class=SelfPlayPPO)
        .environment(
            observation_space=observations,
            action_space=actions,
            env_config={
                "game_id": config.game,
                "opponents": opponents,
                "num_players": config.table_sizes,
                "seed": config.seed,
                "skip_forced": config.skip_forced,
                "reward": config.reward,
                **config.variants,
            },
        )
        .env_runners(
            env_runner_cls=SelfPlayRunner,
            num_env_runners=workers,
            num_envs_per_env_runner=games,
            rollout_fragment_length=config.steps_per_update,
            merge_env_runner_states=False,  # they have no connectors with states
            broadcast_env_runner_states=False,
        )
        .learners(num_learners=config.rllib.learners)
        .fault_tolerance(restart_failed_env_runners=True)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=MaskedModule, model_config={"game_id": config.game, "network": shape.as_dict()}
            )
        )
        .training(
            train_batch_size_per_learner=update // learners,
            minibatch_size=min(ppo.batch_size, update) // learners,
            num_epochs=ppo.n_epochs,
            lr=_schedule(ppo.learning_rate, ppo.final_learning_rate, config.total_steps),
            gamma=ppo.gamma,
            lambda_=ppo.gae_lambda,
            clip_param=ppo.clip_range,
            entropy_coeff=_schedule(ppo.ent_coef, ppo.final_ent_coef, config.total_steps),
            vf_loss_coeff=ppo.vf_coef,
            vf_clip_param=float("inf"),
            grad_clip=ppo.max_grad_norm,
            grad_clip_by="global_norm",
            kl_coeff=0.0,  # measured, but no part of the loss
        )
        .debugging(seed=config.seed, log_level="ERROR")
    )


def _schedule(first: float, last: float | None, steps: int) -> float | list[list[float]]:
    """A value, or RLlib's way to write one that falls linearly."""
    return first if last is None else [[0, first], [steps, last]]


def _start_ray(config: Config) -> None:
    """Join the cluster of the config, or start one here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    where: dict[str, Any] = {"address": config.rllib.address}
    if config.rllib.address is None:
        where = {
            "address": "local",
            "num_cpus": 1 + config.rllib.workers + config.rllib.learners,
            "object_store_memory": OBJECT_STORE,
            "include_dashboard": False,
        }
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # it advertises its API at every start
    with _signals_kept():
        ray.init(**where, log_to_driver=False, logging_level=logging.ERROR)


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray takes SIGTERM for itself when it starts: give it back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)
