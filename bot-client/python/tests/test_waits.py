"""The waits, the pings and the repeated actions are those that PROTOCOL.md describes."""

from __future__ import annotations

import math
import unittest
from random import Random

from cardroom_bot import messages as m
from cardroom_bot.connection import Endpoint
from cardroom_bot.drive import BACKOFF_FIRST, BACKOFF_LONGEST, Backoff
from cardroom_bot.errors import AddressError
from cardroom_bot.keep_alive import KeepAlive, Reliance
from cardroom_bot.outbox import COUNTER_BITS, Outbox
from cardroom_bot.settings import Settings
from cardroom_bot.turns import Sent, Turns


class Waits(unittest.TestCase):
    def test_waits_grow_up_to_a_bound(self) -> None:
        backoff = Backoff(Random(1))
        self.assertTrue(BACKOFF_FIRST / 2 <= backoff.next(0) <= BACKOFF_FIRST)
        waits = [backoff.next(0) for _ in range(40)]
        self.assertLessEqual(max(waits), BACKOFF_LONGEST)
        self.assertGreaterEqual(waits[-1], BACKOFF_LONGEST / 2)

    def test_soon_after_a_loss_no_wait_is_longer_than_a_second(self) -> None:
        backoff = Backoff(Random(1))
        backoff.lost(100.0)
        waits = [backoff.next(109.0) for _ in range(40)]
        self.assertLessEqual(max(waits), 1.0)
        self.assertGreater(len(set(waits)), 1, "not always equally long")
        self.assertGreaterEqual(backoff.next(110.0), BACKOFF_LONGEST / 2)

    def test_a_bot_does_not_give_up_soon_after_a_loss(self) -> None:
        backoff = Backoff(Random(1))
        self.assertTrue(backoff.gives_up(0.0, 1))
        self.assertFalse(backoff.gives_up(0.0, 2))
        backoff.hurry(100.0)
        for _ in range(40):
            backoff.next(100.0)
        self.assertFalse(backoff.gives_up(109.0, 8))
        self.assertTrue(backoff.gives_up(110.0, 8))

    def test_several_addresses_are_tried_in_turn_from_the_one_that_answered_last(self) -> None:
        endpoint = Endpoint("ws://a:1/ws, ws://b:2/ws,ws://c:3/ws")
        self.assertEqual([place for place, _ in endpoint.in_turn()], [0, 1, 2])
        endpoint.let_in(2)
        self.assertEqual([place for place, _ in endpoint.in_turn()], [2, 0, 1])
        endpoint.pass_over(1)
        self.assertEqual([place for place, _ in endpoint.in_turn()], [2, 0, 1])
        endpoint.pass_over(2)
        self.assertEqual([place for place, _ in endpoint.in_turn()], [0, 1, 2])

    def test_what_is_no_address_is_refused_with_a_sentence(self) -> None:
        for url, why in (
            ("http://127.0.0.1:7777/", "Bots connect to ws://127.0.0.1:7777/ws."),
            ("https://poker.example/#/tables", "Bots connect to wss://poker.example/ws."),
            ("127.0.0.1:7777", "Write ws:// or wss:// before the host."),
            ("ws://127.0.0.1:1/ws,", "Write ws:// or wss:// before the host."),
            ("ws:///ws", "names no host"),
        ):
            with self.assertRaisesRegex(AddressError, why):
                Endpoint(url)
        with self.assertRaisesRegex(AddressError, "The CA file /nowhere.pem cannot be used"):
            Endpoint("wss://127.0.0.1/ws", "/nowhere.pem")
        with self.assertRaisesRegex(ValueError, "A buy-in is min, max, chips"):
            Settings(buy_in="lots")


