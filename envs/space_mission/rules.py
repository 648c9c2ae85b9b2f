"""The rules, in the order of the rulebook."""

from __future__ import annotations

import numpy as np

from ..core.compiling import compiled
from ..core.random import below, shuffle
from ..core.rewards import rank_by
from .labels import CARD, DEVELOP, DISCOVER, DRAW, FLY_CLOCKWISE, FLY_COUNTERCLOCKWISE, JUMP, SCAN, TAKE, TOP_UP
from .state import GATE, NO_CARD, NO_SLOT, NO_TILE, NOBODY, SPACE
from .words import ACTIONS, CARDS, CHIPS, COLOURS, DECK, HAND, PHASES, PILE, PLANETS, POINT_TILES, SEATS, SLOTS, TILES

(
    ACTION,
    TOP_UP_CARDS,
    JUMP_CARD,
    SCAN_CARD,
    LAND_CARD_1,
    LAND_CARD_2,
    SCAN_TAKE,
    DEVELOP_TAKE,
    DISCOVER_TAKE,
    OVER,
) = range(len(PHASES))

BLUE, GREEN, ORANGE = range(len(COLOURS))

GATE_POINTS = (9, 6, 3, 1, 0)
"""By the number of seats with more probes."""
STATION_POINTS = 3
PAIR_POINTS = 7
LONE_MATTER_POINTS = 2
WATER_POINTS = (0, 2, 5, 9, 14)
MEDAL_POINTS = 3

_CARDS, _TILES, _POINT_TILES = len(CARDS), len(TILES), len(POINT_TILES)
MINERALS = tuple(t for t, tile in enumerate(TILES) if tile.startswith("mineral"))
ALIENS = tuple(t for t, tile in enumerate(TILES) if tile.startswith("alien"))
MATTER_GREEN, MATTER_BLUE = TILES.index("matter green"), TILES.index("matter blue")
WATER, MEDAL = TILES.index("water"), TILES.index("medal")


# ---- Preparing for the game


@compiled
def reset(state, rules):
    """Lay out the planets with their piles, deal the cards, choose the starter (section 2)."""
    players = int(rules.num_players)
    clear(state)
    rows = np.empty(PLANETS, np.int64)
    for row in range(PLANETS):
        rows[row] = row
    shuffle(state.rng, rows, PLANETS)
    for slot in range(SLOTS):
        state.planet[slot] = rows[slot]
    _deal_tiles(state, rules)
    _deal_cards(state, rules, players)
    for seat in range(players):
        state.stock[seat] = CHIPS
    if rules.random_start:  # R1
        state.starter = below(state.rng, players)
    state.to_move = state.starter
    state.actions_left = ACTIONS


@compiled
def clear(state):
    """An empty table: -1 wherever nothing lies, also for seats that are not in play."""
    state.target = NO_SLOT
    for slot in range(SLOTS):
        state.station[slot] = NOBODY
        state.blind[slot] = NOBODY
        for i in range(PILE):
            state.taker[slot, i] = NOBODY
            state.taken[slot, i] = NO_TILE
    for i in range(DECK):
        state.draw[i] = NO_CARD
    for seat in range(SEATS):
        state.ship[seat] = GATE
        for i in range(HAND):
            state.hand[seat, i] = NO_CARD


