"""OpenSpiel: returns, its own tests of games, its searching bots, its reinforcement-learning environment."""

from __future__ import annotations

import re

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from cosmozoo.envs import ActionError, GameEnv, games
from cosmozoo.wrappers.openspiel import PREFIX

from .reference import check_games

Kind = pyspiel.GameType


class Table:
    """A game of OpenSpiel as `reference` drives it."""

    def __init__(self, env: GameEnv) -> None:
        self.agents = env.possible_agents
        self.game = pyspiel.load_game(PREFIX + env.game.id, {"players": env.num_players, "rng_seed": 5})
        self.observation = make_observation(self.game)

    def reset(self, seed: int) -> int:
        self.state = self.game.new_initial_state()
        assert self.state.is_chance_node()
        assert not self.state.is_terminal()
        self.state.apply_action(0)
        return self.state.seed

    def to_move(self) -> str:
        return self.agents[self.state.current_player()]

    def mask(self) -> np.ndarray:
        return np.array(self.state.legal_actions_mask())

    def shown(self) -> dict[str, np.ndarray]:
        seen = {}
        for player, agent in enumerate(self.agents):
            self.observation.set_from(self.state, player)
            seen[agent] = self.observation.tensor.copy()
        return seen

    def step(self, action: int) -> None:
        assert self.state.returns() == [0.0] * len(self.agents)
        self.state.apply_action(action)

    def over(self) -> bool:
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        return self.state.returns()


def dealt(name: str, seed: int = 1) -> pyspiel.State:
    state = pyspiel.load_game(PREFIX + name, {"rng_seed": seed}).new_initial_state()
    state.apply_action(0)
    return state


@pytest.mark.parametrize("game_id", games)
def test_every_return_is_that_of_the_aec_environment(game_id: str, episodes: int) -> None:
    check_games(Table, game_id, episodes)


@pytest.mark.parametrize("game_id", games)
def test_random_simulations_of_openspiel(game_id: str, capfd: pytest.CaptureFixture[str]) -> None:
    smallest = min(players for players in games[game_id].players if players > 1)
    game = pyspiel.load_game(PREFIX + game_id, {"players": smallest, "rng_seed": 1})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_puzzles_and_variants_are_parameters(capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game("cosmozoo_big_bang_v0(players=1,puzzle=light,rng_seed=1)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.get_type().utility == Kind.Utility.GENERAL_SUM
    assert pyspiel.load_game("cosmozoo_urknall_v0(black_holes=True)").table.variants["black_holes"] is True
    with pytest.raises(ValueError, match=re.escape("num_players=7: urknall_v0 takes 2, 3, 4 players")):
        pyspiel.load_game("cosmozoo_urknall_v0(players=7)")


def test_a_game_declares_what_is_true_of_it() -> None:
    types = {game_id: pyspiel.load_game(PREFIX + game_id).get_type() for game_id in games}
    perfect = [name for name, kind in types.items() if kind.information == Kind.Information.PERFECT_INFORMATION]
    assert perfect == ["big_bang_v0"]  # Urknall's dice lie in the future of a state
    general = [name for name, kind in types.items() if kind.utility == Kind.Utility.GENERAL_SUM]
    assert general == ["urknall_v0"]  # at its table for two both can lose
    assert {str(kind.chance_mode) for kind in types.values()} == {str(Kind.ChanceMode.SAMPLED_STOCHASTIC)}


def test_seeds_repeat_the_deals_and_clones_go_their_own_way() -> None:
    first, again, other = dealt("big_bang_theory_v0", 1), dealt("big_bang_theory_v0", 1), dealt("big_bang_theory_v0", 2)
    assert str(first) == str(again) != str(other)
    clone = first.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(first) == str(again) != str(clone)
    game = first.get_game()
    second, third = game.new_initial_state(), game.new_initial_state()
    for state in (second, third):
        state.apply_action(0)
    assert str(second) != str(third)


def test_an_illegal_action_is_refused() -> None:
    state = dealt("big_bang_theory_v0")
    illegal = next(a for a in range(state.num_distinct_actions()) if a not in state.legal_actions())
    before = str(state)
    with pytest.raises(ActionError, match="legal are: "):
        state.apply_action(illegal)
    assert str(state) == before


@pytest.mark.parametrize("game_id", games)
def test_a_resampled_state_looks_the_same_to_its_seat(game_id: str) -> None:
    state = dealt(game_id)
    random = np.random.default_rng(1)
    for _ in range(12):
        state.apply_action(int(random.choice(state.legal_actions())))
    seat = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    others = [state.resample_from_infostate(seat, sampler) for _ in range(8)]
    assert {other.observation_string(seat) for other in others} == {state.observation_string(seat)}
    assert all(other.legal_actions() == state.legal_actions() for other in others)
    if games[game_id].facts.hidden_information:
        assert len({str(other) for other in others}) > 1


def test_search_beats_random_play() -> None:
    """MCTS is valid where a clone knows no more than the players do."""
    game = pyspiel.load_game("cosmozoo_big_bang_v0(rng_seed=3)")
    random = np.random.RandomState(3)
    won = []
    for number in range(2):
        bot = mcts.MCTSBot(game, 1.4, 12, mcts.RandomRolloutEvaluator(1, random), solve=False, random_state=random)
        state = game.new_initial_state()
        state.apply_action(0)
        while not state.is_terminal():
            mine = state.current_player() == number % 2
            state.apply_action(bot.step(state) if mine else random.choice(state.legal_actions()))
        won.append(state.returns()[number % 2])
    assert won == [1, 1]


@pytest.mark.parametrize("game_id", [g for g in games if g != "big_bang_v0"])
def test_information_set_search_decides(game_id: str) -> None:
    game = pyspiel.load_game(PREFIX + game_id, {"rng_seed": 3})
    random = np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 6, use_observation_string=True, random_state=random)
    state = game.new_initial_state()
    state.apply_action(0)
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_the_reinforcement_learning_environment_pays_every_seat() -> None:
    game = pyspiel.load_game("cosmozoo_big_bang_theory_v0(players=3,rng_seed=1)")
    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    step = env.reset()
    random = np.random.default_rng(1)
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = env.step([int(random.choice(legal))])
    assert sorted(step.rewards) == pytest.approx([-1, 0, 1])


def test_observers_name_the_segments() -> None:
    state = dealt("big_bang_theory_v0")
    observation = make_observation(state.get_game())
    observation.set_from(state, 0)
    assert set(observation.dict) == {segment.name for segment in games["big_bang_theory_v0"].layout}
    assert observation.tensor.tolist() == state.observation_tensor(0)
    with pytest.raises(ValueError, match="there are observations, but no information states"):
        make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    undealt = state.get_game().new_initial_state()
    assert not any(undealt.observation_tensor(0))
    assert undealt.action_to_string(0) == "deal"
