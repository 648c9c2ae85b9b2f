"""The rules of Space Mission read a second time, from the specification alone: slow, on positions as dicts.

`legal` and `after` are sections 3 and 5, `scores`, `ranks` and `rewards` section 8, `seen` section 7, `refused_by`
the checks of section 11, and `disguised` exchanges what section 6 hides from a seat.
"""

import copy
from collections import Counter
from itertools import chain, pairwise

from .table import CARDS, DECKS, LIMITS, PLANETS, TILE_COUNTS, TILES

POINTS = TILES[:-1]
PHASES = ("action", "top_up", "jump_card", "scan_card", "land_card_1", "land_card_2", "scan_take", "develop_take",
          "discover_take")  # fmt: skip
CARD_PHASES = ("jump_card", "scan_card", "land_card_1", "land_card_2")


def by_kind(tiles):
    return sorted(tiles, key=TILES.index)


def by_code(cards):
    return sorted(cards, key=CARDS.index)


def flat(lists):
    return list(chain.from_iterable(lists))


# ---- the table


def points_in(pile):
    return [tile for tile in pile if tile != "space"]


def opened(planet):
    return not points_in(planet["pile"]) and (planet["takes"] != [] or planet["blind"] is not None)


def revealed(p):
    return sum(planet["pile"].count("space") for planet in p["planets"] if opened(planet))


def reserved(p, seat):
    """Tiles that lie under probes of the seat."""
    return [tile for q in p["planets"] if q["station"] is None for taker, tile in q["takes"] if taker == seat]


def held(p, seat):
    return [tile for q in p["planets"] if q["station"] is not None for taker, tile in q["takes"] if taker == seat]


def stations(p, seat):
    return sum(planet["station"] == seat for planet in p["planets"])


def stock(p, seat):
    return 20 - p["gate"][seat] - stations(p, seat) - len(reserved(p, seat))


def scanned(planet, seat):
    return planet["blind"] == seat or any(taker == seat for taker, _ in planet["takes"])


def pays(card, colour, value):
    return any(card[i] == colour and card[i + 1] in (str(value), "?") for i in (0, 2))


def here(p):
    """The planet under the ship of the seat to move, if it is on one."""
    slot = p["ships"][p["to_move"]]
    return None if slot is None else p["planets"][slot]


# ---- decisions


def legal(p):
    """Labels of what the seat to move may do."""
    if p["phase"] == "over":
        return set()
    seat, planet = p["to_move"], here(p)
    hand = p["hands"][seat]
    if p["phase"] == "action":
        return set(_actions(p, seat, hand, planet))
    if p["phase"] == "top_up":
        return {"draw"} | {f"card {card}" for card in hand}
    if p["phase"] == "jump_card":
        return {f"card {card}" for card in hand if pays(card, "B", p["planets"][p["target"]]["jump"])}
    if p["phase"] == "scan_card":
        return {f"card {card}" for card in hand if pays(card, "G", planet["scan"])}
    if p["phase"] == "land_card_1":
        return {f"card {hand[low]}" for low, _ in _landing_pairs(hand, planet)}
    if p["phase"] == "land_card_2":
        return {f"card {card}" for card in hand if pays(card, "O", planet["land"][1])}
    return {f"take {tile}" for tile in points_in(planet["pile"])}


def _landing_pairs(hand, planet):
    low, high = planet["land"]
    places = range(len(hand))
    return [(i, j) for i in places for j in places if i != j and pays(hand[i], "O", low) and pays(hand[j], "O", high)]


def _actions(p, seat, hand, planet):
    chip = stock(p, seat) >= 1
    yield "top up"
    for slot, target in enumerate(p["planets"]):
        if chip and slot != p["ships"][seat] and any(pays(card, "B", target["jump"]) for card in hand):
            yield f"jump {slot}"
    if planet is None:
        return
    yield "fly clockwise"
    yield "fly counterclockwise"
    if planet["station"] is not None:
        if not opened(planet):
            yield "discover"
        return
    if chip and not opened(planet) and any(pays(card, "G", planet["scan"]) for card in hand):
        yield "scan"
    if chip and scanned(planet, seat) and _landing_pairs(hand, planet):
        yield "develop"


