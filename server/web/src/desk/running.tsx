// The course of the table: its pause, its last hand, and the pages that belong to it.
import { useState } from "preact/hooks";
import { room } from "../room/room";
import type { Table } from "../room/table";
import { t } from "../words/words";
import { Failed } from "./note";
import { useOrder } from "./order";
import { Sure } from "./sure";

export const Running = ({ table }: { table: Table }) => {
  const { info, clock: { paused } } = table;
  const [reason, write] = useState("");
  const { busy, refused, give } = useOrder();
  const turn = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await give(() => room.hosting.order(info.table, paused ? "Resume" : "Pause", reason))) write("");
  };
  return (
    <section aria-label={t("desk-running")}>
      <form onSubmit={(event) => void turn(event)}>
        <div class="desk-line">
          <label>
            {t("desk-reason")}
            <input value={reason} maxLength={280} disabled={paused} onInput={({ currentTarget }) => write(currentTarget.value)} />
          </label>
          <button class={paused ? "primary" : ""} disabled={busy}>
            {t(paused ? "desk-resume" : "desk-pause")}
          </button>
        </div>
      </form>
      <div class="row">
        <Sure label={t("desk-close")} question={t("desk-close-sure")} busy={busy} act={() => give(() => room.hosting.close(info.table))} />
        <Pages table={table} />
      </div>
      <Failed text={refused} />
    </section>
  );
};

/** The ledger of the night, and at a hybrid table the console for its rulings. */
const Pages = ({ table: { info } }: { table: Table }) => (
  <>
    <a class="button" href={`#/ledger/${info.table}`}>
      {t("table-ledger")}
    </a>
    {info.hybrid && (
      <a class="button" href={`#/floor/${info.table}`}>
        {t("table-floor")}
      </a>
    )}
  </>
);
