// A table as this viewer follows it: a snapshot, and the changes of each event. It knows nothing of
// the page that shows it or of the socket.
import type {
  ActionHeld, Card, ChatLine, EmoteKind, HandSoFar, HandStarted, HybridView, LegalActions, OwnView, Ruled, SeatTimeUse, Share, Step,
  TableCommand, TableEvent, TableInfo, TableView, TicketOpened, YourTurn,
} from "../protocol";
import { t } from "../words/words";
import type { Moment } from "./again";
import { kickerOf } from "./best-five";
import { nameOfMade } from "./hand-words";
import { Amount, type Arguments, Cards, Line, type LineKind, Named, Phrase } from "./line";
import { type Did, type Flight, type Hand, type Intent, type Offers, type Seat, type SeatHand, type Turn, newHand } from "./table-parts";
import { isOfHost, typedReason } from "./host-orders";
import { type InUnit, commandText, matterText, optionText, remedySentence, rulingSentence } from "./rulings";
import { calledAmong } from "./names";
import { inUnit } from "./words";

/** How long an emote or a line of chat stays beside its seat. */
const EMOTE_MS = 3_000;
const BUBBLE_MS = 5_000;

let flights = 0;
let rulings = 0;
let chats = 0;

/** Events that end the betting of a hand. */
const CLOSING = [
  "RunItOffered", "RunItAgreed", "RunOutHeld", "UncalledReturned", "ShowOffered", "ShowdownOpened", "HandTabled", "PotAwarded", "AwardHeld",
  "HandEnded",
];
/** The texts of posts. */
const POSTS = {
  Ante: "log-posts-ante", SmallBlind: "log-posts-small-blind", BigBlind: "log-posts-big-blind", EntryBlind: "log-posts-entry-blind",
  DeadBlind: "log-posts-dead-blind", Straddle: "log-posts-straddle",
} as const;
const POSTED = {
  Ante: null, SmallBlind: "small-blind", BigBlind: "big-blind", EntryBlind: "entry-blind", DeadBlind: "dead-blind", Straddle: "straddle",
} as const;
/** The texts of actions, and the resulting last move of the seat. */
const ACTIONS: Record<string, [message: string, did: Did]> = {
  Fold: ["log-folds", "fold"], Check: ["log-checks", "check"], Call: ["log-calls", "call"], BringIn: ["log-brings-in", "bring-in"],
  Complete: ["log-completes", "complete"], Bet: ["log-bets", "bet"], RaiseTo: ["log-raises", "raise"],
};

/** The street of a board of five, by the number of cards before it and its own. */
const STREETS: Record<string, string> = { "0 3": "log-flop", "3 1": "log-turn", "4 1": "log-river" };

/** Returns the name of a draw: the only one, or its number and the total. */
export const drawName = (number: number, draws: number): [message: string, args: Record<string, number>] =>
  draws > 1 && number > 0 ? ["log-draw-of", { number, draws }] : ["log-draw-only", {}];

/** Returns what only events say of a seat's hand. */
const followedOf = (hand: SeatHand | null | undefined): Partial<SeatHand> => {
  if (!hand) return {};
  const { did, drew, won, wonWith, mucked, volunteered, shown } = hand;
  return { did, drew, won, wonWith, mucked, volunteered, shown };
};

export class Table {
  info: TableInfo;
  seq = 0;
  paused = false;
  /** The reason that the floor gave. Null after a reload. */
  pauseReason: string | null = null;
  /** The operator or host who paused. Null if the page does not know. */
  pausedBy: string | null = null;
  seats: (Seat | null)[] = [];
  hand: Hand | null = null;
  you: OwnView | null = null;
  buyIn = { min: 0, max: 0 };
  hybrid: HybridView | null = null;
  ticket: (TicketOpened & { ends: number }) | null = null;
  rulings: (Ruled & { id: number })[] = [];
  held: ActionHeld[] = [];
  /** Incidents noted for the floor. Only its page shows them. */
  flags: Line[] = [];
  /** Each player's use of time by seat, which the server sends to the floor alone. */
  timeUse = new Map<number, SeatTimeUse>();
  offers: Offers = {};
  log: Line[] = [];
  chat: { id: number; name: string; text: string; staff: boolean }[] = [];
  /** Everyone who has been seen at this table, so that what a player is called stays the same. */
  private readonly known = new Set<string>();
  unread = 0;
  /** The emote of a seat, with its end on the page's own clock. */
  emotes = new Map<number, { emote: EmoteKind; until: number }>();
  /** The last line of chat from a seat, and when it disappears. */
  bubbles = new Map<number, { text: string; until: number }>();
  /** The hand whose log is complete: this table has followed it from its beginning. */
  followed: number | null = null;
  flights: Flight[] = [];
  intent: Intent | null = null;
  /** The numbers of the last two hands that the viewer was dealt into. */
  dealtIn: number[] = [];
  /** The hand after which the page has asked for chips, if the player chose that. */
  rebuyAsked: number | null = null;
  /** The cards chosen for discarding at this draw. */
  discards: Card[] = [];
  /** Tells the player why an intent was dropped, or an action refused. */
  notice: string | null = null;
  /** Why the viewer sits out, as far as this page has seen it. A stack of 0 is a reason of its own. */
  outBecause: "asked" | "late" | null = null;
  /** The seat whose time ran out in this step. */
  private late: number | null = null;
  /** An action that was sent and not answered yet. */
  sent: number | null = null;
  rabbit: Card[] = [];
  /** Whether this client asked to watch. A seat needs no request. */
  watched = false;
  /** True once this table no longer agrees with the server's view. */
  astray = false;

