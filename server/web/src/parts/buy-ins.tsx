// Buy-ins that wait for the host of a private table: the host answers them on any page, and the
// player sees that one waits.
import { useState } from "preact/hooks";
import type { BuyInAsked } from "cardroom-bot/protocol";
import { Refusal } from "cardroom-bot/connection";
import { room, useRoomBesidesLobby } from "../room/room";
import type { Table } from "../room/table";
import { untagged } from "../room/names";
import { inUnit } from "../room/words";
import { rich, t } from "../words/words";

const bold = { b: (text: string) => <b>{text}</b> };

const hostOf = (table: Table | undefined): string => (table?.info.host ? table.seats.called(table.info.host) : "none");

export const BuyIns = () => {
  const { desk, line: { standing }, tables: { all: tables } } = useRoomBesidesLobby();
  if (standing !== "open") return null;
  return (
    <>
      {[...desk.asked].map(([table, [first, ...others]]) => {
        if (!first) return null;
        return (
          <div key={table} class="banner gold ask" role="alert">
            <span>
              <BuyInText asked={first} /> {others.length > 0 && <small class="mute">{t("table-more-buy-ins", { count: others.length })}</small>}
            </span>
            <BuyInAnswers key={first.ask} asked={first} />
          </div>
        );
      })}
      {desk.waitsAt.map((table) => (
        <div key={table} class="banner" role="status">
          <span>{t("table-buy-in-waits", { host: hostOf(tables.get(table)) })}</span>
        </div>
      ))}
    </>
  );
};

/** Names a player as the table does, if it is known here. */
const calledAt = (table: number, name: string): string => room.tables.all.get(table)?.seats.called(name) ?? untagged(name);

export const BuyInText = ({ asked: { table, player, amount, top_up } }: { asked: BuyInAsked }) => (
  <>{rich(top_up ? "table-asks-for-chips" : "table-asks-for-seat", { player: calledAt(table, player), amount: inUnit(amount, 0, room.tables.all.get(table)?.info.chip_value) }, bold)}</>
);

/** The host's two answers. */
export const BuyInAnswers = ({ asked: { table, ask, player, amount } }: { asked: BuyInAsked }) => {
  const [busy, setBusy] = useState(false);
  const called = calledAt(table, player);
  const answer = async (verb: "Admit" | "Decline"): Promise<void> => {
    setBusy(true);
    try {
      const held = { ask, player, amount };
      await room.hosting.order(table, { Host: verb === "Admit" ? { Admit: held } : { Decline: held } }, "");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      room.screen.toast(error.message, true);
      if (!error.passes) room.desk.settled(table, ask);
    } finally {
      setBusy(false);
      room.screen.changed();
    }
  };
  return (
    <>
      <button class="primary" disabled={busy} onClick={() => void answer("Admit")}>
        {t("table-admit")} <span class="unseen">{called}</span>
      </button>
      <button disabled={busy} onClick={() => void answer("Decline")}>
        {t("table-decline")} <span class="unseen">{called}</span>
      </button>
    </>
  );
};
