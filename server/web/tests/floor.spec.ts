// The floor's console: commands with a reason and a rule, errors of the deal, open questions,
// directed tournaments, and the audit trail.
import { execFileSync } from "node:child_process";
import { type Page } from "@playwright/test";
import { barriers } from "./axe";
import { BINARY, comeIn, expect, FLOOR, myTurn, rule, sitAt, test } from "./room";
import { look } from "./sizes";
import { staged, tournament } from "./staged";

const SIZES = { phone: [390, 844], laptop: [1366, 768], wide: [1920, 1080] } as const;

const attend = async (page: Page, table: string): Promise<void> => {
  await page.locator(".glance button", { hasText: table }).click();
  await page.getByRole("button", { name: "Attend", exact: true }).click();
  await expect(page.getByText("A floor person attends")).toBeVisible();
};

test("the floor attends a hybrid table, pauses it for a reason, and it is kept", async ({ page }) => {
  await rule(page);
  await attend(page, "Canopus");
  const form = page.locator(".command").first();
  await form.getByLabel("Reason").fill("A card is marked.");
  await form.getByLabel("Rule").fill("TDA 35");
  // If a bot acts at this moment, the command is refused, and the form keeps its reason.
  await expect(async () => {
    await form.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("region", { name: "Past commands" })).toContainText("A card is marked.", { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-floor.png" });
  await form.getByLabel("Command").selectOption("Resume");
  await form.getByLabel("Reason").fill("It was replaced.");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Past commands" })).toContainText("It was replaced.");
});

test("an error of the deal is reported by its form, and the floor rules on the question that follows", async ({ page, stranger }) => {
  const player = await stranger();
  await comeIn(player, "Lou");
  await sitAt(player, "Canopus");
  await myTurn(player);
  await rule(page);
  await attend(page, "Canopus");
  const form = page.getByRole("form", { name: "What went wrong" });
  await form.getByLabel("What went wrong").selectOption("A card is missing");
  await form.getByLabel("Reason").fill("The deck was counted: fifty-one.");
  await page.screenshot({ path: "shots/laptop-deal-error.png", fullPage: true });
  await form.getByRole("button", { name: "Report" }).click();
  await expect(page.getByRole("region", { name: "Past commands" })).toContainText("The deck was counted: fifty-one.");
  const log = page.getByRole("region", { name: "Table log" });
  await expect(log).toContainText(/The deal: .*\(TDA /);
  // Several lines high, with the latest at the end and visible.
  expect((await log.boundingBox())?.height).toBeGreaterThan(80);
  await expect(log.locator("p").last()).toBeInViewport();
  // The book leaves this one to the floor: the table waits for the ruling, and every player sees
  // that.
  await expect(player.locator(".rulings")).toContainText("The floor is called");
  const ticket = page.getByRole("article", { name: "Question at Canopus" });
  await ticket.getByLabel("Reason").fill("Nobody can win with it.");
  await page.screenshot({ path: "shots/laptop-ticket.png" });
  await ticket.getByRole("button", { name: "Void" }).click();
  await expect(ticket).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Table log" })).toContainText(/The ruling: void/i);
  await expect(page.getByRole("region", { name: "Past commands" })).toContainText("Nobody can win with it.");
  expect(await barriers(page)).toEqual([]);
});

test("a tournament is directed, what can be taken back is taken back, and a terminal says the same", async ({ page, room }) => {
  await rule(page);
  await page.getByRole("region", { name: "Tournaments" }).locator(".glance button", { hasText: "Nightly" }).click();
  const part = page.getByRole("region", { name: "Direct a tournament" });
  const form = part.getByRole("form", { name: "Command" });
  const order = async (command: string, why: string, fill: () => Promise<unknown> = async () => undefined): Promise<void> => {
    await form.getByLabel("Command").selectOption(command);
    await fill();
    await form.getByLabel("Reason").fill(why);
    await form.getByLabel("Rule").fill("TDA 1");
    await form.getByRole("button", { name: "Apply" }).click();
    await expect(part.locator(".rulings-list")).toContainText(why);
    // The next command is not given for this one's reason and rule.
    await expect(form.getByLabel("Reason")).toHaveValue("");
    await expect(form.getByLabel("Rule")).toHaveValue("");
  };
  await order("Announce", "Dinner is served", () => form.getByLabel("Announcement").fill("The break is at nine."));
  await order("Deals between players", "The organizer wants none", () => form.getByLabel(/^Deals/).selectOption("off"));
  const deals = part.locator(".rulings-list li", { hasText: "The organizer wants none" });
  await deals.getByRole("button", { name: "Undo" }).click();
  expect(await look(page, "undo", deals)).toEqual([]);
  await deals.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(deals.getByRole("form"), "an undo needs a reason, too").toBeVisible();
  await deals.getByLabel("Reason").fill("They asked again");
  await deals.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(deals).toContainText("undone");
  await expect(deals.getByRole("button"), "it is undone already").toHaveCount(0);
  await expect(part.locator(".rulings-list")).toContainText("They asked again");
  await expect(part.locator(".rulings-list li", { hasText: "Dinner is served" }).getByRole("button"), "an announcement can be taken off the walls").toHaveText(["Undo"]);
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), size).toBeLessThanOrEqual(0);
    expect(await barriers(page), size).toEqual([]);
    await page.screenshot({ path: `shots/${size}-floor-tournament.png`, fullPage: true });
  }
  const shown = await part.locator(".rulings-list li b").allInnerTexts();
  expect(shown.slice(0, 3)).toEqual([expect.stringMatching(/^Undoes ruling /), "Forbids deals between players", "Announces for 5 min: “The break is at nine.”"]);
  const id = (await part.locator("a[href^='#/tournament/']").getAttribute("href"))?.split("/").pop() ?? "";
  const line = ["floor", "--url", `${room.url.replace("http", "ws")}/ws`, "--user", FLOOR.name, "--password-stdin", "rulings", id];
  const printed = execFileSync(BINARY, line, { input: `${FLOOR.password}\n`, encoding: "utf8" });
  for (const text of shown) expect(printed).toContain(`${FLOOR.name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}. `);
});

test("a command names no player before the floor chooses one", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6, idle: true, role: "Floor", tournament: tournament() });
  await page.goto("/#/direct/3");
  const form = page.getByRole("region", { name: "Direct a tournament" }).getByRole("form", { name: "Command" });
  await form.getByLabel("Command").selectOption("Disqualify");
  const player = form.getByRole("combobox", { name: "Player" });
  await expect(player).toHaveValue("");
  const names = await player.locator("option:enabled").allInnerTexts();
  expect(names).toHaveLength(23);
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
  await form.getByLabel("Reason").fill("Chip dumping");
  await form.getByRole("button", { name: "Apply" }).click();
  expect(asked.filter((each) => "DirectTournament" in each)).toEqual([]);
  expect(await barriers(page)).toEqual([]);
  await player.selectOption({ label: "Ada, 82,000" });
  await form.getByRole("button", { name: "Apply" }).click();
  await expect.poll(() => asked).toContainEqual({ DirectTournament: expect.objectContaining({ command: { Disqualify: { entry: 5, keeps_prize: false } } }) });
});

