"""Lay out a table of Black Hole Buccaneers for a test: name what the rule is about, `deal` fills in the rest."""

import json
from itertools import chain

from tests.playing import legal, load, observe, play, position, start

# The stand-in data file of the specification, typed once more: name, value, weight, in the order of the index.
CARDS = """
Towing Tug -5 -4, Rescue Pod -4 -3, Booster Drone -3 -2, Comet Skiff 7 5, Ion Sloop 8 6, Solar Schooner 9 7,
Nebula Corvette 10 7, Plasma Frigate 11 8, Quasar Galleon 12 9, Galactic Ark 14 10,
Yo-Yo 1 2, Rubber Duck 2 2, Teddy Bear 2 3, Toy Car 3 3, Spinning Top 3 4,
Puzzle Cube 4 4, Building Bricks 4 5, Card Reader 4 6, Tin Soldier 5 5, Rocking Horse 5 6,
Command Chair 1 2 5, Command Chair 2 2 5, Command Chair 3 2 5, Reflector Shield 1 2 5, Reflector Shield 2 2 5,
Reflector Shield 3 2 5, Quantum Control 1 2 5, Quantum Control 2 2 5, Quantum Control 3 2 5, Warp Engine 1 2 5,
Warp Engine 2 2 5, Warp Engine 3 2 5,
Morpho Lampo 3 3, Morpho Cactino 3 3, Morpho Broccolo 4 4, Morpho Globulo 4 4, Morpho Sedio 5 5, Morpho Valigio 6 6,
Morpho Servientes 7 7, Morpho Teapotto 7 7, Morpho Cubo 8 8, Morpho Pianino 8 8,
Vacuum Bot 4 2, Waiter Bot 4 2, Barber Bot 4 2, Tailor Bot 5 2, Juggler Bot 5 2, Butler Bot 6 3, Gardener Bot 6 3,
Medic Bot 6 3, Pilot Bot 7 3, Chef Bot 7 3,
Analog GPS Tracker 8 3, TIIT CLO UHL 3 2, Swiss Pocket Laser 6 4, Titan Tentacle 2 1, Reality Gyro 5 3,
Morphosucker 2 5, Cubus Librae 4 6, Lootbox 1 4,
Surprise Egg 1 2, Alien Wading Pool 1 2, One Ring 12 11, Anti-Grav Carpet 1 1, Exoskeleton 2 7, XXL Paperweight 1 3,
Space Blanket 0 8
"""
ROWS = [row.strip().rsplit(" ", 2) for row in CARDS.replace("\n", " ").split(",")]
NAMES = [name for name, _, _ in ROWS]
VALUE = {name: int(value) for name, value, _ in ROWS}
WEIGHT = {name: int(weight) for name, _, weight in ROWS}
SHIPS, TOYS, PARTS, SHIFTERS = NAMES[:10], NAMES[10:20], NAMES[20:32], NAMES[32:42]
ROBOTS, ARTIFACTS, RELICS, ROTORS = NAMES[42:52], NAMES[52:60], NAMES[60:], NAMES[57:60]
KINDS = ("Command Chair", "Reflector Shield", "Quantum Control", "Warp Engine")
HOLES = {
    "Drowsy Drain": (5, 13), "Gentle Gulp": (6, 18), "Lazy Lagoon": (7, 22), "Sleepy Siphon": (8, 26),
    "Hungry Hollow": (5, 12), "Rolling Rift": (6, 16), "Tumbling Throat": (7, 20), "Whirling Well": (8, 24),
    "Crimson Chasm": (5, 11), "Final Funnel": (6, 14), "Merciless Maw": (7, 18), "Devouring Deep": (8, 21),
    "Endless Abyss": (9, 25),
}  # fmt: skip
FIRST_GAME = ["Gentle Gulp", "Tumbling Throat", "Devouring Deep"]
SCORING = {3: [15, 10, 5], 4: [15, 10, 6, 3], 5: [15, 11, 8, 5, 2], 6: [15, 12, 9, 6, 4, 2]}
# What fills hands, piles and places, dullest first: nothing happens when one of these is shown.
DULL = [*SHIPS[:4], *TOYS[:7], *NAMES[20:32:3], *SHIFTERS[:3], *PARTS, *SHIPS, *TOYS, *SHIFTERS, *NAMES]

