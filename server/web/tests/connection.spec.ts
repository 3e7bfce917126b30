// The connection to the server: what the page does when it is lost, and when it is back.
import { expect, test } from "./room";
import { type Stage, TABLE, staged, tournament, viewOf } from "./staged";

/** How often a request of this name was sent. */
const times = (asked: Record<string, unknown>[], name: string): number => asked.filter((each) => name in each).length;

test("a connection on which the server no longer answers is replaced by a new one", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked } = await staged(page, stage);
  await page.clock.fastForward(15_500);
  await expect.poll(() => times(asked, "Ping")).toBe(2);
  expect(times(asked, "Hello"), "an answered ping changes nothing").toBe(1);
  stage.dead = true;
  await page.clock.fastForward(15_500);
  await page.clock.fastForward(15_500);
  await expect(page.locator(".line-lost")).toContainText("Connection lost");
  stage.dead = false;
  await expect(page.locator(".line-lost")).toHaveCount(0);
  expect(times(asked, "Hello")).toBe(2);
});

test("a room that moves to another machine is met there within a second, and is not called lost", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked, says, drops } = await staged(page, stage);
  const line = page.locator(".line-lost");
  stage.dead = true;
  says({ Goodbye: { code: "moved", message: "Another machine goes on with the room." } });
  drops(4015);
  await expect(line).toHaveText("The room is moving to another machine. Your seat and chips are safe. Reconnecting …");
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.clock.fastForward(1_100);
  await expect(line, "the page tries").toContainText("moving to another machine");
  drops(1006);
  await expect(line, "the other machine is not ready").toContainText("moving to another machine");
  stage.dead = false;
  const hellos = times(asked, "Hello");
  await page.clock.fastForward(1_100);
  await expect(line).toHaveCount(0);
  expect(times(asked, "Hello")).toBe(hellos + 1);
  await expect(page.locator(".seat.mine")).toBeVisible();
});

test("a room that does not come back within ten seconds of its move is lost", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { drops } = await staged(page, stage);
  const line = page.locator(".line-lost");
  stage.dead = true;
  drops(4015);
  await expect(line).toContainText("moving to another machine");
  await page.clock.fastForward(11_000);
  drops(1001);
  await expect(line).toContainText("Connection lost");
});

for (const [language, words] of [["en", "The room is moving to another machine"], ["de", "Der Raum zieht auf eine andere Maschine um"]] as const) {
  test(`the bar and the line name the move in ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("cardroom.settings", JSON.stringify({ language: chosen })), language);
    const stage: Stage = { game: "holdem", seats: 6, own: null };
    const { drops } = await staged(page, stage);
    stage.dead = true;
    drops(4015);
    await expect(page.locator(".line-lost")).toContainText(words);
    await expect(page.locator(".topbar .line")).toHaveAttribute("title", words);
  });
}

test("a page that is back on the network asks at once whether the connection still works", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked } = await staged(page, stage);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => times(asked, "Ping")).toBe(2);
  stage.dead = true;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.fastForward(5_500);
  await expect(page.locator(".line-lost")).toContainText("Connection lost");
});

test("a table that closed while the page was offline is gone", async ({ page }) => {
  const stage: Stage = { game: "holdem", seats: 6, own: null };
  const { drops } = await staged(page, stage);
  stage.refuses = { Observe: "unknown_table" };
  drops();
  await expect(page.locator(".toast")).toHaveText("The Analytical Engine has closed");
  await expect(page).toHaveURL(/#\/$/);
  await expect(page.getByRole("navigation").getByRole("link", { name: "The Analytical Engine" })).toHaveCount(0);
});

test("a seat that was lost while the page was offline is gone", async ({ page }) => {
  const stage: Stage = { game: "holdem", seats: 6, idle: true };
  const { drops } = await staged(page, stage);
  const tab = page.getByRole("navigation").getByRole("link", { name: "The Analytical Engine" });
  await page.getByRole("link", { name: "Lobby", exact: true }).click();
  await expect(tab).toBeVisible();
  stage.own = null;
  drops();
  await expect(tab).toHaveCount(0);
});

test("a tournament's table that closes leads to the tournament, and only from its own page", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, tournament: { ...tournament(), you: null } });
  says({ TableClosed: { table: TABLE } });
  await expect(page).toHaveURL(/#\/tournament\/3$/);
  says({ TableClosed: { table: 3 } });
  await page.waitForTimeout(200);
  await expect(page).toHaveURL(/#\/tournament\/3$/);
});

test("a player who logs out sees the table as a visitor", async ({ page }) => {
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked, drops, view } = await staged(page, stage);
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => times(asked, "Logout")).toBe(1);
  view.you = null;
  drops();
  await expect(page.locator(".felt .pod").first()).toBeVisible();
  await expect(page.locator(".seat.mine, .actions.turn")).toHaveCount(0);
});

for (const [address, request, code, missing] of [
  ["ledger/7", "GetTableLedger", "forbidden", "There is no such ledger"],
  ["hand/7-1234", "GetHand", "unknown_hand", "There is no such hand"],
  ["tournament/3", "WatchTournament", "unknown_tournament", "There is no such tournament"],
] as const) {
  test(`a server that is busy does not make a page a missing one: ${address}`, async ({ page }) => {
    await page.clock.install();
    const stage: Stage = { game: "holdem", seats: 6, refuses: { [request]: "busy" } };
    const { asked } = await staged(page, stage);
    await page.goto(`/#/${address}`);
    await expect.poll(() => times(asked, request)).toBe(1);
    const says = page.locator("main").getByText(missing);
    await page.waitForTimeout(300);
    await expect(says).toHaveCount(0);
    stage.refuses = { [request]: code };
    await page.clock.fastForward(6_000);
    if (address === "tournament/3") await page.reload();
    await expect(says).toBeVisible();
  });
}