  constructor(view: TableView) {
    this.info = view.info;
    this.take(view);
  }

  get id(): number {
    return this.info.table;
  }
  get pot(): number {
    const { hand } = this;
    if (!hand) return 0;
    const bets = this.seats.reduce((sum, seat) => sum + (seat?.hand?.bet ?? 0), 0);
    return hand.dead + bets + hand.pots.reduce((sum, pot) => sum + pot.amount, 0);
  }
  /**
   * The largest stack that the viewer can reach by buying chips. After losing everything, a player
   * buys in like a newcomer.
   */
  get mostToHave(): number {
    const mine = this.mine;
    return !mine || (mine.stack === 0 && !mine.hand) ? this.info.max_buy_in : this.info.top_up_to;
  }
  /** Whether the table has chips of its own, which no wallet pays for: a private table of friends. */
  get hasOwnChips(): boolean {
    return this.info.host !== null && this.info.tournament === null;
  }
  get mine(): Seat | null {
    return this.you ? (this.seats[this.you.seat] ?? null) : null;
  }
  get legal(): LegalActions | null {
    return this.you?.decision?.legal ?? null;
  }
  /** The price for the viewer to stay in now. */
  get price(): number {
    const mine = this.mine;
    if (!mine?.hand || !this.hand) return 0;
    return Math.max(0, Math.min(mine.stack, this.hand.currentBet - mine.hand.bet));
  }
  /** Names the street and the cards that the viewer sees. An action chosen in advance is about these. */
  get situation(): string {
    const { hand, you, seats } = this;
    if (!hand) return "";
    return [hand.number, hand.street, hand.draw, ...hand.boards.flat(), ...(you?.cards ?? []), ...seats.flatMap((seat) => seat?.hand?.up ?? [])].join(" ");
  }
  /** Returns the player at a seat: "You" for the viewer. */
  name(seat: number): string {
    return this.you?.seat === seat ? t("log-you") : this.playerName(seat);
  }
  /** Returns the name of the player at a seat, including the viewer's own. */
  playerName(seat: number): string {
    const name = this.seats[seat]?.name;
    return name === undefined ? t("log-seat", { number: seat + 1 }) : this.called(name);
  }
  /** Returns what a player is called at this table. Messages to the server need the whole name. */
  called(name: string): string {
    for (const seat of this.seats) if (seat) this.known.add(seat.name);
    return calledAmong(name, this.known);
  }
  private get bigBlind(): number {
    return this.hand?.game.big_blind ?? this.info.big_blind;
  }
  /** Returns whether a bet or raise to this amount completes the bring-in. */
  completes(to: number): boolean {
    const { hand } = this;
    if (!hand || hand.game.bring_in === 0 || hand.street > 0) return false;
    return hand.currentBet <= hand.game.bring_in && to === hand.game.big_blind;
  }
  /** Whether the viewer can discard at this draw, now or when the turn comes. */
  get mayDraw(): boolean {
    const { hand, mine } = this;
    return Boolean(hand?.drawing && !hand.over && mine?.hand && !mine.hand.folded && mine.hand.did !== "draw" && mine.hand.did !== "stand-pat");
  }
  /** Whether the viewer may still get a turn in this hand. */
  get mayAct(): boolean {
    const { hand, mine } = this;
    if (!hand || hand.over || hand.closed || !mine?.hand || mine.hand.folded || mine.hand.allIn) return false;
    const others = this.seats.filter((seat) => seat && seat.seat !== mine.seat && seat.hand && !seat.hand.folded);
    if (!others.length) return false;
    return this.price > 0 || others.some((seat) => !seat?.hand?.allIn);
  }
  /** Whether two hands can still win, so that chat may help one of them. */
  get contested(): boolean {
    return Boolean(this.hand && !this.hand.over) && this.seats.filter((seat) => seat?.hand && !seat.hand.folded).length > 1;
  }
  /** Whether the viewer won without a showdown while cards of the board were still to come. */
  get wonUnseen(): boolean {
    const { hand, mine } = this;
    if (!hand?.over || !mine?.hand?.won || this.rabbit.length) return false;
    const alone = this.seats.every((seat) => !seat?.hand || seat.hand.folded || seat.seat === mine.seat);
    return alone && hand.boards.every((board) => board.length < hand.game.board_cards);
  }
  /** The last finished hand that the viewer was dealt into and so may replay. */
  get played(): number | null {
    const { hand } = this;
    return this.dealtIn.findLast((number) => number !== hand?.number || hand.over) ?? null;
  }
  /** Returns the lines of the running hand or the one before it, or those before the first hand. */
  linesOf(hand: number | null): Line[] {
    return this.log.filter((line) => line.hand === hand);
  }

  /** The running hand, or between hands the one before, whose lines the log goes on with. */
  get shownHand(): number | null {
    return this.hand?.number ?? this.log.at(-1)?.hand ?? null;
  }

