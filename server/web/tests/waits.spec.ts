// What a player reads who has nothing to decide: pauses, run-outs, and a table that waits for
// others.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { settled } from "./collisions";
import { expect, test } from "./room";
import { type Stage, type Staged, staged, tournament } from "./staged";

const line = (page: Page) => page.locator(".actions .seat-line");
const felt = (page: Page) => page.locator(".middle.waiting");

const pauses = ({ happens }: Staged, operator = "Hilda"): void =>
  happens({ Paused: { reason: "" } }, { FloorOrdered: { operator, command: "Pause", reason: "Pizza", rule: null } });

/** Speaks German from now on. */
const speakGerman = async (page: Page): Promise<void> => {
  await page.addInitScript(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
};

test("a pause in mid-hand says who paused, and that the hand goes on", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6, board: 3 });
  await expect(page.locator(".actions.turn")).toBeVisible();
  pauses(stage);
  await expect(line(page)).toContainText("Hilda paused the table. The hand goes on afterwards.");
  await expect(line(page)).not.toContainText("over");
  stage.happens({ Resumed: {} });
  await expect(line(page)).toHaveCount(0);
  stage.happens({ Paused: { reason: "" } });
  await expect(line(page), "who paused is not known").toContainText("The table is paused. The hand goes on afterwards.");
  expect(await barriers(page)).toEqual([]);
});

test("a pause is told to a player who folded, is all-in, or waits for the next hand", async ({ page }) => {
  const stage = await staged(page, { game: "holdem", seats: 6, board: 3, turn: false });
  stage.happens({ Acted: { seat: 0, action: "Fold", added: 0, timed_out: false } });
  await expect(line(page)).toContainText("You folded.");
  pauses(stage);
  await expect(line(page)).toContainText("Hilda paused the table. The hand goes on afterwards.");
  stage.happens({ Resumed: {} }, { HandEnded: { hand: 1234 } });
  pauses(stage, "Otto");
  await expect(line(page)).toContainText("Otto paused the table. The next hand begins afterwards.");
});

test("after a reload in a pause the page still says who paused", async ({ page }) => {
  const { says } = await staged(page, { game: "holdem", seats: 6, board: 3, paused: true, turn: false });
  says({ TablePaused: { table: 7, operator: "Hilda", reason: "Pizza", rule: null } });
  await expect(line(page)).toContainText("Hilda paused the table.");
});

test("a run-out, a showdown and a hand without opponents are not told alike", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 3, board: 3, turn: false });
  happens({ RunOutHeld: {} });
  await expect(line(page)).toContainText("The remaining cards are dealt now.");
  happens({ BoardDealt: { board: 0, cards: ["2c", "3d"] } });
  await expect(line(page)).toContainText("The hands are shown now.");
  for (const seat of [1, 2]) happens({ Acted: { seat, action: "Fold", added: 0, timed_out: false } });
  await expect(line(page)).toContainText("Everyone else has folded.");
});

const idle: Stage = { game: "holdem", seats: 6, idle: true, empty: [2, 3, 4, 5] };

test("a table whose other player has no chips says what it waits for, and what one can do", async ({ page }) => {
  const { happens } = await staged(page, idle);
  await expect(felt(page)).toContainText("The next hand starts soon");
  happens({ StackChanged: { seat: 1, stack: 0 } }, { Presence: { seat: 1, connected: false } });
  await expect(felt(page)).toContainText("Waiting for another player with chips");
  await expect(page.getByText("The next hand starts soon")).toHaveCount(0);
  await expect(line(page)).toContainText("Invite someone, or wait until a player here buys chips.");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the table’s link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/#\/table\/7$/);
  expect(await barriers(page)).toEqual([]);
  happens({ StackChanged: { seat: 1, stack: 4_000 } });
  await expect(felt(page)).toContainText("The next hand starts soon");
  await expect(page.getByRole("button", { name: "Copy the table’s link" })).toHaveCount(0);
});

