// Chips as money, at tables whose host gave them a value. The server knows chips only.
import type { ChipValue } from "cardroom-bot/protocol";
import { language } from "../words/words";
import { settings } from "./settings";
import { exactly } from "./units";

export type Value = ChipValue | null;

/** Returns the number of units that chips make, without the currency. */
export const units = (chips: number, { chips_per_unit }: ChipValue, grouped = true): string => {
  const [group, decimal] = language() === "de" ? [".", ","] : [",", "."];
  return exactly(chips, chips_per_unit, { group: grouped ? group : "", decimal });
};

/** Returns chips as money, with the currency behind it. */
export const money = (chips: number, value: ChipValue): string => `${units(chips, value)}\u00a0${value.currency}`;

/** Returns the value of chips that the player wants amounts shown in; null for chips. */
export const shownValue = (value: Value | undefined): Value => (settings.money ? (value ?? null) : null);
