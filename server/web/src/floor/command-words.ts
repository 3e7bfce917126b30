// Stored commands in words: each by the name its form has, with the seats, players and amounts it
// is about.
import type { ChipOrder, ColorUp, HostOrder, LevelChange, LotList, RulingOption } from "../protocol";
import { hostOrderText } from "../room/host-orders";
import { lotsText, stageText } from "../room/lots";
import { untagged } from "../room/names";
import { optionText } from "../room/rulings";
import { capital, chips, momentOf } from "../room/words";
import { t } from "../words/words";
import { kindOf, TABLE_INPUTS, TABLE_TITLES, TOURNAMENT_INPUTS, TOURNAMENT_TITLES } from "./commands";

type Held = Record<string, unknown>;

const DETAILS: Record<string, string> = {
  seat: "floor-detail-seat", from: "floor-detail-from", belongs: "floor-detail-belongs", other: "floor-detail-touched-by", amount: "floor-detail-amount",
  to: "floor-detail-to", time_ms: "floor-detail-time", place: "floor-detail-card", cards: "floor-detail-cards", burned: "floor-detail-burned",
  exposed: "floor-detail-exposed", identified: "floor-detail-identified", level: "floor-detail-level", seconds_left: "floor-detail-time",
  seconds: "floor-detail-time", hands: "floor-detail-hands", rounds: "floor-detail-rounds", chips: "floor-detail-amount", days: "floor-detail-days",
  keeps_prize: "floor-detail-keeps-prize", table: "floor-detail-table", tables: "floor-detail-tables", acted: "floor-detail-actions",
};

/** Numbers that count from 0 on the wire. */
const FROM_ZERO = ["seat", "from", "belongs", "other", "place"];

const detail = (key: string, value: unknown): string => {
  if (key === "player") return String(value);
  const id = DETAILS[key];
  if (!id || value === null || value === false) return "";
  if (typeof value !== "number") return t(id);
  const shown = FROM_ZERO.includes(key) ? value + 1 : key === "time_ms" ? value / 1000 : value;
  return t(id, { value: shown });
};

const details = (kind: string, held: unknown): string[] => {
  if (typeof held === "number") return [detail(TABLE_INPUTS.get(kind) ?? "", held)];
  if (typeof held !== "object" || held === null) return [];
  const fields = { ...(held as Held) };
  if (kind === "ReawardPot") {
    fields.belongs = fields.to;
    delete fields.to;
  }
  return Object.entries(fields).flatMap(([key, value]) => {
    if (key === "option") return [optionText(value as RulingOption, chips)];
    if (key === "at" && typeof value === "object" && value !== null) return details("", Object.values(value)[0]);
    return [detail(key, value)];
  });
};

const sentence = (name: string, parts: string[]): string => {
  const said = parts.filter(Boolean).join(", ");
  return said ? t("floor-command-about", { command: name, about: said }) : name;
};

/** Describes a table command as the audit stores it, in JSON, by its operator. */
export const tableCommandText = (stored: string, operator: string): string => {
  try {
    let command = JSON.parse(stored) as string | Held;
    if (typeof command === "object" && command.Host) return capital(hostOrderText(command.Host as HostOrder, operator, untagged, chips));
    if (typeof command === "object" && command.DealError) command = command.DealError as string | Held;
    const name = TABLE_TITLES.get(kindOf(command));
    if (!name) return stored;
    const held = typeof command === "string" ? null : Object.values(command)[0];
    const kind = typeof command === "string" ? command : (Object.keys(command)[0] ?? "");
    return sentence(t(name), details(kind, held));
  } catch {
    return stored;
  }
};

interface Names {
  player(entry: number): string;
  table(id: number): string;
}

/** Describes the only value of a tournament command by its input. */
const onlyValue = (input: string, held: unknown, names: Names): string => {
  switch (input) {
    case "entry":
      return names.player(Number(held));
    case "table":
      return names.table(Number(held));
    case "switch":
      return t(held ? "floor-on" : "floor-off");
    case "refund":
      return t(`floor-refunded-${String(held)}`);
    case "time":
      return momentOf(Number(held));
    case "ruling":
      return `#${chips(Number(held))}`;
    case "text":
      return `“${String(held)}”`;
    case "name":
      return String(held);
    default:
      return detail(input, held);
  }
};

/** Describes a tournament command, with the names of its players and tables. */
export const eventCommandText = (command: string | object, names: Names): string => {
  const name = t(TOURNAMENT_TITLES.get(kindOf(command)) ?? "floor-unknown-command");
  if (typeof command === "string") return name;
  const [[kind, held]] = Object.entries(command) as [[string, unknown]];
  const input = TOURNAMENT_INPUTS.get(kind);
  if (input) return sentence(name, [onlyValue(input, held, names)]);
  if (kind === "ColorUp") {
    const { table, unit, method } = held as ColorUp;
    const how = method && t(method === "Race" ? "floor-race" : "floor-round-up");
    return sentence(name, [t("floor-detail-unit", { value: unit }), table === null ? t("floor-all-tables") : names.table(table), how ?? ""]);
  }
  if (kind === "ChangeLevels") return sentence(name, (held as LevelChange).stages.map(stageText));
  if (kind === "DrawLots") return sentence(name, [lotsText(held as LotList, names.player)]);
  if (typeof held !== "object" || held === null) return name;
  if ("parts" in held) {
    const { pot, table: from, parts } = held as { pot?: number; table?: number; parts: ChipOrder[] };
    const which = pot === undefined ? names.table(from ?? 0) : `#${pot}`;
    return sentence(name, [which, ...parts.map((part) => `${names.player(part.entry)} ${detail("chips", part.chips)}`)]);
  }
  const { entry, one, other, table, ...rest } = held as Record<string, number | null>;
  const players = [entry, one, other].filter((each) => typeof each === "number").map(names.player);
  const at = typeof table === "number" ? (kind === "PinSeat" ? t("floor-detail-table", { value: table }) : names.table(table)) : "";
  return sentence(name, [...players, at, ...details(kind, rest)]);
};
