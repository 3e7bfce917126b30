// The pictures: a tour through the server at one size after another.
import { type Page } from "@playwright/test";
import { PASSWORD, administer, codeOf, order, register, signIn } from "./accounts";
import { comeIn, myTurn, rule, sitAt, test } from "./room";
import { type Stage, type Staged, TABLE, TOURNAMENT, staged, tournament } from "./staged";

const SIZES = {
  phone: [390, 844], sideways: [844, 390], tablet: [768, 1024], laptop: [1366, 768], wide: [1920, 1080], large: [2560, 1440],
} as const;

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures: ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const shot = (name: string): Promise<Buffer> => page.screenshot({ path: `shots/${size}-${name}.png` });
    await page.goto("/");
    await page.locator(".table-card").first().waitFor();
    await page.waitForTimeout(700);
    await shot("lobby-visitor");
    await comeIn(page, `Ada ${size}`);
    await shot("lobby");
    await page.goto("/#/tournaments");
    await page.waitForTimeout(400);
    await shot("tournaments");
    await page.locator(".table-card").first().click();
    await page.locator(".page-head").waitFor();
    await page.waitForTimeout(400);
    await shot("tournament");
    await page.getByRole("tab", { name: "Structure" }).click();
    await page.waitForTimeout(300);
    await shot("structure");
    await page.getByRole("link", { name: "Big clock" }).click();
    await page.waitForTimeout(500);
    await shot("clock");
    await page.goto("/#/");
    await page.locator(".table-card", { hasText: "Altair" }).click();
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.waitForTimeout(400);
    await shot("sit-down");
    await page.keyboard.press("Escape");
    await table(page, "Altair", "holdem", shot);
    await table(page, "Sirius", "ten-seats", shot);
    await table(page, "Bellatrix", "stud", shot);
    await table(page, "Mira", "draw", shot);
    await table(page, "Capella", "omaha", shot);
    await table(page, "Canopus", "hybrid", shot);
    await page.goto("/#/hands");
    await page.locator(".hand-row").first().waitFor();
    await shot("hands");
    for (const name of ["Altair", "Bellatrix", "Mira"]) {
      await page.goto("/#/hands");
      await page.locator(".hand-row", { hasText: name }).first().click();
      await page.locator(".replay .felt").waitFor();
      await page.keyboard.press("End");
      await page.waitForTimeout(500);
      await shot(`replay-${name.toLowerCase()}`);
    }
  });
}

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures of hosts and the floor: ${size}`, async ({ page, stranger }) => {
    await page.setViewportSize({ width, height });
    const of = (page: Page) => (name: string): Promise<Buffer> => page.screenshot({ path: `shots/${size}-${name}.png` });
    const shot = of(page);
    await page.goto("/");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.waitForTimeout(400);
    await shot("register");
    await page.getByLabel("Name", { exact: true }).fill(`Hera ${size}`);
    await page.getByLabel("Password").fill("a long password");
    await page.locator("dialog form button").click();
    await page.locator(".account").waitFor();
    await page.goto("/#/join");
    await page.waitForTimeout(300);
    await shot("join");
    await page.goto("/#/host");
    await page.getByRole("form", { name: "Host a table" }).waitFor();
    await shot("host-table");
    await page.getByText("More options").click();
    await page.screenshot({ path: `shots/${size}-host-table-options.png`, fullPage: true });
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByLabel("Invite link").first().waitFor();
    await shot("host-opened");
    await page.getByRole("link", { name: "Go to the table" }).first().click();
    await page.getByRole("button", { name: "Invite" }).click();
    await page.waitForTimeout(300);
    await shot("invite");
    await page.goto("/#/host");
    await page.getByRole("region", { name: "Your tables" }).waitFor();
    await shot("your-tables");
    await page.getByRole("button", { name: "Close the table" }).click();

    await page.getByRole("tab", { name: "A tournament" }).click();
    const form = page.getByRole("form", { name: "Host a tournament" });
    await form.waitFor();
    await form.getByLabel(/^Starts/).selectOption("At a set time");
    await page.screenshot({ path: `shots/${size}-host-tournament.png`, fullPage: true });
    await form.getByLabel(/^Structure/).selectOption("nightly-freezeout");
    await form.getByLabel(/^Game/).selectOption("razz");
    await form.getByRole("button", { name: "Open the tournament" }).click();
    await form.getByRole("alert").waitFor();
    await page.screenshot({ path: `shots/${size}-host-tournament-refused.png`, fullPage: true });
    await form.getByLabel(/^Game/).selectOption("holdem");
    await form.getByRole("button", { name: "Open the tournament" }).click();
    await page.getByRole("button", { name: "Start now" }).waitFor();
    await page.waitForTimeout(300);
    await shot("hosted-tournament");
    await page.getByRole("link", { name: "Floor" }).click();
    const directed = page.getByRole("region", { name: "Direct a tournament" }).getByRole("form", { name: "Command" });
    await directed.waitFor();
    // Earlier messages no longer cover the page.
    await page.locator(".toast").first().waitFor({ state: "detached" });
    await page.screenshot({ path: `shots/${size}-host-directs.png`, fullPage: true });
    await page.goto("/#/host/tournament");
    await page.getByRole("region", { name: "Your tournaments" }).waitFor();
    await shot("your-tournaments");
    await page.goBack();
    await directed.getByLabel("Command").selectOption("Cancel the tournament");
    await directed.getByLabel("Reason").fill("Only pictures");
    await directed.getByRole("button", { name: "Apply" }).click();
    await page.waitForTimeout(500);

    await page.goto("/#/leagues");
    await page.waitForTimeout(500);
    await shot("leagues");
    await sitAt(page, "Altair");
    await sitAt(page, "Sirius");
    await page.goto("/#/tiles");
    await page.waitForTimeout(800);
    await shot("tiles");

    const floor = await stranger();
    await floor.setViewportSize({ width, height });
    await rule(floor);
    await floor.waitForTimeout(500);
    await of(floor)("floor");
    await floor.locator(".glance button", { hasText: "Canopus" }).click();
    await floor.waitForTimeout(500);
    await floor.screenshot({ path: `shots/${size}-floor-table.png`, fullPage: true });
    await floor.getByText("Open a tournament").click();
    await floor.getByRole("form", { name: "Open a tournament" }).scrollIntoViewIfNeeded();
    await of(floor)("open-tournament");
  });
}

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures of dialogs, panels and the rest: ${size}`, async ({ page, stranger }) => {
    await page.setViewportSize({ width, height });
    const of = (page: Page) => async (name: string): Promise<void> => {
      await page.waitForTimeout(400);
      await page.screenshot({ path: `shots/${size}-${name}.png` });
    };
    const shot = of(page);
    await page.goto("/");
    await page.getByRole("button", { name: "Settings" }).click();
    await shot("settings");
    await page.keyboard.press("Escape");
    await comeIn(page, `Iris ${size}`);
    await page.keyboard.press("?");
    await shot("keys");
    await page.keyboard.press("Escape");
    await page.locator(".account").click();
    await shot("account");
    await page.keyboard.press("Escape");
    await page.goto("/#/hand/nowhere");
    await shot("missing");

    await page.goto("/#/host");
    await page.getByRole("radio", { name: /^Turbo/ }).check();
    await page.getByRole("button", { name: "Open the table" }).click();
    const link = await page.getByLabel("Invite link").inputValue();
    const friend = await stranger();
    await friend.setViewportSize({ width, height });
    await friend.goto(link);
    await friend.getByLabel("Your name at the table").fill(`Jan ${size}`);
    await of(friend)("invited");
    await friend.getByRole("button", { name: /^Join/ }).click();
    await friend.getByLabel(/^Buy-in/).waitFor();
    await of(friend)("invited-buy-in");
    await friend.getByRole("button", { name: /^Sit down/ }).click();
    await friend.locator(".seat.mine").waitFor();
    await page.getByRole("link", { name: "Go to the table" }).first().click();
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.locator("dialog").getByRole("button", { name: "Sit down" }).click();
    for (let hand = 0; hand < 200 && !(await page.locator(".pot .result").isVisible()); hand += 1) {
      for (const each of [page, friend]) if (await each.locator(".actions.turn").isVisible()) await each.keyboard.press("c");
      await page.waitForTimeout(100);
    }
    await shot("hosted-result");
    if (!(await page.locator(".panel").isVisible())) await page.getByRole("button", { name: /^Log & chat/ }).click();
    await shot("log");
    await page.getByRole("tab", { name: /^Chat/ }).click();
    await shot("chat");
    if (await page.getByRole("button", { name: "Close" }).isVisible()) await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Seat", exact: true }).click();
    await shot("seat");
    await page.keyboard.press("Escape");
    await page.goto(`/#/floor/${page.url().split("/").at(-1)}`);
    await page.getByRole("form", { name: "Command" }).waitFor();
    await page.screenshot({ path: `shots/${size}-host-floor.png`, fullPage: true });
    await page.goto(`/#/ledger/${page.url().split("/").at(-1)}`);
    await page.getByRole("region", { name: "Players and their chips" }).waitFor();
    await shot("ledger");
    await page.goto("/#/statistics");
    await page.locator(".statistics").waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `shots/${size}-statistics.png`, fullPage: true });

    // The same in the other theme and the other language.
    await page.evaluate(() => localStorage.setItem("cardroom.settings", JSON.stringify({ theme: "light", language: "de" })));
    await page.goto("/#/");
    await page.reload();
    await page.locator(".table-card").first().waitFor();
    await shot("light-german-lobby");
    await page.locator(".tabs a").nth(1).click();
    await page.locator(".actions.turn").waitFor({ timeout: 20_000 }).catch(() => undefined);
    await shot("light-german-table");
    await page.goto("/#/host");
    await page.locator(".host-form summary").click();
    await page.screenshot({ path: `shots/${size}-light-german-host.png`, fullPage: true });
  });
}

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures of accounts, reports and a second factor: ${size}`, async ({ page, stranger }) => {
    const sized = async (): Promise<Page> => {
      const one = await stranger();
      await one.setViewportSize({ width, height });
      return one;
    };
    const shot = async (of: Page, name: string, fullPage = false): Promise<void> => {
      await of.waitForTimeout(400);
      await of.screenshot({ path: `shots/${size}-${name}.png`, fullPage });
    };
    await page.setViewportSize({ width, height });
    const [player, other] = [await sized(), await sized()];
    const [name, reported] = [`Kai ${size}`, `Lou ${size}`];
    await register(player, name);
    await player.locator(".account").click();
    await player.getByRole("tab", { name: "Security" }).click();
    await shot(player, "security");
    const factor = player.getByRole("region", { name: "Second factor" });
    await factor.getByLabel("Password").fill(PASSWORD);
    await factor.getByRole("button", { name: "Set up a second factor" }).click();
    await factor.locator(".qr svg").waitFor();
    await shot(player, "second-factor");
    const key = (await factor.locator("form code").textContent())?.replaceAll(" ", "") ?? "";
    await factor.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
    await factor.getByRole("button", { name: "Confirm" }).click();
    await factor.locator(".new-token code").waitFor();
    await shot(player, "recovery-codes");
    await player.keyboard.press("Escape");
    const elsewhere = await sized();
    await signIn(elsewhere, name, PASSWORD);
    await elsewhere.getByLabel("Code of your authenticator, or a recovery code").fill("000000");
    await elsewhere.locator("dialog form button").click();
    await elsewhere.locator("dialog").getByRole("alert").waitFor();
    await shot(elsewhere, "code-asked");

    await comeIn(other, reported);
    for (const each of [player, other]) await sitAt(each, "Altair");
    if (!(await player.locator(".panel").isVisible())) await player.getByRole("button", { name: /^Log & chat/ }).click();
    await player.getByRole("tab", { name: /Chat/ }).click();
    await player.getByRole("button", { name: "Report a player" }).click();
    await player.locator("dialog select").selectOption(reported);
    await player.getByLabel("What happened").fill("He folded aces to a friend, twice in the same orbit.");
    await shot(player, "report");
    await player.getByRole("button", { name: "Send report" }).click();
    await player.locator(".toast", { hasText: "Report sent" }).waitFor();

    const account = await administer(page, reported);
    await shot(page, "accounts");
    await shot(page, "accounts-whole", true);
    await order(account, "Mute", "Insulted a player.");
    await account.locator(".banner.gold").waitFor();
    await page.getByRole("searchbox", { name: "Name" }).fill(name);
    await page.locator(".glance button", { hasText: name }).click();
    await account.getByRole("heading", { name }).waitFor();
    await order(account, "ResetPassword", "Asked by telephone.");
    const link = await account.locator(".new-token code").textContent();
    await shot(page, "account-open", true);
    await page.locator("summary", { hasText: "Open an account" }).click();
    await shot(page, "account-new", true);
    await page.goto("/#/integrity");
    await page.getByRole("heading", { name: "Integrity report" }).waitFor();
    await page.locator(".toast").first().waitFor({ state: "detached" });
    await shot(page, "integrity-empty", true);
    const fresh = await sized();
    await fresh.goto(link ?? "");
    await fresh.getByLabel("New password").fill("a better horse battery");
    await shot(fresh, "reset");
  });
}

/** What a room shows seldom: a table that is set up by hand, and what happens there. */
const SCENES: Record<string, [stage: Stage, happens?: (at: Staged, page: Page) => Promise<unknown> | void]> = {
  "tournament-table": [{ game: "holdem", seats: 9, tournament: tournament() }],
  "tournament-break": [{ game: "holdem", seats: 9, idle: true, tournament: tournament() }, ({ directs }) => directs({ BreakBegan: { remaining_ms: 300_000, next: null } })],
  "tournament-pause": [{ game: "holdem", seats: 9, idle: true, tournament: tournament() }, ({ directs }) => directs({ ClockPaused: { remaining_ms: 200_000, reason: "The fire alarm rings, and everybody leaves the building." } })],
  "rebuy-ask": [
    { game: "holdem", seats: 9, idle: true, tournament: tournament() },
    ({ says }) => says({ RebuyOffered: { tournament: TOURNAMENT, entry: 5, what: "Rebuy", cost: 1_000, chips: 20_000, time_ms: 30_000 } }),
  ],
  podium: [{ game: "holdem", seats: 9, idle: true, tournament: over() }, (_, page) => page.goto(`/#/tournament/${TOURNAMENT}`)],
  "waiting-list": [{ game: "holdem", seats: 6, own: null }, ({ says }) => says({ WaitListPlace: { table: TABLE, place: 2, waiting: 5 } })],
  "seat-offer": [
    { game: "holdem", seats: 6, own: null, empty: [3] },
    ({ says }) => {
      says({ WaitListPlace: { table: TABLE, place: 1, waiting: 5 } });
      says({ SeatOffered: { table: TABLE, time_ms: 30_000 } });
    },
  ],
  "empty-seats": [{ game: "holdem", seats: 9, own: null, idle: true, empty: [1, 2, 4, 7] }],
  "buy-in-again": [{ game: "holdem", seats: 6, idle: true, broke: true, wallet: 50_000 }],
  "top-up": [{ game: "holdem", seats: 6, idle: true, info: { top_up_to: 20_000 } }, (_, page) => page.getByRole("button", { name: "Seat", exact: true }).click()],
  leaving: [{ game: "holdem", seats: 6, turn: false }, (_, page) => page.getByRole("button", { name: "Leave", exact: true }).click()],
  equity: [
    { game: "holdem", seats: 3, board: 0, turn: false },
    ({ happens }) => happens(
      { Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } }, { BetsCollected: { pots: [{ amount: 20_600, seats: [1, 2] }] } },
      { HandTabled: { seat: 1, cards: ["Ah", "Ad"] } }, { HandTabled: { seat: 2, cards: ["Kh", "Kd"] } },
    ),
  ],
  badugi: [{ game: "badugi", seats: 6, cards: ["7s", "5d", "2c", "Ah"] }, (_, page) => page.getByRole("group", { name: "Cards to discard" }).getByRole("button").first().click()],
  "paused-hand": [
    { game: "holdem", seats: 9 },
    ({ happens }) => happens({ FloorOrdered: { operator: "Lady Justice", command: "Pause", reason: "The deck is two cards short.", rule: null } }, { Paused: { reason: "" } }),
  ],
};

