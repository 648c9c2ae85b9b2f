"""OpenSpiel's interface: importing this registers every game, as `pyspiel.load_game("cosmozoo_urknall_v0")`.

Needs the extra `openspiel`. A game's parameters are `players`, `rng_seed`, `reward`, `max_cycles` and its variants,
as in `pyspiel.load_game("cosmozoo_urknall_v0(players=3,black_holes=True)")`; an empty text stands for None.

Chance is sampled: the first node is a chance node whose one outcome deals a game from the next seed of `rng_seed`;
all later chance is drawn within decisions, from random numbers that belong to the state. So a clone goes on with the
same luck, and what looks ahead on clones knows it, and what is hidden too. Information-set search does not: it asks
for `resample_from_infostate`. A game is therefore declared of perfect information only if nothing is hidden and
chance acts in the setup alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from cosmozoo.envs.core.aec import GameEnv
from cosmozoo.envs.core.game import NO_LIMIT, Game, Table, games
from cosmozoo.envs.core.layout import Layout

PREFIX = "cosmozoo_"
"""Names of the games begin with this: none is taken for one of OpenSpiel's own."""
DEAL = 0
"""The one outcome of the chance node at the beginning."""
UNSET = -1
"""As `rng_seed`: fresh entropy. As `max_cycles`: the game's own limit."""


class OpenSpielGame(pyspiel.Game):
    """A game at a table (`table`); `pyspiel.load_game` makes it, of the subclass that is registered for its game.

    Raises:
        TypeError, ValueError: for parameters that the game does not have or allow.
    """

    game: Game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        chosen = {**_defaults(self.game), **(parameters or {})}
        self.table = _table(self.game, chosen)
        seed = chosen["rng_seed"]
        self._seeds = np.random.default_rng(None if seed == UNSET else seed)
        super().__init__(_game_type(self.table), _game_info(self.table), chosen)

    def next_seed(self) -> int:
        """The seed of the next deal."""
        return int(self._seeds.integers(2**32))

    def new_initial_state(self) -> OpenSpielState:
        """A game that is not dealt yet."""
        return OpenSpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> LayoutObserver:
        """What a seat may know, by segment. Raises ValueError for parameters and for information states."""
        if params:
            raise ValueError(f"observers take no parameters, not {dict(params)}")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise ValueError("there are observations, but no information states: no seat keeps the whole history")
        return LayoutObserver(self.table.game.layout)


class OpenSpielState(pyspiel.State):
    """The chance node before the deal, or a decision of a seat, or the end.

    Attributes:
        env: the AEC environment in this state, to look at.
        seed: None before the deal; then `env.reset(seed=seed)` is the same deal.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.seed: int | None = None
        self.env = GameEnv(game.table.game, **game.table.arguments)

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and for the end."""
        if self.seed is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.env.possible_agents.index(self.env.agent_selection)

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.env.observe(self.env.possible_agents[player])["action_mask"]
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deal, drawn when it is applied."""
        return [(DEAL, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.seed is None:
            self.seed = self.get_game().next_seed()
            self.env.reset(seed=self.seed)
        else:
            self.env.step(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off at max_cycles."""
        if self.seed is None:
            return False
        return any(self.env.terminations.values()) or any(self.env.truncations.values())

    def returns(self) -> list[float]:
        """Every seat's result; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        rewards = [self.env.rewards[agent] for agent in self.env.possible_agents]
        if not _zero_sum(self.env.table):
            return rewards
        # Ranks pay multiples of 1 / (n - 1), in single precision; OpenSpiel wants sums that are 0 in double precision.
        others = self.num_players() - 1
        return [round(reward * others) / others for reward in rewards]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> OpenSpielState:
        """A state that `player` cannot tell from this one: hidden things and all later chance are drawn anew."""
        other: OpenSpielState = self.clone()
        other.env = self.env.resample(self.env.possible_agents[player], seed=int(sampler() * 2**32))
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        return "deal" if player == pyspiel.PlayerId.CHANCE else self.env.action_labels[action]

    def __str__(self) -> str:
        return "not dealt yet" if self.seed is None else json.dumps(self.env.position())


class LayoutObserver:
    """OpenSpiel's PyObserver: `tensor` (O,) float32, `dict` the segments by name, views of it in their shapes."""

    def __init__(self, layout: Layout) -> None:
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.split(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Look at a state with the eyes of a seat; zeros before the deal."""
        self.tensor[:] = 0
        if state.seed is not None:
            self.tensor[:] = state.env.observe(state.env.possible_agents[player])["observation"]

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """All that is not 0, a segment a line: two strings are equal where the observations are."""
        self.set_from(state, player)
        return "\n".join(f"{name}: {values.ravel().tolist()}" for name, values in self.dict.items() if values.any())


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game, as OpenSpiel takes them: None is an empty text."""
    variants = {v.name: "" if v.default is None else v.default for v in game.variants}
    return {
        "players": game.default_players,
        "rng_seed": UNSET,
        "reward": "rank",
        "max_cycles": UNSET,
        **variants,
    }


def _table(game: Game, parameters: Mapping[str, Any]) -> Table:
    limit = parameters["max_cycles"]
    return game.table(
        parameters["players"],
        reward=parameters["reward"],
        max_cycles=None if limit == UNSET else limit,
        **{v.name: parameters[v.name] if parameters[v.name] != "" else None for v in game.variants},
    )


def _game_type(table: Table) -> pyspiel.GameType:
    kind, game = pyspiel.GameType, table.game
    open_to_all = not game.facts.hidden_information and game.facts.chance == "setup"
    return kind(
        short_name=PREFIX + game.id,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION if open_to_all else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if _zero_sum(table) else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=min(game.players),
        max_num_players=max(game.players),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


def _game_info(table: Table) -> pyspiel.GameInfo:
    longest = [number for number in (table.max_cycles, table.game.facts.longest_game) if number is not None]
    return pyspiel.GameInfo(
        num_distinct_actions=table.labels.size,
        max_chance_outcomes=1,
        num_players=table.num_players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if _zero_sum(table) else None,
        max_game_length=min(longest, default=NO_LIMIT),
    )


def _zero_sum(table: Table) -> bool:
    """Puzzles are not ranked, and only the scheme 'rank' is declared to add up to 0."""
    return bool(table.game.facts.zero_sum and table.reward == "rank" and table.rules["ranked"][0])


def _register(game: Game) -> None:
    # OpenSpiel lets go of what is registered after Python has ended. A class is still held then, by itself; any
    # other callable would be freed without the interpreter.
    pyspiel.register_game(_game_type(game.table()), type(f"OpenSpiel_{game.id}", (OpenSpielGame,), {"game": game}))


for _game in games.values():
    _register(_game)
