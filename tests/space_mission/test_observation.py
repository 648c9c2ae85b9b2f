"""The observation: its layout, and values derived by hand."""

import numpy as np
import pytest

from tests.playing import load, observe, play

from .table import CARDS, PRINTED, TILES, idle, lay, new_game, over, tiles

LAYOUT = (
    (0, "phase", (9,)), (9, "to_move", (5,)), (14, "in_play", (5,)), (19, "actions_left", (1,)), (20, "target", (8,)),
    (28, "starter", (5,)), (33, "clock", (5,)), (38, "card_piles", (2,)), (40, "hand_size", (5,)),
    (45, "ships", (5, 9)), (90, "probes", (5,)), (95, "chips", (5,)), (100, "stations", (5,)), (105, "tiles", (5,)),
    (110, "gate_points", (5,)), (115, "own_score", (2,)), (117, "coordinates", (8, 12)), (213, "pile", (8, 3)),
    (237, "station", (8, 5)), (277, "reserved", (8, 5)), (317, "blind", (8,)), (325, "seen", (8,)),
    (333, "seen_tiles", (8, 11)), (421, "since", (8, 4)), (453, "own_reserved", (8, 10)), (533, "own_tiles", (10,)),
    (543, "pinned_held", (4, 10)), (583, "pinned_reserved", (4, 10)), (623, "hand", (75,)), (698, "discard", (75,)),
    (773, "shuffled", (75,)),
)  # fmt: skip
PHASES = ("action", "top_up", "jump_card", "scan_card", "land_card_1", "land_card_2", "scan_take", "develop_take",
          "discover_take")  # fmt: skip


def ones(segment, *indices):
    """The segment is 1 at these indices and 0 elsewhere."""
    wanted = sorted(index if isinstance(index, tuple) else (index,) for index in indices)
    return sorted(map(tuple, np.argwhere(segment).tolist())) == wanted and set(np.unique(segment)) <= {0, 1}


def units(segment, scale):
    """A scaled segment in its own unit."""
    return np.round(np.asarray(segment, float) * scale, 4).tolist()


def content(row, scale=8):
    """Tile types with their number, of a row in tile order."""
    return {TILES[i]: round(float(n) * scale, 4) for i, n in enumerate(row) if n}


def deck_of(segment):
    """Cards with copies, of a segment of 75."""
    return {CARDS[i]: round(float(n) * 5, 4) for i, n in enumerate(segment) if n}


# Layout


def test_segments_lie_as_in_the_specification():
    layout = new_game().unwrapped.layout
    assert tuple((segment.offset, segment.name, tuple(segment.shape)) for segment in layout) == LAYOUT
    assert layout.size == 848
    assert all(segment.meaning for segment in layout)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("components", ["plain", "wild"])
def test_sizes_are_the_same_for_all_tables(players, components):
    env = new_game(players, components=components)
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert (seen["observation"].shape, seen["observation"].dtype) == ((848,), np.float32)
        assert (seen["action_mask"].shape, seen["action_mask"].dtype) == ((100,), np.int8)
        assert env.observation_space(agent).contains(seen)
        assert 0 <= seen["observation"].min() <= seen["observation"].max() <= 1
        assert seen["action_mask"].any() == (seat == 0)


# The printed position


