"""Random and greedy games hold the invariants of the specification, recomputed from the position at each decision."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cosmozoo.envs import testing
from tests.playing import legal, load, observe, play, position, view

from .table import DECKS, LIMITS, TILE_COUNTS, is_open, new_game, revealed, stock

games = st.tuples(st.integers(2, 5), st.sampled_from(["plain", "wild"]), st.integers(0, 2**32 - 1))
some_games = settings(max_examples=10, deadline=None)
GREEDY_PART = 0.5
"""How often the walk follows the greedy bot, which goes deeper into the game than chance."""


def walk(game, most=400):
    """The environment before each decision of a game, partly random and partly greedy, and at its end."""
    players, components, seed = game
    env, rng = new_game(players, seed, components=components, random_start=bool(seed % 2)), np.random.default_rng(seed)
    for _ in range(most):
        yield env
        if position(env)["phase"] == "over":
            return
        if rng.random() < GREEDY_PART:
            env.step(env.unwrapped.greedy_action())
        else:
            play(env, str(rng.choice(sorted(legal(env)))))


@pytest.mark.plain
@some_games
@given(games)
def test_nothing_is_lost_and_nothing_appears(game):
    for env in walk(game):
        table = position(env)
        found = Counter(tile for planet in table["planets"] for tile in planet["pile"])
        found.update(tile for planet in table["planets"] for _, tile in planet["takes"])
        assert found == TILE_COUNTS
        assert all(len(planet["pile"]) + len(planet["takes"]) == 8 for planet in table["planets"])
        cards = Counter([*table["draw"], *table["discard"], *(card for hand in table["hands"] for card in hand)])
        assert cards == DECKS[game[1]]
        assert max(len(hand) for hand in table["hands"]) <= 5
        assert table["draw"]
        assert not Counter(table["draw"]) - Counter(table["shuffled"])
        for seat in range(game[0]):
            assert 0 <= stock(table, seat) <= 20


@some_games
@given(games)
def test_what_is_done_stays_done(game):
    last = None
    for env in walk(game):
        table = position(env)
        if last is not None:
            for before, after in zip(last["planets"], table["planets"], strict=True):
                assert after["takes"][: len(before["takes"])] == before["takes"]
                assert not Counter(after["pile"]) - Counter(before["pile"])
                assert is_open(after) >= is_open(before)
                assert before["station"] in (None, after["station"])
                assert before["blind"] in (None, after["blind"])
            assert all(now >= then for now, then in zip(table["gate"], last["gate"], strict=True))
            assert table["turns"] >= last["turns"]
            assert table["step"] == last["step"] + 1
            assert revealed(table) >= revealed(last)
        last = table


@some_games
@given(games)
def test_whose_turn_it_is(game):
    players = game[0]
    for env in walk(game):
        table = position(env)
        masks = [env.observe(f"player_{seat}")["action_mask"].any() for seat in range(players)]
        if table["phase"] == "over":
            assert table["turns"] % players == 0
            assert not any(masks)
            dead = all(stock(table, seat) == 0 for seat in range(players))
            assert dead or revealed(table) >= LIMITS[players]
            continue
        assert table["to_move"] == (table["starter"] + table["turns"]) % players
        assert masks == [seat == table["to_move"] for seat in range(players)]
        assert table["phase"] != "action" or "top up" in legal(env)


def by_hand(table):
    """Legal labels of a position in the phase `action`, from section 3 written down a second time."""
    seat, here = table["to_move"], table["ships"][table["to_move"]]
    hand, chips = table["hands"][seat], stock(table, seat)

    def paying(colour, value):
        return {
            i for i, code in enumerate(hand) for x, v in (code[:2], code[2:]) if x == colour and v in (str(value), "?")
        }

    labels = {"top up"}
    for slot, planet in enumerate(table["planets"]):
        if chips and slot != here and paying("B", planet["jump"]):
            labels.add(f"jump {slot}")
    if here is None:
        return labels
    planet = table["planets"][here]
    labels |= {"fly clockwise", "fly counterclockwise"}
    if planet["station"] is not None:
        return labels | ({"discover"} if not is_open(planet) else set())
    if chips and not is_open(planet) and paying("G", planet["scan"]):
        labels.add("scan")
    scanned = planet["blind"] == seat or seat in [taker for taker, _ in planet["takes"]]
    low, high = (paying("O", value) for value in planet["land"])
    if chips and scanned and any(i != j for i in low for j in high):
        labels.add("develop")
    return labels


@some_games
@given(games)
def test_legal_actions_are_those_of_the_specification(game):
    for env in walk(game):
        table = position(env)
        if table["phase"] == "action":
            assert legal(env) == by_hand(table)
        elif table["phase"] == "top_up":
            assert legal(env) == {"draw", *(f"card {code}" for code in table["hands"][table["to_move"]])}
        elif table["phase"].endswith("_take"):
            pile = table["planets"][table["ships"][table["to_move"]]]["pile"]
            assert legal(env) == {f"take {tile}" for tile in pile if tile != "space"}


def tile_points(held):
    """Points for tiles, rule by rule."""
    of = {kind: [tile for tile in held if tile.startswith(kind)] for kind in ("mineral", "alien", "matter", "water")}
    total = sum(len(of[k]) * max(Counter(of[k]).values(), default=0) for k in ("mineral", "alien"))
    green, blue = (held.count(f"matter {colour}") for colour in ("green", "blue"))
    total += 7 * min(green, blue) + 2 * abs(green - blue)
    water = len(of["water"])
    return total + 14 * (water // 4) + [0, 2, 5, 9][water % 4] + 3 * held.count("medal")


def scores_by_hand(table):
    """Scores and ranks of a position."""
    results = []
    for seat, probes in enumerate(table["gate"]):
        stations = [planet for planet in table["planets"] if planet["station"] == seat]
        developed = [planet for planet in table["planets"] if planet["station"] is not None]
        held = [tile for planet in developed for taker, tile in planet["takes"] if taker == seat]
        gate = (9, 6, 3, 1, 0)[sum(other > probes for other in table["gate"])] if probes else 0
        results.append((gate + 3 * len(stations) + tile_points(held), len(stations)))
    return [score for score, _ in results], [sum(other > own for other in results) for own in results]


@some_games
@given(games)
def test_scores_and_ranks_at_the_end(game):
    for env in walk(game, most=1500):
        for seat in range(game[0]):
            own = observe(env, seat)["own_score"][0] * 100
            assert own == pytest.approx(min(100, scores_by_hand(position(env))[0][seat]), abs=1e-3)
    if position(env)["phase"] == "over":
        infos = [env.unwrapped.infos[agent] for agent in env.possible_agents]
        scores, ranks = scores_by_hand(position(env))
        assert [info["score"] for info in infos] == scores
        assert [info["rank"] for info in infos] == ranks


class Memory:
    """What one seat has seen with its own eyes, kept decision by decision as a player would."""

    def __init__(self, seat):
        self.seat = seat
        self.seen = {}
        self.since = {slot: Counter() for slot in range(8)}

    def look(self, table):
        here = table["ships"][self.seat]
        if table["phase"].endswith("_take") and table["to_move"] == self.seat:
            self._see(here, table)
        for slot, planet in enumerate(table["planets"]):
            if is_open(planet):
                self._see(slot, table)

    def after(self, table, label, mover, now):
        """A decision has been made at the table."""
        if label.startswith("take"):
            slot = table["ships"][mover]
            if mover == self.seat:
                self._see(slot, now)
            else:
                self.since[slot][mover] += 1

    def _see(self, slot, table):
        self.seen[slot] = Counter(table["planets"][slot]["pile"])
        self.since[slot] = Counter()


@some_games
@given(games)
def test_the_observation_remembers_what_the_seat_saw(game):
    players = game[0]
    memories, last = [Memory(seat) for seat in range(players)], None
    for env in walk(game):
        table = position(env)
        if last is not None:
            new = [i for i in range(8) if len(table["planets"][i]["takes"]) > len(last["planets"][i]["takes"])]
            for memory in memories:
                memory.after(last, "take" if new else "", last["to_move"], table)
        for memory in memories:
            memory.look(table)
            seen = observe(env, memory.seat)
            assert set(np.flatnonzero(seen["seen"])) == set(memory.seen)
            for slot in range(8):
                row = {
                    tile: n for tile, n in zip(TILE_COUNTS, np.round(seen["seen_tiles"][slot] * 8), strict=True) if n
                }
                assert row == memory.seen.get(slot, {})
                others = [memory.since[slot][(memory.seat + d) % players] for d in range(1, players)]
                assert np.round(seen["since"][slot] * 8).tolist() == others + [0] * (5 - players)
        last = table


@some_games
@given(games, st.integers(0, 200))
def test_a_position_of_mid_game_goes_on_like_the_game(game, stop):
    copies = []
    rng = np.random.default_rng(stop)
    for number, env in enumerate(walk(game, most=stop + 1)):
        if number == stop:
            copies = [load(position(env)), env.unwrapped.clone()]
    for _ in range(30):
        if not copies or any(copies[0].terminations.values()):
            break
        assert len({str(position(other)) for other in copies}) == 1
        for seat in range(game[0]):
            assert len({view(other, seat) for other in copies}) == 1
        labels = sorted(legal(copies[0]) - {"draw"}) or ["draw"]
        if labels == ["draw"]:
            break  # what is drawn comes from other generators when the pile is shuffled
        label = str(rng.choice(labels))
        for other in copies:
            play(other, label)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_wild_tables_fulfil_the_rules_of_conduct(players):
    table = testing.TableChoice("space_mission_v0", players, (("components", "wild"), ("random_start", True)))
    testing.check_many_games(table, games=500, seed=5)
    testing.check_table(table, seed=players, plies=80)


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_ends(players):
    env = new_game(players, 3, components="wild")
    while not any(env.terminations.values()):
        env.step(env.unwrapped.greedy_action())
    assert position(env)["phase"] == "over"
