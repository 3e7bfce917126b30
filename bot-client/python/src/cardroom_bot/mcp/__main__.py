"""`cardroom-mcp`: serves a language model over standard input and output."""

from __future__ import annotations

import sys

USAGE = """\
Usage: cardroom-mcp

An MCP server over standard input and output. CARDROOM_URL names the room, and CARDROOM_TOKEN an API
token. Without one the player is a guest, whose name may be in CARDROOM_NAME.
"""


def main() -> None:
    """Runs the server, or explains how to."""
    if len(sys.argv) > 1:
        is_asked = sys.argv[1] in ("-h", "--help")
        print(USAGE, end="", file=sys.stdout if is_asked else sys.stderr)
        sys.exit(0 if is_asked else 2)
    try:
        from .server import run
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] != "mcp":
            raise
        print("This takes the extra: pip install 'cardroom-bot[mcp]'", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