def after(p, label, now):
    """The position after a decision. Of `now`, the position that came, only the order after a shuffle is taken."""
    p = copy.deepcopy(p)
    p["step"] += 1
    seat, planet, phase = p["to_move"], here(p), p["phase"]
    word, _, what = label.partition(" ")
    if word == "card":
        p["hands"][seat].remove(what)
        p["discard"] = by_code([*p["discard"], what])
    if phase == "action":
        if label in ("fly clockwise", "fly counterclockwise"):
            p["ships"][seat] = (p["ships"][seat] + (1 if what == "clockwise" else 7)) % 8
            _action_ends(p)
        elif word == "jump":
            p["phase"], p["target"] = "jump_card", int(what)
        else:
            p["phase"] = {
                "top up": "top_up", "scan": "scan_card", "develop": "land_card_1", "discover": "discover_take"
            }[label]  # fmt: skip
    elif label == "draw":
        _fill_up(p, seat, now)
        _action_ends(p)
    elif phase == "jump_card":
        p["ships"][seat], p["target"] = p["target"], None
        p["gate"][seat] += 1
        _action_ends(p)
    elif phase == "scan_card":
        if points_in(planet["pile"]):
            p["phase"] = "scan_take"
        else:
            planet["blind"] = seat
            _action_ends(p)
    elif phase == "land_card_1":
        p["phase"] = "land_card_2"
    elif phase == "land_card_2":
        planet["station"] = seat
        if points_in(planet["pile"]):
            p["phase"] = "develop_take"
        else:
            _action_ends(p)
    elif word == "take":
        planet["pile"].remove(what)
        planet["takes"].append([seat, what])
        _action_ends(p)
    return p


def _fill_up(p, seat, now):
    hand = p["hands"][seat]
    while len(hand) < 5:
        hand.append(p["draw"].pop(0))
        if not p["draw"]:
            # the shuffled pile is what is still to be drawn, which then is in the hand, and the draw pile that came
            missing = Counter(now["hands"][seat]) - Counter(hand)
            order = [*missing.elements(), *now["draw"]]
            assert by_code(order) == p["discard"], "the shuffled pile is not the discard pile"
            p["draw"], p["shuffled"], p["discard"] = order, p["discard"], []
    p["hands"][seat] = by_code(hand)


def _action_ends(p):
    p["actions_left"] -= 1
    p["phase"] = "action"
    if p["actions_left"]:
        return
    p["turns"] += 1
    if p["turns"] % p["players"] == 0 and ended(p):
        p["phase"], p["to_move"] = "over", None
        return
    p["to_move"], p["actions_left"] = (p["to_move"] + 1) % p["players"], 2


def ended(p):
    """The condition that is tested at the end of each round."""
    dead = all(stock(p, seat) == 0 for seat in range(p["players"]))
    dead = dead and all(opened(planet) for planet in p["planets"] if planet["station"] is not None)
    return dead or revealed(p) >= LIMITS[p["players"]]


# ---- scoring


def gate_points(p, seat):
    more = sum(probes > p["gate"][seat] for probes in p["gate"])
    return (9, 6, 3, 1, 0)[more] if p["gate"][seat] else 0


