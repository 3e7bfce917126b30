// The wall: measured at five sizes, ruled by the floor, and in step with the other walls of a room.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { night } from "./league-night";
import { expect, rule, test } from "./room";
import { TABLE, TOURNAMENT, type Wall, tournament } from "./staged";

const SIZES = { hd: [1280, 720], full: [1920, 1080], ultra: [3840, 2160], upright: [1080, 1920], laptop: [1366, 768] } as const;
const SCENES = ["clock", "seats", "moves", "prizes", "standings", "rules"] as const;

/** Returns what of a wall is too small, too pale, or cut off at the edge of the screen. */
const wrongs = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((part) => (part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element: Element | null): string => {
      if (!element) return "rgb(255, 255, 255)";
      const color = getComputedStyle(element).backgroundColor;
      return /rgba\(.*, 0\)|transparent/.test(color) ? ground(element.parentElement) : color;
    };
    const found: string[] = [];
    const least = (24 / 1080) * Math.min(innerWidth, innerHeight);
    if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) found.push("it is larger than the screen");
    for (const element of document.querySelectorAll(".wall *")) {
      const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent).join("").trim();
      if (!text) continue;
      const style = getComputedStyle(element);
      if (Number.parseFloat(style.fontSize) < least) found.push(`"${text}" has ${style.fontSize}, and ${least}px is the least`);
      const [one, other] = [luminance(style.color), luminance(ground(element))].sort((a, b) => b - a) as [number, number];
      const contrast = (one + 0.05) / (other + 0.05);
      if (contrast < 7) found.push(`"${text}" has a contrast of ${contrast.toFixed(1)}`);
      const box = element.getBoundingClientRect();
      const pages = element.closest(".wall-list");
      if (!pages && (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)) found.push(`"${text}" is cut off`);
    }
    return found;
  });

test("every scene is readable from afar at every size", async ({ page }) => {
  const { directs } = await night(page, null);
  for (const scene of SCENES) {
    await page.goto(`/#/clock/${TOURNAMENT}/${scene}`);
    await page.locator(`.shows-${scene}`).waitFor();
    if (scene === "moves") {
      directs(...[0, 1, 2, 3].map((entry) => ({ PlayerMoved: { entry: entry + 1, from_table: TABLE + 5, from_seat: entry, table: TABLE + entry, seat: 4, reason: "TableBroken" as const } })));
      await expect(page.locator(".wall-list li")).toHaveCount(4);
    } else if (scene !== "clock") await expect(page.locator(".wall-list li").nth(5)).toBeAttached();
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(100);
      if (size !== "ultra") await page.screenshot({ path: `shots/wall-${size}-${scene}.png`, animations: "disabled" });
      expect(await wrongs(page), `${scene} at ${size}`).toEqual([]);
      if (scene !== "clock") continue;
      const digits = (await page.locator(".wall-time span").evaluate((text) => text.getBoundingClientRect().height * (0.727 / 0.86))) / height;
      expect(digits, `the digits at ${size}`).toBeGreaterThanOrEqual(0.2);
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await barriers(page), scene).toEqual([]);
    // The moves would take the place of every later scene.
    if (scene === "moves") await page.reload();
  }
});

