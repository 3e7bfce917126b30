// Several tables side by side, if the screen is wide enough. Keys go to the table touched last
// while it is the viewer's turn there, otherwise to the one that has waited longest.
import { useState } from "preact/hooks";
import { Sentence } from "../parts/missing";
import { useRoomBesidesLobby } from "../room/room";
import type { Table } from "../room/table";
import { tableName } from "../room/words";
import { t } from "../words/words";
import { DealAlarm } from "./deal-mark";
import { Felt, HaltBeside } from "./felt";
import { Gestures, Rulings } from "./gestures";
import { Deciding } from "./leaving";
import { TableBar } from "./table-bar";
import { LiveLog } from "./table-page";
import { TournamentStrip } from "./tournament-strip";

/** Returns the table that gets the keys. */
const forKeys = (tables: Table[], touched: number | null): number | null => {
  const waiting = tables.filter((table) => table.legal && table.choices.sent === null);
  if (waiting.some((table) => table.id === touched)) return touched;
  const [first] = waiting.sort((a, b) => (a.hand?.turn?.begins ?? 0) - (b.hand?.turn?.begins ?? 0));
  return first?.id ?? null;
};

export const TilesPage = () => {
  const room = useRoomBesidesLobby();
  const [touched, touch] = useState<number | null>(null);
  const tables = [...room.tables.all.values()].filter((table) => table.seats.you ?? table.watched);
  const keys = forKeys(tables, touched);
  if (!tables.length) return <Sentence text="table-none" />;
  return (
    <main class={`tiles tiles-${Math.min(tables.length, 9)}`}>
      <h1 class="unseen">{t("table-yours")}</h1>
      {tables.map((table) => (
        <Tile key={table.id} table={table} keys={keys === table.id} touch={() => touch(table.id)} />
      ))}
    </main>
  );
};

const Tile = ({ table, keys, touch }: { table: Table; keys: boolean; touch(): void }) => (
  <article
    class={`table-page tile ${table.info.hybrid ? "hybrid" : ""} ${table.legal ? "yours" : ""} ${keys ? "for-keys" : ""}`}
    aria-label={tableName(table.info.name)}
    onPointerDown={touch}
    onFocusCapture={touch}
  >
    <TableBar table={table} />
    <TournamentStrip table={table} />
    <Felt table={table} sit={() => (location.hash = `#/table/${table.id}`)} />
    <div class="notices">
      <HaltBeside table={table} />
      <DealAlarm table={table} />
      {table.info.hybrid && <Rulings table={table} />}
    </div>
    <div class="bottom">
      <Deciding table={table} keys={keys} />
      {table.info.hybrid && table.seats.you && <Gestures table={table} />}
    </div>
    {keys && <LiveLog table={table} />}
  </article>
);
