"""Matches: who is better, and how sure is that?"""

import json
import os
from collections.abc import Callable
from typing import Any

from ._native import Game, IllegalAction, play_match

Policy = Callable[[dict[str, Any]], int]
Player = str | Callable[[int], Policy]


def match(
    a: Player,
    b: Player,
    *others: Player,
    deals: int = 10_000,
    seed: int = 0,
    game: Game | str = "holdem",
    jobs: int | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Play `cardroom match` in this process, and return its report.

    A player is the name of a brain, or a function that makes a policy for a seat. It is called
    anew for each seating. A policy takes a dict with `observation` and `action_mask`, and returns
    the number of an action. An illegal one ends the match with `IllegalAction`.

    `settings` are those of `Game`. The report is the file that `cardroom match --json` writes.
    """
    if not isinstance(game, Game):
        game = Game(game, **settings)
    elif settings:
        raise TypeError("A Game has its settings already. Give them to Game.")
    if game.seats != 2:
        raise ValueError("Players of a match meet heads-up. Give a Game with two seats.")
    players = [(_name(player), player) for player in (a, b, *others)]
    _tell_apart(players)
    if jobs is None:
        all_brains = all(isinstance(player, str) for _, player in players)
        jobs = (os.cpu_count() or 1) if all_brains else 1
    report: dict[str, Any] = json.loads(play_match(game, players, deals, seed, jobs))
    if report["ended"]["how"] != "complete":
        # A policy answered with an action that is not legal.
        raise IllegalAction(report["faults"][0]["detail"])
    return report


def _name(player: Player) -> str:
    if isinstance(player, str):
        return player
    return getattr(player, "__name__", type(player).__name__)


def _tell_apart(players: list[tuple[str, Player]]) -> None:
    """Give players of three or more different names, as the command asks for."""
    if len(players) == 2:
        return
    names = [name for name, _ in players]
    for place, (name, player) in enumerate(players):
        if names.count(name) > 1 and not isinstance(player, str):
            players[place] = (f"{name}-{place + 1}", player)
