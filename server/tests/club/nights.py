"""The four nights of the season. Each function holds one, and returns it when its last ruling is made."""

import time
import urllib.request
from urllib.error import HTTPError

from client import Client, Refused
from night import Night, wait_for

FIRST = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
SATURDAY = {"Dan": 25_000, "Lea": 15_000, "Ada": 9_000, "Bob": 6_000, "Eve": 3_000, "Cleo": 2_000}
LATE = ["Hugo", "Ines"]
# The last table of the finals, and who knocked whom out there.
KNOCKED_OUT = {"Eve": "Cleo", "Jon": "Bob", "Mira": "Cleo", "Dan": "Ada", "Bob": "Cleo"}
LAST_STACKS = {"Cleo": 200_000, "Ada": 120_000, "Zoë": 80_000}


def first_night(room, league):
    """Eight players at one table with real cards: an undone ruling, and a disqualification."""
    night = Night.open(room, "tnpl-pub-night", "The first night", league)
    night.enter(FIRST)
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


def second_night(room, league, structure, kill):
    """A structure of the club's own with real cards: two tables, a player who comes late, and a table that
    breaks."""
    night = Night.open(room, structure, "The second night", league)
    night.enter(["Ada", "Bob", "Cleo", "Dan", "Eve"], ["Ada", "Bob", "Dan"], ["Cleo", "Eve"])
    kill()
    assert night.view()["info"]["structure"] == structure["id"]
    night.start()
    night.enter_late("Ida")
    night.seat_beside("Ida", "Cleo")
    assert len(set(night.tables().values())) == 2, night.tables()
    night.rule("close-entry", "The door is shut.")
    night.out("Ada", by="Bob")
    night.out("Ida", by="Cleo")
    night.wait(lambda _: len(set(night.tables().values())) == 1 and len(night.moves()) == 4)
    # The final table draws its seats anew.
    assert night.confirm_moves() == ["Bob", "Cleo", "Dan", "Eve"]
    night.out("Dan", by="Bob")
    night.out("Eve", by="Bob")
    night.out("Cleo", by="Bob")
    return night


def third_night(room, scheduled, phones, started):
    """The Saturday of the schedule, on the internet: the room deals, and all agree on a deal. `started` is
    called when its start was moved."""
    night = Night(room, scheduled)
    night.import_roster(players=[{"name": name} for name in SATURDAY])
    for phone in phones.values():
        phone.play()
    night.start()
    started()
    night.rule("close-entry", "Nobody else comes.")
    entries = night.entries()
    # Those with fewer chips first. A blind may be on its way, so the sum may be off by one.
    for name, chips in sorted(SATURDAY.items(), key=lambda one: one[1]):
        night.rule("set-stack", "As the stream had it.", entry=entries[name], chips=chips, beyond=True)
    wait_for("stacks", lambda: has_stacks(night))
    agree(room, night, "Dan", phones)
    return night


def has_stacks(night):
    """Returns whether each stack is as it was set, but for some blinds."""
    return all(abs(row["stack"] - SATURDAY[row["name"]]) <= 500 for row in night.rows())


def agree(room, night, proposer, phones):
    """Lets players agree on a deal by their stacks. Returns the shares that they were offered."""
    clients = {name: Client(room.origin, room.description, phone.token) for name, phone in phones.items()}
    number = night.tournament

    def offered():
        """Proposes, unless a proposal waits for the end of a hand already, and returns what is offered."""
        found = clients[proposer].getOfferedDeal(tournament=number)
        if "deal" in found:
            return found
        try:
            clients[proposer].proposeDeal(tournament=number, proposal="ChipChop", for_winner=0)
        except Refused as refused:
            assert refused.status == 409, refused
        return None

    offer = wait_for("deal", offered)
    for client in clients.values():
        client.voteOnDeal(tournament=number, deal=offer["deal"], accept=True)
    return {share["name"]: share["amount"] for share in offer["items"]}


def fourth_night(room, league, structure, order, phones, pictures):
    """The finals with real cards: forty players, tables that break, and a deal between the last three.
    `order` has the players by their places. `pictures` is called with the night and the name of a moment."""
    night = Night.open(room, structure, "The finals", league)
    night.enter_csv([name for name in order if name not in LATE])
    pictures(night, "before")
    night.start()
    night.enter_late(*LATE)
    night.rule("close-entry", "The door is shut.")
    check_seat_codes(room, night)
    night.rule("announce", "Dinner", text="Dinner at eight.", minutes=10)
    pictures(night, "full")
    night.confirm_moves()
    counts = [len(set(night.tables().values()))]
    for name in reversed(order[3:]):
        before = night.tables()
        night.out(name, by=KNOCKED_OUT.get(name))
        after = settled(night)
        counts.append(len(set(after.values())))
        if counts[-1] < counts[-2]:
            pictures(night, "moves")
        walked = night.confirm_moves()
        assert {one for one, table in after.items() if table != before[one]} <= set(walked), (before, after)
    # Five tables of eight break one by one.
    assert sorted(set(counts), reverse=True) == [5, 4, 3, 2, 1], counts
    assert counts == sorted(counts, reverse=True), counts
    entries = night.entries()
    for name, chips in LAST_STACKS.items():
        night.rule("count", "Counted aloud.", entry=entries[name], chips=chips)
    shares = agree(room, night, "Cleo", phones)
    assert shares == {"Cleo": 8_000, "Ada": 6_400, "Zoë": 5_600}, shares
    return night


def settled(night):
    """Waits until everybody has a seat at as few tables as there can be, and returns the tables."""

    def tables():
        found = night.tables()
        fewest = -(-len(found) // 8)
        return found if all(found.values()) and len(set(found.values())) == fewest else None

    return wait_for("seats", tables)


def check_seat_codes(room, night):
    """A sign-in sheet is lost: its codes show nothing any more, and the new ones do."""

    def codes():
        return {row["entry"]: row["code"] for row in room.pages("listSeatCodes", tournament=night.tournament)}

    def status(code):
        try:
            with urllib.request.urlopen(f"{room.origin}/seats/{code}.json", timeout=30) as answer:
                return answer.status
        except HTTPError as error:
            return error.code

    old = codes()
    entry = min(old)
    assert status(old[entry]) == 200
    night.rule("new-seat-codes", "The sheet is lost.")
    new = codes()
    assert not set(old.values()) & set(new.values())
    assert (status(old[entry]), status(new[entry])) == (404, 200)


def next_saturdays(count):
    """Returns the next Saturdays at 20:00 in UTC, in seconds since 1970."""
    day, now = 86_400, time.time()
    # The first day of 1970 was a Thursday.
    first = (int(now) // day * day) + (2 - int(now) // day) % 7 * day + 20 * 3_600
    first += 7 * day if first <= now else 0
    return [first + 7 * day * number for number in range(count)]
