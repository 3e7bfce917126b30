// A tournament goes into the player's calendar.
import { readFileSync } from "node:fs";
import { PASSWORD, register } from "./accounts";
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

test("a player makes an address of their own calendar, replaces and revokes it", async ({ page, request }) => {
  await register(page, "Kalinda");
  await page.goto("/#/tournaments");
  await page.locator(".table-card", { has: page.getByText("Nightly", { exact: true }) }).first().click();
  await page.getByRole("button", { name: /^Enter for/ }).click();
  await expect(page.locator(".scroll tr.me").first()).toBeVisible();

  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const own = page.getByRole("region", { name: "My calendar" });
  await own.getByLabel("Your password").fill(PASSWORD);
  await own.getByRole("button", { name: "Make an address" }).click();
  const address = await own.locator(".new-token code").textContent();
  expect(address).toMatch(/\/calendar\/cr_[0-9a-f]{64}\.ics$/);
  expect(await barriers(page)).toEqual([]);
  await own.scrollIntoViewIfNeeded();
  await page.screenshot({ path: "shots/laptop-my-calendar.png" });
  const first = await request.get(address ?? "");
  expect(first.status()).toBe(200);
  const text = await first.text();
  expect(text).toContain("SUMMARY:Nightly\r\n");
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).not.toContain("cr_");

  // It is shown once.
  await page.reload();
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await expect(own.getByText(/last used on/)).toBeVisible();
  await expect(own.locator("code")).toHaveCount(0);

  await own.getByRole("button", { name: "Replace the address" }).click();
  await own.getByLabel("Your password").fill(PASSWORD);
  await own.locator("form").getByRole("button", { name: "Replace the address" }).click();
  await expect(own.locator(".new-token code")).toBeVisible();
  const second = (await own.locator(".new-token code").textContent()) ?? "";
  expect(second).not.toBe(address);
  expect((await request.get(address ?? "")).status(), "the address before has ended").toBe(404);
  expect((await request.get(second)).status()).toBe(200);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await barriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: "shots/phone-my-calendar.png" });

  await own.getByRole("button", { name: "Revoke the address" }).click();
  await expect(own.getByRole("button", { name: "Make an address" })).toBeVisible();
  expect((await request.get(second)).status()).toBe(404);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the link has German words", async ({ page }) => {
    await page.goto("/#/tournaments");
    await page.locator(".table-card", { has: page.getByText("Abendturnier", { exact: true }) }).first().click();
    await expect(page.getByRole("link", { name: "Zum Kalender hinzufügen" })).toBeVisible();
  });
});
