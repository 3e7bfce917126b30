"""One WebSocket connection: frames in and out, and the addresses of a room."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    InvalidURI,
    NegotiationError,
)
from websockets.typing import Subprotocol

from . import codec
from . import messages as m
from .errors import AddressError, ConnectionLost, DecodeError, Silence
from .version import __version__

#: The environment variable that names a PEM file of CAs to trust in addition to the system's.
CA_FILE = "CARDROOM_CA_FILE"

_SUBPROTOCOL = Subprotocol("cardroom.v1.json")
#: The time limit for TCP, the WebSocket handshake and the hello together: of the first attempt, of
#: the second, and of later ones.
_OPEN_TIMEOUTS = (5.0, 10.0, 20.0)
#: The same limit for one of several servers. A frozen one accepts a connection and says nothing.
_OPEN_TIMEOUT_EACH = 2.0
#: How long an address of a name may be silent before the next one is tried beside it.
_NEXT_ADDRESS_AFTER = 0.25
#: How long the system may refuse a frame before the connection counts as lost.
_SEND_TIMEOUT = 10.0
#: The close code of a room that another machine takes over.
_MOVED = 4015
#: The largest frame from the room.
_MOST_BYTES = 65536


class Endpoint:
    """The addresses of a room. It remembers which one answered last."""

    def __init__(self, url: str, ca_file: str | None = None) -> None:
        self.servers = [_checked(one.strip()) for one in url.split(",")]
        self._first = 0
        self._tls: ssl.SSLContext | None = None
        if any(server.startswith("wss:") for server in self.servers):
            self._tls = _trusting(ca_file or os.environ.get(CA_FILE) or None)

    def in_turn(self) -> list[tuple[int, str]]:
        """Returns the servers with their places, beginning with the one that answered last."""
        count = len(self.servers)
        places = [(self._first + turn) % count for turn in range(count)]
        return [(place, self.servers[place]) for place in places]

    def let_in(self, place: int) -> None:
        """Notes that a server has answered a hello."""
        self._first = place

    def pass_over(self, place: int) -> None:
        """Notes that a server no longer answers, so that the next one is tried first."""
        if self._first == place:
            self._first = (place + 1) % len(self.servers)

    def tls(self, server: str) -> ssl.SSLContext | None:
        return self._tls if server.startswith("wss:") else None


def _checked(url: str) -> str:
    """Returns the URL of a server, if it is one."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise AddressError(f"{url!r} is not a URL: {error}") from None
    if parts.scheme in ("http", "https") and parts.netloc:
        scheme = "wss" if parts.scheme == "https" else "ws"
        raise AddressError(
            f"{url!r} is a page to look at. Bots connect to {scheme}://{parts.netloc}/ws."
        )
    if parts.scheme not in ("ws", "wss"):
        raise AddressError(
            f"{url!r} is no address of a room. Write ws:// or wss:// before the host."
        )
    if not parts.hostname:
        raise AddressError(f"{url!r} names no host.")
    return url


def _trusting(ca_file: str | None) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=ca_file)
        except (OSError, ssl.SSLError) as error:
            raise AddressError(f"The CA file {ca_file} cannot be used: {error}") from None
    return context


@dataclass
class Connection:
    """An open connection. The room has answered the hello."""

    socket: ClientConnection
    welcome: m.Welcome
    #: Messages that came with the welcome.
    early: list[m.ServerMessage]
    #: The place of the server among those of the endpoint.
    place: int = 0

    async def send(self, messages: Sequence[m.ClientMessage]) -> None:
        """Sends messages as one frame."""
        try:
            await asyncio.wait_for(self.socket.send(codec.encode(messages)), _SEND_TIMEOUT)
        except asyncio.TimeoutError:
            raise Silence("The room does not take anything any more.") from None
        except (ConnectionClosed, OSError) as error:
            raise ConnectionLost(_ended(error)) from None

    async def receive(self) -> list[m.ServerMessage]:
        """Receives the messages of the next frame."""
        if self.early:
            early, self.early = self.early, []
            return early
        return await _receive(self.socket)

    async def close(self) -> None:
        """Closes the connection, and waits at most a second for the room's answer."""
        try:
            await asyncio.wait_for(self.socket.close(), 1.0)
        except (asyncio.TimeoutError, OSError):
            self.socket.transport.abort()

    def drop(self) -> None:
        """Drops the connection without a word."""
        self.socket.transport.abort()


async def _receive(socket: ClientConnection) -> list[m.ServerMessage]:
    try:
        frame = await socket.recv()
    except (ConnectionClosed, OSError) as error:
        raise ConnectionLost(_ended(error), code=_code(error)) from None
    if isinstance(frame, bytes):
        raise DecodeError("a binary frame came over a text connection")
    return codec.decode(frame)


def _ended(error: BaseException) -> str:
    if isinstance(error, ConnectionClosed) and error.rcvd is not None:
        reason = f": {error.rcvd.reason}" if error.rcvd.reason else ""
        return f"The room closed the connection ({error.rcvd.code}{reason})."
    return "The connection was lost."


