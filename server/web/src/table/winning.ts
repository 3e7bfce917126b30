// The five winning cards, for one board and games that the high hand wins. The server names the
// hand, and this only finds its cards on the felt.
import type { Card, Half } from "../protocol";
import type { Table } from "../room/table";
import { rankOf, suitOf } from "../room/words";

const RANKS = "23456789TJQKA";

const choose = <T>(of: T[], count: number): T[][] =>
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

/** Returns the cards of the hands that won at a showdown. Null if they cannot be determined. */
export const winningCards = (table: Table): Set<Card> | null => {
  const { hand } = table;
  const [half, ...more] = hand?.game.showdown ?? [];
  if (!hand?.result.length || hand.boards.length > 1 || half?.ranking !== "High" || more.length) return null;
  const winners = table.seats.flatMap((seat) => {
    const cards = seat?.hand?.tabled ?? (seat && seat.seat === table.you?.seat ? table.you.cards : []);
    return seat?.hand?.won && seat.hand.wonWith && cards.length ? bestFive(cards, hand.boards[0] ?? [], half.hole) : [];
  });
  return winners.length ? new Set(winners) : null;
};
