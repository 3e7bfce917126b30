// Friends at a private table: one opens it, others come by its link, and hands are played to their end.
import type { Page } from "@playwright/test";
import { comeIn, expect } from "./room";

export type Stranger = () => Promise<Page>;

/** The sheet, in either language. */
export const sheetOf = (page: Page) => page.getByRole("dialog");

export const openSheet = async (page: Page, tab?: string): Promise<void> => {
  await page.getByRole("button", { name: "Table", exact: true }).click();
  if (tab) await sheetOf(page).getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
};

export const closeSheet = async (page: Page): Promise<void> => {
  await sheetOf(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(sheetOf(page)).toHaveCount(0);
};

export interface Opening {
  host: string;
  /** The switches of the form to turn on. */
  on?: string[];
  pauseSeconds?: number;
  /** Gives 100 chips the value of one of these. */
  currency?: string;
}

/** Opens a table by the form, and sits down there. Returns the invite link. */
export const hostTable = async (page: Page, { host, on = [], pauseSeconds, currency }: Opening): Promise<string> => {
  await comeIn(page, host);
  await page.goto("/#/host");
  const form = page.getByRole("form", { name: "Host a table" });
  await form.getByText("More options").click();
  for (const name of on) await form.getByRole("switch", { name }).check();
  if (pauseSeconds) await form.getByLabel(/^Seconds between hands/).fill(String(pauseSeconds));
  if (currency) await form.getByLabel("Currency", { exact: true }).fill(currency);
  await form.getByRole("button", { name: "Open the table" }).click();
  const link = await page.locator(".opened").getByLabel("Invite link").inputValue();
  await page.locator(".opened").getByRole("link", { name: "Go to the table" }).click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
  return link;
};

/** Opens the link in a browser of its own, and asks for a seat. */
export const join = async (stranger: Stranger, link: string, name: string, buyIn: number): Promise<Page> => {
  const friend = await stranger();
  await friend.goto(link);
  await friend.getByLabel("Your name at the table").fill(name);
  await friend.getByRole("button", { name: /^Join/ }).click();
  await friend.getByLabel(/^Buy-in/).fill(String(buyIn));
  await friend.getByRole("button", { name: /^Sit down/ }).click();
  return friend;
};

/** Lets whoever is on turn fold, until no hand is in progress. */
export const foldHand = async (one: Page, other: Page): Promise<void> => {
  await expect(async () => {
    for (const each of [one, other]) if (await each.locator(".actions.turn").isVisible()) await each.keyboard.press((await each.locator(".act.fold").isVisible()) ? "f" : "c");
    await expect(one.locator(".pot .result")).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 40_000, intervals: [100] });
};

export const log = (page: Page) => page.locator(".panel .lines");
