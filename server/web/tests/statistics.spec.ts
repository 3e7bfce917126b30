// The page of statistics: its figures, and the scale beside the curve.
import { barriers } from "./axe";
import { expect, test } from "./room";
import { scaleOf } from "../src/pages/scale";
import type { Frequency, Statistics } from "cardroom-bot/protocol";
import { staged } from "./staged";

test("a scale has round numbers, covers the curve, and has zero where the curve crosses it", () => {
  expect(scaleOf(-340, 1_250, 4)).toEqual([-500, 0, 500, 1_000, 1_500]);
  expect(scaleOf(0, 87, 4)).toEqual([0, 50, 100]);
  expect(scaleOf(-7, 0, 4)).toEqual([-8, -6, -4, -2, 0]);
  expect(scaleOf(0, 0, 4)).toEqual([0, 1]);
  for (const [least, most] of [[-1, 1], [-999_999, 5], [0, 123_456_789]] as const) {
    const scale = scaleOf(least, most, 4);
    expect(scale[0]).toBeLessThanOrEqual(least);
    expect(scale.at(-1)).toBeGreaterThanOrEqual(most);
    expect(scale).toContain(0);
    expect(scale.length).toBeLessThanOrEqual(7);
  }
});

const of = (count: number, of: number): Frequency => ({ count, of });
const frequencies = { vpip: of(24, 100), pfr: of(18, 100), three_bet: of(3, 40), went_to_showdown: of(9, 30), won_at_showdown: of(5, 9) };

export const STATISTICS: Omit<Statistics, "request"> = {
  hands: 100, tournament_hands: 0, won: 4_500, lost: 3_250, ...frequencies, partial: false,
  games: [{ game: "holdem", name: "Texas hold'em", hands: 100, won: 4_500, lost: 3_250, ...frequencies }],
  curve: Array.from({ length: 100 }, (_, hand) => ({ hands: hand + 1, won: hand * 45, lost: Math.round(Math.abs(Math.sin(hand / 9)) * 1_900 + hand * 20) })),
};

test("the statistics show 3-bets and showdowns, and the curve has numbers", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, statistics: STATISTICS });
  await page.goto("/#/statistics");
  const figures = page.locator(".statistics .facts");
  for (const [name, value] of [["3-bet", "8%"], ["Showdowns", "30%"], ["Won at showdown", "56%"]] as const) {
    const figure = figures.locator("div", { has: page.locator("dt", { hasText: new RegExp(`^${name}`) }) });
    await expect(figure.locator("dd")).toHaveText(value);
  }
  const scale = page.locator(".scale small");
  await expect(scale.first()).toBeVisible();
  expect(await scale.allInnerTexts()).toContain("0");
  expect((await scale.allInnerTexts()).length).toBeGreaterThan(2);
  await expect(page.locator(".scale-hands small").last()).toHaveText("100");
  expect(await barriers(page)).toEqual([]);
  for (const width of [320, 390, 844]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
