// Signing in, the account and its settings, and the dialogs of the page.
import { expect, test } from "./room";

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
