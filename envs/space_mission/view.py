"""A position on its way into a picture: who looks, what lies open to them, what they may choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.compiling import plain
from ..core.drawing import Drawing
from ..core.game import Table
from . import rules
from .words import POINT_TILES, SLOTS

KINDS = {
    "gate": "Gate",
    "station": "Stations",
    "mineral": "Minerals",
    "alien": "Aliens",
    "matter": "Matter",
    "water": "Water",
    "medal": "Medals",
}
"""What brings points, in the order of the rulebook, with its heading."""


@dataclass(frozen=True, eq=False)
class View:
    """What every region of the picture is drawn from.

    Args:
        drawing: the picture.
        position, table: what is drawn.
        seat: who looks, None for everything face up.
        state: the position as a state record, for what is counted from it.
    """

    drawing: Drawing
    position: dict[str, Any]
    seat: int | None
    table: Table
    state: Any

    @property
    def is_over(self) -> bool:
        """The game has ended."""
        return self.position["to_move"] is None

    @property
    def bottom(self) -> int:
        """The seat whose hand and tiles lie at the bottom."""
        return self.seat or 0

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        players = self.table.num_players
        return [(self.bottom + distance) % players for distance in range(1, players)]

    @property
    def here(self) -> int | None:
        """The slot in which the ship of the seat to move is."""
        return None if self.is_over else self.position["ships"][self.position["to_move"]]

    def is_face_up(self, seat: int) -> bool:
        """Whether cards and tiles of this seat are face up."""
        return self.seat in (None, seat)

    @property
    def flights(self) -> dict[int, str]:
        """The slots beside that ship, with the flight there."""
        if self.here is None:
            return {}
        return {(self.here - 1) % SLOTS: "fly counterclockwise", (self.here + 1) % SLOTS: "fly clockwise"}

    def actions_on(self, slot: int) -> list[str]:
        """Actions that are chosen on a planet: to come here, or to build here."""
        actions = [f"jump {slot}"]
        if slot in self.flights:
            actions.append(self.flights[slot])
        if slot == self.here:
            actions.append("develop")
        return actions

    def tiles(self, seat: int, kind: str) -> list[tuple[str, int]]:
        """A seat's tiles of a kind that have been delivered: type and number, none left out."""
        held = zip(POINT_TILES, self.state.held[seat].tolist(), strict=True)
        return [(tile, count) for tile, count in held if tile.startswith(kind)]

    def points(self, seat: int, *, delivered: bool = False) -> dict[str, int]:
        """A seat's points as they stand, by what brings them; `delivered`: with its reserved tiles."""
        tiles = (self.state.claimed if delivered else self.state.held)[seat].tolist()
        return {
            "gate": plain(rules.gate_points)(self.state, self.table.rules[0], self.position["gate"][seat]),
            "station": rules.STATION_POINTS * int(self.state.stations[seat]),
            "mineral": plain(rules.set_points)(tiles, rules.MINERALS),
            "alien": plain(rules.set_points)(tiles, rules.ALIENS),
            "matter": plain(rules.matter_points)(tiles),
            "water": plain(rules.water_points)(tiles),
            "medal": rules.MEDAL_POINTS * tiles[rules.MEDAL],
        }

    def standings(self) -> tuple[list[int], list[int]]:
        """Points and ranks of all seats, 0 the best."""
        scores, ranks = np.zeros((2, 1, self.table.num_players), np.int64)
        rewards = np.zeros((1, self.table.num_players), np.float32)
        self.table.game.drivers.settle(self.state.reshape(1), self.table.rules, scores, ranks, rewards)
        return scores[0].tolist(), ranks[0].tolist()
