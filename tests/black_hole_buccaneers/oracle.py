"""The game once more, made from its specification alone: plain and slow, on the positions as JSON.

It says what is legal, what a decision leads to (dice and shuffles are taken from the position that follows, if they
are possible), what a game is worth, what a seat sees, what a loader refuses, and what a seat cannot know.
"""

import copy
from collections import Counter
from itertools import chain

from .table import HOLES, KINDS, NAMES, PARTS, ROBOTS, ROTORS, SCORING, SHIFTERS, SHIPS, TOYS, VALUE, WEIGHT, by_index

EGG, POOL, RING, CARPET, EXOSKELETON, PAPERWEIGHT, BLANKET = NAMES[60:]
GPS, TIIT, LASER, TENTACLE, GYRO, MORPHOSUCKER, CUBUS, LOOTBOX = NAMES[52:60]
PHASES = ("choose", "group", "laser", "pick", "egg", "robot", "pool", "ring", "over")
STEPS = ("select", "A", "B", "D")
STEPS_OF = {
    "choose": ["select"], "group": ["select", "A", "B"], "laser": ["select"], "pick": ["select"], "egg": ["A"],
    "pool": ["B"], "robot": ["A", "B"], "ring": ["D"], "over": ["over"],
}  # fmt: skip
RELICS = {"egg": EGG, "pool": POOL, "ring": RING}
HOLE_KINDS = dict(zip(HOLES, ["menacing"] * 4 + ["risky"] * 4 + ["dangerous"] * 5, strict=True))
FACES = {
    MORPHOSUCKER: [(2, 5), (5, 4), (8, 3), (11, 2)], CUBUS: [(4, 6), (6, 4), (8, 2), (3, 7)],
    LOOTBOX: [(1, 4), (5, 4), (9, 4), (13, 4)],
}  # fmt: skip
GROUPS = [(2, 5), (4, 4), (5, 3), (5, 2)]
CUPS = [-4, -2, 2, 3, 4]  # the threshold cards
KEYS = {
    "game", "variants", "players", "to_move", "phase", "step", "round", "turn", "direction", "holes", "scores", "pad",
    "thresholds", "draw", "hole_pile", "discards", "hands", "chosen", "forced", "laid", "rot", "groups", "hidden",
    "awake", "offer", "queue", "placed", "minus6", "memory", "missing",
}  # fmt: skip
PAD_KEYS = {
    "card", "threshold", "weight", "final_weight", "points", "pulled", "value", "minus6", "plus10", "minus10",
}  # fmt: skip


def kind(part):
    return part[:-2]


def flat(lists):
    return list(chain.from_iterable(lists))


def owner(p, card):
    """The seat in front of which the card lies, or None."""
    return next((seat for seat, cards in enumerate(p["laid"]) if card in cards), None)


def loose(p, seat):
    """Parts of a seat that stand in no group."""
    return [card for card in p["laid"][seat] if card in PARTS and card not in flat(p["groups"][seat])]


def lacking(p, seat, part):
    """Numbers, from 1, of the groups of a seat that lack the kind of the part."""
    groups = enumerate(p["groups"][seat], 1)
    return [k for k, group in groups if kind(part) not in [kind(other) for other in group]]


def faces(p, seat, cards):
    """Value and weight of these cards, which lie in front of the seat."""
    shifters = [card for card in p["laid"][seat] if card in SHIFTERS]
    value = weight = 0
    for card in cards:
        v, w = VALUE[card], WEIGHT[card]
        if card in ROBOTS and p["rot"][card] == 1:
            v, w = w, v
        elif card in ROTORS:
            v, w = FACES[card][p["rot"][card]]
        elif card in PARTS:
            v, w = GROUPS[max([len(group) for group in p["groups"][seat] if card in group], default=1) - 1]
        elif card in SHIFTERS:
            w = WEIGHT[shifters[-1]]
        value, weight = value + v, weight + w
    return value, weight


def best_ship(cards):
    """Value of the best spaceship, None if there is none."""
    return max((VALUE[card] for card in cards if card in SHIPS), default=None)


def rank_key(number, cards):
    ship = best_ship(cards)
    return (number, ship is not None, ship or 0)


# ---- decisions


