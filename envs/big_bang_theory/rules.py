"""The rules, in the order of the rulebook. All points are counted in half units, so that ties are exact."""

from __future__ import annotations

from ..core.compiling import compiled
from ..core.random import shuffle
from ..core.rewards import rank_by
from .labels import ACTIVATE, ACTIVATE_NONE, DROP_OUT, NO_SECOND_TILE, PLAY_CARD, SECOND_TILE
from .state import (
    ALWAYS,
    BOXED,
    CHAOS,
    CHOOSE,
    HELD,
    HIDDEN,
    IN_HAND,
    IN_PILE,
    NO_CARD,
    NO_TILE,
    NOBODY,
    NONE,
    OPEN,
    PLAYED,
    TILE_ACTIVE,
    TILE_BOXED,
    TILE_STACKED,
    TILE_USED,
    WOMEN_BITS,
    bits,
)
from .words import CARDS, COLOURS, DRAW, HAND, PERSONS, ROUNDS, TILES, WANT_VALUES, WANTS

PARADOX, SECOND, PLAY, OVER = range(4)

_COLOURS = len(COLOURS)
_TILES = len(TILES)
_LOWEST_WANT = WANT_VALUES[0]

# The colour that a swap leaves alone; the other two change places. By tile number.
SWAPS = 3
UNSWAPPED = (COLOURS.index("green"), COLOURS.index("red"), COLOURS.index("blue"))
NO_SWAP = -1
SEVEN_HALF = TILES.index("seven-half")
SEVEN = 7

# Bonus tiles: persons needed, persons that spoil it, half points in green, blue and red.
BONUS_TILES = tuple(range(SWAPS, SEVEN_HALF))
NEEDED = (
    bits("Sheldon", "Amy"),
    bits("Leonard", "Penny"),
    bits("Howard", "Bernadette"),
    bits("Howard", "Raj"),
    bits("Sheldon"),
    bits("Raj"),
)
SPOILING = (0, 0, 0, 0, bits(*PERSONS) - bits("Sheldon"), WOMEN_BITS)
BONUS = ((4, 0, 4), (0, 4, 4), (0, 4, 4), (0, 0, 6), (6, 0, 0), (0, 6, 0))


# ---- Setup


@compiled
def reset(state, rules):
    """Shuffle, deal and open round 1 (section 2)."""
    players = int(rules.num_players)
    for seat in range(players):
        _deal_cards(state, seat)
    _deal_tiles(state, rules, players)
    for colour in range(_COLOURS):
        for i in range(WANTS):
            value = int(rules.wants[colour, i])
            state.want_order[colour, i] = value
            state.want_left[colour, value - _LOWEST_WANT] += 1
        shuffle(state.rng, state.want_order[colour], WANTS)
    state.turn = 1
    _open_round(state, rules)


@compiled
def _deal_cards(state, seat):
    """The first five cards of the shuffled set are the hand, the other ten the pile."""
    order = state.played[seat]
    for card in range(CARDS):
        order[card] = card
    shuffle(state.rng, order, CARDS)
    for i in range(CARDS):
        card = int(order[i])
        order[i] = NO_CARD
        if i < HAND:
            state.place[seat, card] = IN_HAND
        else:
            state.place[seat, card] = IN_PILE
            state.pile[seat, i - HAND] = card
    state.hand_count[seat] = HAND


@compiled
def _deal_tiles(state, rules, players):
    """Tiles to the seats (hidden, open), to the stack (chaos) or to the box."""
    for tile in range(_TILES):
        state.tile_stack[tile] = tile
        state.tile_place[tile] = TILE_BOXED
    for i in range(state.active.shape[0]):
        state.active[i] = NO_TILE
        state.active_seat[i] = NOBODY
    if rules.paradox == CHAOS:
        shuffle(state.rng, state.tile_stack, _TILES)
        for tile in range(_TILES):
            state.tile_place[tile] = TILE_STACKED
        return
    if rules.paradox != NONE:
        shuffle(state.rng, state.tile_stack, _TILES)
        dealt = 0
        for seat in range(players):
            for _ in range(tiles_dealt(players)):
                state.tile_place[int(state.tile_stack[dealt])] = HELD + seat
                dealt += 1
    for i in range(_TILES):
        state.tile_stack[i] = NO_TILE


@compiled
def tiles_dealt(players):
    """Tiles that each seat gets: 4, 3, 2 for 2, 3, 4 players."""
    return 6 - players


# ---- The decisions


@compiled
def step(state, rules, action):
    """One decision of the seat to move."""
    if state.phase == PARADOX:
        play_paradox(state, rules, action)
    elif state.phase == SECOND:
        play_second(state, action)
    else:
        play_play(state, rules, action)


