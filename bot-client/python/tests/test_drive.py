"""Decisions are tasks of their own, and silent lines are replaced."""

from __future__ import annotations

import asyncio
import inspect
import json
import socket
import unittest
from contextlib import AsyncExitStack, ExitStack
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from cardroom_bot import Bot, Table, keep_alive, play_async
from cardroom_bot import messages as m
from cardroom_bot.connection import Endpoint, open_connection
from cardroom_bot.drive import _Drive
from cardroom_bot.phases import MAY_BE_DEALT_IN
from cardroom_bot.player import Player, Shared
from cardroom_bot.settings import Settings


class Decisions(unittest.TestCase):
    def decide(self, wait: float, cancel_after: float | None) -> list[tuple[Any, Any]]:
        heard: list[tuple[Any, Any]] = []

        async def decision() -> str:
            await asyncio.sleep(wait)
            return "Call"

        asked = decision()

        async def run() -> None:
            drive = _Drive(Endpoint("ws://127.0.0.1:9/ws"), Settings(), asyncio.Event())
            cancel = drive._spawn(asked, lambda value, error: heard.append((value, error)))
            if cancel_after is not None:
                if cancel_after:
                    await asyncio.sleep(cancel_after)
                cancel()
            await asyncio.sleep(0.05)
            self.assertFalse(drive.tasks)

        asyncio.run(run())
        self.assertEqual(inspect.getcoroutinestate(asked), inspect.CORO_CLOSED)
        return heard

    def test_a_decision_is_heard_once(self) -> None:
        self.assertEqual(self.decide(0.0, None), [("Call", None)])

    def test_a_decision_that_is_over_is_not_heard(self) -> None:
        self.assertEqual(self.decide(10.0, 0.01), [])
        self.assertEqual(self.decide(10.0, 0.0), [], "before it has begun")


class Folds(Bot):
    def act(self, table: Table, legal: m.LegalActions) -> m.Action:
        return "Fold"


WELCOME = {
    "minor": 0,
    "server": "fake",
    "room": "Test",
    "time_ms": 0,
    "idle_timeout_ms": 60_000,
    "share_links": False,
    "pokerstars_text": False,
}


class SilentRooms:
    """Rooms that welcome a bot, and say nothing after that."""

    def __init__(self) -> None:
        #: The rooms that let a bot in, in order.
        self.visited: list[int] = []
        self.came = asyncio.Event()
        self.stack = AsyncExitStack()

    async def open(self, count: int) -> str:
        """Returns the addresses of the rooms."""
        urls = []
        for place in range(count):

            async def visit(line: ServerConnection, place: int = place) -> None:
                await line.recv()
                await line.send(json.dumps([{"Welcome": WELCOME}]))
                self.visited.append(place)
                if len(self.visited) == 2:
                    self.came.set()
                await line.wait_closed()

            room = serve(visit, "127.0.0.1", 0, subprotocols=[Subprotocol("cardroom.v1.json")])
            opened = await self.stack.enter_async_context(room)
            port = next(iter(opened.sockets)).getsockname()[1]
            urls.append(f"ws://127.0.0.1:{port}/ws")
        return ",".join(urls)


class Lines(unittest.TestCase):
    def test_a_silent_line_is_replaced_by_one_to_the_next_room(self) -> None:
        async def run() -> list[int]:
            rooms, stop = SilentRooms(), asyncio.Event()
            async with rooms.stack:
                settings = Settings(url=await rooms.open(2))
                playing = asyncio.create_task(play_async(Folds, settings, stop))
                await asyncio.wait_for(rooms.came.wait(), 10.0)
                stop.set()
                await playing
            return rooms.visited[:2]

        quick = {"ANSWER": 0.1, "QUIET": 0.1, "IDLE": 0.1, "PING": 0.1}
        with mock.patch.multiple(keep_alive, **quick):
            self.assertEqual(asyncio.run(run()), [0, 1])

    def test_a_dead_address_of_a_name_does_not_hide_a_living_one(self) -> None:
        async def run() -> list[int]:
            rooms = SilentRooms()
            dead = socket.create_server(("127.0.0.1", 0), backlog=0)
            with dead, ExitStack() as waiting:
                # Nobody accepts, so the system drops attempts once its queue is full.
                for _ in range(4):
                    one = waiting.enter_context(socket.socket())
                    one.setblocking(False)
                    one.connect_ex(dead.getsockname())
                async with rooms.stack:
                    url = await rooms.open(1)
                    living = ("127.0.0.1", urlsplit(url).port)
                    kind = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "")
                    found = [(*kind, dead.getsockname()), (*kind, living)]
                    loop = asyncio.get_running_loop()
                    with mock.patch.object(loop, "getaddrinfo", mock.AsyncMock(return_value=found)):
                        line = await open_connection(Endpoint("ws://room.example:1/ws"))
                    line.drop()
            return rooms.visited

        self.assertEqual(asyncio.run(run()), [0])

    def test_the_room_may_deal_to_an_entrant_who_waits_for_a_seat(self) -> None:
        shared = Shared(Settings(), mock.Mock(), lambda: 0.0)
        player = Player(0, Folds(), shared)
        self.assertFalse(player.reliance().plays)
        for phase in MAY_BE_DEALT_IN:
            player.phase = phase
            self.assertTrue(player.reliance().plays, phase)
        self.assertIn("between seats", MAY_BE_DEALT_IN)
        player.phase = "in line"
        self.assertFalse(player.reliance().plays)