def test_the_printed_position_as_its_seat_0_sees_it():
    seen = observe(load(PRINTED), 0)
    assert ones(seen["phase"], 0)
    assert ones(seen["to_move"], 0)
    assert ones(seen["in_play"], 0, 1)
    assert units(seen["actions_left"], 2) == [2]
    assert ones(seen["target"])
    assert ones(seen["starter"], 0)
    assert seen["clock"] == pytest.approx([0, 6 / 16, 0, 1, 10 / 3000])
    assert units(seen["card_piles"], 60) == [48, 4]
    assert units(seen["hand_size"], 5) == [3, 5, 0, 0, 0]
    assert ones(seen["ships"], (0, 1), (1, 2))
    assert units(seen["probes"], 20) == [1, 1, 0, 0, 0]
    assert units(seen["chips"], 20) == [18, 19, 0, 0, 0]
    assert ones(seen["stations"])
    assert ones(seen["tiles"])
    assert units(seen["gate_points"], 9) == [9, 9, 0, 0, 0]
    assert units(seen["own_score"], 100) == [9, 10]  # with one mineral
    far_orchard, saltpan = seen["coordinates"][:2].tolist()
    assert far_orchard == [0, 0, 0, 1, 0, 0, 1, 0, 0.5, 0.5, 0, 0]
    assert saltpan == [0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0.5, 0, 0]
    assert units(seen["pile"], 8) == [[7, 0, 0]] + [[8, 0, 0]] * 7
    assert ones(seen["station"])
    assert units(seen["reserved"], 8) == [[1, 0, 0, 0, 0]] + [[0] * 5] * 7
    assert ones(seen["blind"])
    assert ones(seen["seen"], 0)
    assert content(seen["seen_tiles"][0]) == {
        "mineral red": 1, "mineral purple": 1, "matter green": 1, "water": 1, "medal": 1, "space": 2
    }  # fmt: skip
    assert not seen["seen_tiles"][1:].any()
    assert not seen["since"].any()
    assert content(seen["own_reserved"][0]) == {"mineral green": 1}
    assert not seen["own_reserved"][1:].any()
    assert not seen["own_tiles"].any()
    assert not seen["pinned_held"].any()
    assert not seen["pinned_reserved"].any()
    assert deck_of(seen["hand"]) == {"B2O1": 1, "B4O4": 1, "G1O1": 1}
    assert deck_of(seen["discard"]) == {"B1G1": 1, "B1G3": 1, "B3G4": 1, "B4G4": 1}
    shuffled = deck_of(seen["shuffled"])
    assert sum(shuffled.values()) == 60
    assert (shuffled["B1G1"], shuffled["B1G2"]) == (2, 1)


def test_the_printed_position_as_its_seat_1_sees_it():
    seen = observe(load(PRINTED), 1)
    assert ones(seen["to_move"], 1)
    assert ones(seen["starter"], 1)
    assert units(seen["hand_size"], 5) == [5, 3, 0, 0, 0]
    assert ones(seen["ships"], (0, 2), (1, 1))
    assert units(seen["chips"], 20) == [19, 18, 0, 0, 0]
    assert units(seen["own_score"], 100) == [9, 9]
    assert units(seen["reserved"], 8)[0] == [0, 1, 0, 0, 0]
    assert ones(seen["seen"])
    assert not seen["seen_tiles"].any()
    assert units(seen["since"], 8) == [[1, 0, 0, 0]] + [[0] * 4] * 7
    assert not seen["own_reserved"].any()
    assert deck_of(seen["hand"]) == {"B3G1": 1, "B2O2": 1, "B2O4": 1, "B3O2": 1, "G1O1": 1}


# Turn and clock


@pytest.mark.parametrize(
    ("phase", "more"),
    [
        ("action", {}),
        ("top_up", {}),
        ("jump_card", {"target": 1, "ships": {0: 7}, "hands": {0: "B1G1"}}),
        ("scan_card", {"ships": {0: 0}, "hands": {0: "B2G3"}}),
        ("land_card_1", {"taken": {0: "0 water"}, "hands": {0: "B1O2 B2O4"}}),
        ("land_card_2", {"taken": {0: "0 water"}, "hands": {0: "B2O4"}}),
        ("scan_take", {"ships": {0: 0}}),
        ("develop_take", {"taken": {0: "0 water"}, "stations": {0: 0}}),
        ("discover_take", {"taken": {0: "1 water"}, "stations": {0: 1}, "ships": {0: 0}}),
    ],
)
def test_phases_are_seen_by_all(phase, more):
    env = load(lay(3, phase=phase, names={0: "Hazard"}, **more))
    for seat in range(3):
        seen = observe(env, seat)
        assert ones(seen["phase"], PHASES.index(phase))
        assert ones(seen["to_move"], (0 - seat) % 3)
        assert ones(seen["target"], *([1] if phase == "jump_card" else []))


def test_when_the_game_is_over():
    seen = observe(load(over(lay(3, piles={0: "5 space", 1: "3 space"}, taken={0: "0 water, 0 medal, 1 medal",
                                                                            1: "4x1 water, 2 water"}))), 1)  # fmt: skip
    assert ones(seen["phase"])
    assert ones(seen["to_move"])
    assert units(seen["actions_left"], 2) == [0]
    assert seen["clock"][:4] == pytest.approx([8 / 16, 8 / 16, 1, 0])


