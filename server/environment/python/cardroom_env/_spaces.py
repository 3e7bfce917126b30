"""Spaces and observations that all environments share."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ._native import KINDS, VERSION, Game

_OBSERVATIONS = ("vector", "dict")


def check_observation(kind: str) -> str:
    """Return the kind of observations without its version."""
    plain = kind.removesuffix(f"_{VERSION}")
    if plain not in _OBSERVATIONS:
        known = " and ".join(f'"{kind}_{VERSION}"' for kind in _OBSERVATIONS)
        raise ValueError(f'There are no observations "{kind}". There are {known}.')
    return plain


def numbers(shape: tuple[int, ...]) -> spaces.Box:
    return spaces.Box(0.0, np.finfo(np.float32).max, shape, np.float32)


def observation_space(game: Game, kind: str, mask: Any) -> spaces.Dict:
    inner: Any = numbers((game.observation_size,))
    if kind == "dict":
        inner = spaces.Dict({name: numbers(tuple(shape)) for name, shape, _ in game.sections})
    return spaces.Dict({"observation": inner, "action_mask": mask})


def mask_space(game: Game) -> spaces.Box:
    return bits(game.num_actions)


def bits(count: int) -> spaces.Box:
    return spaces.Box(0, 1, (count,), np.int8)


def most_amount(game: Game) -> int:
    """Return the most that a wager or the bits of a discard can be."""
    return max(game.stack, 255)


def amount_space(game: Game) -> spaces.MultiDiscrete:
    """Return the space of a kind of action with an amount."""
    return spaces.MultiDiscrete([len(KINDS), most_amount(game) + 1])


def cut(game: Game, vector: np.ndarray, kind: str) -> Any:
    """Return the observation of this kind. The parts of a dict are views into the vector."""
    if kind == "vector":
        return vector
    lead = vector.shape[:-1]
    return {
        name: vector[..., at : at + int(np.prod(shape))].reshape(*lead, *shape)
        for name, shape, at in game.sections
    }