  /** Replaces the whole state by the server's view. */
  take(view: TableView): void {
    const now = performance.now();
    const before = this.hand;
    // Another view of the same moment, such as the one after a login, knows less of the hand.
    const known = view.seq === this.seq ? this.seats.map((seat) => seat?.hand ?? null) : [];
    if (view.seq !== this.seq) this.followed = null;
    this.info = view.info;
    this.seq = view.seq;
    this.paused = view.paused;
    if (!view.paused) Object.assign(this, { pauseReason: null, pausedBy: null });
    // An action that is on its way has used its id already.
    const used = this.you?.last_action_id ?? 0;
    this.you = view.you && { ...view.you, last_action_id: Math.max(view.you.last_action_id, used) };
    this.buyIn = view.buy_in;
    this.hybrid = view.hybrid;
    this.astray = false;
    this.held = [];
    this.ticket = view.hybrid?.ticket ? { ...view.hybrid.ticket, ends: this.paused ? 0 : now + view.hybrid.ticket.time_ms } : null;
    this.seats = Array.from({ length: view.info.seats }, () => null);
    for (const { in_hand: part, ...seat } of view.seats) {
      const hand = part && Object.assign(newHand(part.card_count), followedOf(known[seat.seat]), {
        folded: part.folded, allIn: part.all_in, bet: part.bet, up: part.up, tabled: part.tabled,
      });
      if (hand && part.tabled) hand.shown = true;
      this.seats[seat.seat] = { ...seat, hand };
    }
    const { hand } = view;
    if (before?.number !== hand?.hand) Object.assign(this, { rabbit: [], rulings: [], notice: null });
    this.hand = hand && {
      number: hand.hand, game: hand.game, bombPot: hand.bomb_pot, button: hand.button, street: hand.street,
      boards: hand.boards, pots: hand.pots, dead: 0, currentBet: hand.current_bet, over: false, closed: false, draw: 0,
      drawing: view.you?.decision?.legal.discard ?? null, outcome: [],
      get result() {
        return this.outcome.map((line) => line.text);
      },
      stacksBefore: before?.number === hand.hand ? before.stacksBefore : new Map(),
      turn: hand.turn && (view.info.hybrid
        ? this.turnFrom(hand.turn.seat, view.hybrid?.clock_ms ?? null, 0)
        : this.turnFrom(hand.turn.seat, hand.turn.time_ms, hand.turn.bank_ms, hand.turn.time_ms === 0)),
    };
    if (this.hand && before?.number === this.hand.number && known.length) {
      const { over, closed, draw, outcome } = before;
      Object.assign(this.hand, { over, closed, draw, outcome, drawing: this.hand.drawing ?? before.drawing });
    }
    this.discards = this.discards.filter((card) => view.you?.cards.includes(card));
    this.offers = {};
    for (const offer of view.you?.offers ?? []) this.offer(offer, true);
    if (hand && view.you?.cards.length) this.dealt(hand.hand);
    if (!this.mine?.sitting_out) this.outBecause = null;
    this.dropIntent();
  }

  /** Applies a step. Returns false if one was missed, so that a snapshot is needed. */
  step(step: Step): boolean {
    if (step.seq <= this.seq) return true;
    if (step.seq !== this.seq + 1) return false;
    this.seq = step.seq;
    const chipsBefore = this.allChips();
    let moved = 0;
    this.late = null;
    for (const event of step.events) moved += this.happen(event);
    this.dropIntent();
    if (chipsBefore + moved !== this.allChips()) this.astray = true;
    return !this.astray;
  }

  private dealt(hand: number): void {
    if (!this.dealtIn.includes(hand)) this.dealtIn = [...this.dealtIn.slice(-1), hand];
  }

  /** Shows a player's emote. */
  emote(seat: number, emote: EmoteKind): void {
    this.emotes.set(seat, { emote, until: performance.now() + EMOTE_MS });
  }
  /** Adds a line of chat, and shows it beside the player's seat, if there is one. */
  speak({ name, text }: ChatLine): void {
    this.chat = [...this.chat.slice(-99), { id: ++chats, name, text }];
    this.unread += 1;
    const seat = this.seats.find((each) => each?.name === name);
    if (seat) this.bubbles.set(seat.seat, { text, until: performance.now() + BUBBLE_MS });
  }

  /** Returns what a request of the viewer depends on. */
  moment(): Moment {
    const { mine, hand, offers } = this;
    const now = performance.now();
    const open: [name: string, ends: number | undefined][] = [
      ["ShowOffered", offers.show], ["ShowdownOpened", offers.showdown], ["RunItOffered", offers.runIt?.ends], ["ChoiceOffered", offers.choose],
      ["AwardHeld", offers.see], ["RabbitAsked", offers.rabbit?.asksViewer ? offers.rabbit.ends : undefined],
    ];
    return {
      seated: this.you !== null,
      sittingOut: mine?.sitting_out ?? false,
      broke: mine?.stack === 0 && (!mine.hand || Boolean(hand?.over)),
      hand: hand?.number ?? null,
      offers: open.filter(([, ends]) => (ends ?? 0) > now).map(([name]) => name),
    };
  }

  /** Gives the viewer a seat. A client that already watches gets no new snapshot, so this fills in the defaults. */
  seated(seat: number): void {
    this.you ??= {
      seat, cards: [], to_show: [], decision: null, offers: [], last_action_id: 0, wait_for_big_blind: false, auto_muck: true, straddle: false,
    };
  }

  hole(hand: number, cards: Card[]): void {
    if (!this.you || this.hand?.number !== hand) return;
    this.you.cards = cards;
    this.dealt(hand);
  }

  /** Stops all clocks and questions. A full view brings them back when the pause is over. */
  private stop(): void {
    this.paused = true;
    this.offers = {};
    if (this.you) this.you.decision = null;
    if (this.hand?.turn) this.hand.turn = { ...this.hand.turn, ends: null };
    if (this.ticket) this.ticket = { ...this.ticket, ends: 0 };
  }

  decide({ turn, legal }: YourTurn): void {
    if (this.hand && legal.discard) this.hand.drawing = legal.discard;
    if (this.you) this.you.decision = { turn, legal };
  }

  private turnFrom(seat: number, timeMs: number | null, bankMs: number, inBank = false): Turn {
    const begins = performance.now();
    const left = inBank ? bankMs : timeMs;
    return { seat, begins, ends: left === null || this.paused ? null : begins + left, bankMs, inBank };
  }

