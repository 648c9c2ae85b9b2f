"""A network for games with many places alike: cells of a board, slots of a table.

An MLP has to learn each place by itself. Here all places share their weights, so what is learned about a body in one
slot, or a stack on one cell, is known everywhere: segments of the observation with a row a place are read place by
place, blocks with an action a place are answered place by place, and what the table as a whole says joins in between.
On a board with lines, every place also sees what stands first in each direction. Where a game can foresee from an
observation what each move would change, the network may be told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn.functional import relu

from cosmozoo.envs.core.game import Game
from cosmozoo.envs.core.layout import Segment

MOST_STEPS = 4
"""A count is shown as so many steps at most: is it 1 or more, 2 or more, …"""
LARGEST_WIDTH = 4096


@dataclass(frozen=True)
class PlacesShape:
    """Widths of the network: of each place, of what it sees in a line, of the table as a whole, and how many places it
    looks at closely."""

    width: int = 64
    sight: int = 32
    context: int = 128
    glances: int = 4
    marks: bool = False
    """Whether every place is told exactly what lies on the places that something marks (values of 0/1)."""
    foresight: int = 0
    """Width of what is made of each move's foreseen changes; 0 does without."""

    def __post_init__(self) -> None:
        for name in ("width", "sight", "context", "glances"):
            value = getattr(self, name)
            if type(value) is not int or not 0 < value <= LARGEST_WIDTH:
                raise ValueError(f"{name} must be an integer from 1 to {LARGEST_WIDTH}, not {value!r}")
        if type(self.foresight) is not int or not 0 <= self.foresight <= LARGEST_WIDTH:
            raise ValueError(f"foresight must be an integer from 0 to {LARGEST_WIDTH}, not {self.foresight!r}")
        if type(self.marks) is not bool:
            raise ValueError(f"marks must be true or false, not {self.marks!r}")

    def as_dict(self) -> dict[str, Any]:
        """For a manifest."""
        return {"places": asdict(self)}

    @classmethod
    def from_dict(cls, described: Mapping[str, Any]) -> PlacesShape:
        """The inverse of `as_dict`. Raises ValueError or TypeError for anything else."""
        widths = described["places"]
        if set(described) != {"places"} or not isinstance(widths, dict):
            raise ValueError(f"a network of places is described by 'places' alone, not {', '.join(described)}")
        return cls(**widths)


class Reading:
    """How a game's observation and actions fall into places.

    Args:
        game: one with `places`.

    Attributes:
        count: n, the number of places.
        lines: (n, directions, longest) the places in line from each one, nearest first, n beyond the edge; None
            where the game has no lines.
        by_place: segments with a row a place; and those of rows with a value for elsewhere and one a place.
        table: indices of all other values of the observation, those for elsewhere included.
        blocks: first actions of the blocks with an action a place.
        ways: first action of the block with an action a direction, None if there is none.
        others: all other actions.

    Raises:
        ValueError: for a game that declares no places.
    """

    def __init__(self, game: Game) -> None:
        if game.places is None:
            raise ValueError(f"{game.id} has no places that are alike: it needs a network of kind 'mlp'")
        components = game.components(None)
        labels = game.labels(components)
        self.count = game.places
        self.lines = None if game.lines is None else game.lines(components)
        directions = 0 if self.lines is None else self.lines.shape[1]
        self.by_place = [s for s in game.layout if s.shape[0] == self.count or _has_elsewhere(s, self.count)]
        self.table = [i for s in game.layout for i in self._of_the_table(s)]
        self.blocks = [block.start for block in labels.blocks if len(block.labels) == self.count]
        self.ways = next((block.start for block in labels.blocks if len(block.labels) == directions > 1), None)
        answered = {start + place for start in self.blocks for place in range(self.count)}
        if self.ways is not None:
            answered |= {self.ways + direction for direction in range(directions)}
        self.others = [action for action in range(labels.size) if action not in answered]

    def _of_the_table(self, segment: Segment) -> range:
        """Indices of a segment's values that belong to no place."""
        if segment.shape[0] == self.count:
            return range(0)
        step = self.count + 1 if _has_elsewhere(segment, self.count) else 1
        return range(segment.offset, segment.offset + segment.width, step)

    @property
    def order(self) -> np.ndarray:
        """(A,) where each action stands among the answers: others, then place by place, then directions."""
        answers = [*self.others, *(start + place for place in range(self.count) for start in self.blocks)]
        if self.ways is not None and self.lines is not None:
            answers += [self.ways + direction for direction in range(self.lines.shape[1])]
        return np.argsort(answers)


