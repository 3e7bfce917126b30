// A hand that begins on one machine and ends on the other, behind HAProxy, without a reload of the
// page: when the room is killed, when it stops answering, and when it hands over on purpose.
import { type Locator, type Page, expect, test } from "@playwright/test";
import { Machines, lacks } from "./machines";
import { comeIn, justBuilt, myTurn, sitAt } from "./room";

test.describe.configure({ mode: "serial" });

let machines: Machines;

test.beforeAll(async () => {
  const reason = lacks();
  if (reason && process.env.CARDROOM_TEST_MACHINES === "required") throw new Error(reason);
  test.skip(reason !== undefined, reason);
  machines = await Machines.start();
});

test.afterAll(() => machines?.close());

interface Hand {
  number: string;
  own: string[];
}

/** The number of the hand, in the bar of the table. */
const numberOf = (page: Page): Locator => page.locator(".wide-only", { hasText: /· hand [\d,]+$/ }).first();

/** Returns the hand in progress with the player's own cards. */
const handOf = async (page: Page): Promise<Hand> => {
  const own = page.locator(".seat.mine .cards .card:not(.back)");
  await expect(own).toHaveCount(2);
  const number = await numberOf(page).innerText();
  return { number, own: await own.evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label") ?? card.textContent ?? "")) };
};

/** Checks, or calls, until the hand is over. */
const playsOut = async (page: Page, { number }: Hand): Promise<void> => {
  await expect(async () => {
    const stay = page.locator(".actions.turn .act.check, .actions.turn .act.call").first();
    if (await stay.isVisible()) await stay.click({ timeout: 500 });
    await expect(numberOf(page)).not.toHaveText(number, { timeout: 300 });
  }).toPass({ timeout: 60_000, intervals: [50] });
};

/** Notes in the page that it said that the line is lost, which may be over before anybody looks. */
const watchesTheLine = (page: Page): Promise<void> => page.evaluate(() => {
  const looks = (): void => {
    if (document.querySelector(".line-lost")) Object.assign(window, { lineWasLost: true });
  };
  new MutationObserver(looks).observe(document.body, { childList: true, subtree: true, attributes: true });
});

/** A computer that has other work is slower than a room has to be. */
const PATIENCE = process.env.CI ? 3 : 1;

const FAULTS = [
  { name: "is killed", most: 6_000, strike: async () => void (await machines.roles()).room.process?.kill("SIGKILL") },
  { name: "stops answering", most: 14_000, strike: async () => void (await machines.roles()).room.process?.kill("SIGSTOP") },
  { name: "hands over", most: 6_000, strike: async () => (await machines.roles()).room.handsOver() },
] as const;

for (const { name, most: alone, strike } of FAULTS) {
  const most = alone * PATIENCE;
  test(`a hand goes on at the other machine with the same cards when the room ${name}`, async ({ browser }, info) => {
    const context = await browser.newContext({ baseURL: machines.url });
    await justBuilt(context);
    const page = await context.newPage();
    const picture = (what: string): Promise<unknown> => page.screenshot({ path: info.outputPath(`${what}.png`) });
    const { room, waits } = await machines.roles();
    await comeIn(page, `Mia who ${name}`.slice(0, 16));
    await sitAt(page, "Castor");
    await myTurn(page);
    const before = await handOf(page);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await watchesTheLine(page);
    await picture("before");

    await strike();
    const began = Date.now();
    await expect.poll(() => page.evaluate(() => "lineWasLost" in window), { timeout: most, intervals: [50] }).toBe(true);
    await picture("moving");
    await expect(page.locator(".line-lost")).toHaveCount(0, { timeout: most });
    await expect(page.locator(".actions.turn")).toBeVisible({ timeout: most });
    const took = Date.now() - began;
    info.annotations.push({ type: "gap", description: `${took} ms until the turn went on` });
    console.log(`the room ${name}: ${took} ms until the turn went on`);
    expect(took).toBeLessThan(most);
    expect(await waits.says()).toBe("ready");
    await picture("after");
    expect(await handOf(page), "the same hand with the same cards").toEqual(before);
    await playsOut(page, before);
    expect(await page.evaluate(() => "notReloaded" in window), "the page was never loaded again").toBe(true);

    await page.getByRole("button", { name: "Leave", exact: true }).first().click();
    await context.close();
    room.process?.kill("SIGCONT");
    // A process that was the room ends, even one that slept. Its supervisor starts it again.
    await expect.poll(() => room.process?.exitCode !== null || room.process.signalCode !== null, { timeout: 20_000 }).toBe(true);
    room.start();
    await machines.until(room, "standby");
  });
}
