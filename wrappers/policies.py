"""Policies: whatever sits in a seat and decides. One interface for random, greedy, search, networks and callables."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cosmozoo.envs.core.checking import whole_number
from cosmozoo.envs.core.game import Game, Table, games, get_game
from cosmozoo.envs.core.random import WORDS
from cosmozoo.envs.core.texts import listed, near

NAMES = ("random", "greedy", "lookahead", "search:N", "shipped")
"""The policies that have a name; any other name is the path of a checkpoint."""

PolicyFunction = Callable[[np.ndarray, np.ndarray], Any]
"""f(observations (n, O) float32, masks (n, A) int8) -> n actions."""


class Policy:
    """Decides for a seat, for n games at once.

    Attributes:
        name: as people write it: "greedy", "search:400", …
        needs_states: the policy runs inside compiled code on the state records (`greedy`, `lookahead` and `search`
            alone). It looks only at what the seat to move may know. All other policies are never given a state.
        generator: the policy's own random numbers.
    """

    needs_states = False

    def __init__(self, name: str, seed: int | None = None) -> None:
        self.name = name
        self.generator = np.random.default_rng(seed)

    def __repr__(self) -> str:
        return f"<policy {self.name}>"

    def seed(self, seed: int | None) -> None:
        """Start the policy's own random numbers anew; None takes fresh entropy."""
        self.generator = np.random.default_rng(seed)

    def draw(self, generator: np.random.Generator) -> Policy:
        """Who sits down for one game: the policy itself; a pool draws one of its members."""
        return self

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """One legal action for the seat to move of each game.

        Args:
            observations: (n, O) float32, what these seats may know.
            masks: (n, A) int8, at least one 1 a row.
            table: the table of all n games (`env.table`, `vector.table`); needed where `needs_states`.
            states: (n,) state records (`env.states`, `vector.states`); needed where `needs_states`.

        Returns:
            (n,) int64.
        """
        raise NotImplementedError

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """(n, A) float64: how likely the policy is to take each action; rows add up to 1. Arguments as for `act`."""
        actions = self.act(observations, masks, table=table, states=states)
        return np.eye(masks.shape[1])[actions]


