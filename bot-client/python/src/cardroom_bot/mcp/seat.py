"""A bot whose answers come from a client, and what that client has not heard yet."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from .. import deciding
from .. import messages as m
from ..bot import Bot
from ..choices import Bet, Legal, RaiseTo
from ..errors import CardroomError
from ..messages import Action, Card, DiscardRange
from ..model import HandResult, Table
from .words import decision_in_words, event_in_words, legal_as_json, table_as_json

#: The longest that `wait` blocks, in seconds. Clients end calls that last a minute.
LONGEST_WAIT = 50.0
#: How long `answer` waits until the room has taken the action.
_ACCEPT_WAIT = 5.0
#: The most sentences kept for a client that does not ask.
_MOST_NEWS = 200


class Stale(CardroomError):
    """An answer to a turn that is over."""


@dataclass
class Pending:
    """A turn that waits for the client."""

    turn_id: str
    legal: Legal
    #: When the library answers for the client, on the clock of `time.monotonic`.
    ends_at: float
    answer: asyncio.Future[Any]
    #: The answer that the library gives then, in words.
    instead: str

    def seconds_left(self) -> float | None:
        left = self.ends_at - time.monotonic()
        return None if left == math.inf else max(left, 0.0)


class SeatBot(Bot):
    """A bot whose answers come from a client."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.pending: Pending | None = None
        #: What has happened since the last answer to the client, as sentences.
        self.news: list[str] = []
        #: The hand in progress, or the last one, as sentences.
        self.hand: list[str] = []
        self.cards: list[Card] = []
        self._has_hand_ended = False
        self._changed = asyncio.Event()

    # From the table.

    def saw(self, table: Table, event: m.TableEvent) -> None:
        self.table = table
        if isinstance(event, m.HandStarted):
            self.hand, self.cards = [], []
        self.cards = list(table.cards) or self.cards
        sentence = event_in_words(table, event)
        if sentence is not None:
            self._tell(sentence)
            self.hand.append(sentence)
        self._changed.set()

    def hand_ended(self, table: Table, result: HandResult) -> None:
        if result.net is not None:
            won = "won" if result.net >= 0 else "lost"
            self._tell(f"You {won} {abs(result.net)}.")
        self._has_hand_ended = result.dealt_in
        self._changed.set()

    async def act(self, table: Table, legal: Legal) -> Action:
        answer: Action = await self._ask(table, legal, deciding.said(legal.check_or_fold()))
        return answer

    async def discard(self, table: Table, range: DiscardRange) -> Iterable[Card]:
        assert table.decision is not None
        legal = Legal.of(table.decision.legal, table.info.unit)
        safe = deciding.safe_discard(table, range)
        answer: list[Card] = await self._ask(table, legal, deciding.said(safe))
        return answer

    async def _ask(self, table: Table, legal: Legal, instead: str) -> Any:
        """Waits for the client. The library cancels it when the clock is nearly over."""
        assert table.decision is not None
        self.table, self.cards = table, list(table.cards)
        turn = table.hand.turn if table.hand else None
        # The library leaves half a second for the way to the room.
        left = math.inf if turn is None else (turn.time_ms + turn.bank_ms) / 1000 - 0.5
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        pending = Pending(str(table.decision.turn), legal, time.monotonic() + left, answer, instead)
        self.pending = pending
        self._changed.set()
        try:
            return await answer
        except asyncio.CancelledError:
            if time.monotonic() >= pending.ends_at - 0.1:
                self._tell(f"Your time was nearly over, so the answer was: {instead}.")
            raise
        finally:
            if self.pending is pending:
                self.pending = None
            self._changed.set()

    def _tell(self, sentence: str) -> None:
        self.news = [*self.news[1 - _MOST_NEWS :], sentence]

    # From the client.

    async def wait(self, is_over: Callable[[], bool], longest: float = LONGEST_WAIT) -> str:
        """Waits for a turn, the end of a hand, or the end of the game.

        Returns which of these it was: `turn`, `hand over`, `over`, or `nothing yet`.
        """
        until = time.monotonic() + longest
        while True:
            self._changed.clear()
            if self.pending is not None:
                return "turn"
            if is_over():
                return "over"
            if self._has_hand_ended:
                self._has_hand_ended = False
                return "hand over"
            left = until - time.monotonic()
            if left <= 0:
                return "nothing yet"
            # A look now and then, because nobody reports the end of the game.
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, 1.0))

    def decision(self) -> dict[str, Any] | None:
        """Returns the decision that waits, in words and as JSON."""
        pending, table = self.pending, self.table
        if pending is None or table is None:
            return None
        left = pending.seconds_left()
        return {
            "turn_id": pending.turn_id,
            "words": decision_in_words(table, pending.legal, left),
            "ms_left": None if left is None else int(left * 1000),
            "legal": legal_as_json(pending.legal),
            **table_as_json(table),
        }

    def take_news(self) -> list[str]:
        """Takes what the client has not heard yet."""
        news, self.news = self.news, []
        return news

    async def answer(
        self, turn_id: str, action: str, amount: int | None, cards: list[Card] | None
    ) -> None:
        """Answers the turn with this id, and waits until the room has taken it."""
        pending = self.pending
        if pending is None or pending.turn_id != turn_id or pending.answer.done():
            why = "no turn is open" if pending is None else f"the turn is {pending.turn_id} now"
            raise Stale(f"stale_turn: {why}. Nothing was done. Call wait_for_turn.")
        pending.answer.set_result(self._checked(pending.legal, action, amount, cards))
        await self._taken(pending)

    async def give_up(self) -> None:
        """Checks or folds, or discards as few cards as allowed, if it is the client's turn."""
        pending, table = self.pending, self.table
        if pending is None or table is None or pending.answer.done():
            return
        legal = pending.legal
        if legal.discard is not None:
            pending.answer.set_result(deciding.safe_discard(table, legal.discard))
        else:
            pending.answer.set_result(deciding.safe_action(legal))
        await self._taken(pending)

    async def _taken(self, pending: Pending) -> None:
        """Waits until the answer is on its way, and the room has taken it."""
        until = time.monotonic() + _ACCEPT_WAIT
        while self.pending is pending and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.1)

    def _checked(
        self, legal: Legal, action: str, amount: int | None, cards: list[Card] | None
    ) -> Action | list[Card]:
        """Returns the answer, if it is legal. The turn goes on if it is not."""
        if legal.discard is not None:
            chosen = list(cards or [])
            table = self.table
            fault = table and deciding.fault_of_discard(table, legal.discard, chosen)
            if action != "discard" or fault:
                raise CardroomError(
                    fault or "Answer a draw with discard, and the cards to discard."
                )
            return chosen
        words: dict[str, Action] = {
            "fold": "Fold",
            "check": "Check",
            "call": "Call",
            "bring_in": "BringIn",
            "bet": Bet(amount or 0),
            "raise_to": RaiseTo(amount or 0),
        }
        if action not in words:
            raise CardroomError(f"{action!r} is none of {', '.join(words)} and discard.")
        fault = deciding.fault_of_action(legal, words[action])
        if fault is not None:
            raise CardroomError(f"{fault} Nothing was done, and your time goes on.")
        return words[action]
