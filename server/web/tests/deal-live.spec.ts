// A real room whose deals can be verified: two tabs of one browser, a page without a secure
// context, the proof of a hand by its number, and every kind of game.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium, test as base, expect } from "@playwright/test";
import type { ClientMessageBodies } from "cardroom-bot/protocol";
import { BINARY, comeIn, justBuilt, opened, sitAt } from "./room";

const CONFIG = `
[limits]
connections_per_address = 1000
logins_per_minute = 6000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
[deal]
verifiable = true
[[tables]]
name = "Altair"
small_blind = 5
big_blind = 10
seats = 2
house_bots = 1
min_buy_in = 400
max_buy_in = 1500
between_hands_ms = 500
run_out_ms = 200
${Object.entries({
  Mira: ["deuce-seven-triple", "fixed_limit"], Bellatrix: ["stud", "fixed_limit"], Vela: ["crazy-pineapple", "no_limit"], Capella: ["omaha", "pot_limit"], Draco: ["badugi", "fixed_limit"],
})
  .map(([name, [game, betting]]) => {
    const stakes = game === "stud" ? 'small_blind = 0\nbring_in = 3\nante = 1\nante_kind = "each"' : "small_blind = 5";
    return `[[tables]]\nname = "${name}"\ngame = "${game}"\nbetting = "${betting}"\nbig_blind = 10\nseats = 3\nhouse_bots = 2\nmin_buy_in = 400\nmax_buy_in = 1500\nbetween_hands_ms = 300\nrun_out_ms = 100\nrun_it = 2\n${stakes}\n`;
  })
  .join("")}
`;

const test = base.extend<{ quiet: string[] }, { url: string }>({
  url: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "cardroom-deal-"));
      writeFileSync(join(folder, "room.toml"), CONFIG);
      const settings = ["house_bots.think_min_ms=20", "house_bots.think_max_ms=60", "server.drain_seconds=1"].flatMap((setting) => ["--set", setting]);
      const place = ["--config", join(folder, "room.toml"), "--data-dir", join(folder, "data"), "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
      const server = spawn(BINARY, ["serve", ...place, ...settings], { stdio: ["ignore", "pipe", "ignore"] });
      try {
        await use(await opened(server));
      } finally {
        server.removeAllListeners("exit");
        const gone = new Promise((resolve) => server.once("exit", resolve));
        if (server.exitCode === null && server.kill("SIGTERM")) await gone;
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: "worker" },
  ],
  baseURL: async ({ url }, use) => use(url),
  quiet: [
    async ({ context }, use) => {
      await justBuilt(context);
      const wrong: string[] = [];
      context.on("page", (page) => page.on("pageerror", (error) => wrong.push(error.message)));
      await use(wrong);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});

/** Checks or folds whenever it is the player's turn, and buys in again. */
const playAlong = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setInterval(() => {
      const check = document.querySelector<HTMLElement>(".actions.turn .act.check");
      const free = check?.textContent?.startsWith("Check") ? check : document.querySelector<HTMLElement>(".actions.turn .act.fold");
      free?.click();
    }, 100);
  });

/** Stays in every hand as cheaply as possible, and gives one card away at each draw. */
const callDown = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setInterval(() => {
      const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
      const draw = one(".actions.turn .draw-card");
      if (draw && !one('.draw-card[aria-pressed="true"]')) draw.click();
      else (one(".actions .draw ~ .buttons .act.raise") ?? one(".actions .act.check") ?? one(".actions .act.raise") ?? one(".actions .act.fold"))?.click();
    }, 80);
  });

type Joins = { anchors: string[]; links: ClientMessageBodies["LendLink"][] };

/** Notes the anchors and links that a tab sends. */
const sentBy = (page: Page): Joins => {
  const sent: Joins = { anchors: [], links: [] };
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      for (const message of JSON.parse(String(payload)) as Partial<ClientMessageBodies>[]) {
        if (message.JoinDeal?.anchor) sent.anchors.push(message.JoinDeal.anchor);
        if (message.LendLink) sent.links.push(message.LendLink);
      }
    }),
  );
  return sent;
};

