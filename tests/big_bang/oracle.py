"""A second, slow reading of Big*Bang: from position dicts alone, written from the rulebook and the specification.

It shares nothing with the package: what is legal, what follows, what is scored and paid, what a seat observes, and
which positions a loader has to refuse. `Oracle()` reads the shipped board, `Oracle(rows)` a replacement.
"""

SHIPPED_ROWS = [
    ("A", 0, 9),
    ("B", -1, 10),
    ("C", -2, 11),
    ("D", -3, 12),
    ("E", -4, 12),
    ("F", -4, 11),
    ("G", -4, 10),
    ("H", -4, 9),
]
DIRECTIONS = [("E", 1, 0), ("NE", 1, -1), ("NW", 0, -1), ("W", -1, 0), ("SW", -1, 1), ("SE", 0, 1)]
CONTENT = {"n": (0, 1), "H1": (1, 0), "H2": (1, 1), "H3": (1, 2), "He3": (2, 1), "He4": (2, 2)}
NAMES = {content: name for name, content in CONTENT.items()}
SIGN = {"matter": "", "antimatter": "~"}
OTHER = {"matter": "antimatter", "antimatter": "matter"}
PROTON = {"matter": "proton", "antimatter": "antiproton"}
NEUTRON = {"matter": "neutron", "antimatter": "antineutron"}
TYPES = ["proton", "neutron", "antiproton", "antineutron"]
PHASES = ["side", "turn", "direction", "landing", "over"]
KEYS = {
    "game", "variants", "players", "to_move", "phase", "board",
    "kinds", "reserves", "passes", "source", "target", "carbon",
}  # fmt: skip


class RefusedError(Exception):
    """A position that a loader has to refuse; the message says why."""


def is_stack(code):
    return code not in (".", "#")


def kind_of(code):
    return "antimatter" if code.startswith("~") else "matter"


def content_of(code):
    """(protons, neutrons) of a stack, of whichever kind."""
    return CONTENT[code.removeprefix("~")]


def size_of(code):
    return sum(content_of(code))


def is_puzzle(position):
    return position["variants"]["puzzle"] is not None


def has_common_reserve(position):
    return is_puzzle(position) or position["variants"]["mass"]


def reserve_of(position, seat):
    """The reserve that the seat fills and uses."""
    return position["reserves"][0 if has_common_reserve(position) else seat]


def particles_of_each_type(variants):
    return (15 if variants["small"] else 21) - (1 if variants["darkness"] else 0)


def kind_played(position, seat):
    """The kind that a seat observes as its own: matter where it plays both."""
    return "matter" if position["kinds"] == ["both"] else position["kinds"][seat]


def is_own(position, seat, code):
    return position["kinds"] == ["both"] or kind_of(code) == position["kinds"][seat]


def clip(value):
    return max(-1.0, min(1.0, value))


def sign(number):
    return (number > 0) - (number < 0)


