"""One client's way through a room: its tables, its seat, and a table of its own to practice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from .. import messages as m
from ..bot import Bot
from ..choices import Legal
from ..connection import Connection, Endpoint, open_connection
from ..drive import play_async
from ..errors import CardroomError
from ..messages import Action
from ..model import Table
from ..settings import Settings, TournamentPlan
from ..summary import Summary
from .seat import SeatBot

_M = TypeVar("_M")

_PATIENCE = 15.0
#: How long a player that leaves waits for the end of the hand.
_LEAVE_WAIT = 30.0


class PracticeBot(Bot):
    """An opponent that plays its good hands and calls for a good price."""

    def act(self, table: Table, legal: Legal) -> Action:
        chance = table.strength(60)
        if chance > 0.75 and table.hand is not None and table.hand.raises < 2:
            return legal.pot_wager()
        if chance > table.pot_odds() + 0.15:
            return legal.check_or_call()
        return legal.check_or_fold()


class Session:
    """One client in a room."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.seat: SeatBot | None = None
        self._playing: asyncio.Task[Summary] | None = None
        self._stop = asyncio.Event()
        self._opponents: list[asyncio.Task[Summary]] = []
        self._stop_opponents = asyncio.Event()

    def is_over(self) -> bool:
        """Returns `True` if the client plays nowhere."""
        return self._playing is None or self._playing.done()

    def end(self) -> str:
        """Returns why the client plays nowhere any more."""
        task = self._playing
        if task is None:
            return "You have no seat. Call sit, enter_tournament or start_practice."
        if not task.done() or task.cancelled():
            return "You are at the table."
        error = task.exception()
        if error is not None:
            return str(error)
        return " ".join(outcome.message for outcome in task.result().outcomes)

    # The lobby.

    async def lobby(self) -> dict[str, Any]:
        """Returns the tables and the tournaments of the room."""
        connection = await open_connection(Endpoint(self.settings.url, self.settings.ca_file))
        try:
            wanted = m.TableFilter(None, None, None, None, None, False)
            await connection.send([m.ListTables(1, wanted), m.ListTournaments(2, False)])
            tables: list[m.TableInfo] = []
            tournaments: list[m.TournamentInfo] = []
            left = {"tables", "tournaments"}
            while left:
                for message in await asyncio.wait_for(connection.receive(), _PATIENCE):
                    if isinstance(message, m.TableList):
                        tables += message.tables
                        left -= {"tables"} if message.last else set()
                    elif isinstance(message, m.TournamentList):
                        tournaments += message.tournaments
                        left -= {"tournaments"} if message.last else set()
        finally:
            await connection.close()
        return {
            "tables": [_table(info) for info in tables if info.tournament is None],
            "tournaments": [_tournament(info) for info in tournaments],
        }

    # The seat.

    async def sit(self, table: int | None, code: str | None, buy_in: str) -> SeatBot:
        """Takes a seat, at any table if none is named."""
        at = [] if table is None else [table]
        return await self._play(replace(self.settings, at=at, code=code, buy_in=buy_in))

    async def enter(self, plan: TournamentPlan) -> SeatBot:
        """Enters a tournament."""
        return await self._play(replace(self.settings, tournament=plan))

    async def _play(self, settings: Settings) -> SeatBot:
        if not self.is_over():
            raise CardroomError("You have a seat already. Leave it first.")
        # Made before the settings are used, so that a bad one is a sentence now.
        Endpoint(settings.url, settings.ca_file)
        seat = self.seat = SeatBot()
        self._stop = asyncio.Event()
        self._playing = asyncio.create_task(play_async(lambda: seat, settings, self._stop))
        return seat

    async def leave(self) -> str:
        """Leaves the seat when the hand is over, and closes the table of the practice."""
        if self.seat is not None:
            await self.seat.give_up()
        self._stop.set()
        self._stop_opponents.set()
        tasks = [task for task in (self._playing, *self._opponents) if task and not task.done()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=_LEAVE_WAIT)
            for task in late:
                task.cancel()
        self._opponents = []
        why = self.end()
        self._playing = None
        return why

    async def practice(self, opponents: int, game: str, act_seconds: int) -> SeatBot:
        """Opens a private table with simple opponents, and sits down there."""
        if not self.is_over():
            raise CardroomError("You have a seat already. Leave it first.")
        host = await open_connection(Endpoint(self.settings.url, self.settings.ca_file))
        try:
            login = await _ask(host, m.LoginGuest(1, "Practice"), m.LoggedIn)
            code, token = await _host(host, game, opponents + 1, act_seconds), login.resume_token
        finally:
            host.drop()
        self._stop_opponents = asyncio.Event()
        plain = Settings(url=self.settings.url, ca_file=self.settings.ca_file, code=code)
        for number in range(opponents):
            # The first opponent is the host.
            settings = replace(plain, token=token) if number == 0 else plain
            playing = play_async(PracticeBot, settings, self._stop_opponents)
            self._opponents.append(asyncio.create_task(playing))
        return await self.sit(None, code, "100bb")

    async def close(self) -> None:
        """Ends everything, at the end of the program."""
        with suppress(CardroomError, OSError):
            await self.leave()


