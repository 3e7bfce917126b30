// Names in the reader's words: rulebooks, tables of tournaments, and the tables of one's own hands.
import type { Page } from "@playwright/test";
import type { HandSummary } from "cardroom-bot/protocol";
import { expect, test } from "./room";
import { TABLE, TOURNAMENT, staged, tournament, viewOf } from "./staged";

const speakGerman = async (page: Page): Promise<void> => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
};

/** A tournament under the rules of the room. */
const ofRoom = (rulebook: string) => {
  const event = { ...tournament(), you: null };
  event.info = { ...event.info, rulebook, name: "Sit & go for six" };
  return event;
};

test("a rulebook is called by its title, not by its id", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, own: null, tournament: ofRoom("online") });
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  const head = page.locator(".page-head");
  await expect(head).toContainText("Online rules");
  await expect(head).not.toContainText("ONLINE");
});

test("a rulebook of the operator is called by its id as words", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, own: null, tournament: ofRoom("friday-night") });
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  await expect(page.locator(".page-head")).toContainText("Friday night");
});

test("no page writes a rulebook's id in capitals", async ({ page }) => {
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: "Altair" }).first().waitFor();
  for (const place of ["/#/", "/#/tournaments", "/#/leagues"]) {
    await page.goto(place);
    await page.waitForTimeout(500);
    await expect(page.locator("main")).not.toContainText(/ONLINE|TDA-2024|BRISK/);
  }
  await page.goto("/#/");
  await expect(page.locator(".table-card", { hasText: "Altair" })).toContainText("Brisk");
});

test("in German a tournament's table is named in German", async ({ page }) => {
  await speakGerman(page);
  await staged(page, { game: "holdem", seats: 6, tournament: ofRoom("online"), info: { name: "Sit & go for six · table 12" } });
  await expect(page.locator(".table-bar .title b").first()).toHaveText("Sit & Go für sechs · Tisch 12");
  await expect(page.locator(".topbar .tabs")).toContainText("Sit & Go für sechs · Tisch 12");
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sit & Go für sechs");
  await expect(page.locator(".page-head")).toContainText("Online-Regeln");
});

test("in German the lobby and the form of a host have no English left", async ({ page }) => {
  await speakGerman(page);
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: "Capella" }).waitFor();
  await expect(page.locator("main")).not.toContainText(/run it|twice|times/i);
  await expect(page.locator(".table-card", { hasText: "Capella" })).toContainText("Zwei Boards");
  await page.goto("/#/tournaments");
  await expect(page.locator("main")).toContainText("Sit & Go für sechs");
  await page.goto("/#/host/tournament");
  await page.getByRole("button", { name: "Weiter" }).click();
  const form = page.locator("form.command").first();
  await form.waitFor();
  await expect(form.getByRole("option", { name: "Online-Regeln" })).toBeAttached();
  await expect(form).not.toContainText(/as online rooms|Nightly|single table/);
});

const hand = (table: number, table_name: string, game: string): HandSummary => ({
  table, hand: 1, table_name, tournament: null, game, ended_at: 1_760_000_000_000, pot: 100, void: false, players: 2, board: [], own: null,
});

test("the filter of hands offers only tables and games that one has played", async ({ page }) => {
  const info = viewOf({ game: "holdem", seats: 6 }).info;
  const omaha = viewOf({ game: "omaha", seats: 6, info: { table: 9, name: "Never Seen" } }).info;
  await staged(page, {
    game: "holdem", seats: 6, lobby: [info, omaha, { ...info, table: 10, name: "Passed By" }],
    hands: [hand(TABLE, info.name, "Hold'em"), hand(77, "Closed Long Ago", "Hold'em")],
  });
  await page.goto("/#/hands");
  const options = (name: string): Promise<string[]> => page.locator(`select[name=${name}] option`).allInnerTexts();
  await expect.poll(() => options("table")).toEqual(["Any", "Closed Long Ago", info.name]);
  await expect.poll(() => options("game")).toEqual(["Any", "Hold'em"]);
});
