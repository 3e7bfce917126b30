// Stored commands in words: the sentences that players read, without the operator's name.
// `cardroom floor` prints the same ones (`server/src/cli/floor/sentences.rs`).
import type { TableCommand } from "cardroom-bot/protocol";
import { untagged } from "../room/names";
import { commandText } from "../room/rulings";
import { capital, chips } from "../room/words";
import { t } from "../words/words";
import { TABLE_INPUTS, kindOf } from "./commands";

type Held = Record<string, unknown>;

/** What an error of the deal is about, by the names of its parts. */
const DETAILS: Record<string, string> = {
  seat: "ruling-seat", other: "floor-detail-touched-by", place: "floor-detail-card", cards: "floor-detail-cards", burned: "floor-detail-burned",
  exposed: "floor-detail-exposed", identified: "floor-detail-identified", acted: "floor-detail-actions",
};

/** Numbers that count from 0 on the wire. */
const FROM_ZERO = ["seat", "other", "place"];

const detail = (key: string, value: unknown): string => {
  const id = DETAILS[key];
  if (!id || value === null || value === false) return "";
  if (typeof value !== "number") return t(id);
  return t(id, { value: FROM_ZERO.includes(key) ? value + 1 : value });
};

/** Returns the parts of an error of the deal by their names: its seats, its cards and what is known of them. */
const partsOf = (error: Held): [key: string, value: unknown][] => {
  const [held] = Object.values(error);
  if (typeof held !== "object" || held === null) return [[TABLE_INPUTS.get(kindOf(error)) ?? "", held]];
  return Object.entries(held as Held).flatMap(([key, value]): [string, unknown][] => {
    if (key !== "at") return [[key, value]];
    if (typeof value === "string") return [];
    const [[where, at]] = Object.entries(value as Held) as [[string, unknown]];
    return where === "Board" ? [["place", at]] : Object.entries(at as Held);
  });
};

const details = (error: string | Held): string[] => {
  if (typeof error === "string") return [];
  const parts = new Map(partsOf(error));
  return Object.keys(DETAILS).map((key) => detail(key, parts.get(key) ?? null));
};

/** Describes a table command as the audit stores it, in JSON, by its operator. */
export const tableCommandText = (stored: string, operator: string): string => {
  try {
    const command = JSON.parse(stored) as TableCommand;
    const sentence = capital(commandText(command, (seat) => t("ruling-seat", { value: seat + 1 }), operator, untagged, chips));
    const about = typeof command === "object" && "DealError" in command ? details(command.DealError as string | Held).filter(Boolean) : [];
    return about.length ? t("floor-command-about", { command: sentence, about: about.join(", ") }) : sentence;
  } catch {
    return stored;
  }
};
