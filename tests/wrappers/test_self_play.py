"""Many games at once: every return is counted again by playing the same games through AEC."""

from typing import Any

import gymnasium
import numpy as np
import pytest

from cosmozoo.envs import ActionError, GameEnv, get_game
from cosmozoo.envs.core.game import games
from cosmozoo.wrappers import Policy, RandomPolicy, SelfPlayGames, SelfPlayVecEnv, SelfPlayVectorEnv, make_policy

GAME = "big_bang_theory_v0"


def spread(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """A policy outside compiled code that depends on what it is shown, in the same way for any batch."""
    weights = np.arange(1, observations.shape[1] + 1)
    wanted = np.floor((observations * weights).sum(axis=1, dtype=np.float64) * 7).astype(int) % masks.sum(axis=1)
    return np.argmax(np.cumsum(masks, axis=1, dtype=np.int64) > wanted[:, None], axis=1)


def counted_by_hand(game_id: str, seed: int, players: int, seats: list[int], opponent: Policy, **arguments: Any) -> Any:
    """The learner's returns, scores and ranks in consecutive games, each played through AEC decision by decision."""
    env = GameEnv(get_game(game_id), players, **arguments)
    counted = []
    for number, learner in enumerate(seats):
        env.reset(seed=seed if number == 0 else None)
        total = 0.0
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            total += reward if agent == f"player_{learner}" else 0.0
            if terminated or truncated:
                if agent == f"player_{learner}":
                    counted.append((total, info["score"], info["rank"], truncated))
                env.step(None)
                continue
            shown = seen["observation"][None], seen["action_mask"][None]
            if agent == f"player_{learner}":
                env.step(int(spread(*shown)[0]))
            else:
                env.step(int(opponent.act(*shown, table=env.table, states=env.states)[0]))
    return counted


def counted_in_batch(core: SelfPlayGames, each: int) -> list[list[tuple[float, int, int, bool]]]:
    counted: list[list[tuple[float, int, int, bool]]] = [[] for _ in range(core.num_games)]
    while min(map(len, counted)) < each:
        core.step(spread(core.observations, core.action_masks))
        for i in np.flatnonzero(core.dones):
            last = (core.rewards[i], core.final_scores[i], core.final_ranks[i], core.truncations[i])
            counted[i].append((float(last[0]), int(last[1]), int(last[2]), bool(last[3])))
        assert not core.rewards[~core.dones].any()
    return [rows[:each] for rows in counted]


@pytest.mark.parametrize("game_id", list(games))
@pytest.mark.parametrize("opponent", ["greedy", spread])
def test_every_return_is_that_of_the_same_game_through_aec(game_id: str, opponent: Any) -> None:
    players = [size for size in get_game(game_id).players if size > 1]
    core = SelfPlayGames(game_id, 2 * len(players), opponent, num_players=players, seed=11)
    batch = counted_in_batch(core, 3)
    policy = make_policy(opponent)
    returns = []
    for i, rows in enumerate(batch):
        size = int(core.num_players[i])
        seats = [(i + k) % size for k in range(3)]
        assert rows == counted_by_hand(game_id, int(core.seeds[i]), size, seats, policy)
        returns += [row[0] for row in rows]
    assert min(returns) < 0


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("skip_forced", [False, True])
def test_returns_with_other_rewards_and_without_forced_decisions(reward: str, skip_forced: bool) -> None:
    core = SelfPlayGames(GAME, 3, "greedy", num_players=2, seed=2, reward=reward, skip_forced=skip_forced)
    for i, rows in enumerate(counted_in_batch(core, 2)):
        seats = [i % 2, (i + 1) % 2]
        assert rows == counted_by_hand(GAME, int(core.seeds[i]), 2, seats, make_policy("greedy"), reward=reward)


@pytest.mark.plain
def test_games_that_are_cut_off() -> None:
    core = SelfPlayGames(GAME, 2, "greedy", num_players=2, seed=2, max_cycles=17)
    batch = counted_in_batch(core, 2)
    assert all(row[3] for rows in batch for row in rows)
    for i, rows in enumerate(batch):
        seats = [i % 2, (i + 1) % 2]
        assert rows == counted_by_hand(GAME, int(core.seeds[i]), 2, seats, make_policy("greedy"), max_cycles=17)


def test_skipping_leaves_only_choices() -> None:
    core = SelfPlayGames(GAME, 16, "random", num_players=[2, 4], seed=3, skip_forced=True)
    for _ in range(60):
        assert (core.action_masks.sum(axis=1) > 1).all()
        core.step(spread(core.observations, core.action_masks))


def test_opponents_are_drawn_for_a_game_by_weight() -> None:
    core = SelfPlayGames(GAME, 400, {"greedy": 3, "random": 1}, num_players=4, seed=3)
    others = [set(core._sitting[i, :4]) - {-1} for i in range(400)]
    assert all(len(kinds) == 1 for kinds in others)  # one policy for all the seats of a game
    greedy = core.policy_names.index("greedy")
    assert 270 < sum(kinds == {greedy} for kinds in others) < 330


def test_a_pool_in_the_mix_is_drawn_from_for_each_seat() -> None:
    pool = make_policy({"greedy": 1, "random": 1})
    core = SelfPlayGames(GAME, 100, {pool: 1.0}, num_players=4, seed=3)
    assert any(len(set(core._sitting[i, :4]) - {-1}) == 2 for i in range(100))


def test_new_opponents_sit_down_at_the_next_game() -> None:
    asked = []

    def newcomer(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        asked.append(len(masks))
        return spread(observations, masks)

    core = SelfPlayGames(GAME, 4, "greedy", num_players=2, seed=3)
    core.set_opponents(newcomer)
    counted_in_batch(core, 1)
    assert asked
    assert core.policy_names == ["greedy", "newcomer"] or core.policy_names == ["newcomer"]
    with pytest.raises(ValueError, match="two of these opponents have the same name"):
        core.set_opponents({RandomPolicy(): 1.0, RandomPolicy(): 1.0})


def test_a_seed_repeats_everything() -> None:
    def run(core: SelfPlayGames) -> bytes:
        core.reset(8)
        seen = []
        for _ in range(30):
            core.step(spread(core.observations, core.action_masks))
            seen.append(core.observations.tobytes() + core.rewards.tobytes())
        return b"".join(seen)

    core = SelfPlayGames(GAME, 8, {"random": 1, "greedy": 1}, num_players=[2, 3], seed=1, seat="random")
    assert run(core) == run(core)


@pytest.mark.plain
def test_a_snapshot_goes_on_exactly(tmp_path: Any) -> None:
    def made() -> SelfPlayGames:
        return SelfPlayGames(GAME, 8, {"random": 1, "greedy": 1, RandomPolicyOutside(): 1}, num_players=[2, 3], seed=1)

    core, other = made(), made()
    for _ in range(25):
        core.step(spread(core.observations, core.action_masks))
    np.savez(tmp_path / "games.npz", **core.snapshot())
    with np.load(tmp_path / "games.npz", allow_pickle=False) as kept:
        other.restore(dict(kept))
    for _ in range(60):
        actions = spread(core.observations, core.action_masks)
        core.step(actions)
        other.step(actions)
        assert (core.observations == other.observations).all()
        assert (core.rewards == other.rewards).all()
    with pytest.raises(ValueError, match="were played against greedy, outside, not given here"):
        SelfPlayGames(GAME, 8, "random", num_players=[2, 3], seed=1).restore({**core.snapshot(), "generators": "{}"})


class RandomPolicyOutside(RandomPolicy):
    """Random play that is not done by compiled code."""

    def __init__(self) -> None:
        super().__init__(0)
        self.name = "outside"


def test_illegal_actions_are_refused_before_anything_moves() -> None:
    core = SelfPlayGames(GAME, 4, "greedy", num_players=2, seed=1)
    states = core._groups[0].states.copy()
    actions = spread(core.observations, core.action_masks)
    actions[2] = core.action_masks[2].argmin()
    with pytest.raises(ActionError, match=r"game 2: .* is not legal; legal are: "):
        core.step(actions)
    with pytest.raises(ActionError, match="game 1: action 59 is not in 0 … 58"):
        core.step(np.array([actions[0], 59, 0, 0]))
    with pytest.raises(ActionError, match="actions must be 4 integers"):
        core.step(np.zeros(3, int))
    assert (core._groups[0].states == states).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_games": 0}, "num_games=0: must be an integer above 0"),
        ({"num_players": 7}, "takes 2, 3, 4 players"),
        ({"num_players": [2, 3, 4], "num_games": 2}, "3 table sizes need at least as many games"),
        ({"num_players": {2: 0}}, "with weights above 0"),
        ({"seat": 2, "num_players": [2, 3]}, "a seat from 0 to 1"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SelfPlayGames(**{"game_id": GAME, "num_games": 4, **arguments})


def test_numpys_integers_are_integers() -> None:
    core = SelfPlayGames(GAME, np.int64(4), "greedy", num_players=np.int8(2), seat=np.int16(1), seed=3)  # type: ignore[arg-type]
    assert core.seats.tolist() == [1] * 4
    assert core.num_players.tolist() == [2] * 4


# ---- Stable-Baselines3's form


def test_stable_baselines_gets_what_it_expects() -> None:
    env = SelfPlayVecEnv(GAME, 6, "greedy", num_players=[2, 4], seed=5)
    observations = env.reset()
    assert observations.shape == (6, 484)
    ended = 0
    while ended < 12:
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == env.action_masks()).all()
        before = observations.copy()
        new, rewards, dones, infos = env.step(spread(observations, masks))
        assert (observations == before).all()  # arrays handed out are not overwritten
        observations = new
        for i in np.flatnonzero(dones):
            ended += 1
            assert infos[i]["episode"]["r"] == rewards[i]
            assert infos[i]["terminal_observation"].shape == (484,)
            assert infos[i]["TimeLimit.truncated"] is False
        assert all(infos[i] == {} for i in np.flatnonzero(~dones))


def test_seeds_of_stable_baselines() -> None:
    first, second = (SelfPlayVecEnv(GAME, 4, "random", seed=5) for _ in range(2))
    assert (first.reset() == second.reset()).all()
    first.seed(9)
    second.seed(9)
    assert (first.reset() == second.reset()).all()


@pytest.mark.parametrize("bootstrap", [True, False])
def test_time_limits_are_told_if_they_are_to_be_bootstrapped(bootstrap: bool) -> None:
    env = SelfPlayVecEnv(GAME, 2, "greedy", num_players=2, seed=5, max_cycles=10, bootstrap=bootstrap)
    observations, dones = env.reset(), np.zeros(2, bool)
    infos: list[dict[str, Any]] = []
    while not dones.any():
        observations, _, dones, infos = env.step(spread(observations, env.action_masks()))
    assert infos[int(dones.argmax())]["TimeLimit.truncated"] is bootstrap


# ---- Gymnasium's form


def test_gymnasium_makes_the_vector_form() -> None:
    env = gymnasium.make_vec("cosmozoo/BigBangTheory-v0", num_envs=4, opponents="greedy", num_players=2)
    assert isinstance(env.unwrapped, SelfPlayVectorEnv)
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=7)
    core = SelfPlayGames(GAME, 4, "greedy", num_players=2, seed=7)
    returned, counted = [], []
    for _ in range(60):
        assert observations in env.observation_space
        assert (observations == core.observations).all()
        actions = spread(observations, infos["action_mask"])
        core.step(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert (terminations | truncations == core.dones).all()
        returned += list(rewards[terminations])
        counted += list(core.rewards[core.dones])
        if terminations.any():
            assert (infos["_final_obs"] == terminations).all()
            ended = int(terminations.argmax())
            assert (infos["final_obs"][ended] == core.final_observations[ended]).all()
            assert infos["final_info"]["rank"][ended] == core.final_ranks[ended]
    assert returned == counted
    assert -1 in returned
