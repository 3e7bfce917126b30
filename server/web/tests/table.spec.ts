// The table at every size, and its messages to a player who sits down or leaves.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { collisions, settled } from "./collisions";
import type { TableCommand, TournamentCommand } from "cardroom-bot/protocol";
import { addStyle, comeIn, expect, test } from "./room";
import { GAMES, type Stage, TABLE, cards, staged, tournament, viewOf } from "./staged";

const PHONES = [[320, 640], [390, 844], [844, 390]] as const;
const SIZES = [...PHONES, [768, 1024], [1024, 768], [1366, 768], [1920, 1080], [2560, 1440]] as const;

const STAGES: Record<string, Stage> = {
  "hold'em for ten": { game: "holdem", seats: 10 },
  "hold'em for six": { game: "holdem", seats: 6, board: 3 },
  "heads-up": { game: "holdem", seats: 2 },
  "Omaha for nine": { game: "omaha", seats: 9 },
  "stud for eight": { game: "stud", seats: 8 },
  "stud for seven": { game: "stud", seats: 7 },
  "a draw for six": { game: "draw", seats: 6 },
  "a tournament's table": { game: "holdem", seats: 9, tournament: tournament() },
};

for (const [name, stage] of Object.entries(STAGES)) {
  test(`nothing lies over anything or is cut off at any size: ${name}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await staged(page, stage);
    await page.locator(".actions.turn").waitFor();
    const found: Record<string, string[]> = {};
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      found[`${width}×${height}`] = await settled(page);
    }
    expect(found).toEqual(Object.fromEntries(SIZES.map(([width, height]) => [`${width}×${height}`, []])));
  });
}

test("an offer above the table leaves the felt room enough, at any size", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null, empty: [3] });
  says({ WaitListPlace: { table: TABLE, place: 1, waiting: 5 } });
  says({ SeatOffered: { table: TABLE, time_ms: 60_000 } });
  await page.locator(".ask").waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    expect(await settled(page), `${width}×${height}`).toEqual([]);
  }
});

test("what lies over something is found", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6 });
  await page.locator(".actions.turn").waitFor();
  await page.waitForTimeout(700);
  expect(await collisions(page)).toEqual([]);
  await addStyle(page, ".board { translate: 0 90px; } .table-bar { translate: 600px 0; }");
  const found = await collisions(page);
  expect(found.some((each) => /^own .* × board/.test(each))).toBe(true);
  expect(found.some((each) => each.endsWith("is cut off"))).toBe(true);
});

test("on a phone held sideways the actions stand beside the felt", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await staged(page, { game: "holdem", seats: 6 });
  const [felt, actions] = [await page.locator(".felt").boundingBox(), await page.locator(".actions.turn").boundingBox()];
  expect(felt?.height).toBeGreaterThan(300);
  expect(actions?.x).toBeGreaterThanOrEqual((felt?.x ?? 0) + (felt?.width ?? 0));
});

test("pods and cards grow with the screen", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6 });
  const width = async (selector: string): Promise<number> => (await page.locator(selector).first().boundingBox())?.width ?? 0;
  const [pod, card] = [await width(".pod"), await width(".board .card")];
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(() => width(".pod")).toBeGreaterThan(pod * 1.6);
  expect(await width(".board .card")).toBeGreaterThan(card * 1.6);
});

test("opponents' up cards in stud can be read on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await staged(page, { game: "stud", seats: 8 });
  await page.waitForTimeout(500);
  const shown = await page.locator(".seat:not(.mine) .cards.mixed").evaluateAll((hands) =>
    hands.map((hand) => {
      const faces = [...hand.querySelectorAll(".card:not(.back)")].map((card) => card.getBoundingClientRect());
      const rank = hand.querySelector(".index b");
      return { size: parseFloat(getComputedStyle(rank as Element).fontSize), least: Math.min(...faces.slice(1).map((box, index) => box.left - (faces[index]?.left ?? 0))) };
    }),
  );
  expect(shown).toHaveLength(6);
  for (const { size, least } of shown) {
    expect(size).toBeGreaterThanOrEqual(14);
    expect(least, "so much of each card is seen").toBeGreaterThanOrEqual(size);
  }
});

test("a turn is announced in front of an open dialog, too", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, turn: false });
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  const alert = page.locator("dialog .turns");
  await expect(alert).toHaveText("");
  says({ YourTurn: { table: TABLE, seq: 1, turn: 2, legal: { fold: true, check: true, call: null, bring_in: null, wager: null, discard: null } } });
  await expect(alert).toContainText("Your turn at The Analytical Engine");
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".app > .turns")).toContainText("Your turn at The Analytical Engine");
});

test("without motion the bar of a turn still shows what is left of it", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await staged(page, { game: "holdem", seats: 6, left: 8_000 });
  const left = (): Promise<number> =>
    page.locator(".turn-bar").evaluate((bar) => bar.getBoundingClientRect().width / (bar.parentElement?.clientWidth ?? 1));
  await expect.poll(left).toBeGreaterThan(0.6);
  await expect.poll(left, { timeout: 10_000 }).toBeLessThan(0.5);
  // It goes in steps, and not with every frame.
  const seen = new Set<number>();
  for (let look = 0; look < 30; look += 1) seen.add(Math.round((await left()) * 1000));
  expect(seen.size).toBeLessThan(10);
});

test("a hybrid table shows no time before the clock is called", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6, info: { hybrid: true } });
  await expect(page.locator(".seat.mine.acts")).toBeVisible();
  const clocks = page.locator(".turn-bar, .time-left");
  await expect(clocks).toHaveCount(0);
  happens({ Turn: { seat: 0, time_ms: 30_000, bank_ms: 0 } });
  await page.waitForTimeout(200);
  await expect(clocks).toHaveCount(0);
  happens({ ClockCalled: { seat: 0, time_ms: 25_000, count_ms: 10_000, rule: "TDA 30" } });
  await expect(page.locator(".seat.mine .turn-bar")).toBeVisible();
  await expect(page.locator(".time-left")).toContainText(/0:2\d/);
});

test("the names of a table's buttons begin with what is written on them", async ({ page, context }) => {
  const misnamed = (page: Page): Promise<string[]> =>
    page.locator(".table-bar button, .table-bar a, .felt button").evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const copy = button.cloneNode(true) as HTMLElement;
        for (const hidden of copy.querySelectorAll("[aria-hidden], .unseen, .count")) hidden.remove();
        const [written, name] = [(copy.textContent ?? "").trim(), button.getAttribute("aria-label") ?? button.textContent ?? ""];
        // A button that is only a picture shows its name to a mouse.
        const isPicture = written === "" && button.querySelector("svg") !== null;
        return isPicture ? (name && button.getAttribute("title") === name ? [] : [`picture: ${name}`]) : name.startsWith(written) && written ? [] : [`${written}: ${name}`];
      }),
    );
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, empty: [1, 4] });
  await expect(page.getByRole("button", { name: "Sit here: seat 2" })).toBeVisible();
  expect(await misnamed(page)).toEqual([]);
  says({ WaitListPlace: { table: TABLE, place: 1, waiting: 2 } });
  await expect(page.getByRole("button", { name: "Waiting list: 1 of 2" })).toBeVisible();
  expect(await misnamed(page)).toEqual([]);
  const tiles = await context.newPage();
  await staged(tiles, { game: "holdem", seats: 6 });
  expect(await misnamed(tiles)).toEqual([]);
  await tiles.goto("/#/tiles");
  await expect(tiles.getByRole("link", { name: "Open The Analytical Engine" })).toBeVisible();
  expect(await misnamed(tiles)).toEqual([]);
});

test("a player who leaves in the middle of a hand is told so, also after a reload", async ({ page }) => {
  const { happens, says } = await staged(page, { game: "holdem", seats: 6, turn: false });
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("button", { name: "Leaving", exact: true })).toBeDisabled();
  await expect(page.locator(".actions")).toContainText("You leave after this hand. Until then, the server checks or folds for you.");
  await expect(page.getByRole("group", { name: "In advance" })).toHaveCount(0);
  await expect(page.locator(".seat.mine .badge")).toHaveText("Leaving");
  await page.reload();
  await expect(page.locator(".actions")).toContainText("You leave after this hand");
  happens(
    { BetsCollected: { pots: [{ amount: 23_100, seats: [4] }] } }, { PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 4, amount: 23_100, hand: null }] } },
    { HandEnded: { hand: 1234 } }, { SeatLeft: { seat: 0 } },
  );
  says({ LeftTable: { table: TABLE, cashed_out: 9_850, reason: "you left", stayed: 150 } });
  await expect(page.locator(".toast", { hasText: "150 chips that you won from guests" })).toBeVisible();
  await expect(page.locator(".actions")).toHaveCount(0);
});

test("a table that a player leaves from another page is gone from the tabs", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, idle: true });
  const tab = page.getByRole("navigation").getByRole("link", { name: "The Analytical Engine" });
  await page.getByRole("link", { name: "Lobby", exact: true }).click();
  await expect(tab).toBeVisible();
  says({ LeftTable: { table: TABLE, cashed_out: 9_850, reason: "", stayed: 0 } });
  await expect(tab).toHaveCount(0);
});

test("a big blind that also pays the ante is still called the big blind", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6, idle: true });
  happens(
    { HandStarted: { hand: 1235, game: GAMES.holdem, bomb_pot: false, button: 0, small_blind: 1, big_blind: 2, dealt: [0, 1, 2, 3] } },
    { Posted: { seat: 2, post: "BigBlind", amount: 100 } }, { Posted: { seat: 2, post: "Ante", amount: 100 } },
  );
  await expect(page.locator('[data-seat="2"] .badge')).toHaveAttribute("data-did", "big-blind");
});

test("a view of another hand leaves nothing of the one before", async ({ page }) => {
  const stage = { game: "holdem", seats: 6, turn: false } as const;
  const { happens, says } = await staged(page, stage);
  happens({ HandEnded: { hand: 1234 } }, { RabbitShown: { cards: ["As", "Kd"] } });
  await expect(page.locator(".board.rabbit")).toBeVisible();
  const view = viewOf(stage);
  says({ TableSnapshot: { table: TABLE, view: { ...view, seq: 20, hand: view.hand && { ...view.hand, hand: 1236 } } } });
  await expect(page.locator(".board.rabbit")).toHaveCount(0);
});

test("nobody is offered to see a hand when only the viewer mucked", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6, turn: false });
  const group = page.getByRole("group", { name: "Ask to see a hand" });
  happens({ HandTabled: { seat: 4, cards: ["As", "Kd"] } }, { HandMucked: { seat: 0 } }, { AwardHeld: { time_ms: 60_000 } });
  await expect(page.locator(".seat.mine .cards")).toHaveClass(/dead/);
  await expect(group).toHaveCount(0);
  happens({ HandMucked: { seat: 3 } });
  await expect(group.getByRole("button")).toHaveText("See Dorothy Vaughan’s hand");
});

test("the own cards stay after a fold, dimmed, until the next hand", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6 });
  const own = page.locator(".seat.mine .cards");
  await expect(own).toHaveClass(/faces/);
  await expect(own).not.toHaveClass(/dead/);
  happens({ Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } });
  await expect(own).toHaveClass(/dead/);
  await expect(own.locator(".card")).toHaveCount(2);
  await expect(page.locator(".seat.mine .card.back")).toHaveCount(0);
  happens({ HandStarted: { hand: 1235, game: GAMES.holdem, bomb_pot: false, button: 0, small_blind: 1, big_blind: 2, dealt: [1, 2, 3] } });
  await expect(own).toHaveCount(0);
});

const SHOWDOWN = { board: ["As", "Ks", "7d", "7c", "2h"], winner: ["Ah", "7s"], loser: ["Kd", "Qc"] };

test("the winning hand is marked and the lost ones are dimmed", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 0, turn: false });
  happens(
    { BetsCollected: { pots: [{ amount: 20_600, seats: [0, 1, 2] }] } }, { BoardDealt: { board: 0, cards: SHOWDOWN.board } },
    { HandTabled: { seat: 1, cards: SHOWDOWN.winner } }, { HandTabled: { seat: 2, cards: SHOWDOWN.loser } }, { HandMucked: { seat: 0 } },
  );
  await expect(page.locator(".card.wins, .cards.dead:not(.own)")).toHaveCount(0);
  happens({ PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 1, amount: 20_600, hand: "Full house, Sevens over Aces" }] } });
  await expect(page.locator(".flying").first(), "chips move to the winner").toBeAttached();
  const marked = (selector: string): Promise<(string | null)[]> => page.locator(selector).evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")));
  await expect.poll(() => marked(".seat .card.wins")).toEqual(["Ace of hearts", "Seven of spades"]);
  expect(await marked(".board .card.wins")).toEqual(["Ace of spades", "Seven of diamonds", "Seven of clubs"]);
  expect(await marked(".board .card.rest")).toHaveLength(2);
  await expect(page.locator('[data-seat="2"] .cards')).toHaveClass(/dead/);
  await expect(page.locator('[data-seat="1"] .cards')).not.toHaveClass(/dead/);
  await expect(page.locator(".seat.mine .cards"), "the own hand that was thrown away").toHaveClass(/dead/);
  happens({ HandEnded: { hand: 1234 } });
  await expect(page.locator(".seat.mine .card.press"), "the own cards can be shown now").toHaveCount(2);
  await expect(page.locator(".seat.mine .cards")).not.toHaveClass(/dead/);
  await expect.poll(() => marked(".seat .card.wins")).toEqual(["Ace of hearts", "Seven of spades"]);
  await expect(page.locator('[data-seat="2"] .cards')).toHaveClass(/dead/);
  expect(await barriers(page)).toEqual([]);
});

test("where folded hands stay down, a hand that was thrown away stays dimmed", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 5, turn: false, info: { shows_folded: false } });
  happens({ Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } }, { HandEnded: { hand: 1234 } });
  await expect(page.locator(".actions .seat-line")).toContainText("The hand is over");
  await expect(page.locator(".seat.mine .card.press")).toHaveCount(0);
  await expect(page.locator(".seat.mine .cards")).toHaveClass(/dead/);
});

test("the log names the kicker that decides between two hands of one name", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 0, turn: false });
  happens(
    { BetsCollected: { pots: [{ amount: 20_600, seats: [0, 1, 2] }] } }, { BoardDealt: { board: 0, cards: ["As", "9c", "7d", "4c", "2h"] } },
    { HandTabled: { seat: 1, cards: ["Ah", "Qs"] } }, { HandTabled: { seat: 2, cards: ["Ad", "Jc"] } }, { HandMucked: { seat: 0 } },
    { PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 1, amount: 20_600, hand: "Pair of Aces" }] } }, { HandEnded: { hand: 1234 } },
  );
  await expect(page.getByRole("log", { name: "Hand log" })).toContainText("with a pair of aces, queen kicker");
});

test("at an all-in the open hands show what they win on average", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 0, turn: false });
  happens(
    { Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } }, { BetsCollected: { pots: [{ amount: 20_600, seats: [1, 2] }] } },
    { HandTabled: { seat: 1, cards: ["Ah", "Ad"] } },
  );
  await expect(page.locator('[data-seat="1"] .cards.faces')).toBeVisible();
  await expect(page.locator(".badge.equity")).toHaveCount(0);
  happens({ HandTabled: { seat: 2, cards: ["Kh", "Kd"] } });
  await expect(page.locator('[data-seat="1"] .badge.equity')).toHaveText(/^8[12]%$/);
  await expect(page.locator('[data-seat="2"] .badge.equity')).toHaveText(/^1[89]%$/);
  happens({ BoardDealt: { board: 0, cards: ["2c", "7d", "Ks", "9h", "3d"] } });
  await expect(page.locator(".badge.equity")).toHaveCount(0);
});

/** Turns a switch in the settings of the account. */
const turn = async (page: Page, name: string): Promise<void> => {
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch", { name }).click();
  await page.keyboard.press("Escape");
};

test("suits have four colors, or two", async ({ page }) => {
  await staged(page, { game: "omaha", seats: 4, cards: ["As", "Kh", "Qd", "Jc"] });
  const colors = (): Promise<number> =>
    page.locator(".seat.mine .card .index b").evaluateAll((ranks) => new Set(ranks.map((rank) => getComputedStyle(rank).color)).size);
  await expect.poll(colors).toBe(4);
  await turn(page, "Four suit colors");
  await expect.poll(colors).toBe(2);
  await page.reload();
  await expect(page.locator(".seat.mine .card")).toHaveCount(4);
  expect(await colors(), "the choice is remembered").toBe(2);
});

test("the chances at an all-in can be switched off", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 0, turn: false });
  happens(
    { Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } }, { BetsCollected: { pots: [{ amount: 20_600, seats: [1, 2] }] } },
    { HandTabled: { seat: 1, cards: ["Ah", "Ad"] } }, { HandTabled: { seat: 2, cards: ["Kh", "Kd"] } },
  );
  await expect(page.locator(".badge.equity")).toHaveCount(2);
  await turn(page, "Show winning chances at all-in");
  await expect(page.locator(".badge.equity")).toHaveCount(0);
});

test("a tournament's table shows the level, the clock, the players, the rank and the break", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { directs } = await staged(page, { game: "holdem", seats: 9, tournament: tournament() });
  const strip = page.locator(".strip");
  for (const [kind, text] of [
    ["level", "Level 350/100 (100)"], ["next", "100/200 (200)"], ["left", "23/45"], ["rank", "Rank1"], ["average", "39,130"], ["clock", /4:\d\d/], ["break", /2\d:\d\d/],
  ] as const) {
    await expect(strip.locator(`.strip-${kind}`)).toHaveText(typeof text === "string" ? new RegExp(text.replace(/[()]/g, "\\$&")) : text);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(strip.locator(".strip-level")).toBeVisible();
  await expect(page.locator(".table-bar .stakes")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  directs({ ClockPaused: { remaining_ms: 200_000, reason: "fire alarm" } });
  await expect(page.locator(".halt")).toContainText("fire alarm");
  directs({ ClockResumed: { remaining_ms: 200_000 } });
  await expect(page.locator(".halt")).toHaveCount(0);
  directs({ BreakBegan: { remaining_ms: 300_000, next: null } });
  await expect(page.locator(".halt")).toContainText(/Break\. Play resumes in (5:00|4:5\d)/);
});

test("what the host and the floor do is told in sentences, in both languages", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6, turn: false });
  const order = (command: TableCommand): void => happens({ FloorOrdered: { operator: "Hilda", command, reason: "A late gift", rule: null } });
  const gift = { seat: 2, player: "Charles", amount: 1_300 };
  order({ GiveChips: gift });
  order({ TakeBackChips: gift });
  order({ ReawardPot: { about: "Reading", from: 1, to: 2, amount: 500 } });
  order({ AddTime: { seat: 2, time_ms: 30_000 } });
  const log = page.locator(".panel .lines");
  for (const sentence of [
    "Hilda gives Charles 1,300 chips: A late gift", "Hilda takes 1,300 chips from Charles: A late gift", "Floor (Hilda): moves 500 of a pot from Blaise Pascal to Charles. A late gift", "Floor (Hilda): gives Charles 30 more seconds. A late gift",
  ]) await expect(log).toContainText(sentence);
  await page.evaluate(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await page.reload();
  await page.locator(".felt .pod").first().waitFor();
  order({ GiveChips: gift });
  await expect(log).toContainText("Hilda gibt Charles 1.300 Chips: A late gift");
});

test("what is ruled in a tournament is told in sentences, in its news and on the clock", async ({ page }) => {
  const { directs } = await staged(page, { game: "holdem", seats: 6, idle: true, tournament: tournament() });
  const rules = (command: TournamentCommand, rule: string | null = null): void => directs({ FloorRuled: { operator: "Lady Justice", command, reason: "So it goes", rule, state: "Made" } });
  await page.goto("/#/clock/3");
  rules({ MissHands: { entry: 5, hands: 3 } }, "TDA 71");
  await expect(page.locator(".wall footer")).toHaveText("Lady Justice: makes Ada miss 3 hands. So it goes (TDA 71)");
  expect(await barriers(page)).toEqual([]);
  await page.goto("/#/tournament/3");
  await page.getByRole("tab", { name: "News" }).click();
  expect(await barriers(page)).toEqual([]);
  rules({ HandForHand: true });
  rules({ Move: { entry: 5, table: 9, seat: 3 } });
  rules({ SetClock: { level: 4, seconds_left: 90 } });
  for (const sentence of ["begins hand-for-hand play", "moves Ada to table 9, seat 4", "sets the clock to level 4 with 1:30 left"]) {
    await expect(page.locator(".news")).toContainText(sentence);
  }
});

test("a watcher's clock on the wall follows the average stack and the prizes", async ({ page }) => {
  const event = { ...tournament(), you: null };
  const { asked, directs } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, tournament: event });
  await page.goto("/#/clock/3");
  await expect(page.locator(".wall-figures")).toContainText("39,130");
  Object.assign(event, { average_stack: 45_000, payouts: [{ first: 1, last: 1, prize: 18_000, ticket: null }] });
  directs({ PlayerOut: { entry: 9, name: "Ida Rhodes", place: 23, tied: 1, prize: 0, ticket: null, eliminated_by: [], players_left: 22 } });
  await expect(page.locator(".wall-figures")).toContainText("45,000");
  await expect(page.locator(".wall-prizes")).toContainText("18,000");
  await page.goto("/#/");
  await expect.poll(() => asked).toContainEqual({ WatchTournament: expect.objectContaining({ on: false }) });
});

test("an invite link to this room can be followed from the chat, and no other link", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6 });
  await page.getByRole("tab", { name: "Chat" }).click();
  const link = `${new URL(page.url()).origin}/#/join/K7QX2M9RTA`;
  says({ ChatLine: { table: TABLE, name: "Charles", text: `Again? ${link}`, staff: false } });
  says({ ChatLine: { table: TABLE, name: "Charles", text: "Not https://example.org/#/join/K7QX2M9RTA", staff: false } });
  await expect(page.locator(".panel .lines").getByRole("link")).toHaveCount(1);
  await expect(page.locator(".panel .lines").getByRole("link")).toHaveAttribute("href", "#/join/K7QX2M9RTA");
});

