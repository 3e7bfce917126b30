"""Ready-made answers are legal, and what is not legal is said in a sentence."""

from __future__ import annotations

import unittest
from random import Random

from cardroom_bot import Bet, Legal, RaiseTo
from cardroom_bot import messages as m
from cardroom_bot.deciding import fault_of_action


def legal(
    *,
    fold: bool = True,
    check: bool = False,
    call: int | None = None,
    wager: m.WagerRange | None = None,
    bring_in: int | None = None,
    unit: int = 1,
) -> Legal:
    return Legal.of(m.LegalActions(fold, check, call, wager, bring_in, None), unit)


class Choices(unittest.TestCase):
    def test_amounts_are_moved_into_the_bounds(self) -> None:
        found = legal(call=10, wager=m.WagerRange(True, 20, 90, 45, False))
        self.assertEqual(found.wager_to(50), RaiseTo(50))
        self.assertEqual(found.min_wager(), RaiseTo(20))
        self.assertEqual(found.pot_wager(), RaiseTo(45))
        self.assertEqual(found.max_wager(), RaiseTo(90))
        for wrong in (RaiseTo(91), Bet(50), "Check", RaiseTo(True), None, 7, "call"):
            self.assertFalse(found.allows(wrong), wrong)

    def test_passive_answers_never_pay_for_a_free_card(self) -> None:
        free = legal(check=True)
        self.assertEqual((free.check_or_call(), free.check_or_fold()), ("Check", "Check"))
        bet = legal(call=5)
        self.assertEqual((bet.check_or_call(), bet.check_or_fold()), ("Call", "Fold"))
        self.assertEqual(bet.max_wager(), "Call", "no raise is possible")

    def test_in_fixed_limit_there_is_nothing_between_the_sizes(self) -> None:
        found = legal(check=True, wager=m.WagerRange(False, 20, 40, 30, True))
        self.assertEqual(found.wager_to(30), Bet(20))
        self.assertEqual(found.max_wager(), Bet(40))
        self.assertFalse(found.allows(Bet(30)))

    def test_a_player_who_is_bound_keeps_the_promise_at_the_least(self) -> None:
        bounds = m.WagerRange(True, 20, 90, 20, False)
        self.assertEqual(legal(fold=False, wager=bounds).check_or_fold(), RaiseTo(20))
        self.assertEqual(legal(fold=False, call=10, wager=bounds).check_or_fold(), "Call")

    def test_the_lowest_card_brings_it_in_rather_than_fold(self) -> None:
        found = legal(fold=False, bring_in=6, wager=m.WagerRange(False, 20, 20, 20, True))
        self.assertEqual((found.check_or_fold(), found.check_or_call()), ("BringIn", "BringIn"))
        self.assertEqual(found.min_wager(), Bet(20), "a completion")

    def test_amounts_are_multiples_of_the_smallest_chip(self) -> None:
        found = legal(call=10, wager=m.WagerRange(True, 260, 990, 535, False), unit=25)
        self.assertEqual(found.pot_wager(), RaiseTo(525))
        self.assertEqual(found.wager_to(261), RaiseTo(260))
        self.assertEqual(found.max_wager(), RaiseTo(990))
        self.assertFalse(found.allows(RaiseTo(535)))

    def test_every_ready_made_answer_is_legal(self) -> None:
        random = Random(53)
        for _ in range(2_000):
            least = random.randint(1, 300)
            most = random.randint(least, 1_000)
            pot = random.randint(least, most)
            is_raise = random.random() < 0.5
            bounds = m.WagerRange(is_raise, least, most, pot, random.random() < 0.3)
            call = random.choice([None, random.randint(1, 300)])
            found = legal(
                check=call is None,
                call=call,
                wager=random.choice([None, bounds]),
                unit=random.choice([1, 5, 25]),
            )
            for answer in (
                found.check_or_fold(),
                found.check_or_call(),
                found.min_wager(),
                found.pot_wager(),
                found.max_wager(),
                found.wager_to(random.randint(0, 2_000)),
            ):
                self.assertTrue(found.allows(answer), (found, answer))

    def test_what_is_wrong_is_a_sentence(self) -> None:
        found = legal(call=10, wager=m.WagerRange(True, 20, 90, 45, False))
        self.assertEqual(
            fault_of_action(found, RaiseTo(5)),
            "RaiseTo 5 is not legal. Legal are: Fold, Call (10 more), RaiseTo 20 to 90.",
        )
        self.assertIn("None is no action.", fault_of_action(found, None) or "")
        self.assertIsNone(fault_of_action(found, "Call"))
