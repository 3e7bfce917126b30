#!/usr/bin/env python3
"""A poker bot in plain Python: checks or calls for one hand, and tells what it sees.

    python3 json_bot.py [ws://127.0.0.1:7777/ws]

It needs nothing but the standard library, and speaks the subprotocol cardroom.v1.json: every
text frame is a list of messages, and every message an object with one key, its name. The exit
code is 0 after one hand that it was dealt into.
"""

import base64
import json
import os
import socket
import struct
import sys
from urllib.parse import urlsplit


class WebSocket:
    """As much of RFC 6455 as a client needs: text frames out, text frames in."""

    def __init__(self, url, subprotocol):
        address = urlsplit(url)
        self.socket = socket.create_connection((address.hostname, address.port or 80), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {address.path or '/'} HTTP/1.1\r\nHost: {address.netloc}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: {subprotocol}\r\n\r\n".encode()
        )
        status = self.stream.readline().decode().strip()
        if " 101 " not in status + " ":
            raise ConnectionError(f"no WebSocket: {status}")
        while self.stream.readline().strip():
            pass

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        size = len(payload)
        if size < 126:
            header = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        else:
            header = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, size)
        self.socket.sendall(header + mask + masked)

    def read_exactly(self, count):
        data = self.stream.read(count)
        if len(data) < count:
            raise ConnectionError("the server closed the connection")
        return data

    def receive(self):
        """The payload of the next text frame; pings are answered on the way."""
        whole = b""
        while True:
            first, size = self.read_exactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", self.read_exactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.read_exactly(8))
            payload = self.read_exactly(size)
            opcode = first & 0x0F
            if opcode == 0x8:
                raise ConnectionError(f"the server closed the connection: {payload[2:].decode()}")
            if opcode == 0x9:
                self.send_frame(0xA, payload)
            elif opcode in (0x0, 0x1):
                whole += payload
                if first & 0x80:
                    return whole.decode()


class Bot:
    def __init__(self, url):
        self.socket = WebSocket(url, "cardroom.v1.json")
        self.table = self.seat = self.hand = None
        self.names = {}
        self.cards = []
        self.action_id = 0
        self.dealt_in = False

    def send(self, name, **body):
        self.socket.send_frame(0x1, json.dumps([{name: body}]).encode())

    def play(self):
        self.send("Hello", minor=0, client="json_bot.py")
        self.send("LoginGuest", request=1, nickname=None)
        while True:
            for message in json.loads(self.socket.receive()):
                ((name, body),) = message.items()
                handler = getattr(self, "on_" + name, None)
                if handler and handler(body):
                    return

    # Finding a seat.

    def on_LoggedIn(self, body):
        print(f"I am {body['name']} and have {body['balance']} chips")
        self.balance = body["balance"]
        self.send("ListTables", request=2, filter=dict(open_seats=True))

    def on_TableList(self, body):
        if self.table is None and body["tables"]:
            # The fullest one: a hand needs company.
            best = max(body["tables"], key=lambda table: table["seated"])
            self.table = best["table"]
            self.send("Observe", request=3, table=self.table)
        elif self.table is None and body["last"]:
            sys.exit("no table has a free seat")

    def on_TableSnapshot(self, body):
        view = body["view"]
        for seat in view["seats"]:
            self.names[seat["seat"]] = seat["name"]
        self.action_id = view["you"]["last_action_id"] if view["you"] else self.action_id
        if self.seat is None:
            print(f"{view['info']['name']}: {', '.join(self.names.values()) or 'nobody'} at the table")
            buy_in = min(self.balance, view["info"]["max_buy_in"])
            self.send(
                "Sit", request=4, table=self.table, seat=None, buy_in=buy_in, wait_for_big_blind=False
            )

    def on_Seated(self, body):
        self.seat = body["seat"]
        print(f"I have seat {self.seat}")

    def on_Refused(self, body):
        sys.exit(f"refused: {body['code']}: {body['message']}")

    def on_Goodbye(self, body):
        sys.exit(f"goodbye: {body['code']}: {body['message']}")

    # Playing.

    def name(self, seat):
        return "I" if seat == self.seat else self.names.get(seat, f"seat {seat}")

    def on_Step(self, body):
        for event in body["events"]:
            ((name, event),) = event.items()
            if name == "SeatTaken":
                self.names[event["seat"]] = event["name"]
            elif name == "HandStarted":
                self.hand = event["hand"]
                self.dealt_in = self.seat in event["dealt"]
                print(f"hand {self.hand}, the button has {self.name(event['button'])}")
            elif name == "Posted":
                print(f"  {self.name(event['seat'])}: {event['post']} {event['amount']}")
            elif name == "Acted":
                # "Fold", "Check", "Call", or {"RaiseTo": 60}.
                print(f"  {self.name(event['seat'])}: {event['action']}")
            elif name == "Discarded":
                print(f"  {self.name(event['seat'])}: gives away {event['count']}")
            elif name == "UpCardsDealt":
                for up in event["cards"]:
                    print(f"  {self.name(up['seat'])}: gets {up['card']}")
            elif name == "BoardDealt":
                print(f"  board: {' '.join(event['cards'])}")
            elif name == "HandTabled":
                print(f"  {self.name(event['seat'])}: shows {' '.join(event['cards'])}")
            elif name == "PotAwarded":
                for share in event["shares"]:
                    hand = f" with {share['hand']}" if share["hand"] else ""
                    print(f"  {self.name(share['seat'])}: wins {share['amount']}{hand}")
            elif name == "HandEnded" and self.dealt_in:
                print(f"hand {event['hand']} is over")
                self.send("Leave", request=5, table=self.table)

    def on_HoleCards(self, body):
        self.cards = body["cards"]
        print(f"  I hold {' '.join(self.cards)}")

    def on_YourTurn(self, body):
        legal = body["legal"]
        self.action_id += 1
        answer = dict(table=self.table, turn=body["turn"], action_id=self.action_id)
        if legal["discard"]:
            # Stands pat, or gives away the first cards where some must go.
            self.send("Discard", cards=self.cards[: legal["discard"]["least"]], **answer)
            return
        choices = dict(Check=legal["check"], BringIn=legal["bring_in"], Call=legal["call"])
        action = next((name for name, is_legal in choices.items() if is_legal), "Fold")
        self.send("Act", action=action, **answer)

    def on_LeftTable(self, body):
        print(f"I leave with {body['cashed_out']} chips")
        return self.dealt_in


if __name__ == "__main__":
    url = sys.argv[1] if len(sys.argv) > 1 else "ws://127.0.0.1:7777/ws"
    try:
        Bot(url).play()
    except (OSError, ValueError) as error:
        sys.exit(f"{url}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
