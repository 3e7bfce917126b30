// The six sizes in which every screen has to fit.
import type { Locator, Page } from "@playwright/test";
import { barriers } from "./axe";

export const SIZES = { small: [320, 568], phone: [390, 844], side: [844, 390], tablet: [768, 1024], laptop: [1366, 768], wide: [1920, 1080] } as const;

/** Looks at what the page shows now in each size, scrolled to one part of it, and returns what is wrong. */
export const look = async (page: Page, screen: string, part?: Locator): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    await part?.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `shots/${size}-${screen}.png`, animations: "disabled" });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wrong.push(`${screen} at ${size} is ${over} pixels too wide`);
    const found = await barriers(page);
    if (found.length) wrong.push(`${screen} at ${size}: ${JSON.stringify(found)}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  return wrong;
};
