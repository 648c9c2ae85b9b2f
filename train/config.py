"""The settings of a training run: a YAML file, checked setting by setting."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from cosmozoo.envs import get_game
from cosmozoo.envs.core.texts import listed, near


class ConfigError(ValueError):
    """A config that cannot be used; the message names the setting, what it is and what it may be."""


def _number(value: Any) -> Any:
    """YAML reads 1e6 as text and 1.0e6 as a float: both are meant as numbers. true and false are none."""
    if isinstance(value, bool):
        raise ValueError("must be a number")
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise ValueError("must be a number") from None
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_number)]
Real = Annotated[float, BeforeValidator(_number), Field(allow_inf_nan=False)]
Positive = Annotated[Whole, Field(gt=0)]
NotNegative = Annotated[Real, Field(ge=0)]
AboveZero = Annotated[Real, Field(gt=0)]
Fraction = Annotated[Real, Field(ge=0, le=1)]


class _Settings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Opponents(_Settings):
    """Who sits in the other seats of a game, by weight; one draw a game."""

    greedy: NotNegative = 1.0
    random: NotNegative = 0.0
    past_selves: NotNegative = 0.0
    """The pool of past selves; each seat draws its own. Counts from the first promotion on."""
    checkpoints: dict[str, AboveZero] = Field(default_factory=dict)
    """Paths of checkpoints, and their weights."""

    @model_validator(mode="after")
    def _somebody(self) -> Opponents:
        if self.greedy + self.random + sum(self.checkpoints.values()) <= 0:
            raise ValueError("greedy, random or a checkpoint must have a weight above 0, for the games before a pool")
        return self


class Pool(_Settings):
    """The past selves."""

    every: Positive = 250_000
    """Steps between two candidates for the pool."""
    size: Positive = 10
    """At most so many; after that the oldest but one leaves, so that an early self stays."""
    games: Positive = 200
    """Games that a candidate plays against the newest member."""
    promote_above: Annotated[Real, Field(ge=-1, le=1)] = 0.0
    """A candidate joins when its mean reward in these games is at least so high."""


class Places(_Settings):
    """Widths of a network that reads all places of a board or table with the same weights; see wrappers/places.py."""

    width: Positive = 64
    sight: Positive = 32
    context: Positive = 128
    glances: Positive = 4
    marks: bool = False
    foresight: Annotated[Whole, Field(ge=0)] = 0


class Network(_Settings):
    """Two stacks of fully connected layers, or a network of places."""

    policy: list[Positive] = Field(default_factory=lambda: [256, 256])
    value: list[Positive] = Field(default_factory=lambda: [256, 256])
    activation: Literal["relu", "tanh", "silu"] = "relu"
    places: Places | None = None
    """In place of the stacks; for games that have places."""


class Imitation(_Settings):
    """A head start: the network first learns what a teacher does in games among its like."""

    teacher: str = "greedy"
    """A policy: greedy, lookahead, search:N, a checkpoint."""
    lessons: Annotated[Whole, Field(ge=0)] = 0
    """How many; 0 goes without."""
    games: Positive = 2048
    """Games a lesson, of all table sizes together."""
    epochs: Positive = 1
    """Passes over a lesson."""
    batch_size: Positive = 1024
    learning_rate: AboveZero = 1e-3
    sharpen: AboveZero = 1.0
    """The logits are multiplied by this after the last lesson. A network that cannot tell some of the teacher's choices
    apart is unsure between them; above 1 it starts to play closer to the best that it has learned."""


class PPO(_Settings):
    """Settings of sb3-contrib's MaskablePPO, under its own names."""

    learning_rate: AboveZero = 3e-4
    final_learning_rate: NotNegative | None = None
    """The rate falls linearly to this one; None keeps it."""
    batch_size: Positive = 4096
    n_epochs: Positive = 4
    gamma: Fraction = 1.0
    gae_lambda: Fraction = 0.95
    clip_range: AboveZero = 0.2
    ent_coef: NotNegative = 0.01
    final_ent_coef: NotNegative | None = None
    """The coefficient falls linearly to this one; None keeps it."""
    vf_coef: NotNegative = 0.5
    max_grad_norm: AboveZero = 0.5
    target_kl: AboveZero | None = None


