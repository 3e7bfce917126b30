#!/usr/bin/env python3
"""Verifies proofs of deals (`cardroom-deal-1`) with nothing but Python's standard library.

    python3 verify_deal.py FILE... [--key HEX] [--receipt HEX] [--seat N] [--json]

It shares no code with the room. A file holds one proof, or a list of all proofs of a table in a
row. A proof with a seed is audited as well. Exit codes: 0 everything is verified, 1 a fraud was
found (its code and a sentence are printed), 2 a file is no proof.
"""

import argparse
import base64
import binascii
import functools
import hashlib
import json
import re
import struct
import sys

FORMAT = b"cardroom-deal-1"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
FACES = {1: range(52), 2: range(16, 52), 3: [*range(52), *range(52)]}
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
NOBODY, NULL = 255, bytes(32)
MOST_BYTES, MOST_OPENING, MOST_DEEP = 1 << 20, 16384, 100


class Fraud(Exception):
    """The proof is wrong: a code and a sentence."""


class NoProof(Exception):
    """The file cannot be read as a proof: a line and a sentence."""


def check(holds, code, sentence):
    if not holds:
        raise Fraud(code, sentence)


# Hashes, streams, shuffles and trees.


def tagged(tag, *parts):
    return hashlib.sha256(FORMAT + bytes([tag]) + b"".join(parts)).digest()


def u8(number):
    return struct.pack(">B", number)


def u16(number):
    return struct.pack(">H", number)


def u32(number):
    return struct.pack(">I", number)


def stream(tag, key, label):
    for block in range(1 << 32):
        yield from struct.unpack(">8I", tagged(tag, key, u8(label), u32(block)))


def below(bound, numbers):
    limit = (1 << 32) - (1 << 32) % bound
    return next(number for number in numbers if number < limit) % bound


def shuffled(items, numbers):
    items = list(items)
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1, numbers)
        items[last], items[other] = items[other], items[last]
    return items


def card_node(left, right):
    return tagged(1, left, right)


def log_node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def tree_root(leaves, node):
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << ((len(leaves) - 1).bit_length() - 1)
    return node(tree_root(leaves[:half], node), tree_root(leaves[half:], node))


def root_over(leaf, index, size, path, node):
    """Returns the root that a path leads to, or None if it is too long or too short."""
    last = size - 1
    for other in path:
        if last == 0:
            return None
        if index & 1 or index == last:
            leaf = node(other, leaf)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            leaf = node(leaf, other)
        index, last = index >> 1, last >> 1
    return leaf if last == 0 else None


def extends(old_size, old_root, new_size, new_root, path):
    """Checks that one log is the beginning of another (RFC 9162, 2.1.4.2)."""
    if old_size > new_size:
        return False
    if old_size == new_size or old_size == 0:
        return not path and (old_size == 0 or old_root == new_root)
    path = list(path) if old_size & (old_size - 1) else [old_root, *path]
    if not path:
        return False
    at, last = old_size - 1, new_size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    older = newer = path[0]
    for other in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            older, newer = log_node(other, older), log_node(other, newer)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            newer = log_node(newer, other)
        at, last = at >> 1, last >> 1
    return last == 0 and older == old_root and newer == new_root


# Ed25519 (RFC 8032), verification only, with the cofactorless equation.

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)


def point_of(packed):
    """Decodes a point, or returns None."""
    y = int.from_bytes(packed, "little")
    sign, y = y >> 255, y & ((1 << 255) - 1)
    if y >= PRIME:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * ROOT_OF_MINUS_ONE % PRIME
    if (x * x - square) % PRIME or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = PRIME - x
    return x, y, 1, x * y % PRIME


