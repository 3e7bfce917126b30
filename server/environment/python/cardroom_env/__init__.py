"""Cardroom's poker engine as an environment to learn in.

`State` is one hand, for search and for CFR. `poker_v0` is an environment for PettingZoo, `vector`
and `single` are environments for Gymnasium, and `match` says who is better.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._match import match
from ._native import (
    CHANCE,
    KINDS,
    OVER,
    VERSION,
    BrokenTable,
    Game,
    IllegalAction,
    SetupError,
    State,
    __version__,
    brains,
    games,
)

__all__ = [
    "CHANCE",
    "KINDS",
    "OVER",
    "VERSION",
    "BrokenTable",
    "Game",
    "IllegalAction",
    "SetupError",
    "State",
    "__version__",
    "brains",
    "games",
    "match",
    "poker_v0",
    "single",
    "vector",
]

if TYPE_CHECKING:
    from . import poker_v0
    from ._single import single
    from ._vector import vector

# The modules of other packages are needed for these only.
_LATER = {"poker_v0": "pettingzoo", "single": "gymnasium", "vector": "gymnasium"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        if name == "poker_v0":
            found = import_module(".poker_v0", __name__)
        else:
            found = getattr(import_module(f"._{name}", __name__), name)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] not in set(_LATER.values()):
            raise
        package = _LATER[name]
        raise ModuleNotFoundError(
            f"cardroom_env.{name} needs {package}: pip install 'cardroom-env[{package}]'",
            name=missing.name,
        ) from None
    globals()[name] = found
    return found