def worth(tiles):
    """Points of the tiles in front of a seat."""
    n = Counter(tiles)
    minerals = [n[tile] for tile in TILES if tile.startswith("mineral")]
    aliens = [n[tile] for tile in TILES if tile.startswith("alien")]
    pairs = min(n["matter green"], n["matter blue"])
    single = n["matter green"] + n["matter blue"] - 2 * pairs
    water = 14 * (n["water"] // 4) + (0, 2, 5, 9)[n["water"] % 4]
    return sum(minerals) * max(minerals) + sum(aliens) * max(aliens) + 7 * pairs + 2 * single + water + 3 * n["medal"]


def score(p, seat, and_reserved=False):
    tiles = held(p, seat) + (reserved(p, seat) if and_reserved else [])
    return gate_points(p, seat) + 3 * stations(p, seat) + worth(tiles)


SCORE_SCALE = 50


def scores(p):
    return [score(p, seat) for seat in range(p["players"])]


def ranks(p):
    standing = [(score(p, seat), stations(p, seat)) for seat in range(p["players"])]
    return [sum(other > own for other in standing) for own in standing]


# ---- the observation


def known_points(p, slot, seat):
    """The numbers k for which the seat knows the content before the k-th take."""
    planet = p["planets"][slot]
    known = {k for i, (taker, _) in enumerate(planet["takes"]) if taker == seat for k in (i, i + 1)}
    looking = p["to_move"] == seat and p["phase"].endswith("_take") and p["ships"][seat] == slot
    if looking or opened(planet):
        known.add(len(planet["takes"]))
    return sorted(known)


def content(planet, k):
    """The pile before the k-th take."""
    return Counter(planet["pile"]) + Counter(tile for _, tile in planet["takes"][k:])


def pinned(p, seat, other, developed):
    """Per point type what the seat knows or shares out of the other's tiles."""
    sums = dict.fromkeys(POINTS, 0.0)
    for slot, planet in enumerate(p["planets"]):
        if (planet["station"] is not None) != developed:
            continue
        known = known_points(p, slot, seat)
        for a, b in pairwise(known):
            takers = [taker for taker, _ in planet["takes"][a:b]]
            if seat not in takers:
                gone = content(planet, a) - content(planet, b)
                for tile in POINTS:
                    sums[tile] += gone[tile] * takers.count(other) / (b - a)
    return [min(1, sums[tile] / 8) for tile in POINTS]


def seen(p, seat, max_cycles=3000):
    """The observation of a seat: segment name to flat list."""
    n = p["players"]
    around = [(seat + d) % n for d in range(n)]

    def one_hot(values, value):
        return [int(value is not None and v == value) for v in values]

    def seats(value, absent=0):
        return [value(s) for s in around] + [absent] * (5 - n)

    def counts(cards):
        return [min(1, cards.count(card) / 5) for card in CARDS]

    over = p["phase"] == "over"
    left = 0 if over else (n - p["turns"] % n) / n
    rows = {
        "phase": one_hot(PHASES, p["phase"]),
        "to_move": seats(lambda s: int(s == p["to_move"])),
        "in_play": seats(lambda s: 1),
        "actions_left": [p["actions_left"] / 2],
        "target": one_hot(range(8), p["target"]),
        "starter": seats(lambda s: int(s == p["starter"])),
        "clock": [
            revealed(p) / 16,
            LIMITS[n] / 16,
            int(revealed(p) >= LIMITS[n]),
            left,
            min(1, p["step"] / max_cycles),
        ],
        "card_piles": [len(p["draw"]) / 60, len(p["discard"]) / 60],
        "hand_size": seats(lambda s: len(p["hands"][s]) / 5),
        "ships": flat(seats(lambda s: one_hot(range(-1, 8), -1 if p["ships"][s] is None else p["ships"][s]), [0] * 9)),
        "probes": seats(lambda s: p["gate"][s] / 20),
        "chips": seats(lambda s: stock(p, s) / 20),
        "stations": seats(lambda s: stations(p, s) / 8),
        "tiles": seats(lambda s: len(held(p, s)) / 48),
        "gate_points": seats(lambda s: gate_points(p, s) / 9),
        "own_score": [min(1, score(p, seat) / 100), min(1, score(p, seat, and_reserved=True) / 100)],
        "own_tiles": [min(1, held(p, seat).count(tile) / 8) for tile in POINTS],
        "hand": counts(p["hands"][seat]),
        "discard": counts(p["discard"]),
        "shuffled": counts(p["shuffled"]),
    }
    for name, developed in (("pinned_held", True), ("pinned_reserved", False)):
        rows[name] = flat(pinned(p, seat, other, developed) for other in around[1:]) + [0] * 10 * (5 - n)
    for slot, planet in enumerate(p["planets"]):
        values = range(1, 5)
        undeveloped = [] if planet["station"] is not None else [taker for taker, _ in planet["takes"]]
        known = known_points(p, slot, seat)
        last = content(planet, known[-1]) if known else {}
        since = [taker for taker, _ in planet["takes"][known[-1] if known else 0 :]]
        own = [tile for taker, tile in planet["takes"] if taker == seat and planet["station"] is None]
        for name, row in {
            "coordinates": one_hot(values, planet["jump"]) + one_hot(values, planet["scan"])
            + [planet["land"].count(v) / 2 for v in values],
            "pile": [
                len(planet["pile"]) / 8, int(opened(planet)), len(planet["pile"]) / 8 if opened(planet) else 0
            ],
            "station": seats(lambda s, planet=planet: int(s == planet["station"])),
            "reserved": seats(lambda s, undeveloped=undeveloped: undeveloped.count(s) / 8),
            "blind": [0 if planet["blind"] is None else (1 + around.index(planet["blind"])) / 5],
            "seen": [int(bool(known))],
            "seen_tiles": [last.get(tile, 0) / 8 for tile in TILES],
            "since": [since.count(s) / 8 for s in around[1:]] + [0] * (5 - n),
            "own_reserved": [own.count(tile) / 8 for tile in POINTS],
        }.items():  # fmt: skip
            rows.setdefault(name, []).extend(row)
    return rows


# ---- the checks of a position


def refused_by(p, players, variants):
    """What is wrong with a position for an environment of these players and variants, or None."""
    return _form(p, players, variants) or _content(p, DECKS[variants["components"]]) or _moment(p)


def _whole(value, low, high=2**31 - 1):
    return type(value) is int and low <= value <= high


def _form(p, players, variants):
    keys = (
        *("game", "players", "variants", "to_move", "phase", "step", "starter", "turns", "actions_left", "target"),
        *("planets", "ships", "gate", "hands", "draw", "discard", "shuffled"),
    )
    if type(p) is not dict or set(p) != set(keys):
        return "keys"
    if p["game"] != "space_mission_v0" or not _whole(p["players"], players, players):
        return "game, players"
    given = p["variants"]
    if type(given) is not dict or given != variants or type(given["random_start"]) is not bool:
        return "variants"
    if not isinstance(p["phase"], str) or p["phase"] not in (*PHASES, "over"):
        return "phase"
    for key, high in (("step", 2**31 - 1), ("turns", 2**31 - 1), ("starter", players - 1), ("actions_left", 2)):
        if not _whole(p[key], 0, high):
            return key
    if p["to_move"] is not None and not _whole(p["to_move"], 0, players - 1):
        return "to_move"
    if p["target"] is not None and not _whole(p["target"], 0, 7):
        return "target"
    if type(p["planets"]) is not list or len(p["planets"]) != 8 or not all(_planet(q, players) for q in p["planets"]):
        return "planets"
    for key in ("ships", "gate", "hands"):
        if type(p[key]) is not list or len(p[key]) != players:
            return key
    if not all(ship is None or _whole(ship, 0, 7) for ship in p["ships"]) or not all(
        _whole(g, 0, 20) for g in p["gate"]
    ):
        return "ships, gate"
    for cards in (*p["hands"], p["draw"], p["discard"], p["shuffled"]):
        if type(cards) is not list or not all(type(card) is str and card in CARDS for card in cards):
            return "cards"
    for cards in (*p["hands"], p["discard"], p["shuffled"]):
        if cards != by_code(cards):
            return "order of cards"
    return None


def _planet(q, players):
    if type(q) is not dict or set(q) != {"name", "jump", "scan", "land", "pile", "takes", "station", "blind"}:
        return False
    if type(q["name"]) is not str or not _whole(q["jump"], 1, 4) or not _whole(q["scan"], 1, 4):
        return False
    if type(q["land"]) is not list or not all(_whole(value, 1, 4) for value in q["land"]):
        return False
    if type(q["pile"]) is not list or not all(type(tile) is str and tile in TILES for tile in q["pile"]):
        return False
    if q["pile"] != by_kind(q["pile"]) or type(q["takes"]) is not list:
        return False
    for take in q["takes"]:
        if type(take) is not list or len(take) != 2 or not _whole(take[0], 0, players - 1):
            return False
        if type(take[1]) is not str or take[1] not in POINTS:
            return False
    return all(q[key] is None or _whole(q[key], 0, players - 1) for key in ("station", "blind"))


def _content(p, deck):
    found = Counter()
    for q in p["planets"]:
        if PLANETS.get(q["name"]) != (q["jump"], q["scan"], q["land"]):
            return "row of the components"
        found.update([*q["pile"], *(tile for _, tile in q["takes"])])
        if len(q["pile"]) + len(q["takes"]) != 8:
            return "eight tiles"
        if q["blind"] is not None and q["pile"].count("space") != 8:
            return "blind"
        if q["station"] is not None and not (scanned(q, q["station"]) and (points_in(q["pile"]) or opened(q))):
            return "station"
    if len({q["name"] for q in p["planets"]}) < 8:
        return "names"
    if found != TILE_COUNTS:
        return "tiles"
    for seat in range(p["players"]):
        if stock(p, seat) < 0:
            return "stock"
        if (p["ships"][seat] is None) != (p["gate"][seat] == 0):
            return "ship on the gate"
        if p["ships"][seat] is None and any(scanned(q, seat) or q["station"] == seat for q in p["planets"]):
            return "a seat on the gate has been nowhere"
        if len(p["hands"][seat]) > 5:
            return "hand"
    if Counter([*p["draw"], *p["discard"], *flat(p["hands"])]) != deck:
        return "cards in all"
    if not p["draw"] or Counter(p["draw"]) - Counter(p["shuffled"]) or Counter(p["shuffled"]) - deck:
        return "draw, shuffled"
    if len(p["shuffled"]) < 60 - 5 * p["players"]:
        return "size of shuffled"
    return None


def _moment(p):
    over, players, phase = p["phase"] == "over", p["players"], p["phase"]
    if (p["to_move"] is None) != over or p["step"] < 2 * p["turns"]:
        return "to_move, step"
    if over:
        fits = p["actions_left"] == 0 and p["target"] is None
        return None if fits and p["turns"] > 0 and p["turns"] % players == 0 and ended(p) else "over"
    seat = p["to_move"]
    if seat != (p["starter"] + p["turns"]) % players or p["actions_left"] not in (1, 2):
        return "turn"
    if p["actions_left"] == 2 and p["turns"] % players == 0 and ended(p):
        return "the game would be over"
    if (p["target"] is not None) != (phase == "jump_card") or (
        p["target"] is not None and p["target"] == p["ships"][seat]
    ):
        return "target"
    chip, planet = stock(p, seat) >= 1, here(p)
    if phase in ("action", "top_up"):
        return None
    if phase == "jump_card":
        return None if chip and legal(p) else phase
    if planet is None:
        return "ship on a planet"
    undeveloped, point = planet["station"] is None, bool(points_in(planet["pile"]))
    fits = {
        "scan_card": chip and undeveloped and not opened(planet) and legal(p),
        "scan_take": chip and undeveloped and point,
        "land_card_1": chip and undeveloped and scanned(planet, seat) and legal(p),
        "land_card_2": chip and undeveloped and scanned(planet, seat) and legal(p),
        "develop_take": planet["station"] == seat and point,
        "discover_take": not undeveloped and point,
    }[phase]
    return None if fits else phase


# ---- what a seat cannot know


def disguised(p, seat, dice, swaps=40):
    """The same table for a seat: hidden cards and tiles have changed places wherever it could not tell."""
    p = copy.deepcopy(p)
    deck = [p["draw"], *(hand for s, hand in enumerate(p["hands"]) if s != seat)]
    for _ in range(swaps):
        a, b = dice.choice(deck), dice.choice(deck)
        if a and b:
            i, j = dice.randrange(len(a)), dice.randrange(len(b))
            if a is b and i == j:
                continue
            a[i], b[j] = b[j], a[i]
            drawn = not Counter(p["draw"]) - Counter(p["shuffled"])
            if not (drawn and (p["phase"] not in CARD_PHASES or legal(p))):
                a[i], b[j] = b[j], a[i]
    p["hands"] = [by_code(hand) for hand in p["hands"]]
    places = list(_hidden_places(p, seat))
    not_empty = [slot for slot in range(8) if _holds_a_point(p, slot)]
    for _ in range(swaps):
        group = dice.choice(places) if places else []
        if len(group) >= 2:
            one, other = dice.sample(group, 2)
            _swap(p, one, other)
            if not _looks_alike(p, not_empty):
                _swap(p, one, other)
    for planet in p["planets"]:
        planet["pile"] = by_kind(planet["pile"])
    return p


def _hidden_places(p, seat):
    """Groups of places (slot, "pile" or "takes", index) whose tiles the seat cannot tell apart."""
    never = []
    for slot, planet in enumerate(p["planets"]):
        known, takes = known_points(p, slot, seat), len(planet["takes"])
        pile = [(slot, "pile", i) for i in range(len(planet["pile"]))]
        if not known:
            never += pile + [(slot, "takes", i) for i in range(takes)]
            continue
        never += [(slot, "takes", i) for i in range(known[0])]
        for a, b in pairwise(known):
            yield [(slot, "takes", i) for i in range(a, b)]
        if known[-1] < takes:
            yield pile + [(slot, "takes", i) for i in range(known[-1], takes)]
    yield never


def _swap(p, one, other):
    tiles = []
    for slot, place, i in (one, other):
        value = p["planets"][slot][place][i]
        tiles.append(value if place == "pile" else value[1])
    for (slot, place, i), tile in zip((other, one), tiles, strict=True):
        if place == "pile":
            p["planets"][slot]["pile"][i] = tile
        else:
            p["planets"][slot]["takes"][i][1] = tile


def _holds_a_point(p, slot):
    """Whether everybody can tell that the pile holds a point tile: somebody took from it or looks at it now."""
    planet = p["planets"][slot]
    looked_at = p["phase"].endswith("_take") and p["ships"][p["to_move"]] == slot
    return looked_at or (planet["takes"] != [] and not opened(planet))


def _looks_alike(p, not_empty):
    taken = [tile for planet in p["planets"] for _, tile in planet["takes"]]
    return "space" not in taken and all(points_in(p["planets"][slot]["pile"]) for slot in not_empty)
