"""High Card: two or three seats hold one hidden card of 1-9 each; everyone bids in secret or folds; the best card wins.

A small game with all that the shared core offers: a hidden hand, a simultaneous choice, chance, a variant.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np

from cosmozoo.envs.core.checking import Reader
from cosmozoo.envs.core.compiling import compiled
from cosmozoo.envs.core.functions import Functions
from cosmozoo.envs.core.game import Facts, Game, Positions, Table
from cosmozoo.envs.core.labels import Labels, block
from cosmozoo.envs.core.layout import Layout, Segment
from cosmozoo.envs.core.random import below
from cosmozoo.envs.core.records import Field, rules_record, state_record
from cosmozoo.envs.core.rewards import rank_by
from cosmozoo.envs.core.variants import flag

SEATS, CARDS = 3, 9
CHOOSE, OVER = range(2)

LABELS = Labels(block("bid", "bid", "stay in"), block("fold", "fold", "give the round up"))
BID, FOLD = LABELS.start("bid"), LABELS.start("fold")

STATE = state_record(
    Field("high_card", np.int8, (SEATS,), "the card of each seat", CARDS),
    Field("choice", np.int8, (SEATS,), "0 not yet, 1 bid, 2 fold", 2),
)
RULES = rules_record(Field("low_wins", np.int8, (), "the lowest card wins", 1))
LAYOUT = Layout(
    Segment("card", (CARDS,), "one-hot, own card"),
    Segment("chosen", (SEATS,), "the seat has chosen"),
    Segment("own_choice", (1,), "own bid"),
    Segment("revealed", (SEATS,), "at the end: who bid"),
    Segment("low_wins", (1,), "variant"),
)
AT = LAYOUT.offsets()


@compiled
def reset(state, rules):
    for seat in range(rules.num_players):
        state.high_card[seat] = 1 + below(state.rng, CARDS)
    state.phase = CHOOSE


@compiled
def step(state, rules, action):
    state.choice[state.to_move] = action + 1
    state.to_move += 1
    if state.to_move == rules.num_players:
        state.to_move = -1
        state.phase = OVER


@compiled
def legal(state, rules, mask):
    mask[BID] = 1
    mask[FOLD] = 1


@compiled
def observe(state, rules, seat, out):
    players = int(rules.num_players)
    out[AT.card + int(state.high_card[seat]) - 1] = 1
    out[AT.own_choice] = 1 if state.choice[seat] == BID + 1 else 0
    out[AT.low_wins] = int(rules.low_wins)
    for r in range(players):
        other = (seat + r) % players
        out[AT.chosen + r] = 1 if state.choice[other] else 0
        if state.phase == OVER and state.choice[other] == BID + 1:
            out[AT.revealed + r] = 1


@compiled
def standings(state, rules, scores, ranks):
    for seat in range(rules.num_players):
        card = int(state.high_card[seat])
        worth = CARDS + 1 - card if rules.low_wins else card
        scores[seat] = worth if state.choice[seat] == BID + 1 else 0
    rank_by(scores, ranks)


@compiled
def resample(state, rules, seat):
    for other in range(rules.num_players):
        if other != seat:
            state.high_card[other] = 1 + below(state.rng, CARDS)
            if state.choice[other] and state.phase != OVER:
                state.choice[other] = 1 + below(state.rng, 2)


@compiled
def greedy(state, rules):
    return BID


def write(state: Any, table: Table) -> dict[str, Any]:
    seats = slice(table.num_players)
    return {"cards": state.high_card[seats].tolist(), "choices": state.choice[seats].tolist()}


def read(position: Reader, table: Table, state: Any) -> None:
    players = table.num_players
    state.high_card[:players] = position["cards"].integers(players, 1, CARDS)
    state.choice[:players] = position["choices"].integers(players, 0, 2)
    chosen = int((state.choice > 0).sum())
    if chosen != (players if state.to_move < 0 else state.to_move):
        position["choices"].fail("seats choose in order")


def fill_rules(rules: Any, table: Table) -> None:
    rules.low_wins = table.variants["low_wins"]


def draw_text(position: dict[str, Any], seat: int | None, table: Table) -> str:
    shown = [c if seat in (None, s) else "?" for s, c in enumerate(position["cards"])]
    return f"High Card: cards {shown}, {sum(c > 0 for c in position['choices'])} have chosen"


def make(game_id: str, **changed: Any) -> Game:
    """The game, or one that differs in some declarations."""
    functions = replace(Functions.of(sys.modules[__name__]), **changed.pop("functions", {}))
    declared: dict[str, Any] = {
        "title": "High Card",
        "players": (2, 3),
        "default_players": 2,
        "phases": ("choose", "over"),
        "variants": (flag("low_wins", "the lowest card wins"),),
        "state": STATE,
        "rules": RULES,
        "layout": LAYOUT,
        "labels": lambda components: LABELS,
        "positions": Positions(("cards", "choices"), write, read),
        "components": lambda source: (),
        "fill_rules": fill_rules,
        "draw_text": draw_text,
        "facts": Facts(True, "setup", True, 3, (0, CARDS), 9.0, True),
    }
    return Game(id=game_id, functions=functions, **{**declared, **changed})


GAME = make("high_card_v0")
