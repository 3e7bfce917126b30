// Rooms, programs and folders for tests. `CARDROOM_BIN` names the server's program.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BIN = process.env.CARDROOM_BIN;
/** What a test needs that plays. */
export const needsRoom = { skip: !BIN && "CARDROOM_BIN names the program of the server", timeout: 240_000 };
export const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** Node 20 has WebSocket behind an option. */
export const websocket = globalThis.WebSocket ? [] : ["--experimental-websocket"];

export const folder = (t) => {
  const path = mkdtempSync(join(tmpdir(), "cardroom-ts-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
};

/** A room that can be killed and opened again. */
export class Room {
  #data;
  #port;
  #child = null;

  static async opened(t) {
    const room = new Room();
    room.#data = folder(t);
    room.#port = await freePort();
    t.after(() => room.kill());
    await room.open();
    return room;
  }
  get url() {
    return `ws://127.0.0.1:${this.#port}/ws`;
  }
  async open() {
    const set = (setting) => ["--set", setting];
    const listen = ["--listen", `127.0.0.1:${this.#port}`, "--admin-listen", "127.0.0.1:0", "--data-dir", join(this.#data, "data")];
    const quick = [...set("house_bots.think_min_ms=20"), ...set("house_bots.think_max_ms=80"), ...set("server.drain_seconds=5")];
    this.#child = spawn(BIN, ["serve", ...listen, ...quick], { stdio: ["ignore", "pipe", "ignore"] });
    let text = "";
    for await (const piece of this.#child.stdout) {
      text += piece;
      if (text.includes(this.url)) break;
    }
    assert.ok(text.includes(this.url), `the room did not open: ${text}`);
  }
  /** Ends the room at once, as a crash does. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

/** Runs a program to its end. */
export const run = async (command, args, { env = {}, ...options } = {}) => {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, CARDROOM_URL: "", CARDROOM_TOKEN: "", ...env }, timeout: 120_000, ...options });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece) => (stdout += piece));
  child.stderr.on("data", (piece) => (stderr += piece));
  const [status] = await once(child, "close");
  return { status, stdout, stderr };
};

/** Runs a script of Node. */
export const node = (script, args = [], options = {}) => run(process.execPath, [...websocket, script, ...args], options);

/** Packs the package, and installs it in an empty folder. Returns the folder. */
export const installed = (t) => {
  const place = folder(t);
  const npm = (args, cwd) => {
    const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const [{ filename, files }] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", place], PACKAGE));
  npm(["init", "-y"], place);
  npm(["install", "--offline", "--no-audit", "--no-fund", join(place, filename)], place);
  return { place, files: files.map(({ path }) => path) };
};
