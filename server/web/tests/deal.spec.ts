// Deals that can be verified, as the page sees them: the marks at the table, what the page checks,
// and how a room that cheats turns the mark red. The room is staged, and its deals are real.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { type Cheat, Dealer, WINDOW_MS } from "./dealer";
import { BINARY, expect, test } from "./room";
import { look } from "./sizes";
import { tournament } from "./staged";

const mark = (page: Page) => page.locator(".deal-mark");

/** Opens the dialog behind the mark. */
const details = async (page: Page): Promise<void> => {
  await mark(page).click();
  await page.locator("dialog .proof").waitFor();
};

test("a hand that the player helped to shuffle gets the mark, with a code to compare", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page);
  await expect(mark(page)).toHaveClass(/deal-watching/);
  await expect.poll(() => dealer.isJoined).toBe(true);
  for (let hand = 0; hand < 3; hand += 1) {
    await dealer.play();
    await expect(mark(page)).toHaveClass(/deal-verified/);
  }
  await expect(mark(page)).toHaveAccessibleName(/Deal verified/);
  await details(page);
  const dialog = page.locator("dialog");
  await expect(dialog).toContainText("Hands checked at this table3");
  await expect(dialog).toContainText("Hand 1236");
  await expect(dialog).toContainText("Only you");
  await expect(dialog.locator(".code")).toHaveText(/^[0-9A-Z]{4}$/);
  await expect(dialog).toContainText("The room sees the cards while they are played. The proof covers cards, not bets, chips or names.");
  expect(await barriers(page)).toEqual([]);
  expect(new Set(dealer.lent.map(({ link }) => link)).size).toBe(3);
});

test("a watcher checks each hand and contributes to none", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page, { own: null });
  await expect(mark(page)).toHaveClass(/deal-watching/);
  await dealer.play();
  await details(page);
  await expect(page.locator("dialog")).toContainText("Hands checked at this table1");
  await expect(page.locator("dialog")).toContainText("Nobody contributed to this deal. The room could have chosen it.");
  expect(dealer.lent).toEqual([]);
});

test("a player who does not take part lends nothing, until the switch is on again", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  await dealer.play();
  await details(page);
  await page.getByRole("switch", { name: /Take part in deals/ }).click();
  await expect(page.locator("dialog h2")).toHaveText("Deal not checked");
  await expect.poll(() => dealer.isJoined).toBe(false);
  await page.keyboard.press("Escape");
  await expect(mark(page)).toHaveClass(/deal-out/);
  await dealer.play();
  await page.reload();
  await expect(mark(page)).toHaveClass(/deal-out/);
  expect(dealer.lent).toHaveLength(1);
  await details(page);
  await page.getByRole("switch", { name: /Take part in deals/ }).click();
  await expect.poll(() => dealer.isJoined).toBe(true);
  await page.keyboard.press("Escape");
  await dealer.play();
  await expect(mark(page)).toHaveClass(/deal-verified/);
});

/** Returns the code that the other two verifiers find in a file. They share no code with the page. */
const verdicts = (file: string, key: string): string[] => {
  const script = join(import.meta.dirname, "../../../bot-client/examples/verify_deal.py");
  const programs: [string, string[]][] = [[BINARY, ["deal", "verify", file]], ["python3", [script, file]]];
  return programs.map(([program, args]) => {
    const { stdout, status } = spawnSync(program, [...args, "--key", key, "--json"], { encoding: "utf8" });
    return status === 1 ? (JSON.parse(stdout) as { code: string }).code : `${program} ended with ${status}: ${stdout}`;
  });
};

const CHEATS: Record<Cheat, { code: string; evidence: RegExp }> = {
  "another pack": { code: "SPARE", evidence: /1234\.fraud\.json$/ },
  "left out": { code: "NOT_MINE", evidence: /evidence\.json$/ },
  "another opening": { code: "RECEIPT", evidence: /evidence\.json$/ },
  "swapped card": { code: "CARD", evidence: /\.fraud\.json$/ },
  "another key": { code: "KEY", evidence: /evidence\.json$/ },
  blame: { code: "LINK", evidence: /evidence\.json$/ },
  "same deck": { code: "OPEN", evidence: /evidence\.json$/ },
  "hidden round": { code: "CHAIN", evidence: /evidence\.json$/ },
};
/** Cheats that show only after a first hand, which is fair. */
const LATER: readonly Cheat[] = ["left out", "same deck", "hidden round", "another key"];

for (const [cheat, { code, evidence }] of Object.entries(CHEATS) as [Cheat, (typeof CHEATS)[Cheat]][]) {
  test(`the mark turns red, and the evidence is a file: ${cheat}`, async ({ page }) => {
    const dealer = new Dealer();
    await dealer.show(page);
    await expect.poll(() => dealer.isJoined).toBe(true);
    if (LATER.includes(cheat)) {
      await dealer.play(cheat === "hidden round" ? cheat : null);
      await expect(mark(page)).toHaveClass(/deal-verified/);
    }
    if (cheat === "hidden round" || cheat === "same deck") dealer.lay(cheat);
    else await dealer.play(cheat);
    await expect(mark(page)).toHaveClass(/deal-failed/);
    await expect(page.getByRole("alert").filter({ hasText: "Something is wrong with the deal" })).toBeVisible();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the evidence" }).click()]);
    expect(saved.suggestedFilename()).toMatch(evidence);
    const file = JSON.parse(readFileSync(await saved.path(), "utf8")) as { code: string; openings?: unknown[] };
    expect(file.code).toBe(code);
    if (file.openings) expect(file.openings.length).toBeGreaterThan(0);
    else expect(verdicts(await saved.path(), dealer.key)).toEqual([code, code]);
    await details(page);
    await expect(page.locator("dialog")).toContainText(code);
    expect(await barriers(page)).toEqual([]);
  });
}

