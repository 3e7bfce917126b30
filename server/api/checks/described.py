#!/usr/bin/env python3
"""Checks protocol/openapi.json by its specification, and a room that plays by the file: every answer is
one that the file describes, and none is an error of the server.

Usage: described.py PROGRAM [EXAMPLES]    such as target/release/cardroom 20
"""

import os
import subprocess
import sys

from room import ROOT, open_room

FILE = os.path.join(ROOT, "protocol/openapi.json")
SCOPES = ["Play", "Read", "Floor", "Leagues", "Accounts"]


def main():
    tools = os.path.dirname(sys.executable)
    subprocess.run([os.path.join(tools, "openapi-spec-validator"), FILE], check=True)
    examples = sys.argv[2] if len(sys.argv) > 2 else "10"
    with open_room(sys.argv[1]) as room:
        command = [
            os.path.join(tools, "schemathesis"),
            "--config-file",
            os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemathesis.toml"),
            "run",
            FILE,
            "--url",
            room.url,
            "--header",
            f"Authorization: Bearer {room.token(*SCOPES)}",
            "--checks",
            "all",
            "--max-examples",
            examples,
            "--seed",
            "20261130",
            "--continue-on-failure",
            "--no-color",
        ]
        ended = subprocess.run(command, cwd=room.folder, check=False).returncode
        if ended:
            sys.exit(ended)


if __name__ == "__main__":
    main()
