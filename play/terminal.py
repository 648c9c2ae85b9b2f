"""A table in the terminal: persons type labels, policies play between, everybody sees what their seat may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cosmozoo.envs import GameEnv
from cosmozoo.envs.core.drawing import Drawing
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.train.files import write_json
from cosmozoo.wrappers.policies import Policy, make_policy

from .films import FilmError, write_picture
from .history import Telling
from .match import Match, StandsError

HELP = """\
  a label, a number     make this decision (the beginning of a label is enough if only one begins so)
  hint [POLICY]         what a policy would do here (greedy if none is named)
  undo                  take back your last decision, while it has shown you nothing new
  show                  show the table and what is legal once more
  show N, back N        show the table as you saw it before decision N, or N decisions ago
  log, log N            what has happened: the last 20 decisions, or the last N
  picture FILE          draw the table as you see it, as a .svg or .png file
  save FILE             keep the position; --position FILE goes on from it (it holds the hidden things too)
  help                  this
  quit                  leave the game"""

ERASE_SCROLLED = "\x1b[3J"
"""Tells a terminal to forget what has scrolled off the screen, hands included."""

_LOGGED = 20
"""Decisions that `log` shows."""


class _Left(Exception):  # noqa: N818 (no error: a person gets up from the table)
    """A person leaves before the end."""


class TerminalTable:
    """One game in the terminal.

    Args:
        env: an environment that was reset.
        seats: for each seat the policy that plays it, None for a person. There is at least one person.
        console: where everything is printed; answers come from standard input.

    Attributes:
        match: the game and all that has happened in it.
    """

    def __init__(self, env: GameEnv, seats: Sequence[Policy | None], console: Console) -> None:
        self.match = Match(env, seats)
        self.console = console
        self._viewer = self.match.persons[0] if len(self.match.persons) == 1 else None
        self._at_the_screen = self._viewer

    @property
    def env(self) -> GameEnv:
        """The table as it stands."""
        return self.match.env

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The record of the game so far."""
        return self.match.lines()

    def play(self) -> bool:
        """Play until the game is over (True) or a person leaves (False)."""
        try:
            while (seat := self.match.to_move) is not None:
                policy = self.match.policy_to_move
                if policy is None:
                    self._ask(seat)
                else:
                    self._let_play(policy)
        except (_Left, KeyboardInterrupt):
            self._say("\nYou leave the game unfinished. Goodbye.")
            return False
        self._show_result()
        return True

    # ---- Turns

    def _let_play(self, policy: Policy) -> None:
        """A policy decides; what the one person may see of it is printed."""
        self.match.let_play(policy)
        if self._viewer is None and self.match.hides:  # whose eyes are at the screen is not known
            self._say(self._told(Telling(self.match.decisions[-1].seat, None)))
        else:
            self._say(self._told(self.match.told(self._viewer)[-1]))

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
                self.match.decide(action)
                return

    def _hand_over(self, seat: int) -> None:
        """Several persons share the screen: hide what the last one saw before the next one looks."""
        if self._at_the_screen == seat:
            return
        self._at_the_screen = seat
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
        if _is_number(answer):
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
        elif command == "show":
            self._show_earlier(seat, argument, lambda number: number - 1)
        elif command == "back":
            self._show_earlier(seat, argument or "1", lambda number: self.match.last_moment - number)
        elif command == "log":
            self._show_log(seat, argument or str(_LOGGED))
        elif command == "hint":
            self._hint(argument or "greedy")
        elif answer == "undo":
            self._undo(seat)
        elif command == "picture":
            self._write(argument, "picture", lambda file: write_picture(self._picture(seat), file))
        elif command == "save":
            self._write(argument, "save", lambda file: write_json(file, self.env.position()))
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
        best = self.match.hint(policy)
        if len(best) == 1:
            self._say(f"{policy.name} would choose: {best[0][0]}")
            return
        self._say(f"{policy.name} would choose:")
        for label, chance in best:
            self._say(f"  {chance:6.1%}  {label}")

    def _undo(self, seat: int) -> None:
        try:
            self.match.undo(seat)
        except StandsError as error:
            self._say(str(error))
        else:
            self._show_table(seat)

    def _write(self, name: str, command: str, write: Callable[[Path], None]) -> None:
        if not name:
            self._say(f"{command} FILE: which file?")
            return
        try:
            write(Path(name))
        except OSError as error:
            self._say(f"not saved: {name}: {error.strerror or error}")
        except (FilmError, ModuleNotFoundError) as error:
            self._say(f"not saved: {error}")
        else:
            self._say(f"saved to {name}")

    def _picture(self, seat: int) -> Drawing:
        return self.env.game.picture(self.env.position(), seat, self.env.table, self.env.legal_labels())

    # ---- What is shown

    def _told(self, telling: Telling) -> str:
        """A decision as somebody may know it, with what they saw change on the lines below."""
        who = f"seat {telling.seat} ({self.match.name(telling.seat)})"
        said = f"{who} has decided" if telling.label is None else f"{who}: {telling.label}"
        return "\n    ".join([said, *telling.seen])

    def _drawn(self, moment: int, seat: int | None) -> str:
        return "\n".join(self.match.words(moment, seat))

    def _show_earlier(self, seat: int, number: str, moment_of: Callable[[int], int]) -> None:
        """Show the table as the seat saw it at the moment that is meant by a number."""
        made = self.match.last_moment
        moment = moment_of(int(number)) if _is_number(number) else -1
        if not 0 <= moment < made:
            self._say(f"there is no such decision: {made} were made so far")
            return
        self.console.rule(f"before decision {moment + 1} of {made}", style="dim")
        self._say(self._drawn(moment, seat))
        self._say(f"\n{moment + 1} {self._told(self.match.told(seat)[moment])}")

    def _show_log(self, seat: int, number: str) -> None:
        """What the seat may know of the last decisions, each with its number."""
        if not _is_number(number):
            self._say(f"log N: {number!r} is no number of decisions")
            return
        told = list(enumerate(self.match.told(seat), start=1))
        for place, telling in told[max(len(told) - int(number), 0) :]:
            self._say(f"{place} {self._told(telling)}")

    def _show_table(self, seat: int) -> None:
        self.console.rule(f"seat {seat}", style="dim")
        self._say(self._drawn(self.match.last_moment, seat))
        self._say("")
        legal = self.env.legal_labels()
        width = len(str(len(legal)))
        entries = [Text(f"{number:{width}} {label}") for number, label in enumerate(legal, start=1)]
        self.console.print(Columns(entries, padding=(0, 3), column_first=True))

    def _show_result(self) -> None:
        self.console.rule("the end", style="dim")
        self._say(self._drawn(self.match.last_moment, None))
        grid = Grid("seat", "who", "score", "place", "reward")
        for column in grid.columns[2:]:
            column.justify = "right"
        standing = self.match.standing(self.match.last_moment)
        for seat in sorted(range(self.env.num_players), key=lambda seat: standing.ranks[seat]):
            grid.add_row(
                str(seat),
                Text(self.match.name(seat)),
                str(standing.scores[seat]),
                str(standing.ranks[seat] + 1),
                f"{self.env.rewards[self.env.possible_agents[seat]]:+.2f}",
            )
        self.console.print(grid)

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
