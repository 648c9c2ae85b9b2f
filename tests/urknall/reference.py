"""A second reading of the specification, on positions alone: what is allowed, what it does, what it scores.

Slow and simple; it shares no code with the game.
"""

from copy import deepcopy
from itertools import permutations

from .table import COLOURS, each, stones

WORDS = ("free", "own", "next", "third", "fourth")


def size(body):
    return sum(map(sum, body.values())) if body else 0


def number(table):
    return table["die"] if table["change"] == 1 else 7 - table["die"]


def living(table):
    return {b: body for b, body in enumerate(table["bodies"]) if body and b not in table["holes"]}


def goals(table):
    """Bodies on which something can still be marked."""
    return {b: body for b, body in living(table).items() if any(row[0] for row in body.values())}


def colours(body):
    return {colour for colour in COLOURS if sum(body[colour])}


def deserted(table):
    return {b: size(body) for b, body in living(table).items() if b not in table["astronauts"]}


def must_combine(table):
    sizes = sorted(deserted(table).values())
    return len(sizes) >= 2 and number(table) >= sum(sizes[:2])


def ordinary_pairs(table):
    found = deserted(table)
    if not must_combine(table):
        return set()
    return {
        (a, b)
        for a, b in permutations(found, 2)
        if min(found[a], found[b]) == min(found.values()) and found[a] + found[b] <= number(table)
    }


def comet_pairs(table):
    bodies = living(table)
    pairs = {(a, b) for a, b in permutations(bodies, 2) if size(bodies[a]) + size(bodies[b]) <= number(table)}
    return pairs - ordinary_pairs(table)


def separable(table):
    found, n = deserted(table), number(table)
    if must_combine(table) or not found or n > 2 or n > min(found.values()):
        return set()
    return {b for b, count in found.items() if count >= n + 1}


def markable(body):
    return {f"mark {colour}" for colour in COLOURS if body[colour][0]}


def setup(table):
    return each("place body", [b for b in goals(table) if size(table["bodies"][b]) == 1])


def second(table):
    return each("second body", [b for b, body in goals(table).items() if size(body) <= table["die"]])


def travel(table):
    seat, possible = table["turn"], goals(table)
    here = table["astronauts"][seat]
    if here is None:
        return each("place body", possible) or {"discard marker"}
    matching = {b for b, body in possible.items() if b != here and colours(body) & colours(table["bodies"][here])}
    labels = each("travel body", matching)
    if not matching:
        labels = {"stay"} if here in possible else {"discard marker"}
    if table["comets"][seat]:
        labels |= each("comet travel body", set(possible) - matching - {here})
        if here in possible and matching:
            labels |= {"comet stay"}
    return labels


def change(table):
    found = deserted(table)
    small = [a for a, _ in ordinary_pairs(table) if found[a] == min(found.values())]
    labels = each("combine body", small) | each("separate body", separable(table))
    if table["comets"][table["turn"]] and comet_pairs(table):
        labels |= {"comet combine"} | (set() if labels else {"pass"})
    return labels


def partner(table):
    pairs = comet_pairs(table) if table["comet_now"] else ordinary_pairs(table)
    return each("with body", [b for a, b in pairs if a == table["picked"]])


def columns(table):
    """Columns of a row of a body in the order of the owner words of the active seat."""
    s, n = table["turn"], table["players"]
    order = [s, 1 - s, 2 + s, 3 - s] if n == 2 else [(s + r) % n for r in range(n)] + [3] * (n == 3)
    return [0, *(1 + marker for marker in order)]


def split(table):
    body, part = table["bodies"][table["picked"]], table["part"]
    return {
        f"split {colour} {word}"
        for colour in COLOURS
        for word, column in zip(WORDS, columns(table), strict=True)
        if body[colour][column] > part[colour][column]
    }


ALLOWED = {
    "setup": setup,
    "second": second,
    "second_mark": lambda table: markable(table["bodies"][table["picked"]]),
    "travel": travel,
    "mark": lambda table: markable(table["bodies"][table["astronauts"][table["turn"]]]),
    "change": change,
    "comet": lambda table: each("combine body", [a for a, _ in comet_pairs(table)]),
    "partner": partner,
    "split": split,
    "over": lambda table: set(),
}


def points(table):
    """Points of the marker colours, straight from the rulebook."""
    total = [0] * 4
    for body in table["bodies"]:
        if size(body) < 2:
            continue
        for row in body.values():
            markers, count = row[1:], sum(row)
            most = max(markers)
            for m, own in enumerate(markers):
                if count == 1:
                    total[m] += own * (size(body) - 1)
                elif count == 2:
                    total[m] += 2 * own
                elif own == most and markers.count(most) == 1:
                    total[m] += count
                elif markers.count(most) > 1:
                    total[m] += own
    return total


# What a decision does


