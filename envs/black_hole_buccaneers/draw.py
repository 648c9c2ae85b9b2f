"""The table as text, as one seat sees it."""

from __future__ import annotations

from typing import Any

from ..core.game import Table
from .words import ARTIFACTS, CARDS, HOLE_KINDS, PARTS, QUARTERS, RELICS, ROBOTS, ROTORS, SHIFTERS, TOYS

TYPES = (
    *(("spaceships", 0, TOYS), ("toys", TOYS, PARTS), ("shapeshifters", SHIFTERS, ROBOTS)),
    *(("robots", ROBOTS, ARTIFACTS), ("artifacts", ARTIFACTS, RELICS), ("relics", RELICS, CARDS)),
)


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    """The position as `seat` sees it; None shows everything."""
    first = seat if seat is not None else 0
    lines = [_headline(position, table), *_hole(position, table), *_piles(position)]
    for distance in range(table.num_players):
        lines += ["", *_seat(position, (first + distance) % table.num_players, seat, table)]
    if position["pad"]:
        lines += ["", *_pad(position)]
    return "\n".join(lines)


def _headline(position: dict[str, Any], table: Table) -> str:
    to_move = position["to_move"]
    turn = "the game is over" if to_move is None else f"seat {to_move} to move ({position['phase']})"
    step = "" if position["step"] in ("select", "over") else f" | scoring, step {position['step']}"
    return f"{table.game.title} | round {position['round']} of 3, turn {position['turn']}{step} | {turn}"


def _hole(position: dict[str, Any], table: Table) -> list[str]:
    hole = table.components.holes[table.components.hole_names.index(position["holes"][position["round"] - 1])]
    cards = position["thresholds"]
    limit = f"{hole.threshold}" + "".join(f"{card:+d}" for card in cards)
    if cards:
        limit += f" = {hole.threshold + sum(cards)}"
    return [f"{hole.name} ({HOLE_KINDS[hole.kind]}, hands of {hole.hand}): threshold {limit}, then the last card"]


def _piles(position: dict[str, Any]) -> list[str]:
    arrow = "to the next seat" if position["direction"] > 0 else "to the seat before"
    lines = [
        f"hands pass {arrow} | draw pile {len(position['draw'])} | hole pile {len(position['hole_pile'])} | "
        f"discards: {', '.join(position['discards']) or '-'}"
    ]
    waiting = [f"{phase} of seat {seat}" for phase, seat in position["queue"]]
    return lines + ([f"decisions to come: {', '.join(waiting)}"] if waiting else [])


def _seat(position: dict[str, Any], s: int, seat: int | None, table: Table) -> list[str]:
    shown = seat is None or s == seat
    return [
        _summary(position, s, seat, table),
        *_laid(position, s, shown, table),
        *_own(position, s, table) * shown,
        *_remembered(position, s, seat) * (seat is not None),
    ]


def _summary(position: dict[str, Any], s: int, seat: int | None, table: Table) -> str:
    choosing = position["phase"] == "choose"
    marks = [
        ("you", s == seat),
        ("has chosen", choosing and position["chosen"][s] is not None),
        ("chance chooses", position["forced"][s] is not None),
        ("-6", position["minus6"] == s),
    ]
    value, weight = totals(position, s, seat is None or s == seat, table)
    return (
        f"seat {s}{''.join(f' [{mark}]' for mark, there in marks if there)}: {position['scores'][s]} points, "
        f"{len(position['hands'][s])} in hand, in front value {value}, weight {weight}"
    )


def face(position: dict[str, Any], name: str, table: Table) -> tuple[int, int]:
    """Value and weight of a card by itself, as it is turned."""
    cards = table.components
    card, turns = cards.names.index(name), position["rot"].get(name, 0)
    if ROTORS <= card < RELICS:
        return cards.rotors[card - ROTORS][turns]
    value, weight = cards.values[card], cards.weights[card]
    return (weight, value) if turns else (value, weight)


