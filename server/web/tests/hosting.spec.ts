// Private tables and tournaments: one person hosts, another enters by the link, both play, and a
// player without the code sees nothing of it.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { comeIn, expect, myTurn, sitAt, test } from "./room";

/** Registers an account with the page's own dialog. */
const register = async (page: Page, name: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password").fill("a long password");
  await page.locator("dialog form button").click();
  await expect(page.locator(".account")).toContainText("10,000");
};

const sitDown = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
};

test("a private table: hosted, joined by its link, played, ruled on and closed", async ({ page, stranger }) => {
  await register(page, "Hilda Host");
  await page.getByRole("link", { name: "Host a table" }).click();
  const form = page.getByRole("form", { name: "Host a table" });
  await expect(form.getByLabel(/^Name/), "the name is there already").toHaveValue("Hilda Host’s table");
  await form.getByLabel(/^Name/).fill("The kitchen");
  await form.getByText("More options").click();
  await form.getByLabel(/^Straddle/).selectOption("Utg");
  await form.getByLabel(/^Rulebook/).selectOption("tda-2024");
  await form.getByRole("button", { name: "Open the table" }).click();
  await expect(form.getByRole("alert"), "the refusal stands beside the term").toContainText("straddle");
  await form.getByLabel(/^Rulebook/).selectOption("online");
  await form.getByLabel(/^Straddle/).selectOption("");
  expect(await barriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Open the table" }).click();

  const opened = page.getByRole("region", { name: "The kitchen is open" });
  const link = await opened.getByLabel("Invite link").inputValue();
  const code = link.split("/").at(-1) ?? "";
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
  await expect(opened).toContainText("This link works on this computer only.");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.getByRole("button", { name: "Copy the link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await barriers(page)).toEqual([]);
  await opened.getByRole("link", { name: "Go to the table" }).click();
  await expect(page.locator(".table-bar")).toContainText("you host");
  const table = page.url();
  await sitDown(page);

  // By the link, in a separate browser.
  const bob = await stranger();
  await comeIn(bob, "Bob Invited");
  await bob.goto(`/#/join/${code}`);
  await expect(bob.locator(".invited")).toContainText("Hilda Host invites you");
  await bob.getByRole("button", { name: /^Sit down/ }).click();
  await expect(bob.locator(".seat.mine")).toBeVisible();
  await expect(bob.locator(".table-bar")).toContainText("hosted by Hilda Host");
  // Both check and call until a hand is over.
  await expect(async () => {
    for (const each of [page, bob]) if (await each.locator(".actions.turn").isVisible()) await each.keyboard.press("c");
    await expect(page.locator(".table-bar")).toContainText("hand 2", { timeout: 200 });
  }).toPass({ timeout: 60_000, intervals: [100] });
  await expect(page.locator(".seat.mine .card").first()).toBeVisible();

  // Without the code the table is invisible, and a wrong code leads nowhere.
  const eve = await stranger();
  await eve.goto("/");
  await eve.locator(".table-card").first().waitFor();
  await expect(eve.getByText("The kitchen")).toHaveCount(0);
  await eve.goto("/#/join");
  await eve.getByLabel("Invite code").fill("22222-22222");
  await eve.getByRole("button", { name: "Join", exact: true }).click();
  await expect(eve.getByRole("alert").filter({ hasText: "No table or tournament has this code." })).toBeVisible();
  await eve.goto(table);
  await expect(eve.getByText("There is no such table.").first()).toBeVisible();

  // After a reload the table is there again, and only its host rules on it.
  await bob.reload();
  await expect(bob.locator(".seat.mine")).toBeVisible();
  await page.goto(page.url().replace("#/table/", "#/floor/"));
  await expect(page.locator(".glance button")).toHaveCount(1);
  await page.locator("select").first().selectOption({ label: "Pause" });
  await page.getByLabel("Reason").first().fill("the kettle boils");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Past commands" })).toContainText("the kettle boils");
  expect(await barriers(page)).toEqual([]);

  // After closing, every player is back in the lobby with their chips.
  await page.goto("/#/host");
  await page.getByRole("button", { name: "Close the table" }).click();
  await expect(page.getByText("The table closes after this hand")).toBeVisible();
  await page.goto(table);
  for (const each of [page, bob]) {
    await expect(async () => {
      for (const other of [page, bob]) if (await other.locator(".actions.turn").isVisible()) await other.keyboard.press("c");
      await expect(each.locator(".tabs")).not.toContainText("The kitchen", { timeout: 200 });
    }).toPass({ timeout: 60_000, intervals: [100] });
  }
  await expect(bob.locator(".lobby")).toBeVisible();
});

test("a guest who reloads still reads why the host paused the table", async ({ page, stranger }) => {
  await register(page, "Petra Host");
  await page.goto("/#/host");
  await page.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await sitDown(page);
  const guest = await stranger();
  await comeIn(guest, "Paul Paused");
  await guest.goto(`/#/join/${link.split("/").at(-1) ?? ""}`);
  await guest.getByRole("button", { name: /^Sit down/ }).click();
  await expect(guest.locator(".seat.mine")).toBeVisible();

  await page.goto(page.url().replace("#/table/", "#/floor/"));
  await page.locator("select").first().selectOption({ label: "Pause" });
  await page.getByLabel("Reason").first().fill("the pizza is here");
  await page.getByRole("button", { name: "Apply" }).click();
  // The running hand stops at once.
  const halt = guest.locator(".halt");
  await expect(halt).toHaveText("The table is paused. the pizza is here");
  await guest.reload();
  await expect(halt).toHaveText("The table is paused. the pizza is here");
});

test("a private tournament: hosted, joined by its link, begun by its host, played and called off", async ({ page, stranger }) => {
  await register(page, "Tilda Host");
  await page.goto("/#/tournaments");
  await page.getByRole("link", { name: "Host a tournament" }).click();
  const form = page.getByRole("form", { name: "Host a tournament" });
  await form.getByLabel(/^Name/).fill("Birthday freezeout");
  await form.getByLabel(/^Structure/).selectOption("nightly-freezeout");
  await form.getByLabel(/^Buy-in/).fill("500");
  await form.getByLabel(/^Maximum entries/).fill("4");
  await form.getByLabel(/^Game/).selectOption("razz");
  await form.getByRole("button", { name: "Open the tournament" }).click();
  await expect(form.getByRole("alert"), "the refusal stands beside the term").toBeVisible();
  await form.getByLabel(/^Game/).selectOption("holdem");
  expect(await barriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Open the tournament" }).click();

  await expect(page.locator(".page-head .eyebrow").first()).toContainText("you host");
  const lobby = page.url();
  await page.getByRole("button", { name: "Invite" }).click();
  const code = (await page.getByLabel("Invite link").inputValue()).split("/").at(-1) ?? "";
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Start now" }), "nobody is in yet").toBeDisabled();
  await page.getByRole("button", { name: "Enter for 500" }).click();

  // By the link, in a separate browser. Without it nothing is found.
  const bob = await stranger();
  await comeIn(bob, "Bob Birthday");
  await bob.goto(`/#/join/${code}`);
  await expect(bob.locator(".page-head .eyebrow").first()).toContainText("hosted by Tilda Host");
  await bob.getByRole("button", { name: "Enter for 500" }).click();
  await expect(bob.getByText("You are in.")).toBeVisible();
  const eve = await stranger();
  await eve.goto("/#/tournaments");
  await expect(eve.getByRole("link", { name: "Host a tournament" })).toBeVisible();
  await expect(eve.getByText("Birthday freezeout")).toHaveCount(0);
  await eve.goto(lobby);
  await expect(eve.getByText("There is no such tournament.").first()).toBeVisible();

  // The host begins it, and both are led to their table.
  await page.getByRole("button", { name: "Start now" }).click();
  for (const each of [page, bob]) {
    await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 20_000 });
    await expect(each.locator(".table-bar")).toContainText(/host/);
  }
  // A guest who only watches, and returns after a reload.
  const looker = await stranger();
  await looker.goto(`/#/join/${code}`);
  await looker.getByRole("link", { name: "Just watch" }).click();
  await expect(looker.locator(".page-head h1")).toContainText("Birthday freezeout");
  await looker.reload();
  await looker.getByRole("tab", { name: "Tables" }).click();
  await looker.locator(".table-card").first().click();
  await expect(looker.locator(".table-bar")).toContainText("hosted by Tilda Host");
  await looker.reload();
  await expect(looker.locator(".table-bar"), "the code is brought again").toContainText("hosted by Tilda Host");

  // The host is the floor there, and nowhere else.
  await page.goto(lobby);
  await page.getByRole("link", { name: "Floor" }).click();
  await expect(page.getByRole("region", { name: "Tournaments" }).locator(".glance button")).toHaveCount(1);
  const commands = page.getByRole("region", { name: "Direct a tournament" });
  await expect(commands.getByRole("option", { name: "Enter a player" })).toHaveCount(0);
  await commands.locator("select").first().selectOption({ label: "Pause" });
  await commands.getByLabel("Reason").first().fill("the candles are lit");
  await commands.getByRole("button", { name: "Apply" }).click();
  await expect(looker.locator(".halt")).toContainText("the candles are lit");
  await looker.reload();
  await expect(looker.locator(".halt"), "the reason is there after a reload").toContainText("the candles are lit");
  await commands.locator("select").first().selectOption({ label: "Cancel the tournament" });
  await commands.getByLabel("Reason").first().fill("the cake is here");
  expect(await barriers(page)).toEqual([]);
  await commands.getByRole("button", { name: "Apply" }).click();
  await bob.goto(lobby);
  await expect(bob.locator(".page-head .eyebrow").first()).toContainText("Canceled");
  await expect(bob.locator(".account"), "everybody is paid back").toContainText("10,000");
});

test("a full table: in line, offered the seat that frees, and seated", async ({ page, stranger }) => {
  // Pollux is for two people.
  await comeIn(page, "Ina Seat");
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: "Pollux" }).click();
  await sitDown(page);
  const jo = await stranger();
  await comeIn(jo, "Jo Seat");
  await jo.locator(".table-card", { hasText: "Pollux" }).click();
  await sitDown(jo);

  const kai = await stranger();
  await comeIn(kai, "Kai Waits");
  await kai.locator(".table-card", { hasText: "Pollux" }).click();
  await kai.getByRole("button", { name: "Join the waiting list" }).click();
  const place = kai.getByRole("button", { name: "Waiting list: 1 of 1" });
  await expect(place).toBeVisible();
  await kai.reload();
  await expect(place, "the place is kept over a reload").toBeVisible();
  await kai.goto("/#/");
  await expect(kai.locator(".table-card", { hasText: "Pollux" })).toContainText("1 waiting");

  await jo.getByRole("button", { name: "Leave", exact: true }).click();
  const offer = kai.getByRole("alert").filter({ hasText: "A seat is yours" });
  await expect(async () => {
    if (await page.locator(".actions.turn").isVisible()) await page.keyboard.press("c");
    await expect(offer).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000, intervals: [100] });
  expect(await barriers(kai)).toEqual([]);
  await offer.getByRole("link", { name: "Go to the table" }).click();
  await sitDown(kai);
  await expect(offer).toHaveCount(0);
});

