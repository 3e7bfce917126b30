"""What happened while bots played."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Literal, TypeAlias


@dataclass
class Counters:
    """Counts of what happened, over all bots of a run."""

    #: Hands that the bots were dealt into.
    hands: int = 0
    #: Actions sent.
    actions: int = 0
    #: Answers of the bot that were not legal. It checked or folded instead.
    illegal: int = 0
    #: Answers that did not come before the clock was nearly over. The library checked or folded.
    late: int = 0
    #: Errors of the bot's own code. The library checked or folded.
    errors: int = 0
    #: Actions that the room refused although they looked legal.
    refused: int = 0
    #: Turns that the room ended because the time was over.
    timeouts: int = 0
    #: Connections opened after the first one.
    reconnects: int = 0
    #: Views that were requested again because a step did not fit.
    resyncs: int = 0

    def __str__(self) -> str:
        found = [(one.name, getattr(self, one.name)) for one in fields(self)]
        return ", ".join(f"{name} {count}" for name, count in found if count or name == "hands")


#: Why a bot stopped.
Reason: TypeAlias = Literal[
    "hands played",
    "time is up",
    "stopped",
    "match over",
    "replaced",
    "rejected",
    "no such table",
    "no such tournament",
    "tournament played",
    "entry closed",
    "unreachable",
]


@dataclass
class Outcome:
    """Why a bot stopped, with a sentence for people."""

    reason: Reason
    message: str

    def is_success(self) -> bool:
        """Returns `True` if the bot ended as planned."""
        return self.reason in (
            "hands played",
            "time is up",
            "stopped",
            "match over",
            "tournament played",
        )


@dataclass
class EntryResult:
    """How an entry in a tournament ended."""

    tournament: int
    entry: int
    #: The name that other players saw.
    name: str
    #: The place, or `None` if the entry was returned, goes on to another day, or was disqualified.
    place: int | None
    #: What became of an entry without a place.
    end: Literal["placed", "through", "disqualified", "returned"] = "placed"
    prize: int = 0
    bounties: int = 0


@dataclass
class Winnings:
    """What was won in big blinds, with the uncertainty of that."""

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, net: int, big_blind: int) -> None:
        """Counts the result of a hand."""
        won = net / max(big_blind, 1)
        self.hands += 1
        self.total += won
        self.squares += won * won

    def rate(self) -> float:
        """Returns the win rate in thousandths of a big blind a hand."""
        return 1000 * self.total / self.hands if self.hands else 0.0

    def half_width(self) -> float:
        """Returns half the width of the 95 % interval of `rate`."""
        if self.hands < 2:
            return math.inf
        mean = self.total / self.hands
        variance = max(self.squares / self.hands - mean * mean, 0.0)
        return 1000 * 1.96 * math.sqrt(variance / self.hands)

    def __str__(self) -> str:
        if self.hands < 2:
            return f"{self.rate():+.0f} mbb a hand over {self.hands} hands"
        return f"{self.rate():+.0f} ± {self.half_width():.0f} mbb a hand over {self.hands} hands"


@dataclass
class Summary:
    """What happened while bots played."""

    outcomes: list[Outcome] = field(default_factory=list)
    counters: Counters = field(default_factory=Counters)
    #: What each bot won at ring tables, by its name.
    winnings: dict[str, Winnings] = field(default_factory=dict)
    #: The entries in tournaments that have ended.
    results: list[EntryResult] = field(default_factory=list)

    def is_success(self) -> bool:
        """Returns `True` if every bot ended as planned."""
        return all(outcome.is_success() for outcome in self.outcomes)
