"""PPO against a mix of opponents, from a config to a checkpoint. `run` reads from top to bottom."""

from __future__ import annotations

import ctypes
import io
import json
import os
import platform
import random
import signal
import threading
import time
import zipfile
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import FloatSchedule
from torch import nn

from cosmozoo.envs import get_game
from cosmozoo.wrappers.checkpoints import Manifest, load_policy, write_atomically, write_checkpoint
from cosmozoo.wrappers.networks import ACTIVATIONS, NetworkPolicy, NetworkShape, Shape, build_network
from cosmozoo.wrappers.places import PlacesShape
from cosmozoo.wrappers.policies import GreedyPolicy, Policy, PolicyPool, RandomPolicy
from cosmozoo.wrappers.vec_env import SelfPlayVecEnv

from . import imitation
from .config import Config, ConfigError, Network, check_config, config_file, load_config
from .evaluation import mean_by_deal, play, win_share
from .files import write_json
from .places import PlacesPolicy

LATEST, FINAL, STATE, CONFIG, CURVE = "latest.zip", "final.zip", "resume.zip", "config.json", "curve.jsonl"
"""Files of a run's folder: the newest checkpoint, the one of a finished run, all that `resume` needs, the settings,
and the results of each evaluation, one a line."""

HIGHEST_KL = 1.0
HIGHEST_VALUE_LOSS = 10.0
"""Beyond these an update has thrown the network off: rewards lie in [-1, 1]."""


class TrainingDivergedError(ValueError):
    """The network has become useless; the message says when and what remains."""


@dataclass
class Progressed:
    """How far a run is; what `resume` restores beside the network and the games."""

    lessons: int = 0
    steps: int = 0
    seconds: float = 0.0
    pool: list[str] = field(default_factory=list)
    """Names of the past selves in the pool, oldest first; each is a checkpoint in the run's folder."""
    results: dict[str, Any] = field(default_factory=dict)
    """The newest evaluation."""


def run(
    config: str | os.PathLike[str],
    overrides: Sequence[str] = (),
    *,
    resume: bool = False,
    console: Console | None = None,
) -> Path:
    """Train as a config says and give the path of the checkpoint.

    Ctrl-C or SIGTERM ends the run after the update in progress, with a checkpoint; `resume` goes on from there (or
    from the last periodic one) exactly: on CPU with one thread it ends with the same weights as without the stop.

    Args:
        config: a YAML file, or the name of a shipped one.
        overrides: `key=value` settings that replace those of the file.
        resume: go on with the run in the config's output folder; settings may not differ, but for total_steps and
            where RLlib plays.
        console: where progress is shown; by default stderr.

    Raises:
        ConfigError: for a config that cannot be used, an output folder that already holds a run, or a run to be
            resumed that is not there or had other settings.
        TrainingDivergedError: when the loss or the weights are not numbers any more, or an update went far astray.
        ModuleNotFoundError: for `engine: rllib` without Ray.
    """
    path = config_file(config)
    settings = load_config(path, overrides)
    engine = _engine(settings)
    folder = Path(settings.output or Path("runs") / path.stem)
    console = console or Console(stderr=True)
    _check_folder(folder, settings, resume)
    write_json(folder / CONFIG, settings.model_dump(mode="json"))
    _keep_memory()
    with _own_randomness(settings.threads), _stopping() as stop, closing(engine(settings, folder)) as trainer:
        if resume:
            trainer.restore()
        with trainer.progress_bar(console) as bar:
            while trainer.progress.lessons < settings.imitation.lessons and not stop.is_set():
                trainer.imitate(bar)
            while trainer.progress.steps < settings.total_steps and not stop.is_set():
                before = trainer.progress.steps
                trainer.learn(bar)
                trainer.check()
                if trainer.due(settings.evaluation.every, before) and trainer.progress.steps < settings.total_steps:
                    trainer.evaluate(settings.evaluation.games, bar)
                if trainer.due(settings.pool.every, before):
                    trainer.promote(bar)
                if trainer.due(settings.checkpoints.every, before):
                    trainer.save()
            if stop.is_set():
                trainer.save()
                console.print(f"stopped after {trainer.progress.steps:,} steps; --resume goes on from there")
                return folder / LATEST
            return trainer.finish(bar)


