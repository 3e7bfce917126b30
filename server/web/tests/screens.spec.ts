// The screens of a night among friends, in six sizes: nothing is wider than the screen, and nothing
// is a barrier.
import type { Page } from "@playwright/test";
import { hostTable, join } from "./friends";
import { comeIn, expect, myTurn, sitAt, test } from "./room";
import { look } from "./sizes";
import { TOURNAMENT, staged, tournament } from "./staged";

test.use({ actionTimeout: 20_000 });

const settingsOf = async (page: Page): Promise<void> => {
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
};

test("the screens of a private table fit six sizes, without barriers", async ({ page, stranger }) => {
  test.slow();
  const wrong: string[] = [];
  const seen = async (of: Page, screen: string): Promise<void> => void wrong.push(...(await look(of, screen)));
  await page.goto("/#/host");
  await expect(page.getByLabel("Your name at the table")).toBeVisible();
  await seen(page, "host-visitor");
  const link = await hostTable(page, { host: "Anna Magdalena", on: ["I approve each buy-in"], currency: "€", pauseSeconds: 8 });
  const table = page.url();
  const friend = await stranger();
  await friend.goto(link);
  await seen(friend, "invited");
  await join(async () => friend, link, "Wolfgang Amadeus", 5);
  await seen(page, "asks");
  await page.getByRole("alert").getByRole("button", { name: "Admit" }).click();
  await expect(friend.locator(".seat.mine")).toBeVisible();

  // Before the flop, with the sizes of a raise, and with the chat in front of the turn.
  const [first] = await Promise.race([page, friend].map(async (each) => (await each.locator(".actions.turn").waitFor({ timeout: 60_000 }), [each])));
  if (!first) throw new Error("nobody is on turn");
  await seen(first, "turn");
  await first.setViewportSize({ width: 390, height: 844 });
  if (!(await first.getByRole("tab", { name: /^Chat/ }).isVisible())) await first.getByRole("button", { name: /^Log & chat/ }).click();
  await first.getByRole("tab", { name: /^Chat/ }).click();
  await first.screenshot({ path: "shots/phone-chat-in-turn.png" });
  await first.setViewportSize({ width: 844, height: 390 });
  await first.screenshot({ path: "shots/side-chat-in-turn.png" });
  await first.setViewportSize({ width: 1366, height: 768 });

  await page.goto(table);
  await settingsOf(page);
  for (const part of await page.locator("dialog details > summary").all()) await part.click();
  await seen(page, "settings");
  await page.keyboard.press("Escape");
  await page.goto("/#/statistics");
  await seen(page, "statistics");
  await page.goto(`/#/ledger/${table.split("/").at(-1)}`);
  await seen(page, "ledger");
  expect(wrong).toEqual([]);
});

test("the screens of a hand fit six sizes, without barriers", async ({ page }) => {
  const wrong: string[] = [];
  await comeIn(page, "Maximiliane");
  await sitAt(page, "Castor");
  await myTurn(page);
  wrong.push(...(await look(page, "heads-up-turn")));
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  wrong.push(...(await look(page, "seat-sheet")));
  await page.keyboard.press("Escape");
  expect(wrong).toEqual([]);
});

test("the screens after a hand fit six sizes, without barriers", async ({ page }) => {
  const wrong: string[] = [];
  await staged(page, { game: "holdem", seats: 6, broke: true, idle: true, turn: false });
  await expect(page.getByRole("button", { name: /^Rebuy/ })).toBeVisible();
  wrong.push(...(await look(page, "rebuy")));
  await page.locator(".account").click();
  await expect(page.getByRole("dialog").getByRole("tab", { name: "Profile" })).toBeVisible();
  wrong.push(...(await look(page, "account")));
  expect(wrong).toEqual([]);
});

test("the screens between tournaments fit six sizes, without barriers", async ({ page }) => {
  const wrong: string[] = [];
  const event = tournament();
  event.info.state = "Finished";
  event.you = null;
  const duel = { ...event.info, tournament: 5, name: "Duel", format: "SitAndGo" as const, state: "Registering" as const, entries: 1, max_entries: 2, players_left: 1, level: 0, open: true, bot_at: Date.now() + 240_000 };
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, tournament: event, tournaments: [event.info, duel] });
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  const podium = page.getByRole("region", { name: "Final standings" });
  await expect(podium.locator("li svg.avatar")).toHaveCount(3);
  says({ RematchOffered: { tournament: TOURNAMENT, next: 9, name: "Maximiliane Wolkenstein", code: null } });
  await expect(podium.getByRole("button", { name: "Join" })).toBeVisible();
  wrong.push(...(await look(page, "podium-rematch")));
  await page.goto("/#/tournaments");
  await expect(page.locator(".table-card", { hasText: "Duel" })).toContainText(/A bot joins in/);
  wrong.push(...(await look(page, "bot-joins")));
  expect(wrong).toEqual([]);
});

test("the offer to show cards fits six sizes, without barriers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { happens } = await staged(page, { game: "omahaSix", seats: 9, turn: false, full: true });
  happens({ PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 0, amount: 3_200, hand: null }] } }, { HandEnded: { hand: 1234 } });
  await expect(page.getByText("Tap a card to show it")).toBeVisible();
  expect(await look(page, "offer-to-show")).toEqual([]);
});
