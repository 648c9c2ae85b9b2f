"""The batch engine: views, wrong input, threads, forced decisions, restarts, seeds, copies."""

from __future__ import annotations

import copy
import gc
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from cosmozoo.envs import ActionError, GameEnv, VectorGame, big_bang_theory_v0
from cosmozoo.envs.core import crew
from cosmozoo.envs.core.compiling import PLAIN
from cosmozoo.envs.core.orders import STEP, STEP_AND_SAMPLE

pytestmark = [pytest.mark.plain, pytest.mark.boundscheck]

GAME = "big_bang_theory_v0"
ARRAYS = ("observations", "action_masks", "to_move", "rewards", "dones", "truncations", "scores", "ranks", "seeds")
VIEWS = ("observations", "action_masks", "to_move", "rewards", "scores", "ranks", "states")


def make(num_games: int = 5, seed: int | None = 3, num_players: int = 2, **arguments: Any) -> VectorGame:
    return VectorGame(GAME, num_games, num_players, seed=seed, **{"paradox": "none", **arguments})


def step(vector: VectorGame, times: int = 1) -> VectorGame:
    for _ in range(times):
        vector.step(vector.sample_actions())
    return vector


def snapshot(vector: VectorGame) -> dict[str, Any]:
    return {"states": vector.states.tobytes(), **{name: getattr(vector, name).tolist() for name in ARRAYS}}


# ---- What it shows


def test_arrays_have_the_promised_shapes_and_kinds() -> None:
    vector = make(5, num_players=3)
    sizes = {"observations": vector.game.layout.size, "action_masks": vector.game.num_actions}
    kinds = {"observations": "f4", "action_masks": "i1", "rewards": "f4", "dones": "?", "truncations": "?"}
    for name, kind in (kinds | {"to_move": "i1", "scores": "i8", "ranks": "i8", "seeds": "i8"}).items():
        array = getattr(vector, name)
        width = sizes.get(name, 3 if name in ("rewards", "scores", "ranks") else None)
        assert array.dtype == np.dtype(kind), name
        assert array.shape == ((5,) if width is None else (5, width)), name
    assert (vector.num_games, vector.num_players) == (5, 3)
    assert vector.phases.tolist() == [vector.game.phases.index("play")] * 5


@pytest.mark.parametrize("name", VIEWS)
def test_what_the_caller_sees_is_read_only(name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(make(), name)[0] = 0


def test_views_follow_the_games_and_stay_the_same_arrays() -> None:
    vector = make()
    held = {name: getattr(vector, name) for name in ("observations", "action_masks", "to_move", "rewards")}
    before = held["observations"].copy()
    step(vector)
    assert all(getattr(vector, name) is array for name, array in held.items())
    assert not np.array_equal(before, held["observations"])


# ---- Wrong input


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_games": 0}, ValueError, "num_games=0: must be an integer above 0"),
        ({"num_games": True}, ValueError, "num_games=True: "),
        ({"num_games": 2.0}, ValueError, "num_games=2.0: "),
        ({"num_games": np.int64(0)}, ValueError, "num_games=np.int64"),
        ({"num_threads": 0}, ValueError, "num_threads=0: must be an integer above 0"),
        ({"num_threads": None}, ValueError, "num_threads=None: "),
        ({"num_players": 7}, ValueError, "num_players=7: big_bang_theory_v0 takes 2, 3, 4 players"),
        ({"seed": -1}, ValueError, "seed=-1: must be None or an integer from 0 up"),
        ({"seed": 1.0}, ValueError, "seed=1.0: "),
        ({"skip_forced": 1}, ValueError, "skip_forced=1: must be True or False"),
        ({"reward": "rnak"}, ValueError, "did you mean 'rank'"),
        ({"paradoxx": "open"}, TypeError, "did you mean 'paradox'"),
    ],
    ids=str,
)
def test_wrong_arguments_are_answered_with_what_is_right(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        make(**arguments)


@pytest.mark.parametrize("seed", [-1, 0.5, True, "1"])
def test_a_refused_seed_leaves_the_batch_alone(seed: Any) -> None:
    vector = step(make(), 3)
    before = snapshot(vector)
    with pytest.raises(ValueError, match=r"seed=.*: must be None or an integer from 0 up"):
        vector.reset(seed=seed)
    assert snapshot(vector) == before


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(ValueError, match="no game 'big_bang_theorie_v0'; did you mean 'big_bang_theory_v0'"):
        VectorGame("big_bang_theorie_v0", 2)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda good: good[:-1],
        lambda good: np.append(good, 0),
        lambda good: good[None],
        lambda good: int(good[0]),
        lambda good: good.astype(float),
        lambda good: good.astype(bool),
        lambda good: good.astype(object),
        lambda good: list(map(str, good)),
        lambda good: None,
        lambda good: [[1], [1, 2]],
    ],
)
def test_actions_of_another_shape_or_kind_are_refused(wrong: Callable[[np.ndarray], Any]) -> None:
    vector = step(make(), 2)
    good = vector.sample_actions().copy()
    before = snapshot(vector)
    with pytest.raises(ActionError, match=r"actions must be 5 integers, not .* (of shape|lengths)"):
        vector.step(wrong(good))
    assert snapshot(vector) == before
    vector.step(good)


