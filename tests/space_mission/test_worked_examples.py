"""The worked examples of the specification, printed and own, number by number."""

import pytest

from tests.playing import legal, load, observe, play, position

from .table import idle, is_open, lay, may, results, revealed, stock


def test_printed_example_1_jumping_with_a_blue_1():
    table = lay(names={2: "Freezer", 6: "Hazard", 0: "Saltpan", 1: "Windless", 3: "Ruby Red", 4: "Green Heggar",
                       5: "Tinder Box", 7: "Old Anchor"}, ships={0: 4}, hands={0: "B1O2"})  # fmt: skip
    env = load(table)
    assert {label for label in legal(env) if label.startswith("jump")} == {"jump 2", "jump 6"}
    play(env, "jump 6")
    assert legal(env) == {"card B1O2"}
    play(env, "card B1O2")
    after = position(env)
    assert after["ships"][0] == 6
    assert after["discard"] == ["B1O2"]
    assert after["hands"][0] == []
    assert after["gate"][0] == table["gate"][0] + 1


@pytest.mark.plain
@pytest.mark.parametrize(("label", "slot"), [("fly counterclockwise", 2), ("fly clockwise", 4)])
def test_printed_example_2_hazards_neighbours(label, slot):
    table = lay(names={2: "Green Heggar", 3: "Hazard", 4: "Ruby Red"}, ships={0: 3}, hands={0: "B1G1"})
    env = load(table)
    play(env, label)
    after = position(env)
    assert after["ships"][0] == slot
    assert (after["gate"], after["hands"], after["discard"]) == (table["gate"], table["hands"], [])


def on_gate(*probes):
    """Seats with so many probes on the gate and nothing else."""
    return lay(
        len(probes),
        ships={seat: seat for seat, count in enumerate(probes) if count},
        gate=dict(enumerate(probes)),
    )


