#!/usr/bin/env python3
"""Verifies proofs of deals (`cardroom-deal-1`) with nothing but Python's standard library.

    python3 verify_deal.py FILE... [--key HEX] [--receipt HEX] [--seat N] [--json]

It shares no code with the room. A file holds one proof, a list of all proofs of a table in a row,
or two tree heads of the log. A proof with a seed is audited, too. Exit codes: 0 everything is
verified, 1 a fraud was found (its code and a sentence are printed), 2 a file is no proof.

Numbers such as 5.4 are sections of the specification. Start reading at `verify`.
"""

import argparse
import base64
import functools
import hashlib
import itertools
import json
import re
import struct
import sys
from types import SimpleNamespace

FORMAT, NOBODY, NULL = b"cardroom-deal-1", 0xFF, bytes(32)
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]  # 4.2
FACES = {1: range(52), 2: range(16, 52), 3: [*range(52), *range(52)]}  # 5.3
FRAUDS = {  # The codes of 8.3 and 8.4, in the order of the checks.
    "OPEN": "The opening is none that a room may sign.",
    "KEY": "Another key than the room's signed the opening.",
    "SIGNATURE": "The signature of the opening is wrong.",
    "RECEIPT": "The player answered another opening of this round.",
    "CHAIN": "The opening does not follow on the seal, hand and round before.",
    "LINK": "A link is missing, was known before, or is not of its chain.",
    "BIND": "The record is of another table or hand.",
    "NOT_MINE": "The player is not in the roster.",
    "SPARE": "Not exactly the packs that were not dealt are open, as they were committed to.",
    "OPENING": "An opened card is not what was committed to.",
    "DOUBLE": "A card is twice in one deck.",
    "LINEUP": "The record has another button, or other seats are dealt in.",
    "SCRIPT": "The events do not follow the script of the game.",
    "COUNT": "More cards are dealt than there are, or a shuffle has another number of them.",
    "TOSS": "What a player gave away is not open, or is not what was committed to.",
    "SKIP": "A card is wrongly passed over, or dealt although it was in play.",
    "MISSING": "A card of the record is not opened.",
    "CARD": "The record shows another card than was dealt.",
    "SEAL": "The seal has not the opening, contributions, joint seed or outcome of the round.",
    "COURSE": "The seal has another course of the hand.",
    "LOG": "The tree head is not the room's, or its log does not have the round.",
    "AUDIT": "The seed is not that of the pack, or shows another hand.",
    "ACK": "A player answered another opening before.",
    "SPLIT": "The two tree heads are of two histories.",
}


class Fraud(Exception):
    """The code of what is wrong with a proof."""


class NoProof(Exception):
    """The name of the field for which a file is no proof, or an empty string, and a sentence."""


def check(holds, code):
    if not holds:
        raise Fraud(code)


# Hashes, streams, shuffles and trees (4).


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def tagged(tag, *parts):  # 4.1
    return sha256(FORMAT, bytes([tag]), *parts)


def stream(tag, key, label):  # 4.3
    for block in itertools.count():
        yield from struct.unpack(">8I", tagged(tag, key, struct.pack(">BI", label, block)))


def below(bound, numbers):  # 4.4
    limit = (1 << 32) - (1 << 32) % bound
    return next(number for number in numbers if number < limit) % bound


def shuffled(items, numbers):  # 4.5
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1, numbers)
        items[last], items[other] = items[other], items[last]
    return items


@functools.lru_cache(maxsize=256)
def permutation(joint, label, size):
    """Returns the leaf of each place (5.4)."""
    return shuffled(range(size), stream(4, joint, label))


card_node = functools.partial(tagged, 1)
log_node = functools.partial(sha256, b"\1")


def left_half(size):
    """Returns the size of the left subtree: the largest power of two below the whole (4.6)."""
    return 1 << (size - 1).bit_length() - 1


def tree_root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = left_half(len(leaves))
    return card_node(tree_root(leaves[:half]), tree_root(leaves[half:]))


def root_over(leaf, index, size, path, node):
    """Returns the root that a path leads to, or None if it is too long or too short (4.6)."""
    if size == 1 or not path:
        return leaf if size == 1 and not path else None
    half, (*inner, sibling) = left_half(size), path
    if index < half:
        left = root_over(leaf, index, half, inner, node)
        return left and node(left, sibling)
    right = root_over(leaf, index - half, size - half, inner, node)
    return right and node(sibling, right)


def grown(old_root, old, new, path, is_left=True):
    """Returns the two roots that a consistency proof leads to (RFC 9162, 2.1.4), or Nones."""
    if old == new or not path:
        hashes = [*path, *[old_root] * is_left]
        return hashes * 2 if old == new and len(hashes) == 1 else [None, None]
    half, (*inner, sibling) = left_half(new), path
    if old <= half:
        older, newer = grown(old_root, old, half, inner, is_left)
        return [older, newer and log_node(newer, sibling)]
    both = grown(old_root, old - half, new - half, inner, False)
    return [root and log_node(sibling, root) for root in both]


# Ed25519 (RFC 8032), verification only, by the cofactorless equation (4.7).

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME


def point_of(packed):
    """Decodes a point, or returns None."""
    y, sign = int.from_bytes(packed, "little") % (1 << 255), packed[31] >> 7
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if y >= PRIME or (x * x - square) % PRIME or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else PRIME - x), y


def add(one, two):
    (x, y), (u, v) = one, two
    product = CURVE * x * y * u * v % PRIME
    return ((x * v + y * u) * pow(1 + product, -1, PRIME) % PRIME,
            (y * v + x * u) * pow(1 - product, -1, PRIME) % PRIME)


