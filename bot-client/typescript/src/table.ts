// The table as one seat sees it, which bots read. It starts from a snapshot, and the steps that
// follow keep it up to date (`apply.ts`). It knows no rules: the room says which actions are
// legal, how large a bet may be and who wins a pot.
import { strength } from "./chances.ts";
import { Legal } from "./choices.ts";
import { Hybrid } from "./hybrid.ts";
import type { BuyInRange, Card, Game, HoleCards, LegalActions, Pot, SeatView, TableInfo, TableSnapshot, Turn, YourTurn } from "./protocol.ts";

/** A seat's part in the hand in progress. */
export class InHand {
  /** Whether the player has folded or mucked. */
  folded = false;
  /** Whether the player has no chips behind. */
  allIn = false;
  /** The number of cards the player holds. */
  cardCount = 0;
  /** The cards that lie open before the showdown, in the order in which they were dealt. */
  up: Card[] = [];
  /** All cards of a hand that is face up. */
  tabled: Card[] | null = null;
  /**
   * The number of cards discarded in the last draw. Null before a draw, or if this bot did not see
   * it.
   */
  gaveAway: number | null = null;
}

/** A seat that is taken. */
export class Seat {
  /** The seat's number, from 0, clockwise. */
  seat: number;
  name: string;
  /** Whether a program plays for the account. */
  bot = false;
  connected = true;
  sittingOut = false;
  /** The chips behind, without bets and pots. */
  stack: number;
  /** The bet on this street. */
  bet = 0;
  /** The seat's part in the hand in progress. Null if it was not dealt in. */
  inHand: InHand | null = null;
  /** The cards shown since the last hand ended; empty during a hand. */
  shown: Card[] = [];
  /**
   * The stack when the hand began, adjusted for top-ups and charges since then. Null between
   * hands, and for a hand of which this bot saw only a part.
   */
  stackAtStart: number | null = null;

  constructor(seat: number, name: string, stack: number) {
    this.seat = seat;
    this.name = name;
    this.stack = stack;
  }

  static fromView(view: SeatView): Seat {
    const seat = new Seat(view.seat, view.name, view.stack);
    seat.bot = view.bot;
    seat.connected = view.connected;
    seat.sittingOut = view.sitting_out;
    seat.shown = [...view.shown];
    if (view.in_hand) {
      const { folded, all_in, bet, card_count, up, tabled } = view.in_hand;
      seat.bet = bet;
      seat.inHand = Object.assign(new InHand(), { folded, allIn: all_in, cardCount: card_count, up: [...up], tabled });
    }
    return seat;
  }

  /** Returns whether the seat can still win the hand. */
  isLive(): boolean {
    return this.inHand !== null && !this.inHand.folded;
  }
  /** Returns whether the seat can still act in the hand. */
  canAct(): boolean {
    return this.isLive() && this.inHand?.allIn === false;
  }
}

/** The hand in progress. */
export class Hand {
  /** The hand's number at this table. */
  number: number;
  /** The game and its stakes. */
  game: Game;
  /** Whether every player posted an ante and the betting begins with the board. */
  bombPot = false;
  /** The button's seat, which may be empty (a dead button). */
  button: number;
  /** The seats that owed the blinds. */
  smallBlind: number | null = null;
  bigBlind: number | null = null;
  /** The seats that were dealt in, clockwise from the button's left. */
  dealt: number[];
  /** The street, from 0 (before the flop). */
  street = 0;
  /** The boards so far: one, or several if the hand is run out more than once. */
  boards: Card[][] = [[]];
  /** The number of draws that have begun. */
  draws = 0;
  /** The pots of the earlier streets; the main pot first. */
  pots: Pot[] = [];
  /** Antes and dead blinds that are not in a pot yet. */
  dead = 0;
  /**
   * The bet to match on this street. It is the largest bet, before the flop at least the big
   * blind, and after a bring-in at least the bring-in.
   */
  currentBet = 0;
  /**
   * The number of bets and raises on this street, without blinds and bring-ins. After a reconnect
   * in the middle of a street it restarts from the visible bets, at 0 or 1.
   */
  raises = 0;
  /** The seat that bet or raised last in this hand. */
  aggressor: number | null = null;
  /** The seat whose turn it is, and its time limit. */
  turn: Turn | null = null;
  /** The number of actions in the hand. Null if this bot did not see the beginning. */
  actions: number | null = null;

  constructor(number: number, game: Game, button: number, dealt: number[]) {
    this.number = number;
    this.game = game;
    this.button = button;
    this.dealt = dealt;
  }

