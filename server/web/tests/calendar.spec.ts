// A tournament goes into the player's calendar.
import { readFileSync } from "node:fs";
import { barriers } from "./axe";
import { expect, test } from "./room";

test("a tournament with a start goes into the calendar, and one that waits to be full does not", async ({ page }) => {
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { has: page.getByText("Nightly", { exact: true }) }).first().click();
  const link = page.getByRole("link", { name: "Add to calendar" });
  await expect(link).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("calendar.ics");
  const text = readFileSync(await download.path(), "utf8");
  const tournament = /\d+$/.exec(page.url())?.[0];
  expect(text).toContain("SUMMARY:Nightly\r\n");
  expect(text).toContain(`URL:https://poker.example/#/tournament/${tournament}\r\n`);
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);

  await page.goto("/#/tournaments");
  await page.locator(".table-card", { has: page.getByText("Duel", { exact: true }) }).first().click();
  await page.getByRole("link", { name: "Big clock" }).waitFor();
  await expect(link).toBeHidden();
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the link has German words", async ({ page }) => {
    await page.goto("/#/tournaments");
    await page.locator(".table-card", { has: page.getByText("Abendturnier", { exact: true }) }).first().click();
    await expect(page.getByRole("link", { name: "Zum Kalender hinzufügen" })).toBeVisible();
  });
});
