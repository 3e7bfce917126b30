// A tournament on paper: printed to PDF, and read back.
import { barriers } from "./axe";
import { codeOf, nameOf, night } from "./league-night";
import { pagesOf } from "./pdf";
import { expect, test } from "./room";
import { TOURNAMENT } from "./staged";

const SHEETS = ["tables", "names", "cards", "sign-in", "structure", "results", "standings"] as const;
/** Sheets on which every player stands once. */
const OF_PLAYERS: readonly string[] = ["tables", "names", "cards", "sign-in"];
/** Sheets on which every player has a code, too. */
const OF_CODES: readonly string[] = ["cards", "sign-in"];

test("every sheet prints on A4 and on Letter, with each player once and no page with one line", async ({ page }) => {
  test.setTimeout(180_000);
  await night(page, null);
  const names = Array.from({ length: 60 }, (_, index) => nameOf(index));
  const codes = Array.from({ length: 60 }, (_, index) => codeOf(index).replace(/(.{5})$/, "-$1"));
  for (const sheet of SHEETS) {
    await page.goto(`/#/print/${TOURNAMENT}/${sheet}`);
    await page.locator(sheet === "results" ? ".print-none" : ".sheet").first().waitFor();
    if (OF_CODES.includes(sheet)) await expect(page.locator(".seat-card b, .paper-lines .code").filter({ hasText: "K7QX2" })).toHaveCount(60);
    await page.screenshot({ path: `shots/paper-${sheet}.png`, fullPage: true });
    expect(await barriers(page), sheet).toEqual([]);
    if (sheet === "results") continue;
    const drawn = await page.locator(".sheet").count();
    for (const format of ["A4", "Letter"] as const) {
      const pages = pagesOf(await page.pdf({ format, preferCSSPageSize: false, printBackground: false, path: `shots/paper-${sheet}-${format}.pdf` }));
      expect(pages.length, `${sheet} on ${format}`).toBe(drawn);
      for (const texts of pages) expect(texts.filter((text) => text.trim()).length, `lines of ${sheet} on ${format}`).toBeGreaterThan(6);
      if (!OF_PLAYERS.includes(sheet)) continue;
      const text = pages.flat().join("").replace(/\s/g, "");
      const times = (name: string): number => text.split(name.replace(/\s/g, "")).length - 1;
      const once = OF_CODES.includes(sheet) ? [...names, ...codes] : names;
      expect(once.filter((name) => times(name) !== 1), `not once on ${sheet}`).toEqual([]);
    }
  }
});

test("a sheet is black on white in every theme, and the bar stays off the paper", async ({ page }) => {
  await night(page, null);
  await page.goto(`/#/print/${TOURNAMENT}/cards`);
  await expect(page.locator(".seat-card .paper-code svg")).toHaveCount(60);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print > header")).toBeHidden();
  const colors = await page.locator(".sheet, .sheet *:not(.paper-code *)").evaluateAll((parts) => [...new Set(parts.map((part) => `${getComputedStyle(part).color} on ${getComputedStyle(part).backgroundColor}`))]);
  expect(colors.sort()).toEqual(["rgb(0, 0, 0) on rgb(255, 255, 255)", "rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]);
});