class PlacesNetwork(nn.Module):
    """Logits (batch, A) and values (batch,) from observations (batch, O)."""

    lines: torch.Tensor
    table: torch.Tensor
    order: torch.Tensor

    def __init__(self, game: Game, shape: PlacesShape) -> None:
        super().__init__()
        reading = Reading(game)
        self.reading = reading
        self.register_buffer("table", torch.tensor(reading.table), persistent=False)
        self.register_buffer("order", torch.from_numpy(reading.order), persistent=False)
        width, sight, context, glances = shape.width, shape.sight, shape.context, shape.glances
        features, table = sum(_features(segment, reading.count) for segment in reading.by_place), len(reading.table)
        self.marking = [s for s in reading.by_place if _unit(s) == 1] if shape.marks else []
        table += features * sum(_features(segment, reading.count) for segment in self.marking)
        if reading.lines is not None:
            self.register_buffer("lines", torch.from_numpy(reading.lines.astype(np.int64)), persistent=False)
            self.seen = nn.Linear(features, sight)
            self.seeing = nn.Linear(features, sight, bias=False)
            self.far = nn.Linear(_SIGHT, sight, bias=False)
        self.place = nn.Linear(features + (2 * sight if reading.lines is not None else 0), width)
        self.place_in_table = nn.Linear(table, width, bias=False)
        self.place_again = nn.Linear(width, width)
        self.glance = nn.Linear(width, glances)
        self.whole = nn.Linear(table + (2 + glances) * width, context)
        self.whole_again = nn.Linear(context, context)
        self.place_in_whole = nn.Linear(context, width)
        self.place_third = nn.Linear(width, width, bias=False)
        self.place_fourth = nn.Linear(width, width)
        self.place_actions = nn.Linear(width, len(reading.blocks))
        self.policy = nn.Linear(context + 2 * width, context)
        self.other_actions = nn.Linear(context, len(reading.others))
        self.value = nn.Linear(context + 2 * width, context)
        self.result = nn.Linear(context, 1)
        self.foresight = Foresight(game, shape, reading) if shape.foresight else None
        if reading.ways is not None:
            self.from_where = nn.Linear(width, 1)
            self.way = nn.Linear(sight + width, width)
            self.way_in_whole = nn.Linear(context, width)
            self.way_action = nn.Linear(width, 1)

    @property
    def answering(self) -> list[nn.Linear]:
        """The layers that give the logits."""
        layers = [self.other_actions, self.place_actions]
        if self.reading.ways is not None:
            layers.append(self.way_action)
        if self.foresight is not None:
            layers.append(self.foresight.answer)
        return layers

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (batch, A), of legal and illegal actions alike, and values (batch,)."""
        batch, n = len(observations), self.reading.count
        features = self.read_places(observations)
        table = observations[:, self.table]
        if self.marking:
            marks = torch.cat([_read(observations, segment, n) for segment in self.marking], 2)
            table = torch.cat([table, (marks.transpose(1, 2) @ features).flatten(1)], 1)
        known = features
        moves = None if self.foresight is None else self.foresight.moves(observations)
        if self.reading.lines is not None:
            first, sight = self._look(features, moves)
            known = torch.cat([features, sight.amax(2), sight.mean(2)], 2)
        places = relu(self.place(known) + self.place_in_table(table)[:, None])
        places = places + relu(self.place_again(places))
        glances = self.glance(places).softmax(1).transpose(1, 2) @ places
        whole = relu(self.whole(torch.cat([table, places.mean(1), places.amax(1), glances.flatten(1)], 1)))
        whole = whole + relu(self.whole_again(whole))
        later = relu(self.place_third(places) + self.place_in_whole(whole)[:, None])
        later = later + relu(self.place_fourth(later))
        summary = torch.cat([whole, later.mean(1), later.amax(1)], 1)
        place_answers = self.place_actions(later)
        if self.foresight is not None and moves is not None:
            by_place, by_way = self.foresight.best(moves, whole)
            chooses_place = torch.arange(place_answers.shape[2]) == 0
            place_answers = place_answers + by_place[:, :, None] * chooses_place
        answers = [self.other_actions(relu(self.policy(summary))), place_answers.reshape(batch, -1)]
        if self.reading.ways is not None:
            weights = self.from_where(later).softmax(1)
            sight_there = (weights.transpose(1, 2) @ sight.flatten(2)).reshape(batch, first.shape[2], -1)
            target = torch.zeros(batch, first.shape[2], n + 1).scatter_add_(
                2, first.transpose(1, 2), weights.expand(-1, -1, first.shape[2]).transpose(1, 2)
            )
            ways = self.way(torch.cat([sight_there, target[:, :, :n] @ later], 2))
            way_answers = self.way_action(relu(ways + self.way_in_whole(whole)[:, None]))[:, :, 0]
            if self.foresight is not None:
                way_answers = way_answers + by_way
            answers.append(way_answers)
        return torch.cat(answers, 1)[:, self.order], self.result(relu(self.value(summary)))[:, 0]

    def read_places(self, observations: torch.Tensor) -> torch.Tensor:
        """(batch, n, k): what the observation says about each place."""
        return torch.cat([_read(observations, segment, self.reading.count) for segment in self.reading.by_place], 2)

    def _look(self, features: torch.Tensor, moves: Moves | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """What stands first in each line: its place, n if none does, (batch, n, directions), and what is made of it."""
        batch, n, width = features.shape
        holds = torch.cat([features.ne(0).any(2), torch.ones(batch, 1, dtype=torch.bool)], 1)
        steps = holds[:, self.lines].to(torch.uint8).argmax(3)
        first = self.lines.expand(batch, -1, -1, -1).gather(3, steps[..., None])[..., 0]
        shown = self.seen(torch.cat([features, features.new_zeros(batch, 1, width)], 1))
        rows = first + (n + 1) * torch.arange(batch)[:, None, None]
        there = shown.flatten(0, 1).index_select(0, rows.flatten())
        if self.foresight is not None and moves is not None:
            there = there.index_add(0, moves.rows, self.foresight.seen(moves.told))
        there = there.reshape(*first.shape, -1)
        far = torch.stack([first == n, steps == 0, steps / self.lines.shape[2]], 3)
        return first, relu(there + self.far(far) + self.seeing(features)[:, :, None])


class Moves(NamedTuple):
    """The legal moves of a batch."""

    rows: torch.Tensor
    """(m,) where each stands among the batch's places and directions, the last changing fastest."""
    told: torch.Tensor
    """(m, features) what the game foresees of it."""


