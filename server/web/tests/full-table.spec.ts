// A table with everything on it: as many players as the game has cards for, long names, large
// stacks, and a bet in front of each of them.
import { settled } from "./collisions";
import { expect, test } from "./room";
import { picture } from "./sizes";
import { type Stage, staged, tournament } from "./staged";

const SIZES = [
  [320, 568], [320, 640], [360, 640], [390, 844], [844, 390], [768, 1024], [1024, 768], [1366, 768], [1920, 1080], [2560, 1440],
] as const;

const STAGES: Record<string, Stage> = {
  "hold'em for ten": { game: "holdem", seats: 10 },
  "hold'em for ten before the flop": { game: "holdem", seats: 10, board: 0 },
  "hold'em for nine in a tournament": { game: "holdem", seats: 9, tournament: tournament() },
  "hold'em for ten, watched": { game: "holdem", seats: 10, own: null },
  "Omaha for ten": { game: "omaha", seats: 10 },
  "five-card Omaha for eight": { game: "omahaFive", seats: 8 },
  "six-card Omaha for seven": { game: "omahaSix", seats: 7 },
  "stud for eight": { game: "stud", seats: 8 },
};

for (const [name, stage] of Object.entries(STAGES)) {
  test(`no plate, card, bet or button meets another at any size: ${name}, all with long names and bets`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 390, height: 844 });
    await staged(page, { ...stage, full: true });
    await page.locator(".seat").nth(stage.seats - 1).waitFor();
    const found: Record<string, string[]> = {};
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      found[`${width}×${height}`] = await settled(page);
      await picture(page, `shots/${width}x${height}-full-${name.replace(/\W+/g, "-")}.png`);
    }
    expect(found).toEqual(Object.fromEntries(SIZES.map(([width, height]) => [`${width}×${height}`, []])));
  });
}
