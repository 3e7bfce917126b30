"""One table as an environment for Gymnasium."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from ._native import Game
from ._vector import PokerVectorEnv


class LegalDiscrete(spaces.Discrete):
    """Numbers of actions, of which `sample` draws a legal one unless it is given a mask."""

    def __init__(self, count: int, mask: np.ndarray) -> None:
        super().__init__(count)
        self._legal = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and self._legal.any():
            mask = self._legal
        return super().sample(mask, probability)


class PokerEnv(gymnasium.Env):
    """A table where the learner has one seat or all, and an episode is one hand."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "holdem",
        *,
        observations: str = "vector_v0",
        brains: Mapping[int, str] | None = None,
        actions: str = "discrete",
        **settings: Any,
    ) -> None:
        if isinstance(game, Game) and settings:
            raise TypeError("A Game has its settings already. Give them to Game.")
        self.game = game if isinstance(game, Game) else Game(game, **settings)
        self._one = PokerVectorEnv(
            1, self.game, observations, AutoresetMode.DISABLED, brains, actions
        )
        self.observation_space = self._one.single_observation_space
        self.action_space: Any = self._one.single_action_space
        if actions == "discrete":
            self.action_space = LegalDiscrete(self.game.num_actions, self._one._masks[0])
        self.render_mode = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if options:
            raise ValueError(f"There is no option {min(options)!r} here.")
        observation, info = self._one.reset(seed=seed)
        return _first(observation), _first(info)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        observation, rewards, terminated, truncated, info = self._one.step([action])
        return (
            _first(observation),
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            _first(info),
        )


def _first(batched: Any) -> Any:
    """Return a copy of what the one table has."""
    if isinstance(batched, dict):
        return {key: _first(value) for key, value in batched.items()}
    return batched[0].copy()


def single(game: Game | str = "holdem", **settings: Any) -> PokerEnv:
    """Return one table. The settings are those of `vector`."""
    return PokerEnv(game, **settings)
