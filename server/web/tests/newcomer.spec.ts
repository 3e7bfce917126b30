// Visitors and newcomers: whatever a visitor wants to do, the page asks for a name and goes on; and
// a guest whose name was made up is asked once for another one.
import type { Page } from "@playwright/test";
import type { ClientMessage } from "cardroom-bot/protocol";
import { barriers } from "./axe";
import { comeIn, expect, sitAt, test } from "./room";

const MADE_UP = /^[A-Z][a-z]+ [A-Z][a-z]+$/;

const nameOf = (page: Page): Promise<string> => page.locator(".account .name").innerText();
const dialog = (page: Page) => page.locator("dialog");
const namedIn = (page: Page) => dialog(page).getByLabel("Your name at the table");

test("a visitor who hosts a table gives a name and opens the table", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Host a table" }).click();
  await expect(page.getByText("Sign in first")).toHaveCount(0);
  const name = page.getByLabel("Your name at the table");
  await expect(name).toHaveValue(MADE_UP);
  const proposed = await name.inputValue();
  await page.getByRole("button", { name: "Propose another name" }).click();
  await expect(name).not.toHaveValue(proposed);
  expect(await barriers(page)).toEqual([]);
  await name.fill("Nina Host");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await expect(page.getByRole("heading", { name: "Nina Host’s table is open" })).toBeVisible();
});

test("a visitor who hosts a tournament gives a name and opens it", async ({ page }) => {
  await page.goto("/#/host/tournament");
  await page.getByLabel("Your name at the table").fill("Theo Host");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "Open the tournament" }).click();
  await expect(page.getByRole("heading", { name: "Theo Host’s tournament" })).toBeVisible();
});

test("a visitor who sits down gives a name and goes on to the buy-in", async ({ page }) => {
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: "Altair" }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(namedIn(page)).toHaveValue(MADE_UP);
  await namedIn(page).fill("Sina Sits");
  await dialog(page).getByRole("button", { name: "Play now" }).click();
  await dialog(page).getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine")).toContainText("Sina Sits");
});

test("a visitor who wants to wait for a seat gives a name and is in line", async ({ page, stranger }) => {
  // Pollux has two seats.
  for (const name of ["Wim One", "Wim Two"]) {
    const other = await stranger();
    await comeIn(other, name);
    await sitAt(other, "Pollux");
  }
  await page.goto("/#/");
  await page.locator(".table-card", { hasText: "Pollux" }).first().click();
  await page.getByRole("button", { name: "Join the waiting list" }).click();
  await namedIn(page).fill("Wilma Waits");
  await dialog(page).getByRole("button", { name: "Play now" }).click();
  await expect(page.getByRole("button", { name: /^Waiting list: 1 of 1/ })).toBeVisible();
});

test("a visitor who enters a tournament gives a name and is in it", async ({ page }) => {
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { hasText: "Nightly" }).first().click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
  await namedIn(page).fill("Enno Enters");
  await dialog(page).getByRole("button", { name: "Play now" }).click();
  await expect(page.getByText("You are in.").first()).toBeVisible();
});

test("a newcomer gets a made-up name, is asked once for another one, and sees the avatars", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(namedIn(page)).toHaveValue(MADE_UP);
  const proposed = await namedIn(page).inputValue();
  await dialog(page).getByRole("button", { name: "Play now" }).click();
  await expect.poll(() => nameOf(page)).toBe(proposed);
  const banner = page.getByRole("region", { name: "Your name" });
  await expect(banner).toContainText(`You play as ${proposed}.`);
  expect(await barriers(page)).toEqual([]);

  await banner.getByRole("button", { name: "Avatar and color" }).first().click();
  await dialog(page).getByRole("radio", { name: "Avatar 5", exact: true }).check();
  await page.keyboard.press("Escape");

  await banner.getByRole("button", { name: "Choose another name" }).click();
  await expect(namedIn(page)).toHaveValue(MADE_UP);
  await namedIn(page).fill("floor");
  await dialog(page).getByRole("button", { name: "Take this name" }).click();
  await expect(dialog(page).getByRole("alert")).toBeVisible();
  expect(await nameOf(page), "a refused name leaves the guest as before").toBe(proposed);
  await namedIn(page).fill("Nele Newcomer");
  await dialog(page).getByRole("button", { name: "Take this name" }).click();
  await expect.poll(() => nameOf(page)).toBe("Nele Newcomer");
  await expect(banner).toHaveCount(0);
  await page.locator(".account").click();
  await dialog(page).getByRole("button", { name: "Avatar and color" }).click();
  await expect(dialog(page).getByRole("radio", { name: "Avatar 5", exact: true }), "the avatar stays").toBeChecked();
  await page.reload();
  await expect.poll(() => nameOf(page)).toBe("Nele Newcomer");
  await expect(banner).toHaveCount(0);
});

test("a newcomer who keeps the name is not asked again", async ({ page }) => {
  await page.goto("/");
  await page.locator(".table-card").first().waitFor();
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
  const name = await nameOf(page);
  expect(name).toMatch(MADE_UP);
  await page.goto("/#/");
  const banner = page.getByRole("region", { name: "Your name" });
  await expect(banner).toContainText(name);
  await banner.getByRole("button", { name: "Choose another name" }).click();
  await expect(dialog(page).getByLabel("Password"), "an account keeps the chips").toBeVisible();
  await page.keyboard.press("Escape");
  await banner.getByRole("button", { name: "Keep the name" }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect.poll(() => nameOf(page)).toBe(name);
  await expect(banner).toHaveCount(0);
});

test("if a made-up name is taken, another one is proposed to the server", async ({ page }) => {
  const asked: (string | null)[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const [message] = JSON.parse(String(text)) as ClientMessage[];
      if (!message || !("LoginGuest" in message)) return server.send(text);
      asked.push(message.LoginGuest.nickname);
      if (asked.length > 2) return server.send(text);
      socket.send(JSON.stringify([{ Refused: { request: message.LoginGuest.request, code: "name_taken", message: "" } }]));
    });
  });
  await page.goto("/");
  await page.locator(".table-card").first().waitFor();
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
  expect(asked).toHaveLength(3);
  expect(new Set(asked).size).toBeGreaterThan(1);
  expect(await nameOf(page)).toBe(asked[2]);
});

test("a German page makes up German names", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await page.goto("/");
  await page.getByRole("button", { name: "Spielen", exact: true }).click();
  await expect(dialog(page).getByLabel("Dein Name am Tisch")).toHaveValue(/^[A-Z][a-z]{6,23}$/);
});

test("every made-up name fits the rules for names", async () => {
  const { readFileSync } = await import("node:fs");
  for (const language of ["en", "de"]) {
    const file = readFileSync(new URL(`../src/words/${language}/account.ftl`, import.meta.url), "utf8");
    const words = (part: string): string[] => new RegExp(`^account-made-up-${part} = (.*)$`, "m").exec(file)?.[1]?.split(" ") ?? [];
    const [first, second] = [words("first"), words("second")];
    expect(first.length * second.length).toBeGreaterThan(900);
    for (const word of [...first, ...second]) expect(word).toMatch(/^[A-Za-z]{2,}$/);
    const longest = (list: string[]): number => Math.max(...list.map((word) => word.length));
    expect(longest(first) + longest(second) + 1).toBeLessThanOrEqual(24);
  }
});
