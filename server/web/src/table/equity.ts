// Equity at all-in: the share of the pots that each open hand wins on average, over every board
// that can still come. Covers hold'em, short deck and Omaha, with or without an eight-or-better low
// half. A game with another ranking has no equities here.
import type { Card, Game, Pot } from "cardroom-bot/protocol";
import type { Table } from "../room/table";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const ACE = 12;

/** The number of bits that are set, for every set of ranks. */
const COUNT = new Uint8Array(1 << 13);
for (let ranks = 1; ranks < COUNT.length; ranks += 1) COUNT[ranks] = (COUNT[ranks >> 1] ?? 0) + (ranks & 1);

/** The top rank of the straight in every set of ranks, plus one. 0 if there is none. */
const straights = (lowest: number): Uint8Array => {
  const tops = new Uint8Array(1 << 13);
  const wheel = (1 << ACE) | (0b1111 << lowest);
  for (let ranks = 0; ranks < tops.length; ranks += 1) {
    if ((ranks & wheel) === wheel) tops[ranks] = lowest + 4;
    for (let top = lowest + 4; top <= ACE; top += 1) {
      const straight = 0b11111 << (top - 4);
      if ((ranks & straight) === straight) tops[ranks] = top + 1;
    }
  }
  return tops;
};

/** The differences between rankings: the straights, and the strength of each category. */
interface Ranks {
  straights: Uint8Array;
  trips: number;
  straight: number;
  flush: number;
  fullHouse: number;
}

const HIGH: Ranks = { straights: straights(0), trips: 3, straight: 4, flush: 5, fullHouse: 6 };
const SHORT: Ranks = { straights: straights(RANKS.indexOf("6")), trips: 3, straight: 4, flush: 6, fullHouse: 5 };
const RANKINGS: Partial<Record<Game["showdown"][number]["ranking"], Ranks>> = {
  High: HIGH,
  ShortDeckHigh: SHORT,
  ShortDeckTripsHigh: { ...SHORT, trips: 4, straight: 3 },
};

/** Returns the highest `count` ranks of a set. */
const highest = (ranks: number, count: number): number => {
  let left = ranks;
  for (let over = (COUNT[ranks] ?? 0) - count; over > 0; over -= 1) left &= left - 1;
  return left;
};

const hand = (category: number, first: number, rest = 0): number => (category << 26) | (first << 13) | rest;

/**
 * Returns the value of the best five of five to seven cards, given as the ranks of each suit. A
 * higher value wins.
 */
const evaluate = (rules: Ranks, a: number, b: number, c: number, d: number): number => {
  const all = a | b | c | d;
  const twice = (a & b) | ((a | b) & c) | ((a | b | c) & d);
  const suited = (COUNT[a] ?? 0) > 4 ? a : (COUNT[b] ?? 0) > 4 ? b : (COUNT[c] ?? 0) > 4 ? c : (COUNT[d] ?? 0) > 4 ? d : 0;
  const straightFlush = suited && (rules.straights[suited] ?? 0);
  if (straightFlush) return hand(8, straightFlush);
  const four = a & b & c & d;
  if (four) return hand(7, four, highest(all & ~four, 1));
  const three = twice && ((a & b & (c | d)) | (c & d & (a | b)));
  let best = 0;
  if (three) {
    const first = highest(three, 1);
    const pair = highest(twice & ~first, 1);
    best = pair ? hand(rules.fullHouse, first, pair) : hand(rules.trips, first, highest(all & ~first, 2));
  }
  if (suited) best = Math.max(best, hand(rules.flush, highest(suited, 5)));
  const straight = rules.straights[all] ?? 0;
  if (straight) best = Math.max(best, hand(rules.straight, straight));
  if (best) return best;
  const pairs = highest(twice, 2);
  if (COUNT[pairs] === 2) return hand(2, pairs, highest(all & ~pairs, 1));
  return pairs ? hand(1, pairs, highest(all & ~pairs, 3)) : hand(0, highest(all, 5));
};

/**
 * The value of the best eight-or-better low in every set of the ranks from the ace to the eight. A
 * lower hand has a higher value. 0 is no low.
 */
const LOWS = new Int32Array(1 << 8).map((_, ranks) => {
  const count = COUNT[ranks] ?? 0;
  // The five lowest ranks: the highest ones are dropped.
  let five = ranks;
  for (let over = count - 5; over > 0; over -= 1) five &= ~(1 << (31 - Math.clz32(five)));
  return count < 5 ? 0 : (1 << 8) - five;
});

/**
 * Returns the value of the best eight-or-better low of a set of cards, of which exactly five or any
 * five play.
 */
