// A whole night among six friends, on three phones, a tablet and two computers: a link and its QR
// code, approval, chat in a turn, other blinds, a bust and a rebuy, a server that dies, an absence of
// an hour, a bluff that is shown, a guest who is removed, another host, and a ledger in money.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { type Browser, type BrowserContextOptions, type Page, expect, test } from "@playwright/test";
import { renderSVG } from "uqr";
import { closeSheet, hostTable, join, log, openSheet, sheetOf } from "./friends";
import { type Proxy, proxied } from "./proxy";
import { BINARY, justBuilt, opened } from "./room";

const CONFIG = `
[server]
name = "The kitchen"
[limits]
connections_per_address = 100
logins_per_minute = 6000
guests_per_hour = 1000
guests_per_network_hour = 1000
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
[house_bots]
enabled = false
[[tables]]
name = "Altair"
small_blind = 5
big_blind = 10
seats = 6
min_buy_in = 400
max_buy_in = 1000
`;

const DEVICES = {
  desktop: { viewport: { width: 1366, height: 768 } },
  tablet: { viewport: { width: 768, height: 1024 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
  side: { viewport: { width: 844, height: 390 }, hasTouch: true },
} satisfies Record<string, BrowserContextOptions>;

// A button that cannot be pressed fails at once, instead of using up the night.
test.use({ actionTimeout: 40_000 });

/** Tolerance of a busy machine. */
const SLACK_MS = 1_500;

/** Whether a server can be given another time than the machine's. */
const HAS_FAKETIME = spawnSync("faketime", ["--version"]).status === 0;

/** A room of the test's own, which may be killed and opened again at the same address. */
class Room {
  url = "";
  /** How far the room's clock is ahead of the machine's, in minutes. */
  ahead = 0;
  private server: ChildProcess | null = null;
  private readonly folder = mkdtempSync(path(tmpdir(), "cardroom-night-"));
  constructor() {
    writeFileSync(path(this.folder, "room.toml"), CONFIG);
  }
  async open(): Promise<void> {
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    const place = ["--config", path(this.folder, "room.toml"), "--data-dir", path(this.folder, "data")];
    const serve = [BINARY, "serve", ...place, "--listen", listen, "--admin-listen", "127.0.0.1:0", "--set", "server.drain_seconds=1"];
    const [program = "", ...args] = this.ahead ? ["faketime", "-f", `+${this.ahead}m`, ...serve] : serve;
    this.server = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
    this.url = await opened(this.server);
  }
  async kill(): Promise<void> {
    const { server } = this;
    if (!server) return;
    server.removeAllListeners("exit");
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await gone;
    this.server = null;
  }
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const device = async (browser: Browser, room: { url: string }, which: keyof typeof DEVICES): Promise<Page> => {
  const context = await browser.newContext({ baseURL: room.url, colorScheme: "dark", ...DEVICES[which] });
  await justBuilt(context);
  return context.newPage();
};

const isOnTurn = (page: Page): Promise<boolean> => page.locator(".actions.turn").isVisible();
const stackOf = async (page: Page): Promise<string> => (await page.locator(".seat.mine .behind").innerText()).trim();
const ownCards = (page: Page): Promise<(string | null)[]> =>
  page.locator(".seat.mine .cards .card").evaluateAll((shown) => shown.map((card) => card.getAttribute("aria-label")));
const handOf = async (page: Page): Promise<number> => Number(/hand (\d+)/.exec(await page.locator(".table-bar").innerText())?.[1] ?? 0);

/** Checks or folds for everyone on turn, until `done` holds. */
const passUntil = (pages: Page[], done: () => Promise<void>): Promise<void> =>
  expect(async () => {
    for (const page of pages) {
      if (!(await isOnTurn(page))) continue;
      const free = await page.locator(".act.check").filter({ hasText: /^Check/ }).first().isVisible();
      await page.keyboard.press(free ? "c" : "f");
    }
    await done();
  }).toPass({ timeout: 90_000, intervals: [100] });

/** Lets everyone pass until another hand has begun. */
const nextHand = async (pages: Page[], seen: Page): Promise<void> => {
  const before = await handOf(seen);
  await passUntil(pages, async () => expect(await handOf(seen)).toBeGreaterThan(before));
};

/** The hundredths of an amount such as +1.25 €. */
const cents = (text: string): number => {
  const [, sign = "", whole = "0", decimals = "00"] = /^([+−]?)([\d,]+)(?:\.(\d\d))?/.exec(text.trim()) ?? [];
  return (sign === "−" ? -1 : 1) * (Number(whole.replaceAll(",", "")) * 100 + Number(decimals));
};

test("six friends play a whole night, and nobody asks how anything works", async ({ browser }) => {
  test.setTimeout(480_000);
  const room = new Room();
  await room.open();
  try {
    // Ada hosts, with approval and chips that are cents.
    const ada = await device(browser, room, "desktop");
    const link = await hostTable(ada, { host: "Ada", on: ["I approve each buy-in"], currency: "€" });
    const table = ada.url().split("/").at(-1) ?? "";
    await openSheet(ada);
    const squares = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, drawn = ""]) => drawn);
    expect(squares(await sheetOf(ada).locator(".qr").innerHTML()), "a phone reads the link").toEqual(squares(renderSVG(link, { border: 2 })));
    await closeSheet(ada);
    await expect(ada.locator(".table-bar .stakes")).toHaveText("0.05/0.10\u00a0€");

    // Five friends come by the link, and Ada lets them in.
    const people: Record<string, Page> = { Ada: ada };
    for (const [name, which] of [["Ben", "phone"], ["Cleo", "phone"], ["Dan", "side"], ["Eva", "tablet"], ["Finn", "desktop"]] as const) {
      const friend = await join(() => device(browser, room, which), link, name, 10);
      await ada.getByRole("alert").filter({ hasText: `${name} asks` }).getByRole("button", { name: "Admit" }).click();
      await expect(friend.locator(".seat.mine")).toBeVisible();
      people[name] = friend;
    }
    const { Ben: ben, Cleo: cleo, Dan: dan, Eva: eva, Finn: finn } = people as Record<"Ben" | "Cleo" | "Dan" | "Eva" | "Finn", Page>;
    const all = [ada, ben, cleo, dan, eva, finn];
    await expect(ada.locator(".seat .who")).toHaveCount(6);
    await expect(log(ada), "the host's orders, too, are in the table's unit").toContainText(/Ada admits Ben with 10(?![\d,])/);

    // Ben chats on his phone while it is his turn, and acts without closing the chat.
    await ben.getByRole("button", { name: /^Log & chat/ }).tap();
    await ben.getByRole("tab", { name: /^Chat/ }).tap();
    await passUntil(all.filter((page) => page !== ben), async () => expect(await isOnTurn(ben)).toBe(true));
    await ben.locator(".speak input").fill("You never have the ace");
    await ben.locator(".speak input").press("Enter");
    const turn = ben.locator(".actions.turn");
    const stay = turn.locator(".act.check, .act.call").first();
    await ((await stay.isVisible()) ? stay : turn.locator(".act").first()).tap({ timeout: 3_000 });
    await ben.locator(".panel-head").getByRole("button", { name: "Close" }).tap();
    await finn.getByRole("tab", { name: /^Chat/ }).click();
    await expect(log(finn)).toContainText("You never have the ace");
    await finn.getByRole("tab", { name: "Hands" }).click();

    // Other blinds from the next hand, without approval from now on.
    await openSheet(ada, "Terms");
    const terms = sheetOf(ada);
    await terms.getByLabel(/^Small blind/).fill("10");
    await terms.getByLabel(/^Big blind/).fill("20");
    await terms.getByRole("switch", { name: "I approve each buy-in" }).uncheck();
    await terms.getByRole("button", { name: "Apply from the next hand" }).click();
    await expect(terms.getByText(/The new terms/).first()).toBeVisible();
    await closeSheet(ada);
    await nextHand(all, ada);
    await expect(cleo.locator(".seat.mine")).toBeVisible();
    await expect(finn.locator(".table-bar .stakes")).toHaveText("0.10/0.20\u00a0€");

    // Eva and Finn go all-in until one is broke, who plays on with one tap.
    const rebuy = (page: Page) => page.getByRole("button", { name: /^Rebuy .* and play$/ });
    await expect(async () => {
      for (const page of all) {
        if (!(await isOnTurn(page))) continue;
        if (page !== eva && page !== finn) await page.keyboard.press("f");
        else for (const key of ["5", "r", "c"]) await page.keyboard.press(key);
      }
      const broke = await Promise.all([eva, finn].map((page) => rebuy(page).isVisible()));
      expect(broke.filter(Boolean)).toHaveLength(1);
    }).toPass({ timeout: 120_000, intervals: [150] });
    const [broke, winner] = (await rebuy(eva).isVisible()) ? [eva, finn] : [finn, eva];
    await rebuy(broke).click();
    await passUntil(all, async () => expect(await broke.locator(".seat.mine .cards .card").count()).toBe(2));

    // The winner goes away and closes the page.
    await winner.getByRole("button", { name: "Seat", exact: true }).click();
    await winner.getByRole("switch", { name: "Sit out from the next hand" }).click();
    await winner.keyboard.press("Escape");
    const others = all.filter((page) => page !== winner);
    await passUntil(all, async () => await expect(winner.getByRole("button", { name: "I’m back" })).toBeVisible({ timeout: 200 }));
    await nextHand(all, ada);
    const stack = await stackOf(winner);
    expect(cents(stack)).toBeGreaterThan(1_000);
    await winner.goto("about:blank");
    for (let hand = 0; hand < 2; hand++) await nextHand(others, ada);

    // The server dies in the middle of a hand, and the winner stays away for an hour. The hand goes
    // on with the same cards, and so does the night.
    const hand = await handOf(ada);
    const cards = await ownCards(ada);
    await room.kill();
    if (HAS_FAKETIME) room.ahead = 60;
    else test.info().annotations.push({ type: "skipped", description: "an absence of an hour takes Debian's faketime: it lasts for some hands" });
    await room.open();
    for (const page of others) await expect(page.locator(".line.open")).toBeVisible({ timeout: 30_000 });
    expect(await handOf(ada)).toBe(hand);
    expect(await ownCards(ada)).toEqual(cards);
    for (let hand = 0; hand < 2; hand++) await nextHand(others, ada);

    // The winner finds the same stack.
    await winner.goto(`${room.url}/#/table/${table}`);
    await expect(winner.locator(".seat.mine .behind")).toHaveText(stack);
    await winner.getByRole("button", { name: "I’m back" }).click();
    await passUntil(all, async () => expect(await winner.locator(".seat.mine .cards .card").count()).toBe(2));

    // A winner whom nobody called shows one card of the bluff.
    let bluffer: Page | undefined;
    await passUntil(all, async () => {
      for (const page of all) if ((await page.locator(".seat.mine .card.press").count()) === 2) bluffer = page;
      expect(bluffer).toBeDefined();
    });
    await bluffer?.locator(".seat.mine .card.press").first().click();
    const witness = bluffer === ada ? ben : ada;
    await expect(witness.locator(".seat:not(.mine) .card.shown")).toHaveCount(1);

    // Ada removes Dan, and hands the table over to Ben.
    await openSheet(ada, "People");
    const person = (name: string) => sheetOf(ada).getByRole("listitem").filter({ hasText: name });
    await person("Dan").locator("summary").click();
    await person("Dan").getByRole("button", { name: "Remove" }).click();
    await person("Dan").getByRole("group", { name: /^Remove Dan/ }).getByRole("button", { name: "Remove" }).click();
    await closeSheet(ada);
    const left = all.filter((page) => page !== dan);
    await passUntil([...left, dan], async () => expect(await dan.locator(".seat.mine").count()).toBe(0));
    await expect(log(finn)).toContainText("Ada removes Dan from the table");
    await openSheet(ada, "People");
    await person("Ben").locator("summary").click();
    await person("Ben").getByRole("button", { name: "Make host" }).click();
    await person("Ben").getByRole("group", { name: /^Hand the table over to Ben/ }).getByRole("button", { name: "Make host" }).click();
    await expect(ada.locator(".table-bar")).toContainText("hosted by Ben");
    await ada.keyboard.press("Escape");

    // Ben ends the night, and the ledger in money adds up to zero.
    await openSheet(ben);
    await sheetOf(ben).getByRole("button", { name: "Close the table" }).click();
    await sheetOf(ben).getByRole("group", { name: /^Close the table/ }).getByRole("button", { name: "Close the table" }).click();
    await closeSheet(ben);
    await passUntil(left, async () => expect(await ben.locator(".seat.mine").count()).toBe(0));
    await ben.goto(`/#/ledger/${table}`);
    const nets = ben.locator("tbody tr td:last-child");
    await expect(nets).toHaveCount(6);
    const results = (await nets.allTextContents()).map(cents);
    expect(results.reduce((sum, each) => sum + each, 0), results.join()).toBe(0);
    expect(results.some((each) => each !== 0)).toBe(true);
    await expect(ben.locator(".settle")).toContainText("€");
  } finally {
    for (const context of browser.contexts()) await context.close().catch(() => undefined);
    await room.end();
  }
});

