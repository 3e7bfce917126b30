"""A bot over lines, as in a match."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import unittest
from collections.abc import Iterable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

from cardroom_bot import Bot, HandResult, Legal, RaiseTo, Table, play_lines
from cardroom_bot.messages import Action, TableEvent

PAGE = Path(__file__).parents[3] / "protocol/LINES.md"


def session() -> list[dict[str, Any]]:
    """The lines to the program of the page's sample session."""
    text = PAGE.read_text()
    return [json.loads(line[2:]) for line in text.splitlines() if line.startswith("→ {")]


def with_events(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Adds the lines that a match sends to a program that wants events."""
    found: list[dict[str, Any]] = []
    for line in lines:
        for event in line.get("act", {}).get("events", []):
            found.append({"event": event})
        found.append(line)
    return found


def play(bot: Bot, lines: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], Any]:
    source = io.StringIO("".join(json.dumps(line) + "\n" for line in lines))
    sink = io.StringIO()
    # What a bot prints goes there.
    with redirect_stderr(io.StringIO()):
        counters = play_lines(bot, source, sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()], counters


class Caller(Bot):
    def __init__(self) -> None:
        self.seen: list[str] = []
        self.result: HandResult | None = None

    def act(self, table: Table, legal: Legal) -> Action:
        print("this is no line")
        hand = table.hand
        assert hand is not None
        self.seen.append(
            f"{' '.join(table.cards)} on {' '.join(hand.board())}, pot {table.pot_total()}, "
            f"raises {hand.raises}, {table.hero_position()}"
        )
        return legal.check_or_call()

    def saw(self, table: Table, event: TableEvent) -> None:
        self.seen.append(type(event).__name__)

    def hand_started(self, table: Table) -> None:
        self.seen.append("a hand begins")

    def hand_ended(self, table: Table, result: HandResult) -> None:
        self.result = result


class Lines(unittest.TestCase):
    def setUp(self) -> None:
        log = logging.getLogger("cardroom_bot")
        log.disabled = True
        self.addCleanup(setattr, log, "disabled", False)

    def test_a_bot_answers_and_sees_what_happens(self) -> None:
        bot = Caller()
        answers, counters = play(bot, with_events(session()))
        self.assertEqual(
            answers,
            [
                {"ready": {"events": True}},
                {"id": 1, "action": "Call"},
                {"id": 2, "action": "Check"},
            ],
        )
        decisions = [line for line in bot.seen if "pot" in line]
        self.assertEqual(decisions[0], "As Ks on , pot 150, raises 0, Button")
        self.assertEqual(decisions[1], "As Ks on Qs Js 2d, pot 600, raises 0, Button")
        self.assertEqual(bot.seen[:2], ["HandStarted", "a hand begins"])
        self.assertIsNotNone(bot.result)
        assert bot.result is not None
        self.assertEqual((bot.result.net, bot.result.dealt_in), (300, True))
        self.assertEqual((counters.hands, counters.illegal, counters.resyncs), (1, 0, 0))

    def test_a_decision_holds_all_that_is_needed(self) -> None:
        bot = Caller()
        answers, counters = play(bot, session())
        self.assertEqual([answer.get("id") for answer in answers], [None, 1, 2])
        decisions = [line for line in bot.seen if "pot" in line]
        self.assertEqual(decisions[1], "As Ks on Qs Js 2d, pot 600, raises 0, Button")
        self.assertEqual(counters.resyncs, 2)

    def test_an_illegal_answer_is_replaced_and_counted(self) -> None:
        class Wrong(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                return RaiseTo(5)

        answers, counters = play(Wrong(), session())
        self.assertEqual([answer.get("action") for answer in answers[1:]], ["Fold", "Check"])
        self.assertEqual(counters.illegal, 2)

    def test_a_bot_that_fails_checks_or_folds(self) -> None:
        class Broken(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                raise KeyError("nothing")

        logging.getLogger("cardroom_bot").disabled = False
        with self.assertLogs("cardroom_bot", logging.ERROR) as logs:
            answers, counters = play(Broken(), session())
        self.assertEqual([answer.get("action") for answer in answers[1:]], ["Fold", "Check"])
        self.assertEqual(counters.errors, 2)
        # The traceback begins in the bot, and not inside the library.
        self.assertIn("test_lines.py", logs.output[0])
        self.assertNotIn("deciding.py", logs.output[0])

    def test_an_answer_that_does_not_come_is_replaced(self) -> None:
        class Slow(Bot):
            async def act(self, table: Table, legal: Legal) -> Action:
                await asyncio.sleep(60)
                return "Call"

        lines = session()
        for line in lines:
            if "act" in line:
                line["act"]["time_ms"] = 200
        answers, counters = play(Slow(), lines)
        self.assertEqual([answer.get("action") for answer in answers[1:]], ["Fold", "Check"])
        self.assertEqual(counters.late, 2)

    def test_probabilities_are_sent_as_a_policy(self) -> None:
        class Mixes(Bot):
            def policy(self, table: Table, legal: Legal) -> list[tuple[Action, float]]:
                return [(legal.check_or_call(), 0.75), (legal.min_wager(), 0.25)]

        answers, _ = play(Mixes(), session())
        self.assertEqual(
            answers[1], {"id": 1, "policy": [["Call", 0.75], [{"RaiseTo": 200}, 0.25]]}
        )

    def test_a_policy_that_does_not_add_up_is_replaced(self) -> None:
        class Wrong(Bot):
            def policy(self, table: Table, legal: Legal) -> list[tuple[Action, float]]:
                return [("Fold", 0.5)]

        answers, counters = play(Wrong(), session())
        self.assertEqual(answers[1], {"id": 1, "action": "Fold"})
        self.assertEqual((counters.illegal, counters.errors), (2, 0))

    def test_a_draw_is_answered_with_cards(self) -> None:
        class Drawer(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                return legal.check_or_call()

        lines = session()
        act = next(line for line in lines if "act" in line)["act"]
        act["cards"] = ["As", "Ad", "7c", "4d", "2h"]
        act["legal"] = {
            **dict.fromkeys(("call", "wager", "bring_in")),
            "fold": False,
            "check": False,
            "discard": {"least": 0, "most": 5},
        }
        answers, _ = play(Drawer(), lines)
        self.assertEqual(set(answers[1]["discard"]), {"7c", "4d", "2h"})

    def test_offers_are_wanted_by_bots_that_answer_them(self) -> None:
        class Gambler(Caller):
            async def run_it(self, table: Table, most: int) -> int:
                return 9

        offer = {
            "id": 3,
            "question": {"run_it": 2},
            "hand": 1,
            "cards": ["As", "Ks"],
            "boards": [[]],
            "pot": 100,
            "time_ms": 1000,
        }
        answers, _ = play(Gambler(), [session()[0], {"offer": offer}])
        self.assertEqual(answers[0], {"ready": {"events": True, "offers": True}})
        self.assertEqual(answers[1], {"id": 3, "run_it": 2})
