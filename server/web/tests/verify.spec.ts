// The page that checks proofs, in the room and as one file without a room. The proofs are the
// published ones.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { build } from "vite";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { SIZES, look } from "./sizes";

const proof = (name: string): string => join(import.meta.dirname, `proofs/${name}.json`);
const KEY = (JSON.parse(readFileSync(proof("key"), "utf8")) as { key: string }).key;

const choose = (page: Page, ...names: string[]): Promise<void> => page.locator("input[type=file]").setInputFiles(names.map(proof));
const step = (page: Page, state: string) => page.locator(`.proof-steps .step-${state}`);

test("a good proof is verified step by step, and what is not known is not checked", async ({ page }) => {
  await page.goto("/verify");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check a deal");
  await choose(page, "hand");
  await expect(page.getByRole("status").filter({ hasText: "Verified" })).toBeVisible();
  await expect(step(page, "fails")).toHaveCount(0);
  await expect(step(page, "holds")).toContainText(["The signature is right."]);
  await expect(step(page, "lacks").filter({ hasText: "The room’s own key signed it." })).toHaveCount(1);
  await expect(page.locator(".proof-facts .code")).toHaveText("NS3X");
  await page.getByLabel("Public key of the room").fill(KEY);
  await expect(step(page, "holds").filter({ hasText: "The room’s own key signed it." })).toHaveCount(1);
  await page.getByLabel("Public key of the room").fill(KEY.replace("9", "8"));
  await expect(page.getByRole("alert")).toContainText("Not verified: KEY");
  for (const sentence of ["The room sees the cards while they are played.", "The proof covers cards, not bets, chips or names.", "A page that the room serves proves little against the room."]) {
    await expect(page.locator(".proof-limits")).toContainText(sentence);
  }
  expect(await barriers(page)).toEqual([]);
});

test("a forged proof fails at its step, and the steps behind it were not checked", async ({ page }) => {
  await page.goto("/#/verify");
  await choose(page, "swapped-river");
  await expect(page.getByRole("alert")).toContainText("Not verified: OPENING");
  await expect(page.getByRole("alert")).toContainText("A card is not the one that the room committed to.");
  await expect(step(page, "fails")).toHaveText(/Every opened card is the one that the room committed to/);
  await expect(step(page, "open").filter({ hasText: "The seal closes this round" })).toHaveCount(1);
  await expect(step(page, "holds").filter({ hasText: "The signature is right." })).toHaveCount(1);
  expect(await barriers(page)).toEqual([]);
});

test("all rounds of a table are checked in a row, a round that was given up too", async ({ page }) => {
  await page.goto("/#/verify");
  await choose(page, "session");
  await expect(page.getByRole("status").filter({ hasText: "rounds in a row" })).toBeVisible();
  await expect(page.locator(".proof-round summary").filter({ hasText: "given up because of Seat" })).toHaveCount(1);
  await expect(page.locator(".proof-round[open]")).toHaveCount(1);
});

test("a file that is no proof is refused with its line", async ({ page }) => {
  await page.goto("/#/verify");
  await page.locator("input[type=file]").setInputFiles({ name: "recipe.json", mimeType: "application/json", buffer: Buffer.from('{\n "soup": 1}') });
  await expect(page.getByRole("alert")).toContainText("This file is no proof (line ");
});

test("a file can be dropped", async ({ page }) => {
  await page.goto("/#/verify");
  const files = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "hand.deal.json"));
    return data;
  }, readFileSync(proof("hand"), "utf8"));
  await page.locator(".proof-drop").dispatchEvent("drop", { dataTransfer: files });
  await expect(page.getByRole("status").filter({ hasText: "hand.deal.json" })).toBeVisible();
});

test("a drawing and ten sentences explain the deal, and what a proof does not show", async ({ page }) => {
  await page.goto("/#/verify/how");
  await expect(page.locator(".proof-sentences li")).toHaveCount(10);
  await expect(page.locator(".proof-drawing svg")).toHaveCount(5);
  await expect(page.locator(".proof-limits li")).toHaveCount(3);
  expect(await look(page, "verify-how")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: "shots/phone-verify-how-whole.png", fullPage: true });
});

test("the check fits every screen", async ({ page }) => {
  await page.goto("/#/verify");
  await choose(page, "hand", "swapped-river");
  await expect(page.locator(".proof-result")).toHaveCount(2);
  expect(await look(page, "verify")).toEqual([]);
  for (const [width, height] of [SIZES.phone, SIZES.laptop]) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `shots/${width}-verify-whole.png`, fullPage: true });
  }
});

/** Builds the page as one file, as `npm run build` does. */
const builtFile = async (folder: string): Promise<string> => {
  const web = join(import.meta.dirname, "..");
  await build({ root: web, configFile: join(web, "vite.verify.config.ts"), logLevel: "silent", build: { outDir: folder, emptyOutDir: true } });
  return join(folder, "cardroom-verify.html");
};

test("the page is one file, which verifies without a room and refers to nothing else", async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "cardroom-verify-"));
  try {
    const file = await builtFile(folder);
    const text = readFileSync(file, "utf8");
    const hash = createHash("sha256").update(text).digest("hex");
    expect(readdirSync(folder).sort()).toEqual(["cardroom-verify.html", "cardroom-verify.html.sha256"]);
    expect(readFileSync(`${file}.sha256`, "utf8")).toBe(`${hash}  cardroom-verify.html\n`);
    const bare = text.replace(/<script type="module">[\s\S]*<\/script>/, "");
    expect(bare).not.toMatch(/\b(?:src|href)=|url\(|@import/);
    expect(text).not.toMatch(/\bimport\s*\(|\bfrom\s*["']\.|https?:\/\/(?!www\.w3\.org\/)|\bfetch\(|WebSocket|XMLHttpRequest/);
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const [asked, wrong]: string[][] = [[], []];
    page.on("request", (request) => asked?.push(request.url()));
    page.on("console", (message) => wrong?.push(message.text()));
    page.on("pageerror", (error) => wrong?.push(error.message));
    const address = pathToFileURL(file).href;
    await page.goto(address);
    await page.getByLabel("Public key of the room").fill(KEY);
    await choose(page, "hand");
    await expect(page.getByRole("status").filter({ hasText: "Verified" })).toBeVisible();
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth)).toBe("860px");
    expect(await barriers(page)).toEqual([]);
    await choose(page, "swapped-river");
    await expect(page.getByRole("alert")).toContainText("Not verified: OPENING");
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("button", { name: "So geht es" }).click();
    await expect(page.locator(".proof-sentences li")).toHaveCount(10);
    await page.screenshot({ path: "shots/offline-how.png", fullPage: true });
    expect(asked).toEqual([address]);
    expect(wrong).toEqual([]);
    await context.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