def faces(position: dict[str, Any], s: int, table: Table) -> dict[str, tuple[int, int]]:
    """Value and weight of each card in front of the seat, as they count now; in order of laying."""
    cards = table.components
    counted = {name: face(position, name, table) for name in position["laid"][s]}
    for group in position["groups"][s]:
        counted |= dict.fromkeys(group, cards.groups[len(group) - 1])
    shifters = [name for name in counted if SHIFTERS <= cards.names.index(name) < ROBOTS]
    return counted | {name: (counted[name][0], counted[shifters[-1]][1]) for name in shifters}


def totals(position: dict[str, Any], s: int, shown: bool, table: Table) -> tuple[int, int]:
    """Value and weight of what is seen in front of the seat; all of it if `shown`."""
    seen = [pair for name, pair in faces(position, s, table).items() if shown or name not in position["hidden"][s]]
    weight = sum(weight for _, weight in seen) - (6 if position["minus6"] == s else 0)
    return sum(value for value, _ in seen), weight


def _laid(position: dict[str, Any], s: int, shown: bool, table: Table) -> list[str]:
    names = table.components.names
    lines = []
    hidden = position["hidden"][s]
    laid = [name for name in position["laid"][s] if name not in hidden]
    if hidden:
        lines.append("  face down: " + (", ".join(hidden) if shown else f"{len(hidden)} toys"))
    for kind, low, high in TYPES:
        cards = [name for name in laid if low <= names.index(name) < high]
        if cards:
            lines.append(f"  {kind}: " + ", ".join(_card(position, name, table) for name in cards))
    for number, group in enumerate(position["groups"][s], start=1):
        value, weight = table.components.groups[len(group) - 1]
        lines.append(f"  group {number}: {', '.join(group)} ({value}/{weight} each)")
    grouped = [name for group in position["groups"][s] for name in group]
    loose = [name for name in laid if PARTS <= names.index(name) < SHIFTERS and name not in grouped]
    return lines + [f"  to be placed: {name}" for name in loose]


def _card(position: dict[str, Any], name: str, table: Table) -> str:
    """A card with value/weight, and how it is turned."""
    value, weight = face(position, name, table)
    turns = position["rot"].get(name, 0)
    turned = f", turned {turns} of {QUARTERS}" if turns else ""
    awake = ", awake" if any(name in rotors for rotors in position["awake"]) else ""
    return f"{name} ({value}/{weight}{turned}{awake})"


def _own(position: dict[str, Any], s: int, table: Table) -> list[str]:
    """What only the seat itself sees."""
    lines = []
    if position["hands"][s]:
        lines.append("  hand: " + ", ".join(_card(position, name, table) for name in position["hands"][s]))
    if position["phase"] == "choose" and position["chosen"][s]:
        lines.append(f"  chosen: {position['chosen'][s]}")
    if position["forced"][s]:
        lines.append(f"  chance has chosen: {position['forced'][s]}")
    if position["to_move"] == s and position["offer"]:
        lines.append("  on offer: " + ", ".join(_card(position, name, table) for name in position["offer"]))
    if position["placed"][s]:
        lines.append(f"  placed beside the hole: {position['placed'][s]}")
    if position["missing"][s]:
        lines.append(f"  laid face down by somebody: {', '.join(position['missing'][s])}")
    return lines


def _remembered(position: dict[str, Any], s: int, seat: int | None) -> list[str]:
    memory = position["memory"][seat][s] if seat is not None else []
    return [f"  you remember here: {', '.join(memory)}"] if memory else []


def _pad(position: dict[str, Any]) -> list[str]:
    """The scoring pad: for each round and seat weight, threshold, value and points."""
    lines = ["pad (weight/threshold, value, points of each seat)"]
    for number, row in enumerate(position["pad"], start=1):
        seats = [
            f"{weight}/{threshold} {'pulled in' if pulled else value} {points}"
            for weight, threshold, pulled, value, points in zip(
                row["final_weight"], row["threshold"], row["pulled"], row["value"], row["points"], strict=True
            )
        ]
        taken = [f"{name} seat {row[key]}" for key, name in (("minus6", "-6"), ("plus10", "+10"), ("minus10", "-10"))
                 if row[key] is not None]  # fmt: skip
        lines.append(f"  round {number}, last card {row['card']}: " + " | ".join([*seats, *taken]))
    return lines
