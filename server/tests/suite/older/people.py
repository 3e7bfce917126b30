"""The people of a fixture: what they do in a room of an older version, over its WebSocket, as JSON.

    people.py before URL DIRECTORY       sign up, make a token, host a table, chat, enter
    people.py interrupted URL DIRECTORY  play a hand, begin another, and write DIRECTORY/facts.json

It needs nothing but the standard library: the WebSocket is that of `json_bot.py`. `facts.json` says
what the older room said to these people, so that a test can ask today's room for the same.
"""

import json
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "bot-client" / "examples"))
from json_bot import WebSocket  # noqa: E402

PASSWORDS = dict(Ada="difference engine", Bob="four unrelated words")


class Person:
    """A connection, and the latest of what the room said on it."""

    def __init__(self, url, name):
        self.name = name
        self.socket = WebSocket(url, "cardroom.v1.json")
        self.request = 0
        self.views = {}
        self.cards = {}
        self.turns = {}
        self.action = int(time.time() * 1000)
        self.hands_ended = {}
        self.send("Hello", minor=0, client="older.py")

    def send(self, message, /, **body):
        self.socket.send_frame(0x1, json.dumps([{message: body}]).encode())

    def read(self):
        """The messages of the next frame, as pairs of name and body."""
        messages = [next(iter(m.items())) for m in json.loads(self.socket.receive())]
        for name, body in messages:
            if name == "TableSnapshot":
                self.views[body["table"]] = body["view"]
            elif name == "HoleCards":
                self.cards[body["table"]] = body["cards"]
            elif name == "YourTurn":
                self.turns[body["table"]] = body
            elif name == "Goodbye":
                sys.exit(f"{self.name}: {body}")
            elif name == "Step":
                events = [next(iter(e)) if isinstance(e, dict) else e for e in body["events"]]
                ended = self.hands_ended.get(body["table"], 0)
                self.hands_ended[body["table"]] = ended + events.count("HandEnded")
        return messages

    def ask(self, message, answer="Done", refused=False, /, **body):
        """Sends a request and returns its answer."""
        self.request += 1
        self.send(message, request=self.request, **body)
        while True:
            for kind, reply in self.read():
                if kind == answer and reply.get("request", self.request) == self.request:
                    return reply
                if kind in ("Refused", "TermsRefused") and reply.get("request") == self.request:
                    if refused:
                        return None
                    sys.exit(f"{self.name}: {message}: {reply}")

    def view(self, table):
        self.ask("Observe", table=table)
        return self.views[table]

    def catch_up(self):
        """Reads everything that the room has said so far."""
        self.send("Ping", nonce=1)
        while not any(name == "Pong" for name, _ in self.read()):
            pass

    def act(self, table):
        """Checks or calls."""
        turn = self.turns.pop(table)
        self.action += 1
        action = "Check" if turn["legal"]["check"] else "Call"
        self.send(
            "Act", table=turn["table"], turn=turn["turn"], action_id=self.action, action=action
        )


def account(url, name):
    """A person with a password, who is registered at the first time."""
    person = Person(url, name)
    password = PASSWORDS[name]
    login = person.ask("Login", "LoggedIn", True, name=name, password=password)
    person.login = login or person.ask("Register", "LoggedIn", name=name, password=password)
    return person


