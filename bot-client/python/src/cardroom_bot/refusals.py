"""The reactions of a player to refused requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import messages as m
from . import phases, seating, tournament
from .deciding import log
from .summary import Reason
from .turns import may_pass

if TYPE_CHECKING:
    from .player import Player

#: How long to wait before requesting chips again.
_NO_FUNDS_PAUSE = 30.0


def refused(player: Player, now: float, message: m.Refused) -> None:
    answered = player.outbox.answered(message.request)
    if answered is None:
        return
    kind, about = answered
    log.debug("The room refused a request (%s): %s", kind, message.message)
    busy = may_pass(message.code)
    if kind == "list tables":
        player.pause(now, phases.BUSY_PAUSE if busy else phases.NO_SEAT_PAUSE)
    elif kind == "observe" and player.run is not None:
        tournament.seat_left(player)
    elif kind in ("observe", "sit") and about is not None:
        seating.refused(player, now, about, message)
    elif kind == "invitation":
        _code_refused(player, now, message)
    elif kind == "line":
        _line_refused(player, now, message)
    elif kind == "top up":
        _top_up_refused(player)
    elif kind == "refill":
        log.warning("The room gives no more chips for now: %s", message.message)
        player.shared.refill_at = now + _NO_FUNDS_PAUSE
    elif kind == "leave":
        seating.leave(player, now) if busy else player.finish()
    elif kind in ("list tournaments", "watch", "enter", "results"):
        tournament.refused(player, now, kind, message)
    elif kind in ("Rebuy", "AddOn"):
        tournament.answer_rebuy(player, "Rebuy" if kind == "Rebuy" else "AddOn", buys=False)


def _code_refused(player: Player, now: float, message: m.Refused) -> None:
    """Handles a refused code. It is not tried again unless the room was only busy."""
    if may_pass(message.code):
        return player.pause(now, phases.BUSY_PAUSE)
    where: Reason = "no such tournament" if player.run else "no such table"
    player.stop(now, where, f"The room refused the code: {message.message}")


def _line_refused(player: Player, now: float, message: m.Refused) -> None:
    if player.phase != "in line":
        return
    if message.code == "seats_free":
        # A seat has just become free.
        player.phase = "opening"
        seating.sit(player, now)
    elif message.code != "nothing_to_do":
        player.pause(now, phases.NO_SEAT_PAUSE)


def _top_up_refused(player: Player) -> None:
    """Leaves the table without chips, and starts again."""
    table = player.table()
    hero = table.hero() if table else None
    if table is not None and hero is not None and hero.stack == 0:
        at = table.info.table
        player.outbox.ask("other", lambda n: m.Leave(n, at))
