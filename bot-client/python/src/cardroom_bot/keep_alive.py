"""The life of a connection: when to send a ping, and when the room has gone."""

from __future__ import annotations

import math
from dataclasses import dataclass

#: How long a request may wait for its answer before a ping tests the line.
ANSWER = 2.0
#: How long the room may be silent before a ping tests the line of a bot with a seat, or with an
#: entry in a tournament.
QUIET = 4.0
#: How long the room may be silent before a ping tests the line of any other bot.
IDLE = 15.0
#: How long the room may be silent after such a ping. The pong may take twice as long if other
#: messages arrive meanwhile.
PING = 2.0


@dataclass
class Reliance:
    """The players' reasons to rely on a connection."""

    #: When the request was sent that waits longest for its answer.
    waiting: float | None = None
    #: Whether a player has a seat or may be given one at any moment, and must not miss its turn.
    plays: bool = False
    #: Whether the line is tested at all. A match may be silent while other players decide.
    tests: bool = True


class KeepAlive:
    """The timeouts of a connection, and when each side last sent something."""

    def __init__(self, now: float = 0.0, idle_timeout: float = 0.0) -> None:
        self.idle_timeout = idle_timeout or math.inf
        self.last_sent = self.last_received = self.last_ping = now
        self._tests = False

    def sent(self, now: float) -> None:
        self.last_sent = now

    def received(self, now: float) -> None:
        self.last_received = now

    def pinged(self, now: float, reliance: Reliance) -> None:
        """Notes a ping. It tests the line if it is time for that."""
        self.sent(now)
        if not self._tests:
            self._tests = now >= self._test_at(reliance)
            self.last_ping = now

    def ponged(self) -> None:
        """Notes the answer to a ping."""
        self._tests = False

    def ping_at(self, reliance: Reliance) -> float:
        """Returns when to send a ping if nothing happens before."""
        return min(self.last_sent + self.idle_timeout / 2, self._test_at(reliance))

    def dead_at(self, reliance: Reliance) -> float:
        """Returns when the line is given up because a test has no answer."""
        if not self._tests or not reliance.tests:
            return math.inf
        # Bytes of others show that the room lives, but not that anything of ours arrives.
        silent = max(self.last_received, self.last_ping) + PING
        return min(silent, self.last_ping + 2 * PING)

    def is_dead(self, now: float, reliance: Reliance) -> bool:
        """Returns `True` if the room has been silent for too long in spite of pings."""
        is_idle = now - self.last_received > self.idle_timeout * 1.5
        return is_idle or now >= self.dead_at(reliance)

    def _test_at(self, reliance: Reliance) -> float:
        """Returns when to test the line, unless a test is on its way."""
        if self._tests or not reliance.tests:
            return math.inf
        silence = QUIET if reliance.plays else IDLE
        quiet = max(self.last_received, self.last_ping) + silence
        if reliance.waiting is None:
            return quiet
        return min(max(reliance.waiting, self.last_ping) + ANSWER, quiet)
