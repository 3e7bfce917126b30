// The mark in a table's bar: whether its deals are verified. Tables whose deals cannot be verified
// have none. The dialog behind the mark is fetched when it is first opened.
import { useState } from "preact/hooks";
import { lazy } from "../parts/lazy";
import { type Mark } from "../room/requests/deals";
import { room } from "../room/room";
import { save } from "../room/save";
import type { Table } from "../room/table";
import { t, withTexts } from "../words/words";

const DealDialog = lazy(async () => (await withTexts("proof", import("../proof/deal-dialog"))).DealDialog, true);

/** What the shield of each mark holds. The marks differ by more than their color. */
const SIGNS: Record<Mark, string> = {
  verified: "M8 12.2l2.8 2.8L16.2 9.4",
  watching: "M7 12c1.5-2.4 3.1-3.5 5-3.5s3.5 1.1 5 3.5c-1.5 2.4-3.1 3.5-5 3.5S8.5 14.4 7 12z M12 11.9v.2",
  out: "M8.5 12h7",
  failed: "M12 7.5v5.2 M12 15.9v.2",
};

const Shield = ({ mark }: { mark: Mark }) => (
  <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
    <path d="M12 2.8l7.5 2.7v5.9c0 4.6-3 8-7.5 9.8c-4.5-1.8-7.5-5.2-7.5-9.8V5.5z" />
    <path d={SIGNS[mark]} />
  </svg>
);

export const DealMark = ({ table }: { table: Table }) => {
  const [open, show] = useState(false);
  const mark = room.deals.markOf(table.id);
  if (!mark) return null;
  const name = t(`table-deal-${mark}`);
  return (
    <>
      <button class={`deal-mark deal-${mark}`} title={name} aria-label={t("table-deal-about", { mark: name })} onClick={() => show(true)}>
        <Shield mark={mark} />
        <span>{name}</span>
      </button>
      {open && <DealDialog table={table.id} close={() => show(false)} />}
    </>
  );
};

/** Says in front of the table that its deal failed, with what proves it. */
export const DealAlarm = ({ table }: { table: Table }) => {
  const [open, show] = useState(false);
  const failure = room.deals.follower(table.id)?.failure;
  if (!failure) return null;
  return (
    <div class="deal-alarm" role="alert">
      <span>{t("table-deal-alarm")}</span>
      <span class="row">
        <button onClick={() => save(new Blob([failure.evidence.text], { type: "application/json" }), failure.evidence.name)}>{t("table-deal-save")}</button>
        <button class="quiet" onClick={() => show(true)}>
          {t("table-deal-details")}
        </button>
      </span>
      {open && <DealDialog table={table.id} close={() => show(false)} />}
    </div>
  );
};