  private allChips(): number {
    return this.seats.reduce((sum, seat) => sum + (seat?.stack ?? 0), 0) + this.pot;
  }

  /** Adds a line to the log: a text of the catalog and its arguments. */
  private say(message: string, args: Arguments, kind: LineKind = "action"): Line {
    const line = new Line(this.shownHand, kind, this.bigBlind, this.info.chip_value, message, args);
    line.step = this.seq;
    this.log.push(line);
    if (this.log.length > 400) this.log.splice(0, 100);
    return line;
  }
  /** Returns the arguments for the player that a line is about. */
  private who(seat: number): { you: string; name: string } {
    return { you: this.you?.seat === seat ? "yes" : "no", name: this.playerName(seat) };
  }

  private at(seat: number): { seat: Seat; hand: SeatHand } | null {
    const found = this.seats[seat];
    if (!found) return null;
    found.hand ??= newHand();
    return { seat: found, hand: found.hand };
  }

  /** Moves chips between a stack and the bet in front of it. */
  private bet(seat: number, amount: number): void {
    const at = this.at(seat);
    if (!at) return;
    at.seat.stack -= amount;
    at.hand.bet += amount;
    at.hand.allIn = at.seat.stack === 0;
  }

  private out(seat: number): void {
    const at = this.at(seat);
    if (at) {
      const { cards, up } = at.hand;
      Object.assign(at.hand, { folded: true, cards: 0, up: [], gone: { cards, up } });
    }
    if (this.you?.seat === seat) {
      this.you.decision = null;
      this.intent = null;
    }
  }

  /**
   * Applies the effects of a floor command that no event describes. A watched table gets the whole
   * view after it. A replayed hand has only this.
   */
  private putRight(command: TableCommand): void {
    if (typeof command !== "object") return;
    if ("ReawardPot" in command) {
      const { from, to, amount } = command.ReawardPot;
      const [giver, getter] = [this.seats[from], this.seats[to]];
      if (giver) giver.stack -= amount;
      if (getter) getter.stack += amount;
    } else if ("RestoreHand" in command) {
      const at = this.at(command.RestoreHand);
      if (at?.hand.gone) Object.assign(at.hand, { folded: false, ...at.hand.gone, gone: undefined });
    } else if ("Host" in command && command.Host === "ShuffleSeats") {
      // What was said from a seat is not its next player's.
      this.emotes.clear();
      this.bubbles.clear();
    }
  }

  private nobodysTurn(): void {
    if (this.hand) this.hand.turn = null;
    if (this.you) this.you.decision = null;
  }

  /** Applies one event. Returns by how much the chips at the table changed. */
  private happen(event: TableEvent): number {
    if (this.hand && CLOSING.some((name) => name in event)) this.hand.closed = true;
    if ("Acted" in event && event.Acted.timed_out) this.late = event.Acted.seat;
    if ("Discarded" in event && event.Discarded.timed_out) this.late = event.Discarded.seat;
    return this.dealing(event) ?? this.betting(event) ?? this.ending(event) ?? this.coming(event) ?? this.ruling(event) ?? 0;
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
    const { hand } = this;
    if (hand?.number !== number || !this.lacksBeginning) return;
    const events = steps.flatMap((step) => step.events);
    // The stacks before the hand are needed to see who is all-in. Playing the events from any
    // stacks shows by how much each stack changes.
    const now = this.seats.map((seat) => seat?.stack ?? 0);
    const after = this.before(now).playedOn(events).seats.map((seat) => seat?.stack ?? 0);
    const past = this.before(now.map((stack, seat) => 2 * stack - (after[seat] ?? 0))).playedOn(events);
    this.log = [...this.log.filter((line) => line.hand !== number), ...past.log, ...this.linesOf(number).filter((line) => line.step > seq)];
    for (const seat of this.seats) {
      const known = past.seats[seat?.seat ?? -1]?.hand;
      if (!seat?.hand || !known) continue;
      const { did, drew, won, wonWith, mucked, volunteered, shown } = known;
      // Values that the table has followed since are newer.
      Object.assign(seat.hand, { did: seat.hand.did ?? did, drew: seat.hand.drew || drew, mucked: seat.hand.mucked || mucked, volunteered, shown: seat.hand.shown || shown });
      if (this.seq <= seq) Object.assign(seat.hand, { did, drew, won, wonWith });
    }
    if (past.hand) {
      hand.stacksBefore = past.hand.stacksBefore;
      hand.closed ||= past.hand.closed;
      hand.draw = Math.max(hand.draw, past.hand.draw);
      if (this.seq <= seq) Object.assign(hand, { drawing: past.hand.drawing, outcome: past.hand.outcome });
    }
    this.followed = number;
  }

  /** Returns the table with these stacks and no hand. */
  private before(stacks: number[]): Table {
    const { info, you, buyIn, hybrid } = this;
    const seats = this.seats.flatMap((seat, number) => {
      if (!seat) return [];
      const { hand: _, ...rest } = seat;
      return [{ ...rest, stack: stacks[number] ?? 0, in_hand: null }];
    });
    return new Table({ info, seq: 0, paused: false, seats, hand: null, you: you && { ...you, decision: null, offers: [] }, buy_in: buyIn, hybrid });
  }
  private playedOn(events: TableEvent[]): this {
    for (const event of events) this.happen(event);
    return this;
  }

