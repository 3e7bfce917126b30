"""Reads exported hands with other people's libraries, and compares what they found.

    read.py HANDS.jsonl RS_POKER_PROGRAM

The test `a_thousand_hands_are_written_for_other_readers` writes the hands, the package beside this
file is the program. A hand counts as read only if the library's stacks, hero, time and pot, as far
as it knows them, are those of the room.

Fails if a library leaves more hands of a game unread, or all libraries together do, than
ceiling.json allows. `BLESS=1` lowers the ceilings to this run and writes the table in
server/TRUST.md. It never raises a ceiling: that takes `BLESS=raise`, for a change after which the
test deals other hands.
"""

import collections
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import warnings
from datetime import datetime, timezone

from poker.room.pokerstars import PokerStarsHandHistory
from pokerkit import HandHistory
from pokerkit.notation import PokerStarsParser

HERE = pathlib.Path(__file__).parent
CEILING = HERE / "ceiling.json"
TRUST = HERE.parent / "TRUST.md"
BEGIN, END = "<!-- readers: begin -->\n", "<!-- readers: end -->\n"


class Differs(Exception):
    """The library read the hand, and found something else than was played."""


def same(what, found, right):
    if found != right:
        raise Differs(f"another {what}")


def stacks(hand):
    return {seat["name"]: seat["ended_with"] for seat in hand["seats"]}


def pokerkit_pokerstars(hand, text):
    with contextlib.redirect_stderr(io.StringIO()):
        [read] = PokerStarsParser()(text, error_status=True)
        *_, state = read
    # The library knows the players who acted.
    found = dict(zip(read.players, state.stacks))
    right = stacks(hand)
    same("number of players", len(found), len(right))
    same("stack", found, right)
    dealt = [action for action in read.actions if action.startswith("d dh ") and "?" not in action]
    same("hero", {read.players[int(action.split()[2][1:]) - 1] for action in dealt}, {hand["hero"]["name"]})
    time = datetime.combine(datetime(read.year, read.month, read.day), read.time, timezone.utc)
    same("time", int(time.timestamp()), hand["time"])


def pokerkit_phh(hand, text):
    read = HandHistory.loads(text)
    *_, state = read
    if state.status:
        raise Differs("an unfinished hand")
    same("stack", dict(zip(read.players, state.stacks)), stacks(hand))
    same("hero", read.players[read.user_defined_fields["_viewer"] - 1], hand["hero"]["name"])
    time = datetime.combine(datetime(read.year, read.month, read.day), read.time, timezone.utc)
    same("time", int(time.timestamp()), hand["time"])


def poker_pokerstars(hand, text):
    read = PokerStarsHandHistory(text)
    read.parse()
    same("hero", read.hero.name, hand["hero"]["name"])
    same("time", int(read.date.timestamp()), hand["time"])
    same("pot", read.total_pot, hand["pot"])
    began = {seat["name"]: seat["began_with"] for seat in hand["seats"]}
    found = {player.name: player.stack for player in read.players if player.name in began}
    same("stack", found, began)


def rs_poker(found_by_id):
    def read(hand, _text):
        found = found_by_id[hand["id"]]
        if "error" in found:
            raise ValueError(found["error"])
        same("hero", found["hero"], hand["hero"]["id"])
        same("time", found["time"], hand["time"])
        same("pot", found["pot"], hand["pot"])
        right = {str(seat["id"]): seat["ended_with"] for seat in hand["seats"]}
        same("stack", found["stacks"], right)

    return read


# What each library does not know, by its documentation and source.
TWO_BOARDS = ("two boards", lambda hand, text: "*** SECOND " in text)
RAKE = ("rake", lambda hand, text: "_rake = " in text or "| Rake 0" not in text and "Rake" in text)
LIMITS = {
    "pokerkit, PokerStars": [
        ("the game", lambda hand, text: hand["game"] != "holdem NoLimit"),
        TWO_BOARDS,
        ("antes", lambda hand, text: ": posts the ante " in text),
        ("both blinds of one player", lambda hand, text: ": posts small & big blinds " in text),
        ("a button without blinds", lambda hand, text: ": posts small blind " not in text),
        RAKE,
    ],
    "poker, PokerStars": [
        ("the game", lambda hand, text: not hand["game"].startswith("holdem ")),
        ("cards shown after a fold", lambda hand, text: "SHOW DOWN" not in text and ": shows [" in text),
    ],
    "pokerkit, PHH": [
        ("the game", lambda hand, text: 'variant = "x-' in text),
        RAKE,
    ],
    "rs_poker, Open Hand History": [],
}


