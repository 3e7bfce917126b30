#!/usr/bin/env python3
"""A night with real cards and a receiver of its events, which checks each of them with the library of
Standard Webhooks and by its schema in protocol/openapi.json.

Usage: hooks.py PROGRAM    such as target/release/cardroom
"""

import json
import os
import sys
import time
import uuid
from contextlib import closing
from datetime import datetime, timedelta
from unittest import mock

from jsonschema import Draft202012Validator
from standardwebhooks import Webhook, WebhookVerificationError

from receiver import Receiver, wait_for
from room import ROOT, open_room

SETTINGS = ['server.address="https://poker.example"', 'outgoing.allow=["127.0.0.1"]']
# Events that the night below has for certain, in their order.
NIGHT = [
    "tournament.announced",
    "tournament.registration_opened",
    "announcement",
    "tournament.started",
    "tournament.paused",
    "tournament.resumed",
    "tournament.player_out",
    "tournament.player_out",
    "tournament.player_out",
    "tournament.ended",
]
OTHERS = ["ruling.made", "account.order", "hand.ended"]
PLAYERS = ["Ada", "Bob", "Cleo", "Dora"]


def done(answer):
    status, body = answer
    assert status in (200, 204), answer
    return body


def send(room, token, path, body):
    """Sends a request until the room has time for it. With its key it is done once."""
    key, until = str(uuid.uuid4()), time.monotonic() + 60
    while True:
        answer = room.call("POST", path, body, token, key)
        if answer[0] != 503 or time.monotonic() > until:
            return done(answer)
        time.sleep(0.5)


def hold_a_night(room, token):
    """Plays a night with four players, and returns its number."""
    accounts = [{"name": name, "role": "Player"} for name in PLAYERS]
    send(room, token, "/accounts", {"accounts": accounts, "reason": "Members."})
    start = int(time.time() * 1000) + 15_000
    new = {"structure": "tnpl-pub-night", "name": "@everyone *Friday* \u202e\U0001f0cf", "starts_at": start}
    night = f"/tournaments/{send(room, token, '/tournaments', new)['tournament']}"

    def seen():
        return done(room.call("GET", night, token=token))

    def order(command, **fields):
        body = {"command": command, "reason": "The night.", "seq": seen()["seq"], **fields}
        send(room, token, f"{night}/rulings", body)

    roster = {"players": [{"name": name, "check_in": True} for name in PLAYERS], "reason": "They are here."}
    send(room, token, f"{night}/roster", {**roster, "seq": seen()["seq"]})
    order("announce", text="Dinner at eight: <@&1> [menu](https://evil.example)")
    wait_for("start", lambda: seen()["info"]["state"] == "Running")
    order("pause")
    order("resume")
    entries = done(room.call("GET", f"{night}/entries", token=token))["items"]
    first, *others = sorted(entry["entry"] for entry in entries)
    for entry in others:
        order("out", entry=entry, by=[first], **{"with": []})
    mute = {"order": "mute", "reason": "Shouted."}
    send(room, token, "/accounts/Bob/orders", mute)
    return int(night.rsplit("/", 1)[1])


def refused(webhook, body, headers):
    try:
        webhook.verify(body, headers)
    except WebhookVerificationError:
        return True
    return False


def six_minutes_later():
    class Later(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(tz) + timedelta(minutes=6)

    return mock.patch("standardwebhooks.webhooks.datetime", Later)


def check_signature(webhook, headers, body):
    """Verifies a request, and that the library refuses it with one changed byte or six minutes later."""
    webhook.verify(body, headers)
    letters = [place for place, byte in enumerate(body) if byte < 128 and chr(byte).isalnum()]
    for place in {letters[0], letters[len(letters) // 2], letters[-1]}:
        changed = bytearray(body)
        changed[place] ^= 1
        assert refused(webhook, bytes(changed), headers), f"byte {place} of {body} was changed"
    lowered = {name.lower(): value for name, value in headers.items()}
    for name, value in [("webhook-id", "msg_other"), ("webhook-timestamp", str(int(time.time()) - 30))]:
        assert refused(webhook, body, {**lowered, name: value}), f"{name} was changed"
    with six_minutes_later():
        assert refused(webhook, body, headers), "it is six minutes old"


class Schemas:
    """The schemas of events in the description of the API."""

    def __init__(self):
        with open(os.path.join(ROOT, "protocol/openapi.json"), encoding="utf-8") as file:
            self.described = json.load(file)
        self.known = {}

    def check(self, event):
        kind = event["type"]
        if kind not in self.known:
            request = self.described["webhooks"][kind]["post"]["requestBody"]
            reference = request["content"]["application/json"]["schema"]["$ref"]
            schema = {"$ref": reference, "components": self.described["components"]}
            self.known[kind] = Draft202012Validator(schema)
        self.known[kind].validate(event)


def check(room, receiver):
    token = room.token("Read", "Floor", "Accounts")
    new = {"address": receiver.address, "events": sorted(set(NIGHT + OTHERS)), "reason": "For the website."}
    hook = send(room, token, "/hooks", new)
    former = Webhook(hook["secret"])
    number = hold_a_night(room, token)

    arrived = receiver.arrived

    def events(requests):
        return [json.loads(body) for _, body in requests]

    def of_the_night(requests):
        found = [one for one in events(requests) if (one["data"].get("tournament") or {}).get("id") == number]
        return [one["type"] for one in found if one["type"] in NIGHT]

    def is_whole():
        kinds = {one["type"] for one in events(arrived())}
        return "tournament.ended" in of_the_night(arrived()) and kinds >= set(OTHERS)

    wait_for("end of the night", is_whole)
    secret = send(room, token, f"/hooks/{hook['hook']}/secret", {"reason": "A new one."})
    before = len(arrived())
    send(room, token, f"/hooks/{hook['hook']}/test", {"reason": "A test."})
    wait_for("test", lambda: any(one["type"] == "hook.test" for one in events(arrived()[before:])))

    requests, schemas = arrived(), Schemas()
    for headers, body in requests:
        check_signature(former, headers, body)
        schemas.check(json.loads(body))
    test = next(one for one in requests[before:] if json.loads(one[1])["type"] == "hook.test")
    check_signature(Webhook(secret["secret"]), *test)
    assert refused(Webhook(secret["secret"]), requests[0][1], requests[0][0]), "the new secret signed nothing before"
    ids = [{name.lower(): value for name, value in headers.items()}["webhook-id"] for headers, _ in requests]
    assert ids[2] == ids[3], "the second attempt has the same id"
    assert len(set(ids)) == len(ids) - 1, "no other event came twice"
    once = [one for place, one in enumerate(requests) if place != 2]
    assert of_the_night(once) == NIGHT, of_the_night(once)
    sequences = [one["data"]["sequence"] for one in events(once)]
    assert sequences == sorted(sequences), sequences
    kinds = sorted({one["type"] for one in events(requests)})
    print(f"{len(requests)} requests are signed and as described: {', '.join(kinds)}")


def main():
    with closing(Receiver(busy=3)) as receiver, open_room(sys.argv[1], SETTINGS) as room:
        check(room, receiver)


if __name__ == "__main__":
    main()