def after(before, label, die):
    """The position after a decision; `die` is the roll, should a new turn begin."""
    table = deepcopy(before)
    {
        "setup": do_setup, "second": do_second, "second_mark": do_second_mark, "travel": do_travel, "mark": do_mark,
        "change": do_change, "comet": do_comet, "partner": do_partner, "split": do_split,
    }[table["phase"]](table, label, die)  # fmt: skip
    return table


def put_marker(table, slot, colour, marker):
    row = table["bodies"][slot][colour]
    row[0] -= 1
    row[1 + marker] += 1
    table["supply"][marker] -= 1


def do_setup(table, label, die):
    seat, slot = table["to_move"], int(label.split()[-1])
    table["astronauts"][seat] = slot
    colour = next(c for c in COLOURS if table["bodies"][slot][c][0])
    put_marker(table, slot, colour, seat)
    if seat + 1 < table["players"]:
        table["to_move"] += 1
    else:
        begin_turn(table, 0, die)


def begin_turn(table, seat, die):
    table.update(turn=seat, die=die, change=0, doubled=False, phase="travel", to_move=seat)
    if table["players"] == 2 and table["supply"][3 - seat] > 0 and second(table):
        table.update(phase="second", to_move=1 - seat)


def do_second(table, label, die):
    table.update(phase="second_mark", picked=int(label.split()[-1]))


def do_second_mark(table, label, die):
    put_marker(table, table["picked"], label.split()[-1], 2 + table["to_move"])
    table.update(phase="travel", picked=None, doubled=True, to_move=table["turn"])


def do_travel(table, label, die):
    seat = table["turn"]
    if label == "discard marker":
        table["supply"][seat] -= 1
        table["removed"][seat] += 1
        next_change(table, die)
        return
    if label.startswith("comet"):
        table["comets"][seat] = False
    if "body" in label:
        table["astronauts"][seat] = int(label.split()[-1])
    table["phase"] = "mark"


def do_mark(table, label, die):
    seat = table["turn"]
    put_marker(table, table["astronauts"][seat], label.split()[-1], seat)
    next_change(table, die)


def next_change(table, die):
    """The next change of the turn that gives a choice, else the next turn."""
    table.update(picked=None, part=None, comet_now=False)
    while table["change"] < 1 + table["doubled"]:
        table["change"] += 1
        table["phase"] = "change"
        if change(table):
            return
    next_turn(table, die)


def next_turn(table, die):
    if any(table["supply"][: table["players"]]):
        begin_turn(table, (table["turn"] + 1) % table["players"], die)
    else:
        table.update(phase="over", to_move=None, change=0, doubled=False)


def do_change(table, label, die):
    if label == "pass":
        next_change(table, die)
    elif label == "comet combine":
        table["comets"][table["turn"]] = False
        table.update(phase="comet", comet_now=True)
    elif label.startswith("combine"):
        table.update(phase="partner", picked=int(label.split()[-1]))
    else:
        table.update(phase="split", picked=int(label.split()[-1]), part=stones(""))


def do_comet(table, label, die):
    table.update(phase="partner", picked=int(label.split()[-1]))


def do_partner(table, label, die):
    low, high = sorted((table["picked"], int(label.split()[-1])))
    bodies = table["bodies"]
    for colour in COLOURS:
        bodies[low][colour] = [a + b for a, b in zip(bodies[low][colour], bodies[high][colour], strict=True)]
    bodies[high] = None
    table["astronauts"] = [low if slot == high else slot for slot in table["astronauts"]]
    if table["variants"]["black_holes"] and all(sum(row) == 2 for row in bodies[low].values()):
        collapse(table, low)
        if not any(table["supply"][: table["players"]]):
            table.update(picked=None, comet_now=False)
            next_turn(table, die)
            return
    next_change(table, die)


def collapse(table, slot):
    lying = 0
    for row in table["bodies"][slot].values():
        for marker in range(4):
            lying += row[1 + marker]
            table["removed"][marker] += row[1 + marker]
        row[:] = [2, 0, 0, 0, 0]
    table["holes"] = sorted([*table["holes"], slot])
    table["astronauts"] = [None if at == slot else at for at in table["astronauts"]]
    for seat in range(table["players"]):
        back = min(table["supply"][seat], 2 if table["players"] in (2, 4) and lying <= 1 else 1)
        table["supply"][seat] -= back
        table["removed"][seat] += back


def do_split(table, label, die):
    _, colour, word = label.split()
    table["part"][colour][columns(table)[WORDS.index(word)]] += 1
    if size(table["part"]) < number(table):
        return
    old, new = table["picked"], table["bodies"].index(None)
    for c in COLOURS:
        row = table["bodies"][old][c]
        table["bodies"][old][c] = [a - b for a, b in zip(row, table["part"][c], strict=True)]
    table["bodies"][new] = table["part"]
    next_change(table, die)
