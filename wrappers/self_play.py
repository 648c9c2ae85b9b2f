"""Many games in which a learner holds one seat and policies the others. Adapters give it other libraries' forms."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cosmozoo.envs import ActionError, get_game
from cosmozoo.envs.core import drivers
from cosmozoo.envs.core.checking import count_above_0
from cosmozoo.envs.core.game import Table
from cosmozoo.envs.core.random import NO_SEEDS, WORDS, entropy_words
from cosmozoo.envs.core.texts import listed
from cosmozoo.envs.core.vector import one_integer_each

from .policies import GreedyPolicy, Policy, PolicyLike, PolicyPool, RandomPolicy, make_policy
from .seats import SeatChoice, checked_seat

LEARNER = -1
"""In place of a policy's number, in the learner's seat."""


@dataclass
class _Tables:
    """The games of one table size: rows `first` to `first + count` of the arrays of `SelfPlayGames`."""

    table: Table
    first: int
    count: int

    def __post_init__(self) -> None:
        n, players = self.count, self.table.num_players
        self.states = self.table.game.state.zeros(n)
        self.sitting = np.zeros((n, players), np.int8)
        self.scores = np.zeros((n, players), np.int64)
        self.ranks = np.zeros((n, players), np.int64)
        self.rewards = np.zeros((n, players), np.float32)

    @property
    def part(self) -> slice:
        return slice(self.first, self.first + self.count)

    def local(self, rows: np.ndarray) -> np.ndarray:
        """Those of these rows that are here, counted from 0."""
        return rows[(rows >= self.first) & (rows < self.first + self.count)] - self.first


class SelfPlayGames:
    """`num_games` games of one kind; in each a learner decides for one seat and policies for the others.

    After `reset` and after every `step` each game stands at a decision of its learner. `step` makes it, lets the
    others play until the learner's next decision or the end, pays the learner and begins the next game.

    Attributes (arrays that the next step overwrites; copy what you keep):
        observations: (N, O) float32, what the learner may know
        action_masks: (N, A) int8
        rewards: (N,) float32, the learner's, of the last step: zeros but where its game has ended
        dones, truncations: (N,) bool, the last step ended this game; it was cut off at max_cycles
        final_observations: (N, O) float32, what the learner may know at the end of the game that ended last here
        lengths: (N,) int64, decisions of the learner in the running game; final_lengths: in the one that ended last
        seats, num_players: (N,) int64, the learner's seat and the table size; final_seats: in the game that ended last
        final_scores, final_ranks: (N,) int64, the learner's at the end of the game that ended last here
        seeds: (N,) int64; game i begins as `env.reset(seed=seeds[i])` does, and goes on as further resets do

    Args:
        opponents: who sits in the other seats: anything that `make_policy` takes. A mapping to weights is drawn
            from anew for every game, one policy for all the other seats; a pool inside it is drawn from for each
            seat. Random and greedy opponents run inside compiled code, networks once a round for all their games.
        num_players: the table size; a sequence or a mapping to weights spreads the games over several.
        seat: "rotate" (each game's learner moves on by one seat a game), "random", or a fixed seat.
        seed: of the games and of all that is drawn here; None takes fresh entropy.
        skip_forced: decisions with exactly one legal action are not asked for.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    def __init__(
        self,
        game_id: str,
        num_games: int,
        opponents: PolicyLike = "greedy",
        *,
        num_players: int | Sequence[int] | Mapping[int, float] | None = None,
        seat: SeatChoice = "rotate",
        seed: int | None = None,
        skip_forced: bool = False,
        reward: str = "rank",
        max_cycles: int | None = None,
        **variants: Any,
    ) -> None:
        self.game = get_game(game_id)
        self.num_games = num_games = count_above_0("num_games", num_games)
        self.skip_forced = skip_forced
        self._groups: list[_Tables] = []
        first = 0
        for players, count in _spread(num_games, num_players, self.game.default_players).items():
            table = self.game.table(players, reward=reward, max_cycles=max_cycles, **variants)
            self._groups.append(_Tables(table, first, count))
            first += count
        self.seat = checked_seat(seat, min(group.table.num_players for group in self._groups))
        self._most = max(group.table.num_players for group in self._groups)
        self._make_arrays()
        self._policies: list[Policy] = []
        self._generator = np.random.default_rng(seed)
        self.set_opponents(opponents)
        self.reset(seed)

    def _make_arrays(self) -> None:
        n, size, width = self.num_games, self.game.num_actions, self.game.layout.size
        self.observations = np.zeros((n, width), np.float32)
        self.action_masks = np.zeros((n, size), np.int8)
        self.rewards = np.zeros(n, np.float32)
        self.dones = np.zeros(n, bool)
        self.truncations = np.zeros(n, bool)
        self.final_observations = np.zeros((n, width), np.float32)
        self.lengths = np.zeros(n, np.int64)
        self.final_lengths = np.zeros(n, np.int64)
        self.final_scores = np.zeros(n, np.int64)
        self.final_ranks = np.zeros(n, np.int64)
        self.seats = np.zeros(n, np.int64)
        self.final_seats = np.zeros(n, np.int64)
        self.num_players = np.zeros(n, np.int64)
        self._to_move = np.zeros(n, np.int64)
        self._ends = np.zeros(n, np.int8)
        self._actions = np.full(n, -1, np.int64)
        self._words = np.zeros((n, WORDS), np.int64)
        self._sitting = np.full((n, self._most), LEARNER, np.int64)  # number of the policy in each seat
        self._rows = np.arange(n)
        for group in self._groups:
            self.num_players[group.part] = group.table.num_players

    # ---- the opponents

    def set_opponents(self, opponents: PolicyLike) -> None:
        """Who sits in the other seats of all games that begin from now on; running games keep theirs."""
        chosen = make_policy(opponents, self.game.id, deterministic=False)
        pool = chosen if isinstance(chosen, PolicyPool) else PolicyPool({chosen: 1.0})
        self._mix, self._weights = pool.members, np.cumsum(pool.weights)
        names = [leaf.name for member in self._mix for leaf in _leaves(member)]
        if len(set(names)) < len(set(map(id, (leaf for member in self._mix for leaf in _leaves(member))))):
            raise ValueError(f"two of these opponents have the same name: {listed(sorted(names))}")
        running = [self._policies[number] for number in np.unique(self._sitting) if number != LEARNER]
        known = list(dict.fromkeys([*running, *(leaf for member in self._mix for leaf in _leaves(member))]))
        renumbered = np.array([*(known.index(p) if p in known else 0 for p in self._policies), LEARNER], np.int64)
        self._sitting = renumbered[self._sitting]
        self._policies = known

    @property
    def policy_names(self) -> list[str]:
        """Names of the policies that sit in running games or may sit in the next ones."""
        return [policy.name for policy in self._policies]

    def _sit_down(self, rows: np.ndarray) -> None:
        """The learner and its opponents take their seats for the next game of these rows."""
        players = self.num_players[rows]
        if self.seat == "rotate":
            self.seats[rows] = (self.seats[rows] + 1) % players
        elif self.seat == "random":
            self.seats[rows] = self._generator.integers(0, players)
        else:
            self.seats[rows] = self.seat
        member = np.searchsorted(self._weights, self._generator.random(len(rows)) * self._weights[-1], side="right")
        for number, policy in enumerate(self._mix):
            theirs = rows[member == number]
            self._sitting[theirs] = self._drawn(policy, (len(theirs), self._most))
        self._sitting[rows, self.seats[rows]] = LEARNER
        kinds = np.array([*(_kind(policy) for policy in self._policies), drivers.OUTSIDE], np.int8)
        for group in self._groups:
            local = group.local(rows)
            sitting = self._sitting[local + group.first, : group.table.num_players]
            group.sitting[local] = kinds[sitting]

    def _drawn(self, policy: Policy, shape: tuple[int, ...]) -> np.ndarray:
        """Numbers of policies: this one's, or of a pool's members by weight."""
        if not isinstance(policy, PolicyPool):
            return np.full(shape, self._policies.index(policy), np.int64)
        dealt = self._generator.choice(len(policy.members), shape, p=policy.weights)
        numbers = np.zeros(shape, np.int64)
        for member, below in enumerate(policy.members):
            here = dealt == member
            numbers[here] = self._drawn(below, (int(here.sum()),))
        return numbers

    # ---- playing

    def reset(self, seed: int | None = None) -> None:
        """Start all games anew; None takes fresh entropy."""
        self.seeds = np.random.SeedSequence(seed).generate_state(self.num_games, np.uint32).astype(np.int64)
        streams = np.stack([entropy_words(int(s)) for s in self.seeds])
        drawing, sampling, *playing = np.random.SeedSequence(seed, spawn_key=(1,)).spawn(2 + len(self._policies))
        self._generator = np.random.default_rng(drawing)
        self._words[:] = sampling.generate_state(self.num_games * WORDS, np.uint32).reshape(-1, WORDS)
        for policy, entropy in zip(self._policies, playing, strict=True):
            policy.seed(int(entropy.generate_state(1)[0]))
        self.seats[:] = self._rows - 1  # "rotate" moves on by one
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncations[:] = False
        self._begin(self._rows, streams)
        self._play_on(self._rows)

    def step(self, actions: np.ndarray) -> None:
        """Make the learner's decision in every game.

        Args:
            actions: (N,) integers, legal ones.

        Raises:
            ActionError: naming the first game whose action is illegal; no game has then changed.
        """
        actions = one_integer_each(actions, self.num_games)
        self._check(actions)
        self.rewards[:] = 0
        self.dones[:] = False
        self.truncations[:] = False
        self.lengths += 1
        self._actions[:] = actions
        self._play_on(self._rows)

    def _check(self, actions: np.ndarray) -> None:
        size = self.game.num_actions
        inside = (actions >= 0) & (actions < size)
        legal = inside & (self.action_masks[self._rows, np.where(inside, actions, 0)] == 1)
        if not legal.all():
            game = int(np.argmin(legal))
            if not inside[game]:
                raise ActionError(f"game {game}: action {actions[game]} is not in 0 … {size - 1}")
            table = self._groups[0].table
            raise ActionError(
                f"game {game}: {table.labels.texts[int(actions[game])]!r} is not legal; legal are: "
                f"{listed(map(repr, table.legal_labels(self.action_masks[game])))}"
            )

    def _play_on(self, rows: np.ndarray) -> None:
        """Play these games on to a decision of their learner, beginning anew the ones that end."""
        while len(rows):
            for group in self._groups:
                self._advance(group, group.local(rows))
            self._actions[rows] = -1
            running = self._ends[rows] == drivers.RUNNING
            over = rows[~running]
            if len(over):
                self._finish(over)
                self._begin(over)
            asked = rows[running]
            asked = asked[self._to_move[asked] != self.seats[asked]]
            if len(asked):
                self._ask(asked)
            rows = np.concatenate([over, asked]) if len(over) else asked

    def _advance(self, group: _Tables, local: np.ndarray) -> None:
        part = group.part
        self.game.drivers.advance(
            group.states,
            group.table.rules,
            local,
            self._actions[part],
            group.sitting,
            self.seats[part],
            self._words[part],
            self.skip_forced,
            self.action_masks[part],
            self.observations[part],
            self._ends[part],
            group.scores,
            group.ranks,
            group.rewards,
        )
        self._to_move[part] = group.states["to_move"]

    def _finish(self, rows: np.ndarray) -> None:
        """Pay the learners whose games are over. A game in which the learner never decided does not count."""
        rows = rows[self.lengths[rows] > 0]
        self.dones[rows] = True
        self.truncations[rows] = self._ends[rows] == drivers.TRUNCATED
        self.final_observations[rows] = self.observations[rows]
        self.final_lengths[rows] = self.lengths[rows]
        self.final_seats[rows] = self.seats[rows]
        for group in self._groups:
            local = group.local(rows)
            seats = self.seats[local + group.first]
            self.rewards[local + group.first] = group.rewards[local, seats]
            self.final_scores[local + group.first] = group.scores[local, seats]
            self.final_ranks[local + group.first] = group.ranks[local, seats]

    def _begin(self, rows: np.ndarray, seeds: np.ndarray = NO_SEEDS) -> None:
        """Seat everybody and deal for the next game of these rows; of all of them where seeds (N, 3) are given."""
        self._sit_down(rows)
        self.lengths[rows] = 0
        self._actions[rows] = -1
        for group in self._groups:
            local = group.local(rows)
            states = group.states[local]
            group.table.begin(states, seeds[group.part])
            group.states[local] = states

    def _ask(self, rows: np.ndarray) -> None:
        """Let the policies outside compiled code decide in these games, each one for all its games at once."""
        numbers = self._sitting[rows, self._to_move[rows]]
        for number in np.unique(numbers):
            policy = self._policies[number]
            theirs = rows[numbers == number]
            if not policy.needs_states:
                self._actions[theirs] = policy.act(self.observations[theirs], self.action_masks[theirs])
                continue
            for group in self._groups:
                local = group.local(theirs)
                if len(local):
                    here = local + group.first
                    self._actions[here] = policy.act(
                        self.observations[here],
                        self.action_masks[here],
                        table=group.table,
                        states=group.states[local],
                    )

    # ---- going on later

    def snapshot(self) -> dict[str, np.ndarray]:
        """All that is needed to go on exactly from here, as arrays without objects (`np.savez` takes them)."""
        kept = {name: getattr(self, name).copy() for name in _KEPT}
        for number, group in enumerate(self._groups):
            kept[f"states_{number}"] = group.states.copy()
            kept[f"sitting_{number}"] = group.sitting.copy()
        generators = {"": self._generator.bit_generator.state}
        generators.update((policy.name, policy.generator.bit_generator.state) for policy in self._policies)
        kept["generators"] = np.array(json.dumps(generators))
        kept["policies"] = np.array([policy.name for policy in self._policies])
        return kept

    def restore(self, kept: Mapping[str, np.ndarray], policies: Sequence[Policy] = ()) -> None:
        """Go on from a snapshot of an equal object.

        Args:
            policies: opponents that sit in running games and are not among the present ones any more.

        Raises:
            ValueError: if a policy that sits in a game is not given (policies are known by their names).
        """
        known = {policy.name: policy for policy in (*policies, *self._policies)}
        names = [str(name) for name in kept["policies"]]
        missing = [name for name in names if name not in known]
        if missing:
            raise ValueError(f"the games were played against {listed(missing)}, not given here")
        generators = json.loads(str(kept["generators"]))
        self._generator.bit_generator.state = generators.pop("")
        for name, state in generators.items():
            known[name].generator.bit_generator.state = state
        present = self._policies
        self._policies = [known[name] for name in names]
        self._policies += [policy for policy in present if policy.name not in names]
        for name in _KEPT:
            getattr(self, name)[...] = kept[name]
        for number, group in enumerate(self._groups):
            group.states[...] = kept[f"states_{number}"]
            group.sitting[...] = kept[f"sitting_{number}"]


_KEPT = (
    "observations",
    "action_masks",
    "lengths",
    "seats",
    "seeds",
    "_to_move",
    "_words",
    "_sitting",
)
"""Arrays of `SelfPlayGames` from which it goes on."""


def _spread(
    num_games: int, num_players: int | Sequence[int] | Mapping[int, float] | None, default: int
) -> dict[int, int]:
    """How many games each table size gets, by weight, every one at least one game."""
    if not isinstance(num_players, Iterable):
        return {default if num_players is None else num_players: num_games}
    weights = dict(num_players) if isinstance(num_players, Mapping) else dict.fromkeys(num_players, 1.0)
    if not weights or any(not weight > 0 for weight in weights.values()):
        raise ValueError(f"num_players={num_players!r}: must name table sizes, with weights above 0")
    if num_games < len(weights):
        raise ValueError(f"num_games={num_games}: {len(weights)} table sizes need at least as many games")
    bounds = np.cumsum([0.0, *weights.values()]) / sum(weights.values()) * (num_games - len(weights))
    counts = np.diff(np.rint(bounds).astype(int)) + 1
    return {size: int(count) for size, count in zip(weights, counts, strict=True)}


def _leaves(policy: Policy) -> list[Policy]:
    """The policies that a pool can draw; a policy that is no pool itself."""
    if isinstance(policy, PolicyPool):
        return [leaf for member in policy.members for leaf in _leaves(member)]
    return [policy]


def _kind(policy: Policy) -> int:
    """Who decides for it: compiled code for exactly the random and the greedy policy."""
    return {RandomPolicy: drivers.RANDOM, GreedyPolicy: drivers.GREEDY}.get(type(policy), drivers.OUTSIDE)
