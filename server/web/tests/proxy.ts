// A line that fails: a TCP proxy in front of the room that stalls, loses one direction, or cuts its
// connections. It passes bytes on and knows nothing of WebSocket.
import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** `open` passes everything on. A stalled line accepts bytes and forwards none, in one direction or both. */
export type Mode = "open" | "stalled" | "deaf" | "mute";

interface Pair {
  client: Socket;
  server: Socket;
  /** Bytes of a stalled line never arrive, not even once the line is open again. */
  mode: Mode;
}

export interface Proxy {
  url: string;
  /** Sets the fate of the connections that are open now. */
  stall(mode: Mode): void;
  /** Sets the fate of connections that are opened from now on. */
  stallNew(mode: Mode): void;
  /** Resets every connection. */
  cut(): void;
  /** The number of connections that were opened so far. */
  opened(): number;
  close(): Promise<void>;
}

/** Opens a proxy in front of a room. */
export const proxied = async (room: string): Promise<Proxy> => {
  const { hostname, port } = new URL(room);
  const pairs = new Set<Pair>();
  let next: Mode = "open";
  let count = 0;
  const server = createServer((client) => {
    const pair: Pair = { client, server: connect(Number(port), hostname), mode: next };
    pairs.add(pair);
    count += 1;
    client.on("data", (bytes) => (pair.mode === "open" || pair.mode === "deaf") && pair.server.write(bytes));
    pair.server.on("data", (bytes) => (pair.mode === "open" || pair.mode === "mute") && client.write(bytes));
    const end = (): void => {
      // The end of a stalled connection does not get through either.
      if (pair.mode !== "open") return;
      pairs.delete(pair);
      client.destroy();
      pair.server.destroy();
    };
    for (const socket of [client, pair.server]) socket.on("close", end).on("error", end);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall: (mode) => pairs.forEach((pair) => (pair.mode = mode)),
    stallNew: (mode) => void (next = mode),
    cut: () => {
      for (const { client, server: far } of pairs) {
        client.resetAndDestroy();
        far.resetAndDestroy();
      }
      pairs.clear();
    },
    opened: () => count,
    close: async () => {
      for (const { client, server: far } of pairs) {
        client.destroy();
        far.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
};