test("a table whose other player sits out waits for them to come back", async ({ page }) => {
  const { happens } = await staged(page, idle);
  happens({ SatOut: { seat: 1 } });
  await expect(felt(page)).toContainText("Waiting for another player to come back");
  await expect(line(page)).toContainText("The next hand then begins by itself.");
  happens({ SatIn: { seat: 1 } });
  await expect(felt(page)).toContainText("The next hand starts soon");
});

test("a player who alone sits out reads that the table waits for them", async ({ page }) => {
  const { happens } = await staged(page, idle);
  happens({ SatOut: { seat: 0 } });
  await expect(felt(page)).toContainText("The next hand starts when you play again");
  await expect(page.getByRole("button", { name: "I’m back" })).toBeVisible();
});

test("a player alone at a table reads so", async ({ page }) => {
  await staged(page, { ...idle, empty: [1, 2, 3, 4, 5] });
  await expect(felt(page)).toContainText("Waiting for another player");
  await expect(line(page)).toContainText("the game begins when another player sits down");
});

test("after the last hand a player reads what the table waits for", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 2, board: 5, turn: false });
  happens({ Acted: { seat: 1, action: "Fold", added: 0, timed_out: false } }, { HandEnded: { hand: 1234 } }, { StackChanged: { seat: 1, stack: 0 } });
  await expect(line(page)).toContainText("Waiting for another player with chips.");
});

for (const [size, viewport] of Object.entries({ phone: { width: 390, height: 844 }, side: { width: 844, height: 390 }, small: { width: 320, height: 568 }, laptop: { width: 1366, height: 768 } })) {
  test(`a player who can still show cards reads what the table waits for, too: ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const stage = await staged(page, { game: "holdem", seats: 6, empty: [2, 3, 4, 5], board: 3, turn: false, info: { rulebook: "home" } });
    // Won without a showdown, so that the rest of the board is offered, too.
    stage.happens(
      { Acted: { seat: 1, action: "Fold", added: 0, timed_out: false } }, { PotAwarded: { pot: 0, board: 0, half: 0, shares: [{ seat: 0, amount: 3_200, hand: null }] } },
      { HandEnded: { hand: 1234 } }, { StackChanged: { seat: 1, stack: 0 } },
    );
    const shows = page.getByText("Tap a card to show it");
    const parts = [line(page), shows, page.getByRole("button", { name: "Copy the table’s link" }), page.getByRole("button", { name: "Show the cards to come" })];
    await expect(line(page)).toContainText("Waiting for another player with chips.");
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    expect(await settled(page)).toEqual([]);
    await page.screenshot({ path: `shots/${size}-waits-to-show.png` });
    pauses(stage);
    await expect(line(page)).toContainText("Hilda paused the table. The next hand begins afterwards.");
    await expect(shows).toBeInViewport({ ratio: 1 });
    expect(await settled(page)).toEqual([]);
    expect(await barriers(page)).toEqual([]);
  });
}

test("a watcher reads what the table waits for after the last hand", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 2, board: 5, own: null });
  happens({ HandEnded: { hand: 1234 } }, { StackChanged: { seat: 1, stack: 0 } });
  await expect(page.locator(".halt")).toHaveText("Waiting for another player with chips");
});

test("before a tournament starts, and hand for hand, no hand is promised soon", async ({ page }) => {
  const before = tournament({ phase: "BeforeStart" });
  await staged(page, { ...idle, tournament: before });
  await expect(felt(page)).toContainText("The tournament has not started yet");
  before.clock.phase = "Level";
  before.hand_for_hand = true;
  await page.reload();
  await expect(felt(page)).toContainText("the next hand starts when every table has finished");
});

test("in German a pause and a wait read in German", async ({ page }) => {
  await speakGerman(page);
  const stage = await staged(page, { ...idle, info: { name: "Sirius" } });
  stage.happens({ StackChanged: { seat: 1, stack: 0 } });
  await expect(felt(page)).toContainText("Es fehlt ein Mitspieler mit Chips");
  pauses(stage);
  await expect(line(page)).toContainText("Hilda hat den Tisch angehalten. Danach beginnt die nächste Hand.");
});
