// Playing at a ring table as a person does: by buttons and by keys, with amounts, in advance, and
// after a reload.
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { acting, comeIn, expect, myTurn, rule, sitAt, test } from "./room";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Returns the number on a button of the actions, such as 40 of "Raise to 40". */
const amountOn = async (page: Page, button: string): Promise<number> =>
  Number((await page.locator(`.act.${button} b`).innerText()).replace(/,/g, ""));

const lines = (page: Page): Promise<string> => page.locator(".panel .lines").innerText();

/** Acts on every turn until this many hands are over. Returns the hands' numbers. */
async function playHands(page: Page, hands: number, act: () => Promise<unknown>): Promise<Set<string>> {
  const seen = new Set<string>();
  while (seen.size < hands) {
    await myTurn(page);
    const hand = await page.locator(".table-bar .title").innerText();
    seen.add(/hand ([\d,]+)/.exec(hand)?.[1] ?? "");
    await acting(page, act);
  }
  expect(seen.has("")).toBe(false);
  return seen;
}

test("a guest sits down and plays hands by buttons and by keys", async ({ page }) => {
  // Eight hands take as long as the machine needs. A turn that does not come within a minute fails
  // on its own.
  test.setTimeout(900_000);
  await comeIn(page, "Zora");
  await sitAt(page, "Altair");
  await expect(page.locator(".account")).toContainText("9,000");
  await playHands(page, 4, () => page.locator(".act.check").click());
  await playHands(page, 4, () => page.keyboard.press("c"));
});

test("play at once takes a seat with one press", async ({ page }) => {
  await page.goto("/");
  await page.locator(".table-card").first().waitFor();
  await page.getByRole("button", { name: "Play now" }).click();
  await expect(page.locator(".seat.mine")).toBeVisible();
  // A hundred big blinds of Altair: less than its maximum and more than its minimum.
  await expect(page.locator(".account")).toContainText("9,000");
});

test("a raise by the slider, by a preset and by a typed amount is the amount that counts", async ({ page }) => {
  await comeIn(page, "Bea");
  await sitAt(page, "Altair");
  const raised = async (choose: () => Promise<unknown>): Promise<void> => {
    await myTurn(page);
    // Against an all-in there may be nothing to raise.
    while ((await page.locator(".wager-amount").count()) === 0) {
      await acting(page, () => page.locator(".act.check").click());
      await myTurn(page);
    }
    await choose();
    const to = await amountOn(page, "raise");
    const verb = (await page.locator(".act.raise").innerText()).startsWith("Bet") ? "bet" : "raise to";
    await page.locator(".act.raise").click();
    await expect.poll(() => lines(page)).toContain(`You ${verb} ${to.toLocaleString("en-US")}`);
  };
  const least = async (): Promise<number> => Number(await page.locator(".slide input[type=range]").getAttribute("min"));
  await raised(async () => page.locator(".slide input[type=range]").fill(String((await least()) + 7)));
  await raised(async () => {
    const typed = (await least()) + 13;
    await page.locator(".wager-amount").fill(String(typed));
    expect(await amountOn(page, "raise")).toBe(typed);
  });
  await raised(async () => {
    await page.keyboard.press("3");
    expect(await amountOn(page, "raise")).toBeGreaterThanOrEqual(await least());
  });
});

test("folding for free is asked again", async ({ page }) => {
  await comeIn(page, "Cid");
  await sitAt(page, "Castor");
  for (;;) {
    await myTurn(page);
    if ((await page.locator(".act.check").innerText()) === "Check") break;
    await acting(page, () => page.locator(".act.check").click());
  }
  await page.keyboard.press("f");
  await expect(page.getByText("you can check")).toBeVisible();
  await page.getByRole("button", { name: "Fold anyway" }).click();
  await expect.poll(() => lines(page)).toMatch(/You fold/);
});

