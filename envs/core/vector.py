"""Many games at once: the batch engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import drivers
from .aec import ActionError
from .checking import count_above_0, whole_number
from .crew import Crew, Stepper
from .game import get_game
from .orders import SAMPLE, STEP, STEP_AND_SAMPLE
from .random import WORDS, entropy_words, seed_sequence
from .texts import listed

BLOCKS_A_THREAD = 8
"""Into how many blocks a thread's part of the batch is cut. More wait shorter for each other and take orders longer."""


class VectorGame:
    """`num_games` tables of one game, each stepped by one decision a call; finished games restart in the same step.

    Game i is the game that `env.reset(seed=vector.seeds[i])` plays, and after its end the one that the next
    `env.reset()` plays.

    Attributes (arrays that the next step overwrites, read-only to the caller; copy what you keep):
        observations: (N, O) float32, what the seat to move may know
        action_masks: (N, A) int8
        to_move: (N,) int8, the seat to move
        rewards: (N, P) float32, of the last step, for every seat; zeros but where a game has ended
        dones: (N,) bool, the last step ended this game (and the next one has begun)
        truncations: (N,) bool, it was cut off at max_cycles
        scores, ranks: (N, P) int64, of the game that ended last here
        seeds: (N,) int64

    Args:
        skip_forced: decisions with exactly one legal action are made by the engine.
        num_threads: games are spread over so many threads (the compiled code holds no lock). It pays where each thread
            has a processor and some dozens of games. One batch is for one Python thread at a time.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    def __init__(
        self,
        game_id: str,
        num_games: int,
        num_players: int | None = None,
        *,
        seed: int | None = None,
        num_threads: int = 1,
        skip_forced: bool = False,
        reward: str = "rank",
        max_cycles: int | None = None,
        **variants: Any,
    ) -> None:
        num_games, num_threads = count_above_0("num_games", num_games), count_above_0("num_threads", num_threads)
        if type(skip_forced) is not bool:
            raise ValueError(f"skip_forced={skip_forced!r}: must be True or False")
        self.game = get_game(game_id)
        self.table = self.game.table(num_players, reward=reward, max_cycles=max_cycles, **variants)
        self.num_games = num_games
        self.num_players = self.table.num_players
        self.num_threads = min(num_threads, num_games)
        self.skip_forced = skip_forced
        self._make_arrays()
        self.reset(seed)

    def _make_arrays(self) -> None:
        n, players = self.num_games, self.num_players
        self._states = self.game.state.zeros(n)
        self._finals = self.game.state.zeros(n)
        self._actions = np.zeros(n, np.int64)
        self._sampled = np.zeros(n, np.int64)
        self._sampling = self._has_sampled = False
        self._words = np.zeros((n, WORDS), np.int64)
        self._masks = np.zeros((n, self.table.labels.size), np.int8)
        self._observations = np.zeros((n, self.game.layout.size), np.float32)
        self._rewards = np.zeros((n, players), np.float32)
        self._dones = np.zeros(n, np.int8)
        self._scores = np.zeros((n, players), np.int64)
        self._ranks = np.zeros((n, players), np.int64)
        self._rows = np.arange(n)
        self._link()

    def _link(self) -> None:
        """Read-only views for the caller, and the crew."""
        self.observations = _read_only(self._observations)
        self.action_masks = _read_only(self._masks)
        self.to_move = _read_only(self._states["to_move"])
        self.rewards = _read_only(self._rewards)
        self.scores = _read_only(self._scores)
        self.ranks = _read_only(self._ranks)
        self._form_crew(self.num_threads)

    def _form_crew(self, threads: int) -> None:
        blocks = min(BLOCKS_A_THREAD * threads, self.num_games) if threads > 1 else 1
        self._crew = Crew(self._stepper(), self.num_games, blocks, threads)

    def _stepper(self) -> Stepper:
        """Steps the games. Holds the arrays and not the batch: its threads must not keep that alive."""
        play, skip_forced = self.game.drivers.play, self.skip_forced
        fixed = self._states, self.table.rules, self.table.blank, self._actions
        seen = self._masks, self._observations, self._words, self._sampled
        ends = self._rewards, self._dones, self._scores, self._ranks, self._finals
        return lambda board, thread, looks: play(board, thread, looks, *fixed, *seen, *ends, skip_forced)

    def __getstate__(self) -> dict[str, Any]:
        views = {"observations", "action_masks", "to_move", "rewards", "scores", "ranks", "_crew"}
        return {name: value for name, value in self.__dict__.items() if name not in views}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._link()

    @property
    def dones(self) -> np.ndarray:
        """(N,) bool: the last step ended this game."""
        return self._dones != drivers.RUNNING

    @property
    def truncations(self) -> np.ndarray:
        """(N,) bool: the last step ended this game by cutting it off at max_cycles."""
        return self._dones == drivers.TRUNCATED

    @property
    def phases(self) -> np.ndarray:
        """(N,) int8: index into `game.phases`."""
        return self._states["phase"].copy()

    @property
    def states(self) -> np.ndarray:
        """(N,) state records, hidden things included; read-only."""
        return _read_only(self._states)

    def reset(self, seed: int | None = None) -> None:
        """Start all games anew; None takes fresh entropy."""
        self.seeds = seed_sequence(seed).generate_state(self.num_games, np.uint32).astype(np.int64)
        words = np.stack([entropy_words(int(s)) for s in self.seeds])
        sampling = seed_sequence(seed, 1).generate_state(self.num_games * WORDS, np.uint32)
        self._words[:] = sampling.reshape(self.num_games, WORDS)
        self.table.begin(self._states, words)
        self.game.drivers.write_masks(self._states, self.table.rules, self._masks, self.skip_forced)
        self._sampling = self._has_sampled = False
        self._dones[:] = drivers.RUNNING
        self._rewards[:] = 0
        movers = self._states["to_move"].astype(np.int64)
        self.game.drivers.look(self._states, self.table.rules, movers, self._observations)

    def step(self, actions: np.ndarray) -> None:
        """Make one decision in every game.

        Args:
            actions: (N,) integers, legal for each game's seat to move.

        Raises:
            ActionError: naming the first game whose action is illegal; no game has then changed.
            KeyboardInterrupt: at Ctrl-C; each game has then made its decision or not, and can go on. With the compiler
                off a game may be in the middle of it: make the batch anew.
        """
        actions = one_integer_each(actions, self.num_games)
        self._actions[:] = actions
        if self.game.drivers.first_illegal(self._masks, self._actions) >= 0:
            self._refuse(actions)
        sampling, self._sampling, self._has_sampled = self._sampling, False, False
        self._crew.step(STEP_AND_SAMPLE if sampling else STEP)
        self._has_sampled = sampling

    def sample_actions(self) -> np.ndarray:
        """(N,) int64: a random legal action for each game, every one equally likely.

        Who asks before a step is likely to ask after it: the step then samples too, which saves the threads a call.
        """
        if not self._has_sampled:
            self._crew.step(SAMPLE)
        self._has_sampled, self._sampling = False, True
        return self._sampled.copy()

    def greedy_actions(self) -> np.ndarray:
        """(N,) int64: what the game's greedy baseline would do in each game."""
        actions = np.zeros(self.num_games, np.int64)

        def choose(part: slice) -> None:
            self.game.drivers.greedy_actions(self._states[part], self.table.rules, actions[part])

        self._crew.run(choose)
        return actions

    def observe(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """(k, O) float32: what seats[j] may know of game games[j] now; zeros for a seat below 0.

        Raises ValueError or IndexError for what are not k integers each, or a game or seat that is not there.
        """
        return self._seen(self._states, games, seats)

    def observe_final(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """As `observe`, but at the end of the last game that ended at table games[j]."""
        return self._seen(self._finals, games, seats)

    def position(self, game: int) -> dict[str, Any]:
        """The whole state of one game as a JSON-able dict. Raises IndexError for a game that is not there, TypeError
        for what is no integer."""
        return self.table.position(self._one(self._states, game))

    def final_position(self, game: int) -> dict[str, Any]:
        """The last state of the game that ended last at this table."""
        return self.table.position(self._one(self._finals, game))

    def close(self) -> None:
        """Stop the threads; the caller's own goes on alone."""
        self._crew.close()
        self.num_threads = 1
        self._form_crew(self.num_threads)

    def _seen(self, states: np.ndarray, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        games, seats = np.asarray(games), np.asarray(seats)
        for name, values in (("games", games), ("seats", seats)):
            if values.ndim != 1 or (values.size and not np.issubdtype(values.dtype, np.integer)):
                raise ValueError(f"{name} must be a row of integers, not {values.dtype} of shape {values.shape}")
        if games.shape != seats.shape:
            raise ValueError(f"as many seats as games are needed, not {len(seats)} seats for {len(games)} games")
        if (seats >= self.num_players).any():
            raise IndexError(f"no seat {seats.max()}: there are seats 0 to {self.num_players - 1}")
        if ((games < 0) | (games >= self.num_games)).any():
            wrong = games[(games < 0) | (games >= self.num_games)][0]
            raise IndexError(f"no game {wrong}: there are games 0 to {self.num_games - 1}")
        out = np.empty((len(games), self.game.layout.size), np.float32)
        self.game.drivers.look(states[games.astype(int)], self.table.rules, seats.astype(np.int64), out)
        return out

    def _one(self, states: np.ndarray, game: int) -> np.ndarray:
        index = whole_number(game)
        if index is None:
            raise TypeError(f"game={game!r}: must be an integer from 0 to {self.num_games - 1}")
        if not 0 <= index < self.num_games:
            raise IndexError(f"no game {index}: there are games 0 to {self.num_games - 1}")
        return states[index : index + 1]

    def _refuse(self, actions: np.ndarray) -> None:
        """Raise ActionError for actions of which one is out of range or illegal, in this order."""
        size = self._masks.shape[1]
        if actions.min() < 0 or actions.max() >= size:
            game = int(np.argmax((actions < 0) | (actions >= size)))
            raise ActionError(f"game {game}: action {actions[game]} is not in 0 … {size - 1}")
        game = int(np.argmin(self._masks[self._rows, actions]))
        labels = self.table.labels.texts
        raise ActionError(
            f"game {game}: {labels[int(actions[game])]!r} is not legal for seat {self.to_move[game]} in phase "
            f"{self.table.phase(self._states[game : game + 1])!r}; legal are: "
            f"{listed(map(repr, self.table.legal_labels(self._masks[game])))}"
        )


def one_integer_each(actions: Any, num_games: int) -> np.ndarray:
    """The actions as an array of one integer for each game. Raises ActionError if they are anything else."""
    try:
        given = np.asarray(actions)
    except ValueError:
        raise ActionError(f"actions must be {num_games} integers, not rows of different lengths") from None
    if given.shape != (num_games,) or not np.issubdtype(given.dtype, np.integer):
        raise ActionError(f"actions must be {num_games} integers, not {given.dtype} of shape {given.shape}")
    return given


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view