const FINISHED = { tournament: 3, entry: 1, place: 4, tied: 1, prize: 0, ticket: null, bounties: 0, may_re_enter: false };

test("a tournament that is over for a player takes over only its own pages", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6 });
  says({ Finished: FINISHED });
  const toast = page.locator(".toast").getByRole("link", { name: "You finished in 4th place" });
  await expect(toast).toBeVisible();
  await expect(page).toHaveURL(/#\/table\/7$/);
  says({ NewSeat: { tournament: 3, entry: 1, table: 9, seat: 2, stack: 1_000, reason: "Balanced" } });
  await expect(page.locator(".toast").getByRole("link", { name: "You have a new seat" })).toHaveAttribute("href", "#/table/9");
  await expect(page).toHaveURL(/#\/table\/7$/);
  expect(await barriers(page)).toEqual([]);
  await toast.click();
  await expect(page).toHaveURL(/#\/tournament\/3$/);
});

test("a tournament that is over for a player leads from its table to its page", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, tournament: tournament() });
  says({ Finished: FINISHED });
  await expect(page).toHaveURL(/#\/tournament\/3$/);
});

test("a tournament takes a player who waits in the lobby to their seat", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6 });
  await page.goto("/#/");
  says({ NewSeat: { tournament: 3, entry: 1, table: 9, seat: 2, stack: 1_000, reason: "Draw" } });
  await expect(page).toHaveURL(/#\/table\/9$/);
});

