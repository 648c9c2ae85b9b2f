"""What must never leak, and the redrawing of what a seat cannot know."""

import copy
from collections import Counter

import pytest

from tests.playing import legal, load, play, position, view

from .table import CARDS, TILES, cards, is_open, lay, new_game, tiles

# Seat 0 has seen slots 0 and 2; seat 1 has a take in slots 0, 1 and 2.
MIDDLE = lay(
    3, to_move=2, rounds=3, piles={0: "2 water, 2 medal, space", 1: "mineral red, mineral blue, 5 space",
                                   2: "2 alien blue, 2 matter green, 2 space", 3: "8 space"},
    taken={0: "0 alien brown, 1 water, 0 medal", 1: "1 mineral red", 2: "0 matter blue, 1 alien blue"},
    stations={0: 1}, ships={0: 4, 2: 5}, hands={0: "B1G1 B4O4", 1: "B2G2 G3O3", 2: "B3O3 G4O1 G1O1"},
    discard="B1G2 G2O2", draw="B1O1 G4O4",
)  # fmt: skip


def who_notices(table, other):
    """The seats whose observation or mask differs between two positions."""
    first, second = load(table), load(other)
    return {seat for seat in range(table["players"]) if view(first, seat) != view(second, seat)}


def with_planet(table, slot, **changes):
    other = copy.deepcopy(table)
    other["planets"][slot] |= changes
    return other


def exchange(table, one, other):
    """Two cards change places: each place is ("draw", i) or (seat, i)."""
    changed = copy.deepcopy(table)
    (a, i), (b, j) = (
        (changed["draw"] if owner == "draw" else changed["hands"][owner], at) for owner, at in (one, other)
    )
    a[i], b[j] = b[j], a[i]
    changed["hands"] = [sorted(hand, key=CARDS.index) for hand in changed["hands"]]
    assert changed != table
    return changed


# What nobody else may notice


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_hand_is_seen_by_its_owner_alone(seat):
    assert who_notices(MIDDLE, exchange(MIDDLE, (seat, 0), ("draw", 3))) == {seat}


def test_two_hands_are_seen_by_their_owners_alone():
    assert who_notices(MIDDLE, exchange(MIDDLE, (1, 0), (2, 1))) == {1, 2}


def test_nobody_sees_the_order_of_the_draw_pile():
    assert who_notices(MIDDLE, exchange(MIDDLE, ("draw", 0), ("draw", 7))) == set()


def test_piles_never_looked_at_are_hidden():
    other = with_planet(MIDDLE, 4, pile=MIDDLE["planets"][5]["pile"])
    other = with_planet(other, 5, pile=MIDDLE["planets"][4]["pile"])
    assert other != MIDDLE
    assert who_notices(MIDDLE, other) == set()


def test_a_pile_of_space_tiles_looks_like_any_other():
    other = with_planet(MIDDLE, 3, pile=MIDDLE["planets"][4]["pile"])
    other = with_planet(other, 4, pile=MIDDLE["planets"][3]["pile"])
    assert who_notices(MIDDLE, other) == set()


def test_a_take_is_seen_by_its_taker_alone():
    # seat 1 took an alien or a matter tile where seat 0 had looked before; seat 2 never looked
    other = with_planet(
        MIDDLE, 2, pile=tiles("3 alien blue, matter green, 2 space"), takes=[[0, "matter blue"], [1, "matter green"]]
    )
    assert who_notices(MIDDLE, other) == {1}


def test_a_take_between_two_looks_is_told_to_the_seat_that_looked():
    other = with_planet(
        MIDDLE, 0, pile=tiles("3 water, medal, space"), takes=[[0, "alien brown"], [1, "medal"], [0, "medal"]]
    )
    assert who_notices(MIDDLE, other) == {0, 1}


def test_the_order_of_takes_between_two_looks_is_told_to_nobody_else():
    table = lay(3, to_move=2, piles={0: "2 water, 2 space"}, ships={2: 0},
                taken={0: "0 medal, 1 water, 2 medal, 0 alien blue"}, stations={0: 1})  # fmt: skip
    other = with_planet(table, 0, takes=[[0, "medal"], [1, "medal"], [2, "water"], [0, "alien blue"]])
    assert who_notices(table, other) == {1, 2}