@pytest.mark.parametrize(
    ("starter", "to_move", "left"), [(0, 0, 4), (0, 1, 3), (0, 3, 1), (2, 2, 4), (2, 0, 2), (2, 1, 1)]
)
def test_turns_left_in_the_round(starter, to_move, left):
    env = load(lay(4, starter=starter, to_move=to_move))
    for seat in range(4):
        seen = observe(env, seat)
        assert seen["clock"][3] == left / 4
        assert ones(seen["starter"], (starter - seat) % 4)


def test_the_clock_of_decisions_ends_at_1():
    assert observe(load(lay(step=1500)), 0)["clock"][4] == 0.5
    assert observe(load(lay(step=10**9)), 0)["clock"][4] == 1
    assert observe(load(lay(step=30), max_cycles=40), 0)["clock"][4] == 0.75


def test_the_limit_belongs_to_the_table():
    assert [observe(new_game(n), 0)["clock"][1] * 16 for n in (2, 3, 4, 5)] == [6, 8, 10, 12]


# Seats


LATE = lay(
    3, to_move=1, names={0: "Hazard", 1: "Freezer", 2: "Saltpan"},
    piles={2: "8 space"}, blind={2: 2},
    taken={0: "0 water, 1 medal, 0 matter blue, 2 water", 1: "1 alien blue, 2 alien brown, 1 medal"},
    stations={0: 1}, ships={0: 3, 1: 0, 2: 2}, gate={0: 3, 1: 1, 2: 3},
    hands={0: "B1G1 B1G1", 1: "G4O4", 2: "B2O1 B3O1 B4O1"}, discard="B3G3 B3G3 G1O1",
)  # fmt: skip


@pytest.mark.parametrize("observer", [0, 1, 2])
def test_seats_are_seen_clockwise_from_the_observer(observer):
    seen = observe(load(LATE), observer)

    def clockwise(*values):
        return [values[(observer + d) % 3] for d in range(3)] + [0] * 2

    assert ones(seen["to_move"], (1 - observer) % 3)
    assert units(seen["hand_size"], 5) == clockwise(2, 1, 3)
    assert units(seen["probes"], 20) == clockwise(3, 1, 3)
    assert units(seen["chips"], 20) == clockwise(17, 20 - 1 - 1 - 2, 20 - 3 - 1)
    assert units(seen["stations"], 8) == clockwise(0, 1, 0)
    assert units(seen["tiles"], 48) == clockwise(2, 1, 1)
    assert units(seen["gate_points"], 9) == clockwise(9, 3, 9)
    assert ones(seen["ships"], *[(d, 1 + (3, 0, 2)[(observer + d) % 3]) for d in range(3)])
    assert units(seen["reserved"], 8)[1] == clockwise(0, 2, 1)
    assert units(seen["reserved"], 8)[0] == [0] * 5
    assert ones(seen["station"], (0, (1 - observer) % 3))
    assert units(seen["blind"], 5) == [0, 0, 1 + (2 - observer) % 3, 0, 0, 0, 0, 0]
    assert units(seen["pile"], 8) == [[4, 0, 0], [5, 0, 0], [8, 8, 8]] + [[8, 0, 0]] * 5
    assert seen["clock"][:3].tolist() == [0.5, 0.5, 1]
    assert units(seen["card_piles"], 60) == [60 - 6 - 3, 3]
    assert deck_of(seen["discard"]) == {"B3G3": 2, "G1O1": 1}


@pytest.mark.parametrize(
    ("observer", "now", "delivered", "held", "reserved"),
    [
        (0, 9 + 2 + 2, 9 + 2 + 2, {"matter blue": 1, "water": 1}, {}),
        (1, 3 + 3 + 3, 3 + 3 + 3 + 1 + 3, {"medal": 1}, {"alien blue": 1, "medal": 1}),
        (2, 9 + 2, 9 + 2 + 1, {"water": 1}, {"alien brown": 1}),
    ],
)
def test_own_score_and_own_tiles(observer, now, delivered, held, reserved):
    seen = observe(load(LATE), observer)
    assert units(seen["own_score"], 100) == [now, delivered]
    assert content(seen["own_tiles"]) == held
    assert content(seen["own_reserved"][1]) == reserved
    assert not seen["own_reserved"][[0, 2, 3, 4, 5, 6, 7]].any()


