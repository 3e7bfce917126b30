// Amounts as players type them: what is understood, and what is refused because it could mean
// another amount.
import { expect, test } from "@playwright/test";
import { type Reading, readAmount } from "../src/room/amounts";

const EN: Reading = { language: "en", bigBlind: 10 };
const DE: Reading = { language: "de", bigBlind: 10 };

const read = (texts: string[], how: Reading): Record<string, number | string> =>
  Object.fromEntries(texts.map((text) => {
    const found = readAmount(text, how);
    return [text, "chips" in found ? found.chips : found.wrong];
  }));

test("whole numbers are read with the groups of the language", () => {
  expect(read(["40", " 40 ", "1,000", "12,345,678", "1 000", "1’000", "1'234'567", "1,000.00"], EN)).toEqual({
    "40": 40, " 40 ": 40, "1,000": 1_000, "12,345,678": 12_345_678, "1 000": 1_000, "1’000": 1_000, "1'234'567": 1_234_567, "1,000.00": 1_000,
  });
  expect(read(["1.000", "12.345.678", "1 000", "1.000,00"], DE)).toEqual({ "1.000": 1_000, "12.345.678": 12_345_678, "1 000": 1_000, "1.000,00": 1_000 });
});

test("an amount that could mean another one is refused: 1.000 in English, 1,000 in German", () => {
  expect(read(["1.000", "12.500", "999.999", "1.000bb", "1,0000", "1234,567"], EN)).toEqual({
    "1.000": "mark", "12.500": "mark", "999.999": "mark", "1.000bb": "mark", "1,0000": "mark", "1234,567": "mark",
  });
  expect(read(["1,000", "12,500", "1.0000"], DE)).toEqual({ "1,000": "mark", "12,500": "mark", "1.0000": "mark" });
});

test("what is no number is refused", () => {
  const wrong = ["", " ", "abc", "1.000.000", "1,00,000", "1,2,3", "--3", "-3", "1e3", "3 b", "bb", "$40", "10 20", "1,000.000.000", "∞"];
  expect(read(wrong, EN)).toEqual(Object.fromEntries(wrong.map((text) => [text, "number"])));
  expect(read(["1,000,000", "1.000,00,0"], DE)).toEqual({ "1,000,000": "number", "1.000,00,0": "number" });
});

test("big blinds are understood with decimals, in any case and with a space", () => {
  expect(read(["3bb", "3 bb", "3BB", "2.5bb", "2.5 BB", ".5bb", "0.125bb", "2,5bb"], EN)).toEqual({
    "3bb": 30, "3 bb": 30, "3BB": 30, "2.5bb": 25, "2.5 BB": 25, ".5bb": 5, "0.125bb": 1, "2,5bb": 25,
  });
  expect(read(["2,5bb", "1.000bb"], DE)).toEqual({ "2,5bb": 25, "1.000bb": 10_000 });
  expect(read(["3bb"], { language: "en" })).toEqual({ "3bb": "number" });
});

test("a player who counts in big blinds types plain numbers of them", () => {
  expect(read(["3", "2.5", "2.5bb", "1,000"], { ...EN, inBigBlinds: true })).toEqual({ "3": 30, "2.5": 25, "2.5bb": 25, "1,000": 10_000 });
});

test("a part of a chip is refused", () => {
  expect(read(["2.5", "0.1", "2,5"], EN)).toEqual({ "2.5": "whole", "0.1": "whole", "2,5": "whole" });
});

test("thousands and parts of the pot are understood", () => {
  const ofPot = (part: number): number => 40 + 300 * part;
  expect(read(["1.5k", "2k", "0.3k", "1m", "50%", "pot", "Pot", "33 %"], { ...EN, ofPot })).toEqual({
    "1.5k": 1_500, "2k": 2_000, "0.3k": 300, "1m": 1_000_000, "50%": 190, pot: 340, Pot: 340, "33 %": 139,
  });
  expect(read(["50%", "pot"], EN)).toEqual({ "50%": "number", pot: "number" });
});
