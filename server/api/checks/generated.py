#!/usr/bin/env python3
"""Generates a client from protocol/openapi.json with openapi-python-client, and plays an evening with it: it
makes a hook, a league and a schedule, opens a tournament, enters a roster, ends it, reads the standings and
gets its events.

Usage: generated.py PROGRAM    such as target/release/cardroom
"""

import importlib
import json
import os
import subprocess
import sys
import time
from contextlib import closing

from receiver import Receiver, wait_for
from room import ROOT, open_room

FILE = os.path.join(ROOT, "protocol/openapi.json")
SCOPES = ["Read", "Floor", "Leagues", "Accounts"]
PACKAGE = "cardroom_client"
SETTINGS = ['server.address="https://poker.example"', 'outgoing.allow=["127.0.0.1"]']

# A night with real cards, whose end the floor reports.
NIGHT = {
    "id": "club-night",
    "name": "Club night",
    "rulebook": "tnpl",
    "game": "holdem",
    "seats": 10,
    "cards": "real",
    "entry": {"buy_in": 0, "starting_stack": 10000, "min_entrants": 2, "max_entrants": 100},
    "prizes": {"shares": "winner_takes_all"},
    "levels": {"betting": "no_limit", "minutes": 20, "rows": [{"blinds": [25, 50]}, {"blinds": [50, 100]}]},
}


def generate(folder):
    """Writes the client into a folder. The file must leave out nothing."""
    tools = os.path.dirname(sys.executable)
    command = [os.path.join(tools, "openapi-python-client"), "generate", "--path", FILE]
    command += ["--output-path", os.path.join(folder, PACKAGE), "--meta", "none"]
    # The tool formats what it writes with a program beside it.
    path = tools + os.pathsep + os.environ["PATH"]
    made = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    said = made.stdout + made.stderr
    assert made.returncode == 0 and "WARNING" not in said and "Unable to" not in said, said
    sys.path.insert(0, folder)


class Api:
    """The generated functions, by the names of their operations."""

    def __init__(self, url, token):
        self.models = importlib.import_module(f"{PACKAGE}.models")
        client = importlib.import_module(f"{PACKAGE}.client")
        self.client = client.AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)

    def call(self, operation, /, **values):
        """Calls an operation, and returns its answer, which must be no problem."""
        function = importlib.import_module(f"{PACKAGE}.api.default.{operation}")
        answer = function.sync_detailed(client=self.client, **values)
        assert answer.status_code < 300, f"{operation}: {answer.status_code} {answer.content}"
        return answer.parsed

    def body(self, type_name, /, **values):
        """Returns the body of a request, read as its type."""
        return getattr(self.models, type_name).from_dict(values)


def seq_of(api, tournament):
    return api.call("get_tournament", tournament=tournament).seq


def ended(api, tournament):
    """Waits until the results of a tournament are stored."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        page = api.call("list_results", league="club")
        if any(event.tournament == tournament for event in page.items):
            return api.call("get_results", tournament=tournament)
        time.sleep(0.2)
    raise RuntimeError("the results did not come")


def begun(api, tournament):
    """Waits until a tournament has begun."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if api.call("get_tournament", tournament=tournament).info.level > 0:
            return
        time.sleep(0.2)
    raise RuntimeError("the tournament did not begin")


def give(api, tournament, command, **fields):
    name = "".join(part.title() for part in command.split("-"))
    body = api.body(
        f"CommandInTournament{name}",
        command=command,
        seq=seq_of(api, tournament),
        reason="The evening goes on.",
        **fields,
    )
    api.call("command_tournament", tournament=tournament, body=body)


def make_season(api):
    """Makes a league with a season of this year, and a schedule that counts for it."""
    terms = {"id": "club", "name": "Club", "points": "entrants - place + 1"}
    api.call("make_league", body=api.body("MakeLeagueBody", terms=terms, reason="Our season."))
    year = time.gmtime().tm_year
    days = {"from": f"{year}-01-01", "until": f"{year + 1}-12-31"}
    season = api.body("OpenSeasonBody", name="This year", reason="Our season.", **days)
    api.call("open_season", league="club", season="this-year", body=season)
    saturdays = api.body(
        "MakeScheduleBody",
        name="Saturday night",
        structure="weekly-table",
        every=["sat 20:00"],
        time_zone="Europe/Berlin",
        league="club",
        reason="Our season.",
    )
    made = api.call("make_schedule", body=saturdays)
    rows = [row for row in api.call("list_schedules").items if row.schedule == made.schedule]
    assert [row.terms.name for row in rows] == ["Saturday night"] and rows[0].next_, rows


def play(api):
    names = ["Ada", "Bob", "Cleo"]
    accounts = [{"name": name, "role": "Player"} for name in names]
    api.call("open_accounts", body=api.body("OpenAccountsBody", accounts=accounts, reason="They signed up."))
    starts_at = int(time.time() * 1000) + 3_600_000
    night = api.body("OpenTournamentBody", structure=NIGHT, starts_at=starts_at, league="club")
    tournament = api.call("open_tournament", body=night).tournament
    players = [{"name": name} for name in names]
    roster = api.body(
        "ImportRosterBody", players=players, seq=seq_of(api, tournament), reason="They signed up."
    )
    assert api.call("import_roster", tournament=tournament, body=roster).entered == len(names)
    give(api, tournament, "change-start", time=int(time.time() * 1000) + 10_000)
    begun(api, tournament)
    entries = {row.name: row.entry for row in api.call("list_entries", tournament=tournament).items}
    for name in ["Cleo", "Bob"]:
        hand = {"entry": entries[name], "by": [entries["Ada"]], "with": []}
        give(api, tournament, "out", **hand)
    places = [(row.place, row.name) for row in ended(api, tournament).items]
    assert places == [(1, "Ada"), (2, "Bob"), (3, "Cleo")], places
    standings = api.call("get_standings", league="club", season="this-year").items
    rows = [(row.rank, row.name, row.points) for row in standings]
    assert rows == [(1, "Ada", 300), (2, "Bob", 200), (3, "Cleo", 100)], rows


def check_events(receiver):
    """Waits for the accounts that were opened, and for the standings after the night."""

    def events():
        bodies = [json.loads(body) for _, body in receiver.arrived()]
        return [(body["type"], body["data"]) for body in bodies]

    wait_for("standings", lambda: any(kind == "league.standings" for kind, _ in events()))
    opened = sorted(data["account"]["name"] for kind, data in events() if kind == "account.opened")
    assert opened == ["Ada", "Bob", "Cleo"], opened
    [standings] = [data["standings"] for kind, data in events() if kind == "league.standings"]
    rows = [(row["place"], row["name"], row["points"]) for row in standings]
    assert rows == [(1, "Ada", "3.00"), (2, "Bob", "2.00"), (3, "Cleo", "1.00")], rows


def main():
    with closing(Receiver()) as receiver, open_room(sys.argv[1], SETTINGS) as room:
        generate(room.folder)
        api = Api(room.url, room.token(*SCOPES))
        events = ["account.opened", "league.standings"]
        hook = api.body("MakeHookBody", address=receiver.address, events=events, reason="For us.")
        api.call("make_hook", body=hook)
        make_season(api)
        play(api)
        check_events(receiver)
    print("a client generated from protocol/openapi.json plays an evening")


if __name__ == "__main__":
    main()
