"""Whole random games as hashes of every byte: run as a script to play them with the compiler off, say.

python -W error::RuntimeWarning tests/core/transcript.py big_bang_theory_v0
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator

import numpy as np

from cosmozoo.envs import testing

SEEDS = (1, 2)
LONGEST = 300
"""Decisions after which a game is left, so that long games do not take for ever uncompiled."""


def chosen_tables(game_id: str) -> Iterator[testing.TableChoice]:
    """Tables that have, between them, every table size and every value of every variant."""
    seen: set[tuple[str, object]] = set()
    for choice in testing.tables(game_id):
        parts = {("num_players", choice.num_players), *choice.variants}
        if not parts <= seen:
            seen |= parts
            yield choice


def transcript(choice: testing.TableChoice, seed: int) -> list[str]:
    """One hash for each decision of a game: state, full vector, what every seat sees, rewards.

    At every twentieth also the greedy choice and a redrawn state, which take long uncompiled.
    """
    env = choice.env()
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    hashes = []
    for decision in range(LONGEST):
        digest = hashlib.sha256(env.states.tobytes() + env.state().tobytes())
        for agent in env.possible_agents:
            seen = env.observe(agent)
            digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        digest.update(np.array([env.rewards[agent] for agent in env.possible_agents], np.float64).tobytes())
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        if not over and decision % 20 == 0:
            digest.update(str(env.greedy_action()).encode())
            digest.update(env.resample(env.agent_selection, seed=seed).states.tobytes())
        hashes.append(digest.hexdigest()[:12])
        if over:
            break
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    return hashes


def transcripts(game_id: str) -> dict[str, list[str]]:
    """The hashes of all chosen tables and seeds."""
    return {f"{choice}, seed {seed}": transcript(choice, seed) for choice in chosen_tables(game_id) for seed in SEEDS}


if __name__ == "__main__":
    print(json.dumps(transcripts(sys.argv[1])))
