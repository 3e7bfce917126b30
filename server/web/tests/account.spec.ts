// Signing in, the account and its settings, and the dialogs of the page.
import { comeIn, expect, test } from "./room";

test.describe("a player who reads German", () => {
  test.use({ locale: "de-AT" });
  test("reads refusals in German, and can change the language", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Spielen", exact: true }).click();
    await page.getByRole("tab", { name: "Anmelden" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nobody here");
    await page.getByLabel("Passwort").fill("wrong horse!");
    await page.locator("dialog form button").click();
    await expect(page.locator("dialog").getByRole("alert")).toHaveText("Name oder Passwort ist falsch.");
    await page.getByRole("tab", { name: "Gast" }).click();
    await page.getByLabel("Dein Name am Tisch").fill("Gerda");
    await page.getByRole("button", { name: "Jetzt spielen" }).click();
    await page.locator(".account").click();
    await page.getByLabel("Sprache").selectOption("English");
    await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Hands" }), "the choice is remembered").toBeVisible();
  });
});

test("a message stands in front of an open dialog", async ({ page }) => {
  await comeIn(page, "Mia");
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Ask for chips" }).click();
  const message = page.locator(".toast");
  await expect(message).toBeVisible();
  // What lies on top at its middle? Messages let clicks through, which hides them from the question.
  await page.addStyleTag({ content: ".toasts { pointer-events: auto !important }" });
  const onTop = message.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === shown;
  });
  expect(await onTop, "nothing covers the message").toBe(true);
  await page.keyboard.press("Escape");
  await expect(message, "the message outlives the dialog").toBeVisible();
});

test("the focus lands on the first field of a dialog, or on its main button", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByLabel("Your name at the table")).toBeFocused();
  await page.keyboard.type("Nora");
  await page.keyboard.press("Enter");
  await page.locator(".table-card", { hasText: "Altair" }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator("dialog form, dialog .dialog")).not.toHaveCount(0);
  await expect(page.locator("dialog").getByRole("button", { name: "Close" })).not.toBeFocused();
  await expect(page.locator("dialog :focus")).toHaveCount(1);
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Sit down" }), "the focus is back where it was").toBeFocused();
});
