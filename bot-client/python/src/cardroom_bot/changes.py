"""What every change of a table is made of, with the checks that go with it."""

from __future__ import annotations

from . import messages as m
from .model import Hand, InHand, Seat, Table

NO_HAND = "no hand is in progress"
NO_SEAT = "the seat is empty"
STACK_TOO_SMALL = "the stack does not hold as much"


class Misfit(Exception):
    """An event that does not fit, before its name is known."""


def hand_of(table: Table) -> Hand:
    if table.hand is None:
        raise Misfit(NO_HAND)
    return table.hand


def seat_of(table: Table, number: int) -> Seat:
    seat = table.seat(number)
    if seat is None:
        raise Misfit(NO_SEAT)
    return seat


def part_of(seat: Seat) -> InHand:
    if seat.in_hand is None:
        raise Misfit("the seat is not in the hand")
    return seat.in_hand


def less(amount: int, by: int, otherwise: str) -> int:
    if by > amount:
        raise Misfit(otherwise)
    return amount - by


def pay(seat: Seat, amount: int, live: bool = True) -> int:
    """Moves chips out of the stack, into the bet if they are `live`. Returns the bet."""
    seat.stack = less(seat.stack, amount, STACK_TOO_SMALL)
    if live:
        seat.bet += amount
    part = part_of(seat)
    part.all_in = part.all_in or (seat.stack == 0 and amount > 0)
    return seat.bet


def take_back(seat: Seat, amount: int) -> None:
    """Moves chips of the bet back to the stack."""
    seat.bet = less(seat.bet, amount, "the bet is smaller than that")
    seat.stack += amount
    part_of(seat).all_in = seat.stack == 0


def take_from_pot(hand: Hand, pot: int, amount: int) -> None:
    if pot >= len(hand.pots):
        raise Misfit("there is no such pot")
    held = hand.pots[pot]
    left = less(held.amount, amount, "the pot does not hold as much")
    hand.pots[pot] = m.Pot(left, held.seats)
