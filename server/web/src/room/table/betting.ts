// The betting: blinds, actions, and bets that go into the pots.
import type { TableEventBodies } from "cardroom-bot/protocol";
import { Amount, Phrase } from "../line";
import type { Reactions } from "../reactions";
import type { Did, Hand } from "./hand";
import type { Log } from "./log";
import type { Seats } from "./seats";

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

export const betting: Reactions<TableEventBodies, [hand: Hand, seats: Seats, log: Log], number | void> = {
  Posted({ seat, post, amount }, hand, seats, log) {
    const at = seats.at(seat);
    if (post === "Ante" || post === "DeadBlind") {
      if (at) {
        at.seat.stack -= amount;
        at.hand.allIn = at.seat.stack === 0;
      }
      hand.dead += amount;
    } else seats.bet(seat, amount);
    if (post === "Straddle") hand.currentBet = amount;
    // The big blind may pay the ante, too. The badge names the blind.
    if (at && POSTED[post]) at.hand.did = POSTED[post];
    log.say(POSTS[post], { ...seats.who(seat), amount: new Amount(amount) }, "deal");
  },
  Acted({ seat, action, added, timed_out }, hand, seats, log) {
    const [kind, to] = typeof action === "string" ? [action, added] : (Object.entries(action)[0] as [string, number]);
    const [message, did] = ACTIONS[typeof action === "object" && hand.completes(to) ? "Complete" : kind] ?? ["log-bets", "bet"];
    seats.bet(seat, added);
    const at = seats.at(seat);
    if (at && added > 0 && hand.street === 0) at.hand.volunteered = true;
    if (action === "Fold") seats.fold(seat);
    else if (action === "BringIn") hand.currentBet = hand.game.bring_in;
    else if (typeof action !== "string") hand.currentBet = to;
    const allIn = added > 0 && (at?.hand.allIn ?? false);
    if (at) at.hand.did = allIn ? "all-in" : did;
    if (timed_out) seats.late = seat;
    seats.nobodysTurn(hand);
    const args = { ...seats.who(seat), amount: new Amount(to) };
    if (timed_out || allIn) log.say(timed_out ? "log-with-timeout" : "log-with-all-in", { line: new Phrase(message, args) });
    else log.say(message, args);
  },
  UncalledReturned({ seat, amount }, _hand, seats, log) {
    seats.bet(seat, -amount);
    log.say("log-uncalled", { ...seats.who(seat), amount: new Amount(amount) });
  },
  BetsCollected({ pots }, hand, seats) {
    for (const seat of seats.all) {
      if (!seat?.hand) continue;
      if (seat.hand.bet) seats.fly(seat.seat, seat.hand.bet, true);
      seat.hand.bet = 0;
    }
    Object.assign(hand, { pots, dead: 0, currentBet: 0 });
  },
};
