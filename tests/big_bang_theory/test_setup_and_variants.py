"""Setup, variants, the length of a game, its end and its rewards."""

import numpy as np
import pytest

from cosmozoo.envs import big_bang_theory_v0
from tests.playing import legal, load, play, position

from .table import COLOURS, TILES, VARIANTS, WANTS, deal, evaluate, last_turns, new_game

PLAYERS = (2, 3, 4)


# Setup


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("paradox", "second_tile"), VARIANTS)
def test_setup_of_cards(players, paradox, second_tile):
    table = position(new_game(players, paradox=paradox, second_tile=second_tile))
    assert table["game"] == "big_bang_theory_v0"
    assert table["variants"] == {"paradox": paradox, "second_tile": second_tile}
    assert (table["players"], table["round"], table["start"], table["to_move"]) == (players, 1, 0, 0)
    for hand, pile in zip(table["hands"], table["piles"], strict=True):
        assert (len(hand), len(pile)) == (5, 10)
        assert sorted(hand + pile) == list(range(1, 16))
    for colour in COLOURS:
        assert len(table["want_stacks"][colour]) == 5
        assert sorted([*table["want_stacks"][colour], table["want_now"][colour]]) == list(WANTS)


@pytest.mark.parametrize(("players", "dealt", "boxed"), [(2, 4, 2), (3, 3, 1), (4, 2, 2)])
@pytest.mark.parametrize("paradox", ["hidden", "open"])
def test_setup_deals_tiles(paradox, players, dealt, boxed):
    table = position(new_game(players, paradox=paradox))
    assert [len(tiles) for tiles in table["tiles"]] == [dealt] * players
    assert len(table["tile_box"]) == boxed
    assert sorted(sum(table["tiles"], table["tile_box"])) == sorted(TILES)
    assert (table["activated"], table["tile_stack"], table["tiles_used"]) == ([], [], [])
    assert table["phase"] == "paradox"


@pytest.mark.parametrize("players", PLAYERS)
def test_setup_without_tiles(players):
    table = position(new_game(players, paradox="none"))
    assert table["tile_box"] == list(TILES)
    assert table["tiles"] == [[]] * players
    assert (table["activated"], table["tile_stack"], table["tiles_used"]) == ([], [], [])
    assert table["phase"] == "play"


@pytest.mark.parametrize("second_tile", ["choose", "always", "never"])
@pytest.mark.parametrize("players", PLAYERS)
def test_setup_of_chaos(players, second_tile):
    table = position(new_game(players, paradox="chaos", second_tile=second_tile))
    [[owner, tile]] = table["activated"]
    assert owner is None
    assert sorted([tile, *table["tile_stack"]]) == sorted(TILES)
    assert table["tiles"] == [[]] * players
    assert (table["tile_box"], table["tiles_used"], table["phase"]) == ([], [], "play")


def test_setup_shuffles_everything():
    tables = [position(new_game(2, seed)) for seed in range(400)]
    for seat in (0, 1):
        assert {card for table in tables for card in table["hands"][seat]} == set(range(1, 16))
        assert {table["piles"][seat][0] for table in tables} == set(range(1, 16))
        assert {tile for table in tables for tile in table["tiles"][seat]} == set(TILES)
    for colour in COLOURS:
        assert {table["want_now"][colour] for table in tables} == {2, 3, 4}
        assert {table["want_stacks"][colour][-1] for table in tables} == {2, 3, 4}
    assert {tile for table in tables for tile in table["tile_box"]} == set(TILES)
    assert any(table["hands"][0] != table["hands"][1] for table in tables)


def test_setup_is_the_same_for_the_same_seed():
    assert position(new_game(3, 7)) == position(new_game(3, 7))
    assert position(new_game(3, 7)) != position(new_game(3, 8))


# Arguments


def test_defaults_are_four_players_and_hidden_tiles():
    env = big_bang_theory_v0.env()
    env.reset(seed=0)
    table = position(env)
    assert (table["players"], table["variants"]) == (4, {"paradox": "hidden", "second_tile": "choose"})