def test_what_is_being_looked_at_is_seen_by_the_looker_alone():
    table = lay(3, phase="discover_take", piles={0: "2 water, 3 medal, 2 space"}, taken={0: "1 medal"},
                stations={0: 1}, ships={0: 0})  # fmt: skip
    other = with_planet(table, 0, pile=tiles("2 water, 2 medal, alien blue, 2 space"))
    swapped = next(slot for slot in range(1, 8) if "alien blue" in other["planets"][slot]["pile"])
    pile = list(other["planets"][swapped]["pile"])
    pile[pile.index("alien blue")] = "medal"
    other = with_planet(other, swapped, pile=sorted(pile, key=TILES.index))
    # seat 1, which developed, has seen the pile before: the content is changed for it, too
    assert who_notices(table, other) == {0, 1}


def test_labels_of_takes_do_not_reach_others():
    table = lay(3, phase="scan_take", piles={0: "2 water, 3 medal, 3 space"}, ships={0: 0})
    one, other = load(table), load(table)
    play(one, "take water")
    play(other, "take medal")
    assert view(one, 0) != view(other, 0)
    for seat in (1, 2):
        assert view(one, seat) == view(other, seat)
    assert one.unwrapped.infos == other.unwrapped.infos


# Redrawing


def redrawn(env, seat, times=200):
    """Positions in which all that the seat cannot know was drawn anew."""
    for seed in range(times):
        other = env.unwrapped.resample(f"player_{seat}", seed=seed)
        assert view(other, seat) == view(env, seat)
        yield position(other)


def hidden_cards(table, seat):
    """Cards of other hands and of the draw pile."""
    return Counter([*table["draw"], *(card for s, hand in enumerate(table["hands"]) if s != seat for card in hand)])


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_every_hidden_card_is_sometimes_elsewhere(seat):
    env = load(MIDDLE)
    places = {(kind, card): 0 for kind in ("draw", "hand") for card in hidden_cards(MIDDLE, seat)}
    tops = set()
    for table in redrawn(env, seat, 600):
        assert hidden_cards(table, seat) == hidden_cards(MIDDLE, seat)
        assert table["hands"][seat] == MIDDLE["hands"][seat]
        tops.add(table["draw"][0])
        for s, hand in enumerate(table["hands"]):
            for card in hand if s != seat else ():
                places["hand", card] += 1
        for card in table["draw"]:
            places["draw", card] += 1
    assert min(places.values()) > 0
    assert len(tops) > 35


def test_a_card_that_was_not_shuffled_is_in_a_hand():
    deck = [card for card in lay(2)["shuffled"] if card not in ("B1G1", "B2G2")]
    table = lay(2, hands={0: "B3G3", 1: "B1G1 B1G1 B2G2 B4O4"}, discard="B2G2", shuffled=" ".join(deck))
    seen = Counter()
    for other in redrawn(load(table), 0):
        assert Counter(other["hands"][1]) >= Counter(["B1G1", "B1G1", "B2G2"])
        seen.update(set(other["hands"][1]))
    assert len(seen) > 20  # the fourth card can be any other


@pytest.mark.parametrize(
    ("phase", "hand", "fits"),
    [
        ("jump_card", "B1G2 G4O4", lambda hand: any(card[:2] == "B1" for card in hand)),
        ("scan_card", "B2G3", lambda hand: any("G3" in card for card in hand)),
        ("land_card_1", "B1O2 B2O4", lambda hand: {"2", "4"} == {card[3] for card in hand if "O" in card}),
        ("land_card_2", "B2O4", lambda hand: any("O4" in card for card in hand)),
    ],
)
def test_the_seat_to_move_can_pay_in_every_redraw(phase, hand, fits):
    more = {"target": 1, "ships": {0: 3}} if phase == "jump_card" else {"taken": {0: "0 water"}}
    table = lay(3, phase=phase, names={0: "Hazard"}, hands={0: hand, 1: "B1G1"}, **more)
    if phase == "jump_card":
        table["target"] = next(slot for slot, planet in enumerate(table["planets"]) if planet["jump"] == 1)
    hands = set()
    for other in redrawn(load(table), 1):
        assert fits(other["hands"][0])
        assert legal(load(other))
        hands.add(tuple(other["hands"][0]))
    assert len(hands) > 5


