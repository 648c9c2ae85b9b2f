"""Setup, actions and their labels, variants and what is refused."""

from collections import Counter

import pytest

from cosmozoo.envs import games, space_mission_v0
from tests.playing import legal, load, observe, play, position

from .table import CARDS, DECKS, LIMITS, PLANETS, TILE_COUNTS, idle, lay, new_game

# Setup


@pytest.mark.plain
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("components", ["plain", "wild"])
def test_setup(players, components):
    table = position(new_game(players, components=components))
    assert (table["phase"], table["step"], table["turns"], table["actions_left"]) == ("action", 0, 0, 2)
    assert len({planet["name"] for planet in table["planets"]}) == 8
    for planet in table["planets"]:
        assert (planet["jump"], planet["scan"], planet["land"]) == PLANETS[planet["name"]]
        assert len(planet["pile"]) == 8
        assert (planet["takes"], planet["station"], planet["blind"]) == ([], None, None)
    assert Counter(tile for planet in table["planets"] for tile in planet["pile"]) == TILE_COUNTS
    assert table["ships"] == [None] * players
    assert table["gate"] == [0] * players
    assert [len(hand) for hand in table["hands"]] == [5] * players
    assert len(table["draw"]) == 60 - 5 * players
    assert Counter([*table["draw"], *(card for hand in table["hands"] for card in hand)]) == DECKS[components]
    assert table["discard"] == []
    assert Counter(table["shuffled"]) == DECKS[components]


def test_planets_tiles_and_cards_are_shuffled():
    tables = [position(new_game(2, seed)) for seed in range(40)]
    assert {planet["name"] for table in tables for planet in table["planets"]} == set(PLANETS)
    assert len({table["planets"][0]["name"] for table in tables}) > 6
    assert len({tuple(table["planets"][3]["pile"]) for table in tables}) > 35
    assert len({table["draw"][0] for table in tables}) > 15


def test_the_same_seed_deals_the_same_game():
    assert position(new_game(3, 7)) == position(new_game(3, 7))
    assert position(new_game(3, 7)) != position(new_game(3, 8))


def test_the_first_action_is_a_jump_or_a_top_up():
    for seed in range(20):
        assert {label.split()[0] for label in legal(new_game(4, seed))} <= {"top", "jump"}


# Actions


def test_labels_stand_as_in_the_specification():
    labels = new_game().unwrapped.action_labels
    assert labels[:2] == ("top up", "draw")
    assert labels[2:10] == tuple(f"jump {slot}" for slot in range(8))
    assert labels[10:15] == ("fly clockwise", "fly counterclockwise", "scan", "develop", "discover")
    assert labels[15:90] == tuple(f"card {code}" for code in CARDS)
    assert labels[90:] == (
        "take mineral red", "take mineral purple", "take mineral green", "take mineral blue", "take alien brown",
        "take alien blue", "take matter green", "take matter blue", "take water", "take medal",
    )  # fmt: skip
    assert len(labels) == 100


@pytest.mark.parametrize(("pair", "index"), [("BG", 0), ("BO", 1), ("GO", 2)])
def test_card_labels_follow_the_formula(pair, index):
    labels = new_game().unwrapped.action_labels
    for a, first in enumerate("1234?"):
        for b, second in enumerate("1234?"):
            assert labels[15 + 25 * index + 5 * a + b] == f"card {pair[0]}{first}{pair[1]}{second}"


def test_labels_go_both_ways():
    env = new_game().unwrapped
    for index, label in enumerate(env.action_labels):
        assert env.action_from_label(label) == index
    with pytest.raises(ValueError, match="fly clockwise"):
        env.action_from_label("fly clockwize")


def test_an_illegal_action_names_itself_and_what_is_legal():
    env = load(lay(ships={0: 0}))
    before = position(env)
    with pytest.raises(ValueError, match=r"'scan'.*player_0.*'action'.*'fly clockwise'"):
        play(env, "scan")
    assert position(env) == before


# Turns


@pytest.mark.plain
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_turns_go_clockwise_with_two_actions_each(starter):
    env = load(lay(3, starter=starter, to_move=starter))
    movers = []
    for _ in range(12):
        table = position(env)
        movers.append((table["to_move"], table["actions_left"]))
        idle(env)
    clockwise = [(starter + i) % 3 for i in range(3)]
    assert movers == [(seat, left) for seat in clockwise * 2 for left in (2, 1)]
    assert position(env)["turns"] == 3 + 6


def test_an_action_of_several_decisions_counts_once():
    env = load(lay(names={0: "Hazard"}, piles={0: "8 water"}, ships={0: 0}, hands={0: "B2G3 B1O2 B2O4"}))
    for label in ("scan", "card B2G3", "take water", "develop", "card B1O2", "card B2O4"):
        assert position(env)["to_move"] == 0
        play(env, label)
    assert (position(env)["phase"], position(env)["actions_left"]) == ("develop_take", 1)
    play(env, "take water")
    assert (position(env)["to_move"], position(env)["actions_left"]) == (1, 2)


def test_two_discoveries_in_one_turn():
    env = load(lay(piles={0: "5 water"}, taken={0: "3x1 medal"}, stations={0: 1}, ships={0: 0}))
    play(env, "discover", "take water", "discover", "take water")
    assert position(env)["to_move"] == 1
    assert observe(env, 0)["own_tiles"].sum() * 8 == 2


# Variants


@pytest.mark.parametrize("players", [0, 1, 6, 2.0, "2", True])
def test_refused_numbers_of_players(players):
    with pytest.raises(ValueError, match="num_players"):
        space_mission_v0.env(num_players=players)


def test_defaults():
    env = space_mission_v0.env()
    assert env.num_players == 4
    assert env.table.max_cycles == 3000
    assert env.table.variants == {"components": "plain", "random_start": False}


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("random_start", 1),
        ("random_start", None),
        ("max_cycles", 0),
        ("max_cycles", 2.5),
        ("max_cycles", True),
        ("reward", "points"),
        ("components", 7),
    ],
)
def test_refused_values(argument, value):
    with pytest.raises(ValueError, match=argument):
        space_mission_v0.env(**{argument: value})


def test_refused_arguments():
    with pytest.raises(TypeError, match="random_start"):
        space_mission_v0.env(random_starts=True)


def test_a_position_holds_the_variants_of_the_game_alone():
    env = new_game(2, components="wild", random_start=True, max_cycles=50, reward="score")
    assert position(env)["variants"] == {"components": "wild", "random_start": True}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_limits(players):
    assert new_game(players).unwrapped.table.rules[0].limit == LIMITS[players]


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        ("rank", [1, 0, -1]),
        ("win", [1, -0.5, -0.5]),
        ("score", [(9 - 4.5) / 50, (6 - 6) / 50, (3 - 7.5) / 50]),
    ],
)
def test_rewards(reward, expected):
    env = load(lay(3, ships={0: 0, 1: 0, 2: 0}, gate={0: 3, 1: 2, 2: 1}), reward=reward, max_cycles=1)
    play(env, "top up")
    assert [env.rewards[agent] for agent in env.possible_agents] == pytest.approx(expected)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_max_cycles_cuts_the_game_off():
    env = new_game(2, max_cycles=5)
    for number in range(5):
        assert not any(env.truncations.values()), number
        play(env, *({"top up", "draw"} & legal(env)))
    assert all(env.truncations.values())
    assert position(env)["phase"] != "over"
    assert position(env)["step"] == 5


def test_declared_facts():
    facts = games["space_mission_v0"].facts
    assert facts.longest_game is None
    assert facts.score_scale == 50
    assert facts.hidden_information
    assert not facts.simultaneous
