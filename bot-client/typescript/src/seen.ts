// The table of a bot that plays by lines: made from `hello` and `hand`, kept up to date by events,
// and corrected by every decision, which holds all that the seat sees.
import { Misfit, applyEvent } from "./apply.ts";
import { Legal } from "./choices.ts";
import type { ActLine, HandLine, HelloLine, LineSeat, OfferLine, ResultLine } from "./line-protocol.ts";
import type { TableEvent, TableInfo } from "./protocol.ts";
import { Hand, InHand, Seat, Table } from "./table.ts";

/** Makes a table from the first line. */
export const tableOf = (hello: HelloLine): Table => {
  const table = new Table(infoOf(hello));
  table.heroSeat = hello.seat;
  table.seats = hello.players.map(({ seat, name, stack }) => new Seat(seat, name, stack));
  return table;
};

const infoOf = (hello: HelloLine): TableInfo => {
  const { game, games, betting, rulebook, small_blind, big_blind, ante, ante_kind, unit, seats, players } = hello;
  return {
    table: 0, name: "", game, game_name: games[0]?.name ?? game, betting, rulebook, small_blind, big_blind, ante, ante_kind, unit, seats,
    seated: players.length, min_buy_in: 0, max_buy_in: 0, bots_allowed: true, hands_played: 0, average_pot: 0, games,
    switch: hello.switch, straddle: null, bomb_pot: null, max_boards: 1, tournament: null, hybrid: false, host: null, waiting: 0,
    bots: players.length, free_chat: false, top_up_to: 0, shows_folded: false, chip_value: null,
  };
};

/** Begins a hand. Its `HandStarted` event then changes nothing. */
export const begin = (table: Table, line: HandLine): void => {
  table.seats = line.players.map(({ seat, name, stack }) => new Seat(seat, name, stack));
  table.hand = null;
  applyEvent(table, { HandStarted: line });
};

/**
 * Applies an event. One that does not fit changes nothing, because the next decision corrects the
 * table.
 */
export const follow = (table: Table, event: TableEvent): void => {
  if ("HandStarted" in event && table.hand?.number === event.HandStarted.hand) return;
  try {
    applyEvent(table, event);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
  }
};

/** Corrects the table by a decision. */
export const decided = (table: Table, act: ActLine): void => {
  table.heroSeat = act.seat;
  table.cards = [...act.cards];
  table.seats = act.seats.map((line) => seatOf(table, line)).sort((a, b) => a.seat - b.seat);
  const hand = table.hand?.number === act.hand ? table.hand : handOf(table, act);
  table.hand = hand;
  const pots = act.pots.reduce((sum, pot) => sum + pot.amount, 0);
  const bets = act.seats.reduce((sum, seat) => sum + seat.bet, 0);
  const most = Math.max(...act.seats.map((seat) => seat.bet));
  Object.assign(hand, {
    street: act.street, button: act.button, boards: act.boards.map((board) => [...board]), pots: act.pots, dead: act.pot - pots - bets,
    currentBet: Math.max(hand.currentBet, most), turn: { seat: act.seat, time_ms: act.time_ms ?? 0, bank_ms: 0 },
  });
  table.decision = { turn: act.id, legal: new Legal(act.legal, table.info.unit) };
};

const handOf = (table: Table, act: ActLine): Hand => {
  const { games, game } = table.info;
  const played = games.find(({ id }) => id === act.game) ?? games.find(({ id }) => id === game) ?? games[0];
  if (!played) throw new Error("The line hello names no game.");
  const dealt = act.seats.filter((seat) => seat.dealt).map(({ seat }) => seat);
  const clockwise = [...dealt.filter((seat) => seat > act.button), ...dealt.filter((seat) => seat <= act.button)];
  return Object.assign(new Hand(act.hand, played, act.button, clockwise), { draws: Math.min(act.street, played.draws) });
};

const seatOf = (table: Table, line: LineSeat): Seat => {
  const seat = table.seat(line.seat) ?? new Seat(line.seat, `Seat ${line.seat}`, line.stack);
  seat.stack = line.stack;
  seat.bet = line.bet;
  const part = line.dealt ? (seat.inHand ?? new InHand()) : null;
  seat.inHand = part && Object.assign(part, { folded: line.folded, allIn: line.all_in, cardCount: line.card_count, gaveAway: line.discarded });
  if (part?.tabled === null) part.up = [...line.open];
  return seat;
};

/** Corrects the table by an offer. */
export const offeredAt = (table: Table, offer: OfferLine): void => {
  table.cards = [...offer.cards];
  if (table.hand) table.hand.boards = offer.boards.map((board) => [...board]);
};

/** Ends the hand, as its result says. */
export const end = (table: Table, line: ResultLine): void => {
  const own = line.seats.find(({ seat }) => seat === table.heroSeat);
  const known = table.lastResult?.hand === line.hand ? table.lastResult : null;
  table.lastResult = {
    hand: line.hand, dealtIn: own !== undefined, players: known?.players ?? line.seats.length,
    dealtFirst: known?.dealtFirst ?? false, net: own?.net ?? null, voided: line.voided,
  };
  if (!table.hand) return;
  table.hand = null;
  table.cards = [];
  table.decision = null;
  for (const seat of table.seats) Object.assign(seat, { bet: 0, inHand: null, stackAtStart: null });
};
