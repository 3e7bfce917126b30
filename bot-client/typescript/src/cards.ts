// Cards as numbers, and the value of hands in every game. Larger values are better hands. A bot
// needs this to discard sensibly; who wins a pot, the room says.
import type { Card, Ranking } from "./protocol.ts";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** The rank of a card, from 0 (a deuce) to 12 (an ace). */
export const rank = (card: Card): number => RANKS.indexOf(card.charAt(0));
export const suit = (card: Card): number => SUITS.indexOf(card.charAt(1));

/** The kinds of high hands, from the worst to the best. */
export const HIGH = ["HighCard", "Pair", "TwoPair", "Trips", "Straight", "Flush", "FullHouse", "Quads", "StraightFlush"] as const;
export type HighCategory = (typeof HIGH)[number];

/** Cards of one rank, more of them first, and higher ones first. */
interface Group {
  rank: number;
  count: number;
}

const grouped = (ranks: readonly number[]): Group[] => {
  const counts = new Map<number, number>();
  for (const each of ranks) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([rank, count]) => ({ rank, count })).sort((a, b) => b.count - a.count || b.rank - a.rank);
};

/**
 * The rank of the highest card of a straight of these five ranks, or null. `wheel` is the top of
 * the one with a low ace.
 */
const straightTop = (groups: readonly Group[], wheel: number): number | null => {
  if (groups.length !== 5) return null;
  const ranks = groups.map((group) => group.rank).sort((a, b) => b - a);
  const [top = 0, second = 0, , , least = 0] = ranks;
  if (top - least === 4) return top;
  return top === 12 && second === wheel && second - least === 3 ? wheel : null;
};

const number = (digits: readonly number[]): number => digits.reduce((sum, digit) => sum * 16 + digit, 0);

/** Returns what at most five cards make as a high hand. */
const categoryOf = (cards: readonly Card[], wheel: number): [HighCategory, number[]] => {
  const groups = grouped(cards.map(rank));
  const ranks = groups.flatMap((group) => Array.from({ length: group.count }, () => group.rank));
  const [first, second] = [groups[0]?.count ?? 0, groups[1]?.count ?? 0];
  const isFlush = cards.length === 5 && new Set(cards.map(suit)).size === 1;
  const top = straightTop(groups, wheel);
  if (top !== null) return [isFlush ? "StraightFlush" : "Straight", [top]];
  if (isFlush) return ["Flush", ranks];
  if (first === 4) return ["Quads", ranks];
  if (first === 3) return [second === 2 ? "FullHouse" : "Trips", ranks];
  if (first === 2) return [second === 2 ? "TwoPair" : "Pair", ranks];
  return ["HighCard", ranks];
};

/** Returns the category of five cards as a high hand, or of fewer. */
export const highCategory = (cards: readonly Card[]): HighCategory => categoryOf(cards, 3)[0];

/** The order of categories where sixes are the lowest cards. */
const SHORT_DECK: readonly HighCategory[] = ["HighCard", "Pair", "TwoPair", "Trips", "Straight", "FullHouse", "Flush", "Quads", "StraightFlush"];
const SHORT_DECK_TRIPS: readonly HighCategory[] = ["HighCard", "Pair", "TwoPair", "Straight", "Trips", "FullHouse", "Flush", "Quads", "StraightFlush"];

const highValue = (cards: readonly Card[], order: readonly HighCategory[], wheel: number): number => {
  const [category, ranks] = categoryOf(cards, wheel);
  return number([order.indexOf(category), ...[0, 1, 2, 3, 4].map((place) => (ranks[place] ?? -1) + 1)]);
};

/**
 * Returns the value of five cards as a low hand with low aces. Straights and flushes do not count.
 */
const aceFiveValue = (cards: readonly Card[]): number => {
  const groups = grouped(cards.map((card) => (rank(card) + 1) % 13));
  const shape = number(groups.map((group) => group.count).concat([0, 0, 0, 0]).slice(0, 5));
  const ranks = groups.flatMap((group) => Array.from({ length: group.count }, () => group.rank));
  // Paired hands are worse than any without a pair, whose shape is the smallest.
  return -(shape * 16 ** 5 + number(ranks));
};

/** Returns all ways to take so many of these. */
export const choose = <T>(from: readonly T[], count: number): T[][] => {
  if (count === 0) return [[]];
  return from.flatMap((item, place) => choose(from.slice(place + 1), count - 1).map((rest) => [item, ...rest]));
};

/** Returns the best badugi in some cards, with its value. */
export const bestBadugi = (cards: readonly Card[], aceLow: boolean): [number, Card[]] => {
  let best: [number, Card[]] = [-Infinity, []];
  for (let count = 1; count <= 4; count += 1) {
    for (const chosen of choose(cards, count)) {
      const ranks = chosen.map((card) => (aceLow ? (rank(card) + 1) % 13 : rank(card)));
      if (new Set(ranks).size < count || new Set(chosen.map(suit)).size < count) continue;
      const value = count * 16 ** 5 - number(ranks.sort((a, b) => b - a));
      if (value > best[0]) best = [value, chosen];
    }
  }
  return best;
};

/** Returns the value of at most five cards. Null if they are no hand by this ranking. */
const valueOfFive = (ranking: Ranking, cards: readonly Card[]): number | null => {
  switch (ranking) {
    case "High":
      return highValue(cards, HIGH, 3);
    case "ShortDeckHigh":
      return highValue(cards, SHORT_DECK, 7);
    case "ShortDeckTripsHigh":
      return highValue(cards, SHORT_DECK_TRIPS, 7);
    case "AceFiveLow":
      return aceFiveValue(cards);
    case "EightOrBetter":
      return new Set(cards.map(rank)).size === 5 && cards.every((card) => (rank(card) + 1) % 13 <= 7) ? aceFiveValue(cards) : null;
    case "DeuceSevenLow":
      // An ace is high, so that five to ace is no straight.
      return -highValue(cards, HIGH, -1);
    case "Badugi":
      return bestBadugi(cards, true)[0];
    case "AceHighBadugi":
      return bestBadugi(cards, false)[0];
  }
};

/**
 * Returns the value of the best hand of hole cards and a board, or null if they make none. Larger
 * is better.
 */
export const handValue = (ranking: Ranking, hole: readonly Card[], board: readonly Card[], exactlyTwo: boolean): number | null => {
  if (ranking === "Badugi" || ranking === "AceHighBadugi") return valueOfFive(ranking, hole);
  const all = [...hole, ...board];
  const hands = exactlyTwo && board.length >= 3
    ? choose(hole, 2).flatMap((two) => choose(board, 3).map((three) => [...two, ...three]))
    : choose(all, Math.min(5, all.length));
  const values = hands.map((cards) => valueOfFive(ranking, cards)).filter((value) => value !== null);
  return values.length ? Math.max(...values) : null;
};
