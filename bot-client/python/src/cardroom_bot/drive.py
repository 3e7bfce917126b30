"""Runs an account over one connection after another."""

from __future__ import annotations

import asyncio
import math
import signal
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from . import messages as m
from .account import Account
from .bot import Bot
from .deciding import log
from .errors import ConnectionLost, DecodeError, Silence
from .player import Player, Shared, Then
from .settings import Settings
from .summary import Summary

if TYPE_CHECKING:
    from .connection import Connection, Endpoint

#: The first wait after a failure, in seconds. Each further failure in a row doubles it.
BACKOFF_FIRST = 0.2
#: The longest wait after a failure.
BACKOFF_LONGEST = 10.0
#: For this long after a lost connection, no wait is longer than `BACKOFF_AFTER_LOSS`: another
#: machine may be taking the room over, and turns run on.
SOON_AFTER_LOSS = 10.0
#: The longest wait soon after a loss.
BACKOFF_AFTER_LOSS = 1.0
#: A connection that lasts this long resets the wait.
_STABLE_AFTER = 2.0

_Item: TypeAlias = "list[m.ServerMessage] | Exception | None"


class Backoff:
    """The waits between attempts to reach the room."""

    def __init__(self, random: Random) -> None:
        self.failures = 0
        self._soon_until = -math.inf
        self._random = random

    def lost(self, now: float) -> None:
        """Notes that a connection was lost over which all was well."""
        self.failures = 0
        self.hurry(now)

    def hurry(self, now: float) -> None:
        """Keeps waits short for a while. Attempts that failed before count on."""
        self._soon_until = now + SOON_AFTER_LOSS

    def gives_up(self, now: float, attempts: int) -> bool:
        """Returns whether the attempt that just failed was the last of this many in a row.

        Soon after a loss it never is: many short waits would be over before another machine plays.
        """
        return self.failures + 1 >= attempts and now >= self._soon_until

    def next(self, now: float) -> float:
        """Returns a wait between half and all of the current backoff.

        Bots that lost the room together must not all return at once.
        """
        doubled = BACKOFF_FIRST * 2 ** min(self.failures, 16)
        self.failures += 1
        longest = BACKOFF_AFTER_LOSS if now < self._soon_until else BACKOFF_LONGEST
        wait = min(doubled, longest)
        return self._random.uniform(wait / 2, wait)


async def play_async(
    make_bot: Callable[[], Bot],
    settings: Settings | None = None,
    stop: asyncio.Event | None = None,
) -> Summary:
    """Plays until all bots are done, across lost connections and restarts of the room.

    `make_bot` makes the bot of each table: a class, or a function without arguments. Set `stop` to
    make the bots leave their seats and end.
    """
    # A match over lines needs no WebSockets, and begins sooner without them.
    from .connection import Endpoint

    settings = settings or Settings()
    endpoint = Endpoint(settings.url, settings.ca_file)
    drive = _Drive(endpoint, settings, stop or asyncio.Event())
    shares = settings.tournament is None and settings.code is None
    count = max(settings.tables, 1) if shares else 1
    players = [Player(place, make_bot(), drive.shared) for place in range(count)]
    return await drive.play(Account(players, drive.shared))


