#!/usr/bin/env python3
"""Plays the four nights of a club's season over the HTTP API, and compares results and standings with a sheet that
was computed by hand: `nights.csv` and `standings.csv`. A website hears of it by a hook, members read the dates in
their calendars, and pictures of walls and paper are kept.

Usage: season.py PROGRAM [FOLDER]    such as target/release/cardroom; the pictures are put into FOLDER, or
                                     into target/club
"""

import csv
import json
import os
import sys
import time
import tomllib
from contextlib import ExitStack, closing

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
sys.path.insert(1, os.path.join(ROOT, "server/api/checks"))
sys.dont_write_bytecode = True

from room import open_room  # noqa: E402

import feeds  # noqa: E402
import nights  # noqa: E402
from client import Client, Refused  # noqa: E402
from heard import Website  # noqa: E402
from night import wait_for  # noqa: E402
from phones import Phone  # noqa: E402
from pictures import Browser, program  # noqa: E402

LEAGUE = "club"
SATURDAY = "Club Saturday"
SETTINGS = [
    f"server.rules_dir={json.dumps(os.path.join(HERE, 'rules'))}",
    'server.address="https://poker.example"',
    'outgoing.allow=["127.0.0.1"]',
    "calendar.enabled=true",
    "tournaments=[]",
]


