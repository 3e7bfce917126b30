// Sheets, dialogs and messages in front of a table. They never hide the viewer's turn or a bar of the
// table.
import type { Page } from "@playwright/test";
import type { LegalActions } from "cardroom-bot/protocol";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TABLE, staged } from "./staged";

const PHONE = { width: 390, height: 844 };
const SIDEWAYS = { width: 844, height: 390 };
const SIZES = [
  [320, 568], [390, 844], [844, 390], [568, 320], [768, 1024], [1024, 768], [1366, 768], [1920, 1080], [2560, 1440],
] as const;

const CALL_TEN: LegalActions = { fold: true, check: false, call: 10, bring_in: null, wager: null, discard: null };
const CHECK: LegalActions = { ...CALL_TEN, check: true, call: null };

/** Makes it the viewer's turn, with the time left shown. */
const yourTurn = (table: Awaited<ReturnType<typeof staged>>, legal: LegalActions, turn = 2): void => {
  table.happens({ Turn: { seat: 0, time_ms: 24_000, bank_ms: 0 } });
  table.says({ YourTurn: { table: TABLE, seq: 2, turn, legal } });
};

/** Returns whether a point in the middle of each of these elements is theirs, so that it can be pressed. */
const uncovered = (page: Page, selector: string): Promise<boolean[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  );

