"""Records of games: one JSON object a line, written while policies play, and checked decision by decision.

Before each decision a line `{"position", "player", "legal", "action"}`, at the end of each game a line
`{"position", "scores", "ranks"}`. Positions are whole, so every line can be checked by itself and loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from cosmozoo.envs import GameEnv, PositionError, get_game
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.wrappers.policies import Policy

from .files import replacing

DECISION_KEYS = ("position", "player", "legal", "action")
END_KEYS = ("position", "scores", "ranks")

_CHANCES = 200
"""Redraws of chance before a following position counts as impossible."""


class RecordError(ValueError):
    """A record that is malformed or shows what cannot happen; the message begins with the line."""


# ---- Writing


def decision_line(env: GameEnv, action: int) -> dict[str, Any]:
    """The line of a decision that is about to be made."""
    return {
        "position": env.position(),
        "player": env.possible_agents.index(env.agent_selection),
        "legal": list(env.legal_labels()),
        "action": env.action_labels[action],
    }


def end_line(env: GameEnv) -> dict[str, Any]:
    """The line of a game that is over."""
    scores, ranks = env.table.standings(env.states)
    return {"position": env.position(), "scores": scores, "ranks": ranks}


def choose(env: GameEnv, policy: Policy) -> int:
    """What the policy does for the seat to move."""
    seen = env.observe(env.agent_selection)
    actions = policy.act(
        seen["observation"][None],
        seen["action_mask"][None],
        table=env.table if policy.needs_states else None,
        states=env.states if policy.needs_states else None,
    )
    return int(actions[0])


def is_over(env: GameEnv) -> bool:
    """Whether the game that the environment holds has ended."""
    agent = env.agent_selection
    return env.terminations[agent] or env.truncations[agent]


def played_game(env: GameEnv, policies: Sequence[Policy]) -> Iterator[dict[str, Any]]:
    """Play the game that has just been reset, one policy in each seat, and give its lines."""
    while not is_over(env):
        action = choose(env, policies[env.possible_agents.index(env.agent_selection)])
        yield decision_line(env, action)
        env.step(action)
    yield end_line(env)


def as_text(line: dict[str, Any]) -> str:
    """A line as it stands in a record's file, its end included."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(", ", ": ")) + "\n"


def write_lines(lines: Iterable[dict[str, Any]], path: str | Path) -> int:
    """Write a record, whole or not at all; gives the number of lines."""
    count = 0
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(as_text(line))
            count += 1
    return count


# ---- Reading


class Checked:
    """A line that was found right: its number, the environment that stands in its position, and what it holds.

    `env` is used for the next line again. A line at the end of a game has no player and no action.
    """

    def __init__(self, number: int, env: GameEnv, line: dict[str, Any]) -> None:
        self.number = number
        self.env = env
        self.position: dict[str, Any] = line["position"]
        self.player: int | None = line.get("player")
        self.action: str | None = line.get("action")
        self.scores: list[int] | None = line.get("scores")
        self.ranks: list[int] | None = line.get("ranks")


def checked_lines(lines: Iterable[str], variants: dict[str, Any] | None = None) -> Iterator[Checked]:
    """Check a record line by line.

    Every position is loaded, its seat to move and legal labels are compared, the action is made, and the position
    of the next line must be the one that follows (where chance comes in: one with the same players and variants).

    Args:
        lines: the lines of a record.
        variants: arguments that a position does not hold, such as `components`.

    Raises:
        RecordError: at the first line that is wrong, naming it.
    """
    reader = _RecordReader(variants or {})
    number = 0
    for number, text in enumerate(lines, start=1):
        yield reader.read(number, text)
    if number == 0:
        raise RecordError("line 1: the record is empty")
    if reader.following is not None:
        raise RecordError(f"line {number}: the record stops here, in the middle of a game")


class _Decision(NamedTuple):
    """A decision and where it leads, with some chance or other."""

    before: dict[str, Any]
    action: int
    after: dict[str, Any]