const evaluateLow = (a: number, b: number, c: number, d: number): number => {
  const all = a | b | c | d;
  return LOWS[((all & 0b1111111) << 1) | (all >> ACE)]!;
};

/** Sets of cards, four numbers each: the ranks of every suit. */
type Sets = Int32Array;

const setsOf = (sets: readonly (readonly number[])[]): Sets => {
  const all = new Int32Array(sets.length * 4);
  sets.forEach((cards, at) => {
    for (const card of cards) all[at * 4 + (card & 3)]! |= 1 << (card >> 2);
  });
  return all;
};

/** Returns every choice of `count` out of `items`. */
const choices = <T>(items: readonly T[], count: number): T[][] =>
  count === 0 ? [[]] : items.flatMap((item, at) => choices(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]));

/**
 * Returns the value of the best hand from any set of cards with any other one: the highest by these
 * ranks, or without them the lowest.
 */
const best = (rules: Ranks | null, held: Sets, others: Sets): number => {
  let value = 0;
  for (let one = 0; one < held.length; one += 4) {
    for (let other = 0; other < others.length; other += 4) {
      const a = held[one]! | others[other]!;
      const b = held[one + 1]! | others[other + 1]!;
      const c = held[one + 2]! | others[other + 2]!;
      const d = held[one + 3]! | others[other + 3]!;
      value = Math.max(value, rules ? evaluate(rules, a, b, c, d) : evaluateLow(a, b, c, d));
    }
  }
  return value;
};

const THREE_OF_FIVE = choices([0, 1, 2, 3, 4], 3);

/**
 * Puts the sets of a board's cards that a hand may use into `sets`: all five at once, or every
 * three of them.
 */
const useBoard = (board: readonly number[], sets: Sets): void => {
  sets.fill(0);
  if (sets.length === 4) for (const card of board) sets[card & 3]! |= 1 << (card >> 2);
  else {
    THREE_OF_FIVE.forEach((places, at) => {
      for (const place of places) sets[at * 4 + (board[place]! & 3)]! |= 1 << (board[place]! >> 2);
    });
  }
};

/** Returns random numbers that are the same for the same seed (mulberry32). */
const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * A sample is as large as this many evaluations allow, which take about 20 ms, but no larger than
 * its accuracy needs.
 */
const MOST_EVALUATIONS = 480_000;
const LARGEST_SAMPLE = 20_000;

/**
 * Calls `visit` with boards of five cards: every possible one if there are few enough, otherwise a
 * sample.
 */
const visitBoards = (open: readonly number[], deck: number[], sample: number, visit: (board: readonly number[]) => void): void => {
  const missing = 5 - open.length;
  const board = [...open, ...deck.slice(0, missing)];
  if (missing <= 2) {
    for (const rest of choices(deck, missing)) {
      rest.forEach((card, at) => (board[open.length + at] = card));
      visit(board);
    }
    return;
  }
  const next = random(deck.reduce((seed, card) => Math.imul(seed, 53) + card, 1));
  for (let turn = 0; turn < sample; turn += 1) {
    for (let at = 0; at < missing; at += 1) {
      const other = at + Math.floor(next() * (deck.length - at));
      const card = deck[other]!;
      deck[other] = deck[at]!;
      deck[at] = card;
      board[open.length + at] = card;
    }
    visit(board);
  }
};

const cardOf = (card: Card): number => RANKS.indexOf(card[0] ?? "") * 4 + SUITS.indexOf(card[1] ?? "");

/**
 * Everything that decides the pots: the game's deck and ranking, the hands by seat, the boards, and
 * the seats that can win each pot.
 */
export interface Showdown {
  game: Pick<Game, "deck" | "showdown" | "board_cards">;
  hands: Map<number, Card[]>;
  boards: Card[][];
  pots: Pick<Pot, "amount" | "seats">[];
}

/** A part of every pot, won by the best hand of these ranks, or by the best eight-or-better low. */
interface Part {
  rules: Ranks | null;
  held: Sets[];
  board: Sets;
  values: Int32Array;
}

/** Returns the parts of a game's pots, or null for an unsupported game. */
const partsOf = (showdown: Game["showdown"], hands: readonly (readonly Card[])[]): Part[] | null => {
  const [high, low, ...others] = showdown;
  const rules = high && RANKINGS[high.ranking];
  if (!rules || others.length || (low && low.ranking !== "EightOrBetter")) return null;
  return showdown.map(({ hole }, at) => {
    const exactlyTwo = hole === "ExactlyTwo";
    return {
      rules: at === 0 ? rules : null,
      held: hands.map((cards) => setsOf(choices(cards.map(cardOf), exactlyTwo ? 2 : cards.length))),
      board: new Int32Array(4 * (exactlyTwo ? THREE_OF_FIVE.length : 1)),
      values: new Int32Array(hands.length),
    };
  });
};

