// A table as this viewer follows it: a snapshot, and the changes of each event. `table/` has its
// parts, each with its own state. A table knows nothing of the page that shows it or of the socket.
import type { Card, HandSoFar, HandStarted, LegalActions, Step, TableEvent, TableInfo, TableView, YourTurn } from "cardroom-bot/protocol";
import type { Moment } from "cardroom-bot/again";
import { react } from "./reactions";
import { betting } from "./table/betting";
import { Choices } from "./table/choices";
import { Clock } from "./table/clock";
import { corrections } from "./table/corrections";
import { dealing } from "./table/dealing";
import { Floor } from "./table/floor";
import { Hand } from "./table/hand";
import { Log } from "./table/log";
import { Offers } from "./table/offers";
import { presence } from "./table/presence";
import { Seats } from "./table/seats";
import { showdown } from "./table/showdown";
import { Talk } from "./table/talk";
import { inUnit } from "./words";

export class Table {
  info: TableInfo;
  seq = 0;
  buyIn = { min: 0, max: 0 };
  hand: Hand | null = null;
  readonly seats = new Seats();
  readonly clock = new Clock();
  readonly offers = new Offers();
  readonly choices = new Choices();
  readonly floor = new Floor();
  readonly talk = new Talk();
  readonly log = new Log(() => ({ hand: this.hand?.number ?? null, step: this.seq, bigBlind: this.bigBlind, value: this.info.chip_value }));
  /** Whether this client asked to watch. A seat needs no request. */
  watched = false;
  /** The numbers of the last two hands that the viewer was dealt into. */
  dealtIn: number[] = [];
  /** The hand whose log is complete: this table has followed it from its beginning. */
  private followed: number | null = null;
  /** True once this table no longer agrees with the server's view. */
  private astray = false;

  constructor(view: TableView) {
    this.info = view.info;
    this.take(view);
  }

  get id(): number {
    return this.info.table;
  }
  get bigBlind(): number {
    return this.hand?.game.big_blind ?? this.info.big_blind;
  }
  get pot(): number {
    return this.hand?.potWith(this.seats.bets) ?? 0;
  }
  /** All chips at the table. */
  private get chips(): number {
    return this.seats.stacks + this.pot;
  }
  /**
   * The largest stack that the viewer can reach by buying chips. After losing everything, a player
   * buys in like a newcomer.
   */
  get mostToHave(): number {
    const { mine } = this.seats;
    return !mine || (mine.stack === 0 && !mine.hand) ? this.info.max_buy_in : this.info.top_up_to;
  }
  /** Whether the table has chips of its own, which no wallet pays for: a private table of friends. */
  get hasOwnChips(): boolean {
    return this.info.host !== null && this.info.tournament === null;
  }
  get legal(): LegalActions | null {
    return this.seats.you?.decision?.legal ?? null;
  }
  /** The price for the viewer to stay in now. */
  get price(): number {
    const { mine } = this.seats;
    if (!mine?.hand || !this.hand) return 0;
    return Math.max(0, Math.min(mine.stack, this.hand.currentBet - mine.hand.bet));
  }
  /** Names the street and the cards that the viewer sees. An action chosen in advance is about these. */
  get situation(): string {
    const { hand, seats } = this;
    if (!hand) return "";
    const up = seats.all.flatMap((seat) => seat?.hand?.up ?? []);
    return [hand.number, hand.street, hand.draw, ...hand.boards.flat(), ...(seats.you?.cards ?? []), ...up].join(" ");
  }
  /** Whether the viewer can discard at this draw, now or when the turn comes. */
  get mayDraw(): boolean {
    const { hand, seats: { mine } } = this;
    return Boolean(hand?.drawing && !hand.over && mine?.hand && !mine.hand.folded && mine.hand.did !== "draw" && mine.hand.did !== "stand-pat");
  }
  /** Whether the viewer may still get a turn in this hand. */
  get mayAct(): boolean {
    const { hand, seats: { mine, live } } = this;
    if (!hand || hand.over || hand.closed || !mine?.hand || mine.hand.folded || mine.hand.allIn) return false;
    const others = live.filter((seat) => seat.seat !== mine.seat);
    if (!others.length) return false;
    return this.price > 0 || others.some((seat) => !seat.hand.allIn);
  }
  /** Whether two hands can still win, so that chat may help one of them. */
  get contested(): boolean {
    return Boolean(this.hand && !this.hand.over) && this.seats.live.length > 1;
  }
  /** Whether the viewer won without a showdown while cards of the board were still to come. */
  get wonUnseen(): boolean {
    const { hand, seats: { mine, live }, offers } = this;
    if (!hand?.over || !mine?.hand?.won || offers.hunted.length) return false;
    return live.every((seat) => seat.seat === mine.seat) && hand.boards.every((board) => board.length < hand.game.board_cards);
  }
  /** The last finished hand that the viewer was dealt into and so may replay. */
  get played(): number | null {
    const { hand } = this;
    return this.dealtIn.findLast((number) => number !== hand?.number || hand.over) ?? null;
  }
  /** Returns what a request of the viewer depends on. */
  get moment(): Moment {
    const { seats: { you, mine }, hand, offers } = this;
    return {
      seated: you !== null,
      sittingOut: mine?.sitting_out ?? false,
      broke: mine?.stack === 0 && (!mine.hand || Boolean(hand?.over)),
      hand: hand?.number ?? null,
      offers: offers.open(performance.now()),
    };
  }

