// Chips and cards that the floor, or a rule about a wrong action, puts right.
import type { TableEventBodies } from "cardroom-bot/protocol";
import { Amount } from "../line";
import type { Reactions } from "../reactions";
import { remedySentence } from "../rulings";
import type { Hand } from "./hand";
import type { Log } from "./log";
import type { Seats } from "./seats";

/** Sets the bet to call. Whose turn it is comes next. */
const wager = (to: number, hand: Hand | null, seats: Seats): void => {
  if (hand) hand.currentBet = to;
  seats.nobodysTurn(hand);
};

export const corrections: Reactions<TableEventBodies, [hand: Hand | null, seats: Seats, log: Log]> = {
  DealRuled({ error, remedy, rule, returned }, hand, seats, log) {
    if (hand && typeof remedy === "object") {
      if ("Board" in remedy) hand.boards[0] = remedy.Board.cards;
      if ("Scrapped" in remedy) hand.boards[0] = remedy.Scrapped.board;
    }
    const args = { remedy: () => remedySentence(remedy, error, (seat) => seats.playerName(seat)), rule };
    if (returned) log.say("log-deal-ruled-returned", { ...args, amount: new Amount(returned) }, "floor");
    else log.say("log-deal-ruled", args, "floor");
  },
  ActionsRescinded({ actions, returned, current_bet, rule }, hand, seats, log) {
    for (const { seat, amount } of returned) seats.bet(seat, -amount);
    wager(current_bet, hand, seats);
    log.say("log-rescinded", { count: actions, rule }, "floor");
  },
  WagerForced({ seat, to, added }, hand, seats) {
    seats.bet(seat, added);
    wager(to, hand, seats);
  },
  WagerCorrected({ moved, to }, hand, seats) {
    for (const { seat, returned, added } of moved) seats.bet(seat, added - returned);
    wager(to, hand, seats);
  },
  FoldedOutOfTurn({ seat }, _hand, seats, log) {
    seats.fold(seat);
    log.say("log-folds-out-of-turn", seats.who(seat), "floor");
  },
  Limited: ({ seat, added }, _hand, seats) => seats.bet(seat, added),
  Forfeited: ({ seat, amount }, _hand, seats) => seats.bet(seat, amount),
  CallRetracted: ({ seat, amount }, _hand, seats) => seats.bet(seat, -amount),
  // No event describes the effects of these commands. A watched table gets the whole view after
  // them. A replayed hand has only this.
  FloorOrdered({ command }, _hand, seats) {
    if (typeof command !== "object") return;
    if ("ReawardPot" in command) {
      const { from, to, amount } = command.ReawardPot;
      seats.give(from, -amount);
      seats.give(to, amount);
    } else if ("RestoreHand" in command) {
      const at = seats.at(command.RestoreHand);
      if (at?.hand.gone) Object.assign(at.hand, { folded: false, ...at.hand.gone, gone: undefined });
    }
  },
};