test("no hand is promised in a pause or a break of the tournament", async ({ page }) => {
  const { directs } = await staged(page, { game: "holdem", seats: 6, idle: true, tournament: tournament() });
  await expect(page.getByText("The next hand starts soon")).toBeVisible();
  directs({ ClockPaused: { remaining_ms: 200_000, reason: "fire alarm" } });
  await expect(page.locator(".halt")).toContainText("fire alarm");
  await expect(page.getByText("The next hand starts soon")).toHaveCount(0);
  directs({ BreakBegan: { remaining_ms: 300_000, next: null } });
  await expect(page.locator(".halt")).toContainText(/break/i);
  await expect(page.getByText("The next hand starts soon")).toHaveCount(0);
});

test("a table that the floor pauses says why", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6, idle: true });
  happens({ FloorOrdered: { operator: "Lady Justice", command: "Pause", reason: "A new deck is coming", rule: null } }, { Paused: { reason: "" } });
  await expect(page.locator(".halt")).toHaveText("The table is paused. A new deck is coming");
  happens({ Resumed: {} });
  await expect(page.locator(".halt")).toHaveCount(0);
});

test("in a pause no clock is drawn, and nobody is asked", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6 });
  await expect(page.locator(".actions.turn")).toBeVisible();
  await expect(page.locator(".turn-bar")).toHaveCount(1);
  happens({ Paused: { reason: "" } });
  await expect(page.locator(".halt")).toHaveText("The table is paused.");
  await expect(page.locator(".actions.turn")).toHaveCount(0);
  await expect(page.locator(".turn-bar")).toHaveCount(0);
  await expect(page.locator(".seat.acts"), "the turn stays").toHaveCount(1);
});

