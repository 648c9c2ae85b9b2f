"""The observation (section 7): what a seat may know and what it remembers, segment by segment."""

from __future__ import annotations

from ..core.compiling import compiled
from ..core.layout import Layout, Segment
from .knowledge import NEVER, is_looking
from .rules import JUMP_CARD, OVER, gate_points, score
from .state import NOBODY, SPACE
from .words import ACTIONS, CARDS, CHIPS, DECK, HAND, PHASES, PILE, POINT_TILES, SEATS, SLOTS, TILES, VALUES

_CARDS, _POINT_TILES, _TILES = len(CARDS), len(POINT_TILES), len(TILES)
_COORDINATES = 3 * len(VALUES)
_OTHERS = SEATS - 1

LAYOUT = Layout(
    Segment("phase", (len(PHASES) - 1,), "one-hot " + ", ".join(PHASES[:-1]) + "; zeros when over"),
    Segment("to_move", (SEATS,), "one-hot seat; zeros when over"),
    Segment("in_play", (SEATS,), "the seat is in play"),
    Segment("actions_left", (1,), "actions of this turn that have not ended; 0 when over", "/2"),
    Segment("target", (SLOTS,), "one-hot slot in jump_card, else zeros"),
    Segment("starter", (SEATS,), "one-hot seat that plays first in each round"),
    Segment(
        "clock",
        (5,),
        "revealed space tiles; the limit; the limit is reached; turns left in this round, the current one included "
        "(0 when over); decisions so far",
        "/16; /16; 0/1; /players; /max_cycles, at most 1",
    ),
    Segment("card_piles", (2,), "cards in the draw pile and in the discard pile", "/60"),
    Segment("hand_size", (SEATS,), "cards in hand", "/5"),
    Segment("ships", (SEATS, 1 + SLOTS), "one-hot gate, slot 0-7"),
    Segment("probes", (SEATS,), "chips on the gate", "/20"),
    Segment("chips", (SEATS,), "chips in front of the seat", "/20"),
    Segment("stations", (SEATS,), "stations built", "/8"),
    Segment("tiles", (SEATS,), "tiles held", "/48"),
    Segment("gate_points", (SEATS,), "points for the gate if scored now", "/9"),
    Segment("own_score", (2,), "own score if scored now; the same with all own reserved tiles", "/100, at most 1"),
    Segment(
        "coordinates",
        (SLOTS, _COORDINATES),
        "jump one-hot 1-4, scan one-hot 1-4, how many of the two landing values are 1, 2, 3, 4",
        "0/1; 0/1; /2",
    ),
    Segment("pile", (SLOTS, 3), "size of the pile; it is open; revealed space tiles", "/8; 0/1; /8"),
    Segment("station", (SLOTS, SEATS), "one-hot seat that built the station"),
    Segment("reserved", (SLOTS, SEATS), "reserved tiles of each seat", "/8"),
    Segment("blind", (SLOTS,), "(d + 1)/5 for seat d, which scanned in vain, else 0", "/5"),
    Segment("seen", (SLOTS,), "the observer has seen this pile at some time"),
    Segment("seen_tiles", (SLOTS, _TILES), "its content when last seen, by type; zeros if never", "/8"),
    Segment("since", (SLOTS, _OTHERS), "tiles that seats d = 1-4 took since then (since the start, if never)", "/8"),
    Segment("own_reserved", (SLOTS, _POINT_TILES), "own reserved tiles by type", "/8"),
    Segment("own_tiles", (_POINT_TILES,), "own held tiles by type", "/8, at most 1"),
    Segment(
        "pinned_held",
        (_OTHERS, _POINT_TILES),
        "tiles that seats d = 1-4 hold, as far as two looks at a pile tell; several takers share fairly",
        "/8, at most 1",
    ),
    Segment("pinned_reserved", (_OTHERS, _POINT_TILES), "the same of their reserved tiles", "/8, at most 1"),
    Segment("hand", (_CARDS,), "own hand, copies of each card", "/5, at most 1"),
    Segment("discard", (_CARDS,), "discard pile, copies of each card", "/5, at most 1"),
    Segment("shuffled", (_CARDS,), "draw pile when last shuffled, copies of each card", "/5, at most 1"),
)
AT = LAYOUT.offsets()

_PER_ACTION = 1 / ACTIONS
_PER_SPACE = 1 / 16
_PER_CARD = 1 / DECK
_PER_HAND = 1 / HAND
_PER_CHIP = 1 / CHIPS
_PER_SLOT = 1 / SLOTS
_PER_TILE = 1 / PILE
_PER_POINT_TILE = 1 / 48
_PER_GATE_POINT = 1 / 9
_PER_POINT = 1 / 100
_PER_SEAT = 1 / SEATS


@compiled
def observe(state, rules, seat, out):
    """Write what `seat` may know; other seats follow it clockwise."""
    players = int(rules.num_players)
    _observe_turn(state, rules, seat, out)
    for r in range(players):
        other = seat + r
        if other >= players:
            other -= players
        _observe_seat(state, rules, other, r, out)
    out[AT.own_score] = min(1.0, score(state, rules, seat, state.held[seat]) * _PER_POINT)
    out[AT.own_score + 1] = min(1.0, score(state, rules, seat, state.claimed[seat]) * _PER_POINT)
    for tile in range(_POINT_TILES):
        out[AT.own_tiles + tile] = min(1.0, int(state.held[seat, tile]) * _PER_TILE)
    for slot in range(SLOTS):
        _observe_slot(state, rules, seat, slot, out)
        _observe_memory(state, rules, seat, slot, out)
    _observe_cards(state, seat, out)


