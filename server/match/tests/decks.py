"""Deals the decks of `cardroom match` again: decks.py SEED DEAL LOWEST-RANK ORDERS (see DECKS.md).
DEAL is a number, or TOURNAMENT/HAND."""
import hashlib, struct, sys

def words(key):                                   # ChaCha20, counter from 0, nonce 0
    mask, turn = 0xFFFFFFFF, lambda x, n: ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF
    quarters = [(i, 4 + i, 8 + i, 12 + i) for i in range(4)]
    quarters += [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for block in range(1 << 32):
        start = list(struct.unpack("<4I", b"expand 32-byte k") + struct.unpack("<8I", key)) + [block, 0, 0, 0]
        s = start[:]
        for a, b, c, d in quarters * 10:
            for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] = (s[x] + s[y]) & mask
                s[z] = turn(s[z] ^ s[x], n)
        yield from ((x + y) & mask for x, y in zip(s, start))

seed, deal, lowest, orders = int(sys.argv[1]), sys.argv[2].split("/"), sys.argv[3], int(sys.argv[4])
label = b"cardroom.match.tournament.deck.v1" if len(deal) == 2 else b"cardroom.match.deck.v1"
key = label + b"".join(struct.pack("<Q", int(number)) for number in [seed, *deal])
numbers = words(hashlib.sha256(key).digest())
for _ in range(orders):
    deck = [r + s for r in "23456789TJQKA"["23456789TJQKA".index(lowest):] for s in "cdhs"]
    for last in range(len(deck) - 1, 0, -1):
        bound = last + 1
        number = next(n for n in numbers if n < 2**32 - 2**32 % bound)
        deck[last], deck[number % bound] = deck[number % bound], deck[last]
    print("".join(deck))