test("the reason of a pause during a hand stands beside the felt, at any size", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { happens } = await staged(page, { game: "holdem", seats: 9 });
  const reason = "The deck is two cards short, and a new one comes from the cage in a quarter of an hour.";
  happens({ FloorOrdered: { operator: "Lady Justice", command: "Pause", reason, rule: null } }, { Paused: { reason: "" } });
  await expect(page.locator(".halt")).toHaveText(`The table is paused. ${reason}`);
  for (const [width, height] of SIZES.filter(([width]) => width > 320)) {
    await page.setViewportSize({ width, height });
    expect(await settled(page), `${width}×${height}`).toEqual([]);
  }
});

test("a table's bar shows how many wait for a seat as the lobby reports it", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, own: null });
  const join = page.getByRole("button", { name: /^Join the waiting list/ });
  const { info } = viewOf({ game: "holdem", seats: 6, own: null });
  for (const waiting of [2, 5]) {
    says({ TableChanged: { info: { ...info, waiting } } });
    // The next ping would render the page again anyway.
    await expect(join).toContainText(String(waiting), { timeout: 5_000 });
  }
});

test("once the room is closing, the page says that no further hand begins", async ({ page }) => {
  const { says, happens } = await staged(page, { game: "holdem", seats: 6 });
  const line = page.locator(".seat-line");
  happens({ Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } });
  await expect(line).toContainText("You are dealt in for the next hand.");
  says({ RoomClosing: { message: "" } });
  await expect(page.locator(".line-lost")).toHaveText("The room closes when the hands in progress are over. Your seat and chips are safe.");
  await expect(line).toContainText("You folded. The room closes after this hand.");
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-closing.png" });
  happens({ HandEnded: { hand: 1234 } });
  await expect(line).toContainText("No new hand begins, because the room is closing.");
});

