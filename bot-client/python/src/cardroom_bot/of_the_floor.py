"""What the floor, and rulings at hybrid tables, change at a table."""

from __future__ import annotations

from . import messages as m
from .changes import Misfit, hand_of, part_of, pay, seat_of, take_back
from .model import Table


def limited(table: Table, event: m.Limited) -> None:
    pay(seat_of(table, event.seat), event.added)


def forfeited(table: Table, event: m.Forfeited) -> None:
    pay(seat_of(table, event.seat), event.amount)


def call_retracted(table: Table, event: m.CallRetracted) -> None:
    take_back(seat_of(table, event.seat), event.amount)


def folded_out_of_turn(table: Table, event: m.FoldedOutOfTurn) -> None:
    part_of(seat_of(table, event.seat)).folded = True


def wager_forced(table: Table, event: m.WagerForced) -> None:
    if pay(seat_of(table, event.seat), event.added) != event.to:
        raise Misfit("the bet is not the total that was said")
    hand = hand_of(table)
    hand.current_bet = event.to
    hand.raises += 1
    hand.aggressor = event.seat
    _no_turn(table)


def wager_corrected(table: Table, event: m.WagerCorrected) -> None:
    for moved in event.moved:
        seat = seat_of(table, moved.seat)
        take_back(seat, moved.returned)
        pay(seat, moved.added)
    hand_of(table).current_bet = event.to
    _no_turn(table)


def deal_ruled(table: Table, event: m.DealRuled) -> None:
    """Sets the board that the floor ruled."""
    if isinstance(event.remedy, m.DealRemedyBoard):
        board = event.remedy.value.cards
    elif isinstance(event.remedy, m.DealRemedyScrapped):
        board = event.remedy.value.board
    else:
        return
    boards = hand_of(table).boards
    if not boards:
        raise Misfit("there is no board")
    boards[0] = list(board)


def actions_rescinded(table: Table, event: m.ActionsRescinded) -> None:
    for back in event.returned:
        take_back(seat_of(table, back.seat), back.amount)
    for number in event.back:
        part_of(seat_of(table, number)).folded = False
    hand_of(table).current_bet = event.current_bet
    _no_turn(table)


def hand_killed(table: Table, event: m.HandKilled) -> None:
    part_of(seat_of(table, event.seat)).folded = True
    _no_turn(table)


def hand_exposed(table: Table, event: m.HandExposed) -> None:
    part = part_of(seat_of(table, event.seat))
    part.tabled = list(event.cards)
    part.folded = not event.live


def _no_turn(table: Table) -> None:
    table.decision = None
    hand_of(table).turn = None
