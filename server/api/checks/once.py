#!/usr/bin/env python3
"""Requests with keys against a room that is killed: none of them is done twice.

Usage: once.py PROGRAM    such as target/release/cardroom
"""

import http.client
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from room import open_room


def tournaments(room, token):
    status, page = room.call("GET", "/tournaments?limit=200", token=token)
    assert status == 200, page
    return sorted(one["name"] for one in page["items"] if one["name"].startswith("Club "))


def send_and_kill(room, token, key, body, wait):
    """Sends a request, and kills the room a moment later without reading the answer."""
    connection = http.client.HTTPConnection(room.listen, timeout=30)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}", "Idempotency-Key": key}
    connection.request("POST", "/api/v1/tournaments", json.dumps(body), headers)
    time.sleep(wait)
    room.kill()
    connection.close()


def at_once(room, token, body):
    """Sends a request eight times at once: one is done, and the others wait or get its answer."""
    with ThreadPoolExecutor(8) as threads:
        sent = [threads.submit(room.call, "POST", "/tournaments", body, token, "at-once") for _ in range(8)]
        answers = [one.result() for one in sent]
    done = [answer for answer in answers if answer[0] == 200]
    assert done and all(answer == done[0] for answer in done), answers
    assert all(answer[0] in (200, 503) for answer in answers), answers
    assert room.call("POST", "/tournaments", body, token, "at-once") == done[0]
    assert tournaments(room, token).count(body["name"]) == 1


def check(room):
    token = room.token("Floor", "Read")
    status, page = room.call("GET", "/structures", token=token)
    assert status == 200, page
    structure = page["items"][0]["id"]
    later = int(time.time() * 1000) + 3_600_000

    def night(number):
        return {"structure": structure, "name": f"Club {number}", "starts_at": later}

    first = room.call("POST", "/tournaments", night(0), token, "night-0")
    assert first[0] == 200, first
    assert room.call("POST", "/tournaments", night(0), token, "night-0") == first
    status, problem = room.call("POST", "/tournaments", night(1), token, "night-0")
    assert (status, problem["type"]) == (422, "/api/v1/problems/key_reused"), problem
    wrong = {"structure": "no-such"}
    refused = room.call("POST", "/tournaments", wrong, token, "wrong")
    assert refused[0] == 422, refused
    assert room.call("POST", "/tournaments", wrong, token, "wrong") == refused
    room.kill()
    room.open()
    assert room.call("POST", "/tournaments", night(0), token, "night-0") == first, "the answer outlives a kill"
    assert tournaments(room, token) == ["Club 0"]

    at_once(room, token, night(100))
    ends = {}
    for number in range(1, 13):
        key = f"night-{number}"
        send_and_kill(room, token, key, night(number), 0.004 * (number - 1))
        room.open()
        status, answer = room.call("POST", "/tournaments", night(number), token, key)
        assert room.call("POST", "/tournaments", night(number), token, key) == (status, answer)
        end = status if status == 200 else answer["type"].rsplit("/", 1)[1]
        assert end in (200, "key_unfinished"), answer
        ends[end] = ends.get(end, 0) + 1
        count = tournaments(room, token).count(f"Club {number}")
        assert count == 1 if status == 200 else count <= 1, (number, status, count)
    print(f"12 kills between a request and its answer: {ends}")


def main():
    with open_room(sys.argv[1]) as room:
        check(room)


if __name__ == "__main__":
    main()