def test_an_own_score_above_100_is_seen_as_1():
    minerals = {0: "4x0 mineral red, 3x0 mineral purple", 1: "0 mineral purple, 4x0 mineral green, 0 mineral blue",
                2: "3x0 mineral blue, 4x0 alien blue"}  # fmt: skip
    seen = observe(load(lay(2, taken=minerals, stations=dict.fromkeys(minerals, 0))), 0)
    assert seen["own_score"].tolist() == pytest.approx([(9 + 9 + 64 + 16) / 100] * 2)
    more = minerals | {3: "0 alien blue, 5x0 alien brown"}
    seen = observe(load(lay(2, taken=more, stations=dict.fromkeys(minerals, 0))), 0)
    assert seen["own_score"].tolist() == pytest.approx([0.98, 1])


def test_more_than_five_copies_and_eight_tiles_are_cut_at_1(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[cards]\n"B?G?" = 30\n"G?O?" = 30\n[tiles]\nwater = 8\nmedal = 6\nspace = 16\n"mineral red" = 16\n'
        '"mineral purple" = 0\n"mineral green" = 0\n"mineral blue" = 0\n"alien brown" = 5\n"alien blue" = 5\n'
        '"matter green" = 4\n"matter blue" = 4\n'
    )
    seen = observe(new_game(2, components=path), 0)
    assert deck_of(seen["shuffled"]) == {"B?G?": 5, "G?O?": 5}
    assert set(deck_of(seen["hand"])) <= {"B?G?", "G?O?"}
    assert sum(deck_of(seen["hand"]).values()) == 5


def test_equal_landing_values_are_seen_as_1(tmp_path):
    path = tmp_path / "mine.toml"
    rows = "".join(f'{{name = "P{i}", jump = 1, scan = 2, land = [3, 3]}},' for i in range(12))
    path.write_text(f"planets = [{rows}]")
    seen = observe(new_game(2, components=path), 0)
    assert seen["coordinates"].tolist() == [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]] * 8


# Memory


PILE = {0: "2 mineral red, water, medal, space"}


@pytest.mark.parametrize(
    ("taken", "seen_tiles", "since"),
    [
        # never seen: the takes of others since the start
        ("1 water, 2 medal, 1 water", None, [2, 1]),
        # the own take was the last one: the pile is as it was left
        ("1 water, 2 medal, 0 water", "2 mineral red, water, medal, space", [0, 0]),
        # two others took since: the content after the own take
        ("0 water, 2 medal, 1 alien blue", "2 mineral red, alien blue, water, 2 medal, space", [1, 1]),
        # the later of two own takes counts
        ("0 water, 1 medal, 0 water", "2 mineral red, water, medal, space", [0, 0]),
    ],
)
def test_what_a_seat_remembers_of_a_pile(taken, seen_tiles, since):
    seen = observe(load(lay(3, piles=PILE, taken={0: taken}, ships={0: 5})), 0)
    assert ones(seen["seen"], *([] if seen_tiles is None else [0]))
    expected = {} if seen_tiles is None else {tile: tiles(seen_tiles).count(tile) for tile in tiles(seen_tiles)}
    assert content(seen["seen_tiles"][0]) == expected
    assert units(seen["since"], 8)[0] == [*since, 0, 0]
    assert not seen["seen_tiles"][1:].any()


def test_a_seat_that_is_looking_sees_the_pile_now():
    table = lay(3, phase="discover_take", piles=PILE, taken={0: "1 water, 2 medal, 1 water"}, stations={0: 1},
                ships={0: 0})  # fmt: skip
    env = load(table)
    looking, waiting = observe(env, 0), observe(env, 2)
    assert content(looking["seen_tiles"][0]) == {"mineral red": 2, "water": 1, "medal": 1, "space": 1}
    assert units(looking["since"], 8)[0] == [0, 0, 0, 0]
    assert content(waiting["seen_tiles"][0]) == {"mineral red": 2, "water": 2, "medal": 1, "space": 1}
    assert units(waiting["since"], 8)[0] == [0, 1, 0, 0]  # seat 1 stands two places clockwise of seat 2