def sheet(name):
    """Reads a sheet of the club. Lines with a # explain it."""
    with open(os.path.join(HERE, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def structure(name):
    with open(os.path.join(HERE, "structures", f"{name}.toml"), "rb") as file:
        return tomllib.load(file)


def hundredths(text):
    return round(float(text) * 100)


def make_schedule(room):
    """Makes the club's schedule: every Saturday at 20:00, with entries for a week before."""
    room.makeSchedule(
        name=SATURDAY,
        structure="club-saturday",
        league=LEAGUE,
        every=["sat 20:00"],
        opens_minutes_before=7 * 24 * 60,
        reason="Every Saturday.",
    )


def open_accounts(room):
    """Opens an account for each member of the club's list, and returns the code of each for a password."""
    accounts = sheet("members.csv")
    assert len(accounts) == 40
    codes = room.openAccounts(accounts=accounts, reason="They joined the club.")["codes"]
    try:
        room.openAccounts(accounts=accounts, reason="They joined the club.")
    except Refused as refused:
        assert refused.status == 422, refused
    else:
        raise AssertionError("the accounts were opened twice")
    for account in accounts:
        room.orderAccount(account=account["name"], order="grant-chips", chips=500, reason="For the finals.")
    return {code["account"]: code["code"] for code in codes}


def refuse_mistakes(room, whole):
    """A structure with a mistake opens nothing, and the refusal names the key."""
    before = [one["tournament"] for one in room.listTournaments()["items"]]
    for changes, key in [
        ({"seats": 11}, "seats is 2 to 10"),
        ({"seats": "4"}, "in `seats`"),
        ({"chairs": 4}, "chairs"),
        ({"id": "tnpl-pub-night"}, "is a structure of this room"),
        ({"rulebook": "none"}, "is not a rulebook of this room"),
    ]:
        try:
            room.openTournament(structure={**whole, **changes})
        except Refused as refused:
            assert (refused.status, refused.code) == (422, "bad_structure"), refused.problem
            assert key in refused.problem["detail"], refused.problem
            assert refused.problem["field"] == "structure", refused.problem
        else:
            raise AssertionError(f"a structure with {changes} was taken")
    assert [one["tournament"] for one in room.listTournaments()["items"]] == before


def compare_night(number, results):
    expected = [row for row in sheet("nights.csv") if row["night"] == str(number)]
    assert sorted(row["name"] for row in expected) == sorted(results), results
    for row in expected:
        found = results[row["name"]]
        assert found["knocked_out"] == int(row["knocked_out"]), (row, found)
        assert found["points"] == hundredths(row["points"]), (row, found)
        assert found["place"] == int(row["place"]), (row, found)
        assert found["prize"] == int(row["prize"]), (row, found)


def compare_standings(room, season):
    expected = {row["name"]: row for row in sheet("standings.csv")}
    rows = room.pages("getStandings", league=LEAGUE, season=season)
    assert sorted(row["name"] for row in rows) == sorted(expected), rows
    for found in rows:
        row = expected[found["name"]]
        assert found["points"] == hundredths(row["points"]), (row, found)
        assert found.get("rank") == (int(row["rank"]) if row["rank"] else None), (row, found)
        for name in ("nights", "wins", "knocked_out"):
            assert found[name] == int(row[name]), (name, row, found)
    ranked = [row["name"] for row in rows if row.get("rank") is not None]
    assert ranked == [name for name, row in expected.items() if row["rank"]], ranked


def scheduled(room):
    """Waits until the schedule has announced the next Saturday, and returns its number."""

    def announced():
        events = room.listTournaments()["items"]
        return next((one["tournament"] for one in events if one["name"] == SATURDAY), None)

    return wait_for("Saturday of the schedule", announced)


def check_dates(room):
    """The feeds have the next Saturdays, each with an identifier of its own. Returns those."""
    dates = feeds.read(room.origin, f"/leagues/{LEAGUE}.ics")
    saturdays = [one for one in dates.values() if one["SUMMARY"] == SATURDAY]
    found = sorted(feeds.starts(one).timestamp() for one in saturdays)
    assert found[:8] == nights.next_saturdays(8), found
    assert all(one["SEQUENCE"] == "0" for one in saturdays), saturdays
    assert feeds.read(room.origin, "/calendar.ics").keys() >= {one["UID"] for one in saturdays}
    return {feeds.starts(one).timestamp(): one["UID"] for one in saturdays}


def check_moved(room, before):
    """The start of the first Saturday was moved: it has the same identifier and a higher sequence."""
    dates = feeds.read(room.origin, f"/leagues/{LEAGUE}.ics")
    first = min(before)
    moved = dates[before[first]]
    assert int(moved["SEQUENCE"]) > 0 and feeds.starts(moved).timestamp() != first, moved
    others = {uid for start, uid in before.items() if start != first}
    assert all(dates[uid]["SEQUENCE"] == "0" for uid in others), dates


class Pictures:
    """Takes pictures of the finals, if there is a browser."""

    def __init__(self, origin, folder):
        self.browser = Browser(origin, folder) if program() else None
        self.taken = set()

    def __call__(self, night, moment):
        if self.browser is None or moment in self.taken:
            return
        self.taken.add(moment)
        wall, paper = f"#/clock/{night.tournament}", f"#/print/{night.tournament}"
        name = "The finals"
        if moment == "before":
            self.browser.paper("sign-in", f"{paper}/sign-in", [name, "Cleo"])
            self.browser.paper("structure", f"{paper}/structure", [name])
        elif moment == "full":
            self.browser.wall("wall-announcement", f"{wall}?kiosk", (1920, 1080), ["Dinner at eight."])
            self.browser.wall("wall-seats", f"{wall}/seats?kiosk", (1920, 1080), ["Ada", "Dinner at eight."])
            self.browser.wall("wall-clock-upright", f"{wall}/clock?kiosk", (1080, 1920), [name])
            for sheet_name in ("tables", "names", "cards"):
                self.browser.paper(sheet_name, f"{paper}/{sheet_name}", [name, "Cleo", "Nils"])
        elif moment == "moves":
            self.browser.wall("wall-moves", f"{wall}/moves?kiosk", (1280, 720), [name, "Table"])
        elif moment == "over":
            self.browser.wall("wall-standings", f"{wall}/standings?kiosk", (3840, 2160), ["Cleo"])
            self.browser.paper("results", f"{paper}/results", [name, "Cleo"])
            self.browser.paper("standings", f"{paper}/standings", ["Cleo", "29"])

    def close(self):
        if self.browser is None:
            print("SKIPPED: pictures of walls and paper, because Chromium is not here")
        else:
            self.browser.close()
            print(f"pictures of walls and paper: {os.path.realpath(self.browser.folder)}")


def play(room, listen, website, pictures, kill):
    """Plays the season. `kill` ends the room and opens it again."""
    leagues = {one["league"]: one for one in room.listLeagues()["items"]}
    season = leagues[LEAGUE]["seasons"][0]["season"]
    codes = open_accounts(room)
    make_schedule(room)
    saturday = scheduled(room)
    dates = check_dates(room)

    first = nights.first_night(room, LEAGUE)
    compare_night(1, first.results())
    website.check_night(first, {"tournament.announced": 1, "ruling.undone": 1, "tournament.ended": 1})

    own = structure("second-night")
    refuse_mistakes(room, own)
    second = nights.second_night(room, LEAGUE, own, kill)
    second.results()
    tournament = second.tournament
    room.commandLeagues(
        command="deduct", tournament=tournament, name="Eve", points=100, reason="She left the clock alone."
    )
    compare_night(2, second.results())
    website.check_night(second, {"tournament.player_out": 5, "tournament.final_table": 1})

    phones = {name: Phone(listen, name, codes[name]) for name in [*nights.SATURDAY, "Zoë"]}
    there = {name: phone for name, phone in phones.items() if name in nights.SATURDAY}
    third = nights.third_night(room, saturday, there, lambda: check_moved(room, dates))
    compare_night(3, third.results())
    website.check_night(third, {"tournament.deal": 1, "tournament.started": 1})

    # The last two of these were written down in the wrong order.
    order = [row["name"] for row in sheet("nights.csv") if row["night"] == "4"]
    swapped = order.index("Gus"), order.index("Hal")
    order[swapped[0]], order[swapped[1]] = "Hal", "Gus"
    last = {name: phones[name] for name in nights.LAST_STACKS}
    fourth = nights.fourth_night(room, LEAGUE, structure("finals"), order, last, pictures)
    assert fourth.results()["Gus"]["place"] == 12
    website.check_night(fourth, {"tournament.player_out": 39, "tournament.deal": 1, "announcement": 1})
    room.commandLeagues(
        command="move-to", tournament=fourth.tournament, name="Gus", place=11, reason="Hal went out first."
    )
    compare_night(4, fourth.results())
    wait_for("correction by hook", lambda: "tournament.corrected" in dict(website.of(fourth.tournament)))

    compare_standings(room, season)
    pictures(fourth, "over")
    names = [one["name"] for one in room.pages("listResults", league=LEAGUE)]
    assert names == ["The finals", SATURDAY, "The second night", "The first night"], names
    assert len(website.events()) == len(website.receiver.arrived()), "no event came twice"


def described():
    with open(os.path.join(ROOT, "protocol/openapi.json"), encoding="utf-8") as file:
        return json.load(file)


def main():
    began = time.monotonic()
    pictured = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "target/club")
    with open_room(sys.argv[1], SETTINGS) as room, ExitStack() as closes:
        origin = f"http://{room.listen}"

        def kill():
            room.kill()
            room.open()

        client = Client(origin, described(), room.token("Read", "Floor", "Accounts", "Leagues"))
        pictures = closes.enter_context(closing(Pictures(origin, pictured)))
        website = closes.enter_context(closing(Website(client)))
        play(client, room.listen, website, pictures, kill)
    print(f"four nights and their standings are as on the sheet ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    main()
