// Keys at the table: what they do, and when they do nothing.
import { expect, test } from "./room";
import { staged } from "./staged";

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
