// The end of a hand: hands that are shown or mucked, and pots that are pushed.
import type { HandExposed, HandTabled, Share, TableEventBodies, TableInfo } from "cardroom-bot/protocol";
import { kickerOf } from "../best-five";
import { nameOfMade } from "../hand-words";
import { Amount, Cards, Named, Phrase } from "../line";
import type { Reactions } from "../reactions";
import type { Hand } from "./hand";
import type { Log } from "./log";
import type { Seats } from "./seats";

/** Shows a hand to everybody. */
const table = ({ seat, cards }: HandTabled | HandExposed, _hand: Hand, seats: Seats, log: Log): void => {
  const at = seats.at(seat);
  if (at) Object.assign(at.hand, { tabled: cards, cards: cards.length, shown: true });
  log.say("log-shows", { ...seats.who(seat), cards: new Cards(cards) }, "result");
};

export const showdown: Reactions<TableEventBodies, [hand: Hand, seats: Seats, log: Log, info: TableInfo], number | void> = {
  HandTabled: table,
  HandExposed: table,
  HandMucked({ seat }, _hand, seats, log) {
    seats.fold(seat);
    const at = seats.at(seat);
    if (at) at.hand.mucked = true;
    log.say("log-mucks", seats.who(seat), "result");
  },
  HandKilled({ seat, reason, rule }, hand, seats, log) {
    seats.fold(seat);
    if (hand.turn?.seat === seat) seats.nobodysTurn(hand);
    log.say("log-hand-dead", { ...seats.who(seat), reason, rule }, "floor");
  },
  RakeTaken({ pot, amount }, hand) {
    const from = hand.pots[pot];
    if (from) from.amount -= amount;
    return -amount;
  },
  PotAwarded({ pot, shares }, hand, seats, log) {
    const from = hand.pots.length > 1 ? (pot ? "log-from-side-pot" : "log-from-main-pot") : "log-from-pot";
    for (const share of shares) award(hand, seats, log, { pot, share, shares, name: new Phrase(from, { number: pot }) });
  },
  HandEnded(_, hand, seats, _log, info) {
    seats.nobodysTurn(hand);
    hand.over = true;
    const { you, mine } = seats;
    if (you && mine?.hand && (info.shows_folded || !mine.hand.folded)) {
      const open = mine.hand.tabled ?? mine.hand.up;
      you.to_show = you.cards.filter((card) => !open.includes(card));
    }
  },
  HandVoided({ reason }, hand, seats, log) {
    const before = seats.stacks + hand.potWith(seats.bets);
    for (const [seat, stack] of hand.stacksBefore) {
      const at = seats.all[seat];
      if (at?.hand) at.stack = stack;
    }
    seats.endHand();
    log.say("log-void", { reason }, "floor");
    return seats.stacks - before;
  },
};

interface Award {
  pot: number;
  share: Share;
  shares: Share[];
  /** What the log calls the pot. */
  name: Phrase;
}

const award = (hand: Hand, seats: Seats, log: Log, { pot, share, shares, name }: Award): void => {
  const from = hand.pots[pot];
  if (from) from.amount -= share.amount;
  const at = seats.at(share.seat);
  if (!at) return;
  at.seat.stack += share.amount;
  at.hand.won += share.amount;
  // Everyone sees the name of a hand only after it was shown.
  const named = share.hand !== null && at.hand.shown ? share.hand : null;
  if (named) at.hand.wonWith = nameOfMade(named);
  seats.fly(share.seat, share.amount, false);
  const args = { ...seats.who(share.seat), amount: new Amount(share.amount), pot: name };
  const line = named
    ? log.say("log-wins-with", { ...args, hand: new Named(named, kicker(hand, seats, share.seat, shares)) }, "result")
    : log.say("log-wins", args, "result");
  hand.outcome.push(line);
};

/** Returns the rank of the kicker that beat another hand that this viewer knows. */
const kicker = (hand: Hand, seats: Seats, winner: number, shares: Share[]): string | null => {
  const known = seats.live.map((seat) => ({ seat: seat.seat, cards: seats.cardsOf(seat) }));
  const won = known.find((each) => each.seat === winner);
  const beaten = known.filter((each) => !shares.some((share) => share.seat === each.seat));
  return won ? kickerOf(hand, won.cards, beaten.map((each) => each.cards)) : null;
};