@compiled
def _deal_tiles(state, rules):
    tiles = np.empty(SLOTS * PILE, np.int64)
    dealt = 0
    for tile in range(_TILES):
        for _ in range(rules.tiles[tile]):
            tiles[dealt] = tile
            dealt += 1
    shuffle(state.rng, tiles, dealt)
    for i in range(dealt):
        tile = int(tiles[i])
        state.pile[i // PILE, tile] += 1
        if tile != SPACE:
            state.points_left[i // PILE] += 1


@compiled
def _deal_cards(state, rules, players):
    for card in range(_CARDS):
        state.discard[card] = rules.deck[card]
    _shuffle_discard(state)
    for seat in range(players):
        _draw_up(state, seat)


# ---- The decisions


@compiled
def step(state, rules, action):
    """One decision of the seat to move."""
    phase = int(state.phase)
    if phase == ACTION:
        ended = play_action(state, action)
    elif phase == TOP_UP_CARDS:
        ended = play_top_up(state, action)
    elif phase >= SCAN_TAKE:
        ended = play_take(state, action)
    else:
        discard_card(state, action - CARD)
        if phase == JUMP_CARD:
            ended = play_jump_card(state)
        elif phase == SCAN_CARD:
            ended = play_scan_card(state)
        elif phase == LAND_CARD_1:
            ended = play_land_card_1(state)
        else:
            ended = play_land_card_2(state)
    if ended:
        end_action(state, rules)


@compiled
def legal(state, rules, mask):
    """What the seat to move may do."""
    phase = int(state.phase)
    if phase == ACTION:
        legal_action(state, rules, mask)
    elif phase == TOP_UP_CARDS:
        legal_top_up(state, mask)
    elif phase >= SCAN_TAKE:
        legal_take(state, mask)
    elif phase == LAND_CARD_1:
        legal_land_card_1(state, rules, mask)
    else:
        legal_payment(state, rules, mask)


# ---- Choosing an action


@compiled
def legal_action(state, rules, mask):
    seat = int(state.to_move)
    here = int(state.ship[seat])
    mask[TOP_UP] = 1  # R5: also with five cards in hand
    has_chip = state.stock[seat] > 0  # R9: jumping, scanning and developing each place a chip
    if has_chip:
        blue = hand_pays(state, rules, seat, BLUE)
        for slot in range(SLOTS):
            if slot != here and blue >> int(rules.jump[state.planet[slot]]) & 1:  # R3
                mask[JUMP + slot] = 1
    if here == GATE:  # R2
        return
    mask[FLY_CLOCKWISE] = 1
    mask[FLY_COUNTERCLOCKWISE] = 1
    if state.station[here] != NOBODY:
        if not state.open_pile[here]:  # R15
            mask[DISCOVER] = 1
    elif has_chip:  # R10
        planet = int(state.planet[here])
        if not state.open_pile[here] and hand_pays(state, rules, seat, GREEN) >> int(rules.scan[planet]) & 1:  # R13
            mask[SCAN] = 1
        # R14: an open pile can be developed, too
        if has_scanned(state, seat, here) and landing_cards(state, rules, seat, planet):
            mask[DEVELOP] = 1


@compiled
def play_action(state, action):
    """True if the action has ended with this decision; else it goes on in the phase it leads to."""
    seat = int(state.to_move)
    here = int(state.ship[seat])
    if action == FLY_CLOCKWISE:
        state.ship[seat] = (here + 1) % SLOTS
        return True
    if action == FLY_COUNTERCLOCKWISE:
        state.ship[seat] = (here + SLOTS - 1) % SLOTS
        return True
    if action == TOP_UP:
        state.phase = TOP_UP_CARDS
    elif action == SCAN:
        state.phase = SCAN_CARD
    elif action == DEVELOP:
        state.phase = LAND_CARD_1
    elif action == DISCOVER:
        state.phase = DISCOVER_TAKE
    else:
        state.target = action - JUMP
        state.phase = JUMP_CARD
    return False


@compiled
def end_action(state, rules):
    """Two actions are a turn, one turn of every seat is a round; the end is tested after complete rounds (R18)."""
    state.phase = ACTION
    state.actions_left -= 1
    if state.actions_left > 0:
        return
    players = int(rules.num_players)
    state.turns += 1
    if state.turns % players == 0 and game_ends(state, rules):
        state.phase = OVER
        state.to_move = NOBODY
    else:
        state.actions_left = ACTIONS
        state.to_move = (state.to_move + 1) % players


# ---- Cards


@compiled
def hand_pays(state, rules, seat, colour):
    """The values that some card in hand pays in a colour, value v as bit v (R4)."""
    values = 0
    for i in range(state.hand_count[seat]):
        values |= int(rules.pays[state.hand[seat, i], colour])
    return values


@compiled
def landing_cards(state, rules, seat, planet):
    """Places in the hand, as bits, of the cards that pay the lower landing value and leave one for the higher (R29)."""
    pays_low = 0
    pays_high = 0
    for i in range(state.hand_count[seat]):
        values = int(rules.pays[state.hand[seat, i], ORANGE])
        pays_low |= (values >> int(rules.low[planet]) & 1) << i
        pays_high |= (values >> int(rules.high[planet]) & 1) << i
    if pays_high == 0:
        return 0
    if pays_high & (pays_high - 1) == 0:  # R4: the only card for the higher value cannot pay both
        return pays_low & ~pays_high
    return pays_low


@compiled
def payment_due(state, rules):
    """The colour and the value that the seat to move is about to pay, in the phases that ask for a card."""
    if state.phase == JUMP_CARD:
        return BLUE, int(rules.jump[state.planet[state.target]])
    planet = int(state.planet[state.ship[state.to_move]])
    if state.phase == SCAN_CARD:
        return GREEN, int(rules.scan[planet])
    if state.phase == LAND_CARD_1:
        return ORANGE, int(rules.low[planet])
    return ORANGE, int(rules.high[planet])


@compiled
def legal_payment(state, rules, mask):
    """jump_card, scan_card, land_card_2: any card that pays."""
    seat = int(state.to_move)
    colour, value = payment_due(state, rules)
    for i in range(state.hand_count[seat]):
        card = int(state.hand[seat, i])
        if rules.pays[card, colour] >> value & 1:
            mask[CARD + card] = 1


@compiled
def discard_card(state, card):
    """A card from the hand of the seat to move onto the discard pile."""
    seat = int(state.to_move)
    last = int(state.hand_count[seat]) - 1
    i = 0
    while state.hand[seat, i] != card:
        i += 1
    for j in range(i, last):
        state.hand[seat, j] = state.hand[seat, j + 1]
    state.hand[seat, last] = NO_CARD
    state.hand_count[seat] = last
    state.discard[card] += 1


@compiled
def _draw_up(state, seat):
    """Fill the hand up to five cards (R6); an empty draw pile is made anew at once (R7)."""
    while state.hand_count[seat] < HAND:
        top = int(state.draw_count) - 1
        place = int(state.hand_count[seat])
        card = int(state.draw[top])
        state.draw[top] = NO_CARD
        state.draw_count = top
        while place > 0 and state.hand[seat, place - 1] > card:
            state.hand[seat, place] = state.hand[seat, place - 1]
            place -= 1
        state.hand[seat, place] = card
        state.hand_count[seat] += 1
        if top == 0:
            _shuffle_discard(state)


@compiled
def _shuffle_discard(state):
    """The whole discard pile becomes the draw pile."""
    count = 0
    for card in range(_CARDS):
        copies = int(state.discard[card])
        for _ in range(copies):
            state.draw[count] = card
            count += 1
        state.shuffled[card] = copies
        state.discard[card] = 0
    state.draw_count = count
    shuffle(state.rng, state.draw, count)


# ---- 1. Topping up


@compiled
def legal_top_up(state, mask):
    mask[DRAW] = 1
    seat = int(state.to_move)
    for i in range(state.hand_count[seat]):
        mask[CARD + int(state.hand[seat, i])] = 1


@compiled
def play_top_up(state, action):
    if action == DRAW:
        _draw_up(state, int(state.to_move))
        return True
    discard_card(state, action - CARD)
    return False


# ---- 2. Jumping


@compiled
def play_jump_card(state):
    seat = int(state.to_move)
    state.ship[seat] = state.target
    state.target = NO_SLOT
    state.stock[seat] -= 1
    state.gate[seat] += 1
    return True


# ---- 4. Scanning (3., flight, is one decision: see play_action)


@compiled
def has_scanned(state, seat, slot):
    """Whether the seat has scanned this undeveloped planet: it has a reserved tile there or scanned in vain (R12)."""
    return state.reserved[slot, seat] > 0 or state.blind[slot] == seat


@compiled
def play_scan_card(state):
    """Look at the pile: choose a tile, or (R12) show to all that there is none."""
    seat = int(state.to_move)
    here = int(state.ship[seat])
    if state.points_left[here] > 0:
        state.phase = SCAN_TAKE
        return False
    state.blind[here] = seat
    _open_pile(state, here)
    return True


# ---- 5. Developing


@compiled
def legal_land_card_1(state, rules, mask):
    seat = int(state.to_move)
    places = landing_cards(state, rules, seat, int(state.planet[state.ship[seat]]))
    for i in range(HAND):
        if places >> i & 1:
            mask[CARD + int(state.hand[seat, i])] = 1


@compiled
def play_land_card_1(state):
    state.phase = LAND_CARD_2
    return False


@compiled
def play_land_card_2(state):
    """Build the station; all reserved tiles here go to their owners (R30), then the developer takes one."""
    seat = int(state.to_move)
    here = int(state.ship[seat])
    state.station[here] = seat
    state.stations[seat] += 1
    state.stock[seat] -= 1
    for i in range(state.takes[here]):
        owner = int(state.taker[here, i])
        state.held[owner, int(state.taken[here, i])] += 1
        state.stock[owner] += 1
        state.reserved[here, owner] = 0
    if state.open_pile[here]:  # R14
        return True
    state.phase = DEVELOP_TAKE
    return False


# ---- Taking a tile: scanning, developing, 6. discovering


@compiled
def legal_take(state, mask):
    here = int(state.ship[state.to_move])
    for tile in range(_POINT_TILES):  # R23: space tiles cannot be taken
        if state.pile[here, tile] > 0:
            mask[TAKE + tile] = 1


@compiled
def play_take(state, action):
    """The tile lies reserved under a chip while the planet is undeveloped, else the seat holds it."""
    seat = int(state.to_move)
    here = int(state.ship[seat])
    tile = action - TAKE
    count = int(state.takes[here])
    state.pile[here, tile] -= 1
    state.points_left[here] -= 1
    state.taker[here, count] = seat
    state.taken[here, count] = tile
    state.takes[here] = count + 1
    state.claimed[seat, tile] += 1
    if state.phase == SCAN_TAKE:
        state.reserved[here, seat] += 1
        state.stock[seat] -= 1
    else:
        state.held[seat, tile] += 1
    if state.points_left[here] == 0:  # R17: whoever took the last point tile, in whichever way
        _open_pile(state, here)
    return True


@compiled
def _open_pile(state, slot):
    """No point tile is left: the space tiles are turned face up (R16: there may be none)."""
    state.open_pile[slot] = 1
    state.revealed += state.pile[slot, SPACE]


# ---- End of the game


@compiled
def game_ends(state, rules):
    """Enough space tiles are revealed, or the table is dead."""
    return state.revealed >= rules.limit or table_is_dead(state, rules)


@compiled
def table_is_dead(state, rules):
    """R31: no seat has a chip left, and every developed planet's pile is open."""
    for seat in range(rules.num_players):
        if state.stock[seat] > 0:
            return False
    for slot in range(SLOTS):
        if state.station[slot] != NOBODY and not state.open_pile[slot]:
            return False
    return True


# ---- Scoring


@compiled
def gate_points(state, rules, probes):
    """Jump gate, points for so many probes: 9, 6, 3, 1 by the seats with more; ties share the better place (R20)."""
    if probes == 0:
        return 0  # R21
    above = 0
    for other in range(rules.num_players):
        above += 1 if state.gate[other] > probes else 0
    return GATE_POINTS[above]


@compiled
def set_points(tiles, types):
    """Minerals, aliens: their number times the number of the most frequent colour."""
    count = 0
    most = 0
    for tile in types:
        count += int(tiles[tile])
        most = max(most, int(tiles[tile]))
    return count * most


@compiled
def matter_points(tiles):
    """Pairs of one green and one blue; what is left over counts a little (R22)."""
    green = int(tiles[MATTER_GREEN])
    blue = int(tiles[MATTER_BLUE])
    pairs = min(green, blue)
    return PAIR_POINTS * pairs + LONE_MATTER_POINTS * (green + blue - 2 * pairs)


@compiled
def water_points(tiles):
    """Full groups of four, then the rest by the table (R22)."""
    count = int(tiles[WATER])
    group = len(WATER_POINTS) - 1
    return count // group * WATER_POINTS[group] + WATER_POINTS[count % group]


@compiled
def tile_points(tiles):
    """Points for point tiles, counted by type."""
    return (
        set_points(tiles, MINERALS)
        + set_points(tiles, ALIENS)
        + matter_points(tiles)
        + water_points(tiles)
        + MEDAL_POINTS * int(tiles[MEDAL])
    )


@compiled
def score(state, rules, seat, tiles):
    """The points of a seat if it had these tiles (R19: reserved ones count only when delivered)."""
    table = gate_points(state, rules, int(state.gate[seat])) + STATION_POINTS * int(state.stations[seat])
    return table + tile_points(tiles)


@compiled
def standings(state, rules, scores, ranks):
    """Ranks by points, then by stations; who is level in both shares the rank (R33)."""
    players = int(rules.num_players)
    for seat in range(players):
        scores[seat] = (SLOTS + 1) * score(state, rules, seat, state.held[seat]) + int(state.stations[seat])
    rank_by(scores, ranks)
    for seat in range(players):
        scores[seat] //= SLOTS + 1


# ---- What follows from the table


@compiled
def derive(state, rules):
    """Fill the derived fields from piles, takes, stations, blind scans and the gate."""
    state.revealed = 0
    for seat in range(SEATS):
        state.stock[seat] = CHIPS - int(state.gate[seat]) if seat < rules.num_players else 0
        state.stations[seat] = 0
        for tile in range(_POINT_TILES):
            state.held[seat, tile] = 0
            state.claimed[seat, tile] = 0
    for slot in range(SLOTS):
        builder = int(state.station[slot])
        if builder != NOBODY:
            state.stations[builder] += 1
            state.stock[builder] -= 1
        for seat in range(SEATS):
            state.reserved[slot, seat] = 0
        for i in range(state.takes[slot]):
            seat = int(state.taker[slot, i])
            tile = int(state.taken[slot, i])
            state.claimed[seat, tile] += 1
            if builder != NOBODY:
                state.held[seat, tile] += 1
            else:
                state.reserved[slot, seat] += 1
                state.stock[seat] -= 1
        state.points_left[slot] = PILE - int(state.takes[slot]) - int(state.pile[slot, SPACE])
        state.open_pile[slot] = 0
        if state.points_left[slot] == 0 and (state.takes[slot] > 0 or state.blind[slot] != NOBODY):
            state.open_pile[slot] = 1
            state.revealed += state.pile[slot, SPACE]
