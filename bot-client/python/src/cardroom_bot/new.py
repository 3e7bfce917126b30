"""Writes a bot to begin with: the bot, a test and a README."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

BOT = '''\
"""A bot that bets its good hands, calls for a good price, and folds the rest."""

from cardroom_bot import Action, Bot, Legal, Table, main


class {name}(Bot):
    def act(self, table: Table, legal: Legal) -> Action:
        # Players who raise have better hands than most.
        caution = 0.15 * table.hand.raises if table.hand else 0.0
        chance = table.strength() - caution
        if chance > 0.6:
            return legal.pot_wager()
        if chance > table.pot_odds() + 0.15:
            return legal.check_or_call()
        return legal.check_or_fold()


if __name__ == "__main__":
    main({name})
'''

TEST = '''\
"""Run it with: python3 -m unittest"""

import unittest

from bot import {name}
from cardroom_bot.check import run_check


class Test{name}(unittest.TestCase):
    def test_hard_moments(self) -> None:
        self.assertEqual(run_check({name}), [])


if __name__ == "__main__":
    unittest.main()
'''

README = """\
# {name}

The bot is in `bot.py`.

    python3 -m cardroom_bot check bot.py                  # every game, a lost connection, ...
    cardroom match --a dir:. --b brain:tight-aggressive   # who is better, and how sure that is
    python3 -m cardroom_bot run bot.py --url ws://127.0.0.1:7777/ws --hands 100
    python3 -m unittest                                   # the test in test_bot.py
"""

MANIFEST = """\
# What `cardroom match --a dir:FOLDER` runs.
run = "python3 bot.py"
"""


def class_name(name: str) -> str:
    """Returns the name of the class: `RiverRat` for `river-rat`."""
    words = [word for word in re.split(r"[^0-9A-Za-z]+", name) if word]
    joined = "".join(word[0].upper() + word[1:] for word in words)
    if not joined.isidentifier() or keyword.iskeyword(joined):
        raise ValueError(
            f"{name!r} is no name for a bot. Begin with a letter, and use letters, digits and -."
        )
    return joined


def write(name: str, parent: Path) -> list[Path]:
    """Writes the bot into a folder of its name, and returns its files."""
    of = class_name(name)
    folder = parent / name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise ValueError(f"{folder} is there already. Choose another name.") from None
    files = {"bot.py": BOT, "test_bot.py": TEST, "README.md": README, "cardroom-bot.toml": MANIFEST}
    written = []
    for file, text in files.items():
        path = folder / file
        path.write_text(text.replace("{name}", of), encoding="utf-8")
        written.append(path)
    return written
