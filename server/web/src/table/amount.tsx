// An amount of chips, as a number or in big blinds, as the player prefers.
import type { ComponentChildren } from "preact";
import { unreadText } from "../parts/amount-input";
import { Short } from "../parts/short";
import { type Read, readAmount } from "../room/amounts";
import { type Value, shownValue, units } from "../room/money";
import { settings } from "../room/settings";
import type { Table } from "../room/table";
import { NARROW_ROOM, bigBlinds, inUnit, inUnitWithin, plainNumber } from "../room/words";
import { language, rich } from "../words/words";

/** Returns the table's current big blind in chips. */
const bigBlindOf = (table: Table): number => table.hand?.game.big_blind ?? table.info.big_blind;

export const amountText = (table: Table, amount: number): string => inUnit(amount, bigBlindOf(table), table.info.chip_value);

interface Drawn {
  table: Table;
  amount: number;
  /** Whether it stands on a plate of a phone's felt. */
  narrow?: boolean;
  inButton?: boolean;
}

/** An amount in a bounded place of the table. */
export const Amount = ({ table, amount, narrow, inButton }: Drawn) => (
  <Short full={amountText(table, amount)} short={inUnitWithin(amount, bigBlindOf(table), narrow ? NARROW_ROOM : undefined, table.info.chip_value)} inButton={inButton} />
);

/** Returns a button's text with its amount in bold. */
export const withAmount = (id: string, table: Table, amount: number): ComponentChildren[] =>
  rich(id, { amount: amountText(table, amount) }, {
    b: () => (
      <b>
        <Amount table={table} amount={amount} inButton />
      </b>
    ),
  });

/** Returns the value of chips in which the player sees and types amounts at a table; null for chips and big blinds. */
export const valueAt = (table: Table): Value => (settings.bigBlinds ? null : shownValue(table.info.chip_value));

/** Returns the unit in which the player types amounts, in chips: a big blind, a unit of money, or one chip. */
export const unitOf = (table: Table): number =>
  settings.bigBlinds ? Math.max(1, bigBlindOf(table)) : (valueAt(table)?.chips_per_unit ?? 1);

/** Returns an amount as the player would type it. */
export const amountTyped = (table: Table, amount: number): string => {
  const unit = unitOf(table);
  const value = valueAt(table);
  if (value) return units(amount, value, false);
  return plainNumber(unit === 1 ? amount : bigBlinds(amount, unit));
};

/** Reads a typed amount in the player's unit. `ofPot` returns the amount for a part of the pot. */
export const readTyped = (table: Table, text: string, ofPot?: (part: number) => number): Read =>
  readAmount(text, { language: language(), bigBlind: bigBlindOf(table), inBigBlinds: settings.bigBlinds, value: valueAt(table), ...(ofPot && { ofPot }) });

/** Returns why a read text is no amount. Null if it is one. */
export const wrongTyped = (table: Table, text: string, read: Read): string | null => ("wrong" in read ? unreadText(read.wrong, text, unitOf(table) > 1 && valueAt(table) === null) : null);

/** A small pile whose colors follow the amount. */
export const Pile = ({ table, amount, narrow }: Drawn) => {
  const unit = Math.max(1, bigBlindOf(table));
  const size = amount >= unit * 50 ? 4 : amount >= unit * 12 ? 3 : amount >= unit * 3 ? 2 : 1;
  return (
    <span class="pile">
      <span class={`stack stack-${size}`} aria-hidden="true">
        {Array.from({ length: size }, (_, index) => (
          <i key={index} />
        ))}
      </span>
      <span class="sum">
        <Amount table={table} amount={amount} narrow={narrow} />
      </span>
    </span>
  );
};
