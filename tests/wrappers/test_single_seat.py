"""The single seat: Gymnasium's rules, whose turn it is, and the loser's -1."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cosmozoo.envs import ActionError, big_bang_theory_v0
from cosmozoo.envs.core.game import games
from cosmozoo.wrappers import SingleSeatEnv
from cosmozoo.wrappers.registration import gymnasium_id
from tests.playing import OWN_GAMES

GAME = "big_bang_theory_v0"


def play_out(env: SingleSeatEnv, generator: np.random.Generator, **arguments: Any) -> tuple[float, dict[str, Any]]:
    """Play a game with random actions; its return and the last info."""
    _, info = env.reset(**arguments)
    total, over = 0.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(generator.choice(np.flatnonzero(info["action_mask"])))
        over = terminated or truncated
        total += reward
    return total, info


@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
@pytest.mark.parametrize("game_id", list(games))
def test_gymnasium_accepts_it(game_id: str) -> None:
    check_env(SingleSeatEnv(game_id), skip_render_check=True)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_gymnasium_accepts_what_make_gives(opponents: str) -> None:
    check_env(gymnasium.make("cosmozoo/BigBangTheory-v0", opponents=opponents, render_mode="ansi").unwrapped)


def test_stable_baselines_accepts_it() -> None:
    from stable_baselines3.common.env_checker import check_env as check

    check(SingleSeatEnv(GAME, "random"))


def test_names_in_gymnasium() -> None:
    assert gymnasium_id(GAME) == "cosmozoo/BigBangTheory-v0"
    assert gymnasium_id("big_bang_v0", "universe_of_light") == "cosmozoo/BigBangUniverseOfLight-v0"
    for game_id in OWN_GAMES:
        assert gymnasium_id(game_id) in gymnasium.registry


@pytest.mark.parametrize("name", [name for name in gymnasium.registry if name.startswith("cosmozoo/")])
def test_every_name_can_be_played_through(name: str) -> None:
    env = gymnasium.make(name, opponents="random")
    assert isinstance(env.unwrapped, SingleSeatEnv)
    total, info = play_out(env.unwrapped, np.random.default_rng(1), seed=1)
    assert -1 <= total <= 1
    assert {"score", "rank"} <= set(info)


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize("players", [2, 4])
def test_the_result_of_every_game_arrives(players: int, reward: str) -> None:
    """The learner's return is what its scores say, also when it lost and others made the last decisions."""
    env = SingleSeatEnv(GAME, "greedy", num_players=players, reward=reward)
    generator = np.random.default_rng(1)
    returns = []
    for number in range(20):
        total, info = play_out(env, generator, seed=number)
        table = env.game
        scores = [table.infos[agent]["score"] for agent in table.possible_agents]
        ranks = [table.infos[agent]["rank"] for agent in table.possible_agents]
        own = info["seat"]
        if reward == "rank":
            expected = (sum(r > ranks[own] for r in ranks) - sum(r < ranks[own] for r in ranks)) / (players - 1)
        elif reward == "win":
            winners = ranks.count(0)
            expected = 1 / winners if ranks[own] == 0 else -1 / (players - winners)
        else:
            others = (sum(scores) - scores[own]) / (players - 1)
            expected = min(1.0, max(-1.0, (scores[own] - others) / 27))
        assert total == pytest.approx(expected, abs=1e-6)
        assert (info["score"], info["rank"]) == (scores[own], ranks[own])
        returns.append(total)
    assert min(returns) < 0


