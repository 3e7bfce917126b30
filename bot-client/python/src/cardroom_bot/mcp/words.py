"""What happens at a table, in words and as JSON."""

from __future__ import annotations

from typing import Any

from .. import messages as m
from ..choices import Legal
from ..deciding import said
from ..messages import Card
from ..model import Seat, Table


def name_of(table: Table, number: int) -> str:
    """Returns the name of a player, or `You`."""
    if number == table.hero_seat:
        return "You"
    seat = table.seat(number)
    return seat.name if seat else f"Seat {number}"


def cards_of(cards: list[Card]) -> str:
    return " ".join(cards) or "none"


def event_in_words(table: Table, event: m.TableEvent) -> str | None:
    """Returns a sentence about an event, or `None` for one that says nothing to a player."""

    def who(number: int) -> str:
        return name_of(table, number)

    if isinstance(event, m.HandStarted):
        return f"Hand {event.hand} of {event.game.name} begins. Button: {who(event.button)}."
    if isinstance(event, m.Posted):
        return f"{who(event.seat)}: {_spaced(event.post)} {event.amount}."
    if isinstance(event, m.Acted):
        clock = " (the time was over)" if event.timed_out else ""
        return f"{who(event.seat)}: {said(event.action)}{clock}."
    if isinstance(event, m.Discarded):
        return f"{who(event.seat)}: discards {event.count}."
    if isinstance(event, m.BoardDealt):
        return f"Board {event.board + 1}: {cards_of(event.cards)}."
    if isinstance(event, m.UpCardsDealt):
        dealt = ", ".join(f"{who(up.seat)} {up.card}" for up in event.cards)
        return f"Open cards: {dealt}."
    if isinstance(event, m.UncalledReturned):
        return f"{who(event.seat)}: {event.amount} not called, returned."
    if isinstance(event, m.RunItAgreed):
        return f"The hand is run out on {event.boards} boards."
    return _end_in_words(table, event)


def _end_in_words(table: Table, event: m.TableEvent) -> str | None:
    """Returns a sentence about an event at the end of a hand, or between two."""
    if isinstance(event, m.HandTabled):
        return f"{name_of(table, event.seat)}: shows {cards_of(event.cards)}."
    if isinstance(event, m.PotAwarded):
        shares = [
            f"{name_of(table, share.seat)}: wins {share.amount}"
            + (f" with {share.hand}." if share.hand else ".")
            for share in event.shares
        ]
        return " ".join(shares)
    if isinstance(event, m.HandEnded):
        return f"Hand {event.hand} is over."
    if isinstance(event, m.HandVoided):
        return f"Hand {event.hand} is void: {event.reason}"
    if isinstance(event, m.SeatTaken):
        return f"{event.name} sits down with {event.stack}."
    if isinstance(event, m.Paused):
        return f"The table is paused: {event.reason}"
    return None


def _spaced(word: str) -> str:
    """Returns `small blind` for `SmallBlind`."""
    return "".join(f" {one.lower()}" if one.isupper() else one for one in word).strip()


def legal_as_json(legal: Legal) -> dict[str, Any]:
    """Returns the legal actions, as `act` takes them."""
    found: dict[str, Any] = {}
    if legal.discard is not None:
        return {"discard": {"least": legal.discard.least, "most": legal.discard.most}}
    for word, is_legal in (("fold", legal.fold), ("check", legal.check)):
        if is_legal:
            found[word] = True
    if legal.call is not None:
        found["call"] = {"adds": legal.call}
    if legal.bring_in is not None:
        found["bring_in"] = {"adds": legal.bring_in}
    if legal.wager is not None:
        bounds = legal.wager
        found["raise_to" if bounds.raise_ else "bet"] = {
            "least": bounds.min_to,
            "most": bounds.max_to,
            "pot": bounds.pot_to,
            "only_least_or_most": bounds.fixed,
            "multiple_of": legal.unit,
        }
    return found


def table_as_json(table: Table) -> dict[str, Any]:
    """Returns the table as the seat sees it."""
    hand = table.hand
    found: dict[str, Any] = {
        "table": table.info.name,
        "stakes": f"{table.info.small_blind}/{table.info.big_blind}",
        "your_seat": table.hero_seat,
        "seats": [_seat_as_json(table, seat) for seat in table.seats],
    }
    if hand is not None:
        found |= {
            "hand": hand.number,
            "game": hand.game.name,
            "betting": _spaced(hand.game.betting),
            "street": hand.street,
            "your_cards": table.cards,
            "boards": hand.boards,
            "pot": table.pot_total(),
            "to_call": table.to_call(),
            "pot_odds": round(table.pot_odds(), 3),
            "your_position": table.hero_position(),
        }
    return found


def _seat_as_json(table: Table, seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seat": seat.seat,
        "name": name_of(table, seat.seat),
        "stack": seat.stack,
        "bet": seat.bet,
    }
    if seat.in_hand is not None:
        found["in_hand"] = not seat.in_hand.folded
        found["all_in"] = seat.in_hand.all_in
        open_cards = seat.in_hand.tabled or seat.in_hand.up
        if open_cards:
            found["open_cards"] = open_cards
    if seat.sitting_out:
        found["sitting_out"] = True
    return found


def decision_in_words(table: Table, legal: Legal, seconds: float | None) -> str:
    """Returns a decision as a person would put it."""
    hand, hero = table.hand, table.hero()
    if hand is None or hero is None:
        return "It is your turn."
    board = "" if not hand.board() else f" The board is {cards_of(hand.board())}."
    others = ", ".join(f"{seat.name} ({seat.stack} behind)" for seat in table.opponents())
    clock = "" if seconds is None else f" You have {seconds:.0f} s."
    return (
        f"Your turn in {hand.game.name}. You hold {cards_of(table.cards)}.{board} "
        f"The pot is {table.pot_total()}, and you have {hero.stack} behind. "
        f"Still in: {others}. You may: {legal}.{clock}"
    )
