"""Hands beat each other as in the room. `test_model.py` compares draws with the Rust library."""

from __future__ import annotations

import unittest
from itertools import combinations, pairwise
from random import Random

from cardroom_bot import ranking
from cardroom_bot.cards import FULL_DECK, SHORT_DECK, parse
from cardroom_bot.messages import Ranking

#: Hands of each ranking, each of which beats the next.
LADDERS: dict[Ranking, str] = {
    "High": "AsKsQsJsTs 5s4s3s2sAs AcAdAhAs2c KcKdKhQsQc AcJc9c5c2c AcKdQhJsTc 5c4d3h2sAc "
    "AcAdAh3s2c AcAdKhKs2c AcAdQhQsKc AcAdKhQs2c AcKdQhJs9c 7c5d4h3s2c",
    "ShortDeckHigh": "AsKsQsJsTs 9s8s7s6sAs AcAdAhAs6c AcJc9c8c7c KcKdKhQsQc AcKdQhJsTc 9c8d7h6sAc "
    "AcAdAh7s6c AcAdKhKs6c",
    "ShortDeckTripsHigh": "AcJc9c8c7c KcKdKhQsQc AcAdAh7s6c AcKdQhJsTc 9c8d7h6sAc AcAdKhKs6c",
    "AceFiveLow": "5s4s3s2sAs 6c4d3h2sAc 6c5d3h2sAc 7c4d3h2sAc KcQdJhTs9c AcAd2h3s4c AcAd2h3s5c "
    "2c2dAh3s4c KcKdQhJsTc 2c2dAhAs3c 3c3dAhAs2c AcAdAh2s3c KcKdKhQsJc AcAdAh2s2c 2c2d2hAsAc "
    "AcAdAhAs2c KcKdKhKsQc",
    "EightOrBetter": "5s4s3s2sAs 8c4d3h2sAc 8c7d6h5s4c",
    "DeuceSevenLow": "7c5d4h3s2c 7c6d4h3s2c 8c5d4h3s2c KcQdJhTs8c Ac5d4h3s2c Ac6d4h3s2c AcKdQhJs9c "
    "2c2d3h4s5c AcAd2h3s4c 3c3d2h2s4c 2c2d2h3s4c 6c5d4h3s2c AcKdQhJsTc 7c5c4c3c2c Ac5c4c3c2c "
    "2c2d2h3s3c 2c2d2h2s3c 6c5c4c3c2c AcKcQcJcTc",
    "Badugi": "4c3d2hAs 5c3d2hAs 5c4d2hAs KcQdJhTs Ac2d3h KcQdJhJc Ac2d Ac Kc",
    "AceHighBadugi": "5c4d3h2s KcQdJhTs Ac4d3h2s 4c3d2h Ac",
}
FIVE: list[Ranking] = [one for one in LADDERS if not one.endswith("adugi")]


def value(of: Ranking, cards: str) -> ranking.Value:
    found = ranking.value(of, parse(cards), [], "Any")
    assert found is not None, (of, cards)
    return found


class Hands(unittest.TestCase):
    def test_each_hand_beats_the_next(self) -> None:
        for of, ladder in LADDERS.items():
            hands = ladder.split()
            for better, worse in pairwise(hands):
                self.assertGreater(value(of, better), value(of, worse), f"{of}: {better} {worse}")

    def test_seven_cards_are_worth_their_best_five(self) -> None:
        random = Random(7)
        for of in FIVE:
            deck = SHORT_DECK if of.startswith("Short") else FULL_DECK
            for _ in range(200):
                cards = random.sample(deck, random.choice([6, 7]))
                fives = [ranking.of_cards(of, five) for five in combinations(cards, 5)]
                best = max((five for five in fives if five is not None), default=None)
                self.assertEqual(ranking.of_cards(of, cards), best, f"{of}: {cards}")

    def test_the_same_ranks_are_worth_the_same(self) -> None:
        self.assertEqual(value("High", "AcAdKhKs2c3d4h"), value("High", "AhAsKcKd4s"))
        self.assertEqual(
            value("EightOrBetter", "Kc8d7h6s5c4d4h"), value("EightOrBetter", "8d7h6s5c4d")
        )
        self.assertEqual(value("Badugi", "Ac2d3h4hKs"), value("Badugi", "Ac2d3hKs"))

    def test_hands_that_are_none_have_no_value(self) -> None:
        for of, cards in (
            ("EightOrBetter", "9c4d3h2sAc"),
            ("ShortDeckHigh", "2c6d7h8s9c"),
            ("High", "AcAd"),
        ):
            self.assertIsNone(ranking.value(of, parse(cards), [], "Any"), cards)  # type: ignore[arg-type]

    def test_omaha_takes_two_of_the_hand_and_three_of_the_board(self) -> None:
        board = parse("AcKcQcJc2d")
        one_club = ranking.value("High", parse("Tc9h8h7h"), board, "ExactlyTwo")
        self.assertEqual(one_club, value("High", "KcQdJhTs9c"), "a straight, and no flush")
        two_clubs = ranking.value("High", parse("Tc9c8h7h"), board, "ExactlyTwo")
        self.assertEqual(two_clubs, value("High", "KcQcJcTc9c"))
