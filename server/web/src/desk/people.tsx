// The people at a private table, for its host: buy-ins that wait, stacks, and who stays.
import { useState } from "preact/hooks";
import { BuyInAnswers, BuyInText } from "../parts/buy-ins";
import type { HostOrder, TableCommand } from "cardroom-bot/protocol";
import { room } from "../room/room";
import type { Table } from "../room/table";
import type { Seat } from "../room/table/seats";
import { kebab } from "../room/words";
import { amountText } from "../table/amount";
import { t } from "../words/words";
import { Failed } from "./note";
import { useOrder } from "./order";
import { Sure } from "./sure";

export const People = ({ table }: { table: Table }) => {
  const asks = room.desk.asksAt(table.id);
  const seated = table.seats.all.filter((seat) => seat !== null);
  return (
    <>
      {asks.length > 0 && (
        <section aria-label={t("desk-waiting")}>
          <h3>{t("desk-waiting")}</h3>
          <ul class="desk-asks">
            {asks.map((asked) => (
              <li key={asked.ask}>
                <span>
                  <BuyInText asked={asked} />
                </span>
                <BuyInAnswers asked={asked} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t("desk-seated")}>
        {seated.length === 0 && <p class="mute">{t("desk-nobody")}</p>}
        <ul class="desk-people">
          {seated.map((seat) => (
            <li key={`${seat.seat} ${seat.name}`}>
              <Person table={table} seat={seat} />
            </li>
          ))}
        </ul>
        {seated.length > 1 && <Shuffle table={table} />}
      </section>
    </>
  );
};

const isInHand = (table: Table): boolean => table.hand !== null && !table.hand.over;

const Shuffle = ({ table }: { table: Table }) => {
  const { busy, refused, give } = useOrder();
  const inHand = isInHand(table);
  const shuffle = (): Promise<boolean> => give(() => room.hosting.order(table.id, { Host: "ShuffleSeats" }, ""));
  return (
    <>
      <div class="row">
        <Sure label={t("desk-shuffle")} question={t("desk-shuffle-sure")} busy={busy} disabled={inHand} act={shuffle} />
      </div>
      {inHand && <p class="mute small">{t("desk-shuffle-between-hands")}</p>}
      <Failed text={refused} />
    </>
  );
};

const Person = ({ table, seat }: { table: Table; seat: Seat }) => {
  const { seat: number, name, stack, bot, muted } = seat;
  const called = table.seats.called(name);
  const { busy, refused, give } = useOrder();
  const order = (command: TableCommand, reason = ""): Promise<boolean> => give(() => room.hosting.order(table.id, command, reason));
  const about = (what: "Remove" | "SitOut"): TableCommand => {
    const who = { seat: number, player: name };
    const host: HostOrder = what === "Remove" ? { Remove: who } : { SitOut: who };
    return { Host: host };
  };
  const isSelf = name === table.info.host;
  return (
    <details class="fold-out">
      <summary>
        <span>{called}</span>
        <small class="mute">{stateOf(seat)}</small>
        <b class="number">{amountText(table, stack)}</b>
      </summary>
      <StackForm table={table} seat={seat} busy={busy} order={order} />
      <div class="row">
        {!seat.sitting_out && (
          <button type="button" disabled={busy} onClick={() => void order(about("SitOut"))}>
            {t("desk-sit-out")}
          </button>
        )}
        {!isSelf && (
          <button type="button" disabled={busy} onClick={() => void order(muted ? { Unmute: number } : { Mute: number })}>
            {t(muted ? "desk-unmute" : "desk-mute")}
          </button>
        )}
        {!isSelf && !bot && <Sure label={t("desk-make-host")} question={t("desk-make-host-sure", { name: called })} busy={busy} act={() => give(() => room.hosting.handOver(table.id, name))} />}
        {!isSelf && <Sure label={t("desk-remove")} question={t("desk-remove-sure", { name: called })} busy={busy} act={() => order(about("Remove"))} />}
      </div>
      <Failed text={refused} />
    </details>
  );
};

const stateOf = (seat: Seat): string =>
  !seat.connected ? t("seat-away") : seat.sitting_out ? t("seat-sits-out") : seat.bot ? t("seat-bot") : "";

const CHANGES = ["GiveChips", "TakeBackChips", "SetStack"] as const;
type Change = (typeof CHANGES)[number];

interface Stacking {
  table: Table;
  seat: Seat;
  busy: boolean;
  order(command: TableCommand, reason: string): Promise<boolean>;
}

/** A stack that the host changes: by an amount at any time, or to an amount between two hands. */
const StackForm = ({ table, seat: { seat, name }, busy, order }: Stacking) => {
  const [change, choose] = useState<Change>("GiveChips");
  const [amount, type] = useState("");
  const [reason, write] = useState("");
  const inHand = isInHand(table);
  const mustWait = change === "SetStack" && inHand;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const who = { seat, player: name };
    const count = Number(amount);
    const commands: Record<Change, TableCommand> = {
      GiveChips: { GiveChips: { ...who, amount: count } },
      TakeBackChips: { TakeBackChips: { ...who, amount: count } },
      SetStack: { Host: { SetStack: { ...who, chips: count } } },
    };
    if (!(await order(commands[change], reason))) return;
    type("");
    write("");
  };
  return (
    <form class="desk-stack" onSubmit={(event) => void send(event)}>
      <label>
        {t("desk-stack")}
        <select value={change} onChange={({ currentTarget }) => choose(currentTarget.value as Change)}>
          {CHANGES.map((each) => (
            <option key={each} value={each}>
              {t(`desk-stack-${kebab(each)}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("desk-chips")}
        <input type="number" required min={change === "SetStack" ? 0 : 1} step={table.info.unit} value={amount} onInput={({ currentTarget }) => type(currentTarget.value)} />
      </label>
      <label>
        {t("desk-reason")}
        <input value={reason} maxLength={280} onInput={({ currentTarget }) => write(currentTarget.value)} />
      </label>
      <button disabled={busy || mustWait}>{t("desk-change-stack")}</button>
      {mustWait ? <p class="mute small">{t("desk-stack-between-hands")}</p> : change !== "SetStack" && inHand && <p class="mute small">{t("desk-chips-after-hand")}</p>}
    </form>
  );
};
