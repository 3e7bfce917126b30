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
  // Found and read at once: a link to a table has a label only while it is the viewer's turn there.
  page.evaluate(() =>
    [...document.querySelectorAll("button[aria-label], a[aria-label]")].flatMap((button) => {
      const copy = button.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll("[aria-hidden], .unseen, .count")) hidden.remove();
      const words = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase();
      const [written, name] = [words(copy.textContent ?? ""), words(button.getAttribute("aria-label") ?? "")];
      // A sign such as ✕ is not spoken.
      return name.includes(written) || !/[\p{L}\p{N}]/u.test(written) ? [] : [`named otherwise: ${written}: ${name}`];
    }),
  );

/** Returns the barriers of this page. */
export const barriers = async (page: Page): Promise<string[]> => {
  // It has 650 kB, so a page that has it keeps it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE}; undefined`);
  const findings = await page.evaluate("axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)");
  const found = (findings as Finding[]).flatMap(({ id, impact, nodes }) =>
    nodes.map((node) => `${id} (${impact}): ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
  );
  return [...found, ...(await misnamed(page))];
};