class RandomPolicy(Policy):
    """Every legal action equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__("random", seed)

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`."""
        nth = (self.generator.random(len(masks)) * masks.sum(axis=1)).astype(np.int64)
        return np.argmax(np.cumsum(masks, axis=1, dtype=np.int64) > nth[:, None], axis=1)

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.probabilities`."""
        return masks / masks.sum(axis=1, keepdims=True)


class GreedyPolicy(Policy):
    """The game's own baseline, in compiled code."""

    needs_states = True

    def __init__(self, seed: int | None = None) -> None:
        super().__init__("greedy", seed)

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`."""
        table, states = _needed(self.name, table, states)
        actions = np.zeros(len(states), np.int64)
        table.game.drivers.greedy_actions(states, table.rules, actions)
        return actions


class LookaheadPolicy(Policy):
    """A game's second baseline, stronger and slower than greedy, in compiled code. Big*Bang has one."""

    needs_states = True

    def __init__(self, seed: int | None = None) -> None:
        super().__init__("lookahead", seed)

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`. Raises ValueError for a game without such a baseline."""
        table, states = _needed(self.name, table, states)
        _require_lookahead(table.game)
        actions = np.zeros(len(states), np.int64)
        table.game.drivers.lookahead_actions(states, table.rules, actions)
        return actions


class SearchPolicy(Policy):
    """Monte-Carlo search with `simulations` games played out before each decision, in compiled code.

    In each simulation all that the seat cannot know is redrawn, the first action is chosen by its upper
    confidence bound, and every seat plays on greedily; the action tried most is made.
    """

    needs_states = True

    def __init__(self, simulations: int, seed: int | None = None) -> None:
        number = whole_number(simulations)
        if number is None or number < 1:
            raise ValueError(
                f"search needs a whole number of simulations above 0, as in 'search:400', not {simulations!r}"
            )
        super().__init__(f"search:{number}", seed)
        self.simulations = number

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`."""
        return self._search(table, states)[0]

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """The share of the simulations that tried each action; see `Policy.probabilities`."""
        return self._search(table, states)[1] / self.simulations

    def _search(self, table: Table | None, states: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
        """Actions (n,) int64 and visits (n, A) int64."""
        table, states = _needed(self.name, table, states)
        n, players, size = len(states), table.num_players, table.labels.size
        actions, visits = np.zeros(n, np.int64), np.zeros((n, size), np.int64)
        table.game.drivers.search_actions(
            states,
            table.rules,
            self.simulations,
            self.generator.integers(1, 2**32, (n, WORDS)),
            table.game.state.zeros(),
            np.zeros(size),
            np.zeros((1, players), np.int64),
            np.zeros((1, players), np.int64),
            np.zeros((1, players), np.float32),
            np.zeros((n, size), np.int8),
            visits,
            actions,
        )
        return actions, visits


class FunctionPolicy(Policy):
    """A function of yours: `f(observations, masks) -> actions`, batched like `Policy.act`."""

    def __init__(self, function: PolicyFunction, seed: int | None = None) -> None:
        super().__init__(getattr(function, "__name__", type(function).__name__), seed)
        self.function = function

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`.

        Raises:
            ValueError: if the function gives anything but one legal action for each game.
        """
        actions = np.asarray(self.function(observations, masks))
        if actions.shape != (len(masks),) or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(
                f"policy {self.name!r} must give {len(masks)} integers, one for each game, "
                f"not {actions.dtype} of shape {actions.shape}"
            )
        inside = (actions >= 0) & (actions < masks.shape[1])
        legal = inside & (masks[np.arange(len(masks)), np.where(inside, actions, 0)] == 1)
        if not legal.all():
            row = int(np.argmin(legal))
            raise ValueError(
                f"policy {self.name!r} gave action {actions[row]} in row {row}, "
                f"where legal are: {listed(np.flatnonzero(masks[row]))}"
            )
        return actions.astype(np.int64)


