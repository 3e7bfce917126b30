// The value of a hand in any game: the rest is dealt at random, again and again.
import { handValue } from "./cards.ts";
import { sensibleDiscards } from "./discards.ts";
import type { Card, Half } from "./protocol.ts";
import { Hand, type Table } from "./table.ts";

/** Returns the average part of the pot that this seat's hand wins against one opponent. */
export const strength = (table: Table, deals: number): number => {
  const { hand, cards } = table;
  if (!hand || !cards.length) return 0;
  // The opponent who shows most is the one to beat.
  const shown = table.opponents().map(({ inHand }) => inHand?.tabled ?? inHand?.up ?? []);
  const open = shown.reduce((most, each) => (each.length > most.length ? each : most), []);
  const stub = unseen(table, hand);
  const random = randomOf(`${cards.join("")} ${hand.boards.join(" ")} ${open.join("")}`);
  let [sum, count] = [0, 0];
  for (let deal = 0; deal < deals; deal += 1) {
    const part = playOut(hand, cards, open, shuffled(stub, random));
    if (part === null) continue;
    sum += part;
    count += 1;
  }
  return count ? sum / count : 0.5;
};

/** Returns the cards whose place is unknown. */
const unseen = (table: Table, hand: Hand): Card[] => {
  const seen = new Set([...table.cards, ...hand.boards.flat()]);
  for (const { inHand } of table.seats) for (const card of [...(inHand?.up ?? []), ...(inHand?.tabled ?? [])]) seen.add(card);
  const ranks = hand.game.deck === "Short36" ? "6789TJQKA" : "23456789TJQKA";
  return [...ranks].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit)).filter((card) => !seen.has(card));
};

/** Plays out the hand once. Returns null if no player has a hand. */
const playOut = (hand: Hand, own: readonly Card[], open: readonly Card[], stub: Card[]): number | null => {
  const { game } = hand;
  const filled = (cards: readonly Card[], count: number): Card[] => [...cards, ...stub.splice(0, Math.max(0, count - cards.length))];
  const board = filled(hand.board(), game.board_cards);
  const complete = (begun: number, held: readonly Card[]): Card[] => {
    let cards = filled(held, game.hole_cards);
    for (let draws = begun; draws < game.draws; draws += 1) {
      const drawing = Object.assign(new Hand(hand.number, game, hand.button, hand.dealt), hand, { draws: draws + 1 });
      const gone = sensibleDiscards(drawing, cards, { least: 0, most: cards.length });
      cards = filled(cards.filter((card) => !gone.includes(card)), cards.length);
    }
    // In pineapple a player holds more cards than are played.
    const many = cards.length - game.hole_cards;
    const gone = many > 0 ? sensibleDiscards(hand, cards, { least: many, most: many }) : [];
    return cards.filter((card) => !gone.includes(card));
  };
  const hands = [complete(hand.draws, own), complete(0, open)];
  const parts = game.showdown.map((half) => partOf(half, hands, board)).filter((part) => part !== null);
  return parts.length ? parts.reduce((sum, part) => sum + part, 0) / parts.length : null;
};

/** Returns the first hand's part of one half of the pot, or null if no hand qualifies. */
const partOf = ({ ranking, hole }: Half, hands: Card[][], board: Card[]): number | null => {
  const [own = null, other = null] = hands.map((cards) => handValue(ranking, cards, board, hole === "ExactlyTwo"));
  if (own === null && other === null) return null;
  if (own === other) return 0.5;
  return (own ?? -Infinity) > (other ?? -Infinity) ? 1 : 0;
};

/**
 * Returns a generator of numbers from 0 to 1 that a text seeds, so that the same cards get the
 * same answer.
 */
const randomOf = (text: string): (() => number) => {
  let state = 0x9e3779b9;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const shuffled = (cards: readonly Card[], random: () => number): Card[] => {
  const all = [...cards];
  for (let place = all.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    [all[place], all[other]] = [all[other] ?? "", all[place] ?? ""];
  }
  return all;
};
