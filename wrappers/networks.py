"""Networks that decide: built with torch alone from a description, and the policy around one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from cosmozoo.envs.core.game import Game, Table

from .places import PlacesNetwork, PlacesShape
from .policies import Policy

ACTIVATIONS: dict[str, type[nn.Module]] = {"relu": nn.ReLU, "tanh": nn.Tanh, "silu": nn.SiLU}
LARGEST_LAYER = 16_384
"""Widest layer that a description may ask for."""


@dataclass(frozen=True)
class NetworkShape:
    """Two separate stacks of fully connected layers, for the policy and for the value."""

    policy: tuple[int, ...] = (256, 256)
    value: tuple[int, ...] = (256, 256)
    activation: str = "tanh"

    def __post_init__(self) -> None:
        for name in ("policy", "value"):
            widths = getattr(self, name)
            if not all(type(width) is int and 0 < width <= LARGEST_LAYER for width in widths):
                raise ValueError(f"{name} must be widths from 1 to {LARGEST_LAYER}, not {list(widths)}")
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"activation must be one of {', '.join(ACTIVATIONS)}, not {self.activation!r}")

    def as_dict(self) -> dict[str, Any]:
        """For a manifest."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self).items()}

    @classmethod
    def from_dict(cls, described: Mapping[str, Any]) -> NetworkShape:
        """The inverse of `as_dict`. Raises ValueError, TypeError or KeyError for anything else."""
        if set(described) != {"policy", "value", "activation"}:
            raise ValueError(f"a network is described by policy, value, activation, not {', '.join(described)}")
        return cls(tuple(described["policy"]), tuple(described["value"]), described["activation"])


Shape = NetworkShape | PlacesShape
"""What a network is built from."""


def shape_from_dict(described: Mapping[str, Any]) -> Shape:
    """The inverse of `as_dict` of either shape. Raises ValueError, TypeError or KeyError for anything else."""
    if "places" in described:
        return PlacesShape.from_dict(described)
    return NetworkShape.from_dict(described)


class ActorCritic(nn.Module, ABC):
    """A network that chooses and judges; weights are called as in the Stable-Baselines3 policy it is trained as."""

    @abstractmethod
    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """(n, A): the unnormalised log-probabilities of all actions, legal or not."""

    @abstractmethod
    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """(n,): the result that the seat expects."""


def build_network(game: Game, shape: Shape) -> ActorCritic:
    """A network for a game, with weights at random. Raises ValueError for places where the game has none."""
    if isinstance(shape, PlacesShape):
        return PlacesActorCritic(game, shape)
    return MlpActorCritic(game.layout.size, game.num_actions, shape)


class MlpActorCritic(ActorCritic):
    """The network of Stable-Baselines3's `MlpPolicy`."""

    def __init__(self, inputs: int, actions: int, shape: NetworkShape) -> None:
        super().__init__()
        activation = ACTIVATIONS[shape.activation]
        self.mlp_extractor = nn.ModuleDict(
            {
                "policy_net": _stack(inputs, shape.policy, activation),
                "value_net": _stack(inputs, shape.value, activation),
            }
        )
        self.action_net = nn.Linear((inputs, *shape.policy)[-1], actions)
        self.value_net = nn.Linear((inputs, *shape.value)[-1], 1)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """See `ActorCritic.forward`."""
        logits: torch.Tensor = self.action_net(self.mlp_extractor["policy_net"](observations))
        return logits

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """See `ActorCritic.value`."""
        values: torch.Tensor = self.value_net(self.mlp_extractor["value_net"](observations))
        return values[:, 0]


class PlacesActorCritic(ActorCritic):
    """The network of `cosmozoo.train.places.PlacesPolicy`."""

    def __init__(self, game: Game, shape: PlacesShape) -> None:
        super().__init__()
        self.mlp_extractor = nn.ModuleDict({"network": PlacesNetwork(game, shape)})

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """See `ActorCritic.forward`."""
        logits: torch.Tensor = self.mlp_extractor["network"](observations)[0]
        return logits

    def value(self, observations: torch.Tensor) -> torch.Tensor:
        """See `ActorCritic.value`."""
        values: torch.Tensor = self.mlp_extractor["network"](observations)[1]
        return values


def _stack(inputs: int, widths: tuple[int, ...], activation: type[nn.Module]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for before, after in zip((inputs, *widths), widths, strict=False):
        layers += [nn.Linear(before, after), activation()]
    return nn.Sequential(*layers)


class NetworkPolicy(Policy):
    """A network in a seat.

    Args:
        deterministic: take the likeliest action instead of drawing one.
    """

    def __init__(
        self, network: ActorCritic, name: str = "network", seed: int | None = None, *, deterministic: bool = True
    ) -> None:
        super().__init__(name, seed)
        self.network = network.eval()
        self.deterministic = deterministic

    def clone(self) -> NetworkPolicy:
        """The same network with random numbers of its own."""
        return NetworkPolicy(self.network, self.name, seed=0, deterministic=self.deterministic)

    def act(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """See `Policy.act`."""
        logits = self._logits(observations, masks)
        if not self.deterministic:
            # The greatest logit plus Gumbel noise is a draw by the probabilities (an exponential can come out 0).
            noise = np.maximum(self.generator.standard_exponential(logits.shape, np.float32), np.float32(1e-30))
            logits -= np.log(noise)
        return logits.argmax(axis=1)

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        table: Table | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """What the network thinks of each action, whether it is drawn or not; see `Policy.probabilities`."""
        logits = self._logits(observations, masks).astype(np.float64)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def values(self, observations: np.ndarray) -> np.ndarray:
        """(n,) float32: the results that the seats expect."""
        with torch.inference_mode():
            return self.network.value(torch.from_numpy(np.require(observations, np.float32, ["C", "W"]))).numpy()

    def _logits(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """(n, A) float32, -inf for what is not legal."""
        with torch.inference_mode():
            logits = self.network(torch.from_numpy(np.require(observations, np.float32, ["C", "W"]))).numpy()
        return np.where(masks != 0, logits, np.float32(-np.inf))
