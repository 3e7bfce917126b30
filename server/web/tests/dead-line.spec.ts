// A line that stalls, loses one direction or is cut while a player acts: what was done in time
// counts, once, and the page never looks as if it had arrived before it has.
import { type Browser, type BrowserContext, type Page } from "@playwright/test";
import { type Mode, type Proxy, proxied } from "./proxy";
import { comeIn, expect, justBuilt, leave, sitAt, test } from "./room";

/** Tolerance of a busy machine. */
const SLACK_MS = 1_500;

interface Pair {
  /** The player whose line fails. */
  mia: Page;
  /** The other player, without a proxy. */
  tom: Page;
  proxy: Proxy;
}

const lines = (page: Page): Promise<string> => page.locator(".panel .lines").innerText();

/** Returns how often a text occurs in the log. */
const occurrences = async (page: Page, text: string): Promise<number> => (await lines(page)).split(text).length - 1;

const opened = async (browser: Browser, baseURL: string): Promise<[BrowserContext, Page]> => {
  const context = await browser.newContext({ baseURL });
  await justBuilt(context);
  return [context, await context.newPage()];
};

/** Seats two players at Pollux, and closes everything after the test. */
const withPair = async (browser: Browser, room: string, play: (pair: Pair) => Promise<void>): Promise<void> => {
  const proxy = await proxied(room);
  const [[first, mia], [second, tom]] = [await opened(browser, proxy.url), await opened(browser, room)];
  try {
    await comeIn(mia, `Mia ${proxy.url.slice(-5).replace(":", "")}`);
    await sitAt(mia, "Pollux");
    await comeIn(tom, `Tom ${proxy.url.slice(-5).replace(":", "")}`);
    await sitAt(tom, "Pollux");
    await play({ mia, tom, proxy });
  } finally {
    proxy.stall("open");
    for (const page of [mia, tom]) await leave(page);
    await Promise.all([first.close(), second.close()]);
    await proxy.close();
  }
};

/** Plays on until Mia can raise. */
const miasTurn = async ({ mia, tom }: Pair): Promise<void> => {
  await expect(async () => {
    const stay = tom.locator(".actions.turn .act.check");
    if (await stay.isVisible()) await stay.click({ timeout: 500 });
    await expect(mia.locator(".actions.turn .act.raise")).toBeVisible({ timeout: 400 });
  }).toPass({ timeout: 60_000, intervals: [50] });
};

/** Raises while the line fails, and checks that the raise counts in time and once. */
const raises = async (pair: Pair, fail: () => void): Promise<void> => {
  const { mia, tom, proxy } = pair;
  await miasTurn(pair);
  const name = await mia.locator(".account .name").innerText();
  const text = await mia.locator(".act.raise").innerText();
  const verb = text.startsWith("Bet") ? "bets" : "raises to";
  const line = `${name} ${verb} ${await mia.locator(".act.raise b").innerText()}`;
  const before = await occurrences(tom, line);
  const connections = proxy.opened();
  fail();
  const tapped = Date.now();
  await mia.locator(".act.raise").click();
  const sending = mia.getByRole("status").filter({ hasText: "Sending …" });
  await expect(sending).toBeVisible({ timeout: 2_000 + SLACK_MS });
  expect(Date.now() - tapped, "a quick answer would not be shown as being sent").toBeGreaterThan(1_000);
  await expect(mia.locator(".topbar .line.good"), "the dot is not green").toHaveCount(0);
  await expect(tom.locator(".actions.turn")).toBeVisible({ timeout: 12_000 });
  await expect.poll(() => occurrences(tom, line)).toBe(before + 1);
  await expect(sending).toHaveCount(0);
  await expect(mia.locator(".topbar .line.good")).toBeVisible();
  expect(proxy.opened()).toBeGreaterThan(connections);
  expect(await lines(tom), "no clock ran out").not.toMatch(/time ran out/);
};

const FAULTS: [what: string, mode: Mode][] = [
  ["stalls in both directions", "stalled"],
  ["brings nothing back, after the action arrived", "deaf"],
  ["takes nothing to the server", "mute"],
];
for (const [what, mode] of FAULTS) {
  test(`an action counts in time and once on a line that ${what}`, async ({ browser, room }) => {
    await withPair(browser, room.url, async (pair) => {
      await raises(pair, () => pair.proxy.stall(mode));
      await raises(pair, () => pair.proxy.stall(mode));
    });
  });
}

test("an action made after the line was cut goes out with the next connection", async ({ browser, room }) => {
  await withPair(browser, room.url, async (pair) => {
    const { mia, tom, proxy } = pair;
    await miasTurn(pair);
    // A moment after a login, the page gives up what an earlier connection left.
    await mia.reload();
    await expect(mia.locator(".actions.turn .act.raise")).toBeVisible();
    proxy.stallNew("stalled");
    proxy.cut();
    await expect(mia.locator(".line-lost")).toContainText("Connection lost");
    await mia.locator(".act.raise").click();
    const sending = mia.getByRole("status").filter({ hasText: "Sending …" });
    await expect(sending).toBeVisible({ timeout: SLACK_MS });
    await mia.waitForTimeout(5_000);
    await expect(sending, "a connection that is never welcomed changes nothing").toBeVisible();
    proxy.stallNew("open");
    await expect(tom.locator(".actions.turn")).toBeVisible({ timeout: 20_000 });
    await expect(sending).toHaveCount(0);
    await expect(mia.locator(".topbar .line.good")).toBeVisible();
    expect(await lines(tom), "no clock ran out").not.toMatch(/time ran out/);
  });
});

test("an idle line that died is not green after the page was away, and is replaced", async ({ browser, room }) => {
  await withPair(browser, room.url, async ({ mia, proxy }) => {
    await expect(mia.locator(".topbar .line.good")).toBeVisible();
    for (const event of ["online", "offline", "visibilitychange"]) {
      const connections = proxy.opened();
      proxy.stall("stalled");
      await mia.evaluate((name) => (name === "visibilitychange" ? document : window).dispatchEvent(new Event(name)), event);
      await expect(mia.locator(".topbar .line.good")).toHaveCount(0, { timeout: 1_000 });
      await expect(mia.locator(".topbar .line.good")).toBeVisible({ timeout: 3_000 + 2 * SLACK_MS });
      expect(proxy.opened()).toBe(connections + 1);
    }
    proxy.stall("stalled");
    const from = Date.now();
    await expect(mia.locator(".topbar .line.good"), "a seated player's idle line is tested").toHaveCount(0, { timeout: 6_000 + SLACK_MS });
    await expect(mia.locator(".topbar .line.good")).toBeVisible({ timeout: 5_000 });
    expect(Date.now() - from).toBeLessThan(12_000);
  });
});
