"""Bots in a real room and in real matches. `CARDROOM_BIN` names the program."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from live import PROGRAM, LiveRoom, Person, match
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from cardroom_bot import (
    Bot,
    HandResult,
    Legal,
    Settings,
    Summary,
    Table,
    TournamentPlan,
    codec,
    play_async,
)
from cardroom_bot import messages as m
from cardroom_bot.connection import Endpoint, open_connection
from cardroom_bot.errors import ConnectionLost
from cardroom_bot.messages import Action

README = Path(__file__).parents[1] / "README.md"


class Caller(Bot):
    def act(self, table: Table, legal: Legal) -> Action:
        return legal.check_or_call()


def play(bot: type[Bot], settings: Settings, within: float = 120.0) -> Summary:
    return asyncio.run(asyncio.wait_for(play_async(bot, settings), within))


def code_blocks() -> list[str]:
    text = README.read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@unittest.skipUnless(PROGRAM, "CARDROOM_BIN does not name the program")
class Rooms(unittest.TestCase):
    room: LiveRoom

    @classmethod
    def setUpClass(cls) -> None:
        cls.room = LiveRoom()
        cls.room.open()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.room.__exit__()

    def test_a_guest_plays_hands(self) -> None:
        summary = play(Caller, self.room.settings(name="Ada", hands=2))
        self.assertEqual([one.reason for one in summary.outcomes], ["hands played"])
        self.assertEqual(summary.counters.hands, 2)
        self.assertEqual((summary.counters.illegal, summary.counters.resyncs), (0, 0))
        self.assertEqual(summary.winnings["Caller"].hands, 2)

    def test_several_addresses_are_tried_in_turn(self) -> None:
        # One is gone, and one accepts connections and says nothing.
        with socket.create_server(("127.0.0.1", 0)) as frozen:
            port = frozen.getsockname()[1]
            url = f"ws://127.0.0.1:9/ws,ws://127.0.0.1:{port}/ws,{self.room.url}"
            started = time.monotonic()
            summary = play(Caller, Settings(url=url, time=1))
            self.assertEqual([one.reason for one in summary.outcomes], ["time is up"])
            self.assertGreater(time.monotonic() - started, 2.0, "the frozen one was asked")

    def test_several_tables_share_a_connection(self) -> None:
        seen: set[int] = set()

        class Looker(Caller):
            def hand_started(self, table: Table) -> None:
                seen.add(table.info.table)

        summary = play(Looker, self.room.settings(tables=3, hands=1, buy_in="min"))
        self.assertEqual([one.reason for one in summary.outcomes], ["hands played"] * 3)
        self.assertEqual(len(seen), 3)

    def test_an_account_is_made_and_used_again(self) -> None:
        settings = self.room.settings(name="Lovelace", password="difference engine", hands=1)
        for _ in range(2):
            self.assertTrue(play(Caller, settings).is_success())
        settings.password = "analytical engine"
        (outcome,) = play(Caller, settings).outcomes
        self.assertEqual(outcome.reason, "rejected")
        self.assertRegex(outcome.message, "^The room does not let the bot in: .*")

    def test_an_api_token_plays_where_bots_may(self) -> None:
        token = asyncio.run(self.token_of("Babbage"))
        tables: list[m.TableInfo] = []

        class Looker(Caller):
            def hand_started(self, table: Table) -> None:
                tables.append(table.info)

        self.assertTrue(play(Looker, self.room.settings(token=token, hands=1)).is_success())
        self.assertTrue(all(info.bots_allowed for info in tables) and tables)

    def test_a_table_without_bots_says_so(self) -> None:
        token = asyncio.run(self.token_of("Boole"))
        table = asyncio.run(self.table_without_bots())
        (outcome,) = play(Caller, self.room.settings(token=token, at=[table])).outcomes
        self.assertEqual(outcome.reason, "rejected")
        self.assertRegex(outcome.message, "^The bot cannot sit down: .*[Bb]ots")

    def test_a_wrong_token_is_one_sentence(self) -> None:
        (outcome,) = play(Caller, self.room.settings(token="cr_" + "0" * 64)).outcomes
        self.assertEqual(outcome.reason, "rejected")
        self.assertRegex(outcome.message, "^The room does not accept the token: .*[.]$")

    def test_a_private_table_takes_its_code(self) -> None:
        async def host_and_play() -> list[Summary]:
            host = await Person.arrive(self.room.url)
            await host.ask(m.Register(1, "Hopper", "compiles nicely"), m.LoggedIn)
            hosted = await host.ask(m.HostTable(2, terms()), m.Hosted)
            settings = self.room.settings(code=hosted.code, hands=2)
            return await asyncio.gather(*(play_async(Caller, settings) for _ in range(2)))

        for summary in asyncio.run(asyncio.wait_for(host_and_play(), 60)):
            self.assertTrue(summary.is_success(), summary.outcomes)
        (outcome,) = play(Caller, self.room.settings(code="2222222222")).outcomes
        self.assertEqual(outcome.reason, "no such table")

    def test_a_tournament_is_played_to_its_end(self) -> None:
        class Gambler(Bot):
            def act(self, table: Table, legal: Legal) -> Action:
                return legal.max_wager()

        async def play_heads_up() -> list[Summary]:
            plan = TournamentPlan(name="Heads-up sit & go")
            settings = self.room.settings(tournament=plan)
            return await asyncio.gather(*(play_async(Gambler, settings) for _ in range(2)))

        summaries = asyncio.run(asyncio.wait_for(play_heads_up(), 180))
        reasons = [one.reason for summary in summaries for one in summary.outcomes]
        self.assertEqual(reasons, ["tournament played"] * 2)
        results = [result for summary in summaries for result in summary.results]
        self.assertEqual(sorted(result.place or 0 for result in results), [1, 2])
        self.assertEqual({result.prize > 0 for result in results}, {True, False})

    def test_a_tournament_that_is_not_there_is_a_sentence(self) -> None:
        plan = TournamentPlan(id=999_999)
        with self.assertLogs("cardroom_bot", logging.DEBUG):
            summary = play(Caller, self.room.settings(tournament=plan, time=3))
        self.assertIn(summary.outcomes[0].reason, ("no such tournament", "time is up"))

    def test_an_illegal_answer_brings_the_sentence_of_the_room(self) -> None:
        stop = asyncio.Event()

        class Wrong(Bot):
            has_tried = False

            def act(self, table: Table, legal: Legal) -> Action:
                if legal.wager is None:
                    return legal.check_or_fold()
                self.has_tried = True
                return m.ActionRaiseTo(1)

            def saw(self, table: Table, event: m.TableEvent) -> None:
                is_own = isinstance(event, m.Acted) and event.seat == table.hero_seat
                if is_own and self.has_tried:
                    stop.set()

        with self.assertLogs("cardroom_bot", logging.WARNING) as logs:
            playing = play_async(Wrong, self.room.settings(), stop)
            summary = asyncio.run(asyncio.wait_for(playing, 120))
        self.assertGreaterEqual(summary.counters.illegal, 1)
        said = r"The room refused RaiseTo 1 \(\w+\): .+\. Legal are: .+ checks or folds\."
        self.assertRegex(logs.output[0], said)

    def test_the_code_of_the_readme_runs(self) -> None:
        blocks = code_blocks()
        self.assertGreaterEqual(len(blocks), 4)
        for number, block in enumerate(blocks):
            with self.subTest(number), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "bot.py"
                path.write_text(block.replace("ws://127.0.0.1:7777/ws", self.room.url))
                options = ["--url", self.room.url, "--hands", "1"] if "main(" in block else []
                run = subprocess.run(
                    [sys.executable, str(path), *options],
                    capture_output=True,
                    text=True,
                    timeout=90,
                )
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("hands", run.stdout)

    async def token_of(self, name: str) -> str:
        """Makes an account with an API token."""
        owner = await Person.arrive(self.room.url)
        await owner.ask(m.Register(1, name, "difference engine"), m.LoggedIn)
        request = m.CreateApiToken(2, "bot", ["Play"], None, "difference engine", None)
        token: str = (await owner.ask(request, m.ApiToken)).token
        await owner.connection.close()
        return token

    async def table_without_bots(self) -> int:
        guest = await Person.arrive(self.room.url)
        wanted = m.TableFilter(None, None, None, None, None, False)
        listed = await guest.ask(m.ListTables(1, wanted), m.TableList)
        number: int = next(info.table for info in listed.tables if not info.bots_allowed)
        await guest.connection.close()
        return number


def terms() -> m.TableTerms:
    return m.TableTerms(
        name="Friends",
        game="holdem",
        rulebook="online",
        betting="NoLimit",
        small_blind=1,
        big_blind=2,
        bring_in=0,
        ante=0,
        ante_kind="None",
        seats=2,
        min_buy_in=40,
        max_buy_in=200,
        act_seconds=15,
        bank_seconds=30,
        straddle=None,
        bomb_pot=None,
        max_boards=1,
        hybrid=False,
        bots_allowed=True,
        free_chat=True,
        between_hands_ms=1000,
        top_up_to=200,
        approve_buy_ins=False,
        free_entry=True,
        ends_at_ms=0,
        note="",
        chip_value=None,
    )


@unittest.skipUnless(PROGRAM, "CARDROOM_BIN does not name the program")
class Crashes(unittest.TestCase):
    def test_a_room_that_is_killed_in_a_hand_has_the_bot_back_in_it(self) -> None:
        asked, back = threading.Event(), threading.Event()
        stop = asyncio.Event()
        hands: list[int] = []

        class Patient(Bot):
            async def act(self, table: Table, legal: Legal) -> Action:
                assert table.hand is not None
                if not asked.is_set():
                    hands.append(table.hand.number)
                    asked.set()
                    await asyncio.sleep(30)
                if not back.is_set():
                    hands.append(table.hand.number)
                    back.set()
                return legal.check_or_call()

            def hand_ended(self, table: Table, result: HandResult) -> None:
                # In a hand that everybody folds to the big blind the bot is not asked.
                if back.is_set():
                    hands.append(-result.hand if result.voided else result.hand)
                    stop.set()

        with LiveRoom() as room:

            def kill_and_open() -> None:
                asked.wait(60)
                room.kill()
                time.sleep(1)
                room.open()

            killer = threading.Thread(target=kill_and_open)
            killer.start()
            playing = play_async(Patient, room.settings(), stop)
            summary = asyncio.run(asyncio.wait_for(playing, 120))
            killer.join()
        self.assertTrue(back.is_set())
        before, after, ended = hands
        self.assertEqual(before, after, "the same hand goes on")
        self.assertEqual(ended, after, "and is not void")
        self.assertEqual(summary.counters.reconnects, 1)
        self.assertEqual(summary.counters.timeouts, 0)
        self.assertTrue(summary.is_success(), summary.outcomes)

    def test_no_room_at_the_address_is_a_sentence(self) -> None:
        settings = Settings(url="ws://127.0.0.1:9/ws", attempts=1)
        (outcome,) = play(Caller, settings).outcomes
        self.assertEqual(outcome.reason, "unreachable")
        self.assertRegex(outcome.message, r"^Nothing answers at ws://127.0.0.1:9/ws \(.*\)\.")


@unittest.skipUnless(PROGRAM, "CARDROOM_BIN does not name the program")
class Matches(unittest.TestCase):
    def bot(self, folder: str, text: str) -> str:
        path = Path(folder) / "mine.py"
        path.write_text(text)
        return f"{sys.executable} {path}"

    def test_the_first_bot_of_the_readme_plays_matches_of_both_kinds(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = self.bot(folder, code_blocks()[0])
            for kind in ("exec", "room"):
                report = match(
                    "--a", f"{kind}:{command}", "--b", "brain:tight-aggressive", "--deals", "30"
                )
                self.assertIn("±", report)
                self.assertRegex(report, "faults +none", kind)

    def test_every_game_is_played_without_a_fault(self) -> None:
        caller = (
            "from cardroom_bot import Bot, main\n"
            "class Caller(Bot):\n"
            "    def act(self, table, legal):\n"
            "        raised = table.hand.raises > 0\n"
            "        return legal.check_or_call() if raised else legal.min_wager()\n"
            "main(Caller)\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            command = self.bot(folder, caller)
            for game in ("ten-game", "short-deck", "badacey", "crazy-pineapple", "courchevel8"):
                report = match(
                    "--a",
                    f"exec:{command}",
                    "--b",
                    f"room:{command}",
                    "--deals",
                    "20",
                    "--game",
                    game,
                )
                self.assertRegex(report, "faults +none", game)


class Tls(unittest.TestCase):
    def test_a_ca_file_is_trusted_and_nothing_else(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            key, cert = f"{folder}/key.pem", f"{folder}/cert.pem"
            made = subprocess.run(
                "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost "
                "-addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost "
                f"-keyout {key} -out {cert}".split(),
                capture_output=True,
            )
            self.assertEqual(made.returncode, 0, made.stderr)
            asyncio.run(asyncio.wait_for(self.try_both(key, cert), 30))

    async def try_both(self, key: str, cert: str) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)

        async def welcome(socket: ServerConnection) -> None:
            await socket.recv()
            welcome = m.Welcome(0, "fake", "Room", 0, 0, False, False)
            await socket.send(codec.dumps([codec.plain_message(welcome)]))
            await socket.wait_closed()

        protocols = [Subprotocol("cardroom.v1.json")]
        async with serve(welcome, "127.0.0.1", 0, ssl=context, subprotocols=protocols) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            url = f"wss://localhost:{port}/ws"
            opened = await open_connection(Endpoint(url, cert))
            self.assertEqual(opened.welcome.room, "Room")
            await opened.close()
            with self.assertRaisesRegex(ConnectionLost, "No CA that is trusted here has signed"):
                await open_connection(Endpoint(url))
            with self.assertRaisesRegex(ConnectionLost, "The certificate is not for 127.0.0.1"):
                await open_connection(Endpoint(url.replace("localhost", "127.0.0.1"), cert))

    def test_what_is_no_room_is_a_sentence(self) -> None:
        async def page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readline()
            writer.write(b"220 mail.example ESMTP\r\n")
            writer.close()

        async def try_it() -> Summary:
            server = await asyncio.start_server(page, "127.0.0.1", 0)
            port = server.sockets[0].getsockname()[1]
            async with server:
                settings = Settings(url=f"ws://127.0.0.1:{port}/ws", attempts=1)
                return await play_async(Caller, settings)

        (outcome,) = asyncio.run(asyncio.wait_for(try_it(), 30)).outcomes
        self.assertRegex(outcome.message, "^There is no room at ws://.*: it speaks no WebSocket.$")
