"""Small deliberate damage to positions of Big*Bang; some of it leaves another possible position."""

from .oracle import CONTENT, PHASES, TYPES, content_of, is_stack, kind_of

CODES = [".", "#", *CONTENT, *("~" + name for name in CONTENT)]
STRANGE = [None, True, False, 1.0, "1", "", -1, 2**31, [], {}, "A1", float("nan")]
RESERVE_OF = {"matter": TYPES[:2], "antimatter": TYPES[2:]}


def pick(rng, items):
    return items[int(rng.integers(len(items)))]


def one_cell(position, rng, names):
    position["board"][rng.integers(84)] = pick(rng, [*CODES, "~", "He2", None, 0, ["n"]])


def two_cells(position, rng, names):
    board, (a, b) = position["board"], rng.integers(84, size=2)
    board[a], board[b] = board[b], board[a]


def to_a_reserve(position, rng, names):
    """One or two stacks leave the board for reserves; mirrors as after an annihilation, with luck."""
    board = position["board"]
    first = pick(rng, [cell for cell, code in enumerate(board) if is_stack(code)] or [0])
    mirror = board[first][1:] if board[first].startswith("~") else "~" + board[first]
    for code in pick(rng, [[board[first]], [board[first], mirror], [board[first], mirror]]):
        if code in board and is_stack(code):
            board[board.index(code)] = "."
            for name, number in zip(RESERVE_OF[kind_of(code)], content_of(code), strict=True):
                pick(rng, position["reserves"])[name] += number


def decayed(position, rng, names):
    """A neutron of the board and a proton of a reserve change places."""
    board = position["board"]
    cells = [cell for cell, code in enumerate(board) if code.removeprefix("~") in ("n", "H3")]
    if cells:
        cell = pick(rng, cells)
        proton, neutron = RESERVE_OF[kind_of(board[cell])]
        reserve = pick(rng, position["reserves"])
        board[cell] = board[cell].replace("n", "H1").replace("H3", "He3")
        reserve[proton] -= 1
        reserve[neutron] += 1


def joined(position, rng, names):
    """Two stacks of a kind stand on one cell, wherever they stood."""
    board = position["board"]
    cells = [cell for cell, code in enumerate(board) if is_stack(code)]
    for _ in range(20):
        a, b = pick(rng, cells or [0]), pick(rng, cells or [0])
        if a != b and is_stack(board[a]) and kind_of(board[a]) == kind_of(board[b]):
            total = tuple(x + y for x, y in zip(content_of(board[a]), content_of(board[b]), strict=True))
            name = next((name for name, content in CONTENT.items() if content == total), None)
            if name:
                board[b] = ("~" if kind_of(board[a]) == "antimatter" else "") + name
                board[a] = "."
                return


def helium_together(position, rng, names):
    """The He4 of one kind change places with what stands on neighbouring cells of one row."""
    board, code, start = position["board"], pick(rng, ["He4", "~He4"]), int(rng.integers(80))
    cells = [cell for cell, found in enumerate(board) if found == code][: int(rng.integers(2, 5))]
    for number, cell in enumerate(cells):
        board[cell], board[start + number] = board[start + number], board[cell]


def reserve_count(position, rng, names):
    reserve = pick(rng, position["reserves"])
    name = pick(rng, TYPES)
    reserve[name] = pick(rng, [reserve[name] + 1, reserve[name] - 1, *STRANGE])


def between_reserves(position, rng, names):
    """Particles pass from one reserve to the other, or one type's place is taken by another's."""
    a, b = pick(rng, position["reserves"]), pick(rng, position["reserves"])
    for name in pick(rng, [TYPES[:1], TYPES, [TYPES[0], TYPES[2]], [TYPES[0], TYPES[3]], [TYPES[1], TYPES[3]]]):
        a[name] -= 1
        b[name] += 1


def reserves_as_a_whole(position, rng, names):
    reserves = position["reserves"]
    position["reserves"] = pick(rng, [reserves[::-1], reserves[:1], reserves * 2, reserves[0], [], None])


def reserve_keys(position, rng, names):
    reserve = pick(rng, position["reserves"])
    if rng.random() < 0.5:
        del reserve[pick(rng, TYPES)]
    else:
        reserve["photon"] = 0


def keys(position, rng, names):
    if rng.random() < 0.5:
        del position[pick(rng, sorted(position))]
    else:
        position[pick(rng, ["Board", "seed", "boards"])] = 0


def any_value(position, rng, names):
    position[pick(rng, sorted(position))] = pick(rng, STRANGE)


def variants(position, rng, names):
    name = pick(rng, sorted(position["variants"]))
    position["variants"][name] = pick(rng, [*STRANGE, "choose", "fixed", "random", "light", "life", 0, 1])


def turn(position, rng, names):
    """Phase, seat, passes and kinds at random: small values, often of a possible position."""
    for _ in range(int(rng.integers(1, 4))):
        key = pick(rng, ["phase", "to_move", "passes", "kinds", "carbon"])
        position[key] = pick(
            rng,
            {
                "phase": [*PHASES, "end"],
                "to_move": [0, 1, None],
                "passes": [0, 1, 2, 3],
                "carbon": [None, 0, 1],
                "kinds": [["matter", "antimatter"], ["antimatter", "matter"], ["both"], ["matter"] * 2, ["both"] * 2],
            }[key],
        )


def ended(position, rng, names):
    """The game is over, one way or another."""
    position.update(phase="over", to_move=None, source=None, target=None)
    position["passes"] = pick(rng, [0, 1, 2])
    position["carbon"] = pick(rng, [None, 0, 1])


def moving(position, rng, names):
    """A half-made move of the seat to move."""
    position.update(phase=pick(rng, ["direction", "landing"]), passes=0, source=pick(rng, names), target=None)
    if position["phase"] == "landing":
        position["target"] = pick(rng, names)


def source(position, rng, names):
    position["source"] = pick(rng, [*names, None, "J1", "a1", 3])


def target(position, rng, names):
    position["target"] = pick(rng, [*names, None, "J1", "a1", 3])


DAMAGE = [
    one_cell, two_cells, two_cells, to_a_reserve, to_a_reserve, decayed, joined, helium_together, helium_together,
    reserve_count, between_reserves, reserves_as_a_whole, reserve_keys, keys, any_value, variants, turn, turn, ended,
    moving, source, target,
]  # fmt: skip
"""Each is called as damage(position, rng, names of the cells) and changes the position."""


def damaged(position, rng, names):
    """Damage a position in place, in one to three ways."""
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        try:
            pick(rng, DAMAGE)(position, rng, names)
        except (TypeError, KeyError, AttributeError, IndexError, ValueError):
            return  # damaged before in a way that leaves no place for this one
