"""What the commands read from the command line, and how they refuse it: with one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cosmozoo.envs.core.game import Game, Table


class Refused(Exception):  # noqa: N818 (it is told to a person, as a sentence, not raised at one)
    """What was asked for cannot be done; the message says why and what would be right. The exit code is 2."""


FILE_ERRORS = (OSError, UnicodeDecodeError)
"""What goes wrong with files."""


@contextmanager
def refusing(what: str = "", errors: tuple[type[Exception], ...] = (OSError, ValueError, TypeError)) -> Iterator[None]:
    """Turn the errors that bad arguments cause in the library into Refused, with `what` in front.

    Errors about a file have its name in front instead.
    """
    try:
        yield
    except errors as error:
        if isinstance(error, OSError):
            name = f"{error.filename}: " if error.filename else what
            raise Refused(f"{name}{error.strerror or error}") from error
        raise Refused(f"{what}{error}") from error


def read_variants(settings: Iterable[str]) -> dict[str, Any]:
    """The variants in `key=value` settings, each value read as YAML. Raises Refused for anything else."""
    variants: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name.isidentifier():
            raise Refused(f"--variants {setting}: must be key=value, for example --variants paradox=open")
        if name == "num_players":
            raise Refused(f"--variants {setting}: the number of players is no variant but an option of its own")
        if name in variants:
            raise Refused(f"--variants {setting}: {name} is given twice")
        variants[name] = read_value(text, f"--variants {setting}")
    return variants


def read_value(text: str, what: str) -> Any:
    """A value written as YAML. Raises Refused, beginning with `what`, for what is not YAML."""
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise Refused(f"{what}: {text!r} is not a YAML value") from None


def find_game(game_id: str) -> Game:
    """The game with this id. Raises Refused with near matches."""
    from cosmozoo.envs import get_game

    with refusing():
        return get_game(game_id)


def find_games(game_ids: Sequence[str] | None) -> list[Game]:
    """The games with these ids, all of them if none is named."""
    from cosmozoo.envs import games

    return [find_game(game_id) for game_id in game_ids] if game_ids else list(games.values())


def set_table(game: Game, players: int | None, variants: dict[str, Any]) -> Table:
    """A table of the game. Raises Refused for players or variants that it does not have."""
    with refusing():
        return game.table(players, **variants)


def usable_file(path: Path, suffixes: Sequence[str] = ()) -> Path:
    """A path that can be written later. Raises Refused, before any work is done, if it cannot."""
    if suffixes and path.suffix.lower() not in suffixes:
        raise Refused(f"{path}: the name must end in {' or '.join(suffixes)}")
    if path.is_dir():
        raise Refused(f"{path}: is a folder, not a file")
    if not path.parent.is_dir():
        raise Refused(f"{path}: there is no folder {path.parent}")
    return path


def spread(names: Sequence[str], seats: int, what: str) -> list[str]:
    """One name for each of `seats`: as given, or the only one for all. Raises Refused for another number."""
    if len(names) == 1:
        return list(names) * seats
    if len(names) != seats:
        raise Refused(f"{what}: needs one policy for all {seats} seats or {seats} policies, not {len(names)}")
    return list(names)