def _code(error: BaseException) -> str:
    """Returns `moved` if the room said that another machine takes it over."""
    closed = error.rcvd if isinstance(error, ConnectionClosed) else None
    return "moved" if closed is not None and closed.code == _MOVED else ""


async def open_connection(endpoint: Endpoint, failures: int = 0) -> Connection:
    """Connects and exchanges hellos, with the first of several servers that lets the bot in.

    After more failures in a row, it waits longer for an answer.
    """
    servers = endpoint.in_turn()
    limit = _OPEN_TIMEOUT_EACH if len(servers) > 1 else _OPEN_TIMEOUTS[min(failures, 2)]
    failure: ConnectionLost | None = None
    for place, server in servers:
        try:
            opened = await asyncio.wait_for(_open_at(endpoint, server), limit)
        except asyncio.TimeoutError:
            error = ConnectionLost(f"Nothing answers at {server} in time.")
        except ConnectionLost as lost:
            error = lost
        else:
            endpoint.let_in(place)
            opened.place = place
            return opened
        # A server that says why says more than one that is gone.
        if failure is None or (error.is_answer and not failure.is_answer):
            failure = error
    raise failure or ConnectionLost("The room has no address.")


async def _open_at(endpoint: Endpoint, server: str) -> Connection:
    try:
        socket = await connect(
            server,
            subprotocols=[_SUBPROTOCOL],
            compression=None,
            ssl=endpoint.tls(server),
            max_size=_MOST_BYTES,
            open_timeout=None,
            ping_interval=None,
            close_timeout=1.0,
            proxy=None,
            **_beside(asyncio.get_running_loop()),
        )
    except (OSError, InvalidHandshake, InvalidURI, EOFError) as error:
        raise _why_not(server, error) from None
    if socket.subprotocol != _SUBPROTOCOL:
        socket.transport.abort()
        raise ConnectionLost(f"There is no Cardroom at {server}.", is_answer=True)
    try:
        return await _say_hello(socket, server)
    except BaseException:
        socket.transport.abort()
        raise


def _beside(loop: asyncio.AbstractEventLoop) -> dict[str, Any]:
    """Lets the addresses of a name be tried beside each other, so that none hides the others.

    Loops of other packages may not know this.
    """
    is_own = isinstance(loop, asyncio.BaseEventLoop)
    return {"happy_eyeballs_delay": _NEXT_ADDRESS_AFTER} if is_own else {}


async def _say_hello(socket: ClientConnection, server: str) -> Connection:
    hello = m.Hello(m.MINOR_VERSION, f"cardroom-bot/{__version__} (Python)")
    try:
        await socket.send(codec.encode([hello]))
    except (ConnectionClosed, OSError) as error:
        raise ConnectionLost(_ended(error)) from None
    try:
        frame = await _receive(socket)
    except DecodeError as error:
        raise ConnectionLost(
            f"There is no Cardroom at {server}: {error}.", is_answer=True
        ) from None
    first = frame[0] if frame else None
    if isinstance(first, m.Welcome):
        return Connection(socket, first, frame[1:])
    if isinstance(first, (m.Goodbye, m.Refused)):
        raise ConnectionLost(
            f"The room does not let the bot in: {first.message}", is_answer=True, code=first.code
        )
    raise ConnectionLost(f"There is no Cardroom at {server}.", is_answer=True)


#: What the statuses of a refused handshake mean.
_STATUSES = {
    400: "It speaks another version of the protocol.",
    403: "It does not take connections from here.",
    421: "It does not answer for this host name.",
    429: "It has too many connections from this address. Try again later.",
    503: "It is full, starting or closing. Try again later.",
}


def _why_not(server: str, error: BaseException) -> ConnectionLost:
    """Returns why a connection cannot be opened, as a sentence."""
    host = urlsplit(server).hostname or server
    if isinstance(error, ssl.SSLCertVerificationError):
        return ConnectionLost(_why_not_trusted(host, error), is_answer=True)
    if isinstance(error, ssl.SSLError):
        return ConnectionLost(f"TLS with {host} failed: {error.reason}.", is_answer=True)
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        meaning = _STATUSES.get(status, "That is no room. Its address ends with /ws.")
        return ConnectionLost(
            f"{server} answered with HTTP status {status}. {meaning}", is_answer=True
        )
    if isinstance(error, NegotiationError):
        return ConnectionLost(f"There is no Cardroom at {server}.", is_answer=True)
    if isinstance(error, (InvalidHandshake, EOFError)):
        return ConnectionLost(f"There is no room at {server}: it speaks no WebSocket.")
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return ConnectionLost(f"Nothing answers at {server} ({why}). Is the room open?")
    return ConnectionLost(f"{server} cannot be reached: {error}.")


def _why_not_trusted(host: str, error: ssl.SSLCertVerificationError) -> str:
    words = error.verify_message
    if "Hostname mismatch" in words or "IP address mismatch" in words:
        kind = "address" if _is_address(host) else "name"
        return f"The certificate is not for {host}. Connect by a {kind} that it is for."
    if "expired" in words or "not yet valid" in words:
        return f"The certificate of {host} is not valid at this time. Look at its dates."
    return (
        f"No CA that is trusted here has signed the certificate of {host}. "
        f"If it is your own, name its CA in {CA_FILE}."
    )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
