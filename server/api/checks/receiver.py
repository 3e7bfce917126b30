"""A receiver of hooks on loopback, which keeps each request as it came."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        receiver = self.server.receiver
        with receiver.lock:
            receiver.requests.append((dict(self.headers), body))
            is_busy = len(receiver.requests) == receiver.busy
        self.send_response(503 if is_busy else 204)
        if is_busy:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Receiver:
    """Answers 204, but says once that it is busy: to the request with this number, counted from 1."""

    def __init__(self, busy=None):
        self.busy, self.requests, self.lock = busy, [], threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.receiver = self
        self.address = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def arrived(self):
        """Returns the headers and the body of each request so far."""
        with self.lock:
            return list(self.requests)

    def close(self):
        self.server.shutdown()


def wait_for(what, is_there, seconds=60):
    until = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < until, f"no {what} after {seconds} seconds"
        time.sleep(0.2)