@compiled
def _distance(seat, other, players):
    """Places from `seat` clockwise to `other`."""
    return other - seat if other >= seat else other - seat + players


@compiled
def _observe_turn(state, rules, seat, out):
    players = int(rules.num_players)
    if state.phase != OVER:
        out[AT.phase + int(state.phase)] = 1
        out[AT.to_move + _distance(seat, int(state.to_move), players)] = 1
        out[AT.clock + 3] = (players - int(state.turns) % players) / players
    out[AT.actions_left] = int(state.actions_left) * _PER_ACTION
    if state.phase == JUMP_CARD:
        out[AT.target + int(state.target)] = 1
    out[AT.starter + _distance(seat, int(state.starter), players)] = 1
    out[AT.clock] = int(state.revealed) * _PER_SPACE
    out[AT.clock + 1] = int(rules.limit) * _PER_SPACE
    out[AT.clock + 2] = 1 if state.revealed >= rules.limit else 0
    out[AT.clock + 4] = min(1.0, int(state.cycles) / int(rules.max_cycles))


@compiled
def _observe_seat(state, rules, other, r, out):
    """Seat `other`, r places clockwise from the observer."""
    out[AT.in_play + r] = 1
    out[AT.hand_size + r] = int(state.hand_count[other]) * _PER_HAND
    out[AT.ships + (1 + SLOTS) * r + 1 + int(state.ship[other])] = 1  # the gate, as -1, comes first
    out[AT.probes + r] = int(state.gate[other]) * _PER_CHIP
    out[AT.chips + r] = int(state.stock[other]) * _PER_CHIP
    out[AT.stations + r] = int(state.stations[other]) * _PER_SLOT
    tiles = 0
    for tile in range(_POINT_TILES):
        tiles += int(state.held[other, tile])
    out[AT.tiles + r] = tiles * _PER_POINT_TILE
    out[AT.gate_points + r] = gate_points(state, rules, int(state.gate[other])) * _PER_GATE_POINT
    for slot in range(SLOTS):
        out[AT.reserved + SEATS * slot + r] = int(state.reserved[slot, other]) * _PER_TILE


@compiled
def _observe_slot(state, rules, seat, slot, out):
    """What everybody sees of a planet."""
    players = int(rules.num_players)
    planet = int(state.planet[slot])
    for i in range(_COORDINATES):
        out[AT.coordinates + _COORDINATES * slot + i] = rules.coordinates[planet, i]
    out[AT.pile + 3 * slot] = (PILE - int(state.takes[slot])) * _PER_TILE
    if state.open_pile[slot]:
        out[AT.pile + 3 * slot + 1] = 1
        out[AT.pile + 3 * slot + 2] = int(state.pile[slot, SPACE]) * _PER_TILE
    builder = int(state.station[slot])
    if builder != NOBODY:
        out[AT.station + SEATS * slot + _distance(seat, builder, players)] = 1
    if state.blind[slot] != NOBODY:
        out[AT.blind + slot] = (1 + _distance(seat, int(state.blind[slot]), players)) * _PER_SEAT


@compiled
def _observe_memory(state, rules, seat, slot, out):
    """What the seat remembers of a pile, and what it can tell of the tiles that others took there (section 6)."""
    players = int(rules.num_players)
    takes = int(state.takes[slot])
    undeveloped = state.station[slot] == NOBODY
    seen_now = state.open_pile[slot] or is_looking(state, seat, slot)
    last = NEVER  # the last known point: the seat has seen the content before the take of this number
    for i in range(takes + 1):
        own = i < takes and state.taker[slot, i] == seat
        if own and undeveloped:
            out[AT.own_reserved + _POINT_TILES * slot + int(state.taken[slot, i])] += _PER_TILE
        if own or (i == takes and seen_now):
            if last != NEVER and last < i:
                _observe_pinned(state, rules, seat, slot, last, i, out)
            last = min(i + 1, takes)
    if last != NEVER:
        out[AT.seen + slot] = 1
        for tile in range(_TILES):
            out[AT.seen_tiles + _TILES * slot + tile] = int(state.pile[slot, tile]) * _PER_TILE
    for i in range(max(0, last), takes):
        if last != NEVER:
            out[AT.seen_tiles + _TILES * slot + int(state.taken[slot, i])] += _PER_TILE
        out[AT.since + _OTHERS * slot + _distance(seat, int(state.taker[slot, i]), players) - 1] += _PER_TILE


@compiled
def _observe_pinned(state, rules, seat, slot, first, end, out):
    """The others' takes from `first` up to `end`, between two looks: each taker has its fair share of each tile."""
    players = int(rules.num_players)
    share = _PER_TILE / (end - first)
    start = AT.pinned_reserved if state.station[slot] == NOBODY else AT.pinned_held
    for i in range(first, end):
        taker = start + _POINT_TILES * (_distance(seat, int(state.taker[slot, i]), players) - 1)
        for j in range(first, end):
            at = taker + int(state.taken[slot, j])
            out[at] = min(1.0, float(out[at]) + share)


@compiled
def _observe_cards(state, seat, out):
    draw_pile = int(state.draw_count)
    out[AT.card_piles] = draw_pile * _PER_CARD
    in_hands = 0
    for other in range(SEATS):
        in_hands += int(state.hand_count[other])
    out[AT.card_piles + 1] = (DECK - draw_pile - in_hands) * _PER_CARD
    for i in range(state.hand_count[seat]):
        at = AT.hand + int(state.hand[seat, i])
        out[at] = float(out[at]) + _PER_HAND
    for card in range(_CARDS):
        out[AT.discard + card] = min(1.0, int(state.discard[card]) * _PER_HAND)
        out[AT.shuffled + card] = min(1.0, int(state.shuffled[card]) * _PER_HAND)
