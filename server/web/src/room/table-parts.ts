// What a table is made of, as this viewer follows it: seats, the hand, offers, and what was said of
// them.
import type { Card, DiscardRange, Game, Pot, SeatView } from "../protocol";
import { t } from "../words/words";
import type { Line } from "./line";

/** What a seat did last on a street. */
export type Did =
  | "fold" | "check" | "call" | "bring-in" | "complete" | "bet" | "raise" | "all-in" | "small-blind" | "big-blind" | "entry-blind"
  | "dead-blind" | "straddle" | "draw" | "stand-pat";

export interface SeatHand {
  folded: boolean;
  allIn: boolean;
  bet: number;
  cards: number;
  up: Card[];
  /** The cards of a hand that is out, should the floor bring it back. */
  gone?: { cards: number; up: Card[] } | undefined;
  tabled: Card[] | null;
  /** Everybody saw the hand: it may be named. */
  shown: boolean;
  /** What the seat did last on this street. */
  did: Did | null;
  /** How many cards it drew last. */
  drew: number;
  /** What the seat did last on this street, in a word or two. */
  readonly last: string | null;
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
  /** Nobody bets in this hand any more. */
  closed: boolean;
  /** Which draw it is, from 1; 0 before the first. */
  draw: number;
  /** How many cards each player may discard, while a draw is on. */
  drawing: DiscardRange | null;
  stacksBefore: Map<number, number>;
  /** Who won what. */
  outcome: Line[];
  /** The same in words. */
  readonly result: string[];
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
  folded: false, allIn: false, bet: 0, cards, up: [], tabled: null, shown: false, did: null, drew: 0, won: 0, wonWith: null, mucked: false,
  volunteered: false,
  get last() {
    return this.did && t(`log-did-${this.did}`, { count: this.drew });
  },
});
