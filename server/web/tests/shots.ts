// The pictures: a tour through the room at one size after another.
import { type Page } from "@playwright/test";
import { comeIn, myTurn, sitAt, test } from "./room";

const SIZES = { phone: [390, 844], laptop: [1366, 768], wide: [1920, 1080] } as const;

for (const [size, [width, height]] of Object.entries(SIZES)) {
  test(`pictures: ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const shot = (name: string): Promise<Buffer> => page.screenshot({ path: `shots/${size}-${name}.png` });
    await page.goto("/");
    await page.locator(".table-card").first().waitFor();
    await page.waitForTimeout(700);
    await shot("lobby-visitor");
    await comeIn(page, `Ada ${size}`);
    await shot("lobby");
    await page.goto("/#/tournaments");
    await page.waitForTimeout(400);
    await shot("tournaments");
    await page.locator(".table-card").first().click();
    await page.locator(".page-head").waitFor();
    await page.waitForTimeout(400);
    await shot("tournament");
    await page.getByRole("tab", { name: "Structure" }).click();
    await page.waitForTimeout(300);
    await shot("structure");
    await page.getByRole("link", { name: "Big clock" }).click();
    await page.waitForTimeout(500);
    await shot("clock");
    await page.goto("/#/");
    await page.locator(".table-card", { hasText: "Altair" }).click();
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.waitForTimeout(400);
    await shot("sit-down");
    await page.keyboard.press("Escape");
    await table(page, "Altair", "holdem", shot);
    await table(page, "Sirius", "ten-seats", shot);
    await table(page, "Bellatrix", "stud", shot);
    await table(page, "Mira", "draw", shot);
    await table(page, "Capella", "omaha", shot);
    await table(page, "Canopus", "hybrid", shot);
    await page.goto("/#/hands");
    await page.locator(".hand-row").first().waitFor();
    await shot("hands");
    for (const name of ["Altair", "Bellatrix", "Mira"]) {
      await page.goto("/#/hands");
      await page.locator(".hand-row", { hasText: name }).first().click();
      await page.locator(".replay .felt").waitFor();
      await page.keyboard.press("End");
      await page.waitForTimeout(500);
      await shot(`replay-${name.toLowerCase()}`);
    }
  });
}

/** Sits down, and looks at one's first turn, a later street and the end of a hand. */
async function table(page: Page, name: string, as: string, shot: (name: string) => Promise<Buffer>): Promise<void> {
  await sitAt(page, name);
  await myTurn(page);
  await page.waitForTimeout(500);
  await shot(`${as}-turn`);
  for (let act = 0; act < 8; act += 1) {
    const board = await page.locator(".board .card.dealt").count();
    if (act > 0 && board >= 3) break;
    await page.keyboard.press(act % 2 && as === "draw" ? "Enter" : "c");
    await page.waitForTimeout(400);
    if (await page.locator(".pot .result").count()) break;
    await myTurn(page);
  }
  await page.waitForTimeout(500);
  await shot(`${as}-later`);
  await page.locator(".pot .result").waitFor({ timeout: 60_000 }).catch(() => undefined);
  await shot(`${as}-result`);
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForTimeout(300);
}
