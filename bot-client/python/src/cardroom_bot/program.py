"""What a bot's program does: it plays a match over lines, or in a room."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from .bot import Bot
from .drive import play
from .errors import CardroomError
from .lines import play_lines
from .settings import Settings, TournamentPlan
from .summary import Summary

#: The bots with which `main` was called while a file was loaded.
_noted: list[Callable[[], Bot]] | None = None


@contextmanager
def only_noted() -> Iterator[list[Callable[[], Bot]]]:
    """Makes `main` note its bot instead of playing, and yields the bots."""
    global _noted
    before, _noted = _noted, []
    try:
        yield _noted
    finally:
        _noted = before


def main(make_bot: Callable[[], Bot], argv: Sequence[str] | None = None) -> None:
    """Plays, and ends the program.

    In a match, and behind `cardroom-bot exec`, it speaks lines on standard input and output. If
    CARDROOM_URL or `--url` names a room, it plays there: with the token in CARDROOM_TOKEN, or as a
    guest. `--help` lists the options.
    """
    if _noted is not None:
        _noted.append(make_bot)
        return
    sys.exit(run(make_bot, sys.argv[1:] if argv is None else argv))


def run(make_bot: Callable[[], Bot], argv: Sequence[str]) -> int:
    """Does what `main` does, and returns the exit code."""
    arguments = parser().parse_args(argv)
    logging.basicConfig(
        stream=sys.stderr,
        format="%(message)s",
        level=logging.WARNING if arguments.quiet else logging.INFO,
    )
    try:
        if arguments.url:
            return in_a_room(make_bot, settings_of(arguments))
        if sys.stdin.isatty():
            print(
                "This bot plays in a match (cardroom match --a 'exec:...'), or in the room that "
                "CARDROOM_URL or --url names, such as --url ws://127.0.0.1:7777/ws.",
                file=sys.stderr,
            )
            return 2
        play_lines(make_bot())
        return 0
    except (CardroomError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def in_a_room(make_bot: Callable[[], Bot], settings: Settings) -> int:
    """Plays in a room, and prints what happened. Returns the exit code."""
    summary = play(make_bot, settings)
    report(summary)
    return 0 if summary.is_success() else 1


def report(summary: Summary) -> None:
    """Prints what happened."""
    for outcome in summary.outcomes:
        print(outcome.message, file=sys.stderr)
    for result in summary.results:
        place = result.end if result.place is None else f"place {result.place}"
        print(f"{result.name}: {place}, prize {result.prize}")
    for name, winnings in summary.winnings.items():
        print(f"{name}: {winnings}")
    print(summary.counters)


def parser() -> argparse.ArgumentParser:
    """Returns the options of a bot's program."""
    found = argparse.ArgumentParser(
        description="Plays poker: in a match over lines, or in a room.",
        epilog="CARDROOM_URL, CARDROOM_TOKEN and CARDROOM_CA_FILE stand for --url, an API token "
        "and --ca-file.",
    )
    add = found.add_argument
    add(
        "--url",
        default=os.environ.get("CARDROOM_URL") or None,
        help="address of the room, or a list with commas",
    )
    add("--ca-file", help="PEM file of further CAs to trust, for wss:// addresses")
    add("--name", help="name of the guest, or of the account")
    add(
        "--account",
        action="store_true",
        help="use the account of --name, with the password in CARDROOM_BOT_PASSWORD",
    )
    add("--hands", type=int, help="stop after this number of hands at a table")
    add("--seconds", type=float, help="stop after this time")
    add("--tables", type=int, default=1, help="play at several tables over one connection")
    add(
        "--at",
        type=int,
        action="append",
        default=[],
        help="id of a table to play at; may be repeated",
    )
    add("--code", help="code of a private table")
    add("--tournament", metavar="NAME", help="play the tournament with this name")
    add("--tournament-id", type=int, metavar="ID", help="play the tournament with this id")
    add("--tournament-code", metavar="CODE", help="play the private tournament with this code")
    add("--re-entries", type=int, default=0, help="enter a tournament again this often")
    add("--buys-chips", action="store_true", help="take the rebuys and add-ons that are offered")
    add("--buy-in", default="100bb", help="min, max, chips (5000) or big blinds (100bb)")
    add("--wait-in-line", action="store_true", help="join the waiting list of a full table")
    add("--quiet", action="store_true", help="print warnings and the result only")
    return found


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Returns the settings of parsed options."""
    plan = TournamentPlan(
        arguments.tournament,
        arguments.tournament_id,
        arguments.tournament_code,
        arguments.re_entries,
        arguments.buys_chips,
    )
    is_tournament = (plan.name, plan.id, plan.code) != (None, None, None)
    password = os.environ.get("CARDROOM_BOT_PASSWORD") if arguments.account else None
    if arguments.account and not (password and arguments.name):
        raise ValueError("--account takes --name, and the password in CARDROOM_BOT_PASSWORD.")
    return Settings(
        url=arguments.url,
        token=os.environ.get("CARDROOM_TOKEN") or None,
        name=arguments.name,
        password=password,
        ca_file=arguments.ca_file,
        tables=arguments.tables,
        at=arguments.at,
        code=arguments.code,
        tournament=plan if is_tournament else None,
        buy_in=arguments.buy_in,
        waits_in_line=arguments.wait_in_line,
        hands=arguments.hands,
        time=arguments.seconds,
    )
