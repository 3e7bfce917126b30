// Runs the JavaScript example on a Node without WebSocket, and on one with it: `node --test bot-client/tests/json_bot.test.mjs`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const example = fileURLToPath(new URL("../examples/json_bot.mjs", import.meta.url));

/** Runs the example after a line of JavaScript that changes what this Node offers. */
const run = (before) =>
  spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(before)}`, example], { encoding: "utf8", timeout: 30_000 });

test("a Node without WebSocket is told which version the example needs", () => {
  const { status, stdout, stderr } = run("delete globalThis.WebSocket");
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^This example needs Node 22 or newer/);
  assert.match(stderr, /node --experimental-websocket json_bot\.mjs/);
  assert.doesNotMatch(stderr, /ReferenceError|^ {4}at /m, "no stack trace");
});

test("a Node with WebSocket connects", () => {
  const { status, stdout, stderr } = run("globalThis.WebSocket = class { constructor(url) { console.log(`connects to ${url}`); process.exit(0); } }");
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: "connects to ws://127.0.0.1:7777/ws\n", stderr: "" });
});
