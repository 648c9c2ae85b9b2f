"""The rulings R1 to R33 of the specification."""

import pytest

from tests.playing import legal, load, observe, play, position

from .table import DECKS, PLANETS, TILES, idle, is_open, lay, may, new_game, results, revealed, stock

ON_PLANET = {"scan", "develop", "discover"}


def test_r1_seat_0_starts():
    for seed in range(5):
        first = position(new_game(3, seed))
        assert (first["starter"], first["to_move"]) == (0, 0)


def test_r1_the_starter_can_be_drawn():
    starters = {position(new_game(3, seed, random_start=True))["starter"] for seed in range(30)}
    assert starters == {0, 1, 2}
    for seed in range(5):
        first = position(new_game(3, seed, random_start=True))
        assert first["to_move"] == first["starter"]
        assert first == position(new_game(3, seed, random_start=True))


def test_r1_a_loaded_position_names_its_starter():
    env = load(lay(3, starter=2, to_move=1, rounds=0))
    idle(env, 2)  # seat 1 is the last of the round that seat 2 began
    assert position(env)["turns"] == 3
    assert position(env)["to_move"] == 2


@pytest.mark.plain
def test_r2_no_flight_from_the_gate():
    assert may(lay(hands={0: "B1G1"}), "fly") == set()
    assert may(lay(hands={0: "B1G1"}, ships={0: 0}), "fly") == {"fly clockwise", "fly counterclockwise"}


def test_r3_jumps_lead_to_any_other_planet():
    # slots 0, 1 and 2 have jump 1: developed, occupied by seat 1, under the own ship
    on_planet = lay(taken={0: "1 medal"}, stations={0: 1}, ships={0: 2, 1: 1}, hands={0: "B1G4"})
    assert may(on_planet, "jump") == {"jump 0", "jump 1"}
    from_gate = lay(taken={0: "1 medal"}, stations={0: 1}, ships={1: 1}, hands={0: "B1G4"})
    assert may(from_gate, "jump") == {"jump 0", "jump 1", "jump 2"}


def test_r3_to_an_open_pile_too():
    table = lay(piles={0: "5 space"}, taken={0: "2x1 medal, 1 water"}, hands={0: "B1G4"})
    assert may(table, "jump") >= {"jump 0"}


def test_r4_a_question_mark_pays_any_value_of_its_colour():
    jumps = may(lay(hands={0: "B?O3"}, components="wild"), "jump")
    assert jumps == {f"jump {slot}" for slot in range(8)}
    assert may(lay(hands={0: "G3O?"}, components="wild"), "jump") == set()


def test_r4_one_card_never_pays_both_landing_values():
    tinder_box = {"names": {0: "Tinder Box"}, "taken": {0: "0 medal"}, "components": "wild"}  # land 1 3
    assert may(lay(hands={0: "B1O? B4G1"}, **tinder_box), "develop") == set()
    assert may(lay(hands={0: "B1O? B4O1"}, **tinder_box), "develop") == {"develop"}
    assert may(lay(hands={0: "B1O? B4O2"}, **tinder_box), "develop") == set()


def test_r4_two_copies_of_a_code_are_two_cards(tmp_path):
    """Equal landing values need two cards that each show them."""
    path = equal_landing(tmp_path)
    lands = {"taken": {0: "0 medal"}, "names": {0: "Freezer"}}
    one, two = (lay(hands={0: hand}, **lands) for hand in ("B3O3", "B3O3 B3O3"))
    for table, expected in ((one, set()), (two, {"develop"})):
        table["variants"]["components"] = path
        table["planets"][0]["land"] = [3, 3]
        env = load(table)
        assert legal(env) & {"develop"} == expected
    play(env, "develop", "card B3O3")
    assert legal(env) == {"card B3O3"}


def test_r4_equal_landing_values_and_a_question_mark(tmp_path):
    path = equal_landing(tmp_path, wild=True)
    table = lay(hands={0: "B2O3 G4O?"}, taken={0: "0 medal"}, names={0: "Freezer"}, components="wild")
    table["variants"]["components"] = path
    table["planets"][0]["land"] = [3, 3]
    env = load(table)
    play(env, "develop")
    assert legal(env) == {"card B2O3", "card G4O?"}


def equal_landing(tmp_path, wild=False):
    """A components file in which Freezer has the landing values 3 and 3."""
    rows = ",\n".join(
        f'{{name = "{name}", jump = {jump}, scan = {scan}, land = {[3, 3] if name == "Freezer" else land}}}'
        for name, (jump, scan, land) in PLANETS.items()
    )
    deck = "\n".join(f'"{code}" = {count}' for code, count in DECKS["wild" if wild else "plain"].items())
    path = tmp_path / "equal.toml"
    path.write_text(f"planets = [{rows}]\n[cards]\n{deck}\n")
    return str(path)