class Oracle:
    """The game on one board."""

    def __init__(self, rows=SHIPPED_ROWS):
        self.names = [f"{letter}{place + 1}" for letter, _, cells in rows for place in range(cells)]
        self.spots = [(first + place, r) for r, (_, first, cells) in enumerate(rows) for place in range(cells)]
        self.lines = {
            (cell, name): self.line(cell, q, r) for cell in range(len(self.spots)) for name, q, r in DIRECTIONS
        }

    # The board

    def line(self, cell, step_q, step_r):
        """The cells that lie in a direction, nearest first, up to the edge."""
        q, r = self.spots[cell]
        found = []
        while (q + step_q, r + step_r) in self.spots:
            q, r = q + step_q, r + step_r
            found.append(self.spots.index((q, r)))
        return found

    def neighbours(self, cell):
        return [self.lines[cell, d][0] for d, _, _ in DIRECTIONS if self.lines[cell, d]]

    def contact(self, board, cell, direction):
        """The first cell that is not empty and the steps to it, or None where the edge comes first."""
        for steps, reached in enumerate(self.lines[cell, direction], 1):
            if board[reached] != ".":
                return reached, steps
        return None

    def way(self, board, cell, direction):
        """What moving the stack there would do: (what, target, steps, code of the new stack), or None."""
        met = self.contact(board, cell, direction)
        if met is None or board[met[0]] == "#":
            return None
        target, steps = met
        mine, theirs = board[cell], board[target]
        protons, neutrons = (a + b for a, b in zip(content_of(mine), content_of(theirs), strict=True))
        if kind_of(mine) != kind_of(theirs):
            return ("annihilation", target, steps, ".") if content_of(mine) == content_of(theirs) else None
        if (protons, neutrons) not in NAMES:
            return None
        return "fusion", target, steps, SIGN[kind_of(mine)] + NAMES[protons, neutrons]

    def ways(self, board, cell):
        """The legal directions of a stack: {direction: way}."""
        found = {d: self.way(board, cell, d) for d, _, _ in DIRECTIONS}
        return {d: way for d, way in found.items() if way}

    def between(self, source, target):
        """The line from source to target, both included."""
        for direction, _, _ in DIRECTIONS:
            line = self.lines[source, direction]
            if target in line:
                return [source, *line[: line.index(target) + 1]]
        raise AssertionError("source and target are not in line")

    def groups(self, cells):
        """The cells as maximal linked groups."""
        left, found = set(cells), []
        while left:
            group, fresh = set(), {left.pop()}
            while fresh:
                group |= fresh
                fresh = {n for cell in fresh for n in self.neighbours(cell)} & left
                left -= fresh
            found.append(group)
        return found

    def cells_with(self, board, codes):
        return [cell for cell, code in enumerate(board) if code in codes]

    def cells_of(self, board, kind):
        return [cell for cell, code in enumerate(board) if is_stack(code) and kind_of(code) == kind]

    def largest_star(self, board, kind):
        return max((sum(size_of(board[c]) for c in g) for g in self.groups(self.cells_of(board, kind))), default=0)

    def largest_he4_group(self, board, kind):
        return max(map(len, self.groups(self.cells_with(board, [SIGN[kind] + "He4"]))), default=0)

    def carbons(self, board, kind):
        """The largest number of disjoint linked triples of He4."""
        return self.most_triples(frozenset(self.cells_with(board, [SIGN[kind] + "He4"])))

    def most_triples(self, cells):
        if len(cells) < 3:
            return 0
        first, best = min(cells), self.most_triples(cells - {min(cells)})
        triples = set()
        for near in set(self.neighbours(first)) & cells:
            reach = (set(self.neighbours(first)) | set(self.neighbours(near))) & cells - {first, near}
            triples |= {frozenset({first, near, third}) for third in reach}
        return max([best, *(1 + self.most_triples(cells - triple) for triple in triples)])

    def contacts(self, board):
        """Adjacent pairs of matter and antimatter."""
        matter = self.cells_of(board, "matter")
        return sum(is_stack(board[n]) and kind_of(board[n]) == "antimatter" for c in matter for n in self.neighbours(c))

    # Decisions

    def legal(self, position):
        """The labels of all legal actions, as a set."""
        phase, board, seat = position["phase"], position["board"], position["to_move"]
        if phase == "side":
            return {"take matter", "take antimatter"}
        if phase == "turn":
            labels = {"pass"}
            for cell, code in enumerate(board):
                if is_stack(code) and is_own(position, seat, code) and self.ways(board, cell):
                    labels.add(f"move {self.names[cell]}")
                if is_stack(code) and position["variants"]["time"] and code.removeprefix("~") in ("n", "H3"):
                    if reserve_of(position, seat)[PROTON[kind_of(code)]] > 0:
                        labels.add(f"decay {self.names[cell]}")
            return labels
        if phase == "direction":
            return {f"go {d}" for d in self.ways(board, self.names.index(position["source"]))}
        if phase == "landing":
            source, target = self.names.index(position["source"]), self.names.index(position["target"])
            return {f"land {self.names[cell]}" for cell in self.between(source, target)}
        return set()

    def after(self, position, label):
        """The position that follows a legal action."""
        new = dict(position, board=list(position["board"]), reserves=list(map(dict, position["reserves"])))
        board, seat = new["board"], position["to_move"]
        word, _, what = label.partition(" ")
        if word == "take":
            new["kinds"] = [OTHER[what], what]
            new["phase"], new["to_move"] = "turn", 0
        elif word == "pass":
            new["passes"] += 1
            self.end_turn(new, over=new["passes"] == new["players"])
        elif word == "move":
            new["source"], new["passes"], new["phase"] = what, 0, "direction"
        elif word == "decay":
            cell = self.names.index(what)
            kind = kind_of(board[cell])
            board[cell] = SIGN[kind] + {"n": "H1", "H3": "He3"}[board[cell].removeprefix("~")]
            reserve_of(new, seat)[PROTON[kind]] -= 1
            reserve_of(new, seat)[NEUTRON[kind]] += 1
            new["passes"] = 0
            self.end_turn(new)
        elif word == "go":
            source = self.names.index(position["source"])
            done, target, _, fused = self.way(board, source, what)
            if done == "annihilation":
                for cell in (source, target):
                    protons, neutrons = content_of(board[cell])
                    reserve_of(new, seat)[PROTON[kind_of(board[cell])]] += protons
                    reserve_of(new, seat)[NEUTRON[kind_of(board[cell])]] += neutrons
                    board[cell] = "."
                self.end_turn(new)
            elif position["variants"]["gravity"]:
                new["target"], new["phase"] = self.names[target], "landing"
            else:
                self.put_fused(new, source, target, target, fused)
        elif word == "land":
            source, target = self.names.index(position["source"]), self.names.index(position["target"])
            protons, neutrons = (
                a + b for a, b in zip(content_of(board[source]), content_of(board[target]), strict=True)
            )
            fused = SIGN[kind_of(board[source])] + NAMES[protons, neutrons]
            self.put_fused(new, source, target, self.names.index(what), fused)
        return new

    def put_fused(self, new, source, target, landing, fused):
        board = new["board"]
        board[source] = board[target] = "."
        board[landing] = fused
        linked = next(g for g in self.groups(self.cells_with(board, [fused])) if landing in g)
        if not is_puzzle(new) and fused in ("He4", "~He4") and len(linked) >= 3:
            new["carbon"] = new["to_move"]
        self.end_turn(new, over=new["carbon"] is not None)

    def end_turn(self, new, over=False):
        new["source"] = new["target"] = None
        new["phase"] = "over" if over else "turn"
        new["to_move"] = None if over else (new["to_move"] + 1) % new["players"]

    # The end

    def tokens(self, position):
        """Who has light, Helium and star, as +1 for matter, -1 for antimatter, 0 for nobody."""
        board, light = position["board"], 0
        if not position["variants"]["mass"]:
            sizes = {kind: sum(position["reserves"][s].values()) for s, kind in enumerate(position["kinds"])}
            light = sign(sizes["matter"] - sizes["antimatter"])
        he4, he3 = (board.count(name) - board.count("~" + name) for name in ("He4", "He3"))
        star = self.largest_star(board, "matter") - self.largest_star(board, "antimatter")
        return [light, sign(he4) or sign(he3), sign(star)]

    def puzzle_score(self, position):
        board, puzzle = position["board"], position["variants"]["puzzle"]
        if puzzle == "light":
            return -sum(size_of(code) for code in board if is_stack(code))
        if puzzle == "life":
            return self.carbons(board, "matter") + self.carbons(board, "antimatter")
        if any(map(is_stack, board)) and self.contacts(board) == 0:
            return -sum(position["reserves"][0].values())
        return -4 * particles_of_each_type(position["variants"])

    def puzzle_value(self, position):
        each = particles_of_each_type(position["variants"])
        if position["variants"]["puzzle"] == "life":
            return 2 * self.puzzle_score(position) / (2 * (each // 2 // 3)) - 1
        return 1 + 2 * self.puzzle_score(position) / (4 * each)

    def scores(self, position):
        """One number a seat, were the game to stop now."""
        if is_puzzle(position):
            return [self.puzzle_score(position)] * position["players"]
        if position["carbon"] is not None:
            return [3 if seat == position["carbon"] else 0 for seat in range(2)]
        tokens = self.tokens(position)
        return [tokens.count(1 if kind == "matter" else -1) for kind in position["kinds"]]

    def ranks(self, position):
        scores = self.scores(position)
        return [0 if is_puzzle(position) else sum(other > mine for other in scores) for mine in scores]

    def rewards(self, position, scheme):
        if is_puzzle(position):
            return [self.puzzle_value(position)] * position["players"]
        lead = self.scores(position)[0] - self.scores(position)[1]
        first = clip(lead / 3) if scheme == "score" else float(sign(lead))
        return [first, -first]

    # Observation

    def observation(self, position, seat):
        """What the seat observes, as {segment: flat list of values}."""
        board, variants, phase = position["board"], position["variants"], position["phase"]
        mine = kind_played(position, seat)
        kinds = [mine, OTHER[mine]]
        alone, duel = position["players"] == 1, not is_puzzle(position)
        own = reserve_of(position, seat)
        opponents = dict.fromkeys(TYPES, 0) if has_common_reserve(position) else position["reserves"][1 - seat]
        view = {}
        for whose, kind in zip(("mine", "other"), kinds, strict=True):
            held = [content_of(c) if is_stack(c) and kind_of(c) == kind else (0, 0) for c in board]
            view[f"{whose}_protons"] = [protons / 2 for protons, _ in held]
            view[f"{whose}_neutrons"] = [neutrons / 2 for _, neutrons in held]
        view["dark"] = [float(code == "#") for code in board]
        view["selection"] = [(name == position["source"]) - (name == position["target"]) for name in self.names]
        view["ways"] = []
        ways = self.ways(board, self.names.index(position["source"])) if phase == "direction" else {}
        for direction, _, _ in DIRECTIONS:
            if direction not in ways:
                view["ways"] += [0, 0, 0, 0]
            else:
                done, _, steps, fused = ways[direction]
                protons, neutrons = content_of(fused) if done == "fusion" else (0, 0)
                view["ways"] += [float(done == "annihilation"), protons / 2, neutrons / 2, steps / 11]
        view["phase"] = [float(phase == p) for p in PHASES]
        view["my_decision"] = [float(position["to_move"] == seat)]
        view["variants"] = [float(variants[v]) for v in ("small", "mass", "gravity", "darkness", "time")]
        view["puzzle"] = [float(variants["puzzle"] == p) for p in ("light", "parallel", "life")]
        view["solitaire"] = [float(alone)]
        view["kind"] = [1 if mine == "matter" else -1]
        view["passed"] = [float(not alone and position["passes"] == 1 and phase != "over")]
        order = [names[kind] for kind in kinds for names in (PROTON, NEUTRON)]
        view["reserve_usable"] = [own[t] / 21 for t in order]
        view["reserve_opponent"] = [opponents[t] / 21 for t in order]
        view["light"] = [sum(own.values()) / 84, sum(opponents.values()) / 84]
        view["helium"] = [board.count(SIGN[kind] + name) / 10 for name in ("He4", "He3") for kind in kinds]
        view["star"] = [self.largest_star(board, kind) / 42 for kind in kinds]
        view["he4_group"] = [min(self.largest_he4_group(board, kind), 3) / 3 for kind in kinds]
        view["tokens"] = [t if mine == "matter" else -t for t in self.tokens(position)] if duel else [0, 0, 0]
        view["stacks"] = [len(self.cells_of(board, kind)) / 42 for kind in kinds]
        view["movable"] = [sum(bool(self.ways(board, c)) for c in self.cells_of(board, k)) / 42 for k in kinds]
        view["puzzle_value"] = [0 if duel else self.puzzle_value(position)]
        view["contacts"] = [self.contacts(board) / 219]
        view["carbons"] = [self.carbons(board, kind) / 3 for kind in kinds]
        return {name: [clip(value) for value in values] for name, values in view.items()}

    # Loading

    def check(self, position, players, variants):
        """Raise RefusedError for whatever an environment of these players and variants has to refuse."""

        def require(holds, why):
            if not holds:
                raise RefusedError(why)

        def integer(value, low, high):
            return type(value) is int and low <= value <= high

        require(type(position) is dict and set(position) == KEYS, "keys")
        require(position["game"] == "big_bang_v0", "game")
        require(type(position["players"]) is int and position["players"] == players, "players")
        given = position["variants"]
        require(type(given) is dict and given == variants, "variants")
        require(all(type(given[name]) is type(variants[name]) for name in variants), "types of variants")
        phase, to_move = position["phase"], position["to_move"]
        require(type(phase) is str and phase in PHASES, "phase")
        require(to_move is None if phase == "over" else integer(to_move, 0, players - 1), "to_move")

        board = position["board"]
        codes = [".", "#", *CONTENT, *("~" + name for name in CONTENT)]
        require(type(board) is list and len(board) == 84, "board")
        require(all(type(code) is str and code in codes for code in board), "codes")
        require(board.count("#") == (4 if variants["darkness"] else 0), "dark tokens")

        kinds = position["kinds"]
        if players == 1:
            require(kinds == ["both"], "kinds of one player")
        else:
            require(kinds in (["matter", "antimatter"], ["antimatter", "matter"]), "kinds")
            if variants["sides"] == "fixed" or phase == "side":
                require(kinds[0] == "matter", "matter first")

        reserves = position["reserves"]
        count = 1 if variants["mass"] or variants["puzzle"] else players
        require(type(reserves) is list and len(reserves) == count, "reserves")
        for reserve in reserves:
            require(type(reserve) is dict and set(reserve) == set(TYPES), "types of a reserve")
            require(all(integer(reserve[t], 0, 2**31 - 1) for t in TYPES), "counts of a reserve")
            matter, antimatter = (reserve[a] + reserve[b] for a, b in (TYPES[:2], TYPES[2:]))
            require(matter == antimatter, "matter and antimatter in a reserve")
            require(variants["time"] or reserve["proton"] == reserve["antiproton"], "mirrors in a reserve")
        for kind in ("matter", "antimatter"):
            held = [content_of(board[cell]) for cell in self.cells_of(board, kind)]
            for types, on_board in ((PROTON, sum(p for p, _ in held)), (NEUTRON, sum(n for _, n in held))):
                in_all = on_board + sum(reserve[types[kind]] for reserve in reserves)
                require(in_all == particles_of_each_type(variants), types[kind])

        carbon = position["carbon"]
        if carbon is not None:
            require(variants["puzzle"] is None and phase == "over", "carbon only at the end of a duel")
            require(integer(carbon, 0, 1), "carbon")
        if variants["puzzle"] is None:
            for seat in range(2):
                made = self.largest_he4_group(board, kinds[seat]) >= 3
                require(made == (carbon == seat), "linked He4")

        passes = position["passes"]
        if phase == "turn":
            require(integer(passes, 0, players - 1), "passes")
        elif phase == "over" and carbon is None:
            require(integer(passes, players, players), "passes at the end")
        else:
            require(integer(passes, 0, 0), "passes")

        if phase == "side":
            require(players == 2 and variants["sides"] == "choose" and to_move == 1, "phase side")
            require(all(size_of(code) == 1 for code in board if is_stack(code)), "a lone particle each")
            require(all(reserve[t] == 0 for reserve in reserves for t in TYPES), "empty reserves")

        source, target = position["source"], position["target"]
        if phase in ("direction", "landing"):
            require(type(source) is str and source in self.names, "source")
            code = board[self.names.index(source)]
            require(is_stack(code) and is_own(position, to_move, code), "source is an own stack")
            require(self.ways(board, self.names.index(source)), "source can go")
        else:
            require(source is None, "no source")
        if phase == "landing":
            require(variants["gravity"], "landing only with gravity")
            require(type(target) is str and target in self.names, "target")
            ways = self.ways(board, self.names.index(source)).values()
            require(any(way[:2] == ("fusion", self.names.index(target)) for way in ways), "target of a fusion")
        else:
            require(target is None, "no target")