def legal(p):
    """Labels that are legal."""
    phase, seat = p["phase"], p["to_move"]
    if phase == "choose":
        forced = p["forced"][seat]
        return {f"card {card}" for card in p["hands"][seat] if forced in (None, card)}
    if phase == "group":
        (part,) = loose(p, seat)
        return {f"join group {k}" for k in lacking(p, seat, part)} | {"new group"}
    if phase == "laser":
        return {"threshold -4", "threshold -2", "threshold +2", "threshold +4"}
    if phase == "pick":
        return {f"card {card}" for card in p["offer"]}
    if phase == "robot":
        return {"robot upright", "robot turned"}
    return {f"{verb} {RELICS[phase]}" for verb in ("discard", "keep")} if phase in RELICS else set()


def after(p, label, now):
    """The position that the action leads to; chance has decided as in the position `now`."""
    p = copy.deepcopy(p)
    seat, phase = p["to_move"], p["phase"]
    if phase == "choose":
        card = label.removeprefix("card ")
        p["hands"][seat].remove(card)
        p["chosen"][seat] = card
        if seat + 1 < p["players"]:
            p["to_move"] = seat + 1
        else:
            _reveal(p)
            _next_in_turn(p, now)
    elif phase == "group":
        (part,) = loose(p, seat)
        if label == "new group":
            p["groups"][seat].append([part])
        else:
            p["groups"][seat][int(label.split()[-1]) - 1].append(part)
        _go_on(p, now)
    elif phase == "laser":
        number = int(label.split()[-1])
        p["thresholds"] = sorted([*p["thresholds"], number])
        if number > 0:
            p["laid"][seat].remove(LASER)
            p["discards"].append(LASER)
        _next_in_turn(p, now)
    elif phase == "pick":
        _pick(p, seat, label.removeprefix("card "), now)
    elif phase == "robot":
        p["rot"][p["laid"][seat][-1]] = int(label == "robot turned")
        _go_on(p, now)
    elif label.startswith("discard"):
        p["laid"][seat].remove(RELICS[phase])
        p["discards"].append(RELICS[phase])
        if phase == "ring":
            _finish(p, now)
        elif not _fetch(p, seat, p["draw" if phase == "egg" else "hole_pile"].pop(0)):
            _go_on(p, now)
    elif phase == "ring":
        _finish(p, now)
    else:
        _go_on(p, now)
    return p


def _ask(p, phase, seat):
    p["phase"], p["to_move"] = phase, seat


def _go_on(p, now):
    """What follows a decision that can be asked in the selection and in the scoring phase."""
    if p["step"] == "select":
        _next_in_turn(p, now)
    elif p["step"] == "A":
        _step_b(p, now)
    else:
        _step_c(p, now)


def _lay(p, seat, card, face_down):
    """Lay a card and turn the awake rotors; True if its owner has to choose a group for it."""
    p["laid"][seat].append(card)
    if card in ROBOTS or card in ROTORS:
        p["rot"][card] = 0
    if face_down:
        p["hidden"][seat].append(card)
        return False
    _show(p, seat, card)
    if card in PARTS and not lacking(p, seat, card):
        p["groups"][seat].append([card])
    return card in PARTS and card not in flat(p["groups"][seat])


def _show(p, seat, card):
    """Everybody sees the card; awake rotors turn."""
    for cards in (*flat(p["memory"]), *p["missing"]):
        if card in cards:
            cards.remove(card)
    if card in ROBOTS:
        return
    for other, rotors in enumerate(p["awake"]):
        for rotor in rotors:
            if (
                (rotor == MORPHOSUCKER and other != seat and card in SHIFTERS)
                or (rotor == CUBUS and other != seat and WEIGHT[card] >= 7)
                or (rotor == LOOTBOX and other == seat and WEIGHT[card] >= 6)
            ):
                p["rot"][rotor] = (p["rot"][rotor] + 1) % 4


def _reveal(p):
    n, shown = p["players"], p["chosen"]
    groups = [seat for seat in range(n) if _lay(p, seat, shown[seat], shown[seat] in TOYS)]
    p["forced"] = [None] * n
    robots = [card for card in shown if card in ROBOTS]
    if len(robots) >= 2:
        for card in robots:
            p["rot"][card] = 1
    if TIIT in shown:
        p["thresholds"] = sorted([*p["thresholds"], 3])
        for step in range(n):
            hand = (shown.index(TIIT) + step) % n
            p["hands"][hand] = by_index([*p["hands"][hand], p["draw"].pop(0)])
    if GYRO in shown:
        p["direction"] = -p["direction"]
    p["queue"] = [["group", seat] for seat in groups]
    p["queue"] += [["laser", shown.index(LASER)]] if LASER in shown else []
    p["queue"] += [["pick", shown.index(TENTACLE)]] if TENTACLE in shown else []


