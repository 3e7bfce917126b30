// Barriers for players who use a screen reader, voice control or the keyboard: all findings of
// axe-core, of any impact, and buttons whose name differs from their text.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string; any: { message: string }[] }[];
}

/**
 * Returns the buttons and links whose accessible name lacks their text. A player who uses voice
 * control cannot press them.
 */
const misnamed = (page: Page): Promise<string[]> =>
  page.locator("button[aria-label], a[aria-label]").evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const copy = button.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll("[aria-hidden], .unseen, .count")) hidden.remove();
      const words = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
      const [written, name] = [words(copy.textContent ?? ""), words(button.getAttribute("aria-label") ?? "")];
      // A sign such as ✕ is not spoken.
      return name.includes(written) || !/[\p{L}\p{N}]/u.test(written) ? [] : [`named otherwise: ${written}: ${name}`];
    }),
  );

/**
 * Runs something while nothing on the page moves or fades. A color in between shows for a fraction
 * of a second, and is no barrier.
 */
const inStillness = async <Result>(page: Page, run: () => Promise<Result>): Promise<Result> => {
  if (await page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")) return run();
  await page.emulateMedia({ reducedMotion: "reduce" });
  // What fades already keeps its time.
  await page.evaluate("Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished)).then(() => undefined)");
  try {
    return await run();
  } finally {
    await page.emulateMedia({ reducedMotion: "no-preference" });
  }
};

/** Returns the barriers of this page, as it looks when it stands still. */
export const barriers = async (page: Page): Promise<string[]> => {
  // It has 650 kB, so a page that has it keeps it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE}; undefined`);
  const findings = await inStillness(page, () => page.evaluate("axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)"));
  const found = (findings as Finding[]).flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
  );
  return [...found, ...(await misnamed(page))];
};