@pytest.mark.parametrize("paradox", ["hidden", "open", "none"])
@pytest.mark.parametrize("second_tile", ["always", "never"])
def test_second_tile_is_for_chaos_only(paradox, second_tile):
    with pytest.raises(ValueError, match="second_tile"):
        big_bang_theory_v0.env(paradox=paradox, second_tile=second_tile)


@pytest.mark.parametrize(
    ("argument", "value", "allowed"),
    [
        ("paradox", "closed", ("hidden", "open", "none", "chaos")),
        ("paradox", None, ("hidden", "open", "none", "chaos")),
        ("paradox", "Hidden", ("hidden", "open", "none", "chaos")),
        ("second_tile", "sometimes", ("choose", "always", "never")),
        ("second_tile", True, ("choose", "always", "never")),
        ("num_players", 1, ("2", "4")),
        ("num_players", 5, ("2", "4")),
        ("num_players", "4", ("2", "4")),
        ("reward", "points", ("rank", "win", "score")),
    ],
)
def test_a_wrong_value_is_refused_with_the_allowed_ones(argument, value, allowed):
    arguments = {"paradox": "chaos", argument: value}
    with pytest.raises((ValueError, TypeError), match=argument) as refusal:
        big_bang_theory_v0.env(**arguments)
    assert str(value) in str(refusal.value)
    assert all(word in str(refusal.value) for word in allowed)


def test_an_unknown_argument_is_refused_by_name():
    with pytest.raises((ValueError, TypeError), match="second_tiles"):
        big_bang_theory_v0.env(second_tiles="always")


# Actions


def test_the_59_labels():
    labels = [f"play card {number} {colour}" for number in range(1, 16) for colour in COLOURS]
    labels += ["drop out", *(f"activate {tile}" for tile in TILES), "activate none"]
    labels += ["second tile", "no second tile"]
    env = new_game()
    assert env.unwrapped.action_labels == tuple(labels)
    assert [env.unwrapped.action_from_label(label) for label in labels] == list(range(59))
    assert env.action_space("player_0").n == 59


def test_an_unknown_label_names_near_ones():
    with pytest.raises(ValueError, match="play card 1 green"):
        new_game().unwrapped.action_from_label("play card 1 gren")


@pytest.mark.parametrize("label", ["drop out", "activate none", "play card 13 red", "play card 6 green"])
def test_an_illegal_action_says_what_is_legal_and_changes_nothing(label):
    env = load(deal(paradox="none", hands={0: [1, 2, 3, 13, 14]}))
    before = position(env)
    with pytest.raises(ValueError, match=label) as refusal:
        play(env, label)
    assert "play" in str(refusal.value)
    assert any(seat in str(refusal.value) for seat in ("player_0", "seat 0"))
    assert any(allowed in str(refusal.value) for allowed in legal(env))
    assert position(env) == before


# Length of a game


def mirrored(players, paradox, second_tile):
    """Every seat draws the same cards in the same order: when all play all of them for the same colours,
    every colour ties (a chaos tile is the same for all), and nobody ever boxes a card."""
    first = deal(
        players,
        paradox,
        second_tile,
        phase="play" if paradox in ("none", "chaos") else "paradox",
        hands={seat: [1, 2, 3, 4, 5] for seat in range(players)},
    )
    return load(first)


LONGEST = {"hidden": 288, "open": 288, "none": 264, "chaos": 267}


@pytest.mark.parametrize(("paradox", "longest"), LONGEST.items())
def test_longest_game_of_four(paradox, longest):
    env = mirrored(4, paradox, "choose")
    decisions = 0
    while not any(env.terminations.values()):
        longest_turns = legal(env) & {"activate none"} or legal(env) - {"drop out", "no second tile"}
        play(env, min(longest_turns or {"drop out"}))
        decisions += 1
    assert decisions == longest
    assert not any(env.truncations.values())
    table = position(env)
    assert table["boxed"] == [[]] * 4
    assert table["want_box"] == {colour: list(WANTS) for colour in COLOURS}
    assert set(env.rewards.values()) == {0}


