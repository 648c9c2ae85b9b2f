"""Tianshou's DQN with masks in one seat, the others played by a policy of the suite. Needs cosmozoo[tianshou].

python examples/tianshou_dqn.py --epochs 5
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import cosmozoo.wrappers  # noqa: F401 (registers the games)

TABLES = 8


class MaskBesideObservation(gymnasium.ObservationWrapper):
    """Tianshou looks for the mask in the observation: {"obs": (O,), "mask": (A,)}."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        mask = gymnasium.spaces.Box(0, 1, (env.action_space.n,), np.int8)
        self.observation_space = gymnasium.spaces.Dict({"obs": env.observation_space, "mask": mask})

    def observation(self, observation: np.ndarray) -> dict[str, Any]:
        """The observation with the mask."""
        return {"obs": observation, "mask": self.unwrapped.action_masks()}


def make_table() -> gymnasium.Env:
    """One seat of The Big Bang Theory against a random opponent."""
    table = gymnasium.make("cosmozoo/BigBangTheory-v0", opponents="random", num_players=2, skip_forced=True)
    return MaskBesideObservation(table)


def main() -> None:
    """Learn, and show the mean reward after each epoch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--epochs", type=int, default=5, help="rounds of learning and testing")
    parser.add_argument("--steps", type=int, default=5_000, help="decisions of an epoch")
    parser.add_argument("--games", type=int, default=200, help="games of each test")
    options = parser.parse_args()
    torch.set_num_threads(1)

    tables = DummyVectorEnv([make_table] * TABLES)
    space, actions = make_table().observation_space["obs"], make_table().action_space
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[128, 128]),
        action_space=actions,
        eps_training=0.1,
    )
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=200)
    training = Collector(algorithm, tables, VectorReplayBuffer(50_000, TABLES), exploration_noise=True)
    testing = Collector(algorithm, DummyVectorEnv([make_table] * TABLES))
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            test_collector=testing,
            max_epochs=options.epochs,
            epoch_num_steps=options.steps,
            collection_step_num_env_steps=64,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=128,
            test_step_num_episodes=options.games,
        )
    )
    print(f"best mean reward against random: {result.best_score:+.2f}")


if __name__ == "__main__":
    main()
