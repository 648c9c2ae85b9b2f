"""Lay out a table of The Big Bang Theory for a test: name what the rule is about, `deal` fills in the rest.

Cards on the table are written as in the specification: "14b 1r" is card 14 played blue, card 1 played red.
"""

import json

from tests.playing import play, position, start

COLOURS = ("green", "blue", "red")
TILES = (
    "swap-blue-red", "swap-blue-green", "swap-red-green", "sheldon-amy", "leonard-penny",
    "howard-bernadette", "howard-raj", "sheldon-alone", "raj-no-women", "seven-half",
)  # fmt: skip
DEALT = {2: 4, 3: 3, 4: 2}
WANTS = (2, 2, 3, 3, 4, 4)
VARIANTS = (
    ("hidden", "choose"), ("open", "choose"), ("none", "choose"),
    ("chaos", "choose"), ("chaos", "always"), ("chaos", "never"),
)  # fmt: skip
PERSONS = ("Sheldon", "Leonard", "Howard", "Raj", "Penny", "Bernadette", "Amy")
# the printed cards 1 to 15: name, then the value for each colour
CARDS = (
    "Sheldon red 5 blue 2", "Penny red 3 blue 4", "Howard red 2 blue 3", "Raj red 1 blue 5",
    "Leonard blue 5 green 2", "Bernadette blue 3 green 4", "Raj blue 2 green 3", "Sheldon blue 1 green 5",
    "Leonard green 5 red 2", "Amy green 3 red 4", "Penny green 2 red 3", "Howard green 1 red 5",
    "Kittens green 7", "Bazinga! blue 7", "Kittens red 7",
)  # fmt: skip
# the example of the specification's section on positions
PRINTED = json.loads("""
{"game": "big_bang_theory_v0", "variants": {"paradox": "hidden", "second_tile": "choose"},
 "players": 2, "to_move": 1, "phase": "play", "round": 1, "start": 0,
 "want_stacks": {"green": [3, 2, 3, 4, 4], "blue": [3, 3, 2, 4, 2], "red": [4, 3, 2, 4, 2]},
 "want_now": {"green": 2, "blue": 4, "red": 3}, "want_box": {"green": [], "blue": [], "red": []},
 "won": [{"green": [], "blue": [], "red": []}, {"green": [], "blue": [], "red": []}],
 "hands": [[4, 13, 15], [3, 6, 8, 11]],
 "piles": [[5, 14, 10, 9, 2, 1, 11, 7, 3, 6], [5, 10, 1, 14, 9, 13, 4, 2, 15, 7]],
 "played": [[[8, "blue"], [12, "green"]], [[12, "green"]]],
 "boxed": [[], []], "known": [[], []], "out": [false, false],
 "tiles": [["swap-blue-green", "leonard-penny", "raj-no-women"],
           ["swap-blue-red", "howard-raj", "sheldon-alone", "seven-half"]],
 "activated": [[0, "swap-red-green"]], "tile_stack": [], "tiles_used": [],
 "tile_box": ["sheldon-amy", "howard-bernadette"]}
""")


def printed_rows():
    """The table `card` that the game ships, for a test to change: `rows[6]` is card 7."""
    rows = []
    for number, text in enumerate(CARDS, start=1):
        name, *faces = text.split()
        values = {colour: int(value) for colour, value in zip(faces[::2], faces[1::2], strict=True)}
        rows.append({"number": number, "name": name, "persons": [name] if name in PERSONS else [], **values})
    return rows


def cards(text):
    """The cards "14b 1r" as [[14, "blue"], [1, "red"]]."""
    colour = {name[0]: name for name in COLOURS}
    return [[int(card[:-1]), colour[card[-1]]] for card in text.split()]


def by_colour(named=None):
    """A list for every colour, those not named empty."""
    return {colour: sorted((named or {}).get(colour, [])) for colour in COLOURS}


def deal(
    players=2, paradox="hidden", second_tile="choose", *, phase="play", round=1, start=0, to_move=None,
    hands=None, piles=None, played=None, boxed=None, known=None, out=(),
    want_now=(None, None, None), want_stacks=None, want_box=None, won=None,
    tiles=None, activated=(), tiles_used=(), tile_box=(), tile_stack=(),
):  # fmt: skip
    """A consistent position. Dicts are keyed by seat or colour. What is named for a hand or a box lies there,
    what is named for a pile or a stack lies on top; the rest is filled up in ascending order."""
    over = phase == "over"
    finished = 6 if over else round - 1
    table = {
        "game": "big_bang_theory_v0", "variants": {"paradox": paradox, "second_tile": second_tile},
        "players": players, "phase": phase, "round": 6 if over else round, "start": start,
        "out": [seat in out for seat in range(players)],
    }  # fmt: skip
    table |= _sets(players, finished, hands or {}, piles or {}, played or {}, boxed or {}, known or {})
    table |= _wants(players, finished, over, want_now, want_stacks or {}, want_box or {}, won or {})
    named = (tiles or {}, activated, tiles_used, tile_box, tile_stack)
    table |= _tiles(players, paradox, second_tile, phase, finished, named)
    if to_move is None and not over:
        to_move = _turn(table) if phase == "play" else start
    return table | {"to_move": to_move}


