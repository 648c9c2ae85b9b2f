"""What the specification says of results, observations and positions from outside, computed from positions alone.

Slow and simple, like `reference`, whose rules it uses; it shares no code with the game.
"""

from . import reference
from .reference import (
    ALLOWED,
    columns,
    comet_pairs,
    deserted,
    must_combine,
    number,
    ordinary_pairs,
    points,
    second,
    separable,
    size,
)
from .table import COLOURS, FIRST, PHASES

TURN = PHASES[1:-1]
CHANGE = ("change", "comet", "partner", "split")
LAID_OUT = [3] * 4 + [2] * 6 + [1] * 12 + [0] * 14
KEYS = (
    "game", "variants", "players", "to_move", "phase", "turn", "die", "change", "doubled", "bodies", "holes",
    "astronauts", "comets", "supply", "removed", "picked", "part", "comet_now",
)  # fmt: skip


# Decisions


def legal(table):
    return ALLOWED[table["phase"]](table)


def after(table, label, now):
    return reference.after(table, label, now["die"])


# Results (section 8 and the shared specification)


SCORE_SCALE = 20


def scores(table):
    return [total + comet for total, comet in zip(points(table), table["comets"], strict=False)]


def ranks(table):
    own, second_colours = scores(table), points(table)[2:]
    if table["players"] == 2:
        if max(second_colours) > max(own):
            return [1, 1]
        own = [(own[seat], second_colours[seat]) for seat in range(2)]
    return [sum(other > mine for other in own) for mine in own]


# What a seat sees (section 7)


def one_hot(length, places):
    return [int(place in places) for place in range(length)]


def seen(table, seat):
    """Segment name to the list of its values, in their order."""
    n, bodies = table["players"], table["bodies"]
    clockwise = [(seat + r) % n for r in range(n)]
    view = columns({"turn": seat, "players": n})
    markers = [column - 1 for column in view[1:] if n != 3 or column < 4]

    def body(counts, scale):
        return [counts[colour][column] / scale if counts else 0 for colour in COLOURS for column in view]

    def by_seat(holds):
        return [int(holds(s)) for s in clockwise] + [0] * (4 - n)

    def by_marker(value):
        return [value(m) for m in markers] + [0] * (4 - len(markers))

    total = scores(table) + points(table)[n:]

    smallest = sorted(deserted(table).values())[:2]
    return {
        "bodies": [value for b in bodies for value in (body(b, 6) if b else [0] * 15)],
        "astronauts": [on for b in range(36) for on in by_seat(lambda s, b=b: table["astronauts"][s] == b)],
        "holes": one_hot(36, table["holes"]),
        "picked": one_hot(36, [table["picked"]]),
        "part": body(table["part"], 2),
        "off_board": by_seat(lambda s: table["astronauts"][s] is None),
        "comets": by_seat(lambda s: table["comets"][s]),
        "supply": by_marker(lambda m: table["supply"][m] / 10),
        "removed": by_marker(lambda m: table["removed"][m] / 10),
        "points": by_marker(lambda m: min(1, total[m] / 40)),
        "die": one_hot(6, [table["die"] - 1]),
        "number": one_hot(6, [number(table) - 1] if table["change"] else []),
        "doubled": [int(table["doubled"]), int(table["change"] == 2)],
        "phase": one_hot(10, [PHASES.index(table["phase"])]),
        "to_move": by_seat(lambda s: table["to_move"] == s),
        "turn": by_seat(lambda s: table["turn"] == s),
        "comet_now": [int(table["comet_now"])],
        "players": one_hot(3, [n - 2]),
        "black_holes": [int(table["variants"]["black_holes"])],
        "smallest": [count / 6 for count in smallest] + [0] * (2 - len(smallest)),
    }


# Which positions are refused (section 11)


def refused_by(table, players, black_holes, elements=(12, 12, 12)):
    """The number of the first loader check that refuses the position; 0 if it is taken."""
    for check in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
        if not CHECKS[check](table, players, black_holes, elements):
            return check
    return 0


def whole(value, low, high):
    return type(value) is int and low <= value <= high


def whole_list(value, length, low, high):
    return type(value) is list and len(value) == length and all(whole(v, low, high) for v in value)


def is_body(value):
    return type(value) is dict and set(value) == set(COLOURS) and all(whole_list(value[c], 5, 0, 36) for c in COLOURS)


def well_formed(table, players, black_holes, _):
    if type(table) is not dict or set(table) != set(KEYS):
        return False
    if type(table["phase"]) is not str or table["phase"] not in PHASES:
        return False
    over, setup = table["phase"] == "over", table["phase"] == "setup"
    spots = table["astronauts"]
    return all(
        [
            type(table["game"]) is str and table["game"] == "urknall_v0",
            type(table["players"]) is int and table["players"] == players,
            type(table["variants"]) is dict and list(table["variants"]) == ["black_holes"],
            type(table["variants"]) is dict and table["variants"].get("black_holes") is black_holes,
            table["to_move"] is None if over else whole(table["to_move"], 0, players - 1),
            table["turn"] is None if setup else whole(table["turn"], 0, players - 1),
            whole(table["die"], 0, 0) if setup else whole(table["die"], 1, 6),
            whole(table["change"], 1, 2) if table["phase"] in CHANGE else whole(table["change"], 0, 0),
            type(table["doubled"]) is bool and not (over and table["doubled"]),
            type(table["comet_now"]) is bool and not (over and table["comet_now"]),
            type(table["bodies"]) is list and len(table["bodies"]) == 36,
            type(table["bodies"]) is list and all(b is None or is_body(b) for b in table["bodies"]),
            type(table["holes"]) is list and all(whole(b, 0, 35) for b in table["holes"]),
            type(spots) is list and len(spots) == players and all(a is None or whole(a, 0, 35) for a in spots),
            type(table["comets"]) is list and [type(c) for c in table["comets"]] == [bool] * players,
            whole_list(table["supply"], 4, 0, 10),
            whole_list(table["removed"], 4, 0, 10),
            table["picked"] is None or whole(table["picked"], 0, 35),
            table["part"] is None or is_body(table["part"]),
        ]
    )


