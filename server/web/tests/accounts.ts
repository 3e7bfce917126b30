// Accounts for the tests: registering, signing in, orders of an operator, and the codes of an
// authenticator.
import { createHmac } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { FLOOR, expect } from "./room";

export const PASSWORD = "correct horse battery";

/** Registers an account with the page's dialog. */
export const register = async (page: Page, name: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("tab", { name: "New account" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.locator("dialog form button").click();
  await expect(page.locator(".account")).toContainText(name);
};

/** Signs in with the page's dialog. */
export const signIn = async (page: Page, name: string, password: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator("dialog").getByRole("tab", { name: "Sign in" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password").fill(password);
  await page.locator("dialog form button").click();
};

/** Opens one account on the page of an administrator. */
export const administer = async (page: Page, name: string): Promise<Locator> => {
  await signIn(page, FLOOR.name, FLOOR.password);
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("searchbox", { name: "Name" }).fill(name);
  await page.locator(".glance button", { hasText: name }).click();
  const account = page.getByRole("region", { name: "Account", exact: true });
  await expect(account.getByRole("heading", { name })).toBeVisible();
  return account;
};

/** Gives an order about the open account. */
export const order = async (account: Locator, what: string, reason: string): Promise<void> => {
  await account.getByLabel("What to do").selectOption(what);
  await account.getByLabel("Reason").fill(reason);
  await account.getByRole("button", { name: "Apply" }).click();
};

/**
 * Returns the six digits of RFC 6238 for a key in base 32, a number of 30-second steps from now.
 */
export const codeOf = (key: string, steps: number): string => {
  const bits = [...key].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  const secret = Buffer.from(bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", secret).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
};