def both(first, second, holds):
    """Reads what the room says to two people in turn, until it has said enough."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "the table stands still"
        for person in (first, second):
            person.catch_up()
        time.sleep(0.02)


def check_down(table, first, second, hands):
    """Both check or call until this many more hands are over."""

    def ended():
        return first.hands_ended.get(table, 0)

    goal = ended() + hands

    def holds():
        for person in (first, second):
            if table in person.turns and ended() < goal:
                person.act(table)
        return ended() >= goal

    both(first, second, holds)


TERMS = dict(
    name="Kitchen", game="holdem", rulebook="online", betting="NoLimit", small_blind=5,
    big_blind=10, bring_in=0, ante=0, ante_kind="None", seats=4, min_buy_in=400, max_buy_in=1000,
    act_seconds=60, bank_seconds=60, straddle=None, bomb_pot=None, max_boards=1, hybrid=False,
    bots_allowed=True, free_chat=True, between_hands_ms=1000, top_up_to=1000,
)


def sit(person, table, buy_in):
    person.ask("Sit", "Seated", table=table, seat=None, buy_in=buy_in, wait_for_big_blind=False)


def tables(person):
    only = dict(game=None, plays=None, betting=None, min_big_blind=None, max_big_blind=None,
                open_seats=False)
    listed = person.ask("ListTables", "TableList", filter=only)["tables"]
    return {table["name"]: table["table"] for table in listed}


def before(url, facts):
    ada, bob = account(url, "Ada"), account(url, "Bob")
    gus = Person(url, "Gus")
    gus.login = gus.ask("LoginGuest", "LoggedIn", nickname="Gus")
    facts["guest"] = dict(name="Gus", token=gus.login["resume_token"])
    facts["token"] = ada.ask("CreateApiToken", "ApiToken", label="night bot")["token"]
    ada.ask("SetNote", player="Bob", text="Calls everything.", color=3)

    hosted = ada.ask("HostTable", "Hosted", terms=TERMS)
    facts["private"] = dict(name="Kitchen", table=hosted["table"], code=hosted["code"])
    gus.ask("UseInvitation", "Invited", code=hosted["code"])
    for person, buy_in in ((ada, 1000), (gus, 500)):
        person.view(hosted["table"])
        sit(person, hosted["table"], buy_in)
    check_down(hosted["table"], ada, gus, 2)
    for person in (ada, gus):
        person.ask("Leave", table=hosted["table"])

    altair = tables(ada)["Altair"]
    ada.view(altair)
    sit(ada, altair, 600)
    ada.ask("Chat", table=altair, text="Good evening, all.")
    ada.ask("Leave", table=altair)
    bob.catch_up()


def to_the_flop(table, first, second):
    """Two people go on to the flop of a hand, and leave it there."""
    people = (first, second)

    def turns():
        return [person for person in people if person.turns.get(table)]

    def flop():
        hand = first.view(table)["hand"]
        if hand and hand["street"] >= 1 and turns():
            return True
        for person in turns():
            person.act(table)
        return False

    both(first, second, flop)
    view = first.view(table)
    return dict(
        table=table,
        hand=view["hand"]["hand"],
        to_act=turns()[0].name,
        cards={person.name: person.cards[table] for person in people},
        stacks={seat["name"]: seat["stack"] for seat in view["seats"]},
        view=view["hand"],
    )


def interrupted(url, facts):
    ada, bob = account(url, "Ada"), account(url, "Bob")
    listed = tables(ada)
    altair = listed["Altair"]
    facts["tables"] = {name: listed[name] for name in ("Altair", "Vega")}

    past = ada.ask("ListPastEvents", "PastEventPage", league=None, season=None, **{"from": 0})
    event = next(event for event in past["events"] if not event["cancelled"])
    results = ada.ask("GetResults", "ResultPage", tournament=event["tournament"], **{"from": 0})
    rows = [dict(place=row["place"], name=row["name"], prize=row["prize"], points=row["points"])
            for row in results["rows"]]
    facts["tournament"] = dict(tournament=event["tournament"], name=event["name"], rows=rows)
    page = ada.ask("GetStandings", "StandingPage", league="house-league", season=event["season"],
                   **{"from": 0})
    rows = [dict(name=row["name"], points=row["points"], wins=row["wins"]) for row in page["rows"]]
    facts["standings"] = dict(season=page["season"], rows=rows)
    open_now = ada.ask("ListTournaments", "TournamentList", past=False)["tournaments"]
    waits = next(event for event in open_now if event["state"] == "Registering")
    ada.ask("EnterTournament", "Entered", tournament=waits["tournament"], of_age=True)
    facts["entered"] = dict(tournament=waits["tournament"], price=waits["buy_in"] + waits["fee"])

    for person in (ada, bob):
        person.view(altair)
        sit(person, altair, 1000)
    check_down(altair, ada, bob, 3)
    everything = dict(player=None, table=None, tournament=None, game=None, least_pot=None,
                      since=None, until=None)
    page = ada.ask("ListHands", "HandPage", filter=everything, everybody=False, **{"from": 0})
    facts["hands"] = [dict(table=hand["table"], hand=hand["hand"], pot=hand["pot"],
                           board=hand["board"], cards=hand["own"]["cards"])
                      for hand in page["hands"]]

    gus = Person(url, "Gus")
    gus.login = gus.ask("LoginToken", "LoggedIn", token=facts["guest"]["token"])
    kitchen = facts["private"]["table"]
    gus.ask("UseInvitation", "Invited", code=facts["private"]["code"])
    for person in (ada, gus):
        # At least what they left with.
        sit(person, kitchen, max(800, person.view(kitchen)["buy_in"]["min"]))
    facts["interrupted"] = [to_the_flop(kitchen, ada, gus), to_the_flop(altair, ada, bob)]
    facts["wallets"] = {}
    for person in (ada, bob):
        again = account(url, person.name)
        facts["wallets"][person.name] = again.login["balance"]
    facts["accounts"] = PASSWORDS
    facts["at_ms"] = int(time.time() * 1000)


if __name__ == "__main__":
    phase, url, directory = sys.argv[1:]
    file = pathlib.Path(directory) / "facts.json"
    facts = json.loads(file.read_text()) if file.exists() else {}
    dict(before=before, interrupted=interrupted)[phase](url, facts)
    file.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
