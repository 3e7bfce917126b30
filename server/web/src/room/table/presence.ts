// Players who come, go and sit out, with the chips that they bring and take, and the cards that
// they show after a hand. None of it needs a hand in progress.
import type { TableEventBodies } from "cardroom-bot/protocol";
import { Amount, Cards } from "../line";
import type { Reactions } from "../reactions";
import type { Log } from "./log";
import type { Seats } from "./seats";

export const presence: Reactions<TableEventBodies, [seats: Seats, log: Log], number | void> = {
  SeatTaken({ seat, name, stack, bot, avatar, color, staff }, seats, log) {
    seats.all[seat] = { seat, name, bot, stack, avatar, color, staff, muted: false, shown: [], connected: true, sitting_out: false, hand: null };
    log.say("log-sits-down", { name: seats.called(name), amount: new Amount(stack) }, "table");
    return stack;
  },
  SeatLeft({ seat }, seats, log) {
    const left = seats.all[seat];
    seats.all[seat] = null;
    if (left) log.say("log-leaves", { name: seats.called(left.name) }, "table");
    else log.say("log-leaves-unknown", {}, "table");
    return -(left?.stack ?? 0);
  },
  ToppedUp: ({ seat, amount }, seats) => seats.give(seat, amount),
  TimeCharged: ({ seat, amount }, seats) => seats.give(seat, -amount),
  StackChanged: ({ seat, stack }, seats) => seats.give(seat, stack - (seats.all[seat]?.stack ?? stack)),
  SatOut({ seat }, seats, log) {
    const at = seats.all[seat];
    if (at) at.sitting_out = true;
    if (seat === seats.you?.seat && seat === seats.late) seats.outBecause = "late";
    log.say("log-sits-out", seats.who(seat), "table");
  },
  SatIn({ seat }, seats, log) {
    const at = seats.all[seat];
    if (at) at.sitting_out = false;
    if (seat === seats.you?.seat) seats.outBecause = null;
    log.say("log-sits-in", seats.who(seat), "table");
  },
  Presence({ seat, connected }, seats) {
    const at = seats.all[seat];
    if (at) at.connected = connected;
  },
  CardsShown({ seat, cards }, seats, log) {
    const there = seats.all[seat];
    if (there) there.shown = [...there.shown, ...cards];
    if (seats.you?.seat === seat) seats.you.to_show = seats.you.to_show.filter((card) => !cards.includes(card));
    log.say("log-shows", { ...seats.who(seat), cards: new Cards(cards) }, "result");
  },
};
