"""How much of MaskablePPO's training throughput SelfPlayVecEnv leaves: against greedy, and against frozen networks.

The yardstick is the same MaskablePPO on a vector environment whose step costs nothing: it hands out the same
observations and masks again and again. All are measured in turn, several times, on one thread, in processor time
of the process (so that other work on the machine does not count) and by the clock; the best of each is reported.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from rich.console import Console
from rich.progress import track
from rich.table import Table
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from cosmozoo.envs import get_game
from cosmozoo.wrappers import NetworkPolicy, SelfPlayVecEnv
from cosmozoo.wrappers.networks import NetworkShape, build_network

WIDTHS = (256, 256)


class FreeVecEnv(VecEnv):
    """A vector environment that hands out kept observations and masks: its step costs next to nothing."""

    def __init__(self, source: SelfPlayVecEnv) -> None:
        self._observations = source.reset()
        self._masks = list(source.action_masks())
        self._rewards = np.zeros(source.num_envs, np.float32)
        self._dones = np.zeros(source.num_envs, bool)
        super().__init__(source.num_envs, source.observation_space, source.action_space)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        return self._observations

    def step_async(self, actions: np.ndarray) -> None:
        """Nothing has to be done."""

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        return self._observations, self._rewards, self._dones, self._infos

    def action_masks(self) -> np.ndarray:
        return np.stack(self._masks)

    def close(self) -> None:
        """Nothing is held open."""

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs if attr_name == "render_mode" else [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return self._masks

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


def model_on(env: VecEnv, steps: int) -> MaskablePPO:
    """The PPO that is measured: large batches."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=steps,
        batch_size=4096,
        n_epochs=4,
        gamma=1.0,
        policy_kwargs={"net_arch": {"pi": list(WIDTHS), "vf": list(WIDTHS)}, "activation_fn": nn.ReLU},
        seed=1,
        device="cpu",
    )


def measured(model: MaskablePPO, steps: int) -> tuple[float, float]:
    """Decisions a second of one update, rollout and learning together: of processor time, and by the clock."""
    size = steps * model.n_envs
    processor, clock = time.process_time(), time.perf_counter()
    model.learn(size, log_interval=None, reset_num_timesteps=False)
    return size / (time.process_time() - processor), size / (time.perf_counter() - clock)


def main() -> None:
    """Measure and print a table; `--json` writes the figures too."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="Example: python benchmarks/training.py --games 256 --repeats 5",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", default="big_bang_theory_v0")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=64, help="decisions a game between two updates")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", metavar="FILE")
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    console = Console()

    game = get_game(chosen.game)
    frozen = [
        NetworkPolicy(build_network(game, NetworkShape(WIDTHS, WIDTHS, "relu")), name, 1)
        for name in ("frozen-1", "frozen-2")
    ]

    def against(opponents: Any) -> SelfPlayVecEnv:
        return SelfPlayVecEnv(chosen.game, chosen.games, opponents, num_players=chosen.players, seed=1)

    models = {
        "a step that costs nothing": model_on(FreeVecEnv(against("greedy")), chosen.steps),
        "greedy": model_on(against("greedy"), chosen.steps),
        "two frozen networks": model_on(against(dict.fromkeys(frozen, 1.0)), chosen.steps),
    }
    for model in models.values():
        measured(model, chosen.steps)  # first use: compiling, warming up
    best = dict.fromkeys(models, (0.0, 0.0))
    for _ in track(range(chosen.repeats), "measuring", console=Console(file=sys.stderr)):
        for name, model in models.items():
            found = measured(model, chosen.steps)
            best[name] = (max(best[name][0], found[0]), max(best[name][1], found[1]))

    free = best["a step that costs nothing"]
    title = f"{chosen.game}, {chosen.games} games, {chosen.players} players: decisions learned from a second"
    table = Table("against", "of processor time", "share", "by the clock", "share", title=title)
    for name, (processor, clock) in best.items():
        table.add_row(
            name, f"{processor:,.0f}", f"{processor / free[0]:.0%}", f"{clock:,.0f}", f"{clock / free[1]:.0%}"
        )
    console.print(table)
    if chosen.json:
        from cosmozoo.train.files import write_json

        write_json(chosen.json, {name: {"processor": a, "clock": b} for name, (a, b) in best.items()})


if __name__ == "__main__":
    main()
