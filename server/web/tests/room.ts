// A real server for the tests: the built program, with quick house bots, on ports that the system
// chooses. A page that logs an error, or contacts another host, fails its test.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, test as base, expect } from "@playwright/test";

export const BINARY =
  process.env.CARDROOM_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../../target"), "debug/cardroom");

/** A sit-and-go that takes a minute. */
const QUICK_SIX = `
id = "quick-six"
name = "Quick six"
rulebook = "online"
game = "holdem"
seats = 6
format = "sit_and_go"
[entry]
buy_in = 1000
fee = 50
starting_stack = 1500
min_entrants = 6
max_entrants = 6
[prizes]
shares.table = [{ from = 2, basis_points = [6500, 3500] }]
[pace]
between_hands_ms = 1200
run_out_ms = 300
[levels]
betting = "no_limit"
seconds = 15
rows = [
    { blinds = [50, 100] },
    { blinds = [100, 200] },
    { blinds = [200, 400] },
    { blinds = [400, 800] },
    { blinds = [800, 1600] },
]
`;

/** Two players, two prizes, and a hand that is soon over when they agree on a deal. */
const DUEL = QUICK_SIX.replace('"quick-six"', '"duel"')
  .replace('"Quick six"', '"Duel"')
  .replace('"online"', '"brisk"')
  .replace("seats = 6", "seats = 2")
  .replace(/entrants = 6/g, "entrants = 2")
  .replace("seconds = 15", "seconds = 600");

/** The same with rebuys for a player who has lost everything. */
const REBUY_DUEL = DUEL.replace('"duel"', '"rebuy-duel"')
  .replace('"Duel"', '"Rebuy duel"')
  .replace('"brisk"', '"online"')
  .replace('format = "sit_and_go"\n', "")
  .replace("[prizes]", "late_levels = 2\nrebuy = { cost = 500, chips = 1500, most = 2, until_level = 2, at_most = 1500 }\n[prizes]");

