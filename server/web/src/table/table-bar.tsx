// The line above a felt: the table, the stakes, and the options for the viewer's seat.
import { useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { EntryDialog } from "../parts/entry";
import { FullScreen } from "../parts/full-screen";
import { Invitation } from "../parts/invitation";
import { type AutoRebuy, autoRebuyAt, chooseAutoRebuy } from "../room/auto-rebuy";
import { room, useRoom } from "../room/room";
import type { Table } from "../room/table";
import { chips, gameLong, stakes, tableName } from "../room/words";
import { t } from "../words/words";
import { amountText } from "./amount";
import { DealMark } from "./deal-mark";
import { isLeaving, leave } from "./leaving";
import { USUAL_BIG_BLINDS } from "./sit-dialog";
import { EndsSoon, TableSheetButton } from "./table-sheet-button";
import { TopUp } from "./top-up";

interface Bar {
  table: Table;
  /** The panel beside the felt. A tile has none. */
  panel?: { shown: boolean; toggle(): void };
  sit?(): void;
}

export const TableBar = ({ table, panel, sit }: Bar) => {
  const { info, seats: { you, mine } } = table;
  const [more, setMore] = useState(false);
  const [invites, invite] = useState(false);
  const code = info.host === null ? undefined : (room.invitations.tables.get(info.table) ?? room.invitations.tournaments.get(info.tournament));
  const leaves = isLeaving(table);
  return (
    <div class="table-bar">
      <div class="title">
        <span class="named">
          <b>{tableName(info.name)}</b>
          <DealMark table={table} />
        </span>
        <span class="mute">
          <b class="stakes">{stakes({ ...(table.hand?.game ?? info), chip_value: info.chip_value })}</b> · {gameLong(info.betting, table.hand?.game.name ?? info.game_name)}
          {table.hand && <span class="wide-only"> · {t("table-hand", { hand: chips(table.hand.number) })}</span>}
          {info.host !== null && <span class="hosted"> · {room.account.hosts(info) ? t("table-you-host") : t("table-hosted-by", { host: info.host })}</span>}
          {table.hasOwnChips && <EndsSoon table={info.table} />}
        </span>
      </div>
      {table.hasOwnChips && <TableSheetButton table={table} />}
      {code && !table.hasOwnChips && (
        <button class="quiet" onClick={() => invite(true)}>
          {t("table-invite")}
        </button>
      )}
      {room.account.hosts(info) && (info.hybrid || !table.hasOwnChips) && (
        <a class="button quiet in-bar" href={`#/floor/${info.table}`}>
          {t("table-floor")}
        </a>
      )}
      {hasLedger(table) && (
        <a class="button quiet in-bar" href={`#/ledger/${info.table}`}>
          {t("table-ledger")}
        </a>
      )}
      {info.tournament !== null && (
        <a class="button quiet" href={`#/tournament/${info.tournament}`}>
          {t("table-tournament")}
        </a>
      )}
      {!you && sit && info.tournament === null && (
        <SitOrWait table={table} sit={sit} />
      )}
      {you && mine && (
        <button class="quiet" onClick={() => setMore(true)}>
          {t("table-seat")}
        </button>
      )}
      {you && info.tournament === null && (
        <button class="quiet" disabled={leaves} onClick={() => void leave(table)}>
          {t(leaves ? "table-leaving" : "table-leave")}
        </button>
      )}
      {panel && <FullScreen />}
      {panel ? (
        <button class="quiet" aria-pressed={panel.shown} onClick={panel.toggle}>
          {t("table-panel")}
          {!panel.shown && table.talk.unread > 0 && (
            <i class="count" title={t("table-unread", { count: table.talk.unread })}>
              {table.talk.unread}
            </i>
          )}
        </button>
      ) : (
        <a class="button quiet" href={`#/table/${table.id}`} aria-label={t("table-open-alone", { table: tableName(info.name) })}>
          {t("table-open")}
        </a>
      )}
      {code && invites && (
        <Dialog title={t("table-invite-to", { table: tableName(info.name) })} close={() => invite(false)}>
          <p class="mute">{t("table-invite-tournament")}</p>
          <Invitation code={code} />
        </Dialog>
      )}
      {more && <SeatDialog table={table} close={() => setMore(false)} />}
    </div>
  );
};

/**
 * Returns whether the table has a ledger that the viewer may see. A private table has one for its
 * host and its players.
 */
export const hasLedger = ({ info, seats: { you }, played }: Table): boolean =>
  info.host !== null && info.tournament === null && (you !== null || played !== null || room.account.hosts(info));

/** A free seat, or a place on the waiting list. */
const SitOrWait = ({ table: { id, info }, sit }: { table: Table; sit(): void }) => {
  useRoom();
  const [enters, enter] = useState(false);
  const line = room.waitingLists.places.get(id);
  // Changes of the waiting list come with the lobby, not with the table's own steps.
  const waiting = room.lobby.tables.get(id)?.waiting ?? info.waiting;
  const free = info.seated < info.seats;
  return (
    <>
      {(line ? line.offered !== null : free) && (
        <button class="primary" onClick={sit}>
          {t("table-sit-down")}
        </button>
      )}
      {line && (
        <button class="quiet" onClick={() => room.waitingLists.leave(id)}>
          {t("table-waiting-place", { place: line.place, waiting: line.waiting })} <span aria-hidden="true">✕</span>
          <span class="unseen">{t("table-leave-waiting-list")}</span>
        </button>
      )}
      {!line && (!free || waiting > 0) && (
        <button onClick={() => (room.account.session ? room.waitingLists.join(id) : enter(true))}>{t("table-join-waiting-list", { waiting })}</button>
      )}
      {enters && (
        <EntryDialog
          close={() => enter(false)}
          then={() => {
            enter(false);
            room.waitingLists.join(id);
          }}
        />
      )}
    </>
  );
};

const AutoRebuyChoice = ({ table }: { table: Table }) => {
  const { id, info } = table;
  const [chosen, choose] = useState(() => autoRebuyAt(id));
  return (
    <label class="field">
      <span>{t("seat-auto-rebuy")}</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => {
          const to = currentTarget.value as AutoRebuy;
          choose(to);
          chooseAutoRebuy(id, to);
          room.seats.rebuyIfChosen(table);
        }}
      >
        <option value="off">{t("seat-auto-rebuy-off")}</option>
        <option value="min">{t("seat-auto-rebuy-min", { amount: amountText(table, info.min_buy_in) })}</option>
        <option value="max">{t("seat-auto-rebuy-max", { amount: amountText(table, info.max_buy_in) })}</option>
      </select>
    </label>
  );
};