test("who is broke at a private table buys in again, whatever the wallet holds", async ({ page, stranger }) => {
  await register(page, "Rita Risk");
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await form.getByText("More options").click();
  await form.getByLabel(/^Small blind/).fill("500");
  await form.getByLabel(/^Big blind/).fill("1000");
  await form.getByLabel(/^Minimum buy-in/).fill("10000");
  await form.getByLabel(/^Maximum buy-in/).fill("10000");
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await sitDown(page);
  const ralf = await stranger();
  await comeIn(ralf, "Ralf Risk");
  await ralf.goto(`/#/join/${link.split("/").at(-1) ?? ""}`);
  await ralf.getByRole("button", { name: /^Sit down/ }).click();
  await expect(ralf.locator(".seat.mine")).toBeVisible();

  // Both bet everything until one has nothing left.
  const all = [page, ralf];
  const rebuy = (each: Page) => each.getByRole("button", { name: /^Rebuy/ });
  await expect(async () => {
    for (const each of all) {
      if (!(await each.locator(".actions.turn").isVisible())) continue;
      await each.keyboard.press("5");
      await each.keyboard.press("r");
      await each.keyboard.press("c");
    }
    const broke = await Promise.all(all.map((each) => rebuy(each).isVisible()));
    expect(broke.filter(Boolean)).toHaveLength(1);
  }).toPass({ timeout: 90_000, intervals: [200] });
  const broke = (await rebuy(page).isVisible()) ? page : ralf;
  await expect(broke.getByText("Your wallet")).toHaveCount(0);
  expect(await barriers(broke)).toEqual([]);
  await expect(rebuy(broke)).toContainText("10,000");
  await rebuy(broke).click();
  await expect(broke.locator(".seat.mine")).toContainText(/10,000|9,000|9,500/);
  await expect(broke.locator(".account")).toContainText("10,000");
});

