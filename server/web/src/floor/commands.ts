// The floor's commands, as `commands.json` declares them for this page and for `cardroom floor`:
// their inputs, and the message of each with its inputs filled in.
import type { ChipOrder, DealError, LeagueCommand, Lot, Stage, AnteKind, Betting, TableCommand, TournamentCommand } from "cardroom-bot/protocol";
import type { Command, Field, Given } from "./form";
import declared from "./commands.json";

type Json = string | number | boolean | null | { [key: string]: Json };

interface Input {
  name: string;
  kind: string;
  label: string;
  from?: string;
  optional?: string;
  initial?: number;
  default?: number;
  least?: number;
  /** The number typed is this part of the number sent. */
  times?: number;
  long?: boolean;
  options?: { typed: string; value: Json; label: string }[];
}

/** Who sees a form: everyone, or those at such a table or tournament. The ones with real cards are `real`. A button needs no form. */
type Only = "public" | "host" | "hybrid" | "real" | "button";

interface Declared {
  name: string;
  group: string;
  only?: Only;
  rule?: string;
  undo?: string;
  fields?: (string | ({ like?: string } & Partial<Input>))[];
  /** The message, with `$name` in place of each input. */
  command: Json;
}

/** A command with the id of its name in `titles.ftl`, which is written from `commands.json`. */
interface Titled extends Declared {
  title: string;
}

const titled = (list: unknown, title: (name: string) => string): Titled[] => (list as Declared[]).map((each) => ({ ...each, title: title(each.name) }));

const SHARED = declared.fields as Record<string, Partial<Input>>;

const input = (field: string | ({ like?: string } & Partial<Input>)): Input => {
  const own = typeof field === "string" ? { like: field } : field;
  return { name: own.like ?? "", ...SHARED[own.like ?? ""], ...own } as Input;
};

const number = (label: string, initial?: number, least = 0): Field => ({ kind: "number", label, initial, least });

/** Up to three players and their chips. */
const PARTS: Record<string, Field> = {
  one: { kind: "pick", label: "floor-player", from: "entries" }, oneChips: number("floor-chips", undefined, 1),
  two: { kind: "pick", label: "floor-second-player", from: "entries", optional: "floor-nobody-else" }, twoChips: number("floor-chips", 0),
  three: { kind: "pick", label: "floor-third-player", from: "entries", optional: "floor-nobody-else" }, threeChips: number("floor-chips", 0),
};
const parts = (given: Given): ChipOrder[] =>
  ["one", "two", "three"].flatMap((key) => {
    const whose = given.maybe(key);
    return whose === null ? [] : [{ entry: whose, chips: given.number(`${key}Chips`) }];
  });

/** Up to three players, for whom there need be none. */
const entries = ({ name, label }: Input): Record<string, Field> => ({
  [name]: { kind: "pick", label, from: "entries", optional: "floor-nobody" },
  [`${name}2`]: { kind: "pick", label: "floor-second-player", from: "entries", optional: "floor-nobody-else" },
  [`${name}3`]: { kind: "pick", label: "floor-third-player", from: "entries", optional: "floor-nobody-else" },
});

const LEVELS: Record<string, Field> = {
  rows: { kind: "lines", label: "floor-levels-rows" },
  betting: { kind: "choice", label: "floor-levels-betting", options: [["NoLimit", "floor-no-limit"], ["PotLimit", "floor-pot-limit"], ["FixedLimit", "floor-fixed-limit"]] },
  payer: { kind: "choice", label: "floor-levels-ante", options: [["BigBlind", "floor-ante-big-blind"], ["Each", "floor-ante-each"], ["Button", "floor-ante-button"]] },
  unit: number("floor-levels-unit", 1, 1),
};

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);

/**
 * Parses levels and breaks, one on each line: `200/400 400 20` for blinds, ante and minutes, `break
 * 10 100` for minutes and the smallest chip from then on.
 */
const stages = (given: Given): Stage[] => {
  let unit = given.number("unit");
  const betting = given.text("betting") as Betting;
  const payer = given.text("payer") as AnteKind;
  return linesOf(given.text("rows")).map((line) => {
    const pause = /^break (\d+)(?: (\d+))?$/i.exec(line);
    if (pause) {
      const new_unit = pause[2] ? Number(pause[2]) : null;
      unit = new_unit ?? unit;
      return { Break: { seconds: Number(pause[1]) * 60, new_unit } };
    }
    // Any other line becomes a level that the server rejects.
    const [, small, big, bring, ante, minutes] = /^(\d+)\/(\d+)(?:\/(\d+))?(?: (\d+))? (\d+)$/.exec(line) ?? [];
    const [small_blind, big_blind, bring_in, paid] = [small, big, bring, ante].map((amount) => Number(amount ?? 0)) as [number, number, number, number];
    return {
      Level: { level: 0, seconds: Number(minutes ?? 0) * 60, stakes: { betting, small_blind, big_blind, bring_in, ante: paid, ante_kind: paid ? payer : "None", unit } },
    };
  });
};

