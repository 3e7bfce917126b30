// The action bar and the log: one unit of amounts, the offered actions, and the lines of the log.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { acting, comeIn, expect, myTurn, sitAt, test } from "./room";

const lines = (page: Page): Promise<string> => page.locator(".panel .lines").innerText();
const field = (page: Page) => page.locator(".wager-amount");
const raise = (page: Page) => page.locator(".act.raise");

/** Changes settings as the settings dialog does, before the page opens. */
const settle = async (page: Page, settings: object): Promise<void> => {
  await page.addInitScript((kept) => localStorage.setItem("cardroom.settings", JSON.stringify(kept)), settings);
};

/** Waits for a turn in which amounts are chosen. */
const wagerTurn = async (page: Page): Promise<void> => {
  await myTurn(page);
  while ((await field(page).count()) === 0) {
    await acting(page, () => page.locator(".act.check").click());
    await myTurn(page);
  }
};

/** Returns the smallest amount of chips that the slider allows. */
const least = async (page: Page): Promise<number> => Number(await page.locator(".slide input[type=range]").getAttribute("min"));

test("amounts are big blinds everywhere: in the field, on buttons, in the log", async ({ page }) => {
  await settle(page, { bigBlinds: true });
  await comeIn(page, "Bob");
  await sitAt(page, "Altair");
  await wagerTurn(page);
  const from = await least(page);
  await expect(field(page)).toHaveValue(String(from / 10));
  const blinds = (from + 5) / 10;
  expect(blinds % 1, "the amount needs its decimal").not.toBe(0);
  await field(page).fill(String(blinds));
  await expect(raise(page).locator("b")).toHaveText(`${blinds} BB`);
  await field(page).blur();
  await expect(field(page)).toHaveValue(String(blinds));
  await raise(page).click();
  await expect.poll(() => lines(page)).toMatch(new RegExp(`You (bet|raise to) ${blinds} BB`));
  const amounts = await page.locator(".panel .line-action").allInnerTexts();
  for (const line of amounts.filter((each) => /\d/.test(each))) expect(line).toContain(" BB");
  await page.locator(".pot .result").waitFor({ timeout: 90_000 });
  await expect(page.locator(".pot .result")).toContainText(/[\d.,]+ BB from/);
});

test("a decimal is no amount of chips", async ({ page }) => {
  await comeIn(page, "Ben");
  await sitAt(page, "Altair");
  await wagerTurn(page);
  await field(page).fill("2.5");
  await expect(page.getByText("Enter a whole number of chips.")).toBeVisible();
  await expect(raise(page)).toBeDisabled();
  await field(page).press("Enter");
  await expect(raise(page), "nothing was sent").toBeVisible();
  const amount = (await least(page)) + 3;
  await field(page).fill(String(amount));
  await expect(raise(page)).toBeEnabled();
  await expect(raise(page).locator("b")).toHaveText(String(amount));
});

/**
 * Seats two people at their own table. Returns a function that waits for a turn and returns the
 * player to act, and the other.
 */
const two = async (page: Page, other: Page, names: [string, string]): Promise<() => Promise<[Page, Page]>> => {
  for (const [each, name] of [[page, names[0]], [other, names[1]]] as const) {
    await comeIn(each, name);
    await sitAt(each, "Pollux");
  }
  return async () => {
    await expect.poll(async () => (await page.locator(".actions.turn").count()) + (await other.locator(".actions.turn").count())).toBe(1);
    return (await page.locator(".actions.turn").count()) ? [page, other] : [other, page];
  };
};