class Foresight(nn.Module):
    """What is made of the changes that a game foresees of each move: part of what a place sees in that direction, and a
    worth of the move itself."""

    def __init__(self, game: Game, shape: PlacesShape, reading: Reading) -> None:
        super().__init__()
        if not game.foreseen or reading.lines is None:
            raise ValueError(f"{game.id} foresees no moves: foresight must be 0, not {shape.foresight}")
        self.game = game
        self.rules = game.table().rules
        self.size = reading.lines.shape[:2]
        told = len(game.foreseen)
        self.seen = nn.Linear(told, shape.sight, bias=False)
        self.move = nn.Linear(told, shape.foresight)
        self.move_in_whole = nn.Linear(shape.context, shape.foresight, bias=False)
        self.answer = nn.Linear(shape.foresight, 1)

    def moves(self, observations: torch.Tensor) -> Moves:
        """The legal moves of these observations (batch, O)."""
        told = np.empty((len(observations), *self.size, len(self.game.foreseen)), np.float32)
        seen, threads = observations.numpy(), torch.get_num_threads()
        foresee_moves = self.game.drivers.foresee_moves

        def foresee(part: slice) -> None:
            foresee_moves(seen[part], self.rules, self.game.state.zeros(), told[part])

        if threads == 1 or len(seen) < _SHARED:
            foresee(slice(None))
        else:
            step = -(-len(seen) // threads)
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(foresee, [slice(first, first + step) for first in range(0, len(seen), step)]))
        flat = torch.from_numpy(told).flatten(0, 2)
        rows = flat[:, 0].nonzero()[:, 0]
        return Moves(rows, flat[rows])

    def best(self, moves: Moves, whole: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What the best move from each place (batch, places) and in each direction (batch, directions) adds to the
        logits; 0 where there is none."""
        board = self.size[0] * self.size[1]
        context = self.move_in_whole(whole).index_select(0, moves.rows.div(board, rounding_mode="floor"))
        worth = self.answer(relu(self.move(moves.told) + context))[:, 0]
        table = whole.new_full((len(whole) * board,), _NO_MOVE).index_copy(0, moves.rows, worth)
        table = table.reshape(len(whole), *self.size)
        by_place, by_way = table.amax(2), table.amax(1)
        return by_place.masked_fill(by_place == _NO_MOVE, 0), by_way.masked_fill(by_way == _NO_MOVE, 0)


_NO_MOVE = -1e9
_SHARED = 64
"""Batches from this size on are shared among torch's threads."""

_SIGHT = 3
"""Of the first thing in line: is it the edge, is it next door, how far is it."""


def _unit(segment: Segment) -> int:
    """How many steps of its count a segment shows: it is written as a part of that number."""
    whole = re.match(r"/(\d+)", segment.scale)
    return int(whole[1]) if whole else 1


def _has_elsewhere(segment: Segment, places: int) -> bool:
    """Whether its rows have a value for elsewhere and then one a place."""
    return len(segment.shape) == 2 and segment.shape[1] == places + 1


def _features(segment: Segment, places: int) -> int:
    """Values that `_read` gives for each place."""
    return (segment.width // places) * min(_unit(segment), MOST_STEPS)


def _read(observations: torch.Tensor, segment: Segment, places: int) -> torch.Tensor:
    """(batch, n, k): a segment place by place, counts as steps."""
    values = observations[:, segment.offset : segment.offset + segment.width]
    if _has_elsewhere(segment, places):
        values = values.reshape(len(observations), -1, places + 1)[:, :, 1:].transpose(1, 2)
    else:
        values = values.reshape(len(observations), places, -1)
    unit = _unit(segment)
    if unit == 1:
        return values
    steps = torch.arange(min(unit, MOST_STEPS), dtype=values.dtype)
    return (unit * values[..., None] - steps).clamp(0, 1).flatten(2)
