"""AgileRL's DQN with masks in one seat, the others played by the greedy bot. Needs cosmozoo[agilerl].

python examples/agilerl_dqn.py --steps 50000
"""

import argparse

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import DQN
from agilerl.components import ReplayBuffer
from agilerl.training.train_off_policy import train_off_policy

import cosmozoo.wrappers  # noqa: F401 (registers the games)

GAME = "cosmozoo/BigBangTheory-v0"
TABLES = 16


def mean_result(agent: DQN, tables: gymnasium.vector.VectorEnv, games: int) -> float:
    """The mean reward of so many games, without exploration."""
    agent.set_training_mode(False)
    results: list[float] = []
    observations, infos = tables.reset(seed=1)
    while len(results) < games:
        actions = agent.get_action(observations, action_mask=infos["action_mask"])
        observations, rewards, terminated, truncated, infos = tables.step(actions)
        results += rewards[terminated | truncated].tolist()
    return float(np.mean(results[:games]))


def main() -> None:
    """Measure, learn, measure again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50_000, help="decisions to learn from")
    parser.add_argument("--games", type=int, default=400, help="games of each measurement")
    options = parser.parse_args()
    torch.set_num_threads(1)

    tables = gymnasium.make_vec(GAME, num_envs=TABLES, opponents="random", num_players=2, skip_forced=True)
    agent = DQN(
        tables.single_observation_space,
        tables.single_action_space,
        net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [128]}},
        batch_size=128,
        lr=1e-3,
        learn_step=8,
        gamma=1.0,
        tau=0.01,
        normalize_images=False,
    )
    print(f"before: mean reward {mean_result(agent, tables, options.games):+.2f} against random")
    train_off_policy(
        env=tables,
        env_name=GAME,
        algo="DQN",
        pop=[agent],
        memory=ReplayBuffer(max_size=50_000),
        max_steps=options.steps,
        evo_steps=options.steps // 2,
        eval_steps=200,
        eps_decay=0.9995,
        verbose=False,
    )
    print(f"after: mean reward {mean_result(agent, tables, options.games):+.2f} against random")


if __name__ == "__main__":
    main()
