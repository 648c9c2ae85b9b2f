"""Policies: one interface, and hidden things stay hidden from those that are not compiled."""

import subprocess
import sys

import numpy as np
import pytest

from cosmozoo.envs import VectorGame
from cosmozoo.envs.core.game import games
from cosmozoo.wrappers import (
    FunctionPolicy,
    GreedyPolicy,
    Policy,
    PolicyPool,
    RandomPolicy,
    SearchPolicy,
    make_policy,
)

GAME = "big_bang_theory_v0"


@pytest.fixture
def vector() -> VectorGame:
    """Games in the middle."""
    vector = VectorGame(GAME, 32, 2, seed=1)
    for _ in range(9):
        vector.step(vector.sample_actions())
    return vector


def acts(policy: Policy, vector: VectorGame) -> np.ndarray:
    return policy.act(vector.observations, vector.action_masks, table=vector.table, states=vector.states)


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("name", ["random", "greedy", "search:5"])
def test_named_policies_act_legally_and_show_their_probabilities(name: str, vector: VectorGame) -> None:
    policy = make_policy(name, GAME, seed=1)
    assert policy.name == name
    actions = acts(policy, vector)
    assert actions.dtype == np.int64
    assert vector.action_masks[np.arange(32), actions].all()
    shares = policy.probabilities(vector.observations, vector.action_masks, table=vector.table, states=vector.states)
    assert shares.shape == vector.action_masks.shape
    assert np.allclose(shares.sum(axis=1), 1)
    assert not shares[vector.action_masks == 0].any()


@pytest.mark.parametrize("name", ["random", "search:5"])
def test_a_seed_repeats_the_actions(name: str, vector: VectorGame) -> None:
    policy = make_policy(name, GAME, seed=3)
    first = acts(policy, vector)
    later = acts(policy, vector)
    policy.seed(3)
    assert (acts(policy, vector) == first).all()
    assert (later != first).any()


def test_random_draws_every_legal_action_equally() -> None:
    mask = np.array([0, 1, 1, 0, 1], np.int8)
    actions = RandomPolicy(0).act(np.zeros((9000, 1), np.float32), np.tile(mask, (9000, 1)))
    counts = np.bincount(actions, minlength=5)
    assert counts[mask == 0].sum() == 0
    assert (abs(counts[mask == 1] - 3000) < 200).all()


def test_greedy_and_search_alone_see_states() -> None:
    assert GreedyPolicy().needs_states
    assert SearchPolicy(5).needs_states
    assert not RandomPolicy().needs_states
    assert not FunctionPolicy(lambda observations, masks: masks.argmax(axis=1)).needs_states


def test_search_does_not_depend_on_what_is_hidden(vector: VectorGame) -> None:
    states = vector.states.copy()
    redrawn = states.copy()
    words = np.random.default_rng(5).integers(1, 2**32, (32, 3))
    vector.game.drivers.resample_hidden(redrawn, vector.table.rules, vector.to_move.astype(np.int64), words)
    assert (redrawn != states).any()
    policy = SearchPolicy(1, seed=2)
    before = policy.act(vector.observations, vector.action_masks, table=vector.table, states=states)
    policy.seed(2)
    after = policy.act(vector.observations, vector.action_masks, table=vector.table, states=redrawn)
    assert (before == after).all()  # one simulation tries the same random action, whatever comes of it


def test_search_beats_greedy() -> None:
    from cosmozoo.train.evaluation import evaluate

    assert evaluate(GAME, ["search:60", "greedy"], 40, seed=1).agents[0].win_rate > 0.6


def test_states_are_asked_for_by_name(vector: VectorGame) -> None:
    with pytest.raises(ValueError, match=r"'greedy' plays inside compiled code: act\(…, table="):
        GreedyPolicy().act(vector.observations, vector.action_masks)


def test_a_function_is_a_policy_and_its_faults_are_told(vector: VectorGame) -> None:
    def first(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return masks.argmax(axis=1)

    policy = make_policy(first, GAME)
    assert policy.name == "first"
    assert (acts(policy, vector) == vector.action_masks.argmax(axis=1)).all()
    with pytest.raises(ValueError, match="must give 32 integers, one for each game, not int64 of shape"):
        acts(make_policy(lambda observations, masks: 1), vector)
    with pytest.raises(ValueError, match=r"gave action 58 in row 0, where legal are: "):
        acts(make_policy(lambda observations, masks: np.full(len(masks), 58)), vector)


def test_a_pool_mixes_by_weight(vector: VectorGame) -> None:
    pool = make_policy({"greedy": 3, "random": 1}, GAME, seed=1)
    assert isinstance(pool, PolicyPool)
    assert pool.needs_states
    generator = np.random.default_rng(0)
    drawn = [pool.draw(generator).name for _ in range(400)]
    assert 270 < drawn.count("greedy") < 330
    assert vector.action_masks[np.arange(32), acts(pool, vector)].all()
    with pytest.raises(ValueError, match="the weight of 'greedy' must be a number above 0, not 0"):
        make_policy({"greedy": 0})


def test_a_policy_comes_back_as_it_is() -> None:
    policy = RandomPolicy()
    assert make_policy(policy) is policy


def test_names_that_mean_nothing() -> None:
    with pytest.raises(ValueError, match="no policy 'greedi'; did you mean 'greedy'"):
        make_policy("greedi", GAME)
    with pytest.raises(ValueError, match="whole number of simulations above 0, as in 'search:400', not 'search:many'"):
        make_policy("search:many")
    with pytest.raises(FileNotFoundError, match=r"no checkpoint 'nowhere\.zip'"):
        make_policy("nowhere.zip")
    with pytest.raises(ValueError, match="'shipped' needs the game"):
        make_policy("shipped")
    with pytest.raises(ValueError, match="a policy is 'random'"):
        make_policy(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "game_id", ["big_bang_theory_v0", "urknall_v0", "big_bang_v0", "space_mission_v0", "black_hole_buccaneers_v0"]
)
def test_every_game_ships_a_small_checkpoint_that_plays(game_id: str) -> None:
    from cosmozoo.wrappers.checkpoints import shipped_checkpoint

    policy = make_policy("shipped", game_id)
    assert policy.name == "shipped"
    assert shipped_checkpoint(game_id).stat().st_size <= 3_000_000
    vector = VectorGame(game_id, 8, seed=1)
    for _ in range(30):
        actions = acts(policy, vector)
        assert vector.action_masks[np.arange(8), actions].all()
        vector.step(actions)


def test_lookahead_is_of_games_that_have_it() -> None:
    assert make_policy("lookahead", "big_bang_v0").name == "lookahead"
    wrong = "urknall_v0 has no policy 'lookahead', big_bang_v0 has; take 'greedy' or 'search:N'"
    with pytest.raises(ValueError, match=wrong):
        make_policy("lookahead", "urknall_v0")
    with pytest.raises(ValueError, match=wrong):
        acts(make_policy("lookahead"), VectorGame("urknall_v0", 2, seed=1))


@pytest.mark.parametrize("game_id", list(games))
def test_every_game_is_searched(game_id: str) -> None:
    vector = VectorGame(game_id, 2, seed=1)
    actions = acts(SearchPolicy(2, seed=1), vector)
    assert vector.action_masks[np.arange(2), actions].all()


def test_torch_is_imported_when_it_is_needed() -> None:
    code = "import sys, cosmozoo.wrappers; assert not {'torch', 'stable_baselines3', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
