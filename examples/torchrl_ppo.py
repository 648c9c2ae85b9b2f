"""TorchRL's PPO in self-play: one network in every seat of an AEC environment. Needs cosmozoo[torchrl].

python examples/torchrl_ppo.py --updates 40
"""

import argparse

import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from cosmozoo.envs import big_bang_theory_v0
from cosmozoo.wrappers import SelfPlayVectorEnv

SEATS, EPOCHS = "agents", 4
SEEN, LOGITS = (SEATS, "observation", "observation"), (SEATS, "logits")
KEYS = {key: (SEATS, name) for key, name in {"value": "state_value", "reward": "reward", "done": "done"}.items()}
KEYS |= {key: (SEATS, key) for key in ("terminated", "advantage", "value_target")}


def strength(scores: MLP, games: int) -> float:
    """Mean reward of the likeliest actions in one seat against a random opponent."""
    tables = SelfPlayVectorEnv("big_bang_theory_v0", 64, opponents="random", num_players=2)
    observations, infos = tables.reset(seed=1)
    results: list[float] = []
    while len(results) < games:
        logits = scores(torch.from_numpy(observations)).detach().numpy()
        actions = np.where(infos["action_mask"], logits, -np.inf).argmax(axis=1)
        observations, rewards, terminated, truncated, infos = tables.step(actions)
        results += rewards[terminated | truncated].tolist()
    return float(np.mean(results))


def main() -> None:
    """Play, estimate, learn from the decisions of the seats that acted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=40, help="times to learn")
    parser.add_argument("--steps", type=int, default=1000, help="decisions between two updates")
    options = parser.parse_args()
    torch.set_num_threads(1)
    game = big_bang_theory_v0.env(num_players=2)
    table = PettingZooWrapper(game, use_mask=True, group_map={SEATS: game.possible_agents}, seed=1)
    scores = MLP(game.layout.size, len(game.action_labels), num_cells=[128, 128])
    critic = ValueOperator(MLP(game.layout.size, 1, num_cells=[128, 128]), in_keys=[SEEN], out_keys=[KEYS["value"]])
    actor = ProbabilisticActor(
        TensorDictModule(scores, in_keys=[SEEN], out_keys=[LOGITS]),
        in_keys={"logits": LOGITS, "mask": (SEATS, "action_mask")},
        out_keys=[(SEATS, "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
        log_prob_key=(SEATS, "log_prob"),
    )
    gae = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    gae.set_keys(**KEYS)
    loss_of.set_keys(**KEYS, action=(SEATS, "action"), sample_log_prob=(SEATS, "log_prob"))
    optimizer = torch.optim.Adam(loss_of.parameters(), 1e-3)
    collector = Collector(table, actor, frames_per_batch=options.steps, total_frames=options.steps * options.updates)
    for update, played in enumerate(collector, start=1):
        with torch.no_grad():
            gae(played)  # along time for each seat; a seat that waits is observed too
        acted = TensorDict({SEATS: played[SEATS][played[SEATS, "mask"]]}).auto_batch_size_(1)
        for _ in range(EPOCHS):
            losses = loss_of(acted)
            optimizer.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            optimizer.step()
        print(f"update {update}: {played['next', 'done'].sum()} games, value loss {losses['loss_critic']:.3f}")
    print(f"mean reward {strength(scores, 400):+.2f} against random")


if __name__ == "__main__":
    main()
