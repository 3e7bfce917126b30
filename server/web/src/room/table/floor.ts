// The floor at a table: tickets, rulings, actions that wait for a ruling, and what only the floor
// sees. `corrections.ts` moves the chips and cards that a ruling moves.
import type { ActionHeld, HybridView, Ruled, SeatTimeUse, TableEventBodies, TableInfo, TableView, TicketOpened } from "cardroom-bot/protocol";
import { isOfHost, typedReason } from "../host-orders";
import type { Line } from "../line";
import type { Reactions } from "../reactions";
import { type InUnit, commandText, matterText, optionText, rulingSentence } from "../rulings";
import type { Log } from "./log";
import type { Seats } from "./seats";

let rulings = 0;

export class Floor {
  hybrid: HybridView | null = null;
  ticket: (TicketOpened & { ends: number }) | null = null;
  rulings: (Ruled & { id: number })[] = [];
  held: ActionHeld[] = [];
  /** Incidents noted for the floor. Only its page shows them. */
  flags: Line[] = [];
  /** Each player's use of time by seat, which the server sends to the floor alone. */
  timeUse = new Map<number, SeatTimeUse>();

  take({ hybrid, paused }: TableView): void {
    this.hybrid = hybrid;
    this.held = [];
    this.ticket = hybrid?.ticket ? { ...hybrid.ticket, ends: paused ? 0 : performance.now() + hybrid.ticket.time_ms } : null;
  }
  begin(): void {
    this.held = [];
    this.rulings = [];
  }
  private settle(seat: number): void {
    this.held = this.held.filter((held) => held.seat !== seat);
  }

  readonly on: Reactions<TableEventBodies, [seats: Seats, log: Log, info: TableInfo]> = {
    Ruled: (ruled, seats, log) => {
      this.rulings = [...this.rulings.slice(-5), { ...ruled, id: ++rulings }];
      log.say("log-ruled", { ...seats.who(ruled.seat), ruling: (inUnit) => rulingSentence(ruled, inUnit), rule: ruled.rule }, "floor");
    },
    TicketOpened: (opened, _seats, log) => {
      const { matter, rule, time_ms } = opened;
      this.ticket = { ...opened, ends: performance.now() + time_ms };
      log.say("log-floor-called", { matter: () => matterText(matter), rule }, "floor");
    },
    TicketClosed: ({ option }, _seats, log) => {
      this.ticket = null;
      log.say("log-floor-ruled", { option: (inUnit) => optionText(option, inUnit) }, "floor");
    },
    Paused: () => {
      if (this.ticket) this.ticket = { ...this.ticket, ends: 0 };
    },
    FloorOrdered: ({ operator, command, reason, rule }, seats, log, info) => {
      // The seat may be another player's when the line is shown.
      const names = seats.all.map((_, seat) => seats.playerName(seat));
      const called = (name: string): string => seats.called(name);
      const ordered = (inUnit: InUnit): string => commandText(command, (seat) => names[seat] ?? "", operator, called, inUnit);
      const args = { operator: called(operator), command: ordered, reason };
      const byHost = isOfHost(command) || (info.host === operator && info.tournament === null);
      if (byHost && !rule) log.say(typedReason(reason) === null ? "log-host-orders" : "log-host-orders-because", args, "floor");
      else if (rule) log.say("log-floor-ordered-by-rule", { ...args, rule }, "floor");
      else log.say("log-floor-ordered", args, "floor");
    },
    ActionHeld: (held) => {
      this.settle(held.seat);
      this.held.push(held);
    },
    HeldSettled: ({ seat }) => this.settle(seat),
    Flagged: ({ seat, flag }, seats, log) => {
      this.flags = [...this.flags.slice(-19), log.note("floor-flagged", { ...seats.who(seat), flag })];
    },
    FloorAttended: ({ attended }, _seats, log) => {
      if (this.hybrid) this.hybrid.attended = attended;
      log.say(attended ? "log-floor-attended" : "log-floor-unattended", {}, "floor");
    },
  };
}
