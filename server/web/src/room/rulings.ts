// Rulings in words, as a player would say them at the table.
import type { DealError, DealRemedy, Matter, Ruled, RulingOption, TableCommand, TournamentCommand } from "cardroom-bot/protocol";
import { language, t } from "../words/words";
import { hostOrderText } from "./host-orders";
import { lotsText, stagesText } from "./lots";
import { cardNames, chips, clock, kebab, momentOf } from "./words";

/** Writes chips: as a number, or in the unit of a table. */
export type InUnit = (chips: number) => string;

/** Returns the name of a choice, and its contents. */
const taken = (value: string | object): [name: string, held: unknown] =>
  typeof value === "string" ? [value, null] : (Object.entries(value)[0] as [string, unknown]);

/** Names the identifiers of a type. Each has a text. */
const named = (id: (name: string) => string) => (name: string, args?: Record<string, string | number>): string => t(id(kebab(name)), args);

const remedyNamed = named((name) => `ruling-remedy-${name}`);

/** Returns whether an error of the deal is about the burn card. */
const isOfBurn = (error: DealError): boolean => error === "ExposedBurn" || (typeof error === "object" && "Boxed" in error && error.Boxed.at === "Burn");

/** Describes the remedy for an error of the deal. */
export const remedySentence = (remedy: DealRemedy, error: DealError, name: (seat: number) => string): string => {
  if (typeof remedy === "string") return remedyNamed(remedy);
  if ("Dead" in remedy) return t("ruling-remedy-dead", { names: remedy.Dead.map(name).join(", ") });
  if ("Shown" in remedy) return t(isOfBurn(error) ? "ruling-remedy-shown-burn" : "ruling-remedy-shown", { cards: cardNames([remedy.Shown]) });
  if ("Replaced" in remedy) return t("ruling-remedy-replaced", { cards: cardNames([remedy.Replaced]) });
  if ("UpCard" in remedy) return t("ruling-remedy-up-card", { cards: cardNames([remedy.UpCard]) });
  if ("Scrapped" in remedy) return t("ruling-remedy-scrapped");
  if ("Board" in remedy) return t("ruling-remedy-board", { cards: cardNames(remedy.Board.cards) });
  const { back } = remedy.Stub;
  return back.length ? t("ruling-remedy-stub-back", { cards: cardNames(back) }) : t("ruling-remedy-stub");
};

const kindNamed = named((name) => `ruling-kind-${name}`);

/** Describes a ruling as a player would say it at the table. */
export const rulingSentence = (ruled: Ruled, inUnit: InUnit): string => {
  const sum = ruled.wager_to === null ? "none" : "some";
  const ruling = kindNamed(ruled.kind, { sum, to: inUnit(ruled.wager_to ?? 0) });
  const back = ruled.returned ? [t("ruling-returned", { amount: inUnit(ruled.returned) })] : [];
  const more = ruled.adds ? [t("ruling-adds", { amount: inUnit(ruled.adds) })] : [];
  return [ruling, ...back, ...more].join(", ");
};

/**
 * Returns whether a question is about the whole table. An error of the deal is, and any other
 * question is about one player.
 */
export const isOfAll = (matter: Matter): boolean => typeof matter === "object" && "Deal" in matter;

const errorNamed = named((name) => `ruling-error-${name}`);
const matterNamed = named((name) => `ruling-matter-${name}`);

/** Describes a question to the floor. */
export const matterText = (matter: Matter): string => {
  if (typeof matter === "object" && "Deal" in matter) return t("ruling-matter-deal", { error: errorNamed(taken(matter.Deal)[0]) });
  return matterNamed(taken(matter)[0]);
};

const optionNamed = named((name) => `ruling-option-${name}`);

/** Describes an option for a ruling. */
export const optionText = (option: RulingOption, inUnit: InUnit): string => {
  const [name, held] = taken(option);
  return optionNamed(name, { amount: inUnit(typeof held === "number" ? held : 0) });
};

/**
 * Describes a command of the floor or of a table's host, to follow the operator's name. `player`
 * names the player in a seat, and `called` says what a player is called there.
 */
