// Finished hands: found, replayed step by step, downloaded, and shared by a link.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import type { HandRecord } from "cardroom-bot/protocol";
import { acting, comeIn, expect, myTurn, sitAt, test } from "./room";
import { GAMES, cards, staged } from "./staged";

const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1366, height: 768 } };

/** Returns the avatars on the felt by the names beside them. */
const facesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(await page.locator(".felt .seat:has(.avatar)").evaluateAll((seats) => seats.map(
    (seat): [string, string] => [seat.querySelector(".who")?.textContent ?? "", seat.querySelector(".avatar")?.innerHTML ?? ""],
  )));

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a hand is found, replayed, downloaded and shared: ${size}`, async ({ page, stranger }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    await comeIn(page, `Hana ${size}`);
    await sitAt(page, "Altair");
    await myTurn(page);
    await acting(page, () => page.locator(".act.check").click());
    await page.locator(".pot .result").first().waitFor({ timeout: 90_000 });

    const faces = await facesOf(page);

    // A link leads from the table to the last hand, if there is room for it.
    if (size === "laptop") {
      await expect(page.getByRole("link", { name: /^Replay/ }).first()).toBeVisible();
    }
    await page.goto("/#/hands");
    const rows = page.locator(".hand-row");
    await expect(rows.first()).toBeVisible();
    await expect(rows.first()).toContainText("Altair");
    expect(await barriers(page), "the list of hands").toEqual([]);
    await page.screenshot({ path: `test-results/hands-${size}.png` });

    // A search finds what it asks for, and nothing else.
    await page.getByLabel("Minimum pot").fill("99999999");
    await page.getByRole("button", { name: "Find" }).click();
    await expect(page.getByText("No hand matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(rows.first()).toBeVisible();

    const files = page.getByRole("group", { name: "Download these hands" });
    await expect(files.getByRole("button", { name: "Text" })).toBeVisible();
    await expect(files.getByRole("button", { name: "PokerStars" }), "this room has that format off").toHaveCount(0);
    const [download] = await Promise.all([page.waitForEvent("download"), files.getByRole("button", { name: "PHH" }).click()]);
    expect(readFileSync(await download.path(), "utf8")).toContain('variant = "NT"');

    await rows.first().click();
    await expect(page.locator(".replay .felt")).toBeVisible();
    const step = page.getByRole("slider", { name: "Step of the hand" });
    const replayed = await facesOf(page);
    expect(Object.keys(replayed).length).toBeGreaterThan(1);
    expect(faces, "players look the same at the table").toMatchObject(replayed);
    const last = Number(await step.getAttribute("max"));
    expect(last).toBeGreaterThan(4);
    await expect(step).toHaveValue("1");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(step).toHaveValue("3");
    await page.keyboard.press("ArrowLeft");
    await expect(step).toHaveValue("2");
    await page.keyboard.press("End");
    await expect(step).toHaveValue(String(last));
    await expect(page.locator(".seat.won").first()).toBeVisible();
    await page.getByRole("combobox", { name: "Speed" }).selectOption("4");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => Number(await step.inputValue())).toBeGreaterThan(2);
    // A pause holds the step that is due, also in a page that is too busy to draw.
    const stood = await page.getByRole("button", { name: "Pause" }).evaluate((pause: HTMLButtonElement) => {
      pause.click();
      for (const until = performance.now() + 400; performance.now() < until; );
      return pause.closest("main")?.querySelector<HTMLInputElement>("[type=range]")?.value ?? "";
    });
    await page.waitForTimeout(700);
    await expect(step).toHaveValue(stood);
    // The viewer's own cards are there, and no others that were not shown.
    await page.keyboard.press("Home");
    await step.fill(String(Math.min(last, 4)));
    await expect(page.locator(".seat.mine .card:not(.back)")).toHaveCount(2);
    await expect(page.locator(".seat:not(.mine) .card:not(.back)")).toHaveCount(0);
    expect(await barriers(page), "the replayer").toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, "nothing stands beside the screen").toBeLessThanOrEqual(0);
    await page.screenshot({ path: `test-results/replay-${size}.png` });
    const covered = await page.locator(".replay-line").evaluateAll(([first]) => {
      if (!first?.firstChild) return 0;
      // As long as the line of a showdown in stud.
      first.firstChild.textContent = "shows the King of hearts, ".repeat(7);
      return first.scrollHeight - first.clientHeight;
    });
    expect(covered, "a long line has the room it needs").toBeLessThanOrEqual(1);

    if (size === "phone") return;
    const [one] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Text" }).click()]);
    expect(readFileSync(await one.path(), "utf8")).toContain("Hana laptop");
    await page.getByRole("button", { name: "Share" }).click();
    const toast = await page.locator(".toast", { hasText: "/replay/" }).innerText();
    const link = /https?:\S+/.exec(toast)?.[0] ?? "";
    const other = await stranger();
    await other.goto(link);
    await expect(other.locator(".replay .felt")).toBeVisible();
    expect(await facesOf(other)).toEqual(replayed);
    await other.keyboard.press("End");
    await expect(other.getByRole("slider", { name: "Step of the hand" })).toHaveValue(String(last));
    await expect(other.getByRole("button", { name: "Share" })).toHaveCount(0);
    await other.screenshot({ path: "test-results/replay-shared.png" });
    await page.getByRole("button", { name: "Revoke link" }).click();
    await expect(page.locator(".toast", { hasText: "The link no longer works." })).toBeVisible();
    await other.reload();
    await expect(other.getByText("This link does not lead to a hand.")).toBeVisible();
    await expect(other.locator(".replay .felt")).toHaveCount(0);
  });
}

test("an address that leads nowhere says so, with a way back, and the connection stays", async ({ page }) => {
  await comeIn(page, "Hank Garbage");
  let connections = 0;
  page.on("websocket", () => (connections += 1));
  const huge = "9".repeat(30);
  const nowhere = {
    "There is no such hand": ["hand/garbage", "hand/3-x", `hand/${huge}-1`, "hand/1"],
    "There is no such table.": ["table/garbage", "table/-1", "table/1.5", "table/", `table/${huge}`, "table/4711", "floor/garbage"],
    "There is no such tournament.": [
      "tournament/garbage", "tournament/-1", "tournament/4711", "results/garbage", "results/4711", "direct/garbage", "clock/garbage", "clock/4711",
    ],
    "There is no such ledger": ["ledger/garbage", "ledger/4711"],
  };
  for (const [text, addresses] of Object.entries(nowhere)) {
    for (const address of addresses) {
      await page.goto(`/#/${address}`);
      await expect(page.locator("main").getByText(text), address).toBeVisible();
      await page.locator("main").getByRole("link", { name: "Back to the lobby" }).click();
      await expect(page.locator(".table-card").first(), address).toBeVisible();
    }
  }
  expect(await barriers(page)).toEqual([]);
  await page.waitForTimeout(1000);
  expect(connections, "the room closed no connection").toBe(0);
});

