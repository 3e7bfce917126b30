"""Applies steps to the table, and rejects what cannot be true.

An event that does not fit is a `ModelError`, such as a bet larger than the stack. It is never
repaired silently. The caller requests a full view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import messages as m
from . import of_hands, of_seats, of_the_floor
from .changes import Misfit
from .errors import ModelError
from .model import Table


def apply_step(table: Table, step: m.Step) -> bool:
    """Applies a whole step. Returns `False` if the step is older than this view."""
    if not admit(table, step.seq):
        return False
    for event in step.events:
        apply_event(table, event)
    return True


def admit(table: Table, seq: int) -> bool:
    """Accepts a step's sequence number. Returns `False` for an old step.

    The events of an accepted step must go to `apply_event` one by one.
    """
    expected = table.seq + 1
    if seq > expected:
        raise ModelError(f"step {seq} came where {expected} was due", is_gap=True)
    if seq < expected:
        return False
    table.seq = seq
    return True


def apply_event(table: Table, event: m.TableEvent) -> None:
    """Applies one event of an accepted step."""
    handler = _HANDLERS.get(type(event))
    try:
        if handler is not None:
            handler(table, event)
        elif table.hybrid is not None:
            table.hybrid.note(event)
    except Misfit as reason:
        name = type(event).__name__
        raise ModelError(f"{name} does not fit the table: {reason}") from None


def take_cards(table: Table, cards: m.HoleCards) -> None:
    """Stores the viewer's hole cards."""
    if table.hand is not None and table.hand.number == cards.hand:
        table.cards = list(cards.cards)


def take_turn(table: Table, turn: m.YourTurn) -> None:
    """Stores the viewer's turn, unless it belongs to a step other than the last one."""
    if turn.seq == table.seq:
        table.decision = m.Decision(turn.turn, turn.legal)


def rename(table: Table, changed: m.PlayerChanged) -> None:
    """Changes a player's name."""
    seat = table.seat(changed.seat)
    if seat is not None:
        seat.name = changed.name


#: The handlers of plain events, and those of the floor, which hybrid tables also note.
_PLAIN: dict[type, Callable[[Table, Any], None]] = {
    m.HandStarted: of_hands.hand_started,
    m.Posted: of_hands.posted,
    m.CardsDealt: of_hands.cards_dealt,
    m.Turn: of_hands.turn,
    m.TimeBank: of_hands.time_bank,
    m.Acted: of_hands.acted,
    m.UncalledReturned: of_hands.uncalled_returned,
    m.BetsCollected: of_hands.bets_collected,
    m.StreetBegan: of_hands.street_began,
    m.BoardDealt: of_hands.board_dealt,
    m.UpCardsDealt: of_hands.up_cards_dealt,
    m.DrawBegan: of_hands.draw_began,
    m.Discarded: of_hands.discarded,
    m.Drawn: of_hands.drawn,
    m.RunItAgreed: of_hands.run_it_agreed,
    m.HandTabled: of_hands.hand_tabled,
    m.CardsShown: of_hands.cards_shown,
    m.HandMucked: of_hands.hand_mucked,
    m.PotAwarded: of_hands.pot_awarded,
    m.RakeTaken: of_hands.rake_taken,
    m.HandEnded: of_hands.hand_ended,
    m.HandVoided: of_hands.hand_voided,
    m.SeatTaken: of_seats.seat_taken,
    m.SeatLeft: of_seats.seat_left,
    m.ToppedUp: of_seats.topped_up,
    m.TimeCharged: of_seats.time_charged,
    m.StackChanged: of_seats.stack_changed,
    m.SatOut: of_seats.sat_out,
    m.SatIn: of_seats.sat_in,
    m.Presence: of_seats.presence,
    m.Paused: of_seats.paused,
    m.Resumed: of_seats.resumed,
}
_OF_THE_FLOOR: dict[type, Callable[[Table, Any], None]] = {
    m.Limited: of_the_floor.limited,
    m.Forfeited: of_the_floor.forfeited,
    m.CallRetracted: of_the_floor.call_retracted,
    m.FoldedOutOfTurn: of_the_floor.folded_out_of_turn,
    m.WagerForced: of_the_floor.wager_forced,
    m.WagerCorrected: of_the_floor.wager_corrected,
    m.DealRuled: of_the_floor.deal_ruled,
    m.ActionsRescinded: of_the_floor.actions_rescinded,
    m.HandKilled: of_the_floor.hand_killed,
    m.HandExposed: of_the_floor.hand_exposed,
}


def _noted(handler: Callable[[Table, Any], None]) -> Callable[[Table, Any], None]:
    def apply(table: Table, event: Any) -> None:
        if table.hybrid is not None:
            table.hybrid.note(event)
        handler(table, event)

    return apply


_HANDLERS = _PLAIN | {of: _noted(handler) for of, handler in _OF_THE_FLOOR.items()}