  private begin(event: HandStarted): void {
    this.followed = event.hand;
    this.hand = {
      number: event.hand, game: event.game, bombPot: event.bomb_pot, button: event.button, street: 0, boards: [[]],
      pots: [], dead: 0, currentBet: event.big_blind === null ? 0 : event.game.big_blind, turn: null, over: false, closed: false,
      draw: 0, drawing: null, outcome: [],
      get result() {
        return this.outcome.map((line) => line.text);
      },
      stacksBefore: new Map(this.seats.flatMap((seat) => (seat ? [[seat.seat, seat.stack]] : []))),
    };
    for (const seat of this.seats) if (seat) Object.assign(seat, { hand: event.dealt.includes(seat.seat) ? newHand() : null, shown: [] });
    if (this.you) Object.assign(this.you, { cards: [], to_show: [], decision: null });
    Object.assign(this, { discards: [], offers: {}, intent: null, notice: null, held: [], rulings: [], rabbit: [], flights: [] });
    this.say(event.bomb_pot ? "log-hand-bomb-pot" : "log-hand", { number: event.hand, game: event.game.name }, "deal");
  }

  private dealing(event: TableEvent): number | null {
    const { hand } = this;
    if ("HandStarted" in event) this.begin(event.HandStarted);
    else if (!hand) return null;
    else if ("CardsDealt" in event) {
      for (const seat of this.seats) if (seat?.hand && !seat.hand.folded) seat.hand.cards += event.CardsDealt.each;
    } else if ("UpCardsDealt" in event) {
      for (const { seat, card } of event.UpCardsDealt.cards) {
        const at = this.at(seat);
        if (!at) continue;
        at.hand.cards += 1;
        at.hand.up = [...at.hand.up, card];
        this.say("log-up-card", { ...this.who(seat), cards: new Cards([card]) }, "deal");
      }
    } else if ("StreetBegan" in event) {
      hand.street = event.StreetBegan.street;
      hand.drawing = null;
      for (const seat of this.seats) if (seat?.hand && !seat.hand.folded) seat.hand.did = null;
    } else if ("BoardDealt" in event) {
      const { board, cards } = event.BoardDealt;
      const before = hand.boards[board] ?? [];
      hand.boards[board] = [...before, ...cards];
      const street = hand.game.board_cards === 5 && before.length + cards.length <= 5 ? STREETS[`${before.length} ${cards.length}`] : undefined;
      const message = hand.boards.length > 1 ? "log-board-of" : (street ?? "log-board");
      this.say(message, { number: board + 1, cards: new Cards(cards) }, "deal");
    } else if ("DrawBegan" in event) {
      const { least, most } = event.DrawBegan;
      Object.assign(hand, { draw: hand.draw + 1, drawing: { least, most } });
      this.discards = [];
      for (const seat of this.seats) if (seat?.hand && !seat.hand.folded) seat.hand.did = null;
      this.say(...drawName(hand.draw, hand.game.draws), "deal");
    } else if ("Discarded" in event) {
      const { seat, count } = event.Discarded;
      const at = this.at(seat);
      if (at) Object.assign(at.hand, { cards: at.hand.cards - count, did: count ? "draw" : "stand-pat", drew: count });
      this.nobodysTurn();
      if (this.you?.seat === seat) this.discards = [];
      this.say(count ? "log-draws" : "log-stands-pat", { ...this.who(seat), count });
    } else if ("Drawn" in event) {
      const at = this.at(event.Drawn.seat);
      if (at) at.hand.cards += event.Drawn.count;
    } else if ("RunItAgreed" in event) {
      const { boards } = event.RunItAgreed;
      hand.boards = Array.from({ length: boards }, () => [...(hand.boards[0] ?? [])]);
      delete this.offers.runIt;
      if (boards > 1) this.say("log-boards-agreed", { count: boards }, "deal");
    } else return null;
    return 0;
  }

  private betting(event: TableEvent): number | null {
    const { hand } = this;
    if (!hand) return null;
    if ("Posted" in event) {
      const { seat, post, amount } = event.Posted;
      if (post === "Ante" || post === "DeadBlind") {
        const at = this.at(seat);
        if (at) {
          at.seat.stack -= amount;
          at.hand.allIn = at.seat.stack === 0;
        }
        hand.dead += amount;
      } else this.bet(seat, amount);
      if (post === "Straddle") hand.currentBet = amount;
      const at = this.at(seat);
      // The big blind may pay the ante, too. The badge names the blind.
      if (at && POSTED[post]) at.hand.did = POSTED[post];
      this.say(POSTS[post], { ...this.who(seat), amount: new Amount(amount) }, "deal");
    } else if ("Turn" in event) {
      const { seat, time_ms, bank_ms } = event.Turn;
      // At a hybrid table no clock runs before it is called.
      hand.turn = this.turnFrom(seat, this.info.hybrid ? null : time_ms, bank_ms);
      const at = this.at(seat);
      if (at) at.hand.did = null;
    } else if ("TimeBank" in event) {
      hand.turn = this.turnFrom(event.TimeBank.seat, 0, event.TimeBank.time_ms, true);
    } else if ("Acted" in event) {
      const { seat, action, added, timed_out } = event.Acted;
      const [kind, to] = typeof action === "string" ? [action, added] : (Object.entries(action)[0] as [string, number]);
      const [message, did] = ACTIONS[typeof action === "object" && this.completes(to) ? "Complete" : kind] ?? ["log-bets", "bet"];
      this.bet(seat, added);
      const at = this.at(seat);
      if (at && added > 0 && hand.street === 0) at.hand.volunteered = true;
      if (action === "Fold") this.out(seat);
      else if (action === "BringIn") hand.currentBet = hand.game.bring_in;
      else if (typeof action !== "string") hand.currentBet = "Bet" in action ? action.Bet : action.RaiseTo;
      const allIn = added > 0 && (at?.hand.allIn ?? false);
      if (at) at.hand.did = allIn ? "all-in" : did;
      this.nobodysTurn();
      const args = { ...this.who(seat), amount: new Amount(to) };
      if (timed_out) this.say("log-with-timeout", { line: new Phrase(message, args) });
      else if (allIn) this.say("log-with-all-in", { line: new Phrase(message, args) });
      else this.say(message, args);
    } else if ("UncalledReturned" in event) {
      const { seat, amount } = event.UncalledReturned;
      this.bet(seat, -amount);
      this.say("log-uncalled", { ...this.who(seat), amount: new Amount(amount) });
    } else if ("BetsCollected" in event) {
      for (const seat of this.seats) {
        if (!seat?.hand) continue;
        if (seat.hand.bet) this.flights.push({ id: ++flights, seat: seat.seat, amount: seat.hand.bet, toPot: true });
        seat.hand.bet = 0;
      }
      Object.assign(hand, { pots: event.BetsCollected.pots, dead: 0, currentBet: 0 });
    } else return null;
    return 0;
  }

