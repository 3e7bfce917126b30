// A tournament's page says which season of a league it counts for, also after its start changed.
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TOURNAMENT, staged, tournament } from "./staged";

const SIZES = { small: [320, 568], phone: [390, 844], side: [844, 390], tablet: [768, 1024], laptop: [1366, 768] } as const;

test("a tournament that is moved beyond every season says that it counts for none", async ({ page }) => {
  const event = tournament({ phase: "BeforeStart" });
  const [starts_at, league] = [Date.now() + 3_600_000, "House League"];
  event.info = { ...event.info, state: "Registering", starts_at, level: 0, open: true, counts_for: { league, season: "Autumn 2026" } };
  event.you = null;
  const { directs } = await staged(page, { game: "holdem", seats: 6, own: null, tournament: event, tournaments: [event.info] });
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  const head = page.locator(".page-head");
  await expect(head).toContainText("Counts for House League, Autumn 2026");
  const moved = { starts_at: starts_at + 86_400_000, counts_for: { league, season: null } };
  directs({ StartChanged: moved });
  // The page may ask for the whole tournament again.
  event.info = { ...event.info, ...moved };
  await expect(head).toContainText("Counts for no season of House League");
  await expect(head).not.toContainText("Autumn 2026");
  await page.getByRole("tab", { name: "News" }).click();
  await expect(page.locator(".news")).toContainText("Counts for no season of House League");
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page), size).toEqual([]);
    await page.screenshot({ path: `shots/${size}-season.png` });
  }
});