class _RecordReader:
    """Reads line after line and knows what has to follow."""

    def __init__(self, variants: dict[str, Any]) -> None:
        self.variants = variants
        self.number = 0
        self.env: GameEnv | None = None
        self.following: _Decision | None = None
        """The decision before the line that comes next; None at the beginning of a game."""

    def fail(self, message: str) -> NoReturn:
        raise RecordError(f"line {self.number}: {message}")

    def read(self, number: int, text: str) -> Checked:
        self.number = number
        line = self._parsed(text)
        env = self._loaded(line["position"])
        if self.following is not None:
            self._check_follows(self.following, env)
        if "action" in line:
            self._check_decision(env, line)
            action = env.action_from_label(line["action"])
            after = env.clone()
            after.step(action)
            self.following = _Decision(line["position"], action, after.position())
        else:
            self._check_end(env, line)
            self.following = None
        return Checked(number, env, line)

    def _parsed(self, text: str) -> dict[str, Any]:
        """A JSON object with the keys of one of the two kinds of line."""
        try:
            line = json.loads(text)
        except json.JSONDecodeError as error:
            self.fail(f"not JSON ({error})")
        if type(line) is not dict:
            self.fail(f"must be a JSON object, not {_short(line)}")
        keys = END_KEYS if "scores" in line or "ranks" in line else DECISION_KEYS
        for key in line:
            if key not in keys:
                self.fail(f"has an unknown key {key!r}{near(key, keys)} (keys: {listed(keys)})")
        for key in keys:
            if key not in line:
                self.fail(f"lacks the key {key!r}")
        return line

    def _loaded(self, position: Any) -> GameEnv:
        """An environment that stands in the position."""
        env = self.env
        table = None if env is None else (env.game.id, env.num_players, env.table.position_variants)
        try:
            if type(position) is not dict:
                raise PositionError(f"position: must be an object, not {_short(position)}")
            wanted = tuple(position.get(key) for key in ("game", "players", "variants"))
            if env is None or wanted != table:
                if self.following is not None:
                    raise PositionError("game, players and variants must be those of the lines before")
                env = self._environment(*wanted)
            env.reset(seed=0, options={"position": position})
        except (ValueError, TypeError) as error:
            self.fail(f"{error}" if str(error).startswith("position") else f"position: {error}")
        self.env = env
        return env

    def _environment(self, game_id: Any, players: Any, variants: Any) -> GameEnv:
        game = get_game(game_id)
        if type(variants) is not dict:
            raise PositionError(f"variants: must be an object, not {_short(variants)}")
        return GameEnv(game, players, **{**variants, **self.variants})

    def _check_decision(self, env: GameEnv, line: dict[str, Any]) -> None:
        if is_over(env):
            self.fail("a decision in a position in which the game is over")
        to_move = env.possible_agents.index(env.agent_selection)
        if type(line["player"]) is not int or line["player"] != to_move:
            self.fail(f"player: must be {to_move}, whose turn it is in the position, not {_short(line['player'])}")
        legal = list(env.legal_labels())
        if line["legal"] != legal:
            self.fail(f"legal: {_difference(line['legal'], legal)}")
        if line["action"] not in legal:
            hint = near(line["action"], legal)
            self.fail(f"action: {_short(line['action'])} is not legal{hint} (legal: {listed(map(repr, legal))})")

    def _check_end(self, env: GameEnv, line: dict[str, Any]) -> None:
        if not is_over(env) and self.following is None:
            self.fail("the end of a game that never began")
        for key, found in zip(END_KEYS[1:], env.table.standings(env.states), strict=True):
            if line[key] != found:
                self.fail(f"{key}: must be {found} in this position, not {_short(line[key])}")

    def _check_follows(self, decision: _Decision, env: GameEnv) -> None:
        """Compare the position with what the decision led to: of other chances too, if it is not the first."""
        found = env.position()
        if found == decision.after:
            return
        probe = env.clone()
        for seed in range(1, _CHANCES):
            probe.reset(seed=seed, options={"position": decision.before})
            probe.step(decision.action)
            if probe.position() != decision.after:
                return  # chance decides here, and what it drew is not in the record
        key = next(key for key in found if decision.after[key] != found[key])
        self.fail(
            f"position.{key}: after {env.action_labels[decision.action]!r} on line {self.number - 1} it must be "
            f"{_short(decision.after[key])}, not {_short(found[key])}"
        )


def _difference(found: Any, legal: list[str]) -> str:
    if type(found) is not list:
        return f"must be a list of labels, not {_short(found)}"
    extra = [label for label in found if label not in legal]
    missing = [label for label in legal if label not in found]
    if extra:
        return f"{_short(extra[0])} is not legal in this position"
    if missing:
        return f"{_short(missing[0])} is legal in this position and missing"
    return "labels must stand once each, in the order of the actions"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
