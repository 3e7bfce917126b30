// The connection to the server: what the page does when it is lost, and when it is back.
import { expect, test } from "./room";
import { type Stage, staged } from "./staged";

/** How often a request of this name was sent. */
const times = (asked: Record<string, unknown>[], name: string): number => asked.filter((each) => name in each).length;

test("a connection on which the server no longer answers is replaced by a new one", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked } = await staged(page, stage);
  await page.clock.fastForward(15_500);
  await expect.poll(() => times(asked, "Ping")).toBe(2);
  expect(times(asked, "Hello"), "an answered ping changes nothing").toBe(1);
  stage.dead = true;
  await page.clock.fastForward(15_500);
  await page.clock.fastForward(15_500);
  await expect(page.locator(".line-lost")).toContainText("Connection lost");
  stage.dead = false;
  await expect(page.locator(".line-lost")).toHaveCount(0);
  expect(times(asked, "Hello")).toBe(2);
});

test("a page that is back on the network asks at once whether the connection still works", async ({ page }) => {
  await page.clock.install();
  const stage: Stage = { game: "holdem", seats: 6 };
  const { asked } = await staged(page, stage);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => times(asked, "Ping")).toBe(2);
  stage.dead = true;
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.fastForward(5_500);
  await expect(page.locator(".line-lost")).toContainText("Connection lost");
});
