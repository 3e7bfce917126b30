// An amount of chips: as a number, or in big blinds where the player wants it so.
import type { Table } from "../room/table";
import { settings } from "../room/settings";
import { chips, inBigBlinds } from "../room/words";

export const amountText = (table: Table, amount: number): string => {
  const bigBlind = table.hand?.game.big_blind ?? table.info.big_blind;
  return settings.bigBlinds && bigBlind > 0 ? inBigBlinds(amount, bigBlind) : chips(amount);
};

/** A small pile whose colours follow the amount. */
export const Chips = ({ table, amount }: { table: Table; amount: number }) => {
  const unit = Math.max(1, table.hand?.game.big_blind ?? table.info.big_blind);
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
