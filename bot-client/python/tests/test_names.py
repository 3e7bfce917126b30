"""Hooks and questions have the names of the Rust library."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from cardroom_bot import Bot, Hand, Legal, Seat, Table

SOURCES = Path(__file__).parents[2] / "src"
README = Path(__file__).parents[2] / "README.md"

#: How a brain thinks elsewhere. A bot in Python is `async` instead.
_ELSEWHERE = {"wake_by", "is_decided", "is_offer_decided", "has_ended"}


def functions(path: str, begins: str) -> set[str]:
    """Returns the public functions of the block that begins so."""
    text = (SOURCES / path).read_text()
    block = text[text.index(begins) :]
    return set(re.findall(r"^    (?:pub )?fn (\w+)", block[: block.index("\n}")], re.MULTILINE))


class Names(unittest.TestCase):
    def test_a_bot_has_the_hooks_of_a_brain(self) -> None:
        hooks = functions("brain.rs", "pub trait Brain")
        self.assertGreater(len(hooks), 15)
        ours = {name for name in vars(Bot) if not name.startswith("_")}
        self.assertEqual(ours, hooks - _ELSEWHERE)

    def test_a_table_has_the_questions_of_the_model(self) -> None:
        for of, path, begins in (
            (Table, "model.rs", "impl Table {"),
            (Table, "model/position.rs", "impl Table {"),
            (Hand, "model.rs", "impl Hand {"),
            (Seat, "model.rs", "impl Seat {"),
        ):
            text = (SOURCES / path).read_text()
            public = set(re.findall(r"pub fn (\w+)", text[text.index(begins) :].split("\n}")[0]))
            self.assertTrue(public)
            self.assertLessEqual(public, set(dir(of)), of.__name__)

    def test_the_questions_of_both_readmes_exist(self) -> None:
        own = Path(__file__).parents[1] / "README.md"
        for page in (README, own):
            asked = set(re.findall(r"`table\.(\w+)\(", page.read_text()))
            self.assertGreater(len(asked), 8, page)
            self.assertLessEqual(asked, set(dir(Table)), page)

    def test_the_ready_made_answers_exist(self) -> None:
        choices = functions("choices.rs", "pub trait Choices")
        # A range of amounts is the field `wager` in both.
        self.assertEqual(choices - set(dir(Legal)), {"wager"})
        self.assertTrue(hasattr(Legal, "wager_to"))
