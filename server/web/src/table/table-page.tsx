// A table: its felt, the actions, and the panel.
import { useEffect, useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { Missing, Sentence } from "../parts/missing";
import { room, useRoomBesidesLobby } from "../room/room";
import type { Table } from "../room/table";
import { tableName } from "../room/words";
import { t } from "../words/words";
import { DealAlarm } from "./deal-mark";
import { Felt, HaltBeside } from "./felt";
import { Gestures, Rulings } from "./gestures";
import { Deciding } from "./leaving";
import { Panel } from "./panel";
import { SitDialog } from "./sit-dialog";
import { TableBar } from "./table-bar";
import { TournamentStrip } from "./tournament-strip";

export const TablePage = ({ id }: { id: number }) => {
  const { account: { session }, line: { standing }, signIn: { arriving } } = useRoomBesidesLobby();
  const table = room.tables.all.get(id);
  const [panel, show] = useState(innerWidth >= 1100);
  const [asked, ask] = useState<{ seat: number | null } | null>(null);
  useEffect(() => {
    if (standing !== "open" || arriving) return;
    room.tables.watch(id);
  }, [id, standing, arriving]);
  // A seat needs no watching. A player who is moved later leaves nothing behind.
  useEffect(() => () => room.tables.unwatch(id), [id]);
  if (!table) {
    // A table of a private tournament is in no list, and has no code of its own.
    const inPrivate = room.invitations.tables.get(id) !== undefined || room.invitations.tournaments.all().length > 0 || (session?.tournaments.length ?? 0) > 0;
    const gone = room.lobby.known && !room.lobby.tables.has(id) && !inPrivate;
    return gone ? <Missing text="table-missing" /> : <Sentence text="table-opening" />;
  }
  const close = (): void => ask(null);
  return (
    <main class={`table-page ${panel ? "with-panel" : ""} ${table.info.hybrid ? "hybrid" : ""}`}>
      <h1 class="unseen">{tableName(table.info.name)}</h1>
      <TableBar table={table} panel={{ shown: panel, toggle: () => show(!panel) }} sit={() => ask({ seat: null })} />
      <TournamentStrip table={table} />
      <Felt table={table} sit={(seat) => ask({ seat })} />
      <div class="notices">
        <HaltBeside table={table} />
        <DealAlarm table={table} />
        {table.info.hybrid && <Rulings table={table} />}
      </div>
      <div class="bottom">
        <Deciding table={table} keys />
        {table.info.hybrid && table.seats.you && <Gestures table={table} />}
      </div>
      {panel && <Panel table={table} close={() => show(false)} />}
      <LiveLog table={table} />
      {asked && !session && <EntryDialog close={close} then={() => undefined} />}
      {asked && session && <SitDialog table={table} seat={asked.seat} close={close} />}
    </main>
  );
};

/** The hand's events as they happen, for screen readers. */
export const LiveLog = ({ table }: { table: Table }) => (
  <div class="unseen" role="log" aria-live="polite" aria-label={t("table-log")}>
    {table.log.lines.slice(-4).map((line) => (
      <p key={line.id}>{line.text}</p>
    ))}
  </div>
);
