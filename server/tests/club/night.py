"""A night of a club, directed over the API by a program that knows its description and a token, and no address."""

import csv
import io
import time

from client import Refused

# How long the room may take for what it does on its own, such as a start.
PATIENCE = 60


def wait_for(what, is_there):
    """Waits until a function returns something, and returns that."""
    until = time.monotonic() + PATIENCE
    while not (found := is_there()):
        assert time.monotonic() < until, f"no {what} after {PATIENCE} seconds"
        time.sleep(0.1)
    return found


class Night:
    """A tournament of a league, directed by rulings."""

    def __init__(self, room, tournament):
        self.room, self.tournament = room, tournament

    @classmethod
    def open(cls, room, structure, name, league):
        # Late enough for the roster, and nobody waits for it: the floor moves the start.
        later = int(time.time() * 1000) + 3_600_000
        opened = room.openTournament(structure=structure, name=name, league=league, starts_at=later)
        return cls(room, opened["tournament"])

    def view(self):
        return self.room.getTournament(tournament=self.tournament)

    def rule(self, command, reason, **fields):
        """Gives a command of the floor, with the step that it has seen. If the room moved on meanwhile, or
        has yet to seat the player, it looks and decides again. A field may be a function of the moment."""
        until = time.monotonic() + PATIENCE
        while True:
            seq = self.view()["seq"]
            now = {name: one() if callable(one) else one for name, one in fields.items()}
            try:
                self.room.commandTournament(
                    tournament=self.tournament, seq=seq, reason=reason, command=command, **now
                )
                return
            except Refused as refused:
                if refused.status != 409 or time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def enter(self, names, *tables):
        """Enters a roster of players who are there. Those of a table start there, the others where the draw
        seats them."""
        numbers = {name: number for number, table in enumerate(tables, 1) for name in table}
        players = [{"name": name, "table": numbers.get(name), "check_in": True} for name in names]
        self.import_roster(players=players)
        assert sorted(self.entries()) == sorted(names), self.entries()

    def enter_csv(self, names):
        """Enters a roster as the club's spreadsheet writes it."""
        text = io.StringIO()
        csv.writer(text).writerows([["name"], *([name] for name in names)])
        self.import_roster(csv=text.getvalue())
        assert sorted(self.entries()) == sorted(names), self.entries()

    def import_roster(self, **roster):
        seq = self.view()["seq"]
        self.room.importRoster(tournament=self.tournament, seq=seq, reason="They signed up.", **roster)

    def enter_late(self, *names):
        """Enters players who come late, and waits for their seats."""
        for name in names:
            self.rule("enter", "Stuck in traffic.", name=name)
        wait_for("seats of late players", lambda: all(self.tables().get(name) for name in names))

    def start(self):
        self.rule("change-start", "Everybody is here.", time=lambda: int(time.time() * 1000) + 1_500)
        self.wait(lambda view: view["info"]["state"] == "Running")

    def wait(self, is_so):
        wait_for("such state", lambda: is_so(self.view()))

    def rows(self):
        return self.room.pages("listEntries", tournament=self.tournament)

    def entries(self):
        return {row["name"]: row["entry"] for row in self.rows()}

    def tables(self):
        """Returns the table of each player who is left."""
        return {row["name"]: row.get("table") for row in self.rows() if row.get("place") is None}

    def out(self, name, by=None, reason="The chips are gone."):
        """Puts a player out who lost the last chips to another one, or to somebody whom nobody has noted."""
        entries = self.entries()
        winners = [entries[by]] if by else []
        self.rule("out", reason, entry=entries[name], by=winners, **{"with": []})

    def seat_beside(self, name, other):
        """Moves a player to the table of another one, unless the draw has seated them together."""
        tables, entries = self.tables(), self.entries()
        if tables[name] != tables[other]:
            self.rule("move", "That table is short.", entry=entries[name], table=tables[other])
            self.wait(lambda _: self.tables()[name] == tables[other])
            assert self.confirm_moves() == [name]

    def moves(self):
        return self.room.listOpenMoves(tournament=self.tournament)["items"]

    def confirm_moves(self):
        """Confirms that the players who were moved have walked to their new seats. Returns who did."""
        names = {row["entry"]: row["name"] for row in self.rows()}
        walked = []
        for move in self.moves():
            self.rule("moved", "The player sits there.", entry=move["entry"])
            walked.append(names[move["entry"]])
        assert not self.moves()
        return sorted(walked)

    def undo_last(self, reason):
        last = self.room.listRulings(tournament=self.tournament, limit=1)["items"][0]
        self.rule("undo", reason, ruling=last["seq"])

    def results(self):
        """Waits until the results are stored, and returns them by name."""
        self.wait(lambda view: view["info"]["state"] == "Finished")
        until = time.monotonic() + PATIENCE
        while True:
            try:
                rows = self.room.pages("getResults", tournament=self.tournament)
                return {row["name"]: row for row in rows}
            except Refused as refused:
                assert refused.status in (404, 409) and time.monotonic() < until, refused
                time.sleep(0.1)
