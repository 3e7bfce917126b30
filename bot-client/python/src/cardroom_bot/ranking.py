"""The value of hands under every ranking of the room. A larger value wins.

A value is a tuple that is comparable with others of the same ranking. Hands that do not qualify,
or have too few cards, have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

from .cards import SUITS, rank
from .messages import Card, HoleUse, Ranking

Value: TypeAlias = "tuple[int, ...]"

#: Categories of high hands by the order in which they beat each other.
_STRAIGHT_FLUSH, _QUADS, _FLUSH, _FULL, _STRAIGHT, _TRIPS, _TWO_PAIR, _PAIR, _NOTHING = range(9)
_ORDERS = {
    "High": (8, 7, 5, 6, 4, 3, 2, 1, 0),
    "ShortDeckHigh": (8, 7, 6, 5, 4, 3, 2, 1, 0),
    "ShortDeckTripsHigh": (8, 7, 6, 5, 3, 4, 2, 1, 0),
}
_SIX = 4


def value(
    ranking: Ranking, hole: Sequence[Card], board: Sequence[Card], use: HoleUse
) -> Value | None:
    """Returns the value of the best hand of hole cards and board, or `None` if there is none."""
    if use == "Any":
        return of_cards(ranking, [*hole, *board])
    if not 2 <= len(hole) <= 7 or not 3 <= len(board) <= 5:
        return None
    found = (
        of_cards(ranking, [*own, *common])
        for common in combinations(board, 3)
        for own in combinations(hole, 2)
    )
    return max((one for one in found if one is not None), default=None)


def of_cards(ranking: Ranking, cards: Sequence[Card]) -> Value | None:
    """Returns the value of the best hand of all these cards, or `None` if there is none."""
    if ranking == "Badugi" or ranking == "AceHighBadugi":
        return badugi(cards, ace_low=ranking == "Badugi")[0] if cards else None
    if not 5 <= len(cards) <= 7:
        return None
    if ranking == "High" or ranking == "ShortDeckHigh" or ranking == "ShortDeckTripsHigh":
        return high(ranking, cards)
    if ranking == "EightOrBetter":
        return _eight_or_better(cards)
    lowest = _ace_five if ranking == "AceFiveLow" else _deuce_seven
    return max(lowest(five) for five in combinations(cards, 5))


def high(ranking: Ranking, cards: Sequence[Card]) -> Value | None:
    """Returns the value of the best five cards of high games, out of five to seven."""
    short = ranking != "High"
    order = _ORDERS[ranking]
    suits = dict.fromkeys(SUITS, 0)
    counts = [0] * 13
    for card in cards:
        place = rank(card)
        suits[card[1]] |= 1 << place
        counts[place] += 1
    if short and any(counts[:_SIX]):
        return None
    for mask in suits.values():
        if mask.bit_count() >= 5:
            top = _straight(mask, short)
            if top is not None:
                return (order[_STRAIGHT_FLUSH], top)
            flush = [place for place in range(12, -1, -1) if mask >> place & 1][:5]
            return max(_grouped(order, counts, short), (order[_FLUSH], *flush))
    return _grouped(order, counts, short)


def _grouped(order: tuple[int, ...], counts: list[int], short: bool) -> Value:
    """Returns the value of the best hand without regard to suits."""
    groups = sorted(((count, place) for place, count in enumerate(counts) if count), reverse=True)
    first, top = groups[0]
    others = sorted((place for _, place in groups[1:]), reverse=True)
    if first == 4:
        return (order[_QUADS], top, *others[:1])
    second, next_top = groups[1] if len(groups) > 1 else (0, 0)
    if first == 3 and second >= 2:
        pairs = [place for count, place in groups[1:] if count >= 2]
        return (order[_FULL], top, max(pairs))
    mask = sum(1 << place for place, count in enumerate(counts) if count)
    straight = _straight(mask, short)
    made: list[Value] = [] if straight is None else [(order[_STRAIGHT], straight)]
    if first == 3:
        made.append((order[_TRIPS], top, *others[:2]))
    elif first == 2 and second == 2:
        kicker = max((place for place in others if place != next_top), default=0)
        made.append((order[_TWO_PAIR], top, next_top, kicker))
    elif first == 2:
        made.append((order[_PAIR], top, *others[:3]))
    else:
        made.append((order[_NOTHING], top, *others[:4]))
    return max(made)


def _straight(mask: int, short: bool) -> int | None:
    """Returns the highest rank of the best straight."""
    for top in range(12, 3, -1):
        if mask >> (top - 4) & 31 == 31:
            return top
    wheel = [_SIX, 5, 6, 7, 12] if short else [0, 1, 2, 3, 12]
    return wheel[3] if all(mask >> place & 1 for place in wheel) else None


def low_rank(card: Card) -> int:
    """Returns the rank of a card where the ace is low, from 0 for an ace to 12 for a king."""
    return (rank(card) + 1) % 13


def _shape(places: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the sizes of groups of equal ranks, and their ranks in the same order."""
    held = list(places)
    groups = sorted(((held.count(place), place) for place in set(held)), reverse=True)
    return tuple(count for count, _ in groups), tuple(place for _, place in groups)


#: The shapes of five cards, from no pair to four of a kind.
_SHAPES = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]


def _ace_five(five: Sequence[Card]) -> Value:
    sizes, places = _shape(low_rank(card) for card in five)
    return (-_SHAPES.index(sizes), *(-place for place in places))


def _eight_or_better(cards: Sequence[Card]) -> Value | None:
    places = sorted({low_rank(card) for card in cards} & set(range(8)))
    return tuple(-place for place in reversed(places[:5])) if len(places) >= 5 else None


def _deuce_seven(five: Sequence[Card]) -> Value:
    places = sorted((rank(card) for card in five), reverse=True)
    is_flush = len({card[1] for card in five}) == 1
    is_straight = len(set(places)) == 5 and places[0] - places[4] == 4
    sizes, groups = _shape(places)
    category = [0, 1, 2, 3, 6, 7][_SHAPES.index(sizes)]
    if is_straight or is_flush:
        category = 8 if is_straight and is_flush else 5 if is_flush else 4
    return (-category, *(-place for place in groups))


def badugi(cards: Sequence[Card], *, ace_low: bool) -> tuple[Value, tuple[Card, ...]]:
    """Returns the value of the best badugi, and its cards, the highest first.

    Of several choices with the same value, the highest rank gets the highest suit, then the next.
    """
    height: Callable[[Card], int] = low_rank if ace_low else rank
    best: tuple[Value, tuple[int, ...], tuple[Card, ...]] | None = None
    for size in range(min(4, len(cards)), 0, -1):
        for chosen in combinations(cards, size):
            ranks, suited = ({card[place] for card in chosen} for place in (0, 1))
            if not len(ranks) == len(suited) == size:
                continue
            ordered = tuple(sorted(chosen, key=height, reverse=True))
            worth = (size, *(-height(card) for card in ordered))
            suits = tuple(SUITS.index(card[1]) for card in ordered)
            if best is None or (worth, suits) > best[:2]:
                best = (worth, suits, ordered)
        if best is not None:
            return best[0], best[2]
    raise ValueError("a badugi takes a card at least")
