// What a table is made of, as this viewer follows it: seats, the hand, offers, and what was said of them.
import type { Card, Game, Pot, SeatView } from "../protocol";

export interface SeatHand {
  folded: boolean;
  allIn: boolean;
  bet: number;
  cards: number;
  up: Card[];
  /** The cards of a hand that is out, should the floor bring it back. */
  gone?: { cards: number; up: Card[] } | undefined;
  tabled: Card[] | null;
  /** What the seat did last on this street, in a word. */
  last: string | null;
  /** What it has won in this hand, and with what. */
  won: number;
  wonWith: string | null;
  /** Threw the hand away at the showdown: others may ask to see it. */
  mucked: boolean;
  /** Put chips in of its own will on the first street: asked before a rabbit hunt. */
  volunteered: boolean;
}

export interface Seat extends Omit<SeatView, "in_hand"> {
  hand: SeatHand | null;
}

export interface Turn {
  seat: number;
  /** On the page's own clock. */
  begins: number;
  ends: number;
  bankMs: number;
  inBank: boolean;
}

export interface Hand {
  number: number;
  game: Game;
  bombPot: boolean;
  button: number;
  street: number;
  boards: Card[][];
  pots: Pot[];
  dead: number;
  currentBet: number;
  turn: Turn | null;
  over: boolean;
  stacksBefore: Map<number, number>;
  result: string[];
}

/** An offer to answer in time, with when it ends on the page's own clock. */
export interface Offers {
  show?: number;
  showdown?: number;
  runIt?: { most: number; ends: number };
  choose?: number;
  see?: number;
  /** Who asked; and whether the viewer has a say in it. */
  rabbit?: { seat: number; ends: number; asksViewer: boolean };
}

export interface Line {
  id: number;
  hand: number | null;
  text: string;
  kind: "deal" | "action" | "result" | "table" | "floor";
}

/** Chips that move across the felt: from a seat to the pot, or back. */
export interface Flight {
  id: number;
  seat: number;
  amount: number;
  toPot: boolean;
}

export interface Intent {
  kind: "check" | "check_fold" | "call";
  price: number;
}

export const newHand = (cards = 0): SeatHand => ({
  folded: false, allIn: false, bet: 0, cards, up: [], tabled: null, last: null, won: 0, wonWith: null, mucked: false, volunteered: false,
});
