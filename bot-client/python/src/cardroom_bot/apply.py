"""Applies steps to the table, with one function per event, and rejects what cannot be true.

An event that does not fit is a `ModelError`, such as a bet larger than the stack. It is never
repaired silently. The caller requests a full view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import messages as m
from .errors import ModelError
from .model import Hand, HandResult, InHand, Seat, Table

_NO_HAND = "no hand is in progress"
_NO_SEAT = "the seat is empty"
_STACK_TOO_SMALL = "the stack does not hold as much"


class Misfit(Exception):
    """An event that does not fit, before its name is known."""


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


def hand_of(table: Table) -> Hand:
    if table.hand is None:
        raise Misfit(_NO_HAND)
    return table.hand


def seat_of(table: Table, number: int) -> Seat:
    seat = table.seat(number)
    if seat is None:
        raise Misfit(_NO_SEAT)
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
    seat.stack = less(seat.stack, amount, _STACK_TOO_SMALL)
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


# The hand.


def _hand_started(table: Table, event: m.HandStarted) -> None:
    if table.hand is not None:
        raise Misfit("the hand before is not over")
    if any(table.seat(number) is None for number in event.dealt):
        raise Misfit(_NO_SEAT)
    table.to_show = []
    for seat in table.seats:
        seat.shown = []
        seat.in_hand = InHand() if seat.seat in event.dealt else None
        seat.stack_at_start = seat.stack
        seat.bet = 0
    table.cards = []
    table.decision = None
    table.hand = Hand(
        number=event.hand,
        game=event.game,
        bomb_pot=event.bomb_pot,
        button=event.button,
        small_blind=event.small_blind,
        big_blind=event.big_blind,
        dealt=list(event.dealt),
        # A big blind that is all-in for less must still be matched in full.
        current_bet=0 if event.big_blind is None else event.game.big_blind,
    )


def _posted(table: Table, event: m.Posted) -> None:
    live = event.post not in ("Ante", "DeadBlind")
    bet = pay(seat_of(table, event.seat), event.amount, live)
    hand = hand_of(table)
    if live:
        hand.current_bet = max(hand.current_bet, bet)
    else:
        hand.dead += event.amount


def _cards_dealt(table: Table, event: m.CardsDealt) -> None:
    for seat in table.seats:
        if seat.in_hand is not None and not seat.in_hand.folded:
            seat.in_hand.card_count += event.each


def _turn(table: Table, event: m.Turn) -> None:
    if table.hero_seat != event.seat:
        table.decision = None
    hand_of(table).turn = m.Turn(event.seat, event.time_ms, event.bank_ms)
    if table.hybrid is not None:
        table.hybrid.clock_called = False


def _time_bank(table: Table, event: m.TimeBank) -> None:
    turn = hand_of(table).turn
    if turn is not None:
        turn.time_ms, turn.bank_ms = 0, event.time_ms


def _acted(table: Table, event: m.Acted) -> None:
    seat, action = seat_of(table, event.seat), event.action
    bet = pay(seat, event.added)
    if action == "Fold":
        part_of(seat).folded = True
    if action in ("Fold", "Check") and event.added:
        raise Misfit("chips were added without a bet")
    if table.hero_seat == event.seat:
        table.decision = None
    if table.hybrid is not None:
        table.hybrid.acted(event.seat)
    hand = hand_of(table)
    if isinstance(action, (m.ActionBet, m.ActionRaiseTo)):
        if action.value != bet:
            raise Misfit("the bet is not the total that was said")
        hand.raises += 1
        hand.aggressor = event.seat
    if action == "BringIn":
        # A player who calls a short bring-in calls the full amount.
        hand.current_bet = max(hand.current_bet, hand.game.bring_in)
    hand.current_bet = max(hand.current_bet, bet)
    hand.turn = None
    hand.actions = None if hand.actions is None else hand.actions + 1


def _uncalled_returned(table: Table, event: m.UncalledReturned) -> None:
    take_back(seat_of(table, event.seat), event.amount)


def _bets_collected(table: Table, event: m.BetsCollected) -> None:
    before = table.pot_total()
    hand = hand_of(table)
    for seat in table.seats:
        seat.bet = 0
    hand.pots = list(event.pots)
    hand.dead = hand.current_bet = hand.raises = 0
    if table.pot_total() != before:
        raise Misfit("the pots do not hold what was bet")


def _street_began(table: Table, event: m.StreetBegan) -> None:
    hand = hand_of(table)
    hand.street = event.street
    hand.current_bet = hand.raises = 0
    if table.hybrid is not None:
        table.hybrid.new_street()


def _board_dealt(table: Table, event: m.BoardDealt) -> None:
    boards = hand_of(table).boards
    if event.board >= len(boards):
        raise Misfit("there is no such board")
    boards[event.board].extend(event.cards)


def _up_cards_dealt(table: Table, event: m.UpCardsDealt) -> None:
    for up in event.cards:
        part = part_of(seat_of(table, up.seat))
        part.card_count += 1
        part.up.append(up.card)


def _draw_began(table: Table, event: m.DrawBegan) -> None:
    hand_of(table).draws += int(event.replaced)


def _discarded(table: Table, event: m.Discarded) -> None:
    part = part_of(seat_of(table, event.seat))
    part.card_count = less(
        part.card_count, event.count, "the seat does not hold so many cards"
    )
    part.gave_away = event.count
    if table.hero_seat == event.seat:
        table.decision = None
    hand_of(table).turn = None


def _drawn(table: Table, event: m.Drawn) -> None:
    part_of(seat_of(table, event.seat)).card_count += event.count


def _run_it_agreed(table: Table, event: m.RunItAgreed) -> None:
    hand = hand_of(table)
    first = hand.board()
    more = max(event.boards, 1) - len(hand.boards)
    hand.boards = hand.boards[: max(event.boards, 1)] + [list(first) for _ in range(more)]


def _hand_tabled(table: Table, event: m.HandTabled) -> None:
    part_of(seat_of(table, event.seat)).tabled = list(event.cards)


def _cards_shown(table: Table, event: m.CardsShown) -> None:
    seat_of(table, event.seat).shown.extend(event.cards)
    if table.hero_seat == event.seat:
        table.to_show = [card for card in table.to_show if card not in event.cards]


def _hand_mucked(table: Table, event: m.HandMucked) -> None:
    part_of(seat_of(table, event.seat)).folded = True


def _pot_awarded(table: Table, event: m.PotAwarded) -> None:
    for share in event.shares:
        seat_of(table, share.seat).stack += share.amount
    take_from_pot(hand_of(table), event.pot, sum(share.amount for share in event.shares))


def _rake_taken(table: Table, event: m.RakeTaken) -> None:
    take_from_pot(hand_of(table), event.pot, event.amount)


def _hand_ended(table: Table, event: m.HandEnded) -> None:
    if table.pot_total() != 0:
        raise Misfit("chips are left in the pot")
    _end_hand(table, event.hand, voided=False)


def _hand_voided(table: Table, event: m.HandVoided) -> None:
    if any(seat.in_hand is not None and seat.stack_at_start is None for seat in table.seats):
        raise Misfit("it needs to know the beginning of the hand")
    for seat in table.seats:
        if seat.stack_at_start is not None:
            seat.stack = seat.stack_at_start
    _end_hand(table, event.hand, voided=True)


def _end_hand(table: Table, number: int, *, voided: bool) -> None:
    hand = hand_of(table)
    table.hand = None
    if table.hybrid is not None:
        table.hybrid.new_street()
    if hand.number != number:
        raise Misfit("it is not the hand in progress")
    hero = table.hero()
    part = hero.in_hand if hero else None
    net = None
    if hero is not None and part is not None and hero.stack_at_start is not None:
        net = hero.stack - hero.stack_at_start
    table.to_show = []
    if part is not None and not voided and (table.info.shows_folded or not part.folded):
        lies_open = part.up if part.tabled is None else part.tabled
        table.to_show = [card for card in table.cards if card not in lies_open]
    table.last_result = HandResult(
        hand=number,
        dealt_in=part is not None,
        players=len(hand.dealt),
        dealt_first=table.hero_seat is not None and hand.dealt[:1] == [table.hero_seat],
        net=net,
        voided=voided,
    )
    for seat in table.seats:
        seat.bet, seat.in_hand, seat.stack_at_start = 0, None, None
    table.cards = []
    table.decision = None


# Seats.


def _seat_taken(table: Table, event: m.SeatTaken) -> None:
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


def _seat_left(table: Table, event: m.SeatLeft) -> None:
    seat = seat_of(table, event.seat)
    table.seats.remove(seat)
    # The bet of a player who leaves in the middle of a hand stays in.
    if table.hand is not None:
        table.hand.dead += seat.bet
    if table.hero_seat == event.seat:
        table.hero_seat = table.decision = None
        table.cards = []


def _topped_up(table: Table, event: m.ToppedUp) -> None:
    seat = seat_of(table, event.seat)
    seat.stack += event.amount
    if seat.stack_at_start is not None:
        seat.stack_at_start += event.amount


def _time_charged(table: Table, event: m.TimeCharged) -> None:
    seat = seat_of(table, event.seat)
    seat.stack = less(seat.stack, event.amount, _STACK_TOO_SMALL)
    if seat.stack_at_start is not None:
        seat.stack_at_start = less(seat.stack_at_start, event.amount, _STACK_TOO_SMALL)


def _stack_changed(table: Table, event: m.StackChanged) -> None:
    seat = seat_of(table, event.seat)
    seat.stack = event.stack
    if seat.stack_at_start is not None:
        seat.stack_at_start = event.stack


def _sat_out(table: Table, event: m.SatOut) -> None:
    seat_of(table, event.seat).sitting_out = True


def _sat_in(table: Table, event: m.SatIn) -> None:
    seat_of(table, event.seat).sitting_out = False


def _presence(table: Table, event: m.Presence) -> None:
    seat_of(table, event.seat).connected = event.connected


def _paused(table: Table, event: m.Paused) -> None:
    table.paused = True


def _resumed(table: Table, event: m.Resumed) -> None:
    table.paused = False


# Hybrid tables and the floor.


def _limited(table: Table, event: m.Limited) -> None:
    pay(seat_of(table, event.seat), event.added)


def _forfeited(table: Table, event: m.Forfeited) -> None:
    pay(seat_of(table, event.seat), event.amount)


def _call_retracted(table: Table, event: m.CallRetracted) -> None:
    take_back(seat_of(table, event.seat), event.amount)


def _folded_out_of_turn(table: Table, event: m.FoldedOutOfTurn) -> None:
    part_of(seat_of(table, event.seat)).folded = True


def _wager_forced(table: Table, event: m.WagerForced) -> None:
    if pay(seat_of(table, event.seat), event.added) != event.to:
        raise Misfit("the bet is not the total that was said")
    hand = hand_of(table)
    hand.current_bet = event.to
    hand.raises += 1
    hand.aggressor = event.seat
    _no_turn(table)


def _wager_corrected(table: Table, event: m.WagerCorrected) -> None:
    for moved in event.moved:
        seat = seat_of(table, moved.seat)
        take_back(seat, moved.returned)
        pay(seat, moved.added)
    hand_of(table).current_bet = event.to
    _no_turn(table)


def _deal_ruled(table: Table, event: m.DealRuled) -> None:
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


def _actions_rescinded(table: Table, event: m.ActionsRescinded) -> None:
    for back in event.returned:
        take_back(seat_of(table, back.seat), back.amount)
    for number in event.back:
        part_of(seat_of(table, number)).folded = False
    hand_of(table).current_bet = event.current_bet
    _no_turn(table)


def _hand_killed(table: Table, event: m.HandKilled) -> None:
    part_of(seat_of(table, event.seat)).folded = True
    _no_turn(table)


def _hand_exposed(table: Table, event: m.HandExposed) -> None:
    part = part_of(seat_of(table, event.seat))
    part.tabled = list(event.cards)
    part.folded = not event.live


def _no_turn(table: Table) -> None:
    table.decision = None
    hand_of(table).turn = None


#: The handlers of plain events, and those of the floor, which hybrid tables also note.
_PLAIN: dict[type, Callable[[Table, Any], None]] = {
    m.HandStarted: _hand_started,
    m.Posted: _posted,
    m.CardsDealt: _cards_dealt,
    m.Turn: _turn,
    m.TimeBank: _time_bank,
    m.Acted: _acted,
    m.UncalledReturned: _uncalled_returned,
    m.BetsCollected: _bets_collected,
    m.StreetBegan: _street_began,
    m.BoardDealt: _board_dealt,
    m.UpCardsDealt: _up_cards_dealt,
    m.DrawBegan: _draw_began,
    m.Discarded: _discarded,
    m.Drawn: _drawn,
    m.RunItAgreed: _run_it_agreed,
    m.HandTabled: _hand_tabled,
    m.CardsShown: _cards_shown,
    m.HandMucked: _hand_mucked,
    m.PotAwarded: _pot_awarded,
    m.RakeTaken: _rake_taken,
    m.HandEnded: _hand_ended,
    m.HandVoided: _hand_voided,
    m.SeatTaken: _seat_taken,
    m.SeatLeft: _seat_left,
    m.ToppedUp: _topped_up,
    m.TimeCharged: _time_charged,
    m.StackChanged: _stack_changed,
    m.SatOut: _sat_out,
    m.SatIn: _sat_in,
    m.Presence: _presence,
    m.Paused: _paused,
    m.Resumed: _resumed,
}
_OF_THE_FLOOR: dict[type, Callable[[Table, Any], None]] = {
    m.Limited: _limited,
    m.Forfeited: _forfeited,
    m.CallRetracted: _call_retracted,
    m.FoldedOutOfTurn: _folded_out_of_turn,
    m.WagerForced: _wager_forced,
    m.WagerCorrected: _wager_corrected,
    m.DealRuled: _deal_ruled,
    m.ActionsRescinded: _actions_rescinded,
    m.HandKilled: _hand_killed,
    m.HandExposed: _hand_exposed,
}


def _noted(handler: Callable[[Table, Any], None]) -> Callable[[Table, Any], None]:
    def apply(table: Table, event: Any) -> None:
        if table.hybrid is not None:
            table.hybrid.note(event)
        handler(table, event)

    return apply


_HANDLERS = _PLAIN | {of: _noted(handler) for of, handler in _OF_THE_FLOOR.items()}
