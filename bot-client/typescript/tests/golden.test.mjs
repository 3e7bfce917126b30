// Every golden message has the types of this package, and is read and written back equal.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const GOLDEN = file("../../../protocol/tests/golden/");

/** Returns the titles and the JSON of a golden file. */
const golden = (set) =>
  readFileSync(`${GOLDEN}${set}.txt`, "utf8").split("\n\n").slice(1).map((block) => block.trim().split("\n"));

const SETS = { client: "ClientMessage", server: "ServerMessage", events: "TableEvent", tournament_events: "TournamentEvent" };

test("golden messages and lines are read and written back equal", () => {
  let count = 0;
  for (const set of [...Object.keys(SETS), "lines"]) {
    for (const [title, json] of golden(set)) {
      // Lines from programs are written as people write them.
      if (title.startsWith("←")) continue;
      assert.equal(JSON.stringify(JSON.parse(json)), json, `${set}: ${title}`);
      count += 1;
    }
  }
  assert.ok(count > 900, `${count} messages`);
});

test("golden messages and lines have the types of the package, and a wrong one has not", () => {
  const folder = mkdtempSync(file("../types-"));
  try {
    const parts = ['import type * as p from "../src/protocol.ts";', 'import type { ToBot } from "../src/line-protocol.ts";'];
    for (const [set, type] of Object.entries(SETS)) parts.push(`export const ${set}: p.${type}[] = [\n${golden(set).map(([, json]) => json).join(",\n")}\n];`);
    const lines = golden("lines").filter(([title]) => title.startsWith("→"));
    parts.push(`export const lines: ToBot[] = [\n${lines.map(([, json]) => json).join(",\n")}\n];`);
    parts.push('// @ts-expect-error An action has another type.\nexport const wrong: p.ClientMessage = { Ping: { nonce: "one" } };');
    writeFileSync(join(folder, "golden.ts"), parts.join("\n"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../tsconfig.json", compilerOptions: { noEmit: true, rootDir: ".." }, include: ["golden.ts"] }));
    const tsc = spawnSync(file("../node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
    assert.equal(tsc.stdout + tsc.stderr, "");
    assert.equal(tsc.status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