class _Drive:
    def __init__(self, endpoint: Endpoint, settings: Settings, stop: asyncio.Event) -> None:
        self.endpoint, self.settings, self.stop = endpoint, settings, stop
        self.shared = Shared(settings, self._spawn, time.monotonic)
        self.backoff = Backoff(Random())
        #: Frames, the end of the connection, or `None` if a decision is made.
        self.items: asyncio.Queue[_Item] = asyncio.Queue()
        self.tasks: set[asyncio.Task[None]] = set()

    def _spawn(self, decision: Coroutine[Any, Any, Any], then: Then) -> Callable[[], object]:
        """Begins a decision in a task of its own."""

        has_begun = False

        async def run() -> None:
            nonlocal has_begun
            has_begun = True
            try:
                value = await decision
            except asyncio.CancelledError:
                return
            except Exception as error:
                then(None, error)
            else:
                then(value, None)
            self.items.put_nowait(None)

        task = asyncio.create_task(run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

        def cancel() -> None:
            if not has_begun:
                decision.close()
            task.cancel()

        return cancel

    async def play(self, account: Account) -> Summary:
        from .connection import open_connection

        has_connected = False
        while not account.is_done() and not self.stop.is_set():
            try:
                connection = await open_connection(self.endpoint, self.backoff.failures)
            except ConnectionLost as error:
                self._cannot_connect(account, error, has_connected)
            else:
                self.shared.summary.counters.reconnects += has_connected
                has_connected = True
                await self._over(account, connection)
            if not account.is_done():
                await self._wait(self.backoff.next(time.monotonic()))
        for task in self.tasks:
            task.cancel()
        self.shared.summary.outcomes = account.outcomes()
        return self.shared.summary

    def _cannot_connect(self, account: Account, error: ConnectionLost, before: bool) -> None:
        # What answers there may be no room, and will be none in a moment.
        is_none = error.is_answer and not before and not _may_pass(error)
        if error.code == "unsupported_version":
            account.end("rejected", str(error))
        elif is_none or self.backoff.gives_up(time.monotonic(), self.settings.attempts):
            account.end("unreachable", str(error))
        elif self.backoff.failures == 0:
            log.warning("%s The bot tries again.", error)

    async def _over(self, account: Account, connection: Connection) -> None:
        """Plays on one connection until it is lost or all players are done."""
        opened = time.monotonic()
        reader = asyncio.create_task(self._read(connection))
        try:
            lost = await self._stay(account, connection)
        finally:
            reader.cancel()
            if account.is_done():
                await connection.close()
            else:
                connection.drop()
        if account.is_done():
            return
        if self.shared.in_match is not None:
            # A client that loses its connection is out of the session.
            return account.end("match over", f"The match is over: {lost}")
        log.info("%s The bot connects again.", lost)
        account.disconnected()
        if isinstance(lost, Silence):
            self.endpoint.pass_over(connection.place)
        # If the room accepts bots only to disconnect them, the wait keeps growing.
        if time.monotonic() - opened >= _STABLE_AFTER:
            self.backoff.lost(time.monotonic())
        elif isinstance(lost, ConnectionLost) and lost.code == "moved":
            self.backoff.hurry(time.monotonic())

    async def _read(self, connection: Connection) -> None:
        """Puts the frames of a connection into the queue, and its end."""
        items: asyncio.Queue[_Item] = asyncio.Queue()
        self.items = items
        try:
            while True:
                items.put_nowait(await connection.receive())
        except (ConnectionLost, DecodeError) as error:
            items.put_nowait(error)

    async def _stay(self, account: Account, connection: Connection) -> Exception:
        """Plays on one connection, and returns why it ended."""
        # The reader makes the queue of this connection.
        await asyncio.sleep(0)
        account.connected(time.monotonic(), connection.welcome.idle_timeout_ms / 1000)
        stopping = asyncio.create_task(self.stop.wait())
        stopping.add_done_callback(lambda _: self.items.put_nowait(None))
        try:
            while True:
                if self.stop.is_set():
                    account.stop(time.monotonic(), "stopped", "The bot was stopped.")
                batch = account.take_outbox(time.monotonic())
                if batch:
                    await connection.send(batch)
                if account.is_done():
                    return ConnectionLost("All is played.")
                item = await self._next(account.deadline())
                now = time.monotonic()
                if isinstance(item, Exception):
                    return item
                if item is not None:
                    account.receive(now, item)
                if account.is_connection_dead(now):
                    return Silence("The room does not answer.")
                account.tick(now)
        except ConnectionLost as error:
            return error
        finally:
            stopping.cancel()

    async def _next(self, deadline: float) -> _Item:
        """Returns the next item, or `None` if it is time for something."""
        if not self.items.empty():
            return self.items.get_nowait()
        wait = min(max(deadline - time.monotonic(), 0.0), 3600.0)
        try:
            return await asyncio.wait_for(self.items.get(), wait)
        except asyncio.TimeoutError:
            return None

    async def _wait(self, seconds: float) -> None:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.stop.wait(), seconds)


def _may_pass(error: ConnectionLost) -> bool:
    """Returns `True` for a refusal that is about load and not about what answers there."""
    return error.code != "" or "Try again later." in str(error)


def play(make_bot: Callable[[], Bot], settings: Settings | None = None) -> Summary:
    """Plays as `play_async` does, until all bots are done. Ctrl-C makes them leave and end."""
    return asyncio.run(_until_interrupted(make_bot, settings))


async def _until_interrupted(make_bot: Callable[[], Bot], settings: Settings | None) -> Summary:
    stop = asyncio.Event()
    # There are no such handlers on Windows, and outside of the main thread.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    return await play_async(make_bot, settings, stop)


__all__: Sequence[str] = ["Backoff", "play", "play_async"]
