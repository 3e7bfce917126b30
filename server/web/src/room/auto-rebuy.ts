// Buying chips again for a player who has run out of them, if the player chose that at the seat. The
// page sends the request, so it works while the page is open.
import type { Table } from "./table";

export type AutoRebuy = "off" | "min" | "max";

const key = (table: number): string => `cardroom.rebuy.${table}`;

/** Returns what the player chose for a table. */
export const autoRebuyAt = (table: number): AutoRebuy => {
  const chosen = localStorage.getItem(key(table));
  return chosen === "min" || chosen === "max" ? chosen : "off";
};

export const chooseAutoRebuy = (table: number, chosen: AutoRebuy): void => {
  if (chosen === "off") localStorage.removeItem(key(table));
  else localStorage.setItem(key(table), chosen);
};

/** Returns the chips to buy now: null if none are due, 0 if the player has too few. */
export const rebuyDue = (table: Table, budget: number): number | null => {
  const { seats: { mine }, info, hand } = table;
  const isBroke = mine?.sitting_out && mine.stack === 0 && (!mine.hand || hand?.over);
  if (!isBroke || info.tournament !== null) return null;
  const chosen = autoRebuyAt(table.id);
  if (chosen === "off") return null;
  const most = Math.min(table.mostToHave, Math.floor(budget / info.unit) * info.unit);
  if (most < info.min_buy_in) return 0;
  return chosen === "min" ? info.min_buy_in : most;
};