  /** Returns the board so far, or the first one if the hand is run out on several. */
  board(): Card[] {
    return this.boards[0] ?? [];
  }
}

/** How a hand ended. */
export interface HandResult {
  /** The hand's number at this table. */
  hand: number;
  /** Whether this seat was dealt in. */
  dealtIn: boolean;
  /** The number of players dealt in. */
  players: number;
  /** Whether this seat was the first dealt in, clockwise from the button's left. */
  dealtFirst: boolean;
  /**
   * This seat's net result. Null if it was not dealt in, or if this bot did not see the beginning
   * of the hand.
   */
  net: number | null;
  /** Whether the hand was voided. */
  voided: boolean;
}

/** The decision that a seat must make now. */
export interface Decision {
  turn: number;
  legal: Legal;
}

/** The position of a seat before the flop, from the first to act to the last. */
export type Position = "Early" | "Middle" | "Cutoff" | "Button" | "SmallBlind" | "BigBlind";

export class Table {
  /** The table's entry in the lobby: stakes, betting structure, buy-in limits. */
  info: TableInfo;
  /** The last step this view contains. */
  seq = 0;
  /** Whether the floor has paused the table. No player acts, and no clock runs. */
  paused = false;
  /** The taken seats, by number. */
  seats: Seat[] = [];
  /** The hand in progress. */
  hand: Hand | null = null;
  /** The number of this bot's seat. Null while only watching. */
  heroSeat: number | null = null;
  /** This bot's cards; empty between hands and if it was not dealt in. */
  cards: Card[] = [];
  /** The cards of the last hand that this bot may still show; empty during a hand. */
  toShow: Card[] = [];
  /** The decision that this seat must make now. */
  decision: Decision | null = null;
  /** Declared and pending actions of a hybrid table; null at plain tables. */
  hybrid: Hybrid | null = null;
  /** How the last hand ended. Null until this bot has seen one end. */
  lastResult: HandResult | null = null;
  /** The buy-in allowed to this player, as of the snapshot. */
  buyIn: BuyInRange;
  /** The largest action id that the room had received from this player, as of the snapshot. */
  lastActionId = 0;

  constructor(info: TableInfo) {
    this.info = info;
    this.buyIn = { min: info.min_buy_in, max: info.max_buy_in };
  }

  static fromSnapshot({ view }: TableSnapshot): Table {
    const table = new Table(view.info);
    table.seq = view.seq;
    table.paused = view.paused;
    table.buyIn = view.buy_in;
    table.seats = view.seats.map((seat) => Seat.fromView(seat)).sort((a, b) => a.seat - b.seat);
    if (view.hand) {
      const { game, street, current_bet } = view.hand;
      const hand = new Hand(view.hand.hand, game, view.hand.button, dealtClockwise(table.seats, view.hand.button));
      table.hand = Object.assign(hand, {
        bombPot: view.hand.bomb_pot, smallBlind: view.hand.small_blind, bigBlind: view.hand.big_blind, street,
        draws: Math.min(street, game.draws), boards: view.hand.boards.map((board) => [...board]),
        pots: view.hand.pots.map((pot) => ({ ...pot })), currentBet: current_bet, turn: view.hand.turn,
        raises: current_bet > (street === 0 ? forcedBet(game) : 0) ? 1 : 0,
      });
    }
    const { you } = view;
    if (you) {
      table.heroSeat = you.seat;
      table.cards = [...you.cards];
      table.toShow = [...you.to_show];
      table.decision = you.decision && { turn: you.decision.turn, legal: new Legal(you.decision.legal, table.info.unit) };
      table.lastActionId = you.last_action_id;
    }
    table.hybrid = view.hybrid && Hybrid.fromView(view.hybrid);
    return table;
  }

  /** Stores the viewer's hole cards. */
  takeCards(cards: HoleCards): void {
    if (this.hand?.number === cards.hand) this.cards = [...cards.cards];
  }
  /** Stores the viewer's turn, unless it belongs to a step other than the last one. */
  takeTurn({ seq, turn, legal }: Pick<YourTurn, "seq" | "turn"> & { legal: LegalActions }): void {
    if (seq === this.seq) this.decision = { turn, legal: new Legal(legal, this.info.unit) };
  }

  /** Returns a seat if it is taken. */
  seat(number: number | null): Seat | null {
    return this.seats.find(({ seat }) => seat === number) ?? null;
  }
  /** Returns this bot's seat. */
  hero(): Seat | null {
    return this.seat(this.heroSeat);
  }