class Trainer:
    """The network, the games it learns from and the pool, with the steps of a run as methods."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.progress = Progressed()
        self.game = get_game(config.game)
        self.past_selves: list[NetworkPolicy] = []
        self.others = self._other_opponents()
        self.env = SelfPlayVecEnv(
            config.game,
            config.games,
            self._opponents(),
            num_players=config.table_sizes,
            seed=config.seed,
            skip_forced=config.skip_forced,
            reward=config.reward,
            bootstrap=False,
            **config.variants,
        )
        ppo = config.ppo
        self.shape = _shape(config.network)
        self.model = MaskablePPO(
            PlacesPolicy if isinstance(self.shape, PlacesShape) else "MlpPolicy",
            self.env,
            learning_rate=ppo.learning_rate,
            n_steps=config.steps_per_update,
            batch_size=ppo.batch_size,
            n_epochs=ppo.n_epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            ent_coef=ppo.ent_coef,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            target_kl=ppo.target_kl,
            policy_kwargs=_policy_arguments(config.game, self.shape),
            seed=config.seed,
            device="cpu",
        )
        self.model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
        self.env.seed(config.seed)
        self.started = time.monotonic()

    # ---- the steps of a run

    def imitate(self, bar: Bar) -> None:
        """Watch the teacher for one lesson and learn from it."""
        number = self.progress.lessons
        policy_loss, value_loss = imitation.learn(self.model, imitation.watch(self.config, number), self.config, number)
        self.progress.lessons += 1
        if self.progress.lessons == self.config.imitation.lessons:
            imitation.sharpen(self.model.policy, self.config.imitation.sharpen)
        if not np.isfinite([policy_loss, value_loss]).all() or not _finite(self.model.policy):
            raise self._diverged(f"the loss of lesson {self.progress.lessons} is {policy_loss + value_loss:g}")
        bar.show(
            f"lesson {self.progress.lessons} of {self.config.imitation.lessons} from {self.config.imitation.teacher}: "
            f"policy loss {policy_loss:.3f}, value loss {value_loss:.3f}"
        )

    def learn(self, bar: Bar) -> None:
        """Play `steps_per_update` decisions in each game and update the network."""
        ppo, done = self.config.ppo, self.progress.steps / self.config.total_steps
        rate = _falling(ppo.learning_rate, ppo.final_learning_rate, done)
        self.model.learning_rate, self.model.lr_schedule = rate, FloatSchedule(rate)
        self.model.ent_coef = _falling(ppo.ent_coef, ppo.final_ent_coef, done)
        update = self.config.games * self.config.steps_per_update
        try:
            self.model.learn(update, bar.ticking(), log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        except (ValueError, RuntimeError) as error:
            if _finite(self.model.policy):
                raise
            raise self._diverged("its weights are not numbers any more") from error
        self.progress.steps = self.model.num_timesteps
        results = [info["r"] for info in self.model.ep_info_buffer or []]
        if results:
            self.model.logger.record("rollout/mean_reward", float(np.mean(results)))
        self.model.logger.record("time/steps_a_second", self.progress.steps / self._seconds())

    def check(self) -> None:
        """Stop a run that has gone astray, before it writes a checkpoint."""
        logged = self.model.logger.name_to_value
        loss, kl, value_loss = (float(logged[f"train/{name}"]) for name in ("loss", "approx_kl", "value_loss"))
        if not np.isfinite([loss, kl, value_loss]).all() or not _finite(self.model.policy):
            raise self._diverged(f"the loss is {loss:g}")
        if kl > HIGHEST_KL or value_loss > HIGHEST_VALUE_LOSS:
            raise self._diverged(f"an update changed the policy by a KL of {kl:g}, with a value loss of {value_loss:g}")
        self.model.logger.dump(self.progress.steps)

    def evaluate(self, games: int, bar: Bar) -> None:
        """Measure the strength against each opponent at each table size; write it to the curve and TensorBoard."""
        learner = self.current_policy(deterministic=True)
        results: dict[str, Any] = {}
        for players in self.config.evaluation_sizes:
            for opponent in self.config.evaluation.opponents if players > 1 else [""]:
                name = f"{players} players" + (f" against {opponent}" if opponent else "")
                results[name] = measure(self.config, [learner, *[opponent] * (players - 1)], games)
                for key, value in results[name].items():
                    if isinstance(value, float):
                        self.model.logger.record(f"evaluation/{name}/{key}".replace(" ", "_"), value)
        self.progress.results = results
        self.model.logger.dump(self.progress.steps)
        line = {"steps": self.progress.steps, "seconds": round(self._seconds(), 1), "results": results}
        kept = (self.folder / CURVE).read_text(encoding="utf-8") if (self.folder / CURVE).exists() else ""
        write_atomically(self.folder / CURVE, (kept + json.dumps(line) + "\n").encode())
        bar.show(", ".join(f"{name}: {r['mean_reward']:+.2f}" for name, r in results.items()))

    def promote(self, bar: Bar) -> None:
        """Let the present network join the pool if it holds its own against the newest member."""
        candidate = self.current_policy(deterministic=False)
        players = min(self.config.table_sizes)
        if self.past_selves and players > 1:
            settings = self.config.pool
            seats: list[Policy | str] = [candidate, *[self.past_selves[-1].clone()] * (players - 1)]
            won = measure(self.config, seats, settings.games)["mean_reward"]
            self.model.logger.record("pool/against_newest", won)
            if won < settings.promote_above:
                return
        self._write(self.folder / "pool" / f"{candidate.name}.zip", small=True)
        self.past_selves.append(candidate)
        if len(self.past_selves) > self.config.pool.size:
            del self.past_selves[1]
        self.progress.pool = [policy.name for policy in self.past_selves]
        self.seat_opponents()
        bar.show(f"{len(self.past_selves)} past selves")

    def save(self) -> None:
        """Write the newest checkpoint and all that `restore` needs, each file whole or not at all."""
        self.progress.seconds = self._seconds()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            self._pack(archive)
        self._write(self.folder / LATEST, small=False)
        write_atomically(self.folder / STATE, packed.getvalue())

    def restore(self) -> None:
        """Go on where `save` was called."""
        with zipfile.ZipFile(self.folder / STATE) as archive:
            self._unpack(archive)

    def _pack(self, archive: zipfile.ZipFile) -> None:
        """All that is needed to go on exactly."""
        state = {
            "progress": vars(self.progress),
            "n_updates": self.model._n_updates,
            "numpy": _plain(np.random.get_state(legacy=False)),
            "python": random.getstate(),
            "sitting": sorted(set(self.env.games.policy_names) - {"greedy", "random"}),
        }
        tensors = {
            "policy": self.model.policy.state_dict(),
            "optimizer": self.model.policy.optimizer.state_dict(),
            "rng": torch.get_rng_state(),
        }
        archive.writestr("state.json", json.dumps(state))
        for name, write in (
            ("tensors.pth", lambda file: torch.save(tensors, file)),
            ("games.npz", lambda file: np.savez(file, **self.env.games.snapshot())),  # type: ignore[arg-type]
        ):
            part = io.BytesIO()
            write(part)
            archive.writestr(name, part.getvalue())

    def _unpack(self, archive: zipfile.ZipFile) -> None:
        """The inverse of `_pack`."""
        state = json.loads(archive.read("state.json"))
        tensors = torch.load(io.BytesIO(archive.read("tensors.pth")), weights_only=True)
        with np.load(io.BytesIO(archive.read("games.npz")), allow_pickle=False) as arrays:
            games = dict(arrays)
        self.take_up(state["progress"])
        sitting = [self._past_self(name) for name in state["sitting"] if name.startswith(_PAST)]
        given = {policy.name: policy for policy in (*sitting, *self.past_selves, *self.others)}
        self.env.games.restore(games, list(given.values()))
        model = self.model
        model.policy.load_state_dict(tensors["policy"])
        model.policy.optimizer.load_state_dict(tensors["optimizer"])
        model.num_timesteps, model._n_updates = self.progress.steps, state["n_updates"]
        model._last_obs = self.env.games.observations.copy()
        model._last_episode_starts = self.env.games.dones.copy()
        model.ep_info_buffer, model.ep_success_buffer = deque(maxlen=100), deque(maxlen=100)
        torch.set_rng_state(tensors["rng"])
        np.random.set_state(_restored(state["numpy"]))
        version, words, gauss = state["python"]
        random.setstate((version, tuple(words), gauss))

    def finish(self, bar: Bar) -> Path:
        """Measure the finished network and write its checkpoint, without the optimiser's state."""
        self.evaluate(self.config.evaluation.final_games, bar)
        self.save()
        self._write(self.folder / FINAL, small=True)
        return self.folder / FINAL

    # ---- what they share

    def take_up(self, progress: dict[str, Any]) -> None:
        """Stand where a run stood that had come so far; its pool is back in the games."""
        self.progress = Progressed(**progress)
        self.started = time.monotonic() - self.progress.seconds
        self.past_selves = [self._past_self(name) for name in self.progress.pool]
        self.seat_opponents()

    def seat_opponents(self) -> None:
        """Let the present opponents sit in all games that begin from now on."""
        self.env.set_opponents(self._opponents())

    def close(self) -> None:
        """Nothing is held open."""

    def due(self, every: int, before: int) -> bool:
        """Whether a multiple of `every` steps lies between `before` and now."""
        return self.progress.steps // every > before // every

    def current_policy(self, *, deterministic: bool) -> NetworkPolicy:
        """A copy of the network as it is now."""
        network = build_network(self.game, self.shape)
        network.load_state_dict(self.model.policy.state_dict())
        name = f"{_PAST}{self.progress.steps:010}"
        return NetworkPolicy(network, name, seed=self.progress.steps, deterministic=deterministic)

    def progress_bar(self, console: Console) -> Bar:
        """The bar of this run."""
        return Bar(console, self.config.total_steps, self.progress.steps)

    def _past_self(self, name: str) -> NetworkPolicy:
        path = self.folder / "pool" / f"{name}.zip"
        return load_policy(path, self.config.game, name=name, deterministic=False)

    def _other_opponents(self) -> list[Policy]:
        """Greedy, random and the checkpoints, as far as they have a weight."""
        wanted = self.config.opponents
        made: list[Policy] = []
        if wanted.greedy > 0:
            made.append(GreedyPolicy())
        if wanted.random > 0:
            made.append(RandomPolicy())
        made += [load_policy(path, self.config.game, deterministic=False) for path in wanted.checkpoints]
        return made

    def _opponents(self) -> Policy:
        """The mix of a game: fixed opponents by weight, past selves as soon as there are some."""
        wanted = self.config.opponents
        weights: dict[str, float] = {"greedy": wanted.greedy, "random": wanted.random, **wanted.checkpoints}
        members: dict[Policy, float] = {policy: weights[policy.name] for policy in self.others}
        if self.past_selves and wanted.past_selves > 0:
            members[PolicyPool(dict.fromkeys(self.past_selves, 1.0))] = wanted.past_selves
        return PolicyPool(members)

    def _write(self, path: Path, *, small: bool) -> None:
        """Write a checkpoint of the network as it is now; a small one has a fresh optimiser."""
        manifest = Manifest.of(
            self.game,
            self.shape,
            variants=self.config.variants,
            players=sorted(self.config.table_sizes),
            steps=self.progress.steps,
            results=self.progress.results,
        )
        zipped = io.BytesIO()
        optimizer = self.model.policy.optimizer
        if small:
            fresh = type(optimizer)(self.model.policy.parameters(), **self.model.policy.optimizer_kwargs)
            self.model.policy.optimizer = fresh
        try:
            self.model.save(zipped, exclude=_OF_THE_RUN)
        finally:
            self.model.policy.optimizer = optimizer
        write_checkpoint(path, zipped.getvalue(), manifest)

    def _seconds(self) -> float:
        return time.monotonic() - self.started

    def _diverged(self, why: str) -> TrainingDivergedError:
        left = self.folder / LATEST
        kept = f"the last good checkpoint is {left}" if left.exists() else "there is no checkpoint yet"
        return TrainingDivergedError(
            f"training diverged after {self.model.num_timesteps:,} steps: {why}; {kept}. Try a lower "
            f"ppo.learning_rate (now {self.config.ppo.learning_rate:g}) or more games"
        )


