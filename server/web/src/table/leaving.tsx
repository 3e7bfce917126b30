// A player who leaves in the middle of a hand. The server acts for the seat until the hand is over,
// and then frees it.
import { room } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";
import { ActionBar } from "./actions";

const KEY = "cardroom.leaving";

/**
 * For each table, the hand after which the viewer leaves. The server says it only once, and a
 * reload must not lose it.
 */
const leavingAfter = new Map<number, number>(JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [number, number][]);

/** Returns whether the viewer leaves when the current hand is over. */
export const isLeaving = (table: Table): boolean =>
  table.seats.you !== null && table.hand !== null && leavingAfter.get(table.id) === table.hand.number;

/** Leaves the table: at once between hands, otherwise when the hand is over. */
export const leave = async (table: Table): Promise<void> => {
  if (!(await room.seats.leave(table.id))) return;
  if (!table.seats.you) {
    location.hash = "#/";
  } else if (table.hand) {
    leavingAfter.set(table.id, table.hand.number);
    sessionStorage.setItem(KEY, JSON.stringify([...leavingAfter]));
    room.screen.changed();
  }
};

/** The viewer's actions at a table, or a note that the server acts for a leaving player. */
export const Deciding = ({ table, keys }: { table: Table; keys: boolean }) => {
  if (!isLeaving(table)) return <ActionBar table={table} keys={keys} />;
  return (
    <section class="actions leaving" aria-label={t("table-leaving")}>
      <p class="seat-line" role="status">
        <b>{t("table-leaving-after")}</b> <span class="mute">{t(!table.seats.mine?.hand?.folded ? "table-leaving-acts" : table.hasOwnChips ? "table-leaving-folded-private" : "table-leaving-folded")}</span>
      </p>
    </section>
  );
};
