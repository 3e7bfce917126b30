#!/usr/bin/env python3
"""Runs the commands of "Your club's website in an hour" against a room of its own.

Usage: website.py PROGRAM    such as target/release/cardroom
"""

import json
import os
import re
import subprocess
import sys
from contextlib import closing

from receiver import Receiver, wait_for
from room import ROOT, open_room

PAGE = os.path.join(ROOT, "server/WEBSITE.md")
WRITTEN = "http://127.0.0.1:7777/api/v1"
# Discord is replaced by a receiver on loopback.
DISCORD = "https://discord.com/api/webhooks/NUMBER/SECRET"
SETTINGS = [
    'server.address="https://poker.example"',
    'outgoing.allow=["127.0.0.1"]',
    "calendar.enabled=true",
]


def check_discord(receiver):
    """Waits for the test and the announcement of the page, as messages for Discord."""

    def embeds():
        bodies = [json.loads(body) for _, body in receiver.arrived()]
        assert all(body["allowed_mentions"] == {"parse": []} for body in bodies), bodies
        return {embed["title"]: embed for body in bodies for embed in body["embeds"]}

    wait_for("announcement for Discord", lambda: "Announcement: Friday" in embeds())
    assert "A test of this hook" in embeds(), embeds()
    assert embeds()["Announcement: Friday"]["description"] == "Dinner at eight\\.", embeds()


def main():
    with open(PAGE, encoding="utf-8") as page:
        blocks = re.findall(r"^```sh\n(.*?)^```$", page.read(), re.DOTALL | re.MULTILINE)
    commands = "".join(blocks)
    for written in [WRITTEN, DISCORD]:
        assert commands.count(written) == 1, f"{PAGE} must say {written} once"
    with closing(Receiver()) as receiver, open_room(sys.argv[1], SETTINGS) as room:
        token = room.token("Read", "Floor", "Leagues", "Accounts")
        commands = commands.replace(WRITTEN, room.url).replace(DISCORD, receiver.address)
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-x", "-c", commands],
            env={**os.environ, "TOKEN": token},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout[-600:]
        assert ran.stdout.rstrip().endswith("304"), ran.stdout[-200:]
        _, page = room.call("GET", "/tournaments?limit=200")
        night = next(one for one in page["items"] if one["name"] == "Friday")
        _, entries = room.call("GET", f"/tournaments/{night['tournament']}/entries", token=token)
        names = sorted(entry["name"] for entry in entries["items"])
        assert names == ["Ada", "Bob", "Cleo"], entries
        check_discord(receiver)
    print(f"{len(blocks)} blocks of commands hold")


if __name__ == "__main__":
    main()
