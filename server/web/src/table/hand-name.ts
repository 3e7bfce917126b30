// What a player's own cards make with the board, in words: for games that the high hand wins. The room
// names every hand that is shown; this is only so that one knows one's own before.
import type { Card, Game } from "../protocol";
import { rankName, rankOf, suitOf } from "../room/words";

const RANKS = "23456789TJQKA";
const value = (card: Card): number => RANKS.indexOf(rankOf(card));
const one = (rank: number): string => rankName(RANKS[rank] ?? "");
const many = (rank: number): string => (one(rank) === "Six" ? "Sixes" : `${one(rank)}s`);

/** The rank of the top of the longest run of five, an ace below a deuce included; absent for none. */
const straight = (ranks: Set<number>): number | null => {
  for (let top = 12; top >= 3; top -= 1) {
    const run = [0, 1, 2, 3, 4].map((down) => (top - down < 0 ? 12 : top - down));
    if (run.every((rank) => ranks.has(rank))) return top;
  }
  return null;
};

/** The best hand of any five of these cards: how good, and its name. */
export const best = (cards: Card[]): [worth: number, name: string] => {
  const counts = new Map<number, number>();
  for (const card of cards) counts.set(value(card), (counts.get(value(card)) ?? 0) + 1);
  const order = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const [first, second] = order;
  if (!first) return [0, ""];
  const flush = ["c", "d", "h", "s"].map((suit) => cards.filter((card) => suitOf(card) === suit)).find((of) => of.length >= 5);
  const steel = flush ? straight(new Set(flush.map(value))) : null;
  if (steel !== null) return [8e4 + steel, steel === 12 ? "Royal flush" : `Straight flush, ${one(steel)} high`];
  if (first[1] === 4) return [7e4 + first[0], `Four ${many(first[0])}`];
  if (first[1] === 3 && second && second[1] >= 2) {
    const pair = Math.max(...order.slice(1).filter(([, count]) => count >= 2).map(([rank]) => rank));
    return [6e4 + first[0] * 13 + pair, `Full house, ${many(first[0])} full of ${many(pair)}`];
  }
  if (flush) {
    const ranks = flush.map(value).sort((a, b) => b - a);
    return [5e4 + (ranks[0] ?? 0), `Flush, ${one(ranks[0] ?? 0)} high`];
  }
  const run = straight(new Set(counts.keys()));
  if (run !== null) return [4e4 + run, `Straight, ${one(run)} high`];
  if (first[1] === 3) return [3e4 + first[0], `Three ${many(first[0])}`];
  if (first[1] === 2 && second?.[1] === 2) return [2e4 + first[0] * 13 + second[0], `Two pair, ${many(first[0])} and ${many(second[0])}`];
  if (first[1] === 2) return [1e4 + first[0], `Pair of ${many(first[0])}`];
  return [first[0], `${one(first[0])} high`];
};

const choose = <T>(of: T[], count: number): T[][] => {
  if (count === 0) return [[]];
  return of.flatMap((item, index) => choose(of.slice(index + 1), count - 1).map((rest) => [item, ...rest]));
};

export const handName = (game: Game, hole: Card[], board: Card[]): string | null => {
  const half = game.showdown[0];
  if (half?.ranking !== "High" || hole.length === 0) return null;
  if (half.hole === "Any") return best([...hole, ...board])[1];
  if (board.length < 3) return null;
  const hands = choose(hole, 2).flatMap((two) => choose(board, 3).map((three) => best([...two, ...three])));
  return hands.reduce((top, hand) => (hand[0] > top[0] ? hand : top), [0, ""] as [number, string])[1];
};