def on_board(table):
    return [body for body in table["bodies"] if body]


def elements_are_right(table, _players, _black_holes, elements):
    totals = tuple(sum(sum(body[colour]) for body in on_board(table)) for colour in COLOURS)
    return all(1 <= size(body) <= 6 for body in on_board(table)) and totals == tuple(elements)


def markers_are_right(table, players, *_):
    lying = [sum(body[c][1 + m] for body in on_board(table) for c in COLOURS) for m in range(4)]
    totals = [sum(of) for of in zip(table["supply"], table["removed"], lying, strict=True)]
    second_removed = players == 2 and any(table["removed"][2:]) and not table["holes"]
    return totals == FIRST[players] and not second_removed


def holes_are_right(table, _players, black_holes, _):
    found = [b for b, body in enumerate(table["bodies"]) if body and all(sum(row) == 2 for row in body.values())]
    if not black_holes:
        return table["holes"] == []
    return table["holes"] == found and all(row[0] == 2 for b in found for row in table["bodies"][b].values())


def astronauts_are_right(table, *_):
    for at in table["astronauts"]:
        if at is None and table["phase"] != "setup" and not table["holes"]:
            return False
        if at is not None and (table["bodies"][at] is None or at in table["holes"]):
            return False
    return True


def setup_is_right(table, players, *_):
    if table["phase"] != "setup":
        return True
    if [size(body) for body in table["bodies"]] != LAID_OUT:
        return False
    placed = table["astronauts"][: table["to_move"]]
    marked = {
        (b, m)
        for b, body in enumerate(table["bodies"])
        for m in range(4)
        if body and any(row[1 + m] for row in body.values())
    }
    return all(
        [
            all(sum(sum(row) > 0 for row in body.values()) >= 2 for body in table["bodies"][:4]),
            None not in placed and len(set(placed)) == len(placed),
            all(at is not None and size(table["bodies"][at]) == 1 for at in placed),
            table["astronauts"][len(placed) :] == [None] * (players - len(placed)),
            marked == {(at, seat) for seat, at in enumerate(placed)},
            all(table["comets"]),
            table["removed"] == [0] * 4,
        ]
    )


def own_supplies_are_right(table, players, *_):
    own, t = table["supply"][:players], table["turn"]
    if table["phase"] == "setup":
        return True
    if table["phase"] == "over":
        return own == [0] * players
    if table["phase"] in CHANGE:
        return own == [own[t] + (seat > t) for seat in range(players)]
    return own[t] >= 1 and own == [own[t] - (seat < t) for seat in range(players)]


def doubled_is_right(table, players, *_):
    if table["change"] == 2 and not table["doubled"]:
        return False
    if table["doubled"] and (
        players != 2 or table["phase"] not in ("travel", "mark", *CHANGE) or table["supply"][3 - table["turn"]] == 8
    ):
        return False
    return table["phase"] not in ("second", "second_mark") or (players == 2 and table["supply"][3 - table["turn"]] > 0)


def choice_is_right(table, *_):
    phase, picked, part = table["phase"], table["picked"], table["part"]
    if (picked is not None) != (phase in ("second_mark", "partner", "split")) or (part is not None) != (
        phase == "split"
    ):
        return False
    if table["comet_now"] and (phase not in ("comet", "partner") or table["comets"][table["turn"]]):
        return False
    if phase == "comet":
        return table["comet_now"]
    if phase == "second_mark":
        return f"second body {picked}" in second(table)
    if phase == "partner" and table["comet_now"]:
        return any(a == picked for a, _ in comet_pairs(table))
    if phase == "partner":
        return must_combine(table) and any(
            a == picked and deserted(table)[a] == min(deserted(table).values()) for a, _ in ordinary_pairs(table)
        )
    if phase == "split":
        return (
            picked in separable(table)
            and size(part) < number(table)
            and all(
                few <= all_
                for colour in COLOURS
                for few, all_ in zip(part[colour], table["bodies"][picked][colour], strict=True)
            )
        )
    return True


def mover_is_right(table, *_):
    if table["phase"] in ("second", "second_mark"):
        return table["to_move"] == 1 - table["turn"]
    if table["phase"] == "mark" and table["astronauts"][table["turn"]] is None:
        return False
    return table["phase"] not in TURN or table["to_move"] == table["turn"]


def something_is_allowed(table, *_):
    return table["phase"] == "over" or bool(legal(table))


CHECKS = {
    1: well_formed,
    2: elements_are_right,
    3: markers_are_right,
    4: holes_are_right,
    5: astronauts_are_right,
    6: setup_is_right,
    7: own_supplies_are_right,
    8: doubled_is_right,
    9: choice_is_right,
    10: mover_is_right,
    11: something_is_allowed,
}
