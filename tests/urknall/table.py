"""Lay out a table of Urknall for a test, in the notation of the specification.

`b.` is a free blue element, `g1` a green one with marker colour 1, `3r.` are three free red ones. Bodies are
written by slot, with a bar between: "0 r0 r. | 1 b. 2g.".
"""

from tests.playing import observe, play, position, start

COLOURS = ("blue", "green", "red")
OWNERS = (".", "0", "1", "2", "3")
SLOTS = 36
FIRST = {2: [10, 10, 8, 8], 3: [10, 10, 10, 0], 4: [9, 9, 9, 9]}
PHASES = ("setup", "second", "second_mark", "travel", "mark", "change", "comet", "partner", "split", "over")

# the layouts of the specification's worked examples
A = """0 r0 r. | 1 b. g. | 2 r. g. b1 | 3 r1 b2 | 4 r2 r2 | 5 3g. 3b. | 6 4b. | 7 2b. 3g. | 8 4g. | 9 6r."""
B = """0 r0 r. | 1 r1 r1 r2 | 2 r2 r0 r1 | 3 r2 r1 r0 r2 | 4 6b. | 5 6b. | 6 6g. | 7 6g."""
C = """0 g0 | 1 r1 | 2 g2 | 3 b. | 4 2r. g. | 5 r2 g. b. | 6 4r. | 7 5b. | 8 5b. g. | 9 6g. | 10 g. 4r."""
D = """0 g0 | 1 g1 | 2 g2 | 3 b1 r. | 4 2b. g0 | 5 2r. 3g. | 6 6b. | 7 3b. 3r. | 8 6r. | 9 5g."""
E = """0 g0 g. | 1 r1 r. | 2 b. | 3 b2 r. | 4 g3 g. b. | 5 6g. | 6 2g. 4r. | 7 5r. | 8 4b. | 9 5b."""


def stones(text):
    """The elements "b. 2g1" as a body of a position."""
    body = {colour: [0] * 5 for colour in COLOURS}
    by_letter = {colour[0]: colour for colour in COLOURS}
    for token in text.split():
        count = int(token[:-2] or 1)
        body[by_letter[token[-2]]][OWNERS.index(token[-1])] += count
    return body


def written(body):
    """A body of a position in the notation, sorted: "b. b. g1"; None for an empty slot."""
    if body is None:
        return None
    return " ".join(
        colour[0] + owner for colour in COLOURS for owner, n in zip(OWNERS, body[colour], strict=True) for _ in range(n)
    )


def bodies_of(layout, fill=None):
    """The 36 slots of a layout. With `fill` the missing elements lie free in the next slots, so many to a body."""
    slots = [None] * SLOTS
    for entry in layout.split("|"):
        slot, text = entry.strip().split(maxsplit=1)
        slots[int(slot)] = stones(text)
    if fill:
        empty = max(s for s, body in enumerate(slots) if body) + 1
        for colour in COLOURS:
            missing = 12 - sum(sum(body[colour]) for body in slots if body)
            while missing:
                slots[empty] = stones(f"{min(fill, missing)}{colour[0]}.")
                missing -= min(fill, missing)
                empty += 1
    return slots


def lay(
    layout, players=3, *, phase="travel", turn=0, die=1, change=None, doubled=False, supply=None, astronauts=(0, 1, 2),
    unused=(), black_holes=False, picked=None, part=None, comet_now=False, to_move=None, fill=None,
):  # fmt: skip
    """A position. Comets are spent but for the seats in `unused`; removed is what is missing from the totals."""
    changing = phase in ("change", "comet", "partner", "split")
    slots = bodies_of(layout, fill)
    lying = [sum(body[c][1 + m] for body in slots if body for c in COLOURS) for m in range(4)]
    if supply is None:
        supply = _own_supply(players, phase, turn, 3) + [8 - n for n in lying[2:] if players == 2]
    supply = [*supply, *[0] * (4 - len(supply))]
    if to_move is None and phase != "over":
        to_move = 1 - turn if phase in ("second", "second_mark") else turn
    return {
        "game": "urknall_v0", "variants": {"black_holes": black_holes}, "players": players,
        "to_move": to_move, "phase": phase, "turn": turn, "die": die,
        "change": change if change is not None else int(changing), "doubled": doubled, "bodies": slots,
        "holes": [s for s, body in enumerate(slots) if black_holes and body and _is_hole(body)],
        "astronauts": list(astronauts)[:players], "comets": [seat in unused for seat in range(players)],
        "supply": supply, "removed": [FIRST[players][m] - supply[m] - lying[m] for m in range(4)],
        "picked": picked, "part": part, "comet_now": comet_now,
    }  # fmt: skip


def _is_hole(body):
    return all(sum(body[colour]) == 2 for colour in COLOURS)


def _own_supply(players, phase, turn, own):
    """Own supplies as they may stand in a turn, with so many for the active seat."""
    if phase == "over":
        return [0] * players
    if phase in ("second", "second_mark", "travel", "mark"):
        return [own - (seat < turn) for seat in range(players)]
    return [own + (seat > turn) for seat in range(players)]


def scoring(*bodies, players=4, **more):
    """A table with these bodies; all other elements are free and lie alone, and the astronauts stand on four of
    them."""
    layout = " | ".join(f"{slot} {text}" for slot, text in enumerate(bodies))
    supply = [1] * players + ([0, 0] if players == 2 else [])
    return lay(layout, players, fill=1, astronauts=range(len(bodies), len(bodies) + 4), **{"supply": supply, **more})


def new_game(players=4, seed=1, **arguments):
    """An environment at the start of a game."""
    return start("urknall_v0", players, seed, **arguments)


def after_setup(players=4, seed=1, **arguments):
    """An environment in which every seat has placed its astronaut on the next body of one element."""
    env = new_game(players, seed, **arguments)
    play(env, *[f"place body {10 + seat}" for seat in range(players)])
    return env


def each(label, slots):
    """The label for each of these slots."""
    return {f"{label} {slot}" for slot in slots}


def slot(env, number):
    """What lies in a slot, in the notation."""
    return written(position(env)["bodies"][number])


def body(text):
    """A text of the notation, sorted as `slot` gives it."""
    return written(stones(text))


def state_of(env):
    """Phase, active seat and change."""
    p = position(env)
    return p["phase"], p["turn"], p["change"]


def points(env):
    """Points of the marker colours 0 to 3 if scored now, without comets."""
    p = position(env)
    seen = (observe(env, 0)["points"] * 40).round().astype(int).tolist()
    order = [0, 1, 2, 3]  # seat 0 counts the marker colours so, at every table size
    return [seen[m] - (m < p["players"] and p["comets"][m]) for m in order]