  /**
   * Drops an action chosen in advance once it is about something else: another hand, street, card or
   * price. Only the choice to fold to any bet outlasts a raise.
   */
  private dropIntent(): void {
    const { intent, price } = this;
    if (!intent) return;
    const isOver = intent.situation !== this.situation;
    if (!isOver && (intent.kind === "fold" || intent.price === price)) return;
    this.intent = null;
    if (!this.hand || this.hand.over) return;
    this.notice = isOver ? t("action-intent-over") : t("action-intent-dropped", { amount: inUnit(price, this.bigBlind, this.info.chip_value) });
  }

  private ending(event: TableEvent): number | null {
    const { hand } = this;
    if ("CardsShown" in event) {
      const { seat, cards } = event.CardsShown;
      const there = this.seats[seat];
      if (there) there.shown = [...there.shown, ...cards];
      if (this.you?.seat === seat) this.you.to_show = this.you.to_show.filter((card) => !cards.includes(card));
      this.say("log-shows", { ...this.who(seat), cards: new Cards(cards) }, "result");
      return 0;
    }
    if (!hand) return null;
    if ("HandTabled" in event || "HandExposed" in event) {
      const { seat, cards } = "HandTabled" in event ? event.HandTabled : event.HandExposed;
      const at = this.at(seat);
      if (at) Object.assign(at.hand, { tabled: cards, cards: cards.length, shown: true });
      this.say("log-shows", { ...this.who(seat), cards: new Cards(cards) }, "result");
    } else if ("HandMucked" in event) {
      this.out(event.HandMucked.seat);
      const at = this.at(event.HandMucked.seat);
      if (at) at.hand.mucked = true;
      this.say("log-mucks", this.who(event.HandMucked.seat), "result");
    } else if ("HandKilled" in event) {
      const { seat, reason, rule } = event.HandKilled;
      this.out(seat);
      if (hand.turn?.seat === seat) this.nobodysTurn();
      this.say("log-hand-dead", { ...this.who(seat), reason, rule }, "floor");
    } else if ("RakeTaken" in event) {
      const pot = hand.pots[event.RakeTaken.pot];
      if (pot) pot.amount -= event.RakeTaken.amount;
      return -event.RakeTaken.amount;
    } else if ("PotAwarded" in event) {
      const { pot, shares } = event.PotAwarded;
      const from = hand.pots.length > 1 ? (pot ? "log-from-side-pot" : "log-from-main-pot") : "log-from-pot";
      for (const share of shares) this.award(hand, pot, share, shares, new Phrase(from, { number: pot }));
    } else if ("HandEnded" in event) {
      this.nobodysTurn();
      hand.over = true;
      const { you, mine } = this;
      if (you && mine?.hand && (this.info.shows_folded || !mine.hand.folded)) {
        const open = mine.hand.tabled ?? mine.hand.up;
        you.to_show = you.cards.filter((card) => !open.includes(card));
      }
    } else if ("HandVoided" in event) {
      const before = this.allChips();
      for (const [seat, stack] of hand.stacksBefore) {
        const at = this.seats[seat];
        if (at?.hand) at.stack = stack;
      }
      for (const seat of this.seats) if (seat) seat.hand = null;
      this.say("log-void", { reason: event.HandVoided.reason }, "floor");
      this.hand = null;
      if (this.you) Object.assign(this.you, { cards: [], decision: null });
      return this.allChips() - before;
    } else return null;
    return 0;
  }

  private award(hand: Hand, pot: number, share: Share, shares: Share[], potName: Phrase): void {
    const from = hand.pots[pot];
    if (from) from.amount -= share.amount;
    const at = this.at(share.seat);
    if (!at) return;
    at.seat.stack += share.amount;
    at.hand.won += share.amount;
    // Everyone sees the name of a hand only after it was shown.
    const named = share.hand !== null && at.hand.shown ? share.hand : null;
    if (named) at.hand.wonWith = nameOfMade(named);
    this.flights.push({ id: ++flights, seat: share.seat, amount: share.amount, toPot: false });
    const args = { ...this.who(share.seat), amount: new Amount(share.amount), pot: potName };
    const line = named ? this.say("log-wins-with", { ...args, hand: new Named(named, this.kicker(hand, share.seat, shares)) }, "result") : this.say("log-wins", args, "result");
    hand.outcome.push(line);
  }