def reason(hand, name, text, error):
    """Says in a few words why a library does not read a hand."""
    for limit, applies in LIMITS[name]:
        if applies(hand, text):
            return f"does not know {limit}"
    if isinstance(error, Differs):
        return str(error)
    text = f"{type(error).__name__}: {error}".strip().splitlines()[0]
    return re.sub(r"\d+", "N", text)[:60].rstrip(" :")


def attempt(hand, name, of_format, read):
    text = hand[of_format].get("text")
    if text is None:
        return hand[of_format]["reason"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            read(hand, text)
    except Exception as error:  # Whatever a library raises, it has not read the hand.
        return reason(hand, name, text, error)
    return None


def run(hands, program):
    lines = "".join(json.dumps(hand) + "\n" for hand in hands)
    output = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
    found = {line["id"]: line["found"] for line in map(json.loads, output.splitlines())}
    readers = {
        "pokerkit, PokerStars": ("pokerstars", pokerkit_pokerstars),
        "poker, PokerStars": ("pokerstars", poker_pokerstars),
        "pokerkit, PHH": ("phh", pokerkit_phh),
        "rs_poker, Open Hand History": ("ohh", rs_poker(found)),
    }
    read = {name: collections.Counter() for name in readers}
    why = {name: collections.Counter() for name in readers}
    none = collections.defaultdict(collections.Counter)
    for hand in hands:
        failed = {}
        for name, (of_format, reader) in readers.items():
            failed[name] = attempt(hand, name, of_format, reader)
            if failed[name] is None:
                read[name][hand["game"]] += 1
            else:
                why[name][failed[name]] += 1
        if all(failed.values()):
            of_phh, of_ohh = failed["pokerkit, PHH"], failed["rs_poker, Open Hand History"]
            none[hand["game"]][f"PHH: {of_phh}. Open Hand History: {of_ohh}"] += 1
    return read, why, none


def table(hands, read, none):
    """Returns the table of server/TRUST.md, one line for each game in all its betting structures."""

    def by_game(counts):
        games = collections.Counter()
        for game, count in counts.items():
            games[game.split()[0]] += count
            games["all"] += count
        return games

    total = by_game(collections.Counter(hand["game"] for hand in hands))
    columns = [by_game(counts) for counts in read.values()]
    columns.append(by_game({game: sum(counts.values()) for game, counts in none.items()}))
    lines = [
        "| Game | Hands | " + " | ".join(read) + " | No reader |",
        "|---|---:|" + "---:|" * len(columns),
    ]
    for game in [*sorted(total.keys() - {"all"}), "all"]:
        counts = [total[game], *(column[game] for column in columns)]
        lines.append(f"| {game} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines) + "\n"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        hands = [json.loads(line) for line in file]
    read, why, none = run(hands, sys.argv[2])
    for name, reasons in why.items():
        print(f"{name}: {sum(read[name].values())} of {len(hands)} hands")
        for text, count in reasons.most_common():
            print(f"    {count:5} {text}")
    print("No reader takes, by game and reason:")
    for game, reasons in sorted(none.items()):
        for text, count in reasons.most_common():
            print(f"    {count:5} {game}: {text}")
    result = table(hands, read, none)
    print(result)
    games = sorted({hand["game"] for hand in hands})
    now = {
        "no reader": {game: sum(none[game].values()) for game in games if none[game]},
        "not read": {
            name: {
                game: total - counts[game]
                for game, total in sorted(collections.Counter(h["game"] for h in hands).items())
                if total > counts[game]
            }
            for name, counts in read.items()
        },
    }
    return judge(now, result)


def flat(ceiling):
    of_readers = ceiling["not read"].items()
    return {("no reader", game): count for game, count in ceiling["no reader"].items()} | {
        (name, game): count for name, games in of_readers for game, count in games.items()
    }


def judge(now, result):
    is_new = not CEILING.exists()
    before = flat(now if is_new else json.loads(CEILING.read_text()))
    grown = [(key, count) for key, count in flat(now).items() if count > before.get(key, 0)]
    bless = os.environ.get("BLESS")
    for (name, game), count in grown:
        print(f"GROWN: {name} ({game}): {count} hands are not read, {before.get((name, game), 0)} were")
    if grown and bless != "raise":
        return 1
    text = TRUST.read_text()
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    wanted = head + BEGIN + "\n" + result + "\n" + END + tail
    if bless in ("1", "raise"):
        CEILING.write_text(json.dumps(now, indent=2) + "\n")
        TRUST.write_text(wanted)
    elif is_new or flat(now) != before or text != wanted:
        print("NOTE: ceiling.json or the table in server/TRUST.md is not of this run; BLESS=1 writes both.")
    return 0


sys.exit(main())
