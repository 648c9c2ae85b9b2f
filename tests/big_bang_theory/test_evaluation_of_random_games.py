"""The evaluations of random games, against phase 4 of the rulebook written once more in the plainest way.

Sets of names and fractions here, arrays of half units in the game: a mistake is not likely to be made twice.
"""

import numpy as np
import pytest

from tests.playing import legal, observe, play, position

from .table import COLOURS, VARIANTS, new_game, printed_rows

ROWS = {row["number"]: row for row in printed_rows()}
WOMEN = {"Penny", "Bernadette", "Amy"}
PAIRS = {
    "sheldon-amy": ({"Sheldon", "Amy"}, {"green": 2, "red": 2}),
    "leonard-penny": ({"Leonard", "Penny"}, {"blue": 2, "red": 2}),
    "howard-bernadette": ({"Howard", "Bernadette"}, {"blue": 2, "red": 2}),
    "howard-raj": ({"Howard", "Raj"}, {"red": 3}),
}


def counts_for(colour, tiles):
    """The colour for which a card counts that was played for this one."""
    swaps = [tile.split("-")[1:] for tile in tiles if tile.startswith("swap")]
    if len(swaps) == 1 and colour in swaps[0]:
        return next(other for other in swaps[0] if other != colour)
    return colour


def bonuses(persons, tiles):
    """The bonus in each colour for a seat that shows these persons."""
    given = [bonus for tile, (pair, bonus) in PAIRS.items() if tile in tiles and pair <= persons]
    if "sheldon-alone" in tiles and persons == {"Sheldon"}:
        given.append({"green": 3})
    if "raj-no-women" in tiles and "Raj" in persons and not persons & WOMEN:
        given.append({"blue": 3})
    return {colour: sum(bonus.get(colour, 0) for bonus in given) for colour in COLOURS}


def totals(row, tiles):
    """What a seat reaches in each colour with its row of [card, colour]."""
    reached = bonuses({person for card, _ in row for person in ROWS[card]["persons"]}, tiles)
    for card, colour in row:
        value = ROWS[card][colour]
        reached[counts_for(colour, tiles)] += 3.5 if value == 7 and "seven-half" in tiles else value
    return reached


def evaluation(table):
    """The winner of each colour, None where the want card goes to the box, and what each seat boxes."""
    tiles = [tile for _, tile in table["activated"]]
    reached = [totals(row, tiles) for row in table["played"]]
    winners, boxed = {}, [set() for _ in reached]
    for colour in COLOURS:
        ranking = sorted(((total[colour], seat) for seat, total in enumerate(reached)), reverse=True)
        counting = [{n for n, c in row if counts_for(c, tiles) == colour} for row in table["played"]]
        alone = ranking[0][0] > ranking[1][0]
        winners[colour] = ranking[0][1] if any(counting) and alone else None
        if winners[colour] is not None:
            boxed[winners[colour]] |= counting[winners[colour]]
    return winners, boxed


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("paradox", "second_tile"), VARIANTS)
def test_evaluations_of_random_games(players, paradox, second_tile):
    generator = np.random.default_rng(players)
    for seed in range(8):
        env = new_game(players, seed, paradox=paradox, second_tile=second_tile)
        while (before := position(env))["phase"] != "over":
            play(env, str(generator.choice(sorted(legal(env)))))
            after = position(env)
            if after["phase"] != "over" and after["round"] == before["round"]:
                continue
            winners, boxed = evaluation(before)
            for colour in COLOURS:
                pairs = enumerate(zip(before["won"], after["won"], strict=True))
                winner = {seat for seat, (then, now) in pairs if then[colour] != now[colour]}
                assert winner == {winners[colour]} - {None}
            for seat, row in enumerate(before["played"]):
                assert set(after["boxed"][seat]) == set(before["boxed"][seat]) | boxed[seat]
                taken_back = {card for card, _ in row} - boxed[seat]
                assert set(after["known"][seat]) == set(before["known"][seat]) | taken_back


@pytest.mark.parametrize("players", [2, 3, 4])
def test_totals_of_random_games_played_openly(players):
    generator = np.random.default_rng(players)
    for seed in range(8):
        env = new_game(players, seed, paradox="open")
        while (table := position(env))["phase"] != "over":
            tiles = [tile for _, tile in table["activated"]]
            for observer in range(players):
                seats = [(observer + k) % players for k in range(players)]
                expected = [list(totals(table["played"][seat], tiles).values()) for seat in seats]
                seen = observe(env, observer)["totals_known"][:players] * 50
                np.testing.assert_allclose(seen, expected, atol=1e-4)
            play(env, str(generator.choice(sorted(legal(env)))))
