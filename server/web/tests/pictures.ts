// The README's pictures: a moving hand, a table of ten on the flop, a phone, and the floor's
// console with a question open. They are small enough for the repository. The moving one needs
// img2webp (Debian: webp).
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { type Page } from "@playwright/test";
import { acting, comeIn, expect, myTurn, rule, sitAt, test } from "./room";

const picture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `pictures/${name}.jpg`, type: "jpeg", quality: 82, animations: "disabled" });

/** Plays on until the viewer's turn with this many cards on the board. */
const untilBoard = async (page: Page, cards: number): Promise<void> => {
  for (;;) {
    await myTurn(page);
    if ((await page.locator(".board .card.dealt").count()) >= cards) return;
    await acting(page, () => page.locator(".act.check").click());
  }
};

/** The interval between frames of the moving picture, and their number. */
const FRAME_MS = 400;
const FRAMES = 48;

test("a hand that moves", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 560 });
  await comeIn(page, "Winston");
  await sitAt(page, "Sirius");
  await myTurn(page);
  // From the next hand on.
  const hand = await page.locator(".table-bar").textContent();
  await expect(async () => {
    const check = page.locator(".act.check").first();
    if (await check.isVisible()) await check.click({ timeout: 200 }).catch(() => undefined);
    expect(await page.locator(".table-bar").textContent()).not.toBe(hand);
  }).toPass({ timeout: 120_000, intervals: [200] });
  mkdirSync("test-results/moving", { recursive: true });
  const files: string[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const began = Date.now();
    const file = `test-results/moving/${String(frame).padStart(2, "0")}.png`;
    await page.screenshot({ path: file });
    files.push(file);
    // Two seconds to think, and then a call.
    const call = page.locator(".act.check").first();
    if (frame % 5 === 4 && (await call.isVisible())) await call.click({ timeout: 200 }).catch(() => undefined);
    await page.waitForTimeout(Math.max(0, FRAME_MS - (Date.now() - began)));
  }
  execFileSync("img2webp", ["-loop", "0", "-min_size", "-lossy", "-q", "45", "-m", "6", "-d", String(FRAME_MS), ...files, "-o", "pictures/hand.webp"]);
});

test("a table of ten", async ({ page }) => {
  await comeIn(page, "Walter");
  await sitAt(page, "Sirius");
  await untilBoard(page, 3);
  await page.waitForTimeout(800);
  await picture(page, "table");
});

test("on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeIn(page, "Wilma");
  await sitAt(page, "Altair");
  await untilBoard(page, 4);
  await page.waitForTimeout(800);
  await picture(page, "phone");
});

test("the floor", async ({ page, stranger }) => {
  const player = await stranger();
  await comeIn(player, "Lou");
  await sitAt(player, "Canopus");
  await myTurn(player);
  await rule(page);
  await page.locator(".glance button", { hasText: "Canopus" }).click();
  await page.getByRole("button", { name: "Attend", exact: true }).click();
  const form = page.getByRole("form", { name: "What went wrong" });
  await form.getByLabel("What went wrong").selectOption("A card is missing");
  await form.getByLabel("Reason").fill("The deck was counted: fifty-one.");
  await form.getByRole("button", { name: "Report" }).click();
  await expect(page.locator(".ticket-card")).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, "floor");
});