for (const [size, viewport] of Object.entries({ phone: { width: 390, height: 844 }, desktop: { width: 1366, height: 768 } })) {
  test(`an invited friend wins a hand within five clicks and half a minute: ${size}`, async ({ page, stranger }) => {
    const [host, friendName] = [`Hope ${size}`, `Finn ${size}`];
    await register(page, host);
    await page.goto("/#/host");
    await page.getByRole("radio", { name: /^Turbo/ }).check();
    await page.getByRole("button", { name: "Open the table" }).click();
    const link = await page.getByLabel("Invite link").inputValue();
    await page.getByRole("link", { name: "Go to the table" }).first().click();
    await sitDown(page);

    const friend = await stranger();
    await friend.setViewportSize(viewport);
    let clicks = 0;
    await friend.exposeFunction("clicked", () => (clicks += 1));
    await friend.addInitScript("addEventListener('pointerdown', () => clicked(), true)");
    const began = Date.now();
    await friend.goto(link);
    const invited = friend.getByRole("region", { name: `${host}’s table` });
    await expect(invited).toContainText(`${host} invites you`);
    await expect(invited).toContainText("No-limit Texas hold'em");
    await expect(invited).toContainText("10/20");
    // The name field has the focus.
    await expect(friend.getByLabel("Your name at the table")).toBeFocused();
    await friend.keyboard.type(friendName);
    await friend.getByRole("button", { name: /^Join/ }).click();
    await expect(friend.getByLabel(/^Buy-in/)).toHaveValue("1000");
    await friend.getByRole("button", { name: /^Sit down/ }).click();
    await expect(friend.locator(".seat.mine")).toBeVisible();
    // Either of them may act first. The host folds to a bet, and the friend raises.
    await expect(async () => {
      if (await page.locator(".actions.turn").isVisible()) await page.keyboard.press((await page.locator(".act.fold").isVisible()) ? "f" : "c");
      const raise = friend.locator(".act.raise");
      if (await raise.isVisible()) await raise.click({ timeout: 500 });
      await expect(friend.locator(".pot .result")).toHaveText(/^You win \d+/, { timeout: 200 });
    }).toPass({ timeout: 30_000, intervals: [100] });
    const took = Date.now() - began;
    expect(took, "from the link to a won hand").toBeLessThan(30_000);
    expect(clicks, "the clicks are counted").toBeGreaterThanOrEqual(2);
    expect(clicks, "from the link to a won hand").toBeLessThanOrEqual(5);
    test.info().annotations.push({ type: "way in", description: `${clicks} clicks, ${(took / 1000).toFixed(1)} s` });

    // The host sees the effect on the night at once.
    await page.getByRole("link", { name: "Ledger" }).click();
    const rows = page.getByRole("region", { name: "Players and their chips" });
    await expect(rows.locator("tbody tr").first(), "who is ahead comes first").toContainText(friendName);
    await expect(rows.locator("tbody tr").first().locator("td").last()).toHaveText(/^\+\d+$/);
    await expect(rows.locator("tbody tr").last().locator("td").last()).toHaveText(/^−\d+$/);
    await expect(page.locator(".settle li")).toHaveText(new RegExp(`${host} pays ${friendName}\\d+`));
    await page.getByRole("link", { name: "Back to the table" }).click();
    await expect(page.locator(".seat.mine")).toBeVisible();
  });

  test(`the invitation fits and is accessible: ${size}`, async ({ page, stranger }) => {
    await register(page, `Hetty ${size}`);
    await page.goto("/#/host");
    await page.getByRole("button", { name: "Open the table" }).click();
    const link = await page.getByLabel("Invite link").inputValue();
    const friend = await stranger();
    await friend.setViewportSize(viewport);
    await friend.goto(link);
    await expect(friend.getByRole("region", { name: `Hetty ${size}’s table` })).toBeVisible();
    expect(await barriers(friend)).toEqual([]);
    expect(await friend.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await friend.screenshot({ path: `shots/${size}-invited.png` });
    await friend.getByLabel("Your name at the table").fill(`Fay ${size}`);
    await friend.getByRole("button", { name: /^Join/ }).click();
    await expect(friend.getByLabel(/^Buy-in/)).toBeVisible();
    await friend.screenshot({ path: `shots/${size}-invited-buy-in.png` });
    expect(await barriers(friend)).toEqual([]);
  });
}

test("an invited player starts at a hundred big blinds, whatever the wallet holds", async ({ page, stranger }) => {
  await register(page, "Uma Usual");
  const friend = await stranger();
  await comeIn(friend, "Udo Usual");
  // With big blinds of 100 the usual buy-in is as much as the wallet holds.
  for (const [bigBlind, min, max, usual] of [[10, 400, 2_000, "1000"], [100, 4_000, 20_000, "10000"]] as const) {
    await page.goto("/#/host");
    await page.reload();
    const form = page.getByRole("form", { name: "Host a table" });
    await form.getByText("More options").click();
    await form.getByLabel(/^Small blind/).fill(String(bigBlind / 2));
    await form.getByLabel(/^Big blind/).fill(String(bigBlind));
    await form.getByLabel(/^Minimum buy-in/).fill(String(min));
    await form.getByLabel(/^Maximum buy-in/).fill(String(max));
    await form.getByRole("button", { name: "Open the table" }).click();
    await friend.goto(await page.locator(".opened").getByLabel("Invite link").inputValue());
    await expect(friend.getByLabel(/^Buy-in/)).toHaveValue(usual);
  }
});

test("a guest hosts an Omaha table", async ({ page }) => {
  await comeIn(page, "Gus Hosts");
  await page.getByRole("link", { name: "Host a table" }).click();
  await page.getByRole("radio", { name: /^Omaha/ }).check();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await expect(page.locator(".table-bar")).toContainText("Pot-limit Omaha");
  await expect(page.locator(".table-bar")).toContainText("you host");
  await sitDown(page);
});

test("chat during hands starts on at a hosted table", async ({ page, stranger }) => {
  await register(page, "Hans Chats");
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await form.getByText("More options").click();
  await expect(form.getByRole("switch", { name: "Allow chat during hands" })).toBeChecked();
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await sitDown(page);
  const friend = await stranger();
  await friend.goto(link);
  await friend.getByLabel("Your name at the table").fill("Fritz Chats");
  await friend.getByRole("button", { name: "Join", exact: true }).click();
  await friend.getByRole("button", { name: /^Sit down/ }).click();
  await expect(page.locator(".seat.mine .card").first()).toBeVisible();
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByRole("group", { name: "Quick messages" })).toBeVisible();
  await page.getByLabel("Write a message").fill("I have aces");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".panel .lines")).toContainText("I have aces");
});

