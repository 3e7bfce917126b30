// A night with real cards: players enter, the floor reports who is out from a phone, takes a mistake
// back, and the places are in the results. No page deals a card.
import { execFileSync } from "node:child_process";
import { type Locator, type Page } from "@playwright/test";
import { barriers } from "./axe";
import { BINARY, comeIn, expect, FLOOR, rule, test } from "./room";

const NAME = "Pub trio";

const enter = async (page: Page): Promise<void> => {
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { has: page.getByText(NAME, { exact: true }) }).first().click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
};

/** Chooses a player of this table who is out. */
const leaving = async (table: Locator, name: string): Promise<Locator> => {
  await table.getByRole("button", { name: `${name} is out`, exact: true }).click();
  return table.getByRole("group", { name: `${name} is out`, exact: true });
};

/** Reports a player of this table as out, and who won the chips. */
const out = async (table: Locator, name: string, winner: string): Promise<void> => {
  const asked = await leaving(table, name);
  await asked.getByRole("button", { name: `${winner} won chips` }).click();
  await asked.getByRole("button", { name: "Out", exact: true }).click();
};

test("the floor runs a night with real cards from a phone", async ({ page, room, stranger }) => {
  const line = ["floor", "--url", `${room.url.replace("http", "ws")}/ws`, "--user", FLOOR.name, "--password-stdin"];
  const order = (...words: string[]): string => execFileSync(BINARY, [...line, ...words], { input: `${FLOOR.password}\n`, encoding: "utf8" });
  order("open", "pub-trio");
  const players = { Ada: await stranger(), Bea: await stranger(), Cleo: await stranger() };
  for (const [name, player] of Object.entries(players)) {
    await comeIn(player, name);
    await enter(player);
  }
  // The page of a player says where to sit, and promises no hand.
  await expect(players.Ada.getByText("You play with real cards: Pub trio · table 1, seat")).toBeVisible();
  await expect(players.Ada.getByText("Played with real cards")).toBeVisible();
  await expect(players.Ada.getByText(/next hand/)).toHaveCount(0);
  await players.Ada.screenshot({ path: "shots/laptop-real-cards.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await rule(page);
  await page.getByRole("region", { name: "Tournaments" }).locator(".glance button", { hasText: NAME }).click();
  const part = page.getByRole("region", { name: "Direct a tournament" });
  const table = part.locator(".real-table");
  const seats = table.getByRole("button", { name: /^\w+ is out$/ });
  await expect(seats).toHaveCount(3);
  for (const seat of await seats.all()) expect((await seat.boundingBox())?.height, "it takes a thumb").toBeGreaterThanOrEqual(44);
  await seats.first().scrollIntoViewIfNeeded();
  await page.screenshot({ path: "shots/phone-real-cards.png" });
  expect(await barriers(page)).toEqual([]);

  // Two in one hand. A tap on the other button changes a player's part, a second one takes it back.
  const asked = await leaving(table, "Ada");
  for (const also of ["Bea is out, too", "Bea won chips", "Cleo is out, too"]) await asked.getByRole("button", { name: also }).click();
  await expect(asked.getByRole("status")).toHaveText("2 players are out. One player gets the chips.");
  for (const tap of await asked.getByRole("button").all()) expect((await tap.boundingBox())?.height, "it takes a thumb").toBeGreaterThanOrEqual(44);
  await asked.scrollIntoViewIfNeeded();
  await page.screenshot({ path: "shots/phone-real-cards-hand.png" });
  expect(await barriers(page)).toEqual([]);
  await asked.getByRole("button", { name: "Cleo won chips" }).click();
  await expect(asked.getByRole("status")).toHaveText("One player is out. 2 players share the chips.");
  await asked.getByRole("button", { name: "Cleo won chips" }).click();
  await asked.getByRole("button", { name: "Out", exact: true }).click();
  await expect(seats).toHaveCount(2);
  const ruling = part.locator(".rulings-list li", { hasText: "Ada" }).first();
  await ruling.getByRole("button", { name: "Undo" }).click();
  await ruling.getByLabel("Reason").fill("It was Cleo");
  await ruling.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(seats).toHaveCount(3);

  await out(table, "Cleo", "Bea");
  await expect(seats).toHaveCount(2);
  await out(table, "Bea", "Ada");
  await expect(part.locator(".real-table button")).toHaveCount(0);
  const podium = players.Ada.locator(".podium li");
  for (const [place, name] of [["1", "Ada"], ["2", "Bea"], ["3", "Cleo"]] as const) await expect(podium.filter({ hasText: name })).toContainText(place);
  await players.Ada.screenshot({ path: "shots/laptop-real-cards-results.png", fullPage: true });
});