def _next_in_turn(p, now):
    if not p["queue"]:
        _end_turn(p, now)
        return
    phase, seat = p["queue"].pop(0)
    _ask(p, phase, seat)
    if phase == "pick":
        p["offer"], p["draw"] = by_index(p["draw"][:3]), p["draw"][3:]


def _pick(p, seat, card, now):
    p["discards"] += [other for other in p["offer"] if other != card]
    p["offer"] = []
    ask = _lay(p, seat, card, card in TOYS)
    robots = [other for other in p["chosen"] if other in ROBOTS]
    if card in ROBOTS and robots:
        for robot in (card, *robots):
            p["rot"][robot] = 1
    if ask:
        _ask(p, "group", seat)
    else:
        _end_turn(p, now)


def _end_turn(p, now):
    n, shown = p["players"], p["chosen"]
    p["awake"] = [by_index([card for card in cards if card in ROTORS]) for cards in p["laid"]]
    p["chosen"] = [None] * n
    if len(p["hands"][0]) >= 2:
        _pass_on(p)
        p["turn"] += 1
        if GPS in shown:
            seat = shown.index(GPS)
            p["forced"][seat] = now["forced"][seat]
            assert p["forced"][seat] in p["hands"][seat], "chance forces a card of the new hand"
        _ask(p, "choose", 0)
        return
    p["placed"] = flat(p["hands"])
    p["hands"] = [[] for _ in range(n)]
    if now["round"] == p["round"]:
        p["hole_pile"] = list(now["hole_pile"])
    else:
        first = now["pad"][-1]["card"]
        p["hole_pile"] = [first] + [card for card in p["placed"] if card != first]
    assert sorted(p["hole_pile"]) == sorted(p["placed"]), "the hole pile is a shuffle of the last hand cards"
    p["step"] = "A"
    if owner(p, EGG) is None:
        _step_b(p, now)
    else:
        _ask(p, "egg", owner(p, EGG))


def _pass_on(p):
    n = p["players"]
    hands, memory = p["hands"], p["memory"]
    p["hands"] = [hands[(seat - p["direction"]) % n] for seat in range(n)]
    p["memory"] = [[[] for _ in range(n)] for _ in range(n)]
    for seat in range(n):
        for hand in range(n):
            holder = (hand + p["direction"]) % n
            if hand == seat:
                p["memory"][seat][holder] = list(hands[seat])
            elif holder == seat:
                gone = [card for card in memory[seat][hand] if card not in p["hands"][seat]]
                p["missing"][seat] = by_index(p["missing"][seat] + gone)
            else:
                p["memory"][seat][holder] = memory[seat][hand]


def _fetch(p, seat, card):
    """Lay a card that Egg or Pool has brought; True if it asks for a decision."""
    ask = _lay(p, seat, card, face_down=False)
    if ask or card in ROBOTS:
        _ask(p, "group" if ask else "robot", seat)
        return True
    return False


def _step_b(p, now):
    p["step"] = "B"
    if owner(p, POOL) is None:
        _step_c(p, now)
    else:
        _ask(p, "pool", owner(p, POOL))


def _step_c(p, now):
    for seat, toys in enumerate(p["hidden"]):
        for card in toys:
            _show(p, seat, card)
    p["hidden"] = [[] for _ in p["hidden"]]
    sums = [sum(WEIGHT[card] for card in cards if card in TOYS) for cards in p["laid"]]
    p["minus6"] = sums.index(max(sums)) if sums.count(max(sums)) == 1 else None
    p["step"] = "D"
    if owner(p, RING) is None:
        _finish(p, now)
    else:
        _ask(p, "ring", owner(p, RING))


