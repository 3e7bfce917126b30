"""Which cards to discard: simple and sound rules for every game.

A bot keeps a made hand or the best start of one, and does not consider opponents or odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from . import ranking
from .cards import rank
from .messages import Card, DiscardRange, Ranking

if TYPE_CHECKING:
    from .model import Hand

#: The highest card worth drawing to in a low game, as the number of ranks below it: an eight.
_DRAW_LOW = 6
#: The highest card of a low hand that stands pat: a nine, and a ten when no draw is left.
_PAT_LOW = 7
#: The highest card worth keeping in an unfinished badugi: an eight.
_DRAW_BADUGI = 6

_HIGH: set[Ranking] = {"High", "ShortDeckHigh", "ShortDeckTripsHigh"}
_BADUGI: set[Ranking] = {"Badugi", "AceHighBadugi"}


def sensible_discards(hand: Hand, held: Sequence[Card], range: DiscardRange) -> list[Card]:
    """Returns the cards to discard out of those held, as many as the range requires.

    In a draw it keeps made hands and the best start of one. If a number of cards must go
    (pineapple), it keeps those that make the best hand with the board.
    """
    if range.least > 0:
        return _weakest(hand, held, range.least)
    kept = _kept_in_a_draw(hand, held, hand.draws >= hand.game.draws)
    # The highest cards go first if not all may.
    gone = sorted((card for card in held if card not in kept), key=rank, reverse=True)
    return gone[: range.most]


def _kept_in_a_draw(hand: Hand, held: Sequence[Card], last_draw: bool) -> set[Card]:
    """Returns the cards to keep, by the ranking that five cards are drawn to."""
    rankings: list[Ranking] = [half.ranking for half in hand.game.showdown]
    # If the pot is split, the five-card half decides, because low cards help the badugi too.
    five: list[Ranking] = [one for one in rankings if one not in _BADUGI]
    common: list[Ranking] = ["High"]
    by = (five or rankings or common)[0]
    if by in _HIGH:
        return _high(held)
    if by in _BADUGI:
        return _badugi(held, by == "Badugi")
    return _low(held, by, last_draw)


def _high(held: Sequence[Card]) -> set[Card]:
    """Returns a made hand, a pair or better, four to a flush or to an open straight, or the
    highest card."""
    made = ranking.high("High", held) if 5 <= len(held) <= 7 else None
    # A straight, a flush, a full house or a straight flush.
    if made is not None and made[0] in (4, 5, 6, 8):
        return set(held)
    ranks = [rank(card) for card in held]
    grouped = {card for card in held if ranks.count(rank(card)) > 1}
    if grouped:
        return grouped
    return _four_to_a_flush(held) or _four_to_a_straight(held) or _highest(held)


def _four_to_a_flush(held: Sequence[Card]) -> set[Card]:
    for card in held:
        suited = {other for other in held if other[1] == card[1]}
        if len(suited) >= 4:
            return suited
    return set()


def _four_to_a_straight(held: Sequence[Card]) -> set[Card]:
    """Returns four cards in a row that a card at either end completes."""
    ranks = {rank(card) for card in held}
    for lowest in range(1, 9):
        row = range(lowest, lowest + 4)
        if ranks.issuperset(row):
            return {card for card in held if rank(card) in row}
    return set()


def _highest(held: Sequence[Card]) -> set[Card]:
    return {max(reversed(held), key=rank)} if held else set()


def _low(held: Sequence[Card], by: Ranking, last_draw: bool) -> set[Card]:
    """Returns one card of each low rank, or all five if they are good enough to stand pat."""
    ace_low = by != "DeuceSevenLow"
    cards: list[Card] = []
    for card in sorted(held, key=lambda card: _height(card, ace_low)):
        if not cards or cards[-1][0] != card[0]:
            cards.append(card)
    pat = _PAT_LOW + 1 if last_draw else _PAT_LOW
    all_low = len(cards) >= 5 and all(_height(card, ace_low) <= pat for card in cards)
    if all_low and not (by == "DeuceSevenLow" and _is_straight_or_flush(cards)):
        return set(cards)
    # A straight or a flush is not low, so one of the five must go.
    return set([card for card in cards if _height(card, ace_low) <= _DRAW_LOW][:4])


def _is_straight_or_flush(cards: Sequence[Card]) -> bool:
    made = ranking.high("High", cards) if 5 <= len(cards) <= 7 else None
    return made is not None and made[0] in (4, 5, 8)


def _badugi(held: Sequence[Card], ace_low: bool) -> set[Card]:
    """Returns the best badugi, without cards that are too high to draw to."""
    if not held:
        return set()
    _, best = ranking.badugi(held, ace_low=ace_low)
    if len(best) >= 4:
        return set(best)
    return {card for card in best if _height(card, ace_low) <= _DRAW_BADUGI}


def _height(card: Card, ace_low: bool) -> int:
    """Returns the number of ranks below a card's rank. An ace may be the lowest."""
    return ranking.low_rank(card) if ace_low else rank(card)


def _weakest(hand: Hand, held: Sequence[Card], count: int) -> list[Card]:
    """Returns the `count` cards whose loss leaves the best hand with the board."""
    places = range(min(len(held), 7))
    gone = min(count, len(held))

    def worth(mask: tuple[int, ...]) -> tuple[bool, ranking.Value, int, int]:
        rest = [card for place, card in enumerate(held) if place not in mask]
        half = hand.game.showdown[0] if hand.game.showdown else None
        found = half and ranking.value(half.ranking, rest, hand.board(), half.hole)
        return found is not None, found or (), _start_worth(rest), sum(1 << at for at in mask)

    return [held[place] for place in max(combinations(places, gone), key=worth, default=())]


def _start_worth(cards: Sequence[Card]) -> int:
    """Rates cards before there is a board: pairs first, then high, suited and connected cards."""
    return sum(_pair_worth(one, other) for one, other in combinations(cards, 2))


def _pair_worth(one: Card, other: Card) -> int:
    low, high = sorted((rank(one), rank(other)))
    pair = 40 if high == low else 0
    suited = 6 if one[1] == other[1] else 0
    return pair + suited + max(5 - (high - low), 0) + 2 * high + low
