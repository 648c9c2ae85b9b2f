"""The rules once more, slowly and from positions alone, to hold the game to."""

from itertools import combinations

from .table import AT, CELLS, DIRECTIONS, NUCLEI, PLACES, TYPES, kind_of, mirror, neighbours, particles


def board_of(table):
    """What stands on each cell that is not empty."""
    return {cell: stack for cell, stack in zip(CELLS, table["board"], strict=True) if stack != "."}


def line(cell, direction):
    """The cells from here to the edge, without this one."""
    (q, r), (dq, dr) = PLACES[cell], DIRECTIONS[direction]
    cells = []
    while (q := q + dq, r := r + dr) in AT:
        cells.append(AT[q, r])
    return cells


def fused(one, other):
    """The stack that two of one kind become, or None."""
    if kind_of(one) is None or kind_of(one) != kind_of(other):
        return None
    sign = "~" if kind_of(one) == "antimatter" else ""
    together = tuple(sum(pair) for pair in zip(*(NUCLEI[s.removeprefix("~")] for s in (one, other)), strict=True))
    return next((sign + name for name, content in NUCLEI.items() if content == together), None)


def ways(board, cell):
    """Direction to target, for every legal direction of the stack on a cell."""
    found = {}
    for direction in DIRECTIONS:
        target = next((near for near in line(cell, direction) if near in board), None)
        if target and (fused(board[cell], board[target]) or (board[target] == mirror(board[cell]) != "#")):
            found[direction] = target
    return found


def owned(table, stack):
    """Whether the seat to move may move this stack."""
    return kind_of(stack) is not None and (table["players"] == 1 or kind_of(stack) == table["kinds"][table["to_move"]])


def usable(table):
    """The reserve of the seat to move."""
    return table["reserves"][table["to_move"] if len(table["reserves"]) == 2 else 0]


def legal_labels(table):
    """All legal actions."""
    board = board_of(table)
    if table["phase"] == "side":
        return {"take matter", "take antimatter"}
    if table["phase"] == "direction":
        return {f"go {direction}" for direction in ways(board, table["source"])}
    if table["phase"] == "landing":
        for direction in DIRECTIONS:
            cells = line(table["source"], direction)
            if table["target"] in cells:
                return {f"land {cell}" for cell in [table["source"], *cells[: cells.index(table["target"]) + 1]]}
    if table["phase"] == "over":
        return set()
    labels = {"pass"}
    for cell, stack in board.items():
        if owned(table, stack) and ways(board, cell):
            labels.add(f"move {cell}")
        proton = "antiproton" if kind_of(stack) == "antimatter" else "proton"
        if table["variants"]["time"] and stack.removeprefix("~") in ("n", "H3") and usable(table)[proton] > 0:
            labels.add(f"decay {cell}")
    return labels


def groups(board, wanted):
    """Groups of linked cells whose stacks are wanted, as sets."""
    left = {cell for cell, stack in board.items() if wanted(stack)}
    found = []
    while left:
        waiting = [left.pop()]
        group = set(waiting)
        while waiting:
            near = set(neighbours(waiting.pop()).values()) & left
            left -= near
            group |= near
            waiting += near
        found.append(group)
    return found


def star(board, kind):
    """Particles of the largest star."""
    sizes = [sum(sum(particles(board[cell])) for cell in g) for g in groups(board, lambda s: kind_of(s) == kind)]
    return max(sizes, default=0)


def he4(kind):
    """He4 of a kind."""
    return "He4" if kind == "matter" else "~He4"


def he4_group(board, kind):
    """Size of the largest linked group of He4."""
    return max(map(len, groups(board, lambda stack: stack == he4(kind))), default=0)


def carbons(board, kind):
    """The largest number of disjoint linked triples of He4, by trying every choice."""
    cells = [cell for cell, stack in board.items() if stack == he4(kind)]
    linked = {cell: set(neighbours(cell).values()) for cell in cells}
    triples = [
        set(three)
        for three in combinations(cells, 3)
        if sum(other in linked[one] for one, other in combinations(three, 2)) >= 2
    ]

    def most(free):
        return max((1 + most([t for t in free[i + 1 :] if not t & three]) for i, three in enumerate(free)), default=0)

    return most(triples)


def contacts(board):
    """Adjacent pairs of matter and antimatter."""
    pairs = {frozenset((cell, near)) for cell in board for near in neighbours(cell).values() if near in board}
    return sum({kind_of(board[cell]) for cell in pair} == {"matter", "antimatter"} for pair in pairs)


def tokens(table):
    """Scores of a duel without Carbon."""
    board = board_of(table)
    stacks = list(board.values())
    won = [0, 0]

    def award(of_0, of_1):
        if of_0 != of_1:
            won[0 if of_0 > of_1 else 1] += 1

    def helium(kind):
        sign = "~" if kind == "antimatter" else ""
        return stacks.count(sign + "He4"), stacks.count(sign + "He3")

    if not table["variants"]["mass"]:
        award(*(sum(reserve[name] for name in TYPES) for reserve in table["reserves"]))
    award(*map(helium, table["kinds"]))
    award(*(star(board, kind) for kind in table["kinds"]))
    return won


def puzzle_score(table):
    """The score of a puzzle as it stands."""
    board = board_of(table)
    left = sum(sum(particles(stack)) for stack in board.values())
    beside = sum(table["reserves"][0].values())
    if table["variants"]["puzzle"] == "light":
        return -left
    if table["variants"]["puzzle"] == "life":
        return carbons(board, "matter") + carbons(board, "antimatter")
    return -beside if left and not contacts(board) else -(left + beside)


def expected_scores(table):
    """Final scores of the seats."""
    if table["variants"]["puzzle"]:
        return [puzzle_score(table)] * table["players"]
    if table["carbon"] is not None:
        return [3 if seat == table["carbon"] else 0 for seat in range(2)]
    return tokens(table)