  /** Replaces the whole state by the server's view. */
  take(view: TableView): void {
    const before = this.hand;
    // Another view of the same moment, such as the one after a login, knows less of the hand.
    const isSame = view.seq === this.seq;
    if (!isSame) this.followed = null;
    this.info = view.info;
    this.seq = view.seq;
    this.buyIn = view.buy_in;
    this.astray = false;
    this.clock.take(view);
    this.floor.take(view);
    this.seats.take(view, isSame);
    this.hand = view.hand && Hand.seen(view.hand, before);
    if (before?.number !== this.hand?.number) {
      this.offers.hunted = [];
      this.floor.rulings = [];
      this.choices.notice = null;
    }
    if (this.hand) {
      this.hand.turn = this.clock.turnOf(view);
      this.hand.drawing = view.you?.decision?.legal.discard ?? null;
      if (isSame && before?.number === this.hand.number) this.hand.keep(before);
    }
    this.choices.discards = this.choices.discards.filter((card) => view.you?.cards.includes(card));
    this.offers.take(view, this.seats);
    if (this.hand && view.you?.cards.length) this.dealt(this.hand.number);
    this.dropIntent();
  }

  /** Applies a step. Returns false if one was missed, so that a snapshot is needed. */
  step(step: Step): boolean {
    if (step.seq <= this.seq) return true;
    if (step.seq !== this.seq + 1) return false;
    this.seq = step.seq;
    const chipsBefore = this.chips;
    let moved = 0;
    this.seats.late = null;
    for (const event of step.events) moved += this.happen(event);
    this.dropIntent();
    if (chipsBefore + moved !== this.chips) this.astray = true;
    return !this.astray;
  }

  /** Applies one event. Returns by how much the chips at the table changed. */
  private happen(event: TableEvent): number {
    if ("HandStarted" in event) this.begin(event.HandStarted);
    const { info, hand, seats, log } = this;
    let change = 0;
    if (hand) {
      hand.happen(event);
      for (const part of [dealing, betting, showdown]) change += react(part, event, hand, seats, log, info) ?? 0;
    }
    change += react(presence, event, seats, log) ?? 0;
    react(corrections, event, hand, seats, log);
    react(this.clock.on, event, hand, seats, log, info);
    react(this.floor.on, event, seats, log, info);
    react(this.talk.on, event);
    this.offers.happen(event, seats, log, info);
    react(this.choices.on, event, seats);
    if ("HandVoided" in event) this.hand = null;
    if ("SeatTaken" in event) this.info = { ...info, seated: info.seated + 1 };
    if ("SeatLeft" in event) this.info = { ...info, seated: Math.max(0, info.seated - 1) };
    return change;
  }
  private begin(event: HandStarted): void {
    this.followed = event.hand;
    this.hand = Hand.begun(event, new Map(this.seats.all.flatMap((seat) => (seat ? [[seat.seat, seat.stack]] : []))));
    this.seats.begin(event.dealt);
    this.choices.begin();
    this.floor.begin();
    this.offers.begin();
    this.log.say(event.bomb_pot ? "log-hand-bomb-pot" : "log-hand", { number: event.hand, game: event.game.name }, "deal");
  }
  private dropIntent(): void {
    const { situation, price, hand } = this;
    const running = Boolean(hand && !hand.over);
    this.choices.keep({ situation, price, running }, (chips) => inUnit(chips, this.bigBlind, this.info.chip_value));
  }

  /** Takes the viewer's cards. */
  hole(hand: number, cards: Card[]): void {
    if (!this.seats.you || this.hand?.number !== hand) return;
    this.seats.you.cards = cards;
    this.dealt(hand);
  }
  private dealt(hand: number): void {
    if (!this.dealtIn.includes(hand)) this.dealtIn = [...this.dealtIn.slice(-1), hand];
  }
  decide({ turn, legal }: YourTurn): void {
    if (this.hand && legal.discard) this.hand.drawing = legal.discard;
    if (this.seats.you) this.seats.you.decision = { turn, legal };
  }
  /** Forgets the viewer's seat. */
  leave(): void {
    this.seats.you = null;
    this.offers.clear();
    this.choices.intent = null;
  }

  /** Whether the log lacks the beginning of the hand in progress, which must then be requested. */
  get lacksBeginning(): boolean {
    return this.hand !== null && this.followed !== this.hand.number;
  }
  /**
   * Adds the part of the hand in progress before this table followed it: its log, and the last
   * moves of the seats.
   */
  catchUp({ hand: number, steps, seq }: HandSoFar): void {
    const { hand, seats } = this;
    if (hand?.number !== number || !this.lacksBeginning) return;
    const events = steps.flatMap((step) => step.events);
    // The stacks before the hand are needed to see who is all-in. Playing the events from any
    // stacks shows by how much each stack changes.
    const now = seats.all.map((seat) => seat?.stack ?? 0);
    const after = this.playedFrom(now, events).seats.all.map((seat) => seat?.stack ?? 0);
    const past = this.playedFrom(now.map((stack, seat) => 2 * stack - (after[seat] ?? 0)), events);
    const isAll = this.seq <= seq;
    this.log.catchUp(number, past.log.lines, seq);
    seats.catchUp(past.seats, isAll);
    if (past.hand) hand.catchUp(past.hand, isAll);
    this.followed = number;
  }
  /** Returns a copy of the table on which events were played from these stacks and no hand. */
  private playedFrom(stacks: number[], events: TableEvent[]): Table {
    const { info, buyIn: buy_in, floor: { hybrid }, seats: { you } } = this;
    const seats = this.seats.all.flatMap((seat, number) => {
      if (!seat) return [];
      const { hand: _, ...rest } = seat;
      return [{ ...rest, stack: stacks[number] ?? 0, in_hand: null }];
    });
    const own = you && { ...you, decision: null, offers: [] };
    const copy = new Table({ info, seq: 0, paused: false, seats, hand: null, you: own, buy_in, hybrid });
    for (const event of events) copy.happen(event);
    return copy;
  }
}