test("a table of a rulebook keeps its fixed lines during hands", async ({ page }) => {
  await comeIn(page, "Luis Lines");
  await sitAt(page, "Canopus");
  await myTurn(page);
  await page.getByRole("tab", { name: "Chat" }).click();
  await expect(page.getByRole("group", { name: "Messages allowed during a hand" })).toBeVisible();
  await page.getByLabel("Write a message").fill("I have aces");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".toast.bad")).toBeVisible();
  await page.getByRole("button", { name: "Good luck", exact: true }).last().click();
  await expect(page.locator(".panel .lines")).toContainText("Good luck");
  await expect(page.locator(".panel .lines")).not.toContainText("I have aces");
});

/** Reads the page in German from now on. */
const inGerman = async (page: Page): Promise<void> => {
  await page.evaluate(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await page.reload();
};

test("in German, refused terms say so in German, with the server's sentence marked as English", async ({ page }) => {
  await register(page, "Gerda Deutsch");
  await inGerman(page);
  await page.goto("/#/host");
  const form = page.locator("form").filter({ has: page.getByLabel(/^Straddle/) });
  await page.getByText("Weitere Einstellungen").click();
  await form.getByLabel(/^Straddle/).selectOption("Utg");
  await form.getByLabel(/^Regelwerk/).selectOption("tda-2024");
  await form.getByRole("button", { name: "Tisch eröffnen" }).click();
  await expect(form.getByRole("alert")).toContainText("Dieser Straddle geht mit diesen Bedingungen nicht.");
  await expect(form.getByRole("alert").locator("[lang=en]")).toContainText("straddle");
});

/** A duel that is hosted, joined by its link, and begun. Returns the address of the tournament. */
const duel = async (host: Page, friend: Page, names: [string, string]): Promise<string> => {
  await register(host, names[0]);
  await host.goto("/#/host/tournament");
  const form = host.getByRole("form", { name: "Host a tournament" });
  await form.getByLabel(/^Structure/).selectOption("duel");
  await form.getByLabel(/^Starts/).selectOption("When it is full");
  await form.getByRole("button", { name: "Open the tournament" }).click();
  await host.getByRole("button", { name: "Invite" }).click();
  await friend.goto(await host.getByLabel("Invite link").inputValue());
  await host.locator("dialog").getByRole("button", { name: "Close" }).click();
  await host.getByRole("button", { name: /^Enter for/ }).click();
  const address = host.url();
  await friend.getByLabel("Your name at the table").fill(names[1]);
  await friend.getByRole("button", { name: "Join", exact: true }).click();
  await friend.getByRole("button", { name: /^Enter for/ }).click();
  for (const each of [host, friend]) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  return address;
};

const endByDeal = async (host: Page, friend: Page): Promise<void> => {
  await host.getByRole("button", { name: "Propose a deal" }).click();
  await host.getByRole("dialog").locator("form > button").last().click();
  for (const each of [host, friend]) {
    await each.locator(".ask").getByRole("button").first().click();
    await each.getByRole("dialog").getByRole("button", { name: /^Accept/ }).click();
  }
};

test("friends play a private tournament again without a new link", async ({ page, stranger }) => {
  test.slow();
  const paul = await stranger();
  const first = await duel(page, paul, ["Rita Rematch", "Paul Rematch"]);
  await page.goto(first);
  await page.getByRole("button", { name: "Open the next one" }).click();
  await expect(page.locator(".toast", { hasText: "Everyone here is invited" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Open the next one" }), "one is open").toHaveCount(0);
  await expect.poll(() => paul.evaluate(() => JSON.parse(localStorage.getItem("cardroom.event-codes") ?? "[]").length), "he has the code").toBe(2);
  await endByDeal(page, paul);
  // He has it after a reload, too.
  await expect(paul.getByRole("region", { name: "Final standings" })).toBeVisible({ timeout: 60_000 });
  await paul.reload();
  await paul.getByRole("link", { name: "Play again" }).click();
  await expect(paul.locator(".page-head .eyebrow").first()).toContainText("Registering");
  await expect(paul.locator(".page-head .eyebrow").first()).toContainText("hosted by Rita Rematch");
  await paul.getByRole("button", { name: /^Enter for/ }).click();
  await expect(paul.getByText("You are in.")).toBeVisible();
  const next = paul.url();
  expect(next).not.toBe(first);
  // Paul has followed it, so she reads that he wants a rematch.
  await page.getByRole("group", { name: "Paul Rematch wants a rematch" }).getByRole("button", { name: "Join" }).click();
  for (const each of [page, paul]) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(paul.url());
  await page.getByRole("link", { name: "Tournament", exact: true }).click();
  await expect(page, "no other tournament than the planned one").toHaveURL(next);
});

test("a rematch that one wants at the podium brings everybody, with one tap", async ({ page, stranger }) => {
  const mia = await stranger();
  const first = await duel(page, mia, ["Rosa Rematch", "Mia Rematch"]);
  await page.goto(first);
  await endByDeal(page, mia);
  const podium = (of: Page) => of.getByRole("region", { name: "Final standings" });
  for (const each of [page, mia]) {
    await expect(podium(each)).toBeVisible({ timeout: 60_000 });
    await expect(podium(each).locator("li svg.avatar"), "the podium has faces").toHaveCount(2);
  }
  await page.getByRole("button", { name: "Play again" }).click();
  const wish = mia.getByRole("group", { name: "Rosa Rematch wants a rematch" });
  await expect(wish).toContainText("Rosa Rematch wants a rematch");
  for (const [name, width, height] of [["phone", 390, 844], ["landscape", 844, 390], ["small", 320, 568], ["tablet", 820, 1180], ["desktop", 1366, 768]] as const) {
    await mia.setViewportSize({ width, height });
    await wish.scrollIntoViewIfNeeded();
    await mia.screenshot({ path: `shots/${name}-rematch.png` });
  }
  expect(await barriers(mia)).toEqual([]);
  await wish.getByRole("button", { name: "Join" }).click();
  // The two of them fill it, so it begins.
  for (const each of [page, mia]) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(mia.url());
});

test("a player who has left the podium hears of a rematch anywhere on the page", async ({ page, stranger }) => {
  const mia = await stranger();
  const first = await duel(page, mia, ["Rolf Rematch", "Mio Rematch"]);
  await page.goto(first);
  await endByDeal(page, mia);
  await expect(mia.getByRole("region", { name: "Final standings" })).toBeVisible({ timeout: 60_000 });
  await mia.getByRole("link", { name: "Lobby", exact: true }).click();
  await page.getByRole("button", { name: "Play again" }).click();
  await mia.locator(".toast").getByRole("link", { name: "Rolf Rematch wants a rematch. Join in?" }).click();
  await mia.getByRole("button", { name: "Join" }).click();
  for (const each of [page, mia]) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
});

test("a hosted sit-and-go that is over shows its podium, and its host plays it again", async ({ page, stranger }) => {
  await register(page, "Petra Podium");
  await page.goto("/#/host/tournament");
  const form = page.getByRole("form", { name: "Host a tournament" });
  await form.getByLabel(/^Structure/).selectOption("duel");
  await form.getByLabel(/^Starts/).selectOption("When it is full");
  await form.getByRole("button", { name: "Open the tournament" }).click();
  // Until it is full, the page shows when it would be canceled.
  await expect(page.locator(".page-head")).toContainText("Canceled");
  const first = page.url();
  await page.getByRole("button", { name: "Invite" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
  const other = await stranger();
  await other.goto(link);
  await expect(other.locator(".invited")).toContainText("Petra Podium invites you");
  await other.getByLabel("Your name at the table").fill("Paul Podium");
  await other.getByRole("button", { name: "Join", exact: true }).click();
  await other.getByRole("button", { name: /^Enter for/ }).click();
  const players = [page, other];
  for (const each of players) await expect(each.locator(".seat.mine")).toBeVisible({ timeout: 60_000 });
  await page.goto(first);
  await page.getByRole("button", { name: "Propose a deal" }).click();
  await page.getByRole("dialog").locator("form > button").last().click();
  for (const each of players) {
    await each.locator(".ask").getByRole("button").first().click();
    await each.getByRole("dialog").getByRole("button", { name: /^Accept/ }).click();
  }
  await expect(page.getByRole("region", { name: "Final standings" })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(".page-head"), "what is over is not called off any more").not.toContainText("Canceled");
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page.locator(".page-head .eyebrow").first()).toContainText("Registering");
  expect(page.url()).not.toBe(first);
  await expect(page.locator(".page-head")).toContainText("Sit & go");
  await expect(page.getByRole("button", { name: "Invite" })).toBeVisible();
});

test("the ledger of the night: who bought what, who is ahead, and who pays whom", async ({ page, stranger }) => {
  await register(page, "Lena Ledger");
  await page.goto("/#/host");
  await page.getByRole("radio", { name: /^Turbo/ }).check();
  await page.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await sitDown(page);
  const table = page.url().split("/").at(-1) ?? "";
  const friend = await stranger();
  await friend.goto(link);
  await friend.getByLabel("Your name at the table").fill("Levi Ledger");
  await friend.getByRole("button", { name: "Join", exact: true }).click();
  await friend.getByRole("button", { name: /^Sit down/ }).click();
  await expect(friend.locator(".seat.mine")).toBeVisible();
  // Both bet everything until one has the chips of both.
  const both = [page, friend];
  await expect(async () => {
    for (const each of both) {
      if (!(await each.locator(".actions.turn").isVisible())) continue;
      await each.keyboard.press("5");
      await each.keyboard.press("r");
      await each.keyboard.press("c");
    }
    const won = await Promise.all(both.map((each) => each.locator(".seat.mine", { hasText: "2,000" }).isVisible()));
    expect(won.filter(Boolean)).toHaveLength(1);
  }).toPass({ timeout: 90_000, intervals: [200] });
  for (const each of [page, friend]) await each.getByRole("button", { name: "Leave", exact: true }).click();

  await page.goto(`/#/ledger/${table}`);
  const rows = page.getByRole("region", { name: "Players and their chips" });
  await expect(rows.locator("tbody tr")).toHaveCount(2);
  await expect(rows.locator("tbody tr", { hasText: "Levi Ledger" })).toContainText("1,000");
  await expect(rows.locator("tfoot")).toContainText("2,000");
  await expect(rows.locator("tfoot td").last(), "what is won is lost").toHaveText("0");
  await expect(rows.locator("tbody tr").first()).toContainText("+1,000");
  await expect(page.locator(".settle li")).toHaveText(/(Lena|Levi) Ledger pays (Lena|Levi) Ledger1,000/);
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-ledger.png" });
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download (CSV)" }).click()]);
  expect(readFileSync(await file.path(), "utf8")).toContain("Levi Ledger");
  // A player who was not there sees nothing of it.
  const eve = await stranger();
  await comeIn(eve, "Eve Ledger");
  await eve.goto(`/#/ledger/${table}`);
  await expect(eve.getByText("There is no such ledger")).toBeVisible();
});

test("the host's terms: the pause between hands, top-ups, and chips given and taken back", async ({ page, stranger }) => {
  await register(page, "Tess Terms");
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await form.getByRole("radio", { name: /^Turbo/ }).check();
  await form.getByText("More options").click();
  await form.getByLabel(/^Seconds between hands/).fill("6");
  await form.getByLabel("Top-ups").selectOption("Only when out of chips");
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  await sitDown(page);
  const table = page.url().split("/").at(-1) ?? "";
  const friend = await stranger();
  await friend.goto(link);
  await friend.getByLabel("Your name at the table").fill("Theo Terms");
  await friend.getByRole("button", { name: "Join", exact: true }).click();
  await friend.getByLabel(/^Buy-in/).fill("400");
  await friend.getByRole("button", { name: /^Sit down/ }).click();

  // The host folds, or lets the friend bet and folds then.
  await expect(async () => {
    if (await page.locator(".actions.turn").isVisible()) await page.keyboard.press((await page.locator(".act.fold").isVisible()) ? "f" : "c");
    if (await friend.locator(".actions.turn").isVisible()) await friend.keyboard.press("r");
    await expect(friend.locator(".pot .result")).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 30_000, intervals: [100] });
  const over = Date.now();
  const bar = friend.locator(".table-bar");
  // The number of the hand goes some time after its result.
  const [, hand = "1"] = /hand (\d+)/.exec(await bar.innerText()) ?? [];
  await expect(bar).toContainText(`hand ${Number(hand) + 1}`);
  expect(Date.now() - over, "the pause between hands").toBeGreaterThan(4_000);
  expect(Date.now() - over, "the pause between hands").toBeLessThan(9_000);

  // The host has fewer chips than the table allows, and still may not top up.
  await page.getByRole("button", { name: "Seat", exact: true }).click();
  await expect(page.locator("dialog")).toContainText("This table allows no top-ups.");
  await expect(page.locator("dialog").getByRole("button", { name: /^Add/ })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.goto(page.url().replace("#/table/", "#/floor/"));
  const commands = page.getByRole("form", { name: "Command" });
  const give = async (command: string, amount: string): Promise<void> => {
    await commands.getByLabel("Command").selectOption(command);
    await commands.getByRole("combobox", { name: /^Player/ }).selectOption({ label: "2: Theo Terms" });
    await commands.getByRole("spinbutton", { name: "Chips" }).fill(amount);
    await commands.getByLabel("Reason").fill("a late gift");
    await commands.getByRole("button", { name: "Apply" }).click();
  };
  await give("Add chips to a stack", "300");
  await expect(page.locator(".toast").first()).toHaveText("Done");
  await expect(page.getByRole("region", { name: "Past commands" })).toContainText("a late gift");
  await give("Take chips off a stack", "100");
  await page.goto(`/#/ledger/${table}`);
  const rows = page.getByRole("region", { name: "Players and their chips" });
  const given = rows.locator("tbody tr", { hasText: "Theo Terms" });
  // The removal of chips takes effect when the hand is over.
  await expect(async () => {
    if (await friend.locator(".actions.turn").isVisible()) await friend.keyboard.press("f");
    await expect(rows.locator("thead th")).toHaveText(["Player", "Buy-ins", "Given by host", "Taken by host", "Stack", "Net"], { timeout: 500 });
  }).toPass({ timeout: 40_000, intervals: [200] });
  for (const [column, amount] of ["400", "300", "100"].entries()) await expect(given.locator("td").nth(column + 1)).toHaveText(amount);
});