  /** Returns the chips in all pots and bets. */
  potTotal(): number {
    if (!this.hand) return 0;
    const pots = this.hand.pots.reduce((sum, pot) => sum + pot.amount, 0);
    return this.seats.reduce((sum, seat) => sum + seat.bet, pots + this.hand.dead);
  }
  /** Returns the total of all chips on the table: stacks and pots. */
  chips(): number {
    return this.seats.reduce((sum, seat) => sum + seat.stack, this.potTotal());
  }
  /** Returns the chips that a call adds to this seat's bet; 0 if there is nothing to call. */
  toCall(): number {
    if (this.decision) return this.decision.legal.call ?? 0;
    const hero = this.hero();
    if (!this.hand || !hero?.isLive()) return 0;
    return Math.min(Math.max(this.hand.currentBet - hero.bet, 0), hero.stack);
  }
  /**
   * Returns the share of the final pot that a call has to pay, from 0 to 1. A call is profitable
   * if the chance to win is greater.
   */
  potOdds(): number {
    const call = this.toCall();
    return call === 0 ? 0 : call / (this.potTotal() + call);
  }
  /** Returns the seats that can still win the hand, by number. */
  playersInHand(): Seat[] {
    return this.seats.filter((seat) => seat.isLive());
  }
  /** Returns the other seats that can still win the hand. */
  opponents(): Seat[] {
    return this.playersInHand().filter(({ seat }) => seat !== this.heroSeat);
  }
  /** Returns the number of other players who can still win the hand. */
  opponentCount(): number {
    return this.opponents().length;
  }
  /**
   * Returns the most this seat can still win from or lose to one opponent: the smaller of its own
   * stack and the largest opposing stack.
   */
  effectiveStack(): number {
    const others = Math.max(0, ...this.opponents().map(({ stack }) => stack));
    return Math.min(this.hero()?.stack ?? 0, others);
  }
  /**
   * Returns the big blind of the hand in progress, or of the table between hands. In fixed limit,
   * and with a bring-in, it is the small bet.
   */
  bigBlind(): number {
    return this.hand ? this.hand.game.big_blind : this.info.big_blind;
  }
  /** Converts an amount to big blinds. */
  bigBlinds(amount: number): number {
    return amount / Math.max(this.bigBlind(), 1);
  }

  /**
   * Returns the part of the pot that this hand wins on average, from 0 to 1. The rest of the hand
   * is dealt `deals` times, against one opponent of whom only the open cards are known. It works
   * in every game, takes some milliseconds, and gives the same answer for the same cards.
   */
  strength(deals = 100): number {
    return strength(this, deals);
  }

  /** Returns the position of a seat that was dealt into the hand in progress. */
  position(seat: number): Position | null {
    const { hand } = this;
    const place = hand?.dealt.indexOf(seat) ?? -1;
    if (!hand || place < 0) return null;
    if (hand.dealt.length === 2) return hand.bigBlind === seat ? "BigBlind" : "Button";
    if (hand.smallBlind === seat) return "SmallBlind";
    if (hand.bigBlind === seat) return "BigBlind";
    // With a dead button the last player to act has the button's position.
    const behind = hand.dealt.length - 1 - place;
    return behind === 0 ? "Button" : behind === 1 ? "Cutoff" : behind <= 3 ? "Middle" : "Early";
  }
  /** Returns this bot's position in the hand in progress. */
  heroPosition(): Position | null {
    return this.heroSeat === null ? null : this.position(this.heroSeat);
  }
  /** Returns whether this seat acts after all opponents who can still act, from the flop on. */
  hasPosition(): boolean {
    if (!this.hand || this.heroSeat === null) return false;
    const place = this.hand.dealt.indexOf(this.heroSeat);
    const after = place < 0 ? [] : this.hand.dealt.slice(place + 1);
    return after.every((number) => !this.seat(number)?.canAct());
  }
}

/** Returns the bet to match on the first street before any player has bet. */
const forcedBet = (game: Game): number => (game.bring_in > 0 ? game.bring_in : game.big_blind);

/** Returns the seats in the hand, clockwise from the button's left. */
const dealtClockwise = (seats: readonly Seat[], button: number): number[] => {
  const dealt = seats.filter(({ inHand }) => inHand).map(({ seat }) => seat);
  return [...dealt.filter((seat) => seat > button), ...dealt.filter((seat) => seat <= button)];
};