def placed(table):
    """(slot, "pile" or number of the take, tile) of every tile."""
    for slot, planet in enumerate(table["planets"]):
        yield from ((slot, "pile", tile) for tile in planet["pile"])
        yield from ((slot, i, tile) for i, (_, tile) in enumerate(planet["takes"]))


def test_every_tile_of_piles_never_seen_is_sometimes_elsewhere():
    env = load(MIDDLE)
    unseen = {3, 4, 5, 6, 7}
    found = Counter()
    for table in redrawn(env, 0, 400):
        found.update(set(placed(table)))
        assert Counter(tile for _, _, tile in placed(table)) == Counter(tile for _, _, tile in placed(MIDDLE))
    kinds = {tile for slot, place, tile in placed(MIDDLE) if slot in (1, *unseen)}
    for slot in unseen:
        for tile in kinds:
            assert found[slot, "pile", tile] > 0, (slot, tile)
    for tile in kinds - {"space"}:
        assert found[1, 0, tile] > 0, tile  # what seat 1 took where seat 0 never looked: any point tile
    assert found[1, 0, "space"] == 0


def test_a_pile_from_which_others_took_holds_a_point_tile():
    table = lay(2, to_move=1, piles={0: "water"}, taken={0: "3x1 medal, 4x1 mineral red"}, stations={0: 1})
    kinds = {other["planets"][0]["pile"][0] for other in redrawn(load(table), 0)}
    assert kinds == set(TILES) - {"space"}
    assert "space" not in kinds


def test_what_others_took_since_the_last_look_came_from_that_pile():
    env = load(MIDDLE)
    took = Counter()
    for table in redrawn(env, 0):
        planet = table["planets"][2]
        everything = sorted([*planet["pile"], planet["takes"][1][1]], key=TILES.index)
        assert everything == tiles("3 alien blue, 2 matter green, 2 space")
        assert planet["takes"][0] == [0, "matter blue"]
        took[planet["takes"][1][1]] += 1
    assert set(took) == {"alien blue", "matter green"}
    assert 90 < took["alien blue"] < 150  # three of five


def test_takes_between_two_looks_keep_their_tiles_but_not_their_order():
    table = lay(3, to_move=2, piles={0: "2 water, 2 space"}, ships={2: 0},
                taken={0: "0 medal, 1 water, 2 medal, 0 alien blue"}, stations={0: 1})  # fmt: skip
    orders = Counter()
    for other in redrawn(load(table), 0):
        orders[tuple(tile for _, tile in other["planets"][0]["takes"])] += 1
        assert other["planets"][0]["pile"] == table["planets"][0]["pile"]
    assert set(orders) == {
        ("medal", "water", "medal", "alien blue"),
        ("medal", "medal", "water", "alien blue"),
    }
    assert min(orders.values()) > 60


def test_an_open_pile_is_left_alone():
    table = lay(3, piles={0: "4 space"}, taken={0: "0 water, 1 medal, 2 alien blue, 1 medal"}, rounds=0)
    for other in redrawn(load(table), 0):
        assert is_open(other["planets"][0])
        assert sorted(tile for _, tile in other["planets"][0]["takes"]) == ["alien blue", "medal", "medal", "water"]


def test_a_pile_that_another_seat_looks_at_holds_a_point_tile():
    table = lay(2, phase="scan_take", piles={0: "water, 7 space", 1: "8 space"}, ships={0: 0, 1: 3})
    for other in redrawn(load(table), 1, 400):
        assert set(other["planets"][0]["pile"]) != {"space"}


def test_own_knowledge_of_a_finished_game_is_kept():
    env = new_game(3, 4)
    while not any(env.terminations.values()):
        env.step(env.unwrapped.greedy_action())
    for seat in range(3):
        for other in redrawn(env, seat, 20):
            assert other["hands"][seat] == position(env)["hands"][seat]
            assert [p["station"] for p in other["planets"]] == [p["station"] for p in position(env)["planets"]]


def test_redrawing_draws_the_later_chance_anew():
    table = lay(2, hands={0: "B1G1"}, draw="G4O4", draw_only=True)
    hands = set()
    for seed in range(20):
        other = load(table).unwrapped.resample("player_0", seed=seed)
        play(other, "top up", "draw")
        hands.add(tuple(position(other)["hands"][0]))
    assert len(hands) > 10
    assert all(set(cards("B1G1 G4O4")) <= set(hand) for hand in hands)