def add(one, two):
    a = (one[1] - one[0]) * (two[1] - two[0]) % PRIME
    b = (one[1] + one[0]) * (two[1] + two[0]) % PRIME
    c = 2 * one[3] * two[3] * CURVE % PRIME
    d = 2 * one[2] * two[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point, scalar = add(point, point), scalar >> 1
    return total


BASE = point_of((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key, message, signature):
    point, scalar = point_of(key), int.from_bytes(signature[32:], "little")
    if point is None or scalar >= ORDER or point_of(signature[:32]) is None:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    minus = (PRIME - point[0], point[1], 1, PRIME - point[3])
    x, y, z, _ = add(times(scalar, BASE), times(challenge, minus))
    inverse = pow(z, -1, PRIME)
    packed = (y * inverse % PRIME) | ((x * inverse % PRIME & 1) << 255)
    return packed.to_bytes(32, "little") == signature[:32]


# Openings and packs.


class Opening:
    """What the room signed before it knew a link."""

    def __init__(self, data):
        self.data, self.at = data, 0
        self.digest = hashlib.sha256(data).digest()
        check(len(data) <= MOST_OPENING, "OPEN", "The opening is longer than 16,384 bytes.")
        check(self.take(16) == FORMAT + b"\x10", "OPEN", "The opening begins with other bytes.")
        self.key, self.table, self.hand = self.take(32), self.number(8), self.number(8)
        self.round, self.time, self.prev = self.number(1), self.number(8), self.take(32)
        self.flags, kind, self.shuffles, self.packs = (self.number(1) for _ in range(4))
        known = self.flags < 4 and kind < 4 and self.shuffles < 128 and 1 <= self.packs <= 8
        check(known, "OPEN", "The opening has an unknown flag, kind of deck or number of packs.")
        self.faces = list(FACES[kind] if kind else self.take(self.number(2)))
        sensible = 2 <= len(self.faces) <= 1024 and max(self.faces) < 52
        check(sensible, "OPEN", "The opening lists faces of no deck.")
        decks = 1 + self.shuffles
        self.roots = [[self.take(32) for _ in range(decks)] for _ in range(self.packs)]
        every = [root for pack in self.roots for root in pack]
        check(len(set(every)) == len(every), "OPEN", "The opening names a root twice.")
        self.script = list(self.take(self.number(1)))
        for op in self.script:
            known = op in (0, 0x20, 0x40) or (op >> 4 in (1, 3, 5, 6) and op & 15)
            check(known, "OPEN", "The script of the opening has an unknown deal.")
        self.button = self.number(1)
        self.dealt = list(self.take(self.number(1)))
        self.roster = [
            (self.number(1), self.number(4), self.take(32)) for _ in range(self.number(1))
        ]
        seats = [entry[0] for entry in self.roster]
        in_order = self.dealt == sorted(set(self.dealt)) and seats == sorted(set(seats))
        check(in_order, "OPEN", "The seats of the opening are not in ascending order.")
        good = all(seat <= 0x83 and 1 <= index <= 65536 for seat, index, _ in self.roster)
        check(good, "OPEN", "The opening asks for a link that no chain has.")
        check(self.at == len(data), "OPEN", "Bytes follow the opening.")

    def take(self, count):
        part = self.data[self.at : self.at + count]
        check(len(part) == count, "OPEN", "The opening ends too early.")
        self.at += count
        return part

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def named(self):
        return f"table {self.table}, hand {self.hand}, round {self.round}"


class Deck:
    """One deck of a pack, made from the seed of the pack."""

    def __init__(self, faces, seed, deck):
        self.order = shuffled(faces, stream(3, seed, deck))
        salts = [tagged(2, seed, u8(deck), u16(leaf)) for leaf in range(len(faces))]
        self.leaves = [
            leaf_of(salt, deck, leaf, card)
            for leaf, (salt, card) in enumerate(zip(salts, self.order))
        ]
        self.root = tree_root(self.leaves, card_node)


def leaf_of(salt, deck, leaf, card):
    return tagged(0, salt, u8(deck), u16(leaf), u8(card))


def is_pack(opening, pack, seed):
    roots = enumerate(opening.roots[pack])
    return all(Deck(opening.faces, seed, deck).root == root for deck, root in roots)


# The walk through the events of a hand.


class Shuffled:
    """A shuffle into a further deck: what each seat held at that moment."""

    def __init__(self, walk, drawer):
        self.held = {seat: walk.held[seat] for seat in walk.live}
        self.count = {seat: walk.count[seat] for seat in walk.live}
        self.tossed = dict.fromkeys(walk.live, 0)
        if drawer is not None:
            places, count = walk.tossed[drawer]
            known = None not in (places, self.held[drawer])
            self.held[drawer] = self.held[drawer] + places if known else None
            self.count[drawer] += count
            self.tossed[drawer] = count
        self.held[NOBODY], self.count[NOBODY] = list(walk.board), len(walk.board)
        self.walked, self.taken = [], []


class Walk:
    """Follows the events along the script: which place is which card, and the course."""

    def __init__(self, opening, joint, deal, salts=None):
        self.opening, self.joint, self.deal, self.salts = opening, joint, deal, salts
        self.opened = {(c["deck"], c["place"]): c["card"] for c in deal["cards"]}
        self.skips = {(s["deck"], s["place"]): s["seat"] for s in deal["skips"]}
        self.course, self.faults, self.expected = bytearray(), [], []
        self.button = opening.button
        if self.button == NOBODY:
            check(opening.dealt, "LINEUP", "Nobody is dealt in, so no button can be drawn.")
            number = next(stream(4, joint, 0xFE))
            self.button = opening.dealt[number * len(opening.dealt) >> 32]
        seats = opening.dealt
        self.order = [s for s in seats if s > self.button] + [s for s in seats if s <= self.button]
        self.live = set(seats)
        self.held = {seat: [] for seat in seats}
        self.count = dict.fromkeys(seats, 0)
        self.tossed = {seat: ([], 0) for seat in seats}
        self.ever = {seat: [] for seat in seats}
        self.own = {seat: ([], []) for seat in seats}
        self.board, self.boards, self.next_board, self.burned = [], 1, 0, []
        self.at, self.deck, self.place, self.left = 0, 0, 0, len(opening.faces)
        self.scrambled, self.shuffles, self.last_of_stud = None, {}, None
        self.draw, self.debt, self.tosses, self.outcome = None, None, 0, None
        self.started, self.used = False, set()

    # Faults that do not stop the walk are reported in the order of the specification.

    def fault(self, rank, code, sentence):
        self.faults.append((rank, Fraud(code, sentence)))

    # The script.

    def peek(self):
        while self.at < len(self.opening.script) and self.opening.script[self.at] == 0:
            self.at += 1
        return self.opening.script[self.at] if self.at < len(self.opening.script) else None

    def burn_if_due(self):
        while self.peek() == 0x40:
            self.burned.append(self.take())
            self.course += b"\4"
            self.at += 1

    def need(self, op, what):
        self.end_draw()
        check(self.next_board == 0, "SCRIPT", "A board is left out.")
        self.burn_if_due()
        check(self.peek() == op, "SCRIPT", f"The script does not deal {what} now.")
        self.at += 1

    def end_draw(self):
        if self.draw is not None:
            done = self.next_to_draw() is None and self.debt is None
            check(done, "SCRIPT", "The game goes on before everybody has drawn.")
            self.draw = None

    def next_to_draw(self):
        waiting = (s for s in self.order if s in self.live and s not in self.draw["done"])
        return next(waiting, None)

    def take(self):
        """Takes the next card, and passes over places that are named as skips."""
        check(self.left, "COUNT", "More cards are dealt than there are.")
        self.left -= 1
        if self.scrambled is not None:
            return (0, self.scrambled.pop(0))
        shuffle = self.shuffles.get(self.deck)
        while (self.deck, self.place) in self.skips and shuffle is not None:
            seat = self.skips[self.deck, self.place]
            self.used.add((self.deck, self.place))
            shuffle.walked.append(((self.deck, self.place), seat))
            self.course += b"\x0b" + u16(self.place) + u8(seat)
            self.place += 1
        check(self.place < len(self.opening.faces), "COUNT", "More cards are dealt than there are.")
        place = (self.deck, self.place)
        self.place += 1
        if shuffle is not None:
            shuffle.taken.append(place)
        return place

    def give(self, seat, place):
        if self.held[seat] is not None:
            self.held[seat] = [*self.held[seat], place]
        self.count[seat] += 1
        self.ever[seat].append(place)

    def expect(self, places, cards, what):
        self.expected.append((list(places), cards, what))

    # The events.

    def event(self, name, body):
        if self.outcome is not None:
            after = {"RabbitShown": self.rabbit, "CardsShown": self.cards_shown}
            return after[name](body) if name in after else None
        if name == "HandStarted":
            return self.hand_started(body)
        known = getattr(self, "on_" + name, None)
        if known is not None:
            check(self.started, "SCRIPT", f"{name} comes before the hand has started.")
            known(body)

    def hand_started(self, body):
        check(not self.started, "SCRIPT", "The hand starts twice.")
        self.started = True
        check(body["hand"] == self.opening.hand, "BIND", "The record is of another hand.")
        check(body["button"] == self.button, "LINEUP", "The button is on another seat.")
        check(body["dealt"] == self.order, "LINEUP", "Other seats are dealt in.")

    def on_CardsDealt(self, body):
        each = body["each"]
        if self.is_last_of_stud():
            community = self.short_stub()
            check(community is not True, "SCRIPT", "The last card is for the board.")
        self.need(0x10 | each if 0 < each < 16 else -1, f"{each} cards down")
        seats = [seat for _ in range(each) for seat in self.order if seat in self.live]
        for seat, place in zip(seats, [self.take() for _ in seats]):
            self.give(seat, place)
            self.own[seat][0].append(place)
        self.course += b"\1" + u8(each)

    def on_UpCardsDealt(self, body):
        self.need(0x20, "a card up")
        seats = [seat for seat in self.order if seat in self.live]
        dealt = [entry["seat"] for entry in body["cards"]]
        check(dealt == seats, "SCRIPT", "The up cards go to other seats.")
        places = [self.take() for _ in seats]
        self.course += b"\2" + u8(len(seats))
        for entry, place in zip(body["cards"], places):
            self.give(entry["seat"], place)
            self.own[entry["seat"]][0].append(place)
            self.expect([place], [entry["card"]], f"an up card of seat {entry['seat']}")
            self.course += u8(entry["seat"]) + u8(entry["card"])

    def on_BoardDealt(self, body):
        cards, board = body["cards"], body["board"]
        op = 0x30 | len(cards) if 0 < len(cards) < 16 else -1
        if self.is_last_of_stud() and self.short_stub():
            self.end_draw()
            self.burn_if_due()
            check(board == 0 and len(cards) == 1, "SCRIPT", "One card is for the board.")
            self.at = len(self.opening.script)
        else:
            if board == 0 and self.next_board == 0:
                self.need(op, f"{len(cards)} cards to the board")
            same = self.opening.script[self.at - 1] == op if self.at else False
            check(board == self.next_board and same, "SCRIPT", "The cards go to another board.")
            self.next_board = (board + 1) % self.boards
        places = [self.take() for _ in cards]
        self.board += places
        for place, card in zip(places, cards):
            self.expect([place], [card], "a card of the board")
        self.course += b"\3" + u8(board) + u8(len(cards)) + bytes(cards)

    def on_RunItAgreed(self, body):
        check(self.next_board == 0, "SCRIPT", "Boards are added within a deal.")
        check(body["boards"] >= self.boards, "SCRIPT", "The hand is run out on fewer boards.")
        self.boards = body["boards"]
        self.course += b"\x09" + u8(self.boards)

    def on_Acted(self, body):
        if body["action"] == "Fold":
            self.fold(body["seat"])

    def on_HandKilled(self, body):
        self.fold(body["seat"])

    def fold(self, seat):
        if seat in self.live:
            self.live.remove(seat)
            if self.debt and self.debt[0] == seat:
                self.debt = None
            self.course += b"\5" + u8(seat)

    def on_FloorOrdered(self, body):
        seat = body["restored"]
        if seat is not None:
            self.course += b"\x0e" + u8(seat)
            check(seat in self.held, "SCRIPT", "A hand is restored that was not dealt.")
            self.live.add(seat)

    # Draws.

    def on_DrawBegan(self, body):
        least, most = body["least"], body["most"]
        base = 0x60 if body["replaced"] else 0x50
        check(least == (0 if body["replaced"] else most), "SCRIPT", "The draw has other bounds.")
        self.begin_draw(base | most if 0 < most < 16 else -1)

    def begin_draw(self, op):
        self.need(op, "this draw")
        self.draw = {"op": op, "done": set()}

    def on_Discarded(self, body):
        seat, count = body["seat"], body["count"]
        if self.draw is None or (self.next_to_draw() is None and self.debt is None):
            self.end_draw()
            self.burn_if_due()
            op = self.peek()
            check(op is not None and op >> 4 in (5, 6), "SCRIPT", "No draw comes now.")
            self.begin_draw(op)
        most, replaced = self.draw["op"] & 15, self.draw["op"] >> 4 == 6
        check(self.debt is None, "SCRIPT", "A player gives away before the last one has drawn.")
        check(seat == self.next_to_draw(), "SCRIPT", "A player draws out of turn.")
        held = min(most, self.count[seat])
        allowed = count <= held if replaced else count == held
        check(allowed, "SCRIPT", "A player gives away another number of cards.")
        self.draw["done"].add(seat)
        self.debt = (seat, count) if replaced and count else None
        self.toss(seat, count)

    def toss(self, seat, count):
        number = self.tosses
        self.tosses += 1
        check(number < 256, "COUNT", "There are more tosses than a hand can have.")
        there = number < len(self.deal["tosses"])
        toss = self.deal["tosses"][number] if there else {}
        if (toss.get("seat"), toss.get("count")) != (seat, count):
            self.fault(2, "TOSS", f"Toss {number} is of another seat or size.")
        picks = self.picks_of(number, seat, count, toss)
        held, places = self.held[seat], None
        if picks is None or held is None:
            self.held[seat] = None
        else:
            places = [place for at, place in enumerate(held) if picks >> at & 1]
            self.held[seat] = [place for at, place in enumerate(held) if not picks >> at & 1]
        if count == 0:
            places, self.held[seat] = [], held
        elif count == self.count[seat]:
            places, self.held[seat] = held, []
        self.count[seat] -= count
        self.tossed[seat] = (places, count)
        self.own[seat][1].append((places, []))
        for shuffle in self.shuffles.values():
            if seat in shuffle.tossed:
                shuffle.tossed[seat] += count
        self.course += b"\6" + u8(seat) + u8(count) + toss.get("commitment", NULL)

    def picks_of(self, number, seat, count, toss):
        """Returns the places given away, if they are open."""
        picks, salt = toss.get("picks"), toss.get("salt")
        tried = [picks] if self.salts is None else range(256)
        if self.salts is not None:
            salt = self.salts(seat, number)
        if salt is None or tried == [None]:
            return None
        for picks in tried:
            parts = (salt, u8(seat), u8(number), u8(picks))
            fits = bin(picks).count("1") == count and not picks >> self.count[seat]
            if fits and tagged(7, *parts) == toss.get("commitment"):
                return picks
        self.fault(2, "TOSS", f"What seat {seat} gave away is not what it committed to.")
        return None

    def on_Drawn(self, body):
        seat, count = body["seat"], body["count"]
        owed = self.debt and self.debt[0] == seat and 0 < count <= self.debt[1]
        check(owed, "SCRIPT", "A player draws cards that were not given away.")
        self.debt = (seat, self.debt[1] - count) if count < self.debt[1] else None
        for place in [self.take() for _ in range(count)]:
            self.give(seat, place)
            self.own[seat][1][-1][1].append(place)
        self.course += b"\7" + u8(seat) + u8(count)

    # Shuffles.

    def on_Reshuffled(self, body):
        seat, cards = body["seat"], body["cards"]
        if self.opening.flags & 2:
            self.scramble(seat, cards)
        else:
            self.shuffle_again(seat, cards)
        self.course += b"\x08" + u8(NOBODY if seat is None else seat) + u8(cards)

    def shuffle_again(self, seat, cards):
        check(self.opening.flags & 1, "SCRIPT", "This game does not shuffle again.")
        if seat is None:
            self.end_draw()
            due = self.peek() == 0x40
        else:
            due = self.debt is not None and self.debt[0] == seat
        check(due, "SCRIPT", "Nobody needs a card, and yet there is a shuffle.")
        check(self.left == 0, "COUNT", "Cards are left, and yet there is a shuffle.")
        self.deck += 1
        check(self.deck <= self.opening.shuffles, "COUNT", "There are more shuffles than decks.")
        shuffle = Shuffled(self, seat)
        out = len(self.opening.faces) - sum(shuffle.count.values())
        check(cards == out, "COUNT", f"{cards} cards are shuffled where {out} are out of play.")
        self.shuffles[self.deck] = shuffle
        self.place, self.left, self.burned = 0, cards, []

    def is_last_of_stud(self):
        """Whether nothing of the last street of stud is dealt yet."""
        script = self.opening.script
        if not self.opening.flags & 2:
            return False
        self.peek()
        begins = len(script) - next((i for i, op in enumerate(reversed(script)) if op == 0), 0)
        return self.at == begins

    def short_stub(self):
        """Decides how the last street of stud is dealt: None as usual, or whether a card is for
        the board. Checks that the stub was scrambled if it must be."""
        if self.last_of_stud is None:
            self.last_of_stud = self.decide()
        scramble, community, _ = self.last_of_stud
        check(not scramble or self.scrambled is not None, "COUNT", "The stub is not scrambled.")
        return community

    def decide(self):
        needed, whole = len(self.live) + 2, self.left + len(self.burned)
        if self.left >= needed:
            return False, None, 0
        if whole >= needed:
            return True, False, whole
        return self.left < 3, True, whole

    def scramble(self, seat, cards):
        check(self.is_last_of_stud() and seat is None, "SCRIPT", "No stub is scrambled now.")
        check(self.scrambled is None, "COUNT", "The stub is scrambled twice.")
        self.end_draw()
        self.last_of_stud = self.decide()
        due, _, whole = self.last_of_stud
        check(due, "COUNT", "The stub is long enough, and yet it is scrambled.")
        check(cards == whole, "COUNT", f"{cards} cards are scrambled where there are {whole}.")
        size = len(self.opening.faces)
        rest = {*(place for _, place in self.burned), *range(self.place, size)}
        place_of = {leaf: place for place, leaf in enumerate(permutation(self.joint, 0, size))}
        order = (place_of[leaf] for leaf in permutation(self.joint, 1, size))
        self.scrambled = [place for place in order if place in rest]
        self.left, self.burned = cards, []

    # Shown cards, and the end.

    def on_HandTabled(self, body):
        self.show(body)

    def on_HandExposed(self, body):
        self.show(body)

    def show(self, body):
        seat, cards = body["seat"], body["cards"]
        check(seat in self.held, "SCRIPT", "A hand is shown that was not dealt.")
        self.course += b"\x0a" + u8(seat) + u8(len(cards)) + bytes(cards)
        self.check_held(seat, cards, f"the shown hand of seat {seat}")
        self.check_closed(seat, None)

    def check_held(self, seat, cards, what):
        if self.held[seat] is None:
            self.fault(2, "TOSS", f"It is not open what seat {seat} gave away.")
        else:
            self.expect(self.held[seat], cards, what)

    def check_closed(self, seat, allowed):
        """Checks how many of a seat's skips stay closed."""
        for shuffle in self.shuffles.values():
            mine = [place for place, whose in shuffle.walked if whose == seat]
            closed = [place for place in mine if place not in self.opened]
            most = shuffle.tossed.get(seat, 0) if allowed is None else allowed
            if len(closed) > most:
                self.fault(3, "SKIP", f"Cards are passed over for seat {seat} that stay closed.")

    def on_HandEnded(self, body):
        check(body["hand"] == self.opening.hand, "BIND", "The record is of another hand.")
        if len(self.live) > 1:
            self.end_draw()
            done = self.peek() is None and self.next_board == 0
            check(done, "SCRIPT", "The hand ends before its last card.")
        self.end(0)

    def on_HandVoided(self, body):
        check(body["hand"] == self.opening.hand, "BIND", "The record is of another hand.")
        self.end(1)

    def end(self, outcome):
        self.outcome = outcome
        self.course += b"\x0f" + u8(outcome)
        self.digest = tagged(0x13, bytes(self.course))

    def rabbit(self, body):
        cards = body["cards"]
        while cards:
            self.burn_if_due()
            op = self.peek()
            count = op & 15 if op is not None and op >> 4 == 3 else 0
            check(0 < count <= len(cards), "SCRIPT", "The rabbit shows cards of no board.")
            self.at += 1
            for card in cards[:count]:
                self.expect([self.take()], [card], "a card that would have come")
            cards = cards[count:]

    def cards_shown(self, body):
        if body["hand"] == self.opening.hand:
            places = self.ever.get(body["seat"], [])
            known = {self.opened[place] for place in places if place in self.opened}
            for card in body["cards"]:
                if card not in known:
                    self.fault(4, "MISSING", "A card shown after the hand is not opened.")

    # After the last event.

    def finish(self, record):
        check(self.started, "LINEUP", "The record does not say who was dealt in.")
        check(self.outcome is not None, "SCRIPT", "The record has no end.")
        if len(self.deal["tosses"]) != self.tosses:
            self.fault(2, "TOSS", "The proof has tosses that nobody made.")
        mine = own_seat(record)
        for cards in record["cards"]:
            self.check_own(cards, cards["seat"] == mine)
        self.check_skips()
        self.check_expected()
        for _, fraud in sorted(self.faults, key=lambda fault: fault[0]):
            raise fraud

    def check_own(self, cards, is_viewer):
        seat = cards["seat"]
        if seat not in self.held:
            return self.fault(4, "CARD", f"The record has cards of seat {seat}, which had none.")
        dealt, draws = self.own[seat]
        what = f"a card of seat {seat}"
        if len(dealt) != len(cards["dealt"]):
            return self.fault(4, "CARD", f"Seat {seat} was dealt another number of cards.")
        for place, card in zip(dealt, cards["dealt"]):
            self.expect([place], [card], what)
        made = [(gave, got) for gave, got in draws if gave is None or gave or got]
        told = [(draw["gave"], draw["got"]) for draw in cards["draws"]]
        told = [draw for draw in told if draw[0] or draw[1]]
        if len(made) != len(told):
            self.fault(4, "CARD", f"Seat {seat} drew another number of times.")
        for (gave, got), (said_gave, said_got) in zip(made, told):
            if gave is None:
                self.fault(2, "TOSS", f"It is not open what seat {seat} gave away.")
            else:
                self.expect(gave, said_gave, what)
            if len(got) != len(said_got):
                self.fault(4, "CARD", f"Seat {seat} drew another number of cards.")
            for place, card in zip(got, said_got):
                self.expect([place], [card], what)
        self.check_closed(seat, 0 if is_viewer else None)

    def check_skips(self):
        if set(self.skips) != self.used or len(self.skips) != len(self.deal["skips"]):
            self.fault(3, "SKIP", "The proof names a skip that no deal walks over.")
        for deck, shuffle in self.shuffles.items():
            for seat in {seat for _, seat in shuffle.walked}:
                self.check_skips_of(shuffle, seat)
            self.check_taken(shuffle)

    def check_skips_of(self, shuffle, seat):
        mine = [place for place, whose in shuffle.walked if whose == seat]
        if len(mine) > shuffle.count.get(seat, 0):
            self.fault(3, "SKIP", f"More cards are passed over for seat {seat} than it held.")
        if seat == NOBODY and any(place not in self.opened for place in mine):
            self.fault(3, "SKIP", "A card that is passed over for the board is not opened.")
        held = shuffle.held.get(seat)
        if held is None or any(place not in self.opened for place in held):
            return
        cards = [self.opened[place] for place in held]
        for card in (self.opened[place] for place in mine if place in self.opened):
            if card not in cards:
                self.fault(3, "SKIP", f"A card is passed over that seat {seat} did not hold.")
            else:
                cards.remove(card)

    def check_taken(self, shuffle):
        """Checks that no card that was in play was dealt again."""
        held = [place for places in shuffle.held.values() if places for place in places]
        cards = [self.opened[place] for place in [*held, *shuffle.taken] if place in self.opened]
        for card in set(cards):
            if cards.count(card) > self.opening.faces.count(card):
                self.fault(3, "SKIP", "A card that was in play is dealt again.")

    def check_expected(self):
        for places, cards, what in self.expected:
            for place in places:
                if place not in self.opened:
                    text = f"Deck {place[0]}, place {place[1]}, {what}, is not opened."
                    return self.fault(4, "MISSING", text)
            if sorted(self.opened[place] for place in places) != sorted(cards):
                return self.fault(4, "CARD", f"The record shows another card: {what}.")


@functools.lru_cache(maxsize=256)
def permutation(joint, label, size):
    return tuple(shuffled(range(size), stream(4, joint, label)))


def own_seat(record):
    """Returns the seat whose version of the hand a record is."""
    if "viewer" in record:
        return record["viewer"]
    return record["cards"][0]["seat"] if len(record["cards"]) == 1 else None


# One proof.


def verify(proof, keys=(), receipt=None, seat=None, prev=()):
    """Verifies one proof, in the order of the specification, and returns what it is.

    Without keys every room is believed, and without seals in `prev` every history."""
    record, deal = proof["record"], proof["deal"]
    opening = Opening(deal["open"])
    check(not keys or opening.key in keys, "KEY", "Another key than the room's signed the opening.")
    signed = is_signed(opening.key, tagged(0x11, opening.digest), deal["signature"])
    check(signed, "SIGNATURE", "The signature of the opening is wrong.")
    for known in (receipt, proof.get("receipt")):
        same = known in (None, opening.digest)
        check(same, "RECEIPT", "The player answered another opening of this round.")
    check(not prev or opening.prev in prev, "CHAIN", "The opening does not follow the seal before.")
    check_links(opening, deal, record is None)
    if record is not None:
        same = (record["table"], record["hand"]) == (opening.table, opening.hand)
        check(same, "BIND", "The record is of another table or hand.")
    mine = seat is None or seat in (entry[0] for entry in opening.roster)
    check(mine, "NOT_MINE", f"Seat {seat} is not in the roster.")
    walk, joint, pick = None, NULL, None
    if record is None:
        check_packs(opening, None, deal["seeds"], deal["spares"])
        check(not deal["cards"], "OPENING", "A round that was given up opens no card.")
    else:
        joint = joint_seed(opening, deal["links"])
        pick = below(opening.packs, stream(4, joint, 0xFF))
        check_packs(opening, pick, deal["seeds"], deal["spares"])
        check_cards(opening, pick, joint, deal["cards"])
        walk = follow(opening, joint, record, deal)
    seal = check_seal(opening, deal, joint, walk)
    if "log" in deal:
        check_log(opening, seal, deal["log"], [opening.key, *keys])
    audited = audit(opening, pick, joint, record, deal) if "seed" in deal else None
    return {"opening": opening, "seal": hashlib.sha256(deal["seal"]).digest(), "deal": deal,
            "outcome": seal[48], "blame": seal[49], "joint": joint, "audit": audited}


def check_links(opening, deal, given_up):
    links, acks = deal["links"], deal["acks"]
    counts = len(links) == len(acks) == len(opening.roster)
    check(counts, "LINK", "The links and acknowledgements are not those of the roster.")
    for (seat, index, under), link, ack in zip(opening.roster, links, acks):
        check(given_up or None not in (link, ack), "LINK", f"The link of seat {seat} is not there.")
        both = (link is None) == (ack is None)
        check(both, "LINK", f"Only a link or only an acknowledgement of seat {seat} is there.")
        true = link is None or tagged(5, u32(index), link) == under
        check(true, "LINK", f"The link of seat {seat} is not of its chain.")


def joint_seed(opening, links):
    entries = (part for entry, link in zip(opening.roster, links) for part in (u8(entry[0]), link))
    return tagged(6, opening.digest, u8(len(opening.roster)), *entries)


def check_packs(opening, pick, seeds, spares):
    packs = [(spare["pack"], spare["seed"]) for spare in spares]
    if pick is None:
        check(not packs, "SPARE", "A round that was given up has no spare packs.")
        packs, seeds = list(enumerate(seeds)), []
    check(not seeds, "SPARE", "The seeds of all packs are published in a hand that was dealt.")
    others = [pack for pack in range(opening.packs) if pack != pick]
    same = sorted(pack for pack, _ in packs) == others
    check(same, "SPARE", "Not exactly the packs that were not picked are open.")
    for pack, seed in packs:
        check(is_pack(opening, pack, seed), "SPARE", f"Pack {pack} is not what was committed to.")


def check_cards(opening, pick, joint, cards):
    size, seen = len(opening.faces), {}
    for card in cards:
        deck, place = card["deck"], card["place"]
        what = f"The card of deck {deck}, place {place}, is not what was committed to."
        check(deck <= opening.shuffles and place < size, "OPENING", what)
        leaf = permutation(joint, deck, size)[place]
        hashed = leaf_of(card["salt"], deck, leaf, card["card"])
        root = root_over(hashed, leaf, size, card["path"], card_node)
        check(root == opening.roots[pick][deck], "OPENING", what)
        seen.setdefault(deck, []).append((place, card["card"]))
    for deck, opened in seen.items():
        faces, places = [face for _, face in opened], {place for place, _ in opened}
        fits = all(faces.count(face) <= opening.faces.count(face) for face in set(faces))
        fits = fits and len(places) == len(opened)
        check(fits, "DOUBLE", f"A card is opened twice in deck {deck}.")


def follow(opening, joint, record, deal, salts=None):
    walk = Walk(opening, joint, deal, salts)
    for name, body in record["events"]:
        walk.event(name, body)
    walk.finish(record)
    return walk


def check_seal(opening, deal, joint, walk):
    seal = deal["seal"]
    check(len(seal) == 154, "SEAL", "The seal has another length.")
    check(seal[:16] == FORMAT + b"\x12", "SEAL", "The seal begins with other bytes.")
    check(seal[16:48] == opening.digest, "SEAL", "The seal is of another opening.")
    outcome, blame = seal[48], seal[49]
    true = 2 if walk is None else walk.outcome
    check(outcome == true, "SEAL", "The seal has another outcome than the record.")
    silent = [e[0] for e, link in zip(opening.roster, deal["links"]) if link is None]
    fair = blame == NOBODY or (outcome == 2 and blame in silent)
    check(fair, "SEAL", "The seal blames a seat that did not withhold its link.")
    parts = [u8(len(opening.roster))]
    for entry, link, ack in zip(opening.roster, deal["links"], deal["acks"]):
        parts += [u8(entry[0]), link or NULL, ack or NULL]
    check(seal[50:82] == tagged(0x14, *parts), "SEAL", "The seal has other contributions.")
    check(seal[82:114] == joint, "SEAL", "The seal has another joint seed.")
    course = NULL if walk is None else walk.digest
    check(seal[114:146] == course, "COURSE", "The seal has another course of the hand.")
    return seal


def audit(opening, pick, joint, record, deal):
    """Fills in every card from the seed and plays the hand again with nothing hidden."""
    check(record is not None, "AUDIT", "A round that was given up needs no seed.")
    seed, faces = deal["seed"], opening.faces
    check(is_pack(opening, pick, seed), "AUDIT", "The seed is not that of the pack that was dealt.")
    orders = [shuffled(faces, stream(3, seed, deck)) for deck in range(1 + opening.shuffles)]
    places = [permutation(joint, deck, len(faces)) for deck in range(len(orders))]
    cards = [{"deck": deck, "place": place, "card": order[leaf]}
             for deck, order in enumerate(orders) for place, leaf in enumerate(places[deck])]
    def salt(seat, number):
        return tagged(8, seed, u8(seat), u8(number))
    try:
        walk = follow(opening, joint, record, {**deal, "cards": cards}, salt)
    except Fraud as fraud:
        raise Fraud("AUDIT", fraud.args[1]) from fraud
    named = [(seat, walk.held[seat]) for seat in walk.order]
    return {seat: [CARDS[walk.opened[place]] for place in held] for seat, held in named}


# The log.


def checkpoint(text, keys):
    """Returns the origin, size and root of a signed tree head. One of the keys must have signed it;
    without keys its signature is not checked."""
    note, blank, signatures = text.partition("\n\n")
    lines = note.split("\n")
    whole = blank and signatures.endswith("\n") and len(lines) >= 3 and lines[0]
    check(whole, "LOG", "The tree head is no signed note.")
    name, size, root = lines[0], lines[1], decode(lines[2])
    check(re.fullmatch("0|[1-9][0-9]{0,18}", size), "LOG", "The tree head has no size.")
    check(root is not None and len(root) == 32, "LOG", "The tree head has no root.")
    signed = not keys
    for key in keys:
        tag = hashlib.sha256(name.encode() + b"\n\1" + key).digest()[:4]
        for line in signatures.split("\n")[:-1]:
            signature = decode(line.removeprefix(f"\u2014 {name} ")) or b""
            ours = line.startswith(f"\u2014 {name} ") and signature[:4] == tag
            right = ours and len(signature) == 68
            signed |= right and is_signed(key, (note + "\n").encode(), signature[4:])
    check(signed, "LOG", "The room's key did not sign the tree head.")
    return name, int(size), root


def decode(text):
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def check_log(opening, seal, log, keys):
    _, size, root = checkpoint(log["checkpoint"], keys)
    named = struct.pack(">QQBB", opening.table, opening.hand, opening.round, seal[48])
    entry = FORMAT + b"\x20" + named
    leaf = hashlib.sha256(b"\0" + entry + hashlib.sha256(seal).digest()).digest()
    there = log["index"] < size
    there = there and root_over(leaf, log["index"], size, log["path"], log_node) == root
    check(there, "LOG", "The round is not in the log of this tree head.")


def verify_history(history, keys):
    """Verifies that one tree head extends another."""
    old_name, old_size, old_root = checkpoint(history["old"], keys)
    new_name, new_size, new_root = checkpoint(history["new"], keys)
    same = extends(old_size, old_root, new_size, new_root, history["proof"])
    same = same and old_name == new_name
    check(same, "SPLIT", "The two tree heads are of two histories.")


# A session.


def verify_session(proofs, keys=(), receipt=None, seat=None):
    """Verifies the proofs of a table in a row, rounds that were given up included."""
    done, roots, chains, keys = [], set(), {}, list(keys)
    alone = receipt if len(proofs) == 1 else None
    for proof in proofs:
        before = done[-1] if done else None
        prev = seals_before(before, proof) if before else ()
        now = verify(proof, keys, alone, seat, prev)
        opening = now["opening"]
        if not keys:
            keys.append(opening.key)
        if before:
            same = opening.table == before["opening"].table
            check(same, "CHAIN", "The rounds are of two tables.")
            if opening.prev == before["seal"]:
                check_follows(before, opening)
        mine = {root for pack in opening.roots for root in pack}
        check(not mine & roots, "OPEN", "A root is named in two openings.")
        roots |= mine
        check_acks(now, chains)
        done.append(now)
    answered = receipt is None or any(one["opening"].digest == receipt for one in done)
    check(answered, "RECEIPT", "The player answered another opening.")
    return done


def seals_before(before, proof):
    """Returns the seals that the next opening may name. A new key may begin a new history."""
    same = proof["deal"]["open"][16:48] == before["opening"].key
    return [before["seal"]] if same else [before["seal"], NULL]


def check_follows(before, opening):
    last = before["opening"]
    again = (last.hand, last.round + 1)
    steps = [(last.hand + 1, 0)] if before["outcome"] != 2 else [again]
    if before["outcome"] == 2 and before["blame"] == NOBODY:
        steps.append((last.hand + 1, 0))
    follows = (opening.hand, opening.round) in steps
    check(follows, "CHAIN", "The hand and round do not follow on the last ones.")


def check_acks(now, chains):
    """Checks that a later link vouches for the opening that its owner answered before."""
    opening, deal = now["opening"], now["deal"]
    for (seat, index, under), link, ack in zip(opening.roster, deal["links"], deal["acks"]):
        last = chains.get(seat)
        if last and (index, under) == (last["index"], last["under"]):
            check(False, "LINK", f"The link of seat {seat} was known before.")
        goes_on = last and (index, under) == (last["index"] + 1, last["link"])
        if goes_on and link is not None:
            vouched = tagged(0x15, link, last["digest"]) == last["ack"]
            check(vouched, "ACK", f"Seat {seat} answered another opening before.")
        if link is not None:
            chains[seat] = {"index": index, "under": under, "link": link, "ack": ack,
                            "digest": opening.digest}


# Reading files.


class Reader:
    """Reads a parsed file as a proof. Every other shape is refused with its line."""

    def __init__(self, text):
        self.text = text

    def fail(self, sentence, name=None):
        at = self.text.find(f'"{name}"') if name else -1
        raise NoProof(1 + self.text.count("\n", 0, max(at, 0)), sentence)

    def fields(self, item, what, needed, optional=()):
        self.want(item, dict, what)
        for name in item:
            if name not in needed and name not in optional:
                self.fail(f"{what} has the unknown field {name!r}.", name)
        for name in needed:
            if name not in item:
                self.fail(f"{what} lacks the field {name!r}.")

    def want(self, item, kind, what):
        if not isinstance(item, kind):
            self.fail(f"{what} has another type.", what)
        return item

    def number(self, item, name, most):
        value = item.get(name) if isinstance(item, dict) else None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.fail(f"{name} is no number from 0 to {most}.", name)
        return value

    def hexes(self, value, name, size=None):
        fine = isinstance(value, str) and re.fullmatch("(?:[0-9a-f]{2})*", value)
        if not fine or (size is not None and len(value) != 2 * size):
            self.fail(f"{name} is no lower-case hex of its length.", name)
        return bytes.fromhex(value)

    def listed(self, item, name, read, most, missing=None):
        values = self.want(item.get(name, missing), list, name)
        if len(values) > most:
            self.fail(f"{name} is too long.", name)
        return [read(value) for value in values]

    def card(self, value):
        if value not in CARDS:
            self.fail("A card is no card.", str(value))
        return CARDS.index(value)

    def file(self, whole):
        """Returns the proofs of a file, or two tree heads, and what the file asks for."""
        if isinstance(whole, dict) and "code" in whole and "proof" in whole:
            self.fields(whole, "the case", ("code", "options", "proof"))
            self.want(whole["options"], dict, "options")
            return self.file(whole["proof"])[0], whole["options"]
        if isinstance(whole, dict) and "old" in whole:
            self.fields(whole, "the history", ("old", "new", "proof"))
            for name in ("old", "new"):
                self.want(whole[name], str, name)
            path = self.listed(whole, "proof", self.hash("proof"), 128)
            return {**whole, "proof": path}, {}
        if isinstance(whole, list):
            if not whole:
                self.fail("The session has no proof.")
            return [self.proof(proof) for proof in whole], {}
        return [self.proof(whole)], {}

    def hash(self, name):
        return lambda value: self.hexes(value, name, 32)

    def proof(self, whole):
        self.fields(whole, "the proof", ("format", "record", "deal"), ("receipt",))
        if whole["format"] != FORMAT.decode():
            self.fail("The format is not cardroom-deal-1.", "format")
        record = None if whole["record"] is None else self.record(whole["record"])
        proof = {"record": record, "deal": self.deal(whole["deal"])}
        if "receipt" in whole:
            proof["receipt"] = self.hexes(whole["receipt"], "receipt", 32)
        return proof

    def deal(self, deal):
        lists = ("spares", "seeds", "cards", "skips", "tosses")
        needed = ("open", "signature", "links", "acks", "seal")
        self.fields(deal, "deal", needed, (*lists, "log", "seed"))
        def optional(name):
            return lambda value: None if value is None else self.hexes(value, name, 32)
        read = {
            "open": self.hexes(deal["open"], "open"),
            "signature": self.hexes(deal["signature"], "signature", 64),
            "links": self.listed(deal, "links", optional("links"), 255),
            "acks": self.listed(deal, "acks", optional("acks"), 255),
            "seal": self.hexes(deal["seal"], "seal"),
            "seeds": self.listed(deal, "seeds", self.hash("seeds"), 255, []),
            "spares": self.listed(deal, "spares", self.spare, 255, []),
            "cards": self.listed(deal, "cards", self.opened, 65535, []),
            "skips": self.listed(deal, "skips", self.skip, 65535, []),
            "tosses": self.listed(deal, "tosses", self.toss, 256, []),
        }
        if deal.get("seed") is not None:
            read["seed"] = self.hexes(deal["seed"], "seed", 32)
        if deal.get("log") is not None:
            self.fields(deal["log"], "log", ("checkpoint", "index", "path"))
            read["log"] = {
                "checkpoint": self.want(deal["log"]["checkpoint"], str, "checkpoint"),
                "index": self.number(deal["log"], "index", (1 << 63) - 1),
                "path": self.listed(deal["log"], "path", self.hash("path"), 64),
            }
        return read

    def spare(self, item):
        self.fields(item, "spares", ("pack", "seed"))
        seed = self.hexes(item["seed"], "seed", 32)
        return {"pack": self.number(item, "pack", 255), "seed": seed}

    def opened(self, item):
        self.fields(item, "cards", ("deck", "place", "card", "salt", "path"))
        return {"deck": self.number(item, "deck", 255), "place": self.number(item, "place", 65535),
                "card": self.card(item["card"]), "salt": self.hexes(item["salt"], "salt", 32),
                "path": self.listed(item, "path", self.hash("path"), 64)}

    def skip(self, item):
        self.fields(item, "skips", ("deck", "place", "seat"))
        return {"deck": self.number(item, "deck", 255), "place": self.number(item, "place", 65535),
                "seat": self.number(item, "seat", 255)}

    def toss(self, item):
        self.fields(item, "tosses", ("seat", "count", "commitment"), ("picks", "salt"))
        toss = {"seat": self.number(item, "seat", 255), "count": self.number(item, "count", 255),
                "commitment": self.hexes(item["commitment"], "commitment", 32)}
        if (item.get("picks") is None) != (item.get("salt") is None):
            self.fail("A toss has picks or a salt, and not both.", "picks")
        if item.get("picks") is not None:
            toss["picks"] = self.number(item, "picks", 255)
            toss["salt"] = self.hexes(item["salt"], "salt", 32)
        return toss

    # The record of the hand, of which only a part matters.

    def record(self, record):
        self.want(record, dict, "record")
        read = {
            "table": self.number(record, "table", (1 << 64) - 1),
            "hand": self.number(record, "hand", (1 << 64) - 1),
            "events": [],
            "cards": self.listed(record, "cards", self.own, 255),
        }
        if "viewer" in record:
            read["viewer"] = self.maybe(record, "viewer")
        for step in self.want(record.get("steps"), list, "steps"):
            self.want(step, dict, "steps")
            for event in self.want(step.get("events"), list, "events"):
                known = self.event(event)
                if known:
                    read["events"].append(known)
        return read

    def own(self, item):
        def draw(part):
            self.want(part, dict, "draws")
            return {name: self.listed(part, name, self.card, 255) for name in ("gave", "got")}
        self.want(item, dict, "cards")
        return {"seat": self.number(item, "seat", 255),
                "dealt": self.listed(item, "dealt", self.card, 255),
                "draws": self.listed(item, "draws", draw, 255)}

    def event(self, event):
        if isinstance(event, str):
            return None
        self.want(event, dict, "events")
        if len(event) != 1:
            self.fail("An event has one name.", "events")
        (name, body), = event.items()
        if name not in EVENTS:
            return None
        self.want(body, dict, name)
        return name, {part: read(self, body, part) for part, read in EVENTS[name].items()}

    def byte(self, body, name):
        return self.number(body, name, 255)

    def maybe(self, body, name):
        return None if body.get(name) is None else self.number(body, name, 255)

    def flag(self, body, name):
        return self.want(body.get(name), bool, name)

    def long(self, body, name):
        return self.number(body, name, (1 << 64) - 1)

    def cards(self, body, name):
        return self.listed(body, name, self.card, 255)

    def seats(self, body, name):
        return self.listed(body, name, lambda seat: self.number({name: seat}, name, 255), 255)

    def up(self, body, name):
        def read(item):
            self.want(item, dict, name)
            return {"seat": self.byte(item, "seat"), "card": self.card(item.get("card"))}
        return self.listed(body, name, read, 255)

    def action(self, body, name):
        return self.want(body.get(name), (str, dict), name)

    def restored(self, body, _):
        command = self.want(body.get("command", ""), (str, dict), "command")
        there = isinstance(command, dict) and "RestoreHand" in command
        return self.byte(command, "RestoreHand") if there else None


EVENTS = {
    "HandStarted": {"hand": Reader.long, "button": Reader.byte, "dealt": Reader.seats},
    "CardsDealt": {"each": Reader.byte},
    "UpCardsDealt": {"cards": Reader.up},
    "BoardDealt": {"board": Reader.byte, "cards": Reader.cards},
    "RunItAgreed": {"boards": Reader.byte},
    "Acted": {"seat": Reader.byte, "action": Reader.action},
    "HandKilled": {"seat": Reader.byte},
    "FloorOrdered": {"restored": Reader.restored},
    "DrawBegan": {"least": Reader.byte, "most": Reader.byte, "replaced": Reader.flag},
    "Discarded": {"seat": Reader.byte, "count": Reader.byte},
    "Drawn": {"seat": Reader.byte, "count": Reader.byte},
    "Reshuffled": {"seat": Reader.maybe, "cards": Reader.byte},
    "HandTabled": {"seat": Reader.byte, "cards": Reader.cards},
    "HandExposed": {"seat": Reader.byte, "cards": Reader.cards},
    "HandEnded": {"hand": Reader.long},
    "HandVoided": {"hand": Reader.long},
    "RabbitShown": {"cards": Reader.cards},
    "CardsShown": {"hand": Reader.long, "seat": Reader.byte, "cards": Reader.cards},
}


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("A field is there twice.")
    return dict(pairs)


def no_number(name):
    raise ValueError(f"{name} is no number.")


def deepest(text):
    """Returns how deep brackets nest, outside of strings."""
    depth = most = 0
    for part in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text, re.S):
        depth += (part in "[{") - (part in "]}")
        most = max(most, depth)
    return most


def load(path):
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise NoProof(0, f"The file cannot be read: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise NoProof(1, "The file is longer than 1 MiB.")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise NoProof(1 + data.count(b"\n", 0, error.start), "The file is not UTF-8.") from error
    if deepest(text) > MOST_DEEP:
        raise NoProof(1, f"The file nests deeper than {MOST_DEEP} levels.")
    try:
        whole = json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except json.JSONDecodeError as error:
        raise NoProof(error.lineno, f"The file is no JSON: {error.msg}.") from error
    except ValueError as error:
        raise NoProof(1, f"The file is no JSON: {error}") from error
    return Reader(text).file(whole)


# The command line.


def told(done):
    """Returns what a verified round is, as fields."""
    opening, roster = done["opening"], [entry[0] for entry in done["opening"].roster]
    notes = []
    if not roster:
        notes.append("NOBODY contributed: the room could have chosen this deal")
    if opening.packs == 1:
        notes.append("K = 1: decks not audited")
    if "log" not in done["deal"]:
        notes.append("no tree head: the round is not shown to be in the log")
    fields = {"table": opening.table, "hand": opening.hand, "round": opening.round,
              "outcome": ("played", "void", "given up")[done["outcome"]],
              "contributors": roster, "key": opening.key.hex(), "notes": notes}
    if done["outcome"] == 2:
        fields["blame"] = None if done["blame"] == NOBODY else done["blame"]
    else:
        bits = int.from_bytes(done["joint"][:3], "big") >> 4
        fields["compare"] = "".join(LETTERS[bits >> shift & 31] for shift in (15, 10, 5, 0))
    if done["audit"] is not None:
        fields["held"] = {str(seat): cards for seat, cards in done["audit"].items()}
    return fields


def verify_file(path, options):
    """Returns the exit code for a file, and its result as fields."""
    try:
        proofs, asked = load(path)
        if isinstance(proofs, dict):
            verify_history(proofs, options.key)
            rounds = []
        else:
            seat = options.seat if options.seat is not None else asked.get("seat")
            done = verify_session(proofs, options.key, options.receipt, seat)
            rounds = [told(one) for one in done]
    except NoProof as fault:
        return 2, {"file": path, "ok": False, "line": fault.args[0], "message": fault.args[1]}
    except Fraud as fraud:
        return 1, {"file": path, "ok": False, "code": fraud.args[0], "message": fraud.args[1]}
    return 0, {"file": path, "ok": True, "rounds": rounds}


def show(result):
    if not result["ok"]:
        name = result.get("code") or f"line {result['line']}"
        print(f"{result['file']}: {name}: {result['message']}")
        return
    print(f"{result['file']}: verified")
    for fields in result["rounds"]:
        named = f"table {fields['table']}, hand {fields['hand']}, round {fields['round']}"
        known = f"code {fields['compare']}" if "compare" in fields else f"blame {fields['blame']}"
        print(f"  {named}: {fields['outcome']}; {len(fields['contributors'])} contributed; {known}")
        for note in fields["notes"]:
            print(f"    {note}")


def hash_argument(text):
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError("it is 64 hex digits")
    return bytes.fromhex(text)


def main():
    parser = argparse.ArgumentParser(description="Verifies proofs of deals.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    key = "the room's key; repeat it for former keys"
    parser.add_argument("--key", type=hash_argument, action="append", default=[], help=key)
    parser.add_argument("--receipt", type=hash_argument, help="hash of the opening you answered")
    parser.add_argument("--seat", type=int, help="a seat that must have contributed, from 0")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each file")
    options = parser.parse_args()
    codes = set()
    for path in options.files:
        code, result = verify_file(path, options)
        codes.add(code)
        if options.json:
            print(json.dumps(result))
        else:
            show(result)
    return 1 if 1 in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main())