def test_r5_topping_up_a_full_hand_spends_the_action():
    table = lay(hands={0: "B1G1 B2G2 B3G3 B4G4 B1O1"})
    env = load(table)
    assert "top up" in legal(env)
    idle(env, 2)
    after = position(env)
    assert after["hands"] == table["hands"]
    assert after["draw"] == table["draw"]
    assert after["to_move"] == 1


@pytest.mark.plain
def test_r6_discards_are_single_and_the_hand_is_filled_to_five():
    env = load(lay(hands={0: "B1G1 B2G2"}, draw="B4O4 G4O4 B3O3 G3O3"))
    play(env, "top up")
    assert legal(env) == {"draw", "card B1G1", "card B2G2"}
    play(env, "card B2G2")
    assert legal(env) == {"draw", "card B1G1"}
    assert position(env)["discard"] == ["B2G2"]
    assert position(env)["actions_left"] == 2
    play(env, "draw")
    after = position(env)
    assert after["hands"][0] == ["B1G1", "B3O3", "B4O4", "G3O3", "G4O4"]
    assert after["discard"] == ["B2G2"]
    assert after["actions_left"] == 1


def test_r6_the_whole_hand_may_be_discarded():
    env = load(lay(hands={0: "B1G1 B1G1"}))
    play(env, "top up", "card B1G1", "card B1G1")
    assert legal(env) == {"draw"}
    play(env, "draw")
    assert len(position(env)["hands"][0]) == 5


def test_r7_the_discard_pile_is_shuffled_with_the_last_card_that_is_needed():
    table = lay(hands={0: "B1G1 B1G2 B1G3 B1G4"}, draw="B4O4", draw_only=True)
    env = load(table)
    idle(env)
    after = position(env)
    assert "B4O4" in after["hands"][0]
    assert (after["discard"], after["shuffled"]) == ([], table["discard"])
    assert sorted(after["draw"]) == sorted(table["discard"])


def test_r7_a_card_discarded_in_this_top_up_can_come_back():
    came_back = 0
    env = load(lay(hands={0: "B1G2"}, draw="B4O4", draw_only=True))
    for _ in range(100):
        play(env, "top up", "card B1G2", "draw")
        assert "B1G2" in position(env)["shuffled"]
        came_back += "B1G2" in position(env)["hands"][0]
        env.reset(options={"position": lay(hands={0: "B1G2"}, draw="B4O4", draw_only=True)})
    assert 0 < came_back < 30


def test_r8_the_discard_pile_and_the_shuffled_cards_are_open():
    table = lay(3, hands={0: "B1G1"}, discard="B2G2 B2G2 B3O4", shuffled=" ".join(DECKS["plain"].elements()))
    for seat in range(3):
        seen = observe(load(table), seat)
        assert seen["discard"].sum() * 5 == pytest.approx(3)
        assert seen["shuffled"].sum() * 5 == pytest.approx(60)


@pytest.mark.plain
def test_r9_without_chips_no_jump_no_scan_no_develop():
    row = {"taken": {0: "0 medal"}, "names": {0: "Hazard"}, "hands": {0: "B2G3 B1O2 B2O4"}}
    assert may(lay(gate={0: 18}, **row), "jump", "scan", "develop") >= {"jump 3", "scan", "develop"}
    empty = lay(gate={0: 19}, **row)
    assert stock(empty, 0) == 0
    assert legal(load(empty)) == {"top up", "fly clockwise", "fly counterclockwise"}


def test_r9_without_chips_a_scan_that_may_turn_out_vain_is_illegal_too():
    table = lay(names={0: "Hazard"}, piles={0: "8 space"}, ships={0: 0}, gate={0: 20}, hands={0: "B2G3"})
    assert "scan" not in legal(load(table))


def test_r9_without_chips_discovering_remains():
    table = lay(taken={0: "1 medal"}, stations={0: 1}, ships={0: 0}, gate={0: 20})
    env = load(table)
    assert "discover" in legal(env)
    play(env, "discover", "take water")
    assert stock(position(env), 0) == 0


def test_r10_probes_that_would_come_back_do_not_pay_for_the_station():
    table = lay(taken={0: "0 medal, 0 water"}, names={0: "Hazard"}, gate={0: 18}, hands={0: "B1O2 B2O4"})
    assert stock(table, 0) == 0
    assert "develop" not in legal(load(table))


