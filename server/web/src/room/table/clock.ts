// The clocks of a table: whose turn runs until when, and whether a pause stops all of it.
import type { TableEventBodies, TableInfo, TableView } from "cardroom-bot/protocol";
import { typedReason } from "../host-orders";
import type { Reactions } from "../reactions";
import type { Hand, Turn } from "./hand";
import type { Log } from "./log";
import type { Seats } from "./seats";

export class Clock {
  paused = false;
  /** The reason that the floor gave. Null after a reload. */
  pauseReason: string | null = null;
  /** The operator or host who paused. Null if the page does not know. */
  pausedBy: string | null = null;

  take({ paused }: TableView): void {
    if (paused) this.paused = true;
    else this.resume();
  }
  /** Remembers who paused and why. A reason that the page made up counts for none. */
  pausedWith(reason: string, operator: string | null): void {
    this.pauseReason = typedReason(reason);
    this.pausedBy = operator;
  }
  private resume(): void {
    Object.assign(this, { paused: false, pauseReason: null, pausedBy: null });
  }

  private turn(seat: number, timeMs: number | null, bankMs: number, inBank = false): Turn {
    const begins = performance.now();
    const left = inBank ? bankMs : timeMs;
    return { seat, begins, ends: left === null || this.paused ? null : begins + left, bankMs, inBank };
  }
  /** Returns the turn of a view. At a hybrid table no clock runs before it is called. */
  turnOf({ hand, hybrid, info }: TableView): Turn | null {
    const turn = hand?.turn;
    if (!turn) return null;
    if (info.hybrid) return this.turn(turn.seat, hybrid?.clock_ms ?? null, 0);
    return this.turn(turn.seat, turn.time_ms, turn.bank_ms, turn.time_ms === 0);
  }

  readonly on: Reactions<TableEventBodies, [hand: Hand | null, seats: Seats, log: Log, info: TableInfo]> = {
    Turn: ({ seat, time_ms, bank_ms }, hand, seats, _log, info) => {
      if (!hand) return;
      hand.turn = this.turn(seat, info.hybrid ? null : time_ms, bank_ms);
      const at = seats.at(seat);
      if (at) at.hand.did = null;
    },
    TimeBank: ({ seat, time_ms }, hand) => {
      if (hand) hand.turn = this.turn(seat, 0, time_ms, true);
    },
    ClockCalled: ({ seat, time_ms, rule }, hand, seats, log) => {
      if (hand) hand.turn = this.turn(seat, time_ms, 0);
      log.say("log-clock-called", { ...seats.who(seat), rule }, "floor");
    },
    // A full view brings clocks and questions back when the pause is over.
    Paused: (_, hand, seats, log) => {
      this.paused = true;
      if (seats.you) seats.you.decision = null;
      if (hand?.turn) hand.turn = { ...hand.turn, ends: null };
      log.say("log-paused", {}, "table");
    },
    Resumed: (_, _hand, _seats, log) => {
      this.resume();
      log.say("log-resumed", {}, "table");
    },
    FloorOrdered: ({ command, reason, operator }) => {
      if (command === "Pause") this.pausedWith(reason, operator);
    },
  };
}
