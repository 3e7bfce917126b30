// An amount of chips: as a number, or in big blinds where the player wants it so.
import type { Table } from "../room/table";
import { inUnit } from "../room/words";

/** How many chips a big blind is at the table now. */
const bigBlindOf = (table: Table): number => table.hand?.game.big_blind ?? table.info.big_blind;

export const amountText = (table: Table, amount: number): string => inUnit(amount, bigBlindOf(table));

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