class Evaluation(_Settings):
    """How strength is measured on the way, and at the end for the checkpoint's manifest."""

    every: Positive = 500_000
    """Steps between two evaluations."""
    games: Positive = 400
    """Games of each evaluation against each opponent at each table size."""
    final_games: Positive = 1000
    """The same at the end."""
    opponents: list[str] = Field(default_factory=lambda: ["random", "greedy"])
    """Each of these fills all the other seats in turn."""
    players: list[Positive] | None = None
    """Table sizes; None takes the smallest and the largest of `players`."""


class Checkpoints(_Settings):
    """Files to go on from."""

    every: Positive = 250_000
    """Steps between two checkpoints."""


class Rllib(_Settings):
    """Where games are played with `engine: rllib`; docs/howto/rllib.md."""

    workers: Positive = 2
    """Processes that play, each with its share of `games`."""
    learners: Annotated[Whole, Field(ge=0)] = 0
    """Processes that learn, each from its share of every batch; 0 learns in the process of the run itself."""
    address: str | None = None
    """Of a running Ray cluster, `auto` for the one of this machine; None starts one here that ends with the run."""


class Config(_Settings):
    """A training run."""

    game: str
    """Id of the game."""
    output: str | None = None
    """Folder of the run; None takes runs/<name of the config file>."""
    engine: Literal["sb3", "rllib"] = "sb3"
    """Stable-Baselines3 in one process, or RLlib with games on many machines."""
    rllib: Rllib = Field(default_factory=Rllib)
    players: dict[Positive, AboveZero] = Field(default_factory=dict)
    """Table sizes and their shares of the games; none takes the game's default size."""
    variants: dict[str, Any] = Field(default_factory=dict)
    reward: Literal["rank", "win", "score"] = "rank"
    skip_forced: bool = True
    """Decisions with one legal action are made without the network."""
    seed: Annotated[Whole, Field(ge=0)] = 1
    threads: Positive = 1
    """Threads of torch."""
    total_steps: Positive = 1_000_000
    """Decisions of the learner."""
    games: Positive = 256
    """Games at once."""
    steps_per_update: Positive = 64
    """Decisions in each game between two updates of the network."""
    opponents: Opponents = Field(default_factory=Opponents)
    pool: Pool = Field(default_factory=Pool)
    network: Network = Field(default_factory=Network)
    imitation: Imitation = Field(default_factory=Imitation)
    ppo: PPO = Field(default_factory=PPO)
    evaluation: Evaluation = Field(default_factory=Evaluation)
    checkpoints: Checkpoints = Field(default_factory=Checkpoints)

    @model_validator(mode="after")
    def _playable(self) -> Config:
        game = get_game(self.game)
        if self.ppo.batch_size > self.games * self.steps_per_update:
            raise ValueError(
                f"ppo.batch_size={self.ppo.batch_size} is more than games × steps_per_update = "
                f"{self.games * self.steps_per_update}, the decisions of an update"
            )
        if self.network.places is not None and game.places is None:
            raise ValueError(f"network.places: {game.id} has no places that are alike; leave it out")
        if self.network.places is not None and self.network.places.foresight and not game.foreseen:
            raise ValueError(f"network.places.foresight: {game.id} foresees no moves; leave it out")
        named = [*self.evaluation.opponents, *([self.imitation.teacher] if self.imitation.lessons else [])]
        if "lookahead" in named and game.functions.lookahead is None:
            raise ValueError(f"{game.id} has no policy 'lookahead': take 'greedy' for evaluation and imitation")
        if self.engine == "rllib":
            self._fits_rllib()
        for size in {*self.table_sizes, *self.evaluation_sizes}:
            try:
                game.table(size, reward=self.reward, **self.variants)
            except TypeError as error:
                raise ValueError(str(error)) from None
        return self

    def _fits_rllib(self) -> None:
        if self.ppo.target_kl is not None:
            raise ValueError("ppo.target_kl: RLlib does not end an update early; leave it out with engine: rllib")
        if self.games // self.rllib.workers < len(self.table_sizes):
            raise ValueError(
                f"games={self.games}: each of the {self.rllib.workers} workers (rllib.workers) needs at least one for "
                f"each of the {len(self.table_sizes)} table sizes"
            )

    @property
    def table_sizes(self) -> dict[int, float]:
        """Table sizes and their shares."""
        return dict(self.players) or {get_game(self.game).default_players: 1.0}

    @property
    def evaluation_sizes(self) -> list[int]:
        """Table sizes at which strength is measured."""
        if self.evaluation.players is not None:
            return list(self.evaluation.players)
        return sorted({min(self.table_sizes), max(self.table_sizes)})


