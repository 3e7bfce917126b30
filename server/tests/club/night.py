"""A night of a club with real cards: a program opens it over the API, enters a roster, rules what happens at the
tables, and reads results and standings. It knows the description of the API and a token, and no address."""

import time

from client import Refused

# How long the room may take for what it does on its own, such as a start.
PATIENCE = 30


class Night:
    """A tournament of a league, directed by rulings."""

    def __init__(self, room, structure, name, league):
        self.room = room
        # Late enough for the roster, and nobody waits for it: the floor moves the start.
        later = int(time.time() * 1000) + 3_600_000
        opened = room.openTournament(structure=structure, name=name, league=league, starts_at=later)
        self.tournament = opened["tournament"]

    def view(self):
        return self.room.getTournament(tournament=self.tournament)

    def rule(self, command, reason, **fields):
        """Gives a command of the floor, with the step that it has seen."""
        self.room.commandTournament(
            tournament=self.tournament, seq=self.view()["seq"], reason=reason, command=command, **fields
        )

    def enter(self, names, *tables):
        """Enters a roster of players who are there. Those of a table start there, the others where the draw
        seats them."""
        numbers = {name: number for number, table in enumerate(tables, 1) for name in table}
        players = [{"name": name, "table": numbers.get(name), "check_in": True} for name in names]
        seq = self.view()["seq"]
        self.room.importRoster(tournament=self.tournament, players=players, seq=seq, reason="They signed up.")
        assert sorted(self.entries()) == sorted(names), self.entries()

    def start(self):
        self.rule("change-start", "Everybody is here.", time=int(time.time() * 1000) + 1_500)
        self.wait(lambda view: view["info"]["state"] == "Running")

    def wait(self, is_so):
        until = time.monotonic() + PATIENCE
        while not is_so(view := self.view()):
            assert time.monotonic() < until, view
            time.sleep(0.1)

    def rows(self):
        return self.room.pages("listEntries", tournament=self.tournament)

    def entries(self):
        return {row["name"]: row["entry"] for row in self.rows()}

    def out(self, name, by, reason="The chips are gone."):
        """Puts a player out who lost the last chips to another one."""
        entries = self.entries()
        self.rule("out", reason, entry=entries[name], by=[entries[by]], **{"with": []})

    def seat_beside(self, name, other):
        """Moves a player to the table of another one, unless the draw has seated them together."""
        tables, entries = self.tables(), self.entries()
        if tables[name] != tables[other]:
            self.rule("move", "That table is short.", entry=entries[name], table=tables[other])
            self.wait(lambda _: self.tables()[name] == tables[other])
            self.rule("moved", "The player sits there.", entry=entries[name])

    def confirm_moves(self, before):
        """Waits until one table is left, and confirms the new seats of those who sat elsewhere before."""
        self.wait(lambda _: len(set(self.tables().values())) == 1)
        entries, now = self.entries(), self.tables()
        moved = [one for one in now if now[one] != before[one]]
        for one in moved:
            self.rule("moved", "The player sits there.", entry=entries[one])
        return moved

    def tables(self):
        """Returns the table of each player who is left."""
        return {row["name"]: row.get("table") for row in self.rows() if row.get("place") is None}

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
