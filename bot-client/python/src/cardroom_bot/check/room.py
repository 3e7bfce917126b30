"""A room with one table and one script. It speaks to the bot over a real connection."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from .. import codec
from .. import messages as m
from ..choices import Legal
from ..deciding import fault_of_action, said
from .felt import HERO, TABLE, TIME_MS, VILLAIN, Felt

_M = TypeVar("_M")

#: How long the script waits for anything that is not the answer to a turn.
_PATIENCE = 15.0


class Failed(Exception):
    """A moment of the book that the bot did not pass, as a sentence."""


class Room:
    """The table, the connection to the bot, and what the script does with both."""

    def __init__(self, game: m.Game, unit: int = 1) -> None:
        self.felt = Felt(game, Random(game.id), unit)
        self.seq = 10
        self._turn = 70
        self._last_action_id = 0
        #: The last decision, and what the bot answered to it.
        self.decision: m.Decision | None = None
        self.answer: m.Act | m.Discard | None = None
        self._server: Server | None = None
        self._port = 0
        self._socket: ServerConnection | None = None
        self._arrived: asyncio.Queue[ServerConnection] = asyncio.Queue()
        self._heard: list[m.ClientMessage] = []

    # Connections.

    async def open(self) -> str:
        """Opens the room, and returns its address."""
        self._server = await serve(
            self._serve, "127.0.0.1", self._port, subprotocols=[Subprotocol("cardroom.v1.json")]
        )
        self._port = next(iter(self._server.sockets)).getsockname()[1]
        return f"ws://127.0.0.1:{self._port}/ws"

    async def close(self) -> None:
        """Closes the room. It may open again at the same address."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def drop(self) -> None:
        """Drops the connection without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _serve(self, socket: ServerConnection) -> None:
        self._arrived.put_nowait(socket)
        await socket.wait_closed()

    async def say(self, *messages: m.ServerMessage) -> None:
        """Sends messages in one frame."""
        if self._socket is None:
            raise Failed("The bot is not connected.")
        frame = codec.dumps([codec.plain_message(message) for message in messages])
        try:
            await self._socket.send(frame)
        except ConnectionClosed:
            raise Failed("The bot has closed the connection.") from None

    async def hear(self, kind: type[_M], patience: float = _PATIENCE) -> _M:
        """Waits for a message of this kind. Pings are answered, other messages passed over."""
        try:
            return await asyncio.wait_for(self._next(kind), patience)
        except asyncio.TimeoutError:
            raise Failed(f"No {kind.__name__} came within {patience:.1f} s.") from None
        except ConnectionClosed:
            raise Failed("The bot has closed the connection.") from None

    async def _next(self, kind: type[_M]) -> _M:
        while True:
            while self._heard:
                message = self._heard.pop(0)
                if isinstance(message, kind):
                    return message
                if isinstance(message, m.Ping):
                    await self.say(m.Pong(message.nonce, 0))
            if self._socket is None:
                raise Failed("The bot is not connected.")
            self._heard = codec.decode_client(await self._socket.recv())

    # The bot's way to its seat.

    async def welcome(self) -> None:
        """Lets the next connection in, and says hello."""
        try:
            self._socket = await asyncio.wait_for(self._arrived.get(), _PATIENCE)
        except asyncio.TimeoutError:
            raise Failed(f"The bot did not connect again within {_PATIENCE:.0f} s.") from None
        self._heard = []
        await self.hear(m.Hello)
        await self.say(m.Welcome(0, "book", "The book", 0, 30_000, False, False))

    async def seat(self) -> None:
        """Lets the bot in, and gives it its seat."""
        await self.welcome()
        login = await self.hear(m.LoginGuest)
        await self.say(self._logged_in(login.request, []))
        listed = await self.hear(m.ListTables)
        await self.say(m.TableList(listed.request, [self.felt.info], True))
        observe = await self.hear(m.Observe)
        view = self.felt.view(self.seq, None)
        view.you = None
        view.seats = [self.felt.seat_view(VILLAIN, "Villain")]
        await self.say(m.TableSnapshot(TABLE, view), m.Done(observe.request))
        sit = await self.hear(m.Sit)
        taken = m.SeatTaken(HERO, "Bot", self.felt.stacks[HERO], True, 0, 0, False)
        self.seq += 1
        await self.say(m.Step(TABLE, self.seq, [taken]), m.Seated(sit.request, TABLE, HERO))

    async def resume(self) -> None:
        """Lets the bot in again, into the hand."""
        await self.welcome()
        login = await self.hear(m.LoginToken)
        if login.token != "cr_book":
            raise Failed("The bot did not return with its resume token.")
        view = self.felt.view(self.seq, self.decision, self._last_action_id)
        await self.say(self._logged_in(login.request, [TABLE]), m.TableSnapshot(TABLE, view))

    def _logged_in(self, request: int, tables: list[int]) -> m.LoggedIn:
        return m.LoggedIn(
            request, "1", "Bot", "Player", 1_000_000, "cr_book", tables, [], True, 0, 0
        )

    # Play.

    async def step(self, events: list[m.TableEvent], *more: m.ServerMessage) -> None:
        """Sends a step, and messages for the bot alone behind it."""
        self.seq += 1
        await self.say(m.Step(TABLE, self.seq, events), *more)

    def hole_cards(self) -> m.ServerMessage:
        return m.HoleCards(TABLE, self.seq + 1, self.felt.hand, list(self.felt.cards))

    async def ask(
        self,
        events: list[m.TableEvent],
        legal: m.LegalActions,
        *before: m.ServerMessage,
        time_ms: int = TIME_MS,
    ) -> None:
        """Gives the bot its turn."""
        self._turn += 1
        self.decision = m.Decision(self._turn, legal)
        turn = m.YourTurn(TABLE, self.seq + 1, self._turn, legal)
        await self.step([*events, self.felt.turn(HERO, time_ms)], *before, turn)

    async def hear_action(self, time_ms: int = TIME_MS) -> m.Action:
        """Waits for the bot's action, and checks that it is legal."""
        act = await self.hear(m.Act, time_ms / 1000)
        self.note(act)
        if self.decision is not None:
            legal = Legal.of(self.decision.legal, self.felt.info.unit)
            fault = fault_of_action(legal, act.action)
            if fault is not None:
                await self.refuse(act, "below_minimum", fault)
                raise Failed(f"The bot's answer is not legal. {fault}")
        return act.action

    def note(self, answer: m.Act | m.Discard) -> None:
        """Checks the numbers of an answer, and notes it."""
        if self.decision is None or answer.turn != self.decision.turn:
            raise Failed("The bot answered a turn that is over.")
        if answer.action_id <= self._last_action_id:
            raise Failed("The bot used an action id again for another answer.")
        self._last_action_id = answer.action_id
        self.answer = answer

    async def hear_discard(self) -> list[str]:
        """Waits for the bot's discard, and checks that it is legal."""
        discard = await self.hear(m.Discard, TIME_MS / 1000)
        self.note(discard)
        bounds = self.decision.legal.discard if self.decision else None
        cards = discard.cards
        held = set(self.felt.cards)
        if (
            bounds is None
            or not bounds.least <= len(cards) <= bounds.most
            or not held >= set(cards)
        ):
            raise Failed(f"The bot may not {said(cards)} of {' '.join(self.felt.cards)}.")
        return cards

    async def accept(self, events: list[m.TableEvent]) -> None:
        """Says that the answer counts."""
        self.decision = None
        await self.step(events, m.ActionAccepted(TABLE, self._last_action_id))

    async def refuse(self, answer: m.Act, code: str, message: str) -> None:
        """Says that the answer does not count."""
        legal = self.decision.legal if self.decision else None
        await self.say(m.ActionRefused(TABLE, answer.action_id, code, message, legal))

    async def play_on(self, action: m.Action) -> None:
        """Takes the bot's action, and lets the hand end there."""
        felt = self.felt
        events = [felt.act(HERO, action)]
        if isinstance(action, (m.ActionBet, m.ActionRaiseTo)):
            events.append(felt.act(VILLAIN, "Fold"))
        winner = VILLAIN if action == "Fold" else HERO
        await self.accept(events + felt.collect() + felt.award(winner))
