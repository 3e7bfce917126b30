// Cards, amounts and actions in words, in the language of the page.
import type { Card, Game, TableInfo } from "cardroom-bot/protocol";
import { language, t } from "../words/words";
import { type Value, shownValue, units } from "./money";
import { settings } from "./settings";

export const rankOf = (card: Card): string => card[0] ?? "";
export const suitOf = (card: Card): string => card[1] ?? "";

/** Capitalizes the first letter, for a text that begins a line. */
export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

/** Caches a function's results by language and argument. */
const perLanguage = <T>(make: (of: string) => T): ((of: string) => T) => {
  const known = new Map<string, T>();
  return (of) => {
    const key = `${language()} ${of}`;
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(of)));
    return value;
  };
};

/** Returns a rank as one card of it, in the middle of a sentence: "ace". */
export const rankWord = perLanguage((rank) => t(`word-rank-${rank.toLowerCase()}`));
/** Returns a rank as several cards of it: "aces". */
export const rankWords = perLanguage((rank) => t(`word-ranks-${rank.toLowerCase()}`));
const cardWord = perLanguage((card) =>
  t("word-card", { rank: rankWord(rankOf(card)), suit: t(`word-suit-${suitOf(card)}`) }),
);

export const cardName = (card: Card): string => capital(cardWord(card));
/** Returns cards in the middle of a sentence: "ace of spades, king of hearts". */
export const cardNames = (cards: Card[]): string => cards.map(cardWord).join(", ");

const locale = (): string => (language() === "de" ? "de-DE" : "en-US");
const numbers = perLanguage(() => new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }));
const shortNumbers = perLanguage(
  (digits) => new Intl.NumberFormat(locale(), { notation: "compact", maximumSignificantDigits: Number(digits), roundingMode: "trunc" } as Intl.NumberFormatOptions),
);
const days = perLanguage(
  () => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric" }),
);
const moments = perLanguage(() => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }));
const grouped = (amount: number): string => numbers("").format(amount);

/** Returns chips, or money, as a number with groups. */
export const chips = (amount: number): string => grouped(amount);
/** Returns a result with its sign. */
export const signed = (won: number, lost: number): string => {
  const net = won - lost;
  return net === 0 ? "0" : `${net > 0 ? "+" : "−"}${chips(Math.abs(net))}`;
};
/** Returns a large amount in few characters, and never as more than it is. German has no short word for a thousand. */
const shortened = (amount: number, digits: string): string =>
  amount < 1_000_000 && language() === "de" ? grouped(Math.trunc(amount)) : shortNumbers(digits).format(amount);
/** Returns a large amount in few characters. */
export const brief = (amount: number): string => (amount < 100_000 ? grouped(amount) : shortened(amount, "4"));
/** The characters of an amount that a button or a plate has room for. A plate on a phone is narrower. */
const ROOM = 9;
export const NARROW_ROOM = 8;
/** Returns an amount in full if it has at most so many characters, and shortened otherwise: 945B. */
const within = (amount: number, room: number): string => {
  const full = grouped(amount);
  return full.length <= room ? full : shortened(amount, room < ROOM ? "3" : "4");
};
/** Returns chips in big blinds: to a hundredth below a hundred of them, to a tenth above. */
export const bigBlinds = (amount: number, bigBlind: number): number => {
  const parts = Math.abs(amount) < bigBlind * 100 ? 100 : 10;
  return Math.round((amount / bigBlind) * parts) / parts;
};
export const inBigBlinds = (amount: number, bigBlind: number): string => t("word-big-blinds", { amount: grouped(bigBlinds(amount, bigBlind)) });
/** Returns chips in the unit that the player chose: in big blinds, as money if chips have a value, or as a number. */
export const inUnit = (amount: number, bigBlind: number, value?: Value): string => {
  if (settings.bigBlinds && bigBlind > 0) return inBigBlinds(amount, bigBlind);
  const shown = shownValue(value);
  return shown ? units(amount, shown) : chips(amount);
};
/** Returns an amount of a table's terms in few characters: as money if chips have a value. */
export const briefly = (amount: number, value?: Value): string => {
  const shown = shownValue(value);
  return shown ? units(amount, shown) : brief(amount);
};
/** Returns the same for a place with room for so many characters. Without a big blind, the amount is in chips or money. */
export const inUnitWithin = (amount: number, bigBlind = 0, room = ROOM, value?: Value): string => {
  if (settings.bigBlinds && bigBlind > 0) return t("word-big-blinds", { amount: within(bigBlinds(amount, bigBlind), room - 3) });
  const shown = shownValue(value);
  if (!shown) return within(amount, room);
  const full = units(amount, shown);
  return full.length <= room ? full : within(Math.floor(amount / shown.chips_per_unit), room);
};

