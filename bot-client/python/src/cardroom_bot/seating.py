"""A player's way to a seat in a ring game, its chips there, and its way out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from . import messages as m
from . import phases
from .deciding import log
from .turns import may_pass

if TYPE_CHECKING:
    from .player import Player

#: How long a player that has left waits for the new balance of its wallet.
_CASH_OUT_WAIT = 1.0
#: How long a stopping bot waits until its hand has ended and it has left its seat.
_LEAVE_PATIENCE = 15.0


class Search:
    """The tables that were passed over, and the best one of a list that is arriving."""

    def __init__(self) -> None:
        #: The number of tables that were passed over so far.
        self.refused = 0
        #: How many tables in a row the room did not know.
        self.unknown = 0
        self.best: m.TableInfo | None = None

    def compare(self, tables: list[m.TableInfo]) -> None:
        """Compares the tables of a part of a list.

        The best is the fullest one with a free seat, because a hand needs players, and otherwise
        the one with the shortest waiting list.
        """
        candidates = [*tables, self.best] if self.best else tables
        self.best = max(candidates, key=_worth, default=None)


def _worth(info: m.TableInfo) -> tuple[int, int, int]:
    seated = info.seated if info.seated < info.seats else -1
    return (seated, -info.waiting, -info.table)


def look_for_table(player: Player, now: float) -> None:
    """Leaves the table in view and looks for one with a free seat."""
    if player.shared.in_match is not None:
        return
    if player.view is not None:
        before = player.view.info.table
        player.outbox.ask("other", lambda n: m.Unobserve(n, before))
        player.leave_view()
    settings = player.settings
    if settings.code is not None:
        code = settings.code
        if player.invited_to is not None:
            return _open(player, player.invited_to)
        player.outbox.ask("invitation", lambda n: m.UseInvitation(n, code))
        player.phase = "looking"
    elif settings.at:
        # Each player starts with another one.
        place = (player.place + player.search.refused) % len(settings.at)
        _open(player, settings.at[place])
    else:
        wanted = replace(settings.filter)
        if settings.waits_in_line:
            wanted.open_seats = False
        player.search.best = None
        player.outbox.ask("list tables", lambda n: m.ListTables(n, wanted))
        player.phase = "looking"


def tables_listed(player: Player, now: float, message: m.TableList) -> None:
    """Opens the best table of a list, once all of the list has arrived."""
    if player.phase != "looking":
        return
    settings = player.settings
    fitting = [
        info
        for info in message.tables
        if (info.seated < info.seats or (settings.waits_in_line and info.tournament is None))
        # The room knows that players with API tokens are bots.
        and (info.bots_allowed or settings.token is None)
    ]
    if not fitting and message.tables and player.search.best is None:
        log.debug("No table of this list has a seat for the bot.")
    player.search.compare(fitting)
    if not message.last:
        return
    player.outbox.answered(message.request)
    best, player.search.best = player.search.best, None
    if best is not None:
        return _open(player, best.table)
    is_for_people = any(not info.bots_allowed for info in message.tables)
    if settings.token is not None and is_for_people:
        why = "The tables with a free seat do not allow bots."
    else:
        why = "No table that fits has a free seat."
    log.info("%s The bot asks again.", why)
    player.pause(now, phases.NO_SEAT_PAUSE)


def invited(player: Player, now: float, message: m.Invited) -> None:
    """Handles an accepted code, which leads to a private table."""
    player.outbox.answered(message.request)
    player.invited_to = message.info.table
    if player.phase == "looking":
        _open(player, message.info.table)


def _open(player: Player, table: int) -> None:
    """Requests the view of a table to sit down there."""
    player.outbox.ask("observe", lambda n: m.Observe(n, table), about=table)
    player.phase = "opening"


def observe_again(player: Player) -> None:
    if player.view is not None:
        table = player.view.info.table
        player.outbox.ask("observe", lambda n: m.Observe(n, table), about=table)


def sit(player: Player, now: float) -> None:
    """Requests a seat at the table in view, or the chips to bring."""
    table = player.view
    if table is None:
        return
    info, settings = table.info, player.settings
    wished = min(max(settings.buy_in_at(info), table.buy_in.min), table.buy_in.max)
    buy_in = min(wished, player.shared.wallet)
    if buy_in < table.buy_in.min:
        return player.refill(now)
    at, waits = info.table, settings.wait_for_big_blind
    player.outbox.ask("sit", lambda n: m.Sit(n, at, None, buy_in, waits), about=at)
    player.phase = "sitting"


def seated(player: Player, now: float, message: m.Seated) -> None:
    """Handles a seat that the player has taken."""
    player.outbox.answered(message.request)
    table = player.at(message.table)
    if table is None:
        return
    table.hero_seat = message.seat
    player.search.refused = 0
    log.info("The bot sits at %s, in seat %d.", table.info.name, message.seat)
    if player.phase == "sitting":
        player.phase = "playing"


def top_up(player: Player, now: float) -> None:
    """Buys chips if the stack is short and no hand prevents it."""
    table = player.table()
    hero = table.hero() if table else None
    if table is None or hero is None or hero.in_hand is not None:
        return
    if player.outbox.is_open("top up"):
        return
    target = player.settings.buy_in_at(table.info)
    is_short = hero.stack * 100 < target * player.settings.top_up_below_percent
    if not is_short and hero.stack > 0:
        return
    amount = min(max(target - hero.stack, 0), player.shared.wallet)
    if amount == 0 or hero.stack + amount < table.info.min_buy_in:
        if hero.stack == 0:
            player.refill(now)
        return
    at = table.info.table
    player.outbox.ask("top up", lambda n: m.TopUp(n, at, amount), about=at)


def sit_in_again(player: Player) -> None:
    """Sits in again after the room sat the player out."""
    table = player.table()
    hero = table.hero() if table else None
    if table is None or hero is None or player.phase != "playing":
        return
    if player.shared.in_match is not None or player.outbox.is_open("sit in"):
        return
    if hero.sitting_out and hero.stack > 0:
        at = table.info.table
        player.outbox.ask("sit in", lambda n: m.SitIn(n, at), about=at)


def leave(player: Player, now: float) -> None:
    """Requests to leave the seat."""
    if player.view is None:
        return player.finish()
    at = player.view.info.table
    player.outbox.ask("leave", lambda n: m.Leave(n, at), about=at)
    player.phase, player.until = "leaving", now + _LEAVE_PATIENCE


def left(player: Player, now: float, message: m.LeftTable) -> None:
    """Handles the end of the player's time in a ring game's seat."""
    # A decision that was open is none any more.
    player.is_synced = False
    if player.phase == "leaving" and message.cashed_out > 0:
        # The balance follows, unless the player left with nothing.
        player.phase, player.until = "cashing out", now + _CASH_OUT_WAIT
    elif player.phase in ("leaving", "cashing out", "done"):
        player.finish()
    else:
        log.info("The bot has left the table: %s.", message.reason)
        player.pause(now, phases.BUSY_PAUSE)


def refused(player: Player, now: float, table: int, message: m.Refused) -> None:
    """Handles a refused seat, or a refused view of a table to sit at."""
    if player.phase not in ("opening", "sitting"):
        return
    settings, code = player.settings, message.code
    if may_pass(code):
        player.pause(now, phases.BUSY_PAUSE)
    elif code in ("table_full", "seat_kept") and settings.waits_in_line:
        player.outbox.ask("line", lambda n: m.JoinWaitList(n, table), about=table)
        player.phase = "in line"
    elif code == "unknown_table" and settings.code is not None:
        # The table is closed, or another connection used the code. Using it again shows which.
        player.invited_to = None
        player.pause(now, phases.BUSY_PAUSE)
    elif code == "already_seated" and player.phase == "sitting":
        player.phase = "resuming"
        observe_again(player)
    elif code == "insufficient_funds":
        player.phase = "opening"
        player.refill(now)
    elif code == "token_scope" or (code == "bots_not_allowed" and len(settings.at) == 1):
        player.stop(now, "rejected", f"The bot cannot sit down: {message.message}")
    else:
        _pass_over(player, now, message)


def _pass_over(player: Player, now: float, message: m.Refused) -> None:
    log.info("A table is passed over: %s", message.message)
    search, choices = player.search, len(player.settings.at)
    search.refused += 1
    search.unknown = search.unknown + 1 if message.code == "unknown_table" else 0
    # Each is tried twice, because a room that is closing no longer knows its tables.
    if choices and search.unknown >= 2 * choices:
        player.stop(now, "no such table", f"The room has none of the tables: {message.message}")
    elif search.refused % max(choices, 1) == 0:
        player.pause(now, phases.NO_SEAT_PAUSE)
    else:
        look_for_table(player, now)


def seat_offered(player: Player, now: float, message: m.SeatOffered) -> None:
    """Takes the seat that the room offers to the first player on the list."""
    if player.phase == "in line" and player.at(message.table) is not None:
        player.phase = "opening"
        sit(player, now)


def wait_list_left(player: Player, now: float, message: m.WaitListLeft) -> None:
    """Handles the end of the wait. A player without a seat looks for another table."""
    if player.phase == "in line" and message.reason != "Seated":
        player.pause(now, phases.NO_SEAT_PAUSE)
