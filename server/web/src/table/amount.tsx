// An amount of chips, as a number or in big blinds, as the player prefers.
import type { Table } from "../room/table";
import { settings } from "../room/settings";
import { bigBlinds, inUnit, plainNumber, typedNumber } from "../room/words";

/** Returns the table's current big blind in chips. */
const bigBlindOf = (table: Table): number => table.hand?.game.big_blind ?? table.info.big_blind;

export const amountText = (table: Table, amount: number): string => inUnit(amount, bigBlindOf(table));

/** Returns the unit in which the player types amounts, in chips: a big blind, or one chip. */
export const unitOf = (table: Table): number => (settings.bigBlinds ? Math.max(1, bigBlindOf(table)) : 1);

/** Returns an amount as the player would type it. */
export const amountTyped = (table: Table, amount: number): string => {
  const unit = unitOf(table);
  return plainNumber(unit === 1 ? amount : bigBlinds(amount, unit));
};

/** Reads the chips of a typed amount, or returns null if it is not a whole number of chips. */
export const typedAmount = (table: Table, text: string): number | null => {
  const number = typedNumber(text);
  const unit = unitOf(table);
  if (number === null || (unit === 1 && !Number.isInteger(number))) return null;
  return Math.round(number * unit);
};

/** A small pile whose colors follow the amount. */
export const Chips = ({ table, amount }: { table: Table; amount: number }) => {
  const unit = Math.max(1, bigBlindOf(table));
  const size = amount >= unit * 50 ? 4 : amount >= unit * 12 ? 3 : amount >= unit * 3 ? 2 : 1;
  return (
    <span class="pile">
      <span class={`stack stack-${size}`} aria-hidden="true">
        {Array.from({ length: size }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span class="sum">{amountText(table, amount)}</span>
    </span>
  );
};
