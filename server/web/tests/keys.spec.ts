// Keys at the table: what they do, and when they do nothing.
import { expect, test } from "./room";
import { type Staged, TABLE, staged } from "./staged";

const CHECKABLE = { fold: true, check: true, call: null, bring_in: null, wager: null, discard: null };

/** A turn in which the viewer can check. */
const checkable = ({ says }: Staged): void => says({ YourTurn: { table: TABLE, seq: 1, turn: 2, legal: CHECKABLE } });

/** The messages of this name that the page sent. */
const sent = (asked: Record<string, unknown>[], name: string): unknown[] => asked.filter((each) => name in each);

test("Enter on a card of a draw chooses the card, and discards nothing", async ({ page }) => {
  const { asked } = await staged(page, { game: "draw", seats: 4 });
  const card = page.getByRole("group", { name: "Cards to discard" }).getByRole("button").first();
  await card.focus();
  await page.keyboard.press("Enter");
  await expect(card).toHaveAttribute("aria-pressed", "true");
  expect(sent(asked, "Discard")).toEqual([]);
  await card.blur();
  await page.keyboard.press("Enter");
  await expect.poll(() => sent(asked, "Discard")).toHaveLength(1);
});

test("letters and digits do nothing once the keyboard shortcuts are turned off", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6 });
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Keyboard shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await page.locator(".account").blur();
  for (const key of ["?", "5", "r", "c", "f"]) await page.keyboard.press(key);
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".act.raise b")).toHaveText("4,800");
  expect(sent(asked, "Act")).toEqual([]);
  await page.keyboard.press("ArrowUp");
  await expect(page.locator(".act.raise b"), "the arrows still work").toHaveText("4,900");
});

test("a key that is held acts once", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6 });
  const raise = page.locator(".act.raise b");
  await page.keyboard.down("ArrowUp");
  await expect(raise).toHaveText("4,900");
  await page.keyboard.down("ArrowUp");
  await expect(raise, "a held arrow goes on").toHaveText("5,000");
  await page.keyboard.up("ArrowUp");
  checkable(stage);
  await expect(page.locator(".act.check")).toHaveText("Check");
  for (let held = 0; held < 3; held += 1) await page.keyboard.down("f");
  await expect(page.getByRole("button", { name: "Fold anyway" })).toBeVisible();
  expect(sent(stage.asked, "Act")).toEqual([]);
  await page.keyboard.up("f");
  await page.keyboard.press("f");
  await expect.poll(() => sent(stage.asked, "Act")).toHaveLength(1);
});

test("the question before a free fold takes the focus once", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6 });
  checkable(stage);
  await page.locator(".act.fold").click();
  const question = page.getByRole("group", { name: "Fold for free?" });
  await expect(question.getByRole("button", { name: "Check" })).toBeFocused();
  const chat = page.getByRole("tab", { name: /Chat/ });
  await chat.focus();
  stage.says({ ChatLine: { table: TABLE, name: "Charles", text: "Hello", staff: false } });
  await expect(page.locator(".bubble")).toHaveText("Hello");
  await expect(chat).toBeFocused();
});

test("letters act also after an amount was chosen with the slider", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6 });
  const slider = page.locator(".slide input[type=range]");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  const [, amount] = /([\d,]+)/.exec(await page.locator(".act.raise b").innerText()) ?? [];
  await page.keyboard.press("r");
  await expect.poll(() => sent(asked, "Act")).toEqual([{ Act: expect.objectContaining({ action: { RaiseTo: Number(amount?.replace(",", "")) } }) }]);
});
