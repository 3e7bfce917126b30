"""Pictures of walls and paper in headless Chromium, which is driven by its DevTools protocol. They are for people
to look at. The program checks that what has to be there is on them."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request

from json_bot import WebSocket

NAMES = [os.environ.get("CHROMIUM"), "chromium-headless-shell", "chromium"]
PATIENCE = 60
A4 = {"paperWidth": 8.27, "paperHeight": 11.69}


def program():
    """Returns Chromium, or `None` if it is not here."""
    return next((found for name in NAMES if name and (found := shutil.which(name))), None)


class Browser:
    """A browser with one page. `folder` gets the pictures."""

    def __init__(self, origin, folder):
        self.origin, self.folder, self.last = origin, folder, 0
        os.makedirs(folder, exist_ok=True)
        self.profile = tempfile.TemporaryDirectory()
        self.log = open(os.path.join(self.profile.name, "log"), "w+", encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=0"]
        profile = f"--user-data-dir={self.profile.name}"
        command = [program(), *options, profile, "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.log)
        self.socket = WebSocket(self.page(), "devtools")

    def page(self):
        """Returns the address of the page for tools."""

        def listening():
            self.log.seek(0)
            return re.search(r"DevTools listening on ws://([^/]+)/", self.log.read())

        found = self.wait("browser", listening)
        with urllib.request.urlopen(f"http://{found[1]}/json/list", timeout=10) as answer:
            pages = json.load(answer)
        return next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")

    @staticmethod
    def wait(what, is_there):
        until = time.monotonic() + PATIENCE
        while not (found := is_there()):
            assert time.monotonic() < until, f"no {what} after {PATIENCE} seconds"
            time.sleep(0.1)
        return found

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        self.socket.send_frame(1, json.dumps(message).encode())
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.last:
                assert "error" not in answer, (method, answer)
                return answer["result"]

    def text(self):
        found = self.call("Runtime.evaluate", expression="document.body.innerText", returnByValue=True)
        return found["result"].get("value") or ""

    def show(self, address, size, has):
        """Opens an address of the room's page, and waits until it has all these texts."""
        width, height = size
        self.call("Page.navigate", url="about:blank")
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **metrics)
        self.call("Page.navigate", url=f"{self.origin}/{address}")
        try:
            self.wait(f"{has} on {address}", lambda: all(text in self.text() for text in has))
        except AssertionError as error:
            raise AssertionError(f"{error}; it has: {self.text()}") from None

    def wall(self, name, address, size, has):
        """Takes a picture of a wall."""
        self.show(address, size, has)
        self.write(f"{name}.png", self.call("Page.captureScreenshot", format="png")["data"])

    def paper(self, name, address, has):
        """Prints a sheet to A4."""
        self.show(address, (1280, 1600), has)
        printed = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True, **A4)
        self.write(f"{name}.pdf", printed["data"])

    def write(self, name, data):
        data = base64.b64decode(data)
        assert len(data) > 2_000, f"{name} has {len(data)} bytes"
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(data)

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        self.profile.cleanup()