@compiled
def legal(state, rules, mask):
    """What the seat to move may do."""
    if state.phase == PARADOX:
        legal_paradox(state, mask)
    elif state.phase == SECOND:
        mask[SECOND_TILE] = 1
        mask[NO_SECOND_TILE] = 1
    else:
        legal_play(state, rules, mask)


# ---- Phase 1: new "Haben will" cards


@compiled
def _open_round(state, rules):
    """Turn up a want card of each colour; chaos lays its tile."""
    for colour in range(_COLOURS):
        state.want_left[colour, int(state.want_order[colour, state.turn - 1]) - _LOWEST_WANT] -= 1
    state.to_move = state.start
    if rules.paradox == HIDDEN or rules.paradox == OPEN:
        state.phase = PARADOX
        return
    state.phase = PLAY
    if rules.paradox == CHAOS:
        lay_from_stack(state)
        if state.turn % 2 == 0:
            if rules.second_tile == ALWAYS:
                lay_from_stack(state)
            elif rules.second_tile == CHOOSE:  # R21: the starting player decides for the table
                state.phase = SECOND


# ---- Phase 2: activate Paradox tiles


@compiled
def legal_paradox(state, mask):
    mask[ACTIVATE_NONE] = 1  # R2: also for a seat without tiles
    for tile in range(_TILES):
        if state.tile_place[tile] == HELD + state.to_move:
            mask[ACTIVATE + tile] = 1


@compiled
def play_paradox(state, rules, action):
    if action != ACTIVATE_NONE:
        lay(state, action - ACTIVATE, int(state.to_move))
    state.to_move = (state.to_move + 1) % rules.num_players
    if state.to_move == state.start:
        state.phase = PLAY


@compiled
def play_second(state, action):
    if action == SECOND_TILE:
        lay_from_stack(state)
    state.phase = PLAY


@compiled
def lay_from_stack(state):
    """Chaos: the top tile of the stack into the middle, unseen (R22)."""
    top = int(state.stack_next)
    tile = int(state.tile_stack[top])
    state.tile_stack[top] = NO_TILE
    state.stack_next = top + 1
    lay(state, tile, NOBODY)


@compiled
def lay(state, tile, seat):
    """A tile into the middle."""
    count = int(state.active_count)
    state.active[count] = tile
    state.active_seat[count] = seat
    state.active_count = count + 1
    state.tile_place[tile] = TILE_ACTIVE


# ---- Phase 3: play cards


@compiled
def legal_play(state, rules, mask):
    seat = int(state.to_move)
    for card in range(CARDS):
        if state.place[seat, card] == IN_HAND:
            for colour in range(_COLOURS):
                if rules.face[card, colour] > 0:
                    mask[PLAY_CARD + _COLOURS * card + colour] = 1
    if seat != state.start or state.played_count[seat] > 0:  # R5: the starting player's first turn
        mask[DROP_OUT] = 1


