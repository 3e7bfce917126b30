// The looks of a table: felts and backs of cards that a player chooses, readable on each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { staged } from "./staged";

const style = readFileSync(join(import.meta.dirname, "../src/style/base.css"), "utf8");

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test("what is written on a felt is readable on each of them", () => {
  const felts = [...style.matchAll(/\[data-felt="(\w+)"\] \{ (.*?) \}/g)];
  expect(felts.map(([, name]) => name)).toEqual(["green", "blue", "wine", "slate", "violet"]);
  for (const [, name, colors = ""] of felts) {
    const color = (of: string): string => new RegExp(`--felt${of}: (#\\w{6})`).exec(colors)?.[1] ?? "";
    for (const text of ["-say", "-mute"]) expect(contrast(color(text), color("-light")), `${name}${text}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("a player chooses a felt and the backs of cards, and both stay", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, board: 3 });
  const ground = (selector: string): Promise<string> => page.locator(selector).first().evaluate((element) => getComputedStyle(element).backgroundImage);
  const [felt, back] = [await ground(".cloth"), await ground(".felt .card.back")];
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("group", { name: "Felt" }).getByRole("radio", { name: "Wine red" }).check();
  await page.getByRole("group", { name: "Card backs" }).getByRole("radio", { name: "Night" }).check();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const [chosenFelt, chosenBack] = [await ground(".cloth"), await ground(".felt .card.back")];
  expect(chosenFelt).not.toBe(felt);
  expect(chosenBack).not.toBe(back);
  await page.reload();
  await page.locator(".felt .card.back").first().waitFor();
  expect([await ground(".cloth"), await ground(".felt .card.back")], "the choice is remembered").toEqual([chosenFelt, chosenBack]);
});

test("the swatches of the settings show each felt and back as it is", async ({ page }) => {
  await staged(page, { game: "holdem", seats: 6, board: 3 });
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  for (const [selector, count] of [[".felt-swatch", 5], [".looks .card.back", 4]] as const) {
    const grounds = await page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundImage));
    expect(new Set(grounds).size, selector).toBe(count);
  }
});
