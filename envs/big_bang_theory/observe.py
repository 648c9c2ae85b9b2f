"""The observation (section 7): what a seat may know, segment by segment."""

from __future__ import annotations

from ..core.compiling import compiled
from ..core.layout import Layout, Segment
from .knowledge import knows_tile
from .rules import source_colour, swap_in_force, total
from .state import BOXED, CHAOS, HELD, IN_HAND, IN_PILE, TILE_ACTIVE, TILE_USED
from .words import CARDS, COLOURS, PARADOX, PERSONS, PHASES, ROUNDS, SEATS, SECOND_TILE, TILES, WANT_VALUES

_COLOURS, _TILES, _VALUES, _PERSONS = len(COLOURS), len(TILES), len(WANT_VALUES), len(PERSONS)

LAYOUT = Layout(
    Segment("round", (ROUNDS,), "one-hot, round 1-6 (6 when over)"),
    Segment("phase", (len(PHASES),), "one-hot " + ", ".join(PHASES)),
    Segment("paradox", (len(PARADOX),), "one-hot " + ", ".join(PARADOX)),
    Segment("second_tile", (len(SECOND_TILE),), "one-hot " + ", ".join(SECOND_TILE) + "; zeros unless chaos"),
    Segment("players", (3,), "one-hot 2, 3, 4"),
    Segment("in_play", (SEATS,), "the seat exists"),
    Segment("start", (SEATS,), "one-hot, starting player of this round"),
    Segment("to_move", (SEATS,), "one-hot; zeros when over"),
    Segment("out", (SEATS,), "dropped out this round"),
    Segment("want_now", (_COLOURS, _VALUES), "one-hot value 2, 3, 4; zeros when over"),
    Segment("want_left", (_COLOURS, _VALUES), "cards of value 2, 3, 4 in the face-down stack", "/6"),
    Segment("score", (SEATS,), "points won", "/54, at most 1"),
    Segment("hand_count", (SEATS,), "cards in hand", "/15"),
    Segment("own_hand", (CARDS,), "card in own hand"),
    Segment("own_pile", (CARDS,), "card still in own pile"),
    Segment("played", (SEATS, CARDS, _COLOURS), "played this round for that colour"),
    Segment("known", (SEATS, CARDS), "in hand and seen by all (own: what others know of me)"),
    Segment("boxed", (SEATS, CARDS), "out of the game"),
    Segment("persons", (SEATS, _PERSONS), "person on a played card; order " + ", ".join(PERSONS)),
    Segment("sums", (SEATS, _COLOURS), "sum of printed values played for the colour", "/50, at most 1"),
    Segment("totals_known", (SEATS, _COLOURS), "totals with the tiles of active_known alone", "/50, at most 1"),
    Segment("own_tiles", (_TILES,), "own unactivated tiles, table order"),
    Segment("active_known", (_TILES,), "tiles in the middle that the observer knows: own (hidden), all (open)"),
    Segment("active_unknown", (1,), "tiles in the middle that it does not know", "/4"),
    Segment("placed", (SEATS,), "has laid a tile this round (hidden, open)"),
    Segment("tiles_left", (SEATS,), "unactivated tiles in front of the seat", "/4"),
    Segment("tiles_used", (_TILES,), "revealed in earlier rounds"),
    Segment("tile_stack", (1,), "tiles in the chaos stack", "/10"),
)
AT = LAYOUT.offsets()

_LOWEST_WANT = WANT_VALUES[0]
_PER_SIX = 1 / 6
_PER_SCORE = 1 / 54
_PER_CARDS = 1 / CARDS
_PER_SUM = 1 / 50
_PER_HALF_POINT = 1 / 100
_PER_TILE = 1 / 4
_PER_STACK = 1 / _TILES