class Lines(unittest.TestCase):
    def test_a_request_without_an_answer_is_followed_by_a_ping_and_a_new_connection(self) -> None:
        line, waiting = KeepAlive(0.0, 60.0), Reliance(waiting=10.0)
        self.assertEqual(line.ping_at(waiting), 12.0)
        line.pinged(12.0, waiting)
        self.assertEqual(line.dead_at(waiting), 14.0)
        line.received(13.0)
        self.assertEqual(line.dead_at(waiting), 15.0)
        line.received(15.9)
        self.assertEqual(line.dead_at(waiting), 16.0, "no pong for four seconds")
        self.assertTrue(line.is_dead(16.0, waiting))
        line.ponged()
        self.assertFalse(line.is_dead(16.0, waiting))

    def test_silence_at_a_table_is_tested_after_four_seconds(self) -> None:
        line, plays = KeepAlive(0.0, 60.0), Reliance(plays=True)
        self.assertEqual(line.ping_at(plays), 4.0)
        self.assertEqual(line.ping_at(Reliance()), 15.0, "without a seat")
        self.assertEqual(line.ping_at(Reliance(plays=True, tests=False)), 30.0, "in a match")

    def test_an_idle_line_is_given_up_at_one_and_a_half_of_its_timeout(self) -> None:
        line = KeepAlive(0.0, 10.0)
        self.assertFalse(line.is_dead(15.0, Reliance()))
        self.assertTrue(line.is_dead(15.1, Reliance()))
        self.assertEqual(KeepAlive(0.0, 0.0).idle_timeout, math.inf)


def sent(number: int, until: float = 2.0) -> Sent:
    return Sent(4, m.Act(1, 4, number, "Fold"), 1.0, until)


class Actions(unittest.TestCase):
    def test_a_busy_table_gets_an_action_again_until_the_turn_is_over(self) -> None:
        turns, now = Turns(), 1.0
        turns.sent = sent(7)
        self.assertIsNone(turns.refused(now, 6, "busy"), "another action was sent since")
        for wait in (0.1, 0.2, 0.4):
            self.assertEqual(turns.refused(now, 7, "busy"), "passing")
            now += wait
            due = turns.take_due(now)
            self.assertIsNotNone(due)
            self.assertIsNotNone(turns.repeat(4))
        self.assertEqual(turns.refused(now, 7, "busy"), "late")
        self.assertTrue(turns.has_given_up(4))

    def test_an_accepted_action_is_not_repeated(self) -> None:
        turns = Turns()
        turns.sent = sent(7)
        self.assertIsNone(turns.repeat(5))
        self.assertEqual(turns.repeat(4), m.Act(1, 4, 7, "Fold"))
        self.assertEqual(turns.waiting_since(), 1.0)
        turns.accepted(7)
        self.assertIsNone(turns.repeat(4))
        self.assertIsNone(turns.waiting_since())

    def test_what_a_refusal_means(self) -> None:
        for code, meaning in (
            ("stale_turn", "late"),
            ("below_minimum", "illegal"),
            ("table_paused", "passing"),
        ):
            turns = Turns()
            turns.sent = sent(7)
            self.assertEqual(turns.refused(1.0, 7, code), meaning)

    def test_a_turn_has_a_limit_of_gestures(self) -> None:
        turns = Turns()
        self.assertEqual([turns.take_gesture(4) for _ in range(4)], [True, True, True, False])
        self.assertTrue(turns.take_gesture(5))

    def test_an_answer_is_matched_to_its_request_once(self) -> None:
        outbox = Outbox(place=3)
        outbox.ask("refill", m.Refill)
        outbox.ask("other", m.Logout)
        number = (3 << COUNTER_BITS) + 1
        self.assertIsNone(outbox.waiting_since(), "nothing was sent yet")
        self.assertEqual(outbox.take(2.0), [m.Refill(number), m.Logout(number + 1)])
        self.assertEqual(outbox.waiting_since(), 2.0)
        self.assertEqual(outbox.answered(number), ("refill", None))
        self.assertIsNone(outbox.answered(number))
