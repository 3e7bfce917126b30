// The parts of a table as this viewer follows it: seats, the hand, and offers.
import type { Card, DiscardRange, Game, Pot, SeatView } from "../protocol";
import { t } from "../words/words";
import type { Line } from "./line";

/** The last move of a seat on a street. */
export type Did =
  | "fold" | "check" | "call" | "bring-in" | "complete" | "bet" | "raise" | "all-in" | "small-blind" | "big-blind" | "entry-blind"
  | "dead-blind" | "straddle" | "draw" | "stand-pat";

export interface SeatHand {
  folded: boolean;
  allIn: boolean;
  bet: number;
  cards: number;
  up: Card[];
  /** The cards of a folded or killed hand, in case the floor restores it. */
  gone?: { cards: number; up: Card[] } | undefined;
  tabled: Card[] | null;
  /** Everyone saw the hand, so it may be named. */
  shown: boolean;
  /** The seat's last move on this street. */
  did: Did | null;
  /** The number of cards in its last draw. */
  drew: number;
  /** The seat's last move on this street, in a word or two. */
  readonly last: string | null;
  /** The seat's winnings in this hand, and the name of the winning hand. */
  won: number;
  wonWith: string | null;
  /** Mucked at the showdown, so others may ask to see the hand. */
  mucked: boolean;
  /** Put chips in voluntarily on the first street, so the seat has a say in a rabbit hunt. */
  volunteered: boolean;
}

export interface Seat extends Omit<SeatView, "in_hand"> {
  hand: SeatHand | null;
}

export interface Turn {
  seat: number;
  /** On the page's own clock. */
  begins: number;
  /** Null if no clock runs, as at a paused table and at a hybrid table before it is called. */
  ends: number | null;
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
  /** The betting of this hand is over. */
  closed: boolean;
  /** The number of the draw, from 1. 0 before the first. */
  draw: number;
  /** How many cards each player may discard, during a draw. */
  drawing: DiscardRange | null;
  stacksBefore: Map<number, number>;
  /** The winners with their winnings. */
  outcome: Line[];
  /** The same as plain text. */
  readonly result: string[];
}

/** Offers with a time limit, each with its end on the page's own clock. */
export interface Offers {
  show?: number;
  showdown?: number;
  runIt?: { most: number; ends: number };
  choose?: number;
  see?: number;
  /** The player who asked, and whether the viewer has a say in it. */
  rabbit?: { seat: number; ends: number; asksViewer: boolean };
}

/** Chips that move across the felt: from a seat to the pot, or back. */
export interface Flight {
  id: number;
  seat: number;
  amount: number;
  toPot: boolean;
}

/** An action that a player chooses before the turn. It counts only in the situation in which it was chosen. */
export interface Intent {
  kind: "check" | "call" | "fold";
  price: number;
  /** The street with its cards, as `Table.situation` names it. */
  situation: string;
}

export const newHand = (cards = 0): SeatHand => ({
  folded: false, allIn: false, bet: 0, cards, up: [], tabled: null, shown: false, did: null, drew: 0, won: 0, wonWith: null, mucked: false,
  volunteered: false,
  get last() {
    return this.did && t(`log-did-${this.did}`, { count: this.drew });
  },
});