/**
 * Returns a number as a player types it: without groups, and with the decimal separator of the
 * language.
 */
export const plainNumber = (amount: number): string => (language() === "de" ? String(amount).replace(".", ",") : String(amount));
/** Returns points of a league, which the protocol sends in hundredths: 1250 as 12.5. */
export const points = (hundredths: number): string => grouped(hundredths / 100);

const times = perLanguage(() => new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
/** Returns the hour and the minute of a date of the server. */
export const timeOf = (date: number): string => times("").format(date);
/** Returns the day of a date of the server. */
export const dateOf = (date: number): string => days("").format(date);
/** Returns the day and the minute of a date of the server. */
export const momentOf = (date: number): string => moments("").format(date);

export const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

export const bettingLong = (betting: TableInfo["betting"]): string => t(`word-betting-${kebab(betting)}`);
/** Returns a game with its betting structure before it: "No-limit Texas hold'em". */
export const gameLong = (betting: TableInfo["betting"], game: string): string => t("word-game", { betting: t(`word-betting-${kebab(betting)}-game`), game });
/** Every betting structure, to choose from. */
export const bettings = (["NoLimit", "PotLimit", "FixedLimit"] as const).map((id) => ({
  id,
  get name() {
    return bettingLong(id);
  },
}));

/** Returns whether a button moves around the table. In stud, a card decides who brings it in. */
export const hasButton = ({ bring_in }: Game): boolean => bring_in === 0;

type Stakes = Pick<Game, "betting" | "small_blind" | "big_blind" | "ante"> & { chip_value?: Value };
/** Returns the stakes as players name them: blinds, or small and big bet of a limit game. With the currency if chips have a value. */
export const stakes = (of: Stakes): string => {
  const value = shownValue(of.chip_value);
  const each = (amount: number): string => briefly(amount, value);
  const ante = (of.ante ? ` (${each(of.ante)})` : "") + (value ? `\u00a0${value.currency}` : "");
  if (of.betting === "FixedLimit") return `${each(of.big_blind)}/${each(of.big_blind * 2)}${ante}`;
  return `${each(of.small_blind)}/${each(of.big_blind)}${ante}`;
};


/** The shipped rulebooks. */
const BOOKS = ["online", "tda-2024", "spotlight", "tfpl", "tnpl", "wptapl", "two-minutes"];
/** Returns the name of a rulebook: the page's own for a shipped one, otherwise the server's, or the id as words. */
export const bookName = (id: string, name: string = capital(id.replace(/[-_]/g, " "))): string => (BOOKS.includes(id) ? t(`word-book-${id}`) : name);

/** The names in the shipped configuration, which other languages have, too. Other names are the operator's. */
const SHIPPED: Record<string, string> = {
  "Sit & go for six": "word-named-sit-and-go", "Heads-up sit & go": "word-named-heads-up", Nightly: "word-named-nightly", "Nightly freezeout": "word-named-freezeout",
  "Six-max hyper turbo": "word-named-hyper", "Weekly single table": "word-named-weekly", "Saturday rebuy": "word-named-rebuy", "Sunday re-entry": "word-named-re-entry",
  "Bounty hunter": "word-named-bounty", "Progressive knockout": "word-named-knockout", "The million": "word-named-million",
};
/** Returns the name of a tournament or a structure. */
export const eventName = (name: string): string => (SHIPPED[name] ? t(SHIPPED[name]) : name);
/** Returns the name of a table. That of a tournament's table is made of the tournament and a number. */
export const tableName = (name: string): string => {
  const [, tournament, number] = /^(.+) · table (\d+)$/.exec(name) ?? [];
  return tournament ? t("word-table-of", { tournament: eventName(tournament), number: number ?? "" }) : name;
};

/**
 * Returns an identifier of the protocol as the end of a text's id: `BeforeStart` as "before-start".
 */
export const kebab = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
/** Returns an identifier of the protocol as words: `BeforeStart` as "before start". */
export const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ").toLowerCase();
/** Returns a choice, possibly with contents, as words. */
export const choice = (value: string | object): string => {
  if (typeof value === "string") return spaced(value);
  const [[name, held]] = Object.entries(value) as [[string, unknown]];
  return typeof held === "object" ? spaced(name) : `${spaced(name)} ${String(held)}`;
};
