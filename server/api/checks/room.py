"""A room of its own for a check: it plays, serves the API on a port of the system's choice, and has an
administrator with a token."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "bot-client/examples"))
sys.dont_write_bytecode = True
from json_bot import WebSocket  # noqa: E402

PASSWORD = "a long enough password"
SETTINGS = [
    "api.enabled=true",
    "api.requests_per_second=1000",
    "api.request_burst=1000",
    "api.visitor_requests_per_second=1000",
    "api.visitor_request_burst=1000",
    "limits.connections_per_address=1000",
    "limits.logins_per_minute=100000",
    "limits.wrong_guesses_per_minute=100000",
    "limits.messages_per_second=1000",
    "limits.message_burst=10000",
    "limits.rows_per_hour=1000000",
    "house_bots.think_min_ms=20",
    "house_bots.think_max_ms=80",
    "server.drain_seconds=1",
]


class Room:
    """A process with the room. It may be killed and opened again at the same address."""

    def __init__(self, program, folder, settings=()):
        self.program, self.folder, self.listen = os.path.realpath(program), folder, "127.0.0.1:0"
        data = ["--data-dir", os.path.join(folder, "data")]
        create = [self.program, "admin", "create", "Ruth", "--password-stdin", *data]
        subprocess.run(create, input=PASSWORD + "\n", text=True, check=True, cwd=folder)
        self.serve = [self.program, "serve", "--admin-listen", "127.0.0.1:0", *data]
        for setting in [*SETTINGS, *settings]:
            self.serve += ["--set", setting]
        self.open()

    def open(self):
        out = open(os.path.join(self.folder, "out"), "w+", encoding="utf-8")
        log = open(os.path.join(self.folder, "log"), "a", encoding="utf-8")
        command = [*self.serve, "--listen", self.listen]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=log)
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            out.seek(0)
            found = re.search(r"ws://([0-9.:]+)", out.read())
            if found and self.is_ready(found[1]):
                self.listen = found[1]
                self.url = f"http://{self.listen}/api/v1"
                return
            time.sleep(0.1)
        raise RuntimeError("the room did not open: " + self.last_lines())

    @staticmethod
    def is_ready(address):
        try:
            connection = http.client.HTTPConnection(address, timeout=5)
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self):
        self.process.terminate()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return None

    def token(self, *scopes):
        """Returns a new token of the administrator."""
        socket = WebSocket(f"ws://{self.listen}/ws", "cardroom.v1.json")
        login = {"request": 1, "name": "Ruth", "password": PASSWORD}
        new = {"request": 2, "label": "check", "scopes": list(scopes), "password": PASSWORD}
        for name, body in [
            ("Hello", {"minor": 0, "client": "check/1"}),
            ("Login", login),
            ("CreateApiToken", new),
        ]:
            socket.send_frame(1, json.dumps([{name: body}]).encode())
        until = time.monotonic() + 30
        while time.monotonic() < until:
            for message in json.loads(socket.receive()):
                if "ApiToken" in message:
                    return message["ApiToken"]["token"]
                if "Refused" in message:
                    raise RuntimeError(message["Refused"]["message"])
        raise RuntimeError("the room made no token")

    def call(self, method, path, body=None, token=None, key=None):
        """Sends one request, and returns the status and the body of the answer."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None

    def last_lines(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
            return "".join(log.readlines()[-20:])


@contextlib.contextmanager
def open_room(program, settings=()):
    """Opens a room in a new folder, and closes it at the end. After an error it prints the last lines of the
    room's log."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(program, folder, settings)
        try:
            yield room
        except BaseException:
            print(room.last_lines(), file=sys.stderr)
            raise
        finally:
            closed = room.close()
        assert closed == 0, f"the room ended with {closed}"
