"""Reads calendar feeds with Python's icalendar, and prints what it found as JSON.

    calendars.py FEED.ics…

Fails if a feed does not parse without errors, or breaks a rule of RFC 5545 that the library does not
check.
"""

import json
import pathlib
import sys
from datetime import datetime, timedelta

from icalendar import Calendar


def moment(event, name):
    value = event.decoded(name)
    assert isinstance(value, datetime) and value.utcoffset() == timedelta(0), f"{name}: {value}"
    return int(value.timestamp() * 1000)


def dates(path):
    text = pathlib.Path(path).read_bytes()
    lines = text.split(b"\r\n")
    assert lines.pop() == b"", "the last line does not end"
    for line in lines:
        assert len(line) <= 75, f"a line of {len(line)} bytes"
        assert not any(byte < 32 or byte == 127 for byte in line), f"a control character in {line!r}"
    calendar = Calendar.from_ical(text)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    assert calendar.decoded("REFRESH-INTERVAL") == timedelta(hours=1)
    found = []
    for part in calendar.walk():
        assert part.name in ("VCALENDAR", "VEVENT"), part.name
        assert not part.errors, part.errors
        if part.name == "VCALENDAR":
            continue
        starts, ends = moment(part, "DTSTART"), moment(part, "DTEND")
        assert starts < ends, (starts, ends)
        moment(part, "DTSTAMP")
        assert part["STATUS"] in ("CONFIRMED", "CANCELLED"), part["STATUS"]
        found.append({
            "uid": str(part["UID"]),
            "name": str(part["SUMMARY"]),
            "about": str(part["DESCRIPTION"]),
            "link": str(part["URL"]),
            "starts": starts,
            "ends": ends,
            "sequence": int(part["SEQUENCE"]),
            "canceled": part["STATUS"] == "CANCELLED",
        })
    uids = [date["uid"] for date in found]
    assert len(uids) == len(set(uids)), "two dates have one UID"
    return {"name": str(calendar["NAME"]), "dates": found}


json.dump([dates(path) for path in sys.argv[1:]], sys.stdout)