for (const viewport of [PHONE, SIDEWAYS, { width: 320, height: 568 }, { width: 568, height: 320 }, { width: 768, height: 1024 }]) {
  test.describe(`at ${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("the open chat hides neither the turn nor its time: the player calls and folds beside it", async ({ page }) => {
      const table = await staged(page, { game: "holdem", seats: 6, turn: false });
      await page.getByRole("button", { name: /^Log & chat/ }).click();
      await page.getByRole("tab", { name: /^Chat/ }).click();
      await page.locator(".speak input").fill("Half a sentence");
      yourTurn(table, CALL_TEN);
      const actions = page.locator(".actions.turn");
      await expect(actions.locator(".time-left")).toContainText(/0:2\d/);
      expect(await uncovered(page, ".actions.turn .act, .actions.turn .time-left")).not.toContain(false);
      await page.screenshot({ path: `shots/${viewport.width}-chat-turn.png` });
      await actions.getByRole("button", { name: "Call 10" }).click({ timeout: 2_000 });
      expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Call" }) });
      yourTurn(table, CALL_TEN, 3);
      await actions.getByRole("button", { name: "Fold" }).click({ timeout: 2_000 });
      expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Fold" }) });
      await expect(page.locator(".speak input")).toHaveValue("Half a sentence");
      // The player can still read and send the text.
      expect(await uncovered(page, ".speak input, .speak > button, .panel-head button")).not.toContain(false);
      expect((await page.locator(".panel .lines").boundingBox())?.height).toBeGreaterThan(40);
    });

    test("a dialog carries the turn, its time and its buttons", async ({ page }) => {
      const table = await staged(page, { game: "holdem", seats: 6, turn: false });
      await page.getByRole("button", { name: "Seat", exact: true }).click();
      yourTurn(table, CALL_TEN);
      const row = page.getByRole("dialog").getByRole("region", { name: "Your turn at The Analytical Engine" });
      await expect(row.locator(".time-left")).toContainText(/0:2\d/);
      await page.waitForTimeout(300);
      expect(await uncovered(page, ".turn-row .act, .turn-row .time-left")).toEqual([true, true, true]);
      expect(await barriers(page)).toEqual([]);
      await page.screenshot({ path: `shots/${viewport.width}-dialog-turn.png` });
      await row.getByRole("button", { name: "Fold" }).click();
      expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Fold" }) });
      yourTurn(table, CHECK, 3);
      await expect(row.getByRole("button")).toHaveText(["Check"]);
      await row.getByRole("button", { name: "Check" }).click();
      expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Check" }) });
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(row).toHaveCount(0);
    });
  });
}

test("a dialog carries the turn at a table that another page hides", async ({ page }) => {
  const table = await staged(page, { game: "holdem", seats: 6, turn: false });
  await page.goto("/#/");
  await page.locator(".account").click();
  yourTurn(table, CALL_TEN);
  await page.getByRole("dialog").getByRole("button", { name: "Call 10" }).click();
  expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Call" }) });
});

test("a dialog carries a draw, with the cards chosen before", async ({ page }) => {
  const table = await staged(page, { game: "draw", seats: 6 });
  await page.getByRole("group", { name: "Cards to discard" }).getByRole("button").first().click();
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Draw 1" }).click();
  expect(table.asked).toContainEqual({ Discard: expect.objectContaining({ cards: [expect.any(String)] }) });
});

test.describe("with a keyboard on the screen", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("the chat carries the turn above the field that is written in", async ({ page }) => {
    const table = await staged(page, { game: "holdem", seats: 6, turn: false });
    await page.getByRole("button", { name: /^Log & chat/ }).tap();
    await page.getByRole("tab", { name: /^Chat/ }).tap();
    const row = page.locator(".speak .turn-row");
    yourTurn(table, CALL_TEN);
    await expect(page.locator(".actions.turn")).toBeVisible();
    await expect(row).toBeHidden();
    await page.locator(".speak input").tap();
    await expect(row.locator(".time-left")).toContainText(/0:2\d/);
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/phone-chat-keyboard.png" });
    await row.getByRole("button", { name: "Call 10" }).tap();
    expect(table.asked).toContainEqual({ Act: expect.objectContaining({ action: "Call" }) });
  });
});

/** Returns the bars of a table that a message covers. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = (selector: string): [string, DOMRect][] => [...document.querySelectorAll(selector)].map((each) => [each.className, each.getBoundingClientRect()]);
    const clip = document.querySelector(".toasts")?.getBoundingClientRect() ?? new DOMRect();
    const messages = boxes(".toast").map(([, { left, right, top, bottom }]) => ({ left, right, top: Math.max(top, clip.top), bottom: Math.min(bottom, clip.bottom) }));
    const bars = boxes(".topbar, .table-bar, .strip, .bottom, .actions, .replay-bar, .ask");
    const found = bars.filter(([, bar]) => messages.some((box) => box.right > bar.left && box.left < bar.right && box.bottom > bar.top && box.top < bar.bottom));
    const outside = messages.filter((box) => box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight);
    return [...found.map(([name]) => name), ...outside.map(() => "outside")];
  });

const NONE = Object.fromEntries(SIZES.map(([width, height]) => [`${width}×${height}`, []]));

/** Returns the bars that three messages cover at each size. They come as answers to what the player does at that size. */
const coveredAtEachSize = async (page: Page, act: () => Promise<unknown>): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (let times = 0; times < 3; times += 1) await act();
    await expect(page.locator(".toast")).toHaveCount(3);
    await page.screenshot({ path: `shots/${width}x${height}-toasts.png` });
    found[`${width}×${height}`] = await covered(page);
    for (const down of [60, 200, -500]) {
      await page.mouse.move(100, height / 2);
      await page.mouse.wheel(0, down);
      await page.waitForTimeout(150);
      found[`${width}×${height}`]?.push(...(await covered(page)));
    }
  }
  return found;
};

test("messages cover neither the table's bar nor the action bar, at any size", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await staged(page, { game: "holdem", seats: 6, refuses: { Leave: "rate_limited" } });
  const leave = page.getByRole("button", { name: "Leave", exact: true });
  expect(await coveredAtEachSize(page, () => leave.click())).toEqual(NONE);
});

test("messages cover no bar of a tile, at any size and scrolled to any place", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await staged(page, { game: "holdem", seats: 6, refuses: { Leave: "rate_limited" } });
  await page.goto("/#/tiles");
  const leave = page.getByRole("button", { name: "Leave", exact: true });
  expect(await coveredAtEachSize(page, () => leave.click())).toEqual(NONE);
});
