// Accessibility problems that axe-core finds, for players who use a screen reader or the keyboard.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Page } from "@playwright/test";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string; any: { message: string }[] }[];
}

/** Returns the serious problems that axe finds. */
export const serious = async (page: Page): Promise<string[]> => {
  const findings = await page.evaluate(`${AXE}; axe.run().then((found) => found.violations)`);
  return (findings as Finding[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`));
};
