"""The table as text, as one seat sees it."""

from __future__ import annotations

from typing import Any

from ..core.game import Table
from .words import COLOURS


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """The position as `seat` sees it; None shows everything."""
    lines = [_headline(position, table), *_middle(position, seat)]
    first = seat if seat is not None else 0
    for distance in range(table.num_players):
        lines += ["", *_seat(position, (first + distance) % table.num_players, seat, table)]
    return "\n".join(lines)


def _headline(position: dict[str, Any], table: Table) -> str:
    to_move = position["to_move"]
    turn = "the game is over" if to_move is None else f"seat {to_move} to move ({position['phase']})"
    return f"{table.game.title} | round {position['round']} of 6 | {turn}"


def _middle(position: dict[str, Any], seat: int | None) -> list[str]:
    wants = "   ".join(
        f"{c} {position['want_now'][c] if position['want_now'][c] is not None else '-'}"
        f" (+{len(position['want_stacks'][c])} face down)"
        for c in COLOURS
    )
    lines = [f"want: {wants}"]
    if position["activated"]:
        tiles = [
            f"{tile if sees_tile(position, owner, seat) else '(face down)'}"
            + (f" by {owner}" if owner is not None else "")
            for owner, tile in position["activated"]
        ]
        lines.append("tiles in the middle: " + ", ".join(tiles))
    if position["tile_stack"]:
        lines.append(f"tile stack: {len(position['tile_stack'])}")
    if position["tiles_used"]:
        lines.append("tiles used: " + ", ".join(position["tiles_used"]))
    return lines


def sees_tile(position: dict[str, Any], owner: int | None, seat: int | None) -> bool:
    """Whether `seat` knows a tile in the middle that `owner` laid (None: chaos); seat None knows all."""
    return seat is None or position["variants"]["paradox"] == "open" or (owner is not None and owner == seat)


def points(position: dict[str, Any], seat: int) -> int:
    """The score of a seat: the values of the want cards that it has won."""
    return sum(sum(values) for values in position["won"][seat].values())


def played_for(position: dict[str, Any], seat: int, colour: str, table: Table) -> list[tuple[int, int]]:
    """Numbers and printed values of the cards that a seat has played for a colour, in playing order."""
    values = [card.values[COLOURS.index(colour)] for card in table.components.cards]
    return [(number, values[number - 1]) for number, chosen in position["played"][seat] if chosen == colour]


def known_hand(position: dict[str, Any], s: int, seat: int | None) -> list[int]:
    """Numbers of the cards in the hand of seat `s` that `seat` knows; seat None knows all."""
    shown: list[int] = position["hands" if seat is None or s == seat else "known"][s]
    return shown


def _seat(position: dict[str, Any], s: int, seat: int | None, table: Table) -> list[str]:
    shown = seat is None or s == seat
    marks = [name for name, there in (("starts", position["start"] == s), ("out", position["out"][s])) if there]
    lines = [
        f"seat {s}{' (you)' if s == seat else ''}{''.join(f' [{m}]' for m in marks)}: {points(position, s)} points, "
        f"{len(position['hands'][s])} in hand, {len(position['piles'][s])} in pile, {len(position['tiles'][s])} tiles"
    ]
    for c in COLOURS:
        played = played_for(position, s, c, table)
        if played:
            cards = ", ".join(f"{table.components.cards[n - 1].name} {value} (card {n})" for n, value in played)
            lines.append(f"  played {c}: {cards} = {sum(value for _, value in played)}")
    hand = known_hand(position, s, seat)
    if hand:
        lines.append(
            ("  hand: " if shown else "  known in hand: ") + ", ".join(_card(n, position, s, table) for n in hand)
        )
    if shown and position["tiles"][s]:
        lines.append("  tiles: " + ", ".join(position["tiles"][s]))
    if position["boxed"][s]:
        lines.append("  boxed: " + ", ".join(str(n) for n in position["boxed"][s]))
    return lines


def _card(number: int, position: dict[str, Any], s: int, table: Table) -> str:
    card = table.components.cards[number - 1]
    faces = " ".join(f"{c} {v}" for c, v in zip(COLOURS, card.values, strict=True) if v)
    seen = "*" if number in position["known"][s] else ""
    return f"{number}{seen} {card.name} ({faces})"
