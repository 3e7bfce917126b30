// The integrity report: one player gives chips away to another at a private table, and the floor
// finds the pair and its hands.
import { readFileSync } from "node:fs";
import { type Page } from "@playwright/test";
import { barriers } from "./axe";
import { acting, comeIn, expect, rule, test } from "./room";

const SIZES = { phone: [390, 844], laptop: [1280, 800] } as const;

const STACK = 10_000;
const HANDS = 8;

/** Opens a private table, and seats two players with all their chips. */
const tableForTwo = async (host: Page, guest: Page): Promise<void> => {
  await host.goto("/#/host");
  const form = host.getByRole("form", { name: "Host a table" });
  await form.getByText("More options").click();
  await form.getByLabel(/^Small blind/).fill("1");
  await form.getByLabel(/^Big blind/).fill("2");
  await form.getByLabel(/^Minimum buy-in/).fill(String(STACK));
  await form.getByLabel(/^Maximum buy-in/).fill(String(STACK));
  await form.getByLabel(/^Seconds between hands/).fill("1");
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await host.getByLabel("Invite link").inputValue();
  await host.getByRole("link", { name: "Go to the table" }).first().click();
  await host.getByRole("button", { name: "Sit down" }).click();
  await host.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(host.locator(".seat.mine")).toBeVisible();
  await guest.goto(`/#/join/${link.split("/").at(-1) ?? ""}`);
  await guest.getByRole("button", { name: /^Sit down/ }).click();
  await expect(guest.locator(".seat.mine")).toBeVisible();
};

/** The payer puts more than half of the stack in, is raised, and folds, hand after hand. */
const dump = async (payer: Page, receiver: Page): Promise<void> => {
  let left = STACK;
  let folds = 0;
  let raised = false;
  await expect(async () => {
    const [pays, takes] = await Promise.all([payer, receiver].map((page) => page.locator(".actions.turn").isVisible()));
    if (pays) {
      const amount = payer.locator(".wager-amount");
      if ((await amount.count()) > 0) {
        const most = Math.ceil(left * 0.52);
        await acting(payer, async () => {
          await amount.fill(String(most), { timeout: 1000 });
          await amount.press("Enter", { timeout: 1000 });
        });
        left -= most;
        raised = true;
      } else {
        await acting(payer, () => payer.keyboard.press("f"));
        folds += 1;
        raised = false;
      }
    } else if (takes) {
      await acting(receiver, async () => {
        if (!raised) return receiver.keyboard.press("c");
        await receiver.keyboard.press("5");
        await receiver.keyboard.press("r");
      });
    }
    expect(folds).toBe(HANDS);
  }).toPass({ timeout: 120_000, intervals: [50] });
};

test("a pair that moves chips stands first in the report, with the hands to look at", async ({ page, stranger }) => {
  test.setTimeout(240_000);
  const [payer, receiver] = [await stranger(), await stranger()];
  await comeIn(payer, "Dora Dump");
  await comeIn(receiver, "Pat Partner");
  await tableForTwo(payer, receiver);
  await dump(payer, receiver);

  await rule(page);
  await page.getByRole("link", { name: "Integrity report" }).click();
  await expect(page.getByRole("heading", { name: "Integrity report" })).toBeVisible();
  await expect(page.getByText("A measure is no verdict")).toBeVisible();
  const pairs = page.getByRole("table", { name: "Pairs of players" });
  const first = pairs.locator("tbody").first();
  await expect(first).toContainText("Dora Dump → Pat Partner");
  await first.getByRole("button").click();
  const folds = first.locator(".integrity-measures > li", { hasText: "Folds after half of the stack · Dora Dump" });
  await expect(folds).toContainText("100%");
  await expect(folds).toContainText("Observations8");
  await expect(folds.getByRole("link")).toHaveCount(6);
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await barriers(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `nothing is wider than the ${size}`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `shots/${size}-integrity.png`, fullPage: true });
  }

  // The same figures as a file, with every pair.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const rows = readFileSync(await (await download).path(), "utf8").split("\r\n");
  expect(rows[0]).toMatch(/^payer,receiver,hands,/);
  expect(rows.filter((row) => /^Dora Dump,Pat Partner,.*,large_folds,Dora Dump,1\.000,/.test(row))).toHaveLength(1);

  // Only pairs of one player.
  await page.getByRole("textbox", { name: "Player" }).fill("pat partner");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(pairs.locator("tbody")).toHaveCount(1);
  await pairs.getByRole("button").click();
  await folds.getByRole("link").first().click();
  await expect(page.locator(".replay")).toBeVisible();
  await expect(page.locator(".replay")).toContainText("Dora Dump");

  // A player gets no report.
  await payer.goto("/#/integrity");
  await expect(payer.getByText("Only the floor and administrators may read integrity reports.")).toBeVisible();
});