def test_seats_rotate_or_stay_or_are_drawn() -> None:
    generator = np.random.default_rng(0)
    rotating = SingleSeatEnv(GAME, "greedy", num_players=3)
    first = play_out(rotating, generator, seed=5)[1]["seat"]
    assert [play_out(rotating, generator)[1]["seat"] for _ in range(4)] == [(first + k) % 3 for k in range(1, 5)]
    fixed = SingleSeatEnv(GAME, "greedy", num_players=3, seat=2)
    assert {play_out(fixed, generator)[1]["seat"] for _ in range(3)} == {2}
    drawn = SingleSeatEnv(GAME, "greedy", num_players=3, seat="random")
    assert {play_out(drawn, generator, seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}
    assert fixed.reset(options={"seat": 1})[1]["seat"] == 1


def test_each_opponent_seat_has_its_own_policy() -> None:
    calls = []

    def note(name: str) -> Any:
        def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            calls.append((name, int(env.game.agent_selection[-1])))
            return masks.argmax(axis=1)

        return policy

    env = SingleSeatEnv(GAME, [note("next"), note("last")], num_players=3, seat=1)
    env.reset(seed=1)
    for _ in range(4):
        env.step(int(env.action_masks().argmax()))
    assert set(calls) == {("next", 2), ("last", 0)}
    with pytest.raises(ValueError, match="2 others sit at this table, 3 policies are given"):
        SingleSeatEnv(GAME, ["greedy"] * 3, num_players=3)


def test_opponents_are_shown_what_their_seat_may_know() -> None:
    """A policy outside compiled code gets its own seat's observation and mask, never a state."""

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        seen = env.game.observe(env.game.agent_selection)
        assert (observations[0] == seen["observation"]).all()
        assert (masks[0] == seen["action_mask"]).all()
        return masks.argmax(axis=1)

    env = SingleSeatEnv(GAME, policy, num_players=2)
    play_out(env, np.random.default_rng(0), seed=1)


def test_forced_decisions_are_skipped() -> None:
    env = SingleSeatEnv(GAME, "random", num_players=2, skip_forced=True)
    generator = np.random.default_rng(3)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert info["action_mask"].sum() > 1
            action = generator.choice(np.flatnonzero(info["action_mask"]))
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated


def test_truncation_is_told() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2, max_cycles=10)
    env.reset(seed=1)
    outcome = (0.0, False, False)
    while not any(outcome[1:]):
        _, *outcome, _ = env.step(int(env.action_masks().argmax()))  # type: ignore[assignment]
    assert outcome[1:] == [False, True]


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2)
    env.reset(seed=1)
    position, illegal = env.game.position(), int(env.action_masks().argmin())
    with pytest.raises(ActionError, match=r"is not legal for player_.*legal are: "):
        env.step(illegal)
    assert env.game.position() == position
    env.action_space.seed(1)
    assert {env.action_masks()[env.action_space.sample()] for _ in range(50)} == {1}


def test_order_of_calls() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    play_out(env, np.random.default_rng(0), seed=1)
    with pytest.raises(ValueError, match="the game is over, reset"):
        env.step(0)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike(duplicate: Any) -> None:
    env = SingleSeatEnv(GAME, "random", num_players=3)
    env.reset(seed=1)
    for _ in range(5):
        env.step(int(env.action_masks().argmax()))
    other = duplicate(env)
    for _ in range(20):
        action = int(env.action_masks().argmax())
        first, second = env.step(action), other.step(action)
        assert (first[0] == second[0]).all()
        assert first[1:4] == second[1:4]
        if first[2]:
            break


def test_a_position_can_be_played_from() -> None:
    source = big_bang_theory_v0.env(num_players=2)
    source.reset(seed=4)
    env = SingleSeatEnv(GAME, "greedy", num_players=2)
    env.reset(seed=1, options={"position": source.position(), "seat": 0})
    assert env.game.position() == source.position()


def test_rendering_shows_the_learners_view() -> None:
    env = SingleSeatEnv(GAME, "greedy", num_players=2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.game.draw_text(env.game.position(), 1, env.game.table)
    with pytest.raises(ValueError, match="render_mode='rgb': allowed are None, 'human', 'rgb_array'"):
        SingleSeatEnv(GAME, render_mode="rgb")


@pytest.mark.parametrize("seat", ["first", 2, -1, True])
def test_wrong_seats(seat: Any) -> None:
    with pytest.raises(ValueError, match=r"must be 'rotate', 'random' or a seat from 0 to 1"):
        SingleSeatEnv(GAME, num_players=2, seat=seat)
