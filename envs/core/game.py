"""A game as a set of declarations, and a table at which it is played."""

from __future__ import annotations

import copy
import math
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from . import drivers, rewards
from .checking import Reader, whole_number
from .compiling import PLAIN, cache_root, entry_point, note_sources, source_key
from .components import ComponentTable
from .drawing import Drawing, text_picture
from .functions import Functions, register
from .labels import Labels
from .layout import Layout
from .random import NO_SEEDS, entropy_words
from .records import Record
from .texts import listed, near
from .variants import Variant, chosen_variants

NO_LIMIT = 2**31 - 1
POSITION_KEYS = ("game", "variants", "players", "to_move", "phase")


@dataclass(frozen=True)
class Facts:
    """What is true of a game whatever happens in it; the conformance suite holds the game to these."""

    hidden_information: bool
    chance: str
    """When chance acts: 'setup', 'every turn', …"""
    simultaneous: bool
    longest_game: int | None
    """The most decisions that a game can take with any variant and table; None if there is no bound."""
    score_range: tuple[int, int]
    score_scale: float
    """Divisor of the reward scheme 'score'."""
    zero_sum: bool
    """Whether the rewards of all seats under 'rank' always add up to 0 (puzzles aside, which are not ranked)."""


@dataclass(frozen=True)
class Positions:
    """A game's part of the position schema, beside the keys that every position has.

    write(state, table) gives the game's own keys; read(reader, table, state) checks them (each fault through
    `reader.….fail`) and fills a state whose phase and to_move are set. Where the functions of a game `derive` fields
    from the others, this is done next, and check(reader, table, state) makes the checks that need them. `state` is
    a scalar record.
    """

    keys: tuple[str, ...]
    write: Callable[[Any, Table], dict[str, Any]]
    read: Callable[[Reader, Table, Any], None]
    check: Callable[[Reader, Table, Any], None] = lambda reader, table, state: None


@dataclass(frozen=True, eq=False)
class Game:
    """All that the shared code knows about a game. Creating one registers it."""

    id: str
    title: str
    players: tuple[int, ...]
    """Table sizes, ascending."""
    default_players: int
    phases: tuple[str, ...]
    """Names by the index in `state.phase`; the last one is 'over'."""
    variants: tuple[Variant, ...]
    state: Record
    rules: Record
    layout: Layout
    labels: Callable[[Any], Labels]
    """labels(components): block sizes are the same for all components."""
    functions: Functions
    positions: Positions
    components: Callable[[Any], Any]
    """components(value of the variant `components`) loads and checks the tables; None loads the shipped ones."""
    fill_rules: Callable[[Any, Table], None]
    """fill_rules(rules, table) writes variants and components into a scalar rules record."""
    draw_text: Callable[[dict[str, Any], int | None, Table], str]
    """draw_text(position, seat, table): the position as `seat` sees it, None for everything face up."""
    facts: Facts
    draw_picture: Callable[[dict[str, Any], int | None, Table, Sequence[str]], Drawing] | None = None
    """draw_picture(position, seat, table, legal): the same as a drawing, with places for the legal labels; None shows
    the lines of `draw_text`."""
    places: int | None = None
    """Where a board or table has many places alike, how many: segments of the observation with a row a place and
    blocks with an action a place belong to them, in the same order."""
    lines: Callable[[Any], np.ndarray] | None = None
    """lines(components) (places, directions, longest) int: the places in line from each one, nearest first, `places`
    beyond the edge. For a board on which things see each other along lines."""
    foreseen: tuple[str, ...] = ()
    """What `Functions.foresee` tells of the move from each place in each direction, 'legal' first. The first block with
    an action a place chooses the place."""
    check_variants: Callable[[Mapping[str, Any], int], None] = lambda variants, num_players: None
    """check_variants(variants, num_players) raises ValueError for a combination that is refused."""
    default_max_cycles: int | None = None
    simultaneous_phases: tuple[str, ...] = ()
    """Phases in which all seats decide at once: in AEC form seat 0 to the last one in turn, each once, none of them
    seeing another's choice. A game with such phases has a `parallel_env`."""
    component_tables: tuple[ComponentTable, ...] = ()
    """The tables that `components` loads and the rules fix, with where they come from."""

    def __post_init__(self) -> None:
        if self.phases[-1] != "over":
            raise ValueError(f"the last phase of {self.id} must be 'over'")
        register(self.state.dtype, self.functions, self.id)
        note_sources(self.functions.modules())
        games[self.id] = self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return get_game, (self.id,)

    def table(
        self,
        num_players: int | None = None,
        *,
        reward: str = "rank",
        max_cycles: int | None = None,
        **variants: Any,
    ) -> Table:
        """A table of this game. Raises TypeError or ValueError for arguments that are not allowed."""
        return Table(self, num_players, reward, max_cycles, variants)

    def picture(self, position: dict[str, Any], seat: int | None, table: Table, legal: Sequence[str] = ()) -> Drawing:
        """The position as `seat` sees it, None for everything face up; legal labels have places to choose them."""
        if self.draw_picture is None:
            return text_picture(self.draw_text(position, seat, table), self.title)
        return self.draw_picture(position, seat, table, legal)

    @cached_property
    def num_actions(self) -> int:
        """A."""
        return self.labels(self.components(None)).size

    @cached_property
    def drivers(self) -> Drivers:
        """The compiled drivers of this game."""
        return Drivers(self.id, self.functions)