/**
 * Returns each seat's average winnings, in percent of the pots it plays for. Empty for an
 * unsupported game.
 */
export const equitiesOf = ({ game, hands, boards: open, pots }: Showdown): Map<number, number> => {
  const won = new Map<number, number>();
  const parts = game.board_cards === 5 ? partsOf(game.showdown, [...hands.values()]) : null;
  if (!parts) return won;
  const seats = [...hands.keys()];
  const known = new Set([...hands.values(), ...open].flat().map(cardOf));
  const lowest = game.deck === "Short36" ? RANKS.indexOf("6") * 4 : 0;
  const deck = Array.from({ length: 52 - lowest }, (_, at) => lowest + at).filter((card) => !known.has(card));
  const each = parts.reduce((sum, { held, board }) => sum + (held.reduce((sets, cards) => sets + cards.length / 4, 0) * board.length) / 4, 0);
  const playersOf = pots.map((pot) => seats.flatMap((seat, at) => (pot.seats.includes(seat) ? [at] : [])));
  const chips = new Float64Array(seats.length);
  for (const cards of open) {
    let count = 0;
    const here = new Float64Array(seats.length);
    visitBoards(cards.map(cardOf), deck, Math.min(LARGEST_SAMPLE, MOST_EVALUATIONS / each) / open.length, (board) => {
      count += 1;
      for (const { rules, held, board: sets, values } of parts) {
        useBoard(board, sets);
        for (let at = 0; at < held.length; at += 1) values[at] = best(rules, held[at]!, sets);
      }
      for (let pot = 0; pot < pots.length; pot += 1) divide(pots[pot]!.amount, playersOf[pot]!, parts, here);
    });
    here.forEach((sum, at) => (chips[at]! += sum / count / open.length));
  }
  seats.forEach((seat, at) => {
    const playsFor = pots.reduce((sum, pot) => sum + (pot.seats.includes(seat) ? pot.amount : 0), 0);
    won.set(seat, playsFor ? (chips[at]! / playsFor) * 100 : 0);
  });
  return won;
};

/**
 * Gives a pot to the best hands among its players. A pot with a low half is divided only if a
 * player has a low.
 */
const divide = (amount: number, players: readonly number[], [high, low]: Part[], chips: Float64Array): void => {
  const halves = low !== undefined && players.some((player) => low.values[player]! > 0);
  share(halves ? amount / 2 : amount, players, high!.values, chips);
  if (halves) share(amount / 2, players, low.values, chips);
};

/** Gives an amount to the best hand among some players, in equal parts if several are equal. */
const share = (amount: number, players: readonly number[], values: Int32Array, chips: Float64Array): void => {
  let highestValue = -1;
  let winners = 0;
  for (const player of players) {
    const value = values[player]!;
    if (value === highestValue) winners += 1;
    if (value <= highestValue) continue;
    highestValue = value;
    winners = 1;
  }
  for (const player of players) if (values[player] === highestValue) chips[player]! += amount / winners;
};

/** Returns the hands that can still win, if all of them lie open. */
const openHands = (table: Table): Map<number, Card[]> | null => {
  const hands = new Map<number, Card[]>();
  for (const seat of table.seats.all) {
    if (!seat?.hand || seat.hand.folded) continue;
    if (!seat.hand.tabled) return null;
    hands.set(seat.seat, seat.hand.tabled);
  }
  return hands.size > 1 ? hands : null;
};

const computed = new WeakMap<Table, { of: string; equities: Map<number, number> }>();

/**
 * Returns each seat's average winnings, in percent of the pots it plays for, once all hands are
 * open and cards are still to come. Empty at any other time, and for unsupported games.
 */
export const equities = (table: Table): Map<number, number> => {
  const { hand } = table;
  const hands = hand && !hand.over ? openHands(table) : null;
  if (!hand || !hands || hand.boards.every((board) => board.length >= hand.game.board_cards)) return new Map();
  const pots = hand.pots.length ? hand.pots : [{ amount: 1, seats: [...hands.keys()] }];
  const boards = hand.boards.length ? hand.boards : [[]];
  const of = JSON.stringify([hand.number, [...hands], boards, pots]);
  const before = computed.get(table);
  if (before?.of === of) return before.equities;
  const found = equitiesOf({ game: hand.game, hands, boards, pots });
  computed.set(table, { of, equities: found });
  return found;
};