_PAST = "past-"
"""Names of past selves begin with this."""

_OF_THE_RUN = ("_last_obs", "_last_episode_starts", "_last_original_obs", "ep_info_buffer", "ep_success_buffer")
"""Attributes of a model that belong to a run, not to the checkpoint."""


def _shape(network: Network) -> Shape:
    """The network that a config asks for."""
    if network.places is not None:
        return PlacesShape(**network.places.model_dump())
    return NetworkShape(tuple(network.policy), tuple(network.value), network.activation)


def _policy_arguments(game_id: str, shape: Shape) -> dict[str, Any]:
    """What the policy of Stable-Baselines3 takes to build it."""
    if isinstance(shape, PlacesShape):
        return {"game": game_id, **shape.as_dict()}
    return {
        "net_arch": {"pi": list(shape.policy), "vf": list(shape.value)},
        "activation_fn": ACTIVATIONS[shape.activation],
    }


def measure(config: Config, policies: Sequence[Policy | str], games: int) -> dict[str, Any]:
    """What the first of these policies reaches against the others, in rotated seats, with 95% intervals."""
    results = play(config.game, policies, games, seed=config.seed, reward=config.reward, **config.variants)
    win_rate, win_rate_ci = win_share(results.wins[:, 0], results.deals)
    mean_reward, mean_reward_ci = mean_by_deal(results.rewards[:, 0], results.deals)
    return {
        "games": games,
        "win_rate": win_rate,
        "win_rate_ci": list(win_rate_ci),
        "mean_reward": mean_reward,
        "mean_reward_ci": list(mean_reward_ci),
    }