/** The same for three, at a real table with real cards. */
const PUB_TRIO = QUICK_SIX.replace('"quick-six"', '"pub-trio"')
  .replace('"Quick six"', '"Pub trio"')
  .replace("seats = 6", 'seats = 3\ncards = "real"')
  .replace(/entrants = 6/g, "entrants = 3")
  .replace(/\[pace\][^[]*/, "")
  .replace("seconds = 15", "seconds = 600");

/** A league's book that leaves time to respond. */
const PATIENT = `
extends = "spotlight"
id = "patient"
name = "Patient"
short = "PAT"
showdown.show_ms = 20000
cite.showdown.show_ms = "spec: time to press"
showdown.see_hand_ms = 20000
cite.showdown.see_hand_ms = "spec: time to press"
showdown.rabbit_ms = 20000
cite.showdown.rabbit_ms = "spec: time to press"
`;

/** The rules online, for players who do not wait for each other. */
const BRISK = `
extends = "online"
id = "brisk"
name = "Brisk"
short = "BRISK"
clock.base_ms = 10000
cite.clock.base_ms = "spec: no waiting"
clock.bank_ms = 0
cite.clock.bank_ms = "spec: no waiting"
`;

/** A league whose season is always on. */
const ANALYSTS = `
id = "analysts"
name = "The Analysts"
points = "10 * sqrt(entrants / place)"
best_nights = 8
present = true
disqualified = 0.5
ties = ["wins", "places"]
[[seasons]]
id = "all-time"
name = "All time"
from = 2020-01-01
until = 2099-12-31
`;

/**
 * Tables whose bots are slow enough to look at, a tournament for six people, and one that house
 * bots fill.
 */
const CONFIG = `
[server]
name = "The Analytical"
address = "https://poker.example"
[calendar]
enabled = true
[limits]
connections_per_address = 1000
logins_per_minute = 6000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
accounts_per_network_day = 1000000
chat_lines_per_minute = 1000000
openings_per_hour = 1000000
rows_per_hour = 1000000
buy_ins_per_hour = 1000000
exports_per_hour = 1000000
files_per_minute = 1000000
messages_per_second = 200
message_burst = 400
[deal]
verifiable = false
[outgoing]
allow = ["127.0.0.1"]
[history]
share_links = true
[push]
loopback_services = true
[[tables]]
name = "Altair"
rulebook = "brisk"
chat = "free"
small_blind = 5
big_blind = 10
seats = 8
min_buy_in = 400
max_buy_in = 1500
between_hands_ms = 700
run_out_ms = 500
[[tables]]
name = "Sirius"
small_blind = 50
big_blind = 100
seats = 10
min_buy_in = 4000
max_buy_in = 10000
house_bots = 8
between_hands_ms = 1500
[[tables]]
name = "Castor"
small_blind = 5
big_blind = 10
seats = 2
house_bots = 1
min_buy_in = 400
max_buy_in = 1000
between_hands_ms = 500
run_out_ms = 300
[[tables]]
name = "Pollux"
chat = "lines"
small_blind = 5
big_blind = 10
seats = 2
min_buy_in = 400
max_buy_in = 1000
bots_allowed = false
between_hands_ms = 1500
[[tables]]
name = "Vega"
rulebook = "patient"
hybrid = true
players_show = true
small_blind = 10
big_blind = 20
seats = 2
min_buy_in = 400
max_buy_in = 2000
bots_allowed = false
between_hands_ms = 12000
[[tables]]
name = "Canopus"
rulebook = "tda-2024"
hybrid = true
small_blind = 25
big_blind = 50
unit = 25
seats = 8
min_buy_in = 2000
max_buy_in = 10000
[[tables]]
name = "Capella"
game = "omaha"
betting = "pot_limit"
small_blind = 10
big_blind = 20
min_buy_in = 800
max_buy_in = 2000
run_it = 2
[[tables]]
name = "Bellatrix"
game = "stud"
betting = "fixed_limit"
small_blind = 0
big_blind = 20
bring_in = 6
ante = 3
ante_kind = "each"
seats = 8
house_bots = 5
min_buy_in = 200
max_buy_in = 1000
[[tables]]
name = "Mira"
game = "deuce-seven-triple"
betting = "fixed_limit"
small_blind = 10
big_blind = 20
min_buy_in = 200
max_buy_in = 1000
[[tables]]
name = "Draco"
game = "horse"
betting = "fixed_limit"
small_blind = 10
big_blind = 20
min_buy_in = 400
max_buy_in = 2000
[[tournaments]]
name = "Sit & go for six"
structure = "sit-and-go"
[[tournaments]]
name = "Quick six"
structure = "quick-six"
house_bots = 5
house_bots_after_seconds = 1
league = "analysts"
[[tournaments]]
name = "Duel"
structure = "duel"
[[tournaments]]
name = "Rebuy duel"
structure = "rebuy-duel"
starts_in_minutes = 120
[[tournaments]]
name = "Nightly"
structure = "nightly-freezeout"
starts_in_minutes = 60
`;

/** An account that rules on tables. */
export const FLOOR = { name: "Lady Justice", password: "even scales" };

interface Room {
  url: string;
}

export const opened = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = "";
    server.stdout?.on("data", (text: Buffer) => {
      said += text.toString();
      const address = /ws:\/\/([^/\s]+)\/ws/.exec(said);
      if (address) resolve(`http://${address[1]}`);
    });
    server.on("exit", (code) => reject(new Error(`the room did not open (${code}): ${said}`)));
  });

/** Leaves every table where the viewer has a seat. The next test may want it. */
export const leave = async (page: Page): Promise<void> => {
  if (page.isClosed()) return;
  const places = await page.locator('.tabs a[href^="#/table/"]').evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  await page.evaluate(async (hashes) => {
    for (const hash of hashes) {
      location.hash = hash;
      // A tournament's table has no such button.
      for (let looks = 0; looks < 5; looks++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        // Clicked by the page itself, because a dialog may be in front of it.
        const leaves = [...document.querySelectorAll<HTMLButtonElement>("main button:enabled")].find(({ textContent }) => /^(Leave|Verlassen)$/.test(textContent.trim()));
        leaves?.click();
        if (leaves) break;
      }
    }
  }, places).catch(() => undefined);
};

/** Serves a page that was just built, without building the server again. */
export const justBuilt = async (context: BrowserContext): Promise<void> => {
  const built = process.env.CARDROOM_DIST;
  if (!built) return;
  const file = (url: string): string => join(built, new URL(url).pathname.replace(/\/(replay\/.*|verify)?$/, "/index.html"));
  await context.route(/\/(assets\/.*|icons\/.*|spade\.svg|manifest\.webmanifest|replay\/[^.]*|verify)?$/, (route) => route.fulfill({ path: file(route.request().url()) }));
};

/** Opens a page in a separate browser. */
type Stranger = () => Promise<Page>;