def _finish(p, now):
    """Steps E to H, and the next round or the end."""
    n, laid = p["players"], p["laid"]
    totals = [faces(p, seat, laid[seat]) for seat in range(n)]
    weight = [w - 6 * (p["minus6"] == seat) for seat, (_, w) in enumerate(totals)]

    def alone(extreme, card):
        seat = weight.index(extreme)
        return seat if weight.count(extreme) == 1 and card in laid[seat] else None

    plus10, minus10 = alone(min(weight), CARPET), alone(max(weight), EXOSKELETON)
    revealed = p["hole_pile"][0]
    limit = HOLES[p["holes"][p["round"] - 1]][1] + sum(p["thresholds"])
    threshold = [limit + WEIGHT[revealed] * (2 if PAPERWEIGHT in cards else 1) for cards in laid]
    final = [w - 10 * (minus10 == seat) for seat, w in enumerate(weight)]
    pulled = [w > bound for w, bound in zip(final, threshold, strict=True)]
    value = [None if pulled[seat] else totals[seat][0] + 10 * (plus10 == seat) for seat in range(n)]
    keys = {seat: rank_key(value[seat], laid[seat]) for seat in range(n) if not pulled[seat]}
    points = [5 * (BLANKET in cards) for cards in laid]
    for seat, key in keys.items():
        points[seat] = SCORING[n][sum(other >= key for other in keys.values()) - 1]
    p["pad"].append({
        "card": revealed, "threshold": threshold, "weight": weight, "final_weight": final, "points": points,
        "pulled": pulled, "value": value, "minus6": p["minus6"], "plus10": plus10, "minus10": minus10,
    })  # fmt: skip
    p["scores"] = [score + more for score, more in zip(p["scores"], points, strict=True)]
    for seat in range(n):
        if pulled[seat]:
            p["discards"] += laid[seat]
            for card in laid[seat]:
                p["rot"].pop(card, None)
            p["laid"][seat], p["groups"][seat], p["awake"][seat] = [], [], []
    p["memory"] = [[[] for _ in range(n)] for _ in range(n)]
    p["missing"] = [[] for _ in range(n)]
    if p["round"] == 3:
        p["phase"] = p["step"] = "over"
        p["to_move"] = None
    else:
        _deal(p, now)


def _deal(p, now):
    n = p["players"]
    size = HOLES[p["holes"][p["round"]]][0]
    assert sorted(flat(now["hands"]) + now["draw"]) == sorted(NAMES), "all cards are dealt"
    assert [len(hand) for hand in now["hands"]] == [size] * n
    p |= {
        "to_move": 0, "phase": "choose", "step": "select", "round": p["round"] + 1, "turn": 1, "thresholds": [],
        "draw": now["draw"], "hole_pile": [], "discards": [], "hands": [by_index(hand) for hand in now["hands"]],
        "rot": {}, "offer": [], "queue": [], "minus6": None,
    }  # fmt: skip
    for key in ("chosen", "forced", "placed"):
        p[key] = [None] * n
    for key in ("laid", "groups", "hidden", "awake"):
        p[key] = [[] for _ in range(n)]


# ---- results

SCORE_SCALE = 45


def scores(p):
    return p["scores"]


def ranks(p):
    keys = [rank_key(score, cards) for score, cards in zip(p["scores"], p["laid"], strict=True)]
    return [sum(other > key for other in keys) for key in keys]


# ---- what a seat sees


def asked_card(p):
    """The card that a `group` or `robot` decision is about, else None."""
    if p["phase"] == "group":
        return loose(p, p["to_move"])[0]
    return p["laid"][p["to_move"]][-1] if p["phase"] == "robot" else None


def one_hot(of, value):
    return [float(other == value) for other in of]