@pytest.mark.plain
def test_r11_a_seat_scans_a_planet_again():
    table = lay(piles={0: "3 water, 4 space"}, taken={0: "0 medal"}, names={0: "Hazard"}, hands={0: "B2G3 G3O1"})
    env = load(table)
    play(env, "scan", "card B2G3", "take water", "scan", "card G3O1", "take water")
    after = position(env)
    assert after["planets"][0]["takes"] == [[0, "medal"], [0, "water"], [0, "water"]]
    assert stock(after, 0) == stock(table, 0) - 2
    assert after["discard"] == ["B2G3", "G3O1"]


def in_vain(**more):
    return lay(3, names={0: "Hazard"}, piles={0: "8 space"}, ships={0: 0, 1: 0}, hands={0: "B2G3 B1O2 B2O4"}, **more)


@pytest.mark.plain
def test_r12_scanning_in_vain():
    env = load(in_vain())
    assert revealed(position(env)) == 0
    play(env, "scan", "card B2G3")
    after = position(env)
    assert is_open(after["planets"][0])
    assert revealed(after) == 8
    assert stock(after, 0) == 19  # one probe on the gate, none here
    assert {label for label in legal(env) if label in ON_PLANET} == {"develop"}


def test_r12_a_pile_of_space_tiles_that_nobody_scanned_stays_hidden():
    table = lay(2, piles={0: "8 space", 1: "8 space"}, to_move=1, actions_left=1)
    env = load(table)
    assert observe(env, 0)["pile"][0].tolist() == [1, 0, 0]
    idle(env)
    assert position(env)["phase"] == "action"


def test_r12_others_cannot_develop_after_a_scan_in_vain():
    env = load(lay(2, piles={0: "8 space"}, blind={0: 0}, names={0: "Hazard"}, ships={1: 0},
                   gate={1: 1}, to_move=1, rounds=0, actions_left=1, hands={1: "B1O2 B2O4 B2G3"}))  # fmt: skip
    assert not legal(env) & ON_PLANET


def test_r13_an_open_pile_is_not_scanned():
    table = lay(names={0: "Hazard"}, piles={0: "7 space"}, taken={0: "1 medal"}, ships={0: 0}, actions_left=1,
                rounds=0, hands={0: "B2G3 B1O2 B2O4"})  # fmt: skip
    assert not legal(load(table)) & ON_PLANET


def test_r14_an_open_planet_is_developed_without_a_take():
    table = lay(3, names={0: "Hazard"}, piles={0: "5 space"}, taken={0: "0 medal, 1 water, 0 water"},
                hands={0: "B1O2 B2O4"})  # fmt: skip
    env = load(table)
    play(env, "develop", "card B1O2", "card B2O4")
    after = position(env)
    assert (after["phase"], after["actions_left"]) == ("action", 1)
    assert after["planets"][0]["station"] == 0
    assert (stock(table, 0), stock(after, 0)) == (17, 18)
    assert (stock(table, 1), stock(after, 1)) == (18, 19)
    assert observe(env, 0)["tiles"][:2] * 48 == pytest.approx([2, 1])


def test_r15_an_open_pile_is_not_discovered():
    table = lay(piles={0: "2 space"}, taken={0: "5x1 water, 1 medal"}, stations={0: 1}, ships={0: 0})
    assert "discover" not in legal(load(table))


@pytest.mark.plain
def test_r16_an_empty_pile_is_open_and_reveals_nothing():
    table = lay(piles={0: "water"}, taken={0: "6x1 water, 1 medal"}, stations={0: 1}, ships={0: 0})
    env = load(table)
    play(env, "discover", "take water")
    after = position(env)
    assert after["planets"][0]["pile"] == []
    assert revealed(after) == 0
    assert observe(env, 1)["pile"][0].tolist() == [0, 1, 0]
    assert "discover" not in legal(env)


@pytest.mark.parametrize("kind", ["scan", "develop", "discover"])
def test_r17_every_kind_of_take_can_open_a_pile(kind):
    last = {"names": {0: "Hazard"}, "piles": {0: "water, 3 space"}, "hands": {0: "B2G3 B1O2 B2O4"}}
    if kind == "discover":
        table = lay(taken={0: "4x1 medal"}, stations={0: 1}, ships={0: 0}, **last)
        labels = ["discover", "take water"]
    else:
        table = lay(taken={0: "4x0 medal"}, **last)
        paid = ["card B2G3"] if kind == "scan" else ["card B1O2", "card B2O4"]
        labels = [kind, *paid, "take water"]
    env = load(table)
    assert observe(env, 1)["pile"][0].tolist() == [0.5, 0, 0]
    play(env, *labels)
    assert revealed(position(env)) == 3
    assert observe(env, 1)["pile"][0].tolist() == [0.375, 1, 0.375]
    assert observe(env, 1)["clock"][0] == 3 / 16