test("a screen that is opened later shows what the floor chose and announced, for the time that is left", async ({ page }) => {
  const wall: NonNullable<Wall> = { order: { scene: "Seats", seconds: 15 }, announcement: { text: "Dinner is served.", remaining_ms: 3_000 }, points: [] };
  const { directs } = await night(page, wall);
  await page.goto(`/#/clock/${TOURNAMENT}?kiosk`);
  await expect(page.locator(".shows-seats .wall-announcement")).toHaveText("Dinner is served.");
  await expect(page.locator(".wall button, .wall a")).toHaveCount(0);
  await expect(page.locator(".wall-list li", { hasText: "Blaise Pascal 01" }).first()).toContainText("Table 1");
  await expect(page.locator(".wall-announcement")).toHaveCount(0, { timeout: 6_000 });
  wall.announcement = null;
  const ruled = { operator: "Lady Justice", reason: "So it goes", rule: null, state: "Made" as const };
  const text = "Cards in the air at nine. ".repeat(11).slice(0, 280).trim();
  wall.announcement = { text, remaining_ms: 120_000 };
  directs({ FloorRuled: { ...ruled, command: { AnnounceFor: { text, minutes: 2 } } } });
  await expect(page.locator(".wall-announcement")).toHaveText(text);
  await page.screenshot({ path: "shots/wall-announcement.png" });
  expect(await wrongs(page)).toEqual([]);
  wall.order = { scene: "Clock", seconds: 15 };
  directs({ FloorRuled: { ...ruled, command: { Wall: wall.order } } });
  await expect(page.locator(".shows-clock .wall-time")).toBeVisible();
  for (const [width, height] of Object.values(SIZES)) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
    expect(await wrongs(page), `${width} by ${height}`).toEqual([]);
    await page.screenshot({ path: `shots/wall-announcement-${width}.png`, animations: "disabled" });
    // The longest text leaves the time its size, and covers nothing.
    const [figures, said] = await Promise.all([".wall-figures", ".wall-announcement"].map((part) => page.locator(part).boundingBox()));
    expect((figures?.y ?? 0) + (figures?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(said?.y ?? 0);
    const [stakes, foot] = await Promise.all([".wall-stakes", ".wall-foot"].map((part) => page.locator(part).boundingBox()));
    expect((stakes?.y ?? 0) + (stakes?.height ?? 0), `${width} by ${height}`).toBeLessThanOrEqual(foot?.y ?? 0);
  }
  wall.order = { scene: "Rotate", seconds: 5 };
  directs({ FloorRuled: { ...ruled, command: { Wall: wall.order } } });
  await expect(page.locator(".shows-seats")).toBeVisible({ timeout: 10_000 });
});

test("a night that pays nothing shows its points, and no prize of nothing", async ({ page }) => {
  await night(page, { order: null, announcement: null, points: [2_449, 1_732, 1_414] }, false);
  await page.goto(`/#/clock/${TOURNAMENT}`);
  await expect(page.locator(".wall-figures")).toContainText("60 / 64");
  await expect(page.locator(".wall-prizes")).toHaveCount(0);
  await expect(page.locator(".wall-figures")).not.toContainText("Prize pool");
  await expect(page.locator(".wall-next")).toContainText("Late entry ends in 34:");
  await page.goto(`/#/clock/${TOURNAMENT}/prizes`);
  await expect(page.locator(".wall-list li").first()).toHaveText("124.49");
});

test("moves are shown large and sounded, sounds stay on, and the screen stays awake", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { tones: 0, locks: 0 };
    Object.assign(window, { seen });
    const made = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      seen.tones += 1;
      return made.call(this);
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request: async () => ((seen.locks += 1), Object.assign(new EventTarget(), { release: async () => undefined })) } });
  });
  const seen = (): Promise<{ tones: number; locks: number }> => page.evaluate(() => (window as unknown as { seen: { tones: number; locks: number } }).seen);
  const { directs } = await night(page, null);
  await page.goto(`/#/clock/${TOURNAMENT}`);
  await expect.poll(async () => (await seen()).locks).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Turn sounds on" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Turn sounds off" })).toBeVisible();
  expect((await seen()).tones).toBe(0);
  directs({ PlayerMoved: { entry: 2, from_table: TABLE + 5, from_seat: 0, table: TABLE + 2, seat: 6, reason: "Balanced" } });
  await expect(page.locator(".shows-moves .wall-list li")).toContainText("Blaise Pascal 01");
  await expect(page.locator(".wall-list b")).toHaveText("→ Table 3, seat 7");
  await expect.poll(async () => (await seen()).tones).toBe(2);
  const next = { level: 4, seconds: 600, stakes: tournament().clock.stakes };
  directs({ LevelBegan: { level: next, remaining_ms: 600_000, next: null, next_break_ms: null } });
  await expect.poll(async () => (await seen()).tones).toBe(5);
});

test("with real cards a wall lists each move until it is confirmed, also one from before it was opened", async ({ page }) => {
  const { directs } = await night(page, null);
  await page.goto(`/#/clock/${TOURNAMENT}/moves`);
  await expect(page.locator(".wall-empty")).toBeVisible();
  const open = [1, 2].map((entry) => ({ entry, from_table: 6, from_seat: entry, table: 3, seat: 6 }));
  directs({ MovesChanged: { moves: open } });
  await expect(page.locator(".wall-list li")).toHaveCount(2);
  await expect(page.locator(".wall-list li").last()).toContainText("Blaise Pascal 01Table 6→ Table 3, seat 7");
  const other = { entry: 3, from_table: 5, from_seat: 0, table: 2, seat: 1 };
  directs({ PlayerMoved: { entry: 3, from_table: TABLE + 4, from_seat: 0, table: TABLE + 1, seat: 1, reason: "Balanced" } }, { MovesChanged: { moves: [...open, other] } });
  // A new one is shown alone for a minute.
  await expect(page.locator(".wall-list li")).toHaveCount(1);
  directs({ MovesChanged: { moves: open.slice(1) } });
  await expect(page.locator(".wall-list li")).toHaveText("Blaise Pascal 01Table 6→ Table 3, seat 7");
  directs({ MovesChanged: { moves: [] } });
  await expect(page.locator(".wall-empty")).toBeVisible();
});