def seen(p, seat):
    """Segments of the observation, each as a flat list."""
    n, phase = p["players"], p["phase"]
    choosing = phase == "choose"
    around = [(seat + r) % n for r in range(n)]
    visible = [[c for c in p["laid"][s] if s == seat or c not in p["hidden"][s]] for s in range(n)]
    base = HOLES[p["holes"][p["round"] - 1]][1]

    places = [dict.fromkeys(NAMES, 0.0) for _ in range(6)]
    for r, other in enumerate(around):
        for card in p["memory"][seat][other]:
            places[r][card] = -1
        for card in visible[other]:
            fresh = (not choosing and card == p["chosen"][other]) or card == asked_card(p)
            places[r][card] = 0.75 if fresh else 1
    for card in p["hands"][seat]:
        places[0][card] = -0.5 if card == p["forced"][seat] else -1
    if p["placed"][seat] in p["hole_pile"]:
        places[0][p["placed"][seat]] = -1
    if choosing and p["chosen"][seat]:
        places[0][p["chosen"][seat]] = 0.5

    elsewhere = dict.fromkeys(NAMES, 0.0)
    elsewhere |= dict.fromkeys(p["missing"][seat], -1) | dict.fromkeys(p["discards"], 1)
    if p["to_move"] == seat:
        elsewhere |= dict.fromkeys(p["offer"], 0.5)

    groups = [[float(j in map(kind, group)) for j in KINDS] for group in p["groups"][seat][:8]]
    placing = kind(asked_card(p)) if phase == "group" and p["to_move"] == seat else None
    of_seats = []
    for other in around:
        value, weight = faces(p, other, visible[other])
        shifters = [card for card in p["laid"][other] if card in SHIFTERS]
        ship = best_ship(p["laid"][other])
        of_seats += [
            1, p["scores"][other] / 60, value / 80, (weight - 6 * (p["minus6"] == other)) / 80,
            len(p["hidden"][other]) / 10, sum(WEIGHT[card] for card in visible[other] if card in TOYS) / 40,
            len(shifters) / 10, WEIGHT[shifters[-1]] / 8 if shifters else 0,
            *(sum(len(group) == size for group in p["groups"][other]) / 4 for size in (1, 2, 3, 4)),
            (ship or 0) / 14, ship is not None, choosing and p["chosen"][other] is not None,
            p["forced"][other] is not None,
        ]  # fmt: skip
    agreed = p["variants"]["first_game"] or p["variants"]["holes"] is not None
    holes = []
    for number, hole in enumerate(p["holes"], 1):
        size, threshold = HOLES[hole]
        known = [1, *one_hot(("menacing", "risky", "dangerous"), HOLE_KINDS[hole]), threshold / 40, size / 9]
        holes += known if agreed or number <= p["round"] else [0] * 6
    own_weight = faces(p, seat, p["laid"][seat])[1] - 6 * (p["minus6"] == seat)
    points = [point / 15 for point in SCORING[n]]
    table = {
        "places": flat(row.values() for row in places),
        "elsewhere": list(elsewhere.values()),
        "robot_turned": [p["rot"].get(card, 0) for card in ROBOTS],
        "rotor": flat(one_hot(range(4), p["rot"].get(card)) for card in ROTORS),
        "rotor_awake": [card in flat(p["awake"]) for card in ROTORS],
        "own_groups": flat(groups + [[0] * 4] * (8 - len(groups))),
        "placing": one_hot(KINDS, placing),
        "seats": of_seats + [0] * 16 * (6 - n),
        "phase": one_hot(PHASES, phase),
        "step": one_hot(STEPS, p["step"]),
        "round": one_hot((1, 2, 3), p["round"]),
        "players": one_hot((3, 4, 5, 6), n),
        "holes": holes,
        "thresholds": [card in p["thresholds"] for card in CUPS],
        "table": [
            p["direction"], len(p["draw"]) / 67, len(p["hands"][seat]) / 10, len(p["discards"]) / 67,
            len(p["hole_pile"]) / 6,
        ],
        "scoring": points + [0] * (6 - n),
        "minus6": [r < n and p["minus6"] == around[r] for r in range(6)],
        "slack": [(base + sum(p["thresholds"]) - own_weight) / 40],
    }  # fmt: skip
    return {name: [max(-1.0, min(1.0, float(value))) for value in values] for name, values in table.items()}


# ---- what a loader refuses


def refused_by(p, players, variants):
    """Name of the first check of section 11 that the position fails, None if it is good."""
    for check in (_form, _cards, _moment, _order, _knowledge):
        why = check(p, players, variants) if check is _form else check(p)
        if why:
            return why
    return None


def _whole(value, low, high=2**31 - 1):
    return type(value) is int and low <= value <= high


def _names(value, among=NAMES):
    return type(value) is list and all(type(x) is str and x in among for x in value) and len(set(value)) == len(value)


def _each(value, n, test):
    return type(value) is list and len(value) == n and all(test(x) for x in value)


