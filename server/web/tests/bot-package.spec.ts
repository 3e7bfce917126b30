// The library for bots in a browser: it needs nothing of Node.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as library from "../../../bot-client/typescript/src/index.ts";
import { expect, test } from "./room";

const LIBRARY = join(import.meta.dirname, "../../../bot-client/typescript");

test("a bot plays a hand in a browser", async ({ page, room }) => {
  const built = mkdtempSync(join(tmpdir(), "cardroom-bot-"));
  try {
    execFileSync(join(import.meta.dirname, "../node_modules/.bin/tsc"), ["-p", LIBRARY, "--outDir", built]);
    await page.route("**/bot-package/*.js", (route) => {
      const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(built, name), "utf8") });
    });
    await page.goto(room.url);
    const summary = await page.evaluate(async (url) => {
      const path = "/bot-package/index.js";
      const { Bot, play } = (await import(path)) as typeof library;
      class Caller extends Bot {
        act(_: library.Table, legal: library.Legal): library.Action {
          return legal.checkOrCall();
        }
      }
      return play(() => new Caller(), { url, hands: 1 });
    }, `${room.url.replace("http", "ws")}/ws`);
    expect(summary.outcomes).toEqual([{ ok: true, sentence: "The bot played its hands." }]);
    expect(summary.totals.hands).toBe(1);
  } finally {
    rmSync(built, { recursive: true });
  }
});