# the example of the specification's section on positions
PRINTED = json.loads("""
{"game": "black_hole_buccaneers_v0", "variants": {"first_game": true, "holes": null}, "players": 3, "to_move": 1,
 "phase": "choose", "step": "select", "round": 1, "turn": 2, "direction": 1,
 "holes": ["Gentle Gulp", "Tumbling Throat", "Devouring Deep"], "scores": [0, 0, 0], "pad": [], "thresholds": [],
 "draw": ["Anti-Grav Carpet", "Pilot Bot", "Morpho Sedio", "Teddy Bear", "Swiss Pocket Laser", "Surprise Egg",
  "Space Blanket", "Spinning Top", "Analog GPS Tracker", "Card Reader", "Morpho Cactino", "Quantum Control 1",
  "Warp Engine 2", "XXL Paperweight", "Plasma Frigate", "Exoskeleton", "Nebula Corvette", "Ion Sloop", "One Ring",
  "Rocking Horse", "Morpho Valigio", "Juggler Bot", "Comet Skiff", "Command Chair 2", "Morpho Cubo", "Yo-Yo",
  "Morpho Broccolo", "Alien Wading Pool", "Cubus Librae", "Morpho Servientes", "Reality Gyro", "Vacuum Bot",
  "Barber Bot", "Morpho Globulo", "Command Chair 3", "Rubber Duck", "Quantum Control 3", "Medic Bot", "Galactic Ark",
  "TIIT CLO UHL", "Reflector Shield 1", "Morpho Teapotto", "Lootbox", "Titan Tentacle", "Quantum Control 2",
  "Command Chair 1", "Towing Tug", "Waiter Bot", "Tin Soldier"],
 "discards": [], "chosen": ["Rescue Pod", null, null], "forced": [null, null, null], "offer": [], "queue": [],
 "minus6": null,
 "hands": [["Reflector Shield 3", "Warp Engine 1", "Morpho Pianino", "Morphosucker"],
  ["Booster Drone", "Building Bricks", "Reflector Shield 2", "Butler Bot", "Gardener Bot"],
  ["Solar Schooner", "Quasar Galleon", "Toy Car", "Morpho Lampo", "Chef Bot"]],
 "laid": [["Tailor Bot"], ["Puzzle Cube"], ["Warp Engine 3"]], "rot": {"Tailor Bot": 0},
 "groups": [[], [], [["Warp Engine 3"]]], "hidden": [[], ["Puzzle Cube"], []], "awake": [[], [], []],
 "placed": [null, null, null], "hole_pile": [], "missing": [[], [], []],
 "memory": [[[], ["Booster Drone", "Building Bricks", "Reflector Shield 2", "Butler Bot", "Gardener Bot"], []],
  [[], [], ["Solar Schooner", "Quasar Galleon", "Toy Car", "Morpho Lampo", "Chef Bot"]],
  [["Rescue Pod", "Reflector Shield 3", "Warp Engine 1", "Morpho Pianino", "Morphosucker"], [], []]]}
""")


def by_index(names):
    """The names in the order of the index."""
    return sorted(names, key=NAMES.index)


def seats(players, named, empty=list):
    """A list with an entry a seat, out of a dict by seat or a sequence."""
    named = named if isinstance(named, dict) else dict(enumerate(named or ()))
    return [named.get(seat, empty()) for seat in range(players)]


