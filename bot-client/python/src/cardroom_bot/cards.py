"""Cards as the protocol writes them: a rank of `23456789TJQKA` and a suit of `cdhs`."""

from __future__ import annotations

from .messages import Card

RANKS = "23456789TJQKA"
SUITS = "cdhs"

#: All 52 cards, from the deuce of clubs to the ace of spades.
FULL_DECK: tuple[Card, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)

#: The cards of short-deck games, from the sixes up.
SHORT_DECK: tuple[Card, ...] = FULL_DECK[4 * RANKS.index("6") :]

_RANK = {card: RANKS.index(card[0]) for card in FULL_DECK}


def rank(card: Card) -> int:
    """Returns the rank of a card, from 0 for a deuce to 12 for an ace."""
    return _RANK[card]


def suit(card: Card) -> str:
    """Returns the suit of a card: `c`, `d`, `h` or `s`."""
    return card[1]


def parse(text: str) -> list[Card]:
    """Returns the cards of a text such as `AsKd` or `As Kd`."""
    bare = "".join(text.split())
    found = [bare[at : at + 2] for at in range(0, len(bare), 2)]
    for card in found:
        if card not in _RANK:
            raise ValueError(f"{card!r} is no card: write a rank of {RANKS} and a suit of {SUITS}")
    return found
