"""One bot, between the messages and its decisions, from the login to the last hand.

A `Player` is a plain state machine. It takes messages and the time, and yields messages to send and
the time of its next wakeup. It knows no sockets and no clocks. `drive.py` runs it over connections.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from . import acting, offers, refusals, seating, steps, tournament
from . import messages as m
from .apply import rename, take_cards
from .bot import Bot
from .keep_alive import Reliance
from .model import Table
from .outbox import Outbox
from .phases import MAY_BE_DEALT_IN, Phase
from .settings import Settings
from .summary import Outcome, Reason, Summary, Winnings
from .tournament import Run
from .turns import Turns

#: Called with what a decision returned, or with its error.
Then: TypeAlias = "Callable[[Any, BaseException | None], None]"
#: Begins a decision, and returns what cancels it.
Spawn: TypeAlias = "Callable[[Coroutine[Any, Any, Any], Then], Callable[[], object]]"


@dataclass
class Shared:
    """What the players of an account share."""

    settings: Settings
    spawn: Spawn
    #: The clock: seconds since some start.
    now: Callable[[], float]
    summary: Summary = field(default_factory=Summary)
    random: Random = field(default_factory=Random)
    #: The chips away from the tables.
    wallet: int = 0
    #: When to look for chips again after a refused refill.
    refill_at: float = -math.inf
    #: Whether the login has succeeded on this connection.
    is_logged_in: bool = False
    #: The name that other players see.
    name: str = ""
    resume_token: str | None = None
    #: The most seconds for a decision, if the account plays a match.
    in_match: float | None = None


class Player:
    """A bot's state machine."""

    def __init__(self, place: int, bot: Bot, shared: Shared) -> None:
        self.place, self.bot, self.shared = place, bot, shared
        self.settings = shared.settings
        self.outbox = Outbox(place)
        self.turns = Turns()
        self.phase: Phase = "offline"
        #: Until when the phase lasts, if it ends by itself.
        self.until = math.inf
        self.view: Table | None = None
        #: Whether the view is that of the last step.
        self.is_synced = False
        self.outcome: Outcome | None = None
        self.hands = 0
        self.ends_at = math.inf
        #: The decision that the bot thinks about.
        self.thinking: acting.Thinking | None = None
        plan = self.settings.tournament
        self.run: Run | None = Run(plan) if plan else None
        self.search = seating.Search()
        #: Where the code led to on this connection.
        self.invited_to: int | None = None

    # From outside.

    def disconnected(self) -> None:
        """Handles a lost connection."""
        self.outbox.forget()
        self.is_synced = False
        self.search.unknown = 0
        self.invited_to = None
        self.turns.due = None
        acting.stop_thinking(self)
        if self.run is not None:
            self.run.watched = None
        if self.phase in ("leaving", "cashing out", "done"):
            self.phase = "done"
        else:
            self.phase = "offline"

    def tick(self, now: float) -> None:
        """Handles the passage of time. An earlier call than needed does no harm."""
        if now >= self.ends_at:
            self.ends_at = math.inf
            self.stop(now, "time is up", "The time is up.")
        if now >= self.until:
            self.until = math.inf
            if self.phase == "pausing":
                self.look_around(now)
            elif self.phase == "leaving":
                self.phase = "done"
            elif self.phase == "cashing out":
                self.finish()
        if self.phase != "offline" and now >= self.shared.refill_at > -math.inf:
            self.shared.refill_at = -math.inf
            self.use_chips(now)
        acting.act_when_due(self, now)

    def deadline(self) -> float:
        """Returns when to call `tick` if nothing happens before."""
        if self.phase in ("offline", "done"):
            return math.inf
        refill = self.shared.refill_at if self.shared.refill_at > -math.inf else math.inf
        thinking = self.thinking.until if self.thinking else math.inf
        return min(self.until, self.ends_at, self.turns.due_at(), refill, thinking)

    def reliance(self) -> Reliance:
        """Returns what the player relies on its connection for."""
        if self.phase in ("offline", "done"):
            return Reliance()
        since = [self.turns.waiting_since(), self.outbox.waiting_since()]
        waiting = min((one for one in since if one is not None), default=None)
        return Reliance(waiting=waiting, plays=self.phase in MAY_BE_DEALT_IN)

    def stop(self, now: float, reason: Reason, message: str) -> None:
        """Makes the player finish. It leaves its seat when the hand is over."""
        if self.outcome is not None:
            return
        self.outcome = Outcome(reason, message)
        is_seated = self.phase in ("playing", "sitting", "resuming")
        may_leave = self.run is None and self.shared.in_match is None
        if is_seated and may_leave and self.settings.leaves_at_stop:
            seating.leave(self, now)
        else:
            self.finish()

    def is_done(self) -> bool:
        return self.phase == "done"

    # From within.

    def table(self) -> Table | None:
        """Returns the table if its view is that of the last step."""
        return self.view if self.is_synced else None

    def at(self, table: int) -> Table | None:
        """Returns the table in view, if it is this one."""
        return self.view if self.view is not None and self.view.info.table == table else None

    def logged_in(self, now: float, login: m.LoggedIn) -> None:
        """Continues at the seat that the login lists, or looks around."""
        if self.settings.time is not None and self.ends_at == math.inf and self.outcome is None:
            self.ends_at = now + self.settings.time
        if self.outcome is not None:
            return self.finish()
        if self.run is not None:
            return tournament.after_login(self, login)
        seat_at = login.tables[0] if login.tables else None
        if self.view is not None and self.view.info.table != seat_at:
            self.leave_view()
        if seat_at is None:
            return seating.look_for_table(self, now)
        # The room sends its view without a request.
        self.phase = "resuming"

    def look_around(self, now: float) -> None:
        """Continues after a pause, at a table or in the tournament."""
        if self.run is not None:
            tournament.find(self)
        else:
            seating.look_for_table(self, now)

    def use_chips(self, now: float) -> None:
        """Continues with the chips in the wallet, if the entry, the seat or the stack waits."""
        if self.shared.in_match is not None:
            return
        waits = self.shared.refill_at > -math.inf or self.outbox.is_open("refill")
        if self.phase == "entering" and not waits and not self.outbox.is_open("enter"):
            tournament.enter(self)
        elif self.run is not None:
            return
        elif self.phase == "opening" and self.is_synced and self.shared.refill_at == -math.inf:
            seating.sit(self, now)
        elif self.phase == "playing":
            seating.top_up(self, now)

    def refill(self, now: float) -> None:
        """Requests free chips, unless a request is open or was refused a short while ago."""
        if self.shared.refill_at == -math.inf and not self.outbox.is_open("refill"):
            self.outbox.ask("refill", m.Refill)

    def leave_view(self) -> None:
        """Drops the table, which is no longer this player's."""
        self.view, self.is_synced = None, False
        self.turns = Turns()
        acting.stop_thinking(self)

    def pause(self, now: float, time: float) -> None:
        self.phase, self.until = "pausing", now + time

    def finish(self) -> None:
        acting.stop_thinking(self)
        self.phase = "done"

    def count_winnings(self, net: int, big_blind: int) -> None:
        """Counts the result of a hand at a ring table."""
        winnings = self.shared.summary.winnings
        winnings.setdefault(self.bot.name(), Winnings()).add(net, big_blind)

    def receive(self, now: float, message: m.ServerMessage) -> None:
        """Handles a message."""
        handler = _HANDLERS.get(type(message))
        if handler is not None:
            handler(self, now, message)


