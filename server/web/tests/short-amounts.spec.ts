// Amounts in bounded places. A number that does not fit is shortened, never cut off, and can be read
// in full.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TABLE, staged, viewOf } from "./staged";

const HUGE = 945_000_000_000;
const SIZES = [[320, 568], [390, 844], [844, 390], [768, 1024], [1366, 768], [1920, 1080]] as const;

/** A table where everybody has a fortune, and has bet as much. */
const rich = async (page: Page): Promise<void> => {
  const stage = { game: "holdem", seats: 6, full: true, wallet: HUGE } as const;
  const { says } = await staged(page, stage);
  const view = viewOf(stage);
  for (const seat of view.seats) {
    seat.stack = HUGE;
    if (seat.in_hand) seat.in_hand.bet = HUGE;
  }
  view.hand?.pots.forEach((pot) => (pot.amount = HUGE));
  const wager = { raise: true, min_to: HUGE, max_to: HUGE * 2, pot_to: HUGE, fixed: false };
  if (view.you?.decision) view.you.decision.legal = { fold: true, check: false, call: HUGE, bring_in: null, discard: null, wager };
  says({ TableSnapshot: { table: TABLE, view } });
};

/** Returns the amounts that are wider than the place they are in. */
const cut = (page: Page): Promise<string[]> =>
  page.locator(".behind, .bet .pile, .pot-sum, .pots li, .act, .account, .wager-amount").evaluateAll((places) =>
    places.flatMap((place) => {
      // A field has no contents to measure, but it scrolls.
      if (place instanceof HTMLInputElement) return place.scrollWidth > place.clientWidth + 1 ? [place.className] : [];
      const range = document.createRange();
      range.selectNodeContents(place);
      for (const unseen of place.querySelectorAll(".unseen")) unseen.remove();
      const [text, room] = [range.getBoundingClientRect(), (place.closest(".pod") ?? place).getBoundingClientRect()];
      const isCut = text.left < room.left - 1 || text.right > room.right + 1 || place.scrollWidth > place.clientWidth + 1;
      return isCut ? [`${place.className}: ${place.textContent}`] : [];
    }),
  );

test("a stack, a bet, a pot, a button and the wallet shorten what is too wide, and none is cut off at any size", async ({ page }) => {
  const found: Record<string, string[]> = {};
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await rich(page);
    await expect(page.locator(".seat.mine .behind [aria-hidden]")).toHaveText("945B");
    await expect(page.locator(".pots li [aria-hidden]")).toHaveText(["945B", "945B"]);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `shots/${width}x${height}-amounts.png` });
    found[`${width}×${height}`] = await cut(page);
  }
  expect(found).toEqual(Object.fromEntries(SIZES.map(([width, height]) => [`${width}×${height}`, []])));
});

test("a shortened amount is read in full: by a press, by a pointer, and by a screen reader", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await rich(page);
  await expect(page.getByRole("button", { name: "Call all-in 945,000,000,000", exact: true })).toHaveText(/945B/);
  await expect(page.getByRole("group", { name: /^Seat 1, you, 945,000,000,000/ })).toBeVisible();
  await expect(page.locator(".account .short")).toHaveAttribute("title", "945,000,000,000");
  const stack = page.locator(".seat.mine .behind .short");
  await expect(stack).toHaveAttribute("title", "945,000,000,000");
  await stack.click();
  await expect(page.locator(".toast")).toHaveText("945,000,000,000");
  expect(await barriers(page)).toEqual([]);
});

test("a shortened amount follows the language and the unit, and is never rounded up", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const stacks = page.locator(".seat .behind");
  const shown = async (settings: string, stack: number): Promise<string> => {
    await page.addInitScript((text) => localStorage.setItem("cardroom.settings", text), settings);
    const { says } = await staged(page, { game: "holdem", seats: 2, turn: false });
    await page.reload();
    await page.locator(".seat").first().waitFor();
    const view = viewOf({ game: "holdem", seats: 2, turn: false });
    view.seats.forEach((seat) => (seat.stack = stack));
    says({ TableSnapshot: { table: TABLE, view } });
    await expect(stacks.first()).not.toHaveText("9,850");
    return (await stacks.first().locator("[aria-hidden]").or(stacks.first()).first().textContent()) ?? "";
  };
  expect((await shown('{"language":"en"}', 1_999_999)).slice(0, 5)).toBe("1.99M");
  expect((await shown('{"language":"de"}', 945_999_999_999)).replace(/\s/g, " ").slice(0, 8)).toBe("945 Mrd.");
  expect((await shown('{"language":"en","bigBlinds":true}', HUGE)).slice(0, 8)).toBe("9.45B BB");
});
