"""The AEC environment: the order of calls, wrong input, resets, ends, copies, PettingZoo's wrappers around it."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    MultiEpisodeEnv,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from cosmozoo.envs import ActionError, GameEnv, PositionError, big_bang_theory_v0, testing

from ..playing import needs_make

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]


def make(**arguments: Any) -> GameEnv:
    return big_bang_theory_v0.env(**{"num_players": 2, "paradox": "none", **arguments})


def started(seed: int = 1, **arguments: Any) -> GameEnv:
    env = make(**arguments)
    env.reset(seed=seed)
    return env


def first_legal(env: Any) -> int:
    return int(np.argmax(env.observe(env.agent_selection)["action_mask"]))


def play(env: GameEnv, decisions: int = 10**6) -> GameEnv:
    """So many greedy decisions, or all up to the end."""
    while decisions > 0 and not ended(env):
        env.step(env.greedy_action())
        decisions -= 1
    return env


def ended(env: Any) -> bool:
    return any(env.terminations.values()) or any(env.truncations.values())


def snapshot(env: GameEnv) -> tuple[Any, ...]:
    """All that a refused call must leave alone."""
    seen = env.observe(env.possible_agents[0])
    kept = (env.agent_selection, env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos)
    return copy.deepcopy((env.states.tobytes(), seen["observation"].tobytes(), seen["action_mask"].tobytes(), *kept))


# ---- What it is


def test_it_presents_itself_as_pettingzoo_expects() -> None:
    env = make(num_players=3)
    assert str(env) == env.metadata["name"] == "big_bang_theory_v0"
    assert env.metadata["render_modes"] == ["human", "rgb_array", "svg", "ansi"]
    assert env.metadata["is_parallelizable"] is False
    assert isinstance(env.metadata["render_fps"], int)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert env.max_num_agents == env.num_players == 3
    assert env.unwrapped is env
    assert env.render_mode is None
    assert env.action_space("player_0") is env.action_space("player_0")
    assert env.observation_space("player_2") is env.observation_space("player_2")
    assert big_bang_theory_v0.raw_env is big_bang_theory_v0.env


def test_the_constructor_names_its_arguments() -> None:
    parameters = inspect.signature(big_bang_theory_v0.env).parameters
    own = ["paradox", "second_tile", "components"]
    assert list(parameters) == ["num_players", "render_mode", "reward", "max_cycles", *own]
    assert parameters["num_players"].default == 4
    assert parameters["paradox"].default == "hidden"
    assert parameters["paradox"].kind is inspect.Parameter.KEYWORD_ONLY
    text = inspect.getdoc(big_bang_theory_v0.env) or ""
    assert all(f"{name}: " in text for name in parameters)
    assert "'chaos'" in text
    assert big_bang_theory_v0.env.__module__ == "cosmozoo.envs.big_bang_theory_v0"


def test_the_first_arguments_may_be_given_by_place() -> None:
    env = big_bang_theory_v0.env(3, "ansi", "win", 50, paradox="open")
    assert (env.num_players, env.render_mode) == (3, "ansi")
    assert (env.table.reward, env.table.max_cycles, env.table.variants["paradox"]) == ("win", 50, "open")


def test_labels_go_both_ways() -> None:
    env = make()
    assert len(env.action_labels) == env.action_space("player_0").n  # type: ignore[attr-defined]
    assert all(env.action_from_label(label) == action for action, label in enumerate(env.action_labels))
    with pytest.raises(ValueError, match="no action is called 'drop'; did you mean 'drop out'"):
        env.action_from_label("drop")


@needs_make
def test_pettingzoo_makes_it_by_name() -> None:
    env = pettingzoo.make("aec", "cosmozoo/big_bang_theory_v0", num_players=2)
    assert type(env.unwrapped) is GameEnv
    assert env.unwrapped.num_players == 2
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]


@needs_make
def test_importing_twice_gives_no_warning() -> None:
    code = (
        "import importlib, sys, cosmozoo.envs as envs, pettingzoo\n"
        "from cosmozoo.envs.core.registration import register_with_pettingzoo\n"
        "register_with_pettingzoo(envs.games)\n"
        "importlib.reload(envs)\n"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('cosmozoo')]\n"
        "import cosmozoo.envs\n"
        "print(len(pettingzoo.make('aec', 'cosmozoo/big_bang_theory_v0', num_players=3).possible_agents))\n"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


# ---- Wrong arguments


def test_numpys_integers_are_integers() -> None:
    env = make(num_players=np.int64(2), max_cycles=np.int32(5))
    assert env.table.arguments == make(num_players=2, max_cycles=5).table.arguments
    assert (type(env.num_players), type(env.table.max_cycles)) == (int, int)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_players": 5}, ValueError, "num_players=5: big_bang_theory_v0 takes 2, 3, 4 players"),
        ({"num_players": True}, ValueError, "num_players=True: "),
        ({"num_players": 2.0}, ValueError, "num_players=2.0: "),
        ({"num_players": "2"}, ValueError, "num_players='2': "),
        ({"num_players": np.int64(7)}, ValueError, "num_players=np.int64"),
        ({"reward": "wim"}, ValueError, "reward='wim': allowed are 'rank', 'win', 'score'; did you mean 'win'"),
        ({"reward": None}, ValueError, "reward=None: allowed are"),
        ({"reward": ["rank"]}, ValueError, "reward=.*: allowed are"),
        ({"max_cycles": 0}, ValueError, "max_cycles=0: must be None or an integer from 1 to 2147483647"),
        ({"max_cycles": True}, ValueError, "max_cycles=True: "),
        ({"max_cycles": 10.0}, ValueError, "max_cycles=10.0: "),
        ({"max_cycles": 2**31}, ValueError, "max_cycles=2147483648: "),
        ({"max_cycles": np.int32(0)}, ValueError, "max_cycles=np.int32"),
        (
            {"render_mode": "rgb"},
            ValueError,
            "render_mode='rgb': allowed are None, 'human', 'rgb_array', 'svg', 'ansi'",
        ),
        ({"render_mode": True}, ValueError, "render_mode=True: "),
        ({"paradoxx": "open"}, TypeError, "no argument 'paradoxx'; did you mean 'paradox'"),
        ({"players": 2}, TypeError, "no argument 'players'; did you mean 'num_players'"),
        ({"seed": 2}, TypeError, "no argument 'seed'.*arguments: num_players, render_mode, reward"),
        ({"paradox": "opne"}, ValueError, "paradox='opne': allowed are .*; did you mean 'open'"),
        ({"second_tile": "always"}, ValueError, "second_tile='always' is for paradox='chaos'"),
    ],
    ids=str,
)
def test_wrong_arguments_are_answered_with_what_is_right(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**arguments)


@pytest.mark.parametrize("seed", [-1, 1.5, "abc", [1, 2], True])
def test_a_seed_is_none_or_an_integer_from_0_up(seed: Any) -> None:
    env = play(started(), 3)
    before = snapshot(env)
    for refused in (lambda: env.reset(seed=seed), lambda: env.resample("player_0", seed=seed)):
        with pytest.raises(ValueError, match=r"seed=.*: must be None or an integer from 0 up"):
            refused()
    assert snapshot(env) == before


# ---- The order of calls

BEFORE_RESET = ("agents", "rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents")
CALLS: dict[str, Callable[[Any], Any]] = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("player_0"),
    "render": lambda env: env.render(),
    "state": lambda env: env.state(),
    "agent_iter": lambda env: env.agent_iter(),
}
OWN_CALLS: dict[str, Callable[[Any], Any]] = {
    "position": lambda env: env.position(),
    "greedy_action": lambda env: env.greedy_action(),
    "resample": lambda env: env.resample("player_0"),
}


@pytest.mark.parametrize("name", BEFORE_RESET)
def test_attributes_before_reset_say_so_as_under_pettingzoos_wrapper(name: str) -> None:
    with pytest.raises(AttributeError) as ours:
        getattr(make(), name)
    with pytest.raises(AttributeError) as theirs:
        getattr(OrderEnforcingWrapper(make()), name)
    assert str(ours.value) == str(theirs.value) == f"{name} cannot be accessed before reset"


@pytest.mark.parametrize("name", CALLS)
def test_calls_before_reset_say_so_as_under_pettingzoos_wrapper(name: str) -> None:
    with pytest.raises(AssertionError) as ours:
        CALLS[name](make())
    with pytest.raises(AssertionError) as theirs:
        CALLS[name](OrderEnforcingWrapper(make()))
    assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("name", OWN_CALLS)
def test_own_calls_before_reset_say_so(name: str) -> None:
    with pytest.raises(AssertionError, match=rf"reset\(\) needs to be called before {name}"):
        OWN_CALLS[name](make())


def test_an_attribute_that_does_not_exist_is_named() -> None:
    with pytest.raises(AttributeError, match="GameEnv has no attribute 'agnets'"):
        _ = make().agnets


def test_a_loop_without_step_is_stopped() -> None:
    for env in (started(), OrderEnforcingWrapper(started())):
        env.reset(seed=1)
        with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\) in a loop over `agent_iter`"):
            for _ in env.agent_iter():
                pass


def test_a_loop_may_reset_and_ends_after_max_iter() -> None:
    env = started()
    turns = 0
    for _ in env.agent_iter(7):
        turns += 1
        if turns % 2:
            env.step(env.greedy_action())
        else:
            env.reset()
    assert turns == 7
    assert list(started().agent_iter(0)) == []


def test_an_unknown_agent_is_answered_with_the_agents() -> None:
    env = started()
    for call in (env.observe, env.resample):
        with pytest.raises(ValueError, match=r"no agent 'player_2' .agents: player_0, player_1"):
            call("player_2")


# ---- Steps


def test_an_illegal_action_is_answered_with_label_phase_seat_and_what_is_legal() -> None:
    env = started()
    before = snapshot(env)
    with pytest.raises(ActionError) as error:
        env.step(env.action_from_label("drop out"))  # not on the starting player's first turn
    text = str(error.value)
    assert text.startswith("'drop out' is not legal for player_0 in phase 'play'; legal are: ")
    assert all(repr(label) in text for label in env.legal_labels()[:10])
    assert isinstance(error.value, ValueError)
    assert isinstance(error.value, AssertionError)  # as PettingZoo's wrappers raise
    assert snapshot(env) == before


@pytest.mark.parametrize("action", [-1, 10**6, 2**70, None, 0.0, "drop out", [0], np.float32(1)])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = started()
    before = snapshot(env)
    with pytest.raises(ActionError, match="action is not in action space: "):
        env.step(action)
    assert snapshot(env) == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint32, np.array])
def test_any_kind_of_integer_is_an_action(kind: Any) -> None:
    one, two = started(), started()
    action = one.greedy_action()
    one.step(action)
    two.step(kind(action))
    assert one.states.tobytes() == two.states.tobytes()


def test_after_the_end_agents_leave_with_none_and_then_nobody_steps() -> None:
    env = play(started())
    last = env.states.tobytes()
    for seat in range(2):
        assert env.agent_selection == f"player_{seat}"
        observation, reward, terminated, truncated, info = env.last()
        assert observation is not None
        assert not observation["action_mask"].any()
        assert (terminated, truncated) == (True, False)
        assert abs(reward) == 1
        assert set(info) == {"score", "rank"}
        with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
            env.step(0)
        env.step(None)
    assert env.agents == []
    for action in (None, 0):
        with pytest.raises(ValueError, match=r"the game is over, reset\(\) starts the next one"):
            env.step(action)
    assert env.states.tobytes() == last
    with pytest.raises(ValueError, match="greedy_action: the game is over"):
        env.greedy_action()
    assert env.observe("player_0")["observation"].any()
    env.reset()
    assert env.agents == env.possible_agents


def test_rewards_come_at_the_end_to_every_seat() -> None:
    env = started(num_players=3)
    while not ended(env):
        assert set(env.rewards.values()) == {0}
        env.step(env.greedy_action())
    assert sum(env.rewards.values()) == pytest.approx(0)
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert sorted(told) == env.possible_agents
    assert max(told.values()) > 0 > min(told.values())


def test_max_cycles_truncates_and_pays_the_standings() -> None:
    whole = started()
    env = started(max_cycles=40, reward="score")
    for decision in range(40):
        assert not ended(env), decision
        action = whole.greedy_action()
        whole.step(action)
        env.step(action)
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    position = env.position()
    assert position == whole.position()  # still running, and free to be loaded elsewhere
    assert position["to_move"] is not None
    scores = [sum(sum(v) for v in won.values()) for won in position["won"]]
    assert [env.infos[agent]["score"] for agent in env.agents] == scores
    assert env.rewards["player_0"] == pytest.approx((scores[0] - scores[1]) / 27)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    for agent in env.agent_iter():
        assert env.last()[1:4] == (
            pytest.approx((-1) ** (agent == "player_1") * (scores[0] - scores[1]) / 27),
            False,
            True,
        )
        env.step(None)
    other = make()
    other.reset(options={"position": position})
    assert other.observe(other.agent_selection)["action_mask"].any()


def test_a_game_of_one_decision() -> None:
    env = started(max_cycles=1)
    env.step(env.greedy_action())
    assert all(env.truncations.values())


# ---- Resets


def test_the_same_seed_gives_the_same_game() -> None:
    env, other = started(seed=7), started(seed=7)
    first = env.states.tobytes()
    assert other.states.tobytes() == first
    play(env, 5)
    env.reset(seed=7)
    assert env.states.tobytes() == first
    env.reset(seed=8)
    assert env.states.tobytes() != first


def test_a_reset_without_seed_goes_on_with_the_sequence_whatever_was_played() -> None:
    one, two = started(seed=7), started(seed=7)
    play(two)
    games = set()
    for _ in range(4):
        one.reset()
        two.reset()
        assert one.states.tobytes() == two.states.tobytes()
        games.add(str(one.position()))
    assert len(games) == 4


def test_the_first_reset_without_seed_takes_fresh_entropy() -> None:
    one, two = make(), make()
    one.reset()
    two.reset()
    assert one.position() != two.position()


def test_unknown_options_are_ignored() -> None:
    one, two = started(seed=3), make()
    two.reset(seed=3, options={"colour": "red", "positions": None})
    assert one.states.tobytes() == two.states.tobytes()


@pytest.mark.parametrize("position", [None, [], "start", 3, {}])
def test_a_refused_position_leaves_the_running_game_alone(position: Any) -> None:
    env = play(started(), 3)
    before = snapshot(env)
    with pytest.raises(PositionError, match=r"^position: "):
        env.reset(seed=5, options={"position": position})
    assert snapshot(env) == before


def test_a_loaded_position_draws_its_chance_from_the_seed_of_that_reset() -> None:
    position = play(started(), 4).position()
    states = []
    for seed in (1, 1, 2):
        env = make()
        env.reset(seed=seed, options={"position": position})
        assert env.position() == position
        states.append(env.states["rng"].tolist())
    assert states[0] == states[1] != states[2]
    env.reset()  # the next game of that sequence is a whole one
    assert env.position()["round"] == 1


def test_a_position_that_is_over_is_a_finished_game() -> None:
    finished = play(started())
    env = make()
    env.reset(options={"position": finished.position()})
    assert env.position() == finished.position()
    assert env.terminations == {"player_0": True, "player_1": True}
    assert (env.rewards, env.infos) == (finished.rewards, finished.infos)
    told = []
    for _ in env.agent_iter():
        told.append(env.last()[1])
        env.step(None)
    assert told == [finished.rewards["player_0"], finished.rewards["player_1"]]
    env.reset()
    assert not ended(env)


def test_options_of_the_caller_are_not_changed() -> None:
    position = play(started(), 4).position()
    options = {"position": copy.deepcopy(position)}
    env = make()
    env.reset(options=options)
    play(env)
    assert options == {"position": position}


@pytest.mark.parametrize("options", ["position", ["position"], 3])
def test_options_are_a_dict(options: Any) -> None:
    env = play(started(), 3)
    before = snapshot(env)
    with pytest.raises(TypeError, match=r"options=.*: must be None or a dict"):
        env.reset(seed=5, options=options)
    assert snapshot(env) == before


# ---- Copies

COPIES: dict[str, Callable[[GameEnv], GameEnv]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_before_reset_is_not_reset_either(way: str) -> None:
    other = COPIES[way](make(num_players=3, reward="win", max_cycles=9, paradox="open"))
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = other.agents
    assert other.table.arguments["paradox"] == "open"
    assert (other.table.reward, other.table.max_cycles, other.num_players) == ("win", 9, 3)
    other.reset(seed=1)
    fresh = make(num_players=3, paradox="open")
    fresh.reset(seed=1)
    assert other.position() == fresh.position()


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_continues_alike_and_leaves_the_original_alone(way: str) -> None:
    env = play(started(), 9)
    before = snapshot(env)
    other = COPIES[way](env)
    assert snapshot(other) == before
    play(other)
    assert snapshot(env) == before
    assert play(env).states.tobytes() == other.states.tobytes()
    assert (env.rewards, env.infos) == (other.rewards, other.infos)
    env.reset()
    other.reset()
    assert env.states.tobytes() == other.states.tobytes()


def test_a_pickle_continues_alike_in_another_process() -> None:
    env = play(started(), 9)
    code = (
        "import pickle, sys; env = pickle.load(sys.stdin.buffer); env.step(env.greedy_action()); print(env.position())"
    )
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(env), capture_output=True, check=False)
    assert done.stdout.decode().strip() == str(play(env, 1).position()), done.stderr.decode()


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_of_a_finished_game_lets_its_own_agents_leave(way: str) -> None:
    env = play(started())
    env.step(None)
    other = COPIES[way](env)
    assert other.agents == ["player_1"]
    assert other.last()[1:] == env.last()[1:]
    other.step(None)
    assert (other.agents, env.agents) == ([], ["player_1"])


def test_what_is_handed_out_is_not_overwritten() -> None:
    env = started()
    seen, state = env.observe("player_0"), env.state()
    kept = copy.deepcopy((seen["observation"], seen["action_mask"], state))
    seen_again = env.observe("player_0")
    seen_again["observation"][:] = 0  # the caller's own
    seen_again["action_mask"][:] = 0
    play(env)
    assert all(
        np.array_equal(a, b) for a, b in zip((seen["observation"], seen["action_mask"], state), kept, strict=True)
    )
    with pytest.raises(ValueError, match="read-only"):
        env.states["turn"] = 3


def test_what_the_next_seat_sees_after_a_step_is_its_own_copy() -> None:
    env = play(started(), 1)
    agent, copied = env.agent_selection, env.clone()
    kept = env.observe(agent)["observation"].copy()
    env.observe(agent)["observation"][:] = 0
    assert np.array_equal(env.observe(agent)["observation"], kept)
    play(env, 1)
    assert np.array_equal(copied.observe(agent)["observation"], kept)
    assert not np.array_equal(env.observe(env.agent_selection)["observation"], kept)


def test_interleaved_environments_do_not_disturb_each_other() -> None:
    apart = [play(started(seed=s, num_players=n)).position() for s, n in ((1, 2), (2, 4), (1, 3))]
    envs = [started(seed=s, num_players=n) for s, n in ((1, 2), (2, 4), (1, 3))]
    while not all(map(ended, envs)):
        for env in envs:
            play(env, 1)
    assert [env.position() for env in envs] == apart


def test_resampling_gives_a_clone_with_other_chance_for_the_same_seed_the_same() -> None:
    env = play(started(paradox="hidden"), 3)
    before = snapshot(env)
    one, again, two = (env.resample("player_0", seed=seed) for seed in (1, 1, 2))
    assert one.states.tobytes() == again.states.tobytes() != two.states.tobytes()
    assert one.position()["piles"][1] != env.position()["piles"][1]
    assert snapshot(env) == before


# ---- PettingZoo's wrappers

STACK: dict[str, Callable[[GameEnv], Any]] = {
    "order": OrderEnforcingWrapper,
    "bounds": AssertOutOfBoundsWrapper,
    "illegal": lambda env: TerminateIllegalWrapper(env, illegal_reward=-1),
    "all": lambda env: OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(env, illegal_reward=-1))),
}


@pytest.mark.parametrize("stack", STACK)
def test_a_game_under_pettingzoos_wrappers_is_the_same_game(stack: str) -> None:
    alone, env = started(), STACK[stack](make())
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        over = terminated or truncated
        assert (agent, alone.last()[1:4]) == (alone.agent_selection, (reward, terminated, truncated))
        action = None if over else first_legal(env)
        rewards[agent] = reward
        env.step(action)
        alone.step(action)
    assert sorted(rewards.values()) == [-1, 1]
    assert env.unwrapped.states.tobytes() == alone.states.tobytes()


def test_terminate_illegal_ends_the_game_for_everyone() -> None:
    env = TerminateIllegalWrapper(make(), illegal_reward=-1)
    env.reset(seed=1)
    env.step(env.unwrapped.action_from_label("drop out"))
    told = {}
    for agent in env.agent_iter():
        told[agent] = env.last()[1]
        env.step(None)
    assert told == {"player_0": -1, "player_1": 0}
    env.reset(seed=1)
    assert not ended(env)


def test_assert_out_of_bounds_raises_its_own_error() -> None:
    env = AssertOutOfBoundsWrapper(started())
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(10**6)


def test_several_games_in_a_row_under_multi_episode() -> None:
    env = MultiEpisodeEnv(make(), num_episodes=3)
    env.reset(seed=5)
    dead_steps = 0
    for _ in env.agent_iter():
        over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        dead_steps += over
        env.step(None if over else first_legal(env))
    assert dead_steps == 3 * 2


def test_the_games_of_many_seeds_differ() -> None:
    env = make()
    games = set()
    for seed in range(30):
        env.reset(seed=seed)
        games.add(env.states.tobytes())
    assert len(games) == 30


def test_a_table_choice_makes_its_environment() -> None:
    choice = testing.TableChoice("big_bang_theory_v0", 3, (("paradox", "open"),))
    assert choice.env().table.arguments["paradox"] == choice.vector(2).table.arguments["paradox"] == "open"