/** Parses lots, one on each line: a text, or `#12` for entry 12. */
const lots = (text: string): Lot[] => linesOf(text).map((line) => (/^#\d+$/.test(line) ? { Entry: Number(line.slice(1)) } : { Text: line }));

/** Returns what the form shows for an input. */
const shown = (of: Input): Record<string, Field> => {
  const { name, label, kind } = of;
  switch (kind) {
    case "parts":
      return PARTS;
    case "entries":
      return entries(of);
    case "levels":
      return LEVELS;
    case "number":
      return { [name]: number(label, of.default ?? of.initial, of.least) };
    case "points":
      return { [name]: { kind: "number", label, initial: 1, least: 0.01, step: 0.01 } };
    case "text":
      return { [name]: { kind: "text", label, long: of.long } };
    case "lots":
      return { [name]: { kind: "lines", label } };
    case "check":
      return { [name]: { kind: "check", label } };
    case "time":
      return { [name]: { kind: "when", label } };
    case "choice":
      return { [name]: { kind: "choice", label, options: (of.options ?? []).map(({ typed, label }) => [typed, label]) } };
    default:
      return { [name]: { kind: "pick", label, from: of.from ?? `${kind}s`, optional: of.optional } };
  }
};

/** Returns the values that an input gives to the message. */
const values = (of: Input, given: Given): Record<string, unknown> => {
  const { name } = of;
  const text = given.text(name).trim();
  switch (of.kind) {
    case "parts":
      return { [name]: parts(given) };
    case "entries":
      return { [name]: [name, `${name}2`, `${name}3`].flatMap((key) => given.maybe(key) ?? []) };
    case "levels":
      return { [name]: stages(given) };
    case "lots":
      return { [name]: lots(given.text(name)) };
    case "text":
      return { [name]: text };
    case "check":
      return { [name]: given.is(name) };
    case "points":
      return { [name]: Math.round(given.number(name) * 100) };
    case "choice":
      return { [name]: of.options?.find(({ typed }) => typed === text)?.value };
    case "player": {
      const [, seat, player = ""] = /^(\d+) (.*)$/.exec(text) ?? [];
      return { seat: Number(seat ?? 0), player };
    }
    case "season": {
      const [league = "", season = ""] = text.split("/");
      return { league, season };
    }
    case "pick":
      if (of.from === "leagues") return { [name]: text || null };
      return { [name]: of.optional ? given.maybe(name) : given.number(name) };
    default:
      return { [name]: given.number(name) * (of.times ?? 1) };
  }
};

const filled = (template: Json, given: Record<string, unknown>): unknown => {
  if (typeof template === "string" && template.startsWith("$")) return given[template.slice(1)];
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, given)]));
};

/** Returns the rule that a form names. What this house decided by itself is in no rulebook. */
const inBook = (rule: string | undefined): string | undefined => (rule?.startsWith("GAPS") ? undefined : rule);

const form = <C>({ title, group, rule, undo, fields = [], command }: Titled): Command<C> => {
  const inputs = fields.map(input);
  return {
    group, name: title, rule: inBook(rule), back: undo,
    fields: Object.assign({}, ...inputs.map(shown)) as Record<string, Field>,
    make: (given) => filled(command, Object.assign({}, ...inputs.map((of) => values(of, given))) as Record<string, unknown>) as C,
  };
};

const forms = <C>(list: Titled[], seen: Only[]): Command<C>[] => list.filter(({ only }) => only === undefined || seen.includes(only)).map(form<C>);

const ofTournament = titled(declared.tournament, (name) => `title-tournament-${name}`);
const ofTable = titled(declared.table, (name) => `title-table-${name}`);
const ofDeal = titled(declared["deal-error"], (name) => `title-deal-error-${name}`);
const ofLeague = titled(declared.league, (name) => `title-league-${name}`);

/** The commands in a tournament. A private one has only players who enter it by themselves, and with real cards the floor says who is out. */
export const inTournament = (isPrivate: boolean, real: boolean): Command<TournamentCommand>[] =>
  forms(ofTournament, [...(isPrivate ? [] : ["public" as const]), ...(real ? ["real" as const] : [])]);

/** The commands at a table: at a hybrid one people deal and count, and a private one has a host who owns the chips. */
export const atTable = (hybrid: boolean, hosts: boolean): Command<TableCommand>[] =>
  forms(ofTable, [...(hosts ? ["host" as const] : []), ...(hybrid ? ["hybrid" as const] : [])]);

/** The errors of the deal that the floor can report. At a plain table the server deals. */
export const dealErrors = (hybrid: boolean): Command<DealError>[] => forms(ofDeal, hybrid ? ["hybrid"] : []);

/** The commands about final results, leagues and bans. */
export const ofLeagues = (): Command<LeagueCommand>[] => forms(ofLeague, []);

/**
 * Returns the command's tag on the wire, and the part that distinguishes two commands of one tag.
 */
export const kindOf = (command: unknown): string => {
  if (typeof command === "string") return command;
  const [[kind, held]] = Object.entries(command as Record<string, Record<string, unknown>>) as [[string, Record<string, unknown>]];
  if (kind === "FouledDeck") return `FouledDeck ${String(held)}`;
  if (kind === "Boxed") return `Boxed ${kindOf(held.at)}`;
  return kind;
};

/** The input that a command holds as its only value, such as `entry` of `{ Warn: "$entry" }`, by tag. */
const onlyInputs = (list: Declared[]): Map<string, string> =>
  new Map(
    list.flatMap(({ command }) =>
      typeof command !== "object" || command === null
        ? []
        : Object.entries(command).flatMap(([tag, value]): [string, string][] => (typeof value === "string" && value.startsWith("$") ? [[tag, value.slice(1)]] : [])),
    ),
  );

export const TABLE_INPUTS = onlyInputs(ofDeal);