class PolicyPool(Policy):
    """Several policies with weights; `draw` picks one for a game.

    Called itself, it deals the games of each call to its members anew.

    Args:
        members: policies and their weights, above 0 and not necessarily adding up to 1.
    """

    def __init__(self, members: Mapping[Policy, float], seed: int | None = None) -> None:
        if not members:
            raise ValueError("a pool needs at least one policy")
        for policy, weight in members.items():
            if not weight > 0 or not np.isfinite(weight):
                raise ValueError(f"the weight of {policy.name!r} must be a number above 0, not {weight!r}")
        super().__init__(" or ".join(policy.name for policy in members), seed)
        self.members = tuple(members)
        weights = np.array(list(members.values()), np.float64)
        self.weights = weights / weights.sum()
        self.needs_states = any(policy.needs_states for policy in members)

    def seed(self, seed: int | None) -> None:
        """Start the random numbers of the pool and of its members anew."""
        super().seed(seed)
        for policy in self.members:
            policy.seed(int(self.generator.integers(2**32)))

    def draw(self, generator: np.random.Generator) -> Policy:
        """One of the members, by weight."""
        return self.members[int(generator.choice(len(self.members), p=self.weights))].draw(generator)

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`."""
        actions = np.zeros(len(masks), np.int64)
        dealt = self.generator.choice(len(self.members), len(masks), p=self.weights)
        for number, policy in enumerate(self.members):
            rows = np.flatnonzero(dealt == number)
            if len(rows):
                known = states[rows] if policy.needs_states and states is not None else None
                actions[rows] = policy.act(observations[rows], masks[rows], table=table, states=known)
        return actions

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """The members' probabilities, weighted; see `Policy.probabilities`."""
        total = np.zeros(masks.shape)
        for policy, weight in zip(self.members, self.weights, strict=True):
            known = states if policy.needs_states else None
            total += weight * policy.probabilities(observations, masks, table=table, states=known)
        return total


PolicyLike = Policy | str | os.PathLike[str] | PolicyFunction | Mapping[Any, float]
"""What `make_policy` takes."""


def make_policy(
    policy: PolicyLike, game_id: str | None = None, *, seed: int | None = None, deterministic: bool = True
) -> Policy:
    """The policy that is meant.

    Args:
        policy: "random", "greedy", "lookahead" (a game's stronger baseline), "search:N" (N simulations a decision),
            "shipped" (the game's shipped checkpoint), the path of a checkpoint, a function
            `f(observations, masks) -> actions`, a mapping of any of these to weights (a pool), or a Policy, which
            comes back as it is.
        game_id: the game to be played; needed for "shipped", and a checkpoint must be of this game if given.
        seed: of the policy's own random numbers; None takes fresh entropy.
        deterministic: networks take their likeliest action instead of drawing one.

    Raises:
        ValueError: for a name that means nothing; near matches are named.
        FileNotFoundError: for a checkpoint that does not exist.
        CheckpointError: for a checkpoint that does not fit the game, or is none.
    """
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, Mapping):
        members = {make_policy(p, game_id, deterministic=deterministic): w for p, w in policy.items()}
        pool = PolicyPool(members)
        pool.seed(seed)
        return pool
    if not isinstance(policy, str | os.PathLike):
        if callable(policy):
            return FunctionPolicy(policy, seed)
        raise ValueError(f"a policy is {listed(map(repr, NAMES))}, a path, a function or a pool, not {policy!r}")
    name = os.fspath(policy)
    if name == "random":
        return RandomPolicy(seed)
    if name == "greedy":
        return GreedyPolicy(seed)
    if name == "lookahead":
        if game_id is not None:
            _require_lookahead(get_game(game_id))
        return LookaheadPolicy(seed)
    if name.partition(":")[0] == "search":
        return SearchPolicy(_simulations(name), seed)
    from .checkpoints import load_policy, shipped_checkpoint

    if name == "shipped":
        if game_id is None:
            raise ValueError("'shipped' needs the game: make_policy('shipped', game_id)")
        return load_policy(shipped_checkpoint(game_id), game_id, name=name, seed=seed, deterministic=deterministic)
    if not os.path.exists(name):
        if os.sep in name or name.endswith(".zip"):
            raise FileNotFoundError(f"no checkpoint {name!r}")
        raise ValueError(f"no policy {name!r}{near(name, NAMES)} ({listed(NAMES)}, or the path of a checkpoint)")
    return load_policy(name, game_id, seed=seed, deterministic=deterministic)


def make_policies(
    policies: Sequence[PolicyLike], game_id: str | None = None, *, seed: int | None = None
) -> list[Policy]:
    """The policies of a table, each with random numbers of its own that follow from the seed; see `make_policy`."""
    words = np.random.SeedSequence(seed).generate_state(len(policies) or 1, np.uint32)
    return [make_policy(policy, game_id, seed=int(word)) for policy, word in zip(policies, words, strict=False)]


def _require_lookahead(game: Game) -> None:
    """Raises ValueError for a game without the policy."""
    if game.functions.lookahead is None:
        able = [other.id for other in games.values() if other.functions.lookahead is not None]
        raise ValueError(f"{game.id} has no policy 'lookahead', {listed(able)} has; take 'greedy' or 'search:N'")


def _simulations(name: str) -> int:
    number = name.partition(":")[2]
    if not number.isascii() or not number.isdigit() or int(number) < 1:
        raise ValueError(f"search needs a whole number of simulations above 0, as in 'search:400', not {name!r}")
    return int(number)


def _needed(name: str, table: Table | None, states: np.ndarray | None) -> tuple[Table, np.ndarray]:
    """Table and states, which compiled code needs in an array that it could write to."""
    if table is None or states is None:
        raise ValueError(f"policy {name!r} plays inside compiled code: act(…, table=env.table, states=env.states)")
    if states.dtype != table.game.state.dtype:
        raise ValueError(f"these are not states of {table.game.id}")
    return table, states if states.flags.writeable else states.copy()
