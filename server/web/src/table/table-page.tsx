// A table: its felt, the actions, and what is beside them.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { EntryDialog } from "../parts/entry";
import { room, useRoom } from "../room/room";
import type { Table } from "../room/table";
import { bettingLong, chips, stakes } from "../room/words";
import { t } from "../words/words";
import { ActionBar } from "./actions";
import { Felt } from "./felt";
import { Gestures, Rulings } from "./gestures";
import { Panel } from "./panel";
import { TableBar } from "./table-bar";

export const TablePage = ({ id }: { id: number }) => {
  const { session, standing, arriving } = useRoom();
  const table = room.tables.get(id);
  const [panel, show] = useState(innerWidth >= 1100);
  const [asked, ask] = useState<{ seat: number | null } | null>(null);
  useEffect(() => {
    if (standing !== "open" || arriving) return;
    room.watch(id);
  }, [id, standing, arriving]);
  // Who only looked on stops watching with the page.
  useEffect(
    () => () => {
      if (!room.tables.get(id)?.you) room.unwatch(id);
    },
    [id],
  );
  if (!table) {
    // A table of a private tournament is in no list, and has no code of its own.
    const inPrivate = room.codes.get(id) !== undefined || room.eventCodes.all().length > 0 || (session?.tournaments.length ?? 0) > 0;
    const gone = room.lobbyKnown && !room.lobby.has(id) && !inPrivate;
    return <main class="pad mute">{t(gone ? "table-missing" : "table-opening")}</main>;
  }
  const close = (): void => ask(null);
  return (
    <main class={`table-page ${panel ? "with-panel" : ""} ${table.info.hybrid ? "hybrid" : ""}`}>
      <h1 class="unseen">{table.info.name}</h1>
      <TableBar table={table} panel={{ shown: panel, toggle: () => show(!panel) }} sit={() => ask({ seat: null })} />
      <Felt table={table} sit={(seat) => ask({ seat })} />
      {table.info.hybrid && <Rulings table={table} />}
      <div class="bottom">
        <ActionBar table={table} keys />
        {table.info.hybrid && table.you && <Gestures table={table} />}
      </div>
      {panel && <Panel table={table} close={() => show(false)} />}
      <LiveLog table={table} />
      {asked && !session && <EntryDialog close={close} />}
      {asked && session && <SitDialog table={table} seat={asked.seat} close={close} />}
    </main>
  );
};

/** The hand as it goes on, for those who hear the page. */
export const LiveLog = ({ table }: { table: Table }) => (
  <div class="unseen" role="log" aria-live="polite" aria-label={t("table-log")}>
    {table.log.slice(-4).map((line) => (
      <p key={line.id}>{line.text}</p>
    ))}
  </div>
);

const SitDialog = ({ table, seat, close }: { table: Table; seat: number | null; close(): void }) => {
  const { info, buyIn } = table;
  const balance = room.session?.balance ?? 0;
  const most = Math.min(buyIn.max, balance);
  const [amount, setAmount] = useState(most);
  const [wait, setWait] = useState(false);
  const enough = balance >= buyIn.min;
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await room.sit(table.id, seat, amount, wait)) close();
  };
  return (
    <Dialog title={seat === null ? t("table-sit-down-at", { table: info.name }) : t("table-take-seat", { seat: seat + 1, table: info.name })} close={close}>
      <form onSubmit={(event) => void sit(event)}>
        <p class="mute">
          {t("table-terms", { betting: bettingLong(info.betting), game: info.game_name, stakes: stakes(info), balance: chips(balance) })}
        </p>
        {enough ? (
          <>
            <label>
              <span class="spread">
                {t("table-buy-in")} <b>{chips(amount)}</b>
              </span>
              <input
                type="range"
                min={buyIn.min}
                max={most}
                step={info.unit}
                value={amount}
                onInput={(event) => setAmount(Number(event.currentTarget.value))}
              />
              <span class="spread mute">
                <small>{chips(buyIn.min)}</small>
                <small>{chips(most)}</small>
              </span>
            </label>
            <label class="toggle">
              <input type="checkbox" role="switch" checked={wait} onChange={(event) => setWait(event.currentTarget.checked)} />
              <span>{t("table-wait-for-big-blind")}</span>
            </label>
            <button class="primary wide">{t("table-sit-down")}</button>
          </>
        ) : (
          <>
            <p class="refused">{t("table-buy-in-least", { min: chips(buyIn.min) })}</p>
            <button type="button" class="wide" onClick={() => room.refill()}>
              {t("table-ask-for-chips")}
            </button>
          </>
        )}
      </form>
    </Dialog>
  );
};
