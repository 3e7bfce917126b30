// Which cards to discard: simple and sound rules for every game. A bot keeps a made hand or the
// best start of one, and does not consider opponents or odds. The Rust library has the same rules.
import { bestBadugi, choose, handValue, highCategory, rank, suit } from "./cards.ts";
import type { Card, DiscardRange, Ranking } from "./protocol.ts";
import type { Hand } from "./table.ts";

/** The highest card worth drawing to in a low game, as the number of ranks below it: an eight. */
const DRAW_LOW = 6;
/** The highest card of a low hand that stands pat: a nine, and a ten when no draw is left. */
const PAT_LOW = 7;

/** Returns the cards to discard out of those held, as many as the range requires. */
export const sensibleDiscards = (hand: Hand, held: readonly Card[], { least, most }: DiscardRange): Card[] => {
  if (least > 0) return weakest(hand, held, Math.min(least, held.length));
  const kept = keptInDraw(hand, held);
  // The highest cards go first if not all may.
  return held.filter((card) => !kept.includes(card)).sort((a, b) => rank(b) - rank(a)).slice(0, most);
};

/** Returns the cards to keep, by the ranking that five cards are drawn to. */
const keptInDraw = (hand: Hand, held: readonly Card[]): Card[] => {
  const rankings = hand.game.showdown.map((half) => half.ranking);
  // If the pot is split, the five-card half decides, because low cards help the badugi too.
  const ranking = rankings.find((each) => each !== "Badugi" && each !== "AceHighBadugi") ?? rankings[0] ?? "High";
  if (ranking === "Badugi" || ranking === "AceHighBadugi") return keptBadugi(held, ranking === "Badugi");
  if (ranking === "AceFiveLow" || ranking === "EightOrBetter" || ranking === "DeuceSevenLow") {
    return keptLow(held, ranking, hand.draws >= hand.game.draws);
  }
  return keptHigh(held);
};

/**
 * Returns a made hand, a pair or better, four to a flush or to an open straight, or the highest
 * card.
 */
const keptHigh = (held: readonly Card[]): Card[] => {
  if (["Straight", "Flush", "FullHouse", "StraightFlush"].includes(highCategory(held))) return [...held];
  const same = held.filter((card) => held.some((other) => other !== card && rank(other) === rank(card)));
  if (same.length) return same;
  const flush = held.map((card) => held.filter((other) => suit(other) === suit(card))).find((cards) => cards.length >= 4);
  if (flush) return flush;
  for (let lowest = 1; lowest < 9; lowest += 1) {
    const inRow = held.filter((card) => rank(card) >= lowest && rank(card) < lowest + 4);
    if (inRow.length === 4) return inRow;
  }
  return [...held].sort((a, b) => rank(b) - rank(a)).slice(0, 1);
};

/** Returns the number of ranks below a card's rank. An ace may be the lowest. */
const height = (card: Card, aceLow: boolean): number => (aceLow ? (rank(card) + 1) % 13 : rank(card));

/** Returns one card of each low rank, or all five if they are good enough to stand pat. */
const keptLow = (held: readonly Card[], ranking: Ranking, isLastDraw: boolean): Card[] => {
  const aceLow = ranking !== "DeuceSevenLow";
  const sorted = [...held].sort((a, b) => height(a, aceLow) - height(b, aceLow));
  const cards = sorted.filter((card, place) => place === 0 || rank(card) !== rank(sorted[place - 1] ?? ""));
  const pat = isLastDraw ? PAT_LOW + 1 : PAT_LOW;
  const isPat = cards.length >= 5 && cards.every((card) => height(card, aceLow) <= pat);
  const spoils = !aceLow && ["Straight", "Flush", "StraightFlush"].includes(highCategory(cards));
  if (isPat && !spoils) return cards;
  // A straight or a flush is not low, so one of the five must go.
  return cards.filter((card) => height(card, aceLow) <= DRAW_LOW).slice(0, 4);
};

/** Returns the best badugi, without cards that are too high to draw to. */
const keptBadugi = (held: readonly Card[], aceLow: boolean): Card[] => {
  const [, best] = bestBadugi(held, aceLow);
  return best.length >= 4 ? best : best.filter((card) => height(card, aceLow) <= DRAW_LOW);
};

/** Returns the cards whose loss leaves the best hand with the board. */
const weakest = (hand: Hand, held: readonly Card[], count: number): Card[] => {
  const half = hand.game.showdown[0];
  const worth = (gone: Card[]): number[] => {
    const rest = held.filter((card) => !gone.includes(card));
    const value = half ? handValue(half.ranking, rest, hand.board(), half.hole === "ExactlyTwo") : null;
    return [value ?? -Infinity, startWorth(rest)];
  };
  const [first = [], ...others] = choose(held, count);
  let best = { gone: first, worth: worth(first) };
  for (const gone of others) {
    const here = worth(gone);
    const [value = 0, start = 0] = here;
    const [bestValue = 0, bestStart = 0] = best.worth;
    if (value > bestValue || (value === bestValue && start > bestStart)) best = { gone, worth: here };
  }
  return best.gone;
};

/** Rates cards before there is a board: pairs first, then high, suited and connected cards. */
const startWorth = (cards: readonly Card[]): number => {
  let sum = 0;
  for (const [one = "", other = ""] of choose(cards, 2)) {
    const [high, low] = [Math.max(rank(one), rank(other)), Math.min(rank(one), rank(other))];
    const pair = high === low ? 40 : 0;
    const suited = suit(one) === suit(other) ? 6 : 0;
    sum += pair + suited + Math.max(0, 5 - (high - low)) + 2 * high + low;
  }
  return sum;
};
