// The amounts beside the slider: what they come to, and how a player chooses them.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { MOST_PRESETS, type Spot, USUAL_PRESETS, presetText, presetTotal, readPreset } from "../src/table/presets";
import { type Stage, type Staged, TABLE, staged, viewOf } from "./staged";

const total = (text: string, spot: Spot): number => {
  const preset = readPreset(text, "en");
  expect(preset, text).not.toBeNull();
  return preset ? presetTotal(preset, spot) : NaN;
};

test("before the flop a multiple is of the blind, and after a raise of the raise", () => {
  const unraised: Spot = { bet: 10, bigBlind: 10, min: 20, max: 1_000, potTo: 35 };
  expect(USUAL_PRESETS.before.map((text) => total(text, unraised))).toEqual([20, 25, 30, 40, 1_000]);
  const raised: Spot = { bet: 30, bigBlind: 10, min: 50, max: 1_000, potTo: 105 };
  expect(["2.5x", "3×", "4 x"].map((text) => total(text, raised))).toEqual([75, 90, 120]);
});

test("after the flop a part is of the pot after the call", () => {
  const spot: Spot = { bet: 20, bigBlind: 10, min: 40, max: 1_000, potTo: 140 };
  expect(["1/2", "½", "50%", "pot", "75%", "3x", "5bb", "120"].map((text) => total(text, spot))).toEqual([80, 80, 80, 140, 110, 60, 50, 120]);
  expect(total("3x", { ...spot, bet: 0 }), "where nobody has bet, of the blind").toBe(30);
});

test("a stored preset gives the same preset, in any language", () => {
  for (const text of ["min", "max", "pot", "1/3", "3/4", "80%", "2.5x", "3bb", "400", "12.5%"]) {
    const preset = readPreset(text, "en");
    expect(preset && presetText(preset)).toBe(text);
  }
  expect(readPreset("2,5x", "de")).toEqual({ kind: "times", value: 2.5 });
  for (const wrong of ["", "x", "abc", "-3x", "0", "2.5", "1.000", "five"]) expect(readPreset(wrong, "en"), wrong).toBeNull();
  expect(USUAL_PRESETS.before).toHaveLength(MOST_PRESETS);
});

const names = (page: Page): Promise<string[]> => page.locator(".sizing .presets button").allInnerTexts();
const raise = (page: Page) => page.locator(".act.raise");

/** A table before the flop where the viewer may open to 200 or more. */
const beforeFlop = async (page: Page, stage: Partial<Stage> = {}): Promise<Staged> => {
  const shown = await staged(page, { game: "holdem", seats: 6, board: 0, ...stage });
  const { hand, you } = shown.view;
  if (!hand || !you) throw new Error("no hand");
  Object.assign(hand, { street: 0, current_bet: 100, pots: [] });
  you.decision = { turn: 1, legal: { fold: true, check: false, call: 100, bring_in: null, discard: null, wager: { raise: true, min_to: 200, max_to: 12_250, pot_to: 350, fixed: false } } };
  shown.view.seq += 1;
  shown.says({ TableSnapshot: { table: TABLE, view: shown.view } });
  await expect(raise(page)).toBeVisible();
  return shown;
};

test("before the flop the presets are multiples, and the keys 1 to 5 choose them", async ({ page }) => {
  await beforeFlop(page);
  expect(await names(page)).toEqual(["Min", "2.5×", "3×", "4×", "All-in"]);
  for (const [key, amount] of [["1", "200"], ["2", "250"], ["3", "300"], ["4", "400"], ["5", "12,250"]] as const) {
    await page.keyboard.press(key);
    await expect(raise(page).locator("b")).toHaveText(amount);
  }
});

test("after the flop the presets are parts of the pot", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, board: 3 });
  expect(await names(page)).toEqual(["Min", "½", "⅔", "Pot", "All-in"]);
  expect(viewOf({ game: "holdem", seats: 6 }).hand?.street).toBe(1);
});

test("a player chooses presets in the settings, and they stay in this browser", async ({ page }) => {
  await beforeFlop(page);
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByText("Bet sizes").click();
  const before = page.getByRole("group", { name: "Before the flop" });
  const after = page.getByRole("group", { name: "After the flop" });
  expect(await barriers(page)).toEqual([]);
  await before.getByRole("textbox", { name: "Bet size 2" }).fill("2.2x");
  await before.getByRole("textbox", { name: "Bet size 3" }).fill("3bb");
  await before.getByRole("textbox", { name: "Bet size 4" }).fill("");
  await after.getByRole("textbox", { name: "Bet size 2" }).fill("a lot");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("“a lot” is no bet size.");
  await after.getByRole("textbox", { name: "Bet size 2" }).fill("75%");
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect.poll(() => names(page)).toEqual(["Min", "2.2×", "3 BB", "All-in"]);
  await page.keyboard.press("4");
  await expect(raise(page).locator("b"), "the keys follow the buttons").toHaveText("12,250");
  await page.reload();
  await expect.poll(() => names(page)).toEqual(["Min", "2.2×", "3 BB", "All-in"]);
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByText("Bet sizes").click();
  await page.getByRole("button", { name: "Usual sizes" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => names(page)).toEqual(["Min", "2.5×", "3×", "4×", "All-in"]);
});

test("in German presets have a decimal comma", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await beforeFlop(page);
  expect(await names(page)).toEqual(["Min", "2,5×", "3×", "4×", "All-in"]);
});
