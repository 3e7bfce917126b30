"""What the events of a hand change at a table."""

from __future__ import annotations

from . import messages as m
from .changes import NO_SEAT, Misfit, hand_of, less, part_of, pay, seat_of, take_back, take_from_pot
from .model import Hand, HandResult, InHand, Table


def hand_started(table: Table, event: m.HandStarted) -> None:
    if table.hand is not None:
        raise Misfit("the hand before is not over")
    if any(table.seat(number) is None for number in event.dealt):
        raise Misfit(NO_SEAT)
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


def posted(table: Table, event: m.Posted) -> None:
    live = event.post not in ("Ante", "DeadBlind")
    bet = pay(seat_of(table, event.seat), event.amount, live)
    hand = hand_of(table)
    if live:
        hand.current_bet = max(hand.current_bet, bet)
    else:
        hand.dead += event.amount


def cards_dealt(table: Table, event: m.CardsDealt) -> None:
    for seat in table.seats:
        if seat.in_hand is not None and not seat.in_hand.folded:
            seat.in_hand.card_count += event.each


def turn(table: Table, event: m.Turn) -> None:
    if table.hero_seat != event.seat:
        table.decision = None
    hand_of(table).turn = m.Turn(event.seat, event.time_ms, event.bank_ms)
    if table.hybrid is not None:
        table.hybrid.clock_called = False


def time_bank(table: Table, event: m.TimeBank) -> None:
    turn = hand_of(table).turn
    if turn is not None:
        turn.time_ms, turn.bank_ms = 0, event.time_ms


def acted(table: Table, event: m.Acted) -> None:
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


def uncalled_returned(table: Table, event: m.UncalledReturned) -> None:
    take_back(seat_of(table, event.seat), event.amount)


def bets_collected(table: Table, event: m.BetsCollected) -> None:
    before = table.pot_total()
    hand = hand_of(table)
    for seat in table.seats:
        seat.bet = 0
    hand.pots = list(event.pots)
    hand.dead = hand.current_bet = hand.raises = 0
    if table.pot_total() != before:
        raise Misfit("the pots do not hold what was bet")


def street_began(table: Table, event: m.StreetBegan) -> None:
    hand = hand_of(table)
    hand.street = event.street
    hand.current_bet = hand.raises = 0
    if table.hybrid is not None:
        table.hybrid.new_street()


def board_dealt(table: Table, event: m.BoardDealt) -> None:
    boards = hand_of(table).boards
    if event.board >= len(boards):
        raise Misfit("there is no such board")
    boards[event.board].extend(event.cards)


def up_cards_dealt(table: Table, event: m.UpCardsDealt) -> None:
    for up in event.cards:
        part = part_of(seat_of(table, up.seat))
        part.card_count += 1
        part.up.append(up.card)


def draw_began(table: Table, event: m.DrawBegan) -> None:
    hand_of(table).draws += int(event.replaced)


def discarded(table: Table, event: m.Discarded) -> None:
    part = part_of(seat_of(table, event.seat))
    part.card_count = less(part.card_count, event.count, "the seat does not hold so many cards")
    part.gave_away = event.count
    if table.hero_seat == event.seat:
        table.decision = None
    hand_of(table).turn = None


def drawn(table: Table, event: m.Drawn) -> None:
    part_of(seat_of(table, event.seat)).card_count += event.count


def run_it_agreed(table: Table, event: m.RunItAgreed) -> None:
    hand = hand_of(table)
    first = hand.board()
    more = max(event.boards, 1) - len(hand.boards)
    hand.boards = hand.boards[: max(event.boards, 1)] + [list(first) for _ in range(more)]


def hand_tabled(table: Table, event: m.HandTabled) -> None:
    part_of(seat_of(table, event.seat)).tabled = list(event.cards)


def cards_shown(table: Table, event: m.CardsShown) -> None:
    seat_of(table, event.seat).shown.extend(event.cards)
    if table.hero_seat == event.seat:
        table.to_show = [card for card in table.to_show if card not in event.cards]


def hand_mucked(table: Table, event: m.HandMucked) -> None:
    part_of(seat_of(table, event.seat)).folded = True


def pot_awarded(table: Table, event: m.PotAwarded) -> None:
    for share in event.shares:
        seat_of(table, share.seat).stack += share.amount
    take_from_pot(hand_of(table), event.pot, sum(share.amount for share in event.shares))


def rake_taken(table: Table, event: m.RakeTaken) -> None:
    take_from_pot(hand_of(table), event.pot, event.amount)


def hand_ended(table: Table, event: m.HandEnded) -> None:
    if table.pot_total() != 0:
        raise Misfit("chips are left in the pot")
    _end_hand(table, event.hand, voided=False)


def hand_voided(table: Table, event: m.HandVoided) -> None:
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