test("a table or tournament that the floor looked at is watched no longer than that", async ({ page }) => {
  await rule(page);
  const tabs = page.getByRole("navigation");
  await page.locator(".glance button", { hasText: "Altair" }).click();
  await expect(tabs.getByRole("link", { name: "Altair" })).toBeVisible();
  await page.locator(".glance button", { hasText: "Capella" }).click();
  await expect(tabs.getByRole("link", { name: "Capella" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Altair" })).toHaveCount(0);
  await attend(page, "Canopus");
  await tabs.getByRole("link", { name: "Lobby" }).click();
  await expect(tabs.getByRole("link", { name: "Capella" })).toHaveCount(0);
  await expect(tabs.getByRole("link", { name: "Canopus" }), "the floor still attends").toBeVisible();
  await tabs.getByRole("link", { name: "Floor" }).click();
  await page.locator(".glance button", { hasText: "Canopus" }).click();
  await page.getByRole("button", { name: "Stop attending" }).click();
});

test("a roster enters everybody or nobody, and says what is wrong with it", async ({ page }) => {
  await rule(page);
  await page.getByRole("region", { name: "Tournaments" }).locator(".glance button", { hasText: "Nightly" }).click();
  await page.getByText("Enter a roster").click();
  const form = page.getByRole("form", { name: "Roster" });
  await form.locator("textarea").fill("name\nNobody Of This Name");
  await form.getByLabel("Reason").fill("The club's list");
  await form.getByRole("button", { name: "Enter all" }).click();
  await expect(form.getByRole("status")).toContainText("No one was entered: 1 problem.");
  await expect(form.getByRole("status")).toContainText("Line 2");
});

test("the floor's texts follow a change of the language", async ({ page }) => {
  await rule(page);
  await page.locator(".glance button", { hasText: "Canopus" }).click();
  const inLanguage = async (open: string, tab: string, label: string, language: string, shown: string): Promise<void> => {
    await page.locator(".account").click();
    await page.getByRole("tab", { name: tab }).click();
    await page.getByLabel(label).selectOption(language);
    await page.locator("dialog").getByRole("button", { name: open }).click();
    await expect(page.getByRole("button", { name: shown, exact: true })).toBeVisible();
  };
  await inLanguage("Schließen", "Settings", "Language", "Deutsch", "Betreuen");
  await inLanguage("Close", "Einstellungen", "Sprache", "English", "Attend");
});

test("in German, the problems of a roster are German, and house rules stay English", async ({ page }) => {
  await rule(page);
  await page.evaluate(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await page.reload();
  const nightly = page.locator(".glance button", { hasText: "Nightly" });
  await nightly.click();
  await page.getByText("Teilnehmerliste anmelden").click();
  const form = page.getByRole("form", { name: "Teilnehmerliste" });
  await form.locator("textarea").fill("name,check_in\nNobody Of This Name,maybe");
  await form.getByLabel("Grund").fill("Die Liste");
  await form.getByRole("button", { name: "Alle anmelden" }).click();
  await expect(form.getByRole("status")).toContainText("Hier steht yes, no oder nichts.");
  await expect(form.getByRole("status").locator("[lang=en]").first()).not.toBeEmpty();
  await page.getByRole("link", { name: "Nightly" }).click();
  await page.getByRole("tab", { name: "Hausregeln" }).click();
  await expect(page.locator(".news [lang=en]").first()).not.toBeEmpty();
});

test("the floor opens a tournament, and it is in every lobby with its time and terms", async ({ page, stranger }) => {
  await rule(page);
  await page.getByText("Open a tournament").click();
  const form = page.getByRole("form", { name: "Open a tournament" });
  const structure = form.getByRole("combobox", { name: "Structure" });
  await expect(structure.locator("option:enabled"), "the 24 that are shipped, and the room's own four").toHaveCount(28);
  await expect(form.getByRole("combobox", { name: "League" }).locator("option", { hasText: "The Analysts" })).toHaveCount(1);
  await structure.selectOption("nightly-freezeout");
  await form.getByLabel("Name").fill("The club's night");
  const hour = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000);
  await form.getByLabel("Starts").fill(new Date(hour.getTime() - hour.getTimezoneOffset() * 60_000).toISOString().slice(0, 16));
  await form.getByRole("switch").check();
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-open-tournament.png" });
  await form.getByRole("button", { name: "Open", exact: true }).click();
  const directed = page.getByRole("region", { name: "Direct a tournament" });
  await expect(directed.getByRole("heading", { name: "The club's night" })).toBeVisible();
  await expect(directed).toContainText("Registering");

  const player = await stranger();
  await comeIn(player, "Cleo Club");
  await player.goto("/#/tournaments");
  await player.locator(".table-card", { hasText: "The club's night" }).click();
  await expect(player.locator(".page-head")).toContainText("The tournament director also plays");
  await expect(player.locator(".page-head")).toContainText(/Starts .*:00/);
  await player.getByRole("button", { name: /^Enter for/ }).click();
  await expect(player.getByText("You are in.")).toBeVisible();

  // The operator who opened it cancels it, and the buy-ins are refunded.
  const commands = directed.getByRole("form", { name: "Command" });
  await commands.getByLabel("Command").selectOption("Cancel the tournament");
  await commands.getByLabel("Reason").fill("The club is closed");
  await commands.getByRole("button", { name: "Apply" }).click();
  await expect(player.locator(".page-head .eyebrow").first()).toContainText("Canceled");
  await expect(player.locator(".account")).toContainText("10,000");
});

test("a table's console that is opened by its address waits for the connection", async ({ page }) => {
  await rule(page);
  await page.locator(".glance button", { hasText: "Canopus" }).click();
  const address = await page.getByRole("link", { name: "Watch" }).getAttribute("href");
  await page.goto("about:blank");
  await page.goto(`/#/floor/${address?.split("/").at(-1)}`);
  await expect(page.getByRole("heading", { name: "Canopus" })).toBeVisible();
  await expect(page.locator(".seat-list")).toHaveCount(1);
  await expect(page.locator(".toast.bad")).toHaveCount(0);
  await expect(page.getByText("This page is for floor staff")).toHaveCount(0);
});
