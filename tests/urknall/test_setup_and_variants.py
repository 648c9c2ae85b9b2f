"""Setup, labels, variants, the length of a game, its end, rewards and the drawing."""

import numpy as np
import pytest

from cosmozoo.envs import get_game, urknall_v0
from tests.playing import legal, load, play, position

from .table import A, E, after_setup, each, lay, new_game, scoring, slot

PLAYERS = (2, 3, 4)


def random_game(players, seed, **arguments):
    """A random game played to its end: the environment, and the number of decisions."""
    env = new_game(players, seed, **arguments)
    generator = np.random.default_rng(seed)
    decisions = 0
    while not any(env.terminations.values()):
        play(env, str(generator.choice(sorted(legal(env)))))
        decisions += 1
    return env, decisions


# Setup


@pytest.mark.parametrize("players", PLAYERS)
def test_setup_bodies(players):
    for seed in range(10):
        table = position(new_game(players, seed))
        sizes = [sum(map(sum, b.values())) if b else 0 for b in table["bodies"]]
        assert sizes == [3] * 4 + [2] * 6 + [1] * 12 + [0] * 14
        assert all(sum(any(row) for row in b.values()) >= 2 for b in table["bodies"][:4])
        assert [sum(sum(b[c]) for b in table["bodies"] if b) for c in ("blue", "green", "red")] == [12] * 3
        assert not any(any(row[1:]) for b in table["bodies"] if b for row in b.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_setup_of_the_seats(players):
    table = position(new_game(players))
    assert (table["phase"], table["to_move"], table["turn"], table["die"]) == ("setup", 0, None, 0)
    assert table["comets"] == [True] * players
    assert table["astronauts"] == [None] * players
    assert table["removed"] == [0] * 4


@pytest.mark.parametrize("players", PLAYERS)
def test_setup_places_seats_in_order(players):
    env = new_game(players)
    free = set(range(10, 22))
    first = position(env)["supply"][0]
    for seat in range(players):
        assert position(env)["to_move"] == seat
        assert legal(env) == each("place body", free)
        play(env, f"place body {21 - seat}")
        free.remove(21 - seat)
    table = position(env)
    assert table["astronauts"] == [21 - seat for seat in range(players)]
    assert table["supply"][:players] == [first - 1] * players
    assert all(slot(env, 21 - seat).endswith(str(seat)) for seat in range(players))
    assert table["turn"] == 0
    assert table["phase"] in (("second", "travel") if players == 2 else ("travel",))
    assert table["supply"][2:] == [8, 8] if players == 2 else True


def test_every_element_has_its_turn_in_the_triples():
    colours = [np.zeros(3, int) for _ in range(4)]
    for seed in range(60):
        for body, seen in zip(position(new_game(seed=seed))["bodies"], colours, strict=False):
            seen += [sum(row) for row in body.values()]
    assert all((seen > 30).all() for seen in colours)  # 180 stones a triple, about 60 of each colour


# Actions


def test_labels_lie_as_in_the_specification():
    labels = new_game().unwrapped.action_labels
    assert len(labels) == len(set(labels)) == 275
    blocks = {
        0: "place body", 36: "travel body", 72: "comet travel body", 114: "second body", 150: "combine body",
        186: "with body", 222: "separate body",
    }  # fmt: skip
    for start, name in blocks.items():
        assert labels[start : start + 36] == tuple(f"{name} {b}" for b in range(36))
    assert labels[108:114] == ("stay", "comet stay", "discard marker", "mark blue", "mark green", "mark red")
    owners = ("free", "own", "next", "third", "fourth")
    assert labels[258:273] == tuple(f"split {c} {o}" for c in ("blue", "green", "red") for o in owners)
    assert labels[273:] == ("comet combine", "pass")


@pytest.mark.parametrize(
    ("players", "turn", "owner", "marker"),
    [
        (4, 0, "own", 0), (4, 0, "fourth", 3), (4, 2, "next", 3), (4, 2, "third", 0), (4, 3, "fourth", 2),
        (3, 0, "third", 2), (3, 1, "next", 2), (3, 2, "next", 0), (3, 2, "third", 1),
        (2, 0, "next", 1), (2, 0, "third", 2), (2, 0, "fourth", 3), (2, 1, "own", 1), (2, 1, "next", 0),
        (2, 1, "third", 3), (2, 1, "fourth", 2),
    ],
)  # fmt: skip
def test_owner_words(players, turn, owner, marker):
    layout = f"0 6b. | 1 5g. r. | 2 6r. | 3 5r. b{marker} | 4 5b. g. | 5 6g."
    env = load(lay(layout, players, phase="change", turn=turn, die=1, astronauts=(0, 1, 2, 4)))
    play(env, "separate body 3", f"split blue {owner}")
    assert (slot(env, 3), slot(env, 6)) == ("r. r. r. r. r.", f"b{marker}")


# Variants and arguments


def test_defaults():
    env = new_game()
    assert position(env)["variants"] == {"black_holes": False}
    assert urknall_v0.env().num_players == 4
    game = get_game("urknall_v0")
    assert game.default_max_cycles == 200
    assert game.facts.score_scale == 20


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("black_holes", [False, True])
def test_every_combination_is_allowed(players, black_holes):
    env = new_game(players, black_holes=black_holes)
    assert position(env)["variants"] == {"black_holes": black_holes}


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"num_players": 1}, ValueError, "num_players"),
        ({"num_players": 5}, ValueError, "num_players"),
        ({"num_players": True}, ValueError, "num_players"),
        ({"black_holes": 1}, ValueError, "black_holes"),
        ({"black_holes": "yes"}, ValueError, "black_holes"),
        ({"black_hole": True}, TypeError, "did you mean 'black_holes'"),
        ({"reward": "points"}, ValueError, "reward"),
        ({"max_cycles": 0}, ValueError, "max_cycles"),
    ],
)
def test_arguments_that_are_refused(arguments, error, named):
    with pytest.raises(error, match=named):
        urknall_v0.env(**arguments)


