// What walls and paper decide without a page: the clock at a moment, whose turn a scene is, and how
// rows are shared out among pages.
import { expect, test } from "@playwright/test";
import type { Stage } from "cardroom-bot/protocol";
import { balanced, filled, packed } from "../src/paper/pages";
import { chipsInPlay } from "../src/wall/chips";
import { type Told, faceAt, lateEntryEnds } from "../src/wall/face";
import { staysMs, turnAt } from "../src/wall/scenes";

const stakes = { betting: "NoLimit", small_blind: 50, big_blind: 100, bring_in: 0, ante: 0, ante_kind: "None", unit: 25 } as const;
const level = (number: number): Stage => ({ Level: { level: number, seconds: 600, stakes } });
const pause: Stage = { Break: { seconds: 300, new_unit: null } };
const stages = [level(1), level(2), pause, level(3), level(4)];
/** Level 1, which ends at 1,000 ms. */
const told: Told = {
  clock: { phase: "Level", level: 1, stakes, next: { level: 2, seconds: 600, stakes } }, ends: 1_000, breakAt: 601_000, byHand: false, structure: { stages },
};

test("a level begins when its time comes, a break waits for the last hands, and a level by hands for its own", () => {
  expect(faceAt(told, 999)).toMatchObject({ phase: "Level", level: 1, ends: 1_000 });
  expect(faceAt(told, 1_000)).toMatchObject({ phase: "Level", level: 2, ends: 601_000 });
  expect(faceAt(told, 601_000)).toMatchObject({ phase: "BreakDue", level: 2, ends: null });
  expect(faceAt({ ...told, byHand: true }, 5_000)).toMatchObject({ level: 1 });
  expect(faceAt({ ...told, ends: null }, 5_000)).toMatchObject({ level: 1 });
  // Without the structure, the time of the break says the same.
  expect(faceAt({ ...told, structure: null, breakAt: 1_000 }, 1_000)).toMatchObject({ phase: "BreakDue", level: 1 });
});

test("late entry ends with its level, breaks before that included", () => {
  const late = (phase: "Level" | "Break", now: number, until: number): number | null => lateEntryEnds({ ...told.clock, phase, level: now, ends: 1_000 }, { stages }, until);
  expect(late("Level", 1, 1)).toBe(1_000);
  expect(late("Level", 1, 2)).toBe(601_000);
  expect(late("Level", 1, 3)).toBe(1_501_000);
  expect(late("Break", 2, 3)).toBe(601_000);
  expect(late("Level", 3, 2)).toBeNull();
});

test("a rotation leaves out empty scenes, and a scene stays for all of its pages", () => {
  const order = { scene: "Rotate", seconds: 15 } as const;
  const has = (scene: string): boolean => scene !== "moves" && scene !== "prizes";
  expect(turnAt(14_999, { scene: "seats", since: 0 }, order, 1, has).scene).toBe("seats");
  expect(turnAt(15_000, { scene: "seats", since: 0 }, order, 1, has)).toEqual({ scene: "standings", since: 15_000 });
  expect(turnAt(15_000, { scene: "seats", since: 0 }, order, 3, has).scene).toBe("seats");
  expect(staysMs(15, 3)).toBe(24_000);
  expect(turnAt(5, { scene: "seats", since: 0 }, null, 1, has).scene).toBe("clock");
});

test("no page of paper has one line, none is too full, and every row is there once", () => {
  for (const count of [1, 2, 9, 31, 32, 33, 34, 64, 65, 97, 130, 200]) {
    const rows = Array.from({ length: count }, (_, index) => index);
    const pages = balanced(rows, 32);
    expect(pages.flat()).toEqual(rows);
    expect(pages.every((page) => page.length <= 32 && (page.length > 1 || count === 1))).toBe(true);
    const tables = packed(Array.from({ length: Math.ceil(count / 9) }, (_, table) => rows.slice(table * 9, table * 9 + 9)), 32, 2);
    expect(tables.flat(2)).toEqual(rows);
    expect(tables.every((page) => page.reduce((sum, table) => sum + table.length + 2, 0) <= 32)).toBe(true);
  }
  expect(filled([1, 2, 3], 5, 1)).toEqual([1, 2, 3, null, null]);
  expect(filled([1, 2, 3], 5, 3)).toHaveLength(10);
});

test("the chips in play begin with the smallest one and end with an average stack", () => {
  expect(chipsInPlay(25, 6_000).map(({ value }) => value)).toEqual([25, 100, 500, 1_000, 5_000]);
  expect(chipsInPlay(50, 900)).toEqual([{ value: 50, color: "gray" }, { value: 100, color: "black" }, { value: 500, color: "purple" }]);
});