test("while the room cannot store anything, the page says so once, and no longer than that", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6 });
  const line = page.locator(".line-lost");
  await expect(line).toHaveCount(0);
  says({ StoringFails: { failing: true } });
  await expect(line).toHaveText("The room cannot save anything at the moment. Nothing that was played is lost, and play continues by itself.");
  expect(await barriers(page)).toEqual([]);
  for (const [name, width, height] of [["phone", 390, 844], ["landscape", 844, 390], ["small", 320, 568], ["tablet", 820, 1180], ["laptop", 1366, 768]] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `shots/${name}-storing-fails.png` });
  }
  says({ StoringFails: { failing: false } });
  await expect(line).toHaveCount(0);
});

test("a player who sits out reads why", async ({ page }) => {
  const { happens, says } = await staged(page, { game: "holdem", seats: 6 });
  const line = page.locator(".seat-line");
  happens({ Acted: { seat: 0, action: "Fold", added: 0, timed_out: true } }, { SatOut: { seat: 0 } });
  await expect(line).toHaveText("You sit out because your time ran out.");
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-sits-out.png" });
  // The page does not know what happened before it was loaded.
  happens({ SatIn: { seat: 0 } }, { SatOut: { seat: 0 } });
  await expect(line).toHaveText("You sit out.");
  happens({ SatIn: { seat: 0 } });
  await page.locator(".table-bar").getByRole("button", { name: "Seat" }).click();
  await page.locator("dialog").getByRole("switch").first().click();
  happens({ SatOut: { seat: 0 } });
  await page.keyboard.press("Escape");
  await expect(line).toHaveText("You sit out because you asked to.");
  says({ TableSnapshot: { table: TABLE, view: viewOf({ game: "holdem", seats: 6, idle: true, broke: true }) } });
  await expect(line).toHaveText("You sit out because you have no chips.");
});