/** Notes what stands over the pot from now on. Returns a function that tells the texts so far. */
const notesBanners = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.evaluate(() => {
    const texts: string[] = [];
    (window as unknown as { banners: string[] }).banners = texts;
    new MutationObserver(() => {
      const text = document.querySelector(".pot .result")?.textContent;
      if (text && texts.at(-1) !== text) texts.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { banners: string[] }).banners);
};

test("a pot that is won by a fold on the river names no hand", async ({ page, stranger }) => {
  const other = await stranger();
  const toAct = await two(page, other, ["Flo", "Gus"]);
  for (;;) {
    const [actor] = await toAct();
    if ((await page.locator(".board .card.dealt").count()) === 5 && (await field(actor).count())) break;
    await acting(actor, () => actor.locator(".act.check").click());
  }
  const [better, folder] = await toAct();
  const told = [[better, /^You win \d+ from the pot$/], [folder, /^(Flo|Gus) wins \d+ from the pot$/]] as const;
  // The banner disappears with the next hand.
  const banners = await Promise.all(told.map(([each]) => notesBanners(each)));
  await acting(better, () => raise(better).click());
  await myTurn(folder);
  await acting(folder, () => folder.locator(".act.fold").click());
  for (const [at, [, sentence]] of told.entries()) await expect.poll(() => banners[at]?.()).toContainEqual(expect.stringMatching(sentence));
  for (const [each, sentence] of told) await expect(each.locator(".panel .line-result").last()).toHaveText(sentence);
});

test("nothing is offered in advance when the betting is over", async ({ page, stranger }) => {
  const other = await stranger();
  const toAct = await two(page, other, ["Hal", "Ina"]);
  // One player gets ahead, and has chips left when the other is all-in.
  const [folder, ahead] = await toAct();
  await acting(folder, () => folder.locator(".act.fold").click());
  const watch = (each: Page): Promise<void> =>
    each.evaluate(() => {
      const seen = window as unknown as { offered: boolean };
      seen.offered = false;
      new MutationObserver(() => {
        const over = document.querySelector(".pot .result");
        if (!over && document.querySelector(".in-advance [aria-pressed]") && document.querySelectorAll(".board .card.dealt").length > 0) seen.offered = true;
      }).observe(document.body, { childList: true, subtree: true });
    });
  // Before the flop, both are in for all that the shorter stack has.
  const [first, second] = await toAct();
  await watch(ahead);
  await first.keyboard.press("5");
  await acting(first, () => raise(first).click());
  await myTurn(second);
  await acting(second, () => second.locator(".act.check").click());
  await ahead.locator(".pot .result").waitFor({ timeout: 60_000 });
  expect(await ahead.evaluate(() => (window as unknown as { offered: boolean }).offered)).toBe(false);
});

test("draw: cards are chosen before the turn, stay chosen, and the hint says what is kept", async ({ page }) => {
  await comeIn(page, "Jojo");
  await sitAt(page, "Mira");
  const turn = page.locator(".actions.turn");
  const draw = page.getByRole("group", { name: "Cards to discard" });
  await expect(async () => {
    if ((await turn.count()) && !(await draw.count())) await page.keyboard.press("c");
    await expect(draw).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 90_000, intervals: [50] });
  await expect(page.locator(".turn-line b")).toHaveText("First draw of three");
  await expect(page.locator(".kept")).toContainText("You keep all your cards.");
  const cards = draw.getByRole("button");
  const names = await cards.locator(".card").evaluateAll((all) => all.map((card) => card.getAttribute("aria-label") ?? ""));
  await cards.first().click();
  await expect(cards.first()).toHaveAttribute("aria-pressed", "true");
  const kept = (await page.locator(".kept [role=img]").getAttribute("aria-label")) ?? "";
  expect(kept.split(", ")).toHaveLength(4);
  for (const name of names.slice(1)) expect(kept).toContain(name.toLowerCase());
  expect(kept).not.toContain((names[0] ?? "").toLowerCase());
  // The choice stays through other events, and when the turn comes.
  await myTurn(page);
  await expect(cards.first()).toHaveAttribute("aria-pressed", "true");
  await page.waitForTimeout(700);
  await expect(cards.first()).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Draw 1" }).click();
  await expect(page.locator(".panel .lines")).toContainText("First draw of three");
  await expect(page.locator(".panel .lines")).toContainText("You draw one card");
});

test("stud: a bring-in is completed, and not bet over", async ({ page }) => {
  await comeIn(page, "Kit");
  await sitAt(page, "Bellatrix");
  await expect(async () => {
    await myTurn(page);
    const stay = await page.locator(".act.check").innerText();
    if (!/^Bring in|^Call\s*6$/.test(stay)) {
      await acting(page, () => page.locator(".act.check").click());
      throw new Error(`facing ${stay}`);
    }
  }).toPass({ timeout: 90_000, intervals: [50] });
  await expect(raise(page)).toHaveText(/Complete to\s*20/);
  await raise(page).click();
  await expect.poll(() => lines(page)).toContain("You complete to 20");
});

test("the log shows cards as cards, reads them as words, and leads to the replay of the last hand", async ({ page }) => {
  await comeIn(page, "Moss");
  await sitAt(page, "Altair");
  await myTurn(page);
  // The line and the board are read at one moment, because the next hand clears the board.
  const shown = () =>
    page.evaluate(() => {
      const line = [...document.querySelectorAll(".panel .line-deal")].filter(({ textContent }) => textContent?.includes("Flop")).at(-1);
      const board = [...document.querySelectorAll(".board .card.dealt")].slice(0, 3).map((card) => card.getAttribute("aria-label")?.toLowerCase());
      return { board: board.join(", "), small: line?.querySelectorAll(".small-card").length, read: line?.querySelector("[role=img]")?.getAttribute("aria-label") };
    });
  await expect(async () => {
    if (await page.locator(".actions.turn").count()) await page.keyboard.press("c");
    const { board, small, read } = await shown();
    expect(board).toMatch(/^\w+ of \w+, \w+ of \w+, \w+ of \w+$/);
    expect({ small, read }).toEqual({ small: 3, read: board });
  }).toPass({ timeout: 90_000, intervals: [50] });
  // The hand with the flop, which may not be the last finished one.
  const replay = page.locator(".log-hand", { has: page.locator(".line-deal", { hasText: "Flop" }) }).last().getByRole("link", { name: /^Replay/ });
  await expect(async () => {
    if (await page.locator(".actions.turn").count()) await page.keyboard.press("c");
    await expect(replay).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000, intervals: [50] });
  await replay.click();
  await expect(page.locator(".replay .felt")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.locator(".replay-line", { hasText: /^Flop/ })).toBeVisible();
});

test("an emote and a line of chat stand beside the sender for a while, unless the sender is muted", async ({ page, stranger }) => {
  const other = await stranger();
  await two(page, other, ["Milo", "Nilay"]);
  const beside = (each: Page, name: string) => each.locator(".seat", { hasText: name }).locator(".bubble");
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByRole("group", { name: "Emotes" }).getByRole("button", { name: "Thumbs up" }).click();
  for (const each of [page, other]) await expect(beside(each, "Milo").getByRole("img", { name: "Thumbs up" })).toBeVisible();
  await expect(beside(other, "Milo")).toHaveCount(0, { timeout: 4000 });
  await page.getByRole("button", { name: "Nice hand" }).last().click();
  await expect(beside(other, "Milo")).toHaveText("Nice hand");
  await other.getByRole("tab", { name: /Chat/ }).click();
  expect(await barriers(other)).toEqual([]);
  await expect(beside(other, "Milo")).toHaveCount(0, { timeout: 7000 });
  await other.getByRole("button", { name: "Mute Milo" }).click();
  await expect(other.getByText("Milo is muted.")).toBeVisible();
  await page.getByRole("group", { name: "Emotes" }).getByRole("button", { name: "Applause" }).click();
  await expect(beside(page, "Milo")).toBeVisible();
  await expect(beside(other, "Milo")).toHaveCount(0);
  await other.getByRole("button", { name: "Unmute Milo" }).click();
});

test("after a reload in the middle of a hand, its log and what the seats did are there", async ({ page, stranger }) => {
  const other = await stranger();
  const toAct = await two(page, other, ["Ole", "Pia"]);
  // A hand with a flop, in which a player has just acted.
  for (;;) {
    const [actor, waiter] = await toAct();
    // The page of the player on turn has the board of the turn. The other one may be behind.
    const flop = (await actor.locator(".board .card.dealt").count()) === 3;
    await acting(actor, () => actor.locator(".act.check").click());
    if (!flop) continue;
    await myTurn(waiter);
    break;
  }
  await expect(page.locator(".badge", { hasText: "Checks" })).toBeVisible();
  const before = (await page.locator(".panel .log-hand").last().innerText()).trim();
  expect(before).toContain("Flop");
  const badges = await page.locator(".badge").allInnerTexts();
  expect(badges).toContain("Checks");
  await page.reload();
  await expect.poll(async () => (await page.locator(".panel .log-hand").last().innerText()).trim()).toBe(before);
  await expect.poll(() => page.locator(".badge").allInnerTexts()).toEqual(badges);
});

test("where the table allows free chat, anything may be said during a hand", async ({ page }) => {
  await comeIn(page, "Quin");
  await sitAt(page, "Capella");
  await page.getByRole("tab", { name: "Chat" }).click();
  await myTurn(page);
  await expect(page.getByRole("group", { name: "Quick messages" })).toBeVisible();
  await page.getByPlaceholder("Write a message").fill("I have the nuts");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.locator(".panel .lines")).toContainText("I have the nuts");
  await expect(page.locator(".seat.mine .bubble")).toHaveText("I have the nuts");
});
