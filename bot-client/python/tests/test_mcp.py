"""A client of the official SDK plays over standard input and output."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import unittest
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from live import PROGRAM, LiveRoom

try:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
except ModuleNotFoundError:
    HAS_SDK = False
else:
    HAS_SDK = True

TOOLS = {
    "list_tables": True,
    "wait_for_turn": True,
    "table": True,
    "hand": True,
    "sit": False,
    "act": False,
    "leave": False,
    "enter_tournament": False,
    "start_practice": False,
}
COMMAND = [sys.executable, "-m", "cardroom_bot.mcp"]


class Client:
    """A client that reads answers as JSON."""

    def __init__(self, session: Any) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        result = await self.session.call_tool(tool, arguments)
        text = "".join(part.text for part in result.content)
        if result.is_error:
            raise RuntimeError(text)
        answer: dict[str, Any] = json.loads(text)
        return answer

    async def turn(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Waits for a turn, with this answer as the last one."""
        for _ in range(20):
            if answer.get("turn"):
                turn: dict[str, Any] = answer["turn"]
                return turn
            answer = await self.call("wait_for_turn")
        raise AssertionError("no turn came")


@asynccontextmanager
async def client(url: str) -> AsyncIterator[Client]:
    server = StdioServerParameters(
        command=COMMAND[0], args=COMMAND[1:], env={"CARDROOM_URL": url, "CARDROOM_NAME": "Model"}
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield Client(session)


@unittest.skipUnless(PROGRAM and HAS_SDK, "CARDROOM_BIN or the SDK is missing")
class Mcp(unittest.TestCase):
    room: LiveRoom

    @classmethod
    def setUpClass(cls) -> None:
        cls.room = LiveRoom()
        cls.room.open()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.room.__exit__()

    def test_tools_say_whether_they_read_or_write(self) -> None:
        async def look() -> dict[str, bool]:
            async with client(self.room.url) as it:
                listed = await it.session.list_tools()
                lobby = await it.call("list_tables")
                self.assertTrue(lobby["tables"] and lobby["tournaments"])
                slow = [one["name"] for one in lobby["tables"] if one["rulebook"] == "two-minutes"]
                self.assertEqual(slow, ["Two Minutes"], "a table for language models")
                return {tool.name: tool.annotations.read_only_hint for tool in listed.tools}

        self.assertEqual(asyncio.run(asyncio.wait_for(look(), 60)), TOOLS)

    def test_hands_are_played_to_the_end(self) -> None:
        asyncio.run(asyncio.wait_for(self.play_hands(), 120))

    async def play_hands(self) -> None:
        async with client(self.room.url) as it:
            answer = await it.call("start_practice", opponents=2)
            over, heard = 0, []
            old = ""
            while over < 3:
                heard += answer.get("news", [])
                over += answer["state"] == "hand over"
                turn = answer.get("turn")
                if turn is None:
                    answer = await it.call("wait_for_turn")
                    continue
                self.assertGreater(turn["ms_left"], 60_000, "two minutes a turn")
                self.assertEqual(len(turn["your_cards"]), 2)
                self.assertIn(" ".join(turn["your_cards"]), turn["words"])
                if old:
                    with self.assertRaisesRegex(RuntimeError, "stale_turn"):
                        await it.call("act", turn_id=old, action="fold")
                with self.assertRaisesRegex(
                    RuntimeError, "is not legal. Legal are: .* time goes on"
                ):
                    await it.call("act", turn_id=turn["turn_id"], action="raise_to", amount=1)
                action = "check" if "check" in turn["legal"] else "call"
                old = turn["turn_id"]
                answer = await it.call("act", turn_id=old, action=action)
            said = " ".join(heard)
            self.assertRegex(said, "Hand 1 of Texas hold'em begins.*You: .*wins.*is over")
            self.assertRegex(said, "You (won|lost) [0-9]+")
            hand = await it.call("hand")
            self.assertIn("begins", hand["hand"][0])
            self.assertIn("seats", await it.call("table"))
            left = await it.call("leave")
            self.assertIn("stopped", left["words"])
            with self.assertRaisesRegex(RuntimeError, "stale_turn"):
                await it.call("act", turn_id=old, action="check")

    def test_a_client_that_never_answers_is_folded_and_hears_of_it(self) -> None:
        asyncio.run(asyncio.wait_for(self.never_answer(), 90))

    async def never_answer(self) -> None:
        async with client(self.room.url) as it:
            answer = await it.call("start_practice", seconds_a_turn=5)
            turn = await it.turn(answer)
            await asyncio.sleep(turn["ms_left"] / 1000 + 0.2)
            with self.assertRaisesRegex(RuntimeError, "stale_turn"):
                await it.call("act", turn_id=turn["turn_id"], action="call")
            answer = await it.call("wait_for_turn")
            self.assertRegex(
                " ".join(answer["news"]), "Your time was nearly over, so the answer was"
            )
            again = await it.turn(answer)
            self.assertFalse([one for one in again["seats"] if one.get("sitting_out")])
            await it.call("leave")

    def test_only_messages_go_to_standard_output(self) -> None:
        hello = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        }
        call = {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {"name": "wait_for_turn", "arguments": {}},
        }
        ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        lines = "".join(json.dumps(line) + "\n" for line in (hello, ready, call))
        run = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert run.stdin and run.stdout
        run.stdin.write(lines)
        run.stdin.flush()
        answers = [json.loads(run.stdout.readline()) for _ in range(2)]
        out, _ = run.communicate(timeout=30)
        self.assertEqual([answer["id"] for answer in answers], [1, 2])
        self.assertIn("You have no seat.", json.dumps(answers[1]))
        self.assertEqual(out, "")

    def test_no_room_is_a_sentence(self) -> None:
        async def look() -> None:
            async with client("ws://127.0.0.1:9/ws") as it:
                with self.assertRaisesRegex(RuntimeError, "Nothing answers at ws://127.0.0.1:9/ws"):
                    await it.call("list_tables")

        asyncio.run(asyncio.wait_for(look(), 30))


if __name__ == "__main__":
    unittest.main()
