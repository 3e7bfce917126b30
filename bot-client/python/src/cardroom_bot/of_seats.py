"""What events change at a table between its hands."""

from __future__ import annotations

from . import messages as m
from .changes import STACK_TOO_SMALL, Misfit, less, seat_of
from .model import Seat, Table


def seat_taken(table: Table, event: m.SeatTaken) -> None:
    if table.seat(event.seat) is not None:
        raise Misfit("the seat is taken already")
    seat = Seat(
        seat=event.seat,
        name=event.name,
        bot=event.bot,
        connected=True,
        sitting_out=False,
        stack=event.stack,
        stack_at_start=None if table.hand is None else event.stack,
    )
    table.seats.append(seat)
    table.seats.sort(key=lambda seat: seat.seat)


def seat_left(table: Table, event: m.SeatLeft) -> None:
    seat = seat_of(table, event.seat)
    table.seats.remove(seat)
    # The bet of a player who leaves in the middle of a hand stays in.
    if table.hand is not None:
        table.hand.dead += seat.bet
    if table.hero_seat == event.seat:
        table.hero_seat = table.decision = None
        table.cards = []


def topped_up(table: Table, event: m.ToppedUp) -> None:
    seat = seat_of(table, event.seat)
    seat.stack += event.amount
    if seat.stack_at_start is not None:
        seat.stack_at_start += event.amount


def time_charged(table: Table, event: m.TimeCharged) -> None:
    seat = seat_of(table, event.seat)
    seat.stack = less(seat.stack, event.amount, STACK_TOO_SMALL)
    if seat.stack_at_start is not None:
        seat.stack_at_start = less(seat.stack_at_start, event.amount, STACK_TOO_SMALL)


def stack_changed(table: Table, event: m.StackChanged) -> None:
    seat = seat_of(table, event.seat)
    seat.stack = event.stack
    if seat.stack_at_start is not None:
        seat.stack_at_start = event.stack


def sat_out(table: Table, event: m.SatOut) -> None:
    seat_of(table, event.seat).sitting_out = True


def sat_in(table: Table, event: m.SatIn) -> None:
    seat_of(table, event.seat).sitting_out = False


def presence(table: Table, event: m.Presence) -> None:
    seat_of(table, event.seat).connected = event.connected


def paused(table: Table, event: m.Paused) -> None:
    table.paused = True


def resumed(table: Table, event: m.Resumed) -> None:
    table.paused = False
