// The sheet of a private table: what its host decides there, and what everyone else sees of it.
import { renderSVG } from "uqr";
import { barriers } from "./axe";
import { closeSheet, foldHand, hostTable, join, log, openSheet, sheetOf } from "./friends";
import { expect, test } from "./room";

test("buy-ins wait for the host, who declines one and admits others", async ({ page, stranger }) => {
  const link = await hostTable(page, { host: "Ada Admits", on: ["I approve each buy-in"] });
  const bob = await join(stranger, link, "Bob Asks", 500);
  await expect(bob.getByRole("status").filter({ hasText: "Waiting for" })).toBeVisible();
  const notice = page.getByRole("alert").filter({ hasText: "Bob Asks asks for a seat with 500." });
  await expect(notice, "the host reads it outside of the sheet").toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await notice.getByRole("button", { name: "Decline" }).click();
  await expect(bob.locator(".toast.bad")).toContainText("The host has declined your buy-in.");
  await expect(bob.getByText("Waiting for")).toHaveCount(0);
  await expect(log(page)).toContainText("Ada Admits declines Bob Asks’s buy-in of 500");

  await bob.getByLabel(/^Buy-in/).fill("600");
  await bob.getByRole("button", { name: /^Sit down/ }).click();
  await expect(bob.getByText("Waiting for")).toBeVisible();
  await expect(notice).toHaveCount(0);
  // A host who reloads still sees it.
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: "Bob Asks asks for a seat with 600." })).toBeVisible();
  await openSheet(page, "People");
  const waiting = sheetOf(page).getByRole("region", { name: "Waiting for you" });
  await expect(waiting).toContainText("600");
  expect(await barriers(page)).toEqual([]);
  await waiting.getByRole("button", { name: "Admit" }).click();
  await expect(bob.locator(".seat.mine")).toBeVisible();
  await expect(bob.getByText("Waiting for")).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  await closeSheet(page);
  await expect(log(page)).toContainText("Ada Admits admits Bob Asks with 600");
  await expect(log(page), "a reason that nobody typed is not shown").not.toContainText("The host decides");

  // A player at the table names the host.
  await bob.getByRole("button", { name: "Seat", exact: true }).click();
  await bob.locator("dialog").locator(".buy-in-amount").fill("50");
  await bob.locator("dialog").getByRole("button", { name: /^Add/ }).click();
  await expect(bob.getByText("Waiting for Ada Admits’s approval")).toBeVisible();
  // Longer than any of the page's own times.
  await bob.waitForTimeout(6_000);
  await page.getByRole("alert").filter({ hasText: "Bob Asks asks for 50 more chips." }).getByRole("button", { name: "Admit" }).click();
  await expect(bob.getByText("Waiting for")).toHaveCount(0);
  await expect(bob.locator(".toast").filter({ hasText: "50" })).toBeVisible();
});

test("the host changes the blinds, which the next hand is played on", async ({ page, stranger }) => {
  const link = await hostTable(page, { host: "Ada Terms" });
  const bob = await join(stranger, link, "Bob Terms", 1000);
  await expect(bob.locator(".seat.mine .card").first()).toBeVisible();
  await openSheet(page, "Terms");
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel(/^Small blind/), "the terms are filled in").toHaveValue("5");
  await expect(sheet.getByRole("switch", { name: /dealt in at once/ }), "the default among friends").toBeChecked();
  await sheet.getByLabel(/^Minimum buy-in/).fill("900");
  await sheet.getByLabel(/^Maximum buy-in/).fill("800");
  await sheet.getByRole("button", { name: "Apply from the next hand" }).click();
  await expect(sheet.getByRole("alert").first(), "the refusal stands at its field").toContainText("buy-in");
  expect(await sheet.getByRole("alert").first().evaluate((alert) => alert.closest("label")?.querySelector("input")?.value)).toMatch(/^[89]00$/);
  await sheet.getByLabel(/^Minimum buy-in/).fill("400");
  await sheet.getByLabel(/^Maximum buy-in/).fill("1500");
  await sheet.getByLabel(/^Small blind/).fill("10");
  await sheet.getByLabel(/^Big blind/).fill("20");
  await sheet.getByRole("button", { name: "Apply from the next hand" }).click();
  await expect(sheet.getByText("The new terms wait for the end of this hand.")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await closeSheet(page);
  await expect(log(bob)).toContainText("Ada Terms changes the blinds, the buy-in, and the top-ups, from the next hand");
  await expect(bob.locator(".table-bar .stakes"), "the hand is played as it was dealt").toHaveText("5/10");

  await openSheet(bob);
  const shown = sheetOf(bob).getByRole("region", { name: "Terms", exact: true });
  await expect(shown).toContainText("10/20");
  await expect(shown).toContainText("400–1,500");
  await expect(sheetOf(bob).getByRole("tab"), "nothing to change").toHaveCount(0);
  await closeSheet(bob);
  await foldHand(page, bob);
  await expect(bob.locator(".table-bar .stakes")).toHaveText("10/20");
  await openSheet(page, "Terms");
  await expect(sheetOf(page).getByText("wait for the end")).toHaveCount(0);
  await expect(sheetOf(page).getByLabel(/^Big blind/)).toHaveValue("20");
});