const SeatDialog = ({ table, close }: { table: Table; close(): void }) => {
  const { seats: { you, mine }, info } = table;
  const most = Math.max(0, Math.min(table.mostToHave - (mine?.stack ?? 0), room.seats.budgetAt(table)));
  const usual = info.big_blind * USUAL_BIG_BLINDS - (mine?.stack ?? 0);
  if (!you || !mine) return null;
  return (
    <Dialog title={t("seat-options")} close={close}>
      <label class="toggle">
        <input type="checkbox" role="switch" checked={mine.sitting_out} onChange={(event) => room.seats.sitOut(table, event.currentTarget.checked)} />
        <span>{t("seat-sit-out")}</span>
      </label>
      {info.tournament === null && (
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            checked={you.wait_for_big_blind}
            onChange={(event) => room.seats.prefer(table, { wait_for_big_blind: event.currentTarget.checked })}
          />
          <span>{t("table-wait-for-big-blind")}</span>
        </label>
      )}
      <label class="toggle">
        <input
          type="checkbox"
          role="switch"
          checked={you.auto_muck}
          onChange={(event) => room.seats.prefer(table, { auto_muck: event.currentTarget.checked })}
        />
        <span>{t("seat-auto-muck")}</span>
      </label>
      {info.straddle && (
        <label class="toggle">
          <input
            type="checkbox"
            role="switch"
            checked={you.straddle}
            onChange={(event) => room.seats.prefer(table, { straddle: event.currentTarget.checked })}
          />
          <span>{t("seat-straddle")}</span>
        </label>
      )}
      {info.tournament === null && <AutoRebuyChoice table={table} />}
      {info.tournament === null && most === 0 && (
        <p class="mute">{t(mine.stack < table.mostToHave ? "seat-wallet-empty" : info.top_up_to === 0 ? "seat-no-top-ups" : "seat-stack-full")}</p>
      )}
      {info.tournament === null && most > 0 && (
        <TopUp table={table} min={Math.min(info.unit, most)} most={most} usual={usual} verb="seat-add" done={close} slider />
      )}
    </Dialog>
  );
};