def test_what_was_seen_is_remembered_after_the_take():
    env = load(lay(3, phase="discover_take", piles=PILE, taken={0: "1 water, 1 medal, 1 water"}, stations={0: 1},
                   ships={0: 0}))  # fmt: skip
    play(env, "take mineral red")
    seen = observe(env, 0)
    assert content(seen["seen_tiles"][0]) == {"mineral red": 1, "water": 1, "medal": 1, "space": 1}
    assert ones(seen["seen"], 0)


def test_an_open_pile_is_seen_by_all_as_it_is():
    env = load(lay(3, piles={0: "3 space"}, taken={0: "3x1 water, 2x2 medal"}, rounds=0))
    for seat in range(3):
        seen = observe(env, seat)
        assert content(seen["seen_tiles"][0]) == {"space": 3}
        assert ones(seen["seen"], 0)
        assert not seen["since"].any()
    vain = load(lay(3, piles={0: "8 space"}, blind={0: 1}, rounds=0, actions_left=1))
    for seat in range(3):
        assert content(observe(vain, seat)["seen_tiles"][0]) == {"space": 8}


def pinned(taken, pile, station=None, **more):
    """(held, reserved) of seats 1 and 2 as seat 0 can tell: a dict for each."""
    table = lay(3, piles={0: pile}, taken={0: taken}, stations={} if station is None else {0: station}, **more)
    seen = observe(load(table), 0)
    return tuple([content(row) for row in seen[name][:2]] for name in ("pinned_held", "pinned_reserved"))


def test_a_tile_between_two_own_takes_is_pinned_on_its_taker():
    nobody = [{}, {}]
    assert pinned("0 water, 1 medal, 0 water", "2 water, 3 space", station=1) == ([{"medal": 1}, {}], nobody)
    assert pinned("0 water, 1 medal, 0 water", "2 water, 3 space") == (nobody, [{"medal": 1}, {}])


def test_takes_before_the_first_look_and_after_the_last_one_are_not_pinned():
    nothing = ([{}, {}], [{}, {}])
    assert pinned("1 medal, 0 water, 0 water", "2 water, 3 space") == nothing
    assert pinned("0 water, 0 water, 1 medal", "2 water, 3 space") == nothing
    assert pinned("1 medal, 2 medal, 1 water", "2 water, 3 space") == nothing


def test_several_takers_share_fairly():
    held, _ = pinned("0 water, 1 medal, 2 water, 1 water, 0 medal", "2 water, space", station=1)
    # gone between the looks: a medal and two water, by seat 1 twice and by seat 2 once
    assert held == [
        {"water": pytest.approx(4 / 3, abs=1e-3), "medal": pytest.approx(2 / 3, abs=1e-3)},
        {"water": pytest.approx(2 / 3, abs=1e-3), "medal": pytest.approx(1 / 3, abs=1e-3)},
    ]


def test_an_open_pile_pins_the_takes_since_the_last_look():
    held, reserved = pinned("0 water, 1 medal, 1 medal", "5 space", rounds=0)
    assert (held, reserved) == ([{}, {}], [{"medal": 2}, {}])
    held, reserved = pinned("1 medal, 1 medal, 1 medal", "5 space", rounds=0)
    assert (held, reserved) == ([{}, {}], [{}, {}])  # it had never seen the pile with point tiles


def test_looking_again_pins_the_takes_since_the_last_look():
    table = lay(3, phase="discover_take", piles={0: "water, 3 space"}, stations={0: 2}, ships={0: 0},
                taken={0: "0 water, 2 medal, 2 alien blue, 2 medal"})  # fmt: skip
    env = load(table)
    assert content(observe(env, 0)["pinned_held"][1]) == {"alien blue": 1, "medal": 2}
    assert not observe(env, 1)["pinned_held"].any()
    assert not observe(env, 2)["pinned_held"].any()


def test_pins_of_several_planets_are_added():
    table = lay(3, piles={0: "2 water, 3 space", 1: "2 water, 3 space"}, stations={0: 1, 1: 1},
                taken={0: "0 water, 1 medal, 0 water", 1: "0 alien blue, 1 medal, 0 water"})  # fmt: skip
    seen = observe(load(table), 0)
    assert content(seen["pinned_held"][0]) == {"medal": 2}


def test_arrays_handed_out_are_not_overwritten():
    env = load(PRINTED)
    handed = env.observe("player_0")
    before = {name: array.copy() for name, array in handed.items()}
    idle(env, 2)
    env.observe("player_0")
    assert all((handed[name] == before[name]).all() for name in before)
