// When house bots fill a tournament: the lobby and its page count down to the next of them.
import { expect, test } from "./room";
import { TOURNAMENT, staged, tournament } from "./staged";

/** A sit-and-go for two, with one player and a bot on its way. */
const duel = (wait: number | null, maxEntries = 2) => {
  const event = tournament({ phase: "BeforeStart" });
  event.info = {
    ...event.info, name: "Duel", format: "SitAndGo", state: "Registering", starts_at: null, entries: 1, max_entries: maxEntries, players_left: 1, level: 0, open: true, rulebook: "online",
    bot_at: wait === null ? null : Date.now() + wait,
  };
  event.you = null;
  return event;
};

test("a sit-and-go for two says when a bot joins, in the lobby and on its page", async ({ page }) => {
  const event = duel(42_000);
  await staged(page, { game: "holdem", seats: 6, own: null, tournament: event, tournaments: [event.info] });
  await page.goto("/#/tournaments");
  await expect(page.locator(".table-card", { hasText: "Duel" })).toContainText(/A bot joins in 0:[34]\d/);
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  await expect(page.locator(".page-head")).toContainText(/A bot joins in 0:[34]\d/);
});

test("for several free seats it speaks of bots, and after the time of nothing", async ({ page }) => {
  const event = duel(9_500, 6);
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null, tournament: event, tournaments: [event.info] });
  await page.goto("/#/tournaments");
  const row = page.locator(".table-card", { hasText: "Duel" });
  await expect(row).toContainText(/Bots join in 0:0\d/);
  await expect(row.locator(".bot-at")).toHaveCount(0);
  says({ TournamentChanged: { info: { ...event.info, bot_at: Date.now() + 30_000 } } });
  await expect(row).toContainText("Bots join in");
  says({ TournamentChanged: { info: { ...event.info, bot_at: null } } });
  await expect(row.locator(".bot-at")).toHaveCount(0);
});
