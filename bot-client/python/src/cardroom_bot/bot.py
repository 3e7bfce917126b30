"""The class that a bot author extends: the only code between the table and a program."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import TypeAlias, Union

from .choices import Legal
from .draws import sensible_discards
from .messages import (
    Action,
    Card,
    DealOffered,
    DiscardRange,
    Gesture,
    TableEvent,
)
from .model import HandResult, Table

#: What `act` may answer: an action, or an awaitable of one.
Answer: TypeAlias = Union[Action, Awaitable[Action]]

#: A distribution: actions with their probabilities, which add up to 1.
Policy: TypeAlias = Iterable[tuple[Action, float]]


class Bot:
    """Makes the decisions for one seat.

    Only `act` is required. The hooks that answer something may be `async`. One that is not runs
    between the messages of the room, so a search of seconds belongs in `asyncio.to_thread`.
    """

    def name(self) -> str:
        """Returns the name under which results are counted: by default that of the class."""
        return type(self).__name__

    def act(self, table: Table, legal: Legal) -> Answer:
        """Answers a turn, in every game. Draws go to `discard`.

        An illegal answer is not sent. The bot checks or folds instead, and the mistake is counted.
        """
        raise NotImplementedError("a bot needs a method act(self, table, legal)")

    def policy(self, table: Table, legal: Legal) -> Policy | None:
        """Returns the distribution of the answer to this turn, instead of `act`.

        One of its actions is drawn. A match uses the probabilities to take the luck of the draw out
        of a result. `None` leaves the answer to `act`.
        """
        return None

    def discard(
        self, table: Table, range: DiscardRange
    ) -> Iterable[Card] | Awaitable[Iterable[Card]]:
        """Answers a draw with those of `table.cards` to discard. No card stands pat.

        By default a bot keeps made hands and the best start of one, in any game.
        """
        return sensible_discards(table.hand, table.cards, range) if table.hand else []

    def gesture(self, table: Table, legal: Legal) -> Gesture | None:
        """Answers a turn at a hybrid table with words and chips. `None` leaves it to `act`."""
        return None

    def interject(self, table: Table) -> Gesture | None:
        """Does something out of turn at a hybrid table.

        It is called once for each turn of another player while this seat is in the hand.
        """
        return None

    def show_down(self, table: Table) -> bool:
        """Tables the hand (`True`) or mucks it, where players show their own hands."""
        return True

    def run_it(self, table: Table, most: int) -> int | Awaitable[int]:
        """Returns the largest number of boards on which to run out an all-in hand.

        The lowest answer of all players counts.
        """
        return 1

    def choose_game(self, table: Table) -> int | Awaitable[int | None] | None:
        """Chooses the next of `table.info.games`, from 0. `None` keeps the current game."""
        return None

    def hand_started(self, table: Table) -> None:
        """Called when a hand begins, before the blinds are posted and the cards are dealt."""

    def saw(self, table: Table, event: TableEvent) -> None:
        """Called for every event, including those with their own hook. `table` contains it."""

    def hand_ended(self, table: Table, result: HandResult) -> None:
        """Called when a hand ends, whether or not this seat was in it."""

    def think_time(self, table: Table, legal: Legal) -> float | None:
        """Returns how many seconds to think about this turn, limited by the clock of the table."""
        return None

    def accept_deal(self, offer: DealOffered) -> bool | Awaitable[bool]:
        """Returns whether to accept a deal that divides the remaining prizes of a tournament.

        Votes are secret. By default the bot plays on.
        """
        return False

    def show_after(self, table: Table, result: HandResult) -> Iterable[Card]:
        """Returns the cards of `table.to_show` to show to the table when a hand is over.

        It is called after `hand_ended`. By default a bot shows none.
        """
        return []

    def show(self, table: Table) -> bool | Awaitable[bool]:
        """Returns whether to show the hand if the table offers it."""
        return False
