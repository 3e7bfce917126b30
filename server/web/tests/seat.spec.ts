// A player's seat on a phone without an account, by the code on a seat card.
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { barriers } from "./axe";
import { BINARY, comeIn, expect, FLOOR, justBuilt, rule, test } from "./room";
import { tournament } from "./staged";

const PHONE = { width: 390, height: 844 };

const slip = (change: object) => ({
  tournament: "Thursday in the Lamb", player: "Wilhelmina Winterbottom", state: "Playing", at: { table: 2, seat: 7 }, from: null, place: null,
  starts_at: Date.now(), clock: tournament().clock, ...change,
});

/** Answers for a code, and counts how often it was looked up. */
const answers = async (page: Page, status: number, body: object) => {
  const looked = { times: 0 };
  await page.unroute("**/seats/**");
  await page.route("**/seats/**", (route) => {
    looked.times += 1;
    return route.fulfill({ status, json: body });
  });
  return looked;
};

test("a seat fills a phone, with a move, a wait, an end and a wrong code", async ({ stranger }) => {
  const page = await stranger();
  await page.setViewportSize(PHONE);
  const shown = async (name: string, status: number, body: object, text: string | RegExp): Promise<void> => {
    await answers(page, status, body);
    await page.goto("/#/seat");
    await page.goto(`/#/seat/12-${name.slice(0, 5).toUpperCase().padEnd(10, "2")}`);
    await expect(page.locator(".seat-page")).toContainText(text);
    await page.screenshot({ path: `shots/phone-seat-${name}.png` });
    expect(await barriers(page), name).toEqual([]);
  };
  await shown("sits", 200, slip({}), /Table\s*2/);
  await expect(page.getByRole("timer")).toHaveText(/^4:1\d$/);
  expect((await page.locator(".seat-where b").first().boundingBox())?.height, "it is read from afar").toBeGreaterThan(70);
  await shown("moves", 200, slip({ from: { table: 3, seat: 1 } }), "You move. Leave table 3, seat 1, and sit here:");
  await shown("waits", 200, slip({ at: null, state: "Registered", clock: { ...tournament().clock, phase: "BeforeStart" } }), "Seats are drawn when the tournament starts.");
  await shown("leaves", 200, slip({ at: null, state: "Out", place: 9 }), "You are out, in place 9.");
  await shown("wrong", 404, {}, "No player has this code.");
  await shown("ended", 410, {}, "The tournament is over, and its codes have ended.");
  await shown("often", 429, {}, "Too many wrong codes came from your network.");
});

test("a page whose code has ended asks no more", async ({ stranger }) => {
  const page = await stranger();
  await page.clock.install();
  const looked = await answers(page, 410, {});
  await page.goto("/#/seat/12-K7QX2M9RTA");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.clock.runFor(60_000);
  expect(looked.times).toBe(1);
});

test("a player finds the seat with the code on a seat card, without an account", async ({ page, room, stranger, browser }) => {
  const line = ["floor", "--url", `${room.url.replace("http", "ws")}/ws`, "--user", FLOOR.name, "--password-stdin"];
  const order = (...words: string[]): string => execFileSync(BINARY, [...line, ...words], { input: `${FLOOR.password}\n`, encoding: "utf8" });
  const id = /\d+/.exec(order("open", "pub-trio", "--name", "Pub codes"))?.[0] ?? "";
  for (const name of ["Ada", "Bea", "Cleo"]) {
    const player = await stranger();
    await comeIn(player, name);
    await player.goto(`/#/tournament/${id}`);
    await player.getByRole("button", { name: /^Enter for/ }).click();
    await expect(player.getByRole("button", { name: /^Enter for/ })).toHaveCount(0);
  }
  await rule(page);
  await page.goto(`/#/print/${id}/sign-in`);
  await expect(page.locator(".coded .qr svg")).toHaveCount(3);
  await page.screenshot({ path: "shots/paper-codes-sign-in.png" });
  const onSheet = await page.locator("tr", { hasText: "Ada" }).locator(".code").textContent();
  await page.goto(`/#/print/${id}/cards`);
  const card = page.locator(".seat-card", { hasText: "Ada" });
  const code = (await card.locator(".card-what b").textContent()) ?? "";
  expect(code, "one code for one entry").toBe(onSheet);
  expect(code).toMatch(new RegExp(`^${id}-[2-9A-Z]{5}-[2-9A-Z]{5}$`));
  await expect(card.locator(".paper-code")).toHaveAccessibleName(new RegExp(`#/seat/${code.replace(/-(\w+)$/, "$1")}$`));
  await page.screenshot({ path: "shots/paper-codes-cards.png" });

  const german = await browser.newContext({ baseURL: room.url, locale: "de-DE", viewport: PHONE });
  await justBuilt(german);
  const phone = await german.newPage();
  await phone.goto("/#/seat");
  await phone.getByLabel("Code auf deiner Platzkarte").fill(code.toLowerCase());
  await phone.getByRole("button", { name: "Meinen Platz zeigen" }).click();
  await expect(phone.getByRole("heading", { name: "Ada" })).toBeVisible();
  await expect(phone.locator(".seat-where")).toHaveText(/Tisch\s*1.*Platz\s*\d/);
  await phone.screenshot({ path: "shots/phone-seat-german.png" });

  const answer = async (typed: string) => await phone.request.get(`/seats/${typed}.json`);
  const seen = (await (await answer(code)).json()) as Record<string, unknown>;
  expect(Object.keys(seen).sort(), "nothing else of the account").toEqual(["at", "clock", "from", "place", "player", "starts_at", "state", "tournament"]);
  expect((await answer(`${id}-2222222222`)).status()).toBe(404);
  order("--reason", "the evening is over", "cancel", id, "everything");
  expect((await answer(code)).status()).toBe(410);
  await german.close();
});