test("a player who is all-in and sits out next is not told to have no chips", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 6 });
  happens({ Acted: { seat: 0, action: { RaiseTo: 12_250 }, added: 9_850, timed_out: false } }, { SatOut: { seat: 0 } });
  await expect(page.locator(".seat-line")).toHaveText("You sit out.");
  await expect(page.locator(".actions").getByRole("button", { name: /^Rebuy/ })).toHaveCount(0);
});

test("if several bet sizes come to the same amount, only the first is lit", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6 });
  const wager = { raise: true, min_to: 40_000, max_to: 98_500, pot_to: 40_000, fixed: false };
  says({ YourTurn: { table: TABLE, seq: 1, turn: 2, legal: { fold: true, check: false, call: 2_400, bring_in: null, wager, discard: null } } });
  const sizes = page.locator(".sizing .presets");
  await expect(sizes.getByRole("button", { name: "½" })).toHaveAttribute("title", /40,000/);
  await expect(sizes.locator("[aria-pressed=true]")).toHaveText(["Min"]);
  await sizes.getByRole("button", { name: "Pot" }).click();
  await expect(sizes.locator("[aria-pressed=true]")).toHaveText(["Min"]);
});

test("a buy-in begins at a hundred big blinds, and a wrong amount says what is wrong", async ({ page }) => {
  await comeIn(page, "Bo Buys");
  await page.locator(".table-card", { hasText: "Altair" }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  const dialog = page.locator("dialog");
  const amount = dialog.getByRole("textbox", { name: /^Buy-in/ });
  await expect(amount).toHaveValue("1000");
  await dialog.getByRole("button", { name: "Min" }).click();
  await expect(amount).toHaveValue("400");
  await expect(dialog).toContainText("40 BB");
  for (const [typed, message] of [
    ["399", "The minimum buy-in is 400."], ["1501", "The maximum buy-in is 1,500."], ["2.5", "Enter a whole number of chips."], ["", "Enter a whole number of chips."],
    ["5x", "Enter a whole number of chips."],
  ] as const) {
    await amount.fill(typed);
    await expect(dialog.getByRole("alert")).toHaveText(message);
    await expect(dialog.getByRole("button", { name: "Sit down" })).toBeDisabled();
  }
  expect(await barriers(page)).toEqual([]);
  await amount.fill("0,650");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("slider").fill("700");
  await expect(amount).toHaveValue("700");
  await dialog.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".account")).toContainText("9,300");
});

