"""The legal actions of a turn, with ready-made answers, so that a bot need not compare amounts."""

from __future__ import annotations

from dataclasses import dataclass

from .messages import (
    Action,
    ActionBet,
    ActionRaiseTo,
    DiscardRange,
    LegalActions,
    WagerRange,
)

#: Opens the betting of a street with this total.
Bet = ActionBet
#: Raises the bet to this total for the street.
RaiseTo = ActionRaiseTo


@dataclass
class Legal:
    """The legal actions of a turn.

    The ready-made answers below are always legal. Amounts are totals for the street.
    """

    #: Whether folding is possible.
    fold: bool
    #: Whether checking is possible.
    check: bool
    #: The chips that a call adds, or `None` if there is nothing to call.
    call: int | None
    #: The bounds of a bet or raise, or `None` if neither is possible.
    wager: WagerRange | None
    #: The chips that the bring-in adds, or `None` if none is due.
    bring_in: int | None
    #: The number of cards to discard in a draw, where nothing else is possible.
    discard: DiscardRange | None
    #: The smallest chip. Bets are multiples of it, except for the smallest and the largest.
    unit: int = 1

    @classmethod
    def of(cls, actions: LegalActions, unit: int = 1) -> Legal:
        """Returns the actions that the room sent."""
        return cls(
            fold=actions.fold,
            check=actions.check,
            call=actions.call,
            wager=actions.wager,
            bring_in=actions.bring_in,
            discard=actions.discard,
            unit=max(unit, 1),
        )

    def allows(self, action: object) -> bool:
        """Returns `True` if an action is legal."""
        if isinstance(action, (ActionBet, ActionRaiseTo)):
            return self._allows_wager(action)
        return {
            "Fold": self.fold,
            "Check": self.check,
            "Call": self.call is not None,
            "BringIn": self.bring_in is not None,
        }.get(action if isinstance(action, str) else "", False)

    def _allows_wager(self, action: ActionBet | ActionRaiseTo) -> bool:
        bounds, to = self.wager, action.value
        if bounds is None or bounds.raise_ != isinstance(action, ActionRaiseTo):
            return False
        if type(to) is not int or not bounds.min_to <= to <= bounds.max_to:
            return False
        is_end = to in (bounds.min_to, bounds.max_to)
        return is_end or (not bounds.fixed and to % self.unit == 0)

    def check_or_fold(self) -> Action:
        """Checks if that is free, and folds otherwise.

        A player who owes the bring-in posts it, and one who is bound to a bet or raise makes the
        smallest.
        """
        if self.check:
            return "Check"
        return "Fold" if self.fold else self.check_or_call()

    def check_or_call(self) -> Action:
        """Checks if that is free, and calls otherwise.

        A player who owes the bring-in posts it, and one who is bound to a bet or raise makes the
        smallest.
        """
        if self.check:
            return "Check"
        if self.bring_in is not None:
            return "BringIn"
        if self.call is not None:
            return "Call"
        if self.fold or self.wager is None:
            return "Fold"
        return self._wager(self.wager, 0)

    def wager_to(self, to: int) -> Action:
        """Bets or raises to a total for the street, moved to the nearest legal one.

        Where neither is possible, it checks or calls. In fixed limit the total is one of two.
        """
        return self.check_or_call() if self.wager is None else self._wager(self.wager, to)

    def _wager(self, bounds: WagerRange, to: int) -> Action:
        if to >= bounds.max_to:
            to = bounds.max_to
        elif bounds.fixed or to <= bounds.min_to:
            to = bounds.min_to
        else:
            to = max(bounds.min_to, int(to) // self.unit * self.unit)
        return ActionRaiseTo(to) if bounds.raise_ else ActionBet(to)

    def min_wager(self) -> Action:
        """Makes the smallest bet or raise. Where neither is possible, it checks or calls."""
        return self.wager_to(0)

    def pot_wager(self) -> Action:
        """Bets or raises the size of the pot, or the nearest legal amount.

        Where neither is possible, it checks or calls.
        """
        return self.wager_to(0 if self.wager is None else self.wager.pot_to)

    def max_wager(self) -> Action:
        """Makes the largest bet or raise: all-in, the pot, or the limit.

        Where neither is possible, it checks or calls.
        """
        return self.wager_to(1 << 53)

    def __str__(self) -> str:
        found: list[str] = [
            word
            for word, is_legal in (
                ("Fold", self.fold),
                ("Check", self.check),
                (f"Call ({self.call} more)", self.call is not None),
                (f"BringIn ({self.bring_in})", self.bring_in is not None),
            )
            if is_legal
        ]
        if self.wager is not None:
            name = "RaiseTo" if self.wager.raise_ else "Bet"
            between = " or " if self.wager.fixed else " to "
            found.append(f"{name} {self.wager.min_to}{between}{self.wager.max_to}")
        if self.discard is not None:
            found.append(f"discard {self.discard.least} to {self.discard.most} cards")
        return ", ".join(found)
