"""Lay out a table of Space Mission for a test: name what the rule is about, `lay` fills in the rest.

Cards are written as "B1G2 G3O?", tiles as "3 mineral red, water", takes as "0 water, 1 medal": seat 0 took water
first, then seat 1 a medal.
"""

import json
from collections import Counter
from pathlib import Path

from tests.playing import legal, load, play, start

TILES = (
    "mineral red", "mineral purple", "mineral green", "mineral blue", "alien brown", "alien blue",
    "matter green", "matter blue", "water", "medal", "space",
)  # fmt: skip
TILE_COUNTS = dict(zip(TILES, (4, 4, 4, 4, 5, 5, 4, 4, 8, 6, 16), strict=True))
# jump, scan, land
PLANETS = {
    "Freezer": (1, 2, [3, 4]), "Hazard": (1, 3, [2, 4]), "Longshadow": (1, 4, [2, 3]),
    "Green Heggar": (2, 1, [3, 4]), "Mirrormere": (2, 3, [1, 4]), "Tinder Box": (2, 4, [1, 3]),
    "Ruby Red": (3, 1, [2, 4]), "Old Anchor": (3, 2, [1, 4]), "Saltpan": (3, 4, [1, 2]),
    "Windless": (4, 1, [2, 3]), "Copper Bowl": (4, 2, [1, 3]), "Far Orchard": (4, 3, [1, 2]),
}  # fmt: skip
CARDS = tuple(x + a + y + b for x, y in ("BG", "BO", "GO") for a in "1234?" for b in "1234?")
NUMBERED = [x + a + y + b for x, y in ("BG", "BO", "GO") for a in "1234" for b in "1234"]
WILD = "B?G1 B?G2 B3G? B4G? B1O? B2O? B?O3 B?O4 G3O? G4O? G?O1 G?O2"
DECKS = {
    "plain": Counter(NUMBERED + [x + a + y + a for x, y in ("BG", "BO", "GO") for a in "1234"]),
    "wild": Counter([*NUMBERED, *WILD.split()]),
}
LIMITS = {2: 6, 3: 8, 4: 10, 5: 12}
# the example of the specification's section on positions
PRINTED = json.loads(Path(__file__).with_name("printed.json").read_text())


def tiles(text):
    """The tiles "2 water, medal", in tile order."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        count, _, name = part.partition(" ")
        found += [name] * int(count) if count.isdigit() else [part]
    return sorted(found, key=TILES.index)


def takes(text):
    """The takes "0 water, 1 medal" as [[0, "water"], [1, "medal"]]; "3x0 water" are three of seat 0."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        who, _, tile = part.partition(" ")
        times, _, seat = who.rpartition("x")
        found += [[int(seat), tile]] * int(times or 1)
    return found


def cards(text):
    """The cards "B1G2 G3O?", in card order."""
    return sorted(text.split(), key=CARDS.index)


def lay(
    players=2, *, phase="action", to_move=0, actions_left=2, starter=0, rounds=1, step=None, target=None,
    names=None, piles=None, taken=None, stations=None, blind=None, ships=None, gate=None,
    hands=None, draw=None, draw_only=False, discard="", shuffled=None, components="plain", random_start=False,
):  # fmt: skip
    """A consistent position of `rounds` finished rounds; dicts are keyed by slot or seat.

    A pile that is not named gets tiles of all kinds that are left; a hand that is not named is empty. A seat
    that has been on a planet stands there with one probe on the gate, other ships are on the gate. `draw` names
    the next cards; the cards that are left lie below them, or, with `draw_only`, on the discard pile. `shuffled`
    is the whole deck.
    """
    taken = {slot: takes(text) for slot, text in (taken or {}).items()}
    stations, blind = stations or {}, blind or {}
    table = {
        "game": "space_mission_v0", "variants": {"components": components, "random_start": random_start},
        "players": players, "to_move": to_move, "phase": phase, "starter": starter,
        "turns": players * rounds + (to_move - starter) % players, "actions_left": actions_left, "target": target,
    }  # fmt: skip
    table["step"] = 3 * table["turns"] if step is None else step
    table["planets"] = _planets(names or {}, piles or {}, taken, stations, blind)
    where = {seat: slot for slot, row in taken.items() for seat, _ in row}
    where |= {seat: slot for slot, seat in [*stations.items(), *blind.items()]} | (ships or {})
    table["ships"] = [where.get(seat) for seat in range(players)]
    table["gate"] = [(gate or {}).get(seat, int(seat in where)) for seat in range(players)]
    return table | _cards(players, hands or {}, draw, draw_only, discard, shuffled, components)


