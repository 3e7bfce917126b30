"""Says hello, reads the lobby in fragments and pings, with Python's websockets: lobby.py ws://HOST:PORT/ws"""

import asyncio
import json
import sys

import websockets


async def main(url):
    async with websockets.connect(url, subprotocols=["cardroom.v1.json"]) as socket:
        assert socket.subprotocol == "cardroom.v1.json", socket.subprotocol

        async def messages():
            async for frame in socket:
                for message in json.loads(frame):
                    yield next(iter(message.items()))

        inbox = messages()

        async def receive(kind):
            async for name, body in inbox:
                if name == kind:
                    return body
            raise SystemExit(f"no {kind}")

        await socket.send(json.dumps([{"Hello": {"minor": 0, "client": "lobby.py"}}]))
        room = (await receive("Welcome"))["room"]
        # A list of texts is sent as one message in as many fragments.
        await socket.send(['[{"ListTables":', '{"request":1,', '"filter":{}}}]'])
        tables = [table["name"] for table in (await receive("TableList"))["tables"]]
        for _ in range(12):
            await asyncio.wait_for(await socket.ping(), 10)
        pongs = "a dozen pongs"
    print(f"{room}: {', '.join(tables)}; {pongs}; closed with {socket.close_code}")


asyncio.run(asyncio.wait_for(main(sys.argv[1]), 60))