test("the host sets a stack, pauses, removes a player and hands the table over", async ({ page, stranger }) => {
  const link = await hostTable(page, { host: "Ada Hosts", pauseSeconds: 30 });
  const table = page.url().split("/").at(-1) ?? "";
  const bob = await join(stranger, link, "Bob Sits", 500);
  await expect(bob.locator(".seat.mine .card").first()).toBeVisible();

  await openSheet(page, "People");
  const sheet = sheetOf(page);
  const person = sheet.getByRole("listitem").filter({ hasText: "Bob Sits" });
  await person.locator("summary").click();
  await person.locator("select").selectOption("Set the stack");
  await expect(person.getByRole("button", { name: "Change the stack" }), "a hand is in progress").toBeDisabled();
  await expect(person).toContainText("A stack can be set between two hands.");
  await closeSheet(page);
  await foldHand(page, bob);
  await openSheet(page, "People");
  await person.locator("summary").click();
  await person.locator("select").selectOption("Set the stack");
  await person.getByLabel("Chips", { exact: true }).fill("900");
  await person.getByLabel(/^Reason/).fill("counted wrong");
  await person.getByRole("button", { name: "Change the stack" }).click();
  await expect(person.locator("summary")).toContainText("900");
  await expect(log(bob)).toContainText("Ada Hosts sets Bob Sits’s stack to 900: counted wrong");
  await person.locator("select").selectOption("Take chips off");
  await person.getByLabel("Chips", { exact: true }).fill("100");
  await person.getByRole("button", { name: "Change the stack" }).click();
  await expect(log(bob)).toContainText("Ada Hosts takes 100 chips from Bob Sits");
  await person.getByRole("button", { name: "Deal out" }).click();
  await expect(log(bob)).toContainText("Ada Hosts deals Bob Sits out");
  expect(await barriers(page)).toEqual([]);

  // The pause of the table, with a reason and without.
  await sheet.getByRole("tab", { name: "Table" }).click();
  await sheet.getByLabel(/^Reason/).fill("the pizza is here");
  await sheet.getByRole("button", { name: "Pause" }).click();
  await expect(bob.locator(".halt")).toHaveText("The table is paused. the pizza is here");
  await sheet.getByRole("button", { name: "Resume" }).click();
  await expect(bob.locator(".halt")).toHaveCount(0);
  await expect(log(bob)).toContainText("Ada Hosts pauses the table: the pizza is here");
  await sheet.getByRole("button", { name: "Pause" }).click();
  await expect(bob.locator(".halt")).toHaveText("The table is paused.");
  await bob.reload();
  await expect(bob.locator(".halt")).toHaveText("The table is paused.");
  await sheet.getByRole("button", { name: "Resume" }).click();

  // Removed, and back with the host's approval.
  await sheet.getByRole("tab", { name: "People" }).click();
  await person.locator("summary").click();
  await person.getByRole("button", { name: "Remove" }).click();
  await person.getByRole("group", { name: /^Remove Bob Sits/ }).getByRole("button", { name: "Remove" }).click();
  await expect(person).toHaveCount(0);
  await expect(bob.locator(".seat.mine")).toHaveCount(0);
  await expect(log(bob)).toContainText("Ada Hosts removes Bob Sits from the table");
  await bob.getByRole("button", { name: "Sit down" }).click();
  await bob.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(bob.getByText("Waiting for Ada Hosts’s approval")).toBeVisible();
  await sheet.getByRole("region", { name: "Waiting for you" }).getByRole("button", { name: "Admit" }).click();
  await expect(bob.locator(".seat.mine")).toBeVisible();

  await person.locator("summary").click();
  await person.getByRole("button", { name: "Make host" }).click();
  await person.getByRole("group", { name: /^Hand the table over/ }).getByRole("button", { name: "Make host" }).click();
  await expect(sheet.getByRole("tab"), "the sheet is read only from now on").toHaveCount(0);
  await expect(sheet.getByRole("region", { name: "Terms", exact: true })).toContainText("Bob Sits");
  await closeSheet(page);
  await expect(bob.locator(".table-bar")).toContainText("you host");
  await expect(log(bob)).toContainText("Ada Hosts hands the table over to Bob Sits");
  await openSheet(bob, "People");
  await expect(sheetOf(bob).getByRole("listitem").filter({ hasText: "Ada Hosts" })).toBeVisible();
  await sheetOf(bob).getByRole("tab", { name: "Table" }).click();
  await sheetOf(bob).getByRole("link", { name: "Ledger" }).click();
  const row = bob.locator("tbody tr", { hasText: "Bob Sits" });
  await expect(bob.locator("thead")).toContainText("Given by host");
  await expect(row).toBeVisible();

  // Not the old host closes it, but the new one, after a second question.
  await bob.goto(`/#/table/${table}`);
  await openSheet(bob);
  await sheetOf(bob).getByRole("button", { name: "Close the table" }).click();
  await sheetOf(bob).getByRole("group", { name: /^Close the table/ }).getByRole("button", { name: "Close the table" }).click();
  await expect(async () => {
    for (const each of [page, bob]) if (await each.locator(".actions.turn").isVisible()) await each.keyboard.press("f");
    await expect(page.locator(".table-page")).toHaveCount(0, { timeout: 200 });
  }).toPass({ timeout: 40_000, intervals: [100] });
});

