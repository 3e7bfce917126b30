"""One answer of a bot: asked for, checked, and replaced by a safe one where it is not legal."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, TypeVar, Union, cast

from .bot import Bot
from .cards import FULL_DECK
from .choices import Legal
from .errors import CardroomError
from .messages import Action, ActionBet, ActionRaiseTo, Card, DiscardRange
from .model import Table
from .summary import Counters

log = logging.getLogger("cardroom_bot")

_T = TypeVar("_T")

#: How far the probabilities of a policy may be from 1 in total.
_TOLERANCE = 1e-6


class PolicyError(CardroomError):
    """A distribution that is none."""


def report(error: BaseException, counters: Counters, what: str) -> None:
    """Logs an error of the bot's own code, from the bot's own code on, and counts it."""
    if isinstance(error, PolicyError):
        counters.illegal += 1
        log.warning("%s %s", error, what)
        return
    counters.errors += 1
    traceback = error.__traceback__
    while traceback is not None and _is_ours(traceback.tb_frame.f_code.co_filename):
        traceback = traceback.tb_next
    log.error("The bot failed. %s", what, exc_info=(type(error), error, traceback))


def told(counters: Counters, hook: Callable[..., _T], *arguments: Any) -> _T | None:
    """Calls a hook that tells the bot something. If it fails, the bot plays on."""
    try:
        return hook(*arguments)
    except Exception as error:
        report(error, counters, "It plays on.")
        return None


def _is_ours(file: str) -> bool:
    """Returns `True` for the files of this library, and for those that it calls the bot with."""
    return Path(file).parent in (Path(__file__).parent, Path(inspect.__file__).parent / "asyncio")


async def settled(value: Union[_T, Awaitable[_T]]) -> _T:
    """Returns the value of a hook that may be `async`."""
    if inspect.isawaitable(value):
        return await cast("Awaitable[_T]", value)
    return value


async def settled_later(hook: Callable[[], object]) -> object:
    """Calls a hook that may be `async`, and returns its value."""
    return await settled(hook())


async def act(bot: Bot, table: Table, legal: Legal) -> object:
    """Returns what a bot answers to a turn, whatever that is."""
    return await settled(bot.act(table, legal))


async def discard(bot: Bot, table: Table, bounds: DiscardRange) -> object:
    """Returns what a bot answers to a draw, whatever that is."""
    cards = await settled(bot.discard(table, bounds))
    return list(cards) if isinstance(cards, Iterable) and not isinstance(cards, str) else cards


def policy(bot: Bot, table: Table, legal: Legal) -> list[tuple[Action, float]] | None:
    """Returns a bot's distribution, or `None` if it states none.

    A bad one raises a `PolicyError`.
    """
    stated = bot.policy(table, legal)
    if stated is None:
        return None
    parts: list[tuple[Action, float]] = [(action, float(share)) for action, share in stated]
    for action, share in parts:
        if not legal.allows(action):
            raise PolicyError(fault_of_action(legal, action))
        if not 0 <= share <= 1:
            raise PolicyError(f"A probability is from 0 to 1, and not {share}.")
    if abs(sum(share for _, share in parts) - 1) > _TOLERANCE:
        raise PolicyError("The probabilities of a policy add up to 1.")
    return parts


def draw(parts: list[tuple[Action, float]], random: Random) -> Action:
    """Draws an action of a distribution."""
    actions: list[Action] = [action for action, _ in parts]
    return random.choices(actions, [share for _, share in parts])[0]


def is_action(answer: object) -> bool:
    """Returns `True` if an answer can be sent as an action, legal or not."""
    if isinstance(answer, (ActionBet, ActionRaiseTo)):
        return type(answer.value) is int and 0 <= answer.value < 1 << 53
    return answer in ("Fold", "Check", "Call", "BringIn")


def said(answer: object) -> str:
    """Returns an answer in the words of the protocol."""
    if isinstance(answer, (ActionBet, ActionRaiseTo)):
        return f"{type(answer).__name__.removeprefix('Action')} {answer.value}"
    if isinstance(answer, list):
        return "discard " + (" ".join(map(str, answer)) or "nothing")
    return answer if isinstance(answer, str) else repr(answer)


def fault_of_action(legal: Legal, answer: object) -> str | None:
    """Returns what is wrong with an action, as a sentence, or `None` if it is legal."""
    if legal.allows(answer):
        return None
    if not is_action(answer):
        return f"{said(answer)} is no action. Legal are: {legal}."
    return f"{said(answer)} is not legal. Legal are: {legal}."


def fault_of_discard(table: Table, bounds: DiscardRange, answer: object) -> str | None:
    """Returns what is wrong with a discard, as a sentence, or `None` if it is legal."""
    least, most = bounds.least, bounds.most
    allowed = f"{least} to {most} cards of {' '.join(table.cards)} may go"
    if not isinstance(answer, list) or any(card not in FULL_DECK for card in answer):
        return f"{said(answer)} is no list of cards. {allowed}."
    if len(set(answer)) != len(answer):
        return f"{said(answer)} names a card twice. {allowed}."
    if not set(answer) <= set(table.cards):
        return f"The bot does not hold all of {' '.join(answer)}. {allowed}."
    if not least <= len(answer) <= most:
        return f"It discards {len(answer)} cards. {allowed}."
    return None


def safe_action(legal: Legal) -> Action:
    """Returns an action that is always legal: check, or fold."""
    return legal.check_or_fold()


def safe_discard(table: Table, bounds: DiscardRange) -> list[Card]:
    """Returns a discard that is always legal: none, or as few cards as allowed."""
    return table.cards[: bounds.least]
