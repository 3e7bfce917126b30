// How a bot plays apart from its cards: where the room is, how it logs in, its tables, and when it
// stops.
import type { SocketClass } from "./connection.ts";
import type { TableFilter, TableInfo } from "./protocol.ts";

export const DEFAULT_URL = "ws://127.0.0.1:7777/ws";

/**
 * Chips to bring to a table: `"min"`, `"max"`, a number of chips, or big blinds such as `"100bb"`.
 */
export type BuyIn = "min" | "max" | number | `${number}bb`;

export interface Settings {
  /** The address of the room, or several with commas between them. By default `CARDROOM_URL`. */
  url?: string;
  /** An API token. By default `CARDROOM_TOKEN`. */
  token?: string;
  /** The name of the account, or a guest's nickname. */
  name?: string;
  /** The password of the account, which is made if there is none of this name. */
  password?: string;
  /** The code of a private table, or of a private tournament if `tournament` is `"code"`. */
  code?: string;
  /** The tables to sit at, or what they must be like. By default any with a free seat. */
  tables?: number[] | Partial<TableFilter>;
  /** How many tables to play at over one connection, each with its own bot. */
  tablesAtOnce?: number;
  /** The tournament to play, by its name or its number, or `"code"`. */
  tournament?: string | number;
  /** How often to enter the tournament again. */
  reEntries?: number;
  /** Whether to buy chips that the tournament offers. */
  buysChips?: boolean;
  buyIn?: BuyIn;
  /** Buy more chips between hands if the stack is below this percentage of the buy-in. */
  topUpBelowPercent?: number;
  /** Whether to join the waiting list of a full table. */
  waitsInLine?: boolean;
  /** Whether to wait for the big blind instead of posting one. */
  waitForBigBlind?: boolean;
  /** Whether to straddle if the table allows it. */
  straddle?: boolean;
  /** Stop after this number of hands dealt in. */
  hands?: number;
  /** Stop this many seconds after the first login. */
  seconds?: number;
  /** How many attempts in a row may fail before the bot gives up. */
  attempts?: number;
  /** The class of WebSockets, on a Node without one. */
  WebSocket?: SocketClass;
  /** Where sentences for people go. By default to the console as errors. */
  log?: (sentence: string) => void;
}

/** A reason not to play at all. Its message is a sentence for people. */
export class CannotPlay extends Error {}

/** The settings with their defaults. */
export type Complete = Settings &
  Required<Pick<Settings, "url" | "tablesAtOnce" | "reEntries" | "buyIn" | "topUpBelowPercent" | "attempts" | "log">>;

/** Fills in the defaults, and checks what a person can write wrongly. */
export const complete = (settings: Settings): Complete => {
  const whole: Complete = {
    tablesAtOnce: 1, reEntries: 0, buyIn: "100bb", topUpBelowPercent: 50, attempts: 8,
    log: (sentence) => console.error(sentence),
    ...given(settings),
    url: settings.url ?? DEFAULT_URL,
  };
  for (const url of whole.url.split(",")) checkAddress(url.trim());
  if (typeof whole.buyIn === "string" && !/^(min|max|[1-9]\d*bb)$/.test(whole.buyIn)) {
    throw new CannotPlay(`A buy-in is "min", "max", a number of chips or big blinds such as "100bb", not ${JSON.stringify(whole.buyIn)}.`);
  }
  if (!whole.WebSocket && typeof globalThis.WebSocket === "undefined") {
    throw new CannotPlay(
      "This Node has no WebSocket. Use Node 22 or newer, start this one with --experimental-websocket, or give the class of a package such as ws: main(Mine, { WebSocket }).",
    );
  }
  if (whole.password !== undefined && whole.name === undefined) throw new CannotPlay("A password needs the name of its account.");
  return whole;
};

/** Leaves out what is undefined, so that it does not replace a default. */
const given = <T extends object>(settings: T): T => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;

const checkAddress = (url: string): void => {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new CannotPlay(`${JSON.stringify(url)} is not an address. A room's address looks like ${DEFAULT_URL}.`);
  }
  if (parsed.protocol === "http:" || parsed.protocol === "https:") {
    const instead = `${parsed.protocol === "https:" ? "wss" : "ws"}://${parsed.host}/ws`;
    throw new CannotPlay(`${url} is a page to look at. Bots connect to ${instead}.`);
  }
  if (parsed.protocol !== "ws:" && parsed.protocol !== "wss:") {
    throw new CannotPlay(`${url} is no address of a room. Write ws:// or wss:// before the host.`);
  }
};

/** Returns the chips to bring to a table, before the limits of the table. */
export const buyInAt = (buyIn: BuyIn, table: TableInfo): number => {
  if (buyIn === "min") return table.min_buy_in;
  if (buyIn === "max") return table.max_buy_in;
  return typeof buyIn === "number" ? buyIn : Number.parseInt(buyIn, 10) * table.big_blind;
};