def _form(p, players, variants):
    if type(p) is not dict or set(p) != KEYS:
        return "keys"
    n = players

    def seat(x):
        return _whole(x, 0, n - 1)

    def seat_or_null(x):
        return x is None or seat(x)

    def name(x):
        return type(x) is str and x in NAMES

    def name_or_null(x):
        return x is None or name(x)

    def number(x):
        return _whole(x, -(2**31))

    def numbers(x):
        return _each(x, n, number)

    def row(x):
        return (
            type(x) is dict
            and set(x)
            == {
                "card",
                "threshold",
                "weight",
                "final_weight",
                "points",
                "pulled",
                "value",
                "minus6",
                "plus10",
                "minus10",
            }
            and name(x["card"])
            and all(numbers(x[key]) for key in ("threshold", "weight", "final_weight", "points"))
            and _each(x["pulled"], n, lambda y: type(y) is bool)
            and _each(x["value"], n, lambda y: y is None or number(y))
            and all((v is None) == pulled for v, pulled in zip(x["value"], x["pulled"], strict=True))
            and all(seat_or_null(x[key]) for key in ("minus6", "plus10", "minus10"))
        )

    def entry(x):
        return type(x) is list and len(x) == 2 and x[0] in ("group", "laser", "pick") and seat(x[1])

    good = {
        "game": p["game"] == "black_hole_buccaneers_v0",
        "variants": type(p["variants"]) is dict
        and type(p["variants"].get("first_game")) is bool
        and p["variants"] == variants,
        "players": type(p["players"]) is int and p["players"] == n,
        "to_move": seat_or_null(p["to_move"]),
        "phase": type(p["phase"]) is str and p["phase"] in PHASES,
        "step": type(p["step"]) is str and p["step"] in (*STEPS, "over"),
        "round": _whole(p["round"], 1, 3),
        "turn": _whole(p["turn"], 1),
        "direction": type(p["direction"]) is int and abs(p["direction"]) == 1,
        "holes": _names(p["holes"], HOLES) and len(p["holes"]) == 3,
        "scores": numbers(p["scores"]),
        "pad": type(p["pad"]) is list and all(row(x) for x in p["pad"]),
        "thresholds": type(p["thresholds"]) is list
        and all(type(x) is int and x in CUPS for x in p["thresholds"])
        and p["thresholds"] == sorted(set(p["thresholds"])),
        "rot": type(p["rot"]) is dict and all(type(x) is int for x in p["rot"].values()),
        "groups": _each(p["groups"], n, lambda x: type(x) is list and all(g and _names(g, PARTS) for g in x)),
        "queue": type(p["queue"]) is list and all(entry(x) for x in p["queue"]),
        "minus6": seat_or_null(p["minus6"]),
        "memory": _each(p["memory"], n, lambda x: _each(x, n, _names)),
    }
    good |= {key: _names(p[key]) for key in ("draw", "discards", "hole_pile", "offer")}
    good |= {key: _each(p[key], n, name_or_null) for key in ("chosen", "forced", "placed")}
    good |= {key: _each(p[key], n, _names) for key in ("hands", "laid", "hidden", "awake", "missing")}
    bad = [key for key, fits in good.items() if not fits]
    if bad:
        return bad[0]
    for cards in (*p["hands"], *p["awake"], p["offer"], *flat(p["memory"]), *p["missing"]):
        if cards != by_index(cards):
            return "by index"
    if p["variants"]["first_game"] and p["holes"] != ["Gentle Gulp", "Tumbling Throat", "Devouring Deep"]:
        return "holes of the first game"
    if p["variants"]["holes"] not in (None, p["holes"]):
        return "agreed holes"
    return None


