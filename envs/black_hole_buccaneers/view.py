"""The table as somebody sees it: what the drawing's regions ask before they draw."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..core.drawing import EDGE, PANEL, Drawing
from ..core.game import Table
from .cards import Face
from .components import Hole
from .draw import faces, totals
from .words import ROTOR_NAMES


class Box(NamedTuple):
    """An area of the drawing."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class View:
    """A position, the seat that looks at it (None sees everything), and the drawing that is being made."""

    drawing: Drawing
    position: dict[str, Any]
    seat: int | None
    table: Table

    @property
    def bottom(self) -> int:
        """The seat that sits at the lower edge."""
        return 0 if self.seat is None else self.seat

    @property
    def clockwise(self) -> tuple[int, ...]:
        """All seats, the bottom one first."""
        players = self.table.num_players
        return tuple((self.bottom + distance) % players for distance in range(players))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.position["to_move"] is None

    @property
    def scoring(self) -> bool:
        """Whether hands are gone and cards are counted."""
        return self.position["step"] != "select"

    @property
    def result(self) -> dict[str, Any] | None:
        """The row of the pad for what lies on the table: only at the end."""
        return self.position["pad"][-1] if self.over else None

    @cached_property
    def ranks(self) -> list[int]:
        """Ranks by seat as the game stands, 0 for the best."""
        return self.table.standings(self.table.load(self.position))[1]

    @property
    def hole(self) -> Hole:
        """The hole of this round."""
        return self.hole_of(self.position["round"])

    @property
    def limit(self) -> int:
        """Threshold of the hole and the cards beside it, without the last card."""
        return self.hole.threshold + sum(self.position["thresholds"])

    def hole_of(self, number: int) -> Hole:
        """The hole of a round, known or not."""
        holes = self.table.components.holes
        return next(hole for hole in holes if hole.name == self.position["holes"][number - 1])

    def knows_hole(self, number: int) -> bool:
        """Whether the hole of a round has been turned over, or was agreed on."""
        agreed = self.position["variants"]["first_game"] or self.position["variants"]["holes"] is not None
        return self.seat is None or agreed or number <= self.position["round"]

    def sees(self, s: int) -> bool:
        """Whether what only seat s knows is seen."""
        return self.seat is None or s == self.seat

    def decides(self, s: int) -> bool:
        """Whether it is the seat's turn."""
        return s == self.position["to_move"]

    def has_chosen(self, s: int) -> bool:
        """Whether the seat has laid a card that nobody else has seen yet."""
        return self.position["phase"] == "choose" and self.position["chosen"][s] is not None

    def offered(self, s: int) -> bool:
        """Whether the seat picks one of three cards."""
        return self.position["phase"] == "pick" and self.decides(s)

    def totals(self, s: int) -> tuple[int | None, int]:
        """Value and weight of what is seen in front of the seat; at the end as on the pad (no value: pulled in)."""
        if self.result:
            return self.result["value"][s], self.result["final_weight"][s]
        return totals(self.position, s, self.sees(s), self.table)

    def limit_of(self, s: int) -> int:
        """What the seat's cards may weigh, as far as it is known."""
        return self.result["threshold"][s] if self.result else self.limit

    def face(self, name: str) -> Face:
        """A card as printed."""
        cards = self.table.components
        card = cards.names.index(name)
        return Face(card, name, cards.values[card], cards.weights[card])

    def laid_faces(self, s: int) -> dict[str, Face]:
        """The cards in front of a seat as they lie and count there, in order of laying, hidden ones too."""
        turns = dict(self.position["rot"])
        for group in self.position["groups"][s]:
            turns |= dict.fromkeys(group, len(group) - 1)
        return {
            name: Face(
                self.table.components.names.index(name), name, value, weight, turns.get(name, 0), self._note(name)
            )
            for name, (value, weight) in faces(self.position, s, self.table).items()
        }

    def _note(self, name: str) -> str:
        if any(name in hidden for hidden in self.position["hidden"]):
            return "hidden"
        if name in ROTOR_NAMES:
            return "awake" if any(name in rotors for rotors in self.position["awake"]) else "asleep"
        return ""

    # ---- What every region stands on

    def panel(self, box: Box, *, stroke: str = EDGE, stroke_width: float = 1) -> None:
        """The ground of a region."""
        self.drawing.rect(*box, radius=12, fill=PANEL, stroke=stroke, stroke_width=stroke_width)