for (const offered of [true, false]) {
  test(`sharing and PokerStars text are ${offered ? "offered where the room has them on" : "hidden where it has them off"}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      const rewrite = (text: string): string => text.replace(/"share_links":(true|false),"pokerstars_text":(true|false)/, `"share_links":${offered},"pokerstars_text":${offered}`);
      server.onMessage((message) => socket.send(rewrite(String(message))));
    });
    await comeIn(page, `Hugo ${offered ? "On" : "Off"}`);
    await sitAt(page, "Altair");
    await myTurn(page);
    await acting(page, () => page.locator(".act.check").click());
    await page.locator(".pot .result").first().waitFor({ timeout: 90_000 });
    await page.goto("/#/hands");
    const files = page.getByRole("group", { name: "Download these hands" });
    await expect(files.getByRole("button", { name: "Text" })).toBeVisible();
    await expect(files.getByRole("button", { name: "PokerStars" })).toHaveCount(offered ? 1 : 0);
    await page.locator(".hand-row").first().click();
    await expect(page.locator(".replay .felt")).toBeVisible();
    if (!(await page.getByRole("button", { name: "Text" }).isVisible())) await page.getByRole("button", { name: "Log and files" }).click();
    await expect(page.getByRole("button", { name: "Text" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toHaveCount(offered ? 1 : 0);
  });
}

test("statistics of one's own, and notes on other players", async ({ page, stranger }) => {
  test.setTimeout(180_000);
  const noted = await stranger();
  await comeIn(noted, "Nora Noted");
  await comeIn(page, "Stan Statistics");
  await page.goto("/#/statistics");
  await expect(page.getByText("You have no notes yet.")).toBeVisible();
  await sitAt(page, "Altair");
  // A curve has two points at least.
  for (let hand = 0; hand < 2; hand += 1) {
    await myTurn(page);
    await expect(async () => {
      if (await page.locator(".actions.turn").isVisible()) await page.keyboard.press("c");
      await expect(page.locator(".pot .result").first()).toBeVisible({ timeout: 300 });
    }).toPass({ timeout: 90_000, intervals: [100] });
  }
  await page.goto("/#/hands");
  await expect(page.locator(".hand-row").first()).toBeVisible();
  await page.getByRole("tab", { name: "Statistics" }).click();
  const figures = page.locator(".statistics .facts");
  await expect(figures.locator("div", { hasText: "Hands" }).locator("dd")).toHaveText(/^[1-9]/);
  for (const figure of ["VPIP", "PFR"]) await expect(figures.locator("div", { hasText: figure }).locator("dd")).toHaveText(/^\d+%$/);
  // The curve begins at nothing and ends at the net result.
  const net = await figures.locator("div", { hasText: "Net" }).locator("dd").innerText();
  const curve = page.locator(".curve");
  await expect(curve.getByRole("img")).toHaveAccessibleName(new RegExp(net.replace("+", "\\+")));
  await expect(curve.locator("figcaption")).toContainText(net);
  expect((await curve.locator("polyline").getAttribute("points"))?.split(" ").length).toBeGreaterThan(1);
  await expect(page.getByRole("region", { name: "Statistics by game" })).toContainText(/hold/i);
  expect(await barriers(page)).toEqual([]);

  await page.getByRole("button", { name: "Add a note" }).click();
  const form = page.getByRole("form", { name: "Note" });
  await form.getByLabel("Player").fill("Nora Noted");
  await form.getByRole("textbox", { name: "Note" }).fill("Calls too much on the river.");
  await form.getByRole("radio", { name: "Color 4" }).check();
  expect(await barriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  const note = page.locator(".note-list li", { hasText: "Nora Noted" });
  await expect(note).toContainText("Calls too much on the river.");
  await page.reload();
  await expect(note, "the note is kept").toContainText("Calls too much on the river.");
  await page.screenshot({ path: "shots/laptop-statistics.png", fullPage: true });
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await note.getByRole("button", { name: "Delete" }).click();
  await expect(note).toHaveCount(0);
});

const RECORD: HandRecord = {
  table: 7, hand: 12, table_name: "Altair", table_seats: 6, tournament: null, rulebook: "online", hybrid: false, began_at: 0, ended_at: 60_000, cards: [], viewer: null, event: null,
  seats: [{ seat: 0, name: "Ada", bot: false, began_with: 1_000, ended_with: 1_100 }, { seat: 1, name: "Blaise", bot: false, began_with: 1_000, ended_with: 900 }],
  steps: [
    {
      after_ms: 0,
      events: [
        { HandStarted: { hand: 12, game: GAMES.holdem, bomb_pot: false, button: 0, small_blind: 0, big_blind: 1, dealt: [0, 1] } },
        { BoardDealt: { board: 0, cards: ["As", "Td", "7c"] } },
        { HandTabled: { seat: 0, cards: ["Ah", "Ad"] } },
        { PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 0, amount: 200, hand: "Three of a kind, Aces" }] } },
        { HandEnded: { hand: 12 } },
      ],
    },
  ],
};

test("a replay shows cards as cards in its log, and each player's avatar", async ({ page }) => {
  await page.route("**/shared/staged.json", (route) => route.fulfill({ json: { ...RECORD, looks: [{ seat: 0, avatar: 3, color: 5 }] } }));
  await page.goto("/replay/staged");
  const lines = page.locator(".replay-line");
  await expect(lines.filter({ hasText: "Flop" }).locator(".small-card")).toHaveText(["A", "10", "7"]);
  await expect(lines.filter({ hasText: "Flop" }).getByRole("img", { name: "ace of spades, ten of diamonds, seven of clubs" })).toBeVisible();
  const shows = lines.filter({ hasText: "Ada shows" });
  await expect(shows.locator(".small-card")).toHaveCount(2);
  await shows.click();
  await expect(page.locator(".replay-now .small-card")).toHaveCount(2);
  const faces = await page.locator(".seat .avatar").evaluateAll((all) => all.map((face) => face.innerHTML));
  expect(new Set(faces).size, "no two of them look the same").toBe(2);
  expect(await barriers(page)).toEqual([]);
});

test("a row of the list shows all cards of a hand on one line", async ({ page }) => {
  const hands = [2, 4, 6].map((held, index) => ({
    table: 7, hand: 1_200 + index, table_name: "The Analytical Engine", tournament: null, game: "Omaha", ended_at: Date.now(), pot: 1_234_567, void: false,
    players: 6, board: cards(20, 5), own: { cards: cards(0, held), began_with: 1_000_000, ended_with: 2_234_567 },
  }));
  await staged(page, { game: "omaha", seats: 6, hands });
  await page.goto("/#/hands");
  for (const [width, height] of [[390, 844], [320, 640], [844, 390], [768, 1024], [1366, 768]] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator(".hand-row")).toHaveCount(3);
    for (const row of await page.locator(".hand-row").all()) {
      const boxes = await row.locator(".card").evaluateAll((all) => all.map((card) => card.getBoundingClientRect()).map(({ top, right, width }) => ({ top, right, width })));
      expect(new Set(boxes.map(({ top }) => Math.round(top))).size, `lines at ${width}`).toBe(1);
      const facts = await row.locator(".fact").first().boundingBox();
      expect(boxes.at(-1)?.right).toBeLessThan(facts?.x ?? 0);
      expect(boxes[0]?.width, `a card at ${width}`).toBeGreaterThan(width < 390 ? 11 : 17);
    }
    await page.screenshot({ path: `test-results/hands-cards-${width}.png` });
  }
});

test.describe("when the clocks change", () => {
  test.use({ timezoneId: "Europe/Vienna" });
  test("a search and the statistics still begin and end at midnight", async ({ page }) => {
    await page.clock.install({ time: new Date("2026-10-27T12:00:00+01:00") });
    const { asked } = await staged(page, { game: "holdem", seats: 6, idle: true });
    await page.goto("/#/hands");
    // This day has 25 hours.
    await page.getByLabel("To", { exact: true }).fill("2026-10-25");
    await page.getByRole("button", { name: "Find" }).click();
    const until = Date.parse("2026-10-26T00:00:00+01:00");
    await expect.poll(() => asked).toContainEqual({ ListHands: expect.objectContaining({ filter: expect.objectContaining({ until }) }) });
    await page.goto("/#/statistics");
    await page.getByRole("combobox").selectOption("stats-7-days");
    const from = Date.parse("2026-10-21T00:00:00+02:00");
    await expect.poll(() => asked).toContainEqual({ GetStatistics: expect.objectContaining({ from }) });
  });
});
