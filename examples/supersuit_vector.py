"""How much is the first seat worth? Random play in a SuperSuit vector of AEC environments. Needs cosmozoo[supersuit].

python examples/supersuit_vector.py --game urknall_v0 --players 3 --games 300
"""

import argparse
import importlib

import numpy as np
import supersuit

TABLES = 16


def main() -> None:
    """Play until there are enough games, then print each seat's mean reward with its standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="big_bang_theory_v0", help="id of a game")
    parser.add_argument("--players", type=int, default=3, help="seats at a table")
    parser.add_argument("--games", type=int, default=300, help="games to play")
    options = parser.parse_args()

    game = importlib.import_module(f"cosmozoo.envs.{options.game}").env(num_players=options.players)
    tables = supersuit.vectorize_aec_env_v0(game, TABLES)
    tables.reset(seed=1)
    generator = np.random.default_rng(1)
    results: list[list[float]] = []
    while len(results) < options.games:
        # `last()` gives dicts in an array of objects, one a table; tables where another seat is to move pass.
        seen, _, _, _, _, _, passes, _ = tables.last()
        actions = [0 if passed else random_action(each, generator) for each, passed in zip(seen, passes, strict=True)]
        tables.step(actions)
        # The results stand in `rewards`, for every seat, only now: the next step begins these games anew.
        ended = np.all([tables.terminations[agent] | tables.truncations[agent] for agent in tables.possible_agents], 0)
        results += [
            [tables.rewards[agent][table] for agent in tables.possible_agents] for table in np.flatnonzero(ended)
        ]

    means, errors = np.mean(results, axis=0), np.std(results, axis=0) / np.sqrt(len(results))
    for agent, mean, error in zip(tables.possible_agents, means, errors, strict=True):
        print(f"{agent}: mean reward {mean:+.3f} ± {error:.3f} in {len(results)} games")


def random_action(seen: dict[str, np.ndarray], generator: np.random.Generator) -> int:
    """Something legal; 0 where the game is over and no action is taken."""
    legal = np.flatnonzero(seen["action_mask"])
    return int(generator.choice(legal)) if len(legal) else 0


if __name__ == "__main__":
    main()
