"""Who is measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cosmozoo.envs import games

OURS = "CosmoZoo"
TRAINED = "big_bang_theory_v0"
"""The game that training is measured with, two players."""
BATCHES = ((1, 1), (64, 1), (1024, 1), (64, 2), (1024, 2))
"""Games and threads of our batches."""
LARGE = 1024
"""The batch of the peers that play batches."""
TRAINING_GAMES = 256
"""Games that one process trains on."""
SELF_PLAY_FORM = f"SelfPlayVecEnv, {TRAINING_GAMES} games"
DUMMY_FORM = f"DummyVecEnv, {TRAINING_GAMES} games"
PROCESSES = 8
"""Processes of SubprocVecEnv."""


@dataclass(frozen=True)
class Contestant:
    """A library's game, and how it is played.

    section: "play", "start" (only how long the first decisions take) or "training".
    form: the way in which it is played, for people.
    adapter, arguments: the function of `adapters` that plays it.
    distribution, imports: whose version is reported, and the modules whose import is timed.
    threads: processors that it may use.
    by_the_clock: several threads share a process, so that only elapsed time tells how fast it is; processor time tells
        what it costs.
    own: it runs in our environment, not in that of the peers.
    cold: nothing that was compiled before may be found; the first decisions alone are measured.
    """

    section: str
    library: str
    game: str
    form: str
    adapter: str
    distribution: str
    imports: tuple[str, ...]
    arguments: dict[str, Any] = field(default_factory=dict)
    threads: int = 1
    by_the_clock: bool = False
    own: bool = False
    cold: bool = False

    @property
    def name(self) -> str:
        """What it is called in results and on the command line."""
        return f"{self.library} {self.game}, {self.form}"


def contestants() -> list[Contestant]:
    """All of them, in the order in which they are reported."""
    return [*_ours(), *_peers(), *_cold(), *_training()]


def batch_form(batch: int, threads: int = 1) -> str:
    """How playing a batch is called."""
    return f"batch of {batch:,}" + (f", {threads} threads" if threads > 1 else "")


def _ours() -> Iterator[Contestant]:
    for game in games:
        yield _own("play", game, "AEC", "cosmozoo_aec")
        for batch, threads in BATCHES:
            yield _own("play", game, batch_form(batch, threads), "cosmozoo_batch", batch=batch, threads=threads)


def _cold() -> Iterator[Contestant]:
    for game in games:
        yield _own("start", game, "nothing compiled before", "cosmozoo_batch", cold=True, batch=LARGE, threads=1)


def _own(section: str, game: str, form: str, adapter: str, cold: bool = False, **arguments: Any) -> Contestant:
    return Contestant(
        section,
        OURS,
        game,
        form,
        adapter,
        "cosmozoo",
        ("cosmozoo.envs",),
        arguments,
        threads=arguments.get("threads", 1),
        by_the_clock=arguments.get("threads", 1) > 1,
        own=True,
        cold=cold,
    )


def _peers() -> Iterator[Contestant]:
    for game in ("connect_four_v3", "chess_v6", "texas_holdem_v4"):
        imports = (f"pettingzoo.classic.{game}",)
        yield Contestant("play", "PettingZoo", game, "AEC", "pettingzoo", "pettingzoo", imports)
    for game, own_mask in (("connect_four", False), ("backgammon", True), ("gin_rummy", False)):
        imports = ("pyspiel", "open_spiel.python.observation")
        arguments = {"own_mask": own_mask}
        yield Contestant("play", "OpenSpiel", game, "one game", "openspiel", "open_spiel", imports, arguments)
    for game in ("gin-rummy", "uno"):
        yield Contestant("play", "RLCard", game, "one game", "rlcard", "rlcard", ("rlcard",))
    for library, game, distribution in (
        ("Pgx", "connect_four", "pgx"),
        ("Pgx", "backgammon", "pgx"),
        ("Jumanji", "Game2048-v1", "jumanji"),
    ):
        for threads in (1, 2):
            yield Contestant(
                "play",
                library,
                game,
                batch_form(LARGE, threads),
                distribution,
                distribution,
                (distribution,),
                {"batch": LARGE},
                threads,
                by_the_clock=threads > 1,
            )


def _training() -> Iterator[Contestant]:
    """MaskablePPO with the same network and the same batches on our vector environment and on the usual wrapping."""
    for form, adapter, threads, arguments in (
        (SELF_PLAY_FORM, "training_self_play", 1, {"envs": TRAINING_GAMES}),
        (DUMMY_FORM, "training_usual", 1, {"envs": TRAINING_GAMES, "processes": False}),
        (f"SubprocVecEnv, {PROCESSES} processes", "training_usual", 2, {"envs": PROCESSES, "processes": True}),
    ):
        yield Contestant(
            "training",
            "MaskablePPO",
            TRAINED,
            form,
            adapter,
            "sb3-contrib",
            ("sb3_contrib", "cosmozoo.wrappers"),
            arguments,
            threads,
            own=True,
        )
