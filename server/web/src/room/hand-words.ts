// The names of hands, such as "two pair, queens and fives", in the language of the page. The server
// names the shown hands in English. `madeFrom` reads its names.
import { t } from "../words/words";
import { capital, rankWord, rankWords } from "./words";

export type MadeKind =
  | "high" | "pair" | "two-pair" | "three" | "straight" | "flush" | "full-house" | "four" | "straight-flush" | "royal-flush"
  | "low" | "badugi";

/** The category of a hand, without its kickers. */
export interface Made {
  kind: MadeKind;
  /** The ranks in its name, the deciding one first. */
  ranks: string[];
  /** The cards of a low or a badugi, such as "8-6-4-3-A", and how many count for a badugi. */
  low?: string;
  count?: number;
}

const RANKS: Record<string, string> = {
  two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "T", jack: "J", queen: "Q", king: "K", ace: "A",
};
/** Returns the rank of an English name, in the singular or the plural. */
const rankNamed = (name: string): string => RANKS[name.toLowerCase().replace(/e?s$/, "")] ?? RANKS[name.toLowerCase().replace(/s$/, "")] ?? "";

const NAMES: [MadeKind, RegExp][] = [
  ["royal-flush", /^Royal flush$/],
  ["straight-flush", /^Straight flush, (\w+) high$/],
  ["four", /^Four of a kind, (\w+)$/],
  ["full-house", /^Full house, (\w+) over (\w+)$/],
  ["flush", /^Flush, (\w+) high$/],
  ["straight", /^Straight, (\w+) high$/],
  ["three", /^Three of a kind, (\w+)$/],
  ["two-pair", /^Two pair, (\w+) and (\w+)$/],
  ["pair", /^Pair of (\w+)$/],
  ["high", /^(\w+) high$/],
];

/** Reads the server's name of a hand, or returns null for a name that this page does not know. */
const madeFrom = (name: string): Made | null => {
  const low = /^([2-9TJQKA-]+) low$/.exec(name)?.[1];
  if (low) return { kind: "low", ranks: [], low };
  const [, count, cards] = /^(One|Two|Three|Four)-card badugi, ([2-9TJQKA-]+)$/.exec(name) ?? [];
  if (count && cards) return { kind: "badugi", ranks: [], low: cards, count: ["One", "Two", "Three", "Four"].indexOf(count) + 1 };
  for (const [kind, pattern] of NAMES) {
    const found = pattern.exec(name);
    const ranks = found?.slice(1).map(rankNamed);
    if (ranks?.every(Boolean)) return { kind, ranks };
  }
  return null;
};

const words = ({ ranks: [first = "A", second = "A"], low = "", count = 0 }: Made) => ({
  rank: rankWord(first), ranks: rankWords(first), others: rankWords(second), cards: low.replace("T", "10"), count,
});

/** Returns the name of a hand on its own: "Pair of aces". */
export const madeName = (made: Made): string => capital(t(`word-made-${made.kind}`, words(made)));
/** Returns the name of a hand in a sentence, after "with": "a pair of aces". */
const madeWith = (made: Made): string => t(`word-with-${made.kind}`, words(made));

/** Translates the server's name of a hand. */
export const nameOfMade = (name: string): string => {
  const made = madeFrom(name);
  return made ? madeName(made) : name;
};
/** Translates the server's name of a hand, for the middle of a sentence. */
export const withMade = (name: string): string => {
  const made = madeFrom(name);
  return made ? madeWith(made) : name;
};
