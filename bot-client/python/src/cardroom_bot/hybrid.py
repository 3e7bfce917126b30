"""Declared and pending actions at a hybrid table."""

from __future__ import annotations

from dataclasses import dataclass, field

from .messages import (
    ActionHeld,
    ChipsMoved,
    ClockCalled,
    FloorAttended,
    HeldBinds,
    HeldSettled,
    HybridView,
    Limit,
    Limited,
    Ruled,
    TableEvent,
    TicketClosed,
    TicketOpened,
)


@dataclass
class Hybrid:
    """Declared and pending actions at a hybrid table."""

    #: True if a floor person is present to rule on tickets.
    attended: bool = False
    #: Seats whose action out of turn is held until their turn.
    held: list[int] = field(default_factory=list)
    #: Seats whose action out of turn is already binding.
    bound: list[int] = field(default_factory=list)
    #: Seats that are limited in their next action, and how.
    limited: list[tuple[int, Limit]] = field(default_factory=list)
    #: The question before the floor. Until the ruling nothing else happens.
    ticket: TicketOpened | None = None
    #: True if the clock was called on the player whose turn it is.
    clock_called: bool = False
    #: The last ruling that this bot saw.
    last_ruling: Ruled | None = None

    @classmethod
    def of(cls, view: HybridView) -> Hybrid:
        """Returns what a snapshot holds."""
        return cls(
            attended=view.attended,
            held=list(view.held),
            bound=list(view.bound),
            limited=[(seat.seat, seat.limit) for seat in view.limited],
            ticket=view.ticket,
            clock_called=view.clock_ms is not None,
        )

    def has_acted_out_of_turn(self, seat: int) -> bool:
        """Returns `True` if this seat has acted out of turn and the action is pending."""
        return seat in self.held or seat in self.bound

    def limit(self, seat: int) -> Limit | None:
        """Returns how this seat is limited in its next action."""
        return next((limit for limited, limit in self.limited if limited == seat), None)

    def new_street(self) -> None:
        """Clears what was declared. The presence of the floor stays."""
        self.held, self.bound, self.limited = [], [], []
        self.clock_called = False

    def acted(self, seat: int) -> None:
        """Clears what this seat had declared."""
        self.held = [held for held in self.held if held != seat]
        self.bound = [bound for bound in self.bound if bound != seat]
        self.limited = [limited for limited in self.limited if limited[0] != seat]
        self.clock_called = False

    def note(self, event: TableEvent) -> None:
        """Notes an event of hybrid tables."""
        if isinstance(event, Ruled):
            self.last_ruling = event
        elif isinstance(event, TicketOpened):
            self.ticket = event
        elif isinstance(event, TicketClosed):
            self.ticket = None
        elif isinstance(event, ActionHeld):
            self.held.append(event.seat)
        elif isinstance(event, HeldBinds):
            self.bound.append(event.seat)
        elif isinstance(event, HeldSettled):
            self.held = [held for held in self.held if held != event.seat]
            self.bound = [bound for bound in self.bound if bound != event.seat]
        elif isinstance(event, Limited):
            self.limited.append((event.seat, event.limit))
        elif isinstance(event, ChipsMoved):
            self.limited.append((event.seat, "Wager"))
        elif isinstance(event, FloorAttended):
            self.attended = event.attended
        elif isinstance(event, ClockCalled):
            self.clock_called = True