# The end and its rewards


@pytest.mark.parametrize(("players", "longest"), [(2, 158), (3, 138), (4, 164)])
@pytest.mark.parametrize("black_holes", [False, True])
def test_length(players, longest, black_holes):
    for seed in range(4):
        assert random_game(players, seed, black_holes=black_holes)[1] <= longest


def test_without_black_holes_the_last_seat_has_the_last_turn():
    for players in PLAYERS:
        for seed in range(3):
            table = position(random_game(players, seed)[0])
            assert (table["turn"], table["supply"][:players]) == (players - 1, [0] * players)


def test_a_cut_off_game_is_scored_as_it_stands():
    env = new_game(2, max_cycles=2)
    play(env, "place body 10", "place body 11")
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.infos["player_0"] == {"score": 1, "rank": 0}  # the unused comet


def ended(*bodies, players, reward, **more):
    """Rewards of a game that is over with these bodies."""
    left = [8 - sum(text.count(f"{c}{m}") for text in bodies for c in "bgr") for m in (2, 3)]
    supply = [0] * players + (left if players == 2 else [])
    env = load(scoring(*bodies, players=players, phase="over", turn=players - 1, supply=supply, **more), reward=reward)
    return [env.rewards[agent] for agent in env.possible_agents]


def test_rewards():
    bodies = ("b0 4r.", "b1 3r.", "g2 2b.", "g3 2b.")  # 4, 3, 2, 2
    assert ended(*bodies, players=4, reward="rank") == pytest.approx([1, 1 / 3, -2 / 3, -2 / 3])
    assert ended(*bodies, players=4, reward="win") == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    means = [7 / 3, 8 / 3, 9 / 3, 9 / 3]
    scaled = [(own - mean) / 20 for own, mean in zip([4, 3, 2, 2], means, strict=True)]
    assert ended(*bodies, players=4, reward="score") == pytest.approx(scaled)


def test_rewards_where_both_have_lost():
    bodies = ("b0 2r.", "b1 r.", "g2 4b.")  # 2, 1 against 4
    assert ended(*bodies, players=2, reward="rank") == [-1, -1]
    assert ended(*bodies, players=2, reward="win") == [-1, -1]
    assert ended(*bodies, players=2, reward="score") == pytest.approx([1 / 20, -1 / 20])


# Drawing


def test_drawing_shows_the_table():
    text = load(lay(A, astronauts=(0, 2, 4), unused=[1]), render_mode="ansi").render()
    assert "seat 0 to move (travel)" in text
    assert " 0: r. r0 @0" in text
    assert " 2: b1 g. r. @1" in text
    assert "comet unused" in text.split("seat 1: ")[1].splitlines()[0]


def test_drawing_shows_second_colours_holes_and_choices():
    text = load(lay(E, 2, phase="second_mark", die=2, picked=2, astronauts=(0, 1)), render_mode="ansi").render()
    assert "second colour 3: 2 points, 7 markers left" in text
    assert " 2*: b." in text
    holes = "0 2b. 2g. 2r. | 1 b1 b. | 2 5b. | 3 3b. | 4 5g. | 5 5g. | 6 5r. | 7 4r. | 8 r."
    text = load(lay(holes, black_holes=True, astronauts=(None, 3, 4)), render_mode="ansi").render()
    assert "hole" in text
    assert "off the board" in text


# Whole games with the compiler off and with bounds checks


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games(players):
    env, _ = random_game(players, 7, black_holes=True)
    assert position(env)["phase"] == "over"
    assert {"score", "rank"} == set(env.infos["player_0"])


@pytest.mark.plain
@pytest.mark.boundscheck
@pytest.mark.parametrize("players", PLAYERS)
def test_greedy_plays_whole_games(players):
    env = after_setup(players, black_holes=True)
    while not any(env.terminations.values()):
        action = env.unwrapped.greedy_action()
        assert env.unwrapped.action_labels[action] in legal(env)
        env.step(action)