export const test = base.extend<{ quiet: void; stranger: Stranger }, { room: Room }>({
  room: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "cardroom-web-"));
      writeFileSync(join(folder, "room.toml"), CONFIG);
      mkdirSync(join(folder, "rules/tournaments"), { recursive: true });
      for (const [name, text] of Object.entries({ "quick-six": QUICK_SIX, duel: DUEL, "rebuy-duel": REBUY_DUEL, "pub-trio": PUB_TRIO })) {
        writeFileSync(join(folder, `rules/tournaments/${name}.toml`), text);
      }
      mkdirSync(join(folder, "rules/rulebooks"), { recursive: true });
      writeFileSync(join(folder, "rules/rulebooks/patient.toml"), PATIENT);
      writeFileSync(join(folder, "rules/rulebooks/brisk.toml"), BRISK);
      mkdirSync(join(folder, "rules/leagues"), { recursive: true });
      writeFileSync(join(folder, "rules/leagues/analysts.toml"), ANALYSTS);
      const place = ["--config", join(folder, "room.toml"), "--data-dir", join(folder, "data"), "--set", `server.rules_dir=${join(folder, "rules")}`];
      execFileSync(BINARY, ["admin", "create", FLOOR.name, "--password-stdin", ...place], { input: `${FLOOR.password}\n`, stdio: ["pipe", "ignore", "ignore"] });
      const settings = ["house_bots.think_min_ms=50", "house_bots.think_max_ms=150", "server.drain_seconds=1"];
      const server = spawn(
        BINARY,
        [
          "serve", ...place, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", ...settings.flatMap((setting) => ["--set", setting]),
        ],
        { stdio: ["ignore", "pipe", "ignore"] },
      );
      try {
        await use({ url: await opened(server) });
      } finally {
        server.removeAllListeners("exit");
        const gone = new Promise((resolve) => server.once("exit", resolve));
        if (server.exitCode === null && server.kill("SIGTERM")) await gone;
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: "worker" },
  ],
  stranger: async ({ browser, room }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: room.url });
      await justBuilt(context);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) {
      for (const page of context.pages()) await leave(page);
      await context.close();
    }
  },
  baseURL: async ({ room }, use) => use(room.url),
  quiet: [
    async ({ context, room }, use) => {
      const wrong: string[] = [];
      const watch = (page: Page): void => {
        page.on("console", (message) => {
          if (message.type() === "error") wrong.push(message.text());
        });
        page.on("pageerror", (error) => wrong.push(error.message));
        page.on("request", (request) => {
          if (!request.url().startsWith(room.url) && !/^(data|blob|about):/.test(request.url())) wrong.push(`asked ${request.url()}`);
        });
      };
      context.on("page", watch);
      await justBuilt(context);
      await use();
      // No player may stay behind, because the next test would wait for them.
      for (const page of context.pages()) await leave(page);
      expect(wrong, "the console is silent, and nothing comes from elsewhere").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Logs in as the account that rules, and opens the console. */
export const rule = async (page: Page): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name", { exact: true }).fill(FLOOR.name);
  await page.getByLabel("Password").fill(FLOOR.password);
  await page.locator("dialog form button").click();
  await page.getByRole("link", { name: "Floor" }).click();
};

/**
 * Adds rules to the page's style sheets. The server's policy forbids style elements, in tests too.
 */
export const addStyle = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, rules);

/** Enters as a guest with this name, by the page's own dialog. */
export const comeIn = async (page: Page, name: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByLabel("Your name at the table").fill(name);
  await page.locator("dialog").getByRole("button", { name: "Play now" }).click();
  await expect(page.locator(".account")).toContainText("10,000");
};

/** Sits down at a table by its lobby entry and the dialog. */
export const sitAt = async (page: Page, table: string): Promise<void> => {
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: table }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
};

/** Waits for the viewer's turn. A viewer who has lost everything buys in again and continues. */
export const myTurn = async (page: Page): Promise<void> => {
  const empty = page.getByRole("button", { name: /^Rebuy/ });
  const back = page.getByRole("button", { name: "I’m back" });
  await expect(async () => {
    if (await empty.isVisible()) await empty.click({ timeout: 1000 });
    else if (await back.isVisible()) await back.click({ timeout: 1000 });
    await expect(page.locator(".actions.turn")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000, intervals: [50] });
};

/** Acts on the turn, and waits until that turn is over. */
export const acting = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  const turn = await page.locator(".actions.turn").getAttribute("data-turn");
  await act();
  await expect(page.locator(`.actions.turn[data-turn="${turn}"]`)).toHaveCount(0);
};