games: dict[str, Game] = {}
"""All games by id."""


def get_game(game_id: str) -> Game:
    """The game with this id. Raises ValueError, naming near matches, for an unknown one."""
    try:
        return games[game_id]
    except (KeyError, TypeError):
        raise ValueError(f"no game {game_id!r}{near(game_id, games)} (games: {listed(games)})") from None


_making = threading.Lock()
"""Held while a driver is made: a batch may ask for its first one from several threads at once."""


class Drivers:
    """The drivers compiled for one game: `game.drivers.play(...)`. Compiled at first use, then kept on disk."""

    def __init__(self, game_id: str, functions: Functions) -> None:
        self._game_id = game_id
        self._modules = {drivers.__name__, *functions.modules()}
        self._announced = False

    def __getattr__(self, name: str) -> Any:
        functions = {f.__name__: f for f in (*drivers.GAME_DRIVERS, *drivers.SHARED_DRIVERS)}
        if name not in functions:
            raise AttributeError(f"no driver {name!r}")
        with _making:
            if name not in self.__dict__:
                self._announce()
                setattr(self, name, functions[name] if PLAIN else entry_point(functions[name], self.key))
        return self.__dict__[name]

    @cached_property
    def key(self) -> str:
        """Name of the cache folder, which changes whenever compiled code would."""
        return f"{self._game_id}-{source_key(self._modules)}"

    def are_kept(self) -> bool:
        """Whether drivers of this game lie in the folder of compiled code."""
        return any((cache_root() / self.key).glob("*/*.nbi"))

    def _announce(self) -> None:
        if not self._announced and not PLAIN and not self.are_kept():
            print(f"cosmozoo: compiling {self._game_id} (once, some seconds; kept for later)", file=sys.stderr)
        self._announced = True