/** A tournament that is over. */
function over(): Stage["tournament"] {
  const event = tournament({ phase: "Over", remaining_ms: 0, next: null, next_break_ms: null });
  return { ...event, info: { ...event.info, state: "Finished", players_left: 1 }, you: event.you && { ...event.you, state: "Out", table: null, seat: null, stack: 0, place: 5, prize: 0 } };
}

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures of staged tables: ${size}`, async ({ context }) => {
    for (const [name, [stage, happens]] of Object.entries(SCENES)) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      const at = await staged(page, stage);
      await happens?.(at, page);
      await page.waitForTimeout(900);
      await page.screenshot({ path: `shots/${size}-${name}.png` });
      await page.close();
    }
    const contrast = await context.newPage();
    await contrast.setViewportSize({ width, height });
    await contrast.addInitScript(() => localStorage.setItem("cardroom.settings", '{"theme":"contrast"}'));
    await staged(contrast, { game: "holdem", seats: 9 });
    await contrast.waitForTimeout(900);
    await contrast.screenshot({ path: `shots/${size}-contrast-table.png` });
    await contrast.goto("/#/tournaments");
    await contrast.waitForTimeout(400);
    await contrast.screenshot({ path: `shots/${size}-contrast-lobby.png` });
  });

  test(`pictures of a deal, results and a question: ${size}`, async ({ page, stranger }) => {
    const [friend, floor] = [await stranger(), await stranger()];
    for (const each of [page, friend, floor]) await each.setViewportSize({ width, height });
    const shot = async (of: Page, name: string): Promise<void> => {
      await of.waitForTimeout(400);
      await of.screenshot({ path: `shots/${size}-${name}.png` });
    };
    await page.goto("/");
    await page.getByRole("button", { name: "Sign in" }).click();
    await shot(page, "sign-in");
    await page.keyboard.press("Escape");
    await comeIn(page, `Rosa ${size}`);
    await comeIn(friend, `Sara ${size}`);
    await page.goto("/#/host/tournament");
    const form = page.getByRole("form", { name: "Host a tournament" });
    await form.getByLabel(/^Structure/).selectOption("duel");
    await form.getByLabel(/^Starts/).selectOption("When it is full");
    await form.getByRole("button", { name: "Open the tournament" }).click();
    await page.getByRole("button", { name: "Invite" }).click();
    await friend.goto(await page.getByLabel("Invite link").inputValue());
    await page.locator("dialog").getByRole("button", { name: "Close" }).click();
    const event = page.url();
    for (const each of [page, friend]) await each.getByRole("button", { name: /^Enter for/ }).click();
    for (const each of [page, friend]) await each.locator(".seat.mine").waitFor({ timeout: 60_000 });
    await page.goto(event);
    await page.getByRole("button", { name: "Propose a deal" }).click();
    await shot(page, "deal-proposal");
    await page.getByRole("dialog").locator("form > button").last().click();
    await friend.locator(".ask").waitFor();
    await shot(friend, "deal-ask");
    for (const each of [page, friend]) {
      await each.locator(".ask").getByRole("button").first().click();
      if (each === friend) await shot(friend, "deal-vote");
      await each.getByRole("dialog").getByRole("button", { name: /^Accept/ }).click();
    }
    await page.getByRole("region", { name: "Final standings" }).waitFor({ timeout: 60_000 });
    await shot(page, "deal-podium");
    await page.getByRole("link", { name: "All results" }).click();
    await page.locator("h1").waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `shots/${size}-results.png`, fullPage: true });

    await sitAt(friend, "Canopus");
    await myTurn(friend);
    await rule(floor);
    await floor.locator(".glance button", { hasText: "Canopus" }).click();
    await floor.getByRole("button", { name: "Attend", exact: true }).click();
    const wrong = floor.getByRole("form", { name: "What went wrong" });
    await wrong.getByLabel("What went wrong").selectOption("A card is missing");
    await wrong.getByLabel("Reason").fill("The deck was counted: fifty-one.");
    await wrong.scrollIntoViewIfNeeded();
    await shot(floor, "deal-error");
    await wrong.getByRole("button", { name: "Report" }).click();
    const ticket = floor.getByRole("article", { name: "Question at Canopus" });
    await ticket.scrollIntoViewIfNeeded({ timeout: 20_000 });
    await shot(floor, "floor-question");
    await shot(friend, "floor-called");
    await ticket.getByLabel("Reason").fill("Nobody can win with it.");
    await ticket.getByRole("button", { name: "Void" }).click();
    await ticket.waitFor({ state: "detached" });
  });
}

/** Sits down, and looks at one's first turn, a later street and the end of a hand. */
async function table(page: Page, name: string, as: string, shot: (name: string) => Promise<Buffer>): Promise<void> {
  await sitAt(page, name);
  await myTurn(page);
  await page.waitForTimeout(500);
  await shot(`${as}-turn`);
  for (let act = 0; act < 8; act += 1) {
    const board = await page.locator(".board .card.dealt").count();
    if (act > 0 && board >= 3) break;
    await page.keyboard.press(act % 2 && as === "draw" ? "Enter" : "c");
    await page.waitForTimeout(400);
    if (await page.locator(".pot .result").count()) break;
    await myTurn(page);
  }
  await page.waitForTimeout(500);
  await shot(`${as}-later`);
  await page.locator(".pot .result").waitFor({ timeout: 60_000 }).catch(() => undefined);
  await shot(`${as}-result`);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForTimeout(300);
}
