"""The network for games with many places alike, as a policy of Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import nn

from cosmozoo.envs import get_game
from cosmozoo.wrappers.places import PlacesNetwork, PlacesShape


class PlacesPolicy(MaskableActorCriticPolicy):
    """`MaskableActorCriticPolicy` with a `PlacesNetwork` from the observation to logits and value.

    Args:
        game: id of the game.
        places: widths of the network, see `PlacesShape`.
    """

    def __init__(self, *args: Any, game: str, places: dict[str, Any], **kwargs: Any) -> None:
        self.game = game
        self.places = places
        super().__init__(*args, **{**kwargs, "ortho_init": False})

    @property
    def answering(self) -> list[nn.Linear]:
        """The layers that give the logits."""
        network = self.mlp_extractor.network
        assert isinstance(network, PlacesNetwork)
        return network.answering

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = _Extractor(self.game, PlacesShape(**self.places))  # type: ignore[assignment]

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        # The extractor's answers are logits and value already.
        self.action_net = nn.Identity()
        self.value_net = nn.Identity()  # type: ignore[assignment]
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]

    def _get_constructor_parameters(self) -> dict[str, Any]:
        parameters = super()._get_constructor_parameters()
        del parameters["ortho_init"]
        return {**parameters, "game": self.game, "places": self.places}


class _Extractor(nn.Module):
    """What Stable-Baselines3 asks of an extractor."""

    latent_dim_vf = 1

    def __init__(self, game_id: str, shape: PlacesShape) -> None:
        super().__init__()
        game = get_game(game_id)
        self.latent_dim_pi = game.num_actions
        self.network = PlacesNetwork(game, shape)

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, values = self.network(features)
        return logits, values[:, None]

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        return self.forward(features)[0]

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return self.forward(features)[1]