class Table:
    """A game with its seats, variants, components and reward scheme chosen: all that is fixed before a game."""

    def __init__(
        self,
        game: Game,
        num_players: int | None,
        reward: str,
        max_cycles: int | None,
        variants: Mapping[str, Any],
        components: Any = None,
    ) -> None:
        self.game = game
        players = game.default_players if num_players is None else whole_number(num_players)
        if players not in game.players:
            raise ValueError(f"num_players={num_players!r}: {game.id} takes {listed(game.players)} players")
        self.num_players: int = players
        if reward not in rewards.SCHEMES:
            allowed = listed(map(repr, rewards.SCHEMES))
            raise ValueError(f"reward={reward!r}: allowed are {allowed}{near(reward, rewards.SCHEMES)}")
        cycles = whole_number(max_cycles)
        if max_cycles is not None and (cycles is None or not 1 <= cycles <= NO_LIMIT):
            raise ValueError(f"max_cycles={max_cycles!r}: must be None or an integer from 1 to {NO_LIMIT}")
        self.reward = reward
        self.max_cycles = game.default_max_cycles if max_cycles is None else cycles
        self.variants = chosen_variants(game.id, game.variants, variants)
        game.check_variants(self.variants, self.num_players)
        self.components = components if components is not None else game.components(self.variants.get("components"))
        self.labels = game.labels(self.components)
        self.rules = self._rules()
        self.blank = game.state.zeros()
        """One state of zeros, for the drivers."""

    def _rules(self) -> np.ndarray:
        rules = self.game.rules.zeros()
        record = rules[0]
        record.num_players = self.num_players
        record.max_cycles = NO_LIMIT if self.max_cycles is None else self.max_cycles
        record.reward = rewards.SCHEMES.index(self.reward)
        record.ranked = 1
        record.score_scale = self.game.facts.score_scale
        self.game.fill_rules(record, self)
        rules.flags.writeable = False
        return rules

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self  # nothing in it ever changes

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (
            self.game.id,
            self.num_players,
            self.reward,
            self.max_cycles,
            self.variants,
            self.components,
        )
        return _restored_table, arguments

    @cached_property
    def frame_size(self) -> tuple[int, int]:
        """Width and height of every rendered frame, in pixels: of the picture of a first position, made even.

        Pictures of other sizes are fitted into it. Encoders of films want even numbers.
        """
        states = self.game.state.zeros()
        self.begin(states, entropy_words(0).reshape(1, 3))
        first = self.game.picture(self.position(states), 0, self)
        return 2 * math.ceil(first.width / 2), 2 * math.ceil(first.height / 2)

    @property
    def arguments(self) -> dict[str, Any]:
        """Keyword arguments that make this table again."""
        chosen = {"num_players": self.num_players, "reward": self.reward, "max_cycles": self.max_cycles}
        return {**chosen, **self.variants}

    @property
    def position_variants(self) -> dict[str, Any]:
        """The variants that belong into a position."""
        return {v.name: copy.deepcopy(self.variants[v.name]) for v in self.game.variants if v.in_position}

    def phase(self, states: np.ndarray) -> str:
        """Name of the phase of states[0]."""
        return self.game.phases[int(states["phase"][0])]

    def position(self, states: np.ndarray) -> dict[str, Any]:
        """states[0] as a JSON-able dict, all hidden things included."""
        to_move = int(states["to_move"][0])
        common = {
            "game": self.game.id,
            "variants": self.position_variants,
            "players": self.num_players,
            "to_move": to_move if to_move >= 0 else None,
            "phase": self.phase(states),
        }
        return {**common, **self.game.positions.write(states[0], self)}

    def begin(self, states: np.ndarray, seeds: np.ndarray = NO_SEEDS) -> None:
        """Begin the next game of each state's stream, which seeds (n, 3) int64 start anew; without them it goes on."""
        self.game.drivers.reset_games(states, seeds, self.rules, self.blank)

    def standings(self, states: np.ndarray) -> tuple[list[int], list[int]]:
        """Scores and ranks by seat, as states[0] stands."""
        shape = (1, self.num_players)
        scores, ranks, rewards = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.float32)
        alone = states[:1].copy()  # `states` may be read-only, which compiled code would be compiled for once more
        self.game.drivers.settle(alone, self.rules, scores, ranks, rewards)
        return scores[0].tolist(), ranks[0].tolist()

    def load(self, position: Any) -> np.ndarray:
        """A new states array (1,) of a position. Raises PositionError that names the key at fault."""
        reader = Reader(position).table((*POSITION_KEYS, *self.game.positions.keys))
        if reader["game"].text() != self.game.id:
            reader["game"].fail(f"must be {self.game.id!r}, not {position['game']!r}")
        if type(position["players"]) is not int or position["players"] != self.num_players:
            reader["players"].fail(f"must be {self.num_players}, as this environment has, not {position['players']!r}")
        self._check_position_variants(reader["variants"])
        states = self.game.state.zeros()
        phase = reader["phase"].choice(self.game.phases)
        if phase == "over":
            if not reader["to_move"].is_none:
                reader["to_move"].fail("must be null when the phase is 'over'")
            states["to_move"] = -1
        else:
            states["to_move"] = reader["to_move"].integer(0, self.num_players - 1)
        states["phase"] = self.game.phases.index(phase)
        self.game.positions.read(reader, self, states[0])
        if self.game.functions.derive is not None:
            self.game.drivers.derive_fields(states, self.rules)
        self.game.positions.check(reader, self, states[0])
        return states

    def _check_position_variants(self, reader: Reader) -> None:
        own = self.position_variants
        reader.table(tuple(own))
        for name, value in own.items():
            given = reader[name].value
            if type(given) is not type(value) or given != value:
                reader[name].fail(f"must be {value!r}, as in this environment, not {given!r}")

    def legal_labels(self, mask: np.ndarray) -> tuple[str, ...]:
        """Labels of the actions with a 1 in the mask."""
        return tuple(self.labels.texts[action] for action in np.flatnonzero(mask))


def _restored_table(
    game_id: str,
    num_players: int,
    reward: str,
    max_cycles: int | None,
    variants: dict[str, Any],
    components: Any,
) -> Table:
    return Table(get_game(game_id), num_players, reward, max_cycles, variants, components)
