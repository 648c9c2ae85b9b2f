"""The drawing: what stands on it for whom, where actions can be chosen, and that its words are legible."""

import copy

import numpy as np
import pytest

from tests.pictures import assert_legible, choosable, parsed, places, shown, texts
from tests.playing import legal, load, play, position

from .table import FIRST_GAME, PRINTED, SHIPS, TOYS, deal, new_game, pad_row, scoring

VARIANTS = ({}, {"first_game": True}, {"holes": ["Endless Abyss", "Crimson Chasm", "Sleepy Siphon"]})
GAMES = [(players, VARIANTS[players % 3], greedy) for players in (3, 4, 5, 6) for greedy in (False, True)]
A_MOMENT_APART = 19
"""Decisions between two states that are looked at."""


def picture(env, seat=None, labels=()):
    """The drawing of the position in which an environment stands."""
    return env.unwrapped.game.picture(position(env), seat, env.unwrapped.table, labels)


def own_picture(env):
    """What the seat to move is shown when it decides."""
    return picture(env, position(env)["to_move"], sorted(legal(env)))


def words(env, seat=None):
    """All texts of a drawing."""
    return shown(picture(env, seat))


def svg(env, seat=None):
    """A drawing as a string; cards say their names there when pointed at."""
    return picture(env, seat).svg()


def walk(players, variants, greedy, seed=8):
    """The environment before each decision of a game, and at its end."""
    env, generator = new_game(players, seed, **variants), np.random.default_rng(seed)
    while not any(env.terminations.values()):
        yield env
        if greedy:
            env.step(env.unwrapped.greedy_action())
        else:
            play(env, str(generator.choice(sorted(legal(env)))))
    yield env


def some(states):
    """States a moment apart, and the last one."""
    for number, env in enumerate(states):
        if number % A_MOMENT_APART == 0 or any(env.terminations.values()):
            yield env


def finished(**more):
    """The printed example of scoring as the third round: seat 1 is pulled in."""
    lisa = ["Anti-Grav Carpet", "Rocking Horse", "Solar Schooner", "Chef Bot", "Morpho Lampo"]
    jens = ["Yo-Yo", "Galactic Ark", "Plasma Frigate", "Morpho Sedio", "Medic Bot"]
    andrea = ["Toy Car", "Quasar Galleon", "Butler Bot", "Vacuum Bot"]
    last_rounds = {"round": 3, "pad": [pad_row([0, 0, 0]), pad_row([5, 5, 5])]} | more
    env = load(scoring(lisa, jens, andrea, phase="egg", owner=2, revealed="Card Reader", draw=["XXL Paperweight"],
                       **last_rounds))  # fmt: skip
    return play(env, "discard Surprise Egg")


def placing(*laid, decides=0, **more):
    """A seat has to put the part that it has laid last into a group."""
    laid = [*laid, *[[ship] for ship in SHIPS[: 3 - len(laid)]]]
    return load(deal(phase="group", to_move=decides, laid=laid, chosen=[row[-1] for row in laid], **more))


# Whole games


@pytest.mark.parametrize(("players", "variants", "greedy"), GAMES)
def test_pictures_of_whole_games_are_legible(players, variants, greedy):
    for number, env in enumerate(some(walk(players, variants, greedy))):
        for seat in (None, number % players):
            assert_legible(picture(env, seat))


@pytest.mark.parametrize(("players", "variants", "greedy"), GAMES)
def test_every_legal_action_has_a_place_and_no_other(players, variants, greedy):
    for env in some(walk(players, variants, greedy)):
        if position(env)["to_move"] is not None:
            drawing = own_picture(env)
            assert choosable(drawing) == legal(env)
            assert_legible(drawing)
        assert places(picture(env)) == []


@pytest.mark.parametrize(("players", "variants", "greedy"), GAMES)
def test_a_seat_s_picture_tells_nothing_that_it_cannot_know(players, variants, greedy):
    for number, env in enumerate(some(walk(players, variants, greedy))):
        for seat, agent in enumerate(env.possible_agents):
            other = env.unwrapped.resample(agent, seed=number)
            assert svg(other, seat) == svg(env, seat)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_new_table_is_1200_wide_and_at_most_1000_high(players):
    drawing = picture(new_game(players), 0)
    assert drawing.width == 1200
    assert drawing.height <= 1000


