"""The phones of members: each sets a password with the code that the club sent, and is there when cards are
dealt. A phone checks if it can and folds otherwise."""

import json
import threading

from json_bot import WebSocket

PASSWORD = "a password of a member"


class Phone:
    """A member who is signed in, with a token for votes on deals."""

    def __init__(self, listen, name, code):
        self.name, self.token = name, None
        self.last_action, self.lock = {}, threading.Lock()
        self.socket = WebSocket(f"ws://{listen}/ws", "cardroom.v1.json")
        self.send("Hello", minor=0, client="phone/1")
        self.ask("UseResetCode", "LoggedIn", code=code, password=PASSWORD)
        new = {"label": "votes", "scopes": ["Play"], "password": PASSWORD}
        self.token = self.ask("CreateApiToken", "ApiToken", **new)["token"]

    def send(self, name, **body):
        with self.lock:
            self.socket.send_frame(1, json.dumps([{name: body}]).encode())

    def ask(self, name, answer, **body):
        self.send(name, request=1, **body)
        while True:
            for message in json.loads(self.socket.receive()):
                assert "Refused" not in message, (self.name, message)
                if answer in message:
                    return message[answer]

    def play(self):
        """Plays at every table that the room seats this player at, beside what the program does."""
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        while True:
            try:
                messages = json.loads(self.socket.receive())
            except (OSError, ConnectionError, ValueError):
                return
            for message in messages:
                ((name, body),) = message.items()
                if name == "TableSnapshot" and body["view"].get("you"):
                    self.last_action[body["table"]] = body["view"]["you"]["last_action_id"]
                elif name == "YourTurn":
                    self.act(body)

    def act(self, turn):
        table = turn["table"]
        self.last_action[table] = action = self.last_action.get(table, 0) + 1
        choice = "Check" if turn["legal"]["check"] else "Fold"
        self.send("Act", table=table, turn=turn["turn"], action_id=action, action=choice)
