"""The PettingZoo AEC environment of any game, with the checks of PettingZoo's usual wrappers built in."""

from __future__ import annotations

import copy
import inspect
import operator
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar, overload

import gymnasium
import numpy as np
from pettingzoo.utils.env import AECEnv

from . import drivers
from .game import Game
from .layout import Layout
from .random import NO_SEEDS, entropy_words
from .rendering import RENDER_FPS, RENDER_MODES, Renderer, checked_mode
from .texts import listed

_LINKED = {"_to_move", "_mover", "_mask_row", "_rules", "_drivers", "_renderer"}
_AFTER_RESET = {"agents", "num_agents", "rewards", "terminations", "truncations", "infos", "agent_selection"}

E = TypeVar("E")
"""A class of environments."""


class ActionError(ValueError, AssertionError):
    """An action that is not legal, or not in the action space. The game stands as it did."""


class GameEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """A game as a PettingZoo AEC environment.

    Observations are dicts: `observation` float32 (O,) in [-1, 1], `action_mask` int8 (A,), all zeros for a seat
    that is not to move. Rewards come at the end, to every seat. `infos` then have `score` and `rank`.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        render_mode: str | None = None,
        reward: str = "rank",
        max_cycles: int | None = None,
        **variants: Any,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.table = game.table(num_players, reward=reward, max_cycles=max_cycles, **variants)
        self.game = game
        self.metadata: dict[str, Any] = {
            "name": game.id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": RENDER_FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._hold(game.state.zeros())
        self._started = False
        self._moved = False
        self._seeded = False

    def _hold(self, states: np.ndarray) -> None:
        """Keep the states array and the arrays that the drivers write into."""
        players = self.table.num_players
        self._states = states
        self._mask = np.zeros((1, self.table.labels.size), np.int8)
        self._seen = np.zeros((1, self.game.layout.size), np.float32)
        self._seen_by = -1
        """The seat for which `_seen` holds what it may know now, -1 for none."""
        self._seat_rows = [np.array([seat]) for seat in range(players)]
        self._rewards = np.zeros((1, players), np.float32)
        self._scores = np.zeros((1, players), np.int64)
        self._ranks = np.zeros((1, players), np.int64)
        self._link()

    def _link(self) -> None:
        """What a copied or pickled environment makes anew: what is looked up at every step, and a window."""
        self._to_move = self._states["to_move"]
        self._mover = int(self._to_move[0])
        self._mask_row = self._mask[0]
        self._rules = self.table.rules
        self._drivers = self.game.drivers
        self._renderer = Renderer()

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _LINKED}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._link()

    # ---- PettingZoo's interface

    @cached_property
    def observation_spaces(self) -> dict[str, gymnasium.spaces.Dict]:
        """For each agent the Dict space of `observation` and `action_mask`."""
        return {agent: self._observation_space() for agent in self.possible_agents}

    @cached_property
    def action_spaces(self) -> dict[str, gymnasium.spaces.Discrete]:
        """For each agent Discrete(A)."""
        return {agent: gymnasium.spaces.Discrete(self.table.labels.size) for agent in self.possible_agents}

    @cached_property
    def state_space(self) -> gymnasium.spaces.Box:
        """The space of `state()`."""
        return gymnasium.spaces.Box(-1, 1, (self.game.state.vector_size,), np.float32)

    def _observation_space(self) -> gymnasium.spaces.Dict:
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-1, 1, (self.game.layout.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.table.labels.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The Dict space of `observation` and `action_mask`, the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Discrete(A)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: an integer >= 0 starts the sequence of games that belongs to it; None goes on with the next
                game of the sequence (of one from fresh entropy at the first reset).
            options: `{"position": p}` starts from a position; all later chance is drawn from the seed. Other
                keys are ignored.

        Raises:
            TypeError, ValueError: for options that are no dict, or a seed that is no integer from 0 up.
            PositionError: for a position that is malformed, impossible or of other players or variants; the
                running game then goes on untouched.
        """
        loaded = None
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options={options!r}: must be None or a dict")
        if options is not None and "position" in options:
            loaded = self.table.load(options["position"])
        states = self._states
        starts = seed is not None or not self._seeded
        self.table.begin(states, entropy_words(seed).reshape(1, 3) if starts else NO_SEEDS)
        self._seeded = True
        if loaded is not None:
            loaded["rng"], loaded["stream"] = states["rng"], states["stream"]
            states[:] = loaded
        self.game.drivers.write_masks(states, self.table.rules, self._mask, False)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._started = self._moved = True
        self._mover = int(self._to_move[0])
        self._seen_by = -1
        if self._mover < 0:
            self.agent_selection = self.agents[0]
            self.game.drivers.settle(states, self.table.rules, self._scores, self._ranks, self._rewards)
            self._end(drivers.TERMINATED)
        else:
            self.agent_selection = self.possible_agents[self._mover]

    def step(self, action: int | None) -> None:
        """Make the decision of `agent_selection`; None for an agent whose game is over.

        Raises:
            ActionError: for an action that is illegal (the error names its label and what is legal) or not in
                the action space. Nothing has then changed.
            ValueError: when the game is over and all agents have left.
        """
        if not self._started:
            raise AssertionError("reset() needs to be called before step.")
        if not self.agents:
            raise ValueError("step() after the end: the game is over, reset() starts the next one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._moved = True
            return
        mover = self._play(action)
        self._moved = True
        self._cumulative_rewards[agent] = 0.0
        self._mover = self._seen_by = mover
        if mover < 0:
            self._mover = int(self._to_move[0])
            self._drivers.settle(self._states, self._rules, self._scores, self._ranks, self._rewards)
            self._end(-mover)
        else:
            self.agent_selection = self.possible_agents[mover]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent may know now: new arrays `observation` (O,) float32 and `action_mask` (A,) int8."""
        if not self._started:
            raise AssertionError("reset() needs to be called before observe.")
        try:
            seat = self._seats[agent]
        except KeyError:
            raise ValueError(f"no agent {agent!r} (agents: {listed(self.possible_agents)})") from None
        if seat == self._seen_by:
            out = self._seen.copy()
        else:
            out = np.empty_like(self._seen)
            self._drivers.look(self._states, self._rules, self._seat_rows[seat], out)
        mask = self._mask_row.copy() if seat == self._mover else np.zeros_like(self._mask_row)
        return {"observation": out[0], "action_mask": mask}

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Agents in the order in which they have to act; each turn of the loop needs a step() or reset()."""
        if not self._started:
            raise AssertionError("reset() needs to be called before agent_iter().")
        return self._turns(max_iter)

    def _turns(self, left: int) -> Iterator[str]:
        while left > 0 and self.agents:
            if not self._moved:
                raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
            self._moved = False
            left -= 1
            yield self.agent_selection

    def state(self) -> np.ndarray:
        """The full state, hidden things included, as float32 values in [-1, 1], for centralised critics."""
        if not self._started:
            raise AssertionError("reset() needs to be called before state.")
        return self.game.state.vector(self._states[0])

    def render(self) -> np.ndarray | str | None:
        """The table as the seat to move sees it, with what it may choose marked; at the end everything face up.

        Gives an array (height, width, 3) of uint8 for `rgb_array`, the same picture as a string for `svg`, text for
        `ansi`, and None for `human`, which shows it in a window for 1/`metadata["render_fps"]` seconds.
        `table.frame_size` has the width and height.

        Raises ModuleNotFoundError without a library of the extra `play` that the render mode needs, RuntimeError for
        a window without a display.
        """
        if not self._started:
            raise AssertionError("reset() needs to be called before render.")
        seat = self._mover
        return self._renderer.render(
            self.render_mode,
            self.table,
            self.position(),
            seat if seat >= 0 else None,
            self.legal_labels(),
            self.metadata["render_fps"],
        )

    def close(self) -> None:
        """Close the window, if `human` has opened one."""
        self._renderer.close()

    # ---- beyond PettingZoo

    @property
    def states(self) -> np.ndarray:
        """The state record as a read-only array (1,), hidden things included."""
        view = self._states.view()
        view.flags.writeable = False
        return view

    @property
    def num_players(self) -> int:
        """Seats at this table."""
        return self.table.num_players

    @property
    def action_labels(self) -> tuple[str, ...]:
        """The label of each of the A actions."""
        return self.table.labels.texts

    @property
    def layout(self) -> Layout:
        """The named segments of the observation."""
        return self.game.layout

    def action_from_label(self, label: str) -> int:
        """The action with this label. Raises ValueError with near matches if there is none."""
        return self.table.labels.index(label)

    def legal_labels(self) -> tuple[str, ...]:
        """Labels of what the seat to move may do now."""
        return self.table.legal_labels(self._mask[0])

    def position(self) -> dict[str, Any]:
        """The whole state as a JSON-able dict, hidden things included."""
        if not self._started:
            raise AssertionError("reset() needs to be called before position.")
        return self.table.position(self._states)

    def greedy_action(self) -> int:
        """What the game's greedy baseline would do now."""
        self._require_running("greedy_action")
        actions = np.zeros(1, np.int64)
        self.game.drivers.greedy_actions(self._states, self.table.rules, actions)
        return int(actions[0])

    def clone(self) -> GameEnv:
        """An independent environment in the same state, which continues identically."""
        other = copy.copy(self)
        for name in ("observation_spaces", "action_spaces"):  # their samplers are the original's
            other.__dict__.pop(name, None)
        other._hold(self._states.copy())
        other._mask[:] = self._mask
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(other, name, copy.deepcopy(getattr(self, name)))
        return other

    def resample(self, agent: str, seed: int | None = None) -> GameEnv:
        """A clone whose hidden parts and later chance are redrawn among those that fit what the agent knows."""
        if not self._started:
            raise AssertionError("reset() needs to be called before resample.")
        if agent not in self._seats:
            raise ValueError(f"no agent {agent!r} (agents: {listed(self.possible_agents)})")
        other = self.clone()
        seats = np.array([self._seats[agent]], np.int64)
        words = entropy_words(seed).reshape(1, 3)
        self.game.drivers.resample_hidden(other._states, self.table.rules, seats, words)
        self.game.drivers.write_masks(other._states, self.table.rules, other._mask, False)
        return other

    def _require_running(self, what: str) -> None:
        if not self._started:
            raise AssertionError(f"reset() needs to be called before {what}.")
        if self._mover < 0:
            raise ValueError(f"{what}: the game is over")

    def _play(self, action: Any) -> int:
        """Make a decision, if it is legal; what `drivers.play_one` gives."""
        try:
            index = int(operator.index(action))
        except TypeError:
            raise ActionError(
                f"action is not in action space: must be an integer below {len(self._mask_row)}, not {action!r}"
            ) from None
        if not 0 <= index < len(self._mask_row):
            raise ActionError(f"action is not in action space: {index} is not in 0 … {len(self._mask_row) - 1}")
        mover = self._drivers.play_one(self._states, self._rules, index, self._mask, self._seen)
        if mover != drivers.NOT_LEGAL:
            return int(mover)
        raise ActionError(
            f"{self.action_labels[index]!r} is not legal for {self.agent_selection} in phase "
            f"{self.table.phase(self._states)!r}; legal are: {listed(map(repr, self.legal_labels()))}"
        )

    def _end(self, done: int) -> None:
        """All agents' games are over: rewards, flags and infos, and nobody may act."""
        self._mask[:] = 0
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = float(self._rewards[0, seat])
            self.terminations[agent] = done == drivers.TERMINATED
            self.truncations[agent] = done == drivers.TRUNCATED
            self.infos[agent] = {"score": int(self._scores[0, seat]), "rank": int(self._ranks[0, seat])}
        self._accumulate_rewards()
        self._deads_step_first()


@overload
def constructor(game: Game) -> Callable[..., GameEnv]: ...


@overload
def constructor(game: Game, kind: Callable[..., E], name: str, form: str) -> Callable[..., E]: ...


def constructor(game: Game, kind: Any = GameEnv, name: str = "env", form: str = "AEC") -> Callable[..., Any]:
    """The function `env` of a game's module, with the game's own keyword arguments in its signature.

    kind, name, form: the class of the environment, the function's name, and PettingZoo's word for such environments.
    """

    def env(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind_partial(*args) if args else None
        return kind(game, **(bound.arguments if bound else {}), **kwargs)

    parameters = [
        inspect.Parameter("num_players", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=game.default_players),
        inspect.Parameter("render_mode", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None),
        inspect.Parameter("reward", inspect.Parameter.POSITIONAL_OR_KEYWORD, default="rank"),
        inspect.Parameter("max_cycles", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None),
        *(inspect.Parameter(v.name, inspect.Parameter.KEYWORD_ONLY, default=v.default) for v in game.variants),
    ]
    signature = inspect.Signature(parameters, return_annotation=kind)
    env.__signature__ = signature  # type: ignore[attr-defined]
    arguments = "\n".join(
        f"    {v.name}: {v.meaning}" + (f" (one of {listed(map(repr, v.values))})" if v.values else "")
        for v in game.variants
    )
    env.__doc__ = (
        f"{game.title} as a PettingZoo {form} environment, for {listed(game.players)} players.\n\nArgs:\n"
        f"    num_players: seats\n    render_mode: None, {listed(map(repr, RENDER_MODES))}\n"
        "    reward: 'rank', 'win' or 'score'\n"
        f"    max_cycles: decisions after which a game is truncated\n{arguments}\n\n"
        "Raises:\n    TypeError, ValueError: an argument that does not exist or a value that is not allowed.\n"
    )
    env.__module__ = f"cosmozoo.envs.{game.id}"
    env.__name__ = env.__qualname__ = name
    return env
