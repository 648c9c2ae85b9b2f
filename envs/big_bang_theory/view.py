"""A position as one seat sees it, for the picture: what is face up, what the played cards count, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..core.compiling import plain
from ..core.game import Table
from . import rules
from .components import Card
from .draw import sees_tile
from .words import COLOURS, TILES

_CHOICES = {
    "paradox": "may lay a Paradox tile",
    "second": "may lay a second tile",
    "play": "plays a card or drops out",
}
"""What the seat to move has to decide, by phase."""


@dataclass(frozen=True)
class View:
    """A position and who looks at it; seat None sees everything."""

    position: dict[str, Any]
    seat: int | None
    table: Table

    def __getitem__(self, key: str) -> Any:
        return self.position[key]

    @property
    def over(self) -> bool:
        return self.position["phase"] == "over"

    def sees(self, s: int) -> bool:
        """Whether hand, tiles and pile of seat `s` are known."""
        return self.seat is None or s == self.seat

    def sees_tile(self, owner: int | None) -> bool:
        """Whether a tile in the middle that `owner` laid is known."""
        return sees_tile(self.position, owner, self.seat)

    def card(self, number: int) -> Card:
        """The card with this number."""
        card: Card = self.table.components.cards[number - 1]
        return card

    @cached_property
    def ranks(self) -> list[int]:
        """Rank of each seat as the game stands, 0 the best."""
        return self.table.standings(self.table.load(self.position))[1]

    @cached_property
    def totals(self) -> dict[str, list[int]]:
        """Half points of all seats in each colour (evaluation step 3) by the tiles in the middle that are known.

        The list is empty for a colour for which no card of anybody counts: nobody can win it (R15).
        """
        state = self.table.load(self.position)[0]
        tiles = sum(1 << TILES.index(tile) for owner, tile in self.position["activated"] if self.sees_tile(owner))
        swap = plain(rules.swap_in_force)(tiles)
        totals = {}
        for colour, name in enumerate(COLOURS):
            source = plain(rules.source_colour)(colour, swap)
            seats = range(self.table.num_players) if state.cards_for[:, source].any() else ()
            totals[name] = [plain(rules.total)(state, s, tiles, colour, source) for s in seats]
        return totals

    def leaders(self, colour: str) -> list[int]:
        """The seats with the highest total of a colour; none if no card counts for it."""
        totals = self.totals[colour]
        return [s for s, total in enumerate(totals) if total == max(totals)]

    def turn(self) -> str:
        """Who is to do what, or who has won."""
        if not self.over:
            return f"seat {self.position['to_move']} {_CHOICES[self.position['phase']]}"
        winners = [f"seat {s}" for s, rank in enumerate(self.ranks) if rank == 0]
        return f"game over, {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}"


def in_points(half_points: int) -> str:
    """Half points as people write them: 7, 3.5."""
    return f"{half_points / 2:g}"
