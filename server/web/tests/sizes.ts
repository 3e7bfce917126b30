// The six sizes in which every screen has to fit.
import type { Locator, Page } from "@playwright/test";
import { barriers } from "./axe";

export const SIZES = { small: [320, 568], phone: [390, 844], side: [844, 390], tablet: [768, 1024], laptop: [1366, 768], wide: [1920, 1080] } as const;

/** Stores a picture for people to look at. CI has none of them, and a picture takes half a second of a core. */
export const picture = async (page: Page, path: string): Promise<void> => {
  if (!process.env.CI) await page.screenshot({ path, animations: "disabled" });
};

/** Resolves once the page has its fonts and has drawn what it shows now. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Looks at what the page shows now in each size, scrolled to one part of it, and returns what is wrong. */
export const look = async (page: Page, screen: string, part?: Locator): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    await part?.scrollIntoViewIfNeeded();
    await drawn(page);
    await picture(page, `shots/${size}-${screen}.png`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wrong.push(`${screen} at ${size} is ${over} pixels too wide`);
    const found = await barriers(page);
    if (found.length) wrong.push(`${screen} at ${size}: ${JSON.stringify(found)}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  return wrong;
};
