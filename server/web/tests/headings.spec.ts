// Every page has a heading that says what it is, also one that only says what is wrong. axe finds
// pages without one (`page-has-heading-one`).
import { barriers } from "./axe";
import { comeIn, expect, test } from "./room";

const VISITOR = [
  "/#/", "/#/tournaments", "/#/leagues", "/#/hands", "/#/statistics", "/#/host", "/#/host/tournament", "/#/join", "/#/join/AAAAABBBBB", "/#/tiles",
  "/#/table/99999", "/#/table/nowhere", "/#/tournament/99999", "/#/tournament/nowhere", "/#/results/99999", "/#/ledger/99999", "/#/clock/99999",
  "/#/clock/nowhere", "/#/print/99999", "/#/print/nowhere", "/#/hand/nowhere", "/#/hand/1-1", "/#/floor", "/#/floor/nowhere", "/#/direct/1", "/#/accounts", "/#/integrity", "/#/hooks",
  "/#/reset/AAAAABBBBB", "/#/signin/expired", "/#/signin-failed/denied", "/#/signin-failed/busy",
  "/verify", "/#/verify", "/#/verify/how", "/#/verify/1-1",
];
const PLAYER = ["/#/", "/#/hands", "/#/statistics", "/#/host", "/#/tiles", "/#/ledger/99999", "/#/hand/1-99999", "/#/floor", "/#/accounts", "/#/integrity", "/#/hooks", "/#/reset/AAAAABBBBB"];

for (const [who, addresses] of Object.entries({ visitor: VISITOR, player: PLAYER })) {
  test(`every page that a ${who} opens has a heading, an error or a missing page too`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    if (who === "player") await comeIn(page, "Hedwig");
    const found: Record<string, string[]> = {};
    for (const address of addresses) {
      await page.goto("about:blank");
      await page.goto(address);
      await page.locator("h1").waitFor({ state: "attached", timeout: 5_000 }).catch(() => undefined);
      await page.waitForTimeout(300);
      found[address] = [...(await barriers(page)), ...((await page.locator("h1").count()) > 0 ? [] : ["no heading"])];
    }
    expect(found).toEqual(Object.fromEntries(addresses.map((address) => [address, []])));
  });
}