@pytest.mark.parametrize("action", [-1, 10**6, -(2**62)])
def test_an_action_outside_the_space_is_named_with_its_game(action: int) -> None:
    vector = make()
    actions = vector.sample_actions().copy()
    actions[3] = action
    before = snapshot(vector)
    with pytest.raises(ActionError, match=f"game 3: action {action} is not in 0 … {vector.game.num_actions - 1}"):
        vector.step(actions)
    assert snapshot(vector) == before


def test_an_illegal_action_is_answered_with_label_phase_seat_and_what_is_legal() -> None:
    vector = make()
    actions = vector.sample_actions().copy()
    actions[2] = vector.table.labels.index("drop out")
    before = snapshot(vector)
    with pytest.raises(ActionError) as error:
        vector.step(actions)
    text = str(error.value)
    assert text.startswith("game 2: 'drop out' is not legal for seat 0 in phase 'play'; legal are: 'play card ")
    assert snapshot(vector) == before


@pytest.mark.parametrize("kind", [np.int8, np.uint64, list])
def test_any_kind_of_integers_is_taken(kind: Any) -> None:
    one, two = make(), make()
    actions = one.sample_actions().copy()
    one.step(actions)
    two.step(actions.tolist() if kind is list else actions.astype(kind))
    assert snapshot(one) == snapshot(two)


@pytest.mark.parametrize(
    ("games", "seats", "error", "message"),
    [
        ([0, 1], [0], ValueError, "as many seats as games are needed, not 1 seats for 2 games"),
        ([0], [0.5], ValueError, "seats must be a row of integers, not float64"),
        ([0], [[0]], ValueError, "seats must be a row of integers, not int64 of shape"),
        (0, [0], ValueError, "games must be a row of integers"),
        ([True] * 5, [0] * 5, ValueError, "games must be a row of integers, not bool"),
        ([0, 1], [1, 2], IndexError, "no seat 2: there are seats 0 to 1"),
        ([0, 5], [0, 0], IndexError, "no game 5: there are games 0 to 4"),
        ([-1], [0], IndexError, "no game -1: there are games 0 to 4"),
    ],
)
def test_observe_refuses_seats_and_games_that_are_not_there(
    games: Any, seats: Any, error: type[Exception], message: str
) -> None:
    vector = make()
    for look in (vector.observe, vector.observe_final):
        with pytest.raises(error, match=message):
            look(games, seats)


def test_nobody_observed_gives_an_empty_array() -> None:
    vector = make()
    assert vector.observe([], []).shape == (0, vector.game.layout.size)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["a", 1.5, None, True])
def test_position_names_what_is_no_integer(game: Any) -> None:
    vector = make()
    for look in (vector.position, vector.final_position):
        with pytest.raises(TypeError, match=f"game={game!r}: must be an integer from 0 to 4"):
            look(game)


def test_numpys_integers_are_integers() -> None:
    vector = make(np.int64(5), num_threads=np.int8(1))
    assert snapshot(vector) == snapshot(make(5))
    assert type(vector.num_games) is int
    assert vector.position(np.int32(4)) == vector.position(4)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [5, -1])