def test_drawing_leaves_the_position_as_it_is():
    before = copy.deepcopy(PRINTED)
    env = load(PRINTED)
    env.unwrapped.game.picture(PRINTED, 1, env.unwrapped.table, ("card Booster Drone",))
    assert before == PRINTED


# Who sees what


def test_hidden_cards_are_named_to_their_owners_only():
    env = load(PRINTED)
    toy, choice, in_hand_of_2, top_of_pile = "Puzzle Cube", "Rescue Pod", "Toy Car", "Anti-Grav Carpet"
    assert [toy in svg(env, seat) for seat in range(3)] == [False, True, False]
    # seat 2 had the hand of seat 0 before, and remembers the card; seat 1 knows the hand of seat 2
    assert [choice in svg(env, seat) for seat in range(3)] == [True, False, True]
    assert [in_hand_of_2 in svg(env, seat) for seat in range(3)] == [False, True, True]
    assert [top_of_pile in svg(env, seat) for seat in range(3)] == [False, False, False]
    assert all(card in svg(env) for card in (toy, choice, in_hand_of_2, top_of_pile))


def test_that_a_seat_has_chosen_is_seen_by_all():
    env = load(PRINTED)
    for seat in (None, 1, 2):
        assert "chosen" in words(env, seat)


def test_what_chance_has_chosen_is_seen_by_its_seat_alone():
    env = load(deal(laid=[["Analog GPS Tracker"], [], []], hands=[["Yo-Yo", "One Ring"]], forced=["One Ring"]))
    assert "your hand, in which chance has chosen" in words(env, 0)
    for seat in (1, 2):
        assert "by chance" in words(env, seat)
        assert "One Ring" not in svg(env, seat)
    assert places(own_picture(env)) == [["card One Ring"]]


def test_cards_on_offer_are_seen_by_who_picks():
    offer = ["Yo-Yo", "Chef Bot", "Lootbox"]
    env = load(deal(phase="pick", laid=[["Titan Tentacle"], ["Towing Tug"], ["Rescue Pod"]], offer=offer,
                    chosen=["Titan Tentacle", "Towing Tug", "Rescue Pod"]))  # fmt: skip
    assert places(own_picture(env)) == [[f"card {name}"] for name in offer]
    for seat in (1, 2):
        assert not any(name in svg(env, seat) for name in offer)


def test_holes_to_come_are_known_only_if_agreed():
    assert sum("unknown" in text for text in words(new_game(3), 0)) == 2
    assert not any("unknown" in text for text in words(new_game(3)))
    first = words(new_game(3, first_game=True), 0)
    assert not any("unknown" in text for text in first)
    assert set(FIRST_GAME) <= set(first)


def test_seats_sit_clockwise_from_the_viewer_at_the_bottom():
    env = new_game(4)
    found = {text.words: (text.left, text.top) for text in texts(picture(env, 1)) if text.words.startswith("seat ")}
    left, top, right, own = (found[name] for name in ("seat 2", "seat 3", "seat 0", "seat 1 (you)"))
    assert left[0] < top[0] < right[0]
    assert own[1] > max(left[1], top[1], right[1])


# What lies in front of a seat


def test_toys_face_down_are_a_stack_with_its_number():
    toys = TOYS[:5]
    env = load(deal(laid=[[], toys, []]))
    found = words(env, 0)
    assert found[found.index("toys") - 1] == "5"
    assert not any(toy in svg(env, 0) for toy in toys)
    assert words(env, 1).count("hidden") == 5


@pytest.mark.parametrize(
    ("name", "rotation", "face"),
    [
        ("Chef Bot", 0, "value 7, weight 3"),
        ("Chef Bot", 1, "value 3, weight 7"),
        ("Lootbox", 0, "value 1, weight 4"),
        ("Lootbox", 3, "value 13, weight 4"),
        ("Cubus Librae", 2, "value 8, weight 2"),
    ],
)
def test_turned_cards_lie_turned_and_count_so(name, rotation, face):
    turned = svg(load(deal(laid=[[name], [], []], rot={name: rotation})), 1)
    assert f"{face}." in turned
    assert (f"rotate({90 * rotation})" in turned) == (rotation > 0)


