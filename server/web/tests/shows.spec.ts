// Cards shown after a hand, and chips bought again, by two people at a table of two.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { hostTable, join } from "./friends";
import { acting, comeIn, expect, sitAt, test } from "./room";
import { TABLE, staged } from "./staged";

/** Returns the page of the player on turn, and the other one. */
const onTurn = async (pages: [Page, Page]): Promise<[Page, Page]> => {
  let turn: Page | undefined;
  await expect(async () => {
    for (const page of pages) if (await page.locator(".actions.turn").isVisible()) turn = page;
    expect(turn).toBeDefined();
  }).toPass({ timeout: 30_000, intervals: [50] });
  const [one, two] = pages;
  return turn === one ? [one, two] : [two, one];
};

const own = (page: Page) => page.locator(".seat.mine .card.press");
const theirs = (page: Page) => page.locator(".seat:not(.mine) .card.shown");

test("a winner shows one card of a bluff and a folder the whole hand, and the other sees exactly these", async ({ page, stranger }) => {
  // A pause that is long enough to show cards one after the other.
  const link = await hostTable(page, { host: "Mia Shows", pauseSeconds: 15 });
  const other = await join(stranger, link, "Ben Folds", 1_000);
  await expect(other.locator(".seat.mine")).toBeVisible();
  // Losing hands are mucked without being asked, as every player begins.
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  await expect(page.getByRole("switch", { name: /^Muck losing hands/ })).toBeChecked();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();

  const [folder, winner] = await onTurn([page, other]);
  await expect(own(folder)).toHaveCount(0);
  await acting(folder, () => folder.getByRole("button", { name: /^Fold/ }).click());
  await expect(own(winner)).toHaveCount(2);
  const label = await own(winner).first().getAttribute("aria-label");
  await own(winner).first().click();
  await expect(theirs(folder)).toHaveCount(1);
  expect(`show ${await theirs(folder).first().getAttribute("aria-label")}`.toLowerCase()).toBe(label?.toLowerCase());
  await expect(own(winner), "one card is left").toHaveCount(1);

  // By keyboard, also after folding.
  await own(folder).first().focus();
  await folder.keyboard.press("Enter");
  await expect(theirs(winner)).toHaveCount(1);
  await folder.screenshot({ path: "shots/shown-after.png" });

  // The next hand covers everything.
  await onTurn([page, other]);
  await expect(theirs(folder)).toHaveCount(0);
  await expect(own(folder)).toHaveCount(0);
});

test("a player without chips buys some and plays the next hand with one tap", async ({ page, stranger }) => {
  test.slow();
  const other = await stranger();
  await comeIn(page, "Rex Rebuys");
  await comeIn(other, "Ina Allin");
  await sitAt(page, "Pollux");
  await sitAt(other, "Pollux");
  const all: [Page, Page] = [page, other];
  const rebuy = (each: Page) => each.getByRole("button", { name: /^Rebuy .* and play$/ });
  await expect(async () => {
    for (const each of all) {
      if (!(await each.locator(".actions.turn").isVisible())) continue;
      await each.keyboard.press("5");
      await each.keyboard.press("r");
      await each.keyboard.press("c");
    }
    const broke = await Promise.all(all.map((each) => rebuy(each).isVisible()));
    expect(broke.filter(Boolean)).toHaveLength(1);
  }).toPass({ timeout: 90_000, intervals: [200] });
  const broke = (await rebuy(page).isVisible()) ? page : other;
  await broke.screenshot({ path: "shots/rebuy.png" });
  await rebuy(broke).click();
  await expect(broke.locator(".seat.mine .cards .card")).toHaveCount(2);
  await expect(broke.getByRole("button", { name: "I’m back" })).toHaveCount(0);
});

test("a player who chose it buys chips again without a tap, once for each hand", async ({ page }) => {
  const { happens, asked } = await staged(page, { game: "holdem", seats: 6, idle: true });
  const rebuys = () => asked.filter((message) => "Rebuy" in message);
  await page.locator(".table-bar").getByRole("button", { name: "Seat" }).click();
  await page.getByLabel("Buy chips again when I have none").selectOption("min");
  await page.keyboard.press("Escape");
  happens({ StackChanged: { seat: 0, stack: 0 } }, { SatOut: { seat: 0 } });
  await expect.poll(rebuys).toEqual([{ Rebuy: expect.objectContaining({ table: TABLE, amount: 4_000 }) }]);
  happens({ Presence: { seat: 1, connected: true } });
  await expect(page.locator(".seat.mine")).toBeVisible();
  expect(rebuys()).toHaveLength(1);
});

for (const [size, viewport] of Object.entries({ phone: { width: 390, height: 844 }, side: { width: 844, height: 390 }, small: { width: 320, height: 568 }, desktop: { width: 1366, height: 768 } })) {
  test(`after a hand the own cards are there to tap: ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { happens, asked } = await staged(page, { game: "holdem", seats: 6, turn: false, cards: ["As", "Kd"] });
    await expect(own(page)).toHaveCount(0);
    happens(
      { PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 0, amount: 3_200, hand: null }] } },
      { PotAwarded: { pot: 1, board: 0, half: 0, shares: [{ seat: 0, amount: 1_250, hand: null }] } },
      { HandEnded: { hand: 1234 } }, { CardsShown: { hand: 1234, seat: 3, cards: ["2c"] } },
    );
    await expect(page.getByText("Tap a card to show it")).toBeVisible();
    await expect(theirs(page)).toHaveCount(1);
    await own(page).last().click();
    expect(asked).toContainEqual({ ShowCards: expect.objectContaining({ cards: ["Kd"] }) });
    happens({ CardsShown: { hand: 1234, seat: 0, cards: ["Kd"] } });
    await expect(own(page)).toHaveCount(1);
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: `shots/${size}-to-show.png` });
    await expect(page.locator(".log, .panel").getByText(/shows 2/).or(page.getByText(/shows/)).first()).toBeAttached();
  });
}