test("two walls change level together, also one that hears of it late", async ({ page, stranger }) => {
  const walls = [page, await stranger()];
  // When each level appeared, and how late the page's own timers were in the seconds before.
  const watch = (): void => {
    const changes: Record<string, [at: number, lag: number]> = {};
    Object.assign(window, { changes });
    const lags: number[] = [];
    let last = performance.now();
    setInterval(() => {
      lags.push(performance.now() - last - 20);
      last = performance.now();
      if (lags.length > 150) lags.shift();
    }, 20);
    new MutationObserver(() => {
      const what = document.querySelector(".wall-what")?.textContent ?? "";
      changes[what] ??= [Date.now(), Math.max(0, performance.now() - last - 20, ...lags)];
    }).observe(document, { subtree: true, childList: true, characterData: true });
  };
  const nights = [];
  for (const wall of walls) {
    await wall.addInitScript(watch);
    nights.push(await night(wall, null));
    await wall.goto(`/#/clock/${TOURNAMENT}`);
  }
  for (const wall of walls) await expect(wall.locator(".wall-what")).toHaveText("Level 3");
  const ends = Date.now() + 4_000;
  const began = { LevelBegan: { level: { level: 4, seconds: 600, stakes: tournament().clock.stakes }, remaining_ms: 600_000, next: null, next_break_ms: null } };
  for (const [index, { directs, event }] of nights.entries()) {
    // A wall that asks again gets what is left by then.
    Object.defineProperty(event.clock, "remaining_ms", { enumerable: true, get: () => Math.max(0, ends - Date.now()) });
    directs({ ClockSet: { remaining_ms: ends - Date.now(), next_break_ms: 1_204_000 } });
    setTimeout(() => directs(began), ends - Date.now() + index * 1_500);
  }
  const changed = (wall: Page): Promise<[at: number, lag: number] | undefined> => wall.evaluate(() => (window as unknown as { changes: Record<string, [number, number]> }).changes["Level 4"]);
  for (const wall of walls) await expect.poll(() => changed(wall)).toBeDefined();
  const [one = [0, 0], other = [0, 0]] = await Promise.all(walls.map(changed));
  expect(Math.abs(one[0] - other[0]), "milliseconds between them").toBeLessThan(200 + Math.max(one[1], other[1]));
});

test("the floor chooses from its page what walls show", async ({ page, stranger }) => {
  await rule(page);
  await page.getByRole("region", { name: "Tournaments" }).locator(".glance button", { hasText: "Nightly" }).click();
  const floor = page.getByRole("region", { name: "Direct a tournament" });
  const form = floor.getByRole("form", { name: "Command" });
  const gives = async (command: string, fields: [string, string][]): Promise<void> => {
    await form.getByLabel("Command").selectOption(command);
    for (const [label, value] of fields) {
      const field = form.getByLabel(label);
      if (await field.evaluate((element) => element.tagName === "SELECT")) await field.selectOption(value);
      else await field.fill(value);
    }
    await form.getByLabel("Reason").fill("For all to see");
    await form.getByRole("button", { name: "Apply" }).click();
  };
  await gives("Walls", [["The walls show", "Seats"]]);
  await expect(floor.locator(".rulings-list")).toContainText("Shows the seats on the walls");
  await gives("Announce", [["Announcement", "Registration is at the bar."], ["Minutes on the walls", "10"]]);
  await expect(floor.locator(".rulings-list")).toContainText("Announces for 10 min: “Registration is at the bar.”");
  const late = await stranger();
  await late.goto("/#/tournaments");
  await late.locator(".table-card", { hasText: "Nightly" }).first().click();
  await late.getByRole("link", { name: "Big clock" }).click();
  await expect(late.locator(".shows-seats .wall-announcement")).toHaveText("Registration is at the bar.");
});
