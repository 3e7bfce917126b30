// The README's three pictures: a table of ten on the flop, a phone, and the floor's console with a question open.
// Small enough to be kept beside the sources.
import { type Page } from "@playwright/test";
import { acting, comeIn, expect, myTurn, rule, sitAt, test } from "./room";

const picture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: `pictures/${name}.jpg`, type: "jpeg", quality: 82, animations: "disabled" });

/** Plays on until it is one's turn with so many cards on the board. */
const untilBoard = async (page: Page, cards: number): Promise<void> => {
  for (;;) {
    await myTurn(page);
    if ((await page.locator(".board .card.dealt").count()) >= cards) return;
    await acting(page, () => page.locator(".act.check").click());
  }
};

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