def _cards(p):
    """Each card in one place; what lies in front of a seat fits together."""
    n, phase = p["players"], p["phase"]
    places = [p["draw"], p["discards"], *p["hands"], *p["laid"], p["offer"], p["hole_pile"]]
    if phase == "choose":
        places.append([card for card in p["chosen"] if card])
    if Counter(flat(places)) != Counter(NAMES):
        return "every card once"
    pending = [seat for what, seat in [[phase, p["to_move"]], *p["queue"]] if what == "group"]
    for seat in range(n):
        laid = p["laid"][seat]
        if len(laid) > 10 or sum(card in PARTS for card in laid) > 9:
            return "laid cards"
        grouped = flat(p["groups"][seat])
        if len(set(grouped)) != len(grouped) or not set(grouped) <= set(laid):
            return "parts of groups"
        if any(len({kind(part) for part in group}) != len(group) for group in p["groups"][seat]):
            return "kinds of a group"
        if len(loose(p, seat)) != (seat in pending):
            return "parts in groups"
        if seat in pending and not lacking(p, seat, loose(p, seat)[0]):
            return "a part that a group lacks"
        toys = [card for card in laid if card in TOYS]
        if p["step"] == "select" and p["hidden"][seat] != toys:
            return "hidden"
        if p["hidden"][seat] != [card for card in toys if card in p["hidden"][seat]]:
            return "hidden"
        if phase in ("ring", "over") and p["hidden"][seat]:
            return "hidden"
        if not set(p["awake"][seat]) <= set(laid) & set(ROTORS):
            return "awake"
    turns = {card: 2 if card in ROBOTS else 4 for card in flat(p["laid"]) if card in ROBOTS or card in ROTORS}
    if set(p["rot"]) != set(turns) or any(not 0 <= p["rot"][card] < turns[card] for card in turns):
        return "rot"
    return None


def _moment(p):
    """Phase, step, seat to move, sizes."""
    n, phase, select = p["players"], p["phase"], p["step"] == "select"
    size, _ = HOLES[p["holes"][p["round"] - 1]]
    if p["step"] not in STEPS_OF[phase]:
        return "phase and step"
    if (p["to_move"] is None) != (phase == "over"):
        return "to_move"
    for seat in range(n):
        if (p["chosen"][seat] is not None) != (select and (phase != "choose" or seat < p["to_move"])):
            return "chosen"
        if select and phase != "choose":
            card = p["chosen"][seat]
            if card not in p["laid"][seat] and not (card == LASER and LASER in p["discards"]):
                return "chosen cards are laid"
        held = len(p["hands"][seat]) + (p["chosen"][seat] is not None)
        before = size - p["turn"] + 1 + (3 in p["thresholds"])
        if held != (before if select else 0) or (select and before < 2):
            return "size of hands"
        if p["forced"][seat] is not None and not (
            phase == "choose"
            and p["forced"][seat] in ([p["chosen"][seat]] if p["chosen"][seat] else p["hands"][seat])
            and GPS in p["laid"][seat]
        ):
            return "forced"
    drawn = owner(p, TENTACLE) is not None and "pick" not in [what for what, _ in p["queue"]]
    if select and len(p["draw"]) != 67 - n * size - n * (3 in p["thresholds"]) - 3 * drawn:
        return "size of the pile"
    if phase == "egg" and not p["draw"]:
        return "the egg needs a pile"
    if len(p["offer"]) != (3 if phase == "pick" else 0):
        return "offer"
    if select and (p["hole_pile"] or any(p["placed"])):
        return "placed in the selection"
    if not select and (
        not _names(p["placed"]) or not set(p["hole_pile"]) <= set(p["placed"]) or len(p["hole_pile"]) not in (n, n - 1)
    ):
        return "placed"
    if phase not in ("ring", "over") and p["minus6"] is not None:
        return "minus6"
    if len(p["pad"]) != (3 if phase == "over" else p["round"] - 1) or (phase == "over" and p["round"] != 3):
        return "pad"
    if p["scores"] != [sum(row["points"][seat] for row in p["pad"]) for seat in range(n)]:
        return "scores"
    return None


def _order(p):
    """Queue, thresholds, the cards that decisions are about."""
    phase, select = p["phase"], p["step"] == "select"
    if p["queue"] and (not select or phase in ("choose", "pick")):
        return "queue"
    waiting = [[phase, p["to_move"]], *p["queue"]]
    if p["queue"]:
        order = [(["group", "laser", "pick"].index(what), seat) for what, seat in waiting]
        kinds = [what for what, _ in waiting if what != "group"]
        if order != sorted(set(order)) or len(set(kinds)) != len(kinds):
            return "order of the queue"
    for what, seat in waiting:
        card = {"laser": LASER, "pick": TENTACLE, **RELICS}.get(what)
        if card and card not in p["laid"][seat]:
            return "the card of a decision"
        if what in ("laser", "pick") and p["chosen"][seat] != card:
            return "the card was chosen"
        if what == "robot":
            last = p["laid"][seat][-1:]
            if not last or last[0] not in ROBOTS or p["rot"][last[0]] != 0:
                return "the robot of a decision"
    of_laser = [card for card in p["thresholds"] if card != 3]
    if len(of_laser) > 1 or (of_laser and "laser" in [what for what, _ in waiting]):
        return "thresholds"
    if phase == "over":
        return None
    if 3 in p["thresholds"] and owner(p, TIIT) is None:
        return "+3 comes from TIIT"
    if of_laser and (LASER in p["discards"] if of_laser[0] > 0 else owner(p, LASER) is not None) is False:
        return "the Laser fits its card"
    return None