  /** Returns the rank of the kicker that beat another hand that this viewer knows. */
  private kicker(hand: Hand, winner: number, shares: Share[]): string | null {
    const known = this.seats.flatMap((seat) => (seat?.hand && !seat.hand.folded ? { seat: seat.seat, cards: this.cardsOf(seat) } : []));
    const won = known.find((each) => each.seat === winner);
    const beaten = known.filter((each) => !shares.some((share) => share.seat === each.seat));
    return won ? kickerOf(hand, won.cards, beaten.map((each) => each.cards)) : null;
  }

  /** Returns the cards of a seat, as far as this viewer knows them. */
  private cardsOf(seat: Seat): Card[] {
    return seat.hand?.tabled ?? (seat.seat === this.you?.seat ? this.you.cards : []);
  }

  private coming(event: TableEvent): number | null {
    if ("SeatTaken" in event) {
      const { seat, name, stack, bot, avatar, color, staff } = event.SeatTaken;
      this.seats[seat] = { seat, name, bot, stack, avatar, color, staff, muted: false, shown: [], connected: true, sitting_out: false, hand: null };
      this.info = { ...this.info, seated: this.info.seated + 1 };
      this.say("log-sits-down", { name: this.called(name), amount: new Amount(stack) }, "table");
      return stack;
    }
    if ("SeatLeft" in event) {
      const left = this.seats[event.SeatLeft.seat];
      this.seats[event.SeatLeft.seat] = null;
      this.info = { ...this.info, seated: Math.max(0, this.info.seated - 1) };
      if (left) this.say("log-leaves", { name: this.called(left.name) }, "table");
      else this.say("log-leaves-unknown", {}, "table");
      return -(left?.stack ?? 0);
    }
    if ("ToppedUp" in event || "TimeCharged" in event) {
      const { seat, amount } = "ToppedUp" in event ? event.ToppedUp : event.TimeCharged;
      const change = "ToppedUp" in event ? amount : -amount;
      const at = this.seats[seat];
      if (at) at.stack += change;
      return at ? change : 0;
    }
    if ("StackChanged" in event) {
      const at = this.seats[event.StackChanged.seat];
      const change = event.StackChanged.stack - (at?.stack ?? event.StackChanged.stack);
      if (at) at.stack += change;
      return change;
    }
    if ("SatOut" in event || "SatIn" in event) {
      const seat = "SatOut" in event ? event.SatOut.seat : event.SatIn.seat;
      const at = this.seats[seat];
      if (at) at.sitting_out = "SatOut" in event;
      if (seat === this.you?.seat && "SatIn" in event) this.outBecause = null;
      else if (seat === this.you?.seat && seat === this.late) this.outBecause = "late";
      this.say("SatOut" in event ? "log-sits-out" : "log-sits-in", this.who(seat), "table");
    } else if ("Presence" in event) {
      const at = this.seats[event.Presence.seat];
      if (at) at.connected = event.Presence.connected;
    } else if ("Paused" in event) {
      this.stop();
      this.say("log-paused", {}, "table");
    } else if ("Resumed" in event) {
      Object.assign(this, { paused: false, pauseReason: null, pausedBy: null });
      this.say("log-resumed", {}, "table");
    } else if ("GameChanged" in event) {
      const { game, by } = event.GameChanged;
      delete this.offers.choose;
      const name = this.info.games[game]?.name ?? this.info.game_name;
      if (by === null) this.say("log-next-game", { game: name }, "table");
      else this.say("log-next-game-chosen", { ...this.who(by), game: name }, "table");
    } else return this.offering(event);
    return 0;
  }

  /**
   * Adds an offer other than the turn, new or from before the viewer returned. Returns false if the
   * event is none.
   */
  private offer(event: TableEvent, asksViewer: boolean): boolean {
    const now = performance.now();
    const mine = this.you?.seat;
    if ("ShowOffered" in event) {
      if (event.ShowOffered.seat === mine) this.offers.show = now + event.ShowOffered.time_ms;
    } else if ("ShowdownOpened" in event) {
      // The event comes again whenever a player has shown. A player who has already shown gets no
      // new offer.
      const own = this.mine?.hand;
      if (own && !own.folded && !own.tabled) this.offers.showdown = now + event.ShowdownOpened.time_ms;
      else delete this.offers.showdown;
    } else if ("RunItOffered" in event) {
      const { most, time_ms } = event.RunItOffered;
      if (this.mine?.hand && !this.mine.hand.folded) this.offers.runIt = { most, ends: now + time_ms };
    } else if ("ChoiceOffered" in event) {
      if (event.ChoiceOffered.seat === mine) this.offers.choose = now + event.ChoiceOffered.time_ms;
    } else if ("AwardHeld" in event) {
      delete this.offers.showdown;
      this.offers.see = now + event.AwardHeld.time_ms;
    } else if ("RabbitAsked" in event) {
      const { seat, time_ms } = event.RabbitAsked;
      this.offers.rabbit = { seat, ends: now + time_ms, asksViewer: asksViewer && seat !== mine };
    } else return false;
    return true;
  }

  private offering(event: TableEvent): number | null {
    const mine = this.mine;
    if (this.offer(event, Boolean(mine?.hand?.volunteered))) {
      if ("ChoiceOffered" in event) this.say("log-may-choose", this.who(event.ChoiceOffered.seat), "table");
      if ("RabbitAsked" in event) this.say("log-asks-rabbit", this.who(event.RabbitAsked.seat), "table");
    } else if ("ShowdownClosed" in event) {
      delete this.offers.showdown;
      delete this.offers.see;
    } else if ("RunItAnswered" in event) {
      this.say("log-wants-boards", { ...this.who(event.RunItAnswered.seat), count: event.RunItAnswered.boards });
    } else if ("SeeHandAsked" in event) {
      const { seat, target } = event.SeeHandAsked;
      const { you, name } = this.who(target);
      this.say("log-asks-to-see", { ...this.who(seat), target: name, targetYou: you }, "table");
    } else if ("RabbitAnswered" in event) {
      const { seat, agrees } = event.RabbitAnswered;
      if (seat === mine?.seat || !agrees) delete this.offers.rabbit;
      this.say(agrees ? "log-rabbit-agreed" : "log-rabbit-refused", this.who(seat), "table");
    } else if ("RabbitShown" in event) {
      this.rabbit = event.RabbitShown.cards;
      delete this.offers.rabbit;
      this.say("log-rabbit-shown", { cards: new Cards(this.rabbit) }, "table");
    } else return null;
    return 0;
  }