@compiled
def observe(state, rules, seat, out):
    """Write what `seat` may know; other seats follow it clockwise."""
    _observe_table(state, rules, out)
    known_tiles = _observe_tiles(state, rules, seat, out)
    players = int(rules.num_players)
    for card in range(CARDS):
        place = int(state.place[seat, card])
        if place == IN_HAND:
            out[AT.own_hand + card] = 1
        elif place == IN_PILE:
            out[AT.own_pile + card] = 1
    for r in range(players):
        other = seat + r
        if other >= players:
            other -= players
        _observe_seat(state, other, r, known_tiles, out)
    start = int(state.start) - seat
    out[AT.start + (start if start >= 0 else start + players)] = 1
    if state.to_move >= 0:
        to_move = int(state.to_move) - seat
        out[AT.to_move + (to_move if to_move >= 0 else to_move + players)] = 1


@compiled
def _observe_table(state, rules, out):
    turn = int(state.turn)
    out[AT.round + turn - 1] = 1
    out[AT.phase + int(state.phase)] = 1
    out[AT.paradox + int(rules.paradox)] = 1
    if rules.paradox == CHAOS:
        out[AT.second_tile + int(rules.second_tile)] = 1
        out[AT.tile_stack] = (_TILES - int(state.stack_next)) * _PER_STACK
    out[AT.players + int(rules.num_players) - 2] = 1
    for colour in range(_COLOURS):
        value = int(state.want_order[colour, turn - 1])
        if value > 0:
            out[AT.want_now + _VALUES * colour + value - _LOWEST_WANT] = 1
        for i in range(_VALUES):
            out[AT.want_left + _VALUES * colour + i] = int(state.want_left[colour, i]) * _PER_SIX


@compiled
def _observe_tiles(state, rules, seat, out):
    """Tiles as the seat knows them; gives those in the middle that it knows as bits."""
    players = int(rules.num_players)
    known_tiles = 0
    for tile in range(_TILES):
        place = int(state.tile_place[tile])
        if place >= HELD:
            r = place - HELD - seat
            if r < 0:
                r += players
            if r == 0:
                out[AT.own_tiles + tile] = 1
            out[AT.tiles_left + r] += _PER_TILE
        elif place == TILE_USED:
            out[AT.tiles_used + tile] = 1
        elif place == TILE_ACTIVE:
            if knows_tile(state, rules, seat, tile):
                known_tiles |= 1 << tile
                out[AT.active_known + tile] = 1
            else:
                out[AT.active_unknown] += _PER_TILE
    for i in range(state.active_count):
        if state.active_seat[i] >= 0:
            r = int(state.active_seat[i]) - seat
            out[AT.placed + (r if r >= 0 else r + players)] = 1
    return known_tiles


@compiled
def _observe_seat(state, other, r, known_tiles, out):
    """Seat `other`, r places clockwise from the observer."""
    out[AT.in_play + r] = 1
    out[AT.out + r] = int(state.out[other])
    out[AT.score + r] = min(1.0, int(state.points[other]) * _PER_SCORE)
    out[AT.hand_count + r] = int(state.hand_count[other]) * _PER_CARDS
    for card in range(CARDS):
        out[AT.known + CARDS * r + card] = int(state.known[other, card])
        out[AT.boxed + CARDS * r + card] = 1 if state.place[other, card] == BOXED else 0
    if state.played_count[other] == 0:
        return
    played = AT.played + CARDS * _COLOURS * r
    for i in range(state.played_count[other]):
        out[played + _COLOURS * int(state.played[other, i]) + int(state.played_colour[other, i])] = 1
    persons = int(state.persons[other])
    for person in range(_PERSONS):
        out[AT.persons + _PERSONS * r + person] = persons >> person & 1
    swap = swap_in_force(known_tiles)
    for colour in range(_COLOURS):
        out[AT.sums + _COLOURS * r + colour] = min(1.0, int(state.sums[other, colour]) * _PER_SUM)
        source = source_colour(colour, swap)
        half_points = total(state, other, known_tiles, colour, source)
        out[AT.totals_known + _COLOURS * r + colour] = min(1.0, half_points * _PER_HALF_POINT)