def _sets(players, finished, hands, piles, played, boxed, known):
    keys = ("hands", "piles", "played", "boxed", "known")
    table = {key: [] for key in keys}
    for seat in range(players):
        row = cards(played.get(seat, ""))
        box, seen, pile = (list(part.get(seat, [])) for part in (boxed, known, piles))
        hand = list(dict.fromkeys([*hands.get(seat, []), *seen]))
        rest = [n for n in range(1, 16) if n not in {*hand, *box, *pile, *(number for number, _ in row)}]
        missing = 15 - max(0, 10 - 2 * finished) - len(row) - len(box) - len(hand)
        laid = (sorted(hand + rest[:missing]), pile + rest[missing:], row, sorted(box), sorted(seen))
        for key, part in zip(keys, laid, strict=True):
            table[key].append(part)
    return table


def _wants(players, finished, over, want_now, want_stacks, want_box, won):
    table = {
        "want_stacks": {}, "want_now": dict.fromkeys(COLOURS), "want_box": {},
        "won": [by_colour(won.get(seat)) for seat in range(players)],
    }  # fmt: skip
    for colour, now in zip(COLOURS, want_now, strict=True):
        stack, box = list(want_stacks.get(colour, [])), list(want_box.get(colour, []))
        gone = [value for row in table["won"] for value in row[colour]]
        rest = list(WANTS)
        for value in [*stack, *box, *gone, *([now] if now else [])]:
            rest.remove(value)
        if not over:
            table["want_now"][colour] = now or rest.pop(0)
        boxed = finished - len(gone) - len(box)
        table["want_box"][colour] = sorted(box + rest[:boxed])
        table["want_stacks"][colour] = stack + rest[boxed:]
    return table


def _tiles(players, paradox, second_tile, phase, finished, named):
    own, activated, used, box, stack = named
    activated, used, box, stack = list(activated), list(used), list(box), list(stack)
    laid = [tile[-1] if isinstance(tile, tuple) else tile for tile in activated]
    elsewhere = {*laid, *used, *box, *stack, *(tile for row in own.values() for tile in row)}
    rest = [tile for tile in TILES if tile not in elsewhere]

    def filled(part, count):
        while len(part) < count:
            part.append(rest.pop(0))
        return part

    tiles = [[] for _ in range(players)]
    if paradox in ("hidden", "open"):
        for seat in range(players):
            spent = len(used[seat::players]) + sum(owner == seat for owner, _ in activated)
            tiles[seat] = filled(list(own.get(seat, [])), DEALT[players] - spent)
    elif paradox == "chaos":
        used = filled(used, finished + (finished // 2 if second_tile == "always" else 0))
        twice = second_tile == "always" and finished % 2 == 1
        activated = [(None, tile) for tile in filled(activated, 0 if phase == "over" else 1 + twice)]
        stack += rest
        rest = []
    return {
        "tiles": [sorted(row, key=TILES.index) for row in tiles],
        "activated": [list(pair) for pair in activated],
        "tile_stack": stack,
        "tiles_used": sorted(used, key=TILES.index),
        "tile_box": sorted(box + rest, key=TILES.index),
    }


def _turn(table):
    """Whose turn it is: of the seats still in, the first clockwise that has played the fewest cards."""
    n, start = table["players"], table["start"]
    clockwise = [(start + k) % n for k in range(n)]
    return min((s for s in clockwise if not table["out"][s]), key=lambda seat: len(table["played"][seat]))


def last_turns(*rows, tiles=(), **more):
    """Each seat has played its row of cards and tiles lie in the middle, the first from seat 0; whoever has
    played fewer cards than others has dropped out, and the others are about to."""
    most = max(len(cards(row)) for row in rows)
    return deal(
        len(rows),
        played=dict(enumerate(rows)),
        out=[seat for seat, row in enumerate(rows) if len(cards(row)) < most],
        activated=list(enumerate(tiles)),
        **{"paradox": "open", **more},
    )


def new_game(players=4, seed=1, **arguments):
    """An environment at the start of a game."""
    return start("big_bang_theory_v0", players, seed, **arguments)


def evaluate(env):
    """Every seat that is still in drops out, which ends the round."""
    play(env, *["drop out"] * position(env)["out"].count(False))
