"""Which seat a learner gets."""

from __future__ import annotations

from typing import Literal

from cosmozoo.envs.core.checking import whole_number

SeatChoice = Literal["rotate", "random"] | int
"""A fixed seat, a seat drawn for each game, or the next seat for each next game."""


def checked_seat(seat: SeatChoice, num_players: int) -> SeatChoice:
    """The argument `seat`, if it is one. Raises ValueError otherwise."""
    if seat in ("rotate", "random"):
        return seat
    number = whole_number(seat)
    if number is None or not 0 <= number < num_players:
        raise ValueError(f"seat={seat!r}: must be 'rotate', 'random' or a seat from 0 to {num_players - 1}")
    return number
