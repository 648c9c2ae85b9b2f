"""A table in the terminal: persons type labels, policies play between, everybody sees what their seat may see."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cosmozoo.envs import GameEnv
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.train.files import write_json
from cosmozoo.train.records import choose, decision_line, end_line, is_over
from cosmozoo.wrappers.policies import Policy, make_policy

HELP = """\
  a label, a number     make this decision (the beginning of a label is enough if only one begins so)
  hint [POLICY]         what a policy would do here (greedy if none is named)
  undo                  take back your last decision, while it has shown you nothing new
  show                  show the table and what is legal once more
  save FILE             keep the position; --position FILE goes on from it (it holds the hidden things too)
  help                  this
  quit                  leave the game"""

ERASE_SCROLLED = "\x1b[3J"
"""Tells a terminal to forget what has scrolled off the screen, hands included."""

_WORLDS = 8
"""Redraws of what a seat cannot know that have to look alike before a decision may be taken back."""
_HINTS = 5


class _Left(Exception):  # noqa: N818 (no error: a person gets up from the table)
    """A person leaves before the end."""


class _Decision(NamedTuple):
    """A person's decision that may still be taken back."""

    before: GameEnv
    seat: int
    action: int


class TerminalTable:
    """One game in the terminal.

    Args:
        env: an environment that was reset.
        seats: for each seat the policy that plays it, None for a person. There is at least one person.
        console: where everything is printed; answers come from standard input.

    Attributes:
        lines: the record of the game so far.
    """

    def __init__(self, env: GameEnv, seats: Sequence[Policy | None], console: Console) -> None:
        self.env = env
        self.seats = list(seats)
        self.console = console
        self.lines: list[dict[str, Any]] = []
        self._persons = [seat for seat, policy in enumerate(self.seats) if policy is None]
        self._viewer = self._persons[0] if len(self._persons) == 1 else None
        self._at_the_screen = self._viewer
        self._undoable: list[_Decision] = []

    def play(self) -> bool:
        """Play until the game is over (True) or a person leaves (False)."""
        try:
            while not is_over(self.env):
                seat = self._to_move()
                policy = self.seats[seat]
                if policy is None:
                    self._ask(seat)
                else:
                    self._let_play(seat, policy)
        except (_Left, KeyboardInterrupt):
            self._say("\nYou leave the game unfinished. Goodbye.")
            return False
        self.lines.append(end_line(self.env))
        self._show_result()
        return True

    # ---- Turns

    def _to_move(self) -> int:
        return self.env.possible_agents.index(self.env.agent_selection)

    def _let_play(self, seat: int, policy: Policy) -> None:
        """A policy decides; what the one person may see of it is printed."""
        action = choose(self.env, policy)
        before = self._drawn(self._viewer) if self._viewer is not None else []
        self._undoable.clear()
        self._decide(action)
        who = self._who(seat)
        if not self.env.game.facts.hidden_information and not self.env.game.facts.simultaneous:
            self._say(f"{who}: {self.env.action_labels[action]}")
            return
        self._say(f"{who} has decided")
        if self._viewer is not None:
            # Labels name hidden things; the drawing of a seat holds what it may see, so what changed there is safe.
            for line in difflib.ndiff(before[1:], self._drawn(self._viewer)[1:]):
                if line.startswith("+ ") and line[2:].strip():
                    self._say(f"    {line[2:].strip()}")

    def _ask(self, seat: int) -> None:
        """A person decides."""
        self._hand_over(seat)
        self._show_table(seat)
        while True:
            answer = self._read(f"seat {seat}> ")
            if self._obeyed(answer, seat):
                continue
            action = self._understood(answer)
            if action is not None:
                self._undoable.append(_Decision(self.env.clone(), seat, action))
                self._decide(action)
                return

    def _decide(self, action: int) -> None:
        self.lines.append(decision_line(self.env, action))
        self.env.step(action)

    def _hand_over(self, seat: int) -> None:
        """Several persons share the screen: hide what the last one saw before the next one looks."""
        if self._at_the_screen == seat:
            return
        self._at_the_screen = seat
        self._undoable.clear()
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write(ERASE_SCROLLED)
            self._read(f"seat {seat} is next. Press Enter when nobody else can see the screen. ")

    # ---- Answers

    def _read(self, prompt: str) -> str:
        try:
            answer = self.console.input(Text(prompt, style="bold")).strip()
        except EOFError:
            raise _Left from None
        if not self.console.is_terminal:
            self._say(answer)
        return answer

    def _understood(self, answer: str) -> int | None:
        """The legal action that is meant: a label, its number, or its beginning. None, with a sentence, for none."""
        legal = self.env.legal_labels()
        if answer in legal:
            return self.env.action_from_label(answer)
        if answer.isascii() and answer.isdigit():
            if 1 <= int(answer) <= len(legal):
                self._say(legal[int(answer) - 1])
                return self.env.action_from_label(legal[int(answer) - 1])
            self._say(f"{answer} is not in 1 … {len(legal)}")
            return None
        starts = [label for label in legal if answer and label.startswith(answer)]
        if len(starts) == 1:
            self._say(starts[0])
            return self.env.action_from_label(starts[0])
        if starts:
            self._say(f"{answer!r} may be: {listed(starts)}")
        elif answer in self.env.action_labels:
            self._say(f"{answer!r} is not legal now")
        else:
            self._say(f"{answer!r} is not legal{near(answer, legal)} ('show' lists what is, 'help' explains)")
        return None

    def _obeyed(self, answer: str, seat: int) -> bool:
        """Whether the answer was a command, which is then done."""
        command, _, argument = answer.partition(" ")
        argument = argument.strip()
        if answer in self.env.legal_labels():
            return False
        if answer == "help":
            self._say(HELP)
        elif answer == "show":
            self._show_table(seat)
        elif command == "hint":
            self._hint(argument or "greedy")
        elif answer == "undo":
            self._undo(seat)
        elif command == "save":
            self._save(argument)
        elif answer == "quit":
            raise _Left
        else:
            return False
        return True

    def _hint(self, name: str) -> None:
        try:
            policy = make_policy(name, self.env.game.id)
        except (ValueError, OSError) as error:
            self._say(f"no hint: {error}")
            return
        seen = self.env.observe(self.env.agent_selection)
        chances = policy.probabilities(
            seen["observation"][None],
            seen["action_mask"][None],
            table=self.env.table if policy.needs_states else None,
            states=self.env.states if policy.needs_states else None,
        )[0]
        best = [int(action) for action in np.argsort(-chances, kind="stable")[:_HINTS] if chances[action] > 0]
        if len(best) == 1:
            self._say(f"{policy.name} would choose: {self.env.action_labels[best[0]]}")
            return
        self._say(f"{policy.name} would choose:")
        for action in best:
            self._say(f"  {chances[action]:6.1%}  {self.env.action_labels[action]}")

    def _undo(self, seat: int) -> None:
        if not self._undoable or self._undoable[-1].seat != seat:
            self._say("nothing to take back: others have decided since, or it is your first decision")
        elif self._has_learned(self._undoable[-1]):
            self._say("your last decision has shown you something new, so it stands")
        else:
            self.env = self._undoable.pop().before
            self.lines.pop()
            self._show_table(seat)

    def _has_learned(self, decision: _Decision) -> bool:
        """Whether the decision showed its seat something that it could not have foreseen."""
        agent = self.env.possible_agents[decision.seat]
        seen = self.env.observe(agent)
        for seed in range(_WORLDS):
            world = decision.before.resample(agent, seed=seed)
            world.step(decision.action)
            other = world.observe(agent)
            if any(not np.array_equal(seen[key], other[key]) for key in seen):
                return True
        return False

    def _save(self, name: str) -> None:
        if not name:
            self._say("save FILE: which file?")
            return
        try:
            write_json(Path(name), self.env.position())
        except OSError as error:
            self._say(f"not saved: {name}: {error.strerror or error}")
        else:
            self._say(f"saved to {name}")

    # ---- What is shown

    def _who(self, seat: int) -> str:
        policy = self.seats[seat]
        return f"seat {seat} ({'person' if policy is None else policy.name})"

    def _drawn(self, seat: int | None) -> list[str]:
        return self.env.game.draw_text(self.env.position(), seat, self.env.table).splitlines()

    def _show_table(self, seat: int) -> None:
        self.console.rule(f"seat {seat}", style="dim")
        self._say("\n".join(self._drawn(seat)))
        self._say("")
        legal = self.env.legal_labels()
        width = len(str(len(legal)))
        entries = [Text(f"{number:{width}} {label}") for number, label in enumerate(legal, start=1)]
        self.console.print(Columns(entries, padding=(0, 3), column_first=True))

    def _show_result(self) -> None:
        self.console.rule("the end", style="dim")
        self._say("\n".join(self._drawn(None)))
        grid = Grid("seat", "who", "score", "place", "reward")
        for column in grid.columns[2:]:
            column.justify = "right"
        order = sorted(range(len(self.seats)), key=lambda seat: self.lines[-1]["ranks"][seat])
        for seat in order:
            policy = self.seats[seat]
            grid.add_row(
                str(seat),
                Text("person" if policy is None else policy.name),
                str(self.lines[-1]["scores"][seat]),
                str(self.lines[-1]["ranks"][seat] + 1),
                f"{self.env.rewards[self.env.possible_agents[seat]]:+.2f}",
            )
        self.console.print(grid)

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
