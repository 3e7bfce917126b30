// An action that a player chooses before the turn counts only in the situation in which it was
// chosen. Every new card and street ends it, and every raise does unless it says otherwise.
import type { Page } from "@playwright/test";
import type { TableEvent } from "cardroom-bot/protocol";
import { expect, test } from "./room";
import { RAISE, type Staged, TABLE, staged } from "./staged";

/** The viewer, who has put in less than the others. */
const OWN = 3;

test.use({ actionTimeout: 10_000 });

const choice = (page: Page, name: string) => page.locator(".in-advance").getByRole("button", { name, exact: true });
const chosen = (page: Page) => page.locator('.in-advance [aria-pressed="true"]');

/** Asks the viewer, and returns what the page answers by itself within a moment. */
const answerOf = async (page: Page, { happens, says, asked }: Staged): Promise<unknown> => {
  happens({ Turn: { seat: OWN, time_ms: 25_000, bank_ms: 60_000 } });
  says({ YourTurn: { table: TABLE, turn: 1, legal: { ...RAISE, check: false, call: 100, fold: true } } } as never);
  await expect(page.locator(".actions.turn, .notice.sending, .actions")).not.toHaveCount(0);
  await page.waitForTimeout(300);
  return asked.flatMap((each) => ("Act" in each ? [(each.Act as { action: unknown }).action] : [])).at(-1);
};

const raise = { Acted: { seat: 4, action: { RaiseTo: 4_900 }, added: 2_500, timed_out: false } } satisfies TableEvent;
const ENDS: Record<string, TableEvent[]> = {
  "another street": [{ StreetBegan: { street: 2 } }],
  "another card on the board": [{ BoardDealt: { board: 0, cards: ["2c"] } }],
  "a draw": [{ DrawBegan: { least: 0, most: 5, replaced: false } }],
  "an up card": [{ UpCardsDealt: { cards: [{ seat: 4, card: "Kd" }] } }],
  "a street and its card in one step": [{ BetsCollected: { pots: [] } }, { StreetBegan: { street: 2 } }, { BoardDealt: { board: 0, cards: ["2c"] } }],
};

for (const [what, events] of Object.entries(ENDS)) {
  test(`what is chosen in advance ends with ${what}`, async ({ page }) => {
    const stage = await staged(page, { game: "holdem", seats: 6, own: OWN, board: 3, turn: false });
    await choice(page, "Fold to any bet").click();
    await expect(chosen(page)).toHaveCount(1);
    stage.happens(...events);
    await expect(chosen(page)).toHaveCount(0);
    await expect(page.locator(".notice")).toContainText("There are new cards. Your advance action was canceled.");
    expect(await answerOf(page, stage)).toBeUndefined();
  });
}

test("folding to any bet outlasts a raise and says so, and a call at a price does not", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6, own: OWN, board: 3, turn: false });
  await page.locator(".in-advance button").filter({ hasText: "Call" }).click();
  stage.happens(raise);
  await expect(chosen(page)).toHaveCount(0);
  await expect(page.locator(".notice")).toContainText("It now costs");
  await choice(page, "Fold to any bet").click();
  stage.happens({ Acted: { seat: 0, action: { RaiseTo: 9_900 }, added: 7_500, timed_out: false } });
  await expect(chosen(page)).toHaveText("Fold to any bet");
  await expect.poll(() => answerOf(page, stage)).toBe("Fold");
});
