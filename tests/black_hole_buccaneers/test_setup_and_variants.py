"""Setup, variants and refused combinations."""

import pytest

from cosmozoo.envs import black_hole_buccaneers_v0, get_game
from tests.playing import legal, observe, play, position

from .table import FIRST_GAME, HOLES, NAMES, SCORING, new_game, to_next_round

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_new_game(players):
    table = position(new_game(players))
    size, _ = HOLES[table["holes"][0]]
    assert (table["to_move"], table["phase"], table["step"]) == (0, "choose", "select")
    assert (table["round"], table["turn"]) == (1, 1)
    assert [len(hand) for hand in table["hands"]] == [size] * players
    assert sorted([*table["draw"], *(card for hand in table["hands"] for card in hand)]) == sorted(NAMES)
    assert table["scores"] == [0] * players
    assert table["thresholds"] == table["discards"] == table["pad"] == table["hole_pile"] == []
    assert table["laid"] == [[]] * players


def test_four_players_by_default():
    assert black_hole_buccaneers_v0.env().unwrapped.num_players == 4


@pytest.mark.parametrize("players", [2, 7, 0, True, "4"])
def test_other_player_counts_are_refused(players):
    with pytest.raises(ValueError, match="num_players"):
        black_hole_buccaneers_v0.env(num_players=players)


def test_the_first_game_has_its_three_holes():
    env = new_game(4, first_game=True)
    assert position(env)["holes"] == FIRST_GAME
    assert [len(hand) for hand in position(env)["hands"]] == [6] * 4


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_points_of_the_table_size(players):
    seen = observe(new_game(players), 0)["scoring"] * 15
    assert seen.round().tolist() == SCORING[players] + [0] * (6 - players)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"holes": ["Gentle Gulp", "Drowsy Drain"]}, "holes"),
        ({"holes": ["Gentle Gulp", "Gentle Gulp", "Drowsy Drain"]}, "holes"),
        ({"holes": ["Gentle Gulp", "Drowsy Drain", "Gentle Gulb"]}, "Gentle Gulp"),
        ({"holes": "Gentle Gulp"}, "holes"),
        ({"holes": ["Gentle Gulp", "Drowsy Drain", 3]}, "holes"),
        ({"holes": FIRST_GAME, "first_game": True}, "first_game"),
        ({"first_game": 1}, "first_game"),
        ({"first_game": None}, "first_game"),
        ({"components": 3}, "components"),
        ({"reward": "gold"}, "reward"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_what_is_refused(arguments, word):
    with pytest.raises(ValueError, match=word):
        black_hole_buccaneers_v0.env(**arguments)


def test_an_unknown_argument_is_refused():
    with pytest.raises(TypeError, match=r"first_game"):
        black_hole_buccaneers_v0.env(firstgame=True)


def test_variants_of_a_position():
    holes = ["Endless Abyss", "Drowsy Drain", "Merciless Maw"]
    assert position(new_game())["variants"] == {"first_game": False, "holes": None}
    assert position(new_game(first_game=True))["variants"] == {"first_game": True, "holes": None}
    assert position(new_game(holes=holes))["variants"] == {"first_game": False, "holes": holes}


def test_agreed_holes_are_kept_as_given():
    holes = ["Endless Abyss", "Drowsy Drain", "Merciless Maw"]
    env = new_game(3, holes=holes)
    holes.reverse()
    assert position(env)["variants"]["holes"] == holes[::-1]
    assert position(new_game(3, holes=tuple(holes)))["variants"]["holes"] == holes


def test_agreed_holes_deal_their_hands_round_by_round():
    env = new_game(3, holes=["Drowsy Drain", "Endless Abyss", "Gentle Gulp"])
    sizes = []
    for _ in range(3):
        sizes.append(len(position(env)["hands"][0]))
        to_next_round(env)
    assert sizes == [5, 9, 6]
    assert position(env)["phase"] == "over"


def test_a_selection_phase_has_as_many_turns_as_cards_but_one():
    env = new_game(3, seed=4, holes=["Drowsy Drain", "Endless Abyss", "Gentle Gulp"])
    turns = set()
    while position(env)["round"] == 1:
        turns.add((position(env)["turn"], len(position(env)["thresholds"])))
        play(env, min(legal(env)))
    assert {turn for turn, _ in turns} in ({1, 2, 3, 4}, {1, 2, 3, 4, 5})


def test_facts():
    facts = get_game("black_hole_buccaneers_v0").facts
    assert facts.simultaneous
    assert facts.hidden_information
    assert facts.longest_game == 3 * 71
    assert facts.score_scale == 45


def test_labels():
    labels = new_game().unwrapped.action_labels
    assert len(labels) == 88
    assert labels[67:] == (
        "threshold -4", "threshold -2", "threshold +2", "threshold +4", *(f"join group {k}" for k in range(1, 9)),
        "new group", "robot upright", "robot turned", "discard Surprise Egg", "keep Surprise Egg",
        "discard Alien Wading Pool", "keep Alien Wading Pool", "discard One Ring", "keep One Ring",
    )  # fmt: skip


def test_an_illegal_action_names_itself_and_what_is_legal():
    env = new_game(3)
    before = position(env)
    with pytest.raises(ValueError, match=r"'new group' is not legal for player_0 in phase 'choose'.*card "):
        play(env, "new group")
    assert position(env) == before