def _hole_cards(player: Player, now: float, message: m.HoleCards) -> None:
    table = player.at(message.table)
    if table is not None:
        take_cards(table, message)


def _player_changed(player: Player, now: float, message: m.PlayerChanged) -> None:
    table = player.at(message.table)
    if table is not None:
        rename(table, message)


def _left_table(player: Player, now: float, message: m.LeftTable) -> None:
    if player.at(message.table) is None:
        return
    if player.run is not None:
        tournament.seat_left(player)
    else:
        seating.left(player, now, message)


def _balance(player: Player, now: float, message: m.Balance) -> None:
    if player.phase == "cashing out":
        player.finish()
    else:
        player.use_chips(now)


def _done(player: Player, now: float, message: m.Done) -> None:
    answered = player.outbox.answered(message.request)
    if answered is not None and answered[0] == "refill":
        player.use_chips(now)


def _still_sitting_out(player: Player, now: float, message: m.StillSittingOut) -> None:
    player.outbox.answered(message.request)


_HANDLERS: dict[type, Callable[[Player, float, Any], None]] = {
    m.Step: steps.step,
    m.HoleCards: _hole_cards,
    m.YourTurn: acting.your_turn,
    m.ActionAccepted: acting.accepted,
    m.ActionRefused: acting.refused,
    m.TableSnapshot: steps.snapshot,
    m.Balance: _balance,
    m.TableList: seating.tables_listed,
    m.Seated: seating.seated,
    m.LeftTable: _left_table,
    m.PlayerChanged: _player_changed,
    m.TournamentList: tournament.listed,
    m.TournamentSnapshot: tournament.viewed,
    m.TournamentStep: tournament.step,
    m.Entered: tournament.entered,
    m.NewSeat: tournament.new_seat,
    m.RebuyOffered: tournament.rebuy_offered,
    m.DealOffered: offers.deal_offered,
    m.Finished: tournament.finished,
    m.EntryReturned: tournament.entry_returned,
    m.ResultPage: tournament.results,
    m.Invited: seating.invited,
    m.InvitedToTournament: tournament.invited,
    m.SeatOffered: seating.seat_offered,
    m.WaitListLeft: seating.wait_list_left,
    m.Done: _done,
    m.StillSittingOut: _still_sitting_out,
    m.Refused: refusals.refused,
}