def over(position, turns=None):
    """The same table after the last turn."""
    turns = position["players"] if turns is None else turns
    return position | {
        "phase": "over", "to_move": None, "actions_left": 0, "turns": turns, "step": max(position["step"], 2 * turns)
    }  # fmt: skip


def _planets(names, piles, taken, stations, blind):
    free = [name for name in PLANETS if name not in names.values()]
    rest = Counter(TILE_COUNTS)
    for pile in piles.values():
        rest.subtract(tiles(pile))
    for row in taken.values():
        rest.subtract(tile for _, tile in row)
    assert min(rest.values()) >= 0, f"more tiles named than there are: {rest}"
    filled = {slot: tiles(pile) for slot, pile in piles.items()}
    for slot in range(8):
        filled.setdefault(slot, [])
    left = list(rest.elements())
    while left:  # one after another to each pile that has room
        before = len(left)
        for slot in range(8):
            if left and slot not in piles and len(filled[slot]) + len(taken.get(slot, [])) < 8:
                filled[slot].append(left.pop(0))
        assert len(left) < before, f"no room for {left}"
    planets = []
    for slot in range(8):
        name = names.get(slot) or free.pop(0)
        jump, scan, land = PLANETS[name]
        planets.append(
            {
                "name": name, "jump": jump, "scan": scan, "land": list(land),
                "pile": sorted(filled[slot], key=TILES.index), "takes": taken.get(slot, []),
                "station": stations.get(slot), "blind": blind.get(slot),
            }
        )  # fmt: skip
    return planets


def _cards(players, hands, draw, draw_only, discard, shuffled, components):
    deck = DECKS[components]
    hands = [cards(hands.get(seat, "")) for seat in range(players)]
    named, discard = (draw or "").split(), cards(discard)
    rest = deck - Counter(named) - Counter(discard)
    for hand in hands:
        rest -= Counter(hand)
    rest = sorted(rest.elements(), key=CARDS.index)
    whole = sorted(deck.elements(), key=CARDS.index)
    return {
        "hands": hands,
        "draw": named if draw_only else named + rest,
        "discard": sorted(discard + rest, key=CARDS.index) if draw_only else discard,
        "shuffled": whole if shuffled is None else cards(shuffled),
    }


def new_game(players=4, seed=1, **arguments):
    """An environment at the start of a game."""
    return start("space_mission_v0", players, seed, **arguments)


def idle(env, actions=1):
    """The seats to move top up so many times, discarding nothing."""
    for _ in range(actions):
        play(env, "top up", "draw")


def may(position, *starts):
    """The legal labels of a position that begin with one of these words."""
    return {label for label in legal(load(position)) if label.startswith(starts)}


def results(position):
    """Scores and ranks if the game were scored as it stands (it is cut off by an idle decision)."""
    env = load(position, max_cycles=1)
    play(env, "top up")
    assert all(env.truncations.values())
    infos = [env.infos[agent] for agent in env.possible_agents]
    return [info["score"] for info in infos], [info["rank"] for info in infos]


def revealed(position):
    """Space tiles in open piles, counted from the position."""
    return sum(len(planet["pile"]) for planet in position["planets"] if is_open(planet))


def is_open(planet):
    """Everybody can see that the pile has no point tile: only space tiles, after a take or a scan in vain."""
    return set(planet["pile"]) <= {"space"} and (planet["takes"] != [] or planet["blind"] is not None)


def stock(position, seat):
    """Chips in front of a seat, counted from the position."""
    used = position["gate"][seat]
    for planet in position["planets"]:
        used += planet["station"] == seat
        used += sum(taker == seat for taker, _ in planet["takes"]) if planet["station"] is None else 0
    return 20 - used
