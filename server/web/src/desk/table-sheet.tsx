// The sheet of a private table: everyone reads its terms, its note and its link there, and its host
// directs it.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { room, useRoomBesidesLobby } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";
import { Invite } from "./invite";
import { Ends, Note, NoteForm } from "./note";
import { People } from "./people";
import { Running } from "./running";
import { TermsForm } from "./terms-form";
import { TermsList } from "./terms-list";
import { Follow } from "./follow";

const TABS = ["table", "people", "terms"] as const;

export const TableSheet = ({ table, close }: { table: Table; close(): void }) => {
  useRoomBesidesLobby();
  return (
    <Dialog title={table.info.name} close={close}>
      <div class="desk">{room.account.hosts(table.info) ? <HostsDesk table={table} /> : <Shown table={table} />}</div>
    </Dialog>
  );
};

/** The sheet as its host sees it. */
const HostsDesk = ({ table }: { table: Table }) => {
  const [tab, choose] = useState<(typeof TABS)[number]>("table");
  const hosted = room.desk.terms.get(table.id);
  // The limits of the terms.
  useEffect(() => void room.hosting.askTables(), []);
  return (
    <>
      <div class="segments" role="tablist" aria-label={table.info.name}>
        {TABS.map((each) => (
          <button key={each} role="tab" id={`desk-tab-${each}`} aria-controls="desk-tab" aria-selected={tab === each} onClick={() => choose(each)}>
            {t(`desk-tab-${each}`)}
            {each === "people" && room.desk.asksAt(table.id).length > 0 && <i class="count">{room.desk.asksAt(table.id).length}</i>}
          </button>
        ))}
      </div>
      <div id="desk-tab" class="desk-tab" role="tabpanel" aria-labelledby={`desk-tab-${tab}`}>
        {tab === "table" && (
          <>
            <Running table={table} />
            {hosted && <NoteForm key={`${hosted.terms.note} ${hosted.terms.ends_at_ms}`} hosted={hosted} />}
            <Invite table={table} />
          </>
        )}
        {tab === "people" && <People table={table} />}
        {tab === "terms" && hosted && room.hosting.tables && <TermsForm key={JSON.stringify(hosted.terms)} hosted={hosted} limits={room.hosting.tables.limits} />}
      </div>
    </>
  );
};

/** The sheet as everyone else sees it. */
const Shown = ({ table }: { table: Table }) => {
  const hosted = room.desk.terms.get(table.id);
  return (
    <>
      {hosted && <Note text={hosted.terms.note} />}
      {hosted && <Ends at={hosted.terms.ends_at_ms} />}
      {hosted && <TermsList hosted={hosted} info={table.info} />}
      <Follow table={table} />
      <Invite table={table} />
    </>
  );
};