test("a player who left with more chips is offered to bring them back", async ({ page }) => {
  const { view } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, empty: [1], wallet: 90_000, refuses: { Sit: "rathole" } });
  // The player left while the page was open. The server says the new range in the next view only.
  view.buy_in = { min: 22_195, max: 22_195 };
  await page.getByRole("button", { name: "Sit here: seat 2" }).click();
  const dialog = page.locator("dialog");
  const amount = dialog.getByRole("textbox", { name: /^Buy-in/ });
  await expect(amount).toHaveValue("22195");
  await expect(dialog.getByRole("alert")).toHaveCount(0);

  // The chips left another table of the same game after the dialog had opened.
  view.buy_in = { min: 31_000, max: 31_000 };
  await dialog.getByRole("button", { name: "Sit down" }).click();
  await expect(amount).toHaveValue("31000");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a buy-in never begins with the whole wallet", async ({ page }) => {
  // Eight thousand in the wallet, and a hundred big blinds are ten thousand.
  await staged(page, { game: "holdem", seats: 6, own: null, idle: true, empty: [1] });
  await page.getByRole("button", { name: "Sit here: seat 2" }).click();
  const amount = page.locator("dialog").getByRole("textbox", { name: /^Buy-in/ });
  await expect(amount).toHaveValue("4000");
  await amount.fill("9000");
  await expect(page.locator("dialog").getByRole("alert")).toHaveText("Your wallet covers at most 8,000.");
});

