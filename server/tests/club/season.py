#!/usr/bin/env python3
"""Plays two nights of a club's season over the HTTP API, and compares results and standings with a sheet that
was computed by hand: `nights.csv` and `standings.csv`.

Usage: season.py ORIGIN    such as http://127.0.0.1:7777; the token is in CARDROOM_TOKEN
       season.py --room PROGRAM    opens a room of its own, such as target/release/cardroom
"""

import csv
import json
import os
import sys
import tempfile
import time
import tomllib

from client import Client, Refused
from night import Night

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
MEMBERS = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]


def sheet(name):
    with open(os.path.join(HERE, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def hundredths(text):
    return round(float(text) * 100)


def open_accounts(room):
    accounts = [{"name": name, "role": "Player"} for name in MEMBERS]
    room.openAccounts(accounts=accounts, reason="They joined the club.")
    try:
        room.openAccounts(accounts=accounts, reason="They joined the club.")
    except Refused as refused:
        assert refused.status == 422, refused
    else:
        raise AssertionError("the accounts were opened twice")


def first_night(room, league):
    """Eight players at one table: an undone ruling, and a disqualification."""
    night = Night(room, "tnpl-pub-night", "The first night", league)
    night.enter(MEMBERS[:8])
    night.start()
    night.rule("close-entry", "The door is shut.")
    night.out("Hal", by="Ada")
    night.out("Gus", by="Bob")
    entries = night.entries()
    night.rule("disqualify", "Cards from a sleeve.", entry=entries["Fay"], keeps_prize=False)
    night.out("Dan", by="Ada", reason="It looked like it.")
    night.undo_last("It was Eve.")
    night.out("Eve", by="Ada")
    night.out("Dan", by="Cleo")
    night.out("Cleo", by="Ada")
    night.out("Bob", by="Ada")
    return night


def refuse_mistakes(room, structure):
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
            room.openTournament(structure={**structure, **changes})
        except Refused as refused:
            assert (refused.status, refused.code) == (422, "bad_structure"), refused.problem
            assert key in refused.problem["detail"], refused.problem
            assert refused.problem["field"] == "structure", refused.problem
        else:
            raise AssertionError(f"a structure with {changes} was taken")
    assert [one["tournament"] for one in room.listTournaments()["items"]] == before


def second_night(room, league, structure, kill):
    """A structure of the club's own: two tables, a player who comes late, and a table that breaks."""
    night = Night(room, structure, "The second night", league)
    night.enter(["Ada", "Bob", "Cleo", "Dan", "Eve"], ["Ada", "Bob", "Dan"], ["Cleo", "Eve"])
    kill()
    assert night.view()["info"]["structure"] == structure["id"]
    night.start()
    night.rule("enter", "She was stuck in traffic.", name="Ida")
    night.wait(lambda _: len([one for one in night.tables().values() if one]) == 6)
    night.seat_beside("Ida", "Cleo")
    assert len(set(night.tables().values())) == 2, night.tables()
    night.rule("close-entry", "The door is shut.")
    night.out("Ada", by="Bob")
    before = night.tables()
    night.out("Ida", by="Cleo")
    # The final table draws its seats anew.
    moved = night.confirm_moves(before)
    assert sorted(moved) == ["Bob", "Cleo", "Dan", "Eve"], moved
    night.out("Dan", by="Bob")
    night.out("Eve", by="Bob")
    night.out("Cleo", by="Bob")
    return night


def compare_night(number, results):
    expected = [row for row in sheet("nights.csv") if row["night"] == str(number)]
    assert sorted(row["name"] for row in expected) == sorted(results), results
    for row in expected:
        found = results[row["name"]]
        assert found["knocked_out"] == int(row["knocked_out"]), (row, found)
        assert found["points"] == hundredths(row["points"]), (row, found)
        assert found["place"] == int(row["place"]), (row, found)


def compare_standings(room, league, season):
    expected = {row["name"]: row for row in sheet("standings.csv")}
    rows = room.pages("getStandings", league=league, season=season)
    assert sorted(row["name"] for row in rows) == sorted(expected), rows
    for found in rows:
        row = expected[found["name"]]
        assert found["points"] == hundredths(row["points"]), (row, found)
        assert found.get("rank") == (int(row["rank"]) if row["rank"] else None), (row, found)
        for name in ("nights", "wins", "knocked_out"):
            assert found[name] == int(row[name]), (name, row, found)
    ranked = [row["name"] for row in rows if row.get("rank") is not None]
    assert ranked == ["Bob", "Ada", "Cleo", "Dan", "Eve"], ranked


def play(room, kill=lambda: None):
    """Plays both nights. `kill` may end the room and open it again."""
    leagues = {one["league"]: one for one in room.listLeagues()["items"]}
    season = leagues["club"]["seasons"][0]["season"]
    open_accounts(room)
    first = first_night(room, "club")
    compare_night(1, first.results())
    with open(os.path.join(HERE, "structure.toml"), "rb") as file:
        structure = tomllib.load(file)
    refuse_mistakes(room, structure)
    second = second_night(room, "club", structure, kill)
    second.results()
    room.commandLeagues(
        command="deduct", tournament=second.tournament, name="Eve", points=100, reason="She left the clock alone."
    )
    compare_night(2, second.results())
    compare_standings(room, "club", season)
    names = [one["name"] for one in room.pages("listResults", league="club")]
    assert names == ["The second night", "The first night"], names


def described():
    with open(os.path.join(ROOT, "protocol/openapi.json"), encoding="utf-8") as file:
        return json.load(file)


def in_its_own_room(program):
    sys.path.insert(0, os.path.join(ROOT, "server/api/checks"))
    sys.dont_write_bytecode = True
    from room import Room

    with tempfile.TemporaryDirectory() as folder:
        room = Room(program, folder, [f"server.rules_dir={json.dumps(os.path.join(HERE, 'rules'))}"])

        def kill():
            room.kill()
            room.open()

        try:
            token = room.token("Read", "Floor", "Accounts", "Leagues")
            play(Client(f"http://{room.listen}", described(), token), kill)
        except BaseException:
            print(room.last_lines(), file=sys.stderr)
            raise
        finally:
            room.close()


def main():
    began = time.monotonic()
    if sys.argv[1] == "--room":
        in_its_own_room(sys.argv[2])
    else:
        play(Client(sys.argv[1], described(), os.environ["CARDROOM_TOKEN"]))
    print(f"two nights and their standings are as on the sheet ({time.monotonic() - began:.0f} s)")


if __name__ == "__main__":
    main()
