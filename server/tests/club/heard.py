"""What a club's website hears by a hook: each event is checked by the signature of Standard Webhooks, with
nothing but Python's standard library."""

import base64
import hashlib
import hmac
import json

from receiver import Receiver, wait_for

# What the website wants to know. The night's own program does the rest.
EVENTS = [
    "announcement",
    "ruling.undone",
    "tournament.announced",
    "tournament.corrected",
    "tournament.deal",
    "tournament.ended",
    "tournament.final_table",
    "tournament.late_entry_closed",
    "tournament.player_out",
    "tournament.started",
]


def signature(secret, identifier, timestamp, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{identifier}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


class Website:
    """A receiver with a hook of the room."""

    def __init__(self, room):
        self.receiver = Receiver()
        made = room.makeHook(address=self.receiver.address, events=EVENTS, reason="For our website.")
        self.secret = made["secret"]

    def events(self):
        """Returns the events so far, each once, in the order of their sequence."""
        found = {}
        for headers, body in self.receiver.arrived():
            headers = {name.lower(): value for name, value in headers.items()}
            identifier, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
            expected = signature(self.secret, identifier, timestamp, body)
            assert expected in headers["webhook-signature"].split(" "), headers
            changed = signature(self.secret, identifier, timestamp, body + b" ")
            assert changed not in headers["webhook-signature"].split(" "), headers
            event = json.loads(body)
            assert found.setdefault(identifier, event) == event, identifier
        return sorted(found.values(), key=lambda event: event["data"]["sequence"])

    def of(self, tournament):
        """Returns the events of a tournament: the kind and the data of each."""
        events = [(event["type"], event["data"]) for event in self.events()]
        return [(kind, data) for kind, data in events if (data.get("tournament") or {}).get("id") == tournament]

    def check_night(self, night, expected):
        """Waits for the end of a night, and compares what was heard of it with its results."""
        number = night.tournament
        wait_for("end of the night by hook", lambda: "tournament.ended" in dict(self.of(number)))
        heard = self.of(number)
        kinds = [kind for kind, _ in heard]
        for kind, count in expected.items():
            assert kinds.count(kind) == count, (kind, count, kinds)
        assert "tournament.announced" not in kinds[kinds.index("tournament.started") :], kinds
        ended = next(data for kind, data in heard if kind == "tournament.ended")
        rows = self.places(night)
        assert {one["name"]: one["place"] for one in ended["places"]} == rows, (ended, rows)

    @staticmethod
    def places(night):
        return {name: row["place"] for name, row in night.results().items()}

    def close(self):
        self.receiver.close()
