"""RLlib's PPO in self-play: one network in every seat of a MultiAgentEnv, at two table sizes. Needs cosmozoo[rllib].

python examples/rllib_selfplay.py --updates 20
"""

import argparse
import logging

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from cosmozoo.wrappers import NetworkPolicy, SelfPlayVectorEnv
from cosmozoo.wrappers.networks import NetworkShape
from cosmozoo.wrappers.rllib import MaskedModule, MultiAgentGame

GAME, SEATS = "big_bang_theory_v0", "all seats"


def strength(policy: NetworkPolicy, games: int) -> float:
    """Mean reward in one seat against a random opponent."""
    tables = SelfPlayVectorEnv(GAME, 64, opponents="random", num_players=2)
    observations, infos = tables.reset(seed=1)
    results: list[float] = []
    while len(results) < games:
        actions = policy.act(observations, infos["action_mask"])
        observations, rewards, terminated, truncated, infos = tables.step(actions)
        results += rewards[terminated | truncated].tolist()
    return float(np.mean(results))


def main() -> None:
    """Train, and show how many games were played and how strong the network is at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=20, help="times to learn")
    parser.add_argument("--steps", type=int, default=2_000, help="decisions between two updates")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    options = parser.parse_args()

    ray.init(num_cpus=options.workers + 1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    module = RLModuleSpec(
        module_class=MaskedModule,
        model_config={"game_id": GAME, "network": NetworkShape((128, 128), (128, 128)).as_dict()},
    )
    algorithm = (
        PPOConfig()
        .environment(MultiAgentGame, env_config={"game_id": GAME, "num_players": {2: 1, 3: 1}})
        .multi_agent(policies={SEATS}, policy_mapping_fn=lambda agent, episode, **_: SEATS)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SEATS: module}))
        .env_runners(num_env_runners=options.workers, num_envs_per_env_runner=4)
        .training(
            train_batch_size_per_learner=options.steps,
            minibatch_size=min(500, options.steps),
            num_epochs=4,
            lr=1e-3,
            gamma=1.0,
            lambda_=0.95,
            entropy_coeff=0.01,
            use_kl_loss=False,
        )
        .debugging(seed=1, log_level="ERROR")
        .build_algo()
    )
    for update in range(1, options.updates + 1):
        results = algorithm.train()
        print(f"update {update}: {results['env_runners'].get('num_episodes_lifetime', 0):.0f} games")
    torch.set_num_threads(1)
    network = algorithm.learner_group.foreach_learner(lambda learner: learner.module[SEATS].network)
    policy = NetworkPolicy(next(iter(network)).get(), deterministic=True)
    print(f"mean reward {strength(policy, 400):+.2f} against random")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