def _knowledge(p):
    """Memories; a hidden toy that is remembered has left one hand, and no seat remembers a card twice."""
    n = p["players"]
    left = {}
    for seat in range(n):
        toys = [card for other in range(n) if other != seat for card in p["hidden"][other]]
        known = flat([*p["memory"][seat], p["missing"][seat]])
        if p["memory"][seat][seat]:
            return "own memory"
        for other in range(n):
            there = [*p["hands"][other], p["placed"][other], p["phase"] == "choose" and p["chosen"][other]]
            if not set(p["memory"][seat][other]) <= {*toys, *(set(there) - set(flat(p["laid"])))}:
                return "memory"
            for card in p["memory"][seat][other]:
                if card in toys and left.setdefault(card, other) != other:
                    return "the hand that a toy has left"
        if not set(p["missing"][seat]) <= set(toys):
            return "missing"
        if len(set(known)) != len(known):
            return "remembered twice"
    return None


# ---- what a seat cannot know


def disguised(p, seat, dice):
    """The same table for a seat: hidden cards have changed places wherever it could not tell."""
    p = copy.deepcopy(p)
    others = [other for other in range(p["players"]) if other != seat]
    if not p["variants"]["first_game"] and p["variants"]["holes"] is None:
        past = p["holes"][: p["round"]]
        p["holes"] = past + dice.sample([hole for hole in HOLES if hole not in past], 3 - len(past))
    dice.shuffle(p["hole_pile"])
    for other in others:  # which card was chosen, which is forced
        hand, chosen = p["hands"][other], p["chosen"][other]
        if p["phase"] == "choose" and chosen and dice.random() < 0.7:
            i = dice.randrange(len(hand))
            hand[i], p["chosen"][other] = chosen, hand[i]
        if p["forced"][other]:
            p["forced"][other] = p["chosen"][other] or dice.choice(hand)

    known = {*flat(p["memory"][seat]), *p["missing"][seat]}
    toys = [card for other in others for card in p["hidden"][other]]
    free = p["draw"] + flat(p["hands"][other] for other in others)
    free += [p["placed"][other] for other in others if p["placed"][other] in p["hole_pile"]]
    free += [card for other in others for card in [p["chosen"][other]] if card and p["phase"] == "choose"]
    free += p["offer"] if p["to_move"] != seat else []
    free = [card for card in free if card not in known]
    new = _shuffle(free, dice)
    new = _then(new, _shuffle([card for card in toys + free if card in TOYS and card not in known], dice))
    new = _then(new, _shuffle([new.get(card, card) for card in toys], dice))
    own = p["memory"][seat], p["missing"][seat]
    rot = p["rot"]
    p = {key: value if key in ("pad", "rot") else _renamed(value, new) for key, value in p.items()}
    p["memory"][seat], p["missing"][seat], p["rot"] = own[0], own[1], rot
    p["hands"] = [by_index(hand) for hand in p["hands"]]
    p["offer"] = by_index(p["offer"])
    down = set(flat(p["hidden"]))
    for other in others:  # what the others remember of toys no longer fits
        p["memory"][other] = [by_index(set(cards) - down) for cards in p["memory"][other]]
        p["missing"][other] = []
    return p


def _shuffle(cards, dice):
    return dict(zip(cards, dice.sample(cards, len(cards)), strict=True))


def _then(first, second):
    """One renaming after the other."""
    return {card: second.get(first.get(card, card), first.get(card, card)) for card in {**first, **second}}


def _renamed(value, new):
    if isinstance(value, list):
        return [_renamed(x, new) for x in value]
    return new.get(value, value) if isinstance(value, str) else value
