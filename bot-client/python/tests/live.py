"""A room and a match of the program that `CARDROOM_BIN` names, for tests."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from cardroom_bot import Settings
from cardroom_bot import messages as m
from cardroom_bot.connection import Connection, Endpoint, open_connection

PROGRAM = os.environ.get("CARDROOM_BIN", "")


class LiveRoom:
    """A room on a port of the system's choice, with quick house bots."""

    def __init__(self, *flags: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="cardroom-python-")
        self._flags = flags
        self.port = 0
        self.url = ""
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> LiveRoom:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._folder.cleanup()

    def open(self) -> None:
        """Opens the room, again at the same address if it was open before."""
        flags = [
            "--listen",
            f"127.0.0.1:{self.port}",
            "--admin-listen",
            "127.0.0.1:0",
            "--data-dir",
            f"{self._folder.name}/data",
        ]
        for setting in (
            "house_bots.think_min_ms=20",
            "house_bots.think_max_ms=80",
            "server.drain_seconds=3",
            *self._flags,
        ):
            flags += ["--set", setting]
        out = Path(self._folder.name) / "out"
        with out.open("w") as to, (Path(self._folder.name) / "log").open("a") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", *flags], stdout=to, stderr=log, text=True
            )
        for _ in range(600):
            found = re.search(r"ws://\S*", out.read_text())
            if found:
                break
            if self.process.poll() is not None:
                raise RuntimeError((Path(self._folder.name) / "log").read_text()[-2000:])
            time.sleep(0.05)
        else:
            raise RuntimeError("the room did not open")
        self.url = found.group()
        self.port = int(self.url.split(":")[2].split("/")[0])

    def kill(self) -> None:
        """Kills the room, as `kill -9` does."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def settings(self, **changes: Any) -> Settings:
        return Settings(url=self.url, **changes)


class Person:
    """A client that sends single requests."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @classmethod
    async def arrive(cls, url: str) -> Person:
        return cls(await open_connection(Endpoint(url)))

    async def ask(self, request: m.ClientMessage, *kinds: type) -> Any:
        """Sends a request, and returns the first message of these kinds."""
        await self.connection.send([request])
        return await asyncio.wait_for(self.hear(*kinds), 15)

    async def hear(self, *kinds: type) -> Any:
        while True:
            for message in await self.connection.receive():
                if isinstance(message, kinds):
                    return message
                if isinstance(message, (m.Refused, m.Goodbye)):
                    raise RuntimeError(message.message)


def match(*arguments: str) -> str:
    """Plays a match, and returns its report."""
    run = subprocess.run(
        [PROGRAM, "match", *arguments], capture_output=True, text=True, timeout=120
    )
    if run.returncode != 0:
        raise RuntimeError(run.stdout + run.stderr)
    return run.stdout
