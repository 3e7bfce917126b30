"""Decisions are tasks of their own, which end with their turns."""

from __future__ import annotations

import asyncio
import inspect
import unittest
from typing import Any

from cardroom_bot.connection import Endpoint
from cardroom_bot.drive import _Drive
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