test("what is chosen in advance is dropped when the price changes, and two people may talk", async ({ page, stranger }) => {
  await comeIn(page, "Dot");
  await sitAt(page, "Pollux");
  const other = await stranger();
  await comeIn(other, "Eve");
  await sitAt(other, "Pollux");
  const acts = async (): Promise<[Page, Page]> => {
    await expect.poll(async () => (await page.locator(".actions.turn").count()) + (await other.locator(".actions.turn").count())).toBe(1);
    return (await page.locator(".actions.turn").count()) ? [page, other] : [other, page];
  };
  const [first, second] = await acts();
  await first.locator(".act.check").click();
  const [bigBlind, small] = await acts();
  expect(bigBlind).toBe(second);
  await small.getByRole("button", { name: "Check", exact: true }).click();
  await expect(small.getByRole("button", { name: "Check", exact: true })).toHaveAttribute("aria-pressed", "true");
  await bigBlind.locator(".act.raise").click();
  await expect(small.locator(".actions.turn")).toBeVisible();
  await expect(small.locator(".notice")).toContainText("It now costs");
  await small.getByRole("tab", { name: /Chat/ }).click();
  await small.getByLabel("Write a message").fill("Good luck");
  await small.getByRole("button", { name: "Send", exact: true }).click();
  await bigBlind.getByRole("tab", { name: /Chat/ }).click();
  await expect(bigBlind.locator(".panel .lines")).toContainText("Good luck");
  // The hand is still on. Chat that might help a player is rejected, and the fixed lines are
  // available.
  await small.getByLabel("Write a message").fill("I have the nuts");
  await small.getByRole("button", { name: "Send", exact: true }).click();
  await expect(small.locator(".toast")).toContainText("Free chat waits");
  await small.getByRole("group", { name: "Messages allowed during a hand" }).getByRole("button", { name: "Well played" }).click();
  await expect(bigBlind.locator(".panel .lines")).toContainText("Well played");
  await expect(bigBlind.locator(".panel .lines")).not.toContainText("nuts");
});

/**
 * Seats two people at their own table. Returns a function that returns the player to act, and the
 * other.
 */
const facing = async (page: Page, other: Page, names: [string, string]): Promise<() => Promise<[Page, Page]>> => {
  for (const [each, name] of [[page, names[0]], [other, names[1]]] as const) {
    await comeIn(each, name);
    await sitAt(each, "Vega");
  }
  return async () => {
    await expect.poll(async () => (await page.locator(".actions.turn").count()) + (await other.locator(".actions.turn").count())).toBe(1);
    return (await page.locator(".actions.turn").count()) ? [page, other] : [other, page];
  };
};

test("the winner asks for the cards that would have come, and whoever had called agrees", async ({ page, stranger }) => {
  const toAct = await facing(page, await stranger(), ["Ute", "Vic"]);
  const [small, big] = await toAct();
  await acting(small, () => small.locator(".act.check").click());
  await myTurn(big);
  await acting(big, () => big.locator(".act.raise").click());
  await myTurn(small);
  await acting(small, () => small.locator(".act.fold").click());
  await big.getByRole("button", { name: "Show the cards to come" }).click();
  // A player who returns still gets the offer.
  await expect(small.getByRole("button", { name: "Show the cards" })).toBeVisible();
  await small.reload();
  await small.getByRole("button", { name: "Show the cards" }).click();
  for (const each of [big, small]) await expect(each.locator(".board.rabbit .card")).toHaveCount(5);
  expect(await barriers(big)).toEqual([]);
  await big.screenshot({ path: "shots/laptop-rabbit.png" });
});

test("a hand that was thrown away at the showdown is asked for, and shown", async ({ page, stranger }) => {
  const other = await stranger();
  const toAct = await facing(page, other, ["Wim", "Xia"]);
  const show = page.getByRole("button", { name: "Show", exact: true });
  await toAct();
  while (!(await show.isVisible())) {
    for (const each of [page, other]) {
      if (await each.locator(".actions.turn").count()) await acting(each, () => each.locator(".act.check").click());
    }
    await page.waitForTimeout(100);
  }
  await page.reload();
  await show.click();
  await other.getByRole("button", { name: "Muck", exact: true }).click();
  await page.getByRole("button", { name: "See Xia’s hand" }).click();
  await expect(page.locator(".panel .lines")).toContainText("You ask to see Xia’s hand");
  await expect(page.locator(".seat:not(.mine) .card:not(.back)")).toHaveCount(2);
});

