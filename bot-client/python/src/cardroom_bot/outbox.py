"""The messages that a player sends, and the requests among them that await an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .messages import ClientMessage

#: The number of low bits of a request's id that count the requests of one player. The bits above
#: are the player's place in its account.
COUNTER_BITS = 20

#: The requests that a table waits for and answers at once.
_IN_TIME = {"show", "sit in", "top up", "other"}


@dataclass
class _Open:
    id: int
    kind: str
    about: int | None
    sent: float | None = None


class Outbox:
    """The messages to send, and the requests that have no answer yet."""

    def __init__(self, place: int = 0) -> None:
        self._base = place << COUNTER_BITS
        self._last = 0
        self._open: list[_Open] = []
        self._messages: list[ClientMessage] = []

    def ask(
        self, kind: str, message: Callable[[int], ClientMessage], about: int | None = None
    ) -> None:
        """Sends a request under a new id. `about` is the table that it concerns."""
        self._last = (self._last + 1) % (1 << COUNTER_BITS)
        number = self._base + self._last
        self._open.append(_Open(number, kind, about))
        self.send(message(number))

    def send(self, message: ClientMessage) -> None:
        """Sends a message that is no request."""
        self._messages.append(message)

    def take(self, now: float) -> list[ClientMessage]:
        """Takes the messages to send."""
        for one in self._open:
            one.sent = now if one.sent is None else one.sent
        messages, self._messages = self._messages, []
        return messages

    def waiting_since(self) -> float | None:
        """Returns since when a request awaits its answer, if that must come in time."""
        times = [one.sent for one in self._open if one.kind in _IN_TIME and one.sent is not None]
        return min(times, default=None)

    def answered(self, number: int) -> tuple[str, int | None] | None:
        """Takes the request with this id, which has been answered: its kind and its table."""
        for one in self._open:
            if one.id == number:
                self._open.remove(one)
                return one.kind, one.about
        return None

    def settle(self, *kinds: str, about: int | None = None) -> None:
        """Removes the requests of these kinds that another message has answered."""
        self._open = [
            one
            for one in self._open
            if one.kind not in kinds or (about is not None and one.about != about)
        ]

    def is_open(self, kind: str) -> bool:
        """Returns `True` if a request of this kind has no answer yet."""
        return any(one.kind == kind for one in self._open)

    def observed(self) -> int | None:
        """Returns the table whose view was requested last and has not arrived."""
        tables = [one.about for one in self._open if one.kind == "observe"]
        return tables[-1] if tables else None

    def forget(self) -> None:
        """Forgets all messages and requests, because the connection is lost."""
        self._open, self._messages = [], []
