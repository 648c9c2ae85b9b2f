"""A game that is being played by persons and policies."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from cosmozoo.envs import GameEnv
from cosmozoo.train.records import choose
from cosmozoo.wrappers.policies import Policy

from .history import Decision, History

PERSON = "person"
"""Who sits where no policy does."""
WORLDS = 8
"""Redraws of what a seat cannot know that have to look alike before a decision may be taken back."""
HINTS = 5
"""The most actions that a hint names."""


class StandsError(ValueError):
    """A decision cannot be taken back; the message says why."""


class Match(History):
    """A game in progress.

    Args:
        env: an environment that was reset.
        seats: for each seat the policy that plays it, None for a person.
    """

    def __init__(self, env: GameEnv, seats: Sequence[Policy | None]) -> None:
        super().__init__(env)
        self.seats = tuple(seats)
        self.persons = tuple(seat for seat, policy in enumerate(seats) if policy is None)

    def name(self, seat: int) -> str:
        """Who sits there: PERSON or the policy's name."""
        policy = self.seats[seat]
        return PERSON if policy is None else policy.name

    @property
    def policy_to_move(self) -> Policy | None:
        """The policy that has to decide; None if it is a person's turn or nobody's."""
        return None if self.to_move is None else self.seats[self.to_move]

    def let_play(self, policy: Policy) -> None:
        """The seat to move decides as the policy does."""
        self.decide(choose(self.env, policy))

    def advance(self, seconds: float) -> None:
        """Let policies play until a person has to decide, the game is over or the time is used up."""
        until = time.monotonic() + seconds
        while (policy := self.policy_to_move) is not None:
            self.let_play(policy)
            if time.monotonic() >= until:
                break

    def undo(self, seat: int) -> None:
        """Take back the last decision of the seat to move.

        Raises:
            StandsError: somebody has decided since, or the seat has learned something from its decision.
        """
        last = self.undoable(seat)
        if last is None:
            raise StandsError("nothing to take back: others have decided since, or it is your first decision")
        if self._has_learned(last):
            raise StandsError("your last decision has shown you something new, so it stands")
        self.take_back()

    def undoable(self, seat: int) -> Decision | None:
        """The last decision, if it is this seat's and the seat is to move again."""
        if self.to_move != seat or seat not in self.persons or not self.decisions:
            return None
        last = self.decisions[-1]
        return last if last.seat == seat else None

    def _has_learned(self, decision: Decision) -> bool:
        """Whether the decision showed its seat something that it could not have foreseen."""
        agent = self.env.possible_agents[decision.seat]
        seen = self.env.observe(agent)
        for seed in range(WORLDS):
            world = decision.before.resample(agent, seed=seed)
            world.step(decision.action)
            other = world.observe(agent)
            if any(not np.array_equal(seen[key], other[key]) for key in seen):
                return True
        return False

    def hint(self, policy: Policy) -> list[tuple[str, float]]:
        """What the policy would do for the seat to move: labels and how likely each is, the likeliest first."""
        seen = self.env.observe(self.env.agent_selection)
        chances = policy.probabilities(
            seen["observation"][None],
            seen["action_mask"][None],
            table=self.env.table if policy.needs_states else None,
            states=self.env.states if policy.needs_states else None,
        )[0]
        likeliest = np.argsort(-chances, kind="stable")[:HINTS]
        return [(self.env.action_labels[action], float(chances[action])) for action in likeliest if chances[action] > 0]
