"""The ParallelEnv of games in which seats decide at once."""

import pickle

import numpy as np
import pettingzoo
import pytest

from cosmozoo.envs import ActionError, black_hole_buccaneers_v0, games, testing

from ..playing import needs_make

PARALLEL = sorted(id for id, game in games.items() if game.simultaneous_phases)


def make(players=4, **arguments):
    """A parallel environment."""
    return black_hole_buccaneers_v0.parallel_env(players, **arguments)


def drawn(env, seen):
    """A random legal action for each agent, by its mask."""
    return {agent: int(env.action_space(agent).sample(seen[agent]["action_mask"])) for agent in env.agents}


def seeded(env, seed):
    """The environment after a reset, its action spaces seeded too."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    return env.reset(seed=seed)[0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_pettingzoo_accepts_it(players):
    with testing.upstream_warnings_ignored():
        from pettingzoo.test import parallel_api_test, parallel_seed_test

        parallel_api_test(make(players), num_cycles=500)
        parallel_seed_test(lambda: make(players))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_agrees_with_the_aec_form_game_for_game(players):
    env, sequential = make(players), black_hole_buccaneers_v0.env(num_players=players)
    for seed in range(5):
        seen = seeded(env, seed)
        sequential.reset(seed=seed)
        while env.agents:
            actions = drawn(env, seen)
            wait = len(env.action_labels) - 1
            for agent in env.agents:
                if actions[agent] != wait:
                    assert sequential.agent_selection == agent
                    assert sequential.observe(agent)["action_mask"].tolist() == seen[agent]["action_mask"][:-1].tolist()
                    sequential.step(actions[agent])
            seen, rewards, terminations, truncations, infos = env.step(actions)
            assert env.position() == sequential.position()
            assert rewards == sequential.rewards
            assert terminations == sequential.terminations
            assert truncations == sequential.truncations
            assert infos == sequential.infos
            for agent in env.possible_agents:
                assert np.array_equal(seen[agent]["observation"], sequential.observe(agent)["observation"])
        assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_all_choose_at_once_and_one_decides_while_the_others_wait():
    env = make(3)
    seen, _ = env.reset(seed=2)
    masks = [seen[agent]["action_mask"] for agent in env.agents]
    assert all(mask[:-1].any() and not mask[-1] for mask in masks)
    while env.position()["phase"] == "choose":
        seen, *_ = env.step(drawn(env, seen))
    mover = f"player_{env.position()['to_move']}"
    for agent in env.agents:
        mask = seen[agent]["action_mask"]
        assert mask[-1] == (agent != mover)
        assert mask[:-1].any() == (agent == mover)


def test_the_label_after_the_games_own_is_wait():
    env = make()
    assert env.action_labels[:-1] == env.sequential.action_labels
    assert env.action_labels[-1] == "wait"
    assert env.action_space("player_0").n == 89
    assert env.observation_space("player_0")["action_mask"].shape == (89,)


@pytest.mark.parametrize("wrong", ["missing", "illegal", "outside", "waits", "stranger", "text"])
def test_a_refused_step_changes_nothing(wrong):
    env = make(3)
    seen, _ = env.reset(seed=4)
    actions = drawn(env, seen)
    if wrong == "missing":
        del actions["player_1"]
    else:
        agent = "player_9" if wrong == "stranger" else "player_2"
        illegal = int(np.flatnonzero(seen["player_2"]["action_mask"] == 0)[0])
        actions[agent] = {"illegal": illegal, "outside": 89, "waits": 88, "stranger": 0, "text": "wait"}[wrong]
    before = env.position()
    with pytest.raises(ActionError, match="player_"):
        env.step(actions)
    assert env.position() == before
    env.step(drawn(env, seen))


def test_who_waits_may_give_nothing():
    env = make(3)
    seen, _ = env.reset(seed=2)
    while env.position()["phase"] == "choose":
        seen, *_ = env.step(drawn(env, seen))
    mover = f"player_{env.position()['to_move']}"
    env.step({mover: drawn(env, seen)[mover]})


def test_a_position_in_the_midst_of_a_choice():
    env, sequential = make(3), black_hole_buccaneers_v0.env(num_players=3)
    sequential.reset(seed=5)
    sequential.step(int(np.flatnonzero(sequential.observe("player_0")["action_mask"])[0]))
    seen, _ = env.reset(seed=1, options={"position": sequential.position()})
    assert [seen[agent]["action_mask"][-1] for agent in env.agents] == [1, 0, 0]
    env.step(drawn(env, seen))
    assert env.position()["chosen"] == [None] * 3 or env.position()["phase"] != "choose"


def test_a_finished_position():
    env = make(3)
    seen = seeded(env, 3)
    while env.agents:
        seen, *_ = env.step(drawn(env, seen))
    assert not any(seen[agent]["action_mask"].any() for agent in env.possible_agents)
    with pytest.raises(ValueError, match="reset"):
        env.step({})
    _, infos = make(3).reset(seed=1, options={"position": env.position()})
    assert infos["player_0"]["score"] == env.position()["scores"][0]


def test_max_cycles_counts_decisions():
    env = make(4, max_cycles=6)
    seen = seeded(env, 3)
    steps = 0
    while env.agents:
        seen, _, terminations, truncations, _ = env.step(drawn(env, seen))
        steps += 1
    assert all(truncations.values())
    assert not any(terminations.values())
    assert steps <= 3


def test_sampling_without_a_mask_gives_legal_actions():
    env = make(5)
    env.reset(seed=6)
    while env.agents:
        env.step({agent: env.action_space(agent).sample() for agent in env.agents})


def test_copies_go_on_identically():
    env = make(4)
    seen = seeded(env, 8)
    for _ in range(5):
        seen, *_ = env.step(drawn(env, seen))
    for other in (env.clone(), pickle.loads(pickle.dumps(env))):
        mine = env.clone()
        while mine.agents:
            actions = {agent: other.action_space(agent).sample() for agent in other.agents}
            one, two = mine.step(actions), other.step(actions)
            assert mine.position() == other.position()
            assert one[1:] == two[1:]
        assert other.position()["phase"] == "over"
        assert env.position()["phase"] != "over"


@needs_make
def test_pettingzoo_makes_it_by_name():
    env = pettingzoo.make("parallel", "cosmozoo/black_hole_buccaneers_v0", num_players=5)
    assert env.num_agents == 0
    assert env.max_num_agents == 5
    assert env.metadata["is_parallelizable"]


def test_every_game_with_simultaneous_phases_has_one():
    assert PARALLEL == ["black_hole_buccaneers_v0"]
    for game in PARALLEL:
        assert games[game].facts.simultaneous
        assert set(games[game].simultaneous_phases) <= set(games[game].phases)
