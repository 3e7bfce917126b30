#!/usr/bin/env python3
"""Runs the commands of "Your club's website in an hour" against a room of its own.

Usage: website.py PROGRAM    such as target/release/cardroom
"""

import os
import re
import subprocess
import sys
import tempfile

from room import ROOT, Room

PAGE = os.path.join(ROOT, "server/WEBSITE.md")
WRITTEN = "http://127.0.0.1:7777/api/v1"


def main():
    with open(PAGE, encoding="utf-8") as page:
        blocks = re.findall(r"^```sh\n(.*?)^```$", page.read(), re.DOTALL | re.MULTILINE)
    commands = "".join(blocks)
    assert commands.count(WRITTEN) == 1, f"{PAGE} must say {WRITTEN} once"
    with tempfile.TemporaryDirectory() as folder:
        room = Room(sys.argv[1], folder)
        try:
            token = room.token("Read", "Floor", "Accounts")
            ran = subprocess.run(
                ["bash", "-euo", "pipefail", "-x", "-c", commands.replace(WRITTEN, room.url)],
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
        except BaseException:
            print(room.last_lines(), file=sys.stderr)
            raise
        finally:
            room.close()
    print(f"{len(blocks)} blocks of commands hold")


if __name__ == "__main__":
    main()