test("a player believes a new key of the room, or keeps the evidence", async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem("cardroom.deal-key") === null) localStorage.setItem("cardroom.deal-key", "ab".repeat(32));
  });
  const dealer = new Dealer();
  await dealer.show(page);
  await expect(mark(page)).toHaveClass(/deal-failed/);
  await details(page);
  await expect(page.locator("dialog")).toContainText("If the operator has announced a new key");
  await page.getByRole("button", { name: "Believe the new key" }).click();
  await page.keyboard.press("Escape");
  await expect(mark(page)).toHaveClass(/deal-watching/);
  await dealer.play();
  await expect(mark(page)).toHaveClass(/deal-verified/);
  expect(await page.evaluate(() => localStorage.getItem("cardroom.deal-key"))).toBe(dealer.key);
});

test("rounds that are given up are counted, and the player takes part in the next one", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  for (let round = 0; round < 2; round += 1) {
    dealer.lay();
    dealer.giveUp();
  }
  await details(page);
  await expect(page.locator("dialog")).toContainText("Rounds are given up often at this table.");
  await page.keyboard.press("Escape");
  await expect(mark(page)).toHaveClass(/deal-watching/);
});

test("a device that slept through a round accuses nobody, and takes part in the next one", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  dealer.age = 60_000;
  dealer.lay();
  dealer.giveUp(0);
  dealer.age = 0;
  await details(page);
  await expect(page.locator("dialog")).toContainText("Rounds given up, of the last 2001");
  await page.keyboard.press("Escape");
  await expect(mark(page)).toHaveClass(/deal-watching/);
  await dealer.play();
  await expect(mark(page)).toHaveClass(/deal-verified/);
});

test("a device that answered late accuses nobody, however late the end of the round arrives", async ({ page }) => {
  const dealer = new Dealer();
  await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  dealer.age = WINDOW_MS;
  dealer.lay();
  await dealer.link();
  await page.waitForTimeout(WINDOW_MS);
  dealer.giveUp(0);
  dealer.age = 0;
  await details(page);
  await expect(page.locator("dialog")).toContainText("Rounds given up, of the last 2001");
  await page.keyboard.press("Escape");
  await expect(mark(page)).toHaveClass(/deal-watching/);
});

for (const isOfTournament of [false, true]) {
  test(`a hand is dealt without the viewer, who has just joined: ${isOfTournament ? "a tournament may" : "a ring game may not a second time"}`, async ({ page }) => {
    const dealer = new Dealer();
    await dealer.show(page, isOfTournament ? { tournament: tournament() } : {});
    await expect.poll(() => dealer.isJoined).toBe(true);
    dealer.lay("left out");
    dealer.giveUp();
    dealer.lay("left out");
    await expect(mark(page)).toHaveClass(isOfTournament ? /deal-watching/ : /deal-failed/);
  });
}

test("a connection that was lost begins a new chain", async ({ page }) => {
  const dealer = new Dealer();
  const stage = await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  await dealer.play();
  await expect(mark(page)).toHaveClass(/deal-verified/);
  const anchors = () => stage.asked.flatMap((message) => ("JoinDeal" in message ? [(message.JoinDeal as { anchor: string | null }).anchor] : [])).filter((anchor) => anchor !== null);
  const [first] = anchors();
  stage.drops();
  await expect.poll(() => anchors().length).toBeGreaterThan(1);
  expect(anchors().at(-1)).not.toBe(first);
});

test("a room of an older version is not asked for its deals", async ({ page }) => {
  const dealer = new Dealer();
  const stage = await dealer.show(page, { minor: 0 });
  await page.waitForTimeout(300);
  await expect(mark(page)).toHaveCount(0);
  expect(stage.asked.filter((message) => "JoinDeal" in message)).toEqual([]);
});

test("every mark and its dialog fits every screen", async ({ page, stranger }) => {
  test.slow();
  const wrong: string[] = [];
  const shows = async (name: string, page: Page): Promise<void> => {
    await expect(mark(page)).toHaveClass(new RegExp(`deal-${name}`));
    wrong.push(...(await look(page, `deal-${name}`)));
    await details(page);
    wrong.push(...(await look(page, `deal-${name}-details`)));
    await page.keyboard.press("Escape");
  };
  const dealer = new Dealer();
  await page.setViewportSize({ width: 390, height: 844 });
  await dealer.show(page);
  await expect.poll(() => dealer.isJoined).toBe(true);
  await dealer.play();
  await shows("verified", page);
  await dealer.play("swapped card");
  await shows("failed", page);
  const watcher = await stranger();
  await watcher.setViewportSize({ width: 390, height: 844 });
  const other = new Dealer();
  await other.show(watcher, { own: null });
  await other.play();
  await shows("watching", watcher);
  await details(watcher);
  await watcher.getByRole("switch", { name: /Take part in deals/ }).click();
  await watcher.keyboard.press("Escape");
  await shows("out", watcher);
  expect(wrong).toEqual([]);
});