def deal(
    players=3, hole="Gentle Gulp", *, phase="choose", step="select", cards=None, round=1, direction=1, to_move=0,
    hands=(), laid=(), chosen=(), forced=(), draw=(), discards=(), thresholds=(), rot=None, groups=None, hidden=None,
    awake=None, offer=(), queue=(), hole_pile=(), taken=None, placed=None, minus6=None, memory=None, missing=(),
    pad=(), variants=None,
):  # fmt: skip
    """A consistent position. `cards` is the size of hands before the choice of this turn; hands, laid, chosen, … go
    by seat. Cards named for a hand or a pile lie there first; dull ones fill the rest."""
    select = step == "select"
    hands, laid, chosen = seats(players, hands), seats(players, laid), seats(players, chosen, lambda: None)
    laid = [list(row) for row in laid]
    draw, discards, offer, hole_pile = list(draw), list(discards), list(offer), list(hole_pile)
    in_chosen = [card for card in chosen if card and phase == "choose"]
    used = {*draw, *discards, *offer, *hole_pile, *in_chosen, *chain(*laid), *chain(*hands)}
    rest = [card for card in dict.fromkeys(DULL) if card not in used]
    size, _ = HOLES[hole]
    cards = (max([len(hand) for hand in hands] + [2]) if cards is None else cards) if select else 0
    plus3 = 3 in thresholds
    for seat in range(players):
        wanted = cards - (phase != "choose" or chosen[seat] is not None) if select else 0
        while len(hands[seat]) < wanted:
            hands[seat] = [*hands[seat], rest.pop(0)]
    if not select:
        while len(hole_pile) < players - (taken is not None):
            hole_pile.append(rest.pop(0))
    if select:
        pile = 67 - players * (size + plus3) - 3 * (_lies("Titan Tentacle", laid) and ["pick", _at(laid)] not in queue)
        behind = rest[: pile - len(draw)]
        draw, rest = draw + behind, rest[pile - len(draw) :]
        discards += rest
    else:
        draw += rest
    robots = {card: 0 for card in by_index(chain(*laid)) if card in [*ROBOTS, *ROTORS]}
    others = [name for name in HOLES if name != hole]
    return {
        "game": "black_hole_buccaneers_v0", "variants": variants or {"first_game": False, "holes": None},
        "players": players, "to_move": None if phase == "over" else to_move, "phase": phase, "step": step,
        "round": round, "turn": size - cards + 1 + plus3 if select else size - 1, "direction": direction,
        "holes": [*others[: round - 1], hole, *others[round - 1 : 2]],
        "scores": [sum(row["points"][seat] for row in pad) for seat in range(players)], "pad": list(pad),
        "thresholds": list(thresholds), "draw": draw, "hole_pile": hole_pile, "discards": discards,
        "hands": [by_index(hand) for hand in hands], "chosen": chosen,
        "forced": seats(players, forced, lambda: None), "laid": laid, "rot": robots | (rot or {}),
        "groups": seats(players, groups) if groups else [[[c] for c in row if c in PARTS] for row in laid],
        "hidden": seats(players, hidden) if hidden is not None or not select
        else [[card for card in row if card in TOYS] for row in laid],
        "awake": seats(players, awake), "offer": by_index(offer), "queue": [list(item) for item in queue],
        "placed": placed or [None if select else ([*hole_pile, taken])[seat] for seat in range(players)],
        "minus6": minus6, "memory": memory or [[[] for _ in range(players)] for _ in range(players)],
        "missing": seats(players, missing),
    }  # fmt: skip


def _lies(card, laid):
    return any(card in row for row in laid)


def _at(laid):
    return next((seat for seat, row in enumerate(laid) if "Titan Tentacle" in row), None)


def pad_row(points, **more):
    """A row of the pad with these points."""
    n = len(points)
    row = {
        "card": "Yo-Yo", "threshold": [20] * n, "weight": [10] * n, "final_weight": [10] * n, "points": list(points),
        "pulled": [False] * n, "value": [10] * n, "minus6": None, "plus10": None, "minus10": None,
    }  # fmt: skip
    return row | more


def scoring(*laid, phase, owner=0, hole="Gentle Gulp", revealed="Towing Tug", **more):
    """A decision of the scoring phase: phase `egg`, `pool` or `ring`, asked of the owner of the relic, which is laid
    by the helper; `revealed` is the first card of the hole pile."""
    relic = {"egg": "Surprise Egg", "pool": "Alien Wading Pool", "ring": "One Ring"}[phase]
    laid = [[*row, relic] if seat == owner else list(row) for seat, row in enumerate(laid)]
    more = {"hole_pile": [revealed], "step": {"egg": "A", "pool": "B", "ring": "D"}[phase]} | more
    return deal(len(laid), hole, phase=phase, to_move=owner, laid=laid, **more)


def scored(*laid, revealed, **more):
    """The pad row of a round in which the seats have laid these cards and `revealed` is the card of step F."""
    env = load(scoring(*laid, phase="ring", revealed=revealed, **more))
    play(env, "discard One Ring")
    return position(env)["pad"][-1]


def new_game(players=4, seed=1, **arguments):
    """An environment at the start of a game."""
    return start("black_hole_buccaneers_v0", players, seed, **arguments)


def turn(env, *cards):
    """All seats choose a card, seat 0 first."""
    play(env, *[f"card {card}" for card in cards])


def shown(*cards, **more):
    """The table after all seats have shown these cards, which they had in hand."""
    first = {"hands": {seat: [card] for seat, card in enumerate(cards)}, "cards": 4}
    env = load(deal(len(cards), **(first | more)))
    turn(env, *cards)
    return env


def phase(env):
    """Phase and the seat to move."""
    table = position(env)
    return table["phase"], table["to_move"]


def totals(env, seat):
    """Value and weight of all that lies in front of the seat, as it sees it (up to 80)."""
    row = observe(env, seat)["seats"][0]
    return round(float(row[2]) * 80), round(float(row[3]) * 80)


def to_next_round(env):
    """Play the first legal action in the order of the labels until the round is over."""
    played = position(env)["round"]
    while position(env)["round"] == played and position(env)["phase"] != "over":
        play(env, min(legal(env)))