@compiled
def play_play(state, rules, action):
    seat = int(state.to_move)
    if action == DROP_OUT:
        state.out[seat] = 1
    else:
        play_card(state, rules, seat, action // _COLOURS, action % _COLOURS)
    # Clockwise to the next seat that is in; a lone one moves again and again (R6).
    players = int(rules.num_players)
    for distance in range(1, players + 1):
        following = (seat + distance) % players
        if not state.out[following]:
            state.to_move = following
            return
    evaluate(state, rules)
    end_round(state, rules)


@compiled
def play_card(state, rules, seat, card, colour):
    """A card from the hand in front of its seat, turned to a colour."""
    count = int(state.played_count[seat])
    value = int(rules.face[card, colour])
    state.place[seat, card] = PLAYED
    state.known[seat, card] = 0
    state.hand_count[seat] -= 1
    state.played[seat, count] = card
    state.played_colour[seat, count] = colour
    state.played_count[seat] = count + 1
    state.sums[seat, colour] += value
    state.cards_for[seat, colour] += 1
    if value == SEVEN:
        state.sevens[seat, colour] += 1
    state.persons[seat] |= rules.card_persons[card]


# ---- Phase 4: evaluation


@compiled
def evaluate(state, rules):
    """Who wins each want card, and which cards that costs (R25: the colours do not touch each other)."""
    players = int(rules.num_players)
    tiles = active_tiles(state)
    swap = swap_in_force(tiles)
    for colour in range(_COLOURS):
        source = source_colour(colour, swap)
        winner = _winner(state, players, tiles, colour, source)
        value = int(state.want_order[colour, state.turn - 1])
        state.want_order[colour, state.turn - 1] = 0
        if winner == NOBODY:
            state.want_box[colour, value - _LOWEST_WANT] += 1
            continue
        state.won[winner, colour, value - _LOWEST_WANT] += 1
        state.points[winner] += value
        for i in range(state.played_count[winner]):
            if state.played_colour[winner, i] == source:  # R16: the cards that count for the colour
                state.place[winner, int(state.played[winner, i])] = BOXED
    for seat in range(players):
        _take_back(state, seat)
    for i in range(state.active_count):
        state.tile_place[int(state.active[i])] = TILE_USED
        state.active[i] = NO_TILE
        state.active_seat[i] = NOBODY
    state.active_count = 0


@compiled
def active_tiles(state):
    """The tiles in the middle as bits."""
    tiles = 0
    for i in range(state.active_count):
        tiles |= 1 << int(state.active[i])
    return tiles


@compiled
def swap_in_force(tiles):
    """The swap tile among these (bits), if there is exactly one (R9), else NO_SWAP."""
    swap = NO_SWAP
    for tile in range(SWAPS):
        if tiles >> tile & 1:
            if swap != NO_SWAP:
                return NO_SWAP
            swap = tile
    return swap


@compiled
def source_colour(colour, swap):
    """The colour for which cards must have been played to count for `colour` (R8)."""
    if swap == NO_SWAP or colour == UNSWAPPED[swap]:
        return colour
    return _COLOURS - UNSWAPPED[swap] - colour


@compiled
def total(state, seat, tiles, colour, source):
    """Half points of a seat in a colour: cards that count for it, with 7 = 3.5 (R11), and bonuses (R10, R12-R14)."""
    half_points = 2 * int(state.sums[seat, source])
    if tiles >> SEVEN_HALF & 1:
        half_points -= SEVEN * int(state.sevens[seat, source])
    persons = int(state.persons[seat])
    if persons:
        for i in range(len(BONUS_TILES)):
            if tiles >> BONUS_TILES[i] & 1 and persons & NEEDED[i] == NEEDED[i] and persons & SPOILING[i] == 0:
                half_points += BONUS[i][colour]
    return half_points


@compiled
def _winner(state, players, tiles, colour, source):
    """The only seat with the highest total, if some card counts for the colour (R15, R17), else NOBODY."""
    highest = -1
    winner = NOBODY
    cards = 0
    for seat in range(players):
        cards += int(state.cards_for[seat, source])
        own = total(state, seat, tiles, colour, source)
        if own > highest:
            highest = own
            winner = seat
        elif own == highest:
            winner = NOBODY
    return winner if cards > 0 else NOBODY


@compiled
def _take_back(state, seat):
    """Played cards that are not boxed go back to the hand, seen by all (R18, R24); the place is cleared."""
    for i in range(state.played_count[seat]):
        card = int(state.played[seat, i])
        if state.place[seat, card] == PLAYED:
            state.place[seat, card] = IN_HAND
            state.known[seat, card] = 1
            state.hand_count[seat] += 1
        state.played[seat, i] = NO_CARD
        state.played_colour[seat, i] = 0
    state.played_count[seat] = 0
    state.persons[seat] = 0
    state.out[seat] = 0
    for colour in range(_COLOURS):
        state.sums[seat, colour] = 0
        state.sevens[seat, colour] = 0
        state.cards_for[seat, colour] = 0


# ---- Phase 5: draw 2 cards


@compiled
def end_round(state, rules):
    """Draw, pass the starting player tile on and open the next round; after round 6 the game is over (R20)."""
    if state.turn == ROUNDS:
        state.phase = OVER
        state.to_move = NOBODY
        return
    players = int(rules.num_players)
    first = DRAW * (int(state.turn) - 1)
    for seat in range(players):
        for i in range(first, first + DRAW):
            state.place[seat, int(state.pile[seat, i])] = IN_HAND
            state.pile[seat, i] = NO_CARD
        state.hand_count[seat] += DRAW
    state.start = (state.start + 1) % players
    state.turn += 1
    _open_round(state, rules)


# ---- The end


@compiled
def standings(state, rules, scores, ranks):
    """Points on won want cards; ties go to who has more cards, counted as 15 less the boxed ones (R19)."""
    for seat in range(rules.num_players):
        boxed = 0
        for card in range(CARDS):
            boxed += 1 if state.place[seat, card] == BOXED else 0
        scores[seat] = (CARDS + 1) * int(state.points[seat]) + CARDS - boxed
    rank_by(scores, ranks)
    for seat in range(rules.num_players):
        scores[seat] = int(state.points[seat])