test("the host shuffles the seats between two hands", async ({ page, stranger }) => {
  const link = await hostTable(page, { host: "Ada Shuffles", pauseSeconds: 30 });
  const bob = await join(stranger, link, "Bob Moves", 500);
  await expect(bob.locator(".seat.mine .card").first()).toBeVisible();
  await openSheet(page, "People");
  const shuffle = sheetOf(page).getByRole("button", { name: "Shuffle seats" });
  await expect(shuffle, "a hand is in progress").toBeDisabled();
  await expect(sheetOf(page)).toContainText("Seats can be shuffled between two hands.");
  expect(await barriers(page)).toEqual([]);
  await closeSheet(page);
  await foldHand(page, bob);
  await openSheet(page, "People");
  // The sheet lists the players by seat.
  const players = sheetOf(page).locator(".desk-people summary > span");
  const before = await players.allTextContents();
  const sure = sheetOf(page).getByRole("group", { name: /^Draw new seats/ });
  const said = log(bob).getByText("Ada Shuffles shuffles the seats");
  let shuffles = 0;
  // Two players keep their seats in half of the draws.
  await expect(async () => {
    await shuffle.click();
    expect(await barriers(page)).toEqual([]);
    await sure.getByRole("button", { name: "Shuffle seats" }).click();
    await expect(sure).toHaveCount(0);
    shuffles += 1;
    await expect(said).toHaveCount(shuffles);
    expect(await players.allTextContents()).toEqual(before.toReversed());
  }).toPass({ timeout: 25_000, intervals: [100] });
  await closeSheet(page);
  await expect(bob.locator(".seat.mine")).toContainText("Bob Moves");
  // The next hand is dealt in the new seats.
  await foldHand(page, bob);
});