def test_position_refuses_a_game_that_is_not_there(game: int) -> None:
    vector = make()
    for look in (vector.position, vector.final_position):
        with pytest.raises(IndexError, match=f"no game {game}: there are games 0 to 4"):
            look(game)


# ---- What it plays


def test_games_are_those_of_their_seeds_and_go_on_with_their_successors() -> None:
    vector = make(4)
    envs = [big_bang_theory_v0.env(num_players=2, paradox="none") for _ in range(4)]
    for i, env in enumerate(envs):
        env.reset(seed=int(vector.seeds[i]))
        assert env.position() == vector.position(i)
    endings = 0
    while endings < 8:
        actions = vector.sample_actions().copy()
        vector.step(actions)
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            assert vector.dones[i] == any(env.terminations.values())
            if vector.dones[i]:
                endings += 1
                assert env.position() == vector.final_position(i)
                assert [env.rewards[agent] for agent in env.agents] == vector.rewards[i].tolist()
                assert [env.infos[agent]["score"] for agent in env.agents] == vector.scores[i].tolist()
                for seat, agent in enumerate(env.possible_agents):
                    last = vector.observe_final([i], [seat])[0]  # type: ignore[arg-type]
                    assert np.array_equal(last, env.observe(agent)["observation"])
                env.reset()
            assert env.position() == vector.position(i)
            assert np.array_equal(vector.action_masks[i], env.observe(env.agent_selection)["action_mask"])


def test_a_finished_game_restarts_in_the_same_step() -> None:
    vector = make(6)
    seen = 0
    while seen < 6:
        step(vector)
        for i in np.flatnonzero(vector.dones):
            seen += 1
            assert vector.position(i)["round"] == 1
            assert vector.final_position(i)["phase"] == "over"
            assert vector.action_masks[i].any()
            assert sorted(vector.ranks[i]) in ([0, 0], [0, 1])
        assert not vector.rewards[~vector.dones].any()
        assert not vector.truncations.any()


def test_truncation_is_told_apart_and_pays_the_standings() -> None:
    vector = make(4, max_cycles=15, reward="score")
    for _ in range(15):
        assert not vector.dones.any()
        step(vector)
    assert vector.dones.all()
    assert vector.truncations.all()
    assert vector.rewards[:, 0] == pytest.approx((vector.scores[:, 0] - vector.scores[:, 1]) / 27)
    final = vector.final_position(0)
    assert final["to_move"] is not None
    step(vector)
    assert not vector.dones.any()
    assert vector.final_position(0) == final  # kept until the next end


def test_observe_shows_every_seat_and_zeros_for_nobody() -> None:
    vector = step(make(3, num_players=3), 4)
    seen = vector.observe(np.array([2, 0, 2, 1]), np.array([0, 1, 2, -1]))
    assert seen.shape == (4, vector.game.layout.size)
    assert not seen[3].any()
    env = GameEnv(vector.game, 3, paradox="none")
    for row, (game, seat) in enumerate([(2, 0), (0, 1), (2, 2)]):
        env.reset(options={"position": vector.position(game)})
        assert np.array_equal(env.observe(f"player_{seat}")["observation"], seen[row])
    movers = vector.observe(np.arange(3), vector.to_move)
    assert np.array_equal(movers, vector.observations)


def played_forced(env: GameEnv) -> GameEnv:
    """Make decisions while there is only one."""
    while not any(env.terminations.values()) and len(env.legal_labels()) == 1:
        env.step(env.action_from_label(env.legal_labels()[0]))
    return env


@pytest.mark.parametrize("paradox", ["hidden", "none"])
def test_skip_forced_plays_what_has_to_be_played(paradox: str) -> None:
    vector = make(3, skip_forced=True, paradox=paradox)
    envs = []
    for seed in vector.seeds:
        env = big_bang_theory_v0.env(num_players=2, paradox=paradox)
        env.reset(seed=int(seed))
        envs.append(played_forced(env))
    endings = forced = 0
    while endings < 6:
        assert (vector.action_masks.sum(axis=1) > 1).all()
        actions = vector.sample_actions().copy()
        vector.step(actions)
        for i, env in enumerate(envs):
            env.step(int(actions[i]))
            before = env.states["cycles"][0]
            played_forced(env)
            forced += env.states["cycles"][0] - before
            assert vector.dones[i] == any(env.terminations.values())
            if vector.dones[i]:
                endings += 1
                assert env.position() == vector.final_position(i)
                assert [env.rewards[agent] for agent in env.agents] == vector.rewards[i].tolist()
                env.reset()
                played_forced(env)
            assert env.position() == vector.position(i)
            assert np.array_equal(vector.observations[i], env.observe(env.agent_selection)["observation"])
    assert forced > 0


