// The rest of the server: every kind of game, tournaments, hybrid tables, small and large screens,
// and screen readers.
import { readFileSync } from "node:fs";
import { type Page } from "@playwright/test";
import { barriers } from "./axe";
import { acting, comeIn, expect, myTurn, sitAt, test } from "./room";

const SIZES = { phone: [390, 844], laptop: [1366, 768], wide: [1920, 1080] } as const;

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`everything fits and is accessible: ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const fits = async (): Promise<void> => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, "nothing stands beside the screen").toBeLessThanOrEqual(0);
      expect(await barriers(page)).toEqual([]);
    };
    await page.goto("/");
    await page.locator(".table-card").first().waitFor();
    await page.waitForTimeout(900);
    await fits();
    await comeIn(page, `Ida ${size}`);
    await page.goto("/#/tournaments");
    await page.locator(".table-card").first().click();
    await page.locator(".page-head").waitFor();
    await fits();
    await sitAt(page, "Sirius");
    await myTurn(page);
    await page.waitForTimeout(600);
    await fits();
    // Full screen is for a phone on its side.
    await expect(page.locator(".full-screen")).toBeHidden();
    for (const button of await page.locator(".actions button, .table-bar button:not(.full-screen)").all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), await button.innerText()).toBeGreaterThanOrEqual(43.9);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    await page.getByRole("button", { name: "Leave", exact: true }).click();
  });
}

test("stud: cards lie open, and the limit's bets are played", async ({ page }) => {
  await comeIn(page, "Jan");
  await sitAt(page, "Bellatrix");
  await myTurn(page);
  await expect(page.locator(".seat.mine .card.open")).not.toHaveCount(0);
  await acting(page, () => page.locator(".act").last().click());
});

test("draw: cards are given away and others come", async ({ page }) => {
  await comeIn(page, "Kim");
  await sitAt(page, "Mira");
  for (;;) {
    await myTurn(page);
    if (await page.locator(".draw").count()) break;
    await acting(page, () => page.keyboard.press("c"));
  }
  const card = page.locator(".draw-card").first();
  const name = (await card.locator(".card").getAttribute("aria-label")) ?? "";
  await card.click();
  await page.getByRole("button", { name: "Draw 1" }).click();
  await expect(page.locator(`.seat.mine .card[aria-label="${name}"]`)).toHaveCount(0);
  await expect(page.locator(".panel .lines")).toContainText("You draw one card");
});

test("hybrid: one large chip facing a bet is ruled a call, by its rule", async ({ page }) => {
  await comeIn(page, "Lea");
  await sitAt(page, "Canopus");
  for (;;) {
    await myTurn(page);
    const price = await page.locator(".act.check").innerText();
    if (price.startsWith("Call") && Number(price.replace(/\D/g, "")) < 1000) break;
    await acting(page, () => page.locator(".act.check").click());
  }
  await page.getByRole("button", { name: "One chip of 1,000" }).click();
  await page.getByRole("button", { name: "Push 1,000" }).click();
  await expect(page.locator(".panel .lines")).toContainText(/Your action: a call.* \(TDA 44/);
});

test("a sit-and-go is entered, played and watched on the wall", async ({ page }) => {
  await comeIn(page, "Max");
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { hasText: "Sit & go" }).click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
  await expect(page.locator(".scroll")).toContainText("Max");
  await page.getByRole("tab", { name: "Structure" }).click();
  await expect(page.locator(".scroll tbody tr")).not.toHaveCount(0);
});

test("a newcomer plays a sit-and-go against house bots to its end", async ({ page }) => {
  test.setTimeout(360_000);
  await comeIn(page, "Nico");
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { hasText: "Quick six" }).click();
  const lobby = page.url();
  await page.getByRole("button", { name: /^Enter for 1,050/ }).click();
  await expect(page.locator(".scroll")).toContainText("Nico");
  // House bots enter one by one. With the sixth player it begins, and the table appears.
  await expect(page.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".account")).toContainText("8,950");
  await page.screenshot({ path: "shots/laptop-sit-and-go-begins.png" });
  // Calls everything. A player who is out, or has won, is taken to the tournament's own page.
  const over = page.locator(".banner", { hasText: /You finished in \d+(st|nd|rd|th) place|You won/ });
  while (!(await over.count())) {
    if (await page.locator(".actions.turn").count()) await page.keyboard.press("c");
    await page.waitForTimeout(250);
  }
  await page.screenshot({ path: "shots/laptop-sit-and-go-out.png" });
  // The others play on to the winner. A player who is out may watch.
  expect(page.url()).toBe(lobby);
  await expect(page.locator(".big-time")).toHaveText("Finished", { timeout: 240_000 });
  await expect(page.locator(".scroll tbody tr")).toHaveCount(6);
  await expect(page.locator(".scroll tbody tr").first()).toContainText("3,900");
  await expect(page.locator(".scroll tbody tr").nth(1)).toContainText("2,100");
  await expect(page.locator(".banner")).toContainText(/You finished in \d+(st|nd|rd|th) place|You won/);
  await page.screenshot({ path: "shots/laptop-sit-and-go-over.png" });
  await page.goto("/#/tournaments");
  await expect(page.locator(".table-card", { hasText: "Quick six" }).last()).toContainText("0");
  await theLeagueTells(page, "Nico");
});

/** After a night: standings, past events, results and their files, at every size. */
async function theLeagueTells(page: Page, player: string): Promise<void> {
  await page.getByRole("tab", { name: "Leagues" }).click();
  const standings = page.getByRole("region", { name: /^Standings after/ });
  await expect(standings.locator("tbody tr")).toHaveCount(6);
  await expect(standings.locator("tbody tr").first()).toContainText("24.49");
  await expect(standings.locator("tr.me")).toContainText(player);
  const terms = page.locator("p", { hasText: "Points per night" });
  await expect(terms).toContainText("entries that never sat score nothing");
  await expect(terms).toContainText("a disqualified player scores 0.5");
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page), size).toEqual([]);
    await page.screenshot({ path: `shots/${size}-leagues.png` });
  }
  await page.locator(".past .table-card", { hasText: "Quick six" }).first().click();
  const places = page.getByRole("region", { name: "Places and prizes" });
  await expect(places.locator("tbody tr")).toHaveCount(6);
  await expect(places.locator("tbody tr").first()).toContainText("3,900");
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page), size).toEqual([]);
    await page.screenshot({ path: `shots/${size}-results.png` });
  }
  for (const ending of ["csv", "json", "ots"]) {
    const link = page.locator(`a[href$=".${ending}"]`);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`^results-\\d+\\.${ending}$`));
    expect(readFileSync(await file.path(), "utf8")).toContain(player);
  }
}

test("a page's script is fetched when it is first shown, and if that fails the page says so", async ({ stranger }) => {
  const page = await stranger();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let broken = true;
  await page.route(/\/assets\/host-/, (route) => (broken ? route.abort() : route.fallback()));
  await page.goto("/");
  await page.locator(".table-card").first().waitFor();
  expect(asked.filter((path) => /\/(host|floor|tournament|replay)-/.test(path)), "the lobby needs none of it").toEqual([]);
  await page.goto("/#/host");
  await expect(page.getByRole("alert").filter({ hasText: "This page could not be loaded." })).toBeVisible();
  broken = false;
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Host a table" })).toBeVisible();
});