test("a player without chips buys in again at a hundred big blinds, or for another amount", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6, idle: true, broke: true, wallet: 50_000 });
  const actions = page.locator(".actions");
  const amount = actions.getByRole("textbox", { name: "Top up" });
  await expect(amount).toHaveValue("10000");
  await expect(actions.getByRole("button", { name: "Rebuy 10,000 and play" })).toBeEnabled();
  await amount.fill("3999");
  await expect(actions.getByRole("alert")).toHaveText("Enter an amount from 4,000 to 20,000.");
  await expect(actions.getByRole("button", { name: /^Rebuy/ })).toBeDisabled();
  await amount.fill("5000");
  expect(await barriers(page)).toEqual([]);
  await actions.getByRole("button", { name: "Rebuy 5,000 and play" }).click();
  expect(asked).toContainEqual({ Rebuy: expect.objectContaining({ amount: 5_000 }) });
});

test("a player without chips is not offered the whole wallet", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, idle: true, broke: true });
  await expect(page.locator(".actions").getByRole("button", { name: "Rebuy 4,000 and play" })).toBeVisible();
});

test("a top-up begins with what is missing to a hundred big blinds, and can be typed", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6, idle: true, info: { top_up_to: 12_000 } });
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  const dialog = page.locator("dialog");
  const amount = dialog.getByRole("textbox", { name: "Top up" });
  await expect(amount).toHaveValue("150");
  await amount.fill("2151");
  await expect(dialog.getByRole("alert")).toHaveText("Enter an amount from 1 to 2,150.");
  await amount.fill("2,000");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add 2,000" }).click();
  expect(asked).toContainEqual({ TopUp: expect.objectContaining({ amount: 2_000 }) });
});

const KEPT: [game: Stage["game"], cards: string, discards: number[], name: string][] = [
  ["draw", "8s 6d 4c 3h 2s", [], "8-6-4-3-2 low"],
  ["draw", "Ts 6d 4c 3h 2s", [], "10-6-4-3-2 low"],
  ["draw", "As 5d 4c 3h 2s", [], "A-5-4-3-2 low"],
  ["draw", "7s 6d 5c 4h 3s", [], "Straight, seven high"],
  ["draw", "8s 6d 4c 3h 3s", [], "Pair of threes"],
  ["draw", "8s 6d 4c 3h 3s", [4], ""],
  ["aceFive", "As 5d 4c 3h 2s", [], "5-4-3-2-A low"],
  ["aceFive", "8s 6s 4s 3s As", [], "8-6-4-3-A low"],
  ["aceFive", "8s 6s 4s Ah As", [], "Pair of aces"],
  ["badugi", "7s 5d 2c Ah", [], "Badugi, 7-5-2-A"],
  ["badugi", "7s 5s 2c Ah", [], "3-card badugi, 5-2-A"],
  ["badugi", "7s 5d 2c Ah", [0], "3-card badugi, 5-2-A"],
  ["badeucey", "7s 5d 4c 3h 2h", [], "Badugi, 7-5-4-2 · 7-5-4-3-2 low"],
];
for (const [game, held, discards, name] of KEPT) {
  test(`a draw names what is kept: ${game}, ${held}${discards.length ? " less one" : ""}`, async ({ page }) => {
    await staged(page, { game, seats: 4, cards: held.split(" ") });
    const draw = page.getByRole("group", { name: "Cards to discard" });
    for (const place of discards) await draw.getByRole("button").nth(place).click();
    const says = page.locator(".kept");
    if (name) await expect(says).toContainText(name);
    else await expect(says).toHaveText(/^You keep \S+$/);
  });
}

test("in big blinds, a top-up and the average follow the unit", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"bigBlinds":true}'));
  await staged(page, { game: "holdem", seats: 6, idle: true, info: { top_up_to: 12_000 } });
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  const dialog = page.locator("dialog");
  await expect(dialog.getByRole("textbox", { name: "Top up" })).toHaveValue("1.5");
  await dialog.getByRole("textbox", { name: "Top up" }).fill("20");
  await dialog.getByRole("button", { name: "Add 20 BB" }).click();
  await expect(page.locator(".toast").first()).toHaveText("Added after this hand: 20 BB");
});

test("in big blinds, a tournament's average follows the unit", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"bigBlinds":true}'));
  await staged(page, { game: "holdem", seats: 6, tournament: tournament() });
  await expect(page.locator(".strip-average")).toContainText("391.3 BB");
});

test("a bet is named after its player, and the staged deck has every card once", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 4 });
  await expect(page.getByRole("group", { name: "Bet by Charles" })).toHaveText(/12,550/);
  expect(cards(0, 52).length).toBe(new Set(cards(0, 52)).size);
});
