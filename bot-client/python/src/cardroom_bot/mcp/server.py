"""The tools that a language model has at a table, as an MCP server."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from ..errors import CardroomError
from ..settings import DEFAULT_URL, Settings, TournamentPlan
from ..version import __version__
from .seat import LONGEST_WAIT, SeatBot
from .session import Session
from .words import table_as_json

INSTRUCTIONS = """\
You play poker in a Cardroom, for play chips. Take a seat with sit, enter_tournament or
start_practice. Then call wait_for_turn again and again: it returns when it is your turn, when a
hand is over, or after 50 seconds. Answer a turn with act and the turn_id that came with it. You see
your own cards and what lies open, and nothing else.
"""

_READS = ToolAnnotations(read_only_hint=True, open_world_hint=True)
_WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)
_PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=True)


def settings_of_environment() -> Settings:
    """Returns the room and the account of CARDROOM_URL and CARDROOM_TOKEN."""
    return Settings(
        url=os.environ.get("CARDROOM_URL") or DEFAULT_URL,
        token=os.environ.get("CARDROOM_TOKEN") or None,
        name=os.environ.get("CARDROOM_NAME") or None,
        attempts=6,
    )


def make_server(settings: Settings) -> MCPServer:
    """Makes the server of one client."""
    session = Session(settings)

    @asynccontextmanager
    async def lifespan(_: MCPServer) -> AsyncIterator[None]:
        try:
            yield None
        finally:
            await session.close()

    server = MCPServer(
        "cardroom", instructions=INSTRUCTIONS, version=__version__, lifespan=lifespan
    )
    _add_lobby(server, session)
    _add_seat(server, session)
    return server


async def _said(asked: Awaitable[dict[str, Any]]) -> str:
    """Returns an answer as JSON, and errors as sentences."""
    try:
        return json.dumps(await asked, ensure_ascii=False, indent=1)
    except (CardroomError, ValueError, OSError) as error:
        raise ToolError(str(error)) from None
    except asyncio.TimeoutError:
        raise ToolError("The room does not answer.") from None


def _add_lobby(server: MCPServer, session: Session) -> None:
    """Adds the tools that lead to a seat, and away from it."""

    @server.tool(annotations=_READS)
    async def list_tables() -> str:
        """Lists the tables and the tournaments of the room."""
        return await _said(session.lobby())

    @server.tool(annotations=_WRITES)
    async def sit(table: int | None = None, code: str | None = None, buy_in: str = "100bb") -> str:
        """Takes a seat at a table.

        Without a table it is the fullest one with a free seat. At one with the rulebook
        two-minutes you have two minutes a turn, elsewhere often 15 s. A private table takes its
        code.
        The buy-in is min, max, chips (5000) or big blinds (100bb).
        """
        return await _said(_news(session, session.sit(table, code, buy_in)))

    @server.tool(annotations=_WRITES)
    async def enter_tournament(
        name: str | None = None, tournament: int | None = None, code: str | None = None
    ) -> str:
        """Enters a tournament, by its name, its id, or the code of a private one."""
        if (name, tournament, code) == (None, None, None):
            raise ToolError("Name the tournament, its id, or its code.")
        plan = TournamentPlan(name, tournament, code)
        return await _said(_news(session, session.enter(plan)))

    @server.tool(annotations=_WRITES)
    async def start_practice(
        opponents: int = 1, game: str = "holdem", seconds_a_turn: int = 120
    ) -> str:
        """Opens a private table with simple opponents (1 to 8), and sits down there."""
        if not 1 <= opponents <= 8:
            raise ToolError("Practice is against 1 to 8 opponents.")
        playing = session.practice(opponents, game, seconds_a_turn)
        return await _said(_news(session, playing))

    @server.tool(annotations=_PLAYS)
    async def leave() -> str:
        """Leaves the table when the hand is over. An open turn is checked or folded."""

        async def leaving() -> dict[str, Any]:
            why = await session.leave()
            return {"words": why, "news": session.seat.take_news() if session.seat else []}

        return await _said(leaving())


async def _news(session: Session, playing: Awaitable[SeatBot]) -> dict[str, Any]:
    """Sits down, and returns what happens in the first seconds."""
    seat = await playing
    return await _waited(session, seat, 8.0)


async def _waited(session: Session, seat: SeatBot, longest: float) -> dict[str, Any]:
    """Waits for something that the client must know, and returns it."""
    state = await seat.wait(session.is_over, longest)
    words = {
        "over": session.end(),
        "hand over": "The hand is over. Call wait_for_turn for the next one.",
        "nothing yet": "Nothing to decide yet. Call wait_for_turn.",
    }
    decision = seat.decision()
    return {
        "state": state,
        "words": decision["words"] if decision else words.get(state, "The turn is over."),
        "news": seat.take_news(),
        "turn": decision,
    }


def _add_seat(server: MCPServer, session: Session) -> None:
    """Adds the tools of a player with a seat."""

    def seat() -> SeatBot:
        if session.seat is None:
            raise ToolError(session.end())
        return session.seat

    @server.tool(annotations=_READS)
    async def wait_for_turn() -> str:
        """Waits until it is your turn, a hand is over, or 50 seconds have passed.

        A turn comes in words and as JSON, with the milliseconds left and a turn_id for act.
        """
        return await _said(_waited(session, seat(), LONGEST_WAIT))

    @server.tool(annotations=_PLAYS)
    async def act(
        turn_id: str,
        action: str,
        amount: int | None = None,
        cards: list[str] | None = None,
    ) -> str:
        """Answers your turn.

        The action is fold, check, call, bet, raise_to, bring_in or discard. bet and raise_to take
        the amount: the total in front of you for the street. discard takes the cards, none to stand
        pat. An answer to a turn that is over is refused as stale_turn, and does nothing.
        """

        async def acting() -> dict[str, Any]:
            mine = seat()
            await mine.answer(turn_id, action, amount, cards)
            return await _waited(session, mine, 2.0)

        return await _said(acting())

    @server.tool(annotations=_READS)
    async def table() -> str:
        """Shows the table as your seat sees it."""

        async def looking() -> dict[str, Any]:
            view = seat().table
            if view is None:
                return {"words": session.end()}
            return table_as_json(view)

        return await _said(looking())

    @server.tool(annotations=_READS)
    async def hand() -> str:
        """Tells the hand in progress, or the last one, from its beginning."""

        async def telling() -> dict[str, Any]:
            return {"your_cards": seat().cards, "hand": seat().hand}

        return await _said(telling())


def run(settings: Callable[[], Settings] = settings_of_environment) -> None:
    """Serves one client over standard input and output. Everything else goes to standard error."""
    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.WARNING)
    make_server(settings()).run("stdio")
