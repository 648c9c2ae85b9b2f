"""What has happened at a table: every decision, what each seat saw of it, and the record of the game."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cosmozoo.envs import GameEnv
from cosmozoo.train.records import Checked, decision_line, end_line, is_over


class Decision(NamedTuple):
    """A decision that was made, and the table as it stood before."""

    before: GameEnv
    seat: int
    action: int

    @property
    def label(self) -> str:
        """What was chosen."""
        return self.before.action_labels[self.action]


class Telling(NamedTuple):
    """What somebody may know of a decision: whose it was, its label or None, and what they saw change."""

    seat: int
    label: str | None
    seen: tuple[str, ...] = ()


class Standing(NamedTuple):
    """Scores and ranks by seat."""

    scores: list[int]
    ranks: list[int]


class History:
    """A game and all that has happened in it.

    A moment is a number: before decision 0, 1, …; the last one is now. A viewer is a seat, or None for somebody who
    may see everything.

    Args:
        env: the table as it stands now.
        decisions: how it came to this.
        cut_off: the game ended here, though it could go on.
    """

    def __init__(self, env: GameEnv, decisions: Sequence[Decision] = (), *, cut_off: bool = False) -> None:
        self.env = env
        self.decisions = list(decisions)
        self.cut_off = cut_off
        self._told: dict[int | None, list[Telling]] = {}

    # ---- What happens

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.cut_off or is_over(self.env)

    @property
    def hides(self) -> bool:
        """Whether seats may know different things."""
        facts = self.env.game.facts
        return facts.hidden_information or facts.simultaneous

    @property
    def to_move(self) -> int | None:
        """The seat that has to decide; None when the game is over."""
        return None if self.is_over else self.env.possible_agents.index(self.env.agent_selection)

    def decide(self, action: int) -> None:
        """The seat to move decides. Raises ActionError for an action that is not legal; nothing has then changed."""
        before = self.env.clone()
        self.env.step(action)
        self.decisions.append(Decision(before, before.possible_agents.index(before.agent_selection), action))

    def take_back(self) -> None:
        """The last decision was never made."""
        self.env = self.decisions.pop().before
        for told in self._told.values():
            del told[len(self.decisions) :]

    # ---- What was seen

    @property
    def last_moment(self) -> int:
        """The number of the moment that is now."""
        return len(self.decisions)

    def at(self, moment: int) -> GameEnv:
        """The table as it stood at that moment."""
        return self.env if moment == self.last_moment else self.decisions[moment].before

    def words(self, moment: int, viewer: int | None) -> list[str]:
        """The table at that moment in lines of text, as the viewer saw it."""
        env = self.at(moment)
        return env.game.draw_text(env.position(), viewer, env.table).splitlines()

    def picture(self, moment: int, viewer: int | None, legal: Sequence[str] = ()) -> str:
        """The table at that moment as SVG, as the viewer saw it, with places for the legal labels."""
        env = self.at(moment)
        return env.game.picture(env.position(), viewer, env.table, legal).svg()

    def standing(self, moment: int) -> Standing:
        """Scores and ranks as the game stood at that moment, hidden things counted in."""
        env = self.at(moment)
        return Standing(*env.table.standings(env.states))

    def told(self, viewer: int | None) -> list[Telling]:
        """What the viewer may know of each decision."""
        told = self._told.setdefault(viewer, [])
        for number in range(len(told), len(self.decisions)):
            told.append(self._tell(number, viewer))
        return told

    def _tell(self, number: int, viewer: int | None) -> Telling:
        """Labels name hidden things; the drawing of a seat holds what it may see, so what changed there is safe."""
        decision = self.decisions[number]
        if viewer is None or viewer == decision.seat or not self.hides:
            return Telling(decision.seat, decision.label)
        # The first line says whose turn it is.
        before, after = self.words(number, viewer)[1:], self.words(number + 1, viewer)[1:]
        return Telling(decision.seat, None, tuple(_new_lines(before, after)))

    # ---- The record

    def lines(self) -> list[dict[str, Any]]:
        """The record so far, a line for each decision; with its last line when the game is over."""
        lines = [decision_line(decision.before, decision.action) for decision in self.decisions]
        return [*lines, end_line(self.env)] if self.is_over else lines


def recorded_games(lines: Iterable[Checked]) -> Iterator[History]:
    """The games of a record; each is given when its last line was read."""
    decisions: list[Decision] = []
    for line in lines:
        env = line.env.clone()
        if line.player is None or line.action is None:
            yield History(env, decisions, cut_off=line.position["to_move"] is not None)
            decisions = []
        else:
            decisions.append(Decision(env, line.player, env.action_from_label(line.action)))


def _new_lines(before: list[str], after: list[str]) -> Iterator[str]:
    """The lines of `after` that were not there before, without the space around them."""
    for kind, _, _, first, end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind in ("insert", "replace"):
            yield from (line.strip() for line in after[first:end] if line.strip())
