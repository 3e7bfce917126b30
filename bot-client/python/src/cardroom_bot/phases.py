"""What a player does at a time."""

from __future__ import annotations

from typing import Literal, TypeAlias

#: A player has no connection, logs in, waits for the list of tables, waits until a time, waits for
#: the view of a table to join, is on a waiting list, waits for its seat, waits for the view of its
#: seat, looks for a tournament, waits for its entry, has an entry and no seat, has a seat, leaves
#: it, waits for its chips, or is done.
Phase: TypeAlias = Literal[
    "offline",
    "logging in",
    "looking",
    "pausing",
    "opening",
    "in line",
    "sitting",
    "resuming",
    "finding",
    "entering",
    "between seats",
    "playing",
    "leaving",
    "cashing out",
    "done",
]

#: The phases in which the room may deal to the player without another request.
MAY_BE_DEALT_IN: tuple[Phase, ...] = (
    "playing",
    "resuming",
    "sitting",
    "entering",
    "between seats",
)

#: How long to wait before looking for a seat again, in seconds.
NO_SEAT_PAUSE = 2.0
#: How long to wait before repeating a request to a busy room.
BUSY_PAUSE = 0.5