  private ruling(event: TableEvent): number | null {
    if ("Ruled" in event) {
      const ruled = event.Ruled;
      this.rulings = [...this.rulings.slice(-5), { ...ruled, id: ++rulings }];
      this.say("log-ruled", { ...this.who(ruled.seat), ruling: (inUnit) => rulingSentence(ruled, inUnit), rule: ruled.rule }, "floor");
    } else if ("TicketOpened" in event) {
      const { matter, rule } = event.TicketOpened;
      this.ticket = { ...event.TicketOpened, ends: performance.now() + event.TicketOpened.time_ms };
      this.say("log-floor-called", { matter: () => matterText(matter), rule }, "floor");
    } else if ("TicketClosed" in event) {
      const { option } = event.TicketClosed;
      this.ticket = null;
      this.say("log-floor-ruled", { option: (inUnit) => optionText(option, inUnit) }, "floor");
    } else if ("DealRuled" in event) {
      const { error, remedy, rule, returned } = event.DealRuled;
      if (this.hand && typeof remedy === "object") {
        if ("Board" in remedy) this.hand.boards[0] = remedy.Board.cards;
        if ("Scrapped" in remedy) this.hand.boards[0] = remedy.Scrapped.board;
      }
      const args = { remedy: () => remedySentence(remedy, error, (seat) => this.playerName(seat)), rule };
      if (returned) this.say("log-deal-ruled-returned", { ...args, amount: new Amount(returned) }, "floor");
      else this.say("log-deal-ruled", args, "floor");
    } else if ("ActionsRescinded" in event) {
      const { actions, returned, current_bet, rule } = event.ActionsRescinded;
      for (const { seat, amount } of returned) this.bet(seat, -amount);
      if (this.hand) this.hand.currentBet = current_bet;
      this.nobodysTurn();
      this.say("log-rescinded", { count: actions, rule }, "floor");
    } else if ("FloorOrdered" in event) {
      const { operator, command, reason, rule } = event.FloorOrdered;
      const typed = typedReason(reason);
      if (command === "Pause") Object.assign(this, { pauseReason: typed, pausedBy: operator });
      // The seat may be another player's when the line is shown.
      const names = this.seats.map((_, seat) => this.playerName(seat));
      const called = (name: string): string => this.called(name);
      const args = { operator: called(operator), command: (inUnit: InUnit) => commandText(command, (seat) => names[seat] ?? "", operator, called, inUnit), reason };
      const byHost = isOfHost(command) || (this.hasOwnChips && operator === this.info.host);
      if (byHost && !rule) this.say(typed === null ? "log-host-orders" : "log-host-orders-because", args, "floor");
      else if (rule) this.say("log-floor-ordered-by-rule", { ...args, rule }, "floor");
      else this.say("log-floor-ordered", args, "floor");
      if (typeof command === "object") this.putRight(command);
    } else if ("ActionHeld" in event) {
      this.held = [...this.held.filter((held) => held.seat !== event.ActionHeld.seat), event.ActionHeld];
    } else if ("HeldSettled" in event) {
      this.held = this.held.filter((held) => held.seat !== event.HeldSettled.seat);
    } else if ("Flagged" in event) {
      const { seat, flag } = event.Flagged;
      const args = { ...this.who(seat), flag };
      this.flags = [...this.flags.slice(-19), new Line(this.hand?.number ?? null, "floor", this.bigBlind, this.info.chip_value, "floor-flagged", args)];
    } else if ("FoldedOutOfTurn" in event) {
      this.out(event.FoldedOutOfTurn.seat);
      this.say("log-folds-out-of-turn", this.who(event.FoldedOutOfTurn.seat), "floor");
    } else if ("Limited" in event) this.bet(event.Limited.seat, event.Limited.added);
    else if ("Forfeited" in event) this.bet(event.Forfeited.seat, event.Forfeited.amount);
    else if ("CallRetracted" in event) this.bet(event.CallRetracted.seat, -event.CallRetracted.amount);
    else if ("WagerForced" in event) {
      const { seat, to, added } = event.WagerForced;
      this.bet(seat, added);
      if (this.hand) this.hand.currentBet = to;
      this.nobodysTurn();
    } else if ("WagerCorrected" in event) {
      for (const { seat, returned, added } of event.WagerCorrected.moved) this.bet(seat, added - returned);
      if (this.hand) this.hand.currentBet = event.WagerCorrected.to;
      this.nobodysTurn();
    } else if ("FloorAttended" in event) {
      if (this.hybrid) this.hybrid.attended = event.FloorAttended.attended;
      this.say(event.FloorAttended.attended ? "log-floor-attended" : "log-floor-unattended", {}, "floor");
    } else if ("ClockCalled" in event) {
      const { seat, time_ms, rule } = event.ClockCalled;
      if (this.hand) this.hand.turn = this.turnFrom(seat, time_ms, 0);
      this.say("log-clock-called", { ...this.who(seat), rule }, "floor");
    } else return null;
    return 0;
  }
}
