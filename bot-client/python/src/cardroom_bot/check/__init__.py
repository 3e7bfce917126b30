"""Plays a book of hard moments with a bot, and says what failed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from ..bot import Bot
from ..drive import play_async
from ..settings import Settings
from ..summary import Summary
from .book import Moment, book
from .room import Failed, Room

#: The longest time for one moment.
_MOST_SECONDS = 60.0


@dataclass
class Verdict:
    """What became of one moment."""

    name: str
    #: What failed, as sentences. Empty if the moment was passed.
    faults: list[str]

    def __str__(self) -> str:
        head = f"{'FAILED' if self.faults else 'ok':6} {self.name}"
        return "\n       ".join([head, *self.faults])


class _Listener(logging.Handler):
    """Takes what the library says about the bot's mistakes."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            text += f" {type(error).__name__}: {error}"
        self.said.append(text)


async def check(make_bot: Callable[[], Bot], heard: Callable[[Verdict], object]) -> bool:
    """Plays all moments. Calls `heard` after each, and returns `True` if all were passed."""
    log = logging.getLogger("cardroom_bot")
    before = log.propagate, log.level
    log.propagate, log.level = False, logging.WARNING
    is_good = True
    try:
        for moment in book():
            listener = _Listener()
            log.addHandler(listener)
            try:
                verdict = await _play(moment, make_bot, listener)
            finally:
                log.removeHandler(listener)
            is_good = is_good and not verdict.faults
            heard(verdict)
    finally:
        log.propagate, log.level = before
    return is_good


def run_check(make_bot: Callable[[], Bot]) -> list[str]:
    """Plays all moments, and returns those that failed, as a test wants them."""
    failed: list[str] = []

    def hear(verdict: Verdict) -> None:
        if verdict.faults:
            failed.append(str(verdict))

    asyncio.run(check(make_bot, hear))
    return failed


async def _play(moment: Moment, make_bot: Callable[[], Bot], listener: _Listener) -> Verdict:
    room = Room(moment.game, moment.unit)
    url = await room.open()
    stop = asyncio.Event()
    settings = Settings(url=url, name="Bot", leaves_at_stop=False, attempts=1_000)
    playing = asyncio.create_task(play_async(make_bot, settings, stop))
    faults: list[str] = []
    try:
        await asyncio.wait_for(_script(moment, room), _MOST_SECONDS)
    except Failed as failed:
        faults.append(str(failed))
    except asyncio.TimeoutError:
        faults.append(f"The moment took longer than {_MOST_SECONDS:.0f} s.")
    if playing.done() and playing.exception() is not None:
        faults.append(f"The bot ended with {playing.exception()!r}.")
    stop.set()
    try:
        summary = await asyncio.wait_for(playing, 5.0)
        faults += _counted(summary, moment, listener)
    except Exception as error:
        faults.append(f"The bot did not end: {error!r}.")
    await room.close()
    return Verdict(moment.name, faults)


async def _script(moment: Moment, room: Room) -> None:
    await room.seat()
    await moment.script(room)
    # What the bot still has to say, such as an error in `hand_ended`, comes now.
    await asyncio.sleep(0.05)


def _counted(summary: Summary, moment: Moment, listener: _Listener) -> list[str]:
    """Returns what the library counted as mistakes of the bot, with what it said."""
    counters = summary.counters
    if counters.illegal or counters.late or counters.errors or counters.resyncs:
        return listener.said or [f"The library counted: {counters}."]
    return []
