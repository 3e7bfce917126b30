"""Records what a room sends to one seat: a frame a line, for `bot-client/tests/sessions`.

    cardroom match --bot 'a=room:python3 tests/record.py FILE SEED' --bot b=brain:random ...

It plays at random, so that much happens in few hands.
"""

from __future__ import annotations

import asyncio
import os
import sys
from random import Random

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cardroom_bot import codec
from cardroom_bot import messages as m
from cardroom_bot.choices import Legal
from cardroom_bot.model import Table

_OF_THE_TABLE = (m.TableSnapshot, m.Step, m.HoleCards, m.YourTurn)


def choose(legal: Legal, random: Random) -> m.Action:
    choices = [legal.check_or_call(), legal.check_or_call(), legal.check_or_fold()]
    if legal.wager is not None:
        sizes = [legal.min_wager(), legal.pot_wager(), legal.max_wager()]
        choices += [random.choice(sizes)]
    return random.choice(choices)


async def record(path: str, seed: str) -> None:
    random, number, held = Random(seed), 0, 0
    table: Table | None = None
    async with connect(os.environ["CARDROOM_URL"], subprotocols=["cardroom.v1.json"]) as room:  # type: ignore[list-item]
        token = os.environ["CARDROOM_TOKEN"]
        await room.send(codec.encode([m.Hello(0, "recorder"), m.LoginToken(1, token)]))
        with open(path, "w") as out:
            while True:
                try:
                    frame = codec.decode(await room.recv())
                except ConnectionClosed:
                    return
                kept = [message for message in frame if isinstance(message, _OF_THE_TABLE)]
                if kept:
                    plain = [codec.plain_message(message) for message in kept]
                    out.write(codec.dumps(plain) + "\n")
                    out.flush()
                answers: list[m.ClientMessage] = []
                for message in frame:
                    if isinstance(message, m.TableSnapshot):
                        table = Table.from_snapshot(message)
                    if isinstance(message, m.HoleCards) and table is not None:
                        table.cards = message.cards
                    if isinstance(message, m.YourTurn) and table is not None:
                        number += 1
                        at, turn = message.table, message.turn
                        legal = Legal.of(message.legal, table.info.unit)
                        if legal.discard is not None:
                            held = random.randint(legal.discard.least, legal.discard.most)
                            cards = random.sample(table.cards, held)
                            answers.append(m.Discard(at, turn, number, cards))
                        else:
                            answers.append(m.Act(at, turn, number, choose(legal, random)))
                    if isinstance(message, m.Step):
                        for event in message.events:
                            if isinstance(event, m.RunItOffered):
                                answers.append(m.RunIt(9, message.table, event.most))
                if answers:
                    await room.send(codec.encode(answers))


if __name__ == "__main__":
    asyncio.run(record(sys.argv[1], sys.argv[2]))
