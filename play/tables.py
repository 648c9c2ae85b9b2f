"""Tables at which people play in a browser: what they do is checked, what they may know is told. No HTTP here."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from cosmozoo.envs import GameEnv, get_game
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.train.records import RecordError, checked_lines

from .asking import BadRequest, NoSuchTable, NotNow, read_count, read_object, read_seed
from .history import History, Telling, recorded_games
from .house import House
from .match import PERSON, Match, StandsError

EVERYTHING = "all"
"""In the place of a viewer's seat: everything face up."""
MOST_TABLES = 100
LONGEST_IDLE = 24 * 3600.0
"""Seconds after which a table that nobody used is cleared."""
PATIENCE = 1.0
"""Seconds that policies play before the browser hears of it."""


class Room:
    """All tables in use; the one that was not used for longest makes room for a new one.

    Args:
        house: what can be played here.
        most: tables at once.
        clock: seconds that only grow.
    """

    def __init__(
        self, house: House | None = None, *, most: int = MOST_TABLES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.house = house or House()
        self._most = most
        self._clock = clock
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, wanted: Any) -> Table:
        """A new game, as a browser asks for it.

        Args:
            wanted: {"game": id, "players": n, "variants": {name: value}, "seats": ["person" or a policy's name, …],
                "seed": n or null}; all but the game may be left out.

        Raises:
            BadRequest: for anything that this game does not have or the house does not allow.
        """
        request = read_object(wanted, ("game", "players", "variants", "seats", "seed"))
        try:
            game = get_game(request.get("game", ""))
            variants = self.house.chosen_variants(game, request.get("variants", {}))
            env = GameEnv(game, request.get("players"), **variants)
        except (ValueError, TypeError) as error:
            raise BadRequest(str(error)) from None
        seed = read_seed(request.get("seed"))
        names = request.get("seats", [PERSON, *["greedy"] * (env.num_players - 1)])
        seats = self.house.seated(game, names, env.num_players, seed)
        env.reset(seed=seed)
        return self.seat(Match(env, seats))

    def open_record(self, lines: Iterable[str]) -> list[Table]:
        """A table for each game of a record, to step through.

        Raises:
            BadRequest: for a record that is wrong, naming the line, or uses files that the house does not allow.
        """
        checked = checked_lines(self._guarded(lines), self.house.unrecorded_variants)
        try:
            histories = list(recorded_games(checked))
        except RecordError as error:
            raise BadRequest(f"the record, {error}") from None
        return [self.seat(history) for history in histories]

    def _guarded(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines, after a look at the variants of their positions: none may make this machine open a file."""
        for number, text in enumerate(lines, start=1):
            try:
                position = json.loads(text)["position"]
                self.house.refuse_files(get_game(position["game"]), dict(position["variants"]))
            except BadRequest as error:
                raise RecordError(f"line {number}: {error}") from None
            except (ValueError, TypeError, KeyError):
                pass  # whoever reads the line next says what is wrong with it
            yield text

    def seat(self, history: History) -> Table:
        """Give a game a table of its own."""
        table = Table(secrets.token_urlsafe(16), history, self.house, self._clock)
        with self._lock:
            self._tables[table.id] = table
            self._clear_old()
        return table

    def find(self, table_id: str) -> Table:
        """The table with this id. Raises NoSuchTable if there is none."""
        with self._lock:
            self._clear_old()
            if table_id not in self._tables:
                raise NoSuchTable("there is no such game here, or it was cleared away: start a new one")
            table = self._tables[table_id]
            table.used = self._clock()
            self._tables.move_to_end(table_id)
            return table

    def _clear_old(self) -> None:
        """Clear tables that nobody used for too long, and the oldest one if there is no room for another."""
        oldest = self._clock() - LONGEST_IDLE
        while self._tables:
            first = next(iter(self._tables.values()))
            if len(self._tables) <= self._most and first.used >= oldest:
                return
            self._tables.popitem(last=False)


class Table:
    """One game at which people play, or a record through which they step. Requests wait for each other.

    Attributes:
        id: cannot be guessed.
        used: when it was last asked for.
    """

    def __init__(self, table_id: str, history: History, house: House, clock: Callable[[], float]) -> None:
        self.id = table_id
        self.history = history
        self.used = clock()
        self._house = house
        self._lock = threading.Lock()

    # ---- What is told

    def about(self) -> dict[str, Any]:
        """What everybody may know."""
        with self._lock:
            return self._about()

    def _about(self) -> dict[str, Any]:
        history = self.history
        env = history.env
        match = history if isinstance(history, Match) else None
        return {
            "id": self.id,
            "game": env.game.id,
            "title": env.game.title,
            "variants": env.table.position_variants,
            "seats": [match.name(seat) if match else "recorded" for seat in range(env.num_players)],
            "persons": list(match.persons) if match else [],
            "hides": history.hides,
            "moments": history.last_moment,
            "to_move": history.to_move,
            "waiting": match is not None and match.policy_to_move is not None,
            "over": history.is_over,
            "viewers": self._viewers(),
            "can_download": self._is_open,
            "result": self._result() if history.is_over else None,
        }

    @property
    def _is_open(self) -> bool:
        """Whether there is nobody from whom something has to be hidden."""
        history = self.history
        return history.is_over or not history.hides or (isinstance(history, Match) and not history.persons)

    def _viewers(self) -> list[int | str]:
        """Who may look: the persons, and everybody where there is nothing to hide."""
        if self._is_open:
            return [*range(self.history.env.num_players), EVERYTHING]
        return list(self.history.persons) if isinstance(self.history, Match) else []

    def _result(self) -> dict[str, Any]:
        standing = self.history.standing(self.history.last_moment)
        return {"scores": standing.scores, "ranks": standing.ranks}

    def view(self, viewer: Any, moment: int | None = None, since: int = 0) -> dict[str, Any]:
        """The table as somebody sees it.

        Args:
            viewer: a seat or "all".
            moment: None for now.
            since: the log begins with this decision.

        Raises:
            BadRequest: for a viewer who may not look, or a moment that does not exist.
        """
        with self._lock:
            return self._view(viewer, moment, since)

    def _view(self, viewer: Any, moment: int | None, since: int) -> dict[str, Any]:
        history = self.history
        seat = self._checked_viewer(viewer)
        last = history.last_moment
        moment = last if moment is None else moment
        if not 0 <= moment <= last:
            raise BadRequest(f"moment {moment}: the game has the moments 0 to {last}")
        legal = list(history.env.legal_labels()) if moment == last and self._is_asked(seat) else []
        told = history.told(seat)
        return {
            **self._about(),
            "viewer": viewer,
            "moment": moment,
            "svg": history.picture(moment, seat, legal),
            "legal": legal,
            "scores": history.standing(moment).scores if self._is_open else None,
            "can_undo": isinstance(history, Match) and seat is not None and history.undoable(seat) is not None,
            "since": since,
            "log": [_told(number, telling) for number, telling in enumerate(told[since:], start=since)],
        }

    def _checked_viewer(self, viewer: Any) -> int | None:
        viewers = self._viewers()
        if viewer not in viewers or isinstance(viewer, bool):
            raise BadRequest(f"viewer {viewer!r}: here may look: {listed(viewers)}")
        return None if viewer == EVERYTHING else int(viewer)

    def _is_asked(self, seat: int | None) -> bool:
        """Whether this seat is a person who has to decide now."""
        history = self.history
        return isinstance(history, Match) and seat in history.persons and seat == history.to_move

    # ---- What is done

    def decide(self, wanted: Any) -> dict[str, Any]:
        """A person decides, and policies play on for a while.

        Args:
            wanted: {"seat": n, "moment": the moment at which the person decides, "action": label}; with "since", the
                log begins there.

        Returns:
            The view of the person who decided.

        Raises:
            BadRequest: for an action that is not legal, naming what is.
            NotNow: if it is not this person's turn, or the game has gone on since.
        """
        request = read_object(wanted, ("seat", "moment", "action", "since"))
        since = read_count(request, "since")
        with self._lock:
            seat = self._asked(request)
            label, legal = request.get("action"), self.history.env.legal_labels()
            if label not in legal:
                raise BadRequest(f"{label!r} is not legal{near(label, legal)} (legal: {listed(map(repr, legal))})")
            self.history.decide(self.history.env.action_from_label(label))
            self._advance()
            return self._view(seat, None, since)

    def advance(self, wanted: Any) -> dict[str, Any]:
        """Let policies play on for a while.

        Args:
            wanted: {}.

        Returns:
            What everybody may know then.
        """
        read_object(wanted, ())
        with self._lock:
            self._advance()
            return self._about()

    def undo(self, wanted: Any) -> dict[str, Any]:
        """Take back the last decision of a person who is to move again.

        Args:
            wanted: {"seat": n, "moment": now}; with "since", the log begins there.

        Raises:
            NotNow: where it stands, saying why.
        """
        request = read_object(wanted, ("seat", "moment", "since"))
        since = read_count(request, "since")
        with self._lock:
            seat = self._asked(request)
            try:
                self._match.undo(seat)
            except StandsError as error:
                raise NotNow(str(error)) from None
            return self._view(seat, None, min(since, self.history.last_moment))

    def hint(self, wanted: Any) -> dict[str, Any]:
        """What a policy would do for the person to move.

        Args:
            wanted: {"seat": n, "moment": now, "policy": name}.
        """
        request = read_object(wanted, ("seat", "moment", "policy"))
        with self._lock:
            self._asked(request)
            game = self.history.env.game
            (policy,) = self._house.chosen_policies(game, [request.get("policy", "greedy")])
            best = self._match.hint(policy)
        return {"policy": policy.name, "actions": [{"label": label, "chance": chance} for label, chance in best]}

    def record(self) -> list[dict[str, Any]]:
        """The lines of the record. Raises NotNow where they would show what somebody may not know yet."""
        with self._lock:
            if not self._is_open:
                raise NotNow("a record shows what is hidden: it can be downloaded when the game is over")
            return self.history.lines()

    @property
    def _match(self) -> Match:
        if not isinstance(self.history, Match):
            raise NotNow("this is a record: nothing can be decided in it")
        return self.history

    def _advance(self) -> None:
        if isinstance(self.history, Match):
            self.history.advance(PATIENCE)

    def _asked(self, request: Mapping[str, Any]) -> int:
        """The seat of the request, if it is a person's turn who sits there and has seen the table as it is."""
        match, seat = self._match, request.get("seat")
        if match.to_move is None:
            raise NotNow("the game is over")
        if type(seat) is not int or seat not in match.persons:
            raise BadRequest(f"seat {seat!r}: persons sit at {listed(match.persons)}")
        if seat != match.to_move:
            raise NotNow(f"it is the turn of seat {match.to_move}, not of seat {seat}")
        if request.get("moment") != match.last_moment:
            raise NotNow("the game has gone on since: look at the table again")
        return seat


def _told(number: int, telling: Telling) -> dict[str, Any]:
    return {"number": number, "seat": telling.seat, "label": telling.label, "seen": list(telling.seen)}
