"""The commands: `python -m cardroom_bot new NAME`, `check BOT` and `run BOT`."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from . import new, program
from .errors import CardroomError
from .loading import load

USAGE = """\
Usage: python -m cardroom_bot COMMAND

  new NAME            writes a bot, a test and a README into the folder NAME
  check BOT           plays hard moments with a bot, and says what failed
  run BOT [OPTIONS]   plays in a room, or over lines; run BOT --help lists the options

BOT is a file, a folder with a bot.py, or module:Class.
"""


def main(argv: list[str]) -> int:
    """Runs a command, and returns the exit code."""
    try:
        if len(argv) == 2 and argv[0] == "new":
            return _new(argv[1])
        if len(argv) == 2 and argv[0] == "check" and not argv[1].startswith("-"):
            return _check(argv[1])
        if len(argv) >= 2 and argv[0] == "run" and not argv[1].startswith("-"):
            return program.run(load(argv[1]), argv[2:])
    except (CardroomError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    asked = argv[:1] in (["-h"], ["--help"])
    print(USAGE, end="", file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


def _new(name: str) -> int:
    for path in new.write(name, Path()):
        print(path)
    print(f"Next: python3 -m cardroom_bot check {name}")
    return 0


def _check(place: str) -> int:
    # Matches need no WebSockets, and this does.
    from .check import check

    started = time.monotonic()
    is_good = asyncio.run(check(load(place), lambda verdict: print(verdict, flush=True)))
    print(
        f"{'All is well' if is_good else 'Something failed'} ({time.monotonic() - started:.0f} s)."
    )
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