async def _ask(connection: Connection, request: m.ClientMessage, kind: type[_M]) -> _M:
    """Sends a request, and returns its answer."""
    await connection.send([request])
    while True:
        for message in await asyncio.wait_for(connection.receive(), _PATIENCE):
            if isinstance(message, kind):
                return message
            if isinstance(message, (m.Refused, m.Goodbye, m.TermsRefused)):
                raise CardroomError(f"The room refused: {message.message}")


async def _host(host: Connection, game: str, seats: int, act_seconds: int) -> str:
    """Opens a private table, and returns its code."""
    hosting = await _ask(host, m.GetHosting(2), m.Hosting)
    if not hosting.allowed:
        raise CardroomError("This room has no private tables, so there is no practice in it.")
    known = {one.id: one for one in hosting.limits.games}
    if game not in known:
        raise CardroomError(f"{game!r} is none of the games here: {', '.join(sorted(known))}.")
    limits, has_bring_in = hosting.limits, known[game].bring_in
    terms = m.TableTerms(
        name="Practice",
        game=game,
        rulebook="online",
        # Stud is a game of fixed limits.
        betting="FixedLimit" if has_bring_in else "NoLimit",
        small_blind=0 if has_bring_in else 5,
        big_blind=10,
        bring_in=5 if has_bring_in else 0,
        ante=2 if has_bring_in else 0,
        ante_kind="Each" if has_bring_in else "None",
        seats=seats,
        min_buy_in=400,
        max_buy_in=1000,
        act_seconds=min(max(act_seconds, limits.min_act_seconds), limits.max_act_seconds),
        bank_seconds=0,
        straddle=None,
        bomb_pot=None,
        max_boards=1,
        hybrid=False,
        bots_allowed=True,
        free_chat=False,
        between_hands_ms=limits.min_between_ms,
        top_up_to=1000,
        approve_buy_ins=False,
        free_entry=True,
        ends_at_ms=0,
        note="",
        chip_value=None,
    )
    return (await _ask(host, m.HostTable(3, terms), m.Hosted)).code


def _table(info: m.TableInfo) -> dict[str, Any]:
    return {
        "table": info.table,
        "name": info.name,
        "game": info.game_name,
        "betting": info.betting,
        "stakes": f"{info.small_blind}/{info.big_blind}",
        "rulebook": info.rulebook,
        "players": info.seated,
        "seats": info.seats,
        "buy_in": [info.min_buy_in, info.max_buy_in],
        "bots_allowed": info.bots_allowed,
    }


def _tournament(info: m.TournamentInfo) -> dict[str, Any]:
    return {
        "tournament": info.tournament,
        "name": info.name,
        "game": info.game_name,
        "state": info.state,
        "open": info.open,
        "entries": info.entries,
        "price": info.buy_in + info.fee,
        "starts_at_ms": info.starts_at,
        "bots_allowed": info.bots_allowed,
    }
