// Tournament offers to players: a vote on a deal, more chips. Also the lobby's filters.
import { type Page } from "@playwright/test";
import { barriers } from "./axe";
import { acting, comeIn, expect, myTurn, rule, test } from "./room";

const enter = async (page: Page, name: string): Promise<void> => {
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { has: page.getByText(name, { exact: true }) }).first().click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
  // With the last of them it may begin at once.
  await expect(page.locator(".scroll tr.me, .seat.mine").first()).toBeVisible();
};

/** The floor sets the start to the next full minute, because the date field has no seconds. */
const startSoon = async (page: Page, name: string): Promise<void> => {
  await rule(page);
  await page.getByRole("region", { name: "Tournaments" }).locator(".glance button", { hasText: name }).click();
  const form = page.getByRole("region", { name: "Direct a tournament" }).getByRole("form", { name: "Command" });
  await form.getByLabel("Command").selectOption("Change the start time");
  await form.getByLabel("Reason").fill("Both are here");
  const minute = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000);
  const local = new Date(minute.getTime() - minute.getTimezoneOffset() * 60_000);
  await form.getByLabel("Starts").fill(local.toISOString().slice(0, 16));
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Direct a tournament" }).locator(".rulings-list")).toContainText("Both are here");
};

test("a deal is proposed, seen by both wherever they are, voted on in secret, and ends the tournament", async ({ page, stranger }) => {
  await comeIn(page, "Ona");
  const other = await stranger();
  await comeIn(other, "Pia Deal");
  const players = [page, other];
  for (const each of players) await enter(each, "Duel");
  for (const each of players) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Tournament", exact: true }).click();
  await page.getByRole("button", { name: "Propose a deal" }).click();
  await page.screenshot({ path: "shots/laptop-propose-deal.png" });
  const proposal = page.getByRole("dialog", { name: "Propose a deal" });
  await expect(proposal).toContainText("2,000 left to win among 2 players");
  await proposal.getByRole("tab", { name: "Custom" }).click();
  expect(await barriers(page)).toEqual([]);
  await proposal.getByRole("tab", { name: "ICM" }).click();
  await proposal.getByRole("button", { name: "Put it to the vote" }).click();
  // One is on the tournament's page, the other at the table. A blind may have changed hands before.
  const shares: number[] = [];
  const number = (chips: number): string => chips.toLocaleString("en");
  for (const each of players) {
    await each.getByRole("button", { name: "View and vote" }).click();
    const vote = each.getByRole("dialog", { name: "Deal proposed" });
    const share = Number((await vote.locator("tr.me .number").innerText()).replace(",", ""));
    shares.push(share);
    await each.screenshot({ path: "shots/laptop-deal-vote.png" });
    expect(await barriers(each)).toEqual([]);
    await vote.getByRole("button", { name: `Accept ${number(share)}` }).click();
  }
  const [one = 0, two = 0] = shares;
  expect(one + two).toBe(2_000);
  expect(Math.abs(one - two), "nearly equal stacks get nearly the same").toBeLessThan(200);
  for (const [index, each] of players.entries()) await expect(each.locator(".account")).toContainText(number(8_950 + (shares[index] ?? 0)), { timeout: 60_000 });
  await expect(page.locator(".big-time")).toHaveText("Finished");
  // The podium: winners and prizes, the last hand, and the next tournament of the same kind.
  const podium = page.getByRole("region", { name: "Final standings" });
  await expect(podium.locator("li")).toHaveCount(2);
  await expect(podium.locator("li", { hasText: "Ona" })).toContainText(number(one));
  await expect(podium.locator("li", { hasText: "Pia" })).toContainText(number(two));
  await expect(page.getByRole("link", { name: "Replay your last hand" })).toHaveAttribute("href", /#\/hand\/\d+-\d+/);
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-podium.png" });
  const over = page.url();
  await podium.getByRole("link", { name: "Play again" }).click();
  expect(page.url()).not.toBe(over);
  await expect(page.getByRole("button", { name: /^Enter for/ })).toBeVisible();
});

test("whoever quits for good keeps nobody waiting", async ({ page, stranger }) => {
  await comeIn(page, "Vesna");
  const other = await stranger();
  await comeIn(other, "Stella");
  for (const each of [page, other]) await enter(each, "Duel");
  for (const each of [page, other]) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Tournament", exact: true }).click();
  await page.getByRole("button", { name: "Quit", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "Quit Duel" });
  await expect(asked.getByRole("button", { name: "Keep playing" })).toBeFocused();
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-quit.png" });
  await asked.getByRole("button", { name: "Quit for good" }).click();
  await expect(page.getByText("You have left the tournament for good")).toBeVisible();
  // Two hands, in which only one of them acts.
  for (let hand = 0; hand < 2; hand += 1) {
    await myTurn(other);
    await acting(other, () => other.getByRole("button", { name: "Fold" }).click());
  }
  await expect(other.locator(".seat", { hasText: "Vesna" })).toContainText("Sits out");
});

test("whoever has lost all is asked at the table whether to buy more", async ({ page, stranger }) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await comeIn(page, "Wren");
  const other = await stranger();
  await comeIn(other, "Rhea");
  const players = [page, other];
  for (const each of players) await enter(each, "Rebuy duel");
  await startSoon(await stranger(), "Rebuy duel");
  for (const each of players) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 90_000 });
  const asked = (each: Page) => each.locator(".ask", { hasText: "Rebuy" });
  // All-in, hand after hand, until one of them has nothing left.
  const somebodyAsked = async (): Promise<Page | undefined> => {
    for (const each of players) if (await asked(each).count()) return each;
    return undefined;
  };
  let broke: Page | undefined;
  while (!(broke = await somebodyAsked())) {
    for (const each of players) {
      if (!(await each.locator(".actions.turn").count())) continue;
      const all = each.getByRole("button", { name: "All-in", exact: true }).first();
      if (await all.isVisible()) await all.click();
      await acting(each, () => each.locator(".act").last().click());
    }
    await page.waitForTimeout(100);
  }
  await broke.screenshot({ path: "shots/phone-rebuy.png" });
  await expect(asked(broke)).toContainText("1,500 chips for 500");
  await asked(broke).getByRole("button", { name: "Buy" }).click();
  await expect(broke.locator(".account")).toContainText("8,450");
  await myTurn(broke);
});

test("the lobby is filtered by game, stakes and kind of tournament", async ({ page }) => {
  await page.goto("/");
  const tables = page.locator(".table-card");
  await expect(tables).toHaveCount(10);
  await page.getByRole("button", { name: /^Omaha/ }).click();
  await expect(tables).toHaveCount(1);
  await expect(tables).toContainText("Capella");
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByLabel("Big blind").selectOption("Big blind up to 10");
  await expect(tables).toHaveCount(3);
  await page.goto("/#/tournaments");
  await page.getByRole("button", { name: /^Scheduled/ }).click();
  await expect(page.locator(".table-card", { hasText: "Nightly" })).toBeVisible();
  await expect(page.locator(".table-card", { hasText: "Quick six" })).toHaveCount(0);
});

test("the lobby says how many of the seated are bots", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".table-card", { hasText: "Sirius" })).toContainText(/\d+ bots?/);
  await expect(page.locator(".table-card", { hasText: "Pollux" })).not.toContainText(/\d bots?/);
  await expect(page.locator(".filters output")).toContainText(/\d+ tables, \d+ players, \d+ of them bots/);
  await expect(page.locator(".welcome .eyebrow")).toContainText(/\d+ of them bots/);
});
