// Applies steps to the table, with one function for each event, and rejects what cannot be true,
// such as a bet larger than the stack. Nothing is repaired silently: the table must be observed
// again.
import type { PlayerChanged, Step, TableEvent, TableEventBodies } from "./protocol.ts";
import { Hand, InHand, Seat, type Table } from "./table.ts";

/** Why a step cannot be applied. After any of these the table must be observed again. */
export class Misfit extends Error {
  /**
   * `gap`: steps were missed. `beginning`: the step needs what happened before the first snapshot.
   * `contradiction`: room and table disagree.
   */
  readonly kind: "gap" | "beginning" | "contradiction";

  constructor(kind: Misfit["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

const fail = (reason: string): never => {
  throw new Misfit("contradiction", reason);
};
const less = (amount: number, by: number, otherwise: string): number => (by > amount ? fail(otherwise) : amount - by);
const handOf = (table: Table): Hand => table.hand ?? fail("no hand is in progress");
const seatOf = (table: Table, number: number): Seat => table.seat(number) ?? fail("the seat is empty");
const partOf = (seat: Seat): InHand => seat.inHand ?? fail("the seat is not in the hand");
const partAt = (table: Table, number: number): InHand => partOf(seatOf(table, number));

/** Applies a whole step. Returns false if the step is older than the table and changes nothing. */
export const apply = (table: Table, step: Pick<Step, "seq" | "events">): boolean => {
  if (!admit(table, step.seq)) return false;
  for (const event of step.events) applyEvent(table, event);
  return true;
};

/**
 * Accepts a step's number. Returns whether it is the next one. Its events then go to `applyEvent`
 * one by one.
 */
export const admit = (table: Table, seq: number): boolean => {
  const expected = table.seq + 1;
  if (seq > expected) throw new Misfit("gap", `step ${seq} came where ${expected} was due`);
  if (seq < expected) return false;
  table.seq = seq;
  return true;
};

/** Applies one event of an admitted step. An event of a later version changes nothing. */
export const applyEvent = (table: Table, event: TableEvent): void => {
  const [[name, body] = ["", null]] = Object.entries(event);
  const on = EVENTS[name as keyof TableEventBodies] as ((table: Table, body: unknown) => void) | undefined;
  try {
    on?.(table, body);
    table.hybrid?.note(event);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const reason = error.kind === "beginning" ? `${name} needs to know the beginning of the hand` : `${name} does not fit the table: ${error.message}`;
    throw new Misfit(error.kind, reason);
  }
};

/** Changes a player's name. */
export const rename = (table: Table, { seat, name }: PlayerChanged): void => {
  const player = table.seat(seat);
  if (player) player.name = name;
};

/** Moves chips out of the stack, into the bet if they are live. Returns the bet. */
const pay = (seat: Seat, amount: number, live: boolean): number => {
  seat.stack = less(seat.stack, amount, "the stack does not hold as much");
  if (live) seat.bet += amount;
  const part = partOf(seat);
  part.allIn ||= seat.stack === 0 && amount > 0;
  return seat.bet;
};
/** Moves chips of the bet back to the stack. */
const takeBack = (seat: Seat, amount: number): void => {
  seat.bet = less(seat.bet, amount, "the bet is smaller than that");
  seat.stack += amount;
  partOf(seat).allIn = seat.stack === 0;
};
const takeFromPot = (hand: Hand, place: number, amount: number): void => {
  const pot = hand.pots[place] ?? fail("there is no such pot");
  pot.amount = less(pot.amount, amount, "the pot does not hold as much");
};
const noTurn = (table: Table): void => {
  table.decision = null;
  handOf(table).turn = null;
};
const wagered = (hand: Hand, seat: number, bet: number, to: number): void => {
  if (bet !== to) fail("the bet is not the total that was said");
  hand.raises += 1;
  hand.aggressor = seat;
};
const changeStack = (seat: Seat, by: number): void => {
  seat.stack = less(seat.stack, -by, "the stack does not hold as much");
  if (seat.stackAtStart !== null) seat.stackAtStart = less(seat.stackAtStart, -by, "the stack does not hold as much");
};

const endHand = (table: Table, number: number, voided: boolean): void => {
  const hand = handOf(table);
  table.hand = null;
  table.hybrid?.newStreet();
  if (hand.number !== number) fail("it is not the hand in progress");
  const hero = table.hero()?.inHand ? table.hero() : null;
  const part = hero?.inHand ?? null;
  const isHeld = part !== null && !voided && (table.info.shows_folded || !part.folded);
  const open = part?.tabled ?? part?.up ?? [];
  table.lastResult = {
    hand: number,
    dealtIn: hero !== null,
    players: hand.dealt.length,
    dealtFirst: table.heroSeat !== null && hand.dealt[0] === table.heroSeat,
    net: hero && hero.stackAtStart !== null ? hero.stack - hero.stackAtStart : null,
    voided,
  };
  table.toShow = isHeld ? table.cards.filter((card) => !open.includes(card)) : [];
  for (const seat of table.seats) Object.assign(seat, { bet: 0, inHand: null, stackAtStart: null });
  table.cards = [];
  table.decision = null;
};

type Events = { [K in keyof TableEventBodies]?: (table: Table, body: TableEventBodies[K]) => void };

/** What each event changes. The others change nothing that a seat's view has. */
const EVENTS: Events = {
  HandStarted(table, started) {
    if (table.hand) fail("the hand before is not over");
    for (const seat of started.dealt) seatOf(table, seat);
    table.toShow = [];
    for (const seat of table.seats) {
      const inHand = started.dealt.includes(seat.seat) ? new InHand() : null;
      Object.assign(seat, { shown: [], inHand, stackAtStart: seat.stack, bet: 0 });
    }
    table.cards = [];
    table.decision = null;
    const hand = new Hand(started.hand, started.game, started.button, [...started.dealt]);
    table.hand = Object.assign(hand, {
      bombPot: started.bomb_pot, smallBlind: started.small_blind, bigBlind: started.big_blind, actions: 0,
      // A big blind that is all-in for less must still be matched in full.
      currentBet: started.big_blind === null ? 0 : started.game.big_blind,
    });
  },
  Posted(table, { seat, post, amount }) {
    const live = post !== "Ante" && post !== "DeadBlind";
    const bet = pay(seatOf(table, seat), amount, live);
    const hand = handOf(table);
    if (live) hand.currentBet = Math.max(hand.currentBet, bet);
    else hand.dead += amount;
  },
  CardsDealt(table, { each }) {
    for (const { inHand } of table.seats) if (inHand && !inHand.folded) inHand.cardCount += each;
  },
  Turn(table, turn) {
    if (table.heroSeat !== turn.seat) table.decision = null;
    handOf(table).turn = { ...turn };
    if (table.hybrid) table.hybrid.clockCalled = false;
  },
  TimeBank(table, { time_ms }) {
    const { turn } = handOf(table);
    if (turn) Object.assign(turn, { time_ms: 0, bank_ms: time_ms });
  },
  Acted(table, { seat: number, action, added }) {
    const seat = seatOf(table, number);
    const bet = pay(seat, added, true);
    if (action === "Fold") partOf(seat).folded = true;
    if ((action === "Fold" || action === "Check") && added !== 0) fail("chips were added without a bet");
    if (table.heroSeat === number) table.decision = null;
    table.hybrid?.acted(number);
    const hand = handOf(table);
    if (typeof action === "object") wagered(hand, number, bet, "Bet" in action ? action.Bet : action.RaiseTo);
    // A player who calls a short bring-in calls the full amount.
    if (action === "BringIn") hand.currentBet = Math.max(hand.currentBet, hand.game.bring_in);
    hand.currentBet = Math.max(hand.currentBet, bet);
    hand.turn = null;
    if (hand.actions !== null) hand.actions += 1;
  },
  UncalledReturned(table, { seat, amount }) {
    takeBack(seatOf(table, seat), amount);
  },
  BetsCollected(table, { pots }) {
    const before = table.potTotal();
    for (const seat of table.seats) seat.bet = 0;
    Object.assign(handOf(table), { pots: pots.map((pot) => ({ ...pot })), dead: 0, currentBet: 0, raises: 0 });
    if (table.potTotal() !== before) fail("the pots do not hold what was bet");
  },
  StreetBegan(table, { street }) {
    Object.assign(handOf(table), { street, currentBet: 0, raises: 0 });
    table.hybrid?.newStreet();
  },
  BoardDealt(table, { board, cards }) {
    (handOf(table).boards[board] ?? fail("there is no such board")).push(...cards);
  },
  UpCardsDealt(table, { cards }) {
    for (const { seat, card } of cards) {
      const part = partAt(table, seat);
      part.cardCount += 1;
      part.up.push(card);
    }
  },
  DrawBegan(table, { replaced }) {
    handOf(table).draws += replaced ? 1 : 0;
  },
  Discarded(table, { seat, count }) {
    const part = partAt(table, seat);
    part.cardCount = less(part.cardCount, count, "the seat does not hold so many cards");
    part.gaveAway = count;
    if (table.heroSeat === seat) table.decision = null;
    handOf(table).turn = null;
  },
  Drawn(table, { seat, count }) {
    partAt(table, seat).cardCount += count;
  },
  RunItAgreed(table, { boards }) {
    const hand = handOf(table);
    hand.boards = Array.from({ length: Math.max(boards, 1) }, (_, place) => [...(hand.boards[place] ?? hand.board())]);
  },
  HandTabled(table, { seat, cards }) {
    partAt(table, seat).tabled = [...cards];
  },
  CardsShown(table, { seat, cards }) {
    seatOf(table, seat).shown.push(...cards);
    if (table.heroSeat === seat) table.toShow = table.toShow.filter((card) => !cards.includes(card));
  },
  HandMucked(table, { seat }) {
    partAt(table, seat).folded = true;
  },
  PotAwarded(table, { pot, shares }) {
    let paid = 0;
    for (const { seat, amount } of shares) {
      seatOf(table, seat).stack += amount;
      paid += amount;
    }
    takeFromPot(handOf(table), pot, paid);
  },
  RakeTaken(table, { pot, amount }) {
    takeFromPot(handOf(table), pot, amount);
  },
  HandEnded(table, { hand }) {
    if (table.potTotal() !== 0) fail("chips are left in the pot");
    endHand(table, hand, false);
  },
  HandVoided(table, { hand }) {
    if (table.seats.some(({ inHand, stackAtStart }) => inHand && stackAtStart === null)) throw new Misfit("beginning", "");
    for (const seat of table.seats) seat.stack = seat.stackAtStart ?? seat.stack;
    endHand(table, hand, true);
  },
  SeatTaken(table, taken) {
    if (table.seat(taken.seat)) fail("the seat is taken already");
    const seat = new Seat(taken.seat, taken.name, taken.stack);
    seat.bot = taken.bot;
    seat.stackAtStart = table.hand ? taken.stack : null;
    table.seats = [...table.seats, seat].sort((a, b) => a.seat - b.seat);
  },
  SeatLeft(table, { seat: number }) {
    const seat = seatOf(table, number);
    table.seats = table.seats.filter((other) => other !== seat);
    // The bet of a player who leaves in the middle of a hand stays in.
    if (table.hand) table.hand.dead += seat.bet;
    if (table.heroSeat === number) Object.assign(table, { heroSeat: null, cards: [], decision: null });
  },
  ToppedUp(table, { seat, amount }) {
    changeStack(seatOf(table, seat), amount);
  },
  TimeCharged(table, { seat, amount }) {
    changeStack(seatOf(table, seat), -amount);
  },
  StackChanged(table, { seat: number, stack }) {
    const seat = seatOf(table, number);
    seat.stack = stack;
    if (seat.stackAtStart !== null) seat.stackAtStart = stack;
  },
  SatOut(table, { seat }) {
    seatOf(table, seat).sittingOut = true;
  },
  SatIn(table, { seat }) {
    seatOf(table, seat).sittingOut = false;
  },
  Presence(table, { seat, connected }) {
    seatOf(table, seat).connected = connected;
  },
  Paused(table) {
    table.paused = true;
  },
  Resumed(table) {
    table.paused = false;
  },
  Limited(table, { seat, added }) {
    pay(seatOf(table, seat), added, true);
  },
  Forfeited(table, { seat, amount }) {
    pay(seatOf(table, seat), amount, true);
  },
  CallRetracted(table, { seat, amount }) {
    takeBack(seatOf(table, seat), amount);
  },
  FoldedOutOfTurn(table, { seat }) {
    partAt(table, seat).folded = true;
  },
  WagerForced(table, { seat, added, to }) {
    const bet = pay(seatOf(table, seat), added, true);
    const hand = handOf(table);
    wagered(hand, seat, bet, to);
    hand.currentBet = to;
    noTurn(table);
  },
  WagerCorrected(table, { to, moved }) {
    for (const { seat: number, returned, added } of moved) {
      const seat = seatOf(table, number);
      takeBack(seat, returned);
      pay(seat, added, true);
    }
    handOf(table).currentBet = to;
    noTurn(table);
  },
  DealRuled(table, { remedy }) {
    if (typeof remedy !== "object") return;
    // If a card went to another hand, the server sends the whole table.
    const board = "Board" in remedy ? remedy.Board.cards : "Scrapped" in remedy ? remedy.Scrapped.board : null;
    if (board) handOf(table).boards[0] = [...board];
  },
  ActionsRescinded(table, { returned, back, current_bet }) {
    for (const { seat, amount } of returned) takeBack(seatOf(table, seat), amount);
    for (const seat of back) partAt(table, seat).folded = false;
    handOf(table).currentBet = current_bet;
    noTurn(table);
  },
  HandKilled(table, { seat }) {
    partAt(table, seat).folded = true;
    noTurn(table);
  },
  HandExposed(table, { seat, cards, live }) {
    const part = partAt(table, seat);
    part.tabled = [...cards];
    part.folded = !live;
  },
};