test("where the book forbids stalling, the floor sees how players use their time", async ({ page, stranger }) => {
  const floor = await stranger();
  await rule(floor);
  const toAct = await facing(page, await stranger(), ["Yvo", "Zita"]);
  const [small] = await toAct();
  await acting(small, () => small.locator(".act.fold").click());
  await floor.locator(".glance button", { hasText: "Vega" }).click();
  await expect(floor.locator(".seat-list").first()).toContainText(/one decision, 0 late, \d+ s on average/);
  await floor.screenshot({ path: "shots/laptop-floor-time.png" });
});

test("a reload in the middle of a hand leads back into it", async ({ page }) => {
  await comeIn(page, "Fay");
  await sitAt(page, "Altair");
  await myTurn(page);
  const held = (): Promise<(string | null)[]> =>
    page.locator(".seat.mine .card").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
  const before = await held();
  expect(before).toHaveLength(2);
  await page.reload();
  await myTurn(page);
  expect(await held()).toEqual(before);
  await expect(page.locator(".account")).toContainText("Fay");
  await acting(page, () => page.locator(".act.check").click());
});

test("two tables at once, with a signal where it is one's turn", async ({ page }) => {
  await comeIn(page, "Gil");
  await sitAt(page, "Altair");
  await sitAt(page, "Capella");
  const tab = page.locator(".tabs a", { hasText: "Altair" });
  await expect(tab).toHaveClass(/turn/, { timeout: 60_000 });
  await expect(page.locator("[aria-live=assertive]")).toContainText("Your turn at Altair");
  await tab.click();
  await page.locator(".act.check").click();
  await expect(page.locator(".tabs a", { hasText: "Capella" })).toHaveClass(/turn/, { timeout: 60_000 });
});

test("tables below each other on a phone: every action is within its table", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeIn(page, "Gro");
  for (const table of ["Altair", "Capella"]) await sitAt(page, table);
  await page.goto("/#/tiles");
  await page.locator(".tile .actions.turn .wager-amount").first().waitFor({ timeout: 90_000 });
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll(".tile .actions *")].filter((part) => {
      const [inner, outer] = [part.getBoundingClientRect(), part.closest(".tile")?.getBoundingClientRect()];
      return inner.width > 0 && outer && (inner.left < outer.left || inner.right > outer.right);
    }).map((part) => part.className),
  );
  expect(outside).toEqual([]);
});

for (const [width, height] of [[1366, 768], [1920, 1080]]) {
  test(`tables side by side: keys go to the one whose turn it is: ${width}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height });
    await comeIn(page, `Gus ${width}`);
    for (const table of ["Altair", "Capella", "Draco"]) await sitAt(page, table);
    await page.getByRole("link", { name: "All tables" }).click();
    await expect(page.locator(".tile")).toHaveCount(3);
    const acted = new Set<string>();
    while (acted.size < 2) {
      await page.locator(".tile.for-keys").waitFor({ timeout: 90_000 });
      await page.screenshot({ path: `shots/${width}-tiles.png` });
      // The turn may be over before the key is down. Then the key belongs to the next one.
      await expect(async () => {
        const tile = page.locator(".tile.for-keys");
        const name = (await tile.getAttribute("aria-label", { timeout: 60_000 })) ?? "";
        const turn = await tile.locator(".actions.turn").getAttribute("data-turn", { timeout: 1000 });
        await page.keyboard.press("c");
        await expect(page.locator(`.tile[aria-label="${name}"] .actions.turn[data-turn="${turn}"]`)).toHaveCount(0, { timeout: 5000 });
        acted.add(name);
      }).toPass({ timeout: 90_000 });
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, "nothing stands beside the screen").toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
  });
}

test("an account is opened, left and entered again, and a wrong password is refused", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Hypatia");
  await page.getByLabel("Password").fill("correct horse");
  await page.locator("dialog form button").click();
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Hypatia");
  await page.getByLabel("Password").fill("wrong horse!");
  await page.locator("dialog form button").click();
  await expect(page.locator("dialog .refused")).toBeVisible();
  await page.getByLabel("Password").fill("correct horse");
  await page.locator("dialog form button").click();
  await expect(page.locator(".account")).toContainText("Hypatia");
});