def holding(held, players=2):
    """Seat 0 holds these tiles, taken on planets that seat 1 developed with a take of a medal on each."""
    rows, parts = {}, held.split(", ") if held else []
    for i in range(0, len(parts), 7):
        rows[i // 7] = ", ".join(["1 medal", *(f"0 {tile}" for tile in parts[i : i + 7])])
    return lay(players, taken=rows, stations=dict.fromkeys(rows, 1), gate={0: 1, 1: 1})


def tile_score(held):
    """Points of seat 0 for tiles alone: 9 for the gate are taken off (both seats have one probe there)."""
    scores, _ = results(holding(held))
    return scores[0] - 9


@pytest.mark.plain
def test_printed_example_3_five_seats_on_the_gate():
    assert results(on_gate(5, 3, 3, 3, 2))[0] == [9, 6, 6, 6, 0]


def repeated(**counts):
    """A list of tiles, underscores for blanks: `repeated(mineral_red=3, water=1)`."""
    return ", ".join(name.replace("_", " ") for name, count in counts.items() for _ in range(count))


def test_printed_example_4_minerals():
    assert tile_score(repeated(mineral_red=3, mineral_blue=2, mineral_green=2)) == 21


def test_printed_example_5_aliens():
    assert tile_score(repeated(alien_brown=4, alien_blue=2)) == 24


@pytest.mark.parametrize(("count", "points"), [(1, 2), (2, 5), (3, 9), (4, 14), (6, 19)])
def test_printed_example_6_water(count, points):
    assert tile_score(repeated(water=count)) == points


def test_printed_example_6_matter_medals_and_stations():
    assert tile_score("matter green, matter blue") == 7
    assert tile_score("matter green") == 2
    assert tile_score("medal") == 3
    scores, _ = results(holding("water"))
    assert scores[1] == 9 + 3 + 3  # gate, one medal, one station


def opened(players, spaces, **more):
    """Seat 0 has emptied piles of so many space tiles (at most seven in each) by a take in each."""
    rows, slot = {}, 0
    piles = {}
    while spaces:
        part = min(7, spaces)
        piles[slot] = f"{part} space"
        rows[slot] = ", ".join(["0 medal"] + ["0 water"] * (7 - part))
        spaces -= part
        slot += 1
    return lay(players, piles=piles, taken=rows, **more)


@pytest.mark.parametrize(("players", "limit"), [(2, 6), (3, 8), (4, 10), (5, 12)])
def test_printed_example_7_limits(players, limit):
    for spaces, ends in ((limit - 1, False), (limit, True)):
        table = opened(players, spaces, to_move=players - 1, actions_left=1)
        assert revealed(table) == spaces
        env = load(table)
        idle(env)
        assert (position(env)["phase"] == "over") == ends


def test_example_8_ties_on_the_gate():
    assert results(on_gate(4, 4, 2, 1))[0] == [9, 9, 3, 1]
    assert results(on_gate(4, 4, 4, 0))[0] == [9, 9, 9, 0]
    assert results(on_gate(3, 3))[0] == [9, 9]


def test_example_9_matter_left_over_and_eight_water():
    assert tile_score(repeated(matter_green=3, matter_blue=1)) == 11
    assert tile_score(repeated(water=8)) == 28


@pytest.mark.plain
def test_example_10_a_scan_opens_a_pile():
    table = lay(
        3, names={5: "Hazard"}, piles={5: "water, 3 space"}, taken={5: "1 medal, 1 medal, 1 medal, 1 medal"},
        ships={0: 5, 2: 5}, gate={0: 1, 2: 1}, hands={0: "G3O1 B2G3", 1: "G3O2 B1O2 B1O4", 2: "G3O3 B2O2 B2O4"},
    )  # fmt: skip
    env = load(table)
    play(env, "scan", "card B2G3")
    assert legal(env) == {"take water"}
    play(env, "take water")
    after = position(env)
    assert after["planets"][5]["takes"][-1] == [0, "water"]
    assert is_open(after["planets"][5])
    assert (revealed(table), revealed(after)) == (0, 3)
    assert stock(after, 0) == stock(table, 0) - 1
    assert "scan" not in legal(env)
    idle(env)  # now seat 1, which has takes there
    assert {"develop"} == {label for label in legal(env) if label in ("scan", "develop", "discover")}
    play(env, "develop", "card B1O2", "card B1O4")
    developed = position(env)
    assert developed["planets"][5]["station"] == 1
    assert (developed["phase"], developed["to_move"], developed["actions_left"]) == ("action", 1, 1)
    idle(env)  # seat 2 has the cards, but no take there
    assert not {"scan", "develop", "discover"} & legal(env)


def test_example_10_only_seats_with_a_take_can_develop():
    open_pile = lay(
        3, names={5: "Hazard"}, piles={5: "3 space"}, taken={5: "4x1 medal, 0 water"}, to_move=2,
        ships={2: 5}, hands={2: "G3O3 B2O2 B2O4"},
    )  # fmt: skip
    assert may(open_pile, "scan", "develop", "discover") == set()
    own = lay(3, names={5: "Hazard"}, piles={5: "3 space"}, taken={5: "4x1 medal, 2 water"}, to_move=2,
              hands={2: "G3O3 B2O2 B2O4"})  # fmt: skip
    assert may(own, "scan", "develop", "discover") == {"develop"}


@pytest.mark.plain
def test_example_11_scanned_in_vain():
    table = lay(names={0: "Hazard"}, piles={0: "8 space"}, ships={0: 0}, hands={0: "B1G3 B2O2 B2O4"})
    env = load(table)
    play(env, "scan", "card B1G3")
    after = position(env)
    assert (after["planets"][0]["blind"], after["planets"][0]["takes"]) == (0, [])
    assert stock(after, 0) == stock(table, 0)
    assert (revealed(table), revealed(after)) == (0, 8)
    assert (after["phase"], after["to_move"], after["actions_left"]) == ("action", 0, 1)
    assert "B1G3" in after["discard"]
    play(env, "develop", "card B2O2", "card B2O4")
    assert position(env)["planets"][0]["station"] == 0


def landing(hand, planet, components="plain", **more):
    """Seat 0 on a planet that it has scanned, with this hand."""
    return lay(names={0: planet}, taken={0: "0 medal"}, hands={0: hand}, components=components, **more)


@pytest.mark.plain
def test_example_12_the_lower_value_is_paid_first():
    env = load(landing("B2O1 G1O3", "Tinder Box"))
    play(env, "develop")
    assert legal(env) == {"card B2O1"}
    play(env, "card B2O1")
    assert legal(env) == {"card G1O3"}


def test_example_12_a_question_mark_pays_either_value():
    env = load(landing("B1O? B?O3", "Tinder Box", "wild"))  # 1 and 3: the ? has to pay the 1
    play(env, "develop")
    assert legal(env) == {"card B1O?"}
    both = load(landing("B1O? G3O?", "Tinder Box", "wild"))
    play(both, "develop")
    assert legal(both) == {"card B1O?", "card G3O?"}


def test_example_13_topping_up_a_full_hand():
    table = lay(hands={0: "B1G1 B2G2 B3G3 B4G4 B1O1"})
    env = load(table)
    idle(env)
    assert position(env) == table | {"step": table["step"] + 2, "actions_left": 1}


@pytest.mark.plain
def test_example_14_the_last_card_of_the_draw_pile():
    table = lay(2, hands={0: "B1G1 B1G2 B1G3"}, draw="B4O4", draw_only=True)
    env = load(table)
    idle(env)
    after = position(env)
    assert len(after["hands"][0]) == 5
    assert "B4O4" in after["hands"][0]
    assert after["discard"] == []
    assert after["shuffled"] == table["discard"]
    drawn = set(after["hands"][0]) - {"B1G1", "B1G2", "B1G3", "B4O4"}
    assert len(after["draw"]) == len(table["discard"]) - 1
    assert sorted([*after["draw"], *drawn]) == sorted(table["discard"])


@pytest.mark.plain
def test_example_15_the_round_is_played_to_the_end():
    spaces = {0: "7 space", 1: "water, 1 space"}
    rows = {0: "0 medal", 1: "0 water, 0 water, 0 water, 0 water, 0 water, 0 water"}
    table = lay(3, piles=spaces, taken=rows, stations={1: 0}, ships={1: 1}, to_move=1)
    env = load(table)
    play(env, "discover", "take water")
    assert revealed(position(env)) == 8
    assert observe(env, 1)["clock"][2] == 1
    trail = []
    while position(env)["phase"] != "over":
        trail.append(position(env)["to_move"])
        idle(env)
    assert trail == [1, 2, 2]
    assert all(env.terminations.values())
