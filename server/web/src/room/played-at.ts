// The tables and games of an account's own hands, for the filters of the hands. The server lists
// hands page by page, so this remembers what earlier pages had.
import type { HandSummary } from "cardroom-bot/protocol";

const KEY = "cardroom.played-at";
/** How many tables are remembered. */
const MOST = 100;

export interface PlayedAt {
  account: string;
  tables: [table: number, name: string][];
  /** By name. */
  games: string[];
}

/** Adds the tables and games of hands. */
export const withHands = (known: PlayedAt, hands: HandSummary[]): PlayedAt => {
  const tables = new Map([...hands.map((hand) => [hand.table, hand.table_name] as const), ...known.tables.filter(([table]) => !hands.some((hand) => hand.table === table))]);
  return { ...known, tables: [...tables].slice(0, MOST), games: [...new Set([...hands.map((hand) => hand.game), ...known.games])] };
};

/** Returns what this browser remembers of an account. */
export const playedAt = (account: string): PlayedAt => {
  const known = JSON.parse(localStorage.getItem(KEY) ?? "null") as PlayedAt | null;
  return known?.account === account ? known : { account, tables: [], games: [] };
};

export const rememberPlayed = (known: PlayedAt): void => localStorage.setItem(KEY, JSON.stringify(known));