test("a login that the server is too busy for is tried again", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked, drops } = await staged(page, stage);
  stage.refuses = { LoginToken: "rate_limited" };
  drops();
  await expect.poll(() => times(asked, "LoginToken")).toBe(2);
  await page.waitForTimeout(300);
  await expect(page.locator(".account"), "the session is kept").toContainText("Ada");
  stage.refuses = {};
  await page.clock.fastForward(5_500);
  await expect.poll(() => times(asked, "LoginToken")).toBe(3);
  await page.clock.fastForward(5_500);
  expect(times(asked, "LoginToken"), "one login is enough").toBe(3);
  stage.refuses = { LoginToken: "bad_token" };
  drops();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a table whose page closes before the server has answered leaves nothing behind", async ({ page }) => {
  const stage: Stage = { game: "holdem", seats: 6, own: null };
  const { asked } = await staged(page, stage);
  const tab = page.getByRole("navigation").getByRole("link", { name: "The Analytical Engine" });
  await expect(tab).toBeVisible();
  await page.goto("/#/");
  await expect(tab).toHaveCount(0);
  stage.slowMs = 400;
  await page.goto(`/#/table/${TABLE}`);
  await expect.poll(() => times(asked, "Observe")).toBe(2);
  await page.goto("/#/");
  await page.waitForTimeout(1_000);
  await expect(tab).toHaveCount(0);
});

/** The bodies of the requests of a name. */
const bodies = (asked: Record<string, unknown>[], name: string): Record<string, unknown>[] =>
  asked.filter((each) => name in each).map((each) => each[name] as Record<string, unknown>);

test("an action on a dead line says that it is being sent, and goes out again with the same id and turn", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked, says } = await staged(page, stage);
  stage.dead = true;
  await page.locator(".act.check").click();
  await page.clock.fastForward(1_800);
  await expect(page.getByText("Sending …", { exact: true })).toHaveCount(0);
  await page.clock.fastForward(300);
  await expect(page.locator(".actions").getByText("Sending …")).toBeVisible();
  await expect(page.locator(".topbar .line.good")).toHaveCount(0);
  await expect(page.locator(".act")).toHaveCount(0);
  stage.dead = false;
  await page.clock.fastForward(3_100);
  await expect.poll(() => bodies(asked, "Act")).toEqual([{ table: TABLE, turn: 1, action_id: 1, action: "Call" }]);
  expect(times(asked, "Hello"), "over a new connection").toBe(2);
  says({ ActionRefused: { table: TABLE, action_id: 1, code: "stale_turn", message: "", legal: null } });
  await expect(page.locator(".actions").getByText("Sending …")).toHaveCount(0);
  await page.locator(".act.check").click();
  await expect.poll(() => bodies(asked, "Act").map(({ action_id }) => action_id), "ids go on").toEqual([1, 2]);
});

test("an answer to an offer is sent again if the offer is still open, and never to another one", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6, turn: false };
  const { asked, happens, view } = await staged(page, stage);
  const offer = { ShowOffered: { seat: 0, time_ms: 60_000 } };
  for (const [open, hand, sent] of [[true, 1234, 1], [true, 1235, 1], [false, 1235, 1]] as const) {
    happens(offer);
    await expect(page.getByRole("button", { name: "Show", exact: true })).toBeVisible();
    if (view.you) view.you.offers = open ? [offer] : [];
    if (view.hand) view.hand.hand = hand;
    stage.dead = true;
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.clock.fastForward(2_100);
    await expect(page.locator(".actions").getByText("Sending …")).toBeVisible();
    stage.dead = false;
    await page.clock.fastForward(3_100);
    await expect(page.locator(".actions").getByText("Sending …")).toHaveCount(0);
    await expect.poll(() => times(asked, "ShowOrMuck")).toBe(sent);
  }
});

test("a choice made in advance counts when its turn came while the line was down", async ({ page }) => {
  const stage: Stage = { game: "holdem", seats: 6, turn: false };
  const { asked, drops, view } = await staged(page, stage);
  await page.locator(".in-advance button").filter({ hasText: "Fold" }).click();
  const turn = viewOf({ ...stage, turn: true });
  Object.assign(view, { you: turn.you, hand: turn.hand });
  drops();
  await expect.poll(() => bodies(asked, "Act")).toEqual([{ table: TABLE, turn: 1, action_id: 1, action: "Fold" }]);
});

test("being back at the table is sent again, and only while the player still sits out", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6, idle: true };
  const { asked, drops, view } = await staged(page, stage);
  const mine = view.seats.find((seat) => seat.seat === 0);
  for (const [stays, sent] of [[true, 1], [false, 1]] as const) {
    if (mine) mine.sitting_out = true;
    drops();
    const back = page.getByRole("button", { name: "I’m back" });
    await expect(back).toBeVisible();
    stage.dead = true;
    await back.click();
    if (mine) mine.sitting_out = stays;
    await page.clock.fastForward(2_100);
    stage.dead = false;
    await page.clock.fastForward(3_100);
    await expect(page.locator(".topbar .line.good")).toBeVisible();
    await expect.poll(() => times(asked, "SitIn")).toBe(sent);
  }
});

test("a page that hears everything before its first picture shows it", async ({ page }) => {
  // A component's work after a picture comes late, as on a busy phone.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.requestAnimationFrame = (drawn) => later(() => drawn(performance.now()), 1_500);
    window.setTimeout = ((done: TimerHandler, ms = 0, ...args: unknown[]) => later(done, ms < 100 ? ms + 1_500 : ms, ...args)) as typeof window.setTimeout;
  });
  await page.goto("/");
  await expect(page.locator(".line.open")).toBeVisible({ timeout: 15_000 });
});
