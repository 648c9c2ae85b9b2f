"""A network for games with many places alike: cells of a board, slots of a table.

An MLP has to learn each place by itself. Here all places share their weights, so what is learned about a body in one
slot, or a stack on one cell, is known everywhere: segments of the observation with a row a place are read place by
place, blocks with an action a place are answered place by place, and what the table as a whole says joins in between.
On a board with lines, every place also sees what stands first in each direction.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

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

    def __post_init__(self) -> None:
        for name in ("width", "sight", "context", "glances"):
            value = getattr(self, name)
            if type(value) is not int or not 0 < value <= LARGEST_WIDTH:
                raise ValueError(f"{name} must be an integer from 1 to {LARGEST_WIDTH}, not {value!r}")
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
        if reading.ways is not None:
            self.from_where = nn.Linear(width, 1)
            self.way = nn.Linear(sight + width, width)
            self.way_in_whole = nn.Linear(context, width)
            self.way_action = nn.Linear(width, 1)

    @property
    def answering(self) -> list[nn.Linear]:
        """The layers that give the logits."""
        layers = [self.other_actions, self.place_actions]
        return [*layers, self.way_action] if self.reading.ways is not None else layers

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (batch, A), of legal and illegal actions alike, and values (batch,)."""
        batch, n = len(observations), self.reading.count
        features = self.read_places(observations)
        table = observations[:, self.table]
        if self.marking:
            marks = torch.cat([_read(observations, segment, n) for segment in self.marking], 2)
            table = torch.cat([table, (marks.transpose(1, 2) @ features).flatten(1)], 1)
        known = features
        if self.reading.lines is not None:
            first, sight = self._look(features)
            known = torch.cat([features, sight.amax(2), sight.mean(2)], 2)
        places = relu(self.place(known) + self.place_in_table(table)[:, None])
        places = places + relu(self.place_again(places))
        glances = self.glance(places).softmax(1).transpose(1, 2) @ places
        whole = relu(self.whole(torch.cat([table, places.mean(1), places.amax(1), glances.flatten(1)], 1)))
        whole = whole + relu(self.whole_again(whole))
        later = relu(self.place_third(places) + self.place_in_whole(whole)[:, None])
        later = later + relu(self.place_fourth(later))
        summary = torch.cat([whole, later.mean(1), later.amax(1)], 1)
        answers = [self.other_actions(relu(self.policy(summary))), self.place_actions(later).reshape(batch, -1)]
        if self.reading.ways is not None:
            weights = self.from_where(later).softmax(1)
            sight_there = (weights.transpose(1, 2) @ sight.flatten(2)).reshape(batch, first.shape[2], -1)
            target = torch.zeros(batch, first.shape[2], n + 1).scatter_add_(
                2, first.transpose(1, 2), weights.expand(-1, -1, first.shape[2]).transpose(1, 2)
            )
            ways = self.way(torch.cat([sight_there, target[:, :, :n] @ later], 2))
            answers.append(self.way_action(relu(ways + self.way_in_whole(whole)[:, None]))[:, :, 0])
        return torch.cat(answers, 1)[:, self.order], self.result(relu(self.value(summary)))[:, 0]

    def read_places(self, observations: torch.Tensor) -> torch.Tensor:
        """(batch, n, k): what the observation says about each place."""
        return torch.cat([_read(observations, segment, self.reading.count) for segment in self.reading.by_place], 2)

    def _look(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What stands first in each line: its place, n if none does, (batch, n, directions), and what is made of it."""
        batch, n, width = features.shape
        holds = torch.cat([features.ne(0).any(2), torch.ones(batch, 1, dtype=torch.bool)], 1)
        steps = holds[:, self.lines].to(torch.uint8).argmax(3)
        first = self.lines.expand(batch, -1, -1, -1).gather(3, steps[..., None])[..., 0]
        shown = self.seen(torch.cat([features, features.new_zeros(batch, 1, width)], 1))
        rows = first + (n + 1) * torch.arange(batch)[:, None, None]
        there = shown.flatten(0, 1).index_select(0, rows.flatten()).reshape(*first.shape, -1)
        far = torch.stack([first == n, steps == 0, steps / self.lines.shape[2]], 3)
        return first, relu(there + self.far(far) + self.seeing(features)[:, :, None])


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
