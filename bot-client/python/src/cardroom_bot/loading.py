"""Finds the bot in a file, a folder or a module."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeAlias, cast

from . import program
from .bot import Bot

MakeBot: TypeAlias = Callable[[], Bot]


def load(place: str) -> MakeBot:
    """Returns the bot at `bot.py`, in a folder with such a file, or at `module:Class`."""
    path = Path(place)
    if path.is_dir():
        path = path / "bot.py"
    if path.suffix == ".py" or path.exists():
        return _of_file(path)
    module, colon, name = place.partition(":")
    if not colon:
        raise ValueError(f"{place} is no file, no folder with a bot.py, and no module:Class.")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"There is no bot at {place}: {error}.") from None
    return cast(MakeBot, found)


def _of_file(path: Path) -> MakeBot:
    if not path.exists():
        raise ValueError(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location("cardroom_bot_loaded", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(path.parent.resolve()))
    # A file that ends with main(Mine) names its bot by that, and does not play yet.
    with program.only_noted() as noted:
        spec.loader.exec_module(module)
    if noted:
        return noted[0]
    return _only_bot(module, path)


def _only_bot(module: ModuleType, path: Path) -> MakeBot:
    bots = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]
    if not bots:
        raise ValueError(f"{path} has no class that extends Bot.")
    if len(bots) > 1:
        names = ", ".join(bot.__name__ for bot in bots)
        raise ValueError(f"{path} has several bots ({names}). Call main() with one of them.")
    return cast(MakeBot, bots[0])
