"""How a bot plays apart from its cards: its login, its tables, its buy-in, and when it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .messages import TableFilter, TableInfo

#: The address of a room on this machine.
DEFAULT_URL = "ws://127.0.0.1:7777/ws"


@dataclass
class TournamentPlan:
    """The tournament to play: by its name, its id, or the code of a private one."""

    name: str | None = None
    id: int | None = None
    code: str | None = None
    #: How often the bot enters again when it is out and allowed to.
    re_entries: int = 0
    #: Whether the bot takes the rebuys and add-ons that are offered.
    buys_chips: bool = False


@dataclass
class Settings:
    """How a bot plays apart from its cards."""

    #: The address of the room. A room on several machines has a list with commas, tried in turn.
    url: str = DEFAULT_URL
    #: An API token. Without one the bot is a guest, or has the account of `name` and `password`.
    token: str | None = None
    #: The name of the guest or the account.
    name: str | None = None
    #: The password of the account. An account that is missing is created.
    password: str | None = None
    #: A PEM file of CAs to trust in addition to those of the system, for `wss://`.
    ca_file: str | None = None
    #: The number of tables to play at over one connection, each with a bot of its own.
    tables: int = 1
    #: The ids of tables to play at, instead of any with a free seat.
    at: Sequence[int] = ()
    #: Which tables to choose from, if `at` names none.
    filter: TableFilter = field(
        default_factory=lambda: TableFilter(None, None, None, None, None, True)
    )
    #: The code of the private table to play at.
    code: str | None = None
    #: The tournament to play instead of ring games.
    tournament: TournamentPlan | None = None
    #: The chips to bring: `min`, `max`, a number such as `5000`, or big blinds such as `100bb`.
    buy_in: str = "100bb"
    #: Buy more chips between hands if the stack is below this percentage of the buy-in.
    top_up_below_percent: int = 50
    #: Whether to wait for the big blind instead of posting one to be dealt in at once.
    wait_for_big_blind: bool = False
    #: Whether to join the waiting list of a full table instead of looking for another.
    waits_in_line: bool = False
    #: Stop after this number of hands at a table. Ignored in a tournament.
    hands: int | None = None
    #: Stop this many seconds after the first login.
    time: float | None = None
    #: How many attempts in a row to reach the room may fail before the bot gives up.
    attempts: int = 20
    #: Whether a bot that stops leaves its seat. Otherwise it only closes the connection.
    leaves_at_stop: bool = True

    def __post_init__(self) -> None:
        asked_buy_in(self.buy_in, 1, 1, 1)

    def buy_in_at(self, info: TableInfo) -> int:
        """Returns the chips to bring to a table, within its limits."""
        asked = asked_buy_in(self.buy_in, info.big_blind, info.min_buy_in, info.max_buy_in)
        return min(max(asked, info.min_buy_in), info.max_buy_in)


def asked_buy_in(text: str, big_blind: int, least: int, most: int) -> int:
    """Returns the chips of a buy-in that is written as in `Settings.buy_in`."""
    bare = text.removesuffix("bb")
    if text in ("min", "max"):
        return least if text == "min" else most
    if not bare.isdigit() or int(bare) == 0:
        raise ValueError(
            f"A buy-in is min, max, chips (5000) or big blinds (100bb), and not {text!r}."
        )
    return int(bare) * (big_blind if text.endswith("bb") else 1)
