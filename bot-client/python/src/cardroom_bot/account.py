"""An account: one login on one connection, and the players that share it.

Each player has a bot at a table of its own. The first player, the lead, logs in. Messages about a
table go to the player there, and answers go to the player that asked. Like a `Player`, an account
knows no sockets and no clock.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from . import messages as m
from .deciding import log
from .keep_alive import KeepAlive, Reliance
from .outbox import COUNTER_BITS, Outbox
from .phases import BUSY_PAUSE
from .player import Player, Shared
from .seating import look_for_table
from .seating import refused as seat_refused
from .summary import Outcome, Reason
from .turns import may_pass

#: How many other nicknames a guest tries before the room chooses.
_MOST_NAMES = 4
#: The longest name of a guest or an account.
_MOST_NAME_CHARS = 24

_OF_TABLES = (
    m.Step,
    m.HoleCards,
    m.YourTurn,
    m.ActionAccepted,
    m.ActionRefused,
    m.TableSnapshot,
    m.Seated,
    m.PlayerChanged,
    m.SeatOffered,
    m.WaitListLeft,
    m.LeftTable,
)
_ANSWERS = (m.TableList, m.Done, m.Refused, m.Invited, m.StillSittingOut)


class Account:
    """The players that share one login."""

    def __init__(self, players: Sequence[Player], shared: Shared) -> None:
        self.players, self.shared = list(players), shared
        self.settings = shared.settings
        self.keep_alive = KeepAlive()
        #: The table of each player. Unused if there is one player.
        self._tables: list[int | None] = [None] * len(self.players)
        #: The messages of the account itself, such as the login. Their place is beyond the players.
        self._outbox = Outbox(len(self.players))
        self._names_refused = 0
        self._login_at = math.inf
        self._is_over = False

    # From outside.

    def connected(self, now: float, idle_timeout: float) -> None:
        """Logs in. Call it when a connection is open and the room has answered the hello."""
        self.keep_alive = KeepAlive(now, idle_timeout)
        for player in self.players:
            if player.phase == "offline":
                player.phase = "logging in"
        self._log_in()

    def disconnected(self) -> None:
        """Handles a lost connection."""
        self.shared.is_logged_in = False
        self._outbox.forget()
        self._login_at = math.inf
        for player in self.players:
            player.disconnected()

    def receive(self, now: float, messages: Sequence[m.ServerMessage]) -> None:
        """Handles the messages of a frame."""
        self.keep_alive.received(now)
        for message in messages:
            self._deliver(now, message)

    def tick(self, now: float) -> None:
        """Handles the passage of time."""
        if now >= self._login_at:
            self._login_at = math.inf
            self._log_in()
        for player in self.players:
            player.tick(now)
        reliance = self._reliance()
        if now >= self.keep_alive.ping_at(reliance):
            self._outbox.send(m.Ping(0))
            self.keep_alive.pinged(now, reliance)

    def take_outbox(self, now: float) -> list[m.ClientMessage]:
        """Takes the messages to send, as one batch."""
        batch = self._outbox.take(now)
        found = True
        # A player that must look for another table has something to send again.
        while found:
            found = False
            for place, player in enumerate(self.players):
                for message in player.outbox.take(now):
                    found = True
                    if len(self.players) == 1 or self._admit(now, place, message):
                        batch.append(message)
        if self.is_done() and self.shared.is_logged_in and not self._is_over:
            self._is_over = True
            if self._may_log_out():
                batch.append(m.Logout(0))
        if batch:
            self.keep_alive.sent(now)
        return batch

    def deadline(self) -> float:
        """Returns when to call `tick` if nothing happens before."""
        reliance = self._reliance()
        times = [player.deadline() for player in self.players]
        line = (self.keep_alive.ping_at(reliance), self.keep_alive.dead_at(reliance))
        return min(*times, *line, self._login_at)

    def is_connection_dead(self, now: float) -> bool:
        return self.keep_alive.is_dead(now, self._reliance())

    def stop(self, now: float, reason: Reason, message: str) -> None:
        """Makes all players finish. Each leaves its seat when its hand is over."""
        for player in self.players:
            player.stop(now, reason, message)

    def end(self, reason: Reason, message: str) -> None:
        """Ends all players at once."""
        for player in self.players:
            if player.outcome is None:
                player.outcome = Outcome(reason, message)
            player.finish()

    def is_done(self) -> bool:
        return all(player.is_done() for player in self.players)

    def outcomes(self) -> list[Outcome]:
        """Returns why each player stopped."""
        stopped = Outcome("stopped", "The bot was stopped.")
        return [player.outcome or stopped for player in self.players]

    # From within.

    def _reliance(self) -> Reliance:
        each = [player.reliance() for player in self.players]
        waiting = min((one.waiting for one in each if one.waiting is not None), default=None)
        # A match may be silent as long as other players decide.
        return Reliance(waiting, any(one.plays for one in each), tests=self.shared.in_match is None)

    def _may_log_out(self) -> bool:
        # Logging out loses nothing: the account of a guest ends with its token.
        settings = self.settings
        is_guest = settings.token is None and settings.password is None
        return is_guest and settings.leaves_at_stop

    def _log_in(self) -> None:
        """Sends the login, with the resume token if there is one."""
        settings, token = self.settings, self.shared.resume_token
        if token is not None:
            self._outbox.ask("resume", lambda n: m.LoginToken(n, token))
        elif settings.token is not None:
            own = settings.token
            self._outbox.ask("login", lambda n: m.LoginToken(n, own))
        elif settings.password is not None:
            name, password = settings.name or "", settings.password
            # An account that is missing is created.
            self._outbox.ask("register", lambda n: m.Register(n, name, password))
        else:
            nickname = self._nickname()
            self._outbox.ask("login", lambda n: m.LoginGuest(n, nickname))

    def _nickname(self) -> str | None:
        """Returns the guest's name, or a variation of it while names are taken."""
        name, refused = self.settings.name, self._names_refused
        if name is None or refused >= _MOST_NAMES:
            return None
        suffix = f"-{refused}" if refused else ""
        return name[: _MOST_NAME_CHARS - len(suffix)] + suffix

    def _deliver(self, now: float, message: m.ServerMessage) -> None:
        """Passes a message to the players that it concerns."""
        if isinstance(message, m.LoggedIn):
            self._logged_in(now, message)
        elif isinstance(message, m.Pong):
            self.keep_alive.ponged()
        elif isinstance(message, m.Goodbye):
            self._goodbye(message)
        elif isinstance(message, m.MatchSeat):
            self.shared.in_match = message.turn_ms / 1000
        elif isinstance(message, m.Balance):
            self._balance(now, message)
        elif isinstance(message, m.Refused) and self._is_own(message.request):
            self._login_refused(now, message)
        elif len(self.players) == 1:
            self.players[0].receive(now, message)
        elif isinstance(message, _OF_TABLES):
            self._of_table(now, message)
        elif isinstance(message, _ANSWERS):
            self._answer(now, message)
        else:
            self.players[0].receive(now, message)

    def _of_table(self, now: float, message: Any) -> None:
        place = self._at(message.table)
        if place is None:
            return
        if isinstance(message, m.LeftTable):
            self._tables[place] = None
        self.players[place].receive(now, message)

    def _answer(self, now: float, message: Any) -> None:
        place = message.request >> COUNTER_BITS
        if place >= len(self.players):
            return
        if isinstance(message, m.TableList):
            # No player takes the table of another one.
            message.tables = [
                info for info in message.tables if self._at(info.table) in (None, place)
            ]
        self.players[place].receive(now, message)

    def _balance(self, now: float, message: m.Balance) -> None:
        """Notes the amount in the wallet. It settles one cash-out, because each has its own."""
        self.shared.wallet = message.balance
        settled = False
        for player in self.players:
            is_cashing_out = player.phase == "cashing out"
            if not is_cashing_out or not settled:
                player.receive(now, message)
            settled = settled or is_cashing_out

    def _is_own(self, request: int) -> bool:
        return request >> COUNTER_BITS == len(self.players)

    def _at(self, table: int) -> int | None:
        return self._tables.index(table) if table in self._tables else None

    def _logged_in(self, now: float, login: m.LoggedIn) -> None:
        shared = self.shared
        self._outbox.settle("resume", "login", "register")
        shared.is_logged_in = True
        shared.name, shared.wallet = login.name, login.balance
        shared.resume_token = login.resume_token or shared.resume_token
        log.debug("Logged in as %s.", login.name)
        if len(self.players) == 1:
            return self.players[0].logged_in(now, login)
        self._assign(login.tables)
        for place, player in enumerate(self.players):
            own = self._tables[place]
            tables = [] if own is None else [own]
            player.logged_in(now, replace(login, tables=tables))

    def _assign(self, tables: Sequence[int]) -> None:
        """Distributes the tables of the account: first to the players that were there."""
        self._tables = [table if table in tables else None for table in self._tables]
        for table in tables:
            if table not in self._tables and None in self._tables:
                self._tables[self._tables.index(None)] = table

    def _login_refused(self, now: float, message: m.Refused) -> None:
        answered = self._outbox.answered(message.request)
        kind, settings = answered[0] if answered else "", self.settings
        if may_pass(message.code):
            self._login_at = now + BUSY_PAUSE
        elif kind == "resume":
            # The session has ended in the meantime.
            self.shared.resume_token = None
            for player in self.players:
                player.leave_view()
            self._log_in()
        elif kind == "register" and message.code == "name_taken":
            name, password = settings.name or "", settings.password or ""
            self._outbox.ask("login", lambda n: m.Login(n, name, password, None))
        elif message.code in ("name_taken", "bad_name") and self._tries_names():
            self._names_refused += 1
            self._log_in()
        else:
            self._reject(message)

    def _tries_names(self) -> bool:
        """Returns `True` if a guest whose name was refused should log in under another one."""
        is_guest = self.settings.token is None and self.settings.password is None
        return is_guest and self._nickname() is not None

    def _reject(self, message: m.Refused) -> None:
        if self.settings.token is not None:
            what = f"The room does not accept the token: {message.message}"
        else:
            what = f"The room does not let the bot in: {message.message}"
        self.end("rejected", what)

    def _goodbye(self, message: m.Goodbye) -> None:
        if message.code == "replaced":
            self.end("replaced", "The account has logged in elsewhere.")
        elif self.shared.in_match is not None:
            self.end("match over", "The match is over.")
        elif message.code in ("suspended", "unsupported_version"):
            self.end("rejected", f"The room does not let the bot in: {message.message}")
        else:
            log.info("The room says goodbye: %s", message.message)

    def _admit(self, now: float, place: int, message: m.ClientMessage) -> bool:
        """Checks a message before it is sent. No player gets the table of another one."""
        if isinstance(message, m.Observe):
            holder = self._at(message.table)
            if holder is not None and holder != place:
                if not self.players[holder].is_done():
                    self._held(now, place, message)
                    return False
                self._tables[holder] = None
            self._tables[place] = message.table
        elif isinstance(message, m.Unobserve):
            holder = self._at(message.table)
            if holder is not None and holder != place:
                return False
            if holder is not None:
                self._tables[holder] = None
        return True

    def _held(self, now: float, place: int, message: m.Observe) -> None:
        """Refuses a table here, because another player of the account is at it."""
        player, why = self.players[place], "Another bot of the account is at the table."
        player.outbox.answered(message.request)
        if not self.settings.at:
            # The next list is without the table.
            return look_for_table(player, now)
        refusal = m.Refused(message.request, "already_seated", why)
        seat_refused(player, now, message.table, refusal)