def times(scalar, point):
    total = (0, 1)
    while scalar:
        total = add(total, point) if scalar & 1 else total
        point, scalar = add(point, point), scalar >> 1
    return total


BASE = point_of((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


@functools.lru_cache(maxsize=256)  # Many proofs of an evening have the same tree head.
def is_signed(key, message, signature):
    point, scalar = point_of(key), int.from_bytes(signature[32:], "little")
    if point is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    x, y = add(times(scalar, BASE), times(challenge, (-point[0] % PRIME, point[1])))
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


# Openings (6.2) and packs (5).


class Opening:
    """What the room signed before it knew a link."""

    def __init__(self, data):
        self.data, self.at, self.digest = data, 0, sha256(data)
        check(len(data) <= 16384 and self.take(16) == FORMAT + b"\x10", "OPEN")
        self.key, self.table, self.hand = self.take(32), self.number(8), self.number(8)
        self.round, self.time, self.prev = self.number(1), self.number(8), self.take(32)
        flags, kind, self.shuffles, self.packs = self.take(4)
        self.may_shuffle, self.is_stud = flags & 1, flags & 2
        check(flags < 4 and kind < 4, "OPEN")
        check(self.shuffles < 128 and 1 <= self.packs <= 8, "OPEN")
        self.faces = list(FACES[kind] if kind else self.take(self.number(2)))
        check(2 <= len(self.faces) <= 1024 and max(self.faces) < 52, "OPEN")
        decks = range(1 + self.shuffles)
        self.roots = [[self.take(32) for _ in decks] for _ in range(self.packs)]
        self.every_root = {root for pack in self.roots for root in pack}
        check(len(self.every_root) == self.packs * len(decks), "OPEN")
        self.script = self.take(self.number(1))
        for op in self.script:
            check(op in (0, 0x20, 0x40) or (op >> 4 in (1, 3, 5, 6) and op & 15), "OPEN")
        self.button, self.dealt = self.number(1), list(self.take(self.number(1)))
        roster = range(self.number(1))
        self.roster = [(self.number(1), self.number(4), self.take(32)) for _ in roster]
        for seats in (self.dealt, [seat for seat, _, _ in self.roster]):
            check(seats == sorted(set(seats)), "OPEN")
        for seat, index, _ in self.roster:
            check(seat <= 0x83 and 1 <= index <= 65536, "OPEN")
        check(self.at == len(data), "OPEN")

    def take(self, count):
        self.at += count
        check(self.at <= len(self.data), "OPEN")
        return self.data[self.at - count : self.at]

    def number(self, size):
        return int.from_bytes(self.take(size), "big")


def card_leaf(salt, deck, leaf, card):
    return tagged(0, salt, struct.pack(">BHB", deck, leaf, card))


def is_pack(opening, pack, seed):
    """Compares the roots of a pack with those of the decks that a seed makes (5.1)."""
    for deck, root in enumerate(opening.roots[pack]):
        order = enumerate(shuffled(opening.faces, stream(3, seed, deck)))
        leaves = [card_leaf(tagged(2, seed, struct.pack(">BH", deck, leaf)), deck, leaf, card)
                  for leaf, card in order]
        if tree_root(leaves) != root:
            return False
    return True


# The walk along the script (7): which place is which card, and what was publicly dealt.

DEALING = ("CardsDealt", "UpCardsDealt", "BoardDealt", "DrawBegan", "Discarded", "Drawn",
           "Reshuffled")  # These events follow the script. All others are applied as they come.


class Walk:
    """A hand from its first event to its last. A place is a deck and a number in it."""

    def __init__(self, opening, joint, record, deal, opened, seed=None):
        self.opening, self.joint, self.record, self.deal = opening, joint, record, deal
        self.opened, self.seed, self.events = opened, seed, list(record["events"])
        self.skips = {(skip["deck"], skip["place"]): skip["seat"] for skip in deal["skips"]}
        self.button = opening.button
        if self.button == NOBODY:  # It is drawn (6.5).
            check(opening.dealt, "LINEUP")
            self.button = opening.dealt[next(stream(4, joint, 0xFE)) * len(opening.dealt) >> 32]
        self.order = sorted(opening.dealt, key=lambda seat: (seat <= self.button, seat))
        # Places held are in the order in which they came, and None once it is not open which were
        # given away. Moves are what went and what came: at the deals first, then at each draw.
        self.hands = {seat: SimpleNamespace(live=True, held=[], moves=[([], [])])
                      for seat in self.order}
        self.script, self.at, self.done, self.owed = opening.script, 0, set(self.order), {}
        self.board, self.boards, self.next_board = [], 1, 0
        self.deck, self.place, self.left, self.burned = 0, 0, len(opening.faces), []
        self.shuffles, self.stub, self.tosses = {}, [], 0
        self.course, self.faults, self.outcome = bytearray(), [], None

    def live(self):
        return [seat for seat in self.order if self.hands[seat].live]

    def note(self, *numbers):
        """Adds a record to the course (7.4)."""
        self.course += bytes(numbers)

    def later(self, holds, code):
        """Checks what does not end the walk: tosses are the first to fail, then skips and cards."""
        if not holds:
            self.faults.append(({"TOSS": 0, "SKIP": 1}.get(code, 2), len(self.faults), code))

    def expect(self, places, cards):
        """Checks that these places are opened, as the cards of the record in any order."""
        self.later(None not in places, "TOSS")
        opened = [self.opened.get(place) for place in places if place]
        self.later(None not in opened, "MISSING")
        self.later(None in opened or sorted(opened) == sorted(cards), "CARD")

    def expect_each(self, places, cards):
        for place, card in zip(places, cards):
            self.expect([place], [card])

    # The loop: events on one side, the script on the other.

    def follow(self):
        check(self.events, "LINEUP")
        name, body = self.events.pop(0)
        check(name == "HandStarted", "SCRIPT")
        check(body["hand"] == self.opening.hand, "BIND")
        check((body["button"], body["dealt"]) == (self.button, self.order), "LINEUP")
        deals = {1: self.deal_down, 2: self.deal_up, 3: self.deal_board, 5: self.draw, 6: self.draw}
        while self.peek():
            op = self.next_op()
            if self.opening.is_stud and self.at == self.script.rfind(b"\0") + 1:
                op = self.begin_last_street()
            if op == 0x40 and self.peek() == "Reshuffled":
                self.shuffle(None)
            elif op == 0x40:
                self.burn()
            else:
                check(op, "SCRIPT")
                self.at += 1
                deals[op >> 4](op >> 4, op & 15)
        check(self.outcome is not None, "SCRIPT")
        self.finish()
        return self

    def peek(self):
        """Applies events until one deals, and returns its name: None at the end of the course."""
        while self.outcome is None and self.events and self.events[0][0] not in DEALING:
            self.apply(*self.events.pop(0))
        return self.events[0][0] if self.outcome is None and self.events else None

    def pop(self, name):
        """Returns the fields of the next event, which must have this name."""
        check(self.peek() == name, "SCRIPT")
        return self.events.pop(0)[1]

    def apply(self, name, body):
        seat = body.get("seat")
        if name in ("Acted", "HandKilled") and seat in self.live():
            self.hands[seat].live = False
            self.owed.pop(seat, None)
            self.note(5, seat)
        elif name == "FloorOrdered":
            check(body["command"] in self.hands, "SCRIPT")
            self.hands[body["command"]].live = True
            self.note(0x0E, body["command"])
        elif name == "RunItAgreed":
            check(self.next_board == 0 and body["boards"] >= self.boards, "SCRIPT")
            self.boards = body["boards"]
            self.note(9, self.boards)
        elif name in ("HandTabled", "HandExposed"):
            check(seat in self.hands, "SCRIPT")
            self.note(0x0A, seat, len(body["cards"]), *body["cards"])
            self.expect(self.hands[seat].held, body["cards"])
            self.check_closed_skips(seat, False)
        elif name in ("HandEnded", "HandVoided"):
            check(body["hand"] == self.opening.hand, "BIND")
            is_short = self.next_op() or self.next_board != 0 or self.owed or self.next_to_draw()
            check(not is_short or name == "HandVoided" or len(self.live()) < 2, "SCRIPT")
            self.outcome = ("HandEnded", "HandVoided").index(name)
            self.note(0x0F, self.outcome)
            self.digest = tagged(0x13, bytes(self.course))
        check(name not in ("HandStarted", "RabbitShown"), "SCRIPT")

    def next_op(self):
        """Returns the next deal of the script (7.1), on whatever street it is, or 0."""
        while self.script[self.at : self.at + 1] == b"\0":
            self.at += 1
        return self.script[self.at] if self.at < len(self.script) else 0

    def burn(self):
        self.burned.append(self.take())
        self.note(4)
        self.at += 1

    def take(self):
        """Takes the next place, and passes over those that are named as skips (7.2)."""
        check(self.left, "COUNT")
        self.left -= 1
        if self.stub:
            return self.stub.pop(0)
        shuffle = self.shuffles.get(self.deck)
        while shuffle and (self.deck, self.place) in self.skips:
            seat = self.skips[self.deck, self.place]
            shuffle.skipped.append(((self.deck, self.place), seat))
            self.note(0x0B, *struct.pack(">H", self.place), seat)
            self.place += 1
        check(self.place < len(self.opening.faces), "COUNT")
        place, self.place = (self.deck, self.place), self.place + 1
        if shuffle:
            shuffle.taken.append(place)
        return place

    def give(self, seat, move):
        place = self.take()
        self.hands[seat].held.append(place)
        self.hands[seat].moves[move][1].append(place)
        return place

    # What the script deals.

    def deal_down(self, _, count):
        check(self.pop("CardsDealt")["each"] == count, "SCRIPT")
        for seat in self.live() * count:
            self.give(seat, 0)
        self.note(1, count)

    def deal_up(self, *_):
        cards = [(up["seat"], up["card"]) for up in self.pop("UpCardsDealt")["cards"]]
        check([seat for seat, _ in cards] == self.live(), "SCRIPT")
        for seat, card in cards:
            self.expect([self.give(seat, 0)], [card])
        self.note(2, len(cards), *itertools.chain(*cards))

    def deal_board(self, _, count):
        self.next_board = None
        while self.next_board != 0 and self.peek():
            body, due = self.pop("BoardDealt"), self.next_board or 0
            check(body["board"] == due and len(body["cards"]) == count, "SCRIPT")
            places = [self.take() for _ in body["cards"]]
            self.expect_each(places, body["cards"])
            self.board += places
            self.note(3, due, count, *body["cards"])
            self.next_board = (due + 1) % self.boards

    def draw(self, kind, most):
        """Lets all seats give cards away and, if they are replaced, get as many (7.2)."""
        is_replaced, self.done = kind == 6, set()
        if self.peek() == "DrawBegan":
            bounds = {"least": 0 if is_replaced else most, "most": most, "replaced": is_replaced}
            check(self.pop("DrawBegan") == bounds, "SCRIPT")
        while self.peek() and self.next_to_draw():
            [seat, *_] = self.next_to_draw()
            body, bound = self.pop("Discarded"), min(most, len(self.hands[seat].held))
            count, least = body["count"], 0 if is_replaced else bound
            check(body["seat"] == seat and least <= count <= bound, "SCRIPT")
            self.done.add(seat)
            self.owed = {seat: count} if is_replaced and count else {}
            self.toss(seat, count)
            while self.peek() and self.owed:
                if self.peek() == "Reshuffled":
                    self.shuffle(seat)
                    continue
                body = self.pop("Drawn")
                left = self.owed.pop(seat) - body["count"]
                check(body["seat"] == seat and body["count"] and left >= 0, "SCRIPT")
                self.owed = {seat: left} if left else {}
                for _ in range(body["count"]):
                    self.give(seat, -1)
                self.note(7, seat, body["count"])

    def next_to_draw(self):
        return [seat for seat in self.live() if seat not in self.done]

    def toss(self, seat, count):
        """Takes the cards of a toss from a hand, as far as it is open which they are."""
        number, hand = self.tosses, self.hands[seat]
        check(number < 256, "COUNT")
        self.tosses += 1
        toss = self.deal["tosses"][number] if number < len(self.deal["tosses"]) else None
        self.later(toss and (toss["seat"], toss["count"]) == (seat, count), "TOSS")
        self.note(6, seat, count, *(toss["commitment"] if toss else NULL))
        picks = self.picks_of(toss, seat, count, number) if toss else None
        if count in (0, len(hand.held)):
            went, kept = (hand.held, []) if count else ([], hand.held)
        elif picks is None or None in hand.held:
            went, kept = [None] * count, [None] * (len(hand.held) - count)
        else:
            went = [place for at, place in enumerate(hand.held) if picks >> at & 1]
            kept = [place for at, place in enumerate(hand.held) if not picks >> at & 1]
        hand.held = kept
        hand.moves.append((went, []))
        for shuffle in self.shuffles.values():
            shuffle.tossed[seat] = shuffle.tossed.get(seat, 0) + count

    def picks_of(self, toss, seat, count, number):
        """Returns a bit for each card given away, if they are open and were committed to."""
        salt, tried = toss["salt"], [toss["picks"]]
        if self.seed:
            salt, tried = tagged(8, self.seed, bytes([seat, number])), range(256)
        for picks in tried if salt else []:
            fits = bin(picks).count("1") == count and not picks >> len(self.hands[seat].held)
            if fits and tagged(7, salt, bytes([seat, number, picks])) == toss["commitment"]:
                return picks
        self.later(salt is None, "TOSS")
        return None

    def shuffle(self, drawer):
        """Goes on to a further deck, which lacks the cards in play (7.2)."""
        body = self.pop("Reshuffled")
        check(self.opening.may_shuffle and body["seat"] == drawer, "SCRIPT")
        check(self.left == 0 and self.deck < self.opening.shuffles, "COUNT")
        went = {drawer: self.hands[drawer].moves[-1][0]} if drawer is not None else {}
        held = {seat: self.hands[seat].held + went.get(seat, []) for seat in self.live()}
        held[NOBODY] = list(self.board)
        out = len(self.opening.faces) - sum(map(len, held.values()))
        check(body["cards"] == out, "COUNT")
        self.deck, self.place, self.left, self.burned = self.deck + 1, 0, out, []
        tossed = {seat: len(places) for seat, places in went.items()}
        self.shuffles[self.deck] = SimpleNamespace(held=held, tossed=tossed, skipped=[], taken=[])
        self.note(8, NOBODY if drawer is None else drawer, out)

    def begin_last_street(self):
        """Returns the first deal of the last street of stud, if the deck is short, too (7.3)."""
        needed, whole = len(self.live()) + 2, self.left + len(self.burned)
        is_due = self.left < (needed if whole >= needed else 3)
        if self.peek() == "Reshuffled":
            body = self.pop("Reshuffled")
            check(body["seat"] is None, "SCRIPT")
            check(is_due and body["cards"] == whole and self.peek() != "Reshuffled", "COUNT")
            size = len(self.opening.faces)
            rest = {*self.burned, *((0, place) for place in range(self.place, size))}
            leaves = permutation(self.joint, 0, size)
            order = ((0, leaves.index(leaf)) for leaf in permutation(self.joint, 1, size))
            self.stub = [place for place in order if place in rest]
            self.left, self.burned, is_due = whole, [], False
            self.note(8, NOBODY, whole)
        check(self.peek() in ("CardsDealt", "BoardDealt"), "SCRIPT")
        check(not is_due, "COUNT")
        if whole < needed:  # A burn, and one card to the board.
            self.script = self.script[: self.at] + b"\x40\x31"
        return self.next_op()

    # After the end of the hand.

    def finish(self):
        self.later(len(self.deal["tosses"]) == self.tosses, "TOSS")
        for name, body in self.events:
            if name == "RabbitShown":
                self.show_rabbit(body["cards"])
            if name == "CardsShown" and body["hand"] == self.opening.hand:
                moves = self.hands[body["seat"]].moves if body["seat"] in self.hands else []
                known = {self.opened.get(place) for _, came in moves for place in came}
                self.later(known.issuperset(body["cards"]), "MISSING")
        for own in self.record["cards"]:
            self.check_own(own["seat"], own["dealt"], own["draws"])
            self.check_closed_skips(own["seat"], own["seat"] == self.record["viewer"])
        skipped = sum(len(shuffle.skipped) for shuffle in self.shuffles.values())
        self.later(skipped == len(self.deal["skips"]), "SKIP")
        for shuffle in self.shuffles.values():
            self.check_skips(shuffle)
        for *_, code in sorted(self.faults):
            raise Fraud(code)

    def show_rabbit(self, cards):
        while cards:
            while self.next_op() == 0x40:
                self.burn()
            kind, count = divmod(self.next_op(), 16)
            check(kind == 3 and count <= len(cards), "SCRIPT")
            self.at += 1
            self.expect_each([self.take() for _ in cards[:count]], cards)
            cards = cards[count:]

    def check_own(self, seat, dealt, draws):
        """Checks the cards of one player beyond the public ones."""
        told = [([], dealt), *((draw["gave"], draw["got"]) for draw in draws)]
        made = self.hands[seat].moves if seat in self.hands else []
        # A player who stands pat has no part in a draw.
        told, made = ([*moves[:1], *(move for move in moves[1:] if move != ([], []))]
                      for moves in (told, made))
        self.later([len(came) for _, came in made] == [len(got) for _, got in told], "CARD")
        for (went, came), (gave, got) in zip(made, told):
            self.expect(went, gave)
            self.expect_each(came, got)

    def check_closed_skips(self, seat, is_viewer):
        """Checks that no more skips of a seat stay closed than it has given cards away since."""
        for shuffle in self.shuffles.values():
            closed = [whose for place, whose in shuffle.skipped if place not in self.opened]
            most = 0 if is_viewer else shuffle.tossed.get(seat, 0)
            self.later(closed.count(seat) <= most, "SKIP")

    def check_skips(self, shuffle):
        """Checks that what was passed over was in play, and that nothing in play was dealt."""
        for seat in {seat for _, seat in shuffle.skipped}:
            mine = [place for place, whose in shuffle.skipped if whose == seat]
            cards = [self.opened[place] for place in mine if place in self.opened]
            held = [self.opened.get(place) for place in shuffle.held.get(seat, [])]
            self.later(len(mine) <= len(held), "SKIP")
            self.later(seat != NOBODY or len(cards) == len(mine), "SKIP")
            is_held = None in held or all(cards.count(card) <= held.count(card) for card in cards)
            self.later(is_held, "SKIP")
        in_play = (held for held in shuffle.held.values() if None not in held)
        places = itertools.chain(*in_play, shuffle.taken)
        cards = [self.opened[place] for place in places if place in self.opened]
        faces = self.opening.faces
        self.later(all(cards.count(card) <= faces.count(card) for card in cards), "SKIP")


# One proof (8.3).


def verify(proof, keys=(), receipt=None, seat=None, before=None):
    """Verifies one proof, in the order of 8.3, and returns what it is.

    Without keys it believes every room, and without a round `before` every history."""
    record, deal = proof["record"], proof["deal"]
    opening = Opening(deal["open"])
    check(not keys or opening.key in keys, "KEY")
    check(is_signed(opening.key, tagged(0x11, opening.digest), deal["signature"]), "SIGNATURE")
    check({receipt, proof["receipt"]} <= {None, opening.digest}, "RECEIPT")
    if before:  # A new key may begin a new history (9.5).
        is_new = opening.prev == NULL and opening.key != before.opening.key
        check(is_new or opening.prev == before.seal, "CHAIN")
    check_links(opening, deal["links"], deal["acks"], record is None)
    named = record and (record["table"], record["hand"])
    check(named in (None, (opening.table, opening.hand)), "BIND")
    check(seat is None or seat in (entry[0] for entry in opening.roster), "NOT_MINE")
    joint, walk, held = NULL, None, None
    if record is None:
        check_packs(opening, None, enumerate(deal["seeds"]), deal["spares"])
        check(not (deal["cards"] or deal["skips"] or deal["tosses"]), "OPENING")
    else:
        joint = joint_seed(opening, deal["links"])
        pick = below(opening.packs, stream(4, joint, 0xFF))  # 5.2
        spares = ((spare["pack"], spare["seed"]) for spare in deal["spares"])
        check_packs(opening, pick, spares, deal["seeds"])
        opened = check_cards(opening, pick, joint, deal["cards"])
        walk = Walk(opening, joint, record, deal, opened).follow()
    check_seal(opening, deal, joint, walk)
    if deal["log"]:
        check_log(opening, deal["seal"], deal["log"], [opening.key, *keys])
    if deal["seed"]:
        check(record and is_pack(opening, pick, deal["seed"]), "AUDIT")
        held = audit(opening, joint, record, deal)
    return SimpleNamespace(opening=opening, deal=deal, joint=joint, seal=sha256(deal["seal"]),
                           outcome=deal["seal"][48], blame=deal["seal"][49], held=held)


def check_links(opening, links, acks, is_given_up):
    """Checks that each link hashes to its entry of the roster (6.3), and that all are there."""
    check(len(links) == len(acks) == len(opening.roster), "LINK")
    for (seat, index, under), link, ack in zip(opening.roster, links, acks):
        check(None not in (link, ack) or (is_given_up and link is ack), "LINK")
        is_true = link is None or tagged(5, struct.pack(">I", index), link) == under
        check(is_true, "LINK")


def joint_seed(opening, links):  # 6.5
    lent = (bytes([entry[0]]) + link for entry, link in zip(opening.roster, links))
    return tagged(6, opening.digest, bytes([len(opening.roster)]), *lent)


def check_packs(opening, pick, packs, others):
    """Checks that exactly the packs that were not picked are open, and are what they were (5.2)."""
    packs = sorted(packs)
    unpicked = [pack for pack in range(opening.packs) if pack != pick]
    check(not others and [pack for pack, _ in packs] == unpicked, "SPARE")
    for pack, seed in packs:
        check(is_pack(opening, pack, seed), "SPARE")


def check_cards(opening, pick, joint, cards):
    """Returns the opened cards by place. Each was committed to at its leaf (5.4)."""
    size, opened = len(opening.faces), {}
    for card in cards:
        deck, place = card["deck"], card["place"]
        check(deck <= opening.shuffles and place < size, "OPENING")
        leaf = permutation(joint, deck, size)[place]
        hashed = card_leaf(card["salt"], deck, leaf, card["card"])
        root = root_over(hashed, leaf, size, card["path"], card_node)
        check(root == opening.roots[pick][deck], "OPENING")
        opened[deck, place] = card["card"]
    check(len(opened) == len(cards), "DOUBLE")
    faces = [(deck, face) for (deck, _), face in opened.items()]
    for deck, face in faces:
        check(faces.count((deck, face)) <= opening.faces.count(face), "DOUBLE")
    return opened


def check_seal(opening, deal, joint, walk):  # 8.2
    seal, roster = deal["seal"], list(zip(opening.roster, deal["links"], deal["acks"]))
    check(len(seal) == 154 and seal[:48] == FORMAT + b"\x12" + opening.digest, "SEAL")
    check(seal[48] == (walk.outcome if walk else 2), "SEAL")
    silent = [entry[0] for entry, link, _ in roster if link is None]
    check(seal[49] in (NOBODY, *silent), "SEAL")
    parts = (bytes([entry[0]]) + (link or NULL) + (ack or NULL) for entry, link, ack in roster)
    check(seal[50:82] == tagged(0x14, bytes([len(roster)]), *parts), "SEAL")
    check(seal[82:114] == joint, "SEAL")
    check(seal[114:146] == (walk.digest if walk else NULL), "COURSE")


def audit(opening, joint, record, deal):
    """Fills in every card from the seed, and plays the hand again with nothing hidden (8.5)."""
    seed, opened = deal["seed"], {}
    for deck in range(1 + opening.shuffles):
        order = shuffled(opening.faces, stream(3, seed, deck))
        for place, leaf in enumerate(permutation(joint, deck, len(order))):
            opened[deck, place] = order[leaf]
    try:
        hands = Walk(opening, joint, record, deal, opened, seed).follow().hands
    except Fraud as fraud:
        raise Fraud("AUDIT") from fraud
    return {seat: [CARDS[opened[place]] for place in hand.held] for seat, hand in hands.items()}


# The log (9).


def decode(text):
    """Decodes base64. Returns no bytes for any other text."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return data if base64.b64encode(data) == text.encode() else b""


def tree_head(text, keys):
    """Returns the origin, size and root of a checkpoint that one of the keys signed (9.2).

    Without keys the signature is not checked."""
    note, blank, signatures = text.partition("\n\n")
    name, size, root, *_ = note.split("\n") + ["", "", ""]
    check(blank and name and "\r" not in note and signatures.endswith("\n"), "LOG")
    check(re.fullmatch("0|[1-9][0-9]{0,18}", size) and len(decode(root)) == 32, "LOG")
    lines = (line.rpartition(" ") for line in signatures.split("\n"))
    signed = [decode(last) for first, _, last in lines if first == f"\u2014 {name}"]
    ids = {sha256(name.encode(), b"\n\1", key)[:4]: key for key in keys}
    is_ours = any(len(line) == 68 and line[:4] in ids
                  and is_signed(ids[line[:4]], note.encode() + b"\n", line[4:]) for line in signed)
    check(is_ours or not keys, "LOG")
    return name, int(size), decode(root)


def check_log(opening, seal, log, keys):
    """Checks that the log of a tree head has an entry for the round (9.1)."""
    _, size, root = tree_head(log["checkpoint"], keys)
    named = struct.pack(">QQBB", opening.table, opening.hand, opening.round, seal[48])
    leaf, index = sha256(b"\0", FORMAT, b"\x20", named, sha256(seal)), log["index"]
    check(index < size and root_over(leaf, index, size, log["path"], log_node) == root, "LOG")


def verify_history(history, keys):
    """Verifies that one tree head extends another (9.4)."""
    (name, old, old_root), (same, new, new_root) = (
        tree_head(history[which], keys) for which in ("old", "new"))
    if old in (0, new):
        extends = not history["proof"] and (old == 0 or old_root == new_root)
    else:
        roots = [old_root, new_root]
        extends = old < new and grown(old_root, old, new, history["proof"]) == roots
    check(extends and name == same, "SPLIT")


# A session (8.4).


def verify_session(proofs, keys=(), receipt=None, seat=None):
    """Verifies the proofs of a table in a row, rounds that were given up included."""
    done, roots, chains, alone = [], set(), {}, receipt if len(proofs) == 1 else None
    for proof in proofs:
        now = verify(proof, keys, alone, seat, done[-1] if done else None)
        keys = keys or [now.opening.key]
        if done:
            check_order(done[-1], now.opening)
        check(not now.opening.every_root & roots, "OPEN")
        roots |= now.opening.every_root
        check_vouchers(now.opening, now.deal, chains)
        done.append(now)
    check(receipt is None or receipt in (one.opening.digest for one in done), "RECEIPT")
    return done


def check_order(before, opening):
    """Checks that the hand and round follow on the last ones (6.6)."""
    last, is_given_up = before.opening, before.outcome == 2
    allowed = [(last.hand, last.round + 1)] if is_given_up else []
    allowed += [(last.hand + 1, 0)] if not is_given_up or before.blame == NOBODY else []
    follows = opening.prev != before.seal or (opening.hand, opening.round) in allowed
    check(follows and opening.table == last.table, "CHAIN")


def check_vouchers(opening, deal, chains):
    """Checks that a later link vouches for the opening that its owner answered before (6.4)."""
    for (seat, index, under), link, ack in zip(opening.roster, deal["links"], deal["acks"]):
        last = chains.get(seat)
        is_known = last and (index, under) == (last.index, last.under)
        check(not is_known, "LINK")
        if link is not None:
            goes_on = last and (index, under) == (last.index + 1, last.link)
            vouches = not goes_on or tagged(0x15, link, last.answered) == last.ack
            check(vouches, "ACK")
            chains[seat] = SimpleNamespace(
                index=index, under=under, link=link, ack=ack, answered=opening.digest)


# Files (8.1). A shape is a bound of numbers, a list with the shape of its entries (at most 255, or
# any number if dots follow), the shapes of fields, a type, or a function that converts. A field
# with a question mark may be missing.


def read(shape, value, name, is_strict=True):
    """Reads a JSON value by its shape. Unless it is strict, it ignores unknown fields."""
    def want(holds, at=name):
        if not holds:
            raise NoProof(at, f"{at} is unknown, or missing, or of another type.")

    if isinstance(shape, dict):
        want(isinstance(value, dict))
        known = {field.rstrip("?"): part for field, part in shape.items()}
        fields = {field: [] if isinstance(part, list) else None for field, part in known.items()}
        for field in value if is_strict else ():
            want(field in known, field)
        for field, part in known.items():
            want(field in value or field not in shape, field)
            if field in shape or value.get(field, fields[field]) != fields[field]:
                fields[field] = read(part, value[field], field, is_strict)
        return fields
    if isinstance(shape, list):
        want(isinstance(value, list) and (len(value) < 256 or ... in shape))
        return [read(shape[0], entry, name, is_strict) for entry in value]
    if isinstance(shape, int):
        want(type(value) is int and 0 <= value < shape)
        return value
    if isinstance(shape, type):
        want(isinstance(value, shape))
        return value
    try:
        return shape(value)
    except (AttributeError, TypeError, ValueError):
        return want(False)


def hexes(size=None):
    def read_hex(text):
        if not re.fullmatch("(?:[0-9a-f]{2})*", text) or size not in (None, len(text) // 2):
            raise ValueError
        return bytes.fromhex(text)
    return read_hex


def or_null(shape):
    return lambda value: None if value is None else read(shape, value, "")


def fold(action):
    """Returns None for all other actions, which have no part in the deal."""
    if not isinstance(action, (str, dict)):
        raise TypeError
    return action if action == "Fold" else None


def restored(command):
    """Returns the seat whose hand the floor restores, or None."""
    return None if isinstance(command, str) else or_null(U8)(command.get("RestoreHand"))


def event(value):
    """Reads the name and fields of an event, or returns None if a verifier does not need it."""
    [(name, body)] = {value: None}.items() if isinstance(value, str) else value.items()
    if name not in EVENTS or isinstance(value, str):
        return None
    fields = read(EVENTS[name], body, name, False)
    return None if None in (fields.get("action", 0), fields.get("command", 0)) else (name, fields)


U8, U16, U64, CARD, HASH = 1 << 8, 1 << 16, 1 << 64, CARDS.index, hexes(32)
SHOWN, COUNTED = {"seat": U8, "cards": [CARD]}, {"seat": U8, "count": U8}
EVENTS = {
    "HandStarted": {"hand": U64, "button": U8, "dealt": [U8]},
    "CardsDealt": {"each": U8}, "UpCardsDealt": {"cards": [{"seat": U8, "card": CARD}]},
    "BoardDealt": {"board": U8, "cards": [CARD]}, "RunItAgreed": {"boards": U8},
    "Acted": {"seat": U8, "action": fold}, "HandKilled": {"seat": U8},
    "FloorOrdered": {"command?": restored},
    "DrawBegan": {"least": U8, "most": U8, "replaced": bool}, "Discarded": COUNTED,
    "Drawn": COUNTED, "Reshuffled": {"seat?": U8, "cards": U8},
    "HandTabled": SHOWN, "HandExposed": SHOWN, "HandEnded": {"hand": U64},
    "HandVoided": {"hand": U64}, "RabbitShown": {"cards": [CARD]},
    "CardsShown": {"hand": U64, **SHOWN},
}
RECORD = {
    "table": U64, "hand": U64, "viewer?": U8, "steps": [{"events": [event, ...]}, ...],
    "cards": [{"seat": U8, "dealt": [CARD], "draws": [{"gave": [CARD], "got": [CARD]}]}],
}


def record(value):
    """Reads the record of a hand. One that does not name its viewer is for the seat with cards."""
    fields = read(RECORD, value, "record", False)
    if "viewer" not in value and len(fields["cards"]) == 1:
        fields["viewer"] = fields["cards"][0]["seat"]
    events = itertools.chain(*(step["events"] for step in fields["steps"]))
    return {**fields, "events": [it for it in events if it]}


def toss(value):
    shape = {"seat": U8, "count": U8, "commitment": HASH, "picks?": U8, "salt?": HASH}
    fields = read(shape, value, "tosses")
    if (fields["picks"] is None) != (fields["salt"] is None):
        raise ValueError
    return fields


PROOF = {
    "format": [FORMAT.decode()].index,
    "record": lambda value: None if value is None else record(value),
    "deal": {
        "open": hexes(), "signature": hexes(64), "links": [or_null(HASH)], "acks": [or_null(HASH)],
        "spares?": [{"pack": U8, "seed": HASH}], "seeds?": [HASH],
        "cards?": [{"deck": U8, "place": U16, "card": CARD, "salt": HASH, "path": [HASH]}, ...],
        "skips?": [{"deck": U8, "place": U16, "seat": U8}, ...], "tosses?": [toss, ...],
        "seal": hexes(), "log?": {"checkpoint": str, "index": U64, "path": [HASH]}, "seed?": HASH,
    },
    "receipt?": HASH,  # The opening that a client answered, in the evidence that it keeps.
}


def once(pairs):
    if len(dict(pairs)) < len(pairs):
        raise NoProof("", "A field is there twice.")
    return dict(pairs)


def read_file(data):
    """Returns the proofs of a file, or its two tree heads, and a seat that it asks for."""
    if len(data) > 1 << 20:
        raise NoProof("", "The file is longer than 1 MiB.")
    whole, seat = json.loads(data.decode(), object_pairs_hook=once), None
    if isinstance(whole, dict) and "code" in whole:  # A case of fraud.
        case = read({"code": str, "options": dict, "proof": or_null(object)}, whole, "the case")
        whole, seat = case["proof"], or_null(U8)(case["options"].get("seat"))
    if isinstance(whole, dict) and "old" in whole:
        return read({"old": str, "new": str, "proof": [HASH]}, whole, "the tree heads"), seat
    proofs = whole if isinstance(whole, list) else [whole]
    if not proofs:
        raise NoProof("", "The session has no proof.")
    return [read(PROOF, proof, "the proof") for proof in proofs], seat


# The command line.


def fields_of(one):
    """Returns what a verified round is."""
    opening, roster = one.opening, [entry[0] for entry in one.opening.roster]
    notes = {"NOBODY contributed: the room could have chosen this deal": not roster,
             "K = 1: decks not audited": opening.packs == 1,
             "no tree head: the round is not shown to be in the log": not one.deal["log"]}
    fields = {"table": opening.table, "hand": opening.hand, "round": opening.round,
              "outcome": ("played", "void", "given up")[one.outcome], "contributors": roster,
              "key": opening.key.hex(), "notes": [note for note in notes if notes[note]]}
    if one.outcome == 2:
        return {**fields, "blame": None if one.blame == NOBODY else one.blame}
    digits, bits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", int.from_bytes(one.joint[:3], "big") >> 4
    fields["compare"] = "".join(digits[bits >> shift & 31] for shift in (15, 10, 5, 0))  # 9.4
    return {**fields, "held": one.held} if one.held else fields


def verify_file(path, options):
    """Returns the exit code for a file, and the result as fields."""
    data = b""
    try:
        with open(path, "rb") as file:
            data = file.read((1 << 20) + 1)
        content, seat = read_file(data)
        if isinstance(content, dict):
            verify_history(content, options.key)
            return 0, {"file": path, "ok": True, "rounds": []}
        seat = seat if options.seat is None else options.seat
        done = verify_session(content, options.key, options.receipt, seat)
        return 0, {"file": path, "ok": True, "rounds": [fields_of(one) for one in done]}
    except Fraud as fraud:
        code = fraud.args[0]
        return 1, {"file": path, "ok": False, "code": code, "message": FRAUDS[code]}
    except NoProof as fault:
        before, found, _ = data.partition(f'"{fault.args[0]}"'.encode())
        line, message = 1 + before.count(b"\n") if found else 1, fault.args[1]
    except json.JSONDecodeError as error:
        line, message = error.lineno, f"The file is no JSON: {error.msg}."
    except (OSError, RecursionError, ValueError) as error:
        line, message = 1, f"The file cannot be read: {error}."
    return 2, {"file": path, "ok": False, "line": line, "message": message}


def show(result):
    if not result["ok"]:
        at = result.get("code") or f"line {result['line']}"
        return print(f"{result['file']}: {at}: {result['message']}")
    print(f"{result['file']}: verified")
    for one in result["rounds"]:
        known = f"code {one['compare']}" if "compare" in one else f"blame {one['blame']}"
        print(f"  table {one['table']}, hand {one['hand']}, round {one['round']}:",
              f"{one['outcome']}; {len(one['contributors'])} contributed; {known}")
        print(*(f"    {note}\n" for note in one["notes"]), sep="", end="")


def main():
    def hex_digits(text):
        return HASH(text.lower())

    parser = argparse.ArgumentParser(description="Verifies proofs of deals.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    key = "the room's key; repeat it for former keys"
    parser.add_argument("--key", type=hex_digits, action="append", default=[], help=key)
    parser.add_argument("--receipt", type=hex_digits, help="hash of the opening you answered")
    parser.add_argument("--seat", type=int, help="a seat that must have contributed, from 0")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each file")
    options, codes = parser.parse_args(), set()
    for path in options.files:
        code, result = verify_file(path, options)
        codes.add(code)
        print(json.dumps(result)) if options.json else show(result)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
