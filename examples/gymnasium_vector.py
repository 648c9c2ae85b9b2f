"""Policy gradient in NumPy alone, on Gymnasium's vector form of the batch engine. Needs nothing but cosmozoo.

python examples/gymnasium_vector.py --updates 150
"""

import argparse

import gymnasium
import numpy as np

import cosmozoo.wrappers  # noqa: F401 (registers the games)

TABLES = 64
STEPS = 64
LEARNING_RATE = 0.02


def softmax(scores: np.ndarray) -> np.ndarray:
    """(N, A): probabilities; 0 where the score is -inf."""
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    return likely / likely.sum(axis=1, keepdims=True)


def main() -> None:
    """REINFORCE: what a game's decisions have in common with its result is made likelier."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="cosmozoo/BigBangTheory-v0", help="a game registered with Gymnasium")
    parser.add_argument("--players", type=int, default=2, help="seats at a table")
    parser.add_argument("--updates", type=int, default=150, help="times to learn")
    options = parser.parse_args()

    tables = gymnasium.make_vec(
        options.game, num_envs=TABLES, opponents="random", num_players=options.players, skip_forced=True
    )
    generator = np.random.default_rng(1)
    observations, infos = tables.reset(seed=1)
    size, actions = observations.shape[1], infos["action_mask"].shape[1]
    weights = np.zeros((size, actions), np.float32)
    traces = np.zeros((TABLES, size, actions), np.float32)  # gradients of the decisions of the running games
    for update in range(1, options.updates + 1):
        gradient, results = np.zeros_like(weights), []
        for _ in range(STEPS):
            scores = np.where(infos["action_mask"], observations @ weights, -np.inf).astype(np.float32)
            chosen = (scores + generator.gumbel(size=scores.shape)).argmax(axis=1)  # a draw from the softmax
            surprise = np.eye(actions, dtype=np.float32)[chosen] - softmax(scores)
            traces += observations[:, :, None] * surprise[:, None, :]
            observations, rewards, terminated, truncated, infos = tables.step(chosen)
            for table in np.flatnonzero(terminated | truncated):
                gradient += rewards[table] * traces[table]
                traces[table] = 0
                results.append(rewards[table])
        weights += LEARNING_RATE * gradient / max(1, len(results))
        if update % 10 == 0:
            print(f"update {update}: {len(results)} games, mean reward {np.mean(results):+.2f}", flush=True)


if __name__ == "__main__":
    main()
