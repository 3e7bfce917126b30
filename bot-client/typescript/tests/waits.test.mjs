// How long a lost connection waits, and which address it tries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../dist/connection.js";
import { LineWatch } from "../dist/line-watch.js";
import { Player } from "../dist/player.js";
import { complete } from "../dist/settings.js";
import { Addresses, Waits } from "../dist/waits.js";

const ABNORMAL = 1006;
const SHUTTING_DOWN = 4011;
const SUSPENDED = 4031;

test("for ten seconds after a loss no wait is longer than a second, and waits differ", () => {
  const waits = new Waits();
  waits.lost(5_000);
  for (let now = 5_000; now < 15_000; now += 500) assert.ok(waits.next(now, ABNORMAL, Math.random()) <= 1_000);
  const later = [0, 0.5, 1].map((random) => waits.next(15_000, ABNORMAL, random));
  assert.deepEqual(later, [6_000, 8_000, 10_000]);
  waits.welcomed();
  assert.equal(waits.next(20_000, ABNORMAL, 0.5), 400);
});

test("a room that closes, or has suspended the account, is asked less often", () => {
  const waits = new Waits();
  waits.lost(0);
  assert.equal(waits.next(1, SHUTTING_DOWN, 0.5), 2_000);
  assert.equal(waits.next(1, SUSPENDED, 0.5), 8_000);
});

test("addresses are tried in turn, beginning with the one that let the client in", () => {
  const addresses = new Addresses("ws://a/ws, ws://b/ws,ws://c/ws");
  const tried = () => {
    const { current } = addresses;
    return [current, addresses.failed()];
  };
  assert.deepEqual([tried(), tried(), tried()], [["ws://a/ws", false], ["ws://b/ws", false], ["ws://c/ws", true]]);
  tried();
  addresses.letIn();
  assert.deepEqual([tried(), tried(), tried()], [["ws://b/ws", false], ["ws://c/ws", false], ["ws://a/ws", true]]);
});

/** Sockets of two machines, of which one does not answer. */
const sockets = (opened) =>
  class {
    readyState = 0;
    constructor(url) {
      opened.push({ url, socket: this });
      setTimeout(() => (url === "ws://b/ws" ? this.welcome() : this.onclose?.({ code: ABNORMAL })), 1);
    }
    welcome() {
      this.readyState = 1;
      this.onopen();
      const Welcome = { minor: 0, server: "fake", room: "Test", time_ms: 0, idle_timeout_ms: 60_000, share_links: false, pokerstars_text: false };
      this.onmessage({ data: JSON.stringify([{ Welcome }]) });
    }
    send() {}
    close() {}
  };

test("a connection passes at once to the address that answers, and comes back to it", async () => {
  const opened = [];
  const nothing = () => undefined;
  const sentences = { noConnection: () => "no connection", noAnswer: () => "no answer", refusal: (_, text) => text };
  const welcomes = [];
  const listener = { opened: () => welcomes.push(performance.now()), message: nothing, frameEnded: nothing, changed: nothing, show: nothing };
  const line = new Connection({ url: "ws://a/ws,ws://b/ws", client: "test", sentences, WebSocket: sockets(opened) }, listener);
  const until = async (holds) => {
    for (let look = 0; look < 400 && !holds(); look += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.ok(holds(), JSON.stringify(opened.map(({ url }) => url)));
  };
  const begin = performance.now();
  line.open();
  await until(() => welcomes.length === 1);
  assert.ok(welcomes[0] - begin < 300, "without a pause between the addresses");
  assert.deepEqual(opened.map(({ url }) => url), ["ws://a/ws", "ws://b/ws"]);
  opened.at(-1).socket.onclose({ code: ABNORMAL });
  assert.equal(line.standing, "lost");
  await until(() => welcomes.length === 2);
  assert.equal(opened.at(-1).url, "ws://b/ws");
  assert.equal(opened.length, 3);
  await assert.rejects(new Promise((_, reject) => line.ask("Refill", {}).catch(reject) && line.close()), /no answer/);
});

test("a line that falls silent is replaced by one to the next address", async () => {
  const opened = [];
  const nothing = () => undefined;
  const sentences = { noConnection: () => "no connection", noAnswer: () => "no answer", refusal: (_, text) => text };
  const listener = { opened: nothing, message: nothing, frameEnded: nothing, changed: nothing, show: nothing };
  // Both machines welcome a client, and answer nothing after that.
  const Silent = class extends sockets(opened) {
    constructor(url) {
      super("ws://b/ws");
      opened.at(-1).url = url;
    }
  };
  const line = new Connection({ url: "ws://a/ws,ws://b/ws", client: "test", sentences, WebSocket: Silent }, listener);
  line.open();
  for (let look = 0; look < 400 && opened.length < 2; look += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(opened.map(({ url }) => url), ["ws://a/ws", "ws://b/ws"]);
  assert.equal(line.isSoonAfterLoss, true);
  line.close();
});

test("a line on which a client says nothing is pinged before the room's idle timeout", () => {
  const watch = new LineWatch();
  watch.opening(0);
  watch.welcomed(0, 10_000);
  watch.ponged();
  for (let now = 0; now < 5_000; now += 500) {
    watch.heard(now);
    assert.deepEqual(watch.tick(now), []);
  }
  assert.deepEqual(watch.tick(5_000), ["ping"]);
});

test("a line to a match is not tested", () => {
  const watch = new LineWatch();
  watch.opening(0);
  watch.welcomed(0, 60_000);
  watch.relies(false);
  watch.asked(0, 1);
  assert.deepEqual([watch.tick(60_000), watch.next(60_000)], [[], null]);
});

test("an entrant who waits for a seat relies on the line as a player with a seat does", () => {
  const player = new Player({}, { settings: complete({ tournament: 12, WebSocket: class {} }), name: "bot" });
  player.phase = "seeking";
  assert.equal(player.mayBeDealtIn, false);
  player.entry.seated({ tournament: 12, entry: 5, table: 3, seat: 1 });
  assert.equal(player.mayBeDealtIn, true);
  for (const [phase, may] of [["playing", true], ["resuming", true], ["leaving", false], ["away", false]]) {
    player.phase = phase;
    assert.equal(player.mayBeDealtIn, may, phase);
  }
});