def test_greedy_actions_are_those_of_the_single_environment() -> None:
    vector = step(make(4), 6)
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    for game, action in enumerate(vector.greedy_actions()):
        env.reset(options={"position": vector.position(game)})
        assert env.greedy_action() == action


def test_sampled_actions_are_legal_and_reach_everything_legal() -> None:
    vector = make(3)
    drawn: list[set[int]] = [set(), set(), set()]
    for _ in range(400):
        for i, action in enumerate(vector.sample_actions()):
            drawn[i].add(int(action))
    assert drawn == [set(np.flatnonzero(mask).tolist()) for mask in vector.action_masks]


# ---- Seeds


def test_the_same_seed_gives_the_same_games() -> None:
    one, two, other = make(seed=0), make(seed=0), make(seed=1)
    assert snapshot(step(one, 30)) == snapshot(step(two, 30)) != snapshot(step(other, 30))
    one.reset(seed=0)
    two = make(seed=0)
    assert snapshot(step(one, 30))["states"] == snapshot(step(two, 30))["states"]


def test_neighbouring_seeds_share_no_game() -> None:
    batches = [make(100, seed) for seed in (0, 1, 2)]
    seeds = np.concatenate([vector.seeds for vector in batches])
    assert len(set(seeds.tolist())) == 300
    assert len({record["rng"].tobytes() for vector in batches for record in vector.states}) == 300
    positions = [str(vector.position(i)) for vector in batches for i in range(10)]
    assert len(set(positions)) == 30


def test_the_games_of_a_batch_differ() -> None:
    vector = make(50)
    assert len({record.tobytes() for record in vector.states}) == 50


def test_without_a_seed_every_batch_is_another() -> None:
    one, two = make(seed=None), make(seed=None)
    assert one.states.tobytes() != two.states.tobytes()
    before = one.states.tobytes()
    one.reset()
    assert one.states.tobytes() != before


def test_a_batch_of_one() -> None:
    vector = make(1)
    env = big_bang_theory_v0.env(num_players=2, paradox="none")
    env.reset(seed=int(vector.seeds[0]))
    for _ in range(30):
        action = vector.sample_actions()
        env.step(int(action[0]))
        vector.step(action)
    assert env.position() == vector.position(0)


# ---- Threads and copies


@pytest.fixture
def spread() -> Iterator[Callable[..., VectorGame]]:
    """Makes batches and stops their threads."""
    made: list[VectorGame] = []

    def make_one(**arguments: Any) -> VectorGame:
        made.append(make(7, **arguments))
        return made[-1]

    yield make_one
    for vector in made:
        vector.close()


@pytest.mark.parametrize("looks", [0, 1000])  # with 0 everybody sleeps at once
def test_any_number_of_threads_gives_the_same(
    spread: Callable[..., VectorGame], looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "LOOKS_FOR_ORDERS", looks)
    monkeypatch.setattr(crew, "LOOKS_FOR_THE_END", looks)
    batches = [spread(num_threads=threads) for threads in (1, 2, 3, 7, 99)]
    assert batches[-1].num_threads == 7  # no more than games
    for _ in range(120):
        sampled = [vector.sample_actions().tolist() for vector in batches]
        assert all(actions == sampled[0] for actions in sampled)
        greedy = [vector.greedy_actions().tolist() for vector in batches]
        assert all(actions == greedy[0] for actions in greedy)
        for vector in batches:
            vector.step(np.array(sampled[0]))
    assert all(snapshot(vector) == snapshot(batches[0]) for vector in batches)