export const commandText = (command: TableCommand, player: (seat: number) => string, operator: string, called: (name: string) => string, inUnit: InUnit): string => {
  if (typeof command === "object" && "Host" in command) return hostOrderText(command.Host, operator, called, inUnit);
  const [name, held] = taken(command);
  const { seat, from, to, amount, time_ms } = (typeof held === "object" && held !== null ? held : {}) as Record<string, number | undefined>;
  const isReaward = name === "ReawardPot";
  const whose = isReaward ? to : (seat ?? held);
  return t(`ruling-command-${kebab(name)}`, {
    name: typeof command === "object" && ("GiveChips" in command || "TakeBackChips" in command) ? called(Object.values(command)[0].player) : typeof whose === "number" ? player(whose) : "",
    option: typeof command === "object" && "RuleTicket" in command ? optionText(command.RuleTicket.option, inUnit) : "",
    other: typeof from === "number" ? player(from) : "",
    amount: inUnit(amount ?? (isReaward ? 0 : to) ?? (typeof held === "number" ? held : 0)),
    seconds: (time_ms ?? 0) / 1000,
    error: name === "DealError" ? errorNamed(taken(held as string | object)[0]) : "",
  });
};

/** Names the players and tables that a command in a tournament is about. */
export interface Named {
  player(entry: number): string;
  table(id: number): string | number;
}

/** Names the lots of a draw, the coming levels, where and how small chips go, the others of a lost hand, or the players of an impounded pot with their chips. */
const listOf = (command: TournamentCommand, named: Named): string => {
  if (typeof command === "string") return "";
  if ("ChangeLevels" in command) return stagesText(command.ChangeLevels.stages);
  if ("ColorUp" in command) {
    const { table, method } = command.ColorUp;
    return [table === null ? "" : t("ruling-at-table", { table: named.table(table) }), method === null ? "" : t(`ruling-color-up-${kebab(method)}`)].filter(Boolean).join(", ");
  }
  if ("DrawLots" in command) return lotsText(command.DrawLots, named.player);
  if ("Out" in command) return new Intl.ListFormat(language()).format(command.Out.with.map(named.player));
  const parts = "Impound" in command ? command.Impound.parts : "ReleasePot" in command ? command.ReleasePot.parts : [];
  return new Intl.ListFormat(language()).format(parts.map((part) => `${named.player(part.entry)} (${chips(part.chips)})`));
};

/** Describes a command in a tournament. */
export const eventCommandText = (command: TournamentCommand, named: Named): string => {
  const [name, held] = taken(command);
  const fields = (typeof held === "object" && held !== null ? held : {}) as Record<string, number | boolean | null | undefined>;
  const number = typeof held === "number" ? held : 0;
  const list = listOf(command, named);
  const { entry, one, other, seat, table, seconds_left, keeps_prize, chips: amount, hands, rounds, days, level, pot, unit } = fields as Record<string, number | undefined>;
  const { minutes, seconds } = fields as Record<string, number | undefined>;
  const { text, scene } = fields as Record<string, unknown>;
  return t(`ruling-event-${kebab(name)}`, {
    hands: hands ?? 0,
    rounds: rounds ?? 0,
    days: days ?? 0,
    level: level ?? 0,
    pot: pot ?? 0,
    unit: chips(unit ?? 0),
    list,
    more: list ? "yes" : "no",
    name: typeof held === "string" ? held : named.player(entry ?? one ?? number),
    other: named.player(other ?? 0),
    text: typeof held === "string" ? held : typeof text === "string" ? text : "",
    minutes: minutes ?? 0,
    seconds: seconds ?? 0,
    scene: typeof scene === "string" ? kebab(scene) : "",
    // A seat is reserved before there are tables, so this is the table's number.
    table: name === "PinSeat" ? (table ?? 0) : named.table(table ?? number),
    seat: typeof seat === "number" ? seat + 1 : 0,
    amount: chips(amount ?? 0),
    time: clock((seconds_left ?? number) * 1000),
    at: momentOf(number),
    on: held === true ? "yes" : "no",
    keeps: keeps_prize ? "yes" : "no",
    refund: typeof held === "string" ? kebab(held) : "",
    number,
  });
};
