"""The book of hard moments passes good bots, and says what bad ones do wrong."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from cardroom_bot import Bot, HandResult, Legal, RaiseTo, Table, codec
from cardroom_bot import messages as m
from cardroom_bot.__main__ import main
from cardroom_bot.check import check, run_check
from cardroom_bot.check.book import Moment, book, games
from cardroom_bot.loading import load
from cardroom_bot.messages import Action, Card, DiscardRange
from cardroom_bot.new import class_name

SESSIONS = Path(__file__).parents[2] / "tests/sessions"


class Caller(Bot):
    def act(self, table: Table, legal: Legal) -> Action:
        return legal.check_or_call()


class Aggressive(Bot):
    def act(self, table: Table, legal: Legal) -> Action:
        return legal.pot_wager()


def failed(bot: type[Bot], *names: str) -> list[str]:
    """Plays the moments with these names, or all. Returns what failed."""
    import cardroom_bot.check as package

    chosen = [moment for moment in book() if not names or moment.name in names]
    assert len(chosen) == len(names) or not names
    before = package.book

    def only() -> list[Moment]:
        return chosen

    package.book = only
    try:
        return run_check(bot)
    finally:
        package.book = before


class Book(unittest.TestCase):
    def test_good_bots_pass(self) -> None:
        self.assertEqual(failed(Caller), [])
        self.assertEqual(failed(Aggressive), [])

    def test_the_book_has_every_game_of_the_room(self) -> None:
        known = {(game.id, game.betting) for game in games()}
        dealt = set()
        for path in SESSIONS.glob("*.jsonl"):
            if ".answers" in path.name or path.stem == "room":
                continue
            for frame in path.read_text().splitlines():
                for step in codec.decode(frame):
                    for event in step.events if isinstance(step, m.Step) else []:
                        if isinstance(event, m.HandStarted):
                            dealt.add((event.game.id, event.game.betting))
        self.assertEqual(known, dealt)

    def test_an_amount_that_is_no_multiple_of_the_chip_is_noticed(self) -> None:
        class Odd(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                return RaiseTo(legal.wager.pot_to) if legal.wager else legal.check_or_call()

        (fault,) = failed(Odd, "a chip of 25")
        self.assertIn("RaiseTo 835 is not legal. Legal are: Fold, Call (175 more)", fault)

    def test_an_all_in_that_is_not_possible_is_noticed(self) -> None:
        class Raiser(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                return RaiseTo(table.to_call() * 2)

        (fault,) = failed(Raiser, "a stack smaller than the call")
        self.assertIn("RaiseTo 100 is not legal. Legal are: Fold, Call (50 more).", fault)

    def test_a_bot_that_keeps_all_cards_is_noticed(self) -> None:
        class Hoarder(Caller):
            def discard(self, table: Table, range: DiscardRange) -> list[Card]:
                return []

        (fault,) = failed(Hoarder, "a card that must go")
        self.assertIn("It discards 0 cards. 1 to 1 cards of", fault)

    def test_a_bot_that_knows_one_game_is_noticed(self) -> None:
        class HoldemOnly(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                one, two = table.cards
                return legal.pot_wager() if one[0] == two[0] else legal.check_or_call()

        (fault,) = failed(HoldemOnly, "Omaha, pot limit")
        self.assertIn("ValueError: too many values to unpack", fault)

    def test_a_slow_bot_is_noticed(self) -> None:
        class Slow(Bot):
            async def act(self, table: Table, legal: Legal) -> Action:
                await asyncio.sleep(0.9)
                return legal.check_or_call()

        (fault,) = failed(Slow, "a clock that is nearly over")
        self.assertIn("did not answer before the clock was nearly over", fault)

        class Blocking(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                time.sleep(1.2)
                return legal.check_or_call()

        (fault,) = failed(Blocking, "a clock that is nearly over")
        self.assertIn("No Act came within 1.0 s.", fault)

    def test_a_bot_that_fails_between_its_turns_is_noticed_and_plays_on(self) -> None:
        class Surprised(Caller):
            def hand_ended(self, table: Table, result: HandResult) -> None:
                raise RuntimeError("the end comes as a surprise")

        (fault,) = failed(Surprised, "a chip of 25")
        self.assertEqual(fault.count("the end comes as a surprise"), 3, "one for each hand")


class Commands(unittest.TestCase):
    def run_main(self, *argv: str) -> tuple[int, str]:
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            code = main(list(argv))
        return code, out.getvalue()

    def test_a_new_bot_passes_its_own_test(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            module = [sys.executable, "-m", "cardroom_bot"]
            run = subprocess.run([*module, "new", "river-rat"], cwd=folder, capture_output=True)
            self.assertEqual(run.returncode, 0, run.stderr)
            made = Path(folder) / "river-rat"
            self.assertIn("class RiverRat(Bot):", (made / "bot.py").read_text())
            lines = (made / "bot.py").read_text().splitlines()
            self.assertLessEqual(len(lines), 20)
            test = subprocess.run(
                [sys.executable, "-m", "unittest"], cwd=made, capture_output=True, text=True
            )
            self.assertEqual(test.returncode, 0, test.stderr)
            again = subprocess.run(
                [*module, "new", "river-rat"], cwd=folder, capture_output=True, text=True
            )
            self.assertEqual((again.returncode, again.stderr.count("\n")), (2, 1))
            self.assertIn("is there already", again.stderr)

    def test_a_file_that_calls_main_is_checked_and_not_played(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "mine.py"
            path.write_text(
                "from cardroom_bot import Bot, main\n"
                "class Mine(Bot):\n"
                "    def act(self, table, legal):\n"
                "        return 'Raise'\n"
                "main(Mine)\n"
            )
            self.assertEqual(load(str(path))().name(), "Mine")

    def test_errors_are_sentences(self) -> None:
        for argv, why in (
            (["check", "/nowhere.py"], "There is no file /nowhere.py."),
            (["check", "nothing"], "nothing is no file"),
            (["check", "json:Bot"], "There is no bot at json:Bot"),
            (["new", "7up!"], "is no name for a bot"),
            (["play"], "Usage: python -m cardroom_bot COMMAND"),
        ):
            code, said = self.run_main(*argv)
            self.assertEqual(code, 2)
            self.assertIn(why, said)

    def test_names_of_classes(self) -> None:
        self.assertEqual(class_name("river-rat"), "RiverRat")
        self.assertEqual(class_name("ada2"), "Ada2")

    def test_the_verdicts_come_one_by_one(self) -> None:
        heard: list[str] = []
        import cardroom_bot.check as package

        before = package.book
        package.book = lambda: before()[:2]
        try:
            self.assertTrue(asyncio.run(check(Caller, lambda verdict: heard.append(str(verdict)))))
        finally:
            package.book = before
        self.assertEqual([line.split()[0] for line in heard], ["ok", "ok"])