def test_r18_the_last_seat_of_a_round_still_has_its_second_action():
    table = lay(2, piles={0: "water, 6 space"}, taken={0: "1 medal"}, stations={0: 1}, to_move=1)
    env = load(table)
    play(env, "discover", "take water")
    assert revealed(position(env)) == 6
    assert (position(env)["to_move"], position(env)["actions_left"]) == (1, 1)
    idle(env)
    assert position(env)["phase"] == "over"
    assert all(env.terminations.values())


def test_r18_tiles_revealed_after_the_trigger_change_nothing():
    table = lay(2, piles={0: "6 space", 1: "water, 6 space"}, taken={0: "1 water, 1 medal", 1: "1 medal"},
                stations={1: 1}, ships={0: 1, 1: 1}, gate={0: 1}, actions_left=1, rounds=0)  # fmt: skip
    env = load(table)
    play(env, "discover", "take water")
    assert position(env)["to_move"] == 1
    idle(env, 2)
    assert position(env)["phase"] == "over"


def test_r19_reserved_tiles_on_undeveloped_planets_are_worth_nothing():
    table = lay(2, taken={0: "4x0 water", 1: "0 medal"}, stations={1: 0}, gate={0: 1, 1: 0})
    scores, _ = results(table)
    assert scores == [9 + 3 + 3, 0]  # gate, station and the medal there


def test_r20_gate_points_of_small_tables():
    def gate(*probes):
        return lay(len(probes), ships=dict.fromkeys(range(len(probes)), 0), gate=dict(enumerate(probes)))

    assert results(gate(2, 1))[0] == [9, 6]
    assert results(gate(2, 2))[0] == [9, 9]
    assert results(gate(1, 3, 2))[0] == [3, 9, 6]


def test_r21_no_probe_no_points():
    assert results(lay(2, ships={1: 0}))[0] == [0, 9]
    assert results(lay(2))[0] == [0, 0]


def test_r22_left_over_matter_and_full_groups_of_water():
    table = lay(2, taken={0: "4x0 water, 3x0 water", 1: "0 water, 3x0 matter green, 0 matter blue"},
                stations={0: 0, 1: 0})  # fmt: skip
    assert results(table)[0][0] == 9 + 2 * 3 + 28 + 7 + 2 * 2
    only_green = lay(2, taken={0: "4x0 matter green"}, stations={0: 0})
    assert results(only_green)[0][0] == 9 + 3 + 8


def test_r23_space_tiles_cannot_be_taken():
    env = load(lay(piles={0: "water, medal, 5 space"}, taken={0: "1 medal"}, stations={0: 1}, ships={0: 0}))
    play(env, "discover")
    assert legal(env) == {"take water", "take medal"}
    assert not any("space" in label for label in env.unwrapped.action_labels)


def test_r24_only_own_scans_count_and_the_same_turn_is_early_enough():
    others = {"taken": {0: "1 medal"}, "names": {0: "Hazard"}, "ships": {0: 0}}
    env = load(lay(hands={0: "B2G3 B1O2 B2O4"}, **others))
    assert legal(env) & ON_PLANET == {"scan"}
    play(env, "scan", "card B2G3", "take water")
    assert legal(env) & ON_PLANET == {"develop"}


def test_r25_a_seat_sees_its_own_reserved_tiles():
    env = load(lay(taken={3: "0 water, 1 medal, 0 water"}))
    assert observe(env, 0)["own_reserved"][3] * 8 == pytest.approx([0, 0, 0, 0, 0, 0, 0, 0, 2, 0])
    assert observe(env, 1)["own_reserved"][3] * 8 == pytest.approx([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])


def test_r26_piles_are_written_in_tile_order():
    for planet in position(new_game())["planets"]:
        assert planet["pile"] == sorted(planet["pile"], key=TILES.index)


def test_r27_there_is_no_pass_and_no_undo():
    labels = new_game().unwrapped.action_labels
    assert not [label for label in labels if label.startswith(("pass", "undo", "confirm", "end"))]
    env = load(lay(hands={0: "B1G1"}))
    play(env, "jump 0")
    assert legal(env) == {"card B1G1"}


def test_r28_ships_share_a_planet():
    env = load(lay(3, ships={0: 0, 1: 1, 2: 1}, hands={0: "B1G1"}))
    play(env, "fly clockwise")
    assert position(env)["ships"] == [1, 1, 1]


