"""The value of a hand in any game: the rest is dealt at random, again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from . import ranking
from .cards import FULL_DECK, SHORT_DECK
from .draws import sensible_discards
from .messages import Card, DiscardRange, Half

if TYPE_CHECKING:
    from .model import Hand, Table


#: How often the rest of a hand is dealt, and how often if two of many hole cards play.
_DEALS, _DEALS_OF_OMAHA = 100, 20


def strength(table: Table, deals: int | None) -> float:
    """Returns the average part of the pot that this seat's hand wins against one opponent."""
    hand = table.hand
    if hand is None or not table.cards:
        return 0.0
    parts = [seat.in_hand for seat in table.opponents() if seat.in_hand is not None]
    opens = [part.tabled or part.up for part in parts]
    if deals is None:
        is_omaha = any(half.hole == "ExactlyTwo" for half in hand.game.showdown)
        deals = _DEALS_OF_OMAHA if is_omaha else _DEALS
    # The opponent who shows most is the one to beat.
    open_cards = max(opens, key=len, default=[])
    stub = _unseen(table, hand)
    random = Random(f"{table.cards} {hand.boards} {open_cards}")
    parts_won = [
        won
        for _ in range(max(deals, 1))
        if (won := _play_out(hand, table.cards, open_cards, stub, random)) is not None
    ]
    return sum(parts_won) / len(parts_won) if parts_won else 0.5


def _unseen(table: Table, hand: Hand) -> list[Card]:
    """Returns the cards whose place is unknown."""
    seen = set(table.cards)
    for board in hand.boards:
        seen.update(board)
    for seat in table.seats:
        if seat.in_hand is not None:
            seen.update(seat.in_hand.up, seat.in_hand.tabled or [])
    deck = SHORT_DECK if hand.game.deck == "Short36" else FULL_DECK
    return [card for card in deck if card not in seen]


def _play_out(
    hand: Hand, own: Sequence[Card], open_cards: Sequence[Card], stub: list[Card], random: Random
) -> float | None:
    """Plays out the hand once. Returns `None` if no player has a hand."""
    game = hand.game
    # Two hands with all their draws, and the board.
    most = game.board_cards + 2 * (game.hole_cards + 1) * (1 + game.draws)
    dealt = iter(random.sample(stub, min(most, len(stub))))
    board = _filled(hand.board(), game.board_cards, dealt)
    hands = []
    for begun, held in ((hand.draws, own), (0, open_cards)):
        cards = _filled(held, game.hole_cards, dealt)
        for draws in range(begun, game.draws):
            cards = _drawn(hand, draws + 1, cards, dealt)
        hands.append(_fewest(hand, cards))
    parts = [won for half in game.showdown if (won := _part(half, hands, board)) is not None]
    return sum(parts) / len(parts) if parts else None


def _filled(cards: Sequence[Card], count: int, dealt: Iterator[Card]) -> list[Card]:
    found = list(cards)
    while len(found) < count:
        card = next(dealt, None)
        if card is None:
            break
        found.append(card)
    return found


def _drawn(hand: Hand, draws: int, cards: list[Card], dealt: Iterator[Card]) -> list[Card]:
    """Makes one draw with sensible discards."""
    gone = sensible_discards(replace(hand, draws=draws), cards, DiscardRange(0, len(cards)))
    return _filled([card for card in cards if card not in gone], len(cards), dealt)


def _fewest(hand: Hand, cards: list[Card]) -> list[Card]:
    """Keeps the best cards if a player holds more than are played, as in pineapple."""
    many = len(cards) - hand.game.hole_cards
    if many <= 0:
        return cards
    gone = sensible_discards(hand, cards, DiscardRange(many, many))
    return [card for card in cards if card not in gone]


def _part(half: Half, hands: list[list[Card]], board: list[Card]) -> float | None:
    """Returns the first hand's part of one half of the pot. `None` if no hand qualifies."""
    own, other = (ranking.value(half.ranking, cards, board, half.hole) for cards in hands)
    if own is None and other is None:
        return None
    if own == other:
        return 0.5
    return 0.0 if own is None or (other is not None and other > own) else 1.0