test("everyone reads the note, the end and the link", async ({ page, stranger }) => {
  const link = await hostTable(page, { host: "Ada Notes" });
  const bob = await join(stranger, link, "Bob Reads", 500);
  await expect(bob.locator(".seat.mine")).toBeVisible();
  await openSheet(page);
  const sheet = sheetOf(page);
  await sheet.getByLabel(/^Note/).fill("Voice: https://meet.example/t?a=1, not javascript:alert(1)");
  const soon = await page.evaluate(() => {
    const date = new Date(Date.now() + 12 * 60_000);
    return `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
  });
  await sheet.getByLabel(/^Ends at/).fill(soon);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(sheet.locator(".desk-note")).toBeVisible();
  // The QR code is the link: the same squares as if it were encoded here.
  const squares = (svg: string): string[] => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(squares(await sheet.locator(".qr").innerHTML())).toEqual(squares(renderSVG(link, { border: 2 })));
  expect(squares(renderSVG(`${link}A`, { border: 2 }))).not.toEqual(squares(renderSVG(link, { border: 2 })));
  await expect(sheet.getByLabel("Invite link", { exact: true })).toHaveValue(link);
  await closeSheet(page);

  await expect(log(bob)).toContainText("Ada Notes changes the end of the table and the note");
  await expect(bob.locator(".table-bar"), "in the last half hour").toContainText(`Ends at ${soon}`);
  await openSheet(bob);
  const note = sheetOf(bob).locator(".desk-note");
  await expect(note).toHaveText("Voice: https://meet.example/t?a=1, not javascript:alert(1)");
  await expect(note.getByRole("link")).toHaveCount(1);
  await expect(note.getByRole("link")).toHaveAttribute("href", "https://meet.example/t?a=1");
  await expect(note.getByRole("link")).toHaveAttribute("rel", /noopener/);
  await expect(sheetOf(bob)).toContainText(`Ends at ${soon}`);
  await expect(sheetOf(bob).getByLabel("Invite link", { exact: true })).toHaveValue(link);
  await expect(sheetOf(bob).getByRole("button", { name: "Host this table" }), "the host is here").toHaveCount(0);
  expect(await barriers(bob)).toEqual([]);
  await closeSheet(bob);

  // In words of the reader's language.
  await bob.evaluate(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await bob.reload();
  await expect(bob.locator(".table-bar")).toContainText(`Ende um ${soon}`);
  await openSheet(page);
  await sheet.getByLabel(/^Note/).fill("Zoom");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(log(bob)).toContainText("Ada Notes ändert die Notiz");
  await sheet.getByLabel(/^Ends at/).fill("");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(bob.locator(".table-bar")).not.toContainText("Ende um");

  // The host is gone, but not for long.
  await page.goto("about:blank");
  await bob.getByRole("button", { name: "Tisch", exact: true }).click();
  await sheetOf(bob).getByRole("button", { name: "Diesen Tisch übernehmen" }).click();
  await expect(sheetOf(bob).getByRole("alert")).toContainText("Das ist jetzt nicht möglich.");
});

test("no form of the floor cites a paper that nobody at the table has", async ({ page }) => {
  await hostTable(page, { host: "Ada Rules" });
  const table = page.url().split("/").at(-1) ?? "";
  await page.goto(`/#/floor/${table}`);
  const form = page.getByRole("form", { name: /^Command/ });
  const which = form.locator("select").first();
  await expect(which).toBeVisible();
  const titles = await which.locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(titles.length).toBeGreaterThan(5);
  for (const title of titles) {
    await which.selectOption(title);
    for (const input of await form.locator("input").all()) expect((await input.getAttribute("placeholder")) ?? "").not.toContain("GAPS");
  }
});

const SIZES = { phone: [390, 844], side: [844, 390], small: [320, 568], tablet: [768, 1024], laptop: [1366, 768], wide: [1920, 1080] } as const;

test("the sheet fits every screen, without barriers, in both languages", async ({ page, stranger }) => {
  // Six sizes, two languages, two people and six checks for barriers.
  test.slow();
  const link = await hostTable(page, { host: "Anna-Magdalena Bach 2", on: ["I approve each buy-in"] });
  const bob = await join(stranger, link, "Wolfgang Amadeus Mozart", 500);
  await page.getByRole("alert").getByRole("button", { name: "Admit" }).click();
  await expect(bob.locator(".seat.mine")).toBeVisible();
  await join(stranger, link, "Clara Wieck", 700);
  await expect(page.getByRole("alert").filter({ hasText: "Clara Wieck" })).toBeVisible();
  for (const [language, texts] of Object.entries({ en: { table: "Table", tabs: ["Table", "People", "Terms"] }, de: { table: "Tisch", tabs: ["Tisch", "Leute", "Regeln"] } })) {
    for (const each of [page, bob]) {
      // A phone begins without the panel.
      await each.setViewportSize({ width: 390, height: 844 });
      await each.evaluate((language) => localStorage.setItem("cardroom.settings", JSON.stringify({ language })), language);
      await each.reload();
    }
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      for (const each of [page, bob]) {
        await each.setViewportSize({ width, height });
        await each.getByRole("button", { name: texts.table, exact: true }).click();
      }
      for (const [index, tab] of texts.tabs.entries()) {
        await sheetOf(page).getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
        if (index === 1) await sheetOf(page).locator("summary").last().click();
        const over = await sheetOf(page).evaluate((dialog) => {
          // Nothing reaches into the sheet's margin, either.
          const edge = dialog.querySelector(".segments")?.getBoundingClientRect().right ?? 0;
          const wide = [...dialog.querySelectorAll(".desk-tab *")].filter((each) => each.getBoundingClientRect().right > edge + 1);
          return wide.map((each) => each.outerHTML.slice(0, 160));
        });
        expect(over, `${language} ${size} ${tab}`).toEqual([]);
        await page.screenshot({ path: `shots/${size}-desk-${index}-${language}.png` });
        if (size === "phone" || size === "laptop") expect(await barriers(page), `${language} ${size} ${tab}`).toEqual([]);
      }
      await bob.screenshot({ path: `shots/${size}-desk-read-${language}.png` });
      expect(await bob.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      for (const each of [page, bob]) {
        await each.keyboard.press("Escape");
        await expect(sheetOf(each)).toHaveCount(0);
      }
      await page.screenshot({ path: `shots/${size}-desk-notice-${language}.png` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
});