@pytest.mark.parametrize("hand", ["B2O1 B1O? G4O1", "B1O? B2O?", "B?O3 B1O? B2O?", "B2O1 B2O3 G1O3"])
def test_r29_no_choice_of_the_first_landing_card_gets_stuck(hand):
    table = lay(taken={0: "0 medal"}, names={0: "Tinder Box"}, hands={0: hand}, components="wild")  # land 1 3
    env = load(table)
    play(env, "develop")
    for first in sorted(legal(env)):
        branch = env.unwrapped.clone()
        play(branch, first)
        assert legal(branch)
        play(branch, min(legal(branch)))
        assert position(branch)["planets"][0]["station"] == 0


def test_r29_the_only_card_for_the_higher_value_is_kept():
    table = lay(taken={0: "0 medal"}, names={0: "Tinder Box"}, hands={0: "B2O1 B1O?"}, components="wild")
    env = load(table)
    play(env, "develop")
    assert legal(env) == {"card B2O1"}


@pytest.mark.plain
def test_r30_reserved_tiles_go_first_and_the_developer_takes_from_the_pile():
    table = lay(2, names={0: "Hazard"}, piles={0: "medal, 4 space"}, taken={0: "0 water, 1 water, 1 water"},
                ships={0: 0}, hands={0: "B1O2 B2O4"})  # fmt: skip
    env = load(table)
    play(env, "develop", "card B1O2", "card B2O4")
    assert legal(env) == {"take medal"}
    assert observe(env, 0)["tiles"][:2] * 48 == pytest.approx([1, 2])
    assert observe(env, 0)["reserved"][0].tolist() == [0] * 5
    assert (stock(position(env), 0), stock(position(env), 1)) == (20 - 1 - 1, 20 - 1)
    play(env, "take medal")
    assert observe(env, 0)["tiles"][:2] * 48 == pytest.approx([2, 2])


def dead(piles, stations, rounds=1, **more):
    """Nobody has a chip left: seat 0 has 20 probes on the gate, seat 1 as many less its stations."""
    built = list(stations.values()).count(1)
    return lay(
        2, piles=piles, stations=stations, ships={0: 7, 1: 7}, gate={0: 20, 1: 20 - built}, rounds=rounds, **more
    )


@pytest.mark.plain
def test_r31_a_dead_table_ends_with_the_round():
    table = dead({0: "2 space"}, {0: 1}, taken={0: "6x1 water"}, to_move=0, rounds=0, actions_left=1)
    env = load(table)
    idle(env)
    assert position(env)["phase"] == "action"
    idle(env, 2)
    assert position(env)["phase"] == "over"
    assert revealed(position(env)) == 2
    assert [env.infos[agent]["score"] for agent in env.possible_agents] == [9, 6 + 3 + 14 + 5]


def test_r31_a_developed_pile_that_is_not_open_keeps_the_table_alive():
    table = dead({0: "water, 2 space"}, {0: 1}, taken={0: "5x1 water"}, to_move=1, actions_left=1)
    env = load(table)
    idle(env)
    assert position(env)["phase"] == "action"


def test_r31_undeveloped_planets_do_not_keep_the_table_alive():
    env = load(dead({}, {}, to_move=1, actions_left=1))
    idle(env)
    assert position(env)["phase"] == "over"


def test_r31_one_chip_keeps_the_table_alive():
    env = load(lay(2, ships={0: 7, 1: 7}, gate={0: 20, 1: 19}, to_move=1, actions_left=1))
    idle(env)
    assert position(env)["phase"] == "action"


def test_r32_no_planet_is_developed_twice():
    table = lay(names={0: "Hazard"}, taken={0: "0 medal, 1 medal"}, stations={0: 1}, hands={0: "B1O2 B2O4 B2G3"},
                ships={0: 0})  # fmt: skip
    assert legal(load(table)) & ON_PLANET == {"discover"}


@pytest.mark.plain
def test_r33_ties_go_to_more_stations_then_are_shared():
    equal = lay(3, taken={0: "0 medal", 1: "1 medal", 2: "2 medal"}, stations={0: 0, 1: 1, 2: 2})
    assert results(equal) == ([15, 15, 15], [0, 0, 0])
    stations = lay(2, taken={0: "0 medal, 1 medal, 0 medal", 1: "1 medal"}, stations={0: 1}, gate={0: 1, 1: 1})
    assert results(stations) == ([9 + 6, 9 + 3 + 3], [1, 0])


def test_r33_an_order_of_seats_never_decides():
    table = lay(4, ships=dict.fromkeys(range(4), 0), gate={0: 1, 1: 2, 2: 2, 3: 1})
    assert results(table) == ([3, 9, 9, 3], [2, 0, 0, 2])
