// The best five cards of a hand, for games that the high hand wins, and what decides between two
// hands of the same name. The server ranks the hands; this only finds their cards.
import type { Card, Game, Half } from "cardroom-bot/protocol";
import { rankOf, suitOf } from "./words";

const RANKS = "23456789TJQKA";

/** Returns every choice of some of these items, in their order. */
export const choose = <T>(of: T[], count: number): T[][] =>
  count === 0 ? [[]] : of.flatMap((item, index) => choose(of.slice(index + 1), count - 1).map((rest) => [item, ...rest]));

/** Returns the value of five cards, as numbers to compare one after the other. */
const worth = (five: Card[]): number[] => {
  const ranks = five.map((card) => RANKS.indexOf(rankOf(card)));
  const counts = new Map<number, number>();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const order = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  const byRank = order.map(([rank]) => rank);
  const [most = 0, second = 0] = order.map(([, count]) => count);
  const isFlush = five.every((card) => suitOf(card) === suitOf(five[0] ?? ""));
  const isWheel = byRank.join() === "12,3,2,1,0";
  const isStraight = isWheel || (order.length === 5 && (byRank[0] ?? 0) - (byRank[4] ?? 0) === 4);
  const top = isWheel ? [3] : byRank;
  if (isStraight && isFlush) return [8, ...top];
  if (most === 4) return [7, ...byRank];
  if (most === 3 && second === 2) return [6, ...byRank];
  if (isFlush) return [5, ...byRank];
  if (isStraight) return [4, ...top];
  return [most === 3 ? 3 : most === 2 ? second : 0, ...byRank];
};

const isBetter = (one: number[], other: number[]): boolean => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? -1);
};

/** Returns the best five of these cards. */
export const bestFive = (hole: Card[], board: Card[], use: Half["hole"]): Card[] => {
  const fives =
    use === "Any" ? choose([...hole, ...board], 5) : choose(hole, 2).flatMap((two) => choose(board, 3).map((three) => [...two, ...three]));
  let best: Card[] = [];
  for (const five of fives) if (!best.length || isBetter(worth(five), worth(best))) best = five;
  return best;
};

/** High cards, pairs, two pairs, threes and fours, as `worth` counts them: they leave room for kickers. */
const WITH_KICKERS = [0, 1, 2, 3, 7];

/**
 * Returns the rank of the kicker by which a hand beats another one of the same name, such as "Q".
 * Null if something else decides.
 */
const kickerOver = (winner: Card[], loser: Card[]): string | null => {
  const [won, lost] = [worth(winner), worth(loser)];
  const at = won.findIndex((value, index) => value !== lost[index]);
  const [kind = 0] = won;
  // The ranks of the made part come first, and a hand with another one has another name.
  const made = kind === 2 ? 2 : 1;
  return WITH_KICKERS.includes(kind) && at > made && (won[at] ?? 0) > (lost[at] ?? 0) ? (RANKS[won[at] ?? 0] ?? null) : null;
};

/**
 * Returns the rank of the kicker by which a hand beat one of the others, for one board and games
 * that the high hand wins. Hands of which no card is known do not count.
 */
export const kickerOf = ({ game, boards }: { game: Game; boards: Card[][] }, winner: Card[], beaten: Card[][]): string | null => {
  const [half, ...more] = game.showdown;
  if (half?.ranking !== "High" || more.length || boards.length > 1 || !winner.length) return null;
  const five = (cards: Card[]): Card[] => bestFive(cards, boards[0] ?? [], half.hole);
  const others = beaten.filter((cards) => cards.length > 0);
  return others.flatMap((cards) => kickerOver(five(winner), five(cards)) ?? [])[0] ?? null;
};
