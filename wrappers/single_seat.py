"""One seat of a game as a Gymnasium environment: policies play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from cosmozoo.envs import GameEnv, get_game
from cosmozoo.envs.core.rendering import RENDER_FPS, RENDER_MODES, Renderer, checked_mode

from .policies import Policy, PolicyLike, make_policy
from .seats import SeatChoice, checked_seat


class LegalActions(gymnasium.spaces.Discrete):
    """Discrete(A) of which `sample()` draws a legal action, if there is one.

    Gymnasium's checker draws an action, resets and then makes it twice, legal or not. So `current` puts a legal
    action in the place of one that was drawn here for an earlier state; any other illegal action stays illegal.
    """

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.legal = np.ones(size, np.int8)
        self._drawn: int | None = None

    def sample(self, mask: np.ndarray | None = None, probability: np.ndarray | None = None) -> np.int64:
        """A random action: of the mask or by the probabilities if given, else a legal one."""
        if mask is not None or probability is not None or not self.legal.any():
            return super().sample(mask, probability)
        action = super().sample(self.legal)
        self._drawn = int(action)
        return action

    def current(self, action: Any) -> Any:
        """The action, or the first legal one if it was the last to be drawn, for a state that has passed."""
        if self._drawn is None or action != self._drawn:
            self._drawn = None
        elif not self.legal[action]:
            return int(self.legal.argmax())
        return action


class SingleSeatEnv(gymnasium.Env[np.ndarray, np.int64]):
    """A learner decides for one seat; after each of its decisions the others play on until its next one or the end.

    Observations (O,) float32. `action_masks()` and `info["action_mask"]` have the legal actions, (A,) int8. The
    reward is 0 until the end, then the result of the learner's seat, whoever made the last decision. At the end
    `info` has `score` and `rank`. `game` is the PettingZoo environment underneath.

    Args:
        opponents: who sits in the other seats: anything that `make_policy` takes (a pool is drawn from for every
            seat and game), or a list of these, one for each other seat, clockwise from the learner.
        seat: "rotate" (one seat further each game; a seed draws the first), "random", or a fixed seat.
        num_players: the table size; 1 where a game has puzzles for one.
        skip_forced: decisions with exactly one legal action are not asked for.
        render_mode: None, "human", "rgb_array", "svg" or "ansi"; the table is drawn as the learner sees it.

    Raises:
        TypeError, ValueError: for arguments that the game does not have or allow.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012 (declared by Gymnasium)

    def __init__(
        self,
        game_id: str,
        opponents: PolicyLike | Sequence[PolicyLike] = "greedy",
        *,
        seat: SeatChoice = "rotate",
        num_players: int | None = None,
        reward: str = "rank",
        skip_forced: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **variants: Any,
    ) -> None:
        self.game = GameEnv(get_game(game_id), num_players, None, reward, max_cycles, **variants)
        self.render_mode = checked_mode(render_mode)
        self._renderer = Renderer()
        self.seat = checked_seat(seat, self.game.num_players)
        self.skip_forced = skip_forced
        self._opponents = self._made(opponents)
        self._learner = -1
        self._sitting: list[Policy] = []
        self.observation_space = gymnasium.spaces.Box(-1, 1, (self.game.layout.size,), np.float32)
        self._actions = LegalActions(len(self.game.action_labels))
        self.action_space = self._actions

    def _made(self, opponents: PolicyLike | Sequence[PolicyLike]) -> list[Policy]:
        """The policies clockwise from the learner."""
        others, game_id = self.game.num_players - 1, self.game.game.id
        if not isinstance(opponents, Sequence) or isinstance(opponents, str):
            return [make_policy(opponents, game_id, deterministic=False)] * others
        if len(opponents) != others:
            raise ValueError(f"opponents: {others} others sit at this table, {len(opponents)} policies are given")
        return [make_policy(opponent, game_id, deterministic=False) for opponent in opponents]

    @property
    def learner(self) -> int:
        """The seat that the learner has in this game."""
        return self._learner

    def action_masks(self) -> np.ndarray:
        """(A,) int8: the learner's legal actions; zeros when the game is over."""
        return self._actions.legal.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game and play it up to the learner's first decision.

        Args:
            seed: starts the sequence of games and all random numbers anew; None goes on.
            options: `{"position": p}` starts from a position; `{"seat": s}` gives the learner this seat.

        Raises:
            PositionError: for a position that cannot be played here.
            ValueError: if the game is over before the learner has a decision to make.
        """
        super().reset(seed=seed)
        options = options or {}
        if seed is not None:
            self._learner = int(self.np_random.integers(self.game.num_players))
            for policy in dict.fromkeys(self._opponents):
                policy.seed(int(self.np_random.integers(2**32)))
        self.game.reset(seed, options)
        self._take_seat(options.get("seat"))
        self._play_on()
        while self._over():
            if "position" in options:
                raise ValueError(f"from this position seat {self._learner} has no decision to make before the end")
            self.game.reset()
            self._play_on()
        return self._shown(), self._info()

    def _take_seat(self, asked: Any) -> None:
        players = self.game.num_players
        if asked is not None:
            self._learner = int(checked_seat(asked, players))
        elif self.seat == "rotate":
            self._learner = (self._learner + 1) % players
        elif self.seat == "random":
            self._learner = int(self.np_random.integers(players))
        else:
            self._learner = int(self.seat)
        self._sitting = [policy.draw(self.np_random) for policy in self._opponents]

    def step(self, action: int | np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Make the learner's decision.

        Raises:
            ActionError: for an action that is not legal; the error names what is.
            ValueError: when the game is over.
        """
        if self._learner < 0:
            raise gymnasium.error.ResetNeeded("reset() needs to be called before step()")
        if self._over():
            raise ValueError("step() after the end: the game is over, reset() starts the next one")
        self.game.step(self._actions.current(action))
        self._play_on()
        agent = self._agent
        reward = float(self.game.rewards[agent]) if self._over() else 0.0
        return (
            self._shown(),
            reward,
            bool(self.game.terminations[agent]),
            bool(self.game.truncations[agent]),
            self._info(),
        )

    @property
    def _agent(self) -> str:
        return f"player_{self._learner}"

    def _over(self) -> bool:
        return self.game.terminations[self._agent] or self.game.truncations[self._agent]

    def _play_on(self) -> None:
        """Let the others decide until the learner has to, or the game is over."""
        table, players = self.game.table, self.game.num_players
        while not self._over():
            agent = self.game.agent_selection
            seen = self.game.observe(agent)
            mask = seen["action_mask"]
            if agent == self._agent:
                if not (self.skip_forced and mask.sum() == 1):
                    break
                action = int(mask.argmax())
            else:
                distance = (self.game.possible_agents.index(agent) - self._learner) % players
                policy = self._sitting[distance - 1]
                states = self.game.states if policy.needs_states else None
                action = int(policy.act(seen["observation"][None], mask[None], table=table, states=states)[0])
            self.game.step(action)

    def _shown(self) -> np.ndarray:
        """The learner's observation; the table is drawn too, for people."""
        if self.render_mode == "human":
            self.render()
        seen = self.game.observe(self._agent)
        self._actions.legal = seen["action_mask"]
        return seen["observation"]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self._learner, **self.game.infos[self._agent]}

    def render(self) -> np.ndarray | str | None:
        """The table as the learner sees it, with what it may choose marked; otherwise as `GameEnv.render`."""
        return self._renderer.render(
            self.render_mode,
            self.game.table,
            self.game.position(),
            self._learner,
            self.game.legal_labels(),
            self.metadata["render_fps"],
        )

    def close(self) -> None:
        """Close the window, if `human` has opened one."""
        self._renderer.close()
