"""The calendar that members subscribe to, as a calendar program reads it."""

import urllib.request
from datetime import datetime, timezone


def read(origin, path):
    """Returns the dates of a feed, by their `UID`."""
    with urllib.request.urlopen(origin + path, timeout=30) as answer:
        assert answer.headers["Content-Type"].startswith("text/calendar"), answer.headers
        text = answer.read().decode()
    lines = text.replace("\r\n ", "").split("\r\n")
    dates, at = {}, None
    for line in lines:
        key, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            at = {}
        elif line == "END:VEVENT":
            assert at["UID"] not in dates, f"{at['UID']} is there twice"
            dates[at["UID"]], at = at, None
        elif at is not None:
            at[key] = value
    return dates


def starts(date):
    return datetime.strptime(date["DTSTART"], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