def config_file(name: str | os.PathLike[str]) -> Path:
    """The config that is meant: a path, or the name of a shipped one with or without `.yaml`.

    Raises ConfigError, naming near matches, if there is none.
    """
    path = Path(name)
    if path.is_file():
        return path
    folder = Path(str(files("cosmozoo.configs")))
    shipped = sorted(file.stem for file in folder.glob("*.yaml"))
    stem = path.name.removesuffix(".yaml")
    if path.parent == Path() and stem in shipped:
        return folder / f"{stem}.yaml"
    raise ConfigError(f"no config {os.fspath(name)!r}{near(stem, shipped)} (shipped: {listed(shipped)})")


def load_config(path: str | os.PathLike[str], overrides: Iterable[str] = ()) -> Config:
    """The config in a YAML file, with settings replaced by `key=value` overrides, as in `ppo.learning_rate=1e-4`.

    Raises:
        ConfigError: naming each setting that is unknown or wrong, and what is near or right.
    """
    where = os.fspath(path)
    try:
        settings = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{where} is not YAML: {error}") from None
    if not isinstance(settings, dict):
        raise ConfigError(f"{where}: must be settings with names, `game: …` and so on")
    for override in overrides:
        _replace(settings, override)
    return check_config(settings, where)


def check_config(settings: dict[str, Any], where: str) -> Config:
    """The config of these settings. Raises ConfigError, beginning with `where`."""
    try:
        return Config.model_validate(settings)
    except ValidationError as error:
        faults = [_sentence(fault) for fault in error.errors(include_url=False)]
        raise ConfigError(f"{where}: {'; '.join(faults)}") from None


def _replace(settings: dict[str, Any], override: str) -> None:
    key, equals, text = override.partition("=")
    if not equals or not key:
        raise ConfigError(f"{override!r}: a setting is replaced by key=value, as in total_steps=1e6")
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError:
        raise ConfigError(f"{override!r}: {text!r} is not a YAML value") from None
    *sections, name = key.split(".")
    inner: Any = settings
    for depth, section in enumerate(sections):
        inner = inner.setdefault(section, {}) if isinstance(inner, dict) else None
        if not isinstance(inner, dict):
            raise ConfigError(f"{override!r}: {'.'.join(sections[: depth + 1])} is no group of settings")
    inner[int(name) if sections == ["players"] and name.isdigit() else name] = value


def _sentence(fault: Any) -> str:
    """What is wrong with one setting."""
    place = [str(part) for part in fault["loc"] if part != "[key]"]
    name = ".".join(place)
    if fault["type"] == "extra_forbidden":
        known = _known_names(place[:-1])
        return f"there is no setting {name!r}{near(place[-1], known)} (settings here: {listed(known, 30)})"
    if fault["type"] == "missing":
        return f"the setting {name!r} is missing"
    message = fault["msg"].removeprefix("Value error, ")
    if not name:
        return str(message)
    allowed = fault.get("ctx", {}).get("expected")
    hint = near(fault["input"], allowed.replace("'", "").replace(" or ", ", ").split(", ")) if allowed else ""
    return f"{name}={fault['input']!r}: {message[0].lower()}{message[1:]}{hint}"


def _known_names(place: list[str]) -> list[str]:
    """Names of the settings in a group."""
    model: type[BaseModel] = Config
    for section in place:
        model = model.model_fields[section].annotation  # type: ignore[assignment]
    return list(model.model_fields)