test("lines that stall, fall silent and are cut cost nobody a turn", async ({ browser }) => {
  test.setTimeout(360_000);
  const room = new Room();
  const proxies: Proxy[] = [];
  await room.open();
  try {
    const through = async (which: keyof typeof DEVICES): Promise<[Page, Proxy]> => {
      const proxy = await proxied(room.url);
      proxies.push(proxy);
      return [await device(browser, proxy, which), proxy];
    };
    const host = await through("desktop");
    const [[ada], people] = [host, [host]];
    const link = new URL(await hostTable(ada, { host: "Ada" }));
    for (const [name, which] of [["Ben", "phone"], ["Cleo", "phone"], ["Dan", "side"], ["Eva", "tablet"], ["Finn", "desktop"]] as const) {
      const [page, proxy] = await through(which);
      await join(async () => page, `${proxy.url}${link.pathname}${link.hash}`, name, 500);
      await expect(page.locator(".seat.mine")).toBeVisible();
      people.push([page, proxy]);
    }
    // Every second action meets a fault of the player's line, each kind three times.
    const faults = Array.from({ length: 12 }, (_, number) => (["stalled", "deaf", "mute", "cut"] as const)[number % 4]);
    let acted = 0;
    const told = new Map<number, string>();
    while (faults.length) {
      // The log keeps the last hands only.
      told.set(await handOf(ada), await log(ada).innerText());
      for (const [page, proxy] of people) {
        if (!(await isOnTurn(page))) continue;
        const key = (await page.locator(".act.check").filter({ hasText: /^Check/ }).first().isVisible()) ? "c" : "f";
        const fault = acted++ % 2 ? faults.shift() : undefined;
        if (fault === "cut") proxy.cut();
        else if (fault) proxy.stall(fault);
        await page.keyboard.press(key);
        // A cut line is replaced sooner than that.
        const sending = page.getByRole("status").filter({ hasText: "Sending …" });
        if (fault && fault !== "cut") await expect(sending, fault).toBeVisible({ timeout: 2_000 + SLACK_MS });
        await expect(page.locator(".actions.turn"), fault).toHaveCount(0, { timeout: 15_000 });
      }
    }
    expect(await handOf(ada)).toBeGreaterThan(1);
    for (const [number, text] of told.entries()) expect(text, `hand ${number}`).not.toContain("time ran out");
  } finally {
    for (const context of browser.contexts()) await context.close().catch(() => undefined);
    for (const proxy of proxies) await proxy.close();
    await room.end();
  }
});