def test_rotors_say_whether_they_are_awake():
    laid = [["Lootbox"], [], []]
    assert "asleep" in words(load(deal(laid=laid)), 1)
    assert "awake" in words(load(deal(laid=laid, awake=[["Lootbox"]])), 1)


def test_parts_of_a_group_count_and_turn_together():
    parts = ["Quantum Control 1", "Warp Engine 1", "Command Chair 1"]
    drawn = svg(load(deal(laid=[parts, [], []], groups=[[parts]])), 1)
    for part in parts:
        assert f"{part} (time machine): value 5, weight 3." in drawn
    assert drawn.count("rotate(180)") == 3


def test_shapeshifters_weigh_what_the_top_one_weighs():
    env = load(deal(laid=[["Morpho Cubo", "Morpho Broccolo", "Morpho Servientes"], [], []]))
    drawn = svg(env, 1)
    for face in (
        "Cubo (shapeshifter): value 8",
        "Broccolo (shapeshifter): value 4",
        "Servientes (shapeshifter): value 7",
    ):
        assert f"Morpho {face}, weight 7." in drawn
    assert "3 over 18" in words(env, 1)


def test_the_weight_is_compared_with_the_running_limit():
    env = load(deal(hole="Crimson Chasm", laid=[["Galactic Ark", "Quasar Galleon"], ["Chef Bot"], []]))
    assert "8 over 11" in words(env, 2)
    assert "8 left of 11" in words(env, 2)
    env = load(deal(laid=[["Chef Bot", "TIIT CLO UHL"], [], []], thresholds=[3], draw=[]))
    assert "limit 18 +3 = 21, then the last card" in words(env, 2)
    assert "16 left of 21" in words(env, 2)


def test_hands_pass_along_the_arrow():
    assert "hands pass clockwise" in words(load(deal(direction=1)), 0)
    assert "hands pass counter-clockwise" in words(load(deal(direction=-1)), 0)


# Places of decisions


def test_a_part_goes_to_a_group_or_to_the_empty_place():
    env = placing(["Quantum Control 1", "Quantum Control 2", "Warp Engine 1"],
                  groups=[[["Quantum Control 1"], ["Quantum Control 2"]]])  # fmt: skip
    assert places(own_picture(env)) == [["join group 1"], ["join group 2"], ["new group"]]


def test_the_laser_s_cards_lie_beside_the_hole():
    env = load(deal(phase="laser", laid=[["Swiss Pocket Laser"], ["Towing Tug"], ["Rescue Pod"]],
                    chosen=["Swiss Pocket Laser", "Towing Tug", "Rescue Pod"]))  # fmt: skip
    assert places(own_picture(env)) == [["threshold -4"], ["threshold -2"], ["threshold +2"], ["threshold +4"]]


@pytest.mark.parametrize(
    ("phase", "relic"), [("egg", "Surprise Egg"), ("pool", "Alien Wading Pool"), ("ring", "One Ring")]
)
def test_relics_can_be_discarded_on_the_card_and_in_the_step(phase, relic):
    discard, keep = f"discard {relic}", f"keep {relic}"
    env = load(scoring([], [], [], phase=phase, owner=1))
    assert places(own_picture(env)) == [[discard, keep], [discard], [keep]]
    assert places(picture(env, 0)) == []


def test_a_robot_from_the_egg_can_be_laid_both_ways():
    env = play(load(scoring([], [], [], phase="egg", draw=["Chef Bot"])), "discard Surprise Egg")
    assert places(own_picture(env)) == [["robot upright", "robot turned"], ["robot upright"], ["robot turned"]]


def test_a_part_cannot_join_the_group_of_another_seat():
    env = placing(["Warp Engine 2"], ["Quantum Control 1", "Warp Engine 1"], decides=1,
                  groups=[[["Warp Engine 2"]], [["Quantum Control 1"]]])  # fmt: skip
    assert places(own_picture(env)) == [["join group 1"], ["new group"]]
    assert places(picture(env, 0)) == []