@pytest.mark.parametrize("players", PLAYERS)
def test_shortest_game_is_one_card_a_round(players):
    env = new_game(players, paradox="none")
    decisions = 0
    while not any(env.terminations.values()):
        play(env, "drop out" if "drop out" in legal(env) else min(legal(env)))
        decisions += 1
    assert decisions == 6 * (players + 1)
    rounds_started = [len(range(seat, 6, players)) for seat in range(players)]
    assert [len(box) for box in position(env)["boxed"]] == rounds_started


# End


def points(table):
    """Points on all want cards that are won or in the box."""
    return sum(sum(values) for row in [*table["won"], table["want_box"]] for values in row.values())


@pytest.mark.parametrize("seed", range(3))
def test_all_want_cards_are_worth_54_at_the_end(seed):
    env = new_game(3, seed, paradox="chaos")
    generator = np.random.default_rng(seed)
    while not any(env.terminations.values()):
        play(env, generator.choice(sorted(legal(env))))
    table = position(env)
    assert points(table) == 54
    won = [sum(map(sum, row.values())) for row in table["won"]]
    assert [env.infos[agent]["score"] for agent in env.agents] == won
    assert (table["phase"], table["to_move"], table["round"]) == ("over", None, 6)
    assert table["want_now"] == dict.fromkeys(COLOURS)


def test_start_stays_with_the_starting_player_of_round_6():
    env = load(last_turns("1r", "2r", "", round=6, paradox="none", start=0))
    evaluate(env)
    assert position(env)["start"] == 0


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        ("rank", [1, 1 / 3, -1 / 3, -1]),
        ("win", [1, -1 / 3, -1 / 3, -1 / 3]),
        ("score", [(9 - 5 / 3) / 27, (3 - 11 / 3) / 27, (2 - 4) / 27, (0 - 14 / 3) / 27]),
    ],
)
def test_rewards_of_scores_9_3_2_0(reward, expected):
    won = {0: {"blue": [2, 3]}, 1: {"blue": [3]}, 2: {"blue": [2]}}
    table = last_turns("1r", "", "", "", round=6, paradox="none", won=won, want_now=(2, 4, 4))
    env = load(table, reward=reward)
    evaluate(env)
    assert [env.infos[agent]["score"] for agent in env.agents] == [9, 3, 2, 0]
    assert [env.infos[agent]["rank"] for agent in env.agents] == [0, 1, 2, 3]
    assert [env.rewards[f"player_{seat}"] for seat in range(4)] == pytest.approx(expected)


def test_a_point_more_beats_any_number_of_cards():
    won = {0: {"green": [2]}, 1: {"blue": [3], "red": [2]}}
    boxed = {0: range(1, 14)}
    env = load(last_turns("14b 15r", "", round=6, paradox="none", won=won, boxed=boxed, want_now=(3, 2, 2)))
    evaluate(env)
    assert [len(hand) for hand in position(env)["hands"]] == [0, 15]
    assert [env.infos[agent]["score"] for agent in env.agents] == [6, 5]
    assert [env.infos[agent]["rank"] for agent in env.agents] == [0, 1]


def test_a_truncated_game_is_ranked_by_score_and_cards_not_boxed():
    won = {0: {"green": [4]}, 1: {"green": [4]}, 2: {"green": [3]}}
    boxed = {0: [12, 13], 1: [13], 2: []}
    env = load(deal(3, "none", round=5, won=won, boxed=boxed), max_cycles=1)
    play(env, min(legal(env)))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert [env.infos[agent]["rank"] for agent in env.agents] == [1, 0, 2]
    assert [env.rewards[f"player_{seat}"] for seat in range(3)] == [0, 1, -1]
