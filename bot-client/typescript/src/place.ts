// The parts of a player share its table, its connection, and its counts.
import type { Bot } from "./bot.ts";
import type { Answer, Connection, Requests } from "./connection.ts";
import type { Complete } from "./settings.ts";
import type { Table } from "./table.ts";

/** What the bots of an account did, for a summary. */
export interface Totals {
  /** Hands in which a bot was dealt in, without voided ones. */
  hands: number;
  /** Chips won in ring games, negative if lost. */
  net: number;
  /** The same in big blinds. */
  bigBlinds: number;
  actions: number;
  /** Answers of bots that were not legal. Each became a check or a fold. */
  illegal: number;
  /** Actions that the room refused, although they seemed to be legal. */
  refused: number;
  /** Turns that ended before the answer was there. */
  late: number;
  reconnects: number;
  /** How often a table had to be observed again, because a step did not fit. */
  resyncs: number;
}

export const noTotals = (): Totals => ({
  hands: 0, net: 0, bigBlinds: 0, actions: 0, illegal: 0, refused: 0, late: 0, reconnects: 0, resyncs: 0,
});

export interface Place {
  readonly bot: Bot;
  readonly settings: Complete;
  readonly line: Connection;
  readonly totals: Totals;
  /** The table as the bot sees it. */
  readonly table: Table | null;
  /** The most milliseconds for a decision, if this is a match. */
  readonly matchMs: number | null;
  /** Sends a request. Resolves with null if the connection was lost before the answer. */
  ask<K extends keyof Requests>(name: K, body: Requests[K]): Promise<Answer | null>;
  /** Sends a request whose answer changes nothing. */
  tell<K extends keyof Requests>(name: K, body: Requests[K]): void;
}

export const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * How long to wait before looking for a seat again, and before repeating a request to a busy room.
 */
export const NO_SEAT_MS = 2_000;
export const BUSY_MS = 500;
