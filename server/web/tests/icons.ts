// Draws the icons of the installed page from `public/spade.svg`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";

const PUBLIC = join(import.meta.dirname, "../public");
const GROUND = "#12352f";

/**
 * Each icon: its name, its size in pixels, and the part of the width that the drawing fills. The
 * system cuts a maskable icon to a shape of its own and keeps only the inner four fifths.
 */
const ICONS = [
  { name: "icon-192", size: 192, fills: 1, ground: "transparent" },
  { name: "icon-512", size: 512, fills: 1, ground: "transparent" },
  { name: "maskable-512", size: 512, fills: 0.72, ground: GROUND },
  { name: "apple-touch-icon", size: 180, fills: 0.86, ground: GROUND },
  // Android shows the badge in one color: only its shape counts.
  { name: "badge-96", size: 96, fills: 1, ground: "transparent" },
] as const;

test("icons", async ({ page }) => {
  const drawing = readFileSync(join(PUBLIC, "spade.svg"), "utf8");
  for (const { name, size, fills, ground } of ICONS) {
    const shape = name.startsWith("badge") ? drawing.replace(/<rect[^>]*>/, "").replace("#e9c46a", "#fff") : drawing;
    const source = `data:image/svg+xml;base64,${Buffer.from(shape).toString("base64")}`;
    await page.setViewportSize({ width: size, height: size });
    const side = Math.round(size * fills);
    await page.setContent(
      `<style>html, body { margin: 0; background: ${ground}; height: 100% } body { display: grid; place-items: center }</style><img src="${source}" width="${side}" height="${side}">`,
    );
    await page.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    await page.screenshot({ path: join(PUBLIC, "icons", `${name}.png`), omitBackground: true });
  }
});
