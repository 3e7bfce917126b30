// A hand in progress, and the hand of each seat in it, as far as this viewer sees them.
import type { Card, DiscardRange, Game, HandStarted, HandView, Pot, TableEvent } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Line } from "../line";

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

export const newHand = (cards = 0): SeatHand => ({
  folded: false, allIn: false, bet: 0, cards, up: [], tabled: null, shown: false, did: null, drew: 0, won: 0, wonWith: null, mucked: false,
  volunteered: false,
  get last() {
    return this.did && t(`log-did-${this.did}`, { count: this.drew });
  },
});

export interface Turn {
  seat: number;
  /** On the page's own clock. */
  begins: number;
  /** Null if no clock runs, as at a paused table and at a hybrid table before it is called. */
  ends: number | null;
  bankMs: number;
  inBank: boolean;
}

/** Events that end the betting of a hand. */
const CLOSING = [
  "RunItOffered", "RunItAgreed", "RunOutHeld", "UncalledReturned", "ShowOffered", "ShowdownOpened", "HandTabled", "PotAwarded", "AwardHeld",
  "HandEnded",
];

export class Hand {
  pots: Pot[] = [];
  dead = 0;
  turn: Turn | null = null;
  over = false;
  /** The betting of this hand is over. */
  closed = false;
  /** The number of the draw, from 1. 0 before the first. */
  draw = 0;
  /** How many cards each player may discard, during a draw. */
  drawing: DiscardRange | null = null;
  /** The winners with their winnings. */
  outcome: Line[] = [];

  private constructor(
    readonly number: number,
    readonly game: Game,
    readonly bombPot: boolean,
    readonly button: number,
    public street: number,
    public boards: Card[][],
    public currentBet: number,
    public stacksBefore: Map<number, number>,
  ) {}

  static begun({ hand, game, bomb_pot, button, big_blind }: HandStarted, stacks: Map<number, number>): Hand {
    return new Hand(hand, game, bomb_pot, button, 0, [[]], big_blind === null ? 0 : game.big_blind, stacks);
  }
  /** Returns the hand of a view. `before` is the hand that the table knew. */
  static seen({ hand: number, game, bomb_pot, button, street, boards, pots, current_bet }: HandView, before: Hand | null): Hand {
    const stacks = before?.number === number ? before.stacksBefore : new Map<number, number>();
    return Object.assign(new Hand(number, game, bomb_pot, button, street, boards, current_bet, stacks), { pots });
  }

  /** The winners with their winnings, as plain text. */
  get result(): string[] {
    return this.outcome.map((line) => line.text);
  }
  /** Returns whether a bet or raise to this amount completes the bring-in. */
  completes(to: number): boolean {
    const { game, street, currentBet } = this;
    return game.bring_in !== 0 && street === 0 && currentBet <= game.bring_in && to === game.big_blind;
  }

  /** The chips in the middle, with the bets in front of the seats. */
  potWith(bets: number): number {
    return this.dead + bets + this.pots.reduce((sum, pot) => sum + pot.amount, 0);
  }

  happen(event: TableEvent): void {
    if (CLOSING.some((name) => name in event)) this.closed = true;
  }

  /** Keeps what another view of the same moment does not tell. */
  keep({ over, closed, draw, outcome, drawing }: Hand): void {
    Object.assign(this, { over, closed, draw, outcome, drawing: this.drawing ?? drawing });
  }
  /** Adds what this table did not see of the hand. `isAll` says that it has followed nothing since. */
  catchUp(past: Hand, isAll: boolean): void {
    this.stacksBefore = past.stacksBefore;
    this.closed ||= past.closed;
    this.draw = Math.max(this.draw, past.draw);
    if (isAll) Object.assign(this, { drawing: past.drawing, outcome: past.outcome });
  }
}
