// Cards, amounts and actions in words. Nothing here keeps anything.
import type { Action, Card, Game, TableInfo } from "../protocol";

const RANKS: Record<string, string> = {
  "2": "Deuce", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
  "9": "Nine", T: "Ten", J: "Jack", Q: "Queen", K: "King", A: "Ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

export const rankOf = (card: Card): string => card[0] ?? "";
export const suitOf = (card: Card): string => card[1] ?? "";
export const cardName = (card: Card): string => `${RANKS[rankOf(card)] ?? "?"} of ${SUITS[suitOf(card)] ?? "?"}`;
export const cardNames = (cards: Card[]): string => cards.map(cardName).join(", ");
export const rankName = (rank: string): string => RANKS[rank] ?? rank;

const grouped = new Intl.NumberFormat("en-US");
/** Chips, or money, as a number with groups. */
export const chips = (amount: number): string => grouped.format(amount);
/** A large amount in few characters. */
export const brief = (amount: number): string => {
  if (amount >= 10_000_000) return `${grouped.format(Math.floor(amount / 100_000) / 10)}M`;
  if (amount >= 100_000) return `${grouped.format(Math.floor(amount / 100) / 10)}K`;
  return grouped.format(amount);
};
export const inBigBlinds = (amount: number, bigBlind: number): string =>
  `${grouped.format(Math.round((amount / bigBlind) * 10) / 10)} BB`;

/** Points of a league, which travel in hundredths: 1250 as 12.5. */
export const points = (hundredths: number): string => grouped.format(hundredths / 100);

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
/** The day of a date of the server. */
export const dateOf = (date: number): string => day.format(date);

export const plural = (count: number, one: string, many = `${one}s`): string => `${chips(count)} ${count === 1 ? one : many}`;

export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

export const bettingShort = (betting: TableInfo["betting"]): string =>
  ({ NoLimit: "NL", PotLimit: "PL", FixedLimit: "FL" })[betting];
export const bettingLong = (betting: TableInfo["betting"]): string =>
  ({ NoLimit: "No limit", PotLimit: "Pot limit", FixedLimit: "Fixed limit" })[betting];
/** Every betting structure, to choose from. */
export const bettings = (["NoLimit", "PotLimit", "FixedLimit"] as const).map((id) => ({ id, name: bettingLong(id) }));

type Stakes = Pick<Game, "betting" | "small_blind" | "big_blind" | "ante">;
/** The stakes as players name them: blinds, or small and big bet of a limit game. */
export const stakes = (of: Stakes): string => {
  const ante = of.ante ? ` (${brief(of.ante)})` : "";
  if (of.betting === "FixedLimit") return `${brief(of.big_blind)}/${brief(of.big_blind * 2)}${ante}`;
  return `${brief(of.small_blind)}/${brief(of.big_blind)}${ante}`;
};

/** What somebody did, in one or two words. */
export const actionWord = (action: Action): string => {
  if (typeof action !== "string") return "Bet" in action ? "Bets" : "Raises";
  return { Fold: "Folds", Check: "Checks", Call: "Calls", BringIn: "Brings in" }[action];
};

/** A verb for somebody: "You fold", "Ada folds". */
export const does = (name: string, verb: string): string => `${name} ${name === "You" ? verb : `${verb}s`}`;

export const actionSentence = (name: string, action: Action, added: number, allIn: boolean, timedOut: boolean): string => {
  const late = timedOut ? " (time)" : "";
  const all = allIn && added > 0 ? `, all-in` : "";
  const said = (verb: string, rest = ""): string => `${does(name, verb)}${rest}${all}${late}`;
  if (action === "Fold") return said("fold");
  if (action === "Check") return said("check");
  if (action === "Call") return said("call", ` ${chips(added)}`);
  if (action === "BringIn") return said("bring", ` it in for ${chips(added)}`);
  if ("Bet" in action) return said("bet", ` ${chips(action.Bet)}`);
  return said("raise", ` to ${chips(action.RaiseTo)}`);
};

/** An identifier of the wire as words: `BeforeStart` as "before start". */
export const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase();
/** A choice that may hold something, as words. */
export const choice = (value: string | object): string => {
  if (typeof value === "string") return spaced(value);
  const [[name, held]] = Object.entries(value) as [[string, unknown]];
  return typeof held === "object" ? spaced(name) : `${spaced(name)} ${String(held)}`;
};
