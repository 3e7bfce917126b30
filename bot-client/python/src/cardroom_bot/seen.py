"""The table as lines describe it, for a program that plays in a match."""

from __future__ import annotations

from . import messages as m
from .messages import Card
from .model import Hand, HandResult, InHand, Seat, Table


def table_of(hello: m.HelloLine) -> Table:
    """Returns the table that a `hello` introduces."""
    first = hello.games[0]
    info = m.TableInfo(
        table=0,
        name="Match",
        game=hello.game,
        game_name=first.name if len(hello.games) == 1 else hello.game,
        betting=hello.betting,
        rulebook=hello.rulebook,
        small_blind=hello.small_blind,
        big_blind=hello.big_blind,
        ante=hello.ante,
        ante_kind=hello.ante_kind,
        unit=hello.unit,
        seats=hello.seats,
        seated=len(hello.players),
        min_buy_in=0,
        max_buy_in=0,
        bots_allowed=True,
        hands_played=0,
        average_pot=0,
        games=hello.games,
        switch=hello.switch,
        straddle=None,
        bomb_pot=None,
        max_boards=1,
        tournament=None,
        hybrid=False,
        host=None,
        waiting=0,
        bots=len(hello.players),
        free_chat=False,
        top_up_to=0,
        shows_folded=False,
        chip_value=None,
    )
    return Table(
        info=info,
        seq=0,
        paused=False,
        seats=[_seat(player) for player in hello.players],
        hand=None,
        hero_seat=hello.seat,
        cards=[],
        to_show=[],
        decision=None,
        hybrid=None,
        last_result=None,
        buy_in=m.BuyInRange(0, 0),
        last_action_id=0,
    )


def _seat(player: m.LinePlayer) -> Seat:
    return Seat(player.seat, player.name, True, True, False, player.stack)


def begin_hand(table: Table, line: m.HandLine) -> None:
    """Makes the table ready for the first event of a hand."""
    table.hand, table.cards, table.decision = None, [], None
    table.seats = [_seat(player) for player in line.players]


def take_act(table: Table, line: m.ActLine, game: m.Game | None) -> bool:
    """Takes a decision. Returns `False` if events were missed, and the table was built anew."""
    fits = _fits(table, line)
    if not fits:
        _rebuild(table, line, game)
    table.cards = list(line.cards)
    table.decision = m.Decision(line.id, line.legal)
    return fits


def _fits(table: Table, line: m.ActLine) -> bool:
    hand = table.hand
    if hand is None or hand.number != line.hand or hand.street != line.street:
        return False
    if hand.boards != line.boards or table.pot_total() != line.pot:
        return False
    ours = [(s.seat, s.stack, s.bet, s.is_live()) for s in table.seats]
    return ours == [(s.seat, s.stack, s.bet, s.dealt and not s.folded) for s in line.seats]


def _rebuild(table: Table, line: m.ActLine, game: m.Game | None) -> None:
    """Builds the hand from the decision, as from a snapshot in its middle."""
    names = {seat.seat: seat.name for seat in table.seats}
    table.seats = [_seat_of(one, names.get(one.seat, f"seat {one.seat}")) for one in line.seats]
    known = {one.id: one for one in [*table.info.games, *([game] if game else [])]}
    game = known.get(line.game) or table.info.games[0]
    dealt = [one.seat for one in line.seats if one.dealt]
    bets = [one.bet for one in line.seats]
    forced = (game.bring_in or game.big_blind) if line.street == 0 else 0
    current = max(bets, default=0)
    table.hand = Hand(
        number=line.hand,
        game=game,
        bomb_pot=False,
        button=line.button,
        small_blind=None,
        big_blind=None,
        dealt=sorted(dealt, key=lambda seat: (seat <= line.button, seat)),
        street=line.street,
        boards=[list(board) for board in line.boards],
        draws=min(line.street, game.draws),
        pots=list(line.pots),
        dead=line.pot - sum(pot.amount for pot in line.pots) - sum(bets),
        current_bet=max(current, forced),
        raises=int(current > forced),
        actions=None,
    )


def _seat_of(line: m.LineSeat, name: str) -> Seat:
    seat = Seat(line.seat, name, True, True, False, line.stack, line.bet)
    if line.dealt:
        up: list[Card] = list(line.open)
        seat.in_hand = InHand(
            line.folded, line.all_in, line.card_count, up, gave_away=line.discarded
        )
    return seat


def end_hand(table: Table, line: m.ResultLine) -> HandResult | None:
    """Ends a hand whose last events were missed. Returns `None` if the table knows its end."""
    if table.last_result is not None and table.last_result.hand == line.hand:
        return None
    own = next((one for one in line.seats if one.seat == table.hero_seat), None)
    table.last_result = HandResult(
        hand=line.hand,
        dealt_in=own is not None,
        players=len(line.seats),
        dealt_first=False,
        net=own.net if own else None,
        voided=line.voided,
    )
    table.hand, table.cards, table.decision = None, [], None
    for seat in table.seats:
        seat.bet, seat.in_hand, seat.stack_at_start = 0, None, None
    return table.last_result