test("two tabs of one browser never answer one index twice, and the tab that plays goes on verifying", async ({ context }) => {
  const first = await context.newPage();
  const of: Joins[] = [sentBy(first)];
  await comeIn(first, "Ada");
  await sitAt(first, "Altair");
  await playAlong(first);
  await expect(first.locator(".deal-mark")).toHaveClass(/deal-verified/, { timeout: 60_000 });
  const second = await context.newPage();
  of.push(sentBy(second));
  await second.goto(first.url());
  await playAlong(second);
  await expect(first.getByRole("button", { name: "Play here" })).toBeVisible();
  const before = of[0]!.links.length;
  await expect(second.locator(".deal-mark")).toHaveClass(/deal-verified/, { timeout: 60_000 });
  expect(of[0]!.links.length, "a tab that was replaced lends nothing").toBe(before);
  await first.getByRole("button", { name: "Play here" }).click();
  await expect.poll(() => of[0]!.links.length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
  await expect(first.locator(".deal-mark")).toHaveClass(/deal-verified/, { timeout: 60_000 });
  const all = of.flatMap(({ links }) => links);
  expect(new Set(all.map(({ link }) => link)).size, "no link is lent twice").toBe(all.length);
  expect(new Set(all.map(({ opening }) => opening)).size, "no opening is answered twice").toBe(all.length);
  const anchors = of.flatMap((each) => each.anchors);
  expect(anchors.length).toBeGreaterThanOrEqual(3);
  expect(new Set(anchors).size, "every tab and connection has a chain of its own").toBe(anchors.length);
  expect(await first.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(anchors[0]);
  await first.getByRole("button", { name: "Leave", exact: true }).click();
});

test("the page takes part and verifies without a secure context", async ({ url }) => {
  const { port } = new URL(url);
  const browser = await chromium.launch({
    ...(test.info().project.use.launchOptions ?? {}),
    args: ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks,HttpsUpgrades", "--host-resolver-rules=MAP poker.test 127.0.0.1"],
  });
  try {
    const context: BrowserContext = await browser.newContext({ baseURL: `http://poker.test:${port}`, serviceWorkers: "block" });
    await justBuilt(context);
    const page = await context.newPage();
    await comeIn(page, "Grace");
    expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([false, "undefined"]);
    await sitAt(page, "Altair");
    await playAlong(page);
    await expect(page.locator(".deal-mark")).toHaveClass(/deal-verified/, { timeout: 60_000 });
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await context.close();
  } finally {
    await browser.close();
  }
});

test("a player checks a hand by its number, with the room's key and the opening that the page answered", async ({ page }) => {
  await comeIn(page, "Dorothy");
  await sitAt(page, "Altair");
  await playAlong(page);
  await expect(page.locator(".deal-mark")).toHaveClass(/deal-verified/, { timeout: 60_000 });
  await page.locator(".deal-mark").click();
  await page.locator("dialog .proof-facts a").click();
  await expect(page.getByRole("status").filter({ hasText: "Verified" })).toBeVisible();
  const holds = page.locator(".step-holds");
  await expect(holds.filter({ hasText: "The room’s own key signed it." })).toHaveCount(1);
  await expect(holds.filter({ hasText: "It is the opening that the player’s client answered." })).toHaveCount(1);
  await page.getByLabel("Hand", { exact: true }).fill("99999");
  await page.getByRole("button", { name: "Check this hand" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("draws, stud, tosses and two boards are verified with every card that the player held", async ({ page }) => {
  test.setTimeout(300_000);
  await comeIn(page, "Hypatia");
  for (const [at, table] of ["Mira", "Bellatrix", "Vela", "Capella", "Draco"].entries()) {
    await sitAt(page, table);
    if (at === 0) await callDown(page);
    await expect(page.locator(".deal-mark"), table).toHaveClass(/deal-(verified|failed)/, { timeout: 60_000 });
    await page.locator(".deal-mark").click();
    await expect.poll(async () => Number(await page.locator("dialog .proof-facts dd").first().innerText()), { timeout: 90_000 }).toBeGreaterThanOrEqual(3);
    expect(await page.locator("dialog h2").innerText(), table).toMatch(/^Deal (verified|watched)$/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await expect(page.locator(".seat.mine")).toHaveCount(0, { timeout: 30_000 });
  }
});
