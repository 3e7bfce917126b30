// The bars above a table, tables of figures on a phone, and the dealer button.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TABLE, TOURNAMENT, staged, tournament, viewOf } from "./staged";

const PHONES = [[320, 568], [390, 844], [844, 390], [768, 1024]] as const;

test("stud has no button, and hold'em has one", async ({ page }) => {
  const { says } = await staged(page, { game: "stud", seats: 8 });
  await expect(page.locator(".seat .cards").first()).toBeVisible();
  await expect(page.locator(".dealer")).toHaveCount(0);
  says({ TableSnapshot: { table: TABLE, view: viewOf({ game: "holdem", seats: 8 }) } });
  await expect(page.getByRole("img", { name: "Dealer button: seat 8" })).toBeVisible();
});

const NAMES = ["The Analytical Engine of Babbage", "Sunday Night among Old Friends", "Wilhelmina’s Winter Game"];

/** Returns the texts that are cut off or out of sight. */
const unread = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((links) =>
    links.flatMap((link) => {
      const [box, inner] = [link.getBoundingClientRect(), link.querySelector("span") ?? link];
      const isRead = inner.scrollWidth <= inner.clientWidth + 1 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
      return isRead ? [] : [link.textContent ?? ""];
    }),
  );

test("with three tables on a phone, their names are whole, and all tables are a press away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { says } = await staged(page, { game: "holdem", seats: 6, turn: false });
  for (const [index, name] of NAMES.entries()) {
    const view = viewOf({ game: "holdem", seats: 6, turn: index === 1 });
    says({ TableSnapshot: { table: TABLE + index, view: { ...view, info: { ...view.info, table: TABLE + index, name } } } });
  }
  const opens = page.getByRole("button", { name: /^Tables \(3\)/ });
  const menu = page.locator(".table-menu");
  for (const [width, height] of PHONES) {
    await page.setViewportSize({ width, height });
    await expect(opens.getByRole("img", { name: "Your turn" })).toBeVisible();
    expect((await opens.boundingBox())?.x).toBeGreaterThan(0);
    await opens.click();
    await expect(menu.getByRole("link")).toHaveText([...NAMES, "All tables"]);
    expect(await unread(page, ".table-menu a")).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: `shots/${width}x${height}-tables.png` });
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  }
  await opens.click();
  await menu.getByRole("link", { name: NAMES[1] }).click();
  await expect(page).toHaveURL(new RegExp(`#/table/${TABLE + 1}$`));
  await expect(menu).toBeHidden();
  await opens.click();
  await menu.getByRole("link", { name: "All tables" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);

  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(opens).toBeHidden();
  await expect(page.locator(".tabs").getByRole("link", { name: "All tables" })).toBeVisible();
});

for (const width of [320, 390]) {
  test(`on a phone of ${width} pixels, no column of figures touches the border: ledger, statistics and standings`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await staged(page, { game: "holdem", seats: 6, tournament: tournament() });
    const found: Record<string, string[]> = {};
    for (const address of [`ledger/${TABLE}`, "statistics", `tournament/${TOURNAMENT}`]) {
      await page.goto(`/#/${address}`);
      await page.locator(".scroll table td").first().waitFor();
      await page.screenshot({ path: `shots/${width}-${address.split("/")[0]}-figures.png` });
      found[address] = await page.locator(".scroll :is(th, td):last-child:not([colspan])").evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          const border = cell.closest(".scroll")?.getBoundingClientRect().right ?? 0;
          return border - text.getBoundingClientRect().right >= 8 ? [] : [cell.textContent ?? ""];
        }),
      );
      expect(await barriers(page)).toEqual([]);
    }
    expect(Object.values(found).flat()).toEqual([]);
  });
}
