// Reads amounts as players type them. It knows no table and no page: the caller names the language
// and the blinds.

export interface Reading {
  language: "en" | "de";
  /** The big blind in chips, for amounts such as "3bb". 0 if there is none. */
  bigBlind?: number;
  /** Plain numbers are big blinds, too. */
  inBigBlinds?: boolean;
  /** The value of chips. Plain numbers are money then, with or without the currency. */
  value?: { currency: string; chips_per_unit: number } | null;
  /** Returns the amount for a part of the pot, for amounts such as "50%" and "pot". */
  ofPot?: (part: number) => number;
}

/** Why a text is no amount. */
export type Unread =
  /** It is not a number. */
  | "number"
  /** Its mark may group thousands or begin the decimals: "1.000" in English. */
  | "mark"
  /** It is not a whole number of chips. */
  | "whole";

export type Read = { chips: number } | { wrong: Unread };

/** The marks that group thousands and begin decimals. */
const MARKS = { en: [",", "."], de: [".", ","] } as const;

/** Spaces and apostrophes group thousands in every language. */
const NEUTRAL = /(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/g;

/**
 * Returns the number that a text means, or why it means none. Groups have three digits. A mark of
 * the other language begins decimals only if no group could follow it.
 */
export const readNumber = (text: string, language: "en" | "de"): number | "number" | "mark" => {
  const [group, decimal] = MARKS[language];
  const typed = text.trim().replace(NEUTRAL, "");
  const marks = typed.replace(/\d/g, "");
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  if (grouped.test(typed)) return Number(typed.replaceAll(group, "").replace(decimal, "."));
  if (!/^(\d+[.,]?\d*|[.,]\d+)$/.test(typed)) return "number";
  // "0.125" and "1234.567" have no group before the mark.
  if (marks === decimal && /^[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return "mark";
  if (marks === group && /[.,]\d{3,}$/.test(typed)) return "mark";
  return Number(typed.replace(",", "."));
};

/** Returns the chips that a text means, or why it means none. */
export const readAmount = (text: string, { language, bigBlind = 0, inBigBlinds = false, value = null, ofPot }: Reading): Read => {
  const typed = (value ? text.replace(value.currency, "") : text).trim().toLowerCase();
  if (ofPot && typed === "pot") return { chips: Math.round(ofPot(1)) };
  const [, before = "", unit = ""] = /^(.*?)\s*(bb|%|k|m)?$/.exec(typed) ?? [];
  const number = readNumber(before, language);
  if (typeof number === "string") return { wrong: number };
  if (unit === "%") return ofPot ? { chips: Math.round(ofPot(number / 100)) } : { wrong: "number" };
  if (unit === "bb" || (inBigBlinds && unit === "" && bigBlind > 0)) {
    return bigBlind > 0 ? { chips: Math.round(number * bigBlind) } : { wrong: "number" };
  }
  const chips = number * (unit === "k" ? 1_000 : unit === "m" ? 1_000_000 : 1) * (value?.chips_per_unit ?? 1);
  // A thousandth may be off by the last bit.
  const whole = Math.round(chips);
  return Math.abs(chips - whole) < 1e-6 ? { chips: whole } : { wrong: "whole" };
};