# Scoring and the end


@pytest.mark.parametrize(("players", "points"), [(3, "15 10 5"), (4, "15 10 6 3"), (6, "15 12 9 6 4 2")])
def test_the_pad_tells_the_points_to_be_had(players, points):
    assert points in words(new_game(players), 0)


def test_the_printed_round_stands_on_the_pad():
    env = finished(round=1, pad=[])
    found = words(env, 0)
    for weighed in ("14/24", "28/24", "20/30", "hole", "-6 seat 0", "+10 seat 0"):
        assert weighed in found
    assert {"35", "26", "15", "10"} <= set(found)


def test_the_end_tells_steps_ranks_and_who_was_pulled_in():
    env = finished()
    found = words(env, 0)
    for said in ("Toys shown: -6 for seat 0", "Weights; +10 seat 0", "Limits with Card Reader (+6)",
                 "Pulled in: seat 1", "pulled into the hole", "Seat 0 wins"):  # fmt: skip
        assert said in found
    # 5 + 15, 5 + 0, 5 + 10 points
    assert [found.count(f"{score} points") for score in (20, 5, 15)] == [1, 1, 1]
    assert [found.count(f"rank {rank}") for rank in (1, 2, 3)] == [1, 1, 1]
    assert_legible(picture(env, 0))


def test_a_shared_victory_names_all_winners():
    scored = deal(
        phase="over", step="over", round=3, pad=[pad_row([0, 0, 0]), pad_row([0, 0, 0]), pad_row([15, 15, 5])]
    )
    assert "Seats 0 and 1 share the victory" in words(load(scored))


def test_scoring_shows_the_step_that_is_asked():
    found = words(load(scoring(["Card Reader"], ["Yo-Yo"], [], phase="ring", owner=1, minus6=0)), 0)
    assert "Surprise Egg: not in play" in found
    assert "Toys shown: -6 for seat 0" in found
    assert "One Ring: seat 1 decides" in found


# Crowds


def test_nine_parts_in_eight_groups_have_all_their_places():
    kinds = ("Command Chair", "Reflector Shield", "Quantum Control")
    parts = [f"{kind} {number}" for kind in kinds for number in (1, 2, 3)][:8]
    env = placing([*parts, "Warp Engine 1"], hole="Endless Abyss", groups=[[[part] for part in parts]])
    drawing = own_picture(env)
    assert choosable(drawing) == {"new group", *(f"join group {number}" for number in range(1, 9))}
    assert all(text.left >= 0 and text.right <= drawing.width for text in texts(drawing))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_time_machine_stays_inside_its_seat(players):
    machine = ["Command Chair 1", "Reflector Shield 1", "Quantum Control 1", "Warp Engine 1"]
    env = load(deal(players, laid=[machine], groups=[[machine]]))
    for seat in range(players):
        assert_legible(picture(env, seat))
        assert len([text for text in words(env, seat) if text == "Command"]) == 1


def test_many_cards_in_front_of_all_seats_stay_legible():
    laid = [
        ["Tailor Bot", "Chef Bot", "Pilot Bot", "Ion Sloop", "Comet Skiff", "Galactic Ark", "One Ring", "Exoskeleton"],
        ["Command Chair 1", "Reflector Shield 1", "Quantum Control 1", "Warp Engine 1", "Command Chair 2",
         "Morpho Cubo", "Morpho Lampo", "Morpho Sedio", "Morphosucker", "XXL Paperweight"],
        [*TOYS[:8], "Alien Wading Pool", "Analog GPS Tracker"],
    ]  # fmt: skip
    groups = [[], [laid[1][:4], laid[1][4:5]], []]
    rot = {"Tailor Bot": 1, "Chef Bot": 1, "Pilot Bot": 1, "Morphosucker": 3}
    env = load(deal(6, "Endless Abyss", cards=2, laid=laid, groups=groups, rot=rot))
    for seat in (None, *range(6)):
        drawing = picture(env, seat)
        assert parsed(drawing) is not None
        assert_legible(drawing)
