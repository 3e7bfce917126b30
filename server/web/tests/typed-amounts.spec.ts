// Amounts in the fields of the page: what cannot be read arms no button and sends no form.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { register } from "./accounts";
import { type Staged, staged } from "./staged";

const field = (page: Page) => page.locator(".wager-amount");
const raise = (page: Page) => page.locator(".act.raise");
const acted = ({ asked }: Staged): unknown[] => asked.filter((message) => "Act" in message);

test("1.000 in English arms no other amount, also after the field is left", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6, board: 3 });
  await field(page).fill("");
  await field(page).pressSequentially("1.000");
  await expect(page.locator(".turn-line .notice")).toHaveText("“1.000” could mean two amounts. Leave out the mark.");
  await expect(raise(page)).toBeDisabled();
  expect(await barriers(page)).toEqual([]);
  await page.locator(".turn-line b").click();
  await expect(field(page)).toHaveValue("1.000");
  await expect(raise(page), "the button stays disarmed").toBeDisabled();
  await field(page).press("Enter");
  expect(acted(stage)).toEqual([]);
  await page.getByRole("button", { name: "Pot", exact: true }).click();
  await expect(raise(page), "another choice arms it").toBeEnabled();
});

test("3bb raises to three big blinds, and its letters are no shortcuts", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6, board: 3 });
  await field(page).fill("");
  await field(page).pressSequentially("60bb");
  expect(acted(stage), "b is no key for a raise here").toEqual([]);
  await expect(raise(page)).toHaveText("Raise to 6,000");
  await field(page).fill("60.5 bb");
  await expect(raise(page)).toHaveText("Raise to 6,050");
  await field(page).fill("9.5k");
  await expect(raise(page)).toHaveText("Raise to 9,500");
  await field(page).fill("pot");
  const pot = await raise(page).innerText();
  await page.getByRole("button", { name: "Pot", exact: true }).click();
  await expect(raise(page)).toHaveText(pot);
  await field(page).fill("3 bananas");
  await expect(raise(page)).toBeDisabled();
  await field(page).fill("62bb");
  await field(page).press("Enter");
  await expect.poll(() => acted(stage)).toHaveLength(1);
  expect(JSON.stringify(acted(stage))).toContain('"RaiseTo":6200');
});

test("in German 6.000 is six thousand and 6,000 is refused", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await staged(page, { game: "holdem", seats: 6, board: 3 });
  await field(page).fill("6.000");
  await expect(raise(page)).toContainText("6.000");
  await field(page).fill("60,5bb");
  await expect(raise(page)).toContainText("6.050");
  await field(page).fill("6,000");
  await expect(page.locator(".turn-line .notice")).toContainText("ist zweideutig");
  await expect(raise(page)).toBeDisabled();
});

test("a buy-in and a top-up that could mean two amounts are refused", async ({ page }) => {
  const { asked } = await staged(page, { game: "holdem", seats: 6, own: null, empty: [0], idle: true });
  await page.getByRole("button", { name: "Sit down" }).click();
  const dialog = page.getByRole("dialog");
  const buyIn = dialog.getByRole("textbox", { name: "Buy-in" });
  await buyIn.fill("5.000");
  await expect(dialog.getByRole("alert")).toContainText("“5.000” could mean two amounts.");
  await expect(dialog.getByRole("button", { name: "Sit down" })).toBeDisabled();
  await buyIn.press("Enter");
  await buyIn.fill("50bb");
  await dialog.getByRole("button", { name: "Sit down" }).click();
  await expect.poll(() => JSON.stringify(asked.filter((message) => "Sit" in message || "TakeSeat" in message))).toContain("5000");
});

test("the forms of a host refuse what could mean two amounts, and understand big blinds", async ({ page }) => {
  await register(page, "Amanda Amounts");
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await page.getByText("More options").click();
  const most = form.getByLabel(/^Maximum buy-in/);
  await most.fill("1.000");
  await expect(form.getByRole("alert")).toContainText("“1.000” could mean two amounts.");
  await form.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: /is open/ })).toHaveCount(0);
  await most.fill("200bb");
  await expect(form.getByText("buy-in 400–2,000")).toBeVisible();
  await expect(form.getByRole("alert")).toHaveCount(0);
});
