// A table whose host gave chips a value: amounts are money, and so is the ledger.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readAmount } from "../src/room/amounts";
import { exactly } from "../src/room/units";
import { barriers } from "./axe";
import { comeIn, expect, test } from "./room";
import { type Stage, staged } from "./staged";

const ENGLISH = { group: ",", decimal: "." };
const GERMAN = { group: ".", decimal: "," };

test("chips are exact amounts of money in both languages", () => {
  for (const [chips, per, english, german] of [
    [0, 100, "0", "0"],
    [5, 100, "0.05", "0,05"],
    [10, 100, "0.10", "0,10"],
    [1_000, 100, "10", "10"],
    [123_456_789, 100, "1,234,567.89", "1.234.567,89"],
    [1, 2, "0.50", "0,50"],
    [3, 8, "0.375", "0,375"],
    [1, 1_000_000, "0.000001", "0,000001"],
    [7, 1, "7", "7"],
    [4, 3, "1 1/3", "1 1/3"],
    [1, 3, "1/3", "1/3"],
    // A form may hold these while a host types.
    [5, 0, "5", "5"],
    [Number.NaN, 100, "0", "0"],
  ] as const) {
    expect(exactly(chips, per, ENGLISH), `${chips} / ${per}`).toBe(english);
    expect(exactly(chips, per, GERMAN), `${chips} / ${per}`).toBe(german);
  }
});

test("a typed amount of money is a whole number of chips or nothing", () => {
  const value = { currency: "€", chips_per_unit: 100 };
  for (const [language, marks] of [["en", { group: "", decimal: "." }], ["de", { group: "", decimal: "," }]] as const) {
    for (let chips = 0; chips < 3_000; chips++) expect(readAmount(exactly(chips, 100, marks), { language, value })).toEqual({ chips });
  }
  for (const [text, chips] of [["0.05", 5], ["0.05 €", 5], ["€ 12", 1_200], ["1,250.5", 125_050], ["3bb", 30], ["2k", 200_000]] as const) {
    expect(readAmount(text, { language: "en", bigBlind: 10, value }), text).toEqual({ chips });
  }
  expect(readAmount("0,05 €", { language: "de", value })).toEqual({ chips: 5 });
  expect(readAmount("0.055", { language: "en", value })).toEqual({ wrong: "whole" });
  expect(readAmount("1.000", { language: "en", value })).toEqual({ wrong: "mark" });
});

const value = { currency: "€", chips_per_unit: 1_000 };
const stage: Stage = { game: "holdem", seats: 6, info: { chip_value: value } };

test("a table with a value of chips shows and reads money", async ({ page }) => {
  const { asked } = await staged(page, stage);
  await expect(page.locator(".table-bar .stakes")).toHaveText("0.05/0.10\u00a0€");
  await expect(page.locator(".seat.mine .behind")).toHaveText("9.85");
  await expect(page.locator(".pot-sum").first()).toContainText(/\d\.\d\d/);
  const amount = page.locator(".actions.turn input[inputmode]").first();
  await amount.fill("12.3");
  await page.locator(".actions.turn button", { hasText: "12.30" }).click();
  await expect.poll(() => asked.find((each) => "Act" in each)).toMatchObject({ Act: { action: { RaiseTo: 12_300 } } });
});

test("in German too, and as chips if the player wants", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", JSON.stringify({ language: "de" })));
  await staged(page, stage);
  await expect(page.locator(".table-bar .stakes")).toHaveText("0,05/0,10\u00a0€");
  await expect(page.locator(".seat.mine .behind")).toHaveText("9,85");
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", JSON.stringify({ language: "de", money: false })));
  await page.reload();
  await expect(page.locator(".table-bar .stakes")).toHaveText("50/100");
  await expect(page.locator(".seat.mine .behind")).toHaveText("9.850");
});

/** The hundredths of an amount such as +1.25 €. */
const cents = (text: string): number => {
  const [, sign = "", whole = "", decimals = "00"] = /^([+−]?)([\d,]+)(?:\.(\d\d))?/.exec(text.trim()) ?? [];
  return (sign === "−" ? -1 : 1) * (Number(whole.replaceAll(",", "")) * 100 + Number(decimals));
};

test("blinds of 0.05 and 0.10, a hand, and a ledger in money that adds up to zero", async ({ page, stranger }) => {
  await comeIn(page, "Greta");
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await form.getByText("More options").click();
  await form.getByRole("textbox", { name: "Currency" }).or(form.getByRole("combobox", { name: "Currency" })).fill("€");
  await expect(form.getByText("a blind of 0.05 €"), "what a blind is worth").toBeVisible();
  await expect(form).toContainText("0.05/0.10");
  expect(await barriers(page)).toEqual([]);
  for (const [width, height] of [[390, 844], [1366, 768]] as const) {
    await page.setViewportSize({ width, height });
    await form.getByText("Value of a chip").scrollIntoViewIfNeeded();
    await page.screenshot({ path: `test-results/money-host-${width}.png` });
  }
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await page.getByRole("link", { name: "Go to the table" }).first().click();
  const table = page.url().split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Sit down" }).first().click();
  const dialog = page.locator("dialog");
  await dialog.locator(".buy-in-amount").fill("7.505");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.locator(".buy-in-amount").fill("7.50");
  await dialog.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine .behind")).toHaveText(/^(7\.50|7\.4[05])$/);

  const bob = await stranger();
  await comeIn(bob, "Bodo");
  await bob.goto(`/#/join/${link.split("/").at(-1) ?? ""}`);
  await bob.getByLabel(/^Buy-in/).fill("5.25");
  await bob.getByRole("button", { name: "Sit down with 5.25 €" }).click();
  await expect(bob.locator(".seat.mine")).toBeVisible();
  // The player who acts first folds, and the other one wins the small blind.
  const toAct = async (): Promise<Page | undefined> => {
    for (const each of [page, bob]) if (await each.locator(".actions.turn").isVisible()) return each;
    return undefined;
  };
  await expect.poll(async () => (await toAct()) !== undefined, { timeout: 30_000 }).toBe(true);
  await (await toAct())?.keyboard.press("f");
  await expect(page.locator(".seat .behind").filter({ hasText: /^7\.(55|45)$/ })).toBeVisible();

  await page.goto(`/#/ledger/${table}`);
  const nets = page.locator("tbody tr td:last-child");
  await expect(nets).toHaveCount(2);
  const results = (await nets.allTextContents()).map(cents);
  expect(Math.abs(results[0] ?? 0)).toBe(5);
  expect(results.reduce((sum, each) => sum + each, 0)).toBe(0);
  await expect(page.locator(".settle")).toContainText("0.05 €");
  expect(await barriers(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  expect(csv).toMatch(/Bodo,5\.25,.*,€/);
  for (const [width, height] of [[390, 844], [1366, 768]] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `test-results/money-ledger-${width}.png` });
  }
});