class Bar:
    """The progress bar of a run, as a context manager."""

    def __init__(self, console: Console, total: int, done: int) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._progress.add_task("training", total=total, completed=done, rate="")
        self._began, self._first, self._done = time.monotonic(), done, done

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._progress.stop()

    def advance(self, steps: int) -> None:
        """So many more steps are done."""
        self._done += steps
        rate = (self._done - self._first) / max(1e-9, time.monotonic() - self._began)
        self._progress.update(self._task, completed=self._done, rate=f"{rate:,.0f} steps/s")

    def show(self, text: str) -> None:
        """A line of results above the bar."""
        self._progress.console.print(f"{self._done:>12,}  {text}", soft_wrap=True)

    def ticking(self) -> BaseCallback:
        """A callback of Stable-Baselines3 that moves the bar."""
        return _Ticking(self)


class _Ticking(BaseCallback):
    def __init__(self, bar: Bar) -> None:
        super().__init__()
        self._bar = bar

    def _on_step(self) -> bool:
        self._bar.advance(self.training_env.num_envs)
        return True


# ---- small parts


def _engine(config: Config) -> type[Trainer]:
    """Who trains, as the config says. Raises ModuleNotFoundError where its library is not installed."""
    if config.engine == "rllib":
        from .rllib import RllibTrainer

        return RllibTrainer
    return Trainer


