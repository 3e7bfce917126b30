// The amounts offered beside the slider: what a player may choose for them, and what each comes to.
import { readNumber } from "../room/amounts";

export type Preset =
  /** The least and the most that can be bet. */
  | { kind: "min" | "max" }
  /** A multiple of the bet to call, which is the big blind before a raise. */
  | { kind: "times"; value: number }
  /** A part of the pot after a call. */
  | { kind: "part"; value: number }
  | { kind: "blinds"; value: number }
  | { kind: "chips"; value: number };

/** How many presets there are at most, one for each of the keys 1 to 5. */
export const MOST_PRESETS = 5;

/** The presets of a player who has not chosen any, before the flop and after it. */
export const USUAL_PRESETS = { before: ["min", "2.5x", "3x", "4x", "max"], after: ["min", "1/2", "2/3", "pot", "max"] } as const;

const FRACTIONS: Record<string, string> = { "1/4": "¼", "1/3": "⅓", "1/2": "½", "2/3": "⅔", "3/4": "¾" };
const WORDS: Record<string, Preset> = {
  min: { kind: "min" }, max: { kind: "max" }, "all-in": { kind: "max" }, allin: { kind: "max" }, pot: { kind: "part", value: 1 },
};

const partOf = (fraction: string): number => {
  const [above = 0, below = 1] = fraction.split("/").map(Number);
  return above / below;
};

/** Reads a preset as a player types it. Returns null if it is none. */
export const readPreset = (text: string, language: "en" | "de"): Preset | null => {
  const typed = text.trim().toLowerCase();
  const word = WORDS[typed];
  if (word) return word;
  const fraction = Object.entries(FRACTIONS).find((names) => names.includes(typed.replace(/\s/g, "")))?.[0];
  if (fraction) return { kind: "part", value: partOf(fraction) };
  const [, before = "", unit = ""] = /^(.*?)\s*(bb|%|x|×)?$/.exec(typed) ?? [];
  const value = readNumber(before, language);
  if (typeof value === "string" || value <= 0) return null;
  if (unit === "%") return { kind: "part", value: value / 100 };
  if (unit === "bb") return { kind: "blinds", value };
  if (unit) return { kind: "times", value };
  return Number.isInteger(value) ? { kind: "chips", value } : null;
};

/** Returns a preset as it is stored: read as English, it gives the same preset. */
export const presetText = (preset: Preset): string => {
  if (!("value" in preset)) return preset.kind;
  const { kind, value } = preset;
  if (kind !== "part") return `${value}${{ times: "x", blinds: "bb", chips: "" }[kind]}`;
  if (value === 1) return "pot";
  const fraction = Object.keys(FRACTIONS).find((name) => Math.abs(partOf(name) - value) < 1e-9);
  return fraction ?? `${Math.round(value * 10_000) / 100}%`;
};

/** Returns a part of the pot in few characters: "½", "75%". */
export const partText = (value: number): string => {
  const text = presetText({ kind: "part", value });
  return FRACTIONS[text] ?? text;
};

/** What a preset's amount depends on, in chips. */
export interface Spot {
  bet: number;
  bigBlind: number;
  min: number;
  max: number;
  /** The total of a bet of the pot. */
  potTo: number;
}

/** Returns the total that a preset comes to, before it is fitted into the range. */
export const presetTotal = (preset: Preset, { bet, bigBlind, min, max, potTo }: Spot): number => {
  if (!("value" in preset)) return preset.kind === "min" ? min : max;
  const { kind, value } = preset;
  if (kind === "part") return bet + (potTo - bet) * value;
  return value * { times: bet || bigBlind, blinds: bigBlind, chips: 1 }[kind];
};
