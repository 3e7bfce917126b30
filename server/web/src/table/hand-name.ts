// The name of a player's hand with the board, for games that the high hand wins. The server names
// every shown hand. This tells players what they hold before the showdown.
import type { Card, Game } from "cardroom-bot/protocol";
import { choose } from "../room/best-five";
import { type Made, type MadeKind, madeName } from "../room/hand-words";
import { rankOf, suitOf } from "../room/words";

const RANKS = "23456789TJQKA";
const value = (card: Card): number => RANKS.indexOf(rankOf(card));
const made = (kind: MadeKind, ...ranks: number[]): Made => ({ kind, ranks: ranks.map((rank) => RANKS[rank] ?? "") });

/**
 * Returns the top rank of the longest run of five, with the ace also below the deuce. Null if there
 * is none.
 */
const straight = (ranks: Set<number>): number | null => {
  for (let top = 12; top >= 3; top -= 1) {
    const run = [0, 1, 2, 3, 4].map((down) => (top - down < 0 ? 12 : top - down));
    if (run.every((rank) => ranks.has(rank))) return top;
  }
  return null;
};

/** Returns the best hand of any five of these cards: its value and its name. */
export const best = (cards: Card[]): [worth: number, hand: Made] => {
  const counts = new Map<number, number>();
  for (const card of cards) counts.set(value(card), (counts.get(value(card)) ?? 0) + 1);
  const order = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const [first, second] = order;
  if (!first) return [0, made("high")];
  const flush = ["c", "d", "h", "s"].map((suit) => cards.filter((card) => suitOf(card) === suit)).find((of) => of.length >= 5);
  const steel = flush ? straight(new Set(flush.map(value))) : null;
  if (steel !== null) return [8e4 + steel, steel === 12 ? made("royal-flush") : made("straight-flush", steel)];
  if (first[1] === 4) return [7e4 + first[0], made("four", first[0])];
  if (first[1] === 3 && second && second[1] >= 2) {
    const pair = Math.max(...order.slice(1).filter(([, count]) => count >= 2).map(([rank]) => rank));
    return [6e4 + first[0] * 13 + pair, made("full-house", first[0], pair)];
  }
  if (flush) {
    const top = Math.max(...flush.map(value));
    return [5e4 + top, made("flush", top)];
  }
  const run = straight(new Set(counts.keys()));
  if (run !== null) return [4e4 + run, made("straight", run)];
  if (first[1] === 3) return [3e4 + first[0], made("three", first[0])];
  if (first[1] === 2 && second?.[1] === 2) return [2e4 + first[0] * 13 + second[0], made("two-pair", first[0], second[0])];
  if (first[1] === 2) return [1e4 + first[0], made("pair", first[0])];
  return [first[0], made("high", first[0])];
};

export const handName = (game: Game, hole: Card[], board: Card[]): string | null => {
  const half = game.showdown[0];
  if (half?.ranking !== "High" || hole.length === 0) return null;
  if (half.hole === "Any") return madeName(best([...hole, ...board])[1]);
  if (board.length < 3) return null;
  const hands = choose(hole, 2).flatMap((two) => choose(board, 3).map((three) => best([...two, ...three])));
  return madeName(hands.reduce((top, hand) => (hand[0] > top[0] ? hand : top))[1]);
};

type Ranking = Game["showdown"][number]["ranking"];

/** Cards of different ranks by their names, the highest first: "8-6-4-3-A". */
const lowOf = (cards: Card[], rank: (card: Card) => number): string => [...cards].sort((a, b) => rank(b) - rank(a)).map(rankOf).join("-");

/** The largest part of the cards without two of a rank or a suit, and the lowest of these. */
const badugiOf = (cards: Card[], rank: (card: Card) => number): Card[] => {
  const fits = (hand: Card[]): boolean => new Set(hand.map(rankOf)).size === hand.length && new Set(hand.map(suitOf)).size === hand.length;
  const worth = (hand: Card[]): number => hand.map(rank).sort((a, b) => b - a).reduce((sum, each) => sum * 13 + each, 0);
  for (let count = 4; count > 0; count -= 1) {
    const [lowest] = choose(cards, count).filter(fits).sort((a, b) => worth(a) - worth(b));
    if (lowest) return lowest;
  }
  return [];
};

/** What the cards that a player keeps in a draw make. A low is one of five cards; a badugi, of any number. */
const keptMade = (ranking: Ranking, kept: Card[]): Made | null => {
  const aceLow = (card: Card): number => (value(card) + 1) % 13;
  if (ranking === "Badugi" || ranking === "AceHighBadugi") {
    const rank = ranking === "Badugi" ? aceLow : value;
    const badugi = badugiOf(kept, rank);
    return { kind: "badugi", ranks: [], low: lowOf(badugi, rank), count: badugi.length };
  }
  const hand = best(kept)[1];
  if (ranking !== "DeuceSevenLow" && ranking !== "AceFiveLow" && ranking !== "EightOrBetter") return hand;
  const low = (rank: (card: Card) => number): Made | null => (kept.length === 5 ? { kind: "low", ranks: [], low: lowOf(kept, rank) } : null);
  const isPaired = new Set(kept.map(rankOf)).size < kept.length;
  if (isPaired) return hand;
  if (ranking !== "DeuceSevenLow") return low(aceLow);
  // Aces are high: five to ace is no straight.
  if (hand.ranks[0] === "5" && hand.kind === "straight") return low(value);
  if (hand.ranks[0] === "5" && hand.kind === "straight-flush") return made("flush", 12);
  return hand.kind === "high" ? low(value) : hand;
};

/** The name of what a player keeps in a draw, one for each half of the pot; absent if the cards have no name yet. */
export const keptName = (game: Game, kept: Card[]): string | null => {
  if (kept.length === 0) return null;
  const names = game.showdown.flatMap(({ ranking }) => keptMade(ranking, kept) ?? []).map(madeName);
  return names.join(" · ") || null;
};