def test_after_close_it_plays_on_without_threads(spread: Callable[..., VectorGame]) -> None:
    one, two = spread(num_threads=1), spread(num_threads=2)
    two.close()
    two.close()
    assert snapshot(step(one, 5)) == snapshot(step(two, 5))
    before = set(threading.enumerate())
    again = pickle.loads(pickle.dumps(two))
    assert set(threading.enumerate()) <= before
    assert snapshot(step(again, 5)) == snapshot(step(one, 5))


@pytest.mark.parametrize("threads", [1, 2])
def test_after_ctrl_c_in_a_step_actions_are_sampled_anew(
    threads: int, spread: Callable[..., VectorGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = spread(num_threads=threads)
    for _ in range(30):
        actions, step_crew = vector.sample_actions(), vector._crew.step

        def step_and_interrupt(order: int, step_crew: Callable[[int], None] = step_crew) -> None:
            assert order == STEP_AND_SAMPLE
            step_crew(STEP)  # interrupted before it sampled
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(vector._crew, "step", step_and_interrupt)
            with pytest.raises(KeyboardInterrupt):
                vector.step(actions)
        vector.step(vector.sample_actions())  # those of before would not be legal any more
        vector.step(vector.sample_actions())


@pytest.mark.skipif(PLAIN, reason="a step would take longer than the alarms wait")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer that interrupts")
def test_after_ctrl_c_at_any_moment_every_game_goes_on() -> None:
    """Alarms at uneven moments; then every game shows the mask and the observation of its state."""
    script = """
import signal
import numpy as np
from cosmozoo.envs import VectorGame
signal.signal(signal.SIGALRM, signal.default_int_handler)
vector = VectorGame("big_bang_theory_v0", 512, seed=1, num_threads=2)
vector.step(vector.sample_actions())
interrupted = 0
for alarm in range(150):
    try:
        signal.setitimer(signal.ITIMER_REAL, 1e-4 * (1 + alarm * 7 % 40))
        while True:
            vector.step(vector.sample_actions())
    except KeyboardInterrupt:
        interrupted += 1
    masks = np.zeros_like(vector.action_masks)
    vector.game.drivers.write_masks(vector.states.copy(), vector.table.rules, masks, False)
    assert (masks == vector.action_masks).all()
    assert (vector.observe(np.arange(512), vector.to_move) == vector.observations).all()
print(interrupted)
"""
    step(make())  # or the process would say that it compiles
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "150\n", "")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("way", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_continues_alike(
    way: Callable[[VectorGame], VectorGame], threads: int, spread: Callable[..., VectorGame]
) -> None:
    vector = step(spread(num_threads=threads), 20)
    other = way(vector)
    assert snapshot(other) == snapshot(vector)
    before = snapshot(vector)
    step(other, 60)
    assert snapshot(vector) == before
    assert snapshot(step(vector, 60)) == snapshot(other)
    with pytest.raises(ValueError, match="read-only"):
        other.observations[0] = 0
    other.close()


def test_interleaved_batches_do_not_disturb_each_other() -> None:
    apart = [snapshot(step(make(seed=seed, num_players=n), 40)) for seed, n in ((1, 2), (2, 4))]
    one, two = make(seed=1), make(seed=2, num_players=4)
    for _ in range(40):
        step(one)
        step(two)
    assert [snapshot(one), snapshot(two)] == apart


def test_sampled_actions_stay_as_they_are(spread: Callable[..., VectorGame]) -> None:
    vector = spread(num_threads=2)
    drawn: list[tuple[np.ndarray, list[int]]] = []
    for _ in range(20):
        actions = vector.sample_actions()
        drawn.append((actions, actions.tolist()))
        vector.step(actions)
    assert all(actions.tolist() == at_first for actions, at_first in drawn)


def test_threads_do_not_keep_a_forgotten_batch_alive() -> None:
    before = set(threading.enumerate())
    vector = make(num_threads=2)
    step(vector, 3)
    threads = set(threading.enumerate()) - before
    assert len(threads) == 1
    forgotten = weakref.ref(vector)
    del vector
    gc.collect()
    assert forgotten() is None
    for thread in threads:
        thread.join(timeout=10)
    assert not any(thread.is_alive() for thread in threads)
