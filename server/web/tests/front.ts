// A server in front of the room, for tests of the installed page: it can publish another version of
// the page, and cut every connection.
import { createServer, request as ask } from "node:http";
import { type Socket, connect } from "node:net";

export interface Front {
  url: string;
  /** Serves the page as if it was built anew. */
  publish(): void;
  /** Cuts every WebSocket connection. */
  cut(): void;
  close(): Promise<void>;
}

export const frontOf = async (room: string): Promise<Front> => {
  const { hostname, port } = new URL(room);
  const sockets = new Set<Socket>();
  let version = "";
  const server = createServer((asked, answer) => {
    const worker = asked.url === "/sw.js";
    const headers = { ...asked.headers, ...(worker && { "accept-encoding": "identity" }) };
    const onward = ask({ hostname, port, path: asked.url, method: asked.method, headers }, (from) => {
      if (!worker || !version) {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
        return;
      }
      const parts: Buffer[] = [];
      from.on("data", (part: Buffer) => parts.push(part));
      from.on("end", () => {
        const { "content-length": _, ...rest } = from.headers;
        answer.writeHead(from.statusCode ?? 502, rest);
        answer.end(Buffer.concat(parts).toString().replace(/"[0-9a-f]{16}"/, `"${version}"`));
      });
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  server.on("upgrade", (asked, socket: Socket, head) => {
    const onward = connect(Number(port), hostname);
    const lines = asked.rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${asked.rawHeaders[at + 1]}`]));
    onward.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    sockets.add(socket);
    for (const end of [socket, onward]) {
      end.on("error", () => end.destroy());
      end.on("close", () => {
        sockets.delete(socket);
        socket.destroy();
        onward.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the front has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    publish: () => void (version = Math.floor(Math.random() * 2 ** 48).toString(16).padStart(16, "0")),
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
