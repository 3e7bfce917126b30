// The button in a private table's bar that opens its sheet, and the time at which the table ends.
// The sheet itself is fetched when it is first opened.
import { useState } from "preact/hooks";
import { lazy } from "../parts/lazy";
import { useMoments } from "../room/clock";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { timeOf } from "../room/words";
import { t, withTexts } from "../words/words";

const TableSheet = lazy(async () => (await withTexts("desk", import("../desk/table-sheet"))).TableSheet, true);

/** How long before its end a table shows it in the bar. */
const SOON_MS = 30 * 60_000;

export const TableSheetButton = ({ table }: { table: Table }) => {
  const [open, show] = useState(false);
  return (
    <>
      <button class="quiet" onClick={() => show(true)}>
        {t("table-sheet")}
      </button>
      {open && <TableSheet table={table} close={() => show(false)} />}
    </>
  );
};

/** The end of the table, in its last half hour. */
export const EndsSoon = ({ table }: { table: number }) => {
  const ends = room.desk.terms.get(table)?.terms.ends_at_ms;
  const at = ends ? room.moment(ends) - SOON_MS : null;
  const now = useMoments(at);
  if (!ends || at === null || now < at) return null;
  return <span class="ends-soon"> · {t("table-ends-at", { time: timeOf(ends) })}</span>;
};