_MAY_DIFFER = ("total_steps", "output", "rllib")
"""Settings that may change when a run is resumed."""


def _check_folder(folder: Path, config: Config, resume: bool) -> None:
    """Refuse to overwrite a run, and to resume one that is not there or was another."""
    if not resume:
        if (folder / STATE).exists():
            raise ConfigError(f"{folder} already holds a run: go on with it by --resume, or choose another output")
        folder.mkdir(parents=True, exist_ok=True)
        return
    if not (folder / STATE).exists():
        raise ConfigError(f"{folder} holds no run that could be resumed: it has no {STATE}")
    kept = check_config(json.loads((folder / CONFIG).read_text(encoding="utf-8")), str(folder / CONFIG))
    own, theirs = config.model_dump(), kept.model_dump()
    differing = [name for name in own if name not in _MAY_DIFFER and own[name] != theirs[name]]
    if differing:
        told = ", ".join(f"{name} was {theirs[name]!r} and is {own[name]!r}" for name in differing)
        raise ConfigError(f"{folder} cannot be resumed with other settings: {told}")


@contextmanager
def _own_randomness(threads: int) -> Iterator[None]:
    """Stable-Baselines3 draws from global generators: give them back as they were, and torch its threads."""
    kept = np.random.get_state(), random.getstate(), torch.get_rng_state(), torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        np.random.set_state(kept[0])
        random.setstate(kept[1])
        torch.set_rng_state(kept[2])
        torch.set_num_threads(kept[3])


def _keep_memory() -> None:
    """Let the C library keep the memory of tensors that are freed, for the next ones.

    It would give large blocks back to the system, which hands every page out anew: with a network of places that takes
    more time than the arithmetic. It stays so until the process ends. Only glibc can be told so.
    """
    if platform.libc_ver()[0] == "glibc":
        tell = ctypes.CDLL(None).mallopt
        tell(_MMAP_MAX, 0)
        tell(_TRIM_THRESHOLD, 2**31 - 1)
        tell(_TOP_PAD, 2**26)


_TRIM_THRESHOLD, _TOP_PAD, _MMAP_MAX = -1, -2, -4
"""Numbers of the C library's settings, see mallopt(3)."""


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set; a second one interrupts at once."""
    stop = threading.Event()

    def asked(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    kept = {number: signal.signal(number, asked) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def _falling(first: float, last: float | None, done: float) -> float:
    return first if last is None else first + (last - first) * min(1.0, done)


def _finite(network: nn.Module) -> bool:
    return all(bool(torch.isfinite(value).all()) for value in network.parameters())


def _plain(state: Any) -> dict[str, Any]:
    """NumPy's global generator as JSON."""
    inner = dict(state["state"])
    return {**state, "state": {**inner, "key": inner["key"].tolist()}}


def _restored(state: dict[str, Any]) -> dict[str, Any]:
    inner = state["state"]
    return {**state, "state": {**inner, "key": np.array(inner["key"], np.uint32)}}
