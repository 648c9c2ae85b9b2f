"""What can be played here: games, variants and policies that a browser may choose. It never chooses a file.

Checkpoints and component tables are files of this machine: only the command line names them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

import yaml

from cosmozoo.envs import games
from cosmozoo.envs.core.game import Game
from cosmozoo.envs.core.texts import listed, near
from cosmozoo.envs.core.variants import Variant
from cosmozoo.wrappers.policies import Policy, make_policies

from .asking import BadRequest, read_object
from .match import PERSON, Match

SEARCHES = ("search:100", "search:400", "search:1600")
MOST_SIMULATIONS = 10_000
"""The longest search that a browser may ask for."""


@dataclass(frozen=True)
class House:
    """What the command line allows beyond what every browser may ask for, and what it proposes.

    Attributes:
        policies: checkpoints that may be seated, by their paths.
        game: id of the game for which `variants` were given.
        variants: values of variants that may be chosen beside the usual ones, files among them.
        proposed: what the page's form shows first: game, players, variants, seats, seed.
    """

    policies: tuple[str, ...] = ()
    game: str | None = None
    variants: Mapping[str, Any] = field(default_factory=dict)
    proposed: Mapping[str, Any] = field(default_factory=dict)

    # ---- What there is

    def offers(self) -> dict[str, Any]:
        """What can be played, JSON-able."""
        return {"games": [self._offer(game) for game in games.values()], "proposed": dict(self.proposed)}

    def _offer(self, game: Game) -> dict[str, Any]:
        return {
            "id": game.id,
            "title": game.title,
            "players": list(game.players),
            "default_players": game.default_players,
            "variants": [self._variant_offer(game, variant) for variant in game.variants],
            "policies": self.policy_names(game),
        }

    def _variant_offer(self, game: Game, variant: Variant) -> dict[str, Any]:
        choices = None if variant.choices is None else list(variant.choices)
        if choices is not None:
            choices += [value for value in self._own_values(game, variant) if value not in choices]
        return {"name": variant.name, "meaning": variant.meaning, "default": variant.default, "choices": choices}

    def _own_values(self, game: Game, variant: Variant) -> list[Any]:
        """The value that the command line gave this variant, if it did."""
        return [self.variants[variant.name]] if self.game == game.id and variant.name in self.variants else []

    def policy_names(self, game: Game) -> list[str]:
        """Policies that may sit down; search:N may have another number."""
        lookahead = ["lookahead"] if game.functions.lookahead is not None else []
        shipped = ["shipped"] if _is_shipped(game) else []
        return ["greedy", "random", *lookahead, *shipped, *SEARCHES, *self.policies]

    # ---- What is chosen

    def chosen_variants(self, game: Game, given: Any) -> dict[str, Any]:
        """Variants as the game takes them; free ones are read as YAML, as on the command line.

        Raises BadRequest for unknown ones and for files.
        """
        declared = {variant.name: variant for variant in game.variants}
        variants = dict(read_object(given, tuple(declared), "variants"))
        for name, value in variants.items():
            if declared[name].choices is None and isinstance(value, str):
                variants[name] = _read_yaml(name, value)
        self.refuse_files(game, variants)
        return variants

    def refuse_files(self, game: Game, variants: Mapping[str, Any]) -> None:
        """Raise BadRequest for a variant that would open a file which the command line does not name."""
        for variant in game.variants:
            if variant.shipped is None or variant.name not in variants:
                continue
            value = variants[variant.name]
            if value not in (*variant.shipped, *self._own_values(game, variant)):
                raise BadRequest(
                    f"{variant.name}={value!r}: allowed here are {listed(map(repr, variant.shipped))}; a file is "
                    f"chosen on the command line, with --variants {variant.name}=FILE"
                )

    def seated(self, game: Game, names: Any, players: int, seed: int | None) -> list[Policy | None]:
        """Who sits in each seat, None for a person. Raises BadRequest for other than one known name a seat."""
        if not isinstance(names, list) or len(names) != players:
            raise BadRequest(f"seats: must be a list of {players} names, one for each seat, not {names!r}")
        policies = iter(self.chosen_policies(game, [name for name in names if name != PERSON], seed))
        return [None if name == PERSON else next(policies) for name in names]

    def chosen_policies(self, game: Game, names: Sequence[Any], seed: int | None = None) -> list[Policy]:
        """Policies by their names. Raises BadRequest for any other name; a path is one only if it was given here."""
        known = self.policy_names(game)
        for name in names:
            if name not in known and not _is_short_search(name):
                offered = [PERSON, *known, f"search:N up to {MOST_SIMULATIONS}"]
                raise BadRequest(f"no policy {name!r}{near(name, offered)} (here: {listed(offered)})")
        try:
            return make_policies(names, game.id, seed=seed)
        except (ValueError, OSError) as error:
            raise BadRequest(str(error)) from None

    @property
    def unrecorded_variants(self) -> dict[str, Any]:
        """What the command line gave that positions, and so records, do not hold."""
        declared = games[self.game].variants if self.game is not None else ()
        return {v.name: self.variants[v.name] for v in declared if v.name in self.variants and not v.in_position}


def proposing(match: Match, variants: Mapping[str, Any], seed: int | None) -> House:
    """A house that allows what the command line has chosen for a game, and proposes to play it again."""
    game = match.env.game
    names = [match.name(seat) for seat in range(match.env.num_players)]
    proposed = {
        "game": game.id,
        "players": match.env.num_players,
        "variants": dict(variants),
        "seats": names,
        "seed": seed,
    }
    known = (PERSON, *House().policy_names(game))
    checkpoints = tuple(dict.fromkeys(name for name in names if name not in known and not _is_short_search(name)))
    return House(checkpoints, game.id, variants, proposed)


def _is_shipped(game: Game) -> bool:
    """Whether the game's shipped checkpoint can be loaded here (looked up without importing torch)."""
    checkpoint = files("cosmozoo.configs") / "checkpoints" / f"{game.id}.zip"
    return checkpoint.is_file() and find_spec("torch") is not None


def _is_short_search(name: Any) -> bool:
    kind, _, number = name.partition(":") if isinstance(name, str) else ("", "", "")
    is_number = number.isascii() and number.isdigit() and len(number) <= len(str(MOST_SIMULATIONS))
    return kind == "search" and is_number and 1 <= int(number) <= MOST_SIMULATIONS


def _read_yaml(name: str, text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise BadRequest(f"{name}: {text!r} is not a YAML value") from None
